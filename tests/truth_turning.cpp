/* Turning circles in numbers of 113 bits: tangents by the centres' difference split along and across the straight,
   angles by the arctangent of what is exact. */
#include <cmath>

#include "truth.h"

namespace {

using namespace truth;

const quad pi = (quad)3.141592653589793 + (quad)1.2246467991473532e-16;

struct vec {
    quad x, y;
};

vec operator+(vec a, vec b) { return {a.x + b.x, a.y + b.y}; }
vec operator-(vec a, vec b) { return {a.x - b.x, a.y - b.y}; }
vec operator*(vec a, quad by) { return {a.x * by, a.y * by}; }
quad dot(vec a, vec b) { return a.x * b.x + a.y * b.y; }
quad cross(vec a, vec b) { return a.x * b.y - a.y * b.x; }
vec left(vec a) { return {-a.y, a.x}; }
quad length(vec a) { return root(dot(a, a)); }

/* No angle that is as good as none, and not the whole turn that is as good as none. */
quad turn(vec from, vec to, int side) {
    quad s = cross(from, to) * side, c = dot(from, to);
    if (c > 0 && magnitude(s) < c * 0x1p-32)
        return 0;
    quad angle = (quad)std::atan2((long double)s, (long double)c);
    return angle < 0 ? angle + 2 * pi : angle;
}

struct path {
    vec centre1, exit, centre2, entry;
    quad arc1 = 0, middle = 0, arc2 = 0, total = INFINITY;
    bool near = false; /* too near to a decision, or where the header promises nothing */
};

struct question {
    vec p, h, q, g;
    quad r1, r2;
};

path by_straight(const question &a, int side1, int side2) {
    path path;
    path.centre1 = a.p + left(a.h) * (a.r1 * side1);
    path.centre2 = a.q + left(a.g) * (a.r2 * side2);
    vec w = path.centre2 - path.centre1;
    quad k = a.r2 * side2 - a.r1 * side1, ww = dot(w, w), square = ww - k * k;
    quad size = a.r1 + a.r2 + length(a.q - a.p);
    bool one = k == 0 && ww < size * size * 1e-26;
    path.near = !one && ww < size * size * 1e-10;
    /* a square that is nothing but rounding, on either side of what touches */
    path.near |= k != 0 && magnitude(square) < k * k * 1e-9 && square != 0;
    if (square < 0 && !one)
        return path;
    quad straight = one ? 0 : root(square);
    vec t = one ? a.h : (w * straight - left(w) * k) * (1 / ww);
    path.exit = path.centre1 - left(t) * (a.r1 * side1);
    path.entry = path.centre2 - left(t) * (a.r2 * side2);
    quad arc1 = turn(a.h, t, side1), arc2 = turn(t, a.g, side2);
    path.near |= 2 * pi - arc1 < 1e-6 || 2 * pi - arc2 < 1e-6;
    path.arc1 = a.r1 * arc1;
    path.arc2 = a.r2 * arc2;
    path.middle = straight;
    path.total = path.arc1 + path.middle + path.arc2;
    return path;
}

path by_arcs(const question &a, int side) {
    path path;
    quad r = a.r1;
    path.centre1 = a.p + left(a.h) * (r * side);
    path.centre2 = a.q + left(a.g) * (r * side);
    vec w = path.centre2 - path.centre1;
    quad ww = dot(w, w), square = 4 * r * r - ww / 4, size = r + length(a.q - a.p);
    path.near = (ww != 0 && ww < size * size * 1e-10) || magnitude(square) < r * r * 1e-9;
    if (square < 0 || ww == 0 || a.r1 != a.r2)
        return path;
    vec m = path.centre1 + w * (quad)0.5 + left(w) * (side * root(square) / root(ww));
    path.exit = (path.centre1 + m) * (quad)0.5;
    path.entry = (path.centre2 + m) * (quad)0.5;
    vec leaving = left(m - path.centre1) * (quad)side, joining = left(m - path.centre2) * (quad)side;
    quad arc1 = turn(a.h, leaving, side), arc2 = turn(joining, a.g, side);
    path.near |= 2 * pi - arc1 < 1e-6 || 2 * pi - arc2 < 1e-6;
    path.arc1 = r * arc1;
    path.middle = r * turn(leaving, joining, -side);
    path.arc2 = r * arc2;
    path.total = path.arc1 + path.middle + path.arc2;
    return path;
}

question read(const float *in) {
    question a = {{in[0], in[1]}, {in[2], in[3]}, {in[4], in[5]}, {in[6], in[7]}, in[8], in[8]};
    a.h = a.h * (1 / length(a.h));
    a.g = a.g * (1 / length(a.g));
    return a;
}

void write(const question &a, const path &path, int word, answer *out) {
    vec points[] = {path.centre1, path.exit, path.centre2, path.entry};
    bool found = path.total < (quad)INFINITY;
    for (int k = 0; k < 4; k++) {
        vec place = k < 2 ? a.p : a.q;
        quad radius = k < 2 ? a.r1 : a.r2;
        quad largest = larger(larger(magnitude(place.x), magnitude(place.y)), radius);
        out->value[2 * k] = found ? points[k].x : 0;
        out->value[2 * k + 1] = found ? points[k].y : 0;
        out->counted_at[2 * k] = out->counted_at[2 * k + 1] = largest;
    }
    const quad lengths[] = {path.arc1, path.middle, path.arc2, path.total};
    for (int k = 0; k < 4; k++) {
        out->value[8 + k] = found || k == 3 ? lengths[k] : 0;
        out->counted_at[8 + k] = (found ? path.total : 0) + 2 * pi * larger(a.r1, a.r2);
    }
    out->value[12] = found ? word : WAY_NO_WORD;
    out->value[13] = !found ? WAY_NO_PATH : path.total == 0 ? WAY_THERE : WAY_MET;
}

void solve_turning(const float *in, answer *out) {
    question a = read(in);
    vec way = a.q - a.p;
    quad one = cross(a.h, way), two = cross(way, a.g), size = length(way) * 1e-12;
    out->either = (one != 0 && magnitude(one) < size) || (two != 0 && magnitude(two) < size);
    int side1 = one > 0 ? 1 : one < 0 ? -1 : 0, side2 = two > 0 ? 1 : two < 0 ? -1 : 0;
    if (side1 == 0)
        side1 = side2 == 0 ? 1 : side2;
    if (side2 == 0)
        side2 = side1;
    vec w = a.q + left(a.g) * (a.r1 * side2) - a.p - left(a.h) * (a.r1 * side1);
    quad apart = length(w) - 2 * a.r1;
    out->either |= magnitude(apart) < 1e-9 * a.r1;
    if (apart < 0)
        side1 = -side1, side2 = -side2;
    path path = by_straight(a, side1, side2);
    out->either |= path.near;
    write(a, path, side1 > 0 ? (side2 > 0 ? WAY_LSL : WAY_LSR) : (side2 > 0 ? WAY_RSL : WAY_RSR), out);
}

void solve_shortest(const float *in, answer *out) {
    question a = read(in);
    if (in[9] != 0)
        a.r2 = in[9];
    const path all[] = {by_straight(a, 1, 1),  by_straight(a, -1, -1), by_straight(a, 1, -1),
                        by_straight(a, -1, 1), by_arcs(a, 1),          by_arcs(a, -1)};
    int best = 0;
    for (int word = 1; word < 6; word++)
        if (all[word].total < all[best].total)
            best = word;
    /* one that is as good may be given instead */
    int32_t got;
    std::memcpy(&got, &out->got[12], sizeof got);
    quad slack = (all[best].total + 2 * pi * larger(a.r1, a.r2)) * 1e-6;
    if (got >= 0 && got < 6 && all[got].total < all[best].total + slack)
        best = got;
    for (const path &path : all)
        out->either |= path.near && !(path.total > all[best].total + 6 * a.r1 && path.total < (quad)INFINITY);
    write(a, all[best], best, out);
}

void poses(uint64_t *random, float *in, double far) {
    for (int k = 0; k < 10; k++)
        in[k] = scene_between(random, -1, 1);
    for (int k : {0, 1, 4, 5})
        in[k] = scene_between(random, 0, far);
    in[8] = scene_between(random, 5, 50);
    in[9] = 0;
}

void typical(uint64_t *random, float *in) { poses(random, in, 500); }

/* Circles that mostly overlap. */
void close(uint64_t *random, float *in) { poses(random, in, 60); }

void radii(uint64_t *random, float *in) {
    poses(random, in, scene_below(random, 2) ? 500 : 80);
    in[9] = scene_between(random, 5, 50);
}

void sizes(uint64_t *random, float *in) {
    poses(random, in, 200);
    int scale = (int)scene_below(random, 78) - 39;
    for (int k : {0, 1, 4, 5, 8})
        in[k] = std::ldexp(in[k], scale);
    for (int k : {2, 3, 6, 7})
        in[k] = any_size(random, -39, 39);
}

/* Straight on, straight behind, reversed, on the spot: along the axes, where floats are exact, and beside them. */
void in_line(uint64_t *random, float *in) {
    static const float ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    poses(random, in, 0);
    in[8] = (float)(1 << scene_below(random, 6));
    const float *h = ways[scene_below(random, 4)], *g = ways[scene_below(random, 4)];
    float far = (float)scene_below(random, 9) * in[8] / 2 * (scene_below(random, 2) ? 1.0f : -1.0f);
    in[0] = (float)scene_below(random, 9), in[1] = (float)scene_below(random, 9);
    in[2] = h[0], in[3] = h[1], in[6] = g[0], in[7] = g[1];
    in[4] = in[0] + far * h[0], in[5] = in[1] + far * h[1];
    if (scene_below(random, 3) == 0)
        for (int k : {2, 3, 4, 5, 6, 7})
            in[k] = in[k] != 0 ? beside(random, in[k]) : in[k];
}

/* Circles of chosen sides that touch but for a few floats, from outside or in the way that three arcs end. */
void touching(uint64_t *random, float *in) {
    poses(random, in, 100);
    double r = (double)in[8], h = std::hypot((double)in[2], (double)in[3]),
           g = std::hypot((double)in[6], (double)in[7]);
    int side1 = scene_below(random, 2) ? 1 : -1, side2 = scene_below(random, 2) ? 1 : -1;
    double towards = (double)scene_between(random, 0, 6.2831853),
           apart = (double)(2 << scene_below(random, 2));
    in[4] = (float)((double)in[0] - (double)in[3] / h * side1 * r + std::cos(towards) * apart * r +
                    (double)in[7] / g * side2 * r);
    in[5] = (float)((double)in[1] + (double)in[2] / h * side1 * r + std::sin(towards) * apart * r -
                    (double)in[6] / g * side2 * r);
}

const truth::add entries({
    {"turning_path2d", "typical", typical, false, solve_turning},
    {"turning_path2d", "close", close, false, solve_turning},
    {"turning_path2d", "any size", sizes, false, solve_turning},
    {"turning_path2d", "in line", in_line, false, solve_turning},
    {"turning_path2d", "touching", touching, false, solve_turning},
    {"shortest_path2d", "typical", typical, true, solve_shortest},
    {"shortest_path2d", "close", close, false, solve_shortest},
    {"shortest_path2d", "radii", radii, true, solve_shortest},
    {"shortest_path2d", "any size", sizes, false, solve_shortest},
    {"shortest_path2d", "in line", in_line, false, solve_shortest},
    {"shortest_path2d", "touching", touching, false, solve_shortest},
});

} // namespace
