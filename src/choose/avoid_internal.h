/* Defines an agent with its neighbours and walls, which the driver (avoid.c) passes to avoid_plane.c and
   avoid_space.c. */
#ifndef WAY_AVOID_INTERNAL_H
#define WAY_AVOID_INTERNAL_H

#include "choose/choose_internal.h"
#include "waylay/avoid.h"

static inline double way_magnitude(double a) { return a < 0.0 ? -a : a; }

typedef struct way_body {
    double position[3], velocity[3];
    double radius, share;
    uint32_t row;
} way_body;

typedef struct way_mover {
    way_body own;
    double preferred[3];
    double speed, horizon, step, overlap, wall_horizon, yielding;
    double from_walls[2];     /* the agent's position, relative to the walls' origin */
    const way_avoidance *how; /* the arguments of the call, for example the walls */
} way_mover;

/* The skin of a wall and the tolerance of a solution grow with the highest speed. So the highest speed is
   limited to WAY_FASTEST times a sum: the agent's preferred and present speeds, the largest speed of its
   neighbours, and the speeds at which it would leave a neighbour or a wall within a step. No agent needs
   more: if the edges of two half-planes meet at an angle above 1 / WAY_FASTEST, some velocity below this
   speed is in both. */
#define WAY_FASTEST 64.0

/* How many horizons are tried. Each one is half as long as the one before, and the last one is the time step.
   */
enum { WAY_HORIZONS = 8 };

static inline double way_horizon(const way_mover *m, int attempt) {
    const double time = m->horizon * (1.0 / (double)(1 << attempt));
    return attempt == 0 || (attempt < WAY_HORIZONS - 1 && time > m->step) ? time : m->step;
}

/* A pair of agents. Each agent of the pair computes the same values, except its own part. Shares decide these
   things:
   - On a collision course, the agent makes `part` of the necessary change of the relative velocity.
   - On another course, the relative velocity may change by some amount before there is a collision course.
     Each agent may use the larger of the two parts of this amount. If each used its own part, an agent with
     share 0 could not use any, so it would never start.
   - If the agent's part is below a quarter, it looks ahead for a shorter time, but at least for one step. If
     the part is 0, it looks ahead for one step, so it keeps its preferred velocity until the two touch.
   - If the agent's part is below a quarter, it also keeps a slightly smaller distance, so that the other
     agent reacts if both stand.
   - If the two touch, both make at least half of the change. Otherwise, a group in which some agents do not
     give way would block a door.
   The core is the part of a disc that neighbours must not enter. Whatever the shares are, each agent of the
   pair may use half of the gap between the two cores. */
typedef struct way_pair {
    double part;  /* the agent's part of the change; the parts of the two add up to 1 */
    double hurry; /* the agent looks ahead for horizon / hurry */
    double soft;  /* the distance that the two keep during the horizon, if possible */
    double core;  /* the distance that the two always keep, or 0 */
    double gives; /* how far the agent gives way, -1 to 1: see GIVES_FROM */
} way_pair;

/* Agents with an `overlap` of 0 keep slightly more distance than necessary if they can, so that a crowd still
   flows. For such agents, `soft` is `core` times this factor. */
#define SOFT_PER_CORE (1.0 / 0.95)

/* Do agents keep a larger distance than the sum of their radii? They do if `overlap` is nearly 0. */
static inline int way_keeps_gap(const way_mover *m) { return (1.0 - m->overlap) * SOFT_PER_CORE > 1.0; }

/* An agent gives up the larger distance `soft` under two conditions: with it, the agent makes less than a
   quarter of the progress that it prefers, and without it, at least half of this progress is possible for the
   whole horizon. `way` is a velocity's component along the preferred velocity, times the length of the
   preferred velocity; `whole` is the square of this length. */
static inline int way_is_held_up(double way, double whole) { return way < 0.25 * whole; }
static inline int way_is_free(double way, double whole) { return way >= 0.5 * whole; }

/* The fraction by which an agent that does not give way reduces the distance `soft`. */
#define LEANS 0x1p-8

static inline way_pair way_pair_of(const way_mover *m, const way_body *other) {
    const double shares = m->own.share + other->share, sum = m->own.radius + other->radius;
    const double part = shares > 0.0 ? m->own.share / shares : 0.5, seen = part < 0.25 ? 4.0 * part : 1.0;
    const double core = m->overlap < 1.0 ? (1.0 - m->overlap) * sum : 0.0, soft = core * SOFT_PER_CORE;
    return (way_pair){part, 1.0 / seen, (1.0 - LEANS * (1.0 - seen)) * (soft > sum ? soft : sum), core, 0.0};
}

/* If two agents that press into a door from both sides give way equally, neither can go first. So an agent
   with `yielding` gives way to neighbours ahead of its preferred velocity and holds against neighbours
   behind. Such an agent also keeps more distance from neighbours ahead, because the agent that goes first
   needs the gap of the core. The rule uses preferred velocities, because in a jam velocities are 0.

   The agent gives way by `along`, the cosine of the angle between its preferred velocity and the direction to
   the neighbour. In the plane, it also gives way to neighbours on its right, by GIVES_RIGHT times the sine of
   this angle. The effect begins at a distance of GIVES_FROM sums of the radii and is complete at GIVES_FULLY.
   Cores stay as they are, so overlaps stay limited. If one agent of the pair makes the whole change, the rule
   has no effect. */
