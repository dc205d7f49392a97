/* Builds crowds. A crowd stores candidates in leaves of sixteen candidates close to each other, with nodes
   above the leaves.

   Candidates are sorted along each axis once. The set is then cut in two across its longest axis. The sorted
   orders of the other axes are divided in the same way, and keep their order. Each part is cut again, until
   it is a leaf. The tree is Bentley's k-d tree; the presorting is from Russell A. Brown, "Building a balanced
   k-d tree in O(kn log n) time". The first part of a cut always fills whole nodes, so that the position of a
   child follows from its number. Cuts depend on the sorted order, not on distances. So the leaves are just as
   good if all candidates are at one point, on a line, or in clusters that are a millionth apart.

   The sort compares positions as numbers of 16 bits, relative to the bounding box of all candidates. If many
   candidates have the same number, it compares the floats themselves. */
#include "crowd/candidates.h"

#include <float.h>
#include <string.h>

#include "call/check.h"
#include "crowd/spanned.h"
#include "isa/isa.h"
#include "isa/fpenv.h"

/* Columns ------------------------------------------------------------------------------------------------ */

void way_set_candidates(way_candidates *of, const way_column *in, int dims) {
    for (int k = IN_choose_OWN; k < IN_choose_COUNT; k++) {
        const way_column *column = way_choose_in(in, dims, (way_choose_column)k);
        of->column[k - IN_choose_OWN] = column->data != NULL ? column : NULL;
    }
}

const way_search *way_search_of(const way_table *table) {
    static const way_search *const all[WAY_TABLES] = WAY_LANES(way_search);
    return all[table->number];
}

const way_near *way_near_of(const way_table *table) {
    static const way_near *const all[WAY_TABLES] = WAY_LANES(way_near);
    return all[table->number];
}

/* The memory --------------------------------------------------------------------------------------------- */

/* A grid has about one square per `EVEN` candidates, and fewer than `SQUARES_PER_LEAF` squares per leaf. */
enum { EVEN = 2, SQUARES_PER_LEAF = 10, FEWEST_IN_GRID = 64 };

/* The memory layout, which includes the temporary data of the construction (`order` and `from`). */
typedef struct plan {
    int dims;
    uint32_t runners;
    size_t leaves; /* upper bound */
    uint64_t leaf, node, seat, grid, order, from, cells;
} plan;

static uint64_t nodes_above(uint64_t leaves) {
    uint64_t nodes = 0;
    do
        nodes += leaves = (leaves + WAY_LEAF - 1) / WAY_LEAF;
    while (leaves > 1);
    return nodes;
}

static plan plan_of(size_t runners, int dims) {
    const uint64_t leaves = ((uint64_t)runners + WAY_LEAF - 1) / WAY_LEAF;
    plan of = {.dims = dims, .runners = (uint32_t)runners, .leaves = (size_t)leaves};
    of.node = leaves * (uint64_t)LEAF_CELLS(dims);
    of.grid = of.node + nodes_above(leaves) * (uint64_t)NODE_CELLS(dims);
    of.seat = of.grid + leaves * SQUARES_PER_LEAF; /* in space, only crowds with worlds use this memory */
    of.order = of.seat + leaves * WAY_LEAF;
    of.from = of.order + leaves * WAY_LEAF;
    of.cells = of.from + leaves * (uint64_t)LEAF_CELLS(dims);
    return of;
}

/* With worlds: how many words hold the bits of sorter.begins, and their address. A crowd without worlds has
   its grid at this address. */
static uint32_t words_of_begins(uint32_t count) { return count / 32 + 1; }

static uint64_t begins_at(const plan *p) { return p->seat - words_of_begins(p->runners); }

/* The size of the header and of the padding before the cells, which start on a 64-byte line. */
enum { HEAD = (sizeof(way_crowd) + 63) / 64 * 64 + 64 };

static size_t crowd_bytes(size_t runners, int dims) {
    if (runners >= UINT32_MAX)
        return 0;
    const uint64_t bytes = HEAD + 4 * plan_of(runners, dims).cells;
    return bytes <= SIZE_MAX / 2 ? (size_t)bytes : 0;
}

size_t way_crowd2d_bytes(size_t runner_count) { return crowd_bytes(runner_count, 2); }
size_t way_crowd3d_bytes(size_t runner_count) { return crowd_bytes(runner_count, 3); }

