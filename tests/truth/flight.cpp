/* Computes the exact answers of flight. */
#include <cfloat>
#include <cmath>

#include "truth/truth.h"

namespace {

using namespace truth;

bool is_in_stated_range(float x) { return x == 0 || (std::fabs(x) >= 1e-6f && std::fabs(x) <= 1e6f); }

/* The inputs are body, its velocity, gravity, time, height. The outputs are point, velocity, landing,
   status. */
template <int D> void solve(const float *in, answer *out) {
    quad g = in[2 * D], t = in[2 * D + 1];
    take_reference(in, out);
    for (int k = 0; k < 2 * D + 3; k++)
        out->not_judged |= !is_in_stated_range(in[k]);
    for (int k = 0; k < D; k++) {
        quad place = in[k], v = in[D + k], fallen = k == 1 ? g * t : (quad)0;
        out->ulp_scale[k] = larger(larger(magnitude(place), magnitude(v * t)), magnitude(fallen * t / 2));
        out->ulp_scale[D + k] = larger(magnitude(v), magnitude(fallen));
    }
    quad v = in[D + 1], c = (quad)in[1] - (quad)in[2 * D + 2], disc = v * v + 2 * g * c;
    /* if the height is that of the top, rounding decides whether the body reaches it */
    out->not_judged |= c != 0 && magnitude(disc) <= 2e-14 * (v * v + 2 * g * magnitude(c));
    out->not_judged |= c != 0 && !is_in_stated_range((float)c);
    out->ulp_scale[2 * D] = out->value[2 * D];
}

template <int D> void typical(uint64_t *random, float *in) {
    for (int k = 0; k < D; k++) {
        in[k] = draw_between(random, -100, 100);
        in[D + k] = draw_between(random, -50, 50);
    }
    in[2 * D] = draw_between(random, 1, 20);
    in[2 * D + 1] = draw_between(random, -1, 10);
    in[2 * D + 2] = draw_between(random, -100, 100);
}

template <int D> void sizes(uint64_t *random, float *in) {
    for (int k = 0; k < 2 * D + 3; k++)
        in[k] = any_size(random, -19, 19);
    in[2 * D] = std::fabs(in[2 * D]);
}

/* Draws heights near the top, and near the body's own height. */
template <int D> void top(uint64_t *random, float *in) {
    typical<D>(random, in);
    float rise = in[D + 1] * in[D + 1] / (2 * in[2 * D]);
    in[2 * D + 2] = beside(random, draw_below(random, 3) ? in[1] + rise : in[1]);
    if (draw_below(random, 4) == 0)
        in[2 * D + 2] = in[1];
}

template <int D> void edges(uint64_t *random, float *in) {
    top<D>(random, in);
    for (int k = 0; k < 2 * D + 3; k++)
        if (draw_below(random, 3) == 0)
            in[k] = 0;
}

const truth::add entries({
    {"flight2d", "typical", typical<2>, true, solve<2>},
    {"flight2d", "any size", sizes<2>, true, solve<2>},
    {"flight2d", "top", top<2>, true, solve<2>},
    {"flight2d", "edges", edges<2>, true, solve<2>},
    {"flight3d", "typical", typical<3>, true, solve<3>},
    {"flight3d", "any size", sizes<3>, true, solve<3>},
    {"flight3d", "top", top<3>, true, solve<3>},
    {"flight3d", "edges", edges<3>, true, solve<3>},
});

} // namespace
