/* Tests waylay_flecs.h as a game uses it: `scripts/proof/hosts.sh` builds this file with flecs's sources. */
#include <flecs.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "waylay_flecs.h"

typedef struct { float x, y; } Position, Velocity, Wish, Steer;
typedef struct { float m; } Radius;
typedef struct { ecs_entity_t unit; } Target;
typedef struct { float time, status; } Aim;
typedef struct { uint32_t own, seen; } Side; /* bits */
typedef struct { ecs_entity_t unit; uint32_t row; } Nearest;
static ecs_entity_t ecs_id(Position), ecs_id(Velocity), ecs_id(Wish), ecs_id(Steer), ecs_id(Radius);
static ecs_entity_t ecs_id(Target), ecs_id(Aim), ecs_id(Side), ecs_id(Nearest);
static way_flecs_tables runners, all, neighbours;
static int checks, wrong, listed;

static void expect(int holds, const char *what) {
    checks++, wrong += !holds;
    if (!holds)
        printf("flecs: wrong: %s\n", what);
}

static void must(way_result result, const char *const *fault) { /* a pointer, because the call writes it */
    if (result != WAY_OK)
        fprintf(stderr, "waylay: %s: %s\n", *fault != NULL ? *fault : "", way_result_string(result)), abort();
}

/* ---- the systems of the tests ---- */
static void ListRunners(ecs_iter_t *it) {
    way_flecs_begin(&runners), listed++;
    while (ecs_query_next(it)) {
        way_intercept2d_in *in = way_flecs_add_runners(&runners, it, way_intercept2d_in);
        in->runner_x = way_flecs_in(it, 0, Position, x), in->runner_y = way_flecs_in(it, 0, Position, y);
        in->runner_vx = way_flecs_in(it, 1, Velocity, x), in->runner_vy = way_flecs_in(it, 1, Velocity, y);
    }
}

static void AimAtTarget(ecs_iter_t *it) {
    const float shot = 10;
    const char *fault = NULL;
    way_intercept2d_in in = {.chaser_x = way_flecs_in(it, 0, Position, x), .chaser_y = way_flecs_in(it, 0, Position, y),
                             .chaser_speed = way_same(&shot)};
    way_intercept2d_out out = {.time = way_flecs_out(it, 2, Aim, time)};
    way_batch batch = {.fault = &fault};
    way_flecs_set_batch(&runners, way_intercept2d_in, it, 1, Target, unit, &batch);
    must(way_intercept2d(&in, &out, &batch), &fault);
}

static void ListAll(ecs_iter_t *it) { /* runs on one thread, before ChooseNearest */
    way_flecs_begin(&all);
    while (ecs_query_next(it)) {
        way_choose2d_in *in = way_flecs_add_candidates(&all, it, way_choose2d_in);
        in->runner_x = way_flecs_in(it, 0, Position, x), in->runner_y = way_flecs_in(it, 0, Position, y);
        in->runner_mask = way_flecs_in(it, 1, Side, own);
    }
}

static void ChooseNearest(ecs_iter_t *it) { /* runs on any thread: the nearest unit of the sides in `seen` */
    Nearest *nearest = ecs_field(it, Nearest, 2);
    const char *fault = NULL;
    way_choose2d_in in = {.chaser_x = way_flecs_in(it, 0, Position, x), .chaser_y = way_flecs_in(it, 0, Position, y),
                          .chaser_mask = way_flecs_in(it, 1, Side, seen)};
    const way_choose2d_out out = {.target = way_flecs_out(it, 2, Nearest, row)};
    way_choice how = {.fault = &fault};
    way_flecs_set_choose2d(&all, it, &in, &out, &how);
    must(way_choose2d(&in, &out, &how), &fault);
    for (int i = 0; i < it->count; i++)
        nearest[i].unit = way_flecs_entity(&all, nearest[i].row); /* 0: no unit */
}

static void KeepTarget(ecs_iter_t *it) { /* ChooseNearest, but leaves a target only for one that is 5 m nearer */
    const float bonus = 5;
    Nearest *nearest = ecs_field(it, Nearest, 2);
    for (int i = 0; i < it->count; i++)
        nearest[i].row = way_flecs_row(&all, nearest[i].unit); /* its row in this frame, or WAY_NO_ROW */
    const char *fault = NULL;
    way_choose2d_in in = {.chaser_x = way_flecs_in(it, 0, Position, x), .chaser_y = way_flecs_in(it, 0, Position, y),
                          .chaser_mask = way_flecs_in(it, 1, Side, seen),
                          .present = way_flecs_in(it, 2, Nearest, row), .bonus = way_same(&bonus)};
    const way_choose2d_out out = {.target = way_flecs_out(it, 2, Nearest, row)};
    way_choice how = {.fault = &fault};
    way_flecs_set_choose2d(&all, it, &in, &out, &how);
    must(way_choose2d(&in, &out, &how), &fault);
    for (int i = 0; i < it->count; i++)
        nearest[i].unit = way_flecs_entity(&all, nearest[i].row); /* 0: no unit */
}

static void AssignAll(ecs_iter_t *it) { /* runs on one thread, for all tables: at most two units for each enemy */
    way_flecs_begin(&all);
    while (ecs_query_next(it)) {
        way_choose2d_in *in = way_flecs_add_candidates(&all, it, way_choose2d_in); /* and choosers */
        in->runner_x = in->chaser_x = way_flecs_in(it, 0, Position, x);
        in->runner_y = in->chaser_y = way_flecs_in(it, 0, Position, y);
        in->runner_mask = way_flecs_in(it, 1, Side, own), in->chaser_mask = way_flecs_in(it, 1, Side, seen);
    }
    enum { MOST = 8 }; /* the nearest enemies that come into question */
    const uint32_t two = 2;
    const char *fault = NULL;
    way_choose2d_in in = WAY_INIT;
    way_choice how = {.fault = &fault};
    way_flecs_set_choose2d(&all, NULL, &in, NULL, &how);
    how.chaser_parts = how.runner_parts, how.chaser_part_count = how.runner_part_count;
    how.count = way_rows_of_parts(how.runner_parts, how.runner_part_count);
    const size_t count = how.count, room = way_neighbours_capacity(count, count, MOST);
    way_neighbour *list = malloc((room + 1) * sizeof *list); /* a game keeps the memory */
    size_t *offset = malloc((count + 1) * sizeof *offset);
    uint32_t *target = malloc((count + 1) * sizeof *target);
    way_neighbours lists = {.most = MOST, .list = list, .capacity = room, .offset = offset};
    must(way_neighbours2d(NULL, &how, &lists), &fault); /* NULL: the parts have all columns */
    way_assignment assignment = {.count = count, .runner_count = count, .offset = offset, .fault = &fault};
    assignment.bytes = way_assign_bytes(count, count, offset[count]);
    assignment.memory = malloc(assignment.bytes);
    const way_assign_in pairs = {.row = way_at(&list->row, sizeof *list), .cost = way_at(&list->distance, sizeof *list),
                                 .capacity = way_same(&two)};
    const way_assign_out out = {.target = way_out(target)};
    must(way_assign(&pairs, &out, &assignment), &fault);
    for (size_t row = 0; row < count; row++) /* flecs writes the components after this system */
        ecs_set(it->world, way_flecs_entity(&all, (uint32_t)row), Target, {way_flecs_entity(&all, target[row])});
    free(list), free(offset), free(target), free(assignment.memory);
}

static void ListNeighbours(ecs_iter_t *it) {
    way_flecs_begin(&neighbours);
    while (ecs_query_next(it)) {
        way_avoid2d_in *in = way_flecs_add_candidates(&neighbours, it, way_avoid2d_in);
        in->runner_x = way_flecs_in(it, 0, Position, x), in->runner_y = way_flecs_in(it, 0, Position, y);
        in->runner_vx = way_flecs_in(it, 1, Velocity, x), in->runner_vy = way_flecs_in(it, 1, Velocity, y);
        in->runner_radius = way_flecs_in(it, 2, Radius, m);
    }
}

static void AvoidNeighbours(ecs_iter_t *it) { /* runs on any thread */
    const float fastest = 3;
    const char *fault = NULL;
    way_avoid2d_in in = {
        .dt = way_same(&it->delta_time),
        .chaser_x = way_flecs_in(it, 0, Position, x), .chaser_y = way_flecs_in(it, 0, Position, y),
        .chaser_vx = way_flecs_in(it, 1, Velocity, x), .chaser_vy = way_flecs_in(it, 1, Velocity, y),
        .chaser_speed = way_same(&fastest), .radius = way_flecs_in(it, 2, Radius, m),
        .preferred_vx = way_flecs_in(it, 3, Wish, x), .preferred_vy = way_flecs_in(it, 3, Wish, y)};
    const way_avoid2d_out out = {.velocity_x = way_flecs_out(it, 4, Steer, x),
                                 .velocity_y = way_flecs_out(it, 4, Steer, y)};
    way_avoidance how = {.fault = &fault};
    way_flecs_set_avoid2d(&neighbours, it, &in, &how);
    must(way_avoid2d(&in, &out, &how), &fault);
}

static void Move(ecs_iter_t *it) {
    Position *p = ecs_field(it, Position, 0);
    Velocity *v = ecs_field(it, Velocity, 1);
    const Steer *go = ecs_field(it, Steer, 2);
    for (int i = 0; i < it->count; i++) {
        v[i] = (Velocity){go[i].x, go[i].y};
        p[i].x += v[i].x * it->delta_time, p[i].y += v[i].y * it->delta_time;
    }
}

static ecs_world_t *new_world_with_old_lists(void) {
    ecs_world_t *w = ecs_init();
    listed = 0;
    ecs_id(Position) = ecs_id(Velocity) = ecs_id(Wish) = ecs_id(Steer) = ecs_id(Radius) = 0;
    ecs_id(Target) = ecs_id(Aim) = ecs_id(Side) = ecs_id(Nearest) = 0;
    ECS_COMPONENT_DEFINE(w, Position);
    ECS_COMPONENT_DEFINE(w, Velocity);
    ECS_COMPONENT_DEFINE(w, Wish);
    ECS_COMPONENT_DEFINE(w, Steer);
    ECS_COMPONENT_DEFINE(w, Radius);
    ECS_COMPONENT_DEFINE(w, Target);
    ECS_COMPONENT_DEFINE(w, Aim);
    ECS_COMPONENT_DEFINE(w, Side);
    ECS_COMPONENT_DEFINE(w, Nearest);
    return w;
}

