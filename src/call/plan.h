/* Defines the plan of a call: the layout of its columns and every decision that depends on the layout. */
#ifndef WAY_PLAN_H
#define WAY_PLAN_H

#include "registry/registry.h"
#include "call/columns.h"

/* With at least this number of agents, it is faster to solve the agents before the first 64-byte line
   separately and to start the whole vectors on this line. */
#define WAY_WORTH_A_HEAD 2048

/* The columns that are positions on an axis. `own` is the input with the agent's own position. `other` is the
   first input with another position, because the difference of these two keeps the most bits. Both are -1 if
   there is no such input. `in` and `out` are the sets of all position inputs and outputs, where bit k stands
   for column k. */
typedef struct way_axes {
    int own[3], other[3];
    unsigned in, out;
} way_axes;

typedef struct way_plan {
    const way_table *table;
    const way_kernel *kernel;
    const way_behaviour *behaviour;
    const way_batch *batch;
    way_wall_list walls;
    int precision; /* of the kernels: see way_precision_of */
    const way_column *in;
    const way_column_out *out;
    int inputs, outputs;
    const way_places *from, *to; /* the layout of the columns */
    unsigned given;              /* bit k is set if the caller has set input k, or if it is a relative
                                    position */
    unsigned uniform;            /* bit k is set if input k is one value for all agents of all blocks */
    unsigned by_target;          /* bit k is set if agents read input k from their targets */
    unsigned relative;           /* bit k is set if input k is a position relative to the agent's own
                                    position */
    int from_walls;              /* 1 if `relative` positions are relative to the walls' origin */
    way_axes axes;               /* filled only if there are relative positions */
    int status;                  /* number of the status output, or -1 if it is not needed */
    unsigned options;            /* the optional inputs that the kernel reads; missing ones hold defaults */
    int in_place; /* the kernel uses every column in place, so that one kernel call solves any number of
                     agents */
    unsigned char in_fields[WAY_INPUTS_MAX],
        out_fields[WAY_OUTPUTS_MAX]; /* per column: how many columns, from this one on, are moved together; 0
                                        if the column is moved with an earlier one */
} way_plan;

/* Returns the table with the fewest lanes that holds `count` agents in one vector, or the widest table. */
const way_table *way_table_for(size_t count);

/* Makes the plan. The arguments have been checked; `from` and `to` describe the layout of the columns. */
void way_make_plan(way_plan *plan, const way_entry *entry, const way_column *in, const way_places *from,
                   const way_column_out *out, const way_places *to, const way_batch *batch);

/* Returns the batch's walls. If all velocities are 0, `velocity` is NULL, so that the answers have the bits
   of walls that stand still. */
way_wall_list way_walls_of(const way_entry *entry, const way_batch *batch);

/* Moving walls are always computed in the exact precision. */
static inline int way_precision_of(const way_batch *batch, const way_wall_list *walls) {
    return walls->velocity != NULL ? WAY_EXACT : batch->precision;
}

/* Returns the coordinate, on axis 1 or 2, of the point from which the walls are measured. */
static inline double way_wall_origin(const way_batch *batch, int32_t axis) {
    return axis == 1 ? batch->wall_origin_x : batch->wall_origin_y;
}

/* Does an agent read its target's value of input k? */
static inline int way_by_target(const way_plan *plan, int k) { return plan->by_target >> k & 1; }

/* Can the kernel read the column in place? */
static inline int way_dense_in(const way_plan *plan, int k) {
    return (plan->from->tight & ~plan->by_target & ~plan->relative) >> k & 1 && plan->batch->index == NULL;
}

static inline int way_dense_out(const way_plan *plan, int k) {
    return (plan->to->tight & ~plan->axes.out) >> k & 1 && plan->batch->index == NULL &&
           !(plan->batch->targets.keep_outputs && plan->by_target);
}

/* Returns a number of agents, rounded up to whole vectors. */
static inline size_t way_padded(const way_plan *plan, size_t count) {
    return (count + plan->table->lanes - 1) & ~(plan->table->lanes - 1);
}

/* Returns how many agents to solve separately at the start, so that in as many columns as possible the next
   agent's element starts a 64-byte line. Vectors that cross a line take a quarter longer. */
size_t way_agents_to_line(const way_plan *plan, size_t first);

/* Chooses how to store the outputs of whole vectors that are solved in place. */
way_stores way_choose_stores(const way_plan *plan, size_t first, size_t count);

/* May agents be solved twice? Agents must not be solved twice if an output is also an input, because the
   second pass would read the first pass's results. */
int way_may_solve_twice(const way_plan *plan);

#endif
