/* Declares the registry, which lists the behaviours of this build with their descriptions. */
#ifndef WAY_REGISTRY_H
#define WAY_REGISTRY_H

#include "isa/isa.h"
#include "waylay/base.h"

/* The largest numbers of columns that a behaviour reads and writes. Arrays on the stack have these sizes. */
enum { WAY_INPUTS_MAX = 24, WAY_OUTPUTS_MAX = 21 };

/* One behaviour. In each of the sets, bit k stands for input k. required: inputs that must be given;
   `optional`: inputs that may be omitted; `runners`: inputs of the runner. */
typedef struct way_entry {
    way_behaviour behaviour; /* must be first: callers hold its address */
    unsigned required, optional, runners;
    const way_kernel
        *kernel[WAY_TABLES][2]; /* kernels by table and precision; NULL for tables that this build lacks */
    way_result (*one)(const void *agent, void *answer, const way_wall *walls, size_t wall_count);
} way_entry;

/* Returns the optional inputs that the kernel reads in a call with these inputs and outputs. */
static inline unsigned way_options_of(const way_entry *entry, const way_kernel *kernel, unsigned given,
                                      unsigned wanted) {
    const unsigned others = given & entry->optional & ~kernel->always;
    const unsigned more = kernel->always != 0 ? wanted & ~kernel->usual : 0;
    return (others | more) != 0 ? entry->optional : kernel->always;
}

/* Checks all arguments and runs the call. */
way_result way_call(const way_entry *entry, const way_column *in, const way_column_out *out,
                    const way_batch *batch);

/* Checks the arguments of a call for one agent. */
way_result way_check_one(const void *agent, const void *answer, const way_wall *walls, size_t wall_count);

/* Writes a column's fallback as the 4 bytes of its type. */
void way_fallback(const way_column_info *column, void *cell);

#endif
