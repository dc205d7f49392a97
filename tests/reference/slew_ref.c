/* Finds the first shot of a gun that turns at a limited rate, directly from the definition: a shot that
   leaves at t hits at T if |p(T)| = s (T - t), where p is the runner as seen from the gun, and the barrel can
   turn to p(T) within t. The times T with t(T) >= 0 are cut where the direction of p passes the barrel's
   direction, its opposite or an end of the arc; where the direction turns as fast as the barrel; where the
   runner is nearest; and where t is largest. Between two cuts, the angle that the barrel still has to turn
   only grows or only shrinks, so bisection finds the first shot. */
#include "reference/real.h"

#include "reference/falling_shells.h"
#include "waylay/base.h"

typedef struct gun {
    real r[2], v[2], h[2], c[2]; /* the runner, its velocity, the barrel, the middle of the arc */
    real rate, speed, half;
    int limited;
} gun;

typedef struct moment {
    real time, turn; /* of fire; of the barrel, to the left, or +inf outside the arc */
} moment;

/* An upper bound of the rounding error of an angle */
#define ROUNDED ((real)1 + (real)1e-22 > 1 ? (real)1e-27 : (real)1e-13)

static real angle_between(const real *a, const real *b) {
    return atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
}

/* What the barrel has to do for a hit at T. `middle` is a time in the same piece, which decides ties at the
   ends of the piece. */
static moment needed(const gun *g, real T, real middle) {
    real p[2] = {g->r[0] + g->v[0] * T, g->r[1] + g->v[1] * T};
    real q[2] = {g->r[0] + g->v[0] * middle, g->r[1] + g->v[1] * middle};
    moment m = {T - sqrt(p[0] * p[0] + p[1] * p[1]) / g->speed, 0};
    if (p[0] == 0 && p[1] == 0)
        p[0] = q[0], p[1] = q[1];
    /* the angle at the middle, and from there to T: an end of a piece belongs to the piece */
    real away = angle_between(q, p);
    if (g->limited) {
        real at = angle_between(g->c, q), barrel = angle_between(g->c, g->h);
        m.turn = fabs(at) <= g->half + ROUNDED ? at + away - barrel : (real)INFINITY;
        return m;
    }
    m.turn = angle_between(g->h, q) + away;
    real other = m.turn > 0 ? m.turn - 2 * PI : m.turn + 2 * PI;
    if (fabs(other) < fabs(m.turn))
        m.turn = other;
    return m;
}

static real lacks(const gun *g, real T, real middle) {
    moment m = needed(g, T, middle);
    return fabs(m.turn) - g->rate * m.time - ROUNDED;
}

static int before(real a, real b) { return a < b; }

enum { CUTS = 16 };

static void cut(real *cuts, int *count, real low, real high, real T) {
    if (T > low && T < high && *count < CUTS)
        cuts[(*count)++] = T;
}

/* Cuts at the time at which the runner has the direction e or -e. */
static void cut_at(const gun *g, real *cuts, int *count, real low, real high, real ex, real ey) {
    real across = ex * g->v[1] - ey * g->v[0];
    if (across != 0)
        cut(cuts, count, low, high, -(ex * g->r[1] - ey * g->r[0]) / across);
}

/* Searches the hits from `low` to `high` for the one with the earliest t. t rises if sense is 1, and falls if
   sense is -1. */
