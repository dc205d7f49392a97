/* Keeps the table of runners in memory. A target is the number of a row in this table. */
#ifndef CSV_RUNNERS_H
#define CSV_RUNNERS_H

#include <stddef.h>
#include <stdint.h>

#include "csv_columns.h"
#include "waylay/waylay.h"

typedef struct runners {
    const way_behaviour *behaviour;
    uint32_t **cell; /* one column per input of the behaviour; NULL: the table has no such column */
    size_t count, room;
} runners;

/* Begins an empty table with the columns that `is_there` selects. */
void runners_begin(runners *runners, const way_behaviour *behaviour, const int *is_there);

/* Makes room for one more row. Write its cells at `count`, then increment `count`. */
void runners_make_room(runners *runners);

/* Reads the runners' inputs of the behaviour and the columns of --bring from the file. Other columns of the
   file are ignored. `columns` then holds what the file's columns are. */
void csv_runners(const char *path, runners *runners, file_columns *columns, column_rules *rules);

#endif
