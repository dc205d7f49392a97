/* Computes the exact answers of steering, with sines and cosines from their series. The naive reference is
   not used, because two answers are right if a turn just arrives, but the reference has only one. */
#include <cfloat>
#include <cmath>

#include "truth/truth.h"

namespace {

using namespace truth;

template <int D> quad dot(const quad *a, const quad *b) {
    quad sum = 0;
    for (int k = 0; k < D; k++)
        sum += a[k] * b[k];
    return sum;
}

bool is_in_stated_range(quad length) { return length == 0 || (length >= 1e-15 && length <= 1e15); }

/* The inputs are heading, wanted, turn_rate, dt. The outputs are velocity, next heading, status. */
template <int D> void solve(const float *in, answer *out) {
    quad e[3] = {}, g[3] = {}, across[3] = {}, most = (quad)in[2 * D] * (quad)in[2 * D + 1];
    for (int k = 0; k < D; k++) {
        e[k] = in[k];
        g[k] = in[D + k];
    }
    quad length = root(dot<D>(e, e)), speed = root(dot<D>(g, g));
    out->not_judged = !is_in_stated_range(length) || !is_in_stated_range(speed) || (most > 0 && most < 1e-30);
    for (int k = 0; k < D; k++) {
        e[k] = length > 0 ? e[k] / length : 0;
        g[k] = speed > 0 ? g[k] / speed : 0;
        out->ulp_scale[k] = speed;
        out->ulp_scale[D + k] = 1;
    }
    /* without a direction to turn from or to, nothing turns, which counts as reached */
    bool reached = length == 0 || speed == 0;
    const quad *direction = speed == 0 ? e : g;
    quad turned[3];
    if (!reached) {
        quad cosine = dot<D>(e, g), square = 0;
        if (D == 2) {
            quad left = (quad)in[0] * (quad)in[3] - (quad)in[1] * (quad)in[2] < 0 ? -1 : 1;
            quad k = ((quad)in[0] * (quad)in[3] - (quad)in[1] * (quad)in[2]) / (length * speed);
            across[0] = -e[1] * left;
            across[1] = e[0] * left;
            square = k * k;
        } else {
            quad k[3];
            for (int i = 0; i < 3; i++) {
                int a = (i + 1) % 3, b = (i + 2) % 3;
                k[i] = ((quad)in[a] * (quad)in[3 + b] - (quad)in[b] * (quad)in[3 + a]) / (length * speed);
            }
            square = dot<3>(k, k);
            for (int i = 0; i < 3; i++) {
                int a = (i + 1) % 3, b = (i + 2) % 3;
                across[i] = k[a] * e[b] - k[b] * e[a];
            }
            /* the kernel treats such tiny angles as straight ahead or behind */
            out->not_judged |= square > 0 && square < 1e-36;
            if (square == 0) {
                bool steep = e[2] * e[2] > 0.5;
                out->not_judged |= cosine < 0 && magnitude(e[2] * e[2] - 0.5) < 1e-6;
                across[0] = steep ? 0 : -e[1];
                across[1] = steep ? -e[2] : e[0];
                across[2] = steep ? e[1] : 0;
            }
            quad size = root(dot<3>(across, across));
            for (quad &x : across)
                x /= size;
        }
        quad sine = root(square), half_sine, half_cosine;
        sine_and_cosine((most < pi ? most : pi) / 2, &half_sine, &half_cosine);
        quad rise = cosine < 0 ? 1 - cosine : sine, run = cosine < 0 ? sine : 1 + cosine;
        quad here = rise * half_cosine, there = run * half_sine;
        reached = most >= pi || here <= there;
        /* if the angles are within 8 ulp, both statuses are right, because the directions are the same */
        quad apart =
            magnitude(here - there) / root(rise * rise + run * run); /* the sine of half the difference */
        if (apart < 5e-7 * half_sine) {
            int32_t got;
            std::memcpy(&got, &out->got[2 * D], sizeof got);
            reached = got == WAY_MET;
        }
        sine_and_cosine(most < pi ? most : pi, &half_sine, &half_cosine);
        for (int k = 0; k < D; k++)
            turned[k] = e[k] * half_cosine + across[k] * half_sine;
    }
    if (!reached)
        direction = turned;
    for (int k = 0; k < D; k++) {
        out->value[k] = direction[k] * speed;
        out->value[D + k] = direction[k];
    }
    out->value[2 * D] = reached ? WAY_MET : WAY_LATE;
}

template <int D> void any_turn(uint64_t *random, float *in) {
    for (int k = 0; k < D; k++) {
        in[k] = draw_between(random, -1, 1);
        in[D + k] = draw_between(random, -30, 30);
    }
    in[2 * D] = draw_between(random, 0, 4);
    in[2 * D + 1] = draw_between(random, 0, 1);
}

template <int D> void typical(uint64_t *random, float *in) {
    any_turn<D>(random, in);
    in[2 * D + 1] = draw_between(random, 0, 0.1);
}

template <int D> void sizes(uint64_t *random, float *in) {
    for (int k = 0; k < 2 * D; k++)
        in[k] = any_size(random, -49, 49);
    in[2 * D] = std::fabs(any_size(random, -30, 10));
    in[2 * D + 1] = std::fabs(any_size(random, -10, 3));
}

/* Draws wanted directions that differ from the heading or its opposite by a few floats, and turn limits that
   are as small. */
template <int D> void straight(uint64_t *random, float *in) {
    any_turn<D>(random, in);
    int scale = (int)draw_below(random, 9) - 4, sign = draw_below(random, 2) ? 1 : -1;
    int far = (int)draw_below(random, 3);
    for (int k = 0; k < D; k++) {
        if (draw_below(random, 6) == 0)
            in[k] = 0;
        float near = in[k] != 0 && draw_below(random, 2) ? beside(random, in[k]) : in[k];
        if (far == 1)
            near *= 1 + draw_between(random, -1e-3, 1e-3);
        in[D + k] = (float)sign * std::ldexp(near, scale);
    }
    if (far == 2) /* exactly straight ahead or behind */
        for (int k = 0; k < D; k++)
            in[D + k] = (float)sign * std::ldexp(in[k], scale);
    if (draw_below(random, 2))
        in[2 * D] = std::ldexp(in[2 * D], -(int)draw_below(random, 40));
}

/* Draws turn limits near half a turn or of 0, and some headings and wanted velocities of 0. */
template <int D> void edges(uint64_t *random, float *in) {
    any_turn<D>(random, in);
    in[2 * D] = draw_below(random, 4) == 0 ? 0 : std::ldexp(beside(random, 3.14159274f), 2);
    in[2 * D + 1] = draw_below(random, 3) == 0 ? 0.25f : draw_between(random, 0.2, 0.26);
    for (int side = 0; side < 2; side++)
        for (int k = 0, none = draw_below(random, 8) == 0; k < D; k++)
            if (none || draw_below(random, 4) == 0)
                in[side * D + k] = 0;
}

/* Draws wanted directions that are at the turn limit, up to a few floats, in a plane of two axes. */
template <int D> void just(uint64_t *random, float *in) {
    any_turn<D>(random, in);
    if (draw_below(random, 2))
        in[2 * D] = std::ldexp(in[2 * D], -(int)draw_below(random, 30));
    else if (draw_below(random, 2))
        in[2 * D + 1] = beside(random, 3.14159274f) / in[2 * D];
    double angle = (double)in[2 * D] * (double)in[2 * D + 1] * (draw_below(random, 2) ? 1 : -1);
    int x = (int)draw_below(random, D), y = (x + 1) % D, size = (int)draw_below(random, 9) - 4;
    for (int k = 0; k < D; k++)
        if (k != x && k != y)
            in[k] = in[D + k] = 0;
    in[D + x] = (float)std::ldexp(std::cos(angle) * (double)in[x] - std::sin(angle) * (double)in[y], size);
    in[D + y] = (float)std::ldexp(std::cos(angle) * (double)in[y] + std::sin(angle) * (double)in[x], size);
}

const truth::add entries({
    {"steer2d", "typical", typical<2>, true, solve<2>},
    {"steer2d", "any turn", any_turn<2>, true, solve<2>},
    {"steer2d", "any size", sizes<2>, true, solve<2>},
    {"steer2d", "straight", straight<2>, true, solve<2>},
    {"steer2d", "edges", edges<2>, true, solve<2>},
    {"steer2d", "just", just<2>, true, solve<2>},
    {"steer3d", "typical", typical<3>, true, solve<3>},
    {"steer3d", "any turn", any_turn<3>, true, solve<3>},
    {"steer3d", "any size", sizes<3>, true, solve<3>},
    {"steer3d", "straight", straight<3>, true, solve<3>},
    {"steer3d", "edges", edges<3>, true, solve<3>},
    {"steer3d", "just", just<3>, true, solve<3>},
});

} // namespace
