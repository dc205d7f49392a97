/* Tests proportional navigation with cases solved by hand, edge cases, and flights against weaving
   runners. */
#include "agents.h"

namespace {

using agents::drawn_agents;
using agents::one_agent;

/* A chaser at the origin that flies along x at 10 m/s towards a runner 100 m away. */
one_agent across(const char *name, float vx, float vy) {
    return {name, {{"chaser_vx", 10}, {"runner_x", 100}, {"runner_vx", vx}, {"runner_vy", vy}}};
}

TEST(navigate2d, turns_towards_the_runners_motion) {
    /* the distance shrinks by 10 m/s, the line of sight turns at 2 / 100 rad/s, and the default gain is 3, so
       the answer is 3 * 10 * 0.02 = 0.6 */
    across("navigate2d", 0, 2).expect({0, 0.6f, 10}, WAY_MET);
    across("navigate2d", 0, -2).expect({0, -0.6f, 10}, WAY_MET);
    across("navigate_pure2d", 0, 2).expect({0, 0.6f, 10}, WAY_MET);
    across("navigate_pure2d", 0, -2).expect({0, -0.6f, 10}, WAY_MET);
}

TEST(navigate2d, a_collision_course_is_kept) {
    for (const char *name : {"navigate2d", "navigate_pure2d"}) {
        one_agent q = across(name, -5, 0);
        q.expect({0, 0, 15}, WAY_MET);
        q["chaser_vy"] = q["runner_vy"] = 7;
        q.expect({0, 0, 15}, WAY_MET);
    }
}

TEST(navigate2d, vertical_and_behind) {
    one_agent q("navigate2d", {{"chaser_vy", 10}, {"runner_y", 100}, {"runner_vx", 2}});
    q.expect({0.6f, 0, 10}, WAY_MET);
    q["runner_y"] = -100; /* the separation grows */
    q.expect({0, 0, -10}, WAY_TOO_SLOW);
}

TEST(navigate2d, gain_and_limit) {
    one_agent q = across("navigate2d", 0, 2);
    q["gain"] = 5;
    q.expect({0, 1, 10}, WAY_MET);
    q["limit"] = 0.25f;
    q.expect({0, 0.25f, 10}, WAY_MET);
    q["limit"] = 0;
    q.expect({0, 0, 10}, WAY_MET);
    q["limit"] = -1;
    q.expect({0, 0, 0}, WAY_INVALID);
}

TEST(navigate2d, same_position_is_there) {
    for (const char *name : {"navigate2d", "navigate_pure2d"}) {
        one_agent q = across(name, 3, 4);
        q["runner_x"] = 0;
        q.expect({0, 0, 0}, WAY_THERE);
    }
}

TEST(navigate2d, standing_still) {
    one_agent q("navigate2d", {{"runner_x", 100}});
    q.expect({0, 0, 0}, WAY_TOO_SLOW);
    one_agent pure("navigate_pure2d", {{"runner_x", 100}, {"runner_vx", -5}});
    pure.expect({0, 0, 5}, WAY_IMMOBILE);
}

TEST(navigate2d, velocities_near_the_largest_floats) {
    one_agent q("navigate2d", {{"chaser_vx", 3e38f}, {"chaser_vy", 3e38f}, {"runner_x", 100}});
    q["runner_vx"] = q["runner_vy"] = 3e38f;
    q.expect({0, 0, 0}, WAY_TOO_SLOW);
    q["runner_vx"] = INFINITY;
    q.expect({0, 0, 0}, WAY_INVALID);
    q["runner_x"] = 0; /* if the velocity were finite, the status would be WAY_THERE */
    q.expect({0, 0, 0}, WAY_INVALID);
}

TEST(navigate2d, too_far_apart_for_a_square_in_floats) {
    for (const char *name : {"navigate2d", "navigate_pure2d"}) {
        one_agent q(name, {{"chaser_vx", 1}, {"runner_x", 2e19f}});
        q.expect({0, 0, 0}, WAY_INVALID);
        q["limit"] = 5;
        q.expect({0, 0, 0}, WAY_INVALID);
        q["runner_x"] = 1e19f;
        q.expect({0, 0, 1}, WAY_MET);
    }
}

TEST(navigate2d, invalid_inputs_say_so) {
    for (const char *name : {"navigate2d", "navigate_pure2d"})
        agents::expect_invalid_inputs_say_so(across(name, 0, 2), {0, 0, 0}, "limit");
}

TEST(navigate3d, the_plane_in_space) {
    for (bool pure : {false, true}) {
        drawn_agents flat(pure ? "navigate_pure2d" : "navigate2d", 20000, 51);
        flat.solve();
        for (size_t i = 0; i < flat.count; i++) {
            const float *f = flat.row(i);
            /* the same case in the plane of x and z */
            one_agent q(pure ? "navigate_pure3d" : "navigate3d", {{"chaser_x", f[0]},
                                                                  {"chaser_z", f[1]},
                                                                  {"chaser_vx", f[2]},
                                                                  {"chaser_vz", f[3]},
                                                                  {"runner_x", f[4]},
                                                                  {"runner_z", f[5]},
                                                                  {"runner_vx", f[6]},
                                                                  {"runner_vz", f[7]},
                                                                  {"gain", f[8]},
                                                                  {"limit", f[9]}});
            double size = std::hypot((double)flat.got(i)[0], (double)flat.got(i)[1]);
            if (!pure) {
                q["runner_ax"] = f[10], q["runner_az"] = f[11];
                size += std::hypot((double)f[10], (double)f[11]);
            }
            std::vector<float> got = q.answer();
            EXPECT_NEAR((double)flat.got(i)[0], (double)got[0], 1e-6 * size) << q.story(got);
            EXPECT_EQ(0, got[1]);
            EXPECT_NEAR((double)flat.got(i)[1], (double)got[2], 1e-6 * size) << q.story(got);
            EXPECT_EQ(flat.status(i), agents::status_of(got));
        }
    }
}

void expect_agrees_with_the_textbook(const char *name) {
    drawn_agents s(name, 50000, 53);
    s.solve();
    size_t dims = s.behaviour->output_count - 2;
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> expected = s.reference(i);
        double size = 1e-12;
        for (size_t k = 0; k < dims; k++)
            size += std::fabs(expected[k]);
        for (size_t k = 4 * dims + 2; k < s.behaviour->input_count; k++) /* the two terms may cancel */
            size += 0.1 * std::fabs((double)s.row(i)[k]);
        ASSERT_EQ((int32_t)expected.back(), s.status(i)) << s.story(i);
        for (size_t k = 0; k < dims; k++)
            ASSERT_NEAR(expected[k], (double)s.got(i)[k], 1e-4 * size) << s.story(i);
    }
}

