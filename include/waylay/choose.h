/* waylay, choose: which of many candidates is the best target for each chooser. */
#ifndef WAYLAY_CHOOSE_H
#define WAYLAY_CHOOSE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Choosing --------------------------------------------------------------------------------------------------

   What it answers: which candidate is the best target for each chooser, or which are the best eight? The
   chaser columns hold the choosers. The runner columns hold the candidates.

       float x[3] = {0, 30, 20}, y[3] = {0};
       uint32_t best[1];
       way_choose2d_in in = WAY_INIT;
       way_choose2d_out out = WAY_INIT;
       way_choice choice = WAY_INIT;
       in.chaser_x = way_in(x), in.chaser_y = way_in(y);
       in.runner_x = way_in(x + 1), in.runner_y = way_in(y + 1), out.target[0] = way_out(best);
       choice.count = 1, choice.runner_count = 2;
       way_choose2d(&in, &out, &choice); // best[0] == 1

   A candidate passes if all of these hold:
   - its mask and the chooser's mask share a bit;
   - its distance is in the range;
   - it lies in the arc;
   - if the cost is by time or by turning, the chooser can meet it no later than the horizon.

   Masks: use one bit for each pair of a side and a layer. Then one mask can say "enemy ships, and all
   aircraft". The cost of a candidate is its way_cost times its weight. The candidate with the lowest cost is
   the best one. Ties go to the lower row.

   `present` is the chooser's current target. If it passes, the bonus is subtracted from its cost, and it wins
   ties. So the chooser changes its target only for a candidate that is better by more than the bonus. Begin
   with WAY_NO_ROW in every element: 0 would mean row 0.

   `self` keeps a chooser from taking itself. Without `self`, the position columns are compared. If runner_x
   is the same column as chaser_x, and so on, then chooser i is candidate i and never takes itself. If not, no
   chooser is treated as a candidate. With a crowd the runner columns are not read, but they are compared in
   the same way. To let choosers take themselves, set `self` to a column of WAY_NO_ROW.

   WAY_MET: a candidate passes. WAY_NO_TARGET: no candidate passes. WAY_INVALID: a number of the chooser is
   NaN or outside its column's range. A candidate with a number that is not finite, or with a weight below 0,
   never passes. Positions beyond 1e18 count as not finite. By turning, a heading or a radius below 2^-63
   (1.1e-19) counts as 0. */

typedef enum way_cost {
    WAY_BY_DISTANCE = 0, /* m: the distance; speed, reach, horizon and velocities are not read */
    WAY_BY_TIME = 1,     /* s: the earliest meeting; the same bits as way_intercept2d or way_intercept3d */
    WAY_BY_TURNING =
        2 /* s: the earliest meeting on turning circles; the same bits as way_cut_off2d; reach is not
             read. In space, and in builds without cut_off2d, it is WAY_ERROR_COST */
} way_cost;

/* The most candidates that one call returns for each chooser. */
#define WAY_CHOICES_MAX 8

typedef struct way_choose2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column chaser_speed;         /* m/s; 0 or less cannot move; required by time and by turning */
    way_column reach;                /* m, >= 0: weapon range or touch distance; read by time; default 0 */
    way_column horizon;              /* s, above -inf: the longest time to a meeting; default +inf */
    way_column chaser_mask;          /* uint32_t: which candidates it may take; default all bits */
    way_column range_from, range_to; /* m: the least and the largest distance; default 0 and +inf */
    way_column facing_x, facing_y;   /* direction of the arc's middle, any length; 0: all round; default 0 */
    way_column arc;                  /* cosine of half the arc's angle; -1 or less: all round; default -1 */
    way_column present;              /* uint32_t: row of the current target, or WAY_NO_ROW; default none */
    way_column bonus;              /* >= 0, unit of the cost: subtracted from that target's cost; default 0 */
    way_column self;               /* uint32_t: own row, never taken; default none, or see above */
    way_column runner_x, runner_y; /* m */
    way_column runner_vx, runner_vy; /* m/s; required by time and by turning */
    way_column weight;               /* >= 0: factor of the cost; default 1 */
    way_column runner_mask;          /* uint32_t: its sides and layers; default all bits */
    /* Read by turning only: */
    way_column heading_x, heading_y;               /* the chooser's heading, any length above 0; required */
    way_column radius;                             /* m, > 0: radius of its turning circles; required */
    way_column wanted_heading_x, wanted_heading_y; /* at the meeting, any length; default 0: the runner's */
} way_choose2d_in;

