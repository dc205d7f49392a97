/* Finds when a shell hits a runner of constant acceleration. encounters_with (accelerating_common.h) gets the
   runner's velocity minus the platform's velocity, and the runner's acceleration minus the shell's. */
#define WAY_FAMILY "kernels/ballistics/arc.def"
#include "kernels/define_call.h"
#include "kernels/ballistics/accelerating_common.h"

#if WAY_WIDE_IS_DOUBLE

WAY_INLINE encounters arc(agents at, int dims) {
    target runner = {COLUMN(dims, arc, runner_x), COLUMN(dims, arc, runner_vx), vector_none()};
    wide_vector r = between_wide(at, COLUMN(dims, arc, muzzle_x), runner.x, dims);
    wide_vector v = load_wide_vector(at, runner.vx, dims), a = {w_set(0.0), w_set(0.0), w_set(0.0)};
    if (at.given) {
        v = wide_sub(v, load_wide_vector(at, COLUMN(dims, arc, platform_vx), dims), dims);
        a = load_wide_vector(at, COLUMN(dims, arc, runner_ax), dims);
        runner.acceleration = load_vector(at, COLUMN(dims, arc, runner_ax), dims);
    }
    flanes gravity = load(at, COLUMN(dims, arc, gravity)), speed = load(at, COLUMN(dims, arc, shell_speed));
    a.y = w_add(a.y, w_widen(gravity));
    return encounters_with(at, runner, r, v, a, speed, load_or(at, COLUMN(dims, arc, horizon), FLT_MAX),
                           f_le(f_set(0.0f), gravity), dims);
}

WAY_INLINE arc2d_answers arc2d(encounters b) {
    return (arc2d_answers){b.time,  XY(b.point), XY(b.velocity), b.last, XY(b.last_velocity),
                           b.count, b.status};
}

WAY_INLINE arc3d_answers arc3d(encounters b) {
    return (arc3d_answers){b.time,  XYZ(b.point), XYZ(b.velocity), b.last, XYZ(b.last_velocity),
                           b.count, b.status};
}

#endif

#define NAME arc2d
#define SOLVE(a) arc2d(arc(a, 2))
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_arc2d, arc2d, exact)

#define NAME arc3d
#define SOLVE(a) arc3d(arc(a, 3))
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_arc3d, arc3d, exact)
