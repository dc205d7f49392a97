/* Defines the lane functions ("words") of one compile unit, for one instruction set and one precision, for
   example with -DWAY_ISA=avx2 -DWAY_PRECISION=exact. lanes_1.h describes each function. In the fast
   precision, the type `wide` is a vector of floats, and the functions for it compute in floats. */
#ifndef WAY_LANES_H
#define WAY_LANES_H

/* Three things change the bits of results: fused multiply-add, which gcc applies even to intrinsics;
   -ffast-math or any part of it; x87 arithmetic. See docs/determinism.md. __GCC_IEC_559 tells whether gcc may
   fuse, but only with -std=c11. */
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) ||                     \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__) ||         \
    defined(SIMDE_FAST_NANS)
#error "waylay: compile without -ffast-math and its parts: they change the bits of the results"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && (!defined(__STRICT_ANSI__) || __GCC_IEC_559 < 1)
#error "waylay: gcc fuses multiply and add by default: compile with -std=c11, and without -ffp-contract=fast"
#endif

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "isa/isa.h"
#include "waylay/base.h"

#define WAY_JOIN_(a, b) a##_##b
#define WAY_JOIN(a, b) WAY_JOIN_(a, b)
#define WAY_JOIN3(a, b, c) WAY_JOIN(WAY_JOIN(a, b), c)

/* Numbers for the names of instruction sets and precisions, because the preprocessor compares only
   numbers. */
#define WAY_IS_scalar 1
#define WAY_IS_sse2 2
#define WAY_IS_avx2 3
#define WAY_IS_avx512 4
#define WAY_IS_neon 5
#define WAY_IS_simd128 6
#define WAY_IS_emulated16 7
#define WAY_IS_exact 1
#define WAY_IS_fast 2
/* A unit with WAY_ENTRY contains the public functions, which serve all instruction sets, and no loop over
   agents: see kernels/define_call.h. The scalar lane functions are enough for such a unit. */
#if defined(WAY_ENTRY)
#define WAY_ISA scalar
#define WAY_PRECISION exact
#endif
#define WAY_NUMBER_OF_ISA WAY_JOIN(WAY_IS, WAY_ISA)
#define WAY_NUMBER_OF_PRECISION WAY_JOIN(WAY_IS, WAY_PRECISION)

/* Every file compiles on every processor. If the processor lacks the instruction set, the object file is
   empty. */
#if (WAY_NUMBER_OF_ISA == WAY_IS_sse2 && !defined(WAY_HAS_SSE2)) ||                                          \
    (WAY_NUMBER_OF_ISA == WAY_IS_avx2 && !defined(WAY_HAS_AVX2)) ||                                          \
    (WAY_NUMBER_OF_ISA == WAY_IS_avx512 && !defined(WAY_HAS_AVX512)) ||                                      \
    (WAY_NUMBER_OF_ISA == WAY_IS_neon && !defined(WAY_HAS_NEON)) ||                                          \
    (WAY_NUMBER_OF_ISA == WAY_IS_simd128 && !defined(WAY_HAS_SIMD128))
#define WAY_IS_FOREIGN 1
#include "lanes/lanes_1.h"
#elif WAY_NUMBER_OF_ISA == WAY_IS_scalar
#include "lanes/lanes_1.h"
#elif WAY_NUMBER_OF_ISA == WAY_IS_sse2 || WAY_NUMBER_OF_ISA == WAY_IS_neon ||                                \
    WAY_NUMBER_OF_ISA == WAY_IS_simd128
#include "lanes/lanes_4.h"
#elif WAY_NUMBER_OF_ISA == WAY_IS_avx2
#if !defined(__AVX2__)
#error "waylay: compile the units of avx2 with -mavx2"
#endif
#include "lanes/lanes_8.h"
#elif WAY_NUMBER_OF_ISA == WAY_IS_avx512 || WAY_NUMBER_OF_ISA == WAY_IS_emulated16
#if WAY_NUMBER_OF_ISA == WAY_IS_avx512 &&                                                                    \
    !(defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__))
