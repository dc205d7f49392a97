/* Finds the first triangles that rays hit which start close to each other and lead the same way, such as the
   rays of a camera or the beams of a lidar: a packet. Packets in the plane are in beam_packets.h; a packet in
   space has a wedge on each of two axes. */
#ifndef WAY_FLIGHT_PACKETS_H
#define WAY_FLIGHT_PACKETS_H

#include "choose/flight_lanes.h"
#include "kernels/bounce/double_double.h"

/* FEWEST3: a smaller packet takes more time than its rays on their own. */
enum { FEWEST3 = 5, APART = 4 };

/* Sixteen rays of a block. The floats are as in way_beam3d. */
typedef struct packet_rays3 {
    float at[3][WAY_PACKET3D], d[3][WAY_PACKET3D], slack[WAY_PACKET3D], sure[WAY_PACKET3D],
        until[WAY_PACKET3D];
    float masks[WAY_PACKET3D]; /* uint32_t */
    ray_firsts first;          /* the names are seats */
} packet_rays3;

/* Preparing ---------------------------------------------------------------------------------------------- */

/* The factor by which way_scale3 scales a direction, if its largest component is from 2^-500 to 2^500. */
WAY_INLINE double scale_of3(const double (*in)[WAY_FLIGHTS], size_t i) {
    const double x = fabs(in[3][i]), y = fabs(in[4][i]), z = fabs(in[5][i]), xy = x > y ? x : y;
    return way_power_of(xy > z ? xy : z);
}

/* Sets the starts of rays relative to the triangles' origin. Returns their errors. */
WAY_INLINE wide start_flights(const double *from, double origin, float *to) {
    const twin start = twin_between(w_set(origin), doubles_from(from));
    const flanes at = w_narrow(start.hi);
    f_store(to, at);
    return w_add(w_abs(w_sub(start.hi, w_widen(at))), w_abs(start.lo));
}

/* Sets up the rays. Returns the bits of those that packets can search. */
WAY_OUT_OF_LINE unsigned prepare3(const way_flight_block *block, size_t first, const double origin[3],
                                  packet_rays3 *r) {
    double power[WAY_PACKET3D];
    unsigned plain = 0;
    no_firsts(&r->first);
    for (size_t i = 0; i < WAY_PACKET3D; i++)
        power[i] = scale_of3(block->in, first + i);
    for (int at = 0; at < WAY_PACKET3D; at += LANES) {
        const size_t i = first + (size_t)at;
        const wide zero = w_set(0.0), by = doubles_from(power + at), radius = doubles_from(block->in[6] + i),
                   most = doubles_from(block->in[7] + i);
        widemask is_plain = w_and(w_le(zero, most), w_and(w_le(zero, radius), w_le(radius, zero))),
                 leads = w_lt(zero, zero);
        wide slack = zero, square = zero;
        for (int k = 0; k < 3; k++) {
            const wide d = w_abs(doubles_from(block->in[3 + k] + i)),
                       to = w_mul(doubles_from(block->in[3 + k] + i), by);
            is_plain = w_and(is_plain, w_and(w_le(w_abs(doubles_from(block->in[k] + i)), w_set(1e18)),
                                             w_le(d, w_set(0x1p500))));
            leads = w_or(leads, w_le(w_set(0x1p-500), d));
            square = w_add(square, w_mul(to, to));
            slack = w_larger(slack, start_flights(block->in[k] + i, origin[k], r->at[k] + at));
            f_store(r->d[k] + at, w_narrow(to));
        }
        const wide last = w_div(most, w_sqrt(square)), top = w_set(0x1p65), end = w_set(FLT_MAX);
        const flanes until =
                         f_add(w_narrow(w_mul(w_smaller(last, top), w_set(1.0 + 0x1p-22))), f_set(FLT_MIN)),
                     sure = w_narrow(w_mul(w_smaller(last, end), w_set(1.0 - 0x1p-22)));
        f_store(r->until + at, f_select(m_narrow(w_lt(top, last)), f_set(0x1p66f), until));
        f_store(r->sure + at, f_select(m_narrow(w_lt(end, last)), f_set(0x1p66f), sure));
        const flanes errors = f_add(w_narrow(w_mul(slack, w_set(1.0 + 0x1p-20))), f_set(0x1p-120f));
        f_store(r->slack + at, f_keep(m_narrow(w_lt(zero, slack)), errors));
        f_store(r->masks + at, f_load(block->masks + i));
        plain |= m_bits(m_narrow(w_and(is_plain, leads))) << at;
    }
    return plain;
}

