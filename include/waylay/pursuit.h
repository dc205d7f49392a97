/* waylay, pursuit: behaviours that meet, chase, lead, navigate, steer and evade, in the plane, in space and
   on tiles. */
#ifndef WAYLAY_PURSUIT_H
#define WAYLAY_PURSUIT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Interception ----------------------------------------------------------------------------------------------

   What it answers: when and where can a chaser of constant speed first meet a runner of constant velocity,
   and which velocity leads there? The time is the smallest t >= 0 with |r + v t| = speed t + reach. Here r is
   the vector from the chaser to the runner, and v is the runner's velocity minus the platform's velocity (see
   below).

       way_intercept2d_agent dog;
       way_intercept2d_answer run;
       way_intercept2d_agent_default(&dog);
       dog.chaser_speed = 5, dog.runner_x = 30, dog.runner_vy = 3;
       way_intercept2d_one(&dog, &run); // run.time == 7.5f && run.velocity_x == 4 && run.velocity_y == 3

   The reach is the distance at which the chaser meets the runner: 0 for a bullet, or the radius of a fuse, a
   sword or a touch. A gun's maximum range is `range`, not `reach`: with a reach of 500 m, every target within
   500 m is already met (WAY_THERE), and the point is the target's present position.

   The platform carries the chaser, as a ship carries a gun. The platform's velocity is constant, and it is
   added to the chaser's own velocity.

   WAY_MET: they meet. WAY_THERE: the runner is within reach now. WAY_TOO_SLOW: they never meet. WAY_IMMOBILE:
   the speed is 0 or negative, and the runner never comes within reach. If the runner comes within reach of a
   chaser that cannot move, the status is WAY_MET, and the velocity is 0. WAY_LATE: they meet, but after the
   horizon. With a horizon below 0, a runner that is within reach now is also WAY_LATE.
   WAY_OUT_OF_RANGE: they meet, but farther away than the range; the outputs are valid. WAY_INVALID: NaN,
   infinity, a negative reach, or a result that overflows a float. With WAY_TOO_SLOW, WAY_IMMOBILE, WAY_LATE
   and WAY_INVALID, the time is +inf, `latest` and the velocity are 0, and the point is the runner's present
   position (0 if invalid). */

typedef struct way_intercept2d_in {
    way_column chaser_x, chaser_y;       /* m */
    way_column chaser_speed;             /* m/s; 0 or negative: the chaser cannot move */
    way_column runner_x, runner_y;       /* m */
    way_column runner_vx, runner_vy;     /* m/s */
    way_column reach;                    /* m, >= 0: distance at which they meet; default 0 */
    way_column horizon;                  /* s: longest time to the meeting; default +inf */
    way_column platform_vx, platform_vy; /* m/s: velocity of the chaser's carrier; default 0 */
    way_column range; /* m, >= 0: largest distance from the chaser to the meeting point; default +inf */
} way_intercept2d_in;

typedef struct way_intercept2d_out {
    way_column_out time;                   /* s, 4 ulp: earliest meeting; +inf: none */
    way_column_out point_x, point_y;       /* m, 6 ulp: runner's position at the meeting */
    way_column_out velocity_x, velocity_y; /* m/s, 5 ulp: chaser's velocity, seen from its platform */
    way_column_out latest;   /* s, 4 ulp: last time at which a chaser that starts now can meet the runner
                              without exceeding its speed; +inf if the chaser is at least as fast as the
                              runner. How long it may stand: see way_latest2d */
    way_column_out distance; /* m, 8 ulp: point's distance from the chaser now; +inf if invalid */
    way_column_out status;   /* int32_t, a way_status */
} way_intercept2d_out;

WAY_API way_result way_intercept2d(const way_intercept2d_in *in, const way_intercept2d_out *out,
                                   const way_batch *batch);

typedef struct way_intercept2d_agent {
    float chaser_x, chaser_y, chaser_speed, runner_x, runner_y, runner_vx, runner_vy;
    float reach, horizon, platform_vx, platform_vy, range;
} way_intercept2d_agent;

typedef struct way_intercept2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, latest, distance;
    int32_t status;
} way_intercept2d_answer;

WAY_API way_result way_intercept2d_agent_default(way_intercept2d_agent *agent);
WAY_API way_result way_intercept2d_one(const way_intercept2d_agent *agent, way_intercept2d_answer *answer);

/* The same in space. */

typedef struct way_intercept3d_in {
    way_column chaser_x, chaser_y, chaser_z;          /* m */
    way_column chaser_speed;                          /* m/s; 0 or negative: the chaser cannot move */
    way_column runner_x, runner_y, runner_z;          /* m */
    way_column runner_vx, runner_vy, runner_vz;       /* m/s */
    way_column reach;                                 /* m, >= 0; default 0 */
    way_column horizon;                               /* s; default +inf */
    way_column platform_vx, platform_vy, platform_vz; /* m/s; default 0 */
    way_column range;                                 /* m, >= 0; default +inf */
} way_intercept3d_in;

typedef struct way_intercept3d_out {
    way_column_out time;                               /* s, 4 ulp */
    way_column_out point_x, point_y, point_z;          /* m, 6 ulp */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 5 ulp: velocity relative to the platform */
    way_column_out latest;                             /* s, 4 ulp */
    way_column_out distance;                           /* m, 8 ulp */
    way_column_out status;                             /* int32_t, a way_status */
} way_intercept3d_out;

WAY_API way_result way_intercept3d(const way_intercept3d_in *in, const way_intercept3d_out *out,
                                   const way_batch *batch);

typedef struct way_intercept3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_speed, runner_x, runner_y, runner_z, runner_vx, runner_vy,
        runner_vz;
    float reach, horizon, platform_vx, platform_vy, platform_vz, range;
} way_intercept3d_agent;

typedef struct way_intercept3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, latest, distance;
    int32_t status;
} way_intercept3d_answer;

WAY_API way_result way_intercept3d_agent_default(way_intercept3d_agent *agent);
WAY_API way_result way_intercept3d_one(const way_intercept3d_agent *agent, way_intercept3d_answer *answer);

/* Accuracy, WAY_EXACT: the errors are within the ulps above. The point is the runner's present position plus
   its displacement until the meeting. For the point, one ulp is the ulp of the largest term of this sum (see
   way_precision in base.h). For the distance, it is the ulp of the distance, of |r| or of the displacement,
   whichever is largest. For the velocity, it is the ulp of the speed. The call always decides correctly
   whether they meet. WAY_FAST: the relative error is typically 1e-6. The bounds hold if lengths and speeds
   are 0 or 1e-12 to 1e15. See docs/accuracy.md, "Interception".

   If you ask again after a step, the new time is the old time minus the step, up to rounding: see
   docs/accuracy.md, "Asking again". The chase ends in the frame in which `time` is at most dt. In this frame,
   move the chaser only for `time`, and count the runner as caught. Do not wait for WAY_THERE: see
   docs/which-behaviour.md, "The last frame of a chase". If the runner is about as fast as the chaser and
   flees, rounding decides whether they meet, so the status can change between two frames. Use `lead` for units
   that chase in every frame.

   Source: Mike Oberberger, "Interception of Two Moving Objects in 2D Space". This library adds the reach, the
   horizon, the platform, the range, the third dimension and the latest time. */

/* Tiles -----------------------------------------------------------------------------------------------------

   The tile behaviours work on a square grid, in whole tiles. All columns are int32_t. WAY_EXACT and WAY_FAST
   give the same answers.

   tile_step: which neighbouring tile is next on the path to the target, or away from the target? A step moves
   at most one tile on each axis, so there are eight directions. The chaser first steps diagonally, until it
   is in the same row or column as the target.

       way_tile_step_agent ghost = WAY_INIT;
       ghost.runner_x = 7, ghost.runner_y = -2;
       way_tile_step_answer next;
       way_tile_step_one(&ghost, &next); // next.step_x == 1 && next.step_y == -1
       ghost.away = 1;
       way_tile_step_one(&ghost, &next); // next.step_x == -1 && next.step_y == 1

   WAY_MET: the chaser steps. WAY_THERE: the chaser is on the target's tile; the step is 0. The step on an
   axis is 0 if a step away from the target would leave the range of int32_t. */

typedef struct way_tile_step_in {
    way_column chaser_x, chaser_y; /* tiles */
    way_column runner_x, runner_y; /* tiles: the target */
    way_column away;               /* any number but 0: step away from the target; 0, the default: step
                                      towards it */
} way_tile_step_in;

typedef struct way_tile_step_out {
    way_column_out step_x, step_y; /* tiles, -1, 0 or 1: add it to the chaser's tile */
    way_column_out status;         /* int32_t, a way_status */
} way_tile_step_out;

WAY_API way_result way_tile_step(const way_tile_step_in *in, const way_tile_step_out *out,
                                 const way_batch *batch);

typedef struct way_tile_step_agent {
    int32_t chaser_x, chaser_y, runner_x, runner_y;
    int32_t away;
} way_tile_step_agent;

typedef struct way_tile_step_answer {
    int32_t step_x, step_y, status;
} way_tile_step_answer;

WAY_API way_result way_tile_step_agent_default(way_tile_step_agent *agent);
WAY_API way_result way_tile_step_one(const way_tile_step_agent *agent, way_tile_step_answer *answer);

/* Accuracy: exact, for all of int32_t.

   Source: the notes "Chasing and Evading", after David M. Bourg and Glenn Seemann, "AI for Game Developers"
   (basic chasing and evading). */

/* tile_line: which neighbouring tile is next on the straight line (Bresenham) to the target? Between two
   calls the caller keeps the first tile of the line. For the first call, set from_x and from_y to the
   chaser's own tile. Then pass next_from_x and next_from_y to the next call. If the target has moved, and the
   chaser is no longer on the line to the target, a new line begins at the chaser.

       way_tile_line_agent ghost = WAY_INIT;
       ghost.runner_x = 4, ghost.runner_y = 2;
       way_tile_line_answer next;
       way_tile_line_one(&ghost, &next); // next.step_x == 1
       ghost.chaser_x += next.step_x, ghost.chaser_y += next.step_y;
       ghost.from_x = next.next_from_x, ghost.from_y = next.next_from_y;

   WAY_MET: the chaser steps. WAY_THERE: the chaser is on the target's tile; the step is 0. WAY_INVALID: the
   two tiles are more than 2^25 apart on an axis; the step is 0. */

