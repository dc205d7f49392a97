/* Lists all candidates in the ranges of up to sixteen choosers, for one instruction set. The choosers are
   close to each other, so the candidates around all of them are copied to one array, and each chooser is
   compared with the whole array. All lists are in the order of the crowd. Source: José Antonio
   Fernández-Fernández et al., "Fast Octree Neighborhood Search for SPH Simulations", which searches leaf by
   leaf in this way. */
#include "crowd/ranges.h"
#include "crowd/tree_lanes.h"

#if !WAY_TABLES_HERE
typedef int way_ranges_are_in_another_unit;
#else

/* SORTED: the longest list that is sorted here. */
enum { AXES = 3, GATHERED = 256, SORTED = 128 };

/* The choosers' bounding box, their largest limit, and the candidates around them. */
typedef struct surroundings {
    way_asker *asker;
    int askers;
    way_log *log;
    size_t rounds;         /* index of the log's element that counts the rounds */
    int is_sorted, is_cut; /* is_cut is set if there is no room for all candidates of a sorted list */
    float low[AXES], high[AXES], limit;
    uint32_t count;
    float place[AXES][GATHERED + LANES], row[GATHERED + LANES];
} surroundings;

/* Returns the distance to a candidate in double, with the operations of `passes` in leaf_lanes.h. */
WAY_INLINE double distance_to(const way_asker *a, const surroundings *s, uint32_t at, int dims) {
    double square = 0.0;
    for (int axis = 0; axis < dims; axis++) {
        const double to = (double)s->place[axis][at] - (double)a->place[axis];
        square += to * to;
    }
    return way_sqrt(square);
}

WAY_SELDOM int is_in_range(const way_asker *a, const surroundings *s, uint32_t at, int dims) {
    const double distance = distance_to(a, s, at, dims);
    return a->from <= distance && distance <= a->to;
}

WAY_INLINE void put_candidates(way_asker *a, const float *row, const float *square, uint32_t found) {
    memcpy(a->rows + a->count, row, sizeof *row * found);
    if (a->squares != NULL)
        memcpy(a->squares + a->count, square, sizeof *square * found);
}

WAY_INLINE void log_candidates(way_log *log, const float *row, const float *square, uint32_t found) {
    log->is_full |= log->room - log->used <= found;
    if (log->is_full)
        return;
    log->rows[log->used++] = found;
    memcpy(log->rows + log->used, row, sizeof *row * found);
    if (log->squares != NULL)
        memcpy(log->squares + log->used, square, sizeof *square * found);
    log->used += found;
}

/* Finds the candidates in range of one chooser and returns their number. Writes their squared distances to
   `square`. Also writes their rows to `row` if wants_row is set, and their indices in `surroundings` if
   wants_at is set. */
WAY_INLINE uint32_t find_in_range(const way_asker *a, const surroundings *s, float *row, float *square,
                                  int wants_row, int wants_square, int wants_at, int dims) {
    uint32_t found = 0;
    for (uint32_t at = 0; at < s->count; at += LANES) {
        struct vector to = vector_none();
        to.x = f_sub(f_load(s->place[0] + at), f_set(a->place[0]));
        to.y = f_sub(f_load(s->place[1] + at), f_set(a->place[1]));
        if (dims == 3)
            to.z = f_sub(f_load(s->place[2] + at), f_set(a->place[2]));
        const flanes far = vector_dot(to, to, dims);
        const mask near = f_le(far, f_set(a->limit));
        if (!m_any(near))
            continue;
        unsigned bits = m_bits(m_andnot(near, i_eq(i_load(s->row + at), i_set((int32_t)a->self))));
        for (unsigned left = bits & ~m_bits(f_le(far, f_set(a->sure))); left != 0; left &= left - 1)
            if (!is_in_range(a, s, at + (uint32_t)lowest_of(left), dims))
                bits &= ~(left & (0u - left));
        if (wants_at) {
            float numbers[LANES];
            i_store((int32_t *)(void *)numbers, i_add(i_load(way_lane_numbers), i_set((int32_t)at)));
            f_pack(row + found, f_load(numbers), bits);
        } else if (wants_row)
            f_pack(row + found, f_load(s->row + at), bits);
        if (wants_square)
            f_pack(square + found, far, bits);
        found += count_of_lanes(bits);
    }
    return found;
}

