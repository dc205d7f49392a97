/* The registry as a table. */
#ifndef WAY_BEHAVIOURS_H
#define WAY_BEHAVIOURS_H

#include "table.h"
#include "waylay/waylay.h"

/* The most columns that any behaviour reads or writes: the size of arrays on the stack. */
enum { WAY_INPUTS_MAX = 18, WAY_OUTPUTS_MAX = 14 };

extern const way_behaviour way_behaviours[INDEX_COUNT];

/* Bit k is set where input k must be given, where it need not be, and where it is a runner's. */
typedef struct way_input_sets {
    unsigned required, optional, runners;
} way_input_sets;

extern const way_input_sets way_inputs[INDEX_COUNT];

/* A column's fallback as the 4 bytes of its type. */
void way_fallback(const way_column_info *column, void *cell);

#endif
