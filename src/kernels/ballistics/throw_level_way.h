/* Computes the motion over the ground of a throw at a level speed s. Seen from above, the motion is an
   interception in the plane (see meeting.h). If the target stands still at the level distance h, the time is
   h / s. In this case nothing cancels, so floats are accurate enough, also for WAY_EXACT. A target velocity
   of 0 gives the same bits as a missing velocity. */
#ifndef WAY_THROW_LEVEL_WAY_H
#define WAY_THROW_LEVEL_WAY_H

#include "kernels/inputs.h"
#include "kernels/pursuit/meeting.h"

/* The column numbers of a throw's inputs. */
typedef struct throw_columns {
    int from, to, level_speed, to_v;
} throw_columns;

/* The motion over the ground. `velocity` has no vertical component. */
typedef struct level_way {
    vector velocity;
    flanes time, per_time;
    vector point;
    flanes climb;        /* y of throw_level.h: the height to climb */
    flanes sum;          /* a sum that is not finite if another member is not finite */
    mask thrown, beside; /* thrown: a throw exists; beside: the horizontal distance counts as 0 */
    mask plain;          /* set in lanes in which a throw certainly exists */
} level_way;

/* Clears velocity and time in lanes without a throw. A time that is too large for a float is no throw. */
WAY_INLINE level_way keep_thrown(level_way w) {
    w.thrown = m_and(w.thrown, f_le(w.time, f_set(FLT_MAX)));
    w.velocity.x = f_keep(w.thrown, w.velocity.x);
    w.velocity.z = f_keep(w.thrown, w.velocity.z);
    w.time = f_keep(w.thrown, w.time);
    w.per_time = f_keep(w.thrown, w.per_time);
    return w;
}

/* Returns the motion to a target that stands still. In lanes without a throw, the values are meaningless. */
WAY_INLINE level_way still_way(agents a, throw_columns k, int dims) {
    flanes speed = load(a, k.level_speed);
    vector d = between(a, k.from, k.to, dims);
    flanes square = dims == 3 ? f_add(f_mul(d.x, d.x), f_mul(d.z, d.z)) : f_abs(d.x);
    flanes h = dims == 3 ? f_sqrt(square) : square;
    level_way w = {.point = load_vector(a, k.to, dims), .climb = d.y, .velocity = vector_none()};
    const flanes nothing = f_set(dims == 3 ? FLT_MIN : 0x1p-63f);
    w.plain = f_le(nothing, f_smaller(speed, square));
    w.beside = f_lt(square, nothing);
    w.thrown = m_andnot(f_lt(f_set(0.0f), speed), w.beside);
    w.time = f_div(h, speed);
    w.per_time = f_div(speed, h);
    w.velocity.x = dims == 3 ? f_mul(d.x, w.per_time) : f_flip(speed, d.x);
    w.velocity.z = dims == 3 ? f_mul(d.z, w.per_time) : w.velocity.z;
    w.sum = f_add(square, speed);
    return w;
}

WAY_INLINE level_way select_way(mask m, level_way a, level_way b, int dims) {
    level_way w = b;
    w.velocity = vector_select(m, a.velocity, b.velocity, dims);
    w.time = f_select(m, a.time, b.time);
    w.per_time = f_select(m, a.per_time, b.per_time);
    w.point = vector_select(m, a.point, b.point, dims);
    w.climb = f_select(m, a.climb, b.climb);
    w.sum = f_select(m, a.sum, b.sum);
    w.plain = w.thrown = m_or(m_and(m, a.thrown), m_andnot(b.thrown, m));
    w.beside = m_or(m_and(m, a.beside), m_andnot(b.beside, m));
    return w;
}

WAY_INLINE level_way moving_way(agents a, throw_columns k, int dims) {
    const wide none = w_set(0.0);
    const flanes one = f_set(1.0f);
    flanes speed = load(a, k.level_speed);
    wide_vector r = between_wide(a, k.from, k.to, dims), v = load_wide_vector(a, k.to_v, dims);
    vector d = between(a, k.from, k.to, dims), course = load_vector(a, k.to_v, dims);
    wide_vector level_r = {r.x, r.z, none}, level_v = {v.x, v.z, none},
                cross = wide_cross(level_r, level_v, 2);
    approach of = approach_of(w_widen(max0(speed)), level_r, level_v, cross, 2);
    arrival at = arrive(of);

    level_way w = {.velocity = vector_none()};
    w.beside = f_lt(of.c, f_set(FLT_MIN));
    w.plain = w.thrown = m_andnot(is_met(of, at), w.beside);
    w.time = f_keep(w.thrown, at.time);
    w.per_time = f_keep(w.thrown, f_div(one, at.time));
    w.point = vector_add(load_vector(a, k.to, dims), vector_scale(course, w.time, dims), dims);
    w.climb = f_add(d.y, f_mul(course.y, w.time));
    flanes per_square = f_div(one, of.c);
    flanes ahead = f_keep(w.thrown, f_mul(at.root, per_square));
    w.velocity.x = f_mul(d.x, ahead);
    if (dims == 3) {
        flanes aside = f_keep(w.thrown, f_mul(w_narrow(cross.z), per_square));
        w.velocity.x = f_sub(w.velocity.x, f_mul(aside, d.z));
        w.velocity.z = f_add(f_mul(d.z, ahead), f_mul(aside, d.x));
    }
    w.sum = f_add(f_add(approach_size(of, speed), vector_sum(w.point, dims)), vector_sum(w.velocity, dims));

    mask still = is_zero(a, k.to_v, dims);
    return m_any(still) ? select_way(still, keep_thrown(still_way(a, k, dims)), w, dims) : w;
}

WAY_INLINE level_way way_of(agents a, throw_columns k, int dims) {
    return a.given ? moving_way(a, k, dims) : still_way(a, k, dims);
}

#endif
