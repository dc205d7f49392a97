/* Tests walls that move: sweep2d, sweep_walls2d and bounce2d with a velocity per wall, in one call and in the
   loop of a game, which moves the walls by their velocities after each call. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <vector>

#include "agents.h"
#include "truth/truth.h"

namespace {

using walls = std::vector<way_wall>;
using velocities = std::vector<way_wall_velocity>;

const float never = INFINITY;

agents::one_agent among(const char *call, walls of, velocities with,
                        std::initializer_list<std::pair<const char *, float>> inputs) {
    agents::one_agent q(call, inputs);
    q.walls = std::move(of);
    q.velocities = std::move(with);
    return q;
}

int32_t whole(float cell) { return (int32_t)support::bits_of(cell); }

const way_wall upright = {10, -50, 10, 50, 0};

TEST(sweep2d, a_wall_comes_to_a_resting_ball) {
    agents::one_agent q("sweep2d", {{"wall_vx", -2}, {"radius", 1}});
    q["wall_ax"] = q["wall_bx"] = 10, q["wall_ay"] = -5, q["wall_by"] = 5;
    q.expect({4.5f, 1, 0, -1, 0}, WAY_MET);
    q["wall_vy"] = 1;
    q.expect({4.5f, 1, 0, -1, 0}, WAY_MET);
    q["wall_vy"] = 3; /* the wall's end passes first */
    q["wall_ay"] = 1;
    q.expect({never, 0, 0, 0, 0}, WAY_TOO_SLOW);
}

TEST(sweep2d, ball_and_wall_with_the_same_velocity) {
    agents::one_agent q("sweep2d", {{"ball_vx", 3}, {"wall_vx", 3}});
    q["wall_ax"] = q["wall_bx"] = 10, q["wall_ay"] = -5, q["wall_by"] = 5;
    q.expect({never, 0, 0, 0, 0}, WAY_IMMOBILE);
    q["ball_vx"] = 4;
    q.expect({10, 40, 0, -1, 0}, WAY_MET);
}

/* The relative velocity has more digits than a double: rounded, the ball would move along the wall. */
TEST(sweep2d, relative_velocities_are_not_rounded) {
    agents::one_agent q("sweep2d", {{"ball_x", 0x1p-30f}, {"ball_vx", 0x1p29f}, {"ball_vy", 0x1p29f}});
    q["wall_bx"] = q["wall_by"] = 0x1p30f, q["wall_vx"] = 0x1p-29f;
    std::vector<float> got = q.answer();
    EXPECT_EQ(0.5f, got[0]) << q.story(got);
    EXPECT_EQ(WAY_MET, agents::status_of(got)) << q.story(got);
    got = among("sweep_walls2d", {{0, 0, 0x1p30f, 0x1p30f, 0}}, {{0x1p-29f, 0}},
                {{"ball_x", 0x1p-30f}, {"ball_vx", 0x1p29f}, {"ball_vy", 0x1p29f}})
              .answer();
    EXPECT_EQ(0.5f, got[0]);
    EXPECT_EQ(0, whole(got[5]));
}

TEST(sweep_walls2d, the_first_of_moving_walls) {
    const walls two = {{20, -5, 20, 5, 0}, {9, -5, 9, 5, 0}};
    among("sweep_walls2d", two, {{-10, 0}, {0, 0}}, {{"ball_vx", 1}})
        .expect({20.0f / 11, 20 - 200.0f / 11, 0, -1, 0, support::float_of(0)}, WAY_MET);
    std::vector<float> got = among("sweep_walls2d", two, {{-1, 0}, {5, 0}}, {{"ball_vx", 1}}).answer();
    EXPECT_EQ(0, whole(got[5]));
    EXPECT_EQ(10, got[0]);
    /* it moves with one wall, the other one leaves */
    got = among("sweep_walls2d", two, {{1, 0}, {2, 0}}, {{"ball_vx", 1}}).answer();
    EXPECT_EQ(WAY_TOO_SLOW, agents::status_of(got));
    got = among("sweep_walls2d", two, {{1, 0}, {1, 0}}, {{"ball_vx", 1}}).answer();
    EXPECT_EQ(WAY_IMMOBILE, agents::status_of(got));
}

/* Draws a list of walls with velocities. Some walls stand still, have no length, are one-sided, or have no
   effect. */
void draw_room(uint64_t *random, size_t count, walls *of, velocities *with) {
    of->clear(), with->clear();
    for (size_t k = 0; k < count; k++) {
        way_wall w = {draw_between(random, -60, 60), draw_between(random, -60, 60),
                      draw_between(random, -60, 60), draw_between(random, -60, 60),
                      (int32_t)draw_below(random, 3) - 1};
        if (k % 7 == 3)
            w.bx = w.ax, w.by = w.ay;
        if (k % 11 == 5)
            w.by = NAN;
        way_wall_velocity v = {draw_between(random, -20, 20), draw_between(random, -20, 20)};
        if (k % 3 == 1)
            v = {0, 0};
        if (k % 13 == 6)
            v.vy = k % 2 ? NAN : INFINITY;
        of->push_back(w);
        with->push_back(v);
    }
}

