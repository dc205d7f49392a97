/* Arranges walls in a tree. In each node, the walls are sorted by their midpoints into four strips across the
   node's longer side, and each strip is sorted into four pieces. */
#include "walls/wall_tree.h"

#include <math.h>

#include "isa/fpenv.h"
#include "isa/isa.h"

static size_t whole(size_t count, size_t by) { return count / by + (count % by != 0); }

/* The layout of the memory: the nodes of each level, and the walls' numbers in order. */
typedef struct layout {
    size_t at[WAY_TREE_LEVELS], nodes[WAY_TREE_LEVELS], numbers, bytes;
    uint32_t levels;
} layout;

static layout lay_out(size_t head, size_t count) {
    layout l = {.bytes = head};
    size_t nodes = whole(count, WAY_TREE_FAN);
    do {
        nodes = nodes > 0 ? nodes : 1;
        l.at[l.levels] = l.bytes;
        l.nodes[l.levels] = nodes;
        l.bytes += nodes * (l.levels == 0 ? sizeof(way_wall_leaf) : sizeof(way_wall_branch));
        l.levels++;
        nodes = nodes == 1 && l.levels > 1 ? 0 : whole(nodes, WAY_TREE_FAN);
    } while (nodes > 0);
    l.numbers = l.bytes;
    l.bytes += count * sizeof(uint32_t);
    return l;
}

#define LINE ((size_t)64)

size_t way_wall_tree_bytes(size_t wall_count) {
    if (wall_count > INT32_MAX || wall_count > SIZE_MAX / 64)
        return 0;
    return lay_out(whole(sizeof(way_wall_tree), LINE) * LINE + LINE, wall_count).bytes;
}

typedef struct builder {
    char *memory;
    const way_wall *walls;
    uint32_t *number; /* the walls' numbers, in the order of the leaves */
    layout where;
} builder;

/* Returns twice the coordinate of a wall's midpoint on an axis. */
static double middle(const way_wall *w, int axis) {
    return axis == 0 ? (double)w->ax + (double)w->bx : (double)w->ay + (double)w->by;
}

static int comes_before(const way_wall *walls, uint32_t a, uint32_t b, int axis) {
    double x = middle(walls + a, axis), y = middle(walls + b, axis);
    return x < y || (x == y && a < b);
}

/* Moves number[i] down to its position in a heap of `count` numbers. The number that is last in the order is
   on top. */
static void sink_wall(const way_wall *walls, uint32_t *number, size_t count, size_t i, int axis) {
    const uint32_t sinks = number[i];
    for (size_t child = 2 * i + 1; child < count; child = 2 * i + 1) {
        if (child + 1 < count && comes_before(walls, number[child], number[child + 1], axis))
            child++;
        if (!comes_before(walls, sinks, number[child], axis))
            break;
        number[i] = number[child];
        i = child;
    }
    number[i] = sinks;
}

/* Sorts by heap sort, because it needs at most about n log n steps for any walls, and no extra memory. */
static void sort(const way_wall *walls, uint32_t *number, size_t count, int axis) {
    for (size_t i = count / 2; i-- > 0;)
        sink_wall(walls, number, count, i, axis);
    for (size_t left = count; left > 1; left--) {
        const uint32_t last = number[0];
        number[0] = number[left - 1];
        number[left - 1] = last;
        sink_wall(walls, number, left - 1, 0, axis);
    }
}

/* Returns twice the extent of these walls' midpoints on an axis. */
static double extent(const way_wall *walls, const uint32_t *number, size_t count, int axis) {
    double lo = INFINITY, hi = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        const double at = middle(walls + number[i], axis);
        lo = at < lo ? at : lo;
        hi = at > hi ? at : hi;
    }
    return hi - lo;
}

/* If one argument is NaN, each of these functions returns the other one. */
static float smaller(float a, float b) { return a < b || b != b ? a : b; }
static float larger(float a, float b) { return a > b || b != b ? a : b; }

static void empty(way_wall_boxes *boxes) {
    for (int k = 0; k < WAY_TREE_FAN; k++) {
        boxes->lo_x[k] = boxes->lo_y[k] = NAN;
        boxes->hi_x[k] = boxes->hi_y[k] = NAN;
    }
}

void way_make_wall_leaf(const way_wall *walls, const uint32_t *number, size_t count, way_wall_leaf *leaf) {
    memset(leaf, 0, sizeof *leaf);
    empty(&leaf->boxes);
    for (size_t k = 0; k < count; k++) {
        const way_wall *w = walls + number[k];
        const float slack =
            larger(larger(fabsf(w->ax), fabsf(w->ay)), larger(fabsf(w->bx), fabsf(w->by))) * WAY_WALL_SLACK;
        leaf->boxes.lo_x[k] = smaller(w->ax, w->bx) - slack;
        leaf->boxes.hi_x[k] = larger(w->ax, w->bx) + slack;
        leaf->boxes.lo_y[k] = smaller(w->ay, w->by) - slack;
        leaf->boxes.hi_y[k] = larger(w->ay, w->by) + slack;
        leaf->ax[k] = w->ax;
        leaf->ay[k] = w->ay;
        leaf->bx[k] = w->bx;
        leaf->by[k] = w->by;
        leaf->number[k] = number[k];
        leaf->sides[k] = w->sides > 0 ? 1.0f : w->sides < 0 ? -1.0f : 0.0f;
    }
}

