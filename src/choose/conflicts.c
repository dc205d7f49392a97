/* Lists conflicts: pairs of agents that come too close to each other. r and v are the differences of position
   and velocity in the plane, R is the radius, z and w are the differences in height, and H is the height of
   the cylinder. Two agents are in conflict while both of these hold:

       f(t) = |r + v t|^2 - R^2 < 0,
       |z + w t| < H.

   The second condition holds between two times. `from` is the first of them, but not
   before 0, and `to` is the second, but not after the horizon.
   f is least at the clamped time of the closest approach, -r.v / v.v. So there is a conflict if and only if f
   is below 0 there. If that time is the closest approach, the sign of f is that of (r x v)^2 - R^2 v.v.
   Otherwise the time is `from` or `to`, and f is computed there. The signs are computed in doubles or, if
   rounding could change a sign, in twins (pairs of doubles, see double_double.h).

   The search: the box of an agent encloses its path until the largest horizon, with a pad around it. The radius
   of a pair is the larger of the two radii. The pads of the two agents add up to at least this radius: see
   pad_of.
   If two agents are in conflict, they are within the radius of each other at the same time, so their boxes
   overlap. Agents are sorted by world, and along a Z-shaped curve through the grid of their
   middle positions.
   Eight consecutive agents form a node, and eight consecutive nodes form a node of the next level. Each agent
   finds the boxes that overlap its own box. Rounding makes boxes larger, never smaller. Source: Guy M.
   Morton, "A Computer Oriented Geodetic Data Base and a New Technique in File Sequencing". */
#define WAY_ISA scalar
#define WAY_PRECISION exact
#include <float.h>
#include <math.h>
#include <string.h>

#include "call/check.h"
#include "crowd/search.h"
#include "isa/fpenv.h"
#include "kernels/bounce/wall_crossing.h"
#include "waylay/neighbours.h"

enum { FAN = 8, LEVELS = 11, AXES = 3 };
#define ROOM 1e18

/* An agent at time 0. */
typedef struct mover {
    double at[AXES][2]; /* each coordinate as a twin, `hi` first */
    float v[AXES], radius, height, horizon;
    uint32_t row, world;
    int32_t is_valid;
} mover;

/* The box of an agent, or of the agents of a node, and their worlds. */
typedef struct swept_box {
    float low[AXES], high[AXES];
    uint32_t first_world, last_world;
    uint32_t last; /* the highest row */
} swept_box;

typedef struct curve_key {
    uint64_t place;
    uint32_t row, world;
} curve_key;

/* The present call, in the caller's memory. */
typedef struct traffic {
    mover *movers; /* sorted along the curve */
    swept_box *level[LEVELS];
    curve_key *keys, *spare;
    uint32_t *seat; /* per row: the agent's index in `movers` */
    uint32_t *found;
    size_t count[LEVELS]; /* level 0: agents */
    int levels, dims;
} traffic;

/* One pair ----------------------------------------------------------------------------------------------- */

typedef struct encounter {
    double in, out, closest, distance;
} encounter;

typedef enum verdict { APART, CLOSE, UNDECIDED } verdict;

/* A quotient of twins. An infinite quotient has `under` = 0; otherwise `under` is above 0. */
typedef struct quotient {
    twin over, under;
} quotient;

typedef struct pair_in_flight {
    twin rx, ry, vx, vy, z, w;
    twin radius, height, horizon;
} pair_in_flight;

static twin twin_in(const double at[2]) { return (twin){at[0], at[1]}; }

static pair_in_flight pair_of(const mover *a, const mover *b, int exact) {
    return (pair_in_flight){t_sub(twin_in(b->at[0]), twin_in(a->at[0]), 1),
                            t_sub(twin_in(b->at[1]), twin_in(a->at[1]), 1),
                            t_between(a->v[0], b->v[0], exact),
                            t_between(a->v[1], b->v[1], exact),
                            t_sub(twin_in(b->at[2]), twin_in(a->at[2]), 1),
                            t_between(a->v[2], b->v[2], exact),
                            twin_of(twin_larger(a->radius, b->radius)),
                            twin_of(twin_larger(a->height, b->height)),
                            twin_of(twin_larger(a->horizon, b->horizon))};
}

