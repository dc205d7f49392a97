/* Declares the table of functions of an instruction set, and lists the tables of this build. */
#ifndef WAY_ISA_H
#define WAY_ISA_H

#include <math.h>

#include "isa/kernel.h"

/* Returns the square root. Without optimisation, sqrt would call the C library: see lanes_1.h. */
static inline double way_sqrt(double a) {
#if defined(__GNUC__) && !defined(__OPTIMIZE__) && (defined(__x86_64__) || defined(__SSE2__))
    __asm__("sqrtsd %0, %0" : "+x"(a));
    return a;
#else
    return sqrt(a);
#endif
}

/* For functions that are not inlined, so that all callers share one copy. Such a function has its own stack
   frame, and registers are saved only if it is called. The compiler cannot move its arithmetic across a
   change of the floating-point mode. */
#if defined(__GNUC__)
#define WAY_OUT_OF_LINE static __attribute__((noinline, unused))
#else
#define WAY_OUT_OF_LINE static
#endif

/* The tables that this target has in addition to plain C. All files in isa are compiled for every target. A
   build can leave tables out, for example with WAY_WITHOUT_AVX512. */
#if defined(__x86_64__) || defined(_M_X64)
#if !defined(WAY_WITHOUT_SSE2)
#define WAY_HAS_SSE2
#endif
/* gcc on Windows assumes that the stack is aligned for wide vectors, but it is not. The wide tables therefore
   need the assembler step of cmake/waylay-sources.cmake. */
#if !(defined(_WIN32) || defined(__CYGWIN__)) || !defined(__GNUC__) || defined(__clang__) ||                 \
    defined(WAY_UNALIGNED_MOVES)
#if !defined(WAY_WITHOUT_AVX2)
#define WAY_HAS_AVX2
#endif
#if !defined(WAY_WITHOUT_AVX512)
#define WAY_HAS_AVX512
#endif
#endif
#elif (defined(__aarch64__) || defined(_M_ARM64)) && !defined(WAY_WITHOUT_NEON)
#define WAY_HAS_NEON
#elif defined(__wasm_simd128__) && !defined(WAY_WITHOUT_SIMD128)
#define WAY_HAS_SIMD128
#endif

/* WAY_EACH_TABLE(X, ...) expands to X(scalar, ...) X(sse2, ...) and so on, for each table of this build.
   Plain C is first, the best table is last. */
#if defined(WAY_EMULATED16)
#define WAY_WITH_EMULATED16(X, ...) X(emulated16, __VA_ARGS__)
#else
#define WAY_WITH_EMULATED16(X, ...)
#endif
#if defined(WAY_HAS_SSE2)
#define WAY_WITH_SSE2(X, ...) X(sse2, __VA_ARGS__)
#else
#define WAY_WITH_SSE2(X, ...)
#endif
#if defined(WAY_HAS_AVX2)
#define WAY_WITH_AVX2(X, ...) X(avx2, __VA_ARGS__)
#else
#define WAY_WITH_AVX2(X, ...)
#endif
#if defined(WAY_HAS_AVX512)
#define WAY_WITH_AVX512(X, ...) X(avx512, __VA_ARGS__)
#else
#define WAY_WITH_AVX512(X, ...)
#endif
#if defined(WAY_HAS_NEON)
#define WAY_WITH_NEON(X, ...) X(neon, __VA_ARGS__)
#else
#define WAY_WITH_NEON(X, ...)
#endif
#if defined(WAY_HAS_SIMD128)
#define WAY_WITH_SIMD128(X, ...) X(simd128, __VA_ARGS__)
#else
#define WAY_WITH_SIMD128(X, ...)
#endif
#define WAY_EACH_TABLE(X, ...)                                                                               \
    X(scalar, __VA_ARGS__)                                                                                   \
    WAY_EACH_WIDE_TABLE(X, __VA_ARGS__)
#define WAY_EACH_WIDE_TABLE(X, ...)                                                                          \
    WAY_WITH_EMULATED16(X, __VA_ARGS__)                                                                      \
    WAY_WITH_SSE2(X, __VA_ARGS__)                                                                            \
    WAY_WITH_AVX2(X, __VA_ARGS__)                                                                            \
    WAY_WITH_AVX512(X, __VA_ARGS__)                                                                          \
    WAY_WITH_NEON(X, __VA_ARGS__)                                                                            \
    WAY_WITH_SIMD128(X, __VA_ARGS__)

/* The index of each instruction set in way_entry.kernel. */
enum {
    WAY_TABLE_scalar,
    WAY_TABLE_emulated16,
    WAY_TABLE_sse2,
    WAY_TABLE_avx2,
    WAY_TABLE_avx512,
    WAY_TABLE_neon,
    WAY_TABLE_simd128,
    WAY_TABLES
};

/* An instruction set has further tables of functions, each for one purpose, for example way_search. So a
   program links only the tables that it needs. WAY_DECLARE_LANES declares these tables: way_search_avx2 and
   so on. WAY_LANES(way_search) is an initialiser with pointers to them, for an array of WAY_TABLES elements.
   A JavaScript module with vectors has no pointers to the functions of plain C, because it never calls
   them. */