/* Sorted orders ------------------------------------------------------------------------------------------ */

/* The arrays for sorting. The label of a candidate is its position in the sorted order of the first axis;
   `order` holds labels. All arrays except `from` and order[0] lie in memory that the final leaves later
   overwrite. */
typedef struct sorter {
    const way_search *search;
    const float *from; /* leaves in the caller's order */
    int dims;
    uint32_t count;        /* valid candidates */
    float low[3], high[3]; /* their bounding box */
    uint32_t *id;          /* the candidates' numbers, which are sorted along the first axis */
    uint32_t *rank[3];     /* rank[axis][label]: the candidate's position in the sorted order of the axis;
                              rank[0] is NULL */
    uint32_t *order[3], *parted;
    uint32_t *begins;   /* a bit for each position in the order of worlds, 1 where a world begins */
    uint64_t *pairs[2]; /* for sorting: the upper half of a pair is its key */
} sorter;

/* Finds the valid candidates and their bounding box. */
static void find_box(sorter *s, size_t leaves) {
    float least[3][WAY_LEAF], most[3][WAY_LEAF];
    uint32_t there[WAY_LEAF] = {0};
    for (int k = 0; k < s->dims; k++)
        for (int j = 0; j < WAY_LEAF; j++) {
            least[k][j] = ELSEWHERE;
            most[k][j] = -FLT_MAX;
        }
    for (size_t i = 0; i < leaves; i++)
        for (int k = 0; k < s->dims; k++)
            for (int j = 0; j < WAY_LEAF; j++) {
                const float at =
                    s->from[i * (size_t)LEAF_CELLS(s->dims) + (size_t)(WAY_LEAF * (LEAF_PLACE + k) + j)];
                const float below = at < ELSEWHERE ? at : -FLT_MAX;
                least[k][j] = at < least[k][j] ? at : least[k][j];
                most[k][j] = below > most[k][j] ? below : most[k][j];
                there[j] += k == 0 && at < ELSEWHERE;
            }
    for (int k = 0; k < s->dims; k++) {
        s->low[k] = least[k][0];
        s->high[k] = most[k][0];
        for (int j = 1; j < WAY_LEAF; j++) {
            s->low[k] = least[k][j] < s->low[k] ? least[k][j] : s->low[k];
            s->high[k] = most[k][j] > s->high[k] ? most[k][j] : s->high[k];
        }
    }
    s->count = 0;
    for (int j = 0; j < WAY_LEAF; j++)
        s->count += there[j];
}

/* Sorts pairs by the lowest `digits` bytes of their keys (radix sort), and returns the array that holds the
   sorted pairs. */
static const uint64_t *sort_pairs(const sorter *s, int digits) {
    uint32_t ends[4][256] = {{0}};
    uint64_t *from = s->pairs[0], *to = s->pairs[1];
    for (uint32_t i = 0; i < s->count; i++)
        for (int digit = 0; digit < digits; digit++)
            ends[digit][from[i] >> (32 + 8 * digit) & 255]++;
    for (int digit = 0; digit < digits; digit++) {
        uint32_t sum = 0;
        for (int k = 0; k < 256; k++) {
            const uint32_t some = ends[digit][k];
            ends[digit][k] = sum;
            sum += some;
        }
        for (uint32_t i = 0; i < s->count; i++)
            to[ends[digit][from[i] >> (32 + 8 * digit) & 255]++] = from[i];
        uint64_t *done = to;
        to = from;
        from = done;
    }
    return from;
}

/* Maps a float to an unsigned number, so that the numbers have the same order as the floats. */
static uint32_t ordered(const float *cell) {
    uint32_t bits;
    memcpy(&bits, cell, 4);
    return bits ^ (bits >> 31 ? UINT32_MAX : 0x80000000u);
}

/* If more candidates than this share a key of 16 bits, the sort uses all bits. This is two leaves. */
enum { SAME_KEYS = 2 * WAY_LEAF };

/* Sorts the candidates along an axis. On the first axis, the lower half of a pair is the candidate's number.
   On the other axes, it is the candidate's label. */
