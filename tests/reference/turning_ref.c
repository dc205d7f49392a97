/* Computes paths on turning circles. turning_path2d follows the chapter "Techniques for Formation Movement
   Using Steering Circles" step by step. Like the chapter, it measures angles from the x axis. shortest_path2d
   tries the paths of Dubins's six kinds (LSL to RLR, see way_word) and takes the shortest. The angles of each
   path come from a triangle: for three arcs, the triangle of the three centres; otherwise the right-angled
   triangle whose hypotenuse joins the two centres. */
#include "reference/real.h"

#include "waylay/formation.h"

typedef struct vec {
    real x, y;
} vec;

typedef struct path {
    vec centre1, exit, centre2, entry;
    real arc1, middle, arc2, total;
    int word;
} path;

static vec plus(vec a, vec b, real times) { return (vec){a.x + b.x * times, a.y + b.y * times}; }
static vec minus(vec a, vec b) { return plus(a, b, -1); }
static real dot(vec a, vec b) { return a.x * b.x + a.y * b.y; }
static vec left_normal(vec a) { return (vec){-a.y, a.x}; }
static real angle_of(vec a) { return atan2(a.y, a.x); }
static vec at_angle(vec centre, real angle, real r) { return plus(centre, (vec){cos(angle), sin(angle)}, r); }

/* Returns the turn from one heading to another, to the left (side 1) or to the right (side -1). A turn within
   2^-32 of 0 or of a full turn counts as 0. */
static real turn(real from, real to, int side) {
    real angle = (to - from) * side;
    angle -= 2 * PI * floor(angle / (2 * PI));
    return angle < 0x1p-32 || angle > 2 * PI - 0x1p-32 ? 0 : angle;
}

/* Reads the start p and its heading h, and the target q and its heading g. Returns 0 if one is invalid. */
static int read(const real *in, int count, vec *p, vec *h, vec *q, vec *g) {
    for (int k = 0; k < count; k++)
        if (!isfinite(in[k]))
            return 0;
    *p = (vec){in[0], in[1]}, *h = (vec){in[2], in[3]};
    *q = (vec){in[4], in[5]}, *g = (vec){in[6], in[7]};
    real hh = sqrt(dot(*h, *h)), gg = sqrt(dot(*g, *g));
    if (hh == 0 || gg == 0 || in[8] <= 0 || in[count - 1] < 0)
        return 0;
    *h = (vec){h->x / hh, h->y / hh};
    *g = (vec){g->x / gg, g->y / gg};
    return 1;
}

static void write(real *out, const path *of, int status) {
    path p = {.total = INFINITY, .word = WAY_NO_WORD};
    if (of != NULL)
        p = *of;
    const real all[] = {p.centre1.x, p.centre1.y, p.exit.x, p.exit.y, p.centre2.x, p.centre2.y, p.entry.x,
                        p.entry.y,   p.arc1,      p.middle, p.arc2,   p.total,     p.word,      status};
    for (int k = 0; k < 14; k++)
        out[k] = all[k];
}

void REFERENCE(turning_path2d)(const real *in, real *out) {
    vec p, h, q, g;
    real r = in[8];
    if (!read(in, 9, &p, &h, &q, &g)) {
        write(out, NULL, WAY_INVALID);
        return;
    }
    /* at each pose, the side where the other pose is: 1 left, -1 right, 0 straight ahead or behind */
    vec dir_vec = minus(q, p);
    int side1 = dot(left_normal(h), dir_vec) > 0 ? 1 : dot(left_normal(h), dir_vec) < 0 ? -1 : 0;
    int side2 = dot(left_normal(g), dir_vec) < 0 ? 1 : dot(left_normal(g), dir_vec) > 0 ? -1 : 0;
    if (side1 == 0)
        side1 = side2 == 0 ? 1 : side2;
    if (side2 == 0)
        side2 = side1;
    path path;
    path.centre1 = plus(p, left_normal(h), side1 * r);
    path.centre2 = plus(q, left_normal(g), side2 * r);
    real d = sqrt(dot(minus(path.centre2, path.centre1), minus(path.centre2, path.centre1)));
    if (d < 2 * r) {
        side1 = -side1, side2 = -side2;
        path.centre1 = plus(p, left_normal(h), side1 * r);
        path.centre2 = plus(q, left_normal(g), side2 * r);
        d = sqrt(dot(minus(path.centre2, path.centre1), minus(path.centre2, path.centre1)));
    }
    vec between = minus(path.centre2, path.centre1);
    real straight_heading;
    /* case 1: the circles turn in opposite directions, so the path follows their inner tangent. The angles of
       exit and entry, the chapter's a3 and b3, are a2 and b2 plus or minus a1. */
    if (side1 != side2) {
        if (d < 2 * r * (1 - 0x1p-36)) {
            write(out, NULL, WAY_NO_PATH);
            return;
        }
        real a1 = acos(fmin(1, r / (0.5 * d)));
        real a2 = angle_of(between), b2 = angle_of(minus(path.centre1, path.centre2));
        path.exit = at_angle(path.centre1, side1 < 0 ? a2 + a1 : a2 - a1, r);
        path.entry = at_angle(path.centre2, side1 < 0 ? b2 + a1 : b2 - a1, r);
        straight_heading = angle_of(left_normal(minus(path.exit, path.centre1))) + (side1 < 0 ? PI : 0);
    } else if (d > 1e-12 * (r + sqrt(dot(dir_vec, dir_vec)))) {
        /* case 2: the circles turn in the same direction, so exit and entry lie at right angles to the line
           of the centres */
        vec perp = left_normal(between);
        path.exit = plus(path.centre1, perp, -side1 * r / d);
        path.entry = plus(path.centre2, perp, -side1 * r / d);
        straight_heading = angle_of(between);
    } else { /* both circles are the same */
        path.exit = path.entry = p;
        straight_heading = angle_of(h);
    }
    path.arc1 = r * turn(angle_of(h), straight_heading, side1);
    path.arc2 = r * turn(straight_heading, angle_of(g), side2);
    path.middle = sqrt(dot(minus(path.entry, path.exit), minus(path.entry, path.exit)));
    path.total = path.arc1 + path.middle + path.arc2;
    path.word = side1 > 0 ? (side2 > 0 ? WAY_LSL : WAY_LSR) : (side2 > 0 ? WAY_RSL : WAY_RSR);
    write(out, &path, path.total == 0 ? WAY_THERE : WAY_MET);
}

