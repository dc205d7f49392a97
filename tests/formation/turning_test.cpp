/* Tests turning_path2d and shortest_path2d: cases solved by hand, edge cases, and properties of random
   agents. */
#include <gtest/gtest.h>

#include <cmath>

#include "agents.h"
#include "driving.h"

namespace {

using agents::drawn_agents;
using agents::one_agent;

const float pi = 3.14159265f, none = INFINITY;

enum output { CENTRE1, EXIT = 2, CENTRE2 = 4, ENTRY = 6, ARC1 = 8, MIDDLE, ARC2, TOTAL, WORD, STATUS };

one_agent from_to(const char *name, std::initializer_list<float> start, std::initializer_list<float> target,
                  float radius) {
    one_agent q(name);
    std::copy(start.begin(), start.end(), q.in.begin());
    std::copy(target.begin(), target.end(), q.in.begin() + 4);
    q["radius"] = radius;
    return q;
}

one_agent turning(std::initializer_list<float> start, std::initializer_list<float> target, float radius) {
    return from_to("turning_path2d", start, target, radius);
}

one_agent shortest(std::initializer_list<float> start, std::initializer_list<float> target, float radius) {
    return from_to("shortest_path2d", start, target, radius);
}

int32_t whole(float cell) { return (int32_t)support::bits_of(cell); }

/* Expects the floats, the word and the status, in both precisions. */
void expect(const one_agent &q, way_word word, std::initializer_list<float> floats,
            way_status status = WAY_MET) {
    for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
        std::vector<float> got = q.answer(precision);
        for (size_t k = 0; k < floats.size(); k++)
            EXPECT_TRUE(floats.begin()[k] == got[k] || std::fabs(floats.begin()[k] - got[k]) < 2e-5)
                << q.behaviour->outputs[k].name << ": expected " << floats.begin()[k] << q.story(got);
        EXPECT_EQ(+word, whole(got[WORD])) << q.story(got);
        EXPECT_STREQ(way_status_word(status), way_status_word(agents::status_of(got))) << q.story(got);
    }
}

/* The path of the source's chapter ----------------------------------------------------------------------- */

TEST(turning_path2d, same_sides_take_the_outer_tangent) {
    /* the path goes up, sideways and down: two quarter circles with a straight of 6 m between them */
    expect(turning({0, 0, 0, 1}, {10, 0, 0, -1}, 2), WAY_RSR,
           {2, 0, 2, 2, 8, 0, 8, 2, pi, 6, pi, 6 + 2 * pi});
    expect(turning({0, 0, 0, 3}, {-10, 0, 0, -5}, 2), WAY_LSL,
           {-2, 0, -2, 2, -8, 0, -8, 2, pi, 6, pi, 6 + 2 * pi});
}

TEST(turning_path2d, opposite_sides_take_the_inner_tangent) {
    float high = std::sqrt(0.75f), third = 2 * pi / 3, straight = std::sqrt(12.0f);
    expect(turning({0, 0, 0, 1}, {6, 0, 0, 1}, 1), WAY_RSL,
           {1, 0, 1.5f, high, 5, 0, 4.5f, -high, third, straight, third, 2 * third + straight});
    expect(turning({0, 0, 0, 1}, {-6, 0, 0, 1}, 1), WAY_LSR,
           {-1, 0, -1.5f, high, -5, 0, -4.5f, -high, third, straight, third, 2 * third + straight});
}

TEST(turning_path2d, touching_circles_have_a_straight_of_length_0) {
    expect(turning({0, 0, 0, 1}, {4, 0, 0, 1}, 1), WAY_RSL, {1, 0, 2, 0, 3, 0, 2, 0, pi, 0, pi, 2 * pi});
}

TEST(turning_path2d, overlapping_circles_turn_over) {
    expect(turning({0, 0, 0, 1}, {1, 0, 0, -1}, 2), WAY_LSL,
           {-2, 0, -2, -2, 3, 0, 3, -2, 3 * pi, 5, 3 * pi, 5 + 6 * pi});
}

