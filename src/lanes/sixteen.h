/* Defines `sixteen`, which is sixteen floats in as many vectors as needed, and its functions. The search for
   the best candidates uses them. */
#ifndef WAY_SIXTEEN_H
#define WAY_SIXTEEN_H

#include "lanes/lanes.h"

/* `f_numbered` replaces the last four bits of a float by a number. `i_apart` returns the lanes in which a and
   b have no bit in common. `f_least` returns the least number in any lane; no lane may be NaN. */
#if LANES == 1
static inline flanes f_numbered(flanes a, ilanes number) {
    int32_t bits;
    memcpy(&bits, &a, sizeof bits);
    bits = (bits & ~15) | number;
    memcpy(&a, &bits, sizeof bits);
    return a;
}
static inline mask i_apart(ilanes a, ilanes b) { return (a & b) == 0; }
static inline float f_least(flanes a) { return a; }
#else
static inline float way_least4(simde__m128 a) {
    a = simde_mm_min_ps(a, simde_mm_shuffle_ps(a, a, 0x4e));
    return simde_mm_cvtss_f32(simde_mm_min_ps(a, simde_mm_shuffle_ps(a, a, 0xb1)));
}
#if LANES == 4
static inline flanes f_numbered(flanes a, ilanes number) {
    simde__m128i bits = simde_mm_and_si128(simde_mm_castps_si128(a), simde_mm_set1_epi32(~15));
    return simde_mm_castsi128_ps(simde_mm_or_si128(bits, number));
}
static inline mask i_apart(ilanes a, ilanes b) { return i_eq(simde_mm_and_si128(a, b), i_set(0)); }
static inline float f_least(flanes a) { return way_least4(a); }
#else
static inline float way_least8(simde__m256 a) {
    return way_least4(simde_mm_min_ps(simde_mm256_castps256_ps128(a), simde_mm256_extractf128_ps(a, 1)));
}
#if LANES == 8
static inline flanes f_numbered(flanes a, ilanes number) {
    simde__m256i bits = simde_mm256_and_si256(simde_mm256_castps_si256(a), simde_mm256_set1_epi32(~15));
    return simde_mm256_castsi256_ps(simde_mm256_or_si256(bits, number));
}
static inline mask i_apart(ilanes a, ilanes b) { return i_eq(simde_mm256_and_si256(a, b), i_set(0)); }
static inline float f_least(flanes a) { return way_least8(a); }
#else
static inline flanes f_numbered(flanes a, ilanes number) {
    simde__m512i bits = simde_mm512_and_si512(simde_mm512_castps_si512(a), simde_mm512_set1_epi32(~15));
    return simde_mm512_castsi512_ps(simde_mm512_or_si512(bits, number));
}
static inline mask i_apart(ilanes a, ilanes b) { return i_eq(simde_mm512_and_si512(a, b), i_set(0)); }
static inline float f_least(flanes a) {
    simde__m256 low = simde_mm512_castps512_ps256(a);
    simde__m256d high = simde_mm512_extractf64x4_pd(simde_mm512_castps_pd(a), 1);
    return way_least8(simde_mm256_min_ps(low, simde_mm256_castpd_ps(high)));
}
#endif
#endif
#endif

#define VECTORS (16 / LANES)

typedef struct sixteen {
    flanes of[VECTORS];
} sixteen;

static const int32_t way_lane_numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

WAY_INLINE flanes numbered(flanes a, int vector) {
    return f_numbered(a, i_load(way_lane_numbers + LANES * vector));
}

WAY_INLINE float sixteen_least(const sixteen *a) {
#if VECTORS == 1
    return f_least(a->of[0]);
#else
    flanes some[VECTORS];
    for (int k = 0; k < VECTORS; k++)
        some[k] = a->of[k];
    for (int half = VECTORS / 2; half > 0; half /= 2)
        for (int k = 0; k < half; k++)
            some[k] = f_smaller(some[k], some[k + half]);
    return f_least(some[0]);
#endif
}

/* Replaces every number up to `least` by `instead`. */
WAY_INLINE void sixteen_drop(sixteen *a, float least, float instead) {
    for (int k = 0; k < VECTORS; k++)
        a->of[k] = f_select(f_le(a->of[k], f_set(least)), f_set(instead), a->of[k]);
}

/* Returns a number whose bit k is set if the k-th float is at most `most`. */
WAY_INLINE unsigned sixteen_up_to(const sixteen *a, float most) {
    unsigned bits = 0;
    for (int k = 0; k < VECTORS; k++)
        bits |= m_bits(f_le(a->of[k], f_set(most))) << LANES * k;
    return bits;
}

/* Load and store doubles as they lie in memory. */
WAY_INLINE wide doubles_from(const double *p) {
    wide lanes;
    memcpy(&lanes, p, sizeof lanes);
    return lanes;
}

