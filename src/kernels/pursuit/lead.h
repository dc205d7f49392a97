/* Computes the interception. If no interception exists, the chaser heads straight for the runner. If the only
   options are a horizon and a range, the code uses meeting.h and the formula of seek.c. With other options,
   it uses intercept_common.h and lead_homing.h. */
#ifndef WAY_LEAD_H
#define WAY_LEAD_H

#define INPUT(dims, column) COLUMN(dims, lead, column)
#include "kernels/pursuit/lead_homing.h"
#include "kernels/pursuit/intercept_common.h"

/* The results of the first stage: the sums whose terms can cancel (from wide lanes), the roots and the
   quotients. */
typedef struct pursuit {
    approach of;
    arrival at;
    vector k;
    flanes per_square, apart, pace; /* 1 / r.r, |r|, s / |r| */
    intercept_sums whole;           /* set if has_orders; `roots` is then read instead of k and per_square */
    intercept_roots roots;
} pursuit;

WAY_INLINE flanes lead_speed(agents a, int dims) { return max0(load(a, INPUT(dims, chaser_speed))); }

/* Do the agents have orders, that is, options other than a horizon and a range? */
WAY_INLINE unsigned has_orders(agents a, int dims) { return has(a, INPUT(dims, reach)); }

WAY_INLINE pursuit pursuit_of(approach of, arrival at, vector k, flanes speed) {
    flanes apart = f_sqrt(of.c);
    return (pursuit){.of = of,
                     .at = at,
                     .k = k,
                     .per_square = f_div(f_set(1.0f), of.c),
                     .apart = apart,
                     .pace = f_div(speed, apart)};
}

WAY_INLINE pursuit pursuit_with_orders(agents a, intercept_sums whole, intercept_roots roots, int dims) {
    wide_vector r = between_wide(a, INPUT(dims, chaser_x), INPUT(dims, runner_x), dims);
    flanes apart = f_sqrt(w_narrow(wide_dot(r, r, dims)));
    return (pursuit){.of = whole.of,
                     .at = roots.at,
                     .apart = apart,
                     .pace = f_div(lead_speed(a, dims), apart),
                     .whole = whole,
                     .roots = roots};
}

WAY_INLINE pursuit pursue(agents a, int dims) {
    if (has_orders(a, dims)) {
        intercept_sums whole = intercept_sum(a, dims);
        return pursuit_with_orders(a, whole, intercept_root(a, whole, dims), dims);
    }
    flanes speed = lead_speed(a, dims);
    wide_vector r = between_wide(a, INPUT(dims, chaser_x), INPUT(dims, runner_x), dims);
    wide_vector v = load_wide_vector(a, INPUT(dims, runner_vx), dims);
    wide_vector k = wide_cross(r, v, dims);
    approach of = approach_near(w_widen(speed), r, v, k, dims);
    return pursuit_of(of, arrive(of), wide_narrow(k, 3), speed);
}

/* Returns the undecided lanes: see undecided_meeting.h. With a horizon, lanes whose time is close to the
   horizon are also undecided. */
WAY_INLINE mask lead_undecided(agents a, pursuit p, int dims) {
    mask undecided = has_orders(a, dims) ? grazing(a, p.of, dims) : is_grazing(p.of, lead_speed(a, dims));
    return a.given ? m_or(undecided, is_on_time(p.at, load(a, INPUT(dims, horizon)))) : undecided;
}

WAY_INLINE mask lead_sound(agents a, pursuit p, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    mask sound = m_and(f_le(zero, load_or(a, INPUT(dims, range), INFINITY)),
                       f_lt(f_set(-INFINITY), load_or(a, INPUT(dims, horizon), FLT_MAX)));
    if (!has_orders(a, dims))
        return sound;
    flanes dt = load(a, INPUT(dims, dt)), factor = load(a, INPUT(dims, lead_factor));
    mask steps = m_and(f_le(zero, dt), f_lt(dt, infinity));
    mask leads = m_and(m_and(f_le(zero, factor), f_lt(factor, infinity)),
                       f_le(zero, load(a, INPUT(dims, longest_lead))));
    return m_and(m_and(sound, intercept_sound(a, p.whole, dims)), m_and(steps, leads));
}

