/* Whether columns share memory: by their lowest and highest addresses and their steps. */
#ifndef WAY_OVERLAP_H
#define WAY_OVERLAP_H

#include "call/columns.h"

/* Some elements of a column: their lowest and highest addresses, the bytes of one, and those from one to the next, 0 for
   one alone. */
typedef struct way_extent {
    uintptr_t low, high, size, step;
} way_extent;

/* Elements first .. first + count - 1, at least one; of one value for all always that one. */
way_extent way_extent_of(const void *data, ptrdiff_t stride, size_t size, size_t first, size_t count);

/* May an element of one lie where one of the other does? Exact where the steps are the same or an extent is of one
   element. */
int way_extents_meet(const way_extent *a, const way_extent *b);

/* Does any of these outputs, elements first .. first + count - 1, meet any of these inputs, elements 0 .. rows - 1?
   Bit k of a set is column k; at least one input, one row and one agent. Of columns with rows or pages only the addresses
   of their data are compared. */
int way_columns_meet(const way_column *in, unsigned inputs, size_t rows, const way_column_out *out,
                     unsigned outputs, size_t first, size_t count);

#endif
