/* Finds the nearest candidates and makes lists for one instruction set, from the candidates around a chooser:
   those in near squares of the grid or in near leaves of the tree. The search of search_lanes.c is left with
   the choosers for which these are not enough. */
#include "crowd/tree_lanes.h"

#if !WAY_TABLES_HERE
typedef int way_near_is_in_another_unit;
#else

/* The squares of a grid that are at most R squares away from a chooser on each axis: see window_around. */
typedef struct window {
    uint32_t first, width, rows; /* first: the first square's number; width: squares per row */
    float edge;                  /* a lower bound of the distance to positions outside the window */
} window;

/* Writes the first and the last square on one axis that are at most R squares away from the chooser. Returns
   a lower bound on the chooser's distance to positions outside these squares, in units of a square's side.
   The number of a square is (x - low) * per_side, rounded down. The bound allows for the relative error of
   this product in float, which is at most 2^-22 for a candidate and for the chooser. */
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

WAY_INLINE window window_around(const way_grid *grid, const way_chooser *c, int R) {
    int x0, x1, y0, y1;
    const float across = squares_around(grid, c, 0, grid->width, R, &x0, &x1),
                up = squares_around(grid, c, 1, grid->up, R, &y0, &y1), nearer = across < up ? across : up;
    return (window){(uint32_t)y0 * grid->width + (uint32_t)x0, (uint32_t)(x1 - x0) + 1,
                    (uint32_t)(y1 - y0) + 1, nearer * grid->side};
}

/* The arrays of a grid. `begin` is indexed by square, the other arrays by candidate. */
typedef struct even_ones {
    const uint32_t *begin;
    const float *x, *y, *row, *mask;
} even_ones;

WAY_INLINE even_ones even_ones_of(const way_crowd *crowd) {
    const float *base = way_crowd_cells(crowd);
    const way_grid *grid = &crowd->grid;
    return (even_ones){(const uint32_t *)(const void *)(base + grid->begin), base + grid->place[0],
                       base + grid->place[1], base + grid->row, base + grid->masks};
}

/* Replaces the squared distance by BOUND_NONE where the candidate is invalid, is the chooser itself or its
   present target, or has no bit of the chooser's mask. */
WAY_INLINE flanes open_square(const way_chooser *c, flanes square, const float *rows, const float *masks) {
    const ilanes row = i_load(rows);
    mask open = m_andnot(f_le(square, f_set(WITHIN)), i_eq(row, i_set((int32_t)c->self)));
    if (c->is_masked)
        open = m_andnot(open, i_apart(i_load(masks), i_set((int32_t)c->sides)));
    if (c->skips_present)
        open = m_andnot(open, i_eq(row, i_set((int32_t)c->present)));
    return f_select(open, square, f_set(BOUND_NONE));
}

/* Returns the squared distances to the candidates from `at` on, by the rules of open_square. */
WAY_INLINE flanes square_in_grid(const way_chooser *c, const even_ones *of, size_t at) {
    const flanes x = f_sub(f_load(of->x + at), f_set(c->place[0])),
                 y = f_sub(f_load(of->y + at), f_set(c->place[1]));
    return open_square(c, f_add(f_mul(x, x), f_mul(y, y)), of->row + at, of->mask + at);
}

/* Returns an upper bound on the limit that results from keeping a candidate at this squared distance. */
WAY_INLINE float limit_above(float square) { return square * (1.0f + 0x1p-14f) + 0x1p-118f; }

/* Evaluates the candidate at this position: cell `at % WAY_LEAF` of leaf `at / WAY_LEAF`. */
WAY_INLINE void judge_at(way_chooser *c, const way_crowd *crowd, uint32_t at, int dims, way_measure measure) {
    const float *leaf = way_crowd_cells(crowd) + crowd->leaf + at / WAY_LEAF * (size_t)LEAF_CELLS(dims);
    judge(c, leaf, (int)(at % WAY_LEAF), 0.0f, dims, measure);
}

/* Evaluates the candidate at this position by distance. This function is not inlined, because it is called in
   several places and seldom runs. */
WAY_SELDOM void judge_square(way_chooser *c, const way_crowd *crowd, uint32_t at, int dims) {
    judge_at(c, crowd, at, dims, BY_SQUARE);
}

/* For each of sixteen lanes: the two smallest squared distances so far, and the position of the nearest
   candidate. */
