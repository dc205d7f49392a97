/* Moves at full speed towards the other agent's position after a lead time t (closing and predict), or away
   from it (evade). r is the vector from the chaser to the runner, and v is the other agent's velocity.
   velocity = speed aim / |aim|, where aim is r + v t, or r - v t for evade.

       closing   t = |r| / |w|, where w is the difference of the velocities. t is at most the horizon.
       predict   t grows linearly with |r|, from 0 at near_distance to longest_lead at far_distance.
       evade     t is computed as for predict.

   These formulas follow "Chasing and Evading" and "Two Basic Kinematics Problems". If r and v t nearly
   cancel, the rounding error of the sum is small compared with the effect of the error of t. So floats are
   accurate enough, also for WAY_EXACT. */
#define WAY_FAMILY "kernels/pursuit/aim.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/pursuit/seek_common.h"

typedef struct aiming {
    vector r;    /* from the chaser to the runner */
    flanes time; /* the lead time */
    flanes sum;  /* of the inputs that are not in r: not finite if one of them is invalid */
} aiming;

typedef struct aimed {
    flanes time;
    vector point, velocity;
    ilanes status;
} aimed;

/* Returns the answers. The other agent is at `place` now, and moves by the vector `lead` within the lead
   time. */
WAY_INLINE aimed aimed_at(flanes time, vector place, vector lead, seeking s, ilanes status, int dims) {
    return (aimed){f_keep(s.valid, time), vector_keep(s.valid, vector_add(place, lead, dims), dims),
                   s.velocity, status};
}

WAY_INLINE aiming closing_sum(agents a, int dims) {
    vector r = between(a, COLUMN(dims, closing, chaser_x), COLUMN(dims, closing, runner_x), dims);
    vector w = between(a, COLUMN(dims, closing, chaser_vx), COLUMN(dims, closing, runner_vx), dims);
    flanes square = vector_dot(w, w, dims);
    return (aiming){r, f_sqrt(f_div(vector_dot(r, r, dims), square)), square};
}

/* A lead time, limited to the horizon if one is given. in_time: the time is finite, and the horizon has not
   limited it. */
typedef struct bounded {
    flanes time, sum;
    mask in_time;
} bounded;

WAY_INLINE bounded bound(flanes time, flanes sum, unsigned has_horizon, flanes horizon) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY), most = f_set(FLT_MAX);
    if (has_horizon) /* if the chaser is at the runner, the quotient 0 / 0 is NaN; the time is then 0 */
        time = f_keep(f_le(time, infinity), time);
    mask in_time = f_le(time, most);
    if (has_horizon) {
        mask near = f_le(time, horizon);
        in_time = m_and(in_time, near);
        time = f_select(near, time, horizon);
        sum = f_select(f_le(zero, horizon), sum, infinity);
    }
    return (bounded){f_keep(f_le(time, most), time), sum, in_time};
}

WAY_INLINE ilanes closing_status(seeking s, mask in_time) {
    ilanes status = i_select(in_time, i_set(WAY_MET), i_set(WAY_LATE));
    status = i_select(s.able, status, i_set(WAY_IMMOBILE));
    status = i_select(s.there, i_set(WAY_THERE), status);
    return i_select(s.valid, status, i_set(WAY_INVALID));
}

WAY_INLINE aimed closing(agents a, aiming of, int dims) {
    flanes horizon = load_or(a, COLUMN(dims, closing, horizon), INFINITY),
           dt = load_or(a, COLUMN(dims, closing, dt), 0.0f);
    bounded b = bound(of.time, of.sum, a.given, horizon);
    vector place = load_vector(a, COLUMN(dims, closing, runner_x), dims);
    vector lead = vector_scale(load_vector(a, COLUMN(dims, closing, runner_vx), dims), b.time, dims);
    flanes speed = load(a, COLUMN(dims, closing, chaser_speed));
    seeking s = seek_toward(vector_add(of.r, lead, dims), speed, b.sum, a.given, dt, dims);
    return aimed_at(b.time, place, lead, s, closing_status(s, b.in_time), dims);
}

/* Returns the lead time of predict and evade. If the quotient is 0 / 0, the lead time is 0, as for all
   distances up to `near`. If `near`, `far` or `longest` is not finite, then the aim is not finite, or
   span * 0 is not, and the lane is invalid. */
WAY_INLINE aiming aim_by_distance(vector r, flanes near, flanes far, flanes longest, int dims) {
    flanes span = f_sub(far, near);
    flanes part = f_div(f_sub(f_sqrt(vector_dot(r, r, dims)), near), span);
    part = f_smaller(max0(part), f_set(1.0f));
    return (aiming){r, f_mul(longest, part), f_mul(span, f_set(0.0f))};
}