/* Compares one chooser with all candidates in the array. */
WAY_INLINE void answer_asker(way_asker *a, const surroundings *s, int dims) {
    float row[GATHERED + LANES], square[GATHERED + LANES];
    const uint32_t found = find_in_range(a, s, row, square, a->rows != NULL || s->log->rows != NULL,
                                         a->squares != NULL || s->log->squares != NULL, 0, dims);
    if (a->rows != NULL)
        put_candidates(a, row, square, found);
    else if (s->log->rows != NULL)
        log_candidates(s->log, row, square, found);
    a->count += found;
}

/* Ranks the candidates by their squared distances, so that exactly r candidates are nearer than candidate
   order[r]. */
WAY_INLINE void rank_by_square(float *square, uint32_t count, uint8_t *order) {
    f_store(square + count, f_set(BOUND_NONE));
    memset(order, UINT8_MAX, count);
    for (uint32_t i = 0; i < count; i++) {
        const flanes own = f_set(square[i]);
        uint32_t rank = 0;
        for (uint32_t j = 0; j < count; j += LANES)
            rank += count_of_lanes(m_bits(f_lt(f_load(square + j), own)));
        while (order[rank] != UINT8_MAX) /* true if another candidate has the same squared distance */
            rank++;
        order[rank] = (uint8_t)i;
    }
}

/* Writes candidates in the order of their distances in double and, if these are equal, of their rows. The
   order by squared distances in floats is nearly the same. */
WAY_INLINE void put_in_order(const way_asker *a, const surroundings *s, const float *at, const uint8_t *order,
                             uint32_t count, way_neighbour *list, int dims) {
    double distance[SORTED];
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t number = way_cell_bits(at + order[i]), row = way_cell_bits(s->row + number);
        const double far = distance_to(a, s, number, dims);
        uint32_t j = i;
        for (; j > 0 && (distance[j - 1] > far || (distance[j - 1] == far && list[j - 1].row > row)); j--) {
            distance[j] = distance[j - 1];
            list[j] = list[j - 1];
        }
        distance[j] = far;
        list[j].row = row;
        list[j].distance = (float)far;
    }
}

/* Writes a chooser's sorted list. All candidates of a sorted list are in the array at once, unlike those of
   an unsorted list. */
WAY_INLINE void answer_sorted(way_asker *a, const surroundings *s, int dims) {
    float at[GATHERED + LANES], square[GATHERED + LANES];
    uint8_t order[SORTED];
    way_log *log = s->log;
    const int writes = a->list != NULL || log->list != NULL;
    const uint32_t found = find_in_range(a, s, at, square, 0, writes, writes, dims);
    way_neighbour *to = a->list;
    log->is_dense |= found > SORTED;
    a->count = found;
    if (to == NULL) {
        log->is_full |= log->room - log->used <= found;
        if (log->list == NULL || log->is_full)
            return;
        to = log->list + log->used + 1;
        to[-1].row = found;
        log->used += found + 1;
    }
    if (log->is_dense)
        return;
    rank_by_square(square, found, order);
    put_in_order(a, s, at, order, found, to, dims);
}

WAY_INLINE void answer_all(surroundings *s, int dims) {
    for (int k = 0; k < LANES; k++)
        s->place[0][s->count + (uint32_t)k] = ELSEWHERE;
    for (int i = 0; i < s->askers; i++)
        if (s->is_sorted)
            answer_sorted(&s->asker[i], s, dims);
        else
            answer_asker(&s->asker[i], s, dims);
    if (s->log->rows != NULL && !s->log->is_full)
        s->log->rows[s->rounds]++;
    s->count = 0;
}

/* Returns a bit for each box that is near enough to the box of the choosers. `low` and `high` are the first
   rows of the lower and of the upper corners. */
