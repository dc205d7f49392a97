/* Full speed towards, or away from, where the other one will be after a lead time t:
   aim = r + v t, velocity = speed aim / |aim|.

       closing   t = |r| / |w|, w the difference of the velocities; no more than a horizon
       predict   t grows evenly with |r|, from 0 at one distance to the longest at another; likewise to evade

   After "Chasing and Evading" and "Two Basic Kinematics Problems". Only the aim cancels, where it comes near
   the chaser, and there the lead time's own error decides: floats do for both precisions. */

#define aiming WAY_LOCAL(aiming)
#define closing_time WAY_LOCAL(closing_time)
#define closing_within WAY_LOCAL(closing_within)
#define distance_time WAY_LOCAL(distance_time)
#define aim_status WAY_LOCAL(aim_status)

typedef struct aiming {
    vector r;
    flanes time, sum; /* the lead time; what else must be finite */
} aiming;

WAY_INLINE aiming closing_time(vector r, vector w, int dims) {
    flanes square = vector_dot(w, w, dims);
    return (aiming){r, f_sqrt(f_div(vector_dot(r, r, dims), square)), square};
}

/* No later than the horizon, where there is one: is it in time? */
WAY_INLINE mask closing_within(aiming *a, unsigned bounded, flanes horizon) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY), most = f_set(FLT_MAX);
    if (bounded) /* 0 / 0 is there already, and no horizon matters */
        a->time = f_keep(f_le(a->time, infinity), a->time);
    mask in_time = f_le(a->time, most);
    if (bounded) {
        mask near = f_le(a->time, horizon);
        in_time = m_and(in_time, near);
        a->time = f_select(near, a->time, horizon);
        a->sum = f_select(f_le(zero, horizon), a->sum, infinity);
    }
    a->time = f_keep(f_le(a->time, most), a->time);
    return in_time;
}

/* Of its quotients only 0 / 0 is no number, and counts as not beyond `near`. */
WAY_INLINE flanes distance_time(vector r, flanes near, flanes span, flanes longest, int dims) {
    flanes part = f_div(f_sub(f_sqrt(vector_dot(r, r, dims)), near), span);
    part = f_smaller(above_zero(part), f_set(1.0f));
    return f_mul(longest, part);
}

WAY_INLINE ilanes aim_status(seeking s, mask in_time) {
    ilanes status = i_select(in_time, i_set(WAY_MET), i_set(WAY_LATE));
    status = i_select(s.able, status, i_set(WAY_IMMOBILE));
    status = i_select(s.there, i_set(WAY_THERE), status);
    return i_select(s.valid, status, i_set(WAY_INVALID));
}

#define STEP(name) options ? f_load(in[IN_##name##_dt] + i) : f_set(0.0f)

#define CLOSING(name, dims)                                                                                  \
    WAY_INLINE aiming WAY_LOCAL(name##_begin)(const float *const *in, size_t i) {                            \
        return closing_time(vector_between(in + IN_##name##_runner_x, in + IN_##name##_chaser_x, i, dims),   \
                            vector_between(in + IN_##name##_runner_vx, in + IN_##name##_chaser_vx, i, dims), \
                            dims);                                                                           \
    }                                                                                                        \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS, aiming a) {                                 \
        flanes horizon = options ? f_load(in[IN_##name##_horizon] + i) : f_set(INFINITY);                    \
        mask in_time = closing_within(&a, options, horizon);                                                 \
        vector runner = vector_load(in + IN_##name##_runner_x, i, dims);                                     \
        vector lead = vector_scale(vector_load(in + IN_##name##_runner_vx, i, dims), a.time, dims);          \
        flanes speed = f_load(in[IN_##name##_chaser_speed] + i);                                             \
        seeking s = seek_toward(vector_add(a.r, lead, dims), speed, a.sum, options, STEP(name), dims);       \
        WAY_PUT(f, name, time, f_keep(s.valid, a.time));                                                     \
        WAY_PUT_VECTOR(name, point_x, vector_keep(s.valid, vector_add(runner, lead, dims), dims), dims);     \
        WAY_PUT_VECTOR(name, velocity_x, s.velocity, dims);                                                  \
        WAY_PUT(i, name, status, aim_status(s, in_time));                                                    \
    }                                                                                                        \
    WAY_STAGED_KERNEL(name, aiming, 8)

CLOSING(closing2d, 2)
CLOSING(closing3d, 3)

/* What is not finite in `near`, `far` or `longest` makes the aim or span * 0 so. */
#define PREDICT(name, mover, other, toward, timed, step, dims)                                               \
    WAY_INLINE aiming WAY_LOCAL(name##_begin)(const float *const *in, size_t i) {                            \
        vector place = vector_load(in + IN_##name##_##other##_x, i, dims);                                   \
        vector from = vector_load(in + IN_##name##_##mover##_x, i, dims);                                    \
        vector r = toward ? vector_sub(place, from, dims) : vector_sub(from, place, dims);                   \
        flanes near = f_load(in[IN_##name##_near_distance] + i);                                             \
        flanes span = f_sub(f_load(in[IN_##name##_far_distance] + i), near);                                 \
        flanes longest = f_load(in[IN_##name##_longest_lead] + i);                                           \
        return (aiming){r, distance_time(r, near, span, longest, dims), f_mul(span, f_set(0.0f))};           \
    }                                                                                                        \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS, aiming a) {                                 \
        (void)options;                                                                                       \
        vector place = vector_load(in + IN_##name##_##other##_x, i, dims);                                   \
        vector v = vector_load(in + IN_##name##_##other##_vx, i, dims);                                      \
        flanes speed = f_load(in[IN_##name##_##mover##_speed] + i);                                          \
        vector lead = vector_scale(v, a.time, dims);                                                         \
        vector aim = toward ? vector_add(a.r, lead, dims) : vector_sub(a.r, lead, dims);                     \
        seeking s = seek_toward(aim, speed, a.sum, timed, step, dims);                                       \
        WAY_PUT(f, name, time, f_keep(s.valid, a.time));                                                     \
        WAY_PUT_VECTOR(name, point_x, vector_keep(s.valid, vector_add(place, lead, dims), dims), dims);      \
        WAY_PUT_VECTOR(name, velocity_x, s.velocity, dims);                                                  \
        WAY_PUT(i, name, status, seek_status(s));                                                            \
    }                                                                                                        \
    WAY_STAGED_KERNEL(name, aiming, 8)

PREDICT(predict2d, chaser, runner, 1, options, STEP(predict2d), 2)
PREDICT(predict3d, chaser, runner, 1, options, STEP(predict3d), 3)
PREDICT(evade2d, runner, chaser, 0, 0, f_set(0.0f), 2)
PREDICT(evade3d, runner, chaser, 0, 0, f_set(0.0f), 3)

#undef CLOSING
#undef PREDICT
#undef STEP