typedef struct way_tile_line_in {
    way_column chaser_x, chaser_y; /* tiles */
    way_column runner_x, runner_y; /* tiles: the target */
    way_column from_x, from_y;     /* tiles: where the line began */
} way_tile_line_in;

typedef struct way_tile_line_out {
    way_column_out step_x, step_y;           /* tiles, -1, 0 or 1: add it to the chaser's tile */
    way_column_out next_from_x, next_from_y; /* tiles: first tile of the line, for the next call */
    way_column_out status;                   /* int32_t, a way_status */
} way_tile_line_out;

WAY_API way_result way_tile_line(const way_tile_line_in *in, const way_tile_line_out *out,
                                 const way_batch *batch);

typedef struct way_tile_line_agent {
    int32_t chaser_x, chaser_y, runner_x, runner_y, from_x, from_y;
} way_tile_line_agent;

typedef struct way_tile_line_answer {
    int32_t step_x, step_y, next_from_x, next_from_y, status;
} way_tile_line_answer;

WAY_API way_result way_tile_line_agent_default(way_tile_line_agent *agent);
WAY_API way_result way_tile_line_one(const way_tile_line_agent *agent, way_tile_line_answer *answer);

/* Accuracy: exact. Each step moves one tile on the longer axis. A step also moves on the shorter axis if this
   keeps the chaser within half a tile of the line. If two tiles are equally near the line, the step goes to
   the tile nearer the target.

   Source: Jack Bresenham, "Algorithm for computer control of a digital plotter"; used for pursuit as in the
   notes "Chasing and Evading". */

/* Seek and flee ---------------------------------------------------------------------------------------------

   seek: which velocity leads straight to the runner's present position at full speed? If dt, the time until
   the next call, is set, the chaser slows down so that it does not pass this position.

       way_seek2d_agent dog = WAY_INIT;
       dog.chaser_speed = 5, dog.runner_x = 30, dog.runner_y = 40;
       way_seek2d_answer run;
       way_seek2d_one(&dog, &run); // run.velocity_x == 3 && run.velocity_y == 4 && run.distance == 50
       dog.dt = 20;
       way_seek2d_one(&dog, &run); // run.velocity_x == 1.5f && run.velocity_y == 2

   flee: which velocity leads straight away from the chaser's present position? flee computes the runner's
   velocity. For each runner, the batch's `target` holds the row of the chaser from which it flees.

       way_flee2d_agent hare = WAY_INIT;
       hare.runner_x = 3, hare.runner_y = 4, hare.runner_speed = 10;
       way_flee2d_answer run;
       way_flee2d_one(&hare, &run); // run.velocity_x == 6 && run.velocity_y == 8

   WAY_MET: the agent moves. At a speed below 1e-18 m/s the velocity may be 0. WAY_THERE: both agents are at
   the same position, or less than 1e-19 m apart; velocity 0. WAY_IMMOBILE: the speed is 0 or negative;
   velocity
   0. WAY_INVALID: NaN, infinity, a negative dt, or an overflow, which happens only with inputs above 1e18. */

typedef struct way_seek2d_in {
    way_column chaser_x, chaser_y; /* m */
    way_column chaser_speed;       /* m/s; 0 or negative: the chaser cannot move */
    way_column runner_x, runner_y; /* m */
    way_column dt; /* s: time until the next call; default 0: the chaser may pass the runner */
} way_seek2d_in;

typedef struct way_seek2d_out {
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: of the chaser */
    way_column_out distance;               /* m, 3 ulp: distance to the runner */
    way_column_out status;                 /* int32_t, a way_status */
} way_seek2d_out;

WAY_API way_result way_seek2d(const way_seek2d_in *in, const way_seek2d_out *out, const way_batch *batch);

typedef struct way_seek2d_agent {
    float chaser_x, chaser_y, chaser_speed, runner_x, runner_y;
    float dt;
} way_seek2d_agent;

typedef struct way_seek2d_answer {
    float velocity_x, velocity_y, distance;
    int32_t status;
} way_seek2d_answer;

WAY_API way_result way_seek2d_agent_default(way_seek2d_agent *agent);
WAY_API way_result way_seek2d_one(const way_seek2d_agent *agent, way_seek2d_answer *answer);

typedef struct way_seek3d_in {
    way_column chaser_x, chaser_y, chaser_z; /* m */
    way_column chaser_speed;                 /* m/s; 0 or negative: the chaser cannot move */
    way_column runner_x, runner_y, runner_z; /* m */
    way_column dt; /* s: time until the next call; default 0: the chaser may pass the runner */
} way_seek3d_in;

typedef struct way_seek3d_out {
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: of the chaser */
    way_column_out distance;                           /* m, 3 ulp: distance to the runner */
    way_column_out status;                             /* int32_t, a way_status */
} way_seek3d_out;

WAY_API way_result way_seek3d(const way_seek3d_in *in, const way_seek3d_out *out, const way_batch *batch);

typedef struct way_seek3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_speed, runner_x, runner_y, runner_z;
    float dt;
} way_seek3d_agent;

typedef struct way_seek3d_answer {
    float velocity_x, velocity_y, velocity_z, distance;
    int32_t status;
} way_seek3d_answer;

WAY_API way_result way_seek3d_agent_default(way_seek3d_agent *agent);
WAY_API way_result way_seek3d_one(const way_seek3d_agent *agent, way_seek3d_answer *answer);

typedef struct way_flee2d_in {
    way_column runner_x, runner_y; /* m: the agent that flees */
    way_column runner_speed;       /* m/s; 0 or negative: the runner cannot move */
    way_column chaser_x, chaser_y; /* m: the agent from which the runner flees */
} way_flee2d_in;

typedef struct way_flee2d_out {
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: of the runner */
    way_column_out distance;               /* m, 3 ulp: distance to the chaser */
    way_column_out status;                 /* int32_t, a way_status */
} way_flee2d_out;

WAY_API way_result way_flee2d(const way_flee2d_in *in, const way_flee2d_out *out, const way_batch *batch);

typedef struct way_flee2d_agent {
    float runner_x, runner_y, runner_speed, chaser_x, chaser_y;
} way_flee2d_agent;

typedef struct way_flee2d_answer {
    float velocity_x, velocity_y, distance;
    int32_t status;
} way_flee2d_answer;

WAY_API way_result way_flee2d_agent_default(way_flee2d_agent *agent);
WAY_API way_result way_flee2d_one(const way_flee2d_agent *agent, way_flee2d_answer *answer);

typedef struct way_flee3d_in {
    way_column runner_x, runner_y, runner_z; /* m: the agent that flees */
    way_column runner_speed;                 /* m/s; 0 or negative: the runner cannot move */
    way_column chaser_x, chaser_y, chaser_z; /* m: the agent from which the runner flees */
} way_flee3d_in;

typedef struct way_flee3d_out {
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: of the runner */
    way_column_out distance;                           /* m, 3 ulp: distance to the chaser */
    way_column_out status;                             /* int32_t, a way_status */
} way_flee3d_out;

WAY_API way_result way_flee3d(const way_flee3d_in *in, const way_flee3d_out *out, const way_batch *batch);

typedef struct way_flee3d_agent {
    float runner_x, runner_y, runner_z, runner_speed, chaser_x, chaser_y, chaser_z;
} way_flee3d_agent;

typedef struct way_flee3d_answer {
    float velocity_x, velocity_y, velocity_z, distance;
    int32_t status;
} way_flee3d_answer;

WAY_API way_result way_flee3d_agent_default(way_flee3d_agent *agent);
WAY_API way_result way_flee3d_one(const way_flee3d_agent *agent, way_flee3d_answer *answer);

/* Accuracy, WAY_EXACT and WAY_FAST: the errors are within the ulps above if separations and speeds are 0 or
   1e-18 to 1e18. For the velocity, one ulp is the ulp of the speed. See docs/accuracy.md, "Seek and flee".

   Source: "Chasing and Evading" (line of sight), and "Two Basic Kinematics Problems" (pure tracking). */

/* Arrive ----------------------------------------------------------------------------------------------------

   Which velocity leads a chaser to a place, if it slows down near the place and stops there? Outside the
   slowing radius the chaser has its full speed. Inside it the speed is proportional to the distance. If the
   chaser shall come to rest, set dt, the time until the next call. With dt, the chaser does not pass the
   place before the next call, and its speed is at least chaser_speed / 64 until it arrives. Without dt, the
   chaser comes nearer and nearer but never arrives. If positions are floats, a chaser can stop only if
   chaser_speed * dt / 64 is more than half a unit in the last place of the position. At 1 m/s and 60 calls a
   second, this holds up to 4 km from the origin. Farther away, use positions in doubles. The places may be in
   a separate table, because to_x and to_y count as runner columns (see "Batches" in base.h): the batch's
   `target` then holds the row of each chaser's place.

       way_arrive2d_agent cart = WAY_INIT;
       cart.chaser_speed = 5, cart.to_x = 30, cart.to_y = 40, cart.slowing_radius = 20;
       way_arrive2d_answer roll;
       way_arrive2d_one(&cart, &roll); // roll.velocity_x == 3 && roll.velocity_y == 4 && roll.distance == 50
       cart.chaser_x = 27, cart.chaser_y = 36;
       way_arrive2d_one(&cart, &roll); // roll.velocity_x == 0.75f && roll.velocity_y == 1

   WAY_MET: the chaser moves. WAY_THERE: the chaser is at the place, or less than 1e-19 m from it; velocity 0.
   WAY_IMMOBILE: the speed is 0 or negative; velocity 0. WAY_INVALID: NaN, infinity, a negative radius or dt,
   or an overflow, which happens only with inputs above 1e18; velocity 0, distance +inf. */

typedef struct way_arrive2d_in {
    way_column chaser_x, chaser_y; /* m */
    way_column chaser_speed;       /* m/s: full speed; 0 or negative: the chaser cannot move */
    way_column to_x, to_y;         /* m: the place to stop at */
    way_column slowing_radius;     /* m, >= 0: the chaser slows down inside it; 0: it never slows down */
    way_column dt; /* s, >= 0: time until the next call; default 0: may pass the place, and never rests */
} way_arrive2d_in;

