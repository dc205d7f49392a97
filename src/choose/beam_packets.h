/* Finds the first hits of rays that start close to each other and lead the same way, such as the beams of a
   lidar: a packet. The rays of a packet go down the tree together. Boxes, walls and discs outside the packet's
   wedge are left out, sixteen at a time. Each of the others is tested against the sixteen rays of the block at
   once.

   A ray is settled if a hit is certain and no other candidate can be earlier, or if there is no candidate. Each
   other ray is searched again on its own. */
#ifndef WAY_BEAM_PACKETS_H
#define WAY_BEAM_PACKETS_H

#include "choose/beam_lanes.h"

/* FEWEST: a smaller packet takes more time than its rays on their own. REACH: beyond all coordinates. */
enum { FEWEST = 3 };
#define REACH 1e20f

/* Preparing ---------------------------------------------------------------------------------------------- */

WAY_INLINE void subtract_origin(const double *from, double origin, double *hi, double *lo) {
    const wide p = doubles_from(from), minus = w_set(-origin), sum = w_add(p, minus),
               of_minus = w_sub(sum, p), of_p = w_sub(sum, of_minus);
    doubles_to(hi, sum);
    doubles_to(lo, w_add(w_sub(p, of_p), w_sub(minus, of_minus)));
}

WAY_INLINE flanes slack_of(flanes x, flanes y) {
    return f_add(f_mul(f_set(0x1p-23f), f_add(f_abs(x), f_abs(y))), f_set(0x1p-100f));
}

/* Scales the directions as cast.c does. */
WAY_INLINE void prepare_block(way_ray_block *r, double origin_x, double origin_y) {
    double power[WAY_BEAMS];
    unsigned plain = 0;
    for (int i = 0; i < WAY_BEAMS; i++) {
        const double x = fabs(r->dx[i]), y = fabs(r->dy[i]);
        power[i] = way_power_of(x > y ? x : y);
    }
    for (int at = 0; at < WAY_BEAMS; at += LANES) {
        const wide room = w_set(1e18), most = w_set(0x1p500), zero = w_set(0.0),
                   by = doubles_from(power + at);
        const wide x = doubles_from(r->x + at), y = doubles_from(r->y + at),
                   range = doubles_from(r->range + at);
        wide dx = doubles_from(r->dx + at), dy = doubles_from(r->dy + at);
        const widemask is_near = w_and(w_le(w_abs(x), room), w_le(w_abs(y), room)),
                       leads = w_or(w_le(w_set(0x1p-500), w_abs(dx)), w_le(w_set(0x1p-500), w_abs(dy))),
                       is_short = w_and(w_le(w_abs(dx), most), w_le(w_abs(dy), most)),
                       is_thin = w_and(w_le(zero, range), w_and(w_le(zero, doubles_from(r->radius + at)),
                                                                w_le(doubles_from(r->radius + at), zero)));
        const widemask is_plain = w_and(w_and(is_near, leads), w_and(is_short, is_thin));
        plain |= m_bits(m_narrow(is_plain)) << at;
        dx = w_select(is_plain, w_mul(dx, by), dx);
        dy = w_select(is_plain, w_mul(dy, by), dy);
        doubles_to(r->dx + at, dx);
        doubles_to(r->dy + at, dy);
        doubles_to(r->length + at, w_sqrt(w_add(w_mul(dx, dx), w_mul(dy, dy))));
        subtract_origin(r->x + at, origin_x, r->wall_x + at, r->wall_x_lo + at);
        subtract_origin(r->y + at, origin_y, r->wall_y + at, r->wall_y_lo + at);
    }
    r->plain = plain;
    r->settled = r->hits = r->on_discs = 0;
}

/* The rays of a block in a search. The floats are as in way_beam. */
typedef struct packet_rays {
    float at_x[WAY_BEAMS], at_y[WAY_BEAMS], to_x[WAY_BEAMS], to_y[WAY_BEAMS]; /* start and direction */
    float slack[WAY_BEAMS], sure[WAY_BEAMS], until[WAY_BEAMS];
    const float *self, *masks; /* uint32_t */
    ray_firsts first;          /* the names are rows */
    unsigned on_discs;         /* bits of the rays whose certain hit is a disc */
} packet_rays;

