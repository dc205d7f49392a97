#include "columns.h"

#include <string.h>

static ptrdiff_t step(ptrdiff_t stride) { return stride == 0 ? 4 : stride == WAY_SAME ? 0 : stride; }

static int same_record(const way_column *a, const way_column *b) {
    return b->data != NULL && step(a->stride) == step(b->stride) &&
           (const char *)a->data + 4 == (const char *)b->data;
}

int way_fields(const way_column *column, int columns) {
    int fields = 1;
    if (column->data == NULL || column->stride == WAY_SAME || step(column->stride) == 4)
        return 1;
    while (fields < columns && fields < 4 && same_record(&column[fields - 1], &column[fields]))
        fields++;
    return fields == 3 ? 2 : fields;
}

way_extent way_extent_of(const void *data, ptrdiff_t stride, size_t first, size_t count) {
    uintptr_t bytes = (uintptr_t)step(stride), begin = (uintptr_t)data + first * bytes;
    int is_backwards = step(stride) < 0;
    way_extent extent = {begin, begin, count == 1 ? 0 : is_backwards ? 0 - bytes : bytes};
    uint64_t gaps = count - 1, span = gaps * extent.step;
    if ((gaps | extent.step) >> 32 != 0 && extent.step != 0 && gaps > UINT64_MAX / extent.step)
        span = UINT64_MAX;
    if (is_backwards)
        extent.low = begin > span ? begin - (uintptr_t)span : 0;
    else
        extent.high = UINTPTR_MAX - begin > span ? begin + (uintptr_t)span : UINTPTR_MAX;
    return extent;
}

int way_extents_meet(const way_extent *a, const way_extent *b) {
    if (a->high < b->low || b->high < a->low)
        return 0;
    /* elements are aligned, and one of each may lie together only where their distance is a multiple of both steps'
       greatest common divisor */
    uintptr_t distance = a->low > b->low ? a->low - b->low : b->low - a->low, common = a->step;
    for (uintptr_t other = b->step; other != 0;) {
        uintptr_t rest = common % other;
        common = other;
        other = rest;
    }
    return common == 0 || distance % common == 0;
}

int way_columns_meet(const way_column *in, unsigned inputs, size_t rows, const way_column_out *out,
                     unsigned outputs, size_t first, size_t count) {
    way_extent read[sizeof inputs * 8];
    uintptr_t low = UINTPTR_MAX, high = 0; /* of all inputs: most outputs lie beside them all */
    int columns = 0;
    for (int k = 0; inputs >> k != 0; k++)
        if (inputs >> k & 1) {
            read[columns] = way_extent_of(in[k].data, in[k].stride, 0, rows);
            low = read[columns].low < low ? read[columns].low : low;
            high = read[columns].high > high ? read[columns].high : high;
            columns++;
        }
    for (int k = 0; outputs >> k != 0; k++) {
        if (!(outputs >> k & 1))
            continue;
        way_extent written = way_extent_of(out[k].data, out[k].stride, first, count);
        if (written.high < low || high < written.low)
            continue;
        for (int j = 0; j < columns; j++)
            if (way_extents_meet(&written, &read[j]))
                return 1;
    }
    return 0;
}

void way_vote_for_lines(const void *data, ptrdiff_t stride, size_t first,
                        unsigned char votes[WAY_LANES_MAX]) {
    uintptr_t bytes = (uintptr_t)step(stride), address = (uintptr_t)data + first * bytes;
    if ((bytes != 4 && bytes != 8) || address % bytes != 0)
        return;
    for (size_t agents = (64 - address % 64) % 64 / bytes; agents < WAY_LANES_MAX; agents += 64 / bytes)
        votes[agents]++;
}

/* Elements are moved as 32-bit patterns: a float register may quieten a NaN. */

