/* The candidates around a chooser, for one instruction set: sixteen at a time, in the grid or in leaves of
   the tree. */
#ifndef WAY_AROUND_LANES_H
#define WAY_AROUND_LANES_H

#include "crowd/tree_lanes.h"

/* Reads candidates by their positions in the order of the crowd: from the arrays of the grid if `in_grid` is
   set, otherwise from the leaves of the tree. */
typedef struct cells_of {
    const way_crowd *crowd;
    int dims, in_grid;
    const float *x, *y, *row, *mask; /* arrays of the grid */
} cells_of;

WAY_INLINE cells_of cells_in(const way_crowd *crowd, int dims, int in_grid) {
    const float *base = way_crowd_cells(crowd);
    const way_grid *grid = &crowd->grid;
    cells_of of = {crowd, dims, in_grid, NULL, NULL, NULL, NULL};
    if (in_grid) {
        of.x = base + grid->place[0];
        of.y = base + grid->place[1];
        of.row = base + grid->row;
        of.mask = base + grid->masks;
    }
    return of;
}

/* The candidates around a chooser, as spans of positions. In the grid, a span is a row of neighbouring
   squares; in the tree, it is a leaf. */
typedef struct around {
    cells_of cells;
    float within; /* the spans hold all candidates up to this squared distance */
    uint32_t spans;
    const float *leaf; /* only in the tree: the numbers of the leaves */
    /* Only in the grid. `begin` points to the first square's entry in way_grid's `begin`. A span has `width`
       squares, and a row of the grid has `across` squares. */
    const uint32_t *begin;
    uint32_t width, across;
} around;

/* The sixteen positions that are compared now, from `at` on. Positions from `end` on are not in the span.
   `next` is the number of the span that follows. */
typedef struct sixteen_at {
    uint32_t at, end, next;
} sixteen_at;

/* Moves to the next sixteen positions. Returns 0 if there are no more. */
WAY_INLINE int next_sixteen(const around *of, sixteen_at *p) {
    for (p->at += WAY_LEAF; p->at >= p->end; p->next++) {
        if (p->next >= of->spans)
            return 0;
        if (of->cells.in_grid) {
            const uint32_t *begin = of->begin + (size_t)p->next * of->across;
            p->at = begin[0];
            p->end = begin[of->width];
        } else {
            p->at = WAY_LEAF * word(of->leaf, 0, (int)p->next);
            p->end = p->at + WAY_LEAF;
        }
    }
    return 1;
}

/* Returns vector k of the squared distances of sixteen candidates. A lane is BOUND_NONE if the candidate is
   invalid, is the chooser itself or its present target, or has no bit of the chooser's mask. */
WAY_INLINE flanes square_of(const way_chooser *c, const cells_of *of, uint32_t at, int k) {
    const float *leaf = leaf_of(of->crowd, at / WAY_LEAF, of->dims),
                *rows = of->in_grid ? of->row + at : leaf + WAY_LEAF * LEAF_ROW(of->dims),
                *masks = of->in_grid ? of->mask + at : leaf + WAY_LEAF * LEAF_MASK(of->dims);
    struct vector to = vector_none();
    if (of->in_grid) {
        to.x = f_sub(f_load(of->x + at + LANES * k), f_set(c->place[0]));
        to.y = f_sub(f_load(of->y + at + LANES * k), f_set(c->place[1]));
    } else
        to = way_to_leaf(c, leaf, k, of->dims);
    const flanes square = vector_dot(to, to, of->dims);
    const ilanes row = i_load(rows + LANES * k);
    mask open = m_andnot(f_le(square, f_set(WITHIN)), i_eq(row, i_set((int32_t)c->self)));
    if (c->is_masked)
        open = m_andnot(open, i_apart(i_load(masks + LANES * k), i_set((int32_t)c->sides)));
    if (c->skips_present)
        open = m_andnot(open, i_eq(row, i_set((int32_t)c->present)));
    return f_select(open, square, f_set(BOUND_NONE));
}

/* For one axis, writes the numbers of the first and the last square that are at most R squares away from the
   chooser. Returns a lower bound of the distance from the chooser to positions outside of these squares, in
   sides of a square. The number of a square is (x - low) * per_side, rounded down. In float, the relative
   error of this product is at most 2^-22, for a candidate and for the chooser; the bound allows for both
   errors. */
