/* Finds the first moment at which a gun in space can fire a shot that hits. The barrel turns at most at
   the rate w, and the shell flies straight at the speed s. Let p(T) be the vector from the gun to the
   target at the time T of the hit, and r its length. The shot has to leave at t = T - r / s, and the
   barrel reaches the direction of p in time if

       g = w t - A >= 0,     A = the angle from the barrel to p

   The hits with t >= 0 form one or two branches, as in slew.c. On a branch, t is a concave function of the
   distance S from its start. A branch of a target that is faster than the shell ends where t is largest.
   The search goes from the start of a branch in steps that never pass a root of g. Let h be the least
   distance of the target's line from the gun, and v the target's speed. A step is at most r / (2 v), so
   during the step the distance stays at least r / 2. So the direction of p turns at most at the rate a = 4 h
   v / r^2, whose derivative is at most 16 h v^2 / r^3. The direction of p moves along a great circle. Let x
   be its angle from the point of this circle that is nearest to the barrel. A is a function of x with a slope
   of at most
   1. The second derivative of A is at least 0 if A is at most a right angle, and at least -1 / sin(A) in any
   case. So for a step D

       g(S + D) <= g + (w t' + a) D
       g(S + D) <= g + g' D + M D^2 / 2,   M = 16 h v^2 / r^3 + k a^2

   where k is 0 if a D <= cos(A), and 2 / sin(A) if a D <= sin(A) / 2. Because of the second bound, the steps
   converge like Newton's method, even if g only just touches 0. Both precisions compute in doubles. */
#define WAY_FAMILY "kernels/ballistics/slew3d.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

#if WAY_WIDE_IS_DOUBLE

#include "kernels/wide_angle.h"

#define INPUT(column) IN_slew3d_##column
#define SLEW3D_STEPS 256
#define SLEW3D_ROUNDED 0x1p-46 /* an error of g that does not affect the answers */

/* The gun and its target, from the inputs. */
typedef struct space_gun {
    wide_vector runner, v, heading; /* runner, v: position and velocity relative to the gun */
    wide rate, speed;
    wide first, last; /* the first and the last time at which a shot fired now can hit */
    widemask works, twice;
    mask valid;
} space_gun;

/* The earliest shot so far. */
typedef struct space_shot {
    wide time, hit, turn;
    wide_vector direction;
} space_shot;

WAY_INLINE wide space_min(wide a, wide b) { return w_select(w_lt(b, a), b, a); }
WAY_INLINE wide space_max(wide a, wide b) { return w_select(w_lt(a, b), b, a); }
WAY_INLINE wide space_above_0(wide a) { return w_select(w_lt(w_set(0.0), a), a, w_set(1.0)); }
WAY_INLINE wide space_length(wide_vector a) { return w_sqrt(wide_dot(a, a, 3)); }
WAY_INLINE wide_vector space_select(widemask m, wide_vector a, wide_vector b) {
    return (wide_vector){w_select(m, a.x, b.x), w_select(m, a.y, b.y), w_select(m, a.z, b.z)};
}

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
    widemask sound = w_and(w_lt(squares, w_set(0x1p126)), w_and(w_lt(zero, hh), w_le(zero, g->rate)));
    g->valid = m_and(m_narrow(w_and(sound, w_le(zero, step))), f_lt(f_set(-INFINITY), horizon));
    g->heading = wide_scale(heading, w_div(one, w_sqrt(space_above_0(hh))), 3);
    g->v = wide_sub(v, platform, 3);
    g->speed = speed;
    space_hits_now(g);
    g->works = w_and(g->works, sound);
    g->twice = w_and(g->twice, sound);
}

/* Returns the first D > 0 with bend D^2 / 2 + rises D = lacks, or infinity. */
WAY_INLINE wide space_step(wide rises, wide bend, wide lacks) {
    const wide zero = w_set(0.0), two = w_set(2.0);
    wide root = w_sqrt(w_add(w_mul(rises, rises), w_mul(w_mul(two, bend), space_max(lacks, zero))));
    wide sum = w_add(rises, root);
    wide step = w_div(w_mul(two, lacks), space_above_0(sum));
    return w_select(w_lt(zero, sum), step, w_set(INFINITY));
}

