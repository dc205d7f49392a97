/* Mathematics that kernels share, written once on the vocabulary. Included once per precision: in the
   exact one `wide` is double, in the fast one float. */

#define dot2 WAY_LOCAL(dot2)
#define dot3 WAY_LOCAL(dot3)
#define cross2 WAY_LOCAL(cross2)
#define speed_lead2 WAY_LOCAL(speed_lead2)
#define speed_lead3 WAY_LOCAL(speed_lead3)
#define squares_left2 WAY_LOCAL(squares_left2)
#define squares_left3 WAY_LOCAL(squares_left3)
#define discriminant WAY_LOCAL(discriminant)
#define separation WAY_LOCAL(separation)

/* From one place to another, in floats: one rounding. */
WAY_INLINE flanes separation(const float *to, const float *from, size_t i) {
    return f_sub(f_load(to + i), f_load(from + i));
}

WAY_INLINE wide dot2(wide ax, wide ay, wide bx, wide by) { return w_add(w_mul(ax, bx), w_mul(ay, by)); }

WAY_INLINE wide dot3(wide ax, wide ay, wide az, wide bx, wide by, wide bz) {
    return w_add(dot2(ax, ay, bx, by), w_mul(az, bz));
}

WAY_INLINE wide cross2(wide ax, wide ay, wide bx, wide by) { return w_sub(w_mul(ax, by), w_mul(ay, bx)); }

/* ss - v.v: how much faster (squared) the chaser is. The squares of floats are exact in double; taking the
   largest away first keeps the differences exact while they cancel, so that nearly equal speeds keep every
   digit: relative error 2^-52. */
WAY_INLINE wide speed_lead2(wide ss, wide vx, wide vy) {
    wide xx = w_mul(vx, vx), yy = w_mul(vy, vy);
#if WAY_WIDE_IS_DOUBLE
    return w_sub(w_sub(ss, w_larger(xx, yy)), w_smaller(xx, yy));
#else
    return w_sub(w_sub(ss, yy), xx);
#endif
}

WAY_INLINE wide speed_lead3(wide ss, wide vx, wide vy, wide vz) {
    wide xx = w_mul(vx, vx), yy = w_mul(vy, vy), zz = w_mul(vz, vz);
#if WAY_WIDE_IS_DOUBLE
    wide xy = w_larger(xx, yy), yx = w_smaller(xx, yy);
    wide largest = w_larger(xy, zz), rest = w_smaller(xy, zz);
    return w_sub(w_sub(w_sub(ss, largest), w_larger(rest, yx)), w_smaller(rest, yx));
#else
    return w_sub(w_sub(w_sub(ss, zz), yy), xx);
#endif
}

/* The same of numbers that are longer than floats, such as the difference of two: each is cut into a float
   and a rest, x x = X X + (x - X) (x + X). Also what is left of a separation's square beyond a reach. */
WAY_INLINE wide squares_left2(wide ss, wide x, wide y) {
#if WAY_WIDE_IS_DOUBLE
    wide X = w_widen(w_narrow(x)), Y = w_widen(w_narrow(y));
    return w_sub(speed_lead2(ss, X, Y), dot2(w_sub(x, X), w_sub(y, Y), w_add(x, X), w_add(y, Y)));
#else
    return speed_lead2(ss, x, y);
#endif
}

WAY_INLINE wide squares_left3(wide ss, wide x, wide y, wide z) {
#if WAY_WIDE_IS_DOUBLE
    wide X = w_widen(w_narrow(x)), Y = w_widen(w_narrow(y)), Z = w_widen(w_narrow(z));
    wide rest = dot3(w_sub(x, X), w_sub(y, Y), w_sub(z, Z), w_add(x, X), w_add(y, Y), w_add(z, Z));
    return w_sub(speed_lead3(ss, X, Y, Z), rest);
#else
    return speed_lead3(ss, x, y, z);
#endif
}

/* The quadratic's discriminant, which is both rr - kk and bb + lead c (r: separation in units of speed, k:
   r x v, b: r.v, c: r.r). Each cancels near a grazing meeting; the one with the smaller terms is taken, so
   the error stays within 2^-51 of min(bb, kk), which a float square root does not see. */
