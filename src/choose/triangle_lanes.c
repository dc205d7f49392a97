/* Finds the triangles that a ray or a ball may meet first, sixteen at a time, for one instruction set. The search
   descends a tree of boxes, near boxes first. Each test of a triangle has two answers: "may hit" and "certainly
   hits". All sums have bounds of their rounding errors. A box is left out if the ray enters it after a hit that
   is certain. Source: the method of slabs is that of Kay and Kajiya, "Ray Tracing Complex Scenes"; the test of a
   triangle is that of Moeller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection". */
#include "choose/flight_packets.h"

#if !WAY_TABLES_HERE
typedef int way_triangle_lanes_are_in_another_unit;
#else

/* Boxes -------------------------------------------------------------------------------------------------- */

/* One axis of a ray. `low` and `high` are the start minus and plus the radius and the error of the start. If
   `turned` is 1, the ray moves to lower coordinates. */
typedef struct side3 {
    float low, high, per;
    int turned;
} side3;

/* If |d| is below 2^-110, the ray moves by less than 2^-40 until the time 2^66. So d counts as 0, and `pad`
   has 2^-40. */
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

/* Bounds of the times at which the ray is in a box: it is never there if `from` is above `to`. */
typedef struct stay3 {
    flanes from, to;
} stay3;

/* One axis at a time: the ray passes the side `first` of the box, and then the side `last`. */
WAY_INLINE stay3 stay_between(stay3 t, const side3 *of, flanes first, flanes last) {
    const flanes per = f_set(of->per),
                 enter = f_mul(f_sub(first, f_set(of->turned ? of->low : of->high)), per),
                 leave = f_mul(f_sub(last, f_set(of->turned ? of->high : of->low)), per);
    return (stay3){f_larger(t.from, enter), f_smaller(t.to, f_mul(leave, f_set(1.0f + 0x1p-20f)))};
}

/* Returns the children that the ray enters before `until`, and stores lower bounds of the times. */
WAY_INLINE unsigned enters_children(const slabs3 *s, const way_triangle_node *node, float until,
                                    float *from) {
    const float *const x = node->bound[s->axis[0].turned], *const y = node->bound[2 + s->axis[1].turned],
                       *const z = node->bound[4 + s->axis[2].turned];
    const float *const to_x = node->bound[1 - s->axis[0].turned],
                       *const to_y = node->bound[3 - s->axis[1].turned],
                       *const to_z = node->bound[5 - s->axis[2].turned];
    unsigned bits = 0;
    for (int k = 0; k < WAY_TRIANGLE_FAN; k += LANES) {
        stay3 t = {f_set(0.0f), f_set(until)};
        t = stay_between(t, &s->axis[0], f_load(x + k), f_load(to_x + k));
        t = stay_between(t, &s->axis[1], f_load(y + k), f_load(to_y + k));
        t = stay_between(t, &s->axis[2], f_load(z + k), f_load(to_z + k));
        t.from = f_mul(t.from, f_set(1.0f - 0x1p-20f));
        f_store(from + k, t.from);
        bits |= m_bits(f_le(t.from, t.to)) << k;
    }
    return bits & node->used;
}

/* Triangles ---------------------------------------------------------------------------------------------- */

/* Adds the candidates of a leaf, and makes room for another leaf. */
WAY_INLINE void add_ahead(way_beam3d *b, unsigned bits, unsigned certain, const float *from,
                          const uint32_t *rows, uint32_t seat) {
    for (; bits != 0; bits &= bits - 1) {
        const int k = lowest_of(bits);
        b->from[b->count] = from[k];
        b->row[b->count] = rows[k];
        b->seat[b->count] = seat + (uint32_t)k;
        b->certain[b->count] = (unsigned char)(certain >> k & 1);
        b->count++;
    }
    b->is_certain |= certain != 0;
    if (b->radius > 0.0f || b->count > WAY_AHEAD3D - WAY_TRIANGLE_FAN)
        way_settle_beam3d(b);
}

/* Sixteen triangles at once. */
WAY_INLINE void triangles_of_leaf(way_beam3d *b, const way_triangle_leaf *leaf, uint32_t seat) {
    float from[WAY_TRIANGLE_FAN], to[WAY_TRIANGLE_FAN];
    unsigned bits = 0, certain = 0;
    const lane_rays ray = {{f_set(b->at[0]), f_set(b->at[1]), f_set(b->at[2])},
                           {f_set(b->d[0]), f_set(b->d[1]), f_set(b->d[2])},
                           f_set(b->slack),
                           f_set(b->until),
                           f_set(b->sure),
                           i_set((int32_t)b->masks)};
    for (int k = 0; k < WAY_TRIANGLE_FAN && leaf->masks[k] != 0; k += LANES) {
        const lane_passes passes = pass_triangles(ray, triangles_at(leaf, k));
        if (!m_any(passes.open))
            continue;
        const lane_hits t = time_passes(ray, &passes);
        const unsigned early = m_bits(t.may);
        bits |= early << k;
        certain |= (early & m_bits(t.must)) << k;
        f_store(from + k, t.first);
        f_store(to + k, t.last);
    }
    for (unsigned left = certain; left != 0; left &= left - 1) {
        const float last = to[lowest_of(left)];
        b->until = last < b->until ? last : b->until;
    }
    if (bits != 0)
        add_ahead(b, bits, certain, from, leaf->row, seat);
}

