#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* The target is at rest, and `speed` is the horizontal speed. Columns are parameters of a function that is
   not inlined, because gcc honours `restrict` best that way. */
__attribute__((noinline)) static void
lateral3d(size_t count, const float *restrict from_x, const float *restrict from_y,
          const float *restrict from_z, const float *restrict to_x, const float *restrict to_y,
          const float *restrict to_z, const float *restrict speed, const float *restrict gravity,
          float *restrict time, float *restrict point_x, float *restrict point_y, float *restrict point_z,
          float *restrict velocity_x, float *restrict velocity_y, float *restrict velocity_z,
          float *restrict top, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real x = to_x[i] - from_x[i], y = to_y[i] - from_y[i], z = to_z[i] - from_z[i];
        real t = sqrt(x * x + z * z) / speed[i], up = y / t + gravity[i] * t / 2;
        time[i] = t;
        point_x[i] = to_x[i];
        point_y[i] = to_y[i];
        point_z[i] = to_z[i];
        velocity_x[i] = x / t;
        velocity_y[i] = up;
        velocity_z[i] = z / t;
        top[i] = from_y[i] + (up > 0 ? up * up / (2 * gravity[i]) : 0);
        status[i] = speed[i] > 0 ? WAY_MET : WAY_IMMOBILE;
    }
}

void plain_launch_lateral3d(const float *const *in, void *const *out, size_t count) {
    lateral3d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], out[0], out[1], out[2], out[3],
              out[4], out[5], out[6], out[7], out[8]);
}

__attribute__((noinline)) static void lateral2d(size_t count, const float *restrict from_x,
                                                const float *restrict from_y, const float *restrict to_x,
                                                const float *restrict to_y, const float *restrict speed,
                                                const float *restrict gravity, float *restrict time,
                                                float *restrict point_x, float *restrict point_y,
                                                float *restrict velocity_x, float *restrict velocity_y,
                                                float *restrict top, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real x = to_x[i] - from_x[i], y = to_y[i] - from_y[i];
        real t = fabs(x) / speed[i], up = y / t + gravity[i] * t / 2;
        time[i] = t;
        point_x[i] = to_x[i];
        point_y[i] = to_y[i];
        velocity_x[i] = x / t;
        velocity_y[i] = up;
        top[i] = from_y[i] + (up > 0 ? up * up / (2 * gravity[i]) : 0);
        status[i] = speed[i] > 0 ? WAY_MET : WAY_IMMOBILE;
    }
}

void plain_launch_lateral2d(const float *const *in, void *const *out, size_t count) {
    lateral2d(count, in[0], in[1], in[2], in[3], in[4], in[5], out[0], out[1], out[2], out[3], out[4], out[5],
              out[6]);
}

__attribute__((noinline)) static void
gravity3d(size_t count, const float *restrict from_x, const float *restrict from_y,
          const float *restrict from_z, const float *restrict to_x, const float *restrict to_y,
          const float *restrict to_z, const float *restrict speed, const float *restrict apex,
          float *restrict time, float *restrict point_x, float *restrict point_y, float *restrict point_z,
          float *restrict velocity_x, float *restrict velocity_y, float *restrict velocity_z,
          float *restrict gravity, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real x = to_x[i] - from_x[i], y = to_y[i] - from_y[i], z = to_z[i] - from_z[i];
        real t = sqrt(x * x + z * z) / speed[i];
        real rise = sqrt((y > 0 ? y : 0) + apex[i]), fall = sqrt((y < 0 ? -y : 0) + apex[i]);
        real pace = (rise + fall) / t;
        time[i] = t;
        point_x[i] = to_x[i];
        point_y[i] = to_y[i];
        point_z[i] = to_z[i];
        velocity_x[i] = x / t;
        velocity_y[i] = 2 * rise * pace;
        velocity_z[i] = z / t;
        gravity[i] = 2 * pace * pace;
        status[i] = speed[i] > 0 ? WAY_MET : WAY_IMMOBILE;
    }
}

void plain_launch_gravity3d(const float *const *in, void *const *out, size_t count) {
    gravity3d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], out[0], out[1], out[2], out[3],
              out[4], out[5], out[6], out[7], out[8]);
}

__attribute__((noinline)) static void gravity2d(size_t count, const float *restrict from_x,
                                                const float *restrict from_y, const float *restrict to_x,
                                                const float *restrict to_y, const float *restrict speed,
                                                const float *restrict apex, float *restrict time,
                                                float *restrict point_x, float *restrict point_y,
                                                float *restrict velocity_x, float *restrict velocity_y,
                                                float *restrict gravity, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real x = to_x[i] - from_x[i], y = to_y[i] - from_y[i], t = fabs(x) / speed[i];
        real rise = sqrt((y > 0 ? y : 0) + apex[i]), fall = sqrt((y < 0 ? -y : 0) + apex[i]);
        real pace = (rise + fall) / t;
        time[i] = t;
        point_x[i] = to_x[i];
        point_y[i] = to_y[i];
        velocity_x[i] = x / t;
        velocity_y[i] = 2 * rise * pace;
        gravity[i] = 2 * pace * pace;
        status[i] = speed[i] > 0 ? WAY_MET : WAY_IMMOBILE;
    }
}

void plain_launch_gravity2d(const float *const *in, void *const *out, size_t count) {
    gravity2d(count, in[0], in[1], in[2], in[3], in[4], in[5], out[0], out[1], out[2], out[3], out[4], out[5],
              out[6]);
}
