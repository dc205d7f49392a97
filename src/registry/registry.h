/* The behaviours of this build, and what is known of each. */
#ifndef WAY_REGISTRY_H
#define WAY_REGISTRY_H

#include "isa/isa.h"
#include "waylay/waylay.h"

/* The most columns that any behaviour reads or writes: the size of arrays on the stack. */
enum { WAY_INPUTS_MAX = 19, WAY_OUTPUTS_MAX = 14 };

/* Bit k of each set is input k: it must be given, need not be, is a runner's. */
typedef struct way_entry {
    way_behaviour behaviour; /* first: callers have its address */
    unsigned required, optional, runners;
    const way_kernel
        *kernel[WAY_TABLES][2]; /* by table and precision; NULL for those that this build lacks */
    way_result (*one)(const void *agent, void *answer, const way_wall *walls, size_t wall_count);
} way_entry;

/* All arguments are checked. */
way_result way_call(const way_entry *entry, const way_column *in, const way_column_out *out,
                    const way_batch *batch);

/* What a call for one agent is refused for. */
way_result way_check_one(const void *agent, const void *answer, const way_wall *walls, size_t wall_count);

/* A column's fallback as the 4 bytes of its type. */
void way_fallback(const way_column_info *column, void *cell);

#endif
