/* waylay, choose: finds the best target for each chooser among many candidates. */
#ifndef WAYLAY_CHOOSE_H
#define WAYLAY_CHOOSE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Choosing --------------------------------------------------------------------------------------------------

   What it answers: which candidate is the best target for each chooser, or which are the best two to eight?
   The runner columns (runner_x to runner_mask) hold the candidates. All other inputs hold the choosers.

       float x[3] = {0, 30, 20}, y[3] = {0};
       uint32_t best[1];
       way_choose2d_in in = WAY_INIT;
       way_choose2d_out out = WAY_INIT;
       way_choice choice = WAY_INIT;
       in.chaser_x = way_in(x), in.chaser_y = way_in(y);
       in.runner_x = way_in(x + 1), in.runner_y = way_in(y + 1), out.target = way_out(best);
       choice.count = 1, choice.runner_count = 2;
       way_choose2d(&in, &out, &choice); // best[0] == 1

   A candidate passes (may be chosen) if all of these conditions hold:
   - it is in the chooser's world: its runner_world equals the chooser's chaser_world;
   - its runner_mask and the chooser's chaser_mask share a bit;
   - its distance from the chooser is at least range_from and at most range_to;
   - the direction to it differs from the chooser's facing vector by at most half the arc's angle;
   - if the cost is WAY_BY_TIME or WAY_BY_TURNING, the chooser can meet it within `horizon` seconds;
   - if the call has walls, the chooser sees it: see Sight.

   Masks: give every combination of side and layer its own bit, for example one bit for "enemy ships" and one
   for "own aircraft". A mask then selects any set of these combinations. Costs: the cost of a candidate is a
   distance or a time (see way_cost below), multiplied by the candidate's weight. The candidate with the
   lowest cost is the best one. If two costs are equal, the candidate with the lower row number is better.

   Worlds: one call can answer for many worlds, such as the copies of a game that train in parallel. A world
   is any number, and the rows of a world need not be consecutive. The answers have the same bits as those of
   one call per world, except with positions in doubles more than 65 km from 0: all worlds of a call have one
   origin. With a crowd, many worlds take little more time: the crowd keeps the candidates of each world
   together.

   `present` is the row of the chooser's current target. If the current target passes, `bonus` is subtracted
   from its cost, and it wins if costs are equal. So the chooser changes its target only if another candidate
   is better by more than the bonus. Before the first call, set every element of `present` to WAY_NO_ROW,
   because 0 means row 0.

   `self` is the chooser's own row among the candidates. A chooser never chooses itself. If `self` is not set,
   the call compares the way_column structs (addresses, strides), not the values. If runner_x is the same
   column as chaser_x, and the same holds for the other axes, chooser i is candidate i. Choosers may also be a
   part of the candidates: if chaser_x is way_in(x + 100), runner_x is way_in(x), and the same holds for the
   other axes, chooser i is candidate i + 100. In all other cases, no chooser is a candidate. With a crowd (see
   way_make_crowd2d), the call takes the candidates from the crowd and reads no element of the runner columns
   except runner_radius, but it still compares the columns. So even with a crowd, set runner_x, runner_y (and
   runner_z) if the choosers are the candidates. To let choosers choose themselves, set `self` to a column of
   WAY_NO_ROW.

   Sight, only in the plane: with `walls` of way_choice, a candidate passes only if no wall cuts the straight
   line from the chooser to the candidate. A line that only touches a wall, also at its end, is cut. If
   `sides` of a wall is not 0, the wall is transparent from behind, as in way_cast2d (neighbours.h). For wide
   candidates, set `sight_points` to 2 or more and runner_radius to the radius of their discs. The call then
   tests lines to this number of points. The points are spread evenly across the disc, from edge to edge, at a
   right angle to the line from the chooser to the centre. `seen` is the share of the points that the chooser
   sees, and a candidate passes if this share is above 0. If `sight_points` is below 2, the only point is the
   centre. A radius that is NaN, negative or above 1e18 counts as 0. By default there are no walls, and `seen`
   is 1.

   Parts: choosers and candidates can be in several tables, as in an ECS. `chaser_parts` of way_choice lists
   the choosers' tables and `runner_parts` the candidates'. Rows are counted through the parts in their order:
   the first row of a part comes after the last row of the part before it. So `first`, `count` and `index`
   count the choosers of all parts, and `target`, `present` and `self` are rows among the candidates of all
   parts. way_find_part returns the part of a row. Each part has its own columns and outputs, which replace
   those of `in` and `out`. The answers have the same bits as those of one table with all rows. If a part
   lacks a column that another part has, its rows have the default. If two parts have the same position
   columns, chooser i of one part is candidate i of the other; so one array of parts can list both sides.
   Choosers may also be a part of the rows of one or several candidates' parts, as with `self`: each chooser
   is the candidate at its own address. With a crowd, too, set the parts of the candidates, because the call
   compares their columns. In an optimised build, a choice or neighbour lists with several tables take at
   most 18 KiB of stack.

       float ax[2] = {0, 9}, ay[2] = {0}, bx[1] = {2}, by[1] = {0};
       uint32_t a_best[2], b_best[1];
       way_choose2d_in a = WAY_INIT, b = WAY_INIT;
       way_choose2d_out a_out = WAY_INIT, b_out = WAY_INIT;
       way_choice choice = WAY_INIT;
       a.chaser_x = a.runner_x = way_in(ax), a.chaser_y = a.runner_y = way_in(ay);
       b.chaser_x = b.runner_x = way_in(bx), b.chaser_y = b.runner_y = way_in(by);
       a_out.target = way_out(a_best), b_out.target = way_out(b_best);
       const way_search_part parts[2] = {{&a.chaser_x, &a_out.target, 2}, {&b.chaser_x, &b_out.target, 1}};
       choice.count = 3, choice.chaser_parts = choice.runner_parts = parts;
       choice.chaser_part_count = choice.runner_part_count = 2;
       way_choose2d(NULL, NULL, &choice); // a_best[0] == 2 && a_best[1] == 2 && b_best[0] == 0

   Statuses: WAY_MET: at least one candidate passes. WAY_NO_TARGET: no candidate passes. WAY_INVALID: one of
   the chooser's values is NaN or outside its column's range. A candidate never passes if one of its values is
   not finite, if its position is beyond 1e18, or if its weight is below 0. WAY_BY_TURNING treats headings and
   radii below 2^-63 as 0: so such a heading or radius is invalid, and such a wanted_heading is ignored. */

