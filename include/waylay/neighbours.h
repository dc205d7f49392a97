/* waylay, neighbours: the candidates near each chooser. */
#ifndef WAYLAY_NEIGHBOURS_H
#define WAYLAY_NEIGHBOURS_H

#include "choose.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Neighbours ------------------------------------------------------------------------------------------------

   What it answers: which candidates are near each chooser? Each chooser gets a list in caller-supplied
   memory: all candidates in its range, or the nearest of them.

       float x[4] = {0, 3, 1, 9}, y[4] = {0}, radius = 4;
       size_t offset[5];
       way_neighbour list[16];
       way_choose2d_in in = WAY_INIT;
       way_choice choice = WAY_INIT;
       way_neighbours near = WAY_INIT;
       in.chaser_x = in.runner_x = way_in(x), in.chaser_y = in.runner_y = way_in(y);
       in.range_to = way_same(&radius);
       choice.count = choice.runner_count = 4, near.list = list, near.capacity = 16, near.offset = offset;
       way_neighbours2d(&in, &choice, &near); // offset[1] == 2 && list[0].row == 2 && list[0].distance == 1

   The columns are those of a choice (choose.h). A candidate passes if its mask shares a bit with the
   chooser's and it lies in the range and the arc. The chooser's own row never passes (`self` in choose.h).
   Speeds, horizons, velocities, current targets and bonuses are not read. Weights do not change the order.

   A list is sorted by distance, nearest first. Ties go to the lower row. Distances are compared as doubles,
   as in a choice. So the first eight of a list are the eight best of a choice by distance without weights. */

/* A neighbour's address is a multiple of 8. */
#ifdef __cplusplus
#define WAY_ALIGNED_8 alignas(8)
#else
#define WAY_ALIGNED_8 _Alignas(8)
#endif
typedef struct way_neighbour {
    WAY_ALIGNED_8 uint32_t row; /* the candidate's row */
    float distance;             /* m */
} way_neighbour;

/* Zero-initialise it and set `list`, `capacity` and `offset`. */
typedef struct way_neighbours {
    size_t most;           /* the longest list: only the nearest candidates; 0: all that pass */
    way_neighbour *list;   /* memory for the lists, one after the other */
    size_t capacity;       /* elements in `list`; way_neighbours_capacity is always enough */
    size_t *offset;        /* memory for count + 1: list i is list[offset[i]] .. list[offset[i + 1] - 1] */
    way_column_out status; /* int32_t, a way_status: WAY_MET, WAY_NO_TARGET or WAY_INVALID */
    size_t answered;       /* set by the call: the number of choosers with complete lists */
    size_t needed;         /* set by the call: the capacity that all lists need in one call */
} way_neighbours;

/* The capacity that is enough for the lists of `count` choosers among `runner_count` candidates; `most` as in
   way_neighbours. 0: no list is possible, or the capacity exceeds SIZE_MAX. */
WAY_API size_t way_neighbours_capacity(size_t count, size_t runner_count, size_t most);

/* A list takes two elements for each neighbour while it is built, and one when it is complete. If a list does
   not fit, the result is WAY_ERROR_CAPACITY, and the first `answered` choosers have their lists, offsets and
   statuses. To continue, use up these lists, then call again: add `answered` to `first` and subtract it from
   `count`. Or call with a capacity of `needed`. The `cost` of `choice` is not read. `list` and `offset` must
   not overlap a column. */
WAY_API way_result way_neighbours2d(const way_choose2d_in *in, const way_choice *choice,
                                    way_neighbours *neighbours);
WAY_API way_result way_neighbours3d(const way_choose3d_in *in, const way_choice *choice,
                                    way_neighbours *neighbours);

/* Accuracy: as in a choice (choose.h). The rows equal those of a search among all candidates, with a crowd or
   without, in any split. docs/accuracy.md, "Choosing".

   Source: Bentley's tree, as in a choice. */

#ifdef __cplusplus
}
#endif

#endif