TEST(turning_path2d, straight_on_and_straight_behind_are_on_the_left) {
    for (float zero : {0.0f, -0.0f}) {
        expect(turning({0, 0, 1, zero}, {10, zero, 1, 0}, 2), WAY_LSL,
               {0, 2, 0, 0, 10, 2, 10, 0, 0, 10, 0, 10});
        expect(turning({0, 0, 1, 0}, {-10, zero, 1, zero}, 2), WAY_LSL,
               {0, 2, 0, 4, -10, 2, -10, 4, 2 * pi, 10, 2 * pi, 10 + 4 * pi});
    }
}

TEST(turning_path2d, ties_between_sides_take_the_heading_of_the_target) {
    EXPECT_EQ(+WAY_RSR, whole(turning({0, 0, 1, 0}, {10, 0, 0, -1}, 2).answer()[WORD]));
    EXPECT_EQ(+WAY_LSL, whole(turning({0, 0, 1, 0}, {10, 0, 0, 1}, 2).answer()[WORD]));
    EXPECT_EQ(+WAY_RSR, whole(turning({10, 0, 0, 1}, {20, -10, 1, -1}, 2).answer()[WORD]));
}

/* turning_path2d's rule has no path only if both pairs of circles on opposite sides overlap: left with right,
   and right with left. */
TEST(turning_path2d, no_path_is_reported_if_the_rule_has_none) {
    drawn_agents s("turning_path2d", 100000, 701);
    for (size_t i = 0; i < s.count; i++)
        for (int k : {0, 1, 4, 5})
            s.row(i)[k] /= 10;
    s.solve();
    size_t none_found = 0;
    for (size_t i = 0; i < s.count; i++) {
        if (s.status(i) == WAY_MET)
            continue;
        ASSERT_EQ(+WAY_NO_PATH, s.status(i)) << s.story(i);
        none_found++;
        const float *row = s.row(i);
        double r = (double)row[8], h = std::hypot((double)row[2], (double)row[3]),
               g = std::hypot((double)row[6], (double)row[7]);
        for (int side : {1, -1}) { /* left then right circle, afterwards right then left */
            double x = (double)row[4] - (double)row[0] + side * r * ((double)row[7] / g + (double)row[3] / h);
            double y = (double)row[5] - (double)row[1] - side * r * ((double)row[6] / g + (double)row[2] / h);
            ASSERT_LT(std::hypot(x, y), 2 * r * (1 + 1e-9)) << s.story(i);
        }
        for (int k = 0; k < TOTAL; k++)
            ASSERT_EQ(0, s.got(i)[k]) << s.story(i);
        ASSERT_EQ(none, s.got(i)[TOTAL]) << s.story(i);
        ASSERT_EQ(+WAY_NO_WORD, whole(s.got(i)[WORD])) << s.story(i);
    }
    std::printf("no path: %zu of %zu\n", none_found, s.count);
    EXPECT_GT(none_found, 1000u);
}

/* The shortest path -------------------------------------------------------------------------------------- */

TEST(shortest_path2d, every_word_occurs) {
    float third = 2 * pi / 3, high = std::sqrt(0.75f), straight = std::sqrt(12.0f);
    expect(shortest({0, 0, 0, 1}, {-10, 0, 0, -1}, 2), WAY_LSL,
           {-2, 0, -2, 2, -8, 0, -8, 2, pi, 6, pi, 6 + 2 * pi});
    expect(shortest({0, 0, 0, 1}, {10, 0, 0, -1}, 2), WAY_RSR,
           {2, 0, 2, 2, 8, 0, 8, 2, pi, 6, pi, 6 + 2 * pi});
    expect(shortest({0, 0, 0, 1}, {6, 0, 0, 1}, 1), WAY_RSL,
           {1, 0, 1.5f, high, 5, 0, 4.5f, -high, third, straight, third, 2 * third + straight});
    expect(shortest({0, 0, 0, 1}, {-6, 0, 0, 1}, 1), WAY_LSR,
           {-1, 0, -1.5f, high, -5, 0, -4.5f, -high, third, straight, third, 2 * third + straight});
    /* a half turn at the same position takes arcs of three circles that touch each other */
    expect(shortest({0, 0, 0, 1}, {0, 0, 0, -1}, 1), WAY_LRL,
           {-1, 0, -0.5f, high, 1, 0, 0.5f, high, pi / 3, 5 * pi / 3, pi / 3, 7 * pi / 3});
    /* the goal is 0.5 to the side; this side decides the direction of the first turn */
    EXPECT_EQ(+WAY_RLR, whole(shortest({0, 0, 0, 1}, {-0.5f, 0, 0, -1}, 1).answer()[WORD]));
    EXPECT_EQ(+WAY_LRL, whole(shortest({0, 0, 0, 1}, {0.5f, 0, 0, -1}, 1).answer()[WORD]));
}

