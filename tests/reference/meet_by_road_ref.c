/* Computes the earliest meeting by road as "Chasing and Evading" asks for it: how long does the hunter need
   to a place, and when is the target at a place that the hunter can reach by then? The source searches along
   the road. Here, the times are computed at which both are at one place, and the earliest time at which the
   hunter is fast enough is used. The fastest way by road joins and leaves the road at the angle of total
   reflection (Snell). */
#include "reference/real.h"

#include "waylay/base.h"

typedef struct hunt {
    real off, x, y, vx, vy; /* as seen from the road: the hunter at (0, off), the target at (x, y) */
    real slow, fast;        /* the hunter's speeds */
    real sine, cosine;      /* of the angle between the way off the road and the road's normal */
    real join, leave;       /* of the last way: along the road */
    int by_road;
} hunt;

/* Returns how long the hunter needs to the target's place at t. */
static real needed(hunt *h, real t) {
    real x = h->x + h->vx * t, y = h->y + h->vy * t, rise = y - h->off;
    real straight = sqrt(x * x + rise * rise) / h->slow;
    h->by_road = 0;
    if (!(h->fast > h->slow))
        return straight;
    real side = x < 0 ? -1 : 1, tangent = h->sine / h->cosine;
    h->join = side * fabs(h->off) * tangent;
    h->leave = x - side * fabs(y) * tangent;
    if ((h->leave - h->join) * side < 0)
        return straight;
    real by_road = (fabs(h->off) + fabs(y)) / h->cosine / h->slow + fabs(h->leave - h->join) / h->fast;
    h->by_road = by_road < straight;
    return h->by_road ? by_road : straight;
}

/* Writes the times >= 0 at which a t^2 + 2 b t + c = 0. */
static int roots(real a, real b, real c, real *times) {
    int count = 0;
    if (a == 0) {
        times[count] = -c / (2 * b);
        return b != 0 && times[0] >= 0;
    }
    real disc = b * b - a * c;
    if (disc < 0)
        return 0;
    for (int side = -1; side <= 1; side += 2) {
        real large = -b - (b < 0 ? -1 : 1) * sqrt(disc), t = side < 0     ? large / a
                                                             : large != 0 ? c / large
                                                                          : 0;
        if (t >= 0)
            times[count++] = t;
    }
    return count;
}

static real first_meeting(hunt *h) {
    real times[7], rise = h->y - h->off, first = INFINITY;
    real allowed = (real)1 + (real)1e-22 > 1 ? (real)1e-27 : (real)1e-12;
    times[0] = 0;
    int count = 1 + roots(h->vx * h->vx + h->vy * h->vy - h->slow * h->slow, h->x * h->vx + rise * h->vy,
                          h->x * h->x + rise * rise, times + 1);
    for (int k = 0; k < 4 && h->fast > h->slow; k++) {
        real side = k & 1 ? -1 : 1, above = k & 2 ? -1 : 1;
        real slope = side * h->vx * h->sine + above * h->vy * h->cosine - h->slow;
        real start = side * h->x * h->sine + (fabs(h->off) + above * h->y) * h->cosine;
        if (slope != 0 && -start / slope >= 0)
            times[count++] = -start / slope;
    }
    for (int k = 0; k < count; k++) {
        real t = times[k], size = fabs(h->x) + fabs(h->y) + fabs(h->off) + (fabs(h->vx) + fabs(h->vy)) * t;
        if (t < first && needed(h, t) <= t + allowed * (t + size / h->slow))
            first = t;
    }
    return first;
}

void REFERENCE(meet_by_road2d)(const real *in, real *out) {
    const real *chaser = in, *road = in + 3, *heading = in + 5, *runner = in + 8, *v = in + 10;
    real horizon = in[12], length = sqrt(heading[0] * heading[0] + heading[1] * heading[1]);
    int valid = horizon > -INFINITY && length > 0;
    for (int k = 0; k < 12; k++)
        valid = valid && isfinite(in[k]);
    for (int k = 1; k < 7; k++)
        out[k] = 0;
    out[0] = INFINITY;
    out[7] = WAY_INVALID;
    if (!valid)
        return;
    real ux = heading[0] / length, uy = heading[1] / length;
    real dx = runner[0] - chaser[0], dy = runner[1] - chaser[1];
    hunt h = {.off = ux * (chaser[1] - road[1]) - uy * (chaser[0] - road[0]),
              .x = ux * dx + uy * dy,
              .y = ux * (runner[1] - road[1]) - uy * (runner[0] - road[0]),
              .vx = ux * v[0] + uy * v[1],
              .vy = ux * v[1] - uy * v[0],
              .slow = in[2],
              .fast = in[7]};
    h.sine = h.slow / h.fast;
    h.cosine = h.fast > h.slow ? sqrt((h.fast - h.slow) * (h.fast + h.slow)) / h.fast : 0;
    int there = dx == 0 && dy == 0;
    real time = there ? 0 : h.slow > 0 ? first_meeting(&h) : (real)INFINITY;
    out[7] = h.slow > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    if (time == INFINITY)
        return;
    out[7] = WAY_LATE;
    if (time > horizon)
        return;
    out[7] = there ? WAY_THERE : WAY_MET;
    out[0] = time;
    for (int k = 0; k < 2; k++)
        out[1 + k] = out[3 + k] = out[5 + k] = runner[k] + v[k] * time;
    if (there)
        return;
    needed(&h, time);
    if (h.by_road) {
        real foot[2] = {chaser[0] + uy * h.off, chaser[1] - ux * h.off};
        out[1] = foot[0] + ux * h.join;
        out[2] = foot[1] + uy * h.join;
        out[3] = foot[0] + ux * h.leave;
        out[4] = foot[1] + uy * h.leave;
    }
}