typedef enum way_cost {
    WAY_BY_DISTANCE = 0, /* m: cost is the distance; speeds, velocities, reach and horizon are not read */
    WAY_BY_TIME = 1,     /* s: time of the earliest meeting, as in way_intercept2d and 3d (pursuit.h) */
    WAY_BY_TURNING =
        2 /* s: time of the earliest meeting if the chooser moves on turning circles, as in way_cut_off2d
             (formation.h); reach is not read. way_choose3d, and builds without cut_off2d,
             return WAY_ERROR_COST */
} way_cost;

/* The largest number of candidates that one call returns for each chooser. */
#define WAY_CHOICES_MAX 8

/* The largest number of points of a candidate that a call tests for sight. */
#define WAY_SIGHT_MAX 64

typedef struct way_choose2d_in {
    way_column chaser_x, chaser_y;   /* m: position of the chooser */
    way_column chaser_speed;         /* m/s; 0 or negative: cannot move; not required by WAY_BY_DISTANCE */
    way_column reach;                /* m, >= 0: distance at which they meet, for WAY_BY_TIME; default 0 */
    way_column horizon;              /* s: the longest time to a meeting; -inf is invalid; default +inf */
    way_column chaser_mask;          /* uint32_t: bits of candidates that it may choose; default all bits */
    way_column range_from, range_to; /* m: smallest and largest distance of a candidate; default 0 and +inf */
    way_column facing_x, facing_y;   /* direction of the arc's middle, any length; default 0: all pass */
    way_column arc;                  /* cosine of half the arc's angle; -1 or less: full circle; default -1 */
    way_column present;              /* uint32_t: row of the current target, or WAY_NO_ROW; default none */
    way_column bonus;                /* >= 0, m or s: subtracted from the current target's cost; default 0 */
    way_column self;                 /* uint32_t: its own row as a candidate; default none, but see above */
    way_column runner_x, runner_y;   /* m: position of the candidate */
    way_column runner_vx, runner_vy; /* m/s: its velocity; required unless the cost is WAY_BY_DISTANCE */
    way_column weight;               /* >= 0: factor of the candidate's cost; default 1 */
    way_column runner_mask;          /* uint32_t: its sides and layers as bits; default all bits */
    /* Columns of the chooser that only WAY_BY_TURNING reads, as way_cut_off2d (formation.h) does: */
    way_column heading_x, heading_y; /* its heading, a vector of any length above 0; required */
    way_column radius;               /* m, > 0: radius of its turning circles; required */
    way_column wanted_heading_x,
        wanted_heading_y;     /* heading at the meeting, any length; default 0: along runner_vx, runner_vy */
    way_column chaser_world;  /* uint32_t: number of the chooser's world; default 0 */
    way_column runner_world;  /* uint32_t: number of the candidate's world; default 0 */
    way_column runner_radius; /* m, >= 0: read with walls and 2 or more `sight_points`; default 0 */
} way_choose2d_in;