TEST(shortest_path2d, straight_ahead_is_one_straight) {
    for (float zero : {0.0f, -0.0f})
        expect(shortest({0, 0, 1, zero}, {10, zero, 1, 0}, 2), WAY_LSL,
               {0, 2, 0, 0, 10, 2, 10, 0, 0, 10, 0, 10});
    /* headings and positions that floats cannot represent exactly */
    for (int k = 1; k < 1000; k++) {
        float x = std::cos((float)k), y = std::sin((float)k);
        for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
            one_agent q = shortest({0, 0, x, y}, {(float)k * x, (float)k * y, x, y}, 3);
            std::vector<float> got = q.answer(precision);
            EXPECT_NEAR((float)k, got[TOTAL], 1e-5f * (float)k) << q.story(got);
        }
    }
}

TEST(shortest_path2d, at_the_target_the_path_has_length_0) {
    expect(shortest({3, 4, 1, 2}, {3, 4, 1, 2}, 5), WAY_LSL, {}, WAY_THERE);
    EXPECT_EQ(0, shortest({3, 4, 1, 2}, {3, 4, 1, 2}, 5).answer()[TOTAL]);
    EXPECT_EQ(WAY_THERE, agents::status_of(turning({3, 4, 1, 2}, {3, 4, 1, 2}, 5).answer()));
    EXPECT_EQ(WAY_THERE, agents::status_of(shortest({3, 4, 1, 2}, {3, 4, 0.5f, 1}, 5).answer()));
}

TEST(shortest_path2d, circles_of_two_sizes) {
    one_agent q = shortest({0, 0, 0, 1}, {12, 0, 0, -1}, 2);
    q["end_radius"] = 4; /* the outer tangent rises by 2 over the 6 m between the centres */
    float straight = std::sqrt(32.0f), up = std::asin(2.0f / 6);
    expect(q, WAY_RSR,
           {2, 0, 2 - 2.0f / 3, 2 * straight / 6, 8, 0, 8 - 4.0f / 3, 4 * straight / 6, 2 * (pi / 2 - up),
            straight, 4 * (pi / 2 + up), 2 * (pi / 2 - up) + straight + 4 * (pi / 2 + up)});
    /* paths of three arcs are excluded */
    q = shortest({0, 0, 0, 1}, {0, 0, 0, -1}, 1);
    for (float radius : {0.5f, 2.0f}) {
        q["end_radius"] = radius;
        EXPECT_LT(whole(q.answer()[WORD]), +WAY_LRL);
        EXPECT_EQ(WAY_MET, agents::status_of(q.answer()));
    }
    q["end_radius"] = 1;
    EXPECT_EQ(+WAY_LRL, whole(q.answer()[WORD]));
}

/* Bad inputs --------------------------------------------------------------------------------------------- */

