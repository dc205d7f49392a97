#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

__attribute__((noinline)) static void
latest2d(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
         const float *restrict chaser_speed, const float *restrict runner_x, const float *restrict runner_y,
         const float *restrict runner_vx, const float *restrict runner_vy, float *restrict time,
         float *restrict point_x, float *restrict point_y, float *restrict velocity_x,
         float *restrict velocity_y, float *restrict speed, float *restrict distance,
         int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - chaser_x[i], vx = runner_vx[i];
        real ry = runner_y[i] - chaser_y[i], vy = runner_vy[i];
        real s = chaser_speed[i] > 0 ? chaser_speed[i] : 0;
        real a = vx * vx + vy * vy - s * s, b = rx * vx + ry * vy, c = rx * rx + ry * ry;
        real disc = b * b - a * c;
        int there = c == 0, met = !there && (a < 0 || (b < 0 && disc >= 0));
        int follows = (met || there) && a <= 0, ends = met && a > 0;
        real after = ends ? (sqrt(disc) - b) / a : 0;
        time[i] = follows ? INFINITY : after;
        point_x[i] = runner_x[i] + vx * after;
        velocity_x[i] = after > 0 ? (rx + vx * after) / after : follows ? vx : 0;
        point_y[i] = runner_y[i] + vy * after;
        velocity_y[i] = after > 0 ? (ry + vy * after) / after : follows ? vy : 0;
        speed[i] = ends ? s : follows ? sqrt(vx * vx + vy * vy) : 0;
        distance[i] = sqrt((rx + vx * after) * (rx + vx * after) + (ry + vy * after) * (ry + vy * after));
        status[i] = there ? WAY_THERE : met ? WAY_MET : s > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    }
}

void plain_latest2d(const float *const *in, void *const *out, size_t count) {
    latest2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], out[0], out[1], out[2], out[3], out[4],
             out[5], out[6], out[7]);
}

__attribute__((noinline)) static void
latest3d(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
         const float *restrict chaser_z, const float *restrict chaser_speed, const float *restrict runner_x,
         const float *restrict runner_y, const float *restrict runner_z, const float *restrict runner_vx,
         const float *restrict runner_vy, const float *restrict runner_vz, float *restrict time,
         float *restrict point_x, float *restrict point_y, float *restrict point_z,
         float *restrict velocity_x, float *restrict velocity_y, float *restrict velocity_z,
         float *restrict speed, float *restrict distance, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - chaser_x[i], vx = runner_vx[i];
        real ry = runner_y[i] - chaser_y[i], vy = runner_vy[i];
        real rz = runner_z[i] - chaser_z[i], vz = runner_vz[i];
        real s = chaser_speed[i] > 0 ? chaser_speed[i] : 0;
        real a = vx * vx + vy * vy + vz * vz - s * s, b = rx * vx + ry * vy + rz * vz,
             c = rx * rx + ry * ry + rz * rz;
        real disc = b * b - a * c;
        int there = c == 0, met = !there && (a < 0 || (b < 0 && disc >= 0));
        int follows = (met || there) && a <= 0, ends = met && a > 0;
        real after = ends ? (sqrt(disc) - b) / a : 0;
        time[i] = follows ? INFINITY : after;
        point_x[i] = runner_x[i] + vx * after;
        velocity_x[i] = after > 0 ? (rx + vx * after) / after : follows ? vx : 0;
        point_y[i] = runner_y[i] + vy * after;
        velocity_y[i] = after > 0 ? (ry + vy * after) / after : follows ? vy : 0;
        point_z[i] = runner_z[i] + vz * after;
        velocity_z[i] = after > 0 ? (rz + vz * after) / after : follows ? vz : 0;
        speed[i] = ends ? s : follows ? sqrt(vx * vx + vy * vy + vz * vz) : 0;
        distance[i] = sqrt((rx + vx * after) * (rx + vx * after) + (ry + vy * after) * (ry + vy * after) +
                           (rz + vz * after) * (rz + vz * after));
        status[i] = there ? WAY_THERE : met ? WAY_MET : s > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    }
}

void plain_latest3d(const float *const *in, void *const *out, size_t count) {
    latest3d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], out[0], out[1],
             out[2], out[3], out[4], out[5], out[6], out[7], out[8], out[9]);
}
