/* Defines the lane functions for eight lanes in 256 bits, with AVX2. lanes_1.h describes each function. */
#include <simde/x86/avx2.h>

#define LANES 8

typedef simde__m256 flanes;
typedef simde__m256 mask;
typedef simde__m256i ilanes;
typedef struct {
    simde__m256d lo, hi;
} wide;
typedef struct {
    simde__m256d lo, hi;
} widemask;

static inline flanes f_load(const float *p) { return simde_mm256_loadu_ps(p); }
static inline void f_store(float *p, flanes a) { simde_mm256_storeu_ps(p, a); }
static inline void f_stream(float *p, flanes a) { simde_mm256_storeu_ps(p, a); }
static inline flanes f_set(float a) { return simde_mm256_set1_ps(a); }
static inline flanes f_add(flanes a, flanes b) { return simde_mm256_add_ps(a, b); }
static inline flanes f_sub(flanes a, flanes b) { return simde_mm256_sub_ps(a, b); }
static inline flanes f_mul(flanes a, flanes b) { return simde_mm256_mul_ps(a, b); }
static inline flanes f_div(flanes a, flanes b) { return simde_mm256_div_ps(a, b); }
static inline flanes f_sqrt(flanes a) { return simde_mm256_sqrt_ps(a); }
static inline flanes f_abs(flanes a) {
    return simde_mm256_and_ps(simde_mm256_castsi256_ps(simde_mm256_set1_epi32(INT32_MAX)), a);
}
static inline flanes f_negate(flanes a) { return simde_mm256_xor_ps(simde_mm256_set1_ps(-0.0f), a); }
static inline flanes f_flip(flanes a, flanes sign) {
    return simde_mm256_xor_ps(simde_mm256_and_ps(simde_mm256_set1_ps(-0.0f), sign), a);
}
static inline mask f_lt(flanes a, flanes b) { return simde_mm256_cmp_ps(a, b, SIMDE_CMP_LT_OQ); }
static inline mask f_le(flanes a, flanes b) { return simde_mm256_cmp_ps(a, b, SIMDE_CMP_LE_OQ); }
static inline flanes f_select(mask m, flanes a, flanes b) { return simde_mm256_blendv_ps(b, a, m); }
static inline flanes f_keep(mask m, flanes a) { return simde_mm256_and_ps(m, a); }
static inline flanes f_else(mask m, flanes a, flanes b) {
    return simde_mm256_or_ps(a, simde_mm256_andnot_ps(m, b));
}
static inline mask f_minus(flanes a) {
    return simde_mm256_castsi256_ps(simde_mm256_srai_epi32(simde_mm256_castps_si256(a), 31));
}
static inline flanes f_if_minus(flanes sign, flanes a, flanes b) { return simde_mm256_blendv_ps(b, a, sign); }
/* Compares the bits as unsigned integers. Then negative numbers are larger than infinity. */
static inline mask f_within(flanes a, flanes top) {
    simde__m256i bits = simde_mm256_castps_si256(a);
    simde__m256i least = simde_mm256_min_epu32(bits, simde_mm256_castps_si256(top));
    return simde_mm256_castsi256_ps(simde_mm256_cmpeq_epi32(least, bits));
}
static inline flanes f_larger(flanes a, flanes b) { return simde_mm256_max_ps(a, b); }
static inline flanes f_smaller(flanes a, flanes b) { return simde_mm256_min_ps(a, b); }

static inline mask m_and(mask a, mask b) { return simde_mm256_and_ps(a, b); }
static inline mask m_or(mask a, mask b) { return simde_mm256_or_ps(a, b); }
static inline mask m_andnot(mask a, mask b) { return simde_mm256_andnot_ps(b, a); }

static inline mask m_narrow(widemask m) { /* take the low half of each 64-bit lane, then order the lanes */
    simde__m256 even = simde_mm256_shuffle_ps(simde_mm256_castpd_ps(m.lo), simde_mm256_castpd_ps(m.hi), 0x88);
    return simde_mm256_castpd_ps(simde_mm256_permute4x64_pd(simde_mm256_castps_pd(even), 0xd8));
}
static inline int m_any(mask m) { return simde_mm256_movemask_ps(m) != 0; }
static inline int m_all(mask m) { return simde_mm256_movemask_ps(m) == 0xff; }
static inline unsigned m_bits(mask m) { return (unsigned)simde_mm256_movemask_ps(m); }

static inline ilanes i_load(const void *p) { return simde_mm256_loadu_si256((const simde__m256i *)p); }
static inline void i_store(int32_t *p, ilanes a) { simde_mm256_storeu_si256((simde__m256i *)p, a); }
static inline ilanes i_set(int32_t a) { return simde_mm256_set1_epi32(a); }
static inline ilanes i_keep(mask m, ilanes a) {
    return simde_mm256_and_si256(simde_mm256_castps_si256(m), a);
}
static inline ilanes i_except(mask m, ilanes a) {
    return simde_mm256_andnot_si256(simde_mm256_castps_si256(m), a);
}
static inline ilanes i_or(ilanes a, ilanes b) { return simde_mm256_or_si256(a, b); }
static inline ilanes i_count(mask m, ilanes a) {
    return simde_mm256_sub_epi32(a, simde_mm256_castps_si256(m));
}