/* Returns the sign of |r + v t|^2 - R^2 at a time. */
static int sign_at(const pair_in_flight *p, quotient t, int exact, int *open) {
    const twin x = t_add(t_mul(p->rx, t.under, exact), t_mul(p->vx, t.over, exact), exact),
               y = t_add(t_mul(p->ry, t.under, exact), t_mul(p->vy, t.over, exact), exact),
               reach = t_mul(p->radius, t.under, exact);
    const twin xx = t_dot(x, y, x, y, exact), square = t_mul(reach, reach, exact);
    const double terms = fabs(p->rx.hi * t.under.hi) + fabs(p->vx.hi * t.over.hi) +
                         fabs(p->ry.hi * t.under.hi) + fabs(p->vy.hi * t.over.hi);
    return twin_sign(t_sub(xx, square, exact), terms * way_sqrt(xx.hi) + square.hi, exact, open);
}

/* Sets the times between which two agents are at the same height, from the present to the horizon. Returns 0
   if the two are never at the same height. */
static int same_height(const pair_in_flight *p, int exact, quotient *from, quotient *to, int *open) {
    const twin zero = twin_of(0.0), away = t_abs(p->z, exact),
               closing = twin_negate(t_flip(p->w, p->z.hi, exact));
    const twin gap = t_sub(away, p->height, exact), size = t_add(away, p->height, exact);
    const int outside = twin_sign(gap, size.hi, exact, open) >= 0;
    *from = (quotient){zero, twin_of(1.0)};
    *to = p->horizon.hi <= DBL_MAX ? (quotient){p->horizon, twin_of(1.0)} : (quotient){twin_of(1.0), zero};
    if (outside) {
        if (closing.hi <= 0.0)
            return 0;
        *from = (quotient){t_keep(gap.hi > 0.0, gap, exact), closing};
    }
    if (closing.hi != 0.0) {
        const quotient end = {closing.hi > 0.0 ? size : twin_negate(gap), t_abs(closing, exact)};
        if (t_lt(t_mul(end.over, to->under, exact), t_mul(to->over, end.under, exact), exact))
            *to = end;
    }
    const twin left = t_mul(to->over, from->under, exact), right = t_mul(from->over, to->under, exact);
    return !outside || twin_sign(t_sub(left, right, exact), left.hi + right.hi, exact, open) > 0;
}

