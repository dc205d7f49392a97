/* waylay, bounce: vectors and reflections, sweeps of balls against walls, balls that bounce. */
#ifndef WAYLAY_BOUNCE_H
#define WAYLAY_BOUNCE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Vectors ---------------------------------------------------------------------------------------------------

   What reflections are made of, by themselves.

   perpendicular2d turns a vector by a quarter turn: to the left (counter-clockwise, -y, x), or to the right
   (y, -x).

   project gives how far a vector reaches along an axis, and the part of it that lies along the axis: with a
   the axis, length = v.a / |a| (negative where it points the other way) and projection = (v.a / a.a) a. An
   axis under 1e-19 counts as one of no length: 0 and WAY_DEGENERATE.

   Bounds, WAY_EXACT: the perpendicular is exact, whatever the magnitudes; length and projection within their
   ulps of the vector's length, while magnitudes are 0 or between 1e-15 and 1e15. Outside, digits fade, and
   what overflows a float is WAY_INVALID. WAY_FAST: typically within 4 ulp. None of them is ever -0.

   Source: Twinsen, "Vector Geometry in Game Programming, 2: bouncing at any angle, in the plane". */

typedef struct way_perpendicular2d_in {
    way_column vector_x, vector_y; /* any unit */
    way_column clockwise;          /* int32_t, not 0: to the right; default 0 */
} way_perpendicular2d_in;

typedef struct way_perpendicular2d_out {
    way_column_out perpendicular_x, perpendicular_y; /* exact; never -0 */
    way_column_out status;                           /* int32_t, a way_status */
} way_perpendicular2d_out;

WAY_API way_result way_perpendicular2d(const way_perpendicular2d_in *in, const way_perpendicular2d_out *out,
                                       const way_batch *batch);

typedef struct way_perpendicular2d_agent {
    float vector_x, vector_y;
    int32_t clockwise;
} way_perpendicular2d_agent;

typedef struct way_perpendicular2d_answer {
    float perpendicular_x, perpendicular_y;
    int32_t status;
} way_perpendicular2d_answer;

WAY_API way_result way_perpendicular2d_agent_default(way_perpendicular2d_agent *agent);
WAY_API way_result way_perpendicular2d_one(const way_perpendicular2d_agent *agent,
                                           way_perpendicular2d_answer *answer);

typedef struct way_project2d_in {
    way_column vector_x, vector_y; /* any unit */
    way_column axis_x, axis_y;     /* any length */
} way_project2d_in;

typedef struct way_project2d_out {
    way_column_out length;                     /* 4 ulp: along the axis, signed */
    way_column_out projection_x, projection_y; /* 4 ulp: the part along the axis */
    way_column_out status;                     /* int32_t, a way_status */
} way_project2d_out;

WAY_API way_result way_project2d(const way_project2d_in *in, const way_project2d_out *out,
                                 const way_batch *batch);

typedef struct way_project2d_agent {
    float vector_x, vector_y, axis_x, axis_y;
} way_project2d_agent;

typedef struct way_project2d_answer {
    float length, projection_x, projection_y;
    int32_t status;
} way_project2d_answer;

WAY_API way_result way_project2d_agent_default(way_project2d_agent *agent);
WAY_API way_result way_project2d_one(const way_project2d_agent *agent, way_project2d_answer *answer);

typedef struct way_project3d_in {
    way_column vector_x, vector_y, vector_z; /* any unit */
    way_column axis_x, axis_y, axis_z;       /* any length */
} way_project3d_in;

typedef struct way_project3d_out {
    way_column_out length;                                   /* 4 ulp: along the axis, signed */
    way_column_out projection_x, projection_y, projection_z; /* 4 ulp: the part along the axis */
    way_column_out status;                                   /* int32_t, a way_status */
} way_project3d_out;

WAY_API way_result way_project3d(const way_project3d_in *in, const way_project3d_out *out,
                                 const way_batch *batch);

typedef struct way_project3d_agent {
    float vector_x, vector_y, vector_z, axis_x, axis_y, axis_z;
} way_project3d_agent;

