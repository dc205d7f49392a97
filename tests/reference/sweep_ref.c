/* Computes the contact of a moving ball with a wall. "Vector Geometry in Game Programming" by Twinsen
   announces a third part, on the time of such contacts, but this part did not appear. So this file uses plain
   geometry. The distance of the ball from the wall is the distance of the ball's centre from the nearest
   point of the segment. The ball meets the wall's face when the ball's height over the wall's line equals the
   radius. The ball meets an end when the centre's distance from this end equals the radius. If the wall
   moves, all of this is seen from the wall. */
#include "reference/real.h"

#include "waylay/base.h"

static const way_wall *all_walls;
static size_t all_wall_count;
static const way_wall_velocity *all_velocities;

void REFERENCE(wall_in)(const way_wall *walls, size_t count) {
    all_walls = walls;
    all_wall_count = count;
    all_velocities = NULL;
}

void REFERENCE(wall_velocity_in)(const way_wall_velocity *velocities) { all_velocities = velocities; }

typedef struct ball {
    real x, y, vx, vy, radius;
} ball;

typedef struct wall {
    real ax, ay, bx, by;
    int sides;
} wall;

typedef struct meeting {
    real time, x, y, nx, ny; /* (x, y) is the point on the wall, (nx, ny) the normal from it to the ball */
    int there;
} meeting;

static meeting met_at(real time, const ball *b, real x, real y) {
    meeting m = {time, x, y, b->x + b->vx * time - x, b->y + b->vy * time - y, 0};
    real length = sqrt(m.nx * m.nx + m.ny * m.ny);
    m.nx /= length;
    m.ny /= length;
    return m;
}

static int meet_wall(const ball *b, const wall *w, meeting *first) {
    real dx = w->bx - w->ax, dy = w->by - w->ay, px = b->x - w->ax, py = b->y - w->ay;
    real length = sqrt(dx * dx + dy * dy);
    real turn = dx * py - dy * px; /* above 0 if the ball is to the left of the wall, seen from a to b */
    if (w->sides * turn < 0)
        return 0;

    /* the distance at time 0 */
    real foot = px * dx + py * dy, whole = dx * dx + dy * dy;
    real nearest_x = foot <= 0 ? w->ax : foot >= whole ? w->bx : w->ax + foot * dx / whole;
    real nearest_y = foot <= 0 ? w->ay : foot >= whole ? w->by : w->ay + foot * dy / whole;
    real away_x = b->x - nearest_x, away_y = b->y - nearest_y, away = sqrt(away_x * away_x + away_y * away_y);
    if (away <= b->radius) {
        if (away == 0 || away_x * b->vx + away_y * b->vy >= 0)
            return 0;
        *first = met_at(0, b, nearest_x, nearest_y);
        first->there = 1;
        return 1;
    }

    int found = 0;
    if (turn != 0) { /* the face, on the ball's side */
        real nx = (turn > 0 ? -dy : dy) / length, ny = (turn > 0 ? dx : -dx) / length;
        real height = px * nx + py * ny, sinks = -(b->vx * nx + b->vy * ny);
        if (sinks > 0 && height >= b->radius) {
            real time = (height - b->radius) / sinks;
            real x = b->x + b->vx * time - nx * b->radius, y = b->y + b->vy * time - ny * b->radius;
            real share = (x - w->ax) * dx + (y - w->ay) * dy;
            if (share >= 0 && share <= whole) {
                *first = (meeting){time, x, y, nx, ny, 0};
                found = 1;
            }
        }
    }
    for (int end = 0; end < 2 && b->radius > 0; end++) {
        real x = end ? w->bx : w->ax, y = end ? w->by : w->ay, qx = b->x - x, qy = b->y - y, t1, t2;
        if (qx * b->vx + qy * b->vy >= 0)
            continue;
        if (!REFERENCE(quadratic)(b->vx * b->vx + b->vy * b->vy, 2 * (qx * b->vx + qy * b->vy),
                                  qx * qx + qy * qy - b->radius * b->radius, &t1, &t2))
            continue;
        real time = fmin(t1, t2);
        if (time >= 0 && (!found || time < first->time)) {
            *first = met_at(time, b, x, y);
            found = 1;
        }
    }
    return found;
}

