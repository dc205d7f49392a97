/* Everything that is compiled once per instruction set: each behaviour's kernel in both precisions, and
   the movement of x/y pairs. Included by the files beside this one after they have chosen WAY_ISA and
   their lanes. */

/* gcc fuses even through intrinsics; fast mathematics, whole or in part, and x87 arithmetic would change
   bits: see the README. gcc says in __GCC_IEC_559 whether it may fuse, but only under -std=c11. */
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) ||                     \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__) ||         \
    defined(SIMDE_FAST_NANS)
#error "waylay: compile without -ffast-math and its parts: the same bits depend on it"
#endif
/* Method 1, floats in registers of doubles as on s390x, does no harm to plain C: each word returns a float, to which
   the double is rounded, and to round twice is to round once where there are twice the digits and two more. */
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && !(__FLT_EVAL_METHOD__ == 1 && LANES == 1)
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
#include <string.h>

#include "chase.h"
#include "kernel.h"
#include "table.h"
#include "waylay/waylay.h"

/* Not in a WASM module without optimisation: engines limit the locals of a function. */
#if defined(__GNUC__) && (defined(__OPTIMIZE__) || !defined(__wasm__))
#define WAY_INLINE static inline __attribute__((always_inline))
#else
#define WAY_INLINE static inline
#endif

/* For steps that are to share the stack with the ones after them, which matters in wide lanes. Not in narrow ones:
   gcc 12 drops a rounding to float where it makes a pair of plain C's stores a vector. */
#if defined(__GNUC__) && LANES >= 8
#define WAY_APART static __attribute__((noinline))
#else
#define WAY_APART WAY_INLINE
#endif

/* What few vectors need: apart from the loop, whose registers it leaves alone. */
#if defined(__GNUC__)
#define WAY_SELDOM static __attribute__((noinline, cold, unused))
#define WAY_SELDOM_FOR_ALL __attribute__((cold)) /* instruction sets: see way_again */
#else
#define WAY_SELDOM static
#define WAY_SELDOM_FOR_ALL
#endif

/* Fetches what a batch of large columns needs soon, a line at a time: what comes WAY_AHEAD agents after i, which
   go to j, in all but optional columns. The hardware follows only so many columns, and none of them into the
   next page. Near the end this asks for memory that is not the caller's, which harms nobody. Plain C computes
   for longer than memory takes. */
#define WAY_AHEAD 256
WAY_INLINE void way_fetch_ahead(const float *const *in, int columns, unsigned optional, way_stores stores,
                                size_t i, size_t j) {
#if defined(__GNUC__) && LANES > 1
    if (stores == WAY_STREAM || (stores == WAY_LINES && j == 0))
        for (int k = 0; k < columns; k++)
            if (!(optional >> k & 1))
                __builtin_prefetch((const void *)((uintptr_t)in[k] + 4 * (i + WAY_AHEAD)));
#else
    (void)in, (void)columns, (void)optional, (void)stores, (void)i, (void)j;
#endif
}

/* Those of the vector of agents at i for which `which` is not 0, one by one; their outputs go to `line`, a vector a
   column. */
WAY_SELDOM void way_one_by_one(way_again *again, const float *const *in, size_t i, unsigned options,
                               const way_wall *walls, size_t wall_count, const float *which, float *line) {
    for (size_t lane = 0; lane < LANES; lane++)
        if (which[lane] != 0.0f)
            again(in, i + lane, options, walls, wall_count, line + lane, LANES);
}

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

/* The kernel of a behaviour from its name_lanes, which is given all of these for the vector of agents at i
   and puts what is wanted at j. `options` is not 0 where any optional input is given: then all of them can be
   read. Kernels that gain by another loop write their own. */
#define WAY_LANES_ARGUMENTS                                                                                  \
    const float *const *in, size_t i, void *const *to, size_t j, unsigned options, unsigned wanted,          \
        way_stores stores
#define WAY_LOOP(name) WAY_LOOP_WITH(name, , , in, i, to, j, options, wanted, stores)
/* In two stages, where roots and quotients wait for one another: name_begin, the first half of a vector, and
   name_lanes, the second, which takes WAY_LANES_ARGUMENTS and a `stage`. From `least_lanes` on the first half of
   the next vector comes before the second of this one; in narrow lanes that only costs instructions. */
