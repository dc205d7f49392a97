/* For one instruction set: finds the nearest candidates and makes lists from the candidates around a chooser.
   The candidates around a chooser are those in near squares of the grid or in near leaves of the tree. If
   they are not enough, search_lanes.c searches for the chooser. */
#include "crowd/around_lanes.h"

#if !WAY_TABLES_HERE
typedef int way_near_is_in_another_unit;
#else

/* Returns an upper bound on the limit that results from keeping a candidate at this squared distance. */
WAY_INLINE float limit_above(float square) { return square * (1.0f + 0x1p-14f) + 0x1p-118f; }

/* The nearest candidate ---------------------------------------------------------------------------------- */

/* For each of sixteen lanes: the two smallest squared distances so far, and the position `at` of the first of
   the sixteen candidates that were compared together with the nearest one. The nearest candidate's position
   is `at` plus its lane. */
typedef struct lane_minima {
    sixteen best, second, at;
} lane_minima;

WAY_INLINE void minima_begin(lane_minima *near) {
    for (int k = 0; k < VECTORS; k++)
        near->best.of[k] = near->second.of[k] = near->at.of[k] = f_set(BOUND_NONE);
}

/* Compares vector k of sixteen candidates, the first of which is at position `first`. */
WAY_INLINE void minima_see(lane_minima *near, int k, flanes square, uint32_t first) {
    near->second.of[k] = f_smaller(near->second.of[k], f_larger(near->best.of[k], square));
    near->at.of[k] = f_select(f_lt(square, near->best.of[k]), f_set(as_float(first)), near->at.of[k]);
    near->best.of[k] = f_smaller(near->best.of[k], square);
}

/* Returns the position of the only candidate up to the squared distance `limit`, or UINT32_MAX if there are
   several such candidates. */
WAY_INLINE uint32_t minima_only(const lane_minima *near, float limit) {
    const unsigned lanes = sixteen_up_to(&near->best, limit);
    if ((lanes & (lanes - 1)) != 0 || sixteen_up_to(&near->second, limit) != 0)
        return UINT32_MAX;
    _Alignas(64) float first[WAY_LEAF];
    for (int k = 0; k < VECTORS; k++)
        f_store(first + LANES * k, near->at.of[k]);
    return word(first, 0, lowest_of(lanes)) + (uint32_t)lowest_of(lanes);
}

/* Keeps the only candidate that can be the nearest. */
WAY_INLINE void keep_only(way_chooser *c, const cells_of *of, uint32_t at) {
    if (c->found > 0 || c->is_ranged) {
        judge_square(c, of->crowd, at, of->dims);
        return;
    }
    c->key[0] = way_sqrt(square_at(c, of, at, &c->row[0]));
    c->cost[0] = (float)c->key[0];
    c->found = 1;
}

/* Finds the nearest of the candidates. `near` already includes the first `seen` spans. If several candidates
   may be the nearest, judge_around compares them in doubles and by row. Returns 0 if no candidate is open, or
   if a nearer candidate may exist outside of the spans. */
WAY_INLINE int find_nearest(way_chooser *c, const around *of, lane_minima *near, uint32_t seen) {
    for (sixteen_at p = {0, 0, seen}; next_sixteen(of, &p);)
        for (int k = 0; k < VECTORS; k++)
            minima_see(near, k, square_of(c, &of->cells, p.at, k), p.at);
    const float least = sixteen_least(&near->best), limit = limit_above(least);
    if (!(limit <= of->within) || !(least < BOUND_NONE))
        return 0;
    const uint32_t only = minima_only(near, limit);
    if (only != UINT32_MAX) {
        keep_only(c, &of->cells, only);
        return 1;
    }
    c->limit = limit < c->limit ? limit : c->limit;
    judge_around(c, of, BY_SQUARE);
    return 1;
}

WAY_INLINE int nearest_in_grid(way_chooser *c, const way_crowd *crowd) {
    enum { FEWEST = 1, MOST = 2 };
    for (int R = FEWEST; R <= MOST && !c->is_ranged && !c->is_arced; R++) {
        const around of = around_in_grid(c, crowd, R);
        lane_minima near;
        minima_begin(&near);
        if (find_nearest(c, &of, &near, 0))
            return 1;
    }
    return 0;
}

