/* Finds the first of the batch's walls that each ball meets. */
#ifndef WAY_FIRST_WALL_H
#define WAY_FIRST_WALL_H

#include "kernels/bounce/ball_wall.h"
#include "kernels/bounce/wall_search.h"

/* The members of the first wall's `touch` that wall_contact needs, and a radius. */
typedef struct first_touch {
    wide nx, ny, ex, ey, height, radius; /* radius: the ball's radius plus its skin */
    widemask ends, there;
} first_touch;

typedef struct first_wall {
    ilanes number; /* the wall's number, the lower one if two walls are met at the same time; -1: no wall is
                      met */
    /* The time at which the wall is met, or +inf. The time is one rounded quotient, so that the order of the
       walls does not matter. */
    wide time;
    widemask undecided, touching;
    /* The distance from the ball's centre to a wall's line is at most the radius plus the skin. The wall
       itself, a part of this line, may be distant. */
    widemask near;
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

/* In the lanes of `there`, wall `number` is met after gap / pace. If this is earlier than the first wall so
   far, the wall becomes the first wall. Returns the lanes in which this happens. */
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

/* Compares wall `number`, which has the touch `t`, with the first wall so far. In lanes in which the wall
   becomes the first wall, stores the touch in `f`, unless `f` is NULL. */
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

/* Returns the contact of a ball that meets the first wall at `time`. */
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

/* Returns a time slightly after `time`. Once a wall is met at `time`, walls that are met only after the
   returned time need no test. */
WAY_INLINE wide sooner_than(wide time) { return w_mul(time, w_set(1 + 0x1p-10)); }

/* Compares wall `number` with the first wall so far, in the lanes of `there`. `t` is the touch of the ball,
   which has this radius, with the wall. Returns the wall that is met first. */
WAY_INLINE first_wall first_with(first_wall first, first_touch *how, widemask there, touch t, wide radius,
                                 touch_rules rules, ilanes number) {
    first.near = w_or(first.near, w_and(there, t.near));
    if (rules.sums == SUMS_MARKING)
        first.undecided = w_or(first.undecided, w_and(there, t.undecided));
    if (rules.timed) {
        first.touching = w_or(first.touching, w_and(there, t.there));
        there = w_and(there, w_le(t.gap, w_mul(rules.horizon, t.pace)));
    }
    first_of(&first, how, there, t, radius, number);
    return first;
}

/* Returns the first wall that each ball in the lanes of `search` meets until `end`, by `rules`. A ball keeps
   a distance of `skin` times the wall's largest coordinate from a wall. Unless `how` is NULL, stores the
   touch in `how`. If rules.timed is set, sets `touching` for balls that already touch a wall. */
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
            first = first_with(first, how, there, t, held.radius, rules, found_number(s, k));
        }
        search_until(s, b, w_smaller(sooner_than(first.time), end));
    }
    return first;
}

#endif