WAY_INLINE wide discriminant(wide rr, wide kk, wide b, wide lead, wide c) {
#if WAY_WIDE_IS_DOUBLE
    wide bb = w_mul(b, b);
    return w_select(w_lt(bb, kk), w_add(w_mul(lead, c), bb), w_sub(rr, kk));
#else
    (void)b, (void)lead, (void)c;
    return w_sub(rr, kk);
#endif
}

/* Vectors ------------------------------------------------------------------------------------------------

   In the plane and in space alike: `dims` is 2 or 3, known where these are inlined, and in the plane no z is
   computed. A vector's columns lie side by side in the registry: `in` points at the one of x. */

#define vector WAY_LOCAL(vector)
#define wide_vector WAY_LOCAL(wide_vector)
#define vector_load WAY_LOCAL(vector_load)
#define vector_none WAY_LOCAL(vector_none)
#define columns_are_zero WAY_LOCAL(columns_are_zero)
#define vector_scale WAY_LOCAL(vector_scale)
#define vector_add WAY_LOCAL(vector_add)
#define vector_sub WAY_LOCAL(vector_sub)
#define vector_dot WAY_LOCAL(vector_dot)
#define vector_cross WAY_LOCAL(vector_cross)
#define vector_size WAY_LOCAL(vector_size)
#define vector_between WAY_LOCAL(vector_between)
#define vector_keep WAY_LOCAL(vector_keep)
#define vector_select WAY_LOCAL(vector_select)
#define vector_level WAY_LOCAL(vector_level)
#define above_zero WAY_LOCAL(above_zero)
#define wide_load WAY_LOCAL(wide_load)
#define wide_between WAY_LOCAL(wide_between)
#define wide_sub WAY_LOCAL(wide_sub)
#define wide_add_scaled WAY_LOCAL(wide_add_scaled)
#define wide_dot WAY_LOCAL(wide_dot)
#define wide_perpendicular WAY_LOCAL(wide_perpendicular)
#define wide_cross WAY_LOCAL(wide_cross)
#define wide_cross_square WAY_LOCAL(wide_cross_square)
#define wide_scale WAY_LOCAL(wide_scale)
#define wide_widen WAY_LOCAL(wide_widen)
#define wide_narrow WAY_LOCAL(wide_narrow)
#define speed_lead WAY_LOCAL(speed_lead)
#define squares_left WAY_LOCAL(squares_left)
#define ahead_and_aside WAY_LOCAL(ahead_and_aside)

typedef struct vector {
    flanes x, y, z;
} vector;

typedef struct wide_vector {
    wide x, y, z;
} wide_vector;

WAY_INLINE vector vector_load(const float *const *in, size_t i, int dims) {
    return (vector){f_load(in[0] + i), f_load(in[1] + i), dims == 3 ? f_load(in[2] + i) : f_set(0.0f)};
}

WAY_INLINE vector vector_none(void) { return (vector){f_set(0.0f), f_set(0.0f), f_set(0.0f)}; }

/* Are a vector's numbers all 0? As integers; doubling drops their signs. */
WAY_INLINE mask columns_are_zero(const float *const *in, size_t i, int dims) {
    ilanes bits = i_or(i_load(in[0] + i), i_load(in[1] + i));
    if (dims == 3)
        bits = i_or(bits, i_load(in[2] + i));
    return i_eq(i_add(bits, bits), i_set(0));
}

WAY_INLINE vector vector_scale(vector a, flanes by, int dims) {
    return (vector){f_mul(a.x, by), f_mul(a.y, by), dims == 3 ? f_mul(a.z, by) : a.z};
}

WAY_INLINE vector vector_add(vector a, vector b, int dims) {
    return (vector){f_add(a.x, b.x), f_add(a.y, b.y), dims == 3 ? f_add(a.z, b.z) : a.z};
}

WAY_INLINE vector vector_sub(vector a, vector b, int dims) {
    return (vector){f_sub(a.x, b.x), f_sub(a.y, b.y), dims == 3 ? f_sub(a.z, b.z) : a.z};
}

WAY_INLINE flanes vector_dot(vector a, vector b, int dims) {
    flanes sum = f_add(f_mul(a.x, b.x), f_mul(a.y, b.y));
    return dims == 3 ? f_add(sum, f_mul(a.z, b.z)) : sum;
}

/* |x| + |y| + |z|: finite where all of them are, but near the end of floats; 0 where all of them are. */
WAY_INLINE flanes vector_size(vector a, int dims) {
    flanes sum = f_add(f_abs(a.x), f_abs(a.y));
    return dims == 3 ? f_add(sum, f_abs(a.z)) : sum;
}