/* The answer has the bits of sweep2d, which the tests of the bounds compare with numbers of 113 bits. */
TEST(sweep_walls2d, moving_walls_give_the_bits_of_the_first_sweep2d) {
    uint64_t random = support::seed_for(81, 0);
    size_t met = 0, other = 0;
    for (int room = 0; room < 20; room++) {
        const size_t count = support::draws(20000) / 20;
        agents::drawn_agents s("sweep_walls2d", count, 82 + (uint64_t)room), one("sweep2d", count, 83);
        draw_room(&random, 1 + (size_t)room * 3, &s.walls, &s.velocities);
        s.solve();
        std::vector<std::vector<float>> first(count, {never, 0, 0, 0, 0});
        std::vector<int32_t> wall(count, -1);
        for (size_t k = 0; k < s.walls.size(); k++) {
            const way_wall &w = s.walls[k];
            const way_wall_velocity v = s.velocities[k];
            if (!std::isfinite(w.by) || !std::isfinite(v.vy))
                continue;
            for (size_t i = 0; i < count; i++) {
                const float *from = s.row(i);
                const float all[] = {from[0],
                                     from[1],
                                     from[2],
                                     from[3],
                                     w.ax,
                                     w.ay,
                                     w.bx,
                                     w.by,
                                     from[4],
                                     from[5],
                                     whole_cell(w.sides),
                                     v.vx,
                                     v.vy};
                std::copy(all, all + 13, one.row(i));
            }
            one.solve();
            for (size_t i = 0; i < count; i++)
                if (one.got(i)[0] < first[i][0]) {
                    first[i].assign(one.got(i), one.got(i) + 5);
                    wall[i] = (int32_t)k;
                }
        }
        for (size_t i = 0; i < count; i++) {
            met += wall[i] >= 0;
            ASSERT_EQ(first[i][0], s.got(i)[0]) << s.story(i);
            if (wall[i] != whole(s.got(i)[5])) { /* two times differ by less than an ulp of a float */
                other++;
                continue;
            }
            for (int k = 1; k < 5; k++)
                ASSERT_EQ(first[i][k], s.got(i)[k]) << k << s.story(i);
        }
    }
    std::printf("%zu balls meet a wall; for %zu, two walls are equally early in floats\n", met, other);
    EXPECT_GT(met, support::draws(20000) / 4);
    EXPECT_LE(other, met / 100);
}

TEST(sweep_walls2d, moving_walls_agree_with_the_textbook) {
    uint64_t random = support::seed_for(84, 0);
    agents::drawn_agents s("sweep_walls2d", support::draws(20000), 85);
    draw_room(&random, 40, &s.walls, &s.velocities);
    s.solve();
    for (size_t i = 0; i < s.count; i++) {
        const std::vector<double> expected = s.reference(i);
        ASSERT_EQ((int32_t)expected[6], s.status(i)) << s.story(i);
        for (size_t k = 0; k < 5; k++)
            if (expected[k] != (double)s.got(i)[k]) {
                ASSERT_NEAR(expected[k], s.got(i)[k], 1e-5 * (1 + std::fabs(expected[k]))) << s.story(i);
            }
    }
}

const std::vector<const char *> calls = {"sweep_walls2d", "bounce2d"};

/* If all velocities are 0, answers have the bits of walls that stand still, in both precisions. */
TEST(moving_walls, velocities_of_0_change_no_bit) {
    for (const char *call : calls)
        for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
            agents::drawn_agents s(call, support::draws(20000), 86);
            s.walls.assign(sample_walls(), sample_walls() + SAMPLE_WALLS);
            s.solve(precision);
            const std::vector<float> still = s.out;
            s.velocities.assign(SAMPLE_WALLS, {0, -0.0f});
            s.solve(precision);
            EXPECT_EQ(0, std::memcmp(still.data(), s.out.data(), 4 * still.size())) << call;
        }
}

/* If only a distant wall moves, nothing changes by more than a rounding. */
TEST(moving_walls, a_distant_wall_changes_nothing) {
    for (const char *call : calls) {
        agents::drawn_agents s(call, support::draws(20000), 87);
        s.walls.assign(sample_walls(), sample_walls() + SAMPLE_WALLS);
        s.walls.push_back({1e6f, 0, 1e6f, 1, 0});
        s.solve();
        const std::vector<float> still = s.out;
        s.velocities.assign(SAMPLE_WALLS + 1, {0, 0});
        s.velocities.back() = {1, 0};
        s.solve();
        for (size_t i = 0; i < still.size(); i++)
            ASSERT_EQ(support::bits_of(still[i]), support::bits_of(s.out[i])) << call << " " << i;
    }
}

