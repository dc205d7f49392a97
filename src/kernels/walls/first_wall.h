/* The first of the batch's walls that each ball meets. */
#ifndef WAY_FIRST_WALL_H
#define WAY_FIRST_WALL_H

#include "kernels/walls/ball_wall.h"
#include "kernels/walls/wall_search.h"

/* The kind of touch with the first wall, as wall_contact needs it. */
typedef struct first_touch {
    wide nx, ny, ex, ey, height, radius; /* radius: the ball's, with its skin */
    widemask ends, there;
} first_touch;

typedef struct first_wall {
    ilanes number; /* the lower one of two that are met at once; -1 if no wall is met */
    wide time;     /* when: one rounded quotient, so that the order of the walls does not matter; +inf */
    widemask undecided, touching;
    widemask
        near; /* its centre is within radius and skin of the line through a wall, perhaps of a distant wall */
} first_wall;

WAY_INLINE first_touch first_touch_of_none(void) {
    const wide zero = w_set(0.0);
    const widemask none = w_lt(zero, zero);
    return (first_touch){zero, zero, zero, zero, zero, zero, none, none};
}

WAY_INLINE first_wall first_of_none(void) {
    const wide zero = w_set(0.0);
    const widemask none = w_lt(zero, zero);
    return (first_wall){i_set(-1), w_set(INFINITY), none, none, none};
}

/* Is a wall that is met after gap / pace, in the lanes `there`, met sooner? */
WAY_INLINE widemask first_by_time(first_wall *first, widemask there, wide gap, wide pace, ilanes number) {
    there = w_and(there, w_lt(w_set(0.0), pace));
    if (!m_any(m_narrow(there)))
        return there;
    wide time = w_div(gap, pace);
    widemask sooner = w_and(there, w_lt(time, first->time)), same = w_and(there, w_le(time, first->time));
    sooner = w_or(sooner, w_and(same, wide_where(i_lt(number, first->number))));
    first->time = w_select(sooner, time, first->time);
    first->number = i_select(m_narrow(sooner), number, first->number);
    return sooner;
}

/* The same; also stores the kind of touch unless `f` is NULL. */
WAY_INLINE void first_of(first_wall *first, first_touch *f, widemask there, touch t, wide radius,
                         ilanes number) {
    widemask sooner = first_by_time(first, there, t.gap, t.pace, number);
    if (f == NULL || !m_any(m_narrow(sooner)))
        return;
    f->nx = w_select(sooner, t.nx, f->nx);
    f->ny = w_select(sooner, t.ny, f->ny);
    f->ex = w_select(sooner, t.ex, f->ex);
    f->ey = w_select(sooner, t.ey, f->ey);
    f->height = w_select(sooner, t.height, f->height);
    f->radius = w_select(sooner, radius, f->radius);
    f->ends = w_or(w_and(sooner, t.ends), w_andnot(f->ends, sooner));
    f->there = w_or(w_and(sooner, t.there), w_andnot(f->there, sooner));
}

/* Of a ball that meets one. */
WAY_INLINE contact first_contact(ball b, wide time, const first_touch *f) {
    b.radius = f->radius;
    touch t = touch_none(f->height);
    t.gap = time;
    t.pace = w_set(1.0);
    t.nx = f->nx;
    t.ny = f->ny;
    t.ex = f->ex;
    t.ey = f->ey;
    t.ends = f->ends;
    t.there = f->there;
    return wall_contact(b, t);
}

/* Walls that are met after the first one need not be tested. */
WAY_INLINE wide sooner_than(wide time) { return w_mul(time, w_set(1 + 0x1p-10)); }

/* The first wall met until `end` by the round balls of `search`, by `rules`. Balls are kept `skin` times a
   wall's largest coordinate off it; the kind of touch goes to `how`. `touching` has the balls that touch a
   wall, only if `timed`. */
WAY_INLINE first_wall first_wall_of(wall_search *s, ball b, const way_wall_list *list, mask search, wide end,
                                    touch_rules rules, double skin, first_touch *how) {
    first_wall first = first_of_none();
    search_from(s, list, b, end, search);
    while (search_on(s)) {
        for (int k = 0; k < s->most; k++) {
            picked p = walls_at(list, s->found[k], 1);
            widemask there = wide_where(has_found(s, k));
            ball held = b;
            if (skin > 0.0)
                held.radius = w_add(b.radius, w_mul(w_set(skin), p.size));
            touch t = wall_touch(held, p.wall, rules);
            first.near = w_or(first.near, w_and(there, t.near));
            if (rules.sums == SUMS_MARKING)
                first.undecided = w_or(first.undecided, w_and(there, t.undecided));
            if (rules.timed) {
                first.touching = w_or(first.touching, w_and(there, t.there));
                there = w_and(there, w_le(t.gap, w_mul(rules.horizon, t.pace)));
            }
            first_of(&first, how, there, t, held.radius, found_number(s, k));
        }
        search_until(s, b, w_smaller(sooner_than(first.time), end));
    }
    return first;
}

#endif
