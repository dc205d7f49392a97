/* Tests flight with cases solved by hand, edge cases, and properties of random agents. */
#include <gtest/gtest.h>

#include <cmath>

#include "agents.h"

namespace {

using agents::drawn_agents;
using agents::one_agent;

one_agent fly(float x, float y, float vx, float vy, float gravity, float time, float height) {
    return {"flight2d",
            {{"body_x", x},
             {"body_y", y},
             {"body_vx", vx},
             {"body_vy", vy},
             {"gravity", gravity},
             {"time", time},
             {"height", height}}};
}

TEST(flight2d, worked_by_hand) {
    /* the outputs are point, velocity, landing */
    fly(0, 0, 5, 10, 10, 1, 0).expect({5, 5, 5, 0, 2}, WAY_MET);
    fly(0, 0, 5, 10, 10, 3, 0).expect({15, -15, 5, -20, 2}, WAY_MET);
    fly(1, 15, -2, 10, 10, 0, 0).expect({1, 15, -2, 10, 3}, WAY_MET);
    fly(1, 15, -2, -10, 10, -1, 0).expect({3, 20, -2, 0, 1}, WAY_MET);
    /* the body also passes this height while it rises, but this does not count as a landing */
    fly(0, 0, 1, 20, 10, 1, 15).expect({1, 15, 1, 10, 3}, WAY_MET);
}

TEST(flight2d, the_default_height_is_0) {
    one_agent q = {"flight2d", {{"body_y", 20}, {"body_vx", 1}, {"gravity", 10}, {"time", 1}}};
    q.expect({1, 15, 1, -10, 2}, WAY_MET);
}

TEST(flight2d, heights_above_the_top) {
    fly(0, 0, 5, 10, 10, 1, 5).expect({5, 5, 5, 0, 1}, WAY_MET); /* the top just touches this height */
    fly(0, 0, 5, 10, 10, 1, 5.00001f).expect({5, 5, 5, 0, INFINITY}, WAY_TOO_SLOW);
    fly(0, 0, 5, -10, 10, 1, 1).expect({5, -15, 5, -20, INFINITY}, WAY_TOO_SLOW);
    fly(0, 0, 5, -10, 10, 1, 0).expect({5, -15, 5, -20, 0}, WAY_MET); /* the body lands at once */
    for (float none : {0.0f, -0.0f})
        fly(0, 0, 5, none, 10, 1, 0).expect({5, -5, 5, -10, 0}, WAY_MET);
}

TEST(flight2d, without_gravity_it_is_straight) {
    for (float none : {0.0f, -0.0f}) {
        fly(0, 6, 5, -3, none, 1, 0).expect({5, 3, 5, -3, 2}, WAY_MET);
        fly(0, 6, 5, 3, none, 1, 0).expect({5, 9, 5, 3, INFINITY}, WAY_TOO_SLOW);
        fly(0, 6, 5, 0, none, 1, 0).expect({5, 6, 5, 0, INFINITY}, WAY_TOO_SLOW);
        fly(0, 6, 5, 0, none, 1, 6).expect({5, 6, 5, 0, INFINITY}, WAY_TOO_SLOW);
        fly(0, 6, 5, -3, none, 1, 6).expect({5, 3, 5, -3, 0}, WAY_MET);
    }
}

TEST(flight2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(fly(0, 0, 5, 10, 10, 1, 0), {0, 0, 0, 0, INFINITY});
    fly(0, 0, 5, 10, -1, 1, 0).expect({0, 0, 0, 0, INFINITY}, WAY_INVALID);
}

TEST(flight3d, falls_along_y) {
    one_agent q = {"flight3d",
                   {{"body_x", 1},
                    {"body_y", 15},
                    {"body_z", 3},
                    {"body_vx", 4},
                    {"body_vy", 10},
                    {"body_vz", -2},
                    {"gravity", 10},
                    {"time", 2}}};
    q.expect({9, 15, -1, 4, -10, -2, 3}, WAY_MET);
    agents::expect_invalid_inputs_say_so(q, {0, 0, 0, 0, 0, 0, INFINITY});
}

/* A body that launch_apex throws is at its target after `time`, and at its top after the rise time.
   `landing`, the time at which the body comes down to the target's height, equals launch_apex's `time`. */
TEST(flight3d, is_where_the_throw_was_meant_to_be) {
    for (int dims : {2, 3}) {
        std::string d = std::to_string(dims) + "d";
        drawn_agents thrown(("launch_apex" + d).c_str(), 50000, 511), end(("flight" + d).c_str(), 50000, 511);
        drawn_agents peak(("flight" + d).c_str(), 50000, 511);
        thrown.solve();
        for (size_t i = 0; i < thrown.count; i++) {
            const float *given = thrown.row(i), *got = thrown.got(i);
            for (drawn_agents *s : {&end, &peak}) {
                float *row = s->row(i);
                std::copy(given, given + dims, row);
                std::copy(got + 1, got + 1 + dims, row + dims);
                row[2 * dims] = given[2 * dims];
                row[2 * dims + 1] = s == &end ? got[0] : got[1 + dims];
                row[2 * dims + 2] = given[dims + 1];
            }
        }
        end.solve();
        peak.solve();
        for (size_t i = 0; i < thrown.count; i++) {
            const float *given = thrown.row(i), *got = thrown.got(i);
            float top = got[2 + dims], tolerance = 1e-6f * (400 + 4 * std::fabs(top));
            for (int k = 0; k < dims; k++)
                ASSERT_NEAR(given[dims + k], end.got(i)[k], tolerance) << end.story(i);
            ASSERT_NEAR(top, peak.got(i)[1], tolerance) << peak.story(i);
            ASSERT_NEAR(0, peak.got(i)[dims + 1], 2e-6f * got[2]) << peak.story(i);
            /* a throw that arrives almost level may pass slightly below the target */
            if (given[2 * dims + 1] > 0.01f) {
                ASSERT_NEAR(1, end.got(i)[2 * dims] / got[0], 1e-3) << end.story(i);
            }
        }
    }
}

TEST(flight3d, is_at_the_height_when_it_lands) {
    drawn_agents s("flight3d", 100000, 512);
    s.solve();
    drawn_agents again = s;
    size_t lands = 0;
    for (size_t i = 0; i < s.count; i++)
        again.row(i)[7] = s.status(i) == WAY_MET ? s.got(i)[6] : 0;
    again.solve();
    for (size_t i = 0; i < s.count; i++) {
        if (s.status(i) != WAY_MET)
            continue;
        lands++;
        float t = s.got(i)[6];
        ASSERT_GE(t, 0) << s.story(i);
        ASSERT_LE(again.got(i)[4], 1e-5f * (50 + 20 * t)) << again.story(i); /* the body does not rise */
        ASSERT_NEAR(again.row(i)[8], again.got(i)[1], 3e-6f * (200 + 50 * t + 20 * t * t)) << again.story(i);
    }
    EXPECT_GT(lands, s.count / 3);
}

TEST(flight3d, agrees_with_the_textbook) {
    for (const char *name : {"flight2d", "flight3d"}) {
        drawn_agents s(name, 50000, 513);
        s.solve();
        for (size_t i = 0; i < s.count; i++) {
            std::vector<double> exact = s.reference(i);
            ASSERT_EQ((int32_t)exact.back(), s.status(i)) << s.story(i);
            for (size_t k = 0; k + 1 < exact.size(); k++)
                if (std::isinf(exact[k]))
                    ASSERT_EQ(exact[k], (double)s.got(i)[k]) << s.story(i);
                else
                    ASSERT_NEAR(exact[k], (double)s.got(i)[k], 1e-3) << s.story(i);
        }
    }
}

} // namespace
