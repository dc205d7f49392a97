/* Tests seek and flee with cases solved by hand, edge cases, and properties of random agents. */
#include <gtest/gtest.h>

#include <cmath>

#include "agents.h"

namespace {

using agents::drawn_agents;
using agents::one_agent;

/* Solved by hand ----------------------------------------------------------------------------------------- */

one_agent seek(float x, float y, float speed, float to_x, float to_y) {
    return {
        "seek2d",
        {{"chaser_x", x}, {"chaser_y", y}, {"chaser_speed", speed}, {"runner_x", to_x}, {"runner_y", to_y}}};
}

one_agent flee(float x, float y, float speed, float from_x, float from_y) {
    return {"flee2d",
            {{"runner_x", x},
             {"runner_y", y},
             {"runner_speed", speed},
             {"chaser_x", from_x},
             {"chaser_y", from_y}}};
}

TEST(seek2d, goes_straight_at_full_speed) {
    seek(1, 2, 10, 4, 6).expect({6, 8, 5}, WAY_MET);
    seek(4, 6, 2.5f, 1, 2).expect({-1.5f, -2, 5}, WAY_MET);
}

TEST(seek2d, horizontal_and_vertical) {
    seek(1, 2, 3, 5, 2).expect({3, 0, 4}, WAY_MET);
    seek(1, 2, 3, -5, 2).expect({-3, 0, 6}, WAY_MET);
    seek(1, 2, 3, 1, 9).expect({0, 3, 7}, WAY_MET);
    seek(1, 2, 3, 1, -9).expect({0, -3, 11}, WAY_MET);
}

TEST(seek2d, same_position_is_there_whatever_the_speed) {
    for (float speed : {10.0f, 0.0f, -1.0f})
        seek(3, 4, speed, 3, 4).expect({0, 0, 0}, WAY_THERE);
}

TEST(seek2d, speeds_of_0_or_less_are_immobile) {
    for (float speed : {0.0f, -0.0f, -1.0f, -50.0f})
        seek(1, 2, speed, 4, 6).expect({0, 0, 5}, WAY_IMMOBILE);
}

TEST(seek2d, slows_down_rather_than_overshoot) {
    one_agent q = seek(1, 2, 10, 4, 6);
    q["dt"] = 1;
    q.expect({3, 4, 5}, WAY_MET);
    q["dt"] = 4;
    q.expect({0.75f, 1, 5}, WAY_MET);
    q["dt"] = 0.5f;
    q.expect({6, 8, 5}, WAY_MET);
    q["dt"] = 0.25f;
    q.expect({6, 8, 5}, WAY_MET);
}

TEST(seek2d, a_time_step_of_0_is_no_limit) {
    for (float dt : {0.0f, -0.0f}) {
        one_agent q = seek(1, 2, 10, 4, 6);
        q["dt"] = dt;
        q.expect({6, 8, 5}, WAY_MET);
        q = seek(3, 4, 10, 3, 4);
        q["dt"] = dt;
        q.expect({0, 0, 0}, WAY_THERE);
    }
}

TEST(seek2d, negative_time_steps_are_invalid) {
    for (float dt : {-1.0f, -1e-30f, -0x1p-149f}) {
        one_agent q = seek(1, 2, 10, 4, 6);
        q["dt"] = dt;
        q.expect({0, 0, INFINITY}, WAY_INVALID);
    }
}

TEST(seek2d, tiny_distances_are_there_and_no_nan) {
    seek(0, 0, 10, 1e-20f, 1e-21f).expect({0, 0, std::sqrt(1.01e-40f)}, WAY_THERE);
    seek(0, 0, 10, 3e-18f, 4e-18f).expect({6, 8, 5e-18f}, WAY_MET);
}

/* At the speeds and distances at which the header's range ends, the velocity is the textbook's. Below them,
   the velocity may be 0. */
TEST(seek2d, slowest_speeds_and_longest_distances) {
    for (const float speed : {1e-18f, 1e-9f, 1.0f, 1e9f, 1e18f})
        for (const float length : {1e-18f, 1e-9f, 1.0f, 1e9f, 1e18f})
            for (const char *name : {"seek2d", "flee2d"}) {
                const float x = 0.6f * length, y = -0.8f * length;
                one_agent q =
                    name == std::string("seek2d") ? seek(0, 0, speed, x, y) : flee(x, y, speed, 0, 0);
                const std::vector<float> got = q.answer();
                const double apart = std::hypot((double)x, (double)y), ulp = std::ldexp((double)speed, -23);
                EXPECT_EQ(WAY_MET, agents::status_of(got)) << q.story(got);
                EXPECT_NEAR((double)speed * (double)x / apart, (double)got[0], 4 * ulp) << q.story(got);
                EXPECT_NEAR((double)speed * (double)y / apart, (double)got[1], 4 * ulp) << q.story(got);
                EXPECT_NEAR(apart, (double)got[2], 3 * apart * 0x1p-23) << q.story(got);
            }
    seek(0, 0, 1e-30f, 1e18f, 0).expect({0, 0, 1e18f}, WAY_MET);
    EXPECT_EQ(WAY_THERE, agents::status_of(seek(0, 0, 1, 1e-19f, 0).answer()));
}

TEST(seek2d, squares_beyond_a_float_are_invalid) {
    seek(0, 0, 10, 1e20f, 0).expect({0, 0, INFINITY}, WAY_INVALID);
    seek(-3e38f, 0, 10, 3e38f, 0).expect({0, 0, INFINITY}, WAY_INVALID);
    seek(0, 0, 1e20f, 1, 0).expect({0, 0, INFINITY}, WAY_INVALID);
    seek(0, 0, -1e20f, 1, 0).expect({0, 0, INFINITY}, WAY_INVALID);
}

TEST(seek2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(seek(1, 2, 10, 4, 6), {0, 0, INFINITY});
}

TEST(seek3d, goes_straight_at_full_speed) {
    one_agent q("seek3d",
                {{"chaser_x", 1}, {"chaser_speed", 14}, {"runner_x", 3}, {"runner_y", 3}, {"runner_z", 6}});
    q.expect({4, 6, 12, 7}, WAY_MET);
    q["dt"] = 1;
    q.expect({2, 3, 6, 7}, WAY_MET);
    q["runner_x"] = 1, q["runner_y"] = 0;
    q.expect({0, 0, 6, 6}, WAY_MET);
    q["runner_z"] = 0;
    q.expect({0, 0, 0, 0}, WAY_THERE);
}

TEST(seek3d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so({"seek3d", {{"chaser_speed", 14}, {"runner_x", 3}}},
                                         {0, 0, 0, INFINITY});
}

TEST(flee2d, goes_straight_away_at_full_speed) {
    flee(1, 2, 10, 4, 6).expect({-6, -8, 5}, WAY_MET);
    flee(1, 2, 3, 5, 2).expect({-3, 0, 4}, WAY_MET);
    flee(1, 2, 3, 1, 9).expect({0, -3, 7}, WAY_MET);
    flee(3, 4, 3, 3, 4).expect({0, 0, 0}, WAY_THERE);
    flee(1, 2, 0, 4, 6).expect({0, 0, 5}, WAY_IMMOBILE);
    agents::expect_invalid_inputs_say_so(flee(1, 2, 10, 4, 6), {0, 0, INFINITY});
}

/* Properties --------------------------------------------------------------------------------------------- */

void expect_agrees(const char *name, int dims) {
    drawn_agents s(name, 50000, 201);
    s.solve();
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> exact = s.reference(i);
        ASSERT_EQ((int32_t)exact.back(), s.status(i)) << s.story(i);
        for (int k = 0; k <= dims; k++) {
            double scale = k < dims ? (double)s.row(i)[dims] : exact[k];
            ASSERT_NEAR(exact[k], (double)s.got(i)[k], 1e-6 * scale) << s.story(i);
        }
    }
}