static void make_wall_leaf(const builder *b, size_t first, size_t count, size_t node) {
    way_wall_leaf leaf;
    way_make_wall_leaf(b->walls, b->number + first, count, &leaf);
    memcpy(b->memory + b->where.at[0] + node * sizeof leaf, &leaf, sizeof leaf);
}

/* Sorts the walls along the longer side into strips, and each strip along the other side into pieces. If the
   walls almost lie in a row, the pieces are also cut along the longer side. A child node has `child`
   walls. */
static void put_in_order(const builder *b, size_t first, size_t count, size_t child, uint32_t order[4]) {
    uint32_t *number = b->number + first;
    const double wide = extent(b->walls, number, count, 0), high = extent(b->walls, number, count, 1);
    const int strips = wide < high;
    const int pieces = (strips ? wide : high) * 4 < (strips ? high : wide) ? strips : !strips;
    const size_t strip = child <= count / 4 ? 4 * child : count;
    sort(b->walls, number, count, strips);
    for (size_t i = 0; pieces != strips && i < count; i += strip)
        sort(b->walls, number + i, count - i < strip ? count - i : strip, pieces);
    for (uint32_t way = 0; way < 4; way++)
        order[way] = (way >> strips & 1 ? 12u : 0) | (way >> pieces & 1 ? 3u : 0);
}

/* Stores the box around all boxes of a node as box k of `to`. */
static void box_of(const way_wall_boxes *boxes, way_wall_boxes *to, size_t k) {
    for (int i = 0; i < WAY_TREE_FAN; i++) {
        to->lo_x[k] = smaller(to->lo_x[k], boxes->lo_x[i]);
        to->hi_x[k] = larger(to->hi_x[k], boxes->hi_x[i]);
        to->lo_y[k] = smaller(to->lo_y[k], boxes->lo_y[i]);
        to->hi_y[k] = larger(to->hi_y[k], boxes->hi_y[i]);
    }
}

/* Makes node `node` of a level, and all nodes below it, from the walls `first` to `first + count - 1`. */
static void make_node(const builder *b, size_t first, size_t count, uint32_t level, size_t node) {
    size_t child = WAY_TREE_FAN;
    way_wall_branch branch;
    if (level == 0) {
        make_wall_leaf(b, first, count, node);
        return;
    }
    for (uint32_t n = 1; n < level; n++)
        child *= WAY_TREE_FAN;
    memset(&branch, 0, sizeof branch);
    empty(&branch.boxes);
    put_in_order(b, first, count, child, branch.order);
    for (size_t k = 0; k * child < count; k++) {
        const size_t left = count - k * child, below = WAY_TREE_FAN * node + k;
        make_node(b, first + k * child, left < child ? left : child, level - 1, below);
        way_wall_boxes boxes; /* the first member of a leaf and of a branch */
        memcpy(&boxes,
               b->memory + b->where.at[level - 1] +
                   below * (level == 1 ? sizeof(way_wall_leaf) : sizeof(way_wall_branch)),
               sizeof boxes);
        box_of(&boxes, &branch.boxes, k);
    }
    memcpy(b->memory + b->where.at[level] + node * sizeof branch, &branch, sizeof branch);
}

WAY_OUT_OF_LINE void make_tree(builder *b, size_t wall_count) {
    size_t count = 0;
    for (size_t i = 0; i < wall_count; i++)
        if (way_may_stop(b->walls + i))
            b->number[count++] = (uint32_t)i;
    const layout all = b->where;
    b->where = lay_out(all.at[0], count);
    way_wall_tree tree = {.mark = WAY_TREE_MARK, .levels = b->where.levels, .wall_count = wall_count};
    memcpy(tree.at, b->where.at, sizeof tree.at);
    if (count == 0) { /* makes one leaf without walls, under one branch */
        make_wall_leaf(b, 0, 0, 0);
    }
    make_node(b, 0, count, b->where.levels - 1, 0);
    memcpy(b->memory, &tree, sizeof tree);
}

way_result way_make_wall_tree(const way_wall *walls, size_t wall_count, way_wall_tree *tree, size_t bytes) {
    if (tree == NULL || (walls == NULL && wall_count > 0))
        return WAY_ERROR_NULL;
    if ((uintptr_t)tree % 8 != 0 || (uintptr_t)walls % 4 != 0)
        return WAY_ERROR_ALIGNMENT;
    const size_t needed = way_wall_tree_bytes(wall_count);
    if (needed == 0)
        return WAY_ERROR_COUNT;
    if (bytes < needed)
        return WAY_ERROR_MEMORY;
    const size_t after = (uintptr_t)tree % LINE,
                 head = whole(sizeof(way_wall_tree) + after, LINE) * LINE - after;
    builder b = {.memory = (char *)tree, .walls = walls, .where = lay_out(head, wall_count)};
    b.number = (uint32_t *)(void *)(b.memory + b.where.numbers);
    way_fpenv caller = way_fpenv_enter_for_calls();
    make_tree(&b, wall_count);
    way_fpenv_leave_after_calls(caller);
    return WAY_OK;
}