static const uint64_t *sort_axis(const sorter *s, int axis) {
    const float extent = s->high[axis] - s->low[axis], scale = extent >= 0x1p-100f ? 65535.0f / extent : 0.0f;
    for (uint32_t i = 0; i < s->count; i++) {
        const float at = *way_loaded_cell(s->from, s->dims, s->id[i], LEAF_PLACE + axis);
        const uint32_t key = (uint32_t)(int32_t)((at - s->low[axis]) * scale);
        s->pairs[0][i] = (uint64_t)key << 32 | (axis == 0 ? s->id[i] : i);
    }
    const uint64_t *sorted = sort_pairs(s, 2);
    uint32_t crowded = 0;
    for (uint32_t i = SAME_KEYS; i < s->count; i += SAME_KEYS)
        crowded += sorted[i] >> 32 == sorted[i - SAME_KEYS] >> 32;
    if (crowded <= s->count / SAME_KEYS / 64)
        return sorted;
    for (uint32_t i = 0; i < s->count; i++)
        s->pairs[0][i] = (uint64_t)ordered(way_loaded_cell(s->from, s->dims, s->id[i], LEAF_PLACE + axis))
                             << 32 |
                         (axis == 0 ? s->id[i] : i);
    return sort_pairs(s, 4);
}

static void sort_axes(const sorter *s) {
    for (int axis = 0; axis < s->dims; axis++) {
        const uint64_t *sorted = sort_axis(s, axis);
        for (uint32_t i = 0; axis == 0 && i < s->count; i++) {
            s->id[i] = (uint32_t)sorted[i];
            s->order[0][i] = i;
        }
        for (uint32_t i = 0; axis > 0 && i < s->count; i++) {
            const uint32_t label = (uint32_t)sorted[i];
            s->order[axis][i] = label;
            s->rank[axis][label] = i;
        }
    }
}

/* Returns the longest axis of the bounding box of these candidates. */
static int longest_axis(const sorter *s, uint32_t first, uint32_t count) {
    float longest = -1.0f;
    int axis = 0;
    for (int k = 0; k < s->dims; k++) {
        const uint32_t *order = s->order[k] + first;
        const float extent = *way_loaded_cell(s->from, s->dims, s->id[order[count - 1]], LEAF_PLACE + k) -
                             *way_loaded_cell(s->from, s->dims, s->id[order[0]], LEAF_PLACE + k);
        if (extent > longest) {
            longest = extent;
            axis = k;
        }
    }
    return axis;
}

/* Cuts a range of more than one leaf in two. Returns the size of the first part. */
static uint32_t cut(const sorter *s, uint32_t first, uint32_t count) {
    const uint32_t leaves = (count + WAY_LEAF - 1) / WAY_LEAF;
    uint32_t unit = 1;
    while (leaves > WAY_LEAF * unit)
        unit *= WAY_LEAF;
    const uint32_t units = (leaves + unit - 1) / unit, left = (units + 1) / 2 * unit * WAY_LEAF;
    const int axis = longest_axis(s, first, count), orders = leaves > 2 ? s->dims : 1;
    const uint32_t *rank = s->rank[axis], label = s->order[axis][first + left],
                   middle = rank != NULL ? rank[label] : label;
    for (int k = 0; k < orders; k++)
        if (k != axis)
            s->search->part(s->order[k] + first, count, rank, middle, s->parted);
    return left;
}

/* Cuts a range of the sorted orders again and again, until each part is a leaf. */
static void part_all(const sorter *s, uint32_t first, uint32_t count) {
    struct {
        uint32_t first, count;
    } waiting[8 * WAY_LEVELS_MAX], some = {first, count};
    int depth = 0;
    for (;;) {
        while (some.count > WAY_LEAF) {
            const uint32_t left = cut(s, some.first, some.count);
            waiting[depth].first = some.first + left;
            waiting[depth++].count = some.count - left;
            some.count = left;
        }
        if (depth == 0)
            return;
        some = waiting[--depth];
    }
}

/* Worlds ------------------------------------------------------------------------------------------------- */

/* While a crowd with worlds is built, the leaves in the caller's order hold the number of the world instead
   of the row. */
static void load_worlds(const way_candidates *of, size_t runners, float *from) {
    for (size_t at = 0; at < runners; at += WAY_PACKED)
        way_load_row(of, IN_choose_runner_world, at, runners - at < WAY_PACKED ? runners - at : WAY_PACKED,
                     from + at / WAY_LEAF * (size_t)LEAF_CELLS(of->dims), LEAF_ROW(of->dims));
}

static uint32_t loaded_world(const float *from, int dims, uint32_t id) {
    return way_cell_bits(way_loaded_cell(from, dims, id, LEAF_ROW(dims)));
}