/* In two dimensions z alone. */
WAY_INLINE vector vector_cross(vector a, vector b, int dims) {
    const flanes zero = f_set(0.0f);
    return (vector){dims == 3 ? f_sub(f_mul(a.y, b.z), f_mul(a.z, b.y)) : zero,
                    dims == 3 ? f_sub(f_mul(a.z, b.x), f_mul(a.x, b.z)) : zero,
                    f_sub(f_mul(a.x, b.y), f_mul(a.y, b.x))};
}

/* From one place to another, in floats: one rounding. */
WAY_INLINE vector vector_between(const float *const *to, const float *const *from, size_t i, int dims) {
    return vector_sub(vector_load(to, i, dims), vector_load(from, i, dims), dims);
}

/* a, or 0 where not m. */
WAY_INLINE vector vector_keep(mask m, vector a, int dims) {
    return (vector){f_keep(m, a.x), f_keep(m, a.y), dims == 3 ? f_keep(m, a.z) : a.z};
}

WAY_INLINE vector vector_select(mask m, vector a, vector b, int dims) {
    return (vector){f_select(m, a.x, b.x), f_select(m, a.y, b.y), dims == 3 ? f_select(m, a.z, b.z) : a.z};
}

/* The level part, of vectors whose y is the height. */
WAY_INLINE vector vector_level(vector a) { return (vector){a.x, f_set(0.0f), a.z}; }

/* a, or +0 where it is not above 0. */
WAY_INLINE flanes above_zero(flanes a) { return f_larger(a, f_set(0.0f)); }

WAY_INLINE wide_vector wide_load(const float *const *in, size_t i, int dims) {
    return (wide_vector){w_load(in[0] + i), w_load(in[1] + i), dims == 3 ? w_load(in[2] + i) : w_set(0.0)};
}

WAY_INLINE wide_vector wide_sub(wide_vector a, wide_vector b, int dims) {
    return (wide_vector){w_sub(a.x, b.x), w_sub(a.y, b.y), dims == 3 ? w_sub(a.z, b.z) : a.z};
}

/* From one place to another. Rounded it is vector_between, to the bit: doubles have more than twice a float's
   digits, so that rounding twice does no harm (Samuel Figueroa, "When is double rounding innocuous?"). */
WAY_INLINE wide_vector wide_between(const float *const *to, const float *const *from, size_t i, int dims) {
    return wide_sub(wide_load(to, i, dims), wide_load(from, i, dims), dims);
}

WAY_INLINE wide_vector wide_add_scaled(wide_vector a, wide_vector b, wide by, int dims) {
    return (wide_vector){w_add(a.x, w_mul(b.x, by)), w_add(a.y, w_mul(b.y, by)),
                         dims == 3 ? w_add(a.z, w_mul(b.z, by)) : a.z};
}

WAY_INLINE wide wide_dot(wide_vector a, wide_vector b, int dims) {
    return dims == 3 ? dot3(a.x, a.y, a.z, b.x, b.y, b.z) : dot2(a.x, a.y, b.x, b.y);
}

/* A quarter turn to the left, in the plane. */
WAY_INLINE wide_vector wide_perpendicular(wide_vector a) { return (wide_vector){w_negate(a.y), a.x, a.z}; }

/* In two dimensions z alone. */
WAY_INLINE wide_vector wide_cross(wide_vector a, wide_vector b, int dims) {
    const wide zero = w_set(0.0);
    return (wide_vector){dims == 3 ? cross2(a.y, a.z, b.y, b.z) : zero,
                         dims == 3 ? cross2(a.z, a.x, b.z, b.x) : zero, cross2(a.x, a.y, b.x, b.y)};
}

/* Of what wide_cross gave. */
WAY_INLINE wide wide_cross_square(wide_vector k, int dims) {
    return dims == 3 ? wide_dot(k, k, 3) : w_mul(k.z, k.z);
}

WAY_INLINE wide_vector wide_scale(wide_vector a, wide by, int dims) {
    return (wide_vector){w_mul(a.x, by), w_mul(a.y, by), dims == 3 ? w_mul(a.z, by) : a.z};
}