typedef struct way_choose2d_out {
    way_column_out target; /* uint32_t: row of the candidate, as in `target` of way_batch; UINT32_MAX: none */
    way_column_out cost;   /* m or s: cost of the candidate, without the bonus; +inf: no candidate */
    way_column_out status; /* int32_t, a way_status */
    way_column_out seen;   /* the share of the candidate's points that the chooser sees, above 0 and at
                              most 1; 0: no candidate */
} way_choose2d_out;

/* A crowd, which holds candidates sorted by position: see way_make_crowd2d. */
typedef struct way_crowd2d way_crowd2d;
typedef struct way_crowd3d way_crowd3d;

/* One table of choosers or of candidates: see Parts. Only the choosers' or only the candidates' columns of
   `in` are read. */
typedef struct way_search_part {
    const way_column *in; /* the first column of an _in struct of the call */
    /* Only for choosers: the first column of an _out struct of the call. For lists of neighbours: the column
       of their statuses, or NULL. */
    const way_column_out *out;
    size_t count; /* rows; if 0, neither `in` nor `out` is read */
} way_search_part;

/* The number of rows of all parts. */
WAY_API size_t way_rows_of_parts(const way_search_part *parts, size_t part_count);
/* Returns the number of the part that has this row of all parts. If `within` is not NULL, it is set to the
   row within the part. Returns part_count if there are not as many rows, for example for WAY_NO_ROW. */
WAY_API size_t way_find_part(const way_search_part *parts, size_t part_count, size_t row, size_t *within);