#define WAY_STAGED_LOOP(name, stage, least_lanes)                                                            \
    WAY_LOOP_WITH(name, stage next = WAY_LOCAL(name##_begin)(in, block->first),                              \
                  WAY_NEXT_STAGE(name, stage, least_lanes), in, i, to, j, options, wanted, stores, now)
#define WAY_NEXT_STAGE(name, stage, least_lanes)                                                             \
    stage now = LANES < least_lanes ? WAY_LOCAL(name##_begin)(in, i) : next;                                 \
    if (LANES >= least_lanes && i + LANES < end) {                                                           \
        next = WAY_LOCAL(name##_begin)(in, i + LANES);                                                       \
    }
/* Of a name_lanes that takes WAY_WALLS_ARGUMENTS besides. */
#define WAY_WALLS_ARGUMENTS WAY_LANES_ARGUMENTS, const way_wall *walls, size_t wall_count
#define WAY_WALLS_LOOP(name)                                                                                 \
    WAY_LOOP_WITH(name, , , in, i, to, j, options, wanted, stores, block->walls, block->wall_count)
#define WAY_LOOP_WITH(name, before, each, ...)                                                               \
    WAY_INLINE void WAY_LOCAL(name##_loop)(const way_block *block, unsigned options, unsigned wanted,        \
                                           way_stores stores) {                                              \
        const float *in[IN_##name##_COUNT];                                                                  \
        void *to[OUT_##name##_COUNT];                                                                        \
        _Alignas(64) float line[OUT_##name##_COUNT][WAY_LANES_MAX] = {{0.0f}};                               \
        for (int k = 0; k < IN_##name##_COUNT; k++)                                                          \
            in[k] = block->in[k];                                                                            \
        for (int k = 0; k < OUT_##name##_COUNT; k++)                                                         \
            to[k] = stores == WAY_LINES ? line[k] : block->out[k];                                           \
        const size_t first = block->first, end = first + block->count;                                       \
        before;                                                                                              \
        for (size_t i = first; i < end; i += LANES) {                                                        \
            size_t j = stores == WAY_LINES ? (i - first) % WAY_LANES_MAX : i;                                \
            each;                                                                                            \
            WAY_LOCAL(name##_lanes)(__VA_ARGS__);                                                            \
            if (stores == WAY_LINES && j == WAY_LANES_MAX - LANES)                                           \
                way_put_lines(block->out, line, OUT_##name##_COUNT, wanted, i - j);                          \
            way_fetch_ahead(in, IN_##name##_COUNT, OPTIONS_##name, stores, i, j);                            \
        }                                                                                                    \
    }
#define WAY_KERNEL(name) WAY_PAIRS(name, 0, 0) WAY_KERNEL_OF(name, WAY_LOOP(name))
#define WAY_STAGED_KERNEL(name, stage, least_lanes)                                                          \
    WAY_PAIRS(name, 0, 0) WAY_KERNEL_OF(name, WAY_STAGED_LOOP(name, stage, least_lanes))
/* Of one that takes the stack of a long one, and where it matters how it stores. */
#define WAY_DEEP_KERNEL(name) WAY_LONG(name) WAY_KERNEL_OF(name, WAY_LOOP(name))
#define WAY_DEEP_STAGED_KERNEL(name, stage, least_lanes)                                                     \
    WAY_LONG(name) WAY_KERNEL_OF(name, WAY_STAGED_LOOP(name, stage, least_lanes))
#define WAY_KERNEL_OF(name, loop)                                                                            \
    loop static void WAY_LOCAL(name)(const way_block *block) {                                               \
        const unsigned all = (1u << OUT_##name##_COUNT) - 1, options = OPTIONS_##name;                       \
        const way_stores special = LANES == WAY_LANES_MAX ? WAY_STREAM : WAY_LINES;                          \
        unsigned wanted = way_wanted(block->out, OUT_##name##_COUNT);                                        \
        if (block->given & options)                                                                          \
            WAY_LOCAL(name##_loop)(block, options, wanted, WAY_PLAIN);                                       \
        else if (wanted == all && block->stores == special)                                                  \
            WAY_LOCAL(name##_loop)(block, 0, all, special);                                                  \
        else if (wanted == all)                                                                              \
            WAY_LOCAL(name##_loop)(block, 0, all, WAY_PLAIN);                                                \
        else                                                                                                 \
            WAY_LOCAL(name##_loop)(block, 0, wanted, WAY_PLAIN);                                             \
    }
/* Of one so long that how it stores is nothing beside what it computes, and each copy tells at compile time. */
#define WAY_LONG_KERNEL(name) WAY_LONG_KERNEL_OF(name, WAY_LOOP(name))
#define WAY_LONG_WALLS_KERNEL(name) WAY_LONG_KERNEL_OF(name, WAY_WALLS_LOOP(name))
#define WAY_LONG_KERNEL_OF(name, loop)                                                                       \
    WAY_LONG(name)                                                                                           \
    loop static void WAY_LOCAL(name)(const way_block *block) {                                               \
        unsigned wanted = way_wanted(block->out, OUT_##name##_COUNT);                                        \
        if (block->given & OPTIONS_##name)                                                                   \
            WAY_LOCAL(name##_loop)(block, OPTIONS_##name, wanted, WAY_PLAIN);                                \
        else                                                                                                 \
            WAY_LOCAL(name##_loop)(block, 0, wanted, WAY_PLAIN);                                             \
    }

/* Which columns a kernel takes as x/y pairs, and whether it is a long one: said once, though kernels are
   included twice. */
#define WAY_PAIRS_(name, in, out) enum { name##_in_pairs = in, name##_out_pairs = out, name##_is_long = 0 };
#define WAY_LONG_(name) enum { name##_in_pairs = 0, name##_out_pairs = 0, name##_is_long = 1 };

/* WAY_LOCAL(name) is name_exact or name_fast. */
#define WAY_JOIN_(a, b) a##_##b
#define WAY_JOIN(a, b) WAY_JOIN_(a, b)
#define WAY_LOCAL(name) WAY_JOIN(name, WAY_PRECISION)

#define WAY_PRECISION exact
#define WAY_WIDE_IS_DOUBLE 1
#define WAY_PAIRS WAY_PAIRS_
#define WAY_LONG WAY_LONG_
#include "lanes/lanes_math.h"

#if LANES == 1 /* for all tables */
#include "lanes/chase_exactly.h"
#endif

#include "lanes/lanes_angle.h"
#define WAY_KERNELS
#include "behaviours.def"
#undef WAY_PRECISION
#undef WAY_WIDE_IS_DOUBLE
#undef WAY_PAIRS
#undef WAY_LONG

#define WAY_PRECISION fast
#define WAY_WIDE_IS_DOUBLE 0
#define WAY_PAIRS(name, in, out)
#define WAY_LONG(name)
#include "lanes/lanes_fast.h"
#include "lanes/lanes_math.h"

#include "lanes/lanes_angle.h"
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

WAY_INLINE void gather_fields(const way_records *from, int fields, const uint32_t *row, float *to,
                              size_t pitch, size_t count) {
    for (size_t i = 0; i < count; i += LANES) {
        flanes field[4];
        f_gather(from->data, from->stride, row + i, fields, field);
        for (int k = 0; k < fields; k++)
            f_store(to + (size_t)k * pitch + i, field[k]);
    }
}

static void gather(const way_records *from, const uint32_t *row, float *to, size_t pitch, size_t count) {
    if (from->fields == 4)
        gather_fields(from, 4, row, to, pitch, count);
    else if (from->fields == 2)
        gather_fields(from, 2, row, to, pitch, count);
    else
        gather_fields(from, 1, row, to, pitch, count);
}

/* The top bit of limit - 1 - a tells limit <= a while both are below 2^31. */
static int all_below(const uint32_t *row, uint32_t limit, size_t count) {
    const ilanes end = i_set((int32_t)limit), last = i_sub(end, i_set(1));
    ilanes any = end, no = i_set(0);
    for (size_t i = 0; i < count; i += LANES) {
        ilanes a = i_load(row + i);
        any = i_or(any, a);
        no = i_or(no, i_sub(last, a));
    }
    return !m_any(i_lt(i_or(any, no), i_set(0)));
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
#define BEGIN(name, summary, source)                                                                         \
    {{name##_exact, name##_fast}, name##_in_pairs, name##_out_pairs, name##_is_long},
#include "behaviours.def"
    },
    unzip,
    zip,
    gather,
    all_below,
    is_strict,
};
