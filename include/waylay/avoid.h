/* waylay, avoid: collision-free velocities for many agents. */
#ifndef WAYLAY_AVOID_H
#define WAYLAY_AVOID_H

#include "neighbours.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Avoidance -------------------------------------------------------------------------------------------------

   What it answers: of all velocities that are collision-free for the next seconds, which one is nearest to
   an agent's preferred velocity? The answer is collision-free if the neighbours also make their part of the
   change.

       float x[2] = {0, 10}, y[2] = {0}, vx[2] = {1, -1}, vy[2] = {0}, go[2];
       float radius = 1, speed = 1.5f, horizon = 6;
       way_avoid2d_in in = WAY_INIT;
       way_avoid2d_out out = WAY_INIT;
       way_avoidance how = WAY_INIT;
       in.chaser_x = in.runner_x = way_in(x), in.chaser_y = in.runner_y = way_in(y);
       in.chaser_vx = in.preferred_vx = in.runner_vx = way_in(vx);
       in.chaser_vy = in.preferred_vy = in.runner_vy = way_in(vy);
       in.radius = in.runner_radius = way_same(&radius), in.chaser_speed = way_same(&speed);
       in.neighbour_horizon = way_same(&horizon), out.velocity_y = way_out(go);
       how.count = how.runner_count = 2;
       way_avoid2d(&in, &out, &how); // go[0] == -go[1] && go[0] != 0

   The runner columns (runner_x to runner_mask) hold the candidates: the agents themselves, or other bodies,
   such as pillars. All other inputs hold the agents. Agents and candidates are discs in the plane and balls
   in space. An agent's neighbours are the candidates that it avoids. A candidate can be a neighbour if its
   runner_mask shares a bit with the agent's chaser_mask, and if the two centres are at most range_to apart.
   An agent avoids a limited number of neighbours, `most` of way_avoidance: those whose edges are nearest. The
   caller can also supply lists of neighbours. An agent never avoids itself: `self` is the agent's own row
   among the candidates. If `self` is not set, and runner_x and runner_y are the columns chaser_x and
   chaser_y, agent i is candidate i. If they are in the same memory, but begin at another element, agent i is
   the candidate at its own address, as in way_choose2d. Then set the other runner columns, too: missing ones
   are not the agents' own.

   Three guarantees hold if you call once each step and move the agents with the returned velocities. No
   agent's centre crosses a wall. An agent overlaps a wall by at most `overlap` times its radius. Parts of the
   wall that another wall hides do not count. Two agents that are neighbours of each other overlap by at most
   `overlap` times the sum of their radii, whatever their shares are. If they already overlap by more, they
   move apart. In a long step, agents farther away can reach each other: if dt can be 0.5 s, set `most` to 32.

   Agents may not always get past each other. Agents that meet exactly head-on may block each other
   for a long time. To prevent this, turn the preferred velocity slightly to the right (by 0.1 to 0.2 rad); in
   space, turn it about the vertical. If more than `most` candidates are near, only the nearest ones are
   avoided. Use a neighbour_horizon of 1 to 2 s at doors and among many agents close together, and 2 to 5 s in
   open fields. In a corridor of 2.5 to 3 diameters, two groups that meet block each other for minutes.
   docs/choose.md describes agents that back off when they are blocked, and obstacles that an agent cannot get
   past.

   At a wall, the velocity is not always the allowed one nearest to the preferred velocity. If two agents slide
   along a wall in opposite directions, the agent with the wall on its left moves round the other agent.
   Otherwise the two would block each other for ever. In the same way, an agent moves round a neighbour that
   stands at the wall on its left. An agent that walks exactly against a corner, or against the end of a wall,
   turns slightly to the right.

   An agent and its neighbour divide the necessary change of velocity: the agent makes the fraction share /
   (share + runner_share) of it. This fraction is 1/2 if both shares are equal, even if both are 0. The
   fraction is 1 if only runner_share is 0. An agent with share 0 keeps its preferred velocity until it is
   about to touch a neighbour, and the neighbours make room. If the fraction is below 1/4, the agent looks
   ahead for a shorter time: neighbour_horizon * 4 * fraction, but at least dt. If two agents touch, both make
   at least half of the change. The limit of the overlap holds for both, so an agent with share 0 stops if the
   others cannot make room.

   At doors, and where two groups meet, set `yielding` to 1. An agent then gives way to neighbours ahead of
   its preferred velocity, and holds against those behind. In detail: let c be the cosine of the angle between
   the preferred velocity and the direction to the neighbour. In the plane, 0.3 times the sine of this angle
   is added to c if the neighbour is on the right, and subtracted if it is on the left. With equal shares, the
   agent makes the fraction 0.5 + 0.4 * yielding * c of the change. If c is above 0, the agent also keeps more
   distance, by the fraction 0.07 * yielding * c. The rule has its full effect if the distance is at most 1.05
   sums of the radii, and no effect beyond 1.2 sums. `yielding` has no effect on agents that rest, and on
   pairs in which one agent makes the whole change. The overlap stays limited. If groups turn their velocities
   and meet in the open, they take longer with `yielding`: see docs/choose.md.

   Worlds (chaser_world, runner_world): agents avoid only candidates of their own world, as in way_choose2d.
   Walls have no world: the walls are for the agents of all worlds. Two agents with the same position and
   velocity separate in a direction that depends on their rows, so one call per world may turn them another
   way.

   Floors, bridges and flying units in the plane (height, runner_height, step_height): agents avoid only
   candidates whose height differs from their own by at most step_height. The rule also holds for the
   candidates of `neighbours`. Each agent uses its own step_height. Walls have no height. To give each floor
   its own walls, call once for each floor, with `index`.

   Parts: agents and candidates can be in several tables, as in way_choose2d (choose.h). Agents that are a
   part of a candidates' table are the candidates at their own addresses. If the position
   columns of a candidates' part are its own chaser_x and chaser_y, its chaser_vx, chaser_vy, radius, share and
   height are the defaults of runner_vx, runner_vy, runner_radius, runner_share and runner_height.

   If no velocity is collision-free for the whole neighbour_horizon, the call halves the horizon repeatedly,
   down to one step (dt). If no velocity is collision-free even for one step, the call returns the velocity
   with the smallest violation of the constraints of neighbours and walls. The three guarantees also hold for
   this velocity.

   Statuses: WAY_MET: the velocity is collision-free for the whole neighbour_horizon, if the neighbours make
   their parts of the change. WAY_NO_PATH: the velocity is collision-free for a shorter time, or not at all.
   WAY_NO_TARGET: no neighbour and no wall is near, so the velocity is the preferred velocity. WAY_INVALID:
   one of the agent's values is NaN or outside its column's range, and the velocity is 0. The returned
   velocity is never faster than chaser_speed, except by rounding. A candidate is not avoided if one of the
   candidate's values is NaN or outside its column's range; such candidates do not count among the `most`. */

