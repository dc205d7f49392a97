/* Computes a throw at a chosen level speed s. Seen from above, it is the interception in the plane (see
   meeting.h). The vertical motion takes the same time t. y is the height to climb in this time:

       gravity given   upwards = y / t + g t / 2. The top is upwards^2 / (2 g) if `upwards` is above 0.
       top given       rise and fall are the heights to and from the top, as in launch_apex.c:
                       g = 2 * ((sqrt(rise) + sqrt(fall)) / t)^2.
                       upwards = 2 * sqrt(rise) * (sqrt(rise) + sqrt(fall)) / t.

   throw_level_way.h computes the motion over the ground. Everything else is computed in floats. */
#ifndef WAY_THROW_LEVEL_H
#define WAY_THROW_LEVEL_H

#include "kernels/answers.h"
#include "kernels/ballistics/throw_level_way.h"

typedef struct level_throw {
    level_way way;
    flanes velocity_y, last; /* last: the top (launch_lateral) or the gravity (launch_gravity) */
    mask valid;
    ilanes status;
} level_throw;

/* The slow path, for vectors in which some lanes have no throw: clears the answers of these lanes and sets
   their status. In valid lanes without a throw, also sets `last` to `waits`. */
WAY_INLINE level_throw throw_masked(agents a, throw_columns k, level_throw t, flanes waits, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    mask valid = t.valid, thrown = m_and(t.way.thrown, valid), beside = m_and(t.way.beside, valid);
    mask there = m_and(beside, f_le(f_abs(between(a, k.from, k.to, dims).y), zero));
    ilanes why = i_count(f_le(load(a, k.level_speed), zero), i_set(WAY_TOO_SLOW)); /* or WAY_IMMOBILE */
    why = i_select(valid, why, i_set(WAY_INVALID));
    why = i_select(beside, i_select(there, i_set(WAY_THERE), i_set(WAY_DEGENERATE)), why);
    t.status = i_except(thrown, why);
    t.way.time = f_select(m_or(thrown, there), t.way.time, infinity);
    t.way.point = vector_keep(valid, t.way.point, dims);
    t.way.velocity = vector_keep(thrown, t.way.velocity, dims);
    t.velocity_y = f_keep(thrown, t.velocity_y);
    t.last = f_keep(valid, f_select(thrown, t.last, waits));
    return t;
}

#endif
