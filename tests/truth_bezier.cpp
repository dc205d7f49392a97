/* Bezier curves: the formulas as they stand. */
#include <cmath>

#include "truth.h"

namespace {

using namespace truth;

bool named(float x) { return x == 0 || (std::fabs(x) >= 1e-6f && std::fabs(x) <= 1e6f); }

quad phase_of(float t) { return t < 0 ? (quad)0 : t > 1 ? (quad)1 : (quad)t; }

/* Point k of from, control, to; the larger of it and its largest term goes to `counted_at`. */
quad sample(const float *points, int dims, int k, quad t, quad *counted_at) {
    quad u = 1 - t, a = u * u * points[k], b = 2 * t * u * points[dims + k], c = t * t * points[2 * dims + k];
    *counted_at = larger(larger(magnitude(a), magnitude(b)), larger(magnitude(c), magnitude(a + b + c)));
    return a + b + c;
}

/* from, control, to, phase, duration */
template <int D> void curve(const float *in, answer *out) {
    quad t = phase_of(in[3 * D]), duration = in[3 * D + 1], square = 0, apart = 0, slope[D];
    for (int k = 0; k < 3 * D + 2; k++)
        out->either |= !named(in[k]);
    for (int k = 0; k < D; k++) {
        quad first = (quad)in[D + k] - (quad)in[k], last = (quad)in[2 * D + k] - (quad)in[D + k];
        out->value[k] = sample(in, D, k, t, &out->counted_at[k]);
        slope[k] = 2 * ((1 - t) * first + t * last);
        square += slope[k] * slope[k];
        apart = larger(apart, larger(magnitude(first), magnitude(last)));
    }
    quad length = root(square), least = apart * 0x1p-20;
    out->either |= length > 0 && (length < least || length < 1e-12);
    for (int k = 0; k < D; k++) {
        out->value[D + k] = slope[k] / duration;
        out->counted_at[D + k] = larger(magnitude(slope[k]), least) / duration;
        out->value[2 * D + k] = length > 0 ? slope[k] / length : (quad)0;
        out->counted_at[2 * D + k] = 1;
    }
    out->value[3 * D] = length > 0 ? WAY_MET : WAY_DEGENERATE;
}

/* body, from, control, to, phase, dt */
template <int D> void tick(const float *in, answer *out) {
    quad t = phase_of(in[4 * D]), dt = in[4 * D + 1], least = 0;
    for (int k = 0; k < 4 * D + 2; k++)
        out->either |= !named(in[k]);
    for (int k = 0; k < 4 * D; k++)
        least = larger(least, magnitude((quad)in[k]) * 0x1p-20);
    for (int k = 0; k < D; k++) {
        out->value[k] = sample(in + D, D, k, t, &out->counted_at[k]);
        quad left = out->value[k] - (quad)in[k];
        out->value[D + k] = left / dt;
        out->counted_at[D + k] = larger(magnitude(left), least) / dt;
    }
    out->value[2 * D] = WAY_MET;
}

/* from, to, apex */
template <int D> void apex(const float *in, answer *out) {
    for (int k = 0; k < 2 * D + 1; k++)
        out->either |= !named(in[k]);
    quad d = (quad)in[D + 1] - (quad)in[1], h = in[2 * D], rise = larger(d, 0) + h, fall = larger(-d, 0) + h;
    for (int k = 0; k < D; k++) {
        quad climb = rise + root(rise * fall), a = in[k], b = in[D + k];
        out->value[k] = k == 1 ? a + climb : (a + b) / 2;
        out->counted_at[k] = larger(magnitude(a), k == 1 ? climb : magnitude(b));
    }
    out->value[D] = WAY_MET;
}

/* `points` of them, and two numbers of which the first is from 0 to 1 if it is a phase. */
template <int D, int points> void typical(uint64_t *random, float *in) {
    for (int k = 0; k < points * D; k++)
        in[k] = scene_between(random, -100, 100);
    in[points * D] = scene_between(random, -0.1, 1.1);
    if (points > 2)
        in[points * D + 1] = scene_between(random, 0.01, 10);
}

template <int D, int points> void sizes(uint64_t *random, float *in) {
    typical<D, points>(random, in);
    for (int k = 0; k < points * D; k++)
        in[k] = any_size(random, -19, 19);
    if (points > 2)
        in[points * D + 1] = std::fabs(any_size(random, -19, 19));
    else
        in[points * D] = std::fabs(any_size(random, -19, 19));
}

/* Points that are one, or nearly; the ends of the curve. */
template <int D, int points> void edges(uint64_t *random, float *in) {
    typical<D, points>(random, in);
    for (int k = D; k < points * D; k++)
        if (scene_below(random, 2))
            in[k] = scene_below(random, 2) ? in[k - D] : beside(random, in[k - D]);
    if (scene_below(random, 2) || points == 2)
        in[points * D] = (float)scene_below(random, 3) / 2;
}

template <int D> void apexes(uint64_t *random, float *in) {
    typical<D, 2>(random, in);
    in[2 * D] = scene_between(random, 0, 30);
}

template <int D> void add_all(const char *bezier, const char *ticks, const char *apices) {
    for (const entry &e : {entry{bezier, "typical", typical<D, 3>, true, curve<D>},
                           entry{bezier, "any size", sizes<D, 3>, true, curve<D>},
                           entry{bezier, "edges", edges<D, 3>, true, curve<D>},
                           entry{ticks, "typical", typical<D, 4>, true, tick<D>},
                           entry{ticks, "any size", sizes<D, 4>, true, tick<D>},
                           entry{ticks, "edges", edges<D, 4>, true, tick<D>},
                           entry{apices, "typical", apexes<D>, true, apex<D>},
                           entry{apices, "any size", sizes<D, 2>, true, apex<D>},
                           entry{apices, "edges", edges<D, 2>, true, apex<D>}})
        entries().push_back(e);
}

const bool added = [] {
    add_all<2>("bezier2d", "bezier_tick2d", "bezier_apex2d");
    add_all<3>("bezier3d", "bezier_tick3d", "bezier_apex3d");
    return true;
}();

} // namespace