static ecs_world_t *new_world(void) {
    ecs_world_t *w = new_world_with_old_lists(); /* first, because the lists are freed with flecs's allocator */
    way_flecs_free_tables(&runners), way_flecs_free_tables(&all), way_flecs_free_tables(&neighbours);
    return w;
}

static ecs_entity_t new_runner(ecs_world_t *w, float x, float vx) {
    const ecs_entity_t e = ecs_new(w);
    ecs_set(w, e, Position, {x, 0}), ecs_set(w, e, Velocity, {vx, 0});
    return e;
}

static ecs_entity_t new_tower(ecs_world_t *w, ecs_entity_t target) {
    const ecs_entity_t e = ecs_new(w);
    ecs_set(w, e, Position, {0, 0}), ecs_set(w, e, Target, {target}), ecs_set(w, e, Aim, {-1, 0});
    return e;
}

static ecs_world_t *new_towers_world(void) {
    ecs_world_t *w = new_world();
    ecs_system(w, {.entity = ecs_entity(w, {.name = "ListRunners", .add = ecs_ids(ecs_dependson(EcsPreUpdate))}),
                   .query.terms = {{ecs_id(Position), .inout = EcsIn}, {ecs_id(Velocity), .inout = EcsIn}},
                   .run = ListRunners});
    ECS_SYSTEM(w, AimAtTarget, EcsOnUpdate, [in] Position, [in] Target, [out] Aim);
    return w;
}

static float time_of(const ecs_world_t *w, ecs_entity_t tower) { return ecs_get(w, tower, Aim)->time; }

/* ---- tests ---- */

/* A tower waits for its first runner, shoots at it, and has no target after the runner's death. */
static void a_world_without_runners(void) {
    ecs_world_t *w = new_towers_world();
    const ecs_entity_t tower = new_tower(w, 0), other = new_tower(w, 0x100000005u);
    for (int frame = 0; frame < 3; frame++)
        ecs_progress(w, 0.1f);
    expect(listed == 0, "flecs does not run a system that has never had a table");
    expect(time_of(w, tower) == INFINITY && time_of(w, other) == INFINITY, "no runner yet: no target");
    way_choice none = WAY_INIT;
    way_choose2d_in in = WAY_INIT;
    way_flecs_set_choose2d(&all, NULL, &in, NULL, &none);
    uint64_t memory[512];
    const char *fault = NULL;
    none.fault = &fault;
    must(way_make_crowd2d_of_parts(&none, (way_crowd2d *)memory, sizeof memory), &fault);
    const ecs_entity_t runner = new_runner(w, 10, 0);
    ecs_set(w, tower, Target, {runner});
    ecs_progress(w, 0.1f);
    expect(time_of(w, tower) == 1 && time_of(w, other) == INFINITY, "a runner at 10 m, a shot of 10 m/s");
    ecs_delete(w, runner);
    ecs_progress(w, 0.1f);
    expect(time_of(w, tower) == INFINITY, "the last runner has died");
    const ecs_entity_t next = new_runner(w, 20, 0);
    expect((uint32_t)next == (uint32_t)runner && next != runner, "flecs uses the number again");
    ecs_progress(w, 0.1f);
    expect(time_of(w, tower) == INFINITY, "another runner with the number of the dead one");
    ecs_set(w, tower, Target, {next});
    ecs_progress(w, 0.1f);
    expect(time_of(w, tower) == 2, "the new runner");
    const int before = listed;
    ecs_delete(w, next), ecs_run_aperiodic(w, EcsAperiodicEmptyQueries), ecs_progress(w, 0.1f);
    expect(listed == before && time_of(w, tower) == INFINITY, "flecs does not run a system that it found empty");
    ecs_fini(w);
}

static int by_position(ecs_entity_t a, const void *p, ecs_entity_t b, const void *q) {
    const float x = ((const Position *)p)->x, y = ((const Position *)q)->x;
    (void)a, (void)b;
    return (x > y) - (x < y);
}

enum { WHOLE = 0, SORTED = 1, SORTED_CHOOSERS = 2, SOME = 4, WITH_CROWD = 8 };
static uint64_t *crowd_memory; /* of a list, or NULL */

static void ListAllWithCrowd(ecs_iter_t *it) {
    ListAll(it);
    const char *fault = NULL;
    way_choose2d_in in = WAY_INIT;
    way_choice how = {.fault = &fault};
    way_flecs_set_choose2d(&all, NULL, &in, NULL, &how);
    const size_t bytes = way_crowd2d_bytes(way_rows_of_parts(how.runner_parts, how.runner_part_count));
    crowd_memory = realloc(crowd_memory, bytes);
    must(way_make_crowd2d_of_parts(&how, (way_crowd2d *)crowd_memory, bytes), &fault);
}

static void ChooseInCrowd(ecs_iter_t *it) {
    Nearest *nearest = ecs_field(it, Nearest, 2);
    const char *fault = NULL;
    way_choose2d_in in = {.chaser_x = way_flecs_in(it, 0, Position, x), .chaser_y = way_flecs_in(it, 0, Position, y),
                          .chaser_mask = way_flecs_in(it, 1, Side, seen)};
    const way_choose2d_out out = {.target = way_flecs_out(it, 2, Nearest, row)};
    way_choice how = {.fault = &fault, .crowd2d = (const way_crowd2d *)crowd_memory};
    way_flecs_set_choose2d(&all, it, &in, &out, &how);
    must(way_choose2d(&in, &out, &how), &fault);
    for (int i = 0; i < it->count; i++)
        nearest[i].unit = way_flecs_entity(&all, nearest[i].row);
}

/* Units of two tables and sides choose the nearest other unit, or the nearest enemy. The list may be sorted, or have
   only the units whose component Radius is enabled: then it has tables in pieces. */
static void units_do_not_choose_themselves(int threads, int listed_as, int of_enemies) {
    enum { UNITS = 1000 };
    static ecs_entity_t unit[UNITS];
    ecs_world_t *w = new_world();
    const ecs_entity_t tag = ecs_new(w);
    const int is_sorted = listed_as & SORTED, has_some = listed_as & SOME;
    uint32_t dice = 1;
    ecs_add_id(w, ecs_id(Radius), EcsCanToggle);
    for (int i = 0; i < UNITS; i++) {
        const float x = (float)((dice = dice * 1664525u + 1013904223u) >> 8);
        const float y = (float)((dice = dice * 1664525u + 1013904223u) >> 8);
        unit[i] = ecs_new(w);
        ecs_set(w, unit[i], Position, {x, y}), ecs_set(w, unit[i], Nearest, {0, 0});
        ecs_set(w, unit[i], Side, {1u << i % 3 % 2, of_enemies ? 2u >> i % 3 % 2 : 3});
        ecs_set(w, unit[i], Radius, {1});
        if (has_some)
            ecs_enable_component(w, unit[i], Radius, i % 5 >= 3); /* not the first unit */
        if (i % 2)
            ecs_add_id(w, unit[i], tag);
    }
    ecs_system(w, {.entity = ecs_entity(w, {.add = ecs_ids(ecs_dependson(EcsPreUpdate))}),
                   .query.terms = {{ecs_id(Position), .inout = EcsIn}, {ecs_id(Side), .inout = EcsIn},
                                   {has_some ? ecs_id(Radius) : 0, .inout = EcsIn}},
                   .query.order_by = is_sorted ? ecs_id(Position) : 0,
                   .query.order_by_callback = is_sorted ? by_position : NULL,
                   .run = listed_as & WITH_CROWD ? ListAllWithCrowd : ListAll});
    ecs_system(w, {.entity = ecs_entity(w, {.add = ecs_ids(ecs_dependson(EcsOnUpdate))}),
                   .query.terms = {{ecs_id(Position), .inout = EcsIn}, {ecs_id(Side), .inout = EcsIn},
                                   {ecs_id(Nearest), .inout = EcsOut}},
                   .query.order_by = listed_as & SORTED_CHOOSERS ? ecs_id(Position) : 0,
                   .query.order_by_callback = listed_as & SORTED_CHOOSERS ? by_position : NULL,
                   .callback = listed_as & WITH_CROWD ? ChooseInCrowd : ChooseNearest,
                   .multi_threaded = threads > 1});
    ecs_set_threads(w, threads);
    ecs_progress(w, 0.1f);
    int right = 0;
    for (int i = 0; i < UNITS; i++) {
        const Position *p = ecs_get(w, unit[i], Position);
        double best = INFINITY;
        ecs_entity_t nearest = 0;
        for (int k = 0; k < UNITS; k++) {
            const Position *q = ecs_get(w, unit[k], Position);
            const double dx = (double)p->x - q->x, dy = (double)p->y - q->y, square = dx * dx + dy * dy;
            if (k != i && square < best && (!has_some || k % 5 >= 3) && (!of_enemies || k % 3 % 2 != i % 3 % 2))
                best = square, nearest = unit[k];
        }
        right += ecs_get(w, unit[i], Nearest)->unit == nearest;
    }
    if (right != UNITS)
        printf("flecs: %d threads, listed as %d: %d of %d right\n", threads, listed_as, right, UNITS);
    expect(right == UNITS, "each unit chooses the nearest other unit");
    ecs_fini(w);
    free(crowd_memory), crowd_memory = NULL;
}

