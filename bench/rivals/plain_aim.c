#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* Columns are parameters of a function that is not inlined, because gcc honours `restrict` best that way. */
__attribute__((noinline)) static void
closing2d(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
          const float *restrict chaser_vx, const float *restrict chaser_vy, const float *restrict speed,
          const float *restrict runner_x, const float *restrict runner_y, const float *restrict runner_vx,
          const float *restrict runner_vy, float *restrict time, float *restrict point_x,
          float *restrict point_y, float *restrict velocity_x, float *restrict velocity_y,
          int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - chaser_x[i], ry = runner_y[i] - chaser_y[i];
        real wx = runner_vx[i] - chaser_vx[i], wy = runner_vy[i] - chaser_vy[i];
        real distance = sqrt(rx * rx + ry * ry), closing = sqrt(wx * wx + wy * wy);
        real t = closing > 0 ? distance / closing : 0;
        real px = runner_x[i] + runner_vx[i] * t, py = runner_y[i] + runner_vy[i] * t;
        real ux = px - chaser_x[i], uy = py - chaser_y[i];
        real length = sqrt(ux * ux + uy * uy);
        real scale = length > 0 && speed[i] > 0 ? speed[i] / length : 0;
        time[i] = t;
        point_x[i] = px;
        point_y[i] = py;
        velocity_x[i] = ux * scale;
        velocity_y[i] = uy * scale;
        status[i] = length == 0 ? WAY_THERE : speed[i] <= 0 ? WAY_IMMOBILE : closing > 0 ? WAY_MET : WAY_LATE;
    }
}

void plain_closing2d(const float *const *in, void *const *out, size_t count) {
    closing2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], out[0], out[1], out[2],
              out[3], out[4], out[5]);
}

__attribute__((noinline)) static void
closing3d(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
          const float *restrict chaser_z, const float *restrict chaser_vx, const float *restrict chaser_vy,
          const float *restrict chaser_vz, const float *restrict speed, const float *restrict runner_x,
          const float *restrict runner_y, const float *restrict runner_z, const float *restrict runner_vx,
          const float *restrict runner_vy, const float *restrict runner_vz, float *restrict time,
          float *restrict point_x, float *restrict point_y, float *restrict point_z,
          float *restrict velocity_x, float *restrict velocity_y, float *restrict velocity_z,
          int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - chaser_x[i], ry = runner_y[i] - chaser_y[i], rz = runner_z[i] - chaser_z[i];
        real wx = runner_vx[i] - chaser_vx[i], wy = runner_vy[i] - chaser_vy[i],
             wz = runner_vz[i] - chaser_vz[i];
        real distance = sqrt(rx * rx + ry * ry + rz * rz), closing = sqrt(wx * wx + wy * wy + wz * wz);
        real t = closing > 0 ? distance / closing : 0;
        real px = runner_x[i] + runner_vx[i] * t, py = runner_y[i] + runner_vy[i] * t,
             pz = runner_z[i] + runner_vz[i] * t;
        real ux = px - chaser_x[i], uy = py - chaser_y[i], uz = pz - chaser_z[i];
        real length = sqrt(ux * ux + uy * uy + uz * uz);
        real scale = length > 0 && speed[i] > 0 ? speed[i] / length : 0;
        time[i] = t;
        point_x[i] = px;
        point_y[i] = py;
        point_z[i] = pz;
        velocity_x[i] = ux * scale;
        velocity_y[i] = uy * scale;
        velocity_z[i] = uz * scale;
        status[i] = length == 0 ? WAY_THERE : speed[i] <= 0 ? WAY_IMMOBILE : closing > 0 ? WAY_MET : WAY_LATE;
    }
}

void plain_closing3d(const float *const *in, void *const *out, size_t count) {
    closing3d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], in[10], in[11],
              in[12], out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7]);
}

__attribute__((noinline)) static void
predict2d(size_t count, real sign, const float *restrict x, const float *restrict y,
          const float *restrict speed, const float *restrict other_x, const float *restrict other_y,
          const float *restrict other_vx, const float *restrict other_vy, const float *restrict near,
          const float *restrict far, const float *restrict longest, float *restrict time,
          float *restrict point_x, float *restrict point_y, float *restrict velocity_x,
          float *restrict velocity_y, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = other_x[i] - x[i], ry = other_y[i] - y[i];
        real distance = sqrt(rx * rx + ry * ry);
        real part = (distance - near[i]) / (far[i] - near[i]);
        part = part < 0 ? 0 : part > 1 ? 1 : part;
        real t = longest[i] * part;
        real px = other_x[i] + other_vx[i] * t, py = other_y[i] + other_vy[i] * t;
        real ux = px - x[i], uy = py - y[i];
        real length = sqrt(ux * ux + uy * uy);
        real scale = length > 0 && speed[i] > 0 ? sign * speed[i] / length : 0;
        time[i] = t;
        point_x[i] = px;
        point_y[i] = py;
        velocity_x[i] = ux * scale;
        velocity_y[i] = uy * scale;
        status[i] = length == 0 ? WAY_THERE : speed[i] > 0 ? WAY_MET : WAY_IMMOBILE;
    }
}

void plain_predict2d(const float *const *in, void *const *out, size_t count) {
    predict2d(count, 1, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], out[0], out[1],
              out[2], out[3], out[4], out[5]);
}

void plain_evade2d(const float *const *in, void *const *out, size_t count) {
    predict2d(count, -1, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], out[0], out[1],
              out[2], out[3], out[4], out[5]);
}

__attribute__((noinline)) static void
predict3d(size_t count, real sign, const float *restrict x, const float *restrict y, const float *restrict z,
          const float *restrict speed, const float *restrict other_x, const float *restrict other_y,
          const float *restrict other_z, const float *restrict other_vx, const float *restrict other_vy,
          const float *restrict other_vz, const float *restrict near, const float *restrict far,
          const float *restrict longest, float *restrict time, float *restrict point_x,
          float *restrict point_y, float *restrict point_z, float *restrict velocity_x,
          float *restrict velocity_y, float *restrict velocity_z, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = other_x[i] - x[i], ry = other_y[i] - y[i], rz = other_z[i] - z[i];
        real distance = sqrt(rx * rx + ry * ry + rz * rz);
        real part = (distance - near[i]) / (far[i] - near[i]);
        part = part < 0 ? 0 : part > 1 ? 1 : part;
        real t = longest[i] * part;
        real px = other_x[i] + other_vx[i] * t, py = other_y[i] + other_vy[i] * t,
             pz = other_z[i] + other_vz[i] * t;
        real ux = px - x[i], uy = py - y[i], uz = pz - z[i];
        real length = sqrt(ux * ux + uy * uy + uz * uz);
        real scale = length > 0 && speed[i] > 0 ? sign * speed[i] / length : 0;
        time[i] = t;
        point_x[i] = px;
        point_y[i] = py;
        point_z[i] = pz;
        velocity_x[i] = ux * scale;
        velocity_y[i] = uy * scale;
        velocity_z[i] = uz * scale;
        status[i] = length == 0 ? WAY_THERE : speed[i] > 0 ? WAY_MET : WAY_IMMOBILE;
    }
}

void plain_predict3d(const float *const *in, void *const *out, size_t count) {
    predict3d(count, 1, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], in[10], in[11],
              in[12], out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7]);
}

void plain_evade3d(const float *const *in, void *const *out, size_t count) {
    predict3d(count, -1, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], in[10], in[11],
              in[12], out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7]);
}
