/* waylay, ballistics: throws, flights, arcs on moving targets and Bezier curves. Gravity points down the y
   axis. */
#ifndef WAYLAY_BALLISTICS_H
#define WAYLAY_BALLISTICS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Launching -------------------------------------------------------------------------------------------------

   These calls compute throws in the plane (x, y) and in space. Gravity points down the y axis. After the time
   t, a body that is thrown with velocity v is at from + v t, minus gravity t^2 / 2 on the y axis.

   launch_apex: which throw goes from one position to another, if its top is `apex` above the higher position?

       way_launch_apex2d_agent ball = WAY_INIT;
       ball.to_x = 40, ball.gravity = 10, ball.apex = 20;
       way_launch_apex2d_answer toss;
       way_launch_apex2d_one(&ball, &toss); // toss.time == 4 && toss.velocity_y == 20

   A throw with an apex always rises first. So if you ask again for a body that is past its top, the answer is
   a different throw.

   WAY_MET: the throw exists. WAY_THERE: start and target are equal, and apex is 0; time is 0. WAY_DEGENERATE:
   apex is 0, and both heights are equal, so the body cannot rise; time is +inf, and velocity is 0.
   WAY_INVALID: NaN, infinity, gravity of 0 or negative, or an apex below 0. */

typedef struct way_launch_apex2d_in {
    way_column from_x, from_y; /* m: start */
    way_column to_x, to_y;     /* m: target */
    way_column gravity;        /* m/s^2, > 0: downwards */
    way_column apex;           /* m, >= 0: height of the top above the higher of the two positions */
} way_launch_apex2d_in;

typedef struct way_launch_apex2d_out {
    way_column_out time;                   /* s, 3 ulp: time until the body is at the target */
    way_column_out velocity_x, velocity_y; /* m/s, 5 ulp: velocity at the start */
    way_column_out rise_time;              /* s, 3 ulp: time until the body is at the top */
    way_column_out top;                    /* m, 1 ulp: y at the top */
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
    way_column from_x, from_y, from_z; /* m: start */
    way_column to_x, to_y, to_z;       /* m: target */
    way_column gravity;                /* m/s^2, > 0: downwards */
    way_column apex;                   /* m, >= 0: height of the top above the higher of the two positions */
} way_launch_apex3d_in;

