/* When moving balls meet walls. Of a wall from a to b, d = b - a; of a ball at q from a, with velocity v and
   radius R:

       h = d x q   its height over the wall's line, times |d|          k = q x v   at either end
       face        gap |h| - R |d|, shrinking by -+ d x v
                   met where the ball's foremost point passes between the ends
       an end      gap q.q - R R, shrinking by sqrt(R R v.v - k k) - q.v

   They meet after gap / shrinking; which comes first is told from the fractions. Two walls that share an end
   form its k by the same operations, so no point passes between them. A distance to a segment along a
   straight way has one minimum: a ball that touches the wall already meets it only if it is coming nearer,
   and then now.

   Where one of these cancels so far that a float would show it, or its sign is not sure, it is in doubt: all
   are formed again in twins for those lanes, about one in a thousand, one by one in plain C, the face's gap as
   (h h - R R d.d) / (|h| + R |d|).

   After "Vector Geometry in Game Programming" by Twinsen, whose third part announces it. */

#include "lanes/lanes_twin.h"

#define ball WAY_LOCAL(ball)
#define wall WAY_LOCAL(wall)
#define touch WAY_LOCAL(touch)
#define contact WAY_LOCAL(contact)
#define ball_load WAY_LOCAL(ball_load)
#define ball_is_sound WAY_LOCAL(ball_is_sound)
#define wall_between WAY_LOCAL(wall_between)
#define wall_load WAY_LOCAL(wall_load)
#define wall_same WAY_LOCAL(wall_same)
#define wall_pick WAY_LOCAL(wall_pick)
#define wall_size WAY_LOCAL(wall_size)
#define wall_stops WAY_LOCAL(wall_stops)
#define exact_sums WAY_LOCAL(exact_sums)
#define exact_end WAY_LOCAL(exact_end)
#define wall_sums WAY_LOCAL(wall_sums)
#define end_sums WAY_LOCAL(end_sums)
#define wall_touch WAY_LOCAL(wall_touch)
#define near_horizon WAY_LOCAL(near_horizon)
#define first_wall_exactly WAY_LOCAL(first_wall_exactly)
#define wall_contact WAY_LOCAL(wall_contact)
#define first_wall WAY_LOCAL(first_wall)
#define first_wall_of_point WAY_LOCAL(first_wall_of_point)
#define wide_where WAY_LOCAL(wide_where)
#define swept WAY_LOCAL(swept)
#define sweep_answer WAY_LOCAL(sweep_answer)
#define swept_store WAY_LOCAL(swept_store)
#define swept_load WAY_LOCAL(swept_load)
#define swept_again WAY_LOCAL(swept_again)
#define sweep_wall WAY_LOCAL(sweep_wall)
#define sweep_walls WAY_LOCAL(sweep_walls)

typedef struct ball {
    wide x, y, vx, vy, radius;
} ball;

/* Its ends, the way from a to b; where balls are round, its length; and the side that it stops: 0 both, 1
   left, -1 right. */
typedef struct wall {
    wide ax, ay, bx, by, dx, dy, length, side;
} wall;

/* They meet after gap / pace; gap 1 and pace 0 where they do not. */
typedef struct touch {
    wide gap, pace;
    wide nx, ny;          /* from the wall to the ball then, of any length */
    wide ex, ey;          /* the end, where it meets an end */
    wide height;          /* over the wall's line, times its length */
    widemask ends, there; /* there: it touches the wall already */
    widemask doubt;
} touch;

WAY_INLINE ball ball_load(const float *const *in, size_t i, flanes radius) {
    return (ball){w_load(in[0] + i), w_load(in[1] + i), w_load(in[2] + i), w_load(in[3] + i),
                  w_widen(radius)};
}

/* Nothing overflows in double within 2^60; balls beyond are not valid, walls beyond stop nothing. */
#define WALL_ROOM 0x1p60

/* Within the room, and with a radius that means something. */
WAY_INLINE mask ball_is_sound(const float *const *in, size_t i, flanes radius) {
    flanes place = f_add(f_abs(f_load(in[0] + i)), f_abs(f_load(in[1] + i)));
    flanes pace = f_add(f_abs(f_load(in[2] + i)), f_abs(f_load(in[3] + i)));
    return m_and(f_lt(f_add(f_add(place, pace), f_abs(radius)), f_set((float)WALL_ROOM)),
                 f_le(f_set(0.0f), radius));
}

