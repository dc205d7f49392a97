/* The earliest meeting. With q = s r - R v and k = r x v (see lanes_math.h for the rest):

       disc = q.q - k.k       chaser velocity = s (S q + k x q) / q.q       R = 0: (S r + k x r) / r.r

   After Mike Oberberger, "Interception of Two Moving Objects in 2D Space": his law of cosines, without the
   cosine, which holds in space as it stands. The polynomials are formed in wide lanes from the exact inputs
   and rounded once; the rest is float. Options, bits: 1 all but what follows, 2 the platform, 4 the range. */

WAY_PAIRS(intercept2d,
          1 << IN_intercept2d_chaser_x | 1 << IN_intercept2d_runner_x | 1 << IN_intercept2d_runner_vx,
          1 << OUT_intercept2d_point_x | 1 << OUT_intercept2d_velocity_x)
WAY_LONG(intercept3d) /* takes much of the stack */

/* Columns by number, in two and in three dimensions. */
#define COLUMN(of) (dims == 3 ? (int)IN_intercept3d_##of : (int)IN_intercept2d_##of)
#define ANSWER(of) (dims == 3 ? (int)OUT_intercept3d_##of : (int)OUT_intercept2d_##of)

#define intercept_pair WAY_LOCAL(intercept_pair)
#define intercept_scene WAY_LOCAL(intercept_scene)
#define intercept_look WAY_LOCAL(intercept_look)
#define intercept_sums WAY_LOCAL(intercept_sums)
#define intercept_sum WAY_LOCAL(intercept_sum)
#define intercept_roots WAY_LOCAL(intercept_roots)
#define intercept_root WAY_LOCAL(intercept_root)
#define intercept_is_doubtful WAY_LOCAL(intercept_is_doubtful)
#define intercept_settle WAY_LOCAL(intercept_settle)
#define intercept_take_settled WAY_LOCAL(intercept_take_settled)
#define intercept_distance WAY_LOCAL(intercept_distance)
#define intercept_answer WAY_LOCAL(intercept_answer)
#define intercept_loop WAY_LOCAL(intercept_loop)
#define intercept_usual WAY_LOCAL(intercept_usual)
#define intercept_choose WAY_LOCAL(intercept_choose)

/* The places and velocities of one vector of agents, each from columns of its own or, in the plane, from
   pairs. */
typedef struct intercept_scene {
    vector chaser, runner, course;
} intercept_scene;

WAY_INLINE vector intercept_pair(const float *const *in, size_t i, unsigned pairs, int column) {
    vector v = {.z = f_set(0.0f)};
    way_get_xy(in[column], in[column + 1], i, pairs & 1u << column, &v.x, &v.y);
    return v;
}

WAY_INLINE intercept_scene intercept_look(const float *const *in, size_t i, const way_block *paired,
                                          int dims) {
    if (paired)
        return (intercept_scene){intercept_pair(in, i, paired->in_pairs, COLUMN(chaser_x)),
                                 intercept_pair(in, i, paired->in_pairs, COLUMN(runner_x)),
                                 intercept_pair(in, i, paired->in_pairs, COLUMN(runner_vx))};
    return (intercept_scene){vector_load(in + COLUMN(chaser_x), i, dims),
                             vector_load(in + COLUMN(runner_x), i, dims),
                             vector_load(in + COLUMN(runner_vx), i, dims)};
}

typedef struct intercept_sums {
    approach of;
    vector k;
    vector q; /* with options: q, or r where there is no reach */
    flanes qq;
    int grazing; /* is anybody? See lanes_math.h; in floats nobody doubts */
} intercept_sums;

