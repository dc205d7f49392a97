/* Registers way_field2d and way_follow2d as scalar functions of DuckDB. A row of way_field2d is a grid; the
   answer is a struct with lists of the grid's cells. A row of way_follow2d is an agent, and its argument
   `field` is such a struct. By name, a function has one argument: a struct. By position, its arguments are
   the required ones, and then no option or all. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "duckdb_choosing.h"
#include "registry/calls.h"

DUCKDB_EXTENSION_EXTERN

/* An argument: REAL, INTEGER and FLAG are numbers. NESTED is a list or a struct. MAYBE is a list; NULL is an
   empty list. Numbers are from low to high, if these differ. */
typedef struct argument {
    const char *name, *unit;
    int required;
    enum { REAL, INTEGER, FLAG, NESTED, MAYBE } kind;
    double fallback, low, high;
} argument;

enum { WIDTH, COSTS, GOALS, HEIGHT, STRAIGHT, DIAGONAL, CUT_CORNERS, CLEARANCE, FIELD_ARGUMENTS };
static const argument field_arguments[] = {[WIDTH] = {"width", "", 1, INTEGER, 1, 1, 16000},
                                           [COSTS] = {"costs", "", 1, NESTED, 0, 0, 0},
                                           [GOALS] = {"goals", "(x, y [, cost])", 1, MAYBE, 0, 0, 0},
                                           [HEIGHT] = {"height", "", 0, INTEGER, 0, 0, 16000},
                                           [STRAIGHT] = {"straight", "", 0, INTEGER, 0, 0, 65535},
                                           [DIAGONAL] = {"diagonal", "", 0, INTEGER, 0, 0, 131070},
                                           [CUT_CORNERS] = {"cut_corners", "", 0, FLAG, 0, 0, 0},
                                           [CLEARANCE] = {"clearance", " cells", 0, REAL, 0, 0, 250}};

enum { X, Y, SPEED, FIELD, GOAL_X, GOAL_Y, DT, CELL, ORIGIN_X, ORIGIN_Y, SIGHT, FOLLOW_ARGUMENTS };
static const argument follow_arguments[] = {
    [X] = {"chaser_x", " m", 1, REAL, 0, 0, 0},
    [Y] = {"chaser_y", " m", 1, REAL, 0, 0, 0},
    [SPEED] = {"chaser_speed", " m/s", 1, REAL, 0, 0, 0},
    [FIELD] = {"field", "(width, costs, cost, next)", 1, NESTED, 0, 0, 0},
    [GOAL_X] = {"goal_x", " m", 0, REAL, 0, 0, 0},
    [GOAL_Y] = {"goal_y", " m", 0, REAL, 0, 0, 0},
    [DT] = {"dt", " s", 0, REAL, 0, 0, 0},
    [CELL] = {"cell", " m", 0, REAL, 1, 0, 0},
    [ORIGIN_X] = {"origin_x", " m", 0, REAL, 0, 0, 0},
    [ORIGIN_Y] = {"origin_y", " m", 0, REAL, 0, 0, 0},
    [SIGHT] = {"sight", " cells", 0, INTEGER, 0, 0, 64}};
enum { MOST_ARGUMENTS = FOLLOW_ARGUMENTS };
_Static_assert(IN_follow2d_COUNT == 7 && OUT_follow2d_COUNT == 3, "follow2d has other columns than SQL");

/* The fields of the answer of way_field2d. The lists are COSTS_OF, COST_OF and NEXT_OF. */
enum { WIDTH_OF, HEIGHT_OF, COSTS_OF, COST_OF, NEXT_OF, STATUS_OF, ANSWERS_OF_FIELD };
static const char *const answers_of_field[] = {"width", "height", "costs", "cost", "next", "status"};

typedef struct overload {
    int follows, by_name;
    size_t columns; /* of a call by position */
} overload;

static const argument *arguments_of(int follows) { return follows ? follow_arguments : field_arguments; }
static size_t count_of(int follows) { return follows ? FOLLOW_ARGUMENTS : FIELD_ARGUMENTS; }
static const char *name_of(int follows) { return follows ? "follow2d" : "field2d"; }

static size_t required_of(int follows) {
    size_t k = 0;
    while (arguments_of(follows)[k].required)
        k++;
    return k;
}

/* Arguments ---------------------------------------------------------------------------------------------- */

