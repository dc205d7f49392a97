/* waylay, ballistics: throws, flights, arcs on moving targets and Bezier curves. Gravity points down the y axis. */
#ifndef WAYLAY_BALLISTICS_H
#define WAYLAY_BALLISTICS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Launching -------------------------------------------------------------------------------------------------

   Throws under gravity, which points down the y axis, in the plane (x, y) and in space alike.

   launch_apex goes from one place to another over a top that lies `apex` above the higher of the two. Where
   that leaves no height at all (apex 0, level places) nothing can fly: WAY_DEGENERATE, time +inf, velocity 0;
   from a place to itself it is WAY_THERE, time 0.

   launch_speed gives the two throws of a speed that arrive, the low one (which is the first to arrive) and
   the high one; where there is none the status is WAY_TOO_SLOW. launch_reach tells the furthest throw of that
   speed towards the other place (along x where that is straight above or below) that comes down at its
   height, 0 where it does not get up there, and the slowest throw that arrives, at 0 time and speed where it
   is there already. Its status is that of launch_speed.

   Thrown with velocity v, after its time t the body is at from + v t - gravity t^2 / 2: within 8 ulp
   (launch_apex) or 12 (launch_speed) of the length of its way, which is its level distance, rise and fall,
   from `to`.

   Bounds, WAY_EXACT: times within their ulps of themselves; velocities of the speed, for launch_apex and the
   slowest throw of the velocity's own length; the top of the larger one of apex and the higher end; the range
   of itself or of the level range speed^2 / gravity, whichever is larger; yes or no is wrong only where a
   speed within 1e-14 of it would have the other answer.
   While lengths, speeds and gravity, and their quotients, are 0 or between 1e-6 and 1e6. WAY_FAST of
   launch_apex is the same; of the other two it loses up to half of the digits near the edge of the range, and
   may judge it either way within 1e-6 of the speed.

   Source: "Two Basic Kinematics Problems" (solving parabolas); the throw by speed is the textbook's, without
   angles. */

typedef struct way_launch_apex2d_in {
    way_column from_x, from_y; /* m: where it is thrown from */
    way_column to_x, to_y;     /* m: where it is to come down */
    way_column gravity;        /* m/s^2: > 0, downwards */
    way_column apex;           /* m: >= 0: the top above the higher one of the two */
} way_launch_apex2d_in;

typedef struct way_launch_apex2d_out {
    way_column_out time;                   /* s, 3 ulp: until it comes down there */
    way_column_out velocity_x, velocity_y; /* m/s, 5 ulp: that it is thrown with */
    way_column_out rise_time;              /* s, 3 ulp: until it is at its top */
    way_column_out top;                    /* m, 1 ulp: the height of its top */
    way_column_out status;                 /* int32_t, a way_status */
} way_launch_apex2d_out;

WAY_API way_result way_launch_apex2d(const way_launch_apex2d_in *in, const way_launch_apex2d_out *out,
                                     const way_batch *batch);

typedef struct way_launch_apex2d_agent {
    float from_x, from_y, to_x, to_y, gravity, apex;
} way_launch_apex2d_agent;

typedef struct way_launch_apex2d_answer {
    float time, velocity_x, velocity_y, rise_time, top;
    int32_t status;
} way_launch_apex2d_answer;

WAY_API way_result way_launch_apex2d_agent_default(way_launch_apex2d_agent *agent);
WAY_API way_result way_launch_apex2d_one(const way_launch_apex2d_agent *agent,
                                         way_launch_apex2d_answer *answer);

typedef struct way_launch_apex3d_in {
    way_column from_x, from_y, from_z; /* m: where it is thrown from */
    way_column to_x, to_y, to_z;       /* m: where it is to come down */
    way_column gravity;                /* m/s^2: > 0, downwards */
    way_column apex;                   /* m: >= 0: the top above the higher one of the two */
} way_launch_apex3d_in;

typedef struct way_launch_apex3d_out {
    way_column_out time;                               /* s, 3 ulp: until it comes down there */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 5 ulp: that it is thrown with */
    way_column_out rise_time;                          /* s, 3 ulp: until it is at its top */
    way_column_out top;                                /* m, 1 ulp: the height of its top */
    way_column_out status;                             /* int32_t, a way_status */
} way_launch_apex3d_out;

WAY_API way_result way_launch_apex3d(const way_launch_apex3d_in *in, const way_launch_apex3d_out *out,
                                     const way_batch *batch);

typedef struct way_launch_apex3d_agent {
    float from_x, from_y, from_z, to_x, to_y, to_z, gravity, apex;
} way_launch_apex3d_agent;

typedef struct way_launch_apex3d_answer {
    float time, velocity_x, velocity_y, velocity_z, rise_time, top;
    int32_t status;
} way_launch_apex3d_answer;

WAY_API way_result way_launch_apex3d_agent_default(way_launch_apex3d_agent *agent);
WAY_API way_result way_launch_apex3d_one(const way_launch_apex3d_agent *agent,
                                         way_launch_apex3d_answer *answer);

typedef struct way_launch_speed2d_in {
    way_column from_x, from_y; /* m: where it is thrown from */
    way_column to_x, to_y;     /* m: where it is to come down */
    way_column speed;          /* m/s: of the shot; 0 or less cannot fly */
    way_column gravity;        /* m/s^2: > 0, downwards */
} way_launch_speed2d_in;