WAY_INLINE aiming predict_sum(agents a, int dims) {
    vector r = between(a, COLUMN(dims, predict, chaser_x), COLUMN(dims, predict, runner_x), dims);
    return aim_by_distance(r, load(a, COLUMN(dims, predict, near_distance)),
                           load(a, COLUMN(dims, predict, far_distance)),
                           load(a, COLUMN(dims, predict, longest_lead)), dims);
}

WAY_INLINE aimed predict(agents a, aiming of, int dims) {
    vector place = load_vector(a, COLUMN(dims, predict, runner_x), dims);
    vector lead = vector_scale(load_vector(a, COLUMN(dims, predict, runner_vx), dims), of.time, dims);
    flanes speed = load(a, COLUMN(dims, predict, chaser_speed)),
           dt = load_or(a, COLUMN(dims, predict, dt), 0.0f);
    seeking s = seek_toward(vector_add(of.r, lead, dims), speed, of.sum, a.given, dt, dims);
    return aimed_at(of.time, place, lead, s, seek_status(s), dims);
}

WAY_INLINE aiming evade_sum(agents a, int dims) {
    vector r = between(a, COLUMN(dims, evade, chaser_x), COLUMN(dims, evade, runner_x), dims);
    return aim_by_distance(r, load(a, COLUMN(dims, evade, near_distance)),
                           load(a, COLUMN(dims, evade, far_distance)),
                           load(a, COLUMN(dims, evade, longest_lead)), dims);
}

WAY_INLINE aimed evade(agents a, aiming of, int dims) {
    vector place = load_vector(a, COLUMN(dims, evade, chaser_x), dims);
    vector lead = vector_scale(load_vector(a, COLUMN(dims, evade, chaser_vx), dims), of.time, dims);
    flanes speed = load(a, COLUMN(dims, evade, runner_speed));
    seeking s = seek_toward(vector_sub(of.r, lead, dims), speed, of.sum, 0, f_set(0.0f), dims);
    return aimed_at(of.time, place, lead, s, seek_status(s), dims);
}

WAY_INLINE closing2d_answers closing2d(aimed t) {
    return (closing2d_answers){t.time, XY(t.point), XY(t.velocity), t.status};
}

#define NAME closing2d
#define SUMS aiming
#define SUM(a) closing_sum(a, 2)
#define FINISH(a, sums, roots) closing2d(closing(a, sums, 2))
#define AHEAD (LANES >= 8)
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_closing2d, closing2d, exact)

WAY_INLINE closing3d_answers closing3d(aimed t) {
    return (closing3d_answers){t.time, XYZ(t.point), XYZ(t.velocity), t.status};
}

#define NAME closing3d
#define SUMS aiming
#define SUM(a) closing_sum(a, 3)
#define FINISH(a, sums, roots) closing3d(closing(a, sums, 3))
#define AHEAD (LANES >= 8)
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_closing3d, closing3d, exact)

WAY_INLINE predict2d_answers predict2d(aimed t) {
    return (predict2d_answers){t.time, XY(t.point), XY(t.velocity), t.status};
}

#define NAME predict2d
#define SUMS aiming
#define SUM(a) predict_sum(a, 2)
#define FINISH(a, sums, roots) predict2d(predict(a, sums, 2))
#define AHEAD (LANES >= 8)
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_predict2d, predict2d, exact)

WAY_INLINE predict3d_answers predict3d(aimed t) {
    return (predict3d_answers){t.time, XYZ(t.point), XYZ(t.velocity), t.status};
}

#define NAME predict3d
#define SUMS aiming
#define SUM(a) predict_sum(a, 3)
#define FINISH(a, sums, roots) predict3d(predict(a, sums, 3))
#define AHEAD (LANES >= 8)
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_predict3d, predict3d, exact)

WAY_INLINE evade2d_answers evade2d(aimed t) {
    return (evade2d_answers){t.time, XY(t.point), XY(t.velocity), t.status};
}

#define NAME evade2d
#define SUMS aiming
#define SUM(a) evade_sum(a, 2)
#define FINISH(a, sums, roots) evade2d(evade(a, sums, 2))
#define AHEAD (LANES >= 8)
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_evade2d, evade2d, exact)

WAY_INLINE evade3d_answers evade3d(aimed t) {
    return (evade3d_answers){t.time, XYZ(t.point), XYZ(t.velocity), t.status};
}

#define NAME evade3d
#define SUMS aiming
#define SUM(a) evade_sum(a, 3)
#define FINISH(a, sums, roots) evade3d(evade(a, sums, 3))
#define AHEAD (LANES >= 8)
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_evade3d, evade3d, exact)
