/* Decides whether a straight path crosses a wall, in plain C, with the lane functions for one lane. Each
   decision is the sign of a sum. The sum is computed in doubles, and in twins (double_double.h) if rounding
   could change its sign. */
#ifndef WAY_CROSSING_H
#define WAY_CROSSING_H

#include <math.h>

#include "kernels/bounce/double_double.h"

/* TWIN_LEAST: a number within TWIN_LEAST of its terms is computed again in twins. TWIN_NOTHING: in twins, a
   number within TWIN_NOTHING of its terms is 0. */
#define TWIN_LEAST 0x1p-24
#define TWIN_NOTHING 0x1p-90

/* Returns the sign of a number with terms of this size; a number that is small compared with its terms has
   the sign 0. Sets *open if it is undecided. */
static inline int twin_sign(twin a, double size, int exact, int *open) {
    const double least = size * (exact ? TWIN_NOTHING : TWIN_LEAST);
    if (fabs(a.hi) <= least) {
        *open |= !exact && size > 0.0;
        return 0;
    }
    return a.hi < 0.0 ? -1 : 1;
}

static inline twin t_div(twin over, twin under, int exact) {
    const double first = over.hi / under.hi;
    if (!exact)
        return twin_of(first);
    const twin rest = twin_sub(over, twin_mul(under, twin_of(first)));
    return twin_sum(first, rest.hi / under.hi);
}

static inline double twin_larger(double a, double b) { return a > b ? a : b; }

/* A path from p along d, and a wall from p + w to p + w + e. Path and wall cross at p + (k / n) d, which is
   (m / n) e from the wall's first end. `side` is the sign of n: 1 if the path comes from the wall's left, -1
   if it comes from the right, 0 if both are parallel. */
typedef struct way_crossing {
    twin k, m, n, rest;                /* rest: n - m */
    double size_k, size_m, size_n;     /* sizes of the terms of k, m and n */
    int side, at_start, at_end, ahead; /* the signs of n (side), m / n, rest / n and k / n */
    int open;                          /* 1: a sign is undecided */
} way_crossing;

static inline way_crossing way_cross_wall(twin dx, twin dy, twin wx, twin wy, twin ex, twin ey, int exact) {
    way_crossing c = {.k = t_cross(wx, wy, ex, ey, exact),
                      .m = t_cross(wx, wy, dx, dy, exact),
                      .n = t_cross(dx, dy, ex, ey, exact),
                      .size_k = fabs(wx.hi * ey.hi) + fabs(wy.hi * ex.hi),
                      .size_m = fabs(wx.hi * dy.hi) + fabs(wy.hi * dx.hi),
                      .size_n = fabs(dx.hi * ey.hi) + fabs(dy.hi * ex.hi)};
    c.rest = t_sub(c.n, c.m, exact);
    c.side = twin_sign(c.n, c.size_n, exact, &c.open);
    c.at_start = twin_sign(c.m, c.size_m, exact, &c.open) * c.side;
    c.at_end = twin_sign(c.rest, c.size_m + c.size_n, exact, &c.open) * c.side;
    c.ahead = twin_sign(c.k, c.size_k, exact, &c.open) * c.side;
    return c;
}

/* Does the path certainly pass beyond an end of the wall, or lead away from the wall? Signs other than 0 are
   certain. */
static inline int way_misses_wall(const way_crossing *c) {
    return c->at_start < 0 || c->at_end < 0 || c->ahead < 0;
}

/* Can a path from this side pass a wall of these `sides`? */
static inline int way_is_transparent(int sides, int side) {
    return (sides > 0 && side < 0) || (sides < 0 && side > 0);
}

#endif
