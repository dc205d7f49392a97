/* Searches for the best candidates, for one instruction set, for example with -DWAY_ISA=avx2. */
#include "crowd/tree_lanes.h"
#include "crowd/turning_time.h"
#define WAY_FAMILY "kernels/pursuit/intercept.def"
#include "kernels/pursuit/intercept.h"

#if !WAY_TABLES_HERE
typedef int way_search_is_in_another_unit;
#else

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

/* For candidates whose bounds are within the limit, computes the exact times, writes them to `time`, and
   replaces the bounds by the costs that follow from these times. */
WAY_LARGE void bound_by_times(const way_chooser *c, const float *leaf, sixteen *bounds, float *time,
                              int has_options, int dims) {
    chase of;
    memset(of.in, 0, sizeof of.in); /* clears only a part of `of`, because `of` is large */
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
    for (int j = 0; j < w->count; j++) {
        c->share = w->share[j];
        if (time[j] <= FLT_MAX)
            keep(c, (double)time[j] * (double)w->weight[j], w->row[j], BY_TURNING);
    }
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
            (c->view == NULL || sees(c, leaf, number_of(least))) &&
            !(c->wanted == 1 && is_waiting_for_same(c->waiting, leaf, number_of(least), c->share)))
            wait_for_others(c->waiting, leaf, number_of(least), c->share);
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
    if (measure == TO_LIST && c->list->most == SIZE_MAX) { /* visits the children in any order, because the
                                                              limit never changes */
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

/* Called after the search of a leaf in which all candidates have one position, velocity and weight, and so
   one time. Remembers this leaf. If it has enough candidates for the chooser, equal candidates in higher rows
   cannot be among the best. */
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
            !passes(c, cells, lane, &distance, dims, measure) ||
            (dims == 2 && c->view != NULL && !sees(c, cells, lane)))
            continue;
        highest = row > highest ? row : highest;
        count++;
    }
    if (count < c->wanted)
        return;
    c->same_leaf = leaf;
    c->same_row = highest;
}

/* Removes each child of a node if none of its candidates can be among the best. Of the other children in the
   limit, returns the one with the smallest least key or, if keys are equal, with the lowest row. Returns -1
   if no child is left. This order has no effect on the answer: is_better (leaf_lanes.h) decides between
   candidates. */
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
   sixteen, or -1 if none is left. Bounds are only floats. If bounds are too close to the limit or to 0 to
   decide between the children, compares the children in doubles. */
WAY_INLINE int next_child(walk *w, const way_crowd *crowd, int dims, way_measure measure) {
    sixteen *bounds = &w->bounds[w->level];
    for (;;) {
        const float least = sixteen_least(bounds);
        if (!(least <= w->c->limit))
            return -1;
        const int are_tied = least >= way_search_near_limit(w->c->limit) || least < 0x1p-140f;
        if (are_tied && measure != BY_TURNING) /* for BY_TURNING, all least keys are 0 */
            return nearest_tied(w, crowd, dims, measure);
        sixteen_drop(bounds, least, BOUND_NONE);
        if (dims == 2 && w->c->view != NULL &&
            way_is_hidden(w->c, node_of(crowd, w->level, (uint32_t)w->node[w->level], dims),
                          number_of(least)))
            continue;
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

/* Searches for one chooser at a time. Interleaving the walks of several choosers would not be faster:
   computing the bounds of turning paths takes longer than loading memory. */
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
#if LANES >= 8 /* with fewer lanes, one candidate at a time is faster */
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
DEFINE_FORMS(2, BY_SQUARE)
DEFINE_FORMS(2, BY_DISTANCE)
DEFINE_FORMS(2, BY_TIME)
#if defined(WAY_WITHOUT_LISTS)
#define LIST_OF(step, dims) NULL
#else
#define LIST_OF(step, dims) FORM_OF(step, dims, TO_LIST)
DEFINE_FORMS(2, TO_LIST)
#endif
#if !defined(WAY_WITHOUT_SPACE)
DEFINE_FORMS(3, BY_SQUARE)
DEFINE_FORMS(3, BY_DISTANCE)
DEFINE_FORMS(3, BY_TIME)
#if !defined(WAY_WITHOUT_LISTS)
DEFINE_FORMS(3, TO_LIST)
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
