/* Finds the first shot of a gun that turns at a limited rate, if its shells fall under gravity g, with y up.
   Seen from the carrier, a shell that is fired in the direction d with the speed s hits at the time T after a
   flight of the time f if

       P = p(T) + y g f^2 / 2 = d s f,   p(T) = r + v T.

   With X = f^2, this is a conic in T and X. So all shots form one curve, and a parameter x exists with

       T' = 1 - g P_y / s^2,   X' = 2 v.P / s^2,   P' = v T' + y g X' / 2.

   These derivatives are linear in P, and T, X and P are sums of 1, sin(k x) / k and (1 - cos(k x)) / k^2 with
   k = g |horizontal v| / s^2. The time of fire is t = T - |P| / s. Each piece of the curve with t >= 0 starts
   at a shot that is fired now, or at the least t. Where t rises with x, the shots are flat: of the shots
   fired at t, they hit first (or third). Where t falls with x, they are steep; these pieces are searched
   backwards.

   Like slew3d.c, the search steps along a piece and never passes a root of w t - A, where A is the angle by
   which the barrel turns. In a step D, P' and P'' are at most V = |P'| + |P''| D and W = |P''| + k^2 |P'| D.
   A step is so short that |P| stays above its half, so

       |d'| <= a = min(2 V / |P|, 4 (|P x P'| + 3/2 |P| W D) / |P|^2),   t'' <= b = g V / s^2 + W / s,
       |d''| <= n = (W + 2 min(v, V) a) 2 / |P|   for the part of d'' across d.

   The arc of traverse gives a second bound. Both precisions compute in doubles. */
#ifndef WAY_SLEW_FALL_H
#define WAY_SLEW_FALL_H

#include "kernels/ballistics/accelerating_meeting.h"
#include "kernels/wide_angle.h"

/* The search itself is only compiled for plain C. slew3d.c uses the bounds of a step at all widths. */
#define FALL_HERE (LANES == 1 && WAY_NUMBER_OF_ISA == WAY_IS_scalar)

#define FALL_STEPS 1024
#define FALL_TRACK_STEPS 2048
#define FALL_ROUNDED 0x1p-46 /* an error of an angle, below the error of the answers */
#define FALL_FAR 0x1p100     /* a parameter beyond all shots */

/* The gun and its target, from the inputs. In the plane, z is 0. */
typedef struct fall_gun {
    wide_vector runner, v, heading, facing; /* heading and facing are unit vectors */
    wide rate, speed, gravity, half;        /* half: of the arc */
    widemask limited, asks;                 /* asks: shells fall, and the gun can be solved */
    int plane;
} fall_gun;

typedef struct fall_shot {
    wide time, hit, track;
    wide_vector direction;
} fall_shot;

/* P, T and t at the start of a piece, and their derivatives. */
typedef struct fall_curve {
    wide_vector p, p1, p2;
    wide hit, hit1, hit2, time, k;
} fall_curve;

typedef struct fall_moment {
    wide_vector p, p1, p2;
    wide hit, time, pace; /* pace: the derivative of the time */
    wide size, outward;   /* |P| and its derivative */
} fall_moment;

WAY_INLINE wide fall_min(wide a, wide b) { return w_select(w_lt(b, a), b, a); }
WAY_INLINE wide fall_max(wide a, wide b) { return w_select(w_lt(a, b), b, a); }
WAY_INLINE wide fall_above_0(wide a) { return w_select(w_lt(w_set(0.0), a), a, w_set(1.0)); }
WAY_INLINE wide fall_over(wide a, wide b) { /* a / b, or infinity if b is not above 0 */
    const widemask some = w_lt(w_set(0.0), b);
    return w_select(some, w_div(a, w_select(some, b, w_set(1.0))), w_set(INFINITY));
}
WAY_INLINE wide_vector fall_lifted(wide_vector a, wide by) { return (wide_vector){a.x, w_add(a.y, by), a.z}; }
WAY_INLINE wide_vector fall_select(widemask m, wide_vector a, wide_vector b) {
    return (wide_vector){w_select(m, a.x, b.x), w_select(m, a.y, b.y), w_select(m, a.z, b.z)};
}