typedef struct way_launch_apex3d_out {
    way_column_out time;                               /* s, 3 ulp: time until the body is at the target */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 5 ulp: velocity at the start */
    way_column_out rise_time;                          /* s, 3 ulp: time until the body is at the top */
    way_column_out top;                                /* m, 1 ulp: y at the top */
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

/* launch_speed: which throws with a given speed reach the target? There are two: the low throw, which arrives
   first, and the high throw.

       way_launch_speed2d_agent ball = WAY_INIT;
       ball.to_x = 40, ball.speed = 25, ball.gravity = 10;
       way_launch_speed2d_answer toss;
       way_launch_speed2d_one(&ball, &toss); // toss.time < toss.high_time && toss.high_velocity_y > 20

   WAY_MET: both throws exist. WAY_TOO_SLOW: no throw with this speed reaches the target. WAY_THERE: both
   positions are equal. WAY_IMMOBILE: the speed is 0 or negative. WAY_INVALID: NaN, infinity, or gravity of 0
   or negative. */

typedef struct way_launch_speed2d_in {
    way_column from_x, from_y; /* m: start */
    way_column to_x, to_y;     /* m: target */
    way_column speed;          /* m/s: speed of the throw; 0 or negative: no throw */
    way_column gravity;        /* m/s^2, > 0: downwards */
} way_launch_speed2d_in;

typedef struct way_launch_speed2d_out {
    way_column_out time;                             /* s, 8 ulp: time of the low throw; +inf: none */
    way_column_out velocity_x, velocity_y;           /* m/s, 8 ulp: of the low throw */
    way_column_out high_time;                        /* s, 8 ulp: time of the high throw; +inf: none */
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
    way_column from_x, from_y, from_z; /* m: start */
    way_column to_x, to_y, to_z;       /* m: target */
    way_column speed;                  /* m/s: speed of the throw; 0 or negative: no throw */
    way_column gravity;                /* m/s^2, > 0: downwards */
} way_launch_speed3d_in;

typedef struct way_launch_speed3d_out {
    way_column_out time;                               /* s, 8 ulp: time of the low throw; +inf: none */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 8 ulp: of the low throw */
    way_column_out high_time;                          /* s, 8 ulp: time of the high throw; +inf: none */
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

/* launch_reach: how far does a throw with a given speed go in the direction of the target, and which is the
   slowest throw that reaches the target? `range` is the horizontal distance of the farthest throw that comes
   down at the target's height. If the target is straight above or below, `range` is measured along x. If no
   throw with this speed reaches the target's height, `range` is 0. The statuses are those of launch_speed.
   If start and target are equal (WAY_THERE), the slowest throw has the time 0 and the speed 0.

       way_launch_reach2d_agent ball = WAY_INIT;
       ball.to_x = 40, ball.speed = 30, ball.gravity = 10;
       way_launch_reach2d_answer toss;
       way_launch_reach2d_one(&ball, &toss); // toss.range == 90 && toss.least_speed == 20 */

typedef struct way_launch_reach2d_in {
    way_column from_x, from_y; /* m: start */
    way_column to_x, to_y;     /* m: target */
    way_column speed;          /* m/s: speed of the throw; 0 or negative: no throw */
    way_column gravity;        /* m/s^2, > 0: downwards */
} way_launch_reach2d_in;

typedef struct way_launch_reach2d_out {
    way_column_out range; /* m, 6 ulp: largest horizontal distance at the height to_y */
    way_column_out far_velocity_x, far_velocity_y; /* m/s, 6 ulp: of that throw */
    way_column_out least_speed; /* m/s, 4 ulp: speed of the slowest throw that reaches the target */
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
    way_column from_x, from_y, from_z; /* m: start */
    way_column to_x, to_y, to_z;       /* m: target */
    way_column speed;                  /* m/s: speed of the throw; 0 or negative: no throw */
    way_column gravity;                /* m/s^2, > 0: downwards */
} way_launch_reach3d_in;

typedef struct way_launch_reach3d_out {
    way_column_out range; /* m, 6 ulp: largest horizontal distance at the height to_y */
    way_column_out far_velocity_x, far_velocity_y, far_velocity_z; /* m/s, 6 ulp: of that throw */
    way_column_out least_speed; /* m/s, 4 ulp: speed of the slowest throw that reaches the target */
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

/* Accuracy, WAY_EXACT: ulps of times are counted at the times themselves. Ulps of velocities are counted at
   the speed (launch_apex and the slowest throw: at their own length). For the top, one ulp is the ulp of
   max(apex, height of the higher end); for the range, of max(range, speed^2 / gravity). The bounds hold if
   magnitudes are 0 or 1e-6 to 1e6. With WAY_FAST, launch_speed and launch_reach lose up to half of the digits
   if the speed is only just enough. See docs/accuracy.md, "Launching".

   Source: "Two Basic Kinematics Problems" (solving parabolas). The throws of a given speed come from the
   usual textbook formula, but without angles. */

/* Launching in a given direction ----------------------------------------------------------------------------

   launch_angle2d: a barrel points in a given direction. With which speed does the body hit the target? The
   direction may have any length. If wind or a motor accelerates the body, set shell_ax and shell_ay, as in
   arc2d. There is no launch_angle3d, because a direction hits only targets in one vertical plane. In space,
   pass the distance over ground as to_x - from_x.

       way_launch_angle2d_agent mortar = WAY_INIT;
       mortar.to_x = 40, mortar.gravity = 10;
       mortar.direction_x = 1, mortar.direction_y = 1;
       way_launch_angle2d_answer shot;
       way_launch_angle2d_one(&mortar, &shot); // shot.speed == 20 && shot.time > 2.82f && shot.time < 2.83f

   WAY_MET: the body hits with this speed. WAY_THERE: start and target are the same position; speed and
   time are 0. WAY_NO_PATH: no speed hits, because the target is behind, or not on the side of the barrel's
   line to which the body falls. WAY_DEGENERATE: many speeds hit, because the target is on the barrel's line
   and the body stays on this line (a throw straight up, or no acceleration). WAY_INVALID: NaN, infinity, a
   direction of length 0, or an overflow, which happens only with inputs above 1e18. With every status except
   WAY_MET and WAY_THERE, speed and time are +inf and the velocity is 0. */

typedef struct way_launch_angle2d_in {
    way_column from_x, from_y;           /* m */
    way_column to_x, to_y;               /* m */
    way_column direction_x, direction_y; /* direction of the barrel, any length above 0 */
    way_column gravity;                  /* m/s^2: downwards */
    way_column shell_ax, shell_ay;       /* m/s^2: in addition to gravity, such as wind; default 0 */
} way_launch_angle2d_in;

typedef struct way_launch_angle2d_out {
    way_column_out speed;                  /* m/s, 1 ulp: of the throw; +inf: none hits */
    way_column_out time;                   /* s, 1 ulp: of the hit; +inf: none */
    way_column_out velocity_x, velocity_y; /* m/s, 1 ulp: of the throw */
    way_column_out status;                 /* int32_t, a way_status */
} way_launch_angle2d_out;

WAY_API way_result way_launch_angle2d(const way_launch_angle2d_in *in, const way_launch_angle2d_out *out,
                                      const way_batch *batch);

typedef struct way_launch_angle2d_agent {
    float from_x, from_y, to_x, to_y, direction_x, direction_y, gravity;
    float shell_ax, shell_ay;
} way_launch_angle2d_agent;

typedef struct way_launch_angle2d_answer {
    float speed, time, velocity_x, velocity_y;
    int32_t status;
} way_launch_angle2d_answer;

WAY_API way_result way_launch_angle2d_agent_default(way_launch_angle2d_agent *agent);
WAY_API way_result way_launch_angle2d_one(const way_launch_angle2d_agent *agent,
                                          way_launch_angle2d_answer *answer);

/* Accuracy, WAY_EXACT and WAY_FAST: the errors are within the ulps above. Time, speed and velocity are
   quotients of cross products. Ulps of these quotients are counted at themselves or, if it is larger, at the
   scale in docs/accuracy.md. The bounds hold for magnitudes that are 0 or 1e-6 to 1e6. See docs/accuracy.md,
   "Launching in a given direction".

   Source: textbook ballistics: v^2 = g x^2 / (2 cos^2(angle) (x tan(angle) - y)). */

/* Flight ----------------------------------------------------------------------------------------------------

   What it answers: what are the position and velocity of a thrown body at a given time, and when does it land
   at a given height? The landing is the last time from now on at which the body is at this height while it
   does not rise.

       way_flight2d_agent ball = WAY_INIT;
       ball.body_vx = 10, ball.body_vy = 20, ball.gravity = 10, ball.time = 1;
       way_flight2d_answer fly;
       way_flight2d_one(&ball, &fly); // fly.point_x == 10 && fly.point_y == 15 && fly.landing == 4

   WAY_MET: the body lands. WAY_TOO_SLOW: the body never comes down to this height; `landing` is +inf, and the
   other outputs are valid. WAY_INVALID: NaN, infinity, or gravity below 0. */

typedef struct way_flight2d_in {
    way_column body_x, body_y;   /* m: present position */
    way_column body_vx, body_vy; /* m/s: present velocity */
    way_column gravity;          /* m/s^2, >= 0: downwards */
    way_column time;             /* s: from now; negative: in the past */
    way_column height;           /* m: height of the landing; default 0 */
} way_flight2d_in;

typedef struct way_flight2d_out {
    way_column_out point_x, point_y;       /* m, 5 ulp: position at that time */
    way_column_out velocity_x, velocity_y; /* m/s, 2 ulp: velocity at that time */
    way_column_out landing;                /* s, 8 ulp: when the body lands at the height; +inf: never */
    way_column_out status;                 /* int32_t, a way_status */
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
    way_column body_x, body_y, body_z;    /* m: present position */
    way_column body_vx, body_vy, body_vz; /* m/s: present velocity */
    way_column gravity;                   /* m/s^2, >= 0: downwards */
    way_column time;                      /* s: from now; negative: in the past */
    way_column height;                    /* m: height of the landing; default 0 */
} way_flight3d_in;

typedef struct way_flight3d_out {
    way_column_out point_x, point_y, point_z;          /* m, 5 ulp: position at that time */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 2 ulp: velocity at that time */
    way_column_out landing; /* s, 8 ulp: when the body lands at the height; +inf: never */
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

/* Accuracy, WAY_EXACT: ulps of point and velocity are counted at the largest term of their sums, and ulps of
   the landing at the landing itself. The bounds hold if lengths, speeds, times and gravity are 0 or 1e-6 to
   1e6. WAY_FAST loses up to half of a landing's digits if the body lands near its top. See docs/accuracy.md,
   "Flight".

   Source: "Two Basic Kinematics Problems" (solving parabolas). */

/* Arcs on moving targets ------------------------------------------------------------------------------------

   arc: which shells of a given speed, under gravity (down the y axis), hit a target of constant velocity or
   constant acceleration? The gun's platform may move. The shell may have an additional constant acceleration,
   for example a rocket's thrust or wind. The shell hits at every time t > 0 with |r + v t + a t^2 / 2| =
   shell_speed t. Here r is the vector from the muzzle to the target, v is the target's velocity minus the
   platform's, and a is the target's acceleration minus the shell's (gravity, downwards, and shell_a). There
   are 0 to 4 such times, each with its own shot. In the order of time, they are time, second_time, third_time
   and high_time. high_time is always the last time. With fewer than three times, second_time is +inf; with
   fewer than four, third_time is +inf. The point is the target's position at the first meeting.

       way_arc2d_agent gun;
       way_arc2d_answer shot;
       way_arc2d_agent_default(&gun);
       gun.shell_speed = 200, gun.runner_x = 1000, gun.runner_vx = -10, gun.gravity = 9.81f;
       way_arc2d_one(&gun, &shot); // shot.meetings == 2 && shot.time < shot.high_time
       gun.shell_speed = 20, gun.runner_x = 50, gun.runner_vx = gun.gravity = 0, gun.shell_ax = 1;
       way_arc2d_one(&gun, &shot); // shot.time < 2.4f && shot.point_x == 50

   WAY_MET: a shell hits. WAY_THERE: the target is at the muzzle; time 0, velocity 0. Later meetings are
   returned as second_time and high_time. WAY_TOO_SLOW: no shell hits. WAY_IMMOBILE: no shell hits, because
   the speed is 0 or negative. WAY_LATE: the first hit is after the horizon. WAY_INVALID: NaN, infinity, or
   gravity below 0.

   If you ask again for a shell in flight, with its present speed, one of the new times is the old time minus
   the step: see docs/accuracy.md, "Asking again". */

typedef struct way_arc2d_in {
    way_column muzzle_x, muzzle_y;       /* m: start of the shell */
    way_column shell_speed;              /* m/s; 0 or negative: no shot */
    way_column runner_x, runner_y;       /* m: the target */
    way_column runner_vx, runner_vy;     /* m/s */
    way_column gravity;                  /* m/s^2, >= 0: on the shell, downwards */
    way_column runner_ax, runner_ay;     /* m/s^2: the target's total acceleration; default 0 */
    way_column platform_vx, platform_vy; /* m/s: velocity of the gun's carrier; default 0 */
    way_column horizon;                  /* s: longest time to the meeting; default +inf */
    way_column shell_ax,
        shell_ay; /* m/s^2: the shell's own acceleration, in addition to gravity; default 0 */
} way_arc2d_in;

typedef struct way_arc2d_out {
    way_column_out time;                   /* s, 1 ulp: first meeting; +inf: none */
    way_column_out point_x, point_y;       /* m, 8 ulp: where the target is at the first meeting */
    way_column_out velocity_x, velocity_y; /* m/s, 2 ulp: shell's velocity, seen from the platform */
    way_column_out high_time;              /* s, 1 ulp: last meeting; +inf: fewer than two */
    way_column_out high_velocity_x, high_velocity_y; /* m/s, 2 ulp: velocity for the last meeting */
    way_column_out second_time;                      /* s, 1 ulp: second meeting; +inf: fewer than three */
    way_column_out second_velocity_x, second_velocity_y; /* m/s, 2 ulp: velocity for the second meeting */
    way_column_out third_time;                           /* s, 1 ulp: third meeting; +inf: fewer than four */
    way_column_out third_velocity_x, third_velocity_y;   /* m/s, 2 ulp: velocity for the third meeting */
    way_column_out meetings;                             /* int32_t: number of meetings, 0 to 4 */
    way_column_out status;                               /* int32_t, a way_status */
} way_arc2d_out;

WAY_API way_result way_arc2d(const way_arc2d_in *in, const way_arc2d_out *out, const way_batch *batch);

typedef struct way_arc2d_agent {
    float muzzle_x, muzzle_y, shell_speed, runner_x, runner_y, runner_vx, runner_vy, gravity;
    float runner_ax, runner_ay, platform_vx, platform_vy, horizon;
    float shell_ax, shell_ay;
} way_arc2d_agent;

typedef struct way_arc2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, high_time, high_velocity_x, high_velocity_y;
    float second_time, second_velocity_x, second_velocity_y, third_time, third_velocity_x, third_velocity_y;
    int32_t meetings, status;
} way_arc2d_answer;

WAY_API way_result way_arc2d_agent_default(way_arc2d_agent *agent);
WAY_API way_result way_arc2d_one(const way_arc2d_agent *agent, way_arc2d_answer *answer);

typedef struct way_arc3d_in {
    way_column muzzle_x, muzzle_y, muzzle_z;          /* m: start of the shell */
    way_column shell_speed;                           /* m/s; 0 or negative: no shot */
    way_column runner_x, runner_y, runner_z;          /* m: the target */
    way_column runner_vx, runner_vy, runner_vz;       /* m/s */
    way_column gravity;                               /* m/s^2, >= 0: on the shell, downwards */
    way_column runner_ax, runner_ay, runner_az;       /* m/s^2: the target's total acceleration; default 0 */
    way_column platform_vx, platform_vy, platform_vz; /* m/s: velocity of the gun's carrier; default 0 */
    way_column horizon;                               /* s: longest time to the meeting; default +inf */
    way_column shell_ax, shell_ay,
        shell_az; /* m/s^2: the shell's own acceleration, in addition to gravity; default 0 */
} way_arc3d_in;

typedef struct way_arc3d_out {
    way_column_out time;                      /* s, 1 ulp: first meeting; +inf: none */
    way_column_out point_x, point_y, point_z; /* m, 8 ulp: where the target is at the first meeting */
    way_column_out velocity_x, velocity_y,
        velocity_z;           /* m/s, 2 ulp: shell's velocity, seen from the platform */
    way_column_out high_time; /* s, 1 ulp: last meeting; +inf: fewer than two */
    way_column_out high_velocity_x, high_velocity_y,
        high_velocity_z;        /* m/s, 2 ulp: velocity for the last meeting */
    way_column_out second_time; /* s, 1 ulp: second meeting; +inf: fewer than three */
    way_column_out second_velocity_x, second_velocity_y,
        second_velocity_z;     /* m/s, 2 ulp: velocity for the second meeting */
    way_column_out third_time; /* s, 1 ulp: third meeting; +inf: fewer than four */
    way_column_out third_velocity_x, third_velocity_y,
        third_velocity_z;    /* m/s, 2 ulp: velocity for the third meeting */
    way_column_out meetings; /* int32_t: number of meetings, 0 to 4 */
    way_column_out status;   /* int32_t, a way_status */
} way_arc3d_out;

WAY_API way_result way_arc3d(const way_arc3d_in *in, const way_arc3d_out *out, const way_batch *batch);

typedef struct way_arc3d_agent {
    float muzzle_x, muzzle_y, muzzle_z, shell_speed, runner_x, runner_y, runner_z, runner_vx, runner_vy,
        runner_vz, gravity;
    float runner_ax, runner_ay, runner_az, platform_vx, platform_vy, platform_vz, horizon;
    float shell_ax, shell_ay, shell_az;
} way_arc3d_agent;

typedef struct way_arc3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, high_time, high_velocity_x,
        high_velocity_y, high_velocity_z;
    float second_time, second_velocity_x, second_velocity_y, second_velocity_z, third_time, third_velocity_x,
        third_velocity_y, third_velocity_z;
    int32_t meetings, status;
} way_arc3d_answer;

WAY_API way_result way_arc3d_agent_default(way_arc3d_agent *agent);
WAY_API way_result way_arc3d_one(const way_arc3d_agent *agent, way_arc3d_answer *answer);

/* chase_accelerating: when can a chaser of constant velocity first meet a runner of constant acceleration?
   The call computes what `arc` computes without gravity. If you ask again in each frame, the chase ends in
   the frame in which `time` is at most dt. In this frame, move the chaser only for `time`, and do not wait for
   WAY_THERE: see docs/which-behaviour.md, "The last frame of a chase".

       way_chase_accelerating2d_agent dog;
       way_chase_accelerating2d_answer run;
       way_chase_accelerating2d_agent_default(&dog);
       dog.chaser_speed = 8, dog.runner_x = 15, dog.runner_ax = 1;
       way_chase_accelerating2d_one(&dog, &run); // run.time > 2 && run.status == WAY_MET */

typedef struct way_chase_accelerating2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column chaser_speed;         /* m/s; 0 or negative: the chaser cannot move */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s */
    way_column runner_ax, runner_ay; /* m/s^2 */
    way_column horizon;              /* s: longest time to the meeting; default +inf */
} way_chase_accelerating2d_in;

typedef struct way_chase_accelerating2d_out {
    way_column_out time;                                 /* s, 1 ulp: first meeting; +inf: none */
    way_column_out point_x, point_y;                     /* m, 8 ulp: runner's position at the meeting */
    way_column_out velocity_x, velocity_y;               /* m/s, 2 ulp: of the chaser */
    way_column_out latest;                               /* s, 1 ulp: last meeting; +inf: fewer than two */
    way_column_out latest_velocity_x, latest_velocity_y; /* m/s, 2 ulp: velocity for the last meeting */
    way_column_out meetings;                             /* int32_t: number of meetings, 0 to 4 */
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
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_speed;                    /* m/s; 0 or negative: the chaser cannot move */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column runner_ax, runner_ay, runner_az; /* m/s^2 */
    way_column horizon;                         /* s: longest time to the meeting; default +inf */
} way_chase_accelerating3d_in;

typedef struct way_chase_accelerating3d_out {
    way_column_out time;                               /* s, 1 ulp: first meeting; +inf: none */
    way_column_out point_x, point_y, point_z;          /* m, 8 ulp: runner's position at the meeting */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 2 ulp: of the chaser */
    way_column_out latest;                             /* s, 1 ulp: last meeting; +inf: fewer than two */
    way_column_out latest_velocity_x, latest_velocity_y,
        latest_velocity_z;   /* m/s, 2 ulp: velocity for the last meeting */
    way_column_out meetings; /* int32_t: number of meetings, 0 to 4 */
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

/* Accuracy, WAY_EXACT and WAY_FAST: ulps of times are counted at the times themselves, ulps of the point at
   the largest term of its sum, and ulps of velocities at the speed. The number of meetings is always correct,
   unless the path of the shell only just touches the target. The bounds hold if magnitudes are 0 or 1e-9 to
   1e9. See docs/accuracy.md, "Arcs on moving targets".

   Source: the quartic equation is in textbooks. The method that solves it by two real quadratic equations,
   without cube roots, is the library's own. */

/* Shots through air -----------------------------------------------------------------------------------------

   launch_drag: which shells of a given speed hit a target of constant velocity, if the air slows them down?
   Let w be the velocity of the shell relative to the air, and |w| its size. The acceleration of the shell is
   gravity, down the y axis, minus (drag + drag_area C(|w|) |w|) w. `drag` is linear drag, and `drag_area` is
   quadratic drag, which real shells, arrows and balls have. C is 1, and drag_area is density of the air *
   area * drag coefficient / (2 * mass). If `drag_table` of the batch points to coefficients over the speed, C
   is the coefficient at this speed, and drag_area is density * area / (2 * mass); way_launch_drag2d_one has
   no table. If both drags are given, both slow the shell down. The gun's platform may move. Without drag, the
   answers are those of arc. The shell can hit at up to five times, each with its own shot. The call returns
   the shot for the first and the shot for the last time. If the target is at rest, these are the low and the
   high arc. In still air under linear drag, no shell flies farther than shell_speed / drag, which is 200 m
   here:

       way_launch_drag2d_agent gun;
       way_launch_drag2d_answer shot;
       way_launch_drag2d_agent_default(&gun);
       gun.shell_speed = 100, gun.runner_x = 100, gun.gravity = 10, gun.drag = 0.5f;
       way_launch_drag2d_one(&gun, &shot); // shot.meetings == 2 && shot.time > 1.39f && shot.time < 1.40f
       gun.runner_x = 190;
       way_launch_drag2d_one(&gun, &shot); // shot.status == WAY_TOO_SLOW && shot.meetings == 0
       gun.drag = 0, gun.drag_area = 0.005f;
       way_launch_drag2d_one(&gun, &shot); // shot.meetings == 2 && shot.time > 3.25f && shot.time < 3.27f

   WAY_MET: a shell hits. WAY_THERE: the target is at the muzzle; time 0, velocity 0, and the last meeting is
   returned as high_time. WAY_TOO_SLOW: no shell hits. WAY_IMMOBILE: no shell hits, because the speed is 0 or
   less. WAY_LATE: the first hit is after the horizon. WAY_INVALID: NaN, infinity, or gravity, drag or
   drag_area below 0, or inputs above 1e18. A shot takes less than 5 us without drag_area, 20 to 150 us with
   drag_area, 100 to 500 us with a table of 26 rows, and a few ms if the table's coefficient jumps. The time
   grows with the rows: about 10 ms with 1,000 rows, and up to 1 s if thousands of rows are noisy. So thin a
   measured table to tens of rows. If C(|w|) |w| decreases anywhere in the table, the latest meetings may be
   missed. */

typedef struct way_launch_drag2d_in {
    way_column muzzle_x, muzzle_y;       /* m: start of the shell */
    way_column shell_speed;              /* m/s: speed relative to the platform; 0 or less: no shot */
    way_column runner_x, runner_y;       /* m: the target */
    way_column runner_vx, runner_vy;     /* m/s */
    way_column gravity;                  /* m/s^2, >= 0: on the shell, downwards */
    way_column platform_vx, platform_vy; /* m/s: velocity of the gun's carrier; default 0 */
    way_column horizon;                  /* s: longest time to the meeting; default +inf */
    way_column wind_x, wind_y;           /* m/s: velocity of the air; default 0 */
    way_column drag;      /* 1/s, >= 0: deceleration of the shell per speed through the air; default 0 */
    way_column drag_area; /* 1/m, >= 0: deceleration per squared speed through the air; default 0 */
} way_launch_drag2d_in;

typedef struct way_launch_drag2d_out {
    way_column_out time;             /* s, 1 ulp: first meeting; +inf: none */
    way_column_out point_x, point_y; /* m, 2 ulp: where the target is at the first meeting */
    way_column_out velocity_x,
        velocity_y;           /* m/s, 1 ulp: shell's velocity at the muzzle, seen from the platform */
    way_column_out high_time; /* s, 1 ulp: last meeting; +inf: fewer than two */
    way_column_out high_velocity_x, high_velocity_y; /* m/s, 1 ulp: velocity for the last meeting */
    way_column_out meetings;                         /* int32_t: number of meetings, 0 to 5 */
    way_column_out status;                           /* int32_t, a way_status */
} way_launch_drag2d_out;

WAY_API way_result way_launch_drag2d(const way_launch_drag2d_in *in, const way_launch_drag2d_out *out,
                                     const way_batch *batch);

typedef struct way_launch_drag2d_agent {
    float muzzle_x, muzzle_y, shell_speed, runner_x, runner_y, runner_vx, runner_vy, gravity;
    float platform_vx, platform_vy, horizon, wind_x, wind_y, drag, drag_area;
} way_launch_drag2d_agent;

typedef struct way_launch_drag2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, high_time, high_velocity_x, high_velocity_y;
    int32_t meetings, status;
} way_launch_drag2d_answer;

WAY_API way_result way_launch_drag2d_agent_default(way_launch_drag2d_agent *agent);
WAY_API way_result way_launch_drag2d_one(const way_launch_drag2d_agent *agent,
                                         way_launch_drag2d_answer *answer);

typedef struct way_launch_drag3d_in {
    way_column muzzle_x, muzzle_y, muzzle_z;    /* m: start of the shell */
    way_column shell_speed;                     /* m/s: speed relative to the platform; 0 or less: no shot */
    way_column runner_x, runner_y, runner_z;    /* m: the target */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column gravity;                         /* m/s^2, >= 0: on the shell, downwards */
    way_column platform_vx, platform_vy, platform_vz; /* m/s: velocity of the gun's carrier; default 0 */
    way_column horizon;                               /* s: longest time to the meeting; default +inf */
    way_column wind_x, wind_y, wind_z;                /* m/s: velocity of the air; default 0 */
    way_column drag;      /* 1/s, >= 0: deceleration of the shell per speed through the air; default 0 */
    way_column drag_area; /* 1/m, >= 0: deceleration per squared speed through the air; default 0 */
} way_launch_drag3d_in;

typedef struct way_launch_drag3d_out {
    way_column_out time;                      /* s, 1 ulp: first meeting; +inf: none */
    way_column_out point_x, point_y, point_z; /* m, 2 ulp: where the target is at the first meeting */
    way_column_out velocity_x, velocity_y,
        velocity_z;           /* m/s, 1 ulp: shell's velocity at the muzzle, seen from the platform */
    way_column_out high_time; /* s, 1 ulp: last meeting; +inf: fewer than two */
    way_column_out high_velocity_x, high_velocity_y,
        high_velocity_z;     /* m/s, 1 ulp: velocity for the last meeting */
    way_column_out meetings; /* int32_t: number of meetings, 0 to 5 */
    way_column_out status;   /* int32_t, a way_status */
} way_launch_drag3d_out;

WAY_API way_result way_launch_drag3d(const way_launch_drag3d_in *in, const way_launch_drag3d_out *out,
                                     const way_batch *batch);

typedef struct way_launch_drag3d_agent {
    float muzzle_x, muzzle_y, muzzle_z, shell_speed, runner_x, runner_y, runner_z, runner_vx, runner_vy,
        runner_vz, gravity;
    float platform_vx, platform_vy, platform_vz, horizon, wind_x, wind_y, wind_z, drag, drag_area;
} way_launch_drag3d_agent;

typedef struct way_launch_drag3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, high_time, high_velocity_x,
        high_velocity_y, high_velocity_z;
    int32_t meetings, status;
} way_launch_drag3d_answer;

