/* Tests throws with cases solved by hand, edge cases, and properties of random agents. */
#include <gtest/gtest.h>

#include <cmath>

#include "agents.h"

namespace {

using agents::drawn_agents;
using agents::one_agent;

one_agent thrown(const char *name, float fx, float fy, float tx, float ty, const char *third, float c,
                 const char *fourth, float d) {
    one_agent q = {name,
                   {{"from_x", fx}, {"from_y", fy}, {"to_x", tx}, {"to_y", ty}, {third, c}, {fourth, d}}};
    q.slack = 1e-5f;
    return q;
}

/* launch_apex: throws with a given top ------------------------------------------------------------------- */

one_agent apex(float fx, float fy, float tx, float ty, float gravity, float height) {
    return thrown("launch_apex2d", fx, fy, tx, ty, "gravity", gravity, "apex", height);
}

TEST(launch_apex2d, worked_by_hand) {
    /* the outputs are time, velocity, rise time, top */
    apex(0, 0, 10, 0, 10, 5).expect({2, 5, 10, 1, 5}, WAY_MET);
    apex(3, 2, -7, 2, 10, 5).expect({2, -5, 10, 1, 7}, WAY_MET);
    apex(0, 0, 6, 15, 10, 5).expect({3, 2, 20, 2, 20}, WAY_MET);
    apex(6, 15, 0, 0, 10, 5).expect({3, -2, 10, 1, 20}, WAY_MET);
    apex(1, -20, 5, -20, 2, 16).expect({8, 0.5f, 8, 4, -4}, WAY_MET);
}

TEST(launch_apex2d, without_a_height_above_the_ends) {
    apex(0, 0, 6, 20, 10, 0).expect({2, 3, 20, 2, 20}, WAY_MET); /* the throw arrives level */
    apex(0, 20, 6, 0, 10, 0).expect({2, 3, 0, 0, 20}, WAY_MET);  /* the throw leaves level */
    apex(0, 20, 0, 0, 10, 0).expect({2, 0, 0, 0, 20}, WAY_MET);  /* the body drops */
    for (float none : {0.0f, -0.0f}) {
        apex(0, 7, 6, 7, 10, none).expect({INFINITY, 0, 0, INFINITY, 7}, WAY_DEGENERATE);
        apex(6, 7, 6, 7, 10, none).expect({0, 0, 0, 0, 7}, WAY_THERE);
    }
}

TEST(launch_apex2d, straight_above_and_straight_below) {
    apex(4, 0, 4, 15, 10, 5).expect({3, 0, 20, 2, 20}, WAY_MET);
    apex(4, 15, 4, 0, 10, 5).expect({3, 0, 10, 1, 20}, WAY_MET);
    apex(4, 15, 4, 15, 10, 5).expect({2, 0, 10, 1, 20}, WAY_MET);
}

TEST(launch_apex2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(apex(0, 0, 10, 0, 10, 5), {INFINITY, 0, 0, INFINITY, 0});
    for (float bad : {0.0f, -0.0f, -1.0f})
        apex(0, 0, 10, 0, bad, 5).expect({INFINITY, 0, 0, INFINITY, 0}, WAY_INVALID);
    for (float bad : {-1e-30f, -1.0f})
        apex(0, 0, 10, 0, 10, bad).expect({INFINITY, 0, 0, INFINITY, 0}, WAY_INVALID);
}

/* An agent is invalid if its result overflows, but not merely because its position is far away. */
TEST(launch_apex2d, positions_near_the_largest_floats) {
    apex(0, 2e38f, 6, 2e38f, 10, 5e37f)
        .expect({6.3245553e18f, 9.486833e-19f, 3.1622777e19f, 3.1622777e18f, 2.5e38f}, WAY_MET);
    apex(0, 2e38f, 6, 2e38f, 10, 2e38f)
        .expect({INFINITY, 0, 0, INFINITY, 0}, WAY_INVALID); /* the top overflows */
}

TEST(launch_apex3d, goes_level_in_x_and_z) {
    one_agent q = {"launch_apex3d",
                   {{"from_x", 1},
                    {"from_y", 2},
                    {"from_z", 3},
                    {"to_x", 7},
                    {"to_y", 17},
                    {"to_z", -9},
                    {"gravity", 10},
                    {"apex", 5}}};
    q.slack = 1e-5f;
    q.expect({3, 2, 20, -4, 2, 22}, WAY_MET);
    q["to_y"] = 2, q["apex"] = 0;
    q.expect({INFINITY, 0, 0, 0, INFINITY, 2}, WAY_DEGENERATE);
    q["to_x"] = 1;
    q.expect({INFINITY, 0, 0, 0, INFINITY, 2}, WAY_DEGENERATE);
    q["to_z"] = 3;
    q.expect({0, 0, 0, 0, 0, 2}, WAY_THERE);
    q["apex"] = 5;
    q.expect({2, 0, 10, 0, 1, 7}, WAY_MET);
    agents::expect_invalid_inputs_say_so(q, {INFINITY, 0, 0, 0, INFINITY, 0});
}

/* launch_speed: throws with a given speed ---------------------------------------------------------------- */

one_agent shoot(float fx, float fy, float tx, float ty, float speed, float gravity) {
    return thrown("launch_speed2d", fx, fy, tx, ty, "speed", speed, "gravity", gravity);
}

TEST(launch_speed2d, worked_by_hand) {
    /* the outputs are time and velocity of the low throw, then of the high throw */
    shoot(0, 0, 24, 0, 25, 14).expect({1, 24, 7, 48 / 14.0f, 7, 24}, WAY_MET);
    shoot(5, 3, -19, 3, 25, 14).expect({1, -24, 7, 48 / 14.0f, -7, 24}, WAY_MET);
    float high = std::sqrt(18.0f);
    shoot(0, 0, 15, 15, 25, 10).expect({1, 15, 20, high, 15 / high, 15 / high + 5 * high}, WAY_MET);
    shoot(0, 5, 30, 0, 30, 10)
        .expect({1, 30, 0, std::sqrt(37.0f), 30 / std::sqrt(37.0f), 180 / std::sqrt(37.0f)}, WAY_MET);
}

TEST(launch_speed2d, straight_above_and_straight_below) {
    shoot(2, 0, 2, 15, 20, 10).expect({1, 0, 20, 3, 0, 20}, WAY_MET);
    shoot(2, 0, 2, 20, 20, 10).expect({2, 0, 20, 2, 0, 20}, WAY_MET);
    shoot(2, 0, 2, -15, 10, 10).expect({1, 0, -10, 3, 0, 10}, WAY_MET);
    shoot(2, 0, 2, 21, 20, 10).expect({INFINITY, 0, 0, INFINITY, 0, 0}, WAY_TOO_SLOW);
}

TEST(launch_speed2d, the_edge_of_the_range) {
    float v = std::sqrt(200.0f), t = std::sqrt(8.0f);
    one_agent q = shoot(0, 0, 40, 0, 20, 10);
    q.slack = 2e-3f; /* near this limit, the error is about the square root of the rounding error */
    q.expect({t, v, v, t, v, v}, WAY_MET);
    shoot(0, 0, std::nextafter(40.0f, 50.0f), 0, 20, 10)
        .expect({INFINITY, 0, 0, INFINITY, 0, 0}, WAY_TOO_SLOW);
}

TEST(launch_speed2d, there_already_and_immobile) {
    for (float speed : {20.0f, 0.0f, -3.0f})
        shoot(4, 5, 4, 5, speed, 10).expect({0, 0, 0, 0, 0, 0}, WAY_THERE);
    for (float speed : {0.0f, -0.0f, -20.0f})
        shoot(0, 0, 4, 5, speed, 10).expect({INFINITY, 0, 0, INFINITY, 0, 0}, WAY_IMMOBILE);
}

TEST(launch_speed2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(shoot(0, 0, 24, 0, 25, 14), {INFINITY, 0, 0, INFINITY, 0, 0});
    for (float bad : {0.0f, -0.0f, -1.0f})
        shoot(0, 0, 24, 0, 25, bad).expect({INFINITY, 0, 0, INFINITY, 0, 0}, WAY_INVALID);
}

TEST(launch_speed3d, goes_level_in_x_and_z) {
    one_agent q = {"launch_speed3d",
                   {{"from_x", 1},
                    {"from_y", 5},
                    {"from_z", 2},
                    {"to_x", 19},
                    {"to_y", 0},
                    {"to_z", 26},
                    {"speed", 30},
                    {"gravity", 10}}};
    q.slack = 1e-4f;
    float r = std::sqrt(37.0f);
    q.expect({1, 18, 0, 24, r, 18 / r, 180 / r, 24 / r}, WAY_MET);
    agents::expect_invalid_inputs_say_so(q, {INFINITY, 0, 0, 0, INFINITY, 0, 0, 0});
}

one_agent reach(float fx, float fy, float tx, float ty, float speed, float gravity) {
    return thrown("launch_reach2d", fx, fy, tx, ty, "speed", speed, "gravity", gravity);
}

TEST(launch_reach2d, worked_by_hand) {
    /* the outputs are the range and the velocity that reaches it, then speed, velocity and time of the
       slowest throw */
    float d = std::sqrt(200.0f), v = std::sqrt(50.0f);
    reach(0, 0, 10, 0, 20, 10).expect({40, d, d, 10, v, v, std::sqrt(2.0f)}, WAY_MET);
    reach(0, 0, -10, 0, 20, 10).expect({40, -d, d, 10, -v, v, std::sqrt(2.0f)}, WAY_MET);
    /* from a height of 25 m, the range is 20 sqrt(900) / 10 m, at a slope of 20 / 30 */
    reach(0, 25, 60, 0, 20, 10)
        .expect({60, 600 / std::sqrt(1300.0f), 400 / std::sqrt(1300.0f), 20, 600 / std::sqrt(1300.0f),
                 400 / std::sqrt(1300.0f), std::sqrt(13.0f)},
                WAY_MET);
    /* the target is 25 m away and 15 m up, so the least speed is sqrt(10 (15 + 25)) = 20 m/s */
    reach(0, 0, 20, 15, 10, 10)
        .expect({0, 0, 0, 20, 20 / std::sqrt(5.0f), 40 / std::sqrt(5.0f), std::sqrt(5.0f)}, WAY_TOO_SLOW);
}

TEST(launch_reach2d, straight_above_below_and_there) {
    float d = std::sqrt(200.0f);
    reach(0, 0, 0, 20, 20, 10).expect({0, 0, 20, 20, 0, 20, 2}, WAY_MET);
    reach(0, 0, 0, -5, 20, 10)
        .expect({20 * std::sqrt(500.0f) / 10, 20 * std::sqrt(500.0f) / 30, 400 / 30.0f, 0, 0, 0, 1}, WAY_MET);
    reach(3, 4, 3, 4, 20, 10).expect({40, d, d, 0, 0, 0, 0}, WAY_THERE);
    reach(0, 0, 0, 20, 0, 10).expect({0, 0, 0, 20, 0, 20, 2}, WAY_IMMOBILE);
}

TEST(launch_reach2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(reach(0, 0, 10, 0, 20, 10), {0, 0, 0, INFINITY, 0, 0, INFINITY});
    reach(0, 0, 10, 0, 20, 0).expect({0, 0, 0, INFINITY, 0, 0, INFINITY}, WAY_INVALID);
}

/* Properties --------------------------------------------------------------------------------------------- */

/* `missed` is the distance from `to` at which a throw lands. `way` is the sum of its horizontal way, rise and
   fall. */
struct landing {
    double missed, way;
    landing(const float *row, const float *velocity, float time, double gravity, int dims) {
        double square = 0, level = 0, t = (double)time, up = (double)velocity[1];
        for (int k = 0; k < dims; k++) {
            double moved = (double)velocity[k] * t - (k == 1 ? gravity * t * t / 2 : 0);
            double off = (double)row[k] + moved - (double)row[dims + k];
            square += off * off;
            level += k == 1 ? 0 : moved * moved;
        }
        double rise = up > 0 ? up * up / (2 * gravity) : 0;
        missed = std::sqrt(square);
        way = std::sqrt(level) + 2 * rise + (double)row[1] - (double)row[dims + 1];
        if (up < 0 || row[1] < row[dims + 1])
            way = std::fmax(way, std::sqrt(level) + std::fabs((double)row[1] - (double)row[dims + 1]));
    }
    double ulps() const { return missed / std::ldexp(1, std::ilogb(way) - 23); }
};

TEST(launch_apex3d, lands_within_8_ulp_of_the_way) {
    for (const char *name : {"launch_apex2d", "launch_apex3d"}) {
        int dims = name[11] - '0';
        drawn_agents s(name, 200000, 501);
        s.solve();
        double worst = 0;
        for (size_t i = 0; i < s.count; i++) {
            ASSERT_EQ(WAY_MET, s.status(i)) << s.story(i);
            landing l(s.row(i), s.got(i) + 1, s.got(i)[0], (double)s.row(i)[2 * dims], dims);
            ASSERT_LE(l.ulps(), 8) << s.story(i);
            worst = std::fmax(worst, l.ulps());
        }
        std::printf("%s: %zu throws, the worst lands %.2f ulp of its way off\n", name, s.count, worst);
    }
}

TEST(launch_speed3d, both_throws_land_within_12_ulp_of_the_way) {
    for (const char *name : {"launch_speed2d", "launch_speed3d"}) {
        int dims = name[12] - '0';
        drawn_agents s(name, 200000, 502);
        s.solve();
        double worst[2] = {0, 0};
        size_t met = 0;
        for (size_t i = 0; i < s.count; i++) {
            if (s.status(i) != WAY_MET)
                continue;
            met++;
            for (int arc = 0; arc < 2; arc++) {
                const float *time = s.got(i) + arc * (dims + 1);
                landing l(s.row(i), time + 1, *time, (double)s.row(i)[2 * dims + 1], dims);
                ASSERT_LE(l.ulps(), 12) << s.story(i);
                worst[arc] = std::fmax(worst[arc], l.ulps());
                double speed = 0;
                for (int k = 1; k <= dims; k++)
                    speed = std::hypot(speed, (double)time[k]);
                ASSERT_NEAR(1, speed / (double)s.row(i)[2 * dims], 5e-7) << s.story(i);
            }
            ASSERT_LE(s.got(i)[0], s.got(i)[dims + 1]) << s.story(i);
            ASSERT_LE(s.got(i)[2], s.got(i)[dims + 3] * 1.000001f) << s.story(i);
        }
        EXPECT_GT(met, s.count / 3);
        std::printf("%s: %zu of %zu met, the worst lands %.2f and %.2f ulp of its way off\n", name, met,
                    s.count, worst[0], worst[1]);
    }
}

TEST(launch_reach3d, its_answers_are_the_limits_of_launch_speed) {
    for (int dims : {2, 3}) {
        std::string d = std::to_string(dims) + "d";
        drawn_agents bound(("launch_reach" + d).c_str(), 20000, 503),
            shot(("launch_speed" + d).c_str(), 20000, 503);
        bound.solve();
        shot.solve();
        for (size_t i = 0; i < bound.count; i++)
            ASSERT_EQ(shot.status(i), bound.status(i)) << shot.story(i);
        for (float factor : {0.999999f, 1.000001f}) {
            for (size_t i = 0; i < bound.count; i++)
                shot.row(i)[2 * dims] = bound.got(i)[dims + 1] * factor;
            shot.solve();
            for (size_t i = 0; i < bound.count; i++)
                ASSERT_EQ(factor > 1 ? WAY_MET : WAY_TOO_SLOW, shot.status(i)) << shot.story(i);
        }
        /* the target is at the height of the range, slightly within the range or slightly beyond it */
        for (float factor : {0.99999f, 1.00001f}) {
            size_t tried = 0;
            for (size_t i = 0; i < bound.count; i++) {
                const float *far = bound.got(i) + 1;
                std::copy(bound.row(i), bound.row(i) + 2 * dims + 2, shot.row(i));
                for (int k = 0; k < dims; k += 2)
                    shot.row(i)[k] = 0;
                float length = dims == 3 ? std::hypot(far[0], far[2]) : std::fabs(far[0]);
                for (int k = 0; k < dims; k += 2)
                    shot.row(i)[dims + k] = far[k] / length * bound.got(i)[0] * factor;
            }
            shot.solve();
            for (size_t i = 0; i < bound.count; i++) {
                float level_range = shot.row(i)[2 * dims] * shot.row(i)[2 * dims] / shot.row(i)[2 * dims + 1];
                if (!(bound.got(i)[0] > 0.01f * level_range))
                    continue;
                tried++;
                ASSERT_EQ(factor < 1 ? WAY_MET : WAY_TOO_SLOW, shot.status(i)) << shot.story(i);
            }
            EXPECT_GT(tried, bound.count / 2);
        }
    }
}

void expect_agrees(const char *name, double tolerance) {
    drawn_agents s(name, 50000, 504);
    s.solve();
    size_t judged = 0;
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> exact = s.reference(i);
        ASSERT_EQ((int32_t)exact.back(), s.status(i)) << s.story(i);
        for (size_t k = 0; k + 1 < exact.size(); k++) {
            if (std::isinf(exact[k])) {
                ASSERT_EQ(exact[k], (double)s.got(i)[k]) << s.story(i);
                continue;
            }
            judged++;
            ASSERT_NEAR(exact[k], (double)s.got(i)[k], tolerance * (1 + std::fabs(exact[k])))
                << s.story(i) << k;
        }
    }
    EXPECT_GT(judged, s.count);
}

