/* Casts rays against walls and discs. A ray starts at o and has the direction d; its points are o + t d with
   t >= 0. A ray with a radius is a moving disc, so walls become wider by this radius: a wall is then two
   discs at its ends and the segment that lies the radius to the side of the start. Discs become larger.

   Each hit is computed in doubles. If rounding could change a decision or the order of two hits, it is
   computed again in twins (double_double.h). The answer is computed in twins. Searches leave out only walls
   and discs whose boxes the ray does not reach before the hit that is known. Source: the library's own
   method. The walk through boxes is that of Kay and Kajiya, "Ray Tracing Complex Scenes". */
#define WAY_ISA scalar
#define WAY_PRECISION exact
#include <float.h>
#include <math.h>
#include <string.h>

#include "call/check.h"
#include "crowd/search.h"
#include "isa/fpenv.h"
#include "kernels/bounce/double_double.h"
#include "walls/wall_tree.h"
#include "waylay/neighbours.h"

/* LEAST: a number within LEAST of its terms is computed again in twins. NOTHING: in twins, a number within
   NOTHING of its terms is 0. CLOSE: two times within CLOSE of each other are compared in twins. */
#define LEAST 0x1p-24
#define NOTHING 0x1p-90
#define CLOSE 0x1p-20
#define ROOM 1e18
#define WALL_ROOM 0x1p60f
enum { MOST_WAITING = 16 * WAY_TREE_LEVELS };

typedef struct ray {
    twin x, y;           /* the start */
    twin wall_x, wall_y; /* the start, measured from the walls' origin */
    double dx, dy;       /* the direction, scaled by a power of two to about 1 */
    twin dd;             /* its squared length */
    double radius, range, last; /* last: an upper bound of t within the range */
    uint32_t mask, self;
} ray;

/* A hit: `twin_t` is t in twins if `is_exact`. */
typedef struct ray_hit {
    double t;
    twin twin_t;
    int is_exact;
    int32_t kind;
    uint32_t row;
} ray_hit;

typedef struct caster {
    const way_column *x, *y, *dx, *dy, *range, *self, *mask, *radius, *runner_x, *runner_y, *runner_radius,
        *runner_mask;
    const way_cast *how;
    const way_crowd *crowd;
    size_t runners;
    double widest; /* an upper bound of the discs' radii */
    int are_in_place;
} caster;

typedef enum verdict { MISS, HIT, UNDECIDED } verdict;

/* Returns the sign of a number with terms of this size: 0 if it counts as 0. Sets *open if it is
   undecided. */
static int sign_of(twin a, double size, int exact, int *open) {
    const double least = size * (exact ? NOTHING : LEAST);
    if (fabs(a.hi) <= least) {
        *open |= !exact && size > 0.0;
        return 0;
    }
    return a.hi < 0.0 ? -1 : 1;
}

static double larger_of(double a, double b) { return a > b ? a : b; }

static twin quotient(twin over, twin under, int exact) {
    const double first = over.hi / under.hi;
    if (!exact)
        return twin_of(first);
    const twin rest = twin_sub(over, twin_mul(under, twin_of(first)));
    return twin_sum(first, rest.hi / under.hi);
}

/* Discs -------------------------------------------------------------------------------------------------- */

/* When does the ray meet a disc whose centre is this far from the start? f is the start less the centre. */
static verdict meet_disc(const ray *r, twin fx, twin fy, twin reach, int exact, twin *t) {
    int open = 0;
    const twin dx = twin_of(r->dx), dy = twin_of(r->dy), ff = t_dot(fx, fy, fx, fy, exact),
               square = t_mul(reach, reach, exact), c = t_sub(ff, square, exact);
    const double far = fabs(fx.hi) + fabs(fy.hi);
    if (sign_of(c, ff.hi + square.hi, exact, &open) <= 0 && !open) {
        *t = twin_of(0.0);
        return HIT;
    }
    const twin b = t_dot(fx, fy, dx, dy, exact), k = t_cross(fx, fy, dx, dy, exact),
               whole = t_mul(square, r->dd, exact), disc = t_sub(whole, t_mul(k, k, exact), exact);
    const double size = far * (fabs(r->dx) + fabs(r->dy));
    const int sign = sign_of(disc, whole.hi + fabs(k.hi) * size, exact, &open);
    if (sign < 0)
        return MISS;
    if (sign_of(b, size, exact, &open) >= 0 && !open)
        return MISS;
    if (open)
        return UNDECIDED;
    const twin root = disc.hi > 0.0 ? t_sqrt(disc, exact) : twin_of(0.0);
    *t = quotient(c, t_sub(root, b, exact), exact);
    return HIT;
}

