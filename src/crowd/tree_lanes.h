/* Descends the tree of a crowd for a chooser, for one instruction set. */
#ifndef WAY_TREE_LANES_H
#define WAY_TREE_LANES_H

#include "crowd/leaf_lanes.h"

/* A walk visits the nodes and leaves for one chooser, from the root down, nearest child first. The walks of
   up to four choosers take turns, one child each, so that prefetched cells arrive while the children of the
   other walks are processed. */
enum { WALKS = 4 };

typedef struct walk {
    sixteen bounds[WAY_LEVELS_MAX];
    size_t node[WAY_LEVELS_MAX];
    way_chooser *c;
    size_t child; /* the next child: a leaf if `level` is 0, otherwise a node of the level below */
    int level;
} walk;

WAY_INLINE void fetch(const float *block, int rows) {
#if defined(__GNUC__)
    for (int k = 0; k < rows; k++)
        __builtin_prefetch(block + WAY_LEAF * k);
#else
    (void)block, (void)rows;
#endif
}

WAY_INLINE const float *leaf_of(const way_crowd *crowd, uint32_t leaf, int dims) {
    return way_crowd_cells(crowd) + crowd->leaf + leaf * (size_t)LEAF_CELLS(dims);
}

WAY_INLINE const float *node_of(const way_crowd *crowd, int level, uint32_t node, int dims) {
    return way_crowd_cells(crowd) + crowd->node[level] + node * (size_t)NODE_CELLS(dims);
}

/* Returns a lower bound of the keys of all candidates in a child's box, correct to the last bit. For
   distances, bound and keys are computed by the same operations, and each of these operations is monotone.
   For times, the bound has a tolerance. The result is 0 if the measure is BY_TURNING, or
   if lengths are too small for the bound on times (see docs/accuracy.md). */
WAY_INLINE double least_key(const way_chooser *c, const float *node, int lane, int dims,
                            way_measure measure) {
    double square = 0.0;
    for (int k = 0; k < dims; k++) {
        const double below = (double)node[WAY_LEAF * (NODE_LOW + k) + lane] - (double)c->place[k],
                     above = (double)c->place[k] - (double)node[WAY_LEAF * (NODE_HIGH(dims) + k) + lane],
                     outside = below > above ? below : above, to = outside > 0.0 ? outside : 0.0;
        square += to * to;
    }
    const double distance = way_sqrt(square);
    if (measure == BY_SQUARE)
        return distance;
    if (measure == TO_LIST)
        return c->list->radius != NULL ? distance - c->list->widest : distance;
    const double weight = (double)node[WAY_LEAF * NODE_WEIGHT(dims) + lane];
    if (measure == BY_DISTANCE)
        return distance * weight;
    const double far = distance - (double)c->reach * (1.0 + 0x1p-16), own = (double)c->pace,
                 pace = (double)node[WAY_LEAF * NODE_PACE(dims) + lane],
                 least = c->reach == 0.0f && pace <= own * (1.0 - 0x1p-10) ? 0x1p-54 : 0x1p-38;
    if (measure == BY_TURNING || c->free_distance >= FLT_MAX || !(far >= least) ||
        (own > 0.0 && !(far * own >= least)))
        return 0.0;
    return far * (1.0 - 0x1p-12) / (own + pace) * weight;
}

/* Is it certain that no candidate of the child is among the best? The limit alone does not tell if many
   candidates have the same cost, for example at one position: the bounds of their boxes are then within the
   limit. There are three cases. First, each candidate costs more than the worst candidate kept. Second, each
   candidate costs the same as the worst candidate, but has a higher row. Third, enough equal candidates have
   lower rows. */
WAY_SELDOM int is_beaten(const way_chooser *c, const way_crowd *crowd, int level, uint32_t child, int dims,
                         way_measure measure) {
    const float *node = node_of(crowd, level, child / WAY_LEAF, dims);
    const int lane = (int)(child % WAY_LEAF);
    const uint32_t lowest = word(node, NODE_LOWEST(dims), lane);
    const float *same = NULL; /* the leaf, if all of its candidates are the same */
    WAY_COUNT_STEP();
    if (way_is_by_moving(measure) && crowd->has_same && node[WAY_LEAF * NODE_SAME(dims) + lane] != 0.0f)
        same = leaf_of(crowd, child << 4 * level, dims);
    if (same != NULL && c->same_leaf != UINT32_MAX && lowest > c->same_row &&
        way_are_same(same, leaf_of(crowd, c->same_leaf, dims), dims))
        return 1;
    if (measure == TO_LIST ? c->list->last == NULL : c->found == 0 || c->found < c->wanted)
        return 0;
    const double worst = measure == TO_LIST ? c->list->last->distance : c->key[c->found - 1];
    const uint32_t row = measure == TO_LIST ? c->list->last->row : c->row[c->found - 1];
    const double least = least_key(c, node, lane, dims, measure);
    if (least > worst)
        return 1;
    if ((measure == TO_LIST || row != c->present) && lowest < row)
        return 0;
    if (least >= worst)
        return 1;
    const uint32_t seat = same != NULL ? word(way_crowd_cells(crowd) + crowd->seat + row, 0, 0) : UINT32_MAX;
    return seat != UINT32_MAX &&
           way_are_same(same, leaf_of(crowd, seat / WAY_LEAF, dims) + seat % WAY_LEAF, dims);
}

WAY_LARGE void enter(walk *w, const way_crowd *crowd, const float *base, int level, size_t node, int dims,
                     way_measure measure) {
    const float *cells = base + crowd->node[level] + node * (size_t)NODE_CELLS(dims);
    WAY_COUNT_STEP();
    w->level = level;
    w->node[level] = node;
    for (int k = 0; k < VECTORS; k++)
        w->bounds[level].of[k] = node_bound(w->c, cells, k, dims, measure);
}

/* For each of up to four choosers, descends from the root to a leaf, always to the nearest child. No branch
   depends on data, so the processor works on all choosers at once. At each level, the bound of the chosen
   child becomes BOUND_NONE. The last bits of a bound hold the number of its child, which can make the bound
   too large by one part in 2^19. */
WAY_LARGE void begin_walks(walk *walks, way_chooser *const *choosers, int count, const way_crowd *crowd,
                           int dims, way_measure measure) {
    const float *base = way_crowd_cells(crowd);
    for (int k = 0; k < count; k++) {
        walks[k].c = choosers[k];
        walks[k].child = 0;
        choosers[k]->same_leaf = UINT32_MAX;
    }
    for (int level = (int)crowd->levels - 1; level >= 0; level--)
        for (int k = 0; k < count; k++) {
            walk *w = &walks[k];
            enter(w, crowd, base, level, w->child, dims, measure);
            const float least = sixteen_least(&w->bounds[level]);
            w->child = WAY_LEAF * w->child + (size_t)number_of(least);
            sixteen_drop(&w->bounds[level], least, BOUND_NONE);
        }
}

#endif
