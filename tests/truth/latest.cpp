/* Computes the exact answers of latest in the regimes of the interception, with horizons near the first
   and the last meeting time. Also tests latest with cases solved by hand and with simulations up to the
   meeting. */
#include <cmath>
#include <memory>
#include <string>

#include "agents.h"
#include "pursuit/chase_regimes.h"
#include "truth/intercept_truth.h"
#include "truth/truth.h"

namespace {

using namespace truth;
using agents::drawn_agents;
using agents::one_agent;
using chase_regimes::reach_kind;

template <int D> struct at {
    enum {
        chaser = 0,
        speed = D,
        runner = D + 1,
        velocity = 2 * D + 1,
        reach = 3 * D + 1,
        horizon,
        platform
    };
};

template <int D> void solve(const float *in, answer *out) {
    using c = at<D>;
    truth_intercept::chase<D> chase = truth_intercept::chase_of<D, at<D>>(in);
    truth_intercept::meeting<D> exact = truth_intercept::solve(chase);
    take_reference(in, out);
    quad horizon = in[c::horizon], time = out->value[0], r[D], w[D], moved[D], farthest = 0;
    bool forever = std::isinf((double)time);
    for (int k = 0; k < D; k++) {
        r[k] = (quad)in[c::runner + k] - (quad)in[c::chaser + k];
        w[k] = (quad)in[c::velocity + k] - (quad)in[c::platform + k];
        moved[k] = forever ? (quad)0 : (quad)in[c::velocity + k] * time;
        out->ulp_scale[1 + k] = larger(magnitude((quad)in[c::runner + k]), magnitude(moved[k]));
        farthest = larger(farthest, larger(magnitude(r[k]), magnitude(moved[k])));
    }
    quad given =
        !forever && time > 0 && time == horizon ? 0x1p-27 * (length<D>(r) / time + length<D>(w)) : (quad)0;
    out->ulp_scale[0] = time;
    for (int k = 0; k < D; k++)
        out->ulp_scale[1 + D + k] = larger(exact.speed, given);
    out->ulp_scale[2 * D + 1] = larger(out->value[2 * D + 1], given);
    out->ulp_scale[2 * D + 2] = larger(out->value[2 * D + 2], farthest);

    out->not_judged = exact.touching || !truth_intercept::in_range(chase);
    out->not_judged |=
        exact.status == WAY_MET && magnitude(exact.time - horizon) < exact.time * (quad)0x1p-20;
    out->not_judged |=
        !exact.latest_infinite && magnitude(exact.latest - horizon) < exact.latest * (quad)0x1p-20;
    out->not_judged |= !exact.latest_infinite && exact.latest > 0 && exact.latest < 1e-12;
    out->not_judged |= !std::isinf(in[c::horizon]) && horizon != 0 && magnitude(horizon) < 1e-12;
    out->not_judged |= !std::isinf(in[c::horizon]) && magnitude(horizon) > 1e12;
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
    in[c::horizon] = INFINITY;
}

template <int D, size_t n> void draw(uint64_t *random, float *in) {
    static const std::vector<chase_regimes::regime<D>> all = chase_regimes::regimes<D>();
    put<D>(all[n].draw(random, reach_kind::none), in);
}

/* Draws horizons of any length. Some are between the first and the last meeting time or next to these
   times. */
template <int D, size_t n> void draw_with_horizon(uint64_t *random, float *in) {
    using c = at<D>;
    static const std::vector<chase_regimes::regime<D>> all = chase_regimes::regimes<D>();
    const reach_kind kinds[] = {reach_kind::none, reach_kind::typical, reach_kind::contact};
    put<D>(all[n].draw(random, kinds[draw_below(random, 3)]), in);
    truth_intercept::meeting<D> exact = truth_intercept::solve(truth_intercept::chase_of<D, at<D>>(in));
    double first = exact.status == WAY_MET ? (double)exact.time : 0,
           last = exact.latest_infinite ? 10 * first + 100 : (double)exact.latest;
    switch (draw_below(random, 4)) {
    case 0: break;
    case 1: in[c::horizon] = (float)chase_regimes::scaled(random, 0.01, 1e4); break;
    case 2: in[c::horizon] = (float)(first + (last - first) * (double)draw_between(random, 0, 1)); break;
    default: in[c::horizon] = beside(random, (float)(draw_below(random, 2) ? first : last)) * 1.0001f;
    }
    if (draw_below(random, 32) == 0)
        in[c::horizon] = draw_below(random, 2) ? 0 : -1;
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
    entries().push_back({behaviour, name_of(of->name, ", horizon"), draw_with_horizon<D, n>, true, solve<D>});
}

template <int D, size_t... n> void add_regimes(const char *behaviour, std::index_sequence<n...>) {
    (add_regime<D, n>(behaviour), ...);
}

const bool added = [] {
    add_regimes<2>("latest2d", std::make_index_sequence<13>());
    add_regimes<3>("latest3d", std::make_index_sequence<13>());
    return true;
}();

one_agent last(float speed, float x, float y, float vx, float vy) {
    return {
        "latest2d",
        {{"chaser_speed", speed}, {"runner_x", x}, {"runner_y", y}, {"runner_vx", vx}, {"runner_vy", vy}}};
}

TEST(latest2d, a_faster_runner_has_a_later_meeting) {
    /* the runner passes the chaser, and the chaser follows */
    last(3, 10, 0, -5, 0).expect({5, -15, 0, -3, 0, 3, 15}, WAY_MET);
    /* the runner's course just touches the reachable circle */
    last(4, 3, 4, -5, 0).expect({5.0f / 3, 3 - 25.0f / 3, 4, -3.2f, 2.4f, 4, 20.0f / 3}, WAY_MET);
}

TEST(latest2d, other_runners_are_met_until_the_horizon) {
    one_agent q = last(5, 10, 0, 0, 0);
    q["horizon"] = 20;
    q.expect({20, 10, 0, 0.5f, 0, 0.5f, 10}, WAY_MET);
    q["horizon"] = 1;
    q.expect({0, 10, 0, 0, 0, 0, 10}, WAY_LATE);
    q["reach"] = 6;
    q.expect({1, 10, 0, 4, 0, 4, 10}, WAY_MET);
    q = last(3, 10, 0, -5, 0);
    q["horizon"] = 4;
    q.expect({4, -10, 0, -2.5f, 0, 2.5f, 10}, WAY_MET);
}

TEST(latest2d, only_the_horizon_ends_it) {
    last(5, 10, 0, 3, 4).expect({0, 10, 0, 0, 0, 0, 10}, WAY_TOO_SLOW);
    last(6, 10, 0, 3, 4).expect({INFINITY, 10, 0, 3, 4, 5, 10}, WAY_MET);
    one_agent q = last(6, 10, 0, 3, 4);
    q["platform_vx"] = 3;
    q.expect({INFINITY, 10, 0, 0, 4, 4, 10}, WAY_MET);
}

TEST(latest2d, a_chaser_at_the_runner_may_wait) {
    last(5, 0, 0, 3, 4).expect({INFINITY, 0, 0, 3, 4, 5, 0}, WAY_THERE);
    last(4, 0, 0, 3, 4).expect({0, 0, 0, 0, 0, 0, 0}, WAY_THERE);
    one_agent q = last(3, 1, 0, 5, 0);
    q["reach"] = 5;
    q.expect({2, 11, 0, 3, 0, 3, 11}, WAY_THERE);
    q["horizon"] = 1;
    q.expect({1, 6, 0, 1, 0, 1, 6}, WAY_THERE);
    q["horizon"] = 0.5f;
    q.expect({0.5f, 3.5f, 0, 0, 0, 0, 3.5f}, WAY_THERE);
}

TEST(latest2d, immobile_chasers_wait) {
    last(0, 6, 8, -3, -4).expect({2, 0, 0, 0, 0, 0, 0}, WAY_MET);
    last(-1, 6, 8, 1, 0).expect({0, 6, 8, 0, 0, 0, 10}, WAY_IMMOBILE);
}

TEST(latest2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(last(3, 10, 0, -5, 0), {0, 0, 0, 0, 0, 0, INFINITY}, "horizon");
    one_agent q = last(3, 10, 0, -5, 0);
    q["reach"] = -1;
    q.expect({0, 0, 0, 0, 0, 0, INFINITY}, WAY_INVALID);
}

/* Checks the answer without a formula. A chaser that moves as the answer says is within reach of the runner
   at the returned time, and is not faster than its top speed. Slightly later, no chaser with this top speed
   can be within reach. */
template <int D> void expect_to_be_the_last(const char *name) {
    using c = at<D>;
    drawn_agents s(name, 26 * 1000, 85);
    uint64_t random = support::seed_for(86, D);
    for (size_t i = 0; i < s.count; i++)
        (i % 2 ? draw_with_horizon<D, 5> : draw_with_horizon<D, 0>)(&random, s.row(i));
    s.solve();
    size_t met = 0, faster = 0;
    for (size_t i = 0; i < s.count; i++) {
        const float *in = s.row(i), *got = s.got(i);
        double T = (double)got[0], speed = std::fmax(0.0, (double)in[c::speed]), apart = 0, later = 0,
               size = 1;
        if ((s.status(i) != WAY_MET && s.status(i) != WAY_THERE) || std::isinf(T) || T == 0)
            continue;
        met++;
        for (int k = 0; k < D; k++) {
            double own = ((double)got[1 + D + k] + (double)in[c::platform + k]) * T;
            double r = (double)in[c::runner + k] - (double)in[c::chaser + k];
            double w = (double)in[c::velocity + k] - (double)in[c::platform + k];
            apart = std::hypot(apart, r + (double)in[c::velocity + k] * T - own);
            later = std::hypot(later, r + w * T * 1.01);
            size = std::fmax(size, std::fabs(r) + std::fabs(w) * T);
        }
        ASSERT_LE(apart, (double)in[c::reach] + 1e-5 * size) << s.story(i);
        ASSERT_LE((double)got[2 * D + 1], speed * (1 + 1e-6)) << s.story(i);
        if (got[0] != in[c::horizon]) {
            faster++;
            ASSERT_GT(later, (double)in[c::reach] + speed * T * 1.01 - 1e-5 * size) << s.story(i);
        }
    }
    EXPECT_GT(met, s.count / 10);
    EXPECT_GT(faster, s.count / 50);
}

TEST(latest2d, no_later_meeting_exists) { expect_to_be_the_last<2>("latest2d"); }
TEST(latest3d, no_later_meeting_exists) { expect_to_be_the_last<3>("latest3d"); }

} // namespace
