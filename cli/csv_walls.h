/* A CSV file of walls. */
#ifndef CSV_WALLS_H
#define CSV_WALLS_H

#include <stddef.h>

#include "waylay/waylay.h"

/* Columns ax, ay, bx, by, in any order, and sides where the file has it; fails with one line on anything
   else. The caller frees them. */
way_wall *csv_walls(const char *path, size_t *count);

#endif
