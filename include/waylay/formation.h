/* waylay, formation: paths of turning circles, motion along them, ranks and files, cutting off a runner. */
#ifndef WAYLAY_FORMATION_H
#define WAYLAY_FORMATION_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Paths of turning circles ----------------------------------------------------------------------------------

   These calls compute paths for squads, cars and ships that cannot turn on the spot. A path leads from one
   pose (a position and a heading) to another. The path consists of arcs on circles of a turning radius, and
   usually a straight segment between them.

   A path has three parts. Its kind is called a word of three letters, one for each part: L is an arc to the
   left (counter-clockwise, with x to the right and y upwards), R is an arc to the right, and S is a straight
   segment. The path leaves its first circle at the exit and joins its last circle at the entry. Headings may
   have any length above 0.

   The statuses of this section: WAY_MET: a path exists. WAY_THERE: start and target have the same position
   and heading; total 0. WAY_NO_PATH: no such path exists; total is +inf, word is WAY_NO_WORD, and all other
   outputs are 0. WAY_INVALID: NaN, infinity, a heading of 0, or a radius that is 0 or negative. A heading or
   a radius below 2^-63 (1.1e-19) is treated as 0. Positions, headings, radii and speeds of up to 1e18 are
   valid. */

typedef enum way_word {
    WAY_NO_WORD = -1,
    WAY_LSL = 0,
    WAY_RSR = 1,
    WAY_LSR = 2,
    WAY_RSL = 3,
    WAY_LRL = 4,
    WAY_RLR = 5
} way_word;

/* The name of a way_word: "none" for WAY_NO_WORD, "LSL", "RSR", "LSR", "RSL", "LRL" or "RLR". NULL for any
   other number. */
WAY_API const char *way_word_name(int32_t word);

/* turning_path2d: which path does the method of Game AI Pro find (see the source below)? The path has a
   circle at each of the two poses. Seen from its pose, a circle lies on the side (left or right) on which the
   other pose lies. If the other pose is straight ahead or straight behind, the circle lies on the same side
   as the circle of the other pose. If each pose is straight ahead of or behind the other, both circles lie on
   the left. If the two centres are then closer than two radii, both circles change sides. If the circles lie
   on the same side, the path follows their outer tangent, otherwise their inner tangent. If circles on
   different sides still overlap, there is no inner tangent, and the status is WAY_NO_PATH. Follow the path to
   its end with march2d, and do not call turning_path2d again before that: from the new position, the other
   pose may lie on another side. For a vehicle that asks again use shortest_path2d.

       way_turning_path2d_agent car = WAY_INIT;
       car.heading_x = 1, car.target_x = 50, car.target_heading_x = 1, car.radius = 5;
       way_turning_path2d_answer path;
       way_turning_path2d_one(&car, &path); // path.total == 50 && path.straight == 50 */

typedef struct way_turning_path2d_in {
    way_column x, y;                               /* m: start */
    way_column heading_x, heading_y;               /* any length above 0 */
    way_column target_x, target_y;                 /* m: target */
    way_column target_heading_x, target_heading_y; /* any length above 0 */
    way_column radius;                             /* m, > 0: radius of both circles */
} way_turning_path2d_in;

