/* The interception, and straight after the runner where there is none: intercept.h without its options, and
   seek.h. */

#define leading WAY_LOCAL(leading)
#define lead WAY_LOCAL(lead)

typedef struct leading {
    flanes time, distance;
    vector point, velocity;
    ilanes status;
} leading;

/* The columns of the chaser's place, and of the runner's place and velocity. */
WAY_INLINE leading lead(const float *const *chaser, flanes speed, const float *const *runner,
                        const float *const *runner_v, size_t i, unsigned limited, flanes horizon,
                        flanes range, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY), tiny = f_set(FLT_MIN);
    wide s = w_widen(above_zero(speed));
    wide_vector r = wide_between(runner, chaser, i, dims), v = wide_load(runner_v, i, dims);
    wide ss = w_mul(s, s), rr = wide_dot(r, r, dims), rv = wide_dot(r, v, dims);
    wide_vector k = wide_cross(r, v, dims);
    wide faster = speed_lead(ss, v, dims);
    approach of = {w_narrow(faster), w_narrow(rv), w_narrow(rr),
                   w_narrow(discriminant(w_mul(ss, rr), wide_cross_square(k, dims), rv, faster, rr))};
    mask sound = f_le(zero, zero);
    if (limited)
        sound = m_and(f_le(zero, range), f_lt(f_set(-INFINITY), horizon));
    arrival at = arrive(of);
    meeting m = meet(of, at, speed, (int)limited, sound, horizon);

    leading l;
    l.time = meeting_time(m);
    vector place = vector_load(runner, i, dims), course = vector_load(runner_v, i, dims);
    l.point = vector_keep(m.valid, vector_add(place, vector_scale(course, m.after, dims), dims), dims);

    vector toward = vector_between(runner, chaser, i, dims);
    flanes per_square = f_div(f_set(1.0f), of.c);
    vector met = ahead_and_aside(at.root, wide_narrow(k, 3), per_square, toward, dims);
    flanes apart = f_sqrt(of.c);
    flanes pace = f_div(above_zero(speed), apart);
    mask chases = m_andnot(m_andnot(m_and(m.valid, f_lt(zero, speed)), m.reached), f_lt(of.c, tiny));
    mask paced = m_and(chases, f_lt(pace, infinity));
    l.velocity = vector_select(paced, vector_scale(toward, pace, dims), vector_keep(m.met, met, dims), dims);

    /* a chaser at its own speed covers it in that time; one that only waits is where the runner comes to */
    flanes gone = f_select(m.met, f_mul(above_zero(speed), m.after), apart);
    l.distance = f_else(m.valid, f_keep(m.valid, gone), infinity);
    l.status = meeting_status(m, speed, (int)limited);
    if (limited) {
        mask outside = m_and(m.reached, f_lt(range, l.distance));
        l.status = i_select(outside, i_set(WAY_OUT_OF_RANGE), l.status);
    }
    return l;
}

#define LEAD(name, dims)                                                                                     \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS) {                                           \
        flanes horizon = options ? f_load(in[IN_##name##_horizon] + i) : f_set(FLT_MAX);                     \
        flanes range = options ? f_load(in[IN_##name##_range] + i) : f_set(INFINITY);                        \
        leading l =                                                                                          \
            lead(in + IN_##name##_chaser_x, f_load(in[IN_##name##_chaser_speed] + i),                        \
                 in + IN_##name##_runner_x, in + IN_##name##_runner_vx, i, options, horizon, range, dims);   \
        WAY_PUT(f, name, time, l.time);                                                                      \
        WAY_PUT_VECTOR(name, point_x, l.point, dims);                                                        \
        WAY_PUT_VECTOR(name, velocity_x, l.velocity, dims);                                                  \
        WAY_PUT(f, name, distance, l.distance);                                                              \
        WAY_PUT(i, name, status, l.status);                                                                  \
    }                                                                                                        \
    WAY_KERNEL(name)

LEAD(lead2d, 2)
LEAD(lead3d, 3)

#undef LEAD
