/* Computes when and where a moving ball first meets one of the batch's walls: see ball_wall.h. */
#define WAY_FAMILY "kernels/bounce/sweep_walls.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/bounce/first_wall.h"
#include "kernels/bounce/sweep_common.h"
#include "kernels/bounce/wall_moving.h"

/* How a point (a ball without a radius) meets a wall, whatever the horizon is. If `meets` is set, the point
   reaches the wall after off / -across. `undecided` is set in lanes in which rounding could change the
   answer. */
typedef struct point_touch {
    wide off, across, height;
    widemask meets, undecided;
} point_touch;

WAY_INLINE point_touch point_touch_of(ball b, wall w) {
    const wide zero = w_set(0.0);
    wide qx = w_sub(b.x, w.ax), qy = w_sub(b.y, w.ay);
    wide h = cross2(w.dx, w.dy, qx, qy), off = w_abs(h);
    point_touch p = {.off = off, .height = h, .across = w_flip(cross2(w.dx, w.dy, b.vx, b.vy), h)};
    p.undecided =
        w_or(w_lt(off, undecided_part(w.dx, qy)), w_lt(w_abs(p.across), undecided_part(w.dx, b.vy)));
    p.meets = w_and(w_lt(zero, off), w_lt(p.across, zero));
    if (LANES == 1 && !m_any(m_narrow(p.meets)))
        return p;
    wide rx = w_sub(b.x, w.bx), ry = w_sub(b.y, w.by);
    wide ka = w_flip(cross2(qx, qy, b.vx, b.vy), h), kb = w_flip(cross2(rx, ry, b.vx, b.vy), h);
    p.meets = w_and(p.meets, w_and(w_le(ka, zero), w_le(zero, kb)));
    return p;
}

/* Up to this number of walls, it is faster to test all walls than to search. */
#define MOST_TESTED_DIRECTLY (LANES == 16 ? 256 : LANES == 8 && WAY_WIDE_IS_DOUBLE ? 16 : 64)

/* Tests all walls. If several walls are met at the same time, the wall with the lowest number is first. */
WAY_INLINE first_wall first_wall_of_all(ball b, const way_wall_list *list) {
    first_wall first = first_of_none();
    for (size_t k = 0; k < list->count; k++) {
        const way_wall *of = list->walls + k;
        if (!wall_stops(of) || (of->ax == of->bx && of->ay == of->by))
            continue;
        const wall w = wall_same(of);
        point_touch p = point_touch_of(b, w);
        if (WAY_WIDE_IS_DOUBLE)
            first.undecided = w_or(first.undecided, p.undecided);
        if (of->sides != 0)
            p.meets = w_and(p.meets, w_le(w_set(0.0), w_mul(w.side, p.height)));
        if (!m_any(m_narrow(p.meets)))
            continue;
        wide time = w_div(p.off, w_negate(p.across));
        widemask sooner = w_and(p.meets, w_lt(time, first.time));
        first.time = w_select(sooner, time, first.time);
        first.number = i_select(m_narrow(sooner), i_set((int32_t)k), first.number);
    }
    return first;
}

/* Returns the first wall on each ball's path. If a lane is undecided after the search, the search is repeated
   among the walls that the ball may meet no later than the first wall found. So which lanes are undecided
   depends neither on the lane count nor on the order of the walls. */
WAY_INLINE first_wall first_wall_to_meet(ball b, const way_wall_list *list, mask valid, touch_rules rules) {
    const int exact = rules.sums == SUMS_EXACT;
    wide end = w_set(INFINITY);
    mask search = valid;
    first_wall first = first_of_none();
    wall_search s;
    for (int again = 0;; again = 1) {
        first_wall found = rules.has_radius || exact || again || list->count > MOST_TESTED_DIRECTLY
                               ? first_wall_of(&s, b, list, search, end, rules, 0.0, NULL)
                               : first_wall_of_all(b, list);
        if (again)
            first.undecided = found.undecided;
        else
            first = found;
        search = m_and(valid, m_narrow(first.undecided));
        if (again || exact || !WAY_WIDE_IS_DOUBLE || !m_any(search))
            return first;
        end = sooner_than(first.time);
    }
}

/* After speed_scale_of has scaled the speed, a velocity component below PACE_GRAIN counts as 0. */
#define PACE_GRAIN 0x1p-60

/* Returns a power of two that scales a ball's speed to the range from 2^-41 to 2^4, so that no product of
   floats underflows or overflows. Without this scaling, the answer would depend on which walls are tested and
   in which order. In the exact precision, returns 1, because doubles need no scaling. */
WAY_INLINE wide speed_scale_of(ball b) {
    wide speed_scale = w_set(1.0);
    if (WAY_WIDE_IS_DOUBLE)
        return speed_scale;
    wide pace = w_larger(w_abs(b.vx), w_abs(b.vy));
    speed_scale = w_select(w_lt(pace, w_set(0x1p-33)), w_set(0x1p36), speed_scale);
    speed_scale = w_select(w_lt(pace, w_set(0x1p-69)), w_set(0x1p72), speed_scale);
    speed_scale = w_select(w_lt(pace, w_set(0x1p-105)), w_set(0x1p108), speed_scale);
    speed_scale = w_select(w_lt(w_set(0x1p3), pace), w_set(0x1p-30), speed_scale);
    return w_select(w_lt(w_set(0x1p33), pace), w_set(0x1p-60), speed_scale);
}

