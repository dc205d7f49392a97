/* waylay, choose: finds the best target for each chooser among many candidates. */
#ifndef WAYLAY_CHOOSE_H
#define WAYLAY_CHOOSE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Choosing --------------------------------------------------------------------------------------------------

   What it answers: which candidate is the best target for each chooser, or which candidates are the best
   eight? The chaser columns hold the choosers. The runner columns hold the candidates.

       float x[3] = {0, 30, 20}, y[3] = {0};
       uint32_t best[1];
       way_choose2d_in in = WAY_INIT;
       way_choose2d_out out = WAY_INIT;
       way_choice choice = WAY_INIT;
       in.chaser_x = way_in(x), in.chaser_y = way_in(y);
       in.runner_x = way_in(x + 1), in.runner_y = way_in(y + 1), out.target = way_out(best);
       choice.count = 1, choice.runner_count = 2;
       way_choose2d(&in, &out, &choice); // best[0] == 1

   A candidate passes if all of these hold:
   - its mask and the chooser's mask share a bit;
   - its distance from the chooser is at least range_from and at most range_to;
   - it lies in the chooser's arc;
   - if the cost is WAY_BY_TIME or WAY_BY_TURNING, the chooser can meet it no later than the horizon.

   Masks: give every combination of side and layer its own bit, for example one bit for "enemy ships" and one
   for "own aircraft". A mask then selects any set of these combinations. The cost of a candidate is its
   distance or its time, as way_cost says, multiplied by its weight. The candidate with the lowest cost is the
   best one. If two costs are equal, the candidate in the lower row is better.

   `present` is the row of the chooser's current target. If that target passes, the bonus is subtracted from
   its cost, and it wins ties. So the chooser changes its target only for a candidate that is better by more
   than the bonus. At the start, set every element of `present` to WAY_NO_ROW: 0 would mean row 0.

   `self` prevents a chooser from choosing itself. If `self` is not set, the call compares the position
   columns. If runner_x is the same column as chaser_x, and so on for each axis, then chooser i is candidate i
   and never chooses itself. If the columns differ, no chooser is treated as a candidate. With a crowd (see
   below), the call does not read the data in the runner columns, but it still compares their pointers,
   strides and types with those of the chaser columns. So set them if the choosers are also the candidates. To
   let choosers choose themselves, set `self` to a column of WAY_NO_ROW.

   WAY_MET: at least one candidate passes, so target[0] is set. WAY_NO_TARGET: no candidate passes.
   WAY_INVALID: one of the chooser's values is NaN or outside its column's range. A candidate never passes if
   one of its values is not finite, or if its weight is below 0. Positions beyond 1e18 are treated as not
   finite. With WAY_BY_TURNING, a heading or a radius below 2^-63 (1.1e-19) is treated as 0. */

typedef enum way_cost {
    WAY_BY_DISTANCE = 0, /* m: the distance; speed, reach, horizon and velocities are not read */
    WAY_BY_TIME = 1,     /* s: time of the earliest meeting; same bits as way_intercept2d and 3d */
    WAY_BY_TURNING =
        2 /* s: time of the earliest meeting if the chooser moves on turning circles; same bits as
             way_cut_off2d; reach is not read. In space, and in builds without cut_off2d, the result is
             WAY_ERROR_COST */
} way_cost;

/* The largest number of candidates that one call returns for each chooser. */
#define WAY_CHOICES_MAX 8

typedef struct way_choose2d_in {
    way_column chaser_x, chaser_y; /* m */
    way_column chaser_speed; /* m/s; 0 or less: it cannot move; required by WAY_BY_TIME and WAY_BY_TURNING */
    way_column reach;        /* m, >= 0: weapon range or touch distance; for WAY_BY_TIME; default 0 */
    way_column horizon;      /* s, above -inf: the longest time to a meeting; default +inf */
    way_column chaser_mask;  /* uint32_t: which candidates it may choose; default all bits */
    way_column range_from, range_to; /* m: smallest and largest distance; default 0 and +inf */
    way_column facing_x, facing_y;   /* a vector to the arc's middle; default 0: every direction passes */
    way_column arc;                  /* cosine of half the arc's angle; -1 or less: no limit; default -1 */
    way_column present;              /* uint32_t: row of its current target, or WAY_NO_ROW; default none */
    way_column bonus;                /* >= 0, unit of the cost: subtracted for `present`; default 0 */
    way_column self;               /* uint32_t: the chooser's own candidate row; default none, or see above */
    way_column runner_x, runner_y; /* m */
    way_column runner_vx, runner_vy; /* m/s; required by WAY_BY_TIME and WAY_BY_TURNING */
    way_column weight;               /* >= 0: the cost is multiplied by it; default 1 */
    way_column runner_mask;          /* uint32_t: sides and layers of the candidate; default all bits */
    /* Read only with WAY_BY_TURNING: */
    way_column heading_x, heading_y; /* the chooser's heading, any length above 0; required */
    way_column radius;               /* m, > 0: radius of its turning circles; required */
    way_column wanted_heading_x,
        wanted_heading_y; /* heading at the meeting, any length; default 0: the runner's direction */
} way_choose2d_in;