/* Starts rays at (x, y), relative to an origin. */
WAY_INLINE void start_rays(const double *x, const double *y, double origin_x, double origin_y,
                           packet_rays *r) {
    for (int at = 0; at < WAY_BEAMS; at += LANES) {
        const flanes at_x = w_narrow(w_sub(doubles_from(x + at), w_set(origin_x))),
                     at_y = w_narrow(w_sub(doubles_from(y + at), w_set(origin_y)));
        f_store(r->at_x + at, at_x);
        f_store(r->at_y + at, at_y);
        f_store(r->slack + at, slack_of(at_x, at_y));
    }
}

WAY_INLINE void begin_rays(const way_ray_block *block, packet_rays *r) {
    r->self = block->self;
    r->masks = block->masks;
    r->on_discs = 0;
    no_firsts(&r->first);
    for (int at = 0; at < WAY_BEAMS; at += LANES) {
        const wide dx = doubles_from(block->dx + at), dy = doubles_from(block->dy + at),
                   last = w_div(doubles_from(block->range + at), doubles_from(block->length + at));
        f_store(r->to_x + at, w_narrow(dx));
        f_store(r->to_y + at, w_narrow(dy));
        const wide top = w_set(FLT_MAX / 2);
        const flanes until =
                         f_add(w_narrow(w_mul(w_smaller(last, top), w_set(1.0 + 0x1p-22))), f_set(FLT_MIN)),
                     sure = w_narrow(w_mul(w_smaller(last, w_set(FLT_MAX)), w_set(1.0 - 0x1p-22)));
        f_store(r->until + at, f_select(m_narrow(w_lt(top, last)), f_set(INFINITY), until));
        f_store(r->sure + at, f_select(m_narrow(w_lt(w_set(FLT_MAX), last)), f_set(INFINITY), sure));
    }
    start_rays(block->wall_x, block->wall_y, 0.0, 0.0, r);
}

/* Packets ------------------------------------------------------------------------------------------------ */

/* A packet: the rays of the set `bits`. The rays lead along an axis (0: x, 1: y), and a ray's slope is its move
   along the other axis for a move of 1 along this axis. A point (p along the axis, q across) is right of the
   packet's wedge if q - slope[0] p is below edge[0], and left of it if q - slope[1] p is above edge[1].
   `low` and `high` are the corners of a box around the ways of all rays up to `until`. */
typedef struct packet {
    float until[WAY_BEAMS]; /* -INFINITY for rays of other packets */
    float per_x[WAY_BEAMS], per_y[WAY_BEAMS], pad[WAY_BEAMS];
    float slope[2], edge[2], low[2], high[2], sign;
    float wide; /* how far an obstacle may lie outside its box */
    int axis;
    unsigned bits;
} packet;

/* Sets the box around the ways of the rays. */
WAY_INLINE void reach_of_packet(packet *p, const packet_rays *r) {
    float of[4][WAY_BEAMS];
    for (int at = 0; at < WAY_BEAMS; at += LANES) {
        const flanes until = f_smaller(f_load(p->until + at), f_set(REACH)), pad = f_load(p->pad + at);
        for (int k = 0; k < 2; k++) {
            const flanes begin = f_load((k == 0 ? r->at_x : r->at_y) + at),
                         way = f_mul(until, f_load((k == 0 ? r->to_x : r->to_y) + at)),
                         end = f_add(begin, way), error = f_add(f_mul(f_abs(way), f_set(0x1p-20f)), pad);
            f_store(of[k] + at, f_sub(f_smaller(begin, end), error));
            f_store(of[2 + k] + at, f_negate(f_add(f_larger(begin, end), error)));
        }
    }
    for (int k = 0; k < 2; k++) {
        p->low[k] = least_of_rays(p->until, of[k]);
        p->high[k] = -least_of_rays(p->until, of[2 + k]);
    }
}

