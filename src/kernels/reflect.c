/* A quarter turn, the projection on an axis, and the reflection off a wall. Of the velocity S, what leads across a wall
   of normal N is q N with q = S.N / N.N, and along it T = S - q N. With restitution e and friction f the velocity is
   afterwards

       F = (1 - f) T - e q N = S - (1 + e) q N - f T

   Reflections are formed in wide lanes, quotient and all, and rounded once: a quotient of floats would change the speed
   by nearly 5 ulp. After Twinsen, "Vector Geometry in Game Programming, 2". */
#include "kernels/agents.h"
#include "kernels/answers.h"

WAY_INLINE perpendicular2d_answers perpendicular2d(agents a) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    vector v = load_vector(a, IN_perpendicular2d_vector_x, 2);
    mask valid = m_and(f_lt(f_abs(v.x), infinity), f_lt(f_abs(v.y), infinity));
    vector turned = {f_sub(zero, v.y), f_add(v.x, zero), v.z}; /* and no -0 */
    if (a.given) {
        mask left = i_eq(load_int(a, IN_perpendicular2d_clockwise), i_set(0));
        vector right = {f_add(v.y, zero), f_sub(zero, v.x), v.z};
        turned = vector_select(left, turned, right, 2);
    }
    turned = vector_keep(valid, turned, 2);
    return (perpendicular2d_answers){XY(turned), i_select(valid, i_set(WAY_MET), i_set(WAY_INVALID))};
}

#define NAME perpendicular2d
#define SOLVE(a) perpendicular2d(a)
#define ONE_PRECISION 1
#include "kernels/loop.h"

typedef struct projection {
    flanes length;
    vector part;
    ilanes status;
} projection;

WAY_INLINE projection project(agents a, int dims) {
    const flanes zero = f_set(0.0f);
    wide_vector v = load_wide_vector(a, COLUMN(project, vector_x), dims);
    wide_vector axis = load_wide_vector(a, COLUMN(project, axis_x), dims);
    flanes along = w_narrow(wide_dot(v, axis, dims)), square = w_narrow(wide_dot(axis, axis, dims));
    flanes scale = f_div(along, square);
    projection p;
    p.length = f_mul(scale, f_sqrt(square));
    p.part = vector_scale(load_vector(a, COLUMN(project, axis_x), dims), scale, dims);

    mask none = f_lt(square, f_set(FLT_MIN));
    mask valid = f_lt(f_add(f_abs(along), square), f_set(INFINITY));
    /* no part of it is longer, but by rounding */
    valid = m_and(valid, m_or(none, f_lt(f_abs(p.length), f_set(0x1p126f))));
    mask known = m_andnot(valid, none);
    /* no -0 */
    p.length = f_add(f_keep(known, p.length), zero);
    p.part = vector_add(vector_keep(known, p.part, dims), vector_none(), dims);
    p.status = i_select(none, i_set(WAY_DEGENERATE), i_set(WAY_MET));
    p.status = i_select(valid, p.status, i_set(WAY_INVALID));
    return p;
}

WAY_INLINE project2d_answers project2d(projection p) {
    return (project2d_answers){p.length, XY(p.part), p.status};
}

#define NAME project2d
#define SOLVE(a) project2d(project(a, 2))
#include "kernels/loop.h"

WAY_INLINE project3d_answers project3d(projection p) {
    return (project3d_answers){p.length, XYZ(p.part), p.status};
}

#define NAME project3d
#define SOLVE(a) project3d(project(a, 3))
#include "kernels/loop.h"

/* What a velocity is before a wall, of any length and either sign of the normal n. */
typedef struct crossing {
    wide_vector s, n;
    wide nn, q;
} crossing;

WAY_INLINE crossing cross_wall(wide_vector s, wide_vector n, int dims) {
    wide nn = wide_dot(n, n, dims);
    return (crossing){s, n, nn, w_div(wide_dot(s, n, dims), nn)};
}

typedef struct reflection {
    vector velocity;
    ilanes status;
} reflection;

/* A wall of no length; floats' squares stay above 0 in doubles. */
WAY_INLINE mask no_wall(crossing c) {
    return m_narrow(w_lt(c.nn, w_set(WAY_WIDE_IS_DOUBLE ? DBL_MIN : FLT_MIN)));
}

/* The same of a normal in columns, which many lanes tell sooner by its numbers. */
WAY_INLINE mask no_normal(agents a, crossing c, int normal, int dims) {
    return WAY_WIDE_IS_DOUBLE && LANES >= 8 ? is_zero(a, normal, dims) : no_wall(c);
}

