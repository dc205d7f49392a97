/* Keeps balls on their side of walls in spite of rounding. Balls stay a small distance, the skin, away from
   each wall, and walls_part tests whether a wall separates two positions. */
#ifndef WAY_WALL_SKIN_H
#define WAY_WALL_SKIN_H

#include "kernels/bounce/wall_search.h"
#include "kernels/bounce/wall_sums.h"

/* The skin, as a fraction of a wall's largest coordinate. */
#define SKIN 0x1p-18

/* Rounding cannot change the sign of a height over a wall's line if the absolute value of the height is above
   SURE times its terms. No ball is moved to a position where the sign could change. */
#define SURE (WAY_WIDE_IS_DOUBLE ? 0x1p-36 : 0x1p-21)

typedef struct holding {
    wide x, y;                /* (x, y) points away from the nearest wall and has any length */
    wide small_distance;      /* a sixteenth of the skin, which is a few spacings of floats */
    widemask side_was_unsure; /* set if rounding could hide on which side of a near wall the ball was */
} holding;

/* How close a ball is to a wall. The squared distance is square / scale, and (x, y) points from the wall to
   the ball. */
typedef struct closeness {
    wide square, scale, x, y;
} closeness;

/* Returns how close the ball is to the wall. (qx, qy) is the vector from the wall's end a to the ball, and h
   is the cross product of (w.dx, w.dy) with this vector. */
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

/* The nearest wall so far within a ball's radius and skin: the squared distance, the direction (x, y) and the
   wall's skin. A move by `least` is allowed even if it is more than half the distance. */
typedef struct nearest_wall {
    wide square, x, y, skin, least;
    ilanes number;
    widemask side_was_unsure;
} nearest_wall;

/* Returns the wall `p` in the lanes of `there` in which p is nearer than `n`, the nearest wall so far;
   elsewhere returns `n`. The squared distance is one rounded quotient, so that the order of the walls does
   not matter. */
WAY_INLINE nearest_wall nearest_of(nearest_wall n, ball b, picked p, ilanes number, widemask there) {
    const wide zero = w_set(0.0), unsure = w_set(4 * SURE);
    const wall w = p.wall;
    wide own = w_mul(w_set(SKIN), p.size), reach = w_add(b.radius, own);
    wide qx = w_sub(b.x, w.ax), qy = w_sub(b.y, w.ay), h = cross2(w.dx, w.dy, qx, qy);
    widemask close = w_and(there, w_le(w_abs(h), w_mul(reach, w.length)));
    if (!m_any(m_narrow(close)))
        return n;
    widemask hair = w_and(close, w_lt(w_abs(h), w_mul(unsure, w_abs(w_mul(w.dx, qy)))));
    wide aside = zero;
    if (WAY_WIDE_IS_DOUBLE && m_any(m_narrow(hair))) {
        h = w_select(hair, height_exactly(b.x, b.y, w), h);
        aside = w_keep(hair, w_div(w_mul(w_mul(unsure, w_set(2.0)), w_abs(w_mul(w.dx, qy))), w.length));
    }
    closeness c = closeness_to(b, w, qx, qy, h);
    widemask within = w_and(close, w_le(c.square, w_mul(w_mul(reach, reach), c.scale)));
    if (WAY_WIDE_IS_DOUBLE)
        n.side_was_unsure = w_or(n.side_was_unsure, w_and(within, hair));
    within = w_and(within, w_le(zero, w_mul(w.side, h)));
    wide square = w_div(c.square, c.scale);
    widemask nearer = w_and(within, w_lt(square, n.square)), same = w_and(within, w_le(square, n.square));
    nearer = w_or(nearer, w_and(same, wide_where(i_lt(number, n.number))));
    n.square = w_select(nearer, square, n.square);
    n.x = w_select(nearer, c.x, n.x);
    n.y = w_select(nearer, c.y, n.y);
    n.skin = w_select(nearer, own, n.skin);
    n.least = w_select(nearer, aside, n.least);
    n.number = i_select(m_narrow(nearer), number, n.number);
    return n;
}

/* If a ball is in the nearest wall's skin, moves it away by the missing distance. The move is at most half
   the distance to this wall (or n.least if this is larger), and at most the skin, so that the ball reaches no
   other wall. Without such moves, a ball that slides along a wall in many calls could pass through the wall
   by rounding. */
