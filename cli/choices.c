#include "choices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry/calls.h"
#include "numbers.h"
#include "report.h"

/* LISTED: the most waypoints that one call makes, unless a single list is longer. */
enum { MOST_OUTPUTS = 3 * WAY_CHOICES_MAX + 1, MOST_LISTED = OUT_conflicts2d_status, LISTED = 1 << 20 };

typedef struct known_input known_input;

/* The calls of src/registry/calls.def that have structs of their own. */
typedef enum call_number {
#define CALL(call, summary, source) CALL_##call,
#include "registry/calls.def"
    CALLS
} call_number;

struct choice_task {
    way_behaviour described;
    call_number call;
    const known_input **known; /* the entry of each input in known_inputs */
    size_t best; /* candidates that a chooser gets; 0: the answers are velocities, lists or bodies */
    size_t dims; /* dimensions of the velocities; 0: the answers are not velocities */
    choice_ways ways;
    way_column_info *inputs, *outputs;
    char (*name)[32];     /* the names of outputs */
    way_crowd2d *crowd2d; /* the candidates, if the task is in the plane */
    way_crowd3d *crowd3d; /* the candidates, if the task is in space */
    choice_walls walls;
    way_cast_triangles triangles;
    way_following following;
    uint32_t *target; /* the best candidates: `best` rows for each chooser */
    float *cost, *seen;
    size_t best_room, unmet;
    way_waypoints lists;
    float *list[MOST_LISTED];
    size_t list_room, offset_room;
    void (*solve)(choice_task *task, const way_column *in, const way_column_out *out, size_t count,
                  size_t candidates);
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* These macros translate the types of src/registry/calls.def to those of behaviours. The default -1 means
   "no row" for a row, and "all bits" for a mask. */
#define TYPE_FLOAT WAY_FLOAT
#define TYPE_PLACE_X WAY_FLOAT
#define TYPE_PLACE_Y WAY_FLOAT
#define TYPE_PLACE_Z WAY_FLOAT
#define TYPE_ROW WAY_INT
#define TYPE_MASK WAY_INT
#define TYPE_COUNT WAY_INT
#define TYPE_STATUS WAY_STATUS
#define TYPE_WORD WAY_WORD
#define AXIS_FLOAT 0
#define AXIS_PLACE_X 1
#define AXIS_PLACE_Y 2
#define AXIS_PLACE_Z 3
#define AXIS_ROW 0
#define AXIS_MASK 0
#define AXIS_COUNT 0
#define AXIS_STATUS 0
#define AXIS_WORD 0
/* a float's default is rounded to a float */
#define FALLBACK_FLOAT(number) (double)(float)(number)
#define FALLBACK_PLACE_X(number) (number)
#define FALLBACK_PLACE_Y(number) (number)
#define FALLBACK_PLACE_Z(number) (number)
#define FALLBACK_ROW(number) -1.0
#define FALLBACK_MASK(number) -1.0
#define FALLBACK_COUNT(number) (number)
#define FALLBACK_STATUS(number) (number)
#define FALLBACK_WORD(number) (number)
#define SIDE_CHASER WAY_CHASER
#define SIDE_RUNNER WAY_RUNNER
#define SIDE_ELEMENT WAY_CHASER

struct known_input {
    call_number call;
    int column; /* the input's number in the call's struct */
    int is_element;
    unsigned reads, needs; /* FOR_ bits of the uses that read or need the input */
    way_column_info info;
};

static const known_input known_inputs[] = {
#define IS_CHASER 0
#define IS_RUNNER 0
#define IS_ELEMENT 1
#define IN(call, name, type, side, reads, needs, fallback, unit, low, high, meaning)                         \
    {CALL_##call,                                                                                            \
     IN_##call##_##name,                                                                                     \
     IS_##side,                                                                                              \
     FOR_##reads,                                                                                            \
     FOR_##needs,                                                                                            \
     {#name, meaning, unit, TYPE_##type, SIDE_##side, AXIS_##type, 0, FALLBACK_##type(fallback), low, high,  \
      0, 0, 0, 1}},
#include "registry/calls.def"
};

/* The outputs, in the order of the output structs. */
static const struct {
    call_number call;
    way_column_info info;
} known_outputs[] = {
#define OUT(call, name, type, side, ranks, fallback, bound, unit, meaning)                                   \
    {CALL_##call,                                                                                            \
     {#name, meaning, unit, TYPE_##type, WAY_CHASER, AXIS_##type, 0, FALLBACK_##type(fallback), 0, 0, bound, \
      0, 0, 1}},
#include "registry/calls.def"
};

#define CALL(call, summary, source)                                                                          \
    static const char summary_of_##call[] = summary, source_of_##call[] = source;
#include "registry/calls.def"

/* Does this task read the input? The task assign makes its lists with neighbours2d. So assign reads the
   columns of neighbours2d, except weight and runner_radius. The task also reads the columns of way_assign,
   except the worlds (neighbours2d has them, too) and the columns with one value per list element. */
static int is_read(const choice_task *t, const known_input *known) {
    if (t->call != CALL_assign)
        return known->call == t->call;
    if (known->call == CALL_choose2d)
        return (known->reads & FOR_NEIGHBOURS) && known->column != IN_choose2d_weight &&
               known->column != IN_choose2d_runner_radius;
    return known->call == CALL_assign && !known->is_element && known->column != IN_assign_chaser_world &&
           known->column != IN_assign_runner_world;
}

/* Fills the columns of a call's struct from the task's columns. Columns that the task does not have are
   empty. */
static void columns_of(const choice_task *t, call_number call, const way_column *in, way_column *columns,
                       size_t count) {
    memset(columns, 0, count * sizeof *columns);
    for (size_t k = 0; k < t->described.input_count; k++)
        if (t->known[k]->call == call)
            columns[t->known[k]->column] = in[k];
}

/* Returns the settings of the call. Without candidates there is no crowd, and the call needs none. */
static way_choice choice_of(const choice_task *t, size_t count, size_t candidates) {
    return (way_choice){.count = count,
                        .runner_count = candidates,
                        .cost = (int32_t)t->ways.cost,
                        .best = (int32_t)t->best,
                        .crowd2d = t->crowd2d,
                        .crowd3d = t->crowd3d,
                        .walls = t->walls.wall,
                        .wall_count = t->walls.count,
                        .wall_tree = t->walls.tree,
                        .sight_points = (int32_t)t->ways.points};
}

/* Builds the crowd of candidates in the plane, once. */
static void make_crowd2d(choice_task *t, const way_choose2d_in *columns, size_t candidates) {
    if (t->crowd2d || candidates == 0)
        return;
    const size_t bytes = way_crowd2d_bytes(candidates);
    t->crowd2d = must(malloc(bytes));
    must_be_ok("", way_make_crowd2d(columns, candidates, t->crowd2d, bytes));
}

/* Returns the number of outputs per candidate. The output `seen` exists only with walls. */
static size_t each_of(const choice_task *t) { return t->call == CALL_choose2d && t->ways.has_walls ? 3 : 2; }

/* Returns the output columns for the best candidates. choose3d has the first outputs of choose2d. */
static way_choose2d_out best_ones(choice_task *t, const way_column_out *out, size_t count) {
    const size_t room = t->best * count + 1;
    if (room > t->best_room) {
        t->target = must(realloc(t->target, room * sizeof *t->target));
        t->cost = must(realloc(t->cost, room * sizeof *t->cost));
        t->seen = must(realloc(t->seen, room * sizeof *t->seen));
        t->best_room = room;
    }
    return (way_choose2d_out){way_out(t->target), way_out(t->cost), out[each_of(t) * t->best],
                              way_out(t->seen)};
}

/* Copies the best candidates to the task's outputs, which have a target, a cost and a seen column per
   rank. */
static void write_ranks(const choice_task *t, const way_column_out *out, size_t count) {
    for (size_t rank = 0; rank < t->best; rank++)
        for (size_t i = 0; i < count; i++) {
            const size_t k = each_of(t) * rank;
            memcpy((char *)out[k].data + 4 * i, &t->target[t->best * i + rank], 4);
            memcpy((char *)out[k + 1].data + 4 * i, &t->cost[t->best * i + rank], 4);
            if (each_of(t) > 2)
                memcpy((char *)out[k + 2].data + 4 * i, &t->seen[t->best * i + rank], 4);
        }
}

static void solve_choose2d(choice_task *t, const way_column *in, const way_column_out *out, size_t count,
                           size_t candidates) {
    way_choose2d_in columns;
    memcpy(&columns, in, sizeof columns);
    make_crowd2d(t, &columns, candidates);
    const way_choose2d_out best = best_ones(t, out, count);
    const way_choice choice = choice_of(t, count, candidates);
    must_be_ok("", way_choose2d(&columns, &best, &choice));
    write_ranks(t, out, count);
}

/* Builds the crowd of candidates in space, once. */
static void make_crowd3d(choice_task *t, const way_choose3d_in *columns, size_t candidates) {
    if (t->crowd3d || candidates == 0)
        return;
    const size_t bytes = way_crowd3d_bytes(candidates);
    t->crowd3d = must(malloc(bytes));
    must_be_ok("", way_make_crowd3d(columns, candidates, t->crowd3d, bytes));
}

static void solve_choose3d(choice_task *t, const way_column *in, const way_column_out *out, size_t count,
                           size_t candidates) {
    way_choose3d_in columns;
    memcpy(&columns, in, sizeof columns);
    make_crowd3d(t, &columns, candidates);
    const way_choose2d_out same = best_ones(t, out, count);
    way_choose3d_out best;
    memcpy(&best, &same, sizeof best); /* without `seen` */
    const way_choice choice = choice_of(t, count, candidates);
    must_be_ok("", way_choose3d(&columns, &best, &choice));
    write_ranks(t, out, count);
}

static way_avoidance avoidance_of(const choice_task *t, size_t count, size_t candidates) {
    return (way_avoidance){.count = count,
                           .runner_count = candidates,
                           .most = (size_t)t->ways.nearest,
                           .crowd2d = t->crowd2d,
                           .crowd3d = t->crowd3d,
                           .walls = t->walls.wall,
                           .wall_count = t->walls.count,
                           .wall_tree = t->walls.tree};
}

static void solve_avoid2d(choice_task *t, const way_column *in, const way_column_out *out, size_t count,
                          size_t candidates) {
    way_avoid2d_in columns;
    memcpy(&columns, in, sizeof columns);
    const way_choose2d_in places = {.runner_x = columns.runner_x,
                                    .runner_y = columns.runner_y,
                                    .runner_mask = columns.runner_mask,
                                    .runner_world = columns.runner_world};
    make_crowd2d(t, &places, candidates);
    const way_avoid2d_out answers = {out[0], out[1], out[2], out[3]};
    const way_avoidance avoidance = avoidance_of(t, count, candidates);
    must_be_ok("", way_avoid2d(&columns, &answers, &avoidance));
}

static void solve_avoid3d(choice_task *t, const way_column *in, const way_column_out *out, size_t count,
                          size_t candidates) {
    way_avoid3d_in columns;
    memcpy(&columns, in, sizeof columns);
    const way_choose3d_in places = {.runner_x = columns.runner_x,
                                    .runner_y = columns.runner_y,
                                    .runner_z = columns.runner_z,
                                    .runner_mask = columns.runner_mask,
                                    .runner_world = columns.runner_world};
    make_crowd3d(t, &places, candidates);
    const way_avoid3d_out answers = {out[0], out[1], out[2], out[3], out[4]};
    const way_avoidance avoidance = avoidance_of(t, count, candidates);
    must_be_ok("", way_avoid3d(&columns, &answers, &avoidance));
}

/* Lists the candidates of each chooser, the nearest ones first. */
static way_neighbours lists_of(choice_task *t, const way_column *in, size_t count, size_t candidates) {
    way_column cells[IN_choose2d_COUNT];
    way_choose2d_in columns;
    columns_of(t, CALL_choose2d, in, cells, IN_choose2d_COUNT);
    memcpy(&columns, cells, sizeof columns);
    make_crowd2d(t, &columns, candidates);
    const way_choice choice = choice_of(t, count, candidates);
    way_neighbours lists = {.most = (size_t)t->ways.nearest,
                            .offset = must(calloc(count + 1, sizeof(size_t)))};
    /* if `most` is 1 to 16, all lists fit at once; otherwise the first call returns the capacity that it
       needs */
    lists.capacity = lists.most <= 16 ? lists.most * (count + 8) + 1 : 1;
    for (;; lists.capacity = lists.needed) {
        lists.list = must(malloc(lists.capacity * sizeof *lists.list));
        const way_result result = way_neighbours2d(&columns, &choice, &lists);
        if (result != WAY_ERROR_CAPACITY) {
            must_be_ok("", result);
            return lists;
        }
        free(lists.list);
    }
}

static void solve_assign(choice_task *t, const way_column *in, const way_column_out *out, size_t count,
                         size_t candidates) {
    way_neighbours lists = lists_of(t, in, count, candidates);
    way_column cells[IN_assign_COUNT], searched[IN_choose2d_COUNT];
    way_assign_in columns;
    columns_of(t, CALL_assign, in, cells, IN_assign_COUNT);
    memcpy(&columns, cells, sizeof columns);
    columns.row = way_at(&lists.list[0].row, sizeof *lists.list);
    columns.cost = way_at(&lists.list[0].distance, sizeof *lists.list);
    columns_of(t, CALL_choose2d, in, searched, IN_choose2d_COUNT);
    columns.chaser_world = searched[IN_choose2d_chaser_world];
    columns.runner_world = searched[IN_choose2d_runner_world];
    const way_assign_out taken = {out[0], out[1], out[2]};
    if (columns.damage.data && !columns.health.data)
        fail("assign: damage needs a column health of the candidates");
    if (columns.health.data && (columns.unserved.data || columns.at_least.data))
        fail("assign: %s cannot be used together with health",
             columns.unserved.data ? "unserved" : "at_least");
    way_assignment how = {.count = count,
                          .runner_count = candidates,
                          .offset = lists.offset,
                          .aim = (int32_t)t->ways.aim,
                          .bytes = way_assign_bytes(count, candidates, lists.offset[count])};
    how.memory = must(malloc(how.bytes));
    must_be_ok("", way_assign(&columns, &taken, &how));
    t->unmet = how.unmet;
    free(how.memory);
    free(lists.list);
    free(lists.offset);
}

static void solve_bounce_all2d(choice_task *t, const way_column *in, const way_column_out *out, size_t count,
                               size_t candidates) {
    (void)candidates;
    way_bounce_all2d_in columns;
    memcpy(&columns, in, sizeof columns);
    const way_bounce_all2d_out next = {out[0], out[1], out[2], out[3], out[4], out[5]};
    way_bodies bodies = {.count = count,
                         .walls = t->walls.wall,
                         .wall_count = t->walls.count,
                         .wall_tree = t->walls.tree,
                         .bytes = way_bounce_all2d_bytes(count)};
    bodies.memory = must(malloc(bodies.bytes));
    must_be_ok("", way_bounce_all2d(&columns, &next, &bodies));
    free(bodies.memory);
}

static void solve_cast2d(choice_task *t, const way_column *in, const way_column_out *out, size_t count,
                         size_t candidates) {
    way_cast2d_in columns;
    memcpy(&columns, in, sizeof columns);
    const way_choose2d_in places = {.runner_x = columns.runner_x, .runner_y = columns.runner_y};
    make_crowd2d(t, &places, candidates);
    const way_cast2d_out hits = {out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7]};
    const way_cast cast = {.count = count,
                           .runner_count = candidates,
                           .crowd2d = t->crowd2d,
                           .walls = t->walls.wall,
                           .wall_count = t->walls.count,
                           .wall_tree = t->walls.tree};
    must_be_ok("", way_cast2d(&columns, &hits, &cast));
}