/* The bits do not depend on the instruction set, on the other agents of the call, or on the precision. */
TEST(moving_walls, the_same_bits_everywhere) {
    uint64_t random = support::seed_for(88, 0);
    const std::string best = way_isa();
    for (const char *call : calls) {
        agents::drawn_agents s(call, support::draws(4000), 89);
        draw_room(&random, 30, &s.walls, &s.velocities);
        s.solve();
        const std::vector<float> first = s.out;
        s.solve(WAY_FAST);
        EXPECT_EQ(0, std::memcmp(first.data(), s.out.data(), 4 * first.size())) << call;
        for (size_t i = 0; way_isa_name(i) != nullptr; i++) {
            ASSERT_EQ(WAY_OK, way_set_isa(way_isa_name(i)));
            s.solve();
            EXPECT_EQ(0, std::memcmp(first.data(), s.out.data(), 4 * first.size()))
                << call << " " << way_isa_name(i);
        }
        ASSERT_EQ(WAY_OK, way_set_isa(best.c_str()));
        for (size_t i = 0; i < s.count; i += 17) {
            agents::one_agent q(call);
            q.walls = s.walls, q.velocities = s.velocities;
            q.in.assign(s.row(i), s.row(i) + s.behaviour->input_count);
            const std::vector<float> got = q.answer();
            ASSERT_EQ(0, std::memcmp(got.data(), s.got(i), 4 * got.size())) << s.story(i);
        }
    }
}

/* Calls for few balls have a path of their own. */
TEST(moving_walls, few_balls_in_the_fast_precision_have_the_exact_bits) {
    const way_wall wall = {10, -50, 10, 50, 0};
    const way_wall_velocity velocity = {-3, 0};
    for (size_t count : {1, 5, 16, 17, 40})
        for (size_t stride : {4, 8}) {
            std::vector<float> in(160), out[2];
            const float zero = 0, speed = 1, dt = 2;
            for (size_t i = 0; i < count; i++)
                in[i * stride / 4] = 6 + 0.05f * (float)i;
            for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
                std::vector<float> &to = out[precision];
                to.resize(320);
                way_batch batch = {};
                batch.count = count, batch.precision = precision;
                batch.walls = &wall, batch.wall_count = 1, batch.wall_velocity = &velocity;
                way_bounce2d_in ball = {};
                ball.ball_x = way_at(in.data(), (ptrdiff_t)stride), ball.ball_y = way_same(&zero);
                ball.ball_vx = way_same(&speed), ball.ball_vy = way_same(&zero), ball.dt = way_same(&dt);
                way_bounce2d_out next = {};
                next.next_vx = way_to(to.data(), (ptrdiff_t)stride);
                EXPECT_EQ(WAY_OK, way_bounce2d(&ball, &next, &batch));
                way_sweep_walls2d_in swept = {};
                swept.ball_x = ball.ball_x, swept.ball_y = ball.ball_y;
                swept.ball_vx = ball.ball_vx, swept.ball_vy = ball.ball_vy;
                way_sweep_walls2d_out met = {};
                met.time = way_to(to.data() + 160, (ptrdiff_t)stride);
                EXPECT_EQ(WAY_OK, way_sweep_walls2d(&swept, &met, &batch));
            }
            EXPECT_EQ(-7, out[WAY_EXACT][0]) << count;
            EXPECT_EQ(1, out[WAY_EXACT][160]) << count;
            EXPECT_EQ(out[WAY_EXACT], out[WAY_FAST]) << count << ", " << stride;
        }
}

void expect_bounce(const agents::one_agent &q, float x, float y, float vx, float vy, int32_t bounces,
                   way_status status) {
    const std::vector<float> got = q.answer();
    EXPECT_NEAR(x, got[0], 2e-3) << q.story(got);
    EXPECT_NEAR(y, got[1], 2e-3) << q.story(got);
    EXPECT_NEAR(vx, got[2], 1e-5) << q.story(got);
    EXPECT_NEAR(vy, got[3], 1e-5) << q.story(got);
    EXPECT_EQ(bounces, whole(got[4])) << q.story(got);
    EXPECT_EQ(status, agents::status_of(got)) << q.story(got);
}

TEST(bounce2d, a_moving_wall_hits_a_ball) {
    expect_bounce(among("bounce2d", {upright}, {{-4, 0}}, {{"dt", 3}, {"radius", 2}}), -8, 0, -8, 0, 1,
                  WAY_MET);
    expect_bounce(among("bounce2d", {upright}, {{-4, 3}}, {{"ball_vx", 1}, {"dt", 4}}), -16, 0, -9, 0, 1,
                  WAY_MET);
    expect_bounce(among("bounce2d", {upright}, {{4, 0}}, {{"ball_vx", 6}, {"dt", 8}}), 36, 0, 2, 0, 1,
                  WAY_MET);
    expect_bounce(among("bounce2d", {upright}, {{7, 0}}, {{"ball_vx", 6}, {"dt", 8}}), 48, 0, 6, 0, 0,
                  WAY_MET);
}

