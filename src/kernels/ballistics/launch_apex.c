/* Computes the throw under gravity g from one position to another, with its top `apex` above the higher
   position. The rise is the height from the start to the top, and the fall is the height from the top to the
   end. h is the horizontal vector from the start to the end:

       time = sqrt(2 * rise / g) + sqrt(2 * fall / g).
       velocity = h / time, and g * sqrt(2 * rise / g) upwards.

   These formulas follow "Two Basic Kinematics Problems" (solving parabolas). Nothing cancels, so floats are
   accurate enough, also for WAY_EXACT. */
#define WAY_FAMILY "kernels/ballistics/launch_apex.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

#define INPUT(dims, column) COLUMN(dims, launch_apex, column)

typedef struct climb {
    flanes up, down; /* seconds of the rise, and of the fall */
} climb;

WAY_INLINE climb launch_climb(agents a, int dims) {
    flanes y = f_sub(load(a, INPUT(dims, to_y)), load(a, INPUT(dims, from_y))),
           apex = load(a, INPUT(dims, apex));
    flanes above = max0(y), rise = f_add(above, apex), fall = f_add(f_sub(above, y), apex);
    flanes per_gravity = f_div(f_set(2.0f), load(a, INPUT(dims, gravity)));
    return (climb){f_sqrt(f_mul(rise, per_gravity)), f_sqrt(f_mul(fall, per_gravity))};
}

typedef struct launched {
    vector velocity;
    flanes time, rise_time, top;
    ilanes status;
} launched;

/* Returns all answers, which are meaningless in lanes without a throw. */
WAY_INLINE launched flown(agents a, climb times, int dims) {
    flanes time = f_add(times.up, times.down);
    vector d = between(a, INPUT(dims, from_x), INPUT(dims, to_x), dims);
    flanes higher = f_larger(load(a, INPUT(dims, to_y)), load(a, INPUT(dims, from_y)));
    launched l = {.time = time, .rise_time = times.up, .status = i_set(WAY_MET)};
    l.velocity = vector_scale(d, f_div(f_set(1.0f), time), dims);
    l.velocity.y = f_mul(load(a, INPUT(dims, gravity)), times.up);
    l.top = f_add(higher, load(a, INPUT(dims, apex)));
    return l;
}

/* Does the throw exist? If gravity is above 0, a time of 0 or a negative apex makes one of the answers
   infinite or NaN. */
WAY_INLINE mask is_flown(agents a, launched l, int dims) {
    flanes sum = f_add(vector_sum(l.velocity, dims), f_add(l.time, l.top));
    return f_lt(f_mul(sum, f_set(0.0f)), load(a, INPUT(dims, gravity)));
}

/* The slow path, for vectors in which no throw exists in some lanes. */
WAY_INLINE launched launch_apex_masked(agents a, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    flanes gravity = load(a, INPUT(dims, gravity));
    vector d = between(a, INPUT(dims, from_x), INPUT(dims, to_x), dims);
    launched l = flown(a, launch_climb(a, dims), dims);
    mask flies = is_flown(a, l, dims);
    flanes sum = f_add(vector_sum(d, dims), f_add(gravity, l.top));
    mask stands = m_and(f_le(l.time, zero), f_lt(f_mul(sum, zero), gravity));
    mask valid = m_or(flies, stands);

    flanes level = dims == 3 ? f_add(f_abs(d.x), f_abs(d.z)) : f_abs(d.x);
    mask sideways = f_lt(zero, level);
    flanes otherwise = f_select(m_andnot(stands, sideways), zero, infinity);
    l.velocity = vector_keep(flies, l.velocity, dims);
    l.time = f_select(flies, l.time, otherwise);
    l.rise_time = f_select(flies, l.rise_time, otherwise);
    l.top = f_keep(valid, l.top);
    l.status = i_select(sideways, i_set(WAY_DEGENERATE), i_set(WAY_THERE));
    l.status = i_except(flies, i_select(stands, l.status, i_set(WAY_INVALID)));
    return l;
}

WAY_INLINE launched launch_apex(agents a, climb times, int dims) {
    launched l = flown(a, times, dims);
    return WAY_USUALLY(m_all(is_flown(a, l, dims))) ? l : launch_apex_masked(again(a), dims);
}

WAY_INLINE launch_apex2d_answers launch_apex2d(launched l) {
    return (launch_apex2d_answers){l.time, XY(l.velocity), l.rise_time, l.top, l.status};
}

#define NAME launch_apex2d
#define SUMS climb
#define SUM(a) launch_climb(a, 2)
#define FINISH(a, sums, roots) launch_apex2d(launch_apex(a, sums, 2))
#define AHEAD (LANES >= 8)
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_launch_apex2d, launch_apex2d, exact)

WAY_INLINE launch_apex3d_answers launch_apex3d(launched l) {
    return (launch_apex3d_answers){l.time, XYZ(l.velocity), l.rise_time, l.top, l.status};
}

#define NAME launch_apex3d
#define SUMS climb
#define SUM(a) launch_climb(a, 3)
#define FINISH(a, sums, roots) launch_apex3d(launch_apex(a, sums, 3))
#define AHEAD (LANES >= 8)
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_launch_apex3d, launch_apex3d, exact)
