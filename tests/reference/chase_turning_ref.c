/* Finds the earliest meeting with a runner on a circle: the runner's course is cut where its distance has an
   extremum, where the distance changes at the chaser's speed, and where it changes most quickly. Each piece
   is searched by bisection, one turn after the other. Turns by whose end the chaser cannot be at the runner
   yet are left out. */
#include "reference/real.h"

#include "waylay/base.h"

typedef struct circle {
    real r[2], v[2], rate, speed, reach;
} circle;

static void place_at(const circle *c, real t, real *p, real *u) {
    real angle = c->rate * t, cosine = cos(angle), sine = sin(angle);
    u[0] = c->v[0] * cosine - c->v[1] * sine;
    u[1] = c->v[0] * sine + c->v[1] * cosine;
    real half = sin(angle / 2), rise = c->rate == 0 ? 0 : 2 * half * half / c->rate;
    real along = c->rate == 0 ? t : sine / c->rate;
    p[0] = c->r[0] + c->v[0] * along - c->v[1] * rise;
    p[1] = c->r[1] + c->v[1] * along + c->v[0] * rise;
}

static real distance_at(const circle *c, real t) {
    real p[2], u[2];
    place_at(c, t, p, u);
    return sqrt(p[0] * p[0] + p[1] * p[1]);
}

/* D' */
static real pace_at(const circle *c, real t) {
    real p[2], u[2];
    place_at(c, t, p, u);
    return (p[0] * u[0] + p[1] * u[1]) / sqrt(p[0] * p[0] + p[1] * p[1]);
}

static real lacks(const circle *c, real t) { return distance_at(c, t) - c->reach - c->speed * t; }

/* Returns the root of `lacks`, or of s - D' if by_pace is set, between low and high, where it has different
   signs. Method: regula falsi, in which an end that does not move gets half the weight; every third step
   halves the interval. */
static real root_of(const circle *c, int by_pace, real low, real high) {
    real at_low = by_pace ? c->speed - pace_at(c, low) : lacks(c, low);
    real at_high = by_pace ? c->speed - pace_at(c, high) : lacks(c, high);
    int sign = at_low > 0 ? 1 : -1, last = 0;
    for (int step = 0; step < 300 && high - low > fabs(high) * 1e-20; step++) {
        real t = high + (low - high) * at_high / (at_high - at_low);
        if (step % 3 == 2 || !(t > low && t < high))
            t = low + (high - low) / 2;
        if (t == low || t == high)
            break;
        real value = by_pace ? c->speed - pace_at(c, t) : lacks(c, t);
        if (value * sign > 0) {
            low = t, at_low = value;
            at_high = last == 1 ? at_high / 2 : at_high;
            last = 1;
        } else {
            high = t, at_high = value;
            at_low = last == 2 ? at_low / 2 : at_low;
            last = 2;
        }
    }
    return high;
}

static real first_time(const circle *c) {
    real vv = c->v[0] * c->v[0] + c->v[1] * c->v[1], v = sqrt(vv);
    real rr = c->r[0] * c->r[0] + c->r[1] * c->r[1], rv = c->r[0] * c->v[0] + c->r[1] * c->v[1];
    if (c->rate == 0 || v == 0) { /* a straight way: |r + v t| = R + s t */
        real a = vv - c->speed * c->speed, b = rv - c->reach * c->speed, k = rr - c->reach * c->reach;
        real disc = b * b - a * k;
        if (a == 0)
            return b < 0 ? -k / (2 * b) : (real)INFINITY;
        if (disc < 0 || (a > 0 && b >= 0))
            return INFINITY;
        return b < 0 ? k / (sqrt(disc) - b) : (b + sqrt(disc)) / -a;
    }
    /* the middle of the circle, and the directions from it */
    real mx = c->r[0] - c->v[1] / c->rate, my = c->r[1] + c->v[0] / c->rate;
    real far = sqrt(mx * mx + my * my), radius = v / fabs(c->rate), period = 2 * PI / fabs(c->rate);
    real turn = atan2(-my * (c->r[0] - mx) + mx * (c->r[1] - my), -mx * (c->r[0] - mx) - my * (c->r[1] - my));
    real nearest = turn / c->rate;
    real steepest = nearest + acos(fmin(far, radius) / fmax(far, radius)) / fabs(c->rate);
    real fastest = far < radius ? far * fabs(c->rate) : v;
    real cuts[2] = {nearest, nearest + period / 2};
    if (c->speed > 0 && fastest > c->speed) {
        cuts[0] = root_of(c, 1, nearest, steepest); /* s - D' falls there, and rises again */
        cuts[1] = root_of(c, 1, steepest, nearest + period / 2);
    }
    for (int k = 0; k < 2; k++) {
        while (cuts[k] < 0)
            cuts[k] += period;
        while (cuts[k] >= period)
            cuts[k] -= period;
    }
    if (cuts[1] < cuts[0]) {
        real swap = cuts[0];
        cuts[0] = cuts[1], cuts[1] = swap;
    }
    real soonest = c->speed > 0 ? (fabs(far - radius) - c->reach) / c->speed : 0;
    real turns = soonest > period ? floor(soonest / period) - 1 : 0;
    for (int k = 0; k < 100000; k++) {
        real start = (turns + k) * period,
             ends[4] = {start, start + cuts[0], start + cuts[1], start + period};
        for (int piece = 0; piece < 3; piece++) {
            if (lacks(c, ends[piece]) <= 0)
                return ends[piece];
            if (lacks(c, ends[piece + 1]) <= 0)
                return root_of(c, 0, ends[piece], ends[piece + 1]);
        }
        if (!(c->speed > 0))
            return INFINITY;
    }
    return INFINITY;
}

