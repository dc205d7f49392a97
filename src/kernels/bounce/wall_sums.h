/* Computes the sums that determine when a ball touches a wall or another ball. Uses wide numbers or, for
   exact sums, twins (double_double.h). */
#ifndef WAY_WALL_SUMS_H
#define WAY_WALL_SUMS_H

#include "kernels/bounce/double_double.h"
#include "kernels/bounce/walls.h"

/* A sum is undecided if it is below UNDECIDED_PART of its terms. Sums of squares at an end have a larger
   limit, UNDECIDED_END, because their roots are taken. UNDECIDED_SMALL makes a ball undecided if it is small
   compared with its distance. */
#define UNDECIDED_PART 0x1p-24
#define UNDECIDED_END 0x1p-10
#define UNDECIDED_SMALL 0x1p-47

/* Returns the limit below which a sum that contains the product a b is undecided. */
WAY_INLINE wide undecided_part(wide a, wide b) { return w_mul(w_set(UNDECIDED_PART), w_abs(w_mul(a, b))); }

/* The sums of a wall's end or of another ball. q is the vector from the end, or from the other ball, to the
   ball. At the contact, the length of q is R. */
typedef struct end_sums {
    wide rest; /* q.q - R R */
    wide m;    /* q.v */
    wide k;    /* q x v */
    wide disc; /* R R v.v - k k */
} end_sums;

/* Computes the sums. `square` is R R; `whole` is R R v.v. */
WAY_INLINE end_sums end_sums_of(wide qx, wide qy, wide vx, wide vy, wide square, wide whole) {
    wide k = cross2(qx, qy, vx, vy);
    return (end_sums){w_sub(dot2(qx, qy, qx, qy), square), dot2(qx, qy, vx, vy), k,
                      w_sub(whole, w_mul(k, k))};
}

WAY_INLINE end_sums end_sums_exactly(twin qx, twin qy, twin vx, twin vy, twin radius) {
    twin square = twin_mul(radius, radius), k = twin_cross(qx, qy, vx, vy);
    return (end_sums){twin_sub(twin_dot(qx, qy, qx, qy), square).hi, twin_dot(qx, qy, vx, vy).hi, k.hi,
                      twin_sub(twin_mul(square, twin_dot(vx, vy, vx, vy)), twin_mul(k, k)).hi};
}

/* A twin can hold all digits of products of similarly large velocities, but not if one of the velocities is
   relative to a moving wall. In this case, a sum within TWIN_ERROR of its terms counts as 0. `error` is
   TWIN_ERROR, or 0 if the wall stands still. */
#define TWIN_ERROR 0x1p-96

WAY_INLINE wide or_nothing(wide sum, wide terms, wide error) {
    return w_keep(w_lt(w_mul(error, w_abs(terms)), w_abs(sum)), sum);
}

/* The sums of wall_touch (ball_wall.h), computed in twins and then rounded. */
typedef struct exact_sums {
    wide h, across, gap, foot, beyond;
    end_sums a, b;
} exact_sums;

WAY_INLINE wide twin_error_for(wide wall_vx, wide wall_vy) {
    return w_keep(w_lt(w_set(0.0), w_add(w_abs(wall_vx), w_abs(wall_vy))), w_set(TWIN_ERROR));
}

/* Returns the sums without error. (vx, vy) is the ball's velocity, which replaces the one in `b`. The face's
   gap is (h h - R R d.d) / (|h| + R |d|). */
