/* waylay, formation: paths of turning circles, marching along them, ranks and files, cutting off. */
#ifndef WAYLAY_FORMATION_H
#define WAYLAY_FORMATION_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Paths of turning circles ----------------------------------------------------------------------------------

   How a squad, a car or a ship that cannot turn on the spot gets from one pose (a place and a heading) to
   another: on circles of a turning radius and a straight between them.

   A path has three parts, and its word names them: L is an arc to the left (counter-clockwise; x to the
   right, y upwards), R an arc to the right, S a straight. It leaves its first circle at the exit and joins
   its last circle at the entry. Headings may have any length but 0.

   The statuses of this section: WAY_MET: there is a path. WAY_THERE: it is at the target already, with the
   same place and heading; total 0. WAY_NO_PATH: there is no such path; total +inf, word WAY_NO_WORD, 0
   elsewhere. WAY_INVALID: NaN, infinity, a heading of 0, or a radius of 0 or less. A heading or a radius
   under 2^-63 (1.1e-19) counts as 0. Places, headings, radii and speeds of up to 1e18 are valid. */

typedef enum way_word {
    WAY_NO_WORD = -1,
    WAY_LSL = 0,
    WAY_RSR = 1,
    WAY_LSR = 2,
    WAY_RSL = 3,
    WAY_LRL = 4,
    WAY_RLR = 5
} way_word;

/* "none" for WAY_NO_WORD, "LSL", "RSR", "LSR", "RSL", "LRL", "RLR"; NULL for any other number. */
WAY_API const char *way_word_name(int32_t word);

/* turning_path2d: which path does the chapter of Game AI Pro take? Each circle is on the side of its heading
   on which the other pose lies. If that is straight ahead or behind, it is on the other circle's side; if
   both are, on the left. If the circles are closer than two radii, both change to the other side. Circles on
   the same side use the outer tangent as the straight, others the inner tangent, which does not exist where
   they still overlap: WAY_NO_PATH.

       way_turning_path2d_agent car = {.heading_x = 1, .target_x = 50, .target_heading_x = 1, .radius = 5};
       way_turning_path2d_answer path;
       way_turning_path2d_one(&car, &path); // path.total == 50 && path.straight == 50 */

typedef struct way_turning_path2d_in {
    way_column x, y;                               /* m: where it is */
    way_column heading_x, heading_y;               /* any length but 0 */
    way_column target_x, target_y;                 /* m: where it must be */
    way_column target_heading_x, target_heading_y; /* any length but 0 */
    way_column radius;                             /* m, > 0: of both circles */
} way_turning_path2d_in;

typedef struct way_turning_path2d_out {
    way_column_out centre1_x, centre1_y; /* m, 4 ulp: of the circle that it starts on */
    way_column_out exit_x, exit_y;       /* m, 4 ulp: where it leaves that circle */
    way_column_out centre2_x, centre2_y; /* m, 4 ulp: of the circle that it ends on */
    way_column_out entry_x, entry_y;     /* m, 4 ulp: where it joins that circle */
    way_column_out arc1;                 /* m, 4 ulp: on the first circle */
    way_column_out straight;             /* m, 4 ulp: from the exit to the entry */
    way_column_out arc2;                 /* m, 4 ulp: on the second circle */
    way_column_out total;                /* m, 4 ulp: arc1 + straight + arc2; +inf where there is no path */
    way_column_out word;                 /* int32_t, a way_word with an S */
    way_column_out status;               /* int32_t, a way_status */
} way_turning_path2d_out;

WAY_API way_result way_turning_path2d(const way_turning_path2d_in *in, const way_turning_path2d_out *out,
                                      const way_batch *batch);

typedef struct way_turning_path2d_agent {
    float x, y, heading_x, heading_y, target_x, target_y, target_heading_x, target_heading_y, radius;
} way_turning_path2d_agent;

typedef struct way_turning_path2d_answer {
    float centre1_x, centre1_y, exit_x, exit_y, centre2_x, centre2_y, entry_x, entry_y, arc1, straight, arc2,
        total;
    int32_t word, status;
} way_turning_path2d_answer;

WAY_API way_result way_turning_path2d_agent_default(way_turning_path2d_agent *agent);
WAY_API way_result way_turning_path2d_one(const way_turning_path2d_agent *agent,
                                          way_turning_path2d_answer *answer);