TEST(bounce2d, restitution_and_friction_are_relative_to_the_wall) {
    expect_bounce(among("bounce2d", {upright}, {{-4, 0}}, {{"dt", 5}, {"restitution", 0}}), -10, 0, -4, 0, 1,
                  WAY_MET);
    expect_bounce(among("bounce2d", {upright}, {{-4, 2}}, {{"dt", 5}, {"restitution", 0}, {"friction", 1}}),
                  -10, 5, -4, 2, 1, WAY_MET);
    expect_bounce(among("bounce2d", {upright}, {{-4, 2}}, {{"dt", 5}, {"friction", 0.5f}}), -20, 2.5f, -8, 1,
                  1, WAY_MET);
}

TEST(bounce2d, a_touching_ball_is_pushed) {
    expect_bounce(among("bounce2d", {upright}, {{-4, 0}},
                        {{"ball_x", 9}, {"radius", 1}, {"dt", 2}, {"restitution", 0}}),
                  1, 0, -4, 0, 1, WAY_MET);
}

TEST(bounce2d, one_sided_moving_walls) {
    const way_wall from_left = {10, -50, 10, 50, 1}, from_right = {10, -50, 10, 50, -1};
    expect_bounce(among("bounce2d", {from_left}, {{-4, 0}}, {{"dt", 3}}), -4, 0, -8, 0, 1, WAY_MET);
    expect_bounce(among("bounce2d", {from_right}, {{-4, 0}}, {{"dt", 3}}), 0, 0, 0, 0, 0, WAY_MET);
}

TEST(bounce2d, the_end_of_a_moving_wall) {
    expect_bounce(among("bounce2d", {{10, 0, 30, 0, 0}}, {{-4, 0}}, {{"dt", 3}, {"radius", 2}}), -8, 0, -8, 0,
                  1, WAY_MET);
    expect_bounce(among("bounce2d", {{10, 0, 10, 0, 0}}, {{-4, 0}}, {{"dt", 3}, {"radius", 2}}), -8, 0, -8, 0,
                  1, WAY_MET);
}

/* After a bounce, all walls have moved on. */
TEST(bounce2d, later_bounces_see_the_walls_where_they_are) {
    const walls two = {{-10, -50, -10, 50, 0}, upright};
    /* at 1 s the ball is at the wall of x = 9, then it has -12, and meets the left wall 18/13 s later */
    expect_bounce(among("bounce2d", two, {{1, 0}, {-1, 0}}, {{"ball_x", -1}, {"ball_vx", 10}, {"dt", 3}}),
                  (float)(9 - 12 * 18.0 / 13 + 14 * (2 - 18.0 / 13)), 0, 14, 0, 2, WAY_MET);
}

/* In a closed room whose walls move apart or together, answers agree with a plain simulation. */
TEST(bounce2d, moving_walls_agree_with_the_textbook) {
    agents::drawn_agents s("bounce2d", support::draws(20000), 90);
    const float corners[][2] = {{12, 31}, {-31, 12}, {-12, -31}, {31, -12}};
    for (int k = 0; k < 4; k++) {
        s.walls.push_back(
            {corners[k][0], corners[k][1], corners[(k + 1) % 4][0], corners[(k + 1) % 4][1], 1});
        s.velocities.push_back({(float)(k - 1) * 3, 5 - (float)k});
    }
    uint64_t random = support::seed_for(91, s.count);
    for (size_t i = 0; i < s.count; i++) {
        s.row(i)[0] = draw_between(&random, -14, 14);
        s.row(i)[1] = draw_between(&random, -14, 14);
        s.row(i)[7] = i % 2 ? 0 : s.row(i)[7];
    }
    s.solve();
    const double skin = 35 * 0x1p-18;
    size_t other = 0, bounced = 0;
    for (size_t i = 0; i < s.count; i++) {
        const std::vector<double> expected = s.reference(i);
        const int32_t bounces = whole(s.got(i)[4]);
        if (bounces != (int32_t)expected[4]) { /* a meeting is very close to the end of the step */
            other++;
            continue;
        }
        bounced += bounces > 0;
        for (int k = 0; k < 2; k++) {
            if (s.row(i)[7] == 0) {
                ASSERT_NEAR(expected[k], (double)s.got(i)[k], 4 * skin * (1 + bounces)) << s.story(i);
            }
            ASSERT_NEAR(expected[2 + k], (double)s.got(i)[2 + k], 1e-3) << s.story(i);
        }
    }
    std::printf("%zu balls, %zu bounce, %zu more or less often than the textbook's\n", s.count, bounced,
                other);
    EXPECT_GT(bounced, s.count / 20);
    EXPECT_LE(other, s.count / 500);
}

/* If all walls have the velocity (7, -3), answers are those of walls that stand still, seen from a frame with
   this velocity. */
