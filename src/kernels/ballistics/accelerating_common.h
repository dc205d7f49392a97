/* Computes how a chaser meets a runner of constant acceleration. r is the separation; v and a are the
   runner's velocity and acceleration relative to the chaser. The agents meet if |r + v t + a t^2 / 2| = s t:
   see accelerating_meeting.h. The chaser's velocity for this meeting is r / t + v + a t / 2.

   Floats are not precise enough: the farthest position that can be met, and all answers near it, would be
   wrong by a thousandth, and some returned meetings would not exist. So both precisions use one kernel, in
   doubles. */
#ifndef WAY_ACCELERATING_COMMON_H
#define WAY_ACCELERATING_COMMON_H

#include "kernels/inputs.h"
#include "kernels/answers.h"

#if WAY_WIDE_IS_DOUBLE

#include "kernels/ballistics/accelerating_meeting.h"

/* The meetings after the first and before the last. */
typedef struct inner_meetings {
    flanes second, third;
    vector second_velocity, third_velocity;
} inner_meetings;

typedef struct encounters {
    flanes time, last;
    vector point, velocity, last_velocity;
    inner_meetings between;
    ilanes count, status;
} encounters;

WAY_INLINE vector meeting_velocity(wide_vector r, wide_vector v, wide_vector a, wide t, int dims) {
    wide_vector u = wide_add_scaled(v, a, w_mul(t, w_set(0.5)), dims);
    return wide_narrow(wide_add_scaled(u, r, w_div(w_set(1.0), t), dims), dims);
}

/* The runner: x and vx are the column numbers of the runner's position and velocity. */
typedef struct target {
    int x, vx;
    vector acceleration;
} target;

WAY_INLINE inner_meetings no_middle(void) {
    return (inner_meetings){f_set(INFINITY), f_set(INFINITY), vector_none(), vector_none()};
}

/* Which lanes have more than two meetings? In lanes of `there`, the agents meet now; this meeting does not
   count. */
WAY_INLINE mask has_middle(ilanes count, mask there) {
    return m_or(i_lt(i_set(2), count), m_and(there, i_lt(i_set(1), count)));
}

/* If the separation is 0, F has degree 2, and found.first is the second meeting. */
WAY_INLINE inner_meetings middle_of(found_meetings found, pursuit p, ilanes count, mask there, int dims) {
    const between_meetings between = meetings_between(found, p, dims);
    const flanes infinity = f_set(INFINITY);
    const wide next = w_select(found.full, between.second, found.first);
    const mask second = has_middle(count, there), third = m_andnot(i_lt(i_set(3), count), there);
    inner_meetings b;
    b.second = f_select(second, w_narrow(next), infinity);
    b.second_velocity = vector_keep(second, meeting_velocity(p.r, p.v, p.a, next, dims), dims);
    b.third = f_select(third, w_narrow(between.third), infinity);
    b.third_velocity = vector_keep(third, meeting_velocity(p.r, p.v, p.a, between.third, dims), dims);
    return b;
}

/* Returns the first and the last meeting and, if `all` is set, also those between. `sound` has the lanes
   whose other inputs are valid. */
WAY_INLINE encounters encounters_with(agents at, target runner, wide_vector r, wide_vector v, wide_vector a,
                                      flanes speed, flanes horizon, mask sound, int all, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    const mask always = f_le(zero, zero);
    const wide s = w_widen(max0(speed));
    const pursuit p = {r, v, a, w_mul(s, s)};
    found_meetings m = meetings_of(p, w_widen(horizon), dims);
    mask able = f_lt(zero, speed), in_time = always;
    sound = m_and(sound, f_lt(f_abs(speed), infinity));
    if (at.given) {
        sound = m_and(sound, f_lt(f_set(-INFINITY), horizon));
        in_time = f_le(zero, horizon);
    }
    m.any = m_and(m.any, able);

    encounters b;
    mask there = m_andnot(in_time, m.apart), met = m_and(m.any, m.apart);
    mask more = m_and(m.any, m_or(there, i_lt(i_set(1), m.count)));
    b.time = f_keep(met, w_narrow(m.first));
    b.velocity = vector_keep(met, meeting_velocity(r, v, a, m.first, dims), dims);
    b.last = w_narrow(m.last);
    b.last_velocity = vector_keep(more, meeting_velocity(r, v, a, m.last, dims), dims);
    vector gone = load_vector(at, runner.vx, dims);
    gone = vector_add(gone, vector_scale(runner.acceleration, f_mul(b.time, f_set(0.5f)), dims), dims);
    b.point = vector_add(load_vector(at, runner.x, dims), vector_scale(gone, b.time, dims), dims);

    flanes found = f_add(vector_size(b.velocity, dims), vector_size(b.last_velocity, dims));
    found = f_add(found, vector_size(b.point, dims));
    mask valid = m_and(m_and(m.valid, sound), f_lt(found, infinity));
    met = m_and(met, valid);
    more = m_and(more, valid);
    b.time = f_select(m_and(valid, m_or(met, there)), f_keep(met, b.time), infinity);
    b.point = vector_keep(valid, b.point, dims);
    b.velocity = vector_keep(met, b.velocity, dims);
    b.last = f_select(more, b.last, infinity);
    b.last_velocity = vector_keep(more, b.last_velocity, dims);
    b.count = i_keep(m_and(valid, m.any), m.count);
    b.between = all ? middle_of(m, p, b.count, there, dims) : no_middle();
    b.status = i_select(m_or(m.ever, m_andnot(always, m.apart)), i_set(WAY_LATE), i_set(WAY_TOO_SLOW));
    b.status = i_select(able, b.status, i_set(WAY_IMMOBILE));
    b.status = i_select(met, i_set(WAY_MET), b.status);
    b.status = i_select(there, i_set(WAY_THERE), b.status);
    b.status = i_select(valid, b.status, i_set(WAY_INVALID));
    return b;
}

#endif

#endif
