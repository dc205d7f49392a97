/* Finds the triangles that a ray or a ball may meet first, sixteen at a time, for one instruction set. The search
   descends a tree of boxes, near boxes first. Each test of a triangle has two answers: "may hit" and "certainly
   hits". All sums have bounds of their rounding errors. A box is left out if the ray enters it after a hit that
   is certain. Source: the method of slabs is that of Kay and Kajiya, "Ray Tracing Complex Scenes"; the test of a
   triangle is that of Moeller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection". */
#include "choose/cast3d_internal.h"
#include "lanes/sixteen.h"

#if !WAY_TABLES_HERE
typedef int way_triangle_lanes_are_in_another_unit;
#else

/* PART: an upper bound of the relative error of a sum of a few products. TINY: an upper bound of errors by
   underflow. HUGE_SIZE: if terms are larger, a product may overflow. */
#define PART 0x1p-20f
#define TINY 0x1p-100f
#define HUGE_SIZE 1e36f

/* Boxes -------------------------------------------------------------------------------------------------- */

/* One axis of a ray. `low` and `high` are the start minus and plus the radius and the error of the start. If
   `turned` is 1, the ray moves to lower coordinates. */
typedef struct side3 {
    float low, high, per;
    int turned;
} side3;

/* If |d| is below 2^-110, the ray moves by less than 2^-40 until 2^66. So d counts as 0, and `pad` has 2^-40. */
WAY_INLINE side3 side_of(float at, float d, float pad) {
    const int is_still = fabsf(d) < 0x1p-110f;
    pad += fabsf(at) * 0x1p-22f + 0x1p-40f;
    return (side3){at - pad, at + pad, is_still ? 0x1p126f : 1.0f / d, d < 0.0f && !is_still};
}

typedef struct slabs3 {
    side3 axis[3];
} slabs3;

WAY_INLINE slabs3 slabs_of(const way_beam3d *b) {
    const float pad = b->radius * (1.0f + 0x1p-20f) + 2.0f * b->slack;
    return (slabs3){
        {side_of(b->at[0], b->d[0], pad), side_of(b->at[1], b->d[1], pad), side_of(b->at[2], b->d[2], pad)}};
}

/* Returns the lanes whose boxes the ray enters before `until`, and stores a lower bound of the times. */
WAY_INLINE unsigned enters_boxes(const slabs3 *s, const float *const low[3], const float *const high[3],
                                 float until, float *from) {
    unsigned bits = 0;
    for (int v = 0; v < VECTORS; v++) {
        flanes near = f_set(0.0f), far = f_set(until);
        for (int axis = 0; axis < 3; axis++) {
            const side3 *of = &s->axis[axis];
            const float *first = of->turned ? high[axis] : low[axis],
                        *last = of->turned ? low[axis] : high[axis];
            const flanes per = f_set(of->per);
            const flanes enter =
                f_mul(f_sub(f_load(first + LANES * v), f_set(of->turned ? of->low : of->high)), per);
            const flanes leave =
                f_mul(f_sub(f_load(last + LANES * v), f_set(of->turned ? of->high : of->low)), per);
            near = f_larger(near, enter);
            far = f_smaller(far, f_mul(leave, f_set(1.0f + 0x1p-20f)));
        }
        near = f_mul(near, f_set(1.0f - 0x1p-20f));
        f_store(from + LANES * v, near);
        bits |= m_bits(f_le(near, far)) << LANES * v;
    }
    return bits;
}

/* Triangles ---------------------------------------------------------------------------------------------- */

/* Adds the candidates of a leaf, and makes room for another leaf. */
WAY_INLINE void add_ahead(way_beam3d *b, unsigned bits, unsigned certain, const float *from,
                          const uint32_t *rows) {
    for (; bits != 0; bits &= bits - 1) {
        const int k = lowest_of(bits);
        b->from[b->count] = from[k];
        b->row[b->count] = rows[k];
        b->certain[b->count] = (unsigned char)(certain >> k & 1);
        b->count++;
    }
    b->is_certain |= certain != 0;
    if (b->count > WAY_AHEAD - WAY_TRIANGLE_FAN)
        way_settle_beam3d(b);
}

typedef struct lanes3 {
    flanes x, y, z;
} lanes3;

WAY_INLINE lanes3 load3(const float (*from)[WAY_TRIANGLE_FAN], int at) {
    return (lanes3){f_load(from[0] + at), f_load(from[1] + at), f_load(from[2] + at)};
}