WAY_API way_result way_launch_drag3d_agent_default(way_launch_drag3d_agent *agent);
WAY_API way_result way_launch_drag3d_one(const way_launch_drag3d_agent *agent,
                                         way_launch_drag3d_answer *answer);

/* Accuracy, WAY_EXACT and WAY_FAST, without drag_area: for a time, one ulp is the ulp of max(time, 2^-20 M /
   P). Here M is the separation plus the distances that shell and target cover, and P the speed at which they
   approach each other. Ulps of velocities are counted at the shell's speed. The exponential is a polynomial
   with an error of 2^-46. No shot is missed, unless it only just touches the target. The bounds hold for
   magnitudes that are 0 or 1e-6 to 1e6. With drag_area, a shell that flies up to 100 s misses by at most 1e-6
   (300 m + 150 m/s * time) or 1e-4 s * its highest speed, whichever is larger. See docs/accuracy.md, "Shots
   through air".

   Source: the law of linear drag is in textbooks; the search is the library's own. */

/* Runners that slow down ------------------------------------------------------------------------------------

   chase_slowing2d: where does a chaser meet a rolling ball, a puck or another runner that slows down on a
   straight line until it stops? The deceleration has two parts: `slowing` does not depend on the speed, and
   `friction` is proportional to the speed. Until the runner stops, its speed falls by slowing + friction *
   speed in each second. With `slowing` alone, the speed falls by the same amount in each second. With
   `friction` alone, it falls by the same factor, exp(-friction), and the runner never quite stops. The chaser
   stands for reaction_time and then runs at chaser_speed. They meet as soon as the runner is within reach.
   If you ask again in each frame, the chase ends in the frame in which `time` is at most dt. In this frame,
   move the chaser only for `time`, and do not wait for WAY_THERE: see docs/which-behaviour.md, "The last frame
   of a chase".

       way_chase_slowing2d_agent player;
       way_chase_slowing2d_agent_default(&player);
       player.chaser_x = -4, player.chaser_speed = 0.5f;
       player.runner_vx = 2, player.slowing = 0.4f;
       way_chase_slowing2d_answer run;
       way_chase_slowing2d_one(&player, &run); // run.time > 17.9f && run.time < 18.1f && run.point_x > 4.9f

   WAY_MET: they meet at the returned time. WAY_THERE: the runner is within reach now; time 0, and the
   velocity is 0. WAY_TOO_SLOW: they never meet; this happens only if the runner never comes to a stop.
   WAY_IMMOBILE: the chaser's speed is 0 or negative, and the runner does not come within reach. WAY_LATE: the
   meeting is after the horizon. WAY_INVALID: NaN, infinity, a slowing, friction, reach or reaction_time below
   0, a horizon of -inf, or an overflow, which happens only with inputs above 1e18. If they do not meet, time
   is +inf, and point and velocity are 0. */

