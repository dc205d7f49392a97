/* Where a ray of cast2d hits one wall or one disc, and which of two hits is first: in doubles, and in twins
   where rounding could change the answer. */
#ifndef WAY_CAST_MEETING_H
#define WAY_CAST_MEETING_H

#include <float.h>
#include <math.h>

#include "choose/cast_columns.h"
#include "kernels/bounce/wall_crossing.h"
#include "waylay/neighbours.h"

/* CLOSE: two times within CLOSE of each other are compared in twins. */
#define CLOSE 0x1p-20
#define ROOM 1e18

/* A hit: `twin_t` is t in twins if `is_exact`. */
typedef struct ray_hit {
    double t;
    twin twin_t;
    int is_exact;
    int32_t kind;
    uint32_t row;
} ray_hit;

typedef struct caster {
    const way_cast2d_in *in;
    const way_cast *how;
    const way_crowd *crowd;
    const way_table *table;
    const way_cast_lanes *lanes;
    way_disc_columns discs, large_discs; /* without a crowd, `discs` has the large ones too */
    float large[WAY_FEW_LARGE / WAY_LEAF * LARGE_CELLS];
    way_sharing sharing; /* the rays' rows among the discs */
    int wants_place;     /* points or normals */
    way_obstacles obstacles;
    int has_trees; /* 1: walls are in a tree and discs in a crowd */
} caster;

typedef struct way_ray {
    twin x, y;           /* the start */
    twin wall_x, wall_y; /* the start, relative to the walls' origin */
    double dx, dy;       /* the direction, scaled by a power of two, so that its longer axis is 0.5 to 1 */
    double length;       /* length of the direction */
    double radius, range, last; /* last: the time at which the ray reaches the range */
    uint32_t mask, self;
    const caster *of;
    ray_hit best;
} way_ray;

/* Returns the squared length of the direction. */
static twin square_of_direction(const way_ray *r, int exact) {
    const twin dx = twin_of(r->dx), dy = twin_of(r->dy);
    return t_dot(dx, dy, dx, dy, exact);
}

/* Discs -------------------------------------------------------------------------------------------------- */

/* When does the ray meet a disc? f is the vector from the disc's centre to the start. */
static ray_verdict meet_disc(const way_ray *r, twin fx, twin fy, twin reach, int exact, twin *t) {
    int open = 0;
    const twin dx = twin_of(r->dx), dy = twin_of(r->dy), ff = t_dot(fx, fy, fx, fy, exact),
               square = t_mul(reach, reach, exact), c = t_sub(ff, square, exact);
    const double far = fabs(fx.hi) + fabs(fy.hi);
    if (twin_sign(c, ff.hi + square.hi, exact, &open) <= 0 && !open) {
        *t = twin_of(0.0);
        return RAY_HITS;
    }
    const twin b = t_dot(fx, fy, dx, dy, exact), k = t_cross(fx, fy, dx, dy, exact),
               whole = t_mul(square, square_of_direction(r, exact), exact),
               disc = t_sub(whole, t_mul(k, k, exact), exact);
    const double size = far * (fabs(r->dx) + fabs(r->dy)), least = exact ? TWIN_NOTHING : TWIN_LEAST;
    /* k k is wrong by up to (2 |k| + least size) least size. The second term decides about points with k = 0. */
    const int sign = twin_sign(disc, whole.hi + (fabs(k.hi) + least * size) * size, exact, &open);
    if (sign < 0)
        return RAY_MISSES;
    if (twin_sign(b, size, exact, &open) >= 0 && !open)
        return RAY_MISSES;
    if (open)
        return RAY_UNDECIDED;
    const twin root = disc.hi > 0.0 ? t_sqrt(disc, exact) : twin_of(0.0);
    *t = t_div(c, t_sub(root, b, exact), exact);
    return RAY_HITS;
}

/* Walls -------------------------------------------------------------------------------------------------- */

/* When does the ray meet a segment from a to a + e? w is the vector from the start to a. Sets *side to the
   side from which the ray comes: 1: the left, -1: the right, 0: along the segment. */