/* Walls -------------------------------------------------------------------------------------------------- */

/* When does the ray meet a segment from a to a + e? w is a less the start. Sets *side to the side from which
   the ray comes: 1: the left, -1: the right, 0: along the segment. */
static verdict meet_segment(const ray *r, twin wx, twin wy, twin ex, twin ey, int exact, twin *t, int *side) {
    int open = 0;
    const twin dx = twin_of(r->dx), dy = twin_of(r->dy);
    const twin k = t_cross(wx, wy, ex, ey, exact), m = t_cross(wx, wy, dx, dy, exact),
               n = t_cross(dx, dy, ex, ey, exact), rest = t_sub(n, m, exact);
    const double size_k = fabs(wx.hi * ey.hi) + fabs(wy.hi * ex.hi),
                 size_m = fabs(wx.hi * dy.hi) + fabs(wy.hi * dx.hi),
                 size_n = fabs(dx.hi * ey.hi) + fabs(dy.hi * ex.hi);
    const int over = sign_of(n, size_n, exact, &open);
    const int at_start = sign_of(m, size_m, exact, &open) * over,
              at_end = sign_of(rest, size_m + size_n, exact, &open) * over,
              ahead = sign_of(k, size_k, exact, &open) * over;
    if (at_start < 0 || at_end < 0 || ahead < 0)
        return MISS; /* a sign other than 0 is decided */
    if (open)
        return UNDECIDED;
    *side = over;
    if (over != 0) {
        *t = quotient(t_flip(k, (double)over, exact), t_flip(n, (double)over, exact), exact);
        return HIT;
    }
    if (sign_of(k, size_k, exact, &open) != 0 || sign_of(m, size_m, exact, &open) != 0)
        return MISS;
    const twin first = t_dot(wx, wy, dx, dy, exact), last = t_add(first, t_dot(ex, ey, dx, dy, exact), exact);
    const twin near = first.hi < last.hi ? first : last, far = first.hi < last.hi ? last : first;
    const double size = fabs(wx.hi * dx.hi) + fabs(wy.hi * dy.hi) + fabs(ex.hi * dx.hi) + fabs(ey.hi * dy.hi);
    const int reached = sign_of(far, size, exact, &open), begun = sign_of(near, size, exact, &open);
    if (open)
        return UNDECIDED;
    if (reached < 0)
        return MISS;
    *t = begun <= 0 ? twin_of(0.0) : quotient(near, r->dd, exact);
    return HIT;
}

/* A wall, measured from the start of the ray. */
typedef struct wall_ahead {
    twin wx, wy, ex, ey;
} wall_ahead;

static wall_ahead wall_from(const ray *r, const way_wall *w) {
    return (wall_ahead){twin_sub(twin_of(w->ax), r->wall_x), twin_sub(twin_of(w->ay), r->wall_y),
                        twin_between(w->ax, w->bx), twin_between(w->ay, w->by)};
}

static void keep_earlier(verdict is, twin t, verdict *found, twin *best) {
    if (is == HIT && (*found != HIT || t_lt(t, *best, 1))) {
        *found = HIT;
        *best = t;
    }
}

/* A ray with a radius: is the start within the radius of the wall's middle part, or when does the ray meet
   the segment at the radius from the wall, or a disc at an end? */