typedef struct nearest_ones {
    sixteen best, second, at;
} nearest_ones;

WAY_INLINE void nearest_begin(nearest_ones *near) {
    for (int k = 0; k < VECTORS; k++)
        near->best.of[k] = near->second.of[k] = near->at.of[k] = f_set(BOUND_NONE);
}

/* Compares vector k of sixteen candidates, the first of which is at position `first`. */
WAY_INLINE void nearest_see(nearest_ones *near, int k, flanes square, uint32_t first) {
    near->second.of[k] = f_smaller(near->second.of[k], f_larger(near->best.of[k], square));
    near->at.of[k] = f_select(f_lt(square, near->best.of[k]), f_set(as_float(first)), near->at.of[k]);
    near->best.of[k] = f_smaller(near->best.of[k], square);
}

/* Returns the position of the only candidate up to the squared distance `limit`, or UINT32_MAX if there are
   several such candidates. */
WAY_INLINE uint32_t nearest_only(const nearest_ones *near, float limit) {
    const unsigned lanes = sixteen_up_to(&near->best, limit);
    if ((lanes & (lanes - 1)) != 0 || sixteen_up_to(&near->second, limit) != 0)
        return UINT32_MAX;
    _Alignas(64) float first[WAY_LEAF];
    for (int k = 0; k < VECTORS; k++)
        f_store(first + LANES * k, near->at.of[k]);
    return word(first, 0, lowest_of(lanes)) + (uint32_t)lowest_of(lanes);
}

/* Returns the squared distance to the candidate at a position, and sets its row. With `in_grid`, reads the
   grid's arrays instead of the leaf. */
WAY_INLINE double square_at(const way_chooser *c, const way_crowd *crowd, uint32_t at, int dims, int in_grid,
                            uint32_t *row) {
    const float *leaf = way_crowd_cells(crowd) + crowd->leaf + at / WAY_LEAF * (size_t)LEAF_CELLS(dims),
                *place = leaf + WAY_LEAF * LEAF_PLACE + at % WAY_LEAF;
    double square = 0.0;
    for (int axis = 0; axis < dims; axis++) {
        const float on_axis =
            in_grid ? way_crowd_cells(crowd)[crowd->grid.place[axis & 1] + at] : place[WAY_LEAF * axis];
        const double to = (double)on_axis - (double)c->place[axis];
        square += to * to;
    }
    memcpy(row,
           in_grid ? way_crowd_cells(crowd) + crowd->grid.row + at
                   : leaf + WAY_LEAF * LEAF_ROW(dims) + at % WAY_LEAF,
           4);
    return square;
}

/* Keeps the only candidate that can be the nearest. */
WAY_INLINE void nearest_keep(way_chooser *c, const way_crowd *crowd, uint32_t at, int dims, int in_grid) {
    if (c->found > 0 || c->is_ranged) {
        judge_square(c, crowd, at, dims);
        return;
    }
    c->key[0] = way_sqrt(square_at(c, crowd, at, dims, in_grid, &c->row[0]));
    c->cost[0] = (float)c->key[0];
    c->found = 1;
}

/* Finds the nearest candidate in the window. Returns 0 if the window has no candidate, or if a nearer one may
   be outside the window. */
WAY_INLINE int find_nearest(way_chooser *c, const way_crowd *crowd, window w) {
    const even_ones of = even_ones_of(crowd);
    nearest_ones near;
    nearest_begin(&near);
    const uint32_t *begin = of.begin + w.first;
    for (uint32_t left = w.rows; left > 0; left--, begin += crowd->grid.width)
        for (uint32_t i = begin[0]; i < begin[w.width]; i += WAY_LEAF)
            for (int k = 0; k < VECTORS; k++)
                nearest_see(&near, k, square_in_grid(c, &of, i + (size_t)(LANES * k)), i);
    const float least = sixteen_least(&near.best), limit = limit_above(least);
    if (!(w.edge > 0.0f && limit <= w.edge * w.edge) || !(least < BOUND_NONE))
        return 0;
    const uint32_t only = nearest_only(&near, limit);
    if (only != UINT32_MAX) {
        nearest_keep(c, crowd, only, 2, 1);
        return 1;
    }
    begin = of.begin + w.first;
    for (uint32_t left = w.rows; left > 0; left--, begin += crowd->grid.width)
        for (uint32_t i = begin[0]; i < begin[w.width]; i += WAY_LEAF) {
            sixteen squares;
            for (int k = 0; k < VECTORS; k++)
                squares.of[k] = square_in_grid(c, &of, i + (size_t)(LANES * k));
            for (unsigned some = sixteen_up_to(&squares, limit); some != 0; some &= some - 1)
                judge_square(c, crowd, i + (uint32_t)lowest_of(some), 2);
        }
    return 1;
}

