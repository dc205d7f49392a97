/* Implements avoidance in 2D (van den Berg, Guy, Lin, Manocha, "Reciprocal n-Body Collision Avoidance"): each
   neighbour and wall allows a half-plane of velocities. The result is the allowed velocity nearest to the
   preferred velocity.

   For an agent, the relative velocities that lead to contact within the horizon T form a cone truncated by a
   disc. Let d be the vector to the neighbour and R the distance to keep. The disc has the centre d / T and
   the radius R / T. The legs of the cone are the disc's tangents through 0. The smallest change of velocity
   that leaves this region has the direction n of the half-plane. For the two agents of a pair, the regions
   are mirror images, so that they pass on the same side.

   There are three kinds of half-planes, and the first kind takes precedence over the second, and the second
   over the third: walls for one step, cores of neighbours for one step, and walls and neighbours for the
   horizon. The first two kinds always allow velocity 0. If the third kind leaves no velocity, the horizon is
   halved. */
#include <string.h>

#include "choose/avoid_walls.h"

enum { MOST = WAY_AVOIDED_MAX, PLANES = 2 * MOST + 2 * WAY_WALLS_WEIGHED };

typedef struct problem {
    way_mover *m;
    way_vec2 own, preferred;
    way_disc_search search;
    way_walls_seen walls;
    way_around *around;
    const way_avoid_lanes *in_lanes;
    way_half_plane all[PLANES];
    /* numbers of half-planes: of walls for one step; of walls and cores for one step; of all kinds */
    int of_walls, firm, count;
} problem;

/* Half-planes of neighbours ------------------------------------------------------------------------------ */

/* Returns the direction in which an agent separates from another one with the same position and velocity. The
   direction depends on the rows of the two, and the other agent gets the opposite direction. */
static way_vec2 way_apart(uint32_t own, uint32_t other) {
    static const way_vec2 ways[4] = {{1.0, 0.0}, {0.6, 0.8}, {0.0, 1.0}, {-0.8, 0.6}};
    return way_scale2(way_apart_sign(own, other), ways[(own ^ other) & 3]);
}

/* Sets the half-plane that separates two overlapping agents, if form_planes has found no direction because
   their relative velocity is the centre of the disc. */
static void part_ways(const problem *p, int k) {
    way_around *of = p->around;
    const way_vec2 d = {of->x[k], of->y[k]};
    const way_vec2 n = of->square[k] > 0.0 ? way_scale2(-1.0 / way_sqrt(of->square[k]), d)
                                           : way_apart(p->m->own.row, of->row[k]);
    of->nx[k] = n.x;
    of->ny[k] = n.y;
    of->c[k] = way_dot2(n, p->own) + way_given_part(of->part[k] < 0.5 ? 0.5 : of->part[k], of->gives[k]) *
                                         (1.0 / p->m->step * of->soft[k]);
}

/* Sets how far the agent gives way to each neighbour, and enlarges the distances that it keeps. */
static void give_way(problem *p) {
    way_around *of = p->around;
    const way_vec2 wish = p->preferred;
    const double length = way_sqrt(way_dot2(wish, wish)), most = way_most_given(p->m, length);
    memset(of->gives, 0, sizeof of->gives);
    for (int k = 0; k < of->count && most > 0.0; k++) {
        const double distance = way_sqrt(of->square[k]), whole = length * distance;
        const double ahead = wish.x * of->x[k] + wish.y * of->y[k],
                     right = wish.y * of->x[k] - wish.x * of->y[k];
        const double along = whole > 0.0 ? (ahead + GIVES_RIGHT * right) / whole : 0.0;
        of->gives[k] = way_given(most, of->part[k], p->m->own.radius + of->radius[k], distance, along);
        of->soft[k] = way_given_distance(of->soft[k], of->gives[k]);
    }
}

static void set_horizon(problem *p, double horizon) {
    way_around *of = p->around;
    p->count = p->firm + way_wall_planes(p->m, &p->walls, horizon, p->all + p->firm);
    p->in_lanes->form_planes(p->m, horizon, of);
    for (int k = 0; k < of->count; k++) {
        if (of->nx[k] == 0.0 && of->ny[k] == 0.0 && !(of->square[k] > of->soft[k] * of->soft[k]))
            part_ways(p, k);
        p->all[p->count++] = (way_half_plane){{of->nx[k], of->ny[k]}, of->c[k]};
    }
}