WAY_INLINE unsigned near_choosers(const surroundings *s, const float *block, int low, int high, int dims) {
    unsigned bits = 0;
    for (int k = 0; k < VECTORS; k++) {
        flanes square = f_set(0.0f);
        for (int axis = 0; axis < dims; axis++) {
            const flanes gap = gap_to_box(f_sub(cells(block, low + axis, k), f_set(s->high[axis])),
                                          f_sub(cells(block, high + axis, k), f_set(s->low[axis])));
            square = f_add(square, f_mul(gap, gap));
        }
        bits |= m_bits(f_le(square, f_set(s->limit))) << LANES * k;
    }
    return bits;
}

/* Makes room for more candidates in the array. Choosers with unsorted lists first read the candidates that
   are in it. */
WAY_INLINE void make_room(surroundings *s, int dims) {
    if (s->is_sorted)
        s->is_cut = 1;
    else
        answer_all(s, dims);
    s->count = 0;
}

WAY_INLINE void take_leaf(surroundings *s, const float *leaf, int dims) {
    const unsigned near = near_choosers(s, leaf, LEAF_PLACE, LEAF_PLACE, dims);
    if (s->count > GATHERED - WAY_LEAF)
        make_room(s, dims);
    for (int k = 0; k < VECTORS; k++) {
        const unsigned bits = near >> LANES * k & ((1u << LANES) - 1);
        for (int axis = 0; axis < dims; axis++)
            f_pack(s->place[axis] + s->count, cells(leaf, LEAF_PLACE + axis, k), bits);
        f_pack(s->row + s->count, cells(leaf, LEAF_ROW(dims), k), bits);
        s->count += count_of_lanes(bits);
    }
}

/* Takes the candidates of the tree, in the order of its leaves. */
WAY_INLINE void take_tree(surroundings *s, const way_crowd *crowd, int dims) {
    unsigned left[WAY_LEVELS_MAX];
    uint32_t node[WAY_LEVELS_MAX];
    int level = (int)crowd->levels - 1;
    node[level] = 0;
    left[level] = near_choosers(s, node_of(crowd, level, 0, dims), NODE_LOW, NODE_HIGH(dims), dims);
    while (level < (int)crowd->levels && !s->is_cut) {
        if (left[level] == 0) {
            level++;
            continue;
        }
        const uint32_t child = WAY_LEAF * node[level] + (uint32_t)lowest_of(left[level]);
        left[level] &= left[level] - 1;
        if (level == 0)
            take_leaf(s, leaf_of(crowd, child, dims), dims);
        else {
            node[--level] = child;
            left[level] =
                near_choosers(s, node_of(crowd, level, child, dims), NODE_LOW, NODE_HIGH(dims), dims);
        }
    }
}

/* Returns the number of the square that contains a position, on one axis. For positions beyond the grid, this
   is the square at the grid's edge. */
WAY_INLINE uint32_t square_at_edge(const way_grid *grid, double edge, int axis, uint32_t count) {
    const float at = ((float)edge - grid->low[axis]) * grid->per_side, most = (float)(int32_t)(count - 1);
    return (uint32_t)(int32_t)(at > 0.0f ? at < most ? at : most : 0.0f);
}

/* Takes the candidates of all squares that the choosers' ranges can touch. The ranges are widened by more
   than the rounding errors. */
WAY_INLINE void take_grid(surroundings *s, const way_crowd *crowd) {
    const float *base = way_crowd_cells(crowd);
    const way_grid *grid = &crowd->grid;
    const uint32_t *begin = (const uint32_t *)(const void *)(base + grid->begin);
    const double r = way_sqrt((double)s->limit) * (1.0 + 0x1p-20);
    uint32_t first[2], last[2];
    for (int axis = 0; axis < 2; axis++) {
        const double low = (double)s->low[axis] - r, high = (double)s->high[axis] + r;
        const double error = 0x1p-20 * ((low < 0.0 ? -low : low) + (high < 0.0 ? -high : high));
        const uint32_t count = axis == 0 ? grid->width : grid->up;
        first[axis] = square_at_edge(grid, low - error, axis, count);
        last[axis] = square_at_edge(grid, high + error, axis, count);
    }
    for (uint32_t y = first[1]; y <= last[1] && !s->is_cut; y++) {
        uint32_t at = begin[y * grid->width + first[0]];
        const uint32_t end = begin[y * grid->width + last[0] + 1];
        while (at < end) {
            const uint32_t room = GATHERED - s->count, some = end - at < room ? end - at : room;
            for (int axis = 0; axis < 2; axis++)
                memcpy(s->place[axis] + s->count, base + grid->place[axis] + at, sizeof(float) * some);
            memcpy(s->row + s->count, base + grid->row + at, sizeof(float) * some);
            s->count += some;
            at += some;
            if (s->count == GATHERED)
                make_room(s, 2);
        }
    }
}

