/* Proportional navigation. With r the separation, v the closing velocity turned round (runner's less
   chaser's) and K = r x v, the line of sight turns at K / r.r and shortens by -r.v / |r|:

       true    a = gain (-r.v / r.r) (K / r.r) x r      pure    a = gain (K / r.r) x chaser velocity

   The sums are formed in wide lanes and rounded once, because on a collision course they cancel; the rest is
   float. One quotient serves all. After Paul Zarchan, "Tactical and Strategic Missile Guidance". */

#define navigation WAY_LOCAL(navigation)
#define navigate WAY_LOCAL(navigate)

typedef struct navigation {
    vector acceleration;
    flanes closing;
    ilanes status;
} navigation;

/* From the columns of the chaser's place and velocity, and of the runner's. */
WAY_INLINE navigation navigate(const float *const *chaser, const float *const *chaser_v,
                               const float *const *runner, const float *const *runner_v, size_t i,
                               flanes gain, unsigned limited, flanes limit, int pure, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    vector own = vector_load(chaser_v, i, dims);
    flanes speeds = vector_size(own, dims);
    wide_vector r = wide_between(runner, chaser, i, dims), v = wide_between(runner_v, chaser_v, i, dims);
    vector turn = wide_narrow(wide_cross(r, v, dims), 3), arm = own; /* K, and what it turns */
    flanes square = w_narrow(wide_dot(r, r, dims)), along = w_narrow(wide_dot(r, v, dims));
    flanes per_square = f_div(f_set(1.0f), square);

    flanes rate = f_mul(gain, per_square); /* times K, times the arm, is the acceleration */
    if (!pure) {
        rate = f_mul(rate, f_negate(f_mul(along, per_square)));
        arm = vector_between(runner, chaser, i, dims);
    }
    navigation n;
    if (dims == 3) {
        n.acceleration = vector_scale(vector_cross(turn, arm, 3), rate, 3);
    } else {
        flanes across = f_mul(rate, turn.z);
        n.acceleration = (vector){f_negate(f_mul(across, arm.y)), f_mul(across, arm.x), zero};
    }
    flanes length = vector_dot(n.acceleration, n.acceleration, dims);
    n.closing = f_negate(f_mul(along, f_mul(per_square, f_sqrt(square))));

    mask there = f_lt(square, f_set(FLT_MIN));
    mask valid = f_lt(f_add(f_add(square, f_abs(along)), f_add(speeds, f_abs(gain))), infinity);
    mask found = f_lt(f_add(length, f_abs(n.closing)), infinity);
    if (limited) {
        valid = m_and(valid, f_le(zero, limit));
        flanes size = f_sqrt(length);
        mask over = f_lt(limit, size);
        vector shorter = vector_scale(n.acceleration, f_div(limit, size), dims);
        n.acceleration = vector_select(over, shorter, n.acceleration, dims);
    }
    valid = m_and(valid, m_or(there, found));
    mask able = pure ? f_lt(zero, speeds) : f_lt(along, zero);
    mask known = m_andnot(valid, there);
    n.acceleration = vector_keep(m_and(known, able), n.acceleration, dims);
    n.closing = f_keep(known, n.closing);
    n.status = i_select(able, i_set(WAY_MET), i_set(pure ? WAY_IMMOBILE : WAY_TOO_SLOW));
    n.status = i_select(there, i_set(WAY_THERE), n.status);
    n.status = i_select(valid, n.status, i_set(WAY_INVALID));
    return n;
}

#define NAVIGATE(name, pure, dims)                                                                           \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS) {                                           \
        flanes gain = options ? f_load(in[IN_##name##_gain] + i) : f_set(3.0f);                              \
        flanes limit = options ? f_load(in[IN_##name##_limit] + i) : f_set(INFINITY);                        \
        navigation n =                                                                                       \
            navigate(in + IN_##name##_chaser_x, in + IN_##name##_chaser_vx, in + IN_##name##_runner_x,       \
                     in + IN_##name##_runner_vx, i, gain, options, limit, pure, dims);                       \
        WAY_PUT_VECTOR(name, acceleration_x, n.acceleration, dims);                                          \
        WAY_PUT(f, name, closing, n.closing);                                                                \
        WAY_PUT(i, name, status, n.status);                                                                  \
    }                                                                                                        \
    WAY_KERNEL(name)

NAVIGATE(navigate2d, 0, 2)
NAVIGATE(navigate3d, 0, 3)
NAVIGATE(navigate_pure2d, 1, 2)
NAVIGATE(navigate_pure3d, 1, 3)

#undef NAVIGATE