TEST(navigate2d, agrees_with_the_textbook) { expect_agrees_with_the_textbook("navigate2d"); }
TEST(navigate3d, agrees_with_the_textbook) { expect_agrees_with_the_textbook("navigate3d"); }
TEST(navigate_pure2d, agrees_with_the_textbook) { expect_agrees_with_the_textbook("navigate_pure2d"); }
TEST(navigate_pure3d, agrees_with_the_textbook) { expect_agrees_with_the_textbook("navigate_pure3d"); }

/* Simulates weaving runners in steps of 1 ms. Chasers start 1 km away, are twice as fast and have four times
   the runner's acceleration. The chasers pass within 1 m, whatever the phase of the weaving. The distance is
   measured once per step and changes by up to 0.15 m in half a step, so the measured least distance may be up
   to 0.15 m too large. */
void expect_hits_what_weaves(const char *name, float gain) {
    const size_t count = support::draws(500);
    const double step = 0.001;
    uint64_t random = support::seed_for(57, (uint64_t)gain);
    std::vector<double> x(count), y(count), vx(count), vy(count), rx(count), ry(count), course(count),
        phase(count), beat(count), nearest(count, INFINITY);
    for (size_t i = 0; i < count; i++) {
        double bearing = (double)draw_between(&random, -3.1, 3.1);
        rx[i] = 1000 * std::cos(bearing), ry[i] = 1000 * std::sin(bearing);
        course[i] = (double)draw_between(&random, -3.1, 3.1);
        phase[i] = (double)draw_between(&random, 0, 6.2);
        beat[i] = (double)draw_between(&random, 0.5, 1.5);
        vx[i] = 200 * std::cos(bearing), vy[i] = 200 * std::sin(bearing);
    }
    std::vector<float> cell[8], a[2];
    for (std::vector<float> &column : cell)
        column.resize(count);
    for (std::vector<float> &column : a)
        column.resize(count);
    const float limit = 4 * 100 * 0.5f; /* because runners fly at 100 m/s and turn at up to 0.5 rad/s */
    const way_behaviour *behaviour = way_behaviour_named(name);
    bool flying = true; /* false when all chasers have passed their runners */
    for (int k = 0; k < 20000 && flying; k++) {
        flying = false;
        std::vector<double> rvx(count), rvy(count);
        for (size_t i = 0; i < count; i++) {
            double heading = course[i] + 0.5 / beat[i] * std::sin(beat[i] * k * step + phase[i]);
            rvx[i] = 100 * std::cos(heading), rvy[i] = 100 * std::sin(heading);
            double away = std::hypot(rx[i] - x[i], ry[i] - y[i]);
            nearest[i] = std::fmin(nearest[i], away);
            flying |= away < nearest[i] + 5;
            double numbers[] = {x[i], y[i], vx[i], vy[i], rx[i], ry[i], rvx[i], rvy[i]};
            for (int c = 0; c < 8; c++)
                cell[c][i] = (float)numbers[c];
        }
        std::vector<way_column> in;
        for (std::vector<float> &column : cell)
            in.push_back(way_at(column.data(), 4));
        in.push_back(way_same(&gain));
        in.push_back(way_same(&limit));
        in.resize(behaviour->input_count); /* without the runner's acceleration */
        way_column_out out[] = {way_to(a[0].data(), 4), way_to(a[1].data(), 4), {}, {}};
        way_batch batch = {};
        batch.count = count;
        ASSERT_EQ(WAY_OK, way_run(behaviour, in.data(), out, &batch));
        for (size_t i = 0; i < count; i++) {
            vx[i] += (double)a[0][i] * step, vy[i] += (double)a[1][i] * step;
            double pace = 200 / std::hypot(vx[i], vy[i]); /* the chaser's motor keeps its speed */
            vx[i] *= pace, vy[i] *= pace;
            x[i] += vx[i] * step, y[i] += vy[i] * step;
            rx[i] += rvx[i] * step, ry[i] += rvy[i] * step;
        }
    }
    for (size_t i = 0; i < count; i++)
        EXPECT_LT(nearest[i], 1) << name << " " << gain << ", runner " << i;
}

