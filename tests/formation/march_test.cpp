/* Tests march2d and waypoints along paths: cases solved by hand, ends and joints, properties of random
   agents. */
#include <gtest/gtest.h>

#include <cmath>

#include "agents.h"
#include "formation/driving.h"

namespace {

using agents::drawn_agents;
using agents::one_agent;

const float pi = 3.14159265f;

float word_cell(int word) { return whole_cell((double)word); }
int32_t whole(float cell) { return (int32_t)support::bits_of(cell); }

/* The path begins upwards: a quarter turn to the right, 6 m straight, and a quarter turn to the right. */
one_agent over_and_down(float distance) {
    return {"march2d",
            {{"heading_y", 1},
             {"target_x", 10},
             {"target_heading_y", -1},
             {"radius", 2},
             {"word", word_cell(WAY_RSR)},
             {"arc1", pi},
             {"middle", 6},
             {"arc2", pi},
             {"distance", distance}}};
}

void expect(const one_agent &given, std::initializer_list<float> floats, way_status status) {
    one_agent q = given;
    q.slack = 4e-6f;
    q.expect(floats, status);
}

TEST(march2d, arc_straight_arc) {
    float root = std::sqrt(2.0f), half = std::sqrt(0.5f);
    expect(over_and_down(0), {0, 0, 0, 1, 0}, WAY_MET);
    expect(over_and_down(pi / 2), {2 - root, root, half, half, pi / 2}, WAY_MET);
    expect(over_and_down(pi), {2, 2, 1, 0, pi}, WAY_MET);
    expect(over_and_down(pi + 3), {5, 2, 1, 0, pi + 3}, WAY_MET);
    expect(over_and_down(pi + 6), {8, 2, 1, 0, pi + 6}, WAY_MET);
    expect(over_and_down(pi * 1.5f + 6), {8 + root, root, half, -half, pi * 1.5f + 6}, WAY_MET);
    expect(over_and_down(2 * pi + 6), {10, 0, 0, -1, 2 * pi + 6}, WAY_THERE);
}

TEST(march2d, three_arcs) {
    /* a half turn at the same position is the path LRL: a sixth, five sixths and a sixth of a circle */
    one_agent q = {"march2d",
                   {{"heading_y", 1},
                    {"target_heading_y", -1},
                    {"radius", 1},
                    {"word", word_cell(WAY_LRL)},
                    {"arc1", pi / 3},
                    {"middle", 5 * pi / 3},
                    {"arc2", pi / 3}}};
    float high = std::sqrt(0.75f);
    q["distance"] = pi / 3;
    expect(q, {-0.5f, high, -high, 0.5f, pi / 3}, WAY_MET);
    q["distance"] = pi / 3 + 5 * pi / 6; /* the top of the second circle */
    expect(q, {0, 1 + 2 * high - 0.0f, 1, 0, pi / 3 + 5 * pi / 6}, WAY_MET);
    q["distance"] = 2 * pi;
    expect(q, {0.5f, high, -high, -0.5f, 2 * pi}, WAY_MET);
}

TEST(march2d, stays_between_the_start_and_the_target) {
    for (float before : {-0.0f, -1.0f, -1e30f})
        expect(over_and_down(before), {0, 0, 0, 1, 0}, WAY_MET);
    for (float beyond : {2 * pi + 6.001f, 100.0f, 1e30f})
        expect(over_and_down(beyond), {10, 0, 0, -1, 2 * pi + 6}, WAY_THERE);
}

TEST(march2d, a_step_continues_from_the_distance) {
    one_agent q = over_and_down(pi);
    q["step"] = 3;
    expect(q, {5, 2, 1, 0, pi + 3}, WAY_MET);
    q["step"] = -2 * pi;
    expect(q, {0, 0, 0, 1, 0}, WAY_MET);
}

TEST(march2d, without_a_path_it_stays) {
    one_agent q = over_and_down(5);
    q["word"] = word_cell(WAY_NO_WORD);
    expect(q, {0, 0, 0, 1, 0}, WAY_NO_PATH);
}

TEST(march2d, invalid_inputs_say_so) {
    one_agent right = over_and_down(5);
    for (size_t k = 0; k < right.in.size(); k++)
        for (float bad : {NAN, -NAN, INFINITY, -INFINITY, support::float_of(0x7f800001u)}) {
            one_agent q = right;
            q.in[k] = bad;
            expect(q, {0, 0, 0, 0, 0}, WAY_INVALID);
        }
    for (const char *column : {"radius", "arc1", "middle", "arc2", "end_radius"}) {
        one_agent q = right;
        q[column] = -1;
        expect(q, {0, 0, 0, 0, 0}, WAY_INVALID);
    }
    for (int word : {-2, 6, INT32_MAX, INT32_MIN}) {
        one_agent q = right;
        q["word"] = support::float_of((uint32_t)word);
        expect(q, {0, 0, 0, 0, 0}, WAY_INVALID);
    }
    one_agent q = right;
    q["heading_y"] = 0;
    expect(q, {0, 0, 0, 0, 0}, WAY_INVALID);
    q = right;
    q["arc1"] = 14; /* longer than the whole circle */
    expect(q, {0, 0, 0, 0, 0}, WAY_INVALID);
}

/* Properties --------------------------------------------------------------------------------------------- */

enum { X, Y, HX, HY, DISTANCE, STATUS };

/* Agents of march2d on paths of turning_path2d and shortest_path2d, whose targets are near or far. */
struct paths {
    paths(size_t count, uint64_t salt) : march("march2d", count, salt) {
        for (const char *name : {"turning_path2d", "shortest_path2d"}) {
            drawn_agents path(name, count, salt);
            size_t inputs = path.behaviour->input_count;
            for (size_t i = 0; i < count; i++) {
                float *row = path.row(i);
                for (int k : {0, 1, 4, 5})
                    row[k] *= i % 3 == 0 ? 4.0f : i % 3 == 1 ? 0.5f : 0.1f;
                if (inputs > 9)
                    row[9] = i % 4 == 1 ? row[9] : 0;
            }
            path.solve();
            for (size_t i = 0; i < count; i++) {
                bool chapters = inputs == 9;
                if ((i % 8 == 0) != chapters)
                    continue;
                float *row = march.row(i);
                const float *got = path.got(i);
                std::copy(path.row(i), path.row(i) + 9, row);
                row[9] = got[12];
                std::copy(got + 8, got + 11, row + 10);
                row[13] = row[15] = 0;
                row[14] = inputs > 9 ? path.row(i)[9] : 0;
            }
        }
    }
    bool is_path(size_t i) { return whole(march.row(i)[9]) != WAY_NO_WORD; }
    float total(size_t i) { return march.row(i)[10] + march.row(i)[11] + march.row(i)[12]; }
    double radius(size_t i) {
        double r1 = (double)march.row(i)[8], r2 = (double)march.row(i)[14];
        return r2 > 0 && r2 < r1 ? r2 : r1;
    }
    /* Returns the unit of position errors: the ulp of a float as large as the largest coordinate plus
       total(i). */
    double ulp(size_t i) {
        double largest = 0;
        for (int k : {0, 1, 4, 5})
            largest = std::fmax(largest, std::fabs((double)march.row(i)[k]));
        return std::ldexp(1.0, std::ilogb(largest + (double)total(i)) - 23);
    }
    drawn_agents march;
};

/* In both precisions, the start and the end of a path are reached to the bit. */
TEST(march2d, begins_and_ends_exactly) {
    paths all(100000, 711);
    drawn_agents &s = all.march;
    size_t there = 0;
    for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
        s.solve(precision);
        for (size_t i = 0; i < s.count; i++) {
            const float *row = s.row(i), *got = s.got(i);
            ASSERT_EQ(row[0], got[X]) << s.story(i);
            ASSERT_EQ(row[1], got[Y]) << s.story(i);
            ASSERT_EQ(all.is_path(i) ? +WAY_MET : +WAY_NO_PATH, s.status(i)) << s.story(i);
        }
        for (size_t i = 0; i < s.count; i++)
            s.row(i)[13] = i % 2 ? all.total(i) : 2 * all.total(i);
        s.solve(precision);
        for (size_t i = 0; i < s.count; i++) {
            const float *row = s.row(i), *got = s.got(i);
            if (all.is_path(i)) {
                double length = std::hypot((double)row[6], (double)row[7]);
                ASSERT_EQ(row[4], got[X]) << s.story(i);
                ASSERT_EQ(row[5], got[Y]) << s.story(i);
                ASSERT_NEAR((double)row[6] / length, (double)got[HX], 1.5e-7) << s.story(i);
                ASSERT_NEAR((double)row[7] / length, (double)got[HY], 1.5e-7) << s.story(i);
                ASSERT_EQ(all.total(i), got[DISTANCE]) << s.story(i);
                ASSERT_EQ(+WAY_THERE, s.status(i)) << s.story(i);
                there++;
            }
            s.row(i)[13] = 0;
        }
    }
    EXPECT_GT(there, s.count);
}

