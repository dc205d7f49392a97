/* Finds the walls and discs that a ray may hit first, sixteen at a time, for one instruction set. The search
   descends a tree of boxes, near boxes first. Each test has two answers: "may hit" and "certainly hits". All
   sums have bounds of their rounding errors. The box of a child is left out if the ray enters it after a hit
   that is certain. Source: the method of slabs is that of Kay and Kajiya, "Ray Tracing Complex Scenes". */
#include "choose/cast_internal.h"
#include "lanes/sixteen.h"

#if !WAY_TABLES_HERE
typedef int way_cast_lanes_are_in_another_unit;
#else

/* ERROR: an upper bound of the relative error of a sum of a few products. LEAST: an upper bound of errors by
   underflow. */
#define ERROR 0x1p-21f
#define LEAST 0x1p-100f

/* Boxes -------------------------------------------------------------------------------------------------- */

/* One axis of a ray, for tests of boxes. `low` and `high` are the start minus and plus the radius and the
   error of the start. */
typedef struct slab {
    float low, high, per;
} slab;

WAY_INLINE slab slab_of(float at, float d, float pad) {
    const float least = d < 0.0f ? -0x1p-60f : 0x1p-60f;
    return (slab){at - pad, at + pad, 1.0f / (fabsf(d) < 0x1p-60f ? least : d)};
}

/* A node of the descent: the times of its children, the bits of the children that are not yet visited, and
   the order. */
typedef struct stop {
    float from[WAY_LEAF];
    uint32_t node, order;
    unsigned left;
} stop;

/* Exchanges the bits of a set so that bit k becomes bit k ^ order. */
WAY_INLINE unsigned reordered(unsigned bits, uint32_t order) {
    bits = order & 1 ? (bits & 0x5555u) << 1 | (bits >> 1 & 0x5555u) : bits;
    bits = order & 2 ? (bits & 0x3333u) << 2 | (bits >> 2 & 0x3333u) : bits;
    bits = order & 4 ? (bits & 0x0f0fu) << 4 | (bits >> 4 & 0x0f0fu) : bits;
    return order & 8 ? (bits & 0x00ffu) << 8 | bits >> 8 : bits;
}

/* Finds the children whose boxes the ray enters before `until`. */
WAY_INLINE unsigned entered(slab x, slab y, const float *lo_x, const float *hi_x, const float *lo_y,
                            const float *hi_y, float until, float *from) {
    unsigned bits = 0;
    const flanes per_x = f_set(x.per), per_y = f_set(y.per);
    for (int k = 0; k < VECTORS; k++) {
        const flanes ax = f_mul(f_sub(f_load(lo_x + LANES * k), f_set(x.high)), per_x),
                     bx = f_mul(f_sub(f_load(hi_x + LANES * k), f_set(x.low)), per_x),
                     ay = f_mul(f_sub(f_load(lo_y + LANES * k), f_set(y.high)), per_y),
                     by = f_mul(f_sub(f_load(hi_y + LANES * k), f_set(y.low)), per_y);
        /* boxes without walls are NaN, and so is `near` */
        const flanes near = f_mul(f_larger(f_set(0.0f), f_larger(f_smaller(ax, bx), f_smaller(ay, by))),
                                  f_set(1.0f - 0x1p-20f)),
                     far = f_smaller(f_larger(ax, bx), f_larger(ay, by));
        f_store(from + LANES * k, near);
        const flanes last = f_smaller(f_mul(far, f_set(1.0f + 0x1p-20f)), f_set(until));
        bits |= m_bits(m_and(f_le(near, last), f_lt(f_load(lo_x + LANES * k), f_set(ELSEWHERE))))
                << LANES * k;
    }
    return bits;
}

/* The list ----------------------------------------------------------------------------------------------- */

