/* Casts rays against triangles, and finds where moving balls meet them. The search (triangle_lanes.c)
   computes in floats. It leaves out only triangles that the ray certainly misses, or hits later than another
   one. If several candidates are left, or if the hit of the only candidate is not certain, triangle_flight.c
   computes the hits in doubles. If rounding could change a decision or the order of two hits, it computes
   them again in twins. The answer depends on the hit triangle alone, so it is the same with and without a
   tree. Source: the library's own method. */
#define WAY_ISA scalar
#define WAY_PRECISION exact
#include "choose/cast3d_internal.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "call/check.h"
#include "choose/cast_columns.h"
#include "choose/triangle_flight.h"
#include "isa/fpenv.h"

/* FAR: the largest valid coordinate. BLOCK: the number of rays in a block. SHARING: the number of rays that
   share leaves if there is no tree. */
#define FAR 1e18
enum { BLOCK = WAY_FLIGHTS, SHARING = 4 };

/* The columns of a call. Of the inputs: x, y, z, the direction, the radius, the range or the horizon, and the
   mask. Of the outputs: the distance or the time, the point, the normal, the row, the status and the kind. */
typedef struct flight_columns {
    const way_column *in[9];
    const way_column_out *out[10];
} flight_columns;

enum { OF_RADIUS = 6, OF_MOST = 7, OF_MASK = 8 };

typedef struct flight_call {
    flight_columns columns;
    const way_cast_triangles *how;
    const way_table *table;
    const way_triangle_lanes *lanes;
    int is_sweep, wants_place; /* wants_place: points or normals */
    way_packet_scene scene;
} flight_call;

/* Fewer rays take less time one by one. */
enum { FEW = WAY_PACKET3D / 2 };

/* A ray, and the first hit of the triangles that are decided. */
typedef struct way_decider {
    way_flight flight;
    way_beam3d beam;
    const way_triangle *triangles;
    const way_triangle_leaf *leaves; /* NULL: there is no tree */
    twin t;
    uint32_t row, seat; /* of the triangle: see way_beam3d; WAY_NO_ROW: nothing is hit */
    int is_exact;       /* is t computed in twins? */
} way_decider;

/* Deciding which triangle is hit ------------------------------------------------------------------------- */

/* Is a hit within the range or the horizon? */
static int is_in_time(const way_decider *x, const way_triangle *triangle, twin *t, int *is_exact) {
    const way_flight *f = &x->flight;
    int open = 0;
    if (!(f->most <= DBL_MAX) || t->hi < f->last * (1.0 - WAY_NEAR))
        return 1;
    if (t->hi > f->last * (1.0 + WAY_NEAR))
        return 0;
    if (!*is_exact)
        way_meet_triangle(f, triangle, 1, t);
    *is_exact = 1;
    if (f->is_sweep) {
        const twin time = {t->hi * f->power[0] * f->power[1], t->lo * f->power[0] * f->power[1]};
        return twin_sign(twin_sub(time, twin_of(f->most)), f->most, 1, &open) <= 0;
    }
    const twin square = twin_product(f->most, f->most),
               dd = twin_add(twin_dot(f->d.x, f->d.y, f->d.x, f->d.y), twin_mul(f->d.z, f->d.z)),
               way = twin_mul(twin_mul(*t, *t), dd);
    return twin_sign(twin_sub(way, square), square.hi, 1, &open) <= 0;
}

/* Returns the triangle from its leaf, which the search has just read, or from the caller's list. */
static way_triangle triangle_at(const way_decider *x, uint32_t row, uint32_t seat) {
    if (x->leaves == NULL)
        return x->triangles[row];
    const way_triangle_leaf *l = &x->leaves[seat / WAY_TRIANGLE_FAN];
    const uint32_t k = seat % WAY_TRIANGLE_FAN;
    return (way_triangle){l->a[0][k], l->a[1][k], l->a[2][k], l->b[0][k],           l->b[1][k], l->b[2][k],
                          l->c[0][k], l->c[1][k], l->c[2][k], (int32_t)l->sides[k], l->masks[k]};
}