/* shortest_path2d: which is the shortest of all six words of a car that only drives forwards? Of equal words
   it takes the first in the order of way_word. There is always one. With an end_radius the last circle has
   its own radius, and the words of three arcs are left out. In LRL and RLR the middle circle has its centre
   at 2 exit - centre1, and `middle` is its arc.

       way_shortest_path2d_agent car;
       way_shortest_path2d_answer path;
       way_shortest_path2d_agent_default(&car);
       car.heading_x = 1, car.target_x = 50, car.target_heading_x = 1, car.radius = 5;
       way_shortest_path2d_one(&car, &path); // path.total == 50 && path.word == WAY_LSL */

typedef struct way_shortest_path2d_in {
    way_column x, y;                               /* m: where it is */
    way_column heading_x, heading_y;               /* any length but 0 */
    way_column target_x, target_y;                 /* m: where it must be */
    way_column target_heading_x, target_heading_y; /* any length but 0 */
    way_column radius;                             /* m, > 0: of all circles, or of the first */
    way_column end_radius;                         /* m, >= 0: of the last; default 0: that of the first */
} way_shortest_path2d_in;

typedef struct way_shortest_path2d_out {
    way_column_out centre1_x, centre1_y; /* m, 4 ulp: of the circle that it starts on */
    way_column_out exit_x, exit_y;       /* m, 4 ulp: where it leaves that circle */
    way_column_out centre2_x, centre2_y; /* m, 4 ulp: of the circle that it ends on */
    way_column_out entry_x, entry_y;     /* m, 4 ulp: where it joins that circle */
    way_column_out arc1;                 /* m, 4 ulp: on the first circle */
    way_column_out middle;               /* m, 4 ulp: the straight, or the arc between */
    way_column_out arc2;                 /* m, 4 ulp: on the last circle */
    way_column_out total;                /* m, 4 ulp: arc1 + middle + arc2; +inf where there is no path */
    way_column_out word;                 /* int32_t, a way_word */
    way_column_out status;               /* int32_t, a way_status */
} way_shortest_path2d_out;

WAY_API way_result way_shortest_path2d(const way_shortest_path2d_in *in, const way_shortest_path2d_out *out,
                                       const way_batch *batch);

typedef struct way_shortest_path2d_agent {
    float x, y, heading_x, heading_y, target_x, target_y, target_heading_x, target_heading_y, radius;
    float end_radius;
} way_shortest_path2d_agent;

typedef struct way_shortest_path2d_answer {
    float centre1_x, centre1_y, exit_x, exit_y, centre2_x, centre2_y, entry_x, entry_y, arc1, middle, arc2,
        total;
    int32_t word, status;
} way_shortest_path2d_answer;

WAY_API way_result way_shortest_path2d_agent_default(way_shortest_path2d_agent *agent);
WAY_API way_result way_shortest_path2d_one(const way_shortest_path2d_agent *agent,
                                           way_shortest_path2d_answer *answer);

/* Accuracy, WAY_EXACT: lengths are counted at the path's total and a turn of its larger circle, points at
   the largest of their coordinates and that turn. Lengths are 1e-12 to 1e15. WAY_FAST loses digits where
   centres are close together or circles nearly touch. docs/accuracy.md, "Paths of turning circles".

   Source: "Techniques for Formation Movement Using Steering Circles" in Game AI Pro (the circles, after an
   idea that Chris Jurney presented); L. E. Dubins, "On Curves of Minimal Length with a Constraint on Average
   Curvature" (the six words). */

/* Marching along a path -------------------------------------------------------------------------------------

   march2d: where is a mover after distance + step metres of a path, and where does it head? The poses, the
   radii, the word and the lengths are those of the path's behaviour (turning_path2d's straight is the
   middle). The distance is the whole state: give next_distance to the next call.

       way_march2d_agent car;
       way_march2d_answer next;
       way_march2d_agent_default(&car);
       car.heading_x = car.target_heading_x = 1, car.target_x = car.middle = 50, car.radius = 5, car.step = 3;
       way_march2d_one(&car, &next); // next.next_x == 3 && next.next_distance == 3

   WAY_MET: it is on the way. WAY_THERE: from the total on it is at the target, to the bit; before the start
   it is at the start, to the bit. WAY_NO_PATH: the word is WAY_NO_WORD; it stays at the start. WAY_INVALID:
   NaN, infinity, a heading of 0, lengths below 0, or arcs of more than 6.5 radii. */