TEST(navigate2d, half_of_the_gain_times_the_runners_acceleration) {
    one_agent q = across("navigate2d", 0, 2);
    q["runner_ay"] = 4, q["runner_ax"] = 9; /* 9 is along the line of sight and does not count */
    q.expect({0, 0.6f + 6, 10}, WAY_MET);
    q["limit"] = 3;
    q.expect({0, 3, 10}, WAY_MET);
    q["runner_ay"] = -0.4f; /* cancels the first term */
    q.slack = 1e-6f;
    q.expect({0, 0, 10}, WAY_MET);
    q["runner_vx"] = 20; /* the separation grows */
    q.expect({0, 0, -10}, WAY_TOO_SLOW);
    one_agent s("navigate3d", {{"chaser_vx", 10}, {"runner_x", 100}, {"runner_vy", 2}, {"runner_az", 4}});
    s.expect({0, 0.6f, 6, 10}, WAY_MET);
}

/* A missile at 1,000 m/s along x, and a target that comes with 25 g across its velocity, in steps of 2 ms.
   Returns the least distance. */
double least_distance(bool knows) {
    const double step = 0.002;
    double x = 0, y = 0, vx = 1000, vy = 0, rx = 8000, ry = 500, rvx = -300, rvy = 0, least = INFINITY;
    one_agent q("navigate2d", {{"gain", 3}, {"limit", 400}});
    for (int k = 0; k < 10000; k++) {
        const double pace = std::hypot(rvx, rvy), ax = -rvy / pace * 245, ay = rvx / pace * 245;
        /* between two steps both fly straight on */
        const double dx = rx - x, dy = ry - y, wx = rvx - vx, wy = rvy - vy;
        const double t = std::fmin(std::fmax(-(dx * wx + dy * wy) / (wx * wx + wy * wy), 0), step);
        least = std::fmin(least, std::hypot(dx + wx * t, dy + wy * t));
        const double numbers[] = {x, y, vx, vy, rx, ry, rvx, rvy, 3, 400, knows ? ax : 0, knows ? ay : 0};
        for (size_t c = 0; c < q.in.size(); c++)
            q.in[c] = (float)numbers[c];
        const std::vector<float> turn = q.answer();
        if (agents::status_of(turn) == WAY_TOO_SLOW)
            break;
        vx += (double)turn[0] * step, vy += (double)turn[1] * step, x += vx * step, y += vy * step;
        rvx += ax * step, rvy += ay * step, rx += rvx * step, ry += rvy * step;
    }
    return least;
}

TEST(navigate2d, hits_a_target_that_turns_hard) {
    const double without = least_distance(false), with = least_distance(true);
    std::printf("miss %.2f m without the acceleration, %.2f m with it\n", without, with);
    EXPECT_GT(without, 5);
    EXPECT_LT(with, 1);
}

TEST(navigate2d, hits_weaving_runners) {
    for (float gain : {3.0f, 4.0f, 5.0f})
        expect_hits_what_weaves("navigate2d", gain);
}
TEST(navigate_pure2d, hits_weaving_runners) {
    for (float gain : {3.0f, 4.0f, 5.0f})
        expect_hits_what_weaves("navigate_pure2d", gain);
}

} // namespace
