/* waylay, formation: paths of turning circles, marching along them, ranks and files, cutting off. */
#ifndef WAYLAY_FORMATION_H
#define WAYLAY_FORMATION_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Formations ------------------------------------------------------------------------------------------------

   How a squad, a car or a ship that cannot turn on the spot gets from one pose (a place and a heading) to
   another, on circles of a turning radius and a straight between them; where it is after so many metres of
   it; and how the ranks behind the first one follow.

   A path has three parts, told by its word: L is an arc to the left (counter-clockwise, x to the right and y
   upwards), R one to the right, S a straight. It leaves its first circle at the exit and joins its last one
   at the entry. Headings may come in any length but 0, which is WAY_INVALID, as is a radius that is not above
   0.

   turning_path2d is the chapter's. Each circle is on the side of its heading on which the other pose lies (on
   the other circle's side where that is straight ahead or behind, and on the left where both are); where the
   circles would overlap, closer than two radii, both are turned over to the other side. Circles on the same
   side have the outer tangent for a straight, others the inner one, which they have not where they still
   overlap: WAY_NO_PATH, total +inf, word WAY_NO_WORD, and 0 elsewhere.

   shortest_path2d takes the shortest of all six words of the car that only drives forwards, of equal ones the
   first in the order of way_word. With an end radius of its own the last circle differs from the first, and
   the words of three arcs are left out. There is always one. The circle between LRL's or RLR's arcs has its
   centre at 2 exit - centre1, and middle is its arc.

   At the target already (the same place and heading) the total is 0 and the status WAY_THERE. An arc of a
   whole turn but for 2^-32 is none, and circles that touch but for 2^-36 of their radius touch, so that
   rounding makes no circles of what is straight on. With WAY_FAST both are 2^-19.

   Bounds, WAY_EXACT, against exact arithmetic: lengths within their ulps of the path's total and a turn of
   its larger circle; points of the largest of their coordinates and the radius; while lengths are between
   1e-12 and 1e15, and the centres further apart than 1e-5 of radius and distance. Where two words are as
   short but for that, either may be given, and so where the circles as good as touch. WAY_FAST loses digits
   where centres are close together against their radii or their places, or as good as touching.

   Source: "Techniques for Formation Movement Using Steering Circles" in Game AI Pro (the circles, after an
   idea that Chris Jurney presented); L. E. Dubins, "On Curves of Minimal Length with a Constraint on Average
   Curvature" (the six words). */

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

