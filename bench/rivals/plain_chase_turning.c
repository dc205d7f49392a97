#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* Goes along the circle in steps until the chaser is there, and then bisects, as a user would write it. A
   meeting shorter than a step is missed. */
__attribute__((noinline)) static void
chase_turning2d(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
                const float *restrict chaser_speed, const float *restrict runner_x,
                const float *restrict runner_y, const float *restrict runner_vx,
                const float *restrict runner_vy, const float *restrict turn_rate, float *restrict time,
                float *restrict point_x, float *restrict point_y, float *restrict velocity_x,
                float *restrict velocity_y, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - chaser_x[i], ry = runner_y[i] - chaser_y[i], s = chaser_speed[i];
        real vx = runner_vx[i], vy = runner_vy[i], w = turn_rate[i], low = 0, high = 0, x = rx, y = ry;
        int found = 0;
        for (int step = 0; step < 2000 + 20; step++) {
            real t = found ? low + (high - low) / 2 : (real)(step * 0.1);
            real sine = sin(w * t) / w, rise = (1 - cos(w * t)) / w;
            x = rx + vx * sine - vy * rise;
            y = ry + vy * sine + vx * rise;
            int met = x * x + y * y <= s * s * t * t;
            if (!found && met)
                step = 2000;
            found |= met;
            if (met)
                high = t;
            else
                low = t;
        }
        real far = sqrt(x * x + y * y);
        time[i] = found ? high : (real)INFINITY;
        point_x[i] = found ? chaser_x[i] + x : 0;
        point_y[i] = found ? chaser_y[i] + y : 0;
        velocity_x[i] = found ? x / far * s : 0;
        velocity_y[i] = found ? y / far * s : 0;
        status[i] = found ? WAY_MET : WAY_TOO_SLOW;
    }
}

void plain_chase_turning2d(const float *const *in, void *const *out, size_t count) {
    chase_turning2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], out[0], out[1], out[2],
                    out[3], out[4], out[5]);
}
