/* Defines the functions of moves_1.h for four lanes. */
#include "records.h"

WAY_INLINE void f_gather(way_finder of, int fields, flanes *to) {
    if (fields == 4) {
        simde__m128i a = way_quad(of, 0), b = way_quad(of, 1), c = way_quad(of, 2), d = way_quad(of, 3);
        simde__m128i ab = simde_mm_unpacklo_epi32(a, b), cd = simde_mm_unpacklo_epi32(c, d);
        simde__m128i AB = simde_mm_unpackhi_epi32(a, b), CD = simde_mm_unpackhi_epi32(c, d);
        to[0] = simde_mm_castsi128_ps(simde_mm_unpacklo_epi64(ab, cd));
        to[1] = simde_mm_castsi128_ps(simde_mm_unpackhi_epi64(ab, cd));
        to[2] = simde_mm_castsi128_ps(simde_mm_unpacklo_epi64(AB, CD));
        to[3] = simde_mm_castsi128_ps(simde_mm_unpackhi_epi64(AB, CD));
    } else if (fields == 2) {
        flanes a = simde_mm_castsi128_ps(way_two_pairs(of, 0)),
               b = simde_mm_castsi128_ps(way_two_pairs(of, 2));
        to[0] = simde_mm_shuffle_ps(a, b, 0x88);
        to[1] = simde_mm_shuffle_ps(a, b, 0xdd);
    } else
        to[0] = simde_mm_castsi128_ps(way_four_fields(of, 0));
}

static inline void f_load_pairs(const float *p, flanes *x, flanes *y) {
    flanes a = f_load(p), b = f_load(p + 4);
    *x = simde_mm_shuffle_ps(a, b, 0x88);
    *y = simde_mm_shuffle_ps(a, b, 0xdd);
}
static inline void f_store_pairs(float *p, flanes x, flanes y) {
    f_store(p, simde_mm_unpacklo_ps(x, y));
    f_store(p + 4, simde_mm_unpackhi_ps(x, y));
}

static inline flanes f_load_thirds(const float *p) {
    flanes a = f_load(p), b = f_load(p + 4), c = f_load(p + 6);
    flanes last = simde_mm_shuffle_ps(b, c, 0xfa); /* p[6], p[6], p[9], p[9] */
    return simde_mm_shuffle_ps(a, last, 0x8c);
}
static inline void f_store_triples(float *p, flanes x, flanes y, flanes z) {
    flanes xy = simde_mm_unpacklo_ps(x, y), XY = simde_mm_unpackhi_ps(x, y);
    f_store(p, simde_mm_shuffle_ps(xy, simde_mm_shuffle_ps(z, x, 0x50), 0x84));
    f_store(p + 4, simde_mm_shuffle_ps(simde_mm_shuffle_ps(y, z, 0x55), XY, 0x48));
    f_store(p + 8,
            simde_mm_shuffle_ps(simde_mm_shuffle_ps(z, x, 0xfa), simde_mm_shuffle_ps(y, z, 0xff), 0x88));
}
