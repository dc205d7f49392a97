#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* A ship with full thrust, as a user would write it: the first moment of a table at which the thrust makes up
   for the distance that the relative velocity leaves, and halving. */
__attribute__((noinline)) static void thrust2d(size_t count, const float *const *in, void *const *out) {
    const float *restrict chaser_x = in[0], *restrict chaser_y = in[1], *restrict chaser_vx = in[2];
    const float *restrict chaser_vy = in[3], *restrict acceleration = in[4], *restrict runner_x = in[5];
    const float *restrict runner_y = in[6], *restrict runner_vx = in[7], *restrict runner_vy = in[8];
    float *restrict time = out[0], *restrict ax = out[1], *restrict ay = out[2], *restrict reverse = out[3];
    int32_t *restrict status = out[4];
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - chaser_x[i], ry = runner_y[i] - chaser_y[i], a = acceleration[i];
        real vx = runner_vx[i] - chaser_vx[i], vy = runner_vy[i] - chaser_vy[i], before = 0, t = 0;
        for (int n = 1; n <= 400; n++) {
            t = n * n * (real)0.002;
            real x = rx + vx * t, y = ry + vy * t, go = a * t * t / 2;
            if (x * x + y * y <= go * go)
                break;
            before = t;
        }
        for (int step = 0; step < 24; step++) {
            real middle = (before + t) / 2, x = rx + vx * middle, y = ry + vy * middle;
            real go = a * middle * middle / 2;
            if (x * x + y * y <= go * go)
                t = middle;
            else
                before = middle;
        }
        time[i] = t;
        ax[i] = 2 * (rx / t + vx) / t;
        ay[i] = 2 * (ry / t + vy) / t;
        reverse[i] = INFINITY;
        status[i] = WAY_MET;
    }
}

__attribute__((noinline)) static void thrust3d(size_t count, const float *const *in, void *const *out) {
    const float *restrict chaser_x = in[0], *restrict chaser_y = in[1], *restrict chaser_z = in[2];
    const float *restrict chaser_vx = in[3], *restrict chaser_vy = in[4], *restrict chaser_vz = in[5];
    const float *restrict acceleration = in[6], *restrict runner_x = in[7], *restrict runner_y = in[8];
    const float *restrict runner_z = in[9], *restrict runner_vx = in[10], *restrict runner_vy = in[11];
    const float *restrict runner_vz = in[12];
    float *restrict time = out[0], *restrict ax = out[1], *restrict ay = out[2], *restrict az = out[3];
    float *restrict reverse = out[4];
    int32_t *restrict status = out[5];
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - chaser_x[i], ry = runner_y[i] - chaser_y[i], rz = runner_z[i] - chaser_z[i];
        real vx = runner_vx[i] - chaser_vx[i], vy = runner_vy[i] - chaser_vy[i];
        real vz = runner_vz[i] - chaser_vz[i], a = acceleration[i], before = 0, t = 0;
        for (int n = 1; n <= 400; n++) {
            t = n * n * (real)0.002;
            real x = rx + vx * t, y = ry + vy * t, z = rz + vz * t, go = a * t * t / 2;
            if (x * x + y * y + z * z <= go * go)
                break;
            before = t;
        }
        for (int step = 0; step < 24; step++) {
            real middle = (before + t) / 2, x = rx + vx * middle, y = ry + vy * middle;
            real z = rz + vz * middle, go = a * middle * middle / 2;
            if (x * x + y * y + z * z <= go * go)
                t = middle;
            else
                before = middle;
        }
        time[i] = t;
        ax[i] = 2 * (rx / t + vx) / t;
        ay[i] = 2 * (ry / t + vy) / t;
        az[i] = 2 * (rz / t + vz) / t;
        reverse[i] = INFINITY;
        status[i] = WAY_MET;
    }
}

void plain_thrust2d(const float *const *in, void *const *out, size_t count) { thrust2d(count, in, out); }
void plain_thrust3d(const float *const *in, void *const *out, size_t count) { thrust3d(count, in, out); }