typedef struct way_launch_speed2d_out {
    way_column_out time;                   /* s, 4 ulp: of the low throw; +inf where there is none */
    way_column_out velocity_x, velocity_y; /* m/s, 8 ulp: of the low throw */
    way_column_out high_time;              /* s, 4 ulp: of the high throw; +inf where there is none */
    way_column_out high_velocity_x, high_velocity_y; /* m/s, 6 ulp: of the high throw */
    way_column_out status;                           /* int32_t, a way_status */
} way_launch_speed2d_out;

WAY_API way_result way_launch_speed2d(const way_launch_speed2d_in *in, const way_launch_speed2d_out *out,
                                      const way_batch *batch);

typedef struct way_launch_speed2d_agent {
    float from_x, from_y, to_x, to_y, speed, gravity;
} way_launch_speed2d_agent;

typedef struct way_launch_speed2d_answer {
    float time, velocity_x, velocity_y, high_time, high_velocity_x, high_velocity_y;
    int32_t status;
} way_launch_speed2d_answer;

WAY_API way_result way_launch_speed2d_agent_default(way_launch_speed2d_agent *agent);
WAY_API way_result way_launch_speed2d_one(const way_launch_speed2d_agent *agent,
                                          way_launch_speed2d_answer *answer);

typedef struct way_launch_speed3d_in {
    way_column from_x, from_y, from_z; /* m: where it is thrown from */
    way_column to_x, to_y, to_z;       /* m: where it is to come down */
    way_column speed;                  /* m/s: of the shot; 0 or less cannot fly */
    way_column gravity;                /* m/s^2: > 0, downwards */
} way_launch_speed3d_in;

typedef struct way_launch_speed3d_out {
    way_column_out time; /* s, 4 ulp: of the low throw; +inf where there is none */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 8 ulp: of the low throw */
    way_column_out high_time; /* s, 4 ulp: of the high throw; +inf where there is none */
    way_column_out high_velocity_x, high_velocity_y, high_velocity_z; /* m/s, 6 ulp: of the high throw */
    way_column_out status;                                            /* int32_t, a way_status */
} way_launch_speed3d_out;

WAY_API way_result way_launch_speed3d(const way_launch_speed3d_in *in, const way_launch_speed3d_out *out,
                                      const way_batch *batch);

typedef struct way_launch_speed3d_agent {
    float from_x, from_y, from_z, to_x, to_y, to_z, speed, gravity;
} way_launch_speed3d_agent;

typedef struct way_launch_speed3d_answer {
    float time, velocity_x, velocity_y, velocity_z, high_time, high_velocity_x, high_velocity_y,
        high_velocity_z;
    int32_t status;
} way_launch_speed3d_answer;

WAY_API way_result way_launch_speed3d_agent_default(way_launch_speed3d_agent *agent);
WAY_API way_result way_launch_speed3d_one(const way_launch_speed3d_agent *agent,
                                          way_launch_speed3d_answer *answer);

typedef struct way_launch_reach2d_in {
    way_column from_x, from_y; /* m: where it is thrown from */
    way_column to_x, to_y;     /* m: where it is to come down */
    way_column speed;          /* m/s: of the shot; 0 or less cannot fly */
    way_column gravity;        /* m/s^2: > 0, downwards */
} way_launch_reach2d_in;

typedef struct way_launch_reach2d_out {
    way_column_out range; /* m, 4 ulp: the furthest that it comes, level, at the height of to_y */
    way_column_out far_velocity_x, far_velocity_y;     /* m/s, 6 ulp: of the throw that does */
    way_column_out least_speed;                        /* m/s, 4 ulp: of the slowest throw that arrives */
    way_column_out least_velocity_x, least_velocity_y; /* m/s, 6 ulp: of that throw */
    way_column_out least_time;                         /* s, 4 ulp: of that throw */
    way_column_out status;                             /* int32_t, a way_status */
} way_launch_reach2d_out;

WAY_API way_result way_launch_reach2d(const way_launch_reach2d_in *in, const way_launch_reach2d_out *out,
                                      const way_batch *batch);

typedef struct way_launch_reach2d_agent {
    float from_x, from_y, to_x, to_y, speed, gravity;
} way_launch_reach2d_agent;

typedef struct way_launch_reach2d_answer {
    float range, far_velocity_x, far_velocity_y, least_speed, least_velocity_x, least_velocity_y, least_time;
    int32_t status;
} way_launch_reach2d_answer;

WAY_API way_result way_launch_reach2d_agent_default(way_launch_reach2d_agent *agent);
WAY_API way_result way_launch_reach2d_one(const way_launch_reach2d_agent *agent,
                                          way_launch_reach2d_answer *answer);

typedef struct way_launch_reach3d_in {
    way_column from_x, from_y, from_z; /* m: where it is thrown from */
    way_column to_x, to_y, to_z;       /* m: where it is to come down */
    way_column speed;                  /* m/s: of the shot; 0 or less cannot fly */
    way_column gravity;                /* m/s^2: > 0, downwards */
} way_launch_reach3d_in;

typedef struct way_launch_reach3d_out {
    way_column_out range; /* m, 4 ulp: the furthest that it comes, level, at the height of to_y */
    way_column_out far_velocity_x, far_velocity_y, far_velocity_z; /* m/s, 6 ulp: of the throw that does */
    way_column_out least_speed; /* m/s, 4 ulp: of the slowest throw that arrives */
    way_column_out least_velocity_x, least_velocity_y, least_velocity_z; /* m/s, 6 ulp: of that throw */
    way_column_out least_time;                                           /* s, 4 ulp: of that throw */
    way_column_out status;                                               /* int32_t, a way_status */
} way_launch_reach3d_out;

