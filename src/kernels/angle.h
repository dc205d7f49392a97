/* Computes angles in lanes. Polynomials replace library functions, so that every machine computes the same
   bits. This file also computes 1 / a and 1 / sqrt(a) of wide numbers: first in floats, and then more
   precisely in wide lanes. The relative error is 2^-43. This takes a third of the time of a wide division or
   root. */
#ifndef WAY_ANGLE_H
#define WAY_ANGLE_H

#include "lanes/vectors.h"

typedef struct half_angle {
    flanes sine, cosine;
} half_angle;

/* Returns the sine and cosine of x, where x is from 0 to pi / 2. Before rounding, the error of the sine is at
   most 1 ulp of the sine, and the error of the cosine is at most 1 ulp of 1. */
WAY_INLINE half_angle half_angle_of(flanes x) {
    flanes u = f_mul(x, x);
    flanes s = f_add(f_mul(f_set(0x1.61a122p-19f), u), f_set(-0x1.9fb68p-13f));
    s = f_add(f_mul(s, u), f_set(0x1.11104ep-7f));
    s = f_add(f_mul(s, u), f_set(-0x1.555554p-3f));
    flanes c = f_add(f_mul(f_set(-0x1.1d09p-22f), u), f_set(0x1.9fd766p-16f));
    c = f_add(f_mul(c, u), f_set(-0x1.6c163ep-10f));
    c = f_add(f_mul(c, u), f_set(0x1.555556p-5f));
    c = f_sub(f_mul(c, u), f_set(0.5f));
    return (half_angle){f_add(f_mul(f_mul(s, u), x), x), f_add(f_mul(c, u), f_set(1.0f))};
}

/* Returns the sine and cosine of half of `angle`, which is from 0 to a full turn. If the half is above pi /
   2, the sine and cosine are computed from pi minus the half. */
WAY_INLINE half_angle half_turn_of(flanes angle) {
    flanes x = f_mul(angle, f_set(0.5f));
    mask beyond = f_lt(f_set(0x1.921fb6p+0f), x);
    /* pi - x, where pi is the difference of two floats */
    flanes folded = f_sub(f_sub(f_set(0x1.921fb6p+1f), x), f_set(0x1.777a5cp-24f));
    half_angle half = half_angle_of(f_select(beyond, folded, x));
    half.cosine = f_select(beyond, f_negate(half.cosine), half.cosine);
    return half;
}

WAY_INLINE flanes f_cross(vector a, vector b) { return f_sub(f_mul(a.x, b.y), f_mul(a.y, b.x)); }
WAY_INLINE flanes f_dot(vector a, vector b) { return f_add(f_mul(a.x, b.x), f_mul(a.y, b.y)); }

/* Returns 2 atan y for |y| <= 1. */
WAY_INLINE flanes twice_atan(flanes y) {
    const flanes z = f_mul(y, y);
    /* 2 atan y = y (2 + z p(z)), with a minimax polynomial p for |y| <= 1; the error is at most 1e-7 */
    flanes p = f_add(f_mul(z, f_set(-0x1.1d6fa2p-7f)), f_set(0x1.797d62p-5f));
    p = f_add(f_mul(p, z), f_set(-0x1.d94808p-4f));
    p = f_add(f_mul(p, z), f_set(0x1.912cp-3f));
    p = f_add(f_mul(p, z), f_set(-0x1.1e3d8cp-2f));
    p = f_add(f_mul(p, z), f_set(0x1.98d61p-2f));
    p = f_add(f_mul(p, z), f_set(-0x1.5550f2p-1f));
    return f_mul(f_add(f_mul(p, z), f_set(2.0f)), y);
}

/* Returns the angle from 0 to a full turn that has this sine and cosine, as 2 atan y, where y is the tangent
   of half the angle. The relative error is at most 4 * 2^-24, plus the error of the sine and cosine. */
WAY_INLINE flanes angle_of_unit(flanes sine, flanes cosine) {
    flanes angle = twice_atan(f_div(sine, f_add(f_set(1.0f), f_abs(cosine))));
    angle = f_if_minus(cosine, f_sub(f_set(0x1.921fb6p+1f), angle), angle);
    return f_if_minus(angle, f_add(angle, f_set(0x1.921fb6p+2f)), angle);
}

/* The angle of an arc. In angle_between, the arc turns right if `right` is above 0, and left if `right` is 0.
   If `right` is negative, each lane decides: the arc turns right if `turn` is negative, and otherwise left.
   */
typedef struct unit_angle {
    flanes sine, cosine;
} unit_angle;

WAY_INLINE unit_angle angle_between(vector from, vector to, flanes turn, int right) {
    flanes sine = right > 0 ? f_cross(to, from) : f_cross(from, to);
    return (unit_angle){right < 0 ? f_flip(sine, turn) : sine, f_dot(from, to)};
}

/* Does the arc differ from 0 and from a full turn by more than this tolerance plus the rounding errors? If
   so, rounding cannot turn an arc of 0 into a full turn. */
WAY_INLINE mask is_sure_arc(unit_angle a, flanes tolerance) {
    flanes least = f_add(f_add(tolerance, tolerance), f_set(0x1p-17f));
    return f_lt(f_mul(a.cosine, least), f_abs(a.sine));
}

/* per_number returns 1 / a, and per_root returns 1 / sqrt(a), for a from FLT_MIN to 2^126. */
WAY_INLINE wide per_number(wide a) {
#if WAY_WIDE_IS_DOUBLE
    wide about = w_widen(f_div(f_set(1.0f), w_narrow(a)));
    return w_mul(about, w_sub(w_set(2.0), w_mul(a, about)));
#else
    return f_div(f_set(1.0f), a);
#endif
}

WAY_INLINE wide per_root(wide a) {
#if WAY_WIDE_IS_DOUBLE
    wide about = w_widen(f_div(f_set(1.0f), f_sqrt(w_narrow(a))));
    wide square = w_mul(w_mul(a, about), about);
    return w_mul(about, w_sub(w_set(1.5), w_mul(w_set(0.5), square)));
#else
    return f_div(f_set(1.0f), f_sqrt(a));
#endif
}

#endif
