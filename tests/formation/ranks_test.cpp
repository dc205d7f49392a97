/* Tests line2d, file2d, rank2d, wheel2d and pack2d with cases solved by hand, edge cases, and marching
   formations. */
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>

#include "agents.h"

namespace {

using agents::drawn_agents;
using agents::one_agent;

/* Units in a line and in a file -------------------------------------------------------------------------- */

one_agent line(float x, float y, float hx, float hy, float offset) {
    return {
        "line2d",
        {{"rank_x", x}, {"rank_y", y}, {"rank_heading_x", hx}, {"rank_heading_y", hy}, {"offset", offset}}};
}

one_agent file(float x, float y, float ahead_x, float ahead_y, float spacing = 2, float hx = 0,
               float hy = 0) {
    one_agent q = {"file2d",
                   {{"x", x},
                    {"y", y},
                    {"spacing", spacing},
                    {"ahead_x", ahead_x},
                    {"ahead_y", ahead_y},
                    {"ahead_heading_x", hx},
                    {"ahead_heading_y", hy}}};
    q.slack = 1e-6f;
    return q;
}

one_agent rank(std::initializer_list<float> own, std::initializer_list<float> ahead, float half_width = 3,
               float spacing = 2) {
    one_agent q("rank2d");
    std::copy(own.begin(), own.end(), q.in.begin());
    q["half_width"] = half_width;
    q["spacing"] = spacing;
    std::copy(ahead.begin(), ahead.end(), q.in.begin() + 6);
    return q;
}

TEST(line2d, is_square_to_the_heading_and_centred) {
    line(10, 20, 0, 1, 3).expect({13, 20}, WAY_MET);
    line(10, 20, 0, 5, -3).expect({7, 20}, WAY_MET);
    line(10, 20, 2, 0, 3).expect({10, 17}, WAY_MET);
    line(10, 20, 3, 4, 5).expect({14, 17}, WAY_MET);
    line(10, 20, 3, 4, 0).expect({10, 20}, WAY_MET);
}

TEST(line2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(line(1, 2, 3, 4, 5), {0, 0});
    line(1, 2, 0, -0.0f, 5).expect({0, 0}, WAY_INVALID);
}

/* A heading shorter than 2^-63 counts as 0, which is invalid for a line. Lengths up to 1e18 are valid. */
TEST(line2d, smallest_and_largest_headings) {
    const float least = 0x1p-63f;
    for (const float length : {least, 1e-9f, 1e9f, 1e18f})
        for (const char *name : {"rank_heading_x", "rank_heading_y"}) {
            one_agent q = {"line2d", {{"rank_x", 10}, {name, -length}, {"offset", 2}}};
            EXPECT_EQ(WAY_MET, agents::status_of(q.answer())) << q.story(q.answer());
            q[name] = std::nextafter(least, 0.0f);
            EXPECT_EQ(WAY_INVALID, agents::status_of(q.answer())) << q.story(q.answer());
        }
}

/* Unit 0 stands in the middle, and the next rings have 6, 12, 18 units. */
TEST(pack2d, fills_one_ring_after_another) {
    const float high = 0.8660254f;
    const auto pack = [](float number) {
        one_agent q = {"pack2d", {{"middle_x", 10}, {"middle_y", 20}, {"spacing", 2}, {"number", number}}};
        q.slack = 1e-6f;
        return q;
    };
    pack(0).expect({10, 20}, WAY_MET);
    pack(0.9f).expect({10, 20}, WAY_MET);
    pack(1).expect({12, 20}, WAY_MET);
    pack(2).expect({11, 20 + 2 * high}, WAY_MET);
    pack(3).expect({9, 20 + 2 * high}, WAY_MET);
    pack(4).expect({8, 20}, WAY_MET);
    pack(5).expect({9, 20 - 2 * high}, WAY_MET);
    pack(6).expect({11, 20 - 2 * high}, WAY_MET);
    pack(7).expect({13, 20 + 2 * high}, WAY_MET); /* the middle of a side of the second ring */
    pack(13).expect({14, 20}, WAY_MET);           /* its corner */
}

/* No two units are nearer than the spacing, and n units take no more room than is promised. */
TEST(pack2d, is_a_dense_packing) {
    enum { UNITS = 1500 };
    static const struct {
        int n;
        double radius; /* of the smallest known circle that holds n discs of radius 1 */
    } packings[] = {{2, 2},       {3, 2.1547},  {7, 3},       {8, 3.3048},  {13, 4.2361}, {19, 4.8637},
                    {20, 5.1223}, {37, 6.7588}, {38, 6.9619}, {50, 7.9475}, {61, 8.6613}, {91, 10.5669}};
    std::vector<float> number(UNITS), x(UNITS), y(UNITS);
    for (int k = 0; k < UNITS; k++)
        number[(size_t)k] = (float)k;
    const float zero = 0, spacing = 2;
    way_pack2d_in in = {};
    in.middle_x = in.middle_y = way_same(&zero), in.spacing = way_same(&spacing);
    in.number.data = number.data();
    way_pack2d_out out = {};
    out.place_x.data = x.data(), out.place_y.data = y.data();
    way_batch batch = {};
    batch.count = UNITS;
    ASSERT_EQ(WAY_OK, way_pack2d(&in, &out, &batch));
    double least = 9, sum_x = 0, sum_y = 0;
    for (size_t i = 0; i < UNITS; i++)
        for (size_t j = 0; j < i; j++)
            least = std::min(least, std::hypot((double)x[i] - (double)x[j], (double)y[i] - (double)y[j]));
    EXPECT_NEAR(2, least, 1e-5);
    for (const auto &one : packings) {
        double far = 0;
        for (size_t i = 0; i < (size_t)one.n; i++)
            far = std::max(far, std::hypot((double)x[i], (double)y[i]));
        EXPECT_LE(far, 1.1 * one.radius) << one.n;
    }
    for (size_t i = 0; i < 1 + 6 * 105; i++) /* fourteen rings */
        sum_x += (double)x[i], sum_y += (double)y[i];
    EXPECT_NEAR(0, sum_x, 1e-3);
    EXPECT_NEAR(0, sum_y, 1e-3);
    EXPECT_LE(std::hypot((double)x[UNITS - 1], (double)y[UNITS - 1]), 1.1 * std::sqrt(UNITS / 0.9069));
}

TEST(pack2d, invalid_inputs_say_so) {
    one_agent q = {"pack2d", {{"middle_x", 1}, {"middle_y", 2}, {"spacing", 3}, {"number", 4}}};
    agents::expect_invalid_inputs_say_so(q, {0, 0});
    for (const auto &one :
         {std::pair<const char *, float>{"spacing", -1.0f}, {"number", -1.0f}, {"number", 1048576.0f}}) {
        one_agent wrong = q;
        wrong[one.first] = one.second;
        wrong.expect({0, 0}, WAY_INVALID);
    }
}

TEST(file2d, stops_at_touching_distance) {
    file(0, 0, 0, 5).expect({0, 3, 0, 1}, WAY_MET);
    file(-3, -4, 3, 4).expect({3 - 1.2f, 4 - 1.6f, 0.6f, 0.8f}, WAY_MET);
    file(0, 0, 0, 2).expect({0, 0, 0, 1}, WAY_MET);
    /* a unit closer than the spacing moves back */
    file(0, 1, 0, 2).expect({0, 0, 0, 1}, WAY_MET);
    file(0, 0, 0, 5, 0).expect({0, 5, 0, 1}, WAY_MET);
    /* the heading of the unit ahead changes nothing, even sideways or backwards */
    for (float hx : {-1.0f, 0.0f, 7.0f})
        file(0, 0, 0, 5, 2, hx, 1).expect({0, 3, 0, 1}, WAY_MET);
    file(0, 0, 0, 5, 2, 1, 0).expect({0, 3, 0, 1}, WAY_MET);
}

/* If the unit ahead turns round, the unit behind does not jump, because the heading ahead has no
   influence. */
TEST(file2d, does_not_jump_behind_a_unit_that_turned_round) {
    file(0, 0, 0, 5, 2, 0, -1).expect({0, 3, 0, 1}, WAY_MET);
    file(0, 0, 0, 5, 2, 3, -4).expect({0, 3, 0, 1}, WAY_MET);
    one_agent q = file(0, 0, 5, 0, 2, 3, -4);
    q["heading_y"] = 1;
    q.expect({3, 0, 1, 0}, WAY_MET);
    /* the unit ahead has made a step of 0.25 m on a small circle; a rule that places this unit straight
       behind the unit ahead would move it 2.8 m */
    q = file(0, 0, 1.75f, 1, 2, -0.8f, -0.6f);
    q["heading_x"] = 1;
    float way = std::sqrt(1.75f * 1.75f + 1);
    q.expect({1.75f - 3.5f / way, 1 - 2 / way, 1.75f / way, 1 / way}, WAY_MET);
}

TEST(file2d, at_the_same_position_the_heading_tells_where_behind_is) {
    file(1, 2, 1, 2, 2, 0, 3).expect({1, 0, 0, 1}, WAY_MET);
    file(1, 2, 1, 2, 2).expect({1, 2, 0, 0}, WAY_DEGENERATE);
    file(1, 2, 1, 2, 2, -0.0f, 1e-30f).expect({1, 2, 0, 0}, WAY_DEGENERATE);
    /* if the unit ahead has no heading, the unit's own heading is used */
    one_agent q = file(1, 2, 1, 2, 2);
    q["heading_x"] = -4, q["heading_y"] = 3;
    q.expect({1 + 1.6f, 2 - 1.2f, -0.8f, 0.6f}, WAY_MET);
    q["ahead_heading_y"] = 5;
    q.expect({1, 0, 0, 1}, WAY_MET);
}

TEST(file2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(file(0, 0, 0, 5, 2, 0, 1), {0, 0, 0, 0});
    file(0, 0, 0, 5, -1).expect({0, 0, 0, 0}, WAY_INVALID);
}

TEST(rank2d, follows_straight_on) {
    rank({0, 0, 0, 1}, {0, 3, 0, 1}).expect({0, 1, 0, 1}, WAY_MET);
    rank({0, 0, 0, 1}, {0, 3, 0, 1}, 0).expect({0, 1, 0, 1}, WAY_MET);
}

/* The rank ahead has made a quarter turn about its right end. The rank behind does the same about its own
   right end, whose position is computed first. */
TEST(rank2d, the_inner_unit_goes_first) {
    /* the rank ahead: middle (3, 5), heading right, right unit at (3, 2); this rank's right unit, at (3, 0),
       is straight below that unit */
    rank({0, 0, 0, 1}, {3, 5, 1, 0}).expect({0, 0, 0, 1}, WAY_MET);
    /* the mirror image, to the left */
    rank({0, 0, 0, 1}, {-3, 5, -1, 0}).expect({0, 0, 0, 1}, WAY_MET);
    /* the right unit ahead is at (6, 4); this rank's right unit, at (3, 0), is 5 m away from it and moves 3 m
       towards it, to (4.8, 2.4); the middle is then 3 m to the left of its right unit */
    one_agent q = rank({0, 0, 0, 1}, {6, 7, 1, 0});
    q.slack = 1e-6f;
    q.expect({4.8f - 2.4f, 2.4f + 1.8f, 0.6f, 0.8f}, WAY_MET);
    q = rank({0, 0, 0, 1}, {-6, 7, -1, 0});
    q.slack = 1e-6f;
    q.expect({-4.8f + 2.4f, 2.4f + 1.8f, -0.6f, 0.8f}, WAY_MET);
}

TEST(rank2d, does_not_jump_behind_a_unit_that_turned_round) {
    rank({0, 0, 0, 1}, {0, 2, 0, -1}).expect({0, 0, 0, 1}, WAY_MET);
    rank({0, 0, 0, 1}, {0, 3, 0, -1}, 0).expect({0, 1, 0, 1}, WAY_MET);
    one_agent q = rank({0, 0, 0, 1}, {5, 0, 0.6f, -0.8f}, 0);
    q.expect({3, 0, 1, 0}, WAY_MET);
    /* regression: on a march round a circle that is too small, an earlier version jumped to (17.257,
       5.363) */
    q = rank({5.630061f, 7.0025043f, 0.91799384f, 0.3965947f},
             {18.028105f, 3.5174615f, 0.38542202f, -0.9227404f}, 8, 2);
    std::vector<double> in(q.in.begin(), q.in.end()), rule(5);
    way_reference_named("rank2d")(in.data(), rule.data());
    q.slack = 2e-5f;
    q.expect({(float)rule[0], (float)rule[1], (float)rule[2], (float)rule[3]}, WAY_MET);
    EXPECT_LT(std::hypot(rule[0] - in[0], rule[1] - in[1]), 0.25);
}

TEST(rank2d, without_a_way_it_takes_the_position_straight_behind) {
    rank({4, 3, 0, 1}, {4, 3, 0, 1}).expect({4, 1, 0, 1}, WAY_MET);
    one_agent q = rank({4, 3, 3, -4}, {4, 3, 3, -4});
    q.slack = 1e-6f;
    q.expect({4 - 1.2f, 3 + 1.6f, 0.6f, -0.8f}, WAY_MET);
    rank({0, 0, 1, 0}, {3, 3, 0, 1}).expect({3, 1, 0, 1}, WAY_MET);
}

/* On a narrow course the pivot is at most course_radius - 1.2 spacing sqrt(ranks) from the middle. Here this
   is 9.8 - 1.2 * 2 * 2 = 5 m of 8 m. The rank ahead heads to the left of the way to it, so the left unit at 5
   m moves first: from (-5, 0) towards the aim at (-4, 4), which is 1 m in front of the unit at 5 m of the
   rank ahead. So u = (1, 4) / sqrt(17), and the bar is 3 m (1 - 1 / (2 sqrt(17))). */
TEST(rank2d, on_a_narrow_course_a_unit_nearer_to_the_middle_moves_first) {
    const float root = std::sqrt(17.0f), bar = 3 * (1 - 1 / (2 * root)), ux = 1 / root, uy = 4 / root;
    const float to_x = -4 - bar * ux + 5 * uy, to_y = 4 - bar * uy - 5 * ux;
    for (float side : {1.0f, -1.0f}) {
        one_agent q = rank({0, 0, 0, 1}, {side, 3, 0, 1}, 8, 2);
        q["course_radius"] = 9.8f, q["ranks"] = 4;
        q.slack = 2e-6f;
        q.expect({side * to_x, to_y, side * ux, uy}, WAY_MET);
    }
    /* the rank ahead has turned right by a right angle, and the course is too narrow for any pivot, so the
       middle moves first: towards (1, 8) */
    one_agent q = rank({0, 0, 0, 1}, {0, 8, 1, 0}, 8, 2);
    q["course_radius"] = 4, q["ranks"] = 4;
    const float way = std::sqrt(65.0f), turned = 3 * (1 - 8 / (2 * way));
    q.slack = 2e-6f;
    q.expect({1 - turned / way, 8 - turned * 8 / way, 1 / way, 8 / way}, WAY_MET);
    /* an unknown number of ranks: the middle moves first on every course */
    q["course_radius"] = 1e6f, q["ranks"] = 0;
    q.expect({1 - turned / way, 8 - turned * 8 / way, 1 / way, 8 / way}, WAY_MET);
}

/* A course that is wide enough, or that is not given, changes no bit, also next to ranks on narrow
   courses. */
TEST(rank2d, a_wide_course_changes_nothing) {
    for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
        drawn_agents plain("rank2d", 20000, 743), wide("rank2d", 20000, 743);
        uint64_t random = support::seed_for(744);
        for (size_t i = 0; i < plain.count; i++) {
            float *in = wide.row(i);
            plain.row(i)[10] = plain.row(i)[11] = 0;
            in[11] = (float)(1 + draw_below(&random, 12));
            float wide_enough = 1.001f * (in[4] + 1.2f * in[5] * std::sqrt(in[11]));
            in[10] = i % 3 == 0 ? 0 : i % 3 == 1 ? wide_enough : wide_enough / 2;
        }
        plain.solve(precision);
        wide.solve(precision);
        size_t others = 0;
        for (size_t i = 0; i < plain.count; i++) {
            bool same = std::memcmp(plain.got(i), wide.got(i), 5 * sizeof(float)) == 0;
            ASSERT_TRUE(same || i % 3 == 2) << wide.story(i);
            others += !same;
        }
        EXPECT_GT(others, plain.count / 4) << "narrow courses change the answer";
    }
}