WAY_INLINE wall wall_between(wide ax, wide ay, wide bx, wide by, wide side, int round) {
    wide dx = w_sub(bx, ax), dy = w_sub(by, ay);
    wide length = round ? w_sqrt(dot2(dx, dy, dx, dy)) : w_set(0.0);
    return (wall){ax, ay, bx, by, dx, dy, length, side};
}

WAY_INLINE wall wall_load(const float *ax, const float *ay, const float *bx, const float *by, flanes side,
                          int round) {
    return wall_between(w_load(ax), w_load(ay), w_load(bx), w_load(by), w_widen(side), round);
}

/* Its largest coordinate; the room where that is beyond, or no number. */
WAY_INLINE double wall_size(const way_wall *w) {
    const float ends[] = {w->ax, w->ay, w->bx, w->by};
    double largest = 0.0;
    for (int k = 0; k < 4; k++) {
        double size = ends[k] < 0.0f ? -(double)ends[k] : (double)ends[k];
        if (!(size < WALL_ROOM))
            return WALL_ROOM;
        largest = largest < size ? size : largest;
    }
    return largest;
}

/* Is all of it in the room? By its bits, which leaves the lanes alone. */
WAY_INLINE int wall_stops(const way_wall *w) {
    const float ends[] = {w->ax, w->ay, w->bx, w->by};
    uint32_t bits[4];
    memcpy(bits, ends, sizeof bits);
    int in = 1;
    for (int k = 0; k < 4; k++)
        in &= (bits[k] & 0x7fffffffu) < 0x5d800000u; /* 2^60 */
    return in;
}

/* The same wall for all lanes. */
WAY_INLINE wall wall_same(const way_wall *w, int round) {
    double side = w->sides > 0 ? 1.0 : w->sides < 0 ? -1.0 : 0.0;
    return wall_between(w_set(w->ax), w_set(w->ay), w_set(w->bx), w_set(w->by), w_set(side), round);
}

/* A mask of doubles from one of floats. */
WAY_INLINE widemask wide_where(mask m) { return w_lt(w_set(0.0), w_widen(f_keep(m, f_set(1.0f)))); }

/* Of an end, or of another ball: q.q - R R, q.v, q x v and R R v.v - (q x v)^2. */
typedef struct exact_end {
    wide rest, m, k, disc;
} exact_end;

WAY_INLINE exact_end end_sums(twin qx, twin qy, twin vx, twin vy, twin radius) {
    twin square = twin_mul(radius, radius), k = twin_cross(qx, qy, vx, vy);
    return (exact_end){twin_sub(twin_dot(qx, qy, qx, qy), square).hi, twin_dot(qx, qy, vx, vy).hi, k.hi,
                       twin_sub(twin_mul(square, twin_dot(vx, vy, vx, vy)), twin_mul(k, k)).hi};
}

/* What wall_touch forms, correctly rounded or nearly so. */
typedef struct exact_sums {
    wide h, across, gap, foot, beyond;
    exact_end a, b;
} exact_sums;

WAY_INLINE exact_sums wall_sums(ball b, wall w, int round) {
    const wide zero = w_set(0.0);
    twin dx = twin_between(w.ax, w.bx), dy = twin_between(w.ay, w.by), vx = twin_of(b.vx), vy = twin_of(b.vy);
    twin qx = twin_between(w.ax, b.x), qy = twin_between(w.ay, b.y), rx = twin_between(w.bx, b.x),
         ry = twin_between(w.by, b.y), radius = twin_of(b.radius);
    twin h = twin_cross(dx, dy, qx, qy);
    exact_sums s = {.h = h.hi, .across = twin_cross(dx, dy, vx, vy).hi};
    if (!round) {
        s.a.k = twin_cross(qx, qy, vx, vy).hi;
        s.b.k = twin_cross(rx, ry, vx, vy).hi;
        return s;
    }
    s.foot = twin_dot(qx, qy, dx, dy).hi;
    s.beyond = twin_dot(rx, ry, dx, dy).hi;
    s.a = end_sums(qx, qy, vx, vy, radius);
    s.b = end_sums(rx, ry, vx, vy, radius);
    twin dd = twin_dot(dx, dy, dx, dy);
    wide gap = twin_sub(twin_mul(h, h), twin_mul(twin_mul(radius, radius), dd)).hi;
    wide per = w_add(w_abs(h.hi), w_mul(b.radius, w_sqrt(dd.hi)));
    s.gap = w_select(w_lt(zero, per), w_div(gap, per), zero);
    return s;
}

