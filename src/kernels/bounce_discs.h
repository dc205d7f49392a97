/* Two moving discs: the interception of a chaser that stands still, within a reach of both radii, tells when
   they meet (see lanes_math.h: |r + v t| = R); along the line of centres then, n, the one's velocity changes
   by

       (1 + e) (v.n) m2 / (m1 + m2) n

   After "Vector Geometry in Game Programming" by Twinsen, which announces it: momentum is kept, and of the
   closing speed the share e. */

#define pushed WAY_LOCAL(pushed)
#define push_discs WAY_LOCAL(push_discs)
#define pushed_store WAY_LOCAL(pushed_store)

typedef struct pushed {
    flanes time, x, y;
    ilanes status;
    mask doubt; /* see sweep.h */
} pushed;

WAY_INLINE pushed push_discs(const float *const *in, size_t i, unsigned options, int exact) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), infinity = f_set(INFINITY);
    const wide nothing = w_set(0.0);
    const float *const *own = in + IN_bounce_discs2d_ball_x, *const *other = in + IN_bounce_discs2d_other_x;
    flanes radius = f_load(in[IN_bounce_discs2d_radius] + i),
           radius2 = f_load(in[IN_bounce_discs2d_other_radius] + i);
    flanes horizon = options ? f_load(in[IN_bounce_discs2d_horizon] + i) : infinity;
    flanes mass = options ? f_load(in[IN_bounce_discs2d_mass] + i) : one;
    flanes mass2 = options ? f_load(in[IN_bounce_discs2d_other_mass] + i) : one;
    flanes restitution = options ? f_load(in[IN_bounce_discs2d_restitution] + i) : one;
    mask valid = m_and(ball_is_sound(own, i, radius), ball_is_sound(other, i, radius2));
    valid = m_and(valid, m_and(f_lt(zero, mass), f_lt(zero, mass2)));
    valid = m_and(valid, m_and(f_le(zero, restitution), f_lt(restitution, f_set((float)WALL_ROOM))));
    valid = m_and(valid, f_lt(f_set(-INFINITY), horizon));

    ball b = ball_load(own, i, radius), c = ball_load(other, i, radius2);
    wide rx = w_sub(c.x, b.x), ry = w_sub(c.y, b.y), vx = w_sub(c.vx, b.vx), vy = w_sub(c.vy, b.vy);
    wide reach = w_add(b.radius, c.radius), square = w_mul(reach, reach);
    wide rr = dot2(rx, ry, rx, ry), vv = dot2(vx, vy, vx, vy), rv = dot2(rx, ry, vx, vy),
         k = cross2(rx, ry, vx, vy), whole = w_mul(square, vv);
    wide gap = w_sub(rr, square), disc = w_sub(whole, w_mul(k, k));
    widemask doubt = w_lt(nothing, nothing);
    if (exact) {
        exact_end sums = end_sums(twin_between(b.x, c.x), twin_between(b.y, c.y), twin_between(b.vx, c.vx),
                                  twin_between(b.vy, c.vy), twin_sum(b.radius, c.radius));
        gap = sums.rest;
        rv = sums.m;
        k = sums.k;
        disc = sums.disc;
    } else if (WAY_WIDE_IS_DOUBLE) {
        wide little = w_add(w_mul(w_set(DOUBT_END), whole), w_mul(w_mul(w_set(DOUBT_SMALL), rr), vv));
        doubt = w_or(w_lt(w_abs(disc), little), w_lt(w_abs(gap), w_mul(w_set(DOUBT_END), rr)));
        if (options) { /* too near to the horizon */
            touch t = {.gap = gap, .pace = w_sub(w_sqrt(w_keep(w_lt(nothing, disc), disc)), rv)};
            doubt = w_or(doubt, near_horizon(t, horizon));
        }
    }
    widemask nearer = w_lt(rv, nothing), apart = w_lt(nothing, gap), hits = w_and(apart, w_le(nothing, disc));
    wide root = w_sqrt(w_keep(hits, disc));
    wide time = w_keep(apart, w_div(gap, w_sub(root, rv)));
    widemask touching = w_le(gap, nothing), meets = w_and(nearer, w_or(hits, touching));

    /* of any length, from this one's centre to the other's: r now, or r + v t by its parts along v and
       across */
    wide nx = w_select(touching, rx, w_sub(w_mul(k, vy), w_mul(root, vx)));
    wide ny = w_select(touching, ry, w_negate(w_add(w_mul(k, vx), w_mul(root, vy))));
    wide closing = w_select(touching, rv, dot2(nx, ny, vx, vy));
    mask free = f_lt(mass, infinity), free2 = f_lt(mass2, infinity);
    wide m1 = w_widen(f_keep(free, mass)), m2 = w_widen(f_keep(free2, mass2));
    wide moved = w_div(m2, w_add(m1, m2)); /* the part of the change that this one takes */
    moved = w_keep(wide_where(free), w_select(wide_where(free2), moved, w_set(1.0)));
    moved = w_mul(moved, w_add(w_set(1.0), w_widen(restitution)));
    wide push = w_div(w_mul(moved, closing), dot2(nx, ny, nx, ny));
    flanes x = w_narrow(w_mul(push, nx)), y = w_narrow(w_mul(push, ny)), when = w_narrow(time);

    flanes sum = f_add(f_add(f_abs(x), f_abs(y)), when);
    mask met = m_and(m_and(valid, m_narrow(meets)), f_lt(sum, infinity)),
         in_time = m_and(met, m_narrow(w_le(time, w_widen(horizon))));
    ilanes status = i_select(met, i_set(WAY_LATE), i_set(WAY_TOO_SLOW));
    status = i_select(in_time, i_select(m_narrow(touching), i_set(WAY_THERE), i_set(WAY_MET)), status);
    return (pushed){.time = f_select(in_time, when, infinity),
                    .x = f_keep(in_time, f_add(x, zero)),
                    .y = f_keep(in_time, f_add(y, zero)),
                    .status = i_select(valid, status, i_set(WAY_INVALID)),
                    .doubt = m_narrow(doubt)};
}