static verdict meet_wide_wall(const ray *r, const wall_ahead *w, int on, int exact, twin *t) {
    const twin reach = twin_of(r->radius), ee = t_dot(w->ex, w->ey, w->ex, w->ey, exact);
    verdict found = MISS;
    twin at = twin_of(0.0);
    int open = 0, side;
    verdict is = meet_disc(r, twin_negate(w->wx), twin_negate(w->wy), reach, exact, &at);
    open |= is == UNDECIDED;
    keep_earlier(is, at, &found, t);
    const twin bx = t_add(w->wx, w->ex, exact), by = t_add(w->wy, w->ey, exact);
    is = meet_disc(r, twin_negate(bx), twin_negate(by), reach, exact, &at);
    open |= is == UNDECIDED;
    keep_earlier(is, at, &found, t);
    if (ee.hi > 0.0) {
        const twin k = t_cross(w->wx, w->wy, w->ex, w->ey, exact), kk = t_mul(k, k, exact),
                   whole = t_mul(t_mul(reach, reach, exact), ee, exact),
                   along = twin_negate(t_dot(w->wx, w->wy, w->ex, w->ey, exact));
        const double size = (fabs(w->wx.hi) + fabs(w->wy.hi)) * (fabs(w->ex.hi) + fabs(w->ey.hi));
        const int within = sign_of(t_sub(kk, whole, exact), fabs(k.hi) * size + whole.hi, exact, &open),
                  after = sign_of(along, size, exact, &open),
                  before = sign_of(t_sub(ee, along, exact), size + ee.hi, exact, &open);
        if (!open && within <= 0 && after >= 0 && before >= 0) {
            *t = twin_of(0.0);
            return HIT;
        }
        const twin share = quotient(twin_of(on > 0 ? r->radius : -r->radius), t_sqrt(ee, exact), exact);
        const twin ax = t_sub(w->wx, t_mul(w->ey, share, exact), exact),
                   ay = t_add(w->wy, t_mul(w->ex, share, exact), exact);
        is = meet_segment(r, ax, ay, w->ex, w->ey, exact, &at, &side);
        open |= is == UNDECIDED;
        keep_earlier(is, at, &found, t);
    }
    return open ? UNDECIDED : found;
}

static int stops(const way_wall *w) {
    return fabsf(w->ax) < WALL_ROOM && fabsf(w->ay) < WALL_ROOM && fabsf(w->bx) < WALL_ROOM &&
           fabsf(w->by) < WALL_ROOM;
}

/* When does the ray meet a wall? A one-sided wall is transparent for a ray that starts behind it, or on its
   line and leads to its front. */
static verdict meet_wall(const ray *r, const way_wall *wall, int exact, twin *t) {
    const wall_ahead w = wall_from(r, wall);
    int side = 0, open = 0;
    verdict is;
    if (!(r->radius > 0.0)) {
        is = meet_segment(r, w.wx, w.wy, w.ex, w.ey, exact, t, &side);
        return is == HIT && ((wall->sides > 0 && side < 0) || (wall->sides < 0 && side > 0)) ? MISS : is;
    }
    const twin k = t_cross(w.wx, w.wy, w.ex, w.ey, exact),
               n = t_cross(twin_of(r->dx), twin_of(r->dy), w.ex, w.ey, exact);
    side = sign_of(k, fabs(w.wx.hi * w.ey.hi) + fabs(w.wy.hi * w.ex.hi), exact, &open);
    if (side == 0 && !open)
        side = sign_of(n, fabs(r->dx * w.ey.hi) + fabs(r->dy * w.ex.hi), exact, &open);
    if (open)
        return UNDECIDED;
    if ((wall->sides > 0 && side < 0) || (wall->sides < 0 && side > 0))
        return MISS;
    return meet_wide_wall(r, &w, side, exact, t);
}

/* One ray ------------------------------------------------------------------------------------------------ */

static float wide_float(const way_column *column, size_t row, float otherwise) {
    return column->data != NULL ? way_float_at(column, row) : otherwise;
}