TEST(moving_walls, all_with_one_velocity_are_a_moving_frame) {
    const float vx = 7, vy = -3;
    for (const char *call : calls) {
        const bool bounces = call == calls[1];
        agents::drawn_agents s(call, support::draws(20000), 92);
        s.walls.assign(sample_walls(), sample_walls() + SAMPLE_WALLS);
        for (size_t i = 0; i < s.count; i++) /* coarse velocities, so that the sums below are exact */
            for (int k = 2; k < 4; k++)
                s.row(i)[k] = std::ldexp(std::rint(std::ldexp(s.row(i)[k], 10)), -10);
        s.solve();
        const std::vector<float> still = s.out;
        s.velocities.assign(SAMPLE_WALLS, {vx, vy});
        for (size_t i = 0; i < s.count; i++)
            s.row(i)[2] += vx, s.row(i)[3] += vy;
        s.solve();
        size_t apart = 0;
        for (size_t i = 0; i < s.count; i++) {
            const float *at = &still[i * s.behaviour->output_count], *got = s.got(i);
            const double time = bounces ? s.row(i)[4] : at[0];
            bool same = at[s.behaviour->output_count - 1] == got[s.behaviour->output_count - 1];
            if (bounces) {
                same &= std::fabs(at[0] + vx * time - got[0]) < 5e-3 * (1 + whole(got[4]));
                same &= std::fabs(at[1] + vy * time - got[1]) < 5e-3 * (1 + whole(got[4]));
                same &= std::fabs(at[2] + vx - got[2]) < 1e-2 && std::fabs(at[3] + vy - got[3]) < 1e-2;
                same &= whole(at[4]) == whole(got[4]);
            } else {
                same &= whole(at[5]) == whole(got[5]) && support::bits_of(at[6]) == support::bits_of(got[6]);
                if (std::isfinite(time)) {
                    same &= std::fabs(time - got[0]) < 1e-5 * (1 + time);
                    same &= std::fabs(at[1] + vx * time - got[1]) < 1e-4 * (1 + std::fabs(vx * time));
                    same &= std::fabs(at[2] + vy * time - got[2]) < 1e-4 * (1 + std::fabs(vy * time));
                    same &= std::fabs(at[3] - got[3]) < 1e-4 && std::fabs(at[4] - got[4]) < 1e-4;
                }
            }
            if (!same && ++apart < 3 && apart > s.count / 200)
                ADD_FAILURE() << s.story(i);
        }
        std::printf("%s: %zu of %zu differ\n", call, apart, s.count);
        EXPECT_LE(apart, s.count / 200) << call; /* near the end of a wall, the skin decides */
    }
}

/* The loop of a game ----------------------------------------------------------------------------------- */

/* Moves walls as a game does: in floats. */
void advance(walls *of, const velocities &with, float dt) {
    for (size_t k = 0; k < of->size(); k++) {
        way_wall &w = (*of)[k];
        w.ax += with[k].vx * dt, w.bx += with[k].vx * dt;
        w.ay += with[k].vy * dt, w.by += with[k].vy * dt;
    }
}

struct frame {
    double x, y, turn; /* a point, and a rotation about it */
    way_wall wall(double ax, double ay, double bx, double by) const {
        return {(float)(x + ax * std::cos(turn) - ay * std::sin(turn)),
                (float)(y + ax * std::sin(turn) + ay * std::cos(turn)),
                (float)(x + bx * std::cos(turn) - by * std::sin(turn)),
                (float)(y + bx * std::sin(turn) + by * std::cos(turn)), 0};
    }
    way_wall_velocity velocity(double vx, double vy) const {
        return {(float)(vx * std::cos(turn) - vy * std::sin(turn)),
                (float)(vx * std::sin(turn) + vy * std::cos(turn))};
    }
};

/* Returns the height of a point over the line of the wall; above 0 on the left. */
double height_over(const way_wall &w, double x, double y) {
    const double dx = (double)w.bx - (double)w.ax, dy = (double)w.by - (double)w.ay;
    return (dx * (y - (double)w.ay) - dy * (x - (double)w.ax)) / std::hypot(dx, dy);
}

/* A press: two walls that come together around a ball, and a floor and a ceiling that stand still. The ball
   is between the two walls in every frame until it is crushed, and it is crushed before the gap is less than
   its diameter. */
