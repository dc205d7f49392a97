/* Finds the bodies and walls near a body. Bodies are in square cells, in levels: a cell of the next level is
   twice as wide. A body is in the lowest level with cells that are wide enough: at least as wide as the body,
   and so wide that the body crosses at most CROSSINGS cells in the rest of the call. So a body of level n
   lies within a square: its cell and half a cell around it. A search tests all cells that this square
   overlaps. A bucket holds the bodies of several cells, so a search may test a distant body, or the same body
   twice; this does not change the answer. */
#include <math.h>
#include <string.h>

#include "bodies/contacts.h"
#include "walls/wall_tree.h"

#define CROSSINGS 256
#define SAMPLE 64
#define WIDER (1 + 0x1p-8) /* the margin that covers all rounding of positions and times */
#define NARROWEST 0x1p-12  /* the least side of a cell, as a fraction of the widest side that a body needs */
#define FARTHEST 0x1p50    /* the largest cell number; bodies beyond this cell never leave it */

/* Returns the smallest power of two that is at least x, for x between 2^-900 and 2^900. */
static double power_from(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint64_t fraction = bits & 0xfffffffffffffu;
    bits = bits - fraction + (fraction > 0 ? (uint64_t)1 << 52 : 0);
    memcpy(&x, &bits, sizeof x);
    return x;
}

static double side_needed(const way_scene *s, const way_disc *b) {
    const double travel = (fabs(b->vx) + fabs(b->vy)) * (s->end - s->now) * (1.0 / CROSSINGS);
    return b->radius * (2 * WIDER) < travel ? travel : b->radius * (2 * WIDER);
}

static uint8_t level_of(const way_scene *s, const way_disc *b) {
    const double needed = side_needed(s, b);
    uint8_t level = 0;
    while (level < WAY_BODY_LEVELS - 1 && s->cells.side[level] < needed)
        level++;
    return level;
}

static int64_t cell_number(double x, double per_side) {
    const double at = x * per_side;
    if (!(fabs(at) < FARTHEST))
        return at < 0 ? -(int64_t)FARTHEST : (int64_t)FARTHEST;
    const int64_t cell = (int64_t)at;
    return cell - ((double)cell > at);
}

static uint32_t bucket_of(const way_scene *s, uint32_t level, int64_t x, int64_t y) {
    return ((uint32_t)x + (uint32_t)y * 0x9e3779b1u + level * 0x85ebca77u) & s->cells.mask;
}

static void link_body(way_scene *s, uint32_t i) {
    way_course *c = &s->course[i];
    c->bucket = bucket_of(s, s->body[i].level, c->cell[0], c->cell[1]);
    const uint32_t next = s->bucket[c->bucket];
    s->body[i].next = next;
    c->before = WAY_NO_BODY;
    if (next != WAY_NO_BODY)
        s->course[next].before = i;
    s->bucket[c->bucket] = i;
}

static void unlink_body(way_scene *s, uint32_t i) {
    const way_course *c = &s->course[i];
    const uint32_t next = s->body[i].next;
    if (c->before != WAY_NO_BODY)
        s->body[c->before].next = next;
    else
        s->bucket[c->bucket] = next;
    if (next != WAY_NO_BODY)
        s->course[next].before = c->before;
}

/* Puts a body into its level, and into the cell of its position now. */
static void place_body(way_scene *s, uint32_t i, uint8_t level) {
    way_disc at = s->body[i]; /* a copy: x, y and t of the body must not depend on the cells */
    way_body_move(&at, s->now);
    s->body[i].level = level;
    s->course[i].cell[0] = cell_number(at.x, s->cells.per_side[level]);
    s->course[i].cell[1] = cell_number(at.y, s->cells.per_side[level]);
    s->cells.members[level]++;
    link_body(s, i);
}

/* Sorts these numbers, and returns the distance between their quartiles. */
static double quartiles_apart(double *number, size_t count) {
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && number[k] < number[k - 1]; k--) {
            const double higher = number[k - 1];
            number[k - 1] = number[k];
            number[k] = higher;
        }
    return number[3 * count / 4] - number[count / 4];
}

