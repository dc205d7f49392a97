/* The plain loops of paths on turning circles. turning_path2d is written twice: with unit vectors, square
   roots and a short arctangent series, and with angles to the x axis as in its source, a book chapter.
   shortest_path2d (Dubins) uses angles, as in textbooks. */
#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

static const real whole_turn = 6.28318531f;

/* Returns the angle of the vector (x, y), from 0 to a whole turn. */
static inline real arctangent(real y, real x) {
    real least = fmin(fabs(x), fabs(y)), most = fmax(fabs(x), fabs(y));
    real q = least / most, z = q * q;
    real a = ((((0.0208351f * z - 0.085133f) * z + 0.180141f) * z - 0.3302995f) * z + 0.999866f) * q;
    if (fabs(y) > fabs(x))
        a = 1.57079633f - a;
    if (x < 0)
        a = 3.14159265f - a;
    return y < 0 ? whole_turn - a : a;
}

/* Returns `angle`, or 0 if it is almost a whole turn, so that rounding does not make a full circle of a
   straight path. */
static inline real part_of_turn(real angle) { return angle > whole_turn - 1e-4f ? 0 : angle; }

static inline real between(real angle, real side) {
    angle = fmodf(angle * side, whole_turn);
    return part_of_turn(angle < 0 ? angle + whole_turn : angle);
}

#define TURNING_COLUMNS                                                                                      \
    size_t count, const float *restrict x, const float *restrict y, const float *restrict heading_x,         \
        const float *restrict heading_y, const float *restrict target_x, const float *restrict target_y,     \
        const float *restrict target_heading_x, const float *restrict target_heading_y,                      \
        const float *restrict radius, float *restrict centre1_x, float *restrict centre1_y,                  \
        float *restrict exit_x, float *restrict exit_y, float *restrict centre2_x,                           \
        float *restrict centre2_y, float *restrict entry_x, float *restrict entry_y, float *restrict arc1,   \
        float *restrict middle, float *restrict arc2, float *restrict total, int32_t *restrict word,         \
        int32_t *restrict status
#define TURNING_CALL                                                                                         \
    count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], out[0], out[1], out[2], out[3],    \
        out[4], out[5], out[6], out[7], out[8], out[9], out[10], out[11], out[12], out[13]

static inline void turning_path(TURNING_COLUMNS, int by_angles) {
    for (size_t i = 0; i < count; i++) {
        real r = radius[i], wx = target_x[i] - x[i], wy = target_y[i] - y[i];
        real per_h = 1 / sqrt(heading_x[i] * heading_x[i] + heading_y[i] * heading_y[i]);
        real per_g =
            1 / sqrt(target_heading_x[i] * target_heading_x[i] + target_heading_y[i] * target_heading_y[i]);
        real hx = heading_x[i] * per_h, hy = heading_y[i] * per_h;
        real gx = target_heading_x[i] * per_g, gy = target_heading_y[i] * per_g;
        real side1 = hx * wy - hy * wx < 0 ? -1 : 1, side2 = wx * gy - wy * gx < 0 ? -1 : 1;
        real dx = wx + r * (side1 * hy - side2 * gy), dy = wy + r * (side2 * gx - side1 * hx);
        if (dx * dx + dy * dy < 4 * r * r) {
            side1 = -side1, side2 = -side2;
            dx = wx + r * (side1 * hy - side2 * gy), dy = wy + r * (side2 * gx - side1 * hx);
        }
        real c1x = x[i] - side1 * r * hy, c1y = y[i] + side1 * r * hx;
        real c2x = c1x + dx, c2y = c1y + dy, dd = dx * dx + dy * dy;
        if (side1 != side2 && dd < 4 * r * r) {
            centre1_x[i] = centre1_y[i] = exit_x[i] = exit_y[i] = 0;
            centre2_x[i] = centre2_y[i] = entry_x[i] = entry_y[i] = 0;
            arc1[i] = middle[i] = arc2[i] = 0;
            total[i] = INFINITY;
            word[i] = WAY_NO_WORD;
            status[i] = WAY_NO_PATH;
            continue;
        }
        real tx, ty, turn1, turn2, straight;
        if (by_angles) {
            real d = sqrt(dd), a2 = atan2(dy, dx), exit_at, entry_at;
            if (side1 != side2) {
                real a1 = acos(2 * r / d), b2 = atan2(-dy, -dx);
                exit_at = a2 - side1 * a1, entry_at = b2 - side1 * a1;
            } else
                exit_at = entry_at = a2 - side1 * 1.57079633f;
            exit_x[i] = c1x + r * cos(exit_at), exit_y[i] = c1y + r * sin(exit_at);
            entry_x[i] = c2x + r * cos(entry_at), entry_y[i] = c2y + r * sin(entry_at);
            tx = entry_x[i] - exit_x[i], ty = entry_y[i] - exit_y[i];
            straight = sqrt(tx * tx + ty * ty);
            turn1 = between(exit_at + side1 * 1.57079633f - atan2(hy, hx), side1);
            turn2 = between(atan2(gy, gx) - (entry_at + side2 * 1.57079633f), side2);
        } else {
            real k = (side2 - side1) * r, per = 1 / dd;
            straight = sqrt(dd - k * k);
            tx = (straight * dx + k * dy) * per, ty = (straight * dy - k * dx) * per;
            exit_x[i] = c1x + side1 * r * ty, exit_y[i] = c1y - side1 * r * tx;
            entry_x[i] = c2x + side2 * r * ty, entry_y[i] = c2y - side2 * r * tx;
            turn1 = part_of_turn(arctangent(side1 * (hx * ty - hy * tx), hx * tx + hy * ty));
            turn2 = part_of_turn(arctangent(side2 * (tx * gy - ty * gx), tx * gx + ty * gy));
        }
        centre1_x[i] = c1x, centre1_y[i] = c1y, centre2_x[i] = c2x, centre2_y[i] = c2y;
        arc1[i] = r * turn1, middle[i] = straight, arc2[i] = r * turn2;
        total[i] = arc1[i] + straight + arc2[i];
        word[i] = side1 > 0 ? (side2 > 0 ? WAY_LSL : WAY_LSR) : (side2 > 0 ? WAY_RSL : WAY_RSR);
        status[i] = total[i] > 0 ? WAY_MET : WAY_THERE;
    }
}