/* In a tree, the nearest candidates are found in two passes. The first pass descends from the root to one
   leaf, always to the nearest child: see begin_walks. The candidates of this leaf give an upper bound of the
   squared distance to the nearest candidate. The second pass collects all leaves within the bound, one level
   of the tree after the other, and compares their candidates. */

/* `bits` has a bit for each lane of vector k of a node's children. Appends to the list, which has `count`
   entries, the numbers of the children whose bit is set. Returns the new number of entries. */
WAY_INLINE uint32_t append(float *list, uint32_t count, uint32_t node, int k, unsigned bits) {
    float child[LANES];
    i_store((int32_t *)(void *)child,
            i_add(i_load(way_lane_numbers + LANES * k), i_set((int32_t)(WAY_LEAF * node))));
    f_pack(list + count, f_load(child), bits);
    return count + count_of_lanes(bits);
}

/* The largest number of leaves that are collected for a chooser, in addition to the leaf at which the descent
   ended. If more leaves are within the bound, `descend` searches for the chooser: it visits the nearest leaf
   first and lowers the bound with each leaf. */
enum { MOST_LEAVES = 31, TOO_MANY = MOST_LEAVES + 1 };

/* Writes the numbers of all leaves within this squared distance, except the leaf at which the descent ended.
   Returns their number, or TOO_MANY. */
WAY_INLINE uint32_t leaves_within(const way_chooser *c, const way_crowd *crowd, const walk *down, float limit,
                                  int dims, float *leaf) {
    float other[MOST_LEAVES + WAY_LEAF], *from = crowd->levels % 2 == 0 ? leaf : other,
                                         *to = crowd->levels % 2 == 0 ? other : leaf;
    const float above = limit * (1.0f + 0x1p-18f);
    const flanes along = f_set(above < BOUND_ANY ? above : BOUND_ANY); /* not BOUND_NONE */
    uint32_t count = 0; /* nodes of this level within the bound, without the node of the descent */
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

/* Finds all leaves within this squared distance. Returns 0 if there are too many. `leaves` has room for
   1 + MOST_LEAVES + WAY_LEAF numbers; the first one is the leaf at which the descent ended. */
WAY_INLINE int find_leaves(const way_chooser *c, const way_crowd *crowd, const walk *down, float within,
                           int dims, float *leaves, around *of) {
    const uint32_t count = leaves_within(c, crowd, down, within, dims, leaves + 1);
    leaves[0] = as_float((uint32_t)down->child);
    *of = around_in_tree(crowd, leaves, count + 1, within, dims);
    return count != TOO_MANY;
}

/* Returns the squared distances to the candidates of the leaf at which the descent ended. */
WAY_INLINE sixteen first_squares(const way_chooser *c, const way_crowd *crowd, const walk *down, int dims) {
    const cells_of of = cells_in(crowd, dims, 0);
    sixteen squares;
    for (int k = 0; k < VECTORS; k++)
        squares.of[k] = square_of(c, &of, WAY_LEAF * (uint32_t)down->child, k);
    return squares;
}

WAY_INLINE int nearest_in_tree(way_chooser *c, const way_crowd *crowd, const walk *down, int dims) {
    float leaves[1 + MOST_LEAVES + WAY_LEAF];
    around of;
    lane_minima near;
    if (c->from > 0.0f || c->is_arced)
        return 0;
    const sixteen squares = first_squares(c, crowd, down, dims);
    const float bound = limit_above(sixteen_least(&squares));
    if (!find_leaves(c, crowd, down, bound < c->limit ? bound : c->limit, dims, leaves, &of))
        return 0;
    of.within = BOUND_NONE; /* candidates beyond the chooser's limit are not needed */
    minima_begin(&near);
    for (int k = 0; k < VECTORS; k++)
        minima_see(&near, k, squares.of[k], WAY_LEAF * (uint32_t)down->child);
    return find_nearest(c, &of, &near, 1);
}

/* Several nearest candidates ----------------------------------------------------------------------------- */

/* The candidates collected near a chooser. square, at: their squared distances and their positions. limit:
   all candidates up to this squared distance are among them. is_all: all other candidates are beyond the
   chooser's limit. */
enum { NEAR_MOST = 64 };

typedef struct near_list {
    _Alignas(64) float square[NEAR_MOST + 2 * WAY_LEAF];
    float at[NEAR_MOST + WAY_LEAF], limit;
    uint8_t order[NEAR_MOST];
    uint32_t count;
    int is_all;
} near_list;

/* Collects the candidates up to the squared distance of->within. Returns 0 if more than NEAR_MOST are found,
   or if fewer than `wanted` are found although more may exist. */
WAY_INLINE int collect(const way_chooser *c, const around *of, uint32_t wanted, near_list *near) {
    const int is_all = c->limit <= of->within;
    const float limit = is_all ? c->limit : of->within;
    uint32_t count = 0;
    for (sixteen_at p = {0, 0, 0}; next_sixteen(of, &p);)
        for (int k = 0; k < VECTORS && p.at + (uint32_t)(LANES * k) < p.end; k++) {
            const flanes square = square_of(c, &of->cells, p.at, k);
            const ilanes at = i_add(i_load(way_lane_numbers + LANES * k), i_set((int32_t)p.at));
            mask is_near = f_le(square, f_set(limit));
            if (of->cells.in_grid)
                is_near = m_and(is_near, i_lt(at, i_set((int32_t)p.end)));
            const unsigned bits = m_bits(is_near);
            float as_floats[LANES];
            i_store((int32_t *)(void *)as_floats, at);
            f_pack(near->square + count, square, bits);
            f_pack(near->at + count, f_load(as_floats), bits);
            count += count_of_lanes(bits);
            if (count > NEAR_MOST)
                return 0;
        }
    for (uint32_t k = 0; k < 2 * WAY_LEAF; k += LANES) /* for rank_all */
        f_store(near->square + count + k, f_set(BOUND_NONE));
    near->count = count;
    near->limit = limit;
    near->is_all = is_all;
    return is_all || count >= wanted;
}

/* Sorts the candidates by squared distance. The rank of a candidate is the number of candidates that are
   nearer. To count them, each candidate is compared with up to 32 others at once. */
WAY_INLINE void rank_all(near_list *near) {
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
        while (order[rank] != UINT8_MAX) /* true if another candidate has the same distance */
            rank++;
        order[rank] = (uint8_t)i;
    }
}

