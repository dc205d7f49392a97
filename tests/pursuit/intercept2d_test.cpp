/* Tests interception in 2D: the cases of Mike Oberberger's article, edge cases, cases with reach, horizon and
   platform solved by hand, and properties of random agents. */
#include <gtest/gtest.h>

#include "chase_properties.h"

namespace {

using namespace chase_properties;

struct place {
    float x, y;
};

way_intercept2d_agent agent(place chaser, float speed, place runner, place velocity) {
    way_intercept2d_agent a = support::agent_default(way_intercept2d_agent_default);
    a.chaser_x = chaser.x, a.chaser_y = chaser.y, a.chaser_speed = speed;
    a.runner_x = runner.x, a.runner_y = runner.y, a.runner_vx = velocity.x, a.runner_vy = velocity.y;
    return a;
}

void expect_answer(const way_intercept2d_agent &asked, float time, place point, place velocity, float latest,
                   way_status status) {
    way_intercept2d_answer got = support::answer_of(way_intercept2d_one, asked);
    EXPECT_STREQ(way_status_word(status), way_status_word(got.status));
    EXPECT_FLOAT_EQ(time, got.time);
    EXPECT_FLOAT_EQ(point.x, got.point_x);
    EXPECT_FLOAT_EQ(point.y, got.point_y);
    EXPECT_FLOAT_EQ(velocity.x, got.velocity_x);
    EXPECT_FLOAT_EQ(velocity.y, got.velocity_y);
    EXPECT_FLOAT_EQ(latest, got.latest);
}

void expect_unmet(const way_intercept2d_agent &asked, way_status status) {
    expect_answer(asked, INFINITY, {asked.runner_x, asked.runner_y}, {0, 0}, 0, status);
}

/* The cases of the article ------------------------------------------------------------------------------- */

TEST(intercept2d, chaser_leads_a_crossing_runner) {
    expect_answer(agent({0, 0}, 5, {8, 0}, {0, 3}), 2, {8, 6}, {4, 3}, INFINITY, WAY_MET);
    expect_answer(agent({-1, 7}, 5, {7, 7}, {0, -3}), 2, {7, 1}, {4, -3}, INFINITY, WAY_MET);
}

TEST(intercept2d, same_position_is_there) {
    expect_answer(agent({3, 4}, 5, {3, 4}, {1, 2}), 0, {3, 4}, {0, 0}, INFINITY, WAY_THERE);
    expect_answer(agent({3, 4}, 1, {3, 4}, {1, 2}), 0, {3, 4}, {0, 0}, 0, WAY_THERE);
}

TEST(intercept2d, same_position_is_there_even_for_a_chaser_at_rest) {
    expect_answer(agent({3, 4}, 0, {3, 4}, {1, 2}), 0, {3, 4}, {0, 0}, 0, WAY_THERE);
    expect_answer(agent({3, 4}, 0, {3, 4}, {0, 0}), 0, {3, 4}, {0, 0}, INFINITY, WAY_THERE);
    expect_answer(agent({3, 4}, -1, {3, 4}, {0, 0}), 0, {3, 4}, {0, 0}, INFINITY, WAY_THERE);
}

TEST(intercept2d, chaser_at_rest_is_immobile) {
    expect_unmet(agent({0, 0}, 0, {8, 0}, {0, 3}), WAY_IMMOBILE);
    expect_unmet(agent({0, 0}, 0, {8, 0}, {0, 0}), WAY_IMMOBILE);
    expect_unmet(agent({0, 0}, -5, {8, 0}, {0, 3}), WAY_IMMOBILE);
    expect_unmet(agent({0, 0}, 0, {8, 0}, {3, 0}), WAY_IMMOBILE);
}

TEST(intercept2d, runner_that_runs_over_a_chaser_at_rest_is_met) {
    expect_answer(agent({0, 0}, 0, {10, 0}, {-5, 0}), 2, {0, 0}, {0, 0}, 2, WAY_MET);
}

TEST(intercept2d, runner_at_rest_is_met_where_it_stands) {
    expect_answer(agent({0, 0}, 2, {6, 8}, {0, 0}), 5, {6, 8}, {1.2f, 1.6f}, INFINITY, WAY_MET);
}

TEST(intercept2d, equal_speeds_are_linear) {
    expect_answer(agent({0, 0}, 5, {6, 0}, {-3, 4}), 1, {3, 4}, {3, 4}, INFINITY, WAY_MET);
    expect_answer(agent({0, 0}, 5, {6, 0}, {-5, 0}), 0.6f, {3, 0}, {5, 0}, INFINITY, WAY_MET);
}

TEST(intercept2d, equal_speeds_never_meet_abreast_or_from_behind) {
    expect_unmet(agent({0, 0}, 5, {6, 0}, {0, 5}), WAY_TOO_SLOW);
    expect_unmet(agent({0, 0}, 5, {6, 0}, {3, 4}), WAY_TOO_SLOW);
    expect_unmet(agent({0, 0}, 5, {6, 0}, {5, 0}), WAY_TOO_SLOW);
}

TEST(intercept2d, both_roots_positive_takes_the_smaller) {
    expect_answer(agent({0, 0}, 2, {10, 0}, {-3, 0}), 2, {4, 0}, {2, 0}, 10, WAY_MET);
}

TEST(intercept2d, one_positive_root_is_taken) {
    expect_answer(agent({0, 0}, 5, {10, 0}, {3, 0}), 5, {25, 0}, {5, 0}, INFINITY, WAY_MET);
    expect_answer(agent({0, 0}, 5, {10, 0}, {-3, 0}), 1.25f, {6.25f, 0}, {5, 0}, INFINITY, WAY_MET);
}

TEST(intercept2d, roots_in_the_past_are_no_meeting) {
    expect_unmet(agent({0, 0}, 2, {10, 0}, {3, 0}), WAY_TOO_SLOW);
}

TEST(intercept2d, no_real_root_is_no_meeting) {
    expect_unmet(agent({0, 0}, 1, {0, 10}, {9, -1}), WAY_TOO_SLOW);
}

TEST(intercept2d, grazing_meets_once) {
    /* the chaser goes straight up at 3 m/s while the runner crosses, so there is exactly one meeting time */
    expect_answer(agent({0, 0}, 3, {-8, 0}, {4, 3}), 2, {0, 6}, {0, 3}, 2, WAY_MET);
    way_intercept2d_agent slower = agent({0, 0}, std::nextafter(3.0f, 0.0f), {-8, 0}, {4, 3});
    expect_unmet(slower, WAY_TOO_SLOW);
    way_intercept2d_agent faster = agent({0, 0}, std::nextafter(3.0f, 4.0f), {-8, 0}, {4, 3});
    way_intercept2d_answer got = support::answer_of(way_intercept2d_one, faster);
    EXPECT_EQ(WAY_MET, got.status);
    EXPECT_LT(got.time, 2);
    EXPECT_GT(got.latest, 2);
}

TEST(intercept2d, one_float_decides_between_equal_speeds) {
    float barely_faster = std::nextafter(5.0f, 6.0f);
    way_intercept2d_answer got =
        support::answer_of(way_intercept2d_one, agent({0, 0}, barely_faster, {6, 0}, {3, 4}));
    EXPECT_EQ(WAY_MET, got.status);
    EXPECT_GT(got.time, 1e6f);
    EXPECT_EQ(INFINITY, got.latest);
    got = support::answer_of(way_intercept2d_one, agent({0, 0}, std::nextafter(5.0f, 4.0f), {6, 0}, {-3, 4}));
    EXPECT_EQ(WAY_MET, got.status);
    EXPECT_NEAR(1, got.time, 1e-6);
    EXPECT_LT(got.latest, INFINITY);
    EXPECT_GT(got.latest, 1e6f);
}

/* The reach ---------------------------------------------------------------------------------------------- */

TEST(intercept2d, a_reach_shortens_the_way) {
    way_intercept2d_agent a = agent({0, 0}, 2, {10, 0}, {0, 0});
    a.reach = 4;
    expect_answer(a, 3, {10, 0}, {2, 0}, INFINITY, WAY_MET);
    a = agent({0, 0}, 2, {13, 0}, {-3, 0});
    a.reach = 3;
    expect_answer(a, 2, {7, 0}, {2, 0}, 16, WAY_MET);
}

TEST(intercept2d, within_reach_is_there) {
    way_intercept2d_agent a = agent({0, 0}, 5, {3, 4}, {1, 1});
    a.reach = 5;
    expect_answer(a, 0, {3, 4}, {0, 0}, INFINITY, WAY_THERE);
    a.reach = 6;
    expect_answer(a, 0, {3, 4}, {0, 0}, INFINITY, WAY_THERE);
    a.chaser_speed = 0;
    a.runner_vx = 3, a.runner_vy = 4;
    a.reach = 10;
    expect_answer(a, 0, {3, 4}, {0, 0}, 1, WAY_THERE);
    a.reach = std::nextafter(5.0f, 0.0f);
    EXPECT_EQ(WAY_IMMOBILE, support::answer_of(way_intercept2d_one, a).status);
}

TEST(intercept2d, runner_walks_into_the_reach_of_an_immobile_chaser) {
    way_intercept2d_agent a = agent({0, 0}, 0, {10, 0}, {-4, 0});
    a.reach = 2;
    expect_answer(a, 2, {2, 0}, {0, 0}, 3, WAY_MET);
    a.chaser_speed = -7;
    expect_answer(a, 2, {2, 0}, {0, 0}, 3, WAY_MET);
    a.runner_vx = 4;
    expect_unmet(a, WAY_IMMOBILE);
}

TEST(intercept2d, runner_brushes_the_reach_of_an_immobile_chaser) {
    way_intercept2d_agent a = agent({0, 0}, 0, {-10, 3}, {5, 0});
    a.reach = 3;
    expect_answer(a, 2, {0, 3}, {0, 0}, 2, WAY_MET);
    a.reach = std::nextafter(3.0f, 0.0f);
    expect_unmet(a, WAY_IMMOBILE);
}

TEST(intercept2d, reach_lets_a_slow_chaser_catch_what_passes) {
    way_intercept2d_agent a = agent({0, 0}, 1, {-10, 10}, {9, 0});
    expect_unmet(a, WAY_TOO_SLOW);
    a.reach = 9;
    EXPECT_EQ(WAY_MET, support::answer_of(way_intercept2d_one, a).status);
}

/* The horizon -------------------------------------------------------------------------------------------- */

TEST(intercept2d, the_horizon_is_inclusive) {
    way_intercept2d_agent a = agent({0, 0}, 2, {6, 8}, {0, 0});
    a.horizon = 5;
    expect_answer(a, 5, {6, 8}, {1.2f, 1.6f}, INFINITY, WAY_MET);
    a.horizon = std::nextafter(5.0f, 0.0f);
    expect_unmet(a, WAY_LATE);
    a.horizon = 0;
    expect_unmet(a, WAY_LATE);
    a.runner_x = 0, a.runner_y = 0;
    expect_answer(a, 0, {0, 0}, {0, 0}, INFINITY, WAY_THERE);
}

TEST(intercept2d, horizon_does_not_shorten_the_latest) {
    way_intercept2d_agent a = agent({0, 0}, 2, {10, 0}, {-3, 0});
    a.horizon = 3;
    expect_answer(a, 2, {4, 0}, {2, 0}, 10, WAY_MET);
}

TEST(intercept2d, horizon_does_not_hide_why_there_is_no_meeting) {
    way_intercept2d_agent a = agent({0, 0}, 2, {10, 0}, {3, 0});
    a.horizon = 1;
    expect_unmet(a, WAY_TOO_SLOW);
    a.chaser_speed = 0;
    expect_unmet(a, WAY_IMMOBILE);
}

TEST(intercept2d, squares_beyond_a_float_are_invalid_and_no_nan) {
    way_intercept2d_agent a = agent({0x1p63f, 1}, -2, {3, 0x1.fffffep127f}, {0x1p63f, 0x1p63f});
    a.reach = 0x1.fffffep127f;
    a.horizon = 0x1p63f;
    a.platform_vx = 3;
    a.platform_vy = 0x1p63f;
    way_intercept2d_answer answer = support::answer_of(way_intercept2d_one, a);
    EXPECT_EQ(WAY_INVALID, answer.status);
    EXPECT_EQ(0, answer.velocity_x);
    EXPECT_EQ(0, answer.velocity_y);
}

TEST(intercept2d, times_beyond_a_float_are_too_slow) {
    expect_unmet(agent({0, 0}, 1e-21f, {1e18f, 0}, {0, 0}), WAY_TOO_SLOW);
}

/* The platform ------------------------------------------------------------------------------------------- */

TEST(intercept2d, platform_carries_the_chaser) {
    way_intercept2d_agent a = agent({0, 0}, 5, {8, 0}, {10, 3});
    a.platform_vx = 10;
    expect_answer(a, 2, {28, 6}, {4, 3}, INFINITY, WAY_MET);
}

TEST(intercept2d, a_platform_carries_an_immobile_chaser) {
    way_intercept2d_agent a = agent({0, 0}, 0, {10, 0}, {0, 0});
    a.platform_vx = 4;
    a.reach = 2;
    expect_answer(a, 2, {10, 0}, {0, 0}, 3, WAY_MET);
}

/* How far it is ------------------------------------------------------------------------------------------ */

TEST(intercept2d, distance_is_from_the_chaser_to_the_point) {
    way_intercept2d_agent a = agent({1, 2}, 5, {5, 2}, {0, 3});
    EXPECT_FLOAT_EQ(5, support::answer_of(way_intercept2d_one, a).distance);
    /* the platform moves the meeting point, but the distance counts from the chaser's present position */
    a.platform_vx = 4, a.runner_vx = 4;
    EXPECT_FLOAT_EQ(std::sqrt(73.0f), support::answer_of(way_intercept2d_one, a).distance);
    a = agent({0, 0}, 1, {3, 4}, {6, 8}); /* without a meeting, it is the distance to the runner */
    EXPECT_FLOAT_EQ(5, support::answer_of(way_intercept2d_one, a).distance);
    a.runner_x = NAN;
    EXPECT_EQ(INFINITY, support::answer_of(way_intercept2d_one, a).distance);
}

TEST(intercept2d, out_of_range_is_a_status_and_keeps_the_answer) {
    way_intercept2d_agent a = agent({0, 0}, 5, {4, 0}, {0, 3});
    a.range = 5;
    EXPECT_EQ(WAY_MET, support::answer_of(way_intercept2d_one, a).status);
    a.range = 4.75f;
    way_intercept2d_answer got = support::answer_of(way_intercept2d_one, a);
    EXPECT_EQ(WAY_OUT_OF_RANGE, got.status);
    EXPECT_FLOAT_EQ(1, got.time);
    EXPECT_FLOAT_EQ(4, got.velocity_x);
    a.runner_vy = 30; /* without a meeting, the status is not WAY_OUT_OF_RANGE */
    EXPECT_EQ(WAY_TOO_SLOW, support::answer_of(way_intercept2d_one, a).status);
    a.range = -1;
    EXPECT_EQ(WAY_INVALID, support::answer_of(way_intercept2d_one, a).status);
}

/* Properties --------------------------------------------------------------------------------------------- */

TEST(intercept2d, never_negative) { expect_never_negative<2>(); }
TEST(intercept2d, chaser_arrives_at_its_own_speed) { expect_arrives_at_its_own_speed<2>(); }
TEST(intercept2d, no_earlier_meeting_exists) { expect_no_earlier_meeting<2>(); }
TEST(intercept2d, latest_is_the_last_meeting) { expect_latest_is_the_last<2>(); }
TEST(intercept2d, mirrored_worlds_give_mirrored_bits) { expect_mirrors<2>(); }
TEST(intercept2d, axes_are_equal) { expect_axes_are_equal<2>(); }
TEST(intercept2d, turned_worlds_give_turned_answers) { expect_rotates<2>(); }
TEST(intercept2d, lengths_by_powers_of_two_keep_the_bits) { expect_scales_in_length<2>(); }
TEST(intercept2d, times_by_powers_of_two_keep_the_bits) { expect_scales_in_time<2>(); }
TEST(intercept2d, moved_worlds_keep_the_bits) { expect_translates<2>(); }
TEST(intercept2d, a_platform_for_all_keeps_the_bits) { expect_galilean<2>(); }
TEST(intercept2d, the_horizon_changes_no_earlier_meeting) { expect_horizon_only_cuts<2>(); }
TEST(intercept2d, agrees_with_the_textbook) { expect_agrees_with_the_reference<2>(); }
TEST(intercept2d, invalid_inputs_say_so) { expect_invalid_inputs_say_so<2>(); }
TEST(intercept2d, negative_speeds_count_as_none) { expect_negative_speeds_are_none<2>(); }

} // namespace