typedef struct way_arrive2d_out {
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: of the chaser */
    way_column_out distance;               /* m, 3 ulp: distance to the place */
    way_column_out status;                 /* int32_t, a way_status */
} way_arrive2d_out;

WAY_API way_result way_arrive2d(const way_arrive2d_in *in, const way_arrive2d_out *out,
                                const way_batch *batch);

typedef struct way_arrive2d_agent {
    float chaser_x, chaser_y, chaser_speed, to_x, to_y, slowing_radius;
    float dt;
} way_arrive2d_agent;

typedef struct way_arrive2d_answer {
    float velocity_x, velocity_y, distance;
    int32_t status;
} way_arrive2d_answer;

WAY_API way_result way_arrive2d_agent_default(way_arrive2d_agent *agent);
WAY_API way_result way_arrive2d_one(const way_arrive2d_agent *agent, way_arrive2d_answer *answer);

typedef struct way_arrive3d_in {
    way_column chaser_x, chaser_y, chaser_z; /* m */
    way_column chaser_speed;                 /* m/s: full speed; 0 or negative: the chaser cannot move */
    way_column to_x, to_y, to_z;             /* m: the place to stop at */
    way_column slowing_radius;               /* m, >= 0: the chaser slows down inside it; 0: it never slows
                                                down */
    way_column dt; /* s, >= 0: time until the next call; default 0: may pass the place, and never rests */
} way_arrive3d_in;

typedef struct way_arrive3d_out {
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: of the chaser */
    way_column_out distance;                           /* m, 3 ulp: distance to the place */
    way_column_out status;                             /* int32_t, a way_status */
} way_arrive3d_out;

WAY_API way_result way_arrive3d(const way_arrive3d_in *in, const way_arrive3d_out *out,
                                const way_batch *batch);

typedef struct way_arrive3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_speed, to_x, to_y, to_z, slowing_radius;
    float dt;
} way_arrive3d_agent;

typedef struct way_arrive3d_answer {
    float velocity_x, velocity_y, velocity_z, distance;
    int32_t status;
} way_arrive3d_answer;

WAY_API way_result way_arrive3d_agent_default(way_arrive3d_agent *agent);
WAY_API way_result way_arrive3d_one(const way_arrive3d_agent *agent, way_arrive3d_answer *answer);

/* Accuracy, WAY_EXACT and WAY_FAST: the errors are within the ulps above. For the velocity, one ulp is the
   ulp of its own length, but at least the ulp of 1e-30 m/s. The bounds hold if separations, speeds, radii and
   dt are 0 or 1e-18 to 1e18.

   Source: Craig W. Reynolds, "Steering Behaviors For Autonomous Characters" (arrival). */

/* Aiming ahead ----------------------------------------------------------------------------------------------

   Three behaviours predict where the other agent will be after a lead time. `closing` and `predict` go
   towards that point at full speed, and `evade` flees from it. The three behaviours differ only in the lead
   time. If dt, the time until the next call, is set, `closing` and `predict` do not pass the point. All three
   have the same statuses:

   WAY_MET: the agent moves. WAY_THERE: the agent is already at that point; velocity 0. WAY_IMMOBILE: the
   speed is 0 or negative; velocity 0, but time and point are valid. WAY_LATE (closing): the lead time would
   exceed the horizon, so the horizon is used instead. If the horizon is +inf and the lead time would be above
   1e19 s, the lead time is 0 instead. WAY_INVALID: NaN or infinity.

   closing: the lead time is |separation| / |closing velocity|. The closing velocity is the runner's velocity
   minus the chaser's present velocity. If chaser and runner have nearly the same velocity, the lead time is
   very long. If the runner is also behind the chaser, the chaser may never arrive. A horizon limits the lead
   time, but the chase can still take far longer than necessary. In such a chase use `lead`, which arrives at
   the earliest meeting.

       way_closing2d_agent hawk;
       way_closing2d_answer fly;
       way_closing2d_agent_default(&hawk);
       hawk.chaser_vx = 10, hawk.chaser_speed = 13, hawk.runner_x = 120, hawk.runner_vx = -2;
       way_closing2d_one(&hawk, &fly); // fly.time == 10 && fly.point_x == 100 && fly.velocity_x == 13 */

typedef struct way_closing2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column chaser_vx, chaser_vy; /* m/s: present velocity */
    way_column chaser_speed; /* m/s: length of the returned velocity; 0 or negative: the chaser cannot move */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s */
    way_column horizon;              /* s, >= 0: longest lead time; default +inf */
    way_column dt; /* s: time until the next call; default 0: the chaser may pass the runner */
} way_closing2d_in;

typedef struct way_closing2d_out {
    way_column_out time;                   /* s, 6 ulp: the lead time */
    way_column_out point_x, point_y;       /* m, 8 ulp: runner's position at that time */
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: of the chaser */
    way_column_out status;                 /* int32_t, a way_status */
} way_closing2d_out;

WAY_API way_result way_closing2d(const way_closing2d_in *in, const way_closing2d_out *out,
                                 const way_batch *batch);

typedef struct way_closing2d_agent {
    float chaser_x, chaser_y, chaser_vx, chaser_vy, chaser_speed, runner_x, runner_y, runner_vx, runner_vy;
    float horizon, dt;
} way_closing2d_agent;

typedef struct way_closing2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y;
    int32_t status;
} way_closing2d_answer;

WAY_API way_result way_closing2d_agent_default(way_closing2d_agent *agent);
WAY_API way_result way_closing2d_one(const way_closing2d_agent *agent, way_closing2d_answer *answer);

typedef struct way_closing3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_vx, chaser_vy, chaser_vz; /* m/s: present velocity */
    way_column chaser_speed; /* m/s: length of the returned velocity; 0 or negative: the chaser cannot move */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column horizon;                         /* s, >= 0: longest lead time; default +inf */
    way_column dt; /* s: time until the next call; default 0: the chaser may pass the runner */
} way_closing3d_in;

typedef struct way_closing3d_out {
    way_column_out time;                               /* s, 6 ulp: the lead time */
    way_column_out point_x, point_y, point_z;          /* m, 8 ulp: runner's position at that time */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: of the chaser */
    way_column_out status;                             /* int32_t, a way_status */
} way_closing3d_out;

WAY_API way_result way_closing3d(const way_closing3d_in *in, const way_closing3d_out *out,
                                 const way_batch *batch);

typedef struct way_closing3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_vx, chaser_vy, chaser_vz, chaser_speed, runner_x, runner_y,
        runner_z, runner_vx, runner_vy, runner_vz;
    float horizon, dt;
} way_closing3d_agent;

typedef struct way_closing3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z;
    int32_t status;
} way_closing3d_answer;

WAY_API way_result way_closing3d_agent_default(way_closing3d_agent *agent);
WAY_API way_result way_closing3d_one(const way_closing3d_agent *agent, way_closing3d_answer *answer);

/* predict: the lead time grows linearly with the distance to the runner: from 0 at near_distance to
   longest_lead at far_distance and beyond. If far_distance is below near_distance, the lead time grows as the
   distance shrinks. If both are equal, the lead time is 0 up to this distance, and longest_lead beyond it.
   Set longest_lead to at most (far_distance - near_distance) / |runner's velocity|. With a longer lead, the
   chaser can pass the runner and stay ahead of it.

       way_predict2d_agent hawk = WAY_INIT;
       hawk.chaser_speed = 5, hawk.runner_x = 30, hawk.runner_vy = 8, hawk.far_distance = 60;
       way_predict2d_answer fly;
       hawk.longest_lead = 10;
       way_predict2d_one(&hawk, &fly); // fly.time == 5 && fly.velocity_x == 3 && fly.velocity_y == 4 */

typedef struct way_predict2d_in {
    way_column chaser_x, chaser_y;          /* m */
    way_column chaser_speed;                /* m/s; 0 or negative: the chaser cannot move */
    way_column runner_x, runner_y;          /* m */
    way_column runner_vx, runner_vy;        /* m/s */
    way_column near_distance, far_distance; /* m: lead time 0 at the first, longest_lead at the second */
    way_column longest_lead;                /* s */
    way_column dt; /* s: time until the next call; default 0: the chaser may pass the runner */
} way_predict2d_in;

typedef struct way_predict2d_out {
    way_column_out time;                   /* s, 3 ulp: the lead time */
    way_column_out point_x, point_y;       /* m, 4 ulp: runner's position at that time */
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: of the chaser */
    way_column_out status;                 /* int32_t, a way_status */
} way_predict2d_out;

WAY_API way_result way_predict2d(const way_predict2d_in *in, const way_predict2d_out *out,
                                 const way_batch *batch);

typedef struct way_predict2d_agent {
    float chaser_x, chaser_y, chaser_speed, runner_x, runner_y, runner_vx, runner_vy, near_distance,
        far_distance, longest_lead;
    float dt;
} way_predict2d_agent;

typedef struct way_predict2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y;
    int32_t status;
} way_predict2d_answer;

WAY_API way_result way_predict2d_agent_default(way_predict2d_agent *agent);
WAY_API way_result way_predict2d_one(const way_predict2d_agent *agent, way_predict2d_answer *answer);

typedef struct way_predict3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_speed;                    /* m/s; 0 or negative: the chaser cannot move */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column near_distance, far_distance;     /* m: lead time 0 at the first, longest_lead at the second */
    way_column longest_lead;                    /* s */
    way_column dt; /* s: time until the next call; default 0: the chaser may pass the runner */
} way_predict3d_in;

typedef struct way_predict3d_out {
    way_column_out time;                               /* s, 3 ulp: the lead time */
    way_column_out point_x, point_y, point_z;          /* m, 4 ulp: runner's position at that time */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: of the chaser */
    way_column_out status;                             /* int32_t, a way_status */
} way_predict3d_out;

WAY_API way_result way_predict3d(const way_predict3d_in *in, const way_predict3d_out *out,
                                 const way_batch *batch);

typedef struct way_predict3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_speed, runner_x, runner_y, runner_z, runner_vx, runner_vy,
        runner_vz, near_distance, far_distance, longest_lead;
    float dt;
} way_predict3d_agent;

