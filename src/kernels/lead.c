/* The interception, and straight after the runner where there is none: intercept.h without a reach or a platform, and
   seek.c. */
#include "kernels/agents.h"
#include "kernels/answers.h"
#include "kernels/doubts.h"

#define INPUT(column) COLUMN(lead, column)

/* The first stage: whatever cancels, in wide lanes, and the roots and quotients. */
typedef struct pursuit {
    approach of;
    arrival at;
    vector k;
    flanes per_square, apart, pace; /* 1 / r.r, |r|, s / |r| */
} pursuit;

WAY_INLINE flanes lead_speed(agents a, int dims) { return max0(load(a, INPUT(chaser_speed))); }

WAY_INLINE pursuit pursuit_of(approach of, arrival at, vector k, flanes speed) {
    flanes apart = f_sqrt(of.c);
    return (pursuit){of, at, k, f_div(f_set(1.0f), of.c), apart, f_div(speed, apart)};
}

WAY_INLINE pursuit pursue(agents a, int dims) {
    flanes speed = lead_speed(a, dims);
    wide_vector r = between_wide(a, INPUT(chaser_x), INPUT(runner_x), dims);
    wide_vector v = load_wide_vector(a, INPUT(runner_vx), dims);
    wide_vector k = wide_cross(r, v, dims);
    approach of = approach_near(w_widen(speed), r, v, k, dims);
    return pursuit_of(of, arrive(of), wide_narrow(k, 3), speed);
}

/* See doubts.h; a horizon comes besides. */
WAY_INLINE mask lead_doubt(agents a, pursuit p, int dims) {
    mask doubt = is_grazing(p.of, lead_speed(a, dims));
    return a.given ? m_or(doubt, is_on_time(p.at, load(a, INPUT(horizon)))) : doubt;
}

typedef struct leading {
    flanes time, distance;
    vector point, velocity;
    ilanes status;
} leading;

WAY_INLINE leading lead(agents a, pursuit p, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY), tiny = f_set(FLT_MIN);
    const int limited = a.given != 0;
    flanes speed = load(a, INPUT(chaser_speed));
    flanes horizon = load_or(a, INPUT(horizon), FLT_MAX), range = load_or(a, INPUT(range), INFINITY);
    mask sound = f_le(zero, zero);
    if (limited)
        sound = m_and(f_le(zero, range), f_lt(f_set(-INFINITY), horizon));
    meeting m = meet(p.of, p.at, speed, limited, sound, horizon);

    leading l;
    l.time = meeting_time(m);
    vector place = load_vector(a, INPUT(runner_x), dims), course = load_vector(a, INPUT(runner_vx), dims);
    l.point = vector_keep(m.valid, vector_add(place, vector_scale(course, m.after, dims), dims), dims);

    vector toward = between(a, INPUT(chaser_x), INPUT(runner_x), dims);
    vector met = ahead_and_aside(p.at.root, p.k, p.per_square, toward, dims);
    mask chases = m_andnot(m_andnot(m_and(m.valid, f_lt(zero, speed)), m.reached), f_lt(p.of.c, tiny));
    mask paced = m_and(chases, f_lt(p.pace, infinity));
    l.velocity =
        vector_select(paced, vector_scale(toward, p.pace, dims), vector_keep(m.met, met, dims), dims);

    l.distance = meeting_distance(m, speed, p.apart);
    l.status = meeting_status(m, speed, limited);
    if (limited) {
        mask outside = m_and(m.reached, f_lt(range, l.distance));
        l.status = i_select(outside, i_set(WAY_OUT_OF_RANGE), l.status);
    }
    return l;
}

#if LANES == 1 && WAY_WIDE_IS_DOUBLE
/* One agent, its doubts settled. */
WAY_INLINE leading lead_exactly(agents a, int dims) {
    float chase[CHASE_COUNT] = {[CHASE_SPEED] = load(a, INPUT(chaser_speed))};
    set_chase(chase, CHASE_CHASER, load_vector(a, INPUT(chaser_x), dims));
    set_chase(chase, CHASE_RUNNER, load_vector(a, INPUT(runner_x), dims));
    set_chase(chase, CHASE_COURSE, load_vector(a, INPUT(runner_vx), dims));
    if (a.given)
        chase[CHASE_HORIZON] = load(a, INPUT(horizon));
    pursuit p = pursue(a, dims);
    way_settle_chase(chase, a.given != 0, &p.of, &p.at);
    return lead(a, pursuit_of(p.of, p.at, p.k, lead_speed(a, dims)), dims);
}
#endif

/* The next vector's sums, roots and quotients come before this one's answers; but fast only where there are registers
   enough. On Arm and in plain C handing on costs more than waiting. */
#if defined(__aarch64__)
#define LANES_AHEAD 8
#elif WAY_WIDE_IS_DOUBLE
#define LANES_AHEAD 4
#else
#define LANES_AHEAD 16
#endif

WAY_INLINE lead2d_answers lead2d(leading l) {
    return (lead2d_answers){l.time, XY(l.point), XY(l.velocity), l.distance, l.status};
}

#define NAME lead2d
#define SUMS pursuit
#define SUM(a) pursue(a, 2)
#define FINISH(a, sums, roots) lead2d(lead(a, sums, 2))
#define AHEAD (LANES >= LANES_AHEAD)
#define SETTLE way_lead2d_exactly
#define IN_DOUBT(a, sums, roots) m_any(lead_doubt(a, sums, 2))
#define DOUBT(a, sums, roots) lead_doubt(a, sums, 2)
#define EXACTLY(a) lead2d(lead_exactly(a, 2))
#include "kernels/loop.h"

WAY_INLINE lead3d_answers lead3d(leading l) {
    return (lead3d_answers){l.time, XYZ(l.point), XYZ(l.velocity), l.distance, l.status};
}

#define NAME lead3d
#define SUMS pursuit
#define SUM(a) pursue(a, 3)
#define FINISH(a, sums, roots) lead3d(lead(a, sums, 3))
#define AHEAD (LANES >= LANES_AHEAD)
#define DEEP 1
#define SETTLE way_lead3d_exactly
#define IN_DOUBT(a, sums, roots) m_any(lead_doubt(a, sums, 3))
#define DOUBT(a, sums, roots) lead_doubt(a, sums, 3)
#define EXACTLY(a) lead3d(lead_exactly(a, 3))
#include "kernels/loop.h"
