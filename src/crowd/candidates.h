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
    int dims, by_time; /* by_time: 1: velocities and weights are loaded too */
    /* The point that is subtracted from all positions, in double, and whether it is not 0. */
    double origin[3];
    int has_origin;
} way_candidates;

/* Marks functions that are inlined into each caller. */
#if defined(__GNUC__)
#define WAY_IN_CALLER static inline __attribute__((always_inline))
#else
#define WAY_IN_CALLER static inline
#endif

void way_set_origin(way_candidates *of, const double *origin);

/* Finds and sets the origin. Floats that are far from 0 lie far apart, so positions in doubles would lose
   digits. An axis has an origin if the candidates' column holds doubles, and all candidates are on one side of
   0 and beyond WAY_FAR_FROM_0. It is near the position next to 0, so no candidate comes to lie farther from 0.
   Candidates with an invalid position or an empty mask do not count. */
#define WAY_FAR_FROM_0 65536.0
void way_find_origin(way_candidates *of, size_t runners);

/* Loads runners `first` to `first + count - 1` into whole leaves, in the order of their rows. */
void way_load_leaves(const way_candidates *of, size_t first, size_t count, float *leaf);

/* Returns column k of the candidates, or NULL if it is missing. */
static inline const way_column *way_candidate_column(const way_candidates *of, way_choose_column k) {
    return of->column[k - IN_choose_OWN];
}

static inline int way_has_column(const way_candidates *of, way_choose_column k) {
    return way_candidate_column(of, k) != NULL;
}

/* The number of candidates that are packed at a time, a multiple of WAY_LEAF. */
enum { WAY_PACKED = 128 };

/* Loads one column of at most WAY_PACKED candidates into a row of whole leaves. */
void way_load_row(const way_candidates *of, way_choose_column column, size_t first, size_t count, float *leaf,
                  int row);

/* The number of leaves of this number of candidates. */
static inline uint32_t way_leaves_of(uint32_t count) { return count / WAY_LEAF + (count % WAY_LEAF != 0); }

/* Returns the cell of candidate `id` in a row of loaded leaves. */
static inline const float *way_loaded_cell(const float *leaf, int dims, uint32_t id, int row) {
    return leaf + id / WAY_LEAF * (size_t)LEAF_CELLS(dims) + WAY_LEAF * row + id % WAY_LEAF;
}

/* Writes a leaf from the loaded candidates `ids`. Also writes the positions of these candidates in the crowd,
   from `first` on. Unused cells repeat the last candidate, so that the bounding box is right, but their row
   is UINT32_MAX. */
void way_make_leaf(const float *from, int dims, const int *row, int rows, const uint32_t *ids, uint32_t count,
                   float *leaf, uint32_t *seat, uint32_t first);

/* Writes the nodes above the crowd's leaves, from cell `at` on. */
void way_make_nodes(way_crowd *crowd, float *base, uint64_t at);

/* Returns a world's entry, or NULL if the crowd has no candidate of this world. */
const way_world *way_find_world(const way_crowd *crowd, uint32_t world);

/* Sets the crowd of a single world that has its own tree. No cells are copied. */
void way_tree_of_world(const way_crowd *crowd, const way_world *world, way_crowd *tree);

/* Sets the columns from a way_choose2d_in or a way_choose3d_in, which is an array of columns. */
void way_set_candidates(way_candidates *of, const way_column *in, int dims);

/* Returns the search functions of a table's instruction set. */
const way_search *way_search_of(const way_table *table);
const way_near *way_near_of(const way_table *table);

#endif