/* Adds the candidates of a leaf, and makes room for another leaf. */
WAY_INLINE void add_seen(way_beam *b, unsigned bits, unsigned certain, const float *from, const float *rows,
                         unsigned char kind) {
    for (; bits != 0; bits &= bits - 1) {
        const int k = lowest_of(bits);
        b->from[b->count] = from[k];
        b->row[b->count] = way_cell_bits(rows + k);
        b->kind[b->count] = kind;
        b->certain[b->count] = (unsigned char)(certain >> k & 1);
        b->count++;
    }
    b->is_certain |= certain != 0;
    if (b->count > WAY_SEEN - WAY_LEAF)
        way_settle_beam(b);
}

/* Walls -------------------------------------------------------------------------------------------------- */

/* Sixteen walls at once, for a ray without a radius. Let w be the vector from the start to the wall's first
   end, and e the vector along the wall. The ray meets the wall's line at t = (w x e) / (d x e), and the wall
   if (w x d) / (d x e) is from 0 to 1. If n is within its error, its sign may be wrong; then the signs of m
   and k are also wrong. */
WAY_INLINE void walls_of_leaf(way_beam *b, const way_wall_leaf *leaf) {
    float from[WAY_LEAF], to[WAY_LEAF];
    unsigned bits = 0, certain = 0;
    const flanes dx = f_set(b->dx), dy = f_set(b->dy), error = f_set(ERROR), least = f_set(LEAST);
    for (int v = 0; v < VECTORS; v++) {
        const int at = LANES * v;
        const flanes ax = f_load(leaf->ax + at), ay = f_load(leaf->ay + at);
        const flanes wx = f_sub(ax, f_set(b->x)), wy = f_sub(ay, f_set(b->y));
        const flanes ex = f_sub(f_load(leaf->bx + at), ax), ey = f_sub(f_load(leaf->by + at), ay);
        const flanes n = f_sub(f_mul(dx, ey), f_mul(dy, ex)), length = f_add(f_abs(ex), f_abs(ey));
        const flanes m = f_flip(f_sub(f_mul(wx, dy), f_mul(wy, dx)), n);
        const flanes k = f_flip(f_sub(f_mul(wx, ey), f_mul(wy, ex)), n), size = f_abs(n);
        const flanes of_n = f_add(f_mul(length, error), least);
        const flanes of_m = f_add(f_mul(f_add(f_abs(wx), f_abs(wy)), error), f_set(2.0f * b->slack));
        const flanes of_k = f_add(f_mul(of_m, length), least);
        const flanes edge = f_add(of_m, f_add(of_n, of_n)), rest = f_sub(size, m);
        const mask is_wall = f_le(f_load(leaf->boxes.lo_x + at), f_load(leaf->boxes.hi_x + at));
        const mask behind = m_and(f_lt(k, f_negate(of_k)), f_lt(of_n, size));
        const mask between = m_and(f_le(f_negate(edge), m), f_le(f_negate(edge), rest));
        const flanes first = f_div(f_sub(f_abs(k), of_k), f_add(size, of_n));
        const mask may = m_and(m_andnot(m_and(between, is_wall), behind), f_le(first, f_set(b->until)));
        if (!m_any(may))
            continue;
        const flanes sides = f_load(leaf->sides + at), through = f_flip(sides, n);
        const mask is_sure = f_lt(of_n, size), is_back = m_and(is_sure, f_lt(through, f_set(0.0f)));
        const mask open = m_andnot(may, is_back);
        const flanes last = f_div(f_add(k, of_k), f_sub(size, of_n));
        const mask must = m_and(m_and(m_and(is_sure, f_le(edge, m)), f_le(edge, rest)),
                                m_and(f_le(of_k, k), f_le(last, f_set(b->sure))));
        bits |= m_bits(open) << at;
        certain |= m_bits(m_and(open, must)) << at;
        f_store(from + at, first);
        f_store(to + at, last);
    }
    for (unsigned left = certain; left != 0; left &= left - 1) {
        const float last = to[lowest_of(left)];
        b->until = last < b->until ? last : b->until;
    }
    if (bits != 0)
        add_seen(b, bits, certain, from, (const float *)(const void *)leaf->number, 1);
}

