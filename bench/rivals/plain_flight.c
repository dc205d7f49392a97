#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* Columns are parameters of a function that is not inlined, because gcc honours `restrict` best that way. */
__attribute__((noinline)) static void flight3d(size_t count, const float *restrict x, const float *restrict y,
                                               const float *restrict z, const float *restrict vx,
                                               const float *restrict vy, const float *restrict vz,
                                               const float *restrict gravity, const float *restrict time,
                                               float *restrict point_x, float *restrict point_y,
                                               float *restrict point_z, float *restrict velocity_x,
                                               float *restrict velocity_y, float *restrict velocity_z,
                                               float *restrict landing, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real t = time[i], g = gravity[i], disc = vy[i] * vy[i] + 2 * g * y[i];
        point_x[i] = x[i] + vx[i] * t;
        point_y[i] = y[i] + vy[i] * t - g * t * t / 2;
        point_z[i] = z[i] + vz[i] * t;
        velocity_x[i] = vx[i];
        velocity_y[i] = vy[i] - g * t;
        velocity_z[i] = vz[i];
        real last = disc >= 0 ? (vy[i] + sqrt(disc)) / g : -1;
        landing[i] = last >= 0 ? last : INFINITY;
        status[i] = last >= 0 ? WAY_MET : WAY_TOO_SLOW;
    }
}

void plain_flight3d(const float *const *in, void *const *out, size_t count) {
    flight3d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], out[0], out[1], out[2], out[3],
             out[4], out[5], out[6], out[7]);
}

__attribute__((noinline)) static void flight2d(size_t count, const float *restrict x, const float *restrict y,
                                               const float *restrict vx, const float *restrict vy,
                                               const float *restrict gravity, const float *restrict time,
                                               float *restrict point_x, float *restrict point_y,
                                               float *restrict velocity_x, float *restrict velocity_y,
                                               float *restrict landing, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real t = time[i], g = gravity[i], disc = vy[i] * vy[i] + 2 * g * y[i];
        point_x[i] = x[i] + vx[i] * t;
        point_y[i] = y[i] + vy[i] * t - g * t * t / 2;
        velocity_x[i] = vx[i];
        velocity_y[i] = vy[i] - g * t;
        real last = disc >= 0 ? (vy[i] + sqrt(disc)) / g : -1;
        landing[i] = last >= 0 ? last : INFINITY;
        status[i] = last >= 0 ? WAY_MET : WAY_TOO_SLOW;
    }
}

void plain_flight2d(const float *const *in, void *const *out, size_t count) {
    flight2d(count, in[0], in[1], in[2], in[3], in[4], in[5], out[0], out[1], out[2], out[3], out[4], out[5]);
}
