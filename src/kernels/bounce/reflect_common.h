/* Computes the projection and the reflection of reflect.c in floats. Lanes in which floats are not precise
   enough are computed in doubles, on a slow path. */
#ifndef WAY_REFLECT_COMMON_H
#define WAY_REFLECT_COMMON_H

#include "kernels/inputs.h"

/* A projection, in floats. */
typedef struct projection {
    flanes length;
    vector part;
    flanes size; /* floats are precise enough if this is small: see floats_serve */
} projection;

WAY_INLINE projection project(agents a, int dims) {
    vector v = load_vector(a, COLUMN(dims, project, vector_x), dims);
    vector axis = load_vector(a, COLUMN(dims, project, axis_x), dims);
    flanes along = vector_dot(v, axis, dims), square = vector_dot(axis, axis, dims);
    flanes per = f_div(f_set(1.0f), square), scale = f_mul(along, per);
    flanes length = f_add(f_mul(scale, f_sqrt(square)), f_set(0.0f)); /* adding 0 avoids -0 */
    vector part = vector_add(vector_scale(axis, scale, dims), vector_none(), dims);
    return (projection){length, part, f_add(f_add(square, per), f_abs(scale))};
}

typedef struct whole_projection {
    projection of;
    ilanes status;
} whole_projection;

/* The slow path for a vector: lanes in which floats are not precise enough are computed in doubles. */
WAY_INLINE whole_projection project_in_doubles(agents a, int dims) {
    const flanes zero = f_set(0.0f);
    wide_vector v = load_wide_vector(a, COLUMN(dims, project, vector_x), dims);
    wide_vector axis = load_wide_vector(a, COLUMN(dims, project, axis_x), dims);
    flanes along = w_narrow(wide_dot(v, axis, dims)), square = w_narrow(wide_dot(axis, axis, dims));
    flanes scale = f_div(along, square), length = f_mul(scale, f_sqrt(square));
    vector part = vector_scale(load_vector(a, COLUMN(dims, project, axis_x), dims), scale, dims);

    mask none = f_lt(square, f_set(FLT_MIN));
    mask valid = f_lt(f_add(f_abs(along), square), f_set(INFINITY));
    /* a projection is at most as long as the vector (up to rounding), so short vectors pass this test */
    valid = m_and(valid, m_or(none, f_lt(f_abs(length), f_set(0x1p126f))));
    mask known = m_andnot(valid, none);
    part = vector_add(vector_keep(known, part, dims), vector_none(), dims);
    ilanes status = i_select(none, i_set(WAY_DEGENERATE), i_set(WAY_MET));
    status = i_select(valid, status, i_set(WAY_INVALID));

    projection p = project(a, dims);
    mask serve = floats_serve(p.size);
    p.length = f_select(serve, p.length, f_add(f_keep(known, length), zero));
    p.part = vector_select(serve, p.part, part, dims);
    return (whole_projection){p, i_select(serve, i_set(WAY_MET), status)};
}

/* A reflection, in floats. */
typedef struct reflection {
    vector velocity;
    ilanes status;
    flanes size; /* floats are precise enough if this is small: see floats_serve */
} reflection;

/* Reflects a velocity s by a normal n of any length and sign. If restitution and friction are not `given`,
   they are 1 and 0. F of reflect.c is computed as one sum, (1 - f) S - (1 + e - f) q N. */
WAY_INLINE reflection reflect(vector s, vector n, unsigned given, flanes restitution, flanes friction,
                              int dims) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f);
    flanes nn = vector_dot(n, n, dims);
    flanes share = given ? f_sub(f_add(one, restitution), friction) : f_set(2.0f), per = f_div(share, nn);
    flanes q = f_mul(vector_dot(s, n, dims), per);
    vector kept = given ? vector_scale(s, f_sub(one, friction), dims) : s;
    vector after = vector_sub(kept, vector_scale(n, q, dims), dims);
    /* `size` is computed for restitution 1 and friction 0, so that missing options and default options give
       the same bits */
    flanes size = f_add(f_add(nn, f_div(f_set(2.0f), nn)), f_abs(q));
    if (given) {
        mask valid = m_and(f_le(zero, restitution), m_and(f_le(zero, friction), f_le(friction, one)));
        size = f_select(valid, size, f_set(INFINITY));
    }
    /* adding 0 avoids -0, so that the order of the wall's ends does not matter */
    after = vector_add(after, vector_none(), dims);
    return (reflection){after, i_set(WAY_MET), size};
}

/* The slow path for a vector: lanes in which floats are not precise enough are computed in doubles. */
WAY_INLINE reflection reflect_in_doubles(reflection r, wide_vector s, wide_vector n, unsigned given,
                                         flanes restitution, flanes friction, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    wide nn = wide_dot(n, n, dims), q = w_div(wide_dot(s, n, dims), nn);
    wide_vector bounced = wide_add_scaled(s, n, w_mul(q, w_sub(w_set(-1.0), w_widen(restitution))), dims);
    vector after = wide_narrow(bounced, dims);
    if (given) { /* a friction of 0 gives the same bits as a missing friction, even if T overflows */
        wide_vector along = wide_add_scaled(s, n, w_negate(q), dims);
        wide_vector rubbed = wide_add_scaled(bounced, along, w_negate(w_widen(friction)), dims);
        after = vector_select(f_lt(zero, friction), wide_narrow(rubbed, dims), after, dims);
    }
    /* none: the normal has length 0; in doubles, the square of a float above 0 stays above 0 */
    mask none = m_narrow(w_lt(nn, w_set(DBL_MIN)));
    after = vector_select(none, wide_narrow(s, dims), after, dims);

    mask valid = f_lt(vector_size(after, dims), infinity);
    if (given) {
        valid = m_and(valid, m_and(f_le(zero, restitution), f_lt(restitution, infinity)));
        valid = m_and(valid, m_and(f_le(zero, friction), f_le(friction, f_set(1.0f))));
    }
    after = vector_keep(valid, vector_add(after, vector_none(), dims), dims);
    ilanes status = i_select(none, i_set(WAY_DEGENERATE), i_set(WAY_MET));
    status = i_select(valid, status, i_set(WAY_INVALID));
    mask serve = floats_serve(r.size);
    return (reflection){vector_select(serve, r.velocity, after, dims), i_select(serve, r.status, status),
                        r.size};
}

#endif
