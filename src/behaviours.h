/* The registry as a table. */
#ifndef WAY_BEHAVIOURS_H
#define WAY_BEHAVIOURS_H

#include "table.h"
#include "waylay/waylay.h"

/* The most columns that any behaviour reads or writes: the size of arrays on the stack. */
enum { WAY_INPUTS_MAX = 18, WAY_OUTPUTS_MAX = 14 };

extern const way_behaviour way_behaviours[INDEX_COUNT];

/* A column's fallback as the 4 bytes of its type. */
void way_fallback(const way_column_info *column, void *cell);

#endif
