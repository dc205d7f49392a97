#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* The formula of the textbooks, with the slope of the barrel for the tangent. */
__attribute__((noinline)) static void
launch_angle2d(size_t count, const float *restrict from_x, const float *restrict from_y,
               const float *restrict to_x, const float *restrict to_y, const float *restrict direction_x,
               const float *restrict direction_y, const float *restrict gravity, float *restrict speed,
               float *restrict time, float *restrict velocity_x, float *restrict velocity_y,
               int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real x = to_x[i] - from_x[i], y = to_y[i] - from_y[i], ux = direction_x[i], uy = direction_y[i];
        real below = x * uy / ux - y, square = ux * ux / (ux * ux + uy * uy);
        real v = sqrt(gravity[i] * x * x / (2 * square * below)), length = sqrt(ux * ux + uy * uy);
        int hits = below > 0 && x * ux > 0;
        speed[i] = hits ? v : INFINITY;
        time[i] = hits ? x / (v * ux / length) : INFINITY;
        velocity_x[i] = hits ? v * ux / length : 0;
        velocity_y[i] = hits ? v * uy / length : 0;
        status[i] = hits ? WAY_MET : WAY_NO_PATH;
    }
}

void plain_launch_angle2d(const float *const *in, void *const *out, size_t count) {
    launch_angle2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], out[0], out[1], out[2], out[3],
                   out[4]);
}