static void solve_among_triangles(choice_task *t, const way_column *in, const way_column_out *out,
                                  size_t count, size_t candidates) {
    (void)candidates;
    t->triangles.count = count;
    must_be_ok("", way_run(way_behaviour_named(t->described.name), in, out, &t->triangles));
}

static void solve_follow2d(choice_task *t, const way_column *in, const way_column_out *out, size_t count,
                           size_t candidates) {
    (void)candidates;
    way_follow2d_in columns;
    memcpy(&columns, in, sizeof columns);
    const way_follow2d_out answers = {out[0], out[1], out[2]};
    t->following.count = count;
    must_be_ok("", way_follow2d(&columns, &answers, &t->following));
}

#define TASK(of)                                                                                             \
    .described = {.name = #of, .summary = summary_of_##of, .source = source_of_##of}, .call = CALL_##of

static choice_task tasks[] = {
    {TASK(choose2d), .solve = solve_choose2d},
    {TASK(choose3d), .solve = solve_choose3d},
    {TASK(assign), .solve = solve_assign},
    {TASK(avoid2d), .dims = 2, .solve = solve_avoid2d},
    {TASK(avoid3d), .dims = 3, .solve = solve_avoid3d},
    {TASK(waypoints2d)},
    {TASK(conflicts2d)},
    {TASK(conflicts3d)},
    {TASK(bounce_all2d), .solve = solve_bounce_all2d},
    {TASK(cast2d), .solve = solve_cast2d},
    {TASK(cast3d), .solve = solve_among_triangles},
    {TASK(sweep3d), .solve = solve_among_triangles},
    {TASK(follow2d), .solve = solve_follow2d},
};

static const int reads_walls[CALLS] = {
#define WALLS(call) [CALL_##call] = 1,
#include "registry/calls.def"
};

int choice_avoids(const choice_task *t) { return t->dims > 0; }

static int finds_conflicts(const choice_task *t) {
    return t->call == CALL_conflicts2d || t->call == CALL_conflicts3d;
}

int choice_lists(const choice_task *t) { return t->call == CALL_waypoints2d || finds_conflicts(t); }

int choice_moves_bodies(const choice_task *t) { return t->call == CALL_bounce_all2d; }

int choice_casts(const choice_task *t) { return t->call == CALL_cast2d; }

int choice_meets_triangles(const choice_task *t) { return t->call == CALL_cast3d || t->call == CALL_sweep3d; }

int choice_follows(const choice_task *t) { return t->call == CALL_follow2d; }

/* A ray that is cast without a file of discs can hit walls only. */
int choice_has_candidates(const choice_task *t) {
    return !choice_lists(t) && !choice_moves_bodies(t) && !choice_follows(t) && !choice_meets_triangles(t) &&
           (!choice_casts(t) || t->ways.has_file);
}

int choice_is_whole(const choice_task *t) {
    return t->solve == solve_assign || finds_conflicts(t) || choice_moves_bodies(t);
}

/* Returns the error bound of the cost in ulps. For a time, this is the bound of the behaviour that computes
   the time, plus one rounding for the product with the weight. */
static double bound_of_cost(const choice_task *t) {
    const way_behaviour *meeting =
        way_behaviour_named(t->ways.cost == WAY_BY_TURNING ? "cut_off2d" : "intercept2d");
    return t->ways.cost != WAY_BY_DISTANCE && meeting ? meeting->outputs[0].bound + 1 : 1;
}

/* Describes the outputs in the order in which they are written: target, cost, seen, target2, cost2, seen2,
   ..., status. Without walls, there is no seen. */
static void describe_answers(choice_task *t) {
    way_column_info *to = t->outputs;
    for (size_t rank = 0; rank < (t->best > 0 ? t->best : 1); rank++)
        for (size_t k = 0; k < COUNT(known_outputs); k++) {
            const int is_unread = known_outputs[k].call == CALL_choose2d && !t->ways.has_walls &&
                                  strcmp(known_outputs[k].info.name, "seen") == 0;
            if (known_outputs[k].call != t->call || known_outputs[k].info.type == WAY_STATUS || is_unread)
                continue;
            *to = known_outputs[k].info;
            if (rank > 0) {
                char *name = t->name[to - t->outputs];
                snprintf(name, sizeof t->name[0], "%s%c", to->name, (char)('1' + (int)rank)); /* best <= 8 */
                to->name = name;
            }
            if (t->best > 0 && strcmp(known_outputs[k].info.name, "cost") == 0) {
                to->unit = t->ways.cost == WAY_BY_DISTANCE ? "m" : "s";
                to->bound = bound_of_cost(t);
            }
            to++;
        }
    for (size_t k = 0; k < COUNT(known_outputs); k++)
        if (known_outputs[k].call == t->call && known_outputs[k].info.type == WAY_STATUS)
            *to++ = known_outputs[k].info;
    t->described.output_count = (size_t)(to - t->outputs);
}

static void describe_inputs(choice_task *t) {
    const unsigned needed = choice_moves_bodies(t)      ? FOR_BODIES
                            : choice_casts(t)           ? FOR_CASTING
                            : choice_meets_triangles(t) ? FOR_CASTING | FOR_SWEEPING
                            : choice_follows(t)         ? FOR_FOLLOWING
                            : finds_conflicts(t)        ? FOR_COLLIDING
                            : choice_is_whole(t)        ? FOR_NEIGHBOURS | FOR_ASSIGNING
                            : choice_avoids(t)          ? FOR_AVOIDING
                            : choice_lists(t)           ? FOR_WAYPOINTS
                                                        : 1u << t->ways.cost;
    size_t count = 0;
    for (size_t k = 0; k < COUNT(known_inputs); k++)
        if (is_read(t, &known_inputs[k])) {
            t->known[count] = &known_inputs[k];
            t->inputs[count] = known_inputs[k].info;
            const int is_absent = known_inputs[k].info.side == WAY_RUNNER && !choice_has_candidates(t);
            t->inputs[count++].required = (known_inputs[k].needs & needed) != 0 && !is_absent;
        }
    t->described.input_count = count;
}

void choice_set(choice_task *t, choice_ways ways) {
    way_behaviour *d = &t->described;
    t->ways = ways;
    if (!choice_has_candidates(t) || choice_casts(t))
        t->best = 0;
    else if (!choice_avoids(t))
        t->best = ways.best > 0 && !choice_is_whole(t) ? (size_t)ways.best : 1;
    else if (ways.nearest > WAY_AVOIDED_MAX)
        fail("--nearest: found \"%llu\", expected a whole number from 1 to %d",
             (unsigned long long)ways.nearest, WAY_AVOIDED_MAX);
    if (ways.cost == WAY_BY_TURNING && t->solve != solve_choose2d)
        fail("--by: turning does not go with %s", d->name);
    t->outputs = must(calloc(MOST_OUTPUTS, sizeof *t->outputs));
    t->name = must(calloc(MOST_OUTPUTS, sizeof *t->name));
    t->inputs = must(calloc(COUNT(known_inputs), sizeof *t->inputs));
    t->known = must(calloc(COUNT(known_inputs), sizeof *t->known));
    describe_inputs(t);
    describe_answers(t);
    d->walls = reads_walls[t->call];
    d->inputs = t->inputs;
    d->outputs = t->outputs;
    d->size = sizeof *d;
    d->column_size = sizeof *d->inputs;
}

const char *choice_need(const choice_task *t, size_t k) {
    static char text[64];
    const unsigned needs = t->known[k]->needs;
    const int by_time = t->call != CALL_assign && (needs & FOR_TIME), by_turning = (needs & FOR_TURNING) != 0;
    const char *words = !by_time && !by_turning    ? ""
                        : !by_time                 ? "turning"
                        : t->call == CALL_choose2d ? "time, turning"
                                                   : "time";
    snprintf(text, sizeof text, "required by %s", words);
    return words[0] ? text : "";
}

const way_behaviour *choice_described(const choice_task *t) { return &t->described; }

choice_task *choice_at(size_t i) { return i < COUNT(tasks) ? &tasks[i] : NULL; }

choice_task *choice_named(const char *name) {
    for (size_t i = 0; i < COUNT(tasks); i++)
        if (strcmp(tasks[i].described.name, name) == 0)
            return &tasks[i];
    return NULL;
}

static double places_from[3];

void input_measure_from(const double origin[3]) { memcpy(places_from, origin, sizeof places_from); }

const char *input_read(const way_behaviour *d, size_t k, const char *text, size_t length, double factor,
                       void *cell) {
    const way_type type = d->inputs[k].type;
    for (size_t i = 0; type == WAY_INT && i < COUNT(tasks); i++)
        if (d == &tasks[i].described)
            return bits_read(text, length, cell);
    const int32_t axis = d->inputs[k].axis;
    const double origin = axis >= 1 ? places_from[axis - 1] : 0;
    if (origin != 0 || factor != 1)
        return place_read(text, length, factor, origin, cell);
    return number_read(type, text, length, cell);
}

static size_t input_named(const way_behaviour *d, const char *before, const char *rest) {
    char name[32];
    snprintf(name, sizeof name, "%s%s", before, rest);
    size_t k = 0;
    while (k < d->input_count && strcmp(d->inputs[k].name, name) != 0)
        k++;
    return k;
}

size_t choice_twin(const way_behaviour *d, size_t k) {
    static const char own[] = "runner_";
    const char *name = d->inputs[k].name;
    /* a chaser's mask selects candidates, but a runner's mask is its own property, so the two are not
       twins */
    if (strncmp(name, own, strlen(own)) != 0 || strcmp(name, "runner_mask") == 0)
        return d->input_count;
    if (strcmp(d->name, "choose2d") == 0 &&
        strcmp(name, "runner_radius") == 0) /* `radius` is that of turns */
        return d->input_count;
    size_t twin = input_named(d, "chaser_", name + strlen(own));
    return twin < d->input_count ? twin : input_named(d, "", name + strlen(own));
}

size_t choice_unmet(const choice_task *t) { return t->unmet; }

size_t choice_self(const way_behaviour *d) { return input_named(d, "", "self"); }

void choice_set_walls(choice_task *t, choice_walls walls) { t->walls = walls; }

void choice_set_triangles(choice_task *t, const way_triangle *triangles, size_t count,
                          const way_triangle_tree *tree) {
    t->triangles =
        (way_cast_triangles){.triangles = triangles, .triangle_count = count, .triangle_tree = tree};
}

void choice_set_field(choice_task *t, const way_field *field, double cell, uint64_t sight) {
    t->following.field = field;
    t->following.cell = (float)cell;
    t->following.sight = (uint32_t)sight;
}

void choice_solve(choice_task *t, const way_column *in, const way_column_out *out, size_t count,
                  size_t candidates) {
    t->solve(t, in, out, count, candidates);
}

static void make_list_room(choice_task *t, size_t elements, size_t lists) {
    if (elements > t->list_room) {
        for (size_t k = 0; k < COUNT(t->list); k++)
            t->list[k] = must(realloc(t->list[k], elements * sizeof *t->list[k]));
        t->list_room = elements;
    }
    if (lists >= t->offset_room) {
        t->offset_room = lists + 1;
        t->lists.offset = must(realloc(t->lists.offset, t->offset_room * sizeof *t->lists.offset));
    }
}

/* Lists the conflicts of all agents. The first call returns the capacity that the lists need. */
static choice_listed list_conflicts(choice_task *t, const way_column *in, way_column_out status,
                                    size_t count) {
    way_conflicts lists = {.count = count, .agent_count = count, .capacity = count};
    const int in_space = t->call == CALL_conflicts3d;
    way_result result;
    lists.bytes = in_space ? way_conflicts3d_bytes(count) : way_conflicts2d_bytes(count);
    lists.memory = must(malloc(lists.bytes + 1));
    do {
        make_list_room(t, lists.capacity + 1, count);
        lists.offset = t->lists.offset;
        const way_conflicts2d_out out = {{.data = t->list[0]},
                                         {.data = t->list[1]},
                                         {.data = t->list[2]},
                                         {.data = t->list[3]},
                                         {.data = t->list[4]},
                                         {.data = t->list[5]},
                                         status};
        if (in_space) {
            way_conflicts3d_in columns;
            memcpy(&columns, in, sizeof columns);
            result = way_conflicts3d(&columns, &out, &lists);
        } else {
            way_conflicts2d_in columns;
            memcpy(&columns, in, sizeof columns);
            result = way_conflicts2d(&columns, &out, &lists);
        }
        lists.capacity = lists.needed;
    } while (result == WAY_ERROR_CAPACITY);
    must_be_ok("", result);
    free(lists.memory);
    return (choice_listed){count, lists.offset, t->list};
}

choice_listed choice_list(choice_task *t, const way_column *in, way_column_out status, size_t first,
                          size_t count) {
    if (finds_conflicts(t))
        return list_conflicts(t, in, status, count);
    way_waypoints2d_in columns;
    memcpy(&columns, in, sizeof columns);
    way_waypoints *lists = &t->lists;
    lists->first = first;
    lists->count = 1;
    const size_t longest = way_waypoints2d_capacity(&columns, lists);
    lists->count = count;
    const size_t all = way_waypoints2d_capacity(&columns, lists), most = longest > LISTED ? longest : LISTED;
    make_list_room(t, all < most ? all : most, count);
    lists->capacity = t->list_room;
    const way_waypoints2d_out out = {{.data = t->list[0]}, {.data = t->list[1]}, {.data = t->list[2]},
                                     {.data = t->list[3]}, {.data = t->list[4]}, status};
    const way_result result = way_waypoints2d(&columns, &out, lists);
    if (result != WAY_ERROR_CAPACITY)
        must_be_ok("", result);
    return (choice_listed){lists->answered, lists->offset, t->list};
}
