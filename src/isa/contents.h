/* Everything that is compiled once per instruction set: each behaviour's kernel in both precisions, and
   the movement of x/y pairs. Included by the files beside this one after they have chosen WAY_ISA and
   their lanes. */

/* gcc fuses even through intrinsics; fast mathematics, whole or in part, and x87 arithmetic would change bits:
   see the README. gcc says in __GCC_IEC_559 whether it may fuse, but only under -std=c11. */
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) ||                     \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "waylay: compile without -ffast-math and its parts: the same bits depend on it"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "waylay: floats must be computed as floats (FLT_EVAL_METHOD 0): use SSE2 arithmetic, not x87"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && (!defined(__STRICT_ANSI__) || __GCC_IEC_559 < 1)
#error "waylay: gcc fuses unless told not to: compile with -std=c11, and without -ffp-contract=fast"
#endif

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel.h"
#include "table.h"
#include "waylay/waylay.h"

/* Not in a WASM module without optimisation: engines limit the locals of a function. */
#if defined(__GNUC__) && (defined(__OPTIMIZE__) || !defined(__wasm__))
#define WAY_INLINE static inline __attribute__((always_inline))
#else
#define WAY_INLINE static inline
#endif

/* The outputs of WAY_LANES_MAX agents, a line a column, go to their columns at i. */
WAY_INLINE void way_put_lines(void *const *out, float (*line)[WAY_LANES_MAX], int outputs, unsigned wanted,
                              size_t i) {
    for (int k = 0; k < outputs; k++)
        if (wanted & 1u << k)
            for (size_t j = 0; j < WAY_LANES_MAX; j += LANES)
                f_store((float *)out[k] + i + j, f_load(line[k] + j));
}

/* An x and a y of the same agents, from two columns or from pairs. */
WAY_INLINE void way_get_xy(const float *x, const float *y, size_t i, unsigned paired, flanes *vx,
                           flanes *vy) {
    if (paired)
        f_load_pairs(x + 2 * i, vx, vy);
    else {
        *vx = f_load(x + i);
        *vy = f_load(y + i);
    }
}

/* To two columns, NULL where not wanted, or to pairs. */
WAY_INLINE void way_put_xy(void *x, void *y, size_t i, unsigned paired, flanes vx, flanes vy) {
    if (paired)
        f_store_pairs((float *)x + 2 * i, vx, vy);
    else {
        if (x != NULL)
            f_store((float *)x + i, vx);
        if (y != NULL)
            f_store((float *)y + i, vy);
    }
}

/* WAY_LOCAL(name) is name_exact or name_fast. */
#define WAY_JOIN_(a, b) a##_##b
#define WAY_JOIN(a, b) WAY_JOIN_(a, b)
#define WAY_LOCAL(name) WAY_JOIN(name, WAY_PRECISION)

#define WAY_PRECISION exact
#define WAY_WIDE_IS_DOUBLE 1
#include "lanes/lanes_math.h"
#define WAY_KERNELS
#include "behaviours.def"
#undef WAY_PRECISION
#undef WAY_WIDE_IS_DOUBLE

#define WAY_PRECISION fast
#define WAY_WIDE_IS_DOUBLE 0
#include "lanes/lanes_fast.h"
#include "lanes/lanes_math.h"
#define WAY_KERNELS
#include "behaviours.def"
#undef WAY_PRECISION
#undef WAY_WIDE_IS_DOUBLE

static void unzip(const float *pairs, float *x, float *y, size_t count) {
    for (size_t i = 0; i < count; i += LANES) {
        flanes vx, vy;
        f_load_pairs(pairs + 2 * i, &vx, &vy);
        f_store(x + i, vx);
        f_store(y + i, vy);
    }
}

static void zip(const float *x, const float *y, float *pairs, size_t count) {
    for (size_t i = 0; i < count; i += LANES)
        f_store_pairs(pairs + 2 * i, f_load(x + i), f_load(y + i));
}

/* Against flags of which the preprocessor sees nothing, such as clang's -ffp-contract=fast: is every product
   and every sum rounded by itself? */
static int is_strict(void) {
    volatile float numbers[] = {1.0f + 0x1p-12f, 1.0f + 0x1p-11f, 1.0f, 0x1p-30f};
    flanes factor = f_set(numbers[0]), square = f_set(numbers[1]), one = f_set(numbers[2]),
           little = f_set(numbers[3]);
    float fused[LANES], reordered[LANES];
    f_store(fused, f_sub(f_mul(factor, factor), square));
    f_store(reordered, f_sub(f_add(little, one), one));
    return fused[0] == 0.0f && reordered[0] == 0.0f;
}

#define WAY_TEXT_(a) #a
#define WAY_TEXT(a) WAY_TEXT_(a)

const way_table WAY_JOIN(way_table, WAY_ISA) = {
    WAY_TEXT(WAY_ISA),
    LANES == WAY_LANES_MAX,
    {
#define BEGIN(name, summary, source) {{name##_exact, name##_fast}, name##_in_pairs, name##_out_pairs},
#include "behaviours.def"
    },
    unzip,
    zip,
    is_strict,
};
