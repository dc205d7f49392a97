/* Tests squads that cut off a moving runner, with cases solved by hand, edge cases, and properties of random
   agents. */
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "agents.h"
#include "driving.h"

namespace {

using agents::drawn_agents;
using agents::expect_close;
using agents::one_agent;

enum output { TIME, AT_X, AT_Y, HEADING_X, HEADING_Y, ARC1, MIDDLE, ARC2, TOTAL, WORD, STATUS };

int32_t whole(float cell) { return (int32_t)support::bits_of(cell); }

/* A squad at (0, 0) that heads along x at 10 m/s and turns on circles with a radius of 5 m. */
one_agent squad(float x, float y, float vx, float vy) {
    return {"cut_off2d",
            {{"heading_x", 1},
             {"chaser_speed", 10},
             {"radius", 5},
             {"runner_x", x},
             {"runner_y", y},
             {"runner_vx", vx},
             {"runner_vy", vy}}};
}

TEST(cut_off2d, follows_a_fleeing_runner_straight) {
    expect_close(squad(50, 0, 5, 0), {10, 100, 0, 1, 0, 0, 100, 0, 100}, WAY_MET);
    expect_close(squad(50, 0, 9.5f, 0), {100, 1000, 0, 1, 0, 0, 1000, 0, 1000}, WAY_MET);
}

TEST(cut_off2d, head_on_with_the_wanted_heading) {
    one_agent q = squad(150, 0, -5, 0);
    q["wanted_heading_x"] = 2;
    expect_close(q, {10, 100, 0, 1, 0, 0, 100, 0, 100}, WAY_MET);
}

TEST(cut_off2d, a_standing_runner_is_met_from_the_squads_side) {
    expect_close(squad(80, 0, 0, 0), {8, 80, 0, 1, 0, 0, 80, 0, 80}, WAY_MET);
    /* the path is half a circle to the left; it ends 10 m to the side, with the opposite heading */
    one_agent q = squad(0, 10, 0, 0);
    q["wanted_heading_x"] = -1;
    float half = 5 * 3.14159265f;
    std::vector<float> got = q.answer();
    EXPECT_NEAR(half, got[TOTAL], 1e-4f) << q.story(got);
    EXPECT_NEAR(half / 10, got[TIME], 1e-5f) << q.story(got);
}

TEST(cut_off2d, a_squad_at_the_runner_needs_no_time) {
    one_agent q = squad(0, 0, 3, 0);
    expect_close(q, {0, 0, 0, 1, 0, 0, 0, 0, 0}, WAY_THERE);
    q["chaser_speed"] = 0;
    expect_close(q, {0, 0, 0, 1, 0, 0, 0, 0, 0}, WAY_THERE);
}

TEST(cut_off2d, runners_out_of_reach_have_a_status) {
    expect_close(squad(50, 0, 10, 0), {INFINITY, 0, 0, 0, 0, 0, 0, 0, INFINITY}, WAY_TOO_SLOW);
    expect_close(squad(50, 0, 20, 1), {INFINITY, 0, 0, 0, 0, 0, 0, 0, INFINITY}, WAY_TOO_SLOW);
    one_agent q = squad(50, 0, 5, 0);
    q["horizon"] = 9.99f;
    expect_close(q, {INFINITY, 0, 0, 0, 0, 0, 0, 0, INFINITY}, WAY_LATE);
    q["horizon"] = 10.01f;
    EXPECT_EQ(WAY_MET, agents::status_of(q.answer()));
    q["horizon"] = -1;
    EXPECT_EQ(WAY_LATE, agents::status_of(q.answer()));
    for (float none : {0.0f, -0.0f, -3.0f}) {
        q = squad(50, 0, 5, 0);
        q["chaser_speed"] = none;
        expect_close(q, {INFINITY, 0, 0, 0, 0, 0, 0, 0, INFINITY}, WAY_IMMOBILE);
    }
}

TEST(cut_off2d, invalid_inputs_say_so) {
    one_agent right = squad(50, 0, 5, 0);
    for (size_t k = 0; k < right.in.size(); k++)
        for (float bad : {NAN, -NAN, INFINITY, -INFINITY, support::float_of(0x7f800001u)}) {
            one_agent q = right;
            q.in[k] = bad;
            if (right.behaviour->inputs[k].name == std::string("horizon") && bad == INFINITY)
                continue;
            std::vector<float> got = q.answer();
            EXPECT_EQ(WAY_INVALID, agents::status_of(got)) << q.story(got);
            EXPECT_EQ(INFINITY, got[TIME]);
            EXPECT_EQ(+WAY_NO_WORD, whole(got[WORD]));
            for (int column = AT_X; column < TOTAL; column++)
                EXPECT_EQ(0, got[column]);
        }
    for (float radius : {0.0f, -5.0f}) {
        one_agent q = right;
        q["radius"] = radius;
        EXPECT_EQ(WAY_INVALID, agents::status_of(q.answer()));
    }
}

/* Headings and radii below 2^-63 count as 0. From 2^-63 to 1e18, they are valid. */
TEST(cut_off2d, least_and_largest_lengths) {
    const float least = 0x1p-63f, under = std::nextafter(least, 0.0f);
    for (const char *name : {"heading_x", "radius"}) {
        for (const float length : {least, 1e-9f, 1.0f, 1e6f}) {
            one_agent q = squad(50, 0, 5, 0);
            q[name] = length;
            EXPECT_EQ(WAY_MET, agents::status_of(q.answer())) << name << length;
        }
        one_agent q = squad(50, 0, 5, 0);
        q[name] = 1e18f;
        EXPECT_NE(WAY_INVALID, agents::status_of(q.answer())) << name;
        q[name] = under;
        EXPECT_EQ(WAY_INVALID, agents::status_of(q.answer())) << name;
    }
}

void draw(drawn_agents &s) {
    for (size_t i = 0; i < s.count; i++) {
        float *row = s.row(i);
        if (i % 3 == 0)
            for (int k : {0, 1, 6, 7})
                row[k] *= 0.1f;
        if (i % 2 == 0)
            row[10] = row[11] = 0;
        row[12] = INFINITY;
    }
}

/* The path is no longer than speed * time, and leads to the runner's position at this time. The path is the
   shortest one to this position. LSR and RSL paths with a very short straight are not compared: their turning
   circles almost touch, so rounding the target can decide whether such a path exists. */
TEST(cut_off2d, arrives_where_the_runner_is_no_later_than_it) {
    for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
        drawn_agents s("cut_off2d", support::draws(50000), 731), path("shortest_path2d", s.count, 731);
        draw(s);
        s.solve(precision);
        for (size_t i = 0; i < s.count; i++) {
            std::copy(s.row(i), s.row(i) + 4, path.row(i));
            std::copy(s.got(i) + AT_X, s.got(i) + ARC1, path.row(i) + 4);
            path.row(i)[8] = s.row(i)[5];
            path.row(i)[9] = 0;
        }
        path.solve(precision);
        size_t met = 0, early = 0, touching = 0;
        double arrival = 0, heading = 0;
        for (size_t i = 0; i < s.count; i++) {
            if (s.status(i) != WAY_MET)
                continue;
            met++;
            const float *row = s.row(i), *got = s.got(i);
            double time = (double)got[TIME], reach = (double)row[4] * time, total = (double)got[TOTAL];
            ASSERT_LE(total, reach * (1 + 1e-6)) << s.story(i);
            early += total < reach * (1 - 1e-5);
            for (int k = 0; k < 2; k++)
                ASSERT_NEAR((double)row[6 + k] + (double)row[8 + k] * time, (double)got[AT_X + k],
                            1e-6 * (500 + 5 * time))
                    << s.story(i);

            double radius = (double)row[5], scale = total + 6.3 * radius;
            int32_t word = whole(got[WORD]);
            driving::car car(row[0], row[1], row[2], row[3]);
            car.arc((double)got[ARC1], radius, driving::side_of_first(word));
            car.middle((double)got[MIDDLE], radius, word);
            car.arc((double)got[ARC2], radius, driving::side_of_last(word));
            /* the path may end within the tolerance of formation.h */
            double missed = driving::tolerance(row, got + AT_X, radius);
            double off = car.from((double)got[AT_X], (double)got[AT_Y]) - missed;
            arrival = std::fmax(arrival, std::fmax(0, off) / (scale + 500));
            heading = std::fmax(heading, car.off(got[HEADING_X], got[HEADING_Y]));
            if ((word == WAY_LSR || word == WAY_RSL) && (double)got[MIDDLE] < 1e-3 * radius)
                touching++;
            else
                ASSERT_NEAR(total, (double)path.got(i)[11], 1e-5 * scale) << s.story(i);
        }
        std::printf(
            "%s: %zu met of %zu, %zu of them with time to spare, %zu by touching circles; arrival %.2g of "
            "the lengths, heading %.2g\n",
            precision == WAY_EXACT ? "exact" : "fast", met, s.count, early, touching, arrival, heading);
        EXPECT_GT(met, s.count / 2);
        EXPECT_LT(touching, met / 10);
        EXPECT_LE(arrival, 5e-7);
        EXPECT_LE(heading, 4e-6);
    }
}

