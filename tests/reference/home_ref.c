/* Homes in on a runner by a search, as cut_off_ref.c does, with the paths of Cockayne and Hall: an arc and a
   straight to a point outside of the turning circles, or two arcs to a point inside of one. */
#include "reference/real.h"

#include "waylay/formation.h"

enum { MOMENTS = 4000 };

/* A position as the chaser sees it, in radii: x ahead, and y >= 0 to the side on which the point is. */
typedef struct home {
    real arc1, straight, arc2, total;
    real heading_x, heading_y; /* at the end, seen in the same way */
    real end_x, end_y;
} home;

static home shorter(home a, home b) { return b.total < a.total ? b : a; }

static real full_turn_of(real sine, real cosine) {
    real angle = atan2(sine, cosine);
    return angle < 0 ? angle + 2 * PI : angle;
}

/* The arc of angle `arc` to the own side, and a straight. */
static home arc_and_straight(real arc, real straight) {
    real s = sin(arc), c = cos(arc);
    return (home){arc, straight, 0, arc + straight, c, s, s + straight * c, 1 - c + straight * s};
}

/* The shortest path that ends within reach of (x, y). */
static home shortest(real x, real y, real reach) {
    const real far = sqrt(x * x + (y - 1) * (y - 1));
    home best = {0, 0, 0, INFINITY, 1, 0, 0, 0};
    if (x * x + y * y <= reach * reach) {
        best.total = 0;
        return best;
    }
    /* the direction of the point from the centre, as an angle on the circle that begins at the chaser */
    const real at = full_turn_of(x, 1 - y);
    if (far >= 1 && far * far - 1 >= reach * reach) {
        real ahead = acos(1 / far), arc = at - ahead;
        arc += arc < -1e-14 ? 2 * PI : 0;
        best = shorter(best, arc_and_straight(arc < 0 ? 0 : arc, sqrt(far * far - 1) - reach));
    }
    if (reach > 0 && fabs(far - 1) <= reach && far > 0) {
        real half = (1 + far * far - reach * reach) / (2 * far);
        real arc = fabs(half) <= 1 ? at - acos(half) : INFINITY;
        if (arc < INFINITY)
            best = shorter(best, arc_and_straight(arc < 0 ? arc + 2 * PI : arc, 0));
    }
    if (far < 1) {
        /* the first arc turns to the other side about (0, -1), by the angle first; `to` is the distance from
           its end to the point, and the path ends `reach` behind the point */
        real apart = sqrt(x * x + (y + 1) * (y + 1));
        real to = (sqrt(reach * reach + 8 * (apart * apart - 1)) - reach) / 4;
        real angle = (1 + apart * apart - to * to) / (2 * apart);
        if (to + reach <= 2 && fabs(angle) <= 1) {
            real first = atan2(x, y + 1) + acos(angle), second = 2 * PI - 2 * asin((to + reach) / 2);
            real jx = sin(first), jy = cos(first) - 1, turned = second - first, on = 1 + reach / to;
            if (first >= 0)
                best = shorter(best, (home){first, 0, second, first + second, cos(turned), sin(turned),
                                            jx + (x - jx) * on, jy + (y - jy) * on});
        }
    }
    return best;
}

/* Returns the length by which the path is too long to arrive on time. Stores the path in `path`. */
static real excess_length(const real *in, real time, home *path, int *right) {
    real heading = sqrt(in[2] * in[2] + in[3] * in[3]), radius = in[5];
    real dx = (in[6] + in[8] * time - in[0]) / radius, dy = (in[7] + in[9] * time - in[1]) / radius;
    real x = (in[2] * dx + in[3] * dy) / heading, y = (in[2] * dy - in[3] * dx) / heading;
    *right = y < 0;
    *path = shortest(x, fabs(y), in[11] / radius);
    return path->total * radius - in[4] * time;
}

void REFERENCE(home_at)(const real *in, real time, real *out) {
    home path;
    int right;
    excess_length(in, time, &path, &right);
    real heading = sqrt(in[2] * in[2] + in[3] * in[3]), side = right ? -1 : 1, r = in[5];
    real hx = in[2] / heading, hy = in[3] / heading, total = path.total * r;
    real gx = path.heading_x, gy = side * path.heading_y, ex = path.end_x * r, ey = side * path.end_y * r;
    const int word = path.arc2 > 0 ? (right ? WAY_LSR : WAY_RSL) : right ? WAY_RSR : WAY_LSL;
    const real found[] = {time,
                          in[0] + hx * ex - hy * ey,
                          in[1] + hy * ex + hx * ey,
                          hx * gx - hy * gy,
                          hy * gx + hx * gy,
                          path.arc1 * r,
                          path.straight * r,
                          path.arc2 * r,
                          total,
                          total > 0 ? word : WAY_LSL,
                          total > 0 ? (time > 0 && total < in[4] * time ? total / time : in[4]) : 0,
                          time > 0 ? WAY_MET : WAY_THERE};
    for (int k = 0; k < 12; k++)
        out[k] = found[k];
}

void REFERENCE(home2d)(const real *in, real *out) {
    real speed = in[4], horizon = in[10], reach = in[11];
    const real none[] = {INFINITY, 0, 0, 0, 0, 0, 0, 0, INFINITY, WAY_NO_WORD, 0, WAY_INVALID};
    home path;
    int right;
    for (int k = 0; k < 12; k++)
        out[k] = none[k];
    for (int k = 0; k < 10; k++)
        if (!isfinite(in[k]))
            return;
    if ((in[2] == 0 && in[3] == 0) || in[5] <= 0 || isnan(horizon) || horizon == -INFINITY ||
        !isfinite(reach) || reach < 0)
        return;
    real runner_speed = sqrt(in[8] * in[8] + in[9] * in[9]), time = 0;
    out[11] = speed > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    real start = excess_length(in, 0, &path, &right);
    if (start > 0) {
        if (speed <= 0)
            speed = 0;
        /* where the search ends; the term 0.02 * speed matters if the chaser is about as fast as the runner
           */
        real apart = fabs(in[6] - in[0]) + fabs(in[7] - in[1]), low = 0;
        real longest_time =
            (start + 20 * in[5] + apart) / fmax(fabs(speed - runner_speed), 0.02 * fmax(speed, runner_speed));
        for (int k = 1; time == 0 && k <= MOMENTS && longest_time < INFINITY; k++) {
            real moment = longest_time * k / MOMENTS * k / MOMENTS;
            if (excess_length(in, moment, &path, &right) <= 0)
                time = moment;
            else
                low = moment;
        }
        if (time == 0)
            return;
        for (int k = 0; k < 60; k++) {
            real middle = (low + time) / 2;
            if (excess_length(in, middle, &path, &right) <= 0)
                time = middle;
            else
                low = middle;
        }
    }
    if (time > horizon) {
        out[11] = WAY_LATE;
        return;
    }
    REFERENCE(home_at)(in, time, out);
}
