/* Copies columns to scratch rows and back, in every layout: see columns.h. */
#include "call/columns.h"

#include <string.h>

static int same_record(const way_column *a, const way_column *b) {
    return b->data != NULL && a->gap == b->gap && a->rows == b->rows && (b->type | b->page) == 0 &&
           (const char *)a->data + 4 == (const char *)b->data;
}

int way_fields(const way_column *column, int columns) {
    int fields = 1;
    if (column->data == NULL || column->gap == -4 || (column->type | column->page) != 0 ||
        (column->gap == 0 && column->rows == NULL))
        return 1;
    while (fields < columns && fields < 4 && same_record(&column[fields - 1], &column[fields]))
        fields++;
    return fields;
}

void way_vote_for_lines(const void *data, ptrdiff_t stride, size_t first,
                        unsigned char votes[WAY_LANES_MAX]) {
    uintptr_t bytes = (uintptr_t)stride, address = (uintptr_t)data + first * bytes;
    if ((bytes != 4 && bytes != 8) || address % bytes != 0)
        return;
    for (size_t agents = (64 - address % 64) % 64 / bytes; agents < WAY_LANES_MAX; agents += 64 / bytes)
        votes[agents]++;
}

/* One element -------------------------------------------------------------------------------------------- */

static const char *place_of(const way_column *column, size_t element) {
    const char *data = (const char *)column->data;
    if (column->rows != NULL)
        element = column->rows[element];
    if (column->page != 0) {
        const char *const *pages = (const char *const *)column->data;
        data = pages[element / (size_t)column->page];
        element %= (size_t)column->page;
    }
    return data + (ptrdiff_t)element * way_stride(column);
}

void way_compare_columns(way_sharing *to, const way_column *own, const way_column *other) {
    if (own == NULL || other == NULL) {
        *to = (way_sharing){.differ = 1};
        return;
    }
    const ptrdiff_t stride = way_stride(other), own_stride = way_stride(own),
                    bytes = (ptrdiff_t)((uintptr_t)own->data - (uintptr_t)other->data);
    const int is_plain = own->rows == NULL && own->page == 0,
              is_part = is_plain && stride != 0 && own_stride != 0 && own->type == other->type &&
                        bytes % stride == 0 && own_stride % stride == 0;
    to->differ |= !way_is_same_column(own, other) && !(is_part && other->rows == NULL && other->page == 0);
    if (stride != 0 && !to->differ) {
        const ptrdiff_t first = bytes / stride, step = own_stride / stride;
        to->differ |= to->are_shared && (first != to->first || step != to->step);
        to->are_shared = 1;
        to->first = first;
        to->step = step;
    }
    to->are_shared &= !to->differ;
}

way_column way_element_at(const way_column *column, size_t element) {
    if (column->data == NULL)
        return *column;
    return way_column_of(place_of(column, element), 0, (way_element)column->type);
}

static uint32_t element_word(const way_column *column, size_t element) {
    uint32_t word;
    memcpy(&word, place_of(column, element), sizeof word);
    return word;
}

uint32_t way_word_at(const way_column *column, size_t element) {
    size_t left;
    if (column->page != WAY_IN_PARTS)
        return element_word(column, element);
    const way_column part = way_part_column(column, &element, &left);
    return element_word(&part, element);
}

/* Converts without error, even subnormal halves, because the library's floating-point mode keeps
   denormals. */
static float float_of_half(uint16_t half) {
    uint32_t bits = (uint32_t)(half & 0x7fffu) << 13, sign = (uint32_t)(half & 0x8000u) << 16;
    float number;
    memcpy(&number, &bits, sizeof number);
    number *= 0x1p112f;
    memcpy(&bits, &number, sizeof bits);
    bits |= sign | ((half & 0x7c00u) == 0x7c00u ? 0x7f800000u : 0);
    memcpy(&number, &bits, sizeof number);
    return number;
}