/* A squad that is faster by any amount finally catches a fleeing runner. */
TEST(cut_off2d, a_faster_squad_gets_there) {
    for (float pace : {0.5f, 0.9f, 0.96f, 0.98f, 0.99f, 0.999f, 0.9999f}) {
        drawn_agents s("cut_off2d", support::draws(20000), 734);
        draw(s);
        for (size_t i = 0; i < s.count; i++) {
            float *row = s.row(i), size = std::hypot(row[8], row[9]);
            row[8] *= pace * row[4] / size, row[9] *= pace * row[4] / size;
        }
        for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
            s.solve(precision);
            size_t missed = 0;
            for (size_t i = 0; i < s.count; i++)
                missed += s.status(i) != WAY_MET;
            if (missed > 0)
                std::printf("at %g of its speed %zu missed of %zu\n", (double)pace, missed, s.count);
            EXPECT_EQ(0u, missed) << pace;
        }
    }
}

/* Regression: the runner has half the squad's speed, and the path is short enough from 5 s on, but the status
   was WAY_TOO_SLOW. */
TEST(cut_off2d, meets_a_runner_of_half_its_speed) {
    one_agent q = {"cut_off2d",
                   {{"heading_x", 1},
                    {"chaser_speed", 5},
                    {"radius", 0x1.bdc2a4p+1f},
                    {"runner_x", -0x1.358f4p+4f},
                    {"runner_y", 0x1.8f4b8ep+3f},
                    {"runner_vx", 0x1.20a772p+1f},
                    {"runner_vy", -0x1.14409p+0f},
                    {"wanted_heading_x", -0x1.75d2cep-10f},
                    {"wanted_heading_y", 0x1.eea96ap-2f}}};
    for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
        std::vector<float> got = q.answer(precision);
        EXPECT_EQ(WAY_MET, agents::status_of(got)) << q.story(got);
        EXPECT_LE(got[TIME], 5) << q.story(got);
    }
}