/* Reads a disc, relative to the start of the ray. Returns 0 if it is not valid. */
static int read_disc(const caster *c, const ray *r, uint32_t row, twin *fx, twin *fy, twin *reach) {
    const double x = way_double_at(c->runner_x, row), y = way_double_at(c->runner_y, row),
                 radius = (double)wide_float(c->runner_radius, row, 0.0f);
    *fx = twin_sub(r->x, twin_of(x));
    *fy = twin_sub(r->y, twin_of(y));
    *reach = twin_sum(r->radius, radius);
    return fabs(x) <= ROOM && fabs(y) <= ROOM && radius >= 0.0 && radius <= ROOM;
}

static verdict meet(const caster *c, const ray *r, int32_t kind, uint32_t row, int exact, twin *t) {
    twin fx, fy, reach;
    if (kind == WAY_WALL)
        return meet_wall(r, &c->how->walls[row], exact, t);
    return read_disc(c, r, row, &fx, &fy, &reach) ? meet_disc(r, fx, fy, reach, exact, t) : MISS;
}

static void make_exact(const caster *c, const ray *r, ray_hit *hit) {
    if (hit->is_exact)
        return;
    meet(c, r, hit->kind, hit->row, 1, &hit->twin_t);
    hit->is_exact = 1;
}

/* Is a hit within the range? */
static int is_in_range(const caster *c, const ray *r, ray_hit *hit) {
    if (!(r->range <= DBL_MAX) || hit->t < r->last * (1.0 - CLOSE))
        return 1;
    if (hit->t > r->last * (1.0 + CLOSE))
        return 0;
    make_exact(c, r, hit);
    const twin square = twin_product(r->range, r->range),
               way = twin_mul(twin_mul(hit->twin_t, hit->twin_t), r->dd);
    int open = 0;
    return sign_of(twin_sub(way, square), square.hi, 1, &open) <= 0;
}

/* Takes a wall or a disc if the ray meets it before the hit that is known. Equal: the wall, then the lower
   row. */
static void consider(const caster *c, const ray *r, int32_t kind, uint32_t row, ray_hit *best) {
    ray_hit hit = {.kind = kind, .row = row};
    twin t = twin_of(0.0);
    verdict is = meet(c, r, kind, row, 0, &t);
    if (is == MISS)
        return;
    if (is == UNDECIDED) {
        if (meet(c, r, kind, row, 1, &t) != HIT)
            return;
        hit.is_exact = 1;
        hit.twin_t = t;
    }
    hit.t = t.hi;
    if (best->kind != WAY_NOTHING && hit.t > best->t * (1.0 + CLOSE))
        return;
    if (!is_in_range(c, r, &hit))
        return;
    if (best->kind != WAY_NOTHING && !(hit.t < best->t * (1.0 - CLOSE))) {
        make_exact(c, r, &hit);
        make_exact(c, r, best);
        int open = 0;
        const int order = sign_of(twin_sub(hit.twin_t, best->twin_t), hit.twin_t.hi + best->twin_t.hi, 1, &open);
        if (order > 0 || (order == 0 && (kind > best->kind || (kind == best->kind && row > best->row))))
            return;
    }
    *best = hit;
}

/* The walk through boxes --------------------------------------------------------------------------------- */

/* A ray as the boxes see it. */
typedef struct slabs {
    double o[2], per[2]; /* per: 1 / d */
    double pad;          /* the radius, and the rounding errors of the start */
} slabs;

static slabs slabs_of(double x, double y, const ray *r, double wide) {
    return (slabs){{x, y},
                   {1.0 / r->dx, 1.0 / r->dy},
                   wide * (1.0 + 0x1p-40) + 0x1p-40 * (fabs(x) + fabs(y)) + 0x1p-140};
}

