#include "commands.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "numbers.h"
#include "output.h"
#include "picture.h"
#include "report.h"
#include "draw.h"

/* The program prints a hash of the final state, which must be the same on every machine. So the units' motion
   only uses sums, products and comparisons of floats, and no result may keep more digits than a float. */
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "build with floats computed as floats (on 32-bit x86: -msse2 -mfpmath=sse)"
#endif

static const float frame_time = 1.0f / 60.0f;
static const float frame_budget = 1e9f / 60.0f; /* ns */

/* A unit that is at most this far (in m) from its target has caught the target. */
static const float touch = 1.0f;

/* Units choose targets every FRAMES_A_CHOICE frames. A unit changes its target only for a target that it
   can meet `bonus` seconds earlier. */
enum { FRAMES_A_CHOICE = 30 };
static const float bonus = 0.5f;

/* Components as in an entity-component system: one array for each component. */
typedef struct pair {
    float x, y;
} pair;

typedef struct world {
    uint32_t count;
    float side; /* m: the side of the square world; units turn at its borders */
    pair *position, *velocity, *next_velocity;
    float *speed;
    uint32_t *target; /* for each unit, the row of an enemy */
    uint32_t *side_of, *enemies, *next_target;
    int32_t *status;
    way_crowd2d *crowd;
    size_t crowd_bytes;
    uint64_t dice;
    uint64_t catches;
    way_precision precision;
} world;

/* Each unit targets the enemy that it can meet first. A unit keeps its target unless it can meet another
   enemy much earlier. */
static void choose(world *w) {
    const way_choose2d_in in = {
        .chaser_x = way_at(&w->position[0].x, sizeof(pair)),
        .chaser_y = way_at(&w->position[0].y, sizeof(pair)),
        .chaser_speed = {.data = w->speed},
        .reach = way_same(&touch),
        .chaser_mask = {.data = w->enemies},
        .present = {.data = w->target},
        .bonus = way_same(&bonus),
        .runner_x = way_at(&w->position[0].x, sizeof(pair)),
        .runner_y = way_at(&w->position[0].y, sizeof(pair)),
        .runner_vx = way_at(&w->velocity[0].x, sizeof(pair)),
        .runner_vy = way_at(&w->velocity[0].y, sizeof(pair)),
        .runner_mask = {.data = w->side_of},
    };
    const way_choose2d_out out = {.target = {.data = w->next_target}};
    const way_choice choice = {.count = w->count, .cost = WAY_BY_TIME, .crowd2d = w->crowd};
    must_be_ok("", way_make_crowd2d(&in, w->count, w->crowd, w->crowd_bytes));
    must_be_ok("", way_choose2d(&in, &out, &choice));
    uint32_t *old = w->target;
    w->target = w->next_target;
    w->next_target = old;
}

static void make_world(world *w, const options *o) {
    /* Unit vectors in all directions, as constants, because sines of different machines may differ. */
    static const pair direction[] = {
        {1, 0},  {0.96592583f, 0.25881905f},   {0.8660254f, 0.5f},   {0.70710678f, 0.70710678f},
        {0, 1},  {-0.25881905f, 0.96592583f},  {-0.5f, 0.8660254f},  {-0.70710678f, 0.70710678f},
        {-1, 0}, {-0.96592583f, -0.25881905f}, {-0.8660254f, -0.5f}, {-0.70710678f, -0.70710678f},
        {0, -1}, {0.25881905f, -0.96592583f},  {0.5f, -0.8660254f},  {0.70710678f, -0.70710678f},
    };
    size_t n = (size_t)o->units;
    w->count = (uint32_t)n;
    w->precision = o->precision;
    w->dice = o->seed;
    w->position = must(calloc(n, sizeof *w->position));
    w->velocity = must(calloc(n, sizeof *w->velocity));
    w->next_velocity = must(calloc(n, sizeof *w->next_velocity));
    w->speed = must(calloc(n, sizeof *w->speed));
    w->target = must(calloc(n, sizeof *w->target));
    w->next_target = must(calloc(n, sizeof *w->next_target));
    w->side_of = must(calloc(n, sizeof *w->side_of));
    w->enemies = must(calloc(n, sizeof *w->enemies));
    w->crowd_bytes = way_crowd2d_bytes(n);
    w->crowd = must(malloc(w->crowd_bytes));
    w->status = must(calloc(n, sizeof *w->status));
    /* The density is about one unit in 25 square metres, for any number of units. */
    for (w->side = 10.0f; w->side * w->side < 25.0f * (float)n; w->side += 10.0f)
        ;
    for (size_t i = 0; i < n; i++) {
        pair towards = direction[draw_below(&w->dice, sizeof direction / sizeof direction[0])];
        w->position[i].x = draw_between(&w->dice, 0, w->side);
        w->position[i].y = draw_between(&w->dice, 0, w->side);
        w->speed[i] = draw_between(&w->dice, 4, 12);
        w->velocity[i].x = w->speed[i] * towards.x;
        w->velocity[i].y = w->speed[i] * towards.y;
        w->side_of[i] = i % 2 == 0 ? 1 : 2;
        w->enemies[i] = 3 - w->side_of[i];
        w->target[i] = UINT32_MAX;
    }
}

