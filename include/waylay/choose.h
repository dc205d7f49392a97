/* waylay, choose: whom each of many choosers takes out of many candidates. */
#ifndef WAYLAY_CHOOSE_H
#define WAYLAY_CHOOSE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Choosing --------------------------------------------------------------------------------------------------

   What it answers: which candidate is the best one for each chooser, or which are the best eight? The
   choosers are the chaser columns, the candidates the runner columns, as one of them is to be the target.

       float x[3] = {0, 30, 20}, y[3] = {0};
       uint32_t best[1];
       way_choose2d_in in = {.chaser_x.data = x, .chaser_y.data = y, .runner_x.data = x + 1, .runner_y.data = y + 1};
       way_choose2d_out out = {.target[0].data = best};
       way_choose2d(&in, &out, &(way_choice){.count = 1, .runner_count = 2}); // best[0] == 1

   A candidate passes if its mask and the chooser's have a bit in common, if its distance is in the range, if
   it lies in the arc, and, by time or by turning, if it can be met before the horizon. Give each pair of a side and a layer
   a bit, so that one mask says "ships of the enemy, and aircraft of anybody". The cost of a candidate is what
   way_cost says, times its weight. The best one has the lowest cost; of equal costs the lower row is first.

   `present` is the target that the chooser has now. If it passes, its cost counts as lower by the bonus, and
   it is first of equal ones: it is kept, unless another one is better by more than the bonus.

   WAY_MET: somebody passes. WAY_NO_TARGET: nobody does. WAY_INVALID: a number of the chooser is NaN, or is
   not what its column says. A candidate with a number that is not finite or a weight below 0 never passes.
   Places beyond 1e18 count as not finite. By turning, a heading or a radius under 2^-63 (1.1e-19) counts as 0. */

typedef enum way_cost {
    WAY_BY_DISTANCE = 0, /* m: how far away it is; speed, reach, horizon and velocities are not read */
    WAY_BY_TIME = 1, /* s: the earliest meeting, the time of way_intercept2d or way_intercept3d to the bit */
    WAY_BY_TURNING =
        2 /* s: the earliest meeting on turning circles, the time of way_cut_off2d to the bit; the
                          reach is not read. In space, and in a build without cut_off2d, WAY_ERROR_COST */
} way_cost;

/* The best ones of a chooser. */
#define WAY_CHOICES_MAX 8

typedef struct way_choose2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column chaser_speed;         /* m/s; 0 or less cannot move; required by time and by turning */
    way_column reach;                /* m, >= 0: weapon range or touch distance, by time; default 0 */
    way_column horizon;              /* s, above -inf: the longest time that counts; default +inf */
    way_column chaser_mask;          /* uint32_t: whom it may take; default all bits */
    way_column range_from, range_to; /* m: the nearest and the farthest distance; default 0 and +inf */
    way_column facing_x, facing_y;   /* the middle of the arc, of any length; 0: all round; default 0 */
    way_column arc;                  /* the cosine of half the arc; -1 or less: all round; default -1 */
    way_column present;              /* uint32_t: the row of its target now; default none, UINT32_MAX */
    way_column bonus;                /* of the cost, >= 0: what it takes to leave that target; default 0 */
    way_column self;                 /* uint32_t: its own row, which it does not take; default none */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s; required by time and by turning */
    way_column weight;               /* >= 0: what multiplies the cost; default 1 */
    way_column runner_mask;          /* uint32_t: which sides and layers it is of; default all bits */
    /* By turning alone: */
    way_column heading_x, heading_y;               /* where the chooser heads, any length but 0; required */
    way_column radius;                             /* m, > 0: of its turning circles; required */
    way_column wanted_heading_x, wanted_heading_y; /* to arrive with, any length; default 0: the runner's */
} way_choose2d_in;

typedef struct way_choose2d_out {
    /* uint32_t: the rows, best first, as a batch's `target` reads them; UINT32_MAX where fewer pass */
    way_column_out target[WAY_CHOICES_MAX];
    way_column_out cost[WAY_CHOICES_MAX]; /* m or s: their costs, without the bonus; +inf where fewer pass */
    way_column_out status;                /* int32_t, a way_status */
} way_choose2d_out;

