/* touch_boxes2d: when two moving rectangles touch, and how far apart they are. */
#include <gtest/gtest.h>

#include <cmath>

#include "agents.h"
#include "support.h"

namespace {

using agents::one_agent;

/* Two standing squares of side 2 with the heading x, ten metres apart. */
one_agent boxes(std::initializer_list<std::pair<const char *, float>> inputs = {}) {
    one_agent q("touch_boxes2d", {{"chaser_heading_x", 1},
                                  {"chaser_length", 2},
                                  {"chaser_width", 2},
                                  {"runner_x", 10},
                                  {"runner_heading_x", 1},
                                  {"runner_length", 2},
                                  {"runner_width", 2}});
    for (const auto &input : inputs)
        q[input.first] = input.second;
    return q;
}

TEST(touch_boxes2d, head_on_from_behind_and_sliding_past) {
    boxes({{"chaser_vx", 4}}).expect({2, 8, 1, 0, 9, 0}, WAY_MET);
    boxes({{"chaser_vx", 4}, {"runner_vx", 2}}).expect({4, 8, 1, 0, 17, 0}, WAY_MET);
    boxes({{"chaser_vx", 4}, {"runner_y", 2}}).expect({2, 8, 1, 0, 9, 1}, WAY_MET); /* corner and corner */
    boxes({{"chaser_vx", 4}, {"runner_y", 2.0001f}})
        .expect({INFINITY, 8.000000001f, 0, 0, 0, 0}, WAY_TOO_SLOW);
    boxes({{"chaser_vx", 4}, {"runner_y", 1}}).expect({2, 8, 1, 0, 9, 0.5f}, WAY_MET); /* half a side */
    boxes({{"chaser_vx", -4}}).expect({INFINITY, 8, 0, 0, 0, 0}, WAY_TOO_SLOW);
    boxes().expect({INFINITY, 8, 0, 0, 0, 0}, WAY_TOO_SLOW);
    boxes({{"runner_y", 5}})
        .expect({INFINITY, std::sqrt(73.0f), 0, 0, 0, 0}, WAY_TOO_SLOW); /* from corner to corner */
    boxes({{"chaser_vx", 4}, {"horizon", 2}}).expect({2, 8, 1, 0, 9, 0}, WAY_MET);
    boxes({{"chaser_vx", 4}, {"horizon", 1.99f}}).expect({INFINITY, 8, 0, 0, 0, 0}, WAY_LATE);
}

TEST(touch_boxes2d, overlapping_now) {
    boxes({{"runner_x", 2}}).expect({0, 0, 1, 0, 1, 0}, WAY_THERE); /* sides that only touch */
    boxes({{"runner_x", 1.5f}}).expect({0, -0.5f, 1, 0, 0.75f, 0}, WAY_THERE);
    boxes({{"runner_x", -1.5f}, {"runner_vx", -9}}).expect({0, -0.5f, -1, 0, -0.75f, 0}, WAY_THERE);
    boxes({{"runner_x", 0}}).expect({0, -2, 1, 0, 0, 0}, WAY_THERE); /* equal boxes */
    boxes({{"runner_x", 0}, {"chaser_length", 9}}).expect({0, -2, 0, 1, 0, 0}, WAY_THERE);
    boxes({{"runner_x", 1}, {"horizon", 0}}).expect({0, -1, 1, 0, 0.5f, 0}, WAY_THERE);
}

/* A corner of a square that stands on its corner, with headings of any length. */
TEST(touch_boxes2d, a_corner_meets_a_side) {
    one_agent q = boxes({{"chaser_vx", 4}, {"runner_heading_y", 1}});
    q.expect({(9 - std::sqrt(2.0f)) / 4, 9 - std::sqrt(2.0f), 1, 0, 10 - std::sqrt(2.0f), 0}, WAY_MET);
    q["runner_heading_x"] = q["runner_heading_y"] = 1e-20f;
    q["chaser_heading_x"] = 1e15f;
    q.expect({(9 - std::sqrt(2.0f)) / 4, 9 - std::sqrt(2.0f), 1, 0, 10 - std::sqrt(2.0f), 0}, WAY_MET);
    q["chaser_length"] = q["chaser_width"] =
        /* a point, for which all axes are equally good */
        q["chaser_length"] = q["chaser_width"] = 0;
    EXPECT_FLOAT_EQ((10 - std::sqrt(2.0f)) / 4, q.answer()[0]);
    EXPECT_FLOAT_EQ(10 - std::sqrt(2.0f), q.answer()[4]);
}

TEST(touch_boxes2d, points_and_segments) {
    one_agent q = boxes({{"chaser_vx", 4}});
    for (const char *name : {"chaser_length", "chaser_width", "runner_length", "runner_width"})
        q[name] = 0;
    q.expect({2.5f, 10, 1, 0, 10, 0}, WAY_MET);
    q["runner_y"] = 1e-20f;
    EXPECT_EQ(WAY_TOO_SLOW, agents::status_of(q.answer()));
    q["runner_width"] = 2e-20f; /* a segment that ends at the point's line */
    EXPECT_EQ(WAY_MET, agents::status_of(q.answer()));
    q["runner_x"] = q["runner_y"] = q["runner_width"] = 0;
    q.expect({0, 0, 1, 0, 0, 0}, WAY_THERE);
}

/* Points, segments and boxes that touch up to a tiny offset touch at a point of both. */
TEST(touch_boxes2d, a_tiny_offset_does_not_move_the_point) {
    uint64_t random = support::seed_for(7, 20);
    size_t there = 0;
    const auto turn = [&random](float *heading) {
        const double angle = (double)draw_between(&random, 0, 6.28f);
        const uint32_t kind = draw_below(&random, 4);
        heading[0] = kind == 0 ? 1 : kind == 1 ? 0 : kind == 2 ? 1 : (float)std::cos(angle);
        heading[1] = kind == 0 ? 0 : kind == 1 ? 1 : kind == 2 ? 1 : (float)std::sin(angle);
    };
    for (size_t n = 0; n < support::draws(40000); n++) {
        one_agent q = boxes({{"runner_x", 0}});
        float *in = q.in.data();
        turn(in + 4), turn(in + 12);
        if (draw_below(&random, 2))
            in[12] = in[4], in[13] = in[5]; /* parallel */
        for (int k : {6, 7, 14, 15})
            in[k] = draw_below(&random, 2) ? 0 : draw_between(&random, 0, 3);
        if (draw_below(&random, 3) == 0)
            in[0] = in[8] = draw_between(&random, 0, 1);
        if (draw_below(&random, 3) == 0) /* along the runner's heading */
            in[0] = in[8] + in[12] * in[14] / 4, in[1] = in[9] + in[13] * in[14] / 4;
        in[draw_below(&random, 2)] += std::exp(draw_between(&random, -103, -20));
        if (draw_below(&random, 8) == 0) /* almost a segment */
            in[7] = std::exp(draw_between(&random, -103, -20));
        for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
            const std::vector<float> got = q.answer(precision);
            if (agents::status_of(got) != WAY_THERE)
                continue;
            there++;
            for (int k : {0, 8}) {
                const double size = std::hypot(in[k + 4], in[k + 5]), dx = (double)got[4] - (double)in[k],
                             dy = (double)got[5] - (double)in[k + 1];
                const double along = (dx * (double)in[k + 4] + dy * (double)in[k + 5]) / size,
                             across = (dy * (double)in[k + 4] - dx * (double)in[k + 5]) / size;
                ASSERT_LE(std::fabs(along), (double)in[k + 6] / 2 + 2e-6) << q.story(got);
                ASSERT_LE(std::fabs(across), (double)in[k + 7] / 2 + 2e-6) << q.story(got);
            }
        }
    }
    EXPECT_GT(there, support::draws(40000) / 4);
    one_agent q = boxes({{"runner_x", 0}, {"chaser_y", 1e-30f}, {"runner_heading_y", 1}});
    q["chaser_length"] = q["chaser_width"] = q["runner_width"] = 0;
    const std::vector<float> got = q.answer();
    EXPECT_EQ(WAY_THERE, agents::status_of(got)) << q.story(got);
    EXPECT_NEAR(0, std::hypot(got[4], got[5]), 1e-20) << q.story(got);
}