/* The best velocity -------------------------------------------------------------------------------------- */

/* The lack of a half-plane is how far a velocity is outside of the half-plane. Finds the velocity whose
   largest lack is the smallest, and returns this lack. For each half-plane i in turn, the lack of i is
   minimised among the velocities for which no earlier half-plane has a larger lack. On entry, `best`
   satisfies all half-planes before `first`. The first `firm` half-planes stay satisfied. */
static double least_lack(const problem *p, int firm, int first, way_vec2 *best) {
    const way_half_plane *all = p->all;
    way_half_plane bisector[PLANES];
    double most = 0.0;
    memcpy(bisector, all, (size_t)firm * sizeof *all);
    for (int i = first; i < p->count; i++) {
        double lack = all[i].c - way_dot2(all[i].n, *best);
        if (lack <= most)
            continue;
        int bisectors = firm;
        for (int j = firm; j < i; j++) {
            const way_vec2 n = way_sub2(all[j].n, all[i].n);
            const double length = way_sqrt(way_dot2(n, n));
            if (length > WAY_PARALLEL)
                bisector[bisectors++] =
                    (way_half_plane){{n.x / length, n.y / length}, (all[j].c - all[i].c) / length};
        }
        const way_disc_search far = {all[i].n, p->search.radius, p->search.slack, 1};
        way_vec2 better = way_scale2(p->search.radius, all[i].n);
        if (bisectors == 0 || way_best_in_half_planes(&far, bisector, 0, bisectors, &better) == bisectors)
            *best = better;
        lack = all[i].c - way_dot2(all[i].n, *best);
        most = lack > most ? lack : most;
    }
    return most;
}

/* Called if the first `served` half-planes have a common velocity, but no velocity is in all half-planes. Of
   the velocities with the least lack, finds the one nearest to the preferred velocity. */
static void least_bad(problem *p, int served, way_vec2 *best) {
    const int firm = served < p->firm ? p->of_walls : p->firm;
    const double lack = least_lack(p, firm, served, best) + 2.0 * p->search.slack;
    for (int i = firm; i < p->count; i++)
        p->all[i].c -= lack;
    way_vec2 nearer = p->preferred;
    if (way_best_in_half_planes(&p->search, p->all, 0, p->count, &nearer) == p->count)
        *best = nearer;
}

/* Finds the best velocity for the firm half-planes. If rounding has put an agent too close to a wall, it has
   to move away, and this can exclude all velocities that keep the cores. In this case the agent does not have
   to move away in this step. */
static int serve_firm(problem *p, way_vec2 *start) {
    *start = p->preferred;
    int served = way_best_in_half_planes(&p->search, p->all, 0, p->firm, start);
    if (served >= p->of_walls && served < p->firm) {
        for (int i = 0; i < p->of_walls; i++)
            p->all[i].c = p->all[i].c > 0.0 ? 0.0 : p->all[i].c;
        *start = p->preferred;
        served = way_best_in_half_planes(&p->search, p->all, 0, p->firm, start);
    }
    return served;
}

static int32_t solve(problem *p, way_vec2 *best) {
    const way_mover *m = p->m;
    way_vec2 start;
    int served = serve_firm(p, &start);
    *best = start;
    set_horizon(p, m->horizon);
    if (served < p->of_walls) { /* only rounding can cause this, because all walls allow velocity 0 */
        *best = (way_vec2){0.0, 0.0};
        return WAY_NO_PATH;
    }
    for (int attempt = 0; served == p->firm; attempt++) {
        const double horizon = way_horizon(m, attempt);
        if (attempt > 0)
            set_horizon(p, horizon);
        *best = start;
        const int all = way_best_in_half_planes(&p->search, p->all, p->firm, p->count, best);
        if (all == p->count)
            return attempt == 0 ? WAY_MET : WAY_NO_PATH;
        if (horizon <= m->step || attempt == WAY_HORIZONS - 1) {
            served = all;
            break;
        }
    }
    least_bad(p, served, best);
    return WAY_NO_PATH;
}

