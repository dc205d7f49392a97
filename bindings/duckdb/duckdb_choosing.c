/* Registers choices, neighbours, avoidance, rays and waypoints as scalar functions of DuckDB: way_choose2d,
   way_choose2d_by_time, way_best2d, way_neighbours2d, way_avoid2d, way_cast2d, way_waypoints2d, and so on. Their
   columns are those of src/registry/calls.def. way_best2d and its like list the best candidates of a choice.
   way_cast3d and way_sweep3d take a list of triangles where the others take candidates.

   A row is a chooser. By name, a function has one argument: a struct with the required columns, any of the
   options, and the candidates, in any order. By position, its arguments are the required columns, then the
   candidates, and then no option or all. The candidates are a list of structs with named fields. A candidate
   has the number of its position in the list, from 1 as in SQL, or its `id` if the structs have this field.
   Adjacent rows with the same list are solved together, origin by origin. Numbers are rounded to float, and
   positions relative to the row's origin (see origin_of). For waypoints a row is a path, without candidates. */
#include "duckdb_choosing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry/calls.h"

DUCKDB_EXTENSION_EXTERN

enum { MOST_INPUTS = 32, MOST_OUTPUTS = 10, MOST_ROWS = 2, CROWD_PAYS = 64, TREE_PAYS = 16 };

/* The id of no candidate. The ids of candidates differ from it. */
#define NO_ID INT64_MIN

typedef enum call_number {
#define CALL(call, summary, source) CALL_##call,
#include "registry/calls.def"
} call_number;

typedef struct input {
    call_number call;
    int at; /* the input's index in the C struct of inputs */
    const char *name;
    int is_runner;
    unsigned reads, needs;
    int is_word, is_row;
    double fallback;
} input;

