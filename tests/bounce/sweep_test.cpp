/* Tests when a ball meets a wall, with cases solved by hand, constructed grazes, and random balls. */
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "agents.h"
#include "truth/truth.h"
#include "valid_call.h"

namespace {

/* A ball and a vertical wall at x = 10, from y = -5 to 5. */
agents::one_agent upright(std::initializer_list<std::pair<const char *, float>> inputs) {
    agents::one_agent q("sweep2d", {{"wall_ax", 10}, {"wall_ay", -5}, {"wall_bx", 10}, {"wall_by", 5}});
    for (const auto &input : inputs)
        q[input.first] = input.second;
    return q;
}

const float never = INFINITY;

TEST(sweep2d, a_point_meets_the_face) {
    upright({{"ball_vx", 5}}).expect({2, 10, 0, -1, 0}, WAY_MET);
    upright({{"ball_x", 30}, {"ball_vx", -5}, {"ball_y", 2}}).expect({4, 10, 2, 1, 0}, WAY_MET);
}

TEST(sweep2d, a_disc_meets_the_face_a_radius_earlier) {
    upright({{"ball_vx", 5}, {"radius", 2}}).expect({1.6f, 10, 0, -1, 0}, WAY_MET);
}

TEST(sweep2d, a_slanted_wall) {
    agents::one_agent q(
        "sweep2d",
        {{"wall_ax", 14}, {"wall_ay", 4}, {"wall_bx", 6}, {"wall_by", 12}, {"ball_vx", 9}, {"ball_vy", 9}});
    float half = std::sqrt(0.5f);
    q.expect({1, 9, 9, -half, -half}, WAY_MET);
}

TEST(sweep2d, a_disc_meets_an_end) {
    /* at the meeting, the centre (7, 9) is 3 m and 4 m along the axes from the end (10, 5), so 5 m away */
    upright({{"ball_y", 9}, {"ball_vx", 1}, {"radius", 5}}).expect({7, 10, 5, -0.6f, 0.8f}, WAY_MET);
    /* the ball moves along the wall's line, straight towards the end */
    upright({{"ball_x", 10}, {"ball_y", 20}, {"ball_vy", -1}, {"radius", 5}})
        .expect({10, 10, 5, 0, 1}, WAY_MET);
}

TEST(sweep2d, points_on_the_walls_line) {
    upright({{"ball_x", 10}, {"ball_y", 20}, {"ball_vy", -1}}).expect({never, 0, 0, 0, 0}, WAY_TOO_SLOW);
    upright({{"ball_x", 10}, {"ball_vx", 1}}).expect({never, 0, 0, 0, 0}, WAY_TOO_SLOW);
}

TEST(sweep2d, the_ends_count) {
    upright({{"ball_y", 5}, {"ball_vx", 5}}).expect({2, 10, 5, -1, 0}, WAY_MET);
    upright({{"ball_y", std::nextafter(5.0f, 9.0f)}, {"ball_vx", 5}})
        .expect({never, 0, 0, 0, 0}, WAY_TOO_SLOW);
}

TEST(sweep2d, grazing) {
    upright({{"ball_y", 8}, {"ball_vx", 5}, {"radius", 3}}).expect({2, 10, 5, 0, 1}, WAY_MET);
    upright({{"ball_y", 8.001f}, {"ball_vx", 5}, {"radius", 3}}).expect({never, 0, 0, 0, 0}, WAY_TOO_SLOW);
}

TEST(sweep2d, parallel) {
    upright({{"ball_vy", 5}}).expect({never, 0, 0, 0, 0}, WAY_TOO_SLOW);
    upright({{"ball_x", 9}, {"ball_vy", 5}, {"radius", 1}}).expect({never, 0, 0, 0, 0}, WAY_TOO_SLOW);
}

TEST(sweep2d, touching_balls_that_approach_meet_at_time_0) {
    upright({{"ball_x", 9}, {"ball_vx", 5}, {"radius", 2}}).expect({0, 10, 0, -1, 0}, WAY_THERE);
    upright({{"ball_x", 9}, {"ball_vx", -5}, {"radius", 2}}).expect({never, 0, 0, 0, 0}, WAY_TOO_SLOW);
    upright({{"ball_x", 8}, {"ball_vx", 5}, {"radius", 2}}).expect({0, 10, 0, -1, 0}, WAY_THERE);
    /* the ball touches the face and moves towards the end, but never gets closer than now */
    upright({{"ball_x", 9}, {"ball_vx", -0.1f}, {"ball_vy", 5}, {"radius", 2}})
        .expect({never, 0, 0, 0, 0}, WAY_TOO_SLOW);
    upright({{"ball_x", 10}, {"ball_y", 6}, {"ball_vy", -1}, {"radius", 2}})
        .expect({0, 10, 5, 0, 1}, WAY_THERE);
}

TEST(sweep2d, away_or_at_rest) {
    upright({{"ball_vx", -5}}).expect({never, 0, 0, 0, 0}, WAY_TOO_SLOW);
    upright({}).expect({never, 0, 0, 0, 0}, WAY_IMMOBILE);
}

TEST(sweep2d, one_sided_walls) {
    /* the wall goes from (10, -5) up to (10, 5), so its left side is x < 10 */
    agents::one_agent left = upright({{"ball_vx", 5}}), right = upright({{"ball_x", 20}, {"ball_vx", -5}});
    left["sides"] = right["sides"] = support::float_of(1);
    left.expect({2, 10, 0, -1, 0}, WAY_MET);
    right.expect({never, 0, 0, 0, 0}, WAY_TOO_SLOW);
    left["sides"] = right["sides"] = support::float_of((uint32_t)-1);
    left.expect({never, 0, 0, 0, 0}, WAY_TOO_SLOW);
    right.expect({2, 10, 0, 1, 0}, WAY_MET);
}

TEST(sweep2d, a_wall_of_no_length_is_a_post_for_discs) {
    agents::one_agent q("sweep2d", {{"wall_ax", 10}, {"wall_bx", 10}, {"ball_vx", 5}, {"radius", 1}});
    q.expect({1.8f, 10, 0, -1, 0}, WAY_MET);
    q["radius"] = 0;
    q.expect({never, 0, 0, 0, 0}, WAY_TOO_SLOW);
}

TEST(sweep2d, the_horizon) {
    upright({{"ball_vx", 5}, {"horizon", 2}}).expect({2, 10, 0, -1, 0}, WAY_MET);
    upright({{"ball_vx", 5}, {"horizon", 1.99f}}).expect({never, 0, 0, 0, 0}, WAY_LATE);
}

TEST(sweep2d, invalid) {
    agents::one_agent q = upright({{"ball_vx", 5}});
    for (size_t k = 0; k < q.in.size(); k++)
        for (float bad : {NAN, INFINITY, -INFINITY})
            if (q.behaviour->inputs[k].type == WAY_FLOAT && !(bad == INFINITY && k == 9)) {
                agents::one_agent wrong = q;
                wrong.in[k] = bad;
                wrong.expect({never, 0, 0, 0, 0}, WAY_INVALID);
            }
    q["radius"] = -1;
    q.expect({never, 0, 0, 0, 0}, WAY_INVALID);
}

/* No point passes between two walls that share an end. */
TEST(sweep_walls2d, points_do_not_pass_between_walls) {
    uint64_t random = support::seed_for(51, 0);
    const size_t count = support::draws(200000);
    agents::drawn_agents s("sweep_walls2d", count, 1);
    const int corners = 7;
    for (int k = 0; k < corners; k++)
        s.walls.push_back({(float)std::cos(k * 0.9f), (float)std::sin(k * 0.9f),
                           (float)std::cos((k + 1) % corners * 0.9f),
                           (float)std::sin((k + 1) % corners * 0.9f), 0});
    for (size_t i = 0; i < count; i++) {
        float *row = s.row(i);
        row[0] = draw_between(&random, -0.3, 0.3);
        row[1] = draw_between(&random, -0.3, 0.3);
        const way_wall &w = s.walls[i % corners];
        row[2] = w.ax - row[0]; /* the point moves straight towards a corner */
        row[3] = w.ay - row[1];
        row[4] = 0;
        row[5] = INFINITY;
    }
    s.solve();
    for (size_t i = 0; i < count; i++)
        ASSERT_EQ(WAY_MET, s.status(i)) << s.story(i);
}

/* In this case, arithmetic in floats or in doubles would leave no significant digit. */
TEST(sweep2d, almost_touching_and_grazing) {
    agents::one_agent q("sweep2d", {{"ball_vy", 1}, {"radius", 0x1.707726p+1f}});
    q["wall_ax"] = q["wall_bx"] = 0x1.707726p+1f;
    q["wall_ay"] = q["wall_by"] = 0x1.cd541ap-24f;
    std::vector<float> got = q.answer();
    EXPECT_EQ(0x1.cd541ap-24f, got[0]) << q.story(got); /* then the ball is abreast of the wall */
    EXPECT_EQ(WAY_MET, agents::status_of(got)) << q.story(got);
}

TEST(sweep2d, points_very_near_a_slanted_wall) {
    agents::one_agent q("sweep2d", {{"ball_x", 4988.80419921875f},
                                    {"ball_y", 5392.89208984375f},
                                    {"ball_vx", -3.0707497596740723f},
                                    {"ball_vy", 4.902569770812988f},
                                    {"wall_ax", 15090.70703125f},
                                    {"wall_ay", -12772.78515625f},
                                    {"wall_bx", -583.2731323242188f},
                                    {"wall_by", 15412.841796875f}});
    std::vector<float> got = q.answer();
    EXPECT_FLOAT_EQ(7.500362138e-06f, got[0]) << q.story(got);
}

/* Constructs integers: positions q, velocities v and radii R with a cross product k = q x v, so that k / R is
   very close to |v|. R R v.v - k k is 0 or a few units, while its terms exceed 2^70. `each` gets R, q, v, and
   whether R |v| >= k. If `without`, balls begin outside of the radius. */
template <class Each> size_t construct_grazes(uint64_t salt, size_t count, bool without, const Each &each) {
    uint64_t random = support::seed_for(salt, count);
    size_t made = 0;
    while (made < count) {
        int64_t vx = 1 + (int64_t)draw_below(&random, 1 << (4 + draw_below(&random, 12))),
                vy = 1 + (int64_t)draw_below(&random, 1 << (4 + draw_below(&random, 12)));
        if (std::gcd(vx, vy) != 1)
            continue;
        int64_t n = vx * vx + vy * vy, root = (int64_t)std::sqrt((double)n);
        /* k / R are convergents of the square root of n, or k = R |v| if the root is an integer */
        int64_t m = 0, d = 1, a = root, k0 = 1, k1 = root, r0 = 0, r1 = 1;
        for (int step = 0; step < 60 && r1 < 1 << 23; step++) {
            int64_t x, y, R = r1, k = k1;
            if (root * root == n)
                R = 1 + (int64_t)draw_below(&random, 1 << 8), k = R * root;
            /* Euclid's algorithm finds x and y with x vy - y vx = k */
            int64_t s0 = 1, s1 = 0, t0 = 0, t1 = 1, u = vy, w = vx;
            while (w != 0) {
                int64_t quotient = u / w, rest = u - quotient * w;
                u = w, w = rest;
                int64_t s2 = s0 - quotient * s1, t2 = t0 - quotient * t1;
                s0 = s1, s1 = s2, t0 = t1, t1 = t2;
            }
            x = s0 * k % vx;
            y = (x * vy - k) / vx;
            int64_t behind =
                (int64_t)std::floor(((double)x * (double)vx + (double)y * (double)vy) / (double)n) + 1 +
                (int64_t)draw_below(&random, 3);
            x -= behind * vx, y -= behind * vy;
            bool fits = std::llabs(x) < 1 << 24 && std::llabs(y) < 1 << 24 && R < 1 << 24;
            if (without)
                fits &= x * x + y * y > R * R;
            if (fits && r1 > 1 && x * vy - y * vx == k) {
                bool reaches =
                    (truth::quad)R * (truth::quad)R * (truth::quad)n >= (truth::quad)k * (truth::quad)k;
                each((float)R, (float)x, (float)y, (float)vx, (float)vy, reaches);
                if (++made == count)
                    return made;
            }
            if (root * root == n)
                break;
            m = d * a - m, d = (n - m * m) / d, a = (root + m) / d;
            int64_t k2 = a * k1 + k0, r2 = a * r1 + r0;
            k0 = k1, k1 = k2, r0 = r1, r1 = r2;
        }
    }
    return made;
}

TEST(sweep2d, constructed_grazes_are_decided_exactly) {
    size_t wrong = 0, met = 0;
    size_t made =
        construct_grazes(55, 4000, true, [&](float R, float x, float y, float vx, float vy, bool reaches) {
            agents::one_agent q(
                "sweep2d", {{"ball_x", x}, {"ball_y", y}, {"ball_vx", vx}, {"ball_vy", vy}, {"radius", R}});
            std::vector<float> got = q.answer();
            met += reaches;
            if (agents::status_of(got) != (reaches ? WAY_MET : WAY_TOO_SLOW) && wrong++ < 2)
                ADD_FAILURE() << reaches << q.story(got);
        });
    std::printf("%zu grazes of a post, %zu of them meet; %zu wrong\n", made, met, wrong);
    EXPECT_EQ(0u, wrong);
    EXPECT_GT(met, made / 4);
    EXPECT_LT(met, made - made / 4);
}

TEST(sweep_walls2d, constructed_grazes_are_decided_exactly) {
    size_t wrong = 0;
    size_t made =
        construct_grazes(56, 4000, true, [&](float R, float x, float y, float vx, float vy, bool reaches) {
            agents::one_agent q(
                "sweep_walls2d",
                {{"ball_x", x}, {"ball_y", y}, {"ball_vx", vx}, {"ball_vy", vy}, {"radius", R}});
            q.walls = {{-1e8f, 0, -1e8f, 1, 0}, {0, 0, 0, 0, 0}};
            std::vector<float> got = q.answer();
            if (agents::status_of(got) != (reaches ? WAY_MET : WAY_TOO_SLOW) && wrong++ < 2)
                ADD_FAILURE() << reaches << q.story(got);
        });
    std::printf("%zu grazes of a post; %zu wrong\n", made, wrong);
    EXPECT_EQ(0u, wrong);
}

TEST(bounce_discs2d, constructed_grazes_are_decided_exactly) {
    size_t wrong = 0;
    size_t made =
        construct_grazes(57, 4000, true, [&](float R, float x, float y, float vx, float vy, bool reaches) {
            float part = std::floor(R / 3);
            agents::one_agent q("bounce_discs2d",
                                {{"other_x", x}, {"other_y", y}, {"other_vx", vx}, {"radius", part}});
            q["ball_vy"] = -vy;
            q["other_radius"] = R - part;
            std::vector<float> got = q.answer();
            if (agents::status_of(got) != (reaches ? WAY_MET : WAY_TOO_SLOW) && wrong++ < 2)
                ADD_FAILURE() << reaches << q.story(got);
        });
    std::printf("%zu grazes of two discs; %zu wrong\n", made, wrong);
    EXPECT_EQ(0u, wrong);
}

/* Here the vectors v are directions of walls, not velocities. A ball must touch the wall if R |v| >= k. */
TEST(sweep2d, constructed_touches_are_decided_exactly) {
    size_t wrong = 0, there = 0;
    size_t made =
        construct_grazes(58, 4000, false, [&](float R, float x, float y, float dx, float dy, bool reaches) {
            agents::one_agent q(
                "sweep2d", {{"ball_x", x}, {"ball_y", y}, {"ball_vx", -dy}, {"ball_vy", dx}, {"radius", R}});
            float span = 8;
            q["wall_ax"] = -span * dx, q["wall_ay"] = -span * dy;
            q["wall_bx"] = span * dx, q["wall_by"] = span * dy;
            std::vector<float> got = q.answer();
            there += reaches;
            if (agents::status_of(got) != (reaches ? WAY_THERE : WAY_MET) && wrong++ < 2)
                ADD_FAILURE() << reaches << q.story(got);
        });
    std::printf("%zu touches of a wall, %zu there; %zu wrong\n", made, there, wrong);
    EXPECT_EQ(0u, wrong);
}

void expect_agrees_with_the_textbook(const char *name) {
    agents::drawn_agents s(name, support::draws(50000), 3);
    s.walls.assign(sample_walls(), sample_walls() + SAMPLE_WALLS);
    s.solve();
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> expected = s.reference(i);
        for (size_t k = 0; k < expected.size(); k++)
            if (s.behaviour->outputs[k].type == WAY_FLOAT) {
                if (expected[k] != (double)s.got(i)[k]) {
                    ASSERT_NEAR(expected[k], s.got(i)[k], 1e-5 * (1 + std::fabs(expected[k])))
                        << s.behaviour->outputs[k].name << s.story(i);
                }
            } else
                ASSERT_EQ((int32_t)expected[k], (int32_t)support::bits_of(s.got(i)[k]))
                    << s.behaviour->outputs[k].name << s.story(i);
    }
}

