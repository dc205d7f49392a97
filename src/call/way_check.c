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

/* Is it a coordinate of a position or of a velocity? */
static int is_place_or_velocity(const way_column_info *of) {
    const char *last = last_word(of->name);
    return of->axis != 0 || (last[0] == 'v' && 'x' <= last[1] && last[1] <= 'z' && last[2] == '\0');
}

/* Is this array also the one of another axis of the same position or velocity, such as chaser_x given as
   chaser_y? Arrays of zeros may serve several axes. */
static int is_other_axis(const way_behaviour *of, const way_column *columns, size_t k, size_t count) {
    const way_column *array = &columns[k];
    if (!is_place_or_velocity(&of->inputs[k]) || array->rows != NULL || array->page != 0 ||
        way_stride(array) == 0)
        return 0;
    int is_zero = 1;
    for (size_t i = 0; i < count && i < LOOKED_AT; i++)
        is_zero &= way_double_at(array, i) == 0;
    for (size_t j = 0; !is_zero && count > 1 && j < k; j++)
        if (is_place_or_velocity(&of->inputs[j]) && columns[j].data == columns[k].data &&
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

/* Do the first masks select by bits? A mask of 0 turns the row off, also if the other side has no masks. Masks
   of only 1 or all bits may say that the row is on. */
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

/* Does an option of the call lack the column without which it has no effect? If so, returns the sentence. An
   arc of -1, the full circle, and a bonus of 0 need no other column. Agents or candidates without positions
   are in other tables, which may have masks. */
static const char *option_alone(const way_behaviour *of, const way_column *columns, size_t count,
                                size_t runners, const char **name) {
    static const char *const options[4][3] = {
        {"arc", "facing_x", "it has no effect alone: set facing_x"},
        {"bonus", "present", "it has no effect alone: set present"},
        {"chaser_mask", "runner_mask", "it has no effect alone: set runner_mask"},
        {"runner_mask", "chaser_mask", "it has no effect alone: set chaser_mask"}};
    const way_column *own = column_named(of, columns, "chaser_x"), *ray = column_named(of, columns, "x");
    const int are_here = is_given(column_named(of, columns, "runner_x")) && (is_given(own) || is_given(ray));
    for (int k = 0; k < 4; k++) {
        const way_column *option = column_named(of, columns, options[k][0]),
                         *other = column_named(of, columns, options[k][1]);
        if (!is_given(option) || other == NULL || other->data != NULL)
            continue;
        if (k >= 2 ? are_here && select_bits(option, k == 2 ? count : runners)
                   : exceeds(option, count, k == 0 ? -1.0f : 0.0f)) {
            *name = options[k][0];
            return options[k][2];
        }
    }
    return NULL;
}

/* Returns the agents' column of the axis of input k. NULL: input k is no coordinate of the candidates. */
static const way_column *own_axis(const way_behaviour *of, const way_column *columns, size_t k) {
    for (size_t j = 0; j < of->input_count && of->inputs[k].side == WAY_RUNNER; j++)
        if (of->inputs[j].side != WAY_RUNNER && of->inputs[j].axis != 0 &&
            of->inputs[j].axis == of->inputs[k].axis)
            return &columns[j];
    return NULL;
}

/* How are the agents related to the candidates by the memory of their positions? AMONG: agents are candidates
   at their own addresses. */
typedef enum relation { APART, AMONG, SAME_COLUMNS } relation;

static relation compare_positions(const way_behaviour *of, const way_column *columns, size_t count,
                                  size_t runners) {
    way_sharing all = {0, 0, 0, 1};
    int is_same = 1;
    for (size_t k = 0; k < of->input_count; k++) {
        const way_column *own = own_axis(of, columns, k);
        if (own == NULL)
            continue;
        way_compare_columns(&all, own, &columns[k]);
        is_same &= way_is_same_column(own, &columns[k]);
    }
    /* Any two arrays can be at the same distance on each axis: parts of the candidates have rows among them. */
    const int is_part = all.are_shared && count > 0 &&
                        (way_shared_row(&all, 0, runners) != WAY_NO_ROW ||
                         way_shared_row(&all, count - 1, runners) != WAY_NO_ROW);
    return is_same ? SAME_COLUMNS : is_part ? AMONG : APART;
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

/* Can masks or worlds exclude an agent from its own candidates? */
static int are_others(const way_behaviour *of, const way_column *columns, const char *own,
                      const char *other) {
    const way_column *a = column_named(of, columns, own), *b = column_named(of, columns, other);
    return is_given(a) && is_given(b) && !way_is_same_column(a, b);
}

/* Are the candidates a copy of the agents? The call compares the columns, so each agent is then a candidate for
   itself, at the distance 0, unless `self`, masks, worlds or range_from exclude it. If so, returns the first
   column that is a copy. */
static const char *copied(const way_behaviour *of, const way_column *columns, size_t count, size_t runners) {
    const way_column *self = column_named(of, columns, "self");
    const char *copy = NULL;
    int vary = 0;
    if (self == NULL || self->data != NULL || count < 2 || count != runners ||
        is_given(column_named(of, columns, "range_from")) ||
        are_others(of, columns, "chaser_mask", "runner_mask") ||
        are_others(of, columns, "chaser_world", "runner_world") ||
        compare_positions(of, columns, count, runners) != APART)
        return NULL;
    for (size_t k = 0; k < of->input_count; k++) {
        const way_column *own = own_axis(of, columns, k);
        if (own == NULL)
            continue;
        if (!are_equal(own, &columns[k], count, &vary))
            return NULL;
        if (copy == NULL && !way_is_same_column(own, &columns[k]))
            copy = of->inputs[k].name;
    }
    return vary ? copy : NULL;
}

/* Does one of the first agents have its row among the candidates in `self`? */
static int has_own_row(const way_column *self, size_t count, size_t runners) {
    for (size_t i = 0; is_float_array(self) && i < count && i < LOOKED_AT; i++)
        if (way_word_at(self, i) < runners)
            return 1;
    return 0;
}

/* Does an avoidance lack radii? If so, returns the sentence. Agents or candidates without positions are in other
   tables, which may have radii. Candidates may be points. If they are the agents, they have the agents' radii
   only if the columns of positions are the same. */
static const char *missing_radius(const way_behaviour *of, const way_column *columns, size_t count,
                                  size_t runners, const char **name) {
    const way_column *radius = column_named(of, columns, "radius"),
                     *other = column_named(of, columns, "runner_radius"),
                     *self = column_named(of, columns, "self");
    *name = "radius";
    if (strcmp(of->name, "avoid2d") != 0 && strcmp(of->name, "avoid3d") != 0)
        return NULL;
    if (!is_given(column_named(of, columns, "chaser_x")) || !is_given(column_named(of, columns, "runner_x")))
        return NULL;
    if (!is_given(radius))
        return is_given(other)
                   ? "only candidates have a radius: the agents are points"
                   : "neither agents nor candidates have a radius: points pass through each other";
    *name = "runner_radius";
    const relation memory = compare_positions(of, columns, count, runners);
    if (is_given(other) || memory == SAME_COLUMNS || !exceeds(radius, count, 0) ||
        (memory == APART && !(is_given(self) && has_own_row(self, count, runners))))
        return NULL;
    return "only agents have a radius: as candidates, the same agents are points";
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
    for (size_t k = 0; k < behaviour->input_count; k++) {
        const int is_runner = behaviour->inputs[k].side == WAY_RUNNER;
        const size_t own = is_runner ? runners : count;
        *column = behaviour->inputs[k].name;
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
            return "it is also the column of another axis";
        for (size_t j = 0; j < behaviour->input_count; j++) {
            const way_column_info *other = &behaviour->inputs[j];
            const size_t others = other->side == WAY_RUNNER ? runners : count;
            if (other->side != WAY_ELEMENT &&
                (runs_through(&columns[k], own, &columns[j], others) ||
                 (own > 0 && are_fields(&columns[k], *column, &columns[j], other->name, others))))
                return "it is read as an array, but it lies in the records of another column: use way_at";
        }
    }
    const char *found = option_alone(behaviour, columns, count, runners, column);
    if (found != NULL)
        return found;
    *column = has_candidates ? copied(behaviour, columns, count, runners) : NULL;
    if (*column != NULL)
        return "it is a copy of the agents' column, so each agent is its own candidate: use that, or set "
               "self";
    found = missing_radius(behaviour, columns, count, runners, column);
    if (found == NULL)
        *column = NULL;
    return found;
}
