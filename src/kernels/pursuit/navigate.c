/* Computes accelerations by proportional navigation. r is the separation, v the runner's velocity minus the
   chaser's, and K = r x v. The line of sight turns at the rate K / r.r and shortens at the rate -r.v / |r|:

       true   a = gain (-r.v / r.r) (K / r.r) x r.
       pure   a = gain (K / r.r) x chaser velocity.

   If the runner's acceleration b is given, true navigation adds gain / 2 (r x b / r.r) x r: half of the gain
   times the part of b perpendicular to the line of sight.

   The sums are computed in wide lanes and rounded once, because they cancel on a collision course. Everything
   else is computed in floats. All answers use one quotient, 1 / r.r. Both laws follow Paul Zarchan, "Tactical
   and Strategic Missile Guidance". */
#define WAY_FAMILY "kernels/pursuit/navigate.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

/* The products from which navigate computes the rates of the line of sight. */
typedef struct sight {
    vector turn;                   /* -K */
    flanes shortening, per_square; /* -r.v, 1 / r.r */
} sight;

/* Returns the line of sight. `chaser` to `runner_v` are the column numbers of positions and velocities. */
WAY_INLINE sight sight_of(agents a, int chaser, int chaser_v, int runner, int runner_v, int dims) {
    wide_vector r = between_wide(a, chaser, runner, dims),
                closing = between_wide(a, runner_v, chaser_v, dims);
    return (sight){wide_narrow(wide_cross(r, closing, dims), 3), w_narrow(wide_dot(r, closing, dims)),
                   f_div(f_set(1.0f), w_narrow(wide_dot(r, r, dims)))};
}

typedef struct navigation {
    vector acceleration;
    flanes closing;
    ilanes status;
} navigation;

/* Returns the acceleration by the true law, or by the pure law if `pure` is set. `arm` is the separation or,
   for the pure law, the chaser's velocity. Only the pure law reads `still`, which is set if the arm is 0.
   Only the true law with options reads `runner_a`, the runner's acceleration. */
WAY_INLINE navigation navigate(sight of, vector arm, vector runner_a, flanes gain, unsigned limited,
                               flanes limit, int pure, mask still, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    flanes rate = f_mul(gain, of.per_square); /* acceleration = rate * (K x arm) */
    if (!pure)
        rate = f_mul(rate, f_mul(of.shortening, of.per_square));
    navigation n;
    if (dims == 3) {
        n.acceleration = vector_scale(vector_cross(arm, of.turn, 3), rate, 3);
    } else {
        flanes across = f_mul(rate, of.turn.z);
        n.acceleration = (vector){f_mul(across, arm.y), f_negate(f_mul(across, arm.x)), zero};
    }
    if (limited && !pure) {
        flanes half = f_mul(f_mul(gain, f_set(0.5f)), of.per_square);
        vector pull = vector_scale(vector_cross(arm, runner_a, dims), half, 3);
        vector more = dims == 3 ? vector_cross(pull, arm, 3)
                                : (vector){f_negate(f_mul(pull.z, arm.y)), f_mul(pull.z, arm.x), zero};
        more = vector_add(n.acceleration, more, dims);
        /* not added if 0, because adding 0 would change -0 to 0 */
        mask pulls = f_lt(zero, vector_size(runner_a, dims));
        n.acceleration = vector_select(pulls, more, n.acceleration, dims);
    }
    flanes length = vector_dot(n.acceleration, n.acceleration, dims);
    n.closing = f_mul(of.shortening, f_sqrt(of.per_square));

    /* a lane is invalid if its shortening or its squared distance is not finite; an infinite squared distance
       makes per_square 0 */
    flanes sound = f_add(of.per_square, f_mul(of.shortening, zero));
    mask there = f_lt(f_set(1.0f / FLT_MIN), sound);
    mask found = f_lt(f_add(length, f_abs(n.closing)), f_mul(sound, infinity));
    if (limited) {
        mask usable = m_and(f_lt(f_abs(gain), infinity), f_le(zero, limit));
        if (!pure)
            usable = m_and(usable, f_lt(vector_size(runner_a, dims), infinity));
        there = m_and(there, usable);
        found = m_and(found, usable);
        flanes size = f_sqrt(length);
        mask over = f_lt(limit, size);
        vector shorter = vector_scale(n.acceleration, f_div(limit, size), dims);
        n.acceleration = vector_select(over, shorter, n.acceleration, dims);
    }
    mask known = m_andnot(found, there);
    mask able = f_lt(zero, of.shortening);
    n.acceleration = vector_keep(pure ? known : m_and(known, able), n.acceleration, dims);
    n.closing = f_keep(known, n.closing);
    n.status = pure ? i_keep(still, i_set(WAY_IMMOBILE)) /* WAY_MET is 0 */
                    : i_select(able, i_set(WAY_MET), i_set(WAY_TOO_SLOW));
    n.status = i_select(found, n.status, i_set(WAY_INVALID));
    n.status = i_select(there, i_set(WAY_THERE), n.status);
    return n;
}

