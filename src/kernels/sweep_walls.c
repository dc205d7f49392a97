/* When and where a moving ball meets the first of the batch's walls: see touching.h. */
#include "kernels/agents.h"
#include "kernels/answers.h"
#include "kernels/first_wall.h"
#include "kernels/sweeping.h"

/* wall_touch for what has no radius and all the time: only the gap's ratio to the pace counts, with the pace negated. */
WAY_INLINE first_wall first_wall_of_point(ball b, const way_wall *walls, size_t wall_count) {
    const wide zero = w_set(0.0), doubtful = w_set(DOUBTFUL);
    const widemask none = w_lt(zero, zero);
    wide gap = w_set(1.0), pace = zero;
    first_wall first = {i_set(-1), none, none};
    for (size_t n = 0; n < wall_count; n++) {
        if (!wall_stops(walls + n) || (walls[n].ax == walls[n].bx && walls[n].ay == walls[n].by))
            continue;
        wall w = wall_same(walls + n, 0);
        wide qx = w_sub(b.x, w.ax), qy = w_sub(b.y, w.ay), rx = w_sub(b.x, w.bx), ry = w_sub(b.y, w.by);
        wide h = cross2(w.dx, w.dy, qx, qy), across = w_flip(cross2(w.dx, w.dy, b.vx, b.vy), h);
        wide ka = w_flip(cross2(qx, qy, b.vx, b.vy), h), kb = w_flip(cross2(rx, ry, b.vx, b.vy), h);
        wide off = w_abs(h);
        if (WAY_WIDE_IS_DOUBLE)
            first.doubt = w_or(first.doubt, w_lt(off, w_mul(doubtful, w_abs(w_mul(w.dx, qy)))));
        widemask meets =
            w_and(w_and(w_lt(zero, off), w_lt(across, zero)), w_and(w_le(ka, zero), w_le(zero, kb)));
        if (walls[n].sides != 0)
            meets = w_and(meets, w_le(zero, w_mul(w.side, h)));
        widemask sooner = w_and(meets, w_lt(w_mul(gap, across), w_mul(off, pace)));
        gap = w_select(sooner, off, gap);
        pace = w_select(sooner, across, pace);
        first.number = i_select(m_narrow(sooner), i_set((int32_t)n), first.number);
    }
    return first;
}

/* All walls without error: those that meet at an end alike. */
WAY_INLINE first_wall first_wall_exactly(ball b, const way_wall *walls, size_t wall_count, int round) {
    const wide zero = w_set(0.0);
    wide gap = w_set(1.0), pace = zero;
    first_wall first = {i_set(-1), w_lt(zero, zero), w_lt(zero, zero)};
    for (size_t k = 0; k < wall_count; k++) {
        if (!wall_stops(walls + k))
            continue;
        touch u = wall_touch(b, wall_same(walls + k, 1),
                             (touch_rules){.round = round, .sided = 1, .sums = SUMS_EXACT});
        widemask sooner = w_lt(w_mul(u.gap, pace), w_mul(gap, u.pace));
        gap = w_select(sooner, u.gap, gap);
        pace = w_select(sooner, u.pace, pace);
        first.number = i_select(m_narrow(sooner), i_set((int32_t)k), first.number);
    }
    return first;
}

WAY_INLINE swept sweep_walls(agents a, int exact) {
    const int round = a.given != 0;
    flanes radius = load_or(a, IN_sweep_walls2d_radius, 0.0f);
    flanes horizon = load_or(a, IN_sweep_walls2d_horizon, INFINITY);
    ball b = load_ball(a, IN_sweep_walls2d_ball_x, radius);
    mask valid = m_and(ball_is_sound(a, IN_sweep_walls2d_ball_x, radius), f_lt(f_set(-INFINITY), horizon));
    touch_rules rules = {.round = round, .sided = 1, .sums = exact ? SUMS_EXACT : SUMS_FIRST};
    first_wall first = exact   ? first_wall_exactly(b, a.walls, a.wall_count, round)
                       : round ? first_wall_of(b, a.walls, a.wall_count, rules, 0.0)
                               : first_wall_of_point(b, a.walls, a.wall_count);
    wall w = wall_pick(a.walls, first.number, round || exact).wall;
    touch t = wall_touch(b, w, rules);
    mask named = i_lt(i_set(-1), first.number);
    if (WAY_WIDE_IS_DOUBLE && !exact) {
        if (round)
            t.doubt = w_or(t.doubt, doubt_of_horizon(t.gap, t.pace, horizon));
        t.doubt = w_or(first.doubt, w_and(t.doubt, wide_where(named)));
    }
    swept s = sweep_answer(b, t, valid, named, horizon);
    s.wall = i_select(s.met, first.number, i_set(-1));
    return s;
}

WAY_INLINE sweep_walls2d_answers sweep_walls2d(swept s) {
    return (sweep_walls2d_answers){s.time, XY(s.point), XY(s.normal), s.wall, s.status};
}

#define NAME sweep_walls2d
#define SUMS swept
#define SUM(a) sweep_walls(a, 0)
#define FINISH(a, sums, roots) sweep_walls2d(sums)
#define AHEAD 0
#define LONG 1
#define READS_WALLS 1
#define SETTLE way_sweep_walls2d_exactly
#define ANSWERED 1
#define IN_DOUBT(a, sums, roots) m_any((sums).doubt)
#define DOUBT(a, sums, roots) (sums).doubt
#define EXACTLY(a) sweep_walls2d(sweep_walls(a, 1))
#include "kernels/loop.h"
