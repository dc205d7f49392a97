/* Computes the remaining costs of all cells of a grid, by Dijkstra's algorithm with buckets of labels. A
   bucket spans at most the cost of the cheapest step. So no step leads from a cell of a bucket to a cell of
   the same bucket, and the order of the cells in a bucket does not matter. */
#include "field/field_state.h"

static int first_bit(uint64_t bits) {
    int n = 0;
#if defined(__GNUC__)
    n = __builtin_ctzll(bits);
#else
    while ((bits >> n & 1) == 0)
        n++;
#endif
    return n;
}

void way_field_empty(way_field_state *s) {
    const uint32_t cheapest = s->straight * s->least, dearest = s->diagonal * s->most;
    s->shift = 0; /* if all labels of the search fit, each label has its own bucket */
    while (dearest > 62 && s->shift < 31 && cheapest >> (s->shift + 1) != 0)
        s->shift++;
    s->slots = 64;
    while (s->slots < (dearest >> s->shift) + 2)
        s->slots *= 2;
    for (uint32_t i = 0; i < WAY_FIELD_BUCKETS / 64; i++)
        s->busy[i] = 0;
    for (uint32_t i = 0; i < s->slots; i++) /* gives each bucket a chunk */
        s->top[i] = i * WAY_FIELD_CHUNK + 1;
    s->free_chunk = 0;
    s->fresh = s->slots;
    s->spare = s->chunks - s->slots;
}

/* Begins a new chunk for a bucket whose chunk is almost full. The first word of the new chunk points to the
   end of the full one. */
static uint32_t next_chunk(way_field_state *s, uint32_t *pool, uint32_t top) {
    uint32_t chunk = s->free_chunk;
    s->spare--;
    if (chunk != 0)
        s->free_chunk = pool[chunk * WAY_FIELD_CHUNK];
    else
        chunk = s->fresh++;
    pool[chunk * WAY_FIELD_CHUNK] = top;
    return chunk * WAY_FIELD_CHUNK + 1;
}

/* `entry` has the number of a cell and, in its upper bits, the direction in which the cell was reached. */
static inline void put_in_bucket(way_field_state *s, uint32_t *pool, uint32_t slot, uint32_t entry) {
    uint32_t top = s->top[slot];
    s->busy[slot / 64] |= (uint64_t)1 << slot % 64;
    pool[top++] = entry;
    if (top % WAY_FIELD_CHUNK == 0)
        top = next_chunk(s, pool, top);
    s->top[slot] = top;
}

/* Empties the buckets, and puts each labelled cell that may be unsettled into its bucket once. Outdated
   entries (a cell whose label has become smaller) disappear, which frees chunks. */
static void rebuild(way_field_state *s) {
    const way_field_grid g = way_field_arrays(s);
    way_field_empty(s);
    for (uint32_t i = 0; i < s->cells; i++) {
        const uint32_t bucket = g.label[i] >> s->shift;
        if (g.cost[i] != 0 && g.label[i] != WAY_FIELD_NONE && bucket >= s->at && bucket - s->at < s->slots)
            put_in_bucket(s, g.pool, bucket & (s->slots - 1), i | WAY_FIELD_FULL << 28);
    }
    while (s->seeded < s->listed && g.label[g.list[s->seeded]] >> s->shift < s->at + s->slots)
        s->seeded++;
}

