/* Finds the walls and discs that a ray may hit first, sixteen at a time, for one instruction set. The search
   descends a tree of boxes, near boxes first. Each test has two answers: "may hit" and "certainly hits". All
   sums have bounds of their rounding errors. The box of a child is left out if the ray enters it after a hit
   that is certain. Source: the method of slabs is that of Kay and Kajiya, "Ray Tracing Complex Scenes". */
#include "choose/beam_packets.h"

#if !WAY_TABLES_HERE
typedef int way_cast_lanes_are_in_another_unit;
#else

/* In doubles, the sign of a sum is certain if the sum is above SURE_SIGN times the size of its terms. It is
   TWIN_LEAST of kernels/bounce/wall_crossing.h. */
#define SURE_SIGN 0x1p-24

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

/* The path of a beam down a tree. `key` has the keys of those children of the current node that are not yet
   visited. The key of a child is the time at which the ray enters its box, whose last four bits are replaced
   by the child's number. The key is infinite if the ray misses the box, or if the child was visited. Level 0
   has the leaves. On each level, node[level] is the node, and done[level] the key of the child that was
   visited last. */
typedef struct beam_way {
    float key[WAY_LEAF];
    slab x, y;
    uint32_t node[WAY_TREE_LEVELS + 1], level;
    float done[WAY_TREE_LEVELS + 1];
} beam_way;

/* Returns a time that is at most the time at which the ray enters the box. */
WAY_INLINE float time_of_key(float key) { return as_float(as_number(key) & ~15u); }

/* Finds the children whose boxes the ray enters before `until`, and whose keys are above `done`. */
WAY_INLINE void enter_boxes(beam_way *d, node_boxes of, float until) {
    const flanes per_x = f_set(d->x.per), per_y = f_set(d->y.per), done = f_set(d->done[d->level]);
    for (int k = 0; k < VECTORS; k++) {
        const int at = LANES * k;
        const flanes ax = f_mul(f_sub(f_load(of.lo_x + at), f_set(d->x.high)), per_x),
                     bx = f_mul(f_sub(f_load(of.hi_x + at), f_set(d->x.low)), per_x),
                     ay = f_mul(f_sub(f_load(of.lo_y + at), f_set(d->y.high)), per_y),
                     by = f_mul(f_sub(f_load(of.hi_y + at), f_set(d->y.low)), per_y);
        /* boxes without walls are NaN, and so is `near` */
        const flanes near = f_mul(f_larger(f_set(0.0f), f_larger(f_smaller(ax, bx), f_smaller(ay, by))),
                                  f_set(1.0f - 0x1p-20f)),
                     far = f_smaller(f_larger(ax, bx), f_larger(ay, by));
        const flanes last = f_smaller(f_mul(far, f_set(1.0f + 0x1p-20f)), f_set(until)),
                     key = numbered(near, k);
        const mask enters = m_and(f_le(near, last), f_lt(f_load(of.lo_x + at), f_set(ELSEWHERE)));
        f_store(d->key + at, f_select(m_and(enters, f_lt(done, key)), key, f_set(INFINITY)));
    }
}

WAY_INLINE sixteen keys_of(const beam_way *d) {
    sixteen keys;
    for (int k = 0; k < VECTORS; k++)
        keys.of[k] = f_load(d->key + LANES * k);
    return keys;
}

/* Moves to the child with the least key if the ray enters this child before `until`. Otherwise moves up. If
   the child is a leaf, it is leaf node[0], and the current node stays the same. Returns TO_LEAF if a leaf is
   next, TO_END if the walk has ended, and otherwise 0. There are no branches, because the processor could not
   predict them. */
enum { TO_LEAF = 1, TO_END = 2 };

WAY_INLINE unsigned next_turn(beam_way *d, uint32_t top, float until) {
    const sixteen keys = keys_of(d);
    const float least = sixteen_least(&keys);
    const uint32_t level = d->level, down = (uint32_t)((time_of_key(least) <= until) & (least < INFINITY)),
                   leaf = down & (level == 1), end = (down ^ 1) & (level == top);
    d->node[level - 1] = WAY_LEAF * d->node[level] + (uint32_t)number_of(least);
    d->done[level - 1] = -1.0f;
    d->done[level] = least;
    d->level = level + 1 + leaf - 2 * down;
    return leaf * TO_LEAF | end * TO_END;
}

/* Marks the leaf as visited. */
WAY_INLINE void leave_leaf(beam_way *d) {
    sixteen keys = keys_of(d);
    sixteen_drop(&keys, d->done[1], INFINITY);
    for (int k = 0; k < VECTORS; k++)
        f_store(d->key + LANES * k, keys.of[k]);
}

/* The list ----------------------------------------------------------------------------------------------- */

/* Adds the candidates of a leaf, and makes room for another leaf. `last` is the least time of a certain
   hit. */
