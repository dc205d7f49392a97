/* Turning circles in numbers of 113 bits: tangents by the centres' difference split along and across the
   straight, angles by the arctangent of what is exact. */
#include <cmath>

#include "truth/paths.h"

namespace {

using namespace truth_paths;

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
    int32_t got;
    std::memcpy(&got, &out->got[12], sizeof got);
    int best;
    path path = shortest(a, got, &best, &out->either);
    write(a, path, best, out);
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

/* Straight on, straight behind, reversed, on the spot: along the axes, where floats are exact, and beside
   them. */
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