/* Sets the wedge of the packet. */
WAY_INLINE void wedge_of_packet(packet *p, const packet_rays *r) {
    float of[2][WAY_BEAMS];
    const float *along = p->axis == 0 ? r->at_x : r->at_y, *across = p->axis == 0 ? r->at_y : r->at_x,
                *per = p->axis == 0 ? p->per_x : p->per_y, *to = p->axis == 0 ? r->to_y : r->to_x;
    for (int at = 0; at < WAY_BEAMS; at += LANES) {
        const flanes slope = f_mul(f_load(to + at), f_load(per + at));
        f_store(of[0] + at, slope);
        f_store(of[1] + at, f_negate(slope));
    }
    const float least = least_of_rays(p->until, of[0]), most = -least_of_rays(p->until, of[1]);
    /* along the axis in the direction of travel, slope[0] is the lower side */
    const float low = p->sign > 0 ? least : -most, high = p->sign > 0 ? most : -least;
    const float lower = low - fabsf(low) * 0x1p-20f - 0x1p-100f,
                upper = high + fabsf(high) * 0x1p-20f + 0x1p-100f;
    p->slope[0] = p->sign * lower;
    p->slope[1] = p->sign * upper;
    for (int at = 0; at < WAY_BEAMS; at += LANES) {
        const flanes q = f_load(across + at), s = f_load(along + at),
                     pad = f_mul(f_set(4.0f), f_load(p->pad + at));
        f_store(of[0] + at, f_sub(f_sub(q, f_mul(f_set(p->slope[0]), s)), pad));
        f_store(of[1] + at, f_negate(f_add(f_sub(q, f_mul(f_set(p->slope[1]), s)), pad)));
    }
    p->edge[0] = least_of_rays(p->until, of[0]);
    p->edge[1] = -least_of_rays(p->until, of[1]);
}

WAY_INLINE flanes per_of(flanes d) {
    const flanes least = f_flip(f_set(0x1p-60f), d);
    return f_div(f_set(1.0f), f_select(f_lt(f_abs(d), f_set(0x1p-60f)), least, d));
}

/* Returns the bits of rays that can share a packet with the first ray of the set `left`. */
WAY_INLINE unsigned choose_packet(packet *p, const packet_rays *r, unsigned left, float near) {
    const int first = lowest_of(left);
    unsigned some = 0, bits = 0;
    for (int at = 0; at < WAY_BEAMS; at += LANES) {
        const flanes x = f_sub(f_load(r->at_x + at), f_set(r->at_x[first])),
                     y = f_sub(f_load(r->at_y + at), f_set(r->at_y[first])),
                     ahead = f_add(f_mul(f_load(r->to_x + at), f_set(r->to_x[first])),
                                   f_mul(f_load(r->to_y + at), f_set(r->to_y[first])));
        const mask is_near = m_and(f_le(f_abs(x), f_set(near)), f_le(f_abs(y), f_set(near)));
        some |= m_bits(m_and(is_near, f_lt(f_set(0.0f), ahead))) << at;
    }
    some &= left;
    int last = first;
    for (unsigned rest = some; rest != 0; rest &= rest - 1)
        last = lowest_of(rest);
    const float dx = r->to_x[first] + r->to_x[last], dy = r->to_y[first] + r->to_y[last];
    p->axis = fabsf(dx) < fabsf(dy);
    p->sign = (p->axis == 0 ? dx : dy) < 0.0f ? -1.0f : 1.0f;
    const float *along = p->axis == 0 ? r->to_x : r->to_y, *across = p->axis == 0 ? r->to_y : r->to_x;
    for (int at = 0; at < WAY_BEAMS; at += LANES)
        bits |= m_bits(f_le(f_abs(f_load(across + at)), f_mul(f_load(along + at), f_set(STEEP * p->sign))))
                << at;
    return bits & some;
}

/* Do enough neighbouring rays start close to each other and lead the same way? */
WAY_INLINE int has_packets(const packet_rays *r, float near) {
    int pairs = 0;
    for (int k = 0; k + 1 < WAY_BEAMS; k++)
        pairs += (fabsf(r->at_x[k] - r->at_x[k + 1]) <= near) & (fabsf(r->at_y[k] - r->at_y[k + 1]) <= near) &
                 (r->to_x[k] * r->to_x[k + 1] + r->to_y[k] * r->to_y[k + 1] > 0.0f);
    return pairs >= WAY_BEAMS / 2;
}