/* How a ball and a wall meet, where the sums are: as they are formed first; with doubts told; or exact. */
#define SUMS_PLAIN 0
#define SUMS_TELLING 1
#define SUMS_EXACT 2
#define SUMS_FIRST (WAY_WIDE_IS_DOUBLE ? SUMS_TELLING : SUMS_PLAIN)

/* Cancelled to less than this part of its terms a sum is in doubt; an end's squares sooner, since roots follow;
   and so is a ball that small at its distance. */
#define DOUBT 0x1p-24
#define DOUBT_END 0x1p-10
#define DOUBT_SMALL 0x1p-47

/* Of a ball that is to get there by `horizon`, at least to the strip on both sides of the wall's line, or,
   where not `timed`, ever. One that touches the wall is coming nearer if faster than `graze` times its speed,
   which keeps sliding from counting. Not `sided`: the wall stops both sides. */
WAY_INLINE touch wall_touch(ball b, wall w, int round, wide graze, int timed, wide horizon, int sided,
                            int sums) {
    const wide zero = w_set(0.0), one = w_set(1.0), doubtful = w_set(DOUBT);
    const widemask none = w_lt(zero, zero);
    const int exact = sums == SUMS_EXACT, telling = sums == SUMS_TELLING;
    exact_sums e = {0};
    if (exact)
        e = wall_sums(b, w, round);
    wide qx = w_sub(b.x, w.ax), qy = w_sub(b.y, w.ay), rx = w_sub(b.x, w.bx), ry = w_sub(b.y, w.by);
    wide h = exact ? e.h : cross2(w.dx, w.dy, qx, qy);
    wide across = exact ? e.across : cross2(w.dx, w.dy, b.vx, b.vy);
    widemask left = w_lt(zero, h), off = w_lt(zero, w_abs(h));
    wide pace = w_select(left, w_negate(across), across), gap = w_abs(h);
    if (round)
        gap = exact ? e.gap : w_sub(gap, w_mul(b.radius, w.length));

    touch t = {.gap = one,
               .pace = zero,
               .nx = zero,
               .ny = zero,
               .ex = zero,
               .ey = zero,
               .height = w_abs(h),
               .ends = none,
               .there = none,
               .doubt = none};
    wide term = telling ? w_mul(doubtful, w_abs(w_mul(w.dx, qy))) : zero; /* none of it where not telling */
    widemask near = w_le(gap, term);
    widemask comes = w_or(near, timed ? w_le(gap, w_mul(horizon, pace)) : w_lt(zero, pace));
    if (sided && !telling)
        comes = w_and(comes, w_le(zero, w_mul(w.side, h)));
    if (round && !m_any(m_narrow(comes)))
        return t;
    widemask inside = telling ? w_le(gap, zero) : near;
    if (telling) {
        t.doubt = w_lt(w_abs(gap), round ? w_add(term, w_mul(doubtful, w_abs(h))) : term);
        t.doubt = w_or(t.doubt, w_lt(w_abs(across), w_mul(doubtful, w_abs(w_mul(w.dx, b.vy)))));
        if (round) /* as where no lane comes */
            t.doubt = w_and(t.doubt, comes);
        if (sided)
            comes = w_and(comes, w_le(zero, w_mul(w.side, h)));
    }

    wide ka = exact ? e.a.k : cross2(qx, qy, b.vx, b.vy), kb = exact ? e.b.k : cross2(rx, ry, b.vx, b.vy);
    wide first_a = ka, first_b = kb;
    if (round) { /* of the ball's foremost point */
        wide along = w_mul(b.radius, dot2(w.dx, w.dy, b.vx, b.vy));
        along = w_select(left, along, w_negate(along));
        first_a = w_add(w_mul(ka, w.length), along);
        first_b = w_add(w_mul(kb, w.length), along);
    }
    first_a = w_select(left, first_a, w_negate(first_a));
    first_b = w_select(left, first_b, w_negate(first_b));
    widemask meets = w_and(w_and(off, w_lt(zero, pace)), w_and(w_le(first_a, zero), w_le(zero, first_b)));
    meets = w_and(meets, comes);
    if (round)
        meets = w_and(meets, w_lt(zero, gap));
    wide face_x = w_select(left, w_negate(w.dy), w.dy), face_y = w_select(left, w.dx, w_negate(w.dx));
    t.gap = w_select(meets, gap, one);
    t.pace = w_keep(meets, pace);
    t.nx = face_x;
    t.ny = face_y;
    if (!round)
        return t;

    wide square = w_mul(b.radius, b.radius), vv = dot2(b.vx, b.vy, b.vx, b.vy);
    wide ma = exact ? e.a.m : dot2(qx, qy, b.vx, b.vy), mb = exact ? e.b.m : dot2(rx, ry, b.vx, b.vy);
    wide qq = dot2(qx, qy, qx, qy), rr = dot2(rx, ry, rx, ry), whole_square = w_mul(square, vv);
    wide rest_a = exact ? e.a.rest : w_sub(qq, square), rest_b = exact ? e.b.rest : w_sub(rr, square);
    wide disc_a = exact ? e.a.disc : w_sub(whole_square, w_mul(ka, ka));
    wide disc_b = exact ? e.b.disc : w_sub(whole_square, w_mul(kb, kb));
    widemask large = w_and(comes, w_lt(zero, b.radius));
    if (telling) {
        wide little =
            w_add(w_mul(w_set(DOUBT_END), whole_square), w_mul(w_mul(w_set(DOUBT_SMALL), w_add(qq, rr)), vv));
        wide nearest = w_smaller(w_abs(rest_a), w_abs(rest_b)); /* at touching */
        widemask grazes = w_lt(w_smaller(w_abs(disc_a), w_abs(disc_b)), little);
        grazes = w_or(grazes, w_lt(nearest, w_mul(w_set(DOUBT_END), square)));
        t.doubt = w_or(t.doubt, w_and(large, grazes));
    }
    wide ended = zero;
    for (int end = 0; end < 2; end++) {
        wide k = end ? kb : ka, m = end ? mb : ma, rest = end ? rest_b : rest_a, disc = end ? disc_b : disc_a;
        widemask enters = w_and(w_and(large, w_lt(zero, rest)), w_and(w_lt(m, zero), w_le(zero, disc)));
        wide root = w_sqrt(w_keep(enters, disc)), shrinks = w_sub(root, m);
        widemask first = w_and(enters, w_lt(w_mul(rest, t.pace), w_mul(t.gap, shrinks)));
        t.gap = w_select(first, rest, t.gap);
        t.pace = w_select(first, shrinks, t.pace);
        /* what is left of q then: across the way, and against it */
        t.nx = w_select(first, w_sub(w_mul(k, b.vy), w_mul(root, b.vx)), t.nx);
        t.ny = w_select(first, w_negate(w_add(w_mul(k, b.vx), w_mul(root, b.vy))), t.ny);
        t.ex = w_select(first, end ? w.bx : w.ax, t.ex);
        t.ey = w_select(first, end ? w.by : w.ay, t.ey);
        ended = w_select(first, one, ended);
    }

    wide foot = exact ? e.foot : dot2(qx, qy, w.dx, w.dy);
    wide beyond = exact ? e.beyond : w_sub(foot, dot2(w.dx, w.dy, w.dx, w.dy));
    wide slow = w_mul(graze, w_add(w_abs(b.vx), w_abs(b.vy)));
    widemask at_a = w_and(w_and(large, w_le(rest_a, zero)), w_le(foot, zero));
    widemask at_b = w_and(w_and(large, w_le(rest_b, zero)), w_le(zero, beyond));
    widemask at_face = w_and(w_and(comes, inside), w_and(w_lt(zero, foot), w_lt(beyond, zero)));
    widemask at_end = w_or(at_a, at_b);
    widemask closes = w_and(at_face, w_and(off, w_lt(w_mul(slow, w.length), pace)));
    wide brisk = w_negate(w_mul(slow, b.radius));
    closes = w_or(closes, w_or(w_and(at_a, w_lt(ma, brisk)), w_and(at_b, w_lt(mb, brisk))));
    t.there = w_or(at_face, at_end);
    t.nx = w_select(at_face, face_x, w_select(at_a, qx, w_select(at_b, rx, t.nx)));
    t.ny = w_select(at_face, face_y, w_select(at_a, qy, w_select(at_b, ry, t.ny)));
    t.ex = w_select(at_a, w.ax, w_select(at_b, w.bx, t.ex));
    t.ey = w_select(at_a, w.ay, w_select(at_b, w.by, t.ey));
    t.ends = w_lt(zero, w_select(at_face, zero, w_select(at_end, one, ended)));
    t.gap = w_select(t.there, w_select(closes, zero, one), t.gap);
    t.pace = w_select(t.there, w_keep(closes, one), t.pace);
    return t;
}