/* A path may end with any of its parts. Rounding takes its end away from the target, and a path of
   shortest_path2d may miss the target by a tolerance, too. A unit that is there has the target's bits. */
TEST(march2d, whichever_part_is_the_last_one_ends_at_the_target) {
    for (int word = WAY_LSL; word <= WAY_RLR; word++)
        for (int parts = 0; parts < 8; parts++)
            for (float beyond : {0.0f, 1.0f}) {
                one_agent q = over_and_down(0);
                const float arc = parts & 1 ? 2.5f : 0, middle = parts & 2 ? 2.25f : 0,
                            last = parts & 4 ? 1.75f : 0;
                q["word"] = word_cell(word), q["target_x"] = 10.000001f, q["target_y"] = -0.3f;
                q["arc1"] = arc, q["middle"] = middle, q["arc2"] = last;
                q["distance"] = arc + middle + last + beyond;
                q.slack = 0;
                q.expect({10.000001f, -0.3f, 0, -1, arc + middle + last}, WAY_THERE);
            }
}

/* From step to step along each path, the heading never turns more than on the smaller circle, and the move is
   never longer than the step. */
TEST(march2d, no_path_curves_more_than_its_circles) {
    paths all(support::draws(100000), 712);
    drawn_agents &s = all.march;
    const int steps = 60;
    double tightest = 0, longest = 0, shortest_side = 0;
    size_t words[7] = {};
    std::vector<float> before;
    for (size_t i = 0; i < s.count; i++)
        words[whole(s.row(i)[9]) + 1]++;
    for (int step = 0; step <= steps; step++) {
        for (size_t i = 0; i < s.count; i++)
            s.row(i)[13] = step == steps ? all.total(i) : (float)step / steps * all.total(i);
        s.solve();
        for (size_t i = 0; step > 0 && i < s.count; i++) {
            const float *was = &before[i * 6], *is = s.got(i);
            double gone = (double)is[DISTANCE] - (double)was[DISTANCE];
            double dx = (double)is[X] - (double)was[X], dy = (double)is[Y] - (double)was[Y];
            double cross = (double)was[HX] * (double)is[HY] - (double)was[HY] * (double)is[HX];
            double dot = (double)was[HX] * (double)is[HX] + (double)was[HY] * (double)is[HY];
            double turned = std::fabs(std::atan2(cross, dot)), allowed = gone / all.radius(i);
            double slack = all.ulp(i);
            ASSERT_LE(turned, allowed + 4e-6) << s.story(i);
            ASSERT_LE(std::hypot(dx, dy), gone + 16 * slack) << s.story(i);
            ASSERT_NEAR(1, std::hypot((double)is[HX], (double)is[HY]), 1e-6) << s.story(i);
            if (gone > 0.01 * all.radius(i))
                tightest = std::fmax(tightest, turned / allowed);
            longest = std::fmax(longest, (std::hypot(dx, dy) - gone) / slack);
            shortest_side = std::fmax(shortest_side, allowed);
        }
        before.assign(s.out.begin(), s.out.end());
    }
    std::printf("%zu paths (none %zu, LSL %zu RSR %zu LSR %zu RSL %zu LRL %zu RLR %zu) of %d steps: "
                "curvature at most "
                "%.6f / radius, steps longer than the way by at most %.2g ulp\n",
                s.count, words[0], words[1], words[2], words[3], words[4], words[5], words[6], steps,
                tightest, longest);
    EXPECT_LE(tightest, 1 + 2e-4);
    for (int word = 1; word < 7; word++)
        EXPECT_GT(words[word], s.count / 100);
}