void REFERENCE(chase_turning2d)(const real *in, real *out) {
    circle c = {.r = {in[3] - in[0], in[4] - in[1]},
                .v = {in[5], in[6]},
                .rate = in[7],
                .speed = in[2] > 0 ? in[2] : 0,
                .reach = in[8]};
    int valid = in[9] > -INFINITY && c.reach >= 0;
    for (int k = 0; k < 9; k++)
        valid = valid && isfinite(in[k]);
    for (int k = 0; k < 5; k++)
        out[k] = k == 0 ? (real)INFINITY : 0;
    out[5] = WAY_INVALID;
    if (!valid)
        return;
    real rr = c.r[0] * c.r[0] + c.r[1] * c.r[1];
    int there = rr == 0 || rr <= c.reach * c.reach;
    real time = there ? 0 : first_time(&c);
    out[5] = in[2] > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    if (time > 3.4028234663852886e38)
        return;
    out[5] = WAY_LATE;
    if (time > in[9])
        return;
    out[5] = there ? WAY_THERE : WAY_MET;
    real p[2], u[2];
    place_at(&c, time, p, u);
    real far = sqrt(p[0] * p[0] + p[1] * p[1]);
    out[0] = time;
    for (int k = 0; k < 2; k++) {
        out[1 + k] = in[k] + p[k];
        out[3 + k] = there || far == 0 ? 0 : p[k] / far * c.speed;
    }
}

static void estimate(const real *in, real *out, int dims) {
    const real *last = in, *before = in + dims, *oldest = in + 2 * dims;
    real *velocity = out, *acceleration = out + dims, *turning = out + 2 * dims, *turn_rate = out + 3 * dims;
    real t2 = in[3 * dims], t1 = in[3 * dims + 1];
    int valid = t1 > 0 && t2 > 0;
    for (int k = 0; k < 3 * dims + 2; k++)
        valid = valid && isfinite(in[k]);
    for (int k = 0; k <= 3 * dims; k++)
        out[k] = 0;
    turn_rate[1] = valid ? WAY_MET : WAY_INVALID;
    if (!valid)
        return;
    real late[3] = {0, 0, 0}, early[3] = {0, 0, 0}, ll = 0, ee = 0, dot = 0;
    for (int k = 0; k < dims; k++) {
        late[k] = last[k] - before[k];
        early[k] = before[k] - oldest[k];
        ll += late[k] * late[k], ee += early[k] * early[k], dot += late[k] * early[k];
        /* x(t) = last + velocity t + acceleration t^2 / 2 at t = 0, -t2 and -t1 - t2 */
        real to_oldest = last[k] - oldest[k];
        acceleration[k] = 2 * (late[k] / t2 - to_oldest / (t1 + t2)) / t1;
        velocity[k] = late[k] / t2 + acceleration[k] * t2 / 2;
    }
    /* the arcs turn by rate t1 and rate t2, and their chords by half the sum */
    real cross[3] = {early[1] * late[2] - early[2] * late[1], early[2] * late[0] - early[0] * late[2],
                     early[0] * late[1] - early[1] * late[0]};
    real size = sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
    real turn = dims == 3 ? atan2(size, dot) : atan2(cross[2], dot);
    real rate = 2 * turn / (t1 + t2), x1 = rate * t1 / 2, x2 = rate * t2 / 2;
    real speed1 = sqrt(ee) / t1 * (x1 == 0 ? 1 : x1 / sin(x1));
    real speed2 = sqrt(ll) / t2 * (x2 == 0 ? 1 : x2 / sin(x2));
    real speed = fmax(speed2 + (speed2 - speed1) / (t1 + t2) * t2, (real)0);
    *turn_rate = rate;
    if (!(ll > 0))
        return;
    /* the axis of the turn */
    real axis[3] = {0, 0, 1};
    for (int k = 0; k < 3 && dims == 3; k++)
        axis[k] = size > 0 ? cross[k] / size : 0;
    real side[3] = {axis[1] * late[2] - axis[2] * late[1], axis[2] * late[0] - axis[0] * late[2],
                    axis[0] * late[1] - axis[1] * late[0]};
    for (int k = 0; k < dims; k++) {
        real ahead = dims == 3 && size == 0 ? 1 : cos(x2);
        turning[k] = speed * (late[k] * ahead + side[k] * sin(x2)) / sqrt(ll);
    }
}

void REFERENCE(estimate2d)(const real *in, real *out) { estimate(in, out, 2); }
void REFERENCE(estimate3d)(const real *in, real *out) { estimate(in, out, 3); }
