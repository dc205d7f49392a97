/* Finds the times at which a chaser meets a runner of constant acceleration: all t > 0 for which
   |r + v t + a t^2 / 2| = s t. The square of this equation is

       F(t) = e4 t^4 + e3 t^3 + e2 t^2 + e1 t + e0 = 0.
       e4 = a.a / 4,   e3 = a.v,   e2 = v.v - s s + a.r,   e1 = 2 r.v,   e0 = r.r.

   With t = T x and T^4 = e0 / e4, this is the quartic of quartic.h. Both precisions compute in doubles: see
   accelerating_common.h. If all lengths and times are scaled by powers of two, the results scale by powers of
   two without rounding. */
#ifndef WAY_ACCELERATING_MEETING_H
#define WAY_ACCELERATING_MEETING_H

#include "kernels/ballistics/quartic.h"

/* The vector from the chaser to the runner, its two derivatives, and the square of the chaser's speed. */
typedef struct pursuit {
    wide_vector r, v, a;
    wide ss;
} pursuit;

typedef struct coefficients {
    wide e4, e3, e2, e1, e0;
} coefficients;

WAY_INLINE coefficients coefficients_of(pursuit p, int dims) {
    wide aa = wide_dot(p.a, p.a, dims), rv = wide_dot(p.r, p.v, dims);
    return (coefficients){.e4 = w_mul(aa, w_set(0.25)),
                          .e3 = wide_dot(p.a, p.v, dims),
                          .e2 = w_sub(wide_dot(p.a, p.r, dims), squares_left(p.ss, p.v, dims)),
                          .e1 = w_add(rv, rv),
                          .e0 = wide_dot(p.r, p.r, dims)};
}

/* F as a product of factors. */
typedef struct factored {
    quartic n;
    factors x;
    wide T, per_e0;
    widemask apart; /* the separation is not 0 */
    widemask full;  /* F has degree 4 */
    widemask bent;  /* F has degree 2 or less instead of 4 */
} factored;

/* Returns the factors of F. If the separation or the acceleration is 0, F reduces to degree 2 or less and
   replaces the first factor. */
WAY_INLINE factored factored_of(coefficients e) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    factored of;
    of.apart = w_le(w_set(FLT_MIN), e.e0);
    of.full = w_and(of.apart, w_lt(zero, e.e4));
    wide h = w_select(of.apart, e.e2, e.e4), g = w_select(of.apart, e.e1, e.e3),
         f = w_select(of.apart, e.e0, e.e2);
    of.bent = w_lt(zero, w_abs(h));
    wide size = w_select(of.full, w_sqrt(w_mul(e.e0, e.e4)), w_select(of.bent, h, one));
    wide J = w_div(one, size);
    of.T = w_sqrt(w_select(of.full, w_mul(e.e0, J), one));
    of.per_e0 = w_mul(w_mul(J, J), e.e4);
    wide TJ = w_mul(of.T, J);
    of.n = (quartic){w_mul(e.e3, TJ), w_mul(e.e2, J), w_mul(w_mul(e.e1, of.T), of.per_e0)};
    of.x = factors_of(of.n, far_root(of.n));
    of.x.m1 = w_select(of.full, of.x.m1, w_mul(w_mul(g, J), w_set(-0.5)));
    of.x.k1 = w_select(of.full, of.x.k1, w_mul(f, J));
    return of;
}

/* Returns r + v t + a t^2 / 2, the vector from the chaser's start to the runner at t. */
WAY_INLINE wide_vector way_between(pursuit p, wide t, int dims) {
    wide half = w_mul(w_mul(t, t), w_set(0.5));
    return wide_add_scaled(wide_add_scaled(p.r, p.v, t, dims), p.a, half, dims);
}

/* Returns F(t) as gone.gone - s s t t, the form with the least cancellation. `gone` is the result of
   way_between at t. */
WAY_INLINE wide miss_at(wide_vector gone, wide ss, wide t, int dims) {
    return w_sub(wide_dot(gone, gone, dims), w_mul(ss, w_mul(t, t)));
}

