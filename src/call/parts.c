/* Finds the part that holds an element of a column of several tables. */
#include "call/parts.h"

/* What the `gap` of a column of several tables holds. For an input, it is the position of the column in the
   struct, plus, in the bits from ALSO on, the position (counted from 1) of the agents' column that replaces
   it: see way_span_column. For an output, it is negative and holds the position of the column and the number
   of elements for each chooser. */
enum { ALSO = 8, RANKS = 16 };

_Static_assert(WAY_CHOICES_MAX < RANKS, "gap has room for the number of elements");

size_t way_rows_of_parts(const way_search_part *parts, size_t part_count) {
    size_t rows = 0;
    for (size_t p = 0; p < part_count; p++)
        rows = parts[p].count <= SIZE_MAX - rows ? rows + parts[p].count : SIZE_MAX;
    return rows;
}

size_t way_find_part(const way_search_part *parts, size_t part_count, size_t row, size_t *within) {
    size_t p = 0;
    while (p < part_count && row >= parts[p].count)
        row -= parts[p++].count;
    if (within != NULL)
        *within = p < part_count ? row : 0;
    return p;
}

/* Finds the part of a row, which must exist. */
static void find_row(way_parts *of, size_t row) {
    if (row - of->last_first < of->part[of->last].count)
        return;
    size_t k = 0;
    while (k + 1 < WAY_PARTS_KEPT && (k + 1) * of->step < of->count && of->first[k + 1] <= row)
        k++;
    of->last_first = of->first[k];
    for (of->last = k * of->step; row - of->last_first >= of->part[of->last].count; of->last++)
        of->last_first += of->part[of->last].count;
}

static way_parts *parts_of(const way_column *column) { return (way_parts *)(uintptr_t)column->data; }

void way_set_parts(way_parts *to, const way_search_part *parts, size_t count) {
    to->part = parts;
    to->count = count;
    to->step = count / WAY_PARTS_KEPT + 1;
    size_t first = 0;
    for (size_t p = 0; p < count; p++) {
        if (p % to->step == 0)
            to->first[p / to->step] = first;
        first += parts[p].count;
    }
    to->last = to->last_first = 0;
}

int way_are_same_places(const way_column *x, const way_column *other_x, int dims) {
    int are = 1, has_own = 0;
    for (int axis = 0; axis < dims; axis++) {
        are &= x[axis].data != NULL && way_is_same_column(&x[axis], &other_x[axis]);
        has_own |= way_stride(&x[axis]) != 0;
    }
    return are && has_own;
}

static const way_column *input_of(const way_parts *of, const way_search_part *part, int at, int also) {
    const way_column *column = &part->in[at];
    if (column->data == NULL && also > 0 &&
        way_are_same_places(part->in + of->own_x, part->in + of->x, of->dims))
        column = &part->in[also - 1];
    return column;
}

way_column way_part_column(const way_column *column, size_t *element, size_t *left) {
    way_parts *of = parts_of(column);
    if (column->gap < 0) {
        const ptrdiff_t code = -1 - column->gap;
        const size_t ranks = (size_t)(code % RANKS);
        find_row(of, *element / ranks);
        *element -= of->last_first * ranks;
        const way_column_out *out = of->part[of->last].out; /* NULL: neighbours without statuses */
        return out != NULL ? way_as_column(&out[code / RANKS]) : (way_column){.data = NULL};
    }
    find_row(of, *element);
    *element -= of->last_first;
    *left = of->part[of->last].count - *element;
    const way_column *found =
        input_of(of, &of->part[of->last], (int)(column->gap & ((1 << ALSO) - 1)), (int)(column->gap >> ALSO));
    if (found->data == NULL)
        return way_column_of(column->rows, 0, WAY_SINGLE);
    return *found;
}

int way_has_doubles(const way_column *column) {
    if (column->page != WAY_IN_PARTS)
        return column->type == WAY_DOUBLE;
    const way_parts *of = parts_of(column);
    int have = 0;
    for (size_t p = 0; p < of->count; p++)
        have |= of->part[p].count > 0 &&
                input_of(of, &of->part[p], (int)(column->gap & ((1 << ALSO) - 1)), (int)(column->gap >> ALSO))
                        ->type == WAY_DOUBLE;
    return have;
}

int way_all_parts_have(const way_parts *of, int at) {
    int have = 1;
    for (size_t p = 0; p < of->count; p++)
        have &= of->part[p].count == 0 || of->part[p].in[at].data != NULL;
    return have;
}

