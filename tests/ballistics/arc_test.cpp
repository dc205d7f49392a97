/* Tests arcs at moving targets with cases solved by hand, edge cases, and properties of random agents.
   arc_sturm_test.cpp tests the number of meetings. */
#include <gtest/gtest.h>

#include <cmath>

#include "agents.h"

namespace {

using agents::drawn_agents;
using agents::one_agent;

/* Expects these outputs. `floats` has the time, point, velocity, last time, velocity for the last time and,
   if there are more than two meetings, the second and the third time with their velocities. */
void expect(const one_agent &q, std::vector<float> floats, int32_t meetings, way_status status) {
    const size_t dims = q.behaviour->name[3] == '3' ? 3 : 2;
    for (int k = 0; k < 2 && q.behaviour->name[0] == 'a' && floats.size() + 2 < q.behaviour->output_count;
         k++) {
        floats.push_back(INFINITY);
        floats.resize(floats.size() + dims);
    }
    for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
        std::vector<float> got = q.answer(precision);
        ASSERT_EQ(floats.size() + 2, got.size());
        for (size_t k = 0; k < floats.size(); k++)
            if (floats[k] != got[k]) {
                EXPECT_NEAR(floats[k], got[k], 1e-6f * (1 + std::fabs(floats[k])))
                    << q.behaviour->outputs[k].name << q.story(got);
            }
        EXPECT_EQ(meetings, (int32_t)support::bits_of(got[floats.size()])) << q.story(got);
        EXPECT_STREQ(way_status_word(status), way_status_word(agents::status_of(got))) << q.story(got);
    }
}

one_agent arc(float x, float y, float vx, float vy, float speed, float gravity) {
    return {"arc2d",
            {{"runner_x", x},
             {"runner_y", y},
             {"runner_vx", vx},
             {"runner_vy", vy},
             {"shell_speed", speed},
             {"gravity", gravity}}};
}

one_agent chase(float x, float y, float vx, float vy, float ax, float ay, float speed) {
    return {"chase_accelerating2d",
            {{"runner_x", x},
             {"runner_y", y},
             {"runner_vx", vx},
             {"runner_vy", vy},
             {"runner_ax", ax},
             {"runner_ay", ay},
             {"chaser_speed", speed}}};
}

const float inf = INFINITY;

TEST(arc2d, a_standing_target_gives_launch_speed) {
    expect(arc(24, 0, 0, 0, 25, 14), {1, 24, 0, 24, 7, 48 / 14.0f, 7, 24}, 2, WAY_MET);
    expect(arc(-24, 0, 0, 0, 25, 14), {1, -24, 0, -24, 7, 48 / 14.0f, -7, 24}, 2, WAY_MET);
    expect(arc(24, 0, 0, 0, 10, 14), {inf, 24, 0, 0, 0, inf, 0, 0}, 0, WAY_TOO_SLOW);
}

TEST(arc2d, straight_above_and_straight_below) {
    expect(arc(0, 15, 0, 0, 20, 10), {1, 0, 15, 0, 20, 3, 0, 20}, 2, WAY_MET);
    expect(arc(0, -15, 0, 0, 10, 10), {1, 0, -15, 0, -10, 3, 0, 10}, 2, WAY_MET);
    expect(arc(0, 20, 0, 0, 20, 10), {2, 0, 20, 0, 20, inf, 0, 0}, 1, WAY_MET); /* just reaches the target */
    expect(arc(0, 20.00001f, 0, 0, 20, 10), {inf, 0, 20.00001f, 0, 0, inf, 0, 0}, 0, WAY_TOO_SLOW);
}

TEST(arc2d, a_target_that_falls_on_the_gun_is_met_four_times) {
    /* |12 - 24 t + 10 t^2 / 2| = 5 t, so (12 - 29 t + 5 t^2) (12 - 19 t + 5 t^2) = 0 */
    expect(arc(0, 12, 0, -24, 5, 10),
           {(29 - std::sqrt(601.0f)) / 10, 0, 12 - 24 * (29 - std::sqrt(601.0f)) / 10, 0, 5,
            (29 + std::sqrt(601.0f)) / 10, 0, 5, (19 - 11) / 10.0f, 0, -5, (19 + 11) / 10.0f, 0, -5},
           4, WAY_MET);
    one_agent q = arc(0, 12, 0, -24, 5, 10);
    q["horizon"] = 4; /* cuts off the last one */
    expect(q,
           {(29 - std::sqrt(601.0f)) / 10, 0, 12 - 24 * (29 - std::sqrt(601.0f)) / 10, 0, 5, 3, 0, -5,
            (19 - 11) / 10.0f, 0, -5},
           3, WAY_MET);
}

