/* Walls in avoidance: the nearest ones as half-planes, and no centre across any. */
#ifndef WAY_AVOID_WALLS_H
#define WAY_AVOID_WALLS_H

#include "choose/avoid_internal.h"
#include "choose/half_planes.h"

enum { WAY_WALLS_WEIGHED = 16 };

/* A wall from an agent: the unit vector from its nearest point to the agent, and how far that is. */
typedef struct way_wall_seen {
    way_vec2 n, nearest;
    double distance;
    uint32_t number;
} way_wall_seen;

typedef struct way_walls_seen {
    way_wall_seen wall[WAY_WALLS_WEIGHED];
    int count;
    int are_more; /* walls in reach that are not among them */
} way_walls_seen;

/* The nearest walls that stop this agent and that no nearer one hides. */
void way_see_walls(const way_mover *m, way_walls_seen *to);

/* For one step: no disc comes deeper into a wall. The velocity 0 serves, but for a centre that rounding
   has led to within a hair of a wall: that centre goes back. */
int way_wall_planes_of_step(const way_mover *m, const way_walls_seen *walls, way_half_plane *to);

/* Until the agent touches a wall at `time`; one that overlaps a wall leaves it. */
int way_wall_planes(const way_mover *m, const way_walls_seen *walls, double time, way_half_plane *to);

/* Shortens or turns a velocity that would lead the centre across a wall within the step. */
void way_stop_at_walls(const way_mover *m, const way_walls_seen *walls, way_vec2 *velocity);

#endif