WAY_INLINE wide_vector wide_widen(vector a, int dims) {
    return (wide_vector){w_widen(a.x), w_widen(a.y), dims == 3 ? w_widen(a.z) : w_set(0.0)};
}

WAY_INLINE vector wide_narrow(wide_vector a, int dims) {
    return (vector){w_narrow(a.x), w_narrow(a.y), dims == 3 ? w_narrow(a.z) : f_set(0.0f)};
}

WAY_INLINE wide speed_lead(wide ss, wide_vector v, int dims) {
    return dims == 3 ? speed_lead3(ss, v.x, v.y, v.z) : speed_lead2(ss, v.x, v.y);
}

WAY_INLINE wide squares_left(wide ss, wide_vector v, int dims) {
    return dims == 3 ? squares_left3(ss, v.x, v.y, v.z) : squares_left2(ss, v.x, v.y);
}

/* (S q + k x q) scale: the chaser's velocity, from the root S and r x v. */
WAY_INLINE vector ahead_and_aside(flanes root, vector k, flanes scale, vector q, int dims) {
    flanes ahead = f_mul(root, scale), aside = f_mul(k.z, scale);
    if (dims == 3)
        return vector_add(vector_scale(q, ahead, 3), vector_cross(vector_scale(k, scale, 3), q, 3), 3);
    return (vector){f_sub(f_mul(ahead, q.x), f_mul(aside, q.y)), f_add(f_mul(ahead, q.y), f_mul(aside, q.x)),
                    q.z};
}

/* A meeting -------------------------------------------------------------------------------------------------

   |r + v t| = s t + R, squared: a t^2 + 2 b t + c = 0 with a = v.v - s s, b = r.v - s R, c = r.r - R R.

       disc = b b - a c     S = sqrt(disc)     earliest t = c / (|b| + S) where b < 0, else (b + S) / -a
                                               latest   t = (|b| + S) / a where b < 0, else -c / (b + S)

   Nothing cancels in these quotients. c <= 0 is there already. */

#define approach WAY_LOCAL(approach)
#define approach_of WAY_LOCAL(approach_of)
#define arrival WAY_LOCAL(arrival)
#define arrive WAY_LOCAL(arrive)
#define meeting WAY_LOCAL(meeting)
#define meet WAY_LOCAL(meet)
#define meeting_time WAY_LOCAL(meeting_time)
#define meeting_latest WAY_LOCAL(meeting_latest)
#define meeting_status WAY_LOCAL(meeting_status)
#define meeting_distance WAY_LOCAL(meeting_distance)
#define wide_approach WAY_LOCAL(wide_approach)
#define wide_approach_of WAY_LOCAL(wide_approach_of)
#define approach_near WAY_LOCAL(approach_near)
#define is_grazing WAY_LOCAL(is_grazing)
#define is_grazing_within WAY_LOCAL(is_grazing_within)
#define is_equally_fast WAY_LOCAL(is_equally_fast)
#define is_on_time WAY_LOCAL(is_on_time)
#define chases_take WAY_LOCAL(chases_take)
#define settle WAY_LOCAL(settle)
#define settled_approach WAY_LOCAL(settled_approach)
#define settled_arrival WAY_LOCAL(settled_arrival)

typedef struct approach {
    flanes lead, b, c, disc; /* lead is -a */
} approach;

/* What a meeting waits for. */
typedef struct arrival {
    flanes root;  /* S; NaN where there is none, which reaches no output */
    flanes reach; /* |b| + S */
    flanes time;  /* the earliest t, where there is any */
} arrival;

typedef struct meeting {
    flanes after; /* the time where it is met, else 0 */
    mask valid;
    mask late, there, met; /* of the valid ones; late only with options */
    mask reached;          /* met, or there already */
} meeting;

typedef struct wide_approach {
    wide lead, b, c, qq, kk; /* disc is both qq - kk and b b + lead c */
} wide_approach;

/* Without a reach: r from the chaser to the runner, k = r x v. */
WAY_INLINE wide_approach wide_approach_of(wide s, wide_vector r, wide_vector v, wide_vector k, int dims) {
    wide ss = w_mul(s, s), rr = wide_dot(r, r, dims);
    return (wide_approach){.lead = speed_lead(ss, v, dims),
                           .b = wide_dot(r, v, dims),
                           .c = rr,
                           .qq = w_mul(ss, rr),
                           .kk = wide_cross_square(k, dims)};
}