typedef struct way_predict3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z;
    int32_t status;
} way_predict3d_answer;

WAY_API way_result way_predict3d_agent_default(way_predict3d_agent *agent);
WAY_API way_result way_predict3d_one(const way_predict3d_agent *agent, way_predict3d_answer *answer);

/* evade: the runner flees from the point where the chaser will be after the lead time. evade computes the
   lead time as predict does. Set longest_lead to less than (far_distance - near_distance) / |chaser's
   velocity|, for example to half of it. With a longer lead, this point can be beyond the runner, and the
   runner then runs at a chaser that comes straight at it. With exactly this lead and a near_distance of 0, the
   point is the runner itself, which then stands: WAY_THERE.

       way_evade2d_agent hare = WAY_INIT;
       hare.runner_speed = 5, hare.chaser_x = 40, hare.chaser_vy = 6, hare.far_distance = 80;
       way_evade2d_answer run;
       hare.longest_lead = 10;
       way_evade2d_one(&hare, &run); // run.point_y == 30 && run.velocity_x == -4 && run.velocity_y == -3 */

typedef struct way_evade2d_in {
    way_column runner_x, runner_y;          /* m: the agent that flees */
    way_column runner_speed;                /* m/s; 0 or negative: the runner cannot move */
    way_column chaser_x, chaser_y;          /* m: the agent from which the runner flees */
    way_column chaser_vx, chaser_vy;        /* m/s */
    way_column near_distance, far_distance; /* m: lead time 0 at the first, longest_lead at the second */
    way_column longest_lead;                /* s */
} way_evade2d_in;

typedef struct way_evade2d_out {
    way_column_out time;                   /* s, 3 ulp: the lead time */
    way_column_out point_x, point_y;       /* m, 4 ulp: chaser's position at that time */
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: of the runner */
    way_column_out status;                 /* int32_t, a way_status */
} way_evade2d_out;

WAY_API way_result way_evade2d(const way_evade2d_in *in, const way_evade2d_out *out, const way_batch *batch);

typedef struct way_evade2d_agent {
    float runner_x, runner_y, runner_speed, chaser_x, chaser_y, chaser_vx, chaser_vy, near_distance,
        far_distance, longest_lead;
} way_evade2d_agent;

typedef struct way_evade2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y;
    int32_t status;
} way_evade2d_answer;

WAY_API way_result way_evade2d_agent_default(way_evade2d_agent *agent);
WAY_API way_result way_evade2d_one(const way_evade2d_agent *agent, way_evade2d_answer *answer);

typedef struct way_evade3d_in {
    way_column runner_x, runner_y, runner_z;    /* m: the agent that flees */
    way_column runner_speed;                    /* m/s; 0 or negative: the runner cannot move */
    way_column chaser_x, chaser_y, chaser_z;    /* m: the agent from which the runner flees */
    way_column chaser_vx, chaser_vy, chaser_vz; /* m/s */
    way_column near_distance, far_distance;     /* m: lead time 0 at the first, longest_lead at the second */
    way_column longest_lead;                    /* s */
} way_evade3d_in;

typedef struct way_evade3d_out {
    way_column_out time;                               /* s, 3 ulp: the lead time */
    way_column_out point_x, point_y, point_z;          /* m, 4 ulp: chaser's position at that time */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: of the runner */
    way_column_out status;                             /* int32_t, a way_status */
} way_evade3d_out;

WAY_API way_result way_evade3d(const way_evade3d_in *in, const way_evade3d_out *out, const way_batch *batch);

typedef struct way_evade3d_agent {
    float runner_x, runner_y, runner_z, runner_speed, chaser_x, chaser_y, chaser_z, chaser_vx, chaser_vy,
        chaser_vz, near_distance, far_distance, longest_lead;
} way_evade3d_agent;

typedef struct way_evade3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z;
    int32_t status;
} way_evade3d_answer;

WAY_API way_result way_evade3d_agent_default(way_evade3d_agent *agent);
WAY_API way_result way_evade3d_one(const way_evade3d_agent *agent, way_evade3d_answer *answer);

/* Accuracy, WAY_EXACT and WAY_FAST: the errors are within the ulps above. For the time, one ulp is the ulp of
   T. For closing, T is the time itself. For predict and evade, T is longest_lead * (1 + (distance +
   near_distance) / |far_distance - near_distance|). For the point, one ulp is the ulp of the largest term of
   its sum. For the velocity, it is the ulp of speed * A / (distance to the point), where A is separation +
   |other agent's velocity| * T. The bounds hold if magnitudes are 0 or 1e-12 to 1e12. See docs/accuracy.md,
   "Aiming ahead".

   Sources: "Chasing and Evading" (interception by closing time, after Bourg and Seemann); "Two Basic
   Kinematics Problems" (tracking with prediction). */

/* Nearest approach ------------------------------------------------------------------------------------------

   What it answers: when and where does a runner come nearest to a chaser that does not move, and what is
   their distance then? If the chaser moves, pass the runner's velocity relative to the chaser's. Time and
   distance are then correct, but the point is seen from the moving chaser. To get the true position, add the
   chaser's velocity times `time`.

       way_nearest2d_agent tower;
       way_nearest2d_answer pass;
       way_nearest2d_agent_default(&tower);
       tower.runner_x = -40, tower.runner_y = 30, tower.runner_vx = 5;
       way_nearest2d_one(&tower, &pass); // pass.time == 8 && pass.distance == 30 && pass.point_x == 0

   WAY_MET: the runner comes nearer until the returned time. WAY_THERE: the runner is nearest now, because it
   stands still, moves away or is just passing; the time is 0, and the point is the runner's present position.
   WAY_LATE: the runner is still coming nearer at the horizon; time, point and distance are those at the
   horizon. WAY_INVALID: NaN, infinity or a negative horizon; time 0, point 0, distance +inf. */

typedef struct way_nearest2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s */
    way_column horizon;              /* s, >= 0: latest time; default +inf */
} way_nearest2d_in;

typedef struct way_nearest2d_out {
    way_column_out time;             /* s, 2 ulp: when the runner is nearest */
    way_column_out point_x, point_y; /* m, 2 ulp: runner's position at that time */
    way_column_out distance;         /* m, 2 ulp: distance from chaser to point */
    way_column_out status;           /* int32_t, a way_status */
} way_nearest2d_out;

WAY_API way_result way_nearest2d(const way_nearest2d_in *in, const way_nearest2d_out *out,
                                 const way_batch *batch);

typedef struct way_nearest2d_agent {
    float chaser_x, chaser_y, runner_x, runner_y, runner_vx, runner_vy;
    float horizon;
} way_nearest2d_agent;

typedef struct way_nearest2d_answer {
    float time, point_x, point_y, distance;
    int32_t status;
} way_nearest2d_answer;

WAY_API way_result way_nearest2d_agent_default(way_nearest2d_agent *agent);
WAY_API way_result way_nearest2d_one(const way_nearest2d_agent *agent, way_nearest2d_answer *answer);

/* Accuracy, WAY_EXACT: r is the separation and v the velocity. The error of the time is at most the larger of
   two values: the ulps above, and 2^-50 |r| / |v|. The error of the distance is at most the larger of the
   ulps above and 2^-50 |r|. For the point, one ulp is the ulp of the largest term of its sum. WAY_FAST: 2^-21
   replaces 2^-50. The bounds hold if magnitudes are 0 or 1e-12 to 1e12. See docs/accuracy.md, "Nearest
   approach".

   Source: "Chasing and Evading" (how to test whether the target is within reach). */

/* Meeting by road -------------------------------------------------------------------------------------------

   Where does a chaser meet a runner if the chaser is faster on a road than on open ground? The road is a
   straight line without ends, through road_x, road_y along the road's heading. The chaser either goes
   straight to the meeting over open ground, or it joins the road, follows it, and leaves it for the meeting.
   The answer is the earliest meeting of all such routes. To follow the answer, the chaser goes at
   chaser_speed to the joining point, at road_speed along the road to the leaving point, and at chaser_speed
   to the meeting point. If the straight route is the earliest, the joining point and the leaving point are
   equal to the meeting point.

       way_meet_by_road2d_agent hunter;
       way_meet_by_road2d_agent_default(&hunter);
       hunter.chaser_y = 20, hunter.chaser_speed = 5, hunter.road_heading_x = 1, hunter.road_speed = 20;
       hunter.runner_x = 20, hunter.runner_vx = 10;
       way_meet_by_road2d_answer way;
       way_meet_by_road2d_one(&hunter, &way); // way.time > 9.7459f && way.time < 9.746f && way.join_x > 5.16f
       hunter.road_speed = 0;
       way_meet_by_road2d_one(&hunter, &way); // way.status == WAY_TOO_SLOW

   WAY_MET: they meet at the returned time. WAY_THERE: the chaser is already at the runner; time 0, all points
   are the runner's position. WAY_TOO_SLOW: they never meet, with or without the road. WAY_IMMOBILE:
   chaser_speed is 0 or negative. WAY_LATE: the meeting is after the horizon. WAY_INVALID: NaN, infinity, a
   road heading of 0, a horizon of -inf, or an overflow, which happens only with inputs above 1e18. With every
   status except WAY_MET and WAY_THERE, time is +inf and the points are 0. If road_speed is not above
   chaser_speed, the chaser does not use the road. */

typedef struct way_meet_by_road2d_in {
    way_column chaser_x, chaser_y;             /* m */
    way_column chaser_speed;                   /* m/s: off the road; 0 or negative: the chaser cannot move */
    way_column road_x, road_y;                 /* m: any point of the road */
    way_column road_heading_x, road_heading_y; /* any length above 0, either direction */
    way_column road_speed;                     /* m/s: on the road */
    way_column runner_x, runner_y;             /* m */
    way_column runner_vx, runner_vy;           /* m/s */
    way_column horizon;                        /* s: longest time to the meeting; default +inf */
} way_meet_by_road2d_in;

