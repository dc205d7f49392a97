/* Tests steering with cases solved by hand, edge cases, and properties of random agents. */
#include <gtest/gtest.h>

#include <cmath>

#include "agents.h"

namespace {

using agents::drawn_agents;
using agents::one_agent;

const float quarter = 1.57079637f; /* a right angle */

one_agent steer(float hx, float hy, float wx, float wy, float rate, float dt) {
    one_agent q = {"steer2d",
                   {{"heading_x", hx},
                    {"heading_y", hy},
                    {"wanted_x", wx},
                    {"wanted_y", wy},
                    {"turn_rate", rate},
                    {"dt", dt}}};
    q.slack = 5e-7f * (1 + std::hypot(wx, wy));
    return q;
}

one_agent steer(float hx, float hy, float hz, float wx, float wy, float wz, float rate, float dt) {
    one_agent q = {"steer3d",
                   {{"heading_x", hx},
                    {"heading_y", hy},
                    {"heading_z", hz},
                    {"wanted_x", wx},
                    {"wanted_y", wy},
                    {"wanted_z", wz},
                    {"turn_rate", rate},
                    {"dt", dt}}};
    q.slack = 5e-7f * (1 + std::hypot(wx, wy, wz));
    return q;
}

/* In the plane ------------------------------------------------------------------------------------------- */

TEST(steer2d, turns_as_far_as_the_rate_allows) {
    float c = std::cos(0.5f), s = std::sin(0.5f);
    steer(1, 0, 0, 10, 1, 0.5f).expect({10 * c, 10 * s, c, s}, WAY_LATE);
    steer(1, 0, 0, -10, 1, 0.5f).expect({10 * c, -10 * s, c, -s}, WAY_LATE);
    steer(0, 3, -10, -1, 2, 0.25f).expect({-std::sqrt(101.0f) * s, std::sqrt(101.0f) * c, -s, c}, WAY_LATE);
    steer(1, 0, -3, -4, 10, 0.15f)
        .expect({5 * std::cos(1.5f), -5 * std::sin(1.5f), std::cos(1.5f), -std::sin(1.5f)}, WAY_LATE);
    c = std::cos(3.0f), s = std::sin(3.0f);
    steer(1, 0, -8, -1, 20, 0.15f).expect({std::sqrt(65.0f) * c, -std::sqrt(65.0f) * s, c, -s}, WAY_LATE);
}

TEST(steer2d, takes_a_direction_within_the_limit) {
    steer(1, 0, 3, 4, 1, 1).expect({3, 4, 0.6f, 0.8f}, WAY_MET);
    steer(1, 0, 3, -4, 1, 1).expect({3, -4, 0.6f, -0.8f}, WAY_MET);
    steer(5, 0, 0, 2, quarter, 1).expect({0, 2, 0, 1}, WAY_MET);
    steer(5, 0, 0, 2, quarter * 0.9999f, 1)
        .expect({2 * std::cos(quarter * 0.9999f), 2, std::cos(quarter * 0.9999f), 1}, WAY_LATE);
}

TEST(steer2d, straight_ahead_is_met_without_any_turning) {
    for (float rate : {0.0f, -0.0f, 1.0f}) {
        steer(1, 2, 3, 6, rate, 1).expect({3, 6, 1 / std::sqrt(5.0f), 2 / std::sqrt(5.0f)}, WAY_MET);
        steer(0.1f, 0.3f, 0.2f, 0.6f, rate, 1)
            .expect({0.2f, 0.6f, 1 / std::sqrt(10.0f), 3 / std::sqrt(10.0f)}, WAY_MET);
    }
}

TEST(steer2d, straight_behind_it_turns_left) {
    float c = std::cos(0.5f), s = std::sin(0.5f);
    for (float zero : {0.0f, -0.0f}) {
        steer(1, zero, -10, 0, 1, 0.5f).expect({10 * c, 10 * s, c, s}, WAY_LATE);
        steer(1, 0, -10, zero, 1, 0.5f).expect({10 * c, 10 * s, c, s}, WAY_LATE);
        steer(-1, zero, 10, zero, 1, 0.5f).expect({-10 * c, -10 * s, -c, -s}, WAY_LATE);
        steer(zero, 1, zero, -10, 1, 0.5f).expect({-10 * s, 10 * c, -s, c}, WAY_LATE);
        steer(zero, -1, zero, 10, 1, 0.5f).expect({10 * s, -10 * c, s, -c}, WAY_LATE);
    }
    steer(0.5f, 0.5f, -3, -3, quarter, 1).expect({-3, 3, -std::sqrt(0.5f), std::sqrt(0.5f)}, WAY_LATE);
}

TEST(steer2d, half_a_turn_or_more_is_no_limit) {
    for (float angle : {3.14159274f, 3.5f, 6.5f, 1e30f}) {
        steer(1, 0, -10, 0, angle, 1).expect({-10, 0, -1, 0}, WAY_MET);
        steer(1, 0, -10, 0, 1, angle).expect({-10, 0, -1, 0}, WAY_MET);
        steer(1, 0, 3, -4, angle, 1).expect({3, -4, 0.6f, -0.8f}, WAY_MET);
    }
    steer(1, 0, -10, 0, 1e30f, 1e30f).expect({-10, 0, -1, 0}, WAY_MET);
    EXPECT_EQ(WAY_LATE, agents::status_of(steer(1, 0, -10, 0, 3.1415925f, 1).answer()));
}

TEST(steer2d, no_time_or_no_rate_keeps_the_heading) {
    for (float none : {0.0f, -0.0f}) {
        steer(0, 2, 5, 0, none, 1).expect({0, 5, 0, 1}, WAY_LATE);
        steer(0, 2, 5, 0, 1, none).expect({0, 5, 0, 1}, WAY_LATE);
        steer(0, 2, 0, -5, 1, none).expect({0, 5, 0, 1}, WAY_LATE);
    }
}

TEST(steer2d, a_wanted_velocity_of_0_stops_and_keeps_the_heading) {
    steer(3, 4, 0, 0, 1, 1).expect({0, 0, 0.6f, 0.8f}, WAY_MET);
    steer(3, 4, -0.0f, 1e-30f, 0, 0).expect({0, 0, 0.6f, 0.8f}, WAY_MET);
}

TEST(steer2d, a_heading_of_0_takes_the_wanted_direction) {
    steer(0, 0, 3, -4, 0, 0).expect({3, -4, 0.6f, -0.8f}, WAY_MET);
    steer(0, -1e-30f, 3, -4, 1, 1).expect({3, -4, 0.6f, -0.8f}, WAY_MET);
    steer(0, 0, 0, 0, 1, 1).expect({0, 0, 0, 0}, WAY_MET);
}

TEST(steer2d, tiny_angles_are_told_apart) {
    float beside = 0x1p-30f;
    for (float size : {1.0f, 1e-12f, 1e12f}) {
        EXPECT_EQ(WAY_LATE, agents::status_of(steer(size, 0, 5, 5 * beside, 0.9999f * beside, 1).answer()));
        EXPECT_EQ(WAY_MET, agents::status_of(steer(size, 0, 5, 5 * beside, 1.0001f * beside, 1).answer()));
        EXPECT_EQ(WAY_LATE, agents::status_of(steer(5, -5 * beside, size, 0, 0.9999f * beside, 1).answer()));
        EXPECT_EQ(WAY_MET, agents::status_of(steer(5, -5 * beside, size, 0, 1.0001f * beside, 1).answer()));
    }
}

TEST(steer2d, invalid_inputs_say_so) {
    one_agent right = steer(1, 0, 3, 4, 1, 1);
    agents::expect_invalid_inputs_say_so(right, {0, 0, 0, 0});
    for (const char *column : {"turn_rate", "dt"})
        for (float bad : {-1.0f, -1e-30f}) {
            one_agent q = right;
            q[column] = bad;
            q.expect({0, 0, 0, 0}, WAY_INVALID);
        }
    steer(1e20f, 0, 3, 4, 1, 1).expect({0, 0, 0, 0}, WAY_INVALID);
    steer(1, 0, 3, 1e20f, 1, 1).expect({0, 0, 0, 0}, WAY_INVALID);
}

/* In space ----------------------------------------------------------------------------------------------- */

TEST(steer3d, turns_in_the_plane_of_both) {
    float c = std::cos(0.5f), s = std::sin(0.5f);
    steer(1, 0, 0, 0, 10, 0, 1, 0.5f).expect({10 * c, 10 * s, 0, c, s, 0}, WAY_LATE);
    steer(2, 0, 0, 0, 0, 10, 1, 0.5f).expect({10 * c, 0, 10 * s, c, 0, s}, WAY_LATE);
    steer(0, 0, 7, -1, 0, 0, 1, 0.5f).expect({-s, 0, c, -s, 0, c}, WAY_LATE);
    steer(0, 1, 0, 0, -3, 4, 1, 0.5f).expect({0, 5 * c, 5 * s, 0, c, s}, WAY_LATE);
    steer(1, 0, 0, 2, 3, 6, 2, 1).expect({2, 3, 6, 2 / 7.0f, 3 / 7.0f, 6 / 7.0f}, WAY_MET);
}

TEST(steer3d, straight_behind_it_turns_about_z_or_steeply_about_x) {
    float c = std::cos(0.5f), s = std::sin(0.5f);
    steer(1, 0, 0, -10, 0, 0, 1, 0.5f).expect({10 * c, 10 * s, 0, c, s, 0}, WAY_LATE);
    steer(0, -1, 0, 0, 10, 0, 1, 0.5f).expect({10 * s, -10 * c, 0, s, -c, 0}, WAY_LATE);
    steer(0, 0, 1, 0, 0, -10, 1, 0.5f).expect({0, -10 * s, 10 * c, 0, -s, c}, WAY_LATE);
    steer(0, 0, -1, 0, 0, 10, 1, 0.5f).expect({0, 10 * s, -10 * c, 0, s, -c}, WAY_LATE);
    /* if the wanted direction is straight behind, (4, 0, 3) turns towards y and (3, 0, 4) towards -y */
    for (float size : {0.25f, 1.0f, 16.0f}) {
        steer(4, 0, 3, -4 * size, 0, -3 * size, 1, 0.5f)
            .expect({4 * size * c, 5 * size * s, 3 * size * c, 0.8f * c, s, 0.6f * c}, WAY_LATE);
        steer(3, 0, 4, -3 * size, 0, -4 * size, 1, 0.5f)
            .expect({3 * size * c, -5 * size * s, 4 * size * c, 0.6f * c, -s, 0.8f * c}, WAY_LATE);
    }
}

TEST(steer3d, wanted_velocities_and_headings_near_0) {
    steer(2, 3, 6, 0, 0, 0, 1, 1).expect({0, 0, 0, 2 / 7.0f, 3 / 7.0f, 6 / 7.0f}, WAY_MET);
    steer(0, 0, 0, 2, 3, 6, 0, 0).expect({2, 3, 6, 2 / 7.0f, 3 / 7.0f, 6 / 7.0f}, WAY_MET);
    steer(0, 0, 0, 0, 0, 0, 1, 1).expect({0, 0, 0, 0, 0, 0}, WAY_MET);
    steer(1, 0, 0, 0, 5, 0, 0, 1).expect({5, 0, 0, 1, 0, 0}, WAY_LATE);
    steer(1, 2, 3, 2, 4, 6, 0, 0)
        .expect({2, 4, 6, 1 / std::sqrt(14.0f), 2 / std::sqrt(14.0f), 3 / std::sqrt(14.0f)}, WAY_MET);
    steer(1, 0, 0, -5, 0, 0, 4, 1).expect({-5, 0, 0, -1, 0, 0}, WAY_MET);
}

TEST(steer3d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(steer(1, 0, 0, 2, 3, 6, 2, 1), {0, 0, 0, 0, 0, 0});
}

/* Properties --------------------------------------------------------------------------------------------- */

double length(const float *a, int dims) {
    double sum = 0;
    for (int k = 0; k < dims; k++)
        sum += (double)a[k] * (double)a[k];
    return std::sqrt(sum);
}

/* Returns the angle by the half-angle formula, which is accurate for small and large angles. */
double angle_between(const float *a, const float *b, int dims) {
    double la = length(a, dims), lb = length(b, dims), apart = 0, together = 0;
    for (int k = 0; k < dims; k++) {
        double x = (double)a[k] / la, y = (double)b[k] / lb;
        apart += (x - y) * (x - y);
        together += (x + y) * (x + y);
    }
    return 2 * std::atan2(std::sqrt(apart), std::sqrt(together));
}

void expect_agrees(const char *name, int dims) {
    drawn_agents s(name, 50000, 221);
    for (size_t i = 0; i < s.count; i += 2) /* half of the agents may turn ten times as far */
        s.row(i)[2 * dims + 1] *= 10;
    s.solve();
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> exact = s.reference(i);
        double speed = length(s.row(i) + dims, dims);
        for (int k = 0; k < dims; k++) {
            ASSERT_NEAR(exact[k], (double)s.got(i)[k], 2e-6 * speed) << s.story(i);
            ASSERT_NEAR(exact[dims + k], (double)s.got(i)[dims + k], 2e-6) << s.story(i);
        }
        double left = angle_between(s.row(i), s.row(i) + dims, dims) -
                      (double)s.row(i)[2 * dims] * (double)s.row(i)[2 * dims + 1];
        if (std::fabs(left) > 1e-5) {
            ASSERT_EQ((int32_t)exact.back(), s.status(i)) << s.story(i);
        }
    }
}

