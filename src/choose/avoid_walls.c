/* Computes the half-planes of walls. n is the direction from the wall's nearest point to the agent, and d is
   the distance minus the agent's radius. If n.v >= -d / T, an agent with the velocity v does not touch the
   wall within T: measured along n, no point of the wall is closer to the agent than the nearest point. The
   half-plane contains velocity 0 unless the agent overlaps the wall. So walls alone never trap an agent that
   can turn back. */
#include "choose/avoid_walls.h"

#include "walls/wall_tree.h"

/* Returns the distance that a centre keeps from a wall. The distance is so large that rounding velocities and
   positions to floats never moves the centre across the wall. */
static double skin_of(const way_mover *m) {
    return 0x1p-21 * (way_magnitude(m->from_walls[0]) + way_magnitude(m->from_walls[1]) + m->speed * m->step);
}

/* An agent's position, and the distance within which walls matter. */
typedef struct place {
    way_vec2 at;
    double reach, skin;
} place;

/* Returns a number that is positive if p is to the left of the wall from a to b, and negative if p is to the
   right. */
static double side_of(const way_wall *w, way_vec2 p) {
    return ((double)w->bx - (double)w->ax) * (p.y - (double)w->ay) -
           ((double)w->by - (double)w->ay) * (p.x - (double)w->ax);
}

/* Does the wall stop an agent at p? A wall with an end beyond 2^60 stops nothing, as in sweep_walls2d. */
static int stops(const way_wall *w, way_vec2 p) {
    const double most = 0x1p60;
    if (!(way_magnitude((double)w->ax) < most && way_magnitude((double)w->ay) < most &&
          way_magnitude((double)w->bx) < most && way_magnitude((double)w->by) < most))
        return 0;
    const double side = side_of(w, p);
    return w->sides == 0 || (w->sides > 0 ? side >= 0.0 : side <= 0.0);
}

/* Sees the wall at the point a + part * (b - a). */
static way_wall_seen see_part(const way_wall *w, uint32_t number, const place *from, double part) {
    const way_vec2 a = {(double)w->ax, (double)w->ay}, b = {(double)w->bx, (double)w->by};
    const way_vec2 along = way_sub2(b, a);
    const double square = way_dot2(along, along);
    const way_vec2 nearest = part == 1.0 ? b : (way_vec2){a.x + part * along.x, a.y + part * along.y};
    const way_vec2 d = way_sub2(from->at, nearest);
    const double distance = way_sqrt(way_dot2(d, d)), length = way_sqrt(square);
    way_wall_seen seen = {{1.0, 0.0}, nearest, part, distance, number};
    if (distance > from->skin || (distance > 0.0 && !(length > 0.0)))
        seen.n = way_scale2(1.0 / distance, d);
    else if (length > 0.0) { /* the agent is on the wall, so d holds only rounding error: use the wall's
                                normal */
        const double side = side_of(w, from->at);
        const int is_left = side > 0.0 || (side == 0.0 && w->sides >= 0);
        seen.n = way_scale2((is_left ? 1.0 : -1.0) / length, way_left_of(along));
    }
    return seen;
}

/* Sees the wall at its nearest point. */
static way_wall_seen see(const way_wall *w, uint32_t number, const place *from) {
    const way_vec2 a = {(double)w->ax, (double)w->ay}, along = {(double)w->bx - a.x, (double)w->by - a.y};
    const double square = way_dot2(along, along), ahead = way_dot2(way_sub2(from->at, a), along);
    return see_part(w, number, from, !(ahead > 0.0) ? 0.0 : ahead >= square ? 1.0 : ahead / square);
}

/* Iteration over the walls in reach ---------------------------------------------------------------------- */

typedef struct walk {
    const way_avoidance *how;
    place from;
    size_t next; /* index of the next wall, if there is no tree */
    int level;   /* present level in the tree; the number of levels if the search has ended */
    size_t node[WAY_TREE_LEVELS];
    int child[WAY_TREE_LEVELS]; /* number of the next child to visit, per level */
} walk;

static walk begin_walk(const way_mover *m, place from) {
    const way_wall_tree *tree = m->how->wall_tree;
    walk w = {.how = m->how, .from = from};
    w.level = tree != NULL ? (int)tree->levels - 1 : 0;
    w.node[w.level] = 0;
    w.child[w.level] = 0;
    return w;
}

static int is_near(const walk *w, uint32_t number) {
    const way_wall *of = &w->how->walls[number];
    const double x = w->from.at.x, y = w->from.at.y, r = w->from.reach;
    const double ax = (double)of->ax - x, bx = (double)of->bx - x, ay = (double)of->ay - y,
                 by = (double)of->by - y;
    if ((ax > r && bx > r) || (ax < -r && bx < -r) || (ay > r && by > r) || (ay < -r && by < -r))
        return 0;
    return stops(of, w->from.at);
}