/* Returns the candidates, sorted stably by world: pairs of a world and a label. If `labels` is NULL, the
   label of a candidate is its position in `id`. `digits`: the number of bytes of the highest world number. */
static const uint64_t *sort_by_world(const sorter *s, const uint32_t *labels, int digits) {
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t label = labels != NULL ? labels[i] : i;
        s->pairs[0][i] = (uint64_t)loaded_world(s->from, s->dims, s->id[label]) << 32 | label;
    }
    return sort_pairs(s, digits);
}

/* Returns the end of the world that begins at position i: see sorter.begins. */
static uint32_t end_of_world(const uint32_t *begins, uint32_t count, uint32_t i) {
    do
        i++;
    while (i < count && (begins[i / 32] >> i % 32 & 1) == 0);
    return i;
}

/* A grid ------------------------------------------------------------------------------------------------- */

/* Chooses the squares of a grid for these candidates. Returns 0 if there are too few candidates, or if the
   side of a square is too small or too large for floats. Squares become larger until the memory has room for
   all of them; there is always room for one. */
static int choose_squares(const plan *p, uint32_t count, const float *low, const float *high, way_grid *to) {
    const double width = (double)high[0] - (double)low[0], height = (double)high[1] - (double)low[1];
    const double longest = width > height ? width : height;
    double side = way_sqrt(width * height * EVEN / count);
    side = side > longest * EVEN / count ? side : longest * EVEN / count;
    if (count < FEWEST_IN_GRID || !(side >= 0x1p-60) || !(side <= 0x1p60))
        return 0;
    for (;; side *= 1.125) {
        to->per_side = (float)(1.0 / side);
        to->side = (float)((1.0 - 0x1p-23) / (double)to->per_side);
        to->width = (uint32_t)((high[0] - low[0]) * to->per_side) + 1;
        to->up = (uint32_t)((high[1] - low[1]) * to->per_side) + 1;
        if ((uint64_t)to->width * to->up < p->leaves * SQUARES_PER_LEAF) {
            to->low[0] = low[0];
            to->low[1] = low[1];
            return 1;
        }
    }
}

/* Counts the candidates of each square, and writes the square of each candidate. Returns the sum of the
   squared counts. */
static uint64_t count_squares(const plan *p, const way_grid *grid, const float *from, uint32_t *square,
                              uint32_t *counts) {
    uint64_t sum = 0;
    memset(counts, 0, 4 * (size_t)grid->width * grid->up);
    for (size_t i = 0; i < p->leaves; i++) {
        const float *leaf = from + i * (size_t)LEAF_CELLS(2);
        for (int j = 0; j < WAY_LEAF; j++) {
            const float x = leaf[WAY_LEAF * LEAF_PLACE + j], y = leaf[WAY_LEAF * (LEAF_PLACE + 1) + j];
            const float across = ((x < ELSEWHERE ? x : grid->low[0]) - grid->low[0]) * grid->per_side,
                        up = ((x < ELSEWHERE ? y : grid->low[1]) - grid->low[1]) * grid->per_side;
            square[WAY_LEAF * i + (size_t)j] =
                (uint32_t)(int32_t)up * grid->width + (uint32_t)(int32_t)across;
        }
        for (int j = 0; j < WAY_LEAF; j++) {
            if (leaf[WAY_LEAF * LEAF_PLACE + j] < ELSEWHERE)
                sum += 2 * (uint64_t)counts[square[WAY_LEAF * i + (size_t)j]]++ + 1;
            else
                square[WAY_LEAF * i + (size_t)j] = UINT32_MAX;
        }
    }
    return sum;
}

/* Sorts candidates by squares (counting sort) and returns how many are valid. Returns 0 if no grid is
   possible, or if the candidates are not spread evenly. They are spread evenly if the sum of the squared
   counts is at most twice that of a random crowd. */
