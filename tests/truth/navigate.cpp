/* Proportional navigation: the acceleration across the line of sight from the components themselves. */
#include <cfloat>
#include <cmath>

#include "truth/truth.h"

namespace {

using namespace truth;

template <int D, bool pure> void solve(const float *in, answer *out) {
    quad r[3] = {}, v[3] = {}, own[3] = {}, rr = 0, rv = 0, vv = 0, speed = 0;
    for (int k = 0; k < D; k++) {
        r[k] = (quad)in[2 * D + k] - (quad)in[k];
        own[k] = in[D + k];
        v[k] = (quad)in[3 * D + k] - own[k];
        rr += r[k] * r[k];
        rv += r[k] * v[k];
        vv += v[k] * v[k];
        speed += own[k] * own[k];
    }
    quad gain = in[4 * D], limit = in[4 * D + 1], distance = root(rr);
    quad *closing = &out->value[D], *status = &out->value[D + 1];
    *closing = 0;
    for (int k = 0; k < D; k++)
        out->value[k] = 0, out->counted_at[k] = 1;
    out->counted_at[D] = 1;
    if (rr == 0) {
        *status = WAY_THERE;
        return;
    }
    *closing = -rv / distance;
    out->counted_at[D] = root(vv);
    *status = WAY_MET;
    if (pure ? speed == 0 : rv >= 0) {
        *status = pure ? WAY_IMMOBILE : WAY_TOO_SLOW;
        return;
    }
    /* across r: v less its part along r; across own: the rate times the perpendicular of own */
    quad a[3], size = 0;
    for (int k = 0; k < D; k++) {
        if (pure) { /* (r x v) x own = v (r.own) - r (v.own) */
            quad r_own = 0, v_own = 0;
            for (int j = 0; j < D; j++)
                r_own += r[j] * own[j], v_own += v[j] * own[j];
            a[k] = gain * (v[k] * r_own - r[k] * v_own) / rr;
        } else
            a[k] = gain * (-rv / rr) * (v[k] - r[k] * rv / rr);
        size += a[k] * a[k];
    }
    size = root(size);
    quad scale = magnitude(gain) * (pure ? root(speed) * root(vv) : vv) / distance;
    if ((double)limit < INFINITY && size > limit) {
        for (int k = 0; k < D; k++)
            a[k] *= limit / size;
        /* the direction is known as well as the size it had */
        scale = scale * limit / size;
    }
    for (int k = 0; k < D; k++) {
        out->value[k] = a[k];
        out->counted_at[k] = scale;
    }
}

template <int D> void typical(uint64_t *random, float *in) {
    for (int k = 0; k < D; k++) {
        in[k] = scene_between(random, -1e4, 1e4);
        in[D + k] = scene_between(random, -300, 300);
        in[2 * D + k] = scene_between(random, -1e4, 1e4);
        in[3 * D + k] = scene_between(random, -300, 300);
    }
    in[4 * D] = scene_between(random, 2, 6);
    in[4 * D + 1] = scene_below(random, 3) ? scene_between(random, 1, 400) : INFINITY;
}

template <int D> void plain(uint64_t *random, float *in) {
    typical<D>(random, in);
    in[4 * D] = 3;
    in[4 * D + 1] = INFINITY;
}

/* Nearly on a collision course: the line of sight hardly turns. */
template <int D> void steady(uint64_t *random, float *in) {
    typical<D>(random, in);
    float share = scene_between(random, 0.01, 3);
    for (int k = 0; k < D; k++)
        in[3 * D + k] = beside(random, in[D + k] - (in[2 * D + k] - in[k]) * share);
}

/* On axes, alike, standing, on top of each other. */
template <int D> void aligned(uint64_t *random, float *in) {
    for (int k = 0; k < 4 * D; k++)
        in[k] = (float)scene_below(random, 5) - 2;
    in[4 * D] = (float)scene_below(random, 6) - 1;
    in[4 * D + 1] = scene_below(random, 3) ? (float)scene_below(random, 4) : INFINITY;
}

#define REGIMES(name, D, pure)                                                                               \
    {name, "typical", typical<D>, true, solve<D, pure>},                                                     \
        {name, "no options", plain<D>, false, solve<D, pure>},                                               \
        {name, "steady", steady<D>, true, solve<D, pure>}, {                                                 \
        name, "aligned", aligned<D>, true, solve<D, pure>                                                    \
    }

const truth::add entries({REGIMES("navigate2d", 2, false), REGIMES("navigate3d", 3, false),
                          REGIMES("navigate_pure2d", 2, true), REGIMES("navigate_pure3d", 3, true)});

} // namespace
