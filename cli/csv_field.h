/* Reads the CSV file of a field, as `waylay field2d` writes it. */
#ifndef CSV_FIELD_H
#define CSV_FIELD_H

#include "waylay/waylay.h"

/* Reads the columns x, y, cost and next, in this order, with one row for each cell of the grid. On an error,
   the program ends with a one-line message. A cell without a path counts as a wall. */
way_field csv_field(const char *path);

#endif