/* Returns an upper bound of the radii if the list is ordered by distances to edges, and 0 otherwise. */
WAY_INLINE float widest_of(const way_chooser *c, way_measure measure) {
    return measure == TO_LIST ? (float)c->list->widest * (1.0f + 0x1p-20f) : 0.0f;
}

/* Returns a squared distance beyond which no candidate can enter a full list whose farthest entry has the
   squared distance `square`. `widest` is the largest radius if the candidates' edges are compared, otherwise
   0. */
WAY_INLINE float collected_to(float square, float widest) {
    float last = limit_above(square);
    if (widest > 0.0f) {
        last = (float)way_sqrt((double)last) + widest;
        last = limit_above(last * last);
    }
    return last;
}

/* Are the `wanted` nearest candidates among the collected ones? */
WAY_INLINE int is_enough(const near_list *near, uint32_t wanted, float widest) {
    if (near->is_all)
        return 1;
    return collected_to(near->square[near->order[wanted - 1]], widest) <= near->limit;
}

WAY_INLINE void judge_all(way_chooser *c, const cells_of *of, const near_list *near, way_measure measure) {
    for (uint32_t k = 0; k < near->count && near->square[near->order[k]] <= c->limit; k++)
        judge_at(c, of->crowd, word(near->at, 0, near->order[k]), of->dims, measure);
}

/* Writes the `wanted` nearest candidates to the list, in the order of their squared distances in floats.
   Leaves the list empty and returns 0 in three cases: the exact distances have another order or exceed the
   range; another candidate may belong to the list; or the list is ordered by edges. */