typedef struct contact {
    wide time, x, y, nx, ny; /* the point on the wall, the unit vector from there to the ball */
    widemask meets;
} contact;

WAY_INLINE contact wall_contact(ball b, touch t) {
    contact c;
    c.meets = w_lt(w_set(0.0), t.pace);
    c.time = w_div(t.gap, t.pace);
    wide length = w_sqrt(dot2(t.nx, t.ny, t.nx, t.ny));
    c.nx = w_div(t.nx, length);
    c.ny = w_div(t.ny, length);
    wide x = w_add(b.x, w_mul(b.vx, c.time)), y = w_add(b.y, w_mul(b.vy, c.time));
    wide off = w_select(t.there, w_div(t.height, length), b.radius);
    c.x = w_select(t.ends, t.ex, w_sub(x, w_mul(c.nx, off)));
    c.y = w_select(t.ends, t.ey, w_sub(y, w_mul(c.ny, off)));
    return c;
}

/* What the lanes of `number` name among the walls, and its largest coordinate; a wall of no length where that
   is none. */
WAY_INLINE wall wall_pick(const way_wall *walls, ilanes number, int round, wide *size) {
    int32_t numbers[LANES];
    float ax[LANES], ay[LANES], bx[LANES], by[LANES], side[LANES], sizes[LANES];
    i_store(numbers, number);
    for (int l = 0; l < LANES; l++) {
        way_wall w = {0};
        if (numbers[l] >= 0)
            w = walls[numbers[l]];
        ax[l] = w.ax;
        ay[l] = w.ay;
        bx[l] = w.bx;
        by[l] = w.by;
        side[l] = w.sides > 0 ? 1.0f : w.sides < 0 ? -1.0f : 0.0f;
        sizes[l] = (float)wall_size(&w);
    }
    *size = w_load(sizes);
    return wall_load(ax, ay, bx, by, f_load(side), round);
}

