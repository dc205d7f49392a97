/* Casts rays against walls and discs. A ray starts at o and has the direction d; its points are o + t d with
   t >= 0. A ray with a radius is a moving disc, so walls become wider by this radius, and discs become
   larger. Then a wall is a disc at each end, and its segment shifted by the radius towards the side of the
   start.

   The search (cast_lanes.c) computes in floats. The search leaves out only walls and discs that the ray
   certainly misses, or hits later than another one. If several candidates are left, or if the hit of the only
   candidate is not certain, the hits are computed in doubles. If rounding could change a decision or the
   order of two hits, the hits are computed again in twins (pairs of doubles, see double_double.h). An answer
   depends on the hit wall or disc alone, so it is the same with and without a tree or a crowd. Source: the
   library's own method. */
#define WAY_ISA scalar
#define WAY_PRECISION exact
#include <float.h>
#include <math.h>
#include <string.h>

#include "call/check.h"
#include "choose/cast_columns.h"
#include "choose/cast_meeting.h"
#include "isa/fpenv.h"
#include "lanes/sixteen.h"
#include "waylay/neighbours.h"

/* The search --------------------------------------------------------------------------------------------- */

/* Removes the candidates that the ray certainly meets later than a hit that is certain. */
static void drop_late(way_beam *b) {
    int32_t kept = 0, walls = 0;
    for (int32_t i = 0; i < b->count; i++) {
        if (!(b->from[i] <= b->until))
            continue;
        b->from[kept] = b->from[i];
        b->row[kept++] = b->row[i];
        walls += i < b->walls;
    }
    b->count = kept;
    b->walls = walls;
}

/* Decides all candidates of the list, and empties the list. */
static void decide_seen(way_beam *b) {
    way_ray *r = b->ray;
    for (int32_t i = 0; i < b->count; i++)
        consider(r, i < b->walls ? WAY_WALL : WAY_DISC, way_cell_bits(&b->row[i]), &r->best);
    b->count = b->walls = 0;
    if (r->best.kind != WAY_NOTHING) {
        const double last = r->best.t * (1.0 + CLOSE) + 0x1p-100;
        b->until = last < (double)b->until ? (float)last : b->until;
        b->is_certain = 1;
    }
}

void way_settle_beam(way_beam *b) {
    drop_late(b);
    if (b->count > WAY_SEEN - WAY_LEAF)
        decide_seen(b);
}

/* If one candidate is left in the list and a certain hit is known, this candidate is the hit. Otherwise
   decides which candidate is hit first. */
static void finish_beam(way_beam *b) {
    way_ray *r = b->ray;
    drop_late(b);
    if (b->count == 1 && b->is_certain && r->best.kind == WAY_NOTHING)
        r->best = (ray_hit){.t = (double)b->until,
                            .kind = b->walls > 0 ? WAY_WALL : WAY_DISC,
                            .row = way_cell_bits(&b->row[0])};
    else
        decide_seen(b);
}

/* Sets the start of a ray for the search, relative to the origin of the walls or of the crowd. A list of discs
   has the origin 0. */
static void put_beam_at(way_beam *b, double x, double y) {
    b->x = (float)x;
    b->y = (float)y;
    b->slack = 0x1p-23f * (fabsf(b->x) + fabsf(b->y)) + 0x1p-100f;
}

static float above(double number) {
    return number <= FLT_MAX / 2 ? (float)(number * (1.0 + 0x1p-22)) + FLT_MIN : INFINITY;
}

static void begin_beam(way_ray *r, way_beam *b) {
    b->dx = (float)r->dx;
    b->dy = (float)r->dy;
    b->radius = r->radius > 0.0 ? above(r->radius) : 0.0f;
    b->until = above(r->last);
    b->sure = r->last <= FLT_MAX ? (float)(r->last * (1.0 - 0x1p-22)) : INFINITY;
    b->any = r->of->how->any;
    b->is_certain = b->count = b->walls = 0;
    b->ray = r;
    r->best = (ray_hit){.t = INFINITY, .kind = WAY_NOTHING, .row = WAY_NO_ROW};
}

