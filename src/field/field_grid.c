/* Reads the rows of a grid and writes the rows of a field. */
#include "field/field_state.h"
#include "isa/isa.h"

#define ALIGNED(bytes) (((bytes) + 63) / 64 * 64)

size_t way_field_lay_out(way_field_state *s, uint32_t width, uint32_t height) {
    if (width < 1 || height < 1 || width > WAY_FIELD_SIDE || height > WAY_FIELD_SIDE)
        return 0;
    const uint64_t cells = (uint64_t)(width + 2) * (height + 2);
    /* A full chunk has at least 28 cells. There is room for a quarter more chunks than this, so that
       rebuilding is rare. */
    const uint64_t chunks = WAY_FIELD_BUCKETS + 2 * WAY_FIELD_SPARE + cells / 22;
    uint64_t at = ALIGNED(sizeof *s);
    s->width = width, s->height = height, s->stride = width + 2;
    s->cells = (uint32_t)cells, s->chunks = (uint32_t)chunks;
    s->label_at = (size_t)at, at += ALIGNED(4 * cells);
    s->pool_at = (size_t)at, at += 4 * WAY_FIELD_CHUNK * chunks;
    s->list_at = (size_t)at, at += ALIGNED(4 * cells);
    s->sums_at = (size_t)at, at += ALIGNED(32 * (uint64_t)s->stride);
    s->cost_at = (size_t)at, at += ALIGNED(cells);
    s->mask_at = (size_t)at, at += ALIGNED(cells);
    s->gap_at = (size_t)at, at += ALIGNED(cells);
    return at <= SIZE_MAX ? (size_t)at : 0;
}

void way_field_close_border(way_field_state *s) {
    const way_field_grid g = way_field_arrays(s);
    for (uint32_t x = 0; x < s->stride; x++) {
        g.cost[x] = g.mask[x] = g.cost[s->cells - 1 - x] = g.mask[s->cells - 1 - x] = 0;
        g.label[x] = g.label[s->cells - 1 - x] = 0;
    }
    for (uint32_t i = s->stride; i < s->cells; i += s->stride) {
        g.cost[i] = g.mask[i] = g.cost[i - 1] = g.mask[i - 1] = 0;
        g.label[i] = g.label[i - 1] = 0;
    }
}

void way_field_read_gaps(way_field_state *s, const uint8_t *costs, uint32_t row) {
    uint8_t *gap = way_field_arrays(s).gap + (size_t)(row + 1) * s->stride + 1;
    const uint8_t *cost = costs + (size_t)row * s->width;
    uint32_t from = 0; /* 0 because the border is a wall */
    for (uint32_t x = 0; x < s->width; x++) {
        from = cost[x] == 0 ? 0 : from + (from < 255);
        gap[x] = (uint8_t)from;
    }
    from = 0;
    for (uint32_t x = s->width; x-- > 0;) {
        from = gap[x] == 0 ? 0 : from + (from < 255);
        gap[x] = gap[x] < from ? gap[x] : (uint8_t)from;
    }
}

/* Returns (2 d)^2, where d is the distance from the middle of a cell to the nearest edge of the cell that is
   `steps` columns or rows away. */
static int64_t square_to(int64_t steps) { return steps == 0 ? 0 : (2 * steps - 1) * (2 * steps - 1); }

uint32_t way_field_reach(const way_field_state *s) {
    uint32_t reach = 0;
    while ((double)square_to(reach + 1) < s->near)
        reach++;
    return reach;
}

/* Closes the cells of a row that are too near to a wall in the row that is `rows` away. */
static void close_near(const way_field_state *s, uint8_t *cost, const uint8_t *gap, uint32_t rows) {
    const uint32_t width = s->width;
    uint32_t columns = 0;
    while ((double)(square_to(rows) + square_to(columns + 1)) < s->near)
        columns++;
    const uint8_t limit = (uint8_t)columns;
    for (size_t x = 0; x < width; x++)
        cost[x] = gap[x] <= limit ? 0 : cost[x];
}

/* Stores the smallest cost above 0 and the largest cost of a row. */
static void note_costs(way_field_state *s, size_t width, const uint8_t *cost) {
    uint8_t least = 254, most = 1; /* `least` is the smallest value of cost - 1, which is 255 for the cost
                                      0 */
    for (size_t x = 0; x < width; x++) {
        const uint8_t less = (uint8_t)(cost[x] - 1);
        least = less < least ? less : least;
    }
    for (size_t x = 0; x < width; x++)
        most = cost[x] > most ? cost[x] : most;
    s->least = least + 1u < s->least ? least + 1u : s->least;
    s->most = most > s->most ? most : s->most;
}

