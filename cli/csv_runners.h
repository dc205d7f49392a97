/* The runners' columns, in memory. A row's target is the number of a row here. */
#ifndef CSV_RUNNERS_H
#define CSV_RUNNERS_H

#include <stddef.h>
#include <stdint.h>

#include "waylay/waylay.h"

typedef struct runners {
    const way_behaviour *behaviour;
    uint32_t **cell; /* of each of the behaviour's inputs; NULL for an input without a column here */
    size_t count, room;
} runners;

/* Begins an empty table with the columns that `is_there` selects. */
void runners_begin(runners *runners, const way_behaviour *behaviour, const int *is_there);

/* Makes room for one more row. Write its cells at `count`, then increment `count`. */
void runners_make_room(runners *runners);

/* The file's columns that are the behaviour's and a runner's; it may have others, which are not read.
   `is_set`: inputs that have one value for all, which the file may not have and need not. */
void csv_runners(const char *path, runners *runners, const way_behaviour *behaviour, const int *is_set);

#endif