/* The first stage: whatever cancels, in wide lanes. */
WAY_INLINE intercept_sums intercept_sum(const float *const *in, size_t i, int options,
                                        const way_block *paired, int dims) {
    flanes speed = above_zero(f_load(in[COLUMN(chaser_speed)] + i));
    wide s = w_widen(speed);
    wide_vector r, v;
    if (paired) {
        intercept_scene scene = intercept_look(in, i, paired, dims);
        r = wide_sub(wide_widen(scene.runner, dims), wide_widen(scene.chaser, dims), dims);
        v = wide_widen(scene.course, dims);
    } else { /* widening from memory is cheaper */
        r = wide_between(in + COLUMN(runner_x), in + COLUMN(chaser_x), i, dims);
        v = wide_load(in + COLUMN(runner_vx), i, dims);
    }
    if (options & 2)
        v = wide_sub(v, wide_load(in + COLUMN(platform_vx), i, dims), dims);
    wide_vector k = wide_cross(r, v, dims);
    intercept_sums sums;
    sums.k = wide_narrow(k, 3);
    if (!options) {
        sums.of = approach_near(s, r, v, k, dims);
#if WAY_WIDE_IS_DOUBLE
        sums.grazing = m_any(is_grazing(sums.of, speed));
#endif
        return sums;
    }
    wide ss = w_mul(s, s), rr = wide_dot(r, r, dims), kk = wide_cross_square(k, dims);
    wide lead = options & 2 ? squares_left(ss, v, dims) : speed_lead(ss, v, dims);
    flanes given_reach = f_load(in[COLUMN(reach)] + i);
    wide reach = w_widen(given_reach);
    wide b = w_sub(wide_dot(r, v, dims), w_mul(s, reach));
    wide_vector q = wide_sub(wide_scale(r, s, dims), wide_scale(v, reach, dims), dims);
    wide qq = wide_dot(q, q, dims);
    /* a reach of 0 takes the very operations of the short form: a column of zeros gives the same bits as
       none */
    widemask reaches_wide = w_lt(w_widen(f_set(0.0f)), reach);
    mask reaches = f_lt(f_set(0.0f), given_reach);
    wide within = squares_left(w_mul(reach, reach), r, dims);
    wide c = w_select(reaches_wide, w_sub(w_widen(f_set(0.0f)), within), rr);
    sums.of.lead = w_narrow(lead);
    sums.of.b = w_narrow(b);
    sums.of.c = w_narrow(c);
    sums.of.disc = w_narrow(w_sub(w_select(reaches_wide, qq, w_mul(ss, rr)), kk));
    vector straight = vector_between(in + COLUMN(runner_x), in + COLUMN(chaser_x), i, dims);
    sums.q = vector_select(reaches, wide_narrow(q, dims), straight, dims);
    sums.qq = f_select(reaches, w_narrow(qq), sums.of.c);
#if WAY_WIDE_IS_DOUBLE
    mask grazing = is_grazing_within(sums.of, speed, given_reach);
    sums.grazing = m_any(options & 2 ? m_or(grazing, is_equally_fast(sums.of, speed)) : grazing);
#endif
    return sums;
}

typedef struct intercept_roots {
    arrival at;
    flanes per_square; /* 1 / q.q, or 1 / r.r */
} intercept_roots;

/* The second stage: the square root and the quotients, in floats. */
WAY_INLINE intercept_roots intercept_root(intercept_sums sums, int options) {
    return (intercept_roots){arrive(sums.of), f_div(f_set(1.0f), options ? sums.qq : sums.of.c)};
}

/* Then it is to be settled before it is answered. */
WAY_INLINE int intercept_is_doubtful(const float *const *in, size_t i, intercept_sums sums,
                                     intercept_roots roots, int options, int dims) {
#if WAY_WIDE_IS_DOUBLE
    if (!options)
        return sums.grazing;
    return sums.grazing | m_any(is_on_time(roots.at, f_load(in[COLUMN(horizon)] + i)));
#else
    (void)in, (void)i, (void)sums, (void)roots, (void)options, (void)dims;
    return 0;
#endif
}

WAY_INLINE void intercept_settle(const float *const *in, size_t i, intercept_sums sums, intercept_roots roots,
                                 int options, const way_block *paired, int dims, float (*settled)[LANES]) {
#if WAY_WIDE_IS_DOUBLE
    const unsigned pairs = paired ? paired->in_pairs : 0;
    flanes speed = above_zero(f_load(in[COLUMN(chaser_speed)] + i));
    mask doubtful = is_grazing(sums.of, speed);
    way_chases chases = {.pairs = 0};
    chases_take(&chases, CHASE_CHASER, in + COLUMN(chaser_x), i, dims, pairs & 1u << COLUMN(chaser_x));
    chases_take(&chases, CHASE_RUNNER, in + COLUMN(runner_x), i, dims, pairs & 1u << COLUMN(runner_x));
    chases_take(&chases, CHASE_COURSE, in + COLUMN(runner_vx), i, dims, pairs & 1u << COLUMN(runner_vx));
    chases_take(&chases, CHASE_CARRIER, in + COLUMN(platform_vx), i, options & 2 ? dims : 0, 0);
    chases.in[CHASE_SPEED] = in[COLUMN(chaser_speed)] + i;
    chases.in[CHASE_REACH] = options ? in[COLUMN(reach)] + i : NULL;
    chases.in[CHASE_HORIZON] = options ? in[COLUMN(horizon)] + i : NULL;
    if (options) {
        doubtful = m_or(is_grazing_within(sums.of, speed, f_load(in[COLUMN(reach)] + i)),
                        is_on_time(roots.at, f_load(in[COLUMN(horizon)] + i)));
        if (options & 2)
            doubtful = m_or(doubtful, is_equally_fast(sums.of, speed));
    }
    settle(&chases, doubtful, sums.of, roots.at, settled);
#else
    (void)in, (void)i, (void)sums, (void)roots, (void)options, (void)paired, (void)dims, (void)settled;
#endif
}

