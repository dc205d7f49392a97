/* A quarter turn, the projection on an axis, and the reflection off a wall. Of the velocity S, what leads
   across a wall of normal N is q N with q = S.N / N.N, and along it T = S - q N. With restitution e and
   friction f the velocity is afterwards

       F = (1 - f) T - e q N = S - (1 + e) q N - f T

   Reflections are formed in wide lanes, quotient and all, and rounded once: a quotient of floats would change
   the speed by nearly 5 ulp. After Twinsen, "Vector Geometry in Game Programming, 2". */

#define projection WAY_LOCAL(projection)
#define project WAY_LOCAL(project)
#define crossing WAY_LOCAL(crossing)
#define cross_wall WAY_LOCAL(cross_wall)
#define no_wall WAY_LOCAL(no_wall)
#define no_normal WAY_LOCAL(no_normal)
#define reflection WAY_LOCAL(reflection)
#define reflect WAY_LOCAL(reflect)

WAY_INLINE void WAY_LOCAL(perpendicular2d_lanes)(WAY_LANES_ARGUMENTS) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    vector v = vector_load(in + IN_perpendicular2d_vector_x, i, 2);
    mask valid = m_and(f_lt(f_abs(v.x), infinity), f_lt(f_abs(v.y), infinity));
    vector turned = {f_sub(zero, v.y), f_add(v.x, zero), v.z}; /* and no -0 */
    if (options) {
        mask left = i_eq(i_load(in[IN_perpendicular2d_clockwise] + i), i_set(0));
        vector right = {f_add(v.y, zero), f_sub(zero, v.x), v.z};
        turned = vector_select(left, turned, right, 2);
    }
    WAY_PUT_VECTOR(perpendicular2d, perpendicular_x, vector_keep(valid, turned, 2), 2);
    WAY_PUT(i, perpendicular2d, status, i_select(valid, i_set(WAY_MET), i_set(WAY_INVALID)));
}
WAY_KERNEL(perpendicular2d)

typedef struct projection {
    flanes length;
    vector part;
    ilanes status;
} projection;

WAY_INLINE projection project(const float *const *vector_in, const float *const *axis_in, size_t i,
                              int dims) {
    wide_vector v = wide_load(vector_in, i, dims), a = wide_load(axis_in, i, dims);
    flanes along = w_narrow(wide_dot(v, a, dims)), square = w_narrow(wide_dot(a, a, dims));
    flanes scale = f_div(along, square);
    projection p;
    p.length = f_mul(scale, f_sqrt(square));
    p.part = vector_scale(vector_load(axis_in, i, dims), scale, dims);

    mask none = f_lt(square, f_set(FLT_MIN));
    mask valid = f_lt(f_add(f_abs(along), square), f_set(INFINITY));
    /* no part of it is longer, but by rounding */
    valid = m_and(valid, m_or(none, f_lt(f_abs(p.length), f_set(0x1p126f))));
    mask known = m_andnot(valid, none);
    /* no -0 */
    const flanes zero = f_set(0.0f);
    p.length = f_add(f_keep(known, p.length), zero);
    p.part = vector_add(vector_keep(known, p.part, dims), (vector){zero, zero, zero}, dims);
    p.status = i_select(none, i_set(WAY_DEGENERATE), i_set(WAY_MET));
    p.status = i_select(valid, p.status, i_set(WAY_INVALID));
    return p;
}

#define PROJECT(name, dims)                                                                                  \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS) {                                           \
        (void)options;                                                                                       \
        projection p = project(in + IN_##name##_vector_x, in + IN_##name##_axis_x, i, dims);                 \
        WAY_PUT(f, name, length, p.length);                                                                  \
        WAY_PUT_VECTOR(name, projection_x, p.part, dims);                                                    \
        WAY_PUT(i, name, status, p.status);                                                                  \
    }                                                                                                        \
    WAY_KERNEL(name)

