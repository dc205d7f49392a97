/* Computes the exact answers of turning_path2d and shortest_path2d. */
#include <algorithm>
#include <cmath>

#include "truth/path_truth.h"

namespace {

using namespace truth_paths;

question read(const float *in) {
    question a = {{in[0], in[1]}, {in[2], in[3]}, {in[4], in[5]}, {in[6], in[7]}, in[8], in[8]};
    a.h = a.h * (1 / length(a.h));
    a.g = a.g * (1 / length(a.g));
    return a;
}

/* Sets each ulp_scale. The outputs are first centre, exit, second centre, entry, three lengths, their total,
   word, status. */
void count(const question &a, answer *out) {
    bool found = out->value[11] < (quad)INFINITY;
    for (int k = 0; k < 8; k++) {
        vec place = k < 4 ? a.p : a.q;
        out->ulp_scale[k] =
            larger(larger(magnitude(place.x), magnitude(place.y)), 2 * pi * larger(a.r1, a.r2));
    }
    for (int k = 8; k < 12; k++)
        out->ulp_scale[k] = (found ? out->value[11] : 0) + 2 * pi * larger(a.r1, a.r2);
}

void solve_turning(const float *in, answer *out) {
    question a = read(in);
    take_reference(in, out);
    count(a, out);
    vec way = a.q - a.p;
    quad one = cross(a.h, way), two = cross(way, a.g), size = length(way) * 1e-12;
    out->not_judged = (one != 0 && magnitude(one) < size) || (two != 0 && magnitude(two) < size);
    int side1 = one > 0 ? 1 : one < 0 ? -1 : 0, side2 = two > 0 ? 1 : two < 0 ? -1 : 0;
    if (side1 == 0)
        side1 = side2 == 0 ? 1 : side2;
    if (side2 == 0)
        side2 = side1;
    vec w = a.q + left(a.g) * (a.r1 * side2) - a.p - left(a.h) * (a.r1 * side1);
    quad apart = length(w) - 2 * a.r1;
    out->not_judged |= magnitude(apart) < 1e-9 * a.r1;
    if (apart < 0)
        side1 = -side1, side2 = -side2;
    int word = side1 > 0 ? (side2 > 0 ? WAY_LSL : WAY_LSR) : (side2 > 0 ? WAY_RSL : WAY_RSR);
    out->not_judged |= path_of(a, word).near;
}

void solve_shortest(const float *in, answer *out) {
    question a = read(in);
    if (in[9] != 0)
        a.r2 = in[9];
    int32_t got;
    std::memcpy(&got, &out->got[12], sizeof got);
    const choice exact = shortest(a, got);
    std::copy(exact.best.out, exact.best.out + 14, out->value);
    count(a, out);
    if (exact.near && is_right_within_tolerance(a, out->got + 8, got)) {
        std::copy(out->got, out->got + 12, out->value);
        out->value[12] = got;
        out->value[13] = out->got[11] == 0 ? WAY_THERE : WAY_MET;
    }
}

void poses(uint64_t *random, float *in, double far) {
    for (int k = 0; k < 10; k++)
        in[k] = draw_between(random, -1, 1);
    for (int k : {0, 1, 4, 5})
        in[k] = draw_between(random, 0, far);
    in[8] = draw_between(random, 5, 50);
    in[9] = 0;
}

void typical(uint64_t *random, float *in) { poses(random, in, 500); }

/* Draws poses whose circles mostly overlap. */
void close(uint64_t *random, float *in) { poses(random, in, 60); }

void radii(uint64_t *random, float *in) {
    poses(random, in, draw_below(random, 2) ? 500 : 80);
    in[9] = draw_between(random, 5, 50);
}

void sizes(uint64_t *random, float *in) {
    poses(random, in, 200);
    int scale = (int)draw_below(random, 78) - 39;
    for (int k : {0, 1, 4, 5, 8})
        in[k] = std::ldexp(in[k], scale);
    for (int k : {2, 3, 6, 7})
        in[k] = any_size(random, -39, 39);
}

/* Draws targets straight ahead, straight behind, with the opposite heading, or at the same position. The
   headings are along the axes, where floats are exact, or near the axes. */
void in_line(uint64_t *random, float *in) {
    static const float ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    poses(random, in, 0);
    in[8] = (float)(1 << draw_below(random, 6));
    const float *h = ways[draw_below(random, 4)], *g = ways[draw_below(random, 4)];
    float far = (float)draw_below(random, 9) * in[8] / 2 * (draw_below(random, 2) ? 1.0f : -1.0f);
    in[0] = (float)draw_below(random, 9), in[1] = (float)draw_below(random, 9);
    in[2] = h[0], in[3] = h[1], in[6] = g[0], in[7] = g[1];
    in[4] = in[0] + far * h[0], in[5] = in[1] + far * h[1];
    if (draw_below(random, 3) == 0)
        for (int k : {2, 3, 4, 5, 6, 7})
            in[k] = in[k] != 0 ? beside(random, in[k]) : in[k];
}

/* Draws circles of chosen sides that touch or miss touching by a few floats, or that are at the limit for
   paths of three arcs. */
void touching(uint64_t *random, float *in) {
    poses(random, in, 100);
    double r = (double)in[8], h = std::hypot((double)in[2], (double)in[3]),
           g = std::hypot((double)in[6], (double)in[7]);
    int side1 = draw_below(random, 2) ? 1 : -1, side2 = draw_below(random, 2) ? 1 : -1;
    double towards = (double)draw_between(random, 0, 6.2831853), apart = (double)(2 << draw_below(random, 2));
    in[4] = (float)((double)in[0] - (double)in[3] / h * side1 * r + std::cos(towards) * apart * r +
                    (double)in[7] / g * side2 * r);
    in[5] = (float)((double)in[1] + (double)in[2] / h * side1 * r + std::sin(towards) * apart * r -
                    (double)in[6] / g * side2 * r);
}

/* Drops the end radius, because turning_path2d has none. */
template <void (*draw)(uint64_t *, float *)> void one_radius(uint64_t *random, float *in) {
    float row[10];
    draw(random, row);
    std::copy(row, row + 9, in);
}

const truth::add entries({
    {"turning_path2d", "typical", one_radius<typical>, false, solve_turning},
    {"turning_path2d", "close", one_radius<close>, false, solve_turning},
    {"turning_path2d", "any size", one_radius<sizes>, false, solve_turning},
    {"turning_path2d", "in line", one_radius<in_line>, false, solve_turning},
    {"turning_path2d", "touching", one_radius<touching>, false, solve_turning},
    {"shortest_path2d", "typical", typical, true, solve_shortest},
    {"shortest_path2d", "close", close, false, solve_shortest},
    {"shortest_path2d", "radii", radii, true, solve_shortest},
    {"shortest_path2d", "any size", sizes, false, solve_shortest},
    {"shortest_path2d", "in line", in_line, false, solve_shortest},
    {"shortest_path2d", "touching", touching, false, solve_shortest},
});

} // namespace