/* Moves to the next bucket that has cells. Returns 0 if all are empty. */
static int next_bucket(way_field_state *s) {
    const way_field_grid g = way_field_arrays(s);
    const uint32_t from = s->at & (s->slots - 1), words = s->slots / 64;
    uint32_t ahead = UINT32_MAX;
    for (uint32_t i = 0; i <= words && ahead == UINT32_MAX; i++) {
        const uint32_t word = (from / 64 + i) & (words - 1);
        const uint64_t bits = i == 0 ? s->busy[word] >> from % 64 << from % 64 : s->busy[word];
        if (bits != 0)
            ahead = (word * 64 + (uint32_t)first_bit(bits) - from) & (s->slots - 1);
    }
    while (s->seeded < s->listed && g.label[g.list[s->seeded]] >> s->shift < s->at)
        s->seeded++; /* the search has given the cell a smaller label, and so has put it into a bucket */
    if (s->seeded < s->listed) {
        const uint32_t ready = (g.label[g.list[s->seeded]] >> s->shift) - s->at;
        ahead = ready < ahead ? ready : ahead;
    }
    if (ahead == UINT32_MAX)
        return 0;
    s->at += ahead;
    while (s->seeded < s->listed && g.label[g.list[s->seeded]] >> s->shift <= s->at) {
        put_in_bucket(s, g.pool, s->at & (s->slots - 1), g.list[s->seeded++] | WAY_FIELD_FULL << 28);
        if (s->spare < WAY_FIELD_SPARE)
            rebuild(s);
    }
    return 1;
}

/* Gives a cell a smaller label, and puts it into a bucket. */
static inline void improve(way_field_state *s, uint32_t *labels, uint32_t *pool, uint32_t slot, uint32_t cell,
                           uint32_t way, uint32_t label) {
    if (label < labels[cell]) {
        labels[cell] = label;
        put_in_bucket(s, pool, slot, cell | way << 28);
    }
}

/* For each cell in pool[from] to pool[to - 1] that is in the present bucket, labels its neighbours. */
static inline void expand(way_field_state *s, way_field_grid g, const uint32_t ways[8], uint32_t from,
                          uint32_t to) {
    const uint32_t row = s->stride, slots = s->slots - 1, shift = s->shift, at = s->at;
    const uint32_t straight = s->straight, diagonal = s->diagonal;
    uint32_t *const label = g.label, *const pool = g.pool;
    for (uint32_t k = from; k < to; k++) {
        const uint32_t cell = pool[k] & 0xfffffff, way = pool[k] >> 28;
        const uint32_t here = label[cell], cost = g.cost[cell], mask = g.mask[cell];
        if (here >> shift != at)
            continue;
        const uint32_t near = here + straight * cost, far = here + diagonal * cost;
        const uint32_t slot = near >> shift & slots, wide = far >> shift & slots;
        if ((mask & WAY_FIELD_EVEN) && way < 8) {
            /* `way` is the step that led to this cell from the cell that labelled it */
            const uint32_t left = (way + 7) & 7, right = (way + 1) & 7;
            const uint32_t ahead = way & 1 ? far : near, aside = way & 1 ? near : far;
            const uint32_t to = way & 1 ? wide : slot, by = way & 1 ? slot : wide;
            improve(s, label, pool, to, cell + ways[way], way, ahead);
            if (way & 1 || diagonal == 2 * straight) {
                improve(s, label, pool, by, cell + ways[left], left, aside);
                improve(s, label, pool, by, cell + ways[right], right, aside);
            }
            continue;
        }
        improve(s, label, pool, slot, cell + 1, 0, near);
        improve(s, label, pool, slot, cell - 1, 4, near);
        improve(s, label, pool, slot, cell + row, 2, near);
        improve(s, label, pool, slot, cell - row, 6, near);
        if (mask & 1)
            improve(s, label, pool, wide, cell + row + 1, 1, far);
        if (mask & 2)
            improve(s, label, pool, wide, cell + row - 1, 3, far);
        if (mask & 4)
            improve(s, label, pool, wide, cell - row - 1, 5, far);
        if (mask & 8)
            improve(s, label, pool, wide, cell - row + 1, 7, far);
    }
}

/* One of the two buckets that expand_plain fills: its end, and the label of all cells that go into it. */
typedef struct bucket_end {
    uint32_t top, number;
} bucket_end;

static inline bucket_end end_of(const way_field_state *s, uint32_t number) {
    return (bucket_end){s->top[number & (s->slots - 1)], number};
}