/* Zero-initialise a way_choice and set `count` and `runner_count`. The default of all other fields is 0. */
typedef struct way_choice {
    size_t first, count;   /* choosers; if they are split over several calls, the answers are the same */
    const uint32_t *index; /* NULL: choosers `first` to `first + count - 1`; else index[first] and so on */
    size_t runner_count;   /* number of candidates, below UINT32_MAX; with a crowd: 0, or at least the crowd's
                              number of candidates */
    int32_t cost;          /* a way_cost */
    int32_t best;          /* candidates to return per chooser, at most WAY_CHOICES_MAX; 0: one */
    const way_crowd2d *crowd2d; /* NULL, or for way_choose2d a crowd that way_make_crowd2d has built */
    const way_crowd3d *crowd3d; /* NULL, or for way_choose3d a crowd that way_make_crowd3d has built */
    const char **fault; /* NULL, or where a refused call stores the name of the wrong column or field */
    /* Only for way_choose2d and way_neighbours2d: */
    const way_wall *walls;          /* NULL, or walls that hide candidates; see way_wall (base.h) */
    size_t wall_count;              /* number of walls, at most INT32_MAX */
    const way_wall_tree *wall_tree; /* NULL, or the tree of these walls, from way_make_wall_tree (bounce.h) */
    int32_t sight_points; /* the number of points of a candidate that the call tests for sight, at most
                             WAY_SIGHT_MAX; 0: one */
    double wall_origin_x; /* m: x of the point from which the walls are measured; see way_wall. Without a
                             crowd it is, if not 0, 0, the origin of all positions */
    double wall_origin_y; /* m: y of that point */
    /* NULL, or several tables: see Parts. With chaser_parts, `out` is not read and may be NULL. With
       runner_parts, runner_count is not read. With both, `in` is not read and may be NULL. */
    const way_search_part *chaser_parts, *runner_parts;
    size_t chaser_part_count, runner_part_count;
    /* NULL, or where a call with parts stores the number of the part that is wrong; SIZE_MAX: no part is */
    size_t *fault_part;
} way_choice;

/* If `best` is above 1, the columns `target`, `cost` and `seen` have `best` elements for each chooser, the
   best candidate first. Chooser i has the elements best * i to best * i + best - 1. way_assign (assign.h) can
   read these lists: set `each` of way_assignment to `best`. If you need only the best candidate of each
   chooser, read the array `target` as the column way_at(target, 4 * best). The rules for columns are in
   base.h, but positions in doubles are relative to one origin for the whole call. If all candidates are more
   than 65,536 m from 0 on an axis and on the same side of 0, the call subtracts an origin near them, in
   double, and rounds the differences to float: at 5,000 km nothing is lost. Otherwise the origin is 0. Columns
   of floats always have the origin 0. If an output overlaps a runner column that the call reads, the result is
   WAY_ERROR_OVERLAP. */
WAY_API way_result way_choose2d(const way_choose2d_in *in, const way_choose2d_out *out,
                                const way_choice *choice);

/* A crowd holds the candidates sorted by position, in caller-supplied memory. With a crowd, a choice among n
   candidates takes about log n steps instead of n, and the answers have the same bits. Many threads may read
   one crowd at the same time. After candidates have moved, build the crowd again. The memory can be reused
   once no call is reading the crowd. The pointer to the crowd is the address of this memory.

       float x[3] = {0, 30, 20}, y[3] = {0};
       uint32_t best[3];
       uint64_t memory[2048];
       way_crowd2d *crowd = (way_crowd2d *)memory;
       way_choose2d_in in = WAY_INIT;
       way_choose2d_out out = WAY_INIT;
       way_choice choice = WAY_INIT;
       in.chaser_x = way_in(x), in.chaser_y = way_in(y);
       in.runner_x = way_in(x + 1), in.runner_y = way_in(y + 1), out.target = way_out(best);
       way_make_crowd2d(&in, 2, crowd, sizeof memory); // way_crowd2d_bytes(2) <= sizeof memory
       choice.count = 3, choice.crowd2d = crowd;
       way_choose2d(&in, &out, &choice); // best[0] == 1 && best[1] == 1 && best[2] == 0 */

/* Returns the size in bytes of a crowd of `runner_count` candidates, or 0 if this number is too large. */
WAY_API size_t way_crowd2d_bytes(size_t runner_count);

