#include "choices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"
#include "report.h"

enum { MOST_OUTPUTS = 2 * WAY_CHOICES_MAX + 1 };

struct choice_task {
    way_behaviour described;
    size_t best; /* candidates per chooser; 0: the answers are velocities */
    size_t dims; /* of velocities; 0: the answers are choices */
    choice_ways ways;
    way_column_info *inputs, *outputs;
    char (*name)[12]; /* of outputs */
    void *crowd;
    size_t crowd_bytes;
    choice_walls walls;
    void (*solve)(choice_task *task, const way_column *in, const way_column_out *out, size_t count,
                  size_t candidates);
};

/* In the order of the struct fields. */

#define NEED 1
#define NEED_BY_TIME 2 /* and by turning */
#define NEED_BY_TURNING 3
#define CHOOSER(name, type, axis, need, fallback, unit, low, high, meaning)                                  \
    { name, meaning, unit, type, WAY_CHASER, axis, need, fallback, low, high, 0.0 }
#define CANDIDATE(name, type, axis, need, fallback, unit, low, high, meaning)                                \
    { name, meaning, unit, type, WAY_RUNNER, axis, need, fallback, low, high, 0.0 }
/* A row's number or bits. */
#define WHOLE(name, side, high, meaning)                                                                     \
    { name, meaning, "", WAY_INT, side, 0, 0, -1.0, 0.0, high, 0.0 }

/* Fields that several structs have, in their order. */
#define REACHING                                                                                             \
    CHOOSER("chaser_speed", WAY_FLOAT, 0, NEED_BY_TIME, 0.0, "m/s", 1.0, 20.0,                               \
            "its speed; by time, turning"),                                                                  \
        CHOOSER("reach", WAY_FLOAT, 0, 0, 0.0, "m", 0.0, 10.0,                                               \
                "weapon range or touch distance, >= 0; by time"),                                            \
        CHOOSER("horizon", WAY_FLOAT, 0, 0, INFINITY, "s", 0.0, 60.0,                                        \
                "the longest time that counts; by time, turning")
#define TAKING                                                                                               \
    WHOLE("chaser_mask", WAY_CHASER, 255.0, "bits of the candidates that it may take; -1: all"),             \
        CHOOSER("range_from", WAY_FLOAT, 0, 0, 0.0, "m", 0.0, 50.0, "the nearest distance"),                 \
        CHOOSER("range_to", WAY_FLOAT, 0, 0, INFINITY, "m", 50.0, 500.0, "the farthest distance")
#define FACING(name)                                                                                         \
    CHOOSER(name, WAY_FLOAT, 0, 0, 0.0, "", -1.0, 1.0, "the middle of its arc, of any length; 0: all round")
#define ARC CHOOSER("arc", WAY_FLOAT, 0, 0, -1.0, "", -1.0, 1.0, "the cosine of half the arc; -1: all round")
#define KEEPING                                                                                              \
    WHOLE("present", WAY_CHASER, 1000.0, "the row of its target now; -1: none"),                             \
        CHOOSER("bonus", WAY_FLOAT, 0, 0, 0.0, "", 0.0, 10.0,                                                \
                "what it takes to leave that target, as costs, >= 0")
#define SELF                                                                                                 \
    WHOLE("self", WAY_CHASER, 1000.0, "its own row among the candidates, which it does not take; -1: none")
#define PLACE(side, name, axis)                                                                              \
    { name, "where it is", "m", WAY_FLOAT, side, axis, NEED, 0.0, 0.0, 500.0, 0.0 }
#define RUNNING(name)                                                                                        \
    CANDIDATE(name, WAY_FLOAT, 0, NEED_BY_TIME, 0.0, "m/s", -10.0, 10.0, "its velocity; by time, turning")
#define WEIGHT CANDIDATE("weight", WAY_FLOAT, 0, 0, 1.0, "", 0.5, 2.0, "what multiplies the cost, >= 0")
#define BEING WHOLE("runner_mask", WAY_RUNNER, 255.0, "bits of what it is; -1: all")

#define TURNING(name, need, meaning) CHOOSER(name, WAY_FLOAT, 0, need, 0.0, "", -1.0, 1.0, meaning)

