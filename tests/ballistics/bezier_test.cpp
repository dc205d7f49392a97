/* Tests Bezier curves with cases solved by hand, edge cases, and properties of random agents. */
#include <gtest/gtest.h>

#include <cmath>

#include "agents.h"

namespace {

using agents::drawn_agents;
using agents::one_agent;

/* Returns the curve from (0, 0) to (20, 0) with the control point (10, 20). */
one_agent arch(float phase, float duration) {
    return {"bezier2d",
            {{"control_x", 10}, {"control_y", 20}, {"to_x", 20}, {"phase", phase}, {"duration", duration}}};
}

TEST(bezier2d, worked_by_hand) {
    float slope = 1 / std::sqrt(5.0f);
    /* the outputs are point, velocity, direction */
    arch(0, 1).expect({0, 0, 20, 40, slope, 2 * slope}, WAY_MET);
    arch(0.25f, 1).expect({5, 7.5f, 20, 20, std::sqrt(0.5f), std::sqrt(0.5f)}, WAY_MET);
    arch(0.5f, 4).expect({10, 10, 5, 0, 1, 0}, WAY_MET);
    arch(1, 2).expect({20, 0, 10, -20, slope, -2 * slope}, WAY_MET);
}

TEST(bezier2d, phases_stop_at_the_ends) {
    float slope = 1 / std::sqrt(5.0f);
    for (float before : {-0.0f, -1e-30f, -7.0f, -1e30f})
        arch(before, 1).expect({0, 0, 20, 40, slope, 2 * slope}, WAY_MET);
    for (float after : {1.0000001f, 7.0f, 1e30f})
        arch(after, 1).expect({20, 0, 20, -40, slope, -2 * slope}, WAY_MET);
}

TEST(bezier2d, standstill_has_no_direction) {
    one_agent q = {"bezier2d", {{"from_x", 3}, {"control_x", 3}, {"to_x", 3}, {"phase", 0.5f}}};
    q.expect({3, 0, 0, 0, 0, 0}, WAY_DEGENERATE);
    q["to_x"] = 7; /* the control point is the start point */
    q["phase"] = 0;
    q.expect({3, 0, 0, 0, 0, 0}, WAY_DEGENERATE);
    q["control_x"] = 7, q["to_x"] = 3, q["phase"] = 0.5f; /* the curve goes there and back */
    q.expect({5, 0, 0, 0, 0, 0}, WAY_DEGENERATE);
}

TEST(bezier2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(arch(0.25f, 1), {0, 0, 0, 0, 0, 0});
    for (float bad : {0.0f, -0.0f, -1.0f})
        arch(0.25f, bad).expect({0, 0, 0, 0, 0, 0}, WAY_INVALID);
}

TEST(bezier_tick2d, worked_by_hand) {
    one_agent q = {"bezier_tick2d",
                   {{"body_x", 4}, {"body_y", 8}, {"control_x", 10}, {"control_y", 20}, {"to_x", 20}}};
    q["phase"] = 0.25f, q["dt"] = 0.5f;
    q.expect({5, 7.5f, 2, -1}, WAY_MET);
    q["phase"] = 2, q["dt"] = 1;
    q.expect({20, 0, 16, -8}, WAY_MET);
    q["body_x"] = 20, q["body_y"] = 0;
    q.expect({20, 0, 0, 0}, WAY_MET);
    agents::expect_invalid_inputs_say_so(q, {0, 0, 0, 0});
    q["dt"] = 0;
    q.expect({0, 0, 0, 0}, WAY_INVALID);
}

TEST(bezier_apex2d, worked_by_hand) {
    one_agent q = {"bezier_apex2d", {{"to_x", 10}, {"apex", 5}}};
    q.expect({5, 10}, WAY_MET);
    q["to_x"] = 6, q["to_y"] = 15; /* the curve rises by 20 and falls by 5 */
    q.expect({3, 30}, WAY_MET);
    q["to_y"] = -15; /* the curve rises by 5 and falls by 20 */
    q.expect({3, 15}, WAY_MET);
    q["to_y"] = 0, q["apex"] = 0;
    q.expect({3, 0}, WAY_MET);
    agents::expect_invalid_inputs_say_so(q, {0, 0});
    q["apex"] = -1;
    q.expect({0, 0}, WAY_INVALID);
}

/* The curve with bezier_apex's control point equals the flight of launch_apex, for any gravity. At every
   fraction of the time, position and velocity agree. */
TEST(bezier_apex3d, is_the_parabola_of_launch_apex) {
    for (int dims : {2, 3}) {
        std::string d = std::to_string(dims) + "d";
        const size_t count = 100000;
        drawn_agents thrown(("launch_apex" + d).c_str(), count, 531),
            apex(("bezier_apex" + d).c_str(), count, 531);
        drawn_agents flight(("flight" + d).c_str(), count, 532), curve(("bezier" + d).c_str(), count, 533);
        thrown.solve();
        for (size_t i = 0; i < count; i++) {
            std::copy(thrown.row(i), thrown.row(i) + 2 * dims, apex.row(i));
            apex.row(i)[2 * dims] = thrown.row(i)[2 * dims + 1];
        }
        apex.solve();
        for (size_t i = 0; i < count; i++) {
            const float *given = thrown.row(i), *got = thrown.got(i);
            float *row = curve.row(i), phase = row[3 * dims];
            std::copy(given, given + dims, row);
            std::copy(apex.got(i), apex.got(i) + dims, row + dims);
            std::copy(given + dims, given + 2 * dims, row + 2 * dims);
            row[3 * dims + 1] = got[0];
            row = flight.row(i);
            std::copy(given, given + dims, row);
            std::copy(got + 1, got + 1 + dims, row + dims);
            row[2 * dims] = given[2 * dims];
            row[2 * dims + 1] = phase * got[0];
        }
        flight.solve();
        curve.solve();
        double worst = 0;
        for (size_t i = 0; i < count; i++) {
            double size = 0, speed = 0;
            for (int k = 0; k < 2 * dims; k++)
                size = std::fmax(size, std::fabs((double)thrown.row(i)[k]));
            size = std::fmax(size, std::fabs((double)apex.got(i)[1]));
            for (int k = 0; k < dims; k++)
                speed = std::fmax(speed, std::fabs((double)thrown.got(i)[1 + k]) +
                                             (double)(thrown.row(i)[2 * dims] * thrown.got(i)[0]));
            for (int k = 0; k < dims; k++) {
                double off = std::fabs((double)curve.got(i)[k] - (double)flight.got(i)[k]);
                worst = std::fmax(worst, off / size);
                ASSERT_LE(off, 1.5e-6 * size) << curve.story(i) << flight.story(i);
                /* the tolerance includes the rounding of the control point, divided by the time */
                ASSERT_NEAR(curve.got(i)[dims + k], flight.got(i)[dims + k],
                            1.5e-6 * speed + 5e-7 * size / (double)thrown.got(i)[0])
                    << curve.story(i) << flight.story(i);
            }
        }
        std::printf("%s: %zu throws, at most %.2g of the largest coordinate off\n", d.c_str(), count, worst);
    }
}

/* A body follows the curve tick by tick to its end. */
TEST(bezier_tick3d, follows_the_curve) {
    const int ticks = 50;
    const float dt = 0.02f;
    drawn_agents s("bezier_tick3d", 2000, 534), curve("bezier3d", 2000, 534);
    for (size_t i = 0; i < s.count; i++) {
        std::copy(s.row(i) + 3, s.row(i) + 6, s.row(i));
        std::copy(s.row(i) + 3, s.row(i) + 12, curve.row(i));
        s.row(i)[13] = dt;
    }
    for (int tick = 1; tick <= ticks; tick++) {
        float phase = (float)tick / ticks;
        for (size_t i = 0; i < s.count; i++)
            s.row(i)[12] = curve.row(i)[9] = phase;
        s.solve();
        curve.solve();
        for (size_t i = 0; i < s.count; i++)
            for (int k = 0; k < 3; k++) {
                s.row(i)[k] += s.got(i)[3 + k] * dt;
                ASSERT_EQ(curve.got(i)[k], s.got(i)[k]) << s.story(i);
                ASSERT_NEAR(curve.got(i)[k], s.row(i)[k], 5e-5f) << s.story(i);
            }
    }
    for (size_t i = 0; i < s.count; i++)
        for (int k = 0; k < 3; k++)
            ASSERT_NEAR(s.row(i)[9 + k], s.row(i)[k], 5e-5f) << s.story(i);
}

TEST(bezier3d, agrees_with_the_document) {
    for (const char *name :
         {"bezier2d", "bezier3d", "bezier_tick2d", "bezier_tick3d", "bezier_apex2d", "bezier_apex3d"}) {
        drawn_agents s(name, 20000, 535);
        const bool ticks = name[7] == 't';
        s.solve();
        for (size_t i = 0; i < s.count; i++) {
            std::vector<double> exact = s.reference(i);
            ASSERT_EQ((int32_t)exact.back(), s.status(i)) << s.story(i);
            /* a tick's velocity is as accurate as the coordinates divided by dt */
            double size = ticks ? 10 / (double)s.row(i)[s.behaviour->input_count - 1] : 10;
            for (size_t k = 0; k + 1 < exact.size(); k++)
                ASSERT_NEAR(exact[k], (double)s.got(i)[k], 1e-5 * (size + std::fabs(exact[k])))
                    << s.story(i) << k;
        }
    }
}

} // namespace
