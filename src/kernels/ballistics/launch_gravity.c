/* Finds the gravity for which a throw of given level speed has a given top: see throw_level.h. */
#define WAY_FAMILY "kernels/ballistics/launch_gravity.def"
#include "kernels/define_call.h"
#include "kernels/ballistics/throw_level.h"

WAY_INLINE level_throw gravity_throw(agents a, level_way w, int dims) {
    flanes apex = load(a, COLUMN(dims, launch_gravity, apex));
    level_throw t = {.way = w, .status = i_set(WAY_MET)};
    flanes rise = max0(w.climb), fall = f_sub(rise, w.climb);
    flanes up = f_sqrt(f_add(rise, apex)), down = f_sqrt(f_add(fall, apex));
    flanes pace = f_mul(f_add(up, down), w.per_time), twice = f_add(pace, pace);
    t.last = f_mul(twice, pace);
    t.velocity_y = f_mul(twice, up);
    flanes sum = f_add(f_add(w.sum, w.time), f_add(t.velocity_y, t.last));
    t.valid = f_le(f_mul(sum, f_set(0.0f)), apex); /* all numbers are finite, and apex is at least 0 */
    return t;
}

WAY_INLINE level_throw launch_gravity(agents a, int dims) {
    const throw_columns k = {COLUMN(dims, launch_gravity, from_x), COLUMN(dims, launch_gravity, to_x),
                             COLUMN(dims, launch_gravity, level_speed), COLUMN(dims, launch_gravity, to_vx)};
    level_throw t = gravity_throw(a, way_of(a, k, dims), dims);
    if (WAY_USUALLY(m_all(m_and(t.way.plain, t.valid))))
        return t;
    a = again(a);
    t = gravity_throw(a, keep_thrown(way_of(a, k, dims)), dims);
    return throw_masked(a, k, t, f_set(0.0f), dims);
}

WAY_INLINE launch_gravity2d_answers launch_gravity2d(level_throw l) {
    return (launch_gravity2d_answers){l.way.time,   XY(l.way.point), l.way.velocity.x,
                                      l.velocity_y, l.last,          l.status};
}

#define NAME launch_gravity2d
#define SOLVE(a) launch_gravity2d(launch_gravity(a, 2))
#include "kernels/loop.h"
DEFINE_CALL(way_launch_gravity2d, launch_gravity2d, fast)

WAY_INLINE launch_gravity3d_answers launch_gravity3d(level_throw l) {
    return (launch_gravity3d_answers){l.way.time,       XYZ(l.way.point), l.way.velocity.x, l.velocity_y,
                                      l.way.velocity.z, l.last,           l.status};
}

#define NAME launch_gravity3d
#define SOLVE(a) launch_gravity3d(launch_gravity(a, 3))
#include "kernels/loop.h"
DEFINE_CALL(way_launch_gravity3d, launch_gravity3d, fast)