TEST(steer2d, agrees_with_the_textbook) { expect_agrees("steer2d", 2); }
TEST(steer3d, agrees_with_the_textbook) { expect_agrees("steer3d", 3); }

/* Turns headings step by step to a fixed direction. Each turn is as large as allowed, so the number of steps
   is known. */
void expect_arrives(const char *name, int dims, way_precision precision) {
    drawn_agents s(name, 3000, 222);
    std::vector<double> turn(s.count);
    std::vector<int> steps(s.count);
    for (size_t i = 0; i < s.count; i++) {
        float *row = s.row(i);
        row[2 * dims] = 1 + row[2 * dims];
        row[2 * dims + 1] = 0.05f;
        if (i % 8 == 0) /* the wanted direction is straight behind */
            for (int k = 0; k < dims; k++)
                row[dims + k] = -4 * row[k];
        turn[i] = (double)(row[2 * dims] * row[2 * dims + 1]);
        steps[i] = (int)std::ceil(angle_between(row, row + dims, dims) / turn[i] - 1e-5);
    }
    for (int step = 1; step < 70; step++) {
        s.solve(precision);
        for (size_t i = 0; i < s.count; i++) {
            float *row = s.row(i);
            const float *next = s.got(i) + dims;
            double before = angle_between(row, row + dims, dims),
                   after = angle_between(next, row + dims, dims);
            double turned = angle_between(row, next, dims);
            ASSERT_NEAR(1, length(next, dims), 1e-6) << s.story(i);
            ASSERT_NEAR(length(row + dims, dims), length(s.got(i), dims), 1e-6 * length(row + dims, dims))
                << s.story(i);
            ASSERT_LE(turned, turn[i] + 1e-6) << s.story(i);
            if (s.status(i) == WAY_LATE) {
                ASSERT_LT(step, steps[i] + 1) << s.story(i);
                ASSERT_NEAR(turned, turn[i], 1e-6) << s.story(i);
                ASSERT_NEAR(before - turned, after, 2e-6) << s.story(i);
            } else {
                ASSERT_GE(step, steps[i]) << s.story(i);
                ASSERT_LE(after, 1e-6) << s.story(i);
            }
            std::copy(next, next + dims, row);
        }
    }
}