/* Compares the poses at the distances one float before each joint, at the joint, and one float after the
   joint. */
TEST(march2d, joints_are_continuous) {
    paths all(100000, 713);
    drawn_agents &s = all.march;
    double place = 0, heading = 0;
    for (int joint = 0; joint < 3; joint++) {
        std::vector<float> before;
        for (int side = -1; side <= 1; side++) {
            for (size_t i = 0; i < s.count; i++) {
                const float *row = s.row(i);
                float at = joint == 0 ? row[10] : joint == 1 ? row[10] + row[11] : all.total(i);
                s.row(i)[13] = side == 0 ? at : std::nextafter(at, side < 0 ? 0 : INFINITY);
            }
            s.solve();
            for (size_t i = 0; side > -1 && i < s.count; i++) {
                const float *was = &before[i * 6], *is = s.got(i);
                /* a path without a straight may miss its target by the tolerance of formation.h */
                const float *row = s.row(i);
                const double gap = row[11] > 0 && whole(row[9]) < WAY_LRL
                                       ? 0
                                       : driving::tolerance(row, row + 4, all.radius(i));
                double jump = std::fmax(std::fabs((double)is[X] - (double)was[X]),
                                        std::fabs((double)is[Y] - (double)was[Y]));
                jump = std::fmax(0, jump - gap) / all.ulp(i);
                /* on both sides of the joint, subtract the turn between neighbouring float distances, because
                   the joint's distance is rounded, too */
                double turn = std::fmax(std::fabs((double)is[HX] - (double)was[HX]),
                                        std::fabs((double)is[HY] - (double)was[HY]));
                turn = (turn - 2 * all.ulp(i) / all.radius(i)) * 0x1p23;
                place = std::fmax(place, jump);
                heading = std::fmax(heading, turn);
                ASSERT_LE(jump, 16) << s.story(i);
                ASSERT_LE(turn, 16) << s.story(i);
            }
            before.assign(s.out.begin(), s.out.end());
        }
    }
    std::printf("joints jump by at most %.2g ulp, headings by %.2g\n", place, heading);
}