static float half_at(const char *place) {
    uint16_t half;
    memcpy(&half, place, sizeof half);
    return float_of_half(half);
}

static double element_double(const way_column *column, size_t element) {
    const char *place = place_of(column, element);
    double number;
    float single;
    if (column->type == WAY_HALF)
        return (double)half_at(place);
    if (column->type == WAY_DOUBLE) {
        memcpy(&number, place, sizeof number);
        return number;
    }
    memcpy(&single, place, sizeof single);
    return (double)single;
}

double way_double_at(const way_column *column, size_t element) {
    size_t left;
    if (column->page != WAY_IN_PARTS)
        return element_double(column, element);
    const way_column part = way_part_column(column, &element, &left);
    return element_double(&part, element);
}

static uint32_t element_cell(const way_column *column, size_t element) {
    uint32_t word;
    if (column->type == WAY_SINGLE)
        return element_word(column, element);
    float number = (float)element_double(column, element);
    memcpy(&word, &number, sizeof word);
    return word;
}

uint32_t way_cell_at(const way_column *column, size_t element) {
    size_t left;
    if (column->page != WAY_IN_PARTS)
        return element_cell(column, element);
    const way_column part = way_part_column(column, &element, &left);
    return element_cell(&part, element);
}

/* Blocks of elements ------------------------------------------------------------------------------------- */

/* These functions move elements as 32-bit patterns, because a float register may make a NaN quiet. */

/* Packs a partial last vector and repeats its last element in the remaining lanes. */
static void pack_tail(way_finder of, int fields, size_t count, float *row, size_t pitch, size_t lanes) {
    for (int k = 0; k < fields; k++, row += pitch) {
        uint32_t last = 0;
        for (size_t i = 0; i < count; i++) {
            memcpy(&last, way_record(of, (ptrdiff_t)i) + 4 * k, 4);
            memcpy(row + i, &last, 4);
        }
        for (size_t i = count; i < lanes; i++)
            memcpy(row + i, &last, 4);
    }
}

void way_pack_records(const way_table *table, way_finder of, int fields, size_t count, float *row,
                      size_t pitch) {
    size_t lanes = table->lanes, whole = count & ~(lanes - 1);
    if (fields == 3) {
        const way_finder third = way_finder_in(of, 8);
        table->gather(&of, 2, row, pitch, whole);
        table->gather(&third, 1, row + 2 * pitch, pitch, whole);
    } else
        table->gather(&of, fields, row, pitch, whole);
    if (whole < count)
        pack_tail(way_finder_on(of, (ptrdiff_t)whole), fields, count - whole, row + whole, pitch, lanes);
}

/* Packs floats at a stride, from a column without its own rows or pages. */
static void pack_strided(const way_table *table, const way_column *column, int fields, way_numbers rows,
                         size_t count, float *row, size_t pitch) {
    const ptrdiff_t stride = way_stride(column);
    const char *data = (const char *)column->data + (ptrdiff_t)rows.first * stride;
    const float *dense = (const float *)(const void *)data;
    const way_finder of = {.data = data, .stride = stride, .row = rows.list};
    size_t whole = count & ~(table->lanes - 1);
    if (rows.list == NULL && fields == 1 && stride == 4)
        memcpy(row, data, 4 * whole);
    else if (rows.list == NULL && fields == 2 && stride == 8)
        table->unzip(dense, row, row + pitch, whole);
    else if (rows.list == NULL && stride == 12)
        for (int k = 0; k < fields; k++)
            table->thirds(dense + k, row + (size_t)k * pitch, whole);
    else {
        way_pack_records(table, of, fields, count, row, pitch);
        return;
    }
    if (whole < count)
        pack_tail(way_finder_on(of, (ptrdiff_t)whole), fields, count - whole, row + whole, pitch,
                  table->lanes);
}

/* Rows are looked up in chunks of this many agents, a multiple of the widest vector. */
enum { FOUND = 128 };