WAY_API way_result way_launch_reach3d(const way_launch_reach3d_in *in, const way_launch_reach3d_out *out,
                                      const way_batch *batch);

typedef struct way_launch_reach3d_agent {
    float from_x, from_y, from_z, to_x, to_y, to_z, speed, gravity;
} way_launch_reach3d_agent;

typedef struct way_launch_reach3d_answer {
    float range, far_velocity_x, far_velocity_y, far_velocity_z, least_speed, least_velocity_x,
        least_velocity_y, least_velocity_z, least_time;
    int32_t status;
} way_launch_reach3d_answer;

WAY_API way_result way_launch_reach3d_agent_default(way_launch_reach3d_agent *agent);
WAY_API way_result way_launch_reach3d_one(const way_launch_reach3d_agent *agent,
                                          way_launch_reach3d_answer *answer);

/* Flight ----------------------------------------------------------------------------------------------------

   Where a thrown body is at a given time, its velocity there, and when it comes down through a height: the
   last time, not before now, at which it is there and not rising. Where it never is, `landing` is +inf and
   the status WAY_TOO_SLOW; the rest is given all the same.

   Bounds, WAY_EXACT: the point and the velocity within their ulps of the largest term of their sums; the
   landing of itself, yes or no wrong only where a height within 2e-14 of what the body rises from now and of
   the height's own distance would have the other answer. While lengths, speeds, times and gravity are 0 or between 1e-6 and 1e6. WAY_FAST
   loses up to half of the digits of a landing near the top of the flight.

   Source: "Two Basic Kinematics Problems" (solving parabolas). */

typedef struct way_flight2d_in {
    way_column body_x, body_y;   /* m: where it is now */
    way_column body_vx, body_vy; /* m/s: its velocity now */
    way_column gravity;          /* m/s^2: >= 0, downwards */
    way_column time;             /* s: from now on; below 0 is the past */
    way_column height;           /* m: the one that it comes down through; default 0 */
} way_flight2d_in;

typedef struct way_flight2d_out {
    way_column_out point_x, point_y;       /* m, 5 ulp: where it is then */
    way_column_out velocity_x, velocity_y; /* m/s, 2 ulp: its velocity then */
    way_column_out landing; /* s, 4 ulp: when it comes down through the height; +inf where it never does */
    way_column_out status;  /* int32_t, a way_status */
} way_flight2d_out;

WAY_API way_result way_flight2d(const way_flight2d_in *in, const way_flight2d_out *out,
                                const way_batch *batch);

typedef struct way_flight2d_agent {
    float body_x, body_y, body_vx, body_vy, gravity, time;
    float height;
} way_flight2d_agent;

typedef struct way_flight2d_answer {
    float point_x, point_y, velocity_x, velocity_y, landing;
    int32_t status;
} way_flight2d_answer;

WAY_API way_result way_flight2d_agent_default(way_flight2d_agent *agent);
WAY_API way_result way_flight2d_one(const way_flight2d_agent *agent, way_flight2d_answer *answer);

typedef struct way_flight3d_in {
    way_column body_x, body_y, body_z;    /* m: where it is now */
    way_column body_vx, body_vy, body_vz; /* m/s: its velocity now */
    way_column gravity;                   /* m/s^2: >= 0, downwards */
    way_column time;                      /* s: from now on; below 0 is the past */
    way_column height;                    /* m: the one that it comes down through; default 0 */
} way_flight3d_in;

typedef struct way_flight3d_out {
    way_column_out point_x, point_y, point_z;          /* m, 5 ulp: where it is then */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 2 ulp: its velocity then */
    way_column_out landing; /* s, 4 ulp: when it comes down through the height; +inf where it never does */
    way_column_out status;  /* int32_t, a way_status */
} way_flight3d_out;

WAY_API way_result way_flight3d(const way_flight3d_in *in, const way_flight3d_out *out,
                                const way_batch *batch);

typedef struct way_flight3d_agent {
    float body_x, body_y, body_z, body_vx, body_vy, body_vz, gravity, time;
    float height;
} way_flight3d_agent;

typedef struct way_flight3d_answer {
    float point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, landing;
    int32_t status;
} way_flight3d_answer;

WAY_API way_result way_flight3d_agent_default(way_flight3d_agent *agent);
WAY_API way_result way_flight3d_one(const way_flight3d_agent *agent, way_flight3d_answer *answer);

/* Arcs on moving targets ------------------------------------------------------------------------------------

   Shells of a given speed under gravity (down the y axis) at a target of constant velocity or acceleration,
   from a platform that may move: every t > 0 with |r + v t + a t^2 / 2| = shell_speed t, where r leads from
   the muzzle to the target, v is its velocity less the platform's and a its acceleration plus gravity
   upwards. There are none or two such times, up to four where the target comes down and closer, one where
   they just touch or where a is 0 and the target slower; the first and the last are given. A target that
   falls with the shell and no gravity at all are fine. At the muzzle it is WAY_THERE, time 0, velocity 0, and
   a later meeting counts as the last one.

   chase_accelerating is the same without gravity: a chaser of constant speed, which goes straight, after a
   runner of constant acceleration.

   Bounds: times within their ulps of themselves; the point of the largest term of its sum, runner_v t or
   runner_a t^2 / 2; velocities of the speed. How many meetings there are, and whether any, is never wrong,
   and the bounds hold, but for shots that one part in 7e13 more or less speed (or of the target's, where that
   is more) would make or break or move in time by half an ulp: just touching, that is. Meetings within an ulp
   of the horizon may count or not. While lengths, speeds and accelerations, and separation * acceleration /
   speed^2, are 0 or between 1e-9 and 1e9. Answers scale to the bit where lengths and times are scaled by
   powers of two. WAY_FAST is the same.

   Source: the quartic is the textbook's; its solution by two real quadratics, without cube roots, is the
   library's own. */