/* A hundred steps lead as far as one long step. Each step rounds the distance once and adds no other
   error. */
TEST(march2d, many_small_steps_are_one_large_one) {
    paths all(20000, 714);
    drawn_agents &s = all.march;
    const int steps = 100;
    std::vector<float> goal(s.count);
    for (size_t i = 0; i < s.count; i++) {
        goal[i] = all.total(i) * ((float)(i % 97) / 96);
        s.row(i)[15] = goal[i] / steps;
    }
    for (int step = 0; step < steps; step++) {
        s.solve();
        for (size_t i = 0; i < s.count; i++)
            s.row(i)[13] = s.got(i)[DISTANCE];
    }
    std::vector<float> small(s.out);
    for (size_t i = 0; i < s.count; i++)
        s.row(i)[13] = 0, s.row(i)[15] = goal[i];
    s.solve();
    double worst = 0;
    for (size_t i = 0; i < s.count; i++) {
        if (!all.is_path(i))
            continue;
        const float *one = s.got(i), *many = &small[i * 6];
        double off = std::hypot((double)one[X] - (double)many[X], (double)one[Y] - (double)many[Y]);
        worst = std::fmax(worst, off / all.ulp(i));
        ASSERT_LE(std::fabs((double)one[DISTANCE] - (double)many[DISTANCE]), steps * 0.75 * all.ulp(i))
            << s.story(i);
        ASSERT_LE(off, (steps + 16) * all.ulp(i)) << s.story(i);
    }
    std::printf("after %d steps at most %.3g ulp from one\n", steps, worst);
}

TEST(march2d, agrees_with_the_trigonometry) {
    paths all(100000, 715);
    drawn_agents &s = all.march;
    uint64_t random = support::seed_for(715);
    for (size_t i = 0; i < s.count; i++)
        s.row(i)[13] = draw_between(&random, -0.1, 1.1) * all.total(i);
    s.solve();
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> given(s.row(i), s.row(i) + 16), exact(6);
        given[9] = whole(s.row(i)[9]);
        way_reference_march2d(given.data(), exact.data());
        for (int k = 0; k < 2; k++) {
            ASSERT_NEAR(exact[k], (double)s.got(i)[k], 16 * all.ulp(i)) << s.story(i);
            ASSERT_NEAR(exact[2 + k], (double)s.got(i)[2 + k], 2e-6 + 2 * all.ulp(i) / all.radius(i))
                << s.story(i);
        }
        ASSERT_EQ((int32_t)exact[STATUS], s.status(i)) << s.story(i);
    }
}

TEST(march2d, mirrored_worlds_give_mirrored_bits) {
    static const int mirrored[] = {WAY_NO_WORD, WAY_RSR, WAY_LSL, WAY_RSL, WAY_LSR, WAY_RLR, WAY_LRL};
    drawn_agents s("march2d", 50000, 716), mirror("march2d", 50000, 716);
    for (size_t i = 0; i < s.count; i++) {
        for (int k : {1, 3, 5, 7})
            mirror.row(i)[k] = -s.row(i)[k];
        mirror.row(i)[9] = word_cell(mirrored[whole(s.row(i)[9]) + 1]);
    }
    s.solve();
    mirror.solve();
    for (size_t i = 0; i < s.count; i++) {
        for (int k = 0; k < STATUS; k++)
            ASSERT_EQ(s.got(i)[k] * (k == Y || k == HY ? -1.0f : 1.0f), mirror.got(i)[k]) << s.story(i);
        ASSERT_EQ(s.status(i), mirror.status(i)) << s.story(i);
    }
}

