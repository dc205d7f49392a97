/* Defines balls, walls and their valid ranges, for sweeping and bouncing. */
#ifndef WAY_WALLS_H
#define WAY_WALLS_H

#include "kernels/inputs.h"
#include "lanes/moves.h"

typedef struct ball {
    wide x, y, vx, vy, radius;
} ball;

/* A wall: the ends a and b, the vector d from a to b, and the `side` from which the wall stops balls: 1:
   left, -1: right, 0: both. `length` is |d|; it is set only for balls with a radius. */
typedef struct wall {
    wide ax, ay, bx, by, dx, dy, length, side;
} wall;

/* Up to 2^60, nothing overflows a double. Balls with larger numbers are not valid, and walls with larger
   coordinates stop no ball. */
#define WALL_ROOM 0x1p60

/* In the fast precision, which computes in floats, a coordinate or a radius counts as 0 if its absolute value
   is below WALL_GRAIN. So a difference is 0, or so large that no product underflows. The margins of
   wall_near.h are larger than the error from this rule. */
#define WALL_GRAIN 0x1p-40

WAY_INLINE wide in_grains(wide a, double grain) {
    return WAY_WIDE_IS_DOUBLE ? a : w_keep(w_le(w_set(grain), w_abs(a)), a);
}

WAY_INLINE ball ball_in_grains(ball b) {
    b.x = in_grains(b.x, WALL_GRAIN);
    b.y = in_grains(b.y, WALL_GRAIN);
    b.radius = in_grains(b.radius, WALL_GRAIN);
    return b;
}

/* Loads a ball's position and velocity; k is the column number of the position's x. */
WAY_INLINE ball load_ball(agents a, int k, flanes radius) {
    return (ball){load_wide(a, k), load_wide(a, k + 1), load_wide(a, k + 2), load_wide(a, k + 3),
                  w_widen(radius)};
}

/* Returns the sum of the absolute values of a ball's numbers without its radius. */
WAY_INLINE flanes size_of_ball(agents a, int k) {
    flanes place = f_add(f_abs(load(a, k)), f_abs(load(a, k + 1)));
    return f_add(place, f_add(f_abs(load(a, k + 2)), f_abs(load(a, k + 3))));
}

/* Are the ball's numbers below WALL_ROOM, and is its radius valid? */
WAY_INLINE mask ball_is_sound(agents a, int k, flanes radius) {
    return m_and(f_lt(f_add(size_of_ball(a, k), f_abs(radius)), f_set((float)WALL_ROOM)),
                 f_le(f_set(0.0f), radius));
}

WAY_INLINE wall wall_between(wide ax, wide ay, wide bx, wide by, wide side, int has_radius) {
    wide dx = w_sub(bx, ax), dy = w_sub(by, ay);
    wide length = has_radius ? w_sqrt(dot2(dx, dy, dx, dy)) : w_set(0.0);
    return (wall){ax, ay, bx, by, dx, dy, length, side};
}

/* Are a wall's ends below WALL_ROOM? The comparison uses integers, so that it needs no vector registers. */
WAY_INLINE int wall_stops(const way_wall *w) {
    const float ends[] = {w->ax, w->ay, w->bx, w->by};
    uint32_t bits[4];
    memcpy(bits, ends, sizeof bits);
    int in = 1;
    for (int k = 0; k < 4; k++)
        in &= (bits[k] & 0x7fffffffu) < 0x5d800000u; /* 2^60 */
    return in;
}

WAY_INLINE wall wall_in_grains(wide ax, wide ay, wide bx, wide by, wide side, int has_radius) {
    return wall_between(in_grains(ax, WALL_GRAIN), in_grains(ay, WALL_GRAIN), in_grains(bx, WALL_GRAIN),
                        in_grains(by, WALL_GRAIN), side, has_radius);
}

/* Returns one wall in all lanes, for balls without a radius. */
WAY_INLINE wall wall_same(const way_wall *w) {
    double side = w->sides > 0 ? 1.0 : w->sides < 0 ? -1.0 : 0.0;
    return wall_in_grains(w_set(w->ax), w_set(w->ay), w_set(w->bx), w_set(w->by), w_set(side), 0);
}

typedef struct picked {
    wall wall;
    wide size; /* the wall's largest coordinate */
} picked;

WAY_INLINE way_finder walls_numbered(const way_wall_list *list, const uint32_t *number) {
    return (way_finder){.data = (const char *)list->walls, .stride = sizeof(way_wall), .row = number};
}

/* Returns each lane's wall, which is given by its number. */
WAY_INLINE picked walls_at(const way_wall_list *list, const uint32_t *number, int has_radius) {
    const flanes one = f_set(1.0f);
    flanes end[4], side;
    float bits[LANES];
    f_gather(walls_numbered(list, number), 4, end);
    f_gather(way_finder_in(walls_numbered(list, number), offsetof(way_wall, sides)), 1, &side);
    f_store(bits, side);
    ilanes sides = i_load(bits), none = i_set(0);
    side = f_select(i_lt(none, sides), one, f_keep(i_lt(sides, none), f_negate(one)));
    flanes size = f_larger(f_larger(f_abs(end[0]), f_abs(end[1])), f_larger(f_abs(end[2]), f_abs(end[3])));
    return (picked){wall_in_grains(w_widen(end[0]), w_widen(end[1]), w_widen(end[2]), w_widen(end[3]),
                                   w_widen(side), has_radius),
                    w_widen(size)};
}

/* Like walls_at, but a number may be negative. A lane with a negative number gets an arbitrary wall, which
   may be invalid. */
WAY_INLINE picked wall_pick(const way_wall_list *list, ilanes number, int has_radius) {
    const wide zero = w_set(0.0);
    uint32_t numbers[LANES];
    mask named = i_lt(i_set(-1), number);
    if (!m_any(named))
        return (picked){{zero, zero, zero, zero, zero, zero, zero, zero}, zero};
    i_store((int32_t *)numbers, i_keep(named, number));
    return walls_at(list, numbers, has_radius);
}

/* Converts a mask of floats to a mask of doubles. */
WAY_INLINE widemask wide_where(mask m) { return w_lt(w_set(0.0), w_widen(f_keep(m, f_set(1.0f)))); }

#endif