/* Packs a column through its own row numbers. */
static void pack_found(const way_table *table, const way_column *column, int fields, way_numbers rows,
                       size_t count, float *row, size_t pitch) {
    uint32_t found[FOUND];
    for (size_t at = 0; at < count; at += FOUND) {
        size_t part = count - at < FOUND ? count - at : FOUND;
        for (size_t i = 0; i < part; i++)
            found[i] = column->rows[way_number(rows, at + i)];
        pack_strided(table, column, fields, (way_numbers){found, 0}, part, row + at, pitch);
    }
}

static void fill_up(const way_table *table, float *row, size_t count) {
    for (size_t i = count; i & (table->lanes - 1); i++)
        memcpy(row + i, row + count - 1, 4);
}

/* For floats in pages: returns how many of the `count` elements from `element` on are in the same page as
   `element`. `page` becomes a column that starts at `element`. */
static size_t run_of(const way_column *column, size_t element, size_t count, way_column *page) {
    const char *const *pages = (const char *const *)column->data;
    const size_t size = (size_t)column->page, within = element % size;
    *page = (way_column){.data = pages[element / size] + (ptrdiff_t)within * way_stride(column),
                         .gap = column->gap};
    return count < size - within ? count : size - within;
}

/* Writes the addresses of elements in pages. */
static void find_in_pages(const way_column *column, way_numbers rows, size_t count, const char **at) {
    const char *const *pages = (const char *const *)column->data;
    const size_t size = (size_t)column->page;
    const ptrdiff_t stride = way_stride(column);
    int bits = 0;
    while ((size_t)1 << bits < size)
        bits++;
    for (size_t i = 0; i < count; i++) {
        const size_t number = way_number(rows, i),
                     element = column->rows != NULL ? column->rows[number] : number;
        const size_t page = (size & (size - 1)) == 0 ? element >> bits : element / size;
        at[i] = pages[page] + (ptrdiff_t)(element - page * size) * stride;
    }
}

/* Packs a column of several tables. */
WAY_OUT_OF_LINE void pack_parts_of(const way_table *table, const way_column *column, way_numbers rows,
                                   size_t count, float *row) {
    for (size_t at = 0, some = 1; at < count; at += some) {
        size_t element = way_number(rows, at), left;
        const way_column part = way_part_column(column, &element, &left);
        some = rows.list != NULL ? 1 : left < count - at ? left : count - at;
        const int is_plain = part.rows == NULL && (part.type | part.page) == 0;
        const char *from = (const char *)part.data + (ptrdiff_t)element * way_stride(&part);
        for (size_t i = 0; is_plain && i < some; i++, from += way_stride(&part))
            memcpy(row + at + i, from, 4);
        for (size_t i = 0; !is_plain && i < some; i++) {
            const uint32_t cell = element_cell(&part, element + i);
            memcpy(row + at + i, &cell, 4);
        }
    }
    fill_up(table, row, count);
}

static void pack_pages(const way_table *table, const way_column *column, way_numbers rows, size_t count,
                       float *row, size_t pitch) {
    for (size_t at = 0, some; at < count; at += some) {
        if (column->rows == NULL && rows.list == NULL) {
            way_column page;
            some = run_of(column, rows.first + at, count - at, &page);
            const size_t whole = some & ~(table->lanes - 1); /* padding could overwrite the next row */
            pack_strided(table, &page, 1, (way_numbers){NULL, 0}, whole, row + at, pitch);
            for (size_t i = whole; i < some; i++)
                memcpy(row + at + i, place_of(&page, i), 4);
        } else {
            const char *found[FOUND];
            some = count - at < FOUND ? count - at : FOUND;
            find_in_pages(column, way_numbers_from(rows, at), some, found);
            way_pack_records(table, (way_finder){.at = found}, 1, some, row + at, pitch);
        }
    }
    fill_up(table, row, count);
}