unsigned way_hittable(const way_beam *b, const way_disc_columns *of, const float *leaf, unsigned bits,
                      float *radius) {
    const way_ray *r = b->ray;
    for (uint32_t k = 0; k < WAY_LEAF; k++) {
        const uint32_t row = way_cell_bits(leaf + WAY_LEAF * LEAF_ROW(2) + k);
        float own = of->widest;
        radius[k] = 0.0f;
        if (!(bits >> k & 1))
            continue;
        const int may = row < of->runners && row != r->self &&
                        (of->masks == NULL ? r->mask : r->mask & way_word_at(of->masks, row)) != 0;
        if (may && of->radii != NULL)
            own = way_float_at(of->radii, row);
        radius[k] = (float)(r->radius + (double)own);
        if (!may || !(own >= 0.0f && own <= of->widest))
            bits &= ~(1u << k);
    }
    return bits;
}

uint32_t way_disc_of(const way_disc_columns *of, uint32_t row, float *radius) {
    if (row >= of->runners)
        return 0;
    *radius = of->radii != NULL ? way_float_at(of->radii, row) : of->widest;
    if (!(*radius >= 0.0f && *radius <= of->widest))
        return 0;
    return of->masks != NULL ? way_word_at(of->masks, row) : UINT32_MAX;
}

/* Without a tree or a crowd, walls and discs are put into leaves. All rays of a block share them. */
enum { RAYS = WAY_BEAMS, SHARED = 2 };

WAY_OUT_OF_LINE void search_wall_list(const caster *c, way_beam *const *beams, int count) {
    way_wall_leaf leaf[SHARED];
    uint32_t number[WAY_TREE_FAN];
    for (size_t next = 0; next < c->how->wall_count;) {
        size_t leaves = 0;
        for (; leaves < SHARED && next < c->how->wall_count; leaves++) {
            size_t some = 0;
            for (; some < WAY_TREE_FAN && next < c->how->wall_count; next++)
                if (way_may_stop(&c->how->walls[next]))
                    number[some++] = (uint32_t)next;
            way_make_wall_leaf(c->how->walls, number, some, &leaf[leaves]);
        }
        for (int i = 0; i < count; i++)
            (*c->lanes->see_wall_list)(beams[i], leaf, leaves);
    }
}

/* Loads discs into a leaf. Only the rows that the search reads are filled. */
static void load_discs(const way_cast2d_in *in, size_t first, size_t count, float *leaf) {
    for (size_t k = 0; k < WAY_LEAF; k++) {
        const uint32_t row = (uint32_t)(first + k);
        const double x = k < count ? way_double_at(&in->runner_x, first + k) : INFINITY,
                     y = k < count ? way_double_at(&in->runner_y, first + k) : INFINITY;
        const int is_there = fabs(x) <= ROOM && fabs(y) <= ROOM;
        leaf[k] = is_there ? (float)x : ELSEWHERE;
        leaf[WAY_LEAF + k] = is_there ? (float)y : ELSEWHERE;
        memcpy(&leaf[WAY_LEAF * LEAF_ROW(2) + k], &row, sizeof row);
    }
}

WAY_OUT_OF_LINE void search_disc_list(const caster *c, way_beam *const *beams, int count) {
    float leaf[LEAF_CELLS(2)];
    for (size_t at = 0; at < c->discs.runners; at += WAY_LEAF) {
        const size_t left = c->discs.runners - at;
        load_discs(c->in, at, left < WAY_LEAF ? left : WAY_LEAF, leaf);
        for (int i = 0; i < count; i++)
            (*c->lanes->see_disc_list)(beams[i], leaf, 1, &c->discs);
    }
}

/* Does the ray need no further search? */
static int is_done(const caster *c, const way_beam *b) {
    const way_ray *r = b->ray;
    return c->how->any && r->best.kind != WAY_NOTHING;
}

