/* The quadratic Bezier curve, u = 1 - t:

       point     u^2 from + 2 t u control + t^2 to
       velocity  2 (u (control - from) + t (to - control)) / duration
       one tick  (point - body) / dt
       control   of the parabola over a top: halfway, at the height of `from` + rise + sqrt(rise fall), rise and fall
                 being those to and from the top, as v t / 2 has it

   after "Two Basic Kinematics Problems". The points and the velocities are formed in wide lanes and rounded once; the
   rest is float. */
#include "kernels/agents.h"
#include "kernels/answers.h"

/* From 0 to 1; NaN stays outside of it. */
WAY_INLINE flanes phase_of(flanes t) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f);
    return f_select(f_lt(t, zero), zero, f_select(f_lt(one, t), one, t));
}

/* The point, by the columns of its three; NaN where they hold what is not finite. */
WAY_INLINE wide_vector sample_at(agents a, int from, int control, int end, flanes t, int dims) {
    wide ahead = w_widen(t), behind = w_sub(w_set(1.0), ahead), both = w_mul(ahead, behind);
    wide_vector way = wide_scale(load_wide_vector(a, from, dims), w_mul(behind, behind), dims);
    way = wide_add_scaled(way, load_wide_vector(a, control, dims), w_add(both, both), dims);
    return wide_add_scaled(way, load_wide_vector(a, end, dims), w_mul(ahead, ahead), dims);
}

typedef struct curve {
    vector point, velocity, direction;
    ilanes status;
} curve;

WAY_INLINE curve bezier(agents a, int dims) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), infinity = f_set(INFINITY);
    const int from = COLUMN(bezier, from_x), control = COLUMN(bezier, control_x), end = COLUMN(bezier, to_x);
    flanes given = load(a, COLUMN(bezier, phase)), t = phase_of(given);
    flanes duration = load_or(a, COLUMN(bezier, duration), 1.0f);
    vector point = wide_narrow(sample_at(a, from, control, end, t, dims), dims);
    wide ahead = w_widen(t), behind = w_sub(w_set(1.0), ahead);
    wide_vector way = wide_scale(between_wide(a, from, control, dims), behind, dims);
    way = wide_add_scaled(way, between_wide(a, control, end, dims), ahead, dims);
    vector half = wide_narrow(way, dims);
    vector velocity = vector_scale(half, f_div(f_set(2.0f), duration), dims);
    flanes square = vector_dot(half, half, dims), per_length = f_div(one, f_sqrt(square));

    flanes sum = f_add(f_add(vector_size(point, dims), f_abs(given)), f_add(duration, square));
    sum = f_add(sum, vector_size(velocity, dims));
    mask valid = m_and(f_lt(zero, duration), f_lt(sum, infinity));
    mask moves = m_and(f_le(f_set(FLT_MIN), square), valid);
    ilanes status = i_select(moves, i_set(WAY_MET), i_set(WAY_DEGENERATE));
    return (curve){vector_keep(valid, point, dims), vector_keep(moves, velocity, dims),
                   vector_keep(moves, vector_scale(half, per_length, dims), dims),
                   i_select(valid, status, i_set(WAY_INVALID))};
}

typedef struct curve_tick {
    vector point, velocity;
    ilanes status;
} curve_tick;

WAY_INLINE curve_tick bezier_tick(agents a, int dims) {
    flanes given = load(a, COLUMN(bezier_tick, phase)), dt = load(a, COLUMN(bezier_tick, dt));
    wide_vector way = sample_at(a, COLUMN(bezier_tick, from_x), COLUMN(bezier_tick, control_x),
                                COLUMN(bezier_tick, to_x), phase_of(given), dims);
    vector point = wide_narrow(way, dims);
    wide_vector body = load_wide_vector(a, COLUMN(bezier_tick, body_x), dims);
    vector left = wide_narrow(wide_sub(way, body, dims), dims);
    vector velocity = vector_scale(left, f_div(f_set(1.0f), dt), dims);

    flanes sum = f_add(f_add(vector_size(point, dims), f_abs(given)), f_add(dt, vector_size(left, dims)));
    sum = f_add(sum, vector_size(velocity, dims));
    mask valid = m_and(f_lt(f_set(0.0f), dt), f_lt(sum, f_set(INFINITY)));
    return (curve_tick){vector_keep(valid, point, dims), vector_keep(valid, velocity, dims),
                        i_select(valid, i_set(WAY_MET), i_set(WAY_INVALID))};
}

typedef struct curve_control {
    vector control;
    ilanes status;
} curve_control;

WAY_INLINE curve_control bezier_apex(agents a, int dims) {
    vector from = load_vector(a, COLUMN(bezier_apex, from_x), dims);
    vector end = load_vector(a, COLUMN(bezier_apex, to_x), dims);
    flanes apex = load(a, COLUMN(bezier_apex, apex)), d = f_sub(end.y, from.y);
    flanes rise = f_add(max0(d), apex), fall = f_add(max0(f_negate(d)), apex);
    vector control = vector_scale(vector_add(from, end, dims), f_set(0.5f), dims);
    control.y = f_add(from.y, f_add(rise, f_mul(f_sqrt(rise), f_sqrt(fall))));

    flanes sum = f_add(f_add(vector_size(from, dims), vector_size(end, dims)), f_add(apex, f_abs(d)));
    sum = f_add(sum, vector_size(control, dims));
    mask valid = m_and(f_le(f_set(0.0f), apex), f_lt(sum, f_set(INFINITY)));
    return (curve_control){vector_keep(valid, control, dims),
                           i_select(valid, i_set(WAY_MET), i_set(WAY_INVALID))};
}

WAY_INLINE bezier2d_answers bezier2d(curve c) {
    return (bezier2d_answers){XY(c.point), XY(c.velocity), XY(c.direction), c.status};
}

#define NAME bezier2d
#define SOLVE(a) bezier2d(bezier(a, 2))
#include "kernels/loop.h"

WAY_INLINE bezier3d_answers bezier3d(curve c) {
    return (bezier3d_answers){XYZ(c.point), XYZ(c.velocity), XYZ(c.direction), c.status};
}

#define NAME bezier3d
#define SOLVE(a) bezier3d(bezier(a, 3))
#include "kernels/loop.h"

WAY_INLINE bezier_tick2d_answers bezier_tick2d(curve_tick c) {
    return (bezier_tick2d_answers){XY(c.point), XY(c.velocity), c.status};
}

#define NAME bezier_tick2d
#define SOLVE(a) bezier_tick2d(bezier_tick(a, 2))
#include "kernels/loop.h"

WAY_INLINE bezier_tick3d_answers bezier_tick3d(curve_tick c) {
    return (bezier_tick3d_answers){XYZ(c.point), XYZ(c.velocity), c.status};
}

#define NAME bezier_tick3d
#define SOLVE(a) bezier_tick3d(bezier_tick(a, 3))
#include "kernels/loop.h"

WAY_INLINE bezier_apex2d_answers bezier_apex2d(curve_control c) {
    return (bezier_apex2d_answers){XY(c.control), c.status};
}

#define NAME bezier_apex2d
#define SOLVE(a) bezier_apex2d(bezier_apex(a, 2))
#define ONE_PRECISION 1
#include "kernels/loop.h"

WAY_INLINE bezier_apex3d_answers bezier_apex3d(curve_control c) {
    return (bezier_apex3d_answers){XYZ(c.control), c.status};
}

#define NAME bezier_apex3d
#define SOLVE(a) bezier_apex3d(bezier_apex(a, 3))
#define ONE_PRECISION 1
#include "kernels/loop.h"
