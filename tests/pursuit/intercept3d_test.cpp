/* Tests interception in 3D with cases solved by hand outside of the coordinate planes, and with the
   properties that intercept2d_test.cpp tests in 2D. */
#include <gtest/gtest.h>

#include "chase_properties.h"

namespace {

using namespace chase_properties;

struct place {
    float x, y, z;
};

way_intercept3d_agent agent(place chaser, float speed, place runner, place velocity) {
    way_intercept3d_agent a = support::agent_default(way_intercept3d_agent_default);
    a.chaser_x = chaser.x, a.chaser_y = chaser.y, a.chaser_z = chaser.z, a.chaser_speed = speed;
    a.runner_x = runner.x, a.runner_y = runner.y, a.runner_z = runner.z;
    a.runner_vx = velocity.x, a.runner_vy = velocity.y, a.runner_vz = velocity.z;
    return a;
}

void expect_answer(const way_intercept3d_agent &asked, float time, place point, place velocity, float latest,
                   way_status status) {
    way_intercept3d_answer got = support::answer_of(way_intercept3d_one, asked);
    EXPECT_STREQ(way_status_word(status), way_status_word(got.status));
    EXPECT_FLOAT_EQ(time, got.time);
    EXPECT_FLOAT_EQ(point.x, got.point_x);
    EXPECT_FLOAT_EQ(point.y, got.point_y);
    EXPECT_FLOAT_EQ(point.z, got.point_z);
    EXPECT_FLOAT_EQ(velocity.x, got.velocity_x);
    EXPECT_FLOAT_EQ(velocity.y, got.velocity_y);
    EXPECT_FLOAT_EQ(velocity.z, got.velocity_z);
    EXPECT_FLOAT_EQ(latest, got.latest);
}

void expect_unmet(const way_intercept3d_agent &asked, way_status status) {
    expect_answer(asked, INFINITY, {asked.runner_x, asked.runner_y, asked.runner_z}, {0, 0, 0}, 0, status);
}

/* The cases use (2, 3, 6) and (1, 2, 2), because these have the integer lengths 7 and 3. */

TEST(intercept3d, chaser_leads_a_crossing_runner) {
    expect_answer(agent({0, 0, 0}, 7, {4, 6, 0}, {0, 0, 6}), 2, {4, 6, 12}, {2, 3, 6}, INFINITY, WAY_MET);
    expect_answer(agent({1, -1, 5}, 7, {5, -1, 17}, {0, 3, 0}), 2, {5, 5, 17}, {2, 3, 6}, INFINITY, WAY_MET);
}

TEST(intercept3d, same_position_is_there_even_for_a_chaser_at_rest) {
    expect_answer(agent({3, 4, 5}, 9, {3, 4, 5}, {1, 2, 2}), 0, {3, 4, 5}, {0, 0, 0}, INFINITY, WAY_THERE);
    expect_answer(agent({3, 4, 5}, 0, {3, 4, 5}, {1, 2, 2}), 0, {3, 4, 5}, {0, 0, 0}, 0, WAY_THERE);
}

TEST(intercept3d, chaser_at_rest_is_immobile) {
    expect_unmet(agent({0, 0, 0}, 0, {0, 0, 8}, {1, 2, 2}), WAY_IMMOBILE);
    expect_unmet(agent({0, 0, 0}, -3, {0, 0, 8}, {1, 2, 2}), WAY_IMMOBILE);
}

TEST(intercept3d, runner_at_rest_is_met_where_it_stands) {
    expect_answer(agent({0, 0, 0}, 3.5f, {2, 3, 6}, {0, 0, 0}), 2, {2, 3, 6}, {1, 1.5f, 3}, INFINITY,
                  WAY_MET);
}

TEST(intercept3d, equal_speeds_are_linear) {
    expect_answer(agent({0, 0, 0}, 3, {0, 0, 4}, {1, 2, -2}), 1, {1, 2, 2}, {1, 2, 2}, INFINITY, WAY_MET);
    expect_unmet(agent({0, 0, 0}, 3, {0, 0, 4}, {0, 3, 0}), WAY_TOO_SLOW);
    expect_unmet(agent({0, 0, 0}, 3, {0, 0, 4}, {1, 2, 2}), WAY_TOO_SLOW);
}

TEST(intercept3d, both_roots_positive_takes_the_smaller) {
    expect_answer(agent({0, 0, 0}, 2, {0, 0, 10}, {0, 0, -3}), 2, {0, 0, 4}, {0, 0, 2}, 10, WAY_MET);
}

TEST(intercept3d, roots_in_the_past_or_none_are_no_meeting) {
    expect_unmet(agent({0, 0, 0}, 2, {0, 10, 0}, {0, 3, 0}), WAY_TOO_SLOW);
    expect_unmet(agent({0, 0, 0}, 1, {0, 0, 10}, {9, 0, -1}), WAY_TOO_SLOW);
}

TEST(intercept3d, grazing_meets_once) {
    expect_answer(agent({0, 0, 0}, 3, {-8, 0, 0}, {4, 0, 3}), 2, {0, 0, 6}, {0, 0, 3}, 2, WAY_MET);
    expect_unmet(agent({0, 0, 0}, std::nextafter(3.0f, 0.0f), {-8, 0, 0}, {4, 0, 3}), WAY_TOO_SLOW);
}

TEST(intercept3d, a_reach_shortens_the_way) {
    way_intercept3d_agent a = agent({0, 0, 0}, 2, {2, 3, 6}, {0, 0, 0});
    a.reach = 3;
    expect_answer(a, 2, {2, 3, 6}, {4 / 7.0f, 6 / 7.0f, 12 / 7.0f}, INFINITY, WAY_MET);
    a.reach = 7;
    expect_answer(a, 0, {2, 3, 6}, {0, 0, 0}, INFINITY, WAY_THERE);
}

TEST(intercept3d, runner_walks_into_the_reach_of_an_immobile_chaser) {
    way_intercept3d_agent a = agent({0, 0, 0}, 0, {0, 0, 10}, {0, 0, -4});
    a.reach = 2;
    expect_answer(a, 2, {0, 0, 2}, {0, 0, 0}, 3, WAY_MET);
}

TEST(intercept3d, the_horizon_is_inclusive) {
    way_intercept3d_agent a = agent({0, 0, 0}, 3.5f, {2, 3, 6}, {0, 0, 0});
    a.horizon = 2;
    EXPECT_EQ(WAY_MET, support::answer_of(way_intercept3d_one, a).status);
    a.horizon = std::nextafter(2.0f, 0.0f);
    expect_unmet(a, WAY_LATE);
}

TEST(intercept3d, platform_carries_the_chaser) {
    way_intercept3d_agent a = agent({0, 0, 0}, 7, {4, 6, 0}, {10, -5, 8});
    a.platform_vx = 10, a.platform_vy = -5, a.platform_vz = 2;
    expect_answer(a, 2, {24, -4, 16}, {2, 3, 6}, INFINITY, WAY_MET);
}

/* A chase in a plane has the same answer in 2D and 3D. */
TEST(intercept3d, planes_in_space_match_intercept2d) {
    std::vector<chase<2>> flat = typical_chases<2>(20000, 116);
    std::vector<chase<3>> solid(flat.size());
    for (int normal = 0; normal < 3; normal++) {
        int x = normal == 0, y = normal == 2 ? 1 : 2;
        for (size_t i = 0; i < flat.size(); i++) {
            const chase<2> &f = flat[i];
            chase<3> s = {};
            s.speed = f.speed, s.reach = f.reach, s.horizon = f.horizon;
            s.chaser[x] = f.chaser[0], s.chaser[y] = f.chaser[1];
            s.runner[x] = f.runner[0], s.runner[y] = f.runner[1];
            s.velocity[x] = f.velocity[0], s.velocity[y] = f.velocity[1];
            s.platform[x] = f.platform[0], s.platform[y] = f.platform[1];
            solid[i] = s;
        }
        std::vector<answer<2>> a = solve_all(flat);
        std::vector<answer<3>> b = solve_all(solid);
        for (size_t i = 0; i < flat.size(); i++) {
            answer<2> projected = {b[i].time,
                                   {b[i].point[x], b[i].point[y]},
                                   {b[i].velocity[x], b[i].velocity[y]},
                                   b[i].latest,
                                   b[i].distance,
                                   b[i].status};
            ASSERT_EQ(0.0f, b[i].point[normal]);
            ASSERT_EQ(0.0f, b[i].velocity[normal]);
            expect_close(a[i], projected, flat[i], 16 * ulp, "in a plane of space");
            if (HasFatalFailure())
                return;
        }
    }
}

TEST(intercept3d, never_negative) { expect_never_negative<3>(); }
TEST(intercept3d, chaser_arrives_at_its_own_speed) { expect_arrives_at_its_own_speed<3>(); }
TEST(intercept3d, no_earlier_meeting_exists) { expect_no_earlier_meeting<3>(); }
TEST(intercept3d, latest_is_the_last_meeting) { expect_latest_is_the_last<3>(); }
TEST(intercept3d, mirrored_worlds_give_mirrored_bits) { expect_mirrors<3>(); }
TEST(intercept3d, axes_are_equal) { expect_axes_are_equal<3>(); }
TEST(intercept3d, turned_worlds_give_turned_answers) { expect_rotates<3>(); }
TEST(intercept3d, lengths_by_powers_of_two_keep_the_bits) { expect_scales_in_length<3>(); }
TEST(intercept3d, times_by_powers_of_two_keep_the_bits) { expect_scales_in_time<3>(); }
TEST(intercept3d, moved_worlds_keep_the_bits) { expect_translates<3>(); }
TEST(intercept3d, a_platform_for_all_keeps_the_bits) { expect_galilean<3>(); }
TEST(intercept3d, the_horizon_changes_no_earlier_meeting) { expect_horizon_only_cuts<3>(); }
TEST(intercept3d, agrees_with_the_textbook) { expect_agrees_with_the_reference<3>(); }
TEST(intercept3d, invalid_inputs_say_so) { expect_invalid_inputs_say_so<3>(); }
TEST(intercept3d, negative_speeds_count_as_none) { expect_negative_speeds_are_none<3>(); }

} // namespace