/* Some agents keep larger distances than the sum of the two radii. Such an agent may be stopped in front of a
   gap through which it would fit. If the larger distances alone stop it, this function reduces them to the
   sums of the radii. The agent then plans as if its neighbours kept their velocities, and takes the allowed
   velocity nearest to the preferred velocity. (The velocity nearest to the present one would keep the agent
   in front of the gap.) */
static void squeeze(problem *p, way_vec2 *best, int32_t *status) {
    way_around *of = p->around;
    const way_vec2 wish = p->preferred, from = way_sub2(wish, p->own);
    const double whole = way_dot2(wish, wish);
    if (!way_is_held_up(way_dot2(wish, *best), whole))
        return;
    for (int k = 0; k < of->count; k++) {
        of->soft[k] = p->m->own.radius + of->radius[k];
        of->part[k] = of->hurry[k] = 1.0;
        of->vx[k] += from.x;
        of->vy[k] += from.y;
    }
    p->own = wish;
    p->m->own.velocity[0] = wish.x;
    p->m->own.velocity[1] = wish.y;
    set_horizon(p, p->m->horizon);
    way_vec2 ahead = wish, closer = wish;
    const int soft = p->count - p->firm;
    if (way_best_in_half_planes(&p->search, p->all + p->firm, 0, soft, &ahead) < soft ||
        !way_is_free(way_dot2(wish, ahead), whole))
        return;
    const int32_t is_met = solve(p, &closer);
    if (way_dot2(wish, closer) > way_dot2(wish, *best)) {
        *best = closer;
        *status = is_met;
    }
}

/* Ways past neighbours and walls ------------------------------------------------------------------------- */

static void aim_at(problem *p, way_vec2 velocity) { p->preferred = p->search.aim = velocity; }

/* An agent that walks exactly against the end of a wall or against a corner would stand there, because neither
   side is nearer to its preferred velocity. If the agent would touch the end in this step, and the tangent of
   the angle is below END_TANGENT, the preferred velocity turns to the right by 3.6 degrees. The length becomes
   slightly less, not more. */
#define END_TANGENT 0x1p-8
#define END_COSINE 0.998
#define END_SINE 0.0624

static void turn_at_end(problem *p) {
    const way_wall_seen *wall = &p->walls.wall[0];
    const way_vec2 wish = p->preferred, left = way_left_of(wish);
    if (p->walls.count == 0 || !(wall->part == 0.0 || wall->part == 1.0))
        return;
    const double towards = -way_dot2(wish, wall->n), aside = way_magnitude(way_dot2(left, wall->n));
    if (towards * p->m->step > wall->distance - p->m->own.radius && aside < END_TANGENT * towards)
        aim_at(p,
               (way_vec2){END_COSINE * wish.x - END_SINE * left.x, END_COSINE * wish.y - END_SINE * left.y});
}

/* Two agents that slide along a wall in opposite directions would block each other for ever if both prefer to
   move into the wall, because the way past the other one leads away from the wall. A neighbour is in the way
   if it is ahead, nearer than BLOCKS_FROM sums of the radii, and stands or comes nearer: it moves in the
   direction of the preferred velocity by less than the fraction BLOCKS_BELOW of this velocity. */
#define BLOCKS_FROM 2.0
#define BLOCKS_BELOW 0.25

/* Returns a bit for each neighbour in the way. Raises `widest` to the largest radius of these neighbours. Call
   this before form_cores. */
static uint32_t in_the_way(const way_mover *m, const way_around *of, way_vec2 wish, double *widest) {
    const double slow = BLOCKS_BELOW * way_dot2(wish, wish);
    uint32_t found = 0;
    for (int k = 0; k < of->count; k++) {
        const way_vec2 d = {of->x[k] - m->own.position[0], of->y[k] - m->own.position[1]};
        const double most = BLOCKS_FROM * (m->own.radius + of->radius[k]);
        if (way_dot2(wish, d) > 0.0 && way_dot2(d, d) < most * most &&
            wish.x * of->vx[k] + wish.y * of->vy[k] < slow) {
            found |= (uint32_t)1 << k;
            *widest = of->radius[k] > *widest ? of->radius[k] : *widest;
        }
    }
    return found;
}