static int first_shot(const gun *g, real low, real high, int sense, real *hit) {
    real cuts[CUTS + 2];
    int count = 0;
    real vv = g->v[0] * g->v[0] + g->v[1] * g->v[1], v = sqrt(vv), s = g->speed;
    cut_at(g, cuts, &count, low, high, g->h[0], g->h[1]);
    if (g->limited) {
        real length = sqrt(g->c[0] * g->c[0] + g->c[1] * g->c[1]), x = g->c[0] / length, y = g->c[1] / length;
        real cosine = cos(g->half), sine = sin(g->half);
        cut_at(g, cuts, &count, low, high, x * cosine - y * sine, x * sine + y * cosine);
        cut_at(g, cuts, &count, low, high, x * cosine + y * sine, y * cosine - x * sine);
    }
    if (v > 0) {
        real nearest = -(g->r[0] * g->v[0] + g->r[1] * g->v[1]) / vv;
        real d = fabs(g->r[0] * g->v[1] - g->r[1] * g->v[0]) / v;
        cut(cuts, &count, low, high, nearest);
        /* the direction turns at v d / (d^2 + x^2), and t changes at 1 - v x / (s |p|): with y = x / |p|,
           v (1 - y^2) = w d (sense - v y / s) if x is counted along the motion of t */
        real k = d * g->rate / v, m = v / s, disc = m * m * k * k - 4 * (sense * k - 1);
        for (int side = -1; side <= 1 && disc >= 0; side += 2) {
            real y = (m * k + side * sqrt(disc)) / 2;
            if (fabs(y) < 1)
                cut(cuts, &count, low, high, nearest + sense * y * d / sqrt((1 - y) * (1 + y)) / v);
        }
    }
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && before(cuts[j], cuts[j - 1]); j--) {
            real swap = cuts[j];
            cuts[j] = cuts[j - 1], cuts[j - 1] = swap;
        }
    for (int k = 0; k <= count; k++) {
        int piece = sense > 0 ? k : count - k;
        real a = piece == 0 ? low : cuts[piece - 1], b = piece == count ? high : cuts[piece];
        real middle = a + (b - a) / 2, from = sense > 0 ? a : b, to = sense > 0 ? b : a;
        if (lacks(g, from, middle) <= 0) {
            *hit = from;
            return 1;
        }
        if (!(lacks(g, to, middle) <= 0))
            continue;
        real lack = lacks(g, from, middle), left = lacks(g, to, middle);
        int last = 0;
        for (int step = 0; step < 200 && fabs(to - from) > fabs(to) * 1e-20; step++) {
            /* regula falsi, in which an end that does not move gets half the weight; every third step halves
               the interval */
            real T = step % 3 == 2 || !(lack > 0) ? from + (to - from) / 2
                                                  : to + (from - to) * left / (left - lack);
            if (T == from || T == to)
                T = from + (to - from) / 2;
            if (T == from || T == to)
                break;
            real now = lacks(g, T, middle);
            if (now <= 0) {
                to = T, left = now;
                lack = last == 1 ? lack / 2 : lack;
                last = 1;
            } else {
                from = T, lack = now;
                left = last == 2 ? left / 2 : left;
                last = 2;
            }
        }
        *hit = to;
        return 1;
    }
    return 0;
}

/* Returns until when the barrel can follow the target after a shot that hits at T, without turning faster
   than its rate or out of the arc. */
static real follows(const gun *g, real T, int sense) {
    real rr = g->v[0] * g->v[0] + g->v[1] * g->v[1], v = sqrt(rr), s = g->speed;
    if (v == 0)
        return INFINITY;
    real nearest = -(g->r[0] * g->v[0] + g->r[1] * g->v[1]) / rr;
    real d = fabs(g->r[0] * g->v[1] - g->r[1] * g->v[0]) / v, m = v / s, k = d * g->rate / v;
    real x = (T - nearest) * v * sense, y = x / sqrt(x * x + d * d), last = INFINITY;
    real disc = m * m * k * k - 4 * (sense * k - 1);
    if (disc > 0) {
        real y1 = (m * k - sqrt(disc)) / 2, y2 = (m * k + sqrt(disc)) / 2;
        if (y1 < 1 && (y >= y1 && y < y2))
            return T - sqrt(x * x + d * d) / s;
        if (y1 < 1 && y < y1)
            last = y1 * d / sqrt((1 - y1) * (1 + y1));
    }
    if (v >= s) /* t has a top */
        last = fmin(last, v > s ? sense * d / sqrt(m * m - 1) : (real)INFINITY);
    if (g->limited) {
        real turns = (g->r[0] * g->v[1] - g->r[1] * g->v[0]) * sense; /* to the left if above 0 */
        real length = sqrt(g->c[0] * g->c[0] + g->c[1] * g->c[1]);
        real cx = g->c[0] / length, cy = g->c[1] / length, side = turns < 0 ? -1 : 1;
        real cosine = cos(g->half), sine = side * sin(g->half);
        real ex = cx * cosine - cy * sine, ey = cx * sine + cy * cosine;
        real across = ex * g->v[1] - ey * g->v[0];
        real at = -(ex * g->r[1] - ey * g->r[0]) / across;
        real px = g->r[0] + g->v[0] * at, py = g->r[1] + g->v[1] * at;
        if (across != 0 && px * ex + py * ey > 0 && (at - T) * sense >= 0)
            last = fmin(last, (at - nearest) * v * sense);
    }
    if (last == INFINITY)
        return INFINITY;
    real at = nearest + sense * last / v;
    return fmax(at - sqrt(last * last + d * d) / s, T - sqrt(x * x + d * d) / s);
}

