/* Computes when a chaser of constant speed s meets a runner of constant velocity v. r is the vector from the
   chaser to the runner, and R is the chaser's reach. The interception, the lead and the throw at a level
   speed use this file.

   The square of |r + v t| = s t + R is a t^2 + 2 b t + c = 0. Here a is v.v - s s, b is r.v - s R, and c is
   r.r - R R. Let S be the root of the discriminant:

       disc = b b - a c,   S = sqrt(disc).
       earliest   t = c / (|b| + S) if b < 0, else (b + S) / -a.
       latest     t = (|b| + S) / a if b < 0, else -c / (b + S).

   Nothing cancels in these quotients. If c <= 0, the runner is within reach already. */
#ifndef WAY_MEETING_H
#define WAY_MEETING_H

#include "lanes/vectors.h"

typedef struct approach {
    flanes lead, b, c, disc; /* lead is -a */
} approach;

/* The root and the time of a meeting. */
typedef struct arrival {
    flanes root;  /* S; if no root exists, S is NaN, and no output uses it */
    flanes reach; /* |b| + S */
    flanes time;  /* time of the earliest meeting, if one exists */
} arrival;

typedef struct meeting {
    flanes after; /* the time of the meeting, or 0 in lanes without a meeting */
    mask valid;
    mask late, there, met; /* not set in invalid lanes; without options, `late` has no meaning */
    mask reached;          /* the runner is met, or is within reach already */
} meeting;

typedef struct wide_approach {
    wide lead, b, c, qq, kk; /* disc = qq - kk = b b + lead c */
} wide_approach;

/* Returns the sums of a meeting without a reach, where k = r x v. */
WAY_INLINE wide_approach wide_approach_of(wide s, wide_vector r, wide_vector v, wide_vector k, int dims) {
    wide ss = w_mul(s, s), rr = wide_dot(r, r, dims);
    return (wide_approach){.lead = speed_lead(ss, v, dims),
                           .b = wide_dot(r, v, dims),
                           .c = rr,
                           .qq = w_mul(ss, rr),
                           .kk = wide_cross_square(k, dims)};
}

WAY_INLINE approach approach_of(wide s, wide_vector r, wide_vector v, wide_vector k, int dims) {
    wide_approach of = wide_approach_of(s, r, v, k, dims);
    return (approach){w_narrow(of.lead), w_narrow(of.b), w_narrow(of.c),
                      w_narrow(discriminant(of.qq, of.kk, of.b, of.lead, of.c))};
}

/* Like approach_of, but with fewer operations, for kernels that decide undecided lanes later: see
   undecided_meeting.h. The error of the discriminant is 2^-50 of the square of |r| |v|. */
WAY_INLINE approach approach_near(wide s, wide_vector r, wide_vector v, wide_vector k, int dims) {
    wide_approach of = wide_approach_of(s, r, v, k, dims);
    return (approach){w_narrow(of.lead), w_narrow(of.b), w_narrow(of.c), w_narrow(w_sub(of.qq, of.kk))};
}

WAY_INLINE arrival arrive(approach of) {
    arrival at = {.root = f_sqrt(of.disc)};
    at.reach = f_add(f_abs(of.b), at.root);
    at.time = f_div(f_if_minus(of.b, of.c, at.reach), f_if_minus(of.b, at.reach, of.lead));
    return at;
}

/* Returns the sum of all numbers of the meeting that could overflow a float. The sum is not finite if one of
   these numbers is not. If s < 2e19 and |r| > 1e-19, no quotient of the answer overflows. These bounds hold
   if disc was computed in floats and is finite. If it was computed in doubles, the square of the speed in
   this sum ensures the bound of s. */
WAY_INLINE flanes approach_size(approach of, flanes speed) {
#if WAY_WIDE_IS_DOUBLE
    return f_add(f_add(of.lead, f_mul(speed, speed)), f_add(of.c, of.disc));
#else
    return f_add(f_add(of.lead, speed), of.disc);
#endif
}

/* Does a meeting exist? A meeting exists if disc >= 0 and (b < 0 or lead > 0). Without a meeting, the time is
   -0 or negative, infinite or NaN. A double `disc` below 0 can round to -0, whose root is not NaN. So the
   sign of disc is tested, too. */
