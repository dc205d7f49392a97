/* Computes the touch of two moving rectangles as in Eberly's "Dynamic Collision Detection using Oriented
   Bounding Boxes": the corners of both are projected on the normals of all sides, which gives an interval of
   time for each normal. */
#include "reference/real.h"

#include "waylay/waylay.h"

typedef struct point {
    real x, y;
} point;

typedef struct rectangle {
    point centre, velocity, along, across, corner[4];
    real length, width;
} rectangle;

static real dot(point a, point b) { return a.x * b.x + a.y * b.y; }

static point plus(point a, real by, point b) { return (point){a.x + by * b.x, a.y + by * b.y}; }

/* Returns 0 if the rectangle is invalid, -1 if it has no heading, and 1 otherwise. */
static int read_rectangle(const real *in, rectangle *to) {
    real sum = 0, size = sqrt(in[4] * in[4] + in[5] * in[5]);
    for (int k = 0; k < 8; k++)
        sum += fabs(in[k]);
    if (!(sum < 0x1p60) || !(in[6] >= 0) || !(in[7] >= 0))
        return 0;
    if (in[4] == 0 && in[5] == 0)
        return -1;
    *to = (rectangle){{in[0], in[1]}, {in[2], in[3]}, {in[4] / size, in[5] / size}, {0, 0}, {{0, 0}},
                      in[6],          in[7]};
    to->across = (point){-to->along.y, to->along.x};
    for (int k = 0; k < 4; k++) {
        real l = k == 0 || k == 3 ? 0.5 : -0.5, w = k < 2 ? 0.5 : -0.5; /* in a circle, from the front left */
        to->corner[k] = plus(plus(to->centre, l * to->length, to->along), w * to->width, to->across);
    }
    return 1;
}

static void project(const rectangle *r, point axis, real *low, real *high) {
    *low = INFINITY, *high = -INFINITY;
    for (int k = 0; k < 4; k++) {
        *low = fmin(*low, dot(r->corner[k], axis));
        *high = fmax(*high, dot(r->corner[k], axis));
    }
}

static real distance_to_segment(point p, point a, point b) {
    point d = plus(b, -1, a), q = plus(p, -1, a);
    real whole = dot(d, d), foot = whole > 0 ? fmin(fmax(dot(q, d) / whole, 0), 1) : 0;
    point off = plus(q, -foot, d);
    return sqrt(dot(off, off));
}

static real distance(const rectangle *a, const rectangle *b) {
    real least = INFINITY;
    for (int k = 0; k < 4; k++)
        for (int j = 0; j < 4; j++) {
            least = fmin(least, distance_to_segment(a->corner[k], b->corner[j], b->corner[(j + 1) % 4]));
            least = fmin(least, distance_to_segment(b->corner[k], a->corner[j], a->corner[(j + 1) % 4]));
        }
    return least;
}

/* Returns the middle of the points of `r` that are farthest in direction `n`. */
static point farthest(const rectangle *r, point n, real *spread) {
    real l = dot(r->along, n), w = dot(r->across, n);
    *spread = (l == 0 ? r->length / 2 : 0) + (w == 0 ? r->width / 2 : 0);
    point at = plus(r->centre, l > 0 ? r->length / 2 : l < 0 ? -r->length / 2 : 0, r->along);
    return plus(at, w > 0 ? r->width / 2 : w < 0 ? -r->width / 2 : 0, r->across);
}

/* Returns the middle of the common part of two rectangles that touch along `n`, a normal of `owner`. */
static point touch_point(const rectangle *owner, const rectangle *other, point n, real own_half) {
    real spread;
    point along = {-n.y, n.x}, at = farthest(other, (point){-n.x, -n.y}, &spread);
    real middle = dot(owner->centre, along), where = dot(at, along);
    if (spread == 0)
        return at;
    real from = fmax(middle - own_half, where - spread), to = fmin(middle + own_half, where + spread);
    return plus(at, (from + to) / 2 - where, along);
}

static rectangle moved(rectangle r, real time, real scale) {
    r.centre = plus(r.centre, time, r.velocity);
    r.length *= scale;
    r.width *= scale;
    return r;
}

void REFERENCE(touch_boxes2d)(const real *in, real *out) {
    rectangle a, b;
    const int of_a = read_rectangle(in, &a), of_b = read_rectangle(in + 8, &b);
    out[0] = out[1] = INFINITY;
    out[2] = out[3] = out[4] = out[5] = 0;
    out[6] = !of_a || !of_b || !(in[16] > -INFINITY) ? WAY_INVALID : WAY_DEGENERATE;
    if (out[6] == WAY_INVALID || of_a < 0 || of_b < 0)
        return;
    const point normals[4] = {a.along, a.across, b.along, b.across};
    const point velocity = plus(b.velocity, -1, a.velocity), between = plus(b.centre, -1, a.centre);
    real enter = -INFINITY, leave = INFINITY, worst = -INFINITY, ratio = 0;
    int first = 0, deepest = 0, widest = 0;
    for (int k = 0; k < 4; k++) {
        real low_a, high_a, low_b, high_b, v = dot(velocity, normals[k]);
        project(&a, normals[k], &low_a, &high_a);
        project(&b, normals[k], &low_b, &high_b);
        real lead = fmax(low_b - high_a, low_a - high_b), half = (high_a - low_a + high_b - low_b) / 2;
        real in_time = v > 0       ? (low_a - high_b) / v
                       : v < 0     ? (high_a - low_b) / v
                       : lead <= 0 ? -INFINITY
                                   : INFINITY;
        real out_time = v > 0 ? (high_a - low_b) / v : v < 0 ? (low_a - high_b) / v : INFINITY;
        if (in_time > enter)
            enter = in_time, first = k;
        if (lead > worst)
            worst = lead, deepest = k;
        if (half > 0 && fabs(dot(between, normals[k])) / half > ratio)
            ratio = fabs(dot(between, normals[k])) / half, widest = k;
        leave = fmin(leave, out_time);
    }
    const int touching = worst <= 0;
    out[1] = touching ? worst : distance(&a, &b);
    out[6] = WAY_TOO_SLOW;
    if (!touching && (enter > leave || enter < 0 || enter == INFINITY))
        return;
    const real time = touching ? 0 : enter;
    out[6] = WAY_LATE;
    if (time > in[16])
        return;
    int axis = touching ? deepest : first, at = touching ? widest : first;
    real sign = dot(between, normals[axis]) < 0 ? -1 : 1, turn = dot(between, normals[at]) < 0 ? -1 : 1;
    rectangle now_a = moved(a, time, touching ? ratio : 1), now_b = moved(b, time, touching ? ratio : 1);
    point n = {turn * normals[at].x, turn * normals[at].y}, back = {-n.x, -n.y};
    point p = at < 2 ? touch_point(&now_a, &now_b, n, (at == 0 ? now_a.width : now_a.length) / 2)
                     : touch_point(&now_b, &now_a, back, (at == 2 ? now_b.width : now_b.length) / 2);
    out[0] = time;
    out[2] = sign * normals[axis].x;
    out[3] = sign * normals[axis].y;
    out[4] = p.x;
    out[5] = p.y;
    out[6] = touching ? WAY_THERE : WAY_MET;
}