/* Finds the first shot of shells that fly straight. */
static int slew_straight(const gun *g, real *time, real *hit, int *sense) {
    real rr = g->r[0] * g->r[0] + g->r[1] * g->r[1], vv = g->v[0] * g->v[0] + g->v[1] * g->v[1], other;
    /* |r + v T| = s T */
    real lead = g->speed * g->speed - vv, b = g->r[0] * g->v[0] + g->r[1] * g->v[1], disc = b * b + lead * rr;
    if (disc < 0 || (lead <= 0 && b >= 0))
        return 0;
    real sum = fabs(b) + sqrt(disc);
    real low = b < 0 ? rr / sum : sum / lead, high = INFINITY, last = lead < 0 ? sum / -lead : INFINITY;
    if (lead < 0) { /* t is largest where |p| grows at s: at x = d / sqrt(m^2 - 1) */
        real d = fabs(g->r[0] * g->v[1] - g->r[1] * g->v[0]) / sqrt(vv);
        real x = d / sqrt(vv / (g->speed * g->speed) - 1);
        high = (x - b / sqrt(vv)) / sqrt(vv);
        high = fmin(fmax(high, low), last);
    } else if (lead == 0) {
        high = low + 0x1p40 * (low + sqrt(rr / vv));
    } else {
        /* by then the barrel can have turned by two turns */
        real until = g->rate > 0 ? 4 * PI / g->rate : 0, away = g->speed - sqrt(vv);
        high = low + (until * g->speed + 2 * sqrt(rr)) / away;
        if (g->rate == 0 || g->limited) /* it may have to wait */
            high = low + 0x1p40 * (low + sqrt(rr) / fmax(sqrt(vv), (real)1e-300));
    }
    if (first_shot(g, low, high, 1, hit))
        *time = needed(g, *hit, *hit).time;
    if (lead < 0 && first_shot(g, high, last, -1, &other)) {
        real late = needed(g, other, other).time;
        if (late < *time) {
            *time = late;
            *hit = other;
            *sense = -1;
        }
    }
    return *time < (real)INFINITY;
}

#ifndef WAY_QUAD

/* Until when the barrel can follow after the shot, in the plane */
static real fall_follows(const fall *f, real h, const falling *shot) {
    if (fall_dot(f->v, f->v) == 0)
        return INFINITY;
    real way = shot->pace >= 0 ? 1 : -1, at = h;
    falling now = *shot;
    if (f->rate * now.pace * way < fabs(now.swing))
        return shot->time;
    for (int step = 0; step < 200000; step++) {
        real next = at + way * fmin(fmax((real)0.01 / now.change, (real)1e-13), (real)0.02);
        for (int halves = 0;; halves++) {
            real middle = halves == 0 ? next : at + (next - at) / 2;
            fall_at(f, middle, &now);
            int holds = f->rate * now.pace * way >= fabs(now.swing) && now.outside <= (step ? 0 : FALL_ANGLE);
            if (halves == 0 && holds) {
                at = next;
                break;
            }
            if (halves > 0 && (middle == at || middle == next || halves > 100)) {
                fall_at(f, at, &now);
                return fmax(now.time, shot->time);
            }
            if (holds)
                at = middle;
            else
                next = middle;
        }
    }
    return INFINITY;
}

#endif

