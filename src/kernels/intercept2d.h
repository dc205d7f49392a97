/* The earliest meeting in the plane. With q = s r - R v and k = r x v (see lanes_math.h for the rest):

       disc = q.q - k k       chaser velocity = s (S q + k perp(q)) / q.q       R = 0: (S r + k perp(r)) / r.r

   After Mike Oberberger, "Interception of Two Moving Objects in 2D Space": his law of cosines, without the
   cosine. The polynomials are formed in wide lanes from the exact inputs and rounded once; the rest is
   float. */

WAY_PAIRS(intercept2d,
          1 << IN_intercept2d_chaser_x | 1 << IN_intercept2d_runner_x | 1 << IN_intercept2d_runner_vx,
          1 << OUT_intercept2d_point_x | 1 << OUT_intercept2d_velocity_x)

/* The places and velocities of one vector of agents, each from two columns or from pairs. */
typedef struct WAY_LOCAL(intercept2d_scene) {
    flanes chaser_x, chaser_y, runner_x, runner_y, runner_vx, runner_vy;
} WAY_LOCAL(intercept2d_scene);

WAY_INLINE WAY_LOCAL(intercept2d_scene)
    WAY_LOCAL(intercept2d_look)(const float *const *in, size_t i, unsigned pairs) {
    WAY_LOCAL(intercept2d_scene) scene;
    way_get_xy(in[IN_intercept2d_chaser_x], in[IN_intercept2d_chaser_y], i,
               pairs & 1u << IN_intercept2d_chaser_x, &scene.chaser_x, &scene.chaser_y);
    way_get_xy(in[IN_intercept2d_runner_x], in[IN_intercept2d_runner_y], i,
               pairs & 1u << IN_intercept2d_runner_x, &scene.runner_x, &scene.runner_y);
    way_get_xy(in[IN_intercept2d_runner_vx], in[IN_intercept2d_runner_vy], i,
               pairs & 1u << IN_intercept2d_runner_vx, &scene.runner_vx, &scene.runner_vy);
    return scene;
}

typedef struct WAY_LOCAL(intercept2d_sums) {
    approach of;
    flanes k;
    flanes qx, qy, qq; /* with options: q and q.q, or r and r.r where there is no reach */
} WAY_LOCAL(intercept2d_sums);

/* Options, bits: 1 all but what follows, 2 the platform, 4 the range. */

/* The first half: whatever cancels, in wide lanes. */
WAY_INLINE WAY_LOCAL(intercept2d_sums)
    WAY_LOCAL(intercept2d_sum)(const float *const *in, size_t i, int options, const way_block *paired) {
    flanes speed = f_load(in[IN_intercept2d_chaser_speed] + i);
    wide s = w_widen(f_larger(speed, f_set(0.0f)));
    wide rx, ry, vx, vy;
    if (paired) {
        WAY_LOCAL(intercept2d_scene) scene = WAY_LOCAL(intercept2d_look)(in, i, paired->in_pairs);
        rx = w_sub(w_widen(scene.runner_x), w_widen(scene.chaser_x));
        ry = w_sub(w_widen(scene.runner_y), w_widen(scene.chaser_y));
        vx = w_widen(scene.runner_vx);
        vy = w_widen(scene.runner_vy);
    } else { /* widening from memory is cheaper */
        rx = w_sub(w_load(in[IN_intercept2d_runner_x] + i), w_load(in[IN_intercept2d_chaser_x] + i));
        ry = w_sub(w_load(in[IN_intercept2d_runner_y] + i), w_load(in[IN_intercept2d_chaser_y] + i));
        vx = w_load(in[IN_intercept2d_runner_vx] + i);
        vy = w_load(in[IN_intercept2d_runner_vy] + i);
    }
    if (options & 2) {
        vx = w_sub(vx, w_load(in[IN_intercept2d_platform_vx] + i));
        vy = w_sub(vy, w_load(in[IN_intercept2d_platform_vy] + i));
    }
    wide ss = w_mul(s, s);
    wide rr = dot2(rx, ry, rx, ry);
    wide rv = dot2(rx, ry, vx, vy);
    wide k = cross2(rx, ry, vx, vy);
    wide lead = options & 2 ? squares_left2(ss, vx, vy) : speed_lead2(ss, vx, vy);

    WAY_LOCAL(intercept2d_sums) sums;
    sums.of.lead = w_narrow(lead);
    sums.k = w_narrow(k);
    if (!options) {
        sums.of.b = w_narrow(rv);
        sums.of.c = w_narrow(rr);
        sums.of.disc = w_narrow(discriminant(w_mul(ss, rr), w_mul(k, k), rv, lead, rr));
        return sums;
    }
    flanes given_reach = f_load(in[IN_intercept2d_reach] + i);
    wide reach = w_widen(given_reach);
    wide b = w_sub(rv, w_mul(s, reach));
    wide qx = w_sub(w_mul(s, rx), w_mul(reach, vx));
    wide qy = w_sub(w_mul(s, ry), w_mul(reach, vy));
    wide qq = dot2(qx, qy, qx, qy);
    /* a reach of 0 takes the very operations of the short form: a column of zeros gives the same bits as
       none */
    widemask reaches_wide = w_lt(w_widen(f_set(0.0f)), reach);
    mask reaches = f_lt(f_set(0.0f), given_reach);
    wide within = squares_left2(w_mul(reach, reach), rx, ry);
    wide c = w_select(reaches_wide, w_sub(w_widen(f_set(0.0f)), within), rr);
    sums.of.b = w_narrow(b);
    sums.of.c = w_narrow(c);
    sums.of.disc = w_narrow(discriminant(w_select(reaches_wide, qq, w_mul(ss, rr)), w_mul(k, k), b, lead, c));
    sums.qx = f_select(reaches, w_narrow(qx),
                       separation(in[IN_intercept2d_runner_x], in[IN_intercept2d_chaser_x], i));
    sums.qy = f_select(reaches, w_narrow(qy),
                       separation(in[IN_intercept2d_runner_y], in[IN_intercept2d_chaser_y], i));
    sums.qq = f_select(reaches, w_narrow(qq), sums.of.c);
    return sums;
}

