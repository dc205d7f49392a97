/* Computes the earliest meeting of a chaser and a runner: see intercept_common.h. */
#ifndef WAY_INTERCEPT_H
#define WAY_INTERCEPT_H

#include "kernels/pursuit/intercept_common.h"

typedef struct intercepted {
    flanes time, latest, distance;
    vector point, velocity;
    ilanes status;
} intercepted;

WAY_INLINE intercepted intercept(agents a, intercept_sums sums, intercept_roots roots, int dims) {
    flanes speed = load(a, INPUT(dims, chaser_speed)), horizon = f_set(FLT_MAX);
    vector runner = load_vector(a, INPUT(dims, runner_x), dims),
           course = load_vector(a, INPUT(dims, runner_vx), dims);
    mask sound = f_le(f_set(0.0f), f_set(0.0f));
    if (a.given) {
        horizon = load(a, INPUT(dims, horizon));
        sound = intercept_sound(a, sums, dims);
        if (has(a, INPUT(dims, range)))
            sound = m_and(sound, f_le(f_set(0.0f), load(a, INPUT(dims, range))));
    }
    /* `meet` also applies the horizon */
    meeting m = meet(sums.of, roots.at, roots.size, a.given != 0, sound, horizon);

    intercepted c;
    c.time = meeting_time(m);
    c.point = vector_keep(m.valid, vector_add(runner, vector_scale(course, m.after, dims), dims), dims);
    c.velocity = intercept_velocity(a, sums, roots, m.met, dims);
    c.latest = meeting_latest(m, sums.of, roots.at, a.given != 0);
    c.distance = intercept_distance(a, sums.of, m, dims);
    c.status = meeting_status(m, speed, a.given != 0);
    if (has(a, INPUT(dims, range))) {
        mask outside = m_and(m.reached, f_lt(load(a, INPUT(dims, range)), c.distance));
        c.status = i_select(outside, i_set(WAY_OUT_OF_RANGE), c.status);
    }
    return c;
}

#if LANES == 1 && WAY_WIDE_IS_DOUBLE
/* Answers one agent. If rounding leaves the agent undecided, exact arithmetic first decides whether it meets
   its runner. */
WAY_INLINE intercepted intercept_exactly(agents a, int dims) {
    intercept_sums sums = intercept_sum(a, dims);
    intercept_roots roots = intercept_settle(a, &sums, dims);
    return intercept(a, sums, roots, dims);
}
#endif

#endif