/* If the agent reaches the wanted direction, its velocity has the bits of the wanted velocity. */
TEST(steer2d, the_wanted_velocity_comes_through) {
    for (const char *name : {"steer2d", "steer3d"}) {
        int dims = name[5] - '0';
        drawn_agents s(name, 20000, 225);
        for (size_t i = 0; i < s.count; i++)
            s.row(i)[2 * dims + 1] *= 20;
        s.solve();
        size_t met = 0;
        for (size_t i = 0; i < s.count; i++) {
            met += s.status(i) == WAY_MET;
            for (int k = 0; k < dims; k++)
                ASSERT_TRUE(s.status(i) != WAY_MET || s.got(i)[k] == s.row(i)[dims + k]) << s.story(i);
        }
        EXPECT_GT(met, s.count / 4);
    }
}

TEST(steer2d, arrives_in_as_many_steps_as_the_angle_takes) {
    expect_arrives("steer2d", 2, WAY_EXACT);
    expect_arrives("steer2d", 2, WAY_FAST);
}
TEST(steer3d, arrives_in_as_many_steps_as_the_angle_takes) {
    expect_arrives("steer3d", 3, WAY_EXACT);
    expect_arrives("steer3d", 3, WAY_FAST);
}

/* An agent that always turns left drives a circle and returns to its start. */
TEST(steer2d, turning_all_the_way_is_a_circle) {
    const int steps = 1000;
    one_agent q = steer(1, 0, 0, 10, 1, 0x1.921fb6p+2f / steps);
    double x = 0, y = 0;
    for (int step = 0; step < steps; step++) {
        std::vector<float> got = q.answer();
        ASSERT_EQ(WAY_LATE, agents::status_of(got));
        x += (double)(got[0] * q["dt"]), y += (double)(got[1] * q["dt"]);
        q["heading_x"] = got[2], q["heading_y"] = got[3];
        q["wanted_x"] = -10 * got[3], q["wanted_y"] = 10 * got[2];
    }
    EXPECT_NEAR(0, x, 1e-3);
    EXPECT_NEAR(0, y, 1e-3);
    EXPECT_NEAR(1, (double)q["heading_x"], 1e-5);
    EXPECT_NEAR(0, (double)q["heading_y"], 1e-4);
}