typedef struct way_meet_by_road2d_out {
    way_column_out time;             /* s, 1 ulp: of the meeting; +inf: none */
    way_column_out join_x, join_y;   /* m, 2 ulp: where the chaser joins the road */
    way_column_out leave_x, leave_y; /* m, 2 ulp: where the chaser leaves the road */
    way_column_out point_x, point_y; /* m, 2 ulp: where they meet */
    way_column_out status;           /* int32_t, a way_status */
} way_meet_by_road2d_out;

WAY_API way_result way_meet_by_road2d(const way_meet_by_road2d_in *in, const way_meet_by_road2d_out *out,
                                      const way_batch *batch);

typedef struct way_meet_by_road2d_agent {
    float chaser_x, chaser_y, chaser_speed, road_x, road_y, road_heading_x, road_heading_y, road_speed,
        runner_x, runner_y, runner_vx, runner_vy;
    float horizon;
} way_meet_by_road2d_agent;

typedef struct way_meet_by_road2d_answer {
    float time, join_x, join_y, leave_x, leave_y, point_x, point_y;
    int32_t status;
} way_meet_by_road2d_answer;

WAY_API way_result way_meet_by_road2d_agent_default(way_meet_by_road2d_agent *agent);
WAY_API way_result way_meet_by_road2d_one(const way_meet_by_road2d_agent *agent,
                                          way_meet_by_road2d_answer *answer);

/* If the chaser follows the answer for a step and asks again, the new time is the old time minus the step:
   see docs/accuracy.md, "Asking again". In a step that leads past the joining point, the chaser must go the
   rest of the step on the road. The chase ends in the frame in which `time` is at most dt. In this frame, move
   the chaser only for `time`, and do not wait for WAY_THERE: see docs/which-behaviour.md, "The last frame of a
   chase".

   Accuracy, WAY_EXACT and WAY_FAST: the errors are within the ulps above. For the time, one ulp is the ulp of
   max(time, 2^-24 S), where S is the sum of the terms of its equation in seconds. For the points, it is the
   ulp of the largest term of their sums. The bounds hold for magnitudes that are 0 or 1e-12 to 1e12. See
   docs/accuracy.md, "Meeting by road".

   Source: "Chasing and Evading", which searches for the joining point of a hunter that is faster on a road;
   the closed form is the library's own. */

/* Thrust ----------------------------------------------------------------------------------------------------

   A ship has a velocity and can accelerate in any direction, up to `acceleration`; its speed has no limit. In
   which direction must it accelerate now to meet a runner, or to come to rest at a point, and when is it
   there?

       way_thrust2d_agent ship;
       way_thrust2d_agent_default(&ship);
       ship.acceleration = 2, ship.runner_x = 100;
       way_thrust2d_answer burn;
       way_thrust2d_one(&ship, &burn); // burn.time == 10 && burn.acceleration_x == 2
       ship.match = 1;
       way_thrust2d_one(&ship, &burn); // burn.time > 14.142f && burn.time < 14.143f && burn.reverse < 7.0711f

   `match` 0: the ship reaches the runner's position as early as possible, at any velocity. The ship
   accelerates in the same direction all the time. If you ask in each step, set dt, and count a hit as soon as
   `time` is at most one and a half steps. Just before the meeting, thrust can no longer make up for the
   rounding of positions. So a ship also meets the runner if it misses it by at most 2^-19 of the largest
   coordinate (2 mm at 1 km), and if thrust moves the ship by at most 16 times as much until then. `time` is
   then the time until the ship passes the runner. With positions in doubles, coordinates count from the ship.
   With dt, the call knows how much rounding adds up over the steps. A ship with weak thrust and short steps
   then meets the runner at up to 8 times this distance. Without dt, it may fly a second approach.

   `match` 1: the ship arrives with the runner's velocity; to stop at a point, pass a runner that stands
   there. Let r be the separation, v the relative velocity, T the time and h = r + v T / 2. Along h, the ship
   accelerates and then brakes equally hard; across h, it brakes evenly. T is the least time for which the
   acceleration suffices. If r and v are parallel, or v is 0, no other steering is faster, and `reverse` is
   the time at which the ship turns round and brakes; it is 0 if the ship is already braking. Otherwise, a
   ship that turns its thrust in the best way can be earlier by at most 5 per cent: docs/accuracy.md,
   "Thrust".

   dt: the ship keeps its acceleration for dt and then asks again. With `match` 0, dt only changes the
   distance above. With `match` 1 and dt, `time` is a whole number of steps, so the last step ends at the
   runner's position and velocity. A ship that can stop in time does not pass the runner by more than the
   caller's rounding errors (0.5 mm in 3200 flights of up to 200 m, with floats). The caller's step must be
   x += vx dt + ax dt dt / 2, then vx += ax dt. Without dt, the answer is right only at this moment: a ship
   that keeps its acceleration for a step of length s passes the point by up to about acceleration * s * s.

   WAY_MET: they meet at the returned time. WAY_THERE: the ship is already at the runner; time and
   acceleration are 0. With `match` 1, WAY_THERE means at rest next to the runner up to a rounding e: 2^-23
   of the largest coordinate, or of the way of both ships in a step if this is larger. The distance is at most
   2 e, or up to 18 e if thrust moves the ship by less than e in a step dt. To stay with a runner that
   moves, the ship then takes the runner's velocity. docs/accuracy.md, "Thrust", has the limits.
   WAY_IMMOBILE: acceleration is 0 or negative. WAY_TOO_SLOW: the time overflows a float. WAY_LATE: the
   meeting is after the horizon. WAY_INVALID: NaN, infinity, a match that is neither 0 nor 1, a dt below 0,
   a horizon of -inf, or inputs above 1e18. With every status except WAY_MET, the acceleration is 0 and
   `reverse` is +inf. With every status except WAY_MET and WAY_THERE, time is +inf. */

typedef struct way_thrust2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column chaser_vx, chaser_vy; /* m/s */
    way_column acceleration;         /* m/s^2: the largest, in any direction; 0 or negative: none */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s */
    way_column match;                /* int32_t, 0 or 1; 1: arrive at the runner's velocity; default 0 */
    way_column horizon;              /* s: longest time to the meeting; default +inf */
    way_column dt;                   /* s, >= 0: time until the next call; default 0: continuous */
} way_thrust2d_in;

typedef struct way_thrust2d_out {
    way_column_out time;                           /* s, 2 ulp: of the meeting; +inf: none */
    way_column_out acceleration_x, acceleration_y; /* m/s^2, 4 ulp: of the chaser, now */
    way_column_out reverse; /* s, 4 ulp: time of the turn if r and v are parallel; else +inf */
    way_column_out status;  /* int32_t, a way_status */
} way_thrust2d_out;

WAY_API way_result way_thrust2d(const way_thrust2d_in *in, const way_thrust2d_out *out,
                                const way_batch *batch);

typedef struct way_thrust2d_agent {
    float chaser_x, chaser_y, chaser_vx, chaser_vy, acceleration;
    float runner_x, runner_y, runner_vx, runner_vy;
    int32_t match;
    float horizon, dt;
} way_thrust2d_agent;

typedef struct way_thrust2d_answer {
    float time, acceleration_x, acceleration_y, reverse;
    int32_t status;
} way_thrust2d_answer;

WAY_API way_result way_thrust2d_agent_default(way_thrust2d_agent *agent);
WAY_API way_result way_thrust2d_one(const way_thrust2d_agent *agent, way_thrust2d_answer *answer);

typedef struct way_thrust3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_vx, chaser_vy, chaser_vz; /* m/s */
    way_column acceleration;                 /* m/s^2: the largest, in any direction; 0 or negative: none */
    way_column runner_x, runner_y, runner_z; /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column match;   /* int32_t, 0 or 1; 1: arrive at the runner's velocity; default 0 */
    way_column horizon; /* s: longest time to the meeting; default +inf */
    way_column dt;      /* s, >= 0: time until the next call; default 0: continuous */
} way_thrust3d_in;

typedef struct way_thrust3d_out {
    way_column_out time;                                           /* s, 2 ulp: of the meeting; +inf: none */
    way_column_out acceleration_x, acceleration_y, acceleration_z; /* m/s^2, 4 ulp: of the chaser, now */
    way_column_out reverse; /* s, 4 ulp: time of the turn if r and v are parallel; else +inf */
    way_column_out status;  /* int32_t, a way_status */
} way_thrust3d_out;

WAY_API way_result way_thrust3d(const way_thrust3d_in *in, const way_thrust3d_out *out,
                                const way_batch *batch);

typedef struct way_thrust3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_vx, chaser_vy, chaser_vz, acceleration;
    float runner_x, runner_y, runner_z, runner_vx, runner_vy, runner_vz;
    int32_t match;
    float horizon, dt;
} way_thrust3d_agent;

typedef struct way_thrust3d_answer {
    float time, acceleration_x, acceleration_y, acceleration_z, reverse;
    int32_t status;
} way_thrust3d_answer;

WAY_API way_result way_thrust3d_agent_default(way_thrust3d_agent *agent);
WAY_API way_result way_thrust3d_one(const way_thrust3d_agent *agent, way_thrust3d_answer *answer);

/* Ulps of the time are counted at the time or, if it is larger, at the scale in docs/accuracy.md, "Thrust".
   Ulps of the acceleration are counted at `acceleration`, and ulps of `reverse` at the time. The bounds hold
   for WAY_EXACT and WAY_FAST, and for magnitudes that are 0 or 1e-6 to 1e6. If dt is set, the returned
   acceleration may exceed `acceleration` by 2^-22 of it.

   Source: textbooks, for one axis: bounded thrust accelerates and then brakes ("bang-bang"). The rest is the
   library's own. */