/* Packets ------------------------------------------------------------------------------------------------ */

/* A packet: the rays of the set `bits`, which lead along the axis `along`. A ray's slope is its move on another
   axis for a move of 1 along this axis. On each of the two other axes there is a wedge: a point (p along, q
   across) is outside if q - low_slope p is below low_edge, or q - high_slope p above high_edge. `low` and `high`
   are the corners of a box around the ways of all rays up to `until`. */
typedef struct packet3 {
    float until[WAY_PACKET3D]; /* -INFINITY for rays of other packets */
    float per[3][WAY_PACKET3D], pad[WAY_PACKET3D];
    float low_slope[2], high_slope[2], low_edge[2], high_edge[2];
    float low[3], high[3], sign;
    int along, across[2];
    unsigned bits;
} packet3;

WAY_INLINE void reach_of_packet3(packet3 *p, const packet_rays3 *r) {
    float low[WAY_PACKET3D], high[WAY_PACKET3D];
    for (int k = 0; k < 3; k++) {
        for (int at = 0; at < WAY_PACKET3D; at += LANES) {
            const flanes begin = f_load(r->at[k] + at),
                         way = f_mul(f_load(p->until + at), f_load(r->d[k] + at)), end = f_add(begin, way),
                         error = f_add(f_mul(f_abs(way), f_set(0x1p-20f)), f_load(p->pad + at));
            f_store(low + at, f_sub(f_smaller(begin, end), error));
            f_store(high + at, f_negate(f_add(f_larger(begin, end), error)));
        }
        p->low[k] = least_of_rays(p->until, low);
        p->high[k] = -least_of_rays(p->until, high);
    }
}

/* Sets the wedges. `size` is the largest coordinate of a triangle. */
WAY_INLINE void wedges_of_packet3(packet3 *p, const packet_rays3 *r, float size) {
    float low[WAY_PACKET3D], high[WAY_PACKET3D];
    for (int j = 0; j < 2; j++) {
        const float *q = r->at[p->across[j]], *d = r->d[p->across[j]], *s = r->at[p->along];
        for (int at = 0; at < WAY_PACKET3D; at += LANES) {
            const flanes slope = f_mul(f_load(d + at), f_load(p->per[p->along] + at));
            f_store(low + at, slope);
            f_store(high + at, f_negate(slope));
        }
        const float least = least_of_rays(p->until, low), most = -least_of_rays(p->until, high);
        const float from = p->sign > 0 ? least : -most, to = p->sign > 0 ? most : -least;
        p->low_slope[j] = p->sign * (from - fabsf(from) * 0x1p-20f - 0x1p-100f);
        p->high_slope[j] = p->sign * (to + fabsf(to) * 0x1p-20f + 0x1p-100f);
        for (int at = 0; at < WAY_PACKET3D; at += LANES) {
            const flanes across = f_load(q + at), along = f_load(s + at),
                         pad = f_add(f_mul(f_set(8.0f), f_load(p->pad + at)), f_set(0x1p-19f * size));
            f_store(low + at, f_sub(f_sub(across, f_mul(f_set(p->low_slope[j]), along)), pad));
            f_store(high + at, f_negate(f_add(f_sub(across, f_mul(f_set(p->high_slope[j]), along)), pad)));
        }
        p->low_edge[j] = least_of_rays(p->until, low);
        p->high_edge[j] = -least_of_rays(p->until, high);
    }
}

