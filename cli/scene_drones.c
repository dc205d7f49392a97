/* A swarm chases runners that turn towards a pointer. The scene calls intercept2d with targets at 60 frames a
   second, and prints a hash of the state after each frame. The page in site/ computes the same world with the
   same operations in the same order: site/src/scenes/drones.world.js. All operations are on floats, and none
   may use more digits than a float has. */
#include "scenes.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"
#include "report.h"

#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "build with floats computed as floats (on 32-bit x86: -msse2 -mfpmath=sse)"
#endif

enum { RUNNERS = 10, BASES = 8, FRAMES_A_LEG = 90, TILE_COLUMNS = 8, TILE_ROWS = 5 };

static const float frame_time = 1.0f / 60.0f, width = 1600, height = 900;
static const float near_square = 25; /* m^2: a drone this close to its runner starts again at its base */
static const float spread = 3;       /* m: drones start at most this far from their base on each axis */
static const float grip = 0.1f;      /* the fraction of the wanted change of velocity made per frame */

/* The drones and runners, as columns for the library. */
typedef struct swarm {
    size_t count;
    float *x, *y, *vx, *vy, *speed, *wish_x, *wish_y;
    int32_t *status;
    uint32_t *target;
    float runner_x[RUNNERS], runner_y[RUNNERS], runner_vx[RUNNERS], runner_vy[RUNNERS];
    float runner_speed[RUNNERS], turn[RUNNERS], beside_x[RUNNERS], beside_y[RUNNERS]; /* aim - pointer */
    float aim_x[RUNNERS], aim_y[RUNNERS], runner_wish_x[RUNNERS], runner_wish_y[RUNNERS];
    uint32_t dice;
    uint64_t caught;
} swarm;

/* Mixes the bits of a number. The 32-bit products are those of Math.imul in JavaScript. */
static uint32_t scattered(uint32_t z) {
    z = (z ^ z >> 16) * 0x85ebca6bu;
    z = (z ^ z >> 13) * 0xc2b2ae35u;
    return z ^ z >> 16;
}

static float between(uint32_t *dice, float low, float high) {
    *dice += 0x9e3779b9u;
    float share = (float)(scattered(*dice) >> 8) * 0x1p-24f;
    return low + (high - low) * share;
}

static float *floats(size_t count) { return must(calloc(count, sizeof(float))); }

static void make_swarm(swarm *s, size_t count, uint32_t seed) {
    s->count = count;
    s->dice = seed;
    s->caught = 0;
    float **column[] = {&s->x, &s->y, &s->vx, &s->vy, &s->speed, &s->wish_x, &s->wish_y};
    for (size_t k = 0; k < sizeof column / sizeof column[0]; k++)
        *column[k] = floats(count);
    s->status = must(calloc(count, sizeof *s->status));
    s->target = must(calloc(count, sizeof *s->target));
    for (size_t r = 0; r < RUNNERS; r++) {
        s->runner_x[r] = between(&s->dice, 0, width);
        s->runner_y[r] = between(&s->dice, 0, height);
        s->runner_vx[r] = s->runner_vy[r] = 0;
        s->runner_speed[r] = between(&s->dice, 120, 220);
        s->turn[r] = between(&s->dice, 0.01f, 0.04f);
        s->beside_x[r] = between(&s->dice, -300, 300);
        s->beside_y[r] = between(&s->dice, -220, 220);
    }
    for (size_t i = 0; i < count; i++) {
        s->target[i] = (uint32_t)(i % RUNNERS);
        s->x[i] = between(&s->dice, 0, width);
        s->y[i] = between(&s->dice, 0, height);
        s->speed[i] = between(&s->dice, 110, 290);
    }
}

static void free_swarm(swarm *s) {
    float *column[] = {s->x, s->y, s->vx, s->vy, s->speed, s->wish_x, s->wish_y};
    for (size_t k = 0; k < sizeof column / sizeof column[0]; k++)
        free(column[k]);
    free(s->status);
    free(s->target);
}

/* The program has no pointer device, so the pointer moves in straight lines between the middles of tiles. */
static void tile_of_leg(uint32_t leg, float *x, float *y) {
    uint32_t tile = scattered(leg + 1) % (TILE_COLUMNS * TILE_ROWS);
    *x = (float)(100 + 200 * (tile % TILE_COLUMNS));
    *y = (float)(90 + 180 * (tile / TILE_COLUMNS));
}

static void point(uint32_t frame, float *x, float *y) {
    float from_x, from_y, to_x, to_y, share = (float)(frame % FRAMES_A_LEG) / (float)FRAMES_A_LEG;
    tile_of_leg(frame / FRAMES_A_LEG, &from_x, &from_y);
    tile_of_leg(frame / FRAMES_A_LEG + 1, &to_x, &to_y);
    *x = from_x + (to_x - from_x) * share;
    *y = from_y + (to_y - from_y) * share;
}

