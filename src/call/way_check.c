/* Implements way_check. way_check finds mistakes that no call can refuse, because a correct call can look the
   same. No call uses this file: check.c has the checks by which calls refuse arguments. */
#include <string.h>

#include "call/columns.h"
#include "registry/registry.h"

enum { LOOKED_AT = 16 };

static int is_float_array(const way_column *c) {
    return c->data != NULL && c->rows == NULL && c->page == 0 && c->type == WAY_SINGLE;
}

/* Do the first elements of a column of floats look like integers? If so, all of these floats are below
   1.2e-38, and at least one is not 0. */
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

/* Is one of the first elements of a column of floats above the limit? */
static int exceeds(const way_column *c, size_t count, float limit) {
    for (size_t i = 0; is_float_array(c) && i < count && i < LOOKED_AT; i++)
        if (way_float_at(c, i) > limit)
            return 1;
    return 0;
}

/* Is a column that the call reads as an array really a field of the records to which another column belongs?
   If so, the array's elements include elements of the other column. */
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

static const char *last_word(const char *name) {
    const char *last = name;
    for (const char *at = name; *at != '\0'; at++)
        last = *at == '_' ? at + 1 : last;
    return last;
}

/* Do two arrays overlap a few elements apart, although they hold different quantities? Then they are fields of
   the same records. chaser_x and runner_x, or the two ends of a range, can be parts of one array. */
static int are_fields(const way_column *a, const char *a_name, const way_column *b, const char *b_name,
                      size_t b_count) {
    const char *one = last_word(a_name), *other = last_word(b_name);
    if (!is_float_array(a) || !is_float_array(b) || way_stride(a) != 4 || way_stride(b) != 4 ||
        strcmp(one, other) == 0 || (strcmp(one, "to") == 0 && strcmp(other, "from") == 0))
        return 0;
    const uintptr_t apart = (uintptr_t)a->data - (uintptr_t)b->data; /* wraps if b is later */
    return 0 < apart && apart < 256 && apart < 4 * b_count;
}

static int differ_in_last_letter(const char *a, const char *b) {
    while (*a != '\0' && *a == *b)
        a++, b++;
    return *a != '\0' && *b != '\0' && a[1] == '\0' && b[1] == '\0';
}

/* Is this array also the one of another axis of the same position, such as chaser_x given as chaser_y? Arrays
   of zeros may serve several axes. */
static int is_other_axis(const way_behaviour *of, const way_column *columns, size_t k, size_t count) {
    const way_column *array = &columns[k];
    if (of->inputs[k].axis == 0 || array->rows != NULL || array->page != 0 || way_stride(array) == 0)
        return 0;
    int is_zero = 1;
    for (size_t i = 0; i < count && i < LOOKED_AT; i++)
        is_zero &= way_double_at(array, i) == 0;
    for (size_t j = 0; !is_zero && count > 1 && j < k; j++)
        if (of->inputs[j].axis != 0 && columns[j].data == columns[k].data &&
            differ_in_last_letter(of->inputs[j].name, of->inputs[k].name))
            return 1;
    return 0;
}

/* Returns the column of that name. NULL: the call has no such column. */
static const way_column *column_named(const way_behaviour *of, const way_column *columns, const char *name) {
    for (size_t k = 0; k < of->input_count; k++)
        if (strcmp(of->inputs[k].name, name) == 0)
            return &columns[k];
    return NULL;
}

static int is_given(const way_column *column) { return column != NULL && column->data != NULL; }

/* Do the first masks select candidates? A mask of 0 turns the agent off, also if candidates have no masks. Masks
   of only 1 or all bits may say that the agent is on. */
static int select_bits(const way_column *mask, size_t count) {
    int found = 0;
    for (size_t i = 0; is_float_array(mask) && i < count && i < LOOKED_AT; i++) {
        const uint32_t word = way_word_at(mask, i);
        if (word == 0)
            return 0;
        found |= word != 1 && word != UINT32_MAX;
    }
    return found;
}

/* Does an option of the call lack the column without which it has no effect? If so, returns the option. An arc
   of -1, the full circle, and a bonus of 0 need no other column. Candidates without positions are in other
   tables, which may have masks. */
static const char *option_alone(const way_behaviour *of, const way_column *columns, size_t count) {
    static const char *const options[3][2] = {
        {"arc", "facing_x"}, {"bonus", "present"}, {"chaser_mask", "runner_mask"}};
    for (int k = 0; k < 3; k++) {
        const way_column *option = column_named(of, columns, options[k][0]),
                         *other = column_named(of, columns, options[k][1]);
        if (!is_given(option) || other == NULL || other->data != NULL)
            continue;
        if (k == 2 ? is_given(column_named(of, columns, "runner_x")) && select_bits(option, count)
                   : exceeds(option, count, k == 0 ? -1.0f : 0.0f))
            return options[k][0];
    }
    return NULL;
}