typedef struct way_march2d_in {
    way_column x, y;                               /* m: where the path begins */
    way_column heading_x, heading_y;               /* any length but 0 */
    way_column target_x, target_y;                 /* m: where it ends */
    way_column target_heading_x, target_heading_y; /* any length but 0 */
    way_column radius;                             /* m, > 0 */
    way_column word;                               /* int32_t, a way_word */
    way_column arc1, middle, arc2;                 /* m, >= 0 */
    way_column distance;                           /* m: how far along it already */
    way_column end_radius;                         /* m, >= 0; default 0: that of the first */
    way_column step;                               /* m: how much further now; default 0 */
} way_march2d_in;

typedef struct way_march2d_out {
    way_column_out next_x, next_y;                 /* m, 4 ulp: where it is then */
    way_column_out next_heading_x, next_heading_y; /* 8 ulp: a unit vector */
    way_column_out next_distance;                  /* m, 1 ulp: distance + step, from 0 to the total */
    way_column_out status;                         /* int32_t, a way_status */
} way_march2d_out;

WAY_API way_result way_march2d(const way_march2d_in *in, const way_march2d_out *out, const way_batch *batch);

typedef struct way_march2d_agent {
    float x, y, heading_x, heading_y, target_x, target_y, target_heading_x, target_heading_y, radius;
    int32_t word;
    float arc1, middle, arc2, distance;
    float end_radius, step;
} way_march2d_agent;

typedef struct way_march2d_answer {
    float next_x, next_y, next_heading_x, next_heading_y, next_distance;
    int32_t status;
} way_march2d_answer;

WAY_API way_result way_march2d_agent_default(way_march2d_agent *agent);
WAY_API way_result way_march2d_one(const way_march2d_agent *agent, way_march2d_answer *answer);

/* Accuracy, WAY_EXACT and WAY_FAST: places are counted at the largest coordinate plus the total, headings at
   1, against the path that the given numbers describe. docs/accuracy.md, "Marching along a path". */

/* way_waypoints2d: one path as a list of poses, each `spacing` further along than the one before, the last
   one at the target. The bits are march2d's.

       way_path2d path = {.heading_x = 1, .target_x = 50, .target_heading_x = 1, .radius = 5, .middle = 50};
       float x[6];
       way_march2d_out out = {.next_x.data = x};
       way_waypoints2d(&path, 10, &out); // way_waypoints2d_count(&path, 10) == 6 && x[1] == 10 */

typedef struct way_path2d {
    float x, y, heading_x, heading_y, target_x, target_y, target_heading_x, target_heading_y;
    float radius;
    int32_t word; /* a way_word */
    float arc1, middle, arc2;
    float end_radius; /* 0: as the first */
} way_path2d;

/* How many poses that makes: 1 at the target already; 0 where there is no path, where it is invalid, where
   the spacing is not above 0, and where it would be more than 16 million. */
WAY_API size_t way_waypoints2d_count(const way_path2d *path, float spacing);
/* All of them, to columns of as many; next_distance is how far along each one is. */
WAY_API way_result way_waypoints2d(const way_path2d *path, float spacing, const way_march2d_out *out);

/* Ranks and files -------------------------------------------------------------------------------------------

   How the ranks behind the first one follow. The first rank stands in line: line2d, with the formation's
   pose as the rank's, gives the places of its units. The other ranks are moved rank by rank, those of all
   formations in one call. The units that move are the chasers, the units ahead of them the runners; a list
   of targets can say who is ahead of whom. If each rank is a column of its own, it may be moved in place.

   line2d: where does a unit of a rank stand?

       way_line2d_agent unit = {.rank_x = 10, .rank_heading_y = 1, .offset = 2};
       way_line2d_answer stand;
       way_line2d_one(&unit, &stand); // stand.place_x == 12 && stand.place_y == 0

   The statuses of this section: WAY_MET: all is well. WAY_DEGENERATE (file2d): it stays. WAY_INVALID: NaN,
   infinity, a negative spacing, half width or step, a catch_up that is not from 1 to 2, or a heading of 0
   where it is required. A heading under 2^-63 (1.1e-19) counts as 0. */

typedef struct way_line2d_in {
    way_column rank_x, rank_y;                 /* m: the middle of the rank, or the formation's place */
    way_column rank_heading_x, rank_heading_y; /* any length but 0 */
    way_column offset;                         /* m: to the right of the middle; below 0 to the left */
} way_line2d_in;

