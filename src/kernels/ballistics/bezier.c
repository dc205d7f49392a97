/* Computes points and velocities on a quadratic Bezier curve, where u = 1 - t:

       point     u^2 * from + 2 t u * control + t^2 * to.
       velocity  2 * (u * (control - from) + t * (to - control)) / duration.
       one tick  (point - body) / dt, the velocity that takes the body to the point in the time dt.
       control   of a parabola that rises `apex` above its higher end: halfway between the ends, at the height
                 higher end + apex + sqrt(apex * (apex + |y|)), where y is the difference of the ends'
                 heights. The control point equals from + v T / 2, where v is the velocity at the start of the
                 parabola and T its duration.

   These formulas follow "Two Basic Kinematics Problems". All formulas are computed in floats; the error of
   each sum is relative to its largest term. If the velocity is less than a sixty-fourth of its terms,
   cancellation affects the direction of the velocity, and whether the velocity is 0. In this case the exact
   precision computes the velocity again in wide lanes. */
#define WAY_FAMILY "kernels/ballistics/bezier.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

/* Clamps t to 0..1; NaN stays NaN. */
WAY_INLINE flanes phase_of(flanes t) { return f_smaller(f_set(1.0f), f_larger(f_set(0.0f), t)); }

/* Returns the point on the curve at t. `from`, `control` and `end` are the column numbers of the three
   points' x coordinates. If one of the three points is not finite, the result is not finite. */
WAY_INLINE vector sample_at(agents a, int from, int control, int end, flanes t, int dims) {
    flanes u = f_sub(f_set(1.0f), t), tu = f_mul(t, u);
    vector sum = vector_scale(load_vector(a, from, dims), f_mul(u, u), dims);
    sum = vector_add(sum, vector_scale(load_vector(a, control, dims), f_add(tu, tu), dims), dims);
    return vector_add(sum, vector_scale(load_vector(a, end, dims), f_mul(t, t), dims), dims);
}

/* `half` is half of the velocity on a curve whose duration is 1, and `square` is its squared length. If
   `square` is below `least`, the body does not move or, in the exact precision, the velocity's terms may have
   cancelled. */
typedef struct half_velocity {
    vector half;
    flanes square, least;
} half_velocity;

typedef struct curve_sample {
    vector point, velocity, direction;
    mask valid;
    ilanes status;
} curve_sample;

#define INPUT(dims, column) COLUMN(dims, bezier, column)

WAY_INLINE half_velocity half_velocity_at(agents a, flanes t, int dims) {
    vector first = between(a, INPUT(dims, from_x), INPUT(dims, control_x), dims);
    vector last = between(a, INPUT(dims, control_x), INPUT(dims, to_x), dims);
    first = vector_scale(first, f_sub(f_set(1.0f), t), dims);
    half_velocity v = {.half = vector_add(first, vector_scale(last, t, dims), dims), .least = f_set(FLT_MIN)};
    v.square = vector_dot(v.half, v.half, dims);
#if WAY_WIDE_IS_DOUBLE
    v.least = f_larger(f_mul(vector_dot(first, first, dims), f_set(0x1p-12f)), v.least);
#endif
    return v;
}

/* Like half_velocity_at, but lanes in which the terms cancel are computed again in wide lanes. */
WAY_INLINE half_velocity half_velocity_checked(agents a, flanes t, int dims) {
    half_velocity v = half_velocity_at(a, t, dims);
#if WAY_WIDE_IS_DOUBLE
    wide t_wide = w_widen(t), u_wide = w_sub(w_set(1.0), t_wide);
    wide_vector half =
        wide_scale(between_wide(a, INPUT(dims, from_x), INPUT(dims, control_x), dims), u_wide, dims);
    half =
        wide_add_scaled(half, between_wide(a, INPUT(dims, control_x), INPUT(dims, to_x), dims), t_wide, dims);
    v.half = vector_select(f_lt(v.square, v.least), wide_narrow(half, dims), v.half, dims);
    v.square = vector_dot(v.half, v.half, dims);
#endif
    return v;
}

/* Returns all answers. Velocity and direction have no meaning for a body that does not move. */
WAY_INLINE curve_sample curve_of(agents a, half_velocity v, int dims) {
    const flanes one = f_set(1.0f), zero = f_set(0.0f);
    flanes given = load(a, INPUT(dims, phase)), t = phase_of(given);
    curve_sample c = {
        .point = sample_at(a, INPUT(dims, from_x), INPUT(dims, control_x), INPUT(dims, to_x), t, dims)};
    c.direction = vector_scale(v.half, f_div(one, f_sqrt(v.square)), dims);
    c.status = i_set(WAY_MET);

    flanes sum = f_add(vector_sum(c.point, dims), f_add(given, v.square)), duration = one;
    if (has(a, INPUT(dims, duration))) {
        duration = load(a, INPUT(dims, duration));
        c.velocity = vector_scale(v.half, f_div(f_set(2.0f), duration), dims);
        sum = f_add(f_add(sum, duration), vector_sum(c.velocity, dims));
    } else
        c.velocity = vector_add(v.half, v.half, dims);
    c.valid = f_lt(f_mul(sum, zero), duration); /* all numbers are finite, and the duration is above 0 */
    return c;
}