TEST(arc3d, a_shell_with_its_own_acceleration_meets_the_targets_own_point) {
    one_agent q = {"arc3d", {{"runner_x", 50}, {"shell_speed", 20}, {"runner_az", 2}, {"shell_ax", 1}}};
    const float t = 2.3757193f, last = 18.8243446f; /* 5 t^4 / 4 - 450 t^2 + 2500 = 0 */
    expect(q, {t, 50, 0, 5.644042f, 50 / t - t / 2, 0, t, last, 50 / last - last / 2, 0, last}, 2, WAY_MET);
}

TEST(arc3d, all_four_shots_of_a_shell_with_its_own_acceleration) {
    one_agent q = {
        "arc3d",
        {{"runner_x", 50}, {"runner_vx", -20}, {"runner_ax", 1}, {"shell_ax", -1}, {"shell_speed", 8}}};
    /* |50 - 20 t + t^2| = 8 t, so (t^2 - 28 t + 50) (t^2 - 12 t + 50) = 0: the second factor has no roots */
    float early = 14 - std::sqrt(146.0f), late = 14 + std::sqrt(146.0f);
    expect(q, {early, 50 - 20 * early + early * early / 2, 0, 0, 8, 0, 0, late, 8, 0, 0}, 2, WAY_MET);
    q["shell_speed"] = 5; /* (t^2 - 25 t + 50) (t^2 - 15 t + 50) = 0 */
    early = (25 - std::sqrt(425.0f)) / 2, late = (25 + std::sqrt(425.0f)) / 2;
    expect(
        q,
        {early, 50 - 20 * early + early * early / 2, 0, 0, 5, 0, 0, late, 5, 0, 0, 5, -5, 0, 0, 10, -5, 0, 0},
        4, WAY_MET);
}

TEST(arc2d, wind_on_shell_and_target_changes_nothing) {
    one_agent still = arc(24, 10, 3, -2, 25, 14), wind = still;
    wind["runner_ax"] = wind["shell_ax"] = 3, wind["runner_ay"] = wind["shell_ay"] = 1.5f;
    const std::vector<float> a = still.answer(), b = wind.answer();
    EXPECT_EQ(a[0], b[0]);
    EXPECT_EQ(a[3], b[3]);
    EXPECT_EQ(a[5], b[5]);
    EXPECT_FLOAT_EQ(a[1] + 1.5f * a[0] * a[0], b[1]); /* the wind carries the target, too */
}

TEST(arc2d, a_shell_that_falls_up_is_gravity_upside_down) {
    one_agent up = arc(24, 0, 0, 0, 25, 0), down = arc(24, 0, 0, 0, 25, 14);
    up["shell_ay"] = 14;
    const std::vector<float> a = up.answer(), b = down.answer();
    EXPECT_EQ(b[0], a[0]);
    EXPECT_EQ(b[3], a[3]);
    EXPECT_EQ(-b[4], a[4]);
    EXPECT_EQ(b[5], a[5]);
}

TEST(arc2d, target_at_the_muzzle_comes_back_twice) {
    /* the target rises faster than the shell and falls past the gun: 24 t - 5 t^2 = +-5 t */
    expect(arc(0, 0, 0, -24, 5, 10), {0, 0, 0, 0, 0, 5.8f, 0, 5, 3.8f, 0, -5}, 2, WAY_THERE);
}