/* What was settled, in the place of what was in doubt. */
WAY_INLINE void intercept_take_settled(const float *const *in, size_t i, intercept_sums *sums,
                                       intercept_roots *roots, int options, int dims,
                                       float (*settled)[LANES]) {
#if WAY_WIDE_IS_DOUBLE
    sums->of = settled_approach(settled);
    if (options)
        sums->qq = f_select(f_lt(f_set(0.0f), f_load(in[COLUMN(reach)] + i)), sums->qq, sums->of.c);
    roots->at = settled_arrival(settled);
    roots->per_square = f_div(f_set(1.0f), options ? sums->qq : sums->of.c);
#else
    (void)in, (void)i, (void)sums, (void)roots, (void)options, (void)dims, (void)settled;
#endif
}

/* From the chaser's place to the point, +inf where invalid. Of a chaser with a reach or on a platform it is the
   length of what lies between. */
WAY_INLINE flanes intercept_distance(const float *const *in, size_t i, intercept_scene scene, approach of,
                                     meeting m, flanes speed, int options, int dims) {
    flanes straight = meeting_distance(m, speed, f_sqrt(of.c));
    if (!options)
        return straight;
    vector gone = vector_add(vector_sub(scene.runner, scene.chaser, dims),
                             vector_scale(scene.course, m.after, dims), dims);
    wide_vector far = wide_widen(gone, dims);
    flanes distance =
        w_narrow(w_sqrt(wide_dot(far, far, dims))); /* squares of floats may be larger than floats */
    mask own = f_le(f_load(in[COLUMN(reach)] + i), f_set(0.0f));
    if (options & 2)
        own = m_and(own, columns_are_zero(in + COLUMN(platform_vx), i, dims));
    return f_select(own, straight, f_else(m.valid, f_keep(m.valid, distance), f_set(INFINITY)));
}

/* The third stage: the answers, in floats. */
WAY_INLINE void intercept_answer(const float *const *in, size_t i, void *const *to, size_t j,
                                 intercept_sums sums, intercept_roots roots, int options, unsigned wanted,
                                 way_stores stores, const way_block *paired, int dims) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), tiny = f_set(FLT_MIN), largest = f_set(FLT_MAX);
    flanes speed = f_load(in[COLUMN(chaser_speed)] + i);
    intercept_scene scene = intercept_look(in, i, paired, dims);
    mask sound = f_le(zero, zero);
    flanes horizon = largest, scale = one, square = sums.of.c;
    vector q;
    if (options) {
        flanes reach = f_load(in[COLUMN(reach)] + i);
        horizon = f_load(in[COLUMN(horizon)] + i);
        sound = m_and(f_le(zero, reach), f_lt(f_set(-INFINITY), horizon));
        if (options & 4)
            sound = m_and(sound, f_le(zero, f_load(in[COLUMN(range)] + i)));
        scale = f_select(f_lt(zero, reach), above_zero(speed), one);
        square = sums.qq;
        /* a square beyond floats leaves no velocity, and no need of one where it is there already */
        sound = m_and(sound, m_or(f_lt(square, f_set(INFINITY)), f_lt(sums.of.c, tiny)));
        q = sums.q;
    } else
        q = vector_sub(scene.runner, scene.chaser, dims);
    meeting m = meet(sums.of, roots.at, speed, options, sound, horizon);

    vector point =
        vector_keep(m.valid, vector_add(scene.runner, vector_scale(scene.course, m.after, dims), dims), dims);

    flanes per_square = roots.per_square;
    mask driven = m.met;
    if (options) {
        per_square = f_mul(per_square, scale);
        driven = m_and(m.met, f_le(tiny, square));
    }
    vector velocity = vector_keep(driven, ahead_and_aside(roots.at.root, sums.k, per_square, q, dims), dims);

    /* every load comes before the first store, so that outputs may be inputs */
    ilanes status = meeting_status(m, speed, options);
    if (options & 4)
        status = i_select(
            m_and(m.reached, f_lt(f_load(in[COLUMN(range)] + i),
                                  intercept_distance(in, i, scene, sums.of, m, speed, options, dims))),
            i_set(WAY_OUT_OF_RANGE), status);
    flanes distance = zero;
    if (options && wanted & 1u << ANSWER(distance))
        distance = intercept_distance(in, i, scene, sums.of, m, speed, options, dims);
    WAY_PUT_AT(f, ANSWER(time), meeting_time(m));
    if (paired) {
        way_put_xy(to[ANSWER(point_x)], to[ANSWER(point_y)], j, paired->out_pairs & 1u << ANSWER(point_x),
                   point.x, point.y);
        way_put_xy(to[ANSWER(velocity_x)], to[ANSWER(velocity_y)], j,
                   paired->out_pairs & 1u << ANSWER(velocity_x), velocity.x, velocity.y);
    } else {
        WAY_PUT_VECTOR_AT(ANSWER(point_x), point, dims);
        WAY_PUT_VECTOR_AT(ANSWER(velocity_x), velocity, dims);
    }
    WAY_PUT_AT(f, ANSWER(latest), meeting_latest(m, sums.of, roots.at, options));
    WAY_PUT_AT(f, ANSWER(distance),
               options ? distance : intercept_distance(in, i, scene, sums.of, m, speed, 0, dims));
    WAY_PUT_AT(i, ANSWER(status), status);
}

