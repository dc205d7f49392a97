/* Tests rays against walls, discs and boxes in vectors of floats, with bounds of all rounding errors. One ray can
   be tested against several walls, or several rays against one wall. */
#ifndef WAY_BEAM_LANES_H
#define WAY_BEAM_LANES_H

#include "choose/ray_packets.h"

/* ERROR: an upper bound of the relative error of a sum of a few products. LEAST: an upper bound of errors by
   underflow. */
#define ERROR 0x1p-21f
#define LEAST 0x1p-100f

/* The boxes of a node's children. */
typedef struct node_boxes {
    const float *lo_x, *hi_x, *lo_y, *hi_y;
} node_boxes;

/* A tree of walls or of discs. */
typedef struct forest {
    const way_wall_tree *walls;
    const way_crowd *crowd;
    const way_disc_columns *of;
    uint32_t top;
} forest;

/* Returns the boxes of the children of a node. */
WAY_INLINE node_boxes boxes_of(const forest *in, uint32_t level, uint32_t number) {
    if (in->walls != NULL) {
        const way_wall_boxes *boxes = &way_tree_branch(in->walls, level, number)->boxes;
        return (node_boxes){boxes->lo_x, boxes->hi_x, boxes->lo_y, boxes->hi_y};
    }
    const float *node =
        way_crowd_cells(in->crowd) + in->crowd->node[level - 1] + number * (size_t)NODE_CELLS(2);
    return (node_boxes){node + WAY_LEAF * NODE_LOW, node + WAY_LEAF * NODE_HIGH(2),
                        node + WAY_LEAF * (NODE_LOW + 1), node + WAY_LEAF * (NODE_HIGH(2) + 1)};
}

/* Rays and walls, one per lane. See way_beam. */
typedef struct lane_beams {
    flanes x, y, dx, dy, slack, until, sure;
} lane_beams;

typedef struct lane_walls {
    flanes ax, ay, bx, by, sides;
} lane_walls;

/* For rays without a radius. Let w be the vector from the start to the wall's first end, and e the vector along
   the wall. The ray meets the wall's line at t = (w x e) / (d x e), and the wall if (w x d) / (d x e) is from 0
   to 1. If n is within its error, its sign may be wrong; then the signs of m and k are also wrong. */
WAY_INLINE lane_hits meet_wall_in_lanes(lane_beams b, lane_walls wall) {
    const flanes error = f_set(ERROR), least = f_set(LEAST);
    const flanes wx = f_sub(wall.ax, b.x), wy = f_sub(wall.ay, b.y);
    const flanes ex = f_sub(wall.bx, wall.ax), ey = f_sub(wall.by, wall.ay);
    const flanes n = f_sub(f_mul(b.dx, ey), f_mul(b.dy, ex)), length = f_add(f_abs(ex), f_abs(ey));
    const flanes m = f_flip(f_sub(f_mul(wx, b.dy), f_mul(wy, b.dx)), n);
    const flanes k = f_flip(f_sub(f_mul(wx, ey), f_mul(wy, ex)), n), size = f_abs(n);
    const flanes of_n = f_add(f_mul(length, error), least);
    const flanes of_m = f_add(f_mul(f_add(f_abs(wx), f_abs(wy)), error), f_mul(f_set(2.0f), b.slack));
    const flanes of_k = f_add(f_mul(of_m, length), least);
    const flanes edge = f_add(of_m, f_add(of_n, of_n)), rest = f_sub(size, m);
    const mask behind = m_and(f_lt(k, f_negate(of_k)), f_lt(of_n, size));
    const mask between = m_and(f_le(f_negate(edge), m), f_le(f_negate(edge), rest));
    const flanes first = f_div(f_sub(f_abs(k), of_k), f_add(size, of_n));
    const mask may = m_and(m_andnot(between, behind), f_le(first, b.until));
    const flanes through = f_flip(wall.sides, n);
    const mask is_sure = f_lt(of_n, size), is_back = m_and(is_sure, f_lt(through, f_set(0.0f)));
    const flanes last = f_div(f_add(k, of_k), f_sub(size, of_n));
    const mask must = m_and(m_and(m_and(is_sure, f_le(edge, m)), f_le(edge, rest)),
                            m_and(f_le(of_k, k), f_le(last, b.sure)));
    return (lane_hits){m_andnot(may, is_back), must, first, last};
}

WAY_INLINE lane_walls walls_at(const way_wall_leaf *leaf, int at) {
    return (lane_walls){f_load(leaf->ax + at), f_load(leaf->ay + at), f_load(leaf->bx + at),
                        f_load(leaf->by + at), f_load(leaf->sides + at)};
}

WAY_INLINE mask are_walls(const way_wall_leaf *leaf, int at) {
    return f_le(f_load(leaf->boxes.lo_x + at), f_load(leaf->boxes.hi_x + at));
}

/* Let f be the vector from the start to a centre. The ray enters the disc at t = (f.d - h) / d.d with h^2 = R^2
   d.d - (f x d)^2. */
WAY_INLINE lane_hits meet_disc_in_lanes(lane_beams b, flanes cx, flanes cy, flanes radius) {
    const flanes error = f_set(2.0f * ERROR), zero = f_set(0.0f),
                 square = f_add(f_mul(b.dx, b.dx), f_mul(b.dy, b.dy)), per = f_div(f_set(1.0f), square);
    const flanes fx = f_sub(cx, b.x), fy = f_sub(cy, b.y), R = f_mul(radius, f_sqrt(square));
    const flanes size = f_add(f_add(f_abs(cx), f_abs(cy)), f_add(f_abs(fx), f_abs(fy)));
    const flanes pad = f_add(f_add(f_mul(f_add(size, R), error), f_mul(f_set(2.0f), b.slack)), f_set(LEAST));
    const flanes along = f_add(f_mul(fx, b.dx), f_mul(fy, b.dy)),
                 aside = f_abs(f_sub(f_mul(fx, b.dy), f_mul(fy, b.dx)));
    /* a lower and an upper bound of h; (R - a) (R + a) does not lose digits */
    const flanes less = f_sub(f_sub(R, aside), pad), more = f_add(f_sub(R, aside), pad);
    const flanes small = f_sqrt(f_mul(f_larger(less, zero), f_larger(f_sub(f_add(R, aside), pad), zero))),
                 large = f_sqrt(f_mul(f_larger(more, zero), f_add(f_add(R, aside), pad)));
    const flanes within = f_mul(small, f_set(1.0f - 0x1p-20f));
    const flanes first = f_mul(f_sub(f_sub(along, f_mul(large, f_set(1.0f + 0x1p-20f))), pad), per);
    const flanes until = f_mul(f_add(f_sub(along, within), pad), per);
    const flanes begin = f_larger(zero, f_sub(first, f_mul(f_abs(first), error))),
                 end = f_larger(zero, f_add(until, f_mul(f_abs(until), error)));
    const mask may =
        m_and(m_and(f_le(zero, more), f_le(f_negate(f_add(large, pad)), along)), f_le(begin, b.until));
    const mask must = m_and(m_and(f_lt(zero, less), f_le(f_sub(pad, within), along)), f_le(end, b.sure));
    return (lane_hits){may, must, begin, end};
}

#endif