WAY_INLINE approach approach_of(wide s, wide_vector r, wide_vector v, wide_vector k, int dims) {
    wide_approach of = wide_approach_of(s, r, v, k, dims);
    return (approach){w_narrow(of.lead), w_narrow(of.b), w_narrow(of.c),
                      w_narrow(discriminant(of.qq, of.kk, of.b, of.lead, of.c))};
}

/* The same with fewer steps, for those who settle their doubts: see there. The discriminant is wrong by 2^-50 of
   |r| |v| squared. */
WAY_INLINE approach approach_near(wide s, wide_vector r, wide_vector v, wide_vector k, int dims) {
    wide_approach of = wide_approach_of(s, r, v, k, dims);
    return (approach){w_narrow(of.lead), w_narrow(of.b), w_narrow(of.c), w_narrow(w_sub(of.qq, of.kk))};
}

WAY_INLINE arrival arrive(approach of) {
    arrival at = {.root = f_sqrt(of.disc)};
    at.reach = f_add(f_abs(of.b), at.root);
    at.time = f_div(f_if_minus(of.b, of.c, at.reach), f_if_minus(of.b, at.reach, of.lead));
    return at;
}

/* Sound and horizon are read only with options. What is not finite, or grew beyond floats, is not valid:
   the sum of all that could be. With s < 2e19 and |r| > 1e-19, no quotient of the answer overflows; in
   floats disc sees to that, from doubles it would not. */
WAY_INLINE meeting meet(approach of, arrival at, flanes speed, int options, mask sound, flanes horizon) {
    meeting m;
#if WAY_WIDE_IS_DOUBLE
    flanes everything = f_add(f_add(of.lead, f_mul(speed, speed)), f_add(of.c, of.disc));
#else
    flanes everything = f_add(f_add(of.lead, speed), of.disc);
#endif
    m.valid = f_lt(f_abs(everything), f_set(INFINITY));
    if (options)
        m.valid = m_and(m.valid, sound);

    /* disc >= 0 and (b < 0 or lead > 0), by sign bits: they survive where the value underflows. Where one
       is NaN, so is the time; where lead is 0, it is infinite unless b < 0. */
    flanes ever = f_except_minus(f_either_minus(of.b, f_negate(of.lead)), of.disc);
    mask possible = m_and(f_minus(ever), f_le(at.time, f_set(FLT_MAX)));

    mask near = f_lt(of.c, f_set(FLT_MIN));
    mask apart = m_andnot(m.valid, near);
    m.there = m_and(m.valid, near);
    m.met = m_and(apart, possible);
    m.late = m.met;
    if (options) { /* a horizon below 0 forbids even being there */
        mask now_counts = f_le(f_set(0.0f), horizon);
        mask in_time = f_le(at.time, horizon);
        m.late = m_or(m_andnot(m.met, in_time), m_andnot(m.there, now_counts));
        m.met = m_and(m.met, in_time);
        m.there = m_and(m.there, now_counts);
    }
    m.reached = m_or(m.met, m.there);
    m.after = f_keep(m.met, at.time);
    return m;
}

WAY_INLINE flanes meeting_time(meeting m) { return f_else(m.reached, m.after, f_set(INFINITY)); }

WAY_INLINE flanes meeting_latest(meeting m, approach of, arrival at, int options) {
    const flanes zero = f_set(0.0f);
    mask closing = f_lt(of.b, zero), slower = f_lt(of.lead, zero);
    flanes last = f_keep(closing, f_div(at.reach, f_negate(of.lead)));
    if (options) /* within reach and drawing apart: until it is out of reach */
        last = f_select(closing, last, f_div(f_negate(of.c), at.reach));
    return f_keep(m.reached, f_select(slower, above_zero(last), f_set(INFINITY)));
}

/* Why it is not met, whoever is met or there notwithstanding; then those: WAY_MET is 0, WAY_THERE 1. */
WAY_INLINE ilanes meeting_status(meeting m, flanes speed, int options) {
    ilanes why = i_count(f_le(speed, f_set(0.0f)), i_set(WAY_TOO_SLOW)); /* or WAY_IMMOBILE */
    if (options)
        why = i_select(m.late, i_set(WAY_LATE), why);
    why = i_select(m.valid, why, i_set(WAY_INVALID));
    return i_count(m.there, i_except(m.reached, why));
}

