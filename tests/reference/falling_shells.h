/* The first shot of a gun that turns at a limited rate, with shells that fall, for slew_ref.c and slew3d_ref.c.
   The flights that hit the target at the time T are the two roots of an equation for their squares X,

       g^2 X^2 / 4 + (g p_y - s^2) X + p.p = 0,   p = r + v T.

   Its discriminant is a quadratic function of T, so an angle h describes all shots: T = middle - half cos(h),
   and X = 2 (s^2 - g p_y - g |horizontal v| half sin(h)) / g^2. The search walks along h in small steps, and
   halves the interval where shots become possible or impossible. */
#ifndef WAY_FALLING_SHELLS_H
#define WAY_FALLING_SHELLS_H

typedef struct fall {
    real r[3], v[3], barrel[3], facing[3], rate, speed, gravity, half_arc;
    int limited, plane;
    real middle, half, level; /* level: the horizontal part of |v| */
    real drift;               /* the target's way in the longest T */
} fall;

typedef struct falling {
    real hit, time, pace, size; /* pace: the derivative of the time */
    real turn, outside, swing;  /* swing: the derivative of the angle in the plane */
    real change;                /* how fast the way changes, as a part of its length */
    real direction[3];
} falling;

/* What rounding may change of an angle */
#define FALL_ANGLE ((real)1 + (real)1e-22 > 1 ? (real)1e-27 : (real)1e-13)

