/* Finds undecided chases: rounding errors could change the answer of such a chase.

   Let M = |r| |v|. Each term of q.q - k.k has an error of about 2^-50 times the term or M M, whichever is
   larger. If the two terms almost cancel, their difference can have the wrong sign. So an agent is undecided
   if the absolute value of its discriminant is below 2^-22 M M. With a reach or a platform, it is also
   undecided if c or lead is similarly small compared with its terms. With a horizon, it is also undecided if
   the time is close to the horizon. About one random agent in a million is undecided. For all other agents
   the error changes neither a decision nor a float result. way_settle_chase computes undecided agents again
   in plain C, more precisely. In the fast precision, no agent is undecided, because floats are too inaccurate
   for this test. */
#ifndef WAY_UNDECIDED_MEETING_H
#define WAY_UNDECIDED_MEETING_H

#include "kernels/pursuit/meeting.h"

/* Returns the undecided lanes of agents that have neither a reach nor a platform. An agent whose runner
   stands still, or whose separation is 0, is decided. */
WAY_INLINE mask is_grazing(approach of, flanes speed) {
    flanes rr = f_mul(of.c, f_set(0x1p-22f)), vv = f_sub(f_mul(speed, speed), of.lead);
    return f_lt(f_abs(of.disc), f_mul(rr, vv));
}

/* Returns the undecided lanes of agents with a reach. M M is r.r v.v, as in is_grazing, because the runner
   of an undecided agent is not slower than s and not nearer than R. */
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

/* The indices of a chase's floats. Positions and velocities have three floats: x, y, z. A missing input is 0;
   the horizon is read only if has_horizon is set. */
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

/* Evaluates an undecided chase again, more precisely. If the chase is still undecided, integer arithmetic
   decides it. If the chase is decided, *of does not change. Always sets *at. */
void way_settle_chase(const float chase[CHASE_COUNT], int has_horizon, approach *of, arrival *at);
#endif

#endif
