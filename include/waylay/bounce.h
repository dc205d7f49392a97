/* waylay, bounce: vectors and reflections, sweeps of balls against walls, balls that bounce. */
#ifndef WAYLAY_BOUNCE_H
#define WAYLAY_BOUNCE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Vectors ---------------------------------------------------------------------------------------------------

   What reflections are made of. perpendicular2d: what is a vector after a quarter turn, to the left
   (counter-clockwise: -y, x) or to the right (y, -x)?

       way_perpendicular2d_agent wall = {.vector_x = 3, .vector_y = 4};
       way_perpendicular2d_answer left;
       way_perpendicular2d_one(&wall, &left); // left.perpendicular_x == -4 && left.perpendicular_y == 3 */

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

/* project: how far does a vector reach along an axis, and which part of it lies along the axis? With v the
   vector and a the axis, length = v.a / |a|, negative where it points the other way, and projection = (v.a /
   a.a) a.

       way_project2d_agent push = {.vector_x = 3, .vector_y = 4, .axis_x = 2};
       way_project2d_answer along;
       way_project2d_one(&push, &along); // along.length == 3 && along.projection_x == 3

   WAY_MET: all is well. WAY_DEGENERATE: an axis under 1e-19 has no length; 0. WAY_INVALID: NaN, infinity, or
   what overflows a float. */

typedef struct way_project2d_in {
    way_column vector_x, vector_y; /* any unit */
    way_column axis_x, axis_y;     /* any length */
} way_project2d_in;