/* Takes a triangle if the ray meets it before the known hit. If times are equal, the lower row wins. */
static void consider_triangle(way_decider *x, uint32_t row, uint32_t seat) {
    const way_triangle triangle = triangle_at(x, row, seat);
    twin t = twin_of(0.0);
    int is_exact = 0;
    const ray_verdict is = way_meet_triangle(&x->flight, &triangle, 0, &t);
    if (is == RAY_MISSES)
        return;
    if (is == RAY_UNDECIDED) {
        if (way_meet_triangle(&x->flight, &triangle, 1, &t) != RAY_HITS)
            return;
        is_exact = 1;
    }
    const int is_first = x->row == WAY_NO_ROW;
    if (!is_first && t.hi > x->t.hi * (1.0 + WAY_NEAR))
        return;
    if (!is_in_time(x, &triangle, &t, &is_exact))
        return;
    if (!is_first && !(t.hi < x->t.hi * (1.0 - WAY_NEAR))) {
        int open = 0;
        if (!is_exact)
            way_meet_triangle(&x->flight, &triangle, 1, &t);
        if (!x->is_exact) {
            const way_triangle other = triangle_at(x, x->row, x->seat);
            way_meet_triangle(&x->flight, &other, 1, &x->t);
        }
        is_exact = x->is_exact = 1;
        const int order = twin_sign(twin_sub(t, x->t), t.hi + x->t.hi, 1, &open);
        if (order > 0 || (order == 0 && row > x->row))
            return;
    }
    x->t = t;
    x->row = row;
    x->seat = seat;
    x->is_exact = is_exact;
}

/* Removes the candidates that the ray certainly meets later than a hit that is certain. */
static void drop_late3d(way_beam3d *b) {
    int32_t kept = 0;
    for (int32_t i = 0; i < b->count; i++) {
        if (!(b->from[i] <= b->until))
            continue;
        b->from[kept] = b->from[i];
        b->row[kept] = b->row[i];
        b->seat[kept] = b->seat[i];
        b->certain[kept++] = b->certain[i];
    }
    b->count = kept;
}

/* Limits the search to times up to the decided hit. */
static void shorten_beam3d(way_beam3d *b) {
    const double last = b->decider->t.hi * (1.0 + WAY_NEAR) + 0x1p-100;
    b->until = last < (double)b->until ? (float)last : b->until;
    b->is_certain = 1;
}

/* Decides the candidates of the list, the nearest ones first, and empties the list. */
static void decide_ahead(way_beam3d *b) {
    way_decider *x = b->decider;
    for (int32_t left = b->count; left > 0; left--) {
        int32_t next = 0;
        for (int32_t i = 1; i < left; i++)
            next = b->from[i] < b->from[next] ? i : next;
        if (!(b->from[next] <= b->until))
            break;
        consider_triangle(x, b->row[next], b->seat[next]);
        b->from[next] = b->from[left - 1];
        b->row[next] = b->row[left - 1];
        b->seat[next] = b->seat[left - 1];
        if (x->row != WAY_NO_ROW)
            shorten_beam3d(b);
    }
    b->count = 0;
}

void way_settle_beam3d(way_beam3d *b) {
    drop_late3d(b);
    if (b->radius > 0.0f || b->count > WAY_AHEAD3D - WAY_TRIANGLE_FAN)
        decide_ahead(b);
}

/* If one candidate is left in the list, sets the hit to it. Otherwise decides which candidate is hit first. */
static void finish_beam3d(way_decider *x) {
    way_beam3d *b = &x->beam;
    drop_late3d(b);
    if (b->count == 1 && b->certain[0] && x->row == WAY_NO_ROW)
        x->row = b->row[0], x->seat = b->seat[0];
    else
        decide_ahead(b);
}

/* Reading rays ------------------------------------------------------------------------------------------- */

static void read_flights(const flight_call *c, way_numbers rows, size_t count, way_flight_block *to) {
    if (count < BLOCK && count >= FEW)
        memset(to, 0, sizeof *to); /* packets read all lanes */
    for (int k = 0; k < 8; k++)
        way_read_doubles(c->table, c->columns.in[k], k == OF_MOST ? INFINITY : 0.0, rows, count, to->in[k]);
    way_read_words(c->table, c->columns.in[OF_MASK], rows, count, to->masks, BLOCK);
}

