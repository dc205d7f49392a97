#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* As in the source, one division computes the ramp, and one the unit vector. */
__attribute__((noinline)) static void arrive2d(size_t count, const float *restrict x, const float *restrict y,
                                               const float *restrict max_speed, const float *restrict to_x,
                                               const float *restrict to_y, const float *restrict radius,
                                               float *restrict velocity_x, float *restrict velocity_y,
                                               float *restrict distance, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = to_x[i] - x[i], ry = to_y[i] - y[i];
        real length = sqrt(rx * rx + ry * ry);
        real ramped = max_speed[i] * (length / radius[i]);
        real speed = ramped < max_speed[i] ? ramped : max_speed[i];
        real scale = length > 0 && speed > 0 ? speed / length : 0;
        velocity_x[i] = rx * scale;
        velocity_y[i] = ry * scale;
        distance[i] = length;
        status[i] = length == 0 ? WAY_THERE : speed > 0 ? WAY_MET : WAY_IMMOBILE;
    }
}

__attribute__((noinline)) static void arrive3d(size_t count, const float *restrict x, const float *restrict y,
                                               const float *restrict z, const float *restrict max_speed,
                                               const float *restrict to_x, const float *restrict to_y,
                                               const float *restrict to_z, const float *restrict radius,
                                               float *restrict velocity_x, float *restrict velocity_y,
                                               float *restrict velocity_z, float *restrict distance,
                                               int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = to_x[i] - x[i], ry = to_y[i] - y[i], rz = to_z[i] - z[i];
        real length = sqrt(rx * rx + ry * ry + rz * rz);
        real ramped = max_speed[i] * (length / radius[i]);
        real speed = ramped < max_speed[i] ? ramped : max_speed[i];
        real scale = length > 0 && speed > 0 ? speed / length : 0;
        velocity_x[i] = rx * scale;
        velocity_y[i] = ry * scale;
        velocity_z[i] = rz * scale;
        distance[i] = length;
        status[i] = length == 0 ? WAY_THERE : speed > 0 ? WAY_MET : WAY_IMMOBILE;
    }
}

void plain_arrive2d(const float *const *in, void *const *out, size_t count) {
    arrive2d(count, in[0], in[1], in[2], in[3], in[4], in[5], out[0], out[1], out[2], out[3]);
}

void plain_arrive3d(const float *const *in, void *const *out, size_t count) {
    arrive3d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], out[0], out[1], out[2], out[3],
             out[4]);
}