WAY_INLINE fall_curve fall_curve_select(widemask m, fall_curve a, fall_curve b) {
    return (fall_curve){fall_select(m, a.p, b.p),    fall_select(m, a.p1, b.p1),  fall_select(m, a.p2, b.p2),
                        w_select(m, a.hit, b.hit),   w_select(m, a.hit1, b.hit1), w_select(m, a.hit2, b.hit2),
                        w_select(m, a.time, b.time), w_select(m, a.k, b.k)};
}

#if FALL_HERE

/* Returns the guns of `falls` that can be solved: the target is not at the muzzle, no square overflows, and
   the shell moves. */
WAY_INLINE widemask fall_asks(widemask falls, wide_vector runner, wide_vector v, wide speed) {
    const wide rr = wide_dot(runner, runner, 3), sizes = w_add(rr, wide_dot(v, v, 3));
    const widemask sound = w_and(w_le(w_set(FLT_MIN), rr), w_lt(sizes, w_set(0x1p130)));
    return w_and(falls, w_and(sound, w_lt(w_set(0.0), speed)));
}

/* Sets the curve that starts with the hit at `hit` after a flight whose squared time is `square`. */
static WAY_NEVER_INLINED void fall_start(const fall_gun *g, wide hit, wide square, wide time, fall_curve *c) {
    const wide one = w_set(1.0), per = w_div(one, w_mul(g->speed, g->speed)), fall = w_mul(g->gravity, per);
    c->hit = hit, c->time = time;
    c->p = wide_add_scaled(g->runner, g->v, hit, 3);
    c->p = fall_lifted(c->p, w_mul(w_mul(g->gravity, square), w_set(0.5)));
    c->hit1 = w_sub(one, w_mul(fall, c->p.y));
    c->p1 = fall_lifted(wide_scale(g->v, c->hit1, 3), w_mul(fall, wide_dot(g->v, c->p, 3)));
    c->hit2 = w_negate(w_mul(fall, c->p1.y));
    c->p2 = fall_lifted(wide_scale(g->v, c->hit2, 3), w_mul(fall, wide_dot(g->v, c->p1, 3)));
    c->k = w_mul(fall, w_sqrt(dot2(g->v.x, g->v.z, g->v.x, g->v.z)));
}

static WAY_NEVER_INLINED void fall_at(const fall_gun *g, const fall_curve *c, wide x, fall_moment *m) {
    const wide zero = w_set(0.0), one = w_set(1.0), half = w_mul(x, w_set(0.5)), angle = w_mul(c->k, half);
    const wide most = w_set(0x1.921fb54442d18p+2);
    const widemask tiny = w_lt(w_abs(angle), w_set(0x1p-40));
    const wide_vector unit =
        wide_turned((wide_vector){one, zero, zero}, fall_max(w_negate(most), fall_min(angle, most)));
    const wide part = w_select(tiny, half, w_div(unit.y, fall_above_0(c->k)));
    const wide s = w_mul(w_add(part, part), w_select(tiny, one, unit.x));
    const wide v = w_mul(w_add(part, part), part), turned = w_sub(one, w_mul(w_mul(c->k, c->k), v));
    const wide_vector moved = wide_add_scaled(wide_scale(c->p1, s, 3), c->p2, v, 3);
    m->p = wide_add_scaled(c->p, moved, one, 3);
    m->p1 = wide_add_scaled(wide_scale(c->p1, turned, 3), c->p2, s, 3);
    m->p2 = wide_add_scaled(wide_scale(c->p2, turned, 3), c->p1, w_negate(w_mul(w_mul(c->k, c->k), s)), 3);
    const wide later = w_add(w_mul(c->hit1, s), w_mul(c->hit2, v));
    const wide first = w_sqrt(wide_dot(c->p, c->p, 3));
    m->size = w_sqrt(wide_dot(m->p, m->p, 3));
    const wide longer =
        w_div(w_add(wide_dot(moved, m->p, 3), wide_dot(moved, c->p, 3)), fall_above_0(w_add(m->size, first)));
    m->outward = w_div(wide_dot(m->p, m->p1, 3), fall_above_0(m->size));
    m->hit = w_add(c->hit, later);
    m->time = w_add(c->time, w_sub(later, w_div(longer, g->speed)));
    m->pace = w_sub(w_add(w_mul(c->hit1, turned), w_mul(c->hit2, s)), w_div(m->outward, g->speed));
}

