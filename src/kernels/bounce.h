/* Balls that move for a time among walls and bounce: from meeting to meeting, as sweep.h tells them, at most
   so many times. They are kept a skin off the walls, wider than what rounding moves them. Where they cannot be,
   as where walls meet at an acute angle, the place is tested as it is given out, in floats: one that a wall
   parts from the last meeting is not taken. */

#define bounce_off WAY_LOCAL(bounce_off)
#define nearer_zero WAY_LOCAL(nearer_zero)
#define height_of WAY_LOCAL(height_of)
#define holding WAY_LOCAL(holding)
#define hold_off WAY_LOCAL(hold_off)
#define walls_part WAY_LOCAL(walls_part)
#define voyage WAY_LOCAL(voyage)
#define travel WAY_LOCAL(travel)
#define stay_inside WAY_LOCAL(stay_inside)

#define BOUNCE_MOST 16

/* A part of a wall's largest coordinate. */
#define BOUNCE_SKIN 0x1p-18
/* What touches a wall and comes nearer by less than this part of its speed slides. */
#define BOUNCE_GRAZE (WAY_WIDE_IS_DOUBLE ? 0x1p-40 : 0x1p-21)

/* A height over a wall's line is sure beyond this part of its terms; no ball is put where it is not. */
#define BOUNCE_SURE (WAY_WIDE_IS_DOUBLE ? 0x1p-36 : 0x1p-21)

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

/* The next float towards 0, and of 0 itself. */
WAY_INLINE flanes nearer_zero(flanes a) {
    flanes size = f_abs(a), step = f_add(f_mul(size, f_set(0x1p-24f)), f_set(0x1p-149f));
    return f_flip(f_keep(f_lt(f_set(0.0f), size), f_sub(size, step)), a);
}

/* Without error, of a ball whose place is in floats: h of sweep.h. */
WAY_INLINE wide height_of(ball b, wall w) {
    return twin_cross(twin_between(w.ax, w.bx), twin_between(w.ay, w.by), twin_between(w.ax, b.x),
                      twin_between(w.ay, b.y))
        .hi;
}

/* A ball within a wall's skin is moved away from the nearest one, by what is missing, half the distance and
   the skin at most, so that it comes to no other wall: what slides call after call would be carried through
   by rounding. */
typedef struct holding {
    wide x, y, few; /* away from that wall, of any length, and a few floats' spacing: a part of the skin */
    widemask thin;  /* so close that its side was not sure: moved until it was */
} holding;

WAY_INLINE ball hold_off(ball b, const way_wall *walls, size_t wall_count, holding *held) {
    const wide zero = w_set(0.0), one = w_set(1.0), unsure = w_set(4 * BOUNCE_SURE);
    /* the nearest distance's square is near / per, the way there (x, y) */
    wide near = one, per = zero, x = zero, y = zero, skin = zero, least = zero;
    for (size_t k = 0; k < wall_count; k++) {
        double size = wall_size(walls + k);
        if (!(size < WALL_ROOM))
            continue;
        wall w = wall_same(walls + k, 1);
        wide own = w_set(BOUNCE_SKIN * size), reach = w_add(b.radius, own);
        wide qx = w_sub(b.x, w.ax), qy = w_sub(b.y, w.ay), h = cross2(w.dx, w.dy, qx, qy);
        widemask close = w_le(w_abs(h), w_mul(reach, w.length));
        if (!m_any(m_narrow(close)))
            continue;
        widemask hair = w_and(close, w_lt(w_abs(h), w_mul(unsure, w_abs(w_mul(w.dx, qy)))));
        wide aside = zero;
        if (WAY_WIDE_IS_DOUBLE && m_any(m_narrow(hair))) {
            h = w_select(hair, height_of(b, w), h);
            aside = w_keep(hair, w_div(w_mul(w_mul(unsure, w_set(2.0)), w_abs(w_mul(w.dx, qy))), w.length));
            held->thin = w_or(held->thin, hair);
        }
        close = w_and(close, w_le(zero, w_mul(w.side, h)));
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
        least = w_select(nearer, aside, least);
    }
    wide away = w_sqrt(w_div(near, per)), length = w_sqrt(dot2(x, y, x, y));
    wide push = w_sub(w_add(b.radius, skin), away), half = w_mul(away, w_set(0.5));
    half = w_select(w_lt(half, least), least, half);
    push = w_select(w_lt(skin, push), skin, push);
    push = w_select(w_lt(half, push), half, push);
    widemask close = w_and(w_and(w_lt(zero, push), w_lt(zero, away)), w_lt(zero, length));
    push = w_div(push, length);
    held->x = x;
    held->y = y;
    held->few = w_keep(close, w_mul(skin, w_set(0x1p-4)));
    b.x = w_select(close, w_add(b.x, w_mul(push, x)), b.x);
    b.y = w_select(close, w_add(b.y, w_mul(push, y)), b.y);
    return b;
}