/* The library finds every meeting that the reference finds, and its time is later by at most 1e-4 of the
   time. The reference samples many moments and bisects, so it may miss a meeting that the library finds. */
TEST(cut_off2d, finds_the_earliest_moment) {
    drawn_agents s("cut_off2d", support::draws(4000), 732);
    draw(s);
    s.solve();
    size_t both = 0, unseen = 0;
    double worst = 0;
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> given(s.row(i), s.row(i) + 13), exact(11);
        way_reference_cut_off2d(given.data(), exact.data());
        bool found = s.status(i) == WAY_MET, there_is = (int32_t)exact[STATUS] == WAY_MET;
        unseen += found && !there_is;
        EXPECT_TRUE(found || !there_is) << s.story(i);
        if (!found || !there_is)
            continue;
        both++;
        double off = (double)s.got(i)[TIME] / exact[TIME] - 1;
        EXPECT_LE(off, 1e-4) << exact[TIME] << s.story(i);
        worst = std::fmax(worst, off);
    }
    std::printf("%zu of both, %zu that a look at every moment does not see; later by at most %.2g\n", both,
                unseen, worst);
    EXPECT_GT(both, s.count / 2);
}

/* Samples moments before the answer or, if there is no answer, before the last possible moment. Counts squads
   whose shortest path is short enough at a sampled moment. Squads are close to runners, so that circles
   overlap and the kind of the shortest path (its word) changes. */
