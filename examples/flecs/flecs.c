/* Uses waylay in flecs: 50,000 units in 3 archetypes chase one another. Components stay in flecs's tables.
   waylay_flecs.h tells waylay where each table keeps its runners. Targets are entities with generations. */
#include <flecs.h>
#include <stdio.h>
#include <stdlib.h>

#include "host.h"
#include "waylay_flecs.h"

enum { UNITS = 50000, ROUNDS = 31, FRAMES = 10 };

typedef struct { float x, y; } Position, Velocity, Steer;
typedef struct { float mps; } Speed;
typedef struct { ecs_entity_t unit; } Target;
static ecs_entity_t ecs_id(Position), ecs_id(Velocity), ecs_id(Steer), ecs_id(Speed), ecs_id(Target);

/* ---- the runners' columns of each table; candidates of all tables for choose2d ---- */
static way_flecs_tables tables, candidates;
static ecs_entity_t nearest;

static void must(way_result result, const char *const *fault) { /* a pointer, because the call writes it */
    if (result != WAY_OK)
        fprintf(stderr, "waylay: %s: %s\n", *fault != NULL ? *fault : "", way_result_string(result)), abort();
}

static void FindTables(ecs_iter_t *it) { /* runs on one thread, for all tables */
    way_flecs_begin(&tables);
    while (ecs_query_next(it)) {
        way_lead2d_in *in = way_flecs_add_runners(&tables, it, way_lead2d_in);
        in->runner_x = way_flecs_in(it, 0, Position, x), in->runner_y = way_flecs_in(it, 0, Position, y);
        in->runner_vx = way_flecs_in(it, 1, Velocity, x), in->runner_vy = way_flecs_in(it, 1, Velocity, y);
    }
}

static void FindNearest(ecs_iter_t *it) { /* the unit that is nearest to the middle, of all tables */
    way_flecs_begin(&candidates);
    while (ecs_query_next(it)) {
        way_choose2d_in *in = way_flecs_add_candidates(&candidates, it, way_choose2d_in);
        in->runner_x = way_flecs_in(it, 0, Position, x), in->runner_y = way_flecs_in(it, 0, Position, y);
    }
    const float middle = 2000;
    uint32_t row;
    const char *fault = NULL;
    way_choose2d_in in = {.chaser_x = way_same(&middle), .chaser_y = way_same(&middle)};
    const way_choose2d_out out = {.target = way_out(&row)};
    way_choice how = {.count = 1, .fault = &fault};
    way_flecs_set_choose2d(&candidates, NULL, &in, &out, &how); /* NULL: the chooser is no unit of the iterator */
    must(way_choose2d(&in, &out, &how), &fault);
    nearest = way_flecs_entity(&candidates, row);
}

static void Lead(ecs_iter_t *it) { /* runs on any thread, for a part of a table's units */
    const char *fault = NULL; /* gets the name of a wrong column */
    way_lead2d_in in = {.chaser_x = way_flecs_in(it, 0, Position, x), .chaser_y = way_flecs_in(it, 0, Position, y),
                        .chaser_speed = way_flecs_in(it, 1, Speed, mps)};
    way_lead2d_out out = {.velocity_x = way_flecs_out(it, 3, Steer, x), .velocity_y = way_flecs_out(it, 3, Steer, y)};
    way_batch batch = {.fault = &fault};
    way_flecs_set_batch(&tables, way_lead2d_in, it, 2, Target, unit, &batch);
    must(way_lead2d(&in, &out, &batch), &fault);
}
#include "by_hand.h"

/* Compares the answer of FindNearest with a loop over all units. */
static void check_nearest(const ecs_world_t *w, const ecs_entity_t *unit) {
    double best = INFINITY;
    ecs_entity_t found = 0;
    for (int i = 0; i < UNITS; i++) {
        const Position *p = ecs_is_alive(w, unit[i]) ? ecs_get(w, unit[i], Position) : NULL;
        if (p == NULL)
            continue;
        const double dx = p->x - 2000.0, dy = p->y - 2000.0, square = dx * dx + dy * dy;
        if (square < best)
            best = square, found = unit[i];
    }
    if (found != nearest)
        fprintf(stderr, "waylay: the nearest unit is another one\n"), abort();
}

