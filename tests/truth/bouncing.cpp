/* Computes the exact answers of bouncing2d and bouncing3d, and tests them with cases solved by hand and with
   flight2d and reflect by hand, bounce by bounce. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "agents.h"
#include "truth/truth.h"

namespace {

using namespace truth;
using agents::one_agent;

template <int D> void solve(const float *in, answer *out) {
    const int gravity = 2 * D, time = gravity + 1, inputs = gravity + 4, bounces = 2 * D,
              landing = bounces + 1, status = landing + 1;
    const char *name = D == 2 ? "bouncing2d" : "bouncing3d";
    take_reference(in, out);
    for (int k = 0; k < inputs; k++) {
        const double size = std::fabs((double)in[k]);
        out->not_judged |= size != 0 && !(size >= 1e-6 && size <= 1e6);
    }
    if (out->not_judged || (int)out->value[status] == WAY_INVALID)
        return;
    double moved[status + 1] = {};
    for (int k : {1, gravity, time, inputs - 1})
        for (double by : {-1e-12, 1e-12}) {
            double given[inputs], got[status + 1];
            std::copy(in, in + inputs, given);
            given[k] = k == inputs - 1 ? std::fmin(given[k] * (1 + by), 1) : given[k] * (1 + by);
            way_reference_named(name)(given, got);
            if (got[bounces] != (double)out->value[bounces] || got[status] != (double)out->value[status]) {
                out->not_judged = true; /* a bounce at this very time */
                return;
            }
            for (int i = 0; i <= landing; i++)
                if (!std::isinf(got[i]))
                    moved[i] = std::fmax(moved[i], std::fabs(got[i] - (double)out->value[i]));
        }
    for (int k = 0; k < D; k++) {
        out->ulp_scale[k] = larger(magnitude(out->value[k]), (quad)(0x1p18 * moved[k]));
        out->ulp_scale[D + k] = larger(magnitude(out->value[D + k]), (quad)(0x1p18 * moved[D + k]));
        if (k != 1)
            out->ulp_scale[k] = larger(
                larger(magnitude((quad)in[k]), magnitude((quad)in[D + k] * (quad)in[time])), (quad)1e-30);
    }
    out->ulp_scale[1] =
        larger(out->ulp_scale[1], larger(magnitude((quad)in[1]), magnitude((quad)in[gravity + 2])));
    out->ulp_scale[D + 1] = larger(out->ulp_scale[D + 1], magnitude((quad)in[D + 1]));
    if (out->value[landing] < (quad)INFINITY)
        out->ulp_scale[landing] = larger(out->value[landing], (quad)(0x1p18 * moved[landing]));
}

template <int D> void typical(uint64_t *random, float *in) {
    for (int k = 0; k < D; k++) {
        in[k] = draw_between(random, 0, 30);
        in[D + k] = draw_between(random, -20, 20);
    }
    in[2 * D] = draw_between(random, 2, 20);
    in[2 * D + 1] = draw_between(random, 0, draw_below(random, 2) ? 5 : 60);
    in[2 * D + 2] = draw_below(random, 2) ? 0 : draw_between(random, -5, 20);
    in[2 * D + 3] = draw_below(random, 3) == 0 ? 1 : draw_between(random, 0, 1);
}

/* Draws many bounces, restitutions near 1 and 0, bodies on the floor, and no gravity. */
template <int D> void edges(uint64_t *random, float *in) {
    typical<D>(random, in);
    if (draw_below(random, 2))
        in[2 * D + 3] = beside(random, draw_below(random, 2) ? 0.99999f : 1e-3f);
    if (draw_below(random, 3) == 0)
        in[2 * D + 1] = draw_between(random, 0, 300);
    if (draw_below(random, 3) == 0)
        in[1] = in[2 * D + 2];
    if (draw_below(random, 6) == 0)
        in[D + 1] = 0;
    if (draw_below(random, 6) == 0)
        in[2 * D] = 0;
    if (draw_below(random, 8) == 0)
        in[2 * D + 3] = 0;
    if (draw_below(random, 8) == 0)
        in[2 * D + 1] = 0;
}

const truth::add entries({
    {"bouncing2d", "typical", typical<2>, true, solve<2>},
    {"bouncing2d", "edges", edges<2>, true, solve<2>},
    {"bouncing3d", "typical", typical<3>, true, solve<3>},
});

int32_t bounces_of(const std::vector<float> &got) { return (int32_t)support::bits_of(got[4]); }

TEST(bouncing2d, a_ball_dropped_from_ten_metres) {
    one_agent q("bouncing2d", {{"body_y", 10}, {"gravity", 9.81f}, {"time", 100}});
    std::vector<float> got = q.answer();
    EXPECT_NEAR(9.987251, (double)got[1], 2e-5);
    EXPECT_EQ(35, bounces_of(got));
    q["time"] = 141.3564691697794f; /* the fiftieth bounce, within a rounding of the time */
    got = q.answer();
    EXPECT_NEAR(0, (double)got[1], 3e-4);
    EXPECT_EQ(50, bounces_of(got));
}

