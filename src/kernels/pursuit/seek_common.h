/* Moves an agent straight towards or straight away from the other agent's position: velocity = speed r / |r|
   ("Chasing and Evading"). Nothing cancels, so floats are accurate enough, also for WAY_EXACT. */
#ifndef WAY_SEEK_COMMON_H
#define WAY_SEEK_COMMON_H

#include "lanes/vectors.h"

typedef struct seeking {
    vector velocity;
    flanes distance;
    mask valid, there, able; /* there: the distance is 0 */
} seeking;

/* Returns the velocity along r at `speed`. If `timed` is set, the agent moves no farther than r within `dt`.
   `sum` is the sum of all other numbers that must be finite, or the sum of their squares. */
WAY_INLINE seeking seek_toward(vector r, flanes speed, flanes sum, unsigned timed, flanes dt, int dims) {
    const flanes zero = f_set(0.0f);
    seeking s;
    flanes square = vector_dot(r, r, dims);
    flanes pace = max0(speed);
    s.distance = f_sqrt(square);
    /* if the sum is below this bound, and `square` is at least FLT_MIN, no quotient overflows */
    s.valid = f_lt(f_add(f_add(square, f_mul(speed, speed)), sum), f_set(0x1p126f));
    if (timed) {
        s.valid = m_and(s.valid, m_and(f_le(zero, dt), f_lt(dt, f_set(INFINITY))));
        /* if dt is 0 or -0 (f_add makes it +0), the speed is not limited; with a distance of 0 the quotient
           is 0 / 0 */
        flanes most = f_div(s.distance, f_add(dt, zero));
        pace = f_select(f_lt(most, pace), most, pace);
    }
    s.there = f_lt(square, f_set(FLT_MIN));
    s.able = f_lt(zero, speed);
    mask moves = m_andnot(m_and(s.valid, s.able), s.there);
    s.velocity = vector_keep(moves, vector_scale(r, f_div(pace, s.distance), dims), dims);
    return s;
}

WAY_INLINE ilanes seek_status(seeking s) {
    ilanes status = i_select(s.able, i_set(WAY_MET), i_set(WAY_IMMOBILE));
    status = i_select(s.there, i_set(WAY_THERE), status);
    return i_select(s.valid, status, i_set(WAY_INVALID));
}

#endif