/* Whether a wall that stops the ball lies on the straight way from it to (x, y), or so near the end of the way
   that it may. `exact`: for a ball in floats, and of walls so near its beginning that it may. */
WAY_INLINE widemask walls_part(ball b, wide x, wide y, const way_wall *walls, size_t wall_count, int exact) {
    const wide zero = w_set(0.0), sure = w_set(BOUNCE_SURE), unsure = w_set(4 * BOUNCE_SURE);
    widemask parted = w_lt(zero, zero);
    wide cx = w_sub(x, b.x), cy = w_sub(y, b.y);
    for (size_t k = 0; k < wall_count; k++) {
        if (!wall_stops(walls + k))
            continue;
        wall w = wall_same(walls + k, 0);
        wide qx = w_sub(b.x, w.ax), qy = w_sub(b.y, w.ay), fx = w_sub(x, w.ax), fy = w_sub(y, w.ay);
        wide from = cross2(w.dx, w.dy, qx, qy), to = cross2(w.dx, w.dy, fx, fy);
        widemask hair = w_lt(w_abs(from), w_mul(unsure, w_abs(w_mul(w.dx, qy))));
        if (exact) {
            if (!m_any(m_narrow(hair)))
                continue;
            from = height_of(b, w);
        }
        widemask crosses = w_le(w_flip(to, from), w_mul(sure, w_abs(w_mul(w.dx, fy))));
        if (exact)
            crosses = w_and(crosses, hair);
        if (!m_any(m_narrow(crosses)))
            continue;
        wide rx = w_sub(b.x, w.bx), ry = w_sub(b.y, w.by);
        wide ka = w_flip(cross2(qx, qy, cx, cy), from), kb = w_flip(cross2(rx, ry, cx, cy), from);
        wide slack_a = w_mul(sure, w_abs(w_mul(qx, cy))), slack_b = w_mul(sure, w_abs(w_mul(rx, cy)));
        crosses = w_and(crosses, w_and(w_le(ka, slack_a), w_le(w_negate(slack_b), kb)));
        crosses = w_and(crosses, w_and(w_lt(zero, w_abs(from)), w_le(zero, w_mul(w.side, from))));
        parted = w_or(parted, crosses);
    }
    return parted;
}

/* Balls on their way: where they are, with what of their time left, and what bouncing leaves of a velocity. */
typedef struct voyage {
    ball b;
    wide left, both, loses;
    holding held;
    mask valid, capped;
    widemask touching;
    ilanes bounces;
} voyage;

/* Until their time is up, or the last bounce. Apart in the widest lanes, so that what follows shares its stack;
   in narrower ones both fit, and apart takes longer. */
