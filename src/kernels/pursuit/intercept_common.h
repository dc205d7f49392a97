/* Contains the code that the interception, the latest interception and the lead share. With q = s r - R v and
   k = r x v (meeting.h explains the other symbols):

       disc = q.q - k.k,   chaser velocity = s (S q + k x q) / q.q,
       or (S r + k x r) / r.r if R is 0.

   The latest meeting uses -S instead of S.

   These formulas follow Mike Oberberger, "Interception of Two Moving Objects in 2D Space". His law of
   cosines, with a dot product instead of the cosine, holds unchanged in space. The polynomials are computed
   in wide lanes from the exact inputs and rounded once. Everything else is computed in floats.

   INPUT(dims, column) is the number of a column of the interception, unless the including file defines
   another INPUT. */
#ifndef WAY_INTERCEPT_COMMON_H
#define WAY_INTERCEPT_COMMON_H

#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/pursuit/undecided_meeting.h"

#if !defined(INPUT)
#define INPUT(dims, column) COLUMN(dims, intercept, column)
#endif

/* The stages of three vectors overlap: the answers of one vector, the roots and quotients of the next vector,
   and the sums of the vector after that are computed at the same time. Without this overlap, the processor
   would wait: the chain from the first load to the last store is longer than the processor's reorder window.
   In plain C and on Arm, stages do not overlap: passing values between stages would cost more than it saves.
   */
#if LANES == 1 || defined(__aarch64__)
#define OVERLAPS 0
#else
#define OVERLAPS 1
#endif

/* 1 if stages pass r on to the next stage. 0 if the last stage computes r again: in the exact precision,
   where the sums have r in doubles, or if there are too few registers. */
#define KEEPS_SEPARATION(dims) (!WAY_WIDE_IS_DOUBLE && (LANES == 16 || (LANES == 8 && (dims) == 2)))

/* 1 if the stage of the roots multiplies the terms of the velocity by their scale; then fewer values stay in
   registers. In plain C, it takes fewer instructions to multiply later, in intercept_velocity. */
#define SCALES_EARLY (LANES > 1)

typedef struct intercept_sums {
    approach of;
    vector k;
    vector q; /* q, or r if the reach is 0 or there are no options (then read only if KEEPS_SEPARATION) */
    flanes qq;
    int grazing; /* 1 if any lane is undecided because of its sums: see grazing() */
} intercept_sums;

/* Returns all sums whose terms can cancel, for agents with options. If the reach is 0, the operations are
   those without a reach, so a column of zeros gives the same bits as a missing column. */
WAY_INLINE intercept_sums sum_with_reach(agents a, wide s, wide_vector r, wide_vector v, wide_vector k,
                                         int dims) {
    wide ss = w_mul(s, s), rr = wide_dot(r, r, dims), kk = wide_cross_square(k, dims);
    wide lead = has(a, INPUT(dims, platform_vx)) ? squares_left(ss, v, dims) : speed_lead(ss, v, dims);
    flanes given_reach = load(a, INPUT(dims, reach));
    wide reach = w_widen(given_reach);
    wide b = w_sub(wide_dot(r, v, dims), w_mul(s, reach));
    wide_vector q = wide_sub(wide_scale(r, s, dims), wide_scale(v, reach, dims), dims);
    wide qq = wide_dot(q, q, dims);
    widemask reaches_wide = w_lt(w_widen(f_set(0.0f)), reach);
    mask reaches = f_lt(f_set(0.0f), given_reach);
    wide within = squares_left(w_mul(reach, reach), r, dims);
    wide c = w_select(reaches_wide, w_sub(w_widen(f_set(0.0f)), within), rr);
    wide disc = w_sub(w_select(reaches_wide, qq, w_mul(ss, rr)), kk);
    vector straight = between(a, INPUT(dims, chaser_x), INPUT(dims, runner_x), dims);
    intercept_sums sums = {.of = {w_narrow(lead), w_narrow(b), w_narrow(c), w_narrow(disc)}};
    sums.q = vector_select(reaches, wide_narrow(q, dims), straight, dims);
    sums.qq = f_select(reaches, w_narrow(qq), sums.of.c);
    return sums;
}

