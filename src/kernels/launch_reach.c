/* How far a throw at a given speed s comes, and the slowest throw that arrives. With the numbers of shot.h:

       furthest   range = s sqrt(over) / g, at a slope of s / sqrt(over)
       slowest    s^2 = g (y + |d|)     time = sqrt(2 |d| / g)     velocity = h / time, (y + |d|) / time upwards

   These are floats; where y is below 0, y + |d| is h.h / (|d| - y), in which nothing cancels. */
#include "kernels/agents.h"
#include "kernels/answers.h"
#include "kernels/shot.h"

#define INPUT(column) COLUMN(launch_reach, column)

typedef struct shot_bounds {
    flanes range, least_speed, least_time;
    vector far, least;
    ilanes status;
} shot_bounds;

WAY_INLINE shot_bounds launch_reach(agents a, int dims) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), infinity = f_set(INFINITY);
    shot s = shot_at(a, INPUT(from_x), INPUT(to_x), INPUT(speed), INPUT(gravity), dims);
    prospect p = shot_prospect(s);
    shot_bounds b;

    /* furthest, on the side of the other place */
    flanes hh = f_mul(s.d.x, s.d.x);
    if (dims == 3)
        hh = f_add(hh, f_mul(s.d.z, s.d.z));
    mask sideways = f_le(f_set(FLT_MIN), hh);
    flanes per_h = f_div(one, f_sqrt(hh));
    vector ahead = vector_scale(vector_level(s.d), per_h, dims);
    ahead = vector_select(sideways, ahead, (vector){one, zero, zero}, dims);
    mask gets_up = m_and(f_le(zero, s.over), p.able);
    flanes root = f_sqrt(s.over), w = f_sqrt(f_add(s.square, s.over));
    flanes per_w = f_div(s.speed, w);
    b.range = f_mul(f_div(s.speed, s.gravity), root);
    b.far = vector_scale(ahead, f_mul(root, per_w), dims);
    b.far.y = f_mul(s.speed, per_w);

    /* slowest */
    flanes height =
        f_select(f_lt(s.d.y, zero), f_div(hh, f_sub(s.distance, s.d.y)), f_add(s.d.y, s.distance));
    b.least_speed = f_sqrt(f_mul(s.gravity, height));
    b.least_time = f_sqrt(f_div(f_add(s.distance, s.distance), s.gravity));
    flanes per_time = f_div(one, b.least_time);
    b.least = vector_scale(s.d, per_time, dims);
    b.least.y = f_mul(height, per_time);

    mask goes = m_andnot(p.valid, p.there);
    flanes found = f_add(f_add(vector_size(b.least, dims), b.least_time), b.least_speed);
    mask finite =
        f_lt(f_add(f_keep(goes, found), f_keep(gets_up, f_add(b.range, vector_size(b.far, dims)))), infinity);
    mask valid = m_and(p.valid, m_and(finite, f_lt(f_abs(s.over), infinity)));
    goes = m_and(goes, valid);
    gets_up = m_and(gets_up, valid);
    b.range = f_keep(gets_up, b.range);
    b.far = vector_keep(gets_up, b.far, dims);
    b.least = vector_keep(goes, b.least, dims);
    b.least_speed = f_select(valid, f_keep(goes, b.least_speed), infinity);
    b.least_time = f_select(valid, f_keep(goes, b.least_time), infinity);
    b.status = shot_status(p, valid);
    return b;
}

WAY_INLINE launch_reach2d_answers launch_reach2d(shot_bounds b) {
    return (launch_reach2d_answers){b.range, XY(b.far), b.least_speed, XY(b.least), b.least_time, b.status};
}

#define NAME launch_reach2d
#define SOLVE(a) launch_reach2d(launch_reach(a, 2))
#include "kernels/loop.h"

WAY_INLINE launch_reach3d_answers launch_reach3d(shot_bounds b) {
    return (launch_reach3d_answers){b.range, XYZ(b.far), b.least_speed, XYZ(b.least), b.least_time, b.status};
}

#define NAME launch_reach3d
#define SOLVE(a) launch_reach3d(launch_reach(a, 3))
#include "kernels/loop.h"
