/* Finds the first moment at which a gun in space can fire a shot that hits. The barrel turns at most at
   the rate w, and the shell flies straight at the speed s. Let p(T) be the vector from the gun to the
   target at the time T of the hit, and r its length. The shot has to leave at t = T - r / s, and the
   barrel reaches the direction of p in time if

       g = w t - A >= 0,     A = the angle from the barrel to p

   The hits with t >= 0 form one or two branches, as in slew.c. On a branch, t is a concave function of the
   distance S from its start. If the target is faster than the shell, a branch ends where t is largest. The
   search goes from the start of a branch in steps that never pass a root of g. Let h be the least distance of
   the target's line from the gun, and v the target's speed. A step is at most r / (2 v), so during the step
   the distance stays at least r / 2. So the direction of p turns at most at the rate a = 4 h v / r^2, whose
   derivative is at most 16 h v^2 / r^3. The direction of p moves along a great circle. Let x be its angle
   from the point of this circle that is nearest to the barrel. A is a function of x whose slope is at most 1.
   The second derivative of A is at least 0 if A is at most a right angle, and at least -1 / sin(A) in any
   case. So for a step D

       g(S + D) <= g + (w t' + a) D
       g(S + D) <= g + g' D + M D^2 / 2,   M = 16 h v^2 / r^3 + k a^2

   where k is 0 if a D <= cos(A), and 2 / sin(A) if a D <= sin(A) / 2. The second bound makes the steps
   converge like Newton's method, also where g only just touches 0. The arc of traverse is a cone, and gives a
   second function with such bounds: half the arc minus the angle between its middle and p. slew_fall.h has
   the bounds, and the search for shells that fall. Both precisions compute in doubles. */
#define WAY_FAMILY "kernels/ballistics/slew3d.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

#if WAY_WIDE_IS_DOUBLE

#include "kernels/ballistics/slew_fall.h"

#define INPUT(column) IN_slew3d_##column
#define SLEW3D_STEPS 256
#define SLEW3D_NEARER 3 /* steps to the direction nearest to the barrel: one, and corrections */

/* The gun and its target, from the inputs. */
typedef struct space_gun {
    wide_vector runner, v, heading, facing; /* runner and v relative to the gun; the others: unit vectors */
    wide rate, speed, gravity, half;        /* half: of the arc */
    wide first, last; /* when a shot that is fired now hits, for the first and the last time */
    widemask works, twice, limited;
    mask valid;
} space_gun;

/* The earliest shot so far. */
typedef struct space_shot {
    wide time, hit, turn;
    wide_vector direction;
} space_shot;

/* Finds the hits of a shot that is fired now: see intercept. */
WAY_INLINE void space_hits_now(space_gun *g) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    wide rr = wide_dot(g->runner, g->runner, 3);
    widemask works = w_and(w_lt(zero, g->speed), w_le(w_set(FLT_MIN), rr));
    wide ss = w_mul(g->speed, g->speed), lead = speed_lead(ss, g->v, 3), b = wide_dot(g->runner, g->v, 3);
    wide_vector cross = wide_cross(g->runner, g->v, 3);
    wide disc = discriminant(w_mul(ss, rr), wide_cross_square(cross, 3), b, lead, rr);
    widemask comes = w_lt(b, zero), real = w_le(zero, disc), slower = w_lt(zero, lead);
    wide sum = w_add(w_abs(b), w_sqrt(w_keep(real, disc)));
    widemask some = w_and(w_lt(zero, sum), w_and(real, w_or(comes, slower)));
    wide start = w_div(w_select(comes, rr, sum), w_select(some, w_select(comes, sum, lead), one));
    g->works = w_and(works, some);
    g->first = w_keep(g->works, start);
    g->twice = w_and(g->works, w_lt(lead, zero));
    g->last = w_keep(g->twice, w_div(sum, w_select(g->twice, w_negate(lead), one)));
}

