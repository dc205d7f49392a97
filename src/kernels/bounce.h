/* Balls that move for a time among walls and bounce: from meeting to meeting, as sweep.h tells them, at most so many
   times. They are kept a skin off the walls, wider than what rounding moves them, so none ever passes one. */

#define bounce_off WAY_LOCAL(bounce_off)

#define BOUNCE_MOST 16

/* A part of a wall's largest coordinate. */
#define BOUNCE_SKIN 0x1p-18
/* What touches a wall and comes nearer by less than this part of its speed slides. */
#define BOUNCE_GRAZE (WAY_WIDE_IS_DOUBLE ? 0x1p-40 : 0x1p-21)

/* The velocity after the wall with that unit normal: v - (1 + e) (v.n) n, less friction's share of what runs along. */
WAY_INLINE wide_vector bounce_off(ball b, contact c, wide both, wide friction) {
    wide across = dot2(b.vx, b.vy, c.nx, c.ny);
    wide px = w_mul(across, c.nx), py = w_mul(across, c.ny);
    wide_vector v = {w_sub(b.vx, w_mul(both, px)), w_sub(b.vy, w_mul(both, py)), w_set(0.0)};
    v.x = w_sub(v.x, w_mul(friction, w_sub(b.vx, px)));
    v.y = w_sub(v.y, w_mul(friction, w_sub(b.vy, py)));
    return v;
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

    wide both = w_widen(f_add(one, restitution)), loses = w_widen(friction), own = b.radius;
    wide left = w_widen(f_keep(valid, dt));
    ilanes bounces = i_set(0);
    mask capped = f_lt(zero, zero);
    for (int n = 0; n <= BOUNCE_MOST; n++) {
        ilanes number = first_wall(b, walls, wall_count, 1, graze, left, BOUNCE_SKIN);
        mask hit = m_and(valid, i_lt(i_set(-1), number));
        if (n == BOUNCE_MOST)
            capped = hit;
        if (n == BOUNCE_MOST || !m_any(hit))
            break;
        wide size;
        wall w = wall_pick(walls, number, 1, &size);
        ball held = b;
        held.radius = w_add(own, w_mul(size, w_set(BOUNCE_SKIN)));
        contact c = wall_contact(held, wall_touch(held, w, 1, graze, left));
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
    velocity = vector_select(gained, vector_scale(velocity, f_set(1.0f - 0x1p-23f), 2), velocity, 2);

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
WAY_WALLS_KERNEL(bounce2d)