/* Returns t after one Newton step, or t itself if the step would be long. */
WAY_INLINE wide improved(wide t, pursuit p, widemask where, int dims) {
    wide_vector gone = way_between(p, t, dims), pace = wide_add_scaled(p.v, p.a, t, dims);
    wide slope = w_sub(wide_dot(gone, pace, dims), w_mul(p.ss, t));
    wide step = w_div(miss_at(gone, p.ss, t, dims), w_add(slope, slope));
    return w_sub(t, w_keep(w_and(where, w_lt(w_abs(step), w_mul(t, w_set(0x1p-12)))), step));
}

/* The discriminant of x^2 - 2 m x + k, computed from F at t = T m. F is flat at this t, so the discriminant
   depends only on the square of the error of m. */
typedef struct disc_by_miss {
    wide disc;
    widemask near;  /* the factor's two roots are nearly equal and above 0 */
    widemask apart; /* the factor's roots are far from the other factor's roots */
} disc_by_miss;

/* Computes the discriminant of the factor x^2 - 2 m x + k from F. The other factor is x^2 - 2 M x + K. */
WAY_INLINE disc_by_miss disc_from_miss(wide m, wide disc, wide M, wide K, wide T, wide per_e0, pursuit p,
                                       int dims) {
    wide mm = w_mul(m, m), t = w_mul(T, m), miss = miss_at(way_between(p, t, dims), p.ss, t, dims);
    wide other = w_add(w_mul(m, w_sub(m, w_add(M, M))), K);
    disc_by_miss b;
    b.disc = wide_over(w_negate(w_mul(miss, per_e0)), other);
    /* if F is 0 within its rounding error, the two roots count as equal */
    widemask sure = w_lt(w_mul(w_mul(p.ss, w_set(0x1p-49)), w_mul(t, t)), w_abs(miss));
    b.disc = w_keep(sure, b.disc);
    b.near = w_and(w_lt(w_set(0.0), m), w_lt(w_abs(disc), w_mul(mm, w_set(0x1p-8))));
    b.apart = w_lt(w_mul(mm, w_set(0x1p-8)), w_abs(other));
    return b;
}

typedef struct discs {
    wide disc1, k1, disc2, k2;
} discs;

/* Returns the discriminants. If the two roots of a factor are almost equal, its discriminant is computed from
   F. If all four roots are close to each other, only the discriminant of the factor with the closer roots is
   computed in this way. */
WAY_INLINE discs discs_of(factored of, pursuit p, int dims) {
    const wide zero = w_set(0.0);
    const widemask always = w_le(zero, zero);
    factors x = of.x;
    wide mm1 = w_mul(x.m1, x.m1), mm2 = w_mul(x.m2, x.m2);
    wide disc1 = w_sub(mm1, w_keep(w_or(of.full, of.bent), x.k1)), disc2 = w_sub(mm2, x.k2);
    disc_by_miss t1 = disc_from_miss(x.m1, disc1, x.m2, x.k2, of.T, of.per_e0, p, dims);
    disc_by_miss t2 = disc_from_miss(x.m2, disc2, x.m1, x.k1, of.T, of.per_e0, p, dims);
    widemask nearer1 = w_le(w_mul(w_abs(disc1), mm2), w_mul(w_abs(disc2), mm1));
    widemask first = w_or(w_and(w_lt(zero, x.m1), nearer1), w_le(x.m2, zero));
    widemask touching1 = w_and(w_and(of.full, t1.near), w_or(first, t1.apart));
    widemask touching2 = w_and(w_and(of.full, t2.near), w_or(w_andnot(always, first), t2.apart));
    return (discs){.disc1 = w_select(touching1, t1.disc, disc1),
                   .k1 = w_select(touching1, w_sub(mm1, t1.disc), x.k1),
                   .disc2 = w_select(touching2, t2.disc, disc2),
                   .k2 = w_select(touching2, w_sub(mm2, t2.disc), x.k2)};
}

/* T (m + root) and T (m - root); the number with the larger absolute value comes first. */
typedef struct two_times {
    wide large, other;
} two_times;

WAY_INLINE two_times times_of(wide m, wide k, wide disc, wide T) {
    wide large = w_add(m, wide_as(w_sqrt(disc), m));
    return (two_times){w_mul(T, large), w_mul(T, wide_over(k, large))};
}

typedef struct found_meetings {
    wide first, last; /* times of the first and the last meeting, if one exists */
    wide times[4];    /* times of all meetings, unsorted, also after the horizon; +inf: none */
    ilanes count;     /* the number of meetings until the horizon */
    mask any;         /* there is a meeting up to the horizon */
    mask ever;        /* there is a meeting, even if it is after the horizon */
    mask apart;       /* the separation is not 0 */
    mask valid;       /* all numbers are finite, and no result overflows */
    widemask full;    /* F has degree 4 */
} found_meetings;

