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

typedef struct twin {
    wide hi, lo;
} twin;

WAY_INLINE twin twin_of(wide a) { return (twin){a, w_set(0.0)}; }

/* Returns a + b. |a| must be at least |b|. */
WAY_INLINE twin twin_tidy(wide a, wide b) {
    wide sum = w_add(a, b);
    return (twin){sum, w_sub(b, w_sub(sum, a))};
}

/* Returns a + b. */
WAY_INLINE twin twin_sum(wide a, wide b) {
    wide sum = w_add(a, b), of_b = w_sub(sum, a), of_a = w_sub(sum, of_b);
    return (twin){sum, w_add(w_sub(a, of_a), w_sub(b, of_b))};
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
    return (twin){product, w_add(rest, w_mul(a_lo, b_lo))};
}

WAY_INLINE twin twin_negate(twin a) { return (twin){w_negate(a.hi), w_negate(a.lo)}; }

WAY_INLINE twin twin_add(twin a, twin b) {
    twin hi = twin_sum(a.hi, b.hi), lo = twin_sum(a.lo, b.lo);
    hi = twin_tidy(hi.hi, w_add(hi.lo, lo.hi));
    return twin_tidy(hi.hi, w_add(hi.lo, lo.lo));
}

WAY_INLINE twin twin_sub(twin a, twin b) { return twin_add(a, twin_negate(b)); }

WAY_INLINE twin twin_mul(twin a, twin b) {
    twin product = twin_product(a.hi, b.hi);
    wide rest = w_add(w_mul(a.hi, b.lo), w_mul(a.lo, b.hi));
    return twin_tidy(product.hi, w_add(product.lo, rest));
}

WAY_INLINE twin twin_dot(twin ax, twin ay, twin bx, twin by) {
    return twin_add(twin_mul(ax, bx), twin_mul(ay, by));
}

WAY_INLINE twin twin_cross(twin ax, twin ay, twin bx, twin by) {
    return twin_sub(twin_mul(ax, by), twin_mul(ay, bx));
}

#endif