/* Does the conflict begin before the horizon? Stores its times in `to`. */
static verdict judge_pair(const pair_in_flight *p, int dims, int exact, encounter *to) {
    int open = 0;
    quotient from = {twin_of(0.0), twin_of(1.0)}, until = {p->horizon, twin_of(1.0)};
    if (dims == 3 && !same_height(p, exact, &from, &until, &open))
        return open ? UNDECIDED : APART;
    if (dims == 2 && !(p->horizon.hi <= DBL_MAX))
        until = (quotient){twin_of(1.0), twin_of(0.0)};
    const twin rv = t_dot(p->rx, p->ry, p->vx, p->vy, exact), vv = t_dot(p->vx, p->vy, p->vx, p->vy, exact),
               k = t_cross(p->rx, p->ry, p->vx, p->vy, exact), rr = t_dot(p->rx, p->ry, p->rx, p->ry, exact),
               square = t_mul(p->radius, p->radius, exact), c = t_sub(rr, square, exact);
    const twin whole = t_mul(square, vv, exact), kk = t_mul(k, k, exact), disc = t_sub(whole, kk, exact);
    /* half of the slope of f at `from`, times the denominator of `from` */
    const twin at_from = t_add(t_mul(rv, from.under, exact), t_mul(vv, from.over, exact), exact),
               at_until = t_add(t_mul(rv, until.under, exact), t_mul(vv, until.over, exact), exact);
    const double cross = (fabs(p->rx.hi) + fabs(p->ry.hi)) * (fabs(p->vx.hi) + fabs(p->vy.hi));
    int sign;
    if (at_from.hi >= 0.0)
        sign = sign_at(p, from, exact, &open);
    else if (at_until.hi <= 0.0 && until.under.hi > 0.0)
        sign = sign_at(p, until, exact, &open);
    else
        sign = -twin_sign(disc, whole.hi + fabs(k.hi) * cross, exact, &open);
    const int inside = twin_sign(c, rr.hi + square.hi, exact, &open) < 0;
    if (open)
        return UNDECIDED;
    if (sign >= 0)
        return APART;
    const double root = way_sqrt(disc.hi > 0.0 ? disc.hi : 0.0);
    const double start = inside || !(rv.hi < 0.0) ? 0.0 : c.hi / (root - rv.hi);
    const double end = vv.hi <= 0.0   ? INFINITY
                       : rv.hi <= 0.0 ? (root - rv.hi) / vv.hi
                                      : -c.hi / (rv.hi + root);
    to->in = twin_larger(twin_larger(start, 0.0), from.over.hi / from.under.hi);
    to->out = end;
    if (dims == 3 && until.under.hi > 0.0) { /* the time at which the heights are far enough apart again,
                                                even if this is after the horizon */
        const twin closing = p->z.hi < 0.0 ? p->w : twin_negate(p->w);
        const double over = closing.hi > 0.0 ? fabs(p->z.hi) + p->height.hi : p->height.hi - fabs(p->z.hi);
        const double level = closing.hi != 0.0 ? over / fabs(closing.hi) : INFINITY;
        to->out = level < to->out ? level : to->out;
    }
    to->closest = rv.hi < 0.0 ? -rv.hi / vv.hi : 0.0;
    to->distance = rv.hi < 0.0 ? fabs(k.hi) / way_sqrt(vv.hi) : way_sqrt(rr.hi);
    return CLOSE;
}

/* Are two agents in conflict before the horizon? */
static int is_conflict(const mover *a, const mover *b, int dims, encounter *to) {
    const mover *first = a->row < b->row ? a : b, *second = a->row < b->row ? b : a;
    pair_in_flight p = pair_of(first, second, 0);
    verdict is = judge_pair(&p, dims, 0, to);
    if (is == UNDECIDED) {
        p = pair_of(first, second, 1);
        is = judge_pair(&p, dims, 1, to);
    }
    return is == CLOSE;
}

/* The search --------------------------------------------------------------------------------------------- */

/* Returns the value of an input that may be missing. Its default is 0. */
static float number_or_0(const way_column *column, size_t row) {
    return column->data != NULL ? way_float_at(column, row) : 0.0f;
}

/* The input columns of conflicts2d and conflicts3d, in this order. Missing columns are NULL. */
typedef struct traffic_columns {
    const way_column *at[AXES], *v[AXES], *radius, *height, *horizon, *age, *world;
} traffic_columns;

/* Reads an agent. The agent's position is moved from its age to the present. */
static mover mover_at(const traffic_columns *in, size_t row, int dims) {
    mover m = {.row = (uint32_t)row};
    double size = 0.0;
    const float age = number_or_0(in->age, row);
    m.radius = number_or_0(in->radius, row);
    m.height = dims == 3 ? number_or_0(in->height, row) : 0.0f;
    m.horizon = number_or_0(in->horizon, row);
    m.world = in->world->data != NULL ? way_word_at(in->world, row) : 0;
    for (int k = 0; k < dims; k++) {
        m.v[k] = number_or_0(in->v[k], row);
        const twin at = twin_add(twin_of(way_double_at(in->at[k], row)), twin_product(m.v[k], age));
        m.at[k][0] = at.hi;
        m.at[k][1] = at.lo;
        size += fabs(at.hi) + fabs((double)m.v[k]);
    }
    m.is_valid = size + (double)m.radius + (double)m.height < ROOM && m.radius >= 0.0f && m.height >= 0.0f &&
                 m.horizon >= 0.0f && fabsf(age) <= FLT_MAX;
    return m;
}

