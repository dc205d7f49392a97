/* Rounds positions to the caller's numbers (floats or doubles) so that in the next call no body is nearer to
   a wall, or deeper in another body, than it is now. Without this, a body that slides along a wall in many
   calls could pass through the wall by rounding, and bodies that move together would sink into each other. A
   position near a wall or a body is rounded to the nearest numbers that keep the distances and, for walls,
   the side. If no such numbers exist, walls come first: the body takes the numbers that are wrong by the
   least, or stays at its position from the beginning of the call if all are beyond a wall. */
#include "bodies/settle.h"

#include <math.h>

/* A body tries the numbers up to STEPS from its position, and looks at the nearest walls and bodies. */
enum { STEPS = 3, WALLS = 32, BODIES = 16 };

/* A coordinate: the value that the caller gets, and the value that the next call computes from it. */
typedef struct rounded {
    double written, read;
} rounded;

typedef struct rounding {
    double origin;
    int is_float, is_exact;
} rounding;

/* A column that the caller does not ask for has the type of the other axis, which must not depend on it. */
static rounding rounding_of(const way_column_out *column, const way_column_out *other, double origin) {
    const way_column_out *one = column->data != NULL ? column : other;
    const int is_float = one->data != NULL && one->type != WAY_DOUBLE;
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

typedef struct near_wall {
    const way_wall *wall;
    way_wall_place place;
} near_wall;

/* square: of the distance that the two centres must keep */
typedef struct near_body {
    double x, y, reach, square;
} near_body;

typedef struct neighbour {
    double gap;
    uint32_t number;
    union {
        near_wall wall;
        near_body body;
    } is;
} neighbour;

/* The nearest walls and bodies, sorted by gap and then by number, so that the order in which they are found
   does not change the answer. */
typedef struct surroundings {
    const way_scene *scene;
    rounding rx, ry;
    double x, y, radius, margin;
    uint32_t row, walls, bodies;
    neighbour wall[WALLS], body[BODIES];
} surroundings;

/* Adds a neighbour to a list of at most `most`. Returns it, or NULL if the list already has this number, or
   is full of nearer ones. */
static neighbour *add_neighbour(neighbour *list, uint32_t *count, uint32_t most, double gap,
                                uint32_t number) {
    uint32_t at = *count;
    while (at > 0 && (list[at - 1].gap > gap || (list[at - 1].gap == gap && list[at - 1].number > number)))
        at--;
    if (at == most || (at > 0 && list[at - 1].gap == gap && list[at - 1].number == number))
        return NULL;
    *count += *count < most;
    for (uint32_t k = *count - 1; k > at; k--)
        list[k] = list[k - 1];
    list[at].gap = gap;
    list[at].number = number;
    return &list[at];
}

static void note_wall(void *to, uint32_t number) {
    surroundings *n = (surroundings *)to;
    const way_wall *w = &n->scene->walls[number];
    const way_wall_place p = way_wall_from(n->x, n->y, w);
    if (n->radius == 0 && w->ax == w->bx && w->ay == w->by)
        return;
    const double gap = p.distance - way_wall_keeps(w, n->radius);
    if (!(p.distance > 0) || !(gap <= n->margin) || !way_wall_stops_side(w, p.height))
        return;
    neighbour *added = add_neighbour(n->wall, &n->walls, WALLS, gap, number);
    if (added != NULL)
        added->is.wall = (near_wall){w, p};
}

/* Bodies with a lower row are already rounded, and heavy ones are rounded without a look at others. */
static void note_body(void *to, uint32_t row) {
    surroundings *n = (surroundings *)to;
    const way_course *c = &n->scene->course[row];
    way_disc b = n->scene->body[row];
    if (row == n->row)
        return;
    way_body_move(&b, n->scene->now);
    const int is_settled = row < n->row;
    const double x = is_settled ? c->start_x : b.x, y = is_settled ? c->start_y : b.y; /* not rounded */
    const double dx = x - n->x, dy = y - n->y, reach = n->radius + b.radius;
    /* The search finds all bodies with a gap of up to 2^-9 of the reach. Others must not count, because the
       search finds some of them by chance. */
    const double far = reach + (n->margin < 0x1p-9 * reach ? n->margin : 0x1p-9 * reach);
    const double square = dx * dx + dy * dy, touch = reach * reach;
    if (!(square <= far * far) || !(touch > 0))
        return;
    neighbour *added = add_neighbour(n->body, &n->bodies, BODIES, (square - touch) / reach, row);
    if (added == NULL)
        return;
    near_body *of = &added->is.body;
    *of = (near_body){x, y, reach, (square < touch ? square : touch) * (1 - 0x1p-46)};
    if (is_settled) {
        of->x = b.x - n->rx.origin;
        of->y = b.y - n->ry.origin;
    } else if (b.is_heavy) {
        of->x = round_to(n->rx, x + n->rx.origin).read;
        of->y = round_to(n->ry, y + n->ry.origin).read;
    }
}

/* Does the line from (n.x, n.y) to (x, y) cross the wall? */
static int is_across(const surroundings *n, const near_wall *near, double x, double y, way_wall_place to) {
    const way_wall *w = near->wall;
    const double from = near->place.height;
    if ((from < 0) == (to.height < 0) && to.height != 0)
        return 0;
    const double dx = (double)w->bx - (double)w->ax, dy = (double)w->by - (double)w->ay;
    const double part = from / (from - to.height);
    const double cx = n->x + (x - n->x) * part, cy = n->y + (y - n->y) * part;
    const double foot = (cx - (double)w->ax) * dx + (cy - (double)w->ay) * dy, square = dx * dx + dy * dy;
    return foot >= -0x1p-40 * square && foot <= square * (1 + 0x1p-40);
}

/* The errors of a rounded position: by how much it is too close to walls (+inf: it is beyond a wall) and to
   bodies, and the square of its distance from the body's position. */
typedef struct fault {
    double walls, bodies, off;
} fault;

static fault fault_of(const surroundings *n, double x, double y) {
    fault most = {0, 0, (x - n->x) * (x - n->x) + (y - n->y) * (y - n->y)};
    for (uint32_t k = 0; k < n->walls; k++) {
        const near_wall *w = &n->wall[k].is.wall;
        const way_wall_place p = way_wall_from(x, y, w->wall);
        const double keeps = way_wall_keeps(w->wall, n->radius);
        const double needed = w->place.distance < keeps ? w->place.distance : keeps;
        const double lacking = is_across(n, w, x, y, p) ? INFINITY : needed * (1 - 0x1p-46) - p.distance;
        most.walls = lacking > most.walls ? lacking : most.walls;
    }
    for (uint32_t k = 0; k < n->bodies; k++) {
        const near_body *b = &n->body[k].is.body;
        const double dx = b->x - x, dy = b->y - y;
        const double lacking = (b->square - (dx * dx + dy * dy)) / b->reach;
        most.bodies = lacking > most.bodies ? lacking : most.bodies;
    }
    return most;
}

static int is_less(const fault *a, const fault *b) {
    if (a->walls != b->walls)
        return a->walls < b->walls;
    return a->bodies != b->bodies ? a->bodies < b->bodies : a->off < b->off;
}

int way_bodies_are_rounded(const way_bounce_all2d_out *out, const way_bodies *of) {
    return !rounding_of(&out->next_x, &out->next_y, of->wall_origin_x).is_exact ||
           !rounding_of(&out->next_y, &out->next_x, of->wall_origin_y).is_exact;
}

way_settled way_body_settle(way_scene *s, uint32_t i, const way_bounce_all2d_out *out, const way_bodies *of) {
    way_disc *b = &s->body[i];
    surroundings n; /* no initialiser, because it would clear the lists for each body */
    n.rx = rounding_of(&out->next_x, &out->next_y, of->wall_origin_x);
    n.ry = rounding_of(&out->next_y, &out->next_x, of->wall_origin_y);
    way_body_move(b, s->now);
    const double x = b->x + n.rx.origin, y = b->y + n.ry.origin;
    const double step_x = spacing_at(n.rx, x), step_y = spacing_at(n.ry, y);
    const rounded to_x = round_to(n.rx, x), to_y = round_to(n.ry, y);
    way_settled best = {to_x.written, to_y.written};
    if (!s->is_rounded || b->is_heavy)
        return best;
    n.scene = s;
    n.row = i;
    n.walls = n.bodies = 0;
    n.x = b->x;
    n.y = b->y;
    n.radius = b->radius;
    n.margin = 2 * STEPS * (step_x + step_y);
    way_walls_near(s, b->x, b->y, b->x, b->y, b->radius + n.margin, note_wall, &n);
    if (b->is_near)
        way_bodies_near(s, i, note_body, &n);
    fault least = fault_of(&n, to_x.read, to_y.read);
    if (!(least.walls > 0) && !(least.bodies > 0))
        return best;
    for (int kx = -STEPS; kx <= STEPS; kx++)
        for (int ky = -STEPS; ky <= STEPS; ky++) {
            const rounded at_x = round_to(n.rx, x + kx * step_x), at_y = round_to(n.ry, y + ky * step_y);
            const fault wrong = fault_of(&n, at_x.read, at_y.read);
            if (!is_less(&wrong, &least))
                continue;
            least = wrong;
            best = (way_settled){at_x.written, at_y.written};
        }
    if (least.walls == INFINITY)
        return (way_settled){round_to(n.rx, s->course[i].start_x + n.rx.origin).written,
                             round_to(n.ry, s->course[i].start_y + n.ry.origin).written};
    return best;
}