/* Like meet_wall, at the time `now`, with a wall that has the velocity (vx, vy) and is at w at the time 0. */
static int meet_moving_wall(const ball *b, const wall *w, real vx, real vy, real now, meeting *first) {
    const wall at = {w->ax + vx * now, w->ay + vy * now, w->bx + vx * now, w->by + vy * now, w->sides};
    const ball seen = {b->x, b->y, b->vx - vx, b->vy - vy, b->radius};
    if (!meet_wall(&seen, &at, first))
        return 0;
    first->x += vx * first->time;
    first->y += vy * first->time;
    return 1;
}

static int is_ball(const ball *b) {
    real size_limit = 0x1p60;
    return fabs(b->x) + fabs(b->y) + fabs(b->vx) + fabs(b->vy) + b->radius < size_limit && b->radius >= 0;
}

static real size_of(const way_wall *w) {
    return fmax(fmax(fabs(w->ax), fabs(w->ay)), fmax(fabs(w->bx), fabs(w->by)));
}

static int is_wall(const way_wall *w) {
    return isfinite(w->ax) && isfinite(w->ay) && isfinite(w->bx) && isfinite(w->by) && size_of(w) < 0x1p60;
}

static wall wall_of(const way_wall *w) {
    return (wall){w->ax, w->ay, w->bx, w->by, w->sides > 0 ? 1 : w->sides < 0 ? -1 : 0};
}

static way_wall_velocity velocity_of(int number) {
    return all_velocities != NULL && number >= 0 ? all_velocities[number] : (way_wall_velocity){0, 0};
}

static int is_velocity(way_wall_velocity v) { return fabs(v.vx) < 0x1p60 && fabs(v.vy) < 0x1p60; }

/* Returns the number of the wall that the ball meets first after `now`, or -1 if the ball meets no wall. The
   wall that the ball has just left, number `left`, is not tested. */
static int first_wall(const ball *b, int left, real now, real horizon, meeting *first) {
    int number = -1;
    for (size_t k = 0; k < all_wall_count; k++) {
        meeting m;
        const way_wall_velocity v = velocity_of((int)k);
        if (!is_wall(all_walls + k) || !is_velocity(v) || (int)k == left)
            continue;
        wall w = wall_of(all_walls + k);
        if (meet_moving_wall(b, &w, v.vx, v.vy, now, &m) && m.time <= horizon &&
            (number < 0 || m.time < first->time)) {
            *first = m;
            number = (int)k;
        }
    }
    return number;
}

/* Writes time, point and normal to `out`, and the status to `status`. */
static void write_answer(real *out, real *status, int still, int valid, int found, meeting m, real horizon) {
    int in_time = valid && found && m.time <= horizon;
    out[0] = in_time ? m.time : INFINITY;
    out[1] = in_time ? m.x : 0;
    out[2] = in_time ? m.y : 0;
    out[3] = in_time ? m.nx : 0;
    out[4] = in_time ? m.ny : 0;
    if (!valid)
        *status = WAY_INVALID;
    else if (in_time)
        *status = m.there ? WAY_THERE : WAY_MET;
    else if (found)
        *status = WAY_LATE;
    else
        *status = still ? WAY_IMMOBILE : WAY_TOO_SLOW;
}

void REFERENCE(sweep2d)(const real *in, real *out) {
    ball b = {in[0], in[1], in[2], in[3], in[8]};
    wall w = {in[4], in[5], in[6], in[7], in[10] > 0 ? 1 : in[10] < 0 ? -1 : 0};
    real horizon = in[9], size_limit = 0x1p60;
    int valid = is_ball(&b) && fabs(in[4]) + fabs(in[5]) + fabs(in[6]) + fabs(in[7]) < size_limit &&
                fabs(in[11]) + fabs(in[12]) < size_limit && horizon > -INFINITY;
    meeting m = {0};
    int found = valid && meet_moving_wall(&b, &w, in[11], in[12], 0, &m);
    write_answer(out, out + 5, b.vx == in[11] && b.vy == in[12], valid, found, m, horizon);
}

void REFERENCE(sweep_walls2d)(const real *in, real *out) {
    ball b = {in[0], in[1], in[2], in[3], in[4]};
    real horizon = in[5];
    int valid = is_ball(&b) && horizon > -INFINITY;
    meeting m = {0};
    int number = valid ? first_wall(&b, -1, 0, INFINITY, &m) : -1, walls = 0, still = 1;
    for (size_t k = 0; k < all_wall_count; k++) {
        const way_wall_velocity v = velocity_of((int)k);
        if (!is_wall(all_walls + k) || !is_velocity(v))
            continue;
        walls++;
        still &= b.vx == v.vx && b.vy == v.vy;
    }
    still = walls > 0 ? still : b.vx == 0 && b.vy == 0;
    write_answer(out, out + 6, still, valid, number >= 0, m, horizon);
    out[5] = out[0] < INFINITY ? number : -1;
}