/* Waypoints ---------------------------------------------------------------------------------------------- */

way_path2d path_of(const one_agent &q) {
    way_path2d path;
    std::copy(q.in.begin(), q.in.begin() + 13, (float *)&path);
    path.end_radius = q.in[14];
    return path;
}

TEST(waypoints2d_one, are_counted_in_advance) {
    way_path2d path = path_of(over_and_down(0));
    path.arc1 = path.arc2 = 2, path.middle = 6; /* the path is 10 m long */
    EXPECT_EQ(5u, way_waypoints2d_one_count(&path, 2.5f));
    EXPECT_EQ(6u, way_waypoints2d_one_count(&path, 2.4f));
    EXPECT_EQ(5u, way_waypoints2d_one_count(&path, 2.51f));
    EXPECT_EQ(2u, way_waypoints2d_one_count(&path, 10));
    EXPECT_EQ(2u, way_waypoints2d_one_count(&path, 1000));
    EXPECT_EQ(11u, way_waypoints2d_one_count(&path, 1));
    EXPECT_EQ(0u, way_waypoints2d_one_count(&path, 1e-7f));
    for (float bad : {0.0f, -1.0f, NAN, INFINITY})
        EXPECT_EQ(0u, way_waypoints2d_one_count(&path, bad));
    EXPECT_EQ(0u, way_waypoints2d_one_count(nullptr, 1));
    path.arc1 = path.arc2 = path.middle = 0;
    EXPECT_EQ(1u, way_waypoints2d_one_count(&path, 1));
    float x = 0; /* the only waypoint is the target */
    way_march2d_out out = {};
    out.next_x = way_to(&x, 4);
    EXPECT_EQ(WAY_OK, way_waypoints2d_one(&path, 1, &out));
    EXPECT_EQ(path.target_x, x);
    path.word = WAY_NO_WORD;
    EXPECT_EQ(0u, way_waypoints2d_one_count(&path, 1));
    path.word = 17;
    EXPECT_EQ(0u, way_waypoints2d_one_count(&path, 1));
}

TEST(waypoints2d_one, refuse_what_a_batch_refuses) {
    way_path2d path = path_of(over_and_down(0));
    way_march2d_out out = {};
    float x[8];
    EXPECT_EQ(WAY_ERROR_NULL, way_waypoints2d_one(nullptr, 1, &out));
    EXPECT_EQ(WAY_ERROR_NULL, way_waypoints2d_one(&path, 1, nullptr));
    EXPECT_EQ(WAY_OK, way_waypoints2d_one(&path, 1, &out));
    out.next_x = way_to(x, 0);
    EXPECT_EQ(WAY_ERROR_STRIDE, way_waypoints2d_one(&path, 2, &out));
}

/* The output columns may have lists of rows. The path has more waypoints than the library writes at a
   time. */
TEST(waypoints2d_one, rows_are_respected) {
    const way_path2d path = path_of(over_and_down(0));
    const float spacing = 0.01f;
    const size_t count = way_waypoints2d_one_count(&path, spacing);
    ASSERT_GT(count, 600u);
    std::vector<uint32_t> rows(count);
    for (size_t i = 0; i < count; i++)
        rows[i] = (uint32_t)(count - 1 - i);
    std::vector<float> x(count), backwards(count);
    way_march2d_out out = {};
    out.next_x = way_to(x.data(), 4);
    ASSERT_EQ(WAY_OK, way_waypoints2d_one(&path, spacing, &out));
    out.next_x = way_to(backwards.data(), 4);
    out.next_x.rows = rows.data();
    ASSERT_EQ(WAY_OK, way_waypoints2d_one(&path, spacing, &out));
    std::reverse(backwards.begin(), backwards.end());
    EXPECT_EQ(x, backwards);
}

/* Each waypoint equals march2d's answer. The waypoints are in records, the spacing differs from path to path,
   and the call does not change the float behind the last record. */