static int is_box_near(const walk *w, const way_wall_boxes *boxes, int i) {
    const double x = w->from.at.x, y = w->from.at.y, r = w->from.reach;
    return (double)boxes->lo_x[i] <= x + r && (double)boxes->hi_x[i] >= x - r &&
           (double)boxes->lo_y[i] <= y + r && (double)boxes->hi_y[i] >= y - r;
}

static int next_of_tree(walk *w, uint32_t *number) {
    const way_wall_tree *tree = w->how->wall_tree;
    while (w->level < (int)tree->levels) {
        const size_t node = w->node[w->level];
        const int child = w->child[w->level]++;
        if (child == WAY_TREE_FAN) {
            w->level++;
            continue;
        }
        const way_wall_leaf *leaf = w->level == 0 ? way_tree_leaf(tree, node) : NULL;
        if (!is_box_near(
                w, leaf != NULL ? &leaf->boxes : &way_tree_branch(tree, (uint32_t)w->level, node)->boxes,
                child))
            continue;
        if (leaf != NULL) {
            *number = leaf->number[child];
            if (is_near(w, *number))
                return 1;
        } else {
            w->level--;
            w->node[w->level] = WAY_TREE_FAN * node + (size_t)child;
            w->child[w->level] = 0;
        }
    }
    return 0;
}

/* Finds the next wall in reach that stops the agent. Returns 0 when no wall is left. */
static int next_wall(walk *w, uint32_t *number) {
    if (w->how->wall_tree != NULL)
        return next_of_tree(w, number);
    while (w->next < w->how->wall_count) {
        *number = (uint32_t)w->next++;
        if (is_near(w, *number))
            return 1;
    }
    return 0;
}

/* The nearest walls -------------------------------------------------------------------------------------- */

static int is_nearer(const way_wall_seen *a, const way_wall_seen *b) {
    return a->distance < b->distance || (a->distance == b->distance && a->number < b->number);
}

static void keep_nearest(way_walls_seen *to, way_wall_seen seen) {
    if (to->count == WAY_WALLS_WEIGHED) {
        to->are_more = 1;
        if (!is_nearer(&seen, &to->wall[to->count - 1]))
            return;
        to->count--;
    }
    int at = to->count++;
    for (; at > 0 && is_nearer(&seen, &to->wall[at - 1]); at--)
        to->wall[at] = to->wall[at - 1];
    to->wall[at] = seen;
}

/* Hidden walls ------------------------------------------------------------------------------------------- */

/* Fractions of a wall that differ by less than this count as equal. */
#define SAME_PART 0x1p-20

/* Does the segment from p to q cross the wall? Touching with q is not crossing. */
static int hides_behind(const way_wall *w, way_vec2 p, way_vec2 q) {
    const way_vec2 a = {(double)w->ax, (double)w->ay}, along = {(double)w->bx - a.x, (double)w->by - a.y};
    const double from = side_of(w, p), to = side_of(w, q), close = 0x1p-30 * way_dot2(along, along);
    if (!((from > close && to < -close) || (from < -close && to > close)))
        return 0;
    const double part = from / (from - to);
    const way_vec2 at = {p.x + part * (q.x - p.x), p.y + part * (q.y - p.y)};
    const double ahead = way_dot2(way_sub2(at, a), along);
    return ahead >= -close && ahead <= way_dot2(along, along) + close;
}

/* The part of a wall from fraction `low` to fraction `high`. */
typedef struct stretch {
    double low, high;
} stretch;

static double cross_of(way_vec2 a, way_vec2 b) { return a.x * b.y - a.y * b.x; }

/* Keeps only the part of the stretch where a linear function is positive. `at_a` and `at_b` are its values at
   the ends of the wall. */
static void keep_positive(stretch *of, double at_a, double at_b) {
    if (!(at_a > 0.0) && !(at_b > 0.0))
        of->high = of->low;
    else if (!(at_a > 0.0) || !(at_b > 0.0)) {
        const double zero = at_a / (at_a - at_b);
        if (at_b > 0.0)
            of->low = zero > of->low ? zero : of->low;
        else
            of->high = zero < of->high ? zero : of->high;
    }
}

/* Returns the stretch of a wall that another wall hides from p: the stretch behind the other wall and between
   the two rays from p through the other wall's ends. If high <= low, nothing is hidden. */
