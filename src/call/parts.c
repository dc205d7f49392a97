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
        return way_as_column(&of->part[of->last].out[code / RANKS]);
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

void way_find_selves(const way_column *own, const way_column *other, way_numbers choosers, int count,
                     float *row) {
    way_parts *a = parts_of(own);
    const way_parts *b = parts_of(other);
    size_t known = SIZE_MAX, first = 0, rows = 0; /* the candidates of the part `known` of the choosers */
    for (int i = 0; i < count; i++) {
        const size_t number = way_number(choosers, (size_t)i);
        find_row(a, number);
        if (known != a->last) {
            const way_column *x = a->part[a->last].in + a->x;
            size_t q = 0;
            for (first = 0; q < b->count; first += b->part[q++].count)
                if (b->part[q].count > 0 && way_are_same_places(x, b->part[q].in + b->x, a->dims))
                    break;
            rows = q < b->count ? b->part[q].count : 0;
            known = a->last;
        }
        const size_t within = number - a->last_first;
        const uint32_t self = within < rows ? (uint32_t)(first + within) : WAY_NO_ROW;
        memcpy(&row[i], &self, 4);
    }
}
