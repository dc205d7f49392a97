/* Computes when a moving ball meets a wall. The wall goes from a to b, and d = b - a. q is the vector from a
   to the ball; for the end b, it is the vector from b. v is the ball's velocity, and R is the ball's radius:

       h = d x q   the ball's height over the wall's line, times |d|.
       k = q x v   the distance of a (or b) from the line of the ball's path, times |v|.
       face        has the gap |h| - R |d|, which shrinks at the rate -+ d x v.
                   The ball meets the face if the ball's foremost point passes between the ends.
       an end      has the gap q.q - R R; its rate is sqrt(R R v.v - k k) - q.v.

   The ball meets the face or an end after gap / rate. The smallest of the three times is the first contact.
   If two walls share an end, k of this end has the same bits for both, so no point passes between the walls.
   On a straight path, the distance to a segment has only one minimum. So if a ball already touches the wall,
   it meets the wall only if it comes nearer, and then at time 0.

   A ball is undecided if the terms of a sum cancel so far that rounding could change the sum's sign or a
   float result. About one ball in a thousand is undecided. All of its sums are computed again without error,
   in twins: see wall_sums.h.

   If a wall moves, all of this is computed in the frame of the wall: the wall stands still, and the ball has
   its velocity relative to the wall.

   Twinsen's "Vector Geometry in Game Programming" announces a part 3 about such contacts. */
#ifndef WAY_BALL_WALL_H
#define WAY_BALL_WALL_H

#include "kernels/bounce/wall_sums.h"

/* How sums are computed: PLAIN rounds; MARKING rounds and marks undecided lanes; EXACT does not round. */
enum { SUMS_PLAIN, SUMS_MARKING, SUMS_EXACT, SUMS_FIRST = WAY_WIDE_IS_DOUBLE ? SUMS_MARKING : SUMS_PLAIN };

/* The rules for a meeting. */
typedef struct touch_rules {
    int has_radius; /* balls have a radius */
    int sided;      /* 1 if walls may stop balls from one side only, 0 if every wall stops balls from both
                       sides */
    int sums;
    /* If 1, balls must reach the strip of width 2 R around the wall's line by the horizon. If 0, they may
       reach it at any time. Only SUMS_PLAIN reads this. */
    int timed;
    wide horizon;
    /* A ball that touches the wall comes nearer if its speed towards the wall is above `graze` times its
       whole speed. Otherwise the ball slides. */
    wide graze;
    /* 1: the ball's velocity is relative to a wall that moves. `pace` is added to the speed that is compared
       with `graze`. For SUMS_EXACT, (rest_vx, rest_vy) is the error of the rounded velocity, and twin_error
       the result of twin_error_for. */
    int moving;
    wide rest_vx, rest_vy, twin_error, pace;
} touch_rules;

/* Ball and wall meet after gap / pace. If they do not meet, this is 1 / 0. */
typedef struct touch {
    wide gap, pace;
    wide nx, ny;          /* from the wall to the ball at the contact, of any length */
    wide ex, ey;          /* the wall's end that the ball meets, if it meets an end */
    wide height;          /* the height over the wall's line, times the wall's length */
    widemask ends, there; /* there: set if the ball already touches the wall */
    widemask near;        /* set if the ball's distance from the wall's line is at most the radius */
    widemask undecided;
} touch;

WAY_INLINE touch touch_none(wide height) {
    const wide zero = w_set(0.0);
    const widemask none = w_lt(zero, zero);
    return (touch){.gap = w_set(1.0),
                   .pace = zero,
                   .nx = zero,
                   .ny = zero,
                   .ex = zero,
                   .ey = zero,
                   .height = height,
                   .ends = none,
                   .there = none,
                   .near = none,
                   .undecided = none};
}