typedef struct vector {
    real x, y;
} vector;

/* Returns the velocity after a bounce with the normal of `m`. */
static vector bounced(vector s, meeting m, real restitution, real friction) {
    real length = -(s.x * m.nx + s.y * m.ny), nx = length * m.nx, ny = length * m.ny, tx = s.x + nx,
         ty = s.y + ny;
    return (vector){restitution * nx + (1 - friction) * tx, restitution * ny + (1 - friction) * ty};
}

/* Bounces as in the second part of Twinsen's article: the velocity S and the unit normal n' give n = (-S.n')
   n', T = S + n and the new velocity F = n + T, here with restitution and friction. If the wall moves, S and
   F are relative to the wall. Then the ball moves on. A
   ball touches a wall at a distance of exactly its radius, and every contact is a bounce. The library's skin,
   sliding and limit of bounces are not modelled; the limit of 100000 bounces here only ends the loop. */
void REFERENCE(bounce2d)(const real *in, real *out) {
    ball b = {in[0], in[1], in[2], in[3], in[5]};
    real left = in[4], restitution = in[6], friction = in[7], now = 0;
    int bounces = 0, number = -1,
        valid = is_ball(&b) && left >= 0 && left < 0x1p60 && restitution >= 0 && restitution < 0x1p60 &&
                friction >= 0 && friction <= 1;
    for (int k = 0; k < 5; k++)
        out[k] = 0;
    out[5] = WAY_INVALID;
    if (!valid)
        return;
    meeting m;
    while (bounces < 100000 && (number = first_wall(&b, number, now, left, &m)) >= 0) {
        const way_wall_velocity w = velocity_of(number);
        const vector after = bounced((vector){b.vx - w.vx, b.vy - w.vy}, m, restitution, friction);
        b.x += b.vx * m.time;
        b.y += b.vy * m.time;
        left -= m.time;
        now += m.time;
        b.vx = after.x + w.vx;
        b.vy = after.y + w.vy;
        bounces++;
    }
    out[0] = b.x + b.vx * left;
    out[1] = b.y + b.vy * left;
    out[2] = b.vx;
    out[3] = b.vy;
    out[4] = bounces;
    out[5] = WAY_MET;
}

/* Computes the contact of two discs. The discs touch when the distance of their centres is the sum of the
   radii. The contact changes their momentum along the line of centres. */
void REFERENCE(bounce_discs2d)(const real *in, real *out) {
    real rx = in[5] - in[0], ry = in[6] - in[1], vx = in[7] - in[2], vy = in[8] - in[3],
         reach = in[4] + in[9];
    real horizon = in[10], mass = in[11], other = in[12], restitution = in[13];
    ball b = {in[0], in[1], in[2], in[3], in[4]}, c = {in[5], in[6], in[7], in[8], in[9]};
    out[0] = INFINITY;
    out[1] = out[2] = 0;
    if (!is_ball(&b) || !is_ball(&c) || !(mass > 0) || !(other > 0) || !(restitution >= 0) ||
        restitution >= 0x1p60 || !(horizon > -INFINITY)) {
        out[3] = WAY_INVALID;
        return;
    }
    out[3] = WAY_TOO_SLOW;
    real gap = rx * rx + ry * ry - reach * reach, nearer = rx * vx + ry * vy, time = 0, t1, t2;
    if (nearer >= 0 || reach == 0) /* two points have no line of centres */
        return;
    int touching = gap <= 0;
    if (!touching) {
        if (!REFERENCE(quadratic)(vx * vx + vy * vy, 2 * nearer, gap, &t1, &t2))
            return;
        time = fmin(t1, t2);
    }
    if (time > horizon) {
        out[3] = WAY_LATE;
        return;
    }
    real nx = rx + vx * time, ny = ry + vy * time, length = sqrt(nx * nx + ny * ny);
    real closing = (vx * nx + vy * ny) / length;
    real share = isinf(mass) ? 0 : isinf(other) ? 1 : other / (mass + other);
    out[0] = time;
    out[1] = (1 + restitution) * share * closing * nx / length;
    out[2] = (1 + restitution) * share * closing * ny / length;
    out[3] = touching ? WAY_THERE : WAY_MET;
}

/* Many bodies: a loop over events. It computes the contacts of all pairs and of all bodies with all walls,
   moves all bodies to the earliest one, changes the velocities of that pair or body, and begins again. A
   contact is left out if its closing speed is so low that it could be a rounding error. */