WAY_INLINE swept sweep_walls(agents a, int exact) {
    const int has_radius = a.given != 0;
    flanes radius = load_or(a, IN_sweep_walls2d_radius, 0.0f);
    flanes horizon = load_or(a, IN_sweep_walls2d_horizon, INFINITY);
    ball b = ball_in_grains(load_ball(a, IN_sweep_walls2d_ball_x, radius));
    const wide speed_scale = speed_scale_of(b);
    b.vx = in_grains(w_mul(b.vx, speed_scale), PACE_GRAIN);
    b.vy = in_grains(w_mul(b.vy, speed_scale), PACE_GRAIN);
    mask valid = m_and(ball_is_sound(a, IN_sweep_walls2d_ball_x, radius), f_lt(f_set(-INFINITY), horizon));
    touch_rules rules = {.has_radius = has_radius, .sided = 1, .sums = exact ? SUMS_EXACT : SUMS_FIRST};
    first_wall first = first_wall_to_meet(b, a.walls, valid, rules);
    wall w = wall_pick(a.walls, first.number, has_radius || exact).wall;
    touch t = wall_touch(b, w, rules);
    mask named = i_lt(i_set(-1), first.number);
    if (WAY_WIDE_IS_DOUBLE && !exact) {
        if (has_radius)
            t.undecided = w_or(t.undecided, undecided_by_horizon(t.gap, t.pace, horizon));
        t.undecided = w_or(first.undecided, w_and(t.undecided, wide_where(named)));
    }
    contact c = wall_contact(b, t);
    c.time = w_mul(c.time, speed_scale);
    swept s = sweep_answer(c, t, valid, named, ball_is_still(b), horizon);
    s.wall = i_select(s.met, first.number, i_set(-1));
    return s;
}

#if WAY_WIDE_IS_DOUBLE
/* Like sweep_walls, if the walls move. */
WAY_INLINE swept sweep_moving_walls(agents a, int exact) {
    flanes radius = load_or(a, IN_sweep_walls2d_radius, 0.0f);
    flanes horizon = load_or(a, IN_sweep_walls2d_horizon, INFINITY);
    const ball b = load_ball(a, IN_sweep_walls2d_ball_x, radius);
    mask valid = m_and(ball_is_sound(a, IN_sweep_walls2d_ball_x, radius), f_lt(f_set(-INFINITY), horizon));
    const wide zero = w_set(0.0);
    touch_rules rules = {.has_radius = 1, .sided = 1, .sums = exact ? SUMS_EXACT : SUMS_MARKING, .moving = 1};
    among_walls s = {a.walls, b, valid, zero, w_set(INFINITY), zero, NULL, 0};
    first_wall first = first_moving_wall(&s, rules, 0, NULL);
    s.search = m_and(valid, m_narrow(first.undecided));
    if (!exact && m_any(s.search)) {
        s.end = sooner_than(first.time);
        first.undecided = first_moving_wall(&s, rules, 0, NULL).undecided;
    }
    const wide_vector v = velocities_of(a.walls, first.number);
    const ball seen = ball_seen_from(b, v.x, v.y, zero);
    rules.rest_vx = LO(twin_between(v.x, b.vx));
    rules.rest_vy = LO(twin_between(v.y, b.vy));
    rules.twin_error = twin_error_for(v.x, v.y);
    touch t = wall_touch(seen, wall_pick(a.walls, first.number, 1).wall, rules);
    mask named = i_lt(i_set(-1), first.number);
    if (!exact) {
        t.undecided = w_or(t.undecided, undecided_by_horizon(t.gap, t.pace, horizon));
        t.undecided = w_or(first.undecided, w_and(t.undecided, wide_where(named)));
    }
    contact c = contact_on_moving(wall_contact(seen, t), v.x, v.y);
    swept answer = sweep_answer(c, t, valid, named, m_andnot(valid, moves_past_walls(a.walls, b)), horizon);
    answer.wall = i_select(answer.met, first.number, i_set(-1));
    return answer;
}

WAY_INLINE swept sweep_exactly(agents a) {
    return a.walls->velocity != NULL ? sweep_moving_walls(a, 1) : sweep_walls(a, 1);
}

#define OTHER(a) sweep_moving_walls(a, 0)
#define TAKES_OTHER(block) ((block)->walls->velocity != NULL)
#endif

WAY_INLINE sweep_walls2d_answers sweep_walls2d(swept s) {
    return (sweep_walls2d_answers){s.time, XY(s.point), XY(s.normal), s.wall, s.status};
}

#define NAME sweep_walls2d
#define SUMS swept
#define SUM(a) sweep_walls(a, 0)
#define FINISH(a, sums, roots) sweep_walls2d(sums)
#define AHEAD 0
#define LONG_RUNNING 1
#define STACK_USE 2
#define DECIDE way_sweep_walls2d_exactly
#define ANSWERED 1
#define ANY_UNDECIDED(a, sums, roots) m_any((sums).undecided)
#define UNDECIDED(a, sums, roots) (sums).undecided
#define DECIDED(a) sweep_walls2d(sweep_exactly(a))
#include "kernels/loop.h"
DEFINE_CALL_WITH_WALLS(way_sweep_walls2d, sweep_walls2d, fast)