TEST(turning_path2d, invalid_inputs_say_so) {
    one_agent chapter = turning({0, 0, 0, 1}, {10, 0, 0, -1}, 2),
              any = shortest({0, 0, 0, 1}, {10, 0, 0, -1}, 2);
    for (const one_agent &right : {chapter, any})
        for (size_t k = 0; k < right.in.size(); k++)
            for (float bad : {NAN, -NAN, INFINITY, -INFINITY, support::float_of(0x7f800001u)}) {
                one_agent q = right;
                q.in[k] = bad;
                expect(q, WAY_NO_WORD, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, none}, WAY_INVALID);
            }
}

TEST(turning_path2d, a_radius_or_heading_of_0_is_invalid) {
    for (const char *name : {"turning_path2d", "shortest_path2d"}) {
        for (float radius : {0.0f, -0.0f, -2.0f, 1e-30f}) {
            one_agent q = from_to(name, {0, 0, 0, 1}, {10, 0, 0, -1}, radius);
            expect(q, WAY_NO_WORD, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, none}, WAY_INVALID);
        }
        expect(from_to(name, {0, 0, 0, 0}, {10, 0, 0, -1}, 2), WAY_NO_WORD, {}, WAY_INVALID);
        expect(from_to(name, {0, 0, 0, 1}, {10, 0, -0.0f, 0}, 2), WAY_NO_WORD, {}, WAY_INVALID);
        expect(from_to(name, {3e38f, 0, 0, 1}, {-3e38f, 0, 0, 1}, 2), WAY_NO_WORD, {}, WAY_INVALID);
    }
    one_agent q = shortest({0, 0, 0, 1}, {10, 0, 0, -1}, 2);
    q["end_radius"] = -1;
    expect(q, WAY_NO_WORD, {}, WAY_INVALID);
}

/* Headings and radii below 2^-63 count as 0. From 2^-63 to 1e18, they are valid. */
TEST(turning_path2d, least_and_largest_lengths) {
    const float least = 0x1p-63f, under = std::nextafter(least, 0.0f);
    for (const char *name : {"turning_path2d", "shortest_path2d"}) {
        const auto status = [&](std::initializer_list<float> start, std::initializer_list<float> target,
                                float radius) {
            return agents::status_of(from_to(name, start, target, radius).answer());
        };
        for (const float length : {least, 1e-9f, 1e9f, 1e18f}) {
            EXPECT_EQ(WAY_MET, status({0, 0, 0, length}, {10, 0, 0, -1}, 2)) << name << length;
            EXPECT_EQ(WAY_MET, status({0, 0, 0, 1}, {10, 0, -length, 0}, 2)) << name << length;
            EXPECT_NE(WAY_INVALID, status({0, 0, 0, length}, {10, 0, 0, length}, length)) << name << length;
            EXPECT_EQ(WAY_MET, status({-length, 0, 0, length}, {length, 0, 0, -length}, length))
                << name << length;
            EXPECT_EQ(WAY_MET, status({-1e18f, 0, 0, 1}, {1e18f, 0, 0, -1}, length)) << name << length;
        }
        EXPECT_EQ(WAY_INVALID, status({0, 0, 0, under}, {10, 0, 0, -1}, 2)) << name;
        EXPECT_EQ(WAY_INVALID, status({0, 0, 0, 1}, {10, 0, under, 0}, 2)) << name;
        EXPECT_EQ(WAY_INVALID, status({0, 0, 0, 1}, {10, 0, 0, -1}, under)) << name;
    }
}

/* Properties --------------------------------------------------------------------------------------------- */

/* Draws positions from 0 to `far` on each axis. Some targets are at the start, or in line with it, and some
   have the same or the opposite heading. */
void draw(drawn_agents &s, double far) {
    uint64_t random = support::seed_for(702, (uint64_t)far);
    for (size_t i = 0; i < s.count; i++) {
        float *row = s.row(i);
        for (int k : {0, 1, 4, 5})
            row[k] = draw_between(&random, 0, far);
        uint32_t die = draw_below(&random, 16);
        if (die < 2) /* the same heading, or reversed */
            row[6] = die == 0 ? row[2] : -row[2], row[7] = die == 0 ? row[3] : -row[3];
        if (die > 1 && die < 5) { /* almost in line, in front of the start or behind it */
            float far_away = draw_between(&random, -far, far);
            row[4] = row[0] + far_away * row[2], row[5] = row[1] + far_away * row[3];
        }
        if (die == 3)
            row[6] = row[2], row[7] = row[3];
        if (die == 5)
            row[4] = row[0], row[5] = row[1];
    }
}