TEST(launch_apex3d, agrees_with_the_document) {
    expect_agrees("launch_apex2d", 1e-5);
    expect_agrees("launch_apex3d", 1e-5);
}
TEST(launch_speed3d, agrees_with_the_textbooks_angles) {
    expect_agrees("launch_speed2d", 1e-4);
    expect_agrees("launch_speed3d", 1e-4);
}
TEST(launch_reach3d, agrees_with_the_textbooks_angles) {
    expect_agrees("launch_reach2d", 1e-4);
    expect_agrees("launch_reach3d", 1e-4);
}

/* If lengths are scaled by a power of two and times by another power of two, all answers scale to the bit. */
TEST(launch_speed3d, units_by_powers_of_two_keep_the_bits) {
    for (const char *name : {"launch_apex2d", "launch_apex3d", "launch_speed2d", "launch_speed3d",
                             "launch_reach2d", "launch_reach3d"}) {
        for (int metre : {0, 7, -9})
            for (int second : {0, 5, -6}) {
                drawn_agents s(name, 2000, 505), scaled(name, 2000, 505);
                auto power = [&](const char *unit) {
                    return std::strcmp(unit, "m") == 0     ? metre
                           : std::strcmp(unit, "s") == 0   ? second
                           : std::strcmp(unit, "m/s") == 0 ? metre - second
                                                           : metre - 2 * second;
                };
                for (size_t i = 0; i < s.count; i++)
                    for (size_t k = 0; k < s.behaviour->input_count; k++)
                        scaled.row(i)[k] = std::ldexp(s.row(i)[k], power(s.behaviour->inputs[k].unit));
                s.solve();
                scaled.solve();
                for (size_t i = 0; i < s.count; i++) {
                    ASSERT_EQ(s.status(i), scaled.status(i));
                    for (size_t k = 0; k + 1 < s.behaviour->output_count; k++)
                        ASSERT_EQ(std::ldexp(s.got(i)[k], power(s.behaviour->outputs[k].unit)),
                                  scaled.got(i)[k])
                            << s.story(i);
                }
            }
    }
}

} // namespace
