/* Loads candidates from the caller's columns into leaves, and sorts leaves into a crowd. */
#ifndef WAY_CANDIDATES_H
#define WAY_CANDIDATES_H

#include "call/columns.h"
#include "registry/calls.h"
#include "crowd/search.h"

/* The candidates' columns: column[k - IN_choose_OWN] is column k, or NULL if it is missing. */
typedef struct way_candidates {
    const way_column *column[IN_choose_COUNT - IN_choose_OWN];
    const way_table *table;
    const way_search *search;
    int dims, by_time;    /* by_time: also loads velocities and weights */
    const double *origin; /* NULL, or the origin (x, y), which is subtracted from positions */
} way_candidates;

/* For functions that are inlined into each caller. */
#if defined(__GNUC__)
#define WAY_IN_CALLER static inline __attribute__((always_inline))
#else
#define WAY_IN_CALLER static inline
#endif

/* Loads runners first .. first + count - 1 into whole leaves, in the order of their rows. */
void way_load_leaves(const way_candidates *of, size_t first, size_t count, float *leaf);

/* Returns column k of the candidates, or NULL if it is missing. */
static inline const way_column *way_candidate_column(const way_candidates *of, way_choose_column k) {
    return of->column[k - IN_choose_OWN];
}

/* Returns a world's entry, or NULL if the crowd has no candidate of this world. */
const way_world *way_find_world(const way_crowd *crowd, uint32_t world);

/* Sets the crowd of a single world that has its own tree. No cells are copied. */
void way_tree_of_world(const way_crowd *crowd, const way_world *world, way_crowd *tree);

/* Sets the columns from a way_choose2d_in or a way_choose3d_in as an array. */
void way_set_candidates(way_candidates *of, const way_column *in, int dims);

/* Returns the search functions of a table's instruction set. */
const way_search *way_search_of(const way_table *table);
const way_near *way_near_of(const way_table *table);

#endif
