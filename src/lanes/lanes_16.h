/* Defines the functions for sixteen lanes, with AVX-512 or its emulation by SIMDe. lanes_1.h describes each
   function. */
#include <simde/x86/avx512.h>
#if defined(__AVX512F__)
#include <immintrin.h> /* for conversions and streaming stores that SIMDe 0.7 does not have at this width */
#endif

#define LANES 16

typedef simde__m512 flanes;
typedef simde__mmask16 mask;
typedef simde__m512i ilanes;
typedef struct {
    simde__m512d lo, hi;
} wide;
typedef struct {
    simde__mmask8 lo, hi;
} widemask;

static inline flanes f_load(const float *p) { return simde_mm512_loadu_ps(p); }
static inline void f_store(float *p, flanes a) { simde_mm512_storeu_ps(p, a); }
static inline void f_stream(float *p, flanes a) {
#if defined(__AVX512F__)
    _mm512_stream_ps(p, a);
#else
    simde_mm512_storeu_ps(p, a);
#endif
}
static inline flanes f_set(float a) { return simde_mm512_set1_ps(a); }
static inline flanes f_add(flanes a, flanes b) { return simde_mm512_add_ps(a, b); }
static inline flanes f_sub(flanes a, flanes b) { return simde_mm512_sub_ps(a, b); }
static inline flanes f_mul(flanes a, flanes b) { return simde_mm512_mul_ps(a, b); }
static inline flanes f_div(flanes a, flanes b) { return simde_mm512_div_ps(a, b); }
static inline flanes f_sqrt(flanes a) { return simde_mm512_sqrt_ps(a); }
static inline flanes f_abs(flanes a) {
    return simde_mm512_and_ps(simde_mm512_castsi512_ps(simde_mm512_set1_epi32(INT32_MAX)), a);
}
static inline flanes f_negate(flanes a) { return simde_mm512_xor_ps(simde_mm512_set1_ps(-0.0f), a); }
static inline flanes f_flip(flanes a, flanes sign) {
    return simde_mm512_xor_ps(simde_mm512_and_ps(simde_mm512_set1_ps(-0.0f), sign), a);
}
static inline mask f_lt(flanes a, flanes b) { return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_LT_OQ); }
static inline mask f_le(flanes a, flanes b) { return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_LE_OQ); }
static inline flanes f_select(mask m, flanes a, flanes b) { return simde_mm512_mask_mov_ps(b, m, a); }
static inline flanes f_keep(mask m, flanes a) { return simde_mm512_maskz_mov_ps(m, a); }
static inline flanes f_else(mask m, flanes a, flanes b) { return f_select(m, a, b); }
static inline mask f_minus(flanes a) { return simde_mm512_movepi32_mask(simde_mm512_castps_si512(a)); }
static inline flanes f_if_minus(flanes sign, flanes a, flanes b) { return f_select(f_minus(sign), a, b); }
/* Compares the bits as unsigned integers. Then negative numbers are larger than infinity. */
static inline mask f_within(flanes a, flanes top) {
    return simde_mm512_cmple_epu32_mask(simde_mm512_castps_si512(a), simde_mm512_castps_si512(top));
}
static inline flanes f_larger(flanes a, flanes b) { return simde_mm512_max_ps(a, b); }
static inline flanes f_smaller(flanes a, flanes b) { return simde_mm512_min_ps(a, b); }

static inline mask m_and(mask a, mask b) { return (mask)(a & b); }
static inline mask m_or(mask a, mask b) { return (mask)(a | b); }
static inline mask m_andnot(mask a, mask b) { return (mask)(a & ~b); }

static inline mask m_narrow(widemask m) {
#if defined(__AVX512F__)
    return (mask)_mm512_kunpackb(m.hi, m.lo); /* not a shift, for which gcc would use general registers */
#else
    return (mask)(m.lo | (unsigned)m.hi << 8);
#endif
}
static inline int m_any(mask m) { return m != 0; }
static inline int m_all(mask m) { return m == 0xffff; }
static inline unsigned m_bits(mask m) { return m; }

