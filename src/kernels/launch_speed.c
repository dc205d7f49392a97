/* Throwing from one place to another at a given speed s, on the low arc and on the high one. With the numbers of shot.h
   and S = sqrt(disc), w = sqrt(2 (b + S)):

       low time = 2 |d| / w     upwards n / ((s^2 + S) time)
       high time = w / g        upwards (s^2 + S) / w

   Nothing cancels in these. They are floats. */
#include "kernels/agents.h"
#include "kernels/answers.h"
#include "kernels/shot.h"

#define INPUT(column) COLUMN(launch_speed, column)

WAY_INLINE shot launch_shot(agents a, int dims) {
    return shot_at(a, INPUT(from_x), INPUT(to_x), INPUT(speed), INPUT(gravity), dims);
}

typedef struct two_arcs {
    vector low, high;
    flanes low_time, high_time;
    ilanes status;
} two_arcs;

WAY_INLINE two_arcs launch_speed(agents a, shot s, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    s.speed = load(a, INPUT(speed)); /* once more: they need not wait in registers */
    s.gravity = load(a, INPUT(gravity));
    flanes root = f_sqrt(s.disc), sum = f_add(s.b, root);
    flanes w = f_sqrt(f_add(sum, sum)), per_w = f_div(f_set(1.0f), w);
    flanes most = f_add(s.square, root), twice = f_add(s.distance, s.distance);
    two_arcs t;
    t.low_time = f_mul(twice, per_w);
    t.high_time = f_div(w, s.gravity);
    flanes share = f_div(w, f_mul(twice, most));
    t.low = vector_scale(s.d, f_mul(share, most), dims);
    t.low.y = f_mul(s.n, share);
    t.high = vector_scale(s.d, f_mul(s.gravity, per_w), dims);
    t.high.y = f_mul(most, per_w);

    prospect p = shot_prospect(s);
    mask flies = m_andnot(m_and(p.able, p.arrives), p.there);
    flanes found =
        f_add(f_add(vector_size(t.low, dims), vector_size(t.high, dims)), f_add(t.low_time, t.high_time));
    mask finite = f_lt(f_keep(flies, found), infinity);
    mask valid = m_and(p.valid, finite);
    flies = m_and(flies, valid);
    flanes otherwise = f_select(m_and(valid, p.there), zero, infinity);
    t.low = vector_keep(flies, t.low, dims);
    t.high = vector_keep(flies, t.high, dims);
    t.low_time = f_select(flies, t.low_time, otherwise);
    t.high_time = f_select(flies, t.high_time, otherwise);
    t.status = shot_status(p, valid);
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

WAY_INLINE launch_speed3d_answers launch_speed3d(two_arcs t) {
    return (launch_speed3d_answers){t.low_time, XYZ(t.low), t.high_time, XYZ(t.high), t.status};
}

#define NAME launch_speed3d
#define SUMS shot
#define SUM(a) launch_shot(a, 3)
#define FINISH(a, sums, roots) launch_speed3d(launch_speed(a, sums, 3))
#define AHEAD (LANES >= 8)
#include "kernels/loop.h"
