/* Computes the exact answers of sweeps, bounces and discs. A meeting is the time at which a distance shrinks
   to the radius. Cases in which a decision is too close to call are not judged. Errors of times are measured
   in ulps of the time. Bounces do not use the naive reference, because it lacks the skin by which the library
   keeps balls off walls. */
#include <cmath>

#include "truth/truth.h"

namespace {

using namespace truth;

/* A case is not judged if the sides of a decision differ by less than a margin, relative to their terms.
   `nothing` is about the resolution of 113 bits. `hair` is a few roundings of doubles, as the header allows.
   `wide_hair` is much more, because errors add up over bounces. */
const quad nothing = 1e-28, hair = 0x1p-49, wide_hair = 1e-11;

struct ball {
    quad x, y, vx, vy, radius;
};

struct meeting {
    bool met = false, close = false; /* close: a decision is too close to call */
    bool end = false, touches = false;
    quad time = 0, nx = 0, ny = 0;
    quad time_scale = 1; /* the error of `time` is proportional to this number */
};

/* Returns whether a < b. Sets `close` if a and b differ, but by at most `margin` times `size`. */
bool below(quad a, quad b, quad size, bool *close, quad margin) {
    *close |= a != b && magnitude(a - b) <= margin * size;
    return a < b;
}

void take(meeting *first, const ball &b, quad time, quad scale, quad x, quad y, bool end) {
    if (first->met && time >= first->time)
        return;
    first->met = true;
    first->end = end;
    first->time = time;
    first->time_scale = scale;
    quad nx = b.x + b.vx * time - x, ny = b.y + b.vy * time - y, length = root(nx * nx + ny * ny);
    first->nx = length > 0 ? nx / length : 0;
    first->ny = length > 0 ? ny / length : 0;
}

/* Computes the meeting of a ball with a wall. `exact` is the margin of decisions that the library makes
   without error, and `rest_of_them` is the margin of its other decisions. */
meeting meet(const ball &b, const way_wall &w, quad graze, quad exact = nothing, quad rest_of_them = hair) {
    meeting m;
    quad ax = w.ax, ay = w.ay, dx = (quad)w.bx - ax, dy = (quad)w.by - ay, px = b.x - ax, py = b.y - ay;
    quad length = root(dx * dx + dy * dy), speed = root(b.vx * b.vx + b.vy * b.vy);
    quad far = root(px * px + py * py) + length;
    quad height = length > 0 ? (dx * py - dy * px) / length : 0;
    int sides = w.sides > 0 ? 1 : w.sides < 0 ? -1 : 0;
    if (sides * height < 0) {
        m.close = magnitude(height) <= exact * far;
        return m;
    }
    quad foot = px * dx + py * dy, whole = dx * dx + dy * dy;
    bool at_end = foot <= 0 || foot >= whole;
    quad nearest_x = foot <= 0 ? ax : at_end ? (quad)w.bx : ax + foot * dx / whole;
    quad nearest_y = foot <= 0 ? ay : at_end ? (quad)w.by : ay + foot * dy / whole;
    quad nx = b.x - nearest_x, ny = b.y - nearest_y;
    quad away = root(nx * nx + ny * ny), sinks = -(nx * b.vx + ny * b.vy);
    bool close = false, touching = !below(b.radius, away, b.radius > 0 ? far + b.radius : 0, &close, exact);
    if (height == 0 && length > 0 && b.radius == 0)
        return m; /* a point on the wall's line does not meet the wall */
    if (touching) {
        m.touches = true;
        m.close = close;
        if (below(graze * (magnitude(b.vx) + magnitude(b.vy)) * away, sinks, away * speed, &m.close,
                  rest_of_them)) {
            take(&m, b, 0, 1, nearest_x, nearest_y, at_end);
        }
        return m;
    }
    m.close = close && sinks > 0;
    if (height != 0) {
        int side = height > 0 ? 1 : -1;
        quad fx = side * -dy / length, fy = side * dx / length, falls = -(b.vx * fx + b.vy * fy);
        m.close |=
            magnitude(height) <= exact * far || (falls != 0 && magnitude(falls) <= rest_of_them * speed);
        quad gap = side * height - b.radius;
        if (falls > 0 && gap >= 0) {
            quad time = gap / falls, x = b.x + b.vx * time - fx * b.radius,
                 y = b.y + b.vy * time - fy * b.radius;
            quad share = ((x - ax) * dx + (y - ay) * dy) / length;
            /* at an end, a ball needs no margin, because its meeting with the end has the same time there */
            quad slack = b.radius > 0 ? 0 : rest_of_them * (far + speed * time);
            m.close |= magnitude(share) <= slack || magnitude(share - length) <= slack;
            if (share >= 0 && share <= length) {
                take(&m, b, time, (side * height + b.radius) / falls, x, y, false);
                m.nx = fx;
                m.ny = fy;
            }
        }
    }
    for (int end = 0; end < 2 && b.radius > 0; end++) {
        quad x = end ? w.bx : w.ax, y = end ? w.by : w.ay, qx = b.x - x, qy = b.y - y;
        quad qq = qx * qx + qy * qy, along = qx * b.vx + qy * b.vy, k = qx * b.vy - qy * b.vx;
        quad vv = speed * speed, disc = b.radius * b.radius * vv - k * k, rest = qq - b.radius * b.radius;
        if (along >= 0 || rest <= 0)
            continue;
        m.close |= disc != 0 && magnitude(disc) <= exact * (b.radius * b.radius * vv + qq * vv);
        if (disc < 0)
            continue;
        quad shrinks = root(disc) - along, reach = root(qq) + b.radius;
        take(&m, b, rest / shrinks, reach * reach / shrinks, x, y, true);
    }
    return m;
}

/* Writes the time, the point and the normal of a meeting. */
void count(const ball &b, const meeting &m, quad horizon, answer *out) {
    out->not_judged |=
        m.close || (m.met && m.time != horizon && magnitude(m.time - horizon) <= hair * m.time);
    out->ulp_scale[0] = m.time;
    quad along = magnitude(b.vx * m.time) + magnitude(b.vy * m.time);
    quad coordinates = magnitude(b.x) + magnitude(b.y) + b.radius;
    for (int k = 0; k < 4; k++)
        out->ulp_scale[1 + k] = k < 2 ? along + coordinates : (quad)1;
}

int32_t whole(float cell) {
    int32_t number;
    std::memcpy(&number, &cell, sizeof number);
    return number;
}

void solve_sweep(const float *in, answer *out) {
    ball b = {in[0], in[1], in[2], in[3], in[8]};
    way_wall w = {in[4], in[5], in[6], in[7], whole(in[10])};
    b.vx -= in[11]; /* seen from the wall */
    b.vy -= in[12];
    take_reference(in, out);
    const meeting m = meet(b, w, 0);
    count(b, m, in[9], out);
    /* the reference computes the time by another formula, which may round it to just after the horizon */
    out->not_judged |= m.met && m.time == in[9] && out->value[5] == WAY_LATE;
    for (int k = 0; k < 2; k++)
        out->ulp_scale[1 + k] += (magnitude(in[11]) + magnitude(in[12])) * m.time;
}

void solve_sweep_walls(const float *in, answer *out) {
    ball b = {in[0], in[1], in[2], in[3], in[4]};
    meeting first;
    take_reference(in, out);
    for (int k = 0; k < SAMPLE_WALLS; k++) {
        const way_wall &w = sample_walls()[k];
        if (std::isnan(w.ax))
            continue;
        meeting m = meet(b, w, 0);
        out->not_judged |= m.close; /* if this decision is wrong, another wall may be first */
        if (m.met && first.met)
            out->not_judged |= magnitude(m.time - first.time) <= hair * m.time;
        if (m.met && (!first.met || m.time < first.time))
            first = m;
    }
    count(b, first, in[5], out);
}

/* Moves a ball with bounces. A case is judged only if the ball meets no ends of walls, because an end
   amplifies errors. */
void solve_bounce(const float *in, answer *out) {
    ball b = {in[0], in[1], in[2], in[3], in[5]};
    quad left = in[4], restitution = in[6], friction = in[7], covered = 0;
    quad speed = root(b.vx * b.vx + b.vy * b.vy), fastest = speed;
    int bounces = 0;
    out->value[5] = WAY_MET;
    for (;; bounces++) {
        meeting first;
        bool found = false;
        for (int k = 0; k < SAMPLE_WALLS; k++) {
            const way_wall &w = sample_walls()[k];
            if (std::isnan(w.ax))
                continue;
            ball held = b;
            quad size =
                larger(larger(magnitude(w.ax), magnitude(w.ay)), larger(magnitude(w.bx), magnitude(w.by)));
            held.radius += (quad)0x1p-18 * size;
            meeting m = meet(held, w, (quad)0x1p-40, wide_hair, wide_hair);
            /* if the ball touches a wall at the start, the library first moves the ball off the wall */
            out->not_judged |= m.touches && bounces == 0;
            out->not_judged |= m.close || (m.met && magnitude(m.time - left) <= 1e-9 * (left + m.time_scale));
            if (m.met && found)
                out->not_judged |=
                    magnitude(m.time - first.time) <= 1e-9 * larger(m.time_scale, first.time_scale);
            if (m.met && m.time <= left && (!found || m.time < first.time)) {
                first = m;
                found = true;
            }
        }
        if (!found)
            break;
        if (bounces == 16) {
            out->value[5] = WAY_LATE;
            left = 0;
            break;
        }
        out->not_judged |= first.end;
        b.x += b.vx * first.time;
        b.y += b.vy * first.time;
        covered += first.time * fastest;
        left -= first.time;
        quad across = b.vx * first.nx + b.vy * first.ny, px = across * first.nx, py = across * first.ny;
        quad vx = b.vx - (1 + restitution) * px - friction * (b.vx - px);
        b.vy = b.vy - (1 + restitution) * py - friction * (b.vy - py);
        b.vx = vx;
        fastest = larger(fastest, root(b.vx * b.vx + b.vy * b.vy));
    }
    out->value[0] = b.x + b.vx * left;
    out->value[1] = b.y + b.vy * left;
    out->value[2] = b.vx;
    out->value[3] = b.vy;
    out->value[4] = bounces;
    for (int k = 0; k < 2; k++) {
        out->ulp_scale[k] = magnitude(b.x) + magnitude(b.y) + covered + fastest * left;
        out->ulp_scale[2 + k] = fastest;
    }
}

void solve_discs(const float *in, answer *out) {
    quad rx = (quad)in[5] - in[0], ry = (quad)in[6] - in[1], vx = (quad)in[7] - in[2],
         vy = (quad)in[8] - in[3];
    quad reach = (quad)in[4] + in[9], horizon = in[10];
    quad rr = rx * rx + ry * ry, vv = vx * vx + vy * vy, nearer = rx * vx + ry * vy, gap = rr - reach * reach;
    quad k = rx * vy - ry * vx, disc = reach * reach * vv - k * k, time = 0;
    take_reference(in, out);
    out->ulp_scale[0] = out->value[0];
    out->ulp_scale[1] = out->ulp_scale[2] = (1 + (quad)in[13]) * root(vv);
    out->not_judged = (gap != 0 && magnitude(gap) <= nothing * rr) ||
                      (nearer != 0 && magnitude(nearer) <= hair * root(rr * vv));
    if (nearer >= 0 || reach == 0)
        return;
    if (gap > 0) {
        out->not_judged |= disc != 0 && magnitude(disc) <= nothing * (reach * reach * vv + rr * vv);
        if (disc < 0)
            return;
        time = gap / (root(disc) - nearer);
    }
    out->not_judged |= time != horizon && magnitude(time - horizon) <= hair * time;
}

/* Draws the inputs of sweep2d: ball x, y, vx, vy; wall ax, ay, bx, by; radius, horizon, sides; velocity of the
   wall, which is 0. */
void sweep_typical(uint64_t *random, float *in) {
    for (int k = 0; k < 8; k++)
        in[k] = draw_between(random, -100, 100);
    in[8] = draw_below(random, 4) ? draw_between(random, 0.01, 5) : 0;
    in[9] = draw_below(random, 4) ? INFINITY : draw_between(random, 0, 5);
    in[10] = whole_cell((double)draw_below(random, 3) - 1);
    in[11] = in[12] = 0;
}

/* Aims the ball past the point at `share` of the way from a to b, by `aside` radii. */
void aim(uint64_t *random, float *in, double share, double aside) {
    double x = in[4] + share * (in[6] - in[4]), y = in[5] + share * (in[7] - in[5]);
    double dx = x - in[0], dy = y - in[1], length = std::hypot(dx, dy), speed = draw_between(random, 1, 50);
    if (length == 0)
        return;
    x -= aside * in[8] * dy / length;
    y += aside * in[8] * dx / length;
    dx = x - in[0], dy = y - in[1], length = std::hypot(dx, dy);
    in[2] = (float)(speed * dx / length);
    in[3] = (float)(speed * dy / length);
}

void sweep_ends(uint64_t *random, float *in) {
    sweep_typical(random, in);
    in[9] = INFINITY;
    in[8] = draw_between(random, 0.01, 5);
    aim(random, in, draw_below(random, 2), draw_between(random, -1, 1));
}

void sweep_grazing(uint64_t *random, float *in) {
    sweep_ends(random, in);
    aim(random, in, draw_below(random, 2), draw_below(random, 2) ? draw_between(random, 0.9999, 1.0001) : -1);
}

void sweep_face(uint64_t *random, float *in) {
    sweep_typical(random, in);
    aim(random, in, draw_between(random, 0, 1), 0);
}

/* Draws balls that touch the face or nearly touch it. The centre is 0.9 to 1.1 radii away from the face. */
void sweep_touching(uint64_t *random, float *in) {
    sweep_typical(random, in);
    in[8] = draw_between(random, 0.1, 5);
    double dx = in[6] - in[4], dy = in[7] - in[5], length = std::hypot(dx, dy),
           share = draw_between(random, -0.1, 1.1);
    double off = in[8] * draw_between(random, 0.9, 1.1);
    in[0] = (float)(in[4] + share * dx - off * dy / length);
    in[1] = (float)(in[5] + share * dy + off * dx / length);
}

/* Draws points very close to the line of a slanted wall, with coordinates of very different magnitudes. */
void points_off_a_hair(uint64_t *random, float *in) {
    sweep_typical(random, in);
    for (int k = 4; k < 8; k++)
        in[k] = any_size(random, 3, 15);
    in[8] = 0;
    double share = draw_between(random, -0.1, 1.1);
    in[0] = beside(random, (float)(in[4] + share * (in[6] - in[4])));
    in[1] = beside(random, (float)(in[5] + share * (in[7] - in[5])));
    in[9] = draw_below(random, 2) ? INFINITY : draw_between(random, 0, 1e-4);
}

/* Draws balls whose radius is as close to the distance from a post or a wall as floats allow; near an axis,
   it is even closer. The balls are on a grazing path or on any path. */
void sweep_almost(uint64_t *random, float *in) {
    sweep_typical(random, in);
    in[9] = draw_below(random, 2) ? INFINITY : draw_between(random, 0, 1e-5);
    double angle = draw_between(random, 0, 6.2831853), nx = std::cos(angle), ny = std::sin(angle),
           size = std::ldexp(1, (int)draw_below(random, 20) - 10), speed = draw_between(random, 0.1, 9);
    in[8] = (float)(size * (double)draw_between(random, 1, 2));
    int kind = (int)draw_below(random, 4);
    /* near an axis, the distance can differ from the radius by less than neighbouring floats differ */
    if (kind == 0) {
        angle = 0;
        in[0] = in[1] = 0;
        in[4] = in[8];
        in[5] = (float)(std::ldexp((double)draw_between(random, 1, 2), -(int)draw_below(random, 30)) * size);
        in[2] = (float)(draw_below(random, 2) ? 0 : speed * std::ldexp(1, -(int)draw_below(random, 40)));
        in[3] = (float)speed;
        if (draw_below(random, 2))
            in[6] = in[4], in[7] = in[5];
        return;
    }
    in[0] = beside(random, (float)(in[4] + in[8] * nx));
    in[1] = beside(random, (float)(in[5] + in[8] * ny));
    double along = draw_below(random, 2) ? 1 : draw_between(random, -1, 1),
           in_by = std::ldexp(1, -(int)draw_below(random, 30));
    in[2] = (float)(speed * (-along * ny - in_by * nx));
    in[3] = (float)(speed * (along * nx - in_by * ny));
    if (kind == 1) {
        in[6] = in[4], in[7] = in[5];
    } else if (kind == 2) { /* the wall's face is perpendicular to the direction to the ball */
        double share = draw_between(random, 0.1, 3);
        double cx = in[4], cy = in[5];
        in[4] = (float)(cx - share * in[8] * ny);
        in[5] = (float)(cy + share * in[8] * nx);
        in[6] = (float)(cx + in[8] * ny);
        in[7] = (float)(cy - in[8] * nx);
    }
}

/* Draws horizontal and vertical walls, balls on the wall's line or at rest, walls of length 0, and corners of
   tiles. */
void sweep_squares(uint64_t *random, float *in) {
    for (int k = 0; k < 8; k++)
        in[k] = (float)draw_below(random, 5) - 2;
    in[8] = (float)draw_below(random, 3);
    in[9] = draw_below(random, 4) ? INFINITY : (float)draw_below(random, 4) - 0.5f;
    in[10] = whole_cell((double)draw_below(random, 3) - 1);
    in[11] = in[12] = 0;
}

void points(uint64_t *random, float *in) {
    sweep_face(random, in);
    in[8] = 0;
    in[9] = INFINITY;
    in[10] = whole_cell(0);
}

/* Lets the wall move, and the ball with it. In most cases, the relative velocity is that of before, with
   fewer digits. In the others, the two velocities have very different sizes. */
void set_moving(uint64_t *random, float *in) {
    for (int k = 0; k < 2; k++)
        if (draw_below(random, 4)) {
            in[11 + k] = (float)((int)draw_below(random, 512) - 256) / 8;
            in[2 + k] = std::ldexp(std::rint(std::ldexp(in[2 + k], 15)), -15) + in[11 + k];
        } else
            in[11 + k] = any_size(random, -28, 28);
}

void moving_typical(uint64_t *random, float *in) {
    sweep_typical(random, in);
    set_moving(random, in);
}

void moving_grazing(uint64_t *random, float *in) {
    sweep_grazing(random, in);
    set_moving(random, in);
}

void moving_touching(uint64_t *random, float *in) {
    sweep_touching(random, in);
    set_moving(random, in);
}

void moving_squares(uint64_t *random, float *in) {
    sweep_squares(random, in);
    for (int k = 11; k < 13; k++)
        in[k] = (float)draw_below(random, 5) - 2;
}

void moving_almost(uint64_t *random, float *in) {
    sweep_almost(random, in);
    set_moving(random, in);
}

void walls_typical(uint64_t *random, float *in) {
    for (int k = 0; k < 4; k++)
        in[k] = draw_between(random, -80, 80);
    in[4] = draw_below(random, 4) ? draw_between(random, 0.01, 5) : 0;
    in[5] = draw_below(random, 4) ? INFINITY : draw_between(random, 0, 5);
}

void walls_points(uint64_t *random, float *in) {
    walls_typical(random, in);
    in[4] = 0;
    in[5] = INFINITY;
}

/* Draws balls that are very close to a wall, or touch it exactly or nearly. */
void walls_close(uint64_t *random, float *in) {
    walls_typical(random, in);
    const way_wall *w;
    do
        w = &sample_walls()[draw_below(random, SAMPLE_WALLS)];
    while (std::isnan(w->ax));
    double dx = w->bx - w->ax, dy = w->by - w->ay, length = std::hypot(dx, dy);
    double share = draw_between(random, -0.1, 1.1), off = draw_below(random, 2) ? 1 : -1;
    if (draw_below(random, 2))
        in[4] = 0;
    if (length > 0) {
        in[0] = beside(random, (float)(w->ax + share * dx - off * in[4] * dy / length));
        in[1] = beside(random, (float)(w->ay + share * dy + off * in[4] * dx / length));
    }
    in[5] = INFINITY;
}

/* Draws the inputs of bounce2d: ball x, y, vx, vy; dt, radius, restitution, friction. */
void bounce_typical(uint64_t *random, float *in) {
    for (int k = 0; k < 4; k++)
        in[k] = draw_between(random, k < 2 ? -60 : -50, k < 2 ? 60 : 50);
    in[4] = draw_between(random, 0, 4);
    in[5] = draw_below(random, 2) ? 0 : draw_between(random, 0.01, 2);
    in[6] = draw_below(random, 2) ? 1 : draw_between(random, 0, 1.5);
    in[7] = draw_below(random, 2) ? 0 : draw_between(random, 0, 1);
}

void bounce_plain(uint64_t *random, float *in) {
    bounce_typical(random, in);
    in[5] = 0;
    in[6] = 1;
    in[7] = 0;
}

void discs_typical(uint64_t *random, float *in) {
    for (int k = 0; k < 10; k++)
        in[k] = draw_between(random, -50, 50);
    in[4] = draw_between(random, 0.1, 5);
    in[9] = draw_below(random, 8) ? draw_between(random, 0.1, 5) : 0;
    in[10] = draw_below(random, 4) ? INFINITY : draw_between(random, 0, 5);
    in[11] = draw_below(random, 8) ? draw_between(random, 0.1, 10) : INFINITY;
    in[12] = draw_below(random, 8) ? draw_between(random, 0.1, 10) : INFINITY;
    in[13] = draw_below(random, 2) ? 1 : draw_between(random, 0, 1.5);
}

/* Draws discs whose centres pass each other at a distance of at most about the sum of both radii. */
void discs_near(uint64_t *random, float *in) {
    discs_typical(random, in);
    double dx = in[5] - in[0], dy = in[6] - in[1], length = std::hypot(dx, dy),
           speed = draw_between(random, 1, 50);
    double aside = draw_below(random, 3) ? draw_between(random, -1, 1) : draw_between(random, 0.999, 1.001);
    aside *= in[4] + in[9];
    double x = dx - aside * dy / length, y = dy + aside * dx / length, whole_way = std::hypot(x, y);
    in[2] = (float)(in[7] + speed * x / whole_way);
    in[3] = (float)(in[8] + speed * y / whole_way);
}

/* Draws discs whose distance is exactly or almost the sum of both radii. The discs are on a grazing path or
   on any path. */
void discs_almost(uint64_t *random, float *in) {
    discs_typical(random, in);
    double reach = (double)in[4] + in[9], angle = draw_between(random, 0, 6.2831853), nx = std::cos(angle),
           ny = std::sin(angle), speed = draw_between(random, 0.1, 9);
    in[5] = beside(random, (float)(in[0] + reach * nx));
    in[6] = beside(random, (float)(in[1] + reach * ny));
    double in_by = std::ldexp(1, -(int)draw_below(random, 30));
    in[2] = (float)(in[7] + speed * (-ny + in_by * nx));
    in[3] = (float)(in[8] + speed * (nx + in_by * ny));
    in[10] = draw_below(random, 2) ? INFINITY : draw_between(random, 0, 1e-5);
    if (draw_below(random, 3) == 0) { /* along an axis */
        in[0] = in[1] = in[9] = in[2] = in[7] = in[8] = 0;
        in[5] = in[4];
        in[3] = (float)speed;
        in[6] = (float)std::ldexp((double)draw_between(random, 1, 2), -(int)draw_below(random, 30));
    }
}

void discs_squares(uint64_t *random, float *in) {
    for (int k = 0; k < 10; k++)
        in[k] = (float)draw_below(random, 7) - 3;
    in[4] = (float)draw_below(random, 3);
    in[9] = (float)draw_below(random, 3);
    in[10] = draw_below(random, 2) ? INFINITY : (float)draw_below(random, 4) - 0.5f;
    in[11] = 1 + (float)draw_below(random, 2);
    in[12] = 1 + (float)draw_below(random, 2);
    in[13] = (float)draw_below(random, 3) / 2;
}

const bool walled = (way_quad_reference_wall_in(sample_walls(), SAMPLE_WALLS), true);

const truth::add entries({
    {"sweep2d", "typical", sweep_typical, true, solve_sweep},
    {"sweep2d", "face", sweep_face, true, solve_sweep},
    {"sweep2d", "ends", sweep_ends, true, solve_sweep},
    {"sweep2d", "grazing", sweep_grazing, true, solve_sweep},
    {"sweep2d", "touching", sweep_touching, true, solve_sweep},
    {"sweep2d", "squares", sweep_squares, true, solve_sweep},
    {"sweep2d", "points", points, false, solve_sweep},
    {"sweep2d", "points off a hair", points_off_a_hair, true, solve_sweep},
    {"sweep2d", "almost touching", sweep_almost, true, solve_sweep},
    {"sweep2d", "moving", moving_typical, true, solve_sweep},
    {"sweep2d", "moving, grazing", moving_grazing, true, solve_sweep},
    {"sweep2d", "moving, touching", moving_touching, true, solve_sweep},
    {"sweep2d", "moving, squares", moving_squares, true, solve_sweep},
    {"sweep2d", "moving, almost touching", moving_almost, true, solve_sweep},
    {"sweep_walls2d", "typical", walls_typical, true, solve_sweep_walls},
    {"sweep_walls2d", "points", walls_points, false, solve_sweep_walls},
    {"sweep_walls2d", "close", walls_close, true, solve_sweep_walls},
    {"bounce2d", "typical", bounce_typical, true, solve_bounce},
    {"bounce2d", "points", bounce_plain, false, solve_bounce},
    {"bounce_discs2d", "typical", discs_typical, true, solve_discs},
    {"bounce_discs2d", "near", discs_near, true, solve_discs},
    {"bounce_discs2d", "almost touching", discs_almost, true, solve_discs},
    {"bounce_discs2d", "squares", discs_squares, true, solve_discs},
});

} // namespace
