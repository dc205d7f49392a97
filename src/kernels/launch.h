/* Throwing from one place to another under gravity g, y being the height. With d the way there, h its
   horizontal part and y its height:

       by the top      rise and fall are what the arc climbs to its top and comes down from it;
                       time = sqrt(2 rise / g) + sqrt(2 fall / g), velocity = h / time, g sqrt(2 rise / g) upwards
       by the speed s  b = s^2 - g y, n = 2 s^2 y + g h.h, disc = s^4 - g n = b^2 - g^2 d.d, S = sqrt(disc),
                       w = sqrt(2 (b + S)): low time = 2 |d| / w, upwards n / ((s^2 + S) time);
                       high time = w / g, upwards (s^2 + S) / w
       furthest        disc = s^2 - 2 g y: range = s sqrt(disc) / g, at a slope of s / sqrt(disc)
       slowest         s^2 = g (y + |d|), time = sqrt(2 |d| / g), velocity = h / time, (y + |d|) / time upwards

   The first after "Two Basic Kinematics Problems" (solving parabolas). Only n, b and the discs cancel, which
   are formed in wide lanes and rounded once; the rest is float. */

#define climb WAY_LOCAL(climb)
#define launch_climb WAY_LOCAL(launch_climb)
#define launched WAY_LOCAL(launched)
#define launch_apex WAY_LOCAL(launch_apex)
#define shot WAY_LOCAL(shot)
#define prospect WAY_LOCAL(prospect)
#define shot_prospect WAY_LOCAL(shot_prospect)
#define shot_at WAY_LOCAL(shot_at)
#define shot_status WAY_LOCAL(shot_status)
#define two_arcs WAY_LOCAL(two_arcs)
#define shot_bounds WAY_LOCAL(shot_bounds)
#define launch_speed WAY_LOCAL(launch_speed)
#define launch_reach WAY_LOCAL(launch_reach)

typedef struct launched {
    vector velocity;
    flanes time, rise_time, top;
    ilanes status;
} launched;

typedef struct climb {
    flanes up, down; /* s */
} climb;

WAY_INLINE climb launch_climb(const float *from_y, const float *to_y, size_t i, flanes gravity, flanes apex) {
    flanes y = f_sub(f_load(to_y + i), f_load(from_y + i));
    flanes rise = f_add(above_zero(y), apex), fall = f_add(above_zero(f_negate(y)), apex);
    flanes per_gravity = f_div(f_set(2.0f), gravity);
    return (climb){f_sqrt(f_mul(rise, per_gravity)), f_sqrt(f_mul(fall, per_gravity))};
}

WAY_INLINE launched launch_apex(const float *const *from, const float *const *to, size_t i, flanes gravity,
                                flanes apex, climb way, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    vector here = vector_load(from, i, dims), there = vector_load(to, i, dims);
    vector d = vector_sub(there, here, dims);
    flanes time = f_add(way.up, way.down);
    vector velocity = vector_scale(d, f_div(f_set(1.0f), time), dims);
    velocity.y = f_mul(gravity, way.up);
    flanes top = f_add(f_larger(there.y, here.y), apex);

    flanes level = dims == 3 ? f_add(f_abs(d.x), f_abs(d.z)) : f_abs(d.x);
    flanes asked = f_add(f_add(level, f_abs(d.y)), f_add(gravity, time));
    mask moving = f_lt(zero, time), sideways = f_lt(zero, level);
    /* a gravity of 0 or an apex leaves no time that is finite, a place no way */
    mask given = f_le(zero, f_smaller(apex, gravity));
    mask finite = f_lt(f_larger(f_abs(top), asked), infinity);
    mask valid =
        m_andnot(m_and(given, finite), m_andnot(moving, f_lt(vector_size(velocity, dims), infinity)));
    mask flies = m_and(valid, moving);

    launched l;
    flanes otherwise = f_select(m_andnot(valid, sideways), zero, infinity);
    l.velocity = vector_keep(flies, velocity, dims);
    l.time = f_select(flies, time, otherwise);
    l.rise_time = f_select(flies, way.up, otherwise);
    l.top = f_keep(valid, top);
    ilanes still = i_select(sideways, i_set(WAY_DEGENERATE), i_set(WAY_THERE));
    l.status = i_select(valid, i_select(moving, i_set(WAY_MET), still), i_set(WAY_INVALID));
    return l;
}