/* Sets up the packet for the rays of the set `bits`. */
WAY_INLINE void begin_packet(packet *p, const packet_rays *r, unsigned bits, float wide) {
    p->bits = bits;
    p->wide = wide;
    for (int k = 0; k < WAY_BEAMS; k++)
        p->until[k] = bits >> k & 1 ? r->until[k] : -INFINITY;
    for (int at = 0; at < WAY_BEAMS; at += LANES) {
        f_store(p->per_x + at, per_of(f_load(r->to_x + at)));
        f_store(p->per_y + at, per_of(f_load(r->to_y + at)));
        f_store(p->pad + at, f_mul(f_set(4.0f), f_load(r->slack + at)));
    }
    wedge_of_packet(p, r);
    reach_of_packet(p, r);
}

/* Returns those of sixteen boxes that overlap the wedge and the box around the ways. */
WAY_INLINE unsigned boxes_ahead(const packet *p, node_boxes of) {
    const float *low = p->axis == 0 ? of.lo_x : of.lo_y, *high = p->axis == 0 ? of.hi_x : of.hi_y,
                *right = p->axis == 0 ? of.lo_y : of.lo_x, *left = p->axis == 0 ? of.hi_y : of.hi_x;
    const float *end = p->slope[0] < 0.0f ? high : low, *begin = p->slope[1] < 0.0f ? low : high;
    const float w = p->wide, w0 = w * (1.0f + fabsf(p->slope[0])), w1 = w * (1.0f + fabsf(p->slope[1]));
    unsigned bits = 0;
    for (int at = 0; at < WAY_LEAF; at += LANES) {
        const flanes lo_x = f_load(of.lo_x + at);
        const mask within_x = m_and(f_le(lo_x, f_set(p->high[0] + w)),
                                    f_le(f_set(p->low[0] - w), f_load(of.hi_x + at))),
                   within_y = m_and(f_le(f_load(of.lo_y + at), f_set(p->high[1] + w)),
                                    f_le(f_set(p->low[1] - w), f_load(of.hi_y + at)));
        const flanes most = f_sub(f_load(left + at), f_mul(f_set(p->slope[0]), f_load(end + at))),
                     least = f_sub(f_load(right + at), f_mul(f_set(p->slope[1]), f_load(begin + at)));
        const mask between = m_and(f_le(f_set(p->edge[0] - w0), most), f_le(least, f_set(p->edge[1] + w1)));
        bits |= m_bits(m_and(m_and(within_x, within_y), m_and(between, f_lt(lo_x, f_set(ELSEWHERE))))) << at;
    }
    return bits;
}

/* Returns the rays of the packet that enter box k before their `until`. */
WAY_INLINE unsigned rays_into(const packet *p, const packet_rays *r, node_boxes of, int k) {
    unsigned bits = 0;
    for (int at = 0; at < WAY_BEAMS; at += LANES) {
        const flanes pad = f_add(f_load(p->pad + at), f_set(p->wide)), x = f_load(r->at_x + at),
                     y = f_load(r->at_y + at), per_x = f_load(p->per_x + at), per_y = f_load(p->per_y + at);
        const flanes ax = f_mul(f_sub(f_set(of.lo_x[k]), f_add(x, pad)), per_x),
                     bx = f_mul(f_sub(f_set(of.hi_x[k]), f_sub(x, pad)), per_x),
                     ay = f_mul(f_sub(f_set(of.lo_y[k]), f_add(y, pad)), per_y),
                     by = f_mul(f_sub(f_set(of.hi_y[k]), f_sub(y, pad)), per_y);
        const flanes near = f_mul(f_larger(f_set(0.0f), f_larger(f_smaller(ax, bx), f_smaller(ay, by))),
                                  f_set(1.0f - 0x1p-20f)),
                     far = f_smaller(f_larger(ax, bx), f_larger(ay, by));
        bits |= m_bits(f_le(near, f_smaller(f_mul(far, f_set(1.0f + 0x1p-20f)), f_load(p->until + at))))
                << at;
    }
    return bits;
}