/* Finds the first hits of rays. */
static void search_for(const caster *c, way_ray *const *rays, int count) {
    static const double zero[2] = {0.0, 0.0};
    const double *origin = c->crowd != NULL ? c->crowd->origin : zero;
    way_beam beam[RAYS], *at[RAYS] = {NULL};
    int left = 0;
    for (int i = 0; i < count; i++) {
        at[i] = &beam[i];
        begin_beam(rays[i], at[i]);
        put_beam_at(at[i], rays[i]->wall_x.hi, rays[i]->wall_y.hi);
    }
    if (c->how->wall_tree != NULL)
        (*c->lanes->see_wall_tree)(at, count, c->how->wall_tree);
    else if (c->how->wall_count > 0)
        search_wall_list(c, at, count);
    for (int i = 0; i < count; i++) {
        if (c->how->any || c->discs.runners == 0)
            finish_beam(at[i]);
        if (is_done(c, at[i]) || c->discs.runners == 0)
            continue;
        put_beam_at(at[i], rays[i]->x.hi - origin[0], rays[i]->y.hi - origin[1]);
        at[left++] = at[i];
    }
    for (size_t k = 0; k < c->obstacles.large_leaves; k++)
        for (int i = 0; i < left; i++)
            (*c->lanes->see_disc_list)(at[i], c->large + k * LARGE_CELLS, 1, &c->large_discs);
    if (c->crowd != NULL && left > 0)
        (*c->lanes->see_crowd)(at, left, c->crowd, &c->discs);
    else if (left > 0)
        search_disc_list(c, at, left);
    for (int i = 0; i < left; i++)
        finish_beam(at[i]);
}

/* Reading rays ------------------------------------------------------------------------------------------- */

/* Multiplies a vector by a power of two, so that its larger component is from 0.5 to 1. This is exact, except
   that bits of the smaller component below 2^-1074 are lost. */
static void scale_direction(double *dx, double *dy) {
    double size = twin_larger(fabs(*dx), fabs(*dy)), power;
    if (!(size >= 0x1p-500 && size <= 0x1p500)) {
        power = size < 1.0 ? 0x1p600 : 0x1p-600;
        size *= power, *dx *= power, *dy *= power;
    }
    power = way_power_of(size);
    *dx *= power;
    *dy *= power;
}

/* Fewer rays take less time one by one. */
enum { FEW = WAY_BEAMS / 4 };

static void read_block(const caster *c, way_numbers rows, size_t count, way_ray_block *to) {
    const way_cast2d_in *in = c->in;
    if (count < RAYS && count >= FEW)
        memset(to, 0, sizeof *to); /* all lanes are prepared */
    way_read_doubles(c->table, &in->x, 0.0, rows, count, to->x);
    way_read_doubles(c->table, &in->y, 0.0, rows, count, to->y);
    way_read_doubles(c->table, &in->direction_x, 0.0, rows, count, to->dx);
    way_read_doubles(c->table, &in->direction_y, 0.0, rows, count, to->dy);
    way_read_doubles(c->table, &in->range, INFINITY, rows, count, to->range);
    way_read_doubles(c->table, &in->radius, 0.0, rows, count, to->radius);
    way_read_words(c->table, &in->self, rows, count, to->self, RAYS);
    way_read_words(c->table, &in->chaser_mask, rows, count, to->masks, RAYS);
    for (size_t i = 0; c->sharing.are_shared && in->self.data == NULL && i < count; i++) {
        const uint32_t row = way_shared_row(&c->sharing, way_number(rows, i), c->discs.runners);
        memcpy(&to->self[i], &row, sizeof row);
    }
}