WAY_INLINE void doubles_to(double *p, wide lanes) { memcpy(p, &lanes, sizeof lanes); }

/* Returns the number of the lowest set bit. At least one bit must be set. */
static inline int lowest_of(unsigned bits) {
#if defined(__GNUC__)
    return __builtin_ctz(bits);
#else
    int number = 0;
    for (; !(bits & 1); bits >>= 1)
        number++;
    return number;
#endif
}

/* Returns the number of set bits. On x86 without a popcount instruction, gcc would call a function. */
static inline uint32_t count_of(unsigned bits) {
#if defined(__GNUC__) && (defined(__POPCNT__) || !(defined(__x86_64__) || defined(__i386__)))
    return (uint32_t)__builtin_popcount(bits);
#else
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    return ((bits + (bits >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
#endif
}

/* Returns the number of set bits in a result of m_bits. */
static inline uint32_t count_of_lanes(unsigned bits) {
#if LANES == 4
    return (uint32_t)(0x4332322132212110u >> 4 * bits) & 7;
#else
    return count_of(bits);
#endif
}

#if LANES == 8
/* For each of the sets of bits: first the numbers of the lanes whose bit is set, then those of the other
   lanes. */
static const int32_t way_set_lanes[16][4] = {{0, 1, 2, 3}, {0, 1, 2, 3}, {1, 0, 2, 3}, {0, 1, 2, 3},
                                             {2, 0, 1, 3}, {0, 2, 1, 3}, {1, 2, 0, 3}, {0, 1, 2, 3},
                                             {3, 0, 1, 2}, {0, 3, 1, 2}, {1, 3, 0, 2}, {0, 1, 3, 2},
                                             {2, 3, 0, 1}, {0, 2, 3, 1}, {1, 2, 3, 0}, {0, 1, 2, 3}};
static inline simde__m128 way_pack4(simde__m128 a, unsigned bits) {
    return simde_mm_permutevar_ps(a, simde_mm_loadu_si128((const simde__m128i *)way_set_lanes[bits]));
}
#endif

/* Writes the lanes of `a` whose bit is set, one after another. May overwrite up to LANES elements. */
static inline void f_pack(float *to, flanes a, unsigned bits) {
#if LANES == 16
    simde_mm512_storeu_ps(
        to, simde_mm512_maskz_compress_ps((simde__mmask16)bits, a)); /* via a register, because a compress to
                                                                        memory would be slow */
#elif LANES == 8
    simde_mm_storeu_ps(to, way_pack4(simde_mm256_castps256_ps128(a), bits & 15));
    simde_mm_storeu_ps(to + count_of(bits & 15), way_pack4(simde_mm256_extractf128_ps(a, 1), bits >> 4));
#elif LANES == 1
    (void)bits;
    *to = a;
#else
    float lane[LANES];
    uint64_t pair[2];
    f_store(lane, a);
    memcpy(pair, lane, sizeof pair);
    for (int k = 0; k < 2; k++, bits >>= 2) {
        pair[k] >>= bits & 1 ? 0 : 32; /* machines with four lanes are little-endian */
        memcpy(to, &pair[k], sizeof pair[k]);
        to += count_of_lanes(bits & 3);
    }
#endif
}

#if LANES >= 8
/* Like f_pack, for integers. */
static inline void i_pack(uint32_t *to, ilanes a, unsigned bits) {
#if LANES == 16
    simde_mm512_storeu_si512(to, simde_mm512_maskz_compress_epi32((simde__mmask16)bits, a));
#else
    f_pack((float *)(void *)to, simde_mm256_castsi256_ps(a), bits);
#endif
}

/* Returns table[at[k]] in lane k. No gather instruction is used, because it would read an index above
   INT32_MAX as negative. */
#define WAY_AT(k) ((int32_t)table[at[k]])
static inline ilanes i_look_up(const uint32_t *table, const uint32_t *at) {
    const simde__m256i low = simde_mm256_set_epi32(WAY_AT(7), WAY_AT(6), WAY_AT(5), WAY_AT(4), WAY_AT(3),
                                                   WAY_AT(2), WAY_AT(1), WAY_AT(0));
#if LANES == 8
    return low;
#else
    const simde__m256i high = simde_mm256_set_epi32(WAY_AT(15), WAY_AT(14), WAY_AT(13), WAY_AT(12),
                                                    WAY_AT(11), WAY_AT(10), WAY_AT(9), WAY_AT(8));
    return simde_mm512_inserti64x4(simde_mm512_castsi256_si512(low), high, 1);
#endif
}
#undef WAY_AT
#endif

/* Two functions: a float with the bits of an integer, and the reverse. */
static inline float as_float(uint32_t number) {
    float bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static inline uint32_t as_number(float bits) {
    uint32_t number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* Returns the number that `numbered` wrote. */
static inline int number_of(float a) { return (int)(as_number(a) & 15); }

#endif