typedef struct way_line2d_out {
    way_column_out place_x, place_y; /* m, 5 ulp: where the unit stands */
    way_column_out status;           /* int32_t, a way_status */
} way_line2d_out;

WAY_API way_result way_line2d(const way_line2d_in *in, const way_line2d_out *out, const way_batch *batch);

typedef struct way_line2d_agent {
    float rank_x, rank_y, rank_heading_x, rank_heading_y, offset;
} way_line2d_agent;

typedef struct way_line2d_answer {
    float place_x, place_y;
    int32_t status;
} way_line2d_answer;

WAY_API way_result way_line2d_agent_default(way_line2d_agent *agent);
WAY_API way_result way_line2d_one(const way_line2d_agent *agent, way_line2d_answer *answer);

/* file2d, the column style: where does a unit go that follows the one ahead of it, at touching distance? It
   goes towards that one and stops at touching distance; if it is nearer, it makes room. A unit that touches
   never moves further than the one ahead. Give next_heading to the next rank's call as ahead_heading, and to
   its own next call as heading. They only matter where both units are at the same place: it goes straight
   behind along ahead_heading, or else along heading; without either it stays, WAY_DEGENERATE.

       way_file2d_agent unit;
       way_file2d_answer follow;
       way_file2d_agent_default(&unit);
       unit.ahead_x = 10, unit.spacing = 2;
       way_file2d_one(&unit, &follow); // follow.next_x == 8 && follow.next_heading_x == 1 */

typedef struct way_file2d_in {
    way_column x, y;                             /* m: where the unit is */
    way_column spacing;                          /* m, >= 0: touching distance */
    way_column ahead_x, ahead_y;                 /* m: where the one ahead of it has come to */
    way_column ahead_heading_x, ahead_heading_y; /* where that one heads, any length; default 0: not known */
    way_column heading_x, heading_y; /* where it headed itself, any length; default 0: not known */
} way_file2d_in;

typedef struct way_file2d_out {
    way_column_out next_x, next_y;                 /* m, 5 ulp: where the unit is to be */
    way_column_out next_heading_x, next_heading_y; /* 2 ulp: a unit vector, to the one ahead */
    way_column_out status;                         /* int32_t, a way_status */
} way_file2d_out;

WAY_API way_result way_file2d(const way_file2d_in *in, const way_file2d_out *out, const way_batch *batch);

typedef struct way_file2d_agent {
    float x, y, spacing, ahead_x, ahead_y;
    float ahead_heading_x, ahead_heading_y, heading_x, heading_y;
} way_file2d_agent;

typedef struct way_file2d_answer {
    float next_x, next_y, next_heading_x, next_heading_y;
    int32_t status;
} way_file2d_answer;

WAY_API way_result way_file2d_agent_default(way_file2d_agent *agent);
WAY_API way_result way_file2d_one(const way_file2d_agent *agent, way_file2d_answer *answer);

/* rank2d, the row style: where does a rank go that stays straight and follows the rank ahead of it? A rank
   is a pose, its middle and its heading; line2d puts its units in line, with the places' offsets, side by
   side. The side to which it turns follows from the heading of the rank ahead and the way from this middle
   to that one. The inner unit goes towards the one ahead of it as in file2d, and the others stay beside it.
   Straight ahead the middle follows. If there is no way to the inner unit's place, the rank takes its place
   straight behind.

       way_rank2d_agent rank = {.heading_x = 1, .half_width = 4, .spacing = 2};
       way_rank2d_answer follow;
       rank.ahead_x = 10, rank.ahead_heading_x = 1;
       way_rank2d_one(&rank, &follow); // follow.next_x == 8 && follow.next_y == 0

   A formation that is turned on the spot finds its ranks where they were; they come round behind it as it
   marches on. To form them up behind the new heading at once, give each rank the pose of the one ahead as
   its own, and ahead_heading. Keep the radius of the first rank's path at least half_width + sqrt((ranks -
   1) * spacing * (spacing + step)): docs/accuracy.md, "Ranks and files", says why. */

typedef struct way_rank2d_in {
    way_column x, y;                             /* m: the middle of the rank */
    way_column heading_x, heading_y;             /* any length but 0 */
    way_column half_width;                       /* m, >= 0: from the middle to the outermost unit */
    way_column spacing;                          /* m, >= 0: touching distance */
    way_column ahead_x, ahead_y;                 /* m: where the rank ahead has come to */
    way_column ahead_heading_x, ahead_heading_y; /* any length but 0 */
} way_rank2d_in;