static double length_of_flight(const way_flight *f) {
    const double x = f->d.x.hi, y = f->d.y.hi, z = f->d.z.hi;
    return way_sqrt(x * x + y * y + z * z);
}

static float above3d(double number) {
    return number <= 0x1p65 ? (float)(number * (1.0 + 0x1p-22)) + FLT_MIN : 0x1p66f;
}

static void begin_beam3d(const flight_call *c, way_decider *x) {
    const way_flight *f = &x->flight;
    const twin at[3] = {f->at.x, f->at.y, f->at.z}, d[3] = {f->d.x, f->d.y, f->d.z};
    way_beam3d *b = &x->beam;
    double slack = 0.0;
    for (int k = 0; k < 3; k++) {
        b->at[k] = (float)at[k].hi;
        b->d[k] = (float)d[k].hi;
        slack = twin_larger(slack, fabs(at[k].hi - (double)b->at[k]) + fabs(at[k].lo));
    }
    b->slack = slack > 0.0 ? (float)(slack * (1.0 + 0x1p-20)) + 0x1p-120f : 0.0f;
    b->radius = f->radius > 0.0 ? above3d(f->radius) : 0.0f;
    b->until = above3d(f->last);
    b->sure = f->last <= FLT_MAX ? (float)(f->last * (1.0 - 0x1p-22)) : 0x1p66f;
    b->masks = f->mask;
    b->any = c->how->any;
    b->is_certain = b->count = 0;
    b->decider = x;
    x->triangles = c->how->triangles;
    x->leaves = c->how->triangle_tree != NULL ? way_triangle_leaves(c->how->triangle_tree) : NULL;
    x->t = twin_of(0.0);
    x->row = x->seat = WAY_NO_ROW;
    x->is_exact = 0;
}

/* Prepares ray i of a block. Returns WAY_MET, or the status of a ray that cannot hit anything. */
static int32_t read_flight(const flight_call *c, const way_flight_block *of, size_t i, way_decider *x) {
    way_flight *f = &x->flight;
    const double at[3] = {of->in[0][i], of->in[1][i], of->in[2][i]}, most = of->in[OF_MOST][i],
                 fastest = c->is_sweep ? FAR : DBL_MAX;
    double d[3] = {of->in[3][i], of->in[4][i], of->in[5][i]};
    f->radius = of->in[OF_RADIUS][i];
    f->most = most;
    f->mask = way_cell_bits(&of->masks[i]);
    f->is_sweep = c->is_sweep;
    const int is_sound = (fabs(at[0]) <= FAR) & (fabs(at[1]) <= FAR) & (fabs(at[2]) <= FAR) &
                         (fabs(d[0]) <= fastest) & (fabs(d[1]) <= fastest) & (fabs(d[2]) <= fastest) &
                         (f->radius >= 0.0) & (f->radius <= FAR) &
                         (c->is_sweep ? most > -INFINITY : most >= 0.0);
    const int moves = (d[0] != 0.0) | (d[1] != 0.0) | (d[2] != 0.0);
    if (!is_sound || (!moves && !c->is_sweep))
        return WAY_INVALID;
    if (!moves)
        return WAY_IMMOBILE;
    if (most < 0.0)
        return WAY_TOO_SLOW;
    way_scale3(d, f->power);
    f->d = (twin3){twin_of(d[0]), twin_of(d[1]), twin_of(d[2])};
    f->last = !(most <= DBL_MAX) ? INFINITY
              : c->is_sweep      ? most / f->power[1] / f->power[0]
                                 : most / length_of_flight(f);
    f->at = (twin3){twin_between(c->how->triangle_origin_x, at[0]),
                    twin_between(c->how->triangle_origin_y, at[1]),
                    twin_between(c->how->triangle_origin_z, at[2])};
    begin_beam3d(c, x);
    return WAY_MET;
}

/* Answers ------------------------------------------------------------------------------------------------ */

