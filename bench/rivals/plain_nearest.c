#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

__attribute__((noinline)) static void
nearest2d(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
          const float *restrict runner_x, const float *restrict runner_y, const float *restrict runner_vx,
          const float *restrict runner_vy, float *restrict time, float *restrict point_x,
          float *restrict point_y, float *restrict distance, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - chaser_x[i], ry = runner_y[i] - chaser_y[i];
        real vx = runner_vx[i], vy = runner_vy[i];
        real toward = -(rx * vx + ry * vy);
        real t = toward > 0 ? toward / (vx * vx + vy * vy) : 0;
        real dx = rx + vx * t, dy = ry + vy * t;
        time[i] = t;
        point_x[i] = runner_x[i] + vx * t;
        point_y[i] = runner_y[i] + vy * t;
        distance[i] = sqrt(dx * dx + dy * dy);
        status[i] = toward > 0 ? WAY_MET : WAY_THERE;
    }
}

void plain_nearest2d(const float *const *in, void *const *out, size_t count) {
    nearest2d(count, in[0], in[1], in[2], in[3], in[4], in[5], out[0], out[1], out[2], out[3], out[4]);
}
