/* Computes the latest meeting of a chaser that may move more slowly than its top speed. If the runner is
   faster, the latest meeting is at the later root of meeting.h, at full speed, or at the horizon h if h is
   earlier. If the runner is not faster, the latest meeting is at the horizon. Without a horizon there is then
   no latest meeting, because the chaser can follow the runner for ever:

       later root   velocity = s (-S q + k x q) / q.q, speed = s.
       horizon      velocity = speed a / |a|, where a = r + w h and speed = (|a| - R) / h.
       unlimited    velocity = w, speed = |w|.

   w is the runner's velocity relative to the platform. Because terms cancel in a and in |a| - R, both are
   computed in wide lanes. */
#ifndef WAY_LATEST_H
#define WAY_LATEST_H

#define INPUT(dims, column) COLUMN(dims, latest, column)
#include "kernels/pursuit/intercept_common.h"

typedef struct latest_meeting {
    flanes time, speed, distance;
    vector point, velocity;
    ilanes status;
} latest_meeting;

/* The chaser's velocity and speed. */
typedef struct following {
    vector velocity;
    flanes speed;
} following;

WAY_INLINE following follow_to(agents a, wide_vector r, wide_vector w, flanes horizon, int dims) {
    const wide none = w_set(0.0);
    wide h = w_widen(horizon);
    wide_vector way = wide_add_scaled(r, w, h, dims);
    wide length = w_sqrt(wide_dot(way, way, dims)),
         left = w_sub(length, w_widen(load(a, INPUT(dims, reach))));
    left = w_keep(w_and(w_lt(none, left), w_lt(none, h)), left);
    mask goes = m_narrow(w_and(w_lt(none, left), w_lt(left, w_set(INFINITY))));
    wide share = w_div(left, w_mul(length, h));
    return (following){vector_keep(goes, wide_narrow(wide_scale(way, share, dims), dims), dims),
                       f_keep(goes, w_narrow(w_div(left, h)))};
}

WAY_INLINE following follow_for_ever(wide_vector w, int dims) {
    return (following){wide_narrow(w, dims), w_narrow(w_sqrt(wide_dot(w, w, dims)))};
}

WAY_INLINE following follow_select(mask m, following a, following b, int dims) {
    return (following){vector_select(m, a.velocity, b.velocity, dims), f_select(m, a.speed, b.speed)};
}

WAY_INLINE latest_meeting latest(agents a, intercept_sums sums, intercept_roots roots, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    flanes speed = load(a, INPUT(dims, chaser_speed)), horizon = f_set(FLT_MAX);
    mask sound = f_le(zero, zero);
    if (a.given) {
        horizon = load(a, INPUT(dims, horizon));
        sound = intercept_sound(a, sums, dims);
    }
    meeting m = meet(sums.of, roots.at, roots.size, a.given != 0, sound, horizon);
    wide_vector r = between_wide(a, INPUT(dims, chaser_x), INPUT(dims, runner_x), dims);
    wide_vector v = load_wide_vector(a, INPUT(dims, runner_vx), dims), w = v;
    if (a.given)
        w = wide_sub(v, load_wide_vector(a, INPUT(dims, platform_vx), dims), dims);

    latest_meeting l;
    l.time = meeting_latest(m, sums.of, roots.at, a.given != 0);
    mask ends = m_and(f_lt(zero, l.time), f_lt(l.time, infinity));
    ends = m_and(ends, f_le(f_set(FLT_MIN), a.given ? sums.qq : sums.of.c)); /* the separation is not 0 */
    following f = follow_for_ever(w, dims);
    roots.ahead = f_negate(roots.ahead);
    following last = {intercept_velocity(a, sums, roots, ends, dims), f_keep(ends, max0(speed))};
    f = follow_select(f_lt(l.time, infinity), last, f, dims);
    if (a.given) {
        mask cut = m_and(m.reached, f_lt(horizon, l.time));
        f = follow_select(cut, follow_to(a, r, w, horizon, dims), f, dims);
        l.time = f_select(cut, horizon, l.time);
    }
    l.velocity = vector_keep(m.reached, f.velocity, dims);
    l.speed = f_keep(m.reached, f.speed);

    flanes after = f_keep(f_lt(l.time, infinity), l.time);
    vector runner = load_vector(a, INPUT(dims, runner_x), dims),
           course = load_vector(a, INPUT(dims, runner_vx), dims);
    l.point = vector_keep(m.valid, vector_add(runner, vector_scale(course, after, dims), dims), dims);
    wide_vector away = wide_add_scaled(r, v, w_widen(after), dims);
    flanes distance = w_narrow(w_sqrt(wide_dot(away, away, dims)));
    l.distance = f_else(m.valid, f_keep(m.valid, distance), infinity);
    l.status = meeting_status(m, speed, a.given != 0);
    return l;
}

#if LANES == 1 && WAY_WIDE_IS_DOUBLE
/* Answers one agent. If the agent is undecided, exact arithmetic decides the agent first. */
WAY_INLINE latest_meeting latest_exactly(agents a, int dims) {
    intercept_sums sums = intercept_sum(a, dims);
    intercept_roots roots = intercept_settle(a, &sums, dims);
    return latest(a, sums, roots, dims);
}
#endif

#endif
