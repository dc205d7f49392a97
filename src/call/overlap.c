#include "call/overlap.h"

way_extent way_extent_of(const void *data, ptrdiff_t stride, size_t size, size_t first, size_t count) {
    uintptr_t bytes = (uintptr_t)stride, begin = (uintptr_t)data + first * bytes;
    int is_backwards = stride < 0;
    way_extent extent = {begin, begin, size, count == 1 ? 0 : is_backwards ? 0 - bytes : bytes};
    uint64_t gaps = count - 1, span = gaps * extent.step;
    if ((gaps | extent.step) >> 32 != 0 && extent.step != 0 && gaps > UINT64_MAX / extent.step)
        span = UINT64_MAX;
    if (is_backwards)
        extent.low = begin > span ? begin - (uintptr_t)span : 0;
    else
        extent.high = UINTPTR_MAX - begin > span ? begin + (uintptr_t)span : UINTPTR_MAX;
    return extent;
}

/* Does an extent end before another one begins? Its last element, of `size` bytes, is at `high`; the other
   one begins at `low`. */
static int ends_before(uintptr_t high, size_t size, uintptr_t low) {
    return low > high && low - high >= size;
}

int way_extents_meet(const way_extent *a, const way_extent *b) {
    if (ends_before(a->high, a->size, b->low) || ends_before(b->high, b->size, a->low))
        return 0;
    /* The distances between elements of the two extents are upper->low - lower->low plus multiples of the
       greatest common divisor of both steps. Elements can overlap if such a distance is smaller than an
       element. */
    const way_extent *lower = a->low <= b->low ? a : b, *upper = lower == a ? b : a;
    uintptr_t common = a->step;
    for (uintptr_t other = b->step; other != 0;) {
        uintptr_t rest = common % other;
        common = other;
        other = rest;
    }
    if (common == 0)
        return 1;
    uintptr_t apart = (upper->low - lower->low) % common;
    return apart < lower->size || common - apart < upper->size;
}

static way_extent extent_of(const way_column *column, size_t first, size_t count) {
    const size_t size = (size_t)way_size(column->type);
    if (column->rows != NULL || column->page != 0) /* elements in rows or pages are not tested */
        return way_extent_of(column->data, 0, size, 0, 1);
    return way_extent_of(column->data, way_stride(column), size, first, count);
}

int way_columns_meet(const way_column *in, unsigned inputs, size_t rows, const way_column_out *out,
                     unsigned outputs, size_t first, size_t count) {
    way_extent read[sizeof inputs * 8];
    uintptr_t low = UINTPTR_MAX, high = 0; /* all inputs lie between these two; most outputs do not */
    int columns = 0;
    for (int k = 0; inputs >> k != 0; k++)
        if (inputs >> k & 1) {
            read[columns] = extent_of(&in[k], 0, rows);
            low = read[columns].low < low ? read[columns].low : low;
            high = read[columns].high > high ? read[columns].high : high;
            columns++;
        }
    for (int k = 0; outputs >> k != 0; k++) {
        if (!(outputs >> k & 1))
            continue;
        const way_column column = way_as_column(&out[k]);
        way_extent written = extent_of(&column, first, count);
        if (ends_before(written.high, written.size, low) || ends_before(high, 8, written.low))
            continue;
        for (int j = 0; j < columns; j++)
            if (way_extents_meet(&written, &read[j]))
                return k + 1;
    }
    return 0;
}
