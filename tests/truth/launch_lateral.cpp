/* Computes the exact answers of launch_lateral and launch_gravity. */
#include <cmath>

#include "truth/intercept_truth.h"
#include "truth/truth.h"

namespace {

using namespace truth;

bool is_in_stated_range(quad x) { return x == 0 || (magnitude(x) >= 1e-6 && magnitude(x) <= 1e6); }

/* The inputs are from, to, horizontal speed, gravity or apex, the velocity of `to`. The outputs are time,
   point, velocity, top or gravity, status. */
template <int D, bool solves_gravity> void solve(const float *in, answer *out) {
    const float *from = in, *to = in + D, *to_v = in + 2 * D + 2;
    quad given = in[2 * D + 1];
    truth_intercept::chase<2> level = {};
    for (int k = 0; k < D; k += 2) {
        level.chaser[k / 2] = from[k];
        level.runner[k / 2] = to[k];
        level.velocity[k / 2] = to_v[k];
    }
    level.speed = in[2 * D];
    take_reference(in, out);
    quad *up = &out->value[2 + D], *last = &out->value[1 + 2 * D], *ulp_scale = out->ulp_scale;
    quad s = level.speed > 0 ? level.speed : 0.0f, y = (quad)to[1] - (quad)from[1];
    bool met = status_of(*out) == WAY_MET;
    quad t = met ? out->value[0] : (quad)0, moved = (quad)to_v[1] * t,
         terms = larger(magnitude(y), magnitude(moved));
    out->not_judged = truth_intercept::solve(level).touching || !truth_intercept::in_range(level) ||
                      !is_in_stated_range(given) || !is_in_stated_range(t) || !is_in_stated_range(y) ||
                      !is_in_stated_range((quad)to_v[1]) || !is_in_stated_range(s);
    ulp_scale[0] = t;
    for (int k = 0; k < D; k++) {
        ulp_scale[1 + k] = larger(magnitude((quad)to[k]), magnitude((quad)to_v[k] * t));
        ulp_scale[1 + D + k] = s;
    }
    if (solves_gravity) {
        quad size = given + magnitude(y + moved), times = 1 + (size > 0 ? terms / size : (quad)0);
        ulp_scale[2 + D] = *up * times;
        ulp_scale[1 + 2 * D] = *last * times;
        out->not_judged = out->not_judged || (met && terms > 0 && size < 1e-4 * terms);
    } else {
        quad from_y = magnitude((quad)from[1]);
        quad up_at = ulp_scale[2 + D] = met ? larger(terms / t, given * t / 2) : (quad)0;
        /* the error of the upward speed, converted to a height */
        ulp_scale[1 + 2 * D] = larger(larger(from_y, magnitude(*last)), larger(*up, 0) * up_at / given);
    }
}

template <int D> void typical(uint64_t *random, float *in) {
    for (int k = 0; k < D; k++) {
        in[k] = draw_between(random, -100, 100);
        in[D + k] = draw_between(random, -100, 100);
        in[2 * D + 2 + k] = draw_between(random, -8, 8);
    }
    in[2 * D] = draw_between(random, 10, 40);
    in[2 * D + 1] = draw_between(random, 1, 20);
}

template <int D> void still(uint64_t *random, float *in) {
    typical<D>(random, in);
    for (int k = 0; k < D; k++)
        in[2 * D + 2 + k] = 0;
}

template <int D> void sizes(uint64_t *random, float *in) {
    for (int k = 0; k < 3 * D + 2; k++)
        in[k] = any_size(random, -12, 12);
    in[2 * D] = std::fabs(in[2 * D]);
    in[2 * D + 1] = std::fabs(in[2 * D + 1]);
}

/* Draws throws almost as fast as the target, and targets straight above, at the same height or at the same
   position. */
template <int D> void edges(uint64_t *random, float *in) {
    typical<D>(random, in);
    for (int k = 0; k < D; k++)
        if (draw_below(random, 2))
            in[D + k] = draw_below(random, 2) ? in[k] : beside(random, in[k]);
    double pace = std::fabs((double)in[2 * D + 2]);
    if (D == 3)
        pace = std::hypot(pace, (double)in[2 * D + 4]);
    if (draw_below(random, 2))
        in[2 * D] = beside(random, (float)pace);
    if (draw_below(random, 8) == 0)
        in[2 * D] = 0;
}

template <int D> void add_all(const char *lateral, const char *gravity) {
    for (const entry &e : {entry{lateral, "typical", typical<D>, true, solve<D, false>},
                           entry{lateral, "still", still<D>, false, solve<D, false>},
                           entry{lateral, "any size", sizes<D>, true, solve<D, false>},
                           entry{lateral, "edges", edges<D>, true, solve<D, false>},
                           entry{gravity, "typical", typical<D>, true, solve<D, true>},
                           entry{gravity, "still", still<D>, false, solve<D, true>},
                           entry{gravity, "any size", sizes<D>, true, solve<D, true>},
                           entry{gravity, "edges", edges<D>, true, solve<D, true>}})
        entries().push_back(e);
}

const bool added = [] {
    add_all<2>("launch_lateral2d", "launch_gravity2d");
    add_all<3>("launch_lateral3d", "launch_gravity3d");
    return true;
}();

} // namespace
