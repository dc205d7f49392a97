/* Defines the functions of moves_1.h for eight lanes. */
#include "records.h"

static inline simde__m256i way_join(simde__m128i a, simde__m128i b) {
    return simde_mm256_inserti128_si256(simde_mm256_castsi128_si256(a), b, 1);
}
WAY_INLINE void f_gather(way_finder of, int fields, flanes *to) {
    if (fields == 4) {
        simde__m256i quad[4];
        for (int j = 0; j < 4; j++)
            quad[j] = way_join(way_quad(of, j), way_quad(of, j + 4));
        simde__m256i ab = simde_mm256_unpacklo_epi32(quad[0], quad[1]),
                     cd = simde_mm256_unpacklo_epi32(quad[2], quad[3]),
                     AB = simde_mm256_unpackhi_epi32(quad[0], quad[1]),
                     CD = simde_mm256_unpackhi_epi32(quad[2], quad[3]);
        to[0] = simde_mm256_castsi256_ps(simde_mm256_unpacklo_epi64(ab, cd));
        to[1] = simde_mm256_castsi256_ps(simde_mm256_unpackhi_epi64(ab, cd));
        to[2] = simde_mm256_castsi256_ps(simde_mm256_unpacklo_epi64(AB, CD));
        to[3] = simde_mm256_castsi256_ps(simde_mm256_unpackhi_epi64(AB, CD));
    } else if (fields == 2) {
        simde__m256i a = way_join(way_two_pairs(of, 0), way_two_pairs(of, 4)),
                     b = way_join(way_two_pairs(of, 2), way_two_pairs(of, 6));
        to[0] = simde_mm256_shuffle_ps(simde_mm256_castsi256_ps(a), simde_mm256_castsi256_ps(b), 0x88);
        to[1] = simde_mm256_shuffle_ps(simde_mm256_castsi256_ps(a), simde_mm256_castsi256_ps(b), 0xdd);
    } else
        to[0] = simde_mm256_castsi256_ps(way_join(way_four_fields(of, 0), way_four_fields(of, 4)));
}

static inline void f_load_pairs(const float *p, flanes *x, flanes *y) {
    flanes a = f_load(p), b = f_load(p + 8);
    flanes lo = simde_mm256_permute2f128_ps(a, b, 0x20), hi = simde_mm256_permute2f128_ps(a, b, 0x31);
    *x = simde_mm256_shuffle_ps(lo, hi, 0x88);
    *y = simde_mm256_shuffle_ps(lo, hi, 0xdd);
}
static inline void f_store_pairs(float *p, flanes x, flanes y) {
    flanes lo = simde_mm256_unpacklo_ps(x, y), hi = simde_mm256_unpackhi_ps(x, y);
    f_store(p, simde_mm256_permute2f128_ps(lo, hi, 0x20));
    f_store(p + 8, simde_mm256_permute2f128_ps(lo, hi, 0x31));
}

/* Loads four floats from each address as one vector, so that each half works as in moves_4.h. */
static inline flanes way_halves(const float *low, const float *high) {
    return simde_mm256_insertf128_ps(simde_mm256_castps128_ps256(simde_mm_loadu_ps(low)),
                                     simde_mm_loadu_ps(high), 1);
}
static inline flanes f_load_thirds(const float *p) {
    flanes a = way_halves(p, p + 12), b = way_halves(p + 4, p + 16), c = way_halves(p + 6, p + 18);
    flanes last = simde_mm256_shuffle_ps(b, c, 0xfa);
    return simde_mm256_shuffle_ps(a, last, 0x8c);
}
static inline void f_store_triples(float *p, flanes x, flanes y, flanes z) {
    flanes xy = simde_mm256_unpacklo_ps(x, y), XY = simde_mm256_unpackhi_ps(x, y);
    flanes a = simde_mm256_shuffle_ps(xy, simde_mm256_shuffle_ps(z, x, 0x50), 0x84);
    flanes b = simde_mm256_shuffle_ps(simde_mm256_shuffle_ps(y, z, 0x55), XY, 0x48);
    flanes c =
        simde_mm256_shuffle_ps(simde_mm256_shuffle_ps(z, x, 0xfa), simde_mm256_shuffle_ps(y, z, 0xff), 0x88);
    f_store(p, simde_mm256_permute2f128_ps(a, b, 0x20));
    f_store(p + 8, simde_mm256_permute2f128_ps(c, a, 0x30));
    f_store(p + 16, simde_mm256_permute2f128_ps(b, c, 0x31));
}
