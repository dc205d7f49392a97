/* Computes how far ahead of a runner a chaser aims, and the chaser's speed, if the chaser's next call comes
   after dt. t is the time of the meeting, and w is the runner's velocity relative to the platform:

       T = dt if the runner is within reach now, or can be within reach at dt: |r + w dt| - R <= s dt.
       T = t otherwise, or 0 without a meeting.
       lead = T times the factor, at most the longest lead.
       aim = r + w lead.
       speed = (|aim| - R) / W, at most s.
       W = dt, or W = t if the agents meet before dt but are apart again at dt. velocity = speed aim / |aim|.

   Terms cancel in aim and in |aim| - R, so both are computed in wide lanes. */
#ifndef WAY_LEAD_HOMING_H
#define WAY_LEAD_HOMING_H

#include "kernels/pursuit/meeting.h"

typedef struct homing {
    flanes lead;
    vector velocity;
    mask own;    /* the velocity is that of the meeting: lead is its time, or r is in reach and dt is 0 */
    mask slowed; /* the chaser goes slower than its top speed */
} homing;

typedef struct homing_orders {
    flanes speed, reach, dt, longest, factor; /* the speed is never negative */
} homing_orders;

/* Do they meet, and can the runner be within reach at dt, the time of the next call? */
WAY_INLINE mask is_there_by(homing_orders of, wide_vector r, wide_vector w, mask met, int dims) {
    wide dt = w_widen(of.dt);
    wide_vector then = wide_add_scaled(r, w, dt, dims);
    wide left = w_sub(w_sqrt(wide_dot(then, then, dims)), w_widen(of.reach));
    return m_and(m_and(met, f_lt(f_set(0.0f), of.dt)), m_narrow(w_le(left, w_mul(w_widen(of.speed), dt))));
}

WAY_INLINE homing home(homing_orders of, wide_vector r, wide_vector w, meeting m, int dims) {
    const wide none = w_set(0.0);
    mask by_then = m_or(is_there_by(of, r, w, m.met, dims), m.there);
    flanes time = f_select(by_then, of.dt, m.after);
    flanes damped = f_mul(time, of.factor);
    homing h;
    h.lead = f_keep(m.reached, f_smaller(f_smaller(damped, of.longest), f_set(FLT_MAX)));
    mask undamped = m_and(f_le(m.after, damped), f_le(damped, m.after));
    mask met = m_andnot(m_and(m_and(m.met, undamped), f_le(m.after, of.longest)), by_then);
    h.own = m_or(met, m_andnot(m.there, f_lt(f_set(0.0f), of.dt)));

    wide_vector aim = wide_add_scaled(r, w, w_widen(h.lead), dims);
    wide way = w_sqrt(wide_dot(aim, aim, dims)), left = w_sub(way, w_widen(of.reach));
    left = w_keep(w_lt(none, left), left);
    wide s = w_widen(of.speed), within = w_widen(f_select(m_and(m.met, f_lt(time, of.dt)), time, of.dt));
    widemask slowed = w_lt(left, w_mul(s, within));
    h.slowed = m_narrow(slowed);
    wide share = w_div(w_select(slowed, left, s), w_select(slowed, w_mul(within, way), way));
    mask goes = m_narrow(w_and(w_lt(none, share), w_lt(share, w_set(INFINITY))));
    h.velocity = vector_keep(goes, wide_narrow(wide_scale(aim, share, dims), dims), dims);
    return h;
}

#endif
