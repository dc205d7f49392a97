#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* As games do it for a shot through air, here without drag, which the required columns leave out: the needed
   launch speed at one moment after the other, and halving where it crosses the shell's speed. */
static real needed2d(real rx, real ry, real vx, real vy, real gravity, real s, real t) {
    real x = rx + vx * t, y = ry + vy * t + gravity * t * t / 2;
    return x * x + y * y - s * s * t * t;
}

__attribute__((noinline)) static void
launch_drag2d(size_t count, const float *restrict muzzle_x, const float *restrict muzzle_y,
              const float *restrict shell_speed, const float *restrict runner_x,
              const float *restrict runner_y, const float *restrict runner_vx,
              const float *restrict runner_vy, const float *restrict gravity, void *const *out) {
    float *time = out[0], *point_x = out[1], *point_y = out[2], *velocity_x = out[3], *velocity_y = out[4];
    float *high_time = out[5], *high_velocity_x = out[6], *high_velocity_y = out[7];
    int32_t *meetings = out[8], *status = out[9];
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - muzzle_x[i], ry = runner_y[i] - muzzle_y[i];
        real vx = runner_vx[i], vy = runner_vy[i], g = gravity[i], s = shell_speed[i];
        real first = INFINITY, last = INFINITY, before = (real)1e-3;
        int found = 0;
        for (int n = 0; n < 200; n++) {
            real t = before * (real)1.06;
            int above = needed2d(rx, ry, vx, vy, g, s, before) > 0;
            if (above != (needed2d(rx, ry, vx, vy, g, s, t) > 0)) {
                real low = before, high = t;
                for (int step = 0; step < 24; step++) {
                    real middle = (low + high) / 2;
                    if ((needed2d(rx, ry, vx, vy, g, s, middle) > 0) == above)
                        low = middle;
                    else
                        high = middle;
                }
                last = high;
                first = found++ ? first : high;
            }
            before = t;
        }
        real t = found ? first : 0, per = found ? 1 / first : 0, late = found > 1 ? 1 / last : 0;
        real after = found > 1 ? last : 0;
        time[i] = first;
        point_x[i] = runner_x[i] + vx * t;
        point_y[i] = runner_y[i] + vy * t;
        velocity_x[i] = rx * per + (found ? vx : 0);
        velocity_y[i] = ry * per + (found ? vy + g * t / 2 : 0);
        high_time[i] = found > 1 ? last : INFINITY;
        high_velocity_x[i] = rx * late + (found > 1 ? vx : 0);
        high_velocity_y[i] = ry * late + (found > 1 ? vy + g * after / 2 : 0);
        meetings[i] = found;
        status[i] = found ? WAY_MET : WAY_TOO_SLOW;
    }
}

void plain_launch_drag2d(const float *const *in, void *const *out, size_t count) {
    launch_drag2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], out);
}