/* Returns when the ray enters a box, at least 0, or -1 if it does not reach the box before `until`. */
static double enters(const slabs *s, const float low[2], const float high[2], double until) {
    double from = 0.0, to = until * (1.0 + 0x1p-18);
    for (int k = 0; k < 2; k++) {
        const double slack = s->pad + 0x1p-22 * (fabs((double)low[k]) + fabs((double)high[k])),
                     a = (double)low[k] - slack - s->o[k], b = (double)high[k] + slack - s->o[k];
        if (!(low[k] <= high[k]))
            return -1.0;
        if (!(fabs(s->per[k]) <= DBL_MAX)) {
            if (a > 0.0 || b < 0.0)
                return -1.0;
            continue;
        }
        const double near = (s->per[k] > 0.0 ? a : b) * s->per[k], far = (s->per[k] > 0.0 ? b : a) * s->per[k];
        from = near > from ? near : from;
        to = far < to ? far : to;
    }
    return from * (1.0 - 0x1p-40) <= to * (1.0 + 0x1p-40) ? from : -1.0;
}

typedef struct waiting_node {
    double from;
    uint32_t level, node;
} waiting_node;

/* Adds a child. Nodes that the ray enters first are taken first. */
static int put_waiting(waiting_node *open, int begin, int count, waiting_node one) {
    int at = count;
    for (; at > begin && open[at - 1].from < one.from; at--)
        open[at] = open[at - 1];
    open[at] = one;
    return count + 1;
}

static double last_of(const ray *r, const ray_hit *best) {
    return best->kind != WAY_NOTHING && best->t < r->last ? best->t : r->last;
}

/* Is a hit known, and does the caller not ask which one is the first? */
static int is_done(const caster *c, const ray_hit *best) { return c->how->any && best->kind != WAY_NOTHING; }

static void walk_walls(const caster *c, const ray *r, ray_hit *best) {
    const way_wall_tree *tree = c->how->wall_tree;
    const slabs s = slabs_of(r->wall_x.hi, r->wall_y.hi, r, r->radius);
    waiting_node open[MOST_WAITING];
    int count = 1;
    open[0] = (waiting_node){0.0, tree->levels - 1, 0};
    while (count > 0) {
        const waiting_node one = open[--count];
        if (is_done(c, best) || one.from > last_of(r, best) * (1.0 + 0x1p-18))
            continue;
        const way_wall_leaf *leaf = one.level == 0 ? way_tree_leaf(tree, one.node) : NULL;
        const way_wall_boxes *boxes =
            leaf != NULL ? &leaf->boxes : &way_tree_branch(tree, one.level, one.node)->boxes;
        const int begin = count;
        for (uint32_t k = 0; k < WAY_TREE_FAN; k++) {
            const float low[2] = {boxes->lo_x[k], boxes->lo_y[k]}, high[2] = {boxes->hi_x[k], boxes->hi_y[k]};
            const double from = enters(&s, low, high, last_of(r, best));
            if (from < 0.0)
                continue;
            if (leaf != NULL)
                consider(c, r, WAY_WALL, leaf->number[k], best);
            else
                count = put_waiting(open, begin, count,
                                    (waiting_node){from, one.level - 1, WAY_TREE_FAN * one.node + k});
        }
    }
}

static int passes(const caster *c, const ray *r, uint32_t row) {
    return row < c->runners && row != r->self &&
           (c->runner_mask->data == NULL ? r->mask : r->mask & way_word_at(c->runner_mask, row)) != 0;
}

