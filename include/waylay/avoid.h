/* waylay, avoid: velocities with which many agents do not run into each other. */
#ifndef WAYLAY_AVOID_H
#define WAYLAY_AVOID_H

#include "neighbours.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Avoidance -------------------------------------------------------------------------------------------------

   What it answers: at which velocity, as near as possible to the one that it prefers, does an agent touch none
   of its neighbours for some seconds, if those do their share of it?

       float x[2] = {0, 10}, y[2] = {0}, vx[2] = {1, -1}, vy[2] = {0}, radius = 1, speed = 1.5f, go[2];
       uint32_t self[2] = {0, 1};
       way_avoid2d_in in = {.chaser_x.data = x, .chaser_y.data = y, .chaser_vx.data = vx, .chaser_vy.data = vy};
       in.preferred_vx = in.runner_vx = in.chaser_vx, in.preferred_vy = in.runner_vy = in.chaser_vy;
       in.runner_x = in.chaser_x, in.runner_y = in.chaser_y, in.radius = in.runner_radius = way_same(&radius);
       in.chaser_speed = way_same(&speed), in.self.data = self;
       float horizon = 6;
       in.horizon = way_same(&horizon);
       way_avoid2d(&in, &(way_avoid2d_out){.velocity_y.data = go}, &(way_avoidance){.count = 2, .runner_count = 2});
       int apart = go[0] == -go[1] && go[0] != 0; // apart == 1

   The agents are the chaser columns. Whom they avoid are the runner columns: the same agents, or others, such
   as pillars. Each agent avoids the nearest ones of those whose mask has a bit of its own, within its range,
   and not itself; or those of lists that are lent. Radii are of discs.

   Of what the two of a pair must change each does its share of the sum of both shares: half of it where both
   are alike, and all of it beside a candidate of share 0, which does not give way. Who overlaps already is to
   be apart after a step. Who does not will not, if all move at these velocities for a step: even where no
   velocity serves, each keeps to its share of the gap.

   Prefer what is somewhat to the right of the goal, by a fifth of the speed. Two that meet exactly head-on
   stand in front of each other, and so does a crowd that presses straight through one point.

   WAY_MET: the velocity serves. WAY_NO_PATH: none serves, and this is the nearest of those that are least far
   from serving beside any of them. WAY_NO_TARGET: nobody is near, and the velocity is the preferred one. It is never above
   the agent's speed, but for rounding. WAY_INVALID: a number of the agent is NaN, or is not what its column
   says; velocity 0. A neighbour with a number that is not what its column says is not avoided. */

/* The neighbours that an agent avoids. */
#define WAY_AVOIDED_MAX 32

typedef struct way_avoid2d_in {
    way_column chaser_x, chaser_y;         /* m */
    way_column chaser_vx, chaser_vy;       /* m/s: how it moves now */
    way_column preferred_vx, preferred_vy; /* m/s: how it would move if it were alone */
    way_column chaser_speed;               /* m/s: no faster than this; 0 or less cannot move */
    way_column radius;                     /* m, >= 0; default 0 */
    way_column horizon;                    /* s, > 0: for so long nobody is touched; default 2 */
    way_column step;                       /* s, > 0: until the next call; default 0.1 */
    way_column share;                      /* >= 0: of the avoiding; default 0.5 */
    way_column chaser_mask;                /* uint32_t: whom it avoids; default all bits */
    way_column range_to;                   /* m: the farthest distance of places; default +inf */
    way_column self;                       /* uint32_t: its own row among the candidates; default none */
    way_column runner_x, runner_y;         /* m */
    way_column runner_vx, runner_vy;       /* m/s; default 0 */
    way_column runner_radius;              /* m, >= 0; default 0 */
    way_column runner_share;               /* >= 0: of the avoiding; default 0.5 */
    way_column runner_mask;                /* uint32_t; default all bits */
} way_avoid2d_in;

typedef struct way_avoid2d_out {
    way_column_out velocity_x, velocity_y; /* m/s */
    way_column_out status;                 /* int32_t, a way_status */
} way_avoid2d_out;

/* Zero-initialise it and set `count` and `runner_count`. */
typedef struct way_avoidance {
    size_t first, count;   /* agents, as in a way_batch: any split of them gives the same answers */
    const uint32_t *index; /* NULL: the agents first .. first + count - 1 */
    size_t runner_count;   /* candidates in the runner columns, below UINT32_MAX */
    size_t most;           /* of each agent the nearest ones, at most WAY_AVOIDED_MAX; 0: ten */
    const void *crowd;     /* NULL, or what way_crowd2d made of the candidates' places and masks */
    size_t crowd_bytes;    /* of that memory */
    const way_neighbours *neighbours; /* NULL, or lists, as many as `answered`: the i-th agent's is list i */
} way_avoidance;

/* Columns are as everywhere; places, too, are rounded to float. An output that lies where a runner's column
   does is WAY_ERROR_OVERLAP: write new velocities to an array of their own and swap. With a crowd the runner
   columns are read for neighbours alone. With lists no mask and no range is read; who is not of runner_count
   is not avoided. */
WAY_API way_result way_avoid2d(const way_avoid2d_in *in, const way_avoid2d_out *out,
                               const way_avoidance *avoidance);

/* Accuracy: all of it is computed in doubles from the floats, and the velocity is rounded once. A velocity may
   miss what serves by 2^-40 of the agent's speed and its rounding. docs/accuracy.md, "Avoidance".

   Source: Jur van den Berg, Stephen J. Guy, Ming Lin, Dinesh Manocha, "Reciprocal n-Body Collision Avoidance".
   Added here: shares, gaps, the nearest of the least bad ones, and what agents do that are at one place. */

#ifdef __cplusplus
}
#endif

#endif