static const input inputs[] = {
#define IS_CHASER 0
#define IS_RUNNER 1
#define IS_ELEMENT 0
#define IS_WORD_FLOAT 0
#define IS_WORD_PLACE_X 0
#define IS_WORD_PLACE_Y 0
#define IS_WORD_PLACE_Z 0
#define IS_WORD_MASK 1
#define IS_WORD_COUNT 1
#define IS_WORD_WORD 1
#define IS_WORD_ROW 1
#define IS_ROW_FLOAT 0
#define IS_ROW_PLACE_X 0
#define IS_ROW_PLACE_Y 0
#define IS_ROW_PLACE_Z 0
#define IS_ROW_MASK 0
#define IS_ROW_COUNT 0
#define IS_ROW_WORD 0
#define IS_ROW_ROW 1
#define IN(call, column, type, side, reads, needs, fallback, ...)                                            \
    {CALL_##call, IN_##call##_##column, #column,       IS_##side, FOR_##reads,                               \
     FOR_##needs, IS_WORD_##type,       IS_ROW_##type, fallback},
#include "registry/calls.def"
};

typedef struct function {
    const char *name;
    call_number call;
    int dims;
    unsigned reader; /* the function's bit in input.reads and input.needs */
    int32_t cost;
    int is_best; /* the answer is a list of the best candidates of a choice */
} function;

static const function functions[] = {
    {"choose2d", CALL_choose2d, 2, FOR_DISTANCE, WAY_BY_DISTANCE, 0},
    {"choose2d_by_time", CALL_choose2d, 2, FOR_TIME, WAY_BY_TIME, 0},
    {"choose2d_by_turning", CALL_choose2d, 2, FOR_TURNING, WAY_BY_TURNING, 0},
    {"choose3d", CALL_choose3d, 3, FOR_DISTANCE, WAY_BY_DISTANCE, 0},
    {"choose3d_by_time", CALL_choose3d, 3, FOR_TIME, WAY_BY_TIME, 0},
    {"best2d", CALL_choose2d, 2, FOR_DISTANCE, WAY_BY_DISTANCE, 1},
    {"best2d_by_time", CALL_choose2d, 2, FOR_TIME, WAY_BY_TIME, 1},
    {"best2d_by_turning", CALL_choose2d, 2, FOR_TURNING, WAY_BY_TURNING, 1},
    {"best3d", CALL_choose3d, 3, FOR_DISTANCE, WAY_BY_DISTANCE, 1},
    {"best3d_by_time", CALL_choose3d, 3, FOR_TIME, WAY_BY_TIME, 1},
    {"neighbours2d", CALL_choose2d, 2, FOR_NEIGHBOURS, WAY_BY_DISTANCE, 0},
    {"neighbours3d", CALL_choose3d, 3, FOR_NEIGHBOURS, WAY_BY_DISTANCE, 0},
    {"avoid2d", CALL_avoid2d, 2, FOR_AVOIDING, 0, 0},
    {"avoid3d", CALL_avoid3d, 3, FOR_AVOIDING, 0, 0},
    {"cast2d", CALL_cast2d, 2, FOR_CASTING, 0, 0},
    {"cast3d", CALL_cast3d, 3, FOR_CASTING, 0, 0},
    {"sweep3d", CALL_sweep3d, 3, FOR_SWEEPING, 0, 0},
    {"waypoints2d", CALL_waypoints2d, 2, FOR_WAYPOINTS, 0, 0},
};

enum { INPUTS = sizeof inputs / sizeof inputs[0], FUNCTIONS = sizeof functions / sizeof functions[0] };

typedef struct overload {
    const function *of;
    int by_name, has_options;
} overload;

static int chooses(const function *f) { return f->call == CALL_choose2d || f->call == CALL_choose3d; }
static int casts(const function *f) { return f->call == CALL_cast2d; }
static int has_triangles(const function *f) { return f->call == CALL_cast3d || f->call == CALL_sweep3d; }
static int has_list(const function *f) { return f->reader != FOR_WAYPOINTS; }
static int has_walls(const function *f) { return f->dims == 2 && has_list(f); }
static int has_sight(const function *f) { return f->dims == 2 && chooses(f); }
static const char *list_of(const function *f) { return has_triangles(f) ? "triangles" : "candidates"; }
static int lists(const function *f) { return f->is_best || f->reader == FOR_NEIGHBOURS || !has_list(f); }
static int is_path_word(const input *one) { return one->is_word && one->call == CALL_waypoints2d; }

/* Returns the function's k-th input of candidates (if is_runner is set) or of choosers, or NULL if k is too
   large. Required inputs come first. */
static const input *input_of(const overload *o, int is_runner, size_t k) {
    for (int options = 0; options <= o->has_options; options++)
        for (size_t i = 0; i < INPUTS; i++) {
            const input *one = &inputs[i];
            const int is_needed = (one->needs & o->of->reader) != 0;
            if (one->call == o->of->call && one->is_runner == is_runner && (one->reads & o->of->reader) &&
                is_needed != options && k-- == 0)
                return one;
        }
    return NULL;
}

static size_t count_of(const overload *o, int is_runner) {
    size_t count = 0;
    while (input_of(o, is_runner, count) != NULL)
        count++;
    return count;
}

static const way_behaviour *entry_of(const function *f) {
    switch (f->call) {
    case CALL_choose3d: return &way_choose3d_entry.behaviour;
    case CALL_avoid2d: return &way_avoid2d_entry.behaviour;
    case CALL_avoid3d: return &way_avoid3d_entry.behaviour;
    case CALL_cast2d: return &way_cast2d_entry.behaviour;
    case CALL_cast3d: return &way_cast3d_entry.behaviour;
    case CALL_sweep3d: return &way_sweep3d_entry.behaviour;
    case CALL_waypoints2d: return &way_waypoints2d_entry.behaviour;
    default: return &way_choose2d_entry.behaviour;
    }
}

/* Returns 1, 2 or 3 for a position on the axis x, y or z, and otherwise 0. */
static int axis_of(const function *f, const input *one) { return entry_of(f)->inputs[one->at].axis; }

/* Types -------------------------------------------------------------------------------------------------- */

static duckdb_logical_type type_of(const input *one) {
    if (is_path_word(one))
        return type_of_words(WAY_WORD);
    return duckdb_create_logical_type(one->is_word ? DUCKDB_TYPE_BIGINT : DUCKDB_TYPE_DOUBLE);
}

static duckdb_logical_type type_of_output(const way_column_info *column) {
    static const char *kinds[] = {"none", "wall", "disc", "triangle"};
    switch (column->type) {
    case WAY_STATUS: return type_of_words(WAY_STATUS);
    case WAY_ROW: return duckdb_create_logical_type(DUCKDB_TYPE_BIGINT);
    case WAY_COUNT: return duckdb_create_enum_type(kinds, 4); /* only `kind` of rays */
    default: return duckdb_create_logical_type(column->axis != 0 ? DUCKDB_TYPE_DOUBLE : DUCKDB_TYPE_FLOAT);
    }
}

/* Makes the type of a list of waypoints. */
static duckdb_logical_type type_of_waypoints(void) {
    const char *name[OUT_waypoints2d_status];
    duckdb_logical_type type[OUT_waypoints2d_status];
    for (int k = 0; k < OUT_waypoints2d_status; k++) {
        name[k] = way_waypoints2d_entry.behaviour.outputs[k].name;
        type[k] = type_of_output(&way_waypoints2d_entry.behaviour.outputs[k]);
    }
    return make_list(make_struct(type, name, OUT_waypoints2d_status));
}

/* Makes the type of a list of candidates: structs with a row and a distance, or a target and a cost. In the
   plane they have the share that is seen, too. */
static duckdb_logical_type type_of_list(const function *f) {
    const char *name[] = {f->is_best ? "target" : "row", f->is_best ? "cost" : "distance", "seen"};
    duckdb_logical_type type[3];
    const size_t count = has_sight(f) ? 3 : 2;
    for (size_t k = 0; k < count; k++)
        type[k] = duckdb_create_logical_type(k == 0 ? DUCKDB_TYPE_BIGINT : DUCKDB_TYPE_FLOAT);
    return make_list(make_struct(type, name, count));
}

/* Returns the number of fields of the answer's struct, or 0 if the answer is a list. */
static size_t outputs_of(const function *f) { return lists(f) ? 0 : entry_of(f)->output_count; }

/* Makes the type of an answer: a list, or a struct of the call's outputs. */
static duckdb_logical_type type_of_answer(const function *f) {
    if (lists(f))
        return has_list(f) ? type_of_list(f) : type_of_waypoints();
    const size_t count = outputs_of(f);
    const char *name[MOST_OUTPUTS];
    duckdb_logical_type type[MOST_OUTPUTS];
    for (size_t k = 0; k < count; k++) {
        name[k] = entry_of(f)->outputs[k].name;
        type[k] = type_of_output(&entry_of(f)->outputs[k]);
    }
    return make_struct(type, name, count);
}

/* Rows --------------------------------------------------------------------------------------------------- */

/* The row of a number that no list is long enough for. UINT32_MAX is the row of 0: no candidate. */
#define NOT_A_ROW (UINT32_MAX - 1)

/* The choosers' input `self` or `present`. It has numbers of candidates. */
typedef struct row_input {
    field given;
    const char *name;
    uint32_t *cells; /* for the library: rows of candidates, from 0 */
    int64_t *id;     /* the given numbers, if candidates have ids */
} row_input;

/* The columns in which an agent and a candidate can be the same; NULL: not given. */
typedef struct side {
    const float *place[3], *velocity[3], *radius;
    const uint32_t *mask, *world;
} side;

/* One call by DuckDB, with a chunk of rows. */
typedef struct rows {
    const overload *of;
    char who[64]; /* the function's name */
    idx_t count;
    field list, walls, sight_points; /* without a vector: not given */
    double *points;                  /* the sight_points of each row, or NULL */
    structs listed_walls, listed_triangles;
    way_wall *wall;         /* the walls of one list */
    way_triangle *triangle; /* the triangles of one list */
    double *origin;         /* three numbers of each row: what is subtracted from its positions */
    int has_origin[3];
    null_rows nulls;
    fault fault;
    way_column in[MOST_INPUTS];
    row_input of_rows[MOST_ROWS];
    size_t of_rows_count;
    field own_id;            /* the field `id` of choosers without `self`; without a vector: not given */
    uint32_t *own;           /* the rows of the candidates with these ids */
    const uint32_t *own_row; /* the cells of `self`; NULL: not given */
    side side[2];            /* of the choosers and of the candidates */
    size_t own_choices;      /* the number of choosers that can choose themselves, */
    size_t looked_at;        /* of this number */
    const int64_t *id;       /* the ids of the candidates in the present list, or NULL */
    int64_t *target;         /* the number of each chooser's target, for the answer */
    uint32_t *answer[MOST_OUTPUTS]; /* the cells of each output */
    duckdb_vector output;
    idx_t listed; /* the number of elements of all lists so far */
} rows;

/* Reads a chooser's field as cells of float or uint32_t. NULL becomes the default, or NaN if a float is
   required. Positions become relative to the row's origin, which is near the first position. */
static int take(rows *r, const input *one, const field *from, uint32_t *cells) {
    const unsigned reader = r->of->of->reader;
    if (is_path_word(one)) {
        const char *word[MOST_WORDS + 1];
        list_words(WAY_WORD, word);
        return read_words(from, r->who, one->name, word, WAY_NO_WORD, r->count, WAY_NO_WORD, (int32_t *)cells,
                          &r->fault);
    }
    double *number = malloc((r->count + 1) * sizeof *number);
    const double missing = !one->is_word && (one->needs & reader) ? NAN : one->fallback;
    int ok = number == NULL
                 ? fail(&r->fault, "%s: out of memory", r->who)
                 : read_numbers(from, r->who, one->name, one->is_word, r->count, missing, number, &r->fault);
    const int axis = axis_of(r->of->of, one) - 1;
    for (idx_t i = 0; ok && i < r->count; i++) {
        const double given = number[i];
        double *origin = axis >= 0 ? &r->origin[3 * i + (size_t)axis] : NULL;
        if (origin != NULL && !r->has_origin[axis])
            *origin = origin_of(given);
        const float single = (float)(origin != NULL ? given - *origin : given);
        if (one->is_row)
            cells[i] = given == 0 || given == missing            ? UINT32_MAX
                       : given >= 1 && given < (double)NOT_A_ROW ? (uint32_t)given - 1
                                                                 : NOT_A_ROW;
        else if (!one->is_word) {
            memcpy(&cells[i], &single, 4);
            if (strcmp(one->name, "arc") == 0 && given > 1.0001) /* a rounded cosine may exceed 1 */
                ok = fail(&r->fault, "%s: arc: expected a cosine of half the angle, found %g", r->who, given);
        } else if (is_word(given))
            cells[i] = (uint32_t)given;
        else
            ok = no_32_bits(&r->fault, r->who, one->name, given);
    }
    if (axis >= 0)
        r->has_origin[axis] = 1;
    free(number);
    return ok;
}

static way_result find_neighbours(const rows *r, const way_choice *choice, way_neighbours *to) {
    return r->of->of->dims == 2 ? way_neighbours2d((const way_choose2d_in *)r->in, choice, to)
                                : way_neighbours3d((const way_choose3d_in *)r->in, choice, to);
}

/* Returns the number by which SQL knows a candidate of the present list. */
static int64_t number_of_row(const rows *r, uint32_t row) {
    return r->id != NULL ? r->id[row] : (int64_t)row + 1;
}

/* Appends the lists of choosers first .. first + count - 1 to DuckDB's vector of lists. */
static void give_lists(rows *r, size_t first, size_t count, const way_neighbours *from) {
    const idx_t total = r->listed + from->offset[count];
    duckdb_list_vector_reserve(r->output, total);
    duckdb_list_entry *entry = duckdb_vector_get_data(r->output);
    duckdb_vector neighbour = duckdb_list_vector_get_child(r->output);
    int64_t *row = duckdb_vector_get_data(duckdb_struct_vector_get_child(neighbour, 0));
    float *distance = duckdb_vector_get_data(duckdb_struct_vector_get_child(neighbour, 1));
    float *seen = NULL;
    if (has_sight(r->of->of))
        seen = duckdb_vector_get_data(duckdb_struct_vector_get_child(neighbour, 2));
    for (size_t i = 0; i < count; i++)
        entry[first + i] =
            (duckdb_list_entry){r->listed + from->offset[i], from->offset[i + 1] - from->offset[i]};
    for (size_t k = 0; k < from->offset[count]; k++) {
        row[r->listed + k] = number_of_row(r, from->list[k].row);
        distance[r->listed + k] = from->list[k].distance;
        if (seen != NULL)
            seen[r->listed + k] = from->seen != NULL ? from->seen[k] : 1;
    }
    duckdb_list_vector_set_size(r->output, total);
    r->listed = total;
}

static way_result list_some(rows *r, const way_choice *choice) {
    way_neighbours near = {.capacity = 16 * choice->count + 64};
    way_result result = WAY_ERROR_CAPACITY;
    near.offset = malloc((choice->count + 1) * sizeof *near.offset);
    while (near.offset != NULL && result == WAY_ERROR_CAPACITY) {
        free(near.list);
        free(near.seen);
        near.capacity = near.needed > near.capacity ? near.needed : near.capacity;
        near.list = malloc(near.capacity * sizeof *near.list);
        near.seen = r->wall != NULL ? malloc(near.capacity * sizeof *near.seen) : NULL;
        result = near.list == NULL || (r->wall != NULL && near.seen == NULL)
                     ? WAY_ERROR_MEMORY
                     : find_neighbours(r, choice, &near);
    }
    if (near.offset == NULL)
        result = WAY_ERROR_MEMORY;
    if (result == WAY_OK)
        give_lists(r, choice->first, choice->count, &near);
    free(near.list);
    free(near.seen);
    free(near.offset);
    return result;
}

static way_result choose(const rows *r, const way_column_out *out, const way_choice *choice) {
    const void *in = r->in, *to = out;
    return r->of->of->dims == 2 ? way_choose2d(in, to, choice) : way_choose3d(in, to, choice);
}

/* Lists the best candidates of each chooser, at most WAY_CHOICES_MAX. */
static way_result list_best(rows *r, const way_choice *choice) {
    const size_t most = WAY_CHOICES_MAX, end = choice->first + choice->count;
    uint32_t *target = malloc(most * (end + 1) * sizeof *target);
    float *cost = malloc(2 * most * (end + 1) * sizeof *cost);
    way_neighbours best = {.most = most};
    best.list = malloc(most * (choice->count + 1) * sizeof *best.list);
    best.offset = malloc((choice->count + 1) * sizeof *best.offset);
    way_choice of = *choice;
    of.best = WAY_CHOICES_MAX;
    way_result result = WAY_ERROR_MEMORY;
    if (target != NULL && cost != NULL && best.list != NULL && best.offset != NULL) {
        way_column_out out[OUT_choose2d_COUNT] = {way_out(target), way_out(cost)};
        best.seen = cost + most * (end + 1);
        out[OUT_choose2d_seen] = way_out(best.seen);
        result = choose(r, out, &of);
        size_t used = 0;
        for (size_t i = 0; i <= choice->count && result == WAY_OK; i++) {
            best.offset[i] = used;
            for (size_t k = 0; k < most && i < choice->count; k++) {
                const size_t at = most * (choice->first + i) + k;
                if (target[at] == WAY_NO_ROW)
                    continue;
                best.seen[used] = best.seen[at]; /* used <= at */
                best.list[used++] = (way_neighbour){target[at], cost[at]};
            }
        }
        if (result == WAY_OK)
            give_lists(r, choice->first, choice->count, &best);
    }
    free(target);
    free(cost);
    free(best.list);
    free(best.offset);
    return result;
}

/* Casts rays or sweeps balls first .. first + count - 1 among triangles. `tree` is NULL or has them. */
static way_result meet_triangles(rows *r, size_t first, size_t count, size_t triangles,
                                 const way_triangle_tree *tree) {
    way_column_out out[MOST_OUTPUTS] = {{.data = NULL}};
    for (size_t k = 0; k < outputs_of(r->of->of); k++)
        out[k] = way_to(r->answer[k], 4);
    const way_cast_triangles cast = {.first = first,
                                     .count = count,
                                     .triangles = r->triangle,
                                     .triangle_count = triangles,
                                     .triangle_tree = tree};
    const void *in = r->in, *to = out;
    return r->of->of->call == CALL_cast3d ? way_cast3d(in, to, &cast) : way_sweep3d(in, to, &cast);
}

/* Solves choosers first .. first + count - 1. `candidates` is the number of candidates in r->in. */
static way_result solve_some(rows *r, size_t first, size_t count, size_t candidates, const void *crowd,
                             size_t walls) {
    const function *f = r->of->of;
    if (has_triangles(f))
        return meet_triangles(r, first, count, candidates, crowd);
    const way_crowd2d *crowd2d = f->dims == 2 ? (const way_crowd2d *)crowd : NULL;
    const way_crowd3d *crowd3d = f->dims == 3 ? (const way_crowd3d *)crowd : NULL;
    const way_wall *wall = r->wall;
    const way_choice choice = {.first = first,
                               .count = count,
                               .runner_count = candidates,
                               .cost = f->cost,
                               .crowd2d = crowd2d,
                               .crowd3d = crowd3d,
                               .walls = wall,
                               .wall_count = walls,
                               .sight_points = r->points != NULL ? (int32_t)r->points[first] : 1};
    if (lists(f))
        return f->is_best ? list_best(r, &choice) : list_some(r, &choice);
    way_column_out out[MOST_OUTPUTS] = {{.data = NULL}};
    for (size_t k = 0; k < outputs_of(f); k++)
        out[k] = way_to(r->answer[k], 4);
    way_avoidance avoidance = {.first = first, .count = count, .runner_count = candidates};
    avoidance.crowd2d = crowd2d;
    avoidance.crowd3d = crowd3d;
    avoidance.walls = wall, avoidance.wall_count = walls;
    const way_cast cast = {
        .first = first, .count = count, .runner_count = candidates, .walls = wall, .wall_count = walls};
    const void *in = r->in, *to = out;
    switch (f->call) {
    case CALL_choose2d:
    case CALL_choose3d: return choose(r, out, &choice);
    case CALL_avoid2d: return way_avoid2d(in, to, &avoidance);
    case CALL_avoid3d: return way_avoid3d(in, to, &avoidance);
    case CALL_cast2d: return way_cast2d(in, to, &cast);
    default: return WAY_ERROR_BEHAVIOUR;
    }
}

/* Makes a crowd of the candidates, or a tree of the triangles. Returns NULL for other calls, for few
   candidates or triangles, or on failure: the answers are the same. */
static void *make_crowd(const rows *r, size_t candidates) {
    const function *f = r->of->of;
    if (has_triangles(f) ? candidates <= TREE_PAYS : !chooses(f) || candidates < CROWD_PAYS)
        return NULL;
    const size_t bytes = has_triangles(f) ? way_triangle_tree_bytes(candidates)
                         : f->dims == 2   ? way_crowd2d_bytes(candidates)
                                          : way_crowd3d_bytes(candidates);
    void *memory = bytes > 0 ? malloc(bytes) : NULL;
    const way_result result =
        memory == NULL     ? WAY_ERROR_MEMORY
        : has_triangles(f) ? way_make_triangle_tree(r->triangle, candidates, memory, bytes)
        : f->dims == 2
            ? way_make_crowd2d((const way_choose2d_in *)r->in, candidates, (way_crowd2d *)memory, bytes)
            : way_make_crowd3d((const way_choose3d_in *)r->in, candidates, (way_crowd3d *)memory, bytes);
    if (result == WAY_OK)
        return memory;
    free(memory);
    return NULL;
}

/* The candidates of all lists. */
typedef struct candidates {
    structs all;
    size_t count;                  /* the number of inputs in `all` */
    const input *one[MOST_FIELDS]; /* these inputs */
    uint32_t *cells;               /* their columns, one after another */
    int64_t *id;                   /* NULL: the structs have no field `id` */
} candidates;

/* A candidate's id and its row in the list. */
typedef struct numbered {
    int64_t id;
    uint32_t row;
} numbered;

/* Writes the names of the inputs of candidates (if is_runner is set) or of choosers. Returns their number. */
static size_t names_of(const overload *o, int is_runner, field_name *name) {
    const overload required = {o->of, 0, 0}, all = {o->of, 0, 1};
    const size_t needed = count_of(&required, is_runner), count = count_of(&all, is_runner);
    for (size_t k = 0; k < count; k++)
        name[k] = (field_name){input_of(&all, is_runner, k)->name, k < needed};
    return count;
}

/* Reads the candidates, or the triangles, of all lists. */
static int read_candidates(rows *r, candidates *c) {
    const overload all = {r->of->of, 0, 1};
    struct_number number[MOST_FIELDS];
    field_name name[MOST_FIELDS];
    if (r->list.vector == NULL) /* rays may have walls alone */
        return 1;
    if (has_triangles(r->of->of)) {
        if (!read_triangles(&r->list, r->who, &r->listed_triangles, &r->fault))
            return 0;
        r->triangle = malloc((r->listed_triangles.count + 1) * sizeof *r->triangle);
        return r->triangle != NULL || fail(&r->fault, "%s: out of memory", r->who);
    }
    c->count = names_of(r->of, 1, name);
    for (size_t k = 0; k < c->count; k++) {
        c->one[k] = input_of(&all, 1, k);
        number[k] = (struct_number){name[k], c->one[k]->is_word ? WORD : NUMBER,
                                    c->one[k]->fallback == 0 ? NAN : c->one[k]->fallback};
    }
    number[c->count] = (struct_number){{"id", 0}, ID, 0};
    if (!read_structs(&r->list, r->who, "candidates", number, c->count + 1, &c->all, &r->fault))
        return 0;
    const idx_t length = c->all.count;
    c->cells = malloc(4 * c->count * (length + 1));
    if (c->all.found[c->count].vector != NULL)
        c->id = malloc((length + 1) * sizeof *c->id);
    if (c->cells == NULL || (c->id == NULL && c->all.found[c->count].vector != NULL))
        return fail(&r->fault, "%s: out of memory", r->who);
    for (size_t k = 0; k < c->count; k++)
        if (name[k].required || c->all.found[k].vector != NULL)
            r->in[c->one[k]->at] = way_at(c->cells + k * length, 4);
    return c->id == NULL ||
           read_ids(&c->all.found[c->count], c->all.where, "id", length, NO_ID, c->id, &r->fault);
}

/* Writes the candidates of a list as the library reads them, relative to an origin. */
static void write_candidates(rows *r, const candidates *c, duckdb_list_entry list, const double *origin) {
    const idx_t length = c->all.count;
    for (size_t k = 0; k < c->count; k++) {
        const input *one = c->one[k];
        const int axis = axis_of(r->of->of, one) - 1;
        const double *number = c->all.cell + k * length + list.offset;
        uint32_t *cell = c->cells + k * length;
        for (idx_t i = 0; i < list.length && r->in[one->at].data != NULL; i++) {
            const float single = (float)(axis >= 0 ? number[i] - origin[axis] : number[i]);
            if (one->is_word)
                cell[i] = is_word(number[i]) ? (uint32_t)number[i] : 0; /* NaN if the candidate is NULL */
            else
                memcpy(&cell[i], &single, 4);
        }
    }
}

static int compare_ids(const void *a, const void *b) {
    const int64_t one = ((const numbered *)a)->id, other = ((const numbered *)b)->id;
    return (one > other) - (one < other);
}

/* Reads the numbers in `self` and `present`, and the choosers' own ids, as ids. */
static int read_rows_as_ids(rows *r) {
    fault ignored = {""}; /* ids of other types are the caller's own */
    if (r->own_id.vector != NULL && read_ids(&r->own_id, r->who, "id", 0, NO_ID, NULL, &ignored))
        r->of_rows[r->of_rows_count++] = (row_input){r->own_id, "id", r->own, NULL};
    else
        r->own = NULL;
    for (size_t k = 0; k < r->of_rows_count; k++) {
        row_input *one = &r->of_rows[k];
        one->id = malloc((r->count + 1) * sizeof *one->id);
        if (one->id == NULL)
            return fail(&r->fault, "%s: out of memory", r->who);
        if (!read_ids(&one->given, r->who, one->name, r->count, NO_ID, one->id, &r->fault))
            return 0;
    }
    return 1;
}

/* Writes the rows of the candidates with the ids that `self` and `present` have. An id that is not in the
   list means no candidate. */
static int find_rows(rows *r, const candidates *c, size_t first, size_t count, duckdb_list_entry entry) {
    numbered *list = malloc((entry.length + 1) * sizeof *list);
    if (list == NULL)
        return fail(&r->fault, "%s: out of memory", r->who);
    size_t used = 0;
    for (idx_t k = 0; k < entry.length; k++) {
        if (c->id[entry.offset + k] != NO_ID)
            list[used++] = (numbered){c->id[entry.offset + k], (uint32_t)k};
        else if (is_there(c->all.not_null, entry.offset + k))
            fail(&r->fault, "%s: candidates: id: expected a whole number, found NULL", r->who);
    }
    qsort(list, used, sizeof *list, compare_ids);
    for (size_t k = 1; k < used; k++)
        if (list[k].id == list[k - 1].id)
            fail(&r->fault, "%s: candidates: id: %lld is there twice", r->who, (long long)list[k].id);
    for (size_t k = 0; k < r->of_rows_count; k++)
        for (size_t i = first; i < first + count; i++) {
            const numbered key = {r->of_rows[k].id[i], 0};
            const numbered *found = bsearch(&key, list, used, sizeof *list, compare_ids);
            r->of_rows[k].cells[i] = found != NULL ? found->row : UINT32_MAX;
        }
    free(list);
    return r->fault.text[0] == '\0';
}

/* Without ids, `self` and `present` must be in a list that has candidates. */
static int check_positions(rows *r, size_t first, size_t count, idx_t length) {
    for (size_t k = 0; k < r->of_rows_count; k++)
        for (size_t i = first; i < first + count && length > 0; i++)
            if (r->of_rows[k].cells[i] != UINT32_MAX && r->of_rows[k].cells[i] >= length)
                return fail(
                    &r->fault,
                    "%s: %s: expected a number from 0 to %llu, because the %llu candidates have no field id",
                    r->who, r->of_rows[k].name, (unsigned long long)length, (unsigned long long)length);
    return 1;
}

/* Finds the columns of both sides by their names. */
static void find_sides(rows *r) {
    const way_behaviour *call = entry_of(r->of->of);
    for (size_t k = 0; k < call->input_count; k++) {
        side *to = &r->side[call->inputs[k].side == WAY_RUNNER];
        const char *name = call->inputs[k].name;
        const int axis = call->inputs[k].axis;
        const void *data = r->in[k].data;
        if (strncmp(name, "chaser_", 7) == 0 || strncmp(name, "runner_", 7) == 0)
            name += 7;
        if (axis != 0 && to->place[axis - 1] == NULL) /* the first one is the agent's own position */
            to->place[axis - 1] = data;
        else if (name[0] == 'v' && name[1] >= 'x' && name[1] <= 'z' && name[2] == '\0')
            to->velocity[name[1] - 'x'] = data;
        else if (strcmp(name, "radius") == 0)
            to->radius = data;
        else if (strcmp(name, "mask") == 0)
            to->mask = data;
        else if (strcmp(name, "world") == 0)
            to->world = data;
    }
}

/* Are a chooser and a candidate of the present list at the same position? */
static int is_at(const rows *r, size_t chooser, size_t candidate) {
    int same = 1;
    for (int axis = 0; axis < r->of->of->dims; axis++)
        same &= r->side[0].place[axis][chooser] == r->side[1].place[axis][candidate];
    return same;
}

/* May a chooser choose a candidate at its own position? */
static int may_choose(const rows *r, size_t i, size_t k) {
    const side *a = &r->side[0], *b = &r->side[1];
    const int column = r->of->of->dims == 2 ? (int)IN_choose2d_range_from : (int)IN_choose3d_range_from;
    const float *range_from = chooses(r->of->of) ? r->in[column].data : NULL;
    return (range_from == NULL || range_from[i] == 0) &&
           ((a->mask != NULL ? a->mask[i] : UINT32_MAX) & (b->mask != NULL ? b->mask[k] : UINT32_MAX)) != 0 &&
           (a->world != NULL ? a->world[i] : 0) == (b->world != NULL ? b->world[k] : 0);
}

/* Have an agent and a candidate the same position, velocity and radius? */
static int is_same(const rows *r, size_t i, size_t k) {
    const side *a = &r->side[0], *b = &r->side[1];
    int same = is_at(r, i, k) && (a->radius == NULL || b->radius == NULL || a->radius[i] == b->radius[k]);
    for (int axis = 0; axis < r->of->of->dims; axis++)
        same = same && a->velocity[axis][i] == (b->velocity[axis] != NULL ? b->velocity[axis][k] : 0);
    return same;
}

/* Counts the choosers that may choose the candidate with their own id and position. Without ids it counts, of
   the first agents of a list in an avoidance without `self`, those that avoid a candidate like themselves. */
static void count_own(rows *r, size_t first, size_t end, size_t length) {
    enum { FEW = 8 };
    if (r->own != NULL && r->id != NULL) {
        r->looked_at += end - first;
        for (size_t i = first; i < end; i++)
            r->own_choices +=
                r->own[i] != UINT32_MAX && is_at(r, i, r->own[i]) && may_choose(r, i, r->own[i]);
    } else if (r->of->of->reader == FOR_AVOIDING && r->own_row == NULL) {
        for (size_t i = first; i < end && i < first + FEW; i++) {
            size_t k = 0;
            while (k < length && !(is_same(r, i, k) && may_choose(r, i, k)))
                k++;
            r->looked_at++;
            r->own_choices += k < length;
        }
    }
}

/* Refuses ids as `self` if candidates have no ids: the candidates at these positions of the list are elsewhere,
   and others are at the choosers' own positions. It looks at the first choosers whose candidate is elsewhere. */
static int check_self(rows *r, size_t first, size_t end, size_t length) {
    const uint32_t *self = r->own_row;
    size_t elsewhere = 0, others = 0, own = 0, last = 0;
    for (size_t i = first; self != NULL && i < end && elsewhere < 8; i++) {
        if (self[i] >= length || is_at(r, i, self[i]))
            continue;
        size_t k = 0;
        while (k < length && !is_at(r, i, k))
            k++;
        elsewhere++;
        if (k < length)
            others++, own = k, last = self[i];
    }
    return elsewhere == 0 || others < elsewhere ||
           fail(&r->fault,
                "%s: self: candidate %zu of the list is elsewhere, and candidate %zu is at the agent's own "
                "position: if self is an id, give candidates the field id",
                r->who, last + 1, own + 1);
}

/* May a mask be meant for a side that has none? Masks of 0, 1 and all bits can say alone which rows count. */
static int has_bits(const uint32_t *mask, size_t first, size_t end) {
    for (size_t i = first; i < end; i++)
        if (mask[i] > 1 && mask[i] != UINT32_MAX)
            return 1;
    return 0;
}

/* Refuses bits of one side if the other side has no masks, not even NULL. */
static int check_masks(rows *r, size_t first, size_t end, size_t length) {
    const uint32_t *own = r->side[0].mask, *theirs = r->side[1].mask;
    if (has_triangles(r->of->of) || length == 0 || (own != NULL) == (theirs != NULL))
        return 1;
    if (own != NULL && has_bits(own, first, end))
        return fail(
            &r->fault,
            "%s: chaser_mask: candidates have no runner_mask (write 'runner_mask': NULL if all may pass)",
            r->who);
    return own != NULL || !r->of->by_name || !has_bits(theirs, 0, length) ||
           fail(&r->fault,
                "%s: candidates: runner_mask: agents have no chaser_mask (write 'chaser_mask': NULL if all "
                "may pass)",
                r->who);
}

/* Refuses an avoidance with `self` in which an agent is a moving disc, but its own candidate a point or at rest,
   because candidates lack the field, or in which an agent without a radius has one as a candidate. */
static int check_alike(rows *r, size_t first, size_t end, size_t length) {
    static const char *const names[] = {"runner_vx", "runner_vy", "runner_vz", "runner_radius"};
    for (size_t i = first; r->of->of->reader == FOR_AVOIDING && r->own_row != NULL && i < end; i++)
        for (int k = 0; k < 4 && r->own_row[i] < length; k++) {
            const float *own = k < 3 ? r->side[0].velocity[k] : r->side[0].radius;
            const float *theirs = k < 3 ? r->side[1].velocity[k] : r->side[1].radius;
            if (own != NULL && fabsf(own[i]) > 0 && theirs == NULL)
                return fail(&r->fault,
                            "%s: candidates: missing %s: with self, agents are candidates (write '%s': 0 %s)",
                            r->who, names[k], names[k],
                            k < 3 ? "if candidates stand" : "if candidates are points");
            if (k == 3 && own == NULL && theirs != NULL && theirs[r->own_row[i]] > 0)
                return fail(&r->fault,
                            "%s: missing radius: with self, agents are candidates, which have runner_radius "
                            "(write 'radius': 0 if agents are points)",
                            r->who);
        }
    return 1;
}

/* Returns the column with the numbers of targets, or of what rays and balls hit. */
static size_t target_output(const function *f) {
    return f->call == CALL_sweep3d  ? OUT_sweep3d_triangle
           : f->call == CALL_cast3d ? OUT_cast3d_row
           : casts(f)               ? OUT_cast2d_row
                                    : OUT_choose2d_target;
}

/* Writes the numbers of the choosers' targets, or of what rays and balls hit. Walls and triangles are counted from 0. */
static void number_targets(rows *r, size_t first, size_t count) {
    const function *f = r->of->of;
    const uint32_t *row = r->answer[target_output(f)];
    for (size_t i = first; r->target != NULL && i < first + count; i++) {
        const int is_index = has_triangles(f) || (casts(f) && r->answer[OUT_cast2d_kind][i] == WAY_WALL);
        if (row[i] != UINT32_MAX)
            r->target[i] = is_index ? (int64_t)row[i] : number_of_row(r, row[i]);
    }
}

static int has_origin(const rows *r, size_t row, const double *origin) {
    return memcmp(&r->origin[3 * row], origin, 3 * sizeof *origin) == 0;
}

/* Solves the rows first .. end - 1 with this origin and the same lists. */
static way_result solve_from(rows *r, const candidates *c, const double *origin, size_t first, size_t end,
                             duckdb_list_entry list, duckdb_list_entry walls) {
    if (r->wall != NULL)
        write_walls(&r->listed_walls, walls, origin, r->wall);
    if (r->triangle != NULL)
        write_triangles(&r->listed_triangles, list, origin, r->triangle);
    write_candidates(r, c, list, origin);
    void *crowd = make_crowd(r, list.length);
    way_result result = WAY_OK;
    while (first < end && result == WAY_OK) {
        size_t next = first;
        while (next < end && has_origin(r, next, origin))
            next++;
        if (next > first &&
            !((c->id != NULL || check_self(r, first, next, list.length)) &&
              check_masks(r, first, next, list.length) && check_alike(r, first, next, list.length)))
            break;
        if (next > first) {
            count_own(r, first, next, list.length);
            result = solve_some(r, first, next - first, list.length, crowd, walls.length);
            number_targets(r, first, next - first);
        }
        for (first = next; first < end && !has_origin(r, first, origin);)
            first++;
    }
    free(crowd);
    return result;
}

/* Points pass through each other: an avoidance among candidates needs the field of a radius, which may be 0.
   The points of a sight need a width. */
static int check_radius(rows *r, size_t first, idx_t length) {
    const int has_radius = r->side[1].radius != NULL;
    if (length > 0 && r->points != NULL && r->points[first] > 1 && !has_radius)
        return fail(&r->fault, "%s: sight_points: candidates have no runner_radius", r->who);
    return r->of->of->reader != FOR_AVOIDING || length == 0 || has_radius || r->side[0].radius != NULL ||
           fail(&r->fault, "%s: radius: neither agents nor candidates have one", r->who);
}

/* Solves the rows first .. end - 1, which have the same lists, origin by origin. */
static way_result solve_among(rows *r, const candidates *c, size_t first, size_t end, duckdb_list_entry list,
                              duckdb_list_entry walls) {
    way_result result = WAY_OK;
    r->id = c->id != NULL ? c->id + list.offset : NULL;
    if (!(r->list.vector == NULL ||
          check_structs(r->triangle != NULL ? &r->listed_triangles : &c->all, list, &r->fault)) ||
        !(r->wall == NULL || check_structs(&r->listed_walls, walls, &r->fault)) ||
        !check_radius(r, first, list.length) ||
        !(c->id != NULL ? find_rows(r, c, first, end - first, list)
                        : check_positions(r, first, end - first, list.length)))
        return WAY_OK; /* r->fault has the message */
    for (size_t i = first; i < end && result == WAY_OK; i++) {
        size_t earlier = first;
        while (!has_origin(r, earlier, &r->origin[3 * i]))
            earlier++;
        if (earlier == i)
            result = solve_from(r, c, &r->origin[3 * i], i, end, list, walls);
    }
    return result;
}

static way_result solve_lists(rows *r, const candidates *c) {
    way_result result = WAY_OK;
    for (idx_t first = 0, end; first < r->count && result == WAY_OK && r->fault.text[0] == '\0';
         first = end) {
        duckdb_list_entry list = {0, 0}, walls = {0, 0};
        end = r->list.vector == NULL ? r->count : end_of_list(&r->list, first, r->count, &list);
        if (r->wall != NULL)
            end = end_of_list(&r->walls, first, end, &walls);
        for (idx_t i = first; r->points != NULL && i < end; i++)
            if (r->points[i] != r->points[first])
                end = i;
        result = solve_among(r, c, first, end, list, walls);
    }
    return result;
}

/* Reads the walls and the numbers of points that are tested for sight. */
static int read_sight(rows *r) {
    if (r->walls.vector != NULL) {
        if (!read_walls(&r->walls, r->who, 0, &r->listed_walls, &r->fault))
            return 0;
        r->wall = malloc((r->listed_walls.count + 1) * sizeof *r->wall);
        if (r->wall == NULL)
            return fail(&r->fault, "%s: out of memory", r->who);
    }
    if (r->sight_points.vector == NULL)
        return 1;
    r->points = malloc((r->count + 1) * sizeof *r->points);
    if (r->points == NULL)
        return fail(&r->fault, "%s: out of memory", r->who);
    if (!read_numbers(&r->sight_points, r->who, "sight_points", 1, r->count, 1, r->points, &r->fault))
        return 0;
    for (idx_t i = 0; i < r->count; i++)
        if (!(r->points[i] >= 0 && r->points[i] <= WAY_SIGHT_MAX))
            return fail(&r->fault, "%s: sight_points: expected a whole number from 1 to %d, found %.0f",
                        r->who, WAY_SIGHT_MAX, r->points[i]);
    return 1;
}

static void solve_rows(rows *r) {
    static const candidates none;
    candidates c = none;
    const int has_targets =
        (chooses(r->of->of) && !lists(r->of->of)) || casts(r->of->of) || has_triangles(r->of->of);
    r->target = has_targets ? malloc((r->count + 1) * sizeof *r->target) : NULL;
    if (has_targets && r->target == NULL)
        fail(&r->fault, "%s: out of memory", r->who);
    else if (read_sight(r) && read_candidates(r, &c) && (c.id == NULL || read_rows_as_ids(r))) {
        find_sides(r);
        const way_result result = solve_lists(r, &c);
        if (result != WAY_OK)
            fail(&r->fault, "%s: %s", r->who, way_result_string(result));
        if (2 * r->own_choices > r->looked_at)
            fail(&r->fault,
                 "%s: agents are their own candidates, with the same %s: "
                 "write 'self': id (or 'self': NULL, if they are others)",
                 r->who, c.id != NULL && r->own != NULL ? "id and position" : "position and velocity");
    }
    free(r->points);
    free(r->wall);
    free(r->triangle);
    free_structs(&r->listed_walls);
    free_structs(&r->listed_triangles);
    free_structs(&c.all);
    free(c.cells);
    free(c.id);
    for (size_t k = 0; k < r->of_rows_count; k++)
        free(r->of_rows[k].id);
}

/* Writes the lists of all paths to DuckDB's memory. */
static way_result list_waypoints(rows *r, way_waypoints *lists) {
    const way_waypoints2d_in *in = (const way_waypoints2d_in *)r->in;
    lists->capacity = way_waypoints2d_capacity(in, lists);
    duckdb_list_vector_reserve(r->output, lists->capacity);
    duckdb_vector waypoint = duckdb_list_vector_get_child(r->output);
    way_column_out out[OUT_waypoints2d_COUNT] = {{.data = NULL}};
    for (int k = 0; k < OUT_waypoints2d_status; k++) {
        const int is_place = way_waypoints2d_entry.behaviour.outputs[k].axis != 0;
        out[k] = way_column_out_of(duckdb_vector_get_data(duckdb_struct_vector_get_child(waypoint, (idx_t)k)),
                                   is_place ? 8 : 4, is_place ? WAY_DOUBLE : WAY_SINGLE);
    }
    const way_result result = way_waypoints2d(in, (const way_waypoints2d_out *)out, lists);
    duckdb_list_entry *entry = duckdb_vector_get_data(r->output);
    for (size_t i = 0; result == WAY_OK && i < lists->count; i++)
        entry[i] = (duckdb_list_entry){lists->offset[i], lists->offset[i + 1] - lists->offset[i]};
    for (size_t i = 0; result == WAY_OK && i < lists->count; i++)
        for (size_t w = lists->offset[i]; w < lists->offset[i + 1]; w++)
            for (size_t axis = 0; axis < 2; axis++)
                if (r->origin[3 * i + axis] != 0) /* because -0 + 0 is not -0 */
                    ((double *)out[OUT_waypoints2d_next_x + axis].data)[w] += r->origin[3 * i + axis];
    duckdb_list_vector_set_size(r->output, result == WAY_OK ? lists->needed : 0);
    return result;
}

static void solve_paths(rows *r) {
    const char *name = NULL;
    way_waypoints lists = {.count = r->count, .fault = &name};
    lists.offset = malloc((r->count + 1) * sizeof *lists.offset);
    const way_result result = lists.offset == NULL ? WAY_ERROR_MEMORY : list_waypoints(r, &lists);
    if (result != WAY_OK)
        fail(&r->fault, "%s: %s: %s", r->who, name != NULL ? name : "memory", way_result_string(result));
    free(lists.offset);
}

/* Returns a position in an answer: relative to the row's origin unless nothing is hit. */
static double place_of(const rows *r, size_t k, idx_t i, int axis) {
    float place;
    memcpy(&place, &r->answer[k][i], 4);
    const double origin = r->origin[3 * i + (size_t)axis - 1];
    return origin == 0 || r->answer[target_output(r->of->of)][i] == UINT32_MAX ? place : place + origin;
}

static void give(const rows *r, duckdb_vector output) {
    const function *f = r->of->of;
    const size_t count = outputs_of(f);
    for (size_t k = 0; k < count; k++) {
        duckdb_vector field = duckdb_struct_vector_get_child(output, k);
        void *data = duckdb_vector_get_data(field);
        const way_type type = entry_of(f)->outputs[k].type;
        const int axis = entry_of(f)->outputs[k].axis;
        for (idx_t i = 0; i < r->count; i++)
            if (type == WAY_STATUS || type == WAY_COUNT)
                ((uint8_t *)data)[i] = (uint8_t)r->answer[k][i];
            else if (axis != 0)
                ((double *)data)[i] = place_of(r, k, i, axis);
            else if (type == WAY_FLOAT)
                memcpy((float *)data + i, &r->answer[k][i], 4);
            else if (r->answer[k][i] == UINT32_MAX)
                set_null(field, i);
            else
                ((int64_t *)data)[i] = r->target[i];
    }
}

static int take_own(rows *r, const input *one, int is_required, const field *from, uint32_t *cells) {
    if (is_required || (r->of->of->reader == FOR_AVOIDING && strcmp(one->name, "radius") == 0))
        require(&r->nulls, from->vector);
    r->in[one->at] = way_at(cells, 4);
    if (one->is_row)
        r->of_rows[r->of_rows_count++] = (row_input){*from, one->name, cells, NULL};
    if (strcmp(one->name, "self") == 0)
        r->own_row = cells;
    return take(r, one, from, cells);
}

/* Reads arguments by position. The list of candidates is between the required columns and the options. */
static void take_by_position(rows *r, duckdb_data_chunk chunk, size_t needed, uint32_t *cells) {
    const size_t own = count_of(r->of, 0);
    for (size_t k = 0; k < own; k++) {
        const size_t at = k < needed || !has_list(r->of->of) ? k : k + 1;
        const field from = field_of(duckdb_data_chunk_get_vector(chunk, at));
        if (!take_own(r, input_of(r->of, 0, k), k < needed, &from, cells + k * r->count))
            return;
    }
    if (has_list(r->of->of))
        r->list = field_of(duckdb_data_chunk_get_vector(chunk, needed));
}

static int has_worlds(const overload *o) {
    const overload all = {o->of, 0, 1};
    for (size_t k = 0; input_of(&all, 0, k) != NULL; k++)
        if (strcmp(input_of(&all, 0, k)->name, "chaser_world") == 0)
            return 1;
    return 0;
}

/* Refuses an option that only other functions of this call read, such as `horizon` without a cost in s. The
   names of what agents have, such as `chaser_speed`, may be in a table's row. */
static void refuse_other_options(rows *r, duckdb_vector structs) {
    const function *f = r->of->of;
    for (size_t k = 0; k < INPUTS; k++) {
        const field_name one = {inputs[k].name, 0};
        field found;
        fault others = {""};
        if (inputs[k].call != f->call || inputs[k].is_runner || inputs[k].needs != 0 ||
            (inputs[k].reads & f->reader))
            continue;
        size_t reader = 0;
        while (reader < FUNCTIONS &&
               (functions[reader].call != f->call || functions[reader].is_best != f->is_best ||
                !(functions[reader].reader & inputs[k].reads)))
            reader++;
        find_fields(structs, r->who, &one, 1, &found, &others);
        if (found.vector != NULL && reader < FUNCTIONS)
            fail(&r->fault, "%s: no field %s; way_%s has it", r->who, one.name, functions[reader].name);
    }
}

/* Refuses an option that has no effect without another field: an arc without a facing, and a bonus without a
   present target. */
static void refuse_alone(rows *r, const field_name *name, const field *found, size_t own,
                         const uint32_t *cells) {
    static const char *const options[][2] = {{"arc", "facing_"}, {"bonus", "present"}};
    for (size_t option = 0; option < 2; option++) {
        const char *other = options[option][1];
        int has_effect = 0, has_other = 0;
        for (size_t k = 0; k < own; k++) {
            has_other |= found[k].vector != NULL && strncmp(name[k].name, other, strlen(other)) == 0;
            for (idx_t i = 0;
                 found[k].vector != NULL && strcmp(name[k].name, options[option][0]) == 0 && i < r->count;
                 i++) {
                float value;
                memcpy(&value, &cells[k * r->count + i], 4);
                has_effect |= value > (option == 0 ? -1.0f : 0.0f);
            }
        }
        if (has_effect && !has_other)
            fail(&r->fault, "%s: %s: it has no effect without %s%s", r->who, options[option][0], other,
                 option == 0 ? "x and facing_y" : "");
    }
}

/* Refuses a field in the struct of a chooser, where it has no effect: a field of the candidates, or a name
   that other functions or other languages have. */
static void refuse_other_fields(rows *r, duckdb_vector structs) {
    field_name name[MOST_FIELDS];
    static const field_name options[] = {
        {"walls", 0}, {"chaser_world", 0}, {"sight_points", 0}, {"chaser_z", 0},  {"most", 0}, {"best", 0},
        {"cost", 0},  {"self_id", 0},      {"self_row", 0},     {"max_range", 0}, {"id", 0},   {"self", 0}};
    static const char *const hints[] = {"the function has no walls",
                                        "the function has no worlds",
                                        "only choices and neighbours in the plane have it",
                                        "the function is in the plane",
                                        "write [1:n] after the call",
                                        "call way_best2d or the like",
                                        "call way_choose2d_by_time or the like",
                                        "did you mean self?",
                                        "did you mean self?",
                                        "did you mean range_to, or range of a ray?"};
    enum { OPTIONS = sizeof options / sizeof options[0], REFUSED = OPTIONS - 2 };
    field found[MOST_FIELDS];
    fault others = {""};
    const size_t count = names_of(r->of, 1, name);
    for (size_t k = 0; k < count; k++)
        name[k].required = 0;
    find_fields(structs, r->who, name, count, found, &others);
    for (size_t k = 0; k < count; k++)
        if (found[k].vector != NULL)
            fail(&r->fault, "%s: %s is a field of the candidates", r->who, name[k].name);
    find_fields(structs, r->who, options, OPTIONS, found, &others);
    if (found[REFUSED + 1].vector == NULL)
        r->own_id = found[REFUSED];
    for (size_t k = 0; k < REFUSED; k++)
        if (found[k].vector != NULL && !(k == 0   ? has_walls(r->of->of)
                                         : k == 1 ? has_worlds(r->of)
                                         : k == 2 ? has_sight(r->of->of)
                                                  : k == 3 && r->of->of->dims == 3))
            fail(&r->fault, "%s: no field %s; %s", r->who, options[k].name, hints[k]);
}

static void take_by_name(rows *r, duckdb_vector structs, uint32_t *cells) {
    const overload all = {r->of->of, 0, 1};
    field_name name[MOST_FIELDS];
    field found[MOST_FIELDS];
    const size_t own = names_of(r->of, 0, name);
    /* these fields follow the inputs, and each needs those before it */
    const size_t more = has_sight(r->of->of) ? 3 : has_walls(r->of->of) ? 2 : has_list(r->of->of) ? 1 : 0;
    field *const to[] = {&r->list, &r->walls, &r->sight_points};
    name[own] = (field_name){list_of(r->of->of), !casts(r->of->of)};
    name[own + 1] = (field_name){"walls", 0};
    name[own + 2] = (field_name){"sight_points", 0};
    refuse_other_fields(r, structs);
    refuse_other_options(r, structs);
    if (!find_fields(structs, r->who, name, own + more, found, &r->fault))
        return;
    require(&r->nulls, structs);
    for (size_t k = 0; k < own; k++)
        if (found[k].vector != NULL &&
            !take_own(r, input_of(&all, 0, k), name[k].required, &found[k], cells + k * r->count))
            return;
    refuse_alone(r, name, found, own, cells);
    for (size_t k = 0; k < more; k++)
        *to[k] = found[own + k];
}

static void solve(duckdb_function_info info, duckdb_data_chunk chunk, duckdb_vector output) {
    const overload *o = duckdb_scalar_function_get_extra_info(info);
    const overload required = {o->of, 0, 0}, all = {o->of, 0, 1};
    rows r = {.of = o, .count = duckdb_data_chunk_get_size(chunk), .output = output};
    const size_t own = count_of(&all, 0), outputs = outputs_of(o->of);
    snprintf(r.who, sizeof r.who, "way_%s", o->of->name);
    uint32_t *cells = malloc(4 * (own + outputs + 1) * (r.count + 1));
    r.origin = calloc(3 * (r.count + 1), sizeof *r.origin);
    if (cells == NULL || r.origin == NULL)
        fail(&r.fault, "%s: out of memory", r.who);
    else if (o->by_name)
        take_by_name(&r, duckdb_data_chunk_get_vector(chunk, 0), cells);
    else
        take_by_position(&r, chunk, count_of(&required, 0), cells);
    for (size_t k = 0; k < outputs; k++)
        r.answer[k] = cells + (own + k) * r.count;
    r.own = cells + (own + outputs) * r.count;
    /* The list of an empty table is NULL. In a call by name, it is an empty list. */
    if (r.fault.text[0] == '\0' && r.list.vector != NULL && !o->by_name)
        require(&r.nulls, r.list.vector);
    if (r.fault.text[0] == '\0' && !r.nulls.all)
        (has_list(o->of) ? solve_rows : solve_paths)(&r);
    if (r.fault.text[0] == '\0') {
        if (!r.nulls.all)
            give(&r, output);
        give_nulls(&r.nulls, r.count, output, outputs);
    } else
        duckdb_scalar_function_set_error(info, r.fault.text);
    free(r.target);
    free(r.origin);
    free(cells);
}

/* Functions ---------------------------------------------------------------------------------------------- */

static int add_overload(duckdb_scalar_function_set set, const char *name, overload of) {
    const overload required = {of.of, 0, 0};
    const size_t needed = count_of(&required, 0), own = count_of(&of, 0);
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_scalar_function_set_name(function, name);
    for (size_t k = 0; k < own && !of.by_name; k++) {
        if (k == needed && has_list(of.of))
            add_argument(function, duckdb_create_logical_type(DUCKDB_TYPE_ANY));
        add_argument(function, type_of(input_of(&of, 0, k)));
    }
    if ((own == needed && has_list(of.of)) || of.by_name) /* the candidates or the struct */
        add_argument(function, duckdb_create_logical_type(DUCKDB_TYPE_ANY));
    return add_to_set(set, function, type_of_answer(of.of), solve, &of, sizeof of);
}

int add_choosing(duckdb_connection connection) {
    int added = 1;
    for (size_t i = 0; i < FUNCTIONS; i++) {
        char name[64];
        snprintf(name, sizeof name, "way_%s", functions[i].name);
        duckdb_scalar_function_set set = duckdb_create_scalar_function_set(name);
        for (int options = 0; options < 2; options++)
            added &= add_overload(set, name, (overload){&functions[i], 0, options});
        added &= add_overload(set, name, (overload){&functions[i], 1, 0});
        added &= duckdb_register_scalar_function_set(connection, set) == DuckDBSuccess;
        duckdb_destroy_scalar_function_set(&set);
    }
    return added;
}

static size_t add_names(const overload *o, int is_runner, size_t from, char *text, size_t size, size_t used) {
    for (size_t k = from; input_of(o, is_runner, k) != NULL && used < size; k++) {
        const way_column_info *column = &entry_of(o->of)->inputs[input_of(o, is_runner, k)->at];
        used += (size_t)snprintf(text + used, size - used, "%s%s%s%s", k > from ? ", " : "", column->name,
                                 column->unit[0] != '\0' ? " " : "", column->unit);
    }
    return used;
}

const char *choosing_name(size_t i) {
    return i < FUNCTIONS ? functions[i].name : i == FUNCTIONS ? "assign" : NULL;
}

int write_choosing_signature(const char *name, char *text, size_t size) {
    if (strcmp(name, "assign") == 0) {
        snprintf(text, size,
                 "way_assign(a list, with a list of (target, cost) or of (row, distance) for each chooser)");
        return 1;
    }
    for (size_t i = 0; i < FUNCTIONS; i++) {
        const overload required = {&functions[i], 0, 0}, all = {&functions[i], 0, 1};
        if (strcmp(functions[i].name, name) != 0)
            continue;
        size_t used = (size_t)snprintf(text, size, "way_%s(", functions[i].name);
        used = add_names(&required, 0, 0, text, size, used);
        if (has_triangles(&functions[i]))
            used += (size_t)snprintf(
                text + used, size - used,
                ", triangles(ax m, ay m, az m, bx m, by m, bz m, cx m, cy m, cz m [, sides, mask])");
        else if (has_list(&functions[i])) {
            used += (size_t)snprintf(text + used, size - used, ", candidates(");
            used = add_names(&required, 1, 0, text, size, used);
            used += (size_t)snprintf(text + used, size - used, " [, ");
            used = add_names(&all, 1, count_of(&required, 1), text, size, used);
            used += (size_t)snprintf(text + used, size - used, ", id])");
        }
        used += (size_t)snprintf(text + used, size - used, " [, ");
        used = add_names(&all, 0, count_of(&required, 0), text, size, used);
        snprintf(text + used, size - used, "%s%s])",
                 has_walls(&functions[i]) ? ", walls(ax m, ay m, bx m, by m [, sides])" : "",
                 has_sight(&functions[i]) ? ", sight_points" : "");
        return 1;
    }
    return 0;
}
