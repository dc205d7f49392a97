/* Finds the first moment at which a gun in space can fire a shot that hits, by halving intervals. Seen from
   the gun, the target's direction moves along a great circle. So its angle to the barrel falls until the
   direction is nearest to the barrel, and then rises for half a turn. In an interval without that moment, the
   angle is least at one of the ends. If the barrel cannot reach even the least angle of an interval by the
   interval's last time of fire, there is no shot in it. */
#include "reference/real.h"

#include "reference/falling_shells.h"
#include "waylay/ballistics.h"

typedef struct gun {
    real p[3], v[3], barrel[3], facing[3], rate, speed, half;
    int limited;
    real nearest, middle; /* when the direction is nearest to the barrel, and to the middle of the arc;
                             INFINITY: never */
} gun;

static real dot(const real *a, const real *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void target_at(const gun *g, real when, real *p) {
    for (int k = 0; k < 3; k++)
        p[k] = g->p[k] + g->v[k] * when;
}

static real angle_at(const gun *g, real when, const real *from) {
    real p[3], c[3];
    target_at(g, when, p);
    for (int k = 0; k < 3; k++)
        c[k] = from[(k + 1) % 3] * p[(k + 2) % 3] - from[(k + 2) % 3] * p[(k + 1) % 3];
    return atan2(sqrt(dot(c, c)), dot(from, p));
}

static real fire_at(const gun *g, real when) {
    real p[3];
    target_at(g, when, p);
    return when - sqrt(dot(p, p)) / g->speed;
}

static real excess_at(const gun *g, real when) {
    real excess = g->rate * fire_at(g, when) - angle_at(g, when, g->barrel);
    return g->limited ? fmin(excess, g->half - angle_at(g, when, g->facing)) : excess;
}

/* Returns the root of the excess between a, where it is negative, and b. */
static real refined(const gun *g, real a, real b) {
    for (int step = 0; step < 110 && fabs(b - a) > 1e-22 * fabs(b); step++) {
        real ea = excess_at(g, a), eb = excess_at(g, b), middle = (a + b) / 2;
        if (step % 3 < 2 &&
            eb > ea) /* slightly beyond the root of the chord, so that both ends of the interval move */
            middle = a - (b - a) * ea / (eb - ea) * (1 + 1e-3);
        if ((middle - a) * (middle - b) >= 0)
            middle = (a + b) / 2;
        if (excess_at(g, middle) < 0)
            a = middle;
        else
            b = middle;
    }
    return b;
}

#ifdef WAY_QUAD

/* Finds the hit in double, and refines it. `times` are the hits of shots that are fired now. */
static real first_hit(const gun *g, const real *in, const real *times, int count) {
    double given[24], found[10];
    for (int k = 0; k < 24; k++)
        given[k] = (double)in[k];
    given[21] = INFINITY;
    way_reference_named("slew3d")(given, found);
    if (!(found[1] < (double)INFINITY))
        return INFINITY;
    real before = found[1] * (1 - 1e-9), after = found[1] * (1 + 1e-9);
    if (excess_at(g, before) < 0 && excess_at(g, after) >= 0)
        return refined(g, before, after);
    if (excess_at(g, after) < 0 && excess_at(g, before) >= 0)
        return refined(g, after, before);
    for (int k = 0; k < count; k++)
        if (before < times[k] && times[k] < after)
            return times[k];
    return found[1];
}

#else

static real least_angle(const gun *g, real a, real b, const real *from, real nearest) {
    real least = fmin(angle_at(g, a, from), angle_at(g, b, from));
    return (nearest - a) * (nearest - b) < 0 ? fmin(least, angle_at(g, nearest, from)) : least;
}

/* Could a shot hit between a and b, where shots are fired no later than the hit at b? */
static int may_hit(const gun *g, real a, real b) {
    if (g->limited && least_angle(g, a, b, g->facing, g->middle) > g->half + 1e-14)
        return 0;
    return g->rate * fire_at(g, b) >= least_angle(g, a, b, g->barrel, g->nearest);
}

/* Returns the first hit, going from a to b, for which the barrel is in time, or INFINITY. */
static real first_between(const gun *g, real a, real b, int depth, int *budget) {
    if (excess_at(g, a) >= -1e-14)
        return a;
    if (--*budget < 0 || !may_hit(g, a, b))
        return INFINITY;
    if (depth == 0 || fabs(b - a) <= 1e-9 * fmax(fabs(a), fabs(b)))
        return excess_at(g, b) < 0 ? (real)INFINITY : refined(g, a, b);
    real middle = (a + b) / 2, found = first_between(g, a, middle, depth - 1, budget);
    return found < INFINITY ? found : first_between(g, middle, b, depth - 1, budget);
}

static real first_from(const gun *g, real begin, real end) {
    /* the least distance divides the branch, because there the direction turns fastest */
    int budget = 20000;
    real vv = dot(g->v, g->v), closest = vv > 0 ? -dot(g->p, g->v) / vv : begin;
    if ((closest - begin) * (closest - end) < 0) {
        real found = first_between(g, begin, closest, 60, &budget);
        return found < INFINITY ? found : first_between(g, closest, end, 60, &budget);
    }
    return first_between(g, begin, end, 60, &budget);
}

static real first_hit(const gun *g, const real *in, const real *times, int count) {
    real end = times[0] + 1, vv = dot(g->v, g->v), pv = dot(g->p, g->v);
    (void)in;
    if (count == 2) { /* t is largest where the target moves away as fast as the shell */
        real ratio = g->speed / sqrt(vv), across = sqrt(fmax(dot(g->p, g->p) - pv * pv / vv, 0));
        real peak = (across * ratio / sqrt((1 - ratio) * (1 + ratio)) - pv / sqrt(vv)) / sqrt(vv);
        real one = first_from(g, times[0], peak), two = first_from(g, times[1], peak);
        if (one < INFINITY && two < INFINITY)
            return fire_at(g, two) < fire_at(g, one) ? two : one;
        return one < INFINITY ? one : two;
    }
    for (int k = 0; k < 60 && (g->rate * fire_at(g, end) < PI || (g->limited && k < 40)); k++)
        end = times[0] + (end - times[0]) * 2;
    return first_from(g, times[0], end);
}

#endif

static void answer(real *out, int status, real time, real hit, const real *direction, real turn,
                   const real *next) {
    out[0] = time, out[1] = hit;
    for (int k = 0; k < 3; k++) {
        out[2 + k] = direction != NULL ? direction[k] : 0;
        out[6 + k] = next != NULL ? next[k] : 0;
    }
    out[5] = turn;
    out[9] = status;
}

/* Returns the time at which the direction on its great circle is nearest to the vector `to`. */
static real nearest_to(const gun *g, const real *to) {
    /* the direction is nearest where the part of `to` along the motion of the direction is 0:
       to . (v (p.p) - p (p.v)) = 0 at p + v T, which is linear in T */
    real bp = dot(to, g->p), bv = dot(to, g->v), pp = dot(g->p, g->p), pv = dot(g->p, g->v),
         vv = dot(g->v, g->v);
    real at0 = bv * pp - bp * pv, slope = bv * pv - bp * vv;
    return slope != 0 ? -at0 / slope : INFINITY;
}

/* Finds the first shot of shells that fall. Returns its time. */
static real falls(const gun *g, real gravity, const real *in, falling *shot) {
    fall f = {
        .rate = g->rate, .speed = g->speed, .gravity = gravity, .half_arc = g->half, .limited = g->limited};
    double found[10] = {0};
    for (int k = 0; k < 3; k++)
        f.r[k] = g->p[k], f.v[k] = g->v[k], f.barrel[k] = g->barrel[k], f.facing[k] = g->facing[k];
#ifdef WAY_QUAD
    double given[24];
    for (int k = 0; k < 24; k++)
        given[k] = (double)in[k];
    given[21] = INFINITY;
    way_reference_named("slew3d")(given, found);
#else
    (void)in;
#endif
    real h = 0;
    return fall_first(&f, &h, shot, found[1], found[0]) ? shot->time : (real)INFINITY;
}

void REFERENCE(slew3d)(const real *in, real *out) {
    gun g;
    real dt = in[22], horizon = in[21], gravity = in[23], size = sqrt(dot(in + 3, in + 3)), pp, vv, pv, ss;
    for (int k = 0; k < 24; k++)
        if (!isfinite(in[k]) && !(k == 21 && in[k] == INFINITY)) {
            answer(out, WAY_INVALID, INFINITY, INFINITY, NULL, 0, NULL);
            return;
        }
    if (size == 0 || in[6] < 0 || dt < 0 || gravity < 0) {
        answer(out, WAY_INVALID, INFINITY, INFINITY, NULL, 0, NULL);
        return;
    }
    for (int k = 0; k < 3; k++) {
        g.p[k] = in[8 + k] - in[k];
        g.v[k] = in[11 + k] - in[14 + k];
        g.barrel[k] = in[3 + k] / size;
        g.facing[k] = in[17 + k];
    }
    g.limited = in[20] > -1 && dot(g.facing, g.facing) > 0;
    g.half = in[20] < 1 ? acos(fmax(in[20], (real)-1)) : 0;
    g.rate = in[6], g.speed = in[7];
    pp = dot(g.p, g.p), vv = dot(g.v, g.v), pv = dot(g.p, g.v), ss = g.speed * g.speed;
    if (pp == 0) {
        answer(out, horizon >= 0 ? WAY_THERE : WAY_LATE, horizon >= 0 ? 0 : INFINITY,
               horizon >= 0 ? 0 : INFINITY, horizon >= 0 ? g.barrel : NULL, 0, g.barrel);
        return;
    }
    real best = INFINITY, hit = INFINITY, times[2];
    falling shot = {0};
    g.nearest = nearest_to(&g, g.barrel), g.middle = nearest_to(&g, g.facing);
    if (g.speed > 0 && gravity > 0) {
        best = falls(&g, gravity, in, &shot);
        hit = best < INFINITY ? shot.hit : (real)INFINITY;
    } else if (g.speed > 0) {
        real a = vv - ss, disc = pv * pv - a * pp;
        int count = 0;
        if (disc >= 0) {
            real sum = pv < 0 ? -pv + sqrt(disc) : -pv - sqrt(disc);
            times[0] = sum != 0 ? pp / sum : -1;
            times[1] = a != 0 ? sum / a : -1;
            if (times[0] > times[1]) {
                real swap = times[0];
                times[0] = times[1], times[1] = swap;
            }
            if (times[0] <= 0)
                times[0] = times[1];
            else if (times[1] > 0)
                count = 2;
            if (times[0] > 0 && count == 0)
                count = 1;
        }
        if (count > 0)
            hit = first_hit(&g, in, times, count);
        best = hit < INFINITY ? fire_at(&g, hit) : INFINITY;
    }
    best = best < INFINITY ? fmax(best, 0) : best;
    if (!(best < INFINITY) || best > horizon) {
        answer(out,
               best < INFINITY ? WAY_LATE
               : g.speed > 0   ? WAY_TOO_SLOW
                               : WAY_IMMOBILE,
               INFINITY, INFINITY, NULL, 0, g.barrel);
        return;
    }
    real u[3], n[3], next[3], length;
    target_at(&g, hit, u);
    for (int k = 0; k < 3 && gravity > 0; k++)
        u[k] = shot.direction[k];
    real turn = gravity > 0 ? fall_between(g.barrel, u) : angle_at(&g, hit, g.barrel);
    real by = fmin(g.rate * dt, turn);
    length = sqrt(dot(u, u));
    for (int k = 0; k < 3; k++)
        u[k] /= length;
    for (int k = 0; k < 3; k++)
        n[k] = u[k] - g.barrel[k] * cos(turn);
    if (dot(n, n) < 1e-24) {
        int steep = g.barrel[2] * g.barrel[2] > (real)0.5;
        n[0] = steep ? 0 : -g.barrel[1];
        n[1] = steep ? -g.barrel[2] : g.barrel[0];
        n[2] = steep ? g.barrel[1] : 0;
    }
    length = sqrt(dot(n, n));
    for (int k = 0; k < 3; k++)
        next[k] = by >= turn ? u[k] : g.barrel[k] * cos(by) + n[k] / length * sin(by);
    answer(out, WAY_MET, best, hit, u, turn, next);
}