static void free_world(world *w) {
    free(w->position);
    free(w->velocity);
    free(w->next_velocity);
    free(w->speed);
    free(w->target);
    free(w->next_target);
    free(w->side_of);
    free(w->enemies);
    free(w->crowd);
    free(w->status);
}

/* Solves the interceptions. Each unit is a chaser. The same columns, looked up by target, are the runners. If
   `point` is not NULL, it receives the meeting points, for the picture. */
static void solve(world *w, pair *point) {
    way_intercept2d_in in = {
        .chaser_x = way_at(&w->position[0].x, sizeof(pair)),
        .chaser_y = way_at(&w->position[0].y, sizeof(pair)),
        .chaser_speed = {.data = w->speed},
        .runner_x = way_at(&w->position[0].x, sizeof(pair)),
        .runner_y = way_at(&w->position[0].y, sizeof(pair)),
        .runner_vx = way_at(&w->velocity[0].x, sizeof(pair)),
        .runner_vy = way_at(&w->velocity[0].y, sizeof(pair)),
        .reach = way_same(&touch),
    };
    way_intercept2d_out out = {
        .velocity_x = way_to(&w->next_velocity[0].x, sizeof(pair)),
        .velocity_y = way_to(&w->next_velocity[0].y, sizeof(pair)),
        .status = {.data = w->status},
    };
    if (point) {
        out.point_x = way_to(&point[0].x, sizeof(pair));
        out.point_y = way_to(&point[0].y, sizeof(pair));
    }
    way_batch batch = {
        .count = w->count,
        .targets.row = {.data = w->target},
        .targets.runner_count = w->count,
        .precision = w->precision,
    };
    must_be_ok("", way_intercept2d(&in, &out, &batch));
}

/* Chooses the new velocities. A unit that cannot meet its target keeps its velocity. The memory of the old
   velocities is reused in the next frame. */
static void steer(world *w) {
    for (uint32_t i = 0; i < w->count; i++)
        if (w->status[i] != WAY_MET)
            w->next_velocity[i] = w->velocity[i];
    pair *old = w->velocity;
    w->velocity = w->next_velocity;
    w->next_velocity = old;
}

static void turn_at_borders(float side, float *position, float *velocity) {
    if (*position < 0) {
        *position = -*position;
        *velocity = -*velocity;
    } else if (*position > side) {
        *position = side - (*position - side);
        *velocity = -*velocity;
    }
}

static void move(world *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        w->position[i].x += w->velocity[i].x * frame_time;
        w->position[i].y += w->velocity[i].y * frame_time;
        turn_at_borders(w->side, &w->position[i].x, &w->velocity[i].x);
        turn_at_borders(w->side, &w->position[i].y, &w->velocity[i].y);
    }
}

/* Moves caught units to another position, where they start again. */
static void bring_back(world *w) {
    for (uint32_t i = 0; i < w->count; i++)
        if (w->status[i] == WAY_THERE) {
            pair *caught = &w->position[w->target[i]];
            w->catches++;
            caught->x = draw_between(&w->dice, 0, w->side);
            caught->y = draw_between(&w->dice, 0, w->side);
        }
}

