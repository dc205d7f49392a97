/* Throwing at a chosen level speed s. Seen from above it is the interception in the plane (see meeting.h), whose time t the
   height must take as well. With y the height to climb in that time:

       gravity given   upwards y / t + g t / 2, to a top of (upwards)^2 / (2 g) where that is above 0
       top given       rise and fall to and from it as in launch_apex.c: g = 2 ((sqrt(rise) + sqrt(fall)) / t)^2,
                       upwards 2 sqrt(rise) (sqrt(rise) + sqrt(fall)) / t

   The way over the ground is level_way.h's; the rest is float. */
#include "kernels/answers.h"
#include "kernels/level_way.h"

typedef struct level_throw {
    level_way way;
    flanes velocity_y, last; /* the top, or the gravity */
    mask valid;
    ilanes status;
} level_throw;

/* Of what is not all thrown: what is not there is left out, and why. `waits` is last where it is not thrown. */
WAY_INLINE level_throw throw_told(agents a, throw_columns k, level_throw t, flanes waits, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    mask valid = t.valid, thrown = m_and(t.way.thrown, valid), beside = m_and(t.way.beside, valid);
    mask there = m_and(beside, f_le(f_abs(between(a, k.from, k.to, dims).y), zero));
    ilanes why = i_count(f_le(load(a, k.level_speed), zero), i_set(WAY_TOO_SLOW)); /* or WAY_IMMOBILE */
    why = i_select(valid, why, i_set(WAY_INVALID));
    why = i_select(beside, i_select(there, i_set(WAY_THERE), i_set(WAY_DEGENERATE)), why);
    t.status = i_except(thrown, why);
    t.way.time = f_select(m_or(thrown, there), t.way.time, infinity);
    t.way.point = vector_keep(valid, t.way.point, dims);
    t.way.velocity = vector_keep(thrown, t.way.velocity, dims);
    t.velocity_y = f_keep(thrown, t.velocity_y);
    t.last = f_keep(valid, f_select(thrown, t.last, waits));
    return t;
}

WAY_INLINE level_throw lateral_throw(agents a, level_way w, int dims) {
    flanes gravity = load(a, COLUMN(launch_lateral, gravity)),
           from_y = load(a, COLUMN(launch_lateral, from_y));
    level_throw t = {.way = w, .status = i_set(WAY_MET)};
    t.velocity_y = f_add(f_mul(w.climb, w.per_time), f_mul(f_mul(gravity, f_set(0.5f)), w.time));
    flanes up = max0(t.velocity_y);
    t.last = f_add(from_y, f_div(f_mul(up, up), f_add(gravity, gravity)));
    flanes sum = f_add(f_add(w.sum, t.velocity_y), t.last);
    t.valid = f_lt(f_mul(sum, f_set(0.0f)), gravity); /* finite, and gravity is above 0 */
    return t;
}

WAY_INLINE level_throw launch_lateral(agents a, int dims) {
    const throw_columns k = {COLUMN(launch_lateral, from_x), COLUMN(launch_lateral, to_x),
                             COLUMN(launch_lateral, level_speed), COLUMN(launch_lateral, to_vx)};
    level_throw t = lateral_throw(a, way_of(a, k, dims), dims);
    if (WAY_USUALLY(m_all(m_and(t.way.plain, t.valid))))
        return t;
    a = again(a);
    t = lateral_throw(a, keep_thrown(way_of(a, k, dims)), dims);
    return throw_told(a, k, t, load(a, COLUMN(launch_lateral, from_y)), dims);
}

WAY_INLINE level_throw gravity_throw(agents a, level_way w, int dims) {
    flanes apex = load(a, COLUMN(launch_gravity, apex));
    level_throw t = {.way = w, .status = i_set(WAY_MET)};
    flanes rise = max0(w.climb), fall = f_sub(rise, w.climb);
    flanes up = f_sqrt(f_add(rise, apex)), down = f_sqrt(f_add(fall, apex));
    flanes pace = f_mul(f_add(up, down), w.per_time), twice = f_add(pace, pace);
    t.last = f_mul(twice, pace);
    t.velocity_y = f_mul(twice, up);
    flanes sum = f_add(f_add(w.sum, w.time), f_add(t.velocity_y, t.last));
    t.valid = f_le(f_mul(sum, f_set(0.0f)), apex); /* finite, and apex is not below 0 */
    return t;
}

WAY_INLINE level_throw launch_gravity(agents a, int dims) {
    const throw_columns k = {COLUMN(launch_gravity, from_x), COLUMN(launch_gravity, to_x),
                             COLUMN(launch_gravity, level_speed), COLUMN(launch_gravity, to_vx)};
    level_throw t = gravity_throw(a, way_of(a, k, dims), dims);
    if (WAY_USUALLY(m_all(m_and(t.way.plain, t.valid))))
        return t;
    a = again(a);
    t = gravity_throw(a, keep_thrown(way_of(a, k, dims)), dims);
    return throw_told(a, k, t, f_set(0.0f), dims);
}

WAY_INLINE launch_lateral2d_answers launch_lateral2d(level_throw l) {
    return (launch_lateral2d_answers){l.way.time,   XY(l.way.point), l.way.velocity.x,
                                      l.velocity_y, l.last,          l.status};
}

#define NAME launch_lateral2d
#define SOLVE(a) launch_lateral2d(launch_lateral(a, 2))
#include "kernels/loop.h"

WAY_INLINE launch_lateral3d_answers launch_lateral3d(level_throw l) {
    return (launch_lateral3d_answers){l.way.time,       XYZ(l.way.point), l.way.velocity.x, l.velocity_y,
                                      l.way.velocity.z, l.last,           l.status};
}

#define NAME launch_lateral3d
#define SOLVE(a) launch_lateral3d(launch_lateral(a, 3))
#include "kernels/loop.h"

WAY_INLINE launch_gravity2d_answers launch_gravity2d(level_throw l) {
    return (launch_gravity2d_answers){l.way.time,   XY(l.way.point), l.way.velocity.x,
                                      l.velocity_y, l.last,          l.status};
}

#define NAME launch_gravity2d
#define SOLVE(a) launch_gravity2d(launch_gravity(a, 2))
#include "kernels/loop.h"

WAY_INLINE launch_gravity3d_answers launch_gravity3d(level_throw l) {
    return (launch_gravity3d_answers){l.way.time,       XYZ(l.way.point), l.way.velocity.x, l.velocity_y,
                                      l.way.velocity.z, l.last,           l.status};
}

#define NAME launch_gravity3d
#define SOLVE(a) launch_gravity3d(launch_gravity(a, 3))
#include "kernels/loop.h"