/* Returns the bits of rays that can share a packet with the first ray of the set `left`. */
WAY_INLINE unsigned choose_packet3(packet3 *p, const packet_rays3 *r, unsigned left, float near) {
    const int first = lowest_of(left);
    unsigned some = 0, bits = 0;
    float sum[3];
    for (int at = 0; at < WAY_PACKET3D; at += LANES) {
        mask is_near = f_le(f_set(0.0f), f_set(0.0f));
        flanes ahead = f_set(0.0f);
        for (int k = 0; k < 3; k++) {
            is_near = m_and(is_near,
                            f_le(f_abs(f_sub(f_load(r->at[k] + at), f_set(r->at[k][first]))), f_set(near)));
            ahead = f_add(ahead, f_mul(f_load(r->d[k] + at), f_set(r->d[k][first])));
        }
        some |= m_bits(m_and(is_near, f_lt(f_set(0.0f), ahead))) << at;
    }
    some &= left;
    int last = first;
    for (unsigned rest = some; rest != 0; rest &= rest - 1)
        last = lowest_of(rest);
    for (int k = 0; k < 3; k++)
        sum[k] = r->d[k][first] + r->d[k][last];
    p->along = fabsf(sum[0]) < fabsf(sum[1]);
    p->along = fabsf(sum[p->along]) < fabsf(sum[2]) ? 2 : p->along;
    p->across[0] = p->along == 0;
    p->across[1] = p->along == 2 ? 1 : 2;
    p->sign = sum[p->along] < 0.0f ? -1.0f : 1.0f;
    for (int at = 0; at < WAY_PACKET3D; at += LANES) {
        const flanes most = f_mul(f_load(r->d[p->along] + at), f_set(STEEP * p->sign));
        bits |= m_bits(m_and(f_le(f_abs(f_load(r->d[p->across[0]] + at)), most),
                             f_le(f_abs(f_load(r->d[p->across[1]] + at)), most)))
                << at;
    }
    return bits & some;
}

/* Do enough rays start close to the ray APART rows further on, and lead the same way? */
WAY_INLINE int has_packets3(const packet_rays3 *r, float near) {
    int pairs = 0;
    for (int i = 0; i + APART < WAY_PACKET3D; i++) {
        int is_near = 1;
        float ahead = 0.0f;
        for (int k = 0; k < 3; k++) {
            is_near &= fabsf(r->at[k][i] - r->at[k][i + APART]) <= near;
            ahead += r->d[k][i] * r->d[k][i + APART];
        }
        pairs += is_near & (ahead > 0.0f);
    }
    return pairs >= (WAY_PACKET3D - APART) / 2;
}

/* Sets up the packet for the rays of the set `bits`. */
WAY_INLINE void begin_packet3(packet3 *p, const packet_rays3 *r, unsigned bits, float size) {
    p->bits = bits;
    for (int i = 0; i < WAY_PACKET3D; i++)
        p->until[i] = bits >> i & 1 ? r->until[i] : -INFINITY;
    for (int at = 0; at < WAY_PACKET3D; at += LANES) {
        flanes most = f_set(0.0f);
        for (int k = 0; k < 3; k++) {
            const flanes d = f_load(r->d[k] + at);
            const mask is_still = f_lt(f_abs(d), f_set(0x1p-110f));
            f_store(p->per[k] + at, f_select(is_still, f_set(0x1p126f), f_div(f_set(1.0f), d)));
            most = f_larger(most, f_abs(f_load(r->at[k] + at)));
        }
        f_store(p->pad + at, f_add(f_add(f_mul(most, f_set(0x1p-20f)), f_set(0x1p-40f)),
                                   f_mul(f_set(2.0f), f_load(r->slack + at))));
    }
    wedges_of_packet3(p, r, size);
    reach_of_packet3(p, r);
}

