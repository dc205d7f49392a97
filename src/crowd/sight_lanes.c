/* Tests sixteen walls at a time whether they cut a line of sight, for one instruction set. Walls that may cut
   the line are decided in plain C. */
#include "crowd/shadow_lanes.h"

#if !WAY_TABLES_HERE
typedef int way_sight_lanes_are_in_another_unit;
#else

/* Does one of these walls cut the line? `bits` has a bit for each wall that may cut it. */
WAY_SELDOM int decide_cuts(const way_line *line, const float *numbers, unsigned bits) {
    for (; bits != 0; bits &= bits - 1)
        if (way_cuts(line, &line->walls[way_cell_bits(numbers + lowest_of(bits))]))
            return 1;
    return 0;
}

/* Prepares the stored walls, whose ends are in the arrays. */
static void prepare_kept(way_sight *s, float x, float y) {
    for (int at = 0; at < s->count; at += LANES) {
        const walls_seen w = walls_from(x, y, f_load(s->near_walls->wx + at), f_load(s->near_walls->wy + at),
                                        f_load(s->near_walls->ex + at), f_load(s->near_walls->ey + at),
                                        f_load(s->near_walls->sides + at));
        f_store(s->near_walls->wx + at, w.wx);
        f_store(s->near_walls->wy + at, w.wy);
        f_store(s->near_walls->ex + at, w.ex);
        f_store(s->near_walls->ey + at, w.ey);
        f_store(s->near_walls->k + at, w.k);
        f_store(s->near_walls->of_k + at, w.of_k);
    }
}

static int cut_by_kept(const way_sight *s, const way_line *line) {
    const flanes dx = f_set(line->d[0]), dy = f_set(line->d[1]);
    for (int at = 0; at < s->count; at += LANES) {
        const walls_seen w = walls_kept(s, at);
        mask certain;
        const unsigned bits = m_bits(test_walls(&w, dx, dy, &certain));
        if (bits != 0 && (m_any(certain) || decide_cuts(line, s->near_walls->number + at, bits)))
            return 1;
    }
    return 0;
}

/* The shadow of a wall is convex, so a box is hidden if its four corners are in the shadow of one wall. */
static int hides(const way_sight *s, float x, float y, const way_box *box) {
    const flanes x0 = f_sub(f_set(box->low[0]), f_set(x)), x1 = f_sub(f_set(box->high[0]), f_set(x)),
                 y0 = f_sub(f_set(box->low[1]), f_set(y)), y1 = f_sub(f_set(box->high[1]), f_set(y));
    for (int at = 0; at < s->count; at += LANES) {
        const walls_seen w = walls_kept(s, at);
        mask a, b, c, d;
        test_walls(&w, x0, y0, &a);
        test_walls(&w, x1, y1, &b);
        if (!m_any(m_and(a, b)))
            continue;
        test_walls(&w, x0, y1, &c);
        test_walls(&w, x1, y0, &d);
        if (m_any(m_and(m_and(a, b), m_and(c, d))))
            return 1;
    }
    return 0;
}

/* Trees -------------------------------------------------------------------------------------------------- */

/* Returns the bits of the boxes that overlap this box. Boxes without walls are NaN. */
WAY_INLINE unsigned overlapping(const way_wall_boxes *boxes, const way_box *box) {
    unsigned bits = 0;
    for (int k = 0; k < VECTORS; k++) {
        const int at = LANES * k;
        const mask across = m_and(f_le(f_load(boxes->lo_x + at), f_set(box->high[0])),
                                  f_le(f_set(box->low[0]), f_load(boxes->hi_x + at))),
                   along = m_and(f_le(f_load(boxes->lo_y + at), f_set(box->high[1])),
                                 f_le(f_set(box->low[1]), f_load(boxes->hi_y + at)));
        bits |= m_bits(m_and(across, along)) << at;
    }
    return bits;
}

/* Returns a bit for each box that the straight line through p and q crosses. */
WAY_INLINE unsigned astride(const way_wall_boxes *boxes, const way_line *line) {
    const flanes dx = f_set(line->d[0]), dy = f_set(line->d[1]), half = f_set(0.5f);
    unsigned bits = 0;
    for (int k = 0; k < VECTORS; k++) {
        const int at = LANES * k;
        const flanes lo_x = f_sub(f_load(boxes->lo_x + at), f_set(line->at[0])),
                     hi_x = f_sub(f_load(boxes->hi_x + at), f_set(line->at[0])),
                     lo_y = f_sub(f_load(boxes->lo_y + at), f_set(line->at[1])),
                     hi_y = f_sub(f_load(boxes->hi_y + at), f_set(line->at[1]));
        const flanes x = f_mul(f_add(lo_x, hi_x), half), y = f_mul(f_add(lo_y, hi_y), half),
                     wide = f_mul(f_sub(hi_x, lo_x), half), high = f_mul(f_sub(hi_y, lo_y), half);
        const flanes off = f_abs(f_sub(f_mul(x, dy), f_mul(y, dx)));
        const flanes size =
            f_mul(f_add(f_add(f_abs(x), f_abs(y)), f_add(wide, high)), f_add(f_abs(dx), f_abs(dy)));
        const flanes reach = f_add(f_mul(wide, f_abs(dy)), f_mul(high, f_abs(dx)));
        const flanes most = f_add(f_add(reach, f_mul(size, f_set(SUM_ERROR))), f_set(SUM_LEAST));
        bits |= m_bits(f_le(off, most)) << at;
    }
    return bits;
}

