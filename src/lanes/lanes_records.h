/* Records found by row, 128 bits at a time: what f_gather of every width but one is made of. Bits are moved as
   integers. */
#ifndef WAY_LANES_RECORDS_H
#define WAY_LANES_RECORDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <simde/x86/sse2.h>

static inline const char *way_record(const char *data, ptrdiff_t stride, uint32_t row) {
    return data + (ptrdiff_t)row * stride;
}

/* Four fields of one record. */
static inline simde__m128i way_quad(const char *data, ptrdiff_t stride, const uint32_t *row) {
    return simde_mm_loadu_si128((const simde__m128i *)(const void *)way_record(data, stride, row[0]));
}

/* Two fields of each of two. */
static inline simde__m128i way_two_pairs(const char *data, ptrdiff_t stride, const uint32_t *row) {
    simde__m128i a =
        simde_mm_loadl_epi64((const simde__m128i *)(const void *)way_record(data, stride, row[0]));
    simde__m128i b =
        simde_mm_loadl_epi64((const simde__m128i *)(const void *)way_record(data, stride, row[1]));
    return simde_mm_unpacklo_epi64(a, b);
}

/* One field of each of four. */
static inline simde__m128i way_four_fields(const char *data, ptrdiff_t stride, const uint32_t *row) {
    int32_t field[4];
    for (int j = 0; j < 4; j++)
        memcpy(&field[j], way_record(data, stride, row[j]), 4);
    return simde_mm_setr_epi32(field[0], field[1], field[2], field[3]);
}

#endif
