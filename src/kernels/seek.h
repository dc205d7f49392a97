/* Straight towards, or straight away from, where the other one is: velocity = speed r / |r|, after "Chasing
   and Evading". Nothing cancels in it, so floats do for both precisions. */

#define seeking WAY_LOCAL(seeking)
#define seek_toward WAY_LOCAL(seek_toward)
#define seek_status WAY_LOCAL(seek_status)

typedef struct seeking {
    vector velocity;
    flanes distance;
    mask valid, there, able; /* there: no way to go */
} seeking;

/* Along r at `speed`, no further than there within `dt` where that is not 0. What else must be finite, or its
   square, is in `sum`. */
WAY_INLINE seeking seek_toward(vector r, flanes speed, flanes sum, unsigned timed, flanes dt, int dims) {
    const flanes zero = f_set(0.0f);
    seeking s;
    flanes square = vector_dot(r, r, dims);
    flanes pace = above_zero(speed);
    s.distance = f_sqrt(square);
    /* up to here, and from the smallest square on, no quotient overflows */
    s.valid = f_lt(f_add(f_add(square, f_mul(speed, speed)), sum), f_set(0x1p126f));
    if (timed) {
        s.valid = m_and(s.valid, m_and(f_le(zero, dt), f_lt(dt, f_set(INFINITY))));
        /* a time step of 0, made +0, lets every pace pass; 0 / 0 goes with being there */
        flanes most = f_div(s.distance, f_add(dt, zero));
        pace = f_select(f_lt(most, pace), most, pace);
    }
    s.there = f_lt(square, f_set(FLT_MIN));
    s.able = f_lt(zero, speed);
    mask moves = m_andnot(m_and(s.valid, s.able), s.there);
    s.velocity = vector_keep(moves, vector_scale(r, f_div(pace, s.distance), dims), dims);
    return s;
}

WAY_INLINE ilanes seek_status(seeking s) {
    ilanes status = i_select(s.able, i_set(WAY_MET), i_set(WAY_IMMOBILE));
    status = i_select(s.there, i_set(WAY_THERE), status);
    return i_select(s.valid, status, i_set(WAY_INVALID));
}

#define SEEK(name, dims)                                                                                     \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS) {                                           \
        vector r = vector_between(in + IN_##name##_runner_x, in + IN_##name##_chaser_x, i, dims);            \
        flanes speed = f_load(in[IN_##name##_chaser_speed] + i);                                             \
        flanes dt = options ? f_load(in[IN_##name##_dt] + i) : f_set(0.0f);                                  \
        seeking s = seek_toward(r, speed, f_set(0.0f), options, dt, dims);                                   \
        WAY_PUT_VECTOR(name, velocity_x, s.velocity, dims);                                                  \
        WAY_PUT(f, name, distance, f_select(s.valid, s.distance, f_set(INFINITY)));                          \
        WAY_PUT(i, name, status, seek_status(s));                                                            \
    }                                                                                                        \
    WAY_KERNEL(name)

SEEK(seek2d, 2)
SEEK(seek3d, 3)

#define FLEE(name, dims)                                                                                     \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS) {                                           \
        (void)options;                                                                                       \
        vector r = vector_between(in + IN_##name##_runner_x, in + IN_##name##_chaser_x, i, dims);            \
        flanes speed = f_load(in[IN_##name##_runner_speed] + i);                                             \
        seeking s = seek_toward(r, speed, f_set(0.0f), 0, f_set(0.0f), dims);                                \
        WAY_PUT_VECTOR(name, velocity_x, s.velocity, dims);                                                  \
        WAY_PUT(f, name, distance, f_select(s.valid, s.distance, f_set(INFINITY)));                          \
        WAY_PUT(i, name, status, seek_status(s));                                                            \
    }                                                                                                        \
    WAY_KERNEL(name)

FLEE(flee2d, 2)
FLEE(flee3d, 3)

#undef SEEK
#undef FLEE