#if LANES == 16
#define BOUNCE_APART WAY_APART
#else
#define BOUNCE_APART WAY_INLINE
#endif
BOUNCE_APART void travel(voyage *f, const way_wall *walls, size_t wall_count) {
    const wide nothing = w_set(0.0), graze = w_set(BOUNCE_GRAZE);
    const wide both = f->both, loses = f->loses, own = f->b.radius;
    const mask valid = f->valid;
    wide left = f->left;
    ilanes bounces = i_set(0);
    mask capped = f_lt(f_set(0.0f), f_set(0.0f));
    widemask touching = w_lt(nothing, nothing);
    holding held_off = {nothing, nothing, nothing, w_lt(nothing, nothing)};
    ball b = hold_off(f->b, walls, wall_count, &held_off);
    f->held = held_off;
    for (int n = 0; n <= BOUNCE_MOST; n++) {
        touching = w_lt(nothing, nothing);
        ilanes number = first_wall(b, walls, wall_count, graze, 1, left, BOUNCE_SKIN, SUMS_PLAIN, &touching);
        mask hit = m_and(valid, i_lt(i_set(-1), number));
        if (n == BOUNCE_MOST)
            capped = hit;
        if (n == BOUNCE_MOST || !m_any(hit))
            break;
        wide size;
        wall w = wall_pick(walls, number, 1, &size);
        ball held = b;
        held.radius = w_add(own, w_mul(size, w_set(BOUNCE_SKIN)));
        contact c = wall_contact(held, wall_touch(held, w, 1, graze, 1, left, 1, SUMS_PLAIN));
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
    f->b = b;
    f->left = w_select(wide_where(capped), nothing, left);
    f->capped = capped;
    f->touching = touching;
    f->bounces = bounces;
}
#undef BOUNCE_APART

/* Of a `place` in floats where a voyage ends, if a wall parts it from there: a little off the wall that it began
   at; where it is now; where it began, the agent at i. */
WAY_SELDOM void stay_inside(const voyage *f, const float *const *in, size_t i, const way_wall *walls,
                            size_t wall_count, vector *place) {
    const ball *b = &f->b;
    const holding *held = &f->held;
    const vector start = vector_load(in + IN_bounce2d_ball_x, i, 2);
    const wide zero = w_set(0.0);
    wide x = w_add(b->x, w_mul(b->vx, f->left)), y = w_add(b->y, w_mul(b->vy, f->left));
    wide length = w_sqrt(dot2(held->x, held->y, held->x, held->y));
    wide few = w_keep(w_lt(zero, length), w_div(held->few, length));
    const vector others[] = {
        {.x = w_narrow(w_add(x, w_mul(few, held->x))), .y = w_narrow(w_add(y, w_mul(few, held->y)))},
        {.x = w_narrow(b->x), .y = w_narrow(b->y)},
        start,
    };
    mask parted = m_narrow(walls_part(*b, w_widen(place->x), w_widen(place->y), walls, wall_count, 0));
    for (int k = 0; k < 3 && m_any(parted); k++) {
        *place = vector_select(parted, others[k], *place, 2);
        if (k < 2)
            parted = m_and(
                parted, m_narrow(walls_part(*b, w_widen(place->x), w_widen(place->y), walls, wall_count, 0)));
    }
    if (WAY_WIDE_IS_DOUBLE && m_any(m_narrow(held->thin))) {
        ball began = ball_load(in + IN_bounce2d_ball_x, i, f_set(0.0f));
        widemask out = walls_part(began, w_widen(place->x), w_widen(place->y), walls, wall_count, 1);
        *place = vector_select(m_narrow(w_and(held->thin, out)), others[2], *place, 2);
    }
}

WAY_INLINE void WAY_LOCAL(bounce2d_lanes)(WAY_WALLS_ARGUMENTS) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f);
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

    voyage f = {.b = b,
                .left = w_widen(f_keep(valid, dt)),
                .both = w_add(w_set(1.0), w_widen(restitution)),
                .loses = w_widen(friction),
                .valid = valid};
    travel(&f, walls, wall_count);
    vector place = {.x = w_narrow(w_add(f.b.x, w_mul(f.b.vx, f.left))),
                    .y = w_narrow(w_add(f.b.y, w_mul(f.b.vy, f.left)))};
    /* what is a skin off all walls stays there when it is rounded */
    if (m_any(m_or(f.capped, m_narrow(w_or(f.touching, f.held.thin)))))
        stay_inside(&f, in, i, walls, wall_count, &place);
    mask capped = f.capped;
    vector velocity = {.x = w_narrow(f.b.vx), .y = w_narrow(f.b.vy)};

    /* what rounding gave is taken back: the next floats towards 0 */
    wide energy = dot2(w_widen(velocity.x), w_widen(velocity.y), w_widen(velocity.x), w_widen(velocity.y));
    wide first = dot2(w_widen(before.x), w_widen(before.y), w_widen(before.x), w_widen(before.y));
    mask gained = m_and(m_narrow(w_lt(first, energy)), f_le(restitution, one));
    velocity =
        vector_select(gained, (vector){nearer_zero(velocity.x), nearer_zero(velocity.y), zero}, velocity, 2);

    flanes all = f_add(f_add(f_abs(place.x), f_abs(place.y)), f_add(f_abs(velocity.x), f_abs(velocity.y)));
    mask sound = m_and(valid, f_lt(all, f_set(INFINITY)));
    ilanes status = i_select(capped, i_set(WAY_LATE), i_set(WAY_MET));
    WAY_PUT(f, bounce2d, next_x, f_keep(sound, f_add(place.x, zero)));
    WAY_PUT(f, bounce2d, next_y, f_keep(sound, f_add(place.y, zero)));
    WAY_PUT(f, bounce2d, next_vx, f_keep(sound, f_add(velocity.x, zero)));
    WAY_PUT(f, bounce2d, next_vy, f_keep(sound, f_add(velocity.y, zero)));
    WAY_PUT(i, bounce2d, bounces, i_keep(sound, f.bounces));
    WAY_PUT(i, bounce2d, status, i_select(sound, status, i_set(WAY_INVALID)));
}
WAY_LONG_WALLS_KERNEL(bounce2d)