static uint32_t sort_into_grid(const plan *p, const sorter *s, float *base, way_grid *grid) {
    uint32_t *square = (uint32_t *)(void *)base, *begin = (uint32_t *)(void *)(base + p->grid),
             *order = (uint32_t *)(void *)(base + p->order);
    const uint32_t count = s->count;
    if (!choose_squares(p, count, s->low, s->high, grid))
        return 0;
    const uint32_t squares = grid->width * grid->up;
    const double at_random = (double)count * ((double)count / (double)squares + 1.0);
    if ((double)count_squares(p, grid, s->from, square, begin + 1) > 2.0 * at_random)
        return 0;
    uint32_t sum = 0;
    for (uint32_t k = 1; k <= squares; k++) {
        const uint32_t some = begin[k];
        begin[k] = sum;
        sum += some;
    }
    begin[0] = 0;
    for (uint32_t id = 0; id < p->leaves * WAY_LEAF; id++)
        if (square[id] != UINT32_MAX)
            order[begin[square[id] + 1]++] = id;
    grid->begin = p->grid;
    grid->spread = (float)((double)grid->side * (double)grid->side * squares / (3.141592653589793 * count));
    return count;
}

/* The crowd ---------------------------------------------------------------------------------------------- */

/* Writes the grid's arrays of positions, rows and masks, each with a vector of padding at the end. The arrays
   overwrite the leaves that are in the caller's order, because these leaves are no longer needed. */
static void make_arrays(const plan *p, way_crowd *crowd, float *base) {
    const int arrays = crowd->is_masked ? 4 : 3;
    static const int row[4] = {LEAF_PLACE, LEAF_PLACE + 1, LEAF_ROW(2), LEAF_MASK(2)};
    uint64_t *const to[4] = {&crowd->grid.place[0], &crowd->grid.place[1], &crowd->grid.row,
                             &crowd->grid.masks};
    const size_t places = (crowd->leaves + (size_t)1) * WAY_LEAF;
    for (int k = 0; k < arrays; k++) {
        *to[k] = p->from + places * (size_t)k;
        for (size_t i = 0; i < crowd->leaves; i++)
            memcpy(base + *to[k] + WAY_LEAF * i, base + i * (size_t)LEAF_CELLS(2) + WAY_LEAF * row[k],
                   4 * WAY_LEAF);
        for (size_t j = places - WAY_LEAF; j < places; j++)
            base[*to[k] + j] = ELSEWHERE;
    }
}

/* Sorts the candidates by world. In each world with its own tree, also sorts the candidates for this tree. */
static void sort_worlds(const sorter *s) {
    uint32_t largest = 0, highest = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t world = loaded_world(s->from, s->dims, s->id[i]);
        highest = world > highest ? world : highest;
    }
    const int digits = highest < 1u << 8 ? 1 : highest < 1u << 16 ? 2 : highest < 1u << 24 ? 3 : 4;
    const uint64_t *sorted = sort_by_world(s, NULL, digits);
    memset(s->begins, 0, 4 * (size_t)words_of_begins(s->count));
    for (uint32_t i = 0, from = 0; i < s->count; i++) {
        from = i == 0 || sorted[i] >> 32 != sorted[i - 1] >> 32 ? i : from;
        s->begins[i / 32] |= (uint32_t)(from == i) << i % 32;
        s->order[0][i] = (uint32_t)sorted[i];
        largest = i - from >= largest ? i - from + 1 : largest;
    }
    if (largest < WAY_OWN_TREE)
        return;
    sort_axes(s);
    for (int axis = 0; axis < s->dims; axis++) {
        sorted = sort_by_world(s, s->order[axis], digits);
        for (uint32_t i = 0; i < s->count; i++)
            s->order[axis][i] = (uint32_t)sorted[i];
    }
    for (uint32_t i = 0, end; i < s->count; i = end) {
        end = end_of_world(s->begins, s->count, i);
        if (end - i >= WAY_OWN_TREE)
            part_all(s, i, end - i);
    }
}

