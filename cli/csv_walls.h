/* Reads a CSV file of walls. */
#ifndef CSV_WALLS_H
#define CSV_WALLS_H

#include <stddef.h>

#include "waylay/waylay.h"

typedef struct walls_read {
    way_wall *wall; /* the caller frees it */
    size_t count;
    double origin[2]; /* the point from which the walls are measured: 0, 0 unless the walls are far away */
} walls_read;

/* Reads the columns ax, ay, bx, by in any order, and the optional column sides. On an error, the program ends
   with a one-line message. If the walls are more than 1 km and more than 16 times their extent away from 0,
   they are measured from a corner of their bounding box, rounded to whole metres. */
walls_read csv_walls(const char *path);

#endif
