/* Tests whether choosers see candidates. */
#define WAY_ISA scalar
#define WAY_PRECISION exact
#include <float.h>
#include <math.h>

#include "crowd/sight.h"
#include "kernels/bounce/wall_crossing.h"

const way_sight_lanes *way_sight_lanes_of(const way_table *table) {
    static const way_sight_lanes *const all[WAY_TABLES] = WAY_LANES(way_sight_lanes);
    return all[table->number];
}

/* One wall ----------------------------------------------------------------------------------------------- */

typedef enum cut { CUT_NOT, CUT, CUT_UNDECIDED } cut;

/* Does a wall that lies along the line of sight cut it? d is the line of sight, and w leads from its start to
   the wall, as in way_crossing. If the line of sight is a point: is this point on the wall? */
static cut cut_along(twin dx, twin dy, twin wx, twin wy, twin ex, twin ey, int exact) {
    int open = 0;
    const int is_point = dx.hi == 0.0 && dy.hi == 0.0;
    if (is_point && ex.hi == 0.0 && ey.hi == 0.0)
        return wx.hi == 0.0 && wy.hi == 0.0 ? CUT : CUT_NOT;
    const twin ux = is_point ? ex : dx, uy = is_point ? ey : dy;
    const twin uu = t_dot(ux, uy, ux, uy, exact);
    const twin first = t_dot(wx, wy, ux, uy, exact), last = t_add(first, t_dot(ex, ey, ux, uy, exact), exact);
    const twin near = first.hi < last.hi ? first : last, far = first.hi < last.hi ? last : first;
    const double size = fabs(wx.hi * ux.hi) + fabs(wy.hi * uy.hi) + fabs(ex.hi * ux.hi) + fabs(ey.hi * uy.hi);
    const twin beyond = is_point ? near : t_sub(near, uu, exact);
    const int before = twin_sign(far, size, exact, &open),
              after = twin_sign(beyond, size + (is_point ? 0.0 : uu.hi), exact, &open);
    if (before < 0 || after > 0)
        return CUT_NOT;
    return open ? CUT_UNDECIDED : CUT;
}

static cut cut_line(const way_line *line, const way_wall *wall, int exact) {
    const twin dx = t_between(line->p[0], line->q[0], exact), dy = t_between(line->p[1], line->q[1], exact);
    const twin wx = t_between(line->p[0], wall->ax, exact), wy = t_between(line->p[1], wall->ay, exact);
    const twin ex = t_between(wall->ax, wall->bx, exact), ey = t_between(wall->ay, wall->by, exact);
    way_crossing c = way_cross_wall(dx, dy, wx, wy, ex, ey, exact);
    const int before = twin_sign(t_sub(c.n, c.k, exact), c.size_n + c.size_k, exact, &c.open) *
                       c.side; /* true if the end of the line is on this side */
    if (way_misses_wall(&c) || before < 0 || way_is_transparent(wall->sides, c.side))
        return CUT_NOT;
    if (c.open)
        return CUT_UNDECIDED;
    if (c.side != 0)
        return CUT;
    if (twin_sign(c.k, c.size_k, exact, &c.open) != 0 || twin_sign(c.m, c.size_m, exact, &c.open) != 0)
        return CUT_NOT;
    return cut_along(dx, dy, wx, wy, ex, ey, exact);
}

int way_cuts(const way_line *line, const way_wall *wall) {
    cut is = cut_line(line, wall, 0);
    if (is == CUT_UNDECIDED)
        is = cut_line(line, wall, 1);
    return is == CUT;
}

/* Walls around a chooser --------------------------------------------------------------------------------- */

static float rounded_down(double a) { return (float)(a - fabs(a) * 0x1p-22 - 0x1p-100); }

static int is_in_box(const way_wall *w, const way_box *box) {
    return way_may_stop(w) && (w->ax <= box->high[0] || w->bx <= box->high[0]) &&
           (w->ax >= box->low[0] || w->bx >= box->low[0]) &&
           (w->ay <= box->high[1] || w->by <= box->high[1]) && (w->ay >= box->low[1] || w->by >= box->low[1]);
}

/* Stores those walls of a list that are in this box. keep_walls does this for a tree. */
static int keep_from_list(way_sight *s, const way_box *box) {
    s->count = 0;
    for (size_t i = 0; i < s->wall_count; i++) {
        const way_wall *w = &s->walls[i];
        const uint32_t number = (uint32_t)i;
        if (!is_in_box(w, box))
            continue;
        if (s->count == WAY_NEAR_WALLS)
            return 0;
        s->near_walls->wx[s->count] = w->ax;
        s->near_walls->wy[s->count] = w->ay;
        s->near_walls->ex[s->count] = w->bx;
        s->near_walls->ey[s->count] = w->by;
        s->near_walls->sides[s->count] = w->sides > 0 ? 1.0f : w->sides < 0 ? -1.0f : 0.0f;
        memcpy(&s->near_walls->number[s->count++], &number, sizeof number);
    }
    return 1;
}

/* Returns a position relative to the walls' origin, on axis k. */
static float to_walls(const way_sight *s, float place, int k) {
    return (float)((double)place + s->from_walls[k]);
}