/* Candidates near a chooser. square, at: their squared distances, and their indices in the grid's arrays.
   limit: all candidates up to this squared distance are included. is_all: every candidate that is not
   included is beyond the chooser's limit. */
enum { NEAR_ONES = 64 };

typedef struct near_ones {
    _Alignas(64) float square[NEAR_ONES + 2 * WAY_LEAF];
    float at[NEAR_ONES + WAY_LEAF], limit;
    uint8_t order[NEAR_ONES];
    uint32_t count;
    int is_all;
} near_ones;

/* Fills up the squares for rank_all. Returns whether the collected candidates can contain all that are
   wanted. */
WAY_INLINE int are_collected(near_ones *near, uint32_t wanted) {
    for (uint32_t k = 0; k < 2 * WAY_LEAF; k += LANES)
        f_store(near->square + near->count + k, f_set(BOUND_NONE));
    return near->is_all || near->count >= wanted;
}

/* Collects the candidates that are at most R squares away, up to the squared distance `most`. Returns 0 if
   more than NEAR_ONES are found, or if fewer than `wanted` are found although more may exist. */
WAY_INLINE int collect(const way_chooser *c, const way_crowd *crowd, int R, float most, uint32_t wanted,
                       near_ones *near) {
    const even_ones of = even_ones_of(crowd);
    const window w = window_around(&crowd->grid, c, R);
    const float edge = w.edge > 0.0f ? w.edge * w.edge * (1.0f - 0x1p-20f) : -1.0f,
                nearer = edge < most ? edge : most;
    const int is_all = c->limit <= nearer;
    const float limit = is_all ? c->limit : nearer;
    const uint32_t *begin = of.begin + w.first;
    uint32_t count = 0;
    for (uint32_t left = w.rows; left > 0; left--, begin += crowd->grid.width)
        for (uint32_t i = begin[0], end = begin[w.width]; i < end; i += LANES) {
            const flanes square = square_in_grid(c, &of, i);
            const ilanes at = i_add(i_load(way_lane_numbers), i_set((int32_t)i));
            const unsigned bits = m_bits(m_and(f_le(square, f_set(limit)), i_lt(at, i_set((int32_t)end))));
            float as_floats[LANES];
            i_store((int32_t *)(void *)as_floats, at);
            f_pack(near->square + count, square, bits);
            f_pack(near->at + count, f_load(as_floats), bits);
            count += count_of_lanes(bits);
            if (count > NEAR_ONES)
                return 0;
        }
    near->count = count;
    near->limit = limit;
    near->is_all = is_all;
    return are_collected(near, wanted);
}

/* Sorts the candidates by squared distance. The rank of a candidate is the number of nearer candidates. Each
   candidate is first compared with up to 32 others at once. */
WAY_INLINE void rank_all(near_ones *near) {
    const uint32_t count = near->count;
    uint8_t *order = near->order;
    sixteen first, other;
    for (int k = 0; k < VECTORS; k++) {
        first.of[k] = f_load(near->square + LANES * k);
        other.of[k] = f_load(near->square + WAY_LEAF + LANES * k);
    }
    for (uint32_t i = 0; i < count; i++)
        order[i] = UINT8_MAX;
    for (uint32_t i = 0; i < count; i++) {
        const flanes own = f_set(near->square[i]);
        unsigned nearer = 0;
        for (int k = 0; k < VECTORS; k++)
            nearer |= (m_bits(f_lt(first.of[k], own)) | m_bits(f_lt(other.of[k], own)) << WAY_LEAF)
                      << LANES * k;
        uint32_t rank = count_of(nearer);
        for (uint32_t j = 2 * WAY_LEAF; j < count; j += LANES)
            rank += count_of_lanes(m_bits(f_lt(f_load(near->square + j), own)));
        while (order[rank] != UINT8_MAX) /* another candidate has the same distance */
            rank++;
        order[rank] = (uint8_t)i;
    }
}