TEST(arc2d, a_falling_target_is_aimed_at_directly) {
    one_agent q = arc(30, 40, 0, 0, 25, 10);
    q["runner_ay"] = -10;
    expect(q, {2, 30, 20, 15, 20, inf, 0, 0}, 1, WAY_MET);
    q["runner_vx"] = 30, q["runner_x"] = -60, q["runner_y"] = 0,
    q["shell_speed"] = 10; /* the target flies past the gun and comes back */
    expect(q, {1.5f, -15, -11.25f, -10, 0, 3, 10, 0}, 2, WAY_MET);
}

TEST(arc2d, without_gravity_it_is_intercept2d) {
    for (float none : {0.0f, -0.0f}) {
        expect(arc(30, 40, 0, 0, 25, none), {2, 30, 40, 15, 20, inf, 0, 0}, 1, WAY_MET);
        expect(arc(30, 0, -25, 0, 25, none), {0.6f, 15, 0, 25, 0, inf, 0, 0}, 1, WAY_MET); /* equal speeds */
        expect(arc(30, 0, 25, 0, 25, none), {inf, 30, 0, 0, 0, inf, 0, 0}, 0, WAY_TOO_SLOW);
        expect(arc(30, 0, 0, 25, 25, none), {inf, 30, 0, 0, 0, inf, 0, 0}, 0, WAY_TOO_SLOW);
        expect(arc(30, 0, -40, 0, 20, none), {0.5f, 10, 0, 20, 0, 1.5f, -20, 0}, 2, WAY_MET);
    }
}

TEST(arc2d, flying_away_faster_than_the_shell) {
    expect(arc(30, 0, 100, 0, 25, 10), {inf, 30, 0, 0, 0, inf, 0, 0}, 0, WAY_TOO_SLOW);
    expect(arc(30, 0, 100, 80, 25, 10), {inf, 30, 0, 0, 0, inf, 0, 0}, 0, WAY_TOO_SLOW);
}

TEST(arc2d, target_at_the_muzzle) {
    expect(arc(0, 0, 0, 0, 20, 10), {0, 0, 0, 0, 0, 4, 0, 20}, 1, WAY_THERE); /* last meeting: up and down */
    expect(arc(0, 0, 30, 0, 20, 10), {0, 0, 0, 0, 0, inf, 0, 0}, 0, WAY_THERE);
    expect(arc(0, 0, 0, 0, 20, 0), {0, 0, 0, 0, 0, inf, 0, 0}, 0, WAY_THERE);
    expect(arc(0, 0, 20, 0, 20, 0), {0, 0, 0, 0, 0, inf, 0, 0}, 0, WAY_THERE); /* every time is a meeting */
    one_agent q = arc(0, 0, 0, 0, 20, 10);
    q["horizon"] = 3;
    expect(q, {0, 0, 0, 0, 0, inf, 0, 0}, 0, WAY_THERE);
    q["horizon"] = -1;
    expect(q, {inf, 0, 0, 0, 0, inf, 0, 0}, 0, WAY_LATE);
}

TEST(arc2d, immobile_shells) {
    for (float speed : {0.0f, -0.0f, -25.0f}) {
        expect(arc(24, 0, 0, 0, speed, 14), {inf, 24, 0, 0, 0, inf, 0, 0}, 0, WAY_IMMOBILE);
        expect(arc(0, 0, 0, 0, speed, 14), {0, 0, 0, 0, 0, inf, 0, 0}, 0, WAY_THERE);
    }
}

TEST(arc2d, meetings_after_the_horizon_are_late) {
    one_agent q = arc(24, 0, 0, 0, 25, 14);
    q["horizon"] = 3.5f;
    expect(q, {1, 24, 0, 24, 7, 48 / 14.0f, 7, 24}, 2, WAY_MET);
    q["horizon"] = 2;
    expect(q, {1, 24, 0, 24, 7, inf, 0, 0}, 1, WAY_MET);
    q["horizon"] = 0.5f;
    expect(q, {inf, 24, 0, 0, 0, inf, 0, 0}, 0, WAY_LATE);
    q["horizon"] = -1;
    expect(q, {inf, 24, 0, 0, 0, inf, 0, 0}, 0, WAY_LATE);
}