/* A usual radius and height (see pad_of), the largest horizon, and the box of all valid agents. */
typedef struct traffic_extent {
    double radius, height, horizon, low[AXES], high[AXES];
    size_t count;
} traffic_extent;

/* Returns a coordinate of the middle of the agent's path until the horizon, or of the path's start if the
   horizon is infinite. */
static double middle_of_path(const mover *m, const traffic_extent *all, int axis) {
    const double way = all->horizon <= DBL_MAX ? 0.5 * m->v[axis] * all->horizon : 0.0;
    return m->at[axis][0] + way;
}

/* Returns how far the box of an agent reaches beyond its path. Let U be the usual radius. If both radii are at most
   U, two pads sum to U; if one is larger, they sum to it; if both are larger, to R1 + R2 - U. So the sum is never
   below the larger radius, and a few large agents do not make the boxes of all agents larger. The sum of all
   pads is least if U is the median. */
static double pad_of(double radius, double usual) {
    return radius <= usual ? 0.5 * usual : radius - 0.5 * usual;
}

/* Returns an upper bound of the median of `count` radii, not above the largest of them. Radii of 0 are not in
   `of`. */
static double usual_radius(const way_radii *of, size_t count) {
    size_t above = 0;
    for (int power = WAY_POWERS - 1; power >= 0; power--) {
        above += of->count[power];
        if (above > count / 2)
            return (double)of->widest[power];
    }
    return 0.0;
}

static swept_box swept_box_of(const mover *m, const traffic_extent *all, int dims) {
    swept_box box = {.first_world = m->world, .last_world = m->world, .last = m->row};
    for (int k = 0; k < dims; k++) {
        const double pad = k < 2 ? pad_of(m->radius, all->radius) : pad_of(m->height, all->height);
        const double end = m->v[k] == 0.0f ? m->at[k][0] : m->at[k][0] + m->v[k] * all->horizon;
        const double low = (m->at[k][0] < end ? m->at[k][0] : end) - pad,
                     high = (m->at[k][0] > end ? m->at[k][0] : end) + pad;
        const double slack = 0x1p-20 * (fabs(m->at[k][0]) + pad) + 0x1p-100;
        box.low[k] = (float)(low - slack - 0x1p-20 * fabs(low));
        box.high[k] = (float)(high + slack + 0x1p-20 * fabs(high));
    }
    return box;
}

/* Returns the lower half of the number, with a gap of one bit (2D) or two bits (3D) after each bit. */
static uint64_t spread(uint32_t number, int dims) {
    uint64_t bits = 0;
    const int most = dims == 2 ? 32 : 21;
    for (int k = 0; k < most; k++)
        bits |= (uint64_t)(number >> k & 1) << (dims * k);
    return bits;
}

static size_t key_digit(const curve_key *key, int digit) {
    return digit < 8 ? key->place >> 8 * digit & 255 : key->world >> 8 * (digit - 8) & 255;
}

static uint64_t position_of(const mover *m, const traffic_extent *all, int dims) {
    const double cells = dims == 2 ? 4294967295.0 : 2097151.0;
    double side = 0.0;
    uint64_t place = 0;
    for (int k = 0; k < dims; k++)
        side = twin_larger(side, all->high[k] - all->low[k]);
    for (int k = 0; k < dims && side > 0.0; k++) {
        double share = (middle_of_path(m, all, k) - all->low[k]) / side;
        share = share > 0.0 ? share < 1.0 ? share : 1.0 : 0.0;
        place |= spread((uint32_t)(share * cells), dims) << k;
    }
    return place;
}

/* Sorts the keys by world and then by position on the curve, eight bits at a time. At equal positions, the
   order of the rows remains. Without worlds, the digits of the world are left out. */
static curve_key *sort_keys(curve_key *from, curve_key *to, size_t count, int has_worlds) {
    for (int digit = 0; digit < (has_worlds ? 12 : 8); digit++) {
        size_t start[257] = {0};
        for (size_t i = 0; i < count; i++)
            start[key_digit(&from[i], digit) + 1]++;
        for (int k = 0; k < 256; k++)
            start[k + 1] += start[k];
        for (size_t i = 0; i < count; i++)
            to[start[key_digit(&from[i], digit)]++] = from[i];
        curve_key *swapped = from;
        from = to;
        to = swapped;
    }
    return from;
}

