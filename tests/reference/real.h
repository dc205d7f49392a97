/* Defines `real`, the type of numbers in all references: double, or a type of 113 bits if WAY_QUAD is
   defined. With 113 bits, the names of <math.h> mean functions of this type, as with <tgmath.h>. These
   functions need no quad library, and only the last few of the 113 bits of their results are wrong. */
#ifndef WAY_REAL_H
#define WAY_REAL_H

#include <math.h>

#include "reference/reference.h"

#ifdef WAY_QUAD
typedef way_quad real;
#define REFERENCE(name) way_quad_reference_##name
#else
typedef double real;
#define REFERENCE(name) way_reference_##name
#endif

typedef void reference(const real *in, real *out);

#define PI ((real)3.141592653589793 + (real)1.2246467991473532e-16 + (real)-2.9947698097183397e-33)

#if defined(WAY_QUAD) && WAY_HAS_QUAD

static inline int real_isnan(real x) { return x != x; }
static inline int real_isinf(real x) { return x == INFINITY || x == -INFINITY; }
static inline int real_isfinite(real x) { return x - x == 0; }
static inline real real_fabs(real x) { return x < 0 ? -x : x; }
static inline real real_fmin(real a, real b) { return a < b || b != b ? a : b; }
static inline real real_fmax(real a, real b) { return a > b || b != b ? a : b; }

/* Returns the root, computed in double and refined twice. Each step doubles the number of correct bits. */
static inline real real_sqrt(real x) {
    real scale = 1;
    if (!(x > 0) || x == INFINITY)
        return x < 0 ? (real)NAN : x;
    for (; x > 0x1p600; x *= 0x1p-512)
        scale *= 0x1p256;
    for (; x < 0x1p-600; x *= 0x1p512)
        scale *= 0x1p-256;
    real root = sqrt((double)x);
    for (int step = 0; step < 2; step++)
        root += (double)(x - root * root) / (2 * (double)root);
    return root * scale;
}

/* Returns the floor of x, where |x| must be below 2^62. */
static inline real real_floor(real x) {
    real whole = (real)(long long)x;
    return whole > x ? whole - 1 : whole;
}

/* Computes sine and cosine by power series. The angle is reduced to at most half a turn first, so that the
   terms x^n / n! are small and become smaller quickly. */
static inline void sine_and_cosine(real x, real *sine, real *cosine) {
    *sine = *cosine = NAN;
    if (!real_isfinite(x))
        return;
    x -= 2 * PI * real_floor(x / (2 * PI) + 0.5);
    real term = 1, sums[2] = {0, 0};
    for (int n = 0; n < 3 || sums[n % 2] + term != sums[n % 2]; n++) {
        sums[n % 2] += n % 4 < 2 ? term : -term;
        term = term * x / (n + 1);
    }
    *cosine = sums[0];
    *sine = sums[1];
}

static inline real real_sin(real x) {
    real sine, cosine;
    sine_and_cosine(x, &sine, &cosine);
    return sine;
}

static inline real real_cos(real x) {
    real sine, cosine;
    sine_and_cosine(x, &sine, &cosine);
    return cosine;
}

/* Returns the angle in double plus a small correction. The tangent of the correction is used in place of the
   correction itself, because the difference is only of third order. */
static inline real real_atan2(real y, real x) {
    real larger = real_fmax(real_fabs(x), real_fabs(y)), sine, cosine;
    if (!(larger > 0))
        return 0;
    x /= larger;
    y /= larger;
    real angle = atan2((double)y, (double)x);
    sine_and_cosine(angle, &sine, &cosine);
    return angle + (y * cosine - x * sine) / (x * cosine + y * sine);
}

static inline real real_acos(real x) { return real_atan2(real_sqrt((1 - x) * (1 + x)), x); }
static inline real real_asin(real x) { return real_atan2(x, real_sqrt((1 - x) * (1 + x))); }

#undef isnan
#undef isinf
#undef isfinite
#define isnan real_isnan
#define isinf real_isinf
#define isfinite real_isfinite
#define fabs real_fabs
#define fmin real_fmin
#define fmax real_fmax
#define sqrt real_sqrt
#define floor real_floor
#define sin real_sin
#define cos real_cos
#define atan2 real_atan2
#define acos real_acos
#define asin real_asin

#endif

/* Returns 1 - exp(-x). */
static inline real lost(real x) {
    int halves = 0;
    if (x > 80)
        return 1;
    for (; x > 0.25; x /= 2)
        halves++;
    real sum = 0, term = x;
    for (int n = 2; n < 40; n++) {
        sum += term;
        term *= -x / n;
    }
    for (; halves > 0; halves--)
        sum *= 2 - sum;
    return sum;
}

#endif