TEST(rank2d, invalid_inputs_say_so) {
    one_agent right = rank({0, 0, 0, 1}, {0, 3, 0, 1});
    agents::expect_invalid_inputs_say_so(right, {0, 0, 0, 0});
    for (const char *column : {"half_width", "spacing", "course_radius", "ranks"}) {
        one_agent q = right;
        q[column] = -1;
        q.expect({0, 0, 0, 0}, WAY_INVALID);
    }
    rank({0, 0, 0, 0}, {0, 3, 0, 1}).expect({0, 0, 0, 0}, WAY_INVALID);
    rank({0, 0, 0, 1}, {0, 3, 0, -0.0f}).expect({0, 0, 0, 0}, WAY_INVALID);
}

one_agent wheel(std::initializer_list<float> own, std::initializer_list<float> wanted, float half_width,
                float step, float catch_up = 2) {
    one_agent q("wheel2d");
    std::copy(own.begin(), own.end(), q.in.begin());
    q["half_width"] = half_width, q["step"] = step, q["catch_up"] = catch_up;
    std::copy(wanted.begin(), wanted.end(), q.in.begin() + 5);
    q.slack = 1e-6f;
    return q;
}

TEST(wheel2d, stops_after_the_allowed_steps_and_reports_the_rest) {
    wheel({0, 0, 0, 1}, {0, 10, 0, 1}, 4, 1).expect({0, 2, 0, 1, 8}, WAY_MET);
    wheel({0, 0, 0, 1}, {0, 10, 0, 1}, 4, 1, 1.5f).expect({0, 1.5f, 0, 1, 8.5f}, WAY_MET);
    wheel({1, 2, 0, 7}, {4, 6, 0, 3}, 4, 1.25f).expect({2.5f, 4, 0, 1, 2.5f}, WAY_MET);
    wheel({1, 2, 3, 4}, {4, 6, 3, 4}, 4, 0).expect({1, 2, 0.6f, 0.8f, 5}, WAY_MET);
}