typedef struct way_project3d_answer {
    float length, projection_x, projection_y, projection_z;
    int32_t status;
} way_project3d_answer;

WAY_API way_result way_project3d_agent_default(way_project3d_agent *agent);
WAY_API way_result way_project3d_one(const way_project3d_agent *agent, way_project3d_answer *answer);

/* Reflect ---------------------------------------------------------------------------------------------------

   A velocity S off a wall: F = S - 2 (S.N / N.N) N, by the wall's normal N of any length and either sign, or
   by the wall's two ends in either order. Restitution keeps a share of the speed across the wall (1 all, 0
   none, more than 1 a bumper), friction takes a share of the speed along it (0 none, 1 all). A normal of no
   length, or a wall whose ends coincide, leaves the velocity as it is: WAY_DEGENERATE. Whether the velocity
   leads into the wall is not asked.

   Bounds, WAY_EXACT: within its ulps of the speed (times the restitution, where that is above 1), whatever
   the magnitudes; with restitution 1 and friction 0 the speed is kept within 2 ulp. What overflows a float is
   WAY_INVALID. WAY_FAST: typically within 8 ulp, while magnitudes are 0 or between 1e-15 and 1e15. Outside,
   digits fade, normals and walls under 1e-19 count as of no length, and those over 1e19 are WAY_INVALID.

   Source: Twinsen, "Vector Geometry in Game Programming, 2: bouncing at any angle, in the plane";
   restitution, friction and space are added. */

typedef struct way_reflect2d_in {
    way_column velocity_x, velocity_y; /* m/s */
    way_column normal_x, normal_y;     /* any length */
    way_column restitution;            /* >= 0; default 1 */
    way_column friction;               /* 0 to 1; default 0 */
} way_reflect2d_in;

typedef struct way_reflect2d_out {
    way_column_out reflected_x, reflected_y; /* m/s, 1 ulp: the velocity afterwards */
    way_column_out status;                   /* int32_t, a way_status */
} way_reflect2d_out;

WAY_API way_result way_reflect2d(const way_reflect2d_in *in, const way_reflect2d_out *out,
                                 const way_batch *batch);

typedef struct way_reflect2d_agent {
    float velocity_x, velocity_y, normal_x, normal_y;
    float restitution, friction;
} way_reflect2d_agent;

typedef struct way_reflect2d_answer {
    float reflected_x, reflected_y;
    int32_t status;
} way_reflect2d_answer;

WAY_API way_result way_reflect2d_agent_default(way_reflect2d_agent *agent);
WAY_API way_result way_reflect2d_one(const way_reflect2d_agent *agent, way_reflect2d_answer *answer);

typedef struct way_reflect3d_in {
    way_column velocity_x, velocity_y, velocity_z; /* m/s */
    way_column normal_x, normal_y, normal_z;       /* any length */
    way_column restitution;                        /* >= 0; default 1 */
    way_column friction;                           /* 0 to 1; default 0 */
} way_reflect3d_in;

typedef struct way_reflect3d_out {
    way_column_out reflected_x, reflected_y, reflected_z; /* m/s, 1 ulp: the velocity afterwards */
    way_column_out status;                                /* int32_t, a way_status */
} way_reflect3d_out;

WAY_API way_result way_reflect3d(const way_reflect3d_in *in, const way_reflect3d_out *out,
                                 const way_batch *batch);

typedef struct way_reflect3d_agent {
    float velocity_x, velocity_y, velocity_z, normal_x, normal_y, normal_z;
    float restitution, friction;
} way_reflect3d_agent;

typedef struct way_reflect3d_answer {
    float reflected_x, reflected_y, reflected_z;
    int32_t status;
} way_reflect3d_answer;

WAY_API way_result way_reflect3d_agent_default(way_reflect3d_agent *agent);
WAY_API way_result way_reflect3d_one(const way_reflect3d_agent *agent, way_reflect3d_answer *answer);

typedef struct way_reflect_wall2d_in {
    way_column velocity_x, velocity_y; /* m/s */
    way_column wall_ax, wall_ay;       /* m: an end */
    way_column wall_bx, wall_by;       /* m: the other end */
    way_column restitution;            /* >= 0; default 1 */
    way_column friction;               /* 0 to 1; default 0 */
} way_reflect_wall2d_in;