TEST(touch_boxes2d, wrong_inputs_say_so) {
    one_agent right = boxes({{"chaser_vx", 4}});
    agents::expect_invalid_inputs_say_so(right, {INFINITY, INFINITY, 0, 0, 0, 0}, "horizon");
    for (const char *name : {"chaser_length", "chaser_width", "runner_length", "runner_width"}) {
        one_agent q = right;
        q[name] = -1;
        q.expect({INFINITY, INFINITY, 0, 0, 0, 0}, WAY_INVALID);
    }
    for (const char *name : {"chaser_heading_x", "runner_heading_x"}) {
        one_agent q = right;
        q[name] = 0;
        q.expect({INFINITY, INFINITY, 0, 0, 0, 0}, WAY_DEGENERATE);
    }
    right["runner_x"] = 3e38f;
    right.expect({INFINITY, INFINITY, 0, 0, 0, 0}, WAY_INVALID);
}

/* Decisions in whole numbers. All headings have whole lengths. */
struct whole_axes {
    way_quad lead[4], far[4], closing[4], half[4];
};

whole_axes in_whole_numbers(const float *in) {
    way_quad v[16];
    std::copy(in, in + 16, v);
    const auto positive = [](way_quad x) { return x < 0 ? -x : x; };
    const auto whole_length = [](const way_quad *h) {
        return (way_quad)std::llround(std::hypot((double)h[0], (double)h[1]));
    };
    const way_quad *g = v + 4, *h = v + 12, of_g = whole_length(g), of_h = whole_length(h);
    const way_quad dx = v[8] - v[0], dy = v[9] - v[1], vx = v[10] - v[2], vy = v[11] - v[3];
    const way_quad along = positive(g[0] * h[0] + g[1] * h[1]), across = positive(g[0] * h[1] - g[1] * h[0]);
    whole_axes to;
    for (int k = 0; k < 4; k++) {
        const way_quad *own = k < 2 ? g : h, *mine = v + (k < 2 ? 6 : 14), *other = v + (k < 2 ? 14 : 6);
        const way_quad by = 2 * (k < 2 ? of_h : of_g);
        const way_quad d = by * (k % 2 == 0 ? own[0] * dx + own[1] * dy : own[0] * dy - own[1] * dx);
        const way_quad pace = by * (k % 2 == 0 ? own[0] * vx + own[1] * vy : own[0] * vy - own[1] * vx);
        to.half[k] = of_g * of_h * mine[k % 2] + (k % 2 == 0 ? along * other[0] + across * other[1]
                                                             : across * other[0] + along * other[1]);
        to.far[k] = positive(d);
        to.lead[k] = to.far[k] - to.half[k];
        to.closing[k] = d < 0 ? pace : -pace;
    }
    return to;
}