/* One `in` for the tables of a loop; units that walk alone, of which some are not in the list. */
static void lists_in_pieces(void) {
    enum { UNITS = 12 };
    ecs_entity_t unit[UNITS];
    ecs_world_t *w = new_world();
    const ecs_entity_t tag = ecs_new(w);
    ecs_add_id(w, ecs_id(Radius), EcsCanToggle);
    for (int i = 0; i < UNITS; i++) {
        unit[i] = ecs_new(w);
        ecs_set(w, unit[i], Position, {100 * (float)i, 0}), ecs_set(w, unit[i], Velocity, {1, 0});
        ecs_set(w, unit[i], Wish, {1, 0}), ecs_set(w, unit[i], Steer, {9, 9}), ecs_set(w, unit[i], Side, {3, 3});
        ecs_set(w, unit[i], Radius, {1}), ecs_enable_component(w, unit[i], Radius, i % 4 > 0);
        if (i >= UNITS / 2)
            ecs_add_id(w, unit[i], tag);
    }
    ecs_iter_t it = ecs_query_iter(w, ecs_query(w, {.terms = {{ecs_id(Position)}, {ecs_id(Side)}, {ecs_id(Radius)}}}));
    ListAll(&it);
    it = ecs_query_iter(w, ecs_query(w, {.terms = {{ecs_id(Position)}, {ecs_id(Velocity)}, {ecs_id(Radius)}}}));
    ListNeighbours(&it);
    expect(all.tables == 4 && neighbours.rows == UNITS - 3, "tables are listed in pieces");
    it = ecs_query_iter(w, ecs_query(w, {.terms = {{ecs_id(Position)}, {ecs_id(Velocity)}, {ecs_id(Steer)}}}));
    const float radius = 1, speed = 1, dt = 0.1f;
    const char *fault = NULL;
    uint32_t row[UNITS];
    int other = 0, straight = 0, rows = 0;
    way_choose2d_in in = WAY_INIT;
    while (ecs_query_next(&it)) {
        in.chaser_x = way_flecs_in(&it, 0, Position, x), in.chaser_y = way_flecs_in(&it, 0, Position, y);
        const way_choose2d_out out = {.target = way_out(row)};
        way_choice how = {.fault = &fault};
        way_flecs_set_choose2d(&all, &it, &in, &out, &how);
        must(way_choose2d(&in, &out, &how), &fault);
        for (int i = 0; i < it.count; i++)
            other += row[i] != WAY_NO_ROW && way_flecs_entity(&all, row[i]) != it.entities[i];
        way_avoid2d_in go = {.chaser_x = in.chaser_x, .chaser_y = in.chaser_y, .radius = way_same(&radius),
                             .chaser_speed = way_same(&speed), .dt = way_same(&dt)};
        go.chaser_vx = go.preferred_vx = way_flecs_in(&it, 1, Velocity, x);
        go.chaser_vy = go.preferred_vy = way_flecs_in(&it, 1, Velocity, y);
        const way_avoid2d_out steer = {.velocity_x = way_flecs_out(&it, 2, Steer, x),
                                       .velocity_y = way_flecs_out(&it, 2, Steer, y)};
        way_avoidance avoidance = {.fault = &fault};
        way_flecs_set_avoid2d(&neighbours, &it, &go, &avoidance);
        must(way_avoid2d(&go, &steer, &avoidance), &fault);
    }
    expect(other == UNITS, "no unit chooses itself, with one `in` for all tables");
    for (int i = 0; i < UNITS; i++) {
        straight += ecs_get(w, unit[i], Steer)->x == 1 && ecs_get(w, unit[i], Steer)->y == 0;
        const uint32_t at = way_flecs_row(&all, unit[i]);
        rows += i % 4 > 0 ? way_flecs_entity(&all, at) == unit[i] : at == WAY_NO_ROW;
    }
    expect(straight == UNITS, "no unit avoids itself");
    expect(rows == UNITS, "a unit between two pieces of a list has no row");
    ecs_fini(w);
}

/* Tables of two units that are near each other, one for each parent. */
enum { FAMILIES = 1000 };
static ecs_entity_t child[2 * FAMILIES];
static ecs_world_t *new_families_world(void) {
    ecs_world_t *w = new_world();
    for (int i = 0; i < FAMILIES; i++)
        for (int k = 0; k < 2; k++) {
            const ecs_entity_t parent = k == 0 ? ecs_new(w) : ecs_get_parent(w, child[2 * i]);
            const ecs_entity_t e = child[2 * i + k] = ecs_new_w_pair(w, EcsChildOf, parent);
            ecs_set(w, e, Position, {10 * (float)i + (float)k, 0}), ecs_set(w, e, Side, {1, 1});
            ecs_set(w, e, Nearest, {0, 0});
        }
    return w;
}
static void list_families(ecs_world_t *w) {
    ecs_iter_t it = ecs_query_iter(w, ecs_query(w, {.terms = {{ecs_id(Position)}, {ecs_id(Side)}}}));
    ListAll(&it);
}
/* Returns how many units have chosen the other one of their family. */
static int families_that_meet(ecs_world_t *w) {
    ecs_iter_t it = ecs_query_iter(w, ecs_query(w, {.terms = {{ecs_id(Position)}, {ecs_id(Side)}, {ecs_id(Nearest)}}}));
    while (ecs_query_next(&it))
        ChooseNearest(&it);
    int right = 0;
    for (int i = 0; i < 2 * FAMILIES; i++)
        right += ecs_get(w, child[i], Nearest)->unit == child[i ^ 1] &&
                 way_flecs_entity(&all, way_flecs_row(&all, child[i])) == child[i];
    return right;
}
static void many_tables(void) {
    ecs_world_t *w = new_families_world();
    list_families(w);
    expect(all.tables == FAMILIES, "each parent has a table");
    expect(families_that_meet(w) == 2 * FAMILIES, "units choose among many tables");
    for (int i = 0; i < 300; i++) /* in tables that are not listed, but which flecs counts with listed ones */
        ecs_set(w, ecs_new_w_pair(w, EcsChildOf, ecs_new(w)), Position, {0, 0});
    expect(families_that_meet(w) == 2 * FAMILIES, "a list stays right when units of other tables are made");
    list_families(w);
    for (int i = 0; i < 300; i++)
        ecs_set(w, ecs_new_w_pair(w, EcsChildOf, ecs_new(w)), Position, {0, 0});
    expect(families_that_meet(w) == 2 * FAMILIES, "also if they are made before the first call");
    ecs_fini(w);
}

enum { WALKERS = 120 };
/* Two columns of walkers of two tables, which walk through each other. */
static ecs_world_t *new_walkers_world(ecs_entity_t *unit, int threads) {
    ecs_world_t *w = new_world();
    const ecs_entity_t tag = ecs_new(w);
    for (int i = 0; i < WALKERS; i++) {
        const float side = i % 2 ? -1 : 1;
        unit[i] = ecs_new(w);
        ecs_set(w, unit[i], Position, {side * (10 + 1.5f * (float)(i / 12)), 1.5f * (float)(i / 2 % 6) + 0.1f * side});
        ecs_set(w, unit[i], Velocity, {0, 0}), ecs_set(w, unit[i], Wish, {-2 * side, 0});
        ecs_set(w, unit[i], Steer, {0, 0}), ecs_set(w, unit[i], Radius, {0.3f + 0.1f * (float)(i % 3)});
        if (i % 2)
            ecs_add_id(w, unit[i], tag);
    }
    ecs_system(w, {.entity = ecs_entity(w, {.name = "ListNeighbours", .add = ecs_ids(ecs_dependson(EcsPreUpdate))}),
                   .query.terms = {{ecs_id(Position), .inout = EcsIn}, {ecs_id(Velocity), .inout = EcsIn},
                                   {ecs_id(Radius), .inout = EcsIn}},
                   .run = ListNeighbours}); /* on one thread */
    ecs_system(w, {.entity = ecs_entity(w, {.name = "AvoidNeighbours", .add = ecs_ids(ecs_dependson(EcsOnUpdate))}),
                   .query.terms = {{ecs_id(Position), .inout = EcsIn}, {ecs_id(Velocity), .inout = EcsIn},
                                   {ecs_id(Radius), .inout = EcsIn}, {ecs_id(Wish), .inout = EcsIn},
                                   {ecs_id(Steer), .inout = EcsOut},
                                   {ecs_id(Steer), .src.id = EcsIsEntity, .inout = EcsOut}}, /* the barrier */
                   .callback = AvoidNeighbours, .multi_threaded = true});
    ecs_system(w, {.entity = ecs_entity(w, {.name = "Move", .add = ecs_ids(ecs_dependson(EcsPostUpdate))}),
                   .query.terms = {{ecs_id(Position)}, {ecs_id(Velocity)}, {ecs_id(Steer), .inout = EcsIn}},
                   .callback = Move, .multi_threaded = true});
    ecs_set_threads(w, threads);
    return w;
}

/* Returns the sum of the walkers' places after 15 seconds. */
static double walkers_pass(int threads) {
    static ecs_entity_t unit[WALKERS];
    ecs_world_t *w = new_walkers_world(unit, threads);
    double deepest = 0, sum = 0;
    for (int frame = 0; frame < 150; frame++) {
        ecs_progress(w, 0.1f);
        for (int i = 0; i < WALKERS; i++)
            for (int k = 0; k < i; k++) {
                const Position *p = ecs_get(w, unit[i], Position), *q = ecs_get(w, unit[k], Position);
                const double apart = ecs_get(w, unit[i], Radius)->m + ecs_get(w, unit[k], Radius)->m;
                deepest = fmax(deepest, 1 - hypot(p->x - q->x, p->y - q->y) / apart);
            }
    }
    for (int i = 0; i < WALKERS; i++)
        sum += (i + 1) * (double)ecs_get(w, unit[i], Position)->x;
    if (deepest > 0.1)
        printf("flecs: %d threads: walkers overlap by %.3f of their radii\n", threads, deepest);
    expect(deepest <= 0.1, "walkers do not overlap");
    expect(ecs_get(w, unit[0], Position)->x < -5 && ecs_get(w, unit[1], Position)->x > 5, "walkers pass each other");
    ecs_fini(w);
    return sum;
}

/* Units of five tables move between tables, die and are born. The row of each unit is that of the list. A hunter keeps
   its target, although other units come a bit nearer. */