/* Returns half the side of a square that contains about one body, in the region of most bodies. */
static double half_spacing(const way_scene *s) {
    double x[SAMPLE], y[SAMPLE];
    size_t sample = 0;
    for (size_t k = 0; k < SAMPLE; k++) {
        const way_disc *b = &s->body[k * s->count / SAMPLE];
        if (b->level == WAY_BODY_LEVELS)
            continue;
        x[sample] = b->x;
        y[sample++] = b->y;
    }
    return sample > 0 ? way_sqrt(quartiles_apart(x, sample) * quartiles_apart(y, sample) / s->count) : 0;
}

void way_bodies_place(way_scene *s) {
    double widths = 0, most = 0, farthest = 0;
    uint32_t bodies = 0, discs = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const way_disc *b = &s->body[i];
        if (b->level == WAY_BODY_LEVELS)
            continue;
        const double needed = side_needed(s, b);
        const double far = fabs(b->x) + fabs(b->y) + (fabs(b->vx) + fabs(b->vy)) * (s->end - b->t);
        bodies++;
        discs += b->radius > 0;
        widths += 2 * b->radius;
        most = most < needed ? needed : most;
        farthest = farthest < far ? far : farthest;
    }
    s->cells.is_used = bodies > 1 && discs > 0;
    if (!s->cells.is_used)
        return;
    const double spacing = half_spacing(s);
    double least = widths / (4.0 * discs);
    least = least < spacing ? spacing : least;
    least = least < most * NARROWEST ? most * NARROWEST : least;
    least = least < farthest * 0x1p-40 ? farthest * 0x1p-40 : least;
    double side = power_from(least < 0x1p-500 ? 0x1p-500 : least);
    for (int level = 0; level < WAY_BODY_LEVELS; level++, side *= 2) {
        s->cells.side[level] = side;
        s->cells.per_side[level] = 1 / side;
        s->cells.members[level] = 0;
    }
    for (uint32_t k = 0; k <= s->cells.mask; k++)
        s->bucket[k] = WAY_NO_BODY;
    for (uint32_t i = s->count; i-- > 0;)
        if (s->body[i].level != WAY_BODY_LEVELS)
            place_body(s, i, level_of(s, &s->body[i]));
}

int way_body_outgrows(const way_scene *s, uint32_t i) {
    return s->cells.is_used && side_needed(s, &s->body[i]) > s->cells.side[WAY_BODY_LEVELS - 1];
}

void way_body_replace(way_scene *s, uint32_t i) {
    const uint8_t level = s->cells.is_used ? level_of(s, &s->body[i]) : s->body[i].level;
    if (level == s->body[i].level)
        return;
    unlink_body(s, i);
    s->cells.members[s->body[i].level]--;
    place_body(s, i, level);
}

/* Returns when the body leaves its cell along one axis. */
static double crossing(const way_scene *s, const way_disc *b, double x, double v, int64_t cell) {
    const double side = s->cells.side[b->level];
    if (v == 0 || cell >= (int64_t)FARTHEST || cell <= -(int64_t)FARTHEST)
        return INFINITY;
    const double time = b->t + ((double)(v > 0 ? cell + 1 : cell) * side - x) / v;
    return time < s->now ? s->now : time;
}

void way_body_find_crossing(way_scene *s, uint32_t i) {
    way_course *c = &s->course[i];
    const way_disc *b = &s->body[i];
    c->crosses = INFINITY;
    if (!s->cells.is_used)
        return;
    const double x = crossing(s, b, b->x, b->vx, c->cell[0]), y = crossing(s, b, b->y, b->vy, c->cell[1]);
    c->axis = y < x;
    c->crosses = y < x ? y : x;
}

void way_body_cross(way_scene *s, uint32_t i) {
    way_course *c = &s->course[i];
    unlink_body(s, i);
    c->cell[c->axis] += (c->axis == 0 ? s->body[i].vx : s->body[i].vy) > 0 ? 1 : -1;
    link_body(s, i);
}

/* Notes on both bodies if they can be near each other at the end: see way_bodies_near. */
static void note_near(const way_scene *s, way_disc *a, way_disc *b) {
    const double from = a->t < b->t ? b->t : a->t, ta = from - a->t, tb = from - b->t;
    const double rx = b->x + b->vx * tb - (a->x + a->vx * ta), ry = b->y + b->vy * tb - (a->y + a->vy * ta);
    const double nearer = (fabs(b->vx - a->vx) + fabs(b->vy - a->vy)) * (s->end - from);
    const double far = (a->radius + b->radius) * WIDER + nearer;
    if (rx * rx + ry * ry <= far * far)
        a->is_near = b->is_near = 1;
}