#define TURNING_NAMES                                                                                        \
    count, x, y, heading_x, heading_y, target_x, target_y, target_heading_x, target_heading_y, radius,       \
        centre1_x, centre1_y, exit_x, exit_y, centre2_x, centre2_y, entry_x, entry_y, arc1, middle, arc2,    \
        total, word, status

/* Columns are parameters of a function that is not inlined, because gcc honours `restrict` best that way. */
__attribute__((noinline)) static void by_roots(TURNING_COLUMNS) { turning_path(TURNING_NAMES, 0); }
__attribute__((noinline)) static void by_angles(TURNING_COLUMNS) { turning_path(TURNING_NAMES, 1); }

void plain_turning_path2d(const float *const *in, void *const *out, size_t count) { by_roots(TURNING_CALL); }
void angles_turning_path2d(const float *const *in, void *const *out, size_t count) {
    by_angles(TURNING_CALL);
}

typedef struct drive {
    real first, second, third, h, g; /* the path's parts, in radii; the angles of both headings */
    int word;
} drive;

/* Returns the shortest path. Lengths are in units of the radius, and the axes are rotated so that the target
   is on the x axis: a and b are the headings, d is the distance. */
static inline drive shortest(real wx, real wy, real hx, real hy, real gx, real gy, real r) {
    real d = sqrt(wx * wx + wy * wy) / r, axis = atan2(wy, wx), h = atan2(hy, hx), g = atan2(gy, gx);
    real a = between(h - axis, 1), b = between(g - axis, 1);
    real sa = sin(a), sb = sin(b), ca = cos(a), cb = cos(b), cab = cos(a - b);
    real best = INFINITY, to;
    drive way = {0, 0, 0, h, g, WAY_NO_WORD};
#define TRY(the_word, t, p, q)                                                                               \
    do {                                                                                                     \
        real t_ = t, p_ = p, q_ = q;                                                                         \
        if (t_ + p_ + q_ < best) {                                                                           \
            best = t_ + p_ + q_;                                                                             \
            way = (drive){t_, p_, q_, h, g, the_word};                                                       \
        }                                                                                                    \
    } while (0)
    real pp = 2 + d * d - 2 * cab + 2 * d * (sa - sb);
    if (pp >= 0) {
        to = atan2(cb - ca, d + sa - sb);
        TRY(WAY_LSL, between(to - a, 1), sqrt(pp), between(b - to, 1));
    }
    pp = 2 + d * d - 2 * cab + 2 * d * (sb - sa);
    if (pp >= 0) {
        to = atan2(ca - cb, d - sa + sb);
        TRY(WAY_RSR, between(a - to, 1), sqrt(pp), between(to - b, 1));
    }
    pp = -2 + d * d + 2 * cab + 2 * d * (sa + sb);
    if (pp >= 0) {
        real p = sqrt(pp);
        to = atan2(-ca - cb, d + sa + sb) - atan2((real)-2, p);
        TRY(WAY_LSR, between(to - a, 1), p, between(to - b, 1));
    }
    pp = -2 + d * d + 2 * cab - 2 * d * (sa + sb);
    if (pp >= 0) {
        real p = sqrt(pp);
        to = atan2(ca + cb, d - sa - sb) - atan2((real)2, p);
        TRY(WAY_RSL, between(a - to, 1), p, between(b - to, 1));
    }
    real c = (6 - d * d + 2 * cab + 2 * d * (sb - sa)) / 8;
    if (fabs(c) <= 1) {
        real p = whole_turn - acos(c), t = between(-a - atan2(ca - cb, d + sa - sb) + p / 2, 1);
        TRY(WAY_LRL, t, p, between(b - a - t + p, 1));
    }
    c = (6 - d * d + 2 * cab + 2 * d * (sa - sb)) / 8;
    if (fabs(c) <= 1) {
        real p = whole_turn - acos(c), t = between(a - atan2(ca - cb, d - sa + sb) + p / 2, 1);
        TRY(WAY_RLR, t, p, between(a - b - t + p, 1));
    }
    return way;
}