static void units_keep_their_targets(int threads) {
    enum { PREY = 500, FRAMES = 40 };
    static ecs_entity_t prey[PREY], target[2 * PREY], hunter[2 * PREY];
    ecs_world_t *w = new_world();
    const ecs_entity_t tag[2] = {ecs_new(w), ecs_new(w)};
    const ecs_entity_t list = ecs_system(
        w, {.entity = ecs_entity(w, {.name = "ListAll", .add = ecs_ids(ecs_dependson(EcsPreUpdate))}),
            .query.terms = {{ecs_id(Position), .inout = EcsIn}, {ecs_id(Side), .inout = EcsIn}}, .run = ListAll});
    ecs_system(w, {.entity = ecs_entity(w, {.add = ecs_ids(ecs_dependson(EcsOnUpdate))}),
                   .query.terms = {{ecs_id(Position), .inout = EcsIn}, {ecs_id(Side), .inout = EcsIn},
                                   {ecs_id(Nearest)}},
                   .callback = KeepTarget, .multi_threaded = true});
    ecs_set_threads(w, threads);
    for (int i = 0; i < PREY; i++) {
        prey[i] = ecs_new(w), hunter[i] = ecs_new(w);
        ecs_set(w, prey[i], Position, {100 * (float)i, 0}), ecs_set(w, prey[i], Side, {2, 0});
        ecs_set(w, hunter[i], Position, {100 * (float)i, 9}), ecs_set(w, hunter[i], Side, {1, 2});
        ecs_set(w, hunter[i], Nearest, {0, 0});
    }
    int kept = 0, rows = 0, listed_units = 0;
    way_choose2d_in in = WAY_INIT;
    way_choice how = WAY_INIT;
    for (int frame = 0; frame < FRAMES; frame++) {
        for (int i = frame % 7; i < PREY && frame > 0; i += 7) {
            target[i] = ecs_new(w); /* nearer than the target, by 1 m */
            ecs_set(w, target[i], Position, {100 * (float)i, 1}), ecs_set(w, target[i], Side, {2, 0});
            ecs_add_id(w, prey[i], tag[frame & 1]), ecs_remove_id(w, prey[i], tag[~frame & 1]);
            if (i % 3 == 0 && frame > 7)
                ecs_delete(w, target[i - frame % 7]); /* another unit than a target */
            if (i % 5 == 0)
                ecs_set(w, hunter[i], Velocity, {0, 0});
        }
        ecs_progress(w, 0.1f);
        ecs_run(w, list, 0, NULL); /* after a frame, its list is an old one */
        way_flecs_set_choose2d(&all, NULL, &in, NULL, &how);
        for (uint32_t row = 0; row < all.rows; row++)
            rows += way_flecs_row(&all, way_flecs_entity(&all, row)) == row, listed_units++;
        for (int i = 0; i < PREY; i++)
            kept += ecs_get(w, hunter[i], Nearest)->unit == prey[i];
    }
    expect(kept == PREY * FRAMES, "hunters keep their targets");
    expect(rows == listed_units && listed_units > 2 * PREY * FRAMES, "the rows of units are those of the list");
    const ecs_entity_t dead = prey[3];
    ecs_delete(w, dead);
    prey[3] = ecs_new(w);
    expect((uint32_t)dead == (uint32_t)prey[3] && dead != prey[3], "flecs uses the number again");
    ecs_set(w, prey[3], Position, {300, 20}), ecs_set(w, prey[3], Side, {2, 0});
    ecs_progress(w, 0.1f);
    expect(way_flecs_row(&all, prey[0]) == WAY_NO_ROW, "a list of an earlier frame has no rows");
    ecs_run(w, list, 0, NULL);
    expect(way_flecs_row(&all, dead) == WAY_NO_ROW && way_flecs_row(&all, prey[3]) < all.rows, "a unit with the number of a dead one");
    expect(ecs_get(w, hunter[3], Nearest)->unit != prey[3], "a dead target is left");
    expect(way_flecs_row(&all, 0) == WAY_NO_ROW && way_flecs_row(&all, tag[0]) == WAY_NO_ROW &&
               way_flecs_row(&all, 123456789) == WAY_NO_ROW, "no row of the list");
    ecs_fini(w);
}

/* 300 units of two sides in three tables. */
static void two_units_for_each_enemy(void) {
    enum { UNITS = 300 };
    static ecs_entity_t unit[UNITS];
    ecs_world_t *w = new_world();
    const ecs_entity_t tag[3] = {ecs_new(w), ecs_new(w), ecs_new(w)};
    for (int i = 0; i < UNITS; i++) {
        unit[i] = ecs_new_w_id(w, tag[i % 3]);
        ecs_set(w, unit[i], Position, {(float)(i * 37 % 100), (float)(i * 61 % 100)});
        ecs_set(w, unit[i], Side, {1u << (i & 1), 2u >> (i & 1)}), ecs_set(w, unit[i], Target, {0});
    }
    ecs_system(w, {.entity = ecs_entity(w, {.add = ecs_ids(ecs_dependson(EcsPreUpdate))}),
                   .query.terms = {{ecs_id(Position), .inout = EcsIn}, {ecs_id(Side), .inout = EcsIn}}, .run = AssignAll});
    ecs_progress(w, 0.1f);
    int served = 0, attackers[UNITS] = {0}, most = 0, friends = 0;
    for (int i = 0; i < UNITS; i++)
        for (int k = 0; k < UNITS; k++)
            if (ecs_get(w, unit[i], Target)->unit == unit[k])
                served++, attackers[k]++, most = attackers[k] > most ? attackers[k] : most, friends += (i & 1) == (k & 1);
    expect(served > UNITS * 9 / 10 && most == 2 && friends == 0, "at most two units attack an enemy");
    ecs_fini(w);
}

/* The numbers of runners begin at `from`. */
static void numbers_that_are_high(uint32_t from) {
    ecs_world_t *w = new_towers_world();
    const ecs_entity_t low = new_runner(w, 30, 0);
    ecs_entity_range_set(w, ecs_entity_range_new(w, from, 0));
    const ecs_entity_t tag = ecs_new(w);
    ecs_entity_t runner[1000], tower[1000];
    for (int i = 0; i < 1000; i++)
        runner[i] = new_runner(w, 10 * (float)(i + 1), 0);
    for (int i = 0; i < 1000; i++) {
        tower[i] = new_tower(w, runner[i]);
        if (i % 2)
            ecs_add_id(w, runner[i], tag);
    }
    expect((uint32_t)runner[0] > from, "high numbers");
    const ecs_entity_t of_low = new_tower(w, low), of_tower = new_tower(w, tower[0]), of_gap = new_tower(w, from - 7);
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    for (int frame = 0; frame < 3; frame++)
        ecs_progress(w, 0.1f);
    getrusage(RUSAGE_SELF, &after);
    expect(after.ru_maxrss - before.ru_maxrss < 16 * 1024, "high numbers take no memory"); /* KiB */
    int right = 0;
    for (int i = 0; i < 1000; i++)
        right += time_of(w, tower[i]) == (float)(i + 1);
    expect(right == 1000 && time_of(w, of_low) == 3, "runners with high and low numbers");
    expect(time_of(w, of_tower) == INFINITY && time_of(w, of_gap) == INFINITY, "no runner has this number");
    for (int i = 0; i < 1000; i += 2)
        ecs_delete(w, runner[i]);
    ecs_progress(w, 0.1f);
    for (int i = 0; i < 1000; i++)
        right -= time_of(w, tower[i]) == (i % 2 ? (float)(i + 1) : INFINITY);
    expect(right == 0, "dead runners with high numbers");
    ecs_fini(w);
}

/* Makes the runners 1, 2 and 3, which stand. The first two have the radius of a prefab, and the third has none. Their
   velocities are sparse. The query also finds targets, if there are any. */
static ecs_iter_t three_runners(ecs_world_t *w, ecs_entity_t *runner) {
    ecs_add_id(w, ecs_id(Velocity), EcsSparse);
    ecs_add_pair(w, ecs_id(Radius), EcsOnInstantiate, EcsInherit);
    const ecs_entity_t kind = ecs_new_w_id(w, EcsPrefab);
    ecs_set(w, kind, Radius, {5});
    for (int i = 0; i < 3; i++) {
        runner[i] = new_runner(w, (float)(i + 1), 0);
        if (i < 2)
            ecs_add_pair(w, runner[i], EcsIsA, kind);
    }
    return ecs_query_iter(w, ecs_query(w, {.terms = {{ecs_id(Position)}, {ecs_id(Velocity)},
                                                     {ecs_id(Radius), .oper = EcsOptional},
                                                     {ecs_id(Target), .oper = EcsOptional}}}));
}

static void best_of(ecs_iter_t *it, way_column_out to) {
    way_flecs_begin(&all);
    way_choose2d_in in = WAY_INIT;
    const way_choose2d_out out = {.target = to};
    way_choice how = {.best = 2};
    way_flecs_set_choose2d(&all, it, &in, &out, &how);
}

static void inherited_and_optional_components(void) {
    ecs_world_t *w = new_world();
    ecs_entity_t runner[3];
    ecs_iter_t it = three_runners(w, runner), again = ecs_query_iter(w, it.query);
    way_flecs_begin(&all), way_flecs_begin(&runners);
    while (ecs_query_next(&it)) {
        way_choose2d_in *in = way_flecs_add_candidates(&all, &it, way_choose2d_in);
        in->runner_x = way_flecs_in(&it, 0, Position, x), in->runner_y = way_flecs_in(&it, 0, Position, y);
        in->weight = way_flecs_in(&it, 2, Radius, m);
        way_intercept2d_in *of = way_flecs_add_runners(&runners, &it, way_intercept2d_in);
        of->runner_x = in->runner_x, of->runner_y = of->runner_vy = in->runner_y;
        of->runner_vx = ecs_field_is_set(&it, 2) ? way_flecs_in(&it, 2, Radius, m) : of->runner_vy;
    }
    const float zero = 0, shot = 10;
    float cost[3], time[3];
    const char *fault = NULL;
    way_choose2d_in in = {.chaser_x = way_same(&zero), .chaser_y = way_same(&zero)};
    const way_choose2d_out out = {.cost = way_out(cost)};
    way_choice how = {.count = 1, .best = 3, .fault = &fault};
    way_flecs_set_choose2d(&all, NULL, &in, &out, &how);
    must(way_choose2d(&in, &out, &how), &fault);
    expect(cost[0] == 3 && cost[1] == 5 && cost[2] == 10, "one table has no weight, and two rows have that of a prefab");
    const way_intercept2d_in aim = {.chaser_x = way_same(&zero), .chaser_y = way_same(&zero), .chaser_speed = way_same(&shot)};
    const way_intercept2d_out hit = {.time = way_out(time)};
    const way_batch two = {.count = 2, .fault = &fault,
                           .targets = way_flecs_targets_at(&runners, way_intercept2d_in, runner, sizeof *runner)};
    must(way_intercept2d(&aim, &hit, &two), &fault);
    expect(time[0] == 1 / 5.0f && time[1] == 2 / 5.0f, "runners with the velocity of a prefab");
    ecs_query_next(&again);
    best_of(&again, way_out((uint32_t *)ecs_field(&again, Position, 0))); /* each position has room for two rows */
    ecs_iter_fini(&again);
    ecs_fini(w);
}