TEST(waypoints2d_one, have_the_bits_of_the_march) {
    paths all(support::draws(2000), 717);
    drawn_agents &s = all.march;
    size_t poses = 0, lists = 0;
    for (size_t i = 0; i < s.count; i++) {
        one_agent q("march2d");
        q.in.assign(s.row(i), s.row(i) + 16);
        way_path2d path = path_of(q);
        float spacing = all.total(i) / (0.7f + (float)(i % 700));
        size_t count = way_waypoints2d_one_count(&path, spacing);
        if (!all.is_path(i)) {
            ASSERT_EQ(0u, count);
            continue;
        }
        std::vector<float> got(6 * count + 1, -7);
        way_march2d_out out = {way_to(&got[0], 24), way_to(&got[1], 24), way_to(&got[2], 24),
                               way_to(&got[3], 24), way_to(&got[4], 24), way_to(&got[5], 24)};
        ASSERT_EQ(WAY_OK, way_waypoints2d_one(&path, spacing, &out));
        ASSERT_EQ(-7, got.back());
        ASSERT_EQ(path.target_x, got[6 * (count - 1)]);
        ASSERT_EQ(path.target_y, got[6 * (count - 1) + 1]);
        for (size_t k = 0; k < count; k += i % 16 == 0 ? 1 : 37) {
            q["distance"] = k + 1 < count ? (float)k * spacing : all.total(i);
            std::vector<float> one = q.answer();
            for (size_t column = 0; column < 6; column++)
                ASSERT_EQ(support::bits_of(one[column]), support::bits_of(got[6 * k + column]))
                    << q.story(one);
            ASSERT_EQ(k + 1 == count ? +WAY_THERE : +WAY_MET, agents::status_of(one)) << q.story(one);
        }
        for (size_t k = 1; k < count; k++)
            ASSERT_LE(got[6 * k + 4] - got[6 * k - 2], spacing * 1.0001f);
        poses += count;
        lists++;
    }
    std::printf("%zu poses of %zu paths\n", poses, lists);
}

/* Waypoints of many paths -------------------------------------------------------------------------------- */

/* A squad of an engine. All numbers of its path are fields of one record. */
struct squad {
    way_path2d path;
    float spacing;
    int32_t status;
};

std::vector<squad> drawn_squads(size_t count, uint64_t seed) {
    paths all(count, seed);
    std::vector<squad> squads(count);
    for (size_t i = 0; i < count; i++) {
        one_agent q("march2d");
        q.in.assign(all.march.row(i), all.march.row(i) + 16);
        squads[i] = {path_of(q), std::fabs(all.total(i)) / (0.7f + (float)(i % 40)), -1};
        if (i % 50 == 7)
            squads[i].spacing = i % 100 == 7 ? NAN : 0;
    }
    return squads;
}

way_waypoints2d_in columns_of(const squad *all) {
    return support::columns_of_paths(&all->path, sizeof *all, &all->spacing);
}

/* Returns output columns for waypoints in records of five floats. */
way_waypoints2d_out records(float *to, squad *all) {
    return {way_to(to, 20),     way_to(to + 1, 20), way_to(to + 2, 20),
            way_to(to + 3, 20), way_to(to + 4, 20), way_to(&all->status, sizeof *all)};
}

/* Returns the waypoints of these squads, one list after another. Makes one call per path. */
std::vector<float> one_by_one(const std::vector<squad> &squads, std::vector<size_t> *offset) {
    std::vector<float> all;
    *offset = {0};
    for (const squad &one : squads) {
        const size_t before = all.size(), count = way_waypoints2d_one_count(&one.path, one.spacing);
        all.resize(before + 5 * count);
        float *to = all.data() + before;
        const way_march2d_out out = {way_to(to, 20),     way_to(to + 1, 20), way_to(to + 2, 20),
                                     way_to(to + 3, 20), way_to(to + 4, 20), {}};
        if (count > 0) {
            EXPECT_EQ(WAY_OK, way_waypoints2d_one(&one.path, one.spacing, &out));
        }
        offset->push_back(offset->back() + count);
    }
    return all;
}

void expect_same_bits(const std::vector<float> &expected, const std::vector<float> &got, size_t floats) {
    ASSERT_LE(floats, std::min(expected.size(), got.size()));
    for (size_t k = 0; k < floats; k++)
        ASSERT_EQ(support::bits_of(expected[k]), support::bits_of(got[k])) << "waypoint " << k / 5;
}

