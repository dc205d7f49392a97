/* Runs a behaviour or a task over the rows of a CSV file. */
#ifndef CSV_RUN_H
#define CSV_RUN_H

#include "options.h"

void csv_run(const options *options);

#endif
