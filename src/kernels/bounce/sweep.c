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

/* Returns the sum of the absolute coordinates of the wall's ends. */
WAY_INLINE flanes size_of_ends(agents a) {
    const int end = IN_sweep2d_wall_ax;
    return f_add(f_add(f_abs(load(a, end)), f_abs(load(a, end + 1))),
                 f_add(f_abs(load(a, end + 2)), f_abs(load(a, end + 3))));
}

/* The contact of a point (a ball without a radius) with a wall. The normal is (-down, along); it is meaningless
   if they do not meet. */
typedef struct point_contact {
    wide time, x, y, down, along;
    widemask meets, undecided;
} point_contact;

/* Like wall_touch and wall_contact, with the same bits, for a point and a wall that stops it from both sides
   and stands still. Doubles compare the signs of two numbers by a product, which can neither overflow nor
   underflow. */
WAY_INLINE point_contact contact_of_point(ball b, wall w) {
    const wide zero = w_set(0.0);
    wide qx = w_sub(b.x, w.ax), qy = w_sub(b.y, w.ay), rx = w_sub(b.x, w.bx), ry = w_sub(b.y, w.by);
    wide h = cross2(w.dx, w.dy, qx, qy), across = cross2(w.dx, w.dy, b.vx, b.vy);
    wide ka = cross2(qx, qy, b.vx, b.vy), kb = cross2(rx, ry, b.vx, b.vy);
    wide off = w_abs(h), pace = w_abs(across);
    point_contact c = {.undecided = w_lt(zero, zero)};
    if (WAY_WIDE_IS_DOUBLE) {
        c.undecided = w_or(w_lt(off, undecided_part(w.dx, qy)), w_lt(pace, undecided_part(w.dx, b.vy)));
        c.meets =
            w_and(w_lt(w_mul(h, across), zero), w_and(w_le(w_mul(ka, h), zero), w_le(zero, w_mul(kb, h))));
    } else {
        c.meets = w_and(w_and(w_lt(zero, off), w_lt(w_flip(across, h), zero)),
                        w_and(w_le(w_flip(ka, h), zero), w_le(zero, w_flip(kb, h))));
    }
    c.time = w_div(off, pace);
    c.x = w_add(b.x, w_mul(b.vx, c.time));
    c.y = w_add(b.y, w_mul(b.vy, c.time));
    wide length = w_flip(w_sqrt(dot2(w.dx, w.dy, w.dx, w.dy)), h);
    c.down = w_div(w.dy, length);
    c.along = w_div(w.dx, length);
    return c;
}

/* Answers a call without options. */
WAY_INLINE swept sweep_point(agents a) {
    const int at = IN_sweep2d_ball_x, end = IN_sweep2d_wall_ax;
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY), room = f_set((float)WALL_ROOM);
    point_contact c = contact_of_point(
        load_ball(a, at, zero), wall_between(load_wide(a, end), load_wide(a, end + 1), load_wide(a, end + 2),
                                             load_wide(a, end + 3), w_set(0.0), 0));
    flanes pace = f_add(f_abs(load(a, at + 2)), f_abs(load(a, at + 3)));
    mask valid = m_and(f_lt(size_of_ball(a, at), room), f_lt(size_of_ends(a), room));
    flanes time = w_narrow(c.time), x = w_narrow(c.x), y = w_narrow(c.y);
    flanes down = w_narrow(c.down), along = w_narrow(c.along), all = f_add(time, f_add(f_abs(x), f_abs(y)));
    if (!WAY_WIDE_IS_DOUBLE) /* the length of a wall underflows in floats, but not in doubles */
        all = f_add(all, f_add(f_abs(down), f_abs(along)));
    swept s;
    s.met = m_and(m_and(valid, m_narrow(c.meets)), f_lt(all, infinity));
    s.time = f_select(s.met, time, infinity);
    s.point = (vector){f_keep(s.met, f_add(x, zero)), f_keep(s.met, f_add(y, zero)), zero};
    s.normal = (vector){f_keep(s.met, f_sub(zero, down)), f_keep(s.met, f_add(along, zero)), zero};
    s.status = i_select(f_le(pace, zero), i_set(WAY_IMMOBILE), i_set(WAY_TOO_SLOW));
    s.status = i_select(s.met, i_set(WAY_MET), s.status);
    s.status = i_select(valid, s.status, i_set(WAY_INVALID));
    s.wall = i_set(-1);
    s.undecided = m_narrow(c.undecided);
    return s;
}

WAY_INLINE swept sweep_wall(agents a, int exact) {
    const int end = IN_sweep2d_wall_ax, has_radius = a.given != 0;
    flanes radius = load_or(a, IN_sweep2d_radius, 0.0f), horizon = load_or(a, IN_sweep2d_horizon, INFINITY);
    ball b = load_ball(a, IN_sweep2d_ball_x, radius);
    wall w = wall_between(load_wide(a, end), load_wide(a, end + 1), load_wide(a, end + 2),
                          load_wide(a, end + 3), w_widen(wall_side(a)), has_radius);
    mask valid =
        m_and(ball_is_sound(a, IN_sweep2d_ball_x, radius), f_lt(size_of_ends(a), f_set((float)WALL_ROOM)));
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
#define SUM(a) ((a).given ? sweep_wall(a, 0) : sweep_point(a))
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
