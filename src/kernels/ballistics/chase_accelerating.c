/* Finds when a chaser meets a runner of constant acceleration: see accelerating_common.h. */
#define WAY_FAMILY "kernels/ballistics/chase_accelerating.def"
#include "kernels/define_call.h"
#include "kernels/ballistics/accelerating_common.h"

#if WAY_WIDE_IS_DOUBLE

WAY_INLINE encounters chase_accelerating(agents at, int dims) {
    const int acceleration = COLUMN(dims, chase_accelerating, runner_ax);
    target runner = {COLUMN(dims, chase_accelerating, runner_x), COLUMN(dims, chase_accelerating, runner_vx),
                     load_vector(at, acceleration, dims)};
    wide_vector r = between_wide(at, COLUMN(dims, chase_accelerating, chaser_x), runner.x, dims);
    wide_vector v = load_wide_vector(at, runner.vx, dims), a = load_wide_vector(at, acceleration, dims);
    return encounters_with(at, runner, r, v, a, load(at, COLUMN(dims, chase_accelerating, chaser_speed)),
                           load_or(at, COLUMN(dims, chase_accelerating, horizon), FLT_MAX),
                           f_le(f_set(0.0f), f_set(0.0f)), 0, dims);
}

WAY_INLINE chase_accelerating2d_answers chase_accelerating2d(encounters b) {
    return (chase_accelerating2d_answers){b.time,  XY(b.point), XY(b.velocity), b.last, XY(b.last_velocity),
                                          b.count, b.status};
}

WAY_INLINE chase_accelerating3d_answers chase_accelerating3d(encounters b) {
    return (chase_accelerating3d_answers){
        b.time, XYZ(b.point), XYZ(b.velocity), b.last, XYZ(b.last_velocity), b.count, b.status};
}

#endif

#define NAME chase_accelerating2d
#define SOLVE(a) chase_accelerating2d(chase_accelerating(a, 2))
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_chase_accelerating2d, chase_accelerating2d, exact)

#define NAME chase_accelerating3d
#define SOLVE(a) chase_accelerating3d(chase_accelerating(a, 3))
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_chase_accelerating3d, chase_accelerating3d, exact)
