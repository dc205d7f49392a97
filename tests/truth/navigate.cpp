/* Computes the exact answers of proportional navigation. */
#include <algorithm>
#include <cmath>

#include "truth/truth.h"

namespace {

using namespace truth;

/* The inputs are chaser, its velocity, runner, its velocity, gain, limit and, for the true law,
   the runner's acceleration. The outputs are acceleration, closing, status. */
template <int D, bool pure> void solve(const float *in, answer *out) {
    quad rr = 0, vv = 0, speed = 0, size = 0, *ulp_scale = out->ulp_scale;
    take_reference(in, out);
    for (int k = 0; k < D; k++) {
        quad r = (quad)in[2 * D + k] - (quad)in[k], own = in[D + k], v = (quad)in[3 * D + k] - own;
        rr += r * r;
        vv += v * v;
        speed += own * own;
        size += out->value[k] * out->value[k];
    }
    quad gain = in[4 * D], limit = in[4 * D + 1];
    quad scale = rr > 0 ? magnitude(gain) * (pure ? root(speed) * root(vv) : vv) / root(rr) : (quad)0,
         pull = 0;
    for (int k = 0; k < D && !pure; k++)
        pull += (quad)in[4 * D + 2 + k] * (quad)in[4 * D + 2 + k];
    scale += magnitude(gain) / 2 * root(pull);
    /* a limited acceleration has the relative error of the acceleration without the limit */
    if (size > 0 && (double)limit < INFINITY) {
        float given[5 * D + 2];
        answer whole = *out;
        std::copy(in, in + (pure ? 4 : 5) * D + 2, given);
        given[4 * D + 1] = INFINITY;
        take_reference(given, &whole);
        quad was = 0;
        for (int k = 0; k < D; k++)
            was += whole.value[k] * whole.value[k];
        if (was > size)
            scale = scale * root(size) / root(was);
    }
    for (int k = 0; k < D; k++)
        ulp_scale[k] = scale;
    ulp_scale[D] = root(vv);
}

template <int D, bool pure> void typical(uint64_t *random, float *in) {
    for (int k = 0; k < D; k++) {
        in[k] = draw_between(random, -1e4, 1e4);
        in[D + k] = draw_between(random, -300, 300);
        in[2 * D + k] = draw_between(random, -1e4, 1e4);
        in[3 * D + k] = draw_between(random, -300, 300);
    }
    in[4 * D] = draw_between(random, 2, 6);
    in[4 * D + 1] = draw_below(random, 3) ? draw_between(random, 1, 400) : INFINITY;
    for (int k = 0; k < D && !pure; k++)
        in[4 * D + 2 + k] = draw_below(random, 4) ? draw_between(random, -100, 100) : 0;
}

template <int D, bool pure> void plain(uint64_t *random, float *in) {
    typical<D, pure>(random, in);
    in[4 * D] = 3;
    in[4 * D + 1] = INFINITY;
    for (int k = 0; k < D && !pure; k++)
        in[4 * D + 2 + k] = 0;
}

/* Draws agents almost on a collision course, whose line of sight hardly turns. */
template <int D, bool pure> void steady(uint64_t *random, float *in) {
    typical<D, pure>(random, in);
    float share = draw_between(random, 0.01, 3);
    for (int k = 0; k < D; k++)
        in[3 * D + k] = beside(random, in[D + k] - (in[2 * D + k] - in[k]) * share);
}

/* Draws agents on axes, with equal velocities, at rest, or at the same position. */
template <int D, bool pure> void aligned(uint64_t *random, float *in) {
    for (int k = 0; k < 4 * D; k++)
        in[k] = (float)draw_below(random, 5) - 2;
    in[4 * D] = (float)draw_below(random, 6) - 1;
    in[4 * D + 1] = draw_below(random, 3) ? (float)draw_below(random, 4) : INFINITY;
    for (int k = 0; k < D && !pure; k++)
        in[4 * D + 2 + k] = (float)draw_below(random, 5) - 2;
}

#define REGIMES(name, D, pure)                                                                               \
    {name, "typical", typical<D, pure>, true, solve<D, pure>},                                               \
        {name, "no options", plain<D, pure>, false, solve<D, pure>},                                         \
        {name, "steady", steady<D, pure>, true, solve<D, pure>}, {                                           \
        name, "aligned", aligned<D, pure>, true, solve<D, pure>                                              \
    }

const truth::add entries({REGIMES("navigate2d", 2, false), REGIMES("navigate3d", 3, false),
                          REGIMES("navigate_pure2d", 2, true), REGIMES("navigate_pure3d", 3, true)});

} // namespace