/* Returns the children whose boxes overlap the wedges and the box around the ways. */
WAY_INLINE unsigned children_ahead(const packet3 *p, const way_triangle_node *node) {
    unsigned bits = 0;
    for (int at = 0; at < WAY_TRIANGLE_FAN; at += LANES) {
        mask is_in = f_le(f_set(0.0f), f_set(0.0f));
        for (int k = 0; k < 3; k++)
            is_in = m_and(is_in, m_and(f_le(f_load(node->bound[2 * k] + at), f_set(p->high[k])),
                                       f_le(f_set(p->low[k]), f_load(node->bound[2 * k + 1] + at))));
        for (int j = 0; j < 2; j++) {
            const int along = 2 * p->along, across = 2 * p->across[j];
            const flanes high = f_load(node->bound[across + 1] + at), low = f_load(node->bound[across] + at),
                         far = f_load(node->bound[along + (p->low_slope[j] < 0.0f)] + at),
                         near = f_load(node->bound[along + !(p->high_slope[j] < 0.0f)] + at);
            is_in = m_and(
                is_in, m_and(f_le(f_set(p->low_edge[j]), f_sub(high, f_mul(f_set(p->low_slope[j]), far))),
                             f_le(f_sub(low, f_mul(f_set(p->high_slope[j]), near)), f_set(p->high_edge[j]))));
        }
        bits |= m_bits(is_in) << at;
    }
    return bits & node->used;
}

/* Returns the triangles of a leaf that have a mask and do not lie entirely beyond one edge of a wedge. */
WAY_INLINE unsigned triangles_ahead(const packet3 *p, const way_triangle_leaf *leaf) {
    unsigned bits = 0;
    for (int at = 0; at < WAY_TRIANGLE_FAN && leaf->masks[at] != 0; at += LANES) {
        mask is_in = f_le(f_set(0.0f), f_set(0.0f));
        const flanes a = f_load(leaf->a[p->along] + at), b = f_load(leaf->b[p->along] + at),
                     c = f_load(leaf->c[p->along] + at);
        for (int j = 0; j < 2; j++) {
            const int k = p->across[j];
            const flanes qa = f_load(leaf->a[k] + at), qb = f_load(leaf->b[k] + at),
                         qc = f_load(leaf->c[k] + at), low = f_set(p->low_slope[j]),
                         high = f_set(p->high_slope[j]);
            const flanes most = f_larger(f_larger(f_sub(qa, f_mul(low, a)), f_sub(qb, f_mul(low, b))),
                                         f_sub(qc, f_mul(low, c))),
                         least = f_smaller(f_smaller(f_sub(qa, f_mul(high, a)), f_sub(qb, f_mul(high, b))),
                                           f_sub(qc, f_mul(high, c)));
            is_in =
                m_and(is_in, m_and(f_le(f_set(p->low_edge[j]), most), f_le(least, f_set(p->high_edge[j]))));
        }
        bits |= (m_bits(is_in) & ~m_bits(i_apart(i_load(leaf->masks + at), i_set(-1)))) << at;
    }
    return bits;
}

/* Returns the rays of the packet that enter child k before their `until`. */
WAY_INLINE unsigned rays_into3(const packet3 *p, const packet_rays3 *r, const way_triangle_node *node,
                               int k) {
    unsigned bits = 0;
    for (int at = 0; at < WAY_PACKET3D; at += LANES) {
        const flanes pad = f_load(p->pad + at);
        flanes from = f_set(0.0f), to = f_load(p->until + at);
        for (int j = 0; j < 3; j++) {
            const flanes begin = f_load(r->at[j] + at), per = f_load(p->per[j] + at),
                         a = f_mul(f_sub(f_set(node->bound[2 * j][k]), f_add(begin, pad)), per),
                         b = f_mul(f_sub(f_set(node->bound[2 * j + 1][k]), f_sub(begin, pad)), per);
            from = f_larger(from, f_smaller(a, b));
            to = f_smaller(to, f_mul(f_larger(a, b), f_set(1.0f + 0x1p-20f)));
        }
        bits |= m_bits(f_le(f_mul(from, f_set(1.0f - 0x1p-20f)), to)) << at;
    }
    return bits;
}

/* Triangles ---------------------------------------------------------------------------------------------- */

