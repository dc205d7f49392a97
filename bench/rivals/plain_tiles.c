#include "plain.h"

#include <stdlib.h>

#include "waylay/waylay.h"

void plain_tile_step(const float *const *in, void *const *out, size_t count) {
    const int32_t *restrict x = (const int32_t *)in[0], *restrict y = (const int32_t *)in[1];
    const int32_t *restrict to_x = (const int32_t *)in[2], *restrict to_y = (const int32_t *)in[3];
    int32_t *restrict step_x = out[0], *restrict step_y = out[1], *restrict status = out[2];
    for (size_t i = 0; i < count; i++) {
        step_x[i] = (x[i] < to_x[i]) - (x[i] > to_x[i]);
        step_y[i] = (y[i] < to_y[i]) - (y[i] > to_y[i]);
        status[i] = x[i] == to_x[i] && y[i] == to_y[i] ? WAY_THERE : WAY_MET;
    }
}

void plain_tile_line(const float *const *in, void *const *out, size_t count) {
    const int32_t *restrict x = (const int32_t *)in[0], *restrict y = (const int32_t *)in[1];
    const int32_t *restrict to_x = (const int32_t *)in[2], *restrict to_y = (const int32_t *)in[3];
    const int32_t *restrict from_x = (const int32_t *)in[4], *restrict from_y = (const int32_t *)in[5];
    int32_t *restrict step_x = out[0], *restrict step_y = out[1];
    int32_t *restrict next_x = out[2], *restrict next_y = out[3], *restrict status = out[4];
    for (size_t i = 0; i < count; i++) {
        int64_t fx = from_x[i], fy = from_y[i];
        int64_t dx = to_x[i] - fx, dy = to_y[i] - fy, px = x[i] - fx, py = y[i] - fy;
        int sx = dx < 0 ? -1 : dx > 0, sy = dy < 0 ? -1 : dy > 0;
        dx *= sx, dy *= sy, px *= sx, py *= sy;
        int mainly_x = dx >= dy;
        int64_t longer = mainly_x ? dx : dy, shorter = mainly_x ? dy : dx;
        int64_t k = mainly_x ? px : py, m = mainly_x ? py : px;
        int64_t e = 2 * (k * shorter - m * longer);
        if (k < 0 || k > longer || e < -longer || e >= longer) {
            fx = x[i], fy = y[i];
            dx = llabs(to_x[i] - fx), dy = llabs(to_y[i] - fy);
            sx = to_x[i] < fx ? -1 : to_x[i] > fx, sy = to_y[i] < fy ? -1 : to_y[i] > fy;
            mainly_x = dx >= dy;
            longer = mainly_x ? dx : dy, shorter = mainly_x ? dy : dx;
            e = 0;
        }
        int there = x[i] == to_x[i] && y[i] == to_y[i];
        int diagonal = e + 2 * shorter >= longer;
        step_x[i] = !there && (mainly_x || diagonal) ? sx : 0;
        step_y[i] = !there && (!mainly_x || diagonal) ? sy : 0;
        next_x[i] = (int32_t)fx;
        next_y[i] = (int32_t)fy;
        status[i] = there ? WAY_THERE : WAY_MET;
    }
}
