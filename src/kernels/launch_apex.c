/* Throwing from one place to another under gravity g, by the height of the top. Rise and fall are what the arc climbs to
   its top and comes down from it, and h is the horizontal part of the way:

       time = sqrt(2 rise / g) + sqrt(2 fall / g)     velocity = h / time, g sqrt(2 rise / g) upwards

   After "Two Basic Kinematics Problems" (solving parabolas). Nothing cancels in it, so floats do for both precisions. */
#include "kernels/agents.h"
#include "kernels/answers.h"

#define INPUT(column) COLUMN(launch_apex, column)

typedef struct climb {
    flanes up, down; /* s */
} climb;

WAY_INLINE climb launch_climb(agents a, int dims) {
    flanes y = f_sub(load(a, INPUT(to_y)), load(a, INPUT(from_y))), apex = load(a, INPUT(apex));
    flanes rise = f_add(max0(y), apex), fall = f_add(max0(f_negate(y)), apex);
    flanes per_gravity = f_div(f_set(2.0f), load(a, INPUT(gravity)));
    return (climb){f_sqrt(f_mul(rise, per_gravity)), f_sqrt(f_mul(fall, per_gravity))};
}

typedef struct launched {
    vector velocity;
    flanes time, rise_time, top;
    ilanes status;
} launched;

WAY_INLINE launched launch_apex(agents a, climb way, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    flanes gravity = load(a, INPUT(gravity)), apex = load(a, INPUT(apex));
    vector here = load_vector(a, INPUT(from_x), dims), there = load_vector(a, INPUT(to_x), dims);
    vector d = vector_sub(there, here, dims);
    flanes time = f_add(way.up, way.down);
    vector velocity = vector_scale(d, f_div(f_set(1.0f), time), dims);
    velocity.y = f_mul(gravity, way.up);
    flanes top = f_add(f_larger(there.y, here.y), apex);

    flanes level = dims == 3 ? f_add(f_abs(d.x), f_abs(d.z)) : f_abs(d.x);
    flanes asked = f_add(f_add(level, f_abs(d.y)), f_add(gravity, time));
    mask moving = f_lt(zero, time), sideways = f_lt(zero, level);
    /* a gravity of 0 or an apex leaves no time that is finite, a place no way */
    mask given = f_le(zero, f_smaller(apex, gravity));
    mask finite = f_lt(f_larger(f_abs(top), asked), infinity);
    mask valid =
        m_andnot(m_and(given, finite), m_andnot(moving, f_lt(vector_size(velocity, dims), infinity)));
    mask flies = m_and(valid, moving);

    launched l;
    flanes otherwise = f_select(m_andnot(valid, sideways), zero, infinity);
    l.velocity = vector_keep(flies, velocity, dims);
    l.time = f_select(flies, time, otherwise);
    l.rise_time = f_select(flies, way.up, otherwise);
    l.top = f_keep(valid, top);
    ilanes still = i_select(sideways, i_set(WAY_DEGENERATE), i_set(WAY_THERE));
    l.status = i_select(valid, i_select(moving, i_set(WAY_MET), still), i_set(WAY_INVALID));
    return l;
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