typedef struct way_arc2d_in {
    way_column muzzle_x, muzzle_y;       /* m: where the shell starts */
    way_column shell_speed;              /* m/s: of the shell; 0 or less cannot fly */
    way_column runner_x, runner_y;       /* m: where the target is */
    way_column runner_vx, runner_vy;     /* m/s: its velocity */
    way_column gravity;                  /* m/s^2: >= 0: on the shell, downwards */
    way_column runner_ax, runner_ay;     /* m/s^2: the target's acceleration, all of it; default 0 */
    way_column platform_vx, platform_vy; /* m/s: of what carries the gun; default 0 */
    way_column horizon;                  /* s: the longest time that counts; default +inf */
} way_arc2d_in;

typedef struct way_arc2d_out {
    way_column_out time;                   /* s, 1 ulp: of the first meeting; +inf where there is none */
    way_column_out point_x, point_y;       /* m, 8 ulp: where the target is then */
    way_column_out velocity_x, velocity_y; /* m/s, 2 ulp: the shell's, relative to the platform */
    way_column_out high_time;              /* s, 1 ulp: of the last meeting; +inf where there are not two */
    way_column_out high_velocity_x, high_velocity_y; /* m/s, 2 ulp: the shell's that meets it then */
    way_column_out meetings;                         /* int32_t: how many times there are, up to 4 */
    way_column_out status;                           /* int32_t, a way_status */
} way_arc2d_out;

WAY_API way_result way_arc2d(const way_arc2d_in *in, const way_arc2d_out *out, const way_batch *batch);

typedef struct way_arc2d_agent {
    float muzzle_x, muzzle_y, shell_speed, runner_x, runner_y, runner_vx, runner_vy, gravity;
    float runner_ax, runner_ay, platform_vx, platform_vy, horizon;
} way_arc2d_agent;

typedef struct way_arc2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, high_time, high_velocity_x, high_velocity_y;
    int32_t meetings, status;
} way_arc2d_answer;

WAY_API way_result way_arc2d_agent_default(way_arc2d_agent *agent);
WAY_API way_result way_arc2d_one(const way_arc2d_agent *agent, way_arc2d_answer *answer);

typedef struct way_arc3d_in {
    way_column muzzle_x, muzzle_y, muzzle_z;    /* m: where the shell starts */
    way_column shell_speed;                     /* m/s: of the shell; 0 or less cannot fly */
    way_column runner_x, runner_y, runner_z;    /* m: where the target is */
    way_column runner_vx, runner_vy, runner_vz; /* m/s: its velocity */
    way_column gravity;                         /* m/s^2: >= 0: on the shell, downwards */
    way_column runner_ax, runner_ay, runner_az; /* m/s^2: the target's acceleration, all of it; default 0 */
    way_column platform_vx, platform_vy, platform_vz; /* m/s: of what carries the gun; default 0 */
    way_column horizon;                               /* s: the longest time that counts; default +inf */
} way_arc3d_in;

typedef struct way_arc3d_out {
    way_column_out time;                      /* s, 1 ulp: of the first meeting; +inf where there is none */
    way_column_out point_x, point_y, point_z; /* m, 8 ulp: where the target is then */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 2 ulp: the shell's, relative to the platform */
    way_column_out high_time; /* s, 1 ulp: of the last meeting; +inf where there are not two */
    way_column_out high_velocity_x, high_velocity_y,
        high_velocity_z;     /* m/s, 2 ulp: the shell's that meets it then */
    way_column_out meetings; /* int32_t: how many times there are, up to 4 */
    way_column_out status;   /* int32_t, a way_status */
} way_arc3d_out;

WAY_API way_result way_arc3d(const way_arc3d_in *in, const way_arc3d_out *out, const way_batch *batch);

typedef struct way_arc3d_agent {
    float muzzle_x, muzzle_y, muzzle_z, shell_speed, runner_x, runner_y, runner_z, runner_vx, runner_vy,
        runner_vz, gravity;
    float runner_ax, runner_ay, runner_az, platform_vx, platform_vy, platform_vz, horizon;
} way_arc3d_agent;

typedef struct way_arc3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, high_time, high_velocity_x,
        high_velocity_y, high_velocity_z;
    int32_t meetings, status;
} way_arc3d_answer;

WAY_API way_result way_arc3d_agent_default(way_arc3d_agent *agent);
WAY_API way_result way_arc3d_one(const way_arc3d_agent *agent, way_arc3d_answer *answer);

