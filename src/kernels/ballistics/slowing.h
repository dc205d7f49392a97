/* The motion of a runner that slows down on a straight line until it stands:

       d speed / dt = -(a + f speed)

   With x = f t, p1 = (1 - exp(-x)) / x and p2 = (1 - p1) / x, after the time t

       way = v t p1 - a t^2 p2        speed = v - (a + f v) t p1

   p2 is a power series at x / 64. Then x is doubled six times, without cancellation:

       p2(2 x) = (2 p2 + p1^2) / 4        p1(2 x) = p1 (2 - x p1) / 2

   From x = 64 on the runner counts as standing: its speed would be 2^-92 of the initial speed. The relative
   errors of p1 and p2 are at most 2^-48. */
#ifndef WAY_SLOWING_H
#define WAY_SLOWING_H

#include "lanes/vectors.h"

#define SLOWING_DOUBLINGS 6

typedef struct slowing_law {
    wide speed, slowing, friction; /* v, a, f */
    wide stop;                     /* when the runner stands; +inf: never */
    int drags;                     /* does any lane have friction? */
} slowing_law;

/* The runner's distance along its line, and its speed. */
typedef struct rolled {
    wide way, speed;
} rolled;

/* p1 and p2 at x, 0 to 64 */
typedef struct fading {
    wide p1, p2;
} fading;

WAY_INLINE fading fading_of(wide x) {
    static const double one_over[] = {1.0 / 355687428096000,
                                      -1.0 / 20922789888000,
                                      1.0 / 1307674368000,
                                      -1.0 / 87178291200,
                                      1.0 / 6227020800,
                                      -1.0 / 479001600,
                                      1.0 / 39916800,
                                      -1.0 / 3628800,
                                      1.0 / 362880,
                                      -1.0 / 40320,
                                      1.0 / 5040,
                                      -1.0 / 720,
                                      1.0 / 120,
                                      -1.0 / 24,
                                      1.0 / 6};
    x = w_mul(x, w_set(1.0 / (1 << SLOWING_DOUBLINGS)));
    wide p2 = w_set(one_over[0]);
    for (size_t k = 1; k < sizeof one_over / sizeof one_over[0]; k++)
        p2 = w_add(w_mul(p2, x), w_set(one_over[k]));
    p2 = w_sub(w_set(0.5), w_mul(p2, x));
    wide p1 = w_sub(w_set(1.0), w_mul(x, p2));
    for (int k = 0; k < SLOWING_DOUBLINGS; k++) {
        p2 = w_mul(w_add(w_add(p2, p2), w_mul(p1, p1)), w_set(0.25));
        p1 = w_mul(w_mul(p1, w_sub(w_set(2.0), w_mul(x, p1))), w_set(0.5));
        x = w_add(x, x);
    }
    return (fading){p1, p2};
}

WAY_INLINE rolled rolled_until(slowing_law law, wide time) {
    wide t = w_select(w_lt(law.stop, time), law.stop, time);
    fading of = {w_set(1.0), w_set(0.5)};
    if (law.drags) /* without friction the result is the same */
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