/* Gives a cell the label of a bucket if its own is larger, and puts it into the bucket. */
static inline void give_label(way_field_state *s, way_field_grid g, bucket_end *to, uint32_t cell,
                              uint32_t way) {
    if (to->number < g.label[cell]) {
        g.label[cell] = to->number;
        g.pool[to->top++] = cell | way << 28;
        if (to->top % WAY_FIELD_CHUNK == 0)
            to->top = next_chunk(s, g.pool, to->top);
    }
}

static void keep_end(way_field_state *s, bucket_end end) {
    const uint32_t slot = end.number & (s->slots - 1);
    s->busy[slot / 64] |= (uint64_t)(s->top[slot] != end.top) << slot % 64;
    s->top[slot] = end.top;
}

/* Large fields exceed the second-level cache, and fronts that cross rows are not prefetched by hardware. */
enum { FETCH_FROM = 300000, FETCH_AHEAD = 12 }; /* cells */

/* Prefetches the label that is `FETCH_AHEAD` steps ahead. The address may be past the end of the labels,
   which is harmless. */
static inline void prefetch_label(const uint32_t *label, uint32_t cell, uint32_t step) {
#if defined(__GNUC__)
    __builtin_prefetch((const void *)((uintptr_t)label + 4 * (uintptr_t)(cell + FETCH_AHEAD * step)), 1);
#else
    (void)label, (void)cell, (void)step;
#endif
}

/* Do all open cells cost the same, does each label have its own bucket, and is a diagonal step between one
   and two straight steps? */
static int is_plain_field(const way_field_state *s) {
    return s->shift == 0 && s->least == s->most && s->straight < s->diagonal && s->diagonal < 2 * s->straight;
}

/* Like `expand`, but for plain fields, in which the neighbours of a bucket's cells get only two different
   labels. Let p be the cell from which a cell of the bucket was reached. A neighbour of the cell is left out
   if another path from p to this neighbour is as short. After a straight step on open ground, only the
   neighbour straight ahead remains: the neighbours at an angle are reached as soon by a diagonal step and
   then a straight one. After Daniel Harabor and Alban Grastien, "Online graph pruning for pathfinding on grid
   maps". */
static inline void expand_plain(way_field_state *s, way_field_grid g, const uint32_t ways[8], uint32_t from,
                                uint32_t to) {
    bucket_end near = end_of(s, s->at + s->straight * s->most);
    bucket_end far = end_of(s, s->at + s->diagonal * s->most);
    const int is_large = s->cells > FETCH_FROM;
    const uint32_t at = s->at, cut = s->cut_corners;
    for (uint32_t k = from; k < to; k++) {
        const uint32_t cell = g.pool[k] & 0xfffffff, way = g.pool[k] >> 28, mask = g.mask[cell];
        if (g.label[cell] != at)
            continue;
        if (is_large)
            prefetch_label(g.label, cell, ways[way & 7]);
        if (way == WAY_FIELD_FULL) {
            for (uint32_t w = 0; w < 8; w += 2) {
                give_label(s, g, &near, cell + ways[w], w);
                if (mask >> w / 2 & 1)
                    give_label(s, g, &far, cell + ways[w + 1], w + 1);
            }
            continue;
        }
        const uint32_t left = (way + 7) & 7, right = (way + 1) & 7;
        const uint32_t far_left = (way + 6) & 7, far_right = (way + 2) & 7;
        if (way & 1) {
            give_label(s, g, &near, cell + ways[left], left);
            give_label(s, g, &near, cell + ways[right], right);
            if (mask >> way / 2 & 1)
                give_label(s, g, &far, cell + ways[way], way);
            if (cut && mask >> far_left / 2 & 1)
                give_label(s, g, &far, cell + ways[far_left], far_left);
            if (cut && mask >> far_right / 2 & 1)
                give_label(s, g, &far, cell + ways[far_right], far_right);
            continue;
        }
        give_label(s, g, &near, cell + ways[way], way);
        if (mask & WAY_FIELD_EVEN)
            continue;
        give_label(s, g, &near, cell + ways[far_left], far_left);
        give_label(s, g, &near, cell + ways[far_right], far_right);
        if (mask >> left / 2 & 1)
            give_label(s, g, &far, cell + ways[left], left);
        if (mask >> right / 2 & 1)
            give_label(s, g, &far, cell + ways[right], right);
    }
    keep_end(s, near), keep_end(s, far);
}

