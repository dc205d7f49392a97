/* Finds the throw of given level speed under a given gravity, and its top: see throw_level.h. */
#define WAY_FAMILY "kernels/ballistics/launch_lateral.def"
#include "kernels/define_call.h"
#include "kernels/ballistics/throw_level.h"

WAY_INLINE level_throw lateral_throw(agents a, level_way w, int dims) {
    flanes gravity = load(a, COLUMN(dims, launch_lateral, gravity)),
           from_y = load(a, COLUMN(dims, launch_lateral, from_y));
    level_throw t = {.way = w, .status = i_set(WAY_MET)};
    t.velocity_y = f_add(f_mul(w.climb, w.per_time), f_mul(f_mul(gravity, f_set(0.5f)), w.time));
    flanes up = max0(t.velocity_y);
    t.last = f_add(from_y, f_div(f_mul(up, up), f_add(gravity, gravity)));
    flanes sum = f_add(f_add(w.sum, t.velocity_y), t.last);
    t.valid = f_lt(f_mul(sum, f_set(0.0f)), gravity); /* all numbers are finite, and gravity is above 0 */
    return t;
}

WAY_INLINE level_throw launch_lateral(agents a, int dims) {
    const throw_columns k = {COLUMN(dims, launch_lateral, from_x), COLUMN(dims, launch_lateral, to_x),
                             COLUMN(dims, launch_lateral, level_speed), COLUMN(dims, launch_lateral, to_vx)};
    level_throw t = lateral_throw(a, way_of(a, k, dims), dims);
    if (WAY_USUALLY(m_all(m_and(t.way.plain, t.valid))))
        return t;
    a = again(a);
    t = lateral_throw(a, keep_thrown(way_of(a, k, dims)), dims);
    return throw_masked(a, k, t, load(a, COLUMN(dims, launch_lateral, from_y)), dims);
}

WAY_INLINE launch_lateral2d_answers launch_lateral2d(level_throw l) {
    return (launch_lateral2d_answers){l.way.time,   XY(l.way.point), l.way.velocity.x,
                                      l.velocity_y, l.last,          l.status};
}

#define NAME launch_lateral2d
#define SOLVE(a) launch_lateral2d(launch_lateral(a, 2))
#include "kernels/loop.h"
DEFINE_CALL(way_launch_lateral2d, launch_lateral2d, fast)

WAY_INLINE launch_lateral3d_answers launch_lateral3d(level_throw l) {
    return (launch_lateral3d_answers){l.way.time,       XYZ(l.way.point), l.way.velocity.x, l.velocity_y,
                                      l.way.velocity.z, l.last,           l.status};
}

#define NAME launch_lateral3d
#define SOLVE(a) launch_lateral3d(launch_lateral(a, 3))
#include "kernels/loop.h"
DEFINE_CALL(way_launch_lateral3d, launch_lateral3d, fast)
