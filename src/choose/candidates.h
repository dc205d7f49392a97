/* Candidates from the caller's columns to leaves, and leaves to a crowd. */
#ifndef WAY_CANDIDATES_H
#define WAY_CANDIDATES_H

#include "call/columns.h"
#include "choose/search.h"

/* What reads the runner columns: `in` is a way_choose2d_in or a way_choose3d_in as an array. */
typedef struct way_candidates {
    const way_column *in;
    const way_table *table;
    const way_search *search;
    int dims, by_time; /* by_time: with velocities, and weights */
} way_candidates;

/* For what is to have a frame of its own, or stays in the floating-point mode that it is called in; and
   for what is there once for each who calls. */
#if defined(__GNUC__)
#define WAY_APART_FROM_CALLER __attribute__((noinline))
#define WAY_IN_CALLER static inline __attribute__((always_inline))
#else
#define WAY_APART_FROM_CALLER
#define WAY_IN_CALLER static inline
#endif

/* Runners first .. first + count - 1 to whole leaves, in their order. */
void way_load_leaves(const way_candidates *of, size_t first, size_t count, float *leaf);

/* way_check_column of the candidates' columns. */
way_result way_check_candidates(const way_column *in, int dims, int by_time);

/* The search of a table. */
const way_search *way_search_of(const way_table *table);

/* Is this memory a crowd in so many dimensions? */
way_result way_check_crowd(const void *crowd, size_t bytes, int dims);

#endif