TEST(arc2d, a_platform_adds_its_velocity) {
    one_agent q = arc(29, 0, 0, 0, 25, 14);
    q["platform_vx"] = 5;
    std::vector<float> got = q.answer();
    EXPECT_FLOAT_EQ(1, got[0]) << q.story(got);
    EXPECT_FLOAT_EQ(24, got[3]) << q.story(got);
    EXPECT_FLOAT_EQ(7, got[4]) << q.story(got);
}

TEST(arc2d, invalid_inputs_say_so) {
    one_agent right = arc(24, 0, 0, 0, 25, 14);
    for (size_t k = 0; k < right.in.size(); k++)
        for (float bad : {NAN, -NAN, inf, -inf}) {
            one_agent q = right;
            q.in[k] = bad;
            if (right.behaviour->inputs[k].name != std::string("horizon") || bad != inf)
                expect(q, {inf, 0, 0, 0, 0, inf, 0, 0}, 0, WAY_INVALID);
        }
    expect(arc(24, 0, 0, 0, 25, -14), {inf, 0, 0, 0, 0, inf, 0, 0}, 0, WAY_INVALID);
}

TEST(arc3d, gravity_is_along_y) {
    one_agent q = {"arc3d",
                   {{"muzzle_x", 1},
                    {"muzzle_y", 5},
                    {"muzzle_z", 2},
                    {"runner_x", 19},
                    {"runner_y", 0},
                    {"runner_z", 26},
                    {"shell_speed", 30},
                    {"gravity", 10}}};
    float r = std::sqrt(37.0f);
    expect(q, {1, 19, 0, 26, 18, 0, 24, r, 18 / r, 180 / r, 24 / r}, 2, WAY_MET);
}

TEST(chase_accelerating2d, worked_by_hand) {
    expect(chase(10, 0, 0, 0, 10, 0, 15), {1, 15, 0, 15, 0, 2, 15, 0}, 2, WAY_MET);
    /* the target brakes, so first 10 + 15 t - t^2 = 15 t; on its way back, t^2 - 15 t - 10 = 15 t */
    float t = std::sqrt(10.0f), u = 15 + std::sqrt(235.0f);
    expect(chase(10, 0, 15, 0, -2, 0, 15), {t, 15 * t, 0, 15, 0, u, -15, 0}, 2, WAY_MET);
    expect(chase(10, 0, 15, 0, 2, 0, 15), {inf, 10, 0, 0, 0, inf, 0, 0}, 0, WAY_TOO_SLOW);
    expect(chase(30, 40, 0, 0, 0, 0, 25), {2, 30, 40, 15, 20, inf, 0, 0}, 1, WAY_MET);
    expect(chase(0, 0, 0, 0, 0, 10, 20), {0, 0, 0, 0, 0, 4, 0, 20}, 1, WAY_THERE);
}

/* Properties --------------------------------------------------------------------------------------------- */

/* Returns the distance between shell and target at time t, in ulps of the path's length. */
double missed(const drawn_agents &s, const float *row, const float *velocity, double t, int dims) {
    bool shell = s.behaviour->name[0] == 'a';
    const float *runner = row + dims + 1, *runner_v = runner + dims, *rest = runner_v + dims;
    const float *runner_a = rest + (shell ? 1 : 0), *own = runner_a + 2 * dims + 1;
    double square = 0, way = 0;
    for (int k = 0; k < dims; k++) {
        double fallen =
            (shell && k == 1 ? (double)rest[0] * t * t / 2 : 0) - (shell ? (double)own[k] * t * t / 2 : 0);
        double carried = shell ? (double)runner_a[dims + k] * t : 0;
        double gone = (double)velocity[k] * t, a = (double)runner_a[k] * t * t / 2;
        double off =
            (double)row[k] + gone + carried - fallen - ((double)runner[k] + (double)runner_v[k] * t + a);
        square += off * off;
        way += std::fabs(gone) + std::fabs(carried) + std::fabs(fallen) + std::fabs((double)runner_v[k] * t) +
               std::fabs(a);
    }
    return std::sqrt(square) / std::ldexp(1, std::ilogb(way) - 23);
}