void press(const frame &f, float radius, float restitution, double closing, double sideways, float dt,
           double speed) {
    walls of = {f.wall(-2, -9, -2, 9), f.wall(2, 9, 2, -9), f.wall(-30, -8, 30, -8), f.wall(30, 8, -30, 8)};
    const velocities with = {f.velocity(closing / 2 + sideways, 0), f.velocity(-closing / 2 + sideways, 0),
                             f.velocity(0, 0), f.velocity(0, 0)};
    agents::one_agent q("bounce2d", {{"dt", dt}, {"radius", radius}, {"restitution", restitution}});
    const way_wall at = f.wall(0.3, 0.2, 0, 0);
    const way_wall_velocity v = f.velocity(speed, 0.7 * speed);
    q["ball_x"] = at.ax, q["ball_y"] = at.ay, q["ball_vx"] = v.vx, q["ball_vy"] = v.vy;
    const int frames = (int)std::ceil(4 / closing / (double)dt) + 2;
    const double size = std::fabs(f.x) + std::fabs(f.y) + 40 + std::fabs(sideways) * 4 / closing;
    int crushed = 0;
    for (int k = 0; k < frames; k++) {
        q.walls = of, q.velocities = with;
        const std::vector<float> got = q.answer();
        const int32_t status = agents::status_of(got);
        for (float number : got)
            ASSERT_TRUE(std::isfinite(number) || &number >= &got[4]) << q.story(got);
        ASSERT_TRUE(status == WAY_MET || status == WAY_LATE || status == WAY_CRUSHED) << q.story(got);
        advance(&of, with, dt);
        crushed += status == WAY_CRUSHED;
        const double left = -height_over(of[0], got[0], got[1]), right = -height_over(of[1], got[0], got[1]);
        const double spare = left + right - 2 * radius;
        if (crushed > 0 && left + right < 1e-4 * size)
            break; /* the walls have met */
        if (status != WAY_CRUSHED) {
            ASSERT_EQ(0, crushed) << "no longer crushed in frame " << k << q.story(got);
            ASSERT_GT(left, radius * (1 - 1e-6) - 1e-6 * size) << "frame " << k << q.story(got);
            ASSERT_GT(right, radius * (1 - 1e-6) - 1e-6 * size) << "frame " << k << q.story(got);
        } else
            ASSERT_LT(spare, 4e-5 * size) << "crushed too early, in frame " << k << q.story(got);
        if (status == WAY_CRUSHED || radius == 0) {
            ASSERT_GT(left, 0) << "frame " << k << q.story(got);
            ASSERT_GT(right, 0) << "frame " << k << q.story(got);
        }
        ASSERT_GT(height_over(of[2], got[0], got[1]), 0) << "frame " << k << q.story(got);
        ASSERT_GT(height_over(of[3], got[0], got[1]), 0) << "frame " << k << q.story(got);
        for (int j = 0; j < 4; j++)
            q.in[j] = got[j];
    }
    EXPECT_GE(crushed, 1) << "the press has closed: radius " << radius << ", restitution " << restitution;
}

TEST(bounce2d, a_closing_press_crushes) {
    for (const frame &f : {frame{0, 0, 0}, {300, -40, 0.7}, {-1000, 2000, 2.2}})
        for (float radius : {0.0f, 0.02f, 0.5f})
            for (float restitution : {0.0f, 0.6f, 1.0f})
                for (double closing : {0.5, 3.0, 40.0})
                    for (double sideways : {0.0, 2.0})
                        for (double speed : {0.0, 1.0, 60.0}) {
                            press(f, radius, restitution, closing, sideways, 1.0f / 60, speed);
                            if (HasFatalFailure())
                                return;
                        }
}

/* Is the point inside of the room, whose walls have their left sides inside? */
bool is_within(const walls &room, double x, double y) {
    for (const way_wall &w : room)
        if (!(height_over(w, x, y) > 0))
            return false;
    return true;
}

/* A room of this shape moves up and down, and sideways, for many frames. */
void lift(const std::vector<std::pair<double, double>> &corners, const frame &f, float restitution,
          float radius, int frames, uint64_t salt) {
    walls room;
    for (size_t k = 0; k < corners.size(); k++) {
        const auto &a = corners[k], &b = corners[(k + 1) % corners.size()];
        room.push_back(f.wall(a.first, a.second, b.first, b.second));
    }
    const size_t count = 24;
    agents::drawn_agents s("bounce2d", count, salt);
    uint64_t random = support::seed_for(salt, 1);
    for (size_t i = 0; i < count; i++) {
        const way_wall at = f.wall(draw_between(&random, -0.2, 0.2), draw_between(&random, -0.2, 0.2), 0, 0);
        const float v = i % 3 == 0 ? 0 : i % 3 == 1 ? 2 : 30;
        const float row[] = {at.ax,
                             at.ay,
                             draw_between(&random, -v, v),
                             draw_between(&random, -v, v),
                             1.0f / 60,
                             i % 2 ? radius : 0,
                             restitution,
                             i % 5 ? 0 : 0.3f};
        std::copy(row, row + 8, s.row(i));
    }
    size_t late = 0, bounces = 0;
    for (int k = 0; k < frames; k++) {
        const double up = 5 * std::cos(k * 0.01), along = 3 * std::sin(k * 0.017);
        s.velocities.assign(room.size(), {(float)along, (float)up});
        s.walls = room;
        s.solve();
        advance(&room, s.velocities, 1.0f / 60);
        for (size_t i = 0; i < count; i++) {
            ASSERT_TRUE(is_within(room, s.got(i)[0], s.got(i)[1])) << "frame " << k << s.story(i);
            ASSERT_TRUE(s.status(i) == WAY_MET || s.status(i) == WAY_LATE)
                << s.status(i) << " in frame " << k << s.story(i);
            late += s.status(i) == WAY_LATE;
            bounces += (size_t)whole(s.got(i)[4]);
            std::copy(s.got(i), s.got(i) + 4, s.row(i));
            s.row(i)[3] -= restitution < 1 ? 9.81f / 60 : 0; /* gravity */
        }
    }
    std::printf("a lift of %zu walls, restitution %g, %d frames: %zu bounces, %zu late\n", corners.size(),
                (double)restitution, frames, bounces, late);
}