/* ---- mistakes, which end the program with words ---- */
static void too_high(ecs_iter_t *it) {
    ecs_entity_t unit = 600000000;
    ecs_iter_t high = *it;
    high.entities = &unit, high.count = 1;
    way_flecs_begin(&runners);
    way_flecs_add_runners(&runners, &high, way_intercept2d_in);
}
static void not_begun(ecs_iter_t *it) { way_flecs_add_runners(&runners, it, way_intercept2d_in); }
static void two_structs(ecs_iter_t *it) {
    way_flecs_begin(&runners);
    way_flecs_add_runners(&runners, it, way_seek2d_in);
    way_flecs_add_runners(&runners, it, way_intercept2d_in);
}
static void candidates_as_runners(ecs_iter_t *it) {
    way_flecs_begin(&runners);
    way_flecs_add_candidates(&runners, it, way_intercept2d_in);
    way_flecs_targets_at(&runners, way_intercept2d_in, it->entities, 8);
}
static void read_as_choose2d(void) {
    way_choose2d_in in = WAY_INIT;
    way_choice how = WAY_INIT;
    way_flecs_set_choose2d(&all, NULL, &in, NULL, &how);
}
static void begun_once(ecs_iter_t *it) { /* the list of the first frame is begun, that of the second is not */
    way_flecs_begin(&all);
    for (int frame = 0; frame < 2; frame++) {
        way_flecs_add_candidates(&all, it, way_choose2d_in);
        read_as_choose2d();
    }
}
static void begun_once_for_targets(ecs_iter_t *it) {
    way_flecs_begin(&runners);
    for (int frame = 0; frame < 2; frame++) {
        way_flecs_add_runners(&runners, it, way_lead2d_in);
        way_flecs_targets_at(&runners, way_lead2d_in, it->entities, 8);
    }
}
static void read_before_it_is_begun(ecs_iter_t *it) {
    read_as_choose2d();
    way_flecs_add_candidates(&all, it, way_choose2d_in);
}
static void neighbours_as_candidates(ecs_iter_t *it) {
    way_flecs_begin(&all);
    way_flecs_add_candidates(&all, it, way_avoid2d_in);
    read_as_choose2d();
}
static void runners_of_another_behaviour(ecs_iter_t *it) {
    way_flecs_begin(&runners);
    way_flecs_add_runners(&runners, it, way_lead2d_in);
    way_flecs_targets_at(&runners, way_intercept2d_in, it->entities, 8);
}
static void no_such_field(ecs_iter_t *it) { way_flecs_in(it, 4, Position, x); }
static void another_type(ecs_iter_t *it) { way_flecs_in(it, 0, Radius, m); }
static void a_type_of_the_same_size(ecs_iter_t *it) { way_flecs_in(it, 0, Wish, x); }
static void an_output_of_the_same_size(ecs_iter_t *it) { way_flecs_out(it, 0, Steer, x); }
/* Queries whose field has another component in each table. flecs gives no size to such a field. */
static void fields_of_several_components(ecs_world_t *w, ecs_iter_t *either, ecs_iter_t *pair) {
    const ecs_entity_t likes = ecs_new(w);
    new_runner(w, 1, 2), ecs_set(w, ecs_new(w), Radius, {3}), ecs_set(w, ecs_new(w), Wish, {4, 5});
    ecs_set_id(w, ecs_new(w), ecs_pair(likes, ecs_id(Radius)), sizeof(Radius), &(Radius){3});
    ecs_set_id(w, ecs_new(w), ecs_pair(likes, ecs_id(Wish)), sizeof(Wish), &(Wish){4, 5});
    *either = ecs_query_iter(w, ecs_query(w, {.terms = {{ecs_id(Position), .oper = EcsOr}, {ecs_id(Radius), .oper = EcsOr}, {ecs_id(Wish)}}}));
    *pair = ecs_query_iter(w, ecs_query(w, {.terms = {{ecs_pair(likes, EcsWildcard)}}}));
}
static way_column first_of(ecs_iter_t *it) {
    const ecs_entity_t type = ecs_get_typeid(it->world, ecs_field_id(it, 0));
    return type == ecs_id(Position) ? way_flecs_in(it, 0, Position, x)
           : type == ecs_id(Radius) ? way_flecs_in(it, 0, Radius, m)
                                    : way_flecs_in(it, 0, Wish, y);
}
static void each_component_of_a_field(void) {
    ecs_world_t *w = new_world();
    ecs_iter_t either, pair;
    float sum = 0, outputs = 0;
    for (fields_of_several_components(w, &either, &pair); ecs_query_next(&either);) {
        sum += *(const float *)first_of(&either).data;
        if (ecs_field_id(&either, 0) == ecs_id(Radius))
            outputs += *(const float *)way_flecs_out(&either, 0, Radius, m).data;
    }
    expect(sum == 1 + 3 + 5 && outputs == 3, "a field of one of three components (EcsOr) has the one of the table");
    for (sum = 0; ecs_query_next(&pair);)
        sum += *(const float *)first_of(&pair).data;
    expect(sum == 3 + 5, "a pair with a wildcard has the component of the table");
    ecs_fini(w);
}
/* Fields that a table lacks: a lawful program may read them as any component that other tables have there. */
static void fields_that_are_not_set(void) {
    ecs_world_t *w = new_world();
    const ecs_entity_t likes = ecs_new(w);
    new_runner(w, 1, 0);
    ecs_iter_t it = ecs_query_iter(w, ecs_query(w, {.terms = {{ecs_id(Position)}, {ecs_id(Radius), .oper = EcsOptional},
        {ecs_pair(likes, EcsWildcard), .oper = EcsOptional}, {ecs_pair(EcsWildcard, ecs_id(Radius)), .oper = EcsOptional},
        {ecs_id(Aim), .oper = EcsNot}, {ecs_id(Steer), .src.id = EcsIsEntity, .inout = EcsOut}}}));
    while (ecs_query_next(&it) && ecs_field_is_set(&it, 1)) {}
    expect(way_flecs_in(&it, 1, Radius, m).data == NULL && way_flecs_out(&it, 1, Radius, m).data == NULL &&
               way_flecs_in(&it, 2, Radius, m).data == NULL && way_flecs_in(&it, 2, Wish, x).data == NULL &&
               way_flecs_in(&it, 3, Wish, x).data == NULL && way_flecs_in(&it, 4, Aim, time).data == NULL &&
               way_flecs_in(&it, 5, Steer, x).data == NULL && way_flecs_in(&it, 0, Position, x).data != NULL,
           "a field that is not set is no column");
    ecs_iter_fini(&it), ecs_fini(w);
}
static void another_component_of_or(ecs_iter_t *it) {
    ecs_iter_t either, pair;
    for (fields_of_several_components(it->world, &either, &pair); ecs_query_next(&either);)
        way_flecs_in(&either, 0, Radius, m);
}
static void another_component_of_a_pair(ecs_iter_t *it) {
    ecs_iter_t either, pair;
    for (fields_of_several_components(it->world, &either, &pair); ecs_query_next(&pair);)
        way_flecs_in(&pair, 0, Radius, m);
}
static void targets_of_the_same_size(ecs_iter_t *it) { /* targets in positions */
    way_batch batch = WAY_INIT;
    way_flecs_set_batch(&runners, way_intercept2d_in, it, 0, Target, unit, &batch);
}
static void listed_in_an_earlier_frame(ecs_iter_t *it) {
    way_flecs_begin(&all);
    way_flecs_add_candidates(&all, it, way_choose2d_in);
    ecs_world_t *const w = it->world;
    ecs_iter_fini(it), ecs_progress(w, 0.1f);
    read_as_choose2d();
}
static void listed_no_more(ecs_iter_t *it) {
    (void)it; /* of another world */
    ecs_world_t *w = new_towers_world();
    new_tower(w, new_runner(w, 10, 0));
    ecs_progress(w, 0.1f), ecs_enable(w, ecs_lookup(w, "ListRunners"), false), ecs_progress(w, 0.1f);
}
static void a_sparse_field(ecs_iter_t *it) { way_flecs_in(it, 1, Velocity, x); }
static void an_inherited_output(ecs_iter_t *it) {
    do
        way_flecs_out(it, 2, Radius, m);
    while (ecs_query_next(it));
}
static void no_targets(ecs_iter_t *it) {
    way_batch batch = WAY_INIT;
    way_flecs_set_batch(&runners, way_intercept2d_in, it, 3, Target, unit, &batch);
}
static void never_begun(ecs_iter_t *it) { /* no system of the world lists */
    way_avoid2d_in in = WAY_INIT;
    way_avoidance how = WAY_INIT;
    way_flecs_set_avoid2d(&neighbours, it, &in, &how);
}
static void never_begun_for_targets(ecs_iter_t *it) {
    (void)it; /* of another world */
    ecs_world_t *w = new_world();
    ECS_SYSTEM(w, AimAtTarget, EcsOnUpdate, [in] Position, [in] Target, [out] Aim);
    new_tower(w, 0), ecs_progress(w, 0.1f);
}
static void two_rows_in_one_member(ecs_iter_t *it) {
    best_of(it, way_to((uint32_t *)ecs_field(it, Position, 0), sizeof(Position)));
}

static void a_list_is_not_set(ecs_iter_t *it) { /* the choice has no count, so it writes no row */
    way_flecs_begin(&all);
    way_flecs_add_candidates(&all, it, way_choose2d_in);
    const way_column x = way_flecs_in(it, 0, Position, x);
    uint32_t row = 0;
    const way_choose2d_in in = {.chaser_x = x, .chaser_y = x};
    const way_choose2d_out out = {.target = way_out(&row)};
    const way_choice how = WAY_INIT;
    if (way_choose2d(&in, &out, &how) == WAY_OK)
        way_flecs_entity(&all, row);
}
static void a_row_beyond_the_list(ecs_iter_t *it) {
    way_flecs_begin(&all);
    way_flecs_add_candidates(&all, it, way_choose2d_in);
    read_as_choose2d();
    if (way_flecs_entity(&all, WAY_NO_ROW) == 0 && way_flecs_entity(&all, 0) == it->entities[0])
        way_flecs_entity(&all, (uint32_t)it->count);
}
static void listed_by_threads(ecs_iter_t *it) {
    (void)it; /* of another world */
    ecs_world_t *w = new_towers_world();
    new_tower(w, new_runner(w, 10, 0));
    ecs_system(w, {.entity = ecs_entity(w, {.add = ecs_ids(ecs_dependson(EcsPreUpdate))}),
                   .query.terms = {{ecs_id(Position), .inout = EcsIn}, {ecs_id(Velocity), .inout = EcsIn}},
                   .run = ListRunners, .multi_threaded = true});
    ecs_progress(w, 0.1f);
}

