/* This module moves the page's drones by one frame. It uses the library's columns, in the same WebAssembly
   memory. The operations and their order are those of cli/scene_drones.c. With SIMD, it moves four drones at
   a time. scripts/maintain/site.sh builds it with SIMD and without. */
#include <stdint.h>
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { RUNNERS = 10, BASES = 8 };
static const float frame_time = 1.0f / 60.0f, width = 1600, near_square = 25, spread = 3, grip = 0.1f;

/* drones.world.js writes this struct, as `cells`: first the addresses, then the numbers. */
typedef struct swarm {
    float *x, *y, *vx, *vy;
    const float *wish_x, *wish_y;
    const uint32_t *target;
    const float *runner_x, *runner_y;
    uint32_t count, dice, caught;
} swarm;

static uint32_t scattered(uint32_t z) {
    z = (z ^ z >> 16) * 0x85ebca6bu;
    z = (z ^ z >> 13) * 0xc2b2ae35u;
    return z ^ z >> 16;
}

static float between(uint32_t *dice, float low, float high) {
    *dice += 0x9e3779b9u;
    return low + (high - low) * ((float)(scattered(*dice) >> 8) * 0x1p-24f);
}

static int is_near(const swarm *s, uint32_t i) {
    float dx = s->runner_x[s->target[i]] - s->x[i], dy = s->runner_y[s->target[i]] - s->y[i];
    return dx * dx + dy * dy <= near_square;
}

/* A drone that has caught its runner starts again at its base. */
static void begin_again(swarm *s, uint32_t i) {
    uint32_t base = i / RUNNERS % BASES;
    s->caught++;
    s->x[i] = (float)(base % 2) * width + between(&s->dice, -spread, spread);
    s->y[i] = 112.5f + 225 * (float)(base / 2) + between(&s->dice, -spread, spread);
    s->vx[i] = s->vy[i] = 0;
}

static void move_one(swarm *s, uint32_t i) {
    if (is_near(s, i)) {
        begin_again(s, i);
        return;
    }
    s->vx[i] += (s->wish_x[i] - s->vx[i]) * grip;
    s->vy[i] += (s->wish_y[i] - s->vy[i]) * grip;
    s->x[i] += s->vx[i] * frame_time;
    s->y[i] += s->vy[i] * frame_time;
}

void EXPORT(move)(swarm *s) {
    uint32_t i = 0;
#ifdef __wasm_simd128__
    const v128_t grips = wasm_f32x4_splat(grip), step = wasm_f32x4_splat(frame_time), near = wasm_f32x4_splat(near_square);
    for (; i + 4 <= s->count; i += 4) {
        const uint32_t *t = s->target + i;
        v128_t x = wasm_v128_load(s->x + i), y = wasm_v128_load(s->y + i);
        v128_t dx = wasm_f32x4_sub(wasm_f32x4_make(s->runner_x[t[0]], s->runner_x[t[1]], s->runner_x[t[2]], s->runner_x[t[3]]), x);
        v128_t dy = wasm_f32x4_sub(wasm_f32x4_make(s->runner_y[t[0]], s->runner_y[t[1]], s->runner_y[t[2]], s->runner_y[t[3]]), y);
        v128_t square = wasm_f32x4_add(wasm_f32x4_mul(dx, dx), wasm_f32x4_mul(dy, dy));
        if (wasm_v128_any_true(wasm_f32x4_le(square, near))) {
            for (uint32_t k = i; k < i + 4; k++)
                move_one(s, k);
            continue;
        }
        v128_t vx = wasm_v128_load(s->vx + i), vy = wasm_v128_load(s->vy + i);
        vx = wasm_f32x4_add(vx, wasm_f32x4_mul(wasm_f32x4_sub(wasm_v128_load(s->wish_x + i), vx), grips));
        vy = wasm_f32x4_add(vy, wasm_f32x4_mul(wasm_f32x4_sub(wasm_v128_load(s->wish_y + i), vy), grips));
        wasm_v128_store(s->vx + i, vx);
        wasm_v128_store(s->vy + i, vy);
        wasm_v128_store(s->x + i, wasm_f32x4_add(x, wasm_f32x4_mul(vx, step)));
        wasm_v128_store(s->y + i, wasm_f32x4_add(y, wasm_f32x4_mul(vy, step)));
    }
#endif
    for (; i < s->count; i++)
        move_one(s, i);
}

/* Updates two hashes with `count` cells: sums[0] with those of along_x, sums[1] with those of along_y. */
void EXPORT(mix)(uint32_t sums[2], const uint32_t *along_x, const uint32_t *along_y, uint32_t count) {
    uint32_t x = sums[0], y = sums[1];
    for (uint32_t i = 0; i < count; i++) {
        x = ((x << 5 | x >> 27) ^ along_x[i]) * 0x9e3779b1u;
        y = ((y << 5 | y >> 27) ^ along_y[i]) * 0x9e3779b1u;
    }
    sums[0] = x;
    sums[1] = y;
}

uint32_t EXPORT(count)(const int32_t *status, uint32_t length, int32_t wanted) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < length; i++)
        found += status[i] == wanted;
    return found;
}