typedef struct way_chase_slowing2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column chaser_speed;         /* m/s; 0 or negative: the chaser cannot move */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s: present velocity */
    way_column slowing;              /* m/s^2, >= 0: constant deceleration; default 0 */
    way_column friction;             /* 1/s, >= 0: deceleration divided by speed; default 0 */
    way_column reach;                /* m, >= 0: distance at which they meet; default 0 */
    way_column reaction_time;        /* s, >= 0: delay until the chaser starts; default 0 */
    way_column horizon;              /* s: longest time to the meeting; default +inf */
} way_chase_slowing2d_in;

typedef struct way_chase_slowing2d_out {
    way_column_out time;                   /* s, 2 ulp: of the meeting; +inf: none */
    way_column_out point_x, point_y;       /* m, 2 ulp: runner's position at the meeting */
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: chaser's velocity, once it has started */
    way_column_out status;                 /* int32_t, a way_status */
} way_chase_slowing2d_out;

WAY_API way_result way_chase_slowing2d(const way_chase_slowing2d_in *in, const way_chase_slowing2d_out *out,
                                       const way_batch *batch);

typedef struct way_chase_slowing2d_agent {
    float chaser_x, chaser_y, chaser_speed, runner_x, runner_y, runner_vx, runner_vy;
    float slowing, friction, reach, reaction_time, horizon;
} way_chase_slowing2d_agent;

typedef struct way_chase_slowing2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y;
    int32_t status;
} way_chase_slowing2d_answer;

WAY_API way_result way_chase_slowing2d_agent_default(way_chase_slowing2d_agent *agent);
WAY_API way_result way_chase_slowing2d_one(const way_chase_slowing2d_agent *agent,
                                           way_chase_slowing2d_answer *answer);

