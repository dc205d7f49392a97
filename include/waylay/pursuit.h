/* waylay, pursuit: to meet, chase, lead, navigate, steer and evade, in the plane, in space and on tiles. */
#ifndef WAYLAY_PURSUIT_H
#define WAYLAY_PURSUIT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Interception ----------------------------------------------------------------------------------------------

   The earliest meeting of a chaser of constant speed with a runner of constant velocity, and the velocity
   that gets the chaser there: the smallest t >= 0 with |r + v t| = speed t + reach, where r leads from the
   chaser to the runner and v is the runner's velocity less the platform's.

   Bounds, WAY_EXACT, against exact arithmetic on the given floats: the time and the latest time within 4
   ulp; the point within 6 ulp of the largest term of its sum; the velocity and its length within 5 ulp of
   the speed; the distance within 8 ulp of itself or of the largest term of its sum, where that is larger. Yes
   or no is never wrong, with or without a reach and a platform: what just touches is met, what misses by less
   than any digit of a double is not, and a horizon is held against the exact time, not the rounded one (the
   time given is then no later than the horizon); but a distance within its bound of the range may be judged
   either way. They hold while lengths and speeds, and their products, are each 0 or between 1e-12 and 1e15.
   Outside, digits fade; a separation under 1e-19 counts as there, as does one whose square exceeds that of
   the reach by less than 1e-38, and what overflows a float is WAY_INVALID: never a NaN.

   A chaser of speed 0 or less waits. It is WAY_MET, at velocity 0, where the runner comes to it: the question
   is when they meet, not who moves, and it is so of a chaser however slow. WAY_IMMOBILE says that nothing
   comes.

   WAY_FAST computes in floats throughout: typically 1e-6 relative, but nearly equal speeds and grazing
   meetings lose up to all digits, and a meeting within float rounding of impossible may be judged either
   way.

   Runners that are not met get time +inf, latest 0, velocity 0 and the point where they are now (0 where
   invalid).

   Source: Mike Oberberger, "Interception of Two Moving Objects in 2D Space"; the reach, the horizon, the
   platform, the third dimension and the latest time are added here. */

typedef struct way_intercept2d_in {
    way_column chaser_x, chaser_y;       /* m */
    way_column chaser_speed;             /* m/s; 0 or less cannot move */
    way_column runner_x, runner_y;       /* m */
    way_column runner_vx, runner_vy;     /* m/s */
    way_column reach;                    /* m, >= 0: weapon range or touch distance; default 0 */
    way_column horizon;                  /* s: the longest time that counts; default +inf */
    way_column platform_vx, platform_vy; /* m/s: what carries the chaser when it sets out; default 0 */
    way_column range;                    /* m, >= 0: how far from the chaser it may be met; default +inf */
} way_intercept2d_in;