typedef struct way_turning_path2d_out {
    way_column_out centre1_x, centre1_y; /* m, 4 ulp: centre of the first circle */
    way_column_out exit_x, exit_y;       /* m, 4 ulp: where the path leaves the first circle */
    way_column_out centre2_x, centre2_y; /* m, 4 ulp: centre of the last circle */
    way_column_out entry_x, entry_y;     /* m, 4 ulp: where the path joins the last circle */
    way_column_out arc1;                 /* m, 4 ulp: length of the arc on the first circle */
    way_column_out straight;             /* m, 4 ulp: length of the straight segment from the exit to the
                                            entry */
    way_column_out arc2;                 /* m, 4 ulp: length of the arc on the last circle */
    way_column_out total;                /* m, 4 ulp: arc1 + straight + arc2; +inf: no path */
    way_column_out word;                 /* int32_t, a way_word that contains an S */
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

/* shortest_path2d: which path is the shortest for a car that only drives forwards? The path has one of the
   six words of way_word. If several paths are equally short, the first one in the order of way_word is
   returned. A path always exists. If end_radius differs from `radius`, the last circle has that radius, and
   the words of three arcs are not used. For the words LRL and RLR, the centre of the middle circle is 2 *
   exit - centre1, and `middle` is the length of its arc.

   A vehicle may follow the path for a step and ask again. Rounding moves the vehicle slightly off its path,
   and the exact shortest path from there could be a full turn longer. So a path is accepted if it ends near
   enough to the target: at a distance of at most 2^-17 R + 2^-20 P + 2^-19 D, with a heading within 2^-18
   rad. R is the larger radius, and D the distance between the centres of the two circles. P is the sum of the
   absolute values of the coordinates of both positions or, with double columns, of the difference of the
   positions. On an arc of thousands of steps, the errors of all steps add up. So a path may miss the target
   by up to 2^-13 R + 2^-16 P + 2^-19 D in three cases: if the first arc is less than half a turn and the two
   circles overlap, if the two circles have different radii and overlap, and if the two circles are nearly
   one. With different radii, this limit grows from the small distance at a first arc of a full turn to the
   large one at a first arc of 0. Without the last term, both distances count as at most R / 8. Of all
   accepted paths, the shortest is returned. So after a step, the new total is usually the old total minus the
   step. If the poses are stored in floats, pass float columns: from double columns far from the origin, the
   call cannot tell how the poses were rounded.

   A path that ends at the edge of the tolerance may no longer be accepted after a step with rounding. This is
   rare: of vehicles with one radius and steps of 4 to 80 mm, none of 6,000 within 300 m of the origin and 10
   of 3,000 at 5 km drove a turn too many. With different radii, the path of 1 of 12,000 within 300 m and of
   64 of 3,000 at 5 km grew on the way; 0 and 2 of them drove a quarter turn too far. To be sure, keep the
   last path and follow it as long as the new one is longer than the rest of it.

       way_shortest_path2d_agent car;
       way_shortest_path2d_answer path;
       way_shortest_path2d_agent_default(&car);
       car.heading_x = 1, car.target_x = 50, car.target_heading_x = 1, car.radius = 5;
       way_shortest_path2d_one(&car, &path); // path.total == 50 && path.word == WAY_LSL */

typedef struct way_shortest_path2d_in {
    way_column x, y;                               /* m: start */
    way_column heading_x, heading_y;               /* any length above 0 */
    way_column target_x, target_y;                 /* m: target */
    way_column target_heading_x, target_heading_y; /* any length above 0 */
    way_column radius;     /* m, > 0: radius of all circles; if end_radius is set, only of the first */
    way_column end_radius; /* m, >= 0: radius of the last circle; default 0: equal to `radius` */
} way_shortest_path2d_in;

typedef struct way_shortest_path2d_out {
    way_column_out centre1_x, centre1_y; /* m, 4 ulp: centre of the first circle */
    way_column_out exit_x, exit_y;       /* m, 4 ulp: where the path leaves the first circle */
    way_column_out centre2_x, centre2_y; /* m, 4 ulp: centre of the last circle */
    way_column_out entry_x, entry_y;     /* m, 4 ulp: where the path joins the last circle */
    way_column_out arc1;                 /* m, 4 ulp: length of the arc on the first circle */
    way_column_out middle;               /* m, 4 ulp: length of the straight segment or the middle arc */
    way_column_out arc2;                 /* m, 4 ulp: length of the arc on the last circle */
    way_column_out total;                /* m, 4 ulp: arc1 + middle + arc2; +inf: no path */
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

/* Accuracy, WAY_EXACT: let turn be the circumference of the path's larger circle. Lengths are counted at
   total + turn, and points at max(coordinates, turn). The bounds hold for lengths of 1e-12 to 1e15. Within
   its tolerance, shortest_path2d may leave out an arc or treat circles as touching. Lengths and points then
   keep their bounds for the returned path, but this path misses the target. WAY_FAST loses digits if the
   centres are close together, or if the circles nearly touch. See docs/accuracy.md, "Paths of turning
   circles".

   Source: "Techniques for Formation Movement Using Steering Circles" in Game AI Pro (the circles, after an
   idea that Chris Jurney presented); L. E. Dubins, "On Curves of Minimal Length with a Constraint on Average
   Curvature" (the six words). */

/* Marching along a path -------------------------------------------------------------------------------------

   march2d: what are the position and heading of a unit after distance + step metres of a path? The poses,
   radii, word and lengths come from turning_path2d (with `straight` as `middle`), shortest_path2d or
   cut_off2d. Between two calls the caller keeps only the distance. Sum it in a double, or compute it from the
   speed and the time since the start, and pass it as `distance`. next_distance is a float: if each call gets
   the last next_distance, the rounding of many short steps adds up. A unit that walks 1500 m at 0.5 m/s in
   240 steps a second is then 9 s late (0.3 %).

       way_march2d_agent car;
       way_march2d_answer next;
       way_march2d_agent_default(&car);
       car.heading_x = car.target_heading_x = 1, car.target_x = car.middle = 50, car.radius = 5, car.step = 3;
       way_march2d_one(&car, &next); // next.next_x == 3 && next.next_distance == 3

   WAY_MET: the unit is on the path. WAY_THERE: distance + step is at least the path's length, so the position
   has the same bits as the target. If distance + step is below 0, the position has the bits of the start. If
   these positions are doubles, both are within 2^-47 of the distance between them.
   WAY_NO_PATH: the word is WAY_NO_WORD, so the unit stays at the start. WAY_INVALID: NaN, infinity, a heading
   of 0, a length below 0, or an arc longer than 6.5 radii. */

typedef struct way_march2d_in {
    way_column x, y;                               /* m: start of the path */
    way_column heading_x, heading_y;               /* any length above 0 */
    way_column target_x, target_y;                 /* m: end of the path */
    way_column target_heading_x, target_heading_y; /* any length above 0 */
    way_column radius;                             /* m, > 0: radius of the circles */
    way_column word;                               /* int32_t, a way_word: the kind of the path */
    way_column arc1, middle, arc2;                 /* m, >= 0: lengths of the three parts */
    way_column distance;                           /* m: distance along the path so far */
    way_column end_radius; /* m, >= 0: radius of the last circle; default 0: equal to `radius` */
    way_column step;       /* m: distance to go in this call; default 0 */
} way_march2d_in;

typedef struct way_march2d_out {
    way_column_out next_x, next_y;                 /* m, 4 ulp: new position */
    way_column_out next_heading_x, next_heading_y; /* 8 ulp: new heading, a unit vector */
    way_column_out next_distance; /* m, 1 ulp: distance + step, but at least 0 and at most the path length */
    way_column_out status;        /* int32_t, a way_status */
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

/* Accuracy, WAY_EXACT and WAY_FAST: errors are measured against the path that the inputs describe. For
   positions, one ulp is the ulp of (largest coordinate + path length). For headings, it is the ulp of 1. A
   path of shortest_path2d or cut_off2d may miss its target by up to the tolerance. If the path has no
   straight, the position jumps by this gap where the last arc begins. If it has a straight, the straight
   closes the gap. In both cases the end is the target. See docs/accuracy.md, "Marching along a path". */

/* waypoints2d: which poses lie along each of many paths, `spacing` apart? Each path gets a list of waypoints
   in the output columns, one list after the other. The last waypoint of a list is the path's target. The
   waypoints have the same bits as the poses that march2d returns.

       float zero[2] = {0}, ahead = 1, length[2] = {50, 20}, radius = 5, spacing = 10, x[9];
       int32_t word = WAY_LSL;
       size_t offset[3];
       way_waypoints2d_in in = WAY_INIT;
       way_waypoints2d_out out = WAY_INIT;
       way_waypoints lists = WAY_INIT;
       in.x = in.y = in.heading_y = in.target_y = in.target_heading_y = in.arc1 = in.arc2 = way_in(zero);
       in.heading_x = in.target_heading_x = way_same(&ahead), in.target_x = in.middle = way_in(length);
       in.radius = way_same(&radius), in.word = way_same(&word), in.spacing = way_same(&spacing);
       out.next_x = way_out(x), lists.count = 2, lists.capacity = 9, lists.offset = offset;
       way_waypoints2d(&in, &out, &lists); // offset[1] == 6 && offset[2] == 9 && x[5] == 50 && x[7] == 10

   The status of a path: WAY_MET: the path has a list. WAY_THERE: the length of the path is 0, and the list
   holds one waypoint. WAY_NO_PATH: the word is WAY_NO_WORD. WAY_INVALID: as in march2d, or the spacing is not
   above 0, or the list would have more than 16 million waypoints. With WAY_NO_PATH and WAY_INVALID the list
   is empty. */

typedef struct way_waypoints2d_in {
    way_column x, y;                               /* m: start of the path */
    way_column heading_x, heading_y;               /* any length above 0 */
    way_column target_x, target_y;                 /* m: end of the path */
    way_column target_heading_x, target_heading_y; /* any length above 0 */
    way_column radius;                             /* m, > 0: radius of the circles */
    way_column word;                               /* int32_t, a way_word: the kind of the path */
    way_column arc1, middle, arc2;                 /* m, >= 0: lengths of the three parts */
    way_column spacing;                            /* m, > 0: distance from one waypoint to the next */
    way_column end_radius; /* m, >= 0: radius of the last circle; default 0: equal to `radius` */
} way_waypoints2d_in;

typedef struct way_waypoints2d_out {
    way_column_out next_x, next_y;                 /* m, 4 ulp, one per waypoint: position */
    way_column_out next_heading_x, next_heading_y; /* 8 ulp, one per waypoint: heading, a unit vector */
    way_column_out next_distance;                  /* m, 1 ulp, one per waypoint: distance along the path */
    way_column_out status;                         /* int32_t, a way_status, one per path */
} way_waypoints2d_out;

/* Zero-initialise a way_waypoints and set `count`, `capacity` and `offset`. */
typedef struct way_waypoints {
    size_t first, count;   /* paths; if they are split over several calls, the lists are the same */
    const uint32_t *index; /* NULL: paths `first` to `first + count - 1`; else index[first] and so on */
    size_t capacity;       /* number of elements of each output column, except the status */
    size_t *offset;        /* count + 1 elements, set by the call: list i is offset[i] to offset[i + 1] - 1 */
    size_t answered;       /* set by the call: the number of paths with complete lists */
    size_t needed;         /* set by the call: the capacity that all lists need in one call */
    const char **fault;    /* NULL, or where a refused call stores the name of the wrong column or field */
} way_waypoints;

/* Returns the capacity that the lists of these paths need. Returns 0 if no path has waypoints, or if
   way_waypoints2d would refuse the call. The function reads `first`, `count` and `index` of `lists`. */
WAY_API size_t way_waypoints2d_capacity(const way_waypoints2d_in *in, const way_waypoints *lists);

/* If a list does not fit, the result is WAY_ERROR_CAPACITY. `answered` is then the number of paths, from the
   first on, that have their lists, offsets and statuses. To continue, first process these lists. Then add
   `answered` to `first`, subtract it from `count`, and call again. Alternatively, call again with a capacity
   of `needed`. If an output overlaps an input, the result is WAY_ERROR_OVERLAP. `offset` must not overlap a
   column. */
WAY_API way_result way_waypoints2d(const way_waypoints2d_in *in, const way_waypoints2d_out *out,
                                   way_waypoints *lists);

/* way_waypoints2d_one: the waypoints of one path, with a status for each waypoint.

       way_path2d path = WAY_INIT;
       path.heading_x = 1, path.target_x = 50, path.target_heading_x = 1, path.radius = 5, path.middle = 50;
       float x[6];
       way_march2d_out out = WAY_INIT;
       out.next_x = way_out(x);
       way_waypoints2d_one(&path, 10, &out); // way_waypoints2d_one_count(&path, 10) == 6 && x[1] == 10 */

typedef struct way_path2d {
    float x, y, heading_x, heading_y, target_x, target_y, target_heading_x, target_heading_y;
    float radius;
    int32_t word; /* a way_word */
    float arc1, middle, arc2;
    float end_radius; /* 0: as `radius` */
} way_path2d;

/* Returns the number of waypoints: 1 if the length of the path is 0; 0 if the list of way_waypoints2d would
   be empty. */
WAY_API size_t way_waypoints2d_one_count(const way_path2d *path, float spacing);
/* Writes all waypoints to columns with as many elements as way_waypoints2d_one_count returns. next_distance
   is a waypoint's distance along the path. */
WAY_API way_result way_waypoints2d_one(const way_path2d *path, float spacing, const way_march2d_out *out);

/* Ranks and files -------------------------------------------------------------------------------------------

   These calls move formations. line2d computes the positions of the first rank's units from the formation's
   pose. The other ranks follow, one rank after the other. One call can move the same rank of many formations.
   The moving units are the chasers, and the unit ahead of each is its runner. `target` of way_batch can hold
   the row of the unit ahead. A call may overwrite the old positions if each rank has its own columns.

   line2d: what is the position of a unit in a rank?

       way_line2d_agent unit = WAY_INIT;
       unit.rank_x = 10, unit.rank_heading_y = 1, unit.offset = 2;
       way_line2d_answer stand;
       way_line2d_one(&unit, &stand); // stand.place_x == 12 && stand.place_y == 0

   The statuses of this section: WAY_MET: the answer is valid. WAY_DEGENERATE (file2d): the unit does not
   move. WAY_INVALID: NaN, infinity, a negative spacing, half width or step, a catch_up outside 1 to 2, a
   number of pack2d outside its range, or a required heading of 0. A heading below 2^-63 (1.1e-19) is treated
   as 0. */

typedef struct way_line2d_in {
    way_column rank_x, rank_y;                 /* m: middle of the rank, or the formation's position */
    way_column rank_heading_x, rank_heading_y; /* any length above 0 */
    way_column offset;                         /* m: distance to the right of the middle; negative: to the
                                                  left */
} way_line2d_in;

typedef struct way_line2d_out {
    way_column_out place_x, place_y; /* m, 5 ulp: position of the unit */
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

/* file2d, for units that march one behind the other: where does a unit go that follows the unit ahead at the
   distance `spacing`? The unit goes straight towards the unit ahead and stops at this distance. If the unit
   is nearer, it moves back. If a unit has this distance already, it never moves farther than the unit ahead.
   Pass next_heading_x and next_heading_y as ahead_heading_x and ahead_heading_y to the next rank's call, and
   as heading_x and heading_y to the unit's own next call. The headings are used only if both units are at the
   same position. The unit then moves straight back, opposite to ahead_heading or, if ahead_heading is 0,
   opposite to heading. If both headings are 0, the unit does not move, and the status is WAY_DEGENERATE.

       way_file2d_agent unit;
       way_file2d_answer follow;
       way_file2d_agent_default(&unit);
       unit.ahead_x = 10, unit.spacing = 2;
       way_file2d_one(&unit, &follow); // follow.next_x == 8 && follow.next_heading_x == 1 */

typedef struct way_file2d_in {
    way_column x, y;                             /* m: the unit */
    way_column spacing;                          /* m, >= 0: distance to the unit ahead */
    way_column ahead_x, ahead_y;                 /* m: new position of the unit ahead */
    way_column ahead_heading_x, ahead_heading_y; /* heading of the unit ahead, any length; default 0:
                                                    unknown */
    way_column heading_x, heading_y;             /* the unit's last heading, any length; default 0: unknown */
} way_file2d_in;

typedef struct way_file2d_out {
    way_column_out next_x, next_y;                 /* m, 5 ulp: new position of the unit */
    way_column_out next_heading_x, next_heading_y; /* 2 ulp: a unit vector to the unit ahead */
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

/* rank2d, for ranks that stay straight: where does a rank go that follows the rank ahead? A rank is given by
   a pose: its middle and its heading. line2d computes the positions of its units from their offsets. In a
   turn, the innermost unit follows the unit ahead of it as in file2d, and the other units stay in line with
   it. To find the inner side, the call compares the heading of the rank ahead with the direction from the
   middle of this rank to the middle of the rank ahead. If the rank goes straight ahead, its middle follows
   the middle ahead. If the following unit is at the position of the unit ahead, the rank moves straight back,
   opposite to the heading of the rank ahead.

       way_rank2d_agent rank = WAY_INIT;
       rank.heading_x = 1, rank.half_width = 4, rank.spacing = 2;
       way_rank2d_answer follow;
       rank.ahead_x = 10, rank.ahead_heading_x = 1;
       way_rank2d_one(&rank, &follow); // follow.next_x == 8 && follow.next_y == 0

   If the first rank turns on the spot, the other ranks do not move; they swing in behind the first rank as it
   marches on. To swing a rank in at once, pass the pose of the rank ahead to rank2d both
   as the rank's own pose and as the pose ahead.

   This rule needs a course whose least radius is at least
   half_width + sqrt((ranks - 1) * spacing * (spacing + step)). If a narrower course turns by more than a
   quarter turn, ranks jump, and slots of different ranks meet. For such a course set course_radius to the
   least radius of the course, and `ranks` to the number of ranks. If course_radius is below half_width + 1.2
   * spacing * sqrt(ranks), a unit nearer to the middle moves first, and the rank turns later. Ranks then do
   not jump, but inner units of different ranks come as near to each other as 0.3 of the spacing. If
   course_radius is larger, it changes nothing. If it is below 1.15 * sqrt(half_width^2 + (ranks - 1) * spacing
   * (spacing + step)), units of different ranks meet: march in narrower ranks, or in files with file2d.
   docs/accuracy.md, "Ranks and files", explains this and has figures. */

typedef struct way_rank2d_in {
    way_column x, y;                             /* m: middle of the rank */
    way_column heading_x, heading_y;             /* any length above 0 */
    way_column half_width;                       /* m, >= 0: distance from the middle to the outermost unit */
    way_column spacing;                          /* m, >= 0: distance between ranks */
    way_column ahead_x, ahead_y;                 /* m: new middle of the rank ahead */
    way_column ahead_heading_x, ahead_heading_y; /* any length above 0 */
    way_column course_radius; /* m, >= 0: least radius of the first rank's course; default 0: it never
                                 turns tightly */
    way_column ranks;         /* >= 0: number of ranks, used if course_radius is set; default 0: any number */
} way_rank2d_in;

typedef struct way_rank2d_out {
    way_column_out next_x, next_y;                 /* m, 3 ulp: new middle */
    way_column_out next_heading_x, next_heading_y; /* 2 ulp: a unit vector to the rank ahead */
    way_column_out status;                         /* int32_t, a way_status */
} way_rank2d_out;

WAY_API way_result way_rank2d(const way_rank2d_in *in, const way_rank2d_out *out, const way_batch *batch);

typedef struct way_rank2d_agent {
    float x, y, heading_x, heading_y, half_width, spacing, ahead_x, ahead_y, ahead_heading_x, ahead_heading_y;
    float course_radius, ranks;
} way_rank2d_agent;

typedef struct way_rank2d_answer {
    float next_x, next_y, next_heading_x, next_heading_y;
    int32_t status;
} way_rank2d_answer;

WAY_API way_result way_rank2d_agent_default(way_rank2d_agent *agent);
WAY_API way_result way_rank2d_one(const way_rank2d_agent *agent, way_rank2d_answer *answer);

/* wheel2d: how far does a rank get towards a wanted pose in one step, if no unit may go farther than catch_up
   times the leader's step? The middle covers a fraction of its remaining distance, and the heading covers the
   same fraction of its remaining turn. So no unit ever jumps, and a rank that is behind catches up. If the
   wanted pose moves straight on, the rank reaches it after at most 1.6 * behind / ((catch_up - 1) * step)
   steps.

       way_wheel2d_agent rank;
       way_wheel2d_answer go;
       way_wheel2d_agent_default(&rank);
       rank.heading_x = 1, rank.half_width = 4, rank.step = 1;
       rank.wanted_x = 10, rank.wanted_heading_x = 1;
       way_wheel2d_one(&rank, &go); // go.next_x == 2 && go.next_y == 0 && go.behind == 8

   In each step, first call wheel2d for the first rank, with the leader's pose as the wanted pose. Then, rank
   by rank, call rank2d with the new pose of the rank ahead, and call wheel2d with the answer of rank2d as the
   wanted pose. line2d computes the positions of the units. examples/squad.c leads a squad through a gate and
   round a corner by these calls. While the leader stands still, pass its usual step, so that the ranks can
   form up; a step of 0 stops them. A rank that must turn by exactly half a turn turns left.

   To keep the formation together, let the leader wait while `behind` is large, for example above the spacing.
   If the course is narrower than rank2d allows, set course_radius and `ranks` of rank2d. Otherwise the wanted
   poses jump, `behind` stays large, and the leader waits for thousands of steps. The outermost units of the
   first rank need a catch_up of at least 1 + half_width / (radius of the turn). If catch_up is smaller, the
   first rank itself falls behind in a turn, and the leader has to wait for it. */

typedef struct way_wheel2d_in {
    way_column x, y;                               /* m: middle of the rank */
    way_column heading_x, heading_y;               /* any length above 0 */
    way_column half_width;                         /* m, >= 0: distance from the middle to the outermost
                                                      unit */
    way_column wanted_x, wanted_y;                 /* m: wanted middle */
    way_column wanted_heading_x, wanted_heading_y; /* any length above 0 */
    way_column step;                               /* m, >= 0: the leader's speed times the frame time */
    way_column catch_up;                           /* 1 to 2: a unit moves by at most catch_up * step; default
                                                      2 */
} way_wheel2d_in;

typedef struct way_wheel2d_out {
    way_column_out next_x, next_y;                 /* m, 1 ulp: new middle */
    way_column_out next_heading_x, next_heading_y; /* 2 ulp: a unit vector */
    way_column_out
        behind; /* m, 1 ulp: upper bound of a unit's distance from its wanted position; 0: arrived */
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

/* pack2d: where does a unit stand in a round group, packed as densely as its spacing allows? The units stand
   on a hexagonal lattice around the middle: unit 0 in the middle, units 1 to 6 around it, then 12 around
   these, and so on. Each unit's position depends only on its number. A group of n units has the numbers 0 to
   n - 1. A ring that is not full is filled evenly on all six sides, from the middles of the sides to the
   corners.

       way_pack2d_agent unit = WAY_INIT;
       unit.middle_x = 10, unit.spacing = 2, unit.number = 5;
       way_pack2d_answer stand;
       way_pack2d_one(&unit, &stand); // stand.place_x == 9 && stand.status == WAY_MET

   All n places are within 1.1 R of the middle, where R is the radius of the smallest circle that holds n
   discs with a diameter of one spacing. If units of radius r walk to these places, use a spacing of 2.4 r, so
   that they can pass each other. examples/rally.c brings any number of units to rest around one point. */

typedef struct way_pack2d_in {
    way_column middle_x, middle_y; /* m: middle of the group */
    way_column spacing;            /* m, >= 0: distance between neighbouring units */
    way_column number;             /* 0 to 1048575 (2^20 - 1): the unit's number; a fraction is dropped */
} way_pack2d_in;

typedef struct way_pack2d_out {
    way_column_out place_x, place_y; /* m, 3 ulp: position of the unit */
    way_column_out status;           /* int32_t, a way_status */
} way_pack2d_out;

WAY_API way_result way_pack2d(const way_pack2d_in *in, const way_pack2d_out *out, const way_batch *batch);

typedef struct way_pack2d_agent {
    float middle_x, middle_y, spacing, number;
} way_pack2d_agent;

typedef struct way_pack2d_answer {
    float place_x, place_y;
    int32_t status;
} way_pack2d_answer;

WAY_API way_result way_pack2d_agent_default(way_pack2d_agent *agent);
WAY_API way_result way_pack2d_one(const way_pack2d_agent *agent, way_pack2d_answer *answer);

/* Accuracy, WAY_EXACT: for positions and `behind`, one ulp is the ulp of max(coordinates, spacing, offset or
   half width); pack2d has the distance from the middle as its offset. Ulps of headings are ulps of 1. The
   bounds hold for lengths of 0 or 1e-12 to 1e15. WAY_FAST has the same bounds, under two conditions. For
   rank2d, coordinates and their differences must not be large compared with the spacing. For wheel2d, the two
   headings must not differ by about half a turn. See docs/accuracy.md, "Ranks and files".

   Source: "Techniques for Formation Movement Using Steering Circles" in Game AI Pro. This library adds the
   least radius, the rule for going straight ahead, wheel2d and pack2d. */

/* Cutting off -----------------------------------------------------------------------------------------------

   cut_off2d: what is the earliest time at which a squad that moves on turning circles can meet a runner, and
   on which path? The path is that of shortest_path2d to the runner's position at that time, and its length is
   at most speed * time. The squad arrives at the same time as the runner. In one rare case it arrives
   earlier: if the length of the shortest path drops suddenly as the runner moves. When they meet, the squad
   has the wanted heading. By default this is the runner's heading or, if the runner stands still, the
   direction from the squad to the runner. If the squad's own heading passes a runner that stands at a distance
   of at most 2^-14 R + 2^-17 P, the default is the squad's heading. Pass the outputs to march2d.

       way_cut_off2d_agent squad;
       way_cut_off2d_answer path;
       way_cut_off2d_agent_default(&squad);
       squad.heading_x = 1, squad.chaser_speed = 10, squad.radius = 5;
       squad.runner_x = 100, squad.runner_vx = 5;
       way_cut_off2d_one(&squad, &path); // path.status == WAY_MET && path.target_x > 199 && path.time < 20.1f

   WAY_MET: the squad cuts the runner off. WAY_THERE: the squad is already there. WAY_TOO_SLOW: no path
   exists; this happens only if the runner is at least as fast as the squad. WAY_IMMOBILE: the speed is 0 or
   negative. WAY_LATE: the meeting is after the horizon. WAY_INVALID: inputs that are invalid for
   shortest_path2d, or a horizon of -inf. If there is no path, time and total are +inf, word is WAY_NO_WORD,
   and all other outputs are 0.

   A runner slower than the squad is always met. March along the returned path, or follow it for a step and
   call cut_off2d again. The path has the tolerance of shortest_path2d, so after a step the new time is usually
   the old time minus the step. This does not hold for the default heading at a runner that stands: it turns as
   the squad moves, so the time may grow. In the tests, squads arrived later than first stated by up to a third
   of the time. To keep the first plan, pass the first target_heading as wanted_heading, or use home2d if any
   heading will do. Do not compute the path again with shortest_path2d: if two circles just begin to touch,
   rounding of the target can change the path. */

typedef struct way_cut_off2d_in {
    way_column chaser_x, chaser_y;   /* m: the squad */
    way_column heading_x, heading_y; /* any length above 0 */
    way_column chaser_speed;         /* m/s; 0 or negative: the chaser cannot move */
    way_column radius;               /* m, > 0: radius of the turning circles */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s */
    way_column wanted_heading_x,
        wanted_heading_y; /* heading when they meet, any length; default 0: the runner's */
    way_column horizon;   /* s: longest time to the meeting; default +inf */
} way_cut_off2d_in;

typedef struct way_cut_off2d_out {
    way_column_out time;                               /* s, 16 ulp: time of the meeting; +inf: none */
    way_column_out target_x, target_y;                 /* m, 2 ulp: position of the runner at that time */
    way_column_out target_heading_x, target_heading_y; /* 2 ulp: heading of the squad at the meeting, a unit
                                                          vector */
    way_column_out arc1;                               /* m, 4 ulp: length of the arc on the first circle */
    way_column_out middle;                             /* m, 4 ulp: length of the straight segment or the
                                                          middle arc */
    way_column_out arc2;                               /* m, 4 ulp: length of the arc on the last circle */
    way_column_out total;                              /* m, 4 ulp: arc1 + middle + arc2; +inf: no path */
    way_column_out word;                               /* int32_t, a way_word */
    way_column_out status;                             /* int32_t, a way_status */
} way_cut_off2d_out;

WAY_API way_result way_cut_off2d(const way_cut_off2d_in *in, const way_cut_off2d_out *out,
                                 const way_batch *batch);

typedef struct way_cut_off2d_agent {
    float chaser_x, chaser_y, heading_x, heading_y, chaser_speed, radius, runner_x, runner_y, runner_vx,
        runner_vy;
    float wanted_heading_x, wanted_heading_y, horizon;
} way_cut_off2d_agent;

typedef struct way_cut_off2d_answer {
    float time, target_x, target_y, target_heading_x, target_heading_y, arc1, middle, arc2, total;
    int32_t word, status;
} way_cut_off2d_answer;

WAY_API way_result way_cut_off2d_agent_default(way_cut_off2d_agent *agent);
WAY_API way_result way_cut_off2d_one(const way_cut_off2d_agent *agent, way_cut_off2d_answer *answer);

/* Accuracy, WAY_EXACT: the path is as accurate as that of shortest_path2d to the returned target. The target
   is the sum of two terms, and is counted at the larger one. The time is counted at (total + turn) / speed,
   where turn is the circumference of a turning circle. The path is longer than speed * time by at most the
   bound of the time. See docs/accuracy.md, "Cutting off".

   Source: the library's own method, with the paths above. */

/* Homing ----------------------------------------------------------------------------------------------------

   home2d: when and on which path does a missile, or a vehicle that cannot turn on the spot, first meet a
   runner of constant velocity, if any heading at the meeting will do? The path is the shortest path to the
   runner's position at that time: an arc and a straight segment. If this position lies inside a turning
   circle, the path is an arc to one side and an arc of more than half a turn to the other side. With a reach,
   the path ends as soon as the runner is within reach. Pass the outputs to march2d, with radius and word. If
   the heading at the meeting matters, use cut_off2d, which arrives later.

       way_home2d_agent missile;
       way_home2d_answer path;
       way_home2d_agent_default(&missile);
       missile.heading_x = 1, missile.chaser_speed = 10, missile.radius = 5;
       missile.runner_x = -30, missile.runner_y = 1, missile.runner_vx = 4;
       way_home2d_one(&missile, &path); // path.status == WAY_MET && path.time < 3.45f && path.arc2 == 0

   WAY_MET: they meet. WAY_THERE: the runner is within reach now; time 0. WAY_TOO_SLOW: no path exists; this
   happens only if the runner is at least as fast as the chaser. WAY_IMMOBILE: the speed is 0 or negative, and
   the runner never comes within reach. WAY_LATE: the meeting is after the horizon. WAY_INVALID: NaN,
   infinity, a heading of 0, a radius that is 0 or negative, a negative reach, a horizon of -inf, or a
   distance of 1e18 radii. If there is no path, time and total are +inf, word is WAY_NO_WORD, and all other
   outputs are 0.

   A runner slower than the chaser is always met. The length of the shortest path can drop suddenly: when the
   runner leaves a turning circle, or comes within reach by itself. The time is then the first time at which
   the length is at most chaser_speed * time. At chaser_speed the chaser would arrive too early, so `speed` is
   a lower speed, at which it arrives in time. In all other cases `speed` is chaser_speed. March along the
   returned path, or follow it for a step and call home2d again: the new time is usually the old time minus
   the step. Rounding moves the chaser slightly off its path, and the path to a runner just inside a turning
   circle could be a full turn longer. So a path is accepted if it is the shortest path to a point at a distance
   of at most 2^-16 R + 2^-19 P from the runner's position, and half of it before a full turn. R is the radius.
   P is the sum of the absolute values of the coordinates of both positions or, with double columns, of the
   difference of the positions. The distance is limited to R / 8.
   The errors of thousands of steps can exceed it: of 1,500 chasers with 20 to 240 steps a second, 2 drove an
   unnecessary circle near the origin, and 7 within 300 m. To be sure, keep the last path and follow it as long
   as the new one is longer than the rest of it.

   There is no home3d: in space, the plane of the heading and the meeting turns while the runner moves. Use
   navigate3d. Or use home2d in the plane of the heading and of the meeting that lead3d returns. */

typedef struct way_home2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column heading_x, heading_y; /* any length above 0 */
    way_column chaser_speed;         /* m/s; 0 or negative: the chaser cannot move */
    way_column radius;               /* m, > 0: the chaser turns on circles of at least this radius */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s */
    way_column horizon;              /* s: longest time to the meeting; default +inf */
    way_column reach;                /* m, >= 0: distance at which they meet; default 0 */
} way_home2d_in;

typedef struct way_home2d_out {
    way_column_out time;                               /* s, 16 ulp: time of the meeting; +inf: none */
    way_column_out target_x, target_y;                 /* m, 8 ulp: end of the path: the runner's position at
                                                          that time, or a point within reach of it */
    way_column_out target_heading_x, target_heading_y; /* 16 ulp: heading at the path's end, a unit vector */
    way_column_out arc1;                               /* m, 16 ulp: length of the first arc */
    way_column_out middle;                             /* m, 16 ulp: length of the straight segment */
    way_column_out arc2;                               /* m, 16 ulp: length of the second arc, or 0 */
    way_column_out total;                              /* m, 16 ulp: arc1 + middle + arc2; +inf: no path */
    way_column_out word;                               /* int32_t, a way_word that contains an S */
    way_column_out speed;  /* m/s, 16 ulp: chaser_speed, or a lower speed if the chaser would be early */
    way_column_out status; /* int32_t, a way_status */
} way_home2d_out;

WAY_API way_result way_home2d(const way_home2d_in *in, const way_home2d_out *out, const way_batch *batch);

typedef struct way_home2d_agent {
    float chaser_x, chaser_y, heading_x, heading_y, chaser_speed, radius, runner_x, runner_y, runner_vx,
        runner_vy;
    float horizon, reach;
} way_home2d_agent;

typedef struct way_home2d_answer {
    float time, target_x, target_y, target_heading_x, target_heading_y, arc1, middle, arc2, total;
    int32_t word;
    float speed;
    int32_t status;
} way_home2d_answer;

WAY_API way_result way_home2d_agent_default(way_home2d_agent *agent);
WAY_API way_result way_home2d_one(const way_home2d_agent *agent, way_home2d_answer *answer);

/* Accuracy, WAY_EXACT and WAY_FAST: the path is the shortest path to the runner's position at the returned
   time. For the target, one ulp is the ulp of the largest term of its sum. Lengths are counted at total +
   turn, where turn is the circumference of a turning circle, and the time at (total + turn) / chaser_speed.
   If the second arc is hardly more than half a turn, the path changes much with the runner's position. See
   docs/accuracy.md, "Homing".

   Source: E. J. Cockayne and G. W. C. Hall, "Plane Motion of a Particle Subject to Curvature Constraints"
   (the paths); the search is the library's own. */

/* Following -------------------------------------------------------------------------------------------------

   follow_line2d: how should a vehicle that cannot turn on the spot turn now, so that it comes to the line
   through `from` and `to` and follows it? Call it in each step. From any position and heading the vehicle
   comes to the line, turns onto it without passing it, and stays on it; it never circles. `next_x`, `next_y`
   and `next_heading` are the pose after dt with this turn. A game that moves its vehicles by itself applies
   `turn`: the heading changes by turn * chaser_speed / radius radians per second.

       way_follow_line2d_agent car;
       way_follow_line2d_answer now;
       way_follow_line2d_agent_default(&car);
       car.chaser_y = 8, car.heading_x = 1, car.chaser_speed = 10, car.radius = 5, car.dt = 0.1f;
       car.to_x = 100;
       way_follow_line2d_one(&car, &now); // now.turn == -1 && now.cross_track == 8 && now.next_x > 0.99f
       car.chaser_x = now.next_x, car.chaser_y = now.next_y;
       car.heading_x = now.next_heading_x, car.heading_y = now.next_heading_y;

   WAY_MET: the vehicle is on this segment. WAY_THERE: the vehicle passes the end of the segment within
   this step, or has passed it: go on to the next segment. WAY_DEGENERATE: `from` equals `to`: go on to the
   next segment. The turn is 0, and the vehicle goes straight on. WAY_IMMOBILE: the speed is 0 or negative,
   so the vehicle stays where it is; the other outputs are valid. WAY_INVALID: NaN, infinity, a heading of
   0, a radius that is 0 or negative, a negative dt, or lengths of 9e18. Then `remaining` is +inf, and the
   other outputs are 0.

   A path of n waypoints is n - 1 segments. Pass the column of the waypoints three times: as `from`, one
   element later as `to`, and two elements later as `after`. `after` is the end of the next segment. For
   the last segment it is +inf, or equal to `to`. With `after`, the vehicle leaves the segment where its turn
   into the next segment has to begin, and `remaining` is the distance to this point. If the course changes by
   more than 90 degrees, the turn begins near the corner, and the vehicle comes back to the next segment from
   outside. If a segment is too short for its turns, the turn begins at half of the segment. Each vehicle
   keeps the number of its segment, and adds 1 at WAY_THERE and WAY_DEGENERATE. After that, either call again
   in the same step or use this answer. Both work:

       float x[4] = {0, 60, 60, 60}, y[4] = {0, 0, 40, 40};
       int segment = 0;
       way_follow_line2d_agent car;
       way_follow_line2d_agent_default(&car);
       car.heading_x = 1, car.chaser_speed = 10, car.radius = 5, car.dt = 0.1f;
       while (segment < 2) {
           way_follow_line2d_answer now;
           car.from_x = x[segment], car.to_x = x[segment + 1], car.after_x = x[segment + 2];
           car.from_y = y[segment], car.to_y = y[segment + 1], car.after_y = y[segment + 2];
           way_follow_line2d_one(&car, &now);
           segment += now.status == WAY_THERE || now.status == WAY_DEGENERATE;
           car.chaser_x = now.next_x, car.chaser_y = now.next_y;
           car.heading_x = now.next_heading_x, car.heading_y = now.next_heading_y;
       } // car.chaser_x > 59.9f && car.chaser_x < 60.1f && car.chaser_y > 39 && car.heading_y > 0.99f

   Every path ends, whatever its corners and lengths: a segment is over once the vehicle passes the
   perpendicular through its end, however far away. waypoints2d makes such columns from paths of turning
   circles; a vehicle that can keep to its path exactly uses march2d.

   The vehicle keeps a ninth of its turning ability for corrections: it turns onto a line on arcs of the
   radius 9 / 8 * `radius`. Close to the line, the vehicle's distance from it shrinks by the factor e over
   each length L. L is a quarter of the radius or the length of two time steps, whichever is larger. A step
   longer than `radius` counts as a larger radius, because the vehicle turns by at most 1 rad per step.
   Without dt, the answer is made for steps of up to an eighth of the radius. */

typedef struct way_follow_line2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column heading_x, heading_y; /* any length above 0 */
    way_column chaser_speed;         /* m/s; 0 or negative: the chaser cannot move */
    way_column radius;               /* m, > 0: radius of the chaser's tightest turn */
    way_column from_x, from_y;       /* m: start of the segment */
    way_column to_x, to_y;           /* m: end of the segment */
    way_column after_x, after_y; /* m: end of the segment after this one; default +inf: no segment follows */
    way_column dt;               /* s, >= 0: length of the time step; default 0 */
} way_follow_line2d_in;

typedef struct way_follow_line2d_out {
    way_column_out turn; /* 1 ulp, from -1 to 1: part of the tightest turn, positive to the left */
    way_column_out point_x, point_y; /* m, 1 ulp: the point of the line at which the vehicle should head */
    way_column_out cross_track;      /* m, 1 ulp: distance from the line, positive to the left */
    way_column_out remaining;      /* m, 1 ulp: distance along the line to the turn into the next segment, or
                                        to the end; negative after it */
    way_column_out next_x, next_y; /* m, 1 ulp: position after dt */
    way_column_out next_heading_x, next_heading_y; /* 1 ulp: heading after dt, a unit vector */
    way_column_out status;                         /* int32_t, a way_status */
} way_follow_line2d_out;

WAY_API way_result way_follow_line2d(const way_follow_line2d_in *in, const way_follow_line2d_out *out,
                                     const way_batch *batch);

typedef struct way_follow_line2d_agent {
    float chaser_x, chaser_y, heading_x, heading_y, chaser_speed, radius, from_x, from_y, to_x, to_y;
    float after_x, after_y, dt;
} way_follow_line2d_agent;

typedef struct way_follow_line2d_answer {
    float turn, point_x, point_y, cross_track, remaining, next_x, next_y, next_heading_x, next_heading_y;
    int32_t status;
} way_follow_line2d_answer;

WAY_API way_result way_follow_line2d_agent_default(way_follow_line2d_agent *agent);
WAY_API way_result way_follow_line2d_one(const way_follow_line2d_agent *agent,
                                         way_follow_line2d_answer *answer);

/* follow_circle2d: the same for a circle that the vehicle goes round, for example to wait, to guard a
   place or to orbit a camera. The vehicle may start anywhere: inside, outside or at the centre.

       way_follow_circle2d_agent guard;
       way_follow_circle2d_answer now;
       way_follow_circle2d_agent_default(&guard);
       guard.chaser_x = 20, guard.heading_y = 1, guard.chaser_speed = 10, guard.radius = 5, guard.dt = 0.1f;
       guard.circle_radius = 20;
       way_follow_circle2d_one(&guard, &now); // now.turn == 0.25f && now.cross_track == 0 && now.next_x < 20

   WAY_MET: the vehicle can follow the circle. WAY_NO_PATH: circle_radius is below `radius`, or below the
   length of the step, so the vehicle cannot follow the circle. It goes round the same centre on its
   tightest circle instead. WAY_IMMOBILE, WAY_INVALID: as above; a negative circle_radius is invalid, too.
   If the circle is hardly larger than the tightest one, a vehicle that starts inside needs several rounds to
   reach it. */

typedef struct way_follow_circle2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column heading_x, heading_y; /* any length above 0 */
    way_column chaser_speed;         /* m/s; 0 or negative: the chaser cannot move */
    way_column radius;               /* m, > 0: radius of the chaser's tightest turn */
    way_column centre_x, centre_y;   /* m */
    way_column circle_radius;        /* m, >= 0 */
    way_column direction;            /* below 0: clockwise; otherwise counter-clockwise; default 1 */
    way_column dt;                   /* s, >= 0: length of the time step; default 0 */
} way_follow_circle2d_in;

typedef struct way_follow_circle2d_out {
    way_column_out turn; /* 1 ulp, from -1 to 1: part of the tightest turn, positive to the left */
    way_column_out point_x, point_y;               /* m, 1 ulp: the nearest point of the circle */
    way_column_out cross_track;                    /* m, 1 ulp: distance from the circle, negative inside */
    way_column_out next_x, next_y;                 /* m, 1 ulp: position after dt */
    way_column_out next_heading_x, next_heading_y; /* 1 ulp: heading after dt, a unit vector */
    way_column_out status;                         /* int32_t, a way_status */
} way_follow_circle2d_out;

WAY_API way_result way_follow_circle2d(const way_follow_circle2d_in *in, const way_follow_circle2d_out *out,
                                       const way_batch *batch);

typedef struct way_follow_circle2d_agent {
    float chaser_x, chaser_y, heading_x, heading_y, chaser_speed, radius, centre_x, centre_y, circle_radius;
    float direction, dt;
} way_follow_circle2d_agent;

typedef struct way_follow_circle2d_answer {
    float turn, point_x, point_y, cross_track, next_x, next_y, next_heading_x, next_heading_y;
    int32_t status;
} way_follow_circle2d_answer;

WAY_API way_result way_follow_circle2d_agent_default(way_follow_circle2d_agent *agent);
WAY_API way_result way_follow_circle2d_one(const way_follow_circle2d_agent *agent,
                                           way_follow_circle2d_answer *answer);

/* Accuracy, WAY_EXACT and WAY_FAST: ulps of the turn and of the heading are ulps of 1. For positions, for
   cross_track and for remaining, one ulp is the ulp of the largest term of the sum. See docs/accuracy.md,
   "Following".

   Source: D. R. Nelson, D. B. Barber, T. W. McLain and R. W. Beard, "Vector Field Path Following for
   Miniature Air Vehicles", with the rule of S. Park, J. Deyst and J. P. How, "A New Nonlinear Guidance
   Logic for Trajectory Tracking", close to the line; the arcs and the turns into the next segment are the
   library's own. */

#ifdef __cplusplus
}
#endif

#endif
