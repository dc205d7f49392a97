/* Computes the exact answers of line2d, file2d, rank2d, wheel2d and pack2d. */
#include <cmath>

#include "truth/truth.h"

namespace {

using namespace truth;

struct vec {
    quad x, y;
};

vec operator+(vec a, vec b) { return {a.x + b.x, a.y + b.y}; }
vec operator-(vec a, vec b) { return {a.x - b.x, a.y - b.y}; }
vec operator*(vec a, quad by) { return {a.x * by, a.y * by}; }
quad dot(vec a, vec b) { return a.x * b.x + a.y * b.y; }
quad length(vec a) { return root(dot(a, a)); }
vec right(vec a) { return {a.y, -a.x}; }
vec unit(vec a) { return a * (1 / length(a)); }
bool any(vec a) { return a.x != 0 || a.y != 0; }

vec place(const float *in) { return {in[0], in[1]}; }
quad largest(const float *in) { return larger(magnitude(in[0]), magnitude(in[1])); }

/* Sets the ulp_scale of the position and of the heading, which are the first four outputs. */
void count(quad size, answer *out) {
    for (int k = 0; k < 4; k++)
        out->ulp_scale[k] = k < 2 ? size : (quad)1;
}

void line(const float *in, answer *out) {
    take_reference(in, out);
    out->ulp_scale[0] = out->ulp_scale[1] = larger(largest(in), magnitude(in[4]));
}

void file(const float *in, answer *out) {
    take_reference(in, out);
    count(larger(larger(largest(in), largest(in + 3)), in[2]), out);
}

/* A case is not judged if the unit that moves first is very close to the point to which it goes, because the
   direction between them then has few digits. The answer is not judged either if rounding decides which unit
   is the inner one, or whether the course is narrow. */
void rank(const float *in, answer *out) {
    vec middle = place(in), ahead = place(in + 6);
    vec aside = right(unit(place(in + 2))), heading_ahead = unit(place(in + 8));
    quad half = in[4], spacing = in[5], turn = dot(place(in + 8), right(ahead - middle));
    quad room = (quad)6 / 5 * spacing * root(in[11]), fitted = in[11] > 0 ? larger(0, in[10] - room) : 0;
    bool narrow = in[10] > 0 && fitted < half;
    quad pivot = narrow ? fitted : half;
    int side = turn > 0 ? 1 : turn < 0 ? -1 : 0;
    vec way = ahead - middle + (right(heading_ahead) - aside) * (pivot * side);
    if (narrow)
        way = way + heading_ahead * (spacing / 2);
    quad size = larger(half, length(ahead - middle));
    bool undecided = in[10] > 0 && magnitude(fitted - half) < larger(in[10], room) * 1e-12;
    take_reference(in, out);
    count(larger(larger(largest(in), largest(in + 6)), larger(half, in[5])), out);
    out->not_judged =
        (turn != 0 && magnitude(turn) < length(place(in + 8)) * length(ahead - middle) * 1e-12) ||
        (any(way) && length(way) < size * 1e-5) || undecided;
}

void pack(const float *in, answer *out) {
    take_reference(in, out);
    const quad far = larger(magnitude((quad)out->value[0] - in[0]), magnitude((quad)out->value[1] - in[1]));
    out->ulp_scale[0] = out->ulp_scale[1] = larger(largest(in), far);
}

void many(uint64_t *random, float *in, int count) {
    for (int k = 0; k < count; k++)
        in[k] = draw_between(random, -1, 1);
}

void line_typical(uint64_t *random, float *in) {
    many(random, in, 5);
    in[0] *= 500, in[1] *= 500, in[4] *= 20;
}

void line_sizes(uint64_t *random, float *in) {
    for (int k = 0; k < 5; k++)
        in[k] = any_size(random, -39, 39);
}

/* Draws units behind a unit that moves on, with or without its heading. */
void file_typical(uint64_t *random, float *in) {
    many(random, in, 9);
    in[0] *= 500, in[1] *= 500;
    in[2] = draw_between(random, 1, 5);
    in[3] = in[0] + in[3] * 2 * in[2], in[4] = in[1] + in[4] * 2 * in[2];
    if (draw_below(random, 2))
        in[5] = in[6] = 0;
    if (draw_below(random, 2))
        in[7] = in[8] = 0;
}

void file_sizes(uint64_t *random, float *in) {
    for (int k = 0; k < 9; k++)
        in[k] = any_size(random, -39, 39);
    in[2] = std::fabs(in[2]);
}

/* Draws units on the axes, where "behind", "perpendicular" and "the same position" are exact, and units a few
   floats away from these cases. */
void file_edges(uint64_t *random, float *in) {
    for (int k = 0; k < 9; k++)
        in[k] = (float)draw_below(random, 3) - 1;
    in[2] = (float)draw_below(random, 3);
    if (draw_below(random, 2))
        for (int k : {0, 1, 3, 4})
            in[k] = in[k] != 0 ? beside(random, in[k]) : 0;
}

/* Half of the ranks have the defaults: a course that is wide enough. */
void rank_course(uint64_t *random, float *in) {
    in[10] = in[11] = 0;
    if (draw_below(random, 2) == 0)
        return;
    in[11] = (float)draw_below(random, 13);
    in[10] = in[4] * draw_between(random, 0, 2) + in[5] * draw_between(random, 0, 5);
}

void rank_typical(uint64_t *random, float *in) {
    many(random, in, 10);
    in[4] = draw_between(random, 5, 30), in[5] = draw_between(random, 1, 5);
    /* the rank is one to two spacings behind the rank ahead, which is slightly turned */
    double heading = (double)draw_between(random, 0, 6.2831853);
    double turn = heading + (double)draw_between(random, -0.2, 0.2);
    in[6] = draw_between(random, 0, 500), in[7] = draw_between(random, 0, 500);
    in[8] = (float)std::cos(turn), in[9] = (float)std::sin(turn);
    double back = 1 + (double)draw_between(random, 0, 1), aside = (double)in[0];
    in[0] = in[6] - in[5] * (float)(back * std::cos(heading) + aside * std::sin(heading));
    in[1] = in[7] - in[5] * (float)(back * std::sin(heading) - aside * std::cos(heading));
    in[2] = (float)std::cos(heading), in[3] = (float)std::sin(heading);
    rank_course(random, in);
}

void rank_any(uint64_t *random, float *in) {
    many(random, in, 10);
    for (int k : {0, 1, 6, 7})
        in[k] *= 50;
    in[4] = draw_between(random, 0, 30), in[5] = draw_between(random, 0, 5);
    rank_course(random, in);
}

void rank_sizes(uint64_t *random, float *in) {
    rank_any(random, in);
    int scale = (int)draw_below(random, 70) - 35;
    for (int k : {0, 1, 4, 5, 6, 7, 10})
        in[k] = std::ldexp(in[k], scale);
    for (int k : {2, 3, 8, 9})
        in[k] = any_size(random, -39, 39);
}

/* Draws inputs whose sums are as large as possible. All lengths are slightly less than a power of two, and
   the inner units are very close, in any direction. */
void rank_sums(uint64_t *random, float *in) {
    double size = 1 - (double)draw_below(random, 64) * 0x1p-20,
           angle = (double)draw_between(random, 0, 6.2831853);
    double h = (double)draw_between(random, 0, 6.2831853), a = (double)draw_between(random, -0.2, 0.2);
    double side = draw_below(random, 2) ? 1 : -1, far = (double)draw_between(random, 2e-5, 1e-3);
    a += side > 0 ? 1.5707963 : -1.5707963;
    in[4] = in[5] = (float)size;
    in[6] = (float)size, in[7] = (float)(size * (double)draw_between(random, -1, 1));
    in[8] = (float)std::cos(a), in[9] = (float)std::sin(a);
    in[2] = (float)std::cos(h), in[3] = (float)std::sin(h);
    /* the rank's inner unit is at the inner unit ahead minus far (cos angle, sin angle) */
    in[0] = (float)((double)in[6] + side * size * (std::sin(a) - std::sin(h)) - far * std::cos(angle));
    in[1] = (float)((double)in[7] - side * size * (std::cos(a) - std::cos(h)) - far * std::sin(angle));
    if (draw_below(random, 2)) { /* rotate all by a quarter turn */
        for (int k : {0, 2, 6, 8}) {
            float x = in[k];
            in[k] = -in[k + 1], in[k + 1] = x;
        }
    }
    rank_course(random, in);
}

/* Draws ranks straight ahead and straight behind, where neither end is the inner end. */
void rank_edges(uint64_t *random, float *in) {
    static const float ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const float *a = ways[draw_below(random, 4)], *h = ways[draw_below(random, 4)];
    float far = (float)draw_below(random, 5) - 2;
    in[0] = (float)draw_below(random, 9), in[1] = (float)draw_below(random, 9);
    in[2] = h[0], in[3] = h[1], in[4] = (float)draw_below(random, 4), in[5] = (float)draw_below(random, 3);
    in[6] = in[0] + far * a[0], in[7] = in[1] + far * a[1], in[8] = a[0], in[9] = a[1];
    in[10] = (float)draw_below(random, 9), in[11] = (float)draw_below(random, 5);
}

/* Errors of positions and of the remaining distance are in ulps of the largest length. Errors of headings are
   in ulps of 1. */
void wheel(const float *in, answer *out) {
    take_reference(in, out);
    quad size = larger(larger(largest(in), largest(in + 5)), in[4]);
    count(size, out);
    out->ulp_scale[4] = larger(size, magnitude(out->value[4]));
}

/* Draws ranks some steps behind the wanted pose, turned by any angle. About a quarter of the ranks have
   nearly the opposite heading. */
void wheel_typical(uint64_t *random, float *in) {
    many(random, in, 11);
    in[4] = draw_between(random, 0, 30), in[9] = draw_between(random, 0, 10),
    in[10] = draw_between(random, 1, 2);
    double heading = (double)draw_between(random, 0, 6.2831853),
           turn = (double)draw_between(random, -3.2, 3.2);
    if (draw_below(random, 4) == 0)
        turn =
            3.14159265358979 + std::ldexp((double)draw_between(random, -1, 1), -(int)draw_below(random, 40));
    double back = std::ldexp((double)draw_between(random, 0, 8), -(int)draw_below(random, 12));
    in[5] = draw_between(random, 0, 500), in[6] = draw_between(random, 0, 500);
    in[2] = (float)std::cos(heading), in[3] = (float)std::sin(heading);
    in[7] = (float)std::cos(heading + turn), in[8] = (float)std::sin(heading + turn);
    in[0] = in[5] + in[0] * (float)back, in[1] = in[6] + in[1] * (float)back;
}

/* Draws steps that equal the remaining distance, or differ from it by a few floats. */
void wheel_arrives(uint64_t *random, float *in) {
    wheel_typical(random, in);
    in[9] = 0, in[10] = 1;
    answer left;
    left.behaviour = way_behaviour_named("wheel2d");
    wheel(in, &left);
    in[9] = std::fabs(beside(random, (float)left.value[4]));
}

void wheel_sizes(uint64_t *random, float *in) {
    wheel_typical(random, in);
    int scale = (int)draw_below(random, 70) - 35;
    for (int k : {0, 1, 4, 5, 6, 9})
        in[k] = std::ldexp(in[k], scale);
    for (int k : {2, 3, 7, 8})
        in[k] = any_size(random, -39, 39);
}

/* Draws integers: ranks at the wanted pose, exactly opposite headings, steps of 0, and a remaining distance
   that equals the step. */
void wheel_edges(uint64_t *random, float *in) {
    for (int k : {0, 1, 5, 6})
        in[k] = (float)draw_below(random, 5);
    for (int k : {2, 3, 7, 8})
        in[k] = (float)draw_below(random, 7) - 3;
    if (draw_below(random, 2))
        for (int k : {2, 3})
            in[k + 5] = -in[k] * (float)(1 + draw_below(random, 3));
    in[4] = (float)draw_below(random, 4), in[9] = (float)draw_below(random, 6);
    in[10] = 1 + 0.5f * (float)draw_below(random, 3);
}

void pack_typical(uint64_t *random, float *in) {
    many(random, in, 2);
    in[0] *= 500, in[1] *= 500;
    in[2] = draw_between(random, 0, 5), in[3] = draw_between(random, 0, 500);
}

/* Draws the first and the last numbers of rings. */
void pack_rings(uint64_t *random, float *in) {
    pack_typical(random, in);
    const uint64_t ring = draw_below(random, 591);
    in[3] = (float)(3 * ring * (ring + 1) + draw_below(random, 3));
    in[3] = in[3] >= 1 ? in[3] - 1 : 0;
}

void pack_sizes(uint64_t *random, float *in) {
    for (int k = 0; k < 3; k++)
        in[k] = any_size(random, -39, 39);
    in[2] = std::fabs(in[2]);
    in[3] = (float)draw_below(random, 0x100000);
}

const truth::add entries({
    {"line2d", "typical", line_typical, true, line},
    {"line2d", "any size", line_sizes, true, line},
    {"file2d", "typical", file_typical, true, file},
    {"file2d", "any size", file_sizes, true, file},
    {"file2d", "edges", file_edges, true, file},
    {"rank2d", "typical", rank_typical, true, rank},
    {"rank2d", "any", rank_any, true, rank},
    {"rank2d", "any size", rank_sizes, true, rank},
    {"rank2d", "edges", rank_edges, true, rank},
    {"rank2d", "far beyond", rank_sums, true, rank},
    {"wheel2d", "typical", wheel_typical, true, wheel},
    {"wheel2d", "arrives", wheel_arrives, true, wheel},
    {"wheel2d", "any size", wheel_sizes, true, wheel},
    {"wheel2d", "edges", wheel_edges, true, wheel},
    {"pack2d", "typical", pack_typical, true, pack},
    {"pack2d", "rings", pack_rings, true, pack},
    {"pack2d", "any size", pack_sizes, true, pack},
});

} // namespace
