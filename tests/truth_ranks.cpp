/* Ranks and files in 113 bits. */
#include <cmath>

#include "truth.h"

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
vec unit(vec a) { return length(a) > 0 ? a * (1 / length(a)) : a; }

vec place(const float *in) { return {in[0], in[1]}; }
quad largest(const float *in) { return larger(magnitude(in[0]), magnitude(in[1])); }

/* The way, or the heading where that is backwards; either where it is as good as square to it. */
vec along(vec way, vec heading, vec so_far, quad size, answer *out) {
    quad forwards = dot(way, heading), far = length(way), turned = dot(so_far, heading);
    out->either |= length(heading) > 0 && turned != 0 && magnitude(turned) < length(so_far) * 1e-9;
    out->either |= far != 0 && far < size * 1e-5;
    out->either |= length(heading) > 0 && forwards != 0 && magnitude(forwards) < far * 1e-9;
    return forwards < 0 || turned < 0 || far == 0 ? heading : unit(way);
}

void write(answer *out, vec to, vec heading, quad size, int status) {
    const quad values[] = {to.x, to.y, heading.x, heading.y, (quad)status};
    for (int k = 0; k < 5; k++) {
        out->value[k] = values[k];
        out->counted_at[k] = k < 2 ? size : (quad)1;
    }
}

void line(const float *in, answer *out) {
    vec at = place(in) + right(unit(place(in + 2))) * in[4];
    out->value[0] = at.x, out->value[1] = at.y, out->value[2] = WAY_MET;
    out->counted_at[0] = out->counted_at[1] = larger(largest(in), magnitude(in[4]));
}

void file(const float *in, answer *out) {
    vec own = place(in), ahead = place(in + 3), heading = unit(place(in + 5));
    quad size = larger(larger(largest(in), largest(in + 3)), in[2]);
    vec u = along(ahead - own, heading, place(in + 7), 0, out);
    if (length(u) == 0)
        write(out, own, u, size, WAY_DEGENERATE);
    else
        write(out, ahead - u * in[2], u, size, WAY_MET);
}

void rank(const float *in, answer *out) {
    vec own = place(in), h = unit(place(in + 2)), ahead = place(in + 6), a = unit(place(in + 8));
    quad half = in[4], spacing = in[5];
    quad size = larger(larger(largest(in), largest(in + 6)), larger(half, spacing));
    vec between = ahead - own;
    quad turn = dot(a, right(between));
    out->either |= turn != 0 && magnitude(turn) < length(between) * 1e-12;
    quad inner = turn > 0 ? half : turn < 0 ? -half : 0;
    vec u = along(between + (right(a) - right(h)) * inner, a, h, larger(half, length(between)), out);
    write(out, ahead + (right(a) - right(u)) * inner - u * spacing, u, size, WAY_MET);
}

void many(uint64_t *random, float *in, int count) {
    for (int k = 0; k < count; k++)
        in[k] = scene_between(random, -1, 1);
}

void line_typical(uint64_t *random, float *in) {
    many(random, in, 5);
    in[0] *= 500, in[1] *= 500, in[4] *= 20;
}

void line_sizes(uint64_t *random, float *in) {
    for (int k = 0; k < 5; k++)
        in[k] = any_size(random, -39, 39);
}

/* Behind one that moves on, with its heading or without. */
void file_typical(uint64_t *random, float *in) {
    many(random, in, 9);
    in[0] *= 500, in[1] *= 500;
    in[2] = scene_between(random, 1, 5);
    in[3] = in[0] + in[3] * 2 * in[2], in[4] = in[1] + in[4] * 2 * in[2];
    if (scene_below(random, 2))
        in[5] = in[6] = 0;
    if (scene_below(random, 2))
        in[7] = in[8] = 0;
}

void file_sizes(uint64_t *random, float *in) {
    for (int k = 0; k < 9; k++)
        in[k] = any_size(random, -39, 39);
    in[2] = std::fabs(in[2]);
}

/* On the axes, where behind and square and the same place are exact; and a few floats beside them. */
void file_edges(uint64_t *random, float *in) {
    for (int k = 0; k < 9; k++)
        in[k] = (float)scene_below(random, 3) - 1;
    in[2] = (float)scene_below(random, 3);
    if (scene_below(random, 2))
        for (int k : {0, 1, 3, 4})
            in[k] = in[k] != 0 ? beside(random, in[k]) : 0;
}

void rank_typical(uint64_t *random, float *in) {
    many(random, in, 10);
    in[4] = scene_between(random, 5, 30), in[5] = scene_between(random, 1, 5);
    /* behind it by a spacing and a little, turned a little */
    double heading = (double)scene_between(random, 0, 6.2831853);
    double turn = heading + (double)scene_between(random, -0.2, 0.2);
    in[6] = scene_between(random, 0, 500), in[7] = scene_between(random, 0, 500);
    in[8] = (float)std::cos(turn), in[9] = (float)std::sin(turn);
    double back = 1 + (double)scene_between(random, 0, 1), aside = (double)in[0];
    in[0] = in[6] - in[5] * (float)(back * std::cos(heading) + aside * std::sin(heading));
    in[1] = in[7] - in[5] * (float)(back * std::sin(heading) - aside * std::cos(heading));
    in[2] = (float)std::cos(heading), in[3] = (float)std::sin(heading);
}

void rank_any(uint64_t *random, float *in) {
    many(random, in, 10);
    for (int k : {0, 1, 6, 7})
        in[k] *= 50;
    in[4] = scene_between(random, 0, 30), in[5] = scene_between(random, 0, 5);
}

void rank_sizes(uint64_t *random, float *in) {
    rank_any(random, in);
    int scale = (int)scene_below(random, 70) - 35;
    for (int k : {0, 1, 4, 5, 6, 7})
        in[k] = std::ldexp(in[k], scale);
    for (int k : {2, 3, 8, 9})
        in[k] = any_size(random, -39, 39);
}

/* Straight ahead and straight behind, where neither end is the inner one. */
void rank_edges(uint64_t *random, float *in) {
    static const float ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const float *a = ways[scene_below(random, 4)], *h = ways[scene_below(random, 4)];
    float far = (float)scene_below(random, 5) - 2;
    in[0] = (float)scene_below(random, 9), in[1] = (float)scene_below(random, 9);
    in[2] = h[0], in[3] = h[1], in[4] = (float)scene_below(random, 4), in[5] = (float)scene_below(random, 3);
    in[6] = in[0] + far * a[0], in[7] = in[1] + far * a[1], in[8] = a[0], in[9] = a[1];
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
});

} // namespace