/* Returns the address of the first element if the elements follow each other at the column's stride,
   otherwise NULL. */
static const char *at_its_stride(const way_column *column, way_numbers rows) {
    if (column->rows != NULL || column->page != 0 || rows.list != NULL)
        return NULL;
    return (const char *)column->data + (ptrdiff_t)rows.first * way_stride(column);
}

/* round_strided and widen_strided convert between doubles and floats. The two functions are inlined, because
   compilers vectorise a loop if its stride is a constant. */
static inline void round_strided(const char *from, ptrdiff_t stride, char *to, ptrdiff_t pitch,
                                 size_t count) {
    for (size_t i = 0; i < count; i++) {
        double number;
        memcpy(&number, from + (ptrdiff_t)i * stride, sizeof number);
        const float rounded = (float)number;
        memcpy(to + (ptrdiff_t)i * pitch, &rounded, sizeof rounded);
    }
}

static inline void widen_strided(const char *from, ptrdiff_t stride, char *to, ptrdiff_t pitch,
                                 size_t count) {
    for (size_t i = 0; i < count; i++) {
        float number;
        memcpy(&number, from + (ptrdiff_t)i * stride, sizeof number);
        const double wide = (double)number;
        memcpy(to + (ptrdiff_t)i * pitch, &wide, sizeof wide);
    }
}

static void round_all(const char *from, ptrdiff_t stride, void *to, ptrdiff_t pitch, size_t count) {
    if (stride == 8 && pitch == 4)
        round_strided(from, 8, (char *)to, 4, count);
    else
        round_strided(from, stride, (char *)to, pitch, count);
}

static void widen_all(const char *from, ptrdiff_t stride, void *to, ptrdiff_t pitch, size_t count) {
    if (stride == 4 && pitch == 8)
        widen_strided(from, 4, (char *)to, 8, count);
    else
        widen_strided(from, stride, (char *)to, pitch, count);
}

void way_pack(const way_table *table, const way_column *column, int fields, way_numbers rows, size_t count,
              float *row, size_t pitch) {
    const char *doubles = column->type == WAY_DOUBLE ? at_its_stride(column, rows) : NULL;
    if (column->type == WAY_SINGLE) {
        if (column->page == WAY_IN_PARTS)
            pack_parts_of(table, column, rows, count, row);
        else if (column->page != 0)
            pack_pages(table, column, rows, count, row, pitch);
        else if (column->rows == NULL)
            pack_strided(table, column, fields, rows, count, row, pitch);
        else
            pack_found(table, column, fields, rows, count, row, pitch);
        return;
    }
    if (doubles != NULL)
        round_all(doubles, way_stride(column), row, 4, count);
    for (size_t i = 0; doubles == NULL && i < count; i++) {
        uint32_t cell = way_cell_at(column, way_number(rows, i));
        memcpy(row + i, &cell, 4);
    }
    fill_up(table, row, count);
}

void way_pack_doubles(const way_table *table, const way_column *column, way_numbers rows, size_t count,
                      double *to) {
    if (column->type == WAY_DOUBLE && column->rows == NULL && column->page == 0) {
        const ptrdiff_t stride = way_stride(column);
        const char *data = (const char *)column->data;
        if (rows.list == NULL && stride == 8)
            memcpy(to, data + 8 * rows.first, 8 * count);
        else
            for (size_t i = 0; i < count; i++)
                memcpy(to + i, data + (ptrdiff_t)way_number(rows, i) * stride, 8);
    } else if (column->type == WAY_SINGLE && at_its_stride(column, rows) != NULL)
        widen_all(at_its_stride(column, rows), way_stride(column), to, 8, count);
    else
        for (size_t i = 0; i < count; i++)
            to[i] = way_double_at(column, way_number(rows, i));
    for (size_t i = count; i & (table->lanes - 1); i++)
        to[i] = to[count - 1];
}