WAY_INLINE lanes3 minus3(lanes3 a, lanes3 b) {
    return (lanes3){f_sub(a.x, b.x), f_sub(a.y, b.y), f_sub(a.z, b.z)};
}

WAY_INLINE flanes product3(lanes3 a, lanes3 b) {
    return f_add(f_add(f_mul(a.x, b.x), f_mul(a.y, b.y)), f_mul(a.z, b.z));
}

WAY_INLINE lanes3 outer3(lanes3 a, lanes3 b) {
    return (lanes3){f_sub(f_mul(a.y, b.z), f_mul(a.z, b.y)), f_sub(f_mul(a.z, b.x), f_mul(a.x, b.z)),
                    f_sub(f_mul(a.x, b.y), f_mul(a.y, b.x))};
}

WAY_INLINE flanes sum3(lanes3 a) { return f_add(f_add(f_abs(a.x), f_abs(a.y)), f_abs(a.z)); }

/* Sixteen triangles at once, for a ray without a radius. Let w be the vector from the start to corner a, e and
   g the edges from a to b and to c, and n = e x g. The ray meets the plane at t = (w.n) / (d.n). With r = d x w,
   it meets the triangle if -g.r / (d.n) and e.r / (d.n) are at least 0, and their sum is at most 1. A lane is
   left out only if a number is certainly negative, so NaN leaves no lane out. */
WAY_INLINE void triangles_of_leaf(way_beam3d *b, const way_triangle_leaf *leaf) {
    float from[WAY_TRIANGLE_FAN], to[WAY_TRIANGLE_FAN];
    unsigned bits = 0, certain = 0;
    const lanes3 at = {f_set(b->at[0]), f_set(b->at[1]), f_set(b->at[2])},
                 d = {f_set(b->d[0]), f_set(b->d[1]), f_set(b->d[2])};
    const flanes part = f_set(PART), tiny = f_set(TINY), slack = f_set(4.0f * b->slack), zero = f_set(0.0f);
    const ilanes mine = i_set((int32_t)b->masks);
    for (int v = 0; v < VECTORS && leaf->masks[LANES * v] != 0; v++) {
        const int k = LANES * v;
        const lanes3 a = load3(leaf->a, k), w = minus3(a, at), e = minus3(load3(leaf->b, k), a),
                     g = minus3(load3(leaf->c, k), a), n = outer3(e, g), r = outer3(d, w);
        const flanes pace = product3(d, n), first = f_negate(f_flip(product3(g, r), pace)),
                     second = f_flip(product3(e, r), pace), gap = f_flip(product3(w, n), pace),
                     size = f_abs(pace), third = f_sub(f_sub(size, first), second);
        const flanes of_w = sum3(w), of_e = sum3(e), of_g = sum3(g), area = f_mul(of_e, of_g);
        const flanes of_pace = f_add(f_mul(area, part), tiny);
        const flanes of_side =
            f_add(f_mul(f_add(f_add(f_mul(of_w, part), slack), tiny), f_add(of_e, of_g)), tiny);
        const flanes of_third = f_add(f_add(of_side, of_side), of_pace);
        const flanes of_gap = f_add(f_add(f_mul(of_pace, of_w), f_mul(slack, area)), tiny);
        /* if a product may have overflowed, the numbers with w.n are not used */
        const mask is_sound = f_le(f_mul(area, of_w), f_set(HUGE_SIZE));
        const mask misses =
            m_or(m_or(f_lt(first, f_negate(of_side)), f_lt(second, f_negate(of_side))),
                 m_or(f_lt(third, f_negate(of_third)), m_and(is_sound, f_lt(gap, f_negate(of_gap)))));
        const mask is_sure = f_lt(of_pace, size),
                   is_back = m_and(is_sure, f_lt(zero, f_flip(f_load(leaf->sides + k), pace)));
        const mask is_out = m_or(m_or(misses, is_back), i_apart(i_load(leaf->masks + k), mine));
        const unsigned open = ~m_bits(is_out) & ((1u << (LANES - 1) << 1) - 1);
        if (open == 0)
            continue;
        const flanes begin = f_keep(is_sound, f_div(f_sub(gap, of_gap), f_add(size, of_pace))),
                     end = f_div(f_add(gap, of_gap), f_sub(size, of_pace));
        const mask must =
            m_and(m_and(m_and(is_sure, is_sound), m_and(f_le(of_side, first), f_le(of_side, second))),
                  m_and(m_and(f_le(of_third, third), f_le(of_gap, gap)), f_le(end, f_set(b->sure))));
        const unsigned early = open & m_bits(f_le(begin, f_set(b->until)));
        bits |= early << k;
        certain |= (early & m_bits(must)) << k;
        f_store(from + k, f_larger(zero, begin));
        f_store(to + k, end);
    }
    for (unsigned left = certain; left != 0; left &= left - 1) {
        const float last = to[lowest_of(left)];
        b->until = last < b->until ? last : b->until;
    }
    if (bits != 0)
        add_ahead(b, bits, certain, from, leaf->row);
}

