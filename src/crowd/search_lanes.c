/* Implements the search functions of search.h for one instruction set, for example with -DWAY_ISA=avx2. A
   chooser's `limit` comes from the worst candidate kept so far, plus a margin for rounding errors. So a
   candidate whose bound is above the limit costs more than that worst candidate (proof in docs/accuracy.md,
   "Choosing"). The bound of a box is computed by the same steps as the bound of a candidate. Each step is an
   IEEE operation, which is monotone even after rounding. So the bound of a box is never above the bound of a
   candidate in the box, to the last bit. */
#include "crowd/search.h"

#include "crowd/turning_time.h"
#include "lanes/sixteen.h"
#define WAY_FAMILY "kernels/pursuit/intercept.def"
#include "kernels/pursuit/intercept.h"

#if !WAY_TABLES_HERE
typedef int way_search_is_in_another_unit;
#else

/* A test counts the boxes and leaves that a search looks at. */
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

WAY_INLINE flanes nearest_of(flanes low, flanes high) { return max0(f_larger(low, f_negate(high))); }
WAY_INLINE flanes farthest_of(flanes low, flanes high) { return f_larger(f_negate(low), high); }

WAY_INLINE vector corners_nearest(corners to, int dims) {
    return (vector){nearest_of(to.low.x, to.high.x), nearest_of(to.low.y, to.high.y),
                    dims == 3 ? nearest_of(to.low.z, to.high.z) : to.low.z};
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

/* Is the candidate outside of the arc? `ahead` is the candidate's distance times the cosine of its angle from
   the facing. The small constant keeps candidates whose distance is nearly zero. */
WAY_INLINE mask is_aside(const way_chooser *c, flanes ahead, flanes square) {
    return f_lt(f_add(ahead, f_set(0x1p-40f)), f_mul(f_set(c->arc_less), f_sqrt(square)));
}

/* Returns a lower bound on the cost. `least` is a lower bound on the time or the distance. `open` is the mask
   of the lanes whose candidates have passed all tests so far. The other lanes get BOUND_NONE. */
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
        flanes time = f_div(far, f_add(f_set(c->pace), pace)); /* candidates' paces are above 0 */
        open = m_and(open, f_le(time, f_set(c->latest)));
        far = time;
    }
    return bound_of(far, weight, open, vector);
}

WAY_INLINE flanes bound_by_turning(const way_chooser *c, const float *leaf, struct vector to, flanes square,
                                   mask open, int vector) {
    const struct vector course = {cells(leaf, LEAF_COURSE(2), vector),
                                  cells(leaf, LEAF_COURSE(2) + 1, vector), to.z};
    open = m_and(open, f_le(square, f_set(c->farthest)));
    flanes time = turning_time(c, to, square, course, cells(leaf, LEAF_PACE(2), vector), &open);
    open = m_and(open, f_le(time, f_set(c->latest)));
    return bound_of(time, cells(leaf, LEAF_WEIGHT(2), vector), open, vector);
}