WAY_INLINE void move_off(nearest_wall n, ball *held, holding *by) {
    const wide zero = w_set(0.0);
    const ball b = *held;
    wide away = w_sqrt(n.square), length = w_sqrt(dot2(n.x, n.y, n.x, n.y));
    wide push = w_sub(w_add(b.radius, n.skin), away), half = w_mul(away, w_set(0.5));
    half = w_select(w_lt(half, n.least), n.least, half);
    push = w_select(w_lt(n.skin, push), n.skin, push);
    push = w_select(w_lt(half, push), half, push);
    widemask close = w_and(w_and(w_lt(zero, push), w_lt(zero, away)), w_lt(zero, length));
    push = w_div(push, length);
    held->x = w_select(close, w_add(b.x, w_mul(push, n.x)), b.x);
    held->y = w_select(close, w_add(b.y, w_mul(push, n.y)), b.y);
    *by = (holding){n.x, n.y, w_keep(close, w_mul(n.skin, w_set(0x1p-4))), n.side_was_unsure};
}

WAY_INLINE nearest_wall nearest_of_none(void) {
    const wide zero = w_set(0.0);
    nearest_wall n = {.square = w_set(INFINITY), .x = zero, .y = zero, .skin = zero, .least = zero};
    n.number = i_set(-1);
    n.side_was_unsure = w_lt(zero, zero);
    return n;
}

/* Moves balls off the nearest of the list's walls, which stand still. */
WAY_SELDOM void hold_off(wall_search *s, ball *held, holding *by, const way_wall_list *list, mask search) {
    const wide zero = w_set(0.0);
    const ball b = *held;
    nearest_wall n = nearest_of_none();
    ball stays = {b.x, b.y, zero, zero, b.radius};
    search_from(s, list, stays, zero, search);
    while (search_on(s))
        for (int k = 0; k < s->most; k++)
            n = nearest_of(n, b, walls_at(list, s->found[k], 1), found_number(s, k),
                           wide_where(has_found(s, k)));
    move_off(n, held, by);
}

typedef struct way_there {
    wide x, y, to_x, to_y;
} way_there;

/* Does the wall separate the start and the end of a path? If `spare` is not NULL, an end on the side of the
   start also counts as beyond the wall if (distance of the end from the wall's line) * (length of the wall)
   <= *spare. */
WAY_INLINE widemask wall_parts(way_there t, wall w, int exact, const wide *spare) {
    const wide zero = w_set(0.0), sure = w_set(SURE), unsure = w_set(4 * SURE);
    wide cx = w_sub(t.to_x, t.x), cy = w_sub(t.to_y, t.y);
    wide qx = w_sub(t.x, w.ax), qy = w_sub(t.y, w.ay), fx = w_sub(t.to_x, w.ax), fy = w_sub(t.to_y, w.ay);
    wide from = cross2(w.dx, w.dy, qx, qy), to = cross2(w.dx, w.dy, fx, fy);
    widemask hair = w_lt(w_abs(from), w_mul(unsure, w_abs(w_mul(w.dx, qy))));
    if (exact)
        from = height_exactly(t.x, t.y, w);
    wide least = w_mul(sure, w_abs(w_mul(w.dx, fy)));
    if (spare != NULL)
        least = w_larger(least, *spare);
    widemask crosses = w_le(w_flip(to, from), least);
    if (exact)
        crosses = w_and(crosses, hair);
    wide rx = w_sub(t.x, w.bx), ry = w_sub(t.y, w.by);
    wide ka = w_flip(cross2(qx, qy, cx, cy), from), kb = w_flip(cross2(rx, ry, cx, cy), from);
    wide slack_a = w_mul(sure, w_abs(w_mul(qx, cy))), slack_b = w_mul(sure, w_abs(w_mul(rx, cy)));
    crosses = w_and(crosses, w_and(w_le(ka, slack_a), w_le(w_negate(slack_b), kb)));
    return w_and(crosses, w_and(w_lt(zero, w_abs(from)), w_le(zero, w_mul(w.side, from))));
}

/* Does a wall that stops the ball separate (x, y) from `place`? The answer is also yes if rounding could hide
   this. If `exact` is set, (x, y) is a position in floats, and the function computes without error on which
   side of each wall it is. Then it tests only walls that are so near that rounding could hide this side. */
WAY_SELDOM widemask walls_part(wall_search *s, wide x, wide y, vector place, const way_wall_list *list,
                               mask search, int exact) {
    const wide zero = w_set(0.0);
    const way_there t = {x, y, w_widen(place.x), w_widen(place.y)};
    const ball moves = {x, y, w_sub(t.to_x, x), w_sub(t.to_y, y), zero};
    widemask parted = w_lt(zero, zero);
    search_from(s, list, moves, w_set(1.0), search);
    while (search_on(s))
        for (int k = 0; k < s->most; k++) {
            widemask parts = wall_parts(t, walls_at(list, s->found[k], 0).wall, exact, NULL);
            parted = w_or(parted, w_and(parts, wide_where(has_found(s, k))));
        }
    return parted;
}

#endif