static stretch shadow_on(const way_wall *w, const way_wall *other, way_vec2 p) {
    const double side = side_of(other, p), sign = side > 0.0 ? 1.0 : -1.0;
    const way_vec2 a = {(double)w->ax, (double)w->ay}, b = {(double)w->bx, (double)w->by};
    const way_vec2 to_a = way_sub2(a, p), to_b = way_sub2(b, p),
                   first = way_scale2(sign, way_sub2((way_vec2){(double)other->ax, (double)other->ay}, p)),
                   last = way_scale2(sign, way_sub2((way_vec2){(double)other->bx, (double)other->by}, p));
    stretch hidden = {0.0, side == 0.0 ? 0.0 : 1.0};
    keep_positive(&hidden, cross_of(first, to_a), cross_of(first, to_b));
    keep_positive(&hidden, cross_of(to_a, last), cross_of(to_b, last));
    keep_positive(&hidden, -sign * side_of(other, a), -sign * side_of(other, b));
    return hidden;
}

/* Returns the stretch around the nearest point of wall i that the other walls hide together. */
static stretch hidden_around(const way_mover *m, const way_walls_seen *near, int i, way_vec2 p) {
    const way_wall *walls = m->how->walls;
    stretch all = {near->wall[i].part, near->wall[i].part};
    for (int j = 0; j < near->count; j++) {
        const stretch one = shadow_on(&walls[near->wall[i].number], &walls[near->wall[j].number], p);
        if (j == i || one.high - one.low <= SAME_PART || one.low > all.high + SAME_PART ||
            one.high < all.low - SAME_PART || (one.low >= all.low && one.high <= all.high))
            continue;
        all.low = one.low < all.low ? one.low : all.low;
        all.high = one.high > all.high ? one.high : all.high;
        j = -1; /* the stretch is longer, so it may meet the shadows of other walls */
    }
    return all;
}

/* Replaces each wall whose nearest point is hidden by its visible parts, one on each side of the hidden
   stretch. The nearest point of such a part is the end of the hidden stretch. `hidden` has a bit for each of
   these walls. */
WAY_OUT_OF_LINE void see_visible_parts(const way_mover *m, const place *from, uint32_t hidden,
                                       way_walls_seen *to) {
    const way_walls_seen near = *to;
    to->count = 0;
    for (int i = 0; i < near.count; i++) {
        const way_wall_seen *one = &near.wall[i];
        const way_wall *wall = &m->how->walls[one->number];
        stretch all = {one->part, one->part};
        if (hidden >> i & 1)
            all = hidden_around(m, &near, i, from->at);
        const int has_low = all.low > SAME_PART, has_high = all.high < 1.0 - SAME_PART;
        if ((has_low && one->part - all.low <= SAME_PART) ||
            (has_high && all.high - one->part <= SAME_PART)) {
            keep_nearest(to, *one);
            continue;
        }
        for (int k = 0; k < 2; k++) {
            const way_wall_seen part = see_part(wall, one->number, from, k == 0 ? all.low : all.high);
            if ((k == 0 ? has_low : has_high) && part.distance <= from->reach)
                keep_nearest(to, part);
        }
    }
}

void way_see_walls(const way_mover *m, double least, way_walls_seen *to) {
    const double time = m->wall_horizon < m->horizon ? m->wall_horizon : m->horizon;
    const double skin = skin_of(m);
    const double ahead = m->speed * (time > m->step ? time : m->step);
    const double reach = m->own.radius + (ahead > least ? ahead : least) + 4.0 * skin;
    const place from = {{m->from_walls[0], m->from_walls[1]}, reach, skin};
    to->count = to->are_more = 0;
    if (m->how->wall_count == 0)
        return;
    uint32_t number;
    for (walk w = begin_walk(m, from); next_wall(&w, &number);) {
        const way_wall_seen seen = see(&m->how->walls[number], number, &from);
        if (seen.distance <= reach)
            keep_nearest(to, seen);
    }
    uint32_t hidden = 0;
    for (int i = 1; i < to->count; i++)
        for (int j = 0; j < i; j++)
            hidden |= (uint32_t)hides_behind(&m->how->walls[to->wall[j].number], from.at, to->wall[i].nearest)
                      << i;
    if (hidden != 0)
        see_visible_parts(m, &from, hidden, to);
}

double way_wall_distance(const way_mover *m, uint32_t number, way_vec2 d) {
    const place at = {{m->from_walls[0] + d.x, m->from_walls[1] + d.y}, 0.0, 0.0};
    return see(&m->how->walls[number], number, &at).distance;
}

