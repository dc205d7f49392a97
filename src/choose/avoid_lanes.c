/* Computes the half-planes of an agent's neighbours, eight at a time, for one instruction set. The loops have
   no branches, so that compilers turn them into vectors. Each arithmetic operation is a single IEEE operation
   on doubles, so the bits do not depend on the instruction set. */
#include "choose/avoid_internal.h"
#include "choose/half_planes.h"
#include "lanes/lanes.h"

#if !WAY_TABLES_HERE
typedef int way_avoid_lanes_are_in_another_unit;
#else

WAY_INLINE double either(int is_first, double first, double second) { return is_first ? first : second; }

/* Makes neighbours `at` to `at + 7` relative to the agent, and forms the half-planes of their cores: see
   way_pair_of, way_keeps_core and way_closing. A core that no velocity of the agent can enter has no
   half-plane. */
WAY_INLINE void form_eight_cores(const way_mover *m, way_around *of, int at) {
    const double keeps = m->overlap < 1.0 ? 1.0 - m->overlap : 0.0;
    const double own_x = m->own.position[0], own_y = m->own.position[1], own_vx = m->own.velocity[0],
                 own_vy = m->own.velocity[1], own_radius = m->own.radius, own_share = m->own.share,
                 step = m->step, least = -m->speed;
    const double *const share = of->share + at, *const radius = of->radius + at, *const x = of->x + at,
                        *const y = of->y + at, *const vx = of->vx + at, *const vy = of->vy + at;
    double to[11][WAY_EIGHT];
    for (int k = 0; k < WAY_EIGHT; k++) {
        const double both = own_share + share[k], sum = own_radius + radius[k];
        const double part = either(both > 0.0, own_share, 0.5) / either(both > 0.0, both, 1.0);
        const double seen = either(part < 0.25, 4.0 * part, 1.0);
        const double core = keeps * sum, soft = core * SOFT_PER_CORE;
        const double dx = x[k] - own_x, dy = y[k] - own_y;
        const double square = dx * dx + dy * dy, distance = way_sqrt(square), per = -1.0 / distance;
        const double nx = per * dx, ny = per * dy;
        const double goes = nx * own_vx + ny * own_vy;
        const double comes = nx * vx[k] + ny * vy[k];
        const double gap = either(distance > core, distance - core, 0.0);
        const double half = gap * 0.5 / step;
        double drift = 0.5 * (goes + comes);
        drift = either(drift > half, half, drift);
        drift = either(drift < -half, -half, drift);
        const double c = drift - half;
        const int is_kept =
            (core > 0.0) & (distance > 0.0) & (core - distance <= TOO_DEEP * core) & (c > least);
        to[0][k] = nx;
        to[1][k] = ny;
        to[2][k] = either(is_kept, c, -INFINITY);
        to[3][k] = part;
        to[4][k] = (1.0 - LEANS * (1.0 - seen)) * either(soft > sum, soft, sum);
        to[5][k] = square;
        to[6][k] = dx;
        to[7][k] = dy;
        to[8][k] = own_vx - vx[k];
        to[9][k] = own_vy - vy[k];
        to[10][k] = 1.0 / seen;
    }
    double *const out[11] = {of->nx, of->ny, of->c,  of->part, of->soft, of->square,
                             of->x,  of->y,  of->vx, of->vy,   of->hurry};
    for (int k = 0; k < 11; k++)
        memcpy(out[k] + at, to[k], sizeof to[k]);
}

/* Forms the half-planes of neighbours `at` to `at + 7` for a horizon: see avoid_plane.c, and way_pair for the
   parts of the two agents. If two agents do not overlap, the forbidden velocities are a cone cut off by a
   disc. The shortest way out is either across a leg of the cone or away from the centre of the disc. If the
   agents overlap, only the disc for one step is forbidden. If the velocity is the disc's centre, n becomes
   0. */
WAY_INLINE void form_eight_planes(const way_mover *m, double per_horizon, double per_step, way_around *of,
                                  int at) {
    const double most_per = per_step > per_horizon ? per_step : per_horizon;
    for (int k = at; k < at + WAY_EIGHT; k++) {
        const double r = of->soft[k], dx = of->x[k], dy = of->y[k], vx = of->vx[k], vy = of->vy[k];
        const int is_apart = of->square[k] > r * r;
        const double hurried = per_horizon * of->hurry[k];
        const double per = either(is_apart, either(hurried < most_per, hurried, most_per), per_step);
        const double from_x = vx - per * dx, from_y = vy - per * dy;
        const double ahead = from_x * dx + from_y * dy, from_square = from_x * from_x + from_y * from_y;
        const int in_cone = is_apart & !((ahead < 0.0) & (ahead * ahead > r * r * from_square));
        const double length = way_sqrt(
            either(in_cone, of->square[k] - r * r, from_square)); /* n is the leg's normal, or points from the
                                                                     disc's centre */
        const double inverse = 1.0 / either(in_cone, of->square[k], length);
        const int is_left = dx * from_y - dy * from_x > 0.0;
        const double side = either(is_left, 1.0, -1.0), sine = either(is_left, r, -r);
        const double along_x = inverse * (dx * length - dy * sine),
                     along_y = inverse * (dx * sine + dy * length);
        const double cone_x = side * -along_y, cone_y = side * along_x;
        const double disc_x = either(length > 0.0, inverse * from_x, 0.0),
                     disc_y = either(length > 0.0, inverse * from_y, 0.0);
        const double nx = either(in_cone, cone_x, disc_x), ny = either(in_cone, cone_y, disc_y);
        const double change = either(in_cone, -(cone_x * vx + cone_y * vy), per * r - length);
        of->nx[k] = nx;
        of->ny[k] = ny;
        const double part = of->part[k], half = either(part < 0.5, 0.5, part),
                     larger = either(part < 0.5, 1.0 - part, part);
        const double base = either(is_apart, either(change < 0.0, larger, part), half);
        const double given = base + GIVES_PART * of->gives[k] * (base * (1.0 - base));
        const double weight = either(given < 0.0, 0.0, either(given > 1.0, 1.0, given));
        of->c[k] = nx * m->own.velocity[0] + ny * m->own.velocity[1] + weight * change;
    }
}

static void form_cores(const way_mover *m, way_around *of) {
    for (int at = 0; at < of->count; at += WAY_EIGHT)
        form_eight_cores(m, of, at);
}

static void form_planes(const way_mover *m, double horizon, way_around *of) {
    const double per_horizon = 1.0 / horizon, per_step = 1.0 / m->step;
    for (int at = 0; at < of->count; at += WAY_EIGHT)
        form_eight_planes(m, per_horizon, per_step, of, at);
}

const way_avoid_lanes WAY_JOIN(way_avoid_lanes, WAY_ISA) = {
    .form_cores = form_cores,
    .form_planes = form_planes,
};

#endif
