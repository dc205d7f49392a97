/* Computes the exact answers of lead pursuit in the regimes of the interception. The answers are those of the
   interception; if no meeting exists, they lead straight to the runner. Other regimes have a dt until the
   next call and a limited lead time. The naive reference is not used, because its formula of the number alpha
   suffers from cancellation if the time is much longer than a second. */
#include <cmath>
#include <memory>
#include <string>

#include "pursuit/chase_regimes.h"
#include "truth/intercept_truth.h"
#include "truth/truth.h"

namespace {

using namespace truth;
using chase_regimes::reach_kind;

template <int D> struct at {
    enum {
        chaser = 0,
        speed = D,
        runner = D + 1,
        velocity = 2 * D + 1,
        horizon = 3 * D + 1,
        range,
        reach,
        platform,
        dt = 4 * D + 4,
        longest,
        factor
    };
};

/* The separation of chaser and runner after some time, relative to the platform. */
template <int D> struct view {
    /* length: |way|; left: |way| minus the reach; apart: |r|; own: |w| time */
    quad way[D], length, left, apart, own;
    view(const float *in, quad time) {
        using c = at<D>;
        quad r[D], w[D];
        for (int k = 0; k < D; k++) {
            r[k] = (quad)in[c::runner + k] - (quad)in[c::chaser + k];
            w[k] = (quad)in[c::velocity + k] - (quad)in[c::platform + k];
            way[k] = r[k] + w[k] * time;
        }
        length = truth::length<D>(way);
        left = length - (quad)in[c::reach];
        own = truth::length<D>(w) * time;
        apart = truth::length<D>(r);
    }
};

/* The lead time. `given`: the lead time is an input. `own`: the lead time is the meeting time, so the
   velocity is the interception's. */
struct lead_time {
    quad lead, within; /* within: the chaser must reach the aim in this time; 0: at full speed */
    bool given, own;
};

template <int D> lead_time lead_time_of(const float *in, bool met, bool there, quad time) {
    using c = at<D>;
    quad dt = in[c::dt], longest = std::isinf(in[c::longest]) ? (quad)1e300 : (quad)in[c::longest];
    if (!met && !there)
        return {0, dt, true, false};
    bool by_then = there || (dt > 0 && view<D>(in, dt).left <= (quad)larger(in[c::speed], 0) * dt);
    quad base = by_then ? dt : time, lead = base * (quad)in[c::factor];
    lead_time t = {lead < longest ? lead : longest, base < dt ? base : dt, false, false};
    t.given = t.lead == 0 || (by_then && t.lead == dt);
    if (lead > longest * (1 + 0x1p-20))
        t.given = true;
    t.own = !by_then && in[c::factor] == 1 && time < longest * (1 - 0x1p-20);
    return t;
}

template <int D>
void aim(const float *in, const truth_intercept::meeting<D> &exact, bool met, bool there, answer *out) {
    using c = at<D>;
    quad *point = &out->value[1], *velocity = &out->value[1 + D], s = exact.speed;
    lead_time t = lead_time_of<D>(in, met, there, exact.time);
    view<D> v(in, t.lead);
    quad left = v.left > 0 ? v.left : (quad)0, pace = s, rate = v.length > 0 ? s / v.length : (quad)0;
    if (t.within > 0) {
        pace = left < s * t.within ? left / t.within : s;
        rate = larger(rate, 1 / t.within);
    }
    quad error = (t.given ? 0x1p-27 * v.own : v.own) + 0x1p-27 * v.apart;
    for (int k = 0; k < D; k++) {
        quad moved = (quad)in[c::velocity + k] * t.lead;
        point[k] = (quad)in[c::runner + k] + moved;
        out->ulp_scale[1 + k] = larger(magnitude((quad)in[c::runner + k]), magnitude(moved));
        velocity[k] = t.own ? exact.velocity[k] : v.length > 0 ? v.way[k] / v.length * pace : (quad)0;
        out->ulp_scale[1 + D + k] = t.own || t.lead == 0 ? s : s + error * rate;
    }
    /* a chaser that is at the aim has no direction to go */
    out->not_judged |= !t.own && t.lead != 0 && v.length <= 1e-12 * (v.apart + v.own);
}

bool is_in_stated_range(quad x) { return x == 0 || (x >= 1e-12 && x <= 1e12); }

template <int D> void solve(const float *in, answer *out) {
    using c = at<D>;
    truth_intercept::chase<D> chase = truth_intercept::chase_of<D, at<D>>(in);
    truth_intercept::meeting<D> exact = truth_intercept::solve(chase);
    view<D> now(in, 0);
    quad *point = &out->value[1], horizon = in[c::horizon], dt = in[c::dt];
    bool met = exact.status == WAY_MET && exact.time <= horizon;
    bool late = exact.status == WAY_MET && !met, there = exact.status == WAY_THERE && horizon >= 0;

    out->not_judged = exact.touching || !truth_intercept::in_range(chase);
    for (int k : {c::dt, c::longest, c::factor})
        out->not_judged |= !is_in_stated_range(in[k]) && !std::isinf(in[k]);
    quad status = late ? (quad)WAY_LATE : (quad)exact.status;
    if (exact.status == WAY_THERE && !there)
        status = WAY_LATE;
    out->value[0] = met ? exact.time : there ? (quad)0 : (quad)INFINITY;
    out->ulp_scale[0] = exact.time;
    for (int k = 0; k < D; k++) {
        point[k] = chase.runner[k];
        out->ulp_scale[1 + k] = magnitude(point[k]);
        out->ulp_scale[1 + D + k] = exact.speed;
    }
    if (exact.status != WAY_THERE || (there && dt > 0))
        aim<D>(in, exact, met, there, out);
    quad gone = met ? exact.distance : now.length;
    out->value[2 * D + 1] = gone;
    out->ulp_scale[2 * D + 1] = met ? exact.distance_term : gone;
    /* a case is not judged if the horizon or the range is close to the rounded answer, or if the chaser just
       reaches or just misses the runner within dt */
    view<D> then(in, dt);
    quad can = exact.speed * dt;
    out->not_judged |=
        (exact.status == WAY_MET && magnitude(exact.time - horizon) < exact.time * (quad)0x1p-20) ||
        magnitude(gone - (quad)in[c::range]) < out->ulp_scale[2 * D + 1] * (quad)0x1p-20 ||
        (met && dt > 0 && magnitude(then.left - can) < 0x1p-50 * (then.apart + then.own + can));
    if ((met || there) && gone > (quad)in[c::range])
        status = WAY_OUT_OF_RANGE;
    out->value[2 * D + 2] = status;
}

template <int D> void put(const truth_intercept::chase<D> &from, float *in) {
    using c = at<D>;
    for (int k = 0; k < D; k++) {
        in[c::chaser + k] = from.chaser[k];
        in[c::runner + k] = from.runner[k];
        in[c::velocity + k] = from.velocity[k];
        in[c::platform + k] = from.platform[k];
    }
    in[c::speed] = from.speed;
    in[c::reach] = from.reach;
    in[c::horizon] = in[c::range] = in[c::longest] = INFINITY;
    in[c::dt] = 0;
    in[c::factor] = 1;
}

template <int D, size_t n> void draw(uint64_t *random, float *in) {
    static const std::vector<chase_regimes::regime<D>> all = chase_regimes::regimes<D>();
    put<D>(all[n].draw(random, reach_kind::none), in);
}

template <int D, size_t n> void draw_with_reach(uint64_t *random, float *in) {
    static const std::vector<chase_regimes::regime<D>> all = chase_regimes::regimes<D>();
    const reach_kind kinds[] = {reach_kind::none, reach_kind::typical, reach_kind::contact};
    put<D>(all[n].draw(random, kinds[draw_below(random, 3)]), in);
}

template <int D> void horizon_and_range(uint64_t *random, float *in) {
    using c = at<D>;
    draw<D, 0>(random, in);
    if (draw_below(random, 2))
        in[c::horizon] = draw_between(random, 0, 500);
    if (draw_below(random, 2))
        in[c::range] = draw_between(random, 0, 5000);
}

/* Draws a dt and lead times of any length, some of them very close to the meeting time. */
template <int D, size_t n> void homing(uint64_t *random, float *in) {
    using c = at<D>;
    draw_with_reach<D, n>(random, in);
    truth_intercept::meeting<D> exact = truth_intercept::solve(truth_intercept::chase_of<D, at<D>>(in));
    float time = exact.status == WAY_MET && exact.time < 1e9 ? (float)exact.time : 1;
    auto near = [&](float x) {
        return draw_below(random, 2) ? beside(random, x)
                                     : x * (float)chase_regimes::scaled(random, 0.01, 100);
    };
    switch (draw_below(random, 4)) {
    case 0: break;
    case 1: in[c::dt] = 1 / 64.0f; break;
    case 2: in[c::dt] = near(time); break;
    default:
        in[c::dt] =
            near(exact.status == WAY_MET && !exact.latest_infinite && exact.latest < 1e9 ? (float)exact.latest
                                                                                         : time);
    }
    if (draw_below(random, 2))
        in[c::longest] = draw_below(random, 8) ? near(draw_below(random, 2) ? time : in[c::dt]) : 0;
    if (draw_below(random, 2))
        in[c::factor] = draw_below(random, 4) ? draw_between(random, 0, 1.25) : 0;
    if (draw_below(random, 8) == 0)
        in[c::horizon] = near(time);
}

template <int D> const chase_regimes::regime<D> *regime_of(size_t n) {
    static const std::vector<chase_regimes::regime<D>> all = chase_regimes::regimes<D>();
    return n < all.size() ? &all[n] : nullptr;
}

/* Returns a name that is valid until the program ends. */
const char *name_of(const char *regime, const char *more) {
    static std::vector<std::unique_ptr<std::string>> names;
    names.push_back(std::make_unique<std::string>(std::string(regime) + more));
    return names.back()->c_str();
}

template <int D, size_t n> void add_regime(const char *behaviour) {
    const chase_regimes::regime<D> *of = regime_of<D>(n);
    if (of == nullptr)
        return;
    if (!of->platform)
        entries().push_back({behaviour, of->name, draw<D, n>, false, solve<D>});
    entries().push_back({behaviour, name_of(of->name, ", reach"), draw_with_reach<D, n>, true, solve<D>});
    entries().push_back({behaviour, name_of(of->name, ", homing"), homing<D, n>, true, solve<D>});
}

template <int D, size_t... n> void add_regimes(const char *behaviour, std::index_sequence<n...>) {
    (add_regime<D, n>(behaviour), ...);
    entries().push_back({behaviour, "horizon and range", horizon_and_range<D>, true, solve<D>});
}

const bool added = [] {
    add_regimes<2>("lead2d", std::make_index_sequence<13>());
    add_regimes<3>("lead3d", std::make_index_sequence<13>());
    return true;
}();

} // namespace