/* Lead pursuit ----------------------------------------------------------------------------------------------

   What it answers: which velocity leads a homing unit to the earliest interception, or straight to the runner
   if they cannot meet? Call it once each frame. If dt is set, the chaser does not pass the runner. Use
   lead_factor and longest_lead to aim at a point that is less far ahead.

       way_lead2d_agent dog;
       way_lead2d_answer run;
       way_lead2d_agent_default(&dog);
       dog.chaser_speed = 5, dog.runner_x = 30, dog.runner_vy = 3, dog.dt = 0.02f;
       way_lead2d_one(&dog, &run); // run.status == WAY_MET && run.velocity_x == 4 && run.velocity_y == 3

   The outputs time, distance and status are those of the interception at full speed. If the output `distance`
   is greater than `range`, the status is WAY_OUT_OF_RANGE instead of WAY_MET or WAY_THERE. The output `point`
   is the point at which the chaser aims: the runner's position after the lead time. The velocity leads there.
   The lead time is the interception's time multiplied by lead_factor, but at most longest_lead. If they
   cannot meet, the lead time is 0. If dt is set, dt replaces the interception's time in this product in two
   cases: (1) the runner is within reach now, or (2) they can meet, and the runner can be within reach at dt.
   In these two cases the runner is then within reach at dt, if this is possible. The output `time` is still
   that of the interception. If lead_factor or longest_lead makes the chaser aim at another point, it goes at
   the speed at which this point is just within reach at dt. If a fast runner can be met before dt but not at
   dt, the lead time uses the interception's time instead of dt.

   WAY_MET: they meet. WAY_TOO_SLOW, WAY_LATE: the velocity leads straight to the runner; the time is +inf,
   and the point is the runner's present position. WAY_THERE: the runner is within reach now. Without dt the
   velocity is 0; with dt the runner is within reach until the next call, if that is possible. WAY_IMMOBILE,
   WAY_OUT_OF_RANGE: as in the interception. WAY_INVALID: as in the interception, and also if dt or
   lead_factor is negative or not finite, or longest_lead is below 0. */

typedef struct way_lead2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column chaser_speed;         /* m/s; 0 or negative: the chaser cannot move */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s */
    way_column horizon;              /* s: longest time to the meeting; default +inf */
    way_column range; /* m, >= 0: largest distance from the chaser to the meeting point; default +inf */
    way_column reach; /* m, >= 0: distance at which they meet; default 0 */
    way_column platform_vx, platform_vy; /* m/s: velocity of the chaser's carrier; default 0 */
    way_column dt; /* s, >= 0: time until the next call; default 0: the chaser may pass the runner */
    way_column longest_lead; /* s, >= 0: longest lead time; default +inf */
    way_column lead_factor;  /* >= 0: factor of the lead time; 0: aims at the runner's position; default 1 */
} way_lead2d_in;

typedef struct way_lead2d_out {
    way_column_out time;                   /* s, 4 ulp: earliest meeting; +inf: none */
    way_column_out point_x, point_y;       /* m, 6 ulp: where the runner is after the lead time */
    way_column_out velocity_x, velocity_y; /* m/s, 5 ulp: chaser's velocity, seen from its platform */
    way_column_out distance;               /* m, 8 ulp: distance to the meeting; without one: to the runner */
    way_column_out status;                 /* int32_t, a way_status */
} way_lead2d_out;

WAY_API way_result way_lead2d(const way_lead2d_in *in, const way_lead2d_out *out, const way_batch *batch);

typedef struct way_lead2d_agent {
    float chaser_x, chaser_y, chaser_speed, runner_x, runner_y, runner_vx, runner_vy;
    float horizon, range, reach, platform_vx, platform_vy, dt, longest_lead, lead_factor;
} way_lead2d_agent;

typedef struct way_lead2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, distance;
    int32_t status;
} way_lead2d_answer;

WAY_API way_result way_lead2d_agent_default(way_lead2d_agent *agent);
WAY_API way_result way_lead2d_one(const way_lead2d_agent *agent, way_lead2d_answer *answer);

typedef struct way_lead3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_speed;                    /* m/s; 0 or negative: the chaser cannot move */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column horizon;                         /* s: longest time to the meeting; default +inf */
    way_column range; /* m, >= 0: largest distance from the chaser to the meeting point; default +inf */
    way_column reach; /* m, >= 0: distance at which they meet; default 0 */
    way_column platform_vx, platform_vy, platform_vz; /* m/s: velocity of the chaser's carrier; default 0 */
    way_column dt; /* s, >= 0: time until the next call; default 0: the chaser may pass the runner */
    way_column longest_lead; /* s, >= 0: longest lead time; default +inf */
    way_column lead_factor;  /* >= 0: factor of the lead time; 0: aims at the runner's position; default 1 */
} way_lead3d_in;

typedef struct way_lead3d_out {
    way_column_out time;                               /* s, 4 ulp: earliest meeting; +inf: none */
    way_column_out point_x, point_y, point_z;          /* m, 6 ulp: where the runner is after the lead time */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 5 ulp: velocity relative to the platform */
    way_column_out distance; /* m, 8 ulp: distance to the meeting; without one: to the runner */
    way_column_out status;   /* int32_t, a way_status */
} way_lead3d_out;

WAY_API way_result way_lead3d(const way_lead3d_in *in, const way_lead3d_out *out, const way_batch *batch);

typedef struct way_lead3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_speed, runner_x, runner_y, runner_z, runner_vx, runner_vy,
        runner_vz;
    float horizon, range, reach, platform_vx, platform_vy, platform_vz, dt, longest_lead, lead_factor;
} way_lead3d_agent;

typedef struct way_lead3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, distance;
    int32_t status;
} way_lead3d_answer;

WAY_API way_result way_lead3d_agent_default(way_lead3d_agent *agent);
WAY_API way_result way_lead3d_one(const way_lead3d_agent *agent, way_lead3d_answer *answer);

/* Accuracy: if the lead time is the interception's time, the outputs have the same bits as those of the
   interception. If they cannot meet, the bounds of the interception hold, and the velocity has the bound of
   seek. With any other lead time, the bounds of the interception hold for time and distance, and
   docs/accuracy.md, "Lead pursuit", has the bounds of point and velocity. All bounds hold if dt, longest_lead
   and lead_factor are 0 or 1e-12 to 1e12.

   Source: "Two Basic Kinematics Problems" (lead tracking). In this library, the time of the meeting comes
   from the interception's quadratic equation. */

/* The latest meeting ----------------------------------------------------------------------------------------

   What it answers: what is the last time, up to the horizon, at which a chaser can meet the runner, and with
   which velocity does it arrive exactly then? The chaser may move more slowly than chaser_speed. Use the
   latest meeting for chasers that let others arrive first. For the earliest meeting, pass the same columns to
   the interception.

       way_latest2d_agent dog;
       way_latest2d_answer run;
       way_latest2d_agent_default(&dog);
       dog.chaser_speed = 5, dog.runner_x = 30, dog.runner_vy = 4, dog.horizon = 10;
       way_latest2d_one(&dog, &run); // run.time == 10 && run.velocity_x == 3 && run.velocity_y == 4

   If the chaser is slower than the runner, it can meet the runner only during one interval of time. The time
   is the end of this interval or the horizon, whichever is earlier. If the chaser is at least as fast as the
   runner, the time is the horizon.

   The time is that of a meeting, not that of a start: the chaser must go at `velocity` from now on. If a
   slower chaser stands instead, the interval becomes shorter until its two ends meet, in the end like a square
   root. So do not wait until the interval is short. If intercept2d answers WAY_MET, such a chaser can stand
   for at most t - d * sqrt(1 / speed^2 - 1 / w^2) + reach / speed seconds, and must then run at the velocity
   of the interception. Here t and d are the time and the distance of nearest2d, and w is the runner's speed;
   with a platform, both are for the velocity relative to it. Start 0.1 s and two frames earlier: at the last
   moment, rounding decides whether they meet.

   WAY_MET: they can meet. If the horizon is +inf, there may be no last time; the time is then +inf. In this
   case the velocity is the runner's velocity relative to the platform, and the speed is its length. The point
   is the runner's present position, and the distance is measured from the chaser to this point. WAY_THERE:
   the runner is within reach now; the time is how long the chaser can stay within reach. With a time of 0,
   velocity and speed are 0. All other statuses are those of the interception. With them, time, velocity and
   speed are 0. The point is then the runner's present position (0 if invalid), and the distance is measured
   from the chaser to this point (+inf if invalid). */

typedef struct way_latest2d_in {
    way_column chaser_x, chaser_y;       /* m */
    way_column chaser_speed;             /* m/s: highest speed; 0 or negative: the chaser cannot move */
    way_column runner_x, runner_y;       /* m */
    way_column runner_vx, runner_vy;     /* m/s */
    way_column reach;                    /* m, >= 0: distance at which they meet; default 0 */
    way_column horizon;                  /* s: longest time to the meeting; default +inf */
    way_column platform_vx, platform_vy; /* m/s: velocity of the chaser's carrier; default 0 */
} way_latest2d_in;

typedef struct way_latest2d_out {
    way_column_out time; /* s, 4 ulp: the last meeting; +inf: they can always meet later; 0: no meeting */
    way_column_out point_x, point_y;       /* m, 6 ulp: runner's position at the meeting */
    way_column_out velocity_x, velocity_y; /* m/s, 5 ulp: chaser's velocity, seen from its platform */
    way_column_out speed;                  /* m/s, 2 ulp: required speed, at most the chaser's */
    way_column_out distance;               /* m, 8 ulp: point's distance from the chaser's position now */
    way_column_out status;                 /* int32_t, a way_status */
} way_latest2d_out;

WAY_API way_result way_latest2d(const way_latest2d_in *in, const way_latest2d_out *out,
                                const way_batch *batch);

typedef struct way_latest2d_agent {
    float chaser_x, chaser_y, chaser_speed, runner_x, runner_y, runner_vx, runner_vy;
    float reach, horizon, platform_vx, platform_vy;
} way_latest2d_agent;

typedef struct way_latest2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, speed, distance;
    int32_t status;
} way_latest2d_answer;

WAY_API way_result way_latest2d_agent_default(way_latest2d_agent *agent);
WAY_API way_result way_latest2d_one(const way_latest2d_agent *agent, way_latest2d_answer *answer);

typedef struct way_latest3d_in {
    way_column chaser_x, chaser_y, chaser_z;          /* m */
    way_column chaser_speed;                          /* m/s: highest speed; 0 or negative: it cannot move */
    way_column runner_x, runner_y, runner_z;          /* m */
    way_column runner_vx, runner_vy, runner_vz;       /* m/s */
    way_column reach;                                 /* m, >= 0: distance at which they meet; default 0 */
    way_column horizon;                               /* s: longest time to the meeting; default +inf */
    way_column platform_vx, platform_vy, platform_vz; /* m/s: velocity of the chaser's carrier; default 0 */
} way_latest3d_in;

