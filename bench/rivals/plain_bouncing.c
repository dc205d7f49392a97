#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* Follows the body bounce by bounce, as a user would write it. */
__attribute__((noinline)) static void bouncing2d(size_t count, const float *restrict body_x,
                                                 const float *restrict body_y, const float *restrict body_vx,
                                                 const float *restrict body_vy, const float *restrict gravity,
                                                 const float *restrict time, float *restrict point_x,
                                                 float *restrict point_y, float *restrict velocity_x,
                                                 float *restrict velocity_y, int32_t *restrict bounces,
                                                 float *restrict landing, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real g = gravity[i], y = body_y[i] > 0 ? body_y[i] : 0, vy = body_vy[i], left = time[i], now = 0,
             fall;
        int32_t n = 0;
        for (;;) {
            fall = (vy + sqrt(vy * vy + 2 * g * y)) / g;
            if (fall > left || !(fall > 0))
                break;
            left -= fall;
            now += fall;
            vy = g * fall - vy;
            y = 0;
            n++;
        }
        point_x[i] = body_x[i] + body_vx[i] * time[i];
        point_y[i] = y + vy * left - g * left * left / 2;
        velocity_x[i] = body_vx[i];
        velocity_y[i] = vy - g * left;
        bounces[i] = n;
        landing[i] = now + fall;
        status[i] = WAY_MET;
    }
}

void plain_bouncing2d(const float *const *in, void *const *out, size_t count) {
    bouncing2d(count, in[0], in[1], in[2], in[3], in[4], in[5], out[0], out[1], out[2], out[3], out[4],
               out[5], out[6]);
}
