/* Balls that move for a time among walls and bounce: from meeting to meeting, as sweep.h tells them, at most
   so many times. They are kept a skin off the walls, wider than what rounding moves them, so none ever passes
   one. */

#define bounce_off WAY_LOCAL(bounce_off)
#define hold_off WAY_LOCAL(hold_off)

#define BOUNCE_MOST 16

/* A part of a wall's largest coordinate. */
#define BOUNCE_SKIN 0x1p-18
/* What touches a wall and comes nearer by less than this part of its speed slides. */
#define BOUNCE_GRAZE (WAY_WIDE_IS_DOUBLE ? 0x1p-40 : 0x1p-21)

/* The velocity after the wall with that unit normal: v - (1 + e) (v.n) n, less friction's share of what runs
   along. */
WAY_INLINE wide_vector bounce_off(ball b, contact c, wide both, wide friction) {
    wide across = dot2(b.vx, b.vy, c.nx, c.ny);
    wide px = w_mul(across, c.nx), py = w_mul(across, c.ny);
    wide_vector v = {w_sub(b.vx, w_mul(both, px)), w_sub(b.vy, w_mul(both, py)), w_set(0.0)};
    v.x = w_sub(v.x, w_mul(friction, w_sub(b.vx, px)));
    v.y = w_sub(v.y, w_mul(friction, w_sub(b.vy, py)));
    return v;
}

/* A ball within a wall's skin is moved away from the nearest one, by what is missing, half the distance and
   the skin at most, so that it comes to no other wall: what slides call after call would be carried through
   by rounding. */
WAY_INLINE ball hold_off(ball b, const way_wall *walls, size_t wall_count) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    /* the nearest distance's square is near / per, the way there (x, y) */
    wide near = one, per = zero, x = zero, y = zero, skin = zero;
    for (size_t k = 0; k < wall_count; k++) {
        double size = wall_size(walls + k);
        if (!(size < WALL_ROOM))
            continue;
        wall w = wall_same(walls + k, 1);
        wide own = w_set(BOUNCE_SKIN * size), reach = w_add(b.radius, own);
        wide qx = w_sub(b.x, w.ax), qy = w_sub(b.y, w.ay), h = cross2(w.dx, w.dy, qx, qy);
        widemask close = w_and(w_le(w_abs(h), w_mul(reach, w.length)), w_le(zero, w_mul(w.side, h)));
        if (!m_any(m_narrow(close)))
            continue;
        wide rx = w_sub(b.x, w.bx), ry = w_sub(b.y, w.by);
        wide foot = dot2(qx, qy, w.dx, w.dy), whole = dot2(w.dx, w.dy, w.dx, w.dy);
        widemask at_a = w_le(foot, zero), at_b = w_le(whole, foot);
        wide left = w_select(w_lt(h, zero), w_set(-1.0), one);
        wide px = w_select(at_a, qx, w_select(at_b, rx, w_negate(w_mul(left, w.dy))));
        wide py = w_select(at_a, qy, w_select(at_b, ry, w_mul(left, w.dx)));
        wide square = w_select(at_a, dot2(qx, qy, qx, qy), w_select(at_b, dot2(rx, ry, rx, ry), w_mul(h, h)));
        wide scale = w_select(at_a, one, w_select(at_b, one, whole));
        widemask nearer = w_and(close, w_le(square, w_mul(w_mul(reach, reach), scale)));
        nearer = w_and(nearer, w_lt(w_mul(square, per), w_mul(near, scale)));
        near = w_select(nearer, square, near);
        per = w_select(nearer, scale, per);
        x = w_select(nearer, px, x);
        y = w_select(nearer, py, y);
        skin = w_select(nearer, own, skin);
    }
    wide away = w_sqrt(w_div(near, per)), length = w_sqrt(dot2(x, y, x, y));
    wide push = w_sub(w_add(b.radius, skin), away), half = w_mul(away, w_set(0.5));
    push = w_select(w_lt(skin, push), skin, push);
    push = w_select(w_lt(half, push), half, push);
    widemask held = w_and(w_lt(zero, push), w_lt(zero, length));
    push = w_div(push, length);
    b.x = w_select(held, w_add(b.x, w_mul(push, x)), b.x);
    b.y = w_select(held, w_add(b.y, w_mul(push, y)), b.y);
    return b;
}

