/* Computes when and where a moving ball meets a wall: see ball_wall.h. */
#define WAY_FAMILY "kernels/bounce/sweep.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/bounce/sweep_common.h"

WAY_INLINE flanes wall_side(agents a) {
    if (!a.given)
        return f_set(0.0f);
    ilanes sides = load_int(a, IN_sweep2d_sides), none = i_set(0);
    return f_select(i_lt(none, sides), f_set(1.0f), f_select(i_lt(sides, none), f_set(-1.0f), f_set(0.0f)));
}

WAY_INLINE swept sweep_wall(agents a, int exact) {
    const int end = IN_sweep2d_wall_ax, has_radius = a.given != 0;
    flanes radius = load_or(a, IN_sweep2d_radius, 0.0f), horizon = load_or(a, IN_sweep2d_horizon, INFINITY);
    ball b = load_ball(a, IN_sweep2d_ball_x, radius);
    wall w = wall_between(load_wide(a, end), load_wide(a, end + 1), load_wide(a, end + 2),
                          load_wide(a, end + 3), w_widen(wall_side(a)), has_radius);
    flanes ends = f_add(f_add(f_abs(load(a, end)), f_abs(load(a, end + 1))),
                        f_add(f_abs(load(a, end + 2)), f_abs(load(a, end + 3))));
    mask valid = m_and(ball_is_sound(a, IN_sweep2d_ball_x, radius), f_lt(ends, f_set((float)WALL_ROOM)));
    valid = m_and(valid, f_lt(f_set(-INFINITY), horizon));
    touch_rules rules = {
        .has_radius = has_radius, .sided = has_radius || exact, .sums = exact ? SUMS_EXACT : SUMS_FIRST};
    const wide zero = w_set(0.0);
    wide vx = zero, vy = zero;
    if (has(a, IN_sweep2d_wall_vx)) {
        flanes pace = f_add(f_abs(load(a, IN_sweep2d_wall_vx)), f_abs(load(a, IN_sweep2d_wall_vy)));
        valid = m_and(valid, f_lt(pace, f_set((float)WALL_ROOM)));
        vx = load_wide(a, IN_sweep2d_wall_vx);
        vy = load_wide(a, IN_sweep2d_wall_vy);
        const twin seen_vx = twin_between(vx, b.vx), seen_vy = twin_between(vy, b.vy);
        rules.moving = 1;
        rules.rest_vx = LO(seen_vx);
        rules.rest_vy = LO(seen_vy);
        rules.twin_error = twin_error_for(vx, vy);
        b.vx = seen_vx.hi;
        b.vy = seen_vy.hi;
    }
    touch t = wall_touch(b, w, rules);
    if (WAY_WIDE_IS_DOUBLE && has_radius && !exact)
        t.undecided = w_or(t.undecided, undecided_by_horizon(t.gap, t.pace, horizon));
    contact c = wall_contact(b, t);
    if (rules.moving)
        c = contact_on_moving(c, vx, vy);
    return sweep_answer(c, t, valid, valid, ball_is_still(b), horizon);
}

WAY_INLINE sweep2d_answers sweep2d(swept s) {
    return (sweep2d_answers){s.time, XY(s.point), XY(s.normal), s.status};
}

#define NAME sweep2d
#define GIVEN_1 (1u << IN_sweep2d_radius | 1u << IN_sweep2d_horizon | 1u << IN_sweep2d_sides)
#define GIVEN_2 OPTIONS_sweep2d
#define SUMS swept
#define SUM(a) sweep_wall(a, 0)
#define FINISH(a, sums, roots) sweep2d(sums)
#define AHEAD 0
#define STACK_USE 1
#define DECIDE way_sweep2d_exactly
#define ANSWERED 1
#define ANY_UNDECIDED(a, sums, roots) m_any((sums).undecided)
#define UNDECIDED(a, sums, roots) (sums).undecided
#define DECIDED(a) sweep2d(sweep_wall(a, 1))
#include "kernels/loop.h"
DEFINE_CALL(way_sweep2d, sweep2d, fast)