typedef struct way_reflect_wall2d_out {
    way_column_out reflected_x, reflected_y; /* m/s, 1 ulp: the velocity afterwards */
    way_column_out status;                   /* int32_t, a way_status */
} way_reflect_wall2d_out;

WAY_API way_result way_reflect_wall2d(const way_reflect_wall2d_in *in, const way_reflect_wall2d_out *out,
                                      const way_batch *batch);

typedef struct way_reflect_wall2d_agent {
    float velocity_x, velocity_y, wall_ax, wall_ay, wall_bx, wall_by;
    float restitution, friction;
} way_reflect_wall2d_agent;

typedef struct way_reflect_wall2d_answer {
    float reflected_x, reflected_y;
    int32_t status;
} way_reflect_wall2d_answer;

WAY_API way_result way_reflect_wall2d_agent_default(way_reflect_wall2d_agent *agent);
WAY_API way_result way_reflect_wall2d_one(const way_reflect_wall2d_agent *agent,
                                          way_reflect_wall2d_answer *answer);

/* Sweep -----------------------------------------------------------------------------------------------------

   When and where a moving ball (a point, or a disc of a radius) meets a wall: the earliest time at which its
   distance from the segment, ends included, is the radius while it comes nearer. The point is the one on the
   wall; the normal is a unit vector from there to the ball's centre, of a point across the wall to the side
   it comes from. A ball that touches the wall already meets it now (time 0, WAY_THERE) if it comes nearer; if
   it slides along, moves away, or has its centre on the wall, it does not meet it: time +inf, WAY_TOO_SLOW,
   or WAY_IMMOBILE where it stands still. Points do not meet a wall along whose very line they move, nor a
   wall of no length, which stops discs as a post. A wall of sides 1 stops what is on the left of the way
   from a to b (or straight ahead of its end), -1 what is on the right. Two walls that share an end let
   nothing through between them.

   sweep2d is after one wall each: walls are columns of the runners' side, `target` names each ball's.
   sweep_walls2d finds the first among all walls of the batch, and its number there.

   Bounds, WAY_EXACT: the time within its ulps of itself, also of balls that almost touch or graze; the
   point within its ulps of the coordinates' size and the way's; the normal within its ulps of 1. Whether a
   ball touches, grazes or misses, and on which side of a wall it is, is decided as its exact products say
   (within 2^-98 of them); within 2^-49 of its terms it is open whether a point passes an end of the wall,
   whether a ball that overlaps it comes nearer, which of two walls is first, and whether it is in time for
   the horizon, which the true time is held against, not the rounded one. While magnitudes are 0 or between
   1e-9 and 1e9; beyond 1e18 WAY_INVALID. Vectors with balls that almost touch or graze take several times
   as long. WAY_FAST: for magnitudes below 1e4, and not for discs that touch or graze, which it may take
   for the one or the other.

   Source: announced in Twinsen, "Vector Geometry in Game Programming" (its third part), written from
   scratch. */

typedef struct way_sweep2d_in {
    way_column ball_x, ball_y;                     /* m: its centre */
    way_column ball_vx, ball_vy;                   /* m/s */
    way_column wall_ax, wall_ay, wall_bx, wall_by; /* m: its ends */
    way_column radius;                             /* m, >= 0; default 0 */
    way_column horizon;                            /* s: the longest time that counts; default +inf */
    way_column sides; /* int32_t: 0 both, 1 from the left of a to b, -1 from the right; default 0 */
} way_sweep2d_in;

typedef struct way_sweep2d_out {
    way_column_out time;               /* s, 1 ulp; +inf where they do not meet */
    way_column_out point_x, point_y;   /* m, 1 ulp: on the wall */
    way_column_out normal_x, normal_y; /* 1 ulp: a unit vector; 0 where they do not meet */
    way_column_out status;             /* int32_t, a way_status */
} way_sweep2d_out;

WAY_API way_result way_sweep2d(const way_sweep2d_in *in, const way_sweep2d_out *out, const way_batch *batch);