/* The rows of a block that has no list of its own. */
#define FOUR(n) n, n + 1, n + 2, n + 3
#define SIXTEEN(n) FOUR(n), FOUR(n + 4), FOUR(n + 8), FOUR(n + 12)
#define SIXTY_FOUR(n) SIXTEEN(n), SIXTEEN(n + 16), SIXTEEN(n + 32), SIXTEEN(n + 48)
#define TWO_HUNDRED_AND_FIFTY_SIX(n)                                                                         \
    SIXTY_FOUR(n), SIXTY_FOUR(n + 64), SIXTY_FOUR(n + 128), SIXTY_FOUR(n + 192)
static const uint32_t every_row[WAY_BLOCK_MAX] = {
    TWO_HUNDRED_AND_FIFTY_SIX(0), TWO_HUNDRED_AND_FIFTY_SIX(256), TWO_HUNDRED_AND_FIFTY_SIX(512),
    TWO_HUNDRED_AND_FIFTY_SIX(768)};

/* The last vector, of which only some elements are there: the last of them again for those that are not. */
static void pack_tail(const way_records *from, const uint32_t *list, size_t count, float *row, size_t pitch) {
    for (int k = 0; k < from->fields; k++, row += pitch) {
        const char *field = from->data + 4 * k;
        uint32_t last;
        memcpy(&last, field + (ptrdiff_t)list[count - 1] * from->stride, 4);
        for (size_t i = 0; i < WAY_LANES_MAX; i++)
            memcpy(row + i, &last, 4);
        for (size_t i = 0; i < count - 1; i++)
            memcpy(row + i, field + (ptrdiff_t)list[i] * from->stride, 4);
    }
}

void way_pack(const way_table *table, const way_column *column, int fields, way_rows rows, size_t count,
              float *row, size_t pitch) {
    ptrdiff_t stride = step(column->stride);
    const char *data = (const char *)column->data + (ptrdiff_t)rows.first * stride;
    const uint32_t *list = rows.list != NULL ? rows.list : every_row;
    const way_records from = {data, stride, fields};
    size_t whole = count - count % WAY_LANES_MAX;
    if (rows.list == NULL && fields == 1 && stride == 4)
        memcpy(row, data, 4 * whole);
    else if (rows.list == NULL && fields == 2 && stride == 8)
        table->unzip((const float *)(const void *)data, row, row + pitch, whole);
    else
        table->gather(&from, list, row, pitch, whole);
    if (whole < count)
        pack_tail(&from, list + whole, count - whole, row + whole, pitch);
}

static inline void scatter(char *data, ptrdiff_t stride, int fields, const uint32_t *list, size_t first,
                           size_t count, const float *row, size_t pitch) {
    for (size_t i = first; i < count; i++) {
        char *record = data + (ptrdiff_t)list[i] * stride;
        for (int k = 0; k < fields; k++)
            memcpy(record + 4 * k, row + (size_t)k * pitch + i, 4);
    }
}

void way_unpack(const way_table *table, const way_column_out *column, int fields, way_rows rows, size_t count,
                const float *row, size_t pitch) {
    ptrdiff_t stride = step(column->stride);
    char *data = (char *)column->data + (ptrdiff_t)rows.first * stride;
    const uint32_t *list = rows.list != NULL ? rows.list : every_row;
    size_t whole = count - count % WAY_LANES_MAX;
    if (rows.list == NULL && fields == 1 && stride == 4)
        memcpy(data, row, 4 * count);
    else if (rows.list == NULL && fields == 2 && stride == 8) {
        table->zip(row, row + pitch, (float *)(void *)data, whole);
        scatter(data, 8, 2, list, whole, count, row, pitch);
    } else if (fields == 4)
        scatter(data, stride, 4, list, 0, count, row, pitch);
    else if (fields == 2)
        scatter(data, stride, 2, list, 0, count, row, pitch);
    else if (stride == 4)
        scatter(data, 4, 1, list, 0, count, row, pitch);
    else
        scatter(data, stride, 1, list, 0, count, row, pitch);
}

void way_fill(float *row, const void *value, size_t count) {
    for (size_t i = 0; i < count; i++)
        memcpy(row + i, value, 4);
}