/* Obstacles ---------------------------------------------------------------------------------------------- */

/* The rays of a packet, while a leaf is searched. */
typedef struct packet_beams {
    lane_beams of[VECTORS];
} packet_beams;

WAY_INLINE packet_beams open_beams(const packet *p, const packet_rays *r) {
    packet_beams b;
    for (int v = 0; v < VECTORS; v++) {
        const int at = LANES * v;
        b.of[v] = (lane_beams){f_load(r->at_x + at), f_load(r->at_y + at),  f_load(r->to_x + at),
                               f_load(r->to_y + at), f_load(r->slack + at), f_load(p->until + at),
                               f_load(r->sure + at)};
    }
    return b;
}

/* Stores the hits, and shortens the packet. */
WAY_INLINE void close_leaf(packet *p, packet_rays *r, const packet_beams *b, const lane_firsts *h) {
    for (int v = 0; v < VECTORS; v++)
        f_store(p->until + LANES * v, b->of[v].until);
    close_firsts(&r->first, h);
    if (h->won != 0)
        reach_of_packet(p, r);
}

/* Tests the walls of a leaf against each ray of the set `rays`. */
WAY_INLINE void walls_of_rays(packet *p, packet_rays *r, unsigned rays, const way_wall_leaf *leaf) {
    float first[WAY_LEAF], last[WAY_LEAF];
    unsigned won = 0;
    for (; rays != 0; rays &= rays - 1) {
        const int i = lowest_of(rays);
        const lane_beams beam = {f_set(r->at_x[i]),  f_set(r->at_y[i]),  f_set(r->to_x[i]), f_set(r->to_y[i]),
                                 f_set(r->slack[i]), f_set(p->until[i]), f_set(r->sure[i])};
        unsigned bits = 0, certain = 0;
        for (int at = 0; at < WAY_LEAF; at += LANES) {
            const lane_hits h = meet_wall_in_lanes(beam, walls_at(leaf, at));
            bits |= m_bits(m_and(h.may, are_walls(leaf, at))) << at;
            certain |= m_bits(h.must) << at;
            f_store(first + at, h.first);
            f_store(last + at, h.last);
        }
        for (; bits != 0; bits &= bits - 1) {
            const int k = lowest_of(bits);
            won |= note_hit(&r->first, i, &p->until[i], certain >> k & 1, first[k], last[k], leaf->number[k]);
        }
    }
    r->first.hits |= won;
    if (won != 0)
        reach_of_packet(p, r);
}

WAY_INLINE void walls_of_packet(packet *p, packet_rays *r, unsigned rays, const way_wall_leaf *leaf) {
    const node_boxes boxes = {leaf->boxes.lo_x, leaf->boxes.hi_x, leaf->boxes.lo_y, leaf->boxes.hi_y};
    const uint32_t some = count_of(rays);
    unsigned left = some < 4 ? ~0u : boxes_ahead(p, boxes);
    if (left == 0)
        return;
    if (some < count_of(left)) {
        walls_of_rays(p, r, rays, leaf);
        return;
    }
    packet_beams beams = open_beams(p, r);
    lane_firsts hits = open_firsts(&r->first);
    for (; left != 0; left &= left - 1) {
        const int k = lowest_of(left);
        const lane_walls wall = {f_set(leaf->ax[k]), f_set(leaf->ay[k]), f_set(leaf->bx[k]),
                                 f_set(leaf->by[k]), f_set(leaf->sides[k])};
        for (int v = 0; v < VECTORS; v++)
            note_hits(&hits, v, &beams.of[v].until, meet_wall_in_lanes(beams.of[v], wall),
                      f_set(as_float(leaf->number[k])));
    }
    close_leaf(p, r, &beams, &hits);
}