static int64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int by_size(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Returns a percentile of the frame times: the fraction `share` of the frames cost at most this. */
static double percentile(const int64_t *sorted, size_t count, double share) {
    size_t rank = (size_t)(share * (double)count);
    return (double)sorted[rank < count ? rank : count - 1];
}

static uint64_t hash_world(const world *w) {
    uint64_t hash = fnv_hash_cells(FNV_START, w->position, 2 * (size_t)w->count);
    hash = fnv_hash_cells(hash, w->velocity, 2 * (size_t)w->count);
    return fnv_hash_cells(hash, w->target, w->count);
}

static void draw(world *w, const char *path) {
    static picture picture;
    pair *point = must(calloc(w->count, sizeof *point));
    solve(w, point);
    for (uint32_t i = 0; i < w->count; i++) {
        pair runner = w->position[w->target[i]];
        picture_row row = {w->position[i].x, w->position[i].y, runner.x, runner.y, point[i].x, point[i].y, 0};
        picture_add(&picture, row, w->status[i]);
    }
    free(point);
    output svg;
    output_open(&svg, path);
    picture_write(&picture, "demo: the last frame", svg.file);
    output_close(&svg);
    output_publish(&svg);
}

static void print_choices(const world *w, int64_t *cost, size_t choices) {
    qsort(cost, choices, sizeof *cost, by_size);
    double p50 = percentile(cost, choices, 0.50);
    printf("all choose, by time   p50 %.1f us   worst %.1f us   every %d frames; a unit %.1f ns\n", p50 / 1e3,
           (double)cost[choices - 1] / 1e3, FRAMES_A_CHOICE, p50 / w->count);
}

static void print_costs(const world *w, int64_t *cost, size_t frames) {
    qsort(cost, frames, sizeof *cost, by_size);
    double p50 = percentile(cost, frames, 0.50), p99 = percentile(cost, frames, 0.99);
    double worst = (double)cost[frames - 1];
    char units[32], count[32], rate[32];
    printf("%s units, %s frames of 1/60 s, %s, %s\n", grouped(w->count, units), grouped(frames, count),
           way_isa(), w->precision == WAY_FAST ? "fast" : "exact");
    printf("a frame's solve       p50 %.1f us   p99 %.1f us   worst %.1f us\n", p50 / 1e3, p99 / 1e3,
           worst / 1e3);
    printf("of a 16.7 ms frame    p50 %.2f %%   p99 %.2f %%\n", 100 * p50 / (double)frame_budget,
           100 * p99 / (double)frame_budget);
    printf("a unit                %.2f ns, %s units a second (p50)\n", p50 / w->count,
           grouped((uint64_t)(1e9 * w->count / (p50 > 1 ? p50 : 1)), rate));
}

void demo(const options *o) {
    if (o->svg && strcmp(o->svg, "-") == 0)
        fail("--svg: demo prints to standard output; give a file");
    world w = {0};
    make_world(&w, o);
    size_t frames = (size_t)(o->seconds * 60 + 0.5);
    int64_t *cost = must(calloc(frames, sizeof *cost)), *choice_cost = must(calloc(frames, sizeof *cost));
    size_t choices = 0;
    for (size_t frame = 0; frame < frames; frame++) {
        int64_t start = nanoseconds();
        if (frame % FRAMES_A_CHOICE == 0) {
            choose(&w);
            choice_cost[choices++] = nanoseconds() - start;
            start = nanoseconds();
        }
        solve(&w, NULL);
        cost[frame] = nanoseconds() - start;
        steer(&w);
        move(&w);
        bring_back(&w);
    }
    char catches[32];
    print_costs(&w, cost, frames);
    print_choices(&w, choice_cost, choices);
    printf("catches               %s\n", grouped(w.catches, catches));
    printf("state                 %016" PRIx64 "\n", hash_world(&w));
    if (o->svg)
        draw(&w, o->svg);
    free(cost);
    free(choice_cost);
    free_world(&w);
}