#define WAY_DECLARE_LANES(isa, type) extern const type type##_##isa;
#define WAY_POINTER_TO(isa, type) [WAY_TABLE_##isa] = &type##_##isa,
#if defined(WAY_WITHOUT_PLAIN_LANES)
#define WAY_LANES(type)                                                                                      \
    { WAY_EACH_WIDE_TABLE(WAY_POINTER_TO, type) }
#else
#define WAY_LANES(type)                                                                                      \
    { WAY_EACH_TABLE(WAY_POINTER_TO, type) }
#endif

/* Says where the record of each agent is. If `at` is set, the i-th record is `offset` bytes after at[i].
   Otherwise `data` holds records `stride` bytes apart, and the i-th record is number row[i], or number i if
   `row` is NULL. */
typedef struct way_finder {
    const char *data;
    ptrdiff_t stride;
    const uint32_t *row;
    const char *const *at;
    ptrdiff_t offset;
} way_finder;

/* Returns the address of element i at this stride. If i is beyond the last element, the address may be
   invalid, or the product may wrap. Such an address is never read. */
static inline const char *way_along(const char *data, ptrdiff_t i, ptrdiff_t stride) {
    return (const char *)((uintptr_t)data + (uintptr_t)i * (uintptr_t)stride);
}

/* Returns the address of the i-th record. Without row numbers, the address is computed from i / 4 and i % 4,
   so that an unrolled loop keeps few multiples of the stride in registers. */
static inline const char *way_record(way_finder of, ptrdiff_t i) {
    if (of.at != NULL)
        return of.at[i] + of.offset;
    if (of.row != NULL)
        return way_along(of.data, (ptrdiff_t)of.row[i], of.stride);
    return way_along(way_along(of.data, i / 4, (ptrdiff_t)(4 * (uintptr_t)of.stride)), i % 4, of.stride);
}

/* Returns the same records, starting with the i-th. */
static inline way_finder way_finder_on(way_finder of, ptrdiff_t i) {
    if (of.at != NULL)
        of.at += i;
    else if (of.row != NULL)
        of.row += i;
    else
        of.data = way_along(of.data, i, of.stride);
    return of;
}

/* Returns the same records, but each one starts `bytes` later. */
static inline way_finder way_finder_in(way_finder of, ptrdiff_t bytes) {
    if (of.at != NULL)
        of.offset += bytes;
    else
        of.data += bytes;
    return of;
}

/* The functions of one instruction set. All counts are multiples of `lanes`. */
typedef struct way_table {
    const char *name;
    int number;
    size_t lanes; /* a power of two */
    const struct way_table
        *narrower;   /* the next table with fewer lanes, which runs on every machine that runs this one; NULL
                        in plain C */
    int whole_lines; /* 1: a vector fills a 64-byte line, so kernels obey WAY_STREAM */
    void (*unzip)(const float *pairs, float *x, float *y, size_t count);
    void (*zip)(const float *x, const float *y, float *pairs, size_t count);
    /* `thirds` copies every third float, and reads nothing after the last float that it copies. `triples`
       interleaves three columns: x, y, z, x, y, z, ... */
    void (*thirds)(const float *from, float *to, size_t count);
    void (*triples)(const float *x, const float *y, const float *z, float *to, size_t count);
    /* Copies the first 4, 2 or 1 elements of records to scratch rows `pitch` floats apart. */
    void (*gather)(const way_finder *of, int fields, float *to, size_t pitch, size_t count);
    /* Returns 1 if every row number is below the limit, and the limit is below 2^31. Otherwise returns 0. */
    int (*all_below)(const uint32_t *row, uint32_t limit, size_t count);
    /* `split` and `relate` convert positions in doubles to floats relative to the agent: see pack_block.c. In
       `split`, `far` is other - own, rounded to float, and `near` is the rounding error, far - (other - own).
       Relative to the point own - near, the agent is at `near`, and the other position is at `far`. `relate`
       converts a third position, relative to the same point. */
    void (*split)(const double *own, const double *other, float *near, float *far, size_t count);
    void (*relate)(const double *own, const double *third, const float *near, float *to, size_t count);
    /* `move` computes own - near, the origin of the relative positions. `place` takes positions relative to
       this origin and returns absolute positions. */
    void (*move)(const double *own, const float *near, double *origin, size_t count);
    void (*place)(const double *origin, const float *from, double *to, size_t count);
    /* Returns 0 if the compiler fused or reordered operations of this table, so that results may have
       different bits. Call this in round-to-nearest mode. */
    int (*keeps_bits)(void);
} way_table;

/* Returns the table in use, which the first call chooses, or NULL if keeps_bits returns 0 for every table. */
const way_table *way_cpu_table(void);

extern const way_table way_table_scalar, way_table_emulated16, way_table_sse2, way_table_avx2,
    way_table_avx512, way_table_neon, way_table_simd128;

#endif
