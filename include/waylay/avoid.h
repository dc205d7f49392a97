/* waylay, avoid: collision-free velocities for many agents. */
#ifndef WAYLAY_AVOID_H
#define WAYLAY_AVOID_H

#include "neighbours.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Avoidance -------------------------------------------------------------------------------------------------

   What it answers: of all velocities that are collision-free for some seconds, which one is nearest to an
   agent's preferred velocity? The answer assumes that the neighbours also do their share of the avoiding.

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

   The chaser columns hold the agents. The runner columns hold the candidates: the same agents, or others,
   such as pillars. Agents and candidates are discs in the plane and balls in space. The agent's neighbours
   are the candidates that it avoids. A candidate can be a neighbour if its mask shares a bit with the agent's
   mask and the distance of the two centres is at most range_to. Of these candidates the agent avoids at most
   `most`: the ones whose edges are nearest. The candidates can also come from caller-supplied lists. An agent
   never avoids itself: `self` is its own candidate row. If `self` is not set, candidate i is agent i if
   runner_x is the same column as chaser_x, and so on for each axis (see choose.h).

   Guaranteed: no agent's centre crosses a wall. Two agents overlap by at most `overlap` times the sum of
   their radii, and an agent overlaps a wall by at most `overlap` times its radius. This holds if both agents
   are neighbours of each other, and if the caller calls once each step and moves the agents with the returned
   velocities. If two agents overlap by more than that, they separate.

   Not guaranteed: that agents get past each other. Agents that meet exactly head-on may block each other for
   a long time. To prevent that, turn the preferred velocity slightly to the right (0.1 to 0.2 rad).
   Candidates beyond the nearest `most` are not avoided. Use a neighbour_horizon of 1 to 2 s at doors and
   among many agents close together, and 2 to 5 s in open fields.

   Each agent of a pair makes the fraction share / (sum of both shares) of the necessary change of velocity.
   This is half if both shares are equal, and all of it if the candidate's share is 0. If no velocity is
   collision-free for the whole neighbour_horizon, the horizon is halved repeatedly, down to one step. If no
   velocity is collision-free even for one step, the agent takes the velocity that violates the constraints
   least. The limits of overlap and the walls still hold.

   WAY_MET: the velocity is collision-free for the whole horizon. WAY_NO_PATH: the velocity is collision-free
   only for a shorter time. WAY_NO_TARGET: no neighbour and no wall is near; the velocity is the preferred
   one. The returned velocity is never faster than chaser_speed, except by rounding. WAY_INVALID: one of the
   agent's values is NaN or outside its column's range; the velocity is 0. If one of a candidate's values is
   outside its column's range, the candidate is not avoided. */

/* The largest number of neighbours that an agent can avoid. */
#define WAY_AVOIDED_MAX 32

typedef struct way_avoid2d_in {
    way_column chaser_x, chaser_y;         /* m */
    way_column chaser_vx, chaser_vy;       /* m/s: the present velocity */
    way_column preferred_vx, preferred_vy; /* m/s: the velocity that the agent would choose alone */
    way_column chaser_speed;               /* m/s: the highest speed; 0 or less: the agent cannot move */
    way_column radius;                     /* m, >= 0; default 0 */
    way_column neighbour_horizon;    /* s, > 0: how far ahead in time neighbours are avoided; default 2 */
    way_column dt;                   /* s, >= 0: the time until the next call; default 0: 0.1 */
    way_column share;                /* >= 0: the agent's share of the avoiding; default 0.5 */
    way_column chaser_mask;          /* uint32_t: which candidates are avoided; default all bits */
    way_column range_to;             /* m: largest distance between two centres; default +inf */
    way_column self;                 /* uint32_t: its own candidate row; default none, or see above */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s; default 0 */
    way_column runner_radius;        /* m, >= 0; default 0 */
    way_column runner_share;         /* >= 0: the candidate's share of the avoiding; default 0.5 */
    way_column runner_mask;          /* uint32_t; default all bits */
    /* 0 to 1: how far two agents may overlap if they are pressed together, as a fraction of the sum of
       their radii. 0: not at all; if there is room, centres stay 5 % farther apart than that sum.
       1: no limit. */
    way_column overlap;      /* default 0.05 */
    way_column wall_horizon; /* s, > 0, at most neighbour_horizon: horizon for walls; default 0.5 */
} way_avoid2d_in;

typedef struct way_avoid2d_out {
    way_column_out velocity_x, velocity_y; /* m/s */
    way_column_out status;                 /* int32_t, a way_status */
} way_avoid2d_out;