static const way_column_info choose2d_inputs[] = {
    PLACE(WAY_CHASER, "chaser_x", 1),
    PLACE(WAY_CHASER, "chaser_y", 2),
    REACHING,
    TAKING,
    FACING("facing_x"),
    FACING("facing_y"),
    ARC,
    KEEPING,
    SELF,
    PLACE(WAY_RUNNER, "runner_x", 1),
    PLACE(WAY_RUNNER, "runner_y", 2),
    RUNNING("runner_vx"),
    RUNNING("runner_vy"),
    WEIGHT,
    BEING,
    TURNING("heading_x", NEED_BY_TURNING, "where it heads, of any length but 0; by turning"),
    TURNING("heading_y", NEED_BY_TURNING, "where it heads, of any length but 0; by turning"),
    CHOOSER("radius", WAY_FLOAT, 0, NEED_BY_TURNING, 0.0, "m", 5.0, 50.0,
            "of its turning circles, > 0; by turning"),
    TURNING("wanted_heading_x", 0, "to arrive with, of any length; 0: the runner's; by turning"),
    TURNING("wanted_heading_y", 0, "to arrive with, of any length; 0: the runner's; by turning"),
};

static const way_column_info choose3d_inputs[] = {
    PLACE(WAY_CHASER, "chaser_x", 1),
    PLACE(WAY_CHASER, "chaser_y", 2),
    PLACE(WAY_CHASER, "chaser_z", 3),
    REACHING,
    TAKING,
    FACING("facing_x"),
    FACING("facing_y"),
    FACING("facing_z"),
    ARC,
    KEEPING,
    SELF,
    PLACE(WAY_RUNNER, "runner_x", 1),
    PLACE(WAY_RUNNER, "runner_y", 2),
    PLACE(WAY_RUNNER, "runner_z", 3),
    RUNNING("runner_vx"),
    RUNNING("runner_vy"),
    RUNNING("runner_vz"),
    WEIGHT,
    BEING,
};

enum {
    ASSIGN_X,
    ASSIGN_Y,
    ASSIGN_MASK,
    ASSIGN_FROM,
    ASSIGN_TO,
    ASSIGN_FACING_X,
    ASSIGN_FACING_Y,
    ASSIGN_ARC,
    ASSIGN_SELF,
    ASSIGN_RUNNER_X,
    ASSIGN_RUNNER_Y,
    ASSIGN_RUNNER_MASK,
    ASSIGN_CAPACITY,
    ASSIGN_DAMAGE,
    ASSIGN_HEALTH
};

static const way_column_info assign_inputs[] = {
    PLACE(WAY_CHASER, "chaser_x", 1),
    PLACE(WAY_CHASER, "chaser_y", 2),
    TAKING,
    FACING("facing_x"),
    FACING("facing_y"),
    ARC,
    SELF,
    PLACE(WAY_RUNNER, "runner_x", 1),
    PLACE(WAY_RUNNER, "runner_y", 2),
    BEING,
    {"capacity", "how many it serves, >= 0; with health any number", "", WAY_INT, WAY_RUNNER, 0, 0, 1.0, 1.0,
     4.0, 0.0},
    CHOOSER("damage", WAY_FLOAT, 0, 0, 1.0, "", 1.0, 20.0, "what it takes off a health, >= 0; with health"),
    CANDIDATE("health", WAY_FLOAT, 0, 0, NAN, "", 1.0, 100.0,
              "it takes as many as it needs to die; default: no such rule"),
};

/* Fields of both kinds of avoidance, in their order. */
#define AVOIDING(of_it)                                                                                      \
    CHOOSER("chaser_speed", WAY_FLOAT, 0, NEED, 0.0, "m/s", 1.0, 20.0, "the highest speed"),                 \
        CHOOSER("radius", WAY_FLOAT, 0, 0, 0.0, "m", 0.5, 2.0, of_it ", >= 0"),                              \
        CHOOSER("horizon", WAY_FLOAT, 0, 0, 2.0, "s", 1.0, 5.0,                                              \
                "how far ahead neighbours are avoided, > 0"),                                                \
        CHOOSER("step", WAY_FLOAT, 0, 0, (double)0.1f, "s", 0.02, 0.2, "until the next call, > 0"),          \
        CHOOSER("share", WAY_FLOAT, 0, 0, 0.5, "", 0.0, 1.0, "of the avoiding, >= 0"),                       \
        WHOLE("chaser_mask", WAY_CHASER, 255.0, "bits of the candidates to avoid; -1: all"),                 \
        CHOOSER("range_to", WAY_FLOAT, 0, 0, INFINITY, "m", 10.0, 50.0, "the farthest distance"),            \
        WHOLE("self", WAY_CHASER, 1000.0, "its own row among the candidates; -1: none")