/* If body i meets body j earlier than all bodies tested before, makes this the next meeting of i. */
static void try_meeting(way_scene *s, uint32_t i, uint32_t j) {
    way_disc *a = &s->body[i], *b = &s->body[j];
    way_course *c = &s->course[i];
    if (i == j || (a->is_heavy && b->is_heavy) || b->level == WAY_BODY_LEVELS)
        return;
    if (s->is_rounded)
        note_near(s, a, b);
    double time = i < j ? way_bodies_meet(a, b) : way_bodies_meet(b, a);
    time = time < s->now ? s->now : time;
    if (!(time <= c->meets) || !(time <= s->end))
        return;
    /* meetings at the same time are ordered by the lower of their two rows, then by the higher one. Both
       meetings have body i, so the meeting whose other body has the lower row comes first. */
    if (time == c->meets && !(j < c->other))
        return;
    c->meets = time;
    c->other = j;
    c->other_changes = b->changes;
}

static void try_bucket(way_scene *s, uint32_t i, uint32_t bucket, uint32_t from) {
    for (uint32_t j = s->bucket[bucket]; j != WAY_NO_BODY; j = s->body[j].next)
        if (j >= from)
            try_meeting(s, i, j);
}

/* The cells of one level that a search for body i looks at. They contain all bodies of this level that i may
   meet before it leaves its cell. */
typedef struct cell_range {
    int64_t low[2], high[2];
} cell_range;

static cell_range cells_near(const way_scene *s, uint32_t i, uint32_t level) {
    const way_disc *b = &s->body[i];
    const int64_t *cell = s->course[i].cell;
    if (level == b->level)
        return (cell_range){{cell[0] - 1, cell[1] - 1}, {cell[0] + 1, cell[1] + 1}};
    const double side = s->cells.side[b->level], per_side = s->cells.per_side[level];
    const double reach = b->radius + s->cells.side[level] / 2;
    cell_range r;
    for (int axis = 0; axis < 2; axis++) {
        r.low[axis] = cell_number((double)cell[axis] * side - reach, per_side);
        r.high[axis] = cell_number((double)cell[axis] * side + side + reach, per_side);
    }
    return r;
}

/* Are these more cells than bodies, so that testing all bodies is faster? */
static int is_wide(const way_scene *s, const cell_range *r) {
    return (double)(r->high[0] - r->low[0] + 1) * (double)(r->high[1] - r->low[1] + 1) > (double)s->count + 9;
}

void way_bodies_near(const way_scene *s, uint32_t i, way_body_visit *visit, void *to) {
    way_disc at = s->body[i];
    way_body_move(&at, s->now);
    for (uint32_t level = 0; s->cells.is_used && level < WAY_BODY_LEVELS; level++) {
        if (s->cells.members[level] == 0)
            continue;
        const double reach = at.radius * WIDER + s->cells.side[level] / 2,
                     per_side = s->cells.per_side[level];
        const cell_range r = {{cell_number(at.x - reach, per_side), cell_number(at.y - reach, per_side)},
                              {cell_number(at.x + reach, per_side), cell_number(at.y + reach, per_side)}};
        if (is_wide(s, &r)) {
            for (uint32_t j = 0; j < s->count; j++)
                if (s->body[j].level != WAY_BODY_LEVELS)
                    visit(to, j);
            return;
        }
        for (int64_t y = r.low[1]; y <= r.high[1]; y++)
            for (int64_t x = r.low[0]; x <= r.high[0]; x++)
                for (uint32_t j = s->bucket[bucket_of(s, level, x, y)]; j != WAY_NO_BODY; j = s->body[j].next)
                    visit(to, j);
    }
}