static inline ilanes i_load(const void *p) { return simde_mm512_loadu_si512(p); }
static inline void i_store(int32_t *p, ilanes a) { simde_mm512_storeu_si512(p, a); }
static inline ilanes i_set(int32_t a) { return simde_mm512_set1_epi32(a); }
static inline ilanes i_keep(mask m, ilanes a) { return simde_mm512_maskz_mov_epi32(m, a); }
static inline ilanes i_except(mask m, ilanes a) {
    return simde_mm512_mask_mov_epi32(a, m, simde_mm512_setzero_si512());
}
static inline ilanes i_or(ilanes a, ilanes b) { return simde_mm512_or_epi32(a, b); }
static inline ilanes i_count(mask m, ilanes a) {
    return simde_mm512_mask_add_epi32(a, m, a, simde_mm512_set1_epi32(1));
}

static inline ilanes i_add(ilanes a, ilanes b) { return simde_mm512_add_epi32(a, b); }
static inline ilanes i_sub(ilanes a, ilanes b) { return simde_mm512_sub_epi32(a, b); }
static inline mask i_lt(ilanes a, ilanes b) { return simde_mm512_cmpgt_epi32_mask(b, a); }
static inline mask i_eq(ilanes a, ilanes b) { return simde_mm512_cmpeq_epi32_mask(a, b); }
static inline ilanes i_else(mask m, ilanes a, int32_t b) {
    return simde_mm512_mask_mov_epi32(i_set(b), m, a);
}
static inline ilanes i_select(mask m, ilanes a, ilanes b) { return simde_mm512_mask_mov_epi32(b, m, a); }