/* The number of the wall that each point meets first, the lower of two; -1 where there is none. wall_touch
   for what has no radius and all the time: only the gap's ratio to the pace counts, with the pace negated. */
WAY_INLINE ilanes first_wall_of_point(ball b, const way_wall *walls, size_t wall_count, widemask *doubt) {
    const wide zero = w_set(0.0), doubtful = w_set(DOUBT);
    wide gap = w_set(1.0), pace = zero;
    ilanes number = i_set(-1);
    for (size_t n = 0; n < wall_count; n++) {
        if (!wall_stops(walls + n) || (walls[n].ax == walls[n].bx && walls[n].ay == walls[n].by))
            continue;
        wall w = wall_same(walls + n, 0);
        wide qx = w_sub(b.x, w.ax), qy = w_sub(b.y, w.ay), rx = w_sub(b.x, w.bx), ry = w_sub(b.y, w.by);
        wide h = cross2(w.dx, w.dy, qx, qy), across = w_flip(cross2(w.dx, w.dy, b.vx, b.vy), h);
        wide ka = w_flip(cross2(qx, qy, b.vx, b.vy), h), kb = w_flip(cross2(rx, ry, b.vx, b.vy), h);
        wide off = w_abs(h);
        if (WAY_WIDE_IS_DOUBLE)
            *doubt = w_or(*doubt, w_lt(off, w_mul(doubtful, w_abs(w_mul(w.dx, qy)))));
        widemask meets =
            w_and(w_and(w_lt(zero, off), w_lt(across, zero)), w_and(w_le(ka, zero), w_le(zero, kb)));
        if (walls[n].sides != 0)
            meets = w_and(meets, w_le(zero, w_mul(w.side, h)));
        widemask first = w_and(meets, w_lt(w_mul(gap, across), w_mul(off, pace)));
        gap = w_select(first, off, gap);
        pace = w_select(first, across, pace);
        number = i_select(m_narrow(first), i_set((int32_t)n), number);
    }
    return number;
}

