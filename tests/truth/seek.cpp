/* Computes the exact answers of seek and flee. */
#include <cfloat>
#include <cmath>

#include "truth/truth.h"

namespace {

using namespace truth;

/* For both behaviours, the inputs are agent, speed, other agent. The outputs are velocity, distance,
   status. */
template <int D> void solve(const float *in, answer *out) {
    take_reference(in, out);
    quad distance = out->ulp_scale[D] = out->value[D];
    for (int k = 0; k < D; k++)
        out->ulp_scale[k] = magnitude((quad)in[D]);
    out->not_judged = distance > 0 && (distance < 1e-18 || distance > 1e18);
}

template <int D, bool timed> void typical(uint64_t *random, float *in) {
    for (int k = 0; k < 2 * D + 1; k++)
        in[k] = draw_between(random, -1e4, 1e4);
    in[D] = draw_between(random, 0.1, 50);
    if (timed)
        in[2 * D + 1] = draw_below(random, 4) ? draw_between(random, 0.001, 1000) : 0;
}

template <int D, bool timed> void sizes(uint64_t *random, float *in) {
    for (int k = 0; k < 2 * D + 1; k++)
        in[k] = any_size(random, -38, 38);
    in[D] = std::fabs(in[D]);
    if (timed)
        in[2 * D + 1] = std::fabs(any_size(random, -20, 20));
}

/* Draws agents that are close together, so that the difference has few digits. Some are on axes, at the same
   position, or slow. */
template <int D, bool timed> void close(uint64_t *random, float *in) {
    typical<D, timed>(random, in);
    for (int k = 0; k < D; k++)
        in[D + 1 + k] = draw_below(random, 3) ? beside(random, in[k]) : in[k];
    if (draw_below(random, 8) == 0)
        in[D] = draw_between(random, -2, 0);
}

const truth::add entries({
    {"seek2d", "typical", typical<2, true>, true, solve<2>},
    {"seek2d", "any size", sizes<2, true>, true, solve<2>},
    {"seek2d", "close", close<2, true>, true, solve<2>},
    {"seek3d", "typical", typical<3, true>, true, solve<3>},
    {"seek3d", "any size", sizes<3, true>, true, solve<3>},
    {"seek3d", "close", close<3, true>, true, solve<3>},
    {"flee2d", "typical", typical<2, false>, false, solve<2>},
    {"flee2d", "any size", sizes<2, false>, false, solve<2>},
    {"flee2d", "close", close<2, false>, false, solve<2>},
    {"flee3d", "typical", typical<3, false>, false, solve<3>},
    {"flee3d", "any size", sizes<3, false>, false, solve<3>},
    {"flee3d", "close", close<3, false>, false, solve<3>},
});

} // namespace
