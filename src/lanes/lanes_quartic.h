/* When two meet under constant accelerations: every t > 0 with |r + v t + a t^2 / 2| = s t, squared

       F(t) = e4 t^4 + e3 t^3 + e2 t^2 + e1 t + e0 = 0
       e4 = a.a / 4    e3 = a.v    e2 = v.v - s s + a.r    e1 = 2 r.v    e0 = r.r

   In doubles, for both precisions: see arc.h. Wherever lengths and times are scaled by powers of two all of
   it scales, to the bit.

   With t = T x, T^4 = e0 / e4, it is x^4 + b x^3 + c x^2 + d x + 1 = (x^2 + p x + k) (x^2 + P x + K). For w =
   k + K = 2 + om that is a cubic, om^3 + A om^2 + B om - G^2 = 0 with A = 6 - c, B = 8 - 4 c + b d, G = b -
   d. Its root on the far side of the inflection is simple and far from the others, and puts two meetings that
   are about to become one into one factor. Four steps of fixed length find it; one more corrects the factors.
   */

#define quartic WAY_LOCAL(quartic)
#define factors WAY_LOCAL(factors)
#define two_times WAY_LOCAL(two_times)
#define meetings WAY_LOCAL(meetings)
#define wide_as WAY_LOCAL(wide_as)
#define wide_over WAY_LOCAL(wide_over)
#define far_root WAY_LOCAL(far_root)
#define factors_of WAY_LOCAL(factors_of)
#define way_between WAY_LOCAL(way_between)
#define miss_at WAY_LOCAL(miss_at)
#define times_of WAY_LOCAL(times_of)
#define told WAY_LOCAL(told)
#define told_disc WAY_LOCAL(told_disc)
#define improved WAY_LOCAL(improved)
#define quartic_meetings WAY_LOCAL(quartic_meetings)

/* a with its sign turned where b is below 0. */
WAY_INLINE wide wide_as(wide a, wide b) { return w_select(w_lt(b, w_set(0.0)), w_negate(a), a); }

/* a / b, or 0 where b is 0 or no number. */
WAY_INLINE wide wide_over(wide a, wide b) { return w_keep(w_lt(w_set(0.0), w_abs(b)), w_div(a, b)); }

typedef struct quartic {
    wide b, c, d;
} quartic;

/* om: Laguerre's steps on y^3 + p y + q, y = om + A / 3, from beyond the root; then one of Halley's on the
   cubic as it stands, since om may be next to nothing beside A. */
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

/* Two quadratics x^2 - 2 m x + k; real: they are, otherwise there is no root. */
typedef struct factors {
    wide m1, k1, m2, k2;
    widemask real;
} factors;

/* From (K - k)^2 = X, (P - p)^2 = Y and (P - p) (K - k) = n, by whichever of the squares is known better. */
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

    /* one step towards what is left of the division by a factor being 0 */
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

/* r + v t + a t^2 / 2 */
WAY_INLINE wide_vector way_between(wide_vector r, wide_vector v, wide_vector a, wide t, int dims) {
    return wide_add_scaled(wide_add_scaled(r, v, t, dims), a, w_mul(w_mul(t, t), w_set(0.5)), dims);
}

/* F(t), which cancels least so. */
WAY_INLINE wide miss_at(wide_vector gone, wide ss, wide t, int dims) {
    return w_sub(wide_dot(gone, gone, dims), w_mul(ss, w_mul(t, t)));
}

/* t after one of Newton's steps, unless that is a long one. */
WAY_INLINE wide improved(wide t, wide_vector r, wide_vector v, wide_vector a, wide ss, widemask where,
                         int dims) {
    wide_vector gone = way_between(r, v, a, t, dims), pace = wide_add_scaled(v, a, t, dims);
    wide slope = w_sub(wide_dot(gone, pace, dims), w_mul(ss, t));
    wide step = w_div(miss_at(gone, ss, t, dims), w_add(slope, slope));
    return w_sub(t, w_keep(w_and(where, w_lt(w_abs(step), w_mul(t, w_set(0x1p-12)))), step));
}

