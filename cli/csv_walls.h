/* A CSV file of walls. */
#ifndef CSV_WALLS_H
#define CSV_WALLS_H

#include <stddef.h>

#include "waylay/waylay.h"

/* Reads the columns ax, ay, bx, by in any order, and the optional column sides. On an error, the program ends
   with a one-line message. The caller frees the walls. */
way_wall *csv_walls(const char *path, size_t *count);

#endif
