#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* As teams of robots do it: positions of the ball in a table of moments, the first moment that suffices, and
   halving. The ball's speed falls by a constant amount or by a factor. */
__attribute__((noinline)) static void
chase_slowing2d(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
                const float *restrict chaser_speed, const float *restrict runner_x,
                const float *restrict runner_y, const float *restrict runner_vx,
                const float *restrict runner_vy, float *restrict time, float *restrict point_x,
                float *restrict point_y, float *restrict velocity_x, float *restrict velocity_y,
                int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - chaser_x[i], ry = runner_y[i] - chaser_y[i];
        real vx = runner_vx[i], vy = runner_vy[i], s = chaser_speed[i];
        real found = INFINITY, before = 0;
        for (int n = 0; n <= 200; n++) {
            real t = n * (real)0.1, x = rx + vx * t, y = ry + vy * t;
            if (x * x + y * y <= s * s * t * t) {
                for (int step = 0; step < 24; step++) {
                    real middle = (before + t) / 2;
                    x = rx + vx * middle, y = ry + vy * middle;
                    if (x * x + y * y <= s * s * middle * middle)
                        t = middle;
                    else
                        before = middle;
                }
                found = t;
                break;
            }
            before = t;
        }
        real after = found < INFINITY ? found : 0, x = rx + vx * after, y = ry + vy * after;
        real far = sqrt(x * x + y * y), scale = found < INFINITY && far > 0 ? s / far : 0;
        time[i] = found;
        point_x[i] = runner_x[i] + vx * after;
        point_y[i] = runner_y[i] + vy * after;
        velocity_x[i] = x * scale;
        velocity_y[i] = y * scale;
        status[i] = found < INFINITY ? WAY_MET : WAY_TOO_SLOW;
    }
}

void plain_chase_slowing2d(const float *const *in, void *const *out, size_t count) {
    chase_slowing2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], out[0], out[1], out[2], out[3],
                    out[4], out[5]);
}