/* Returns an upper bound of the radii if the list is ordered by distances to edges, and 0 otherwise. */
WAY_INLINE float widest_of(const way_chooser *c, way_measure measure) {
    return measure == TO_LIST ? (float)c->list->widest * (1.0f + 0x1p-20f) : 0.0f;
}

/* Returns the squared distance beyond which no candidate belongs to a list that is full of candidates up to
   `square`. `widest` is the largest radius if the candidates' edges are compared, otherwise 0. */
WAY_INLINE float collected_to(float square, float widest) {
    float last = limit_above(square);
    if (widest > 0.0f) {
        last = (float)way_sqrt((double)last) + widest;
        last = limit_above(last * last);
    }
    return last;
}

/* Are the `wanted` nearest candidates among the collected ones? */
WAY_INLINE int is_enough(const near_ones *near, uint32_t wanted, float widest) {
    if (near->is_all)
        return 1;
    return collected_to(near->square[near->order[wanted - 1]], widest) <= near->limit;
}

WAY_INLINE void judge_all(way_chooser *c, const way_crowd *crowd, const near_ones *near, int dims,
                          way_measure measure) {
    for (uint32_t k = 0; k < near->count && near->square[near->order[k]] <= c->limit; k++)
        judge_at(c, crowd, word(near->at, 0, near->order[k]), dims, measure);
}

/* Writes the `wanted` nearest candidates to the list in order of their squared distances in floats. Returns 0
   and leaves the list empty in three cases: the exact distances have another order or exceed the range,
   another candidate may belong to the list, or the list is ordered by edges. */
WAY_LARGE int list_at_once(way_chooser *c, const way_crowd *crowd, const near_ones *near, uint32_t wanted,
                           int dims, int in_grid) {
    way_gathering *list = c->list;
    const uint32_t count = near->count < wanted ? near->count : wanted;
    double last = 0.0;
    uint32_t last_row = 0;
    int in_order = list->radius == NULL;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t row;
        const double distance =
            way_sqrt(square_at(c, crowd, word(near->at, 0, near->order[k]), dims, in_grid, &row));
        in_order &= (distance > last) | ((distance == last) & (row > last_row)) | (k == 0);
        list->found[k] = (way_found){distance, row, 0};
        last = distance;
        last_row = row;
    }
    in_order &= last <= (double)c->to;
    if (!in_order ||
        (near->count > wanted && near->square[near->order[wanted]] <= way_search_limit(c, TO_LIST, last)))
        return 0;
    list->count = list->passed = count;
    return 1;
}

/* Returns how many squares the window needs in each direction around the chooser's square to contain all
   positions up to this squared distance, but at most 4. */
WAY_INLINE int squares_for(const way_grid *grid, float square) {
    const float unit = grid->side * grid->side;
    return square <= unit ? 1 : square <= 4.0f * unit ? 2 : square <= 9.0f * unit ? 3 : 4;
}

/* Each of up to four choosers keeps the `wanted` nearest of the candidates that were collected for it. Fills
   `rest` with the choosers that still have no answer, and returns their number. */
enum { TOGETHER = 4 };

WAY_INLINE int some_ranked(way_chooser *const *choosers, int count, const way_crowd *crowd, near_ones *near,
                           const int *is_found, way_chooser **rest, uint32_t wanted, int dims, int in_grid,
                           way_measure measure) {
    int left = 0;
    for (int i = 0; i < count; i++)
        if (is_found[i])
            rank_all(&near[i]);
    for (int i = 0; i < count; i++) {
        way_chooser *c = choosers[i];
        if (!is_found[i] || !is_enough(&near[i], wanted, widest_of(c, measure)))
            rest[left++] = c;
        else if (measure != TO_LIST || !list_at_once(c, crowd, &near[i], wanted, dims, in_grid))
            judge_all(c, crowd, &near[i], dims, measure);
    }
    return left;
}

/* Can this chooser find its nearest candidates by collecting those around it? */
WAY_INLINE int can_collect(const way_chooser *c, uint32_t wanted, way_measure measure) {
    return c->found == 0 && !(c->from > 0.0f) && !c->is_arced &&
           (measure != TO_LIST || (c->list->most == wanted && c->list->room >= wanted));
}