static void put_no_landing(size_t i, int32_t status, way_landing_block *to) {
    to->out[0][i] = INFINITY;
    for (int k = 1; k < 7; k++)
        to->out[k][i] = 0.0;
    way_put_bits(&to->row[i], WAY_NO_ROW);
    way_put_bits(&to->status[i], (uint32_t)status);
    way_put_bits(&to->kind[i], WAY_NOTHING);
}

/* Writes the point and the normal of a hit. */
WAY_OUT_OF_LINE void put_landing(const way_decider *x, const way_triangle *triangle, twin t,
                                 const way_flight_block *of, size_t i, way_landing_block *to) {
    const way_landing l = way_land_on(&x->flight, triangle, t);
    const twin move[3] = {l.to.x, l.to.y, l.to.z};
    for (int k = 0; k < 3; k++) {
        to->out[1 + k][i] = twin_add(twin_of(of->in[k][i]), move[k]).hi;
        to->out[4 + k][i] = l.normal[k];
    }
}

/* Computes the answer from the hit's triangle alone, and in twins only if doubles do not decide. */
static void put_flight(const flight_call *c, const way_decider *x, const way_flight_block *of, size_t i,
                       way_landing_block *to) {
    const way_flight *f = &x->flight;
    const int any = c->how->any;
    twin t = twin_of(0.0);
    put_no_landing(i, c->is_sweep ? WAY_TOO_SLOW : WAY_NO_TARGET, to);
    if (x->row == WAY_NO_ROW)
        return;
    const way_triangle triangle = triangle_at(x, x->row, x->seat);
    if (f->radius > 0.0 && x->is_exact && !any)
        t = x->t; /* as meet_wide_exactly computes it, so that the answer does not depend on the search */
    else if (!any && (f->radius > 0.0 || way_meet_triangle(f, &triangle, 0, &t) != RAY_HITS))
        way_meet_triangle(f, &triangle, 1, &t);
    to->out[0][i] = c->is_sweep ? t.hi * f->power[0] * f->power[1] : t.hi * length_of_flight(f);
    way_put_bits(&to->row[i], any ? WAY_NO_ROW : x->row);
    way_put_bits(&to->status[i], to->out[0][i] == 0.0 && !any ? WAY_THERE : WAY_MET);
    way_put_bits(&to->kind[i], WAY_TRIANGLE);
    if (c->wants_place && !any)
        put_landing(x, &triangle, t, of, i, to);
}

static void put_landings(const flight_call *c, way_numbers rows, size_t count,
                         const way_landing_block *from) {
    for (int k = 0; k < 7; k++)
        way_put_numbers(c->columns.out[k], rows, count, from->out[k]);
    way_put_marks(c->columns.out[7], rows, count, from->row);
    way_put_marks(c->columns.out[8], rows, count, from->status);
    if (c->columns.out[9] != NULL)
        way_put_marks(c->columns.out[9], rows, count, from->kind);
}

/* The call ----------------------------------------------------------------------------------------------- */

/* Stores the answer of a ray whose distance, point and normal are stored. */
static void put_known(size_t i, uint32_t row, way_landing_block *to) {
    way_put_bits(&to->row[i], row);
    way_put_bits(&to->status[i], to->out[0][i] == 0.0 ? WAY_THERE : WAY_MET);
    way_put_bits(&to->kind[i], WAY_TRIANGLE);
}

/* Searches ray i alone, if its hit in the packet is not known. Stores its answer. */
WAY_OUT_OF_LINE void fly_alone(const flight_call *c, const way_flight_block *of, size_t i,
                               const way_packet_hits *packet, way_landing_block *to) {
    const unsigned lane = i % WAY_PACKET3D;
    way_decider x;
    const int32_t status = read_flight(c, of, i, &x);
    if (status != WAY_MET) {
        put_no_landing(i, status, to);
        return;
    }
    if (!(packet->settled >> lane & 1)) {
        (*c->lanes->see_tree)(&x.beam, c->how->triangle_tree);
        finish_beam3d(&x);
    } else if (packet->hits >> lane & 1) {
        x.seat = way_cell_bits(&packet->seat[lane]);
        x.row = x.leaves[x.seat / WAY_TRIANGLE_FAN].row[x.seat % WAY_TRIANGLE_FAN];
    }
    put_flight(c, &x, of, i, to);
}

