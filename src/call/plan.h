/* How a call's columns lie, and what follows from it: the one place that decides. */
#ifndef WAY_PLAN_H
#define WAY_PLAN_H

#include "registry/registry.h"
#include "call/columns.h"

/* For what is to have a frame of its own. */
#if defined(__GNUC__)
#define WAY_OUT_OF_LINE static __attribute__((noinline))
#else
#define WAY_OUT_OF_LINE static
#endif

/* From this many agents on, starting on a line pays for the agents before it. */
#define WAY_WORTH_A_HEAD 2048

/* Which columns are places on an axis: of inputs, the agent's own place, and the next one, which is known best; -1: none.
   Bit k of a set is column k. */
typedef struct way_axes {
    int own[3], other[3];
    unsigned in, out;
} way_axes;

typedef struct way_plan {
    const way_table *table;
    const way_kernel *kernel;
    const way_behaviour *behaviour;
    const way_batch *batch;
    const way_column *in;
    const way_column_out *out;
    int inputs, outputs;
    const way_places *from, *to; /* how the columns lie */
    unsigned given;     /* bit k: input k is the caller's, or a place that is counted from elsewhere */
    unsigned uniform;   /* bit k: input k is one value for all, of this block and of the others */
    unsigned by_target; /* bit k: input k is a runner's, to be found by the targets */
    unsigned relative;  /* bit k: input k is a place, to be counted from where each agent is */
    way_axes axes;      /* where there are any: relative places */
    int status;         /* the number of the output that is one; -1: none */
    int has_options;    /* the kernel wants all optional inputs, as soon as one is given, or always */
    int in_place; /* every column is tight and wanted as it lies: one kernel call does the whole of a range */
    unsigned char in_fields[WAY_INPUTS_MAX],
        out_fields[WAY_OUTPUTS_MAX]; /* moved together; 0: with an earlier one */
} way_plan;

/* Arguments have been checked; from and to are how the columns lie. */
void way_make_plan(way_plan *plan, const way_entry *entry, const way_column *in, const way_places *from,
                   const way_column_out *out, const way_places *to, const way_batch *batch);

static inline way_wall_list way_walls_of(const way_batch *batch) {
    return (way_wall_list){batch->walls, batch->wall_count, batch->wall_tree};
}

/* Is input k found by the targets? */
static inline int way_by_target(const way_plan *plan, int k) { return plan->by_target >> k & 1; }

/* Is the column where the kernel can have it? */
static inline int way_dense_in(const way_plan *plan, int k) {
    return (plan->from->tight & ~plan->by_target & ~plan->relative) >> k & 1 && plan->batch->index == NULL;
}

static inline int way_dense_out(const way_plan *plan, int k) {
    return (plan->to->tight & ~plan->axes.out) >> k & 1 && plan->batch->index == NULL &&
           !(plan->batch->keep_nobody && plan->by_target);
}

/* A number of agents, rounded up to whole vectors. */
static inline size_t way_padded(const way_plan *plan, size_t count) {
    return (count + plan->table->lanes - 1) & ~(plan->table->lanes - 1);
}

/* How many agents to solve first so that from then on the most columns begin on lines of 64 bytes: vectors that straddle
   lines cost a quarter more. */
size_t way_agents_to_line(const way_plan *plan, size_t first);

/* Of whole vectors in place. */
way_stores way_choose_stores(const way_plan *plan, size_t first, size_t count);

/* May agents be solved twice? Not where an output is an input: the second time would read the first's. */
int way_may_repeat(const way_plan *plan);

#endif