TEST(seek2d, agrees_with_the_textbook) { expect_agrees("seek2d", 2); }
TEST(seek3d, agrees_with_the_textbook) { expect_agrees("seek3d", 3); }
TEST(flee2d, agrees_with_the_textbook) { expect_agrees("flee2d", 2); }
TEST(flee3d, agrees_with_the_textbook) { expect_agrees("flee3d", 3); }

/* If flee and seek get the same numbers in their columns, which have the same order, they give opposite
   velocities. -0 counts as 0. */
void expect_flee_is_seek_turned_round(const char *flee_name, const char *seek_name, int dims) {
    drawn_agents away(flee_name, 20000, 202), toward(seek_name, 20000, 202);
    for (size_t i = 0; i < away.count; i++)
        for (size_t k = 0; k < toward.behaviour->input_count; k++)
            toward.row(i)[k] = k < away.behaviour->input_count ? away.row(i)[k] : 0;
    away.solve();
    toward.solve();
    for (size_t i = 0; i < away.count; i++) {
        for (int k = 0; k < dims; k++)
            ASSERT_EQ(-toward.got(i)[k], away.got(i)[k]) << away.story(i);
        ASSERT_EQ(toward.got(i)[dims], away.got(i)[dims]) << away.story(i);
        ASSERT_EQ(toward.status(i), away.status(i)) << away.story(i);
    }
}

