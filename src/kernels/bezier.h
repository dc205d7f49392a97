/* The quadratic Bezier curve, u = 1 - t:

       point     u^2 from + 2 t u control + t^2 to
       velocity  2 (u (control - from) + t (to - control)) / duration
       one tick  (point - body) / dt
       control   of the parabola over a top: halfway, at the height of `from` + rise + sqrt(rise fall), rise
                 and fall being those to and from the top, as v t / 2 has it

   after "Two Basic Kinematics Problems". The points and the velocities are formed in wide lanes and rounded
   once; the rest is float. */

#define phase_of WAY_LOCAL(phase_of)
#define sample_at WAY_LOCAL(sample_at)

/* From 0 to 1; NaN stays outside of it. */
WAY_INLINE flanes phase_of(flanes t) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f);
    return f_select(f_lt(t, zero), zero, f_select(f_lt(one, t), one, t));
}

/* The point; NaN where the columns hold what is not finite. */
WAY_INLINE wide_vector sample_at(const float *const *from, const float *const *control,
                                 const float *const *end, size_t i, flanes t, int dims) {
    wide ahead = w_widen(t), behind = w_sub(w_set(1.0), ahead), both = w_mul(ahead, behind);
    wide_vector way = wide_scale(wide_load(from, i, dims), w_mul(behind, behind), dims);
    way = wide_add_scaled(way, wide_load(control, i, dims), w_add(both, both), dims);
    return wide_add_scaled(way, wide_load(end, i, dims), w_mul(ahead, ahead), dims);
}

#define BEZIER(name, dims)                                                                                   \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS) {                                           \
        const flanes zero = f_set(0.0f), one = f_set(1.0f), infinity = f_set(INFINITY);                      \
        const float *const *from = in + IN_##name##_from_x, *const *control = in + IN_##name##_control_x;    \
        const float *const *end = in + IN_##name##_to_x;                                                     \
        flanes given = f_load(in[IN_##name##_phase] + i), t = phase_of(given);                               \
        flanes duration = options ? f_load(in[IN_##name##_duration] + i) : one;                              \
        vector point = wide_narrow(sample_at(from, control, end, i, t, dims), dims);                         \
        wide ahead = w_widen(t), behind = w_sub(w_set(1.0), ahead);                                          \
        wide_vector way = wide_scale(wide_between(control, from, i, dims), behind, dims);                    \
        way = wide_add_scaled(way, wide_between(end, control, i, dims), ahead, dims);                        \
        vector half = wide_narrow(way, dims);                                                                \
        vector velocity = vector_scale(half, f_div(f_set(2.0f), duration), dims);                            \
        flanes square = vector_dot(half, half, dims), per_length = f_div(one, f_sqrt(square));               \
        mask moves = f_le(f_set(FLT_MIN), square);                                                           \
        flanes sum = f_add(f_add(vector_size(point, dims), f_abs(given)), f_add(duration, square));          \
        sum = f_add(sum, vector_size(velocity, dims));                                                       \
        mask valid = m_and(f_lt(zero, duration), f_lt(sum, infinity));                                       \
        moves = m_and(moves, valid);                                                                         \
        ilanes status = i_select(moves, i_set(WAY_MET), i_set(WAY_DEGENERATE));                              \
        WAY_PUT_VECTOR(name, point_x, vector_keep(valid, point, dims), dims);                                \
        WAY_PUT_VECTOR(name, velocity_x, vector_keep(moves, velocity, dims), dims);                          \
        WAY_PUT_VECTOR(name, direction_x, vector_keep(moves, vector_scale(half, per_length, dims), dims),    \
                       dims);                                                                                \
        WAY_PUT(i, name, status, i_select(valid, status, i_set(WAY_INVALID)));                               \
    }                                                                                                        \
    WAY_KERNEL(name)

BEZIER(bezier2d, 2)
BEZIER(bezier3d, 3)

#define BEZIER_TICK(name, dims)                                                                              \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS) {                                           \
        (void)options;                                                                                       \
        const float *const *from = in + IN_##name##_from_x, *const *control = in + IN_##name##_control_x;    \
        flanes given = f_load(in[IN_##name##_phase] + i), dt = f_load(in[IN_##name##_dt] + i);               \
        wide_vector way = sample_at(from, control, in + IN_##name##_to_x, i, phase_of(given), dims);         \
        vector point = wide_narrow(way, dims);                                                               \
        wide_vector body = wide_load(in + IN_##name##_body_x, i, dims);                                      \
        vector left = wide_narrow(wide_sub(way, body, dims), dims);                                          \
        vector velocity = vector_scale(left, f_div(f_set(1.0f), dt), dims);                                  \
        flanes sum =                                                                                         \
            f_add(f_add(vector_size(point, dims), f_abs(given)), f_add(dt, vector_size(left, dims)));        \
        sum = f_add(sum, vector_size(velocity, dims));                                                       \
        mask valid = m_and(f_lt(f_set(0.0f), dt), f_lt(sum, f_set(INFINITY)));                               \
        WAY_PUT_VECTOR(name, point_x, vector_keep(valid, point, dims), dims);                                \
        WAY_PUT_VECTOR(name, velocity_x, vector_keep(valid, velocity, dims), dims);                          \
        WAY_PUT(i, name, status, i_select(valid, i_set(WAY_MET), i_set(WAY_INVALID)));                       \
    }                                                                                                        \
    WAY_KERNEL(name)

BEZIER_TICK(bezier_tick2d, 2)
BEZIER_TICK(bezier_tick3d, 3)

#define BEZIER_APEX(name, dims)                                                                              \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS) {                                           \
        (void)options;                                                                                       \
        vector from = vector_load(in + IN_##name##_from_x, i, dims);                                         \
        vector end = vector_load(in + IN_##name##_to_x, i, dims);                                            \
        flanes apex = f_load(in[IN_##name##_apex] + i), d = f_sub(end.y, from.y);                            \
        flanes rise = f_add(above_zero(d), apex), fall = f_add(above_zero(f_negate(d)), apex);               \
        vector control = vector_scale(vector_add(from, end, dims), f_set(0.5f), dims);                       \
        control.y = f_add(from.y, f_add(rise, f_mul(f_sqrt(rise), f_sqrt(fall))));                           \
        flanes sum = f_add(f_add(vector_size(from, dims), vector_size(end, dims)), f_add(apex, f_abs(d)));   \
        sum = f_add(sum, vector_size(control, dims));                                                        \
        mask valid = m_and(f_le(f_set(0.0f), apex), f_lt(sum, f_set(INFINITY)));                             \
        WAY_PUT_VECTOR(name, control_x, vector_keep(valid, control, dims), dims);                            \
        WAY_PUT(i, name, status, i_select(valid, i_set(WAY_MET), i_set(WAY_INVALID)));                       \
    }                                                                                                        \
    WAY_KERNEL(name)

BEZIER_APEX(bezier_apex2d, 2)
BEZIER_APEX(bezier_apex3d, 3)

#undef BEZIER
#undef BEZIER_TICK
#undef BEZIER_APEX