void way_field_read_costs(way_field_state *s, const uint8_t *costs, uint32_t row) {
    const way_field_grid g = way_field_arrays(s);
    const size_t start = (size_t)(row + 1) * s->stride + 1;
    const uint8_t *from = costs + (size_t)row * s->width;
    uint8_t *cost = g.cost + start;
    for (uint32_t x = 0; x < s->width; x++)
        cost[x] = from[x];
    if (s->near > 1) {
        const uint32_t reach = way_field_reach(s);
        const int all = row < reach || s->height - 1 - row < reach;
        for (uint32_t k = 0; k <= reach && !all; k++) {
            close_near(s, cost, g.gap + start + (size_t)k * s->stride, k);
            close_near(s, cost, g.gap + start - (size_t)k * s->stride, k);
        }
        for (uint32_t x = 0; x < s->width && all; x++)
            cost[x] = 0;
    }
    note_costs(s, s->width, cost);
}

/* This function is out of line: if its loop is inlined into the stages, as in the two-file library, gcc 12
   loses the stores of the loop. */
WAY_OUT_OF_LINE void unlabel(uint32_t width, const uint8_t *restrict cost, uint32_t *restrict label) {
    for (size_t x = 0; x < width; x++)
        label[x] = cost[x] != 0 ? WAY_FIELD_NONE : 0;
}

void way_field_unlabel(way_field_state *s, uint32_t row) {
    const way_field_grid g = way_field_arrays(s);
    const size_t start = (size_t)(row + 1) * s->stride + 1;
    unlabel(s->width, g.cost + start, g.label + start);
}

/* In this and the following loops the arrays do not overlap, so that compilers use vector instructions. */
static void set_masks(uint32_t width, const uint8_t *restrict up, const uint8_t *restrict here,
                      const uint8_t *restrict down, uint8_t cut, uint8_t *restrict mask) {
    for (size_t x = 1; x <= width; x++) {
        const uint8_t e = here[x + 1] != 0, w = here[x - 1] != 0, n = up[x] != 0, s = down[x] != 0;
        const uint8_t both = (uint8_t)((e & s) | (w & s) << 1 | (w & n) << 2 | (e & n) << 3);
        const uint8_t any = (uint8_t)((e | s) | (w | s) << 1 | (w | n) << 2 | (e | n) << 3);
        mask[x] = cut ? any : both;
    }
    for (size_t x = 1; x <= width; x++) {
        const uint8_t c = here[x];
        const uint8_t other = (uint8_t)((here[x + 1] ^ c) | (here[x - 1] ^ c) | (up[x] ^ c) | (down[x] ^ c));
        const uint8_t far =
            (uint8_t)((up[x + 1] ^ c) | (up[x - 1] ^ c) | (down[x + 1] ^ c) | (down[x - 1] ^ c));
        mask[x] |= (uint8_t)((other | far) == 0 ? WAY_FIELD_EVEN : 0);
    }
}

void way_field_set_masks(way_field_state *s, uint32_t row) {
    const way_field_grid g = way_field_arrays(s);
    const size_t start = (size_t)(row + 1) * s->stride;
    const uint8_t *cost = g.cost + start;
    set_masks(s->width, cost - s->stride, cost, cost + s->stride, (uint8_t)s->cut_corners, g.mask + start);
}

/* For each cell of a row, writes two sums: its label plus the cost of a straight step into it, and its label
   plus the cost of a diagonal step into it. */
static void labels_after_step(uint32_t count, uint32_t straight, uint32_t diagonal,
                              const uint32_t *restrict label, const uint8_t *restrict cost,
                              uint32_t *restrict near, uint32_t *restrict far) {
    for (size_t x = 0; x < count; x++) {
        const uint32_t c = cost[x], closed = c == 0 ? UINT32_MAX : 0;
        near[x] = (label[x] + straight * c) | closed;
        far[x] = (label[x] + diagonal * c) | closed;
    }
}

/* For each cell of a row, writes the number of a step that is on a cheapest path (the lowest number, if there
   are several). A step is on a cheapest path if the sum of the cell to which it leads equals this cell's
   label. `near` and `far` each have three rows of sums: of the row above, of this row and of the row below.
   */