/* Walls for a ray with a radius. A wall is left out in two cases: with the radius, both of its ends lie on
   one side of the ray's path, or both lie behind the start. */
WAY_INLINE void walls_near_disc(way_beam *b, const way_wall_leaf *leaf) {
    float from[WAY_LEAF];
    unsigned bits = 0;
    const flanes dx = f_set(b->dx), dy = f_set(b->dy), error = f_set(ERROR);
    const float square = b->dx * b->dx + b->dy * b->dy;
    const flanes reach = f_set(b->radius * (float)way_sqrt((double)square) * (1.0f + 0x1p-18f) + LEAST);
    for (int v = 0; v < VECTORS; v++) {
        const int at = LANES * v;
        const flanes ax = f_sub(f_load(leaf->ax + at), f_set(b->x)),
                     ay = f_sub(f_load(leaf->ay + at), f_set(b->y)),
                     bx = f_sub(f_load(leaf->bx + at), f_set(b->x)),
                     by = f_sub(f_load(leaf->by + at), f_set(b->y));
        const flanes size = f_add(f_add(f_abs(ax), f_abs(ay)), f_add(f_abs(bx), f_abs(by)));
        const flanes pad = f_add(reach, f_add(f_mul(size, error), f_set(2.0f * b->slack)));
        const flanes a = f_sub(f_mul(ax, dy), f_mul(ay, dx)), c = f_sub(f_mul(bx, dy), f_mul(by, dx));
        const flanes along_a = f_add(f_mul(ax, dx), f_mul(ay, dy)),
                     along_b = f_add(f_mul(bx, dx), f_mul(by, dy));
        const mask near = m_and(f_le(f_smaller(a, c), pad), f_le(f_negate(pad), f_larger(a, c)));
        const mask ahead = f_le(f_negate(pad), f_larger(along_a, along_b));
        const mask is_wall = f_le(f_load(leaf->boxes.lo_x + at), f_load(leaf->boxes.hi_x + at));
        const flanes first =
            f_mul(f_sub(f_smaller(along_a, along_b), pad), f_set((1.0f - 0x1p-18f) / square));
        f_store(from + at, f_larger(f_set(0.0f), first));
        bits |= m_bits(m_and(m_and(near, ahead), m_and(is_wall, f_le(first, f_set(b->until))))) << at;
    }
    add_seen(b, bits, 0, from, (const float *)(const void *)leaf->number, 1);
}

WAY_INLINE void see_walls(way_beam *b, const way_wall_leaf *leaf) {
    if (b->radius > 0.0f)
        walls_near_disc(b, leaf);
    else
        walls_of_leaf(b, leaf);
}

static int is_over(const way_beam *b) { return b->any & b->is_certain; }

static void see_wall_list(way_beam *b, const way_wall_leaf *leaf, size_t leaves) {
    for (size_t i = 0; i < leaves && !is_over(b); i++)
        see_walls(b, leaf + i);
}

static void see_wall_tree(way_beam *b, const way_wall_tree *tree) {
    stop at[WAY_TREE_LEVELS];
    const float pad = b->radius + 4.0f * b->slack;
    const slab x = slab_of(b->x, b->dx, pad), y = slab_of(b->y, b->dy, pad);
    const uint32_t towards = (uint32_t)(b->dx < 0.0f) | (uint32_t)(b->dy < 0.0f) << 1, top = tree->levels - 1;
    uint32_t level = top;
    at[level].node = 0;
    for (int enters = 1; !is_over(b);) {
        stop *s = &at[level];
        if (enters) {
            const way_wall_branch *branch = way_tree_branch(tree, level, s->node);
            const way_wall_boxes *boxes = &branch->boxes;
            s->order = branch->order[towards];
            s->left = reordered(
                entered(x, y, boxes->lo_x, boxes->hi_x, boxes->lo_y, boxes->hi_y, b->until, s->from),
                s->order);
            enters = 0;
        }
        if (s->left == 0) {
            if (level++ == top)
                return;
            continue;
        }
        const uint32_t child = (uint32_t)lowest_of(s->left) ^ s->order, node = WAY_TREE_FAN * s->node + child;
        s->left &= s->left - 1;
        if (!(s->from[child] <= b->until))
            continue;
        if (level == 1)
            see_walls(b, way_tree_leaf(tree, node));
        else {
            at[--level].node = node;
            enters = 1;
        }
    }
}

