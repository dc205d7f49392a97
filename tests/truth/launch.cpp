/* Computes the exact answers of launch_apex, launch_speed and launch_reach. */
#include <cmath>

#include "truth/truth.h"

namespace {

using namespace truth;

/* Does the header state its bounds for this magnitude? */
bool is_in_stated_range(quad x) { return x == 0 || (magnitude(x) >= 1e-6 && magnitude(x) <= 1e6); }

/* Differences between the points of a throw. The inputs are from, to, and two numbers. */
template <int D> struct throwing {
    quad d[D], level = 0, dd = 0;
    explicit throwing(const float *in) {
        for (int k = 0; k < D; k++) {
            d[k] = (quad)in[D + k] - (quad)in[k];
            dd += d[k] * d[k];
            level += k == 1 ? (quad)0 : d[k] * d[k];
        }
        level = root(level);
    }
};

/* The outputs are time, velocity, rise time, top, status. */
template <int D> void apex(const float *in, answer *out) {
    throwing<D> a(in);
    quad g = in[2 * D], h = in[2 * D + 1], y = a.d[1], rise = (y > 0 ? y : 0) + h;
    take_reference(in, out);
    quad t = out->value[0], up = out->value[1 + D], top = out->value[2 + D];
    if (t == (quad)INFINITY)
        t = 0;
    out->not_judged = !is_in_stated_range(a.level) || !is_in_stated_range(y) || !is_in_stated_range(h) ||
                      !is_in_stated_range(g) || !is_in_stated_range(t);
    quad speed = t > 0 ? root(a.level * a.level / (t * t) + 2 * g * rise) : (quad)0;
    for (int k = 0; k < D; k++)
        out->ulp_scale[1 + k] = speed;
    out->ulp_scale[0] = t;
    out->ulp_scale[1 + D] = up;
    out->ulp_scale[2 + D] = larger(magnitude(top - h), h);
}

/* Is the target too close to the edge of the range to be judged, or is a value outside the header's
   magnitudes? */
template <int D> bool is_near_the_edge(const float *in) {
    throwing<D> a(in);
    quad s = in[2 * D], g = in[2 * D + 1], y = a.d[1], b = s * s - g * y, disc = b * b - g * g * a.dd;
    return !is_in_stated_range(a.level) || !is_in_stated_range(y) || !is_in_stated_range(s) ||
           !is_in_stated_range(g) || (s > 0 && a.dd > 0 && !is_in_stated_range(g * root(a.dd) / (s * s))) ||
           (s > 0 && magnitude(disc) <= 4e-14 * s * s * magnitude(b));
}

/* The outputs are time and velocity of the low throw, time and velocity of the high throw, and the status. */
template <int D> void by_speed(const float *in, answer *out) {
    take_reference(in, out);
    out->not_judged = is_near_the_edge<D>(in);
    for (int k = 0; k < 2 * D + 2; k++)
        out->ulp_scale[k] = k % (D + 1) == 0 ? out->value[k] : (quad)in[2 * D];
}

/* The outputs are the range, the velocity that reaches it, the least speed, its velocity and time, and the
   status. */
template <int D> void reach(const float *in, answer *out) {
    throwing<D> a(in);
    quad s = in[2 * D], g = in[2 * D + 1], over = s * s - 2 * g * a.d[1];
    take_reference(in, out);
    out->not_judged = is_near_the_edge<D>(in) || (s > 0 && magnitude(over) <= 1e-14 * s * s);
    quad least_speed = out->value[1 + D], least_time = out->value[2 + 2 * D];
    out->ulp_scale[0] = larger(out->value[0], s * s / g);
    for (int k = 0; k < D; k++) {
        out->ulp_scale[1 + k] = s;
        out->ulp_scale[2 + D + k] = least_speed;
    }
    out->ulp_scale[1 + D] = least_speed;
    out->ulp_scale[2 + 2 * D] = least_time;
}

template <int D, int strong> void typical(uint64_t *random, float *in) {
    for (int k = 0; k < 2 * D; k++)
        in[k] = draw_between(random, -100, 100);
    in[2 * D + strong] = draw_between(random, 1, 20); /* gravity */
    in[2 * D + 1 - strong] = draw_between(random, 0, strong ? 100 : 30);
}

template <int D, int strong> void sizes(uint64_t *random, float *in) {
    typical<D, strong>(random, in);
    for (int k = 0; k < 2 * D; k++)
        in[k] = any_size(random, -19, 19);
    int size = (int)draw_below(random, 24) - 12;
    for (int k = 0; k < 2 * D && draw_below(random, 2); k++)
        in[k] = std::ldexp(draw_between(random, -1, 1), size);
    for (int k = 2 * D; k < 2 * D + 2; k++)
        in[k] = std::fabs(any_size(random, -14, 14));
}

/* Draws targets at the same height, straight above or below or at the same position, an apex of 0, and a
   speed of 0. */
template <int D, int strong> void edges(uint64_t *random, float *in) {
    typical<D, strong>(random, in);
    for (int k = 0; k < D; k++)
        if (draw_below(random, 2))
            in[D + k] = draw_below(random, 3) ? in[k] : beside(random, in[k]);
    if (draw_below(random, 4) == 0)
        in[2 * D + 1 - strong] = 0;
}

/* Draws speeds at which the throw just reaches the target or just fails to reach it. */
template <int D> void just(uint64_t *random, float *in) {
    if (draw_below(random, 3) == 0)
        sizes<D, 1>(random, in);
    else
        typical<D, 1>(random, in);
    throwing<D> a(in);
    quad y = a.d[1], distance = root(a.dd), climb = y < 0 ? a.level * a.level / (distance - y) : y + distance;
    quad up = draw_below(random, 4) ? climb : 2 * y;
    in[2 * D] = beside(random, (float)root(up * (quad)in[2 * D + 1]));
    if (draw_below(random, 4) == 0)
        in[2 * D] *= 1 + draw_between(random, -1e-4, 1e-4);
}

const truth::add entries({
    {"launch_apex2d", "typical", typical<2, 0>, false, apex<2>},
    {"launch_apex2d", "any size", sizes<2, 0>, false, apex<2>},
    {"launch_apex2d", "edges", edges<2, 0>, false, apex<2>},
    {"launch_apex3d", "typical", typical<3, 0>, false, apex<3>},
    {"launch_apex3d", "any size", sizes<3, 0>, false, apex<3>},
    {"launch_apex3d", "edges", edges<3, 0>, false, apex<3>},
    {"launch_speed2d", "typical", typical<2, 1>, false, by_speed<2>},
    {"launch_speed2d", "any size", sizes<2, 1>, false, by_speed<2>},
    {"launch_speed2d", "edges", edges<2, 1>, false, by_speed<2>},
    {"launch_speed2d", "just", just<2>, false, by_speed<2>},
    {"launch_speed3d", "typical", typical<3, 1>, false, by_speed<3>},
    {"launch_speed3d", "any size", sizes<3, 1>, false, by_speed<3>},
    {"launch_speed3d", "edges", edges<3, 1>, false, by_speed<3>},
    {"launch_speed3d", "just", just<3>, false, by_speed<3>},
    {"launch_reach2d", "typical", typical<2, 1>, false, reach<2>},
    {"launch_reach2d", "any size", sizes<2, 1>, false, reach<2>},
    {"launch_reach2d", "edges", edges<2, 1>, false, reach<2>},
    {"launch_reach2d", "just", just<2>, false, reach<2>},
    {"launch_reach3d", "typical", typical<3, 1>, false, reach<3>},
    {"launch_reach3d", "any size", sizes<3, 1>, false, reach<3>},
    {"launch_reach3d", "edges", edges<3, 1>, false, reach<3>},
    {"launch_reach3d", "just", just<3>, false, reach<3>},
});

} // namespace
