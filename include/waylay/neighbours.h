/* waylay, neighbours: the candidates near each chooser. */
#ifndef WAYLAY_NEIGHBOURS_H
#define WAYLAY_NEIGHBOURS_H

#include "choose.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Neighbours ------------------------------------------------------------------------------------------------

   What it answers: which candidates are near each chooser? The call writes a list for each chooser to
   caller-supplied memory. The list holds all candidates in the chooser's range, or only the nearest of them.

       float x[4] = {0, 3, 1, 9}, y[4] = {0}, radius = 4;
       size_t offset[5];
       way_neighbour list[16];
       way_choose2d_in in = WAY_INIT;
       way_choice choice = WAY_INIT;
       way_neighbours lists = WAY_INIT;
       in.chaser_x = in.runner_x = way_in(x), in.chaser_y = in.runner_y = way_in(y);
       in.range_to = way_same(&radius);
       choice.count = choice.runner_count = 4;
       lists.list = list, lists.capacity = 16, lists.offset = offset;
       way_neighbours2d(&in, &choice, &lists); // offset[1] == 2 && list[0].row == 2 && list[0].distance == 1

   The columns are those of way_choose2d and way_choose3d (choose.h). A candidate passes if its mask shares a
   bit with the chooser's mask, and it lies in the chooser's range and arc. A chooser never passes itself (see
   `self` in choose.h). Speeds, horizons, velocities, current targets and bonuses are not read. Weights do not
   change the order.

   A list is sorted by distance, nearest first. If two distances are equal, the lower row is first. Distances
   are compared as doubles, as in way_choose2d. So the first eight candidates of a list are those that
   way_choose2d chooses by distance without weights. */

/* A way_neighbour is aligned to 8 bytes. */
#ifdef __cplusplus
#define WAY_ALIGNED_8 alignas(8)
#else
#define WAY_ALIGNED_8 _Alignas(8)
#endif
typedef struct way_neighbour {
    WAY_ALIGNED_8 uint32_t row; /* the candidate's row */
    float distance;             /* m */
} way_neighbour;

/* Zero-initialise a way_neighbours and set `list`, `capacity` and `offset`. */
typedef struct way_neighbours {
    size_t most;         /* largest number of candidates in a list, the nearest ones; 0: no limit */
    way_neighbour *list; /* memory for all lists, one list after the other */
    size_t capacity;     /* number of elements of `list`; way_neighbours_capacity returns enough */
    /* memory for count + 1 elements; chooser k of the call, counted from 0, has the list
       list[offset[k]] .. list[offset[k + 1] - 1] */
    size_t *offset;
    way_column_out status; /* int32_t, a way_status: WAY_MET, WAY_NO_TARGET or WAY_INVALID */
    size_t answered;       /* set by the call: the number of complete lists */
    size_t needed;         /* set by the call: the capacity with which one call completes all lists */
} way_neighbours;

/* Returns a capacity that is enough for the lists of `count` choosers among `runner_count` candidates. `most`
   is as in way_neighbours. Returns 0 if all lists are empty, or would be larger than SIZE_MAX bytes. */
WAY_API size_t way_neighbours_capacity(size_t count, size_t runner_count, size_t most);

/* A list takes two elements for each neighbour while it is built, and one element when it is complete. If a
   list does not fit, the result is WAY_ERROR_CAPACITY, and the first `answered` choosers have complete lists,
   offsets and statuses. To continue, first process these lists. Then add `answered` to `first`, subtract it
   from `count`, and call again. Alternatively, call again with a capacity of `needed`. `cost` and `best` of
   `choice` are not read. `list` and `offset` must not overlap a column. */
WAY_API way_result way_neighbours2d(const way_choose2d_in *in, const way_choice *choice,
                                    way_neighbours *neighbours);
WAY_API way_result way_neighbours3d(const way_choose3d_in *in, const way_choice *choice,
                                    way_neighbours *neighbours);

/* The options with which way_run (base.h) runs neighbours2d and neighbours3d. */
typedef struct way_listing {
    const way_choice *choice;
    way_neighbours *lists;
} way_listing;

/* Accuracy: as for way_choose2d (choose.h). The lists do not change if a crowd is used, or if
   the choosers are split over several calls. See docs/accuracy.md, "Choosing".

   Source: Bentley's tree, as for way_choose2d. */

#ifdef __cplusplus
}
#endif

#endif