TEST(sweep2d, agrees_with_the_textbook) { expect_agrees_with_the_textbook("sweep2d"); }
TEST(sweep_walls2d, agrees_with_the_textbook) { expect_agrees_with_the_textbook("sweep_walls2d"); }
TEST(bounce_discs2d, agrees_with_the_textbook) { expect_agrees_with_the_textbook("bounce_discs2d"); }

/* The reference has no skin (0.4 mm here), no limit of bounces and no sliding. So the answers may differ at
   ends of walls, where the skin's width changes a ball's direction. */
TEST(bounce2d, agrees_with_the_textbook) {
    agents::drawn_agents s("bounce2d", support::draws(50000), 3);
    s.walls.assign(sample_walls(), sample_walls() + SAMPLE_WALLS);
    s.solve();
    size_t judged = 0, apart = 0, same = 0, bounced = 0;
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> expected = s.reference(i);
        ASSERT_EQ((int32_t)expected[5] == WAY_INVALID, s.status(i) == WAY_INVALID) << s.story(i);
        if (s.status(i) == WAY_LATE) {
            ASSERT_GE(expected[4], 8) << s.story(i);
            continue;
        }
        judged++;
        int32_t bounces = (int32_t)support::bits_of(s.got(i)[4]);
        double speed = std::hypot((double)s.row(i)[2], (double)s.row(i)[3]);
        double off = std::hypot(expected[0] - (double)s.got(i)[0], expected[1] - (double)s.got(i)[1]);
        double turned = std::hypot(expected[2] - (double)s.got(i)[2], expected[3] - (double)s.got(i)[3]);
        bounced += bounces > 0;
        if (bounces != (int32_t)expected[4] || off > 0.02 * (1 + bounces) || turned > 1e-2 * speed)
            apart++;
        else if (bounces == 0 || off <= 2e-3 * (1 + bounces))
            same++;
    }
    std::printf("%zu balls, %zu of them bounce: %zu within a few skins, %zu somewhere else\n", judged,
                bounced, same, apart);
    EXPECT_GT(bounced, judged / 10);
    EXPECT_GE(same, judged - judged / 100);
    EXPECT_LE(apart, judged / 200);
}

