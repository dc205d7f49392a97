/* Computes the furthest throw at a given speed s, and the slowest throw that reaches the target. With the
   symbols of throw_shot.h:

       furthest   range = s sqrt(over) / g, at a slope of s / sqrt(over).
       slowest    s^2 = g (y + |d|), time = sqrt(2 |d| / g),
                  velocity = h / time, and (y + |d|) / time upwards.

   All numbers are computed in floats. If y is below 0, y + |d| is computed as h.h / (|d| - y), in which
   nothing cancels. If terms cancel in `over` or in disc, both are computed again in wide lanes. */
#define WAY_FAMILY "kernels/ballistics/launch_reach.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/ballistics/throw_shot.h"

#define INPUT(dims, column) COLUMN(dims, launch_reach, column)

typedef struct shot_bounds {
    flanes range, least_speed, least_time;
    vector far, least;
    flanes along; /* horizontal speed of the farthest throw */
    ilanes status;
} shot_bounds;

/* Returns the shot in floats, or in wide lanes where floats are not accurate enough. The error of a small
   `over` is 2^-22 s^2 in floats. So the error of disc is 2^-16 of its terms if `over` is above 2^-5 s^2. */
WAY_INLINE shot launch_shot(agents a, int dims) {
    const shot_columns k = {INPUT(dims, from_x), INPUT(dims, to_x), INPUT(dims, speed), INPUT(dims, gravity)};
    shot s = shot_at(a, k, dims);
#if WAY_WIDE_IS_DOUBLE
    flanes over = f_abs(s.over);
    mask edge = f_lt(f_abs(s.disc), f_mul(f_mul(s.square, over), f_set(0x1p-14f)));
    mask cancels = m_or(edge, f_lt(over, f_mul(s.square, f_set(0x1p-5f))));
    if (!WAY_USUALLY(!m_any(cancels))) {
        wide_shot near = wide_shot_at(again(a), k, dims);
        s.over = f_select(cancels, w_narrow(near.over), s.over);
        s.disc = f_select(cancels, w_narrow(near.disc), s.disc);
    }
#endif
    return s;
}

/* Returns all answers for targets that are neither at the start nor straight above or below it. */
WAY_INLINE shot_bounds bounds_of(shot s, int dims) {
    const flanes one = f_set(1.0f);
    flanes distance = f_sqrt(s.squares), per_gravity = f_div(one, s.gravity);
    flanes root = f_sqrt(s.over), per_w = f_div(s.speed, f_sqrt(f_add(s.square, s.over)));
    shot_bounds b = {.along = f_mul(root, per_w), .far = vector_none()};
    b.range = f_mul(f_mul(s.speed, per_gravity), root);
    if (dims == 3)
        b.far = vector_scale(s.d, f_div(b.along, f_sqrt(s.level)), dims);
    else
        b.far.x = f_flip(b.along, s.d.x);
    b.far.y = f_mul(s.speed, per_w);

    flanes height = f_add(distance, f_abs(s.d.y));
    height = f_if_minus(s.d.y, f_div(s.level, height), height);
    b.least_speed = f_sqrt(f_mul(s.gravity, height));
    b.least_time = f_sqrt(f_mul(f_add(distance, distance), per_gravity));
    flanes per_time = f_div(one, b.least_time);
    b.least = vector_scale(s.d, per_time, dims);
    b.least.y = f_mul(height, per_time);
    return b;
}

/* Returns a sum that is not finite if the shot, or a throw that exists, is not finite. */
WAY_INLINE flanes bounds_size(shot s, flanes least, flanes furthest) {
    return f_add(f_add(s.disc, s.squares), f_add(least, furthest));
}

WAY_INLINE flanes least_size(shot_bounds b, int dims) {
    return f_add(vector_sum(b.least, dims), f_add(b.least_time, b.least_speed));
}

WAY_INLINE flanes furthest_size(shot_bounds b, int dims) { return f_add(b.range, vector_sum(b.far, dims)); }

/* The slow path, for vectors in which some lanes are special cases. */
WAY_INLINE shot_bounds launch_reach_masked(agents a, int dims) {
    const flanes zero = f_set(0.0f), tiny = f_set(FLT_MIN), infinity = f_set(INFINITY);
    shot s = launch_shot(a, dims);
    shot_bounds b = bounds_of(s, dims);
    mask upright = f_lt(s.level, tiny);
    b.far.x = f_select(upright, b.along, b.far.x);
    b.far.z = f_select(upright, zero, b.far.z);
    prospect p = {.there = f_lt(s.squares, tiny), .able = f_lt(zero, s.speed), .arrives = f_le(zero, s.disc)};
    mask gets_up = m_and(f_le(zero, s.over), p.able), anywhere = f_le(tiny, s.squares);
    flanes least = f_keep(anywhere, least_size(b, dims)), furthest = f_keep(gets_up, furthest_size(b, dims));
    p.valid = f_lt(f_mul(bounds_size(s, least, furthest), zero), s.gravity);
    mask goes = m_andnot(p.valid, p.there);
    gets_up = m_and(gets_up, p.valid);
    b.range = f_keep(gets_up, b.range);
    b.far = vector_keep(gets_up, b.far, dims);
    b.least = vector_keep(goes, b.least, dims);
    b.least_speed = f_select(p.valid, f_keep(goes, b.least_speed), infinity);
    b.least_time = f_select(p.valid, f_keep(goes, b.least_time), infinity);
    b.status = shot_status(p);
    return b;
}

WAY_INLINE shot_bounds launch_reach(agents a, int dims) {
    const flanes zero = f_set(0.0f);
    shot s = launch_shot(a, dims);
    shot_bounds b = bounds_of(s, dims);
    mask gets_up = f_le(zero, s.over);
    flanes size = bounds_size(s, least_size(b, dims), f_keep(gets_up, furthest_size(b, dims)));
    mask plain = f_le(f_set(FLT_MIN), f_smaller(s.speed, s.level));
    plain = m_and(plain, f_lt(f_mul(size, zero), s.gravity));
    if (WAY_USUALLY(m_all(plain))) {
        b.range = f_keep(gets_up, b.range);
        b.far = vector_keep(gets_up, b.far, dims);
        b.status = i_except(f_le(zero, s.disc), i_set(WAY_TOO_SLOW));
        return b;
    }
    return launch_reach_masked(again(a), dims);
}

WAY_INLINE launch_reach2d_answers launch_reach2d(shot_bounds b) {
    return (launch_reach2d_answers){b.range, XY(b.far), b.least_speed, XY(b.least), b.least_time, b.status};
}

#define NAME launch_reach2d
#define SOLVE(a) launch_reach2d(launch_reach(a, 2))
#include "kernels/loop.h"
DEFINE_CALL(way_launch_reach2d, launch_reach2d, fast)

WAY_INLINE launch_reach3d_answers launch_reach3d(shot_bounds b) {
    return (launch_reach3d_answers){b.range, XYZ(b.far), b.least_speed, XYZ(b.least), b.least_time, b.status};
}

#define NAME launch_reach3d
#define SOLVE(a) launch_reach3d(launch_reach(a, 3))
#include "kernels/loop.h"
DEFINE_CALL(way_launch_reach3d, launch_reach3d, fast)
