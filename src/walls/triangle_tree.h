/* Defines a tree of triangles in caller-supplied memory. A leaf has up to 16 triangles. A node has the boxes of
   up to 16 children, which are nodes or leaves. Node 0 is the root. */
#ifndef WAY_TRIANGLE_TREE_H
#define WAY_TRIANGLE_TREE_H

#include <stddef.h>
#include <stdint.h>

#include "waylay/neighbours.h"

enum { WAY_TRIANGLE_FAN = 16, WAY_TRIANGLE_LEVELS = 20 };
#define WAY_TRIANGLE_MARK 0x33727454u
/* A child that is a leaf has this bit. */
#define WAY_TRIANGLE_IS_LEAF 0x80000000u

/* Unused lanes have masks of 0; they come last. */
typedef struct way_triangle_leaf {
    float a[3][WAY_TRIANGLE_FAN], b[3][WAY_TRIANGLE_FAN], c[3][WAY_TRIANGLE_FAN];
    float sides[WAY_TRIANGLE_FAN]; /* -1, 0 or 1 */
    uint32_t masks[WAY_TRIANGLE_FAN], row[WAY_TRIANGLE_FAN];
} way_triangle_leaf;

/* bound[2 * axis] has the low sides, bound[2 * axis + 1] the high sides. `first`, `count` and `depth` are for
   building: the node's triangles, and the number of nodes above it. */
typedef struct way_triangle_node {
    float bound[6][WAY_TRIANGLE_FAN];
    uint32_t child[WAY_TRIANGLE_FAN];
    uint32_t used; /* bit k: child k exists */
    uint32_t first, count, depth, unused[12];
} way_triangle_node;

/* The header, at the beginning of the memory. Nodes and leaves are aligned to 64 bytes. */
struct way_triangle_tree {
    uint32_t mark, unused;
    size_t triangle_count; /* the length of the list, including triangles without effect */
    size_t nodes, leaves;  /* the offsets from the header */
};

static inline const way_triangle_node *way_triangle_nodes(const way_triangle_tree *tree) {
    return (const way_triangle_node *)(const void *)((const char *)tree + tree->nodes);
}

static inline const way_triangle_leaf *way_triangle_leaves(const way_triangle_tree *tree) {
    return (const way_triangle_leaf *)(const void *)((const char *)tree + tree->leaves);
}

/* Are all coordinates at most 1e18? If not, the triangle has no effect. */
int way_may_hit(const way_triangle *triangle);

/* Makes a leaf of at most 16 triangles, whose rows are row[0], row[1], ... */
void way_make_triangle_leaf(const way_triangle *triangles, const uint32_t *row, size_t count,
                            way_triangle_leaf *leaf);

#endif
