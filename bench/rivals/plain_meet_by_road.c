#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* A hunt as a user would write it: the straight way, and the way by road for each pair of signs. Like the
   library, it keeps a runner that is missed by at most the rounding of the positions. Each choice depends on
   one comparison, because gcc 12 vectorises no loop with conditions that are joined by `and`. */
typedef struct hunt {
    real off, x, y, vx, vy, s, w, cosine;
} hunt;

typedef struct road_way {
    real first, last, time, join, leave;
} road_way;

/* Narrows the times at which the runner is near enough, for one pair of signs. */
static inline void narrow(hunt h, real side, real above, real near, road_way *way) {
    real p = fabs(h.off) * h.cosine + side * h.x * h.s + above * h.y * h.cosine - near * h.w;
    real q = side * h.vx * h.s + above * h.vy * h.cosine - h.s * h.w, t = -p / q;
    real soon = q < 0 ? t : 0, late = q < 0 ? (real)INFINITY : t;
    way->first = soon > way->first ? soon : way->first;
    way->last = late < way->last ? late : way->last;
}

/* Returns the first way by road that ends within `near` of the runner. */
static inline road_way by_road(hunt h, real near) {
    road_way way = {.first = 0, .last = INFINITY};
    narrow(h, 1, 1, near, &way);
    narrow(h, 1, -1, near, &way);
    narrow(h, -1, 1, near, &way);
    narrow(h, -1, -1, near, &way);
    real x = h.x + h.vx * way.first, y = fabs(h.y + h.vy * way.first);
    real side = x < 0 ? -1 : 1, slant = h.s / h.cosine;
    way.time = way.first <= way.last ? way.first : (real)INFINITY;
    way.time = (fabs(h.off) + y) * h.s <= fabs(x) * h.cosine ? way.time : (real)INFINITY;
    way.time = h.w > h.s ? way.time : (real)INFINITY;
    way.join = side * fabs(h.off) * slant;
    way.leave = x - side * y * slant;
    return way;
}

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
        real s = chaser_speed[i], w = road_speed[i], vx = runner_vx[i], vy = runner_vy[i];
        real off = ux * ((real)chaser_y[i] - road_y[i]) - uy * ((real)chaser_x[i] - road_x[i]);
        real y = ux * ((real)runner_y[i] - road_y[i]) - uy * ((real)runner_x[i] - road_x[i]);
        hunt h = {off, ux * rx + uy * ry, y, ux * vx + uy * vy, ux * vy - uy * vx, s, w, sqrt(w * w - s * s)};
        real vv = vx * vx + vy * vy, a = vv - s * s, b = rx * vx + ry * vy, c = rx * rx + ry * ry;
        real root = sqrt(b * b - a * c), straight = (b < 0 ? c : b + root) / (b < 0 ? root - b : -a);
        straight = straight > 0 ? straight : (real)INFINITY; /* also without a root */
        road_way way = by_road(h, 0);

        real near =
            (fabs(chaser_x[i]) + fabs(chaser_y[i]) + fabs(runner_x[i]) + fabs(runner_y[i])) * (real)0x1p-21;
        road_way close = by_road(h, near);
        real lag = sqrt(a), aside = fabs(rx * vy - ry * vx) / vv;
        real passes = aside * lag + s * b / vv <= near ? s * aside / lag - b / vv : (real)INFINITY;
        passes = b < 0 ? passes : (real)INFINITY;
        real soon = close.time < passes ? close.time : passes;
        real late = a > 0 ? soon * s * 8 + near * 256 : (real)INFINITY;
        real now = (way.time < straight ? way.time : straight) * s;
        way.join = late < now ? close.join : way.join;
        way.leave = late < now ? close.leave : way.leave;
        way.time = late < now ? close.time : way.time;
        straight = late < now ? passes : straight;

        way.time = c > 0 ? way.time : (real)INFINITY;
        straight = c > 0 ? straight : 0;
        real best = way.time < straight ? way.time : straight;
        best = s > 0 ? best : c > 0 ? (real)INFINITY : 0;
        real sizes = length > 0 ? length + c + off * off + vv + w * w : (real)INFINITY;
        best = sizes < (real)INFINITY ? best : (real)INFINITY;
        real after = best < (real)INFINITY ? best : 0;
        real px = best < (real)INFINITY ? runner_x[i] + vx * after : 0;
        real py = best < (real)INFINITY ? runner_y[i] + vy * after : 0;
        real foot_x = chaser_x[i] + uy * off, foot_y = chaser_y[i] - ux * off;
        time[i] = best;
        point_x[i] = px;
        point_y[i] = py;
        join_x[i] = way.time <= after ? foot_x + ux * way.join : px;
        join_y[i] = way.time <= after ? foot_y + uy * way.join : py;
        leave_x[i] = way.time <= after ? foot_x + ux * way.leave : px;
        leave_y[i] = way.time <= after ? foot_y + uy * way.leave : py;
        int32_t outcome = s > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
        outcome = best < (real)INFINITY ? WAY_MET : outcome;
        outcome = c > 0 ? outcome : WAY_THERE;
        status[i] = sizes < (real)INFINITY ? outcome : WAY_INVALID;
    }
}

void plain_meet_by_road2d(const float *const *in, void *const *out, size_t count) {
    meet_by_road2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], in[10],
                   in[11], out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7]);
}