static inline simde__m512d way_widen8(simde__m256 a) {
#if defined(__AVX512F__)
    return _mm512_cvtps_pd(a);
#else
    simde__m512d low = simde_mm512_castpd256_pd512(simde_mm256_cvtps_pd(simde_mm256_castps256_ps128(a)));
    return simde_mm512_insertf64x4(low, simde_mm256_cvtps_pd(simde_mm256_extractf128_ps(a, 1)), 1);
#endif
}
static inline simde__m256 way_narrow8(simde__m512d a) {
#if defined(__AVX512F__)
    return _mm512_cvtpd_ps(a);
#else
    return simde_mm256_set_m128(simde_mm256_cvtpd_ps(simde_mm512_extractf64x4_pd(a, 1)),
                                simde_mm256_cvtpd_ps(simde_mm512_castpd512_pd256(a)));
#endif
}
static inline wide w_widen(flanes a) {
    simde__m256d upper = simde_mm512_extractf64x4_pd(simde_mm512_castps_pd(a), 1);
    return (wide){way_widen8(simde_mm512_castps512_ps256(a)), way_widen8(simde_mm256_castpd_ps(upper))};
}
static inline wide w_load(const float *p) {
    return (wide){way_widen8(simde_mm256_loadu_ps(p)), way_widen8(simde_mm256_loadu_ps(p + 8))};
}
static inline flanes w_narrow(wide a) {
    simde__m512d lower = simde_mm512_castps_pd(simde_mm512_castps256_ps512(way_narrow8(a.lo)));
    return simde_mm512_castpd_ps(simde_mm512_insertf64x4(lower, simde_mm256_castps_pd(way_narrow8(a.hi)), 1));
}
static inline wide w_set(double a) { return (wide){simde_mm512_set1_pd(a), simde_mm512_set1_pd(a)}; }
static inline simde__m512d way_count8(simde__m256i a) {
#if defined(__AVX512F__)
    return _mm512_cvtepi32_pd(a);
#else
    simde__m512d low = simde_mm512_castpd256_pd512(simde_mm256_cvtepi32_pd(simde_mm256_castsi256_si128(a)));
    return simde_mm512_insertf64x4(low, simde_mm256_cvtepi32_pd(simde_mm256_extracti128_si256(a, 1)), 1);
#endif
}
static inline wide w_count(ilanes a) {
    return (wide){way_count8(simde_mm512_castsi512_si256(a)),
                  way_count8(simde_mm512_extracti64x4_epi64(a, 1))};
}
static inline wide w_add(wide a, wide b) {
    return (wide){simde_mm512_add_pd(a.lo, b.lo), simde_mm512_add_pd(a.hi, b.hi)};
}
static inline wide w_sub(wide a, wide b) {
    return (wide){simde_mm512_sub_pd(a.lo, b.lo), simde_mm512_sub_pd(a.hi, b.hi)};
}
static inline wide w_mul(wide a, wide b) {
    return (wide){simde_mm512_mul_pd(a.lo, b.lo), simde_mm512_mul_pd(a.hi, b.hi)};
}
static inline wide w_div(wide a, wide b) {
    return (wide){simde_mm512_div_pd(a.lo, b.lo), simde_mm512_div_pd(a.hi, b.hi)};
}
static inline wide w_sqrt(wide a) { return (wide){simde_mm512_sqrt_pd(a.lo), simde_mm512_sqrt_pd(a.hi)}; }
static inline wide w_abs(wide a) {
    simde__m512d sign = simde_mm512_set1_pd(-0.0);
    return (wide){simde_mm512_andnot_pd(sign, a.lo), simde_mm512_andnot_pd(sign, a.hi)};
}
static inline wide w_negate(wide a) {
    simde__m512d sign = simde_mm512_set1_pd(-0.0);
    return (wide){simde_mm512_xor_pd(sign, a.lo), simde_mm512_xor_pd(sign, a.hi)};
}
static inline wide w_flip(wide a, wide sign) {
    simde__m512d bit = simde_mm512_set1_pd(-0.0);
    return (wide){simde_mm512_xor_pd(simde_mm512_and_pd(bit, sign.lo), a.lo),
                  simde_mm512_xor_pd(simde_mm512_and_pd(bit, sign.hi), a.hi)};
}
static inline widemask w_lt(wide a, wide b) {
    return (widemask){simde_mm512_cmp_pd_mask(a.lo, b.lo, SIMDE_CMP_LT_OQ),
                      simde_mm512_cmp_pd_mask(a.hi, b.hi, SIMDE_CMP_LT_OQ)};
}
static inline widemask w_le(wide a, wide b) {
    return (widemask){simde_mm512_cmp_pd_mask(a.lo, b.lo, SIMDE_CMP_LE_OQ),
                      simde_mm512_cmp_pd_mask(a.hi, b.hi, SIMDE_CMP_LE_OQ)};
}
static inline widemask w_and(widemask a, widemask b) {
    return (widemask){(simde__mmask8)(a.lo & b.lo), (simde__mmask8)(a.hi & b.hi)};
}
static inline widemask w_or(widemask a, widemask b) {
    return (widemask){(simde__mmask8)(a.lo | b.lo), (simde__mmask8)(a.hi | b.hi)};
}
static inline widemask w_andnot(widemask a, widemask b) {
    return (widemask){(simde__mmask8)(a.lo & ~b.lo), (simde__mmask8)(a.hi & ~b.hi)};
}
static inline wide w_select(widemask m, wide a, wide b) {
    return (wide){simde_mm512_mask_mov_pd(b.lo, m.lo, a.lo), simde_mm512_mask_mov_pd(b.hi, m.hi, a.hi)};
}
static inline wide w_keep(widemask m, wide a) {
    return (wide){simde_mm512_maskz_mov_pd(m.lo, a.lo), simde_mm512_maskz_mov_pd(m.hi, a.hi)};
}
static inline wide w_larger(wide a, wide b) {
    return (wide){simde_mm512_max_pd(a.lo, b.lo), simde_mm512_max_pd(a.hi, b.hi)};
}
static inline wide w_smaller(wide a, wide b) {
    return (wide){simde_mm512_min_pd(a.lo, b.lo), simde_mm512_min_pd(a.hi, b.hi)};
}