typedef struct way_turning_path2d_in {
    way_column x, y;                               /* m: where it is */
    way_column heading_x, heading_y;               /* any length but 0 */
    way_column target_x, target_y;                 /* m: where it has to be */
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

typedef struct way_shortest_path2d_in {
    way_column x, y;                               /* m: where it is */
    way_column heading_x, heading_y;               /* any length but 0 */
    way_column target_x, target_y;                 /* m: where it has to be */
    way_column target_heading_x, target_heading_y; /* any length but 0 */
    way_column radius;                             /* m, > 0: of all circles, or of the first */
    way_column end_radius;                         /* m, >= 0: of the last; default 0: as the first */
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

/* march2d is where a mover is after distance + step metres of a path, and where it heads. The pose at the
   start and the one at the target, the radii, the word and the lengths are what the path's behaviour was
   given and gave out (its straight is the middle). The distance is all the state there is: it comes out as
   next_distance, for the next call. Before the start it is at the start, to the bit; from the total on it is
   at the target, to the bit, and the status is WAY_THERE. The exit and the entry are met from both sides.
   Without a path (WAY_NO_WORD) it stays at the start, WAY_NO_PATH. Lengths below 0, and arcs of more than 6.5
   radii, are WAY_INVALID.

   Bounds, WAY_EXACT and WAY_FAST, which are the same: places within their ulps of the largest coordinate and
   the total together, headings of 1, against the path that the given numbers describe. At the joints of a
   path that the behaviours above gave out, places jump by no more than 16 ulp of the same, headings by 16 ulp
   of 1 and what two ulp of the total turn by. */

typedef struct way_march2d_in {
    way_column x, y;                               /* m: where the path begins */
    way_column heading_x, heading_y;               /* any length but 0 */
    way_column target_x, target_y;                 /* m: where it ends */
    way_column target_heading_x, target_heading_y; /* any length but 0 */
    way_column radius;                             /* m, > 0 */
    way_column word;                               /* int32_t, a way_word */
    way_column arc1, middle, arc2;                 /* m, >= 0 */
    way_column distance;                           /* m: how far along it already */
    way_column end_radius;                         /* m, >= 0; default 0: as the first */
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

/* One path as a list of poses, each `spacing` further along than the one before, the last one at the target:
   the same bits as march2d's. */

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

/* The ranks behind. The first one stands in line, square to the formation's heading and about its place:
   line2d, with the formation's pose as the rank's, gives the places of its units. The others are moved rank
   by rank, those of all formations in one call: whose turn it is are the chasers, who they follow the
   runners, so a list of targets can say who is ahead of whom. Ordered rank by rank, each rank is a column of
   its own and may be moved in place.

   file2d, the column style: each unit goes towards the one ahead of it and stops at touching distance; one
   that is nearer makes room. One that touches never moves further than the one ahead of it. next_heading
   goes into the next rank's call as ahead_heading and into its own next one as heading. Both tell only where
   behind is when the unit is at the same place as the one ahead: straight behind along ahead_heading, or else
   along heading; without either it stays, WAY_DEGENERATE.

   rank2d, the row style: a rank is a pose, its middle and heading, and its units are put in line by line2d
   with the places' offsets, flush beside each other. Which way it turns is seen by where the rank ahead heads
   against the way from the middle of the one to the other's; its inner unit goes towards the one ahead of it
   as in file2d, the others stay flush beside that. Straight ahead neither end is the inner one, and it is the
   middle that follows. Where there is no way to the inner unit's place, the rank takes its place straight
   behind.

   A formation that is turned on the spot finds its ranks where they were: they come round behind it as it
   marches on. To form them up behind its new heading at once, give each rank the pose of the one ahead as its
   own, and ahead_heading: it takes its place straight behind.

   The least radius for rows of a half width, for so many ranks (the first counts) and for steps of the first
   rank's middle of so many metres:

       least = half_width + sqrt((ranks - 1) spacing (spacing + step))

   for what follows a unit on a circle of radius a at distance s settles on one of radius b, b^2 = a^2 - s^2,
   or a^2 - s (s + chord) in steps of a chord, and the inner ends need a circle each. On paths that nowhere
   turn more tightly, to one side or the other, units one behind the other in two ranks stay at least
   touching distance apart and none leaps (in steps of half the spacing they come nearer by up to a hundredth
   of it where the inner side changes); round one circle none goes further than the outermost unit of the
   first rank. In a turn to the other side the last ranks' outer ends swing round, the faster the nearer the
   radius is to the least: up to 30 times as far in a step as that unit was seen. On a smaller circle the last
   ranks are turned round in time, and as the inner side changes they leap, by the source's rule as well: half
   width 8 and 6 ranks at 2 m need 12.5 m; on 10 m they leap after 330 degrees. Columns never leap; where the
   inner file's circle is smaller than spacing sqrt(ranks - 1) they bend back on themselves.

   Bounds, WAY_EXACT: places within their ulps of the largest of their coordinates, the spacing and the offset
   or half width; headings of 1; while lengths are 0 or between 1e-12 and 1e15, the way to the unit ahead at
   least 1e-5 of the coordinates and of the half width; and where the rank ahead heads along the way between
   the middles to 1e-12, either end may be the inner one. WAY_FAST: the same where coordinates, and their
   differences, are not large against the spacing.

   Source: "Techniques for Formation Movement Using Steering Circles" in Game AI Pro; the least radius and the
   middle that follows straight ahead are added here. */

typedef struct way_line2d_in {
    way_column rank_x, rank_y;                 /* m: the middle of the rank, or the formation's place */
    way_column rank_heading_x, rank_heading_y; /* any length but 0 */
    way_column offset;                         /* m: to the right of the middle; below 0 to the left */
} way_line2d_in;

typedef struct way_line2d_out {
    way_column_out place_x, place_y; /* m, 2 ulp: where the unit stands */
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

typedef struct way_file2d_in {
    way_column x, y;                             /* m: where the unit is */
    way_column spacing;                          /* m, >= 0: touching distance */
    way_column ahead_x, ahead_y;                 /* m: where the one ahead of it has come to */
    way_column ahead_heading_x, ahead_heading_y; /* where that one heads, any length; default 0: not known */
    way_column heading_x, heading_y; /* where it headed itself, any length; default 0: not known */
} way_file2d_in;

typedef struct way_file2d_out {
    way_column_out next_x, next_y;                 /* m, 2 ulp: where the unit is to be */
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

/* cut_off2d: a squad that cuts a convoy off. The earliest time, and the shortest path as of shortest_path2d,
   that ends where the runner is then, no longer than what the squad goes in that time: it arrives with the
   runner, or before it where a path becomes shorter by a leap. With the heading wanted, or else the runner's;
   where that stands still, the one from the squad to it. Its outputs are march2d's inputs. A runner slower
   than the squad is always met. No moment is passed at which a path is short enough, of whatever word and
   however fast the runner, but one that lasts for less than about 1e-5 of its time. The status is
   WAY_TOO_SLOW where there is none: then the runner is as fast as the squad.
   A leap is where two circles begin to touch: such a path is there for the numbers given, and a rounding of
   the target can undo it, so march the one given out rather than ask shortest_path2d for it anew. Without
   one, time and total are +inf, and 0 the rest.

   Bounds, WAY_EXACT: those of shortest_path2d for the path to the target given out; the path is longer than
   the speed and the time reach by no more than the time's ulps of total and turn over speed, and never where
   the speed is not above 0. The target within its ulps of the larger term of its sum.

   Source: ours, on the paths above. */

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

#ifdef __cplusplus
}
#endif

#endif