/* Prepares a ray. Returns 1 if its inputs are valid. */
static int read_ray(const caster *c, const way_ray_block *of, size_t i, way_ray *r) {
    r->dx = of->dx[i];
    r->dy = of->dy[i];
    r->radius = of->radius[i];
    r->range = of->range[i];
    r->self = way_cell_bits(&of->self[i]);
    r->mask = way_cell_bits(&of->masks[i]);
    r->of = c;
    r->x = twin_of(of->x[i]);
    r->y = twin_of(of->y[i]);
    const int is_sound = (fabs(r->x.hi) <= ROOM) & (fabs(r->y.hi) <= ROOM) & (fabs(r->dx) <= DBL_MAX) &
                         (fabs(r->dy) <= DBL_MAX) & ((r->dx != 0.0) | (r->dy != 0.0)) & (r->radius >= 0.0) &
                         (r->radius <= ROOM) & (r->range >= 0.0);
    if (!is_sound)
        return 0;
    scale_direction(&r->dx, &r->dy);
    r->length = way_sqrt(r->dx * r->dx + r->dy * r->dy);
    r->last = r->range <= DBL_MAX ? r->range / r->length : INFINITY;
    r->wall_x = twin_between(c->how->wall_origin_x, r->x.hi);
    r->wall_y = twin_between(c->how->wall_origin_y, r->y.hi);
    return 1;
}

/* The answers -------------------------------------------------------------------------------------------- */

/* Sets the normal to a vector of any length, scaled to 1, or to the direction from which the ray comes if the
   vector is 0. */
static void set_normal(const way_ray *r, double x, double y, double normal[2]) {
    if (x == 0.0 && y == 0.0) {
        x = -r->dx;
        y = -r->dy;
    }
    scale_direction(&x, &y);
    const double length = way_sqrt(x * x + y * y);
    normal[0] = x / length + 0.0; /* + 0.0: no -0 */
    normal[1] = y / length + 0.0;
}

/* Sets the normal of a wall for a ray with a radius. (x, y) is the move of the ray's centre up to the hit.
   Returns 0 if the centre is on the wall. */
static int set_normal_to_disc(const way_ray *r, const wall_ahead *w, twin x, twin y, double normal[2]) {
    const twin qx = twin_sub(x, w->wx), qy = twin_sub(y, w->wy), along = twin_dot(qx, qy, w->ex, w->ey),
               ee = twin_dot(w->ex, w->ey, w->ex, w->ey);
    twin at = twin_of(0.0);
    if (ee.hi > 0.0)
        at = along.hi <= 0.0 ? at : along.hi >= ee.hi ? twin_of(1.0) : t_div(along, ee, 1);
    const double ox = twin_sub(qx, twin_mul(w->ex, at)).hi, oy = twin_sub(qy, twin_mul(w->ey, at)).hi;
    if (!(ox * ox + oy * oy > 0x1p-60 * r->radius * r->radius))
        return 0;
    set_normal(r, ox, oy, normal);
    return 1;
}

static void set_wall_normal(const way_ray *r, const way_wall *wall, twin x, twin y, double normal[2]) {
    const double ex = (double)wall->bx - (double)wall->ax, ey = (double)wall->by - (double)wall->ay,
                 size = fabs(r->dx * ey) + fabs(r->dy * ex);
    double n = r->dx * ey - r->dy * ex;
    int open = 0;
    if (r->radius > 0.0 || fabs(n) <= TWIN_LEAST * size) {
        const wall_ahead w = wall_from(r, wall, 1);
        if (r->radius > 0.0 && set_normal_to_disc(r, &w, x, y, normal))
            return;
        n = twin_sign(twin_cross(twin_of(r->dx), twin_of(r->dy), w.ex, w.ey), size, 1, &open);
    }
    const double from = n > 0.0 ? 1.0 : n < 0.0 ? -1.0 : 0.0;
    set_normal(r, -ey * from, ex * from, normal);
}