/* Sets the curve that starts at this moment of another one. */
WAY_INLINE void fall_start_at(const fall_gun *g, const fall_moment *m, fall_curve *c) {
    const wide flight = w_div(m->size, g->speed);
    fall_start(g, m->hit, w_mul(flight, flight), m->time, c);
}

#endif

/* Bounds for a step: a of |d'|, b of t'', and n of |d''|, and the longest step for which they hold. */
typedef struct fall_bounds {
    wide turning, bend, swerve, most;
} fall_bounds;

WAY_INLINE wide fall_length(wide_vector a) { return w_sqrt(wide_dot(a, a, 3)); }

/* Returns the first D > 0 with `bend` D^2 / 2 + `rises` D = `lacks`, or infinity. */
WAY_INLINE wide fall_step(wide rises, wide bend, wide lacks) {
    const wide two = w_set(2.0);
    const wide under = w_add(w_mul(rises, rises), w_mul(w_mul(two, bend), lacks));
    return fall_over(w_mul(two, lacks), w_add(rises, w_sqrt(fall_max(under, w_set(0.0)))));
}

WAY_INLINE fall_bounds fall_bounds_at(const fall_gun *g, const fall_curve *c, const fall_moment *m) {
    const wide zero = w_set(0.0), half = w_set(0.5), two = w_set(2.0), v = fall_length(g->v);
    const wide slope = fall_length(m->p1), curve = fall_length(m->p2), part = w_mul(half, m->size);
    fall_bounds b;
    b.most = fall_max(fall_over(part, v), fall_step(slope, curve, part));
    const widemask moves = w_lt(zero, v);
    const wide reach = w_keep(w_lt(b.most, w_set(FALL_FAR)), b.most),
               per = w_div(w_set(1.0), fall_above_0(part));
    const wide pace = w_add(slope, w_mul(curve, reach));                            /* V */
    const wide bends = w_add(curve, w_mul(w_mul(w_mul(c->k, c->k), reach), slope)); /* W */
    /* |P x P'| is what turns P. It grows by at most |P| W, and |P| is at most 3/2 of its size now. */
    const wide grows = w_mul(w_mul(w_set(1.5), m->size), w_mul(bends, reach));
    const wide across = w_add(fall_length(wide_cross(m->p, m->p1, 3)), grows);
    b.turning = w_keep(moves, fall_min(w_mul(pace, per), w_mul(across, w_mul(per, per))));
    b.bend = w_add(w_div(w_mul(g->gravity, pace), w_mul(g->speed, g->speed)), w_div(bends, g->speed));
    b.swerve = w_mul(w_add(bends, w_mul(two, w_mul(fall_min(v, pace), b.turning))), per);
    b.bend = w_keep(moves, b.bend), b.swerve = w_keep(moves, b.swerve);
    return b;
}

/* The angle from a unit vector to P, and its derivative in the direction of the search. */
typedef struct fall_angle {
    wide value, slope, sine, cosine;
} fall_angle;

WAY_INLINE fall_angle fall_angle_at(wide_vector e, const fall_moment *m, wide sense, wide turning) {
    const wide one = w_set(1.0), per = w_div(one, fall_above_0(m->size));
    const wide_vector cross = wide_cross(e, m->p, 3);
    fall_angle a;
    a.sine = w_mul(w_sqrt(wide_dot(cross, cross, 3)), per);
    a.cosine = w_mul(wide_dot(e, m->p, 3), per);
    a.value = wide_angle(a.cosine, a.sine);
    const widemask clear = w_lt(w_set(0x1p-30), a.sine);
    wide ahead = w_mul(w_sub(w_mul(a.cosine, m->outward), wide_dot(e, m->p1, 3)), per);
    ahead = w_flip(w_div(ahead, w_select(clear, a.sine, one)), sense);
    ahead = fall_max(w_negate(turning), fall_min(turning, ahead));
    a.slope = w_select(clear, ahead, w_negate(turning));
    return a;
}

