/* Records the memory layout of the caller's columns, refuses wrong columns, and copies columns of any stride,
   type, row numbers or pages to dense scratch rows and back. */
#ifndef WAY_COLUMNS_H
#define WAY_COLUMNS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "isa/isa.h"
#include "waylay/base.h"

/* WAY_BLOCK: a batch of up to about this number of agents is one block if it fits into the scratch memory,
   even if the last vector is partial. WAY_BLOCK_MAX: the largest number of agents in a block. The two
   constants are multiples of WAY_LANES_MAX. */
enum { WAY_BLOCK = 256, WAY_BLOCK_MAX = 1024 };

/* The memory layout of some columns. In each set, bit k stands for column k. */
typedef struct way_places {
    unsigned given;
    unsigned uniform;   /* one value for all agents */
    unsigned tight;     /* floats next to each other */
    unsigned strided;   /* floats with a stride other than 0 and 4 */
    unsigned irregular; /* doubles, halves, or found through rows or pages: not tight, not strided */
    unsigned doubles;   /* doubles; these columns are also irregular */
    /* The bitwise OR of the addresses and gaps of all columns that are not irregular. It is a multiple of 4
       if and only if all of them are. */
    uintptr_t wrong;
} way_places;

static inline ptrdiff_t way_size(int32_t type) { return type == WAY_DOUBLE ? 8 : type == WAY_HALF ? 2 : 4; }

/* Returns the number of bytes from one element to the next. */
static inline ptrdiff_t way_stride(const way_column *column) {
    return (ptrdiff_t)((uintptr_t)column->gap + (uintptr_t)way_size(column->type));
}

static inline way_column way_as_column(const way_column_out *out) {
    way_column column = {out->data, out->gap, out->rows, out->type, out->page};
    return column;
}

/* Adds a column to `places`; `bit` is its bit in the sets. Most columns of a call are missing, so missing
   columns are tested first. */
static inline void way_note(way_places *places, unsigned bit, const way_column *column) {
    if (column->data == NULL)
        return;
    places->given |= bit;
    if (column->rows != NULL || (column->type | column->page) != 0) {
        places->irregular |= bit;
        places->doubles |= column->type == WAY_DOUBLE ? bit : 0;
        places->uniform |= way_stride(column) == 0 ? bit : 0;
        return;
    }
    places->wrong |= (uintptr_t)column->data | (uintptr_t)column->gap;
    if (column->gap == 0)
        places->tight |= bit;
    else if (column->gap == -4)
        places->uniform |= bit;
    else
        places->strided |= bit;
}

static inline way_places way_note_in(const way_column *in, int count) {
    way_places places = WAY_INIT;
    for (unsigned bit = 1; count > 0; count--, in++, bit += bit)
        way_note(&places, bit, in);
    return places;
}

static inline way_places way_note_out(const way_column_out *out, int count) {
    way_places places = WAY_INIT;
    for (unsigned bit = 1; count > 0; count--, out++, bit += bit) {
        const way_column column = way_as_column(out);
        way_note(&places, bit, &column);
    }
    return places;
}

/* Stores the name of the column or field for which a call is refused (see `fault` of way_batch) and returns
   the result. */
static inline way_result way_refuse(const char **fault, const char *name, way_result result) {
    if (fault != NULL)
        *fault = name;
    return result;
}

/* A quick test of all columns at once. Returns non-zero if a column may be wrong, so that check.c must test
   each of them. This function does not look for uniform outputs, which are also an error. */
static inline int way_may_be_wrong(const way_places *places) {
    return (places->irregular != 0) | (places->wrong % 4 != 0);
}

/* Returns how many of these columns, from the first on, are consecutive fields of one record, at most 4. Such
   columns have the same stride and rows, and their addresses are 4 bytes apart, so they are moved together.
   */
int way_fields(const way_column *column, int columns);

/* The page of a column of several tables: see call/parts.h. */
enum { WAY_IN_PARTS = -1 };

/* Returns the column of the part that holds an element of a column of several tables, and sets `element` to
   the element's number in this column. If the part lacks this column, an input is a column of defaults, and
   an output has no data. For inputs, `left` becomes the number of elements from this one to the last of the
   part. */
way_column way_part_column(const way_column *column, size_t *element, size_t *left);

/* Finds each n for which the element of agent first + n starts a 64-byte line, in a tight column or a column
   of pairs. Adds one vote for each such n to votes[n]. */
void way_vote_for_lines(const void *data, ptrdiff_t stride, size_t first, unsigned char votes[WAY_LANES_MAX]);

/* The numbers of a block's agents, which are also the numbers of their elements in the caller's columns:
   list[0], list[1], ..., or first, first + 1, ... if `list` is NULL. */
