/* Reads records from the caller's memory, 128 bits at a time. Every f_gather uses these functions, except the
   f_gather for one lane. Bits are moved as integers. */
#ifndef WAY_RECORDS_H
#define WAY_RECORDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <simde/x86/sse2.h>

#include "isa/isa.h"

/* Loads four fields of one record. */
static inline simde__m128i way_quad(way_finder of, int j) {
    return simde_mm_loadu_si128((const simde__m128i *)(const void *)way_record(of, j));
}

/* Loads two fields of each of two records. */
static inline simde__m128i way_two_pairs(way_finder of, int j) {
    simde__m128i a = simde_mm_loadl_epi64((const simde__m128i *)(const void *)way_record(of, j));
    simde__m128i b = simde_mm_loadl_epi64((const simde__m128i *)(const void *)way_record(of, j + 1));
    return simde_mm_unpacklo_epi64(a, b);
}

/* Loads one field of each of four records. */
static inline simde__m128i way_four_fields(way_finder of, int j) {
    int32_t field[4];
    for (int i = 0; i < 4; i++)
        memcpy(&field[i], way_record(of, j + i), 4);
    return simde_mm_setr_epi32(field[0], field[1], field[2], field[3]);
}

#endif