static void write_next(uint32_t width, const uint32_t *restrict label, const uint8_t *restrict cost,
                       const uint8_t *restrict mask, uint32_t *const near[3], uint32_t *const far[3],
                       uint32_t *restrict found, int8_t *restrict next) {
    const uint32_t *restrict up = near[0], *restrict here = near[1], *restrict down = near[2];
    const uint32_t *restrict above = far[0], *restrict below = far[2];
    for (size_t x = 0; x < width; x++)
        found[x] = mask[x];
    for (size_t x = 0; x < width; x++) {
        const uint32_t d = label[x], m = found[x];
        uint32_t n = UINT32_MAX;
        n = (above[x + 2] == d ? m & 8 : 0) != 0 ? 7 : n;
        n = up[x + 1] == d ? 6 : n;
        n = (above[x] == d ? m & 4 : 0) != 0 ? 5 : n;
        n = here[x] == d ? 4 : n;
        n = (below[x] == d ? m & 2 : 0) != 0 ? 3 : n;
        n = down[x + 1] == d ? 2 : n;
        n = (below[x + 2] == d ? m & 1 : 0) != 0 ? 1 : n;
        n = here[x + 2] == d ? 0 : n;
        found[x] = d > WAY_FIELD_FAR ? UINT32_MAX : n;
    }
    for (size_t x = 0; x < width; x++)
        next[x] = (int8_t)(cost[x] == 0 ? 255 : found[x]);
}

/* For each cell of a row, writes the low bytes of three numbers: its label, its label plus the cost of a
   straight step into it, and its label plus the cost of a diagonal step into it. */
static void add_up_bytes(uint32_t count, uint8_t straight, uint8_t diagonal, const uint32_t *restrict label,
                         const uint8_t *restrict cost, uint8_t *restrict low, uint8_t *restrict near,
                         uint8_t *restrict far) {
    for (size_t x = 0; x < count; x++)
        low[x] = (uint8_t)label[x];
    for (size_t x = 0; x < count; x++) {
        near[x] = (uint8_t)(low[x] + (uint8_t)(straight * cost[x]));
        far[x] = (uint8_t)(low[x] + (uint8_t)(diagonal * cost[x]));
    }
}

/* Writes a bit for each step that leads to an open cell. */
static void list_steps(uint32_t width, const uint8_t *restrict up, const uint8_t *restrict here,
                       const uint8_t *restrict down, const uint8_t *restrict mask, uint8_t *restrict open) {
    for (size_t x = 0; x < width; x++) {
        uint8_t all = here[x + 2] != 0 ? 1 : 0;
        all |= down[x + 1] != 0 ? 4 : 0;
        all |= here[x] != 0 ? 16 : 0;
        all |= up[x + 1] != 0 ? 64 : 0;
        open[x] = all;
    }
    for (size_t x = 0; x < width; x++) {
        const uint8_t m = mask[x];
        uint8_t all = down[x + 2] != 0 ? 2 : 0, may = (m & 1) != 0 ? 2 : 0;
        all |= down[x] != 0 ? 8 : 0, may |= (m & 2) != 0 ? 8 : 0;
        all |= up[x] != 0 ? 32 : 0, may |= (m & 4) != 0 ? 32 : 0;
        all |= up[x + 2] != 0 ? 128 : 0, may |= (m & 8) != 0 ? 128 : 0;
        open[x] |= all & may;
    }
}

/* Does the work of write_next on bytes: it compares only the low bytes of labels and sums. The sum of an open
   neighbour exceeds the cell's label by less than 256, so the low bytes are equal only if the numbers are
   equal. */
static void write_next_bytes(uint32_t width, const uint8_t *restrict low, const uint8_t *restrict up,
                             const uint8_t *restrict here, const uint8_t *restrict down,
                             const uint8_t *restrict above, const uint8_t *restrict below,
                             const uint8_t *restrict open, uint8_t *restrict next) {
    for (size_t x = 0; x < width; x++) {
        const uint8_t d = low[x + 1];
        uint8_t all = here[x + 2] == d ? 1 : 0;
        all |= below[x + 2] == d ? 2 : 0;
        all |= down[x + 1] == d ? 4 : 0;
        all |= below[x] == d ? 8 : 0;
        all |= here[x] == d ? 16 : 0;
        all |= above[x] == d ? 32 : 0;
        all |= up[x + 1] == d ? 64 : 0;
        all |= above[x + 2] == d ? 128 : 0;
        next[x] = all;
    }
    for (size_t x = 0; x < width; x++) {
        const uint8_t hits = next[x] & open[x], first = (uint8_t)(hits & (uint8_t)(0 - hits));
        uint8_t step = (first & 0xaa) != 0 ? 1 : 0;
        step |= (first & 0xcc) != 0 ? 2 : 0;
        step |= (first & 0xf0) != 0 ? 4 : 0;
        next[x] = hits == 0 ? 255 : step;
    }
}