WAY_APART void space_gun_of(agents a, space_gun *g) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    wide_vector heading = load_wide_vector(a, INPUT(heading_x), 3),
                v = load_wide_vector(a, INPUT(runner_vx), 3);
    const wide_vector platform = {w_widen(load_or(a, INPUT(platform_vx), 0.0f)),
                                  w_widen(load_or(a, INPUT(platform_vy), 0.0f)),
                                  w_widen(load_or(a, INPUT(platform_vz), 0.0f))};
    wide speed = load_wide(a, INPUT(speed)), step = w_widen(load_or(a, INPUT(dt), 0.0f));
    flanes horizon = load_or(a, INPUT(horizon), INFINITY);
    wide hh = wide_dot(heading, heading, 3);
    g->runner = between_wide(a, INPUT(x), INPUT(runner_x), 3);
    g->rate = load_wide(a, INPUT(turn_rate));
    wide squares = w_add(w_add(hh, wide_dot(g->runner, g->runner, 3)), wide_dot(v, v, 3));
    squares = w_add(squares, w_add(wide_dot(platform, platform, 3), w_mul(step, step)));
    squares = w_add(squares, dot2(speed, g->rate, speed, g->rate));
    const wide_vector facing = {w_widen(load_or(a, INPUT(facing_x), 0.0f)),
                                w_widen(load_or(a, INPUT(facing_y), 0.0f)),
                                w_widen(load_or(a, INPUT(facing_z), 0.0f))};
    wide arc = w_widen(load_or(a, INPUT(arc), -1.0f)), ff = wide_dot(facing, facing, 3);
    g->gravity = w_widen(load_or(a, INPUT(gravity), 0.0f));
    squares = w_add(squares, w_add(ff, dot2(arc, g->gravity, arc, g->gravity)));
    widemask sound = w_and(w_lt(squares, w_set(0x1p126)), w_and(w_lt(zero, hh), w_le(zero, g->rate)));
    sound = w_and(sound, w_and(w_le(zero, step), w_le(zero, g->gravity)));
    g->valid = m_and(m_narrow(sound), f_lt(f_set(-INFINITY), horizon));
    g->facing = wide_scale(facing, w_div(one, w_sqrt(fall_above_0(ff))), 3);
    g->limited = w_and(w_lt(w_set(-1.0), arc), w_lt(zero, ff));
    arc = fall_min(arc, one);
    wide across = w_mul(w_sub(one, arc), w_add(one, arc));
    g->half = wide_angle(arc, w_sqrt(fall_max(across, zero)));
    g->heading = wide_scale(heading, w_div(one, w_sqrt(fall_above_0(hh))), 3);
    g->v = wide_sub(v, platform, 3);
    g->speed = speed;
    space_hits_now(g);
    g->works = w_and(g->works, sound);
    g->twice = w_and(g->twice, sound);
}

/* Searches a branch that starts with a hit at `start`, and goes forwards in time if `sense` is 1, and
   backwards if it is -1. Keeps the shot if it is earlier than the shot so far. */
