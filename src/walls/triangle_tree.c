/* Arranges triangles in a tree. A node's triangles are cut in two by a plane across an axis, and the part with
   the largest surface is cut again, until there are 16 parts or no part has more than 16 triangles. Of the
   planes through 15 places on each axis, the one with the least sum of (surface times triangles) is used. */
#include "walls/triangle_tree.h"

#include <math.h>
#include <string.h>

#include "isa/fpenv.h"
#include "isa/isa.h"

enum {
    FAN = WAY_TRIANGLE_FAN,
    BINS = 16,
    /* a part has at least this number of triangles, which limits the number of leaves */
    LEAST_PART = 8,
    /* from this depth on, each part has at least a quarter of the triangles, which limits the depth */
    BALANCED_FROM = 6
};

typedef struct bounds {
    float low[3], high[3];
} bounds;

typedef struct sapling {
    const way_triangle *triangles;
    uint32_t *row; /* the rows of the triangles, in the order of the leaves */
    way_triangle_node *nodes;
    way_triangle_leaf *leaves;
    uint32_t node_count, leaf_count;
} sapling;

int way_may_hit(const way_triangle *t) {
    const float at[9] = {t->ax, t->ay, t->az, t->bx, t->by, t->bz, t->cx, t->cy, t->cz};
    int may = 1;
    for (int k = 0; k < 9; k++)
        may &= fabsf(at[k]) <= 1e18f;
    return may;
}

void way_make_triangle_leaf(const way_triangle *triangles, const uint32_t *row, size_t count,
                            way_triangle_leaf *leaf) {
    memset(leaf, 0, sizeof *leaf);
    for (size_t k = 0; k < count; k++) {
        const way_triangle *t = triangles + row[k];
        leaf->a[0][k] = t->ax, leaf->a[1][k] = t->ay, leaf->a[2][k] = t->az;
        leaf->b[0][k] = t->bx, leaf->b[1][k] = t->by, leaf->b[2][k] = t->bz;
        leaf->c[0][k] = t->cx, leaf->c[1][k] = t->cy, leaf->c[2][k] = t->cz;
        leaf->sides[k] = t->sides > 0 ? 1.0f : t->sides < 0 ? -1.0f : 0.0f;
        leaf->masks[k] = t->mask != 0 ? t->mask : UINT32_MAX;
        leaf->row[k] = row[k];
    }
}

/* Boxes -------------------------------------------------------------------------------------------------- */