/* Are all elements of two columns of positions equal? `vary` becomes 1 if they are not all one number. */
static int are_equal(const way_column *a, const way_column *b, size_t count, int *vary) {
    if (!is_given(a) || !is_given(b) || a->rows != NULL || b->rows != NULL || a->page != 0 || b->page != 0)
        return 0;
    for (size_t i = 0; i < count; i++) {
        const double one = way_double_at(a, i), other = way_double_at(b, i);
        const double before = way_double_at(a, i > 0 ? i - 1 : 0);
        if (one != other && (one == one || other == other)) /* two NaN are equal here */
            return 0;
        *vary |= one < before || one > before;
    }
    return 1;
}

/* Are the candidates a copy of the agents? The call compares the columns, so each agent is then a candidate for
   itself, at the distance 0, unless `self` says otherwise. If so, returns the first column that is a copy. */
static const char *copied(const way_behaviour *of, const way_column *columns, size_t count, size_t runners) {
    const way_column *self = column_named(of, columns, "self");
    way_sharing all = {0, 0, 0, 1};
    const char *copy = NULL;
    int vary = 0;
    if (self == NULL || self->data != NULL || count < 2 || count != runners)
        return NULL;
    for (size_t k = 0; k < of->input_count; k++)
        for (size_t j = 0; j < of->input_count && of->inputs[k].side == WAY_RUNNER; j++) {
            if (of->inputs[j].side == WAY_RUNNER || of->inputs[j].axis == 0 ||
                of->inputs[j].axis != of->inputs[k].axis)
                continue;
            if (!are_equal(&columns[j], &columns[k], count, &vary))
                return NULL;
            way_compare_columns(&all, &columns[j], &columns[k]);
            if (copy == NULL && !way_is_same_column(&columns[j], &columns[k]))
                copy = of->inputs[k].name;
        }
    /* Any two arrays can be at the same distance on each axis: parts of the candidates have rows among them. */
    const int is_part = all.are_shared && (way_shared_row(&all, 0, runners) != WAY_NO_ROW ||
                                           way_shared_row(&all, count - 1, runners) != WAY_NO_ROW);
    return vary && !is_part ? copy : NULL;
}

const char *way_check(const char *call, const void *in, size_t count, size_t runner_count,
                      const char **column) {
    const char *nowhere;
    column = column != NULL ? column : &nowhere;
    *column = NULL;
    if (call == NULL || in == NULL)
        return "the call's name or its struct of inputs is NULL";
    const way_behaviour *behaviour = way_behaviour_named(call);
    if (behaviour == NULL)
        return "no such call";
    const int has_candidates = behaviour->kind == WAY_CALL;
    const way_column *columns = in;
    const size_t runners = runner_count > 0 || has_candidates ? runner_count : count;
    int has_radius = strcmp(call, "avoid2d") != 0 && strcmp(call, "avoid3d") != 0;
    for (size_t k = 0; k < behaviour->input_count; k++) {
        const int is_runner = behaviour->inputs[k].side == WAY_RUNNER;
        const size_t own = is_runner ? runners : count;
        *column = behaviour->inputs[k].name;
        if (strcmp(*column, "radius") == 0 || strcmp(*column, "runner_radius") == 0)
            has_radius |= columns[k].data != NULL;
        if (strcmp(*column, "runner_x") == 0) /* without it, the candidates are in other tables */
            has_radius |= columns[k].data == NULL;
        if (columns[k].data == NULL || behaviour->inputs[k].side == WAY_ELEMENT)
            continue;
        if (has_candidates && is_runner && runner_count == 0 && count > 0) {
            *column = "runner_count";
            return "there are candidates, but their number is 0";
        }
        if (behaviour->inputs[k].type == WAY_FLOAT && are_whole(&columns[k], own))
            return "the elements look like whole numbers, but the column is of floats";
        if (strcmp(*column, "arc") == 0 && exceeds(&columns[k], own, 1.0f))
            return "it is an angle, but the column is of cosines: give the cosine of half the angle";
        if (is_other_axis(behaviour, columns, k, own))
            return "it is also the column of another axis of this position";
        for (size_t j = 0; j < behaviour->input_count; j++) {
            const way_column_info *other = &behaviour->inputs[j];
            const size_t others = other->side == WAY_RUNNER ? runners : count;
            if (other->side != WAY_ELEMENT &&
                (runs_through(&columns[k], own, &columns[j], others) ||
                 (own > 0 && are_fields(&columns[k], *column, &columns[j], other->name, others))))
                return "it is read as an array, but it lies in the records of another column: use way_at";
        }
    }
    *column = option_alone(behaviour, columns, count);
    if (*column != NULL)
        return "it has no effect alone: set facing_x with arc, present with bonus, runner_mask with "
               "chaser_mask";
    *column = has_candidates ? copied(behaviour, columns, count, runners) : NULL;
    if (*column != NULL)
        return "it is a copy of the agents' column, so each agent is its own candidate: use that, or set "
               "self";
    *column = has_radius ? NULL : "radius";
    return has_radius ? NULL : "neither agents nor candidates have a radius: points pass through each other";
}
