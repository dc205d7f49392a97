/* Defines the lane functions for four lanes in 128 bits: SSE2, NEON and WASM SIMD128, all through SIMDe.
   lanes_1.h describes each function. */
#include <simde/x86/sse2.h>

#define LANES 4

typedef simde__m128 flanes;
typedef simde__m128 mask;
typedef simde__m128i ilanes;
typedef struct {
    simde__m128d lo, hi;
} wide;
typedef struct {
    simde__m128d lo, hi;
} widemask;

/* On WASM, SIMDe 0.7.4 translates these functions to slow code: it splits lanes, or handles NaNs and zeros in
   ways that are not needed here. */
#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
static inline int movemask(simde__m128 a) { return (int)wasm_i32x4_bitmask(a); }
static inline simde__m128 max_ps(simde__m128 a, simde__m128 b) { return wasm_f32x4_pmax(b, a); }
static inline simde__m128 min_ps(simde__m128 a, simde__m128 b) { return wasm_f32x4_pmin(b, a); }
static inline simde__m128d max_pd(simde__m128d a, simde__m128d b) { return wasm_f64x2_pmax(b, a); }
static inline simde__m128d min_pd(simde__m128d a, simde__m128d b) { return wasm_f64x2_pmin(b, a); }
/* LLVM 19 splits the conversion into lanes if it sees that two lanes are unused. The swizzle hides this from
   LLVM. */
static inline simde__m128 narrowed(simde__m128d lo, simde__m128d hi) {
    v128_t up = wasm_i8x16_const(-1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7);
    return wasm_v128_or(wasm_f32x4_demote_f64x2_zero(lo),
                        wasm_i8x16_swizzle(wasm_f32x4_demote_f64x2_zero(hi), up));
}
#else
#define movemask simde_mm_movemask_ps
#define max_ps simde_mm_max_ps
#define min_ps simde_mm_min_ps
#define max_pd simde_mm_max_pd
#define min_pd simde_mm_min_pd
static inline simde__m128 narrowed(simde__m128d lo, simde__m128d hi) {
    return simde_mm_movelh_ps(simde_mm_cvtpd_ps(lo), simde_mm_cvtpd_ps(hi));
}
#endif

static inline flanes f_load(const float *p) { return simde_mm_loadu_ps(p); }
static inline void f_store(float *p, flanes a) { simde_mm_storeu_ps(p, a); }
static inline void f_stream(float *p, flanes a) { simde_mm_storeu_ps(p, a); }
static inline flanes f_set(float a) { return simde_mm_set1_ps(a); }
static inline flanes f_add(flanes a, flanes b) { return simde_mm_add_ps(a, b); }
static inline flanes f_sub(flanes a, flanes b) { return simde_mm_sub_ps(a, b); }
static inline flanes f_mul(flanes a, flanes b) { return simde_mm_mul_ps(a, b); }
static inline flanes f_div(flanes a, flanes b) { return simde_mm_div_ps(a, b); }
static inline flanes f_sqrt(flanes a) { return simde_mm_sqrt_ps(a); }
static inline flanes f_abs(flanes a) {
    return simde_mm_and_ps(simde_mm_castsi128_ps(simde_mm_set1_epi32(INT32_MAX)), a);
}
static inline flanes f_negate(flanes a) { return simde_mm_xor_ps(simde_mm_set1_ps(-0.0f), a); }
static inline flanes f_flip(flanes a, flanes sign) {
    return simde_mm_xor_ps(simde_mm_and_ps(simde_mm_set1_ps(-0.0f), sign), a);
}
static inline mask f_lt(flanes a, flanes b) { return simde_mm_cmplt_ps(a, b); }
static inline mask f_le(flanes a, flanes b) { return simde_mm_cmple_ps(a, b); }
static inline flanes f_select(mask m, flanes a, flanes b) {
    return simde_mm_or_ps(simde_mm_and_ps(m, a), simde_mm_andnot_ps(m, b));
}
static inline flanes f_keep(mask m, flanes a) { return simde_mm_and_ps(m, a); }
static inline flanes f_else(mask m, flanes a, flanes b) {
    return simde_mm_or_ps(a, simde_mm_andnot_ps(m, b));
}
static inline mask f_minus(flanes a) {
    return simde_mm_castsi128_ps(simde_mm_srai_epi32(simde_mm_castps_si128(a), 31));
}
static inline flanes f_if_minus(flanes sign, flanes a, flanes b) { return f_select(f_minus(sign), a, b); }
/* Compares bits as integers. If `a` is above `top`, the sum wraps. If the sign bit of `a` is set, the sum is
   below `room`. */