/* One call by DuckDB, with a chunk of rows. */
typedef struct call {
    const overload *of;
    char who[24], whose[32]; /* the function's name, for messages, and the owner of the lists of cells */
    idx_t count;
    field found[MOST_ARGUMENTS], width, height, lists[NEXT_OF + 1]; /* without a vector: not given */
    double *number[MOST_ARGUMENTS + 1];                             /* of each row */
    double *columns, *rows;                                         /* the sizes of each row's grid */
    null_rows nulls;
    fault fault;
    /* scratch memory for one field: */
    size_t room, bytes;
    double *cell;
    uint8_t *costs;
    uint32_t *cost;
    int8_t *next;
    void *memory;
} call;

/* Refuses a field that would have no effect; `hint` says what to write instead. */
static int refuse(call *c, duckdb_vector structs, const char *where, const char *name, const char *hint) {
    const field_name one = {name, 0};
    field found;
    fault others = {""};
    find_fields(structs, where, &one, 1, &found, &others);
    return found.vector == NULL || fail(&c->fault, "%s: no field %s; %s", where, name, hint);
}

static int read_rows(call *c, const field *from, const char *where, const argument *one, double *to) {
    field given = *from;
    if (one->kind == FLAG && given.type == DUCKDB_TYPE_BOOLEAN)
        given.type = DUCKDB_TYPE_UTINYINT; /* a byte of 0 or 1 */
    if (!read_numbers(&given, where, one->name, one->kind != REAL, c->count, one->fallback, to, &c->fault))
        return 0;
    for (idx_t i = 0; i < c->count && one->low < one->high; i++)
        if (!(to[i] >= one->low && to[i] <= one->high))
            return fail(&c->fault, "%s: %s: expected a %snumber from %g to %g, found %g", where, one->name,
                        one->kind == REAL ? "" : "whole ", one->low, one->high, to[i]);
    return 1;
}

/* Finds the lists of cells, and reads the sizes of the grids. */
static int find_grids(call *c) {
    const field *given = &c->found[FIELD];
    c->columns = c->number[WIDTH], c->rows = c->number[HEIGHT];
    snprintf(c->whose, sizeof c->whose, "%s%s", c->who, c->of->follows ? ": field" : "");
    c->lists[COSTS_OF] = c->found[COSTS];
    if (!c->of->follows)
        return 1;
    static const field_name names[] = {{"width", 1}, {"height", 0}, {"costs", 1}, {"cost", 1}, {"next", 1}};
    field found[5];
    if (!find_fields(given->vector, c->whose, names, 5, found, &c->fault))
        return 0;
    for (size_t k = 0; k < 5; k++)
        if (names[k].required)
            require(&c->nulls, found[k].vector);
    for (size_t k = 2; k < 5; k++)
        c->lists[k] = found[k];
    c->columns = c->number[FIELD], c->rows = c->number[MOST_ARGUMENTS];
    return read_rows(c, &found[0], c->whose, &field_arguments[WIDTH], c->columns) &&
           read_rows(c, &found[1], c->whose, &field_arguments[HEIGHT], c->rows);
}

static int check_lists(call *c) {
    for (size_t k = COSTS_OF; k <= NEXT_OF && !c->nulls.all; k++) {
        char where[64];
        duckdb_vector child;
        snprintf(where, sizeof where, "%s: %s", c->whose, answers_of_field[k]);
        if (c->lists[k].vector != NULL && !find_list(&c->lists[k], where, "whole numbers", &child, &c->fault))
            return 0;
    }
    return 1;
}

static int take(call *c, duckdb_data_chunk chunk) {
    const argument *one = arguments_of(c->of->follows);
    const size_t count = count_of(c->of->follows);
    if (c->of->by_name) {
        field_name name[MOST_ARGUMENTS];
        duckdb_vector structs = duckdb_data_chunk_get_vector(chunk, 0);
        for (size_t k = 0; k < count; k++)
            name[k] = (field_name){one[k].name, one[k].required};
        if (!refuse(c, structs, c->who, "walls", "a wall is a cell with a cost of 0") ||
            !refuse(c, structs, c->who, "steps", "write straight and diagonal") ||
            !refuse(c, structs, c->who, "origin", "write origin_x and origin_y") ||
            !find_fields(structs, c->who, name, count, c->found, &c->fault))
            return 0;
        if (c->of->follows && c->found[CELL].vector == NULL &&
            !refuse(c, structs, c->who, "cell_size", "did you mean cell?"))
            return 0;
        require(&c->nulls, structs);
    }
    for (size_t k = 0; k < count; k++) {
        if (!c->of->by_name)
            c->found[k] = k < c->of->columns ? field_of(duckdb_data_chunk_get_vector(chunk, k))
                                             : (field){NULL, DUCKDB_TYPE_SQLNULL};
        if (one[k].required && one[k].kind != MAYBE)
            require(&c->nulls, c->found[k].vector);
        if (one[k].kind <= FLAG && !read_rows(c, &c->found[k], c->who, &one[k], c->number[k]))
            return 0;
    }
    return c->nulls.all || (find_grids(c) && check_lists(c));
}