static path with_total(path path) {
    path.total = path.arc1 + path.middle + path.arc2;
    return path;
}

/* Returns the path of an arc, a straight and an arc. The heading of the straight follows from the angle
   between the straight and the line of the centres. */
static path by_straight(path none, vec p, vec h, vec q, vec g, real r1, real r2, int side1, int side2) {
    path path = none;
    path.centre1 = plus(p, left_normal(h), side1 * r1);
    path.centre2 = plus(q, left_normal(g), side2 * r2);
    vec between = minus(path.centre2, path.centre1);
    real d = sqrt(dot(between, between)), k = side2 * r2 - side1 * r1;
    if (d < fabs(k) * (1 - 0x1p-36))
        return none;
    int is_one_circle = d <= 1e-12 * (r1 + sqrt(dot(minus(q, p), minus(q, p))));
    real heading = is_one_circle ? angle_of(h) : angle_of(between) - asin(fmax(-1, fmin(1, k / d)));
    path.exit = at_angle(path.centre1, heading - side1 * PI / 2, r1);
    path.entry = at_angle(path.centre2, heading - side2 * PI / 2, r2);
    path.arc1 = r1 * turn(angle_of(h), heading, side1);
    path.middle = is_one_circle ? 0 : sqrt(fmax(0, d * d - k * k));
    path.arc2 = r2 * turn(heading, angle_of(g), side2);
    return with_total(path);
}

/* Returns the path of three arcs. The circle of the middle arc touches the other two circles. Of the two such
   circles, the one with the longer arc is used: Dubins proved that this arc is longer than half a turn. */
static path by_arcs(path none, vec p, vec h, vec q, vec g, real r, int side) {
    path path = none, longer = none;
    path.centre1 = plus(p, left_normal(h), side * r);
    path.centre2 = plus(q, left_normal(g), side * r);
    vec between = minus(path.centre2, path.centre1);
    real d = sqrt(dot(between, between));
    if (d > 4 * r || d == 0)
        return none;
    for (int sign = -1; sign <= 1; sign += 2) {
        real to_m = angle_of(between) + sign * acos(d / (4 * r));
        vec m = at_angle(path.centre1, to_m, 2 * r);
        path.exit = at_angle(path.centre1, to_m, r);
        path.entry = at_angle(m, angle_of(minus(path.centre2, m)), r);
        real leaving = to_m + side * PI / 2;
        real joining = angle_of(minus(m, path.centre2)) + side * PI / 2;
        path.arc1 = r * turn(angle_of(h), leaving, side);
        path.middle = r * turn(leaving, joining, -side);
        path.arc2 = r * turn(joining, angle_of(g), side);
        if (path.middle >= longer.middle)
            longer = path;
    }
    return with_total(longer);
}

/* Returns the shortest path of this kind. The total is infinite if no such path exists. */
static path path_of(int word, vec p, vec h, vec q, vec g, real r1, real r2) {
    path none = {.total = INFINITY, .word = word};
    int side1 = word == WAY_RSR || word == WAY_RSL || word == WAY_RLR ? -1 : 1;
    int side2 = word == WAY_RSR || word == WAY_LSR || word == WAY_RLR ? -1 : 1;
    if (word < WAY_LRL)
        return by_straight(none, p, h, q, g, r1, r2, side1, side2);
    return r1 == r2 ? by_arcs(none, p, h, q, g, r1, side1) : none;
}

static void write_found(real *out, path path) {
    if (isinf(path.total))
        write(out, NULL, WAY_NO_PATH);
    else
        write(out, &path, path.total == 0 ? WAY_THERE : WAY_MET);
}

void REFERENCE(path_of_word)(const real *in, int word, real *out) {
    vec p, h, q, g;
    if (read(in, 10, &p, &h, &q, &g))
        write_found(out, path_of(word, p, h, q, g, in[8], in[9] == 0 ? in[8] : in[9]));
    else
        write(out, NULL, WAY_INVALID);
}

void REFERENCE(shortest_path2d)(const real *in, real *out) {
    vec p, h, q, g;
    if (!read(in, 10, &p, &h, &q, &g)) {
        write(out, NULL, WAY_INVALID);
        return;
    }
    path best = {.total = INFINITY};
    for (int word = WAY_LSL; word <= WAY_RLR; word++) {
        path other = path_of(word, p, h, q, g, in[8], in[9] == 0 ? in[8] : in[9]);
        if (other.total < best.total)
            best = other;
    }
    write_found(out, best);
}