/* Looks at one candidate of a leaf, or puts a child of a node among the waiting ones. */
static void walk_discs(const caster *c, const ray *r, ray_hit *best) {
    const way_crowd *crowd = c->crowd;
    const float *cells = way_crowd_cells(crowd);
    const slabs s = slabs_of(r->x.hi, r->y.hi, r, r->radius + c->widest);
    waiting_node open[MOST_WAITING];
    int count = 1;
    open[0] = (waiting_node){0.0, crowd->levels, 0};
    while (count > 0) {
        const waiting_node one = open[--count];
        if (is_done(c, best) || one.from > last_of(r, best) * (1.0 + 0x1p-18))
            continue;
        const float *node = one.level > 0
                                ? cells + crowd->node[one.level - 1] + one.node * (uint64_t)NODE_CELLS(2)
                                : cells + crowd->leaf + one.node * (uint64_t)LEAF_CELLS(2);
        const int begin = count, low_row = one.level > 0 ? NODE_LOW : LEAF_PLACE,
                  high_row = one.level > 0 ? NODE_HIGH(2) : LEAF_PLACE;
        for (uint32_t k = 0; k < WAY_LEAF; k++) {
            const float *low_at = node + WAY_LEAF * low_row + k, *high_at = node + WAY_LEAF * high_row + k;
            const float low[2] = {low_at[0], low_at[WAY_LEAF]}, high[2] = {high_at[0], high_at[WAY_LEAF]};
            const double from = low[0] < ELSEWHERE ? enters(&s, low, high, last_of(r, best)) : -1.0;
            if (from < 0.0)
                continue;
            if (one.level > 0)
                count = put_waiting(open, begin, count,
                                    (waiting_node){from, one.level - 1, WAY_LEAF * one.node + k});
            else if (passes(c, r, way_cell_bits(node + WAY_LEAF * LEAF_ROW(2) + k)))
                consider(c, r, WAY_DISC, way_cell_bits(node + WAY_LEAF * LEAF_ROW(2) + k), best);
        }
    }
}

static ray_hit first_hit(const caster *c, const ray *r) {
    ray_hit best = {.t = INFINITY, .kind = WAY_NOTHING, .row = WAY_NO_ROW};
    if (c->how->wall_tree != NULL)
        walk_walls(c, r, &best);
    else
        for (size_t i = 0; i < c->how->wall_count && !is_done(c, &best); i++)
            if (stops(&c->how->walls[i]))
                consider(c, r, WAY_WALL, (uint32_t)i, &best);
    if (is_done(c, &best))
        return best;
    if (c->crowd != NULL && c->crowd->levels > 0)
        walk_discs(c, r, &best);
    else if (c->crowd == NULL)
        for (size_t i = 0; i < c->runners && !is_done(c, &best); i++)
            if (passes(c, r, (uint32_t)i))
                consider(c, r, WAY_DISC, (uint32_t)i, &best);
    return best;
}

/* Returns d times a power of two, so that its longer axis is from 1 to 4. Multiplication by a power of two is
   exact. */
static void scale_direction(double *dx, double *dy) {
    for (double step = 0x1p512; step >= 2.0; step = sqrt(step)) {
        const double size = larger_of(fabs(*dx), fabs(*dy));
        const double by = size >= 2.0 * step ? 1.0 / step : size <= 1.0 / step ? step : 1.0;
        *dx *= by;
        *dy *= by;
    }
}

static int read_ray(const caster *c, size_t i, ray *r) {
    const double x = way_double_at(c->x, i), y = way_double_at(c->y, i);
    r->dx = way_double_at(c->dx, i);
    r->dy = way_double_at(c->dy, i);
    r->radius = (double)wide_float(c->radius, i, 0.0f);
    r->range = c->range->data != NULL ? way_double_at(c->range, i) : INFINITY;
    r->mask = c->mask->data != NULL ? way_word_at(c->mask, i) : UINT32_MAX;
    r->self = c->self->data != NULL ? way_word_at(c->self, i) : c->are_in_place ? (uint32_t)i : WAY_NO_ROW;
    const int is_sound = fabs(x) <= ROOM && fabs(y) <= ROOM && fabs(r->dx) <= DBL_MAX &&
                         fabs(r->dy) <= DBL_MAX && larger_of(fabs(r->dx), fabs(r->dy)) > 0.0 &&
                         r->radius >= 0.0 && r->radius <= ROOM && r->range >= 0.0;
    if (!is_sound)
        return 0;
    scale_direction(&r->dx, &r->dy);
    const twin dx = twin_of(r->dx), dy = twin_of(r->dy);
    r->dd = twin_dot(dx, dy, dx, dy);
    r->last = r->range <= DBL_MAX ? r->range / sqrt(r->dd.hi) : INFINITY;
    r->x = twin_of(x);
    r->y = twin_of(y);
    r->wall_x = twin_between(c->how->wall_origin_x, x);
    r->wall_y = twin_between(c->how->wall_origin_y, y);
    return 1;
}