/* From the chaser's place to the point, +inf where invalid. */
WAY_INLINE flanes WAY_LOCAL(intercept2d_distance)(WAY_LOCAL(intercept2d_scene) scene, meeting m) {
    wide x = w_widen(f_add(f_sub(scene.runner_x, scene.chaser_x), f_mul(scene.runner_vx, m.after)));
    wide y = w_widen(f_add(f_sub(scene.runner_y, scene.chaser_y), f_mul(scene.runner_vy, m.after)));
    flanes distance = w_narrow(w_sqrt(dot2(x, y, x, y))); /* squares of floats may be larger than floats */
    return f_else(m.valid, f_keep(m.valid, distance), f_set(INFINITY));
}

/* The second half: square root, quotients and answers, in floats. */
WAY_INLINE void WAY_LOCAL(intercept2d_answer)(const float *const *in, size_t i, void *const *to, size_t j,
                                              WAY_LOCAL(intercept2d_sums) sums, int options, unsigned wanted,
                                              way_stores stores, const way_block *paired) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), tiny = f_set(FLT_MIN), largest = f_set(FLT_MAX);
    flanes speed = f_load(in[IN_intercept2d_chaser_speed] + i);
    WAY_LOCAL(intercept2d_scene) scene = WAY_LOCAL(intercept2d_look)(in, i, paired ? paired->in_pairs : 0);
    mask sound = f_le(zero, zero);
    flanes horizon = largest, scale = one, square = sums.of.c;
    flanes qx, qy;
    if (options) {
        flanes reach = f_load(in[IN_intercept2d_reach] + i);
        horizon = f_load(in[IN_intercept2d_horizon] + i);
        sound = m_and(f_le(zero, reach), f_lt(f_set(-INFINITY), horizon));
        if (options & 4)
            sound = m_and(sound, f_le(zero, f_load(in[IN_intercept2d_range] + i)));
        scale = f_select(f_lt(zero, reach), f_keep(f_lt(zero, speed), speed), one);
        square = sums.qq;
        /* a square beyond floats leaves no velocity, and no need of one where it is there already */
        sound = m_and(sound, m_or(f_lt(square, f_set(INFINITY)), f_lt(sums.of.c, tiny)));
        qx = sums.qx;
        qy = sums.qy;
    } else {
        qx = f_sub(scene.runner_x, scene.chaser_x);
        qy = f_sub(scene.runner_y, scene.chaser_y);
    }
    meeting m = meet(sums.of, speed, options, sound, horizon);

    flanes point_x = f_keep(m.valid, f_add(scene.runner_x, f_mul(scene.runner_vx, m.after)));
    flanes point_y = f_keep(m.valid, f_add(scene.runner_y, f_mul(scene.runner_vy, m.after)));

    flanes per_square = f_div(one, square);
    flanes ahead = f_mul(m.root, per_square), aside = f_mul(sums.k, per_square);
    mask driven = m.met;
    if (options) {
        ahead = f_mul(ahead, scale);
        aside = f_mul(aside, scale);
        driven = m_and(m.met, f_le(tiny, square));
    }
    flanes velocity_x = f_keep(driven, f_sub(f_mul(ahead, qx), f_mul(aside, qy)));
    flanes velocity_y = f_keep(driven, f_add(f_mul(ahead, qy), f_mul(aside, qx)));

    /* every load comes before the first store, so that outputs may be inputs */
    ilanes status = meeting_status(m, speed, options);
    if (options & 4)
        status = i_select(m_and(m.reached, f_lt(f_load(in[IN_intercept2d_range] + i),
                                                WAY_LOCAL(intercept2d_distance)(scene, m))),
                          i_set(WAY_OUT_OF_RANGE), status);
    WAY_PUT(f, intercept2d, time, meeting_time(m));
    if (paired) {
        way_put_xy(to[OUT_intercept2d_point_x], to[OUT_intercept2d_point_y], j,
                   paired->out_pairs & 1u << OUT_intercept2d_point_x, point_x, point_y);
        way_put_xy(to[OUT_intercept2d_velocity_x], to[OUT_intercept2d_velocity_y], j,
                   paired->out_pairs & 1u << OUT_intercept2d_velocity_x, velocity_x, velocity_y);
    } else {
        WAY_PUT(f, intercept2d, point_x, point_x);
        WAY_PUT(f, intercept2d, point_y, point_y);
        WAY_PUT(f, intercept2d, velocity_x, velocity_x);
        WAY_PUT(f, intercept2d, velocity_y, velocity_y);
    }
    WAY_PUT(f, intercept2d, latest, meeting_latest(m, sums.of, options));
    WAY_PUT(f, intercept2d, distance, WAY_LOCAL(intercept2d_distance)(scene, m));
    WAY_PUT(i, intercept2d, status, status);
}

