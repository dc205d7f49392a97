/* Tests missiles that home in on a runner: cases solved by hand, edge cases, and a dense search. */
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "agents.h"
#include "driving.h"

namespace {

using agents::drawn_agents;
using agents::expect_close;
using agents::one_agent;

enum output { TIME, AT_X, AT_Y, HEADING_X, HEADING_Y, ARC1, MIDDLE, ARC2, TOTAL, WORD, SPEED, STATUS };

const double PI = 3.14159265358979;

/* A chaser at (0, 0) that heads along x at 10 m/s and turns on circles with a radius of 5 m. */
one_agent missile(float x, float y, float vx, float vy) {
    return {"home2d",
            {{"heading_x", 1},
             {"chaser_speed", 10},
             {"radius", 5},
             {"runner_x", x},
             {"runner_y", y},
             {"runner_vx", vx},
             {"runner_vy", vy}}};
}

TEST(home2d, follows_a_fleeing_runner_straight) {
    expect_close(missile(50, 0, 5, 0), {10, 100, 0, 1, 0, 0, 100, 0, 100}, WAY_MET);
    expect_close(missile(50, 0, 9.5f, 0), {100, 1000, 0, 1, 0, 0, 1000, 0, 1000}, WAY_MET);
}

TEST(home2d, ends_within_reach) {
    one_agent q = missile(50, 0, 5, 0);
    q["reach"] = 10;
    expect_close(q, {8, 80, 0, 1, 0, 0, 80, 0, 80}, WAY_MET);
    q["reach"] = 50;
    expect_close(q, {0, 0, 0, 1, 0, 0, 0, 0, 0}, WAY_THERE);
}

/* Lengths of the shortest path to a point with any heading, over all end headings: x, y, radius, length */
TEST(home2d, lengths_of_paths_to_a_standing_point) {
    const float rows[][4] = {{0, 1024, 1813.0931117f, 10731.155f},
                             {1024, 0, 1813.0931117f, 1024},
                             {-1024, 0, 1813.0931117f, 10551.704f},
                             {500, 2500, 1813.0931117f, 9185.05f},
                             {0, 1813.0931117f, 1813.0931117f, 9918.398f},
                             {30, 10, 5, 31.6515f},
                             {-8, 3, 5, 26.7475f},
                             {2, -1, 5, 32.3984f},
                             {0, -40, 12, 49.4627f}};
    for (const auto &row : rows)
        for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
            one_agent q = missile(row[0], row[1], 0, 0);
            q["radius"] = row[2];
            std::vector<float> got = q.answer(precision);
            EXPECT_NEAR(row[3], got[TOTAL], 2e-6 * (double)(row[3] + row[2])) << q.story(got);
            EXPECT_NEAR(row[3] / 10, got[TIME], 2e-7 * (double)(row[3] + row[2])) << q.story(got);
            EXPECT_EQ(got[SPEED], 10) << q.story(got);
        }
}

/* The runner stands still inside the circle, so it is passed by on the other side. When it leaves the circle
   in front of the chaser, the length drops, and the chaser has to be slower. */
TEST(home2d, waits_for_a_runner_that_leaves_the_circle) {
    one_agent q = missile(1, 5, 2, 0);
    std::vector<float> got = q.answer();
    const double time = 2, arc = 5 * PI / 2;
    EXPECT_NEAR(time, got[TIME], 1e-4) << q.story(got);
    EXPECT_NEAR(arc, got[TOTAL], 1e-3) << q.story(got);
    EXPECT_NEAR(arc / time, got[SPEED], 1e-3) << q.story(got);
}

/* 0.165 m from its target and 100 km from the origin, a chaser is nearer than the tolerance. It must not stop
   there, because its time is above 0: it would stand still for ever. */
TEST(home2d, goes_on_near_its_target_far_from_the_origin) {
    one_agent q = missile(99992.234375f, 99990.75f, 0, 0);
    q["chaser_x"] = 99992.25f;
    q["chaser_y"] = 99990.9140625f;
    q["heading_x"] = -0.0873f;
    q["heading_y"] = -0.9962f;
    q["chaser_speed"] = 2.5f;
    q["radius"] = 4;
    std::vector<float> got = q.answer();
    EXPECT_TRUE(agents::status_of(got) == WAY_THERE || got[SPEED] == 2.5f) << q.story(got);
    EXPECT_EQ(got[TOTAL] > 0, got[TIME] > 0) << q.story(got);
}

/* The runner is as fast as the chaser and comes straight at it. 1,000 km from the origin, a rounding error of
   the position is longer than the way through the circle in which the two meet. */