/* May a ray hit a disc with this radius or a smaller one? */
WAY_INLINE int comes_near(const packet_beams *beams, flanes cx, flanes cy, flanes radius) {
    unsigned bits = 0;
    for (int v = 0; v < VECTORS; v++) {
        const lane_beams b = beams->of[v];
        const flanes fx = f_sub(cx, b.x), fy = f_sub(cy, b.y),
                     size = f_add(f_add(f_abs(cx), f_abs(cy)), f_add(f_abs(fx), f_abs(fy))),
                     pad = f_add(f_mul(size, f_set(4.0f * ERROR)), f_add(b.slack, b.slack)),
                     reach = f_add(f_mul(radius, f_set(1.5f)), pad), /* a direction is shorter than 1.5 */
            along = f_add(f_mul(fx, b.dx), f_mul(fy, b.dy)),
                     aside = f_abs(f_sub(f_mul(fx, b.dy), f_mul(fy, b.dx)));
        /* the square of a direction is at least 1/4 and at most 2 */
        const flanes early =
            f_smaller(f_mul(f_sub(along, reach), f_set(0.5f)), f_mul(f_sub(along, reach), f_set(4.0f)));
        bits |= m_bits(m_and(m_and(f_le(aside, reach), f_le(f_negate(reach), along)),
                             f_le(f_sub(early, reach), b.until)));
    }
    return bits != 0;
}

WAY_INLINE void discs_of_packet(packet *p, packet_rays *r, const float *leaf, const way_disc_columns *of) {
    const node_boxes centres = {leaf, leaf, leaf + WAY_LEAF, leaf + WAY_LEAF};
    unsigned left = boxes_ahead(p, centres);
    if (left == 0)
        return;
    packet_beams beams = open_beams(p, r);
    lane_firsts hits = open_firsts(&r->first);
    for (; left != 0; left &= left - 1) {
        const int k = lowest_of(left);
        const uint32_t row = way_cell_bits(leaf + WAY_LEAF * LEAF_ROW(2) + k);
        float radius;
        if (!comes_near(&beams, f_set(leaf[k]), f_set(leaf[WAY_LEAF + k]), f_set(of->widest)))
            continue;
        const uint32_t masks = way_disc_of(of, row, &radius);
        if (masks == 0)
            continue;
        for (int v = 0; v < VECTORS; v++) {
            const mask is_other = m_or(i_eq(i_load(r->self + LANES * v), i_set((int32_t)row)),
                                       i_apart(i_load(r->masks + LANES * v), i_set((int32_t)masks)));
            lane_hits h =
                meet_disc_in_lanes(beams.of[v], f_set(leaf[k]), f_set(leaf[WAY_LEAF + k]), f_set(radius));
            h.may = m_andnot(h.may, is_other);
            note_hits(&hits, v, &beams.of[v].until, h, f_set(as_float(row)));
        }
    }
    r->on_discs |= hits.won;
    close_leaf(p, r, &beams, &hits);
}

/* Returns how far a disc may lie outside the box of its centre. */
WAY_INLINE float wide_of(const way_disc_columns *of) {
    return of->widest * (1.0f + 0x1p-20f) + 16.0f * of->error;
}

/* The tree ----------------------------------------------------------------------------------------------- */

WAY_INLINE void see_packet_leaf(packet *p, packet_rays *r, unsigned rays, const forest *in, uint32_t node) {
    if (in->walls != NULL)
        walls_of_packet(p, r, rays, way_tree_leaf(in->walls, node));
    else
        discs_of_packet(p, r, way_crowd_cells(in->crowd) + in->crowd->leaf + node * (size_t)LEAF_CELLS(2),
                        in->of);
}

/* A node that is not yet visited. */
typedef struct packet_stop {
    uint32_t order; /* grows with the distance of its box along the axis */
    uint32_t level, node;
} packet_stop;

enum { PACKET_STOPS = WAY_TREE_LEVELS * (WAY_TREE_FAN - 1) + WAY_TREE_FAN };

/* Adds the children of a node that the packet may enter, the nearest one last. Returns the number of all
   stops. */
