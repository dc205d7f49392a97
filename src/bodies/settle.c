/* Rounds positions to the caller's numbers (floats or doubles) so that in the next call no body is nearer to
   a wall than it is now. Without this, a body that slides along a wall in many calls could pass through the
   wall by rounding. A position near a wall is rounded to the nearest numbers that keep the distance from the
   wall and the side. If no such numbers exist, as in a very acute corner, the body stays at its position from
   the beginning of the call. */
#include "bodies/settle.h"

#include <math.h>

enum { STEPS = 3, NEARBY = 8 };

/* A coordinate: the value that the caller gets, and the value that the next call computes from it. */
typedef struct rounded {
    double written, read;
} rounded;

typedef struct rounding {
    double origin;
    int is_float, is_exact;
} rounding;

static rounding rounding_of(const way_column_out *column, double origin) {
    const int is_float = column->data != NULL && column->type != WAY_DOUBLE;
    return (rounding){origin, is_float, !is_float && origin == 0};
}

static rounded round_to(rounding r, double written) {
    written = r.is_float ? (double)(float)written : written;
    return (rounded){written, written - r.origin};
}

/* Returns about the distance from this number to the next one that the caller's type can hold. */
static double spacing_at(rounding r, double written) {
    return r.is_exact ? 0 : fabs(written) * (r.is_float ? 0x1p-23 : 0x1p-52) + (r.is_float ? 0x1p-149 : 0);
}

/* The walls near a body, and the distances and sides that its position must keep. */
typedef struct near_walls {
    const way_scene *scene;
    double x, y, radius, margin;
    const way_wall *wall[NEARBY];
    way_wall_place place[NEARBY];
    int count, all; /* all: number of walls near the body, including those that did not fit into memory */
} near_walls;

static void note_wall(void *to, uint32_t number) {
    near_walls *n = (near_walls *)to;
    const way_wall *w = &n->scene->walls[number];
    const way_wall_place p = way_wall_from(n->x, n->y, w);
    if (n->radius == 0 && w->ax == w->bx && w->ay == w->by)
        return;
    if (!(p.distance > 0) || !(p.distance <= way_wall_keeps(w, n->radius) + n->margin) ||
        !way_wall_stops_side(w, p.height))
        return;
    if (n->count < NEARBY) {
        n->wall[n->count] = w;
        n->place[n->count++] = p;
    }
    n->all++;
}

/* Does the line from (x, y) to (n.x, n.y) cross the wall? */
static int is_across(const near_walls *n, int k, double x, double y, way_wall_place to) {
    const way_wall *w = n->wall[k];
    const double from = n->place[k].height;
    if ((from < 0) == (to.height < 0) && to.height != 0)
        return 0;
    const double dx = (double)w->bx - (double)w->ax, dy = (double)w->by - (double)w->ay;
    const double part = from / (from - to.height);
    const double cx = n->x + (x - n->x) * part, cy = n->y + (y - n->y) * part;
    const double foot = (cx - (double)w->ax) * dx + (cy - (double)w->ay) * dy, square = dx * dx + dy * dy;
    return foot >= -0x1p-40 * square && foot <= square * (1 + 0x1p-40);
}

/* Returns by how much (x, y) is too close to the walls, or +inf if (x, y) is beyond a wall. */
static double fault_of(const near_walls *n, double x, double y) {
    double most = 0;
    for (int k = 0; k < n->count; k++) {
        const way_wall_place p = way_wall_from(x, y, n->wall[k]);
        const double keeps = way_wall_keeps(n->wall[k], n->radius);
        const double needed = n->place[k].distance < keeps ? n->place[k].distance : keeps;
        const double lacking = needed * (1 - 0x1p-46) - p.distance;
        if (is_across(n, k, x, y, p))
            return INFINITY;
        most = lacking > most ? lacking : most;
    }
    return most;
}

way_settled way_body_settle(way_scene *s, uint32_t i, const way_bounce_all2d_out *out, const way_bodies *of) {
    way_disc *b = &s->body[i];
    const rounding rx = rounding_of(&out->next_x, of->wall_origin_x);
    const rounding ry = rounding_of(&out->next_y, of->wall_origin_y);
    way_body_move(b, s->now);
    const double x = b->x + rx.origin, y = b->y + ry.origin;
    const double step_x = spacing_at(rx, x), step_y = spacing_at(ry, y);
    const rounded to_x = round_to(rx, x), to_y = round_to(ry, y);
    if (s->wall_count == 0 || (rx.is_exact && ry.is_exact) || b->is_heavy)
        return (way_settled){to_x.written, to_y.written};
    near_walls n = {.scene = s, .x = b->x, .y = b->y, .radius = b->radius};
    n.margin = 2 * STEPS * (step_x + step_y);
    way_walls_near(s, b->x, b->y, b->x, b->y, b->radius + n.margin, note_wall, &n);
    const double fault = fault_of(&n, to_x.read, to_y.read);
    if (!(fault > 0))
        return (way_settled){to_x.written, to_y.written};
    way_settled best = {to_x.written, to_y.written};
    double least = fault, nearest = INFINITY;
    for (int kx = -STEPS; kx <= STEPS; kx++)
        for (int ky = -STEPS; ky <= STEPS; ky++) {
            const rounded at_x = round_to(rx, x + kx * step_x), at_y = round_to(ry, y + ky * step_y);
            const double off_x = at_x.read - b->x, off_y = at_y.read - b->y;
            const double off = off_x * off_x + off_y * off_y, wrong = fault_of(&n, at_x.read, at_y.read);
            if (!(wrong < least || (wrong <= least && off < nearest)))
                continue;
            least = wrong;
            nearest = off;
            best = (way_settled){at_x.written, at_y.written};
        }
    if (least == INFINITY)
        return (way_settled){round_to(rx, s->course[i].start_x + rx.origin).written,
                             round_to(ry, s->course[i].start_y + ry.origin).written};
    return best;
}
