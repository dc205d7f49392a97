/* waylay, neighbours: who is near each of many. */
#ifndef WAYLAY_NEIGHBOURS_H
#define WAYLAY_NEIGHBOURS_H

#include "choose.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Neighbours ------------------------------------------------------------------------------------------------

   What it answers: who is near each chooser? All within its range, or the nearest ones of them, however many,
   as lists in memory that the caller lends.

       float x[4] = {0, 3, 1, 9}, y[4] = {0}, radius = 4;
       uint32_t self[4] = {0, 1, 2, 3};
       size_t offset[5];
       way_neighbour list[16];
       way_choose2d_in in = {.chaser_x.data = x, .chaser_y.data = y, .range_to = way_same(&radius), .self.data = self,
                             .runner_x.data = x, .runner_y.data = y};
       way_neighbours near = {.list = list, .capacity = 16, .offset = offset};
       way_neighbours2d(&in, &(way_choice){.count = 4, .runner_count = 4}, &near); // offset[1] == 2
       float nearest = list[0].distance; // nearest == 1 && list[0].row == 2 && list[1].row == 1

   The columns are those of a choice, and the candidates who pass are the same: those whose mask has a bit of
   the chooser's, in its range and its arc, but not itself. Speeds, horizons, velocities, present targets and
   bonuses are not read, and a weight multiplies nothing.

   A list has the nearest one first; of equal distances the lower row is first. Distances are compared as
   doubles, as those of a choice are. So the first eight of a list are the eight best ones of a choice by
   distance without weights. */

typedef struct way_neighbour {
    uint32_t row;   /* the candidate's */
    float distance; /* m */
} way_neighbour;

/* Zero-initialise it and set `list`, `capacity` and `offset`. */
typedef struct way_neighbours {
    size_t most;           /* of each chooser, the nearest ones; 0: all who pass */
    way_neighbour *list;   /* lent, at a multiple of 8: the lists, one after the other */
    size_t capacity;       /* elements of `list` */
    size_t *offset;        /* lent, for count + 1: list i is list[offset[i]] .. list[offset[i + 1] - 1] */
    way_column_out status; /* int32_t, a way_status: somebody passes, nobody does, or wrong input */
    size_t answered;       /* set by the call: this many choosers have their lists */
    size_t needed;         /* set by the call: the capacity that serves them all at once */
} way_neighbours;

/* A list takes two elements a neighbour while it is made, and one when it is done. Where the capacity is too
   small for a list, the result is WAY_ERROR_CAPACITY. The `answered` choosers before have their lists, their
   offsets and their statuses; to go on, empty the list and call with `first` and `count` moved by as many; or
   lend what is `needed`. Of count and runner_count, or the crowd, and the cost of a `choice` the cost is not
   read. The lent memory holds no column. */
WAY_API way_result way_neighbours2d(const way_choose2d_in *in, const way_choice *choice,
                                    way_neighbours *neighbours);
WAY_API way_result way_neighbours3d(const way_choose3d_in *in, const way_choice *choice,
                                    way_neighbours *neighbours);

/* Accuracy: as of a choice, in choose.h. Rows are those of a search among all candidates, with a crowd or
   without, in any split. docs/accuracy.md, "Choosing".

   Source: Bentley's tree, as for a choice. */

#ifdef __cplusplus
}
#endif

#endif
