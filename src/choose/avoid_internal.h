/* One agent among its neighbours and walls: what the driver (avoid.c) hands to the rules of the plane and
   of space. */
#ifndef WAY_AVOID_INTERNAL_H
#define WAY_AVOID_INTERNAL_H

#include "choose/choose_internal.h"
#include "waylay/avoid.h"

typedef struct way_body {
    double position[3], velocity[3];
    double radius, share;
    uint32_t row;
} way_body;

typedef struct way_mover {
    way_body own;
    double preferred[3];
    double speed, horizon, step, overlap, wall_horizon;
    const way_avoidance *walls;
} way_mover;

/* The horizons that are tried, each half as long as the one before; the last is the step. */
enum { WAY_HORIZONS = 8 };

static inline double way_horizon(const way_mover *m, int attempt) {
    const double time = m->horizon * (1.0 / (double)(1 << attempt));
    return attempt == 0 || (attempt < WAY_HORIZONS - 1 && time > m->step) ? time : m->step;
}

/* A pair of agents: what both of them compute alike. */
typedef struct way_pair {
    double part,
        other_part; /* of the change of the relative velocity; their sum is 1, or 0 where neither gives way */
    double soft;    /* distance that the two keep for the horizon, if they can */
    double core;    /* distance that they always keep; 0: none */
} way_pair;

/* A crowd that must not overlap at all keeps a little farther apart where it can, so that it still flows. */
#define SOFT_PER_CORE (1.0 / 0.95)

static inline way_pair way_pair_of(const way_mover *m, const way_body *other) {
    const double shares = m->own.share + other->share, sum = m->own.radius + other->radius;
    const double core = m->overlap < 1.0 ? (1.0 - m->overlap) * sum : 0.0, soft = core * SOFT_PER_CORE;
    return (way_pair){shares > 0.0 ? m->own.share / shares : 0.0, shares > 0.0 ? other->share / shares : 0.0,
                      soft > sum ? soft : sum, core};
}

/* A pair that is deeper in its core than this part of it may come nearer: there may be no other way out. */
#define TOO_DEEP 0x1p-10

/* The least velocity along the direction from the other one to the agent that keeps the core for a step.
   `drift` is the mean velocity of both in that direction, `comes` the other's. Each of the two lets the
   pair drift as it does now, as far as that leaves the velocity 0 to both, and takes its part of the gap
   besides: the sum of both is the gap, whatever the drift is. An other one of share 0 comes as it does
   now. */
static inline double way_closing(const way_mover *m, const way_pair *pair, double gap, double drift,
                                 double comes) {
    const double own = gap * pair->part / m->step, others = gap * pair->other_part / m->step;
    if (!(pair->other_part > 0.0))
        return comes - own;
    drift = drift > own ? own : drift;
    drift = drift < -others ? -others : drift;
    return drift - own;
}

/* Which of four fixed directions two agents at the same position with the same velocity take; -1 or 1
   times it. */
static inline double way_apart_sign(uint32_t own, uint32_t other) { return own < other ? 1.0 : -1.0; }

/* The velocity of one agent among `count` neighbours; a way_status. */
int32_t way_avoid_in_plane(const way_mover *m, const way_body *near, int count, double *velocity);
int32_t way_avoid_in_space(const way_mover *m, const way_body *near, int count, double *velocity);

#endif