/* Sets the normal and the point of a hit in twins. */
WAY_OUT_OF_LINE void put_place_exactly(const way_ray *r, twin t, size_t i, way_hit_block *to) {
    const ray_hit *hit = &r->best;
    const twin x = twin_mul(t, twin_of(r->dx)), y = twin_mul(t, twin_of(r->dy));
    double normal[2] = {0.0, 0.0};
    if (hit->kind == WAY_WALL)
        set_wall_normal(r, &r->of->how->walls[hit->row], x, y, normal);
    else {
        twin fx, fy, reach;
        read_disc(r, hit->row, 1, &fx, &fy, &reach);
        set_normal(r, twin_add(fx, x).hi, twin_add(fy, y).hi, normal);
    }
    const double back = to->distance[i] > 0.0 ? r->radius : 0.0;
    to->x[i] = twin_sub(twin_add(r->x, x), twin_product(back, normal[0])).hi;
    to->y[i] = twin_sub(twin_add(r->y, y), twin_product(back, normal[1])).hi;
    to->normal_x[i] = normal[0];
    to->normal_y[i] = normal[1];
}

/* Sets the normal and the point in doubles, for a wall and a ray without a radius. Returns 0 if doubles
   cannot tell from which side the ray comes. */
static int put_place(const way_ray *r, double t, size_t i, way_hit_block *to) {
    const way_wall *wall = &r->of->how->walls[r->best.row];
    const double ex = (double)wall->bx - (double)wall->ax, ey = (double)wall->by - (double)wall->ay,
                 n = r->dx * ey - r->dy * ex;
    const double per = (n < 0.0 ? -1.0 : 1.0) / way_sqrt(ex * ex + ey * ey);
    if (!(fabs(n) > TWIN_LEAST * (fabs(r->dx * ey) + fabs(r->dy * ex))) || !(fabs(per) < 0x1p100))
        return 0;
    to->x[i] = r->x.hi + t * r->dx;
    to->y[i] = r->y.hi + t * r->dy;
    to->normal_x[i] = -ey * per + 0.0;
    to->normal_y[i] = ex * per + 0.0;
    return 1;
}

/* Computes the answer for a hit from its wall or disc alone: in doubles or, if rounding could change the
   answer, in twins. */
static void put_hit(const way_ray *r, size_t i, way_hit_block *to) {
    const ray_hit *hit = &r->best;
    const int is_plain = hit->kind == WAY_WALL && !(r->radius > 0.0),
              exact = hit->kind == WAY_WALL && r->radius > 0.0;
    twin t = twin_of(0.0);
    int is_sure = 1;
    if (exact || find_meeting(r, hit->kind, hit->row, 0, &t) != RAY_HITS) {
        find_meeting(r, hit->kind, hit->row, 1, &t);
        is_sure = 0;
    }
    to->distance[i] = t.hi * r->length;
    if (r->of->wants_place && !(is_sure && is_plain && put_place(r, t.hi, i, to)))
        put_place_exactly(r, t, i, to);
}

/* Stores the answer of a ray. */
static void put_ray(const way_ray *r, size_t i, int any, way_hit_block *to) {
    int32_t status = r->best.kind == WAY_NOTHING ? WAY_NO_TARGET : WAY_MET;
    way_put_bits(&to->kind[i], (uint32_t)r->best.kind);
    way_put_bits(&to->row[i], any ? WAY_NO_ROW : r->best.row);
    if (status == WAY_MET && any)
        to->distance[i] = 0.0;
    else if (status == WAY_MET)
        put_hit(r, i, to);
    if (to->distance[i] == 0.0 && !any)
        status = WAY_THERE;
    way_put_bits(&to->status[i], (uint32_t)status);
}

static void put_nothing(size_t i, way_hit_block *to) {
    to->distance[i] = INFINITY;
    to->x[i] = to->y[i] = to->normal_x[i] = to->normal_y[i] = 0.0;
    way_put_bits(&to->kind[i], WAY_NOTHING);
    way_put_bits(&to->row[i], WAY_NO_ROW);
    way_put_bits(&to->status[i], WAY_INVALID);
}