static swept_box joined_boxes(const swept_box *of, size_t count, int dims) {
    swept_box all = of[0];
    for (size_t i = 1; i < count; i++) {
        for (int k = 0; k < dims; k++) {
            all.low[k] = of[i].low[k] < all.low[k] ? of[i].low[k] : all.low[k];
            all.high[k] = of[i].high[k] > all.high[k] ? of[i].high[k] : all.high[k];
        }
        all.last = of[i].last > all.last ? of[i].last : all.last;
        all.last_world = of[i].last_world; /* the last world of the node, because agents are sorted by
                                              world */
    }
    return all;
}

/* Sets the parts of the caller's memory. Returns their size in bytes, or 0 if it is too large. */
static size_t divide_traffic(traffic *t, void *memory, size_t agents, int dims) {
    const size_t each =
        sizeof *t->movers + 2 * sizeof *t->keys + 2 * sizeof(uint32_t) + 2 * sizeof(swept_box);
    if (agents == 0 || agents > UINT32_MAX || agents > SIZE_MAX / each / 2)
        return 0;
    size_t used = 0;
    char *base = memory;
    *t = (traffic){.dims = dims};
    t->keys = (curve_key *)(void *)(base + used), used += agents * sizeof *t->keys;
    t->spare = (curve_key *)(void *)(base + used), used += agents * sizeof *t->spare;
    t->movers = (mover *)(void *)(base + used), used += agents * sizeof *t->movers;
    for (size_t count = agents;; count = (count + FAN - 1) / FAN) {
        t->level[t->levels] = (swept_box *)(void *)(base + used);
        t->count[t->levels++] = count;
        used += count * sizeof(swept_box);
        if (count == 1)
            break;
    }
    t->seat = (uint32_t *)(void *)(base + used), used += agents * sizeof *t->seat;
    t->found = (uint32_t *)(void *)(base + used), used += agents * sizeof *t->found;
    return (used + 7) / 8 * 8;
}

/* Reads and sorts the agents, and makes the nodes. Rows of invalid agents have the seat UINT32_MAX. */
static void build_traffic(traffic *t, const traffic_columns *in, size_t agents) {
    traffic_extent all = {0};
    way_radii radii = {{0}, {0.0f}}, heights = {{0}, {0.0f}};
    for (size_t row = 0; row < agents; row++) {
        const mover m = mover_at(in, row, t->dims);
        t->seat[row] = UINT32_MAX;
        if (!m.is_valid)
            continue;
        if (m.radius > 0.0f)
            way_count_radius(&radii, m.radius);
        if (m.height > 0.0f)
            way_count_radius(&heights, m.height);
        all.horizon = twin_larger(all.horizon, m.horizon);
        t->keys[all.count++].row = (uint32_t)row;
    }
    all.radius = usual_radius(&radii, all.count);
    all.height = usual_radius(&heights, all.count);
    for (int k = 0; k < t->dims; k++) {
        all.low[k] = INFINITY;
        all.high[k] = -INFINITY;
    }
    for (size_t i = 0; i < all.count; i++) {
        const mover m = mover_at(in, t->keys[i].row, t->dims);
        for (int k = 0; k < t->dims; k++) {
            const double at = middle_of_path(&m, &all, k);
            all.low[k] = at < all.low[k] ? at : all.low[k];
            all.high[k] = at > all.high[k] ? at : all.high[k];
        }
    }
    for (size_t i = 0; i < all.count; i++) {
        const mover m = mover_at(in, t->keys[i].row, t->dims);
        t->keys[i].place = position_of(&m, &all, t->dims);
        t->keys[i].world = m.world;
    }
    const curve_key *sorted = sort_keys(t->keys, t->spare, all.count, in->world->data != NULL);
    for (size_t i = 0; i < all.count; i++) {
        t->movers[i] = mover_at(in, sorted[i].row, t->dims);
        t->seat[sorted[i].row] = (uint32_t)i;
        t->level[0][i] = swept_box_of(&t->movers[i], &all, t->dims);
    }
    t->count[0] = all.count;
    for (t->levels = 1; t->count[t->levels - 1] > 1; t->levels++) {
        const size_t below = t->count[t->levels - 1], count = (below + FAN - 1) / FAN;
        for (size_t i = 0; i < count; i++) {
            const size_t left = below - FAN * i;
            t->level[t->levels][i] =
                joined_boxes(t->level[t->levels - 1] + FAN * i, left < FAN ? left : FAN, t->dims);
        }
        t->count[t->levels] = count;
    }
}