/* Returns `t`, or the touch of the face if the ball's foremost point passes between the wall's ends. */
WAY_INLINE touch touch_face(touch t, ball b, wall w, stance s, widemask comes, int has_radius) {
    const wide zero = w_set(0.0);
    wide first_a = s.a.k, first_b = s.b.k;
    if (has_radius) {
        wide along = w_mul(b.radius, dot2(w.dx, w.dy, b.vx, b.vy));
        along = w_select(s.left, along, w_negate(along));
        first_a = w_add(w_mul(s.a.k, w.length), along);
        first_b = w_add(w_mul(s.b.k, w.length), along);
        /* a ball of radius 0 uses k, like a ball without a radius, because a product of floats may underflow
           */
        if (!WAY_WIDE_IS_DOUBLE) {
            widemask large = w_lt(zero, b.radius);
            first_a = w_select(large, first_a, s.a.k);
            first_b = w_select(large, first_b, s.b.k);
        }
    }
    first_a = w_select(s.left, first_a, w_negate(first_a));
    first_b = w_select(s.left, first_b, w_negate(first_b));
    widemask meets = w_and(w_and(s.off, w_lt(zero, s.pace)), w_and(w_le(first_a, zero), w_le(zero, first_b)));
    meets = w_and(meets, comes);
    if (has_radius)
        meets = w_and(meets, w_lt(zero, s.gap));
    t.gap = w_select(meets, s.gap, t.gap);
    t.pace = w_keep(meets, s.pace);
    t.nx = w_select(s.left, w_negate(w.dy), w.dy);
    t.ny = w_select(s.left, w.dx, w_negate(w.dx));
    return t;
}

/* Returns `t`, or the touch of the end (x, y) if that touch is earlier than `t`. */
WAY_INLINE touch touch_end(touch t, ball b, wide x, wide y, end_sums s, widemask large) {
    const wide zero = w_set(0.0);
    widemask enters = w_and(w_and(large, w_lt(zero, s.rest)), w_and(w_lt(s.m, zero), w_le(zero, s.disc)));
    wide root = w_sqrt(w_keep(enters, s.disc)), shrinks = w_sub(root, s.m);
    widemask first = w_and(enters, w_lt(w_mul(s.rest, t.pace), w_mul(t.gap, shrinks)));
    t.gap = w_select(first, s.rest, t.gap);
    t.pace = w_select(first, shrinks, t.pace);
    /* q at the contact: the sum of a vector across the velocity and a vector against it */
    t.nx = w_select(first, w_sub(w_mul(s.k, b.vy), w_mul(root, b.vx)), t.nx);
    t.ny = w_select(first, w_negate(w_add(w_mul(s.k, b.vx), w_mul(root, b.vy))), t.ny);
    t.ex = w_select(first, x, t.ex);
    t.ey = w_select(first, y, t.ey);
    t.ends = w_or(t.ends, first);
    return t;
}

/* Returns `t`, changed for balls that already touch the wall: over the face and `inside` the strip, or at an
   end. foot is q.d, and beyond is q.d with q from the end b. `face` is the result of touch_face. */
WAY_INLINE touch touch_now(touch t, touch face, ball b, wall w, stance s, wide foot, wide beyond,
                           touch_rules rules, widemask inside, widemask large) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    wide speed = w_add(w_abs(b.vx), w_abs(b.vy));
    wide slow = w_mul(rules.graze, rules.moving ? w_add(speed, rules.pace) : speed);
    widemask at_a = w_and(w_and(large, w_le(s.a.rest, zero)), w_le(foot, zero));
    widemask at_b = w_and(w_and(large, w_le(s.b.rest, zero)), w_le(zero, beyond));
    widemask at_face = w_and(inside, w_and(w_lt(zero, foot), w_lt(beyond, zero)));
    widemask at_end = w_or(at_a, at_b);
    widemask closes = w_and(at_face, w_and(s.off, w_lt(w_mul(slow, w.length), s.pace)));
    wide brisk = w_negate(w_mul(slow, b.radius));
    closes = w_or(closes, w_or(w_and(at_a, w_lt(s.a.m, brisk)), w_and(at_b, w_lt(s.b.m, brisk))));
    t.there = w_or(at_face, at_end);
    t.nx = w_select(at_face, face.nx, w_select(at_a, s.qx, w_select(at_b, s.rx, t.nx)));
    t.ny = w_select(at_face, face.ny, w_select(at_a, s.qy, w_select(at_b, s.ry, t.ny)));
    t.ex = w_select(at_a, w.ax, w_select(at_b, w.bx, t.ex));
    t.ey = w_select(at_a, w.ay, w_select(at_b, w.by, t.ey));
    t.ends = w_andnot(w_or(at_end, t.ends), at_face);
    t.gap = w_select(t.there, w_select(closes, zero, one), t.gap);
    t.pace = w_select(t.there, w_keep(closes, one), t.pace);
    return t;
}