void way_body_find_meeting(way_scene *s, uint32_t i, way_meeting_search which) {
    const way_disc *b = &s->body[i];
    way_course *c = &s->course[i];
    const uint32_t from = which == WAY_LATER_ROWS ? i + 1 : 0;
    if (which == WAY_NEW_CELLS && c->meets < INFINITY && s->body[c->other].changes != c->other_changes)
        which = WAY_ALL_NEAR;
    if (which != WAY_NEW_CELLS) {
        c->meets = INFINITY;
        c->other = WAY_NO_BODY;
    }
    for (uint32_t level = 0; s->cells.is_used && level < WAY_BODY_LEVELS; level++) {
        if (s->cells.members[level] == 0)
            continue;
        cell_range r = cells_near(s, i, level);
        if (which == WAY_NEW_CELLS && level == b->level) {
            if ((c->axis == 0 ? b->vx : b->vy) > 0)
                r.low[c->axis] = r.high[c->axis];
            else
                r.high[c->axis] = r.low[c->axis];
        }
        if (is_wide(s, &r)) {
            for (uint32_t j = from; j < s->count; j++)
                try_meeting(s, i, j);
            return;
        }
        for (int64_t y = r.low[1]; y <= r.high[1]; y++)
            for (int64_t x = r.low[0]; x <= r.high[0]; x++)
                try_bucket(s, i, bucket_of(s, level, x, y), from);
    }
}

/* Walls ------------------------------------------------------------------------------------------------- */

/* Up to this number of walls, testing all walls is faster than a tree. */
#define WORTH_A_TREE 16

typedef struct wall_box {
    double lo_x, hi_x, lo_y, hi_y;
} wall_box;

static unsigned boxes_within(const way_wall_boxes *boxes, const wall_box *box) {
    unsigned within = 0;
    for (int k = 0; k < WAY_TREE_FAN; k++) {
        const int is_within = ((double)boxes->lo_x[k] <= box->hi_x) & ((double)boxes->hi_x[k] >= box->lo_x) &
                              ((double)boxes->lo_y[k] <= box->hi_y) & ((double)boxes->hi_y[k] >= box->lo_y);
        within |= (unsigned)is_within << k;
    }
    return within;
}

static void visit_tree(const way_wall_tree *tree, uint32_t level, size_t node, const wall_box *box,
                       way_wall_visit *visit, void *to) {
    if (level == 0) {
        const way_wall_leaf *leaf = way_tree_leaf(tree, node);
        const unsigned within = boxes_within(&leaf->boxes, box);
        for (int k = 0; k < WAY_TREE_FAN; k++)
            if (within >> k & 1)
                visit(to, leaf->number[k]);
        return;
    }
    const unsigned within = boxes_within(&way_tree_branch(tree, level, node)->boxes, box);
    for (unsigned k = 0; k < WAY_TREE_FAN; k++)
        if (within >> k & 1)
            visit_tree(tree, level - 1, WAY_TREE_FAN * node + k, box, visit, to);
}

void way_walls_near(const way_scene *s, double x, double y, double to_x, double to_y, double reach,
                    way_wall_visit *visit, void *to) {
    if (s->tree == NULL || s->wall_count <= WORTH_A_TREE) {
        for (size_t w = 0; w < s->wall_count; w++)
            if (way_may_stop(&s->walls[w]))
                visit(to, (uint32_t)w);
        return;
    }
    /* The boxes of the tree have a margin of 2^-15 of their coordinates. */
    reach += 0x1p-40 * (fabs(x) + fabs(y) + fabs(to_x) + fabs(to_y));
    const wall_box box = {(x < to_x ? x : to_x) - reach, (x < to_x ? to_x : x) + reach,
                          (y < to_y ? y : to_y) - reach, (y < to_y ? to_y : y) + reach};
    visit_tree(s->tree, s->tree->levels - 1, 0, &box, visit, to);
}

typedef struct wall_finding {
    const way_scene *scene;
    const way_disc *body;
    way_course *course;
} wall_finding;

static void try_wall(void *to, uint32_t w) {
    const wall_finding *f = (const wall_finding *)to;
    way_course *c = f->course;
    double time = way_body_meets_wall(f->body, &f->scene->walls[w], f->scene->end);
    time = time < f->scene->now ? f->scene->now : time;
    if (!(time <= f->scene->end) || !(time < c->hits || (time == c->hits && w < c->wall)))
        return;
    c->hits = time;
    c->wall = w;
}

void way_body_find_wall(way_scene *s, uint32_t i) {
    const way_disc *b = &s->body[i];
    const wall_finding f = {s, b, &s->course[i]};
    f.course->hits = INFINITY;
    f.course->wall = UINT32_MAX;
    if (b->is_heavy || s->wall_count == 0)
        return;
    const double time = s->end - b->t;
    way_walls_near(s, b->x, b->y, b->x + b->vx * time, b->y + b->vy * time, b->radius, try_wall,
                   (void *)(uintptr_t)&f);
}
