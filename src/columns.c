#include "columns.h"

#include <string.h>

#include <simde/x86/sse2.h>

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

static inline size_t row_of(const uint32_t *list, size_t first, size_t i) {
    return list != NULL ? list[i] : first + i;
}

static inline const char *at(const char *data, ptrdiff_t stride, size_t row) {
    return data + (ptrdiff_t)row * stride;
}

static inline int element(const char *data, ptrdiff_t stride, const uint32_t *list, size_t first, size_t i) {
    int32_t bits;
    memcpy(&bits, at(data, stride, row_of(list, first, i)), 4);
    return bits;
}

static inline void put4(float *row, simde__m128i a) { simde_mm_storeu_si128((simde__m128i *)(void *)row, a); }

static inline void pack1(const char *data, ptrdiff_t stride, const uint32_t *list, size_t first, size_t count,
                         float *row) {
    size_t i = 0;
    for (; i + 4 <= count; i += 4)
        put4(row + i, simde_mm_setr_epi32(element(data, stride, list, first, i),
                                          element(data, stride, list, first, i + 1),
                                          element(data, stride, list, first, i + 2),
                                          element(data, stride, list, first, i + 3)));
    for (; i < count; i++)
        memcpy(row + i, at(data, stride, row_of(list, first, i)), 4);
}

static inline void pack2(const char *data, ptrdiff_t stride, const uint32_t *list, size_t first, size_t count,
                         float *row) {
    for (size_t i = 0; i < count; i++) {
        const char *record = at(data, stride, row_of(list, first, i));
        memcpy(row + i, record, 4);
        memcpy(row + WAY_PITCH + i, record + 4, 4);
    }
}

static inline simde__m128i record4(const char *data, ptrdiff_t stride, const uint32_t *list, size_t first,
                                   size_t i) {
    return simde_mm_loadu_si128((const simde__m128i *)(const void *)at(data, stride, row_of(list, first, i)));
}

/* Four records are a 4 x 4 matrix to be turned over. */
static inline void pack4(const char *data, ptrdiff_t stride, const uint32_t *list, size_t first, size_t count,
                         float *row) {
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        simde__m128i a = record4(data, stride, list, first, i), b = record4(data, stride, list, first, i + 1);
        simde__m128i c = record4(data, stride, list, first, i + 2),
                     d = record4(data, stride, list, first, i + 3);
        simde__m128i ab = simde_mm_unpacklo_epi32(a, b), cd = simde_mm_unpacklo_epi32(c, d);
        simde__m128i AB = simde_mm_unpackhi_epi32(a, b), CD = simde_mm_unpackhi_epi32(c, d);
        put4(row + i, simde_mm_unpacklo_epi64(ab, cd));
        put4(row + WAY_PITCH + i, simde_mm_unpackhi_epi64(ab, cd));
        put4(row + 2 * WAY_PITCH + i, simde_mm_unpacklo_epi64(AB, CD));
        put4(row + 3 * WAY_PITCH + i, simde_mm_unpackhi_epi64(AB, CD));
    }
    for (; i < count; i++)
        for (int k = 0; k < 4; k++)
            memcpy(row + k * WAY_PITCH + i, at(data, stride, row_of(list, first, i)) + 4 * k, 4);
}

static inline void pack(const char *data, ptrdiff_t stride, int fields, const uint32_t *list, size_t first,
                        size_t count, float *row) {
    if (fields == 4)
        pack4(data, stride, list, first, count, row);
    else if (fields == 2)
        pack2(data, stride, list, first, count, row);
    else
        pack1(data, stride, list, first, count, row);
}

void way_pack(const way_table *table, const way_column *column, int fields, way_rows rows, size_t count,
              float *row) {
    const char *data = column->data;
    ptrdiff_t stride = step(column->stride);
    size_t whole = count - count % WAY_LANES_MAX;
    if (rows.list != NULL && fields == 1 && stride == 4)
        pack1(data, 4, rows.list, 0, count, row);
    else if (rows.list != NULL && fields == 4 && stride == 16)
        pack4(data, 16, rows.list, 0, count, row);
    else if (rows.list != NULL)
        pack(data, stride, fields, rows.list, 0, count, row);
    else if (fields == 1 && stride == 4)
        memcpy(row, data + 4 * rows.first, 4 * count);
    else if (fields == 2 && stride == 8) {
        table->unzip((const float *)(const void *)at(data, 8, rows.first), row, row + WAY_PITCH, whole);
        pack2(data, 8, NULL, rows.first + whole, count - whole, row + whole);
    } else
        pack(data, stride, fields, NULL, rows.first, count, row);

    for (int k = 0; k < fields; k++)
        for (size_t i = count; i < way_padded(count); i++)
            memcpy(row + k * WAY_PITCH + i, row + k * WAY_PITCH + count - 1, 4);
}

static inline void unpack(char *data, ptrdiff_t stride, int fields, const uint32_t *list, size_t first,
                          size_t count, const float *row) {
    for (size_t i = 0; i < count; i++) {
        char *record = data + (ptrdiff_t)row_of(list, first, i) * stride;
        for (int k = 0; k < fields; k++)
            memcpy(record + 4 * k, row + k * WAY_PITCH + i, 4);
    }
}

void way_unpack(const way_table *table, const way_column_out *column, int fields, way_rows rows, size_t count,
                const float *row) {
    char *data = column->data;
    ptrdiff_t stride = step(column->stride);
    size_t whole = count - count % WAY_LANES_MAX;
    if (rows.list != NULL)
        unpack(data, stride, fields, rows.list, 0, count, row);
    else if (fields == 1 && stride == 4)
        memcpy(data + 4 * rows.first, row, 4 * count);
    else if (fields == 2 && stride == 8) {
        table->zip(row, row + WAY_PITCH, (float *)(void *)(data + (ptrdiff_t)rows.first * 8), whole);
        unpack(data, 8, 2, NULL, rows.first + whole, count - whole, row + whole);
    } else
        unpack(data, stride, fields, NULL, rows.first, count, row);
}

void way_fill(float *row, const void *value, size_t count) {
    for (size_t i = 0; i < count; i++)
        memcpy(row + i, value, 4);
}
