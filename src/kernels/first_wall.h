/* Which of the batch's walls each ball meets first. */
#ifndef WAY_FIRST_WALL_H
#define WAY_FIRST_WALL_H

#include "kernels/touching.h"

typedef struct first_wall {
    ilanes number; /* of two that are met at once the lower one; -1 where there is none */
    widemask doubt, touching;
} first_wall;

/* Of round balls, by `rules` whose `sided` each wall tells itself. Balls are kept `skin` times a wall's largest coordinate
   off it. Only where timed, `touching` tells who touches a wall. */
WAY_INLINE first_wall first_wall_of(ball b, const way_wall *walls, size_t wall_count, touch_rules rules,
                                    double skin) {
    const widemask none = w_lt(w_set(0.0), w_set(0.0));
    wide gap = w_set(1.0), pace = w_set(0.0), radius = b.radius;
    first_wall first = {i_set(-1), none, none};
    for (size_t k = 0; k < wall_count; k++) {
        double size = wall_size(walls + k);
        if (!(size < WALL_ROOM))
            continue;
        if (skin > 0.0)
            b.radius = w_add(radius, w_set(skin * size));
        rules.sided = walls[k].sides != 0;
        touch t = wall_touch(b, wall_same(walls + k, 1), rules);
        if (rules.sums == SUMS_DOUBTING)
            first.doubt = w_or(first.doubt, t.doubt);
        widemask sooner = w_lt(w_mul(t.gap, pace), w_mul(gap, t.pace));
        if (rules.timed) {
            first.touching = w_or(first.touching, t.there);
            sooner = w_and(sooner, w_le(t.gap, w_mul(rules.horizon, t.pace)));
        }
        gap = w_select(sooner, t.gap, gap);
        pace = w_select(sooner, t.pace, pace);
        first.number = i_select(m_narrow(sooner), i_set((int32_t)k), first.number);
    }
    return first;
}

#endif