/* The number of the wall that each ball meets first within `horizon`, or ever, the lower of two; -1 where
   there is none. Balls are kept `skin` times a wall's largest coordinate off it. What is in doubt, or, where
   `timed`, touches a wall, is told. */
WAY_INLINE ilanes first_wall(ball b, const way_wall *walls, size_t wall_count, wide graze, int timed,
                             wide horizon, double skin, int sums, widemask *doubt) {
    wide gap = w_set(1.0), pace = w_set(0.0), radius = b.radius;
    ilanes number = i_set(-1);
    for (size_t k = 0; k < wall_count; k++) {
        double size = wall_size(walls + k);
        if (!(size < WALL_ROOM))
            continue;
        if (skin > 0.0)
            b.radius = w_add(radius, w_set(skin * size));
        touch t = wall_touch(b, wall_same(walls + k, 1), 1, graze, timed, horizon, walls[k].sides != 0, sums);
        if (sums == SUMS_TELLING)
            *doubt = w_or(*doubt, t.doubt);
        if (timed)
            *doubt = w_or(*doubt, t.there);
        widemask first = w_lt(w_mul(t.gap, pace), w_mul(gap, t.pace));
        if (timed)
            first = w_and(first, w_le(t.gap, w_mul(horizon, t.pace)));
        gap = w_select(first, t.gap, gap);
        pace = w_select(first, t.pace, pace);
        number = i_select(m_narrow(first), i_set((int32_t)k), number);
    }
    return number;
}

/* Too near to the horizon to tell in time from late. */
WAY_INLINE widemask near_horizon(touch t, flanes horizon) {
    wide over = w_sub(t.gap, w_mul(w_widen(horizon), t.pace));
    return w_lt(w_abs(over), w_mul(w_set(DOUBT), t.gap));
}

/* A sweep's answer; `named` where there is a wall to meet. */
typedef struct swept {
    flanes time, x, y, nx, ny;
    mask met;
    ilanes status, wall;
    mask doubt;
} swept;

WAY_INLINE swept sweep_answer(ball b, touch t, mask valid, mask named, flanes horizon) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    contact c = wall_contact(b, t);
    flanes time = w_narrow(c.time), x = w_narrow(c.x), y = w_narrow(c.y), nx = w_narrow(c.nx),
           ny = w_narrow(c.ny);
    flanes all = f_add(f_add(time, f_add(f_abs(x), f_abs(y))), f_add(f_abs(nx), f_abs(ny)));
    mask meets = m_and(m_and(m_and(valid, named), m_narrow(c.meets)), f_lt(all, infinity));
    mask in_time = m_narrow(w_le(c.time, w_widen(horizon))),
         still = f_le(f_add(f_abs(w_narrow(b.vx)), f_abs(w_narrow(b.vy))), zero);
    swept s;
    s.met = m_and(meets, in_time);
    s.time = f_select(s.met, time, infinity);
    s.x = f_keep(s.met, f_add(x, zero));
    s.y = f_keep(s.met, f_add(y, zero));
    s.nx = f_keep(s.met, f_add(nx, zero));
    s.ny = f_keep(s.met, f_add(ny, zero));
    s.status = i_select(still, i_set(WAY_IMMOBILE), i_set(WAY_TOO_SLOW));
    s.status = i_select(meets, i_set(WAY_LATE), s.status);
    s.status = i_select(s.met, i_select(m_narrow(t.there), i_set(WAY_THERE), i_set(WAY_MET)), s.status);
    s.status = i_select(valid, s.status, i_set(WAY_INVALID));
    s.wall = i_set(-1);
    s.doubt = m_narrow(t.doubt);
    return s;
}