/* While a vector's answers are made, the root and the quotients of the next one and the sums of the one after
   it are under way: the chain from the first load to the last store is longer than a core's window. Not in
   plain C and not on Arm, where handing on from stage to stage costs more than the waiting. */
#if LANES == 1 || defined(__aarch64__)
enum { WAY_LOCAL(intercept_is_staged) = 0 };
#else
enum { WAY_LOCAL(intercept_is_staged) = 1 };
#endif

WAY_INLINE void intercept_loop(const way_block *block, int options, unsigned wanted, way_stores stores,
                               const way_block *paired, int dims) {
    const int inputs = COLUMN(COUNT), outputs = ANSWER(COUNT);
    const float *in[IN_intercept3d_COUNT];
    void *to[OUT_intercept3d_COUNT];
    _Alignas(64) float line[OUT_intercept3d_COUNT][WAY_LANES_MAX];
    for (int k = 0; k < inputs; k++)
        in[k] = block->in[k];
    for (int k = 0; k < outputs; k++)
        to[k] = stores == WAY_LINES ? line[k] : block->out[k];

    const size_t first = block->first, end = first + block->count;
    const int staged = WAY_LOCAL(intercept_is_staged);
    float settled[SETTLED_COUNT][LANES];
    size_t i = first, settled_at = end;
    while (
        i <
        end) { /* once, and twice more at each vector in doubt: from memory, so that nothing waits in the stack */
        intercept_sums now = intercept_sum(in, i, options, paired, dims), next = now;
        intercept_roots roots = intercept_root(now, options);
        if (i == settled_at)
            intercept_take_settled(in, i, &now, &roots, options, dims, settled);
        else if (intercept_is_doubtful(in, i, now, roots, options, dims)) {
            intercept_settle(in, i, now, roots, options, paired, dims, settled);
            settled_at = i;
            continue;
        }
        for (;;) {
            if (staged && i + LANES < end)
                next = intercept_sum(in, i + LANES, options, paired, dims);
            size_t j = stores == WAY_LINES ? (i - first) % WAY_LANES_MAX : i;
            intercept_answer(in, i, to, j, now, roots, options, wanted, stores, paired, dims);
            if (stores == WAY_LINES && j == WAY_LANES_MAX - LANES)
                way_put_lines(block->out, line, outputs, wanted, i - j);
            way_fetch_ahead(in, inputs, dims == 3 ? OPTIONS_intercept3d : OPTIONS_intercept2d, stores, i, j);
            i += LANES;
            if (i >= end)
                break;
            now = staged ? next : intercept_sum(in, i, options, paired, dims);
            roots = intercept_root(now, options);
            if (intercept_is_doubtful(in, i, now, roots, options, dims))
                break;
        }
    }
}