void way_span_column(way_column *to, way_parts *of, int at, int also, const uint32_t *fallback) {
    *to = (way_column){.data = NULL};
    for (size_t p = 0; p < of->count; p++)
        if (of->part[p].count > 0 && input_of(of, &of->part[p], at, also)->data != NULL)
            *to = (way_column){of, at | also << ALSO, fallback, WAY_SINGLE, WAY_IN_PARTS};
}

void way_span_output(way_column_out *to, way_parts *of, int at, size_t best) {
    *to = (way_column_out){.data = NULL};
    for (size_t p = 0; p < of->count; p++)
        if (of->part[p].count > 0 && of->part[p].out != NULL && of->part[p].out[at].data != NULL)
            *to = (way_column_out){of, -1 - (at * RANKS + (ptrdiff_t)best), NULL, WAY_SINGLE, WAY_IN_PARTS};
}

int way_are_same_parts(const way_column *own, const way_column *other) {
    const way_parts *a = parts_of(own), *b = parts_of(other);
    int are = a->count == b->count;
    for (size_t p = 0; are && p < a->count; p++)
        are = a->part[p].count == b->part[p].count &&
              (a->part[p].count == 0 ||
               way_are_same_places(a->part[p].in + a->x, b->part[p].in + b->x, a->dims));
    return are;
}

/* Compares the position columns of two tables, from x on. A column may be missing if a crowd replaces it. */
static way_sharing compare_tables(const way_column *x, const way_column *other_x, int dims) {
    way_sharing all = {0, 0, 0, 1};
    for (int axis = 0; axis < dims; axis++)
        way_compare_columns(&all, &x[axis], other_x[axis].data != NULL ? &other_x[axis] : NULL);
    return all;
}

/* The lowest and the highest address of some elements of a column without rows and pages. */
typedef struct byte_range {
    uintptr_t from, to;
} byte_range;

static byte_range byte_range_of(const way_column *column, size_t low, size_t high) {
    const uintptr_t stride = (uintptr_t)way_stride(column), first = (uintptr_t)column->data + stride * low,
                    last = (uintptr_t)column->data + stride * high;
    return first < last ? (byte_range){first, last} : (byte_range){last, first};
}

static int byte_ranges_meet(byte_range a, byte_range b) { return a.from <= b.to && b.from <= a.to; }

/* For agents `first`, ... of a table that have no row yet: writes the rows of those that are among the
   `count` candidates of another table. `before` is the row of its first candidate. Returns how many there
   are. */
static int find_among(const way_sharing *sharing, way_numbers numbers, size_t first, int agents,
                      size_t before, size_t count, float *row) {
    int found = 0;
    for (int i = 0; i < agents; i++) {
        const uint32_t within = way_shared_row(sharing, way_number(numbers, (size_t)i) - first, count),
                       self = (uint32_t)before + within;
        if (within >= count || way_cell_bits(&row[i]) != WAY_NO_ROW)
            continue;
        memcpy(&row[i], &self, sizeof self);
        found++;
    }
    return found;
}

void way_find_selves(const way_column *own, const way_column *other, way_numbers choosers, int count,
                     float *row) {
    way_parts *a = parts_of(own);
    const way_parts *b = parts_of(other);
    const uint32_t none = WAY_NO_ROW;
    way_fill(row, &none, (size_t)count);
    for (int from = 0, to = 0; from < count; from = to) { /* choosers of one table */
        find_row(a, way_number(choosers, (size_t)from));
        const way_search_part *part = &a->part[a->last];
        const way_column *x = part->in + a->x;
        const int is_plain = x->rows == NULL && x->page == 0;
        size_t low = SIZE_MAX, high = 0, within;
        for (; to < count && (within = way_number(choosers, (size_t)to) - a->last_first) < part->count;
             to++) {
            low = within < low ? within : low;
            high = within > high ? within : high;
        }
        const way_numbers some = way_numbers_from(choosers, (size_t)from);
        const byte_range own_range = byte_range_of(x, low, high);
        int left = to - from;
        size_t before = 0;
        for (size_t q = 0; q < b->count && left > 0; before += b->part[q++].count) {
            const size_t rows = b->part[q].count;
            const way_column *other_x = b->part[q].in + b->x;
            /* most tables are excluded here, because way_compare_columns divides, which takes long */
            if (rows == 0 || (is_plain && !byte_ranges_meet(own_range, byte_range_of(other_x, 0, rows - 1))))
                continue;
            const way_sharing sharing = compare_tables(x, other_x, a->dims);
            if (sharing.are_shared)
                left -= find_among(&sharing, some, a->last_first, to - from, before, rows, row + from);
        }
    }
}