WAY_INLINE mask grazing(agents a, approach of, int dims) {
    flanes speed = max0(load(a, INPUT(dims, chaser_speed)));
    if (!a.given)
        return is_grazing(of, speed);
    mask undecided = is_grazing_within(of, speed, load(a, INPUT(dims, reach)));
    return has(a, INPUT(dims, platform_vx)) ? m_or(undecided, is_equally_fast(of, speed)) : undecided;
}

WAY_INLINE intercept_sums intercept_sum(agents a, int dims) {
    wide s = w_widen(max0(load(a, INPUT(dims, chaser_speed))));
    wide_vector r = between_wide(a, INPUT(dims, chaser_x), INPUT(dims, runner_x), dims);
    wide_vector v = load_wide_vector(a, INPUT(dims, runner_vx), dims);
    if (has(a, INPUT(dims, platform_vx)))
        v = wide_sub(v, load_wide_vector(a, INPUT(dims, platform_vx), dims), dims);
    wide_vector k = wide_cross(r, v, dims);
    intercept_sums sums;
    if (a.given)
        sums = sum_with_reach(a, s, r, v, k, dims);
    else
        sums = (intercept_sums){.of = approach_near(s, r, v, k, dims), .q = wide_narrow(r, dims)};
    sums.k = wide_narrow(k, 3);
    sums.grazing = m_any(grazing(a, sums.of, dims));
    return sums;
}

/* The square root and the quotients of the second stage, in floats. If SCALES_EARLY, `ahead` and `aside` are
   already multiplied by `scale`. */
typedef struct intercept_roots {
    arrival at;
    flanes size;  /* see approach_size */
    flanes ahead; /* S */
    vector aside; /* k */
    flanes scale; /* s / q.q, or 1 / r.r if the reach is 0 */
} intercept_roots;

WAY_INLINE intercept_roots intercept_scaled(intercept_roots roots, int dims) {
    roots.ahead = f_mul(roots.ahead, roots.scale);
    roots.aside = aside_of(roots.aside, roots.scale, dims);
    return roots;
}

WAY_INLINE intercept_roots intercept_roots_of(agents a, intercept_sums sums, arrival at, int dims) {
    flanes speed = load(a, INPUT(dims, chaser_speed));
    flanes scale = f_div(f_set(1.0f), a.given ? sums.qq : sums.of.c);
    if (a.given)
        scale =
            f_mul(scale, f_select(f_lt(f_set(0.0f), load(a, INPUT(dims, reach))), max0(speed), f_set(1.0f)));
    const intercept_roots roots = {at, approach_size(sums.of, speed), at.root, sums.k, scale};
    return SCALES_EARLY ? intercept_scaled(roots, dims) : roots;
}

WAY_INLINE intercept_roots intercept_root(agents a, intercept_sums sums, int dims) {
    return intercept_roots_of(a, sums, arrive(sums.of), dims);
}

/* Is any lane undecided? See undecided_meeting.h. If a horizon is set, lanes whose time is close to it are
   also undecided. */
WAY_INLINE int intercept_any_undecided(agents a, intercept_sums sums, intercept_roots roots, int dims) {
    if (!a.given)
        return sums.grazing;
    return sums.grazing | m_any(is_on_time(roots.at, load(a, INPUT(dims, horizon))));
}

WAY_INLINE mask intercept_undecided(agents a, intercept_sums sums, intercept_roots roots, int dims) {
    mask undecided = grazing(a, sums.of, dims);
    return a.given ? m_or(undecided, is_on_time(roots.at, load(a, INPUT(dims, horizon)))) : undecided;
}

/* Returns the distance from the chaser's position to the point of the meeting, or +inf in invalid lanes. With
   a reach or a platform, the distance is computed as the length of the vector between the two points. */