/* The largest number of neighbours that an agent can avoid: the upper limit of `most` in way_avoidance. */
#define WAY_AVOIDED_MAX 32

typedef struct way_avoid2d_in {
    way_column chaser_x, chaser_y;         /* m: position of the agent */
    way_column chaser_vx, chaser_vy;       /* m/s: its present velocity */
    way_column preferred_vx, preferred_vy; /* m/s: its velocity if it were alone */
    way_column chaser_speed;       /* m/s: highest speed; 0 or negative: cannot move; FLT_MAX: no limit */
    way_column radius;             /* m, >= 0: its radius; default 0 */
    way_column neighbour_horizon;  /* s, > 0: how far ahead in time neighbours are avoided; default 2 */
    way_column dt;                 /* s, >= 0: the time until the next call; default 0, which means 0.1 */
    way_column share;              /* >= 0: its share of the avoiding; 0: does not give way; default 0.5 */
    way_column chaser_mask;        /* uint32_t: bits of the candidates that it avoids; default all bits */
    way_column range_to;           /* m: largest distance to a neighbour, centre to centre; default +inf */
    way_column self;               /* uint32_t: the agent's own row as a candidate; default none, but see
                                      above */
    way_column runner_x, runner_y; /* m: position of the candidate */
    /* If one of these four is not set, and runner_x and runner_y are the columns chaser_x and chaser_y, its
       default is the agents' own chaser_vx, chaser_vy, radius or share. */
    way_column runner_vx, runner_vy; /* m/s: its velocity; default 0, but see above */
    way_column runner_radius;        /* m, >= 0: its radius; default 0, but see above */
    way_column runner_share;         /* >= 0: its share of the avoiding; default 0.5, but see above */
    way_column runner_mask;          /* uint32_t: its sides and layers as bits; default all bits */
    /* 0 to 1: how far two agents may overlap if they are pressed together, as a fraction of the sum of
       their radii. 1: there is no limit. 0: they may not overlap, and if there is room, they also keep a
       distance of 5 % of the sum between their edges. The agent gives this distance up if it would cost more
       than three quarters of the agent's speed, although the agent could move freely without it. So the
       agent passes every gap that it fits through. */
    way_column overlap;      /* default 0.05 */
    way_column wall_horizon; /* s, > 0: how far ahead walls matter; at most neighbour_horizon; default 0.5 */
    way_column yielding;     /* 0 to 1: how far the agent gives way to neighbours ahead; default 0 */
    way_column chaser_world; /* uint32_t: number of the agent's world; default 0 */
    way_column runner_world; /* uint32_t: number of the candidate's world; default 0 */
    way_column height;       /* m: height of the agent above the plane; default 0 */
    /* m: height of the candidate. If it is not set, and runner_x and runner_y are the columns chaser_x and
       chaser_y, its default is the agents' own height. */
    way_column runner_height; /* default 0, but see above */
    way_column step_height;   /* m, >= 0: largest difference of height to a neighbour; default +inf */
} way_avoid2d_in;