/* Builds a crowd in the caller's memory: `crowd` is its address and `bytes` its size. The address must be a
   multiple of 8, as the addresses from malloc are. To use the crowd, set `crowd2d` of way_choice. The
   function reads only the runner columns of `in`. If `bytes` is too small, the result is WAY_ERROR_MEMORY. A
   crowd that was built without runner_vx and runner_vy works only for WAY_BY_DISTANCE: with another cost, the
   result of a choice is WAY_ERROR_MISSING, and `fault` names the crowd. The result is the same if the choice
   has a runner_mask or a weight, or neighbours have a runner_mask, but the crowd was built without it. */
WAY_API way_result way_make_crowd2d(const way_choose2d_in *in, size_t runner_count, way_crowd2d *crowd,
                                    size_t bytes);
/* Builds a crowd of the candidates of `runner_parts`. Of `choice`, the function reads only `runner_parts`,
   runner_part_count, `fault` and `fault_part`. The crowd needs the size for way_rows_of_parts candidates. If
   all parts have velocities, the crowd also works for WAY_BY_TIME and WAY_BY_TURNING. */
WAY_API way_result way_make_crowd2d_of_parts(const way_choice *choice, way_crowd2d *crowd, size_t bytes);

/* Choosing in space, for WAY_BY_DISTANCE and WAY_BY_TIME. The columns have the same meaning as in the
   plane. */

typedef struct way_choose3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_speed;                    /* m/s; 0 or negative: cannot move; required by WAY_BY_TIME */
    way_column reach;                           /* m, >= 0; default 0 */
    way_column horizon;                         /* s, above -inf; default +inf */
    way_column chaser_mask;                     /* uint32_t; default all bits */
    way_column range_from, range_to;            /* m; default 0 and +inf */
    way_column facing_x, facing_y, facing_z;    /* direction of the arc's middle, any length; default 0 */
    way_column arc;                             /* cosine of half the arc's angle; default -1 */
    way_column present;                         /* uint32_t; default none */
    way_column bonus;                           /* >= 0, m or s; default 0 */
    way_column self;                            /* uint32_t; default none, but see `self` above */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s; required by WAY_BY_TIME */
    way_column weight;                          /* >= 0; default 1 */
    way_column runner_mask;                     /* uint32_t; default all bits */
    way_column chaser_world, runner_world;      /* uint32_t; default 0 */
} way_choose3d_in;

typedef struct way_choose3d_out {
    way_column_out target; /* uint32_t: row of the candidate; UINT32_MAX: none */
    way_column_out cost;   /* m or s; +inf: no candidate */
    way_column_out status; /* int32_t, a way_status */
} way_choose3d_out;

WAY_API way_result way_choose3d(const way_choose3d_in *in, const way_choose3d_out *out,
                                const way_choice *choice);
WAY_API size_t way_crowd3d_bytes(size_t runner_count);
WAY_API way_result way_make_crowd3d(const way_choose3d_in *in, size_t runner_count, way_crowd3d *crowd,
                                    size_t bytes);
WAY_API way_result way_make_crowd3d_of_parts(const way_choice *choice, way_crowd3d *crowd, size_t bytes);

/* Accuracy: distances, arcs and weighted costs are computed and compared in doubles. Their inputs are floats:
   an input in doubles is first rounded to float, and a position is first made relative to the origin. The
   costs in the output are rounded once to float. Times have the same bits as those of way_intercept2d,
   way_intercept3d and way_cut_off2d with WAY_EXACT. A crowd does not change the chosen rows. See
   docs/accuracy.md, "Choosing".

   Source: the search for the k nearest neighbours in Jon Louis Bentley, "Multidimensional binary search trees
   used for associative searching". In this library, each leaf and each node of the tree has sixteen entries.
   Costs, masks, ranges, arcs and the bonus are this library's additions. WAY_BY_TURNING is the library's own
   method. It uses the paths of L. E. Dubins, "On Curves of Minimal Length with a Constraint on Average
   Curvature". */

#ifdef __cplusplus
}
#endif

#endif