static bounds nothing_inside(void) {
    return (bounds){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

static float least_of(float a, float b, float c) { return a < b ? (a < c ? a : c) : (b < c ? b : c); }
static float most_of(float a, float b, float c) { return a > b ? (a > c ? a : c) : (b > c ? b : c); }

static bounds bounds_of(const way_triangle *t) {
    return (bounds){
        {least_of(t->ax, t->bx, t->cx), least_of(t->ay, t->by, t->cy), least_of(t->az, t->bz, t->cz)},
        {most_of(t->ax, t->bx, t->cx), most_of(t->ay, t->by, t->cy), most_of(t->az, t->bz, t->cz)}};
}

static void include_bounds(bounds *to, const bounds *from) {
    for (int axis = 0; axis < 3; axis++) {
        to->low[axis] = from->low[axis] < to->low[axis] ? from->low[axis] : to->low[axis];
        to->high[axis] = from->high[axis] > to->high[axis] ? from->high[axis] : to->high[axis];
    }
}

/* Returns half of the surface. */
static double surface(const bounds *b) {
    const double x = (double)b->high[0] - (double)b->low[0], y = (double)b->high[1] - (double)b->low[1],
                 z = (double)b->high[2] - (double)b->low[2];
    return x >= 0.0 ? x * y + y * z + z * x : 0.0;
}

/* Cutting parts in two ----------------------------------------------------------------------------------- */

/* Neighbouring triangles, and the box around them. */
typedef struct tree_part {
    uint32_t first, count;
    bounds box;
} tree_part;

/* The bins of the three axes. (centre - low) * per is the number of a centre's bin; `per` is 0 if all centres
   are in one bin. */
typedef struct bin_set {
    float low[3], per[3];
    uint32_t count[3][BINS];
    bounds box[3][BINS];
} bin_set;

/* Where a part is cut: before the bin `bin` of an axis, or nowhere if this is bin 0. */
typedef struct cut_plane {
    int axis, bin;
    uint32_t count; /* triangles before the plane */
} cut_plane;

static float centre(const bounds *b, int axis) { return b->low[axis] + b->high[axis]; }

static int bin_of(const bin_set *bins, const bounds *box, int axis) {
    const int bin = (int)((centre(box, axis) - bins->low[axis]) * bins->per[axis]);
    return bin < BINS ? bin : BINS - 1;
}

static void fill_bins(const sapling *s, const tree_part *part, bin_set *bins) {
    bounds centres = nothing_inside();
    memset(bins->count, 0, sizeof bins->count);
    for (uint32_t i = 0; i < part->count; i++) {
        const bounds box = bounds_of(s->triangles + s->row[part->first + i]);
        bounds middle;
        for (int axis = 0; axis < 3; axis++)
            middle.low[axis] = middle.high[axis] = centre(&box, axis);
        include_bounds(&centres, &middle);
    }
    for (int axis = 0; axis < 3; axis++) {
        const float size = centres.high[axis] - centres.low[axis];
        bins->low[axis] = centres.low[axis];
        bins->per[axis] = size > 1e-30f ? (float)BINS / size : 0.0f;
        for (int k = 0; k < BINS; k++)
            bins->box[axis][k] = nothing_inside();
    }
    for (uint32_t i = 0; i < part->count; i++) {
        const bounds box = bounds_of(s->triangles + s->row[part->first + i]);
        for (int axis = 0; axis < 3; axis++) {
            const int bin = bin_of(bins, &box, axis);
            bins->count[axis][bin]++;
            include_bounds(&bins->box[axis][bin], &box);
        }
    }
}

/* Returns the best plane among those with at least `least` triangles on each side. */
static cut_plane best_plane(const bin_set *bins, uint32_t count, uint32_t least) {
    cut_plane best = {0, 0, 0};
    double best_cost = INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        double above[BINS];
        bounds box = nothing_inside();
        for (int k = BINS - 1; k > 0; k--) {
            include_bounds(&box, &bins->box[axis][k]);
            above[k] = surface(&box);
        }
        box = nothing_inside();
        uint32_t before = 0;
        for (int k = 1; k < BINS; k++) {
            include_bounds(&box, &bins->box[axis][k - 1]);
            before += bins->count[axis][k - 1];
            const uint32_t after = count - before;
            const double cost = surface(&box) * (double)before + above[k] * (double)after;
            if (before < least || after < least || !(cost < best_cost))
                continue;
            best_cost = cost;
            best = (cut_plane){axis, k, before};
        }
    }
    return best;
}

/* Moves the triangles before the plane to the front. */
static void part_at(const sapling *s, const tree_part *part, const bin_set *bins, cut_plane plane) {
    uint32_t *row = s->row + part->first;
    for (uint32_t from = 0, to = 0; from < part->count; from++) {
        const bounds box = bounds_of(s->triangles + row[from]);
        const uint32_t now = row[from];
        if (bin_of(bins, &box, plane.axis) >= plane.bin)
            continue;
        row[from] = row[to];
        row[to++] = now;
    }
}

static bounds box_of_part(const sapling *s, uint32_t first, uint32_t count) {
    bounds all = nothing_inside();
    for (uint32_t i = 0; i < count; i++) {
        const bounds box = bounds_of(s->triangles + s->row[first + i]);
        include_bounds(&all, &box);
    }
    return all;
}

/* Cuts a part into `part` and `rest`. */
WAY_OUT_OF_LINE void cut_part(const sapling *s, tree_part *part, tree_part *rest, uint32_t depth) {
    bin_set bins;
    const uint32_t quarter = depth < BALANCED_FROM ? 0 : part->count / 4,
                   least = quarter > LEAST_PART ? quarter : LEAST_PART;
    fill_bins(s, part, &bins);
    const cut_plane plane = best_plane(&bins, part->count, least);
    uint32_t count = part->count / 2;
    if (plane.bin > 0) {
        part_at(s, part, &bins, plane);
        count = plane.count;
    }
    *rest = (tree_part){part->first + count, part->count - count, nothing_inside()};
    part->count = count;
    part->box = box_of_part(s, part->first, part->count);
    rest->box = box_of_part(s, rest->first, rest->count);
}

/* The tree ----------------------------------------------------------------------------------------------- */

/* Returns the part that is cut next, or `parts` if none is. */
static int next_to_cut(const tree_part *part, int parts, uint32_t depth) {
    int next = parts;
    double most = -1.0;
    for (int k = 0; k < parts; k++) {
        const double size = depth < BALANCED_FROM ? surface(&part[k].box) : (double)part[k].count;
        if (part[k].count > FAN && size > most) {
            most = size;
            next = k;
        }
    }
    return next;
}

static uint32_t add_node(sapling *s, uint32_t first, uint32_t count, uint32_t depth) {
    way_triangle_node *node = &s->nodes[s->node_count];
    memset(node, 0, sizeof *node);
    node->first = first;
    node->count = count;
    node->depth = depth;
    return s->node_count++;
}

static uint32_t add_leaf(sapling *s, const tree_part *part) {
    way_make_triangle_leaf(s->triangles, s->row + part->first, part->count, &s->leaves[s->leaf_count]);
    return s->leaf_count++ | WAY_TRIANGLE_IS_LEAF;
}

static void grow_node(sapling *s, uint32_t number) {
    way_triangle_node *node = &s->nodes[number];
    tree_part part[FAN];
    int parts = node->count > 0;
    part[0] = (tree_part){node->first, node->count, box_of_part(s, node->first, node->count)};
    for (int k; parts > 0 && parts < FAN && (k = next_to_cut(part, parts, node->depth)) < parts; parts++)
        cut_part(s, &part[k], &part[parts], node->depth);
    for (int k = 0; k < parts; k++) {
        for (int axis = 0; axis < 3; axis++) {
            node->bound[2 * axis][k] = part[k].box.low[axis];
            node->bound[2 * axis + 1][k] = part[k].box.high[axis];
        }
        node->child[k] = part[k].count > FAN ? add_node(s, part[k].first, part[k].count, node->depth + 1)
                                             : add_leaf(s, &part[k]);
        node->used |= 1u << k;
    }
}

/* The layout of the memory. A part has at least 8 triangles, so there is a leaf for every 8 triangles at most.
   A node that has a node as a child has 16 children. The other nodes have at least two leaves each. So there
   are at most 5/9 as many nodes as leaves. */
typedef struct tree_layout {
    size_t nodes, leaves, rows, bytes;
} tree_layout;

#define LINE_BYTES ((size_t)64)

static tree_layout lay_out_tree(size_t head, size_t count) {
    const size_t leaves = count / LEAST_PART + 1, nodes = leaves * 5 / 9 + 2;
    tree_layout l = {.nodes = head};
    l.leaves = l.nodes + nodes * sizeof(way_triangle_node);
    l.rows = l.leaves + leaves * sizeof(way_triangle_leaf);
    l.bytes = l.rows + count * sizeof(uint32_t);
    return l;
}

static size_t head_bytes(size_t after) {
    return (sizeof(way_triangle_tree) + after + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES - after;
}

size_t way_triangle_tree_bytes(size_t triangle_count) {
    if (triangle_count > INT32_MAX || triangle_count > SIZE_MAX / 256)
        return 0;
    return lay_out_tree(head_bytes(0) + LINE_BYTES, triangle_count).bytes;
}

WAY_OUT_OF_LINE void grow_tree(sapling *s, size_t triangle_count) {
    uint32_t count = 0;
    for (size_t i = 0; i < triangle_count; i++)
        if (way_may_hit(s->triangles + i))
            s->row[count++] = (uint32_t)i;
    add_node(s, 0, count, 0);
    for (uint32_t k = 0; k < s->node_count; k++)
        grow_node(s, k);
}

way_result way_make_triangle_tree(const way_triangle *triangles, size_t triangle_count,
                                  way_triangle_tree *tree, size_t bytes) {
    if (tree == NULL || (triangles == NULL && triangle_count > 0))
        return WAY_ERROR_NULL;
    if ((uintptr_t)tree % 8 != 0 || (uintptr_t)triangles % 4 != 0)
        return WAY_ERROR_ALIGNMENT;
    const size_t needed = way_triangle_tree_bytes(triangle_count);
    if (needed == 0)
        return WAY_ERROR_COUNT;
    if (bytes < needed)
        return WAY_ERROR_MEMORY;
    char *memory = (char *)tree;
    const tree_layout at = lay_out_tree(head_bytes((uintptr_t)tree % LINE_BYTES), triangle_count);
    sapling s = {.triangles = triangles,
                 .row = (uint32_t *)(void *)(memory + at.rows),
                 .nodes = (way_triangle_node *)(void *)(memory + at.nodes),
                 .leaves = (way_triangle_leaf *)(void *)(memory + at.leaves)};
    const way_triangle_tree header = {WAY_TRIANGLE_MARK, 0, triangle_count, at.nodes, at.leaves};
    way_fpenv caller = way_fpenv_enter_for_calls();
    grow_tree(&s, triangle_count);
    way_fpenv_leave_after_calls(caller);
    memcpy(memory, &header, sizeof header);
    return WAY_OK;
}