TEST(bounce2d, a_moving_lift_keeps_its_balls) {
    const int frames = support::draws(1000) < 1000 ? 1500 : 20000;
    const std::vector<std::pair<double, double>> box = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}},
                                                 wedge = {{-3, -0.4}, {3, -0.5}, {0.1, 1}};
    for (float restitution : {0.0f, 0.5f, 1.0f}) {
        lift(box, {0, 0, 0}, restitution, 0.1f, frames, 93);
        lift(box, {400, -300, 0.4}, restitution, 0.05f, frames, 94);
        lift(wedge, {50, 0, 1.1}, restitution, 0.05f, frames, 95);
    }
}

/* Four long walls around a ball, each with a velocity of its own that changes all the time. A ball is inside
   until it is crushed, and it is crushed only if it has no room. */
void squeeze(const frame &f, float radius, float restitution, double wild, int frames, uint64_t salt,
             size_t *crushed) {
    const double far = 60;
    walls room;
    room.push_back(f.wall(-2, far, -2, -far)); /* the inside is on the left */
    room.push_back(f.wall(2, -far, 2, far));
    room.push_back(f.wall(-far, -2, far, -2));
    room.push_back(f.wall(far, 2, -far, 2));
    uint64_t random = support::seed_for(salt, 3);
    double at[4] = {-2, 2, -2, 2};
    agents::one_agent q("bounce2d", {{"dt", 1.0f / 60}, {"radius", radius}, {"restitution", restitution}});
    q["ball_x"] = (float)f.x, q["ball_y"] = (float)f.y, q["ball_vx"] = draw_between(&random, -9, 9);
    const double size = std::fabs(f.x) + std::fabs(f.y) + 2 * far;
    for (int k = 0; k < frames; k++) {
        velocities with;
        for (int w = 0; w < 4; w++) {
            /* the walls of a pair stay around their starts, and meet now and then */
            const double v = draw_between(&random, -wild, wild) + 0.5 * ((w % 2 ? 1.2 : -1.2) - at[w]);
            at[w] += v / 60;
            with.push_back(w < 2 ? f.velocity(v, 0) : f.velocity(0, v));
        }
        q.walls = room, q.velocities = with;
        const std::vector<float> got = q.answer();
        const int32_t status = agents::status_of(got);
        advance(&room, with, 1.0f / 60);
        double room_x = height_over(room[0], f.x, f.y) + height_over(room[1], f.x, f.y),
               room_y = height_over(room[2], f.x, f.y) + height_over(room[3], f.x, f.y);
        const double least = std::fmin(room_x, room_y) - 2 * radius;
        if (status == WAY_CRUSHED) {
            ASSERT_LT(least, 1e-5 * size) << "frame " << k << q.story(got);
            ++*crushed;
            return;
        }
        ASSERT_TRUE(status == WAY_MET || status == WAY_LATE) << q.story(got);
        ASSERT_TRUE(is_within(room, got[0], got[1])) << "frame " << k << q.story(got);
        for (const way_wall &w : room)
            ASSERT_GT(height_over(w, got[0], got[1]), radius - 1e-6 * size) << "frame " << k << q.story(got);
        for (int j = 0; j < 4; j++)
            q.in[j] = got[j];
    }
}

TEST(bounce2d, four_walls_that_move_on_their_own) {
    size_t crushed = 0, all = 0;
    uint64_t random = support::seed_for(98, 0);
    for (size_t i = 0; i < support::draws(3000); i++, all++) {
        const double far = i % 3 ? 1 : 300;
        const frame f = {far * draw_between(&random, -9, 9), far * draw_between(&random, -9, 9),
                         draw_between(&random, -3, 3)};
        const float sizes[] = {0, 0.01f, 0.3f, 1}, keeps[] = {0, 0.7f, 1};
        squeeze(f, sizes[i % 4], keeps[i % 3], i % 5 ? 20 : 200, 200, 99 + i, &crushed);
        if (testing::Test::HasFatalFailure())
            return;
    }
    std::printf("%zu of %zu balls are crushed\n", crushed, all);
    EXPECT_GT(crushed, all / 50);
    EXPECT_LT(crushed, all - all / 50);
}

