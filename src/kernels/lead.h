/* The interception, and straight after the runner where there is none: intercept.h without its options, and
   seek.h. */

#define leading WAY_LOCAL(leading)
#define pursued WAY_LOCAL(pursued)
#define pursue WAY_LOCAL(pursue)
#define lead WAY_LOCAL(lead)

/* The first stage: whatever cancels, in wide lanes, and the roots and quotients. */
typedef struct pursued {
    approach of;
    arrival at;
    vector k;
    flanes per_square, apart, pace; /* 1 / r.r, |r|, s / |r| */
} pursued;

typedef struct leading {
    flanes time, distance;
    vector point, velocity;
    ilanes status;
} leading;

/* The columns of the chaser's place, and of the runner's place and velocity. */
WAY_INLINE pursued pursue(const float *const *chaser, const float *chaser_speed, const float *const *runner,
                          const float *const *runner_v, size_t i, int dims) {
    flanes speed = above_zero(f_load(chaser_speed + i));
    wide s = w_widen(speed);
    wide_vector r = wide_between(runner, chaser, i, dims), v = wide_load(runner_v, i, dims);
    wide_vector k = wide_cross(r, v, dims);
    pursued p;
    p.of = approach_near(s, r, v, k, dims);
    p.at = arrive(p.of);
    p.k = wide_narrow(k, 3);
    p.per_square = f_div(f_set(1.0f), p.of.c);
    p.apart = f_sqrt(p.of.c);
    p.pace = f_div(speed, p.apart);
    return p;
}

WAY_INLINE leading lead(pursued p, const float *const *chaser, const float *chaser_speed,
                        const float *const *runner, const float *const *runner_v, size_t i, unsigned limited,
                        const float *horizons, const float *ranges, int dims) {
    flanes speed = f_load(chaser_speed + i);
    flanes horizon = limited ? f_load(horizons + i) : f_set(FLT_MAX);
    flanes range = limited ? f_load(ranges + i) : f_set(INFINITY);
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY), tiny = f_set(FLT_MIN);
    mask sound = f_le(zero, zero);
    if (limited)
        sound = m_and(f_le(zero, range), f_lt(f_set(-INFINITY), horizon));
#if WAY_WIDE_IS_DOUBLE
    mask doubtful = is_grazing(p.of, above_zero(speed)); /* see there; in floats nobody doubts */
    if (limited)
        doubtful = m_or(doubtful, is_on_time(p.at, horizon));
    if (m_any(doubtful)) {
        way_chases chases = {.pairs = 0};
        chases_take(&chases, CHASE_CHASER, chaser, i, dims, 0);
        chases_take(&chases, CHASE_RUNNER, runner, i, dims, 0);
        chases_take(&chases, CHASE_COURSE, runner_v, i, dims, 0);
        chases.in[CHASE_SPEED] = chaser_speed + i;
        chases.in[CHASE_HORIZON] = limited ? horizons + i : NULL;
        float settled[SETTLED_COUNT][LANES];
        settle(&chases, doubtful, p.of, p.at, settled);
        p = pursue(chaser, chaser_speed, runner, runner_v, i,
                   dims); /* from memory: nothing waits in the stack */
        p.of = settled_approach(settled);
        p.at = settled_arrival(settled);
        p.per_square = f_div(f_set(1.0f), p.of.c);
        p.apart = f_sqrt(p.of.c);
        p.pace = f_div(above_zero(speed), p.apart);
    }
#endif
    meeting m = meet(p.of, p.at, speed, (int)limited, sound, horizon);

    leading l;
    l.time = meeting_time(m);
    vector place = vector_load(runner, i, dims), course = vector_load(runner_v, i, dims);
    l.point = vector_keep(m.valid, vector_add(place, vector_scale(course, m.after, dims), dims), dims);

    vector toward = vector_between(runner, chaser, i, dims);
    vector met = ahead_and_aside(p.at.root, p.k, p.per_square, toward, dims);
    mask chases = m_andnot(m_andnot(m_and(m.valid, f_lt(zero, speed)), m.reached), f_lt(p.of.c, tiny));
    mask paced = m_and(chases, f_lt(p.pace, infinity));
    l.velocity =
        vector_select(paced, vector_scale(toward, p.pace, dims), vector_keep(m.met, met, dims), dims);

    l.distance = meeting_distance(m, speed, p.apart);
    l.status = meeting_status(m, speed, (int)limited);
    if (limited) {
        mask outside = m_and(m.reached, f_lt(range, l.distance));
        l.status = i_select(outside, i_set(WAY_OUT_OF_RANGE), l.status);
    }
    return l;
}

/* The next vector's sums, roots and quotients come before this one's answers; but fast only where there are
   registers enough, and on Arm and in plain C handing on costs more than waiting. */
#if defined(__aarch64__)
enum { WAY_LOCAL(pursue_ahead) = 8 };
#else
enum { WAY_LOCAL(pursue_ahead) = WAY_WIDE_IS_DOUBLE ? 4 : 16 };
#endif

#define LEAD(name, dims, KERNEL)                                                                             \
    WAY_INLINE pursued WAY_LOCAL(name##_begin)(const float *const *in, size_t i) {                           \
        return pursue(in + IN_##name##_chaser_x, in[IN_##name##_chaser_speed], in + IN_##name##_runner_x,    \
                      in + IN_##name##_runner_vx, i, dims);                                                  \
    }                                                                                                        \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS, pursued p) {                                \
        leading l = lead(p, in + IN_##name##_chaser_x, in[IN_##name##_chaser_speed],                         \
                         in + IN_##name##_runner_x, in + IN_##name##_runner_vx, i, options,                  \
                         in[IN_##name##_horizon], in[IN_##name##_range], dims);                              \
        WAY_PUT(f, name, time, l.time);                                                                      \
        WAY_PUT_VECTOR(name, point_x, l.point, dims);                                                        \
        WAY_PUT_VECTOR(name, velocity_x, l.velocity, dims);                                                  \
        WAY_PUT(f, name, distance, l.distance);                                                              \
        WAY_PUT(i, name, status, l.status);                                                                  \
    }                                                                                                        \
    KERNEL(name, pursued, WAY_LOCAL(pursue_ahead))

LEAD(lead2d, 2, WAY_STAGED_KERNEL)
LEAD(lead3d, 3, WAY_DEEP_STAGED_KERNEL)

#undef LEAD