WAY_INLINE int add_children(const packet *p, const forest *in, uint32_t level, uint32_t node,
                            packet_stop *stop, int stops) {
    const node_boxes boxes = boxes_of(in, level, node);
    const float *begin =
        p->axis == 0 ? (p->sign > 0 ? boxes.lo_x : boxes.hi_x) : (p->sign > 0 ? boxes.lo_y : boxes.hi_y);
    const int first = stops;
    for (unsigned bits = boxes_ahead(p, boxes); bits != 0; bits &= bits - 1) {
        const int k = lowest_of(bits);
        const uint32_t order = order_of(begin[k] * p->sign);
        int at = stops++;
        for (; at > first && stop[at - 1].order < order; at--)
            stop[at] = stop[at - 1];
        stop[at] = (packet_stop){order, level - 1, WAY_LEAF * node + (uint32_t)k};
    }
    return stops;
}

/* Takes a packet down a tree, near nodes first. */
WAY_INLINE void walk_packet(packet *p, packet_rays *r, const forest *in, int any) {
    packet_stop stop[PACKET_STOPS];
    for (int stops = add_children(p, in, in->top, 0, stop, 0);
         stops > 0 && !(any && (p->bits & ~r->first.hits) == 0);) {
        const packet_stop next = stop[--stops];
        const unsigned rays =
            rays_into(p, r, boxes_of(in, next.level + 1, next.node / WAY_LEAF), (int)(next.node % WAY_LEAF));
        if (rays == 0)
            continue;
        if (next.level == 0)
            see_packet_leaf(p, r, rays, in, next.node);
        else
            stops = add_children(p, in, next.level, next.node, stop, stops);
    }
}

/* Tests the few large discs, which the tree leaves out. */
WAY_INLINE void large_discs_of_packet(packet *p, packet_rays *r, const way_obstacles *in) {
    const float wide = p->wide;
    if (in->large_leaves == 0)
        return;
    p->wide = wide_of(in->large_columns);
    for (size_t i = 0; i < in->large_leaves; i++)
        discs_of_packet(p, r, in->large + i * LARGE_CELLS, in->large_columns);
    p->wide = wide;
}

/* Searches a tree in packets. Obstacles may lie outside their boxes by `wide`. Returns the bits of the settled
   rays. */
WAY_INLINE unsigned see_in_packets(packet_rays *r, const forest *trees, const way_obstacles *in,
                                   unsigned rays, float near, float wide) {
    const int any = in->any;
    packet p;
    unsigned settled = 0;
    for (unsigned left = has_packets(r, near) ? rays : 0; left != 0;) {
        const unsigned bits = choose_packet(&p, r, left, near);
        left &= ~(bits | 1u << lowest_of(left));
        if (count_of(bits) < FEWEST)
            continue;
        begin_packet(&p, r, bits, wide);
        if (trees->crowd != NULL)
            large_discs_of_packet(&p, r, in);
        walk_packet(&p, r, trees, any);
        for (int k = 0; k < WAY_BEAMS; k++)
            r->until[k] = bits >> k & 1 ? p.until[k] : r->until[k];
        settled |= settled_rays(&r->first, p.until, bits, any);
    }
    return settled;
}

WAY_OUT_OF_LINE unsigned see_walls_in_packets(packet_rays *r, const way_obstacles *in, unsigned rays) {
    const forest trees = {.walls = in->walls, .top = in->walls->levels - 1};
    return see_in_packets(r, &trees, in, rays, in->near[0], 0.0f);
}

WAY_OUT_OF_LINE unsigned see_discs_in_packets(packet_rays *r, const way_obstacles *in, unsigned rays) {
    const forest trees = {.crowd = in->crowd, .of = in->columns, .top = in->crowd->levels};
    return see_in_packets(r, &trees, in, rays, in->near[1], wide_of(in->columns));
}

WAY_INLINE void see_rays(way_ray_block *block, const way_obstacles *in) {
    packet_rays r;
    unsigned seen = block->plain;
    begin_rays(block, &r);
    if (in->walls != NULL)
        seen = see_walls_in_packets(&r, in, seen);
    if (in->crowd != NULL) {
        const unsigned done = in->any ? seen & r.first.hits : 0;
        start_rays(block->x, block->y, in->crowd->origin[0], in->crowd->origin[1], &r);
        seen = done | see_discs_in_packets(&r, in, seen & ~done);
    }
    block->settled = seen;
    block->hits = r.first.hits;
    block->on_discs = r.on_discs;
    memcpy(block->row, r.first.name, sizeof block->row);
}

#endif
