/* Tests whether columns share memory, by their lowest and highest addresses and their strides. */
#ifndef WAY_OVERLAP_H
#define WAY_OVERLAP_H

#include "call/columns.h"

/* The memory of some elements of a column: the lowest and the highest address of an element, its size, and
   the bytes from one element to the next (0 for a single element). */
typedef struct way_extent {
    uintptr_t low, high, size, step;
} way_extent;

/* Returns the extent of elements `first` to `first + count - 1`; count is at least 1. A uniform column has
   only one element in memory. */
way_extent way_extent_of(const void *data, ptrdiff_t stride, size_t size, size_t first, size_t count);

/* Can an element of one extent overlap an element of the other? The answer is exact if the steps are equal or
   one extent is a single element. */
int way_extents_meet(const way_extent *a, const way_extent *b);

/* Tests whether outputs overlap inputs. Returns the number of the first such output, counted from 1, or 0.
   Tests the output elements `first` to `first + count - 1` and the input elements 0 to rows - 1. Bit k of a
   set stands for column k. There must be at least one input, one row and one agent. For columns with rows or
   pages, only the address of the data is compared. */
int way_columns_meet(const way_column *in, unsigned inputs, size_t rows, const way_column_out *out,
                     unsigned outputs, size_t first, size_t count);

#endif
