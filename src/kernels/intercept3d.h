/* The earliest meeting in space. With q = s r - R v and k = r x v (see lanes_math.h for the rest):

       disc = q.q - k.k       chaser velocity = s (S q + k x q) / q.q       R = 0: (S r + k x r) / r.r

   After Mike Oberberger, "Interception of Two Moving Objects in 2D Space": his law of cosines, without the
   cosine, which holds in space as it stands. The polynomials are formed in wide lanes from the exact
   inputs and rounded once; the rest is float. */

WAY_PAIRS(intercept3d, 0, 0)

typedef struct WAY_LOCAL(intercept3d_sums) {
    approach of;
    flanes kx, ky, kz;
    flanes qx, qy, qz, qq; /* with options: q and q.q, or r and r.r where there is no reach */
} WAY_LOCAL(intercept3d_sums);

/* Options, bits: 1 all but what follows, 2 the platform, 4 the range. */

/* The first half: whatever cancels, in wide lanes. */
WAY_INLINE WAY_LOCAL(intercept3d_sums)
    WAY_LOCAL(intercept3d_sum)(const float *const *in, size_t i, int options) {
    flanes speed = f_load(in[IN_intercept3d_chaser_speed] + i);
    wide s = w_widen(f_larger(speed, f_set(0.0f)));
    wide rx = w_sub(w_load(in[IN_intercept3d_runner_x] + i), w_load(in[IN_intercept3d_chaser_x] + i));
    wide ry = w_sub(w_load(in[IN_intercept3d_runner_y] + i), w_load(in[IN_intercept3d_chaser_y] + i));
    wide rz = w_sub(w_load(in[IN_intercept3d_runner_z] + i), w_load(in[IN_intercept3d_chaser_z] + i));
    wide vx = w_load(in[IN_intercept3d_runner_vx] + i);
    wide vy = w_load(in[IN_intercept3d_runner_vy] + i);
    wide vz = w_load(in[IN_intercept3d_runner_vz] + i);
    if (options & 2) {
        vx = w_sub(vx, w_load(in[IN_intercept3d_platform_vx] + i));
        vy = w_sub(vy, w_load(in[IN_intercept3d_platform_vy] + i));
        vz = w_sub(vz, w_load(in[IN_intercept3d_platform_vz] + i));
    }
    wide ss = w_mul(s, s);
    wide rr = dot3(rx, ry, rz, rx, ry, rz);
    wide rv = dot3(rx, ry, rz, vx, vy, vz);
    wide kx = cross2(ry, rz, vy, vz);
    wide ky = cross2(rz, rx, vz, vx);
    wide kz = cross2(rx, ry, vx, vy);
    wide kk = dot3(kx, ky, kz, kx, ky, kz);
    wide lead = options & 2 ? squares_left3(ss, vx, vy, vz) : speed_lead3(ss, vx, vy, vz);

    WAY_LOCAL(intercept3d_sums) sums;
    sums.of.lead = w_narrow(lead);
    sums.kx = w_narrow(kx);
    sums.ky = w_narrow(ky);
    sums.kz = w_narrow(kz);
    if (!options) {
        sums.of.b = w_narrow(rv);
        sums.of.c = w_narrow(rr);
        sums.of.disc = w_narrow(discriminant(w_mul(ss, rr), kk, rv, lead, rr));
        return sums;
    }
    flanes given_reach = f_load(in[IN_intercept3d_reach] + i);
    wide reach = w_widen(given_reach);
    wide b = w_sub(rv, w_mul(s, reach));
    wide qx = w_sub(w_mul(s, rx), w_mul(reach, vx));
    wide qy = w_sub(w_mul(s, ry), w_mul(reach, vy));
    wide qz = w_sub(w_mul(s, rz), w_mul(reach, vz));
    wide qq = dot3(qx, qy, qz, qx, qy, qz);
    /* a reach of 0 takes the very operations of the short form: a column of zeros gives the same bits as
       none */
    widemask reaches_wide = w_lt(w_widen(f_set(0.0f)), reach);
    mask reaches = f_lt(f_set(0.0f), given_reach);
    wide within = squares_left3(w_mul(reach, reach), rx, ry, rz);
    wide c = w_select(reaches_wide, w_sub(w_widen(f_set(0.0f)), within), rr);
    sums.of.b = w_narrow(b);
    sums.of.c = w_narrow(c);
    sums.of.disc = w_narrow(discriminant(w_select(reaches_wide, qq, w_mul(ss, rr)), kk, b, lead, c));
    sums.qx = f_select(reaches, w_narrow(qx),
                       separation(in[IN_intercept3d_runner_x], in[IN_intercept3d_chaser_x], i));
    sums.qy = f_select(reaches, w_narrow(qy),
                       separation(in[IN_intercept3d_runner_y], in[IN_intercept3d_chaser_y], i));
    sums.qz = f_select(reaches, w_narrow(qz),
                       separation(in[IN_intercept3d_runner_z], in[IN_intercept3d_chaser_z], i));
    sums.qq = f_select(reaches, w_narrow(qq), sums.of.c);
    return sums;
}

