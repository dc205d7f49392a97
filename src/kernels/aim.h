/* Full speed towards, or away from, where the other one will be after a lead time t:
   aim = r + v t, velocity = speed aim / |aim|.

       closing   t = |r| / |w|, w the difference of the velocities; no more than a horizon
       predict   t grows evenly with |r|, from 0 at one distance to the longest at another; likewise to evade

   After "Chasing and Evading" and "Two Basic Kinematics Problems". Only the aim cancels, where it comes near
   the chaser, and there the lead time's own error decides: floats do for both precisions. */

#define closing_time WAY_LOCAL(closing_time)
#define distance_time WAY_LOCAL(distance_time)
#define closing_lead WAY_LOCAL(closing_lead)
#define aim_status WAY_LOCAL(aim_status)

typedef struct closing_lead {
    flanes time, sum; /* sum: what must be finite */
    mask in_time;     /* otherwise the horizon cut it off */
} closing_lead;

WAY_INLINE closing_lead closing_time(vector r, vector w, unsigned bounded, flanes horizon, int dims) {
    closing_lead c;
    flanes square = vector_dot(r, r, dims);
    c.sum = vector_dot(w, w, dims);
    flanes quotient = f_div(square, c.sum);
    if (bounded) /* 0 / 0 is there already, and no horizon matters */
        quotient = f_keep(f_lt(f_set(0.0f), square), quotient);
    flanes time = f_sqrt(quotient);
    c.in_time = f_le(time, f_set(FLT_MAX));
    if (bounded) {
        mask near = f_le(time, horizon);
        time = f_select(near, time, horizon);
        c.in_time = m_and(c.in_time, near);
        c.sum = f_select(f_le(f_set(0.0f), horizon), c.sum, f_set(INFINITY));
    }
    c.time = f_keep(f_le(time, f_set(FLT_MAX)), time);
    return c;
}

/* Of its quotients only 0 / 0 is no number, and counts as not beyond `near`. */
WAY_INLINE flanes distance_time(vector r, flanes near, flanes span, flanes longest, int dims) {
    flanes part = f_div(f_sub(f_sqrt(vector_dot(r, r, dims)), near), span);
    part = f_smaller(f_keep(f_lt(f_set(0.0f), part), part), f_set(1.0f));
    return f_mul(longest, part);
}

WAY_INLINE ilanes aim_status(seeking s, mask in_time) {
    ilanes status = i_select(in_time, i_set(WAY_MET), i_set(WAY_LATE));
    status = i_select(s.able, status, i_set(WAY_IMMOBILE));
    status = i_select(s.there, i_set(WAY_THERE), status);
    return i_select(s.valid, status, i_set(WAY_INVALID));
}

#define CLOSING(name, dims)                                                                                  \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS) {                                           \
        vector runner = vector_load(in + IN_##name##_runner_x, i, dims);                                     \
        vector r = vector_sub(runner, vector_load(in + IN_##name##_chaser_x, i, dims), dims);                \
        vector v = vector_load(in + IN_##name##_runner_vx, i, dims);                                         \
        vector w = vector_sub(v, vector_load(in + IN_##name##_chaser_vx, i, dims), dims);                    \
        flanes horizon = options ? f_load(in[IN_##name##_horizon] + i) : f_set(INFINITY);                    \
        flanes dt = options ? f_load(in[IN_##name##_dt] + i) : f_set(0.0f);                                  \
        flanes speed = f_load(in[IN_##name##_chaser_speed] + i);                                             \
        closing_lead c = closing_time(r, w, options, horizon, dims);                                         \
        vector lead = vector_scale(v, c.time, dims);                                                         \
        seeking s = seek_toward(vector_add(r, lead, dims), speed, c.sum, options, dt, dims);                 \
        WAY_PUT(f, name, time, f_keep(s.valid, c.time));                                                     \
        WAY_PUT_VECTOR(name, point_x, vector_keep(s.valid, vector_add(runner, lead, dims), dims), dims);     \
        WAY_PUT_VECTOR(name, velocity_x, s.velocity, dims);                                                  \
        WAY_PUT(i, name, status, aim_status(s, c.in_time));                                                  \
    }                                                                                                        \
    WAY_KERNEL(name)

CLOSING(closing2d, 2)
CLOSING(closing3d, 3)

/* What is not finite in `near`, `far` or `longest` makes the aim or span * 0 so. */
#define PREDICT(name, mover, other, toward, timed, step, dims)                                               \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS) {                                           \
        (void)options;                                                                                       \
        vector place = vector_load(in + IN_##name##_##other##_x, i, dims);                                   \
        vector from = vector_load(in + IN_##name##_##mover##_x, i, dims);                                    \
        vector v = vector_load(in + IN_##name##_##other##_vx, i, dims);                                      \
        vector r = toward ? vector_sub(place, from, dims) : vector_sub(from, place, dims);                   \
        flanes near = f_load(in[IN_##name##_near_distance] + i);                                             \
        flanes span = f_sub(f_load(in[IN_##name##_far_distance] + i), near);                                 \
        flanes speed = f_load(in[IN_##name##_##mover##_speed] + i);                                          \
        flanes time = distance_time(r, near, span, f_load(in[IN_##name##_longest_lead] + i), dims);          \
        vector lead = vector_scale(v, time, dims);                                                           \
        vector aim = toward ? vector_add(r, lead, dims) : vector_sub(r, lead, dims);                         \
        seeking s = seek_toward(aim, speed, f_mul(span, f_set(0.0f)), timed, step, dims);                    \
        WAY_PUT(f, name, time, f_keep(s.valid, time));                                                       \
        WAY_PUT_VECTOR(name, point_x, vector_keep(s.valid, vector_add(place, lead, dims), dims), dims);      \
        WAY_PUT_VECTOR(name, velocity_x, s.velocity, dims);                                                  \
        WAY_PUT(i, name, status, seek_status(s));                                                            \
    }                                                                                                        \
    WAY_KERNEL(name)

#define STEP(name) options ? f_load(in[IN_##name##_dt] + i) : f_set(0.0f)

PREDICT(predict2d, chaser, runner, 1, options, STEP(predict2d), 2)
PREDICT(predict3d, chaser, runner, 1, options, STEP(predict3d), 3)
PREDICT(evade2d, runner, chaser, 0, 0, f_set(0.0f), 2)
PREDICT(evade3d, runner, chaser, 0, 0, f_set(0.0f), 3)

#undef CLOSING
#undef PREDICT
#undef STEP