typedef struct way_latest3d_out {
    way_column_out time; /* s, 4 ulp: the last meeting; +inf: they can always meet later; 0: no meeting */
    way_column_out point_x, point_y, point_z; /* m, 6 ulp: runner's position at the meeting */
    way_column_out velocity_x, velocity_y,
        velocity_z;          /* m/s, 5 ulp: chaser's velocity, seen from its platform */
    way_column_out speed;    /* m/s, 2 ulp: required speed, at most the chaser's */
    way_column_out distance; /* m, 8 ulp: point's distance from the chaser's position now */
    way_column_out status;   /* int32_t, a way_status */
} way_latest3d_out;

WAY_API way_result way_latest3d(const way_latest3d_in *in, const way_latest3d_out *out,
                                const way_batch *batch);

typedef struct way_latest3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_speed, runner_x, runner_y, runner_z, runner_vx, runner_vy,
        runner_vz;
    float reach, horizon, platform_vx, platform_vy, platform_vz;
} way_latest3d_agent;

typedef struct way_latest3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, speed, distance;
    int32_t status;
} way_latest3d_answer;

WAY_API way_result way_latest3d_agent_default(way_latest3d_agent *agent);
WAY_API way_result way_latest3d_one(const way_latest3d_agent *agent, way_latest3d_answer *answer);

/* Accuracy, WAY_EXACT: the errors are within the ulps above. Ulps of the point and of the distance are those
   of the interception, and ulps of the velocity are ulps of the chaser's speed. If the time is the horizon,
   velocity and speed have a second bound, 2^-50 (|separation| / horizon + relative speed). The larger bound
   holds. The range of magnitudes and the accuracy of WAY_FAST are those of the interception. See
   docs/accuracy.md, "The latest meeting".

   Source: Mike Oberberger, "Interception of Two Moving Objects in 2D Space": the latest meeting is the other
   root of its quadratic equation. */

/* Meeting at a given time -----------------------------------------------------------------------------------

   What it answers: where is the runner at a given time, and with which velocity does a chaser arrive there
   exactly then? If all members of a squad have the same time, they arrive together. If all members are faster
   than the runner, use the latest of their interception times: then no member has to exceed its speed.

       way_meet_at2d_agent dog;
       way_meet_at2d_answer run;
       way_meet_at2d_agent_default(&dog);
       dog.runner_x = 30, dog.runner_vy = 4, dog.time = 10;
       way_meet_at2d_one(&dog, &run); // run.point_y == 40 && run.speed == 5 && run.velocity_x == 3

   `speed` is the required speed. The speed is 0 if the runner comes within reach by itself.

   If the time is above 0: WAY_MET: they meet. WAY_TOO_SLOW (WAY_IMMOBILE if the chaser cannot move): the
   required speed is above chaser_speed; the velocity points to the point, and its length is chaser_speed (0
   if the chaser cannot move).

   If the time is 0 or negative, the point is the runner's present position, and the distance is that from the
   chaser to this position. WAY_THERE: the runner is within reach now; velocity and speed are 0. WAY_LATE: the
   runner is not within reach; velocity 0, speed +inf.

   WAY_INVALID: NaN, infinity, a negative reach, or an overflow; point and velocity 0, speed and distance
   +inf. */

typedef struct way_meet_at2d_in {
    way_column chaser_x, chaser_y;       /* m */
    way_column runner_x, runner_y;       /* m */
    way_column runner_vx, runner_vy;     /* m/s */
    way_column time;                     /* s: time of the meeting */
    way_column reach;                    /* m, >= 0: distance at which they meet; default 0 */
    way_column platform_vx, platform_vy; /* m/s: velocity of the chaser's carrier; default 0 */
    way_column chaser_speed; /* m/s: highest speed; 0 or negative: the chaser cannot move; default +inf */
} way_meet_at2d_in;

typedef struct way_meet_at2d_out {
    way_column_out point_x, point_y;       /* m, 2 ulp: runner's position at the meeting */
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: chaser's velocity, seen from its platform */
    way_column_out speed;                  /* m/s, 4 ulp: required speed */
    way_column_out distance;               /* m, 4 ulp: point's distance from the chaser's position now */
    way_column_out status;                 /* int32_t, a way_status */
} way_meet_at2d_out;

WAY_API way_result way_meet_at2d(const way_meet_at2d_in *in, const way_meet_at2d_out *out,
                                 const way_batch *batch);

typedef struct way_meet_at2d_agent {
    float chaser_x, chaser_y, runner_x, runner_y, runner_vx, runner_vy, time;
    float reach, platform_vx, platform_vy, chaser_speed;
} way_meet_at2d_agent;

typedef struct way_meet_at2d_answer {
    float point_x, point_y, velocity_x, velocity_y, speed, distance;
    int32_t status;
} way_meet_at2d_answer;

WAY_API way_result way_meet_at2d_agent_default(way_meet_at2d_agent *agent);
WAY_API way_result way_meet_at2d_one(const way_meet_at2d_agent *agent, way_meet_at2d_answer *answer);

typedef struct way_meet_at3d_in {
    way_column chaser_x, chaser_y, chaser_z;          /* m */
    way_column runner_x, runner_y, runner_z;          /* m */
    way_column runner_vx, runner_vy, runner_vz;       /* m/s */
    way_column time;                                  /* s: time of the meeting */
    way_column reach;                                 /* m, >= 0: distance at which they meet; default 0 */
    way_column platform_vx, platform_vy, platform_vz; /* m/s: velocity of the chaser's carrier; default 0 */
    way_column chaser_speed; /* m/s: highest speed; 0 or negative: the chaser cannot move; default +inf */
} way_meet_at3d_in;

typedef struct way_meet_at3d_out {
    way_column_out point_x, point_y, point_z; /* m, 2 ulp: runner's position at the meeting */
    way_column_out velocity_x, velocity_y,
        velocity_z;          /* m/s, 4 ulp: chaser's velocity, seen from its platform */
    way_column_out speed;    /* m/s, 4 ulp: required speed */
    way_column_out distance; /* m, 4 ulp: point's distance from the chaser's position now */
    way_column_out status;   /* int32_t, a way_status */
} way_meet_at3d_out;

WAY_API way_result way_meet_at3d(const way_meet_at3d_in *in, const way_meet_at3d_out *out,
                                 const way_batch *batch);

typedef struct way_meet_at3d_agent {
    float chaser_x, chaser_y, chaser_z, runner_x, runner_y, runner_z, runner_vx, runner_vy, runner_vz, time;
    float reach, platform_vx, platform_vy, platform_vz, chaser_speed;
} way_meet_at3d_agent;

typedef struct way_meet_at3d_answer {
    float point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, speed, distance;
    int32_t status;
} way_meet_at3d_answer;

WAY_API way_result way_meet_at3d_agent_default(way_meet_at3d_agent *agent);
WAY_API way_result way_meet_at3d_one(const way_meet_at3d_agent *agent, way_meet_at3d_answer *answer);

/* Accuracy, WAY_EXACT: r is the separation, w is the runner's velocity minus the platform's, and X is |r| /
   time + |w|. For velocity and speed, one ulp is the ulp of X. If an optional input is set, the errors are at
   most these ulps or 2^-49 X, whichever is larger. For the point, one ulp is the ulp of the largest term of
   its sum. WAY_FAST: 2^-20 replaces 2^-49. The bounds hold if magnitudes are 0 or 1e-12 to 1e12. See
   docs/accuracy.md, "Meeting at a given time".

   Source: "Two Basic Kinematics Problems" (the position of a target after a time, and tracking it). */

/* Proportional navigation -----------------------------------------------------------------------------------

   What it answers: which acceleration steers a missile to its target? The line of sight leads from the
   chaser to the runner. The acceleration is proportional to the turn rate of this line. With navigate (true
   navigation) the acceleration is gain * closing speed * turn rate, perpendicular to the line of sight.
   With navigate_pure the acceleration is gain * speed * turn rate, perpendicular to the chaser's velocity, so
   it changes only the direction of the velocity. An acceleration above the limit is shortened to the limit.

       way_navigate2d_agent missile;
       way_navigate2d_answer turn;
       way_navigate2d_agent_default(&missile);
       missile.chaser_vx = 30, missile.runner_x = 64, missile.runner_vx = 10, missile.runner_vy = 8;
       way_navigate2d_one(&missile, &turn); // turn.closing == 20 && turn.acceleration_y == 7.5f
       float separation = 16, target_acceleration = 10;
       missile.runner_x = separation;
       missile.runner_ay = separation < 1 * turn.closing ? target_acceleration : 0;
       way_navigate2d_one(&missile, &turn); // turn.acceleration_y == 45

   If the target turns hard and its acceleration is known, set runner_ax, runner_ay (and runner_az) in the last
   second before the hit: while separation / closing is below 1 s. `navigate` then adds gain / 2 times the part
   of this acceleration that is perpendicular to the line of sight (augmented navigation), and the chaser
   misses by less. Leave it at 0 before: the law assumes that the acceleration stays the same until the hit,
   but the acceleration of a target that circles turns too. A chaser that follows it on the whole flight can
   lose its closing speed, and then never hits.

   WAY_MET: the chaser steers. WAY_THERE: both agents are at the same position; acceleration 0. WAY_TOO_SLOW
   (navigate): they are not coming closer, because the chaser has passed the target or is too slow;
   acceleration 0. A missile that flies straight on from there seldom comes back: let it destroy itself, or
   turn it by `lead`. WAY_IMMOBILE (navigate_pure): the chaser's velocity is 0; acceleration 0. WAY_INVALID:
   NaN, infinity, a negative limit, or an overflow. */

typedef struct way_navigate2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column chaser_vx, chaser_vy; /* m/s */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s */
    way_column gain;                 /* the navigation constant; default 3 */
    way_column limit;                /* m/s^2, >= 0: largest acceleration; default +inf */
    way_column runner_ax, runner_ay; /* m/s^2: the runner's acceleration, in the last second before the hit;
                                        default 0 */
} way_navigate2d_in;

typedef struct way_navigate2d_out {
    way_column_out acceleration_x, acceleration_y; /* m/s^2, 8 ulp: of the chaser */
    way_column_out closing;                        /* m/s, 4 ulp: decrease of the separation per second */
    way_column_out status;                         /* int32_t, a way_status */
} way_navigate2d_out;