TEST(waypoints2d, lists_are_those_of_each_path_alone) {
    std::vector<squad> squads = drawn_squads(support::draws(2000), 720);
    std::vector<size_t> expected, offset(squads.size() + 1);
    const std::vector<float> all = one_by_one(squads, &expected);
    const way_waypoints2d_in in = columns_of(squads.data());
    way_waypoints lists = {};
    lists.count = squads.size();
    lists.capacity = way_waypoints2d_capacity(&in, &lists);
    ASSERT_EQ(all.size() / 5, lists.capacity);
    ASSERT_LT(10 * squads.size(), lists.capacity);
    lists.offset = offset.data();
    std::vector<float> got(all.size() + 1, -7);
    const way_waypoints2d_out out = records(got.data(), squads.data());
    ASSERT_EQ(WAY_OK, way_waypoints2d(&in, &out, &lists));
    EXPECT_EQ(squads.size(), lists.answered);
    EXPECT_EQ(lists.capacity, lists.needed);
    EXPECT_EQ(expected, offset);
    expect_same_bits(all, got, all.size());
    EXPECT_EQ(-7, got.back());
    size_t empty = 0;
    for (size_t i = 0; i < squads.size(); i++) {
        const bool is_listed = squads[i].status == WAY_MET || squads[i].status == WAY_THERE;
        ASSERT_EQ(is_listed, offset[i] < offset[i + 1]) << i << ": " << way_status_word(squads[i].status);
        empty += !is_listed;
    }
    EXPECT_LT(0u, empty);
}

/* If a call is split, or its squads are in another order, each squad's list is the same as in the whole
   call. */
TEST(waypoints2d, a_list_that_does_not_fit_is_not_lost) {
    std::vector<squad> squads = drawn_squads(300, 721);
    std::vector<uint32_t> index(squads.size());
    std::vector<squad> ordered;
    for (size_t i = 0; i < index.size(); i++) {
        index[i] = (uint32_t)(i * 7 % index.size());
        ordered.push_back(squads[index[i]]);
    }
    std::vector<size_t> expected, offset(squads.size() + 1);
    const std::vector<float> all = one_by_one(ordered, &expected);
    const way_waypoints2d_in in = columns_of(squads.data());
    way_waypoints lists = {};
    const char *fault = nullptr;
    lists.count = squads.size(), lists.index = index.data(), lists.fault = &fault;
    lists.capacity = 100, lists.offset = offset.data();
    std::vector<float> got(500), joined;
    const way_waypoints2d_out out = records(got.data(), squads.data());
    size_t calls = 0;
    way_result result;
    do {
        result = way_waypoints2d(&in, &out, &lists);
        ASSERT_LT(0u, lists.answered);
        if (++calls == 1) {
            EXPECT_EQ(all.size() / 5, lists.needed);
            EXPECT_EQ(WAY_ERROR_CAPACITY, result);
            EXPECT_STREQ("capacity", fault);
        }
        for (size_t i = 0; i <= lists.answered; i++)
            ASSERT_EQ(expected[lists.first + i] - expected[lists.first], offset[i]);
        joined.insert(joined.end(), got.begin(), got.begin() + 5 * (ptrdiff_t)offset[lists.answered]);
        lists.first += lists.answered, lists.count -= lists.answered;
    } while (result == WAY_ERROR_CAPACITY);
    ASSERT_EQ(WAY_OK, result);
    EXPECT_LT(10u, calls);
    ASSERT_EQ(all.size(), joined.size());
    expect_same_bits(all, joined, all.size());
}

/* The paths are 1,000 km from the origin, where neighbouring floats are 6 cm apart. */
TEST(waypoints2d, positions_may_be_doubles) {
    const double x[] = {1e6, 2e6}, y[] = {-1e6, 0}, target_x[] = {1e6 + 50, 2e6 + 20};
    const float one = 1, zero = 0, radius = 5, spacing = 10, middle[] = {50, 20};
    const int32_t word = WAY_LSL;
    way_waypoints2d_in in = {};
    in.x = way_in(x), in.y = in.target_y = way_in(y), in.target_x = way_in(target_x);
    in.heading_x = in.target_heading_x = way_same(&one);
    in.heading_y = in.target_heading_y = in.arc1 = in.arc2 = way_same(&zero);
    in.radius = way_same(&radius), in.word = way_same(&word);
    in.middle = way_in(middle), in.spacing = way_same(&spacing);
    double at[9];
    way_waypoints2d_out out = {};
    size_t offset[3];
    way_waypoints lists = {};
    out.next_x = way_out(at), lists.count = 2, lists.capacity = 9, lists.offset = offset;
    ASSERT_EQ(WAY_OK, way_waypoints2d(&in, &out, &lists));
    for (size_t k = 0; k < 9; k++)
        EXPECT_NEAR(k < 6 ? 1e6 + 10 * (double)k : 2e6 + 10 * (double)(k - 6), at[k], 1e-5) << k;
}