typedef struct way_avoid2d_out {
    way_column_out velocity_x, velocity_y; /* m/s: the velocity to move with until the next call */
    way_column_out progress; /* -1 to 1: how much of the preferred velocity is left; see below */
    way_column_out status;   /* int32_t, a way_status */
} way_avoid2d_out;

/* progress is (velocity . preferred) / (preferred . preferred), limited to -1 to 1. If the preferred velocity
   is faster than chaser_speed, it counts as shortened to chaser_speed. 1: the agent moves as it prefers, or
   its preferred velocity is 0. 0: the agent stands, moves sideways, or is invalid. Negative: the agent moves
   back. If the progress stays below about 0.1 for seconds, the agent is blocked: find a path for it. See
   docs/choose.md. */

/* Zero-initialise a way_avoidance and set `count` and `runner_count`. The default of other fields is 0. */
typedef struct way_avoidance {
    size_t first, count;   /* agents; if they are split over several calls, the answers are the same */
    const uint32_t *index; /* NULL: agents `first` to `first + count - 1`; else index[first] and so on */
    size_t runner_count;   /* number of candidates, below UINT32_MAX; with a crowd: 0, or at least the crowd's
                              number of candidates */
    size_t most;           /* largest number of neighbours, at most WAY_AVOIDED_MAX; 0 means 10 */
    const way_crowd2d *crowd2d; /* NULL, or for way_avoid2d a crowd from way_make_crowd2d (choose.h) */
    const way_crowd3d *crowd3d; /* NULL, or for way_avoid3d a crowd from way_make_crowd3d (choose.h) */
    /* NULL, or at least `count` lists from way_neighbours2d or way_neighbours3d (neighbours.h). List k is
       for agent k of the call, counted from 0. The agent avoids the first `most` candidates of its list that
       it can avoid */
    const way_neighbours *neighbours;
    const way_wall *walls;          /* NULL, or walls that no agent's centre crosses; see way_wall (base.h) */
    size_t wall_count;              /* number of walls, at most INT32_MAX */
    const way_wall_tree *wall_tree; /* NULL, or the tree of these walls, from way_make_wall_tree (bounce.h) */
    const char **fault;   /* NULL, or where a refused call stores the name of the wrong column or field */
    double wall_origin_x; /* m: x of the point from which the walls are measured; see way_wall */
    double wall_origin_y; /* m: y of that point */
    /* NULL, or several tables, as in way_choice (choose.h). */
    const way_search_part *chaser_parts, *runner_parts;
    size_t chaser_part_count, runner_part_count;
    size_t *fault_part; /* as in way_choice */
} way_avoidance;

