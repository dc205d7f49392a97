/* What a kernel is given, and the numbers of its columns. */
#ifndef WAY_KERNEL_H
#define WAY_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#define WAY_LANES_MAX 16

/* How outputs had best be written. A kernel may take every way as the plain one. */
typedef enum way_stores {
    WAY_PLAIN,
    WAY_STREAM, /* round the caches: they are multiples of 64 and too large; for vectors of a whole line */
    WAY_LINES   /* a line of 64 bytes at a time: more columns share a set of cache lines than it holds; for
                   vectors   of less than a line */
} way_stores;

typedef struct way_block {
    const float *const *in; /* dense, in the registry's order; optional ones are all there or all NULL */
    void *const *out;       /* dense; NULL where not wanted */
    unsigned given; /* bit k: input k is the caller's; optional ones that are not are full of their default */
    /* bit k: columns k and k + 1 lie as x, y, x, y, ... at in[k]; only where the kernel says that it takes
       them so, and without options; likewise at out[k] */
    unsigned in_pairs, out_pairs;
    size_t first, count; /* agents; the count is a multiple of WAY_LANES_MAX */
    way_stores stores;
    const struct way_wall *walls; /* the batch's */
    size_t wall_count;
} way_block;

typedef void way_kernel(const way_block *block);

/* What few agents need, computed without error, one agent a call: i of `in`; outputs in the registry's order, `pitch`
   floats apart. Plain C has them, for all instruction sets. */
typedef void way_again(const float *const *in, size_t i, unsigned options, const struct way_wall *walls,
                       size_t wall_count, float *out, size_t pitch);
way_again way_sweep2d_again, way_sweep_walls2d_again, way_bounce_discs2d_again;

/* IN_intercept2d_chaser_x, OUT_intercept2d_time, ...; IN_intercept2d_COUNT, OUT_intercept2d_COUNT */
#define BEGIN(name, summary, source) enum {
#define IN(behaviour, column, ...) IN_##behaviour##_##column,
#define OUT(behaviour, column, ...)
#define END(name)                                                                                            \
    IN_##name##_COUNT                                                                                        \
    }                                                                                                        \
    ;
#include "behaviours.def"
#define BEGIN(name, summary, source) enum {
#define IN(behaviour, column, ...)
#define OUT(behaviour, column, ...) OUT_##behaviour##_##column,
#define END(name)                                                                                            \
    OUT_##name##_COUNT                                                                                       \
    }                                                                                                        \
    ;
#include "behaviours.def"

/* OPTIONS_intercept2d, ...: bit k is set where input k is optional. */
enum {
#define WAY_BIT_REQUIRED 0u
#define WAY_BIT_OPTIONAL 1u
#define BEGIN(name, summary, source) OPTIONS_##name = 0
#define IN(behaviour, column, type, side, need, ...) | WAY_BIT_##need << IN_##behaviour##_##column
#define END(name) ,
#include "behaviours.def"
};

/* Bit k is set where output k is wanted. */
static inline unsigned way_wanted(void *const *out, int outputs) {
    unsigned wanted = 0;
    for (int k = 0; k < outputs; k++)
        wanted |= (unsigned)(out[k] != NULL) << k;
    return wanted;
}

/* Stores float (f) or int32 (i) lanes in a column of `to` at element j, where it is wanted; the value is
   computed only then. */
#define WAY_PUT(word, behaviour, column, value) WAY_PUT_AT(word, OUT_##behaviour##_##column, value)
#define WAY_PUT_AT(word, number, value)                                                                      \
    do {                                                                                                     \
        if (wanted & 1u << (number)) {                                                                       \
            void *element = (char *)to[(number)] + 4 * j;                                                    \
            if (stores == WAY_STREAM)                                                                        \
                word##_stream(element, value);                                                               \
            else                                                                                             \
                word##_store(element, value);                                                                \
        }                                                                                                    \
    } while (0)

/* A vector's columns from the one of x on. */
#define WAY_PUT_VECTOR(behaviour, column, value, dims)                                                       \
    WAY_PUT_VECTOR_AT(OUT_##behaviour##_##column, value, dims)
#define WAY_PUT_VECTOR_AT(number, value, dims)                                                               \
    do {                                                                                                     \
        WAY_PUT_AT(f, number, (value).x);                                                                    \
        WAY_PUT_AT(f, (number) + 1, (value).y);                                                              \
        if ((dims) == 3)                                                                                     \
            WAY_PUT_AT(f, (number) + 2, (value).z);                                                          \
    } while (0)

#endif
