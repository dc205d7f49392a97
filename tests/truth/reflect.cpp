/* Computes the exact answers of quarter turns, projections and reflections. */
#include <cfloat>
#include <cmath>

#include "truth/truth.h"

namespace {

using namespace truth;

/* Returns the length of the vector that is turned, projected or reflected. Errors are in ulps of this
   length. */
quad length(const float *vector, int dims) {
    quad square = 0;
    for (int k = 0; k < dims; k++)
        square += (quad)vector[k] * (quad)vector[k];
    return root(square);
}

void turn(const float *in, answer *out) { take_reference(in, out); }

template <int D> void project(const float *in, answer *out) {
    take_reference(in, out);
    for (int k = 0; k <= D; k++)
        out->ulp_scale[k] = length(in, D);
}

/* Sets each ulp_scale to the largest term of the sum: the speed, or (1 + restitution) times the speed across
   the wall. Speeds below 1e-28 m/s count as 1e-28. */
void count_terms(const float *velocity, const quad *normal, float restitution, int dims, answer *out) {
    quad across = 0, square = 0, floor = 1e-28;
    for (int k = 0; k < dims; k++) {
        across += (quad)velocity[k] * normal[k];
        square += normal[k] * normal[k];
    }
    across = square > 0 ? magnitude(across) / root(square) * (1 + (quad)restitution) : 0;
    for (int k = 0; k < dims; k++)
        out->ulp_scale[k] = larger(larger(length(velocity, dims), across), floor);
}

template <int D> void reflect(const float *in, answer *out) {
    take_reference(in, out);
    quad normal[D];
    for (int k = 0; k < D; k++)
        normal[k] = in[D + k];
    count_terms(in, normal, in[2 * D], D, out);
}

void reflect_wall(const float *in, answer *out) {
    take_reference(in, out);
    const quad normal[] = {(quad)in[3] - in[5], (quad)in[4] - in[2]};
    count_terms(in, normal, in[6], 2, out);
}

/* Returns a float next to x, or x itself at the ends of the float range. */
float close_to(uint64_t *random, float x) {
    float other = beside(random, x);
    return std::fabs(other) < 2 * std::fabs(x) + 1e-30f ? other : x;
}

void set_whole(float *cell, int32_t whole) { std::memcpy(cell, &whole, sizeof whole); }

void any_vector(uint64_t *random, float *in) {
    in[0] = any_size(random, -148, 127);
    in[1] = any_size(random, -148, 127);
    for (int k = 0; k < 2; k++)
        if (draw_below(random, 8) == 0)
            in[k] = draw_below(random, 2) ? 0.0f : -0.0f;
    set_whole(&in[2], (int32_t)draw_below(random, 3) - 1);
}

void left_only(uint64_t *random, float *in) {
    any_vector(random, in);
    set_whole(&in[2], 0);
}

/* Draws two vectors. */
template <int D> void typical(uint64_t *random, float *in) {
    for (int k = 0; k < D; k++) {
        in[k] = draw_between(random, -30, 30);
        in[D + k] = draw_between(random, -2, 2);
    }
}

template <int D> void sizes(uint64_t *random, float *in) {
    int one = (int)draw_below(random, 90) - 45, other = (int)draw_below(random, 90) - 45;
    for (int k = 0; k < D; k++) {
        in[k] = any_size(random, one - 2, one + 2);
        in[D + k] = any_size(random, other - 2, other + 2);
    }
}

/* Draws exactly or nearly perpendicular vectors, so that the terms of the projection cancel. */
template <int D> void right_angled(uint64_t *random, float *in) {
    typical<D>(random, in);
    int a = (int)draw_below(random, D), b = (a + 1) % D;
    float share = draw_below(random, 2) ? 1 : draw_between(random, -3, 3);
    for (int k = 0; k < D; k++)
        in[D + k] = 0;
    in[D + a] = close_to(random, -in[b] * share);
    in[D + b] = in[a] * share;
}

/* Draws nearly parallel vectors, and reflections that are nearly on an axis, so that the terms of sums
   cancel. */
template <int D> void aligned(uint64_t *random, float *in) {
    typical<D>(random, in);
    float share = draw_between(random, -3, 3);
    for (int k = 0; k < D; k++)
        in[D + k] = close_to(random, in[k] * share);
    if (draw_below(random, 2)) {
        float length = 0;
        for (int k = 0; k < D; k++)
            length += in[k] * in[k];
        for (int k = 0; k < D; k++)
            in[D + k] = close_to(random, in[k] - (k == 0 ? std::sqrt(length) : 0));
    }
}

/* Draws small integers: vectors on axes, diagonal ones, and vectors of length 0. */
template <int D> void simple(uint64_t *random, float *in) {
    for (int k = 0; k < 2 * D; k++)
        in[k] = (float)draw_below(random, 5) - 2;
}

/* plain() and rough() also set the last two columns, restitution and friction. plain() sets the defaults. */
template <int D, void (*draw)(uint64_t *, float *)> void plain(uint64_t *random, float *in) {
    draw(random, in);
    in[2 * D] = 1;
    in[2 * D + 1] = 0;
}

template <int D, void (*draw)(uint64_t *, float *)> void rough(uint64_t *random, float *in) {
    draw(random, in);
    const float restitutions[] = {0, 1, draw_between(random, 0, 1), draw_between(random, 0, 3)};
    const float frictions[] = {0, 1, draw_between(random, 0, 1)};
    in[2 * D] = restitutions[draw_below(random, 4)];
    in[2 * D + 1] = frictions[draw_below(random, 3)];
}

/* Draws numbers up to the ends of the float range, without overflow. */
template <int D> void ends_of_floats(uint64_t *random, float *in) {
    for (int k = 0; k < D; k++) {
        in[k] = any_size(random, -148, 122);
        in[D + k] = any_size(random, -148, 127);
    }
}

/* Replaces the normal by a wall. Some walls are far from the origin, where the difference of the ends has few
   digits. */
template <void (*draw)(uint64_t *, float *)> void wall(uint64_t *random, float *in) {
    draw(random, in);
    float nx = in[2], ny = in[3], far = draw_below(random, 2) ? 100.0f : 1e5f;
    float e = in[4], f = in[5];
    in[2] = draw_between(random, -(double)far, (double)far);
    in[3] = draw_between(random, -(double)far, (double)far);
    if (draw_below(random, 4) == 0)
        in[2] = in[3] = 0;
    in[4] = in[2] - ny;
    in[5] = in[3] + nx;
    in[6] = e, in[7] = f;
}

/* Draws a wall whose ends have any magnitude. */
void any_wall(uint64_t *random, float *in) {
    for (int k = 0; k < 6; k++)
        in[k] = any_size(random, -148, 122);
    if (draw_below(random, 4) == 0)
        in[4] = in[2], in[5] = close_to(random, in[3]);
    in[6] = draw_between(random, 0, 2);
    in[7] = draw_between(random, 0, 1);
}

#define PROJECT(name, D)                                                                                     \
    {name, "typical", typical<D>, false, project<D>}, {name, "any size", sizes<D>, false, project<D>},       \
        {name, "right angle", right_angled<D>, false, project<D>},                                           \
        {name, "aligned", aligned<D>, false, project<D>}, {                                                  \
        name, "simple", simple<D>, false, project<D>                                                         \
    }

#define REFLECT(name, D)                                                                                     \
    {name, "typical", rough<D, typical<D>>, true, reflect<D>},                                               \
        {name, "no options", plain<D, typical<D>>, false, reflect<D>},                                       \
        {name, "right angle", rough<D, right_angled<D>>, true, reflect<D>},                                  \
        {name, "aligned", rough<D, aligned<D>>, true, reflect<D>},                                           \
        {name, "aligned, no options", plain<D, aligned<D>>, false, reflect<D>},                              \
        {name, "ends of floats", rough<D, ends_of_floats<D>>, true, reflect<D>}, {                           \
        name, "simple", rough<D, simple<D>>, true, reflect<D>                                                \
    }

const truth::add entries({
    {"perpendicular2d", "any size", any_vector, true, turn},
    {"perpendicular2d", "no options", left_only, false, turn},
    PROJECT("project2d", 2),
    PROJECT("project3d", 3),
    REFLECT("reflect2d", 2),
    REFLECT("reflect3d", 3),
    {"reflect_wall2d", "typical", wall<rough<2, typical<2>>>, true, reflect_wall},
    {"reflect_wall2d", "no options", wall<plain<2, typical<2>>>, false, reflect_wall},
    {"reflect_wall2d", "right angle", wall<rough<2, right_angled<2>>>, true, reflect_wall},
    {"reflect_wall2d", "aligned", wall<rough<2, aligned<2>>>, true, reflect_wall},
    {"reflect_wall2d", "simple", wall<rough<2, simple<2>>>, true, reflect_wall},
    {"reflect_wall2d", "any wall", any_wall, true, reflect_wall},
});

} // namespace
