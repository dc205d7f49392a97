#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* Columns are parameters of a function that is not inlined, because gcc honours `restrict` best that way. */
__attribute__((noinline)) static void
bezier2d(size_t count, const float *restrict from_x, const float *restrict from_y,
         const float *restrict control_x, const float *restrict control_y, const float *restrict to_x,
         const float *restrict to_y, const float *restrict phase, float *restrict point_x,
         float *restrict point_y, float *restrict velocity_x, float *restrict velocity_y,
         float *restrict direction_x, float *restrict direction_y, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real t = phase[i] < 0 ? 0 : phase[i] > 1 ? 1 : phase[i], u = 1 - t;
        real vx = 2 * (u * (control_x[i] - from_x[i]) + t * (to_x[i] - control_x[i]));
        real vy = 2 * (u * (control_y[i] - from_y[i]) + t * (to_y[i] - control_y[i]));
        real length = sqrt(vx * vx + vy * vy), scale = length > 0 ? 1 / length : 0;
        point_x[i] = u * u * from_x[i] + 2 * t * u * control_x[i] + t * t * to_x[i];
        point_y[i] = u * u * from_y[i] + 2 * t * u * control_y[i] + t * t * to_y[i];
        velocity_x[i] = vx;
        direction_x[i] = vx * scale;
        velocity_y[i] = vy;
        direction_y[i] = vy * scale;
        status[i] = length > 0 ? WAY_MET : WAY_DEGENERATE;
    }
}

void plain_bezier2d(const float *const *in, void *const *out, size_t count) {
    bezier2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], out[0], out[1], out[2], out[3], out[4],
             out[5], out[6]);
}

__attribute__((noinline)) static void
tick2d(size_t count, const float *restrict body_x, const float *restrict body_y, const float *restrict from_x,
       const float *restrict from_y, const float *restrict control_x, const float *restrict control_y,
       const float *restrict to_x, const float *restrict to_y, const float *restrict phase,
       const float *restrict dt, float *restrict point_x, float *restrict point_y, float *restrict velocity_x,
       float *restrict velocity_y, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real t = phase[i] < 0 ? 0 : phase[i] > 1 ? 1 : phase[i], u = 1 - t, rate = 1 / dt[i];
        real x = u * u * from_x[i] + 2 * t * u * control_x[i] + t * t * to_x[i];
        point_x[i] = x;
        velocity_x[i] = (x - body_x[i]) * rate;
        real y = u * u * from_y[i] + 2 * t * u * control_y[i] + t * t * to_y[i];
        point_y[i] = y;
        velocity_y[i] = (y - body_y[i]) * rate;
        status[i] = dt[i] > 0 ? WAY_MET : WAY_INVALID;
    }
}

void plain_bezier_tick2d(const float *const *in, void *const *out, size_t count) {
    tick2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], out[0], out[1],
           out[2], out[3], out[4]);
}

__attribute__((noinline)) static void apex2d(size_t count, const float *restrict from_x,
                                             const float *restrict from_y, const float *restrict to_x,
                                             const float *restrict to_y, const float *restrict apex,
                                             float *restrict control_x, float *restrict control_y,
                                             int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real d = to_y[i] - from_y[i], rise = (d > 0 ? d : 0) + apex[i], fall = (d < 0 ? -d : 0) + apex[i];
        control_x[i] = (from_x[i] + to_x[i]) / 2;
        control_y[i] = from_y[i] + rise + sqrt(rise * fall);
        status[i] = apex[i] >= 0 ? WAY_MET : WAY_INVALID;
    }
}

void plain_bezier_apex2d(const float *const *in, void *const *out, size_t count) {
    apex2d(count, in[0], in[1], in[2], in[3], in[4], out[0], out[1], out[2]);
}