#if WAY_WIDE_IS_DOUBLE /* said once */
typedef enum intercept_way {
    INTERCEPT_IN_RANGE,
    INTERCEPT_CARRIED,
    INTERCEPT_OPTIONS,
    INTERCEPT_PAIRS,
    INTERCEPT_SPECIAL, /* the usual outputs, in the special way to store */
    INTERCEPT_USUAL,
    INTERCEPT_ANY
} intercept_way;
#endif

WAY_INLINE unsigned intercept_usual(int dims) {
    return ((1u << ANSWER(COUNT)) - 1) & ~(1u << ANSWER(latest) | 1u << ANSWER(distance));
}

WAY_INLINE intercept_way intercept_choose(const way_block *block, int dims) {
    const unsigned platform = ((1u << dims) - 1) << COLUMN(platform_vx),
                   others = 1u << COLUMN(reach) | 1u << COLUMN(horizon);
    const way_stores special = LANES == WAY_LANES_MAX ? WAY_STREAM : WAY_LINES;
    if (block->given & 1u << COLUMN(range))
        return INTERCEPT_IN_RANGE;
    if (block->given & platform)
        return INTERCEPT_CARRIED;
    if (block->given & others)
        return INTERCEPT_OPTIONS;
    if (dims == 2 && (block->in_pairs | block->out_pairs))
        return INTERCEPT_PAIRS;
    if (way_wanted(block->out, ANSWER(COUNT)) != intercept_usual(dims))
        return INTERCEPT_ANY;
    return block->stores == special ? INTERCEPT_SPECIAL : INTERCEPT_USUAL;
}

/* Each loop apart, so that they share the stack. */
#define INTERCEPT_LOOP(name, dims, way, options, stores, paired)                                             \
    WAY_APART void WAY_LOCAL(name##_##way)(const way_block *block, unsigned wanted) {                        \
        intercept_loop(block, options, wanted, stores, paired, dims);                                        \
    }
#define INTERCEPT_USUAL_LOOP(name, dims, way, stores)                                                        \
    WAY_APART void WAY_LOCAL(name##_##way)(const way_block *block) {                                         \
        intercept_loop(block, 0, intercept_usual(dims), stores, NULL, dims);                                 \
    }
#define INTERCEPT(name, dims)                                                                                \
    INTERCEPT_LOOP(name, dims, in_range, 1 | 2 | 4, WAY_PLAIN, NULL)                                         \
    INTERCEPT_LOOP(name, dims, carried, 1 | 2, WAY_PLAIN, NULL)                                              \
    INTERCEPT_LOOP(name, dims, with_options, 1, WAY_PLAIN, NULL)                                             \
    INTERCEPT_LOOP(name, dims, by_pairs, 0, WAY_PLAIN, block)                                                \
    INTERCEPT_LOOP(name, dims, any, 0, WAY_PLAIN, NULL)                                                      \
    INTERCEPT_USUAL_LOOP(name, dims, special, LANES == WAY_LANES_MAX ? WAY_STREAM : WAY_LINES)               \
    INTERCEPT_USUAL_LOOP(name, dims, usual, WAY_PLAIN)                                                       \
    static void WAY_LOCAL(name)(const way_block *block) {                                                    \
        unsigned wanted = way_wanted(block->out, OUT_##name##_COUNT);                                        \
        switch (intercept_choose(block, dims)) {                                                             \
        case INTERCEPT_IN_RANGE: WAY_LOCAL(name##_in_range)(block, wanted); break;                           \
        case INTERCEPT_CARRIED: WAY_LOCAL(name##_carried)(block, wanted); break;                             \
        case INTERCEPT_OPTIONS: WAY_LOCAL(name##_with_options)(block, wanted); break;                        \
        case INTERCEPT_PAIRS: WAY_LOCAL(name##_by_pairs)(block, wanted); break;                              \
        case INTERCEPT_SPECIAL: WAY_LOCAL(name##_special)(block); break;                                     \
        case INTERCEPT_USUAL: WAY_LOCAL(name##_usual)(block); break;                                         \
        case INTERCEPT_ANY: WAY_LOCAL(name##_any)(block, wanted); break;                                     \
        }                                                                                                    \
    }

INTERCEPT(intercept2d, 2)
INTERCEPT(intercept3d, 3)

#undef INTERCEPT
#undef INTERCEPT_LOOP
#undef INTERCEPT_USUAL_LOOP
#undef COLUMN
#undef ANSWER