#define GIVES_FROM 1.2
#define GIVES_FULLY 1.05
#define GIVES_RIGHT 0.3
#define GIVES_DISTANCE 0.07
#define GIVES_PART 1.6 /* with equal shares, an agent that gives way makes up to 0.9 of the change */

/* Returns the most that the agent can give way. If the preferred velocity moves an agent by less than its
   radius within the horizon, the agent counts as resting in part, and gives way less. */
static inline double way_most_given(const way_mover *m, double preferred_speed) {
    const double far = preferred_speed * m->horizon, radius = m->own.radius;
    return m->yielding * (far < radius ? far / radius : 1.0);
}

/* Returns how far the agent gives way to a neighbour, -1 to 1: `most` times `along`, limited to -1 to 1, and
   smaller if the neighbour is farther away. */
static inline double way_given(double most, double part, double sum, double distance, double along) {
    const double near = (GIVES_FROM * sum - distance) / ((GIVES_FROM - GIVES_FULLY) * sum);
    const double limited = along > 1.0 ? 1.0 : along < -1.0 ? -1.0 : along;
    return near > 0.0 && part > 0.0 && part < 1.0 ? most * (near < 1.0 ? near : 1.0) * limited : 0.0;
}

static inline double way_given_distance(double distance, double gives) {
    return gives > 0.0 ? distance * (1.0 + GIVES_DISTANCE * gives) : distance;
}

/* Returns the part of a change, increased or reduced because the agent gives way. */
static inline double way_given_part(double part, double gives) {
    const double given = part + GIVES_PART * gives * (part * (1.0 - part));
    return given < 0.0 ? 0.0 : given > 1.0 ? 1.0 : given;
}

/* Returns the agent's part of a change of the relative velocity. A change below 0 is not necessary. */
static inline double way_part_of(const way_pair *pair, int is_apart, double change) {
    const double part = pair->part, larger = part < 0.5 ? 1.0 - part : part;
    return way_given_part(is_apart ? (change < 0.0 ? larger : part) : part < 0.5 ? 0.5 : part, pair->gives);
}

/* Returns 1 / the time for which the agent looks ahead while the pair is apart. */
static inline double way_per_time(const way_mover *m, const way_pair *pair, double horizon) {
    const double per_horizon = 1.0 / horizon, per_step = 1.0 / m->step, hurried = per_horizon * pair->hurry,
                 most = per_step > per_horizon ? per_step : per_horizon;
    return hurried < most ? hurried : most; /* also for 0 * inf, which is NaN (part 0 and an infinite
                                               horizon) */
}

/* Two agents whose cores overlap by more than this fraction of the core may come nearer to each other,
   because there may be no other way out. */
#define TOO_DEEP 0x1p-10

/* Must the cores of the two agents stay apart? `distance` is the distance between the two centres. */
static inline int way_keeps_core(const way_pair *pair, double distance) {
    return pair->core > 0.0 && distance > 0.0 && pair->core - distance <= TOO_DEEP * pair->core;
}

/* Returns the least velocity of the agent with which the pair keeps the core for a step. Velocities are
   components in the direction from the other agent to this one. `goes` is the velocity of this agent, and
   `comes` that of the other agent. The mean of the two is the drift of the pair. Both agents continue the
   drift, limited so that velocity 0 stays allowed for both. In addition, each agent may use half of the gap
   between them. Together, they use exactly the gap, whatever the drift is. Shares do not matter here:
   otherwise a neighbour that does not give way could require a velocity that the agent cannot reach. */
static inline double way_closing(const way_mover *m, const way_pair *pair, double distance, double goes,
                                 double comes) {
    const double gap = distance > pair->core ? distance - pair->core : 0.0;
    const double half = gap * 0.5 / m->step;
    double drift = 0.5 * (goes + comes);
    drift = drift > half ? half : drift;
    drift = drift < -half ? -half : drift;
    return drift - half;
}

/* Two agents with the same position and velocity separate along a fixed direction. Returns this agent's sign
   on that direction; the other agent has the opposite sign. */
static inline double way_apart_sign(uint32_t own, uint32_t other) { return own < other ? 1.0 : -1.0; }

/* The functions of one instruction set: see avoid_lanes.c. They compute the half-planes of an agent's
   neighbours. */
struct way_around;
typedef struct way_avoid_lanes {
    void (*form_cores)(const way_mover *agent, struct way_around *of);
    void (*form_planes)(const way_mover *agent, double horizon, struct way_around *of);
} way_avoid_lanes;
WAY_EACH_TABLE(WAY_DECLARE_LANES, way_avoid_lanes)

/* Both functions compute the velocity of one agent among its neighbours, and return a way_status. The first
   changes `m` and `around`. */
int32_t way_avoid_in_plane(way_mover *m, struct way_around *around, const way_avoid_lanes *in_lanes,
                           double *velocity);
int32_t way_avoid_in_space(const way_mover *m, const way_body *near, int count, double *velocity);

#endif