/* Restitution and friction are 1 and 0 where they are not `given`; `none`: there is no wall. */
WAY_INLINE reflection bounce_off(crossing c, vector before, mask none, unsigned given, flanes restitution,
                                 flanes friction, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    wide_vector bounced =
        wide_add_scaled(c.s, c.n, w_mul(c.q, w_sub(w_set(-1.0), w_widen(restitution))), dims);
    vector after = wide_narrow(bounced, dims);
    if (given) { /* no friction, and a friction of 0: the same bits, also where T overflows */
        wide_vector along = wide_add_scaled(c.s, c.n, w_negate(c.q), dims);
        wide_vector rubbed = wide_add_scaled(bounced, along, w_negate(w_widen(friction)), dims);
        after = vector_select(f_lt(zero, friction), wide_narrow(rubbed, dims), after, dims);
    }
    after = vector_select(none, before, after, dims);

    mask valid = f_lt(vector_size(after, dims), infinity);
    if (!WAY_WIDE_IS_DOUBLE) /* where it overflows q is 0 */
        valid = m_and(valid, f_lt(w_narrow(c.nn), infinity));
    if (given) {
        valid = m_and(valid, m_and(f_le(zero, restitution), f_lt(restitution, infinity)));
        valid = m_and(valid, m_and(f_le(zero, friction), f_le(friction, f_set(1.0f))));
    }
    after = vector_add(after, vector_none(), dims); /* no -0: either end may be first */
    ilanes status = i_select(none, i_set(WAY_DEGENERATE), i_set(WAY_MET));
    return (reflection){vector_keep(valid, after, dims), i_select(valid, status, i_set(WAY_INVALID))};
}

WAY_INLINE crossing reflect_sum(agents a, int dims) {
    return cross_wall(load_wide_vector(a, COLUMN(reflect, velocity_x), dims),
                      load_wide_vector(a, COLUMN(reflect, normal_x), dims), dims);
}

WAY_INLINE reflection reflect(agents a, crossing c, int dims) {
    vector before = load_vector(a, COLUMN(reflect, velocity_x), dims);
    return bounce_off(c, before, no_normal(a, c, COLUMN(reflect, normal_x), dims), a.given,
                      load_or(a, COLUMN(reflect, restitution), 1.0f),
                      load_or(a, COLUMN(reflect, friction), 0.0f), dims);
}

WAY_INLINE reflect2d_answers reflect2d(reflection r) { return (reflect2d_answers){XY(r.velocity), r.status}; }

#define NAME reflect2d
#define SUMS crossing
#define SUM(a) reflect_sum(a, 2)
#define FINISH(a, sums, roots) reflect2d(reflect(a, sums, 2))
#define AHEAD (LANES >= 8)
#include "kernels/loop.h"

WAY_INLINE reflect3d_answers reflect3d(reflection r) {
    return (reflect3d_answers){XYZ(r.velocity), r.status};
}

#define NAME reflect3d
#define SUMS crossing
#define SUM(a) reflect_sum(a, 3)
#define FINISH(a, sums, roots) reflect3d(reflect(a, sums, 3))
#define AHEAD (LANES >= 8)
#include "kernels/loop.h"

/* By a normal across the wall, to either side. */
WAY_INLINE crossing reflect_wall_sum(agents a) {
    wide_vector along = between_wide(a, IN_reflect_wall2d_wall_ax, IN_reflect_wall2d_wall_bx, 2);
    return cross_wall(load_wide_vector(a, IN_reflect_wall2d_velocity_x, 2), wide_perpendicular(along), 2);
}

WAY_INLINE reflect_wall2d_answers reflect_wall2d(agents a, crossing c) {
    vector before = load_vector(a, IN_reflect_wall2d_velocity_x, 2);
    reflection r = bounce_off(c, before, no_wall(c), a.given, load_or(a, IN_reflect_wall2d_restitution, 1.0f),
                              load_or(a, IN_reflect_wall2d_friction, 0.0f), 2);
    return (reflect_wall2d_answers){XY(r.velocity), r.status};
}

#define NAME reflect_wall2d
#define SUMS crossing
#define SUM(a) reflect_wall_sum(a)
#define FINISH(a, sums, roots) reflect_wall2d(a, sums)
#define AHEAD (LANES >= 8)
#include "kernels/loop.h"
