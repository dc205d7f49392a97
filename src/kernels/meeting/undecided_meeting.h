/* Which chases are undecided.

   Each term of q.q - k.k is wrong by some 2^-50 of itself or of M M, where M = |r| |v|: what is left where they cancel
   can have any sign. An agent is undecided where its discriminant is within 2^-22 of M M; with a reach or a platform also
   where c or lead is as close to 0, and with a horizon where the time is close to that: about one of a million that are
   drawn. The rest neither decides otherwise nor sees it in a float. Whoever is undecided is done again in plain C, with
   more care: way_settle_chase. In floats, fast, nothing is undecided: digits are lost before. */
#ifndef WAY_UNDECIDED_MEETING_H
#define WAY_UNDECIDED_MEETING_H

#include "kernels/meeting/meeting.h"

/* Without options. Nobody is undecided where nobody moves, or who is in one place. */
WAY_INLINE mask is_grazing(approach of, flanes speed) {
    flanes rr = f_mul(of.c, f_set(0x1p-22f)), vv = f_sub(f_mul(speed, speed), of.lead);
    return f_lt(f_abs(of.disc), f_mul(rr, vv));
}

/* For r.r and v.v do, as what is grazing is at least as fast as s and no nearer than R. */
WAY_INLINE mask is_grazing_within(approach of, flanes speed, flanes reach) {
    const flanes little = f_set(0x1p-22f);
    flanes near = f_mul(f_mul(reach, reach), little), vv = f_sub(f_mul(speed, speed), of.lead);
    mask grazing = f_lt(f_abs(of.disc), f_mul(f_add(f_mul(of.c, little), near), vv));
    return m_or(grazing, f_lt(f_abs(of.c), near));
}

WAY_INLINE mask is_equally_fast(approach of, flanes speed) {
    return f_lt(f_abs(of.lead), f_mul(f_mul(speed, f_set(0x1p-22f)), speed));
}

WAY_INLINE mask is_on_time(arrival at, flanes horizon) {
    return f_le(f_abs(f_sub(at.time, horizon)), f_mul(at.time, f_set(0x1p-20f)));
}

/* The numbers of a chase, places and velocities in x, y, z: what is not given is 0, a horizon for ever. */
enum {
    CHASE_CHASER,
    CHASE_RUNNER = 3,
    CHASE_COURSE = 6,
    CHASE_CARRIER = 9,
    CHASE_SPEED = 12,
    CHASE_REACH,
    CHASE_HORIZON,
    CHASE_COUNT
};

#if LANES == 1 && WAY_WIDE_IS_DOUBLE
WAY_INLINE void set_chase(float chase[CHASE_COUNT], int number, vector v) {
    chase[number] = v.x;
    chase[number + 1] = v.y;
    chase[number + 2] = v.z;
}

/* With more care, and whom that does not settle in whole numbers, which leave nothing undecided. Who is not undecided
   stays as it is. */
void way_settle_chase(const float chase[CHASE_COUNT], int has_horizon, approach *of, arrival *at);
#endif

#endif
