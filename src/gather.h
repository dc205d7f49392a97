/* Lists of who passes, while they grow: see neighbours.c. */
#ifndef WAY_GATHER_H
#define WAY_GATHER_H

#include "search.h"

/* The nearest first; of equal distances the lower row. */
void way_gathered(way_gathering *list);

#endif