static void solve(swarm *s, way_precision precision) {
    way_seek2d_in after_pointer = {
        .chaser_x = {.data = s->runner_x},
        .chaser_y = {.data = s->runner_y},
        .chaser_speed = {.data = s->runner_speed},
        .runner_x = {.data = s->aim_x},
        .runner_y = {.data = s->aim_y},
    };
    way_seek2d_out wish = {.velocity_x = {.data = s->runner_wish_x},
                           .velocity_y = {.data = s->runner_wish_y}};
    way_batch runners = {.count = RUNNERS, .precision = precision};
    must_be_ok("scene drones: ", way_seek2d(&after_pointer, &wish, &runners));

    way_intercept2d_in after_runners = {
        .chaser_x = {.data = s->x},
        .chaser_y = {.data = s->y},
        .chaser_speed = {.data = s->speed},
        .runner_x = {.data = s->runner_x},
        .runner_y = {.data = s->runner_y},
        .runner_vx = {.data = s->runner_vx},
        .runner_vy = {.data = s->runner_vy},
    };
    way_intercept2d_out answer = {
        .velocity_x = {.data = s->wish_x}, .velocity_y = {.data = s->wish_y}, .status = {.data = s->status}};
    way_batch drones = {.count = s->count,
                        .targets.row = {.data = s->target},
                        .targets.runner_count = RUNNERS,
                        .precision = precision};
    must_be_ok("scene drones: ", way_intercept2d(&after_runners, &answer, &drones));
}

static void move_runners(swarm *s) {
    for (size_t r = 0; r < RUNNERS; r++) {
        s->runner_vx[r] += (s->runner_wish_x[r] - s->runner_vx[r]) * s->turn[r];
        s->runner_vy[r] += (s->runner_wish_y[r] - s->runner_vy[r]) * s->turn[r];
        s->runner_x[r] += s->runner_vx[r] * frame_time;
        s->runner_y[r] += s->runner_vy[r] * frame_time;
    }
}

/* Puts a drone near its base. Four bases are at the left and four at the right. */
static void begin_again(swarm *s, size_t i) {
    uint32_t base = (uint32_t)(i / RUNNERS % BASES);
    s->x[i] = (float)(base % 2) * width + between(&s->dice, -spread, spread);
    s->y[i] = 112.5f + 225 * (float)(base / 2) + between(&s->dice, -spread, spread);
    s->vx[i] = s->vy[i] = 0;
}

static int is_near(const swarm *s, size_t i) {
    float dx = s->runner_x[s->target[i]] - s->x[i], dy = s->runner_y[s->target[i]] - s->y[i];
    return dx * dx + dy * dy <= near_square;
}

/* If a drone cannot meet its runner, its wanted velocity is 0, so it slows down. */
static void move_drones(swarm *s) {
    for (size_t i = 0; i < s->count; i++) {
        if (is_near(s, i)) {
            s->caught++;
            begin_again(s, i);
            continue;
        }
        s->vx[i] += (s->wish_x[i] - s->vx[i]) * grip;
        s->vy[i] += (s->wish_y[i] - s->vy[i]) * grip;
        s->x[i] += s->vx[i] * frame_time;
        s->y[i] += s->vy[i] * frame_time;
    }
}

/* Continues a hash with the bits of floats. */
static uint32_t hash_floats(uint32_t hash, const float *number, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t cell;
        memcpy(&cell, &number[i], sizeof cell);
        hash = ((hash << 5 | hash >> 27) ^ cell) * 0x9e3779b1u;
    }
    return hash;
}

static void print_hash(const swarm *s, uint32_t frame) {
    uint32_t along_x = hash_floats(hash_floats(1, s->runner_x, RUNNERS), s->runner_vx, RUNNERS);
    uint32_t along_y = hash_floats(hash_floats(2, s->runner_y, RUNNERS), s->runner_vy, RUNNERS);
    along_x = hash_floats(hash_floats(along_x, s->x, s->count), s->vx, s->count);
    along_y = hash_floats(hash_floats(along_y, s->y, s->count), s->vy, s->count);
    printf("%u %08x%08x\n", frame, along_x, along_y);
}

void scene_drones(const options *o) {
    swarm s;
    make_swarm(&s, (size_t)o->units, (uint32_t)o->seed);
    uint32_t frames = (uint32_t)(o->seconds * 60 + 0.5);
    char count[32], caught[32];
    printf("%s drones after %d runners, %u frames, %s; the state after each frame\n", grouped(s.count, count),
           RUNNERS, frames, o->precision == WAY_FAST ? "fast" : "exact");
    for (uint32_t frame = 0; frame < frames; frame++) {
        float x, y;
        point(frame, &x, &y);
        for (size_t r = 0; r < RUNNERS; r++) {
            s.aim_x[r] = x + s.beside_x[r];
            s.aim_y[r] = y + s.beside_y[r];
        }
        solve(&s, o->precision);
        move_runners(&s);
        move_drones(&s);
        print_hash(&s, frame + 1);
    }
    printf("caught %s\n", grouped(s.caught, caught));
    free_swarm(&s);
}