WAY_OUT_OF_LINE void fly_through_tree(const flight_call *c, const way_flight_block *of, size_t count,
                                      way_landing_block *to) {
    const way_triangle_leaf *leaves = way_triangle_leaves(c->how->triangle_tree);
    way_packet_hits packet = {.settled = 0};
    unsigned known = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned lane = i % WAY_PACKET3D;
        if (lane == 0)
            packet.settled = known = 0;
        if (lane == 0 && !c->is_sweep && count - i >= FEW) {
            (*c->lanes->see_flights)(of, i, &c->scene, &packet);
            known = packet.settled & packet.hits;
            if (known != 0 && !c->how->any)
                known = (*c->lanes->land_packet)(of, i, &c->scene, &packet, to);
        }
        if (!((known | (packet.settled & ~packet.hits)) >> lane & 1)) {
            fly_alone(c, of, i, &packet, to);
            continue;
        }
        const uint32_t seat = way_cell_bits(&packet.seat[lane]);
        if (!(known >> lane & 1))
            put_no_landing(i, WAY_NO_TARGET, to);
        else if (!c->how->any)
            put_known(i, leaves[seat / WAY_TRIANGLE_FAN].row[seat % WAY_TRIANGLE_FAN], to);
        else {
            put_no_landing(i, WAY_MET, to);
            to->out[0][i] = 0.0;
            way_put_bits(&to->kind[i], WAY_TRIANGLE);
        }
    }
}

/* Without a tree, triangles are put into leaves. Several rays share them. */
WAY_OUT_OF_LINE void see_triangle_list(const flight_call *c, way_decider *x, const int32_t *status,
                                       size_t count) {
    way_triangle_leaf leaf;
    uint32_t row[WAY_TRIANGLE_FAN];
    for (size_t next = 0; next < c->how->triangle_count;) {
        size_t some = 0;
        for (; some < WAY_TRIANGLE_FAN && next < c->how->triangle_count; next++)
            if (way_may_hit(&c->how->triangles[next]))
                row[some++] = (uint32_t)next;
        way_make_triangle_leaf(c->how->triangles, row, some, &leaf);
        for (size_t i = 0; i < count; i++)
            if (status[i] == WAY_MET && !(x[i].beam.any & x[i].beam.is_certain))
                (*c->lanes->see_leaf)(&x[i].beam, &leaf);
    }
}

WAY_OUT_OF_LINE void fly_through_list(const flight_call *c, const way_flight_block *of, size_t count,
                                      way_landing_block *to) {
    way_decider x[SHARING];
    int32_t status[SHARING];
    for (size_t at = 0; at < count; at += SHARING) {
        const size_t some = count - at < SHARING ? count - at : SHARING;
        for (size_t i = 0; i < some; i++)
            status[i] = read_flight(c, of, at + i, &x[i]);
        see_triangle_list(c, x, status, some);
        for (size_t i = 0; i < some; i++) {
            put_no_landing(at + i, status[i], to);
            if (status[i] != WAY_MET)
                continue;
            finish_beam3d(&x[i]);
            put_flight(c, &x[i], of, at + i, to);
        }
    }
}

static void fly_all(const flight_call *c) {
    const way_cast_triangles *how = c->how;
    for (size_t at = 0; at < how->count; at += BLOCK) {
        const size_t left = how->count - at, count = left < BLOCK ? left : BLOCK;
        const way_numbers rows = {how->index != NULL ? how->index + how->first + at : NULL,
                                  how->index != NULL ? 0 : how->first + at};
        way_flight_block block;
        way_landing_block answers;
        read_flights(c, rows, count, &block);
        if (how->triangle_tree != NULL)
            fly_through_tree(c, &block, count, &answers);
        else
            fly_through_list(c, &block, count, &answers);
        put_landings(c, rows, count, &answers);
    }
}