TEST(wheel2d, arrives_at_the_wanted_pose_to_the_bit) {
    for (float step : {2.5f, 3.0f, 1e6f})
        wheel({1, 2, 0, 1}, {4, 6, 0, 1}, 4, step).expect({4, 6, 0, 1, 0}, WAY_MET);
    one_agent q = wheel({1, 2, 1, 0}, {4.1f, 6.3f, 0, 1}, 4, 100);
    std::vector<float> got = q.answer();
    EXPECT_EQ(4.1f, got[0]);
    EXPECT_EQ(6.3f, got[1]);
    wheel({4, 6, 5, 0}, {4, 6, 7, 0}, 4, 0).expect({4, 6, 1, 0, 0}, WAY_MET);
}

/* A quarter turn needs a chord of sqrt(2) half widths. The outermost unit, 5 m from the middle, may move only
   2.5 m * catch_up = 5 m, so the chord is 1 half width. */
TEST(wheel2d, the_outermost_unit_moves_at_its_limit) {
    const float root = std::sqrt(0.75f), left = 5 * 2 * std::sin(3.14159265f / 12), far = 5 * std::sqrt(3.0f);
    wheel({3, 2, 0, 1}, {3, 2, 1, 0}, 5, 2.5f).expect({3, 2, root, 0.5f, left}, WAY_MET);
    wheel({3, 2, 0, 1}, {3, 2, -1, 0}, 5, 2.5f).expect({3, 2, -root, 0.5f, left}, WAY_MET);
    /* if the wanted heading is exactly opposite, the rank turns left; the chord is 1 of the 2 half widths */
    wheel({3, 2, 0, 1}, {3, 2, 0, -1}, 5, 2.5f).expect({3, 2, -root, 0.5f, far}, WAY_MET);
    wheel({3, 2, 1, 0}, {3, 2, -3, -0.0f}, 5, 2.5f).expect({3, 2, 0.5f, root, far}, WAY_MET);
    wheel({3, 2, 3, 4}, {3, 2, -6, -8}, 5, 2.5f)
        .expect({3, 2, 0.6f * 0.5f - 0.8f * root, 0.8f * 0.5f + 0.6f * root, far}, WAY_MET);
    /* a rank of one unit */
    wheel({0, 0, 0, 1}, {0, 4, 1, 0}, 0, 1).expect({0, 2, std::sqrt(0.4375f), 0.75f, 2}, WAY_MET);
}

TEST(wheel2d, invalid_inputs_say_so) {
    one_agent right = wheel({0, 0, 0, 1}, {0, 3, 1, 1}, 3, 1);
    agents::expect_invalid_inputs_say_so(right, {0, 0, 0, 0, 0});
    for (const char *column : {"half_width", "step", "catch_up"}) {
        one_agent q = right;
        q[column] = -1;
        q.expect({0, 0, 0, 0, 0}, WAY_INVALID);
    }
    for (float catch_up : {0.0f, 0.999f, 2.001f}) {
        one_agent q = right;
        q["catch_up"] = catch_up;
        q.expect({0, 0, 0, 0, 0}, WAY_INVALID);
    }
    wheel({0, 0, 0, 0}, {0, 3, 0, 1}, 3, 1).expect({0, 0, 0, 0, 0}, WAY_INVALID);
    wheel({0, 0, 0, 1}, {0, 3, 0, -0.0f}, 3, 1).expect({0, 0, 0, 0, 0}, WAY_INVALID);
}

/* Draws random ranks and places their units with line2d. No unit moves further than allowed, and no unit is
   further from its wanted position than `behind` says. */
TEST(wheel2d, no_unit_exceeds_its_speed) {
    drawn_agents s("wheel2d", 100000, 741);
    for (size_t i = 0; i < s.count; i++) { /* every other rank is close to the wanted pose */
        float *in = s.row(i);
        if (i % 2)
            in[0] = in[5] + 0.1f * in[2], in[1] = in[6] + 0.1f * in[3], in[9] *= 0.1f;
    }
    for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
        s.solve(precision);
        double most = 0, least = 0;
        for (size_t i = 0; i < s.count; i++) {
            const float *in = s.row(i), *got = s.got(i);
            ASSERT_EQ(WAY_MET, s.status(i)) << s.story(i);
            for (float share : {-1.0f, -0.3f, 0.0f, 0.7f, 1.0f}) {
                way_line2d_agent before = {in[0], in[1], in[2], in[3], share * in[4]}, after = before,
                                 wanted = before;
                after.rank_x = got[0], after.rank_y = got[1];
                after.rank_heading_x = got[2], after.rank_heading_y = got[3];
                wanted.rank_x = in[5], wanted.rank_y = in[6];
                wanted.rank_heading_x = in[7], wanted.rank_heading_y = in[8];
                way_line2d_answer stood, stands, is_wanted;
                ASSERT_EQ(WAY_OK, way_line2d_one(&before, &stood));
                ASSERT_EQ(WAY_OK, way_line2d_one(&after, &stands));
                ASSERT_EQ(WAY_OK, way_line2d_one(&wanted, &is_wanted));
                auto far = [](way_line2d_answer a, way_line2d_answer b) {
                    return std::hypot((double)a.place_x - (double)b.place_x,
                                      (double)a.place_y - (double)b.place_y);
                };
                const double ulp = 0x1p-14; /* twice the distance of neighbouring floats at 500 m */
                double may = (double)in[9] * (double)in[10], moved = far(stood, stands);
                ASSERT_LE(moved, may + 2 * ulp) << s.story(i);
                ASSERT_LE(far(stands, is_wanted), (double)got[4] + 2 * ulp) << s.story(i);
                most = std::fmax(most, moved - may);
                least = std::fmax(least, got[4] > 0 ? moved / may : 0);
            }
        }
        std::printf("further than it may by %.2g m at the most; as far as %.6f of it\n", most, least);
        EXPECT_GT(least, 0.999) << "no unit goes as far as it may";
    }
}

/* The wanted pose moves straight on. A rank catches up from any start, and then stays at the wanted pose.
   Each step shortens the remaining path by at least (catch_up - 1) * step. In the remaining path, a turn
   counts as the arc of the outermost unit. */
TEST(wheel2d, catches_up_at_the_stated_speed) {
    uint64_t random = support::seed_for(742);
    double slowest = 0;
    for (int trial = 0; trial < 2000; trial++) {
        way_wheel2d_agent rank;
        way_wheel2d_answer go = {};
        ASSERT_EQ(WAY_OK, way_wheel2d_agent_default(&rank));
        EXPECT_EQ(2.0f, rank.catch_up);
        float angle = draw_between(&random, 0, 6.2831853);
        rank.x = draw_between(&random, -30, 30), rank.y = draw_between(&random, -30, 30);
        rank.heading_x = std::cos(angle), rank.heading_y = std::sin(angle);
        rank.half_width = draw_between(&random, 0, 10), rank.step = draw_between(&random, 0.1f, 0.5f);
        rank.catch_up = draw_between(&random, 1.2f, 2);
        rank.wanted_heading_y = 1;
        double before = INFINITY, closes = ((double)rank.catch_up - 1) * (double)rank.step, may_take = 0;
        int steps = 0;
        for (; steps == 0 || go.behind > 0; steps++) {
            rank.wanted_y += rank.step;
            ASSERT_EQ(WAY_OK, way_wheel2d_one(&rank, &go));
            ASSERT_EQ(WAY_MET, go.status);
            double left = std::hypot((double)go.next_x, (double)rank.wanted_y - (double)go.next_y) +
                          (double)rank.half_width *
                              std::fabs(std::atan2((double)go.next_heading_x, (double)go.next_heading_y));
            ASSERT_LE(left, std::fmax(before - closes, 0) + 1e-4) << trial << " " << steps;
            if (steps == 0)
                may_take = 1.6 * (double)go.behind / closes;
            before = left;
            rank.x = go.next_x, rank.y = go.next_y;
            rank.heading_x = go.next_heading_x, rank.heading_y = go.next_heading_y;
        }
        ASSERT_LE(steps - 1, std::ceil(may_take) + 1) << trial;
        slowest = std::fmax(slowest, may_take > 10 ? (steps - 1) / may_take : 0);
        for (int more = 0; more < 10; more++) {
            rank.wanted_y += rank.step;
            ASSERT_EQ(WAY_OK, way_wheel2d_one(&rank, &go));
            ASSERT_EQ(0.0f, go.behind);
            ASSERT_EQ(rank.wanted_y, go.next_y);
            rank.y = go.next_y;
        }
    }
    std::printf("%.2f of the steps that it may take\n", slowest);
    EXPECT_GT(slowest, 0.6) << "the header promises too little";
}

/* Against the reference, and in a mirror ----------------------------------------------------------------- */