static uint32_t sort_all(const way_candidates *of, const plan *p, float *base, way_crowd *crowd) {
    const size_t places = p->leaves * WAY_LEAF;
    const int in_worlds = way_has_column(of, IN_choose_runner_world);
    uint32_t *order = (uint32_t *)(void *)(base + p->order);
    sorter s = {.search = of->search, .from = base + p->from, .dims = p->dims};
    way_load_leaves(of, 0, p->runners, base + p->from);
    if (in_worlds)
        load_worlds(of, p->runners, base + p->from);
    find_box(&s, p->leaves);
    if (p->dims == 2 && !in_worlds && !of->by_time && !crowd->is_weighted &&
        sort_into_grid(p, &s, base, &crowd->grid) > 0)
        return s.count;
    crowd->grid.up = 0;
    s.pairs[0] = (uint64_t *)(void *)base;
    s.pairs[1] = s.pairs[0] + places;
    s.parted = (uint32_t *)(void *)base;
    s.id = (uint32_t *)(void *)(s.pairs[1] + places);
    s.order[0] = order;
    s.begins = (uint32_t *)(void *)(base + begins_at(p));
    for (int axis = 1; axis < p->dims; axis++) {
        s.order[axis] = s.id + (size_t)(2 * axis - 1) * places;
        s.rank[axis] = s.id + (size_t)(2 * axis) * places;
    }
    uint32_t valid = 0;
    if (s.count == p->runners)
        for (; valid < s.count; valid++)
            s.id[valid] = valid;
    for (uint32_t id = 0; valid < s.count; id++) {
        s.id[valid] = id;
        valid += *way_loaded_cell(s.from, p->dims, id, LEAF_PLACE) < ELSEWHERE;
    }
    if (in_worlds)
        sort_worlds(&s);
    else {
        sort_axes(&s);
        part_all(&s, 0, s.count);
    }
    for (uint32_t i = 0; i < s.count; i++)
        order[i] = s.id[order[i]];
    return s.count;
}

/* The source of the leaves, and the rows of the leaves. */
typedef struct leaf_source {
    const float *from;
    int dims, rows, row[LEAF_ROWS(3)];
    uint32_t *seat;
} leaf_source;

static void make_leaves(const leaf_source *s, const uint32_t *ids, uint32_t count, float *leaf) {
    for (uint32_t first = 0; first < count; first += WAY_LEAF) {
        const uint32_t left = count - first;
        way_make_leaf(s->from, s->dims, s->row, s->rows, ids + first, left < WAY_LEAF ? left : WAY_LEAF,
                      leaf + first / WAY_LEAF * (size_t)LEAF_CELLS(s->dims), s->seat, first);
    }
}

/* Hides the cells after the last candidate, which repeat this candidate. */
static void hide_unused(float *leaf, uint32_t count, int dims) {
    for (uint32_t j = count; j % WAY_LEAF != 0; j++) {
        float *cell = leaf + j / WAY_LEAF * (size_t)LEAF_CELLS(dims) + j % WAY_LEAF;
        for (int k = 0; k < dims; k++)
            cell[WAY_LEAF * (LEAF_PLACE + k)] = ELSEWHERE;
        memset(cell + WAY_LEAF * LEAF_ROW(dims), 0xff, 4); /* UINT32_MAX: no row */
    }
}

/* Makes the leaves of the trees, then the shared leaves. Returns the number of leaves in trees. A tree has at
   least eight whole leaves, so incomplete leaves add at most one leaf to eight: 16 cells per leaf of a crowd
   in the plane, 20 in space. In a crowd without worlds, the nodes and the grid use this memory: at least 9 or
   11 cells per leaf for nodes, and 10 for the grid. The rest holds the bits of `begins`. */
static uint32_t make_leaves_of_worlds(const leaf_source *s, const uint32_t *order, const uint32_t *begins,
                                      uint32_t count, float *leaf) {
    const size_t cells = (size_t)LEAF_CELLS(s->dims);
    uint32_t trees = 0, shared = 0, ids[WAY_LEAF];
    for (uint32_t i = 0, end; i < count; i = end) {
        end = end_of_world(begins, count, i);
        if (end - i < WAY_OWN_TREE)
            continue;
        make_leaves(s, order + i, end - i, leaf + trees * cells);
        trees += way_leaves_of(end - i);
    }
    for (uint32_t i = 0, end; i < count; i = end) {
        end = end_of_world(begins, count, i);
        for (; end - i < WAY_OWN_TREE && i < end; i++) {
            ids[shared++ % WAY_LEAF] = order[i];
            if (shared % WAY_LEAF == 0)
                way_make_leaf(s->from, s->dims, s->row, s->rows, ids, WAY_LEAF,
                              leaf + (trees + shared / WAY_LEAF - 1) * cells, s->seat, shared - WAY_LEAF);
        }
    }
    if (shared % WAY_LEAF != 0) {
        float *last = leaf + (trees + shared / WAY_LEAF) * cells;
        way_make_leaf(s->from, s->dims, s->row, s->rows, ids, shared % WAY_LEAF, last, s->seat,
                      shared - shared % WAY_LEAF);
        hide_unused(last, shared % WAY_LEAF, s->dims);
    }
    return trees;
}

