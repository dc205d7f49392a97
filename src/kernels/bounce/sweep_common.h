/* Computes a sweep's answer: when and where a moving ball meets a wall. */
#ifndef WAY_SWEEP_COMMON_H
#define WAY_SWEEP_COMMON_H

#include "kernels/bounce/ball_wall.h"

typedef struct swept {
    flanes time;
    vector point, normal;
    mask met;
    ilanes status, wall; /* wall: the wall's number, for sweep_walls2d */
    mask undecided;
} swept;

/* Returns the answer of a sweep. The velocity in `b` is the real velocity times `speed_scale`. `named` is set
   in lanes that have a wall. */
WAY_INLINE swept sweep_answer(ball b, wide speed_scale, touch t, mask valid, mask named, flanes horizon) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    contact c = wall_contact(b, t);
    c.time = w_mul(c.time, speed_scale);
    flanes time = w_narrow(c.time), x = w_narrow(c.x), y = w_narrow(c.y), nx = w_narrow(c.nx),
           ny = w_narrow(c.ny);
    flanes all = f_add(f_add(time, f_add(f_abs(x), f_abs(y))), f_add(f_abs(nx), f_abs(ny)));
    mask meets = m_and(m_and(m_and(valid, named), m_narrow(c.meets)), f_lt(all, infinity));
    mask in_time = m_narrow(w_le(c.time, w_widen(horizon))),
         still = f_le(f_add(f_abs(w_narrow(b.vx)), f_abs(w_narrow(b.vy))), zero);
    swept s;
    s.met = m_and(meets, in_time);
    s.time = f_select(s.met, time, infinity);
    s.point = (vector){f_keep(s.met, f_add(x, zero)), f_keep(s.met, f_add(y, zero)), zero};
    s.normal = (vector){f_keep(s.met, f_add(nx, zero)), f_keep(s.met, f_add(ny, zero)), zero};
    s.status = i_select(still, i_set(WAY_IMMOBILE), i_set(WAY_TOO_SLOW));
    s.status = i_select(meets, i_set(WAY_LATE), s.status);
    s.status = i_select(s.met, i_select(m_narrow(t.there), i_set(WAY_THERE), i_set(WAY_MET)), s.status);
    s.status = i_select(valid, s.status, i_set(WAY_INVALID));
    s.wall = i_set(-1);
    s.undecided = m_narrow(t.undecided);
    return s;
}

#endif
