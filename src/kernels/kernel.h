/* The arguments of a kernel, and the numbers of its columns. */
#ifndef WAY_KERNEL_H
#define WAY_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#define WAY_LANES_MAX 16

/* The best way to write outputs. A kernel may treat every way as the plain one. */
typedef enum way_stores {
    WAY_PLAIN,
    WAY_STREAM, /* non-temporal: they are multiples of 64 and too large for the caches; for vectors of a whole line */
    WAY_LINES /* a line of 64 bytes at a time: more columns share a set of cache lines than it holds; for vectors of
                   less than a line */
} way_stores;

/* The batch's walls; behaviours that read no walls get an empty list. */
typedef struct way_wall_list {
    const struct way_wall *walls;
    size_t count;
    const void *tree; /* NULL, or what way_make_wall_tree made of them */
} way_wall_list;

typedef struct way_block {
    const float *const *in; /* dense, in the registry's order; optional ones are all there or all NULL */
    void *const *out;       /* dense; NULL where not wanted */
    unsigned given;         /* bit k: the caller has set input k; other optional inputs have their defaults */
    size_t first, count;    /* agents; the count is a multiple of WAY_LANES_MAX */
    way_stores stores;
    const way_wall_list *walls;
} way_block;

/* A behaviour's kernel for one instruction set in one precision. */
typedef struct way_kernel {
    void (*solve)(const way_block *block);
    int is_deep; /* takes much of the stack, and so much time that how long blocks are hardly matters; 2: takes
                      the most */
    int all_given; /* needs all optional inputs: missing ones are filled with their defaults */
} way_kernel;

/* One agent, by plain C's exact kernel: cells of 4 bytes in the registry's order, without gaps. `given` is as
   in way_block. Calls for one agent use this; for all instruction sets it also decides undecided agents. */
typedef void way_one_agent(const float *agent, float *answer, unsigned given, const way_wall_list *walls);

/* For every behaviour, including those that the build leaves out. */
#define WAY_EVERY_FAMILY

/* IN_intercept2d_chaser_x, OUT_intercept2d_time, ...; IN_intercept2d_COUNT, OUT_intercept2d_COUNT */
#define BEGIN(name, family, summary, source) enum {
#define IN(behaviour, column, ...) IN_##behaviour##_##column,
#define OUT(behaviour, column, ...)
#define END(name)                                                                                            \
    IN_##name##_COUNT                                                                                        \
    }                                                                                                        \
    ;
#include "registry/behaviours.def"
#define BEGIN(name, family, summary, source) enum {
#define IN(behaviour, column, ...)
#define OUT(behaviour, column, ...) OUT_##behaviour##_##column,
#define END(name)                                                                                            \
    OUT_##name##_COUNT                                                                                       \
    }                                                                                                        \
    ;
#include "registry/behaviours.def"

/* OPTIONS_intercept2d, ...: bit k is set where input k is optional. */
enum {
#define WAY_BIT_REQUIRED 0u
#define WAY_BIT_OPTIONAL 1u
#define BEGIN(name, family, summary, source) OPTIONS_##name = 0
#define IN(behaviour, column, type, side, need, ...) | WAY_BIT_##need << IN_##behaviour##_##column
#define END(name) ,
#include "registry/behaviours.def"
};

#undef WAY_EVERY_FAMILY

/* Bit k is set where output k is wanted. */
static inline unsigned way_wanted(void *const *out, int outputs) {
    unsigned wanted = 0;
    for (int k = 0; k < outputs; k++)
        wanted |= (unsigned)(out[k] != NULL) << k;
    return wanted;
}

#endif
