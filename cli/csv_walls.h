/* Reads a CSV file of walls. */
#ifndef CSV_WALLS_H
#define CSV_WALLS_H

#include <stddef.h>

#include "waylay/waylay.h"

typedef struct walls_read {
    way_wall *wall;              /* the caller frees it */
    way_wall_velocity *velocity; /* as `wall`; NULL: the file has no velocities */
    size_t count;
    double origin[2]; /* the walls' coordinates are relative to it; 0, 0 unless walls are far away */
} walls_read;

/* Reads the columns ax, ay, bx, by in any order, and the optional columns sides, vx and vy. On an error, the
   program ends with a one-line message. If a coordinate's magnitude is above 1 km and above 16 times the walls' extent,
   `origin` is the low corner of the walls' bounding box, rounded down to whole metres. */
walls_read csv_walls(const char *path);

#endif