/* The rays of a packet, while a leaf is searched. */
typedef struct packet_flights {
    lane_rays of[VECTORS];
} packet_flights;

WAY_INLINE packet_flights open_flights(const packet3 *p, const packet_rays3 *r) {
    packet_flights f;
    for (int v = 0; v < VECTORS; v++) {
        const int at = LANES * v;
        f.of[v] = (lane_rays){{f_load(r->at[0] + at), f_load(r->at[1] + at), f_load(r->at[2] + at)},
                              {f_load(r->d[0] + at), f_load(r->d[1] + at), f_load(r->d[2] + at)},
                              f_load(r->slack + at),
                              f_load(p->until + at),
                              f_load(r->sure + at),
                              i_load(r->masks + at)};
    }
    return f;
}

/* Stores the hits, and shortens the packet. */
WAY_INLINE void close_leaf3(packet3 *p, packet_rays3 *r, const packet_flights *f, const lane_firsts *h) {
    for (int v = 0; v < VECTORS; v++)
        f_store(p->until + LANES * v, f->of[v].until);
    close_firsts(&r->first, h);
    if (h->won != 0)
        reach_of_packet3(p, r);
}

/* The values of lane_triangles, in rows of sixteen. */
typedef struct triangle_cells {
    float of[16][WAY_TRIANGLE_FAN];
} triangle_cells;

WAY_INLINE void store3(triangle_cells *to, int row, int at, vector from) {
    f_store(to->of[row] + at, from.x);
    f_store(to->of[row + 1] + at, from.y);
    f_store(to->of[row + 2] + at, from.z);
}

WAY_INLINE vector same3(const triangle_cells *of, int row, int k) {
    return (vector){f_set(of->of[row][k]), f_set(of->of[row + 1][k]), f_set(of->of[row + 2][k])};
}

WAY_INLINE void store_triangles(const way_triangle_leaf *leaf, triangle_cells *to) {
    for (int at = 0; at < WAY_TRIANGLE_FAN; at += LANES) {
        const lane_triangles t = triangles_at(leaf, at);
        store3(to, 0, at, t.a);
        store3(to, 3, at, t.e);
        store3(to, 6, at, t.g);
        store3(to, 9, at, t.n);
        f_store(to->of[12] + at, t.sizes);
        f_store(to->of[13] + at, t.area);
        f_store(to->of[14] + at, t.part);
        f_store(to->of[15] + at, t.sides);
    }
}

/* Tests the triangles of a leaf against each ray of the set `rays`. */
WAY_OUT_OF_LINE void leaf_of_rays(packet3 *p, packet_rays3 *r, unsigned rays, const way_triangle_leaf *leaf,
                                  uint32_t seat) {
    float first[WAY_TRIANGLE_FAN], last[WAY_TRIANGLE_FAN];
    lane_triangles triangles[VECTORS];
    unsigned won = 0;
    for (int v = 0; v < VECTORS; v++)
        triangles[v] = triangles_at(leaf, LANES * v);
    for (; rays != 0; rays &= rays - 1) {
        const int i = lowest_of(rays);
        const lane_rays ray = {{f_set(r->at[0][i]), f_set(r->at[1][i]), f_set(r->at[2][i])},
                               {f_set(r->d[0][i]), f_set(r->d[1][i]), f_set(r->d[2][i])},
                               f_set(r->slack[i]),
                               f_set(p->until[i]),
                               f_set(r->sure[i]),
                               i_set((int32_t)as_number(r->masks[i]))};
        unsigned bits = 0, certain = 0;
        for (int v = 0; v < VECTORS; v++) {
            const lane_passes passes = pass_triangles(ray, triangles[v]);
            if (!m_any(passes.open))
                continue;
            const lane_hits times = time_passes(ray, &passes);
            f_store(first + LANES * v, times.first);
            f_store(last + LANES * v, times.last);
            bits |= m_bits(times.may) << LANES * v;
            certain |= m_bits(times.must) << LANES * v;
        }
        for (; bits != 0; bits &= bits - 1) {
            const int k = lowest_of(bits);
            won |=
                note_hit(&r->first, i, &p->until[i], certain >> k & 1, first[k], last[k], seat + (uint32_t)k);
        }
    }
    r->first.hits |= won;
    if (won != 0)
        reach_of_packet3(p, r);
}