/* Both behaviours' outputs, which begin alike and end with the status. */
WAY_INLINE void swept_store(swept s, float *out, size_t pitch, int outputs) {
    f_store(out + OUT_sweep2d_time * pitch, s.time);
    f_store(out + OUT_sweep2d_point_x * pitch, s.x);
    f_store(out + OUT_sweep2d_point_y * pitch, s.y);
    f_store(out + OUT_sweep2d_normal_x * pitch, s.nx);
    f_store(out + OUT_sweep2d_normal_y * pitch, s.ny);
    if (outputs == OUT_sweep_walls2d_COUNT)
        i_store((int32_t *)(void *)(out + OUT_sweep_walls2d_wall * pitch), s.wall);
    i_store((int32_t *)(void *)(out + (size_t)(outputs - 1) * pitch), s.status);
}

WAY_INLINE swept swept_load(swept s, const float *in, size_t pitch, int outputs) {
    s.time = f_load(in + OUT_sweep2d_time * pitch);
    s.x = f_load(in + OUT_sweep2d_point_x * pitch);
    s.y = f_load(in + OUT_sweep2d_point_y * pitch);
    s.nx = f_load(in + OUT_sweep2d_normal_x * pitch);
    s.ny = f_load(in + OUT_sweep2d_normal_y * pitch);
    if (outputs == OUT_sweep_walls2d_COUNT)
        s.wall = i_load(in + OUT_sweep_walls2d_wall * pitch);
    s.status = i_load(in + (size_t)(outputs - 1) * pitch);
    return s;
}

/* Without doubt. */
WAY_INLINE swept swept_again(swept s, way_again *again, const float *const *in, size_t i, unsigned options,
                             const way_wall *walls, size_t wall_count, int outputs) {
    if (!WAY_WIDE_IS_DOUBLE || !m_any(s.doubt))
        return s;
    float which[LANES], line[OUT_sweep_walls2d_COUNT * LANES];
    f_store(which, f_keep(s.doubt, f_set(1.0f)));
    swept_store(s, line, LANES, outputs);
    way_one_by_one(again, in, i, options, walls, wall_count, which, line);
    return swept_load(s, line, LANES, outputs);
}

#define SWEEP_PUT(name, s)                                                                                   \
    WAY_PUT(f, name, time, (s).time);                                                                        \
    WAY_PUT(f, name, point_x, (s).x);                                                                        \
    WAY_PUT(f, name, point_y, (s).y);                                                                        \
    WAY_PUT(f, name, normal_x, (s).nx);                                                                      \
    WAY_PUT(f, name, normal_y, (s).ny);                                                                      \
    WAY_PUT(i, name, status, (s).status)

WAY_INLINE swept sweep_wall(const float *const *in, size_t i, unsigned options, int exact) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), infinity = f_set(INFINITY);
    const float *const *at = in + IN_sweep2d_wall_ax;
    flanes radius = options ? f_load(in[IN_sweep2d_radius] + i) : zero;
    flanes horizon = options ? f_load(in[IN_sweep2d_horizon] + i) : infinity;
    flanes side = zero;
    if (options) {
        ilanes sides = i_load(in[IN_sweep2d_sides] + i), none = i_set(0);
        side = f_select(i_lt(none, sides), one, f_select(i_lt(sides, none), f_set(-1.0f), zero));
    }
    ball b = ball_load(in + IN_sweep2d_ball_x, i, radius);
    wall w = wall_load(at[0] + i, at[1] + i, at[2] + i, at[3] + i, side, options != 0);
    flanes ends = f_add(f_add(f_abs(f_load(at[0] + i)), f_abs(f_load(at[1] + i))),
                        f_add(f_abs(f_load(at[2] + i)), f_abs(f_load(at[3] + i))));
    mask valid = m_and(ball_is_sound(in + IN_sweep2d_ball_x, i, radius), f_lt(ends, f_set((float)WALL_ROOM)));
    valid = m_and(valid, f_lt(f_set(-INFINITY), horizon));
    touch t = wall_touch(b, w, options != 0, w_set(0.0), 0, w_set(0.0), options != 0 || exact,
                         exact ? SUMS_EXACT : SUMS_FIRST);
    if (WAY_WIDE_IS_DOUBLE && options && !exact)
        t.doubt = w_or(t.doubt, near_horizon(t, horizon));
    return sweep_answer(b, t, valid, valid, horizon);
}

