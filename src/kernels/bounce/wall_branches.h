/* Finds the walls of a tree that a ball comes near. Balls are processed one at a time, and each lane tests
   one box against this ball. */
#ifndef WAY_WALL_BRANCHES_H
#define WAY_WALL_BRANCHES_H

#include "kernels/bounce/wall_list.h"

/* Returns the boxes of a branch that the ball of lane l may reach, one bit per box. Boxes are tested along
   the axes and along the ball's path. */
WAY_INLINE unsigned try_boxes(const wall_search *s, int l, const way_wall_boxes *boxes) {
    const lane_of_way way = way_of_lane(s, l);
    const flanes half = f_mul(way.half, f_set(1 + 0x1p-10f));
    unsigned bits = 0;
    for (int k = 0; k < WAY_TREE_FAN; k += LANES) {
        flanes lo_x = f_load(boxes->lo_x + k), hi_x = f_load(boxes->hi_x + k);
        flanes lo_y = f_load(boxes->lo_y + k), hi_y = f_load(boxes->hi_y + k);
        mask near = comes_to(way, lo_x, hi_x, lo_y, hi_y);
        flanes p = f_mul(f_sub(lo_x, way.x), way.uy), q = f_mul(f_sub(hi_x, way.x), way.uy);
        flanes v = f_mul(f_sub(lo_y, way.y), way.ux), w = f_mul(f_sub(hi_y, way.y), way.ux);
        flanes least = f_sub(f_smaller(p, q), f_larger(v, w)), most = f_sub(f_larger(p, q), f_smaller(v, w));
        near = m_and(near, m_and(f_le(least, half), f_le(f_negate(half), most)));
        bits |= m_bits(near) << k;
    }
    return bits;
}

WAY_INLINE void try_leaf(wall_search *s, int l, const way_wall_leaf *leaf) {
    const lane_of_way w = way_of_lane(s, l);
    int32_t count = s->count[l];
    for (int k = 0; k < WAY_TREE_FAN; k += LANES) {
        const way_wall_boxes *boxes = &leaf->boxes;
        mask near = comes_to(w, f_load(boxes->lo_x + k), f_load(boxes->hi_x + k), f_load(boxes->lo_y + k),
                             f_load(boxes->hi_y + k));
        if (!m_any(near))
            continue;
        wall_row r = row_between(f_load(leaf->ax + k), f_load(leaf->ay + k), f_load(leaf->bx + k),
                                 f_load(leaf->by + k));
        for (unsigned bits = m_bits(m_and(near, comes_near(w, r))); bits != 0; bits &= bits - 1)
            s->found[count++][l] = leaf->number[k + (int)lowest_bit(bits)];
    }
    s->count[l] = count;
}

/* Moves bit k to bit k ^ order; order is 0, 3, 12 or 15. */
WAY_INLINE unsigned reorder(unsigned bits, unsigned order) {
    if (order & 3) {
        bits = (bits & 0x5555) << 1 | (bits >> 1 & 0x5555);
        bits = (bits & 0x3333) << 2 | (bits >> 2 & 0x3333);
    }
    if (order & 12) {
        bits = (bits & 0x0f0f) << 4 | (bits >> 4 & 0x0f0f);
        bits = (bits & 0x00ff) << 8 | (bits >> 8 & 0x00ff);
    }
    return bits;
}

WAY_INLINE void look_at_branch(wall_search *s, int l, uint32_t level, uint32_t node) {
    const way_wall_branch *branch = way_tree_branch(s->tree, level, node);
    s->node[l] = node;
    s->left[level][l] = (uint16_t)reorder(try_boxes(s, l, &branch->boxes), branch->order[s->towards[l]]);
}

/* Continues the search of lane l's ball until it has found enough walls. Node i is a child of node i / 16. */
WAY_INLINE void try_tree(wall_search *s, int l) {
    const way_wall_tree *tree = s->tree;
    uint32_t level = s->level[l];
    if (level == ROOT_AHEAD) {
        level = tree->levels - 1;
        look_at_branch(s, l, level, 0);
    }
    while (level < tree->levels && s->count[l] < ENOUGH_FOUND) {
        const unsigned left = s->left[level][l];
        if (left == 0) {
            level++;
            s->node[l] /= WAY_TREE_FAN;
            continue;
        }
        const uint32_t node = s->node[l];
        const uint32_t order = way_tree_branch(tree, level, node)->order[s->towards[l]];
        const uint32_t below = WAY_TREE_FAN * node + (lowest_bit(left) ^ order);
        s->left[level][l] = (uint16_t)(left & (left - 1));
        if (level == 1)
            try_leaf(s, l, way_tree_leaf(tree, below));
        else
            look_at_branch(s, l, --level, below);
    }
    s->level[l] = level;
}

#endif
