/* Computes bounds of the costs of sixteen candidates or boxes at a time, and evaluates single candidates, for
   one instruction set. A chooser's `limit` is the cost of the worst candidate kept so far, plus a margin for
   rounding errors. So a candidate whose bound is above the limit costs more than that worst candidate (proof
   in docs/accuracy.md, "Choosing"). The bound of a box is computed by the same steps as the bound of a
   candidate. Each step is an IEEE operation, which is monotone even after rounding. So the bound of a box is
   never above the bound of a candidate in the box, not even in the last bit. */
#ifndef WAY_LEAF_LANES_H
#define WAY_LEAF_LANES_H

#include "crowd/search.h"
#include "crowd/shadow_lanes.h"
#include "lanes/sixteen.h"
#include "lanes/vectors.h"

/* A test counts the boxes and leaves that a search reads. */
#if !defined(WAY_COUNT_STEP)
#define WAY_COUNT_STEP() ((void)0)
#endif

/* Loads vector number `vector` of a row of a leaf or a node. */
WAY_INLINE flanes cells(const float *block, int row, int vector) {
    return f_load(block + WAY_LEAF * row + LANES * vector);
}

WAY_INLINE ilanes words(const float *block, int row, int vector) {
    return i_load(block + WAY_LEAF * row + LANES * vector);
}

WAY_INLINE uint32_t word(const float *block, int row, int lane) {
    return way_cell_bits(block + WAY_LEAF * row + lane);
}

/* Returns the candidates' positions relative to the chooser. */
WAY_INLINE vector way_to_leaf(const way_chooser *c, const float *leaf, int vector, int dims) {
    struct vector to = vector_none();
    to.x = f_sub(cells(leaf, LEAF_PLACE, vector), f_set(c->place[0]));
    to.y = f_sub(cells(leaf, LEAF_PLACE + 1, vector), f_set(c->place[1]));
    if (dims == 3)
        to.z = f_sub(cells(leaf, LEAF_PLACE + 2, vector), f_set(c->place[2]));
    return to;
}

/* The lower and upper corners of a vector of boxes, relative to the chooser. */
typedef struct corners {
    vector low, high;
} corners;

WAY_INLINE corners way_to_boxes(const way_chooser *c, const float *node, int vector, int dims) {
    corners to = {vector_none(), vector_none()};
    to.low.x = f_sub(cells(node, NODE_LOW, vector), f_set(c->place[0]));
    to.low.y = f_sub(cells(node, NODE_LOW + 1, vector), f_set(c->place[1]));
    to.high.x = f_sub(cells(node, NODE_HIGH(dims), vector), f_set(c->place[0]));
    to.high.y = f_sub(cells(node, NODE_HIGH(dims) + 1, vector), f_set(c->place[1]));
    if (dims == 3) {
        to.low.z = f_sub(cells(node, NODE_LOW + 2, vector), f_set(c->place[2]));
        to.high.z = f_sub(cells(node, NODE_HIGH(dims) + 2, vector), f_set(c->place[2]));
    }
    return to;
}

WAY_INLINE flanes gap_to_box(flanes low, flanes high) { return max0(f_larger(low, f_negate(high))); }
WAY_INLINE flanes farthest_of(flanes low, flanes high) { return f_larger(f_negate(low), high); }

WAY_INLINE vector corners_nearest(corners to, int dims) {
    return (vector){gap_to_box(to.low.x, to.high.x), gap_to_box(to.low.y, to.high.y),
                    dims == 3 ? gap_to_box(to.low.z, to.high.z) : to.low.z};
}

WAY_INLINE vector corners_farthest(corners to, int dims) {
    return (vector){farthest_of(to.low.x, to.high.x), farthest_of(to.low.y, to.high.y),
                    dims == 3 ? farthest_of(to.low.z, to.high.z) : to.low.z};
}