int32_t status_in_whole_numbers(const whole_axes &a, bool *tie) {
    way_quad in = 0, in_pace = 1, out = 1, out_pace = 0;
    bool never = false, touching = true;
    for (int k = 0; k < 4; k++) {
        *tie |= a.lead[k] == 0;
        touching &= a.lead[k] <= 0;
        if (a.lead[k] > 0) {
            never |= a.closing[k] <= 0;
            if (a.closing[k] > 0 && a.lead[k] * in_pace > in * a.closing[k])
                in = a.lead[k], in_pace = a.closing[k];
        }
        if (a.closing[k] == 0)
            continue;
        const way_quad end = a.closing[k] > 0 ? a.far[k] + a.half[k] : -a.lead[k],
                       pace = a.closing[k] < 0 ? -a.closing[k] : a.closing[k];
        if (end * out_pace < out * pace)
            out = end, out_pace = pace;
    }
    if (touching)
        return WAY_THERE;
    *tie |= in * out_pace == out * in_pace;
    return never || in * out_pace > out * in_pace ? WAY_TOO_SLOW : WAY_MET;
}

/* Places rectangles with parallel sides so that these sides touch, will touch, or slide past each other. */
void lay_side_by_side(uint64_t *random, float *in) {
    const float size = std::hypot(in[4], in[5]), x = in[4], y = in[5];
    const bool turned = draw_below(random, 2);
    in[12] = turned ? -y : x, in[13] = turned ? x : y;
    for (int k : {6, 7, 14, 15})
        in[k] = 2 * size * (float)draw_below(random, 4);
    const float along = (in[6] + in[turned ? 15 : 14]) / 2, across = (in[7] + in[turned ? 14 : 15]) / 2;
    const float a = draw_below(random, 3) ? along : size * (float)draw_below(random, 9),
                b = draw_below(random, 3) ? across : size * (float)draw_below(random, 9);
    in[8] = in[0] + (a * x - b * y) / size, in[9] = in[1] + (a * y + b * x) / size;
    const float pace = (float)draw_below(random, 4), drift = (float)draw_below(random, 2);
    in[10] = in[2] - pace * x + drift * y, in[11] = in[3] - pace * y - drift * x;
}

/* Lets a corner meet a corner after a whole number of seconds. The sums of these numbers do not fit into
   doubles, so only exact sums tell that the rectangles touch. */