WAY_INLINE flanes leaf_bound(const way_chooser *c, const float *leaf, int vector, int dims,
                             way_measure measure) {
    struct vector to = way_to_leaf(c, leaf, vector, dims);
    flanes square = vector_dot(to, to, dims);
    mask open = f_le(square, f_set(WITHIN));
    if (c->is_masked)
        open = m_andnot(open, i_apart(words(leaf, LEAF_MASK(dims), vector), i_set((int32_t)c->sides)));
    if (c->is_ranged)
        open = m_and(open, f_le(f_set(c->nearest), square));
    if (c->is_arced)
        open = m_andnot(open, is_aside(c, vector_dot(to, heading_of(c), dims), square));
    if (measure == BY_TURNING)
        return bound_by_turning(c, leaf, to, square, open, vector);
    return bound(c, square, cells(leaf, LEAF_WEIGHT(dims), vector), cells(leaf, LEAF_PACE(dims), vector),
                 open, vector, measure);
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

/* Is a candidate with this key and row better than the j-th best? The present target is evaluated before all
   other candidates, and it wins ties. */
WAY_INLINE int is_before(const way_chooser *c, double key, uint32_t row, int j) {
    if (key != c->key[j])
        return key < c->key[j];
    return c->row[j] != c->present && row < c->row[j];
}

WAY_LARGE void keep(way_chooser *c, double cost, uint32_t row, way_measure measure) {
    const double key = row == c->present ? cost - (double)c->bonus : cost;
    int j = c->found;
    if (j == c->wanted) {
        if (!is_before(c, key, row, j - 1))
            return;
        j--;
    } else
        c->found++;
    for (; j > 0 && is_before(c, key, row, j - 1); j--) {
        c->key[j] = c->key[j - 1];
        c->cost[j] = c->cost[j - 1];
        c->row[j] = c->row[j - 1];
    }
    c->key[j] = key;
    c->cost[j] = (float)cost;
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

WAY_INLINE void judge(way_chooser *c, const float *leaf, int lane, float time, int dims,
                      way_measure measure) {
    const uint32_t row = word(leaf, LEAF_ROW(dims), lane);
    double cost = 0.0;
    if (!passes(c, leaf, lane, &cost, dims, measure))
        return;
    if (measure == TO_LIST) {
        way_gather(c, cost, row);
        return;
    }
    if (measure == BY_TIME)
        cost = (double)time;
    if (measure != BY_SQUARE)
        cost *= (double)leaf[WAY_LEAF * LEAF_WEIGHT(dims) + lane];
    keep(c, cost, row, measure);
}

/* Times of interceptions --------------------------------------------------------------------------------- */

/* The input columns of `intercept` for one vector of candidates. Each array of `own` repeats one of the
   chooser's values in all lanes. */
typedef struct chase {
    _Alignas(64) float own[6][LANES];
    const float *in[IN_intercept3d_COUNT];
    unsigned given;
} chase;

WAY_INLINE void own_column(chase *to, int k, int column, float value) {
    f_store(to->own[k], f_set(value));
    to->in[column] = to->own[k];
}

WAY_INLINE void chase_begin(chase *to, const way_chooser *c, int has_options, int dims) {
    for (int k = 0; k < dims; k++)
        own_column(to, k, COLUMN(dims, intercept, chaser_x) + k, c->place[k]);
    own_column(to, 3, COLUMN(dims, intercept, chaser_speed), c->speed);
    to->given = 0;
    if (has_options) {
        own_column(to, 4, COLUMN(dims, intercept, reach), c->reach);
        own_column(to, 5, COLUMN(dims, intercept, horizon), c->horizon);
        to->given = 1u << COLUMN(dims, intercept, reach) | 1u << COLUMN(dims, intercept, horizon);
    }
}

/* Computes undecided lanes again in plain C. A lane is undecided if rounding errors could change its
   answer. */
WAY_SELDOM void settle(const float *const *in, unsigned given, const float *undecided, float *time,
                       int dims) {
    for (int k = 0; k < LANES; k++) {
        const float *one[IN_intercept3d_COUNT] = {0};
        if (undecided[k] == 0.0f)
            continue;
        for (int column = 0; column < IN_intercept3d_COUNT; column++)
            if (in[column] != NULL)
                one[column] = in[column] + k;
        time[k] = way_search_time(one, given, dims);
    }
}

WAY_INLINE flanes times(chase *of, const float *leaf, int vector, mask open, unsigned given, int dims) {
    for (int k = 0; k < dims; k++) {
        of->in[COLUMN(dims, intercept, runner_x) + k] = leaf + WAY_LEAF * (LEAF_PLACE + k) + LANES * vector;
        of->in[COLUMN(dims, intercept, runner_vx) + k] =
            leaf + WAY_LEAF * (LEAF_COURSE(dims) + k) + LANES * vector;
    }
    const agents a = {of->in, 0, given, NULL};
    const intercept_sums sums = intercept_sum(a, dims);
    const intercept_roots roots = intercept_root(a, sums, dims);
    flanes time = intercept(a, sums, roots, dims).time;
    if (intercept_any_undecided(a, sums, roots, dims)) {
        const mask undecided = m_and(open, intercept_undecided(a, sums, roots, dims));
        if (m_any(undecided)) {
            _Alignas(64) float settled[LANES], undecided_ones[LANES];
            f_store(settled, time);
            f_store(undecided_ones, f_keep(undecided, f_set(1.0f)));
            settle(of->in, of->given, undecided_ones, settled, dims);
            time = f_load(settled);
        }
    }
    return time;
}

/* Computes the exact times of the candidates whose bounds are within the limit, writes them to `time`, and
   replaces these bounds by the costs that result from the times. */
WAY_LARGE void bound_by_times(const way_chooser *c, const float *leaf, sixteen *bounds, float *time,
                              int has_options, int dims) {
    chase of;
    memset(of.in, 0, sizeof of.in); /* not all of `of`, which is large */
    chase_begin(&of, c, has_options, dims);
    const unsigned given =
        has_options ? 1u << COLUMN(dims, intercept, reach) | 1u << COLUMN(dims, intercept, horizon) : 0;
    for (int k = 0; k < VECTORS; k++) {
        const mask open = f_le(bounds->of[k], f_set(c->limit));
        if (!m_any(open))
            continue;
        const flanes at = times(&of, leaf, k, open, given, dims);
        const mask met = m_and(open, f_le(at, f_set(FLT_MAX)));
        const flanes cost =
            f_smaller(f_mul(f_keep(met, at), cells(leaf, LEAF_WEIGHT(dims), k)), f_set(BOUND_MOST));
        f_store(time + LANES * k, at);
        bounds->of[k] = numbered(f_select(met, cost, f_set(BOUND_NONE)), k);
    }
}

/* Evaluates the waiting candidates by their cut-off times. */
WAY_INLINE void settle_waiting(way_chooser *c) {
    way_waiting *w = c->waiting;
#if !defined(WAY_WITHOUT_CUT_OFF)
    _Alignas(64) float time[LANES];
    if (w->count == 0)
        return;
    cut_off_all(c, time);
    for (int j = 0; j < w->count; j++)
        if (time[j] <= FLT_MAX)
            keep(c, (double)time[j] * (double)w->weight[j], w->row[j], BY_TURNING);
#endif
    w->count = 0;
}

/* The search --------------------------------------------------------------------------------------------- */

/* BY_TURNING: candidates that pass the bound wait until a vector of them is full. */
WAY_INLINE void search_by_turning(way_chooser *c, const float *leaf, sixteen *bounds) {
    double distance;
    for (float least = sixteen_least(bounds); least <= c->limit; least = sixteen_least(bounds)) {
        sixteen_drop(bounds, least, BOUND_NONE);
        if (passes(c, leaf, number_of(least), &distance, 2, BY_TURNING) &&
            !(c->wanted == 1 && is_waiting_for_same(c->waiting, leaf, number_of(least))))
            wait_for_others(c->waiting, leaf, number_of(least));
        if (c->waiting->count == LANES)
            settle_waiting(c);
    }
}

WAY_LARGE void search_leaf(way_chooser *c, const float *leaf, int dims, way_measure measure) {
    sixteen bounds;
    WAY_COUNT_STEP();
    for (int k = 0; k < VECTORS; k++)
        bounds.of[k] = leaf_bound(c, leaf, k, dims, measure);
    if (measure == BY_TURNING) {
        search_by_turning(c, leaf, &bounds);
        return;
    }
    if (measure == TO_LIST && c->list->most == SIZE_MAX) { /* the limit never changes, so any order will do */
        for (unsigned left = sixteen_up_to(&bounds, c->limit); left != 0; left &= left - 1)
            judge(c, leaf, lowest_of(left), 0.0f, dims, measure);
        return;
    }
    float least = sixteen_least(&bounds);
    if (!(least <= c->limit))
        return;
    _Alignas(64) float time[WAY_LEAF];
    if (measure == BY_TIME) {
        if (c->has_options)
            bound_by_times(c, leaf, &bounds, time, 1, dims);
        else
            bound_by_times(c, leaf, &bounds, time, 0, dims);
        least = sixteen_least(&bounds);
    }
    while (least <= c->limit) {
        const int lane = number_of(least);
        judge(c, leaf, lane, measure == BY_TIME ? time[lane] : 0.0f, dims, measure);
        sixteen_drop(&bounds, least, BOUND_NONE);
        least = sixteen_least(&bounds);
    }
}

WAY_INLINE void scan(way_chooser *chooser, const float *leaf, size_t leaves, int dims, way_measure measure) {
    for (size_t k = 0; k < leaves; k++)
        search_leaf(chooser, leaf + k * (size_t)LEAF_CELLS(dims), dims, measure);
}

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

/* Returns a number that no key of a candidate in a child's box is below, to the last bit. Keys by distance
   are computed by the same operations, and each of these operations is monotone. Times have a tolerance. For
   lengths that are too small for the bound on times (see docs/accuracy.md), and by turning, it is 0. */
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

/* Notes that a leaf was searched whose candidates are all the same, and so have the same time. If the chooser
   may take enough of them, others of this kind in higher rows cannot be among the best. */
WAY_SELDOM void note_same(way_chooser *c, const way_crowd *crowd, uint32_t leaf, int dims,
                          way_measure measure) {
    const float *node = node_of(crowd, 0, leaf / WAY_LEAF, dims), *cells = leaf_of(crowd, leaf, dims);
    uint32_t highest = 0;
    int count = 0;
    if (node[WAY_LEAF * NODE_SAME(dims) + leaf % WAY_LEAF] == 0.0f)
        return;
    for (int lane = 0; lane < WAY_LEAF && count < c->wanted; lane++) {
        const uint32_t row = word(cells, LEAF_ROW(dims), lane);
        double distance;
        if ((c->is_masked && (word(cells, LEAF_MASK(dims), lane) & c->sides) == 0) ||
            !passes(c, cells, lane, &distance, dims, measure))
            continue;
        highest = row > highest ? row : highest;
        count++;
    }
    if (count < c->wanted)
        return;
    c->same_leaf = leaf;
    c->same_row = highest;
}

/* Many candidates can cost the same, for example if they are all at one position. Their boxes have bounds
   within the limit. Returns 1 if no candidate of the child is among the best: each of them costs more than
   the worst of the candidates kept, or as much at a higher row, or is the same as enough others in lower
   rows. */
WAY_SELDOM int is_beaten(const way_chooser *c, const way_crowd *crowd, int level, uint32_t child, int dims,
                         way_measure measure) {
    const float *node = node_of(crowd, level, child / WAY_LEAF, dims);
    const int lane = (int)(child % WAY_LEAF);
    const uint32_t lowest = word(node, NODE_LOWEST(dims), lane);
    const float *same = NULL; /* a leaf, if all candidates are the same */
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

/* Removes the children of a node that are beaten. Returns the one of the others within the limit that has the
   smallest least key and, if keys are equal, the lowest row. Returns -1 if no other is within the limit. */
WAY_SELDOM int nearest_tied(walk *w, const way_crowd *crowd, int dims, way_measure measure) {
    sixteen *bounds = &w->bounds[w->level];
    const float *node = node_of(crowd, w->level, (uint32_t)w->node[w->level], dims);
    _Alignas(64) float each[WAY_LEAF];
    double least = 0.0;
    uint32_t lowest = 0;
    int nearest = -1;
    for (int k = 0; k < VECTORS; k++)
        f_store(each + LANES * k, bounds->of[k]);
    for (int lane = 0; lane < WAY_LEAF; lane++) {
        if (!(each[lane] <= w->c->limit))
            continue;
        if (is_beaten(w->c, crowd, w->level, WAY_LEAF * (uint32_t)w->node[w->level] + (uint32_t)lane, dims,
                      measure)) {
            each[lane] = BOUND_NONE;
            continue;
        }
        const double key = least_key(w->c, node, lane, dims, measure);
        const uint32_t row = word(node, NODE_LOWEST(dims), lane);
        if (nearest < 0 || key < least || (key == least && row < lowest)) {
            nearest = lane;
            least = key;
            lowest = row;
        }
    }
    if (nearest >= 0)
        each[nearest] = BOUND_NONE;
    for (int k = 0; k < VECTORS; k++)
        bounds->of[k] = f_load(each + LANES * k);
    return nearest;
}

/* Takes the next child of the present node that can be among the best, and returns its number among the
   sixteen, or -1 if none is left. Bounds are only floats. If they are so close to the limit, or so close to
   0, that they cannot tell the children apart, the children are compared in doubles. */
WAY_INLINE int next_child(walk *w, const way_crowd *crowd, int dims, way_measure measure) {
    sixteen *bounds = &w->bounds[w->level];
    for (;;) {
        const float least = sixteen_least(bounds);
        if (!(least <= w->c->limit))
            return -1;
        const int are_tied = least >= way_search_near_limit(w->c->limit) || least < 0x1p-140f;
        if (are_tied && measure != BY_TURNING) /* whose least keys are all 0 */
            return nearest_tied(w, crowd, dims, measure);
        sixteen_drop(bounds, least, BOUND_NONE);
        const uint32_t child = WAY_LEAF * (uint32_t)w->node[w->level] + (uint32_t)number_of(least);
        if (!(way_is_by_moving(measure) && (are_tied || crowd->has_same)) ||
            !is_beaten(w->c, crowd, w->level, child, dims, measure))
            return number_of(least);
    }
}

/* Moves to the next child within the limit and prefetches it. Returns 0 if no child is left. */
WAY_LARGE int go_on(walk *w, const way_crowd *crowd, const float *base, int dims, way_measure measure) {
    for (; w->level < (int)crowd->levels; w->level++) {
        const int next = next_child(w, crowd, dims, measure);
        if (next < 0)
            continue;
        w->child = WAY_LEAF * w->node[w->level] + (size_t)next;
        if (w->level == 0)
            fetch(base + crowd->leaf + w->child * (size_t)LEAF_CELLS(dims), LEAF_ROW(dims) + 1);
        else
            fetch(base + crowd->node[w->level - 1] + w->child * (size_t)NODE_CELLS(dims), NODE_MASK(dims));
        return 1;
    }
    return 0;
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

/* Goes down from the root to the nearest child, and so on to a leaf, for each of up to four choosers. There
   is no branch that depends on data, so the processor works on all of them at once. At each level, the bound
   of the child on the way becomes BOUND_NONE. A bound has its child's number in its last bits, so it may be
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

WAY_INLINE void visit_leaf(walk *w, const way_crowd *crowd, int dims, way_measure measure) {
    search_leaf(w->c, leaf_of(crowd, (uint32_t)w->child, dims), dims, measure);
    if (way_is_by_moving(measure) && crowd->has_same)
        note_same(w->c, crowd, (uint32_t)w->child, dims, measure);
}

WAY_LARGE void descend(way_chooser *const *choosers, int count, const way_crowd *crowd, int dims,
                       way_measure measure) {
    const float *base = way_crowd_cells(crowd);
    walk walks[WALKS];
    if (crowd->levels == 0)
        return;
    for (int begun = 0; begun < count; begun += WALKS) {
        int walking = count - begun < WALKS ? count - begun : WALKS;
        begin_walks(walks, choosers + begun, walking, crowd, dims, measure);
        while (walking > 0)
            for (int k = 0; k < walking; k++) {
                walk *w = &walks[k];
                if (w->level == 0)
                    visit_leaf(w, crowd, dims, measure);
                else
                    enter(w, crowd, base, w->level - 1, w->child, dims, measure);
                if (!go_on(w, crowd, base, dims, measure))
                    walks[k--] = walks[--walking];
            }
    }
}

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

/* Searches for one chooser at a time. Interleaving the walks of several choosers would not pay, because the
   bounds of turning paths take longer to compute than memory takes to load. */
WAY_INLINE void descend_by_turning(way_chooser *const *choosers, int count, const way_crowd *crowd) {
    const float *base = way_crowd_cells(crowd);
    walk w;
    for (int k = 0; k < count && crowd->levels > 0; k++) {
        w.c = choosers[k];
        w.c->same_leaf = UINT32_MAX;
        enter(&w, crowd, base, (int)crowd->levels - 1, 0, 2, BY_TURNING);
        while (go_on(&w, crowd, base, 2, BY_TURNING))
            if (w.level == 0)
                visit_leaf(&w, crowd, 2, BY_TURNING);
            else
                enter(&w, crowd, base, w.level - 1, w.child, 2, BY_TURNING);
        settle_waiting(w.c);
    }
}

static void settle_chooser(way_chooser *c) { settle_waiting(c); }

/* Fills the paces of leaves. A pace is slightly above the speed and at least 2^-20. If the speed is above
   about 2^40 or not finite, the pace is FLT_MAX. */
static void paces(float *leaf, size_t leaves, int dims) {
    for (size_t i = 0; i < leaves; i++, leaf += LEAF_CELLS(dims))
        for (int k = 0; k < VECTORS; k++) {
            flanes square = f_set(0.0f);
            for (int axis = 0; axis < dims; axis++) {
                flanes v = cells(leaf, LEAF_COURSE(dims) + axis, k);
                square = f_add(square, f_mul(v, v));
            }
            flanes pace = f_larger(f_mul(f_sqrt(square), f_set(1.0f + 0x1p-20f)), f_set(0x1p-20f));
            pace = f_select(f_le(square, f_set(0x1p80f)), pace, f_set(FLT_MAX));
            f_store(leaf + WAY_LEAF * LEAF_PACE(dims) + LANES * k, pace);
        }
}

WAY_INLINE void part_by(uint32_t *labels, uint32_t count, const uint32_t *rank, uint32_t middle,
                        uint32_t *parted) {
    uint32_t i = 0, left = 0;
#if LANES >= 8 /* fewer lanes take longer than one by one */
    const ilanes sign = i_set(INT32_MIN), most = i_set((int32_t)(middle ^ 0x80000000u));
    for (; i + LANES <= count; i += LANES) {
        const ilanes label = i_load(labels + i), of = rank != NULL ? i_look_up(rank, labels + i) : label;
        const unsigned bits = m_bits(i_lt(i_add(of, sign), most));
        i_pack(labels + left, label, bits);
        i_pack(parted + i - left, label, bits ^ ((1u << LANES) - 1));
        left += count_of(bits);
    }
#endif
    for (; i < count; i++) {
        const uint32_t label = labels[i];
        labels[left] = parted[i - left] = label;
        left += (rank != NULL ? rank[label] : label) < middle;
    }
    memcpy(labels + left, parted, sizeof(uint32_t) * (count - left));
}

static void part(uint32_t *labels, uint32_t count, const uint32_t *rank, uint32_t middle, uint32_t *parted) {
    if (rank != NULL)
        part_by(labels, count, rank, middle, parted);
    else
        part_by(labels, count, NULL, middle, parted);
}

/* A JavaScript module has only the searches that its calls need. WAY_WITHOUT_SPACE: no call searches in 3D.
   WAY_WITHOUT_LISTS: no call lists neighbours. */
#define FORM_OF(step, dims, measure) WAY_JOIN(WAY_JOIN3(step, dims, measure), WAY_ISA)
#define DEFINE_FORMS(dims, measure)                                                                          \
    static void FORM_OF(scan, dims, measure)(way_chooser * c, const float *leaf, size_t leaves) {            \
        scan(c, leaf, leaves, dims, measure);                                                                \
    }                                                                                                        \
    static void FORM_OF(descend, dims, measure)(way_chooser *const *c, int count, const way_crowd *crowd) {  \
        descend(c, count, crowd, dims, measure);                                                             \
    }
/* Like DEFINE_FORMS, but `descend` first collects near candidates, from the grid if there is one, else from
   the tree. */
#define DEFINE_FORMS_NEAR(dims, measure, in_grid, in_tree)                                                   \
    static void FORM_OF(scan, dims, measure)(way_chooser * c, const float *leaf, size_t leaves) {            \
        scan(c, leaf, leaves, dims, measure);                                                                \
    }                                                                                                        \
    static void FORM_OF(descend, dims, measure)(way_chooser *const *c, int count, const way_crowd *crowd) {  \
        way_chooser *rest[WAY_LEAF];                                                                         \
        const int left = dims == 2 && crowd->grid.up > 0 ? in_grid(c, count, crowd, rest)                    \
                                                         : in_tree(c, count, crowd, rest, dims);             \
        descend(rest, left, crowd, dims, measure);                                                           \
    }
#if defined(WAY_SMALL)
#define DEFINE_NEAREST(dims) DEFINE_FORMS(dims, BY_SQUARE)
#else
#define DEFINE_NEAREST(dims) DEFINE_FORMS_NEAR(dims, BY_SQUARE, nearest_in_grid, nearest_in_tree)
#endif
DEFINE_NEAREST(2)
DEFINE_FORMS(2, BY_DISTANCE)
DEFINE_FORMS(2, BY_TIME)
#if defined(WAY_WITHOUT_LISTS)
#define LIST_OF(step, dims) NULL
#else
#define LIST_OF(step, dims) FORM_OF(step, dims, TO_LIST)
DEFINE_FORMS_NEAR(2, TO_LIST, lists_in_grid, lists_in_tree)
#endif
#if !defined(WAY_WITHOUT_SPACE)
DEFINE_NEAREST(3)
DEFINE_FORMS(3, BY_DISTANCE)
DEFINE_FORMS(3, BY_TIME)
#if !defined(WAY_WITHOUT_LISTS)
DEFINE_FORMS_NEAR(3, TO_LIST, lists_in_grid, lists_in_tree)
#endif
#endif
#if defined(WAY_WITHOUT_CUT_OFF)
#define TURNING_OF(step) NULL
#else
#define TURNING_OF(step) FORM_OF(step, 2, BY_TURNING)
static void FORM_OF(scan, 2, BY_TURNING)(way_chooser *c, const float *leaf, size_t leaves) {
    scan(c, leaf, leaves, 2, BY_TURNING);
}
static void FORM_OF(descend, 2, BY_TURNING)(way_chooser *const *c, int count, const way_crowd *crowd) {
    descend_by_turning(c, count, crowd);
}
#endif

#define FORMS(step, dims, by_turning)                                                                        \
    {                                                                                                        \
        FORM_OF(step, dims, BY_SQUARE), FORM_OF(step, dims, BY_DISTANCE), FORM_OF(step, dims, BY_TIME),      \
            LIST_OF(step, dims), by_turning                                                                  \
    }
#if defined(WAY_WITHOUT_SPACE)
#define FORMS_IN_SPACE(step)                                                                                 \
    { NULL }
#else
#define FORMS_IN_SPACE(step) FORMS(step, 3, NULL)
#endif
const way_search WAY_JOIN(way_search, WAY_ISA) = {
    .scan = {FORMS(scan, 2, TURNING_OF(scan)), FORMS_IN_SPACE(scan)},
    .descend = {FORMS(descend, 2, TURNING_OF(descend)), FORMS_IN_SPACE(descend)},
    .settle_chooser = settle_chooser,
    .paces = paces,
    .part = part,
};

#if WAY_NUMBER_OF_ISA == WAY_IS_scalar
WAY_NEVER_INLINED float way_search_time(const float *const *in, unsigned given, int dims) {
    const agents a = {in, 0, given, NULL};
    return dims == 3 ? intercept_exactly(a, 3).time : intercept_exactly(a, 2).time;
}
#endif

#endif