/* Finds the first shot of shells that fall. Returns its time. */
static real slew_falling(const gun *g, real gravity, const real *in, falling *shot, real *track) {
    fall f = {.r = {g->r[0], g->r[1], 0},
              .v = {g->v[0], g->v[1], 0},
              .barrel = {g->h[0], g->h[1], 0},
              .facing = {g->c[0], g->c[1], 0},
              .rate = g->rate,
              .speed = g->speed,
              .gravity = gravity,
              .half_arc = g->half,
              .limited = g->limited,
              .plane = 1};
    double found[9] = {0};
#ifdef WAY_QUAD
    double given[18];
    for (int k = 0; k < 18; k++)
        given[k] = (double)in[k];
    given[15] = INFINITY;
    way_reference_named("slew2d")(given, found);
#else
    (void)in;
#endif
    real h = 0;
    if (!fall_first(&f, &h, shot, found[1], found[0]))
        return INFINITY;
        /* double is accurate enough for the time that ends the tracking */
#ifdef WAY_QUAD
    *track = fmax(found[7], shot->time);
#else
    *track = fall_follows(&f, h, shot);
#endif
    return shot->time;
}

void REFERENCE(slew2d)(const real *in, real *out) {
    gun g = {.r = {in[6] - in[0], in[7] - in[1]},
             .v = {in[8] - in[10], in[9] - in[11]},
             .h = {in[2], in[3]},
             .c = {in[12], in[13]},
             .rate = in[4],
             .speed = in[5]};
    real horizon = in[15], dt = in[16], gravity = in[17];
    int valid = horizon > -INFINITY && dt >= 0 && isfinite(dt) && g.rate >= 0;
    valid = valid && gravity >= 0 && isfinite(gravity);
    for (int k = 0; k < 15; k++)
        valid = valid && isfinite(in[k]);
    real length = sqrt(g.h[0] * g.h[0] + g.h[1] * g.h[1]);
    valid = valid && length > 0;
    for (int k = 0; k < 8; k++)
        out[k] = 0;
    out[0] = out[1] = INFINITY;
    out[8] = WAY_INVALID;
    if (!valid)
        return;
    real heading[2] = {g.h[0] / length, g.h[1] / length};
    out[5] = heading[0], out[6] = heading[1];
    real arc = in[14];
    g.limited = arc > -1 && (g.c[0] != 0 || g.c[1] != 0);
    g.half = arc < 1 ? acos(fmax(arc, (real)-1)) : 0;

    if (g.r[0] == 0 && g.r[1] == 0) {
        out[8] = horizon < 0 ? WAY_LATE : WAY_THERE;
        if (horizon < 0)
            return;
        out[0] = out[1] = 0;
        out[2] = heading[0], out[3] = heading[1];
        return;
    }
    out[8] = g.speed > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    if (!(g.speed > 0))
        return;
    real hit = 0, time = INFINITY, aim[2] = {0, 0}, track = 0;
    int sense = 1;
    if (gravity > 0) {
        falling shot;
        time = slew_falling(&g, gravity, in, &shot, &track);
        if (time == INFINITY)
            return;
        hit = shot.hit;
        aim[0] = shot.direction[0], aim[1] = shot.direction[1];
    } else if (!slew_straight(&g, &time, &hit, &sense))
        return;
    time = fmax(time, (real)0);
    out[8] = WAY_LATE;
    if (time > horizon)
        return;
    out[8] = WAY_MET;
    out[0] = time;
    out[1] = hit;
    real p[2] = {g.r[0] + g.v[0] * hit, g.r[1] + g.v[1] * hit}, far = sqrt(p[0] * p[0] + p[1] * p[1]);
    if (gravity > 0)
        p[0] = aim[0], p[1] = aim[1], far = 1;
    out[2] = p[0] / far, out[3] = p[1] / far;
    /* the turn in the piece of the hit, whose end it may be */
    real turn = g.limited ? angle_between(g.c, p) - angle_between(g.c, g.h) : angle_between(g.h, p);
    if (!g.limited && fabs(fabs(turn) - PI) < ROUNDED && turn < 0)
        turn += 2 * PI;
    out[4] = turn;
    out[7] = gravity > 0 ? track : follows(&g, hit, sense);
    if (fabs(turn) <= g.rate * dt) {
        out[5] = out[2], out[6] = out[3];
        return;
    }
    real by = (turn < 0 ? -1 : 1) * g.rate * dt, cosine = cos(by), sine = sin(by);
    out[5] = heading[0] * cosine - heading[1] * sine;
    out[6] = heading[1] * cosine + heading[0] * sine;
}
