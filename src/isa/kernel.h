/* Declares the interface between calls and kernels. */
#ifndef WAY_KERNEL_H
#define WAY_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#define WAY_LANES_MAX 16

/* The best way to write a block's outputs. A kernel may ignore this hint and use plain stores. */
typedef enum way_stores {
    WAY_PLAIN,
    /* Use non-temporal stores, for vectors of 64 bytes. Best if the columns are 64-byte aligned and too large
       for the caches. */
    WAY_STREAM,
    /* Store one 64-byte line at a time, for vectors shorter than a line. Best if more columns share a cache
       set than the set has lines. */
    WAY_LINES
} way_stores;

/* What all agents of a batch share: its walls (none if the behaviour reads no walls) and its coefficients. */
typedef struct way_wall_list {
    const struct way_wall *walls;
    size_t count;
    const void *tree; /* NULL, or the tree that way_make_wall_tree made of these walls */
    const struct way_drag_table *drag_table; /* NULL: coefficient 1 */
    /* NULL if all walls stand still, or one velocity per wall. Only exact kernels read it. */
    const struct way_wall_velocity *velocity;
} way_wall_list;

/* The agents of one kernel call. */
typedef struct way_block {
    const float *const *in; /* one array per input; NULL if the kernel does not read the input */
    void *const *out;       /* one array per output; NULL if the output is not wanted */
    unsigned given;         /* bit k is set if the caller has set input k; other columns hold defaults */
    size_t first, count;    /* the agents to compute; their count is a multiple of the kernel's lanes */
    way_stores stores;
    const way_wall_list *walls;
} way_block;

/* A behaviour's kernel for one instruction set in one precision. */
typedef struct way_kernel {
    void (*solve)(const way_block *block);
    /* The size of the kernel's stack frame: 0, 1 or 2 (largest). Kernels with 1 or 2 get shorter blocks; they
       are so slow that the length of a block hardly matters. */
    int stack_use;
    /* always: the optional inputs that the kernel reads in every call, so that a missing one must be filled
       with its default. If the caller has set any other optional input, or wants an output that is not in
       `usual`, the kernel reads all optional inputs. */
    unsigned always, usual;
} way_kernel;

/* A function that answers one agent with the exact kernel in plain C. Inputs and outputs are cells of 4 bytes
   in the registry's order, without gaps. `given` has the same meaning as in way_block. Calls for one agent
   use it, and so do the kernels of all instruction sets for undecided agents. */
typedef void way_one_agent(const float *agent, float *answer, unsigned given, const way_wall_list *walls);

/* Returns a bit mask in which bit k is set if output k is wanted. */
static inline unsigned way_wanted(void *const *out, int outputs) {
    unsigned wanted = 0;
    for (int k = 0; k < outputs; k++)
        wanted |= (unsigned)(out[k] != NULL) << k;
    return wanted;
}

#endif
