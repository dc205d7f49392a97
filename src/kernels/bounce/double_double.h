/* A twin is an unrounded sum of two wide numbers, hi + lo, where hi is the wide number nearest to the sum. A
   wide number is a lane of `wide` (lanes.h): a double in the exact precision, a float in the fast one. Twins
   are for sums in which one wide number would lose too many digits. The sum and the product of two wide
   numbers are exact twins, computed by IEEE operations alone, without fma (Dekker, Veltkamp and Knuth). Sums
   and products of twins have a small relative error, at most 2^-102 with doubles. So the difference of two
   products of wide numbers has the right sign. Nothing may overflow or underflow: with doubles, the absolute
   value of a term is 0 or from 2^-900 to 2^900. */
#ifndef WAY_DOUBLE_DOUBLE_H
#define WAY_DOUBLE_DOUBLE_H

#include "lanes/lanes.h"

/* If a kernel never computes exactly in a unit, it defines ROUNDED_TWINS in this unit: twins then have no
   `lo`, which halves their memory. */
#ifdef ROUNDED_TWINS
typedef struct twin {
    wide hi;
} twin;
#define TWIN(hi, lo) ((twin){((void)(lo), hi)})
#define LO(a) w_set(0.0)
#else
typedef struct twin {
    wide hi, lo;
} twin;
#define TWIN(hi, lo) ((twin){hi, lo})
#define LO(a) (a).lo
#endif

WAY_INLINE twin twin_of(wide a) { return TWIN(a, w_set(0.0)); }

/* Returns a + b. |a| must be at least |b|. */
WAY_INLINE twin twin_tidy(wide a, wide b) {
    wide sum = w_add(a, b);
    return TWIN(sum, w_sub(b, w_sub(sum, a)));
}

/* Returns a + b. */
WAY_INLINE twin twin_sum(wide a, wide b) {
    wide sum = w_add(a, b), of_b = w_sub(sum, a), of_a = w_sub(sum, of_b);
    return TWIN(sum, w_add(w_sub(a, of_a), w_sub(b, of_b)));
}

/* Returns b - a. */
WAY_INLINE twin twin_between(wide a, wide b) { return twin_sum(b, w_negate(a)); }

WAY_INLINE twin twin_product(wide a, wide b) {
    const wide half = w_set(WAY_WIDE_IS_DOUBLE ? 0x1p27 + 1 : 0x1p12 + 1);
    wide a_times = w_mul(half, a), b_times = w_mul(half, b), product = w_mul(a, b);
    wide a_hi = w_sub(a_times, w_sub(a_times, a)), b_hi = w_sub(b_times, w_sub(b_times, b));
    wide a_lo = w_sub(a, a_hi), b_lo = w_sub(b, b_hi);
    wide rest = w_sub(w_mul(a_hi, b_hi), product);
    rest = w_add(w_add(rest, w_mul(a_hi, b_lo)), w_mul(a_lo, b_hi));
    return TWIN(product, w_add(rest, w_mul(a_lo, b_lo)));
}

WAY_INLINE twin twin_negate(twin a) { return TWIN(w_negate(a.hi), w_negate(LO(a))); }

WAY_INLINE twin twin_add(twin a, twin b) {
    twin hi = twin_sum(a.hi, b.hi), lo = twin_sum(LO(a), LO(b));
    hi = twin_tidy(hi.hi, w_add(LO(hi), lo.hi));
    return twin_tidy(hi.hi, w_add(LO(hi), LO(lo)));
}

WAY_INLINE twin twin_sub(twin a, twin b) { return twin_add(a, twin_negate(b)); }

WAY_INLINE twin twin_mul(twin a, twin b) {
    twin product = twin_product(a.hi, b.hi);
    wide rest = w_add(w_mul(a.hi, LO(b)), w_mul(LO(a), b.hi));
    return twin_tidy(product.hi, w_add(LO(product), rest));
}

WAY_INLINE twin twin_dot(twin ax, twin ay, twin bx, twin by) {
    return twin_add(twin_mul(ax, bx), twin_mul(ay, by));
}

WAY_INLINE twin twin_cross(twin ax, twin ay, twin bx, twin by) {
    return twin_sub(twin_mul(ax, by), twin_mul(ay, bx));
}

/* If `exact` is 1, the functions compute with twins; if it is 0, only with `hi`. */
WAY_INLINE twin t_add(twin a, twin b, int exact) {
    return exact ? twin_add(a, b) : twin_of(w_add(a.hi, b.hi));
}

WAY_INLINE twin t_sub(twin a, twin b, int exact) {
    return exact ? twin_sub(a, b) : twin_of(w_sub(a.hi, b.hi));
}

WAY_INLINE twin t_mul(twin a, twin b, int exact) {
    return exact ? twin_mul(a, b) : twin_of(w_mul(a.hi, b.hi));
}

WAY_INLINE twin t_between(wide a, wide b, int exact) {
    return exact ? twin_between(a, b) : twin_of(w_sub(b, a));
}

WAY_INLINE twin t_dot(twin ax, twin ay, twin bx, twin by, int exact) {
    return t_add(t_mul(ax, bx, exact), t_mul(ay, by, exact), exact);
}

WAY_INLINE twin t_cross(twin ax, twin ay, twin bx, twin by, int exact) {
    return t_sub(t_mul(ax, by, exact), t_mul(ay, bx, exact), exact);
}

/* Returns -a in lanes in which `sign` has a sign bit, and a in the others. */
WAY_INLINE twin t_flip(twin a, wide sign, int exact) {
    return TWIN(w_flip(a.hi, sign), exact ? w_flip(LO(a), sign) : LO(a));
}

WAY_INLINE twin t_abs(twin a, int exact) { return exact ? t_flip(a, a.hi, 1) : twin_of(w_abs(a.hi)); }

WAY_INLINE twin t_select(widemask m, twin a, twin b, int exact) {
    return TWIN(w_select(m, a.hi, b.hi), exact ? w_select(m, LO(a), LO(b)) : LO(a));
}

WAY_INLINE twin t_keep(widemask m, twin a, int exact) {
    return TWIN(w_keep(m, a.hi), exact ? w_keep(m, LO(a)) : LO(a));
}

/* Returns the square root of a number above 0: one step of Newton's method from the root of `hi`. */
WAY_INLINE twin t_sqrt(twin a, int exact) {
    const wide root = w_sqrt(a.hi);
    if (!exact)
        return twin_of(root);
    const wide rest = twin_sub(a, twin_product(root, root)).hi;
    return twin_tidy(root, w_div(rest, w_add(root, root)));
}

/* Is a < b? */
WAY_INLINE widemask t_lt(twin a, twin b, int exact) {
    return exact ? w_lt(twin_sub(a, b).hi, w_set(0.0)) : w_lt(a.hi, b.hi);
}

#endif