/* Stores the walls of a leaf that are in this box. Returns 0 if there are too many. */
WAY_INLINE int keep_leaf(way_sight *s, const way_wall_leaf *leaf, const way_box *box) {
    const unsigned all = overlapping(&leaf->boxes, box);
    for (int at = 0; at < WAY_LEAF; at += LANES) {
        const unsigned bits = all >> at & ((1u << LANES) - 1);
        f_pack(s->near_walls->wx + s->count, f_load(leaf->ax + at), bits);
        f_pack(s->near_walls->wy + s->count, f_load(leaf->ay + at), bits);
        f_pack(s->near_walls->ex + s->count, f_load(leaf->bx + at), bits);
        f_pack(s->near_walls->ey + s->count, f_load(leaf->by + at), bits);
        f_pack(s->near_walls->sides + s->count, f_load(leaf->sides + at), bits);
        f_pack(s->near_walls->number + s->count, f_load((const float *)(const void *)leaf->number + at),
               bits);
        s->count += (int)count_of(bits);
    }
    if (s->count <= WAY_NEAR_WALLS)
        return 1;
    s->count = WAY_NEAR_WALLS;
    return 0;
}

WAY_INLINE int cut_by_leaf(const way_line *line, const way_wall_leaf *leaf) {
    const flanes dx = f_set(line->d[0]), dy = f_set(line->d[1]);
    const unsigned near = overlapping(&leaf->boxes, &line->extent);
    for (int at = 0; near != 0 && at < WAY_LEAF; at += LANES) {
        const walls_seen w =
            walls_from(line->at[0], line->at[1], f_load(leaf->ax + at), f_load(leaf->ay + at),
                       f_load(leaf->bx + at), f_load(leaf->by + at), f_load(leaf->sides + at));
        mask certain;
        const unsigned bits = m_bits(test_walls(&w, dx, dy, &certain)) & near >> at;
        if (bits != 0 && ((m_bits(certain) & bits) != 0 ||
                          decide_cuts(line, (const float *)(const void *)leaf->number + at, bits)))
            return 1;
    }
    return 0;
}

/* Visits all leaves of the tree in a box. If `keeps` is 0, tests their walls, and returns 1 as soon as one
   cuts the line. Otherwise stores the walls, and returns 1 as soon as one does not fit. */
WAY_INLINE int walk_walls(const way_wall_tree *tree, const way_box *box, int keeps, const way_line *line,
                          way_sight *to) {
    struct {
        size_t node;
        unsigned left;
    } at[WAY_TREE_LEVELS];
    const uint32_t top = tree->levels - 1;
    uint32_t level = top;
    size_t node = 0;
    for (int enters = 1;;) {
        if (enters) {
            const way_wall_boxes *boxes = &way_tree_branch(tree, level, node)->boxes;
            at[level].node = node;
            at[level].left = overlapping(boxes, box);
            if (!keeps && at[level].left != 0)
                at[level].left &= astride(boxes, line);
            enters = 0;
        }
        if (at[level].left == 0) {
            if (level++ == top)
                return 0;
            continue;
        }
        node = WAY_TREE_FAN * at[level].node + (size_t)lowest_of(at[level].left);
        at[level].left &= at[level].left - 1;
        if (level > 1) {
            level--;
            enters = 1;
        } else if (keeps ? !keep_leaf(to, way_tree_leaf(tree, node), box)
                         : cut_by_leaf(line, way_tree_leaf(tree, node)))
            return 1;
    }
}

static int keep_walls(way_sight *s, const way_box *box) {
    s->count = 0;
    return !walk_walls(s->tree, box, 1, NULL, s);
}

static int cut_by_tree(const way_wall_tree *tree, const way_line *line) {
    return walk_walls(tree, &line->extent, 0, line, NULL);
}

const way_sight_lanes WAY_JOIN(way_sight_lanes, WAY_ISA) = {
    .keep_walls = keep_walls,
    .prepare_kept = prepare_kept,
    .cut_by_kept = cut_by_kept,
    .cut_by_tree = cut_by_tree,
    .hides = hides,
};

#endif