#define AVOIDED(of_it)                                                                                       \
    CANDIDATE("runner_radius", WAY_FLOAT, 0, 0, 0.0, "m", 0.5, 2.0, of_it ", >= 0"),                         \
        CANDIDATE("runner_share", WAY_FLOAT, 0, 0, 0.5, "", 0.0, 1.0,                                        \
                  "of the avoiding, >= 0; 0: does not give way"),                                            \
        WHOLE("runner_mask", WAY_RUNNER, 255.0, "bits of what it is; -1: all"),                              \
        CHOOSER("overlap", WAY_FLOAT, 0, 0, (double)0.05f, "", 0.0, 1.0,                                     \
                "part of the radii's sum by which a pressed pair may overlap, 0 to 1")
#define MOVING(name) CHOOSER(name, WAY_FLOAT, 0, NEED, 0.0, "m/s", -10.0, 10.0, "the present velocity")
#define PREFERRED(name)                                                                                      \
    CHOOSER(name, WAY_FLOAT, 0, NEED, 0.0, "m/s", -10.0, 10.0, "the velocity that it would have alone")
#define MOVED(name) CANDIDATE(name, WAY_FLOAT, 0, 0, 0.0, "m/s", -10.0, 10.0, "its velocity")

static const way_column_info avoid2d_inputs[] = {
    PLACE(WAY_CHASER, "chaser_x", 1),
    PLACE(WAY_CHASER, "chaser_y", 2),
    MOVING("chaser_vx"),
    MOVING("chaser_vy"),
    PREFERRED("preferred_vx"),
    PREFERRED("preferred_vy"),
    AVOIDING("of its disc"),
    PLACE(WAY_RUNNER, "runner_x", 1),
    PLACE(WAY_RUNNER, "runner_y", 2),
    MOVED("runner_vx"),
    MOVED("runner_vy"),
    AVOIDED("of its disc"),
    CHOOSER("wall_horizon", WAY_FLOAT, 0, 0, 0.5, "s", 0.1, 2.0,
            "how far ahead walls are avoided, > 0, at most horizon"),
};