/* Returns the distance by which a path may miss the target: see formation.h. 0 for turning_path2d. */
double tolerance(const drawn_agents &s, const float *row, double most) {
    return s.behaviour->input_count > 9 ? driving::tolerance(row, row + 4, most) : 0;
}

struct worst {
    double straight = 0, radius = 0, heading = 0, arrival = 0, sum = 0;
};

/* Checks the outputs of one path in doubles. Each part of the path must begin where the previous part ends,
   and must end where the output says. */
void follow(drawn_agents &s, size_t i, worst *w) {
    const float *row = s.row(i), *got = s.got(i);
    int32_t word = whole(got[WORD]);
    double r1 = (double)row[8], r2 = s.behaviour->input_count > 9 && row[9] != 0 ? (double)row[9] : r1;
    double most = r1 > r2 ? r1 : r2, total = (double)got[TOTAL];
    double size = most + std::hypot((double)row[0], (double)row[1]) +
                  std::hypot((double)row[4], (double)row[5]) + total;
    const double missed = tolerance(s, row, most);
    auto point = [&](int k) { return std::make_pair((double)got[k], (double)got[k + 1]); };
    auto c1 = point(CENTRE1), exit = point(EXIT), c2 = point(CENTRE2), entry = point(ENTRY);
    auto off = [](double *worst, double value) { *worst = std::fmax(*worst, std::fabs(value)); };
    off(&w->radius, (std::hypot(exit.first - c1.first, exit.second - c1.second) - r1) / size);
    off(&w->radius, (std::hypot(entry.first - c2.first, entry.second - c2.second) - r2) / size);
    off(&w->radius, (std::hypot((double)row[0] - c1.first, (double)row[1] - c1.second) - r1) / size);
    double along_x = entry.first - exit.first, along_y = entry.second - exit.second;
    if (word < WAY_LRL) { /* the straight part must be perpendicular to the radii at its ends */
        double whole = size * (std::hypot(along_x, along_y) + most);
        auto beyond = [&](double value, double allowed) { return std::fmax(0, std::fabs(value) - allowed); };
        off(&w->straight,
            beyond(along_x * (exit.first - c1.first) + along_y * (exit.second - c1.second), missed * r1) /
                whole);
        off(&w->straight,
            beyond(along_x * (entry.first - c2.first) + along_y * (entry.second - c2.second), missed * r2) /
                whole);
        off(&w->straight, beyond(std::hypot(along_x, along_y) - (double)got[MIDDLE], missed) / size);
    }
    off(&w->sum, ((double)got[ARC1] + (double)got[MIDDLE] + (double)got[ARC2] - total) / total);
    ASSERT_GE(got[ARC1], 0) << s.story(i);
    ASSERT_GE(got[MIDDLE], 0) << s.story(i);
    ASSERT_GE(got[ARC2], 0) << s.story(i);
    ASSERT_LE((double)got[ARC1], 6.283186 * r1) << s.story(i);
    ASSERT_LE((double)got[ARC2], 6.283186 * r2) << s.story(i);

    driving::car car(row[0], row[1], row[2], row[3]);
    car.arc((double)got[ARC1], r1, driving::side_of_first(word));
    off(&w->arrival, car.from(exit.first, exit.second) / size);
    car.middle((double)got[MIDDLE], r1, word);
    off(&w->arrival, std::fmax(0, car.from(entry.first, entry.second) - missed) / size);
    car.arc((double)got[ARC2], r2, driving::side_of_last(word));
    off(&w->arrival, std::fmax(0, car.from((double)row[4], (double)row[5]) - missed) / size);
    off(&w->heading, car.off(row[6], row[7]));
}