void expect_agrees(const char *name, double within) {
    drawn_agents s(name, 100000, 721);
    s.solve();
    size_t other = 0;
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> exact = s.reference(i);
        bool off = false;
        for (size_t k = 0; k + 1 < exact.size(); k++)
            off |= std::fabs(exact[k] - (double)s.got(i)[k]) > within;
        other += off;
        ASSERT_EQ((int32_t)exact.back(), s.status(i)) << s.story(i);
    }
    EXPECT_LE(other, 2u) << "a unit or a rank that is almost square to what is ahead";
}

TEST(line2d, agrees_with_the_chapter) { expect_agrees("line2d", 6e-5); }
TEST(file2d, agrees_with_the_chapter) { expect_agrees("file2d", 6e-5); }
TEST(rank2d, agrees_with_the_chapter) { expect_agrees("rank2d", 6e-5); }
TEST(wheel2d, agrees_with_its_rule) { expect_agrees("wheel2d", 6e-5); }
TEST(pack2d, agrees_with_a_walk_round_the_rings) { expect_agrees("pack2d", 1e-3); }

/* `turned` lists the columns that change sign in a mirror: y components and offsets. */
void expect_mirrors(const char *name, std::initializer_list<int> turned) {
    for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
        drawn_agents s(name, 50000, 722), mirror(name, 50000, 722);
        for (size_t i = 0; i < s.count; i++)
            for (int k : turned)
                mirror.row(i)[k] = -s.row(i)[k];
        s.solve(precision);
        mirror.solve(precision);
        for (size_t i = 0; i < s.count; i++) {
            for (size_t k = 0; k + 1 < s.behaviour->output_count; k++)
                ASSERT_EQ(s.got(i)[k] * (k % 2 ? -1.0f : 1.0f), mirror.got(i)[k]) << s.story(i);
            ASSERT_EQ(s.status(i), mirror.status(i)) << s.story(i);
        }
    }
}

TEST(line2d, left_and_right_are_mirror_images_to_the_bit) { expect_mirrors("line2d", {1, 3, 4}); }
TEST(file2d, left_and_right_are_mirror_images_to_the_bit) { expect_mirrors("file2d", {1, 4, 6, 8}); }
TEST(rank2d, left_and_right_are_mirror_images_to_the_bit) { expect_mirrors("rank2d", {1, 3, 7, 9}); }
TEST(wheel2d, left_and_right_are_mirror_images_to_the_bit) { expect_mirrors("wheel2d", {1, 3, 6, 8}); }

/* Formations on the march -------------------------------------------------------------------------------- */

enum { RANKS = 20, FILES = 10 };
const float spacing = 2, half_width = spacing * (FILES - 1) / 2;

struct columns {
    explicit columns(size_t n) : x(n), y(n), hx(n), hy(n) {}
    std::vector<float> x, y, hx, hy;
};

/* Squads march from pose to pose along shortest paths. Each squad is simulated twice. In the column style,
   each unit has a pose; the units are stored by rank, then by squad, then by file. In the row style, each
   rank has one pose, from which line2d computes `row_units`. */
struct army {
    explicit army(size_t the_squads, uint64_t salt, bool mirror = false)
        : squads(the_squads), from(squads), to(squads), at(squads), units(squads * FILES * RANKS),
          row_units(units.x.size()), rows(squads * RANKS), radius(squads), distance(squads), arcs(3 * squads),
          total(squads), word(squads), offset(squads * FILES), squad_of(squads * FILES) {
        uint64_t random = support::seed_for(salt);
        float up = mirror ? -1.0f : 1.0f;
        for (size_t i = 0; i < squads; i++) {
            float angle = draw_between(&random, 0, 6.2831853), later = draw_between(&random, 0, 6.2831853);
            from.x[i] = draw_between(&random, 0, 400), from.y[i] = up * draw_between(&random, 0, 400);
            to.x[i] = draw_between(&random, 0, 400), to.y[i] = up * draw_between(&random, 0, 400);
            from.hx[i] = std::cos(angle), from.hy[i] = up * std::sin(angle);
            to.hx[i] = std::cos(later), to.hy[i] = up * std::sin(later);
            radius[i] = draw_between(&random, 22, 60);
        }
        for (size_t file = 0; file < FILES; file++)
            for (size_t i = 0; i < squads; i++) {
                offset[i * FILES + file] = up * spacing * ((float)file - (FILES - 1) / 2.0f);
                squad_of[i * FILES + file] = (uint32_t)i;
            }
        at = from;
        plan();
        for (size_t r = 0; r < RANKS; r++) /* at the start, ranks stand straight behind the first one */
            for (size_t i = 0; i < squads; i++) {
                float back = spacing * (float)r;
                rows.x[r * squads + i] = from.x[i] - back * from.hx[i];
                rows.y[r * squads + i] = from.y[i] - back * from.hy[i];
                rows.hx[r * squads + i] = from.hx[i], rows.hy[r * squads + i] = from.hy[i];
            }
        for (size_t r = 0; r < RANKS; r++)
            put_in_line(rows, r * squads, units, r);
        for (size_t u = 0; u < units.x.size(); u++)
            units.hx[u] = from.hx[u / FILES % squads], units.hy[u] = from.hy[u / FILES % squads];
    }

    void plan() {
        way_shortest_path2d_in in = {};
        in.x.data = from.x.data(), in.y.data = from.y.data();
        in.heading_x.data = from.hx.data(), in.heading_y.data = from.hy.data();
        in.target_x.data = to.x.data(), in.target_y.data = to.y.data();
        in.target_heading_x.data = to.hx.data(), in.target_heading_y.data = to.hy.data();
        in.radius.data = radius.data();
        way_shortest_path2d_out out = {};
        out.arc1 = way_to(&arcs[0], 12), out.middle = way_to(&arcs[1], 12), out.arc2 = way_to(&arcs[2], 12);
        out.total.data = total.data(), out.word.data = word.data();
        way_batch batch = {};
        batch.count = squads;
        ASSERT_EQ(WAY_OK, way_shortest_path2d(&in, &out, &batch));
    }

    void put_in_line(const columns &poses, size_t pose, columns &places, size_t r) {
        way_line2d_in in = {};
        in.rank_x.data = &poses.x[pose], in.rank_y.data = &poses.y[pose];
        in.rank_heading_x.data = &poses.hx[pose], in.rank_heading_y.data = &poses.hy[pose];
        in.offset.data = offset.data();
        way_line2d_out out = {};
        size_t first = r * squads * FILES;
        out.place_x.data = &places.x[first], out.place_y.data = &places.y[first];
        way_batch batch = {};
        batch.count = squads * FILES;
        batch.targets.row.data = squad_of.data();
        batch.targets.runner_count = squads;
        ASSERT_EQ(WAY_OK, way_line2d(&in, &out, &batch));
    }

    void march(const float *step) {
        way_march2d_in in = {};
        in.x.data = from.x.data(), in.y.data = from.y.data();
        in.heading_x.data = from.hx.data(), in.heading_y.data = from.hy.data();
        in.target_x.data = to.x.data(), in.target_y.data = to.y.data();
        in.target_heading_x.data = to.hx.data(), in.target_heading_y.data = to.hy.data();
        in.radius.data = radius.data(), in.word.data = word.data();
        in.arc1 = way_at(&arcs[0], 12), in.middle = way_at(&arcs[1], 12), in.arc2 = way_at(&arcs[2], 12);
        in.distance.data = distance.data(), in.step = way_same(step);
        way_march2d_out out = {};
        out.next_x.data = at.x.data(), out.next_y.data = at.y.data();
        out.next_heading_x.data = at.hx.data(), out.next_heading_y.data = at.hy.data();
        out.next_distance.data = distance.data();
        way_batch batch = {};
        batch.count = squads;
        ASSERT_EQ(WAY_OK, way_march2d(&in, &out, &batch));
    }

    /* Places the first rank at the formation's pose, then updates the ranks behind it in place. If `form_up`,
       each rank starts from the position of the rank ahead. */
    void follow(bool form_up = false) {
        put_in_line(at, 0, units, 0);
        size_t width = squads * FILES;
        for (size_t u = 0; u < width; u++)
            units.hx[u] = at.hx[u / FILES], units.hy[u] = at.hy[u / FILES];
        way_batch batch = {};
        for (size_t r = 1; r < RANKS; r++) {
            size_t own = r * width, ahead = own - width;
            way_file2d_in in = {};
            size_t from = form_up ? ahead : own;
            in.x.data = &units.x[from], in.y.data = &units.y[from], in.spacing = way_same(&spacing);
            in.ahead_x.data = &units.x[ahead], in.ahead_y.data = &units.y[ahead];
            in.ahead_heading_x.data = &units.hx[ahead], in.ahead_heading_y.data = &units.hy[ahead];
            in.heading_x.data = &units.hx[own], in.heading_y.data = &units.hy[own];
            way_file2d_out out = {};
            out.next_x.data = &units.x[own], out.next_y.data = &units.y[own];
            out.next_heading_x.data = &units.hx[own], out.next_heading_y.data = &units.hy[own];
            batch.count = width;
            ASSERT_EQ(WAY_OK, way_file2d(&in, &out, &batch));
        }
        for (size_t i = 0; i < squads; i++) {
            rows.x[i] = at.x[i], rows.y[i] = at.y[i];
            rows.hx[i] = at.hx[i], rows.hy[i] = at.hy[i];
        }
        put_in_line(rows, 0, row_units, 0);
        for (size_t r = 1; r < RANKS; r++) {
            size_t own = r * squads, ahead = own - squads;
            way_rank2d_in in = {};
            size_t from = form_up ? ahead : own;
            in.x.data = &rows.x[from], in.y.data = &rows.y[from];
            in.heading_x.data = &rows.hx[from], in.heading_y.data = &rows.hy[from];
            in.half_width = way_same(&half_width), in.spacing = way_same(&spacing);
            in.ahead_x.data = &rows.x[ahead], in.ahead_y.data = &rows.y[ahead];
            in.ahead_heading_x.data = &rows.hx[ahead], in.ahead_heading_y.data = &rows.hy[ahead];
            way_rank2d_out out = {};
            out.next_x.data = &rows.x[own], out.next_y.data = &rows.y[own];
            out.next_heading_x.data = &rows.hx[own], out.next_heading_y.data = &rows.hy[own];
            batch.count = squads;
            ASSERT_EQ(WAY_OK, way_rank2d(&in, &out, &batch));
            put_in_line(rows, own, row_units, r);
        }
    }