typedef struct way_chase_accelerating2d_in {
    way_column chaser_x, chaser_y;   /* m: where the chaser is */
    way_column chaser_speed;         /* m/s: 0 or less cannot move */
    way_column runner_x, runner_y;   /* m: where the runner is */
    way_column runner_vx, runner_vy; /* m/s: its velocity */
    way_column runner_ax, runner_ay; /* m/s^2: its acceleration */
    way_column horizon;              /* s: the longest time that counts; default +inf */
} way_chase_accelerating2d_in;

typedef struct way_chase_accelerating2d_out {
    way_column_out time;                   /* s, 1 ulp: of the first meeting; +inf where there is none */
    way_column_out point_x, point_y;       /* m, 8 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y; /* m/s, 2 ulp: the chaser's */
    way_column_out latest;                 /* s, 1 ulp: of the last meeting; +inf where there are not two */
    way_column_out latest_velocity_x, latest_velocity_y; /* m/s, 2 ulp: the chaser's that meets it then */
    way_column_out meetings;                             /* int32_t: how many times there are, up to 4 */
    way_column_out status;                               /* int32_t, a way_status */
} way_chase_accelerating2d_out;

WAY_API way_result way_chase_accelerating2d(const way_chase_accelerating2d_in *in,
                                            const way_chase_accelerating2d_out *out, const way_batch *batch);

typedef struct way_chase_accelerating2d_agent {
    float chaser_x, chaser_y, chaser_speed, runner_x, runner_y, runner_vx, runner_vy, runner_ax, runner_ay;
    float horizon;
} way_chase_accelerating2d_agent;

typedef struct way_chase_accelerating2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, latest, latest_velocity_x, latest_velocity_y;
    int32_t meetings, status;
} way_chase_accelerating2d_answer;

WAY_API way_result way_chase_accelerating2d_agent_default(way_chase_accelerating2d_agent *agent);
WAY_API way_result way_chase_accelerating2d_one(const way_chase_accelerating2d_agent *agent,
                                                way_chase_accelerating2d_answer *answer);

typedef struct way_chase_accelerating3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m: where the chaser is */
    way_column chaser_speed;                    /* m/s: 0 or less cannot move */
    way_column runner_x, runner_y, runner_z;    /* m: where the runner is */
    way_column runner_vx, runner_vy, runner_vz; /* m/s: its velocity */
    way_column runner_ax, runner_ay, runner_az; /* m/s^2: its acceleration */
    way_column horizon;                         /* s: the longest time that counts; default +inf */
} way_chase_accelerating3d_in;

typedef struct way_chase_accelerating3d_out {
    way_column_out time;                      /* s, 1 ulp: of the first meeting; +inf where there is none */
    way_column_out point_x, point_y, point_z; /* m, 8 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 2 ulp: the chaser's */
    way_column_out latest; /* s, 1 ulp: of the last meeting; +inf where there are not two */
    way_column_out latest_velocity_x, latest_velocity_y,
        latest_velocity_z;   /* m/s, 2 ulp: the chaser's that meets it then */
    way_column_out meetings; /* int32_t: how many times there are, up to 4 */
    way_column_out status;   /* int32_t, a way_status */
} way_chase_accelerating3d_out;

WAY_API way_result way_chase_accelerating3d(const way_chase_accelerating3d_in *in,
                                            const way_chase_accelerating3d_out *out, const way_batch *batch);

typedef struct way_chase_accelerating3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_speed, runner_x, runner_y, runner_z, runner_vx, runner_vy,
        runner_vz, runner_ax, runner_ay, runner_az;
    float horizon;
} way_chase_accelerating3d_agent;

typedef struct way_chase_accelerating3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, latest, latest_velocity_x,
        latest_velocity_y, latest_velocity_z;
    int32_t meetings, status;
} way_chase_accelerating3d_answer;

WAY_API way_result way_chase_accelerating3d_agent_default(way_chase_accelerating3d_agent *agent);
WAY_API way_result way_chase_accelerating3d_one(const way_chase_accelerating3d_agent *agent,
                                                way_chase_accelerating3d_answer *answer);

/* Throwing at a level speed ---------------------------------------------------------------------------------

   What shooters do: the speed along the ground is chosen, for its looks, and what is left is solved for.
   Level, it is the interception of a target that may move; launch_lateral finds the upward speed that takes
   it there under a given gravity, launch_gravity the gravity under which it passes a top that lies `apex`
   above the higher end. A target that is never caught up with is WAY_TOO_SLOW, one straight above or below
   WAY_DEGENERATE: no level speed leads there.

   Bounds, WAY_EXACT: the time within its ulps of itself, the point of the largest term of its sum, the
   velocity's level parts of level_speed. With y the height climbed, separation + target's velocity * time,
   and h the larger term of that sum: for launch_lateral, the velocity's height of m, the larger one of h /
   time and gravity * time / 2; the top of the largest of from_y, itself and the velocity's height * m /
   gravity, which is how well the top of such a throw is known. For launch_gravity, the velocity's height and
   the gravity of themselves * (1 + h / (apex + |y|)), where apex + |y| is not below 1e-4 h. While lengths,
   speeds, gravity and their quotients are 0 or between 1e-6 and 1e6. WAY_FAST loses digits as the
   interception does.

   Source: "Two Basic Kinematics Problems" (solving parabolas), solved for other unknowns; the meeting is the
   interception's. */

typedef struct way_launch_lateral2d_in {
    way_column from_x, from_y; /* m: where it is thrown from */
    way_column to_x, to_y;     /* m: where it is to come down */
    way_column level_speed;    /* m/s: along the ground; 0 or less cannot move */
    way_column gravity;        /* m/s^2: > 0, downwards */
    way_column to_vx, to_vy;   /* m/s: how that place moves; default 0 */
} way_launch_lateral2d_in;

