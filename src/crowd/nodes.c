/* Writes the leaves and nodes of a crowd from sorted candidates. */
#include <float.h>
#include <string.h>

#include "crowd/candidates.h"

void way_make_leaf(const float *from, int dims, const int *row, int rows, const uint32_t *ids, uint32_t count,
                   float *leaf, uint32_t *seat, uint32_t first) {
    const float *of[WAY_LEAF]; /* for each candidate, its cell in row 0 */
    for (uint32_t j = 0; j < WAY_LEAF; j++)
        of[j] = way_loaded_cell(from, dims, ids[j < count ? j : count - 1], 0);
    for (int k = 0; k < rows; k++)
        for (uint32_t j = 0; j < WAY_LEAF; j++)
            memcpy(leaf + WAY_LEAF * row[k] + j, of[j] + WAY_LEAF * row[k], 4);
    for (uint32_t j = 0; j < count; j++)
        seat[ids[j]] = first + j;
    memset(leaf + WAY_LEAF * LEAF_ROW(dims), 0xff, 4 * WAY_LEAF);
    memcpy(leaf + WAY_LEAF * LEAF_ROW(dims), ids, 4 * (size_t)count);
}

typedef enum fold { LEAST, MOST, ANY } fold;

/* Returns the least or the largest of sixteen cells. The compiler turns each loop into one or two vectors. */
static float folded(const float *row, fold by) {
    float of8[8], of4[4];
    for (int j = 0; j < 8; j++)
        of8[j] = (by == LEAST) == (row[j] < row[j + 8]) ? row[j] : row[j + 8];
    for (int j = 0; j < 4; j++)
        of4[j] = (by == LEAST) == (of8[j] < of8[j + 4]) ? of8[j] : of8[j + 4];
    const float a = (by == LEAST) == (of4[0] < of4[2]) ? of4[0] : of4[2],
                b = (by == LEAST) == (of4[1] < of4[3]) ? of4[1] : of4[3];
    return (by == LEAST) == (a < b) ? a : b;
}

static uint32_t any_bits(const float *row) {
    uint32_t some[WAY_LEAF], any = 0;
    memcpy(some, row, sizeof some);
    for (int j = 0; j < WAY_LEAF; j++)
        any |= some[j];
    return any;
}

static uint32_t lowest_word(const float *row) {
    uint32_t each[WAY_LEAF], lowest = UINT32_MAX;
    memcpy(each, row, sizeof each);
    for (int j = 0; j < WAY_LEAF; j++)
        lowest = each[j] < lowest ? each[j] : lowest;
    return lowest;
}

/* Do all candidates below a child have the same position, weight and velocity? The child is leaf `number` if
   `level` is 0, otherwise node `number` of the level below. Returns 0 for a leaf that is not full. */
static int is_same(const way_crowd *crowd, const float *base, const float *child, uint32_t number,
                   int level) {
    const int dims = (int)crowd->dims;
    const float *leaf = base + crowd->leaf + ((uint64_t)number << 4 * level) * (uint64_t)LEAF_CELLS(dims);
    int same = 1;
    for (int j = 0; same && j < WAY_LEAF; j++) {
        if (level == 0)
            same = way_cell_bits(leaf + WAY_LEAF * LEAF_ROW(dims) + j) != UINT32_MAX &&
                   way_are_same(leaf + j, leaf, dims);
        else if (way_cell_bits(child + WAY_LEAF * NODE_LOWEST(dims) + j) != UINT32_MAX)
            same = child[WAY_LEAF * NODE_SAME(dims) + j] != 0.0f &&
                   way_are_same(leaf + ((uint64_t)j << 4 * (level - 1)) * (uint64_t)LEAF_CELLS(dims), leaf,
                                dims);
    }
    return same;
}

/* Which rows of a leaf or a node are read to compute the entry of its parent. A negative number stands for a
   row that does not exist. In a leaf, `low` and `high` are the same row. */
typedef struct child_rows {
    int low, high, mask, weight, pace, lowest;
} child_rows;

static void make_child(float *node, uint32_t child, int dims, const float *of, const child_rows *row,
                       int same) {
    float *to = node + child / WAY_LEAF * (size_t)NODE_CELLS(dims) + child % WAY_LEAF;
    for (int k = 0; k < dims; k++) {
        to[WAY_LEAF * (NODE_LOW + k)] = folded(of + WAY_LEAF * (row->low + k), LEAST);
        to[WAY_LEAF * (NODE_HIGH(dims) + k)] = folded(of + WAY_LEAF * (row->high + k), MOST);
    }
    if (row->mask >= 0) {
        const uint32_t any = any_bits(of + WAY_LEAF * row->mask);
        memcpy(to + WAY_LEAF * NODE_MASK(dims), &any, 4);
    }
    if (row->weight >= 0)
        to[WAY_LEAF * NODE_WEIGHT(dims)] = folded(of + WAY_LEAF * row->weight, LEAST);
    if (row->pace >= 0)
        to[WAY_LEAF * NODE_PACE(dims)] = folded(of + WAY_LEAF * row->pace, MOST);
    const uint32_t lowest = lowest_word(of + WAY_LEAF * row->lowest);
    memcpy(to + WAY_LEAF * NODE_LOWEST(dims), &lowest, 4);
    to[WAY_LEAF * NODE_SAME(dims)] = same ? 1.0f : 0.0f;
}

