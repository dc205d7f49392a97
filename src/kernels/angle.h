/* Angles in lanes, by polynomials of our own: the same bits everywhere, no library's function. And quotients
   and roots of wide numbers by floats that are made better in wide lanes: relative error 2^-43, at a third of
   the time. */
#ifndef WAY_ANGLE_H
#define WAY_ANGLE_H

#include "lanes/vectors.h"

typedef struct half_angle {
    flanes sine, cosine;
} half_angle;

/* Of x from 0 to pi / 2: the sine within 1 ulp of itself, the cosine within 1 ulp of 1, before rounding. */
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

/* Of half an angle from 0 to a whole turn: what lies beyond a right angle is folded back. */
WAY_INLINE half_angle half_turn_of(flanes angle) {
    flanes x = f_mul(angle, f_set(0.5f));
    mask beyond = f_lt(f_set(0x1.921fb6p+0f), x);
    /* pi in two parts */
    flanes folded = f_sub(f_sub(f_set(0x1.921fb6p+1f), x), f_set(0x1.777a5cp-24f));
    half_angle half = half_angle_of(f_select(beyond, folded, x));
    half.cosine = f_select(beyond, f_negate(half.cosine), half.cosine);
    return half;
}

/* The angle from 0 to a whole turn that has this sine and cosine, both times any positive number: within 2
   ulp of itself up to a right angle, of a whole turn beyond, when both are floats as given. One as good as 0
   or a whole turn, as rounding makes of none, is 0. Where both are 0 it is not a number. */
WAY_INLINE flanes angle_of_turn(flanes sine, flanes cosine) {
    const flanes zero = f_set(0.0f);
    flanes s = f_abs(sine), c = f_abs(cosine);
    mask steep = f_lt(c, s);
    flanes least = f_select(steep, c, s), most = f_select(steep, s, c);
    /* beyond half of half a right angle, the angle less than half a right one */
    mask more = f_lt(f_mul(most, f_set(0x1.a8279ap-2f)), least);
    flanes y = f_div(f_select(more, f_sub(least, most), least), f_select(more, f_add(least, most), most));
    flanes z = f_mul(y, y);
    /* atan y = y + y z p(z), within 2.2e-8 of itself: minimax over |y| <= tan(pi / 8) */
    flanes p = f_add(f_mul(f_set(0x1.49e168p-4f), z), f_set(-0x1.1c3702p-3f));
    p = f_add(f_mul(p, z), f_set(0x1.9924bcp-3f));
    p = f_add(f_mul(p, z), f_set(-0x1.555454p-2f));
    flanes angle = f_add(f_mul(f_mul(p, z), y), y);
    angle = f_add(angle, f_keep(more, f_set(0x1.921fb6p-1f)));
    angle = f_select(steep, f_sub(f_set(0x1.921fb6p+0f), angle), angle);
    angle = f_select(f_lt(cosine, zero), f_sub(f_set(0x1.921fb6p+1f), angle), angle);
    angle = f_select(f_lt(sine, zero), f_sub(f_set(0x1.921fb6p+2f), angle), angle);
    const float nothing = WAY_WIDE_IS_DOUBLE ? 0x1p-32f : 0x1p-19f;
    return f_select(f_lt(s, f_mul(cosine, f_set(nothing))), zero, angle);
}

/* 1 / a, and 1 / sqrt(a), for a from FLT_MIN to 2^126. */
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