/* The sums of each vector come before the answers of the one before it: divisions overlap sums. */
WAY_INLINE void WAY_LOCAL(intercept2d_loop)(const way_block *block, int options, unsigned wanted,
                                            way_stores stores, const way_block *paired) {
    const float *in[IN_intercept2d_COUNT];
    void *to[OUT_intercept2d_COUNT];
    _Alignas(64) float line[OUT_intercept2d_COUNT][WAY_LANES_MAX];
    for (int k = 0; k < IN_intercept2d_COUNT; k++)
        in[k] = block->in[k];
    for (int k = 0; k < OUT_intercept2d_COUNT; k++)
        to[k] = stores == WAY_LINES ? line[k] : block->out[k];

    WAY_LOCAL(intercept2d_sums) next = WAY_LOCAL(intercept2d_sum)(in, 0, options, paired);
    for (size_t i = 0; i < block->count; i += LANES) {
        WAY_LOCAL(intercept2d_sums) now = next;
        if (i + LANES < block->count)
            next = WAY_LOCAL(intercept2d_sum)(in, i + LANES, options, paired);
        size_t j = stores == WAY_LINES ? i % WAY_LANES_MAX : i;
        WAY_LOCAL(intercept2d_answer)(in, i, to, j, now, options, wanted, stores, paired);
        if (stores == WAY_LINES && j == WAY_LANES_MAX - LANES)
            way_put_lines(block->out, line, OUT_intercept2d_COUNT, wanted, i - j);
    }
}

static void WAY_LOCAL(intercept2d)(const way_block *block) {
    const unsigned all = (1u << OUT_intercept2d_COUNT) - 1,
                   usual = all & ~(1u << OUT_intercept2d_latest | 1u << OUT_intercept2d_distance);
    const way_stores special = LANES == WAY_LANES_MAX ? WAY_STREAM : WAY_LINES;
    unsigned wanted = way_wanted(block->out, OUT_intercept2d_COUNT);
    const unsigned platform = 1u << IN_intercept2d_platform_vx | 1u << IN_intercept2d_platform_vy;
    const unsigned others = 1u << IN_intercept2d_reach | 1u << IN_intercept2d_horizon;
    if (block->given & 1u << IN_intercept2d_range)
        WAY_LOCAL(intercept2d_loop)(block, 1 | 2 | 4, wanted, WAY_PLAIN, NULL);
    else if (block->given & platform)
        WAY_LOCAL(intercept2d_loop)(block, 1 | 2, wanted, WAY_PLAIN, NULL);
    else if (block->given & others)
        WAY_LOCAL(intercept2d_loop)(block, 1, wanted, WAY_PLAIN, NULL);
    else if (block->in_pairs | block->out_pairs)
        WAY_LOCAL(intercept2d_loop)(block, 0, wanted, WAY_PLAIN, block);
    else if (wanted == usual && block->stores == special)
        WAY_LOCAL(intercept2d_loop)(block, 0, usual, special, NULL);
    else if (wanted == usual)
        WAY_LOCAL(intercept2d_loop)(block, 0, usual, WAY_PLAIN, NULL);
    else
        WAY_LOCAL(intercept2d_loop)(block, 0, wanted, WAY_PLAIN, NULL);
}