/* Writes an entry for a missing child, which has no effect on minima, maxima and unions. */
static void make_empty(float *node, uint32_t child, int dims) {
    float *to = node + child / WAY_LEAF * (size_t)NODE_CELLS(dims) + child % WAY_LEAF;
    for (int k = 0; k < NODE_ROWS(dims); k++)
        to[WAY_LEAF * k] = k < NODE_HIGH(dims) || k == NODE_WEIGHT(dims) ? FLT_MAX
                           : k < NODE_MASK(dims)                         ? -FLT_MAX
                                                                         : 0.0f;
    memset(to + WAY_LEAF * NODE_LOWEST(dims), 0xff, 4);
}

void way_make_nodes(way_crowd *crowd, float *base, uint64_t at) {
    const int dims = (int)crowd->dims;
    const int is_weighted = crowd->is_weighted || crowd->has_course;
    const child_rows of_leaf = {LEAF_PLACE,
                                LEAF_PLACE,
                                crowd->is_masked ? LEAF_MASK(dims) : -1,
                                is_weighted ? LEAF_WEIGHT(dims) : -1,
                                crowd->has_course ? LEAF_PACE(dims) : -1,
                                LEAF_ROW(dims)},
                     of_node = {NODE_LOW,
                                NODE_HIGH(dims),
                                crowd->is_masked ? NODE_MASK(dims) : -1,
                                is_weighted ? NODE_WEIGHT(dims) : -1,
                                crowd->has_course ? NODE_PACE(dims) : -1,
                                NODE_LOWEST(dims)};
    uint32_t children = crowd->leaves;
    const float *below = base + crowd->leaf;
    for (crowd->levels = 0; crowd->levels == 0 || children > 1; crowd->levels++) {
        const uint32_t nodes = (children + WAY_LEAF - 1) / WAY_LEAF;
        float *node = base + at;
        const size_t cells = crowd->levels == 0 ? (size_t)LEAF_CELLS(dims) : (size_t)NODE_CELLS(dims);
        for (uint32_t k = 0; k < children; k++) {
            const float *child = below + k * cells;
            const int same = crowd->has_course && is_same(crowd, base, child, k, (int)crowd->levels);
            crowd->has_same |= (uint32_t)same;
            make_child(node, k, dims, child, crowd->levels == 0 ? &of_leaf : &of_node, same);
        }
        for (uint32_t k = children; k < nodes * WAY_LEAF; k++)
            make_empty(node, k, dims);
        crowd->node[crowd->levels] = at;
        at += nodes * (uint64_t)NODE_CELLS(dims);
        below = node;
        children = nodes;
    }
}

/* Worlds ------------------------------------------------------------------------------------------------ */

const way_world *way_find_world(const way_crowd *crowd, uint32_t world) {
    const way_world *all = (const way_world *)(const void *)(way_crowd_cells(crowd) + crowd->world);
    uint64_t low = 0, high = crowd->worlds;
    if (high == 0)
        return NULL;
    const uint32_t guess = world - all[0].world; /* this guess is right if the world numbers have no gaps */
    if (guess < high && all[guess].world == world)
        return &all[guess];
    while (low < high) {
        const uint64_t middle = (low + high) / 2;
        if (all[middle].world < world)
            low = middle + 1;
        else
            high = middle;
    }
    return low < crowd->worlds && all[low].world == world ? &all[low] : NULL;
}

void way_tree_of_world(const way_crowd *crowd, const way_world *world, way_crowd *tree) {
    const int dims = (int)crowd->dims;
    *tree = *crowd;
    tree->cells = (uintptr_t)way_crowd_cells(crowd) - (uintptr_t)tree;
    tree->leaf = crowd->leaf + world->leaf * (uint64_t)LEAF_CELLS(dims);
    tree->leaves = way_leaves_of(world->count);
    uint64_t at = crowd->world_nodes + world->first * (uint64_t)NODE_CELLS(dims);
    uint32_t nodes = tree->leaves;
    for (tree->levels = 0; tree->levels == 0 || nodes > 1; tree->levels++) {
        nodes = way_leaves_of(nodes);
        tree->node[tree->levels] = at;
        at += nodes * (uint64_t)NODE_CELLS(dims);
    }
}