void way_pack_from(const way_table *table, const way_column *column, double origin, way_numbers rows,
                   size_t count, float *row) {
    double place[FOUND];
    for (size_t at = 0; at < count; at += FOUND) {
        const size_t part = count - at < FOUND ? count - at : FOUND;
        way_pack_doubles(table, column, way_numbers_from(rows, at), part, place);
        for (size_t i = 0; i < part || (i & (table->lanes - 1)) != 0; i++)
            row[at + i] = (float)(place[i] - origin);
    }
}

/* Copies rows to records. This function is inlined, so that constant arguments of a call are constants
   here. */
static inline void scatter(way_finder of, int fields, size_t count, const float *row, size_t pitch) {
    for (size_t i = 0; i < count; i++) {
        const char *at =
            of.row != NULL ? way_record(of, (ptrdiff_t)i) : way_along(of.data, (ptrdiff_t)i, of.stride);
        char *record = (char *)(uintptr_t)at;
        for (int k = 0; k < fields; k++)
            memcpy(record + 4 * k, row + (size_t)k * pitch + i, 4);
    }
}

static void scatter_found(way_finder of, int fields, size_t count, const float *row, size_t pitch) {
    if (fields == 4)
        scatter(of, 4, count, row, pitch);
    else if (fields == 3)
        scatter(of, 3, count, row, pitch);
    else if (fields == 2)
        scatter(of, 2, count, row, pitch);
    else
        scatter(of, 1, count, row, pitch);
}

static void unpack_strided(const way_table *table, const way_column_out *column, int fields, way_numbers rows,
                           size_t count, const float *row, size_t pitch) {
    const ptrdiff_t stride = (ptrdiff_t)((uintptr_t)column->gap + 4);
    char *data = (char *)column->data + (ptrdiff_t)rows.first * stride;
    float *dense = (float *)(void *)data;
    size_t done = 0, whole = count & ~(table->lanes - 1);
    if (rows.list == NULL && fields == 1 && stride == 4)
        memcpy(data, row, 4 * (done = count));
    else if (rows.list == NULL && fields == 2 && stride == 8)
        table->zip(row, row + pitch, dense, done = whole);
    else if (rows.list == NULL && fields == 3 && stride == 12)
        table->triples(row, row + pitch, row + 2 * pitch, dense, done = whole);
    if (rows.list != NULL)
        scatter_found((way_finder){.data = data, .stride = stride, .row = rows.list}, fields, count, row,
                      pitch);
    else
        scatter_found((way_finder){.data = data + (ptrdiff_t)done * stride, .stride = stride}, fields,
                      count - done, row + done, pitch);
}

static void unpack_pages(const way_table *table, const way_column_out *column, way_numbers rows, size_t count,
                         const float *row, size_t pitch) {
    const way_column as_input = way_as_column(column);
    for (size_t at = 0, some; at < count; at += some) {
        if (column->rows == NULL && rows.list == NULL) {
            way_column page;
            some = run_of(&as_input, rows.first + at, count - at, &page);
            const way_column_out to = {.data = (void *)(uintptr_t)page.data, .gap = page.gap};
            unpack_strided(table, &to, 1, (way_numbers){NULL, 0}, some, row + at, pitch);
        } else {
            const char *found[FOUND];
            some = count - at < FOUND ? count - at : FOUND;
            find_in_pages(&as_input, way_numbers_from(rows, at), some, found);
            for (size_t i = 0; i < some; i++)
                memcpy((char *)(uintptr_t)found[i], row + at + i, 4);
        }
    }
}