WAY_INLINE flanes intercept_distance(agents a, approach of, meeting m, int dims) {
    flanes straight = meeting_distance(m, load(a, INPUT(dims, chaser_speed)), f_sqrt(of.c));
    if (!a.given)
        return straight;
    vector course = load_vector(a, INPUT(dims, runner_vx), dims);
    vector gone = vector_add(between(a, INPUT(dims, chaser_x), INPUT(dims, runner_x), dims),
                             vector_scale(course, m.after, dims), dims);
    wide_vector far = wide_widen(gone, dims);
    /* the square may be too large for a float, so the root is computed in wide lanes */
    flanes distance = w_narrow(w_sqrt(wide_dot(far, far, dims)));
    mask own = f_le(load(a, INPUT(dims, reach)), f_set(0.0f));
    if (has(a, INPUT(dims, platform_vx)))
        own = m_and(own, is_zero(a, INPUT(dims, platform_vx), dims));
    return f_select(own, straight, f_else(m.valid, f_keep(m.valid, distance), f_set(INFINITY)));
}

/* Are all options except the range valid? If q.q overflows a float, the velocity cannot be computed. The lane
   is then valid only if the runner is already within reach. */
WAY_INLINE mask intercept_sound(agents a, intercept_sums sums, int dims) {
    mask sound = m_and(f_le(f_set(0.0f), load(a, INPUT(dims, reach))),
                       f_lt(f_set(-INFINITY), load(a, INPUT(dims, horizon))));
    return m_and(sound, m_or(f_lt(sums.qq, f_set(INFINITY)), f_lt(sums.of.c, f_set(FLT_MIN))));
}

/* Returns the chaser's velocity for the earliest meeting, or for the latest one if `ahead` is negated. In
   lanes that are not `driven`, the velocity is 0. */
WAY_INLINE vector intercept_velocity(agents a, intercept_sums sums, intercept_roots roots, mask driven,
                                     int dims) {
    vector q = sums.q;
    if (!SCALES_EARLY)
        roots = intercept_scaled(roots, dims);
    if (a.given)
        driven = m_and(driven, f_le(f_set(FLT_MIN), sums.qq));
    else if (!KEEPS_SEPARATION(dims))
        q = between(a, INPUT(dims, chaser_x), INPUT(dims, runner_x), dims);
    return vector_keep(driven, ahead_and_aside(roots.ahead, roots.aside, q, dims), dims);
}

#if LANES == 1 && WAY_WIDE_IS_DOUBLE
WAY_INLINE void intercept_chase(agents a, float chase[CHASE_COUNT], int dims) {
    chase[CHASE_SPEED] = load(a, INPUT(dims, chaser_speed));
    set_chase(chase, CHASE_CHASER, load_vector(a, INPUT(dims, chaser_x), dims));
    set_chase(chase, CHASE_RUNNER, load_vector(a, INPUT(dims, runner_x), dims));
    set_chase(chase, CHASE_COURSE, load_vector(a, INPUT(dims, runner_vx), dims));
    if (has(a, INPUT(dims, platform_vx)))
        set_chase(chase, CHASE_CARRIER, load_vector(a, INPUT(dims, platform_vx), dims));
    if (has(a, INPUT(dims, reach)))
        chase[CHASE_REACH] = load(a, INPUT(dims, reach));
    if (a.given)
        chase[CHASE_HORIZON] = load(a, INPUT(dims, horizon));
}

/* Returns the roots of one agent. If the agent is undecided, exact arithmetic decides the agent first. */
WAY_INLINE intercept_roots intercept_settle(agents a, intercept_sums *sums, int dims) {
    float chase[CHASE_COUNT] = {0};
    arrival at;
    intercept_chase(a, chase, dims);
    way_settle_chase(chase, a.given != 0, &sums->of, &at);
    if (a.given)
        sums->qq = f_lt(0.0f, chase[CHASE_REACH]) ? sums->qq : sums->of.c;
    return intercept_roots_of(a, *sums, at, dims);
}

#endif

#define BIT(column) (1u << (column))

#endif
