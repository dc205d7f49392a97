/* Looks up the targets of a block's agents, a chunk at a time. */
#ifndef WAY_TARGETS_H
#define WAY_TARGETS_H

#include "call/plan.h"

/* Targets are looked up in chunks of this size, a multiple of the widest vector. */
#define WAY_TARGETS 128

/* The largest number of parts that targets.c describes in arrays on the stack. With more parts, targets are
   looked up one at a time. */
enum { WAY_PARTS = 16 };

/* The targets of some agents: the runner's row, and the runner's part if there are parts. An agent without a
   target has row 0. */
typedef struct way_found_targets {
    uint32_t row[WAY_TARGETS], part[WAY_TARGETS];
} way_found_targets;

/* Returns the lowest row number that is not a target in a table of `rows` rows. UINT32_MAX is never a
   target. */
static inline uint32_t way_limit_of(size_t rows) { return rows < UINT32_MAX ? (uint32_t)rows : UINT32_MAX; }

static inline int way_is_tight(const way_column *column) {
    return (column->gap | column->page) == 0 && column->rows == NULL;
}

/* Are the targets plain row numbers, without a mask, maps or generations? */
static inline int way_has_plain_targets(const way_batch *batch) {
    return batch->targets.mask == 0 && batch->targets.row_of == NULL && batch->targets.part_of == NULL &&
           batch->targets.generation.data == NULL;
}

/* Looks up an agent's `target` as base.h describes. Returns 0 if the agent has no valid target. */
int way_look_up(const way_batch *batch, size_t agent, uint32_t target, uint32_t *row, uint32_t *part);

/* Looks up the targets of `count` agents, at most WAY_TARGETS. Returns the number of agents without a
   target. */
size_t way_find_targets(const way_plan *plan, way_numbers agents, size_t count, way_found_targets *found,
                        unsigned char *restrict is_nobody);

#endif