void aim_at_a_corner(uint64_t *random, float *in) {
    const int m = 2 + (int)draw_below(random, 999), n = 1 + (int)draw_below(random, (uint32_t)m - 1);
    const double x = m * m - n * n, y = 2 * m * n, size = m * m + n * n;
    in[4] = (float)x, in[5] = (float)y, in[12] = (float)-y, in[13] = (float)x;
    for (int k : {6, 7, 14, 15})
        in[k] = (float)(2 * size * (1 + draw_below(random, 2)));
    for (int k : {2, 3, 10, 11})
        in[k] = (float)draw_below(random, 999) - 499;
    const double along = ((double)in[6] + in[15]) / 2, across = ((double)in[7] + in[14]) / 2,
                 time = 1 + draw_below(random, 50);
    in[8] = (float)(in[0] + (along * x - across * y) / size - time * ((double)in[10] - in[2]));
    in[9] = (float)(in[1] + (along * y + across * x) / size - time * ((double)in[11] - in[3]));
}

TEST(touch_boxes2d, ties_are_decided_exactly) {
#if !WAY_HAS_QUAD
    GTEST_SKIP() << "this compiler has no floating type of 113 bits, in which these whole numbers are exact";
#endif
    const float headings[][2] = {{1, 0},   {0, -1}, {3, 4},    {-4, 3}, {5, 12},
                                 {-8, 15}, {6, 8},  {20, -21}, {0, 3}};
    agents::drawn_agents s("touch_boxes2d", support::draws(100000), 1);
    uint64_t random = support::seed_for(2, s.count);
    for (size_t i = 0; i < s.count; i++) {
        float *in = s.row(i);
        const int range = i % 2 ? 9 : 41;
        for (int k = 0; k < 16; k++)
            in[k] = (float)((int)draw_below(&random, (uint32_t)range) - range / 2);
        for (int k : {4, 12}) {
            const float *h = headings[draw_below(&random, 9)];
            in[k] = h[0], in[k + 1] = h[1];
            in[k + 2] = std::fabs(in[k + 2]), in[k + 3] = std::fabs(in[k + 3]);
        }
        if (i % 5 == 0)
            lay_side_by_side(&random, in);
        if (i % 5 == 1)
            aim_at_a_corner(&random, in);
        in[16] = INFINITY;
    }
    s.solve();
    size_t ties = 0, statuses[10] = {0};
    for (size_t i = 0; i < s.count; i++) {
        bool tie = false;
        const int32_t expected = status_in_whole_numbers(in_whole_numbers(s.row(i)), &tie);
        ties += tie;
        statuses[expected]++;
        ASSERT_EQ(expected, s.status(i)) << (tie ? "a tie" : "no tie") << s.story(i);
    }
    std::printf("%zu pairs, %zu with a tie; %zu meet, %zu overlap, %zu never touch\n", s.count, ties,
                statuses[WAY_MET], statuses[WAY_THERE], statuses[WAY_TOO_SLOW]);
    EXPECT_GT(ties, s.count / 10);
    EXPECT_GT(statuses[WAY_MET], s.count / 20);
}

/* A game moves both boxes until `time`: then they touch, and not before. The point lies in both. */
TEST(touch_boxes2d, at_that_time_and_not_before) {
    agents::drawn_agents s("touch_boxes2d", support::draws(100000), 3);
    s.solve();
    agents::drawn_agents then = s, before = s;
    const auto lies_in = [](const float *box, double x, double y, double time) {
        const double size = std::hypot(box[4], box[5]), dx = x - box[0] - time * box[2],
                     dy = y - box[1] - time * box[3];
        return std::fabs(dx * box[4] + dy * box[5]) / size <= box[6] / 2 + 1e-4 &&
               std::fabs(dx * box[5] - dy * box[4]) / size <= box[7] / 2 + 1e-4;
    };
    for (size_t i = 0; i < s.count; i++)
        for (int k : {0, 1, 8, 9}) {
            const float time = std::isinf(s.got(i)[0]) ? 3 : s.got(i)[0];
            then.row(i)[k] += time * s.row(i)[k + 2];
            before.row(i)[k] += 0.9f * time * s.row(i)[k + 2];
        }
    then.solve();
    before.solve();
    size_t met = 0, there = 0;
    for (size_t i = 0; i < s.count; i++) {
        const float *in = s.row(i), *got = s.got(i);
        if (s.status(i) == WAY_THERE || s.status(i) == WAY_MET) {
            ASSERT_TRUE(lies_in(in, got[4], got[5], got[0]) && lies_in(in + 8, got[4], got[5], got[0]))
                << s.story(i);
            ASSERT_NEAR(1, std::hypot(got[2], got[3]), 1e-6) << s.story(i);
        }
        if (s.status(i) == WAY_THERE) {
            there++;
            ASSERT_LE(got[1], 0) << s.story(i);
        } else {
            ASSERT_GT(got[1], 0) << s.story(i);
        }
        if (s.status(i) == WAY_MET) {
            met++;
            ASSERT_NEAR(0, then.got(i)[1], 1e-4) << s.story(i);
            ASSERT_TRUE(before.status(i) == WAY_MET || before.got(i)[1] < 1e-4) << s.story(i);
        } else if (s.status(i) == WAY_TOO_SLOW) {
            ASSERT_NE(WAY_THERE, then.status(i)) << s.story(i);
        }
    }
    EXPECT_GT(met, s.count / 100);
    EXPECT_GT(there, s.count / 1000);
}