void expect_hits(const char *name, int dims) {
    drawn_agents s(name, 100000, 601);
    const size_t horizon = (size_t)(5 * dims + (name[0] == 'a' ? 2 : -dims + 1)), n = name[0] == 'a' ? 4 : 2;
    size_t first = 0, both = 0;
    for (size_t i = 0; i < s.count; i++)
        s.row(i)[horizon] = inf;
    s.solve();
    double worst = 0, speed_off = 0;
    for (size_t i = 0; i < s.count; i++) {
        const float *last = s.got(i) + 1 + 2 * dims,
                    *times[4] = {s.got(i), last, last + 1 + dims, last + 2 + 2 * dims};
        if (s.status(i) != WAY_MET)
            continue;
        first++;
        for (size_t arc = 0; arc < n; arc++) {
            const float *velocity = arc == 0 ? times[0] + 1 + dims : times[1] + 1;
            if (*times[arc] == inf)
                continue;
            both += arc == 1;
            double off = missed(s, s.row(i), velocity, (double)*times[arc], dims), length = 0;
            ASSERT_LE(off, 4) << s.story(i);
            worst = std::fmax(worst, off);
            for (int k = 0; k < dims; k++)
                length = std::hypot(length, (double)velocity[k]);
            speed_off = std::fmax(speed_off, std::fabs(length / (double)s.row(i)[dims] - 1));
        }
        ASSERT_LE(*times[0], *times[1]) << s.story(i);
        if (n == 4 && *times[2] < inf) {
            ASSERT_TRUE(*times[0] <= *times[2] && *times[2] <= *times[1]) << s.story(i);
        }
    }
    EXPECT_LE(speed_off, 2e-7);
    EXPECT_GT(both, s.count / 3);
    std::printf("%s: %zu of %zu met, %zu of them again: at most %.2f ulp of the way off, speeds %.2g\n", name,
                first, s.count, both, worst, speed_off);
}

TEST(arc3d, shell_and_target_meet_at_the_same_point) {
    expect_hits("arc2d", 2);
    expect_hits("arc3d", 3);
    expect_hits("chase_accelerating2d", 2);
    expect_hits("chase_accelerating3d", 3);
}

TEST(arc3d, standing_targets_agree_with_launch_speed) {
    drawn_agents s("arc3d", 20000, 602), launch("launch_speed3d", 20000, 602);
    size_t met = 0;
    for (size_t i = 0; i < s.count; i++) {
        float *row = s.row(i), *given = launch.row(i);
        std::fill(row + 7, row + 10, 0.0f);
        std::fill(row + 11, row + 17, 0.0f);
        row[17] = inf;
        std::fill(row + 18, row + 21, 0.0f);
        std::copy(row, row + 3, given);
        std::copy(row + 4, row + 7, given + 3);
        given[6] = row[3], given[7] = row[10];
    }
    s.solve();
    launch.solve();
    for (size_t i = 0; i < s.count; i++) {
        ASSERT_EQ(launch.status(i), s.status(i)) << s.story(i);
        if (s.status(i) != WAY_MET)
            continue;
        met++;
        ASSERT_LE(support::ulps_apart(launch.got(i)[0], s.got(i)[0]), 5) << s.story(i);
        ASSERT_LE(support::ulps_apart(launch.got(i)[4], s.got(i)[7]), 5) << s.story(i);
    }
    EXPECT_GT(met, s.count / 2);
}

TEST(chase_accelerating3d, without_acceleration_it_agrees_with_intercept) {
    drawn_agents s("chase_accelerating3d", 20000, 603), straight("intercept3d", 20000, 603);
    size_t met = 0;
    for (size_t i = 0; i < s.count; i++) {
        float *row = s.row(i), *given = straight.row(i);
        std::fill(row + 10, row + 13, 0.0f);
        row[13] = inf;
        std::copy(row, row + 10, given);
        given[10] = 0, given[11] = inf, given[12] = given[13] = given[14] = 0, given[15] = inf;
    }
    s.solve();
    straight.solve();
    for (size_t i = 0; i < s.count; i++) {
        ASSERT_EQ(straight.status(i), s.status(i)) << s.story(i);
        met += s.status(i) == WAY_MET;
        ASSERT_LE(support::ulps_apart(straight.got(i)[0], s.got(i)[0]), 4) << s.story(i);
    }
    EXPECT_GT(met, s.count / 2);
}