typedef struct way_rank2d_out {
    way_column_out next_x, next_y;                 /* m, 3 ulp: where the middle is to be */
    way_column_out next_heading_x, next_heading_y; /* 2 ulp: a unit vector, to the rank ahead */
    way_column_out status;                         /* int32_t, a way_status */
} way_rank2d_out;

WAY_API way_result way_rank2d(const way_rank2d_in *in, const way_rank2d_out *out, const way_batch *batch);

typedef struct way_rank2d_agent {
    float x, y, heading_x, heading_y, half_width, spacing, ahead_x, ahead_y, ahead_heading_x, ahead_heading_y;
} way_rank2d_agent;

typedef struct way_rank2d_answer {
    float next_x, next_y, next_heading_x, next_heading_y;
    int32_t status;
} way_rank2d_answer;

WAY_API way_result way_rank2d_agent_default(way_rank2d_agent *agent);
WAY_API way_result way_rank2d_one(const way_rank2d_agent *agent, way_rank2d_answer *answer);

/* wheel2d: how far does a rank get towards a wanted pose in one step, if none of its units may go further
   than catch_up times the leader's step? The middle moves and the heading turns by the same share of what is
   left. So a rank never leaps, on any course, and a rank that fell behind catches up: if the wanted pose goes
   straight on, the rank is there after at most 1.6 * behind / ((catch_up - 1) * step) more steps.

       way_wheel2d_agent rank;
       way_wheel2d_answer go;
       way_wheel2d_agent_default(&rank);
       rank.heading_x = 1, rank.half_width = 4, rank.step = 1;
       rank.wanted_x = 10, rank.wanted_heading_x = 1;
       way_wheel2d_one(&rank, &go); // go.next_x == 2 && go.next_y == 0 && go.behind == 8

   For each step: wheel the first rank towards the leader's pose. Then, rank by rank, give rank2d the pose
   that wheel2d gave the rank ahead, and wheel the rank towards the pose that rank2d answers. line2d puts the
   units in line. While the leader stands, its usual step lets the ranks form up; a step of 0 holds them. A
   leader that waits while `behind` is large keeps its formation together. A rank that has to turn about
   exactly turns to the left. examples/squad.c marches a squad so, through a gate and round a corner. */

typedef struct way_wheel2d_in {
    way_column x, y;                               /* m: the middle of the rank */
    way_column heading_x, heading_y;               /* any length but 0 */
    way_column half_width;                         /* m, >= 0: from the middle to the outermost unit */
    way_column wanted_x, wanted_y;                 /* m: where the middle is wanted */
    way_column wanted_heading_x, wanted_heading_y; /* any length but 0 */
    way_column step;                               /* m, >= 0: the leader's, its speed times the frame */
    way_column catch_up;                           /* 1 to 2: steps that a unit may go in one; default 2 */
} way_wheel2d_in;

typedef struct way_wheel2d_out {
    way_column_out next_x, next_y;                 /* m, 1 ulp: where the middle is to be */
    way_column_out next_heading_x, next_heading_y; /* 2 ulp: a unit vector */
    way_column_out behind; /* m, 1 ulp: no unit is further from where it is wanted; 0: it is there */
    way_column_out status; /* int32_t, a way_status */
} way_wheel2d_out;

WAY_API way_result way_wheel2d(const way_wheel2d_in *in, const way_wheel2d_out *out, const way_batch *batch);

typedef struct way_wheel2d_agent {
    float x, y, heading_x, heading_y, half_width, wanted_x, wanted_y, wanted_heading_x, wanted_heading_y,
        step;
    float catch_up;
} way_wheel2d_agent;

typedef struct way_wheel2d_answer {
    float next_x, next_y, next_heading_x, next_heading_y, behind;
    int32_t status;
} way_wheel2d_answer;

WAY_API way_result way_wheel2d_agent_default(way_wheel2d_agent *agent);
WAY_API way_result way_wheel2d_one(const way_wheel2d_agent *agent, way_wheel2d_answer *answer);