/* Returns when the ball is in the box around a triangle, which the radius makes larger. */
WAY_INLINE stay3 stay_in_box(const slabs3 *s, float until, vector a, vector b, vector c) {
    const flanes of_a[3] = {a.x, a.y, a.z}, of_b[3] = {b.x, b.y, b.z}, of_c[3] = {c.x, c.y, c.z};
    stay3 t = {f_set(0.0f), f_set(until)};
    for (int axis = 0; axis < 3; axis++) {
        const flanes low = f_smaller(f_smaller(of_a[axis], of_b[axis]), of_c[axis]),
                     high = f_larger(f_larger(of_a[axis], of_b[axis]), of_c[axis]);
        const int turned = s->axis[axis].turned;
        t = stay_between(t, &s->axis[axis], turned ? high : low, turned ? low : high);
    }
    return (stay3){f_mul(t.from, f_set(1.0f - 0x1p-20f)), t.to};
}

/* Triangles for a ball. A triangle is tested only if, at some moment, the ball's centre is in the triangle's
   box, which the radius makes larger, and within the ball's radius of the triangle's plane. */
WAY_INLINE void balls_of_leaf(way_beam3d *b, const slabs3 *s, const way_triangle_leaf *leaf, uint32_t seat) {
    float from[WAY_TRIANGLE_FAN];
    unsigned bits = 0;
    const vector at = {f_set(b->at[0]), f_set(b->at[1]), f_set(b->at[2])},
                 d = {f_set(b->d[0]), f_set(b->d[1]), f_set(b->d[2])};
    const flanes part = f_set(PART), tiny = f_set(TINY), slack = f_set(4.0f * b->slack);
    for (int v = 0; v < VECTORS && leaf->masks[LANES * v] != 0; v++) {
        const int k = LANES * v;
        const vector a = load3(leaf->a, k), p = load3(leaf->b, k), q = load3(leaf->c, k),
                     w = vector_sub(a, at, 3), e = vector_sub(p, a, 3), g = vector_sub(q, a, 3),
                     n = vector_cross(e, g, 3);
        const stay3 t = stay_in_box(s, b->until, a, p, q);
        const flanes pace = vector_dot(d, n, 3), gap = f_flip(vector_dot(w, n, 3), pace), size = f_abs(pace),
                     of_w = vector_size(w, 3), area = f_mul(vector_size(e, 3), vector_size(g, 3)),
                     of_pace = f_add(f_mul(area, part), tiny),
                     of_gap = f_add(f_add(f_mul(of_pace, of_w), f_mul(slack, area)), tiny),
                     reach = f_mul(f_add(f_sqrt(vector_dot(n, n, 3)), of_pace),
                                   f_set(b->radius * (1.0f + 0x1p-18f))),
                     wide = f_add(reach, of_gap);
        const mask is_sound = f_le(f_mul(area, f_add(of_w, f_set(b->radius))), f_set(HUGE_SIZE));
        const flanes enter = f_div(f_sub(gap, wide), f_add(size, of_pace)),
                     leave = f_div(f_add(gap, wide), f_sub(size, of_pace)),
                     begin = f_larger(t.from, f_keep(is_sound, enter));
        const mask is_out =
            m_or(f_lt(t.to, begin), m_and(is_sound, m_or(f_lt(f_add(gap, wide), f_set(0.0f)),
                                                         m_and(f_lt(of_pace, size), f_lt(leave, begin)))));
        const mask is_other = i_apart(i_load(leaf->masks + k), i_set((int32_t)b->masks));
        bits |= (~m_bits(m_or(is_out, is_other)) & ((1u << (LANES - 1) << 1) - 1)) << k;
        f_store(from + k, begin);
    }
    if (bits != 0)
        add_ahead(b, bits, 0, from, leaf->row, seat);
}

WAY_INLINE void see_triangles(way_beam3d *b, const slabs3 *s, const way_triangle_leaf *leaf, uint32_t seat) {
    if (b->radius > 0.0f)
        balls_of_leaf(b, s, leaf, seat);
    else
        triangles_of_leaf(b, leaf, seat);
}

static void see_leaf(way_beam3d *b, const way_triangle_leaf *leaf) {
    const slabs3 s = slabs_of(b);
    see_triangles(b, &s, leaf, 0);
}

/* The tree ----------------------------------------------------------------------------------------------- */

/* A node or a leaf that is not yet visited, and a lower bound of the time at which the ray enters it. */
typedef struct stop3 {
    float from;
    uint32_t child;
} stop3;

static void see_tree(way_beam3d *b, const way_triangle_tree *tree) {
    const way_triangle_node *nodes = way_triangle_nodes(tree);
    const way_triangle_leaf *leaves = way_triangle_leaves(tree);
    const slabs3 s = slabs_of(b);
    stop3 stop[STOPS];
    stop[0] = (stop3){0.0f, 0};
    for (int stops = 1; stops > 0 && !(b->any & b->is_certain);) {
        const stop3 next = stop[--stops];
        const uint32_t leaf = next.child & ~WAY_TRIANGLE_IS_LEAF;
        if (!(next.from <= b->until))
            continue;
        if (leaf != next.child) {
            see_triangles(b, &s, leaves + leaf, WAY_TRIANGLE_FAN * leaf);
            continue;
        }
        /* the children that the ray enters are visited later, the nearest one first */
        float from[WAY_TRIANGLE_FAN];
        const way_triangle_node *node = nodes + next.child;
        const int first = stops;
        for (unsigned bits = enters_children(&s, node, b->until, from); bits != 0; bits &= bits - 1) {
            const int k = lowest_of(bits);
            int at = stops++;
            for (; at > first && stop[at - 1].from < from[k]; at--)
                stop[at] = stop[at - 1];
            stop[at] = (stop3){from[k], node->child[k]};
            fetch_child(nodes, leaves, node->child[k]);
        }
    }
}

const way_triangle_lanes WAY_JOIN(way_triangle_lanes, WAY_ISA) = {
    .see_leaf = see_leaf,
    .see_tree = see_tree,
    .see_flights = see_flights,
    .land_packet = land_packet,
};

#endif
