#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* seek2d and flee2d have the same columns. Columns are parameters of a function that is not inlined, because
   gcc honours `restrict` best that way. */
__attribute__((noinline)) static void plain2d(size_t count, real sign, const float *restrict x,
                                              const float *restrict y, const float *restrict speed,
                                              const float *restrict other_x, const float *restrict other_y,
                                              float *restrict velocity_x, float *restrict velocity_y,
                                              float *restrict distance, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = other_x[i] - x[i], ry = other_y[i] - y[i];
        real length = sqrt(rx * rx + ry * ry);
        real scale = length > 0 && speed[i] > 0 ? sign * speed[i] / length : 0;
        velocity_x[i] = rx * scale;
        velocity_y[i] = ry * scale;
        distance[i] = length;
        status[i] = length == 0 ? WAY_THERE : speed[i] > 0 ? WAY_MET : WAY_IMMOBILE;
    }
}

__attribute__((noinline)) static void
plain3d(size_t count, real sign, const float *restrict x, const float *restrict y, const float *restrict z,
        const float *restrict speed, const float *restrict other_x, const float *restrict other_y,
        const float *restrict other_z, float *restrict velocity_x, float *restrict velocity_y,
        float *restrict velocity_z, float *restrict distance, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = other_x[i] - x[i], ry = other_y[i] - y[i], rz = other_z[i] - z[i];
        real length = sqrt(rx * rx + ry * ry + rz * rz);
        real scale = length > 0 && speed[i] > 0 ? sign * speed[i] / length : 0;
        velocity_x[i] = rx * scale;
        velocity_y[i] = ry * scale;
        velocity_z[i] = rz * scale;
        distance[i] = length;
        status[i] = length == 0 ? WAY_THERE : speed[i] > 0 ? WAY_MET : WAY_IMMOBILE;
    }
}

void plain_seek2d(const float *const *in, void *const *out, size_t count) {
    plain2d(count, 1, in[0], in[1], in[2], in[3], in[4], out[0], out[1], out[2], out[3]);
}

void plain_flee2d(const float *const *in, void *const *out, size_t count) {
    plain2d(count, -1, in[0], in[1], in[2], in[3], in[4], out[0], out[1], out[2], out[3]);
}

void plain_seek3d(const float *const *in, void *const *out, size_t count) {
    plain3d(count, 1, in[0], in[1], in[2], in[3], in[4], in[5], in[6], out[0], out[1], out[2], out[3],
            out[4]);
}

void plain_flee3d(const float *const *in, void *const *out, size_t count) {
    plain3d(count, -1, in[0], in[1], in[2], in[3], in[4], in[5], in[6], out[0], out[1], out[2], out[3],
            out[4]);
}