/* If you ask again with the runner's present position and velocity, and with the remaining reaction_time, the
   new time is the old time minus the step. See docs/accuracy.md, "Asking again".

   Accuracy, WAY_EXACT and WAY_FAST: the errors are within the ulps above. Let M be |separation| + reach +
   speeds * time, and P the rate at which the chaser comes nearer when they meet. For the time, one ulp is the
   ulp of max(time, 2^-20 M / P). Ulps of the point are counted at the largest term of its sum, and ulps of
   the velocity at the chaser's speed. The exponential has an error of 2^-46. The bounds hold for magnitudes
   that are 0 or 1e-6 to 1e6. See docs/accuracy.md, "Runners that slow down".

   Source: the laws of rolling and of linear drag are in textbooks; the search is the library's own. */

/* Bouncing --------------------------------------------------------------------------------------------------

   bouncing2d, bouncing3d: a body bounces on a level floor under gravity. Where is it at a given time, and how
   often has it bounced until then? The call takes the same time for any number of bounces. So
   a game can draw the path of a grenade or a ball in advance, or ask for any time. After a bounce, the
   fraction `restitution` of the vertical speed remains; the horizontal velocity does not change. For a ball,
   height is the floor's height plus the ball's radius.

       way_bouncing2d_agent ball;
       way_bouncing2d_agent_default(&ball);
       ball.body_y = 10, ball.gravity = 9.81f, ball.time = 100;
       way_bouncing2d_answer then;
       way_bouncing2d_one(&ball, &then); // then.bounces == 35 && then.point_y > 9.98f && then.point_y < 9.99f

   WAY_MET: the answer is valid. WAY_THERE: the body rests on the floor at that time, because restitution is
   below 1, or because the body has no speed. `bounces` is then 2147483647; but it is 1 if restitution is 0,
   and 0 if the body has not moved. Flights shorter than 2^-22 of the time also count as rest. A body below
   `height` counts as on the floor. WAY_INVALID: NaN, infinity, a gravity or time below 0, or a restitution
   outside 0 to 1; then landing is +inf, and all other outputs are 0. */

typedef struct way_bouncing2d_in {
    way_column body_x, body_y;   /* m: present position */
    way_column body_vx, body_vy; /* m/s: present velocity */
    way_column gravity;          /* m/s^2, >= 0: downwards */
    way_column time;             /* s, >= 0: from now */
    way_column height;           /* m: height of the body when it touches the floor; default 0 */
    way_column restitution;      /* 0 to 1: fraction of the vertical speed after a bounce; default 1 */
} way_bouncing2d_in;

typedef struct way_bouncing2d_out {
    way_column_out point_x, point_y; /* m, 2 ulp: position at that time */
    way_column_out velocity_x;       /* m/s, exact */
    way_column_out velocity_y;       /* m/s, 1 ulp: velocity at that time */
    way_column_out bounces;          /* int32_t: number of bounces until that time; 2147483647: endless */
    way_column_out landing;          /* s, 1 ulp: time of the next bounce after `time`; +inf: none */
    way_column_out status;           /* int32_t, a way_status */
} way_bouncing2d_out;

WAY_API way_result way_bouncing2d(const way_bouncing2d_in *in, const way_bouncing2d_out *out,
                                  const way_batch *batch);

typedef struct way_bouncing2d_agent {
    float body_x, body_y, body_vx, body_vy, gravity, time;
    float height, restitution;
} way_bouncing2d_agent;

typedef struct way_bouncing2d_answer {
    float point_x, point_y, velocity_x, velocity_y;
    int32_t bounces;
    float landing;
    int32_t status;
} way_bouncing2d_answer;

WAY_API way_result way_bouncing2d_agent_default(way_bouncing2d_agent *agent);
WAY_API way_result way_bouncing2d_one(const way_bouncing2d_agent *agent, way_bouncing2d_answer *answer);

typedef struct way_bouncing3d_in {
    way_column body_x, body_y, body_z;    /* m: present position */
    way_column body_vx, body_vy, body_vz; /* m/s: present velocity */
    way_column gravity;                   /* m/s^2, >= 0: downwards */
    way_column time;                      /* s, >= 0: from now */
    way_column height;                    /* m: height of the body when it touches the floor; default 0 */
    way_column restitution; /* 0 to 1: fraction of the vertical speed after a bounce; default 1 */
} way_bouncing3d_in;

typedef struct way_bouncing3d_out {
    way_column_out point_x, point_y, point_z; /* m, 2 ulp: position at that time */
    way_column_out velocity_x;                /* m/s, exact */
    way_column_out velocity_y;                /* m/s, 1 ulp: velocity at that time */
    way_column_out velocity_z;                /* m/s, exact */
    way_column_out bounces;                   /* int32_t: number of bounces until that time; 2147483647:
                                                 endless */
    way_column_out landing;                   /* s, 1 ulp: time of the next bounce after `time`; +inf: none */
    way_column_out status;                    /* int32_t, a way_status */
} way_bouncing3d_out;

WAY_API way_result way_bouncing3d(const way_bouncing3d_in *in, const way_bouncing3d_out *out,
                                  const way_batch *batch);

typedef struct way_bouncing3d_agent {
    float body_x, body_y, body_z, body_vx, body_vy, body_vz, gravity, time;
    float height, restitution;
} way_bouncing3d_agent;

typedef struct way_bouncing3d_answer {
    float point_x, point_y, point_z, velocity_x, velocity_y, velocity_z;
    int32_t bounces;
    float landing;
    int32_t status;
} way_bouncing3d_answer;

WAY_API way_result way_bouncing3d_agent_default(way_bouncing3d_agent *agent);
WAY_API way_result way_bouncing3d_one(const way_bouncing3d_agent *agent, way_bouncing3d_answer *answer);

/* Asking again: take the position and velocity at an earlier time, and ask for the remaining time. The answer
   is the same.

   Accuracy, WAY_EXACT and WAY_FAST: the errors are within the ulps above. For point_y, one ulp is the ulp of
   max(body_y, height, the height of a flight, vertical speed * time * 2^-20). For the velocity, it is the ulp
   of max(speed of the bounce, gravity * time * 2^-20). The number of bounces is right unless a bounce is
   within 2^-40 of the time. The bounds hold for magnitudes that are 0 or 1e-6 to 1e6. See docs/accuracy.md,
   "Bouncing".

   Source: textbooks (the geometric series of a bouncing ball); the search bit by bit is the library's own. */

/* Runners that turn -----------------------------------------------------------------------------------------

   chase_turning2d: where does a chaser meet a runner that turns at a constant rate, such as a fighter or a
   car in a bend? The runner moves on a circle at constant speed. The answer is the earliest meeting, even if
   the chaser is slower and the runner comes round to the chaser. If you ask again in each frame, the chase
   ends in the frame in which `time` is at most dt. In this frame, move the chaser only for `time`, and do not
   wait for WAY_THERE: see docs/which-behaviour.md, "The last frame of a chase".

       way_chase_turning2d_agent hunter;
       way_chase_turning2d_agent_default(&hunter);
       hunter.chaser_speed = 1, hunter.runner_y = -10, hunter.runner_vx = 10, hunter.turn_rate = 1;
       way_chase_turning2d_answer way;
       way_chase_turning2d_one(&hunter, &way); // way.time > 9.99f && way.time < 10.01f

   WAY_MET: they meet at the returned time. WAY_THERE: the runner is within reach now; time 0, and the
   velocity is 0. WAY_TOO_SLOW: they never meet; this happens only if the turn rate is 0, or if the time
   overflows a float. WAY_IMMOBILE: the chaser's speed is 0 or negative, and the runner's circle does not come
   within reach. WAY_LATE: the meeting is after the horizon. WAY_INVALID: NaN, infinity, a reach below 0, a
   horizon of -inf, or an overflow, which happens only with inputs above 1e18. If they do not meet, time is
   +inf, and point and velocity are 0. */

typedef struct way_chase_turning2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column chaser_speed;         /* m/s; 0 or negative: the chaser cannot move */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s: present velocity */
    way_column turn_rate;            /* rad/s: of the runner; positive: to the left */
    way_column reach;                /* m, >= 0: distance at which they meet; default 0 */
    way_column horizon;              /* s: longest time to the meeting; default +inf */
} way_chase_turning2d_in;

typedef struct way_chase_turning2d_out {
    way_column_out time;                   /* s, 1 ulp: of the meeting; +inf: none */
    way_column_out point_x, point_y;       /* m, 2 ulp: runner's position at the meeting */
    way_column_out velocity_x, velocity_y; /* m/s, 2 ulp: of the chaser */
    way_column_out status;                 /* int32_t, a way_status */
} way_chase_turning2d_out;

WAY_API way_result way_chase_turning2d(const way_chase_turning2d_in *in, const way_chase_turning2d_out *out,
                                       const way_batch *batch);

typedef struct way_chase_turning2d_agent {
    float chaser_x, chaser_y, chaser_speed, runner_x, runner_y, runner_vx, runner_vy, turn_rate;
    float reach, horizon;
} way_chase_turning2d_agent;