WAY_INLINE void pushed_store(pushed p, float *out, size_t pitch) {
    f_store(out + OUT_bounce_discs2d_time * pitch, p.time);
    f_store(out + OUT_bounce_discs2d_change_x * pitch, p.x);
    f_store(out + OUT_bounce_discs2d_change_y * pitch, p.y);
    i_store((int32_t *)(void *)(out + OUT_bounce_discs2d_status * pitch), p.status);
}

WAY_INLINE void WAY_LOCAL(bounce_discs2d_lanes)(WAY_LANES_ARGUMENTS) {
    pushed p = push_discs(in, i, options, 0);
    if (WAY_WIDE_IS_DOUBLE && m_any(p.doubt)) {
        float which[LANES], line[OUT_bounce_discs2d_COUNT * LANES];
        f_store(which, f_keep(p.doubt, f_set(1.0f)));
        pushed_store(p, line, LANES);
        way_one_by_one(way_bounce_discs2d_again, in, i, options, NULL, 0, which, line);
        p.time = f_load(line + OUT_bounce_discs2d_time * LANES);
        p.x = f_load(line + OUT_bounce_discs2d_change_x * LANES);
        p.y = f_load(line + OUT_bounce_discs2d_change_y * LANES);
        p.status = i_load(line + OUT_bounce_discs2d_status * LANES);
    }
    WAY_PUT(f, bounce_discs2d, time, p.time);
    WAY_PUT(f, bounce_discs2d, change_x, p.x);
    WAY_PUT(f, bounce_discs2d, change_y, p.y);
    WAY_PUT(i, bounce_discs2d, status, p.status);
}
WAY_KERNEL(bounce_discs2d)

#if LANES == 1 && WAY_WIDE_IS_DOUBLE
WAY_SELDOM_FOR_ALL void way_bounce_discs2d_again(const float *const *in, size_t i, unsigned options,
                                                 const way_wall *walls, size_t wall_count, float *out,
                                                 size_t pitch) {
    (void)walls, (void)wall_count;
    pushed_store(push_discs(in, i, options, 1), out, pitch);
}
#endif