/* Which choosers, which candidates, and how. Zero-initialise it and set `count` and `runner_count`. */
typedef struct way_choice {
    size_t first, count;   /* choosers, as in a way_batch: any split of them gives the same answers */
    const uint32_t *index; /* NULL: the choosers first .. first + count - 1 */
    size_t runner_count;   /* candidates in the runner columns, below UINT32_MAX; not read with a crowd */
    int32_t cost;          /* a way_cost */
    const void *crowd;  /* NULL, or what way_crowd2d or way_crowd3d made: the runner columns are not read */
    size_t crowd_bytes; /* of that memory */
} way_choice;

/* As many candidates are searched for as `target` and `cost` have columns. Columns are as everywhere; places,
   too, are rounded to float. An output that lies where a runner's column does is WAY_ERROR_OVERLAP. */
WAY_API way_result way_choose2d(const way_choose2d_in *in, const way_choose2d_out *out,
                                const way_choice *choice);

/* A crowd is the candidates sorted by place, in memory that the caller lends. With it a choice among n takes
   about log n steps in place of n, and gives the same answers to the bit. Any number of threads may read it.
   Its memory is the caller's again when nobody reads it any more. Build it anew when candidates have moved.

       float x[3] = {0, 30, 20}, y[3] = {0};
       uint32_t best[3];
       uint64_t memory[2048];
       way_choose2d_in in = {.chaser_x.data = x, .chaser_y.data = y, .runner_x.data = x + 1, .runner_y.data = y + 1};
       way_choice choice = {.count = 3, .crowd = memory, .crowd_bytes = sizeof memory};
       way_crowd2d(&in, 2, memory, sizeof memory); // way_crowd2d_bytes(2) <= sizeof memory
       way_choose2d(&in, &(way_choose2d_out){.target[0].data = best}, &choice); // best[1] == 0 && best[2] == 1 */

/* The bytes that a crowd of so many candidates takes; 0 where there can be no such crowd. */
WAY_API size_t way_crowd2d_bytes(size_t runner_count);

/* Reads the runner columns of `in` alone. The memory is a multiple of 8. WAY_ERROR_MEMORY: there are too few
   bytes. Without velocities the crowd serves choices by distance only. */
WAY_API way_result way_crowd2d(const way_choose2d_in *in, size_t runner_count, void *memory, size_t bytes);

/* The same in space. */

typedef struct way_choose3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_speed;                    /* m/s; 0 or less cannot move; required by time */
    way_column reach;                           /* m, >= 0; default 0 */
    way_column horizon;                         /* s, above -inf; default +inf */
    way_column chaser_mask;                     /* uint32_t; default all bits */
    way_column range_from, range_to;            /* m; default 0 and +inf */
    way_column facing_x, facing_y, facing_z;    /* the middle of the arc; default 0 */
    way_column arc;                             /* the cosine of half the arc; default -1 */
    way_column present;                         /* uint32_t; default none, UINT32_MAX */
    way_column bonus;                           /* of the cost, >= 0; default 0 */
    way_column self;                            /* uint32_t; default none, UINT32_MAX */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s; required by time */
    way_column weight;                          /* >= 0; default 1 */
    way_column runner_mask;                     /* uint32_t; default all bits */
} way_choose3d_in;

typedef struct way_choose3d_out {
    way_column_out target[WAY_CHOICES_MAX]; /* uint32_t: the rows, best first */
    way_column_out cost[WAY_CHOICES_MAX];   /* m or s */
    way_column_out status;                  /* int32_t, a way_status */
} way_choose3d_out;

WAY_API way_result way_choose3d(const way_choose3d_in *in, const way_choose3d_out *out,
                                const way_choice *choice);
WAY_API size_t way_crowd3d_bytes(size_t runner_count);
WAY_API way_result way_crowd3d(const way_choose3d_in *in, size_t runner_count, void *memory, size_t bytes);

/* Accuracy: distances, arcs and products with weights are formed in doubles from the floats, and compared
   so; costs are rounded once more, to float. The time is the interception's, or cut_off2d's, of WAY_EXACT.
   The rows are those of a search among all candidates, with a crowd or without. docs/accuracy.md, "Choosing".

   Source: the k nearest neighbours of Jon Louis Bentley, "Multidimensional binary search trees used for
   associative searching", in leaves and nodes of sixteen. Added here: the costs, masks, ranges, arcs and the
   bonus. By turning: the library's own, on the paths of L. E. Dubins, "On Curves of Minimal Length with a
   Constraint on Average Curvature", as cut_off2d has them. */

#ifdef __cplusplus
}
#endif

#endif