typedef struct cast_answer {
    double distance, point[2], normal[2];
    int32_t kind, status;
    uint32_t row;
} cast_answer;

/* Sets the normal to a vector of any length, scaled to 1, or to the direction from which the ray comes if its
   length is 0. */
static void set_normal(const ray *r, double x, double y, cast_answer *to) {
    if (x == 0.0 && y == 0.0) {
        x = -r->dx;
        y = -r->dy;
    }
    scale_direction(&x, &y);
    const double length = sqrt(x * x + y * y);
    to->normal[0] = x / length;
    to->normal[1] = y / length;
}

/* Sets the normal of a wall. `x` and `y` are the way of the ray's centre to the hit. */
static void set_wall_normal(const ray *r, const way_wall *wall, twin x, twin y, cast_answer *to) {
    const wall_ahead w = wall_from(r, wall);
    const twin n = twin_cross(twin_of(r->dx), twin_of(r->dy), w.ex, w.ey),
               ee = twin_dot(w.ex, w.ey, w.ex, w.ey);
    const double size = fabs(r->dx * w.ey.hi) + fabs(r->dy * w.ex.hi);
    int open = 0;
    if (r->radius > 0.0) {
        const twin qx = twin_sub(x, w.wx), qy = twin_sub(y, w.wy), along = twin_dot(qx, qy, w.ex, w.ey);
        twin at = twin_of(0.0);
        if (ee.hi > 0.0)
            at = along.hi <= 0.0 ? at : along.hi >= ee.hi ? twin_of(1.0) : quotient(along, ee, 1);
        const double ox = twin_sub(qx, twin_mul(w.ex, at)).hi, oy = twin_sub(qy, twin_mul(w.ey, at)).hi;
        if (ox * ox + oy * oy > 0x1p-60 * r->radius * r->radius) {
            set_normal(r, ox, oy, to);
            return;
        }
    }
    const int from = sign_of(n, size, 1, &open);
    set_normal(r, -w.ey.hi * from, w.ex.hi * from, to);
}

static cast_answer answer_of(const caster *c, const ray *r, ray_hit *hit) {
    cast_answer to = {.distance = INFINITY, .kind = hit->kind, .status = WAY_NO_TARGET, .row = WAY_NO_ROW};
    if (hit->kind == WAY_NOTHING)
        return to;
    to.status = WAY_MET;
    if (c->how->any) {
        to.distance = 0.0;
        return to;
    }
    make_exact(c, r, hit);
    const twin t = hit->twin_t, x = twin_mul(t, twin_of(r->dx)), y = twin_mul(t, twin_of(r->dy));
    to.row = hit->row;
    to.distance = twin_mul(t, t_sqrt(r->dd, 1)).hi;
    if (to.distance == 0.0)
        to.status = WAY_THERE;
    if (hit->kind == WAY_WALL)
        set_wall_normal(r, &c->how->walls[hit->row], x, y, &to);
    else {
        twin fx, fy, reach;
        read_disc(c, r, hit->row, &fx, &fy, &reach);
        set_normal(r, twin_add(fx, x).hi, twin_add(fy, y).hi, &to);
    }
    const double back = to.distance > 0.0 ? r->radius : 0.0;
    to.point[0] = twin_sub(twin_add(r->x, x), twin_product(back, to.normal[0])).hi;
    to.point[1] = twin_sub(twin_add(r->y, y), twin_product(back, to.normal[1])).hi;
    return to;
}

/* The call ----------------------------------------------------------------------------------------------- */