__attribute__((noinline)) static void shortest_path(TURNING_COLUMNS) {
    for (size_t i = 0; i < count; i++) {
        real r = radius[i];
        drive way = shortest(target_x[i] - x[i], target_y[i] - y[i], heading_x[i], heading_y[i],
                             target_heading_x[i], target_heading_y[i], r);
        int kind = way.word;
        real side1 = kind == WAY_LSL || kind == WAY_LSR || kind == WAY_LRL ? 1 : -1;
        real side2 = kind == WAY_LSL || kind == WAY_RSL || kind == WAY_LRL ? 1 : -1;
        centre1_x[i] = x[i] - side1 * r * sin(way.h), centre1_y[i] = y[i] + side1 * r * cos(way.h);
        centre2_x[i] = target_x[i] - side2 * r * sin(way.g),
        centre2_y[i] = target_y[i] + side2 * r * cos(way.g);
        real leaving = way.h + side1 * way.first, joining = way.g - side2 * way.third;
        exit_x[i] = centre1_x[i] + side1 * r * sin(leaving);
        exit_y[i] = centre1_y[i] - side1 * r * cos(leaving);
        entry_x[i] = centre2_x[i] + side2 * r * sin(joining);
        entry_y[i] = centre2_y[i] - side2 * r * cos(joining);
        arc1[i] = way.first * r, middle[i] = way.second * r, arc2[i] = way.third * r;
        total[i] = arc1[i] + middle[i] + arc2[i];
        word[i] = kind;
        status[i] = total[i] > 0 ? WAY_MET : WAY_THERE;
    }
}

void plain_shortest_path2d(const float *const *in, void *const *out, size_t count) {
    shortest_path(TURNING_CALL);
}

/* The first eight steps assume the highest closing speed, so they cannot overshoot while the path's length is
   continuous. The later steps are Newton steps. If the path's length jumps, a step can overshoot; then
   bisection follows. */
__attribute__((noinline)) static void
cut_off2d(size_t count, const float *restrict x, const float *restrict y, const float *restrict heading_x,
          const float *restrict heading_y, const float *restrict speed, const float *restrict radius,
          const float *restrict runner_x, const float *restrict runner_y, const float *restrict runner_vx,
          const float *restrict runner_vy, float *restrict time, float *restrict target_x,
          float *restrict target_y, float *restrict target_heading_x, float *restrict target_heading_y,
          float *restrict arc1, float *restrict middle, float *restrict arc2, float *restrict total,
          int32_t *restrict word, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real vx = runner_vx[i], vy = runner_vy[i], runs = sqrt(vx * vx + vy * vy), s = speed[i];
        real low = 0, high = INFINITY, t = 0, length, reach;
        real slowest = s - runs > 1e-6f * s ? fmin(s - runs, s / 32) : s / 32;
        drive way;
        for (int step = 0; step < 60 && t < 1e6f; step++) {
            way = shortest(runner_x[i] + vx * t - x[i], runner_y[i] + vy * t - y[i], heading_x[i],
                           heading_y[i], vx, vy, radius[i]);
            length = (way.first + way.second + way.third) * radius[i], reach = s * t;
            real left = length - reach, next = INFINITY;
            if (fabs(left) <= reach * 1e-6f || (left <= 0 && t - low <= t * 1e-6f))
                break;
            if (left <= 0)
                high = t;
            else {
                real turned = way.word == WAY_LSL || way.word == WAY_RSL || way.word == WAY_LRL ? 1 : -1;
                real joining = way.g - turned * way.third;
                real closing = step < 8 ? s + runs : s - vx * cos(joining) - vy * sin(joining);
                low = t, next = t + left / fmax(closing, slowest);
            }
            t = next < high ? next : high < INFINITY ? (low + high) / 2 : t;
        }
        int met = length <= reach * 1.00001f;
        time[i] = met ? t : INFINITY;
        target_x[i] = met ? runner_x[i] + vx * t : 0, target_y[i] = met ? runner_y[i] + vy * t : 0;
        target_heading_x[i] = met ? vx / runs : 0, target_heading_y[i] = met ? vy / runs : 0;
        arc1[i] = met ? way.first * radius[i] : 0;
        middle[i] = met ? way.second * radius[i] : 0;
        arc2[i] = met ? way.third * radius[i] : 0;
        total[i] = met ? length : INFINITY;
        word[i] = met ? way.word : WAY_NO_WORD;
        status[i] = met ? WAY_MET : WAY_TOO_SLOW;
    }
}

void plain_cut_off2d(const float *const *in, void *const *out, size_t count) {
    cut_off2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], out[0], out[1],
              out[2], out[3], out[4], out[5], out[6], out[7], out[8], out[9], out[10]);
}
