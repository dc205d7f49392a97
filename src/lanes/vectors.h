/* Defines mathematics that kernels share: vectors, their products, and differences of squares without loss of
   digits. */
#ifndef WAY_VECTORS_H
#define WAY_VECTORS_H

#include "lanes/lanes.h"

WAY_INLINE wide dot2(wide ax, wide ay, wide bx, wide by) { return w_add(w_mul(ax, bx), w_mul(ay, by)); }

WAY_INLINE wide dot3(wide ax, wide ay, wide az, wide bx, wide by, wide bz) {
    return w_add(dot2(ax, ay, bx, by), w_mul(az, bz));
}

WAY_INLINE wide cross2(wide ax, wide ay, wide bx, wide by) { return w_sub(w_mul(ax, by), w_mul(ay, bx)); }

/* Returns ss - v.v, the chaser's squared speed minus the runner's squared speed. The squares of floats are
   exact in double. The largest square is subtracted first, so each difference is exact if the terms nearly
   cancel. So the relative error is 2^-52, even if the speeds are nearly equal. */
WAY_INLINE wide speed_lead2(wide ss, wide vx, wide vy) {
    wide xx = w_mul(vx, vx), yy = w_mul(vy, vy);
#if WAY_WIDE_IS_DOUBLE
    return w_sub(w_sub(ss, w_larger(xx, yy)), w_smaller(xx, yy));
#else
    return w_sub(w_sub(ss, yy), xx);
#endif
}

WAY_INLINE wide speed_lead3(wide ss, wide vx, wide vy, wide vz) {
    wide xx = w_mul(vx, vx), yy = w_mul(vy, vy), zz = w_mul(vz, vz);
#if WAY_WIDE_IS_DOUBLE
    wide xy = w_larger(xx, yy), yx = w_smaller(xx, yy);
    wide largest = w_larger(xy, zz), rest = w_smaller(xy, zz);
    return w_sub(w_sub(w_sub(ss, largest), w_larger(rest, yx)), w_smaller(rest, yx));
#else
    return w_sub(w_sub(w_sub(ss, zz), yy), xx);
#endif
}

/* Like speed_lead2, for numbers with more bits than a float, such as a difference of two floats. Each number
   is split into a float X and a remainder: x * x = X * X + (x - X) * (x + X). Kernels also use this function
   for a squared reach minus a squared separation. */
WAY_INLINE wide squares_left2(wide ss, wide x, wide y) {
#if WAY_WIDE_IS_DOUBLE
    wide X = w_widen(w_narrow(x)), Y = w_widen(w_narrow(y));
    return w_sub(speed_lead2(ss, X, Y), dot2(w_sub(x, X), w_sub(y, Y), w_add(x, X), w_add(y, Y)));
#else
    return speed_lead2(ss, x, y);
#endif
}

WAY_INLINE wide squares_left3(wide ss, wide x, wide y, wide z) {
#if WAY_WIDE_IS_DOUBLE
    wide X = w_widen(w_narrow(x)), Y = w_widen(w_narrow(y)), Z = w_widen(w_narrow(z));
    wide rest = dot3(w_sub(x, X), w_sub(y, Y), w_sub(z, Z), w_add(x, X), w_add(y, Y), w_add(z, Z));
    return w_sub(speed_lead3(ss, X, Y, Z), rest);
#else
    return speed_lead3(ss, x, y, z);
#endif
}

/* Returns the discriminant of the quadratic equation in meeting.h. The discriminant equals both rr - kk and
   bb + lead * c, where rr is the square of s r - R v, and kk the square of r x v. If the discriminant is near
   0, both forms cancel. The form with the smaller terms is used, so the error is at most 2^-51 of min(bb,
   kk), which is too small to affect the square root in floats. */
WAY_INLINE wide discriminant(wide rr, wide kk, wide b, wide lead, wide c) {
#if WAY_WIDE_IS_DOUBLE
    wide bb = w_mul(b, b);
    return w_select(w_lt(bb, kk), w_add(w_mul(lead, c), bb), w_sub(rr, kk));
#else
    (void)b, (void)lead, (void)c;
    return w_sub(rr, kk);
#endif
}

/* Vectors ------------------------------------------------------------------------------------------------

   In these functions, `dims` is 2 or 3, and a constant after inlining. In 2D, z is not computed. */

typedef struct vector {
    flanes x, y, z;
} vector;

typedef struct wide_vector {
    wide x, y, z;
} wide_vector;

WAY_INLINE vector vector_none(void) { return (vector){f_set(0.0f), f_set(0.0f), f_set(0.0f)}; }

WAY_INLINE vector vector_scale(vector a, flanes by, int dims) {
    return (vector){f_mul(a.x, by), f_mul(a.y, by), dims == 3 ? f_mul(a.z, by) : a.z};
}

WAY_INLINE vector vector_add(vector a, vector b, int dims) {
    return (vector){f_add(a.x, b.x), f_add(a.y, b.y), dims == 3 ? f_add(a.z, b.z) : a.z};
}

WAY_INLINE vector vector_sub(vector a, vector b, int dims) {
    return (vector){f_sub(a.x, b.x), f_sub(a.y, b.y), dims == 3 ? f_sub(a.z, b.z) : a.z};
}

WAY_INLINE flanes vector_dot(vector a, vector b, int dims) {
    flanes sum = f_add(f_mul(a.x, b.x), f_mul(a.y, b.y));
    return dims == 3 ? f_add(sum, f_mul(a.z, b.z)) : sum;
}

/* Returns |x| + |y| + |z|. The sum is finite if all components are finite and none is near the largest float.
   The sum is 0 only if all components are 0. */
