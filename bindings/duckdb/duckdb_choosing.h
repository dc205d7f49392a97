/* Registers the calls that are not behaviours as scalar functions of DuckDB. */
#ifndef WAYLAY_DUCKDB_CHOOSING_H
#define WAYLAY_DUCKDB_CHOOSING_H

#include "duckdb_fields.h"

/* Registers all functions of choosing. Returns 0 if one could not be registered. */
int add_choosing(duckdb_connection connection);

/* Registers way_assign. Returns 0 if it could not be registered. */
int add_assigning(duckdb_connection connection);

/* Registers way_field2d and way_follow2d. Returns 0 if one could not be registered. */
int add_paths(duckdb_connection connection);

/* Return the name of function i, for example "choose2d" or "assign", or NULL if i is too large. */
const char *choosing_name(size_t i);
const char *path_name(size_t i);

/* Write a function's signature: "way_choose2d(chaser_x, chaser_y, candidates(runner_x, runner_y) [,
   chaser_mask, ...])". Return 0 if no such function exists. */
int write_choosing_signature(const char *name, char *text, size_t size);
int write_path_signature(const char *name, char *text, size_t size);

#endif
