/* Reads and writes the columns of rays in blocks, and compares hits. */
#ifndef WAY_CAST_COLUMNS_H
#define WAY_CAST_COLUMNS_H

#include "call/columns.h"
#include "choose/cast_internal.h"
#include "kernels/bounce/double_double.h"

/* Keeps the earlier one of two hits. */
static inline void way_keep_earlier(ray_verdict is, twin t, ray_verdict *found, twin *best) {
    if (is == RAY_HITS && (*found != RAY_HITS || t_lt(t, *best, 1))) {
        *found = RAY_HITS;
        *best = t;
    }
}

/* Reads a column of numbers, or `otherwise` if the column is missing. */
static inline void way_read_doubles(const way_table *table, const way_column *column, double otherwise,
                                    way_numbers rows, size_t count, double *to) {
    for (size_t i = 0; column->data == NULL && i < count; i++)
        to[i] = otherwise;
    if (column->data != NULL)
        way_pack_doubles(table, column, rows, count, to);
}

static inline void way_put_bits(float *to, uint32_t bits) { memcpy(to, &bits, sizeof bits); }

/* Reads a column of rows or masks, or all bits if the column is missing. `pitch` is the room at `to`. */
static inline void way_read_words(const way_table *table, const way_column *column, way_numbers rows,
                                  size_t count, float *to, size_t pitch) {
    for (size_t i = 0; column->data == NULL && i < count; i++)
        way_put_bits(&to[i], UINT32_MAX);
    if (column->data != NULL)
        way_pack(table, column, 1, rows, count, to, pitch);
}

static inline void way_put_numbers(const way_column_out *to, way_numbers rows, size_t count,
                                   const double *from) {
    if (to->data != NULL)
        way_put_doubles(to, rows, count, from, NULL);
}

static inline void way_put_marks(const way_column_out *to, way_numbers rows, size_t count,
                                 const float *from) {
    if (to->data != NULL)
        way_put_words(to, rows, count, from, NULL);
}

#endif