/* From the chaser's place to the point, of a chaser that nothing carries and that reaches no further than
   itself, +inf where invalid: at its own speed it covers that in the time; one that only waits is where the
   runner comes to. `apart` is |r|. */
WAY_INLINE flanes meeting_distance(meeting m, flanes speed, flanes apart) {
    flanes gone = f_select(m.met, f_mul(above_zero(speed), m.after), apart);
    return f_else(m.valid, f_keep(m.valid, gone), f_set(INFINITY));
}

/* Doubts ----------------------------------------------------------------------------------------------------

   Each term of q.q - k.k is wrong by some 2^-50 of itself or of M M, where M = |r| |v|: what is left where they
   cancel can have any sign. An agent is in doubt where its discriminant is within 2^-22 of M M; with a reach or a
   platform also where c or lead is as close to 0, and with a horizon where the time is close to that: about one
   of a million that are drawn. The rest neither decides otherwise nor sees it in a float. Whoever is in
   doubt is done again with more care, by itself in plain C (see chase.h), and whom that does not settle in whole numbers,
   which leave nothing in doubt. In floats, fast, nobody doubts: digits are lost before. */

#if WAY_WIDE_IS_DOUBLE

/* Without options. Nobody is in doubt where nobody moves, or who is in one place. */
WAY_INLINE mask is_grazing(approach of, flanes speed) {
    flanes rr = f_mul(of.c, f_set(0x1p-22f)), vv = f_sub(f_mul(speed, speed), of.lead);
    return f_lt(f_abs(of.disc), f_mul(rr, vv));
}

/* For r.r and v.v do, as what is grazing is at least as fast as s and no nearer than R. */
WAY_INLINE mask is_grazing_within(approach of, flanes speed, flanes reach) {
    const flanes little = f_set(0x1p-22f);
    flanes near = f_mul(f_mul(reach, reach), little), vv = f_sub(f_mul(speed, speed), of.lead);
    mask grazing = f_lt(f_abs(of.disc), f_mul(f_add(f_mul(of.c, little), near), vv));
    return m_or(grazing, f_lt(f_abs(of.c), near));
}

WAY_INLINE mask is_equally_fast(approach of, flanes speed) {
    return f_lt(f_abs(of.lead), f_mul(f_mul(speed, f_set(0x1p-22f)), speed));
}

WAY_INLINE mask is_on_time(arrival at, flanes horizon) {
    return f_le(f_abs(f_sub(at.time, horizon)), f_mul(at.time, f_set(0x1p-20f)));
}

/* A vector's place or velocity, or the first of its numbers, into the chases: its columns at agent i. */
WAY_INLINE void chases_take(way_chases *chases, int number, const float *const *in, size_t i, int dims,
                            unsigned paired) {
    for (int k = 0; k < 3; k++)
        chases->in[number + k] = k >= dims ? NULL : paired ? in[0] + 2 * i + k : in[k] + i;
    chases->pairs |= paired ? 7u << number : 0u;
}

/* The lanes in doubt. Whatever is not settled stays as it is. */
WAY_INLINE void settle(way_chases *chases, mask doubtful, approach of, arrival at, float (*settled)[LANES]) {
    f_store(settled[SETTLED_LEAD], of.lead);
    f_store(settled[SETTLED_B], of.b);
    f_store(settled[SETTLED_C], of.c);
    f_store(settled[SETTLED_DISC], of.disc);
    f_store(settled[SETTLED_ROOT], at.root);
    f_store(settled[SETTLED_REACH], at.reach);
    f_store(settled[SETTLED_TIME], at.time);
    f_store(settled[SETTLED_DOUBT], f_keep(doubtful, f_set(1.0f)));
    chases->lanes = LANES;
    chases->settled = settled[0];
    way_settle_chases(chases);
}

WAY_INLINE approach settled_approach(float (*settled)[LANES]) {
    return (approach){f_load(settled[SETTLED_LEAD]), f_load(settled[SETTLED_B]), f_load(settled[SETTLED_C]),
                      f_load(settled[SETTLED_DISC])};
}

WAY_INLINE arrival settled_arrival(float (*settled)[LANES]) {
    return (arrival){f_load(settled[SETTLED_ROOT]), f_load(settled[SETTLED_REACH]),
                     f_load(settled[SETTLED_TIME])};
}

#endif