typedef struct meetings {
    wide first, last; /* 0 < first <= last where there is any */
    ilanes count;     /* of them, no later than the horizon */
    mask any;         /* there is one */
    mask ever;        /* also beyond the horizon */
    mask apart;       /* they are not at the same place now */
    mask valid;       /* finite, and of magnitudes for which none of this overflows */
} meetings;

/* T (m +- root), the one of the larger size and the other one. */
typedef struct two_times {
    wide large, other;
} two_times;

WAY_INLINE two_times times_of(wide m, wide k, wide disc, wide T) {
    wide large = w_add(m, wide_as(w_sqrt(disc), m));
    return (two_times){w_mul(T, large), w_mul(T, wide_over(k, large))};
}

/* The disc of x^2 - 2 m x + k, told from F at t = T m, where what is wrong with m enters squared. */
typedef struct told {
    wide disc;
    widemask near;  /* the roots are nearly one, and ahead */
    widemask apart; /* from those of the other factor */
} told;

/* x^2 - 2 M x + K: the other factor. */
WAY_INLINE told told_disc(wide m, wide disc, wide M, wide K, wide T, wide per_e0, wide_vector r,
                          wide_vector v, wide_vector a, wide ss, int dims) {
    wide mm = w_mul(m, m), t = w_mul(T, m), miss = miss_at(way_between(r, v, a, t, dims), ss, t, dims);
    wide other = w_add(w_mul(m, w_sub(m, w_add(M, M))), K);
    told b;
    b.disc = wide_over(w_negate(w_mul(miss, per_e0)), other);
    /* within what F itself is rounded by they touch */
    widemask sure = w_lt(w_mul(w_mul(ss, w_set(0x1p-49)), w_mul(t, t)), w_abs(miss));
    b.disc = w_keep(sure, b.disc);
    b.near = w_and(w_lt(w_set(0.0), m), w_lt(w_abs(disc), w_mul(mm, w_set(0x1p-8))));
    b.apart = w_lt(w_mul(mm, w_set(0x1p-8)), w_abs(other));
    return b;
}

/* Where there is no separation or no acceleration a quadratic is left, which takes the place of the first
   factor. */