typedef struct way_chase_turning2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y;
    int32_t status;
} way_chase_turning2d_answer;

WAY_API way_result way_chase_turning2d_agent_default(way_chase_turning2d_agent *agent);
WAY_API way_result way_chase_turning2d_one(const way_chase_turning2d_agent *agent,
                                           way_chase_turning2d_answer *answer);

/* Accuracy, WAY_EXACT and WAY_FAST: the errors are within the ulps above. Let M be |separation| + reach +
   speeds * time, and P the rate at which the chaser comes nearer when they meet. For the time, one ulp is the
   ulp of max(time, 2^-20 M / P). For the point, it is the ulp of the largest term of its sum plus speed *
   (ulp of the time). Ulps of the velocity are counted at the chaser's speed. The bounds hold for magnitudes
   that are 0 or 1e-6 to 1e6. See docs/accuracy.md, "Runners that turn".

   estimate2d, estimate3d: only positions of a unit are known. How does it move? Keep the last three positions
   and the times between them, which may differ. If the unit accelerates steadily, its present state is
   `velocity` and `acceleration`: give them to chase_accelerating or arc. If the unit turns steadily, its
   present state is `turning_v` and `turn_rate`: give them to chase_turning2d. If a unit turns by more than a
   quarter turn from position to position, it seems to turn the other way. In space, turn_rate has no sign.

       way_estimate2d_agent seen = WAY_INIT;
       seen.last_x = 9, seen.before_x = 4, seen.oldest_x = 1, seen.last_step = seen.earlier_step = 1;
       way_estimate2d_answer motion;
       way_estimate2d_one(&seen, &motion); // motion.velocity_x == 6 && motion.acceleration_x == 2

   WAY_MET: the answers are valid. WAY_INVALID: NaN, infinity, a step of 0 or negative, or an overflow; all
   answers are 0. */

typedef struct way_estimate2d_in {
    way_column last_x, last_y;     /* m: last position */
    way_column before_x, before_y; /* m: the position before the last */
    way_column oldest_x, oldest_y; /* m: the oldest of the three positions */
    way_column last_step;          /* s, > 0: time between the last two positions */
    way_column earlier_step;       /* s, > 0: time between the oldest two positions */
} way_estimate2d_in;

typedef struct way_estimate2d_out {
    way_column_out velocity_x, velocity_y;         /* m/s, 2 ulp: present velocity, if it accelerates
                                                      steadily */
    way_column_out acceleration_x, acceleration_y; /* m/s^2, 1 ulp */
    way_column_out turning_vx, turning_vy;         /* m/s, 1 ulp: present velocity, if the unit turns
                                                      steadily */
    way_column_out turn_rate;                      /* rad/s, 1 ulp: positive: to the left */
    way_column_out status;                         /* int32_t, a way_status */
} way_estimate2d_out;

WAY_API way_result way_estimate2d(const way_estimate2d_in *in, const way_estimate2d_out *out,
                                  const way_batch *batch);

typedef struct way_estimate2d_agent {
    float last_x, last_y, before_x, before_y, oldest_x, oldest_y, last_step, earlier_step;
} way_estimate2d_agent;

typedef struct way_estimate2d_answer {
    float velocity_x, velocity_y, acceleration_x, acceleration_y, turning_vx, turning_vy, turn_rate;
    int32_t status;
} way_estimate2d_answer;

WAY_API way_result way_estimate2d_agent_default(way_estimate2d_agent *agent);
WAY_API way_result way_estimate2d_one(const way_estimate2d_agent *agent, way_estimate2d_answer *answer);

typedef struct way_estimate3d_in {
    way_column last_x, last_y, last_z;       /* m: last position */
    way_column before_x, before_y, before_z; /* m: the position before the last */
    way_column oldest_x, oldest_y, oldest_z; /* m: the oldest of the three positions */
    way_column last_step;                    /* s, > 0: time between the last two positions */
    way_column earlier_step;                 /* s, > 0: time between the oldest two positions */
} way_estimate3d_in;

typedef struct way_estimate3d_out {
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 2 ulp: present velocity, if it accelerates
                                                          steadily */
    way_column_out acceleration_x, acceleration_y, acceleration_z; /* m/s^2, 1 ulp */
    way_column_out turning_vx, turning_vy, turning_vz;             /* m/s, 1 ulp: present velocity, if it
                                                                      turns steadily */
    way_column_out turn_rate;                                      /* rad/s, 1 ulp: >= 0 */
    way_column_out status;                                         /* int32_t, a way_status */
} way_estimate3d_out;

WAY_API way_result way_estimate3d(const way_estimate3d_in *in, const way_estimate3d_out *out,
                                  const way_batch *batch);

typedef struct way_estimate3d_agent {
    float last_x, last_y, last_z, before_x, before_y, before_z, oldest_x, oldest_y, oldest_z, last_step,
        earlier_step;
} way_estimate3d_agent;

typedef struct way_estimate3d_answer {
    float velocity_x, velocity_y, velocity_z, acceleration_x, acceleration_y, acceleration_z, turning_vx,
        turning_vy, turning_vz, turn_rate;
    int32_t status;
} way_estimate3d_answer;

WAY_API way_result way_estimate3d_agent_default(way_estimate3d_agent *agent);
WAY_API way_result way_estimate3d_one(const way_estimate3d_agent *agent, way_estimate3d_answer *answer);

/* Accuracy, WAY_EXACT and WAY_FAST: the errors are within the ulps above. Ulps of the velocity and of the
   acceleration are counted at the largest term of their sums. For turning_v, one ulp is the ulp of
   max(turning_v, (speed in the faster step) * (1 + last_step / earlier_step)). Ulps of turn_rate are counted
   at max(turn_rate, e / (last_step + earlier_step)), where e is 2^-27 in the plane and 2^-20 in space. The
   bounds hold for magnitudes that are 0 or 1e-6 to 1e6. See docs/accuracy.md, "Runners that turn".

   Source: textbooks (the parabola through three points); the rest is the library's own. */

/* Guns that turn --------------------------------------------------------------------------------------------

   slew2d: when can a gun whose barrel turns at a limited rate fire a shot that hits, and how should the
   barrel turn until then? The target moves at constant velocity, and the shell flies straight. The answer is
   the first moment at which the barrel can have the direction of a shot that hits. The barrel may have to
   wait for the target. If the target is faster than the shell, it may fly into the shell from behind. If two
   shots are equally early, the answer is the shot for which the barrel turns left. If facing and arc are set,
   the barrel never leaves the arc of traverse. If the shorter turn would leave the arc, the barrel turns the
   longer way round. The barrel waits at the edge for a target that is going to enter the arc. A barrel
   outside the arc turns back into it without crossing the direction opposite to facing.

   With `gravity`, the shell falls as in arc2d: y points up, and gravity acts downwards along y. Then a target
   can be hit by a flat and by a steep shot: the first and the last meeting of arc2d. The answer is the first
   flat shot, unless the first steep one hits earlier, for example because the arc allows no flat one. With a
   gravity of 0, the shell flies straight. A gun with gravity takes 5 to 20 us.

       way_slew2d_agent gun;
       way_slew2d_agent_default(&gun);
       gun.heading_y = 1, gun.turn_rate = 0.5f, gun.speed = 100;
       gun.runner_x = 50, gun.dt = 0.1f;
       way_slew2d_answer aim;
       way_slew2d_one(&gun, &aim); // aim.time > 3.14f && aim.time < 3.15f && aim.turn < 0
       gun.runner_x = 0, gun.runner_y = 50;
       way_slew2d_one(&gun, &aim); // aim.time == 0 && aim.hit == 0.5f

   In each frame, call slew2d with the present heading, and set the heading to next_heading. In the next
   frame, the new time is the old time minus dt. Once `time` is less than dt, the gun fires within this frame:
   the shell starts `time` s from now, in `direction`, where the gun is then. In this frame, move the shell
   only for dt - time. A shell that starts at the beginning of the frame misses by up to (the target's speed,
   seen from the gun) * dt. After the shot, the barrel can follow the target until `track`. If the target's
   direction turns faster than the barrel, `track` is the time of fire.

   WAY_MET: a shot hits. WAY_THERE: the target is at the muzzle; the times are 0, and direction is the
   heading. WAY_TOO_SLOW: no shot ever hits, because the target outruns the shell, is never in the arc or
   never in range, or turns away faster than the barrel. WAY_IMMOBILE: speed is 0 or negative. WAY_LATE: the
   first possible shot is after the horizon. With WAY_TOO_SLOW, WAY_IMMOBILE and WAY_LATE, `time` and `hit`
   are +inf; direction, turn and track are 0; next_heading is the heading. WAY_INVALID: NaN, infinity, a
   heading of 0, a turn_rate, dt or gravity below 0, a horizon of -inf, or an overflow, which happens only
   with inputs above 1e18. If turn_rate is 0, the barrel does not turn. */

