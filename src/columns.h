/* From the caller's columns to dense rows and back: the only code that knows strides and indices. */
#ifndef WAY_COLUMNS_H
#define WAY_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

#include "table.h"
#include "waylay/waylay.h"

/* Agents up to which a batch is one block though its last vector is not whole, where there is room; and in any
   block. Multiples of WAY_LANES_MAX. */
enum { WAY_BLOCK = 256, WAY_BLOCK_MAX = 1024 };

/* How some columns lie: bit k of each set is column k's. */
typedef struct way_places {
    unsigned given;
    unsigned uniform;      /* one value for all */
    unsigned tight;        /* 4 bytes from agent to agent */
    unsigned strided;      /* otherwise */
    uintptr_t some, every; /* the bits that any address has, and those that all have */
    uintptr_t steps;       /* the bits of their strides; WAY_SAME has none below its sign */
} way_places;

/* Those of no columns yet. */
#define WAY_NO_PLACES                                                                                        \
    { .every = UINTPTR_MAX }

static inline void way_note(way_places *places, int k, const void *data, ptrdiff_t stride) {
    if (data == NULL)
        return;
    unsigned bit = 1u << k;
    places->given |= bit;
    if (stride == 0 || stride == 4)
        places->tight |= bit;
    else if (stride == WAY_SAME)
        places->uniform |= bit;
    else
        places->strided |= bit;
    places->some |= (uintptr_t)data;
    places->every &= (uintptr_t)data;
    places->steps |= (uintptr_t)stride;
}

/* A number of agents, rounded up to whole vectors of every width. */
static inline size_t way_padded(size_t count) {
    return (count + WAY_LANES_MAX - 1) & ~(size_t)(WAY_LANES_MAX - 1);
}

/* How many neighbouring columns, from the first of these on, are consecutive fields of one record (the
   same stride, 4 bytes apart): 4, 2 or 1. They are moved together. */
int way_fields(const way_column *column, int columns);

/* Some elements of a column: their lowest and highest addresses, and the bytes from one to the next, 0 for one
   alone. */
typedef struct way_extent {
    uintptr_t low, high, step;
} way_extent;

/* Elements first .. first + count - 1, at least one; of WAY_SAME always its one. */
way_extent way_extent_of(const void *data, ptrdiff_t stride, size_t first, size_t count);

/* May an element of one lie where one of the other does? Exact where the steps are the same or an extent is of one
   element. */
int way_extents_meet(const way_extent *a, const way_extent *b);

/* Does any of these outputs, elements first .. first + count - 1, meet any of these inputs, elements 0 .. rows - 1?
   Bit k of a set is column k; at least one input, one row and one agent. */
int way_columns_meet(const way_column *in, unsigned inputs, size_t rows, const way_column_out *out,
                     unsigned outputs, size_t first, size_t count);

/* Counts a column, tight or of pairs, under each number of agents after which it begins on a line of 64
   bytes. */
void way_vote_for_lines(const void *data, ptrdiff_t stride, size_t first, unsigned char votes[WAY_LANES_MAX]);

/* Which rows a block's agents have in the caller's columns: list[0], list[1], ..., or without a list first,
   first + 1, ... */
typedef struct way_rows {
    const uint32_t *list;
    size_t first; /* 0 with a list */
} way_rows;

/* Copies `count` elements, at most WAY_BLOCK_MAX, of `fields` neighbouring columns to the scratch rows at
   `row`, `pitch` floats apart, and repeats the last element up to a multiple of WAY_LANES_MAX. */
void way_pack(const way_table *table, const way_column *column, int fields, way_rows rows, size_t count,
              float *row, size_t pitch);

/* Copies them back. */
void way_unpack(const way_table *table, const way_column_out *column, int fields, way_rows rows, size_t count,
                const float *row, size_t pitch);

/* Fills a scratch row with one 4-byte value. */
void way_fill(float *row, const void *value, size_t count);

#endif