/* Adds to `face` what only balls with a radius need: touches of the wall's ends, and of a wall that the ball
   touches already. foot is q.d, and beyond is q.d with q from the end b. `inside` is set for balls in the
   strip around the wall's line. */
WAY_INLINE touch touch_of_radius(touch face, ball b, wall w, stance s, wide foot, wide beyond,
                                 touch_rules rules, widemask comes, widemask inside) {
    widemask large = w_and(comes, w_lt(w_set(0.0), b.radius));
    touch t = touch_end(face, b, w.ax, w.ay, s.a, large);
    t = touch_end(t, b, w.bx, w.by, s.b, large);
    return touch_now(t, face, b, w, s, foot, beyond, rules, w_and(comes, inside), large);
}

/* Like touch_of_radius, but computes foot and beyond as rounded sums. */
WAY_INLINE touch touch_of_rounded_radius(touch face, ball b, wall w, stance s, touch_rules rules,
                                         widemask comes, widemask inside) {
    wide foot = dot2(s.qx, s.qy, w.dx, w.dy), beyond = w_sub(foot, dot2(w.dx, w.dy, w.dx, w.dy));
    return touch_of_radius(face, b, w, s, foot, beyond, rules, comes, inside);
}

WAY_INLINE stance with_end_sums(stance s, ball b, wide square, wide whole) {
    s.a = end_sums_of(s.qx, s.qy, b.vx, b.vy, square, whole);
    s.b = end_sums_of(s.rx, s.ry, b.vx, b.vy, square, whole);
    return s;
}

WAY_INLINE widemask on_a_closed_side(wall w, stance s) { return w_le(w_set(0.0), w_mul(w.side, s.h)); }

/* Returns the touch from rounded sums, without marking undecided lanes. */
WAY_INLINE touch touch_in_rounded_sums(ball b, wall w, touch_rules rules) {
    const wide zero = w_set(0.0);
    stance s = stance_of(b, w, rules.has_radius, 0, (exact_sums){0});
    touch t = touch_none(w_abs(s.h));
    t.near = w_le(s.gap, zero);
    widemask comes =
        w_or(t.near, rules.timed ? w_le(s.gap, w_mul(rules.horizon, s.pace)) : w_lt(zero, s.pace));
    if (rules.sided)
        comes = w_and(comes, on_a_closed_side(w, s));
    if (rules.has_radius && !m_any(m_narrow(comes)))
        return t;
    wide square = w_mul(b.radius, b.radius), whole = w_mul(square, dot2(b.vx, b.vy, b.vx, b.vy));
    s = with_end_sums(s, b, square, whole);
    t = touch_face(t, b, w, s, comes, rules.has_radius);
    if (!rules.has_radius)
        return t;
    return touch_of_rounded_radius(t, b, w, s, rules, comes, t.near);
}

