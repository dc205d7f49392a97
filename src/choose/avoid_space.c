/* Implements avoidance in 3D: the rules of avoid_plane.c, with balls instead of discs, half-spaces instead of
   half-planes, and no walls. On the boundary plane of a half-space, the other half-spaces are half-planes. So
   half_planes.h finds the best velocity on the boundary. */
#include <string.h>

#include "choose/avoid_internal.h"
#include "choose/half_planes.h"

enum { MOST = WAY_AVOIDED_MAX, SPACES = 2 * MOST };

typedef struct vec3 {
    double x, y, z;
} vec3;

static double dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec3 sub(vec3 a, vec3 b) { return (vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static vec3 scale(double a, vec3 b) { return (vec3){a * b.x, a * b.y, a * b.z}; }
static vec3 mix(double a, vec3 b, double c, vec3 d) {
    return (vec3){a * b.x + c * d.x, a * b.y + c * d.y, a * b.z + c * d.z};
}
static double length_of(vec3 a) { return way_sqrt(dot(a, a)); }
static vec3 vec3_of(const double *a) { return (vec3){a[0], a[1], a[2]}; }

/* Returns a unit vector at right angles to a: the normalised cross product of a and the axis of its smallest
   component. across(-a) is -across(a). */
static vec3 across(vec3 a) {
    const double x = way_magnitude(a.x), y = way_magnitude(a.y), z = way_magnitude(a.z);
    vec3 b = {-a.y, a.x, 0.0};
    if (x <= y && x <= z)
        b = (vec3){0.0, -a.z, a.y};
    else if (y <= z)
        b = (vec3){a.z, 0.0, -a.x};
    return scale(1.0 / length_of(b), b);
}

static vec3 product(vec3 a, vec3 b) {
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* The velocities v with n.v >= c. n has length 1. */
typedef struct half_space {
    vec3 n;
    double c;
} half_space;

typedef struct meeting {
    vec3 d, velocity, other_velocity;
    double square, sum; /* the squared distance, and the sum of the radii */
    way_pair pair;
    uint32_t row;
} meeting;

/* Like way_disc_search (half_planes.h), but for a ball. */
typedef struct ball_search {
    vec3 aim;
    double radius, slack;
    int is_far;
} ball_search;

typedef struct problem {
    const way_mover *m;
    vec3 own, preferred;
    ball_search search;
    meeting near[MOST];
    int neighbours;
    half_space all[SPACES];
    int firm, count; /* there are `count` half-spaces; the first `firm` of them belong to cores */
} problem;

/* Half-spaces of neighbours ------------------------------------------------------------------------------ */

static meeting meet(const way_mover *m, const way_body *other) {
    meeting at = {.pair = way_pair_of(m, other), .sum = m->own.radius + other->radius, .row = other->row};
    at.d = sub(vec3_of(other->position), vec3_of(m->own.position));
    at.other_velocity = vec3_of(other->velocity);
    at.velocity = sub(vec3_of(m->own.velocity), at.other_velocity);
    at.square = dot(at.d, at.d);
    return at;
}

static double out_of_ball(vec3 velocity, vec3 centre, double radius, vec3 *n) {
    const vec3 from = sub(velocity, centre);
    const double length = length_of(from);
    if (length > 0.0)
        *n = scale(1.0 / length, from);
    return radius - length;
}

/* A cone touches the ball of radius r around d. Returns the distance from the velocity to the outside of this
   cone, along n. Also sets n, which is in the plane of d and the velocity. */
static double out_of_cone(vec3 velocity, vec3 d, double square, double r, vec3 *n) {
    const double distance = way_sqrt(square), leg = way_sqrt(square - r * r);
    const vec3 ahead = scale(1.0 / distance, d);
    const vec3 aside = sub(velocity, scale(dot(velocity, ahead), ahead));
    const double length = length_of(aside);
    const vec3 side = length > 0.0 ? scale(1.0 / length, aside) : across(d);
    *n = mix(-r / distance, ahead, leg / distance, side);
    return -dot(*n, velocity);
}

/* Returns the direction in which an agent separates from another one with the same position and velocity. The
   direction depends on the rows of the two, and the other agent gets the opposite direction. */
static vec3 apart(uint32_t own, uint32_t other) {
    static const vec3 ways[4] = {{1.0, 0.0, 0.0}, {0.6, 0.8, 0.0}, {0.0, 0.0, 1.0}, {0.0, -0.8, 0.6}};
    return scale(way_apart_sign(own, other), ways[(own ^ other) & 3]);
}

/* Sets how far the agent gives way to a neighbour, and enlarges the distance that it keeps. */
static void give_way_in_space(const problem *p, meeting *at) {
    const double length = length_of(p->preferred), distance = way_sqrt(at->square), whole = length * distance;
    const double along = whole > 0.0 ? dot(p->preferred, at->d) / whole : 0.0;
    at->pair.gives = way_given(way_most_given(p->m, length), at->pair.part, at->sum, distance, along);
    at->pair.soft = way_given_distance(at->pair.soft, at->pair.gives);
}

static half_space space_of_horizon(const problem *p, const meeting *at, double horizon) {
    const double r = at->pair.soft;
    const int is_apart = at->square > r * r;
    const double per = is_apart ? way_per_time(p->m, &at->pair, horizon) : 1.0 / p->m->step;
    const vec3 centre = scale(per, at->d), from = sub(at->velocity, centre);
    const double ahead = dot(from, at->d);
    vec3 n = {0.0, 0.0, 0.0};
    double change;
    if (!is_apart)
        n = at->square > 0.0 ? scale(-1.0 / way_sqrt(at->square), at->d) : apart(p->m->own.row, at->row);
    if (is_apart && !(ahead < 0.0 && ahead * ahead > r * r * dot(from, from)))
        change = out_of_cone(at->velocity, at->d, at->square, r, &n);
    else
        change = out_of_ball(at->velocity, centre, per * r, &n);
    return (half_space){n, dot(n, p->own) + way_part_of(&at->pair, is_apart, change) * change};
}

static int space_of_core(const problem *p, const meeting *at, half_space *to) {
    const double distance = way_sqrt(at->square);
    if (!way_keeps_core(&at->pair, distance))
        return 0;
    const vec3 n = scale(-1.0 / distance, at->d);
    const double goes = dot(n, p->own), comes = dot(n, at->other_velocity);
    *to = (half_space){n, way_closing(p->m, &at->pair, distance, goes, comes)};
    return to->c > -p->m->speed;
}

static void set_horizon_in_space(problem *p, double horizon) {
    p->count = p->firm;
    for (int k = 0; k < p->neighbours; k++)
        p->all[p->count++] = space_of_horizon(p, &p->near[k], horizon);
}

/* The best velocity -------------------------------------------------------------------------------------- */

/* Returns the best point of the whole disc: the point nearest to the aim or, if `is_far` is set, the farthest
   in the direction of the aim. */
static way_vec2 start_in_disc(const way_disc_search *s) {
    const double length = way_sqrt(way_dot2(s->aim, s->aim));
    return length > s->radius || (s->is_far && length > 0.0) ? way_scale2(s->radius / length, s->aim)
                                                             : s->aim;
}

/* Finds the best point on the boundary of half-space `last` that also lies in all half-spaces before it.
   Returns 0 if there is no such point. */
static int best_on_boundary(const ball_search *s, const half_space *all, int last, vec3 *best) {
    const half_space *h = &all[last];
    const double square = s->radius * s->radius - h->c * h->c;
    if (h->c > s->radius + s->slack)
        return 0;
    const vec3 foot = scale(h->c, h->n), u = across(h->n), w = product(h->n, u);
    way_half_plane cut[2 * SPACES];
    int count = 0;
    for (int j = 0; j < last; j++) {
        const way_vec2 n = {dot(all[j].n, u), dot(all[j].n, w)};
        const double length = way_sqrt(way_dot2(n, n)), lack = all[j].c - dot(all[j].n, foot);
        if (length > WAY_PARALLEL)
            cut[count++] = (way_half_plane){way_scale2(1.0 / length, n), lack / length};
        else if (lack > s->slack)
            return 0;
    }
    const way_disc_search disc = {
        {dot(s->aim, u), dot(s->aim, w)}, square > 0.0 ? way_sqrt(square) : 0.0, s->slack, s->is_far};
    way_vec2 at = start_in_disc(&disc);
    if (way_best_in_half_planes(&disc, cut, 0, count, &at) < count)
        return 0;
    const vec3 off = mix(at.x, u, at.y, w);
    *best = (vec3){foot.x + off.x, foot.y + off.y, foot.z + off.z};
    return 1;
}

static int best_in_half_spaces(const ball_search *s, const half_space *all, int from, int count, vec3 *best) {
    for (int i = from; i < count; i++)
        if (dot(all[i].n, *best) < all[i].c - s->slack) {
            vec3 better;
            if (!best_on_boundary(s, all, i, &better))
                return i;
            *best = better;
        }
    return count;
}

/* Like least_lack in avoid_plane.c, but for half-spaces. */
static double least_lack_in_space(const problem *p, int firm, int first, vec3 *best) {
    const half_space *all = p->all;
    half_space bisector[SPACES];
    double most = 0.0;
    memcpy(bisector, all, (size_t)firm * sizeof *all);
    for (int i = first; i < p->count; i++) {
        double lack = all[i].c - dot(all[i].n, *best);
        if (lack <= most)
            continue;
        int bisectors = firm;
        for (int j = firm; j < i; j++) {
            const vec3 n = sub(all[j].n, all[i].n);
            const double length = length_of(n);
            if (length > WAY_PARALLEL)
                bisector[bisectors++] = (half_space){scale(1.0 / length, n), (all[j].c - all[i].c) / length};
        }
        const ball_search far = {all[i].n, p->search.radius, p->search.slack, 1};
        vec3 better = scale(p->search.radius, all[i].n);
        if (bisectors == 0 || best_in_half_spaces(&far, bisector, 0, bisectors, &better) == bisectors)
            *best = better;
        lack = all[i].c - dot(all[i].n, *best);
        most = lack > most ? lack : most;
    }
    return most;
}

static void least_bad_in_space(problem *p, int served, vec3 *best) {
    const int firm = served < p->firm ? 0 : p->firm;
    const double lack = least_lack_in_space(p, firm, served, best) + 2.0 * p->search.slack;
    for (int i = firm; i < p->count; i++)
        p->all[i].c -= lack;
    vec3 nearer = p->preferred;
    if (best_in_half_spaces(&p->search, p->all, 0, p->count, &nearer) == p->count)
        *best = nearer;
}

static int32_t solve_in_space(problem *p, vec3 *best) {
    const way_mover *m = p->m;
    vec3 start = p->preferred;
    int served = best_in_half_spaces(&p->search, p->all, 0, p->firm, &start);
    *best = start;
    set_horizon_in_space(p, m->horizon);
    for (int attempt = 0; served == p->firm; attempt++) {
        const double horizon = way_horizon(m, attempt);
        if (attempt > 0)
            set_horizon_in_space(p, horizon);
        *best = start;
        const int all = best_in_half_spaces(&p->search, p->all, p->firm, p->count, best);
        if (all == p->count)
            return attempt == 0 ? WAY_MET : WAY_NO_PATH;
        if (horizon <= m->step || attempt == WAY_HORIZONS - 1) {
            served = all;
            break;
        }
    }
    least_bad_in_space(p, served, best);
    return WAY_NO_PATH;
}

/* Like squeeze in avoid_plane.c, for gaps between balls. */
static void squeeze_in_space(problem *p, vec3 *best, int32_t *status) {
    const vec3 wish = p->preferred;
    const double whole = dot(wish, wish);
    if (!way_is_held_up(dot(wish, *best), whole))
        return;
    for (int k = 0; k < p->neighbours; k++) {
        meeting *at = &p->near[k];
        at->pair.soft = at->sum;
        at->pair.part = at->pair.hurry = 1.0;
        at->pair.gives = 0.0;
        at->velocity = sub(wish, at->other_velocity);
    }
    p->own = wish;
    set_horizon_in_space(p, p->m->horizon);
    vec3 ahead = wish, closer = wish;
    const int soft = p->count - p->firm;
    if (best_in_half_spaces(&p->search, p->all + p->firm, 0, soft, &ahead) < soft ||
        !way_is_free(dot(wish, ahead), whole))
        return;
    const int32_t is_met = solve_in_space(p, &closer);
    if (dot(wish, closer) > dot(wish, *best)) {
        *best = closer;
        *status = is_met;
    }
}

int32_t way_avoid_in_space(const way_mover *m, const way_body *near, int count, double *velocity) {
    problem p;
    p.m = m;
    p.own = vec3_of(m->own.velocity);
    const vec3 wish = vec3_of(m->preferred);
    const double length = length_of(wish);
    p.preferred = length > m->speed ? scale(m->speed / length, wish) : wish;
    p.search = (ball_search){wish, m->speed, 0x1p-40 * m->speed, 0};
    p.firm = 0;
    p.neighbours = count;
    for (int k = 0; k < count; k++) {
        p.near[k] = meet(m, &near[k]);
        if (m->yielding > 0.0)
            give_way_in_space(&p, &p.near[k]);
        p.firm += space_of_core(&p, &p.near[k], &p.all[p.firm]);
    }
    vec3 best = p.preferred;
    int32_t status = count > 0 ? solve_in_space(&p, &best) : WAY_NO_TARGET;
    if (count > 0 && way_keeps_gap(m))
        squeeze_in_space(&p, &best, &status);
    velocity[0] = best.x;
    velocity[1] = best.y;
    velocity[2] = best.z;
    return status;
}