WAY_INLINE float squares_around(const way_grid *grid, const way_chooser *c, int axis, uint32_t count, int R,
                                int *first, int *last) {
    const float at = (c->place[axis] - grid->low[axis]) * grid->per_side, most = (float)(int32_t)(count - 1);
    const float within = at > 0.0f ? at < most ? at : most : 0.0f;
    const int own = (int)within, end = (int)count - 1;
    *first = own > R ? own - R : 0;
    *last = own < end - R ? own + R : end;
    const float before = *first > 0 ? at - (float)*first : FLT_MAX,
                after = *last < end ? (float)(*last + 1) - at : FLT_MAX,
                nearer = before < after ? before : after;
    return nearer - 0x1p-21f * (most + (at < 0.0f ? -at : at));
}

/* Returns the candidates in the squares that are at most R squares away from the chooser on each axis. */
WAY_INLINE around around_in_grid(const way_chooser *c, const way_crowd *crowd, int R) {
    const way_grid *grid = &crowd->grid;
    const float *base = way_crowd_cells(crowd);
    int x0, x1, y0, y1;
    const float across = squares_around(grid, c, 0, grid->width, R, &x0, &x1),
                along = squares_around(grid, c, 1, grid->up, R, &y0, &y1),
                edge = (across < along ? across : along) * grid->side;
    return (around){.cells = cells_in(crowd, 2, 1),
                    .within = edge > 0.0f ? edge * edge * (1.0f - 0x1p-20f) : -1.0f,
                    .spans = (uint32_t)(y1 - y0) + 1,
                    .begin = (const uint32_t *)(const void *)(base + grid->begin) +
                             ((uint32_t)y0 * grid->width + (uint32_t)x0),
                    .width = (uint32_t)(x1 - x0) + 1,
                    .across = grid->width};
}

/* Returns the candidates of these leaves. The leaves hold all candidates up to the squared distance
   `within`. */
WAY_INLINE around around_in_tree(const way_crowd *crowd, const float *leaves, uint32_t count, float square,
                                 int dims) {
    return (around){.cells = cells_in(crowd, dims, 0), .within = square, .spans = count, .leaf = leaves};
}

/* Evaluates the candidate at position `at`, which is cell `at % WAY_LEAF` of leaf `at / WAY_LEAF`. */
WAY_INLINE void judge_at(way_chooser *c, const way_crowd *crowd, uint32_t at, int dims, way_measure measure) {
    judge(c, leaf_of(crowd, at / WAY_LEAF, dims), (int)(at % WAY_LEAF), 0.0f, dims, measure);
}

/* Evaluates a candidate by squared distance. This function is not inlined, because it has several callers and
   seldom runs. */
WAY_SELDOM void judge_square(way_chooser *c, const way_crowd *crowd, uint32_t at, int dims) {
    judge_at(c, crowd, at, dims, BY_SQUARE);
}

/* Evaluates the candidates within the chooser's limit. */
WAY_INLINE void judge_around(way_chooser *c, const around *of, way_measure measure) {
    const way_crowd *crowd = of->cells.crowd;
    const int dims = of->cells.dims;
    for (sixteen_at p = {0, 0, 0}; next_sixteen(of, &p);) {
        unsigned within = p.end - p.at < WAY_LEAF ? (1u << (p.end - p.at)) - 1 : 0xffff;
        sixteen squares;
        if (!of->cells.in_grid && is_beaten(c, crowd, 0, p.at / WAY_LEAF, dims, measure))
            continue;
        for (int k = 0; k < VECTORS; k++)
            squares.of[k] = square_of(c, &of->cells, p.at, k);
        for (within &= sixteen_up_to(&squares, c->limit); within != 0; within &= within - 1)
            if (measure == BY_SQUARE)
                judge_square(c, crowd, p.at + (uint32_t)lowest_of(within), dims);
            else
                judge_at(c, crowd, p.at + (uint32_t)lowest_of(within), dims, measure);
    }
}

/* Returns the squared distance to the candidate at a position, and sets its row. */
WAY_INLINE double square_at(const way_chooser *c, const cells_of *of, uint32_t at, uint32_t *row) {
    const int dims = of->dims, lane = (int)(at % WAY_LEAF);
    const float *leaf = leaf_of(of->crowd, at / WAY_LEAF, dims);
    double square = 0.0;
    for (int axis = 0; axis < dims; axis++) {
        const float on_axis =
            of->in_grid ? (axis == 0 ? of->x : of->y)[at] : leaf[WAY_LEAF * (LEAF_PLACE + axis) + lane];
        const double to = (double)on_axis - (double)c->place[axis];
        square += to * to;
    }
    *row = of->in_grid ? way_cell_bits(of->row + at) : word(leaf, LEAF_ROW(dims), lane);
    return square;
}

#endif