/* Returns a step that passes no root of the function `rate` times the time of fire minus an angle. The
   function is -`lacks` now, and `pace` is the slope of the time. `straight` is set in lanes in which the
   angle has no kink. */
WAY_INLINE wide fall_safe(const fall_bounds *b, const fall_angle *a, wide rate, wide pace, wide lacks,
                          widemask straight) {
    const wide infinity = w_set(INFINITY), bend = w_mul(rate, b->bend), gains = w_mul(rate, pace);
    const wide plain = fall_step(w_add(gains, b->turning), bend, lacks);
    const wide rises = w_sub(gains, a->slope), curved = w_add(bend, b->swerve);
    const wide smooth = fall_step(rises, curved, lacks);
    const wide kink = w_div(w_mul(w_set(2.0), w_mul(b->turning, b->turning)), fall_above_0(a->sine));
    const wide kinked = fall_min(fall_step(rises, w_add(curved, kink), lacks),
                                 fall_over(w_mul(w_set(0.5), a->sine), b->turning));
    const widemask turns = w_lt(w_set(0.0), b->turning);
    const wide right =
        w_select(turns, w_div(fall_max(a->cosine, w_set(0.0)), fall_above_0(b->turning)), infinity);
    wide go = fall_max(plain, w_select(straight, smooth, fall_min(smooth, right)));
    return fall_max(go, w_keep(w_lt(w_set(0x1p-30), a->sine), kinked));
}

/* Where the shot is almost in the direction e, the slope of the angle is not known, because the angle has a
   kink at 0. But the sine in the plane through e and P has none, and is at most the angle. Returns the steps
   of fall_safe with this sine, or 0 elsewhere. */
WAY_INLINE wide fall_safe_near(wide_vector e, const fall_moment *m, const fall_bounds *b, const fall_angle *a,
                               wide sense, wide rate, wide pace, wide lacks) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    const widemask near = w_and(w_le(a->sine, w_set(0x1p-30)), w_lt(zero, a->cosine));
    if (!m_any(m_narrow(near)))
        return zero;
    const wide per = w_div(one, fall_above_0(m->size));
    const wide grows = wide_dot(wide_cross(e, m->p, 3), wide_cross(e, m->p1, 3), 3);
    const wide slope =
        w_sub(w_mul(grows, w_mul(per, per)), w_mul(w_mul(a->sine, a->sine), w_mul(m->outward, per)));
    const wide rounded = w_mul(b->turning, w_set(0x1p-49)); /* the plane is only known within 2^-50 / sine */
    const wide falls = w_div(w_sub(w_flip(slope, sense), rounded), fall_above_0(a->sine));
    const wide bend = w_add(w_add(w_mul(rate, b->bend), b->swerve), w_mul(b->turning, b->turning));
    return w_keep(near, fall_step(w_sub(w_mul(rate, pace), falls), bend, lacks));
}

/* Returns the angle by which the barrel turns to m. In the plane, an arc's blocked sector is
   avoided. */
WAY_INLINE fall_angle fall_turn_at(const fall_gun *g, const fall_moment *m, wide sense, wide turning) {
    fall_angle a = fall_angle_at(g->heading, m, sense, turning);
    if (g->plane && m_any(m_narrow(g->limited))) {
        const wide turn = w_sub(wide_turn(g->facing, m->p), wide_turn(g->facing, g->heading));
        const wide rate =
            w_div(cross2(m->p.x, m->p.y, m->p1.x, m->p1.y), fall_above_0(w_mul(m->size, m->size)));
        a.value = w_select(g->limited, w_abs(turn), a.value);
        a.slope = w_select(g->limited, w_flip(w_flip(rate, sense), turn), a.slope);
    }
    return a;
}

#if FALL_HERE

/* Searches the piece that starts with c. On this piece, t rises with x if `sense` is 1, and falls if it is
   -1. Keeps the shot if it is earlier than the shot so far. */