enum { X, Y, VX, VY, RADIUS, DT, MASS, RESTITUTION, FRICTION, INPUTS };

static const real too_slow = sizeof(real) > 8 ? (real)0x1p-90 : (real)0x1p-40;

static ball ball_at(const real *b) { return (ball){b[X], b[Y], b[VX], b[VY], b[RADIUS]}; }

static real pace_of(const real *b) { return fabs(b[VX]) + fabs(b[VY]); }

/* Returns the time until two bodies touch, or +inf. */
static real pair_time(const real *a, const real *b) {
    const real pair[] = {a[X],  a[Y],  a[VX],     a[VY],    a[RADIUS], b[X],    b[Y],
                         b[VX], b[VY], b[RADIUS], INFINITY, a[MASS],   b[MASS], 1};
    real answer[4];
    if (isinf(a[MASS]) && isinf(b[MASS]))
        return INFINITY;
    REFERENCE(bounce_discs2d)(pair, answer);
    if (answer[0] < INFINITY) { /* twice the change of the lighter body is not below the closing speed */
        const real other[] = {b[X],  b[Y],  b[VX],     b[VY],    b[RADIUS], a[X],    a[Y],
                              a[VX], a[VY], a[RADIUS], INFINITY, b[MASS],   a[MASS], 1};
        real back[4];
        REFERENCE(bounce_discs2d)(other, back);
        if (fabs(answer[1]) + fabs(answer[2]) + fabs(back[1]) + fabs(back[2]) <=
            too_slow * (pace_of(a) + pace_of(b)))
            return INFINITY;
    }
    return answer[0];
}

static void bounce_pair(real *a, real *b) {
    real nx = b[X] - a[X], ny = b[Y] - a[Y], length = sqrt(nx * nx + ny * ny);
    nx /= length;
    ny /= length;
    real closing = (a[VX] - b[VX]) * nx + (a[VY] - b[VY]) * ny, e = a[RESTITUTION] * b[RESTITUTION];
    real share = isinf(a[MASS]) ? 0 : isinf(b[MASS]) ? 1 : b[MASS] / (a[MASS] + b[MASS]);
    a[VX] -= (1 + e) * share * closing * nx;
    a[VY] -= (1 + e) * share * closing * ny;
    b[VX] += (1 + e) * (1 - share) * closing * nx;
    b[VY] += (1 + e) * (1 - share) * closing * ny;
}

static void bounce_wall(real *b, meeting m) {
    const vector after = bounced((vector){b[VX], b[VY]}, m, b[RESTITUTION], b[FRICTION]);
    b[VX] = after.x;
    b[VY] = after.y;
}

size_t REFERENCE(bounce_all2d)(real *bodies, size_t count, size_t most, way_reference_collision *list) {
    real left = bodies[DT], now = 0;
    size_t events = 0;
    for (; events < most; events++) {
        real first = left;
        size_t row = count, other = count;
        int wall = -1;
        meeting at = {0};
        for (size_t i = 0; i < count; i++) {
            real *a = bodies + INPUTS * i;
            ball own = ball_at(a);
            meeting m = {0};
            for (size_t j = i + 1; j < count; j++) {
                real time = pair_time(a, bodies + INPUTS * j);
                if (time < first || (time == first && row == count))
                    first = time, row = i, other = j, wall = -1;
            }
            for (size_t k = 0; k < all_wall_count && !isinf(a[MASS]); k++) {
                struct wall w = wall_of(all_walls + k);
                if (!is_wall(all_walls + k) || !meet_wall(&own, &w, &m) ||
                    -(a[VX] * m.nx + a[VY] * m.ny) <= too_slow * pace_of(a))
                    continue;
                if (m.time < first || (m.time == first && row == count))
                    first = m.time, row = i, other = count, wall = (int)k, at = m;
            }
        }
        for (size_t i = 0; i < count; i++) {
            bodies[INPUTS * i + X] += first * bodies[INPUTS * i + VX];
            bodies[INPUTS * i + Y] += first * bodies[INPUTS * i + VY];
        }
        left -= first;
        now += first;
        if (row == count)
            break;
        if (wall >= 0)
            bounce_wall(bodies + INPUTS * row, at);
        else
            bounce_pair(bodies + INPUTS * row, bodies + INPUTS * other);
        list[events] = (way_reference_collision){(double)now, row, wall >= 0 ? count : other, wall};
    }
    return events;
}