WAY_INLINE curve_sample bezier(agents a, int dims) {
    half_velocity v = half_velocity_at(a, phase_of(load(a, INPUT(dims, phase))), dims);
    curve_sample c = curve_of(a, v, dims);
    if (WAY_USUALLY(m_all(m_and(c.valid, f_le(v.least, v.square)))))
        return c;
    a = again(a);
    v = half_velocity_checked(a, phase_of(load(a, INPUT(dims, phase))), dims);
    c = curve_of(a, v, dims);
    mask moves = m_and(f_le(f_set(FLT_MIN), v.square), c.valid);
    c.point = vector_keep(c.valid, c.point, dims);
    c.velocity = vector_keep(moves, c.velocity, dims);
    c.direction = vector_keep(moves, c.direction, dims);
    c.status = i_except(moves, i_select(c.valid, i_set(WAY_DEGENERATE), i_set(WAY_INVALID)));
    return c;
}

#undef INPUT

typedef struct curve_tick {
    vector point, velocity;
    ilanes status;
} curve_tick;

WAY_INLINE curve_tick bezier_tick(agents a, int dims) {
    flanes given = load(a, COLUMN(dims, bezier_tick, phase)), dt = load(a, COLUMN(dims, bezier_tick, dt));
    curve_tick c = {.status = i_set(WAY_MET)};
    c.point = sample_at(a, COLUMN(dims, bezier_tick, from_x), COLUMN(dims, bezier_tick, control_x),
                        COLUMN(dims, bezier_tick, to_x), phase_of(given), dims);
    vector to_point = vector_sub(c.point, load_vector(a, COLUMN(dims, bezier_tick, body_x), dims), dims);
    c.velocity = vector_scale(to_point, f_div(f_set(1.0f), dt), dims);

    flanes sum = f_add(vector_sum(c.velocity, dims), f_add(given, dt));
    mask valid = f_lt(f_mul(sum, f_set(0.0f)), dt); /* all numbers are finite, and dt is above 0 */
    if (WAY_USUALLY(m_all(valid)))
        return c;
    return (curve_tick){vector_keep(valid, c.point, dims), vector_keep(valid, c.velocity, dims),
                        i_except(valid, i_set(WAY_INVALID))};
}

typedef struct curve_control {
    vector control;
    ilanes status;
} curve_control;

WAY_INLINE curve_control bezier_apex(agents a, int dims) {
    vector from = load_vector(a, COLUMN(dims, bezier_apex, from_x), dims);
    vector end = load_vector(a, COLUMN(dims, bezier_apex, to_x), dims);
    flanes apex = load(a, COLUMN(dims, bezier_apex, apex)), height_difference = f_abs(f_sub(end.y, from.y));
    vector ends_sum = vector_add(from, end, dims);
    curve_control c = {vector_scale(ends_sum, f_set(0.5f), dims), i_set(WAY_MET)};
    flanes square = f_mul(apex, f_add(apex, height_difference));
    c.control.y = f_add(f_larger(from.y, end.y), f_add(apex, f_sqrt(square)));

    /* control.y needs no test, because it is finite if `square` is finite */
    flanes sum = f_add(square, dims == 3 ? f_add(ends_sum.x, ends_sum.z) : ends_sum.x);
    mask valid = f_le(f_mul(sum, f_set(0.0f)), apex); /* all numbers are finite, and apex is at least 0 */
    if (WAY_USUALLY(m_all(valid)))
        return c;
    return (curve_control){vector_keep(valid, c.control, dims), i_except(valid, i_set(WAY_INVALID))};
}

WAY_INLINE bezier2d_answers bezier2d(curve_sample c) {
    return (bezier2d_answers){XY(c.point), XY(c.velocity), XY(c.direction), c.status};
}

#define NAME bezier2d
#define SOLVE(a) bezier2d(bezier(a, 2))
#include "kernels/loop.h"
DEFINE_CALL(way_bezier2d, bezier2d, fast)

WAY_INLINE bezier3d_answers bezier3d(curve_sample c) {
    return (bezier3d_answers){XYZ(c.point), XYZ(c.velocity), XYZ(c.direction), c.status};
}

#define NAME bezier3d
#define SOLVE(a) bezier3d(bezier(a, 3))
#include "kernels/loop.h"
DEFINE_CALL(way_bezier3d, bezier3d, fast)

WAY_INLINE bezier_tick2d_answers bezier_tick2d(curve_tick c) {
    return (bezier_tick2d_answers){XY(c.point), XY(c.velocity), c.status};
}

#define NAME bezier_tick2d
#define SOLVE(a) bezier_tick2d(bezier_tick(a, 2))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_bezier_tick2d, bezier_tick2d, exact)

WAY_INLINE bezier_tick3d_answers bezier_tick3d(curve_tick c) {
    return (bezier_tick3d_answers){XYZ(c.point), XYZ(c.velocity), c.status};
}

#define NAME bezier_tick3d
#define SOLVE(a) bezier_tick3d(bezier_tick(a, 3))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_bezier_tick3d, bezier_tick3d, exact)

WAY_INLINE bezier_apex2d_answers bezier_apex2d(curve_control c) {
    return (bezier_apex2d_answers){XY(c.control), c.status};
}

#define NAME bezier_apex2d
#define SOLVE(a) bezier_apex2d(bezier_apex(a, 2))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_bezier_apex2d, bezier_apex2d, exact)

WAY_INLINE bezier_apex3d_answers bezier_apex3d(curve_control c) {
    return (bezier_apex3d_answers){XYZ(c.control), c.status};
}

#define NAME bezier_apex3d
#define SOLVE(a) bezier_apex3d(bezier_apex(a, 3))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_bezier_apex3d, bezier_apex3d, exact)