/* Tests each triangle of the set `left` of a leaf against all rays of the packet. */
WAY_OUT_OF_LINE void leaf_of_packet(packet3 *p, packet_rays3 *r, unsigned left, const way_triangle_leaf *leaf,
                                    uint32_t seat) {
    triangle_cells cells;
    store_triangles(leaf, &cells);
    packet_flights rays = open_flights(p, r);
    lane_firsts hits = open_firsts(&r->first);
    for (; left != 0; left &= left - 1) {
        const int k = lowest_of(left);
        const lane_triangles t = {
            same3(&cells, 0, k),    same3(&cells, 3, k),    same3(&cells, 6, k),
            same3(&cells, 9, k),    f_set(cells.of[12][k]), f_set(cells.of[13][k]),
            f_set(cells.of[14][k]), f_set(cells.of[15][k]), i_set((int32_t)leaf->masks[k])};
        const flanes number = f_set(as_float(seat + (uint32_t)k));
        for (int v = 0; v < VECTORS; v++) {
            const lane_passes passes = pass_triangles(rays.of[v], t);
            if (m_any(passes.open))
                note_hits(&hits, v, &rays.of[v].until, time_passes(rays.of[v], &passes), number);
        }
    }
    close_leaf3(p, r, &rays, &hits);
}

/* Tests the triangles of a leaf against the rays of the set `rays`, which enter it. */
WAY_INLINE void see_packet_leaf3(packet3 *p, packet_rays3 *r, unsigned rays, const way_triangle_leaf *leaf,
                                 uint32_t seat) {
    const uint32_t some = count_of(rays);
    const unsigned ahead = some < 6 ? ~0u : triangles_ahead(p, leaf);
    if (ahead == 0)
        return;
    if (some <= count_of(ahead))
        leaf_of_rays(p, r, rays, leaf, seat);
    else
        leaf_of_packet(p, r, ahead, leaf, seat);
}

/* The tree ----------------------------------------------------------------------------------------------- */

/* A child that is not yet visited: the upper half is a number that grows with the distance of its box along the
   axis, the lower half is 16 times its node's number, plus its own number in the node. */
typedef uint64_t packet_stop3;

WAY_INLINE packet_stop3 stop_at(float from, uint32_t node, int k) {
    return (uint64_t)order_of(from) << 32 | (WAY_TRIANGLE_FAN * node + (uint32_t)k);
}

/* Adds the children that the packet may enter, the nearest one last. Returns the number of all stops. */
WAY_INLINE int add_stops(const packet3 *p, const way_triangle_node *nodes, const way_triangle_leaf *leaves,
                         uint32_t number, packet_stop3 *stop, int stops) {
    const way_triangle_node *node = nodes + number;
    const float *begin = node->bound[2 * p->along + (p->sign < 0.0f)];
    const int first = stops;
    for (unsigned bits = children_ahead(p, node); bits != 0; bits &= bits - 1) {
        const int k = lowest_of(bits);
        const packet_stop3 one = stop_at(begin[k] * p->sign, number, k);
        int at = stops++;
        for (; at > first && stop[at - 1] < one; at--)
            stop[at] = stop[at - 1];
        stop[at] = one;
        fetch_child(nodes, leaves, node->child[k]);
    }
    return stops;
}