WAY_APART void first_of_space_branch(const space_gun *g, wide start, wide sense, widemask exists,
                                     space_shot *shot) {
    const wide zero = w_set(0.0), one = w_set(1.0), infinity = w_set(INFINITY);
    const widemask none = w_lt(zero, zero);
    const wide per_speed = w_div(one, fall_above_0(g->speed));
    const wide_vector from = wide_add_scaled(g->runner, g->v, start, 3), by = wide_scale(g->v, sense, 3);
    const wide vv = wide_dot(by, by, 3), v = w_sqrt(vv), along = wide_dot(from, by, 3);
    const wide r0 = fall_length(from), across = fall_length(wide_cross(g->runner, by, 3));
    const wide h = w_div(across, fall_above_0(v));
    /* if the target is faster than the shell, t is largest at `top` */
    const widemask ends = w_lt(g->speed, v);
    wide ratio = w_div(g->speed, fall_above_0(v));
    wide rest = w_sqrt(w_select(ends, w_mul(w_sub(one, ratio), w_add(one, ratio)), one));
    wide peak = w_mul(sense, w_div(w_mul(h, ratio), rest));
    wide top = w_div(w_sub(peak, w_div(along, fall_above_0(v))), fall_above_0(v));
    top = w_select(ends, fall_max(top, zero), infinity);

    /* `nearing` is for barrels that do not turn: it leads to the direction nearest to the barrel */
    const wide ahead = wide_dot(g->heading, by, 3);
    const wide nearing = w_sub(w_mul(wide_dot(g->heading, from, 3), vv), w_mul(ahead, along));
    const widemask still = w_le(g->rate, zero), nears = w_lt(zero, w_abs(nearing));

    fall_bounds b;
    b.bend = zero; /* the time of fire never grows faster than at the start of a step */
    wide s = zero;
    widemask looking = exists;
    for (int step = 0; step < SLEW3D_STEPS && m_any(m_narrow(looking)); step++) {
        fall_moment m;
        m.p = wide_add_scaled(from, by, s, 3), m.p1 = by;
        m.size = fall_length(m.p);
        wide longer =
            w_div(w_mul(s, w_add(w_add(along, along), w_mul(vv, s))), fall_above_0(w_add(m.size, r0)));
        m.time = w_sub(w_mul(sense, s), w_mul(longer, per_speed));
        const wide per_r = w_div(one, fall_above_0(m.size));
        m.outward = w_mul(w_add(along, w_mul(vv, s)), per_r); /* dr / dS */
        const wide turning = w_mul(w_mul(h, v), w_mul(per_r, per_r));
        const fall_angle a = fall_angle_at(g->heading, &m, one, turning);
        const wide lacks = w_sub(a.value, w_mul(g->rate, m.time));
        const wide rounded = w_mul(w_set(0x1p-48), w_mul(w_add(r0, w_mul(v, w_add(start, s))), per_r));
        const wide slack = w_add(w_set(FALL_ROUNDED), rounded);
        fall_angle edge = {zero, zero, zero, zero};
        wide outside = w_negate(infinity);
        if (m_any(m_narrow(g->limited))) {
            edge = fall_angle_at(g->facing, &m, one, turning);
            outside = w_select(g->limited, w_sub(edge.value, g->half), outside);
        }
        const widemask found = w_and(looking, w_and(w_le(lacks, slack), w_le(outside, slack)));
        if (m_any(m_narrow(found))) {
            const widemask earlier = w_and(found, w_lt(m.time, shot->time));
            shot->time = w_select(earlier, fall_max(m.time, zero), shot->time);
            shot->hit = w_select(earlier, w_add(start, w_mul(sense, s)), shot->hit);
            shot->turn = w_select(earlier, a.value, shot->turn);
            shot->direction = fall_select(earlier, wide_scale(m.p, per_r, 3), shot->direction);
        }
        /* no later shot of this branch can be earlier than the shot so far */
        looking = w_and(w_andnot(looking, found), w_and(w_lt(s, top), w_lt(m.time, shot->time)));
        wide nearest = infinity;
        if (m_any(m_narrow(still))) {
            const wide off = w_sub(w_mul(ahead, w_mul(m.size, m.size)),
                                   w_mul(wide_dot(g->heading, m.p, 3), w_add(along, w_mul(vv, s))));
            nearest = w_add(s, w_keep(nears, w_div(off, w_select(nears, nearing, one))));
            looking = w_andnot(looking, w_and(still, w_le(step < SLEW3D_NEARER ? nearest : zero, zero)));
        }

        b.turning = w_mul(w_set(4.0), turning);
        b.swerve = w_mul(w_mul(w_set(16.0), turning), w_mul(v, per_r));
        b.most = w_div(w_mul(w_set(0.5), m.size), fall_above_0(v));
        b.most = w_select(w_lt(zero, v), b.most, infinity);
        const wide slope = w_sub(sense, w_mul(m.outward, per_speed));
        wide go = w_keep(w_lt(slack, lacks), fall_safe(&b, &a, g->rate, slope, fall_max(lacks, zero), none));
        if (m_any(m_narrow(g->limited))) {
            const wide enters = fall_safe(&b, &edge, zero, slope, fall_max(outside, zero), none);
            go = w_select(w_lt(slack, outside), fall_max(go, enters), go);
        }
        go = fall_min(b.most, go);
        const wide least = w_mul(w_set(0x1p-50), w_add(s, w_div(r0, fall_above_0(v))));
        wide next = w_add(s, fall_max(go, w_keep(w_lt(zero, v), least)));
        next = fall_min(top, w_select(still, nearest, next));
        looking = w_and(looking, w_lt(next, w_set(0x1p200)));
        s = w_select(looking, next, s);
    }
}

/* Turns the heading by `angle` towards the direction of the shot. A shot straight behind is reached about the
   axis z, or about x if the heading is steeper than 45 degrees. */
WAY_INLINE wide_vector space_turned(wide_vector h, wide_vector to, wide angle) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    wide_vector n = wide_add_scaled(to, h, w_negate(wide_dot(h, to, 3)), 3);
    widemask straight = w_lt(wide_dot(n, n, 3), w_set(0x1p-80)), steep = w_lt(w_set(0.5), w_mul(h.z, h.z));
    wide_vector left =
        fall_select(steep, (wide_vector){zero, w_negate(h.z), h.y}, (wide_vector){w_negate(h.y), h.x, zero});
    n = fall_select(straight, left, n);
    n = wide_scale(n, w_div(one, fall_above_0(fall_length(n))), 3);
    wide_vector unit = wide_turned((wide_vector){one, zero, zero}, angle);
    return wide_add_scaled(wide_scale(h, unit.x, 3), n, unit.y, 3);
}