/* Returns the touch from rounded sums. Marks lanes in which rounding may change the result as undecided. */
WAY_INLINE touch touch_in_checked_sums(ball b, wall w, touch_rules rules) {
    const wide zero = w_set(0.0);
    stance s = stance_of(b, w, rules.has_radius, 0, (exact_sums){0});
    touch t = touch_none(w_abs(s.h));
    wide term = undecided_part(w.dx, s.qy), slow = undecided_part(w.dx, b.vy);
    t.near = w_le(s.gap, term);
    widemask comes = w_or(t.near, w_lt(w_negate(slow), s.pace));
    if (rules.has_radius && !m_any(m_narrow(comes)))
        return t;
    t.undecided = undecided_by_line(s, rules.has_radius, term, slow);
    if (rules.has_radius) /* lanes outside of `comes` are decided, because their balls do not reach the
                             wall */
        t.undecided = w_and(t.undecided, comes);
    if (rules.sided)
        comes = w_and(comes, on_a_closed_side(w, s));
    wide square = w_mul(b.radius, b.radius), vv = dot2(b.vx, b.vy, b.vx, b.vy), whole = w_mul(square, vv);
    s = with_end_sums(s, b, square, whole);
    t = touch_face(t, b, w, s, comes, rules.has_radius);
    if (!rules.has_radius)
        return t;
    widemask large = w_and(comes, w_lt(zero, b.radius));
    t.undecided = w_or(t.undecided, w_and(large, undecided_by_ends(s, square, whole, vv)));
    return touch_of_rounded_radius(t, b, w, s, rules, comes, w_le(s.gap, zero));
}

/* Returns the touch from sums without error. */
WAY_LARGE touch touch_in_exact_sums(ball b, wall w, touch_rules rules) {
    const wide zero = w_set(0.0);
    const twin vx = rules.moving ? TWIN(b.vx, rules.rest_vx) : twin_of(b.vx);
    const twin vy = rules.moving ? TWIN(b.vy, rules.rest_vy) : twin_of(b.vy);
    const exact_sums e =
        wall_sums_exactly(b, vx, vy, w, rules.has_radius, rules.moving ? rules.twin_error : w_set(0.0));
    stance s = stance_of(b, w, rules.has_radius, 1, e);
    touch t = touch_none(w_abs(s.h));
    t.near = w_le(s.gap, zero);
    widemask comes = w_or(t.near, w_lt(zero, s.pace));
    if (rules.sided)
        comes = w_and(comes, on_a_closed_side(w, s));
    if (rules.has_radius && !m_any(m_narrow(comes)))
        return t;
    s.a = e.a;
    s.b = e.b;
    t = touch_face(t, b, w, s, comes, rules.has_radius);
    return rules.has_radius ? touch_of_radius(t, b, w, s, e.foot, e.beyond, rules, comes, t.near) : t;
}

WAY_INLINE touch wall_touch(ball b, wall w, touch_rules rules) {
    return rules.sums == SUMS_EXACT     ? touch_in_exact_sums(b, w, rules)
           : rules.sums == SUMS_MARKING ? touch_in_checked_sums(b, w, rules)
                                        : touch_in_rounded_sums(b, w, rules);
}

/* The contact: its time, its point on the wall, and the unit vector from this point to the ball. */
typedef struct contact {
    wide time, x, y, nx, ny;
    widemask meets;
} contact;

WAY_INLINE contact wall_contact(ball b, touch t) {
    contact c;
    c.meets = w_lt(w_set(0.0), t.pace);
    c.time = w_div(t.gap, t.pace);
    wide length = w_sqrt(dot2(t.nx, t.ny, t.nx, t.ny));
    c.nx = w_div(t.nx, length);
    c.ny = w_div(t.ny, length);
    wide x = w_add(b.x, w_mul(b.vx, c.time)), y = w_add(b.y, w_mul(b.vy, c.time));
    wide off = w_select(t.there, w_div(t.height, length), b.radius);
    c.x = w_select(t.ends, t.ex, w_sub(x, w_mul(c.nx, off)));
    c.y = w_select(t.ends, t.ey, w_sub(y, w_mul(c.ny, off)));
    return c;
}

#endif