#error "waylay: compile the units of avx512 with -mavx512f -mavx512dq -mavx512bw -mavx512vl"
#endif
#include "lanes/lanes_16.h"
#else
#error "waylay: -DWAY_ISA= takes scalar, sse2, avx2, avx512, neon or simd128"
#endif

/* If FLT_EVAL_METHOD is 1, floats are computed in double registers, as on s390x. In plain C this is harmless:
   each lane function returns a float, so the double is rounded to float. Rounding a result first to double
   and then to float gives the same bits as rounding it once, because a double has more than 2 * 24 + 2 bits.
   If it is 16, only halves are computed as halves: so says gcc with -mavx512fp16. */
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16 &&                 \
    !(__FLT_EVAL_METHOD__ == 1 && LANES == 1)
#error "waylay: floats must be computed as floats (FLT_EVAL_METHOD 0): use SSE2 arithmetic, not x87"
#endif

#if WAY_NUMBER_OF_PRECISION == WAY_IS_exact
#define WAY_WIDE_IS_DOUBLE 1
#elif WAY_NUMBER_OF_PRECISION == WAY_IS_fast
#define WAY_WIDE_IS_DOUBLE 0
#include "lanes/lanes_fast.h"
#else
#error "waylay: -DWAY_PRECISION= takes exact or fast"
#endif

/* Only the units of the exact precision define the tables of functions of their instruction set. */
#if defined(WAY_IS_FOREIGN) || defined(WAY_ENTRY) || !WAY_WIDE_IS_DOUBLE
#define WAY_TABLES_HERE 0
#else
#define WAY_TABLES_HERE 1
#endif

/* Always inlined, except in two kinds of WASM modules: those without optimisation, because engines limit the
   number of locals of a function, and the smallest modules. */
#if defined(__GNUC__) && (defined(__OPTIMIZE__) || !defined(__wasm__)) && !defined(WAY_WITHOUT_FAST)
#define WAY_INLINE static inline __attribute__((always_inline, unused))
#elif defined(__GNUC__)
#define WAY_INLINE static inline __attribute__((unused))
#else
#define WAY_INLINE static inline
#endif

/* For large functions with several callers. Such functions are inlined, unless the code is optimised for
   size, as in small JavaScript modules. */
#if defined(__OPTIMIZE_SIZE__)
#define WAY_LARGE WAY_OUT_OF_LINE
#else
#define WAY_LARGE WAY_INLINE
#endif

/* For the steps of a kernel. With 8 or more lanes, each step is a function, so that later steps reuse its
   stack. With fewer lanes, stack frames are small, and the steps are inlined. If the steps were functions,
   gcc 12 could merge two plain C stores of a step into one vector store, and lose a rounding to float. */
#if LANES >= 8
#define WAY_APART WAY_OUT_OF_LINE
#else
#define WAY_APART WAY_INLINE
#endif

/* For short loops over arrays. gcc keeps the array in registers only if the loop is unrolled early; clang
   unrolls such loops by default. */
#if defined(__GNUC__) && !defined(__clang__)
#define WAY_UNROLLED _Pragma("GCC unroll 32")
#else
#define WAY_UNROLLED
#endif

/* For the loops of loop.h: each one is a separate function. */
#define WAY_LOOP_FUNCTION WAY_OUT_OF_LINE void

/* Not inlined, so that the call is a barrier: the compiler cannot move the function's arithmetic to before
   the floating-point mode is set, or to after it is restored (see isa/fpenv.h). */
#if defined(__GNUC__)
#define WAY_NEVER_INLINED __attribute__((noinline))
#else
#define WAY_NEVER_INLINED
#endif

/* A condition that holds for nearly all vectors. */
#if defined(__GNUC__)
#define WAY_USUALLY(condition) __builtin_expect(!!(condition), 1)
#else
#define WAY_USUALLY(condition) (condition)
#endif

/* Code that few vectors need. Such code is not inlined, so that it does not take registers from the loop. */
#if defined(__GNUC__)
#define WAY_SELDOM static __attribute__((noinline, cold, unused))
#else
#define WAY_SELDOM static inline
#endif

#endif