static inline ilanes i_add(ilanes a, ilanes b) { return simde_mm256_add_epi32(a, b); }
static inline ilanes i_sub(ilanes a, ilanes b) { return simde_mm256_sub_epi32(a, b); }
static inline mask i_lt(ilanes a, ilanes b) {
    return simde_mm256_castsi256_ps(simde_mm256_cmpgt_epi32(b, a));
}
static inline mask i_eq(ilanes a, ilanes b) {
    return simde_mm256_castsi256_ps(simde_mm256_cmpeq_epi32(a, b));
}
static inline ilanes i_else(mask m, ilanes a, int32_t b) {
    return i_add(i_set(b), i_keep(m, i_sub(a, i_set(b))));
}
static inline ilanes i_select(mask m, ilanes a, ilanes b) {
    return simde_mm256_blendv_epi8(b, a, simde_mm256_castps_si256(m));
}

static inline wide w_widen(flanes a) {
    return (wide){simde_mm256_cvtps_pd(simde_mm256_castps256_ps128(a)),
                  simde_mm256_cvtps_pd(simde_mm256_extractf128_ps(a, 1))};
}
static inline wide w_load(const float *p) {
    return (wide){simde_mm256_cvtps_pd(simde_mm_loadu_ps(p)), simde_mm256_cvtps_pd(simde_mm_loadu_ps(p + 4))};
}
static inline flanes w_narrow(wide a) {
    return simde_mm256_set_m128(simde_mm256_cvtpd_ps(a.hi), simde_mm256_cvtpd_ps(a.lo));
}
static inline wide w_set(double a) { return (wide){simde_mm256_set1_pd(a), simde_mm256_set1_pd(a)}; }
static inline wide w_count(ilanes a) {
    return (wide){simde_mm256_cvtepi32_pd(simde_mm256_castsi256_si128(a)),
                  simde_mm256_cvtepi32_pd(simde_mm256_extracti128_si256(a, 1))};
}
static inline wide w_add(wide a, wide b) {
    return (wide){simde_mm256_add_pd(a.lo, b.lo), simde_mm256_add_pd(a.hi, b.hi)};
}
static inline wide w_sub(wide a, wide b) {
    return (wide){simde_mm256_sub_pd(a.lo, b.lo), simde_mm256_sub_pd(a.hi, b.hi)};
}
static inline wide w_mul(wide a, wide b) {
    return (wide){simde_mm256_mul_pd(a.lo, b.lo), simde_mm256_mul_pd(a.hi, b.hi)};
}
static inline wide w_div(wide a, wide b) {
    return (wide){simde_mm256_div_pd(a.lo, b.lo), simde_mm256_div_pd(a.hi, b.hi)};
}
static inline wide w_sqrt(wide a) { return (wide){simde_mm256_sqrt_pd(a.lo), simde_mm256_sqrt_pd(a.hi)}; }
static inline wide w_abs(wide a) {
    simde__m256d sign = simde_mm256_set1_pd(-0.0);
    return (wide){simde_mm256_andnot_pd(sign, a.lo), simde_mm256_andnot_pd(sign, a.hi)};
}
static inline wide w_negate(wide a) {
    simde__m256d sign = simde_mm256_set1_pd(-0.0);
    return (wide){simde_mm256_xor_pd(sign, a.lo), simde_mm256_xor_pd(sign, a.hi)};
}
static inline wide w_flip(wide a, wide sign) {
    simde__m256d bit = simde_mm256_set1_pd(-0.0);
    return (wide){simde_mm256_xor_pd(simde_mm256_and_pd(bit, sign.lo), a.lo),
                  simde_mm256_xor_pd(simde_mm256_and_pd(bit, sign.hi), a.hi)};
}
static inline widemask w_lt(wide a, wide b) {
    return (widemask){simde_mm256_cmp_pd(a.lo, b.lo, SIMDE_CMP_LT_OQ),
                      simde_mm256_cmp_pd(a.hi, b.hi, SIMDE_CMP_LT_OQ)};
}
static inline widemask w_le(wide a, wide b) {
    return (widemask){simde_mm256_cmp_pd(a.lo, b.lo, SIMDE_CMP_LE_OQ),
                      simde_mm256_cmp_pd(a.hi, b.hi, SIMDE_CMP_LE_OQ)};
}
static inline widemask w_and(widemask a, widemask b) {
    return (widemask){simde_mm256_and_pd(a.lo, b.lo), simde_mm256_and_pd(a.hi, b.hi)};
}
static inline widemask w_or(widemask a, widemask b) {
    return (widemask){simde_mm256_or_pd(a.lo, b.lo), simde_mm256_or_pd(a.hi, b.hi)};
}
static inline widemask w_andnot(widemask a, widemask b) {
    return (widemask){simde_mm256_andnot_pd(b.lo, a.lo), simde_mm256_andnot_pd(b.hi, a.hi)};
}
static inline wide w_select(widemask m, wide a, wide b) {
    return (wide){simde_mm256_blendv_pd(b.lo, a.lo, m.lo), simde_mm256_blendv_pd(b.hi, a.hi, m.hi)};
}
static inline wide w_keep(widemask m, wide a) {
    return (wide){simde_mm256_and_pd(m.lo, a.lo), simde_mm256_and_pd(m.hi, a.hi)};
}
static inline wide w_larger(wide a, wide b) {
    return (wide){simde_mm256_max_pd(a.lo, b.lo), simde_mm256_max_pd(a.hi, b.hi)};
}
static inline wide w_smaller(wide a, wide b) {
    return (wide){simde_mm256_min_pd(a.lo, b.lo), simde_mm256_min_pd(a.hi, b.hi)};
}