/* A ball between a fixed wall and one that comes in: an accurate simulation gives its energy. */
TEST(bounce2d, the_energy_grows_as_in_an_accurate_simulation) {
    walls of = {{0, 50, 0, -50, 0}, {10, -50, 10, 50, 0}};
    const velocities with = {{0, 0}, {-0.5f, 0}};
    const float dt = 1.0f / 64; /* exact, as are the walls' places */
    agents::one_agent q("bounce2d", {{"ball_x", 3}, {"ball_vx", 8}, {"ball_vy", 1}, {"dt", dt}});
    double x = 3, v = 8, wall = 10;
    size_t bounces = 0, other = 0;
    for (int k = 0; k < 64 * 16; k++) {
        q.walls = of, q.velocities = with;
        const std::vector<float> got = q.answer();
        advance(&of, with, dt);
        for (double left = dt; left > 0;) { /* the accurate simulation */
            const double time = v < 0 ? x / -v : (wall - x) / (v + 0.5);
            const double step = std::fmin(time, left);
            x += v * step, wall -= 0.5 * step, left -= step;
            if (time <= step)
                v = v < 0 ? -v : -v - 1;
        }
        ASSERT_EQ(WAY_MET, agents::status_of(got)) << q.story(got);
        bounces += (size_t)whole(got[4]);
        /* the skin, 50 * 2^-18, makes the gap narrower by 4e-4, so a few bounces are in an earlier frame */
        other += std::fabs(std::fabs(v) - std::fabs((double)got[2])) > 1e-3;
        EXPECT_NEAR(std::fabs(v), std::fabs((double)got[2]), 1.001) << "frame " << k << q.story(got);
        for (int j = 0; j < 4; j++)
            q.in[j] = got[j];
    }
    const double speed = std::fabs((double)q.in[2]);
    std::printf("%zu bounces: speed %g, accurate %g\n", bounces, speed, std::fabs(v));
    EXPECT_GT(speed, 30);
    EXPECT_EQ(speed, std::fabs(v));
    EXPECT_LE(other, 10u);
    EXPECT_EQ(1, q.in[3]);
}

TEST(moving_walls, hostile_numbers) {
    const float bad[] = {NAN, INFINITY, -INFINITY, 2e18f, -2e18f, FLT_MAX, -FLT_MAX};
    for (float number : bad)
        for (int axis = 0; axis < 2; axis++) {
            const way_wall_velocity v = {axis ? 0 : number, axis ? number : 0};
            std::vector<float> got =
                among("sweep_walls2d", {upright, {20, -9, 20, 9, 0}}, {v, {-1, 0}}, {{"ball_vx", 1}})
                    .answer();
            EXPECT_EQ(1, whole(got[5])) << "a wall with this velocity stops nothing";
            EXPECT_EQ(10, got[0]);
            expect_bounce(among("bounce2d", {upright}, {v}, {{"ball_vx", 9}, {"ball_x", 9.9999f}, {"dt", 2}}),
                          27.9999f, 0, 9, 0, 0, WAY_MET);
        }
    uint64_t random = support::seed_for(96, 0);
    for (const char *call : calls) {
        agents::drawn_agents s(call, support::draws(20000), 97);
        for (int room = 0; room < 8; room++) {
            draw_room(&random, 12, &s.walls, &s.velocities);
            for (size_t k = 0; k < s.velocities.size(); k++) {
                const double size = std::ldexp(1, (int)draw_below(&random, 200) - 140);
                s.velocities[k].vx = (float)(size * draw_between(&random, -1, 1));
                if (k % 4 == 0)
                    s.velocities[k].vy = draw_special(&random);
                if (k % 5 == 0)
                    s.walls[k].ax = draw_special(&random);
            }
            for (size_t i = 0; i < s.count; i++)
                draw_agent(&random, s.behaviour, 30, s.row(i));
            s.solve();
            for (size_t i = 0; i < s.count; i++)
                for (size_t k = 0; k + 1 < s.behaviour->output_count; k++)
                    ASSERT_FALSE(std::isnan(s.got(i)[k]) && s.behaviour->outputs[k].type == WAY_FLOAT)
                        << s.behaviour->outputs[k].name << s.story(i);
        }
    }
}

TEST(moving_walls, the_arguments) {
    const char *fault = nullptr;
    float number[8] = {0};
    const way_wall wall[2] = {upright, upright};
    const way_wall_velocity v[3] = {};
    std::vector<uint64_t> memory(way_wall_tree_bytes(2) / 8 + 1);
    way_wall_tree *tree = (way_wall_tree *)memory.data();
    ASSERT_EQ(WAY_OK, way_make_wall_tree(wall, 2, tree, memory.size() * 8));
    way_bounce2d_in in = {};
    way_bounce2d_out out = {};
    in.ball_x = in.ball_y = in.ball_vx = in.ball_vy = in.dt = way_in(number);
    out.next_x = way_out(number + 4);
    way_batch batch = {};
    batch.count = 1, batch.walls = wall, batch.wall_count = 2, batch.fault = &fault;
    batch.wall_velocity = v;
    EXPECT_EQ(WAY_OK, way_bounce2d(&in, &out, &batch));
    batch.wall_tree = tree;
    EXPECT_EQ(WAY_ERROR_BOTH, way_bounce2d(&in, &out, &batch));
    EXPECT_STREQ("wall_velocity", fault);
    batch.wall_tree = nullptr;
    batch.wall_velocity = (const way_wall_velocity *)((const char *)v + 2);
    EXPECT_EQ(WAY_ERROR_ALIGNMENT, way_bounce2d(&in, &out, &batch));
    EXPECT_STREQ("wall_velocity", fault);
    batch.wall_velocity = v, batch.walls = nullptr, batch.wall_count = 0;
    EXPECT_EQ(WAY_OK, way_bounce2d(&in, &out, &batch)) << "no walls, so no velocity is read";
}

} // namespace
