/* Defines a tree of walls in caller-supplied memory. Level 0 has the leaves, with 16 walls each and a box
   around each wall. Branch i of level n has 16 boxes, around the nodes 16 i to 16 i + 15 of level n - 1. A
   tree has leaves and at least one branch. A box encloses its walls with their margins: see
   kernels/bounce/wall_near.h. */
#ifndef WAY_WALL_TREE_H
#define WAY_WALL_TREE_H

#include <math.h>
#include <string.h>

#include "isa/kernel.h"
#include "waylay/bounce.h"

#define WAY_TREE_FAN 16
#define WAY_TREE_LEVELS 8 /* 16^8 is above INT32_MAX, the largest number of walls */
#define WAY_TREE_MARK 0x57547231u

/* A wall's margin, as a fraction of its largest coordinate. The margin covers the distance that balls keep
   from a wall (2^-18 of this coordinate) and all rounding errors of a sweep, including those of floats. */
#define WAY_WALL_SLACK 0x1p-15f

/* The sides of an unused box are NaN, so that no ball reaches the box. */
typedef struct way_wall_boxes {
    float lo_x[WAY_TREE_FAN], hi_x[WAY_TREE_FAN], lo_y[WAY_TREE_FAN], hi_y[WAY_TREE_FAN];
} way_wall_boxes;

typedef struct way_wall_leaf {
    way_wall_boxes boxes;
    float ax[WAY_TREE_FAN], ay[WAY_TREE_FAN], bx[WAY_TREE_FAN], by[WAY_TREE_FAN];
    uint32_t number[WAY_TREE_FAN];
    float sides[WAY_TREE_FAN]; /* -1, 0 or 1 */
} way_wall_leaf;

/* Makes a leaf of at most 16 walls, whose numbers are number[0], number[1], ... */
void way_make_wall_leaf(const way_wall *walls, const uint32_t *number, size_t count, way_wall_leaf *leaf);

/* A branch. `order` has one entry for each direction of travel: bit 0 of the index stands for left, bit 1 for
   down. A ball reaches child c ^ order as the c-th child. */
typedef struct way_wall_branch {
    way_wall_boxes boxes;
    uint32_t order[4], unused[WAY_TREE_FAN - 4];
} way_wall_branch;

/* The header, at the beginning of the memory. Nodes are aligned to 64 bytes. `at` has the offset of each
   level from the header. */
struct way_wall_tree {
    uint32_t mark, levels;
    size_t wall_count; /* the length of the list, including walls that stop no ball */
    size_t at[WAY_TREE_LEVELS];
};

static inline const way_wall_leaf *way_tree_leaf(const way_wall_tree *tree, size_t node) {
    return (const way_wall_leaf *)(const void *)((const char *)tree + tree->at[0]) + node;
}

static inline const way_wall_branch *way_tree_branch(const way_wall_tree *tree, uint32_t level, size_t node) {
    return (const way_wall_branch *)(const void *)((const char *)tree + tree->at[level]) + node;
}

/* Are all coordinates below 2^60? If not, the wall stops nothing: see kernels/bounce/walls.h. */
static inline int way_may_stop(const way_wall *w) {
    return fabsf(w->ax) < 0x1p60f && fabsf(w->ay) < 0x1p60f && fabsf(w->bx) < 0x1p60f &&
           fabsf(w->by) < 0x1p60f;
}

/* Do the walls have an origin other than (0, 0)? */
static inline int way_has_wall_origin(double x, double y) { return (x != 0.0) | (y != 0.0); }

#endif