typedef struct way_slew2d_in {
    way_column x, y;                     /* m: position of the gun */
    way_column heading_x, heading_y;     /* present direction of the barrel, any length above 0 */
    way_column turn_rate;                /* rad/s, >= 0: largest turn rate of the barrel */
    way_column speed;                    /* m/s: speed of the shell; 0 or negative: no shot */
    way_column runner_x, runner_y;       /* m: position of the target */
    way_column runner_vx, runner_vy;     /* m/s: velocity of the target */
    way_column platform_vx, platform_vy; /* m/s: velocity of the gun's carrier; default 0 */
    way_column facing_x, facing_y;       /* middle of the arc of traverse, any length; default 0: no limit */
    way_column arc;                      /* cosine of half the arc; -1 or less: no limit; default -1 */
    way_column horizon;                  /* s: latest time of fire; default +inf */
    way_column dt;                       /* s, >= 0: time until the next call; default 0 */
    way_column gravity;                  /* m/s^2, >= 0: on the shell, downwards; default 0 */
} way_slew2d_in;

typedef struct way_slew2d_out {
    way_column_out time;                     /* s, 1 ulp: of the shot; +inf: never */
    way_column_out hit;                      /* s, 1 ulp: when the shell hits; +inf: never */
    way_column_out direction_x, direction_y; /* 1 ulp: unit vector of the shot, seen from the carrier */
    way_column_out turn; /* rad, 1 ulp: turn of the barrel until the shot; positive: left */
    way_column_out next_heading_x, next_heading_y; /* 1 ulp: unit vector of the barrel after dt */
    way_column_out track;  /* s, 1 ulp: until when the barrel can follow; +inf: always */
    way_column_out status; /* int32_t, a way_status */
} way_slew2d_out;

WAY_API way_result way_slew2d(const way_slew2d_in *in, const way_slew2d_out *out, const way_batch *batch);

typedef struct way_slew2d_agent {
    float x, y, heading_x, heading_y, turn_rate, speed;
    float runner_x, runner_y, runner_vx, runner_vy;
    float platform_vx, platform_vy, facing_x, facing_y, arc, horizon, dt, gravity;
} way_slew2d_agent;

typedef struct way_slew2d_answer {
    float time, hit, direction_x, direction_y, turn, next_heading_x, next_heading_y, track;
    int32_t status;
} way_slew2d_answer;

WAY_API way_result way_slew2d_agent_default(way_slew2d_agent *agent);
WAY_API way_result way_slew2d_one(const way_slew2d_agent *agent, way_slew2d_answer *answer);

/* If the target has a size, fire once `turn` is less than the target's radius divided by its distance.

   Accuracy, WAY_EXACT and WAY_FAST: the errors are within the ulps above. Ulps of directions and of the turn
   are counted at 1. Let x be the change of an answer if an input changes by 2^-36 of itself. If 2^20 x is
   larger, ulps are counted at 2^20 x. For example, 2^20 x is larger if the barrel only just keeps up with the
   target. With gravity, let W be the target's way until the hit, and D the distance of the hit from the muzzle.
   If D is less than 2^-25 W, the direction may be outside the arc by 2^-48 W / D rad. The bounds hold for
   magnitudes that are 0 or 1e-6 to 1e6. See docs/accuracy.md, "Guns that turn".

   Source: the library's own method. The angle that the barrel still has to turn has its extrema at roots of a
   quadratic equation, so no shot is missed. With gravity, the search goes forward in steps that cannot pass a
   shot. */

/* slew3d: the same in space. The barrel turns on the shortest way, at most by turn_rate rad/s, to the
   direction of the shot, and `turn` is at least 0. The arc of traverse is a cone around facing. All shots are
   inside it. A barrel that starts inside the cone stays inside if arc >= 0, because the cone is then at most
   a half space. Gravity acts along y, as in arc3d.

       way_slew3d_agent gun;
       way_slew3d_agent_default(&gun);
       gun.heading_z = 1, gun.turn_rate = 0.5f, gun.speed = 100;
       gun.runner_x = 30, gun.runner_y = 40, gun.dt = 0.1f;
       way_slew3d_answer aim;
       way_slew3d_one(&gun, &aim); // aim.time > 3.14f && aim.time < 3.15f && aim.next_heading_z < 1

   Statuses and the loop over frames are as in slew2d. A shot straight behind is reached by a turn to the
   left about the z axis, or about the x axis if the heading is steeper than 45 degrees. */

typedef struct way_slew3d_in {
    way_column x, y, z;                         /* m: position of the gun */
    way_column heading_x, heading_y, heading_z; /* present direction of the barrel, any length above 0 */
    way_column turn_rate;                       /* rad/s, >= 0: largest turn rate of the barrel */
    way_column speed;                           /* m/s: speed of the shell; 0 or negative: no shot */
    way_column runner_x, runner_y, runner_z;    /* m: position of the target */
    way_column runner_vx, runner_vy, runner_vz; /* m/s: velocity of the target */
    way_column platform_vx, platform_vy, platform_vz; /* m/s: velocity of the gun's carrier; default 0 */
    way_column facing_x, facing_y, facing_z; /* middle of the cone, any length; default 0: no limit */
    way_column arc;     /* cosine of half the arc, a cone; -1 or less: no limit; default -1 */
    way_column horizon; /* s: latest time of fire; default +inf */
    way_column dt;      /* s, >= 0: time until the next call; default 0 */
    way_column gravity; /* m/s^2, >= 0: on the shell, downwards; default 0 */
} way_slew3d_in;

typedef struct way_slew3d_out {
    way_column_out time;                                  /* s, 1 ulp: of the shot; +inf: never */
    way_column_out hit;                                   /* s, 1 ulp: when the shell hits; +inf: never */
    way_column_out direction_x, direction_y, direction_z; /* 1 ulp: of the shot, seen from the carrier */
    way_column_out turn;                                  /* rad, 1 ulp: of the barrel until the shot */
    way_column_out next_heading_x, next_heading_y, next_heading_z; /* 1 ulp: of the barrel after dt */
    way_column_out status;                                         /* int32_t, a way_status */
} way_slew3d_out;

WAY_API way_result way_slew3d(const way_slew3d_in *in, const way_slew3d_out *out, const way_batch *batch);

typedef struct way_slew3d_agent {
    float x, y, z, heading_x, heading_y, heading_z, turn_rate, speed;
    float runner_x, runner_y, runner_z, runner_vx, runner_vy, runner_vz;
    float platform_vx, platform_vy, platform_vz, facing_x, facing_y, facing_z, arc, horizon, dt, gravity;
} way_slew3d_agent;

typedef struct way_slew3d_answer {
    float time, hit, direction_x, direction_y, direction_z, turn, next_heading_x, next_heading_y,
        next_heading_z;
    int32_t status;
} way_slew3d_answer;

WAY_API way_result way_slew3d_agent_default(way_slew3d_agent *agent);
WAY_API way_result way_slew3d_one(const way_slew3d_agent *agent, way_slew3d_answer *answer);

/* Accuracy: as for slew2d. Source: the library's own method. The search goes forward in steps. No step can
   pass a shot, because its length is limited by bounds of how fast the target's direction turns, and of how
   fast this rate grows. */

/* Throwing at a level speed ---------------------------------------------------------------------------------

   The caller chooses the horizontal speed of the throw, as in many shooter games. The target may move. Seen
   from above, the body moves straight at this speed and intercepts the target.

   launch_lateral: with which upward speed does the body reach the target under a given gravity?

       way_launch_lateral2d_agent ball;
       way_launch_lateral2d_answer toss;
       way_launch_lateral2d_agent_default(&ball);
       ball.to_x = 40, ball.level_speed = 10, ball.gravity = 10;
       way_launch_lateral2d_one(&ball, &toss); // toss.time == 4 && toss.top == 20

   WAY_MET: the body meets the target. WAY_THERE: the body is at the target already. WAY_TOO_SLOW: the body
   never catches up with the target. WAY_IMMOBILE: the level speed is 0 or negative, and the target does not
   come to the body. WAY_DEGENERATE: the target is straight above or below, so a horizontal speed does not
   lead to it. WAY_INVALID: NaN, infinity, gravity of 0 or negative, or, for launch_gravity, an apex below
   0. */

typedef struct way_launch_lateral2d_in {
    way_column from_x, from_y; /* m: start */
    way_column to_x, to_y;     /* m: target */
    way_column level_speed;    /* m/s: horizontal speed of the throw; 0 or negative: no throw */
    way_column gravity;        /* m/s^2, > 0: downwards */
    way_column to_vx, to_vy;   /* m/s: velocity of the target; default 0 */
} way_launch_lateral2d_in;

typedef struct way_launch_lateral2d_out {
    way_column_out time;                   /* s, 4 ulp: time until the meeting; +inf: they never meet */
    way_column_out point_x, point_y;       /* m, 6 ulp: position of the meeting */
    way_column_out velocity_x, velocity_y; /* m/s, 16 ulp: velocity at the start */
    way_column_out top;    /* m, 8 ulp: y at the top; from_y if the body is not thrown upwards */
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
    way_column from_x, from_y, from_z; /* m: start */
    way_column to_x, to_y, to_z;       /* m: target */
    way_column level_speed;            /* m/s: horizontal speed of the throw; 0 or negative: no throw */
    way_column gravity;                /* m/s^2, > 0: downwards */
    way_column to_vx, to_vy, to_vz;    /* m/s: velocity of the target; default 0 */
} way_launch_lateral3d_in;