static int is_null(const call *c, idx_t row) {
    int found = c->nulls.all;
    for (size_t k = 0; k < c->nulls.required; k++)
        found |= !is_there(c->nulls.not_null[k], row);
    return found;
}

/* Cells -------------------------------------------------------------------------------------------------- */

static duckdb_list_entry list_of(const field *lists, idx_t row) {
    duckdb_list_entry list;
    end_of_list(lists, row, row + 1, &list);
    return list;
}

/* Sets the number of rows of a grid. Returns 0 if the costs do not fit it. */
static int measure(call *c, idx_t row, uint32_t *width, uint32_t *height) {
    const size_t length = list_of(&c->lists[COSTS_OF], row).length;
    *width = (uint32_t)c->columns[row];
    *height = (uint32_t)c->rows[row];
    if (*height == 0 && length % *width == 0 && length / *width <= 16000)
        *height = (uint32_t)(length / *width);
    if (length == 0 || (size_t)*width * *height != length)
        return fail(&c->fault, "%s: costs: expected width * height numbers, found %zu with a width of %u%s",
                    c->whose, length, *width, c->rows[row] > 0 ? " and another height" : "");
    return 1;
}

static int make_room(call *c, size_t cells, size_t bytes) {
    if (cells > c->room) {
        free(c->cell);
        c->room = cells;
        c->cell = malloc(cells * (sizeof *c->cell + sizeof *c->cost + 2));
        if (c->cell == NULL)
            return fail(&c->fault, "%s: out of memory", c->who);
        c->cost = (uint32_t *)(c->cell + cells);
        c->costs = (uint8_t *)(c->cost + cells);
        c->next = (int8_t *)(c->costs + cells);
    }
    if (bytes > c->bytes) {
        free(c->memory);
        c->bytes = bytes;
        c->memory = malloc(bytes);
    }
    return c->bytes == 0 || c->memory != NULL || fail(&c->fault, "%s: out of memory", c->who);
}

/* Reads one list of whole numbers, from low to high. NULL is `missing`; NaN: an error. */
static int read_cells(call *c, size_t list, idx_t row, size_t cells, double low, double high,
                      double missing) {
    const char *name = answers_of_field[list];
    const duckdb_list_entry entry = list_of(&c->lists[list], row);
    char where[64];
    snprintf(where, sizeof where, "%s: %s", c->whose, name);
    if (entry.length != cells)
        return fail(&c->fault, "%s: expected %zu numbers, as many as costs, found %zu", where, cells,
                    (size_t)entry.length);
    const field from = field_of(duckdb_list_vector_get_child(c->lists[list].vector));
    if (!read_numbers_at(&from, c->whose, name, 1, entry.offset, cells, missing, c->cell, &c->fault))
        return 0;
    for (size_t i = 0; i < cells; i++)
        if (isnan(c->cell[i]))
            return fail(&c->fault, "%s: expected whole numbers, found NULL at position %zu", where, i + 1);
        else if (!(c->cell[i] >= low && c->cell[i] <= high))
            return fail(&c->fault, "%s: expected whole numbers from %.0f to %.0f, found %.0f at position %zu",
                        where, low, high, c->cell[i], i + 1);
    return 1;
}

static int read_costs(call *c, idx_t row, size_t cells) {
    const int ok = read_cells(c, COSTS_OF, row, cells, 0, 255, NAN);
    for (size_t i = 0; ok && i < cells; i++)
        c->costs[i] = (uint8_t)c->cell[i];
    return ok;
}

static int is_same_list(const field *lists, idx_t a, idx_t b) {
    const duckdb_list_entry one = list_of(lists, a), other = list_of(lists, b);
    return one.offset == other.offset && one.length == other.length;
}