static WAY_NEVER_INLINED void fall_search(const fall_gun *g, const fall_curve *c, wide sense, widemask exists,
                                          fall_shot *shot) {
    const wide zero = w_set(0.0), infinity = w_set(INFINITY), far = w_set(FALL_FAR);
    const wide turn = w_set(0x1.921fb54442d18p+2), straight_on = w_set(0x1.921fb54442d18p+1);
    const wide v = w_sqrt(wide_dot(g->v, g->v, 3)), away = w_sqrt(wide_dot(g->runner, g->runner, 3));
    const widemask none = w_lt(zero, zero), inside_arc = g->plane ? g->limited : none;
    wide s = zero;
    widemask looking = exists;
    for (int step = 0; step < FALL_STEPS && m_any(m_narrow(looking)); step++) {
        fall_moment m;
        fall_at(g, c, w_flip(s, sense), &m);
        const fall_bounds b = fall_bounds_at(g, c, &m);
        const fall_angle a = fall_turn_at(g, &m, sense, b.turning);
        const wide pace = w_flip(m.pace, sense), lacks = w_sub(a.value, w_mul(g->rate, m.time));
        const wide sizes = w_add(w_add(away, w_mul(v, m.hit)),
                                 w_div(w_mul(g->gravity, w_mul(m.size, m.size)), w_mul(g->speed, g->speed)));
        const wide rounded = w_mul(w_set(0x1p-48), w_div(sizes, fall_above_0(m.size)));
        const wide slack = w_add(w_set(FALL_ROUNDED), rounded);
        fall_angle edge = {zero, zero, zero, zero};
        wide outside = w_negate(infinity);
        if (m_any(m_narrow(g->limited))) {
            edge = fall_angle_at(g->facing, &m, sense, b.turning);
            outside = w_select(g->limited, w_sub(edge.value, g->half), outside);
        }
        const widemask known = w_lt(slack, w_set(0x1p-12)); /* far out, rounding leaves no direction */
        const widemask found = w_and(w_and(looking, known), w_and(w_le(lacks, slack), w_le(outside, slack)));
        const widemask earlier = w_and(found, w_lt(m.time, shot->time));
        shot->time = w_select(earlier, fall_max(m.time, zero), shot->time);
        shot->hit = w_select(earlier, m.hit, shot->hit);
        const wide_vector d = wide_scale(m.p, w_div(w_set(1.0), fall_above_0(m.size)), 3);
        shot->direction = fall_select(earlier, d, shot->direction);
        /* beyond the latest time of fire, the shots are of the other kind */
        looking = w_andnot(looking, found);
        looking = w_and(looking, w_and(w_lt(m.time, shot->time), w_or(w_le(s, zero), w_lt(zero, pace))));

        const wide missing = fall_max(lacks, zero);
        wide turns = fall_safe(&b, &a, g->rate, pace, missing, inside_arc);
        const wide near = fall_safe_near(g->heading, &m, &b, &a, sense, g->rate, pace, missing);
        turns = w_select(inside_arc, turns, fall_max(turns, near));
        if (m_any(m_narrow(inside_arc))) { /* not beyond the direction opposite to the arc */
            const wide left = w_sub(straight_on, edge.value);
            turns = w_select(inside_arc, fall_min(turns, fall_over(left, b.turning)), turns);
        }
        wide go = w_keep(w_lt(slack, lacks), turns);
        if (m_any(m_narrow(g->limited))) {
            const wide far_out = fall_max(outside, zero);
            const wide enters =
                fall_max(fall_safe(&b, &edge, zero, pace, far_out, none),
                         fall_safe_near(g->facing, &m, &b, &edge, sense, zero, pace, far_out));
            go = w_select(w_lt(slack, outside), fall_max(go, enters), go);
        }
        go = fall_min(go, b.most);
        const wide least = w_mul(w_set(0x1p-50), w_add(s, w_keep(w_lt(zero, v), b.most)));
        const wide next = w_add(s, fall_max(go, least));
        looking = w_and(looking, w_and(w_lt(next, far), w_lt(w_mul(c->k, next), turn)));
        s = w_select(looking, next, s);
    }
}