TEST(home2d, meets_a_runner_that_comes_at_it_far_from_the_origin) {
    for (float far : {0.0f, 1e4f, 1e5f, 1e6f}) {
        one_agent q = missile(far + 2.5625f, far - 3.4375f, -3, 0);
        q["chaser_x"] = far - 1.4375f;
        q["chaser_y"] = far - 3.4375f;
        q["heading_x"] = -0.7848547f;
        q["heading_y"] = 0.61967987f;
        q["chaser_speed"] = 3;
        q["radius"] = 1;
        std::vector<float> got = q.answer();
        EXPECT_EQ(WAY_MET, agents::status_of(got)) << q.story(got);
        EXPECT_NEAR(4 / 3.0, got[TIME], 0.05) << q.story(got);
    }
}

TEST(home2d, runners_out_of_reach_have_a_status) {
    const std::initializer_list<float> none = {INFINITY, 0, 0, 0, 0, 0, 0, 0, INFINITY};
    expect_close(missile(50, 0, 10, 0), none, WAY_TOO_SLOW);
    expect_close(missile(50, 0, 20, 1), none, WAY_TOO_SLOW);
    one_agent q = missile(50, 0, 5, 0);
    q["horizon"] = 9.99f;
    expect_close(q, none, WAY_LATE);
    q["horizon"] = 10.01f;
    EXPECT_EQ(WAY_MET, agents::status_of(q.answer()));
    for (float speed : {0.0f, -0.0f, -3.0f}) {
        q = missile(50, 0, 5, 0);
        q["chaser_speed"] = speed;
        expect_close(q, none, WAY_IMMOBILE);
        q["runner_vx"] = -5; /* comes by itself */
        expect_close(q, {10, 0, 0, 1, 0, 0, 0, 0, 0}, WAY_MET);
        EXPECT_EQ(0, q.answer()[SPEED]);
    }
    expect_close(missile(0, 0, 3, 0), {0, 0, 0, 1, 0, 0, 0, 0, 0}, WAY_THERE);
}

/* A chaser whose speed is damped in each frame is soon slower than any runner, but its speed is never 0. */
TEST(home2d, a_chaser_that_slows_down_for_ever_is_too_slow) {
    uint64_t random = support::seed_for(3, 20);
    for (size_t n = 0; n < support::draws(4000); n++) {
        const double heading = (double)draw_between(&random, 0, 6.28f);
        one_agent q = missile(draw_between(&random, -20, 20), draw_between(&random, -20, 20),
                              draw_between(&random, -20, 20), draw_between(&random, -20, 20));
        q["heading_x"] = (float)std::cos(heading), q["heading_y"] = (float)std::sin(heading);
        q["radius"] = draw_between(&random, 0.5f, 20);
        q["reach"] = n % 2 ? 0 : draw_between(&random, 0, 3);
        q["chaser_speed"] = std::exp(draw_between(&random, -87, -5));
        const std::vector<float> got = q.answer();
        const int32_t status = agents::status_of(got);
        if (status == WAY_MET || status == WAY_THERE) {
            for (int k = TIME; k <= SPEED; k++)
                ASSERT_TRUE(k == WORD || std::isfinite(got[k])) << q.story(got);
            ASSERT_NEAR(1, std::hypot(got[HEADING_X], got[HEADING_Y]), 1e-5) << q.story(got);
        } else {
            ASSERT_EQ(WAY_TOO_SLOW, status) << q.story(got);
        }
    }
    one_agent q = missile(-11, -6, 8, 3);
    q["chaser_speed"] = 1e-20f, q["radius"] = 9;
    expect_close(q, {INFINITY, 0, 0, 0, 0, 0, 0, 0, INFINITY}, WAY_TOO_SLOW);
}

TEST(home2d, invalid_inputs_say_so) {
    one_agent right = missile(50, 0, 5, 0);
    for (size_t k = 0; k < right.in.size(); k++)
        for (float bad : {NAN, -NAN, INFINITY, -INFINITY}) {
            one_agent q = right;
            q.in[k] = bad;
            if (right.behaviour->inputs[k].name == std::string("horizon") && bad == INFINITY)
                continue;
            std::vector<float> got = q.answer();
            EXPECT_EQ(WAY_INVALID, agents::status_of(got)) << q.story(got);
            EXPECT_EQ(INFINITY, got[TIME]);
            EXPECT_EQ(+WAY_NO_WORD, (int32_t)support::bits_of(got[WORD]));
        }
    for (const char *name : {"radius", "reach"}) {
        one_agent q = right;
        q[name] = -1;
        EXPECT_EQ(WAY_INVALID, agents::status_of(q.answer()));
    }
}