/* Takes a packet down the tree, near nodes first. */
WAY_INLINE void walk_packet3(packet3 *p, packet_rays3 *r, const way_triangle_tree *tree, int any) {
    const way_triangle_node *nodes = way_triangle_nodes(tree);
    const way_triangle_leaf *leaves = way_triangle_leaves(tree);
    packet_stop3 stop[STOPS];
    for (int stops = add_stops(p, nodes, leaves, 0, stop, 0);
         stops > 0 && !(any && (p->bits & ~r->first.hits) == 0);) {
        const uint32_t next = (uint32_t)stop[--stops];
        const way_triangle_node *node = nodes + next / WAY_TRIANGLE_FAN;
        const int k = (int)(next % WAY_TRIANGLE_FAN);
        const uint32_t child = node->child[k], leaf = child & ~WAY_TRIANGLE_IS_LEAF;
        const unsigned rays = rays_into3(p, r, node, k);
        if (rays == 0)
            continue;
        if (leaf == child)
            stops = add_stops(p, nodes, leaves, child, stop, stops);
        else
            see_packet_leaf3(p, r, rays, leaves + leaf, WAY_TRIANGLE_FAN * leaf);
    }
}

WAY_INLINE void see_flights(const way_flight_block *block, size_t first, const way_packet_scene *in,
                            way_packet_hits *to) {
    packet_rays3 r;
    packet3 p;
    const unsigned plain = prepare3(block, first, in->origin, &r);
    to->settled = 0;
    for (unsigned left = has_packets3(&r, in->near) ? plain : 0; left != 0;) {
        const unsigned bits = choose_packet3(&p, &r, left, in->near);
        left &= ~(bits | 1u << lowest_of(left));
        if (count_of(bits) < FEWEST3)
            continue;
        begin_packet3(&p, &r, bits, in->size);
        walk_packet3(&p, &r, in->tree, in->any);
        to->settled |= settled_rays(&r.first, p.until, bits, in->any);
    }
    to->hits = r.first.hits;
    memcpy(to->seat, r.first.name, sizeof to->seat);
}

/* Answers ------------------------------------------------------------------------------------------------ */

WAY_INLINE wide w_size3(wide_vector a) { return w_add(w_add(w_abs(a.x), w_abs(a.y)), w_abs(a.z)); }

/* Is a sum's absolute value above the errors of its terms? `size` is the terms' size. */
WAY_INLINE widemask is_certain3(wide a, wide size) { return w_lt(w_mul(size, w_set(0x1p-24)), w_abs(a)); }

/* The triangles that rays hit: the corners, and `sides`. */
typedef struct hit_triangles {
    float corner[9][WAY_PACKET3D], sides[WAY_PACKET3D];
} hit_triangles;

WAY_OUT_OF_LINE void gather_hits(const way_triangle_leaf *leaves, const way_packet_hits *r, unsigned rays,
                                 hit_triangles *to) {
    memset(to, 0, sizeof *to);
    for (; rays != 0; rays &= rays - 1) {
        const int i = lowest_of(rays);
        const uint32_t seat = as_number(r->seat[i]), k = seat % WAY_TRIANGLE_FAN;
        const way_triangle_leaf *leaf = leaves + seat / WAY_TRIANGLE_FAN;
        for (int axis = 0; axis < 3; axis++) {
            to->corner[axis][i] = leaf->a[axis][k];
            to->corner[3 + axis][i] = leaf->b[axis][k];
            to->corner[6 + axis][i] = leaf->c[axis][k];
        }
        to->sides[i] = leaf->sides[k];
    }
}

WAY_INLINE wide_vector corner_from3(const hit_triangles *of, int corner, int at, const twin start[3]) {
    const float(*c)[WAY_PACKET3D] = of->corner + 3 * corner;
    return (wide_vector){w_sub(w_sub(w_load(c[0] + at), start[0].hi), start[0].lo),
                         w_sub(w_sub(w_load(c[1] + at), start[1].hi), start[1].lo),
                         w_sub(w_sub(w_load(c[2] + at), start[2].hi), start[2].lo)};
}

WAY_INLINE wide_vector edge_from3(const hit_triangles *of, int from, int to, int at) {
    const float(*a)[WAY_PACKET3D] = of->corner + 3 * from, (*b)[WAY_PACKET3D] = of->corner + 3 * to;
    return (wide_vector){w_sub(w_load(b[0] + at), w_load(a[0] + at)),
                         w_sub(w_load(b[1] + at), w_load(a[1] + at)),
                         w_sub(w_load(b[2] + at), w_load(a[2] + at))};
}