/* Extends the range of rows to write. */
static void note_rows(way_field_state *s, const uint32_t *pool, uint32_t from, uint32_t to) {
    for (uint32_t k = from; k < to; k++) {
        const uint32_t row = (pool[k] & 0xfffffff) / s->stride - 1;
        s->low = row < s->low ? row : s->low;
        s->high = row > s->high ? row : s->high;
    }
}

size_t way_field_search(way_field_state *s, size_t budget) {
    const way_field_grid g = way_field_arrays(s);
    const uint32_t row = s->stride;
    const uint32_t ways[8] = {1, row + 1, row, row - 1, 0u - 1, 0u - row - 1, 0u - row, 1 - row};
    uint32_t *const pool = g.pool;
    const int plain = is_plain_field(s);
    size_t taken = 0;
    while (taken < budget) {
        if (!next_bucket(s)) {
            s->stage = WAY_FIELD_WRITE;
            break;
        }
        s->too_far |= s->at >= WAY_FIELD_FAR >> s->shift; /* set if the bucket may have labels above the
                                                             limit */
        if (s->at > WAY_FIELD_FAR >> s->shift) {
            s->stage = WAY_FIELD_WRITE;
            break;
        }
        const uint32_t slot = s->at & (s->slots - 1);
        for (int more = 1; more && taken < budget;) {
            if (s->spare < WAY_FIELD_SPARE)
                rebuild(s);
            const uint32_t top = s->top[slot], chunk = (top - 1) / WAY_FIELD_CHUNK;
            if (s->updating)
                note_rows(s, pool, chunk * WAY_FIELD_CHUNK + 1, top);
            if (plain)
                expand_plain(s, g, ways, chunk * WAY_FIELD_CHUNK + 1, top);
            else
                expand(s, g, ways, chunk * WAY_FIELD_CHUNK + 1, top);
            taken += top - chunk * WAY_FIELD_CHUNK - 1;
            if (chunk >= s->slots) {
                s->top[slot] = pool[chunk * WAY_FIELD_CHUNK];
                pool[chunk * WAY_FIELD_CHUNK] = s->free_chunk;
                s->free_chunk = chunk;
                s->spare++;
            } else {
                s->top[slot] = chunk * WAY_FIELD_CHUNK + 1;
                s->busy[slot / 64] &= ~((uint64_t)1 << slot % 64);
                more = 0;
            }
        }
    }
    return taken;
}

/* Moves the element at `i` of a heap of `count` cells down until no child has a larger label. */
static void sift(const uint32_t *label, uint32_t *list, uint32_t i, uint32_t count) {
    const uint32_t cell = list[i];
    for (uint32_t child; (child = 2 * i + 1) < count; i = child) {
        if (child + 1 < count && label[list[child + 1]] > label[list[child]])
            child++;
        if (label[list[child]] <= label[cell])
            break;
        list[i] = list[child];
    }
    list[i] = cell;
}

void way_field_sort(way_field_state *s) {
    const way_field_grid g = way_field_arrays(s);
    for (uint32_t i = s->listed / 2; i-- > 0;)
        sift(g.label, g.list, i, s->listed);
    for (uint32_t i = s->listed; i-- > 1;) {
        const uint32_t last = g.list[i];
        g.list[i] = g.list[0];
        g.list[0] = last;
        sift(g.label, g.list, 0, i);
    }
}
