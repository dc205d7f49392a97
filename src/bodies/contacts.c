/* Computes when a disc meets a wall, and the velocities after a meeting: see contacts.h. */
#include "bodies/contacts.h"

/* Velocities above this are not increased any more. */
#define FASTEST 0x1p200

static uint16_t one_more(uint16_t count) { return count < UINT16_MAX ? count + 1 : count; }

/* Counts a collision of a body at this time. The body has not yet been moved to this time. */
static void count_change(way_disc *body, double time) {
    const double moved = way_body_pace(body) * (time - body->t), size = fabs(body->x) + fabs(body->y);
    const int is_rattle = moved <= 0x1p-20 * (size + body->radius) && body->changes > 0;
    const int is_repeat = is_rattle || (moved <= 0x1p-10 * body->radius && body->changes > 0);
    body->rattles = is_rattle ? one_more(body->rattles) : 0;
    body->repeats = is_repeat ? one_more(body->repeats) : 0;
    body->changes++;
}

static unsigned lower(unsigned a, unsigned b) { return a < b ? a : b; }

static double restitution_of(unsigned repeats, unsigned rattles, double restitution) {
    return repeats < WAY_ELASTIC ? restitution : rattles < WAY_SLIDING ? 1 : 0;
}

int way_bodies_bounce(way_scene *s, uint32_t i, uint32_t j) {
    way_disc *a = &s->body[i], *b = &s->body[j];
    const way_course *p = &s->course[i], *q = &s->course[j];
    count_change(a, s->now);
    count_change(b, s->now);
    way_body_move(a, s->now);
    way_body_move(b, s->now);
    const double rx = b->x - a->x, ry = b->y - a->y, apart = way_sqrt(rx * rx + ry * ry);
    const double nx = rx / apart, ny = ry / apart;
    const double closing = (a->vx - b->vx) * nx + (a->vy - b->vy) * ny,
                 pace = way_body_pace(a) + way_body_pace(b);
    if (!(closing > 0)) /* true also if both centres are the same point */
        return 0;
    const double sum = p->mass + q->mass;
    const double share_a = a->is_heavy ? 0 : b->is_heavy ? 1 : q->mass / sum;
    const double share_b = b->is_heavy ? 0 : a->is_heavy ? 1 : p->mass / sum;
    double e = restitution_of(lower(a->repeats, b->repeats), lower(a->rattles, b->rattles),
                              p->restitution * q->restitution);
    if (!(pace * e < FASTEST))
        e = 1;
    const double push = (1 + e) * closing;
    a->vx -= share_a * push * nx;
    a->vy -= share_a * push * ny;
    b->vx += share_b * push * nx;
    b->vy += share_b * push * ny;
    return closing > WAY_SLIDE * pace;
}

/* Walls ------------------------------------------------------------------------------------------------- */

static double wall_size(const way_wall *w) {
    const float x = fabsf(w->ax) < fabsf(w->bx) ? fabsf(w->bx) : fabsf(w->ax);
    const float y = fabsf(w->ay) < fabsf(w->by) ? fabsf(w->by) : fabsf(w->ay);
    return x < y ? y : x;
}

double way_wall_keeps(const way_wall *wall, double radius) {
    const double least = 0x1p-44 * wall_size(wall);
    return radius < least ? least : radius;
}

/* A wall from a to b, relative to a body: d is the vector from a to b, and q the vector from a to the
   body. */
typedef struct wall_view {
    double dx, dy, square, length; /* square: d.d */
    double qx, qy, foot, height;   /* foot: q.d; height: d x q */
} wall_view;

static wall_view view_of(double x, double y, const way_wall *w) {
    wall_view v = {.dx = (double)w->bx - (double)w->ax,
                   .dy = (double)w->by - (double)w->ay,
                   .qx = x - (double)w->ax,
                   .qy = y - (double)w->ay};
    v.square = v.dx * v.dx + v.dy * v.dy;
    v.length = way_sqrt(v.square);
    v.foot = v.qx * v.dx + v.qy * v.dy;
    v.height = v.dx * v.qy - v.dy * v.qx;
    return v;
}

static way_wall_place place_of_wall(const wall_view *v) {
    way_wall_place p = {.height = v->height, .at_end = v->foot <= 0 || v->foot >= v->square};
    const double side = v->height < 0 ? -1 : 1;
    const double x = p.at_end ? v->foot <= 0 ? v->qx : v->qx - v->dx : -v->dy * side;
    const double y = p.at_end ? v->foot <= 0 ? v->qy : v->qy - v->dy : v->dx * side;
    const double size = p.at_end ? way_sqrt(x * x + y * y) : v->length;
    p.distance = p.at_end ? size : fabs(v->height) / v->length;
    p.nx = x / size;
    p.ny = y / size;
    return p;
}

way_wall_place way_wall_from(double x, double y, const way_wall *wall) {
    const wall_view v = view_of(x, y, wall);
    return place_of_wall(&v);
}

/* A body's meeting with a wall: the time from now, the body's position at this time, and the unit vector from
   the wall to the body. */
typedef struct wall_meeting {
    double time, x, y, nx, ny;
} wall_meeting;

static const wall_meeting no_meeting = {INFINITY, 0, 0, 0, 0};