/* Have two rows the same grid, and the same numbers from `first` to `last`? */
static int is_same(const call *c, idx_t a, idx_t b, size_t first, size_t last) {
    int same = c->columns[a] == c->columns[b] && c->rows[a] == c->rows[b];
    for (size_t k = COSTS_OF; k <= NEXT_OF && same; k++)
        same = c->lists[k].vector == NULL || is_same_list(&c->lists[k], a, b);
    for (size_t k = first; k <= last && same; k++)
        same = c->number[k][a] == c->number[k][b];
    return same;
}

/* Fields ------------------------------------------------------------------------------------------------- */

static duckdb_vector child_of(duckdb_vector answer, size_t k) {
    return duckdb_struct_vector_get_child(answer, k);
}

static duckdb_list_entry *entries_of(duckdb_vector answer, size_t k) {
    return duckdb_vector_get_data(child_of(answer, k));
}

/* Copies the goals of one row. Returns their number, or SIZE_MAX if one is wrong. */
static size_t copy_goals(call *c, const structs *of, duckdb_list_entry list, uint32_t width, uint32_t height,
                         way_goal *to) {
    size_t used = 0;
    if (!check_structs(of, list, &c->fault))
        return SIZE_MAX;
    for (idx_t i = list.offset; i < list.offset + list.length; i++) {
        const double number[] = {of->cell[i], of->cell[of->count + i], of->cell[2 * of->count + i]};
        const double most[] = {width - 1.0, height - 1.0, WAY_FIELD_FAR};
        if (!is_there(of->not_null, i)) /* a goal that is NULL as a whole */
            continue;
        for (size_t k = 0; k < 3; k++)
            if (number[k] > most[k]) {
                fail(&c->fault, "%s: %s: expected a whole number from 0 to %.0f, found %.0f", of->where,
                     of->number[k].field.name, most[k], number[k]);
                return SIZE_MAX;
            }
        to[used++] = (way_goal){(uint32_t)number[0], (uint32_t)number[1], (uint32_t)number[2], 0};
    }
    return used;
}

/* Says why the library refused a call: the name of a column or field, if it is known, and the error. */
static int refused(call *c, const char *wrong, way_result result) {
    return fail(&c->fault, "%s: %s%s%s", c->who, wrong != NULL ? wrong : "", wrong != NULL ? ": " : "",
                way_result_string(result));
}

/* Appends the cells of a field to DuckDB's lists. */
static int give_field(call *c, idx_t row, duckdb_vector answer, uint32_t width, uint32_t height,
                      int32_t status) {
    const size_t cells = (size_t)width * height;
    const idx_t first = duckdb_list_vector_get_size(child_of(answer, COST_OF));
    duckdb_vector cell[NEXT_OF + 1];
    for (size_t k = COSTS_OF; k <= NEXT_OF; k++) {
        duckdb_vector list = child_of(answer, k);
        if (duckdb_list_vector_reserve(list, first + cells) != DuckDBSuccess ||
            duckdb_list_vector_set_size(list, first + cells) != DuckDBSuccess)
            return fail(&c->fault, "%s: DuckDB has no room for %zu more cells of %s", c->who, cells,
                        answers_of_field[k]);
        cell[k] = duckdb_list_vector_get_child(list);
        entries_of(answer, k)[row] = (duckdb_list_entry){first, cells};
    }
    int64_t *cost = (int64_t *)duckdb_vector_get_data(cell[COST_OF]) + first;
    memcpy((char *)duckdb_vector_get_data(cell[COSTS_OF]) + first, c->costs, cells);
    memcpy((char *)duckdb_vector_get_data(cell[NEXT_OF]) + first, c->next, cells);
    for (size_t i = 0; i < cells; i++) {
        cost[i] = c->cost[i];
        if (c->cost[i] == UINT32_MAX) {
            set_null(cell[COST_OF], first + i);
            set_null(cell[NEXT_OF], first + i);
        }
    }
    ((int32_t *)duckdb_vector_get_data(child_of(answer, WIDTH_OF)))[row] = (int32_t)width;
    ((int32_t *)duckdb_vector_get_data(child_of(answer, HEIGHT_OF)))[row] = (int32_t)height;
    ((uint8_t *)duckdb_vector_get_data(child_of(answer, STATUS_OF)))[row] = (uint8_t)status;
    return 1;
}