/* Returns the largest component along `facing` that a position in the box can have. */
WAY_INLINE flanes corners_ahead(corners to, vector facing, int dims) {
    flanes ahead = f_add(f_larger(f_mul(to.low.x, facing.x), f_mul(to.high.x, facing.x)),
                         f_larger(f_mul(to.low.y, facing.y), f_mul(to.high.y, facing.y)));
    if (dims == 3)
        ahead = f_add(ahead, f_larger(f_mul(to.low.z, facing.z), f_mul(to.high.z, facing.z)));
    return ahead;
}

WAY_INLINE vector heading_of(const way_chooser *c) {
    return (vector){f_set(c->heading[0]), f_set(c->heading[1]), f_set(c->heading[2])};
}

/* Is the candidate outside of the arc? `ahead` is its distance times the cosine of the angle between its
   direction and the facing. Because of the small constant, a candidate at a distance of nearly zero is never
   outside. */
WAY_INLINE mask is_aside(const way_chooser *c, flanes ahead, flanes square) {
    return f_lt(f_add(ahead, f_set(0x1p-40f)), f_mul(f_set(c->arc_less), f_sqrt(square)));
}

/* Returns a lower bound on the cost. `least` is a lower bound on the time or the distance. `open` has the
   lanes whose candidates have passed all tests so far. In all other lanes the bound is BOUND_NONE. */
WAY_INLINE flanes bound_of(flanes least, flanes weight, mask open, int vector) {
    least = f_mul(f_smaller(least, f_set(BOUND_MOST)), weight);
    return numbered(f_select(open, f_smaller(least, f_set(BOUND_MOST)), f_set(BOUND_NONE)), vector);
}

/* Returns a lower bound on the cost at this squared distance. For a box, `weight` is the least weight and
   `pace` the highest pace of its candidates. */
WAY_INLINE flanes bound(const way_chooser *c, flanes square, flanes weight, flanes pace, mask open,
                        int vector, way_measure measure) {
    if (way_is_by_square(measure))
        return numbered(f_select(open, f_smaller(square, f_set(BOUND_MOST)), f_set(BOUND_NONE)), vector);
    flanes far = max0(f_sub(f_sqrt(square), f_set(c->free_distance)));
    open = m_and(open, f_le(square, f_set(c->farthest)));
    if (way_is_by_moving(measure)) {
        flanes time = f_div(far, f_add(f_set(c->pace), pace)); /* a candidate's pace is never 0 */
        open = m_and(open, f_le(time, f_set(c->latest)));
        far = time;
    }
    return bound_of(far, weight, open, vector);
}

WAY_INLINE flanes node_bound(const way_chooser *c, const float *node, int vector, int dims,
                             way_measure measure) {
    const corners to = way_to_boxes(c, node, vector, dims);
    const struct vector near = corners_nearest(to, dims);
    flanes square = vector_dot(near, near, dims);
    mask open = f_le(square, f_set(WITHIN));
    if (c->is_masked)
        open = m_andnot(open, i_apart(words(node, NODE_MASK(dims), vector), i_set((int32_t)c->sides)));
    if (c->is_ranged) {
        const struct vector far = corners_farthest(to, dims);
        open = m_and(open, f_le(f_set(c->nearest), vector_dot(far, far, dims)));
    }
    if (c->is_arced && c->arc_less > 0.0f)
        open = m_andnot(open, is_aside(c, corners_ahead(to, heading_of(c), dims), square));
    return bound(c, square, cells(node, NODE_WEIGHT(dims), vector), cells(node, NODE_PACE(dims), vector),
                 open, vector, measure);
}

/* Evaluation of one candidate, in double, as choose.h describes ------------------------------------------ */

/* Is a candidate with this key and row better than the j-th best? If the keys are equal, the lower row is
   better. The present target is evaluated before all other candidates, and at equal keys it is better. */
WAY_INLINE int is_better(const way_chooser *c, double key, uint32_t row, int j) {
    if (key != c->key[j])
        return key < c->key[j];
    return c->row[j] != c->present && row < c->row[j];
}