WAY_INLINE sight navigate_sight(agents a, int dims) {
    return sight_of(a, COLUMN(dims, navigate, chaser_x), COLUMN(dims, navigate, chaser_vx),
                    COLUMN(dims, navigate, runner_x), COLUMN(dims, navigate, runner_vx), dims);
}

WAY_INLINE navigation navigate_truly(agents a, sight of, int dims) {
    flanes gain = load_or(a, COLUMN(dims, navigate, gain), 3.0f);
    flanes limit = load_or(a, COLUMN(dims, navigate, limit), INFINITY);
    vector arm = between(a, COLUMN(dims, navigate, chaser_x), COLUMN(dims, navigate, runner_x), dims);
    vector runner_a = vector_none();
    if (a.given)
        runner_a = load_vector(a, COLUMN(dims, navigate, runner_ax), dims);
    return navigate(of, arm, runner_a, gain, a.given, limit, 0, f_lt(gain, gain), dims);
}

WAY_INLINE sight pure_sight(agents a, int dims) {
    return sight_of(a, COLUMN(dims, navigate_pure, chaser_x), COLUMN(dims, navigate_pure, chaser_vx),
                    COLUMN(dims, navigate_pure, runner_x), COLUMN(dims, navigate_pure, runner_vx), dims);
}

WAY_INLINE navigation navigate_purely(agents a, sight of, int dims) {
    flanes gain = load_or(a, COLUMN(dims, navigate_pure, gain), 3.0f);
    flanes limit = load_or(a, COLUMN(dims, navigate_pure, limit), INFINITY);
    vector arm = load_vector(a, COLUMN(dims, navigate_pure, chaser_vx), dims);
    mask still = is_zero(a, COLUMN(dims, navigate_pure, chaser_vx), dims);
    return navigate(of, arm, vector_none(), gain, a.given, limit, 1, still, dims);
}

/* Stages overlap (AHEAD in loop.h) only if there are enough registers. In 3D a stage needs more than 16. */
#define AHEAD_IN_THE_PLANE (LANES >= 8)
#define AHEAD_IN_SPACE (LANES >= 16)

WAY_INLINE navigate2d_answers true2d(navigation n) {
    return (navigate2d_answers){XY(n.acceleration), n.closing, n.status};
}

#define NAME navigate2d
#define SUMS sight
#define SUM(a) navigate_sight(a, 2)
#define FINISH(a, sums, roots) true2d(navigate_truly(a, sums, 2))
#define AHEAD AHEAD_IN_THE_PLANE
#include "kernels/loop.h"
DEFINE_CALL(way_navigate2d, navigate2d, fast)

WAY_INLINE navigate3d_answers true3d(navigation n) {
    return (navigate3d_answers){XYZ(n.acceleration), n.closing, n.status};
}

#define NAME navigate3d
#define SUMS sight
#define SUM(a) navigate_sight(a, 3)
#define FINISH(a, sums, roots) true3d(navigate_truly(a, sums, 3))
#define AHEAD AHEAD_IN_SPACE
#include "kernels/loop.h"
DEFINE_CALL(way_navigate3d, navigate3d, fast)

WAY_INLINE navigate_pure2d_answers pure2d(navigation n) {
    return (navigate_pure2d_answers){XY(n.acceleration), n.closing, n.status};
}

#define NAME navigate_pure2d
#define SUMS sight
#define SUM(a) pure_sight(a, 2)
#define FINISH(a, sums, roots) pure2d(navigate_purely(a, sums, 2))
#define AHEAD AHEAD_IN_THE_PLANE
#include "kernels/loop.h"
DEFINE_CALL(way_navigate_pure2d, navigate_pure2d, fast)

WAY_INLINE navigate_pure3d_answers pure3d(navigation n) {
    return (navigate_pure3d_answers){XYZ(n.acceleration), n.closing, n.status};
}

#define NAME navigate_pure3d
#define SUMS sight
#define SUM(a) pure_sight(a, 3)
#define FINISH(a, sums, roots) pure3d(navigate_purely(a, sums, 3))
#define AHEAD AHEAD_IN_SPACE
#include "kernels/loop.h"
DEFINE_CALL(way_navigate_pure3d, navigate_pure3d, fast)