/* Finds the `wanted` nearest candidates of up to four choosers in the grid. Fills `rest` with the choosers
   that still have no answer, and returns their number. */
WAY_INLINE int some_in_grid(way_chooser *const *choosers, int count, const way_crowd *crowd,
                            way_chooser **rest, uint32_t wanted, way_measure measure) {
    const way_grid *grid = &crowd->grid;
    const float usual = ((float)wanted + 2.5f * (float)way_sqrt((double)wanted) + 2.0f) * grid->spread;
    near_ones near[TOGETHER];
    int is_found[TOGETHER];
    for (int i = 0; i < count; i++) {
        const way_chooser *c = choosers[i];
        is_found[i] = can_collect(c, wanted, measure) &&
                      collect(c, crowd, squares_for(grid, usual < c->limit ? usual : c->limit), usual, wanted,
                              &near[i]);
    }
    return some_ranked(choosers, count, crowd, near, is_found, rest, wanted, 2, 1, measure);
}

/* If the squares around the chooser contain its whole range, lists all candidates within the range and
   returns 1. Otherwise returns 0. */
WAY_INLINE int list_range(way_chooser *c, const way_crowd *crowd) {
    enum { FAR = 64 };
    const float squares = (float)way_sqrt((double)c->limit) * crowd->grid.per_side;
    const way_gathering *list = c->list;
    if (!(squares < (float)FAR) || c->nearest > 0.0f || c->is_arced ||
        (list->most != SIZE_MAX && c->limit > 4.0f * (float)list->most * crowd->grid.spread))
        return 0;
    const even_ones of = even_ones_of(crowd);
    const window w = window_around(&crowd->grid, c, (int)squares + 1);
    if (!(w.edge > 0.0f && c->limit <= w.edge * w.edge * (1.0f - 0x1p-20f)))
        return 0;
    const uint32_t *begin = of.begin + w.first;
    for (uint32_t left = w.rows; left > 0; left--, begin += crowd->grid.width)
        for (uint32_t i = begin[0], end = begin[w.width]; i < end; i += WAY_LEAF) {
            unsigned within = end - i < WAY_LEAF ? (1u << (end - i)) - 1 : 0xffff;
            sixteen squares_of;
            for (int k = 0; k < VECTORS; k++)
                squares_of.of[k] = square_in_grid(c, &of, i + (size_t)(LANES * k));
            for (within &= sixteen_up_to(&squares_of, c->limit); within != 0; within &= within - 1)
                judge_at(c, crowd, i + (uint32_t)lowest_of(within), 2, TO_LIST);
        }
    return 1;
}

/* Writes the lists of the choosers. Fills `rest` with the choosers that still have no list, and returns their
   number. */
WAY_INLINE int lists_in_grid(way_chooser *const *choosers, int count, const way_crowd *crowd,
                             way_chooser **rest) {
    const size_t wanted = count > 0 ? choosers[0]->list->most : 0;
    int left = 0;
    for (int i = 0; i < count; i += TOGETHER) {
        const int some = count - i < TOGETHER ? count - i : TOGETHER;
        if (wanted <= 32)
            left += some_in_grid(choosers + i, some, crowd, rest + left, (uint32_t)wanted, TO_LIST);
        else
            for (int k = 0; k < some; k++)
                if (!list_range(choosers[i + k], crowd))
                    rest[left++] = choosers[i + k];
    }
    return left;
}

/* Searches the grid for up to sixteen choosers. Fills `rest` with the choosers that still have no answer, and
   returns their number. */
WAY_INLINE int nearest_in_grid(way_chooser *const *choosers, int count, const way_crowd *crowd,
                               way_chooser **rest) {
    int left = 0;
    for (int i = 0; i < count; i++) {
        way_chooser *c = choosers[i];
        if (c->wanted > 1) {
            const int some = count - i < TOGETHER ? count - i : TOGETHER;
            left += some_in_grid(choosers + i, some, crowd, rest + left, (uint32_t)c->wanted, BY_SQUARE);
            i += some - 1;
        } else {
            int R = c->is_ranged || c->is_arced ? 3 : 1;
            while (R < 3 && !find_nearest(c, crowd, window_around(&crowd->grid, c, R)))
                R++;
            if (R == 3)
                rest[left++] = c;
        }
    }
    return left;
}