/* A separation by `gap` along the axis is the shortest one: after it they only touch. */
TEST(touch_boxes2d, the_depth_separates_overlapping_boxes) {
    agents::drawn_agents s("touch_boxes2d", support::draws(50000), 4);
    for (size_t i = 0; i < s.count; i++)
        for (int k : {0, 1, 8, 9})
            s.row(i)[k] *= 0.04f;
    s.solve();
    agents::drawn_agents apart = s;
    size_t there = 0;
    for (size_t i = 0; i < s.count; i++)
        for (int k : {0, 1})
            if (s.status(i) == WAY_THERE)
                apart.row(i)[8 + k] -= s.got(i)[1] * s.got(i)[2 + k];
    apart.solve();
    for (size_t i = 0; i < s.count; i++)
        if (s.status(i) == WAY_THERE) {
            there++;
            ASSERT_NEAR(0, apart.got(i)[1], 1e-5) << s.story(i);
        }
    EXPECT_GT(there, s.count / 4);
}

TEST(touch_boxes2d, chaser_and_runner_may_change_roles) {
    agents::drawn_agents s("touch_boxes2d", support::draws(50000), 5);
    agents::drawn_agents t = s;
    for (size_t i = 0; i < s.count; i++)
        std::swap_ranges(t.row(i), t.row(i) + 8, t.row(i) + 8);
    s.solve();
    t.solve();
    for (size_t i = 0; i < s.count; i++) {
        ASSERT_EQ(s.status(i), t.status(i)) << s.story(i);
        ASSERT_EQ(s.got(i)[0], t.got(i)[0]) << s.story(i);
        ASSERT_EQ(s.got(i)[1], t.got(i)[1]) << s.story(i);
    }
}

/* At 10,000 km, with positions in doubles, the answers are those at the origin. */
TEST(touch_boxes2d, far_from_the_origin_nothing_is_lost) {
    const double far = 1e7;
    agents::drawn_agents s("touch_boxes2d", 1000, 6);
    for (size_t i = 0; i < s.count; i++) /* multiples of 2^-20 m, so that the sums are exact */
        for (int k : {0, 1, 8, 9})
            s.row(i)[k] = std::round(s.row(i)[k] * 1048576) / 1048576;
    s.solve();
    for (size_t i = 0; i < s.count; i++) {
        const float *in = s.row(i);
        double place[4] = {far + in[0], far + in[1], far + in[8], far + in[9]}, point[2];
        way_touch_boxes2d_in from = {};
        way_touch_boxes2d_out out = {};
        way_batch batch = {};
        way_column *columns = (way_column *)&from;
        float time, gap;
        for (int k = 0; k < 17; k++)
            columns[k] = way_in(&in[k]);
        from.chaser_x = way_in(&place[0]), from.chaser_y = way_in(&place[1]);
        from.runner_x = way_in(&place[2]), from.runner_y = way_in(&place[3]);
        out.time = way_out(&time), out.gap = way_out(&gap);
        out.point_x = way_out(&point[0]), out.point_y = way_out(&point[1]);
        batch.count = 1;
        ASSERT_EQ(WAY_OK, way_touch_boxes2d(&from, &out, &batch));
        ASSERT_EQ(s.got(i)[0], time) << s.story(i);
        ASSERT_EQ(s.got(i)[1], gap) << s.story(i);
        if (std::isfinite(time)) {
            ASSERT_NEAR(far + s.got(i)[4], point[0], 1e-4) << s.story(i);
        }
    }
}

TEST(touch_boxes2d, agrees_with_the_textbook) {
    agents::drawn_agents s("touch_boxes2d", support::draws(50000), 7);
    s.solve();
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> expected = s.reference(i);
        for (int k = 0; k < 6; k++)
            if (expected[(size_t)k] != (double)s.got(i)[k]) {
                ASSERT_NEAR(expected[(size_t)k], s.got(i)[k], 1e-5 * (1 + std::fabs(expected[(size_t)k])))
                    << s.behaviour->outputs[k].name << s.story(i);
            }
        ASSERT_EQ((int32_t)expected[6], s.status(i)) << s.story(i);
    }
}

} // namespace
