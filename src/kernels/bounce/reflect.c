/* Computes a quarter turn, a projection on an axis, and the reflection off a wall. N is the wall's normal.
   The velocity S has the component q N across the wall, with q = S.N / N.N, and the component T = S - q N
   along the wall. With restitution e and friction f, the velocity after the reflection is

       F = (1 - f) T - e q N = S - (1 + e) q N - f T.

   In floats, the error is a few ulp of the largest term, so floats are precise enough, except for very long
   and very short vectors. The reflection follows Twinsen, "Vector Geometry in Game Programming, 2". */
#define WAY_FAMILY "kernels/bounce/reflect.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/bounce/reflect_common.h"

WAY_INLINE perpendicular2d_answers perpendicular2d(agents a) {
    const flanes zero = f_set(0.0f);
    vector v = load_vector(a, IN_perpendicular2d_vector_x, 2);
    vector turned = {f_sub(zero, v.y), f_add(v.x, zero), v.z}; /* the zeros avoid -0 */
    if (a.given) {
        mask left = i_eq(load_int(a, IN_perpendicular2d_clockwise), i_set(0));
        vector right = {f_add(v.y, zero), f_sub(zero, v.x), v.z};
        turned = vector_select(left, turned, right, 2);
    }
    flanes sound = f_mul(f_mul(turned.x, zero), turned.y); /* NaN if a component is infinite or NaN */
    mask valid = f_le(sound, zero);
    turned = vector_keep(valid, turned, 2);
    return (perpendicular2d_answers){XY(turned), i_except(valid, i_set(WAY_INVALID))}; /* WAY_MET is 0 */
}

#define NAME perpendicular2d
#define SOLVE(a) perpendicular2d(a)
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_perpendicular2d, perpendicular2d, exact)

WAY_INLINE project2d_answers project2d(projection p, ilanes status) {
    return (project2d_answers){p.length, XY(p.part), status};
}

WAY_INLINE project2d_answers project2d_in_doubles(whole_projection p) { return project2d(p.of, p.status); }

#define NAME project2d
#define SUMS projection
#define SUM(a) project(a, 2)
#define FINISH(a, sums, roots) project2d(sums, i_set(WAY_MET))
#define AHEAD 0
#define ANY_UNDECIDED(a, sums, roots) !m_all(floats_serve((sums).size))
#define DECIDED_VECTOR(a) project2d_in_doubles(project_in_doubles(a, 2))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_project2d, project2d, exact)

WAY_INLINE project3d_answers project3d(projection p, ilanes status) {
    return (project3d_answers){p.length, XYZ(p.part), status};
}

WAY_INLINE project3d_answers project3d_in_doubles(whole_projection p) { return project3d(p.of, p.status); }

#define NAME project3d
#define SUMS projection
#define SUM(a) project(a, 3)
#define FINISH(a, sums, roots) project3d(sums, i_set(WAY_MET))
#define AHEAD 0
#define ANY_UNDECIDED(a, sums, roots) !m_all(floats_serve((sums).size))
#define DECIDED_VECTOR(a) project3d_in_doubles(project_in_doubles(a, 3))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_project3d, project3d, exact)

WAY_INLINE reflection reflect_normal(agents a, int careful, int dims) {
    const int velocity = COLUMN(dims, reflect, velocity_x), normal = COLUMN(dims, reflect, normal_x);
    flanes restitution = load_or(a, COLUMN(dims, reflect, restitution), 1.0f);
    flanes friction = load_or(a, COLUMN(dims, reflect, friction), 0.0f);
    reflection r = reflect(load_vector(a, velocity, dims), load_vector(a, normal, dims), a.given, restitution,
                           friction, dims);
    if (!careful)
        return r;
    return reflect_in_doubles(r, load_wide_vector(a, velocity, dims), load_wide_vector(a, normal, dims),
                              a.given, restitution, friction, dims);
}

WAY_INLINE reflect2d_answers reflect2d(reflection r) { return (reflect2d_answers){XY(r.velocity), r.status}; }

#define NAME reflect2d
#define SUMS reflection
#define SUM(a) reflect_normal(a, 0, 2)
#define FINISH(a, sums, roots) reflect2d(sums)
#define AHEAD 1
#define ANY_UNDECIDED(a, sums, roots) !m_all(floats_serve((sums).size))
#define DECIDED_VECTOR(a) reflect2d(reflect_normal(a, 1, 2))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_reflect2d, reflect2d, exact)

WAY_INLINE reflect3d_answers reflect3d(reflection r) {
    return (reflect3d_answers){XYZ(r.velocity), r.status};
}

#define NAME reflect3d
#define SUMS reflection
#define SUM(a) reflect_normal(a, 0, 3)
#define FINISH(a, sums, roots) reflect3d(sums)
#define AHEAD 0
#define ANY_UNDECIDED(a, sums, roots) !m_all(floats_serve((sums).size))
#define DECIDED_VECTOR(a) reflect3d(reflect_normal(a, 1, 3))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_reflect3d, reflect3d, exact)

/* Computes a normal of the wall, which may point to either side, and reflects by it. */
WAY_INLINE reflection reflect_wall(agents a, int careful) {
    const int velocity = IN_reflect_wall2d_velocity_x, from = IN_reflect_wall2d_wall_ax,
              to = IN_reflect_wall2d_wall_bx;
    flanes restitution = load_or(a, IN_reflect_wall2d_restitution, 1.0f);
    flanes friction = load_or(a, IN_reflect_wall2d_friction, 0.0f);
    vector along = between(a, from, to, 2);
    vector normal = {f_sub(load(a, from + 1), load(a, to + 1)), along.x, along.z};
    reflection r = reflect(load_vector(a, velocity, 2), normal, a.given, restitution, friction, 2);
    if (!careful)
        return r;
    return reflect_in_doubles(r, load_wide_vector(a, velocity, 2),
                              wide_perpendicular(between_wide(a, from, to, 2)), a.given, restitution,
                              friction, 2);
}

WAY_INLINE reflect_wall2d_answers reflect_wall2d(reflection r) {
    return (reflect_wall2d_answers){XY(r.velocity), r.status};
}

#define NAME reflect_wall2d
#define SUMS reflection
#define SUM(a) reflect_wall(a, 0)
#define FINISH(a, sums, roots) reflect_wall2d(sums)
#define AHEAD 0
#define ANY_UNDECIDED(a, sums, roots) !m_all(floats_serve((sums).size))
#define DECIDED_VECTOR(a) reflect_wall2d(reflect_wall(a, 1))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_reflect_wall2d, reflect_wall2d, exact)
