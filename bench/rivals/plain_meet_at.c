#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

__attribute__((noinline)) static void
meet_at2d(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
          const float *restrict runner_x, const float *restrict runner_y, const float *restrict runner_vx,
          const float *restrict runner_vy, const float *restrict time, float *restrict point_x,
          float *restrict point_y, float *restrict velocity_x, float *restrict velocity_y,
          float *restrict speed, float *restrict distance, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real t = time[i] > 0 ? time[i] : 0;
        real dx = runner_x[i] - chaser_x[i] + runner_vx[i] * t;
        real dy = runner_y[i] - chaser_y[i] + runner_vy[i] * t;
        real far = sqrt(dx * dx + dy * dy), scale = t > 0 ? 1 / t : 0;
        int there = far == 0;
        point_x[i] = runner_x[i] + runner_vx[i] * t;
        point_y[i] = runner_y[i] + runner_vy[i] * t;
        velocity_x[i] = dx * scale;
        velocity_y[i] = dy * scale;
        speed[i] = t > 0 ? far * scale : there ? 0 : INFINITY;
        distance[i] = far;
        status[i] = t > 0 ? WAY_MET : there ? WAY_THERE : WAY_LATE;
    }
}

void plain_meet_at2d(const float *const *in, void *const *out, size_t count) {
    meet_at2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], out[0], out[1], out[2], out[3], out[4],
              out[5], out[6]);
}

__attribute__((noinline)) static void
meet_at3d(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
          const float *restrict chaser_z, const float *restrict runner_x, const float *restrict runner_y,
          const float *restrict runner_z, const float *restrict runner_vx, const float *restrict runner_vy,
          const float *restrict runner_vz, const float *restrict time, float *restrict point_x,
          float *restrict point_y, float *restrict point_z, float *restrict velocity_x,
          float *restrict velocity_y, float *restrict velocity_z, float *restrict speed,
          float *restrict distance, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real t = time[i] > 0 ? time[i] : 0;
        real dx = runner_x[i] - chaser_x[i] + runner_vx[i] * t;
        real dy = runner_y[i] - chaser_y[i] + runner_vy[i] * t;
        real dz = runner_z[i] - chaser_z[i] + runner_vz[i] * t;
        real far = sqrt(dx * dx + dy * dy + dz * dz), scale = t > 0 ? 1 / t : 0;
        int there = far == 0;
        point_x[i] = runner_x[i] + runner_vx[i] * t;
        point_y[i] = runner_y[i] + runner_vy[i] * t;
        point_z[i] = runner_z[i] + runner_vz[i] * t;
        velocity_x[i] = dx * scale;
        velocity_y[i] = dy * scale;
        velocity_z[i] = dz * scale;
        speed[i] = t > 0 ? far * scale : there ? 0 : INFINITY;
        distance[i] = far;
        status[i] = t > 0 ? WAY_MET : there ? WAY_THERE : WAY_LATE;
    }
}

void plain_meet_at3d(const float *const *in, void *const *out, size_t count) {
    meet_at3d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], out[0], out[1],
              out[2], out[3], out[4], out[5], out[6], out[7], out[8]);
}