typedef struct way_intercept2d_out {
    way_column_out time;                   /* s, 4 ulp: earliest meeting; +inf where there is none */
    way_column_out point_x, point_y;       /* m, 6 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y; /* m/s, 5 ulp: the chaser's, relative to its platform; as long as
                                              the speed */
    way_column_out latest; /* s, 4 ulp: the last time at which a chaser that may go slower could meet it; +inf
                              where it is at least as fast as the runner */
    way_column_out distance; /* m, 8 ulp: from where the chaser is now to the point; +inf where invalid */
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
    way_column chaser_speed;                          /* m/s; 0 or less cannot move */
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
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 5 ulp, relative to the platform */
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

/* Tiles -----------------------------------------------------------------------------------------------------

   Whole tiles of a square grid, int32_t throughout: WAY_EXACT and WAY_FAST are the same.

   tile_step goes one tile towards the target on each axis (or away from it), as the simplest games do:
   eight directions, diagonals first. On the same tile nothing moves and the status is WAY_THERE; at the
   edge of int32_t a step away is 0.

   Source: David M. Bourg and Glenn Seemann, "AI for Game Developers" (basic chasing and evading), as
   retold in the notes "Chasing and Evading". */

typedef struct way_tile_step_in {
    way_column chaser_x, chaser_y; /* tiles */
    way_column runner_x, runner_y; /* tiles: the target */
    way_column away;               /* not 0: step away from it; default 0 */
} way_tile_step_in;

typedef struct way_tile_step_out {
    way_column_out step_x, step_y; /* tiles, -1, 0 or 1: what to add to its place */
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

/* tile_line goes straight: the next tile of the Bresenham line to the target. The state is where the line
   began (from_x, from_y): set it to the chaser's own tile at first, and hand next_from to the next call. A
   chaser that is not on the line from there to its target (which has moved, say) begins a new line where
   it is. On the longer axis it moves each call; on the shorter one where that keeps it within half a tile
   of the line, and where the line passes exactly between two tiles it goes on to the one nearer the
   target. It ends exactly on the target: WAY_THERE, where it stays. Tiles more than 2^25 apart on an axis
   are WAY_INVALID and do not move.

   Source: Jack Bresenham, "Algorithm for computer control of a digital plotter"; for pursuit as in the
   notes "Chasing and Evading". */

typedef struct way_tile_line_in {
    way_column chaser_x, chaser_y; /* tiles */
    way_column runner_x, runner_y; /* tiles: the target */
    way_column from_x, from_y;     /* tiles: where the line began */
} way_tile_line_in;

typedef struct way_tile_line_out {
    way_column_out step_x, step_y;           /* tiles, -1, 0 or 1: what to add to its place */
    way_column_out next_from_x, next_from_y; /* tiles: where the line began, for the next call */
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

/* Seek and flee ---------------------------------------------------------------------------------------------

   Full speed straight towards where the runner is now, or straight away from where the chaser is. Given a
   time step, seek slows down rather than overshoot: it arrives. At the same position the velocity is 0
   (WAY_THERE); a speed of 0 or less is WAY_IMMOBILE. Whoever flees is the runner, and the batch's targets
   name its chaser.

   Bounds, WAY_EXACT: the distance within its ulps, the velocity within its ulps of the speed, while
   separations are 0 or between 1e-18 and 1e18, and speeds up to 1e18. WAY_FAST is the same.

   Source: "Chasing and Evading" (line of sight), and "Two Basic Kinematics Problems" (pure tracking). */

typedef struct way_seek2d_in {
    way_column chaser_x, chaser_y; /* m */
    way_column chaser_speed;       /* m/s; 0 or less cannot move */
    way_column runner_x, runner_y; /* m */
    way_column dt;                 /* s: the time until the next call; default 0, no slowing down */
} way_seek2d_in;

typedef struct way_seek2d_out {
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: the chaser's */
    way_column_out distance;               /* m, 3 ulp: to the runner */
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
    way_column chaser_speed;                 /* m/s; 0 or less cannot move */
    way_column runner_x, runner_y, runner_z; /* m */
    way_column dt;                           /* s: the time until the next call; default 0, no slowing down */
} way_seek3d_in;

typedef struct way_seek3d_out {
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: the chaser's */
    way_column_out distance;                           /* m, 3 ulp: to the runner */
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
    way_column runner_x, runner_y; /* m: who flees */
    way_column runner_speed;       /* m/s; 0 or less cannot move */
    way_column chaser_x, chaser_y; /* m: from whom */
} way_flee2d_in;

typedef struct way_flee2d_out {
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: the runner's */
    way_column_out distance;               /* m, 3 ulp: to the chaser */
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
    way_column runner_x, runner_y, runner_z; /* m: who flees */
    way_column runner_speed;                 /* m/s; 0 or less cannot move */
    way_column chaser_x, chaser_y, chaser_z; /* m: from whom */
} way_flee3d_in;

typedef struct way_flee3d_out {
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: the runner's */
    way_column_out distance;                           /* m, 3 ulp: to the chaser */
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

/* Aiming ahead ----------------------------------------------------------------------------------------------

   Three ways to guess where the runner will be after a lead time, and full speed towards (or, to evade,
   away from) that point. Where the mover is at that point already, its velocity is 0 (WAY_THERE); a speed
   of 0 or less is WAY_IMMOBILE, with the time and the point all the same.

   closing: the lead time is |separation| / |closing velocity|, from the chaser's present velocity. Where
   both fly nearly alike that point runs away to infinity; a horizon bounds the lead time: beyond it the
   status is WAY_LATE and the lead time the horizon. Where the horizon is +inf and the lead time beyond
   1e19 s (a closing velocity of 0, say) the status is WAY_LATE and the lead time 0.

   predict: the lead time grows evenly with the distance, from 0 at near_distance to longest_lead at
   far_distance, and no further. (With far_distance the smaller one, it grows as the distance shrinks; where
   both are equal it is longest_lead beyond them.) A longest_lead of more than (far_distance - near_distance)
   / |runner's velocity| leads past the chaser: it can end up flying ahead of the runner for good.

   evade: flees from the point that predict gives; whoever evades is the runner.

   Bounds, WAY_EXACT: the time within its ulps, for predict and evade counted at longest_lead * (1 +
   (distance + near_distance) / |far_distance - near_distance|); the point within its ulps of the largest
   term of its sum, at a time as long as the time is counted at; the velocity within its ulps of speed *
   (separation + |runner's velocity| * that time) / (distance to the point), which is how well the aim
   itself is known; nearer to the point than 1e-6 of the separation and of the way that the other one makes,
   that does not say whether it is there. A lead time within 1e-6 of its horizon may be late or not, and one
   whose distance is within 1e-6 of two equal distances may be either. They hold while separations, closing
   velocities, lead times and all that is given are each 0 or between 1e-12 and 1e12. WAY_FAST is the same.

   Sources: "Chasing and Evading" (interception by closing time, after Bourg and Seemann); "Two Basic
   Kinematics Problems" (tracking with prediction). */

typedef struct way_closing2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column chaser_vx, chaser_vy; /* m/s: its present velocity */
    way_column chaser_speed;         /* m/s: the speed to go at; 0 or less cannot move */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s */
    way_column horizon;              /* s, >= 0: the longest lead time; default +inf */
    way_column dt;                   /* s: as for seek; default 0 */
} way_closing2d_in;

typedef struct way_closing2d_out {
    way_column_out time;                   /* s, 6 ulp: the lead time */
    way_column_out point_x, point_y;       /* m, 8 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: the chaser's */
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
    way_column chaser_vx, chaser_vy, chaser_vz; /* m/s: its present velocity */
    way_column chaser_speed;                    /* m/s: the speed to go at; 0 or less cannot move */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column horizon;                         /* s, >= 0: the longest lead time; default +inf */
    way_column dt;                              /* s: as for seek; default 0 */
} way_closing3d_in;

typedef struct way_closing3d_out {
    way_column_out time;                               /* s, 6 ulp: the lead time */
    way_column_out point_x, point_y, point_z;          /* m, 8 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: the chaser's */
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

typedef struct way_predict2d_in {
    way_column chaser_x, chaser_y;          /* m */
    way_column chaser_speed;                /* m/s; 0 or less cannot move */
    way_column runner_x, runner_y;          /* m */
    way_column runner_vx, runner_vy;        /* m/s */
    way_column near_distance, far_distance; /* m: where the lead time begins and ends to grow */
    way_column longest_lead;                /* s */
    way_column dt;                          /* s: as for seek; default 0 */
} way_predict2d_in;

typedef struct way_predict2d_out {
    way_column_out time;                   /* s, 3 ulp: the lead time */
    way_column_out point_x, point_y;       /* m, 4 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: the chaser's */
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
    way_column chaser_speed;                    /* m/s; 0 or less cannot move */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column near_distance, far_distance;     /* m: where the lead time begins and ends to grow */
    way_column longest_lead;                    /* s */
    way_column dt;                              /* s: as for seek; default 0 */
} way_predict3d_in;

typedef struct way_predict3d_out {
    way_column_out time;                               /* s, 3 ulp: the lead time */
    way_column_out point_x, point_y, point_z;          /* m, 4 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: the chaser's */
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

typedef struct way_evade2d_in {
    way_column runner_x, runner_y;          /* m: who flees */
    way_column runner_speed;                /* m/s; 0 or less cannot move */
    way_column chaser_x, chaser_y;          /* m: from whom */
    way_column chaser_vx, chaser_vy;        /* m/s */
    way_column near_distance, far_distance; /* m: where the lead time begins and ends to grow */
    way_column longest_lead;                /* s */
} way_evade2d_in;

typedef struct way_evade2d_out {
    way_column_out time;                   /* s, 3 ulp: the lead time */
    way_column_out point_x, point_y;       /* m, 4 ulp: where the chaser is then */
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: the runner's */
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
    way_column runner_x, runner_y, runner_z;    /* m: who flees */
    way_column runner_speed;                    /* m/s; 0 or less cannot move */
    way_column chaser_x, chaser_y, chaser_z;    /* m: from whom */
    way_column chaser_vx, chaser_vy, chaser_vz; /* m/s */
    way_column near_distance, far_distance;     /* m: where the lead time begins and ends to grow */
    way_column longest_lead;                    /* s */
} way_evade3d_in;

typedef struct way_evade3d_out {
    way_column_out time;                               /* s, 3 ulp: the lead time */
    way_column_out point_x, point_y, point_z;          /* m, 4 ulp: where the chaser is then */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: the runner's */
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

/* Nearest approach --------------------------------------------------------------------------------------------

   Where on its course, from now on, a runner comes nearest to a chaser who stays where it is: the foot of the
   perpendicular on the course, with its time and its distance. (For a chaser that moves, give the runner's velocity
   relative to it: the time and the distance are theirs, and the point is relative, too.) A runner that stands still,
   moves away or passes right now is nearest now: WAY_THERE, time 0 and the point where it is. A horizon ends the course:
   where the runner still comes nearer then, the status is WAY_LATE, with the horizon as the time and the point and the
   distance of then. A negative horizon is WAY_INVALID, with time 0, point 0 and distance +inf; velocities below
   1e-19 m/s are none.

   Bounds, WAY_EXACT: with r the separation and v the velocity, the time within its ulps or 2^-50 |r| / |v|, the
   distance within its ulps or 2^-50 |r|, whichever is larger, and so near to the perpendicular the status may be either;
   the point within its ulps of the largest term of its sum. They hold while separations, velocities and all that is
   given are each 0 or between 1e-12 and 1e12, and so are the results. WAY_FAST: the same with 2^-21 for 2^-50.

   Source: "Chasing and Evading" (whether the target is in reach: who comes how near). */

typedef struct way_nearest2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s */
    way_column horizon;              /* s, >= 0: how long the course lasts; default +inf */
} way_nearest2d_in;

typedef struct way_nearest2d_out {
    way_column_out time;             /* s, 2 ulp: when the runner is nearest */
    way_column_out point_x, point_y; /* m, 2 ulp: where it is then */
    way_column_out distance;         /* m, 2 ulp: from the chaser to the point */
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

/* Lead pursuit ----------------------------------------------------------------------------------------------

   What a homing unit calls each frame: the earliest interception as above, with its reach and its platform, and where
   there is none (too slow, or beyond the horizon) straight towards the runner as seek does. The status says which:
   WAY_MET is the interception, WAY_TOO_SLOW and WAY_LATE the chase after it, with time +inf and the point where the
   runner is now.

       way_lead2d_in in = {.chaser_x = ..., .dt = way_same(&frame), .longest_lead = way_same(&two_seconds)};
       way_lead2d_out out = {.velocity_x = way_to(&unit[0].vx, sizeof unit[0]), ...};
       way_lead2d(&in, &out, &batch);

   time, distance and status are those of the meeting at full speed, whatever comes next; range is held against that
   distance. The point and the velocity are those of the aim: where the runner is after the lead time, and the way there.
   The lead time is the meeting's time, multiplied by lead_factor, and then no more than longest_lead; without a meeting
   it is 0.

   With dt, the time until the next call, it arrives rather than overshoots. Where the chaser can be with the runner by
   then, dt stands for the meeting's time, and the velocity is the one that brings it there, or within reach, just then.
   Where it aims elsewhere, it goes no faster than takes it to the point, or within reach of it, in dt. (A faster runner
   that is met before dt and out of reach by then is met on its way: the meeting's time stands for dt.) Who is within
   reach already, WAY_THERE, stays within reach until the next call where it can, and has velocity 0 without dt. A dt or
   lead_factor that is negative or not finite, and a longest_lead below 0, are WAY_INVALID.

   Bounds, WAY_EXACT: those of the interception, whose bits it gives where they meet and the lead time is the meeting's,
   and of seek. At any other lead time L, with r the separation, v the runner's velocity and w that less the platform's,
   the point is counted at the larger one of its terms, the runner's place and v L, and the velocity at the speed plus
   e / (|aim| / speed) or e / dt, whichever is larger: e is |w| L + 2^-27 |r|, or 2^-27 (|w| L + |r|) where L is one of
   the numbers given. They hold while dt, longest_lead and lead_factor are each 0 or between 1e-12 and 1e12, but not of an
   aim nearer than 1e-12 (|w| L + |r|). Whether the chaser can be there by dt may be judged either way where it misses
   the reach then, or has it, by less than 2^-50 (|r| + |w| dt + speed dt). WAY_FAST as there.

   Source: "Two Basic Kinematics Problems" (lead tracking), by the interception's quadratic. */

typedef struct way_lead2d_in {
    way_column chaser_x, chaser_y;       /* m */
    way_column chaser_speed;             /* m/s; 0 or less cannot move */
    way_column runner_x, runner_y;       /* m */
    way_column runner_vx, runner_vy;     /* m/s */
    way_column horizon;                  /* s: the longest time that counts; default +inf */
    way_column range;                    /* m, >= 0: how far from the chaser it may be hit; default +inf */
    way_column reach;                    /* m, >= 0: weapon range or touch distance; default 0 */
    way_column platform_vx, platform_vy; /* m/s: what carries the chaser; default 0 */
    way_column dt;           /* s, >= 0: the time until the next call; default 0, which slows nobody down */
    way_column longest_lead; /* s, >= 0: it aims no further ahead than that; default +inf */
    way_column lead_factor;  /* >= 0: multiplies the lead time; default 1; 0 aims at where the runner is */
} way_lead2d_in;

typedef struct way_lead2d_out {
    way_column_out time;                   /* s, 4 ulp: earliest meeting; +inf where there is none */
    way_column_out point_x, point_y;       /* m, 6 ulp: where the runner is after the lead time */
    way_column_out velocity_x, velocity_y; /* m/s, 5 ulp: the chaser's, relative to its platform */
    way_column_out distance; /* m, 8 ulp: from the chaser's place now to where they meet, or to the runner */
    way_column_out status;   /* int32_t, a way_status */
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
    way_column chaser_speed;                    /* m/s; 0 or less cannot move */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column horizon;                         /* s: the longest time that counts; default +inf */
    way_column range; /* m, >= 0: how far from the chaser it may be hit; default +inf */
    way_column reach; /* m, >= 0: weapon range or touch distance; default 0 */
    way_column platform_vx, platform_vy, platform_vz; /* m/s: what carries the chaser; default 0 */
    way_column dt;           /* s, >= 0: the time until the next call; default 0, which slows nobody down */
    way_column longest_lead; /* s, >= 0: it aims no further ahead than that; default +inf */
    way_column lead_factor;  /* >= 0: multiplies the lead time; default 1; 0 aims at where the runner is */
} way_lead3d_in;

typedef struct way_lead3d_out {
    way_column_out time;                      /* s, 4 ulp: earliest meeting; +inf where there is none */
    way_column_out point_x, point_y, point_z; /* m, 6 ulp: where the runner is after the lead time */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 5 ulp, relative to the platform */
    way_column_out distance; /* m, 8 ulp: from the chaser's place now to where they meet, or to the runner */
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

/* The latest meeting ----------------------------------------------------------------------------------------

   The last time, no later than the horizon, at which a chaser that may go slower than it can could meet the runner, with
   the point of then, and the velocity and the speed that get it there just then: for one that waits, or that lets others
   arrive first. The earliest meeting is the interception's, for the same columns.

       horizon = 30;
       way_latest2d(&(way_latest2d_in){..., .horizon = way_same(&horizon)}, &(way_latest2d_out){...}, &batch);

   Of a runner that is faster it is the later one of the two meetings at full speed, or the horizon; of any other the
   horizon. Where neither ends the chase, the time is +inf, with what the velocity and the speed approach, the runner's
   relative to the platform, and with the point and the distance of now. WAY_THERE, within reach already, says how long
   the chaser can stay so; at time 0 with velocity and speed 0. The other statuses are the interception's, with time 0,
   velocity and speed 0, the point where the runner is now (0 where invalid) and its distance.

   Bounds, WAY_EXACT, where the interception's hold, with its yes or no: the time within 4 ulp; the point within 6 ulp of
   the largest term of its sum; the velocity within 5 ulp of the chaser's speed and the speed within its ulps, or at the
   horizon h within 2^-50 (|r| / h + |w|), whichever is larger, with r the separation and w the runner's velocity less
   the platform's; the distance within 8 ulp of itself or of the largest term of its sum. A horizon within 1e-6 of the
   latest time may end the chase or not. WAY_FAST as for the interception.

   Source: Mike Oberberger, "Interception of Two Moving Objects in 2D Space": the other root of its quadratic. */

typedef struct way_latest2d_in {
    way_column chaser_x, chaser_y;       /* m */
    way_column chaser_speed;             /* m/s: the most that it can go; 0 or less cannot move */
    way_column runner_x, runner_y;       /* m */
    way_column runner_vx, runner_vy;     /* m/s */
    way_column reach;                    /* m, >= 0: weapon range or touch distance; default 0 */
    way_column horizon;                  /* s: the longest time that counts; default +inf */
    way_column platform_vx, platform_vy; /* m/s: what carries the chaser; default 0 */
} way_latest2d_in;

typedef struct way_latest2d_out {
    way_column_out time; /* s, 4 ulp: the last meeting; +inf where none is the last, 0 where there is none */
    way_column_out point_x, point_y;       /* m, 6 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y; /* m/s, 5 ulp: the chaser's, relative to its platform */
    way_column_out speed;    /* m/s, 2 ulp: the speed that it takes, no more than the chaser's */
    way_column_out distance; /* m, 8 ulp: from the chaser's place now to the point */
    way_column_out status;   /* int32_t, a way_status */
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
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_speed;                    /* m/s: the most that it can go; 0 or less cannot move */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column reach;                           /* m, >= 0: weapon range or touch distance; default 0 */
    way_column horizon;                         /* s: the longest time that counts; default +inf */
    way_column platform_vx, platform_vy, platform_vz; /* m/s: what carries the chaser; default 0 */
} way_latest3d_in;

typedef struct way_latest3d_out {
    way_column_out time; /* s, 4 ulp: the last meeting; +inf where none is the last, 0 where there is none */
    way_column_out point_x, point_y, point_z; /* m, 6 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y,
        velocity_z;          /* m/s, 5 ulp: the chaser's, relative to its platform */
    way_column_out speed;    /* m/s, 2 ulp: the speed that it takes, no more than the chaser's */
    way_column_out distance; /* m, 8 ulp: from the chaser's place now to the point */
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

/* Meeting at a given time -----------------------------------------------------------------------------------

   Where a runner is at a given time, and the velocity and the speed that get a chaser there just then: a squad whose
   members are all given one time arrives together. Where all of them are faster than the runner, the latest of their
   earliest interceptions is a time at which nobody has to go faster than it can:

       for (size_t i = 0; i < n; i++)
           together = fmaxf(together, time[i]);    // of way_intercept2d
       way_meet_at2d(&(way_meet_at2d_in){..., .time = way_same(&together)}, &out, &batch);

   The speed is the one that it takes: 0 where the runner comes by itself. Where that is more than chaser_speed, the
   status is WAY_TOO_SLOW, or WAY_IMMOBILE of a chaser that cannot move, and the velocity leads to the point no faster
   than chaser_speed. A time of 0 or less is over: WAY_THERE, with velocity and speed 0, where the runner is within reach
   now, and otherwise WAY_LATE, with velocity 0 and speed +inf; both with the point and the distance of now.

   Bounds, WAY_EXACT: with r the separation and w the runner's velocity less the platform's, the velocity (each of its
   numbers) and the speed within their ulps or 2^-50 (|r| / time + |w|), the distance within its ulps or 2^-50 (|r| +
   |runner's velocity| time), whichever is larger; the point within its ulps of the largest term of its sum. A needed
   speed as near to chaser_speed may be judged either way, as may a time of 0 or less within 2^-50 of the reach from
   it. They hold while separations, velocities, times, what is given and what comes out are each 0 or between 1e-12 and
   1e12. What overflows is WAY_INVALID, with point and velocity 0, speed and distance +inf. WAY_FAST: the same with 2^-20
   for 2^-50.

   Source: "Two Basic Kinematics Problems" (where a target is after a time, and tracking that place). */

typedef struct way_meet_at2d_in {
    way_column chaser_x, chaser_y;       /* m */
    way_column runner_x, runner_y;       /* m */
    way_column runner_vx, runner_vy;     /* m/s */
    way_column time;                     /* s: when to meet */
    way_column reach;                    /* m, >= 0: weapon range or touch distance; default 0 */
    way_column platform_vx, platform_vy; /* m/s: what carries the chaser; default 0 */
    way_column chaser_speed; /* m/s: the most that it can go; 0 or less cannot move; default +inf */
} way_meet_at2d_in;

typedef struct way_meet_at2d_out {
    way_column_out point_x, point_y;       /* m, 2 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y; /* m/s, 2 ulp: the chaser's, relative to its platform */
    way_column_out speed;                  /* m/s, 2 ulp: the speed that it takes */
    way_column_out distance;               /* m, 2 ulp: from the chaser's place now to the point */
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
    way_column time;                                  /* s: when to meet */
    way_column reach;                                 /* m, >= 0: weapon range or touch distance; default 0 */
    way_column platform_vx, platform_vy, platform_vz; /* m/s: what carries the chaser; default 0 */
    way_column chaser_speed; /* m/s: the most that it can go; 0 or less cannot move; default +inf */
} way_meet_at3d_in;

typedef struct way_meet_at3d_out {
    way_column_out point_x, point_y, point_z; /* m, 2 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y,
        velocity_z;          /* m/s, 2 ulp: the chaser's, relative to its platform */
    way_column_out speed;    /* m/s, 2 ulp: the speed that it takes */
    way_column_out distance; /* m, 2 ulp: from the chaser's place now to the point */
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

/* Proportional navigation -----------------------------------------------------------------------------------

   How missiles fly: an acceleration in proportion to the rate at which the line of sight turns. True
   navigation accelerates across the line of sight by gain * closing speed * rate; where the two are
   drawing apart it gives 0 and WAY_TOO_SLOW. Pure navigation accelerates across the chaser's own velocity
   by gain * speed * rate, so it only turns. Longer accelerations than the limit are shortened to it. At
   the same position the acceleration is 0 (WAY_THERE).

   Bounds, WAY_EXACT: the acceleration within its ulps of gain * |closing velocity|^2 / separation for the
   true one, of gain * speed * |closing velocity| / separation for the pure one, and where the limit shortens
   it of that times the limit over the length that it had; the closing speed within its ulps of |closing
   velocity|. While magnitudes are 0 or between 1e-6 and 1e6.

   Source: Paul Zarchan, "Tactical and Strategic Missile Guidance"; added to the sources of this section. */

typedef struct way_navigate2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column chaser_vx, chaser_vy; /* m/s */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s */
    way_column gain;                 /* the navigation constant; default 3 */
    way_column limit;                /* m/s^2, >= 0: the longest acceleration; default +inf */
} way_navigate2d_in;

typedef struct way_navigate2d_out {
    way_column_out acceleration_x, acceleration_y; /* m/s^2, 8 ulp: the chaser's */
    way_column_out closing;                        /* m/s, 4 ulp: how fast the separation shrinks */
    way_column_out status;                         /* int32_t, a way_status */
} way_navigate2d_out;

WAY_API way_result way_navigate2d(const way_navigate2d_in *in, const way_navigate2d_out *out,
                                  const way_batch *batch);

typedef struct way_navigate2d_agent {
    float chaser_x, chaser_y, chaser_vx, chaser_vy, runner_x, runner_y, runner_vx, runner_vy;
    float gain, limit;
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
    way_column limit;                           /* m/s^2, >= 0: the longest acceleration; default +inf */
} way_navigate3d_in;

typedef struct way_navigate3d_out {
    way_column_out acceleration_x, acceleration_y, acceleration_z; /* m/s^2, 8 ulp: the chaser's */
    way_column_out closing; /* m/s, 4 ulp: how fast the separation shrinks */
    way_column_out status;  /* int32_t, a way_status */
} way_navigate3d_out;

WAY_API way_result way_navigate3d(const way_navigate3d_in *in, const way_navigate3d_out *out,
                                  const way_batch *batch);

typedef struct way_navigate3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_vx, chaser_vy, chaser_vz, runner_x, runner_y, runner_z,
        runner_vx, runner_vy, runner_vz;
    float gain, limit;
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
    way_column limit;                /* m/s^2, >= 0: the longest acceleration; default +inf */
} way_navigate_pure2d_in;

typedef struct way_navigate_pure2d_out {
    way_column_out acceleration_x, acceleration_y; /* m/s^2, 8 ulp: the chaser's */
    way_column_out closing;                        /* m/s, 4 ulp: how fast the separation shrinks */
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
    way_column limit;                           /* m/s^2, >= 0: the longest acceleration; default +inf */
} way_navigate_pure3d_in;

typedef struct way_navigate_pure3d_out {
    way_column_out acceleration_x, acceleration_y, acceleration_z; /* m/s^2, 8 ulp: the chaser's */
    way_column_out closing; /* m/s, 4 ulp: how fast the separation shrinks */
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

/* Turning a heading towards a wanted velocity, no faster than a turn rate allows: what keeps pursuers from
   turning on the spot. The new velocity has the wanted length and the new heading's direction; headings
   may come in any length and leave as unit vectors. A wanted velocity of 0 stops but keeps the heading, a
   heading of 0 takes the wanted direction at once, and of two that are 0 there is no heading: 0. Straight
   behind, it turns left: in space about the z axis, or about the x axis where the heading is steeper than
   45 degrees. The angle of one step is turn_rate * dt, at most half a turn. WAY_MET: it heads where it
   wants to, and the velocity is the wanted one to the bit; WAY_LATE: it is still turning.

   Bounds, WAY_EXACT: the heading within its ulps of 1, the velocity of the wanted speed, while lengths are
   0 or between 1e-15 and 1e15. Whether a turn ends in this step or in the next may be decided by 8 ulp
   of its angle; in space an angle under 1e-18, to straight ahead or straight behind, is none, and within
   1e-6 of 45 degrees either axis may be the one. WAY_FAST cannot tell angles under 1e-6 from straight ahead or straight behind:
   it may turn right, or about another axis, where the wanted velocity is as good as straight behind.

   Source: none of the documents; the rotation is the half-angle form, without trigonometry. */

typedef struct way_steer2d_in {
    way_column heading_x, heading_y; /* any length */
    way_column wanted_x, wanted_y;   /* m/s: the velocity wished for */
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
    way_column wanted_x, wanted_y, wanted_z;    /* m/s: the velocity wished for */
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

#ifdef __cplusplus
}
#endif

#endif
