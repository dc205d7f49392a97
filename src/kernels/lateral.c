/* Throwing at a chosen level speed. Seen from above it is the interception in the plane (see meeting.h), whose time t the
   height must take as well. With y the height to climb in that time:

       gravity given   upwards y / t + g t / 2, to a top of (upwards)^2 / (2 g) where that is above 0
       top given       rise and fall to and from it as in launch_apex.c: g = 2 ((sqrt(rise) + sqrt(fall)) / t)^2,
                       upwards 2 sqrt(rise) (sqrt(rise) + sqrt(fall)) / t

   The interception's sums are formed in wide lanes and rounded once; the rest is float. */
#include "kernels/agents.h"
#include "kernels/answers.h"
#include "kernels/meeting.h"

/* What both have in common. */
typedef struct level_throw {
    vector velocity, point; /* the height of the velocity is still to come */
    flanes time, per_time;  /* of the thrown ones */
    flanes climb;           /* y */
    mask valid, thrown;
    ilanes status;
} level_throw;

/* What else must be finite for it to be valid is in `sum`. The target's velocity is all that is optional. */
WAY_INLINE level_throw throw_level(agents a, int from, int to, int level_speed, int to_v, flanes sum,
                                   int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    const wide none = w_set(0.0);
    flanes speed = load(a, level_speed);
    wide_vector r = between_wide(a, from, to, dims), v = {none, none, none};
    vector place = load_vector(a, to, dims), d = between(a, from, to, dims), course = vector_none();
    if (a.given) {
        v = load_wide_vector(a, to_v, dims);
        course = load_vector(a, to_v, dims);
    }
    wide_vector level_r = {r.x, r.z, none}, level_v = {v.x, v.z, none}, k = wide_cross(level_r, level_v, 2);
    approach of = approach_of(w_widen(max0(speed)), level_r, level_v, k, 2);
    arrival at = arrive(of);
    meeting m = meet(of, at, speed, 0, f_le(zero, zero), zero);

    level_throw t;
    t.time = m.after;
    t.per_time = f_div(f_set(1.0f), m.after);
    t.point = vector_add(place, vector_scale(course, m.after, dims), dims);
    t.climb = f_add(d.y, f_mul(course.y, m.after));
    flanes per_square = f_div(f_set(1.0f), of.c);
    flanes ahead = f_mul(at.root, per_square), aside = f_mul(w_narrow(k.z), per_square);
    t.velocity = vector_scale(d, ahead, dims);
    if (dims == 3) {
        t.velocity.x = f_sub(t.velocity.x, f_mul(aside, d.z));
        t.velocity.z = f_add(t.velocity.z, f_mul(aside, d.x));
    }
    sum = f_add(f_add(sum, f_abs(speed)), f_add(vector_size(d, dims), vector_size(course, dims)));
    sum = f_add(sum, vector_size(t.point, dims));
    t.valid = m_and(m.valid, f_lt(sum, infinity));
    t.thrown = m_and(m.met, t.valid);
    mask overhead =
        m_and(m.there, f_lt(zero, f_abs(d.y))); /* straight above or below, where no level speed leads */
    t.status = i_select(overhead, i_set(WAY_DEGENERATE), meeting_status(m, speed, 0));
    return t;
}

/* Once it is known which of the throws are finite: those are kept. `found` is what else must be. */
WAY_INLINE level_throw keep_finite(level_throw t, mask sound, flanes found, int dims) {
    const flanes infinity = f_set(INFINITY);
    t.valid = m_and(m_and(t.valid, sound),
                    f_lt(f_keep(t.thrown, f_add(found, vector_size(t.velocity, dims))), infinity));
    t.thrown = m_and(t.thrown, t.valid);
    t.point = vector_keep(t.valid, t.point, dims);
    t.velocity = vector_keep(t.thrown, t.velocity, dims);
    t.status = i_select(t.valid, t.status, i_set(WAY_INVALID));
    mask there = m_and(t.valid, i_eq(t.status, i_set(WAY_THERE)));
    t.time = f_select(m_or(t.thrown, there), f_keep(t.thrown, t.time), infinity);
    return t;
}

