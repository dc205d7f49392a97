/* Proportional navigation. With r the separation, v the closing velocity turned round (runner's less
   chaser's) and K = r x v, the line of sight turns at K / r.r and shortens by -r.v / |r|:

       true    a = gain (-r.v / r.r) (K / r.r) x r      pure    a = gain (K / r.r) x chaser velocity

   The sums are formed in wide lanes and rounded once, because on a collision course they cancel; the rest is
   float. One quotient serves all. After Paul Zarchan, "Tactical and Strategic Missile Guidance". */

#define sight WAY_LOCAL(sight)
#define sight_of WAY_LOCAL(sight_of)
#define navigation WAY_LOCAL(navigation)
#define navigate WAY_LOCAL(navigate)

/* How the line of sight turns and shortens. */
typedef struct sight {
    vector turn;                   /* -K */
    flanes shortening, per_square; /* -r.v, 1 / r.r */
} sight;

WAY_INLINE sight sight_of(const float *const *chaser, const float *const *chaser_v,
                          const float *const *runner, const float *const *runner_v, size_t i, int dims) {
    wide_vector r = wide_between(runner, chaser, i, dims),
                closing = wide_between(chaser_v, runner_v, i, dims);
    return (sight){wide_narrow(wide_cross(r, closing, dims), 3), w_narrow(wide_dot(r, closing, dims)),
                   f_div(f_set(1.0f), w_narrow(wide_dot(r, r, dims)))};
}

typedef struct navigation {
    vector acceleration;
    flanes closing;
    ilanes status;
} navigation;

/* `arm`: what the turn turns, the separation or, if pure, the chaser's velocity; `still` where that is 0. */
WAY_INLINE navigation navigate(sight of, vector arm, flanes gain, unsigned limited, flanes limit, int pure,
                               mask still, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    flanes rate = f_mul(gain, of.per_square); /* times -K, times the arm, is the acceleration */
    if (!pure)
        rate = f_mul(rate, f_mul(of.shortening, of.per_square));
    navigation n;
    if (dims == 3) {
        n.acceleration = vector_scale(vector_cross(arm, of.turn, 3), rate, 3);
    } else {
        flanes across = f_mul(rate, of.turn.z);
        n.acceleration = (vector){f_mul(across, arm.y), f_negate(f_mul(across, arm.x)), zero};
    }
    flanes length = vector_dot(n.acceleration, n.acceleration, dims);
    n.closing = f_mul(of.shortening, f_sqrt(of.per_square));

    /* a shortening that is not finite leaves no place there, and no closing speed either; nor does a distance
       whose square is not, with its quotient of 0 */
    flanes sound = f_add(of.per_square, f_mul(of.shortening, zero));
    mask there = f_lt(f_set(1.0f / FLT_MIN), sound);
    mask found = f_lt(f_add(length, f_abs(n.closing)), f_mul(sound, infinity));
    if (limited) {
        mask usable = m_and(f_lt(f_abs(gain), infinity), f_le(zero, limit));
        there = m_and(there, usable);
        found = m_and(found, usable);
        flanes size = f_sqrt(length);
        mask over = f_lt(limit, size);
        vector shorter = vector_scale(n.acceleration, f_div(limit, size), dims);
        n.acceleration = vector_select(over, shorter, n.acceleration, dims);
    }
    mask known = m_andnot(found, there);
    mask able = f_lt(zero, of.shortening);
    n.acceleration = vector_keep(pure ? known : m_and(known, able), n.acceleration, dims);
    n.closing = f_keep(known, n.closing);
    n.status = pure ? i_keep(still, i_set(WAY_IMMOBILE)) /* WAY_MET is 0 */
                    : i_select(able, i_set(WAY_MET), i_set(WAY_TOO_SLOW));
    n.status = i_select(found, n.status, i_set(WAY_INVALID));
    n.status = i_select(there, i_set(WAY_THERE), n.status);
    return n;
}

#define NAVIGATE(name, pure, dims, least_lanes)                                                              \
    WAY_INLINE sight WAY_LOCAL(name##_begin)(const float *const *in, size_t i) {                             \
        return sight_of(in + IN_##name##_chaser_x, in + IN_##name##_chaser_vx, in + IN_##name##_runner_x,    \
                        in + IN_##name##_runner_vx, i, dims);                                                \
    }                                                                                                        \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS, sight of) {                                 \
        flanes gain = options ? f_load(in[IN_##name##_gain] + i) : f_set(3.0f);                              \
        flanes limit = options ? f_load(in[IN_##name##_limit] + i) : f_set(INFINITY);                        \
        vector arm = pure ? vector_load(in + IN_##name##_chaser_vx, i, dims)                                 \
                          : vector_between(in + IN_##name##_runner_x, in + IN_##name##_chaser_x, i, dims);   \
        navigation n = navigate(of, arm, gain, options, limit, pure,                                         \
                                columns_are_zero(in + IN_##name##_chaser_vx, i, dims), dims);                \
        WAY_PUT_VECTOR(name, acceleration_x, n.acceleration, dims);                                          \
        WAY_PUT(f, name, closing, n.closing);                                                                \
        WAY_PUT(i, name, status, n.status);                                                                  \
    }                                                                                                        \
    WAY_STAGED_KERNEL(name, sight, least_lanes)

/* in space 16 registers do not hold a stage */
NAVIGATE(navigate2d, 0, 2, 8)
NAVIGATE(navigate3d, 0, 3, 16)
NAVIGATE(navigate_pure2d, 1, 2, 8)
NAVIGATE(navigate_pure3d, 1, 3, 16)

#undef NAVIGATE