/* If no shot that is fired now hits, but the target will come within reach: sets the curve that starts with
   the shot of the least t. Returns the lanes in which it exists. */
static WAY_NEVER_INLINED widemask fall_ahead(const fall_gun *g, widemask tries, fall_curve *c) {
    const wide zero = w_set(0.0), two = w_set(2.0), half = w_set(0.5), ss = w_mul(g->speed, g->speed);
    const wide gg = w_mul(g->gravity, g->gravity);
    const wide level = dot2(g->runner.x, g->runner.z, g->runner.x, g->runner.z);
    const wide inward = dot2(g->runner.x, g->runner.z, g->v.x, g->v.z);
    /* the target is within reach while a0 + a1 T - a2 T^2 >= 0 */
    const wide a0 = w_sub(w_mul(ss, w_sub(ss, w_mul(two, w_mul(g->gravity, g->runner.y)))), w_mul(gg, level));
    const wide a1 = w_mul(w_negate(two), w_add(w_mul(w_mul(ss, g->gravity), g->v.y), w_mul(gg, inward)));
    const wide a2 = w_mul(gg, dot2(g->v.x, g->v.z, g->v.x, g->v.z));
    const wide disc = w_add(w_mul(a1, a1), w_mul(w_mul(w_set(4.0), a2), a0));
    tries = w_and(tries, w_and(w_lt(a0, zero), w_and(w_lt(zero, a1), w_le(zero, disc))));
    if (!m_any(m_narrow(tries)))
        return tries;
    const wide hit = w_div(w_mul(w_negate(two), w_select(tries, a0, w_set(-1.0))),
                           w_add(w_select(tries, a1, two), w_sqrt(w_keep(tries, disc))));
    const wide above = w_add(g->runner.y, w_mul(g->v.y, hit));
    const wide square = w_div(w_mul(two, w_sub(ss, w_mul(g->gravity, above))), fall_above_0(gg));
    const wide time = w_sub(hit, w_sqrt(fall_max(square, zero)));
    tries = w_and(tries, w_and(w_le(zero, square), w_lt(zero, time)));
    fall_start(g, hit, square, time, c);
    /* going back from here, t is least before the target leaves the reach again */
    const wide v = fall_above_0(w_sqrt(wide_dot(g->v, g->v, 3)));
    wide low = zero, high = w_mul(w_div(w_sqrt(wide_dot(c->p, c->p, 3)), v), w_set(0x1p-20));
    widemask rises = tries;
    for (int step = 0; step < 60 && m_any(m_narrow(rises)); step++) {
        fall_moment m;
        fall_at(g, c, w_negate(high), &m);
        rises = w_and(rises, w_lt(zero, m.pace));
        low = w_select(rises, high, low);
        high = w_select(rises, w_add(high, high), high);
    }
    for (int step = 0; step < 60; step++) {
        const wide middle = w_mul(half, w_add(low, high));
        fall_moment m;
        fall_at(g, c, w_negate(middle), &m);
        const widemask still = w_lt(zero, m.pace);
        low = w_select(still, middle, low);
        high = w_select(still, high, middle);
    }
    fall_moment m;
    fall_at(g, c, w_negate(low), &m);
    fall_start_at(g, &m, c);
    return w_and(tries, w_lt(zero, m.time));
}

/* If t falls and rises again along the curve from c, as it may for fast targets: moves the curve's start to the
   least t in between. Returns the lanes in which it exists. The steps are at least 1/64 of the longest one. */