static void put_block(const way_cast2d_out *out, way_numbers rows, size_t count, const way_hit_block *from) {
    way_put_numbers(&out->distance, rows, count, from->distance);
    way_put_marks(&out->kind, rows, count, from->kind);
    way_put_marks(&out->row, rows, count, from->row);
    way_put_numbers(&out->point_x, rows, count, from->x);
    way_put_numbers(&out->point_y, rows, count, from->y);
    way_put_numbers(&out->normal_x, rows, count, from->normal_x);
    way_put_numbers(&out->normal_y, rows, count, from->normal_y);
    way_put_marks(&out->status, rows, count, from->status);
}

/* The call ----------------------------------------------------------------------------------------------- */

/* Searches the rays that are not settled one by one. Reading, searching and answering have stack frames of
   their own. */
WAY_OUT_OF_LINE void search_alone(const caster *c, const way_ray_block *block, size_t count, way_ray *ray,
                                  unsigned *valid) {
    way_ray *alone[RAYS];
    int some = 0;
    for (size_t i = 0; i < count; i++) {
        if (block->settled >> i & 1 || !read_ray(c, block, i, &ray[i]))
            continue;
        *valid |= 1u << i;
        alone[some++] = &ray[i];
    }
    if (some > 0)
        search_for(c, alone, some);
}

/* Computes the answers of the rays of the set `rays`, which hit walls and have no radius. Returns the bits of
   the rays whose answers are stored. */
WAY_OUT_OF_LINE unsigned answer_walls(const caster *c, const way_ray_block *block, unsigned rays,
                                      way_hit_block *to) {
    way_wall_hits hits;
    memset(&hits, 0, sizeof hits);
    for (unsigned left = rays; left != 0; left &= left - 1) {
        const int i = lowest_of(left);
        const way_wall *w = &c->how->walls[way_cell_bits(&block->row[i])];
        hits.wx[i] = w->ax - block->wall_x[i] - block->wall_x_lo[i];
        hits.wy[i] = w->ay - block->wall_y[i] - block->wall_y_lo[i];
        hits.ex[i] = (double)w->bx - (double)w->ax;
        hits.ey[i] = (double)w->by - (double)w->ay;
    }
    return (*c->lanes->meet_walls)(block, &hits, to) & rays;
}

/* Stores the answer of ray i, whose hit is known from a packet. */
static void put_settled(const caster *c, const way_ray_block *from, size_t i, way_hit_block *to) {
    const int32_t kind = !(from->hits >> i & 1) ? WAY_NOTHING : from->on_discs >> i & 1 ? WAY_DISC : WAY_WALL;
    way_ray ray;
    if (kind != WAY_NOTHING && !c->how->any) {
        read_ray(c, from, i, &ray);
        ray.best = (ray_hit){.kind = kind, .row = way_cell_bits(&from->row[i])};
        put_ray(&ray, i, 0, to);
        return;
    }
    way_put_bits(&to->kind[i], (uint32_t)kind);
    way_put_bits(&to->status[i], kind == WAY_NOTHING ? WAY_NO_TARGET : WAY_MET);
    to->distance[i] = kind == WAY_NOTHING ? INFINITY : 0.0;
}

WAY_OUT_OF_LINE void answer_rays(const caster *c, const way_cast2d_out *out, way_numbers rows, size_t count,
                                 way_ray_block *from, const way_ray *ray, unsigned valid) {
    way_hit_block block;
    unsigned walls = from->settled & from->hits & ~from->on_discs, known = 0;
    for (unsigned left = valid & from->plain; left != 0; left &= left - 1) {
        const int i = lowest_of(left);
        if (ray[i].best.kind != WAY_WALL)
            continue;
        walls |= 1u << i;
        way_put_bits(&from->row[i], ray[i].best.row);
    }
    if (!c->how->any && walls != 0)
        known = answer_walls(c, from, walls, &block);
    const unsigned all = count < RAYS ? (1u << count) - 1 : (1u << RAYS) - 1;
    for (unsigned left = all & ~known; left != 0; left &= left - 1) {
        const size_t i = (size_t)lowest_of(left);
        put_nothing(i, &block);
        if (from->settled >> i & 1)
            put_settled(c, from, i, &block);
        else if (valid >> i & 1)
            put_ray(&ray[i], i, c->how->any, &block);
    }
    put_block(out, rows, count, &block);
}