/* Do the boxes of an agent and of a node overlap, and has the node agents of the agent's world? */
static int boxes_overlap(const swept_box *a, const swept_box *b, int dims) {
    int all = (b->first_world <= a->first_world) & (a->first_world <= b->last_world);
    for (int k = 0; k < dims; k++)
        all &= (a->low[k] <= b->high[k]) & (b->low[k] <= a->high[k]);
    return all;
}

/* Sorts numbers with a heap. */
static void sort_numbers(uint32_t *a, size_t count) {
    for (size_t end = count, start = count / 2; end > 1;) {
        if (start > 0)
            start--;
        else {
            const uint32_t last = a[--end];
            a[end] = a[0];
            a[0] = last;
        }
        const uint32_t one = a[start];
        size_t at = start;
        for (size_t child = 2 * at + 1; child < end; child = 2 * at + 1) {
            child += child + 1 < end && a[child + 1] > a[child];
            if (a[child] <= one)
                break;
            a[at] = a[child];
            at = child;
        }
        a[at] = one;
    }
}

/* Finds the rows above `row` that are in conflict with it, in ascending order. Returns their number. */
static size_t find_conflicts(traffic *t, size_t row) {
    size_t count = 0;
    if (t->seat[row] == UINT32_MAX)
        return 0;
    const mover *own = &t->movers[t->seat[row]];
    const swept_box box = t->level[0][t->seat[row]];
    struct {
        uint32_t level, node;
    } open[LEVELS * FAN];
    int waiting = 1;
    open[0].level = (uint32_t)(t->levels - 1), open[0].node = 0;
    while (waiting > 0) {
        const uint32_t level = open[--waiting].level, node = open[waiting].node;
        const swept_box *b = &t->level[level][node];
        encounter times;
        if (b->last <= row || !boxes_overlap(&box, b, t->dims))
            continue;
        if (level == 0) {
            if (is_conflict(own, &t->movers[node], t->dims, &times))
                t->found[count++] = t->movers[node].row;
            continue;
        }
        for (uint32_t k = 0; k < FAN && FAN * node + k < t->count[level - 1]; k++) {
            open[waiting].level = level - 1;
            open[waiting++].node = FAN * node + k;
        }
    }
    sort_numbers(t->found, count);
    return count;
}

/* The calls ---------------------------------------------------------------------------------------------- */

/* The output columns of conflicts2d and conflicts3d, in this order. */
enum { FIRST, SECOND, TIME_IN, TIME_OUT, CLOSEST_TIME, CLOSEST_DISTANCE, STATUS, OUTPUTS };

static void put_cell(const way_column_out *to, size_t at, const void *cell) {
    float word;
    memcpy(&word, cell, sizeof word);
    if (to->data != NULL)
        way_put_words(to, (way_numbers){NULL, at}, 1, &word, NULL);
}

static void put_conflict(const way_column_out *out, size_t at, const mover *a, const mover *b, int dims) {
    encounter c;
    is_conflict(a, b, dims, &c);
    const float times[] = {(float)c.in, (float)c.out, (float)c.closest, (float)c.distance};
    put_cell(&out[FIRST], at, &a->row);
    put_cell(&out[SECOND], at, &b->row);
    for (int k = 0; k < 4; k++)
        put_cell(&out[TIME_IN + k], at, &times[k]);
}