typedef struct thrown_to_top {
    level_throw t;
    flanes top;
} thrown_to_top;

WAY_INLINE thrown_to_top launch_lateral(agents a, int dims) {
    const flanes zero = f_set(0.0f), half = f_set(0.5f);
    flanes gravity = load(a, COLUMN(launch_lateral, gravity)),
           from_y = load(a, COLUMN(launch_lateral, from_y));
    level_throw t = throw_level(a, COLUMN(launch_lateral, from_x), COLUMN(launch_lateral, to_x),
                                COLUMN(launch_lateral, level_speed), COLUMN(launch_lateral, to_vx),
                                f_add(gravity, f_abs(from_y)), dims);
    t.velocity.y = f_add(f_mul(t.climb, t.per_time), f_mul(f_mul(gravity, half), t.time));
    flanes up = max0(f_keep(t.thrown, t.velocity.y));
    flanes top = f_add(from_y, f_mul(f_div(up, gravity), f_mul(up, half)));
    t = keep_finite(t, f_lt(zero, gravity), f_abs(top), dims);
    return (thrown_to_top){t, f_keep(t.valid, top)};
}

typedef struct thrown_under_gravity {
    level_throw t;
    flanes gravity;
} thrown_under_gravity;

WAY_INLINE thrown_under_gravity launch_gravity(agents a, int dims) {
    flanes apex = load(a, COLUMN(launch_gravity, apex));
    level_throw t =
        throw_level(a, COLUMN(launch_gravity, from_x), COLUMN(launch_gravity, to_x),
                    COLUMN(launch_gravity, level_speed), COLUMN(launch_gravity, to_vx), apex, dims);
    flanes up = f_sqrt(f_add(max0(t.climb), apex));
    flanes down = f_sqrt(f_add(max0(f_negate(t.climb)), apex));
    flanes pace = f_mul(f_add(up, down), t.per_time), twice = f_add(pace, pace);
    flanes gravity = f_mul(twice, pace);
    t.velocity.y = f_mul(twice, up);
    t = keep_finite(t, f_le(f_set(0.0f), apex), gravity, dims);
    return (thrown_under_gravity){t, f_keep(t.thrown, gravity)};
}

WAY_INLINE launch_lateral2d_answers launch_lateral2d(thrown_to_top l) {
    return (launch_lateral2d_answers){l.t.time, XY(l.t.point), XY(l.t.velocity), l.top, l.t.status};
}

#define NAME launch_lateral2d
#define SOLVE(a) launch_lateral2d(launch_lateral(a, 2))
#include "kernels/loop.h"

WAY_INLINE launch_lateral3d_answers launch_lateral3d(thrown_to_top l) {
    return (launch_lateral3d_answers){l.t.time, XYZ(l.t.point), XYZ(l.t.velocity), l.top, l.t.status};
}

#define NAME launch_lateral3d
#define SOLVE(a) launch_lateral3d(launch_lateral(a, 3))
#include "kernels/loop.h"

WAY_INLINE launch_gravity2d_answers launch_gravity2d(thrown_under_gravity l) {
    return (launch_gravity2d_answers){l.t.time, XY(l.t.point), XY(l.t.velocity), l.gravity, l.t.status};
}

#define NAME launch_gravity2d
#define SOLVE(a) launch_gravity2d(launch_gravity(a, 2))
#include "kernels/loop.h"

WAY_INLINE launch_gravity3d_answers launch_gravity3d(thrown_under_gravity l) {
    return (launch_gravity3d_answers){l.t.time, XYZ(l.t.point), XYZ(l.t.velocity), l.gravity, l.t.status};
}

#define NAME launch_gravity3d
#define SOLVE(a) launch_gravity3d(launch_gravity(a, 3))
#include "kernels/loop.h"