static way_result accept_flights(const way_call_entry *entry, const void *in, const void *out, unsigned uses,
                                 const way_cast_triangles *how) {
    const way_arguments arguments = {.in = in,
                                     .out = out,
                                     .fault = how->fault,
                                     .uses = uses,
                                     .first = how->first,
                                     .count = how->count,
                                     .index = how->index,
                                     .flights = how};
    return way_check_arguments(entry, &arguments);
}

/* Rays may share a packet if their starts are within the side of a square with as many triangles as a leaf has,
   if the triangles are spread evenly over half the surface of the box around them. */
static void describe_scene(flight_call *c) {
    const way_cast_triangles *how = c->how;
    way_packet_scene *s = &c->scene;
    if (how->triangle_tree == NULL || how->count < FEW)
        return;
    const way_triangle_node *root = way_triangle_nodes(how->triangle_tree);
    double side[3];
    for (int k = 0; k < 3; k++) {
        float low = INFINITY, high = -INFINITY;
        for (int i = 0; i < WAY_TRIANGLE_FAN; i++) {
            const float from = root->bound[2 * k][i], to = root->bound[2 * k + 1][i];
            if (!(root->used >> i & 1))
                continue;
            low = from < low ? from : low;
            high = to > high ? to : high;
        }
        side[k] = high > low ? (double)high - (double)low : 0.0;
        s->size = -low > s->size ? -low : s->size;
        s->size = high > s->size ? high : s->size;
    }
    const double area = side[0] * side[1] + side[0] * side[2] + side[1] * side[2];
    s->near = (float)way_sqrt(area * WAY_TRIANGLE_FAN / ((double)how->triangle_count + 1.0));
    s->tree = how->triangle_tree;
    s->origin[0] = how->triangle_origin_x;
    s->origin[1] = how->triangle_origin_y;
    s->origin[2] = how->triangle_origin_z;
    s->any = how->any;
}

static void begin_flights(flight_call *c) {
    static const way_triangle_lanes *const each[WAY_TABLES] = WAY_LANES(way_triangle_lanes);
    c->table = way_cpu_table();
    c->lanes = each[c->table->number];
    for (int k = 1; k < 7; k++)
        c->wants_place |= c->columns.out[k]->data != NULL;
    way_fpenv caller = way_fpenv_enter_for_calls();
    describe_scene(c);
    fly_all(c);
    way_fpenv_leave_after_calls(caller);
}

way_result way_cast3d(const way_cast3d_in *in, const way_cast3d_out *out, const way_cast_triangles *cast) {
    if (cast == NULL)
        return WAY_ERROR_NULL;
    const way_result result = accept_flights(&way_cast3d_entry, in, out, FOR_CASTING, cast);
    if (result != WAY_OK || cast->count == 0)
        return result;
    flight_call c = {{{&in->x, &in->y, &in->z, &in->direction_x, &in->direction_y, &in->direction_z,
                       &in->radius, &in->range, &in->chaser_mask},
                      {&out->distance, &out->point_x, &out->point_y, &out->point_z, &out->normal_x,
                       &out->normal_y, &out->normal_z, &out->row, &out->status, &out->kind}},
                     cast,
                     NULL,
                     NULL,
                     0,
                     0,
                     {.any = 0}};
    begin_flights(&c);
    return WAY_OK;
}

way_result way_sweep3d(const way_sweep3d_in *in, const way_sweep3d_out *out,
                       const way_cast_triangles *sweep) {
    if (sweep == NULL)
        return WAY_ERROR_NULL;
    const way_result result = accept_flights(&way_sweep3d_entry, in, out, FOR_SWEEPING, sweep);
    if (result != WAY_OK || sweep->count == 0)
        return result;
    flight_call c = {{{&in->ball_x, &in->ball_y, &in->ball_z, &in->ball_vx, &in->ball_vy, &in->ball_vz,
                       &in->radius, &in->horizon, &in->chaser_mask},
                      {&out->time, &out->point_x, &out->point_y, &out->point_z, &out->normal_x,
                       &out->normal_y, &out->normal_z, &out->triangle, &out->status, NULL}},
                     sweep,
                     NULL,
                     NULL,
                     1,
                     0,
                     {.any = 0}};
    begin_flights(&c);
    return WAY_OK;
}
