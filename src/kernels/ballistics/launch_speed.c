/* Computes the throws from one position to another at a given speed s, on the low arc and on the high arc.
   With the symbols of throw_shot.h, S = sqrt(disc) and w = sqrt(2 (b + S)):

       low    time = 2 |d| / w, speed upwards = n / ((s^2 + S) time).
       high   time = w / g, speed upwards = (s^2 + S) / w.

   Nothing cancels in these formulas, so they are computed in floats. Cancellation can occur only in the terms
   of `disc`. Then `disc` is computed again in wide lanes, because its sign decides whether the shot
   arrives. */
#define WAY_FAMILY "kernels/ballistics/launch_speed.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/ballistics/throw_shot.h"

#define INPUT(dims, column) COLUMN(dims, launch_speed, column)

/* Returns the shot in floats, or in wide lanes where floats are not accurate enough. In floats, the error of
   disc is 2^-20 of b^2. If the terms of disc cancel, disc may be too inaccurate for its root, or have the
   wrong sign. Then n is also computed in wide lanes, because slow downward shots need more digits of n. */
WAY_INLINE shot launch_shot(agents a, int dims) {
    const shot_columns k = {INPUT(dims, from_x), INPUT(dims, to_x), INPUT(dims, speed), INPUT(dims, gravity)};
    shot s = shot_at(a, k, dims);
#if WAY_WIDE_IS_DOUBLE
    flanes b = shot_b(s), bound = f_larger(f_mul(s.disc, f_set(6.0f)), f_mul(s.disc, f_set(-0x1p14f)));
    mask cancels = f_lt(bound, f_mul(b, b));
    if (!WAY_USUALLY(!m_any(cancels))) {
        wide_shot near = wide_shot_at(again(a), k, dims);
        s.disc = f_select(cancels, w_narrow(near.disc), s.disc);
        s.n = f_select(cancels, w_narrow(near.n), s.n);
    }
#endif
    return s;
}

typedef struct two_arcs {
    vector low, high;
    flanes low_time, high_time;
    ilanes status;
} two_arcs;

/* Returns all answers, which are meaningless in lanes whose shot does not arrive. */
WAY_INLINE two_arcs arcs_of(shot s, int dims) {
    flanes gravity = s.gravity;
    flanes root = f_sqrt(s.disc), sum = f_add(shot_b(s), root);
    flanes w = f_sqrt(f_add(sum, sum)), per_w = f_div(f_set(1.0f), w);
    flanes distance = f_sqrt(s.squares), twice = f_add(distance, distance);
    flanes most = f_add(s.square, root);
    two_arcs t = {.low_time = f_mul(twice, per_w), .high_time = f_div(w, gravity)};
    flanes share = f_div(w, f_mul(twice, most));
    t.low = vector_scale(s.d, f_mul(share, most), dims);
    t.low.y = f_mul(s.n, share);
    t.high = vector_scale(s.d, f_mul(gravity, per_w), dims);
    t.high.y = f_mul(most, per_w);
    return t;
}

/* Returns a sum that is not finite if the shot is not finite, or if the shot arrives and an arc is not
   finite. */
WAY_INLINE flanes arcs_size(shot s, two_arcs t, mask flies, int dims) {
    flanes found =
        f_add(f_add(vector_sum(t.low, dims), vector_sum(t.high, dims)), f_add(t.low_time, t.high_time));
    return f_add(f_add(s.disc, s.squares), f_keep(flies, found));
}

WAY_INLINE two_arcs keep_arcs(two_arcs t, mask flies, flanes otherwise, int dims) {
    t.low = vector_keep(flies, t.low, dims);
    t.high = vector_keep(flies, t.high, dims);
    t.low_time = f_select(flies, t.low_time, otherwise);
    t.high_time = f_select(flies, t.high_time, otherwise);
    return t;
}

WAY_INLINE two_arcs launch_speed(agents a, shot s, int dims) {
    const flanes zero = f_set(0.0f), tiny = f_set(FLT_MIN), infinity = f_set(INFINITY);
    s.speed = load(a, INPUT(dims, speed)); /* loads the speed again, so that no register has to hold it */
    s.gravity = load(a, INPUT(dims, gravity));
    two_arcs t = arcs_of(s, dims);
    mask arrives = f_le(zero, s.disc), apart = f_le(tiny, f_smaller(s.speed, s.squares));
    mask plain = m_and(apart, f_lt(f_mul(arcs_size(s, t, arrives, dims), zero), s.gravity));
    if (WAY_USUALLY(m_all(plain))) {
        t = keep_arcs(t, arrives, infinity, dims);
        t.status = i_except(arrives, i_set(WAY_TOO_SLOW));
        return t;
    }
    a = again(a);
    s = launch_shot(a, dims);
    t = arcs_of(s, dims);
    prospect p = {.there = f_lt(s.squares, tiny), .able = f_lt(zero, s.speed), .arrives = f_le(zero, s.disc)};
    mask flies = m_and(m_andnot(p.able, p.there), p.arrives);
    p.valid = f_lt(f_mul(arcs_size(s, t, flies, dims), zero), s.gravity);
    flies = m_and(flies, p.valid);
    t = keep_arcs(t, flies, f_select(m_and(p.valid, p.there), zero, infinity), dims);
    t.status = shot_status(p);
    return t;
}

WAY_INLINE launch_speed2d_answers launch_speed2d(two_arcs t) {
    return (launch_speed2d_answers){t.low_time, XY(t.low), t.high_time, XY(t.high), t.status};
}

#define NAME launch_speed2d
#define SUMS shot
#define SUM(a) launch_shot(a, 2)
#define FINISH(a, sums, roots) launch_speed2d(launch_speed(a, sums, 2))
#define AHEAD (LANES >= 8)
#include "kernels/loop.h"
DEFINE_CALL(way_launch_speed2d, launch_speed2d, fast)

WAY_INLINE launch_speed3d_answers launch_speed3d(two_arcs t) {
    return (launch_speed3d_answers){t.low_time, XYZ(t.low), t.high_time, XYZ(t.high), t.status};
}

#define NAME launch_speed3d
#define SUMS shot
#define SUM(a) launch_shot(a, 3)
#define FINISH(a, sums, roots) launch_speed3d(launch_speed(a, sums, 3))
#define AHEAD (LANES >= 8)
#include "kernels/loop.h"
DEFINE_CALL(way_launch_speed3d, launch_speed3d, fast)