/* In a tree, the nearest candidates are found in two passes. The first pass goes down from the root to one
   leaf, always to the nearest child: see begin_walks. The candidates of this leaf give an upper bound of the
   squared distance to the nearest candidate. The second pass collects all leaves within the bound, one level
   of the tree after the other, and compares their candidates. */

WAY_INLINE flanes square_in_leaf(const way_chooser *c, const float *leaf, int k, int dims) {
    const struct vector to = way_to_leaf(c, leaf, k, dims);
    return open_square(c, vector_dot(to, to, dims), leaf + WAY_LEAF * LEAF_ROW(dims) + LANES * k,
                       leaf + WAY_LEAF * LEAF_MASK(dims) + LANES * k);
}

/* `bits` has a bit for each lane of vector k of a node's children. Appends to the list, which has `count`
   entries, the numbers of the children whose bit is set. Returns the new number of entries. */
WAY_INLINE uint32_t append(float *list, uint32_t count, uint32_t node, int k, unsigned bits) {
    float child[LANES];
    i_store((int32_t *)(void *)child,
            i_add(i_load(way_lane_numbers + LANES * k), i_set((int32_t)(WAY_LEAF * node))));
    f_pack(list + count, f_load(child), bits);
    return count + count_of_lanes(bits);
}

/* The largest number of leaves that are collected for a chooser. If more are within the bound, the chooser is
   left to `descend`, which visits the nearest leaf first and lowers its bound on the way. */
enum { MOST_LEAVES = 31, TOO_MANY = MOST_LEAVES + 1 };

/* Writes the numbers of all leaves within this squared distance, except the leaf at the end of the way down.
   Returns their number, or TOO_MANY. */
WAY_INLINE uint32_t leaves_within(const way_chooser *c, const way_crowd *crowd, const walk *down, float limit,
                                  int dims, float *leaf) {
    float other[MOST_LEAVES + WAY_LEAF], *from = crowd->levels % 2 == 0 ? leaf : other,
                                         *to = crowd->levels % 2 == 0 ? other : leaf;
    const float above = limit * (1.0f + 0x1p-18f);
    const flanes along = f_set(above < BOUND_ANY ? above : BOUND_ANY); /* not BOUND_NONE */
    uint32_t count = 0; /* nodes of this level that are within the bound and not on the way down */
    for (int level = (int)crowd->levels - 1; level >= 0; level--) {
        uint32_t some = 0;
        for (int k = 0; k < VECTORS; k++)
            some = append(to, some, (uint32_t)down->node[level], k,
                          m_bits(f_le(down->bounds[level].of[k], along)));
        for (uint32_t j = 0; j < count && some <= MOST_LEAVES; j++) {
            const uint32_t number = word(from, 0, (int)j);
            const float *node = node_of(crowd, level, number, dims);
            for (int k = 0; k < VECTORS; k++)
                some =
                    append(to, some, number, k, m_bits(f_le(node_bound(c, node, k, dims, BY_SQUARE), along)));
        }
        if (some > MOST_LEAVES)
            return TOO_MANY;
        count = some;
        float *done = to;
        to = from;
        from = done;
    }
    return count;
}

WAY_INLINE sixteen squares_in_leaf(const way_chooser *c, const way_crowd *crowd, uint32_t leaf, int dims) {
    sixteen squares;
    for (int k = 0; k < VECTORS; k++)
        squares.of[k] = square_in_leaf(c, leaf_of(crowd, leaf, dims), k, dims);
    return squares;
}

/* Finds the nearest candidate. Returns 0 if too many leaves may contain the nearest candidate, or if there is
   no candidate. */