/* From the chaser's place to the point, +inf where invalid. */
WAY_INLINE flanes WAY_LOCAL(intercept3d_distance)(vector separate, vector course, meeting m) {
    vector gone = vector_add(separate, vector_scale(course, m.after, 3), 3);
    wide_vector far = {w_widen(gone.x), w_widen(gone.y), w_widen(gone.z)};
    flanes distance = w_narrow(w_sqrt(wide_dot(far, far, 3))); /* squares may be larger than floats */
    return f_else(m.valid, f_keep(m.valid, distance), f_set(INFINITY));
}

/* The second half: square root, quotients and answers, in floats. */
WAY_INLINE void WAY_LOCAL(intercept3d_answer)(const float *const *in, size_t i, void *const *to, size_t j,
                                              WAY_LOCAL(intercept3d_sums) sums, int options, unsigned wanted,
                                              way_stores stores) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), tiny = f_set(FLT_MIN), largest = f_set(FLT_MAX);
    flanes speed = f_load(in[IN_intercept3d_chaser_speed] + i);
    mask sound = f_le(zero, zero);
    flanes horizon = largest, scale = one, square = sums.of.c;
    flanes qx, qy, qz;
    if (options) {
        flanes reach = f_load(in[IN_intercept3d_reach] + i);
        horizon = f_load(in[IN_intercept3d_horizon] + i);
        sound = m_and(f_le(zero, reach), f_lt(f_set(-INFINITY), horizon));
        if (options & 4)
            sound = m_and(sound, f_le(zero, f_load(in[IN_intercept3d_range] + i)));
        scale = f_select(f_lt(zero, reach), f_keep(f_lt(zero, speed), speed), one);
        square = sums.qq;
        /* a square beyond floats leaves no velocity, and no need of one where it is there already */
        sound = m_and(sound, m_or(f_lt(square, f_set(INFINITY)), f_lt(sums.of.c, tiny)));
        qx = sums.qx;
        qy = sums.qy;
        qz = sums.qz;
    } else {
        qx = separation(in[IN_intercept3d_runner_x], in[IN_intercept3d_chaser_x], i);
        qy = separation(in[IN_intercept3d_runner_y], in[IN_intercept3d_chaser_y], i);
        qz = separation(in[IN_intercept3d_runner_z], in[IN_intercept3d_chaser_z], i);
    }
    meeting m = meet(sums.of, speed, options, sound, horizon);

    flanes runner_x = f_load(in[IN_intercept3d_runner_x] + i),
           runner_vx = f_load(in[IN_intercept3d_runner_vx] + i);
    flanes runner_y = f_load(in[IN_intercept3d_runner_y] + i),
           runner_vy = f_load(in[IN_intercept3d_runner_vy] + i);
    flanes runner_z = f_load(in[IN_intercept3d_runner_z] + i),
           runner_vz = f_load(in[IN_intercept3d_runner_vz] + i);
    flanes point_x = f_keep(m.valid, f_add(runner_x, f_mul(runner_vx, m.after)));
    flanes point_y = f_keep(m.valid, f_add(runner_y, f_mul(runner_vy, m.after)));
    flanes point_z = f_keep(m.valid, f_add(runner_z, f_mul(runner_vz, m.after)));

    flanes per_square = f_div(one, square);
    mask driven = m.met;
    if (options) {
        per_square = f_mul(per_square, scale);
        driven = m_and(m.met, f_le(tiny, square));
    }
    flanes ahead = f_mul(m.root, per_square);
    flanes kx = f_mul(sums.kx, per_square), ky = f_mul(sums.ky, per_square), kz = f_mul(sums.kz, per_square);
    flanes velocity_x = f_keep(driven, f_add(f_mul(ahead, qx), f_sub(f_mul(ky, qz), f_mul(kz, qy))));
    flanes velocity_y = f_keep(driven, f_add(f_mul(ahead, qy), f_sub(f_mul(kz, qx), f_mul(kx, qz))));
    flanes velocity_z = f_keep(driven, f_add(f_mul(ahead, qz), f_sub(f_mul(kx, qy), f_mul(ky, qx))));

    /* every load comes before the first store, so that outputs may be inputs */
    vector separate = vector_between(in + IN_intercept3d_runner_x, in + IN_intercept3d_chaser_x, i, 3);
    vector course = {runner_vx, runner_vy, runner_vz};
    ilanes status = meeting_status(m, speed, options);
    if (options & 4)
        status = i_select(m_and(m.reached, f_lt(f_load(in[IN_intercept3d_range] + i),
                                                WAY_LOCAL(intercept3d_distance)(separate, course, m))),
                          i_set(WAY_OUT_OF_RANGE), status);
    WAY_PUT(f, intercept3d, time, meeting_time(m));
    WAY_PUT(f, intercept3d, point_x, point_x);
    WAY_PUT(f, intercept3d, point_y, point_y);
    WAY_PUT(f, intercept3d, point_z, point_z);
    WAY_PUT(f, intercept3d, velocity_x, velocity_x);
    WAY_PUT(f, intercept3d, velocity_y, velocity_y);
    WAY_PUT(f, intercept3d, velocity_z, velocity_z);
    WAY_PUT(f, intercept3d, latest, meeting_latest(m, sums.of, options));
    WAY_PUT(f, intercept3d, distance, WAY_LOCAL(intercept3d_distance)(separate, course, m));
    WAY_PUT(i, intercept3d, status, status);
}

