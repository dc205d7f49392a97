/* Implements way_check. It looks for mistakes that no call can refuse, because a right call can look like
   them. */
#include <string.h>

#include "call/columns.h"
#include "registry/calls.h"
#include "registry/registry.h"

/* What way_check knows about a column of a call. */
typedef struct known_column {
    const char *name;
    const way_column *column;
    int is_word, is_runner;
} known_column;

enum { MOST_COLUMNS = 32, LOOKED_AT = 16 };

_Static_assert((int)WAY_INPUTS_MAX <= (int)MOST_COLUMNS && (int)IN_choose_COUNT <= (int)MOST_COLUMNS &&
                   (int)IN_avoid_COUNT <= (int)MOST_COLUMNS,
               "room for the columns of every call");

static int is_float_array(const way_column *c) {
    return c->data != NULL && c->rows == NULL && c->page == 0 && c->type == WAY_SINGLE;
}

/* Do the first elements look like whole numbers in a column of floats? All of them are below 1.2e-38, and at
   least one is not 0. */
static int are_whole(const way_column *c, size_t count) {
    int found = 0;
    if (!is_float_array(c))
        return 0;
    count = way_stride(c) == 0 && count > 1 ? 1 : count;
    for (size_t i = 0; i < count && i < LOOKED_AT; i++) {
        const uint32_t word = way_word_at(c, i);
        if (word == 0)
            continue;
        if (word >> 23 != 0)
            return 0;
        found = 1;
    }
    return found;
}

/* Does a column that is read as an array lie in the records of another column? Then the array runs through
   elements of the other column. */
static int runs_through(const way_column *array, size_t count, const way_column *field, size_t records) {
    const ptrdiff_t stride = way_stride(field);
    if (!is_float_array(array) || way_stride(array) != 4 || field->data == NULL || field->rows != NULL ||
        field->page != 0 || stride <= 4 || count < 2 || records == 0)
        return 0;
    const uintptr_t begin = (uintptr_t)array->data, end = begin + 4 * count, at = (uintptr_t)field->data;
    const uintptr_t size = (uintptr_t)stride;
    if (at >= end)
        return 0;
    /* the first element of the field that does not end before the array begins */
    const uintptr_t k = at >= begin ? 0 : (begin - at + size - 1) / size;
    return k < records && at + k * size < end;
}

static size_t columns_of_behaviour(const way_behaviour *behaviour, const way_column *in, known_column *to) {
    size_t n = 0;
    for (size_t k = 0; behaviour != NULL && k < behaviour->input_count; k++)
        to[n++] = (known_column){behaviour->inputs[k].name, in + k, behaviour->inputs[k].type != WAY_FLOAT,
                                 behaviour->inputs[k].side == WAY_RUNNER};
    return n;
}

/* Sets the columns of the call `name` and returns their number, or 0 if there is no such call. Sets
   *has_candidates if the call is not a behaviour. */
static size_t columns_of_call(const char *name, const way_column *in, known_column *to, int *has_candidates) {
    static const struct {
        const char *name;
        const way_call_column *columns;
        const unsigned char *at;
        int own, count; /* own: the number of a chooser's columns */
    } calls[] = {{"choose2d", way_choose_columns, way_choose_at[0], IN_choose_OWN, IN_choose_COUNT},
                 {"choose3d", way_choose_columns, way_choose_at[1], IN_choose_OWN, IN_choose_COUNT},
                 {"neighbours2d", way_choose_columns, way_choose_at[0], IN_choose_OWN, IN_choose_COUNT},
                 {"neighbours3d", way_choose_columns, way_choose_at[1], IN_choose_OWN, IN_choose_COUNT},
                 {"avoid2d", way_avoid_columns, way_avoid_at[0], IN_avoid_OWN, IN_avoid_COUNT},
                 {"avoid3d", way_avoid_columns, way_avoid_at[1], IN_avoid_OWN, IN_avoid_COUNT}};
    size_t i = 0;
    while (i < sizeof calls / sizeof calls[0] && strcmp(calls[i].name, name) != 0)
        i++;
    *has_candidates = i < sizeof calls / sizeof calls[0];
    if (!*has_candidates)
        return columns_of_behaviour(way_behaviour_named(name), in, to);
    for (int k = 0; k < calls[i].count; k++)
        to[k] = (known_column){calls[i].columns[k].name, way_column_at(in, calls[i].at[k]),
                               calls[i].columns[k].is_word, k >= calls[i].own};
    return (size_t)calls[i].count;
}

const char *way_check(const char *call, const void *in, size_t count, size_t runner_count,
                      const char **column) {
    known_column known[MOST_COLUMNS];
    const char *nowhere;
    int has_candidates;
    column = column != NULL ? column : &nowhere;
    *column = NULL;
    if (call == NULL || in == NULL)
        return "the call's name or its struct of inputs is NULL";
    const size_t columns = columns_of_call(call, in, known, &has_candidates);
    if (columns == 0)
        return "no such call";
    const size_t runners = runner_count > 0 || has_candidates ? runner_count : count;
    for (size_t k = 0; k < columns; k++) {
        const size_t own = known[k].is_runner ? runners : count;
        *column = known[k].name;
        if (known[k].column->data == NULL)
            continue;
        if (has_candidates && known[k].is_runner && runner_count == 0 && count > 0) {
            *column = "runner_count";
            return "there are candidates, but their number is 0";
        }
        if (!known[k].is_word && are_whole(known[k].column, own))
            return "the elements look like whole numbers, but the column is of floats";
        for (size_t j = 0; j < columns; j++)
            if (runs_through(known[k].column, own, known[j].column, known[j].is_runner ? runners : count))
                return "it is read as an array, but it lies in the records of another column: use way_at";
    }
    *column = NULL;
    return NULL;
}
