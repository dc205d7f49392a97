/* A shot at a given speed s, from one place to another under gravity g, y being the height. With d the way there, h its
   horizontal part and y its height:

       b = s^2 - g y     n = 2 s^2 y + g h.h     disc = s^4 - g n = b^2 - g^2 d.d     over = s^2 - 2 g y

   All of these cancel. They are formed in wide lanes and rounded once. */
#ifndef WAY_SHOT_H
#define WAY_SHOT_H

#include "kernels/agents.h"

/* What a shot is made of. */
typedef struct shot {
    vector d;
    flanes speed, gravity;
    flanes squares;          /* d.d */
    flanes square;           /* s^2 */
    flanes b, n, disc, over; /* over: the disc of the furthest */
    flanes distance;         /* |d| */
} shot;

/* What there is to say of it. */
typedef struct prospect {
    mask valid, able, there; /* there: no way to go */
    mask arrives;            /* of the able ones */
} prospect;

/* By column numbers. */
WAY_INLINE shot shot_at(agents a, int from, int to, int speed, int gravity, int dims) {
    wide_vector r = between_wide(a, from, to, dims);
    shot t = {.speed = load(a, speed), .gravity = load(a, gravity)};
    wide s = w_widen(t.speed), g = w_widen(t.gravity), ss = w_mul(s, s);
    wide hh = dims == 3 ? dot2(r.x, r.z, r.x, r.z) : w_mul(r.x, r.x);
    wide drop = w_mul(g, r.y), n = w_add(w_mul(ss, w_add(r.y, r.y)), w_mul(g, hh));
    t.d = between(a, from, to, dims); /* r, rounded */
    t.squares = w_narrow(w_add(hh, w_mul(r.y, r.y)));
    t.square = f_mul(t.speed, t.speed);
    t.b = w_narrow(w_sub(ss, drop));
    t.n = w_narrow(n);
    t.disc = w_narrow(w_sub(w_mul(ss, ss), w_mul(g, n)));
    t.over = w_narrow(w_sub(ss, w_add(drop, drop)));
    t.distance = f_sqrt(t.squares);
    return t;
}

WAY_INLINE prospect shot_prospect(shot t) {
    const flanes zero = f_set(0.0f);
    /* no column that is not finite leaves the disc so */
    flanes sum = f_add(f_add(f_abs(t.b), f_abs(t.n)), f_add(f_abs(t.disc), t.squares));
    prospect p;
    p.valid = m_and(f_lt(zero, t.gravity), f_lt(sum, f_set(INFINITY)));
    p.able = f_lt(zero, t.speed);
    p.there = f_lt(t.squares, f_set(FLT_MIN));
    p.arrives = m_and(f_le(zero, t.disc), f_lt(zero, t.b));
    return p;
}

WAY_INLINE ilanes shot_status(prospect p, mask valid) {
    ilanes status = i_select(p.arrives, i_set(WAY_MET), i_set(WAY_TOO_SLOW));
    status = i_select(p.able, status, i_set(WAY_IMMOBILE));
    status = i_select(p.there, i_set(WAY_THERE), status);
    return i_select(valid, status, i_set(WAY_INVALID));
}

#endif