WAY_INLINE exact_sums wall_sums_exactly(ball b, twin vx, twin vy, wall w, int has_radius, wide error) {
    const wide zero = w_set(0.0);
    twin dx = twin_between(w.ax, w.bx), dy = twin_between(w.ay, w.by);
    twin qx = twin_between(w.ax, b.x), qy = twin_between(w.ay, b.y), rx = twin_between(w.bx, b.x),
         ry = twin_between(w.by, b.y), radius = twin_of(b.radius);
    twin h = twin_cross(dx, dy, qx, qy);
    exact_sums s = {.h = h.hi,
                    .across = or_nothing(twin_cross(dx, dy, vx, vy).hi, w_mul(dx.hi, vy.hi), error)};
    if (!has_radius) {
        s.a.k = twin_cross(qx, qy, vx, vy).hi;
        s.b.k = twin_cross(rx, ry, vx, vy).hi;
        return s;
    }
    s.foot = twin_dot(qx, qy, dx, dy).hi;
    s.beyond = twin_dot(rx, ry, dx, dy).hi;
    s.a = end_sums_exactly(qx, qy, vx, vy, radius);
    s.b = end_sums_exactly(rx, ry, vx, vy, radius);
    wide whole = w_mul(w_mul(b.radius, b.radius), dot2(vx.hi, vy.hi, vx.hi, vy.hi));
    s.a.disc = or_nothing(s.a.disc, whole, error);
    s.b.disc = or_nothing(s.b.disc, whole, error);
    twin dd = twin_dot(dx, dy, dx, dy);
    wide gap = twin_sub(twin_mul(h, h), twin_mul(twin_mul(radius, radius), dd)).hi;
    gap = or_nothing(gap, w_mul(h.hi, h.hi), error);
    wide per = w_add(w_abs(h.hi), w_mul(b.radius, w_sqrt(dd.hi)));
    s.gap = w_select(w_lt(zero, per), w_div(gap, per), zero);
    s.gap = w_select(w_lt(zero, b.radius), s.gap, w_abs(h.hi)); /* a ball with radius 0 is treated like a ball
                                                                   without a radius */
    return s;
}

/* A ball relative to a wall. */
typedef struct stance {
    wide qx, qy, rx, ry; /* vectors from a to the ball, and from b to the ball */
    wide h, across;      /* cross products of d with q and with v */
    widemask left, off;  /* the ball is to the left of the wall's line; the ball is not on the line */
    wide gap, pace;      /* the face is met after gap / pace */
    end_sums a, b;
} stance;

WAY_INLINE stance stance_of(ball b, wall w, int has_radius, int exact, exact_sums e) {
    stance s = {
        .qx = w_sub(b.x, w.ax), .qy = w_sub(b.y, w.ay), .rx = w_sub(b.x, w.bx), .ry = w_sub(b.y, w.by)};
    s.h = exact ? e.h : cross2(w.dx, w.dy, s.qx, s.qy);
    s.across = exact ? e.across : cross2(w.dx, w.dy, b.vx, b.vy);
    s.left = w_lt(w_set(0.0), s.h);
    s.off = w_lt(w_set(0.0), w_abs(s.h));
    s.pace = w_select(s.left, w_negate(s.across), s.across);
    s.gap = w_abs(s.h);
    if (has_radius)
        s.gap = exact ? e.gap : w_sub(s.gap, w_mul(b.radius, w.length));
    return s;
}

/* Do terms cancel in the gap to the wall's face, or in the rate at which the gap changes? `term` is the limit
   for the gap, `slow` for the rate: see undecided_part. A radius of 0 gives the same result as no radius. */
WAY_INLINE widemask undecided_by_line(stance s, int has_radius, wide term, wide slow) {
    if (has_radius)
        term = w_larger(term, w_mul(w_set(UNDECIDED_PART), w_abs(s.h)));
    return w_or(w_lt(w_abs(s.gap), term), w_lt(w_abs(s.across), slow));
}

/* Does the ball only just touch or miss the end, so that the difference of squares cancels? */
WAY_INLINE widemask undecided_by_ends(stance s, wide square, wide whole, wide vv) {
    wide qq = dot2(s.qx, s.qy, s.qx, s.qy), rr = dot2(s.rx, s.ry, s.rx, s.ry);
    wide little =
        w_add(w_mul(w_set(UNDECIDED_END), whole), w_mul(w_mul(w_set(UNDECIDED_SMALL), w_add(qq, rr)), vv));
    wide nearest = w_smaller(w_abs(s.a.rest), w_abs(s.b.rest));
    widemask grazes = w_lt(w_smaller(w_abs(s.a.disc), w_abs(s.b.disc)), little);
    return w_or(grazes, w_lt(nearest, w_mul(w_set(UNDECIDED_END), square)));
}

/* Is the time of the meeting, gap / pace, so close to the horizon that rounding could decide whether the
   meeting is late? */
WAY_INLINE widemask undecided_by_horizon(wide gap, wide pace, flanes horizon) {
    wide over = w_sub(gap, w_mul(w_widen(horizon), pace));
    return w_lt(w_abs(over), w_mul(w_set(UNDECIDED_PART), gap));
}

/* Returns the height of a float position over a wall's line, times the wall's length, without error. */
WAY_INLINE wide height_exactly(wide x, wide y, wall w) {
    return twin_cross(twin_between(w.ax, w.bx), twin_between(w.ay, w.by), twin_between(w.ax, x),
                      twin_between(w.ay, y))
        .hi;
}

#endif
