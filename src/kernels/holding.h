/* What keeps balls on their side of walls, whatever rounding moves them: a skin off each wall, and a look at whether a
   place lies behind one. */
#ifndef WAY_HOLDING_H
#define WAY_HOLDING_H

#include "kernels/wall_sums.h"

/* A part of a wall's largest coordinate. */
#define SKIN 0x1p-18

/* A height over a wall's line is sure beyond this part of its terms; no ball is put where it is not. */
#define SURE (WAY_WIDE_IS_DOUBLE ? 0x1p-36 : 0x1p-21)

typedef struct holding {
    wide x, y,
        few; /* away from the nearest wall, of any length, and a few floats' spacing: a part of the skin */
    widemask thin; /* The ball was so close that its side was not sure: it is moved until that is. */
} holding;

typedef struct held_ball {
    ball ball;
    holding by;
} held_ball;

/* How a ball that is off a wall by no more than a skin lies to it: the square of its distance is square / scale, and
   (x, y) leads to it. */
typedef struct closeness {
    wide square, scale, x, y;
} closeness;

/* (qx, qy) leads from a to the ball, h is d x q. */
WAY_INLINE closeness closeness_to(ball b, wall w, wide qx, wide qy, wide h) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    wide rx = w_sub(b.x, w.bx), ry = w_sub(b.y, w.by);
    wide foot = dot2(qx, qy, w.dx, w.dy), whole = dot2(w.dx, w.dy, w.dx, w.dy);
    widemask at_a = w_le(foot, zero), at_b = w_le(whole, foot);
    wide left = w_select(w_lt(h, zero), w_set(-1.0), one);
    return (closeness){
        .square = w_select(at_a, dot2(qx, qy, qx, qy), w_select(at_b, dot2(rx, ry, rx, ry), w_mul(h, h))),
        .scale = w_select(at_a, one, w_select(at_b, one, whole)),
        .x = w_select(at_a, qx, w_select(at_b, rx, w_negate(w_mul(left, w.dy)))),
        .y = w_select(at_a, qy, w_select(at_b, ry, w_mul(left, w.dx)))};
}

/* A ball within a wall's skin is moved away from the nearest one: by what is missing, but by half the distance and the
   skin at most, so that it comes to no other wall. Otherwise rounding would carry through a wall what slides along it call
   after call. */
WAY_INLINE held_ball hold_off(ball b, const way_wall *walls, size_t wall_count) {
    const wide zero = w_set(0.0), one = w_set(1.0), unsure = w_set(4 * SURE);
    /* the nearest distance's square is near / per, the way there (x, y) */
    wide near = one, per = zero, x = zero, y = zero, skin = zero, least = zero;
    widemask thin = w_lt(zero, zero);
    for (size_t k = 0; k < wall_count; k++) {
        double size = wall_size(walls + k);
        if (!(size < WALL_ROOM))
            continue;
        wall w = wall_same(walls + k, 1);
        wide own = w_set(SKIN * size), reach = w_add(b.radius, own);
        wide qx = w_sub(b.x, w.ax), qy = w_sub(b.y, w.ay), h = cross2(w.dx, w.dy, qx, qy);
        widemask close = w_le(w_abs(h), w_mul(reach, w.length));
        if (!m_any(m_narrow(close)))
            continue;
        widemask hair = w_and(close, w_lt(w_abs(h), w_mul(unsure, w_abs(w_mul(w.dx, qy)))));
        wide aside = zero;
        if (WAY_WIDE_IS_DOUBLE && m_any(m_narrow(hair))) {
            h = w_select(hair, height_exactly(b.x, b.y, w), h);
            aside = w_keep(hair, w_div(w_mul(w_mul(unsure, w_set(2.0)), w_abs(w_mul(w.dx, qy))), w.length));
            thin = w_or(thin, hair);
        }
        close = w_and(close, w_le(zero, w_mul(w.side, h)));
        closeness c = closeness_to(b, w, qx, qy, h);
        widemask nearer = w_and(close, w_le(c.square, w_mul(w_mul(reach, reach), c.scale)));
        nearer = w_and(nearer, w_lt(w_mul(c.square, per), w_mul(near, c.scale)));
        near = w_select(nearer, c.square, near);
        per = w_select(nearer, c.scale, per);
        x = w_select(nearer, c.x, x);
        y = w_select(nearer, c.y, y);
        skin = w_select(nearer, own, skin);
        least = w_select(nearer, aside, least);
    }
    wide away = w_sqrt(w_div(near, per)), length = w_sqrt(dot2(x, y, x, y));
    wide push = w_sub(w_add(b.radius, skin), away), half = w_mul(away, w_set(0.5));
    half = w_select(w_lt(half, least), least, half);
    push = w_select(w_lt(skin, push), skin, push);
    push = w_select(w_lt(half, push), half, push);
    widemask close = w_and(w_and(w_lt(zero, push), w_lt(zero, away)), w_lt(zero, length));
    push = w_div(push, length);
    b.x = w_select(close, w_add(b.x, w_mul(push, x)), b.x);
    b.y = w_select(close, w_add(b.y, w_mul(push, y)), b.y);
    return (held_ball){b, {x, y, w_keep(close, w_mul(skin, w_set(0x1p-4))), thin}};
}

/* Does a wall that stops the ball lie on the straight way from (x, y) to `place`, or so near the end of the way that it
   may? `exact`: from a place in floats, and of walls so near that place that they may. */
WAY_INLINE widemask walls_part(wide x, wide y, vector place, const way_wall *walls, size_t wall_count,
                               int exact) {
    const wide zero = w_set(0.0), sure = w_set(SURE), unsure = w_set(4 * SURE);
    widemask parted = w_lt(zero, zero);
    wide to_x = w_widen(place.x), to_y = w_widen(place.y), cx = w_sub(to_x, x), cy = w_sub(to_y, y);
    for (size_t k = 0; k < wall_count; k++) {
        if (!wall_stops(walls + k))
            continue;
        wall w = wall_same(walls + k, 0);
        wide qx = w_sub(x, w.ax), qy = w_sub(y, w.ay), fx = w_sub(to_x, w.ax), fy = w_sub(to_y, w.ay);
        wide from = cross2(w.dx, w.dy, qx, qy), to = cross2(w.dx, w.dy, fx, fy);
        widemask hair = w_lt(w_abs(from), w_mul(unsure, w_abs(w_mul(w.dx, qy))));
        if (exact) {
            if (!m_any(m_narrow(hair)))
                continue;
            from = height_exactly(x, y, w);
        }
        widemask crosses = w_le(w_flip(to, from), w_mul(sure, w_abs(w_mul(w.dx, fy))));
        if (exact)
            crosses = w_and(crosses, hair);
        if (!m_any(m_narrow(crosses)))
            continue;
        wide rx = w_sub(x, w.bx), ry = w_sub(y, w.by);
        wide ka = w_flip(cross2(qx, qy, cx, cy), from), kb = w_flip(cross2(rx, ry, cx, cy), from);
        wide slack_a = w_mul(sure, w_abs(w_mul(qx, cy))), slack_b = w_mul(sure, w_abs(w_mul(rx, cy)));
        crosses = w_and(crosses, w_and(w_le(ka, slack_a), w_le(w_negate(slack_b), kb)));
        crosses = w_and(crosses, w_and(w_lt(zero, w_abs(from)), w_le(zero, w_mul(w.side, from))));
        parted = w_or(parted, crosses);
    }
    return parted;
}

#endif
