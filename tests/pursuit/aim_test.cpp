/* Tests aiming ahead (closing, predict and evade) with cases solved by hand, edge cases, and properties of
   random agents. */
#include <gtest/gtest.h>

#include <cmath>

#include "agents.h"

namespace {

using agents::drawn_agents;
using agents::one_agent;

/* Closing time ------------------------------------------------------------------------------------------- */

one_agent closing(float x, float y, float vx, float vy) {
    return {"closing2d",
            {{"chaser_speed", 10}, {"runner_x", x}, {"runner_y", y}, {"runner_vx", vx}, {"runner_vy", vy}}};
}

TEST(closing2d, aims_where_the_runner_is_after_the_closing_time) {
    closing(30, 40, 3, 4).expect({10, 60, 80, 6, 8}, WAY_MET);
    one_agent q = closing(20, 0, 0, 3);
    q["chaser_vx"] = 4;
    q.expect({4, 20, 12, 10 / std::sqrt(544.0f) * 20, 10 / std::sqrt(544.0f) * 12}, WAY_MET);
}

TEST(closing2d, horizontal_and_vertical) {
    closing(30, 0, 3, 0).expect({10, 60, 0, 10, 0}, WAY_MET);
    closing(0, -30, 0, -3).expect({10, 0, -60, 0, -10}, WAY_MET);
}

TEST(closing2d, the_chasers_velocity_counts) {
    one_agent q = closing(30, 40, 3, 4);
    q["chaser_vx"] = 6, q["chaser_vy"] = 8;
    q.expect({10, 60, 80, 6, 8}, WAY_MET); /* the gap shrinks by 5 m/s; if the chaser rested, it would grow */
    q["chaser_vx"] = 9, q["chaser_vy"] = 12;
    q.expect({5, 45, 60, 6, 8}, WAY_MET);
}

TEST(closing2d, runner_at_rest_is_sought) {
    one_agent q = closing(30, 40, 0, 0);
    q["chaser_vy"] = 5;
    q.expect({10, 30, 40, 6, 8}, WAY_MET);
}

TEST(closing2d, runner_that_comes_to_the_chaser_is_waited_for) {
    closing(10, 0, -5, 0).expect({2, 0, 0, 0, 0}, WAY_THERE);
}

TEST(closing2d, same_position_is_there) {
    closing(0, 0, 3, 4).expect({0, 0, 0, 0, 0}, WAY_THERE);
    one_agent q = closing(0, 0, 3, 4);
    q["chaser_vx"] = 3, q["chaser_vy"] = 4; /* the formula of the time would give 0 / 0 */
    q.expect({0, 0, 0, 0, 0}, WAY_THERE);
    q["horizon"] = 7;
    q.expect({0, 0, 0, 0, 0}, WAY_THERE);
}

/* A chaser flies ahead of its runner with nearly the runner's velocity, a little faster. Returns the seconds
   until it is within 0.5 m, or 300. */
double chase_from_ahead(const char *name, float horizon) {
    const float dt = 1.0f / 60;
    one_agent q(name, {{"chaser_x", 10},
                       {"chaser_speed", 10.5f},
                       {"runner_x", -30},
                       {"runner_y", 10},
                       {"runner_vx", 9.9f},
                       {"horizon", horizon},
                       {"dt", dt}});
    const bool is_closing = q.behaviour->inputs[2].name == std::string("chaser_vx");
    float vx = 10.5f, vy = 0;
    for (int step = 0; step < 60 * 300; step++) {
        if (std::hypot(q["runner_x"] - q["chaser_x"], q["runner_y"] - q["chaser_y"]) < 0.5f)
            return step / 60.0;
        if (is_closing)
            q["chaser_vx"] = vx, q["chaser_vy"] = vy;
        std::vector<float> got = q.answer();
        vx = got[3], vy = got[4];
        q["chaser_x"] += vx * dt, q["chaser_y"] += vy * dt;
        q["runner_x"] += 9.9f * dt;
    }
    return 300;
}

/* The header sends users to `lead` in this case. If closing arrives, the header's warning can go. */
TEST(closing2d, at_like_velocities_lead_arrives_and_closing_does_not) {
    std::printf("closing %.1f s, with a horizon of 5 s %.1f s, lead %.1f s\n",
                chase_from_ahead("closing2d", INFINITY), chase_from_ahead("closing2d", 5),
                chase_from_ahead("lead2d", INFINITY));
    EXPECT_EQ(300, chase_from_ahead("closing2d", INFINITY));
    EXPECT_GT(chase_from_ahead("closing2d", 5), 20);
    EXPECT_LT(chase_from_ahead("lead2d", INFINITY), 2.5);
}

TEST(closing2d, equal_velocities_are_late_and_the_runner_is_sought) {
    one_agent q = closing(30, 40, 3, 4);
    q["chaser_vx"] = 3, q["chaser_vy"] = 4;
    q.expect({0, 30, 40, 6, 8}, WAY_LATE);
    q["horizon"] = 10;
    q.expect({10, 60, 80, 6, 8}, WAY_LATE);
    q["horizon"] = 0;
    q.expect({0, 30, 40, 6, 8}, WAY_LATE);
}

TEST(closing2d, the_horizon_is_inclusive) {
    one_agent q = closing(30, 40, 0, 5);
    q["horizon"] = 10;
    q.expect({10, 30, 90, 10 / std::sqrt(10.0f), 30 / std::sqrt(10.0f)}, WAY_MET);
    q["horizon"] = std::nextafter(10.0f, 0.0f);
    EXPECT_EQ(WAY_LATE, agents::status_of(q.answer()));
    EXPECT_EQ(q["horizon"], q.answer()[0]);
    q["horizon"] = 2;
    q.expect({2, 30, 50, 10 * 30 / std::sqrt(3400.0f), 10 * 50 / std::sqrt(3400.0f)}, WAY_LATE);
}

TEST(closing2d, immobile_chasers_get_time_and_point) {
    one_agent q = closing(30, 40, 3, 4);
    for (float speed : {0.0f, -0.0f, -3.0f}) {
        q["chaser_speed"] = speed;
        q["horizon"] = INFINITY;
        q.expect({10, 60, 80, 0, 0}, WAY_IMMOBILE);
        q["horizon"] = 5;
        q.expect({5, 45, 60, 0, 0}, WAY_IMMOBILE);
    }
}

TEST(closing2d, slows_down_rather_than_overshoot) {
    one_agent q = closing(3, 4, 0, 0);
    q["chaser_vx"] = 1, q["dt"] = 1;
    q.expect({5, 3, 4, 3, 4}, WAY_MET);
    q["dt"] = 0.25f;
    q.expect({5, 3, 4, 6, 8}, WAY_MET);
}

TEST(closing2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(closing(30, 40, 3, 4), {0, 0, 0, 0, 0}, "horizon");
    for (float bad : {-1.0f, -1e-30f}) {
        one_agent q = closing(30, 40, 3, 4);
        q["horizon"] = bad;
        q.expect({0, 0, 0, 0, 0}, WAY_INVALID);
        q["horizon"] = INFINITY;
        q["dt"] = bad;
        q.expect({0, 0, 0, 0, 0}, WAY_INVALID);
    }
}

TEST(closing3d, aims_where_the_runner_is_after_the_closing_time) {
    one_agent q("closing3d", {{"chaser_speed", 14},
                              {"runner_x", 2},
                              {"runner_y", 3},
                              {"runner_z", 6},
                              {"runner_vx", 4},
                              {"runner_vy", 6},
                              {"runner_vz", 12}});
    q.expect({0.5f, 4, 6, 12, 4, 6, 12}, WAY_MET);
    q["chaser_vx"] = 4, q["chaser_vy"] = 6, q["chaser_vz"] = 12;
    q.expect({0, 2, 3, 6, 4, 6, 12}, WAY_LATE);
    q["chaser_vz"] = 5;
    q["runner_x"] = q["runner_y"] = 0;
    q["runner_z"] = -7;
    q["runner_vx"] = 4, q["runner_vy"] = 6;
    q.expect({1, 4, 6, 5, 14 * 4 / std::sqrt(77.0f), 14 * 6 / std::sqrt(77.0f), 14 * 5 / std::sqrt(77.0f)},
             WAY_MET);
    agents::expect_invalid_inputs_say_so(q, {0, 0, 0, 0, 0, 0, 0}, "horizon");
}

/* Prediction --------------------------------------------------------------------------------------------- */

one_agent predict(float x, float y, float vx, float vy) {
    return {"predict2d",
            {{"chaser_speed", 10},
             {"runner_x", x},
             {"runner_y", y},
             {"runner_vx", vx},
             {"runner_vy", vy},
             {"near_distance", 10},
             {"far_distance", 90},
             {"longest_lead", 8}}};
}

TEST(predict2d, the_lead_grows_evenly_from_near_to_far) {
    predict(30, 40, 3, 4).expect({4, 42, 56, 6, 8}, WAY_MET);
    predict(0, 50, 9, -5)
        .expect({4, 36, 30, 10 * 36 / std::sqrt(2196.0f), 10 * 30 / std::sqrt(2196.0f)}, WAY_MET);
    predict(-30, 0, 5, 0).expect({2, -20, 0, -10, 0}, WAY_MET);
    predict(0, 70, 0, 1).expect({6, 0, 76, 0, 10}, WAY_MET);
}

TEST(predict2d, the_lead_is_limited) {
    predict(3, 4, 3, 4).expect({0, 3, 4, 6, 8}, WAY_MET);
    predict(6, 8, 100, 0).expect({0, 6, 8, 6, 8}, WAY_MET);
    predict(54, 72, 3, 4).expect({8, 78, 104, 6, 8}, WAY_MET);
    predict(300, 400, 3, 4).expect({8, 324, 432, 6, 8}, WAY_MET);
}

TEST(predict2d, equal_distances_cause_a_jump) {
    one_agent q = predict(30, 40, 3, 4);
    q["near_distance"] = q["far_distance"] = 49;
    q.expect({8, 54, 72, 6, 8}, WAY_MET);
    q["near_distance"] = q["far_distance"] = 50; /* the formula of the lead time would give 0 / 0 */
    q.expect({0, 30, 40, 6, 8}, WAY_MET);
    q["near_distance"] = q["far_distance"] = 51;
    q.expect({0, 30, 40, 6, 8}, WAY_MET);
}

TEST(predict2d, the_smaller_distance_may_be_the_far_one) {
    one_agent q = predict(30, 40, 3, 4);
    q["near_distance"] = 60, q["far_distance"] = 20;
    q.expect({2, 36, 48, 6, 8}, WAY_MET);
    q["near_distance"] = 50, q["far_distance"] = 20;
    q.expect({0, 30, 40, 6, 8}, WAY_MET);
    q["near_distance"] = 100, q["far_distance"] = 60;
    q.expect({8, 54, 72, 6, 8}, WAY_MET);
}

TEST(predict2d, same_position_is_there_unless_the_point_is_not) {
    predict(0, 0, 3, 4).expect({0, 0, 0, 0, 0}, WAY_THERE);
    predict(50, 0, -12.5f, 0).expect({4, 0, 0, 0, 0}, WAY_THERE);
    one_agent q = predict(0, 0, 3, 4);
    q["near_distance"] = -40, q["far_distance"] = 40;
    q.expect({4, 12, 16, 6, 8}, WAY_MET);
}

TEST(predict2d, immobile_chasers_get_time_and_point) {
    one_agent q = predict(30, 40, 3, 4);
    for (float speed : {0.0f, -2.0f}) {
        q["chaser_speed"] = speed;
        q.expect({4, 42, 56, 0, 0}, WAY_IMMOBILE);
    }
}

TEST(predict2d, slows_down_rather_than_overshoot) {
    one_agent q = predict(3, 4, 0, 0);
    q["dt"] = 1;
    q.expect({0, 3, 4, 3, 4}, WAY_MET);
}

TEST(predict2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(predict(30, 40, 3, 4), {0, 0, 0, 0, 0});
    agents::expect_invalid_inputs_say_so(predict(3, 4, 3, 4), {0, 0, 0, 0, 0});
    agents::expect_invalid_inputs_say_so(predict(300, 400, 0, 0), {0, 0, 0, 0, 0});
}

TEST(predict3d, the_lead_grows_evenly_from_near_to_far) {
    one_agent q("predict3d", {{"chaser_speed", 14},
                              {"runner_x", 20},
                              {"runner_y", 30},
                              {"runner_z", 60},
                              {"runner_vx", 4},
                              {"runner_vy", 6},
                              {"runner_vz", 12},
                              {"far_distance", 140},
                              {"longest_lead", 10}});
    q.expect({5, 40, 60, 120, 4, 6, 12}, WAY_MET);
    agents::expect_invalid_inputs_say_so(q, {0, 0, 0, 0, 0, 0, 0});
}

/* Evasion ------------------------------------------------------------------------------------------------ */

TEST(evade2d, flees_from_where_the_chaser_will_be) {
    one_agent q("evade2d", {{"runner_speed", 10},
                            {"chaser_x", 30},
                            {"chaser_y", 40},
                            {"chaser_vx", -15},
                            {"chaser_vy", -10},
                            {"far_distance", 100},
                            {"longest_lead", 4}});
    q.expect({2, 0, 20, 0, -10}, WAY_MET);
    q["chaser_vy"] = -20; /* the predicted position is the agent's own, so there is no direction to flee */
    q.expect({2, 0, 0, 0, 0}, WAY_THERE);
    q["chaser_vx"] = -30, q["chaser_vy"] = -40; /* the chaser will have passed the agent */
    q.expect({2, -30, -40, 6, 8}, WAY_MET);
    q["runner_speed"] = 0;
    q.expect({2, -30, -40, 0, 0}, WAY_IMMOBILE);
    q["runner_speed"] = 10;
    agents::expect_invalid_inputs_say_so(q, {0, 0, 0, 0, 0});
}

/* Properties --------------------------------------------------------------------------------------------- */

/* The column numbers of the agent's speed, the other agent's position and velocity, and the horizon. The
   agent's position always begins at column 0. */
struct layout {
    const char *name;
    int dims, speed, other, velocity, horizon;
};

const layout layouts[] = {{"closing2d", 2, 4, 5, 7, 9},  {"closing3d", 3, 6, 7, 10, 13},
                          {"predict2d", 2, 2, 3, 5, -1}, {"predict3d", 3, 3, 4, 7, -1},
                          {"evade2d", 2, 2, 3, 5, -1},   {"evade3d", 3, 3, 4, 7, -1}};

TEST(aim, agrees_with_the_textbook) {
    for (const layout &l : layouts) {
        drawn_agents s(l.name, 50000, 211);
        s.solve();
        for (size_t i = 0; i < s.count; i++) {
            std::vector<double> exact = s.reference(i);
            const float *row = s.row(i), *got = s.got(i);
            double apart = 0, fast = 0, far = 0, where = 0;
            for (int k = 0; k < l.dims; k++) {
                apart += std::pow((double)row[l.other + k] - (double)row[k], 2);
                fast += std::pow((double)row[l.velocity + k], 2);
                far += std::pow(exact[1 + k] - (double)row[k], 2);
                where += std::fabs((double)row[l.other + k]);
            }
            double lead = std::sqrt(fast) * exact[0];
            if (l.horizon < 0 || std::fabs(exact[0] - (double)row[l.horizon]) > 1e-5 * exact[0]) {
                ASSERT_EQ((int32_t)exact.back(), s.status(i)) << s.story(i);
            }
            ASSERT_NEAR(exact[0], (double)got[0], 1e-5 * exact[0] + 1e-6) << s.story(i);
            double known = (std::sqrt(apart) + lead) / std::sqrt(far);
            for (int k = 0; k < l.dims; k++) {
                ASSERT_NEAR(exact[1 + k], (double)got[1 + k], 1e-5 * (where + lead)) << s.story(i);
                ASSERT_NEAR(exact[1 + l.dims + k], (double)got[1 + l.dims + k],
                            1e-5 * (double)row[l.speed] * known)
                    << s.story(i);
            }
        }
    }
}

TEST(aim, fast_is_exact) {
    for (const layout &l : layouts) {
        drawn_agents exact(l.name, 10000, 212), fast(l.name, 10000, 212);
        exact.solve();
        fast.solve(WAY_FAST);
        EXPECT_EQ(0, std::memcmp(exact.out.data(), fast.out.data(), 4 * exact.out.size())) << l.name;
    }
}

/* If evade and predict get the same numbers in their columns, which have the same order, they give opposite
   velocities. -0 counts as 0. */
void expect_evade_is_predict_turned_round(const char *evade_name, const char *predict_name, int dims) {
    drawn_agents away(evade_name, 20000, 213), toward(predict_name, 20000, 213);
    for (size_t i = 0; i < away.count; i++)
        for (size_t k = 0; k < toward.behaviour->input_count; k++)
            toward.row(i)[k] = k < away.behaviour->input_count ? away.row(i)[k] : 0;
    away.solve();
    toward.solve();
    for (size_t i = 0; i < away.count; i++) {
        for (int k = 0; k <= dims; k++)
            ASSERT_EQ(toward.got(i)[k], away.got(i)[k]) << away.story(i);
        for (int k = dims + 1; k <= 2 * dims; k++)
            ASSERT_EQ(-toward.got(i)[k], away.got(i)[k]) << away.story(i);
        ASSERT_EQ(toward.status(i), away.status(i)) << away.story(i);
    }
}

TEST(evade2d, is_the_opposite_of_predict2d) {
    expect_evade_is_predict_turned_round("evade2d", "predict2d", 2);
}
TEST(evade3d, is_the_opposite_of_predict3d) {
    expect_evade_is_predict_turned_round("evade3d", "predict3d", 3);
}

TEST(predict2d, without_a_lead_is_seek_to_the_bit) {
    drawn_agents ahead("predict2d", 20000, 214), straight("seek2d", 20000, 214);
    for (size_t i = 0; i < ahead.count; i++) {
        float *row = ahead.row(i);
        row[9] = 0;
        std::copy(row, row + 5, straight.row(i));
        straight.row(i)[5] = row[10];
    }
    ahead.solve();
    straight.solve();
    for (size_t i = 0; i < ahead.count; i++)
        for (int k = 0; k < 2; k++)
            ASSERT_EQ(straight.got(i)[k], ahead.got(i)[3 + k]) << ahead.story(i);
}

/* Makes steps until all chasers have caught their runners. The runners move straight, at less than half the
   chasers' speed. Expects that no chaser needs more than `most` times the time of its earliest meeting. */
template <typename Prepare>
void expect_catches(const char *name, int speed, int runner, int velocity, int own, double most,
                    Prepare prepare) {
    const int steps_to_meet = 64;
    drawn_agents s(name, 2000, 215), lead("intercept2d", 2000, 215);
    std::vector<double> dt(s.count), x(2 * s.count), at(2 * s.count);
    for (size_t i = 0; i < s.count; i++) {
        float *row = s.row(i), *ask = lead.row(i);
        double fastest = std::hypot((double)row[velocity], (double)row[velocity + 1]);
        row[speed] = (float)(2 * fastest + 1);
        prepare(row, fastest);
        for (int k = 0; k < 2; k++) {
            ask[k] = row[k];
            ask[3 + k] = row[runner + k];
            ask[5 + k] = row[velocity + k];
            x[2 * i + k] = (double)row[k];
            at[2 * i + k] = (double)row[runner + k];
        }
        ask[2] = row[speed];
        ask[7] = 0, ask[8] = INFINITY, ask[9] = ask[10] = 0, ask[11] = INFINITY;
    }
    lead.solve();
    for (size_t i = 0; i < s.count; i++) {
        ASSERT_EQ(WAY_MET, lead.status(i));
        dt[i] = (double)lead.got(i)[0] / steps_to_meet;
        s.row(i)[s.behaviour->input_count - 1] = (float)dt[i];
        if (own >= 0)
            s.row(i)[s.behaviour->input_count - 2] = INFINITY;
    }
    std::vector<bool> caught(s.count);
    size_t left = s.count;
    for (int step = 0; step < most * steps_to_meet && left > 0; step++) {
        s.solve();
        for (size_t i = 0; i < s.count; i++) {
            if (caught[i])
                continue;
            float *row = s.row(i);
            double gap = 0;
            for (int k = 0; k < 2; k++) {
                double v = (double)s.got(i)[3 + k];
                x[2 * i + k] += v * dt[i];
                at[2 * i + k] += (double)row[velocity + k] * dt[i];
                gap += std::pow(at[2 * i + k] - x[2 * i + k], 2);
                row[k] = (float)x[2 * i + k];
                row[runner + k] = (float)at[2 * i + k];
                if (own >= 0)
                    row[own + k] = (float)v;
            }
            caught[i] = std::sqrt(gap) <= (double)row[speed] * dt[i];
            left -= caught[i];
        }
    }
    EXPECT_EQ(0u, left) << name;
}

TEST(closing2d, faster_chasers_catch_straight_runners) {
    expect_catches("closing2d", 4, 5, 7, 2, 3, [](float *, double) {});
}

/* The lead must grow more slowly than the distance. Otherwise, a chaser may stay ahead of its runner
   forever. */
TEST(predict2d, faster_chasers_catch_straight_runners) {
    expect_catches("predict2d", 2, 3, 5, -1, 6, [](float *row, double fastest) {
        row[9] = std::fmin(row[9], (float)(0.8 * (double)(row[8] - row[7]) / fastest));
    });
}

} // namespace