TEST(flee2d, is_the_opposite_of_seek2d) { expect_flee_is_seek_turned_round("flee2d", "seek2d", 2); }
TEST(flee3d, is_the_opposite_of_seek3d) { expect_flee_is_seek_turned_round("flee3d", "seek3d", 3); }

TEST(seek2d, fast_is_exact) {
    for (const char *name : {"seek2d", "seek3d", "flee2d", "flee3d"}) {
        drawn_agents exact(name, 10000, 203), fast(name, 10000, 203);
        exact.solve();
        fast.solve(WAY_FAST);
        EXPECT_EQ(0, std::memcmp(exact.out.data(), fast.out.data(), 4 * exact.out.size())) << name;
    }
}

/* With a dt, the agent comes nearer in each step, and arrives after as many steps as its speed requires. */
TEST(seek2d, arrives_and_stays) {
    const float dt = 0.125f;
    drawn_agents s("seek2d", 2000, 204);
    std::vector<int> steps(s.count);
    for (size_t i = 0; i < s.count; i++) {
        s.row(i)[2] = 10 + s.row(i)[2];
        for (int k = 3; k < 5; k++)
            s.row(i)[k] = s.row(i)[k - 3] + s.row(i)[k] / 1000;
        s.row(i)[5] = dt;
    }
    s.solve();
    std::vector<float> before(s.count);
    for (size_t i = 0; i < s.count; i++) {
        before[i] = s.got(i)[2];
        steps[i] = (int)std::ceil(before[i] / (s.row(i)[2] * dt) * 1.001f);
    }
    for (int step = 1; step <= 16; step++) {
        for (size_t i = 0; i < s.count; i++)
            for (int k = 0; k < 2; k++)
                s.row(i)[k] += s.got(i)[k] * dt;
        s.solve();
        for (size_t i = 0; i < s.count; i++) {
            float left = s.got(i)[2], rounding = 2e-3f;
            ASSERT_LE(left, before[i] + rounding) << s.story(i);
            if (step >= steps[i]) {
                ASSERT_LE(left, rounding) << s.story(i);
            }
            before[i] = left;
        }
    }
}

/* No chaser can reach a straight runner before the earliest meeting. So in each step before this meeting, a
   chaser that seeks is not nearer to the runner than its speed allows. */
TEST(seek2d, never_beats_the_interception_of_a_straight_runner) {
    const int steps = 64;
    drawn_agents lead("intercept2d", 100000, 205), s("seek2d", 100000, 205);
    for (size_t i = 0; i < lead.count; i++) {
        float *row = lead.row(i);
        row[7] = 0, row[8] = INFINITY, row[9] = row[10] = 0;
        std::copy(row, row + 5, s.row(i));
        s.row(i)[5] = 0;
    }
    lead.solve();
    std::vector<double> x(s.count), y(s.count);
    for (size_t i = 0; i < s.count; i++)
        x[i] = (double)s.row(i)[0], y[i] = (double)s.row(i)[1];
    size_t met = 0;
    for (int step = 0; step < steps; step++) {
        s.solve();
        for (size_t i = 0; i < s.count; i++) {
            if (lead.status(i) != WAY_MET)
                continue;
            met += step == 0;
            const float *row = lead.row(i);
            double dt = (double)lead.got(i)[0] / steps, t = dt * (step + 1), at[2];
            x[i] += (double)s.got(i)[0] * dt, y[i] += (double)s.got(i)[1] * dt;
            for (int k = 0; k < 2; k++)
                at[k] = (double)row[3 + k] + (double)row[5 + k] * t;
            double gap = std::hypot(at[0] - x[i], at[1] - y[i]), way = (double)row[2] * t;
            double open = std::hypot(at[0] - (double)row[0], at[1] - (double)row[1]) - way;
            ASSERT_GE(gap, open - 1e-6 * way) << s.story(i);
            s.row(i)[0] = (float)x[i], s.row(i)[1] = (float)y[i];
            s.row(i)[3] = (float)at[0], s.row(i)[4] = (float)at[1];
        }
    }
    EXPECT_GT(met, s.count / 4);
}

} // namespace