/* In a square room, balls meet only faces, so the answers differ from the reference by a few skins at
   most. */
TEST(bounce2d, agrees_with_the_textbook_in_a_square_room) {
    agents::drawn_agents s("bounce2d", support::draws(50000), 31);
    const float corners[][2] = {{12, 31}, {-31, 12}, {-12, -31}, {31, -12}};
    for (int k = 0; k < 4; k++)
        s.walls.push_back(
            {corners[k][0], corners[k][1], corners[(k + 1) % 4][0], corners[(k + 1) % 4][1], 1});
    uint64_t random = support::seed_for(32, s.count);
    for (size_t i = 0; i < s.count; i++) {
        s.row(i)[0] = draw_between(&random, -18, 18);
        s.row(i)[1] = draw_between(&random, -18, 18);
        s.row(i)[7] = i % 2 ? 0 : s.row(i)[7];
    }
    s.solve();
    const double skin = 31 * 0x1p-18;
    size_t other = 0, bounced = 0;
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> expected = s.reference(i);
        int32_t bounces = (int32_t)support::bits_of(s.got(i)[4]);
        if (bounces != (int32_t)expected[4]) { /* a meeting is very close to the end of the step */
            other++;
            continue;
        }
        bounced += bounces > 0;
        double friction = (double)s.row(i)[7];
        for (int k = 0; k < 2; k++) {
            if (friction == 0) {
                ASSERT_NEAR(expected[k], (double)s.got(i)[k], 2.5 * skin * (1 + bounces)) << s.story(i);
            }
            ASSERT_NEAR(expected[2 + k], (double)s.got(i)[2 + k], 1e-4) << s.story(i);
        }
    }
    std::printf("%zu balls, %zu bounce, %zu more or less often than the textbook's\n", s.count, bounced,
                other);
    EXPECT_GT(bounced, s.count / 10);
    EXPECT_LE(other, s.count / 1000);
}