typedef struct way_choose2d_out {
    /* uint32_t: candidate rows, best first, usable as a batch's `target`; UINT32_MAX where fewer pass */
    way_column_out target[WAY_CHOICES_MAX];
    way_column_out cost[WAY_CHOICES_MAX]; /* m or s: their costs without the bonus; +inf where fewer pass */
    way_column_out status;                /* int32_t, a way_status */
} way_choose2d_out;

/* Zero-initialise it and set `count` and `runner_count`. */
typedef struct way_choice {
    size_t first, count;   /* choosers, as in a way_batch; any split gives the same answers */
    const uint32_t *index; /* NULL: the choosers first .. first + count - 1 */
    size_t runner_count;   /* candidates, below UINT32_MAX; 0: there are none; not read with a crowd */
    int32_t cost;          /* a way_cost */
    const void *crowd;     /* NULL, or the memory of a crowd: the runner columns are not read */
    const char **fault;    /* NULL, or where a refused call writes which column or field is wrong */
} way_choice;

/* Set target[0] and cost[0] for the best candidate, target[1] and cost[1] for the second best, and so on. The
   columns follow base.h. All doubles, including positions, are rounded to float. An output that overlaps a
   runner column is WAY_ERROR_OVERLAP. */
WAY_API way_result way_choose2d(const way_choose2d_in *in, const way_choose2d_out *out,
                                const way_choice *choice);

/* A crowd holds the candidates sorted by position, in caller-supplied memory. With a crowd, a choice among n
   candidates takes about log n steps instead of n and gives the same bits. Many threads may read one crowd.
   The memory can be reused once no call reads it. Build the crowd again when candidates have moved.

       float x[3] = {0, 30, 20}, y[3] = {0};
       uint32_t best[3];
       uint64_t memory[2048];
       way_choose2d_in in = WAY_INIT;
       way_choose2d_out out = WAY_INIT;
       way_choice choice = WAY_INIT;
       in.chaser_x = way_in(x), in.chaser_y = way_in(y);
       in.runner_x = way_in(x + 1), in.runner_y = way_in(y + 1), out.target[0] = way_out(best);
       way_make_crowd2d(&in, 2, memory, sizeof memory); // way_crowd2d_bytes(2) <= sizeof memory
       choice.count = 3, choice.crowd = memory;
       way_choose2d(&in, &out, &choice); // best[1] == 0 && best[2] == 1 */

/* The size of a crowd of `runner_count` candidates in bytes; 0: such a crowd is not possible. */
WAY_API size_t way_crowd2d_bytes(size_t runner_count);

/* Build a crowd. The memory is then the `crowd` of choices. The function reads only the runner columns of
   `in`. The memory's address is a multiple of 8. If `bytes` is too small, the result is WAY_ERROR_MEMORY.
   Without velocities the crowd serves choices by distance only. */
WAY_API way_result way_make_crowd2d(const way_choose2d_in *in, size_t runner_count, void *memory,
                                    size_t bytes);

/* The same in space. */

typedef struct way_choose3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_speed;                    /* m/s; 0 or less cannot move; required by time */
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
    way_column runner_vx, runner_vy, runner_vz; /* m/s; required by time */
    way_column weight;                          /* >= 0; default 1 */
    way_column runner_mask;                     /* uint32_t; default all bits */
} way_choose3d_in;

typedef struct way_choose3d_out {
    way_column_out target[WAY_CHOICES_MAX]; /* uint32_t: candidate rows, best first */
    way_column_out cost[WAY_CHOICES_MAX];   /* m or s */
    way_column_out status;                  /* int32_t, a way_status */
} way_choose3d_out;

WAY_API way_result way_choose3d(const way_choose3d_in *in, const way_choose3d_out *out,
                                const way_choice *choice);
WAY_API size_t way_crowd3d_bytes(size_t runner_count);
WAY_API way_result way_make_crowd3d(const way_choose3d_in *in, size_t runner_count, void *memory,
                                    size_t bytes);

/* Accuracy: distances, arcs and weighted costs are computed and compared in doubles, from the floats. Costs
   are rounded once, to float. The times are those of the interception or of cut_off2d in WAY_EXACT. A crowd
   never changes the rows: they equal those of a search among all candidates. docs/accuracy.md, "Choosing".

   Source: the k nearest neighbours of Jon Louis Bentley, "Multidimensional binary search trees used for
   associative searching", with sixteen entries in each leaf and node. Added here: costs, masks, ranges, arcs
   and the bonus. By turning: the library's own, on the paths of L. E. Dubins, "On Curves of Minimal Length
   with a Constraint on Average Curvature", as in cut_off2d. */

#ifdef __cplusplus
}
#endif

#endif