/* Discs -------------------------------------------------------------------------------------------------- */

/* The times at which the ray enters sixteen discs. Let f be the vector from the start to a centre: t = (f.d -
   h) / d.d with h^2 = R^2 d.d - (f x d)^2. */
WAY_INLINE void discs_of_leaf(way_beam *b, const float *leaf, const way_disc_columns *of) {
    float from[WAY_LEAF], to[WAY_LEAF], radius[WAY_LEAF];
    unsigned bits = 0, certain = 0, near = 0;
    const float square = b->dx * b->dx + b->dy * b->dy, length = (float)way_sqrt((double)square),
                widest = (b->radius + of->widest) * length * (1.0f + 0x1p-18f) + LEAST;
    const flanes dx = f_set(b->dx), dy = f_set(b->dy), error = f_set(2.0f * ERROR),
                 per = f_set(1.0f / square);
    for (int v = 0; v < VECTORS; v++) {
        const int at = LANES * v;
        const flanes cx = f_load(leaf + at), cy = f_load(leaf + WAY_LEAF + at);
        const flanes fx = f_sub(cx, f_set(b->x)), fy = f_sub(cy, f_set(b->y));
        const flanes size = f_add(f_add(f_abs(cx), f_abs(cy)), f_add(f_abs(fx), f_abs(fy)));
        const flanes pad = f_add(f_mul(size, error), f_set(2.0f * b->slack));
        const flanes along = f_add(f_mul(fx, dx), f_mul(fy, dy)),
                     aside = f_abs(f_sub(f_mul(fx, dy), f_mul(fy, dx)));
        const flanes reach = f_add(f_set(widest), pad);
        const mask is_there = f_lt(cx, f_set(ELSEWHERE));
        const mask may =
            m_and(m_and(f_le(aside, reach), f_le(f_negate(reach), along)),
                  m_and(is_there, f_le(f_mul(f_sub(f_sub(along, reach), pad), per), f_set(b->until))));
        near |= m_bits(may) << at;
    }
    if (near == 0)
        return;
    near = way_hittable(b, of, leaf, near, radius);
    for (int v = 0; v < VECTORS; v++) {
        const int at = LANES * v;
        const flanes cx = f_load(leaf + at), cy = f_load(leaf + WAY_LEAF + at);
        const flanes fx = f_sub(cx, f_set(b->x)), fy = f_sub(cy, f_set(b->y));
        const flanes R = f_mul(f_load(radius + at), f_set(length));
        const flanes size = f_add(f_add(f_abs(cx), f_abs(cy)), f_add(f_abs(fx), f_abs(fy)));
        const flanes pad = f_add(f_add(f_mul(f_add(size, R), error), f_set(2.0f * b->slack)), f_set(LEAST));
        const flanes along = f_add(f_mul(fx, dx), f_mul(fy, dy)),
                     aside = f_abs(f_sub(f_mul(fx, dy), f_mul(fy, dx)));
        /* a lower and an upper bound of h; (R - a) (R + a) does not lose digits */
        const flanes zero = f_set(0.0f), less = f_sub(f_sub(R, aside), pad),
                     more = f_add(f_sub(R, aside), pad);
        const flanes small = f_sqrt(f_mul(f_larger(less, zero), f_larger(f_sub(f_add(R, aside), pad), zero))),
                     large = f_sqrt(f_mul(f_larger(more, zero), f_add(f_add(R, aside), pad)));
        const flanes first = f_mul(f_sub(f_sub(along, f_mul(large, f_set(1.0f + 0x1p-20f))), pad), per);
        const flanes last = f_mul(f_add(f_sub(along, f_mul(small, f_set(1.0f - 0x1p-20f))), pad), per);
        const flanes begin = f_larger(zero, f_sub(first, f_mul(f_abs(first), error))),
                     end = f_larger(zero, f_add(last, f_mul(f_abs(last), error)));
        const mask may = m_and(m_and(f_le(zero, more), f_le(f_negate(f_add(large, pad)), along)),
                               f_le(begin, f_set(b->until)));
        const mask must =
            m_and(m_and(f_lt(zero, less), f_le(f_sub(pad, f_mul(small, f_set(1.0f - 0x1p-20f))), along)),
                  f_le(end, f_set(b->sure)));
        f_store(from + at, begin);
        f_store(to + at, end);
        bits |= m_bits(may) << at;
        certain |= m_bits(m_and(may, must)) << at;
    }
    bits &= near;
    certain &= near;
    for (unsigned left = certain; left != 0; left &= left - 1) {
        const float last = to[lowest_of(left)];
        b->until = last < b->until ? last : b->until;
    }
    add_seen(b, bits, certain, from, leaf + WAY_LEAF * LEAF_ROW(2), 2);
}