static int solve_field(call *c, idx_t row, const structs *goals, way_goal *goal, duckdb_vector answer) {
    uint32_t width, height;
    if (!measure(c, row, &width, &height) ||
        !make_room(c, (size_t)width * height, way_field2d_bytes(width, height)) ||
        !read_costs(c, row, (size_t)width * height))
        return 0;
    const float clearance = (float)c->number[CLEARANCE][row];
    const uint32_t straight = (uint32_t)c->number[STRAIGHT][row],
                   diagonal = (uint32_t)c->number[DIAGONAL][row];
    const uint32_t least = straight > 0 ? straight : 5;
    if (diagonal != 0 && (diagonal < least || diagonal > 2 * least))
        return fail(&c->fault, "%s: diagonal: expected a whole number from %u to %u, found %u", c->who, least,
                    2 * least, diagonal);
    const size_t count = copy_goals(c, goals, list_of(&c->found[GOALS], row), width, height, goal);
    if (count == SIZE_MAX)
        return 0;
    int32_t status;
    const char *wrong = NULL;
    way_field f = {.width = width,
                   .height = height,
                   .costs = c->costs,
                   .goals = goal,
                   .goal_count = count,
                   .straight = straight,
                   .diagonal = diagonal,
                   .cut_corners = c->number[CUT_CORNERS][row] != 0,
                   .clearances = &clearance,
                   .cost = c->cost,
                   .next = c->next,
                   .status = &status,
                   .memory = c->memory,
                   .bytes = c->bytes,
                   .fault = &wrong};
    const way_result result = way_field2d(&f);
    return result == WAY_OK ? give_field(c, row, answer, width, height, status) : refused(c, wrong, result);
}

/* Computes a field for each row. Consecutive rows with the same grid, goals and options share their lists. */
static void solve_fields(call *c, duckdb_vector answer) {
    static const struct_number numbers[] = {
        {{"x", 1}, WORD, NAN}, {{"y", 1}, WORD, NAN}, {{"cost", 0}, WORD, 0}};
    structs goals = {.count = 0};
    way_goal *goal = NULL;
    int ok = read_structs(&c->found[GOALS], c->who, "goals", numbers, 3, &goals, &c->fault);
    if (ok && goals.count > 0)
        ok = refuse(c, duckdb_list_vector_get_child(c->found[GOALS].vector), goals.where, "field",
                    "a row is one field: call way_field2d for each");
    if (ok) {
        goal = malloc((goals.count + 1) * sizeof *goal);
        ok = goal != NULL || fail(&c->fault, "%s: out of memory", c->who);
    }
    for (idx_t i = 0, last = c->count; i < c->count && ok; i++) {
        if (is_null(c, i)) {
            for (size_t k = COSTS_OF; k <= NEXT_OF; k++)
                entries_of(answer, k)[i] = (duckdb_list_entry){0, 0};
        } else if (last < i && is_same_list(&c->found[GOALS], last, i) &&
                   is_same(c, last, i, HEIGHT, CLEARANCE)) {
            for (size_t k = COSTS_OF; k <= NEXT_OF; k++)
                entries_of(answer, k)[i] = entries_of(answer, k)[last];
            for (size_t k = WIDTH_OF; k <= HEIGHT_OF; k++)
                ((int32_t *)duckdb_vector_get_data(child_of(answer, k)))[i] =
                    ((int32_t *)duckdb_vector_get_data(child_of(answer, k)))[last];
            uint8_t *status = duckdb_vector_get_data(child_of(answer, STATUS_OF));
            status[i] = status[last];
        } else {
            ok = solve_field(c, i, &goals, goal, answer);
            last = i;
        }
    }
    free(goal);
    free_structs(&goals);
}

/* Following ---------------------------------------------------------------------------------------------- */

/* Returns 1 if the row has a goal_x and a goal_y. */
static int has_goal(const call *c, idx_t row) {
    int all = 1;
    for (size_t k = GOAL_X; k <= GOAL_Y; k++)
        all &= c->found[k].type != DUCKDB_TYPE_SQLNULL &&
               is_there(duckdb_vector_get_validity(c->found[k].vector), row);
    return all;
}