/* Lets the agent pass a neighbour that is in the way on the side away from a wall, if the agent has this wall
   on its left, prefers to move into it, and does not fit between the neighbour and the wall. A neighbour that
   comes along the wall has the wall on its right, so it stays there. */
static void pass_on_the_right(problem *p, uint32_t blocking) {
    const way_vec2 wish = p->preferred;
    const way_around *of = p->around;
    for (int i = 0; i < p->walls.count; i++) {
        const way_vec2 n = p->walls.wall[i].n,
                       along = {-n.y, n.x}; /* along the wall, with the wall on the left */
        if (!(way_dot2(wish, n) < 0.0) || !(way_dot2(wish, along) > 0.0))
            continue;
        for (int k = 0; k < of->count; k++) {
            const way_vec2 d = {of->x[k], of->y[k]}, right = {d.y, -d.x};
            if ((blocking >> k & 1) != 0 && way_dot2(d, along) > 0.0 && way_dot2(right, wish) < 0.0 &&
                way_dot2(right, n) > 0.0 &&
                way_wall_distance(p->m, p->walls.wall[i].number, d) <
                    of->radius[k] + 2.0 * p->m->own.radius) {
                aim_at(p, way_scale2(way_sqrt(way_dot2(wish, wish) / of->square[k]), right));
                return;
            }
        }
    }
}

/* Walls can change the best velocity afterwards. Shortens the velocity until it satisfies the half-planes of
   the first two kinds again. Velocity 0 is in all of them except those of walls that the agent has to leave
   because of rounding. way_stop_at_walls keeps the agent's centre off these walls. */
static void keep_firm(const problem *p, way_vec2 *velocity) {
    double part = 1.0;
    for (int i = 0; i < p->firm; i++) {
        const double along = way_dot2(p->all[i].n, *velocity), least = p->all[i].c;
        if (least <= 0.0 && along < least - p->search.slack && least / along < part)
            part = least / along;
    }
    *velocity = way_scale2(part, *velocity);
}

int32_t way_avoid_in_plane(way_mover *m, way_around *around, const way_avoid_lanes *in_lanes,
                           double *velocity) {
    problem p;
    way_vec2 best;
    p.m = m;
    p.around = around;
    p.in_lanes = in_lanes;
    p.own = (way_vec2){m->own.velocity[0], m->own.velocity[1]};
    const way_vec2 wish = {m->preferred[0], m->preferred[1]};
    const double length = way_sqrt(way_dot2(wish, wish));
    p.preferred = length > m->speed ? way_scale2(m->speed / length, wish) : wish;
    p.search = (way_disc_search){wish, m->speed, 0x1p-40 * m->speed, 0};
    double widest = 0.0;
    const uint32_t blocking = m->how->wall_count > 0 ? in_the_way(m, around, p.preferred, &widest) : 0;
    way_see_walls(m, blocking != 0 ? 2.0 * (m->own.radius + widest) : 0.0, &p.walls);
    p.of_walls = p.firm = way_wall_planes_of_step(m, &p.walls, p.all);
    in_lanes->form_cores(m, around);
    give_way(&p);
    for (int k = 0; k < around->count; k++)
        if (around->c[k] > -INFINITY)
            p.all[p.firm++] = (way_half_plane){{around->nx[k], around->ny[k]}, around->c[k]};
    int32_t status = WAY_NO_TARGET;
    turn_at_end(&p);
    if (blocking != 0)
        pass_on_the_right(&p, blocking);
    best = p.preferred;
    if (around->count > 0 || p.walls.count > 0)
        status = solve(&p, &best);
    if (around->count > 0 && way_keeps_gap(m))
        squeeze(&p, &best, &status);
    const way_vec2 before = best;
    way_stop_at_walls(m, &p.walls, &best);
    if (best.x != before.x || best.y != before.y)
        keep_firm(&p, &best);
    velocity[0] = best.x;
    velocity[1] = best.y;
    return status;
}
