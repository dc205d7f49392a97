/* Defines an agent with its neighbours and walls, which the driver (avoid.c) passes to avoid_plane.c and
   avoid_space.c. */
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
    const way_avoidance *how; /* the arguments of the call, for example the walls */
} way_mover;

/* The number of horizons tried. Each horizon is half as long as the one before; the last one is the time
   step. */
enum { WAY_HORIZONS = 8 };

static inline double way_horizon(const way_mover *m, int attempt) {
    const double time = m->horizon * (1.0 / (double)(1 << attempt));
    return attempt == 0 || (attempt < WAY_HORIZONS - 1 && time > m->step) ? time : m->step;
}

/* A pair of agents. Each of the two computes the same values, but with `part` and `other_part` exchanged. */
typedef struct way_pair {
    double part,
        other_part; /* shares of the change of relative velocity; their sum is 1, or 0 if neither yields */
    double soft;    /* the distance that the two keep for the horizon, if possible */
    double core;    /* the distance that the two always keep, or 0 */
} way_pair;

/* Agents with an `overlap` of 0 stay a little farther apart than necessary if they can, so that a crowd still
   flows. For such agents, `soft` is `core` times this factor. */
#define SOFT_PER_CORE (1.0 / 0.95)

static inline way_pair way_pair_of(const way_mover *m, const way_body *other) {
    const double shares = m->own.share + other->share, sum = m->own.radius + other->radius;
    const double core = m->overlap < 1.0 ? (1.0 - m->overlap) * sum : 0.0, soft = core * SOFT_PER_CORE;
    return (way_pair){shares > 0.0 ? m->own.share / shares : 0.0, shares > 0.0 ? other->share / shares : 0.0,
                      soft > sum ? soft : sum, core};
}

/* If the distance is below the core by more than this fraction of the core, the two agents may come nearer,
   because there may be no other way out. */
#define TOO_DEEP 0x1p-10

/* Must the agent keep the core of the pair? `distance` is the distance between the two centres. */
static inline int way_keeps_core(const way_pair *pair, double distance) {
    return pair->part > 0.0 && pair->core > 0.0 && distance > 0.0 &&
           pair->core - distance <= TOO_DEEP * pair->core;
}

/* Returns the least velocity of the agent with which the pair keeps the core for a step. Velocities are
   components in the direction from the other agent to this one: `goes` is this agent's, `comes` is the
   other's. Their mean is the drift of the pair. Both agents continue the drift, limited so that velocity 0
   stays allowed for both. In addition, each agent may use its share of the gap between them. Together, they
   use exactly the gap, whatever the drift is. If the other agent has share 0, it keeps its velocity. */
static inline double way_closing(const way_mover *m, const way_pair *pair, double distance, double goes,
                                 double comes) {
    const double gap = distance > pair->core ? distance - pair->core : 0.0;
    const double own = gap * pair->part / m->step, others = gap * pair->other_part / m->step;
    if (!(pair->other_part > 0.0))
        return comes - own;
    double drift = 0.5 * (goes + comes);
    drift = drift > own ? own : drift;
    drift = drift < -others ? -others : drift;
    return drift - own;
}

/* Two agents with the same position and velocity separate along a fixed direction. Returns this agent's sign
   on that direction; the other agent has the opposite sign. */
static inline double way_apart_sign(uint32_t own, uint32_t other) { return own < other ? 1.0 : -1.0; }

/* Both functions compute the velocity of one agent among its neighbours, and return a way_status. */
struct way_around;
int32_t way_avoid_in_plane(const way_mover *m, struct way_around *around, const way_search *in_lanes,
                           double *velocity);
int32_t way_avoid_in_space(const way_mover *m, const way_body *near, int count, double *velocity);

#endif