typedef struct way_project2d_out {
    way_column_out length;                     /* 7 ulp: along the axis, signed */
    way_column_out projection_x, projection_y; /* 7 ulp: the part along the axis */
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
    way_column_out length;                                   /* 7 ulp: along the axis, signed */
    way_column_out projection_x, projection_y, projection_z; /* 7 ulp: the part along the axis */
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

/* Accuracy, WAY_EXACT and WAY_FAST: the perpendicular is exact for all numbers; length and projection are
   counted at the vector's length, where magnitudes are 0 or 1e-15 to 1e15. No answer is ever -0.
   docs/accuracy.md, "Vectors".

   Source: Twinsen, "Vector Geometry in Game Programming, 2: bouncing at any angle, in the plane". */

/* Reflect ---------------------------------------------------------------------------------------------------

   What it answers: what is a velocity S after it bounces off a wall? F = S - 2 (S.N / N.N) N, by the wall's
   normal N (reflect; any length, either sign), or by the wall's two ends in either order (reflect_wall2d).
   Restitution keeps a share of the speed across the wall (1 all, 0 none, above 1 a bumper). Friction takes a
   share of the speed along the wall (0 none, 1 all). It does not ask whether the velocity leads into the
   wall.

       way_reflect2d_agent ball;
       way_reflect2d_answer after;
       way_reflect2d_agent_default(&ball);
       ball.velocity_x = 3, ball.velocity_y = -4, ball.normal_y = 1, ball.restitution = 0.5f;
       way_reflect2d_one(&ball, &after); // after.reflected_x == 3 && after.reflected_y == 2

   WAY_MET: reflected. WAY_DEGENERATE: a normal or a wall of no length; the velocity stays as it is.
   WAY_INVALID: NaN, infinity, a negative restitution, or what overflows a float. */

typedef struct way_reflect2d_in {
    way_column velocity_x, velocity_y; /* m/s */
    way_column normal_x, normal_y;     /* any length */
    way_column restitution;            /* >= 0; default 1 */
    way_column friction;               /* 0 to 1; default 0 */
} way_reflect2d_in;

typedef struct way_reflect2d_out {
    way_column_out reflected_x, reflected_y; /* m/s, 8 ulp: the velocity afterwards */
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
    way_column_out reflected_x, reflected_y, reflected_z; /* m/s, 8 ulp: the velocity afterwards */
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
    way_column_out reflected_x, reflected_y; /* m/s, 8 ulp: the velocity afterwards */
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

/* Accuracy, WAY_EXACT and WAY_FAST: counted at the largest term of the sum, for all magnitudes: at the speed,
   or at 1 + restitution times the speed across the wall; speeds under 1e-28 m/s count as of that.
   docs/accuracy.md, "Reflect".

   Source: Twinsen, "Vector Geometry in Game Programming, 2: bouncing at any angle, in the plane". Added
   here: restitution, friction and space. */

/* Sweep -----------------------------------------------------------------------------------------------------

   What it answers: when and where does a moving ball (a point, or a disc with a radius) meet a wall? It is
   the earliest time at which the ball's distance from the segment, ends included, is the radius while it
   comes nearer. The point is on the wall. The normal is a unit vector from that point to the ball's centre;
   for a point it stands across the wall, on the side from which the point comes.

   sweep2d takes one wall for each ball: walls are columns of the runners' side, and `target` names each
   ball's.

       way_sweep2d_agent ball;
       way_sweep2d_answer hit;
       way_sweep2d_agent_default(&ball);
       ball.ball_vx = 2, ball.radius = 1;
       ball.wall_ax = 9, ball.wall_ay = -5, ball.wall_bx = 9, ball.wall_by = 5;
       way_sweep2d_one(&ball, &hit); // hit.time == 4 && hit.point_x == 9 && hit.normal_x == -1

   WAY_MET: they meet. WAY_THERE: it touches the wall and comes nearer, time 0. WAY_TOO_SLOW: they do not
   meet, time +inf; a ball that touches the wall and slides along it, moves away, or has its centre on the
   wall does not meet it. WAY_IMMOBILE: the same for a ball that stands still. WAY_LATE: they meet after the
   horizon. WAY_INVALID: NaN, infinity, a negative radius, or magnitudes above 1e18.

   A point that moves along the wall's own line does not meet it. A wall of no length stops discs, as a post
   does, and no points. With `sides` 1 a wall stops what is on the left of the way from a to b (or straight
   ahead of its end), with -1 what is on the right. Two walls that share an end let nothing through between
   them. */

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

/* sweep_walls2d finds the first of all walls of the batch, and its number there.

       way_sweep_walls2d_agent ball;
       way_sweep_walls2d_answer hit;
       const way_wall wall[2] = {{20, -5, 20, 5, 0}, {9, -5, 9, 5, 0}};
       way_sweep_walls2d_agent_default(&ball), ball.ball_vx = 3;
       way_sweep_walls2d_one(&ball, &hit, wall, 2); // hit.wall == 1 && hit.time == 3 */

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
    way_column_out wall;               /* int32_t, its number in the batch, the lower of equals; -1: none */
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

/* Many walls. A tree finds the few walls near a ball's way: build it once, in memory of yours, and let
   batches have it. Answers are the same to the bit; from about 64 walls on they come sooner. It is for
   sweep_walls2d and bounce2d alike.

       way_wall wall[1000] = {{5, 0, 5, 9, 0}};
       size_t bytes = way_wall_tree_bytes(1000);
       void *memory = malloc(bytes);
       way_result made = way_make_wall_tree(wall, 1000, memory, bytes);
       way_batch batch = {.walls = wall, .wall_count = 1000, .wall_tree = memory};
       free(memory); // made == WAY_OK && batch.wall_tree == memory

   The batch's walls must be those that the tree was made of, as they were then: after a change, make it
   again. Walls may be copied elsewhere; so may the tree. Any number of threads may read it. */

/* The memory that a tree of so many walls takes, in bytes: about 50 a wall. 0: they are more than
   INT32_MAX. */
WAY_API size_t way_wall_tree_bytes(size_t wall_count);

/* Makes a tree of these walls in memory whose address is a multiple of 8, as malloc's are; it writes nothing
   outside. WAY_ERROR_MEMORY: fewer than way_wall_tree_bytes(wall_count) bytes. Takes n log n steps. */
WAY_API way_result way_make_wall_tree(const way_wall *walls, size_t wall_count, void *memory, size_t bytes);

/* Accuracy, WAY_EXACT: the time is counted at itself, also where balls almost touch or graze; the point at
   the coordinates and the way, the normal at 1. Magnitudes are 0 or 1e-9 to 1e9. WAY_FAST: magnitudes below
   1e4, and no discs that touch or graze. docs/accuracy.md, "Sweep".

   Source: announced in Twinsen, "Vector Geometry in Game Programming" (its third part), written from
   scratch. */

/* Bounce ----------------------------------------------------------------------------------------------------

   What it answers: where is a ball after dt among the batch's walls, if it reflects each time it meets one?
   Reflect and sweep say how.

       way_bounce2d_agent ball;
       way_bounce2d_answer after;
       const way_wall wall = {10, -5, 10, 5, 0};
       way_bounce2d_agent_default(&ball), ball.ball_vx = 4, ball.dt = 4;
       way_bounce2d_one(&ball, &after, &wall, 1); // after.bounces == 1 && after.next_vx < -3.99f

   WAY_MET: it has moved. WAY_LATE: at the seventeenth meeting of a call the ball stops where it is, and the
   rest of dt is lost. WAY_INVALID: NaN, infinity, a negative dt, or magnitudes above 1e18.

   A ball stays off each wall by a skin of 2^-18 of the wall's largest coordinate (0.4 mm at 100 m). With
   WAY_EXACT no speed and no rounding takes a ball through a wall, and a closed room keeps its balls, call
   after call. With WAY_EXACT and a restitution of at most 1 no ball gains energy. docs/accuracy.md,
   "Bounce", says how each promise holds. */

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

/* Accuracy, WAY_EXACT: the place is counted at the coordinates and the way, the velocity at the largest
   speed, where faces are met. Ends of walls scatter: there errors grow by distance / radius.
   docs/accuracy.md, "Bounce".

   Source: Twinsen, "Vector Geometry in Game Programming", 2 and 3. */

/* Two moving discs ------------------------------------------------------------------------------------------

   What it answers: when does a ball meet the other one that its target names, and what does that do to its
   own velocity? `change` is what to add to the velocity. Call it once from each side: the two changes, times
   their masses, cancel. A mass of +inf does not move.

       way_bounce_discs2d_agent ball;
       way_bounce_discs2d_answer hit;
       way_bounce_discs2d_agent_default(&ball);
       ball.ball_vx = 4, ball.radius = ball.other_radius = 1, ball.other_x = 10;
       way_bounce_discs2d_one(&ball, &hit); // hit.time == 2 && hit.change_x == -4

   WAY_MET: they meet. WAY_THERE: discs that overlap and come closer meet at time 0. WAY_TOO_SLOW: they do
   not meet, time +inf; so it is for discs that overlap and move apart, and for two points. WAY_LATE: they
   meet after the horizon. WAY_INVALID: NaN, infinity, a negative radius, or magnitudes above 1e18. */

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

/* Accuracy, WAY_EXACT: the time is counted at itself, the change at (1 + restitution) * the speed between
   them. Decisions are as exact as sweep's. Magnitudes are 0 or 1e-9 to 1e9. docs/accuracy.md, "Two moving
   discs".

   Source: announced in Twinsen, "Vector Geometry in Game Programming" (its fourth part), written from
   scratch. */

#ifdef __cplusplus
}
#endif

#endif
