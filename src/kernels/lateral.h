/* Throwing at a chosen level speed: level, it is the interception in the plane (see lanes_math.h), whose time
   t the height must take as well. With y the height to climb in that time:

       gravity given   upwards y / t + g t / 2, to a top of (upwards)^2 / (2 g) where that is above 0
       top given       rise and fall to and from it as in launch.h: g = 2 ((sqrt(rise) + sqrt(fall)) / t)^2,
                       upwards 2 sqrt(rise) (sqrt(rise) + sqrt(fall)) / t

   The interception's sums are formed in wide lanes and rounded once; the rest is float. */

#define lateral WAY_LOCAL(lateral)
#define lateral_at WAY_LOCAL(lateral_at)
#define lateral_where WAY_LOCAL(lateral_where)

/* What both have in common. */
typedef struct lateral {
    vector velocity, point; /* the height of the velocity is still to come */
    flanes time, per_time;  /* of the thrown ones */
    flanes climb;           /* y */
    mask valid, thrown;
    mask off; /* straight above or below, where no level speed leads */
    ilanes status;
} lateral;

/* What else must be finite for it to be valid is in `sum`. */
WAY_INLINE lateral lateral_at(const float *const *from, const float *const *to, const float *const *to_v,
                              size_t i, flanes speed, flanes sum, unsigned moving, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    wide none = w_set(0.0);
    wide_vector r = wide_between(to, from, i, dims), v = {none, none, none};
    vector place = vector_load(to, i, dims), d = vector_between(to, from, i, dims),
           course = {zero, zero, zero};
    if (moving) {
        v = wide_load(to_v, i, dims);
        course = vector_load(to_v, i, dims);
    }
    wide_vector level_r = {r.x, r.z, none}, level_v = {v.x, v.z, none}, k = wide_cross(level_r, level_v, 2);
    approach of = approach_of(w_widen(above_zero(speed)), level_r, level_v, k, 2);
    arrival at = arrive(of);
    meeting m = meet(of, at, speed, 0, f_le(zero, zero), zero);

    lateral a;
    a.time = m.after;
    a.per_time = f_div(f_set(1.0f), m.after);
    a.point = vector_add(place, vector_scale(course, m.after, dims), dims);
    a.climb = f_add(d.y, f_mul(course.y, m.after));
    flanes per_square = f_div(f_set(1.0f), of.c);
    flanes ahead = f_mul(at.root, per_square), aside = f_mul(w_narrow(k.z), per_square);
    a.velocity = vector_scale(d, ahead, dims);
    if (dims == 3) {
        a.velocity.x = f_sub(a.velocity.x, f_mul(aside, d.z));
        a.velocity.z = f_add(a.velocity.z, f_mul(aside, d.x));
    }
    sum = f_add(f_add(sum, f_abs(speed)), f_add(vector_size(d, dims), vector_size(course, dims)));
    sum = f_add(sum, vector_size(a.point, dims));
    a.valid = m_and(m.valid, f_lt(sum, infinity));
    a.thrown = m_and(m.met, a.valid);
    a.off = m_and(m.there, f_lt(zero, f_abs(d.y)));
    a.status = i_select(a.off, i_set(WAY_DEGENERATE), meeting_status(m, speed, 0));
    return a;
}

/* Once it is known which of the throws are finite: those are kept. */
WAY_INLINE lateral lateral_where(lateral a, mask sound, flanes found, int dims) {
    const flanes infinity = f_set(INFINITY);
    a.valid = m_and(m_and(a.valid, sound),
                    f_lt(f_keep(a.thrown, f_add(found, vector_size(a.velocity, dims))), infinity));
    a.thrown = m_and(a.thrown, a.valid);
    a.point = vector_keep(a.valid, a.point, dims);
    a.velocity = vector_keep(a.thrown, a.velocity, dims);
    a.status = i_select(a.valid, a.status, i_set(WAY_INVALID));
    mask there = m_and(a.valid, i_eq(a.status, i_set(WAY_THERE)));
    a.time = f_select(m_or(a.thrown, there), f_keep(a.thrown, a.time), infinity);
    return a;
}

/* The target's velocity is the only one that is optional. */
#define LAUNCH_LATERAL(name, dims)                                                                           \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS) {                                           \
        const flanes zero = f_set(0.0f), half = f_set(0.5f);                                                 \
        flanes gravity = f_load(in[IN_##name##_gravity] + i), from_y = f_load(in[IN_##name##_from_y] + i);   \
        lateral a = lateral_at(in + IN_##name##_from_x, in + IN_##name##_to_x, in + IN_##name##_to_vx, i,    \
                               f_load(in[IN_##name##_level_speed] + i), f_add(gravity, f_abs(from_y)),       \
                               options, dims);                                                               \
        a.velocity.y = f_add(f_mul(a.climb, a.per_time), f_mul(f_mul(gravity, half), a.time));               \
        flanes up = above_zero(f_keep(a.thrown, a.velocity.y));                                              \
        flanes top = f_add(from_y, f_mul(f_div(up, gravity), f_mul(up, half)));                              \
        a = lateral_where(a, f_lt(zero, gravity), f_abs(top), dims);                                         \
        WAY_PUT(f, name, time, a.time);                                                                      \
        WAY_PUT_VECTOR(name, point_x, a.point, dims);                                                        \
        WAY_PUT_VECTOR(name, velocity_x, a.velocity, dims);                                                  \
        WAY_PUT(f, name, top, f_keep(a.valid, top));                                                         \
        WAY_PUT(i, name, status, a.status);                                                                  \
    }                                                                                                        \
    WAY_KERNEL(name)

LAUNCH_LATERAL(launch_lateral2d, 2)
LAUNCH_LATERAL(launch_lateral3d, 3)

#define LAUNCH_GRAVITY(name, dims)                                                                           \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS) {                                           \
        const flanes zero = f_set(0.0f);                                                                     \
        flanes apex = f_load(in[IN_##name##_apex] + i);                                                      \
        lateral a = lateral_at(in + IN_##name##_from_x, in + IN_##name##_to_x, in + IN_##name##_to_vx, i,    \
                               f_load(in[IN_##name##_level_speed] + i), apex, options, dims);                \
        flanes up = f_sqrt(f_add(above_zero(a.climb), apex));                                                \
        flanes down = f_sqrt(f_add(above_zero(f_negate(a.climb)), apex));                                    \
        flanes pace = f_mul(f_add(up, down), a.per_time), twice = f_add(pace, pace);                         \
        flanes gravity = f_mul(twice, pace);                                                                 \
        a.velocity.y = f_mul(twice, up);                                                                     \
        a = lateral_where(a, f_le(zero, apex), gravity, dims);                                               \
        WAY_PUT(f, name, time, a.time);                                                                      \
        WAY_PUT_VECTOR(name, point_x, a.point, dims);                                                        \
        WAY_PUT_VECTOR(name, velocity_x, a.velocity, dims);                                                  \
        WAY_PUT(f, name, gravity, f_keep(a.thrown, gravity));                                                \
        WAY_PUT(i, name, status, a.status);                                                                  \
    }                                                                                                        \
    WAY_KERNEL(name)

LAUNCH_GRAVITY(launch_gravity2d, 2)
LAUNCH_GRAVITY(launch_gravity3d, 3)

#undef LAUNCH_LATERAL
#undef LAUNCH_GRAVITY