static void cast_all(const caster *c, const way_cast2d_out *out) {
    const way_cast *how = c->how;
    for (size_t at = 0; at < how->count; at += RAYS) {
        const size_t left = how->count - at, count = left < RAYS ? left : RAYS;
        const way_numbers rows = {how->index != NULL ? how->index + how->first + at : NULL,
                                  how->index != NULL ? 0 : how->first + at};
        way_ray_block block;
        way_ray ray[RAYS];
        unsigned valid = 0;
        read_block(c, rows, count, &block);
        block.plain = block.settled = block.hits = block.on_discs = 0;
        if (count >= FEW)
            (*c->lanes->prepare_block)(&block, how->wall_origin_x, how->wall_origin_y);
        block.plain &= count < RAYS ? (1u << count) - 1 : ~0u;
        if (c->has_trees && count >= FEW)
            (*c->lanes->see_rays)(&block, &c->obstacles);
        search_alone(c, &block, count, ray, &valid);
        answer_rays(c, out, rows, count, &block, ray, valid);
    }
}

/* Sets an upper bound of the errors of rounding a crowd's centres from double to float. */
static float error_of_centres(const way_crowd *crowd) {
    const float *root = way_crowd_cells(crowd) + crowd->node[crowd->levels - 1];
    float error = 0.0f;
    for (int k = 0; k < 4 * WAY_LEAF; k++) {
        const float size = fabsf(root[WAY_LEAF * NODE_LOW + k]);
        error = size < ELSEWHERE && size > error ? size : error;
    }
    return error * 0x1p-22f;
}

/* The boxes of a crowd are searched as if they were wider by the largest radius. So a few discs that are much
   larger than all others are put into leaves of their own. */
static void set_large_discs(caster *c, float others) {
    const float *base = way_crowd_cells(c->crowd);
    uint32_t count = 0;
    c->large_discs = c->discs;
    c->discs.widest = others;
    for (size_t k = 0; k < sizeof c->large / sizeof *c->large; k++)
        c->large[k] = ELSEWHERE;
    for (uint32_t row = 0; row < c->discs.runners; row++) {
        const float radius = way_float_at(c->discs.radii, row);
        const uint32_t seat = way_cell_bits(base + c->crowd->seat + row);
        if (!(radius > others && radius <= c->large_discs.widest) || seat == UINT32_MAX)
            continue;
        const float *from = base + c->crowd->leaf + seat / WAY_LEAF * (size_t)LEAF_CELLS(2) + seat % WAY_LEAF;
        float *to = c->large + count / WAY_LEAF * LARGE_CELLS + count % WAY_LEAF;
        for (int k = 0; k < LARGE_CELLS; k += WAY_LEAF)
            to[k] = from[k];
        count++;
    }
    c->obstacles.large_columns = &c->large_discs;
    c->obstacles.large = c->large;
    c->obstacles.large_leaves = (count + WAY_LEAF - 1) / WAY_LEAF;
}

WAY_OUT_OF_LINE void describe_discs(caster *c, size_t runners) {
    const way_column *radius = &c->in->runner_radius;
    way_disc_columns *of = &c->discs;
    const int is_one =
        radius->data == NULL || (way_stride(radius) == 0 && radius->rows == NULL && radius->page == 0);
    way_radii radii;
    float others = 0.0f;
    *of = (way_disc_columns){.masks = c->in->runner_mask.data != NULL ? &c->in->runner_mask : NULL,
                             .radii = is_one ? NULL : radius,
                             .runners = (uint32_t)runners};
    if (c->crowd != NULL && c->crowd->levels == 0)
        of->runners = 0;
    else if (c->crowd != NULL)
        of->error = error_of_centres(c->crowd);
    if (is_one && radius->data != NULL && runners > 0)
        of->widest = way_float_at(radius, 0);
    if (!(of->widest >= 0.0f && of->widest <= (float)ROOM))
        of->widest = 0.0f, of->runners = 0; /* no disc is valid */
    if (is_one || of->runners == 0)
        return;
    way_count_radii(c->table, radius, runners, (float)ROOM, &radii);
    if (way_split_radii(&radii, &others, &of->widest) && c->crowd != NULL)
        set_large_discs(c, others);
}