/* The same arithmetic as that of meet_thin and way_land_on, for some of the rays of a packet. */
WAY_INLINE unsigned land_lanes(const way_flight_block *block, size_t first, int at, const double *power,
                               const double origin[3], const hit_triangles *of, way_landing_block *to) {
    const size_t i = first + (size_t)at;
    const wide by = doubles_from(power + at), zero = w_set(0.0);
    const twin start[3] = {twin_between(w_set(origin[0]), doubles_from(block->in[0] + i)),
                           twin_between(w_set(origin[1]), doubles_from(block->in[1] + i)),
                           twin_between(w_set(origin[2]), doubles_from(block->in[2] + i))};
    const wide_vector d = {w_mul(doubles_from(block->in[3] + i), by),
                           w_mul(doubles_from(block->in[4] + i), by),
                           w_mul(doubles_from(block->in[5] + i), by)};
    wide_vector w[3], e[3];
    for (int k = 0; k < 3; k++) {
        w[k] = corner_from3(of, k, at, start);
        e[k] = edge_from3(of, k, (k + 1) % 3, at);
    }
    const wide_vector n =
        wide_cross(e[0], (wide_vector){w_negate(e[2].x), w_negate(e[2].y), w_negate(e[2].z)}, 3);
    const wide size_d = w_size3(d), size_n = w_mul(w_size3(e[0]), w_size3(e[2])), pace = wide_dot(d, n, 3),
               gap = wide_dot(w[0], n, 3);
    widemask sure =
        w_and(is_certain3(pace, w_mul(size_d, size_n)), is_certain3(gap, w_mul(w_size3(w[0]), size_n)));
    for (int k = 0; k < 3; k++) {
        const wide side = w_flip(wide_dot(d, wide_cross(w[k], e[k], 3), 3), pace),
                   size = w_mul(w_mul(size_d, w_size3(w[k])), w_size3(e[k]));
        sure = w_and(sure, w_and(is_certain3(side, size), w_lt(zero, side)));
    }
    sure =
        w_and(sure, w_and(w_lt(zero, w_flip(gap, pace)), w_le(w_flip(w_load(of->sides + at), pace), zero)));
    const wide t = w_div(gap, pace), nn = wide_dot(n, n, 3), dd = wide_dot(d, d, 3), length = w_sqrt(nn);
    sure = w_and(sure, w_and(is_certain3(w_size3(n), size_n),
                             w_and(w_lt(w_set(0x1p-400), nn), w_lt(nn, w_set(0x1p400)))));
    const wide to_d[3] = {d.x, d.y, d.z}, to_n[3] = {n.x, n.y, n.z};
    doubles_to(to->out[0] + i, w_mul(t, w_sqrt(dd)));
    for (int k = 0; k < 3; k++) {
        const twin move = twin_mul(twin_of(to_d[k]), twin_of(t));
        doubles_to(to->out[1 + k] + i, twin_add(twin_of(doubles_from(block->in[k] + i)), move).hi);
        doubles_to(to->out[4 + k] + i, w_add(w_div(w_flip(w_negate(to_n[k]), pace), length), zero));
    }
    return m_bits(m_narrow(sure)) << at;
}

WAY_INLINE unsigned land_packet(const way_flight_block *block, size_t first, const way_packet_scene *in,
                                const way_packet_hits *r, way_landing_block *to) {
    const unsigned rays = r->settled & r->hits;
    double power[WAY_PACKET3D];
    hit_triangles of;
    unsigned sure = 0;
    gather_hits(way_triangle_leaves(in->tree), r, rays, &of);
    for (size_t i = 0; i < WAY_PACKET3D; i++)
        power[i] = scale_of3(block->in, first + i);
    for (int at = 0; at < WAY_PACKET3D; at += LANES)
        sure |= land_lanes(block, first, at, power, in->origin, &of, to);
    return sure & rays;
}

#endif