/* Triangles for a ball. A triangle is left out if the ball's centre does not enter its box, which the radius
   makes larger. */
WAY_INLINE void boxes_of_leaf(way_beam3d *b, const slabs3 *s, const way_triangle_leaf *leaf) {
    float from[WAY_TRIANGLE_FAN], low[3][WAY_TRIANGLE_FAN], high[3][WAY_TRIANGLE_FAN];
    const float *const lows[3] = {low[0], low[1], low[2]}, *const highs[3] = {high[0], high[1], high[2]};
    unsigned open = 0;
    for (int axis = 0; axis < 3; axis++)
        for (int k = 0; k < WAY_TRIANGLE_FAN; k += LANES) {
            const flanes p = f_load(leaf->a[axis] + k), q = f_load(leaf->b[axis] + k),
                         r = f_load(leaf->c[axis] + k);
            f_store(low[axis] + k, f_smaller(f_smaller(p, q), r));
            f_store(high[axis] + k, f_larger(f_larger(p, q), r));
        }
    for (int k = 0; k < WAY_TRIANGLE_FAN; k++)
        open |= (unsigned)((leaf->masks[k] & b->masks) != 0) << k;
    add_ahead(b, open & enters_boxes(s, lows, highs, b->until, from), 0, from, leaf->row);
}

WAY_INLINE void see_triangles(way_beam3d *b, const slabs3 *s, const way_triangle_leaf *leaf) {
    if (b->radius > 0.0f)
        boxes_of_leaf(b, s, leaf);
    else
        triangles_of_leaf(b, leaf);
}

static void see_leaf(way_beam3d *b, const way_triangle_leaf *leaf) {
    const slabs3 s = slabs_of(b);
    see_triangles(b, &s, leaf);
}

/* The tree ----------------------------------------------------------------------------------------------- */

/* A node or a leaf that is not yet visited, and a lower bound of the time at which the ray enters it. */
typedef struct stop3 {
    float from;
    uint32_t child;
} stop3;

enum { STOPS = WAY_TRIANGLE_LEVELS * (WAY_TRIANGLE_FAN - 1) + WAY_TRIANGLE_FAN };

/* Adds the children of a node that the ray enters, the nearest one last. Returns the number of stops. */
WAY_INLINE int add_children(const way_beam3d *b, const slabs3 *s, const way_triangle_node *node, stop3 *stop,
                            int stops) {
    float from[WAY_TRIANGLE_FAN];
    const float *const low[3] = {node->bound[0], node->bound[2], node->bound[4]}, *const high[3] = {
                                                                                      node->bound[1],
                                                                                      node->bound[3],
                                                                                      node->bound[5]};
    const int first = stops;
    for (unsigned bits = node->used & enters_boxes(s, low, high, b->until, from); bits != 0;
         bits &= bits - 1) {
        const int k = lowest_of(bits);
        int at = stops++;
        for (; at > first && stop[at - 1].from < from[k]; at--)
            stop[at] = stop[at - 1];
        stop[at] = (stop3){from[k], node->child[k]};
    }
    return stops;
}

static void see_tree(way_beam3d *b, const way_triangle_tree *tree) {
    const way_triangle_node *nodes = way_triangle_nodes(tree);
    const way_triangle_leaf *leaves = way_triangle_leaves(tree);
    const slabs3 s = slabs_of(b);
    stop3 stop[STOPS];
    int stops = add_children(b, &s, nodes, stop, 0);
    while (stops > 0 && !(b->any & b->is_certain)) {
        const stop3 next = stop[--stops];
        if (!(next.from <= b->until))
            continue;
        if (next.child & WAY_TRIANGLE_IS_LEAF)
            see_triangles(b, &s, leaves + (next.child & ~WAY_TRIANGLE_IS_LEAF));
        else
            stops = add_children(b, &s, nodes + next.child, stop, stops);
    }
}

const way_triangle_lanes WAY_JOIN(way_triangle_lanes, WAY_ISA) = {
    .see_leaf = see_leaf,
    .see_tree = see_tree,
};

#endif