/* Returns the meetings until the horizon. Does not set the members `apart`, `valid` and `full`. */
WAY_INLINE found_meetings meetings_until(wide horizon, factored of, discs d) {
    const wide zero = w_set(0.0), most = w_set(FLT_MAX);
    widemask straight = w_andnot(w_le(zero, zero), of.full);
    widemask real1 = w_and(w_or(of.x.real, straight), w_le(zero, d.disc1));
    widemask real2 = w_and(w_and(of.x.real, of.full), w_le(zero, d.disc2));
    two_times a1 = times_of(of.x.m1, d.k1, w_keep(real1, d.disc1), of.T);
    two_times a2 = times_of(of.x.m2, d.k2, w_keep(real2, d.disc2), of.T);
    widemask given[4] = {w_and(w_and(real1, w_or(of.full, of.bent)), w_lt(zero, a1.large)),
                         w_and(w_and(real1, w_or(straight, w_lt(zero, d.disc1))), w_lt(zero, a1.other)),
                         w_and(real2, w_lt(zero, a2.large)),
                         w_and(w_and(real2, w_lt(zero, d.disc2)), w_lt(zero, a2.other))};
    wide times[4] = {a1.large, a1.other, a2.large, a2.other};
    for (int i = 0; i < 4; i++) /* the time of a missing root is infinite */
        times[i] = w_select(w_and(given[i], w_le(times[i], most)), times[i], w_set(INFINITY));
    wide soonest = w_smaller(w_smaller(times[0], times[1]), w_smaller(times[2], times[3]));
    widemask ever = w_le(soonest, most), any = w_and(ever, w_le(soonest, horizon));
    found_meetings found = {.any = m_narrow(any), .ever = m_narrow(ever)};
    found.first = w_select(any, soonest, w_set(INFINITY));
    found.last = zero;
    found.count = i_set(0);
    for (int i = 0; i < 4; i++) {
        widemask counts = w_and(w_le(times[i], horizon), w_le(times[i], most));
        found.last = w_select(w_and(counts, w_lt(found.last, times[i])), times[i], found.last);
        found.count = i_count(m_narrow(counts), found.count);
        found.times[i] = times[i];
    }
    return found;
}

WAY_INLINE found_meetings meetings_of(pursuit p, wide horizon, int dims) {
    coefficients e = coefficients_of(p, dims);
    factored of = factored_of(e);
    found_meetings found = meetings_until(horizon, of, discs_of(of, p, dims));
    found.apart = m_narrow(of.apart);
    wide early = improved(found.first, p, of.full, dims), late = improved(found.last, p, of.full, dims);
    widemask swapped = w_lt(late, early);
    found.first = w_select(swapped, late, early);
    found.last = w_select(swapped, early, late);

    wide sum = w_add(w_add(w_add(e.e0, e.e4), w_add(w_abs(e.e1), w_abs(e.e2))), w_abs(e.e3));
    wide size = w_add(w_add(w_mul(of.n.b, of.n.b), w_abs(of.n.c)), w_mul(of.n.d, of.n.d));
    wide normal = w_keep(of.full, size);
    found.valid = m_narrow(w_and(w_lt(sum, w_set(INFINITY)), w_lt(normal, w_set(0x1p248))));
    found.full = of.full;
    return found;
}

/* The second meeting if there are at least three, and the third if there are four. */
typedef struct between_meetings {
    wide second, third;
} between_meetings;

/* The times are limited to the first and the last meeting. */
WAY_INLINE between_meetings meetings_between(found_meetings m, pursuit p, int dims) {
    const wide *t = m.times;
    wide a = w_larger(w_smaller(t[0], t[1]), w_smaller(t[2], t[3]));
    wide b = w_smaller(w_larger(t[0], t[1]), w_larger(t[2], t[3]));
    wide second = improved(w_smaller(a, b), p, m.full, dims),
         third = improved(w_larger(a, b), p, m.full, dims);
    second = w_larger(m.first, w_smaller(second, m.last));
    return (between_meetings){second, w_larger(second, w_smaller(third, m.last))};
}

#endif