/* Chasers near their runners, some with a reach, some with runners that are faster. */
void draw(drawn_agents &s) {
    for (size_t i = 0; i < s.count; i++) {
        float *row = s.row(i);
        for (int k : {0, 1, 6, 7})
            row[k] *= i % 3 == 0 ? 0.02f : i % 3 == 1 ? 0.1f : 1.0f;
        row[10] = INFINITY;
        row[11] = i % 2 ? 0 : row[11] * (i % 4 ? 1.0f : 0.1f);
        if (i % 16 == 5)
            row[8] = row[9] = 0;
        if (i % 8 == 3)
            row[8] *= 3, row[9] *= 3;
    }
}

/* Drives along the path: it ends at the target, with its heading, and within reach of the runner. */
TEST(home2d, arrives_within_reach_of_the_runner_no_later_than_it) {
    for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
        drawn_agents s("home2d", support::draws(50000), 751);
        draw(s);
        s.solve(precision);
        size_t met = 0, slower = 0, second = 0;
        for (size_t i = 0; i < s.count; i++) {
            if (s.status(i) != WAY_MET)
                continue;
            const float *row = s.row(i), *got = s.got(i);
            const double time = (double)got[TIME], radius = (double)row[5], total = (double)got[TOTAL];
            const int32_t word = (int32_t)support::bits_of(got[WORD]);
            const double missed =
                2 * driving::tolerance(row, got + AT_X, radius, 1) + 4e-7 * (total + 6.3 * radius);
            met++, slower += got[SPEED]<row[4], second += got[ARC2]> 0;
            ASSERT_LE(total, (double)got[SPEED] * time * (1 + 1e-6) + missed) << s.story(i);
            ASSERT_LE(got[SPEED], row[4]) << s.story(i);
            driving::car car(row[0], row[1], row[2], row[3]);
            car.arc((double)got[ARC1], radius, driving::side_of_first(word));
            car.middle((double)got[MIDDLE], radius, word);
            car.arc((double)got[ARC2], radius, driving::side_of_last(word));
            ASSERT_LE(car.from((double)got[AT_X], (double)got[AT_Y]), missed) << s.story(i);
            ASSERT_LE(car.off(got[HEADING_X], got[HEADING_Y]), 4e-6) << s.story(i);
            const double dx = (double)row[6] + (double)row[8] * time - (double)got[AT_X],
                         dy = (double)row[7] + (double)row[9] * time - (double)got[AT_Y];
            ASSERT_LE(std::hypot(dx, dy), (double)row[11] + missed + 4e-7 * (500 + 15 * time)) << s.story(i);
        }
        std::printf("%s: %zu met of %zu, %zu slower than chaser_speed, %zu with two arcs\n",
                    precision == WAY_EXACT ? "exact" : "fast", met, s.count, slower, second);
        EXPECT_GT(met, s.count / 2);
        EXPECT_GT(slower, s.count / 100);
        EXPECT_GT(second, s.count / 100);
    }
}

/* A dense search with the naive reference finds no earlier moment, and no runner that the library misses. The
   time may be later by its rounding, which counts more if the meeting moves away almost as fast as the chaser
   comes. */
TEST(home2d, finds_the_earliest_moment) {
    drawn_agents s("home2d", support::draws(20000), 752);
    draw(s);
    s.solve();
    size_t both = 0, unseen = 0;
    double worst = 0;
    for (size_t i = 0; i < s.count; i++) {
        const float *row = s.row(i);
        std::vector<double> given(row, row + 12), exact(12);
        way_reference_home2d(given.data(), exact.data());
        const bool found = s.status(i) == WAY_MET, there_is = (int32_t)exact[STATUS] == WAY_MET;
        const double runs = std::hypot(given[8], given[9]);
        unseen += found && !there_is;
        ASSERT_TRUE(found || !there_is) << exact[TIME] << s.story(i);
        ASSERT_TRUE(s.status(i) != WAY_TOO_SLOW || runs > given[4] * (1 - 1e-6)) << s.story(i);
        if (!found || !there_is)
            continue;
        both++;
        const double closing = std::fmax(given[4] - runs, 0.01 * given[4]) / given[4];
        const double off = ((double)s.got(i)[TIME] - exact[TIME]) /
                           ((exact[TIME] + 2 * PI * given[5] / given[4] + 500 / given[4]) / closing);
        ASSERT_LE(off, 1e-6) << exact[TIME] << s.story(i);
        worst = std::fmax(worst, off);
    }
    std::printf("%zu of both, %zu that a look at every moment does not see; later by at most %.2g\n", both,
                unseen, worst);
    EXPECT_GT(both, s.count / 2);
}

} // namespace