static const way_column_info avoid3d_inputs[] = {
    PLACE(WAY_CHASER, "chaser_x", 1),
    PLACE(WAY_CHASER, "chaser_y", 2),
    PLACE(WAY_CHASER, "chaser_z", 3),
    MOVING("chaser_vx"),
    MOVING("chaser_vy"),
    MOVING("chaser_vz"),
    PREFERRED("preferred_vx"),
    PREFERRED("preferred_vy"),
    PREFERRED("preferred_vz"),
    AVOIDING("of its ball"),
    PLACE(WAY_RUNNER, "runner_x", 1),
    PLACE(WAY_RUNNER, "runner_y", 2),
    PLACE(WAY_RUNNER, "runner_z", 3),
    MOVED("runner_vx"),
    MOVED("runner_vy"),
    MOVED("runner_vz"),
    AVOIDED("of its ball"),
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

_Static_assert(COUNT(assign_inputs) == ASSIGN_HEALTH + 1, "one line a name");
_Static_assert(sizeof(way_choose2d_in) == COUNT(choose2d_inputs) * sizeof(way_column), "one line a field");
_Static_assert(sizeof(way_choose3d_in) == COUNT(choose3d_inputs) * sizeof(way_column), "one line a field");
_Static_assert(sizeof(way_avoid2d_in) == COUNT(avoid2d_inputs) * sizeof(way_column), "one line a field");
_Static_assert(sizeof(way_avoid3d_in) == COUNT(avoid3d_inputs) * sizeof(way_column), "one line a field");
_Static_assert(sizeof(way_choose2d_out) == MOST_OUTPUTS * sizeof(way_column_out), "as choose3d's");
_Static_assert(sizeof(way_choose3d_out) == sizeof(way_choose2d_out), "as choose2d's");

/* Without candidates there is no crowd, and the call needs none. */
static way_choice choice_of(const choice_task *t, size_t count, size_t candidates) {
    return (way_choice){.count = count,
                        .runner_count = candidates,
                        .cost = (int32_t)t->ways.cost,
                        .crowd = t->crowd,
                        .crowd_bytes = t->crowd_bytes};
}

/* Builds the crowd of candidates in the plane, once. */
static void make_crowd2d(choice_task *t, const way_choose2d_in *columns, size_t candidates) {
    if (t->crowd || candidates == 0)
        return;
    t->crowd_bytes = way_crowd2d_bytes(candidates);
    t->crowd = must(malloc(t->crowd_bytes));
    must_be_ok("", way_crowd2d(columns, candidates, t->crowd, t->crowd_bytes));
}

/* The structs of their answers have the same layout. */
static way_choose2d_out best_ones(const choice_task *t, const way_column_out *out) {
    way_choose2d_out best = {.status = out[2 * t->best]};
    for (size_t i = 0; i < t->best; i++) {
        best.target[i] = out[2 * i];
        best.cost[i] = out[2 * i + 1];
    }
    return best;
}

static void solve_choose2d(choice_task *t, const way_column *in, const way_column_out *out, size_t count,
                           size_t candidates) {
    way_choose2d_in columns;
    memcpy(&columns, in, sizeof columns);
    make_crowd2d(t, &columns, candidates);
    const way_choose2d_out best = best_ones(t, out);
    const way_choice choice = choice_of(t, count, candidates);
    must_be_ok("", way_choose2d(&columns, &best, &choice));
}

/* The same in space. */
static void make_crowd3d(choice_task *t, const way_choose3d_in *columns, size_t candidates) {
    if (t->crowd || candidates == 0)
        return;
    t->crowd_bytes = way_crowd3d_bytes(candidates);
    t->crowd = must(malloc(t->crowd_bytes));
    must_be_ok("", way_crowd3d(columns, candidates, t->crowd, t->crowd_bytes));
}

static void solve_choose3d(choice_task *t, const way_column *in, const way_column_out *out, size_t count,
                           size_t candidates) {
    way_choose3d_in columns;
    memcpy(&columns, in, sizeof columns);
    make_crowd3d(t, &columns, candidates);
    const way_choose2d_out same = best_ones(t, out);
    way_choose3d_out best;
    memcpy(&best, &same, sizeof best);
    const way_choice choice = choice_of(t, count, candidates);
    must_be_ok("", way_choose3d(&columns, &best, &choice));
}

static way_avoidance avoidance_of(const choice_task *t, size_t count, size_t candidates) {
    return (way_avoidance){.count = count,
                           .runner_count = candidates,
                           .most = (size_t)t->ways.nearest,
                           .crowd = t->crowd,
                           .crowd_bytes = t->crowd_bytes,
                           .walls = t->walls.wall,
                           .wall_count = t->walls.count,
                           .wall_tree = t->walls.tree};
}

static void solve_avoid2d(choice_task *t, const way_column *in, const way_column_out *out, size_t count,
                          size_t candidates) {
    way_avoid2d_in columns;
    memcpy(&columns, in, sizeof columns);
    const way_choose2d_in places = {
        .runner_x = columns.runner_x, .runner_y = columns.runner_y, .runner_mask = columns.runner_mask};
    make_crowd2d(t, &places, candidates);
    const way_avoid2d_out velocities = {out[0], out[1], out[2]};
    const way_avoidance avoidance = avoidance_of(t, count, candidates);
    must_be_ok("", way_avoid2d(&columns, &velocities, &avoidance));
}

static void solve_avoid3d(choice_task *t, const way_column *in, const way_column_out *out, size_t count,
                          size_t candidates) {
    way_avoid3d_in columns;
    memcpy(&columns, in, sizeof columns);
    const way_choose3d_in places = {.runner_x = columns.runner_x,
                                    .runner_y = columns.runner_y,
                                    .runner_z = columns.runner_z,
                                    .runner_mask = columns.runner_mask};
    make_crowd3d(t, &places, candidates);
    const way_avoid3d_out velocities = {out[0], out[1], out[2], out[3]};
    const way_avoidance avoidance = avoidance_of(t, count, candidates);
    must_be_ok("", way_avoid3d(&columns, &velocities, &avoidance));
}

/* The candidates of each chooser, the nearest ones first. */
static way_neighbours lists_of(choice_task *t, const way_column *in, size_t count, size_t candidates) {
    const way_choose2d_in columns = {.chaser_x = in[ASSIGN_X],
                                     .chaser_y = in[ASSIGN_Y],
                                     .chaser_mask = in[ASSIGN_MASK],
                                     .range_from = in[ASSIGN_FROM],
                                     .range_to = in[ASSIGN_TO],
                                     .facing_x = in[ASSIGN_FACING_X],
                                     .facing_y = in[ASSIGN_FACING_Y],
                                     .arc = in[ASSIGN_ARC],
                                     .self = in[ASSIGN_SELF],
                                     .runner_x = in[ASSIGN_RUNNER_X],
                                     .runner_y = in[ASSIGN_RUNNER_Y],
                                     .runner_mask = in[ASSIGN_RUNNER_MASK]};
    make_crowd2d(t, &columns, candidates);
    const way_choice choice = choice_of(t, count, candidates);
    way_neighbours lists = {.most = (size_t)t->ways.nearest,
                            .offset = must(calloc(count + 1, sizeof(size_t)))};
    /* a few nearest ones fit at once; otherwise the call says how many elements it needs */
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
    const way_assign_in columns = {.row = way_at(&lists.list[0].row, sizeof *lists.list),
                                   .cost = way_at(&lists.list[0].distance, sizeof *lists.list),
                                   .capacity = in[ASSIGN_CAPACITY],
                                   .damage = in[ASSIGN_DAMAGE],
                                   .health = in[ASSIGN_HEALTH]};
    const way_assign_out taken = {out[0], out[1], out[2]};
    if (columns.damage.data && !columns.health.data)
        fail("assign: there is damage, and no column health of the candidates");
    way_assignment how = {.count = count,
                          .runner_count = candidates,
                          .offset = lists.offset,
                          .aim = (int32_t)t->ways.aim,
                          .bytes = way_assign_bytes(count, candidates, lists.offset[count])};
    how.memory = must(malloc(how.bytes));
    must_be_ok("", way_assign(&columns, &taken, &how));
    free(how.memory);
    free(lists.list);
    free(lists.offset);
}

#define TREE_SOURCE                                                                                          \
    "Jon Louis Bentley, \"Multidimensional binary search trees used for associative searching\""
#define AVOIDANCE_SOURCE                                                                                     \
    "Jur van den Berg, Stephen J. Guy, Ming Lin, Dinesh Manocha, \"Reciprocal n-Body Collision Avoidance\""
#define INPUTS(behaviour) .inputs = behaviour##_inputs, .input_count = COUNT(behaviour##_inputs)

static choice_task tasks[] = {
    {.described = {.name = "choose2d",
                   .summary = "the best targets of each of many units, by distance, time or turning",
                   .source = TREE_SOURCE,
                   INPUTS(choose2d)},
     .solve = solve_choose2d},
    {.described = {.name = "choose3d",
                   .summary = "the best targets of each of many units in space, by distance or by time",
                   .source = TREE_SOURCE,
                   INPUTS(choose3d)},
     .solve = solve_choose3d},
    {.described = {.name = "assign",
                   .summary = "which candidate serves each unit, where each serves a few: the least sum, or "
                              "the least longest way",
                   .source =
                       "Roy Jonker, Anton Volgenant, \"A shortest augmenting path algorithm for dense and "
                       "sparse linear assignment problems\"",
                   INPUTS(assign)},
     .solve = solve_assign},
    {.described = {.name = "avoid2d",
                   .summary = "velocities with which many agents touch neither each other nor walls",
                   .source = AVOIDANCE_SOURCE,
                   .walls = 1,
                   INPUTS(avoid2d)},
     .dims = 2,
     .solve = solve_avoid2d},
    {.described = {.name = "avoid3d",
                   .summary = "velocities with which many agents in space do not touch each other",
                   .source = AVOIDANCE_SOURCE,
                   INPUTS(avoid3d)},
     .dims = 3,
     .solve = solve_avoid3d},
};

int choice_avoids(const choice_task *t) { return t->dims > 0; }

int choice_is_whole(const choice_task *t) { return t->solve == solve_assign; }

/* The time's bound is that of the behaviour whose it is, and the product with a weight is rounded once more. */
static double bound_of_cost(const choice_task *t) {
    const way_behaviour *meeting =
        way_behaviour_named(t->ways.cost == WAY_BY_TURNING ? "cut_off2d" : "intercept2d");
    return t->ways.cost != WAY_BY_DISTANCE && meeting ? meeting->outputs[0].bound + 1 : 1;
}

static void describe_choices(choice_task *t) {
    const char *unit = t->ways.cost == WAY_BY_DISTANCE ? "m" : "s";
    for (size_t i = 0; i < t->best; i++) {
        const char number[2] = {i > 0 ? (char)('1' + (int)i) : '\0', '\0'}; /* at most 8 */
        snprintf(t->name[2 * i], sizeof t->name[0], "target%s", number);
        snprintf(t->name[2 * i + 1], sizeof t->name[0], "cost%s", number);
        t->outputs[2 * i] = (way_column_info){.name = t->name[2 * i],
                                              .meaning = "the candidate's row, 0 the first; -1: none",
                                              .unit = "",
                                              .type = WAY_INT,
                                              .fallback = -1};
        t->outputs[2 * i + 1] = (way_column_info){.name = t->name[2 * i + 1],
                                                  .meaning = "distance or time, times the weight",
                                                  .unit = unit,
                                                  .type = WAY_FLOAT,
                                                  .fallback = INFINITY,
                                                  .bound = bound_of_cost(t)};
    }
    t->described.output_count = 2 * t->best + 1;
}

static void describe_velocities(choice_task *t) {
    static const char *const names[] = {"velocity_x", "velocity_y", "velocity_z"};
    for (size_t k = 0; k < t->dims; k++)
        t->outputs[k] = (way_column_info){.name = names[k],
                                          .meaning = "to move with until the next call",
                                          .unit = "m/s",
                                          .type = WAY_FLOAT,
                                          .bound = 1};
    t->described.output_count = t->dims + 1;
}

void choice_set(choice_task *t, choice_ways ways) {
    way_behaviour *d = &t->described;
    t->ways = ways;
    if (!choice_avoids(t))
        t->best = ways.best > 0 && !choice_is_whole(t) ? (size_t)ways.best : 1;
    else if (ways.nearest > WAY_AVOIDED_MAX)
        fail("--nearest: found \"%llu\", expected a whole number from 1 to %d",
             (unsigned long long)ways.nearest, WAY_AVOIDED_MAX);
    t->outputs = must(calloc(MOST_OUTPUTS, sizeof *t->outputs));
    t->name = must(calloc(MOST_OUTPUTS, sizeof *t->name));
    t->inputs = must(malloc(d->input_count * sizeof *t->inputs));
    memcpy(t->inputs, d->inputs, d->input_count * sizeof *t->inputs);
    if (ways.cost == WAY_BY_TURNING && t->solve != solve_choose2d)
        fail("--by: turning does not go with %s", d->name);
    for (size_t k = 0; k < d->input_count; k++)
        if (t->inputs[k].required == NEED_BY_TIME)
            t->inputs[k].required = ways.cost != WAY_BY_DISTANCE;
        else if (t->inputs[k].required == NEED_BY_TURNING)
            t->inputs[k].required = ways.cost == WAY_BY_TURNING;
    if (t->best > 0)
        describe_choices(t);
    else
        describe_velocities(t);
    t->outputs[d->output_count - 1] = (way_column_info){.name = "status",
                                                        .meaning = "what became of it",
                                                        .unit = "",
                                                        .type = WAY_STATUS,
                                                        .fallback = WAY_NO_TARGET};
    d->inputs = t->inputs;
    d->outputs = t->outputs;
    d->size = sizeof *d;
    d->column_size = sizeof *d->inputs;
}

const way_behaviour *choice_described(const choice_task *t) { return &t->described; }

choice_task *choice_at(size_t i) { return i < COUNT(tasks) ? &tasks[i] : NULL; }

choice_task *choice_named(const char *name) {
    for (size_t i = 0; i < COUNT(tasks); i++)
        if (strcmp(tasks[i].described.name, name) == 0)
            return &tasks[i];
    return NULL;
}

const char *input_read(const way_behaviour *d, size_t k, const char *text, size_t length, void *cell) {
    const way_type type = d->inputs[k].type;
    for (size_t i = 0; type == WAY_INT && i < COUNT(tasks); i++)
        if (d == &tasks[i].described)
            return bits_read(text, length, cell);
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
    /* the one says what it takes, the other what it is */
    if (strncmp(name, own, strlen(own)) != 0 || strcmp(name, "runner_mask") == 0)
        return d->input_count;
    size_t twin = input_named(d, "chaser_", name + strlen(own));
    return twin < d->input_count ? twin : input_named(d, "", name + strlen(own));
}

size_t choice_self(const way_behaviour *d) { return input_named(d, "", "self"); }

void choice_set_walls(choice_task *t, choice_walls walls) { t->walls = walls; }

void choice_solve(choice_task *t, const way_column *in, const way_column_out *out, size_t count,
                  size_t candidates) {
    t->solve(t, in, out, count, candidates);
}
