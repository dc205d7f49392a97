/* Reads CSV files of walls or triangles. */
#ifndef CSV_WALLS_H
#define CSV_WALLS_H

#include <stddef.h>

#include "waylay/waylay.h"

typedef struct walls_read {
    way_wall *wall;              /* the caller frees both */
    way_triangle *triangle;      /* only one of the two is not NULL */
    way_wall_velocity *velocity; /* of each wall; NULL: the file has no velocities. The caller frees it */
    size_t count;
    double origin[3]; /* the coordinates are relative to it; 0, 0, 0 unless all walls are far away */
} walls_read;

/* Reads the columns ax, ay, bx, by in any order, and the optional columns sides, vx and vy. On an error, the
   program ends with a one-line message. If a coordinate's magnitude is above 1 km and above 16 times the
   walls' extent, `origin` is the low corner of the walls' bounding box, rounded down to whole metres. */
walls_read csv_walls(const char *path);

/* The same for triangles, with the columns ax, ay, az, bx, by, bz, cx, cy, cz, and the optional columns sides
   and mask. */
walls_read csv_triangles(const char *path);

#endif