WAY_INLINE flanes vector_size(vector a, int dims) {
    flanes sum = f_add(f_abs(a.x), f_abs(a.y));
    return dims == 3 ? f_add(sum, f_abs(a.z)) : sum;
}

/* Returns x + y + z. The sum is not finite if a component is not finite. */
WAY_INLINE flanes vector_sum(vector a, int dims) {
    flanes sum = f_add(a.x, a.y);
    return dims == 3 ? f_add(sum, a.z) : sum;
}

/* Returns a x b. In 2D, only z is computed. */
WAY_INLINE vector vector_cross(vector a, vector b, int dims) {
    const flanes zero = f_set(0.0f);
    return (vector){dims == 3 ? f_sub(f_mul(a.y, b.z), f_mul(a.z, b.y)) : zero,
                    dims == 3 ? f_sub(f_mul(a.z, b.x), f_mul(a.x, b.z)) : zero,
                    f_sub(f_mul(a.x, b.y), f_mul(a.y, b.x))};
}

/* Returns a in lanes of m, else 0. */
WAY_INLINE vector vector_keep(mask m, vector a, int dims) {
    return (vector){f_keep(m, a.x), f_keep(m, a.y), dims == 3 ? f_keep(m, a.z) : a.z};
}

WAY_INLINE vector vector_select(mask m, vector a, vector b, int dims) {
    return (vector){f_select(m, a.x, b.x), f_select(m, a.y, b.y), dims == 3 ? f_select(m, a.z, b.z) : a.z};
}

/* Returns the horizontal part of a vector whose y is the height. */
WAY_INLINE vector vector_level(vector a) { return (vector){a.x, f_set(0.0f), a.z}; }

/* Can a formula be computed in floats? `size` is the sum of its squares and quotients, plus 1 / x for each x
   that must not become 0. If `size` is below the limit, nothing overflows, and a term that underflows is
   negligible. If `size` is NaN, the result is false. */
WAY_INLINE mask floats_serve(flanes size) { return f_lt(size, f_set(0x1p66f)); }

/* Like floats_serve, for a formula with one square that must not become 0. The square must be between 2^-60
   and 2^60. The test is a single integer compare. */
WAY_INLINE mask floats_serve_square(flanes square) {
    ilanes bits;
    memcpy(&bits, &square, sizeof bits);
    return i_lt(i_add(bits, i_set(0x5e800000)), i_set(-0x44000000));
}

/* Returns a, or +0 if a is not above 0. */
WAY_INLINE flanes max0(flanes a) { return f_larger(a, f_set(0.0f)); }

WAY_INLINE wide_vector wide_sub(wide_vector a, wide_vector b, int dims) {
    return (wide_vector){w_sub(a.x, b.x), w_sub(a.y, b.y), dims == 3 ? w_sub(a.z, b.z) : a.z};
}

WAY_INLINE wide_vector wide_add_scaled(wide_vector a, wide_vector b, wide by, int dims) {
    return (wide_vector){w_add(a.x, w_mul(b.x, by)), w_add(a.y, w_mul(b.y, by)),
                         dims == 3 ? w_add(a.z, w_mul(b.z, by)) : a.z};
}

WAY_INLINE wide wide_dot(wide_vector a, wide_vector b, int dims) {
    return dims == 3 ? dot3(a.x, a.y, a.z, b.x, b.y, b.z) : dot2(a.x, a.y, b.x, b.y);
}

/* Returns `a` after a quarter turn to the left, in the plane. */
WAY_INLINE wide_vector wide_perpendicular(wide_vector a) { return (wide_vector){w_negate(a.y), a.x, a.z}; }

/* Returns a x b. In 2D, only z is computed. */
WAY_INLINE wide_vector wide_cross(wide_vector a, wide_vector b, int dims) {
    const wide zero = w_set(0.0);
    return (wide_vector){dims == 3 ? cross2(a.y, a.z, b.y, b.z) : zero,
                         dims == 3 ? cross2(a.z, a.x, b.z, b.x) : zero, cross2(a.x, a.y, b.x, b.y)};
}

/* Returns the squared length of a result of wide_cross. */
WAY_INLINE wide wide_cross_square(wide_vector k, int dims) {
    return dims == 3 ? wide_dot(k, k, 3) : w_mul(k.z, k.z);
}

WAY_INLINE wide_vector wide_choose(widemask m, wide_vector a, wide_vector b, int dims) {
    return (wide_vector){w_select(m, a.x, b.x), w_select(m, a.y, b.y),
                         dims == 3 ? w_select(m, a.z, b.z) : a.z};
}

WAY_INLINE wide_vector wide_scale(wide_vector a, wide by, int dims) {
    return (wide_vector){w_mul(a.x, by), w_mul(a.y, by), dims == 3 ? w_mul(a.z, by) : a.z};
}

WAY_INLINE wide_vector wide_widen(vector a, int dims) {
    return (wide_vector){w_widen(a.x), w_widen(a.y), dims == 3 ? w_widen(a.z) : w_set(0.0)};
}

WAY_INLINE vector wide_narrow(wide_vector a, int dims) {
    return (vector){w_narrow(a.x), w_narrow(a.y), dims == 3 ? w_narrow(a.z) : f_set(0.0f)};
}

WAY_INLINE wide speed_lead(wide ss, wide_vector v, int dims) {
    return dims == 3 ? speed_lead3(ss, v.x, v.y, v.z) : speed_lead2(ss, v.x, v.y);
}

WAY_INLINE wide squares_left(wide ss, wide_vector v, int dims) {
    return dims == 3 ? squares_left3(ss, v.x, v.y, v.z) : squares_left2(ss, v.x, v.y);
}

#endif