/* Loads the candidates around these choosers, and makes the choosers' lists. Returns 0 if there are too many
   candidates around them. */
WAY_INLINE int list_around(way_asker *asker, int count, const way_crowd *crowd, way_log *log, int dims,
                           int is_sorted) {
    surroundings s;
    s.log = log;
    s.asker = asker;
    s.askers = count;
    s.limit = -1.0f;
    s.count = 0;
    s.is_sorted = is_sorted;
    s.is_cut = 0;
    for (int axis = 0; axis < dims; axis++)
        s.low[axis] = FLT_MAX, s.high[axis] = -FLT_MAX;
    for (int i = 0; i < count; i++) {
        s.limit = asker[i].limit > s.limit ? asker[i].limit : s.limit;
        for (int axis = 0; axis < dims; axis++) {
            const float at = asker[i].place[axis];
            s.low[axis] = at < s.low[axis] ? at : s.low[axis];
            s.high[axis] = at > s.high[axis] ? at : s.high[axis];
        }
    }
    s.rounds = log->used;
    log->is_full |= log->used == log->room;
    if (log->rows != NULL && !log->is_full)
        log->rows[log->used++] = 0;
    if (crowd->levels > 0 && s.limit >= 0.0f) {
        if (dims == 2 && crowd->grid.up > 0)
            take_grid(&s, crowd);
        else
            take_tree(&s, crowd, dims);
    } else if (!is_sorted)
        return 1;
    if (s.is_cut)
        return 0;
    answer_all(&s, dims);
    return 1;
}

/* If there are too many candidates around all of the choosers together, makes the sorted lists one by one. */
WAY_INLINE void sort_around(way_asker *asker, int count, const way_crowd *crowd, way_log *log, int dims) {
    if (list_around(asker, count, crowd, log, dims, 1))
        return;
    for (int i = 0; i < count && !log->is_dense; i++)
        log->is_dense |= !list_around(asker + i, 1, crowd, log, dims, 1);
}

#if defined(WAY_WITHOUT_LISTS)
#define RANGES_OF(step, dims) NULL
#else
#define RANGES_OF(step, dims) WAY_JOIN(WAY_JOIN3(step, ranges, dims), WAY_ISA)
#define DEFINE_RANGES(dims)                                                                                  \
    static void RANGES_OF(list, dims)(way_asker * asker, int count, const way_crowd *crowd, way_log *log) {  \
        list_around(asker, count, crowd, log, dims, 0);                                                      \
    }                                                                                                        \
    static void RANGES_OF(sort, dims)(way_asker * asker, int count, const way_crowd *crowd, way_log *log) {  \
        sort_around(asker, count, crowd, log, dims);                                                         \
    }
DEFINE_RANGES(2)
#if !defined(WAY_WITHOUT_SPACE)
DEFINE_RANGES(3)
#endif
#endif
#if defined(WAY_WITHOUT_SPACE)
#define RANGES_IN_SPACE(step) NULL
#else
#define RANGES_IN_SPACE(step) RANGES_OF(step, 3)
#endif
const way_ranges WAY_JOIN(way_ranges, WAY_ISA) = {
    .list = {RANGES_OF(list, 2), RANGES_IN_SPACE(list)},
    .sort = {RANGES_OF(sort, 2), RANGES_IN_SPACE(sort)},
};

#endif