/* Drives along each path, and checks tangents, sides, lengths, the total and the arrival. */
TEST(turning_path2d, every_path_is_tangent_and_arrives) {
    size_t rows = 0, driven = 0;
    for (const char *name : {"turning_path2d", "shortest_path2d"})
        for (double far : {2000.0, 200.0, 40.0}) {
            drawn_agents s(name, 100000, 703);
            draw(s, far);
            for (size_t i = 0; s.behaviour->input_count > 9 && i < s.count; i++)
                s.row(i)[9] = i % 2 == 0 ? 0 : s.row(i)[9];
            s.solve();
            rows += s.count;
            worst w;
            size_t words[6] = {};
            for (size_t i = 0; i < s.count; i++) {
                if (s.status(i) == WAY_NO_PATH)
                    continue;
                words[whole(s.got(i)[WORD])]++;
                driven++;
                ASSERT_NO_FATAL_FAILURE(follow(s, i, &w));
            }
            std::printf("%s %g m: LSL %zu RSR %zu LSR %zu RSL %zu LRL %zu RLR %zu; straight %.2g radius %.2g "
                        "arrival %.2g heading %.2g sum %.2g\n",
                        name, far, words[0], words[1], words[2], words[3], words[4], words[5], w.straight,
                        w.radius, w.arrival, w.heading, w.sum);
            EXPECT_LE(w.straight, 4e-7);
            EXPECT_LE(w.radius, 2e-7);
            EXPECT_LE(w.arrival, 5e-7);
            EXPECT_LE(w.heading, 2e-6);
            EXPECT_LE(w.sum, 1.2e-7);
        }
    std::printf("%zu paths driven, of %zu rows; the others have none\n", driven, rows);
    EXPECT_GT(driven, rows - rows / 20);
}

/* Compares a million paths with the reference, which uses angles and trigonometry in doubles. A path may be
   shorter if it ends within the tolerance. */
TEST(shortest_path2d, agrees_with_the_trigonometry) {
    size_t million = support::draws(1000000), judged = 0, shorter = 0;
    double worst = 0;
    for (double far : {2000.0, 200.0, 40.0, 5.0}) {
        drawn_agents s("shortest_path2d", million / 4, 704);
        draw(s, far);
        for (size_t i = 0; i < s.count; i++)
            s.row(i)[9] = i % 4 == 3 ? s.row(i)[9] : 0;
        s.solve();
        for (size_t i = 0; i < s.count; i++) {
            double r = (double)std::fmax(s.row(i)[8], s.row(i)[9]);
            std::vector<double> exact = s.reference(i);
            double scale = exact[TOTAL] + 6.2831853 * r,
                   off = ((double)s.got(i)[TOTAL] - exact[TOTAL]) / scale;
            judged++;
            if (off < -4e-7) {
                ::worst w;
                ASSERT_NO_FATAL_FAILURE(follow(s, i, &w));
                ASSERT_LE(w.arrival, 5e-7) << exact[TOTAL] << " by word " << exact[WORD] << s.story(i);
                ASSERT_LE(w.heading, 6e-6) << exact[TOTAL] << " by word " << exact[WORD] << s.story(i);
                shorter++;
                continue;
            }
            worst = std::fmax(worst, off);
            ASSERT_LE(off, 4e-7) << exact[TOTAL] << " by word " << exact[WORD] << s.story(i);
        }
    }
    std::printf("%zu judged, worst %.2g of the total and a turn; %zu shorter within the tolerance\n", judged,
                worst, shorter);
    EXPECT_LE(shorter, judged / 1000);
}

TEST(turning_path2d, agrees_with_the_chapter) {
    size_t other = 0;
    drawn_agents s("turning_path2d", 200000, 705);
    for (size_t i = 0; i < s.count; i += 2)
        for (int k : {0, 1, 4, 5})
            s.row(i)[k] /= 8;
    s.solve();
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> exact = s.reference(i);
        if ((int32_t)exact[WORD] != whole(s.got(i)[WORD])) {
            other++; /* the circles just touch, so rounding in the reference may choose another word */
            continue;
        }
        for (int k = 0; k < TOTAL; k++)
            ASSERT_NEAR(exact[k], (double)s.got(i)[k], 2e-3) << s.behaviour->outputs[k].name << s.story(i);
    }
    EXPECT_LE(other, 2u);
}