WAY_INLINE void add_seen(way_beam *b, unsigned bits, const float *from, const float *rows, float last,
                         int are_walls) {
    for (int at = 0; at < WAY_LEAF; at += LANES) {
        const unsigned some = bits >> at & ((1u << LANES) - 1);
        f_pack(b->from + b->count, f_load(from + at), some);
        f_pack(b->row + b->count, f_load(rows + at), some);
        b->count += (int32_t)count_of(some);
    }
    b->walls = are_walls ? b->count : b->walls;
    b->is_certain |= last < INFINITY;
    b->until = last < b->until ? last : b->until;
    if (b->count > WAY_SEEN - WAY_LEAF)
        way_settle_beam(b);
}

/* Walls -------------------------------------------------------------------------------------------------- */

WAY_INLINE lane_beams same_beam(const way_beam *b) {
    return (lane_beams){f_set(b->x),     f_set(b->y),     f_set(b->dx),  f_set(b->dy),
                        f_set(b->slack), f_set(b->until), f_set(b->sure)};
}

WAY_INLINE void walls_of_leaf(way_beam *b, const way_wall_leaf *leaf) {
    float from[WAY_LEAF];
    sixteen to;
    unsigned bits = 0;
    const lane_beams beam = same_beam(b);
    for (int v = 0; v < VECTORS; v++) {
        const int at = LANES * v;
        const lane_hits h = meet_wall_in_lanes(beam, walls_at(leaf, at));
        const mask may = m_and(h.may, are_walls(leaf, at));
        bits |= m_bits(may) << at;
        f_store(from + at, h.first);
        to.of[v] = f_select(m_and(may, h.must), h.last, f_set(INFINITY));
    }
    add_seen(b, bits, from, (const float *)(const void *)leaf->number, sixteen_least(&to), 1);
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
    add_seen(b, bits, from, (const float *)(const void *)leaf->number, INFINITY, 1);
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

/* Discs -------------------------------------------------------------------------------------------------- */

/* Sixteen discs at once. */
WAY_INLINE void discs_of_leaf(way_beam *b, const float *leaf, const way_disc_columns *of) {
    float from[WAY_LEAF], radius[WAY_LEAF], last = INFINITY;
    sixteen to;
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
        const lane_hits h = meet_disc_in_lanes(same_beam(b), f_load(leaf + at), f_load(leaf + WAY_LEAF + at),
                                               f_load(radius + at));
        f_store(from + at, h.first);
        to.of[v] = h.last;
        bits |= m_bits(h.may) << at;
        certain |= m_bits(m_and(h.may, h.must)) << at;
    }
    bits &= near;
    for (unsigned left = certain & near; left != 0; left &= left - 1) {
        const float end = ((const float *)(const void *)&to)[lowest_of(left)];
        last = end < last ? end : last;
    }
    add_seen(b, bits, from, leaf + WAY_LEAF * LEAF_ROW(2), last, 0);
}

static void see_disc_list(way_beam *b, const float *leaf, size_t leaves, const way_disc_columns *of) {
    for (size_t i = 0; i < leaves && !is_over(b); i++)
        discs_of_leaf(b, leaf + LEAF_CELLS(2) * i, of);
}

/* Trees -------------------------------------------------------------------------------------------------- */

WAY_INLINE void see_leaf_of(way_beam *b, const beam_way *d, const forest *in) {
    if (in->walls != NULL)
        see_walls(b, way_tree_leaf(in->walls, d->node[0]));
    else
        discs_of_leaf(b, way_crowd_cells(in->crowd) + in->crowd->leaf + d->node[0] * (size_t)LEAF_CELLS(2),
                      in->of);
}

/* Takes the beams down a tree. They take turns, so that the processor computes several of them at once. In a
   turn, each beam first chooses its next node; then those beams that are at a node test its boxes, and those
   at a leaf its walls or discs. */
WAY_INLINE void take_turns(way_beam *const *beams, int count, const forest *in) {
    beam_way all[WAY_BEAMS];
    unsigned char at_node[WAY_BEAMS], at_leaf[WAY_BEAMS];
    int nodes = count, leaves = 0;
    for (int i = 0; i < count; i++) {
        const way_beam *b = beams[i];
        beam_way *d = &all[i];
        const float pad = in->walls != NULL ? b->radius + 4.0f * b->slack
                                            : (b->radius + in->of->widest) * (1.0f + 0x1p-20f) +
                                                  4.0f * b->slack + in->of->error;
        d->x = slab_of(b->x, b->dx, pad);
        d->y = slab_of(b->y, b->dy, pad);
        d->level = in->top;
        d->node[in->top] = 0;
        d->done[in->top] = -1.0f;
        at_node[i] = (unsigned char)i;
    }
    while (nodes + leaves > 0) {
        for (int i = 0; i < nodes; i++)
            enter_boxes(&all[at_node[i]],
                        boxes_of(in, all[at_node[i]].level, all[at_node[i]].node[all[at_node[i]].level]),
                        beams[at_node[i]]->until);
        for (int i = 0; i < leaves; i++) {
            see_leaf_of(beams[at_leaf[i]], &all[at_leaf[i]], in);
            leave_leaf(&all[at_leaf[i]]);
            at_node[nodes + i] = at_leaf[i];
        }
        const int turns = nodes + leaves;
        nodes = leaves = 0;
        for (int i = 0; i < turns; i++) {
            const unsigned char who = at_node[i];
            const unsigned to = next_turn(&all[who], in->top, beams[who]->until), leaf = to & TO_LEAF,
                           end = to >> 1 | (unsigned)is_over(beams[who]);
            at_node[nodes] = at_leaf[leaves] = who;
            nodes += (int)((leaf | end) ^ 1);
            leaves += (int)(leaf & (end ^ 1));
        }
    }
}

