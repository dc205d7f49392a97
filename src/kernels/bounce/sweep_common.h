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

/* Returns the contact with a wall that moves, from the contact in the frame of the wall. */
WAY_INLINE contact contact_on_moving(contact c, wide vx, wide vy) {
    c.x = w_add(c.x, w_mul(vx, c.time));
    c.y = w_add(c.y, w_mul(vy, c.time));
    return c;
}

/* Does the ball stand still? */
WAY_INLINE mask ball_is_still(ball b) {
    return f_le(f_add(f_abs(w_narrow(b.vx)), f_abs(w_narrow(b.vy))), f_set(0.0f));
}

/* Returns the answer of a sweep from the contact `c` of the touch `t`. `named` is set in lanes that have a
   wall, and `still` in lanes whose ball does not move. */
WAY_INLINE swept sweep_answer(contact c, touch t, mask valid, mask named, mask still, flanes horizon) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    flanes time = w_narrow(c.time), x = w_narrow(c.x), y = w_narrow(c.y), nx = w_narrow(c.nx),
           ny = w_narrow(c.ny);
    flanes all = f_add(f_add(time, f_add(f_abs(x), f_abs(y))), f_add(f_abs(nx), f_abs(ny)));
    mask meets = m_and(m_and(m_and(valid, named), m_narrow(c.meets)), f_lt(all, infinity));
    mask in_time = m_narrow(w_le(c.time, w_widen(horizon)));
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