typedef struct way_launch_lateral2d_out {
    way_column_out time;                   /* s, 4 ulp: until it meets it; +inf where it never does */
    way_column_out point_x, point_y;       /* m, 6 ulp: where that is */
    way_column_out velocity_x, velocity_y; /* m/s, 16 ulp: that it is thrown with */
    way_column_out top;    /* m, 8 ulp: the height of its top; from_y where it is not thrown upwards */
    way_column_out status; /* int32_t, a way_status */
} way_launch_lateral2d_out;

WAY_API way_result way_launch_lateral2d(const way_launch_lateral2d_in *in,
                                        const way_launch_lateral2d_out *out, const way_batch *batch);

typedef struct way_launch_lateral2d_agent {
    float from_x, from_y, to_x, to_y, level_speed, gravity;
    float to_vx, to_vy;
} way_launch_lateral2d_agent;

typedef struct way_launch_lateral2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, top;
    int32_t status;
} way_launch_lateral2d_answer;

WAY_API way_result way_launch_lateral2d_agent_default(way_launch_lateral2d_agent *agent);
WAY_API way_result way_launch_lateral2d_one(const way_launch_lateral2d_agent *agent,
                                            way_launch_lateral2d_answer *answer);

typedef struct way_launch_lateral3d_in {
    way_column from_x, from_y, from_z; /* m: where it is thrown from */
    way_column to_x, to_y, to_z;       /* m: where it is to come down */
    way_column level_speed;            /* m/s: along the ground; 0 or less cannot move */
    way_column gravity;                /* m/s^2: > 0, downwards */
    way_column to_vx, to_vy, to_vz;    /* m/s: how that place moves; default 0 */
} way_launch_lateral3d_in;

typedef struct way_launch_lateral3d_out {
    way_column_out time;                      /* s, 4 ulp: until it meets it; +inf where it never does */
    way_column_out point_x, point_y, point_z; /* m, 6 ulp: where that is */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 16 ulp: that it is thrown with */
    way_column_out top;    /* m, 8 ulp: the height of its top; from_y where it is not thrown upwards */
    way_column_out status; /* int32_t, a way_status */
} way_launch_lateral3d_out;

WAY_API way_result way_launch_lateral3d(const way_launch_lateral3d_in *in,
                                        const way_launch_lateral3d_out *out, const way_batch *batch);

typedef struct way_launch_lateral3d_agent {
    float from_x, from_y, from_z, to_x, to_y, to_z, level_speed, gravity;
    float to_vx, to_vy, to_vz;
} way_launch_lateral3d_agent;

typedef struct way_launch_lateral3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, top;
    int32_t status;
} way_launch_lateral3d_answer;

WAY_API way_result way_launch_lateral3d_agent_default(way_launch_lateral3d_agent *agent);
WAY_API way_result way_launch_lateral3d_one(const way_launch_lateral3d_agent *agent,
                                            way_launch_lateral3d_answer *answer);

typedef struct way_launch_gravity2d_in {
    way_column from_x, from_y; /* m: where it is thrown from */
    way_column to_x, to_y;     /* m: where it is to come down */
    way_column level_speed;    /* m/s: along the ground; 0 or less cannot move */
    way_column apex;           /* m: >= 0: the top above the higher one of from_y and where it is met */
    way_column to_vx, to_vy;   /* m/s: how that place moves; default 0 */
} way_launch_gravity2d_in;

typedef struct way_launch_gravity2d_out {
    way_column_out time;                   /* s, 4 ulp: until it meets it; +inf where it never does */
    way_column_out point_x, point_y;       /* m, 6 ulp: where that is */
    way_column_out velocity_x, velocity_y; /* m/s, 10 ulp: that it is thrown with */
    way_column_out gravity;                /* m/s^2, 16 ulp: what it needs */
    way_column_out status;                 /* int32_t, a way_status */
} way_launch_gravity2d_out;

WAY_API way_result way_launch_gravity2d(const way_launch_gravity2d_in *in,
                                        const way_launch_gravity2d_out *out, const way_batch *batch);

typedef struct way_launch_gravity2d_agent {
    float from_x, from_y, to_x, to_y, level_speed, apex;
    float to_vx, to_vy;
} way_launch_gravity2d_agent;

typedef struct way_launch_gravity2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, gravity;
    int32_t status;
} way_launch_gravity2d_answer;

WAY_API way_result way_launch_gravity2d_agent_default(way_launch_gravity2d_agent *agent);
WAY_API way_result way_launch_gravity2d_one(const way_launch_gravity2d_agent *agent,
                                            way_launch_gravity2d_answer *answer);

typedef struct way_launch_gravity3d_in {
    way_column from_x, from_y, from_z; /* m: where it is thrown from */
    way_column to_x, to_y, to_z;       /* m: where it is to come down */
    way_column level_speed;            /* m/s: along the ground; 0 or less cannot move */
    way_column apex;                /* m: >= 0: the top above the higher one of from_y and where it is met */
    way_column to_vx, to_vy, to_vz; /* m/s: how that place moves; default 0 */
} way_launch_gravity3d_in;

