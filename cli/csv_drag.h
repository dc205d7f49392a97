/* Reads a CSV file of coefficients of drag. */
#ifndef CSV_DRAG_H
#define CSV_DRAG_H

#include "waylay/waylay.h"

/* Reads the columns speed and coefficient, in any order. The speeds ascend. The program keeps the table until
   it ends. On an error, it ends with a one-line message. */
const way_drag_table *csv_drag_table(const char *path);

#endif
