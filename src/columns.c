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