/* Writes the array with the world of each row, and then the entries of the worlds. The array and the entries
   overwrite the leaves in the caller's order. */
static void make_entries(const plan *p, way_crowd *crowd, float *base, const uint32_t *order,
                         const uint32_t *begins, uint32_t count) {
    const uint32_t *seat = (const uint32_t *)(const void *)(base + p->seat);
    uint32_t *of = (uint32_t *)(void *)(base + p->from), tree = 0, node = 0;
    for (uint32_t id = 0; id < p->runners; id++)
        of[id] = loaded_world(base + p->from, p->dims, id);
    crowd->world_of = p->from;
    crowd->world = p->from + p->leaves * WAY_LEAF;
    way_world *entry = (way_world *)(void *)(base + crowd->world);
    for (uint32_t i = 0, end; i < count; i = end, entry++) {
        end = end_of_world(begins, count, i);
        *entry = (way_world){of[order[i]], end - i, tree, node};
        if (end - i < WAY_OWN_TREE) {
            entry->leaf = (uint32_t)crowd->shared + seat[order[i]] / WAY_LEAF;
            entry->first = seat[order[i]] % WAY_LEAF;
            continue;
        }
        tree += way_leaves_of(end - i);
        node += (uint32_t)nodes_above(way_leaves_of(end - i));
    }
    crowd->worlds = (uint64_t)(entry - (way_world *)(void *)(base + crowd->world));
    crowd->world_nodes = crowd->world + crowd->worlds * (sizeof(way_world) / 4);
}

static void build_worlds(const plan *p, const leaf_source *s, way_crowd *crowd, float *base,
                         const uint32_t *order, uint32_t count) {
    const uint32_t *begins = (const uint32_t *)(const void *)(base + begins_at(p));
    crowd->shared = make_leaves_of_worlds(s, order, begins, count, base);
    make_entries(p, crowd, base, order, begins, count);
    const way_world *entry = (const way_world *)(const void *)(base + crowd->world);
    uint32_t in_trees = 0;
    for (uint64_t k = 0; k < crowd->worlds; k++) {
        if (entry[k].count < WAY_OWN_TREE)
            continue;
        way_crowd tree;
        way_tree_of_world(crowd, &entry[k], &tree);
        way_make_nodes(&tree, base, tree.node[0]);
        hide_unused(base + tree.leaf, entry[k].count, p->dims);
        crowd->has_same |= tree.has_same;
        in_trees += entry[k].count;
    }
    crowd->leaves = (uint32_t)crowd->shared + way_leaves_of(count - in_trees);
}

WAY_OUT_OF_LINE void build(const way_candidates *of, const plan *p, way_crowd *crowd) {
    const int dims = p->dims;
    float *base = (float *)(void *)((char *)crowd + crowd->cells);
    const uint32_t *order = (const uint32_t *)(const void *)(base + p->order);
    leaf_source s = {.from = base + p->from, .dims = dims, .seat = (uint32_t *)(void *)(base + p->seat)};
    memset(s.seat, 0xff, 4 * (size_t)p->runners);
    const uint32_t count = p->runners > 0 ? sort_all(of, p, base, crowd) : 0;
    crowd->leaves = way_leaves_of(count);
    for (int k = 0; k < LEAF_ROWS(dims); k++)
        if (k < LEAF_ROW(dims) || (k == LEAF_MASK(dims) && crowd->is_masked) ||
            (k == LEAF_WEIGHT(dims) && (crowd->is_weighted || of->by_time)) ||
            (k >= LEAF_COURSE(dims) && of->by_time))
            s.row[s.rows++] = k;
    if (count == 0)
        return;
    if (way_has_column(of, IN_choose_runner_world)) {
        build_worlds(p, &s, crowd, base, order, count);
        return;
    }
    make_leaves(&s, order, count, base);
    way_make_nodes(crowd, base, p->node);
    hide_unused(base, count, dims);
    if (crowd->grid.up > 0)
        make_arrays(p, crowd, base);
}