/* The sums of each vector come before the answers of the one before it: divisions overlap sums. */
WAY_INLINE void WAY_LOCAL(intercept3d_loop)(const way_block *block, int options, unsigned wanted,
                                            way_stores stores) {
    const float *in[IN_intercept3d_COUNT];
    void *to[OUT_intercept3d_COUNT];
    _Alignas(64) float line[OUT_intercept3d_COUNT][WAY_LANES_MAX];
    for (int k = 0; k < IN_intercept3d_COUNT; k++)
        in[k] = block->in[k];
    for (int k = 0; k < OUT_intercept3d_COUNT; k++)
        to[k] = stores == WAY_LINES ? line[k] : block->out[k];

    WAY_LOCAL(intercept3d_sums) next = WAY_LOCAL(intercept3d_sum)(in, 0, options);
    for (size_t i = 0; i < block->count; i += LANES) {
        WAY_LOCAL(intercept3d_sums) now = next;
        if (i + LANES < block->count)
            next = WAY_LOCAL(intercept3d_sum)(in, i + LANES, options);
        size_t j = stores == WAY_LINES ? i % WAY_LANES_MAX : i;
        WAY_LOCAL(intercept3d_answer)(in, i, to, j, now, options, wanted, stores);
        if (stores == WAY_LINES && j == WAY_LANES_MAX - LANES)
            way_put_lines(block->out, line, OUT_intercept3d_COUNT, wanted, i - j);
    }
}

static void WAY_LOCAL(intercept3d)(const way_block *block) {
    const unsigned all = (1u << OUT_intercept3d_COUNT) - 1,
                   usual = all & ~(1u << OUT_intercept3d_latest | 1u << OUT_intercept3d_distance);
    const way_stores special = LANES == WAY_LANES_MAX ? WAY_STREAM : WAY_LINES;
    unsigned wanted = way_wanted(block->out, OUT_intercept3d_COUNT);
    const unsigned platform = 1u << IN_intercept3d_platform_vx | 1u << IN_intercept3d_platform_vy |
                              1u << IN_intercept3d_platform_vz;
    const unsigned others = 1u << IN_intercept3d_reach | 1u << IN_intercept3d_horizon;
    if (block->given & 1u << IN_intercept3d_range)
        WAY_LOCAL(intercept3d_loop)(block, 1 | 2 | 4, wanted, WAY_PLAIN);
    else if (block->given & platform)
        WAY_LOCAL(intercept3d_loop)(block, 1 | 2, wanted, WAY_PLAIN);
    else if (block->given & others)
        WAY_LOCAL(intercept3d_loop)(block, 1, wanted, WAY_PLAIN);
    else if (wanted == usual && block->stores == special)
        WAY_LOCAL(intercept3d_loop)(block, 0, usual, special);
    else if (wanted == usual)
        WAY_LOCAL(intercept3d_loop)(block, 0, usual, WAY_PLAIN);
    else
        WAY_LOCAL(intercept3d_loop)(block, 0, wanted, WAY_PLAIN);
}
