/* Factors x^4 + b x^3 + c x^2 + d x + 1 = (x^2 + p x + k) (x^2 + P x + K), in doubles.

   w = k + K = 2 + om solves a cubic: om^3 + A om^2 + B om - G^2 = 0 with A = 6 - c, B = 8 - 4 c + b d, G = b
   - d. om is the root beyond the cubic's inflection point, which is simple and far from the other roots of
   the cubic. With this om, two nearly equal roots of the quartic are in the same factor. Four iterations
   always find om; then one Newton step corrects the factors. */
#ifndef WAY_QUARTIC_H
#define WAY_QUARTIC_H

#include "lanes/vectors.h"

/* Returns a, negated if b is below 0. */
WAY_INLINE wide wide_as(wide a, wide b) { return w_select(w_lt(b, w_set(0.0)), w_negate(a), a); }

/* Returns a / b, or 0 if b is 0 or NaN. */
WAY_INLINE wide wide_over(wide a, wide b) { return w_keep(w_lt(w_set(0.0), w_abs(b)), w_div(a, b)); }

typedef struct quartic {
    wide b, c, d;
} quartic;

/* Returns om. Starts beyond the root and takes three Laguerre steps on y^3 + p y + q with y = om + A / 3. A
   Halley step on the original cubic follows, because om may be tiny compared with A. */
WAY_INLINE wide far_root(quartic f) {
    const wide zero = w_set(0.0), three = w_set(3.0);
    wide A = w_sub(w_set(6.0), f.c);
    wide B = w_add(w_sub(w_set(8.0), w_mul(w_set(4.0), f.c)), w_mul(f.b, f.d));
    wide G = w_sub(f.b, f.d), GG = w_mul(G, G);
    wide third = w_mul(A, w_set(1.0 / 3.0)), thirds = w_mul(third, third);
    wide p = w_sub(B, w_mul(three, thirds));
    wide q = w_sub(w_mul(third, w_sub(w_add(thirds, thirds), B)), GG), Q = w_abs(q);
    wide z = w_sqrt(w_add(w_add(w_abs(p), w_mul(thirds, w_set(0.25))), w_abs(G)));
    wide most = w_div(Q, p);
    z = w_select(w_and(w_lt(zero, p), w_lt(most, z)), most, z);
    wide pp = w_mul(w_set(4.0), w_mul(p, p)), Q3 = w_mul(three, Q), Q36 = w_mul(w_set(36.0), Q);
    wide p12 = w_mul(w_set(12.0), p), p2 = w_add(p, p);
    for (int step = 0; step < 3; step++) {
        wide square = w_add(pp, w_mul(z, w_sub(Q36, w_mul(p12, z))));
        wide root = w_sqrt(w_keep(w_lt(zero, square), square));
        wide below = w_add(w_add(w_mul(three, w_mul(z, z)), p), root);
        z = wide_over(w_add(Q3, w_mul(z, w_sub(root, p2))), below);
    }
    wide om = w_sub(w_select(w_lt(zero, q), w_negate(z), z), third);

    wide value = w_sub(w_mul(w_add(w_mul(w_add(om, A), om), B), om), GG);
    wide om3 = w_mul(three, om);
    wide slope = w_add(w_mul(w_add(w_add(om3, A), A), om), B);
    return w_sub(om, wide_over(w_mul(value, slope), w_sub(w_mul(slope, slope), w_mul(value, w_add(om3, A)))));
}

/* Two quadratics x^2 - 2 m x + k. `real` is set if their coefficients are real. Otherwise the quartic has no
   real root. */
typedef struct factors {
    wide m1, k1, m2, k2;
    widemask real;
} factors;

/* Solves (K - k)^2 = X, (P - p)^2 = Y and (P - p) (K - k) = n. Begins with the more accurate one of X and Y.
   */
WAY_INLINE factors factors_of(quartic f, wide om) {
    const wide zero = w_set(0.0), one = w_set(1.0), half = w_set(0.5), four = w_set(4.0);
    wide bb = w_mul(f.b, f.b), w = w_add(w_set(2.0), om);
    wide X = w_mul(om, w_add(om, four));
    wide Y = w_add(w_add(w_sub(bb, w_mul(four, f.c)), w_set(8.0)), w_mul(four, om));
    wide terms = w_add(w_add(bb, w_mul(four, w_abs(f.c))), w_add(w_set(8.0), w_mul(four, w_abs(om))));
    wide G = w_sub(f.b, f.d), n = w_add(w_add(G, G), w_mul(f.b, om));
    wide weight_x = w_mul(X, terms), weight_y = w_mul(Y, w_mul(w, w));
    widemask by_x = w_le(weight_y, weight_x);
    factors a;
    a.real = w_le(zero, w_add(weight_x, weight_y));

    wide square = w_select(by_x, X, Y);
    wide root = w_sqrt(w_keep(w_lt(zero, square), square)), signed_root = wide_as(root, w);
    wide gap = w_select(by_x, signed_root, wide_as(wide_over(w_abs(n), root), w));
    wide k = wide_over(one, w_mul(w_add(w, gap), half));
    wide p = w_select(by_x, wide_over(w_sub(f.d, w_mul(f.b, k)), signed_root),
                      w_mul(w_sub(f.b, wide_as(signed_root, n)), half));

    /* one Newton step brings the remainder of a division by the factor close to 0 */
    wide P = w_sub(f.b, p), K = w_sub(w_sub(f.c, k), w_mul(p, P));
    wide r1 = w_sub(w_sub(f.d, w_mul(p, K)), w_mul(k, P)), r0 = w_sub(one, w_mul(k, K));
    wide s1 = w_sub(P, p), s0 = w_sub(K, k), u = w_sub(s0, w_mul(p, s1));
    wide per_det = wide_over(one, w_add(w_mul(s0, u), w_mul(k, w_mul(s1, s1))));
    p = w_add(p, w_mul(w_sub(w_mul(r1, s0), w_mul(r0, s1)), per_det));
    k = w_add(k, w_mul(w_add(w_mul(r0, u), w_mul(w_mul(k, s1), r1)), per_det));
    P = w_sub(f.b, p);
    a.m1 = w_mul(p, w_set(-0.5));
    a.m2 = w_mul(P, w_set(-0.5));
    a.k1 = k;
    a.k2 = w_sub(w_sub(f.c, k), w_mul(p, P));
    return a;
}

#endif