typedef struct way_sweep2d_agent {
    float ball_x, ball_y, ball_vx, ball_vy, wall_ax, wall_ay, wall_bx, wall_by;
    float radius, horizon;
    int32_t sides;
} way_sweep2d_agent;

typedef struct way_sweep2d_answer {
    float time, point_x, point_y, normal_x, normal_y;
    int32_t status;
} way_sweep2d_answer;

WAY_API way_result way_sweep2d_agent_default(way_sweep2d_agent *agent);
WAY_API way_result way_sweep2d_one(const way_sweep2d_agent *agent, way_sweep2d_answer *answer);

typedef struct way_sweep_walls2d_in {
    way_column ball_x, ball_y;   /* m: its centre */
    way_column ball_vx, ball_vy; /* m/s */
    way_column radius;           /* m, >= 0; default 0 */
    way_column horizon;          /* s: the longest time that counts; default +inf */
} way_sweep_walls2d_in;

typedef struct way_sweep_walls2d_out {
    way_column_out time;               /* s, 1 ulp; +inf where it meets none */
    way_column_out point_x, point_y;   /* m, 1 ulp: on the wall */
    way_column_out normal_x, normal_y; /* 1 ulp: a unit vector; 0 where it meets none */
    way_column_out wall;               /* int32_t, its number in the batch, of equals the lower; -1: none */
    way_column_out status;             /* int32_t, a way_status */
} way_sweep_walls2d_out;

WAY_API way_result way_sweep_walls2d(const way_sweep_walls2d_in *in, const way_sweep_walls2d_out *out,
                                     const way_batch *batch);

typedef struct way_sweep_walls2d_agent {
    float ball_x, ball_y, ball_vx, ball_vy;
    float radius, horizon;
} way_sweep_walls2d_agent;

typedef struct way_sweep_walls2d_answer {
    float time, point_x, point_y, normal_x, normal_y;
    int32_t wall, status;
} way_sweep_walls2d_answer;

WAY_API way_result way_sweep_walls2d_agent_default(way_sweep_walls2d_agent *agent);
WAY_API way_result way_sweep_walls2d_one(const way_sweep_walls2d_agent *agent,
                                         way_sweep_walls2d_answer *answer, const way_wall *walls,
                                         size_t wall_count);

/* Bounce ----------------------------------------------------------------------------------------------------

   Balls move for dt among the batch's walls and reflect as often as they meet one: see reflect and sweep. At
   the seventeenth meeting of a call the ball stops where it is and the rest of dt is lost: WAY_LATE.

   A ball is held off each wall by a skin of 2^-18 of the wall's largest coordinate (0.4 mm where that is
   100 m): what begins within the nearest wall's skin, or overlaps the wall, is first moved away by as much
   as that, and by half the distance at most. What touches a wall slides along it if it comes nearer by
   less than 2^-40 of its speed (WAY_FAST: 2^-21, and a ball should begin a quarter of the skin off at
   least).

   No speed takes a ball through a wall, and no rounding: with WAY_EXACT a ball whose centre, in floats, is
   on the side that a wall stops is never given out on the wall or past it, but round its end, at any
   distance from the origin while the ball's coordinates are below 2^20 times the wall's largest; so a closed
   room keeps its balls, in its most acute corner too, and call after call. Where floats leave no such
   place nearer by, in corners, the ball stays where it last bounced or where it began, with its new
   velocity. What begins on a wall's very line may leave to either side. Of walls that stand closer
   together than the ball is wide it may be pushed into one, its centre never through it.

   With WAY_EXACT and a restitution of at most 1 no ball gains energy, not by rounding either: what that
   added is taken back, so elastic balls only ever slow down, by 2 ulp of the speed a call that bounces at
   most and 5e-8 of it in the mean.

   Bounds, WAY_EXACT: the place within its ulps of the coordinates' size and the way's, the velocity of the
   largest speed, while faces are met and nothing stays behind; ends scatter, so that errors grow by the
   distance over the radius.

   Source: Twinsen, "Vector Geometry in Game Programming", 2 and 3. */