static void see_wall_tree(way_beam *const *beams, int count, const way_wall_tree *tree) {
    const forest in = {.walls = tree, .top = tree->levels - 1};
    take_turns(beams, count, &in);
}

static void see_crowd(way_beam *const *beams, int count, const way_crowd *crowd, const way_disc_columns *of) {
    forest in = {.top = crowd->levels};
    in.crowd = crowd;
    in.of = of;
    take_turns(beams, count, &in);
}

/* Answers ------------------------------------------------------------------------------------------------ */

/* Is `a` above 0, and does rounding not change its sign? `size` is the size of its terms. */
WAY_INLINE widemask is_surely_above(wide a, wide size) { return w_lt(w_mul(size, w_set(SURE_SIGN)), a); }

/* Computes with the same arithmetic as way_cross_wall and put_place, and stores rows, kinds and statuses. */
static unsigned meet_walls(const way_ray_block *rays, const way_wall_hits *of, way_hit_block *to) {
    unsigned sure = 0;
    for (int at = 0; at < WAY_BEAMS; at += LANES) {
        const wide dx = doubles_from(rays->dx + at), dy = doubles_from(rays->dy + at),
                   ex = doubles_from(of->ex + at), ey = doubles_from(of->ey + at),
                   wx = doubles_from(of->wx + at), wy = doubles_from(of->wy + at);
        const wide dx_ey = w_mul(dx, ey), dy_ex = w_mul(dy, ex), wx_ey = w_mul(wx, ey), wy_ex = w_mul(wy, ex),
                   wx_dy = w_mul(wx, dy), wy_dx = w_mul(wy, dx);
        const wide n = w_sub(dx_ey, dy_ex), m = w_sub(wx_dy, wy_dx);
        const wide size = w_abs(n), k = w_flip(w_sub(wx_ey, wy_ex), n), rest = w_flip(w_sub(n, m), n);
        const wide of_n = w_add(w_abs(dx_ey), w_abs(dy_ex)), of_m = w_add(w_abs(wx_dy), w_abs(wy_dx)),
                   of_k = w_add(w_abs(wx_ey), w_abs(wy_ex));
        const wide per = w_div(w_flip(w_set(1.0), n), w_sqrt(w_add(w_mul(ex, ex), w_mul(ey, ey))));
        const widemask crosses = w_and(is_surely_above(size, of_n), is_surely_above(k, of_k)),
                       within = w_and(is_surely_above(w_flip(m, n), of_m),
                                      is_surely_above(rest, w_add(of_m, of_n)));
        const wide t = w_div(k, size), zero = w_set(0.0);
        const wide distance = w_mul(t, doubles_from(rays->length + at));
        const mask is_there = m_narrow(w_le(w_abs(distance), zero));
        doubles_to(to->distance + at, distance);
        f_store(to->row + at, f_load(rays->row + at));
        i_store((int32_t *)(void *)(to->kind + at), i_set(WAY_WALL));
        i_store((int32_t *)(void *)(to->status + at), i_select(is_there, i_set(WAY_THERE), i_set(WAY_MET)));
        doubles_to(to->x + at, w_add(doubles_from(rays->x + at), w_mul(t, dx)));
        doubles_to(to->y + at, w_add(doubles_from(rays->y + at), w_mul(t, dy)));
        doubles_to(to->normal_x + at, w_add(w_mul(w_negate(ey), per), zero));
        doubles_to(to->normal_y + at, w_add(w_mul(ex, per), zero));
        const widemask is_sure = w_and(w_and(crosses, within), w_lt(w_abs(per), w_set(0x1p100)));
        sure |= m_bits(m_narrow(is_sure)) << at;
    }
    return sure;
}

const way_cast_lanes WAY_JOIN(way_cast_lanes, WAY_ISA) = {
    .see_wall_list = see_wall_list,
    .see_wall_tree = see_wall_tree,
    .see_disc_list = see_disc_list,
    .see_crowd = see_crowd,
    .prepare_block = prepare_block,
    .see_rays = see_rays,
    .meet_walls = meet_walls,
};

#endif