void way_unpack(const way_table *table, const way_column_out *column, int fields, way_numbers rows,
                size_t count, const float *row, size_t pitch) {
    if (column->type != WAY_SINGLE || column->page == WAY_IN_PARTS)
        way_put_words(column, rows, count, row, NULL);
    else if (column->page != 0)
        unpack_pages(table, column, rows, count, row, pitch);
    else if (column->rows == NULL)
        unpack_strided(table, column, fields, rows, count, row, pitch);
    else {
        uint32_t found[FOUND];
        for (size_t at = 0; at < count; at += FOUND) {
            size_t part = count - at < FOUND ? count - at : FOUND;
            for (size_t i = 0; i < part; i++)
                found[i] = column->rows[way_number(rows, at + i)];
            unpack_strided(table, column, fields, (way_numbers){found, 0}, part, row + at, pitch);
        }
    }
}

void way_put_words(const way_column_out *column, way_numbers rows, size_t count, const float *from,
                   const unsigned char *stays) {
    const way_column as_input = way_as_column(column);
    const char *first = at_its_stride(&as_input, rows);
    if (first != NULL && stays == NULL && column->type == WAY_DOUBLE) {
        widen_all((const char *)from, 4, (char *)(uintptr_t)first, way_stride(&as_input), count);
        return;
    }
    if (first != NULL && stays == NULL && way_stride(&as_input) == 4) {
        memcpy((char *)(uintptr_t)first, from, 4 * count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (stays != NULL && stays[i])
            continue;
        size_t element = way_number(rows, i), left;
        const way_column to =
            as_input.page == WAY_IN_PARTS ? way_part_column(&as_input, &element, &left) : as_input;
        if (to.data == NULL)
            continue;
        char *place = (char *)(uintptr_t)place_of(&to, element);
        if (to.type == WAY_DOUBLE) {
            double number = (double)from[i];
            memcpy(place, &number, sizeof number);
        } else
            memcpy(place, from + i, 4);
    }
}

void way_put_doubles(const way_column_out *column, way_numbers rows, size_t count, const double *from,
                     const unsigned char *stays) {
    const way_column as_input = way_as_column(column);
    const char *first = at_its_stride(&as_input, rows);
    if (first != NULL && stays == NULL && column->type == WAY_SINGLE) {
        round_all((const char *)from, 8, (char *)(uintptr_t)first, way_stride(&as_input), count);
        return;
    }
    if (first != NULL && stays == NULL && way_stride(&as_input) == 8) {
        memcpy((char *)(uintptr_t)first, from, 8 * count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (stays != NULL && stays[i])
            continue;
        char *place = (char *)(uintptr_t)place_of(&as_input, way_number(rows, i));
        float number = (float)from[i];
        if (column->type == WAY_DOUBLE)
            memcpy(place, from + i, sizeof from[i]);
        else
            memcpy(place, &number, sizeof number);
    }
}

void way_fill(float *row, const void *value, size_t count) {
    for (size_t i = 0; i < count; i++)
        memcpy(row + i, value, 4);
}

void way_sort_rows(const way_column *world, size_t count, uint32_t *rows, uint64_t *spare) {
    uint64_t *from = spare, *to = spare + count;
    uint64_t all = 0, some = UINT32_MAX;
    int is_sorted = 1;
    for (size_t i = 0; i < count; i++) {
        const uint64_t number = world->data != NULL ? way_word_at(world, i) : 0;
        from[i] = number << 32 | i;
        is_sorted &= i == 0 || number >= from[i - 1] >> 32;
        all |= number;
        some &= number;
    }
    for (int shift = 32; !is_sorted && shift < 64; shift += 8) {
        size_t begin[256] = {0};
        if ((all ^ some) >> (shift - 32) % 256 == 0)
            continue;
        for (size_t i = 0; i < count; i++)
            begin[from[i] >> shift & 255]++;
        for (size_t digit = 0, before = 0; digit < 256; digit++) {
            const size_t number = begin[digit];
            begin[digit] = before;
            before += number;
        }
        for (size_t i = 0; i < count; i++)
            to[begin[from[i] >> shift & 255]++] = from[i];
        uint64_t *const sorted = to;
        to = from;
        from = sorted;
    }
    for (size_t i = 0; i < count; i++)
        rows[i] = (uint32_t)from[i];
}
