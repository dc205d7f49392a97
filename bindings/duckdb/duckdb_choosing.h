/* Choices, neighbours and avoidance as scalar functions of DuckDB. */
#ifndef WAYLAY_DUCKDB_CHOOSING_H
#define WAYLAY_DUCKDB_CHOOSING_H

#include "duckdb_fields.h"

/* Registers all of them. 0: one could not be. */
int add_choosing(duckdb_connection connection);

/* "way_choose2d(chaser_x, chaser_y, candidates(runner_x, runner_y) [, chaser_mask, ...])". 0: no such
   function. */
int write_choosing_signature(const char *name, char *text, size_t size);

#endif