WAY_INLINE mask is_met(approach of, arrival at) {
    const mask possible = f_within(at.time, f_set(FLT_MAX));
#if WAY_WIDE_IS_DOUBLE
    return m_andnot(possible, f_minus(of.disc));
#else
    (void)of;
    return possible;
#endif
}

/* Returns the meetings, with the horizon applied. `size` is an approach_size. Only agents with options read
   `sound` and `horizon`. */
WAY_INLINE meeting meet(approach of, arrival at, flanes size, int options, mask sound, flanes horizon) {
    meeting m;
    m.valid = f_lt(f_abs(size), f_set(INFINITY));
    if (options)
        m.valid = m_and(m.valid, sound);
    mask possible = is_met(of, at);

    mask near = f_lt(of.c, f_set(FLT_MIN));
    mask apart = m_andnot(m.valid, near);
    m.there = m_and(m.valid, near);
    m.met = m_and(apart, possible);
    m.late = m.met;
    if (options) { /* if the horizon is below 0, the chaser is late even if the runner is in reach now */
        mask now_counts = f_le(f_set(0.0f), horizon);
        mask in_time = f_le(at.time, horizon);
        m.late = m_or(m_andnot(m.met, in_time), m_andnot(m.there, now_counts));
        m.met = m_and(m.met, in_time);
        m.there = m_and(m.there, now_counts);
    }
    m.reached = m_or(m.met, m.there);
    m.after = f_keep(m.met, at.time);
    return m;
}

WAY_INLINE flanes meeting_time(meeting m) { return f_else(m.reached, m.after, f_set(INFINITY)); }

WAY_INLINE flanes meeting_latest(meeting m, approach of, arrival at, int options) {
    const flanes zero = f_set(0.0f);
    mask closing = f_lt(of.b, zero), slower = f_lt(of.lead, zero);
    flanes last = f_keep(closing, f_div(at.reach, f_negate(of.lead)));
    if (options) /* if the runner is within reach and moves away: the time until it is out of reach */
        last = f_select(closing, last, f_div(f_negate(of.c), at.reach));
    return f_keep(m.reached, f_select(slower, max0(last), f_set(INFINITY)));
}

/* In every lane, first computes the status for the case that there is no meeting. Then replaces it by WAY_MET
   (0) in lanes with a meeting, and by WAY_THERE (1) in lanes whose runner is already within reach. */
WAY_INLINE ilanes meeting_status(meeting m, flanes speed, int options) {
    mask moves = f_lt(f_set(0.0f), speed);
    ilanes why = i_else(moves, i_set(WAY_TOO_SLOW), WAY_IMMOBILE);
    if (options)
        why = i_select(m.late, i_set(WAY_LATE), why);
    why = i_else(m.valid, why, WAY_INVALID);
    return i_count(m.there, i_except(m.reached, why));
}

/* Returns the distance from the position of a chaser without platform and reach to the point of the meeting.
   The distance is speed * time, so it is 0 for a chaser that waits for the runner. In lanes without a meeting
   the result is `apart`, which is |r|; in invalid lanes it is +inf. */
WAY_INLINE flanes meeting_distance(meeting m, flanes speed, flanes apart) {
    flanes gone = f_select(m.met, f_mul(max0(speed), m.after), apart);
    return f_else(m.valid, f_keep(m.valid, gone), f_set(INFINITY));
}

/* Returns k scale. In 2D only z of k is scaled, because its x and y are 0. */
WAY_INLINE vector aside_of(vector k, flanes scale, int dims) {
    return dims == 3 ? vector_scale(k, scale, 3) : (vector){k.x, k.y, f_mul(k.z, scale)};
}

/* Returns the chaser's velocity, (S q + k x q) scale. `ahead` is S times the scale, and `aside` is k times
   the scale. */
WAY_INLINE vector ahead_and_aside(flanes ahead, vector aside, vector q, int dims) {
    if (dims == 3)
        return vector_add(vector_scale(q, ahead, 3), vector_cross(aside, q, 3), 3);
    return (vector){f_sub(f_mul(ahead, q.x), f_mul(aside.z, q.y)),
                    f_add(f_mul(ahead, q.y), f_mul(aside.z, q.x)), q.z};
}

#endif
