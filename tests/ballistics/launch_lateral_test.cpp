/* Tests throws with a given horizontal speed: cases solved by hand, edge cases, properties of random
   agents. */
#include <gtest/gtest.h>

#include <cmath>

#include "agents.h"

namespace {

using agents::drawn_agents;
using agents::one_agent;

one_agent lateral(float x, float y, float speed, float gravity, float vx = 0, float vy = 0) {
    return {"launch_lateral2d",
            {{"to_x", x},
             {"to_y", y},
             {"level_speed", speed},
             {"gravity", gravity},
             {"to_vx", vx},
             {"to_vy", vy}}};
}

one_agent gravity(float x, float y, float speed, float apex, float vx = 0, float vy = 0) {
    return {"launch_gravity2d",
            {{"to_x", x}, {"to_y", y}, {"level_speed", speed}, {"apex", apex}, {"to_vx", vx}, {"to_vy", vy}}};
}

const float inf = INFINITY;

TEST(launch_lateral2d, worked_by_hand) {
    /* the outputs are time, point, velocity, top */
    lateral(10, 0, 5, 10).expect({2, 10, 0, 5, 10, 5}, WAY_MET);
    lateral(-10, 0, 5, 10).expect({2, -10, 0, -5, 10, 5}, WAY_MET);
    lateral(10, -40, 5, 10).expect({2, 10, -40, 5, -10, 0}, WAY_MET); /* a throw downwards */
    /* the target comes closer and rises */
    lateral(10, 5, 5, 10, -5, 10).expect({1, 5, 15, 5, 20, 20}, WAY_MET);
    lateral(10, 0, 10, 10, 5, 0).expect({2, 20, 0, 10, 10, 5}, WAY_MET); /* the target moves away */
    /* the target moves away as fast as the throw */
    lateral(10, 0, 5, 10, 5, 0).expect({inf, 10, 0, 0, 0, 0}, WAY_TOO_SLOW);
    lateral(10, 0, 5, 10, -10, 0).expect({2 / 3.0f, 10 / 3.0f, 0, 5, 10 / 3.0f, 5 / 9.0f}, WAY_MET);
}

TEST(launch_lateral2d, straight_above_there_and_immobile) {
    lateral(0, 5, 5, 10).expect({inf, 0, 5, 0, 0, 0}, WAY_DEGENERATE);
    lateral(0, 0, 5, 10).expect({0, 0, 0, 0, 0, 0}, WAY_THERE);
    for (float speed : {0.0f, -0.0f, -5.0f})
        lateral(10, 0, speed, 10).expect({inf, 10, 0, 0, 0, 0}, WAY_IMMOBILE);
}

TEST(launch_lateral2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(lateral(10, 5, 5, 10, -5, 10), {inf, 0, 0, 0, 0, 0});
    for (float bad : {0.0f, -0.0f, -10.0f})
        lateral(10, 0, 5, bad).expect({inf, 0, 0, 0, 0, 0}, WAY_INVALID);
}

TEST(launch_gravity2d, worked_by_hand) {
    /* the outputs are time, point, velocity, gravity */
    gravity(10, 0, 5, 5).expect({2, 10, 0, 5, 10, 10}, WAY_MET);
    gravity(6, 15, 2, 5).expect({3, 6, 15, 2, 20, 10}, WAY_MET);
    gravity(6, -15, 2, 5).expect({3, 6, -15, 2, 10, 10}, WAY_MET);
    gravity(12, 3, 2, 5, -2, 4).expect({3, 6, 15, 2, 20, 10}, WAY_MET); /* a moving target */
    gravity(10, 0, 5, 0).expect({2, 10, 0, 5, 0, 0}, WAY_MET);          /* no gravity: a straight line */
}

TEST(launch_gravity2d, straight_above_there_and_invalid) {
    gravity(0, 5, 5, 10).expect({inf, 0, 5, 0, 0, 0}, WAY_DEGENERATE);
    gravity(0, 0, 5, 10).expect({0, 0, 0, 0, 0, 0}, WAY_THERE);
    gravity(10, 0, 0, 10).expect({inf, 10, 0, 0, 0, 0}, WAY_IMMOBILE);
    gravity(10, 0, 5, 10, 5, 0).expect({inf, 10, 0, 0, 0, 0}, WAY_TOO_SLOW);
    agents::expect_invalid_inputs_say_so(gravity(10, 5, 5, 10, -5, 10), {inf, 0, 0, 0, 0, 0});
    gravity(10, 0, 5, -1).expect({inf, 0, 0, 0, 0, 0}, WAY_INVALID);
}

TEST(launch_lateral3d, level_is_x_and_z) {
    one_agent q = {"launch_lateral3d",
                   {{"from_x", 1},
                    {"from_y", 2},
                    {"from_z", 3},
                    {"to_x", 7},
                    {"to_y", 2},
                    {"to_z", -5},
                    {"level_speed", 5},
                    {"gravity", 10}}};
    q.expect({2, 7, 2, -5, 3, 10, -4, 7}, WAY_MET);
    agents::expect_invalid_inputs_say_so(q, {inf, 0, 0, 0, 0, 0, 0, 0});
}

/* At the returned time, the body is at the target. The body has the requested horizontal speed. With
   launch_gravity, it passes the requested top under the returned gravity. */
TEST(launch_lateral3d, meets_its_target) {
    for (const char *name :
         {"launch_lateral2d", "launch_lateral3d", "launch_gravity2d", "launch_gravity3d"}) {
        int dims = name[std::strlen(name) - 2] - '0';
        bool solves_gravity = name[7] == 'g';
        drawn_agents s(name, 100000, 521);
        s.solve();
        size_t met = 0;
        double worst = 0;
        for (size_t i = 0; i < s.count; i++) {
            if (s.status(i) != WAY_MET)
                continue;
            met++;
            const float *row = s.row(i), *point = s.got(i) + 1, *velocity = point + dims;
            double t = (double)s.got(i)[0], level = 0, square = 0, way = 0;
            double g = (double)(solves_gravity ? velocity[dims] : row[2 * dims + 1]);
            for (int k = 0; k < dims; k++) {
                double fallen = k == 1 ? g * t * t / 2 : 0, gone = (double)velocity[k] * t;
                double off = (double)row[k] + gone - fallen - (double)point[k];
                square += off * off;
                way += std::fabs(gone) + fallen + std::fabs((double)row[2 * dims + 2 + k] * t) + 100;
                level = k == 1 ? level : std::hypot(level, (double)velocity[k]);
            }
            double off = std::sqrt(square) / std::ldexp(1, std::ilogb(way) - 23);
            ASSERT_LE(off, 8) << s.story(i);
            worst = std::fmax(worst, off);
            ASSERT_NEAR(1, level / (double)row[2 * dims], 1e-6) << s.story(i);
            if (solves_gravity && g > 0) {
                double top = (double)row[1] + (double)velocity[1] * (double)velocity[1] / (2 * g);
                double asked = std::fmax((double)row[1], (double)point[1]) + (double)row[2 * dims + 1];
                ASSERT_NEAR(asked, top, 1e-5 * way) << s.story(i);
            }
        }
        EXPECT_GT(met, s.count / 2);
        std::printf("%s: %zu of %zu met, at most %.2f ulp of the way off\n", name, met, s.count, worst);
    }
}

TEST(launch_lateral3d, agrees_with_the_document) {
    for (const char *name :
         {"launch_lateral2d", "launch_lateral3d", "launch_gravity2d", "launch_gravity3d"}) {
        drawn_agents s(name, 50000, 522);
        s.solve();
        for (size_t i = 0; i < s.count; i++) {
            std::vector<double> exact = s.reference(i);
            ASSERT_EQ((int32_t)exact.back(), s.status(i)) << s.story(i);
            for (size_t k = 0; k + 1 < exact.size(); k++)
                if (std::isinf(exact[k])) {
                    ASSERT_EQ(exact[k], (double)s.got(i)[k]) << s.story(i);
                } else {
                    ASSERT_NEAR(exact[k], (double)s.got(i)[k], 2e-4 * (10 + std::fabs(exact[k])))
                        << s.story(i) << k;
                }
        }
    }
}

/* A column of zeros for the target's velocity gives the same answers as no column. */
TEST(launch_lateral3d, a_standing_target_needs_no_velocity) {
    for (const char *name : {"launch_lateral3d", "launch_gravity3d"}) {
        drawn_agents s(name, 5000, 523);
        for (size_t i = 0; i < s.count; i++)
            std::fill(s.row(i) + 8, s.row(i) + 11, 0.0f);
        s.solve();
        for (size_t i = 0; i < 500; i++) {
            std::vector<float> out(s.behaviour->output_count);
            std::vector<way_column> in(s.behaviour->input_count);
            std::vector<way_column_out> results;
            for (size_t k = 0; k < 8; k++)
                in[k].data = s.row(i) + k;
            for (float &value : out)
                results.push_back(way_to(&value, 4));
            way_batch batch = {};
            batch.count = 1;
            ASSERT_EQ(WAY_OK, way_run(s.behaviour, in.data(), results.data(), &batch));
            for (size_t k = 0; k < out.size(); k++)
                ASSERT_EQ(support::bits_of(s.got(i)[k]), support::bits_of(out[k])) << s.story(i);
        }
    }
}

/* The top of a steep throw is as accurate as the upward speed. The expected top is computed in doubles, and
   the error is counted in ulps as the header says. */
TEST(launch_lateral3d, the_top_of_a_steep_throw) {
    const double x = 5.4260764f, y = 105.36986f, z = 4.8569884f, pace = 27.52384f, gravity = .61255956f;
    agents::one_agent q = {"launch_lateral3d",
                           {{"to_x", (float)x},
                            {"to_y", (float)y},
                            {"to_z", (float)z},
                            {"level_speed", (float)pace},
                            {"gravity", (float)gravity}}};
    double time = std::hypot(x, z) / pace, up = y / time + gravity * time / 2, top = up * up / (2 * gravity);
    double ulp_scale = up * std::fmax(y / time, gravity * time / 2) / gravity;
    double ulp = std::ldexp(1.0, std::ilogb(ulp_scale) - 23);
    std::vector<float> got = q.answer();
    EXPECT_NEAR(129510.79887, top, 1e-3);
    EXPECT_LE(std::fabs((double)got[7] - top), 8 * ulp) << q.story(got);
}

} // namespace