TEST(bouncing2d, worked_by_hand) {
    /* thrown up at 10 from the floor at gravity 10: flights of 2, 1, 1/2 ... s with restitution 1/2 */
    one_agent q("bouncing2d", {{"body_vx", 3}, {"body_vy", 10}, {"gravity", 10}, {"time", 2.5f}});
    q["restitution"] = 0.5f;
    std::vector<float> got = q.answer();
    EXPECT_EQ(7.5f, got[0]);
    EXPECT_EQ(1.25f, got[1]); /* the top of the second flight */
    EXPECT_EQ(3.0f, got[2]);
    EXPECT_EQ(0.0f, got[3]);
    EXPECT_EQ(1, bounces_of(got));
    EXPECT_EQ(3.0f, got[5]);
    q["time"] = 3;
    got = q.answer();
    EXPECT_EQ(2, bounces_of(got)); /* at a bounce, the velocity is that after it */
    EXPECT_EQ(2.5f, got[3]);
    EXPECT_EQ(3.5f, got[5]);
    q["time"] = 4; /* 2 (1 + 1/2 + 1/4 + ...): now it rests */
    got = q.answer();
    EXPECT_EQ(WAY_THERE, agents::status_of(got));
    EXPECT_EQ(0x7fffffff, bounces_of(got));
    EXPECT_EQ(INFINITY, got[5]);
    EXPECT_EQ(12.0f, got[0]);
    q["time"] = 3.9999f;
    EXPECT_EQ(WAY_MET, agents::status_of(q.answer()));
    q["restitution"] = 0;
    got = q.answer();
    EXPECT_EQ(1, bounces_of(got));
    EXPECT_EQ(WAY_THERE, agents::status_of(got));
    q["gravity"] = 0, q["restitution"] = 1;
    got = q.answer();
    EXPECT_EQ(39.999f, got[1]);
    EXPECT_EQ(INFINITY, got[5]);
    q["body_y"] = 10, q["body_vy"] = -10;
    got = q.answer();
    EXPECT_EQ(29.999f, got[1]); /* down for a second, and up for ever */
    EXPECT_EQ(1, bounces_of(got));
}

/* Whatever is below the floor by a rounding is on it, and a body at rest stays. */
TEST(bouncing2d, rests_on_the_floor) {
    one_agent q("bouncing2d", {{"body_y", -1e-6f}, {"gravity", 10}, {"time", 5}});
    std::vector<float> got = q.answer();
    EXPECT_EQ(WAY_THERE, agents::status_of(got));
    EXPECT_EQ(0, bounces_of(got));
    EXPECT_EQ(0.0f, got[1]);
}

TEST(bouncing2d, invalid_inputs_say_so) {
    for (auto bad : {std::make_pair("gravity", -1.0f), std::make_pair("time", -1.0f),
                     std::make_pair("restitution", 1.5f), std::make_pair("restitution", -0.5f),
                     std::make_pair("body_y", NAN), std::make_pair("height", INFINITY),
                     std::make_pair("body_vx", -INFINITY)}) {
        one_agent q("bouncing2d", {{"body_y", 10}, {"gravity", 9.81f}, {"time", 100}});
        q[bad.first] = bad.second;
        q.expect({0, 0, 0, 0, 0, INFINITY}, WAY_INVALID);
    }
}

/* The body at a time, asked again for the rest of the time, is where the first answer says. */
TEST(bouncing2d, two_steps_are_one) {
    uint64_t random = support::seed_for(59, 10);
    for (size_t n = 0; n < support::draws(20000); n++) {
        one_agent q("bouncing2d");
        typical<2>(&random, q.in.data());
        const float whole = std::floor(q["time"] * 16) / 16, part = std::floor(whole * 8) / 16;
        q["time"] = whole;
        const std::vector<float> at_once = q.answer();
        one_agent rest = q;
        q["time"] = part;
        const std::vector<float> half = q.answer();
        rest["body_x"] = half[0], rest["body_y"] = half[1];
        rest["body_vx"] = half[2], rest["body_vy"] = half[3];
        rest["time"] = whole - part;
        const std::vector<float> then = rest.answer();
        if (agents::status_of(at_once) != WAY_MET || bounces_of(at_once) > 40)
            continue; /* a rounding of the height counts for more in low flights */
        /* a rounding changes the time of each bounce */
        const double speed = 60, count = 1 + (double)bounces_of(at_once);
        ASSERT_NEAR((double)at_once[1], (double)then[1], 1e-4 * count * speed) << rest.story(then);
        ASSERT_LE(std::abs(bounces_of(at_once) - bounces_of(half) - bounces_of(then)), 1) << rest.story(then);
    }
}

} // namespace