/* Accuracy, WAY_EXACT: places and `behind` are counted at the largest of their coordinates, the spacing and
   the offset or half width, headings at 1. Lengths are 0 or 1e-12 to 1e15. WAY_FAST: the same; of rank2d
   where coordinates, and their differences, are not large compared with the spacing; of wheel2d with headings
   that are not turned about. docs/accuracy.md, "Ranks and files".

   Source: "Techniques for Formation Movement Using Steering Circles" in Game AI Pro. Added here: the least
   radius, the middle that follows straight ahead, and wheel2d. */

/* Cutting off -----------------------------------------------------------------------------------------------

   cut_off2d: what is the earliest time, and the shortest path (as of shortest_path2d), that ends where the
   runner is then and is no longer than the squad goes in that time? The squad arrives with the runner, or
   before it where a path becomes shorter by a leap. It arrives with the wanted heading, or else the
   runner's; if the runner stands still, with the heading from the squad to it. The outputs are march2d's
   inputs.

       way_cut_off2d_agent squad;
       way_cut_off2d_answer path;
       way_cut_off2d_agent_default(&squad);
       squad.heading_x = 1, squad.speed = 10, squad.radius = 5, squad.runner_x = 100, squad.runner_vx = 5;
       way_cut_off2d_one(&squad, &path); // path.status == WAY_MET && path.target_x > 199 && path.time < 20.1f

   WAY_MET: it cuts the runner off. WAY_THERE: it is there already. WAY_TOO_SLOW: there is no path; then the
   runner is as fast as the squad, or faster. WAY_IMMOBILE: the speed is 0 or less. WAY_LATE: it can, but
   after the horizon. WAY_INVALID: as for the paths. Without a path time and total are +inf, word is
   WAY_NO_WORD, and the rest is 0. A horizon of -inf is WAY_INVALID, too.

   A runner slower than the squad is always met. March the path that is given out, and do not ask
   shortest_path2d for it again: where two circles just begin to touch, rounding of the target can change the
   path. */

typedef struct way_cut_off2d_in {
    way_column x, y;                               /* m: where the squad is */
    way_column heading_x, heading_y;               /* any length but 0 */
    way_column speed;                              /* m/s; 0 or less cannot move */
    way_column radius;                             /* m, > 0: of its turning circles */
    way_column runner_x, runner_y;                 /* m */
    way_column runner_vx, runner_vy;               /* m/s */
    way_column wanted_heading_x, wanted_heading_y; /* any length; default 0: the runner's */
    way_column horizon;                            /* s: the longest time that counts; default +inf */
} way_cut_off2d_in;

typedef struct way_cut_off2d_out {
    way_column_out time;                               /* s, 16 ulp: when; +inf where there is none */
    way_column_out target_x, target_y;                 /* m, 2 ulp: where the runner is then */
    way_column_out target_heading_x, target_heading_y; /* 2 ulp: a unit vector, to arrive with */
    way_column_out arc1;                               /* m, 4 ulp: on the first circle */
    way_column_out middle;                             /* m, 4 ulp: the straight, or the arc between */
    way_column_out arc2;                               /* m, 4 ulp: on the last circle */
    way_column_out total;  /* m, 4 ulp: arc1 + middle + arc2; +inf where there is none */
    way_column_out word;   /* int32_t, a way_word */
    way_column_out status; /* int32_t, a way_status */
} way_cut_off2d_out;

WAY_API way_result way_cut_off2d(const way_cut_off2d_in *in, const way_cut_off2d_out *out,
                                 const way_batch *batch);

typedef struct way_cut_off2d_agent {
    float x, y, heading_x, heading_y, speed, radius, runner_x, runner_y, runner_vx, runner_vy;
    float wanted_heading_x, wanted_heading_y, horizon;
} way_cut_off2d_agent;

typedef struct way_cut_off2d_answer {
    float time, target_x, target_y, target_heading_x, target_heading_y, arc1, middle, arc2, total;
    int32_t word, status;
} way_cut_off2d_answer;

WAY_API way_result way_cut_off2d_agent_default(way_cut_off2d_agent *agent);
WAY_API way_result way_cut_off2d_one(const way_cut_off2d_agent *agent, way_cut_off2d_answer *answer);

/* Accuracy, WAY_EXACT: the path is as accurate as shortest_path2d's to the target given out; the target is
   counted at the larger term of its sum; the path is longer than speed * time by no more than the time's
   ulps of total and turn over speed. docs/accuracy.md, "Cutting off".

   Source: the library's own, on the paths above. */

#ifdef __cplusplus
}
#endif

#endif