/* Searches a branch for its first shot. The branch starts at the hit at `start`, and goes forwards in time if
   `sense` is 1, and backwards if `sense` is -1. Keeps the shot if it is earlier than the earliest shot so
   far. */
WAY_APART void first_of_space_branch(const space_gun *g, wide start, wide sense, widemask exists,
                                     space_shot *shot) {
    const wide zero = w_set(0.0), one = w_set(1.0), two = w_set(2.0), infinity = w_set(INFINITY);
    const wide per_speed = w_div(one, space_above_0(g->speed));
    const wide_vector from = wide_add_scaled(g->runner, g->v, start, 3), by = wide_scale(g->v, sense, 3);
    const wide vv = wide_dot(by, by, 3), v = w_sqrt(vv), along = wide_dot(from, by, 3);
    const wide r0 = space_length(from), across = space_length(wide_cross(g->runner, by, 3));
    const wide h = w_div(across, space_above_0(v));
    /* if the target is faster than the shell, t is largest at the end of the branch */
    const widemask ends = w_lt(g->speed, v);
    wide ratio = w_div(g->speed, space_above_0(v));
    wide rest = w_sqrt(w_select(ends, w_mul(w_sub(one, ratio), w_add(one, ratio)), one));
    wide peak = w_mul(sense, w_div(w_mul(h, ratio), rest));
    wide top = w_div(w_sub(peak, w_div(along, space_above_0(v))), space_above_0(v));
    top = w_select(ends, space_max(top, zero), infinity);

    wide s = zero;
    widemask looking = exists;
    for (int step = 0; step < SLEW3D_STEPS && m_any(m_narrow(looking)); step++) {
        wide_vector p = wide_add_scaled(from, by, s, 3);
        wide rr = wide_dot(p, p, 3), r = w_sqrt(rr);
        wide longer = w_div(w_mul(s, w_add(w_add(along, along), w_mul(vv, s))), space_above_0(w_add(r, r0)));
        wide time = w_sub(w_mul(sense, s), w_mul(longer, per_speed));
        wide_vector cross = wide_cross(g->heading, p, 3);
        wide sine = space_length(cross), cosine = wide_dot(g->heading, p, 3),
             angle = wide_angle(cosine, sine);
        wide per_r = w_div(one, space_above_0(r));
        sine = w_mul(sine, per_r), cosine = w_mul(cosine, per_r);
        wide outward = w_mul(w_add(along, w_mul(vv, s)), per_r); /* dr / dS */
        wide excess = w_sub(w_mul(g->rate, time), angle);
        wide rounded = w_mul(w_set(0x1p-48), w_mul(w_add(r0, w_mul(v, w_add(start, s))), per_r));
        widemask found = w_and(looking, w_le(w_sub(w_set(-SLEW3D_ROUNDED), rounded), excess));
        if (m_any(m_narrow(found))) {
            widemask earlier = w_and(found, w_lt(time, shot->time));
            shot->time = w_select(earlier, space_max(time, zero), shot->time);
            shot->hit = w_select(earlier, w_add(start, w_mul(sense, s)), shot->hit);
            shot->turn = w_select(earlier, angle, shot->turn);
            shot->direction = space_select(earlier, wide_scale(p, per_r, 3), shot->direction);
        }
        /* the rest of this branch has no earlier shot than the shot so far */
        looking = w_and(w_andnot(looking, found), w_and(w_lt(s, top), w_lt(time, shot->time)));

        /* one step for each bound; `turning` is the rate at which the direction of p turns now */
        wide slope = w_sub(sense, w_mul(outward, per_speed)), lacks = w_negate(excess);
        wide turning = w_mul(w_mul(h, v), w_mul(per_r, per_r)), fastest = w_mul(w_set(4.0), turning);
        wide most = w_div(w_mul(w_set(0.5), r), space_above_0(v));
        most = w_select(w_lt(zero, v), most, infinity);
        wide plain = w_div(lacks, space_above_0(w_add(w_mul(g->rate, slope), fastest)));
        plain = w_select(w_lt(zero, w_add(w_mul(g->rate, slope), fastest)), plain, infinity);
        wide ahead = w_mul(w_sub(wide_dot(g->heading, by, 3), w_mul(cosine, outward)), per_r);
        widemask clear = w_lt(w_set(0x1p-30), sine);
        wide swings = w_negate(w_div(ahead, w_select(clear, sine, one))); /* dA / dS */
        swings = space_max(w_negate(turning), space_min(turning, swings));
        swings = w_select(clear, swings, w_negate(turning));
        wide rises = w_sub(w_mul(g->rate, slope), swings);
        wide bend = w_mul(w_mul(w_set(16.0), turning), w_mul(v, per_r));
        wide smooth = space_step(rises, bend, lacks);
        wide kink = w_div(w_mul(two, w_mul(fastest, fastest)), w_select(clear, sine, one));
        wide kinked = space_step(rises, w_add(bend, kink), lacks);
        widemask turns = w_lt(zero, fastest);
        wide per_turn = w_div(one, space_above_0(fastest));
        smooth = space_min(smooth, w_select(turns, w_mul(cosine, per_turn), infinity));
        kinked = space_min(kinked, w_select(turns, w_mul(w_mul(w_set(0.5), sine), per_turn), infinity));
        wide curved = space_max(w_keep(w_lt(zero, cosine), smooth), w_keep(clear, kinked));
        wide go = space_min(most, space_max(plain, curved));
        wide least = w_mul(w_set(0x1p-50), w_add(s, w_div(r0, space_above_0(v))));
        wide next = space_min(top, w_add(s, space_max(go, w_select(w_lt(zero, v), least, zero))));
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
        space_select(steep, (wide_vector){zero, w_negate(h.z), h.y}, (wide_vector){w_negate(h.y), h.x, zero});
    n = space_select(straight, left, n);
    n = wide_scale(n, w_div(one, space_above_0(space_length(n))), 3);
    wide_vector unit = wide_turned((wide_vector){one, zero, zero}, angle);
    return wide_add_scaled(wide_scale(h, unit.x, 3), n, unit.y, 3);
}

WAY_APART slew3d_answers space_answers_of(agents a, const space_gun *g, const space_shot *found) {
    const wide zero = w_set(0.0), most = w_set(FLT_MAX);
    widemask apart = w_le(w_set(FLT_MIN), wide_dot(g->runner, g->runner, 3));
    wide time = w_keep(apart, found->time), hit = w_keep(apart, found->hit),
         turn = w_keep(apart, found->turn);
    wide_vector shot = space_select(apart, found->direction, g->heading);
    flanes horizon = load_or(a, INPUT(horizon), INFINITY);

    mask there = m_andnot(g->valid, m_narrow(apart));
    mask meets = m_and(g->valid, m_narrow(w_and(g->works, w_and(w_le(time, most), w_le(hit, most)))));
    mask reached = m_and(m_or(there, meets), f_le(w_narrow(time), horizon));
    ilanes status = i_select(m_narrow(w_lt(zero, g->speed)), i_set(WAY_TOO_SLOW), i_set(WAY_IMMOBILE));
    status = i_select(m_or(there, meets), i_set(WAY_LATE), status);
    status = i_select(reached, i_select(there, i_set(WAY_THERE), i_set(WAY_MET)), status);

    wide in_step = w_mul(g->rate, w_widen(load_or(a, INPUT(dt), 0.0f)));
    vector direction = wide_narrow(shot, 3), heading = wide_narrow(g->heading, 3);
    vector next = wide_narrow(space_turned(g->heading, shot, space_min(in_step, turn)), 3);
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

#endif

#define NAME slew3d
#define SOLVE(a) slew3d(a)
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_slew3d, slew3d, exact)