/* Closed cells and cells without a path have no step. */
static void close_next(uint32_t width, const uint32_t *restrict label, const uint8_t *restrict cost,
                       uint8_t *restrict next) {
    for (size_t x = 0; x < width; x++)
        next[x] |= (uint8_t)(label[x] > WAY_FIELD_FAR ? 255 : 0);
    for (size_t x = 0; x < width; x++)
        next[x] |= (uint8_t)(cost[x] == 0 ? 255 : 0);
}

static void write_costs(uint32_t width, const uint32_t *restrict label, const uint8_t *restrict cost,
                        uint32_t *restrict to) {
    for (size_t x = 0; x < width; x++) {
        const uint32_t d = label[x] > WAY_FIELD_FAR ? WAY_FIELD_NONE : label[x];
        to[x] = cost[x] == 0 ? WAY_FIELD_NONE : d;
    }
}

static void write_words(way_field_state *s, uint32_t first, uint32_t end, int8_t *next) {
    const way_field_grid g = way_field_arrays(s);
    const size_t pair = 2 * (size_t)s->stride;
    for (uint32_t row = first; row < end; row++) {
        const size_t start = (size_t)(row + 1) * s->stride + 1;
        for (uint32_t k = row == first ? 0 : 2; k < 3; k++) {
            const size_t from = (size_t)(row + k) * s->stride;
            uint32_t *near = g.sums + (row + k) % 3 * pair;
            labels_after_step(s->stride, s->straight, s->diagonal, g.label + from, g.cost + from, near,
                              near + s->stride);
        }
        uint32_t *const near[3] = {g.sums + row % 3 * pair, g.sums + (row + 1) % 3 * pair,
                                   g.sums + (row + 2) % 3 * pair};
        uint32_t *const far[3] = {near[0] + s->stride, near[1] + s->stride, near[2] + s->stride};
        write_next(s->width, g.label + start, g.cost + start, g.mask + start, near, far, g.sums + 3 * pair,
                   next + (size_t)row * s->width);
    }
}

static void write_bytes(way_field_state *s, uint32_t first, uint32_t end, int8_t *next) {
    const way_field_grid g = way_field_arrays(s);
    const size_t stride = s->stride;
    uint8_t *open = (uint8_t *)g.sums + 9 * stride;
    for (uint32_t row = first; row < end; row++) {
        const size_t start = (size_t)(row + 1) * stride;
        uint8_t *sums[3], *to = (uint8_t *)next + (size_t)row * s->width;
        for (uint32_t k = 0; k < 3; k++) {
            const size_t from = (size_t)(row + k) * stride;
            sums[k] = (uint8_t *)g.sums + (row + k) % 3 * (3 * stride);
            if (row == first || k == 2)
                add_up_bytes(s->stride, (uint8_t)s->straight, (uint8_t)s->diagonal, g.label + from,
                             g.cost + from, sums[k], sums[k] + stride, sums[k] + 2 * stride);
        }
        const uint8_t *cost = g.cost + start;
        list_steps(s->width, cost - stride, cost, cost + stride, g.mask + start + 1, open);
        write_next_bytes(s->width, sums[1], sums[0] + stride, sums[1] + stride, sums[2] + stride,
                         sums[0] + 2 * stride, sums[2] + 2 * stride, open, to);
        close_next(s->width, g.label + start + 1, cost + 1, to);
    }
}

void way_field_write(way_field_state *s, uint32_t first, uint32_t end, uint32_t *cost, int8_t *next) {
    const way_field_grid g = way_field_arrays(s);
    for (uint32_t row = first; row < end && cost != NULL; row++) {
        const size_t start = (size_t)(row + 1) * s->stride + 1;
        write_costs(s->width, g.label + start, g.cost + start, cost + (size_t)row * s->width);
    }
    /* An open neighbour's label plus the cost of the step to it exceeds the cell's label by at most the costs
       of two steps: this one and the step back. */
    if (next != NULL && 2 * s->diagonal * s->most < 256)
        write_bytes(s, first, end, next);
    else if (next != NULL)
        write_words(s, first, end, next);
}