WAY_LARGE void keep(way_chooser *c, double cost, uint32_t row, way_measure measure) {
    const double key = row == c->present ? cost - (double)c->bonus : cost;
    int j = c->found;
    if (j == c->wanted) {
        if (!is_better(c, key, row, j - 1))
            return;
        j--;
    } else
        c->found++;
    for (; j > 0 && is_better(c, key, row, j - 1); j--) {
        c->key[j] = c->key[j - 1];
        c->cost[j] = c->cost[j - 1];
        c->seen[j] = c->seen[j - 1];
        c->row[j] = c->row[j - 1];
    }
    c->key[j] = key;
    c->cost[j] = (float)cost;
    c->seen[j] = c->share;
    c->row[j] = row;
    if (c->found == c->wanted)
        c->limit = way_search_limit(c, measure, c->key[c->found - 1]);
}

/* Does the candidate pass all conditions except those on time? */
WAY_INLINE int passes(const way_chooser *c, const float *leaf, int lane, double *distance, int dims,
                      way_measure measure) {
    const uint32_t row = word(leaf, LEAF_ROW(dims), lane);
    if (row == c->self || (row == c->present && c->skips_present))
        return 0;
    if (way_is_by_moving(measure) && !c->is_ranged && !c->is_arced)
        return 1;
    double square = 0.0, ahead = 0.0;
    for (int k = 0; k < dims; k++) {
        const double to = (double)leaf[WAY_LEAF * (LEAF_PLACE + k) + lane] - (double)c->place[k];
        square += to * to;
        ahead += to * (double)c->facing[k];
    }
    *distance = way_sqrt(square);
    if (c->is_ranged && !((double)c->from <= *distance && *distance <= (double)c->to))
        return 0;
    return !c->is_arced || ahead >= (double)c->arc * (*distance * c->facing_length);
}

/* Does the chooser see the candidate? Sets `share`. Usually the stored walls around the chooser are enough to
   decide this. */
WAY_OUT_OF_LINE int sees(way_chooser *c, const float *leaf, int lane) {
    const way_sight *s = c->view;
    if (s->of == c && s->points == 1) {
        const float x = leaf[WAY_LEAF * LEAF_PLACE + lane] - c->place[0],
                    y = leaf[WAY_LEAF * (LEAF_PLACE + 1) + lane] - c->place[1];
        const int is_known = fabsf(x) <= s->known && fabsf(y) <= s->known;
        const way_shade shade = is_known ? shade_of_kept(s, x, y) : SHADE_UNDECIDED;
        c->share = 1.0f;
        if (shade != SHADE_UNDECIDED)
            return shade == SHADE_NONE;
    }
    c->share = way_share_seen(c, leaf + WAY_LEAF * LEAF_PLACE + lane, word(leaf, LEAF_ROW(2), lane));
    return c->share > 0.0f;
}

/* Would a candidate with this cost be kept? */
WAY_INLINE int may_keep(const way_chooser *c, double cost, uint32_t row) {
    const double key = row == c->present ? cost - (double)c->bonus : cost;
    return c->found < c->wanted || is_better(c, key, row, c->wanted - 1);
}

WAY_INLINE void judge(way_chooser *c, const float *leaf, int lane, float time, int dims,
                      way_measure measure) {
    const uint32_t row = word(leaf, LEAF_ROW(dims), lane);
    double cost = 0.0;
    if (!passes(c, leaf, lane, &cost, dims, measure))
        return;
    if (measure == BY_TIME)
        cost = (double)time;
    if (measure != BY_SQUARE && measure != TO_LIST)
        cost *= (double)leaf[WAY_LEAF * LEAF_WEIGHT(dims) + lane];
    if (dims == 2 && c->view != NULL &&
        !((measure == TO_LIST ? way_may_gather(c, cost, row) : may_keep(c, cost, row)) &&
          sees(c, leaf, lane)))
        return;
    if (measure == TO_LIST) {
        float square = 0.0f;
        for (int k = 0; k < dims; k++) {
            const float to = leaf[WAY_LEAF * (LEAF_PLACE + k) + lane] - c->place[k];
            square += to * to;
        }
        way_gather(c, cost, square, row);
        return;
    }
    keep(c, cost, row, measure);
}

#endif