/* The rules for columns are in base.h, but positions are relative to one origin, which is subtracted in
   double, and the differences are rounded to float. With a crowd it is the crowd's, otherwise wall_origin or,
   if that is 0, 0, the origin of way_choose2d. If an output overlaps a runner column, the result is
   WAY_ERROR_OVERLAP: write new velocities to a separate array, then swap the arrays. With a crowd, the runner
   columns are read only for the candidates that the search finds. The exception is runner_radius: this column
   is read for all candidates, unless it is one value for all (way_same). If `neighbours` is set, the call
   does not read masks, worlds and range_to, and skips entries whose row is runner_count or more. The velocity
   depends on the visible parts of the 16 nearest walls, and of these parts on the 16 nearest. All other walls
   only stop the agent's centre before it would cross them. To allow for rounding, the centre stays at least
   2^-21 * (|x| + |y|) away from every wall, with x, y relative to wall_origin. In an optimised build a call
   takes at most 24 KiB of stack, with several tables 26 KiB. */
WAY_API way_result way_avoid2d(const way_avoid2d_in *in, const way_avoid2d_out *out,
                               const way_avoidance *avoidance);

/* Avoidance in space, for example for spaceships, drones and fish. Agents are balls, and there are no walls.
   If `wall_count` is not 0, the result is WAY_ERROR_COUNT. If wall_origin_x or wall_origin_y is not 0, the
   result is WAY_ERROR_ORIGIN. */

typedef struct way_avoid3d_in {
    way_column chaser_x, chaser_y, chaser_z;             /* m */
    way_column chaser_vx, chaser_vy, chaser_vz;          /* m/s: the present velocity */
    way_column preferred_vx, preferred_vy, preferred_vz; /* m/s: its velocity if it were alone */
    way_column chaser_speed;                             /* m/s: highest speed; 0 or negative: cannot move */
    way_column radius;                                   /* m, >= 0; default 0 */
    way_column neighbour_horizon;                        /* s, > 0; default 2 */
    way_column dt;                                       /* s, >= 0; default 0, which means 0.1 */
    way_column share;                                    /* >= 0; default 0.5 */
    way_column chaser_mask;                              /* uint32_t; default all bits */
    way_column range_to;                                 /* m; default +inf */
    way_column self;                                     /* uint32_t; default none, but see `self` above */
    way_column runner_x, runner_y, runner_z;             /* m */
    way_column runner_vx, runner_vy, runner_vz;          /* m/s; default as in way_avoid2d_in */
    way_column runner_radius;                            /* m, >= 0; default 0, but see way_avoid2d_in */
    way_column runner_share;                             /* >= 0; default 0.5, but see way_avoid2d_in */
    way_column runner_mask;                              /* uint32_t; default all bits */
    way_column overlap;                                  /* 0 to 1; default 0.05 */
    way_column yielding;                                 /* 0 to 1; default 0 */
    way_column chaser_world, runner_world;               /* uint32_t; default 0 */
} way_avoid3d_in;

typedef struct way_avoid3d_out {
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s */
    way_column_out progress;                           /* -1 to 1; see way_avoid2d_out */
    way_column_out status;                             /* int32_t, a way_status */
} way_avoid3d_out;

WAY_API way_result way_avoid3d(const way_avoid3d_in *in, const way_avoid3d_out *out,
                               const way_avoidance *avoidance);

/* Accuracy: everything is computed in doubles, from inputs in float, and the velocity is rounded once, to
   float. A velocity may violate a constraint by 2^-40 of chaser_speed, plus this rounding. chaser_speed is
   limited to 64 times a sum: the agent's preferred speed, its present speed, the largest speed of its
   neighbours, and 2 (radius + runner_radius) / dt. No agent needs a higher speed. See docs/accuracy.md,
   "Avoidance".

   Source: Jur van den Berg, Stephen J. Guy, Ming Lin, Dinesh Manocha, "Reciprocal n-Body Collision
   Avoidance". This library adds shares, the limit of the overlap, shorter horizons, walls, and a fixed
   direction in which two agents with the same position and velocity separate. If several velocities have the
   same smallest violation of the constraints, the call returns the one nearest to the preferred velocity. */

#ifdef __cplusplus
}
#endif

#endif