typedef struct way_launch_lateral3d_out {
    way_column_out time;                      /* s, 4 ulp: time until the meeting; +inf: they never meet */
    way_column_out point_x, point_y, point_z; /* m, 6 ulp: position of the meeting */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 16 ulp: velocity at the start */
    way_column_out top;    /* m, 8 ulp: y at the top; from_y if the body is not thrown upwards */
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

/* launch_gravity: which gravity does the throw need so that its top is `apex` above the higher of start and
   meeting? The statuses are those of launch_lateral.

       way_launch_gravity2d_agent ball;
       way_launch_gravity2d_answer toss;
       way_launch_gravity2d_agent_default(&ball);
       ball.to_x = 40, ball.level_speed = 10, ball.apex = 20;
       way_launch_gravity2d_one(&ball, &toss); // toss.gravity == 10 && toss.velocity_y == 20 */

typedef struct way_launch_gravity2d_in {
    way_column from_x, from_y; /* m: start */
    way_column to_x, to_y;     /* m: target */
    way_column level_speed;    /* m/s: horizontal speed of the throw; 0 or negative: no throw */
    way_column apex;           /* m, >= 0: height of the top above the higher of start and meeting */
    way_column to_vx, to_vy;   /* m/s: velocity of the target; default 0 */
} way_launch_gravity2d_in;

typedef struct way_launch_gravity2d_out {
    way_column_out time;                   /* s, 4 ulp: time until the meeting; +inf: they never meet */
    way_column_out point_x, point_y;       /* m, 6 ulp: position of the meeting */
    way_column_out velocity_x, velocity_y; /* m/s, 10 ulp: velocity at the start */
    way_column_out gravity;                /* m/s^2, 16 ulp: required gravity */
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
    way_column from_x, from_y, from_z; /* m: start */
    way_column to_x, to_y, to_z;       /* m: target */
    way_column level_speed;            /* m/s: horizontal speed of the throw; 0 or negative: no throw */
    way_column apex;                   /* m, >= 0: height of the top above the higher of start and meeting */
    way_column to_vx, to_vy, to_vz;    /* m/s: velocity of the target; default 0 */
} way_launch_gravity3d_in;

typedef struct way_launch_gravity3d_out {
    way_column_out time;                      /* s, 4 ulp: time until the meeting; +inf: they never meet */
    way_column_out point_x, point_y, point_z; /* m, 6 ulp: position of the meeting */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 10 ulp: velocity at the start */
    way_column_out gravity;                            /* m/s^2, 16 ulp: required gravity */
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

/* Accuracy, WAY_EXACT: ulps of the time are counted at the time itself, ulps of the point at the largest term
   of its sum, and ulps of the horizontal parts of the velocity at level_speed. docs/accuracy.md, "Throwing at
   a level speed", defines the ulps of velocity_y, top and gravity. The bounds hold if magnitudes are 0 or
   1e-6 to 1e6. WAY_FAST loses digits as way_intercept2d (pursuit.h) does.

   Source: "Two Basic Kinematics Problems" (solving parabolas), solved for other unknowns. The meeting is
   computed as in way_intercept2d. */

/* Bezier curves ---------------------------------------------------------------------------------------------

   These calls move a body along a quadratic curve: (1 - t)^2 from + 2 t (1 - t) control + t^2 to. The phase t
   is the elapsed fraction of the flight's duration. A phase below 0 is treated as 0, a phase above 1 as 1.

   bezier: what are the position, velocity and direction at a phase of the curve?

       way_bezier2d_agent bird = WAY_INIT;
       bird.control_x = 10, bird.control_y = 20, bird.to_x = 20, bird.phase = 0.5f, bird.duration = 4;
       way_bezier2d_answer fly;
       way_bezier2d_one(&bird, &fly); // fly.point_y == 10 && fly.velocity_x == 5 && fly.direction_x == 1

   WAY_MET: the body moves at this phase. WAY_DEGENERATE: the body stands still at this phase; velocity and
   direction 0. WAY_INVALID: NaN, infinity, or a duration of 0 or negative. */

typedef struct way_bezier2d_in {
    way_column from_x, from_y;       /* m: start of the curve */
    way_column control_x, control_y; /* m: control point */
    way_column to_x, to_y;           /* m: end of the curve */
    way_column phase;                /* elapsed fraction of the duration, 0 to 1 */
    way_column duration;             /* s, > 0: duration of the flight; default 1 */
} way_bezier2d_in;

typedef struct way_bezier2d_out {
    way_column_out point_x, point_y;         /* m, 8 ulp: position at that phase */
    way_column_out velocity_x, velocity_y;   /* m/s, 8 ulp: velocity at that phase */
    way_column_out direction_x, direction_y; /* 6 ulp: direction of the velocity, a unit vector */
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
    way_column from_x, from_y, from_z;          /* m: start of the curve */
    way_column control_x, control_y, control_z; /* m: control point */
    way_column to_x, to_y, to_z;                /* m: end of the curve */
    way_column phase;                           /* elapsed fraction of the duration, 0 to 1 */
    way_column duration;                        /* s, > 0: duration of the flight; default 1 */
} way_bezier3d_in;

typedef struct way_bezier3d_out {
    way_column_out point_x, point_y, point_z;          /* m, 8 ulp: position at that phase */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 8 ulp: velocity at that phase */
    way_column_out direction_x, direction_y,
        direction_z;       /* 6 ulp: direction of the velocity, a unit vector */
    way_column_out status; /* int32_t, a way_status */
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

/* bezier_tick: with which velocity does a body get from its position to the next sample of the curve in one
   tick?

       way_bezier_tick2d_agent bird = WAY_INIT;
       bird.control_x = 10, bird.control_y = 20, bird.to_x = 20, bird.phase = 0.5f, bird.dt = 2;
       way_bezier_tick2d_answer fly;
       way_bezier_tick2d_one(&bird, &fly); // fly.velocity_x == 5 && fly.velocity_y == 5 */

typedef struct way_bezier_tick2d_in {
    way_column body_x, body_y;       /* m: position of the body */
    way_column from_x, from_y;       /* m: start of the curve */
    way_column control_x, control_y; /* m: control point */
    way_column to_x, to_y;           /* m: end of the curve */
    way_column phase;                /* elapsed fraction of the duration after the tick, 0 to 1 */
    way_column dt;                   /* s, > 0: length of the tick */
} way_bezier_tick2d_in;

typedef struct way_bezier_tick2d_out {
    way_column_out point_x, point_y;       /* m, 8 ulp: the next sample */
    way_column_out velocity_x, velocity_y; /* m/s, 8 ulp: of the body */
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
    way_column body_x, body_y, body_z;          /* m: position of the body */
    way_column from_x, from_y, from_z;          /* m: start of the curve */
    way_column control_x, control_y, control_z; /* m: control point */
    way_column to_x, to_y, to_z;                /* m: end of the curve */
    way_column phase;                           /* elapsed fraction of the duration after the tick, 0 to 1 */
    way_column dt;                              /* s, > 0: length of the tick */
} way_bezier_tick3d_in;

typedef struct way_bezier_tick3d_out {
    way_column_out point_x, point_y, point_z;          /* m, 8 ulp: the next sample */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 8 ulp: of the body */
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

/* bezier_apex: with which control point is the curve the arc of launch_apex? This arc does not depend on
   gravity.

       way_bezier_apex2d_agent ball = WAY_INIT;
       ball.to_x = 40, ball.apex = 20;
       way_bezier_apex2d_answer curve;
       way_bezier_apex2d_one(&ball, &curve); // curve.control_x == 20 && curve.control_y == 40 */

typedef struct way_bezier_apex2d_in {
    way_column from_x, from_y; /* m: start */
    way_column to_x, to_y;     /* m: target */
    way_column apex;           /* m, >= 0: height of the top above the higher of the two positions */
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
    way_column from_x, from_y, from_z; /* m: start */
    way_column to_x, to_y, to_z;       /* m: target */
    way_column apex;                   /* m, >= 0: height of the top above the higher of the two positions */
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

/* Accuracy, WAY_EXACT: for points, one ulp is the ulp of max(point, largest term of its sum). For velocities,
   it is the ulp of the largest term of their sums (bezier_tick: of (largest coordinate) / dt). For
   directions, it is the ulp of max(1, (largest term of the velocity) / speed). The bounds hold if lengths and
   times are 0 or 1e-6 to 1e6. WAY_FAST loses digits if the terms of the velocity cancel. See
   docs/accuracy.md, "Bezier curves".

   Source: "Two Basic Kinematics Problems" (Bezier curves as an alternative to gravity). */

#ifdef __cplusplus
}
#endif

#endif