TEST(steer2d, mirrored_worlds_give_mirrored_bits) {
    drawn_agents s("steer2d", 20000, 223), mirror("steer2d", 20000, 223);
    for (size_t i = 0; i < s.count; i++)
        mirror.row(i)[1] = -s.row(i)[1], mirror.row(i)[3] = -s.row(i)[3];
    s.solve();
    mirror.solve();
    for (size_t i = 0; i < s.count; i++) {
        for (int k = 0; k < 4; k++)
            ASSERT_EQ(k % 2 == 0 ? s.got(i)[k] : -s.got(i)[k], mirror.got(i)[k]) << s.story(i);
        ASSERT_EQ(s.status(i), mirror.status(i)) << s.story(i);
    }
}

/* The length of the heading has no influence. The length of the wanted velocity only scales the output
   velocity. */
TEST(steer3d, lengths_by_powers_of_two_keep_the_bits) {
    drawn_agents s("steer3d", 20000, 224), scaled("steer3d", 20000, 224);
    for (size_t i = 0; i < s.count; i++)
        for (int k = 0; k < 3; k++)
            scaled.row(i)[k] *= 0x1p20f, scaled.row(i)[3 + k] *= 0x1p-12f;
    s.solve();
    scaled.solve();
    for (size_t i = 0; i < s.count; i++) {
        for (int k = 0; k < 6; k++)
            ASSERT_EQ(s.got(i)[k] * (k < 3 ? 0x1p-12f : 1.0f), scaled.got(i)[k]) << s.story(i);
        ASSERT_EQ(s.status(i), scaled.status(i)) << s.story(i);
    }
}

} // namespace