WAY_LARGE int list_at_once(way_chooser *c, const cells_of *of, const near_list *near, uint32_t wanted) {
    way_gathering *list = c->list;
    const uint32_t count = near->count < wanted ? near->count : wanted;
    double last = 0.0;
    uint32_t last_row = 0;
    int in_order = list->radius == NULL;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t row;
        const double distance = way_sqrt(square_at(c, of, word(near->at, 0, near->order[k]), &row));
        in_order &= (distance > last) | ((distance == last) & (row > last_row)) | (k == 0);
        list->found[k] = (way_found){distance, row, c->share};
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

/* Can the nearest candidates of this chooser be found by collecting the candidates around it? */
WAY_INLINE int can_collect(const way_chooser *c, uint32_t wanted, way_measure measure) {
    return c->found == 0 && !(c->from > 0.0f) && !c->is_arced &&
           (measure != TO_LIST ||
            (c->list->most == wanted && c->list->room >= wanted && c->list->height == NULL));
}

/* Returns how many of the grid's squares to search on each side of the chooser's own, from 1 to 4. If the number
   is below 4, these contain all positions whose squared distance is at most `square`. */
WAY_INLINE int squares_for(const way_grid *grid, float square) {
    const float unit = grid->side * grid->side;
    return square <= unit ? 1 : square <= 4.0f * unit ? 2 : square <= 9.0f * unit ? 3 : 4;
}

/* Collects the candidates in a disc. In an evenly distributed crowd the disc holds the wanted number of
   candidates, with a reserve of 2.5 standard deviations plus two candidates. */
WAY_INLINE int collect_in_grid(const way_chooser *c, const way_crowd *crowd, uint32_t wanted,
                               near_list *near) {
    const way_grid *grid = &crowd->grid;
    const float usual = ((float)wanted + 2.5f * (float)way_sqrt((double)wanted) + 2.0f) * grid->spread;
    around of = around_in_grid(c, crowd, squares_for(grid, usual < c->limit ? usual : c->limit));
    of.within = of.within < usual ? of.within : usual;
    return collect(c, &of, wanted, near);
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

/* Collects all candidates that may be among the `wanted` nearest. The leaf at which the descent ended gives
   an upper bound of their distance. */
WAY_INLINE int collect_in_tree(const way_chooser *c, const way_crowd *crowd, const walk *down,
                               uint32_t wanted, float widest, int dims, near_list *near) {
    float leaves[1 + MOST_LEAVES + WAY_LEAF];
    around of;
    const sixteen squares = first_squares(c, crowd, down, dims);
    const float bound = collected_to(smallest_but(&squares, wanted), widest);
    return find_leaves(c, crowd, down, c->limit < bound ? c->limit : bound, dims, leaves, &of) &&
           collect(c, &of, wanted, near);
}

/* Choosers whose searches are interleaved. */
enum { TOGETHER = 4 };

/* Finds the `wanted` nearest candidates of up to four choosers. Fills `rest` with the choosers that still
   have no answer, and returns their number. */
WAY_INLINE int find_some(way_chooser *const *choosers, int count, const way_crowd *crowd, way_chooser **rest,
                         uint32_t wanted, int dims, int in_grid, way_measure measure) {
    const cells_of of = cells_in(crowd, dims, in_grid);
    near_list near[TOGETHER];
    walk down[TOGETHER];
    int is_found[TOGETHER], left = 0;
    if (!in_grid)
        begin_walks(down, choosers, count, crowd, dims, BY_SQUARE);
    for (int i = 0; i < count; i++) {
        const way_chooser *c = choosers[i];
        is_found[i] =
            can_collect(c, wanted, measure) &&
            (in_grid ? collect_in_grid(c, crowd, wanted, &near[i])
                     : collect_in_tree(c, crowd, &down[i], wanted, widest_of(c, measure), dims, &near[i]));
    }
    for (int i = 0; i < count; i++)
        if (is_found[i])
            rank_all(&near[i]);
    for (int i = 0; i < count; i++) {
        way_chooser *c = choosers[i];
        if (!is_found[i] || !is_enough(&near[i], wanted, widest_of(c, measure)))
            rest[left++] = c;
        else if (measure != TO_LIST || !list_at_once(c, &of, &near[i], wanted))
            judge_all(c, &of, &near[i], measure);
    }
    return left;
}

/* Is the best list of a chooser full? */
WAY_INLINE int is_full(const way_chooser *c, way_measure measure) {
    return measure == TO_LIST ? c->list->last != NULL : c->found == c->wanted;
}

/* Removes all candidates that were kept. */
WAY_INLINE void forget(way_chooser *c, way_measure measure) {
    c->found = 0;
    c->limit = way_search_first_limit(c, measure);
    if (measure == TO_LIST) {
        c->list->count = c->list->passed = 0;
        c->list->last = NULL;
    }
}

/* Collects about `more` candidates around a chooser, and keeps those that the chooser sees. If other
   candidates may also belong to the answer, keeps none and returns 0. */
WAY_INLINE int see_around(way_chooser *c, const way_crowd *crowd, const walk *down, uint32_t more,
                          int in_grid, way_measure measure) {
    const cells_of of = cells_in(crowd, 2, in_grid);
    near_list near;
    if (!(in_grid ? collect_in_grid(c, crowd, more, &near)
                  : collect_in_tree(c, crowd, down, more, 0.0f, 2, &near)))
        return 0;
    rank_all(&near);
    if (near.count > 0) {
        const uint32_t last = near.count < more ? near.count - 1 : more - 1;
        way_look_around(c, way_sqrt((double)near.square[near.order[last]]));
    }
    judge_all(c, &of, &near, measure);
    if (near.is_all || (is_full(c, measure) && c->limit <= near.limit))
        return 1;
    forget(c, measure);
    return 0;
}

/* All candidates within a range -------------------------------------------------------------------------- */

/* If the squares around the chooser contain its whole range, lists all candidates within the range and
   returns 1. Otherwise returns 0. If the length of a list is limited, and the range holds many times the
   wanted number of candidates, `descend` is faster. */
WAY_INLINE int list_range(way_chooser *c, const way_crowd *crowd) {
    enum { FAR = 64, MANY_TIMES = 4 };
    const float squares = (float)way_sqrt((double)c->limit) * crowd->grid.per_side;
    const way_gathering *list = c->list;
    if (!(squares < (float)FAR) || c->nearest > 0.0f || c->is_arced ||
        (list->most != SIZE_MAX && c->limit > (float)MANY_TIMES * (float)list->most * crowd->grid.spread))
        return 0;
    const around of = around_in_grid(c, crowd, (int)squares + 1);
    if (!(c->limit <= of.within))
        return 0;
    judge_around(c, &of, TO_LIST);
    return 1;
}

/* The choosers of a call --------------------------------------------------------------------------------- */

/* Finds the nearest candidate for each of up to four choosers. Fills `rest` like find_some; so does
   ranges_of_some. */
WAY_INLINE int nearest_of_some(way_chooser *const *choosers, int count, const way_crowd *crowd,
                               way_chooser **rest, int dims, int in_grid) {
    walk down[TOGETHER];
    int left = 0;
    if (!in_grid)
        begin_walks(down, choosers, count, crowd, dims, BY_SQUARE);
    for (int i = 0; i < count; i++)
        if (!(in_grid ? nearest_in_grid(choosers[i], crowd)
                      : nearest_in_tree(choosers[i], crowd, &down[i], dims)))
            rest[left++] = choosers[i];
    return left;
}

WAY_INLINE int ranges_of_some(way_chooser *const *choosers, int count, const way_crowd *crowd,
                              way_chooser **rest, int in_grid) {
    int left = 0;
    for (int i = 0; i < count; i++)
        if (!in_grid || !list_range(choosers[i], crowd))
            rest[left++] = choosers[i];
    return left;
}

/* Implements way_search_near. In the tree, the candidates of one leaf give the upper bound of the distance,
   so it works only if at most sixteen candidates are wanted. */
WAY_INLINE int find(way_chooser *const *choosers, int count, const way_crowd *crowd, way_chooser **rest,
                    int dims, int in_grid, way_measure measure) {
    enum { MOST = 2 * WAY_LEAF };
    int left = 0;
    for (int i = 0; i < count && crowd->levels > 0; i += TOGETHER) {
        const int some = count - i < TOGETHER ? count - i : TOGETHER;
        const size_t wanted = measure == TO_LIST ? choosers[i]->list->most : (size_t)choosers[i]->wanted;
        if (measure == BY_SQUARE && wanted == 1)
            left += nearest_of_some(choosers + i, some, crowd, rest + left, dims, in_grid);
        else if (wanted <= (in_grid ? MOST : WAY_LEAF))
            left +=
                find_some(choosers + i, some, crowd, rest + left, (uint32_t)wanted, dims, in_grid, measure);
        else
            left += ranges_of_some(choosers + i, some, crowd, rest + left, in_grid);
    }
    return left;
}

/* Implements way_see_near: collects more candidates than are wanted. If the chooser sees too few of them,
   collects still more. */
WAY_INLINE int see_near(way_chooser *c, const way_crowd *crowd, int in_grid, way_measure measure) {
    const size_t wanted = measure == TO_LIST ? c->list->most : (size_t)c->wanted;
    const uint32_t most = in_grid ? 2 * WAY_LEAF : WAY_LEAF;
    walk down;
    if (crowd->levels == 0)
        return 1;
    if (wanted > most)
        return in_grid && measure == TO_LIST && list_range(c, crowd);
    if (!can_collect(c, (uint32_t)wanted, measure))
        return 0;
    if (!in_grid)
        begin_walks(&down, &c, 1, crowd, 2, BY_SQUARE);
    const uint32_t ample = (uint32_t)(wanted + wanted / 4 + 1);
    return see_around(c, crowd, &down, ample < most ? ample : most, in_grid, measure) ||
           (ample < most && see_around(c, crowd, &down, most, in_grid, measure));
}

/* A JavaScript module has only what its calls need: see search_lanes.c. */
#define FIND_OF(dims, measure) WAY_JOIN3(WAY_JOIN(find, dims), measure, WAY_ISA)
#define DEFINE_FIND(dims, measure)                                                                           \
    static int FIND_OF(dims, measure)(way_chooser *const *choosers, int count, const way_crowd *crowd,       \
                                      way_chooser **rest) {                                                  \
        return dims == 2 && crowd->grid.up > 0 ? find(choosers, count, crowd, rest, 2, 1, measure)           \
                                               : find(choosers, count, crowd, rest, dims, 0, measure);       \
    }
#define SEE_OF(measure) WAY_JOIN(WAY_JOIN(see, measure), WAY_ISA)
#define DEFINE_SEE(measure)                                                                                  \
    static int SEE_OF(measure)(way_chooser * c, const way_crowd *crowd) {                                    \
        return crowd->grid.up > 0 ? see_near(c, crowd, 1, measure) : see_near(c, crowd, 0, measure);         \
    }
#if defined(WAY_SMALL)
#define NEAREST_OF(dims) NULL
#define SEE_NEAREST NULL
#else
#define NEAREST_OF(dims) FIND_OF(dims, BY_SQUARE)
#define SEE_NEAREST SEE_OF(BY_SQUARE)
DEFINE_FIND(2, BY_SQUARE)
DEFINE_SEE(BY_SQUARE)
#endif
#if defined(WAY_WITHOUT_LISTS)
#define LISTS_OF(dims) NULL
#define SEE_LISTS NULL
#else
#define LISTS_OF(dims) FIND_OF(dims, TO_LIST)
#define SEE_LISTS SEE_OF(TO_LIST)
DEFINE_FIND(2, TO_LIST)
DEFINE_SEE(TO_LIST)
#endif
#if !defined(WAY_WITHOUT_SPACE) && !defined(WAY_SMALL)
DEFINE_FIND(3, BY_SQUARE)
#endif
#if !defined(WAY_WITHOUT_SPACE) && !defined(WAY_WITHOUT_LISTS)
DEFINE_FIND(3, TO_LIST)
#endif
const way_near WAY_JOIN(way_near, WAY_ISA) = {
    .find = {{[BY_SQUARE] = NEAREST_OF(2), [TO_LIST] = LISTS_OF(2)},
#if !defined(WAY_WITHOUT_SPACE)
             {[BY_SQUARE] = NEAREST_OF(3), [TO_LIST] = LISTS_OF(3)}
#endif
    },
    .see = {[BY_SQUARE] = SEE_NEAREST, [TO_LIST] = SEE_LISTS},
};

#endif
