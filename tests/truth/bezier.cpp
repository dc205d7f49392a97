/* Computes the exact answers of Bezier curves. */
#include <cmath>

#include "truth/truth.h"

namespace {

using namespace truth;

bool is_in_stated_range(float x) { return x == 0 || (std::fabs(x) >= 1e-6f && std::fabs(x) <= 1e6f); }

quad phase_of(float t) { return t < 0 ? (quad)0 : t > 1 ? (quad)1 : (quad)t; }

/* Returns the largest of the three terms (from, control, to) at t and of their sum. */
quad largest_term(const float *points, int dims, int k, quad t, quad sum) {
    quad u = 1 - t, a = u * u * points[k], b = 2 * t * u * points[dims + k], c = t * t * points[2 * dims + k];
    return larger(larger(magnitude(a), magnitude(b)), larger(magnitude(c), magnitude(sum)));
}

/* The inputs are from, control, to, phase, duration. The outputs are point, velocity, direction, status. */
template <int D> void curve(const float *in, answer *out) {
    quad t = phase_of(in[3 * D]), duration = in[3 * D + 1], apart = 0, slope[D], first_term[D], last_term[D],
         terms[D];
    take_reference(in, out);
    for (int k = 0; k < 3 * D + 2; k++)
        out->not_judged |= !is_in_stated_range(in[k]);
    for (int k = 0; k < D; k++) {
        quad first = (quad)in[D + k] - (quad)in[k], last = (quad)in[2 * D + k] - (quad)in[D + k];
        out->ulp_scale[k] = largest_term(in, D, k, t, out->value[k]);
        slope[k] = out->value[D + k] * duration;
        first_term[k] = 2 * (1 - t) * first;
        last_term[k] = 2 * t * last;
        terms[k] = larger(magnitude(first_term[k]), magnitude(last_term[k]));
        apart = larger(apart, larger(magnitude(first), magnitude(last)));
    }
    quad speed = length<D>(slope), least = apart * 0x1p-20;
    quad most = larger(length<D>(first_term), length<D>(last_term));
    out->not_judged |= speed > 0 && (speed < least || speed < 1e-12);
    for (int k = 0; k < D; k++) {
        /* the kernel uses doubles if the terms are 64 times as large as their sum, so it certainly does at
           66 */
        bool turns = most > 66 * speed;
        out->ulp_scale[D + k] = (turns ? larger(magnitude(slope[k]), least) : terms[k]) / duration;
        out->ulp_scale[2 * D + k] = turns ? (quad)1 : larger(1, most / speed);
    }
}

/* The inputs are body, from, control, to, phase, dt. The outputs are point, velocity, status. */
template <int D> void tick(const float *in, answer *out) {
    quad t = phase_of(in[4 * D]), dt = in[4 * D + 1];
    take_reference(in, out);
    for (int k = 0; k < 4 * D + 2; k++)
        out->not_judged |= !is_in_stated_range(in[k]);
    for (int k = 0; k < D; k++) {
        quad most = 0;
        for (int point = 0; point < 4; point++)
            most = larger(most, magnitude((quad)in[point * D + k]));
        out->ulp_scale[k] = largest_term(in + D, D, k, t, out->value[k]);
        out->ulp_scale[D + k] = most / dt;
    }
}

/* The inputs are from, to, apex. The outputs are control, status. */
template <int D> void apex(const float *in, answer *out) {
    take_reference(in, out);
    for (int k = 0; k < 2 * D + 1; k++)
        out->not_judged |= !is_in_stated_range(in[k]);
    for (int k = 0; k < D; k++) {
        quad climb = out->value[1] - (quad)in[1];
        out->ulp_scale[k] = larger(magnitude((quad)in[k]), k == 1 ? climb : magnitude((quad)in[D + k]));
    }
}

/* Draws `points` points, then a number from -0.1 to 1.1. With two points, this number is the apex. With more
   points, it is the phase, which is clamped to 0..1, and a duration or dt follows. */
template <int D, int points> void typical(uint64_t *random, float *in) {
    for (int k = 0; k < points * D; k++)
        in[k] = draw_between(random, -100, 100);
    in[points * D] = draw_between(random, -0.1, 1.1);
    if (points > 2)
        in[points * D + 1] = draw_between(random, 0.01, 10);
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

/* Draws equal or nearly equal points, and phases at the ends or in the middle of the curve. */
template <int D, int points> void edges(uint64_t *random, float *in) {
    typical<D, points>(random, in);
    for (int k = D; k < points * D; k++)
        if (draw_below(random, 2))
            in[k] = draw_below(random, 2) ? in[k - D] : beside(random, in[k - D]);
    if (draw_below(random, 2) || points == 2)
        in[points * D] = (float)draw_below(random, 3) / 2;
}

/* Draws curves that turn round, so that the terms of the velocity cancel completely or nearly. */
template <int D> void turns(uint64_t *random, float *in) {
    typical<D, 3>(random, in);
    in[3 * D] = (float)(1 + draw_below(random, 63)) / 64;
    float off =
        draw_below(random, 4) ? std::ldexp(draw_between(random, -1, 1), -(int)draw_below(random, 20)) : 0;
    for (int k = 0; k < D; k++) {
        in[D + k] = (float)draw_below(random, 200) - 100;
        float d = (float)draw_below(random, 400) - 200;
        in[k] = in[D + k] + in[3 * D] * d;
        in[2 * D + k] = in[D + k] + (1 - in[3 * D]) * d * (1 + (draw_below(random, 2) ? off : 0));
    }
}

template <int D> void apexes(uint64_t *random, float *in) {
    typical<D, 2>(random, in);
    in[2 * D] = draw_between(random, 0, 30);
}

template <int D> void add_all(const char *bezier, const char *ticks, const char *apices) {
    for (const entry &e : {entry{bezier, "typical", typical<D, 3>, true, curve<D>},
                           entry{bezier, "any size", sizes<D, 3>, true, curve<D>},
                           entry{bezier, "edges", edges<D, 3>, true, curve<D>},
                           entry{bezier, "turns", turns<D>, true, curve<D>},
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