struct densely {
    size_t met = 0, later = 0, missed = 0;
    std::string story;

    densely(size_t agents, size_t moments, uint64_t seed, double slowest, double fastest) {
        const size_t part = 64;
        for (size_t at = 0; at < agents; at += part) {
            drawn_agents s("cut_off2d", part, seed + at), path("shortest_path2d", part * moments, seed);
            uint64_t random = support::seed_for(seed, at);
            for (size_t i = 0; i < s.count; i++)
                place(s.row(i), i, draw_between(&random, slowest, fastest));
            s.solve();
            std::vector<double> times(path.count);
            for (size_t row = 0; row < path.count; row++)
                times[row] = ask_at(
                    s, row / moments, path.row(row),
                    share_at((double)(row % moments) + (double)draw_between(&random, 0, 1), (double)moments));
            path.solve();
            for (size_t i = 0; i < s.count; i++)
                see(s, i, path, &times[i * moments], i * moments, moments);
        }
    }

    /* The first half of the moments is spread evenly, the other half lies in the last hundredth. */
    static double share_at(double k, double moments) {
        const double half = moments / 2;
        return k < half ? k / half : 1 - 0.01 * std::pow(1e-3, (k - half) / half);
    }

    static void place(float *row, size_t i, double pace) {
        for (int k : {0, 1, 6, 7})
            row[k] *= i % 3 == 0 ? 0.1f : i % 3 == 1 ? 0.02f : 1.0f;
        if (i % 2 == 0)
            row[10] = row[11] = 0;
        row[12] = INFINITY;
        float runs = std::hypot(row[8], row[9]);
        for (int k : {8, 9})
            row[k] = runs > 0 ? (float)(pace * (double)row[4] * (double)row[k] / (double)runs) : 0.0f;
    }

    static double runs(const float *row) { return std::hypot((double)row[8], (double)row[9]); }

    /* Writes a row of shortest_path2d whose target is the runner's position at a sampled moment. Returns the
       moment. */
    static double ask_at(drawn_agents &s, size_t i, float *to, double share) {
        const float *row = s.row(i);
        double speed = (double)row[4],
               apart = std::hypot((double)row[6] - (double)row[0], (double)row[7] - (double)row[1]);
        double last = (apart + 12.6 * (double)row[5]) / std::fmax(speed - runs(row), 0.01 * speed);
        if (s.status(i) == WAY_MET)
            last = (double)s.got(i)[TIME] * (1 - 2e-5);
        double first = std::fmin(last, apart / (speed + runs(row))),
               time = (double)(float)(first + (last - first) * share);
        std::copy(row, row + 4, to);
        to[4] = (float)((double)row[6] + (double)row[8] * time);
        to[5] = (float)((double)row[7] + (double)row[9] * time);
        bool asks = row[10] != 0 || row[11] != 0;
        to[6] = asks ? row[10] : row[8];
        to[7] = asks ? row[11] : row[9];
        to[8] = row[5];
        to[9] = 0;
        return time;
    }

    void see(drawn_agents &s, size_t i, drawn_agents &path, const double *times, size_t at, size_t moments) {
        const float *row = s.row(i);
        bool found = s.status(i) == WAY_MET, was = false;
        met += found;
        for (size_t j = 0; j < moments && !was; j++) {
            double reach = (double)row[4] * times[j];
            double places = std::fabs((double)path.row(at + j)[4]) + std::fabs((double)path.row(at + j)[5]);
            was = (double)path.got(at + j)[11] < reach * (1 - 2e-6) - 3e-7 * places;
        }
        later += found && was;
        missed += !found && (was || runs(row) < (double)row[4] * (1 - 1e-6));
        if (story.empty() && (was || (!found && runs(row) < (double)row[4] * (1 - 1e-6))))
            story = s.story(i);
    }
};

