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

/* Bit k is set where output k is wanted. */
static inline unsigned way_wanted(void *const *out, int outputs) {
    unsigned wanted = 0;
    for (int k = 0; k < outputs; k++)
        wanted |= (unsigned)(out[k] != NULL) << k;
    return wanted;
}

#endif