typedef struct way_launch_gravity3d_out {
    way_column_out time;                      /* s, 4 ulp: until it meets it; +inf where it never does */
    way_column_out point_x, point_y, point_z; /* m, 6 ulp: where that is */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 10 ulp: that it is thrown with */
    way_column_out gravity;                            /* m/s^2, 16 ulp: what it needs */
    way_column_out status;                             /* int32_t, a way_status */
} way_launch_gravity3d_out;

WAY_API way_result way_launch_gravity3d(const way_launch_gravity3d_in *in,
                                        const way_launch_gravity3d_out *out, const way_batch *batch);

typedef struct way_launch_gravity3d_agent {
    float from_x, from_y, from_z, to_x, to_y, to_z, level_speed, apex;
    float to_vx, to_vy, to_vz;
} way_launch_gravity3d_agent;

typedef struct way_launch_gravity3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, gravity;
    int32_t status;
} way_launch_gravity3d_answer;

WAY_API way_result way_launch_gravity3d_agent_default(way_launch_gravity3d_agent *agent);
WAY_API way_result way_launch_gravity3d_one(const way_launch_gravity3d_agent *agent,
                                            way_launch_gravity3d_answer *answer);

/* Bezier curves ---------------------------------------------------------------------------------------------

   (1 - t)^2 from + 2 t (1 - t) control + t^2 to, for flights that need no gravity. The phase t is the part of
   the curve's time that has gone; below 0 counts as 0 and above 1 as 1. bezier tells the point, the velocity
   and its direction; where the curve stands still the velocity and the direction are 0 (WAY_DEGENERATE).
   bezier_tick is for units that follow a curve at a fixed tick: the velocity that takes them from where they
   are to the curve's next sample. bezier_apex finds the control point that makes the curve the very parabola
   of launch_apex, whatever the gravity.

   Bounds, WAY_EXACT: the point and the control point within their ulps of themselves or of the largest term
   of their sums, whichever is larger; the velocity of itself or of 2^-20 of the largest of the distances
   between the points (for bezier_tick: of all coordinates), over the time, whichever is larger; the direction
   of 1, while the velocity is not less than that. While lengths and times are 0 or between 1e-6 and 1e6. WAY_FAST is the same but for velocities
   that cancel, near a turning point or at a small tick, where it loses digits.

   Source: "Two Basic Kinematics Problems" (the other way: Bezier curves). */

typedef struct way_bezier2d_in {
    way_column from_x, from_y;       /* m: where it begins */
    way_column control_x, control_y; /* m: what it bends towards */
    way_column to_x, to_y;           /* m: where it ends */
    way_column phase;                /* the part of its time that has gone, 0 to 1 */
    way_column duration;             /* s: > 0: how long it takes; default 1 */
} way_bezier2d_in;

typedef struct way_bezier2d_out {
    way_column_out point_x, point_y;         /* m, 1 ulp: where it is then */
    way_column_out velocity_x, velocity_y;   /* m/s, 4 ulp: its velocity then */
    way_column_out direction_x, direction_y; /* 4 ulp: the same as a unit vector */
    way_column_out status;                   /* int32_t, a way_status */
} way_bezier2d_out;

WAY_API way_result way_bezier2d(const way_bezier2d_in *in, const way_bezier2d_out *out,
                                const way_batch *batch);

typedef struct way_bezier2d_agent {
    float from_x, from_y, control_x, control_y, to_x, to_y, phase;
    float duration;
} way_bezier2d_agent;

typedef struct way_bezier2d_answer {
    float point_x, point_y, velocity_x, velocity_y, direction_x, direction_y;
    int32_t status;
} way_bezier2d_answer;

WAY_API way_result way_bezier2d_agent_default(way_bezier2d_agent *agent);
WAY_API way_result way_bezier2d_one(const way_bezier2d_agent *agent, way_bezier2d_answer *answer);

typedef struct way_bezier3d_in {
    way_column from_x, from_y, from_z;          /* m: where it begins */
    way_column control_x, control_y, control_z; /* m: what it bends towards */
    way_column to_x, to_y, to_z;                /* m: where it ends */
    way_column phase;                           /* the part of its time that has gone, 0 to 1 */
    way_column duration;                        /* s: > 0: how long it takes; default 1 */
} way_bezier3d_in;

typedef struct way_bezier3d_out {
    way_column_out point_x, point_y, point_z;             /* m, 1 ulp: where it is then */
    way_column_out velocity_x, velocity_y, velocity_z;    /* m/s, 4 ulp: its velocity then */
    way_column_out direction_x, direction_y, direction_z; /* 4 ulp: the same as a unit vector */
    way_column_out status;                                /* int32_t, a way_status */
} way_bezier3d_out;

WAY_API way_result way_bezier3d(const way_bezier3d_in *in, const way_bezier3d_out *out,
                                const way_batch *batch);

typedef struct way_bezier3d_agent {
    float from_x, from_y, from_z, control_x, control_y, control_z, to_x, to_y, to_z, phase;
    float duration;
} way_bezier3d_agent;

typedef struct way_bezier3d_answer {
    float point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, direction_x, direction_y,
        direction_z;
    int32_t status;
} way_bezier3d_answer;

WAY_API way_result way_bezier3d_agent_default(way_bezier3d_agent *agent);
WAY_API way_result way_bezier3d_one(const way_bezier3d_agent *agent, way_bezier3d_answer *answer);