static WAY_NEVER_INLINED widemask fall_between(const fall_gun *g, widemask tries, fall_curve *c) {
    const wide zero = w_set(0.0), half = w_set(0.5), turn = w_set(0x1.921fb54442d18p+2);
    fall_moment m;
    wide s = zero, low = zero, high = zero;
    widemask looking = w_and(tries, w_lt(zero, fall_length(g->v))), fell = w_lt(zero, zero), found = fell;
    for (int step = 0; step < FALL_STEPS && m_any(m_narrow(looking)); step++) {
        fall_at(g, c, s, &m);
        const fall_bounds b = fall_bounds_at(g, c, &m);
        const widemask rises = w_lt(zero, m.pace), here = w_and(looking, w_and(fell, rises));
        high = w_select(here, s, high);
        found = w_or(found, here);
        looking = w_andnot(looking, here);
        low = w_select(looking, s, low);
        fell = w_or(fell, w_andnot(w_and(looking, w_lt(zero, s)), rises)); /* at the start, t is least */
        const wide bend = w_add(b.bend, w_div(w_mul(b.turning, w_mul(b.turning, m.size)), g->speed));
        const wide go = fall_max(fall_over(w_abs(m.pace), bend), w_mul(b.most, w_set(0x1p-6)));
        const wide next = w_add(s, fall_min(go, b.most));
        looking = w_and(looking, w_and(w_lt(next, w_set(FALL_FAR)), w_lt(w_mul(c->k, next), turn)));
        looking = w_and(looking, w_or(rises, w_le(zero, m.time)));
        s = w_select(looking, next, s);
    }
    if (!m_any(m_narrow(found)))
        return found;
    for (int step = 0; step < 60; step++) {
        const wide middle = w_mul(half, w_add(low, high));
        fall_at(g, c, middle, &m);
        const widemask rises = w_lt(zero, m.pace);
        high = w_select(rises, middle, high);
        low = w_select(rises, low, middle);
    }
    fall_at(g, c, w_keep(found, high), &m);
    fall_start_at(g, &m, c);
    return w_and(found, w_lt(zero, m.time));
}

/* Sets the time until which the barrel can stay on the target after the shot, in the plane. The steps are
   bounded as in the search, but at least 1/32 of the longest one. */
static WAY_NEVER_INLINED void fall_track(const fall_gun *g, fall_shot *shot, widemask exists) {
    const wide zero = w_set(0.0), half = w_set(0.5), infinity = w_set(INFINITY);
    fall_curve c;
    fall_moment m;
    const wide flight = w_keep(exists, w_sub(shot->hit, shot->time));
    fall_start(g, w_keep(exists, shot->hit), w_mul(flight, flight), w_keep(exists, shot->time), &c);
    fall_at(g, &c, zero, &m);
    const wide sense = m.pace;
    wide good = zero, bad = infinity, s = zero;
    widemask looking = exists;
    for (int step = 0; step < FALL_TRACK_STEPS && m_any(m_narrow(looking)); step++) {
        fall_at(g, &c, w_flip(s, sense), &m);
        const fall_bounds b = fall_bounds_at(g, &c, &m);
        const wide turning =
            w_div(w_abs(cross2(m.p.x, m.p.y, m.p1.x, m.p1.y)), fall_above_0(w_mul(m.size, m.size)));
        const wide spare = w_sub(w_mul(g->rate, w_flip(m.pace, sense)), turning);
        wide inside = infinity, leaves = zero;
        if (m_any(m_narrow(g->limited))) {
            const fall_angle edge = fall_angle_at(g->facing, &m, sense, b.turning);
            inside = w_select(g->limited, w_sub(g->half, edge.value), infinity);
            leaves = edge.slope;
        }
        const wide slack = w_keep(w_le(s, zero), w_set(0x1p-32)); /* the shot is inside */
        const widemask holds = w_and(w_le(zero, spare), w_le(w_negate(slack), inside));
        good = w_select(w_and(looking, holds), s, good);
        bad = w_select(w_andnot(looking, holds), s, bad);
        const widemask close = w_le(w_sub(bad, good), w_mul(w_set(0x1p-50), bad));
        looking = w_andnot(looking, w_or(w_and(close, w_lt(bad, infinity)), w_andnot(w_le(s, zero), holds)));

        const wide change = w_add(w_mul(g->rate, b.bend), b.swerve), least = w_mul(b.most, w_set(0x1p-5));
        wide go = fall_over(spare, change);
        go =
            fall_min(go, w_select(g->limited, fall_step(leaves, b.swerve, fall_max(inside, zero)), infinity));
        go = fall_min(fall_max(go, least), b.most);
        wide next = w_select(w_lt(bad, infinity), w_mul(half, w_add(good, bad)), w_add(s, go));
        looking = w_and(looking, w_lt(next, w_set(FALL_FAR)));
        s = w_select(looking, next, s);
    }
    widemask ends = w_lt(bad, infinity);
    fall_at(g, &c, w_flip(w_keep(ends, good), sense), &m);
    shot->track = w_select(exists, w_select(ends, fall_max(m.time, shot->time), infinity), shot->track);
}