#define LAUNCH_APEX(name, dims)                                                                              \
    WAY_INLINE climb WAY_LOCAL(name##_begin)(const float *const *in, size_t i) {                             \
        return launch_climb(in[IN_##name##_from_y], in[IN_##name##_to_y], i,                                 \
                            f_load(in[IN_##name##_gravity] + i), f_load(in[IN_##name##_apex] + i));          \
    }                                                                                                        \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS, climb way) {                                \
        (void)options;                                                                                       \
        launched l =                                                                                         \
            launch_apex(in + IN_##name##_from_x, in + IN_##name##_to_x, i,                                   \
                        f_load(in[IN_##name##_gravity] + i), f_load(in[IN_##name##_apex] + i), way, dims);   \
        WAY_PUT(f, name, time, l.time);                                                                      \
        WAY_PUT_VECTOR(name, velocity_x, l.velocity, dims);                                                  \
        WAY_PUT(f, name, rise_time, l.rise_time);                                                            \
        WAY_PUT(f, name, top, l.top);                                                                        \
        WAY_PUT(i, name, status, l.status);                                                                  \
    }                                                                                                        \
    WAY_STAGED_KERNEL(name, climb, 8)

LAUNCH_APEX(launch_apex2d, 2)
LAUNCH_APEX(launch_apex3d, 3)

/* What a shot at a given speed is made of. */
typedef struct shot {
    vector d;
    flanes squares;          /* d.d */
    flanes square;           /* s^2 */
    flanes b, n, disc, over; /* over: the disc of the furthest */
    flanes reach;            /* |d| */
} shot;

/* What there is to say of it. */
typedef struct prospect {
    mask valid, able, there; /* there: no way to go */
    mask reaches;            /* of the able ones */
} prospect;

WAY_INLINE shot shot_at(const float *const *from, const float *const *to, size_t i, flanes speed,
                        flanes gravity, int dims) {
    wide_vector r = wide_between(to, from, i, dims);
    wide s = w_widen(speed), g = w_widen(gravity), ss = w_mul(s, s);
    wide hh = dims == 3 ? dot2(r.x, r.z, r.x, r.z) : w_mul(r.x, r.x);
    wide drop = w_mul(g, r.y), n = w_add(w_mul(ss, w_add(r.y, r.y)), w_mul(g, hh));
    shot a;
    a.d = vector_between(to, from, i, dims); /* r, rounded */
    a.squares = w_narrow(w_add(hh, w_mul(r.y, r.y)));
    a.square = f_mul(speed, speed);
    a.b = w_narrow(w_sub(ss, drop));
    a.n = w_narrow(n);
    a.disc = w_narrow(w_sub(w_mul(ss, ss), w_mul(g, n)));
    a.over = w_narrow(w_sub(ss, w_add(drop, drop)));
    a.reach = f_sqrt(a.squares);
    return a;
}

WAY_INLINE prospect shot_prospect(shot a, flanes speed, flanes gravity) {
    const flanes zero = f_set(0.0f);
    /* no column that is not finite leaves the disc so */
    flanes sum = f_add(f_add(f_abs(a.b), f_abs(a.n)), f_add(f_abs(a.disc), a.squares));
    prospect p;
    p.valid = m_and(f_lt(zero, gravity), f_lt(sum, f_set(INFINITY)));
    p.able = f_lt(zero, speed);
    p.there = f_lt(a.squares, f_set(FLT_MIN));
    p.reaches = m_and(f_le(zero, a.disc), f_lt(zero, a.b));
    return p;
}

WAY_INLINE ilanes shot_status(prospect a, mask valid) {
    ilanes status = i_select(a.reaches, i_set(WAY_MET), i_set(WAY_TOO_SLOW));
    status = i_select(a.able, status, i_set(WAY_IMMOBILE));
    status = i_select(a.there, i_set(WAY_THERE), status);
    return i_select(valid, status, i_set(WAY_INVALID));
}

typedef struct two_arcs {
    vector low, high;
    flanes low_time, high_time;
    ilanes status;
} two_arcs;

WAY_INLINE two_arcs launch_speed(shot a, flanes speed, flanes gravity, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    flanes root = f_sqrt(a.disc), sum = f_add(a.b, root);
    flanes w = f_sqrt(f_add(sum, sum)), per_w = f_div(f_set(1.0f), w);
    flanes most = f_add(a.square, root), twice = f_add(a.reach, a.reach);
    two_arcs t;
    t.low_time = f_mul(twice, per_w);
    t.high_time = f_div(w, gravity);
    flanes share = f_div(w, f_mul(twice, most));
    t.low = vector_scale(a.d, f_mul(share, most), dims);
    t.low.y = f_mul(a.n, share);
    t.high = vector_scale(a.d, f_mul(gravity, per_w), dims);
    t.high.y = f_mul(most, per_w);

    prospect p = shot_prospect(a, speed, gravity);
    mask flies = m_andnot(m_and(p.able, p.reaches), p.there);
    flanes found =
        f_add(f_add(vector_size(t.low, dims), vector_size(t.high, dims)), f_add(t.low_time, t.high_time));
    mask finite = f_lt(f_keep(flies, found), infinity);
    mask valid = m_and(p.valid, finite);
    flies = m_and(flies, valid);
    flanes otherwise = f_select(m_and(valid, p.there), zero, infinity);
    t.low = vector_keep(flies, t.low, dims);
    t.high = vector_keep(flies, t.high, dims);
    t.low_time = f_select(flies, t.low_time, otherwise);
    t.high_time = f_select(flies, t.high_time, otherwise);
    t.status = shot_status(p, valid);
    return t;
}

#define LAUNCH_SPEED(name, dims)                                                                             \
    WAY_INLINE shot WAY_LOCAL(name##_begin)(const float *const *in, size_t i) {                              \
        return shot_at(in + IN_##name##_from_x, in + IN_##name##_to_x, i, f_load(in[IN_##name##_speed] + i), \
                       f_load(in[IN_##name##_gravity] + i), dims);                                           \
    }                                                                                                        \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS, shot a) {                                   \
        (void)options;                                                                                       \
        two_arcs t =                                                                                         \
            launch_speed(a, f_load(in[IN_##name##_speed] + i), f_load(in[IN_##name##_gravity] + i), dims);   \
        WAY_PUT(f, name, time, t.low_time);                                                                  \
        WAY_PUT_VECTOR(name, velocity_x, t.low, dims);                                                       \
        WAY_PUT(f, name, high_time, t.high_time);                                                            \
        WAY_PUT_VECTOR(name, high_velocity_x, t.high, dims);                                                 \
        WAY_PUT(i, name, status, t.status);                                                                  \
    }                                                                                                        \
    WAY_STAGED_KERNEL(name, shot, 8)

LAUNCH_SPEED(launch_speed2d, 2)
LAUNCH_SPEED(launch_speed3d, 3)

typedef struct shot_bounds {
    flanes range, least_speed, least_time;
    vector far, least;
    ilanes status;
} shot_bounds;

WAY_INLINE shot_bounds launch_reach(const float *const *from, const float *const *to, size_t i, flanes speed,
                                    flanes gravity, int dims) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), infinity = f_set(INFINITY);
    shot a = shot_at(from, to, i, speed, gravity, dims);
    prospect p = shot_prospect(a, speed, gravity);
    shot_bounds b;

    /* furthest, on the side of the other place */
    flanes hh = f_mul(a.d.x, a.d.x);
    if (dims == 3)
        hh = f_add(hh, f_mul(a.d.z, a.d.z));
    mask sideways = f_le(f_set(FLT_MIN), hh);
    flanes per_h = f_div(one, f_sqrt(hh));
    vector ahead = vector_scale(vector_level(a.d), per_h, dims);
    ahead = vector_select(sideways, ahead, (vector){one, zero, zero}, dims);
    mask gets_up = m_and(f_le(zero, a.over), p.able);
    flanes root = f_sqrt(a.over), w = f_sqrt(f_add(a.square, a.over));
    flanes per_w = f_div(speed, w);
    b.range = f_mul(f_div(speed, gravity), root);
    b.far = vector_scale(ahead, f_mul(root, per_w), dims);
    b.far.y = f_mul(speed, per_w);

    /* slowest */
    flanes height = f_select(f_lt(a.d.y, zero), f_div(hh, f_sub(a.reach, a.d.y)), f_add(a.d.y, a.reach));
    b.least_speed = f_sqrt(f_mul(gravity, height));
    b.least_time = f_sqrt(f_div(f_add(a.reach, a.reach), gravity));
    flanes per_time = f_div(one, b.least_time);
    b.least = vector_scale(a.d, per_time, dims);
    b.least.y = f_mul(height, per_time);

    mask goes = m_andnot(p.valid, p.there);
    flanes found = f_add(f_add(vector_size(b.least, dims), b.least_time), b.least_speed);
    mask finite =
        f_lt(f_add(f_keep(goes, found), f_keep(gets_up, f_add(b.range, vector_size(b.far, dims)))), infinity);
    mask valid = m_and(p.valid, m_and(finite, f_lt(f_abs(a.over), infinity)));
    goes = m_and(goes, valid);
    gets_up = m_and(gets_up, valid);
    b.range = f_keep(gets_up, b.range);
    b.far = vector_keep(gets_up, b.far, dims);
    b.least = vector_keep(goes, b.least, dims);
    b.least_speed = f_select(valid, f_keep(goes, b.least_speed), infinity);
    b.least_time = f_select(valid, f_keep(goes, b.least_time), infinity);
    b.status = shot_status(p, valid);
    return b;
}

#define LAUNCH_REACH(name, dims)                                                                             \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS) {                                           \
        (void)options;                                                                                       \
        shot_bounds b =                                                                                      \
            launch_reach(in + IN_##name##_from_x, in + IN_##name##_to_x, i,                                  \
                         f_load(in[IN_##name##_speed] + i), f_load(in[IN_##name##_gravity] + i), dims);      \
        WAY_PUT(f, name, range, b.range);                                                                    \
        WAY_PUT_VECTOR(name, far_velocity_x, b.far, dims);                                                   \
        WAY_PUT(f, name, least_speed, b.least_speed);                                                        \
        WAY_PUT_VECTOR(name, least_velocity_x, b.least, dims);                                               \
        WAY_PUT(f, name, least_time, b.least_time);                                                          \
        WAY_PUT(i, name, status, b.status);                                                                  \
    }                                                                                                        \
    WAY_KERNEL(name)

LAUNCH_REACH(launch_reach2d, 2)
LAUNCH_REACH(launch_reach3d, 3)

#undef LAUNCH_APEX
#undef LAUNCH_SPEED
#undef LAUNCH_REACH