/* WAYLAY_TRUTH_INPUTS sets the number of agents of each kind. */
TEST(cut_off2d, no_earlier_moment_is_possible) {
    const char *given = std::getenv("WAYLAY_TRUTH_INPUTS");
    size_t agents = given != nullptr ? std::strtoull(given, nullptr, 0) : support::draws(3072);
    const double paces[][2] = {{0, 0.95}, {0.9, 0.99999}, {1, 2}};
    for (const double *pace : paces) {
        densely all(agents, 256, 735, pace[0], pace[1]);
        std::printf(
            "runners %g to %g times as fast: %zu met of %zu, %zu later by more than 2e-5, %zu missed\n",
            pace[0], pace[1], all.met, agents, all.later, all.missed);
        EXPECT_EQ(0u, all.later + all.missed) << all.story;
        EXPECT_GT(all.met, agents / 50);
    }
}

/* Regression: overlapping circles begin to count as touching at a moment that depends on the first arc and on the
   runner's coordinates. The search used the last moment at which this may happen, so times were too late by up to
   5e-4. In the second case, the runner crosses an axis, and the tolerance changes. */
TEST(cut_off2d, meets_as_soon_as_circles_count_as_touching) {
    const float cases[][13] = {
        {0x1.3bc36ap+8f, 0x1.a4bf26p+8f, -0x1.996be4p-1f, 0x1.0c2f24p-1f, 0x1.02ca16p+3f, 0x1.5e74p+5f,
         0x1.a9e5b2p+7f, 0x1.e9c74p+8f, 0x1.32570ap+1f, -0x1.dc659ep+2f, 0, 0, 17.7358f},
        {0x1.0e0bfep+4f, 0x1.02b284p+0f, 0x1.e8605cp-1f, -0x1.89d0d8p-1f, 0x1.52a182p+3f, 0x1.2260aep+5f,
         0x1.41950cp+3f, 0x1.3a5e2ap+2f, 0x1.fe126cp+2f, -0x1.b76272p+2f, 0, 0, 2.24943f},
        /* the last arc becomes nothing while the circles overlap */
        {0x1.2fadecp+8f, -0x1.34eb52p+8f, -0x1.fb4364p-1f, 0x1.15ef6ap-3f, 0x1.4p+2f, 0x1.0aaaaap+2f,
         0x1.2bf55ap+8f, -0x1.313c62p+8f, 0x1.258a1p-3f, 0x1.d285a4p-1f, 0, 0, 1.35434f},
    };
    for (way_precision precision : {WAY_EXACT, WAY_FAST})
        for (const auto &row : cases) {
            one_agent q("cut_off2d");
            static const char *const names[] = {
                "chaser_x", "chaser_y", "heading_x", "heading_y", "chaser_speed",     "radius",
                "runner_x", "runner_y", "runner_vx", "runner_vy", "wanted_heading_x", "wanted_heading_y"};
            for (size_t k = 0; k < 12; k++)
                q[names[k]] = row[k];
            std::vector<float> got = q.answer(precision);
            EXPECT_EQ(WAY_MET, agents::status_of(got)) << q.story(got);
            EXPECT_LE(got[TIME], row[12]) << q.story(got);
        }
}

TEST(cut_off2d, mirrored_worlds_give_mirrored_bits) {
    drawn_agents s("cut_off2d", 5000, 733), mirror("cut_off2d", 5000, 733);
    for (size_t i = 0; i < s.count; i++)
        for (int k : {1, 3, 7, 9, 11})
            mirror.row(i)[k] = -s.row(i)[k];
    s.solve();
    mirror.solve();
    for (size_t i = 0; i < s.count; i++) {
        for (int k = 0; k < WORD; k++)
            ASSERT_EQ(s.got(i)[k] * (k == AT_Y || k == HEADING_Y ? -1.0f : 1.0f), mirror.got(i)[k])
                << s.story(i);
        ASSERT_EQ(s.status(i), mirror.status(i)) << s.story(i);
    }
}

} // namespace
