/* The motion of a runner that slows down on a straight line until it stops:

       d speed / dt = -(a + f speed).

   Let p1 and p2 be those of fading.h at x = f t. After the time t:

       way = v t p1 - a t^2 p2,   speed = v - (a + f v) t p1.

   From x = 64 on, the runner counts as standing still, because its speed is only 2^-92 of the initial speed.
   */
#ifndef WAY_SLOWING_H
#define WAY_SLOWING_H

#include "kernels/ballistics/fading.h"

typedef struct slowing_law {
    wide speed, slowing, friction; /* v, a, f */
    wide stop;                     /* time at which the runner stops, or +inf */
    int drags;                     /* 1: some lane has friction */
} slowing_law;

/* The runner's distance along its line, and its speed. */
typedef struct rolled {
    wide way, speed;
} rolled;

WAY_INLINE rolled rolled_until(slowing_law law, wide time) {
    wide t = w_select(w_lt(law.stop, time), law.stop, time);
    fading of = {w_set(1.0), w_set(0.5)};
    if (law.drags) /* saves time; without friction the result is the same */
        of = fading_of(w_mul(law.friction, t));
    wide even = w_mul(t, of.p1);
    rolled now = {w_sub(w_mul(law.speed, even), w_mul(law.slowing, w_mul(w_mul(t, t), of.p2))),
                  w_sub(law.speed, w_mul(w_add(law.slowing, w_mul(law.friction, law.speed)), even))};
    now.speed = w_keep(w_lt(w_set(0.0), now.speed), now.speed);
    return now;
}

/* Returns ln(1 + k) / k for k > 0. Nine square roots divide the logarithm by 512; the rest is the power
   series of artanh. */
WAY_APART wide log_over(wide k) {
    const wide one = w_set(1.0), two = w_set(2.0);
    wide m = k, w, square, sum;
    for (int step = 0; step < 9; step++)
        m = w_div(m, w_add(one, w_sqrt(w_add(one, m))));
    w = w_div(m, w_add(two, m));
    square = w_mul(w, w);
    sum = w_set(1.0 / 17);
    for (int n = 15; n >= 1; n -= 2)
        sum = w_add(w_mul(sum, square), w_set(1.0 / n));
    return w_div(w_mul(w_mul(w_set(1024.0), w), sum), k);
}

WAY_INLINE slowing_law slowing_law_of(wide speed, wide slowing, wide friction) {
    const wide zero = w_set(0.0), infinity = w_set(INFINITY);
    widemask rolls = w_lt(zero, slowing), drags = w_lt(zero, friction), both = w_and(rolls, drags);
    slowing_law law = {speed, slowing, friction, infinity, m_any(m_narrow(drags))};
    wide stop = w_select(rolls, w_div(speed, slowing), infinity);
    if (m_any(m_narrow(both))) {
        wide k = w_div(w_mul(friction, speed), slowing);
        widemask counts = w_and(both, w_lt(zero, k));
        stop = w_select(counts, w_mul(stop, log_over(w_select(counts, k, w_set(1.0)))), stop);
    }
    wide fades = w_select(drags, w_div(w_set(64.0), friction), infinity);
    law.stop = w_keep(w_lt(zero, speed), w_select(w_lt(fades, stop), fades, stop));
    return law;
}

#endif