static void write_pairs(traffic *t, const way_column_out *out, way_conflicts *lists) {
    size_t used = 0;
    for (size_t i = 0; i < lists->count; i++) {
        const size_t row = lists->first + i, count = find_conflicts(t, row);
        lists->needed += count;
        if (lists->answered < i || count > lists->capacity - used)
            continue; /* the conflicts no longer fit, so they are only counted */
        for (size_t k = 0; k < count; k++)
            put_conflict(out, used + k, &t->movers[t->seat[row]], &t->movers[t->seat[t->found[k]]], t->dims);
        used += count;
        lists->offset[++lists->answered] = used;
        const int32_t status = t->seat[row] == UINT32_MAX ? WAY_INVALID : count > 0 ? WAY_MET : WAY_NO_TARGET;
        put_cell(&out[STATUS], row, &status);
    }
}

static way_result list_pairs(const way_call_entry *call, const traffic_columns *read, const way_column *in,
                             const way_column_out *out, way_conflicts *lists, int dims) {
    const way_arguments arguments = {.in = in,
                                     .out = out,
                                     .fault = lists->fault,
                                     .uses = FOR_COLLIDING,
                                     .count = lists->agent_count,
                                     .lists = WAY_LISTS_TO_COLUMNS,
                                     .offset = lists->offset,
                                     .capacity = lists->capacity};
    traffic t = {0};
    const size_t needed = divide_traffic(&t, lists->memory, lists->agent_count, dims);
    way_result result = way_check_arguments(call, &arguments);
    if (result == WAY_OK && lists->agent_count > 0 && needed == 0)
        result = way_refuse(lists->fault, "agent_count", WAY_ERROR_COUNT);
    if (result == WAY_OK &&
        (lists->first > lists->agent_count || lists->count > lists->agent_count - lists->first))
        result = way_refuse(lists->fault, "count", WAY_ERROR_COUNT);
    if (result == WAY_OK && needed > 0)
        result = way_check_memory(lists->memory, lists->bytes, needed, lists->fault);
    if (result != WAY_OK)
        return result;
    lists->answered = lists->needed = lists->offset[0] = 0;
    way_fpenv caller = way_fpenv_enter();
    if (lists->count > 0) {
        build_traffic(&t, read, lists->agent_count);
        write_pairs(&t, out, lists);
    }
    way_fpenv_leave(caller);
    return lists->answered < lists->count ? way_refuse(lists->fault, "capacity", WAY_ERROR_CAPACITY) : WAY_OK;
}

size_t way_conflicts2d_bytes(size_t agent_count) {
    traffic t;
    return divide_traffic(&t, NULL, agent_count, 2);
}

size_t way_conflicts3d_bytes(size_t agent_count) {
    traffic t;
    return divide_traffic(&t, NULL, agent_count, 3);
}

way_result way_conflicts2d(const way_conflicts2d_in *in, const way_conflicts2d_out *out,
                           way_conflicts *conflicts) {
    if (conflicts == NULL)
        return WAY_ERROR_NULL;
    traffic_columns read;
    memset(&read, 0, sizeof read);
    if (in != NULL)
        read = (traffic_columns){{&in->x, &in->y, NULL},
                                 {&in->vx, &in->vy, NULL},
                                 &in->radius,
                                 NULL,
                                 &in->horizon,
                                 &in->age,
                                 &in->world};
    return list_pairs(&way_conflicts2d_entry, &read, (const way_column *)in, (const way_column_out *)out,
                      conflicts, 2);
}

way_result way_conflicts3d(const way_conflicts3d_in *in, const way_conflicts3d_out *out,
                           way_conflicts *conflicts) {
    if (conflicts == NULL)
        return WAY_ERROR_NULL;
    traffic_columns read;
    memset(&read, 0, sizeof read);
    if (in != NULL)
        read = (traffic_columns){{&in->x, &in->y, &in->z},
                                 {&in->vx, &in->vy, &in->vz},
                                 &in->radius,
                                 &in->height,
                                 &in->horizon,
                                 &in->age,
                                 &in->world};
    return list_pairs(&way_conflicts3d_entry, &read, (const way_column *)in, (const way_column_out *)out,
                      conflicts, 3);
}
