/* waylay, bounce: vectors, reflections, meetings of balls and walls, and balls that bounce. */
#ifndef WAYLAY_BOUNCE_H
#define WAYLAY_BOUNCE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Vectors ---------------------------------------------------------------------------------------------------

   A reflection can be built from these operations. perpendicular2d: what is a vector (x, y) after a quarter
   turn to the left (counter-clockwise: -y, x) or to the right (y, -x)?

       way_perpendicular2d_agent wall = WAY_INIT;
       wall.vector_x = 3, wall.vector_y = 4;
       way_perpendicular2d_answer left;
       way_perpendicular2d_one(&wall, &left); // left.perpendicular_x == -4 && left.perpendicular_y == 3 */

typedef struct way_perpendicular2d_in {
    way_column vector_x, vector_y; /* any unit */
    way_column clockwise;          /* int32_t; not 0: to the right; default 0 */
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

/* project: which part of a vector lies along an axis, and how long is this part? If v is the vector and a the
   axis, length = v.a / |a| and projection = (v.a / a.a) a. The length is negative if v points in the
   direction opposite to the axis.

       way_project2d_agent push = WAY_INIT;
       push.vector_x = 3, push.vector_y = 4, push.axis_x = 2;
       way_project2d_answer along;
       way_project2d_one(&push, &along); // along.length == 3 && along.projection_x == 3

   WAY_MET: the answer is valid. WAY_DEGENERATE: the axis is 0, or shorter than 1e-19; the answers are 0.
   WAY_INVALID: NaN, infinity, or an overflow. */

typedef struct way_project2d_in {
    way_column vector_x, vector_y; /* any unit */
    way_column axis_x, axis_y;     /* any length */
} way_project2d_in;

typedef struct way_project2d_out {
    way_column_out length;                     /* 7 ulp: along the axis, signed */
    way_column_out projection_x, projection_y; /* 7 ulp: part of the vector along the axis */
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
    way_column_out projection_x, projection_y, projection_z; /* 7 ulp: part of the vector along the axis */
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

/* Accuracy, WAY_EXACT and WAY_FAST: the perpendicular is exact for all inputs. For length and projection, one
   ulp is the ulp of the vector's length, for magnitudes of 0 or 1e-15 to 1e15. No output is ever -0. See
   docs/accuracy.md, "Vectors".

   Source: Twinsen, "Vector Geometry in Game Programming, 2: bouncing at any angle, in the plane". */

/* Reflect ---------------------------------------------------------------------------------------------------

   What it answers: what is the velocity S of a body after it bounces off a wall? With a restitution of 1 and
   no friction the answer is F = S - 2 (S.N / N.N) N. reflect takes the wall's normal N, of any length and
   either sign. reflect_wall2d takes the wall's two ends, in either order. Restitution is the fraction of the
   perpendicular speed that remains (1: all of it, 0: none, above 1: the wall accelerates the body). Friction
   is the fraction of the speed along the wall that is lost (0: none, 1: all of it). The call does not check
   whether the velocity points towards the wall.

       way_reflect2d_agent ball;
       way_reflect2d_answer after;
       way_reflect2d_agent_default(&ball);
       ball.velocity_x = 3, ball.velocity_y = -4, ball.normal_y = 1, ball.restitution = 0.5f;
       way_reflect2d_one(&ball, &after); // after.reflected_x == 3 && after.reflected_y == 2

   WAY_MET: the velocity is reflected. WAY_DEGENERATE: the normal or the wall has length 0; the velocity does
   not change. WAY_INVALID: NaN, infinity, a negative restitution, or an overflow. */

typedef struct way_reflect2d_in {
    way_column velocity_x, velocity_y; /* m/s */
    way_column normal_x, normal_y;     /* any length */
    way_column restitution;            /* >= 0; default 1 */
    way_column friction;               /* 0 to 1; default 0 */
} way_reflect2d_in;

typedef struct way_reflect2d_out {
    way_column_out reflected_x, reflected_y; /* m/s, 8 ulp: velocity after the bounce */
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
    way_column_out reflected_x, reflected_y, reflected_z; /* m/s, 8 ulp: velocity after the bounce */
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
    way_column wall_ax, wall_ay;       /* m: one end */
    way_column wall_bx, wall_by;       /* m: the other end */
    way_column restitution;            /* >= 0; default 1 */
    way_column friction;               /* 0 to 1; default 0 */
} way_reflect_wall2d_in;

typedef struct way_reflect_wall2d_out {
    way_column_out reflected_x, reflected_y; /* m/s, 8 ulp: velocity after the bounce */
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

/* Accuracy, WAY_EXACT and WAY_FAST: one ulp is the ulp of the sum's largest term, for all magnitudes. This
   term is the speed, or (1 + restitution) times the perpendicular speed. For speeds below 1e-28 m/s, ulps are
   counted at 1e-28 m/s. See docs/accuracy.md, "Reflect".

   Source: Twinsen, "Vector Geometry in Game Programming, 2: bouncing at any angle, in the plane". This
   library adds restitution, friction and space. */

/* Sweep -----------------------------------------------------------------------------------------------------

   What it answers: when and where does a moving ball (a point, or a disc with a radius) meet a wall? Ball and
   wall meet at the earliest time at which the distance between the ball's centre and the wall, including its
   ends, equals the radius and is decreasing. `point` is the point at which the ball touches the wall.
   `normal` is a unit vector from this point to the ball's centre. For a ball of radius 0, `normal` is
   perpendicular to the wall and points to the side from which the ball comes.

   sweep2d takes one wall for each ball. The walls are in runner columns, and `target` can hold the row of
   each ball's wall.

       way_sweep2d_agent ball;
       way_sweep2d_answer hit;
       way_sweep2d_agent_default(&ball);
       ball.ball_vx = 2, ball.radius = 1;
       ball.wall_ax = 9, ball.wall_ay = -5, ball.wall_bx = 9, ball.wall_by = 5;
       way_sweep2d_one(&ball, &hit); // hit.time == 4 && hit.point_x == 9 && hit.normal_x == -1

   WAY_MET: they meet. WAY_THERE: the ball touches the wall and is moving towards it; time 0. WAY_TOO_SLOW:
   they do not meet; time +inf. The status is also WAY_TOO_SLOW in two cases: the ball touches the wall but
   does not come nearer (it slides along the wall or moves away), or the ball's centre is on the wall.
   WAY_IMMOBILE: they do not meet, because the ball stands still. WAY_LATE: they meet after the horizon.
   WAY_INVALID: NaN, infinity, a negative radius, or magnitudes above 1e18.

   A ball of radius 0 that moves exactly along the line of a wall does not meet that wall. A wall of length 0
   is a post: it stops discs, but no balls of radius 0. If `sides` is 1, a wall stops balls whose centre is to
   the left of the line from a to b, or on this line beyond an end of the wall. If `sides` is -1, it stops
   balls on the right. No ball passes between two walls that share an end. */

typedef struct way_sweep2d_in {
    way_column ball_x, ball_y;                     /* m: centre of the ball */
    way_column ball_vx, ball_vy;                   /* m/s */
    way_column wall_ax, wall_ay, wall_bx, wall_by; /* m: ends of the wall */
    way_column radius;                             /* m, >= 0; default 0 */
    way_column horizon;                            /* s: longest time to the meeting; default +inf */
    way_column sides; /* int32_t: 0: the wall stops balls from both sides; 1: from the left of a to b; -1:
                         from the right; default 0 */
    way_column wall_vx, wall_vy; /* m/s: velocity of the wall; default 0 */
} way_sweep2d_in;

typedef struct way_sweep2d_out {
    way_column_out time;               /* s, 1 ulp; +inf: they do not meet */
    way_column_out point_x, point_y;   /* m, 1 ulp: on the wall */
    way_column_out normal_x, normal_y; /* 1 ulp: a unit vector; 0: they do not meet */
    way_column_out status;             /* int32_t, a way_status */
} way_sweep2d_out;

WAY_API way_result way_sweep2d(const way_sweep2d_in *in, const way_sweep2d_out *out, const way_batch *batch);

typedef struct way_sweep2d_agent {
    float ball_x, ball_y, ball_vx, ball_vy, wall_ax, wall_ay, wall_bx, wall_by;
    float radius, horizon;
    int32_t sides;
    float wall_vx, wall_vy;
} way_sweep2d_agent;

typedef struct way_sweep2d_answer {
    float time, point_x, point_y, normal_x, normal_y;
    int32_t status;
} way_sweep2d_answer;

WAY_API way_result way_sweep2d_agent_default(way_sweep2d_agent *agent);
WAY_API way_result way_sweep2d_one(const way_sweep2d_agent *agent, way_sweep2d_answer *answer);

/* sweep_walls2d: which of the batch's walls does the ball meet first?

       way_sweep_walls2d_agent ball;
       way_sweep_walls2d_answer hit;
       const way_wall wall[2] = {{20, -5, 20, 5, 0}, {9, -5, 9, 5, 0}};
       way_sweep_walls2d_agent_default(&ball), ball.ball_vx = 3;
       way_sweep_walls2d_one(&ball, &hit, wall, 2); // hit.wall == 1 && hit.time == 3 */

typedef struct way_sweep_walls2d_in {
    way_column ball_x, ball_y;   /* m: centre of the ball */
    way_column ball_vx, ball_vy; /* m/s */
    way_column radius;           /* m, >= 0; default 0 */
    way_column horizon;          /* s: longest time to the meeting; default +inf */
} way_sweep_walls2d_in;

typedef struct way_sweep_walls2d_out {
    way_column_out time;               /* s, 1 ulp; +inf: no meeting */
    way_column_out point_x, point_y;   /* m, 1 ulp: on the wall */
    way_column_out normal_x, normal_y; /* 1 ulp: a unit vector; 0: no meeting */
    way_column_out
        wall; /* int32_t: index in the batch's walls, the lower one of two that are met at the same time; -1:
                 none */
    way_column_out status; /* int32_t, a way_status */
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

/* Many walls: a tree finds the few walls near a ball's path. Build the tree once in caller-supplied memory,
   and set `wall_tree` of your batches to it. The answers have the same bits with and without a tree. A call
   with a tree is faster if there are more than about 64 walls. A tree works for sweep_walls2d, bounce2d,
   bounce_all2d and avoid2d.

       static way_wall wall[1000];
       size_t bytes = way_wall_tree_bytes(1000);
       way_wall_tree *tree = (way_wall_tree *)malloc(bytes);
       way_result made = way_make_wall_tree(wall, 1000, tree, bytes);
       way_batch batch = WAY_INIT;
       batch.walls = wall, batch.wall_count = 1000, batch.wall_tree = tree;
       free(tree); // made == WAY_OK && batch.wall_count == 1000

   The batch must have the walls from which the tree was made. After a wall has changed, make the tree again.
   Walls and tree may be copied to other memory. Many threads may read one tree. */

/* The size in bytes of a tree of wall_count walls, about 50 bytes for each wall. 0: wall_count is above
   INT32_MAX. */
WAY_API size_t way_wall_tree_bytes(size_t wall_count);

/* Make a tree of these walls in the memory of `bytes` bytes at `tree`. The address of the memory must be a
   multiple of 8, as malloc returns it. If `bytes` is less than way_wall_tree_bytes(wall_count), the result is
   WAY_ERROR_MEMORY. The time grows as n log n for n walls. */
WAY_API way_result way_make_wall_tree(const way_wall *walls, size_t wall_count, way_wall_tree *tree,
                                      size_t bytes);

/* Moving walls: lifts, doors, paddles and presses. `wall_velocity` of a batch has one velocity for each wall,
   and sweep2d has the columns wall_vx and wall_vy. A wall keeps its velocity for the whole call: in
   sweep_walls2d for ever, in bounce2d for dt. After a call of bounce2d, move the walls by their velocities
   times dt, and call again.

       const way_wall door = {10, -5, 10, 5, 0};
       const way_wall_velocity speed = {-4, 0};
       float x = 0, y = 0, vx = 1, vy = 0, dt = 3, next_x = 0, next_vx = 0;
       way_bounce2d_in in = WAY_INIT;
       way_bounce2d_out out = WAY_INIT;
       way_batch batch = WAY_INIT;
       in.ball_x = way_in(&x), in.ball_y = way_in(&y), in.ball_vx = way_in(&vx), in.ball_vy = way_in(&vy);
       in.dt = way_in(&dt), out.next_x = way_out(&next_x), out.next_vx = way_out(&next_vx);
       batch.count = 1, batch.walls = &door, batch.wall_count = 1, batch.wall_velocity = &speed;
       way_bounce2d(&in, &out, &batch); // next_vx == -9 && next_x > -7.1f && next_x < -6.9f

   Everything is seen from the wall: a ball meets the wall if the two come nearer, and bounces with its
   velocity relative to the wall. A wall that moves towards a ball at rest pushes it. In sweep2d and
   sweep_walls2d, `point` is where ball and wall touch at the time of the meeting. WAY_IMMOBILE means that the
   ball does not move relative to any wall.

   A call with velocities cannot use a tree: if both are set, the result is WAY_ERROR_BOTH, and `fault` is
   "wall_velocity". A wall whose velocity is NaN, infinite or above 1e18 stops nothing; in sweep2d the status
   is WAY_INVALID. If all velocities are 0, the answers have the bits of a call without velocities. Otherwise
   WAY_FAST gives the answers of WAY_EXACT, and the time is proportional to the number of walls. Calls for one
   agent (sweep_walls2d_one, bounce2d_one) have no velocities. */

/* Accuracy, WAY_EXACT: ulps of the time are counted at the time itself, even if the ball only just touches
   the wall. For the point, one ulp is the ulp of max(coordinates, distances moved); ulps of the normal are
   ulps of 1. With a moving wall, numbers that differ by less than 2^-90 of their terms count as equal. The
   bounds hold if magnitudes are 0 or 1e-9 to 1e9. WAY_FAST, for magnitudes below 1e4: the time has 5 ulp,
   counted at reach / approach. The reach is the largest of the radius, the distance moved and the distances
   from the wall's ends; the approach is the ball's speed towards the wall, along the normal. The point has 5
   ulp, counted at max(coordinates, reach * speed / approach). docs/accuracy.md, "Sweep", has the bound of the
   normal, and what is lost if a disc only just touches the wall, or touches it very near an end.

   Source: the library's own method. Twinsen, "Vector Geometry in Game Programming", announced this problem
   for its third part. */

/* Bounce ----------------------------------------------------------------------------------------------------

   What it answers: where is a ball after the time dt, if it bounces off the batch's walls? The ball meets
   walls as in sweep_walls2d and bounces as in reflect_wall2d.

       way_bounce2d_agent ball;
       way_bounce2d_answer after;
       const way_wall wall = {10, -5, 10, 5, 0};
       way_bounce2d_agent_default(&ball), ball.ball_vx = 4, ball.dt = 4;
       way_bounce2d_one(&ball, &after, &wall, 1); // after.bounces == 1 && after.next_vx < -3.99f

   WAY_MET: the ball has moved. WAY_LATE: the ball met walls seventeen times within dt. It stops at the last
   of these walls, and the rest of dt is lost; if walls move, it moves on with this wall instead. WAY_CRUSHED:
   moving walls leave no room for the ball. The ball is then in the middle between two walls, and its velocity
   is the mean of their velocities; other walls still push it. WAY_INVALID: NaN, infinity, a negative dt, or
   magnitudes above 1e18.

   A ball keeps a distance from each wall of 2^-18 times the wall's largest coordinate (0.4 mm at 100 m). With
   WAY_EXACT no ball passes through a wall, at any speed and whatever the rounding. So a closed room keeps its
   balls over any number of calls. With WAY_EXACT and a restitution of at most 1, no ball gains energy, except
   from walls that move. For moving walls, the largest coordinate includes the distance that the wall moves in
   dt. A room with moving walls keeps its balls if the caller moves each wall by velocity times dt, rounded to
   float. docs/accuracy.md, "Bounce", explains these promises. */

typedef struct way_bounce2d_in {
    way_column ball_x, ball_y;   /* m */
    way_column ball_vx, ball_vy; /* m/s */
    way_column dt;               /* s, >= 0 */
    way_column radius;           /* m, >= 0; default 0 */
    way_column restitution;      /* >= 0: fraction of the perpendicular speed that is kept; default 1 */
    way_column friction;         /* 0 to 1: fraction of the speed along the wall that is lost; default 0 */
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

/* Rooms far away. At 1,000 km, floats are 0.06 m apart, and balls stay metres away from walls. Therefore give
   the walls relative to a point near the room, such as a corner. Set wall_origin to this point, and give the
   balls' positions in doubles. Then the room keeps its shape, and all rooms of the same shape can share one
   list of walls and one tree.

       const way_wall room[2] = {{0, -9, 0, 9, 0}, {20, -9, 20, 9, 0}};
       double x = 1000019, y = 0;
       float vx = 4, vy = 0, dt = 1;
       way_bounce2d_in in = WAY_INIT;
       way_bounce2d_out out = WAY_INIT;
       way_batch batch = WAY_INIT;
       in.ball_x = way_in(&x), in.ball_y = way_in(&y), in.ball_vx = way_in(&vx), in.ball_vy = way_in(&vy);
       in.dt = way_in(&dt), out.next_x = way_out(&x);
       batch.count = 1, batch.walls = room, batch.wall_count = 2, batch.wall_origin_x = 1e6;
       way_bounce2d(&in, &out, &batch); // x > 1000016.99 && x < 1000017

   If an output position is a column of floats, the sum is rounded to float. A call for one agent has no
   origin: give the ball's position relative to the same point as the walls. */

/* Accuracy, WAY_EXACT: for the position, one ulp is the ulp of max(coordinates, distance moved); for the
   velocity, it is the ulp of the largest speed. This holds if the ball does not bounce off an end of a wall.
   Each bounce off an end multiplies errors by (distance moved) / radius. See docs/accuracy.md, "Bounce".

   Source: Twinsen, "Vector Geometry in Game Programming", parts 2 and 3. */

/* Two moving discs ------------------------------------------------------------------------------------------

   What it answers: when does a ball meet another ball (its target), and how does the ball's velocity change?
   Add `change` to the velocity. The call answers for one ball of the pair, so call it for each of the two.
   The momentum of the pair does not change. A ball of mass +inf keeps its velocity.

   The call answers for one pair. With more than two balls, use bounce_all2d (below). If a ball meets two
   others within a frame, do not add both changes: the sum adds energy, and a billiard break gains several
   times its energy. If you write your own loop over events, skip a meeting if its change is below about 1e-6
   of the speeds of the pair. Otherwise balls that touch can remain WAY_THERE with a change that is too small
   for their float velocities, and the loop never ends. tests/bounce/break_test.cpp has such a loop.

   WAY_MET: they meet. WAY_THERE: the discs overlap and are coming closer; time 0. WAY_TOO_SLOW: they do not
   meet; time +inf. The status is also WAY_TOO_SLOW if the discs overlap but move apart, or if both balls have
   radius 0. WAY_LATE: they meet after the horizon. WAY_INVALID: NaN, infinity, a negative radius, or
   magnitudes above 1e18. */

typedef struct way_bounce_discs2d_in {
    way_column ball_x, ball_y;     /* m */
    way_column ball_vx, ball_vy;   /* m/s */
    way_column radius;             /* m, >= 0 */
    way_column other_x, other_y;   /* m */
    way_column other_vx, other_vy; /* m/s */
    way_column other_radius;       /* m, >= 0 */
    way_column horizon;            /* s: longest time to the meeting; default +inf */
    way_column mass;               /* any unit, > 0; default 1 */
    way_column other_mass;         /* any unit, > 0; default 1 */
    way_column restitution;        /* >= 0: fraction of the closing speed that is kept; default 1 */
} way_bounce_discs2d_in;

typedef struct way_bounce_discs2d_out {
    way_column_out time;               /* s, 1 ulp; +inf: they do not meet */
    way_column_out change_x, change_y; /* m/s, 2 ulp: to add to the ball's velocity */
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

/* Accuracy, WAY_EXACT: ulps of the time are counted at the time itself, and ulps of the change at (1 +
   restitution) * relative speed. Decisions are as accurate as in sweep2d. The bounds hold if magnitudes are 0
   or 1e-9 to 1e9. See docs/accuracy.md, "Two moving discs".

   Source: the library's own method. Twinsen, "Vector Geometry in Game Programming", announced this problem
   for its fourth part. */

/* Boxes with a heading --------------------------------------------------------------------------------------

   What it answers: when do two moving rectangles, such as vehicles, touch, and how far apart are they now?
   Each rectangle has a centre, a velocity and a heading, which may differ from the direction of the velocity.
   The rectangles keep their headings and velocities.

       way_touch_boxes2d_agent cars;
       way_touch_boxes2d_answer touch;
       way_touch_boxes2d_agent_default(&cars);
       cars.chaser_vx = 10, cars.chaser_heading_x = 1, cars.chaser_length = 4, cars.chaser_width = 2;
       cars.runner_x = 25, cars.runner_heading_y = 1, cars.runner_length = 4, cars.runner_width = 2;
       way_touch_boxes2d_one(&cars, &touch); // touch.gap == 22 && touch.time > 2.19f && touch.time < 2.21f

   Rectangles are closed: if they have only an edge or a corner in common, they touch. If length and width are
   0, the rectangle is a point; if one of them is 0, it is a line segment.

   The gap is the distance of the two rectangles now. If they overlap, the gap is negative: minus the length
   of the shortest move of one rectangle after which the two only touch. `axis` is the unit vector, from the
   chaser towards the runner, along which they touch: this vector is perpendicular to a side of one of the
   rectangles. If the rectangles overlap now, `axis` is the direction of the shortest move. If their centres
   have the same coordinate along this axis, either of its two directions is returned. `point` lies in both
   rectangles at the time of the touch. If two sides touch, `point` is the middle of the common part.

   WAY_MET: they touch by the horizon. WAY_THERE: they touch or overlap now; time 0. WAY_TOO_SLOW: they never
   touch; time +inf. WAY_LATE: they touch after the horizon; time +inf. With WAY_TOO_SLOW and WAY_LATE, the
   axis and the point are 0, and the gap is valid. WAY_DEGENERATE: a heading is (0, 0), so the rectangle has
   no direction; time and gap are +inf. Set a heading even for a vehicle that stands still. WAY_INVALID: NaN,
   infinity, a negative length or width, or magnitudes above 1e18; time and gap are +inf. */

typedef struct way_touch_boxes2d_in {
    way_column chaser_x, chaser_y;                 /* m: centre of the rectangle */
    way_column chaser_vx, chaser_vy;               /* m/s */
    way_column chaser_heading_x, chaser_heading_y; /* direction of the long axis, any length above 0 */
    way_column chaser_length, chaser_width;        /* m, >= 0: size along and across the heading */
    way_column runner_x, runner_y;                 /* m */
    way_column runner_vx, runner_vy;               /* m/s */
    way_column runner_heading_x, runner_heading_y; /* as the chaser's */
    way_column runner_length, runner_width;        /* m, >= 0 */
    way_column horizon;                            /* s: longest time to the touch; default +inf */
} way_touch_boxes2d_in;

typedef struct way_touch_boxes2d_out {
    way_column_out time;             /* s, 1 ulp; 0: they touch now; +inf: they do not touch */
    way_column_out gap;              /* m, 1 ulp: distance now; negative: depth of the overlap */
    way_column_out axis_x, axis_y;   /* 1 ulp: a unit vector; 0: they do not touch */
    way_column_out point_x, point_y; /* m, 1 ulp: a point of both rectangles when they touch */
    way_column_out status;           /* int32_t, a way_status */
} way_touch_boxes2d_out;

WAY_API way_result way_touch_boxes2d(const way_touch_boxes2d_in *in, const way_touch_boxes2d_out *out,
                                     const way_batch *batch);

typedef struct way_touch_boxes2d_agent {
    float chaser_x, chaser_y, chaser_vx, chaser_vy;
    float chaser_heading_x, chaser_heading_y, chaser_length, chaser_width;
    float runner_x, runner_y, runner_vx, runner_vy;
    float runner_heading_x, runner_heading_y, runner_length, runner_width;
    float horizon;
} way_touch_boxes2d_agent;

typedef struct way_touch_boxes2d_answer {
    float time, gap, axis_x, axis_y, point_x, point_y;
    int32_t status;
} way_touch_boxes2d_answer;

WAY_API way_result way_touch_boxes2d_agent_default(way_touch_boxes2d_agent *agent);
WAY_API way_result way_touch_boxes2d_one(const way_touch_boxes2d_agent *agent,
                                         way_touch_boxes2d_answer *answer);

/* Accuracy, WAY_EXACT: decisions are exact, but two numbers that differ by less than 2^-90 of their terms
   count as equal. Ulps of the time and the gap are counted at themselves, and ulps of the axis at 1. For the
   point, one ulp is the ulp of max(coordinates, distances moved, sizes). The bounds hold if magnitudes are 0
   or 1e-9 to 1e9. WAY_FAST: digits that cancel are lost, and magnitudes must be below 1e4. See
   docs/accuracy.md, "Boxes".

   Source: David Eberly, "Dynamic Collision Detection using Oriented Bounding Boxes". The gap and the point
   are the library's own method. */
/* Many bodies in one step -----------------------------------------------------------------------------------

   What it answers: where are all bodies of a scene after the time dt, if they bounce off each other and
   off the walls? Bodies are discs, or points with radius 0. The call computes all collisions in the order in
   which they happen. So a billiard break keeps its energy, no body passes through another one or through a
   wall, and dt may have any length in which there are at most most_events collisions.

       float x[3] = {0, 5, 9}, y[3] = {0}, vx[3] = {4}, vy[3] = {0}, radius = 1, dt = 2;
       const way_wall wall = {12, -5, 12, 5, 0};
       uint64_t memory[100];
       way_bounce_all2d_in in = WAY_INIT;
       way_bounce_all2d_out out = WAY_INIT;
       way_bodies bodies = WAY_INIT;
       in.ball_x = way_in(x), in.ball_y = way_in(y), in.ball_vx = way_in(vx), in.ball_vy = way_in(vy);
       in.radius = way_same(&radius), in.dt = way_same(&dt);
       out.next_x = way_out(x), out.next_y = way_out(y), out.next_vx = way_out(vx), out.next_vy = way_out(vy);
       bodies.count = 3, bodies.walls = &wall, bodies.wall_count = 1;
       bodies.memory = memory, bodies.bytes = sizeof memory;
       way_bounce_all2d(&in, &out, &bodies); // x[0] == 3 && x[1] == 7 && x[2] == 10 && bodies.events == 3

   Two bodies bounce with the product of their restitutions, without spin and without friction. A wall
   counts as restitution 1 and mass +inf. A body of mass +inf keeps its velocity: it pushes other bodies,
   and passes through walls and through other bodies of mass +inf. Two points never meet. Walls stop bodies
   as in sweep2d.

   Collisions run in the order of their times. If times are equal, the collision with the lower row comes
   first, then the one with the lower other row, then walls by their number. Bodies that touch each other or a
   wall collide at once if they come closer; otherwise they do not collide. Bodies that overlap at the start
   are not pushed apart: they collide, or move apart by themselves. Bodies with the same centre do not
   collide.

   Bodies that lose energy can collide infinitely often within a finite time. A body that just fits between
   two walls can also collide infinitely often. Therefore there are limits for collisions in a row. First
   limit: between these collisions the body moves by at most a thousandth of its radius or 1e-6 of its
   coordinates. Restitution and friction act only in the first 32 of these collisions; further ones keep all
   energy. Second limit: between these collisions the body moves by at most 1e-6 of its coordinates and
   radius. After 4,096 such collisions, the body loses its speed towards the body or wall that it hits; after
   4,160, it stops at walls. A collision slower than a millionth of the speeds is not counted in `bounces`,
   and has no friction.

   The call ends after most_events collisions. All bodies then have their positions at the last collision, no
   two overlap, and the rest of dt is lost. A world reaches the limit if that many collisions happen within dt:
   for example, 16 balls on a billiard table at 1e5 m/s reach it within 0.5 s. Then set a shorter dt or a
   higher limit. A world also reaches the limit if a body is pressed or rattles between two bodies that are more
   than a million times as heavy, or between one of these and a wall, or if a body rattles in a gap of a few
   millionths of its size. While this lasts, the world is slowed down.

   Worlds: one call can move many scenes. Bodies of different worlds pass through each other, and the walls
   stop the bodies of all worlds. A world is any number, and its rows need not be consecutive. Each world gets
   the same bits as in a separate call: with its own dt, and up to most_events collisions.

   WAY_MET: the body has moved for dt. WAY_LATE: the body's world has reached most_events. WAY_INVALID: NaN,
   infinity, a value outside its range, magnitudes above 1e18, or a dt that differs from that of the first
   valid body of the world. Such a body is ignored, and its outputs are 0. */

typedef struct way_bounce_all2d_in {
    way_column ball_x, ball_y;   /* m */
    way_column ball_vx, ball_vy; /* m/s */
    way_column radius;           /* m, >= 0 */
    way_column dt;               /* s, >= 0; the same for all bodies of a world */
    way_column mass;             /* any unit, > 0; +inf: keeps its velocity; default 1 */
    way_column restitution;      /* >= 0: fraction of the closing speed that is kept; default 1 */
    way_column friction;         /* 0 to 1: fraction of the speed along a wall that is lost; default 0 */
    way_column world;            /* uint32_t: number of the body's world; default 0 */
} way_bounce_all2d_in;

typedef struct way_bounce_all2d_out {
    way_column_out next_x, next_y;   /* m */
    way_column_out next_vx, next_vy; /* m/s */
    way_column_out bounces;          /* int32_t: the body's collisions */
    way_column_out status;           /* int32_t, a way_status */
} way_bounce_all2d_out;

/* Zero-initialise a way_bodies and set `count`, `memory` and `bytes`. */
typedef struct way_bodies {
    size_t count;                   /* number of bodies */
    const way_wall *walls;          /* the walls of the scene */
    size_t wall_count;              /* at most INT32_MAX */
    const way_wall_tree *wall_tree; /* NULL, or the tree of these walls from way_make_wall_tree */
    double wall_origin_x;           /* m: x of the point from which the walls are measured; see way_wall */
    double wall_origin_y;           /* m: y of this point */
    void *memory;       /* scratch memory; the address must be a multiple of 8; must not overlap a column */
    size_t bytes;       /* size of `memory`, at least what way_bounce_all2d_bytes returns */
    size_t most_events; /* a world ends after this number of collisions; 0: 100,000 + 1,000 for each body */
    const char **fault; /* NULL, or where a refused call stores the name of the wrong column or field */
    /* Set by the call: */
    size_t events; /* the number of collisions, of all worlds */
    double time;   /* s: time for which the bodies have moved: dt, or less if the status is WAY_LATE. With
                      worlds, the shortest */
} way_bodies;

/* Returns the size of the scratch memory in bytes, about 210 for each body. 0: count is above 2^30. */
WAY_API size_t way_bounce_all2d_bytes(size_t count);

/* The results: WAY_ERROR_MEMORY: `bytes` is too small. The rules for columns are in base.h. All columns of
   floats may be doubles, which are not rounded. Outputs may overlap inputs, because the call reads all inputs
   before it writes. */
WAY_API way_result way_bounce_all2d(const way_bounce_all2d_in *in, const way_bounce_all2d_out *out,
                                    way_bodies *bodies);

/* Accuracy: all numbers are doubles inside. Each collision rounds times, positions and velocities by about
   1e-15 of their sizes; a later collision multiplies earlier errors by about (distance moved) / radius. In
   columns of floats, the answers are rounded once. This rounding changes the energy by about 1e-8 of itself
   per call. Rounding never brings a body nearer to a wall or through a wall, so a closed room keeps its
   bodies over any number of calls. It does not bring two bodies that touch nearer to each other either,
   unless they are squeezed between walls or other bodies: 25 discs that touch and move together overlap by
   0.02 mm after 6,000 calls. For each body, the call takes account of the nearest 16 bodies and 32 walls. See
   docs/accuracy.md, "Many bodies in one step".

   Source: Boris Lubachevsky, "How to simulate billiards and similar systems". Twinsen, "Vector Geometry in
   Game Programming", announced this problem for its fourth part. The rule against infinitely many
   collisions is like that of Stefan Luding and Sean McNamara, "How to handle the inelastic collapse of a
   dissipative hard-sphere gas with the TC model". */

#ifdef __cplusplus
}
#endif

#endif
