/* Uses waylay in flecs: 50,000 units in 3 archetypes chase one another. Components stay in flecs's tables.
   `parts` tells waylay where each table keeps its runners. Targets are entities with generations. */
#include <flecs.h>
#include <stdio.h>
#include <stdlib.h>

#include "host.h"
#include "waylay/waylay.h"

enum { UNITS = 50000, TABLES = 16, ROUNDS = 31, FRAMES = 10 };

typedef struct { float x, y; } Position, Velocity, Steer;
typedef struct { float mps; } Speed;
typedef struct { ecs_entity_t unit; } Target;
static ecs_entity_t ecs_id(Position), ecs_id(Velocity), ecs_id(Steer), ecs_id(Speed), ecs_id(Target);

/* ---- glue: the runners' columns of each table, and the table and row of each entity ---- */
static way_lead2d_in runners[TABLES];
static way_part parts[TABLES];
static uint32_t part_count, *row_of, *part_of, numbers;

/* On little-endian machines, the low half of an entity is its number, the high half its generation. */
static way_column half(const ecs_entity_t *unit, int high) {
    return way_at((const uint32_t *)(const void *)unit + high, sizeof *unit);
}

static void FindTables(ecs_iter_t *it) { /* runs once per table, on one thread */
    const Position *p = ecs_field(it, Position, 0);
    const Velocity *v = ecs_field(it, Velocity, 1);
    part_count = it->frame_offset == 0 ? 0 : part_count;
    way_lead2d_in *in = &runners[part_count];
    in->runner_x = way_at(&p->x, sizeof *p), in->runner_y = way_at(&p->y, sizeof *p);
    in->runner_vx = way_at(&v->x, sizeof *v), in->runner_vy = way_at(&v->y, sizeof *v);
    parts[part_count] = (way_part){&in->chaser_x, (size_t)it->count, half(it->entities, 1)};
    for (int i = 0; i < it->count; i++)
        row_of[(uint32_t)it->entities[i]] = (uint32_t)i, part_of[(uint32_t)it->entities[i]] = part_count;
    part_count++;
}

static void Lead(ecs_iter_t *it) { /* runs on any thread, for a part of a table's units */
    const Position *p = ecs_field(it, Position, 0);
    const Speed *s = ecs_field(it, Speed, 1);
    const Target *t = ecs_field(it, Target, 2);
    Steer *go = ecs_field(it, Steer, 3);
    way_lead2d_in in = {.chaser_x = way_at(&p->x, sizeof *p), .chaser_y = way_at(&p->y, sizeof *p),
                        .chaser_speed = way_at(&s->mps, sizeof *s)};
    way_lead2d_out out = {.velocity_x = way_to(&go->x, sizeof *go), .velocity_y = way_to(&go->y, sizeof *go)};
    way_batch batch = {.count = (size_t)it->count,
                       .targets = {.row = half(&t->unit, 0), .generation = half(&t->unit, 1),
                                   .parts = parts, .part_count = part_count,
                                   .row_of = row_of, .part_of = part_of, .map_size = numbers}};
    way_result result = way_lead2d(&in, &out, &batch);
    if (result != WAY_OK)
        fprintf(stderr, "waylay: %s\n", way_result_string(result)), abort();
}
/* ---- end of the glue ---- */

#include "by_hand.h"

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
    ecs_entity_t find = SYSTEM(w, FindTables, EcsPreUpdate, false, {ecs_id(Position), .inout = EcsIn},
                               {ecs_id(Velocity), .inout = EcsIn});
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
    ecs_fini(w);
    return hash;
}

int main(void) {
    static double took[3][ROUNDS];
    numbers = UNITS + 4096;
    row_of = calloc(numbers, sizeof *row_of), part_of = calloc(numbers, sizeof *part_of);
    const uint64_t one = run_frames(1, took), two = run_frames(2, NULL);
    const double waylay = median(took[0], ROUNDS), get = median(took[1], ROUNDS), rows = median(took[2], ROUNDS);
    printf("%d units, three archetypes: waylay %.0f us; by ecs_get %.0f us, %.1f times; a loop over the same tables "
           "%.0f us, %.1f times\n", UNITS, waylay, get, get / waylay, rows, rows / waylay);
    printf("one thread %016llx, two %016llx: %s\n", (unsigned long long)one, (unsigned long long)two,
           one == two ? "the same" : "DIFFERENT");
    return one != two;
}