/* Reads the field of a row. */
static int read_field(call *c, idx_t row, way_field *to) {
    uint32_t width, height;
    if (!measure(c, row, &width, &height))
        return 0;
    const size_t cells = (size_t)width * height;
    if (!make_room(c, cells, 0) || !read_costs(c, row, cells) ||
        !read_cells(c, COST_OF, row, cells, -1, UINT32_MAX, -1))
        return 0;
    for (size_t i = 0; i < cells; i++)
        c->cost[i] = c->cell[i] < 0 ? UINT32_MAX : (uint32_t)c->cell[i];
    if (!read_cells(c, NEXT_OF, row, cells, -1, 8, -1))
        return 0;
    for (size_t i = 0; i < cells; i++)
        c->next[i] = (int8_t)c->cell[i];
    *to = (way_field){.width = width, .height = height, .costs = c->costs, .cost = c->cost, .next = c->next};
    return 1;
}

/* Positions that are all FLOAT have the rounding of floats. */
static way_column place_of(const call *c, size_t k) {
    const int single = c->found[X].type == DUCKDB_TYPE_FLOAT && c->found[Y].type == DUCKDB_TYPE_FLOAT;
    return single ? way_column_of(duckdb_vector_get_data(c->found[k].vector), 4, WAY_SINGLE)
                  : way_column_of(c->number[k], 8, WAY_DOUBLE);
}

/* Solves the agents of these rows, which have one field and the same options as row index[0]. */
static int follow_field(call *c, const uint32_t *index, size_t count, duckdb_vector answer, int32_t *status) {
    way_field f;
    const idx_t row = index[0];
    if (!read_field(c, row, &f))
        return 0;
    const float cell = (float)c->number[CELL][row];
    if (!(cell > 0 && cell < INFINITY))
        return fail(&c->fault, "%s: cell: expected a length above 0, found %g", c->who, c->number[CELL][row]);
    for (size_t k = ORIGIN_X; k <= ORIGIN_Y; k++)
        if (!isfinite(c->number[k][row]))
            return fail(&c->fault, "%s: %s: expected a finite number, found %g", c->who,
                        follow_arguments[k].name, c->number[k][row]);
    const char *wrong = NULL;
    const way_following how = {.count = count,
                               .index = index,
                               .field = &f,
                               .cell = cell,
                               .origin_x = c->number[ORIGIN_X][row],
                               .origin_y = c->number[ORIGIN_Y][row],
                               .sight = (uint32_t)c->number[SIGHT][row],
                               .fault = &wrong};
    way_follow2d_in in = {.chaser_x = place_of(c, X),
                          .chaser_y = place_of(c, Y),
                          .chaser_speed = way_column_of(c->number[SPEED], 8, WAY_DOUBLE),
                          .dt = way_column_of(c->number[DT], 8, WAY_DOUBLE)};
    if (has_goal(c, row)) {
        in.goal_x = way_column_of(c->number[GOAL_X], 8, WAY_DOUBLE);
        in.goal_y = way_column_of(c->number[GOAL_Y], 8, WAY_DOUBLE);
    }
    float *velocity_x = duckdb_vector_get_data(child_of(answer, OUT_follow2d_velocity_x));
    float *velocity_y = duckdb_vector_get_data(child_of(answer, OUT_follow2d_velocity_y));
    const way_follow2d_out out = {way_out(velocity_x), way_out(velocity_y), way_out(status)};
    const way_result result = way_follow2d(&in, &out, &how);
    return result == WAY_OK || refused(c, wrong, result);
}

/* Solves the agents field by field, also if their rows are in any order. */
static void follow_fields(call *c, duckdb_vector answer) {
    uint32_t *index = malloc((c->count + 1) * sizeof *index);
    int32_t *status = calloc(c->count + 1, sizeof *status);
    uint8_t *is_done = calloc(c->count + 1, 1),
            *byte = duckdb_vector_get_data(child_of(answer, OUT_follow2d_status));
    int ok = index != NULL && status != NULL && is_done != NULL;
    if (!ok)
        fail(&c->fault, "%s: out of memory", c->who);
    if ((c->found[GOAL_X].vector == NULL) != (c->found[GOAL_Y].vector == NULL))
        ok = fail(&c->fault, "%s: missing %s", c->who, c->found[GOAL_X].vector == NULL ? "goal_x" : "goal_y");
    for (idx_t i = 0; i < c->count && ok; i++)
        is_done[i] = is_null(c, i) != 0;
    for (idx_t i = 0; i < c->count && ok; i++) {
        size_t count = 0;
        if (is_done[i])
            continue;
        for (idx_t k = i; k < c->count; k++)
            if (k == i ||
                (!is_done[k] && is_same(c, i, k, CELL, SIGHT) && has_goal(c, k) == has_goal(c, i))) {
                index[count++] = (uint32_t)k;
                is_done[k] = 1;
            }
        ok = follow_field(c, index, count, answer, status);
    }
    for (idx_t i = 0; i < c->count && ok; i++)
        byte[i] = (uint8_t)status[i];
    free(index);
    free(status);
    free(is_done);
}