    double apart(const columns &c, size_t a, size_t b) const {
        return std::hypot((double)c.x[a] - (double)c.x[b], (double)c.y[a] - (double)c.y[b]);
    }
    size_t unit(size_t r, size_t squad, size_t file) const { return (r * squads + squad) * FILES + file; }

    size_t squads;
    columns from, to, at, units, row_units, rows;
    std::vector<float> radius, distance, arcs, total;
    std::vector<int32_t> word;
    std::vector<float> offset;
    std::vector<uint32_t> squad_of;
};

/* No two units are closer than `spacing`. In the column style, each unit is at this distance from the unit
   ahead. In the row style, neighbours in a rank are at this distance, and the unit ahead is no closer. The
   tolerance `rounding` is larger than 3e-5 m, the distance of neighbouring floats at 400 m. */
TEST(formations, no_two_units_of_a_file_or_a_rank_are_closer_than_touching) {
    const double rounding = 2e-4;
    army all(support::draws(512), 723);
    size_t pairs = 0, frames = 0;
    double nearest_file = INFINITY, nearest_row = INFINITY, nearest_rows = INFINITY;
    const float step = 2;
    for (int frame = 0; frame < 480; frame++) {
        all.march(&step);
        all.follow();
        if (frame % 10 != 0)
            continue;
        frames++;
        for (size_t i = 0; i < all.squads; i++)
            for (size_t file = 0; file < FILES; file++)
                for (size_t r = 0; r < RANKS; r++) {
                    size_t u = all.unit(r, i, file);
                    if (r > 0) {
                        ASSERT_NEAR((double)spacing, all.apart(all.units, u, all.unit(r - 1, i, file)),
                                    rounding);
                        nearest_rows =
                            std::fmin(nearest_rows, all.apart(all.row_units, u, all.unit(r - 1, i, file)));
                    }
                    for (size_t other = 0; other < r; other++, pairs++)
                        nearest_file =
                            std::fmin(nearest_file, all.apart(all.units, u, all.unit(other, i, file)));
                    for (size_t other = 0; other < file; other++, pairs++) {
                        double off = all.apart(all.row_units, u, all.unit(r, i, other));
                        ASSERT_NEAR((double)spacing * (double)(file - other), off, rounding);
                        nearest_row = std::fmin(nearest_row, off);
                    }
                }
    }
    std::printf("%zu pairs of %zu squads in %zu frames, %g m to touch: nearest of a file %.6f, of a rank "
                "%.6f, of ranks "
                "behind each other %.6f\n",
                pairs, all.squads, frames, (double)spacing, nearest_file, nearest_row, nearest_rows);
    EXPECT_GE(nearest_file, (double)spacing - rounding);
    EXPECT_GE(nearest_row, (double)spacing - rounding);
    EXPECT_GE(nearest_rows, (double)spacing - rounding);
    for (size_t i = 0; i < all.squads; i++)
        ASSERT_EQ(all.to.x[i], all.at.x[i]);
}

/* Formations turn to a new heading without a step. After they form up, each unit is straight behind the unit
   ahead along the new heading, and the last rank is behind the first. */
TEST(formations, form_up_behind_a_new_heading) {
    army all(64, 724);
    const float none = 0;
    all.follow();
    for (float turn : {3.14159265f, 2.5f, -1.8f}) {
        for (size_t i = 0; i < all.squads; i++) {
            float c = std::cos(turn), s = std::sin(turn), x = all.at.hx[i], y = all.at.hy[i];
            all.at.hx[i] = c * x - s * y, all.at.hy[i] = s * x + c * y;
        }
        all.follow(true);
        for (size_t i = 0; i < all.squads; i++) {
            auto behind = [&](const columns &c, size_t last, size_t first) {
                return ((double)c.x[first] - (double)c.x[last]) * (double)all.at.hx[i] +
                       ((double)c.y[first] - (double)c.y[last]) * (double)all.at.hy[i];
            };
            for (size_t r = 1; r < RANKS; r++) {
                for (size_t file = 0; file < FILES; file++)
                    ASSERT_NEAR(behind(all.units, all.unit(r, i, file), all.unit(0, i, file)),
                                (double)spacing * (double)r, 1e-3);
                ASSERT_NEAR(behind(all.rows, r * all.squads + i, i), (double)spacing * (double)r, 1e-3);
            }
        }
        all.march(&none); /* restores the path's pose */
        all.follow();
    }
}

/* A whole march and its mirror image have the same bits for every unit. The test compares every 20th
   frame. */
TEST(formations, left_and_right_turns_mirror_each_other) {
    army all(128, 725), mirror(128, 725, true);
    const float step = 0.75f;
    for (int frame = 0; frame < 600; frame++) {
        all.march(&step);
        mirror.march(&step);
        all.follow();
        mirror.follow();
        if (frame % 20 != 0)
            continue;
        for (size_t u = 0; u < all.units.x.size(); u++) {
            ASSERT_EQ(all.units.x[u], mirror.units.x[u]) << frame << " " << u;
            ASSERT_EQ(all.units.y[u], -mirror.units.y[u]) << frame << " " << u;
            ASSERT_EQ(all.row_units.x[u], mirror.row_units.x[u]) << frame << " " << u;
            ASSERT_EQ(all.row_units.y[u], -mirror.row_units.y[u]) << frame << " " << u;
        }
    }
}

/* Against the chapter's rule, step by step --------------------------------------------------------------- */

/* Returns the least radius that the path of the first rank's middle may have. */
double least_radius(double half, double touch, size_t ranks, double step) {
    return half + std::sqrt((double)(ranks - 1) * touch * (touch + step));
}

struct pose {
    double x, y, hx, hy;
};

/* Returns the pose of the rank's unit that is `offset` to the right of the middle. */
pose beside(const pose &rank, double offset) {
    double length = std::sqrt(rank.hx * rank.hx + rank.hy * rank.hy);
    return {rank.x + offset * rank.hy / length, rank.y - offset * rank.hx / length, rank.hx, rank.hy};
}