TEST(sweep_walls2d, returns_the_first_wall_and_its_index) {
    agents::one_agent q("sweep_walls2d", {{"ball_vx", 5}});
    q.walls = {{20, -1, 20, 1, 0}, {10, -1, 10, 1, 0}, {10, 1, 10, -1, 0}};
    for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
        std::vector<float> got = q.answer(precision);
        EXPECT_EQ(2, got[0]);
        EXPECT_EQ(1, (int32_t)support::bits_of(got[5])); /* at a tie, the lower row wins */
        EXPECT_EQ(WAY_MET, agents::status_of(got));
    }
    q.walls.clear();
    EXPECT_EQ(-1, (int32_t)support::bits_of(q.answer()[5]));
    EXPECT_EQ(WAY_TOO_SLOW, agents::status_of(q.answer()));
}

TEST(walls, invalid_walls_stop_nothing) {
    for (float bad : {NAN, INFINITY, 2e18f}) {
        agents::one_agent q("sweep_walls2d", {{"ball_vx", 5}});
        q.walls = {{10, bad, 10, 1, 0}};
        EXPECT_EQ(WAY_TOO_SLOW, agents::status_of(q.answer()));
    }
}

TEST(walls, too_many_are_refused) {
    const way_behaviour *behaviour = way_behaviour_named("bounce2d");
    valid_call call(behaviour);
    call.batch.walls = nullptr;
    call.batch.wall_count = 1;
    EXPECT_EQ(WAY_ERROR_NULL, call.run());
    call.batch.walls = sample_walls();
    call.batch.wall_count = (size_t)INT32_MAX + 1;
    EXPECT_EQ(WAY_ERROR_COUNT, call.run());
    EXPECT_TRUE(call.wrote_nothing());
}

} // namespace