/* Stores the walls within this distance of the chooser on each axis. Returns 0 if there are too many. */
static int keep_around(way_sight *s, double distance) {
    way_box box;
    for (int k = 0; k < 2; k++) {
        box.low[k] = rounded_down((double)s->place[k] - distance);
        box.high[k] = -rounded_down(-(double)s->place[k] - distance);
    }
    const int are_all = s->tree != NULL ? (*s->lanes->keep_walls)(s, &box) : keep_from_list(s, &box);
    for (int i = s->count; i % WAY_LEAF != 0; i++)
        s->near_walls->wx[i] = NAN;
    (*s->lanes->prepare_kept)(s, s->place[0], s->place[1]);
    return are_all;
}

static int look(way_sight *s, double distance) {
    if (!keep_around(s, distance * (1.0 + 0x1p-18)))
        return 0;
    s->known = (float)distance;
    return 1;
}

/* Stores the walls up to the distance `ahead`. If they do not fit into memory, stores the walls up to
   `distance`. If these do not fit either, the stored walls do not change. */
static void look_around(way_sight *s, double distance, double ahead) {
    const float before = s->known;
    if (look(s, ahead) || look(s, distance))
        return;
    s->is_full = 1;
    if (before >= 0.0f)
        look(s, (double)before);
}

static int cut_by_list(const way_sight *s, const way_line *line) {
    for (size_t i = 0; i < s->wall_count; i++)
        if (is_in_box(&s->walls[i], &line->extent) && way_cuts(line, &s->walls[i]))
            return 1;
    return 0;
}

/* Does a wall cut the line from the chooser to q? */
static int is_cut(way_sight *s, double x, double y) {
    way_line line = {.q = {x, y}, .walls = s->walls};
    double far = 0.0;
    for (int k = 0; k < 2; k++) {
        line.p[k] = (double)s->place[k];
        line.at[k] = s->place[k];
        line.d[k] = (float)(line.q[k] - line.p[k]);
        far = twin_larger(far, fabs(line.q[k] - line.p[k]));
    }
    if (far > (double)s->known && !s->is_full && s->near_walls != NULL) {
        const double twice = 2.0 * far, range = (double)s->of->to;
        look_around(s, far, twice < range ? twice : range > far ? range : far);
    }
    if (s->count > 0 && (*s->lanes->cut_by_kept)(s, &line))
        return 1;
    if (far <= (double)s->known)
        return 0;
    for (int k = 0; k < 2; k++) {
        const double p = line.p[k], q = line.q[k];
        line.extent.low[k] = rounded_down(p < q ? p : q);
        line.extent.high[k] = -rounded_down(p < q ? -q : -p);
    }
    return s->tree != NULL ? (*s->lanes->cut_by_tree)(s->tree, &line) : cut_by_list(s, &line);
}

/* Candidates --------------------------------------------------------------------------------------------- */

static double radius_of(const way_sight *s, uint32_t row) {
    const float radius = s->radius != NULL ? way_float_at(s->radius, row) : 0.0f;
    return radius >= 0.0f && radius <= 1e18f ? (double)radius : 0.0;
}

void way_set_sight_radii(way_sight *s, const way_column *radius, size_t runners) {
    s->radius = radius;
    s->widest = 0.0;
    for (size_t i = 0; radius != NULL && i < runners; i++)
        s->widest = twin_larger(s->widest, radius_of(s, (uint32_t)i));
}

static void begin_chooser(way_chooser *c) {
    way_sight *s = c->view;
    if (s->of == c)
        return;
    s->of = c;
    for (int k = 0; k < 2; k++)
        s->place[k] = to_walls(s, c->place[k], k);
    s->known = -1.0f;
    s->is_full = s->count = 0;
}

void way_look_around(way_chooser *c, double distance) {
    way_sight *s = c->view;
    begin_chooser(c);
    if (distance > (double)s->known && !s->is_full)
        look_around(s, distance, distance);
}

/* Returns the share of the candidate that the chooser sees or, if shares are not wanted, only whether it is
   above 0. `place` is the candidate's cell in the first row of a leaf in the plane. */
float way_share_seen(way_chooser *c, const float *place, uint32_t row) {
    way_sight *s = c->view;
    const double x = (double)to_walls(s, place[0], 0), y = (double)to_walls(s, place[WAY_LEAF], 1),
                 radius = radius_of(s, row);
    begin_chooser(c);
    if (!(radius > 0.0))
        return is_cut(s, x, y) ? 0.0f : 1.0f;
    const double dx = x - (double)s->place[0], dy = y - (double)s->place[1],
                 length = way_sqrt(dx * dx + dy * dy), across = radius / (double)(s->points - 1);
    int seen = 0;
    for (int i = 0; i < s->points && (seen == 0 || s->wants_share); i++) {
        const double off = (double)(2 * i + 1 - s->points) * across;
        seen +=
            !(length > 0.0 ? is_cut(s, x - dy / length * off, y + dx / length * off) : is_cut(s, x, y + off));
    }
    return (float)seen / (float)s->points;
}

/* Does a wall certainly hide the box of a node's child? */
int way_is_hidden(const way_chooser *c, const float *node, int lane) {
    const way_sight *s = c->view;
    way_box box;
    if (s->of != c || s->count == 0)
        return 0;
    for (int k = 0; k < 2; k++) {
        const float low = node[WAY_LEAF * (NODE_LOW + k) + lane],
                    high = node[WAY_LEAF * (NODE_HIGH(2) + k) + lane];
        box.low[k] = rounded_down((double)to_walls(s, low, k) - s->widest);
        box.high[k] = -rounded_down(-(double)to_walls(s, high, k) - s->widest);
    }
    return (*s->lanes->hides)(s, s->place[0], s->place[1], &box);
}