/* Functions ---------------------------------------------------------------------------------------------- */

static void solve(duckdb_function_info info, duckdb_data_chunk chunk, duckdb_vector answer) {
    call c = {.of = duckdb_scalar_function_get_extra_info(info), .count = duckdb_data_chunk_get_size(chunk)};
    snprintf(c.who, sizeof c.who, "way_%s", name_of(c.of->follows));
    double *numbers = malloc((MOST_ARGUMENTS + 1) * (c.count + 1) * sizeof *numbers);
    for (size_t k = 0; k <= MOST_ARGUMENTS && numbers != NULL; k++)
        c.number[k] = numbers + k * c.count;
    if (numbers == NULL)
        fail(&c.fault, "%s: out of memory", c.who);
    else if (take(&c, chunk) && !c.nulls.all)
        (c.of->follows ? follow_fields : solve_fields)(&c, answer);
    if (c.fault.text[0] != '\0')
        duckdb_scalar_function_set_error(info, c.fault.text);
    else
        give_nulls(&c.nulls, c.count, answer, c.of->follows ? OUT_follow2d_COUNT : ANSWERS_OF_FIELD);
    free(c.cell);
    free(c.memory);
    free(numbers);
}

static duckdb_logical_type type_of_answer(int follows) {
    static const duckdb_type of_field[] = {DUCKDB_TYPE_INTEGER, DUCKDB_TYPE_INTEGER, DUCKDB_TYPE_UTINYINT,
                                           DUCKDB_TYPE_BIGINT, DUCKDB_TYPE_TINYINT};
    duckdb_logical_type type[ANSWERS_OF_FIELD];
    const char *name[ANSWERS_OF_FIELD];
    const size_t count = follows ? OUT_follow2d_COUNT : ANSWERS_OF_FIELD;
    for (size_t k = 0; k < count; k++) {
        name[k] = follows ? way_follow2d_entry.behaviour.outputs[k].name : answers_of_field[k];
        if (k == count - 1)
            type[k] = type_of_words(WAY_STATUS);
        else
            type[k] = duckdb_create_logical_type(follows ? DUCKDB_TYPE_FLOAT : of_field[k]);
        if (!follows && k >= COSTS_OF && k <= NEXT_OF)
            type[k] = make_list(type[k]);
    }
    return make_struct(type, name, count);
}

static int add_overload(duckdb_scalar_function_set set, const char *name, overload of) {
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_scalar_function_set_name(function, name);
    for (size_t k = 0; k < of.columns; k++)
        add_argument(function, duckdb_create_logical_type(DUCKDB_TYPE_ANY));
    return add_to_set(set, function, type_of_answer(of.follows), solve, &of, sizeof of);
}

int add_paths(duckdb_connection connection) {
    int added = 1;
    for (int follows = 0; follows < 2; follows++) {
        char name[24];
        snprintf(name, sizeof name, "way_%s", name_of(follows));
        duckdb_scalar_function_set set = duckdb_create_scalar_function_set(name);
        added &= add_overload(set, name, (overload){follows, 1, 1});
        added &= add_overload(set, name, (overload){follows, 0, required_of(follows)});
        added &= add_overload(set, name, (overload){follows, 0, count_of(follows)});
        added &= duckdb_register_scalar_function_set(connection, set) == DuckDBSuccess;
        duckdb_destroy_scalar_function_set(&set);
    }
    return added;
}

const char *path_name(size_t i) { return i < 2 ? name_of((int)i) : NULL; }

int write_path_signature(const char *name, char *text, size_t size) {
    const int follows = strcmp(name, name_of(1)) == 0;
    if (!follows && strcmp(name, name_of(0)) != 0)
        return 0;
    size_t used = (size_t)snprintf(text, size, "way_%s(", name);
    for (size_t k = 0; k < count_of(follows); k++) {
        const argument *one = &arguments_of(follows)[k];
        used += (size_t)snprintf(text + used, size - used, "%s%s%s%s", k == required_of(follows) ? " [" : "",
                                 k > 0 ? ", " : "", one->name, one->unit);
    }
    snprintf(text + used, size - used, "])");
    return 1;
}