static real fall_dot(const real *a, const real *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static real fall_between(const real *a, const real *b) {
    real c[3];
    for (int k = 0; k < 3; k++)
        c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    return atan2(sqrt(fall_dot(c, c)), fall_dot(a, b));
}

static real fall_turn(const real *a, const real *b) {
    return atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
}

/* Sets what a shot with this T, X and P needs. */
static void fall_needs(const fall *f, real hit, real square, falling *now) {
    real p[3];
    for (int k = 0; k < 3; k++)
        p[k] = f->r[k] + f->v[k] * hit;
    p[1] += f->gravity * square / 2;
    now->size = sqrt(fall_dot(p, p));
    now->hit = hit;
    now->time = hit - now->size / f->speed;
    for (int k = 0; k < 3; k++)
        now->direction[k] = p[k] / now->size;
    now->turn = fall_between(f->barrel, p);
    if (f->plane && f->limited)
        now->turn = fabs(fall_turn(f->facing, p) - fall_turn(f->facing, f->barrel));
    now->outside = f->limited ? fall_between(f->facing, p) - f->half_arc : -1;
}

static void fall_at(const fall *f, real h, falling *now) {
    real sine = sin(h), cosine = cos(h), g = f->gravity, p1[3];
    real hit = f->middle - f->half * cosine, above = f->r[1] + f->v[1] * hit;
    real u = g * f->level * f->half * sine, rest = f->speed * f->speed - g * above;
    real pp = 0;
    for (int k = 0; k < 3; k++)
        pp += (f->r[k] + f->v[k] * hit) * (f->r[k] + f->v[k] * hit);
    real square = u > 0 ? 2 * pp / (rest + u) : 2 * (rest - u) / (g * g);
    fall_needs(f, hit, square, now);
    real hit1 = f->half * sine, square1 = -2 * (f->v[1] * hit1 + f->level * f->half * cosine) / g;
    for (int k = 0; k < 3; k++)
        p1[k] = f->v[k] * hit1;
    p1[1] += g * square1 / 2;
    now->change = sqrt(fall_dot(p1, p1)) / now->size;
    now->pace = hit1 - fall_dot(now->direction, p1) / f->speed;
    now->swing = (now->direction[0] * p1[1] - now->direction[1] * p1[0]) / now->size;
}

/* How much is missing for a shot: at most 0 if it is possible. */
static real fall_lacks(const fall *f, const falling *now) {
    /* a target crosses a barrel that does not turn between two steps: the search comes as close as the rounding
       of T allows */
    const real near = f->rate > 0 ? FALL_ANGLE : (real)1e-10 + (real)1e-15 * f->drift / now->size;
    return fmax(fmax(now->turn - f->rate * now->time - near, now->outside - FALL_ANGLE), -now->time);
}

/* Is the shot flat, or steep? At the least time of fire, it is both. */
static int fall_is_kind(const fall *f, real h, int steep) {
    falling now;
    fall_at(f, h, &now);
    return steep ? now.pace <= 0 : now.pace >= 0;
}

static int fall_works(const fall *f, real h, int steep) {
    falling now;
    fall_at(f, h, &now);
    return fall_is_kind(f, h, steep) && fall_lacks(f, &now) <= 0;
}

/* Returns where shots become possible (`right` is fall_works) or of this kind (`right` is fall_is_kind), between
   h, where they are not, and `to`, where they are. */
static real fall_halved(const fall *f, real h, real to, int steep, int (*right)(const fall *, real, int)) {
    for (int step = 0; step < 120 && fabs(to - h) > 1e-24 * fabs(to); step++) {
        real middle = h + (to - h) / 2;
        if (middle == h || middle == to)
            break;
        if (right(f, middle, steep))
            to = middle;
        else
            h = middle;
    }
    return to;
}

/* Sets the range of T. Returns 0 if the target is never within reach. */
static int fall_range(fall *f) {
    real g = f->gravity, ss = f->speed * f->speed, level = f->v[0] * f->v[0] + f->v[2] * f->v[2];
    real a2 = g * g * level, a1 = -2 * g * (ss * f->v[1] + g * (f->r[0] * f->v[0] + f->r[2] * f->v[2]));
    real a0 = ss * ss - 2 * ss * g * f->r[1] - g * g * (f->r[0] * f->r[0] + f->r[2] * f->r[2]);
    real disc = a1 * a1 + 4 * a2 * a0;
    f->level = sqrt(level);
    if (!(level > 0) || disc < 0)
        return 0;
    f->middle = a1 / (2 * a2);
    f->half = sqrt(disc) / (2 * a2);
    f->drift = sqrt(fall_dot(f->v, f->v)) * (fabs(f->middle) + f->half);
    return f->middle + f->half > 0;
}

/* The shots at a target that stands still: one flight each */
static int fall_standing(const fall *f, falling *best) {
    real g = f->gravity, rest = f->speed * f->speed - g * f->r[1], pp = fall_dot(f->r, f->r);
    real disc = rest * rest - g * g * pp;
    if (rest < 0 || disc < 0)
        return 0;
    best->hit = INFINITY;
    for (int steep = 0; steep < 2; steep++) {
        real square = steep ? 2 * (rest + sqrt(disc)) / (g * g) : 2 * pp / (rest + sqrt(disc));
        falling shot;
        fall_needs(f, sqrt(square), square, &shot);
        if (shot.outside > FALL_ANGLE || (f->rate == 0 && shot.turn > FALL_ANGLE))
            continue;
        shot.time = f->rate > 0 ? shot.turn / f->rate : 0;
        shot.hit = shot.time + sqrt(square);
        shot.pace = shot.swing = 0;
        if (shot.hit < best->hit)
            *best = shot;
    }
    return best->hit < INFINITY;
}

#ifdef WAY_QUAD

/* Sets h to the crossing of a barrel that does not turn. Returns 0 if none is near. */
static int fall_crossing(const fall *f, real *h) {
    falling now;
    for (real small = 1e-14; small < 1e-5; small *= 10) {
        real low = *h - small, high = *h + small;
        fall_at(f, low, &now);
        const real sign = fall_turn(f->barrel, now.direction);
        fall_at(f, high, &now);
        if (sign * fall_turn(f->barrel, now.direction) > 0)
            continue;
        for (int step = 0; step < 120; step++) {
            *h = low + (high - low) / 2;
            fall_at(f, *h, &now);
            if (sign * fall_turn(f->barrel, now.direction) > 0)
                low = *h;
            else
                high = *h;
        }
        return 1;
    }
    return 0;
}

/* Refines the shot that the reference in double has found. */
static int fall_first(fall *f, real *h, falling *best, double hit, double time) {
    if (fall_dot(f->v, f->v) == 0)
        return fall_standing(f, best);
    if (!fall_range(f) || !(hit < (double)INFINITY))
        return 0;
    real flight = (real)hit - (real)time, above = f->r[1] + f->v[1] * hit;
    real u = f->speed * f->speed - f->gravity * above - f->gravity * f->gravity * flight * flight / 2;
    *h = atan2(u / (f->gravity * f->level), f->middle - hit);
    if (f->rate == 0 && f->plane && fall_crossing(f, h)) {
        fall_at(f, *h, best);
        return 1;
    }
    for (real small = 1e-11; small < 1e-5; small *= 10)
        for (int steep = 0; steep < 2; steep++) {
            real outer = *h + (steep ? small : -small), inner = *h - (steep ? small : -small);
            if (fall_works(f, outer, steep) || !fall_works(f, inner, steep))
                continue;
            *h = fall_halved(f, outer, inner, steep, fall_works);
            small = 1;
            break;
        }
    fall_at(f, *h, best);
    return 1;
}

#else

static int fall_first(fall *f, real *h, falling *best, double hit, double time) {
    (void)hit, (void)time;
    if (fall_dot(f->v, f->v) == 0)
        return fall_standing(f, best);
    if (!fall_range(f))
        return 0;
    falling first[2];
    real at_first[2] = {0, 0};
    first[0].time = first[1].time = first[0].hit = first[1].hit = INFINITY;
    for (int steep = 0; steep < 2; steep++) {
        /* two rounds, so that each run of possible shots is seen from its begin to its end */
        real at = -PI, before = at, before2 = at, lack1 = INFINITY, lack2 = INFINITY, pace1 = 0;
        int was = -1;
        while (at < 3 * PI) {
            falling now;
            fall_at(f, at, &now);
            const int right = steep ? now.pace <= 0 : now.pace >= 0;
            const real lack = right ? fall_lacks(f, &now) : (real)INFINITY;
            const int works = lack <= 0;
            real found = INFINITY;
            if (was >= 0 && works != was && works != steep)
                found = steep ? fall_halved(f, at, before, 1, fall_works)
                              : fall_halved(f, before, at, 0, fall_works);
            else if (!works && lack1 > 0 && lack1 < lack && lack1 < lack2 && lack1 < (real)INFINITY) {
                /* a minimum in between: is it below 0? */
                real a = before2, b = at;
                for (int step = 0; step < 60 && !(found < INFINITY); step++) {
                    real m1 = a + (b - a) * 0.382, m2 = b - (b - a) * 0.382;
                    falling one, two;
                    fall_at(f, m1, &one), fall_at(f, m2, &two);
                    real l1 = (steep ? one.pace <= 0 : one.pace >= 0) ? fall_lacks(f, &one) : 10;
                    real l2 = (steep ? two.pace <= 0 : two.pace >= 0) ? fall_lacks(f, &two) : 10;
                    if (l1 <= 0 || l2 <= 0) {
                        real in = l1 <= 0 ? m1 : m2;
                        found = steep ? fall_halved(f, at, in, 1, fall_works)
                                      : fall_halved(f, before2, in, 0, fall_works);
                    }
                    /* beyond an end of its kind, there is nothing to compare */
                    if (l1 == 10 && l2 == 10 && lack2 == (real)INFINITY)
                        a = m2;
                    else if (l1 < l2 || (l1 == 10 && l2 == 10))
                        b = l1 == 10 ? m1 : m2;
                    else
                        a = m1;
                }
            }
            if (was >= 0 && now.pace >= 0 && pace1 < 0) {
                /* the time is least in between, where a run may begin and end between two steps */
                const real least =
                    fall_halved(f, steep ? at : before, steep ? before : at, steep, fall_is_kind);
                if (fall_works(f, least, steep))
                    found = least;
            }
            if (found < INFINITY) {
                falling shot;
                fall_at(f, found, &shot);
                if (shot.time < first[steep].time) {
                    first[steep] = shot;
                    at_first[steep] = found;
                }
            }
            was = works;
            before2 = before, before = at, lack2 = lack1, lack1 = lack, pace1 = now.pace;
            at += fmin(fmax((real)0.03 / now.change, (real)1e-11), (real)0.05);
        }
    }
    /* the one that hits first */
    const int lobs = first[1].hit < first[0].hit;
    *best = first[lobs], *h = at_first[lobs];
    return best->time < INFINITY;
}

#endif

#endif