/* Makes a crowd from checked columns. */
static void make_from(const way_column *in, size_t runners, int dims, void *memory) {
    const way_table *table = way_cpu_table();
    way_candidates of = {.table = table, .search = way_search_of(table), .dims = dims};
    way_set_candidates(&of, in, dims);
    of.by_time = runners > 0;
    for (int k = 0; k < dims; k++)
        of.by_time &= way_has_column(&of, IN_choose_runner_vx + k);
    const plan p = plan_of(runners, dims);
    const uintptr_t begin = (uintptr_t)memory, after = begin + sizeof(way_crowd);
    way_crowd *crowd = (way_crowd *)memory;
    *crowd = (way_crowd){.magic = WAY_CROWD_MAGIC,
                         .cells = ((after + 63) & ~(uintptr_t)63) - begin,
                         .dims = (uint32_t)dims,
                         .has_course = (uint32_t)(of.by_time || runners == 0),
                         .is_weighted = (uint32_t)way_has_column(&of, IN_choose_weight),
                         .is_masked = (uint32_t)way_has_column(&of, IN_choose_runner_mask),
                         .runners = p.runners,
                         .seat = p.seat};
    way_fpenv caller = way_fpenv_enter_for_calls();
    way_find_origin(&of, runners);
    memcpy(crowd->origin, of.origin, sizeof of.origin);
    build(&of, &p, crowd);
    way_fpenv_leave_after_calls(caller);
}

static way_result accept_crowd_of(const way_call_entry *call, const way_choice *choice, const way_column *in,
                                  const void *memory, size_t bytes) {
    const size_t runners = choice->runner_parts != NULL
                               ? way_rows_of_parts(choice->runner_parts, choice->runner_part_count)
                               : choice->runner_count;
    const size_t needed = crowd_bytes(runners, call->dims);
    const way_arguments arguments = {.in = in,
                                     .uses = FOR_CROWD,
                                     .fault = choice->fault,
                                     .runner_count = runners,
                                     .runner_parts = choice->runner_parts,
                                     .runner_part_count = choice->runner_part_count,
                                     .fault_part = choice->fault_part};
    way_result result = way_check_arguments(call, &arguments);
    if (result == WAY_OK)
        result = needed == 0 ? WAY_ERROR_COUNT : way_check_memory(memory, bytes, needed, choice->fault);
    return result;
}

static way_result make_crowd(const way_call_entry *call, const way_column *in, size_t runners, void *memory,
                             size_t bytes) {
    const way_choice choice = {.runner_count = runners};
    const way_result result = accept_crowd_of(call, &choice, in, memory, bytes);
    if (result == WAY_OK)
        make_from(in, runners, call->dims, memory);
    return result;
}

static way_result make_crowd_of_parts(const way_call_entry *call, const way_choice *choice, void *memory,
                                      size_t bytes) {
    if (choice == NULL)
        return WAY_ERROR_NULL;
    static const way_search_part none;
    way_choice of = *choice; /* without tables of choosers */
    of.runner_parts = choice->runner_part_count > 0 ? choice->runner_parts : &none;
    of.chaser_parts = of.runner_parts, of.chaser_part_count = 0;
    const way_result result = accept_crowd_of(call, &of, NULL, memory, bytes);
    if (result != WAY_OK)
        return result;
    way_spanned all;
    way_span_choice(&all, &of, NULL, call->dims);
    for (int axis = 0; axis < call->dims; axis++) {
        const int at = way_choose_at[call->dims - 2][IN_choose_runner_vx + axis] - 1;
        if (!way_all_parts_have(&all.other, at))
            all.in[at].data = NULL;
    }
    make_from(all.in, way_rows_of_parts(of.runner_parts, of.runner_part_count), call->dims, memory);
    return WAY_OK;
}

way_result way_make_crowd2d(const way_choose2d_in *in, size_t runner_count, way_crowd2d *crowd,
                            size_t bytes) {
    return make_crowd(&way_choose2d_entry, (const way_column *)in, runner_count, crowd, bytes);
}

way_result way_make_crowd3d(const way_choose3d_in *in, size_t runner_count, way_crowd3d *crowd,
                            size_t bytes) {
    return make_crowd(&way_choose3d_entry, (const way_column *)in, runner_count, crowd, bytes);
}

way_result way_make_crowd2d_of_parts(const way_choice *choice, way_crowd2d *crowd, size_t bytes) {
    return make_crowd_of_parts(&way_choose2d_entry, choice, crowd, bytes);
}

way_result way_make_crowd3d_of_parts(const way_choice *choice, way_crowd3d *crowd, size_t bytes) {
    return make_crowd_of_parts(&way_choose3d_entry, choice, crowd, bytes);
}
