/* Computes the exact answers of meet_at, and tests meet_at with cases solved by hand, simulations up to the
   given time, and a squad that arrives together. */
#include <cmath>

#include "agents.h"
#include "truth/truth.h"

namespace {

using namespace truth;
using agents::drawn_agents;
using agents::one_agent;

bool is_in_stated_range(quad x) {
    quad size = magnitude(x);
    return size == 0 || (size >= 1e-12 && size <= 1e12);
}

template <int D> struct at {
    enum {
        chaser = 0,
        runner = D,
        velocity = 2 * D,
        time = 3 * D,
        reach,
        platform,
        most = 4 * D + 2,
        inputs
    };
};

/* Errors are in ulps of the largest term of the sum. With options, a velocity's error is in ulps of the
   velocity or, if this is larger, of 2^-27 of the terms. */
template <int D> void solve(const float *in, answer *out) {
    using c = at<D>;
    quad r[D], v[D], w[D], own[D], T = in[c::time] > 0 ? (quad)in[c::time] : (quad)0, R = in[c::reach];
    take_reference(in, out);
    for (int k = 0; k < D; k++) {
        r[k] = (quad)in[c::runner + k] - (quad)in[c::chaser + k];
        v[k] = in[c::velocity + k];
        w[k] = v[k] - (quad)in[c::platform + k];
        own[k] = r[k] + w[k] * T;
        out->ulp_scale[k] = larger(magnitude((quad)in[c::runner + k]), magnitude(v[k] * T));
    }
    bool plain = in[c::reach] == 0 && std::isinf(in[c::most]) && in[c::most] > 0;
    for (int k = 0; k < D; k++)
        plain = plain && in[c::platform + k] == 0;
    const quad least = plain ? 1 : 0x1p-27;
    quad terms = length<D>(r) + length<D>(w) * T, left = length<D>(own) - R;
    for (int k = D; k < 2 * D + 1 && T > 0; k++)
        out->ulp_scale[k] = larger(magnitude(out->value[k]), least * terms / T);
    out->ulp_scale[2 * D + 1] = larger(out->value[2 * D + 1], length<D>(r) + length<D>(v) * T);

    for (int k = 0; k < c::inputs; k++)
        out->not_judged |= !is_in_stated_range(in[k]) && !std::isinf(in[k]);
    for (quad size : {length<D>(r), length<D>(v), length<D>(w), length<D>(own), out->value[2 * D + 1]})
        out->not_judged |= !is_in_stated_range(size);
    if (!std::isinf((double)out->value[2 * D]))
        out->not_judged |= !is_in_stated_range(out->value[2 * D]);
    if (T > 0) {
        quad limit = in[c::most] > 0 ? (quad)in[c::most] * T : (quad)0;
        out->not_judged |= magnitude(left - limit) <= 0x1p-50 * terms;
    } else
        out->not_judged |= R > 0 && magnitude(left) <= 0x1p-50 * R;
}

template <int D> void typical(uint64_t *random, float *in) {
    using c = at<D>;
    for (int k = 0; k < 2 * D; k++)
        in[k] = draw_between(random, -1e4, 1e4);
    for (int k = c::velocity; k < c::time; k++)
        in[k] = draw_between(random, -30, 30);
    in[c::time] = draw_between(random, 0.01, 500);
    in[c::reach] = draw_below(random, 2) ? 0 : draw_between(random, 0, 2000);
    for (int k = c::platform; k < c::most; k++)
        in[k] = draw_below(random, 2) ? 0 : draw_between(random, -20, 20);
    in[c::most] = draw_below(random, 2) ? INFINITY : draw_between(random, -5, 300);
}

template <int D> void sizes(uint64_t *random, float *in) {
    using c = at<D>;
    for (int k = 0; k < c::inputs; k++)
        in[k] = any_size(random, -18, 18);
    for (int k : {c::time, c::reach, c::most})
        in[k] = std::fabs(in[k]);
}

/* Draws runners that come to the chaser's position or a few floats next to it. Half of the chasers are far
   from the origin. */
template <int D> void comes(uint64_t *random, float *in) {
    using c = at<D>;
    typical<D>(random, in);
    float far = draw_below(random, 2) ? 0.0f : draw_between(random, -1e6, 1e6);
    for (int k = 0; k < D; k++) {
        in[c::chaser + k] += far;
        float w = in[c::velocity + k] - in[c::platform + k];
        in[c::runner + k] = beside(random, in[c::chaser + k] - w * in[c::time]);
    }
    if (draw_below(random, 2))
        in[c::reach] = 0;
}

/* Draws runners that, at the given time, are about as far away as the reach or as the chaser can go by
   then. */
template <int D> void edges(uint64_t *random, float *in) {
    using c = at<D>;
    typical<D>(random, in);
    if (draw_below(random, 4) == 0)
        for (int k = 0; k < c::time; k++)
            in[k] = std::floor(in[k]);
    if (draw_below(random, 4) == 0)
        in[c::time] = draw_below(random, 2) ? 0 : -in[c::time];
    double sum = 0, T = in[c::time] > 0 ? (double)in[c::time] : 0.0;
    for (int k = 0; k < D; k++)
        sum += std::pow((double)in[c::runner + k] - (double)in[c::chaser + k] +
                            ((double)in[c::velocity + k] - (double)in[c::platform + k]) * T,
                        2);
    if (draw_below(random, 2))
        in[c::reach] = beside(random, (float)std::sqrt(sum));
    else if (T > 0 && std::sqrt(sum) > (double)in[c::reach])
        in[c::most] = beside(random, (float)((std::sqrt(sum) - (double)in[c::reach]) / T));
}

/* Draws equal positions and zeros. */
template <int D> void together(uint64_t *random, float *in) {
    using c = at<D>;
    typical<D>(random, in);
    for (int k = 0; k < D; k++)
        in[c::runner + k] = draw_below(random, 3) ? in[c::chaser + k] : beside(random, in[c::chaser + k]);
    for (int k = c::velocity; k < c::inputs; k++)
        if (draw_below(random, 4) == 0)
            in[k] = k >= c::platform && k < c::most ? in[c::velocity + k - c::platform] : 0;
}

template <int D, void (*draw)(uint64_t *, float *)> void without(uint64_t *random, float *in) {
    using c = at<D>;
    draw(random, in);
    in[c::most] = INFINITY;
    for (int k = c::reach; k < c::most; k++)
        in[k] = 0;
}

template <int D> void add_regimes(const char *name) {
    for (const entry &more : {
             entry{name, "typical", typical<D>, true, solve<D>},
             entry{name, "typical_plain", without<D, typical<D>>, false, solve<D>},
             entry{name, "sizes", sizes<D>, true, solve<D>},
             entry{name, "sizes_plain", without<D, sizes<D>>, false, solve<D>},
             entry{name, "comes", comes<D>, true, solve<D>},
             entry{name, "comes_plain", without<D, comes<D>>, false, solve<D>},
             entry{name, "edges", edges<D>, true, solve<D>},
             entry{name, "together", together<D>, true, solve<D>},
             entry{name, "together_plain", without<D, together<D>>, false, solve<D>},
         })
        entries().push_back(more);
}

const bool added = [] {
    add_regimes<2>("meet_at2d");
    add_regimes<3>("meet_at3d");
    return true;
}();

one_agent meet(float x, float y, float vx, float vy, float time) {
    return {"meet_at2d",
            {{"chaser_x", 1},
             {"chaser_y", 2},
             {"runner_x", x},
             {"runner_y", y},
             {"runner_vx", vx},
             {"runner_vy", vy},
             {"time", time}}};
}

TEST(meet_at2d, worked_by_hand) {
    meet(4, 6, 0, 0, 2).expect({4, 6, 1.5f, 2, 2.5f, 5}, WAY_MET);
    meet(1, 2, 3, 4, 2).expect({7, 10, 3, 4, 5, 10}, WAY_MET);
    meet(7, 10, -3, -4, 2).expect({1, 2, 0, 0, 0, 0}, WAY_MET); /* the runner comes to the chaser */
}

TEST(meet_at2d, a_reach_stops_short_and_a_platform_carries) {
    one_agent q = meet(4, 6, 0, 0, 2);
    q["reach"] = 2;
    q.expect({4, 6, 0.9f, 1.2f, 1.5f, 5}, WAY_MET);
    q["reach"] = 5;
    q.expect({4, 6, 0, 0, 0, 5}, WAY_MET);
    q["reach"] = 0;
    q["platform_vx"] = 1.5f;
    q.expect({4, 6, 0, 2, 2, 5}, WAY_MET);
    q["platform_vy"] = 2;
    q.expect({4, 6, 0, 0, 0, 5}, WAY_MET);
}

TEST(meet_at2d, too_slow_chasers_go_at_full_speed) {
    one_agent q = meet(4, 6, 0, 0, 1);
    q["chaser_speed"] = 5;
    q.expect({4, 6, 3, 4, 5, 5}, WAY_MET); /* the speed is just enough */
    q["chaser_speed"] = std::nextafter(5.0f, 0.0f);
    EXPECT_EQ(WAY_TOO_SLOW, agents::status_of(q.answer()));
    q["chaser_speed"] = 2.5f;
    q.expect({4, 6, 1.5f, 2, 5, 5}, WAY_TOO_SLOW);
    for (float none : {0.0f, -1.0f}) {
        q["chaser_speed"] = none;
        q.expect({4, 6, 0, 0, 5, 5}, WAY_IMMOBILE);
        one_agent comes = meet(7, 10, -3, -4, 2);
        comes["chaser_speed"] = none;
        comes.expect({1, 2, 0, 0, 0, 0}, WAY_MET);
    }
}

TEST(meet_at2d, times_in_the_past) {
    for (float over : {0.0f, -0.0f, -3.0f}) {
        meet(4, 6, 1, 1, over).expect({4, 6, 0, 0, INFINITY, 5}, WAY_LATE);
        meet(1, 2, 1, 1, over).expect({1, 2, 0, 0, 0, 0}, WAY_THERE);
        one_agent q = meet(4, 6, 1, 1, over);
        q["reach"] = 5;
        q.expect({4, 6, 0, 0, 0, 5}, WAY_THERE);
        q["reach"] = std::nextafter(5.0f, 0.0f);
        q["chaser_speed"] = 0;
        EXPECT_EQ(WAY_LATE, agents::status_of(q.answer()));
    }
}

TEST(meet_at2d, invalid_inputs_say_so) {
    one_agent right = meet(4, 6, -3, 4, 2);
    agents::expect_invalid_inputs_say_so(right, {0, 0, 0, 0, INFINITY, INFINITY}, "chaser_speed");
    right["reach"] = -1;
    right.expect({0, 0, 0, 0, INFINITY, INFINITY}, WAY_INVALID);
    meet(4, 6, 0, 0, 1e-39f).expect({0, 0, 0, 0, INFINITY, INFINITY}, WAY_INVALID); /* the result overflows */
}

/* Checks the answer without a formula. A chaser moves with the returned velocity until the given time, and
   must then be within reach of the runner. */
template <int D> void expect_to_be_there(const char *name) {
    using c = at<D>;
    drawn_agents s(name, 20000, 81);
    uint64_t random = support::seed_for(82, D);
    for (size_t i = 0; i < s.count; i++)
        (i % 2 ? typical<D> : comes<D>)(&random, s.row(i));
    s.solve();
    size_t met = 0;
    for (size_t i = 0; i < s.count; i++) {
        const float *in = s.row(i), *got = s.got(i);
        if (s.status(i) != WAY_MET)
            continue;
        met++;
        double apart = 0, pace = 0, size = 1, T = (double)in[c::time];
        for (int k = 0; k < D; k++) {
            double own = ((double)got[D + k] + (double)in[c::platform + k]) * T;
            double target = (double)in[c::runner + k] + (double)in[c::velocity + k] * T;
            apart = std::hypot(apart, target - (double)in[c::chaser + k] - own);
            pace = std::hypot(pace, (double)got[D + k]);
            for (double term : {own, (double)in[c::velocity + k] * T})
                size = std::fmax(size, std::fabs(term));
        }
        if (pace > 0) {
            ASSERT_NEAR(apart, (double)in[c::reach], 1e-6 * size) << s.story(i);
        }
        ASSERT_LE(apart, (double)in[c::reach] + 1e-6 * size) << s.story(i);
        ASSERT_NEAR(pace, (double)got[2 * D], 1e-6 * (double)got[2 * D]) << s.story(i);
    }
    EXPECT_GT(met, s.count / 2);
}

TEST(meet_at2d, arrives_at_the_given_time) { expect_to_be_there<2>("meet_at2d"); }
TEST(meet_at3d, arrives_at_the_given_time) { expect_to_be_there<3>("meet_at3d"); }

/* A squad meets its runner at the latest of the earliest meeting times of its chasers, so no chaser exceeds
   its speed. */
TEST(meet_at2d, a_squad_of_faster_chasers_arrives_together) {
    drawn_agents chasers("intercept2d", 12, 83);
    uint64_t random = support::seed_for(84, 1);
    for (int squad = 0; squad < 500; squad++) {
        float together = 0, runner[4];
        for (float &number : runner)
            number = draw_between(&random, -20, 20);
        for (size_t i = 0; i < chasers.count; i++) {
            one_agent q("intercept2d");
            q["chaser_x"] = draw_between(&random, -500, 500);
            q["chaser_y"] = draw_between(&random, -500, 500);
            q["chaser_speed"] = draw_between(&random, 30, 60);
            for (int k = 0; k < 4; k++)
                q.in[(size_t)(3 + k)] = runner[k];
            std::copy(q.in.begin(), q.in.end(), chasers.row(i));
        }
        chasers.solve();
        for (size_t i = 0; i < chasers.count; i++)
            together = std::fmax(together, chasers.got(i)[0]);
        for (size_t i = 0; i < chasers.count; i++) {
            const float *in = chasers.row(i);
            one_agent q("meet_at2d");
            q["chaser_x"] = in[0], q["chaser_y"] = in[1];
            for (int k = 0; k < 4; k++)
                q.in[(size_t)(2 + k)] = runner[k];
            q["time"] = together;
            q["chaser_speed"] = in[2] * (1 + 1e-6f);
            std::vector<float> got = q.answer();
            ASSERT_EQ(WAY_MET, agents::status_of(got)) << q.story(got);
        }
    }
}

} // namespace