double between(const pose &a, const pose &b) {
    return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

enum path_kind { SHORTEST, TURNING, BENDS, ONE_ARC };

/* Squads of different widths, depths and spacings. The first ranks follow different paths. In the row
   style, `rows` has the pose of each rank. In the column style, `units` has three units of each rank: the two
   outermost ones and the middle. */
struct companies {
    enum { DEEPEST = 7, ENDS = 3 };

    companies(size_t the_count, uint64_t salt)
        : count(the_count), from(count), to(count), lead(count), arcs(3 * count), radius(count), half(count),
          touch(count), step(count), at(count), word(count), ranks(count), bend(count), left(count),
          rows(count), units(count), bends(count) {
        random = support::seed_for(salt, count);
        for (size_t i = 0; i < count; i++)
            bends[i] = support::seed_for(salt, i);
    }

    /* Sets the numbers of company i. The radius of its path is `times` the least radius. */
    void put(size_t i, size_t its_ranks, float its_half, float its_touch, float its_step, float times) {
        ranks[i] = its_ranks, half[i] = its_half, touch[i] = its_touch, step[i] = its_step;
        radius[i] =
            times * (float)least_radius((double)its_half, (double)its_touch, its_ranks, (double)its_step);
    }

    /* Draws the paths. At their starts, all ranks stand straight behind the first rank. */
    void begin() {
        for (size_t i = 0; i < count; i++) {
            float angle = draw_between(&random, 0, 6.2831853), later = draw_between(&random, 0, 6.2831853);
            float far = 6 * radius[i];
            from.x[i] = draw_between(&random, 0, far), from.y[i] = draw_between(&random, 0, far);
            to.x[i] = draw_between(&random, 0, far), to.y[i] = draw_between(&random, 0, far);
            from.hx[i] = std::cos(angle), from.hy[i] = std::sin(angle);
            to.hx[i] = std::cos(later), to.hy[i] = std::sin(later);
            pose first = {(double)from.x[i], (double)from.y[i], (double)from.hx[i], (double)from.hy[i]};
            for (int r = 0; r < DEEPEST; r++) {
                double back = (double)touch[i] * r;
                rows[i][r] = {first.x - back * first.hx, first.y - back * first.hy, first.hx, first.hy};
                for (int end = 0; end < ENDS; end++)
                    units[i][r * ENDS + end] = beside(rows[i][r], (end - 1) * (double)half[i]);
            }
        }
        plan<way_shortest_path2d_in, way_shortest_path2d_out>(way_shortest_path2d, SHORTEST);
        plan<way_turning_path2d_in, way_turning_path2d_out>(way_turning_path2d, TURNING);
    }

    static way_column_out &middle_of(way_shortest_path2d_out &out) { return out.middle; }
    static way_column_out &middle_of(way_turning_path2d_out &out) { return out.straight; }

    template <class In, class Out>
    void plan(way_result (*path)(const In *, const Out *, const way_batch *), path_kind wanted) {
        for (size_t i = 0; i < count; i++) {
            if (kind(i) != wanted)
                continue;
            In in = {};
            in.x.data = &from.x[i], in.y.data = &from.y[i];
            in.heading_x.data = &from.hx[i], in.heading_y.data = &from.hy[i];
            in.target_x.data = &to.x[i], in.target_y.data = &to.y[i];
            in.target_heading_x.data = &to.hx[i], in.target_heading_y.data = &to.hy[i];
            in.radius.data = &radius[i];
            Out out = {};
            out.arc1.data = &arcs[3 * i], middle_of(out).data = &arcs[3 * i + 1];
            out.arc2.data = &arcs[3 * i + 2], out.word.data = &word[i];
            way_batch batch = {};
            batch.count = 1;
            ASSERT_EQ(WAY_OK, path(&in, &out, &batch));
        }
    }

    path_kind kind(size_t i) const { return one_arc ? ONE_ARC : (path_kind)(i % 4); }

    /* Computes the first ranks' next poses. */
    void march() {
        way_march2d_in in = {};
        in.x.data = from.x.data(), in.y.data = from.y.data();
        in.heading_x.data = from.hx.data(), in.heading_y.data = from.hy.data();
        in.target_x.data = to.x.data(), in.target_y.data = to.y.data();
        in.target_heading_x.data = to.hx.data(), in.target_heading_y.data = to.hy.data();
        in.radius.data = radius.data(), in.word.data = word.data();
        in.arc1 = way_at(&arcs[0], 12), in.middle = way_at(&arcs[1], 12), in.arc2 = way_at(&arcs[2], 12);
        in.distance.data = at.data(), in.step.data = step.data();
        way_march2d_out out = {};
        out.next_x.data = lead.x.data(), out.next_y.data = lead.y.data();
        out.next_heading_x.data = lead.hx.data(), out.next_heading_y.data = lead.hy.data();
        out.next_distance.data = at.data();
        way_batch batch = {};
        batch.count = count;
        ASSERT_EQ(WAY_OK, way_march2d(&in, &out, &batch));
        for (size_t i = 0; i < count; i++) {
            pose &p = rows[i][0];
            if (kind(i) == BENDS || kind(i) == ONE_ARC)
                p = round_the_bend(i, p);
            else if (word[i] != WAY_NO_WORD)
                p = {(double)lead.x[i], (double)lead.y[i], (double)lead.hx[i], (double)lead.hy[i]};
            lead.x[i] = (float)p.x, lead.y[i] = (float)p.y;
            lead.hx[i] = (float)p.hx, lead.hy[i] = (float)p.hy;
        }
    }

    /* Moves p by one step along random straights and arcs to either side, or, for ONE_ARC, along an endless
       arc. */
    pose round_the_bend(size_t i, const pose &p) {
        double r = (double)radius[i], length = (double)step[i];
        left[i] -= length;
        if (left[i] <= 0) {
            int to = (int)draw_below(&bends[i], 3) - 1;
            bend[i] = kind(i) == ONE_ARC ? (draw_below(&bends[i], 2) ? 1 : -1) / r
                                         : to / (r * (double)draw_between(&bends[i], 1, 1.5f));
            left[i] = kind(i) == ONE_ARC ? INFINITY : r * (double)draw_between(&bends[i], 0.1f, 6.5f);
        }
        if (bend[i] == 0)
            return {p.x + length * p.hx, p.y + length * p.hy, p.hx, p.hy};
        double c = std::cos(length * bend[i]), s = std::sin(length * bend[i]);
        pose next = {0, 0, c * p.hx - s * p.hy, s * p.hx + c * p.hy};
        double norm = std::hypot(next.hx, next.hy);
        next.hx /= norm, next.hy /= norm;
        next.x = p.x + (next.hy - p.hy) / bend[i], next.y = p.y - (next.hx - p.hx) / bend[i];
        return next;
    }

    /* Writes the library's answers for rank r of all companies to `next`: one per rank, or one per unit. */
    void ask(const char *name, int r, int ends, way_precision precision, std::vector<float> &next) {
        const way_behaviour *behaviour = way_behaviour_named(name);
        size_t fields = behaviour->input_count, n = count * (size_t)ends;
        asked.resize(n * fields), next.resize(n * 5);
        for (size_t i = 0; i < count; i++)
            for (int end = 0; end < ends; end++) {
                bool row = ends == 1;
                const pose &own = row ? rows[i][r] : units[i][r * ENDS + end];
                const pose &ahead = row ? rows[i][r - 1] : units[i][(r - 1) * ENDS + end];
                float *in = &asked[(i * (size_t)ends + (size_t)end) * fields];
                double row_in[] = {own.x,   own.y,   own.hx,   own.hy,  (double)half[i], (double)touch[i],
                                   ahead.x, ahead.y, ahead.hx, ahead.hy};
                double file_in[] = {own.x,    own.y,    (double)touch[i], ahead.x, ahead.y,
                                    ahead.hx, ahead.hy, own.hx,           own.hy};
                for (size_t k = 0; k < fields; k++)
                    in[k] = (float)(row ? row_in[k] : file_in[k]);
            }
        std::vector<way_column> columns;
        std::vector<way_column_out> results;
        for (size_t k = 0; k < fields; k++)
            columns.push_back(way_at(&asked[k], 4 * fields));
        for (size_t k = 0; k < 5; k++)
            results.push_back(way_to(&next[k], 4 * 5));
        way_batch batch = {};
        batch.count = n;
        batch.precision = precision;
        ASSERT_EQ(WAY_OK, way_run(behaviour, columns.data(), results.data(), &batch));
    }

    size_t count;
    columns from, to, lead;
    std::vector<float> arcs, radius, half, touch, step, at;
    std::vector<int32_t> word;
    std::vector<size_t> ranks;
    std::vector<double> bend, left;
    std::vector<std::array<pose, DEEPEST>> rows;
    std::vector<std::array<pose, DEEPEST * ENDS>> units;
    std::vector<uint64_t> bends; /* random state of the next bend */
    std::vector<float> asked;
    uint64_t random;
    bool one_arc = false;
};

/* The results of walk(). `worst` is the largest ratio of a unit's move to the rule's move, where the rule's
   move is much larger than rounding. `nearer` is the most by which a unit ended up closer to a unit ahead
   than the rule would have put it. */
struct tally {
    size_t moves = 0, too_far = 0, too_near = 0;
    double worst = 0, nearer = 0;
    double of_lead = 0;        /* the furthest move, divided by the move of the first rank's outermost unit */
    double nearest = INFINITY; /* the least distance to the unit ahead, divided by the spacing */
    double against = 1;        /* the least cosine between the headings of a rank and of the rank ahead */
    std::string first;
};

/* Moves the companies. Compares each step of each unit with the step that the source's rule gives (the source
   is a book chapter). The reference computes the rule from the same state. */
void walk(companies &all, int steps, way_precision precision, double rounding, bool files, tally *sum) {
    way_reference *rule_of = way_reference_named(files ? "file2d" : "rank2d");
    int ends = files ? companies::ENDS : 1;
    std::vector<float> next;
    std::vector<double> lead_moves(all.count);
    size_t fields = way_behaviour_named(files ? "file2d" : "rank2d")->input_count;
    for (int frame = 0; frame < steps; frame++) {
        std::vector<std::array<pose, companies::DEEPEST>> rows = all.rows;
        all.march();
        for (size_t i = 0; i < all.count; i++) {
            double most = 0;
            for (int end = 0; end < companies::ENDS; end++) {
                double offset = (end - 1) * (double)all.half[i];
                /* the first rank's pose in floats, as the library gets it */
                pose p = {(double)all.lead.x[i], (double)all.lead.y[i], (double)all.lead.hx[i],
                          (double)all.lead.hy[i]};
                all.units[i][end] = beside(p, offset);
                most = std::fmax(most, between(beside(p, offset), beside(rows[i][0], offset)));
            }
            lead_moves[i] = most;
        }
        for (int r = 1; r < companies::DEEPEST; r++) {
            all.ask(files ? "file2d" : "rank2d", r, ends, precision, next);
            for (size_t i = 0; i < all.count; i++)
                for (int end = 0; end < ends; end++) {
                    size_t row = i * (size_t)ends + (size_t)end;
                    const float *got = &next[row * 5];
                    pose &own = files ? all.units[i][r * companies::ENDS + end] : all.rows[i][r];
                    pose now = {(double)got[0], (double)got[1], (double)got[2], (double)got[3]}, old = own;
                    own = now;
                    if ((size_t)r >= all.ranks[i])
                        continue;
                    double given[10], said[5];
                    for (size_t k = 0; k < fields; k++)
                        given[k] = (double)all.asked[row * fields + k];
                    rule_of(given, said);
                    pose rule = {said[0], said[1], said[2], said[3]};
                    const pose *ahead =
                        files ? &all.units[i][(r - 1) * companies::ENDS + end] : &all.rows[i][r - 1];
                    for (int unit = files ? 1 : 0; unit < (files ? 2 : 3); unit++) {
                        double offset = (unit - 1) * (double)all.half[i];
                        pose to = beside(now, offset), wanted = beside(rule, offset),
                             stood = beside(old, offset);
                        double moved = between(to, stood), by_rule = between(wanted, stood);
                        sum->moves++;
                        bool far = moved > 1.2 * by_rule + rounding, near = false;
                        if (by_rule > 100 * rounding)
                            sum->worst = std::fmax(sum->worst, moved / by_rule);
                        if (lead_moves[i] > 100 * rounding)
                            sum->of_lead = std::fmax(sum->of_lead, (moved - rounding) / lead_moves[i]);
                        for (int other = files ? 1 : 0; other < (files ? 2 : 3); other++) {
                            pose neighbour = beside(*ahead, (other - 1) * (double)all.half[i]);
                            double off = between(to, neighbour), rules = between(wanted, neighbour);
                            near |= off < rules - rounding;
                            sum->nearer = std::fmax(sum->nearer, rules - off);
                            if (other == unit)
                                sum->nearest = std::fmin(sum->nearest, off / (double)all.touch[i]);
                        }
                        sum->too_far += far, sum->too_near += near;
                        if ((far || near) && sum->first.empty()) {
                            char text[512];
                            std::snprintf(
                                text, sizeof text,
                                "squad %zu, path %d, step %d of %g m, rank %d of %zu, radius %g, half "
                                "width %g, spacing %g: moved %g m, by the rule %g",
                                i, (int)all.kind(i), frame, (double)all.step[i], r, all.ranks[i],
                                (double)all.radius[i], (double)all.half[i], (double)all.touch[i], moved,
                                by_rule);
                            sum->first = text;
                        }
                    }
                    sum->against = std::fmin(sum->against, now.hx * ahead->hx + now.hy * ahead->hy);
                }
        }
    }
}

void print(const char *what, const companies &all, const tally &sum) {
    std::printf("%s: %zu paths, %zu moves of units; worst %.4f of the rule's, nearer by %.2g m, %.2f of the "
                "leader's; nearest %.4f of the spacing; %zu too far, %zu too near\n",
                what, all.count, sum.moves, sum.worst, sum.nearer, sum.of_lead, sum.nearest, sum.too_far,
                sum.too_near);
    std::fflush(stdout);
}

/* Draws random widths, depths and spacings. Radii are at least `times` the least radius, and about a quarter
   of the radii are exactly that. In two hundred steps, most companies make a full circle. */
void any_companies(companies &all, float times) {
    for (size_t i = 0; i < all.count; i++) {
        size_t ranks = 2 + draw_below(&all.random, companies::DEEPEST - 1);
        float half = draw_between(&all.random, 0, 15), touch = draw_between(&all.random, 0.5f, 4);
        float wide = draw_below(&all.random, 4) ? times + draw_between(&all.random, 0, 2) : times;
        float small = (float)least_radius((double)half, (double)touch, ranks, 0) * wide;
        float step = std::fmin(0.5f * touch, draw_between(&all.random, 0.01f, 0.05f) * small);
        all.put(i, ranks, half, touch, step, wide);
    }
    all.begin();
}

void expect_keeps_to_the_rule(size_t paths, way_precision precision, double rounding, bool files, float times,
                              uint64_t salt) {
    companies all(support::draws(paths), salt);
    any_companies(all, times);
    tally sum;
    walk(all, 200, precision, rounding, files, &sum);
    print(files ? "columns" : "rows", all, sum);
    EXPECT_EQ(0u, sum.too_far) << sum.first;
    EXPECT_EQ(0u, sum.too_near) << sum.first;
    EXPECT_LE(sum.of_lead, files ? 1.0 : INFINITY);
    /* rows keep the spacing only if the radius is at least the least radius; then they may still come nearer
       by a hundredth of it, because steps are up to half the spacing (docs/accuracy.md) */
    EXPECT_GE(sum.nearest, files ? 0.999 : times >= 1 ? 0.99 : 0.0);
}

TEST(formations, units_move_and_approach_as_the_chapters_rule_does) {
    expect_keeps_to_the_rule(10000, WAY_EXACT, 2e-4, false, 1, 726);
    expect_keeps_to_the_rule(2500, WAY_EXACT, 2e-4, false, 0.4f, 727);
    expect_keeps_to_the_rule(2500, WAY_FAST, 2e-3, false, 1, 728);
    expect_keeps_to_the_rule(10000, WAY_EXACT, 2e-4, true, 0.4f, 729);
    expect_keeps_to_the_rule(2500, WAY_FAST, 2e-3, true, 0.4f, 739);
}

/* The test compares two step lengths: a jump of fixed length would be a larger multiple of the smaller
   step. */
TEST(formations, ranks_do_not_jump_from_the_least_radius_on) {
    double of_lead[2];
    for (int fine = 0; fine < 2; fine++) {
        companies all(std::max<size_t>(support::draws(100), 20), 730);
        any_companies(all, 1.02f);
        for (float &step : all.step)
            step *= fine ? 0.125f : 1.0f;
        tally sum;
        walk(all, fine ? 3200 : 400, WAY_EXACT, 2e-4, false, &sum);
        print(fine ? "an eighth of the step" : "the step", all, sum);
        of_lead[fine] = sum.of_lead;
        EXPECT_GE(sum.nearest, fine ? 0.9995 : 0.99);
    }
    EXPECT_LT(of_lead[1], 1.3 * of_lead[0]);
}

/* Ranks march on an endless circle. At the least radius, no unit moves further than the outermost unit of the
   first rank, and units never overlap. On a slightly smaller circle, a rank turns against the rank ahead. */
TEST(formations, the_least_radius_is_minimal) {
    size_t few = std::max<size_t>(support::draws(40), 8);
    for (size_t ranks = 2; ranks <= companies::DEEPEST; ranks++) {
        companies at(few, 731 + ranks), under(few, 731 + ranks);
        at.one_arc = under.one_arc = true;
        for (companies *all : {&at, &under}) {
            for (size_t i = 0; i < few; i++) {
                float touch = draw_between(&all->random, 1, 4), half = draw_between(&all->random, 0, 12);
                float step = 0.1f * touch;
                all->put(i, ranks, half, touch, step, 1.001f);
                if (all == &under)
                    all->radius[i] = half + 0.99f * (float)(least_radius(0, (double)touch, ranks, 0));
            }
            all->begin();
            tally sum;
            walk(*all, 1500, WAY_EXACT, 1e-4, false, &sum);
            print(all == &at ? "at the least" : "under it", *all, sum);
            if (all == &at) {
                EXPECT_LE(sum.of_lead, 1.001) << ranks;
                EXPECT_GE(sum.nearest, 0.999) << ranks;
                EXPECT_GE(sum.against, -1e-3) << ranks;
            } else
                EXPECT_LT(sum.against, -0.5) << ranks;
        }
    }
}

/* With half width 8 and 6 ranks, the least radius is more than 12.4, but the circle here has radius 10. No
   unit jumps before the last rank, 10 m behind the first, has gone round three quarters of the circle. */
TEST(formations, too_small_circles_cause_no_jump_for_three_quarters) {
    for (bool files : {false, true}) {
        companies all(8, 740);
        all.one_arc = true;
        for (size_t i = 0; i < all.count; i++) {
            all.put(i, 6, 8, 2, 0.25f, 1);
            all.radius[i] = 10;
        }
        all.begin();
        tally sum;
        walk(all, (int)(10 * 5.75 / 0.25), WAY_EXACT, 1e-4, files, &sum);
        print(files ? "columns" : "rows", all, sum);
        EXPECT_LE(sum.of_lead, 1.0);
    }
}

/* wheel2d after rank2d, on any course -------------------------------------------------------------------- */

/* A part of a leader's course: a length in metres and a curvature, positive to the left. */
struct bend {
    double length, curvature;
};

using course = std::vector<bend>;

bend turns(double degrees, double radius = 10) {
    double angle = degrees * 3.14159265358979 / 180;
    return {std::fabs(angle) * radius, (degrees < 0 ? -1 : 1) / radius};
}
bend straight(double length) { return {length, 0}; }

/* A formation. line2d places the units of its ranks. */
struct platoon {
    enum { RANKS_OF_IT = 6, UNITS = 5 };

    explicit platoon(float the_step, float the_catch_up) : step(the_step), catch_up(the_catch_up) {
        for (int r = 0; r < RANKS_OF_IT; r++)
            rank[r] = {0, -touch * (float)r, 0, 1};
        put_in_line();
        was = unit;
    }

    struct pose_of_floats {
        float x, y, hx, hy;
    };
    struct place {
        double x, y;
    };

    void put_in_line() {
        for (int r = 0; r < RANKS_OF_IT; r++)
            for (int k = 0; k < UNITS; k++) {
                way_line2d_agent in = {rank[r].x, rank[r].y, rank[r].hx, rank[r].hy,
                                       half * ((float)k / (UNITS - 1) * 2 - 1)};
                way_line2d_answer out;
                ASSERT_EQ(WAY_OK, way_line2d_one(&in, &out));
                unit[r][k] = {(double)out.place_x, (double)out.place_y};
            }
    }

    /* The formation makes one step behind the leader, whose new pose is `leader`. */
    void follow(const pose_of_floats &leader, bool wheels) {
        was = unit;
        for (int r = 0; r < RANKS_OF_IT; r++) {
            pose_of_floats wanted = leader;
            if (r > 0) {
                way_rank2d_agent in = {
                    rank[r].x,     rank[r].y,     rank[r].hx,     rank[r].hy,     half, touch,
                    rank[r - 1].x, rank[r - 1].y, rank[r - 1].hx, rank[r - 1].hy, 0,    0};
                way_rank2d_answer out;
                ASSERT_EQ(WAY_OK, way_rank2d_one(&in, &out));
                ASSERT_EQ(WAY_MET, out.status);
                wanted = {out.next_x, out.next_y, out.next_heading_x, out.next_heading_y};
            }
            if (wheels) {
                way_wheel2d_agent in = {rank[r].x, rank[r].y, rank[r].hx, rank[r].hy, half,    wanted.x,
                                        wanted.y,  wanted.hx, wanted.hy,  step,       catch_up};
                way_wheel2d_answer out;
                ASSERT_EQ(WAY_OK, way_wheel2d_one(&in, &out));
                ASSERT_EQ(WAY_MET, out.status);
                wanted = {out.next_x, out.next_y, out.next_heading_x, out.next_heading_y};
            }
            rank[r] = wanted;
        }
        put_in_line();
    }

    /* Returns the furthest move of a unit of rank r, divided by the leader's step. */
    double furthest(int r) const {
        double most = 0;
        for (int k = 0; k < UNITS; k++)
            most = std::fmax(most, std::hypot(unit[r][k].x - was[r][k].x, unit[r][k].y - was[r][k].y));
        return most / (double)step;
    }

    /* Returns the largest distance of a unit from its position in a straight formation behind the leader. */
    double out_of_place(const pose_of_floats &leader) const {
        double most = 0;
        for (int r = 0; r < RANKS_OF_IT; r++)
            for (int k = 0; k < UNITS; k++) {
                double back = (double)touch * r, right = (double)half * ((double)k / (UNITS - 1) * 2 - 1);
                double hx = (double)leader.hx, hy = (double)leader.hy;
                most =
                    std::fmax(most, std::hypot(unit[r][k].x - ((double)leader.x - back * hx + right * hy),
                                               unit[r][k].y - ((double)leader.y - back * hy - right * hx)));
            }
        return most;
    }

    const float half = 8, touch = 2;
    float step, catch_up;
    std::array<pose_of_floats, RANKS_OF_IT> rank;
    std::array<std::array<place, UNITS>, RANKS_OF_IT> unit, was;
};

struct marched {
    double furthest = 0;         /* the furthest move of a unit, divided by the leader's step */
    double formed_up = INFINITY; /* metres after the last bend until all units stay at their positions */
};

/* Marches a platoon along the course and then 200 m straight on. */
marched march_along(const course &parts, bool wheels, float step = 0.25f, float catch_up = 2) {
    platoon p(step, catch_up);
    marched result;
    double x = 0, y = 0, angle = 3.14159265358979 / 2, after = 0;
    course all = parts;
    all.push_back(straight(200));
    for (size_t part = 0; part < all.size(); part++) {
        const double length = (double)step;
        for (long k = std::lround(all[part].length / length); k > 0; k--) {
            double turned = angle + length * all[part].curvature;
            double chord = all[part].curvature == 0
                               ? length
                               : 2 * std::sin(length * all[part].curvature / 2) / all[part].curvature;
            x += chord * std::cos((angle + turned) / 2), y += chord * std::sin((angle + turned) / 2);
            angle = turned;
            const platoon::pose_of_floats leader = {(float)x, (float)y, (float)std::cos(angle),
                                                    (float)std::sin(angle)};
            p.follow(leader, wheels);
            for (int r = 0; r < platoon::RANKS_OF_IT; r++)
                result.furthest = std::fmax(result.furthest, p.furthest(r));
            if (part + 1 < all.size())
                continue;
            if (p.out_of_place(leader) > 0.05)
                result.formed_up = INFINITY;
            else if (result.formed_up == INFINITY)
                result.formed_up = after;
            after += length;
        }
    }
    return result;
}

/* docs/accuracy.md states these figures. */
TEST(formations, rows_jump_when_a_tight_course_straightens) {
    marched quarter = march_along({straight(10), turns(90)}, false);
    marched s = march_along({straight(10), turns(90), turns(-90)}, false);
    marched most = march_along({turns(270)}, false);
    std::printf("rank2d alone, in steps of the leader: a quarter turn %.1f, an S %.1f, 270 degrees %.1f\n",
                quarter.furthest, s.furthest, most.furthest);
    EXPECT_NEAR(6.2, quarter.furthest, 0.1);
    EXPECT_NEAR(10.4, s.furthest, 0.1);
    EXPECT_NEAR(128, most.furthest, 2);
}

const struct {
    const char *name;
    course parts;
} courses[] = {
    {"straight", {straight(50)}},
    {"a quarter turn", {straight(10), turns(90)}},
    {"an S", {straight(10), turns(90), turns(-90)}},
    {"a long S", {turns(180), turns(-180)}},
    {"a zigzag", {turns(60), turns(-120), turns(120), turns(-120), turns(60)}},
    {"270 degrees", {turns(270)}},
    {"330 degrees", {turns(330)}},
    {"a circle", {turns(360)}},
    {"two circles", {turns(720)}},
    {"an eight", {turns(360), turns(-360)}},
    {"a spiral",
     {turns(180, 14), turns(180, 12), turns(180, 10), turns(180, 8), turns(180, 6), turns(180, 4)}},
    {"a hairpin", {straight(10), turns(180, 3), straight(10), turns(-180, 3)}},
    {"a corner", {straight(20), turns(90, 0.16)}},
    {"about turn", {straight(20), turns(180, 0.08)}},
};

/* With wheel2d, on any course, no unit moves further than `catch_up` times the leader's step. On the straight
   that follows, all units return to their positions. The tolerance allows for rounding: at 200 m,
   neighbouring floats are 1.5e-5 m apart. */
TEST(formations, wheeling_rows_never_jump_and_form_up_again) {
    double slowest = 0;
    for (const auto &each : courses)
        for (float catch_up : {1.25f, 2.0f})
            for (float step : {0.25f, 0.0625f}) {
                marched result = march_along(each.parts, true, step, catch_up);
                EXPECT_LE(result.furthest, (double)catch_up + 1e-4 / (double)step)
                    << each.name << " " << catch_up;
                if (catch_up < 2)
                    continue;
                EXPECT_LE(result.formed_up, 130) << each.name;
                if (step == 0.25f) {
                    std::printf("%-16s %.3f steps, formed up after %.1f m\n", each.name, result.furthest,
                                result.formed_up);
                    slowest = std::fmax(slowest, result.formed_up);
                }
            }
    std::printf("the slowest: %.1f m\n", slowest);
}

TEST(formations, wheeling_rows_never_jump_on_any_course) {
    uint64_t random = support::seed_for(743);
    size_t trials = std::max<size_t>(support::draws(200), 40);
    double furthest = 0, longest = 0;
    for (size_t trial = 0; trial < trials; trial++) {
        course parts;
        for (size_t k = 1 + draw_below(&random, 8); k > 0; k--) {
            double radius = std::exp((double)draw_between(&random, -3, 4));
            double degrees = (double)draw_between(&random, -400, 400);
            parts.push_back(draw_below(&random, 4) ? turns(degrees, radius)
                                                   : straight((double)draw_between(&random, 0, 40)));
            parts.back().length = std::fmin(parts.back().length, 100);
        }
        float catch_up = draw_between(&random, 1, 2);
        marched result = march_along(parts, true, 0.25f, catch_up);
        ASSERT_LE(result.furthest, (double)catch_up + 4e-4) << trial;
        furthest = std::fmax(furthest, result.furthest);
        result = march_along(parts, true, 0.25f, 2);
        ASSERT_LE(result.furthest, 2 + 4e-4) << trial;
        longest = std::fmax(longest, result.formed_up);
        EXPECT_LE(result.formed_up, 200) << trial;
    }
    std::printf("%zu courses: %.4f steps at the most, formed up after %.1f m at the latest\n", trials,
                furthest, longest);
}

} // namespace
