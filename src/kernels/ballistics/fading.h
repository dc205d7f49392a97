/* Computes the functions of a body that linear drag slows down. Let x be drag * time:

       p1 = (1 - exp(-x)) / x,   p2 = (1 - p1) / x.

   p2 is a power series at x / 64. Six doublings follow, in which nothing cancels:

       p2(2 x) = (2 p2 + p1^2) / 4,   p1(2 x) = p1 (2 - x p1) / 2.

   The relative errors of p1 and p2 are at most 2^-48. */
#ifndef WAY_FADING_H
#define WAY_FADING_H

#include "lanes/vectors.h"

#define FADING_DOUBLINGS 6

/* the values of p1 and p2 at x, which is from 0 to 64 */
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
    x = w_mul(x, w_set(1.0 / (1 << FADING_DOUBLINGS)));
    wide p2 = w_set(one_over[0]);
    for (size_t k = 1; k < sizeof one_over / sizeof one_over[0]; k++)
        p2 = w_add(w_mul(p2, x), w_set(one_over[k]));
    p2 = w_sub(w_set(0.5), w_mul(p2, x));
    wide p1 = w_sub(w_set(1.0), w_mul(x, p2));
    for (int k = 0; k < FADING_DOUBLINGS; k++) {
        p2 = w_mul(w_add(w_add(p2, p2), w_mul(p1, p1)), w_set(0.25));
        p1 = w_mul(w_mul(p1, w_sub(w_set(2.0), w_mul(x, p1))), w_set(0.5));
        x = w_add(x, x);
    }
    return (fading){p1, p2};
}

#endif