static inline mask f_within(flanes a, flanes top) {
    simde__m128i room = simde_mm_sub_epi32(simde_mm_set1_epi32(INT32_MAX), simde_mm_castps_si128(top));
    simde__m128i sum = simde_mm_add_epi32(simde_mm_castps_si128(a), room);
    simde__m128i below = simde_mm_sub_epi32(room, simde_mm_set1_epi32(1));
    return simde_mm_castsi128_ps(simde_mm_cmpgt_epi32(sum, below));
}
static inline flanes f_larger(flanes a, flanes b) { return max_ps(a, b); }
static inline flanes f_smaller(flanes a, flanes b) { return min_ps(a, b); }

static inline mask m_and(mask a, mask b) { return simde_mm_and_ps(a, b); }
static inline mask m_or(mask a, mask b) { return simde_mm_or_ps(a, b); }
static inline mask m_andnot(mask a, mask b) { return simde_mm_andnot_ps(b, a); }

static inline mask m_narrow(widemask m) {
    return simde_mm_shuffle_ps(simde_mm_castpd_ps(m.lo), simde_mm_castpd_ps(m.hi), 0x88);
}
static inline int m_any(mask m) { return movemask(m) != 0; }
static inline int m_all(mask m) { return movemask(m) == 0xf; }
static inline unsigned m_bits(mask m) { return (unsigned)movemask(m); }

static inline ilanes i_load(const void *p) { return simde_mm_loadu_si128((const simde__m128i *)p); }
static inline void i_store(int32_t *p, ilanes a) { simde_mm_storeu_si128((simde__m128i *)p, a); }
static inline ilanes i_set(int32_t a) { return simde_mm_set1_epi32(a); }
static inline ilanes i_keep(mask m, ilanes a) { return simde_mm_and_si128(simde_mm_castps_si128(m), a); }
static inline ilanes i_except(mask m, ilanes a) { return simde_mm_andnot_si128(simde_mm_castps_si128(m), a); }
static inline ilanes i_or(ilanes a, ilanes b) { return simde_mm_or_si128(a, b); }
static inline ilanes i_count(mask m, ilanes a) { return simde_mm_sub_epi32(a, simde_mm_castps_si128(m)); }
static inline ilanes i_add(ilanes a, ilanes b) { return simde_mm_add_epi32(a, b); }
static inline ilanes i_sub(ilanes a, ilanes b) { return simde_mm_sub_epi32(a, b); }
static inline mask i_lt(ilanes a, ilanes b) { return simde_mm_castsi128_ps(simde_mm_cmpgt_epi32(b, a)); }
static inline mask i_eq(ilanes a, ilanes b) { return simde_mm_castsi128_ps(simde_mm_cmpeq_epi32(a, b)); }
static inline ilanes i_else(mask m, ilanes a, int32_t b) {
    return i_add(i_set(b), i_keep(m, i_sub(a, i_set(b))));
}
static inline ilanes i_select(mask m, ilanes a, ilanes b) {
    simde__m128i bits = simde_mm_castps_si128(m);
    return simde_mm_or_si128(simde_mm_and_si128(bits, a), simde_mm_andnot_si128(bits, b));
}