WAY_INLINE int nearest_from(way_chooser *c, const way_crowd *crowd, const walk *down, int dims) {
    float leaves[MOST_LEAVES + WAY_LEAF];
    sixteen squares = squares_in_leaf(c, crowd, (uint32_t)down->child, dims);
    const float bound = limit_above(sixteen_least(&squares));
    const uint32_t count = leaves_within(c, crowd, down, bound < c->limit ? bound : c->limit, dims, leaves);
    if (count == TOO_MANY)
        return 0;
    nearest_ones near;
    nearest_begin(&near);
    for (int k = 0; k < VECTORS; k++)
        nearest_see(&near, k, squares.of[k], WAY_LEAF * (uint32_t)down->child);
    for (uint32_t j = 0; j < count; j++) {
        const uint32_t leaf = word(leaves, 0, (int)j);
        for (int k = 0; k < VECTORS; k++)
            nearest_see(&near, k, square_in_leaf(c, leaf_of(crowd, leaf, dims), k, dims), WAY_LEAF * leaf);
    }
    const float least = sixteen_least(&near.best), limit = limit_above(least);
    if (!(least < BOUND_NONE))
        return 0;
    const uint32_t only = nearest_only(&near, limit);
    if (only != UINT32_MAX) {
        nearest_keep(c, crowd, only, dims, 0);
        return 1;
    }
    leaves[count] = as_float((uint32_t)down->child);
    for (uint32_t j = count + 1; j-- > 0;) {
        const uint32_t leaf = word(leaves, 0, (int)j);
        if (is_beaten(c, crowd, 0, leaf, dims, BY_SQUARE))
            continue;
        squares = squares_in_leaf(c, crowd, leaf, dims);
        for (unsigned some = sixteen_up_to(&squares, limit); some != 0; some &= some - 1)
            judge_square(c, crowd, WAY_LEAF * leaf + (uint32_t)lowest_of(some), dims);
    }
    return 1;
}

/* Returns the `wanted`-th smallest of sixteen numbers. */
WAY_INLINE float smallest_but(const sixteen *of, uint32_t wanted) {
    _Alignas(64) float each[WAY_LEAF];
    sixteen smaller;
    for (int k = 0; k < VECTORS; k++) {
        f_store(each + LANES * k, of->of[k]);
        smaller.of[k] = f_set(0.0f);
    }
    for (int j = 0; j < WAY_LEAF; j++)
        for (int k = 0; k < VECTORS; k++)
            smaller.of[k] = f_add(smaller.of[k], f_keep(f_lt(f_set(each[j]), of->of[k]), f_set(1.0f)));
    for (int k = 0; k < VECTORS; k++)
        smaller.of[k] = f_negate(f_keep(f_lt(smaller.of[k], f_set((float)wanted)), of->of[k]));
    return -sixteen_least(&smaller);
}

/* Adds the candidates of a leaf that are within the squared distance near->limit. */
WAY_INLINE void collect_leaf(near_ones *near, const sixteen *squares, uint32_t leaf) {
    for (int k = 0; k < VECTORS; k++) {
        const unsigned bits = m_bits(f_le(squares->of[k], f_set(near->limit)));
        f_pack(near->square + near->count, squares->of[k], bits);
        near->count = append(near->at, near->count, leaf, k, bits);
    }
}

/* Collects all candidates that may be among the `wanted` nearest. Returns 0 if there are too many of them, or
   fewer than wanted. */
WAY_INLINE int collect_from(const way_chooser *c, const way_crowd *crowd, const walk *down, uint32_t wanted,
                            float widest, int dims, near_ones *near) {
    float leaves[MOST_LEAVES + WAY_LEAF];
    sixteen squares = squares_in_leaf(c, crowd, (uint32_t)down->child, dims);
    const float bound = collected_to(smallest_but(&squares, wanted), widest);
    near->is_all = c->limit <= bound;
    near->limit = near->is_all ? c->limit : bound;
    near->count = 0;
    const uint32_t some = leaves_within(c, crowd, down, near->limit, dims, leaves);
    if (some == TOO_MANY)
        return 0;
    collect_leaf(near, &squares, (uint32_t)down->child);
    for (uint32_t j = 0; j < some && near->count <= NEAR_ONES; j++) {
        squares = squares_in_leaf(c, crowd, word(leaves, 0, (int)j), dims);
        collect_leaf(near, &squares, word(leaves, 0, (int)j));
    }
    if (near->count > NEAR_ONES)
        return 0;
    return are_collected(near, wanted);
}

/* Finds the `wanted` nearest candidates of up to four choosers in the tree. Fills `rest` with the choosers
   that still have no answer, and returns their number. */