TEST(waypoints2d, an_empty_list_has_its_reason) {
    std::vector<squad> squads(5, {path_of(over_and_down(0)), 1, -1});
    squads[1].path.word = WAY_NO_WORD;
    squads[2].path.radius = -1;
    squads[3].spacing = 1e-7f; /* more than 16 million waypoints */
    squads[4].path.arc1 = squads[4].path.middle = squads[4].path.arc2 = 0;
    const way_waypoints2d_in in = columns_of(squads.data());
    float to[5 * 20];
    const way_waypoints2d_out out = records(to, squads.data());
    size_t offset[6];
    way_waypoints lists = {};
    lists.count = 5, lists.capacity = 20, lists.offset = offset;
    ASSERT_EQ(WAY_OK, way_waypoints2d(&in, &out, &lists));
    EXPECT_EQ(14u, offset[1]);
    EXPECT_EQ(14u, offset[4]);
    EXPECT_EQ(15u, offset[5]);
    const int32_t expected[] = {WAY_MET, WAY_NO_PATH, WAY_INVALID, WAY_INVALID, WAY_THERE};
    for (size_t i = 0; i < 5; i++)
        EXPECT_EQ(expected[i], squads[i].status) << i;
}

TEST(waypoints2d, a_refusal_names_the_column) {
    std::vector<squad> squads(6, {path_of(over_and_down(0)), 1, -1});
    float to[5 * 60];
    size_t offset[4];
    const char *fault;
    const auto refused = [&](way_result expected, const char *name, auto spoil) {
        way_waypoints2d_in in = columns_of(&squads[3]);
        way_waypoints2d_out out = records(to, &squads[3]);
        way_waypoints lists = {};
        lists.count = 3, lists.capacity = 60, lists.offset = offset, lists.fault = &fault;
        fault = "nothing";
        offset[0] = 77;
        spoil(in, out, lists);
        EXPECT_EQ(expected, way_waypoints2d(&in, &out, &lists)) << name;
        EXPECT_STREQ(name, fault);
        EXPECT_EQ(expected == WAY_OK || expected == WAY_ERROR_CAPACITY ? 0u : 77u, offset[0]) << name;
    };
    refused(WAY_OK, "nothing", [](auto &, auto &, auto &) {});
    refused(WAY_ERROR_MISSING, "target_y", [](auto &in, auto &, auto &) { in.target_y = {}; });
    refused(WAY_ERROR_MISSING, "spacing", [](auto &in, auto &, auto &) { in.spacing = {}; });
    refused(WAY_ERROR_TYPE, "spacing", [](auto &in, auto &, auto &) { in.spacing.type = 9; });
    refused(WAY_ERROR_TYPE, "word", [](auto &in, auto &, auto &) { in.word.type = WAY_DOUBLE; });
    refused(WAY_ERROR_STRIDE, "next_y", [](auto &, auto &out, auto &) { out.next_y.gap = -4; });
    refused(WAY_ERROR_TYPE, "status", [](auto &, auto &out, auto &) { out.status.type = WAY_DOUBLE; });
    refused(WAY_ERROR_NULL, "offset", [](auto &, auto &, auto &lists) { lists.offset = nullptr; });
    refused(WAY_ERROR_COUNT, "count", [](auto &, auto &, auto &lists) { lists.count = SIZE_MAX / 4 + 1; });
    refused(WAY_ERROR_OVERLAP, "next_x",
            [&](auto &, auto &out, auto &) { out.next_x = way_to(&squads[0].path.x, sizeof(squad)); });
    refused(WAY_ERROR_OVERLAP, "status",
            [&](auto &, auto &out, auto &) { out.status = way_to(&squads[3].path.word, sizeof(squad)); });
    refused(WAY_ERROR_CAPACITY, "capacity", [](auto &, auto &, auto &lists) { lists.capacity = 5; });
    /* a call for no squad reads no memory, so an output may overlap an input */
    refused(WAY_OK, "nothing", [&](auto &, auto &out, auto &lists) {
        lists.count = 0, out.next_x = way_to(&squads[0].path.x, sizeof(squad));
    });
    const way_waypoints2d_in in = columns_of(squads.data());
    const way_waypoints2d_out out = records(to, squads.data());
    EXPECT_EQ(WAY_ERROR_NULL, way_waypoints2d(&in, &out, nullptr));
    EXPECT_EQ(0u, way_waypoints2d_capacity(&in, nullptr));
    way_waypoints lists = {};
    lists.fault = &fault;
    EXPECT_EQ(WAY_ERROR_NULL, way_waypoints2d(nullptr, &out, &lists));
    EXPECT_STREQ("in", fault);
    EXPECT_EQ(WAY_ERROR_NULL, way_waypoints2d(&in, nullptr, &lists));
    EXPECT_STREQ("out", fault);
}

} // namespace