typedef struct way_numbers {
    const uint32_t *list;
    size_t first; /* 0 if `list` is set */
} way_numbers;

static inline size_t way_number(way_numbers rows, size_t i) {
    return rows.list != NULL ? rows.list[i] : rows.first + i;
}

/* Returns the same numbers from the i-th on. */
static inline way_numbers way_numbers_from(way_numbers rows, size_t i) {
    if (rows.list != NULL)
        rows.list += i;
    else
        rows.first += i;
    return rows;
}

/* Copies `count` elements, at most WAY_BLOCK_MAX, of `fields` neighbouring columns to the scratch rows at
   `row`, `pitch` floats apart. Repeats the last element up to a multiple of the table's lanes. Doubles and
   halves become floats; 4-byte elements of any type are copied bit for bit. */
void way_pack(const way_table *table, const way_column *column, int fields, way_numbers rows, size_t count,
              float *row, size_t pitch);

/* Like way_pack, but copies records of `fields` floats. */
void way_pack_records(const way_table *table, way_finder of, int fields, size_t count, float *row,
                      size_t pitch);

/* Like way_pack, but writes doubles; the elements are floats, doubles or halves. */
void way_pack_doubles(const way_table *table, const way_column *column, way_numbers rows, size_t count,
                      double *to);

/* Like way_pack for one column of floats, doubles or halves, but subtracts `origin`, in double, before
   rounding to float. */
void way_pack_from(const way_table *table, const way_column *column, double origin, way_numbers rows,
                   size_t count, float *row);

/* Copies scratch rows back to the caller's columns. */
void way_unpack(const way_table *table, const way_column_out *column, int fields, way_numbers rows,
                size_t count, const float *row, size_t pitch);

/* Copies numbers to a column, converted to the column's type. If an element's `stays` is not 0, the element
   keeps its value; if `stays` is NULL, all elements are written. */
void way_put_words(const way_column_out *column, way_numbers rows, size_t count, const float *from,
                   const unsigned char *stays);
void way_put_doubles(const way_column_out *column, way_numbers rows, size_t count, const double *from,
                     const unsigned char *stays);

/* Each of these functions reads one element. way_word_at returns the element's 4 bytes unchanged.
   way_double_at returns the value as a double. way_cell_at returns the 4 bytes that way_pack would write. */
uint32_t way_word_at(const way_column *column, size_t element);
double way_double_at(const way_column *column, size_t element);
uint32_t way_cell_at(const way_column *column, size_t element);

/* Returns an element of floats, doubles or halves as a float. */
static inline float way_float_at(const way_column *column, size_t element) {
    const uint32_t cell = way_cell_at(column, element);
    float number;
    memcpy(&number, &cell, sizeof number);
    return number;
}

/* Do two columns have the same elements? All their fields must be equal. */
static inline int way_is_same_column(const way_column *a, const way_column *b) {
    return a->data == b->data && a->gap == b->gap && a->rows == b->rows && a->type == b->type &&
           a->page == b->page;
}

/* Returns the bits of a cell. */
static inline uint32_t way_cell_bits(const float *cell) {
    uint32_t bits;
    memcpy(&bits, cell, sizeof bits);
    return bits;
}

/* Compares the columns of agents' and candidates' positions, one axis after the other; a missing column is
   NULL. If `are_shared` is 1 at the end, they are in the same memory: agent i is candidate first + step * i, if
   there is a candidate in this row. At least one column must have a stride, because columns without one hold a
   single value. */
typedef struct way_sharing {
    int are_shared, differ;
    ptrdiff_t first, step;
} way_sharing;

void way_compare_columns(way_sharing *to, const way_column *own, const way_column *other);

/* Are all agents the candidates of the same number? */
static inline int way_is_in_place(const way_sharing *of) {
    return of->are_shared && of->first == 0 && of->step == 1;
}

/* Returns the row of agent `number` among `runners` candidates, or UINT32_MAX if the agent is no candidate. */
static inline uint32_t way_shared_row(const way_sharing *of, size_t number, size_t runners) {
    const size_t row = (size_t)of->first + (size_t)of->step * number; /* wraps */
    return row < UINT32_MAX && (row < runners || way_is_in_place(of)) ? (uint32_t)row : UINT32_MAX;
}

/* Returns a column in which every agent has the value of this element, or a column without data if the given
   column has no data. */
way_column way_element_at(const way_column *column, size_t element);

/* Sorts the rows 0 to count - 1 by their world; a missing column is world 0. Of equal worlds, the lower row
   comes first. `spare` has room for two numbers per row. */
void way_sort_rows(const way_column *world, size_t count, uint32_t *rows, uint64_t *spare);

/* Fills a scratch row with copies of one 4-byte value. */
void way_fill(float *row, const void *value, size_t count);

#endif