WAY_INLINE homing lead_home(agents a, meeting m, int dims) {
    homing_orders of = {lead_speed(a, dims), load(a, INPUT(dims, reach)), load(a, INPUT(dims, dt)),
                        load(a, INPUT(dims, longest_lead)), load(a, INPUT(dims, lead_factor))};
    wide_vector r = between_wide(a, INPUT(dims, chaser_x), INPUT(dims, runner_x), dims);
    wide_vector w = wide_sub(load_wide_vector(a, INPUT(dims, runner_vx), dims),
                             load_wide_vector(a, INPUT(dims, platform_vx), dims), dims);
    return home(of, r, w, m, dims);
}

typedef struct leading {
    flanes time, distance;
    vector point, velocity;
    ilanes status;
} leading;

WAY_INLINE leading lead(agents a, pursuit p, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY), tiny = f_set(FLT_MIN);
    const int limited = a.given != 0;
    flanes speed = load(a, INPUT(dims, chaser_speed)), horizon = load_or(a, INPUT(dims, horizon), FLT_MAX);
    mask sound = f_le(zero, zero);
    if (limited)
        sound = lead_sound(a, p, dims);
    flanes size = has_orders(a, dims) ? p.roots.size : approach_size(p.of, speed);
    meeting m = meet(p.of, p.at, size, limited, sound, horizon);

    vector toward = between(a, INPUT(dims, chaser_x), INPUT(dims, runner_x), dims), met;
    if (has_orders(a, dims))
        met = intercept_velocity(a, p.whole, p.roots, m.met, dims);
    else
        met = vector_keep(
            m.met,
            ahead_and_aside(f_mul(p.at.root, p.per_square), aside_of(p.k, p.per_square, dims), toward, dims),
            dims);
    mask chases = m_andnot(m_andnot(m_and(m.valid, f_lt(zero, speed)), m.reached), f_lt(p.of.c, tiny));
    mask paced = m_and(chases, f_lt(p.pace, infinity));

    leading l;
    l.time = meeting_time(m);
    l.velocity = vector_select(paced, vector_scale(toward, p.pace, dims), met, dims);
    flanes ahead = m.after;
    if (has_orders(a, dims)) {
        homing h = lead_home(a, m, dims);
        ahead = h.lead;
        mask homes = m_or(m_andnot(m.reached, h.own), m_and(paced, h.slowed));
        l.velocity = vector_select(homes, h.velocity, l.velocity, dims);
        l.distance = intercept_distance(a, p.of, m, dims);
    } else
        l.distance = meeting_distance(m, speed, p.apart);
    vector place = load_vector(a, INPUT(dims, runner_x), dims),
           course = load_vector(a, INPUT(dims, runner_vx), dims);
    l.point = vector_keep(m.valid, vector_add(place, vector_scale(course, ahead, dims), dims), dims);
    l.status = meeting_status(m, speed, limited);
    if (limited) {
        mask outside = m_and(m.reached, f_lt(load_or(a, INPUT(dims, range), INFINITY), l.distance));
        l.status = i_select(outside, i_set(WAY_OUT_OF_RANGE), l.status);
    }
    return l;
}

#if LANES == 1 && WAY_WIDE_IS_DOUBLE
/* Answers one agent. If the agent is undecided, exact arithmetic decides the agent first. */
WAY_INLINE leading lead_exactly(agents a, int dims) {
    pursuit p = pursue(a, dims);
    if (has_orders(a, dims)) {
        intercept_roots roots = intercept_settle(a, &p.whole, dims);
        return lead(a, pursuit_with_orders(a, p.whole, roots, dims), dims);
    }
    float chase[CHASE_COUNT] = {0};
    intercept_chase(a, chase, dims);
    way_settle_chase(chase, a.given != 0, &p.of, &p.at);
    return lead(a, pursuit_of(p.of, p.at, p.k, lead_speed(a, dims)), dims);
}
#endif

/* With at least this number of lanes, the sums, roots and quotients of the next vector are computed before
   the answers of this vector. In the fast precision, this is faster only if there are enough registers. On
   Arm and in plain C, it is slower, because passing values between stages takes longer than it saves. */
#if defined(__aarch64__)
#define LANES_AHEAD 8
#elif WAY_WIDE_IS_DOUBLE
#define LANES_AHEAD 4
#else
#define LANES_AHEAD 16
#endif

#endif