static void see_disc_list(way_beam *b, const float *leaf, size_t leaves, const way_disc_columns *of) {
    for (size_t i = 0; i < leaves && !is_over(b); i++)
        discs_of_leaf(b, leaf + LEAF_CELLS(2) * i, of);
}

static void see_crowd(way_beam *b, const way_crowd *crowd, const way_disc_columns *of) {
    stop at[WAY_LEVELS_MAX];
    const float *cells = way_crowd_cells(crowd);
    const float pad = (b->radius + of->widest) * (1.0f + 0x1p-20f) + 4.0f * b->slack + of->error;
    const slab x = slab_of(b->x, b->dx, pad), y = slab_of(b->y, b->dy, pad);
    int level = (int)crowd->levels - 1;
    const int top = level;
    at[level].node = 0;
    for (int enters = 1; !is_over(b);) {
        stop *s = &at[level];
        if (enters) {
            const float *node = cells + crowd->node[level] + s->node * (size_t)NODE_CELLS(2);
            s->left = entered(x, y, node + WAY_LEAF * NODE_LOW, node + WAY_LEAF * NODE_HIGH(2),
                              node + WAY_LEAF * (NODE_LOW + 1), node + WAY_LEAF * (NODE_HIGH(2) + 1),
                              b->until, s->from);
            enters = 0;
        }
        if (s->left == 0) {
            if (level++ == top)
                return;
            continue;
        }
        int child = lowest_of(s->left);
        for (unsigned left = s->left & (s->left - 1); left != 0; left &= left - 1)
            child = s->from[lowest_of(left)] < s->from[child] ? lowest_of(left) : child;
        s->left &= ~(1u << child);
        if (!(s->from[child] <= b->until)) {
            s->left = 0;
            continue;
        }
        const uint32_t node = WAY_LEAF * s->node + (uint32_t)child;
        if (level == 0)
            discs_of_leaf(b, cells + crowd->leaf + node * (size_t)LEAF_CELLS(2), of);
        else {
            at[--level].node = node;
            enters = 1;
        }
    }
}

const way_cast_lanes WAY_JOIN(way_cast_lanes, WAY_ISA) = {
    .see_wall_list = see_wall_list,
    .see_wall_tree = see_wall_tree,
    .see_disc_list = see_disc_list,
    .see_crowd = see_crowd,
};

#endif