WAY_INLINE meetings quartic_meetings(wide_vector r, wide_vector v, wide_vector a, wide s, wide horizon,
                                     int dims) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    const widemask always = w_le(zero, zero);
    wide ss = w_mul(s, s), e0 = wide_dot(r, r, dims), aa = wide_dot(a, a, dims);
    wide e4 = w_mul(aa, w_set(0.25)), e3 = wide_dot(a, v, dims), rv = wide_dot(r, v, dims),
         e1 = w_add(rv, rv);
    wide slower = dims == 3 ? squares_left3(ss, v.x, v.y, v.z) : squares_left2(ss, v.x, v.y);
    wide e2 = w_sub(wide_dot(a, r, dims), slower);

    widemask apart = w_le(w_set(FLT_MIN), e0), curved = w_lt(zero, e4), full = w_and(apart, curved);
    wide h = w_select(apart, e2, e4), g = w_select(apart, e1, e3), f = w_select(apart, e0, e2);
    widemask bent = w_lt(zero, w_abs(h)); /* the quadratic left is none where h is 0 */
    wide size = w_select(full, w_sqrt(w_mul(e0, e4)), w_select(bent, h, one));
    wide J = w_div(one, size);
    wide TT = w_select(full, w_mul(e0, J), one), T = w_sqrt(TT);
    wide per_e0 = w_mul(w_mul(J, J), e4), TJ = w_mul(T, J);
    quartic n = {w_mul(e3, TJ), w_mul(e2, J), w_mul(w_mul(e1, T), per_e0)};
    factors x = factors_of(n, far_root(n));
    x.m1 = w_select(full, x.m1, w_mul(w_mul(g, J), w_set(-0.5)));
    x.k1 = w_select(full, x.k1, w_mul(f, J));
    wide mm1 = w_mul(x.m1, x.m1), mm2 = w_mul(x.m2, x.m2);
    wide disc1 = w_sub(mm1, w_keep(w_or(full, bent), x.k1)), disc2 = w_sub(mm2, x.k2);

    /* Where a factor all but touches its disc is told from F instead; of two that lie close to each other
       only that of the one that is nearer to it. */
    told t1 = told_disc(x.m1, disc1, x.m2, x.k2, T, per_e0, r, v, a, ss, dims);
    told t2 = told_disc(x.m2, disc2, x.m1, x.k1, T, per_e0, r, v, a, ss, dims);
    widemask nearer1 = w_le(w_mul(w_abs(disc1), mm2), w_mul(w_abs(disc2), mm1));
    widemask first = w_or(w_and(w_lt(zero, x.m1), nearer1), w_le(x.m2, zero));
    widemask touching1 = w_and(w_and(full, t1.near), w_or(first, t1.apart));
    widemask touching2 = w_and(w_and(full, t2.near), w_or(w_andnot(always, first), t2.apart));
    disc1 = w_select(touching1, t1.disc, disc1);
    x.k1 = w_select(touching1, w_sub(mm1, t1.disc), x.k1);
    disc2 = w_select(touching2, t2.disc, disc2);
    x.k2 = w_select(touching2, w_sub(mm2, t2.disc), x.k2);

    widemask straight = w_andnot(always, full);
    widemask real1 = w_and(w_or(x.real, straight), w_le(zero, disc1));
    widemask real2 = w_and(w_and(x.real, full), w_le(zero, disc2));
    two_times a1 = times_of(x.m1, x.k1, w_keep(real1, disc1), T);
    two_times a2 = times_of(x.m2, x.k2, w_keep(real2, disc2), T);
    const wide most = w_set(FLT_MAX);
    widemask given[4] = {w_and(w_and(real1, w_or(full, bent)), w_lt(zero, a1.large)),
                         w_and(w_and(real1, w_or(straight, w_lt(zero, disc1))), w_lt(zero, a1.other)),
                         w_and(real2, w_lt(zero, a2.large)),
                         w_and(w_and(real2, w_lt(zero, disc2)), w_lt(zero, a2.other))};
    wide times[4] = {a1.large, a1.other, a2.large, a2.other};
    for (int i = 0; i < 4; i++) /* what is not there never comes */
        times[i] = w_select(w_and(given[i], w_le(times[i], most)), times[i], w_set(INFINITY));
    wide soonest = w_smaller(w_smaller(times[0], times[1]), w_smaller(times[2], times[3]));
    widemask ever = w_le(soonest, most), any = w_and(ever, w_le(soonest, horizon));
    meetings found;
    found.first = w_select(any, soonest, w_set(INFINITY));
    found.last = zero;
    found.count = i_set(0);
    for (int i = 0; i < 4; i++) {
        widemask counts = w_and(w_le(times[i], horizon), w_le(times[i], most));
        found.last = w_select(w_and(counts, w_lt(found.last, times[i])), times[i], found.last);
        found.count = i_count(m_narrow(counts), found.count);
    }
    found.any = m_narrow(any);
    found.ever = m_narrow(ever);
    found.apart = m_narrow(apart);
    wide early = improved(found.first, r, v, a, ss, full, dims);
    wide late = improved(found.last, r, v, a, ss, full, dims);
    widemask swapped = w_lt(late, early);
    found.first = w_select(swapped, late, early);
    found.last = w_select(swapped, early, late);

    wide sum = w_add(w_add(w_add(e0, e4), w_add(w_abs(e1), w_abs(e2))), w_abs(e3));
    wide normal = w_keep(full, w_add(w_add(w_mul(n.b, n.b), w_abs(n.c)), w_mul(n.d, n.d)));
    found.valid = m_narrow(w_and(w_lt(sum, w_set(INFINITY)), w_lt(normal, w_set(0x1p248))));
    return found;
}