static wall_meeting at_face(const way_disc *b, const way_wall *w, const wall_view *v, double keeps,
                            double time) {
    const double side = v->height < 0 ? -1 : 1;
    wall_meeting m = {time, b->x + b->vx * time, b->y + b->vy * time, -side * v->dy / v->length,
                      side * v->dx / v->length};
    const double height = v->dx * (m.y - (double)w->ay) - v->dy * (m.x - (double)w->ax);
    const double missing = keeps - side * height / v->length;
    m.x += missing * m.nx;
    m.y += missing * m.ny;
    return m;
}

/* Returns the meeting with an end of the wall, or `m` if `m` is earlier. q is the vector from the end to the
   body. */
static wall_meeting at_end(wall_meeting m, const way_disc *b, double qx, double qy, double keeps) {
    const double nearing = -(qx * b->vx + qy * b->vy), vv = b->vx * b->vx + b->vy * b->vy;
    const double k = qx * b->vy - qy * b->vx, disc = keeps * keeps * vv - k * k;
    if (!(nearing > 0) || !(disc > 0))
        return m;
    const double root = way_sqrt(disc), time = (qx * qx + qy * qy - keeps * keeps) / (root + nearing);
    if (!(time < m.time))
        return m;
    const double x = k * b->vy - root * b->vx, y = -k * b->vx - root * b->vy, size = way_sqrt(x * x + y * y);
    m = (wall_meeting){time, 0, 0, x / size, y / size};
    m.x = b->x - qx + keeps * m.nx;
    m.y = b->y - qy + keeps * m.ny;
    return m;
}

static wall_meeting wall_meeting_of(const way_disc *b, const way_wall *w) {
    const double pace = way_body_pace(b);
    const wall_view v = view_of(b->x, b->y, w);
    const double across = v.dx * b->vy - v.dy * b->vx, keeps = way_wall_keeps(w, b->radius);
    if (!(pace > 0) || !way_wall_stops_side(w, v.height))
        return no_meeting;
    if (b->radius == 0 && (v.square == 0 || (v.height == 0 && across == 0)))
        return no_meeting;
    const way_wall_place p = place_of_wall(&v);
    if (!(p.distance > 0))
        return no_meeting;
    if (p.distance <= keeps + WAY_TOUCH * (fabs(b->x) + fabs(b->y) + wall_size(w) + keeps)) {
        const double nearing = -(p.nx * b->vx + p.ny * b->vy);
        const double least = b->rattles >= WAY_SLIDING ? WAY_WEDGED * pace : 0;
        return nearing > least ? (wall_meeting){0, b->x, b->y, p.nx, p.ny} : no_meeting;
    }
    const double gap = fabs(v.height) - keeps * v.length, rate = v.height < 0 ? across : -across;
    if (gap > 0 && rate > 0) {
        const double time = gap / rate, foot = v.foot + time * (v.dx * b->vx + v.dy * b->vy);
        if (foot >= 0 && foot <= v.square)
            return at_face(b, w, &v, keeps, time);
    } else if (gap > 0)
        return no_meeting;
    return at_end(at_end(no_meeting, b, v.qx, v.qy, keeps), b, v.qx - v.dx, v.qy - v.dy, keeps);
}

double way_body_meets_wall(const way_disc *body, const way_wall *wall, double end) {
    const double dx = (double)wall->bx - (double)wall->ax, dy = (double)wall->by - (double)wall->ay;
    const double height = dx * (body->y - (double)wall->ay) - dy * (body->x - (double)wall->ax);
    const double far = 2 * body->radius + way_body_pace(body) * (end - body->t) + 0x1p-30 * wall_size(wall);
    if (height * height > far * far * (dx * dx + dy * dy) * 1.001)
        return INFINITY;
    return body->t + wall_meeting_of(body, wall).time;
}

int way_body_bounces(way_scene *s, uint32_t i, const way_wall *wall) {
    way_disc *b = &s->body[i];
    const way_course *c = &s->course[i];
    const wall_meeting m = wall_meeting_of(b, wall);
    const double pace = way_body_pace(b), nearing = -(b->vx * m.nx + b->vy * m.ny);
    count_change(b, s->now);
    b->x = m.x;
    b->y = m.y;
    b->t = s->now;
    if (b->rattles >= WAY_STUCK) {
        b->vx = b->vy = 0;
        return 0;
    }
    const int is_slide = !(nearing > WAY_SLIDE * pace);
    double e = restitution_of(b->repeats, b->rattles, c->restitution);
    const double friction = is_slide || b->repeats >= WAY_ELASTIC ? 0 : c->friction;
    if (!(pace * e < FASTEST))
        e = 1;
    const double push = (1 + e) * nearing;
    const double along_x = b->vx + nearing * m.nx, along_y = b->vy + nearing * m.ny;
    b->vx += push * m.nx - friction * along_x;
    b->vy += push * m.ny - friction * along_y;
    const double away = b->vx * m.nx + b->vy * m.ny;
    if (away < WAY_AWAY * pace) {
        b->vx += (WAY_AWAY * pace - away) * m.nx;
        b->vy += (WAY_AWAY * pace - away) * m.ny;
    }
    return !is_slide;
}