/* The shortest path is never longer than turning_path2d's path, except for rounding. */
TEST(shortest_path2d, is_never_longer_than_turning_path2d) {
    for (way_precision precision : {WAY_EXACT, WAY_FAST})
        for (double far : {2000.0, 200.0, 40.0}) {
            drawn_agents chapter("turning_path2d", 100000, 706), any("shortest_path2d", 100000, 706);
            draw(chapter, far);
            size_t shorter = 0;
            for (size_t i = 0; i < any.count; i++) {
                std::copy(chapter.row(i), chapter.row(i) + 9, any.row(i));
                any.row(i)[9] = 0;
            }
            chapter.solve(precision);
            any.solve(precision);
            for (size_t i = 0; i < any.count; i++) {
                double total = (double)chapter.got(i)[TOTAL], turn = 6.2831853 * (double)any.row(i)[8];
                ASSERT_LE((double)any.got(i)[TOTAL], total + 4e-7 * (total + turn)) << any.story(i);
                shorter += any.got(i)[TOTAL] < chapter.got(i)[TOTAL];
            }
            EXPECT_GT(shorter, any.count / 10);
        }
}

/* Mirrored inputs give mirrored paths with the same bits. The random inputs here always determine a side. If
   they did not, both paths would turn left. */
TEST(turning_path2d, mirrored_worlds_give_mirrored_bits) {
    for (const char *name : {"turning_path2d", "shortest_path2d"})
        for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
            drawn_agents s(name, 50000, 707), mirror(name, 50000, 707);
            for (size_t i = 0; i < s.count; i++)
                for (int k : {1, 3, 5, 7}) {
                    s.row(i)[k] *= k % 4 == 1 && i % 2 ? 0.1f : 1;
                    mirror.row(i)[k] = -s.row(i)[k];
                }
            s.solve(precision);
            mirror.solve(precision);
            static const int32_t mirrored[] = {WAY_NO_WORD, WAY_RSR, WAY_LSL, WAY_RSL,
                                               WAY_LSR,     WAY_RLR, WAY_LRL};
            for (size_t i = 0; i < s.count; i++) {
                for (int k = 0; k < WORD; k++)
                    ASSERT_EQ(s.got(i)[k] * (k < ARC1 && k % 2 ? -1.0f : 1.0f), mirror.got(i)[k])
                        << s.behaviour->outputs[k].name << s.story(i);
                ASSERT_EQ(mirrored[whole(s.got(i)[WORD]) + 1], whole(mirror.got(i)[WORD])) << s.story(i);
                ASSERT_EQ(s.status(i), mirror.status(i)) << s.story(i);
            }
        }
}

TEST(turning_path2d, lengths_by_powers_of_two_keep_the_digits) {
    for (const char *name : {"turning_path2d", "shortest_path2d"})
        for (float by : {0x1p20f, 0x1p-20f}) {
            drawn_agents s(name, 20000, 708), scaled(name, 20000, 708);
            for (size_t i = 0; i < s.count; i++)
                for (size_t k = 0; k < s.behaviour->input_count; k++)
                    scaled.row(i)[k] *= k == 2 || k == 3 ? 0x1p-7f : k == 6 || k == 7 ? 0x1p9f : by;
            s.solve();
            scaled.solve();
            for (size_t i = 0; i < s.count; i++) {
                for (int k = 0; k < WORD; k++)
                    ASSERT_EQ(s.got(i)[k] * by, scaled.got(i)[k])
                        << s.behaviour->outputs[k].name << s.story(i);
                ASSERT_EQ(whole(s.got(i)[WORD]), whole(scaled.got(i)[WORD])) << s.story(i);
            }
        }
}

} // namespace