/* In debug builds: ends the program if way_check finds a likely mistake. */
static void must_look_right(const char *call, const void *in, int choosers, int candidates) {
    const char *column = NULL, *mistake = way_check(call, in, (size_t)choosers, (size_t)candidates, &column);
    if (mistake != NULL)
        fprintf(stderr, "waylay: %s: %s\n", column, mistake), abort();
}

/* The same for both halves of a choice, after way_flecs_set_choose2d: with the candidates of the first table. */
static void halves_must_fit(way_choose2d_in in, const way_choice *how) {
    const way_choose2d_in *candidates = (const void *)how->runner_parts->in;
    if (candidates != NULL) {
        in.runner_x = candidates->runner_x, in.runner_y = candidates->runner_y, in.runner_mask = candidates->runner_mask;
        must_look_right("choose2d", &in, (int)how->count, (int)how->runner_parts->count);
    }
}

/* One member for two columns, and floats where bits or rows are read. */
enum { RIGHT, ONE_AXIS, ONE_AXIS_OF_VELOCITIES, A_FLOAT_MASK, ONE_AXIS_OF_CHOOSERS, A_FLOAT_MASK_OF_CHOOSERS, A_FLOAT_TARGET,
       A_FLOAT_ROW, ONE_OUTPUT, ONE_AXIS_OF_AGENTS, ONE_AXIS_OF_WISHES, BITS_AS_FLOATS, ZEROS,
       NO_MASKS_OF_CANDIDATES, NO_MASKS_OF_CHOOSERS };
static void columns_as_in(int mistaken) {
    ecs_world_t *w = new_world();
    for (int i = 0; i < 3; i++) {
        const ecs_entity_t unit = new_runner(w, (float)i, 1);
        ecs_set(w, unit, Side, {1, 3}), ecs_set(w, unit, Wish, {0, mistaken == ZEROS ? 0 : 1});
        ecs_set(w, unit, Nearest, {0, 0}), ecs_set(w, unit, Aim, {0, 0}), ecs_set(w, unit, Target, {0});
    }
    ecs_iter_t it = ecs_query_iter(w, ecs_query(w, {.terms = {{ecs_id(Position)}, {ecs_id(Velocity)}, {ecs_id(Side)},
        {ecs_id(Wish)}, {ecs_id(Nearest)}, {ecs_id(Aim)}, {ecs_id(Target)}}}));
    ecs_query_next(&it);
    const way_column x = way_flecs_in(&it, 0, Position, x), vx = way_flecs_in(&it, 1, Velocity, x);
    const way_column y = way_flecs_in(&it, 0, Position, y), vy = way_flecs_in(&it, 1, Velocity, y);
    const way_column seen = way_flecs_in(&it, 2, Side, seen), wish = way_flecs_in(&it, 3, Wish, y);
    way_flecs_begin(&all), way_flecs_begin(&neighbours), way_flecs_begin(&runners);
    way_choose2d_in *unit = way_flecs_add_candidates(&all, &it, way_choose2d_in);
    unit->runner_x = x, unit->runner_y = mistaken == ONE_AXIS ? x : y;
    unit->runner_mask = mistaken == A_FLOAT_MASK ? vx : mistaken == NO_MASKS_OF_CANDIDATES ? (way_column)WAY_INIT : seen;
    unit->weight = mistaken == BITS_AS_FLOATS ? seen : vx;
    if (mistaken == RIGHT || mistaken == BITS_AS_FLOATS)
        must_look_right("choose2d", unit, 0, it.count);
    way_avoid2d_in *body = way_flecs_add_candidates(&neighbours, &it, way_avoid2d_in);
    body->runner_x = x, body->runner_y = y, body->runner_vx = vx;
    body->runner_vy = mistaken == ONE_AXIS_OF_VELOCITIES ? vx : vy, body->runner_mask = seen;
    way_intercept2d_in *runner = way_flecs_add_runners(&runners, &it, way_intercept2d_in);
    runner->runner_x = x, runner->runner_y = y, runner->runner_vx = vx, runner->runner_vy = vy;
    const float dt = 1, speed = 1;
    const uint32_t bits[3] = {3, 3, 3};
    float cost[3];
    const char *fault = NULL;
    way_choose2d_in in = {.chaser_x = x, .chaser_y = mistaken == ONE_AXIS_OF_CHOOSERS ? x : y, .facing_x = wish, .facing_y = wish};
    in.facing_x = mistaken == ZEROS ? wish : x;
    in.chaser_mask = mistaken == A_FLOAT_MASK_OF_CHOOSERS ? wish : way_in(bits);
    if (mistaken == NO_MASKS_OF_CHOOSERS)
        in.chaser_mask = (way_column)WAY_INIT;
    in.present = mistaken == A_FLOAT_ROW ? vx : way_flecs_in(&it, 4, Nearest, row);
    way_choose2d_out out = {.target = way_flecs_out(&it, 4, Nearest, row), .cost = way_out(cost)};
    if (mistaken == A_FLOAT_TARGET)
        out.target = way_flecs_out(&it, 5, Aim, time);
    if (mistaken == ONE_OUTPUT)
        out.cost = out.target;
    way_choice how = {.fault = &fault};
    way_flecs_set_choose2d(&all, &it, &in, &out, &how);
    if (mistaken == RIGHT)
        must_look_right("choose2d", &in, it.count, 0);
    if (mistaken == RIGHT || mistaken == NO_MASKS_OF_CANDIDATES || mistaken == NO_MASKS_OF_CHOOSERS)
        halves_must_fit(in, &how);
    must(way_choose2d(&in, &out, &how), &fault);
    way_avoid2d_in go = {.chaser_x = x, .chaser_y = y, .chaser_vx = vx, .chaser_vy = mistaken == ONE_AXIS_OF_AGENTS ? vx : vy,
                         .preferred_vx = mistaken == ONE_AXIS_OF_WISHES || mistaken == ZEROS ? wish : vx, .preferred_vy = wish,
                         .radius = way_same(&speed), .chaser_speed = way_same(&speed), .dt = way_same(&dt)};
    const way_avoid2d_out steer = {.velocity_x = way_flecs_out(&it, 5, Aim, time)};
    way_avoidance avoidance = {.fault = &fault};
    way_flecs_set_avoid2d(&neighbours, &it, &go, &avoidance);
    must(way_avoid2d(&go, &steer, &avoidance), &fault);
    way_batch batch = {.fault = &fault};
    way_flecs_set_batch(&runners, way_intercept2d_in, &it, 6, Target, unit, &batch);
    expect(batch.count == 3 && cost[1] == 1, "right columns are not refused");
    ecs_iter_fini(&it), ecs_fini(w);
}
static void one_axis(ecs_iter_t *it) { (void)it, columns_as_in(ONE_AXIS); }
static void one_axis_of_velocities(ecs_iter_t *it) { (void)it, columns_as_in(ONE_AXIS_OF_VELOCITIES); }
static void one_axis_of_choosers(ecs_iter_t *it) { (void)it, columns_as_in(ONE_AXIS_OF_CHOOSERS); }
static void one_axis_of_agents(ecs_iter_t *it) { (void)it, columns_as_in(ONE_AXIS_OF_AGENTS); }
static void no_masks_of_candidates(ecs_iter_t *it) { (void)it, columns_as_in(NO_MASKS_OF_CANDIDATES); }
static void no_masks_of_choosers(ecs_iter_t *it) { (void)it, columns_as_in(NO_MASKS_OF_CHOOSERS); }
static void one_axis_of_wishes(ecs_iter_t *it) { (void)it, columns_as_in(ONE_AXIS_OF_WISHES); }
static void a_float_mask(ecs_iter_t *it) { (void)it, columns_as_in(A_FLOAT_MASK); }
static void a_float_mask_of_choosers(ecs_iter_t *it) { (void)it, columns_as_in(A_FLOAT_MASK_OF_CHOOSERS); }
static void a_float_row(ecs_iter_t *it) { (void)it, columns_as_in(A_FLOAT_ROW); }
static void a_float_target(ecs_iter_t *it) { (void)it, columns_as_in(A_FLOAT_TARGET); }
static void bits_as_floats(ecs_iter_t *it) { (void)it, columns_as_in(BITS_AS_FLOATS); }
static void one_output(ecs_iter_t *it) { (void)it, columns_as_in(ONE_OUTPUT); }