static uint64_t run_frames(int threads, double (*took)[ROUNDS]) {
    static ecs_entity_t unit[UNITS];
    ecs_world_t *w = ecs_init();
    ecs_id(Position) = ecs_id(Velocity) = ecs_id(Steer) = ecs_id(Speed) = ecs_id(Target) = 0;
    ECS_COMPONENT_DEFINE(w, Position);
    ECS_COMPONENT_DEFINE(w, Velocity);
    ECS_COMPONENT_DEFINE(w, Steer);
    ECS_COMPONENT_DEFINE(w, Speed);
    ECS_COMPONENT_DEFINE(w, Target);
    const ecs_entity_t kind[3] = {ecs_new(w), ecs_new(w), ecs_new(w)}; /* three archetypes */
    dice = 12345;
    for (int i = 0; i < UNITS; i++) {
        unit[i] = ecs_new_w_id(w, kind[i % 3]);
        ecs_set(w, unit[i], Position, {draw(0, 4000), draw(0, 4000)});
        ecs_set(w, unit[i], Velocity, {draw(-9, 9), draw(-9, 9)});
        ecs_set(w, unit[i], Steer, {0, 0}), ecs_set(w, unit[i], Speed, {draw(2, 14)});
    }
    for (int i = 0; i < UNITS; i++)
        ecs_set(w, unit[i], Target, {unit[(int)draw(0, UNITS)]});
    for (int i = 0; i < UNITS; i += 100) /* removes targets and reuses their numbers */
        ecs_delete(w, unit[i]), ecs_set(w, ecs_new(w), Position, {0, 0});
    ecs_entity_t find = SYSTEM_RUN(w, FindTables, EcsPreUpdate, {ecs_id(Position), .inout = EcsIn},
                                   {ecs_id(Velocity), .inout = EcsIn});
    ecs_entity_t choose = SYSTEM_RUN(w, FindNearest, EcsPostFrame, {ecs_id(Position), .inout = EcsIn});
    ecs_entity_t lead = SYSTEM(w, Lead, EcsOnUpdate, true, READ_UNITS_WRITE_STEER, /* a barrier follows */
                               {ecs_id(Steer), .src.id = EcsIsEntity, .inout = EcsOut});
    ecs_entity_t get = SYSTEM(w, LeadByGet, EcsOnStore, false, READ_UNITS_WRITE_STEER);
    ecs_entity_t rows = SYSTEM(w, LeadByRows, EcsOnStore, false, READ_UNITS_WRITE_STEER);
    ecs_enable(w, get, false), ecs_enable(w, rows, false);
    SYSTEM(w, Move, EcsPostUpdate, true, {ecs_id(Position)}, {ecs_id(Velocity)}, {ecs_id(Steer), .inout = EcsIn});
    const ecs_entity_t system[] = {lead, get, rows};
    for (int n = 0; n < 3 * ROUNDS && took != NULL; n++) {
        const double began = microseconds();
        if (n % 3 != 1)
            ecs_run(w, find, 0, NULL);
        ecs_run(w, system[n % 3], 0, NULL);
        took[n % 3][n / 3] = microseconds() - began;
    }
    ecs_set_threads(w, threads);
    for (int frame = 0; frame < FRAMES; frame++)
        ecs_progress(w, 1.0f / 60);
    uint64_t hash = 0;
    for (int i = 0; i < UNITS; i++)
        if (ecs_is_alive(w, unit[i]))
            hash = hash_more(hash, ecs_get(w, unit[i], Position), 2);
    ecs_run(w, choose, 0, NULL);
    check_nearest(w, unit);
    ecs_fini(w);
    return hash;
}

int main(void) {
    static double took[3][ROUNDS];
    const uint64_t one = run_frames(1, took), two = run_frames(2, NULL);
    const double waylay = median(took[0], ROUNDS), get = median(took[1], ROUNDS), rows = median(took[2], ROUNDS);
    printf("%d units, three archetypes: waylay %.0f us; by ecs_get %.0f us, %.1f times; a loop over the same tables "
           "%.0f us, %.1f times\n", UNITS, waylay, get, get / waylay, rows, rows / waylay);
    printf("one thread %016llx, two %016llx: %s\n", (unsigned long long)one, (unsigned long long)two,
           one == two ? "the same" : "DIFFERENT");
    return one != two;
}
