/* Two moving discs: the interception of a chaser that stands still, within a reach of both radii, tells when
   they meet (see lanes_math.h: |r + v t| = R); along the line of centres then, n, the one's velocity changes
   by

       (1 + e) (v.n) m2 / (m1 + m2) n

   After "Vector Geometry in Game Programming" by Twinsen, which announces it: momentum is kept, and of the
   closing speed the share e. */

#define pair_sums WAY_LOCAL(pair_sums)

/* What is in doubt (see sweep.h) again, without error. */
WAY_SELDOM void pair_sums(const ball *b, const ball *c, widemask doubt, exact_end *sums) {
    exact_end exact = end_sums(twin_between(b->x, c->x), twin_between(b->y, c->y), twin_between(b->vx, c->vx),
                               twin_between(b->vy, c->vy), twin_sum(b->radius, c->radius));
    sums->rest = w_select(doubt, exact.rest, sums->rest);
    sums->m = w_select(doubt, exact.m, sums->m);
    sums->k = w_select(doubt, exact.k, sums->k);
    sums->disc = w_select(doubt, exact.disc, sums->disc);
}

WAY_INLINE void WAY_LOCAL(bounce_discs2d_lanes)(WAY_LANES_ARGUMENTS) {
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
    if (WAY_WIDE_IS_DOUBLE) {
        wide little = w_add(w_mul(w_set(DOUBT_END), whole), w_mul(w_mul(w_set(DOUBT_SMALL), rr), vv));
        widemask doubt = w_or(w_lt(w_abs(disc), little), w_lt(w_abs(gap), w_mul(w_set(DOUBT_END), rr)));
        if (options) { /* too near to the horizon */
            touch t = {.gap = gap, .pace = w_sub(w_sqrt(w_keep(w_lt(nothing, disc), disc)), rv)};
            doubt = w_or(doubt, near_horizon(t, horizon));
        }
        if (m_any(m_narrow(doubt))) {
            ball one_ball = b, two = c; /* copies, so that all else stays in registers */
            exact_end sums = {gap, rv, k, disc};
            pair_sums(&one_ball, &two, doubt, &sums);
            gap = sums.rest;
            rv = sums.m;
            k = sums.k;
            disc = sums.disc;
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
    WAY_PUT(f, bounce_discs2d, time, f_select(in_time, when, infinity));
    WAY_PUT(f, bounce_discs2d, change_x, f_keep(in_time, f_add(x, zero)));
    WAY_PUT(f, bounce_discs2d, change_y, f_keep(in_time, f_add(y, zero)));
    WAY_PUT(i, bounce_discs2d, status, i_select(valid, status, i_set(WAY_INVALID)));
}
WAY_KERNEL(bounce_discs2d)