/* Lists 64 units of two tables in `all` and `runners`. */
static ecs_world_t *listed_world(ecs_entity_t *unit) {
    ecs_world_t *w = new_world();
    const ecs_entity_t tag = ecs_new(w);
    for (int i = 0; i < 64; i++) {
        unit[i] = new_runner(w, (float)(i * 37 % 64), 0), ecs_set(w, unit[i], Side, {1, 1});
        if (i % 2)
            ecs_add_id(w, unit[i], tag);
    }
    ecs_iter_t it = ecs_query_iter(w, ecs_query(w, {.terms = {{ecs_id(Position)}, {ecs_id(Side)}}}));
    ListAll(&it);
    it = ecs_query_iter(w, ecs_query(w, {.terms = {{ecs_id(Position)}, {ecs_id(Velocity)}}}));
    ListRunners(&it);
    return w;
}
static void read_as_targets(const ecs_entity_t *unit) {
    way_flecs_targets_at(&runners, way_intercept2d_in, unit, sizeof *unit);
}
static void sort_by_position(ecs_world_t *w) {
    ecs_iter_t it = ecs_query_iter(w, ecs_query(w, {.terms = {{ecs_id(Position)}}, .order_by = ecs_id(Position),
                                                    .order_by_callback = by_position}));
    while (ecs_query_next(&it)) {}
}
static void a_unit_is_made(ecs_iter_t *it) { /* without a reason for flecs to move the table */
    (void)it; /* of another world */
    ecs_entity_t unit[64];
    ecs_world_t *w = listed_world(unit);
    ecs_delete(w, unit[1]);
    ecs_iter_t again = ecs_query_iter(w, ecs_query(w, {.terms = {{ecs_id(Position)}, {ecs_id(Side)}}}));
    ListAll(&again), read_as_choose2d();
    ecs_set(w, ecs_new_w_id(w, ecs_get_type(w, unit[3])->array[ecs_get_type(w, unit[3])->count - 1]), Radius, {1});
    read_as_choose2d(); /* the new unit is in no listed table */
    new_runner(w, 1, 0);
    read_as_choose2d(); /* the same */
    ecs_set(w, new_runner(w, 1, 0), Side, {1, 1});
    read_as_choose2d();
}
static void many_units_are_made(ecs_iter_t *it) {
    (void)it;
    ecs_entity_t unit[64];
    ecs_world_t *w = listed_world(unit);
    for (int i = 0; i < 1000; i++)
        ecs_set(w, new_runner(w, 1, 0), Side, {1, 1});
    read_as_choose2d();
}
static void a_unit_is_deleted(ecs_iter_t *it) {
    (void)it;
    ecs_entity_t unit[64];
    ecs_world_t *w = listed_world(unit);
    ecs_delete(w, unit[5]), read_as_choose2d();
}
static void all_units_are_deleted(ecs_iter_t *it) { /* and flecs frees their tables */
    (void)it;
    ecs_entity_t unit[64];
    ecs_world_t *w = listed_world(unit);
    ecs_delete_with(w, ecs_id(Side)), ecs_run_aperiodic(w, 0);
    ecs_delete_empty_tables(w, &(ecs_delete_empty_tables_desc_t){.delete_generation = 1, .clear_generation = 1});
    ecs_delete_empty_tables(w, &(ecs_delete_empty_tables_desc_t){.delete_generation = 1, .clear_generation = 1});
    read_as_choose2d();
}
static void a_unit_is_changed(ecs_iter_t *it) { /* and another one takes its place: the table has as many units */
    (void)it;
    ecs_entity_t unit[64];
    ecs_world_t *w = listed_world(unit);
    ecs_set(w, unit[4], Radius, {1}), ecs_remove(w, unit[4], Radius);
    read_as_choose2d(); /* the columns have the same units */
    read_as_targets(unit);
}
static void a_row_of_a_changed_table(ecs_iter_t *it) {
    (void)it;
    ecs_entity_t unit[64];
    ecs_world_t *w = listed_world(unit);
    read_as_choose2d();
    if (way_flecs_row(&all, unit[6]) < 64)
        ecs_delete(w, unit[4]), way_flecs_row(&all, unit[6]);
}
static void an_entity_of_a_changed_table(ecs_iter_t *it) {
    (void)it;
    ecs_entity_t unit[64];
    ecs_world_t *w = listed_world(unit);
    read_as_choose2d();
    if (way_flecs_entity(&all, 2) == unit[4])
        ecs_delete(w, unit[4]), way_flecs_entity(&all, 2);
}
static void one_of_many_tables_is_changed(int table) {
    ecs_world_t *w = new_families_world();
    list_families(w), read_as_choose2d();
    for (int i = 0; i < 300; i++)
        ecs_set(w, ecs_new_w_pair(w, EcsChildOf, ecs_new(w)), Position, {0, 0});
    read_as_choose2d();
    const ecs_entity_t parent = ecs_get_parent(w, child[2 * table]);
    ecs_delete(w, child[2 * table + 1]), ecs_set(w, ecs_new_w_pair(w, EcsChildOf, parent), Position, {0, 0});
    read_as_choose2d();
}
static void the_first_of_many_tables_is_changed(ecs_iter_t *it) { (void)it, one_of_many_tables_is_changed(0); }
static void a_table_of_many_is_changed(ecs_iter_t *it) { (void)it, one_of_many_tables_is_changed(400); }
static void the_last_of_many_tables_is_changed(ecs_iter_t *it) { (void)it, one_of_many_tables_is_changed(FAMILIES - 1); }
static void sorted_runners(ecs_iter_t *it) {
    (void)it;
    ecs_entity_t unit[64];
    sort_by_position(listed_world(unit));
    read_as_choose2d(); /* its columns are sorted, too */
    read_as_targets(unit);
}
static void a_sorted_crowd(ecs_iter_t *it) {
    (void)it;
    ecs_entity_t unit[64];
    sort_by_position(listed_world(unit));
    static uint64_t memory[4096];
    way_choose2d_in in = WAY_INIT;
    way_choice how = {.crowd2d = (const way_crowd2d *)memory};
    way_flecs_set_choose2d(&all, NULL, &in, NULL, &how);
}
static void listed_twice(ecs_iter_t *it) { /* a table for each pair */
    (void)it;
    ecs_world_t *w = new_world();
    const ecs_entity_t likes = ecs_new(w), unit = new_runner(w, 1, 0);
    ecs_set(w, unit, Side, {1, 1}), ecs_add_pair(w, unit, likes, ecs_new(w)), ecs_add_pair(w, unit, likes, ecs_new(w));
    ecs_iter_t list = ecs_query_iter(w, ecs_query(w, {.terms = {{ecs_id(Position)}, {ecs_id(Side)},
                                                                {ecs_pair(likes, EcsWildcard)}}}));
    ListAll(&list);
    expect(all.rows == 2, "a wildcard lists a unit twice");
    read_as_choose2d(); /* right for choosers that are no units of the list */
    ecs_iter_t choosers = ecs_query_iter(w, ecs_query(w, {.terms = {{ecs_id(Position)}}}));
    ecs_query_next(&choosers);
    way_choose2d_in in = WAY_INIT;
    way_choice how = WAY_INIT;
    way_flecs_set_choose2d(&all, &choosers, &in, NULL, &how);
}
static void an_output_that_is_only_read(ecs_iter_t *it) {
    ecs_iter_t read = ecs_query_iter(it->world, ecs_query(it->world, {.terms = {{ecs_id(Position), .inout = EcsOut},
                                                                               {ecs_id(Position), .inout = EcsIn}}}));
    ecs_query_next(&read);
    way_flecs_out(&read, 0, Position, x), way_flecs_in(&read, 1, Position, x), way_flecs_out(&read, 1, Position, x);
}
static void an_output_that_is_not_accessed(ecs_iter_t *it) {
    ecs_query_t *q = ecs_query(it->world, {.terms = {{ecs_id(Position), .inout = EcsInOutNone}}});
    ecs_iter_t none = ecs_query_iter(it->world, q);
    ecs_query_next(&none), way_flecs_out(&none, 0, Position, x);
}
static void Nothing(ecs_iter_t *it) { (void)it; }
/* A system of walkers that runs at the same time as AvoidNeighbours. */
static void walkers_meet(ecs_iter_action_t system, ecs_inout_kind_t velocity) {
    static ecs_entity_t unit[WALKERS];
    ecs_world_t *w = new_walkers_world(unit, 2);
    ecs_system(w, {.entity = ecs_entity(w, {.name = "Another", .add = ecs_ids(ecs_dependson(EcsOnUpdate))}),
                   .query.terms = {{ecs_id(Position), .inout = EcsIn}, {ecs_id(Velocity), .inout = (int16_t)velocity},
                                   {ecs_id(Radius), .inout = EcsIn}, {ecs_id(Wish), .inout = EcsIn},
                                   {ecs_id(Aim), .inout = EcsOut}},
                   .callback = system, .multi_threaded = true});
    ecs_enable(w, ecs_lookup(w, "AvoidNeighbours"), velocity != EcsOut);
    for (int i = 0; i < WALKERS; i++)
        ecs_set(w, unit[i], Aim, {0, 0});
    for (int frame = 0; frame < 3; frame++)
        ecs_progress(w, 0.1f);
    ecs_fini(w);
}
static void ReadNeighbours(ecs_iter_t *it) {
    way_avoid2d_in in = WAY_INIT;
    way_avoidance how = WAY_INIT;
    way_flecs_set_avoid2d(&neighbours, it, &in, &how);
}
static void one_writes_what_another_reads(ecs_iter_t *it) { (void)it, walkers_meet(Nothing, EcsInOut); }
static void one_writes_what_it_reads(ecs_iter_t *it) { (void)it, walkers_meet(ReadNeighbours, EcsOut); }
static void reads_only(ecs_iter_t *it) { (void)it, walkers_meet(ReadNeighbours, EcsIn), puts("it is not refused"), fflush(stdout), abort(); }

static void ListNothing(ecs_iter_t *it) {
    while (ecs_query_next(it)) {}
}