typedef struct way_bounce2d_in {
    way_column ball_x, ball_y;   /* m */
    way_column ball_vx, ball_vy; /* m/s */
    way_column dt;               /* s, >= 0 */
    way_column radius;           /* m, >= 0; default 0 */
    way_column restitution;      /* >= 0: the share of the speed across the wall that is kept; default 1 */
    way_column friction;         /* 0 to 1: the share of the speed along it that is lost; default 0 */
} way_bounce2d_in;

typedef struct way_bounce2d_out {
    way_column_out next_x, next_y;   /* m, 1 ulp */
    way_column_out next_vx, next_vy; /* m/s, 2 ulp */
    way_column_out bounces;          /* int32_t */
    way_column_out status;           /* int32_t, a way_status */
} way_bounce2d_out;

WAY_API way_result way_bounce2d(const way_bounce2d_in *in, const way_bounce2d_out *out,
                                const way_batch *batch);

typedef struct way_bounce2d_agent {
    float ball_x, ball_y, ball_vx, ball_vy, dt;
    float radius, restitution, friction;
} way_bounce2d_agent;

typedef struct way_bounce2d_answer {
    float next_x, next_y, next_vx, next_vy;
    int32_t bounces, status;
} way_bounce2d_answer;

WAY_API way_result way_bounce2d_agent_default(way_bounce2d_agent *agent);
WAY_API way_result way_bounce2d_one(const way_bounce2d_agent *agent, way_bounce2d_answer *answer,
                                    const way_wall *walls, size_t wall_count);

/* Two moving discs: when each ball meets the other that its target names (the interception, with both radii
   for a reach), and what it does to its own velocity then: the change to add. Call it once from each side:
   the two changes, times their masses, cancel. A mass of +inf does not budge. Discs that overlap meet at
   time 0 (WAY_THERE) if they draw nearer, and not at all if they draw apart. Two points never meet.

   Bounds, WAY_EXACT: the time within its ulps of itself, and decisions, as of sweep; the change within its
   ulps of (1 + restitution) * the speed between them. While magnitudes are 0 or between 1e-9 and 1e9;
   beyond 1e18 WAY_INVALID.

   Source: announced in Twinsen, "Vector Geometry in Game Programming" (its fourth part), written from
   scratch. */

typedef struct way_bounce_discs2d_in {
    way_column ball_x, ball_y;     /* m */
    way_column ball_vx, ball_vy;   /* m/s */
    way_column radius;             /* m, >= 0 */
    way_column other_x, other_y;   /* m */
    way_column other_vx, other_vy; /* m/s */
    way_column other_radius;       /* m, >= 0 */
    way_column horizon;            /* s: the longest time that counts; default +inf */
    way_column mass;               /* any unit, > 0; default 1 */
    way_column other_mass;         /* any unit, > 0; default 1 */
    way_column restitution;        /* >= 0: the share of the closing speed that is kept; default 1 */
} way_bounce_discs2d_in;

typedef struct way_bounce_discs2d_out {
    way_column_out time;               /* s, 1 ulp; +inf where they do not meet */
    way_column_out change_x, change_y; /* m/s, 2 ulp: of the ball's velocity */
    way_column_out status;             /* int32_t, a way_status */
} way_bounce_discs2d_out;

WAY_API way_result way_bounce_discs2d(const way_bounce_discs2d_in *in, const way_bounce_discs2d_out *out,
                                      const way_batch *batch);

typedef struct way_bounce_discs2d_agent {
    float ball_x, ball_y, ball_vx, ball_vy, radius, other_x, other_y, other_vx, other_vy, other_radius;
    float horizon, mass, other_mass, restitution;
} way_bounce_discs2d_agent;

typedef struct way_bounce_discs2d_answer {
    float time, change_x, change_y;
    int32_t status;
} way_bounce_discs2d_answer;

WAY_API way_result way_bounce_discs2d_agent_default(way_bounce_discs2d_agent *agent);
WAY_API way_result way_bounce_discs2d_one(const way_bounce_discs2d_agent *agent,
                                          way_bounce_discs2d_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