typedef struct way_bezier_tick2d_in {
    way_column body_x, body_y;       /* m: where the unit is */
    way_column from_x, from_y;       /* m: where the curve begins */
    way_column control_x, control_y; /* m: what it bends towards */
    way_column to_x, to_y;           /* m: where it ends */
    way_column phase;                /* the part of its time that has gone after the tick, 0 to 1 */
    way_column dt;                   /* s: > 0: the length of the tick */
} way_bezier_tick2d_in;

typedef struct way_bezier_tick2d_out {
    way_column_out point_x, point_y;       /* m, 1 ulp: the sample */
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: the unit's */
    way_column_out status;                 /* int32_t, a way_status */
} way_bezier_tick2d_out;

WAY_API way_result way_bezier_tick2d(const way_bezier_tick2d_in *in, const way_bezier_tick2d_out *out,
                                     const way_batch *batch);

typedef struct way_bezier_tick2d_agent {
    float body_x, body_y, from_x, from_y, control_x, control_y, to_x, to_y, phase, dt;
} way_bezier_tick2d_agent;

typedef struct way_bezier_tick2d_answer {
    float point_x, point_y, velocity_x, velocity_y;
    int32_t status;
} way_bezier_tick2d_answer;

WAY_API way_result way_bezier_tick2d_agent_default(way_bezier_tick2d_agent *agent);
WAY_API way_result way_bezier_tick2d_one(const way_bezier_tick2d_agent *agent,
                                         way_bezier_tick2d_answer *answer);

typedef struct way_bezier_tick3d_in {
    way_column body_x, body_y, body_z;          /* m: where the unit is */
    way_column from_x, from_y, from_z;          /* m: where the curve begins */
    way_column control_x, control_y, control_z; /* m: what it bends towards */
    way_column to_x, to_y, to_z;                /* m: where it ends */
    way_column phase; /* the part of its time that has gone after the tick, 0 to 1 */
    way_column dt;    /* s: > 0: the length of the tick */
} way_bezier_tick3d_in;

typedef struct way_bezier_tick3d_out {
    way_column_out point_x, point_y, point_z;          /* m, 1 ulp: the sample */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: the unit's */
    way_column_out status;                             /* int32_t, a way_status */
} way_bezier_tick3d_out;

WAY_API way_result way_bezier_tick3d(const way_bezier_tick3d_in *in, const way_bezier_tick3d_out *out,
                                     const way_batch *batch);

typedef struct way_bezier_tick3d_agent {
    float body_x, body_y, body_z, from_x, from_y, from_z, control_x, control_y, control_z, to_x, to_y, to_z,
        phase, dt;
} way_bezier_tick3d_agent;

typedef struct way_bezier_tick3d_answer {
    float point_x, point_y, point_z, velocity_x, velocity_y, velocity_z;
    int32_t status;
} way_bezier_tick3d_answer;

WAY_API way_result way_bezier_tick3d_agent_default(way_bezier_tick3d_agent *agent);
WAY_API way_result way_bezier_tick3d_one(const way_bezier_tick3d_agent *agent,
                                         way_bezier_tick3d_answer *answer);

typedef struct way_bezier_apex2d_in {
    way_column from_x, from_y; /* m: where it is thrown from */
    way_column to_x, to_y;     /* m: where it is to come down */
    way_column apex;           /* m: >= 0: the top above the higher one of the two */
} way_bezier_apex2d_in;

typedef struct way_bezier_apex2d_out {
    way_column_out control_x, control_y; /* m, 4 ulp: the control point */
    way_column_out status;               /* int32_t, a way_status */
} way_bezier_apex2d_out;

WAY_API way_result way_bezier_apex2d(const way_bezier_apex2d_in *in, const way_bezier_apex2d_out *out,
                                     const way_batch *batch);

typedef struct way_bezier_apex2d_agent {
    float from_x, from_y, to_x, to_y, apex;
} way_bezier_apex2d_agent;

typedef struct way_bezier_apex2d_answer {
    float control_x, control_y;
    int32_t status;
} way_bezier_apex2d_answer;

WAY_API way_result way_bezier_apex2d_agent_default(way_bezier_apex2d_agent *agent);
WAY_API way_result way_bezier_apex2d_one(const way_bezier_apex2d_agent *agent,
                                         way_bezier_apex2d_answer *answer);

typedef struct way_bezier_apex3d_in {
    way_column from_x, from_y, from_z; /* m: where it is thrown from */
    way_column to_x, to_y, to_z;       /* m: where it is to come down */
    way_column apex;                   /* m: >= 0: the top above the higher one of the two */
} way_bezier_apex3d_in;

typedef struct way_bezier_apex3d_out {
    way_column_out control_x, control_y, control_z; /* m, 4 ulp: the control point */
    way_column_out status;                          /* int32_t, a way_status */
} way_bezier_apex3d_out;

WAY_API way_result way_bezier_apex3d(const way_bezier_apex3d_in *in, const way_bezier_apex3d_out *out,
                                     const way_batch *batch);

typedef struct way_bezier_apex3d_agent {
    float from_x, from_y, from_z, to_x, to_y, to_z, apex;
} way_bezier_apex3d_agent;

typedef struct way_bezier_apex3d_answer {
    float control_x, control_y, control_z;
    int32_t status;
} way_bezier_apex3d_answer;

WAY_API way_result way_bezier_apex3d_agent_default(way_bezier_apex3d_agent *agent);
WAY_API way_result way_bezier_apex3d_one(const way_bezier_apex3d_agent *agent,
                                         way_bezier_apex3d_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
