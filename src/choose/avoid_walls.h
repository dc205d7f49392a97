/* Handles walls in avoidance: turns near walls into half-planes, and stops centres from crossing walls. */
#ifndef WAY_AVOID_WALLS_H
#define WAY_AVOID_WALLS_H

#include "choose/avoid_internal.h"
#include "choose/half_planes.h"

enum { WAY_WALLS_WEIGHED = 16 };

/* A wall, or a visible part of it, as seen from an agent: its nearest point, the unit vector from there to
   the agent, and the distance. The nearest point is a + part (b - a), where a and b are the wall's ends. */
typedef struct way_wall_seen {
    way_vec2 n, nearest;
    double part, distance;
    uint32_t number;
} way_wall_seen;

typedef struct way_walls_seen {
    way_wall_seen wall[WAY_WALLS_WEIGHED];
    int count;
    int are_more; /* are there more walls in reach? */
} way_walls_seen;

/* Finds the nearest walls that stop this agent. Of a wall whose nearest point is hidden behind another wall,
   only the visible parts count. Sees as far as the walls' horizon, but at least `least` beyond the agent's
   radius. */
void way_see_walls(const way_mover *m, double least, way_walls_seen *to);

/* Returns the distance from a wall to the point that is at d, relative to the agent. */
double way_wall_distance(const way_mover *m, uint32_t number, way_vec2 d);

/* Writes the half-planes with which the agent does not move deeper into a wall in one step, and returns their
   number. These half-planes allow velocity 0, except if rounding has put the agent's centre too close to a
   wall. In this case the agent must move away. */
int way_wall_planes_of_step(const way_mover *m, const way_walls_seen *walls, way_half_plane *to);

/* Writes the half-planes with which the agent does not touch a wall before `time`, and returns their number.
   An agent that overlaps a wall moves out of the wall. */
int way_wall_planes(const way_mover *m, const way_walls_seen *walls, double time, way_half_plane *to);

/* Shortens or turns a velocity that would move the agent's centre across a wall within the step. */
void way_stop_at_walls(const way_mover *m, const way_walls_seen *walls, way_vec2 *velocity);

#endif