typedef struct way_choose2d_out {
    way_column_out target; /* uint32_t: the candidate's row, usable as a batch's `target`; UINT32_MAX: none */
    way_column_out cost;   /* m or s: its cost, bonus not subtracted; +inf: none */
    way_column_out status; /* int32_t, a way_status */
} way_choose2d_out;

/* Candidates sorted by position, see below. */
typedef struct way_crowd2d way_crowd2d;
typedef struct way_crowd3d way_crowd3d;

/* Zero-initialise it and set `count` and `runner_count`. */
typedef struct way_choice {
    size_t first, count;        /* choosers, as in way_batch; the same answers if split over several calls */
    const uint32_t *index;      /* NULL: the choosers first .. first + count - 1 */
    size_t runner_count;        /* number of candidates, below UINT32_MAX; not read with a crowd */
    int32_t cost;               /* a way_cost */
    int32_t best;               /* number of candidates for each chooser, at most WAY_CHOICES_MAX; 0: one */
    const way_crowd2d *crowd2d; /* NULL, or a crowd that way_make_crowd2d built, for choices in the plane */
    const way_crowd3d *crowd3d; /* the same in space */
    const char **fault; /* NULL, or where a refused call stores the name of the wrong column or field */
} way_choice;

/* With `best`, the columns `target` and `cost` have `best` elements for each chooser, the best candidate
   first: chooser i has the elements best * i to best * i + best - 1. For way_assign these are lists with
   `each` equal to `best`. To read only the best candidate of each chooser from the array `target`, use the
   column way_at(target, 4 * best). base.h has the rules for columns, with one exception: here all doubles,
   including positions, are rounded to float. If an output overlaps a runner column, the result is
   WAY_ERROR_OVERLAP. */
WAY_API way_result way_choose2d(const way_choose2d_in *in, const way_choose2d_out *out,
                                const way_choice *choice);

/* A crowd holds the candidates sorted by position, in caller-supplied memory. With a crowd, a choice among n
   candidates takes about log n steps instead of n, and gives the same bits. Many threads may read one crowd.
   The memory can be reused once no call reads it. Build the crowd again after candidates have moved. The
   crowd's pointer is the address of the memory.

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
       way_choose2d(&in, &out, &choice); // best[1] == 0 && best[2] == 1 */

/* The size in bytes of a crowd of `runner_count` candidates; 0: the number is too large. */
WAY_API size_t way_crowd2d_bytes(size_t runner_count);

/* Build a crowd in the memory of `bytes` bytes at `crowd`. Its address must be a multiple of 8, as malloc
   returns it. Afterwards set `crowd2d` of way_choice. The function reads only the runner columns of `in`. If
   `bytes` is too small, the result is WAY_ERROR_MEMORY. A crowd without velocities works only for
   WAY_BY_DISTANCE. */
WAY_API way_result way_make_crowd2d(const way_choose2d_in *in, size_t runner_count, way_crowd2d *crowd,
                                    size_t bytes);

/* The same in space. */

typedef struct way_choose3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_speed;                    /* m/s; 0 or less: it cannot move; required by WAY_BY_TIME */
    way_column reach;                           /* m, >= 0; default 0 */
    way_column horizon;                         /* s, above -inf; default +inf */
    way_column chaser_mask;                     /* uint32_t; default all bits */
    way_column range_from, range_to;            /* m; default 0 and +inf */
    way_column facing_x, facing_y, facing_z;    /* direction of the arc's middle; default 0 */
    way_column arc;                             /* cosine of half the arc's angle; default -1 */
    way_column present;                         /* uint32_t; default none */
    way_column bonus;                           /* >= 0, unit of the cost; default 0 */
    way_column self;                            /* uint32_t; default none, or as in the plane */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s; required by WAY_BY_TIME */
    way_column weight;                          /* >= 0; default 1 */
    way_column runner_mask;                     /* uint32_t; default all bits */
} way_choose3d_in;

typedef struct way_choose3d_out {
    way_column_out target; /* uint32_t: the candidate's row */
    way_column_out cost;   /* m or s */
    way_column_out status; /* int32_t, a way_status */
} way_choose3d_out;

WAY_API way_result way_choose3d(const way_choose3d_in *in, const way_choose3d_out *out,
                                const way_choice *choice);
WAY_API size_t way_crowd3d_bytes(size_t runner_count);
WAY_API way_result way_make_crowd3d(const way_choose3d_in *in, size_t runner_count, way_crowd3d *crowd,
                                    size_t bytes);

/* Accuracy: distances, arcs and weighted costs are computed from the floats and compared in doubles. The
   costs in the output are rounded once to float. The times are those of the interception or of cut_off2d with
   WAY_EXACT. A crowd never changes the chosen rows: these are the same as without a crowd. See
   docs/accuracy.md, "Choosing".

   Source: the search for the k nearest neighbours in Jon Louis Bentley, "Multidimensional binary search trees
   used for associative searching". Here each leaf and node has sixteen entries. Added here: costs, masks,
   ranges, arcs and the bonus. WAY_BY_TURNING is the library's own method. Like cut_off2d, it uses the paths
   of L. E. Dubins, "On Curves of Minimal Length with a Constraint on Average Curvature". */

#ifdef __cplusplus
}
#endif

#endif