WAY_INLINE int some_in_tree(way_chooser *const *choosers, int count, const way_crowd *crowd,
                            way_chooser **rest, uint32_t wanted, int dims, way_measure measure) {
    near_ones near[TOGETHER];
    walk down[TOGETHER];
    int is_found[TOGETHER];
    begin_walks(down, choosers, count, crowd, dims, BY_SQUARE);
    for (int i = 0; i < count; i++)
        is_found[i] = can_collect(choosers[i], wanted, measure) &&
                      collect_from(choosers[i], crowd, &down[i], wanted, widest_of(choosers[i], measure),
                                   dims, &near[i]);
    return some_ranked(choosers, count, crowd, near, is_found, rest, wanted, dims, 0, measure);
}

/* Searches the tree for up to sixteen choosers, which all want the same number of candidates. Fills `rest`
   with the choosers that still have no answer, and returns their number. */
WAY_INLINE int nearest_in_tree(way_chooser *const *choosers, int count, const way_crowd *crowd,
                               way_chooser **rest, int dims) {
    int left = 0;
    for (int i = 0; i < count && crowd->levels > 0; i += TOGETHER) {
        const int some = count - i < TOGETHER ? count - i : TOGETHER;
        if (choosers[0]->wanted > 1) {
            left += some_in_tree(choosers + i, some, crowd, rest + left, (uint32_t)choosers[0]->wanted, dims,
                                 BY_SQUARE);
            continue;
        }
        walk down[TOGETHER];
        begin_walks(down, choosers + i, some, crowd, dims, BY_SQUARE);
        for (int k = 0; k < some; k++)
            if (choosers[i + k]->from > 0.0f || choosers[i + k]->is_arced ||
                !nearest_from(choosers[i + k], crowd, &down[k], dims))
                rest[left++] = choosers[i + k];
    }
    return left;
}

/* Writes the lists of the choosers, as lists_in_grid does. One leaf gives the first bound, so lists of more
   than sixteen candidates are left to `descend`. */
WAY_INLINE int lists_in_tree(way_chooser *const *choosers, int count, const way_crowd *crowd,
                             way_chooser **rest, int dims) {
    int left = 0;
    for (int i = 0; i < count && crowd->levels > 0; i += TOGETHER) {
        const int some = count - i < TOGETHER ? count - i : TOGETHER;
        const size_t wanted = choosers[0]->list->most;
        if (wanted <= WAY_LEAF)
            left += some_in_tree(choosers + i, some, crowd, rest + left, (uint32_t)wanted, dims, TO_LIST);
        else
            for (int k = 0; k < some; k++)
                rest[left++] = choosers[i + k];
    }
    return left;
}

/* A JavaScript module has only what its calls need: see search_lanes.c. */
#define FIND_OF(dims, measure) WAY_JOIN3(WAY_JOIN(find, dims), measure, WAY_ISA)
#define DEFINE_FIND(dims, measure, in_grid, in_tree)                                                         \
    static int FIND_OF(dims, measure)(way_chooser *const *choosers, int count, const way_crowd *crowd,       \
                                      way_chooser **rest) {                                                  \
        return dims == 2 && crowd->grid.up > 0 ? in_grid(choosers, count, crowd, rest)                       \
                                               : in_tree(choosers, count, crowd, rest, dims);                \
    }
#if defined(WAY_SMALL)
#define NEAREST_OF(dims) NULL
#else
#define NEAREST_OF(dims) FIND_OF(dims, BY_SQUARE)
DEFINE_FIND(2, BY_SQUARE, nearest_in_grid, nearest_in_tree)
#endif
#if defined(WAY_WITHOUT_LISTS)
#define LISTS_OF(dims) NULL
#else
#define LISTS_OF(dims) FIND_OF(dims, TO_LIST)
DEFINE_FIND(2, TO_LIST, lists_in_grid, lists_in_tree)
#endif
#if !defined(WAY_WITHOUT_SPACE) && !defined(WAY_SMALL)
DEFINE_FIND(3, BY_SQUARE, nearest_in_grid, nearest_in_tree)
#endif
#if !defined(WAY_WITHOUT_SPACE) && !defined(WAY_WITHOUT_LISTS)
DEFINE_FIND(3, TO_LIST, lists_in_grid, lists_in_tree)
#endif
const way_near WAY_JOIN(way_near, WAY_ISA) = {{
    {[BY_SQUARE] = NEAREST_OF(2), [TO_LIST] = LISTS_OF(2)},
#if !defined(WAY_WITHOUT_SPACE)
    {[BY_SQUARE] = NEAREST_OF(3), [TO_LIST] = LISTS_OF(3)},
#endif
}};

#endif