static inline wide w_widen(flanes a) {
    return (wide){simde_mm_cvtps_pd(a), simde_mm_cvtps_pd(simde_mm_movehl_ps(a, a))};
}
static inline wide w_load(const float *p) {
    simde__m128i lo = simde_mm_loadl_epi64((const simde__m128i *)p);
    simde__m128i hi = simde_mm_loadl_epi64((const simde__m128i *)(p + 2));
    return (wide){simde_mm_cvtps_pd(simde_mm_castsi128_ps(lo)), simde_mm_cvtps_pd(simde_mm_castsi128_ps(hi))};
}
static inline flanes w_narrow(wide a) { return narrowed(a.lo, a.hi); }
static inline wide w_set(double a) { return (wide){simde_mm_set1_pd(a), simde_mm_set1_pd(a)}; }
static inline wide w_count(ilanes a) {
    return (wide){simde_mm_cvtepi32_pd(a), simde_mm_cvtepi32_pd(simde_mm_shuffle_epi32(a, 0xee))};
}
static inline wide w_add(wide a, wide b) {
    return (wide){simde_mm_add_pd(a.lo, b.lo), simde_mm_add_pd(a.hi, b.hi)};
}
static inline wide w_sub(wide a, wide b) {
    return (wide){simde_mm_sub_pd(a.lo, b.lo), simde_mm_sub_pd(a.hi, b.hi)};
}
static inline wide w_mul(wide a, wide b) {
    return (wide){simde_mm_mul_pd(a.lo, b.lo), simde_mm_mul_pd(a.hi, b.hi)};
}
static inline wide w_div(wide a, wide b) {
    return (wide){simde_mm_div_pd(a.lo, b.lo), simde_mm_div_pd(a.hi, b.hi)};
}
static inline wide w_sqrt(wide a) { return (wide){simde_mm_sqrt_pd(a.lo), simde_mm_sqrt_pd(a.hi)}; }
static inline wide w_abs(wide a) {
    simde__m128d sign = simde_mm_set1_pd(-0.0);
    return (wide){simde_mm_andnot_pd(sign, a.lo), simde_mm_andnot_pd(sign, a.hi)};
}
static inline wide w_negate(wide a) {
    simde__m128d sign = simde_mm_set1_pd(-0.0);
    return (wide){simde_mm_xor_pd(sign, a.lo), simde_mm_xor_pd(sign, a.hi)};
}
static inline wide w_flip(wide a, wide sign) {
    simde__m128d bit = simde_mm_set1_pd(-0.0);
    return (wide){simde_mm_xor_pd(simde_mm_and_pd(bit, sign.lo), a.lo),
                  simde_mm_xor_pd(simde_mm_and_pd(bit, sign.hi), a.hi)};
}
static inline widemask w_lt(wide a, wide b) {
    return (widemask){simde_mm_cmplt_pd(a.lo, b.lo), simde_mm_cmplt_pd(a.hi, b.hi)};
}
static inline widemask w_le(wide a, wide b) {
    return (widemask){simde_mm_cmple_pd(a.lo, b.lo), simde_mm_cmple_pd(a.hi, b.hi)};
}
static inline widemask w_and(widemask a, widemask b) {
    return (widemask){simde_mm_and_pd(a.lo, b.lo), simde_mm_and_pd(a.hi, b.hi)};
}
static inline widemask w_or(widemask a, widemask b) {
    return (widemask){simde_mm_or_pd(a.lo, b.lo), simde_mm_or_pd(a.hi, b.hi)};
}
static inline widemask w_andnot(widemask a, widemask b) {
    return (widemask){simde_mm_andnot_pd(b.lo, a.lo), simde_mm_andnot_pd(b.hi, a.hi)};
}
static inline wide w_select(widemask m, wide a, wide b) {
    return (wide){simde_mm_or_pd(simde_mm_and_pd(m.lo, a.lo), simde_mm_andnot_pd(m.lo, b.lo)),
                  simde_mm_or_pd(simde_mm_and_pd(m.hi, a.hi), simde_mm_andnot_pd(m.hi, b.hi))};
}
static inline wide w_keep(widemask m, wide a) {
    return (wide){simde_mm_and_pd(m.lo, a.lo), simde_mm_and_pd(m.hi, a.hi)};
}
static inline wide w_larger(wide a, wide b) { return (wide){max_pd(a.lo, b.lo), max_pd(a.hi, b.hi)}; }
static inline wide w_smaller(wide a, wide b) { return (wide){min_pd(a.lo, b.lo), min_pd(a.hi, b.hi)}; }