static void put_number(const way_column_out *to, size_t at, double number) {
    if (to->data != NULL)
        way_put_doubles(to, (way_numbers){NULL, at}, 1, &number, NULL);
}

static void put_whole(const way_column_out *to, size_t at, const void *cell) {
    float word;
    memcpy(&word, cell, sizeof word);
    if (to->data != NULL)
        way_put_words(to, (way_numbers){NULL, at}, 1, &word, NULL);
}

static void cast_one(const caster *c, size_t i, const way_cast2d_out *out) {
    cast_answer to = {.distance = INFINITY, .kind = WAY_NOTHING, .status = WAY_INVALID, .row = WAY_NO_ROW};
    ray r;
    if (read_ray(c, i, &r)) {
        ray_hit hit = first_hit(c, &r);
        to = answer_of(c, &r, &hit);
    }
    put_number(&out->distance, i, to.distance);
    put_whole(&out->kind, i, &to.kind);
    put_whole(&out->row, i, &to.row);
    put_number(&out->point_x, i, to.point[0]);
    put_number(&out->point_y, i, to.point[1]);
    put_number(&out->normal_x, i, to.normal[0]);
    put_number(&out->normal_y, i, to.normal[1]);
    put_whole(&out->status, i, &to.status);
}

static int are_same(const way_column *a, const way_column *b) {
    return a->data == b->data && a->gap == b->gap && a->rows == b->rows && a->type == b->type &&
           a->page == b->page;
}

static double widest_disc(const way_column *radius, size_t count) {
    double widest = 0.0;
    if (radius->data != NULL && way_stride(radius) == 0)
        count = count > 0;
    for (size_t i = 0; radius->data != NULL && i < count; i++) {
        const double one = (double)way_float_at(radius, i);
        widest = one > widest && one <= ROOM ? one : widest;
    }
    return widest;
}

way_result way_cast2d(const way_cast2d_in *in, const way_cast2d_out *out, const way_cast *cast) {
    if (cast == NULL)
        return WAY_ERROR_NULL;
    const way_arguments arguments = {.in = (const way_column *)in,
                                     .out = (const way_column_out *)out,
                                     .fault = cast->fault,
                                     .uses = FOR_CASTING,
                                     .first = cast->first,
                                     .count = cast->count,
                                     .index = cast->index,
                                     .runner_count = cast->runner_count,
                                     .crowd2d = cast->crowd2d,
                                     .walls = cast->walls,
                                     .wall_count = cast->wall_count,
                                     .wall_tree = cast->wall_tree,
                                     .wall_origin_x = cast->wall_origin_x,
                                     .wall_origin_y = cast->wall_origin_y};
    const way_result result = way_check_arguments(&way_cast2d_entry, &arguments);
    if (result != WAY_OK)
        return result;
    const way_crowd *crowd = (const way_crowd *)(const void *)cast->crowd2d;
    caster c = {.x = &in->x,
                .y = &in->y,
                .dx = &in->direction_x,
                .dy = &in->direction_y,
                .range = &in->range,
                .self = &in->self,
                .mask = &in->chaser_mask,
                .radius = &in->radius,
                .runner_x = &in->runner_x,
                .runner_y = &in->runner_y,
                .runner_radius = &in->runner_radius,
                .runner_mask = &in->runner_mask,
                .how = cast,
                .crowd = crowd,
                .runners = crowd != NULL ? crowd->runners : cast->runner_count};
    c.are_in_place = are_same(c.x, c.runner_x) && are_same(c.y, c.runner_y) &&
                     (way_stride(c.x) != 0 || way_stride(c.y) != 0);
    way_fpenv caller = way_fpenv_enter();
    if (crowd != NULL && cast->count > 0)
        c.widest = widest_disc(c.runner_radius, c.runners);
    for (size_t i = 0; i < cast->count; i++)
        cast_one(&c, cast->index != NULL ? cast->index[cast->first + i] : cast->first + i, out);
    way_fpenv_leave(caller);
    return WAY_OK;
}