WAY_INLINE void WAY_LOCAL(bounce2d_lanes)(WAY_WALLS_ARGUMENTS) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f);
    const wide nothing = w_set(0.0), graze = w_set(BOUNCE_GRAZE);
    flanes radius = options ? f_load(in[IN_bounce2d_radius] + i) : zero;
    flanes restitution = options ? f_load(in[IN_bounce2d_restitution] + i) : one;
    flanes friction = options ? f_load(in[IN_bounce2d_friction] + i) : zero;
    flanes dt = f_load(in[IN_bounce2d_dt] + i);
    vector before = vector_load(in + IN_bounce2d_ball_vx, i, 2);
    ball b = ball_load(in + IN_bounce2d_ball_x, i, radius);
    mask valid = ball_is_sound(in + IN_bounce2d_ball_x, i, radius);
    valid = m_and(valid, m_and(f_le(zero, dt), f_lt(dt, f_set((float)WALL_ROOM))));
    valid = m_and(valid, m_and(f_le(zero, restitution), f_lt(restitution, f_set((float)WALL_ROOM))));
    valid = m_and(valid, m_and(f_le(zero, friction), f_le(friction, one)));

    wide both = w_add(w_set(1.0), w_widen(restitution)), loses = w_widen(friction), own = b.radius;
    wide left = w_widen(f_keep(valid, dt));
    ilanes bounces = i_set(0);
    mask capped = f_lt(zero, zero);
    b = hold_off(b, walls, wall_count);
    for (int n = 0; n <= BOUNCE_MOST; n++) {
        ilanes number = first_wall(b, walls, wall_count, graze, 1, left, BOUNCE_SKIN);
        mask hit = m_and(valid, i_lt(i_set(-1), number));
        if (n == BOUNCE_MOST)
            capped = hit;
        if (n == BOUNCE_MOST || !m_any(hit))
            break;
        wide size;
        wall w = wall_pick(walls, number, 1, &size);
        ball held = b;
        held.radius = w_add(own, w_mul(size, w_set(BOUNCE_SKIN)));
        contact c = wall_contact(held, wall_touch(held, w, 1, graze, 1, left, 1));
        widemask hits = wide_where(hit);
        wide time = w_keep(hits, c.time), rest = w_sub(left, time);
        wide_vector v = bounce_off(b, c, both, loses);
        left = w_select(w_lt(nothing, rest), rest, nothing);
        b.x = w_add(b.x, w_mul(b.vx, time));
        b.y = w_add(b.y, w_mul(b.vy, time));
        b.vx = w_select(hits, v.x, b.vx);
        b.vy = w_select(hits, v.y, b.vy);
        bounces = i_count(hit, bounces);
    }
    left = w_select(wide_where(capped), nothing, left);
    vector place = {.x = w_narrow(w_add(b.x, w_mul(b.vx, left))),
                    .y = w_narrow(w_add(b.y, w_mul(b.vy, left)))};
    vector velocity = {.x = w_narrow(b.vx), .y = w_narrow(b.vy)};

    /* what rounding gave is taken back */
    wide energy = dot2(w_widen(velocity.x), w_widen(velocity.y), w_widen(velocity.x), w_widen(velocity.y));
    wide first = dot2(w_widen(before.x), w_widen(before.y), w_widen(before.x), w_widen(before.y));
    mask gained = m_and(m_narrow(w_lt(first, energy)), f_le(restitution, one));
    velocity = vector_select(gained, vector_scale(velocity, f_set(1.0f - 0x1p-24f), 2), velocity, 2);

    flanes all = f_add(f_add(f_abs(place.x), f_abs(place.y)), f_add(f_abs(velocity.x), f_abs(velocity.y)));
    mask sound = m_and(valid, f_lt(all, f_set(INFINITY)));
    ilanes status = i_select(capped, i_set(WAY_LATE), i_set(WAY_MET));
    WAY_PUT(f, bounce2d, next_x, f_keep(sound, f_add(place.x, zero)));
    WAY_PUT(f, bounce2d, next_y, f_keep(sound, f_add(place.y, zero)));
    WAY_PUT(f, bounce2d, next_vx, f_keep(sound, f_add(velocity.x, zero)));
    WAY_PUT(f, bounce2d, next_vy, f_keep(sound, f_add(velocity.y, zero)));
    WAY_PUT(i, bounce2d, bounces, i_keep(sound, bounces));
    WAY_PUT(i, bounce2d, status, i_select(sound, status, i_set(WAY_INVALID)));
}
WAY_LONG_WALLS_KERNEL(bounce2d)