static ray_verdict meet_segment(const way_ray *r, twin wx, twin wy, twin ex, twin ey, int exact, twin *t,
                                int *side) {
    const twin dx = twin_of(r->dx), dy = twin_of(r->dy);
    const way_crossing c = way_cross_wall(dx, dy, wx, wy, ex, ey, exact);
    if (way_misses_wall(&c))
        return RAY_MISSES;
    if (c.open)
        return RAY_UNDECIDED;
    *side = c.side;
    if (c.side != 0) {
        *t = t_div(t_flip(c.k, (double)c.side, exact), t_flip(c.n, (double)c.side, exact), exact);
        return RAY_HITS;
    }
    int open = 0;
    if (twin_sign(c.k, c.size_k, exact, &open) != 0 || twin_sign(c.m, c.size_m, exact, &open) != 0)
        return RAY_MISSES;
    const twin first = t_dot(wx, wy, dx, dy, exact), last = t_add(first, t_dot(ex, ey, dx, dy, exact), exact);
    const twin near = first.hi < last.hi ? first : last, far = first.hi < last.hi ? last : first;
    const double size = fabs(wx.hi * dx.hi) + fabs(wy.hi * dy.hi) + fabs(ex.hi * dx.hi) + fabs(ey.hi * dy.hi);
    const int reached = twin_sign(far, size, exact, &open), begun = twin_sign(near, size, exact, &open);
    if (open)
        return RAY_UNDECIDED;
    if (reached < 0)
        return RAY_MISSES;
    *t = begun <= 0 ? twin_of(0.0) : t_div(near, square_of_direction(r, exact), exact);
    return RAY_HITS;
}

/* A wall, relative to the start of the ray. */
typedef struct wall_ahead {
    twin wx, wy, ex, ey;
} wall_ahead;

static wall_ahead wall_from(const way_ray *r, const way_wall *w, int exact) {
    if (!exact)
        return (wall_ahead){twin_of(w->ax - r->wall_x.hi - r->wall_x.lo),
                            twin_of(w->ay - r->wall_y.hi - r->wall_y.lo),
                            twin_of((double)w->bx - (double)w->ax), twin_of((double)w->by - (double)w->ay)};
    return (wall_ahead){twin_sub(twin_of(w->ax), r->wall_x), twin_sub(twin_of(w->ay), r->wall_y),
                        twin_between(w->ax, w->bx), twin_between(w->ay, w->by)};
}

/* When does a ray with a radius meet a wall? At time 0 if the start is no farther than the ray's radius from
   the middle part of the wall. Otherwise the ray meets the line parallel to the wall at the distance of the
   radius, or the disc at an end. */
static ray_verdict meet_wide_wall(const way_ray *r, const wall_ahead *w, int on, int exact, twin *t) {
    const twin reach = twin_of(r->radius), ee = t_dot(w->ex, w->ey, w->ex, w->ey, exact);
    ray_verdict found = RAY_MISSES;
    twin at = twin_of(0.0);
    int open = 0, side;
    ray_verdict is = meet_disc(r, twin_negate(w->wx), twin_negate(w->wy), reach, exact, &at);
    open |= is == RAY_UNDECIDED;
    way_keep_earlier(is, at, &found, t);
    const twin bx = t_add(w->wx, w->ex, exact), by = t_add(w->wy, w->ey, exact);
    is = meet_disc(r, twin_negate(bx), twin_negate(by), reach, exact, &at);
    open |= is == RAY_UNDECIDED;
    way_keep_earlier(is, at, &found, t);
    if (ee.hi > 0.0) {
        const twin k = t_cross(w->wx, w->wy, w->ex, w->ey, exact), kk = t_mul(k, k, exact),
                   whole = t_mul(t_mul(reach, reach, exact), ee, exact),
                   along = twin_negate(t_dot(w->wx, w->wy, w->ex, w->ey, exact));
        const double size = (fabs(w->wx.hi) + fabs(w->wy.hi)) * (fabs(w->ex.hi) + fabs(w->ey.hi));
        const int within = twin_sign(t_sub(kk, whole, exact), fabs(k.hi) * size + whole.hi, exact, &open),
                  after = twin_sign(along, size, exact, &open),
                  before = twin_sign(t_sub(ee, along, exact), size + ee.hi, exact, &open);
        if (!open && within <= 0 && after >= 0 && before >= 0) {
            *t = twin_of(0.0);
            return RAY_HITS;
        }
        const twin share = t_div(twin_of(on > 0 ? r->radius : -r->radius), t_sqrt(ee, exact), exact);
        const twin ax = t_sub(w->wx, t_mul(w->ey, share, exact), exact),
                   ay = t_add(w->wy, t_mul(w->ex, share, exact), exact);
        is = meet_segment(r, ax, ay, w->ex, w->ey, exact, &at, &side);
        open |= is == RAY_UNDECIDED;
        way_keep_earlier(is, at, &found, t);
    }
    return open ? RAY_UNDECIDED : found;
}

/* When does the ray meet a wall? A one-sided wall is transparent for a ray that starts behind the wall, or
   that starts on the wall's line and leads to its front. */