/* Returns the side of a square with as many obstacles as a leaf has, if the obstacles are spread evenly. */
static float side_of_leaf(const float *low_x, const float *high_x, const float *low_y, const float *high_y,
                          size_t obstacles) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int k = 0; k < WAY_LEAF; k++) {
        if (!(low_x[k] < ELSEWHERE))
            continue;
        low[0] = low_x[k] < low[0] ? low_x[k] : low[0];
        low[1] = low_y[k] < low[1] ? low_y[k] : low[1];
        high[0] = high_x[k] > high[0] ? high_x[k] : high[0];
        high[1] = high_y[k] > high[1] ? high_y[k] : high[1];
    }
    const double area = (high[0] - low[0]) * (high[1] - low[1]) * WAY_LEAF / ((double)obstacles + 1.0);
    return area > 0.0 ? (float)way_sqrt(area) : 0.0f;
}

/* Packets search trees only. */
static void describe_obstacles(caster *c) {
    const way_cast *how = c->how;
    const way_crowd *crowd = c->discs.runners > 0 ? c->crowd : NULL;
    if (how->count < FEW)
        return;
    c->obstacles.walls = how->wall_tree;
    c->obstacles.columns = &c->discs;
    c->obstacles.any = how->any;
    c->obstacles.crowd = crowd;
    c->has_trees =
        (how->wall_tree != NULL || how->wall_count == 0) && (crowd != NULL || c->discs.runners == 0);
    if (how->wall_tree != NULL) {
        const way_wall_boxes *root = &way_tree_branch(how->wall_tree, how->wall_tree->levels - 1, 0)->boxes;
        c->obstacles.near[0] =
            0.5f * side_of_leaf(root->lo_x, root->hi_x, root->lo_y, root->hi_y, how->wall_count);
    }
    if (crowd != NULL) {
        const float *root = way_crowd_cells(crowd) + crowd->node[crowd->levels - 1];
        c->obstacles.near[1] = 0.5f * side_of_leaf(root + WAY_LEAF * NODE_LOW, root + WAY_LEAF * NODE_HIGH(2),
                                                   root + WAY_LEAF * (NODE_LOW + 1),
                                                   root + WAY_LEAF * (NODE_HIGH(2) + 1), c->discs.runners);
    }
}

way_result way_cast2d(const way_cast2d_in *in, const way_cast2d_out *out, const way_cast *cast) {
    static const way_cast_lanes *const each[WAY_TABLES] = WAY_LANES(way_cast_lanes);
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
    if (result != WAY_OK || cast->count == 0)
        return result;
    const way_crowd *given = (const way_crowd *)(const void *)cast->crowd2d;
    const way_crowd *crowd =
        given != NULL && given->worlds == 0 ? given : NULL; /* a crowd with worlds has several trees, so it is
                                                               not used */
    way_fpenv caller = way_fpenv_enter_for_calls();
    const way_table *table = way_cpu_table();
    caster c = {.in = in,
                .how = cast,
                .crowd = crowd,
                .table = table,
                .lanes = each[table->number],
                .wants_place = out->point_x.data != NULL || out->point_y.data != NULL ||
                               out->normal_x.data != NULL || out->normal_y.data != NULL};
    describe_discs(&c, given != NULL ? given->runners : cast->runner_count);
    way_compare_columns(&c.sharing, &in->x, &in->runner_x);
    way_compare_columns(&c.sharing, &in->y, &in->runner_y);
    describe_obstacles(&c);
    cast_all(&c, out);
    way_fpenv_leave_after_calls(caller);
    return WAY_OK;
}