PROJECT(project2d, 2)
PROJECT(project3d, 3)

/* What a velocity is before a wall, of any length and either sign of the normal n. */
typedef struct crossing {
    wide_vector s, n;
    wide nn, q;
} crossing;

WAY_INLINE crossing cross_wall(const float *const *velocity, size_t i, wide_vector n, int dims) {
    wide_vector s = wide_load(velocity, i, dims);
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
WAY_INLINE mask no_normal(crossing c, const float *const *normal, size_t i, int dims) {
    return WAY_WIDE_IS_DOUBLE && LANES >= 8 ? columns_are_zero(normal, i, dims) : no_wall(c);
}

WAY_INLINE reflection reflect(const float *const *velocity, size_t i, crossing c, mask none, unsigned options,
                              flanes restitution, flanes friction, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    wide_vector bounced =
        wide_add_scaled(c.s, c.n, w_mul(c.q, w_sub(w_set(-1.0), w_widen(restitution))), dims);
    vector after = wide_narrow(bounced, dims);
    if (options) { /* no friction, and a friction of 0: the same bits, also where T overflows */
        wide_vector along = wide_add_scaled(c.s, c.n, w_negate(c.q), dims);
        wide_vector rubbed = wide_add_scaled(bounced, along, w_negate(w_widen(friction)), dims);
        after = vector_select(f_lt(zero, friction), wide_narrow(rubbed, dims), after, dims);
    }
    after = vector_select(none, vector_load(velocity, i, dims), after, dims);

    mask valid = f_lt(vector_size(after, dims), infinity);
    if (!WAY_WIDE_IS_DOUBLE) /* where it overflows q is 0 */
        valid = m_and(valid, f_lt(w_narrow(c.nn), infinity));
    if (options) {
        valid = m_and(valid, m_and(f_le(zero, restitution), f_lt(restitution, infinity)));
        valid = m_and(valid, m_and(f_le(zero, friction), f_le(friction, f_set(1.0f))));
    }
    after = vector_add(after, (vector){zero, zero, zero}, dims); /* no -0: either end may be first */
    ilanes status = i_select(none, i_set(WAY_DEGENERATE), i_set(WAY_MET));
    return (reflection){vector_keep(valid, after, dims), i_select(valid, status, i_set(WAY_INVALID))};
}

#define REFLECT(name, normal, none, dims)                                                                    \
    WAY_INLINE crossing WAY_LOCAL(name##_begin)(const float *const *in, size_t i) {                          \
        return cross_wall(in + IN_##name##_velocity_x, i, normal, dims);                                     \
    }                                                                                                        \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS, crossing c) {                               \
        flanes restitution = options ? f_load(in[IN_##name##_restitution] + i) : f_set(1.0f);                \
        flanes friction = options ? f_load(in[IN_##name##_friction] + i) : f_set(0.0f);                      \
        reflection r =                                                                                       \
            reflect(in + IN_##name##_velocity_x, i, c, none, options, restitution, friction, dims);          \
        WAY_PUT_VECTOR(name, reflected_x, r.velocity, dims);                                                 \
        WAY_PUT(i, name, status, r.status);                                                                  \
    }                                                                                                        \
    WAY_STAGED_KERNEL(name, crossing, 8)

/* By a normal, and across the wall, to either side. */
#define OFF(name, dims)                                                                                      \
    REFLECT(name, wide_load(in + IN_##name##_normal_x, i, dims),                                             \
            no_normal(c, in + IN_##name##_normal_x, i, dims), dims)
#define ACROSS                                                                                               \
    wide_perpendicular(wide_between(in + IN_reflect_wall2d_wall_bx, in + IN_reflect_wall2d_wall_ax, i, 2))

OFF(reflect2d, 2)
OFF(reflect3d, 3)
REFLECT(reflect_wall2d, ACROSS, no_wall(c), 2)

#undef PROJECT
#undef REFLECT
#undef OFF
#undef ACROSS
