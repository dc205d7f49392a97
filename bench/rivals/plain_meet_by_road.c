#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* Tries the straight way, and the way by road for each pair of signs, as a user would write it. */
__attribute__((noinline)) static void
meet_by_road2d(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
               const float *restrict chaser_speed, const float *restrict road_x, const float *restrict road_y,
               const float *restrict heading_x, const float *restrict heading_y,
               const float *restrict road_speed, const float *restrict runner_x,
               const float *restrict runner_y, const float *restrict runner_vx,
               const float *restrict runner_vy, float *restrict time, float *restrict join_x,
               float *restrict join_y, float *restrict leave_x, float *restrict leave_y,
               float *restrict point_x, float *restrict point_y, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real length = sqrt((real)heading_x[i] * heading_x[i] + (real)heading_y[i] * heading_y[i]);
        real ux = heading_x[i] / length, uy = heading_y[i] / length;
        real rx = (real)runner_x[i] - chaser_x[i], ry = (real)runner_y[i] - chaser_y[i];
        real s = chaser_speed[i], w = road_speed[i];
        real off = ux * (chaser_y[i] - road_y[i]) - uy * (chaser_x[i] - road_x[i]);
        real x = ux * rx + uy * ry, y = ux * (runner_y[i] - road_y[i]) - uy * (runner_x[i] - road_x[i]);
        real vx = ux * runner_vx[i] + uy * runner_vy[i], vy = ux * runner_vy[i] - uy * runner_vx[i];
        real best = INFINITY, join = 0, leave = 0;
        real a = vx * vx + vy * vy - s * s, b = rx * runner_vx[i] + ry * runner_vy[i], c = rx * rx + ry * ry;
        real disc = b * b - a * c;
        if (disc >= 0 && (b < 0 || a < 0))
            best = b < 0 ? c / (sqrt(disc) - b) : (b + sqrt(disc)) / -a;
        int by_road = 0;
        if (w > s) {
            real cosine = sqrt(w * w - s * s), first = 0, last = INFINITY;
            for (int k = 0; k < 4; k++) {
                real side = k & 1 ? -1 : 1, above = k & 2 ? -1 : 1;
                real p = fabs(off) * cosine + side * x * s + above * y * cosine;
                real q = side * vx * s + above * vy * cosine - s * w, t = -p / q;
                if (q < 0 && t > first)
                    first = t;
                else if (q >= 0 && t < last)
                    last = t;
            }
            real then_x = x + vx * first, then_y = fabs(y + vy * first);
            if (first <= last && first < best && (fabs(off) + then_y) * s <= fabs(then_x) * cosine) {
                real side = then_x < 0 ? -1 : 1;
                best = first;
                by_road = 1;
                join = side * fabs(off) * s / cosine;
                leave = then_x - side * then_y * s / cosine;
            }
        }
        time[i] = best;
        status[i] = best < INFINITY ? WAY_MET : WAY_TOO_SLOW;
        point_x[i] = runner_x[i] + runner_vx[i] * best;
        point_y[i] = runner_y[i] + runner_vy[i] * best;
        real foot_x = chaser_x[i] + uy * off, foot_y = chaser_y[i] - ux * off;
        join_x[i] = by_road ? foot_x + ux * join : point_x[i];
        join_y[i] = by_road ? foot_y + uy * join : point_y[i];
        leave_x[i] = by_road ? foot_x + ux * leave : point_x[i];
        leave_y[i] = by_road ? foot_y + uy * leave : point_y[i];
    }
}

void plain_meet_by_road2d(const float *const *in, void *const *out, size_t count) {
    meet_by_road2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], in[10],
                   in[11], out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7]);
}