__attribute__((noinline)) static void
bezier3d(size_t count, const float *restrict from_x, const float *restrict from_y,
         const float *restrict from_z, const float *restrict control_x, const float *restrict control_y,
         const float *restrict control_z, const float *restrict to_x, const float *restrict to_y,
         const float *restrict to_z, const float *restrict phase, float *restrict point_x,
         float *restrict point_y, float *restrict point_z, float *restrict velocity_x,
         float *restrict velocity_y, float *restrict velocity_z, float *restrict direction_x,
         float *restrict direction_y, float *restrict direction_z, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real t = phase[i] < 0 ? 0 : phase[i] > 1 ? 1 : phase[i], u = 1 - t;
        real vx = 2 * (u * (control_x[i] - from_x[i]) + t * (to_x[i] - control_x[i]));
        real vy = 2 * (u * (control_y[i] - from_y[i]) + t * (to_y[i] - control_y[i]));
        real vz = 2 * (u * (control_z[i] - from_z[i]) + t * (to_z[i] - control_z[i]));
        real length = sqrt(vx * vx + vy * vy + vz * vz), scale = length > 0 ? 1 / length : 0;
        point_x[i] = u * u * from_x[i] + 2 * t * u * control_x[i] + t * t * to_x[i];
        point_y[i] = u * u * from_y[i] + 2 * t * u * control_y[i] + t * t * to_y[i];
        point_z[i] = u * u * from_z[i] + 2 * t * u * control_z[i] + t * t * to_z[i];
        velocity_x[i] = vx;
        direction_x[i] = vx * scale;
        velocity_y[i] = vy;
        direction_y[i] = vy * scale;
        velocity_z[i] = vz;
        direction_z[i] = vz * scale;
        status[i] = length > 0 ? WAY_MET : WAY_DEGENERATE;
    }
}

void plain_bezier3d(const float *const *in, void *const *out, size_t count) {
    bezier3d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], out[0], out[1],
             out[2], out[3], out[4], out[5], out[6], out[7], out[8], out[9]);
}

__attribute__((noinline)) static void
tick3d(size_t count, const float *restrict body_x, const float *restrict body_y, const float *restrict body_z,
       const float *restrict from_x, const float *restrict from_y, const float *restrict from_z,
       const float *restrict control_x, const float *restrict control_y, const float *restrict control_z,
       const float *restrict to_x, const float *restrict to_y, const float *restrict to_z,
       const float *restrict phase, const float *restrict dt, float *restrict point_x,
       float *restrict point_y, float *restrict point_z, float *restrict velocity_x,
       float *restrict velocity_y, float *restrict velocity_z, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real t = phase[i] < 0 ? 0 : phase[i] > 1 ? 1 : phase[i], u = 1 - t, rate = 1 / dt[i];
        real x = u * u * from_x[i] + 2 * t * u * control_x[i] + t * t * to_x[i];
        point_x[i] = x;
        velocity_x[i] = (x - body_x[i]) * rate;
        real y = u * u * from_y[i] + 2 * t * u * control_y[i] + t * t * to_y[i];
        point_y[i] = y;
        velocity_y[i] = (y - body_y[i]) * rate;
        real z = u * u * from_z[i] + 2 * t * u * control_z[i] + t * t * to_z[i];
        point_z[i] = z;
        velocity_z[i] = (z - body_z[i]) * rate;
        status[i] = dt[i] > 0 ? WAY_MET : WAY_INVALID;
    }
}

void plain_bezier_tick3d(const float *const *in, void *const *out, size_t count) {
    tick3d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], in[10], in[11],
           in[12], in[13], out[0], out[1], out[2], out[3], out[4], out[5], out[6]);
}

__attribute__((noinline)) static void apex3d(size_t count, const float *restrict from_x,
                                             const float *restrict from_y, const float *restrict from_z,
                                             const float *restrict to_x, const float *restrict to_y,
                                             const float *restrict to_z, const float *restrict apex,
                                             float *restrict control_x, float *restrict control_y,
                                             float *restrict control_z, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real d = to_y[i] - from_y[i], rise = (d > 0 ? d : 0) + apex[i], fall = (d < 0 ? -d : 0) + apex[i];
        control_x[i] = (from_x[i] + to_x[i]) / 2;
        control_y[i] = from_y[i] + rise + sqrt(rise * fall);
        control_z[i] = (from_z[i] + to_z[i]) / 2;
        status[i] = apex[i] >= 0 ? WAY_MET : WAY_INVALID;
    }
}

void plain_bezier_apex3d(const float *const *in, void *const *out, size_t count) {
    apex3d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], out[0], out[1], out[2], out[3]);
}