WAY_INLINE void WAY_LOCAL(sweep2d_lanes)(WAY_LANES_ARGUMENTS) {
    swept s = sweep_wall(in, i, options, 0);
    s = swept_again(s, way_sweep2d_again, in, i, options, NULL, 0, OUT_sweep2d_COUNT);
    SWEEP_PUT(sweep2d, s);
}
WAY_DEEP_KERNEL(sweep2d)

/* Which wall each ball meets first: all walls without error, those that meet at an end alike. */
WAY_INLINE ilanes first_wall_exactly(ball b, const way_wall *walls, size_t wall_count, int round) {
    const wide none = w_set(0.0);
    wide gap = w_set(1.0), pace = none;
    ilanes first = i_set(-1);
    for (size_t k = 0; k < wall_count; k++) {
        if (!wall_stops(walls + k))
            continue;
        touch u = wall_touch(b, wall_same(walls + k, 1), round, none, 0, none, 1, SUMS_EXACT);
        widemask sooner = w_lt(w_mul(u.gap, pace), w_mul(gap, u.pace));
        gap = w_select(sooner, u.gap, gap);
        pace = w_select(sooner, u.pace, pace);
        first = i_select(m_narrow(sooner), i_set((int32_t)k), first);
    }
    return first;
}

WAY_INLINE swept sweep_walls(const float *const *in, size_t i, unsigned options, const way_wall *walls,
                             size_t wall_count, int exact) {
    flanes radius = options ? f_load(in[IN_sweep_walls2d_radius] + i) : f_set(0.0f);
    flanes horizon = options ? f_load(in[IN_sweep_walls2d_horizon] + i) : f_set(INFINITY);
    const int round = options != 0;
    const wide none = w_set(0.0);
    ball b = ball_load(in + IN_sweep_walls2d_ball_x, i, radius);
    mask valid =
        m_and(ball_is_sound(in + IN_sweep_walls2d_ball_x, i, radius), f_lt(f_set(-INFINITY), horizon));
    widemask doubt = w_lt(none, none);
    ilanes number = exact   ? first_wall_exactly(b, walls, wall_count, round)
                    : round ? first_wall(b, walls, wall_count, none, 0, none, 0.0, SUMS_FIRST, &doubt)
                            : first_wall_of_point(b, walls, wall_count, &doubt);
    wide size;
    wall w = wall_pick(walls, number, round || exact, &size);
    touch t = wall_touch(b, w, round, none, 0, none, 1, exact ? SUMS_EXACT : SUMS_FIRST);
    mask named = i_lt(i_set(-1), number);
    if (WAY_WIDE_IS_DOUBLE && !exact) {
        if (round)
            t.doubt = w_or(t.doubt, near_horizon(t, horizon));
        t.doubt = w_or(doubt, w_and(t.doubt, wide_where(named)));
    }
    swept s = sweep_answer(b, t, valid, named, horizon);
    s.wall = i_select(s.met, number, i_set(-1));
    return s;
}

WAY_INLINE void WAY_LOCAL(sweep_walls2d_lanes)(WAY_WALLS_ARGUMENTS) {
    swept s = sweep_walls(in, i, options, walls, wall_count, 0);
    s = swept_again(s, way_sweep_walls2d_again, in, i, options, walls, wall_count, OUT_sweep_walls2d_COUNT);
    SWEEP_PUT(sweep_walls2d, s);
    WAY_PUT(i, sweep_walls2d, wall, s.wall);
}
WAY_LONG_WALLS_KERNEL(sweep_walls2d)

#if LANES == 1 && WAY_WIDE_IS_DOUBLE
WAY_SELDOM_FOR_ALL void way_sweep2d_again(const float *const *in, size_t i, unsigned options,
                                          const way_wall *walls, size_t wall_count, float *out,
                                          size_t pitch) {
    (void)walls, (void)wall_count;
    swept_store(sweep_wall(in, i, options, 1), out, pitch, OUT_sweep2d_COUNT);
}

WAY_SELDOM_FOR_ALL void way_sweep_walls2d_again(const float *const *in, size_t i, unsigned options,
                                                const way_wall *walls, size_t wall_count, float *out,
                                                size_t pitch) {
    swept_store(sweep_walls(in, i, options, walls, wall_count, 1), out, pitch, OUT_sweep_walls2d_COUNT);
}
#endif
