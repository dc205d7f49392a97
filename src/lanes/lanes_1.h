/* Defines the lane functions ("words") for one lane, in plain C, which shows the meaning of each function.
   The files for other lane counts define the same functions in the same order.

   flanes    LANES floats.
   mask      One truth value per lane, from comparing floats.
   wide      LANES doubles.
   widemask  One truth value per lane, from comparing doubles.
   ilanes    LANES int32.

   Every function is exactly one IEEE operation, rounded once, in each lane separately. Comparisons with NaN
   are false. No function fuses or approximates operations. Minimum and maximum do not depend on the
   machine. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#define LANES 1

typedef float flanes;
typedef int mask;
typedef int32_t ilanes;
typedef double wide;
typedef int widemask;

/* Without optimisation, sqrt would call the C library, and the sqrt of MinGW-w64 rounds doubles twice. */
#if defined(__GNUC__) && !defined(__OPTIMIZE__) && (defined(__x86_64__) || defined(__SSE2__))
static inline float plain_sqrtf(float a) {
    __asm__("sqrtss %0, %0" : "+x"(a));
    return a;
}
static inline double plain_sqrt(double a) {
    __asm__("sqrtsd %0, %0" : "+x"(a));
    return a;
}
#else
#define plain_sqrtf sqrtf
#define plain_sqrt sqrt
#endif

/* Types for access to the caller's columns, which may hold floats or int32. With a plain float *, the
   compiler could assume that memory with an int32 is never read as a float. Compilers without this attribute
   make no such assumption. */
#if defined(__GNUC__)
typedef float __attribute__((may_alias)) way_any_float;
typedef int32_t __attribute__((may_alias)) way_any_int32;
#else
typedef float way_any_float;
typedef int32_t way_any_int32;
#endif

static inline flanes f_load(const float *p) { return *(const way_any_float *)p; }
static inline void f_store(float *p, flanes a) { *(way_any_float *)p = a; }
static inline void f_stream(float *p, flanes a) {
    f_store(p, a);
} /* stores past the caches if LANES is 16; the address p must be a multiple of 64 */
static inline flanes f_set(float a) { return a; }
static inline flanes f_add(flanes a, flanes b) { return a + b; }
static inline flanes f_sub(flanes a, flanes b) { return a - b; }
static inline flanes f_mul(flanes a, flanes b) { return a * b; }
static inline flanes f_div(flanes a, flanes b) { return a / b; }
static inline flanes f_sqrt(flanes a) { return plain_sqrtf(a); }
static inline flanes f_abs(flanes a) { return fabsf(a); }
static inline flanes f_negate(flanes a) { return -a; }
static inline flanes f_flip(flanes a, flanes sign) {
    return signbit(sign) ? -a : a;
} /* `a` negated if the sign bit of `sign` is set */
static inline mask f_lt(flanes a, flanes b) { return a < b; }
static inline mask f_le(flanes a, flanes b) { return a <= b; }
static inline flanes f_select(mask m, flanes a, flanes b) { return m ? a : b; }
static inline flanes f_keep(mask m, flanes a) { return m ? a : 0.0f; } /* a or +0 */
static inline flanes f_else(mask m, flanes a, flanes b) {
    return m ? a : b;
} /* like f_select, but `a` must be +0 in all lanes outside of m */
static inline mask f_minus(flanes a) { return signbit(a) != 0; } /* is the sign bit set? true for -0, too */
static inline flanes f_if_minus(flanes sign, flanes a, flanes b) {
    return signbit(sign) ? a : b;
} /* a if the sign bit of sign is set, else b */
static inline mask f_within(flanes a, flanes top) {
    return !signbit(a) & (a <= top);
} /* is a between +0 and top? top >= 0; false for -0 */
static inline flanes f_larger(flanes a, flanes b) { return a > b ? a : b; }  /* b if one is NaN */
static inline flanes f_smaller(flanes a, flanes b) { return a < b ? a : b; } /* b if one is NaN */

static inline mask m_and(mask a, mask b) { return a & b; }
static inline mask m_or(mask a, mask b) { return a | b; }
static inline mask m_andnot(mask a, mask b) { return a & !b; } /* a and not b */

static inline mask m_narrow(widemask m) { return m; }
static inline int m_any(mask m) {
    return m;
} /* is any lane true? Use it only to skip work: no result may depend on it */
static inline int m_all(mask m) { return m; }                 /* are all lanes true? see m_any */
static inline unsigned m_bits(mask m) { return (unsigned)m; } /* bit k: lane k is true */

static inline ilanes i_load(const void *p) { return *(const way_any_int32 *)p; }
static inline void i_store(int32_t *p, ilanes a) { *(way_any_int32 *)p = a; }
static inline ilanes i_set(int32_t a) { return a; }
static inline ilanes i_keep(mask m, ilanes a) { return m ? a : 0; }
static inline ilanes i_except(mask m, ilanes a) { return m ? 0 : a; }
static inline ilanes i_or(ilanes a, ilanes b) { return a | b; }
static inline ilanes i_count(mask m, ilanes a) { return a + m; } /* a + 1 in lanes of m */
static inline ilanes i_add(ilanes a, ilanes b) { return (int32_t)((uint32_t)a + (uint32_t)b); } /* wraps */
static inline ilanes i_sub(ilanes a, ilanes b) { return (int32_t)((uint32_t)a - (uint32_t)b); } /* wraps */
static inline mask i_lt(ilanes a, ilanes b) { return a < b; }
static inline mask i_eq(ilanes a, ilanes b) { return a == b; }
/* a sum, because gcc compiles it to fewer instructions on AArch64 than a conditional */
static inline ilanes i_else(mask m, ilanes a, int32_t b) { return i_add(b, i_keep(m, i_sub(a, b))); }
static inline ilanes i_select(mask m, ilanes a, ilanes b) { return m ? a : b; }

static inline wide w_widen(flanes a) { return (double)a; }
static inline wide w_load(const float *p) {
    return (double)f_load(p);
} /* widening from memory costs less than from a register */
static inline flanes w_narrow(wide a) { return (float)a; }
static inline wide w_set(double a) { return a; }
static inline wide w_count(ilanes a) { return (double)a; } /* exact */
static inline wide w_add(wide a, wide b) { return a + b; }
static inline wide w_sub(wide a, wide b) { return a - b; }
static inline wide w_mul(wide a, wide b) { return a * b; }
static inline wide w_div(wide a, wide b) { return a / b; }
static inline wide w_sqrt(wide a) { return plain_sqrt(a); }
static inline wide w_abs(wide a) { return fabs(a); }
static inline wide w_negate(wide a) { return -a; }
static inline wide w_flip(wide a, wide sign) { return signbit(sign) ? -a : a; } /* like f_flip */
static inline widemask w_lt(wide a, wide b) { return a < b; }
static inline widemask w_le(wide a, wide b) { return a <= b; }
static inline widemask w_and(widemask a, widemask b) { return a & b; }
static inline widemask w_or(widemask a, widemask b) { return a | b; }
static inline widemask w_andnot(widemask a, widemask b) { return a & !b; } /* a and not b */
static inline wide w_select(widemask m, wide a, wide b) { return m ? a : b; }
static inline wide w_keep(widemask m, wide a) { return m ? a : 0.0; }  /* a or +0 */
static inline wide w_larger(wide a, wide b) { return a > b ? a : b; }  /* a, b >= 0; if one is NaN: either */
static inline wide w_smaller(wide a, wide b) { return a < b ? a : b; } /* like w_larger */