static ray_verdict meet_wall(const way_ray *r, const way_wall *wall, int exact, twin *t) {
    const wall_ahead w = wall_from(r, wall, exact);
    int side = 0, open = 0;
    ray_verdict is;
    if (!(r->radius > 0.0)) {
        is = meet_segment(r, w.wx, w.wy, w.ex, w.ey, exact, t, &side);
        return is == RAY_HITS && way_is_transparent(wall->sides, side) ? RAY_MISSES : is;
    }
    const twin k = t_cross(w.wx, w.wy, w.ex, w.ey, exact),
               n = t_cross(twin_of(r->dx), twin_of(r->dy), w.ex, w.ey, exact);
    side = twin_sign(k, fabs(w.wx.hi * w.ey.hi) + fabs(w.wy.hi * w.ex.hi), exact, &open);
    if (side == 0 && !open)
        side = twin_sign(n, fabs(r->dx * w.ey.hi) + fabs(r->dy * w.ex.hi), exact, &open);
    if (open)
        return RAY_UNDECIDED;
    if (way_is_transparent(wall->sides, side))
        return RAY_MISSES;
    return meet_wide_wall(r, &w, side, exact, t);
}

/* One ray ------------------------------------------------------------------------------------------------ */

/* Reads a disc, relative to the start of the ray. Returns 0 if it is not valid. */
static int read_disc(const way_ray *r, uint32_t row, int exact, twin *fx, twin *fy, twin *reach) {
    const way_cast2d_in *in = r->of->in;
    const twin x = twin_of(way_double_at(&in->runner_x, row)), y = twin_of(way_double_at(&in->runner_y, row));
    const double radius =
        in->runner_radius.data != NULL ? (double)way_float_at(&in->runner_radius, row) : 0.0;
    *fx = t_sub(r->x, x, exact);
    *fy = t_sub(r->y, y, exact);
    *reach = exact ? twin_sum(r->radius, radius) : twin_of(r->radius + radius);
    return fabs(x.hi) <= ROOM && fabs(y.hi) <= ROOM && radius >= 0.0 && radius <= ROOM;
}

static ray_verdict find_meeting(const way_ray *r, int32_t kind, uint32_t row, int exact, twin *t) {
    twin fx, fy, reach;
    if (kind == WAY_WALL)
        return meet_wall(r, &r->of->how->walls[row], exact, t);
    return read_disc(r, row, exact, &fx, &fy, &reach) ? meet_disc(r, fx, fy, reach, exact, t) : RAY_MISSES;
}

static void make_exact(const way_ray *r, ray_hit *hit) {
    if (hit->is_exact)
        return;
    find_meeting(r, hit->kind, hit->row, 1, &hit->twin_t);
    hit->is_exact = 1;
}

/* Is a hit within the range? */
static int is_in_range(const way_ray *r, ray_hit *hit) {
    if (!(r->range <= DBL_MAX) || hit->t < r->last * (1.0 - CLOSE))
        return 1;
    if (hit->t > r->last * (1.0 + CLOSE))
        return 0;
    make_exact(r, hit);
    const twin square = twin_product(r->range, r->range),
               way = twin_mul(twin_mul(hit->twin_t, hit->twin_t), square_of_direction(r, 1));
    int open = 0;
    return twin_sign(twin_sub(way, square), square.hi, 1, &open) <= 0;
}

/* Takes a wall or a disc if the ray meets it before the known hit. If times are equal, a wall comes before a
   disc, and a lower row before a higher one. */
static void consider(const way_ray *r, int32_t kind, uint32_t row, ray_hit *best) {
    ray_hit hit = {.kind = kind, .row = row};
    twin t = twin_of(0.0);
    ray_verdict is = find_meeting(r, kind, row, 0, &t);
    if (is == RAY_MISSES)
        return;
    if (is == RAY_UNDECIDED) {
        if (find_meeting(r, kind, row, 1, &t) != RAY_HITS)
            return;
        hit.is_exact = 1;
        hit.twin_t = t;
    }
    hit.t = t.hi;
    if (best->kind != WAY_NOTHING && hit.t > best->t * (1.0 + CLOSE))
        return;
    if (!is_in_range(r, &hit))
        return;
    if (best->kind != WAY_NOTHING && !(hit.t < best->t * (1.0 - CLOSE))) {
        make_exact(r, &hit);
        make_exact(r, best);
        int open = 0;
        const int order =
            twin_sign(twin_sub(hit.twin_t, best->twin_t), hit.twin_t.hi + best->twin_t.hi, 1, &open);
        if (order > 0 || (order == 0 && (kind > best->kind || (kind == best->kind && row > best->row))))
            return;
    }
    *best = hit;
}

#endif