/* Two systems list the units in `all`: in one frame, in two frames, twice each, between frames, or each for itself. */
enum { IN_TURNS, ALONE, BETWEEN_FRAMES, EACH_READS_ITS_OWN };
static int chosen;
static void ListAndChoose(ecs_iter_t *it) { /* reads its own list */
    ListAll(it);
    const float zero = 0;
    const char *fault = NULL;
    uint32_t row = 0;
    way_choose2d_in in = {.chaser_x = way_same(&zero), .chaser_y = way_same(&zero)};
    const way_choose2d_out out = {.target = way_out(&row)};
    way_choice how = {.count = 1, .fault = &fault};
    way_flecs_set_choose2d(&all, NULL, &in, &out, &how);
    must(way_choose2d(&in, &out, &how), &fault), chosen += row == 0;
}
/* Runners whose columns have other names than runner_x. */
static void arrive_at_runners(void) {
    ecs_entity_t runner[3];
    ecs_world_t *w = new_world();
    ecs_iter_t it = three_runners(w, runner);
    ecs_query_next(&it);
    way_flecs_begin(&runners);
    way_arrive2d_in *in = way_flecs_add_runners(&runners, &it, way_arrive2d_in);
    in->to_x = way_flecs_in(&it, 0, Position, x), in->to_y = way_flecs_in(&it, 0, Position, y);
    way_batch batch = {.count = 1};
    batch.targets = way_flecs_targets_at(&runners, way_arrive2d_in, runner, sizeof *runner);
    expect(batch.targets.part_count == 2, "a list of arrive2d has targets");
    ecs_iter_fini(&it), ecs_fini(w);
}
/* Where masks lie now, another component had a float. */
static void masks_in_memory_of_floats(void) {
    ecs_world_t *w = new_world();
    const ecs_entity_t unit = new_runner(w, 1, 0);
    ecs_set(w, unit, Side, {1, 1});
    const Side *side = ecs_get(w, unit, Side);
    uint32_t note;
    volatile uint32_t *const at = way_flecs_note(w, ecs_id(Position), &side->seen, 0, &note);
    way_flecs_store(at, note | 1);
    way_flecs_check_words(w, ecs_get_table(w, unit), &side->seen, 0, "chaser_mask");
    ecs_fini(w);
}
static void begun_by_two_systems(int use, int threads) {
    ecs_world_t *w = new_world();
    const ecs_entity_t tag = ecs_new(w);
    for (int i = 0; i < 2; i++) {
        const ecs_entity_t unit = new_runner(w, (float)i, 0);
        ecs_set(w, unit, Side, {1, 1}), ecs_set(w, unit, Nearest, {0, 0});
        if (i == 0)
            ecs_add_id(w, unit, tag);
    }
    const ecs_iter_action_t run = use == EACH_READS_ITS_OWN ? ListAndChoose : ListAll;
    const ecs_entity_t first = ecs_system(w, {.entity = ecs_entity(w, {.name = "First", .add = ecs_ids(ecs_dependson(EcsPreUpdate))}),
        .query.terms = {{ecs_id(Position), .inout = EcsIn}, {ecs_id(Side), .inout = EcsIn}, {tag}}, .run = run});
    const ecs_entity_t second = ecs_system(w, {.entity = ecs_entity(w, {.name = "Second", .add = ecs_ids(ecs_dependson(EcsPreUpdate))}),
        .query.terms = {{ecs_id(Position), .inout = EcsIn}, {ecs_id(Side), .inout = EcsIn}, {tag, .oper = EcsNot}}, .run = run});
    ecs_system(w, {.entity = ecs_entity(w, {.name = "Choose", .add = ecs_ids(ecs_dependson(EcsOnUpdate))}),
                   .query.terms = {{ecs_id(Position), .inout = EcsIn}, {ecs_id(Side), .inout = EcsIn}, {ecs_id(Nearest)}},
                   .callback = ChooseNearest, .multi_threaded = true});
    ecs_set_threads(w, threads);
    for (int frame = 0; frame < 6; frame++) {
        ecs_enable(w, second, use != ALONE && use != BETWEEN_FRAMES && (use != IN_TURNS || frame % 2 == 1));
        ecs_enable(w, first, use != IN_TURNS || frame % 2 == 0);
        if (use == ALONE) /* twice in one frame, and once between frames */
            ecs_frame_begin(w, 0.1f), ecs_run_pipeline(w, ecs_get_pipeline(w), 0.1f), ecs_run(w, first, 0, NULL), ecs_frame_end(w);
        if (use == BETWEEN_FRAMES)
            ecs_enable(w, second, true), ecs_run(w, second, 0, NULL), ecs_run(w, first, 0, NULL), ecs_enable(w, second, false);
        ecs_progress(w, 0.1f);
        if (use == BETWEEN_FRAMES)
            ecs_enable(w, second, true), ecs_run(w, second, 0, NULL);
    }
    ecs_fini(w);
}
static void lists_that_are_begun_again(void) {
    const int before = checks;
    for (int threads = 1; threads <= 2; threads++)
        for (int use = IN_TURNS; use <= BETWEEN_FRAMES; use++)
            begun_by_two_systems(use, threads);
    begun_by_two_systems(EACH_READS_ITS_OWN, 1);
    expect(checks == before && chosen == 12, "lists that two systems begin rightly");
    arrive_at_runners(), masks_in_memory_of_floats();
    ecs_world_t *w = new_world(); /* the list of one world after the other, in the same frame: another system lists */
    for (int world = 0; world < 2; world++) {
        const ecs_entity_t unit = new_runner(w, 1, 0);
        ecs_set(w, unit, Side, {1, 1});
        for (int i = 0; i < 2; i++)
            ecs_system(w, {.entity = ecs_entity(w, {.name = i == 0 ? "A" : "B", .add = ecs_ids(ecs_dependson(EcsPreUpdate))}),
                           .query.terms = {{ecs_id(Position), .inout = EcsIn}, {ecs_id(Side), .inout = EcsIn}},
                           .run = i == world ? ListAll : ListNothing});
        ecs_progress(w, 0.1f);
        ecs_fini(w);
        if (world == 0)
            w = new_world_with_old_lists();
    }
}

static void mistake(void (*made)(ecs_iter_t *), const char *words) {
    int pipes[2];
    char said[4096] = "";
    if (pipe(pipes) != 0)
        exit(2);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        dup2(pipes[1], 2), dup2(pipes[1], 1);
        ecs_world_t *w = new_world();
        ecs_entity_t runner[3];
        ecs_iter_t it = three_runners(w, runner);
        ecs_query_next(&it);
        made(&it);
        _exit(0);
    }
    close(pipes[1]);
    for (ssize_t got = 0, held = 0; (got = read(pipes[0], said + held, sizeof said - 1 - (size_t)held)) > 0;)
        held += got;
    close(pipes[0]);
    int status;
    waitpid(child, &status, 0);
    expect(WIFSIGNALED(status) && strstr(said, words) != NULL, words);
}

int main(void) {
    mistake(too_high, "number of an entity");
    mistake(not_begun, "call way_flecs_begin");
    mistake(two_structs, "a list of way_seek2d_in is used as a list of way_intercept2d_in");
    mistake(candidates_as_runners, "way_flecs_add_runners");
    mistake(begun_once, "call way_flecs_begin");
    mistake(begun_once_for_targets, "call way_flecs_begin");
    mistake(read_before_it_is_begun, "call way_flecs_begin");
    mistake(neighbours_as_candidates, "a list of way_avoid2d_in is used as a list of way_choose2d_in");
    mistake(runners_of_another_behaviour, "a list of way_lead2d_in is used as a list of way_intercept2d_in");
    mistake(no_such_field, "no field of this number");
    mistake(another_type, "(Position) has another type than is read, Radius");
    mistake(a_type_of_the_same_size, "(Position) has another type than is read, Wish");
    mistake(an_output_of_the_same_size, "(Position) has another type than is read, Steer");
    mistake(another_component_of_or, "(Position) has another type than is read, Radius");
    mistake(another_component_of_a_pair, "Wish)) has another type than is read, Radius");
    each_component_of_a_field(), fields_that_are_not_set();
    mistake(targets_of_the_same_size, "(Position) has another type than is read, Target");
    mistake(listed_in_an_earlier_frame, "a list of an earlier frame");
    mistake(listed_no_more, "a list of an earlier frame");
    mistake(a_sparse_field, "(Velocity) is sparse");
    mistake(an_inherited_output, "(Radius) is an output");
    mistake(no_targets, "(Target) is not in this table");
    mistake(never_begun, "a list is read that was never begun");
    mistake(never_begun_for_targets, "a list is read that was never begun");
    mistake(two_rows_in_one_member, "(Position) has no room for `best` rows per unit");
    mistake(a_list_is_not_set, "a row is read before a call: set the list");
    mistake(a_row_beyond_the_list, "a row is read that the list does not have");
    mistake(listed_by_threads, "a list is made in a system that is multi_threaded");
    mistake(a_unit_is_made, "units were made, deleted or changed after they were listed");
    mistake(many_units_are_made, "units were made, deleted or changed after they were listed");
    mistake(a_unit_is_deleted, "units were made, deleted or changed after they were listed");
    mistake(all_units_are_deleted, "units were made, deleted or changed after they were listed");
    mistake(a_unit_is_changed, "units changed places after they were listed");
    mistake(a_row_of_a_changed_table, "units were made, deleted or changed after they were listed");
    mistake(an_entity_of_a_changed_table, "units were made, deleted or changed after they were listed");
    mistake(the_first_of_many_tables_is_changed, "units were made, deleted or changed after they were listed");
    mistake(a_table_of_many_is_changed, "units were made, deleted or changed after they were listed");
    mistake(the_last_of_many_tables_is_changed, "units were made, deleted or changed after they were listed");
    mistake(sorted_runners, "units changed places after they were listed");
    mistake(a_sorted_crowd, "units changed places after they were listed");
    mistake(listed_twice, "a list has a unit twice");
    mistake(an_output_that_is_only_read, "(Position) is an output, but the query does not write it");
    mistake(an_output_that_is_not_accessed, "(Position) is an output, but the query does not write it");
    mistake(one_writes_what_another_reads, "list in AvoidNeighbours: let Another wait");
    mistake(one_writes_what_it_reads, "the system Another write Velocity while others read it from a list: write");
    mistake(reads_only, "it is not refused");
    lists_that_are_begun_again();
    mistake(one_axis, "two axes of runner_x have the same member");
    mistake(one_axis_of_velocities, "two axes of runner_vx have the same member");
    mistake(one_axis_of_choosers, "two axes of chaser_x have the same member");
    mistake(one_axis_of_agents, "two axes of chaser_vx have the same member");
    mistake(one_axis_of_wishes, "two axes of preferred_vx have the same member");
    mistake(no_masks_of_candidates, "chaser_mask: it has no effect alone: set runner_mask");
    mistake(no_masks_of_choosers, "runner_mask: it has no effect alone: set chaser_mask");
    mistake(a_float_mask, "runner_mask is a column of uint32_t");
    mistake(a_float_mask_of_choosers, "chaser_mask is a column of uint32_t");
    mistake(a_float_row, "present is a column of uint32_t");
    mistake(a_float_target, "target is a column of uint32_t");
    mistake(bits_as_floats, "waylay: weight: the elements look like whole numbers");
    mistake(one_output, "target and cost are the same member");
    columns_as_in(RIGHT), columns_as_in(ZEROS);
    inherited_and_optional_components();
    a_world_without_runners();
    two_units_for_each_enemy();
    for (int threads = 1; threads <= 3; threads++)
        units_do_not_choose_themselves(threads, 0, 0), units_do_not_choose_themselves(threads, 0, 1),
            units_keep_their_targets(threads);
    const int lists[] = {SORTED, SORTED_CHOOSERS, SORTED | SORTED_CHOOSERS, SOME, SOME | SORTED, WITH_CROWD,
                         SORTED | WITH_CROWD, SOME | WITH_CROWD, SORTED | SORTED_CHOOSERS | WITH_CROWD};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (int threads = 1; threads <= 2 - (lists[i] & SORTED_CHOOSERS) / SORTED_CHOOSERS; threads++)
            units_do_not_choose_themselves(threads, lists[i], 0), units_do_not_choose_themselves(threads, lists[i], 1);
    lists_in_pieces();
    many_tables();
    const double one = walkers_pass(1);
    expect(walkers_pass(2) == one && walkers_pass(3) == one, "threads do not change where walkers go");
    numbers_that_are_high(5000000);
    numbers_that_are_high(300000000);
    printf("flecs: %d of %d checks hold\n", checks - wrong, checks);
    return wrong != 0;
}
