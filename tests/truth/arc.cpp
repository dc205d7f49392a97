/* Computes the exact answers of arcs at moving targets. Isolates the roots in doubles, between the roots of
   the derivatives, and refines them in 113 bits. arc_sturm_test.cpp tests shots that just touch. The naive
   reference is not used, because it samples thousands of times per shot and misses pairs of roots between two
   samples. */
#include <algorithm>
#include <cfloat>
#include <cmath>

#include "ballistics/arc_regimes.h"
#include "truth/truth.h"

namespace {

using namespace truth;
using arc_regimes::shot;

double value_at(const std::vector<double> &p, double x) {
    double sum = 0;
    for (size_t i = p.size(); i-- > 0;)
        sum = sum * x + p[i];
    return sum;
}

/* Returns the sum of the magnitudes of the polynomial's terms at x. */
double size_at(const std::vector<double> &p, double x) {
    double sum = 0;
    for (size_t i = p.size(); i-- > 0;)
        sum = sum * x + std::fabs(p[i]);
    return sum;
}

/* Returns the positive roots in order. Sets `close` if the number of roots is undecided. */
std::vector<double> positive_roots(std::vector<double> p, bool *close) {
    while (!p.empty() && p.back() == 0)
        p.pop_back();
    std::vector<double> found;
    if (p.size() < 2)
        return found;
    std::vector<double> slope;
    for (size_t i = 1; i < p.size(); i++)
        slope.push_back((double)i * p[i]);
    bool elsewhere = false;
    std::vector<double> between = positive_roots(slope, &elsewhere);
    double low = 0;
    between.push_back(DBL_MAX);
    for (double high : between) {
        bool above = low == 0 ? *std::find_if(p.begin(), p.end(), [](double x) { return x != 0; }) > 0
                              : value_at(p, low) > 0;
        bool then = high == DBL_MAX ? p.back() > 0 : value_at(p, high) > 0;
        if (high < DBL_MAX && std::fabs(value_at(p, high)) < 1e-10 * size_at(p, high))
            *close = true;
        if (above != then) {
            double left = low, right = high;
            for (int step = 0; step < 200 && right - left > 1e-9 * right; step++) {
                double middle = left > 0 && right < DBL_MAX && right < 2 * left ? (left + right) / 2
                                : left > 0 ? std::sqrt(left) * std::sqrt(right)
                                           : std::fmin(right, 1e300) * 1e-12;
                if (left == 0 && (value_at(p, middle) > 0) != above) {
                    right = middle;
                    if (middle < 1e-250)
                        break;
                    continue;
                }
                if (middle <= left || middle >= right)
                    break;
                ((value_at(p, middle) > 0) == above ? left : right) = middle;
            }
            found.push_back(right);
        }
        low = high;
    }
    return found;
}

template <int D> struct course {
    quad r[D], v[D], a[D], s;
    quad miss(quad t, quad *slope) const {
        quad square = 0, along = 0;
        for (int k = 0; k < D; k++) {
            quad gone = r[k] + v[k] * t + a[k] * t * t / 2;
            square += gone * gone;
            along += gone * (v[k] + a[k] * t);
        }
        *slope = 2 * (along - s * s * t);
        return square - s * s * t * t;
    }
};

/* The outputs are: time, point, velocity, last time, velocity for the last time; if `all` is set, the second
   and the third time with their velocities; number of meetings, status.
   The shot's fields are in the order of the inputs of arc2d and arc3d in the registry. */
template <int D> void solve_shot(const shot<D> &given, bool all, answer *out) {
    course<D> c;
    c.s = given.speed;
    quad rr = 0, rv = 0, vv = 0, ar = 0, av = 0, aa = 0;
    for (int k = 0; k < D; k++) {
        c.r[k] = (quad)given.runner[k] - (quad)given.muzzle[k];
        c.v[k] = (quad)given.velocity[k] - (quad)given.platform[k];
        c.a[k] =
            (quad)given.acceleration[k] + (k == 1 ? (quad)given.gravity : (quad)0) - (quad)given.shell[k];
        rr += c.r[k] * c.r[k];
        rv += c.r[k] * c.v[k];
        vv += c.v[k] * c.v[k];
        ar += c.a[k] * c.r[k];
        av += c.a[k] * c.v[k];
        aa += c.a[k] * c.a[k];
    }
    std::vector<double> p = {(double)rr, (double)(2 * rv), (double)(vv - c.s * c.s + ar), (double)av,
                             (double)(aa / 4)};
    if (rr == 0)
        p.erase(p.begin(), p.begin() + 2);
    bool close = false;
    std::vector<double> roots;
    if (c.s > 0)
        roots = positive_roots(p, &close);
    std::vector<quad> times;
    bool ever = false;
    for (double from : roots) {
        quad t = from, slope = 0;
        for (int step = 0; step < 3; step++) {
            quad off = c.miss(t, &slope);
            t -= off / slope;
        }
        close |= !(magnitude(slope * t) > 1e-9 * c.s * c.s * t * t);
        ever = true;
        close |= magnitude(t - (quad)given.horizon) < 1e-6 * t || t > 1e30;
        if (t <= (quad)given.horizon)
            times.push_back(t);
    }
    out->not_judged = close || (rr > 0 && rr < 1e-37);
    quad *point = out->value + 1, *velocity = point + D, *last = velocity + D, *last_velocity = last + 1;
    bool there = rr == 0, met = !there && !times.empty(), again = times.size() > (there ? 0u : 1u);
    quad t = met ? times[0] : (quad)0;
    bool now = given.horizon >= 0;
    out->value[0] = met || (there && now) ? t : (quad)INFINITY;
    out->ulp_scale[0] = t;
    *last = out->ulp_scale[1 + 2 * D] = again ? times.back() : (quad)INFINITY;
    for (int k = 0; k < D; k++) {
        quad terms[3] = {given.runner[k], given.velocity[k] * t, (quad)given.acceleration[k] * t * t / 2};
        point[k] = terms[0] + terms[1] + terms[2];
        out->ulp_scale[1 + k] = larger(larger(magnitude(terms[0]), magnitude(terms[1])), magnitude(terms[2]));
        velocity[k] = met ? c.r[k] / t + c.v[k] + c.a[k] * t / 2 : (quad)0;
        last_velocity[k] = again ? c.r[k] / *last + c.v[k] + c.a[k] * *last / 2 : (quad)0;
        out->ulp_scale[1 + D + k] = out->ulp_scale[2 + 2 * D + k] = c.s;
    }
    quad *next = last_velocity + D;
    for (size_t n = 0; all && n < 2; n++) {
        const size_t at = there ? n : n + 1; /* the target at the muzzle counts as the first meeting */
        const bool is = at + 1 < times.size();
        const quad when = is ? times[at] : (quad)INFINITY;
        out->ulp_scale[next - out->value] = *next = when;
        for (int k = 0; k < D; k++) {
            next[1 + k] = is ? c.r[k] / when + c.v[k] + c.a[k] * when / 2 : (quad)0;
            out->ulp_scale[next + 1 + k - out->value] = c.s;
        }
        next += D + 1;
    }
    next[0] = (quad)times.size();
    next[1] = there && now    ? WAY_THERE
              : met           ? WAY_MET
              : !(c.s > 0)    ? WAY_IMMOBILE
              : ever || there ? WAY_LATE
                              : WAY_TOO_SLOW;
}

template <int D> void arc(const float *in, answer *out) {
    shot<D> given;
    std::memcpy(&given, in, sizeof given);
    solve_shot(given, true, out);
}

/* Solves chase_accelerating as a shot without gravity and platform. */
template <int D> void chase(const float *in, answer *out) {
    shot<D> given = {};
    std::memcpy(&given, in, sizeof(float) * (3 * D + 1));
    std::copy(in + 3 * D + 1, in + 4 * D + 1, given.acceleration);
    given.horizon = in[4 * D + 1];
    solve_shot(given, false, out);
}

template <int D, size_t n, bool bounded> void draw_arc(uint64_t *random, float *in) {
    static const std::vector<arc_regimes::regime<D>> all = arc_regimes::regimes<D>();
    shot<D> s;
    all[n].draw(random, s);
    if (bounded) {
        s.horizon = draw_between(random, -1, 20);
        if (draw_below(random, 8) == 0)
            std::copy(s.muzzle, s.muzzle + D, s.runner);
    }
    std::memcpy(in, &s, sizeof s);
}

template <int D, size_t n, bool bounded> void draw_chase(uint64_t *random, float *in) {
    shot<D> s;
    draw_arc<D, n, bounded>(random, (float *)(void *)&s);
    for (int k = 0; k < D; k++)
        s.acceleration[k] = (float)s.relative(k);
    std::memcpy(in, &s, sizeof(float) * (3 * D + 1));
    std::copy(s.acceleration, s.acceleration + D, in + 3 * D + 1);
    in[4 * D + 1] = s.horizon;
}

template <int D, size_t... n> void add_regimes(std::index_sequence<n...>) {
    static const std::vector<arc_regimes::regime<D>> all = arc_regimes::regimes<D>();
    const char *arcs = D == 2 ? "arc2d" : "arc3d";
    const char *chases = D == 2 ? "chase_accelerating2d" : "chase_accelerating3d";
    (entries().push_back({arcs, all[n].name, draw_arc<D, n, false>, true, arc<D>}), ...);
    (entries().push_back({chases, all[n].name, draw_chase<D, n, false>, true, chase<D>}), ...);
    entries().push_back({arcs, "without options", draw_arc<D, 0, false>, false, arc<D>});
    entries().push_back({chases, "without options", draw_chase<D, 0, false>, false, chase<D>});
    entries().push_back({arcs, "horizon", draw_arc<D, 1, true>, true, arc<D>});
    entries().push_back({chases, "horizon", draw_chase<D, 1, true>, true, chase<D>});
}

const bool added = [] {
    add_regimes<2>(std::make_index_sequence<10>());
    add_regimes<3>(std::make_index_sequence<10>());
    return true;
}();

} // namespace