/* Sets the curve that starts with the shot that is fired now and hits at `time`. Returns the pace there. */
WAY_INLINE wide fall_start_now(const fall_gun *g, pursuit p, wide time, widemask exists, fall_curve *c) {
    const wide hit = improved(w_select(exists, time, w_set(1.0)), p, exists, 3);
    fall_moment m;
    fall_start(g, hit, w_mul(hit, hit), w_set(0.0), c);
    fall_at(g, c, w_set(0.0), &m);
    return m.pace;
}

/* Searches the pieces of steep shots that start with a shot that is fired now and hits at one of these four
   times, from `from` to before `until`. */
static WAY_NEVER_INLINED void fall_search_steep(const fall_gun *g, pursuit p, const wide *times, wide from,
                                                wide until, widemask asks, fall_shot *steep) {
    fall_curve c;
    for (int k = 0; k < 4; k++) {
        widemask exists = w_and(asks, w_and(w_le(from, times[k]), w_lt(times[k], until)));
        if (!m_any(m_narrow(exists)))
            continue;
        exists = w_and(exists, w_lt(fall_start_now(g, p, times[k], exists, &c), w_set(0.0)));
        fall_search(g, &c, w_set(-1.0), exists, steep);
    }
}

/* Sets the first flat shot, or the first steep shot if the steep one hits earlier. */
static WAY_NEVER_INLINED void fall_first_shot(const fall_gun *g, fall_shot *shot) {
    const wide zero = w_set(0.0), one = w_set(1.0), infinity = w_set(INFINITY);
    const pursuit p = {g->runner, g->v, {zero, g->gravity, zero}, w_mul(g->speed, g->speed)};
    const found_meetings now = meetings_of(p, infinity, 3);
    fall_curve c, ahead = {0};
    fall_shot steep = {infinity, infinity, zero, {zero, zero, zero}};
    *shot = steep;
    const wide soonest = fall_min(fall_min(now.times[0], now.times[1]), fall_min(now.times[2], now.times[3]));
    const widemask comes = fall_ahead(g, w_andnot(g->asks, w_lt(soonest, infinity)), &ahead);
    widemask begun = comes;
    fall_curve start = ahead;
    for (int k = 0; k < 4; k++) {
        widemask exists = w_and(g->asks, w_lt(now.times[k], infinity));
        if (!m_any(m_narrow(exists)))
            continue;
        exists = w_and(exists, w_le(zero, fall_start_now(g, p, now.times[k], exists, &c)));
        fall_search(g, &c, one, exists, shot);
        start = fall_curve_select(w_andnot(exists, begun), c, start);
        begun = w_or(begun, exists);
    }
    fall_search(g, &ahead, one, comes, shot);
    const widemask dips = fall_between(g, begun, &start);
    fall_search(g, &start, one, dips, shot);
    fall_search(g, &start, w_set(-1.0), dips, &steep);
    fall_search(g, &ahead, w_set(-1.0), comes, &steep);
    /* A piece of steep shots that starts with a later hit than the flat shot's has no earlier hit. So its first
       shot only counts if another steep one would win. */
    fall_search_steep(g, p, now.times, w_negate(infinity), shot->hit, g->asks, &steep);
    widemask lobs = w_lt(steep.hit, shot->hit);
    fall_search_steep(g, p, now.times, shot->hit, infinity, w_and(g->asks, lobs), &steep);
    lobs = w_lt(steep.hit, shot->hit);
    shot->time = w_select(lobs, steep.time, shot->time);
    shot->hit = w_select(lobs, steep.hit, shot->hit);
    shot->direction = fall_select(lobs, steep.direction, shot->direction);
    if (g->plane)
        fall_track(g, shot, w_and(g->asks, w_lt(shot->time, infinity)));
}

#endif

#endif
