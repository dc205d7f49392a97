/* Defines the functions of moves_1.h for sixteen lanes. */
#include "records.h"

/* Lane k of the result is lane lanes[k] of a or, if lanes[k] is 16 or more, lane lanes[k] - 16 of b. The
   numbers are loaded from memory, because gcc 12 would build a constant of this width lane by lane. */
static inline flanes way_pick(flanes a, const int32_t *lanes, flanes b) {
    return simde_mm512_permutex2var_ps(a, simde_mm512_loadu_si512(lanes), b);
}

static inline simde__m512i way_join(simde__m128i a, simde__m128i b, simde__m128i c, simde__m128i d) {
    simde__m512i all = simde_mm512_inserti32x4(simde_mm512_castsi128_si512(a), b, 1);
    return simde_mm512_inserti32x4(simde_mm512_inserti32x4(all, c, 2), d, 3);
}
WAY_INLINE void f_gather(way_finder of, int fields, flanes *to) {
    if (fields == 4) {
        simde__m512i quad[4];
        for (int j = 0; j < 4; j++)
            quad[j] =
                way_join(way_quad(of, j), way_quad(of, j + 4), way_quad(of, j + 8), way_quad(of, j + 12));
        simde__m512i ab = simde_mm512_unpacklo_epi32(quad[0], quad[1]),
                     cd = simde_mm512_unpacklo_epi32(quad[2], quad[3]),
                     AB = simde_mm512_unpackhi_epi32(quad[0], quad[1]),
                     CD = simde_mm512_unpackhi_epi32(quad[2], quad[3]);
        to[0] = simde_mm512_castsi512_ps(simde_mm512_unpacklo_epi64(ab, cd));
        to[1] = simde_mm512_castsi512_ps(simde_mm512_unpackhi_epi64(ab, cd));
        to[2] = simde_mm512_castsi512_ps(simde_mm512_unpacklo_epi64(AB, CD));
        to[3] = simde_mm512_castsi512_ps(simde_mm512_unpackhi_epi64(AB, CD));
    } else if (fields == 2) {
        simde__m512i pair[2];
        for (int j = 0; j < 2; j++)
            pair[j] = way_join(way_two_pairs(of, 2 * j), way_two_pairs(of, 2 * j + 4),
                               way_two_pairs(of, 2 * j + 8), way_two_pairs(of, 2 * j + 12));
        flanes a = simde_mm512_castsi512_ps(pair[0]), b = simde_mm512_castsi512_ps(pair[1]);
        to[0] = simde_mm512_shuffle_ps(a, b, 0x88);
        to[1] = simde_mm512_shuffle_ps(a, b, 0xdd);
    } else
        to[0] = simde_mm512_castsi512_ps(way_join(way_four_fields(of, 0), way_four_fields(of, 4),
                                                  way_four_fields(of, 8), way_four_fields(of, 12)));
}

static inline void f_load_pairs(const float *p, flanes *x, flanes *y) {
    static const int32_t even[16] = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30};
    static const int32_t odd[16] = {1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31};
    flanes a = f_load(p), b = f_load(p + 16);
    *x = way_pick(a, even, b);
    *y = way_pick(a, odd, b);
}
static inline void f_store_pairs(float *p, flanes x, flanes y) {
    static const int32_t low[16] = {0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23};
    static const int32_t high[16] = {8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31};
    f_store(p, way_pick(x, low, y));
    f_store(p + 16, way_pick(x, high, y));
}

/* The first eleven x are in the vectors a and b. The others are in the vector c, which ends at the last x. */
static inline flanes f_load_thirds(const float *p) {
    static const int32_t eleven[16] = {0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30};
    static const int32_t rest[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 19, 22, 25, 28, 31};
    flanes a = f_load(p), b = f_load(p + 16), c = f_load(p + 30);
    return way_pick(way_pick(a, eleven, b), rest, c);
}
/* The first permutation puts x and y into their lanes, with gaps for z. The second permutation fills the gaps
   with z, whose lanes have the numbers from 16 on. */
static inline void f_store_triples(float *p, flanes x, flanes y, flanes z) {
    static const int32_t xy[3][16] = {{0, 16, 0, 1, 17, 0, 2, 18, 0, 3, 19, 0, 4, 20, 0, 5},
                                      {21, 0, 6, 22, 0, 7, 23, 0, 8, 24, 0, 9, 25, 0, 10, 26},
                                      {0, 11, 27, 0, 12, 28, 0, 13, 29, 0, 14, 30, 0, 15, 31, 0}};
    static const int32_t xyz[3][16] = {{0, 1, 16, 3, 4, 17, 6, 7, 18, 9, 10, 19, 12, 13, 20, 15},
                                       {0, 21, 2, 3, 22, 5, 6, 23, 8, 9, 24, 11, 12, 25, 14, 15},
                                       {26, 1, 2, 27, 4, 5, 28, 7, 8, 29, 10, 11, 30, 13, 14, 31}};
    for (int third = 0; third < 3; third++)
        f_store(p + 16 * third, way_pick(way_pick(x, xy[third], y), xyz[third], z));
}
