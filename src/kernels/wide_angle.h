/* Computes angles in double lanes, by polynomials: see angle.h. Only kernels whose wide lanes are doubles
   include this file. */
#ifndef WAY_WIDE_ANGLE_H
#define WAY_WIDE_ANGLE_H

#include "lanes/vectors.h"

/* Returns the angle from 0 to pi of the vector (x, y), where y >= 0. The angle of (0, 0) is 0. The error is
   at most 2^-51 of the angle, or at most 2^-51 if the angle is near pi. */
WAY_INLINE wide wide_angle(wide x, wide y) {
    /* atan z = z p(z^2) for |z| <= tan(pi / 8), interpolated at Chebyshev nodes */
    static const double p[] = {0x1.5a482c626fbcdp-6,
                               -0x1.643142dfc2c73p-5,
                               0x1.d1fd54202efep-5,
                               -0x1.0ffbe6350536dp-4,
                               0x1.3afb01bb360f9p-4,
                               -0x1.745baa283762ap-4,
                               0x1.c71c648ac9df6p-4,
                               -0x1.2492490095717p-3,
                               0x1.9999999934e4fp-3,
                               -0x1.55555555551e4p-2,
                               1.0};
    const wide zero = w_set(0.0), one = w_set(1.0), size = w_abs(x);
    widemask steep = w_lt(size, y);
    wide large = w_select(steep, y, size), small = w_select(steep, size, y);
    widemask beyond = w_lt(w_mul(large, w_set(0x1.a827999fcef32p-2)), small); /* tan(pi / 8) */
    wide up = w_select(beyond, w_sub(small, large), small);
    wide down = w_select(beyond, w_add(small, large), large);
    wide z = w_div(up, w_select(w_lt(zero, down), down, one)), zz = w_mul(z, z);
    wide sum = w_set(p[0]);
    for (size_t k = 1; k < sizeof p / sizeof p[0]; k++)
        sum = w_add(w_mul(sum, zz), w_set(p[k]));
    wide angle = w_add(w_keep(beyond, w_set(0x1.921fb54442d18p-1)), w_mul(z, sum));
    angle = w_select(steep, w_sub(w_set(0x1.921fb54442d18p+0), angle), angle);
    return w_select(w_lt(x, zero), w_sub(w_set(0x1.921fb54442d18p+1), angle), angle);
}

/* Returns the angle from a to b, from -pi to pi, positive to the left. The vectors may have any length. */
WAY_INLINE wide wide_turn(wide_vector a, wide_vector b) {
    wide sine = cross2(a.x, a.y, b.x, b.y);
    return w_flip(wide_angle(dot2(a.x, a.y, b.x, b.y), w_abs(sine)), sine);
}

/* Turns a vector to the left by an angle from -2 pi to 2 pi. The error is at most 2^-48 of the
   vector. */
WAY_INLINE wide_vector wide_turned(wide_vector a, wide angle) {
    static const double s[] = {0x1.5d8769260f424p-33,  -0x1.ae5e37e6b775ap-26, 0x1.71de3530a8105p-19,
                               -0x1.a01a019ba9548p-13, 0x1.111111110f3dcp-7,   -0x1.5555555555543p-3};
    static const double c[] = {-0x1.8f7626880009cp-37,
                               0x1.1ee96d007dedep-29,
                               -0x1.27e4f727ef5a8p-22,
                               0x1.a01a019b1e224p-16,
                               -0x1.6c16c16c13a05p-10,
                               0x1.5555555555536p-5,
                               -0.5};
    const wide x = w_mul(angle, w_set(0.125)), xx = w_mul(x, x);
    wide sine = w_set(s[0]), cosine = w_set(c[0]);
    for (size_t k = 1; k < sizeof s / sizeof s[0]; k++)
        sine = w_add(w_mul(sine, xx), w_set(s[k]));
    for (size_t k = 1; k < sizeof c / sizeof c[0]; k++)
        cosine = w_add(w_mul(cosine, xx), w_set(c[k]));
    sine = w_add(x, w_mul(w_mul(x, xx), sine));
    cosine = w_add(w_set(1.0), w_mul(xx, cosine));
    for (int k = 0; k < 3; k++) {
        wide both = w_mul(sine, cosine);
        cosine = w_mul(w_sub(cosine, sine), w_add(cosine, sine));
        sine = w_add(both, both);
    }
    return (wide_vector){w_sub(w_mul(a.x, cosine), w_mul(a.y, sine)),
                         w_add(w_mul(a.x, sine), w_mul(a.y, cosine)), a.z};
}

#endif
