/* Which instruction sets are here, and which one is in use. */
#ifndef WAY_CPU_H
#define WAY_CPU_H

#include "table.h"

/* The table in use, chosen at the first call. */
const way_table *way_cpu_table(void);

#endif