/* Zero-initialise it and set `count` and `runner_count`. */
typedef struct way_avoidance {
    size_t first, count;        /* agents, as in way_batch; the same answers if split over several calls */
    const uint32_t *index;      /* NULL: the agents first .. first + count - 1 */
    size_t runner_count;        /* number of candidates, below UINT32_MAX */
    size_t most;                /* largest number of neighbours, at most WAY_AVOIDED_MAX; 0 means 10 */
    const way_crowd2d *crowd2d; /* NULL, or for avoid2d a crowd of the positions and masks */
    const way_crowd3d *crowd3d; /* the same for avoid3d */
    /* NULL, or lists from way_neighbours2d or 3d, at least `count` of them: agent k of the call, counted
       from 0, uses list k */
    const way_neighbours *neighbours;
    const way_wall *walls;          /* NULL, or walls that no agent's centre crosses; `sides`: see way_wall */
    size_t wall_count;              /* at most INT32_MAX */
    const way_wall_tree *wall_tree; /* NULL, or the tree of these walls from way_make_wall_tree */
    const char **fault;   /* NULL, or where a refused call stores the name of the wrong column or field */
    double wall_origin_x; /* m: the point from which the walls are measured; see way_wall */
    double wall_origin_y;
} way_avoidance;

/* base.h has the rules for columns, but wall_origin is subtracted from all positions, in double, and the
   differences are rounded to float. Positions in a crowd are already rounded: if a call has a crowd and a
   wall_origin other than 0, 0, the result is WAY_ERROR_ORIGIN. With lists of neighbours there is no such
   error, because the call then does not use the crowd. If an output overlaps a runner column, the result is
   WAY_ERROR_OVERLAP: write new velocities to a separate array, then swap the arrays. With a crowd, the runner
   columns are read only for the candidates that the search finds, with one exception: runner_radius is read
   for all candidates, unless it has one value for all. With lists, masks and range_to are not read, and
   entries whose row is runner_count or more are skipped. Only the 16 nearest walls influence the choice of
   the velocity, but the agent's centre does not cross any other wall either. A wall behind another wall has
   no effect. Far from wall_origin, a centre keeps a distance of at least 2^-21 times its coordinates,
   measured from there, from walls. In an optimised build a call takes at most 24 KiB of stack. */
WAY_API way_result way_avoid2d(const way_avoid2d_in *in, const way_avoid2d_out *out,
                               const way_avoidance *avoidance);

/* The same in space, for example for spaceships, drones and fish. Agents are balls, and there are no walls.
   If `wall_count` is not 0, the result is WAY_ERROR_COUNT. If wall_origin is not 0, 0, it is
   WAY_ERROR_ORIGIN. */

typedef struct way_avoid3d_in {
    way_column chaser_x, chaser_y, chaser_z;             /* m */
    way_column chaser_vx, chaser_vy, chaser_vz;          /* m/s: the present velocity */
    way_column preferred_vx, preferred_vy, preferred_vz; /* m/s: what it would choose alone */
    way_column chaser_speed;                    /* m/s: the highest speed; 0 or less: the agent cannot move */
    way_column radius;                          /* m, >= 0; default 0 */
    way_column neighbour_horizon;               /* s, > 0; default 2 */
    way_column dt;                              /* s, >= 0: the time until the next call; default 0: 0.1 */
    way_column share;                           /* >= 0; default 0.5 */
    way_column chaser_mask;                     /* uint32_t; default all bits */
    way_column range_to;                        /* m; default +inf */
    way_column self;                            /* uint32_t; default none, or as in the plane */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s; default 0 */
    way_column runner_radius;                   /* m, >= 0; default 0 */
    way_column runner_share;                    /* >= 0; default 0.5 */
    way_column runner_mask;                     /* uint32_t; default all bits */
    way_column overlap;                         /* 0 to 1; default 0.05 */
} way_avoid3d_in;

typedef struct way_avoid3d_out {
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s */
    way_column_out status;                             /* int32_t, a way_status */
} way_avoid3d_out;

WAY_API way_result way_avoid3d(const way_avoid3d_in *in, const way_avoid3d_out *out,
                               const way_avoidance *avoidance);

/* Accuracy: everything is computed in doubles from the floats, and the velocity is rounded once. A velocity
   may violate a constraint by 2^-40 of the agent's speed, plus its rounding to float. See docs/accuracy.md,
   "Avoidance".

   Source: Jur van den Berg, Stephen J. Guy, Ming Lin, Dinesh Manocha, "Reciprocal n-Body Collision
   Avoidance". Added here: shares, the limit of the overlap, shorter horizons, walls, and a direction in which
   two agents at the same position separate. If several velocities violate the constraints least, the call
   returns the one nearest to the preferred velocity. */

#ifdef __cplusplus
}
#endif

#endif