WAY_APART slew3d_answers space_answers_of(agents a, const space_gun *g, const space_shot *found) {
    const wide zero = w_set(0.0), most = w_set(FLT_MAX);
    widemask apart = w_le(w_set(FLT_MIN), wide_dot(g->runner, g->runner, 3));
    wide time = w_keep(apart, found->time), hit = w_keep(apart, found->hit),
         turn = w_keep(apart, found->turn);
    wide_vector shot = fall_select(apart, found->direction, g->heading);
    flanes horizon = load_or(a, INPUT(horizon), INFINITY);

    mask there = m_andnot(g->valid, m_narrow(apart));
    mask meets = m_and(g->valid, m_narrow(w_and(g->works, w_and(w_le(time, most), w_le(hit, most)))));
    mask reached = m_and(m_or(there, meets), f_le(w_narrow(time), horizon));
    ilanes status = i_select(m_narrow(w_lt(zero, g->speed)), i_set(WAY_TOO_SLOW), i_set(WAY_IMMOBILE));
    status = i_select(m_or(there, meets), i_set(WAY_LATE), status);
    status = i_select(reached, i_select(there, i_set(WAY_THERE), i_set(WAY_MET)), status);

    wide in_step = w_mul(g->rate, w_widen(load_or(a, INPUT(dt), 0.0f)));
    vector direction = wide_narrow(shot, 3), heading = wide_narrow(g->heading, 3);
    vector next = wide_narrow(space_turned(g->heading, shot, fall_min(in_step, turn)), 3);
    next = vector_select(m_narrow(w_le(turn, in_step)), direction, next, 3);
    next = vector_select(reached, next, heading, 3);
    return (slew3d_answers){
        f_select(reached, w_narrow(time), f_set(INFINITY)),
        f_select(reached, w_narrow(hit), f_set(INFINITY)),
        XYZ(vector_keep(reached, direction, 3)),
        f_keep(reached, w_narrow(turn)),
        XYZ(vector_keep(g->valid, next, 3)),
        i_select(g->valid, status, i_set(WAY_INVALID)),
    };
}

WAY_INLINE widemask space_falls(agents a) {
    return w_lt(w_set(0.0), w_widen(load_or(a, INPUT(gravity), 0.0f)));
}

WAY_INLINE slew3d_answers slew3d(agents a) {
    const wide zero = w_set(0.0), one = w_set(1.0), infinity = w_set(INFINITY);
    space_gun g;
    space_gun_of(a, &g);
    space_shot shot = {infinity, zero, zero, {zero, zero, zero}};
    first_of_space_branch(&g, g.first, one, g.works, &shot);
    if (m_any(m_narrow(g.twice)))
        first_of_space_branch(&g, g.last, w_set(-1.0), g.twice, &shot);
    return space_answers_of(a, &g, &shot);
}

#if FALL_HERE
/* Sets the shots of the guns whose shells fall. */
WAY_APART void space_under_gravity(space_gun *g, widemask falls, space_shot *shot) {
    const widemask asks = fall_asks(falls, g->runner, g->v, g->speed);
    const fall_gun gun = {g->runner,  g->v,    g->heading, g->facing, g->rate, fall_above_0(g->speed),
                          g->gravity, g->half, g->limited, asks,      0};
    fall_shot found;
    fall_first_shot(&gun, &found);
    const wide_vector cross = wide_cross(g->heading, found.direction, 3);
    const wide turn = wide_angle(wide_dot(g->heading, found.direction, 3), fall_length(cross));
    shot->time = w_select(falls, found.time, shot->time);
    shot->hit = w_select(falls, found.hit, shot->hit);
    shot->turn = w_select(falls, turn, shot->turn);
    shot->direction = fall_select(falls, found.direction, shot->direction);
    g->works = w_or(w_andnot(g->works, falls), asks);
}

WAY_INLINE slew3d_answers slew3d_falling(agents a) {
    const wide zero = w_set(0.0), infinity = w_set(INFINITY);
    space_gun g;
    space_gun_of(a, &g);
    space_shot shot = {infinity, zero, zero, {zero, zero, zero}};
    space_under_gravity(&g, space_falls(a), &shot);
    return space_answers_of(a, &g, &shot);
}
#endif

#endif

/* Guns whose shells fall are answered one by one in plain C, because vectors would need too much stack. */
#define NAME slew3d
#define SUMS slew3d_answers
#define SUM(a) slew3d(a)
#define FINISH(a, sums, roots) (sums)
#define AHEAD 0
#define ANSWERED 1
#define ANY_UNDECIDED(a, sums, roots) m_any(m_narrow(space_falls(a)))
#define UNDECIDED(a, sums, roots) m_narrow(space_falls(a))
#define DECIDE way_slew3d_falling
#define DECIDED(a) slew3d_falling(a)
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_slew3d, slew3d, exact)