int way_wall_planes_of_step(const way_mover *m, const way_walls_seen *walls, way_half_plane *to) {
    const double skin = 2.0 * skin_of(m), core = (1.0 - m->overlap) * m->own.radius,
                 off = core > skin ? core : skin;
    for (int i = 0; i < walls->count; i++) {
        const double distance = walls->wall[i].distance, gap = distance - off;
        to[i] = (way_half_plane){walls->wall[i].n, gap > 0.0         ? -gap / m->step
                                                   : distance < skin ? (skin - distance) / m->step
                                                                     : 0.0};
    }
    return walls->count;
}

int way_wall_planes(const way_mover *m, const way_walls_seen *walls, double time, way_half_plane *to) {
    const double longest = m->wall_horizon < time ? m->wall_horizon : time;
    const double leave = m->wall_horizon > m->step ? m->wall_horizon : m->step;
    for (int i = 0; i < walls->count; i++) {
        const double gap = walls->wall[i].distance - m->own.radius;
        to[i] = (way_half_plane){walls->wall[i].n, -gap / (gap > 0.0 ? longest : leave)};
    }
    return walls->count;
}

/* Stopping centres at walls ------------------------------------------------------------------------------ */

typedef struct path {
    way_vec2 step;  /* the agent's displacement in one step */
    double free;    /* the fraction of the step before the first wall */
    uint32_t first; /* number of the first wall on the path */
} path;

/* Limits the free fraction of the path so that the agent's centre keeps the skin distance from this wall. If
   the centre is already nearer than the skin distance, only paths that lead away from the wall are free.
   Otherwise, rounding could move the centre a little towards the wall in every step. */
static void end_at_wall(path *p, const place *from, const way_wall *w, uint32_t number) {
    const way_vec2 a = {(double)w->ax, (double)w->ay}, along = {(double)w->bx - a.x, (double)w->by - a.y};
    const double length = way_sqrt(way_dot2(along, along));
    if (!(length > 0.0))
        return;
    const double here = side_of(w, from->at) / length,
                 change = (along.x * p->step.y - along.y * p->step.x) / length;
    const int is_left = here > 0.0 || (here == 0.0 && w->sides >= 0);
    const double height = is_left ? here : -here, rise = is_left ? change : -change;
    if (height + rise >= from->skin || rise >= (height > from->skin ? 0.0 : 0x1p-4 * from->skin))
        return;
    const double part = height > from->skin ? (height - from->skin) / -rise : 0.0;
    const double meets =
        rise < 0.0 ? height / -rise : 1.0; /* the fraction of the step at which the path crosses the line */
    const double at[2] = {part, meets < 1.0 ? meets : 1.0};
    const way_vec2 off = way_sub2(from->at, a);
    double low = 0.0, high = 0.0;
    for (int k = 0; k < 2; k++) {
        const double ahead =
            way_dot2((way_vec2){off.x + at[k] * p->step.x, off.y + at[k] * p->step.y}, along) / length;
        low = k == 0 || ahead < low ? ahead : low;
        high = k == 0 || ahead > high ? ahead : high;
    }
    if (high < -from->skin || low > length + from->skin)
        return;
    if (part < p->free || (part == p->free && number < p->first)) {
        p->free = part;
        p->first = number;
    }
}

static path free_path(const way_mover *m, way_vec2 velocity) {
    path p = {way_scale2(m->step, velocity), 1.0, UINT32_MAX};
    const double skin = skin_of(m);
    const double far = way_sqrt(way_dot2(p.step, p.step)) + 4.0 * skin;
    const place from = {{m->from_walls[0], m->from_walls[1]}, far, skin};
    uint32_t number;
    for (walk w = begin_walk(m, from); next_wall(&w, &number);)
        end_at_wall(&p, &from, &m->how->walls[number], number);
    return p;
}

void way_stop_at_walls(const way_mover *m, const way_walls_seen *walls, way_vec2 *velocity) {
    if (walls->count == 0 && !walls->are_more)
        return;
    const path p = free_path(m, *velocity);
    if (!(p.free < 1.0))
        return;
    /* slide along the wall at twice the skin distance if this path is free; otherwise stop at the wall */
    const place here = {{m->from_walls[0], m->from_walls[1]}, 0.0, skin_of(m)};
    const way_wall_seen wall = see(&m->how->walls[p.first], p.first, &here);
    const double off = 2.0 * here.skin - wall.distance;
    const double across = way_dot2(wall.n, *velocity);
    const double wanted = off > 0.0 ? off / m->step : 0.0;
    way_vec2 slide = {velocity->x + (wanted - across) * wall.n.x, velocity->y + (wanted - across) * wall.n.y};
    const double fast = way_sqrt(way_dot2(slide, slide));
    if (fast > m->speed)
        slide = way_scale2(m->speed / fast, slide);
    *velocity = free_path(m, slide).free < 1.0 ? way_scale2(p.free, *velocity) : slide;
}
