/* Loads candidates from the caller's columns into leaves, and sorts leaves into a crowd. */
#ifndef WAY_CANDIDATES_H
#define WAY_CANDIDATES_H

#include "call/columns.h"
#include "registry/calls.h"
#include "crowd/search.h"

/* The candidates' columns: `in` is a way_choose2d_in or a way_choose3d_in as an array. */
typedef struct way_candidates {
    const way_column *in;
    const way_table *table;
    const way_search *search;
    int dims, by_time;    /* by_time: also loads velocities and weights */
    const double *origin; /* NULL, or the x and y that are subtracted from positions */
} way_candidates;

/* For functions that are inlined into each caller. */
#if defined(__GNUC__)
#define WAY_IN_CALLER static inline __attribute__((always_inline))
#else
#define WAY_IN_CALLER static inline
#endif

/* Loads runners first .. first + count - 1 into whole leaves, in the order of their rows. */
void way_load_leaves(const way_candidates *of, size_t first, size_t count, float *leaf);

/* Checks the candidates' columns. `reader` is the FOR_ bit of a cost, or FOR_CROWD (calls.h). */
way_result way_check_candidates(const way_column *in, int dims, unsigned reader, const char **fault);

/* Return the search functions of a table's instruction set. */
const way_search *way_search_of(const way_table *table);
const way_near *way_near_of(const way_table *table);

/* Checks that this memory holds a crowd of `dims` dimensions. */
way_result way_check_crowd(const void *crowd, int dims);

#endif