WAY_API way_result way_navigate2d(const way_navigate2d_in *in, const way_navigate2d_out *out,
                                  const way_batch *batch);

typedef struct way_navigate2d_agent {
    float chaser_x, chaser_y, chaser_vx, chaser_vy, runner_x, runner_y, runner_vx, runner_vy;
    float gain, limit, runner_ax, runner_ay;
} way_navigate2d_agent;

typedef struct way_navigate2d_answer {
    float acceleration_x, acceleration_y, closing;
    int32_t status;
} way_navigate2d_answer;

WAY_API way_result way_navigate2d_agent_default(way_navigate2d_agent *agent);
WAY_API way_result way_navigate2d_one(const way_navigate2d_agent *agent, way_navigate2d_answer *answer);

typedef struct way_navigate3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_vx, chaser_vy, chaser_vz; /* m/s */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column gain;                            /* the navigation constant; default 3 */
    way_column limit;                           /* m/s^2, >= 0: largest acceleration; default +inf */
    way_column runner_ax, runner_ay,
        runner_az; /* m/s^2: the runner's acceleration, in the last second before the hit; default 0 */
} way_navigate3d_in;

typedef struct way_navigate3d_out {
    way_column_out acceleration_x, acceleration_y, acceleration_z; /* m/s^2, 8 ulp: of the chaser */
    way_column_out closing; /* m/s, 4 ulp: decrease of the separation per second */
    way_column_out status;  /* int32_t, a way_status */
} way_navigate3d_out;

WAY_API way_result way_navigate3d(const way_navigate3d_in *in, const way_navigate3d_out *out,
                                  const way_batch *batch);

typedef struct way_navigate3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_vx, chaser_vy, chaser_vz, runner_x, runner_y, runner_z,
        runner_vx, runner_vy, runner_vz;
    float gain, limit, runner_ax, runner_ay, runner_az;
} way_navigate3d_agent;

typedef struct way_navigate3d_answer {
    float acceleration_x, acceleration_y, acceleration_z, closing;
    int32_t status;
} way_navigate3d_answer;

WAY_API way_result way_navigate3d_agent_default(way_navigate3d_agent *agent);
WAY_API way_result way_navigate3d_one(const way_navigate3d_agent *agent, way_navigate3d_answer *answer);

typedef struct way_navigate_pure2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column chaser_vx, chaser_vy; /* m/s */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s */
    way_column gain;                 /* the navigation constant; default 3 */
    way_column limit;                /* m/s^2, >= 0: largest acceleration; default +inf */
} way_navigate_pure2d_in;

typedef struct way_navigate_pure2d_out {
    way_column_out acceleration_x, acceleration_y; /* m/s^2, 8 ulp: of the chaser */
    way_column_out closing;                        /* m/s, 4 ulp: decrease of the separation per second */
    way_column_out status;                         /* int32_t, a way_status */
} way_navigate_pure2d_out;

WAY_API way_result way_navigate_pure2d(const way_navigate_pure2d_in *in, const way_navigate_pure2d_out *out,
                                       const way_batch *batch);

typedef struct way_navigate_pure2d_agent {
    float chaser_x, chaser_y, chaser_vx, chaser_vy, runner_x, runner_y, runner_vx, runner_vy;
    float gain, limit;
} way_navigate_pure2d_agent;

typedef struct way_navigate_pure2d_answer {
    float acceleration_x, acceleration_y, closing;
    int32_t status;
} way_navigate_pure2d_answer;

WAY_API way_result way_navigate_pure2d_agent_default(way_navigate_pure2d_agent *agent);
WAY_API way_result way_navigate_pure2d_one(const way_navigate_pure2d_agent *agent,
                                           way_navigate_pure2d_answer *answer);

typedef struct way_navigate_pure3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_vx, chaser_vy, chaser_vz; /* m/s */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column gain;                            /* the navigation constant; default 3 */
    way_column limit;                           /* m/s^2, >= 0: largest acceleration; default +inf */
} way_navigate_pure3d_in;

typedef struct way_navigate_pure3d_out {
    way_column_out acceleration_x, acceleration_y, acceleration_z; /* m/s^2, 8 ulp: of the chaser */
    way_column_out closing; /* m/s, 4 ulp: decrease of the separation per second */
    way_column_out status;  /* int32_t, a way_status */
} way_navigate_pure3d_out;

WAY_API way_result way_navigate_pure3d(const way_navigate_pure3d_in *in, const way_navigate_pure3d_out *out,
                                       const way_batch *batch);

typedef struct way_navigate_pure3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_vx, chaser_vy, chaser_vz, runner_x, runner_y, runner_z,
        runner_vx, runner_vy, runner_vz;
    float gain, limit;
} way_navigate_pure3d_agent;

typedef struct way_navigate_pure3d_answer {
    float acceleration_x, acceleration_y, acceleration_z, closing;
    int32_t status;
} way_navigate_pure3d_answer;

WAY_API way_result way_navigate_pure3d_agent_default(way_navigate_pure3d_agent *agent);
WAY_API way_result way_navigate_pure3d_one(const way_navigate_pure3d_agent *agent,
                                           way_navigate_pure3d_answer *answer);

/* Accuracy, WAY_EXACT: ulps of the acceleration are counted at gain * |closing velocity|^2 / separation +
   gain / 2 * |runner's acceleration|. For navigate_pure they are counted at gain * speed * |closing velocity|
   / separation. Ulps of the closing speed are counted at |closing velocity|. The bounds hold if magnitudes
   are 0 or 1e-6 to 1e6. See docs/accuracy.md, "Proportional navigation".

   Source: Paul Zarchan, "Tactical and Strategic Missile Guidance". */

/* Steering --------------------------------------------------------------------------------------------------

   What it answers: which heading and velocity does a vehicle have after one step, if it turns towards a
   wanted velocity at a limited turn rate? The new velocity has the length of the wanted velocity and the
   direction of the new heading. Input headings may have any length; output headings are unit vectors. In one
   step the vehicle turns by at most turn_rate * dt, and at most by half a turn.

       way_steer2d_agent car = WAY_INIT;
       car.heading_x = 1, car.wanted_y = 7, car.turn_rate = 0.5f, car.dt = 8;
       way_steer2d_answer turn;
       way_steer2d_one(&car, &turn); // turn.status == WAY_MET && turn.velocity_y == 7
       car.dt = 1;
       way_steer2d_one(&car, &turn); // turn.status == WAY_LATE && turn.velocity_x > turn.velocity_y

   WAY_MET: the turn is complete, and the velocity equals the wanted velocity bit for bit. WAY_LATE: the turn
   is not complete. WAY_INVALID: NaN, infinity, a negative turn rate or dt, or an overflow.

   If the wanted velocity is 0, the vehicle stops and keeps its heading. If the heading is 0, the vehicle
   turns to the wanted direction at once. If both are 0, the heading stays 0. If the wanted velocity points
   straight behind, the vehicle turns left. In space, this left turn is about the z axis, or about the x axis
   if the heading is steeper than 45 degrees. */

typedef struct way_steer2d_in {
    way_column heading_x, heading_y; /* any length */
    way_column wanted_x, wanted_y;   /* m/s: the wanted velocity */
    way_column turn_rate;            /* rad/s, >= 0 */
    way_column dt;                   /* s, >= 0 */
} way_steer2d_in;

typedef struct way_steer2d_out {
    way_column_out velocity_x, velocity_y;         /* m/s, 10 ulp */
    way_column_out next_heading_x, next_heading_y; /* 6 ulp: a unit vector */
    way_column_out status;                         /* int32_t, a way_status */
} way_steer2d_out;

WAY_API way_result way_steer2d(const way_steer2d_in *in, const way_steer2d_out *out, const way_batch *batch);

typedef struct way_steer2d_agent {
    float heading_x, heading_y, wanted_x, wanted_y, turn_rate, dt;
} way_steer2d_agent;

typedef struct way_steer2d_answer {
    float velocity_x, velocity_y, next_heading_x, next_heading_y;
    int32_t status;
} way_steer2d_answer;

WAY_API way_result way_steer2d_agent_default(way_steer2d_agent *agent);
WAY_API way_result way_steer2d_one(const way_steer2d_agent *agent, way_steer2d_answer *answer);

typedef struct way_steer3d_in {
    way_column heading_x, heading_y, heading_z; /* any length */
    way_column wanted_x, wanted_y, wanted_z;    /* m/s: the wanted velocity */
    way_column turn_rate;                       /* rad/s, >= 0 */
    way_column dt;                              /* s, >= 0 */
} way_steer3d_in;

typedef struct way_steer3d_out {
    way_column_out velocity_x, velocity_y, velocity_z;             /* m/s, 10 ulp */
    way_column_out next_heading_x, next_heading_y, next_heading_z; /* 6 ulp: a unit vector */
    way_column_out status;                                         /* int32_t, a way_status */
} way_steer3d_out;

WAY_API way_result way_steer3d(const way_steer3d_in *in, const way_steer3d_out *out, const way_batch *batch);

typedef struct way_steer3d_agent {
    float heading_x, heading_y, heading_z, wanted_x, wanted_y, wanted_z, turn_rate, dt;
} way_steer3d_agent;

typedef struct way_steer3d_answer {
    float velocity_x, velocity_y, velocity_z, next_heading_x, next_heading_y, next_heading_z;
    int32_t status;
} way_steer3d_answer;

WAY_API way_result way_steer3d_agent_default(way_steer3d_agent *agent);
WAY_API way_result way_steer3d_one(const way_steer3d_agent *agent, way_steer3d_answer *answer);

/* Accuracy, WAY_EXACT: ulps of the heading are ulps of 1, and ulps of the velocity are ulps of the wanted
   speed. The bounds hold if lengths are 0 or 1e-15 to 1e15. WAY_FAST treats angles within 1e-6 rad of
   straight ahead or straight behind as exactly straight. See docs/accuracy.md, "Steering".

   Source: the library's own method. The rotation uses the half-angle formulas, without trigonometric
   functions. */

#ifdef __cplusplus
}
#endif

#endif