void expect_agrees(const char *name) {
    drawn_agents s(name, 1500, 604);
    s.solve();
    size_t times = 0, dims = (size_t)(name[std::strlen(name) - 2] - '0');
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> exact = s.reference(i);
        ASSERT_EQ((int32_t)exact.back(), s.status(i)) << s.story(i);
        ASSERT_EQ((uint32_t)exact[exact.size() - 2], support::bits_of(s.got(i)[exact.size() - 2]))
            << s.story(i);
        for (size_t k = 0; k + 2 < exact.size(); k++)
            if (std::isinf(exact[k])) {
                ASSERT_EQ(exact[k], (double)s.got(i)[k]) << s.story(i);
            } else {
                times += k == 0 || k == 1 + 2 * dims;
                ASSERT_NEAR(exact[k], (double)s.got(i)[k], 1e-4 * (1 + std::fabs(exact[k])))
                    << s.story(i) << k;
            }
    }
    EXPECT_GT(times, s.count / 2);
}

TEST(arc3d, agrees_with_a_search_over_times) {
    expect_agrees("arc2d");
    expect_agrees("arc3d");
}
TEST(chase_accelerating3d, agrees_with_a_search_over_times) {
    expect_agrees("chase_accelerating2d");
    expect_agrees("chase_accelerating3d");
}

/* If lengths are scaled by a power of two and times by another power of two, all answers scale to the bit. */
TEST(arc3d, units_by_powers_of_two_keep_the_bits) {
    for (const char *name : {"arc2d", "arc3d", "chase_accelerating2d", "chase_accelerating3d"})
        for (int metre : {0, 7, -9})
            for (int second : {0, 5, -6}) {
                drawn_agents s(name, 3000, 605), scaled(name, 3000, 605);
                auto power = [&](const char *unit) {
                    return std::strcmp(unit, "m") == 0       ? metre
                           : std::strcmp(unit, "s") == 0     ? second
                           : std::strcmp(unit, "m/s") == 0   ? metre - second
                           : std::strcmp(unit, "m/s^2") == 0 ? metre - 2 * second
                                                             : 0;
                };
                for (size_t i = 0; i < s.count; i++)
                    for (size_t k = 0; k < s.behaviour->input_count; k++)
                        scaled.row(i)[k] = std::ldexp(s.row(i)[k], power(s.behaviour->inputs[k].unit));
                s.solve();
                scaled.solve();
                for (size_t i = 0; i < s.count; i++)
                    for (size_t k = 0; k < s.behaviour->output_count; k++) {
                        int bits = power(s.behaviour->outputs[k].unit);
                        float expected = bits != 0 ? std::ldexp(s.got(i)[k], bits) : s.got(i)[k];
                        ASSERT_EQ(support::bits_of(expected), support::bits_of(scaled.got(i)[k]))
                            << s.story(i);
                    }
            }
}

TEST(arc3d, mirrored_worlds_give_mirrored_answers) {
    drawn_agents s("arc3d", 20000, 606), mirror("arc3d", 20000, 606);
    for (size_t i = 0; i < s.count; i++)
        for (int k : {0, 4, 7, 11, 14, 18})
            mirror.row(i)[k] = -s.row(i)[k];
    s.solve();
    mirror.solve();
    for (size_t i = 0; i < s.count; i++)
        for (size_t k = 0; k < s.behaviour->output_count; k++) {
            bool along = k == 1 || k == 4 || k == 8 || k == 12 || k == 16;
            ASSERT_EQ(along ? -s.got(i)[k] : s.got(i)[k], mirror.got(i)[k]) << s.story(i);
        }
}

TEST(arc3d, fast_is_the_same) {
    for (const char *name : {"arc2d", "arc3d", "chase_accelerating2d", "chase_accelerating3d"}) {
        drawn_agents exact(name, 5000, 607), fast(name, 5000, 607);
        exact.solve();
        fast.solve(WAY_FAST);
        for (size_t k = 0; k < exact.out.size(); k++)
            ASSERT_EQ(support::bits_of(exact.out[k]), support::bits_of(fast.out[k]));
    }
}

} // namespace
