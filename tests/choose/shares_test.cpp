/* Tests shares in avoidance: agents that do not give way, or give way less than others. Also tests a speed
   without a limit, gaps that an agent just fits through, and candidates without velocities of their own. */
#include <gtest/gtest.h>

#include <array>
#include <cfloat>
#include <cmath>
#include <functional>
#include <vector>

#include "avoid_world.h"
#include "draw.h"
#include "support.h"
#include "swarm.h"
#include "waylay/waylay.h"

namespace {

/* A swarm of balls with shares and radii of their own. */
struct shared_swarm : swarm {
    std::vector<float> share;
    std::vector<float> fast;

    void join(const std::array<double, 3> &where, const std::array<double, 3> &velocity,
              const std::array<double, 3> &go, double r, double part) {
        add(where, velocity, go, r);
        share.push_back((float)part), fast.push_back(speed);
    }
    void solve() {
        way_avoid3d_in all = in();
        const way_avoid3d_out to = out();
        const way_avoidance call = how();
        all.share.data = all.runner_share.data = share.data();
        all.chaser_speed.data = fast.data();
        all.chaser_speed.gap = 0;
        ASSERT_EQ(WAY_OK, way_avoid3d(&all, &to, &call));
    }
};

/* Shares ------------------------------------------------------------------------------------------------- */

/* The position of a neighbour at rest. */
struct pair_at_rest {
    float x, y;
};

TEST(shares, an_agent_with_share_0_starts) {
    for (const pair_at_rest &at :
         {pair_at_rest{3, 0}, {10, 0}, {100, 0}, {1000, 0}, {10, 2}, {30, 2}, {10000, 0}})
        for (const double share : {0.1, 0.5, 3.0}) {
            world w;
            w.add(0, 0, 0, 0, 0.5, 1, 0), w.add((double)at.x, (double)at.y, 0, 0, 0.5, 1, share);
            w.wish_x[0] = 1;
            ASSERT_EQ(WAY_OK, w.ask(false));
            EXPECT_EQ(1.0f, w.new_x[0]) << at.x << " " << at.y << " " << share;
            EXPECT_EQ(0.0f, w.new_y[0]) << at.x << " " << at.y << " " << share;
            shared_swarm s;
            s.speed = 1;
            s.join({0, 0, 0}, {0, 0, 0}, {1, 0, 0}, 0.5, 0);
            s.join({(double)at.x, 0, (double)at.y}, {0, 0, 0}, {0, 0, 0}, 0.5, share);
            s.solve();
            EXPECT_EQ(1.0f, s.next[0][0]) << at.x << " " << at.y << " " << share;
            EXPECT_EQ(0.0f, s.next[1][0]);
            EXPECT_EQ(0.0f, s.next[2][0]);
        }
}

/* At 10 m from an agent with share 0.5, an agent with a smaller share has to do nothing yet. */
TEST(shares, an_agent_with_a_small_share_starts_at_full_speed) {
    for (const double share : {0.02, 0.1, 0.3}) {
        world w;
        w.add(0, 0, 0, 0, 0.5, 1, share), w.add(10, 0, 0, 0, 0.5, 1, 0.5);
        w.wish_x[0] = 1;
        ASSERT_EQ(WAY_OK, w.ask(false));
        EXPECT_EQ(1.0f, w.new_x[0]) << share;
        shared_swarm s;
        s.speed = 1;
        s.join({0, 0, 0}, {0, 0, 0}, {1, 0, 0}, 0.5, share),
            s.join({10, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0.5, 0.5);
        s.solve();
        EXPECT_EQ(1.0f, s.next[0][0]) << share;
    }
}

/* 50 others move at random. An agent with share 0 takes its preferred velocity, whatever its present one is,
   if none of them is nearer than 0.5 m. */
TEST(shares, an_agent_with_share_0_keeps_its_velocity_among_50) {
    size_t kept = 0, near = 0;
    for (uint64_t k = 0; k < support::draws(2000); k++) {
        uint64_t state = support::seed_for(141, k);
        world w;
        shared_swarm s;
        w.most = s.most = WAY_AVOIDED_MAX, s.speed = 1.5f;
        const double turn = (double)draw_between(&state, -3, 3), now = (double)draw_between(&state, -3, 3);
        const double pace = k % 3 == 0 ? 0 : 1;
        w.add(0, 0, pace * std::cos(now), pace * std::sin(now), 0.5, 1.5, 0);
        w.wish_x[0] = (float)std::cos(turn), w.wish_y[0] = (float)std::sin(turn);
        s.join({0, 0, 0}, {w.vx[0], w.vy[0], 0}, {w.wish_x[0], w.wish_y[0], 0}, 0.5, 0);
        while (w.size() < 51) {
            const double x = (double)draw_between(&state, -8, 8), y = (double)draw_between(&state, -8, 8),
                         vx = (double)draw_between(&state, -1, 1), vy = (double)draw_between(&state, -1, 1);
            const double part = (double)draw_between(&state, 0.05, 1);
            if (std::hypot(x, y) < 1.5) /* 0.5 m between the edges */
                continue;
            near += std::hypot(x, y) < 3;
            w.add(x, y, vx, vy, 0.5, 1.5, part);
            s.join({x, y, 0}, {vx, vy, 0}, {vx, vy, 0}, 0.5, part);
        }
        ASSERT_EQ(WAY_OK, w.ask(false));
        s.solve();
        ASSERT_EQ(w.wish_x[0], w.new_x[0]) << k;
        ASSERT_EQ(w.wish_y[0], w.new_y[0]) << k;
        ASSERT_EQ(w.wish_x[0], s.next[0][0]) << k;
        ASSERT_EQ(w.wish_y[0], s.next[1][0]) << k;
        ASSERT_EQ(0.0f, s.next[2][0]) << k;
        kept++;
    }
    EXPECT_GT(near, kept); /* there are others in the way */
}

/* If both shares are equal, also if both are 0, each does half, and the bits do not depend on the share. */
TEST(shares, equal_shares_divide_evenly_whatever_they_are) {
    for (uint64_t k = 0; k < support::draws(400); k++) {
        uint64_t state = support::seed_for(142, k);
        world w;
        shared_swarm s;
        w.overlap = k % 3 == 0 ? 0 : 0.05f, s.overlap = w.overlap;
        for (int i = 0; i < 12; i++) {
            const double x = (double)draw_between(&state, -3, 3), y = (double)draw_between(&state, -3, 3),
                         z = (double)draw_between(&state, -3, 3), vx = (double)draw_between(&state, -1, 1),
                         vy = (double)draw_between(&state, -1, 1);
            w.add(x, y, vx, vy, 0.4), s.join({x, y, z}, {vx, vy, 0}, {vy, vx, 0.5}, 0.4, 0.5);
        }
        ASSERT_EQ(WAY_OK, w.ask(false));
        s.solve();
        const std::vector<float> x = w.new_x, y = w.new_y, x3 = s.next[0], z3 = s.next[2];
        for (const float share : {0.0f, 0.1f, 1.0f, 3e38f}) {
            std::fill(w.share.begin(), w.share.end(), share),
                std::fill(s.share.begin(), s.share.end(), share);
            ASSERT_EQ(WAY_OK, w.ask(false));
            s.solve();
            ASSERT_EQ(x, w.new_x) << share;
            ASSERT_EQ(y, w.new_y) << share;
            ASSERT_EQ(x3, s.next[0]) << share;
            ASSERT_EQ(z3, s.next[2]) << share;
        }
    }
}

/* A disc that does not give way goes through people who stand. The people step aside, so the disc takes at
   most twice the time that it takes alone, and no overlap exceeds 5 %. In the last scene it first stands
   close to one. */
TEST(shares, others_make_room_for_an_agent_with_share_0) {
    struct {
        double radius, pace, apart, from;
    } const scenes[] = {
        {4, 1.2, 2, -14}, {1.5, 1.2, 1, -14}, {1.5, 2, 1, -14}, {0.4, 1.2, 1, -14}, {0.4, 1.2, 1, -0.93}};
    for (const auto &one : scenes) {
        world w;
        w.horizon = one.radius > 3 ? 4 : 2;
        w.add(one.from, 0, 0, 0, one.radius, one.pace, 0);
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++)
                w.add(one.apart * i + 0.1 * j, one.apart * (j - 3.4), 0, 0, 0.4, 3);
        double deepest = 0;
        int steps = 0;
        for (; steps < 600 && w.x[0] < 16; steps++) {
            w.wish_x[0] = (float)one.pace;
            deepest = std::max(deepest, w.go());
        }
        EXPECT_GE(w.x[0], 16) << one.radius << " " << one.from;
        EXPECT_LE(steps, 2.0 * (16 - one.from) / one.pace * 10) << one.radius << " " << one.from;
        EXPECT_LE(deepest, 0.05 + 1e-4) << one.radius << " " << one.from;
    }
}

/* A walker crosses 25 people who stand and return to their places, as in docs/choose.md: with share 0 it goes
   straight on, with less than the others it turns its wish. The people are back soon after. In the last two
   scenes, people stand with 5 cm between them, and yield. */
TEST(shares, a_crowd_opens_and_closes_again) {
    struct {
        double apart, share, turn, seconds;
        float horizon, yielding;
    } const scenes[] = {{1, 0, 0, 8, 2, 0},         {0.8, 0, 0, 9, 2, 0},       {1, 0.1, 0.15, 11, 1, 0},
                        {1, 0.5, 0.15, 11, 1, 0},   {0.8, 0.1, 0.15, 14, 1, 0}, {0.65, 0.1, 0.15, 14, 1, 1},
                        {0.65, 0.5, 0.15, 20, 1, 1}};
    for (const auto &one : scenes) {
        world w;
        w.horizon = one.horizon;
        w.add(0, 0, 0, 0, 0.3, 1.8, one.share);
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 5; j++)
                w.add(3 + i * one.apart, (j - 2) * one.apart, 0, 0, 0.3, 1.8);
        std::fill(w.yielding.begin() + 1, w.yielding.end(), one.yielding);
        const world start = w;
        double arrived = 99;
        for (int step = 0; step < (one.yielding > 0 ? 600 : 300); step++) {
            for (size_t i = 0; i < w.size(); i++) {
                w.wish_for(i, i > 0 ? (double)start.x[i] : 10, i > 0 ? (double)start.y[i] : 0, 1.4);
                const double turn = i > 0 ? 0.15 : one.turn, cosine = std::cos(turn), sine = std::sin(turn);
                const double x = (double)w.wish_x[i], y = (double)w.wish_y[i];
                w.wish_x[i] = (float)(cosine * x + sine * y), w.wish_y[i] = (float)(cosine * y - sine * x);
            }
            ASSERT_LE(w.go(), 0.05 + 1e-4);
            if (arrived > 98 && std::hypot((double)w.x[0] - 10, (double)w.y[0]) < 0.3)
                arrived = 0.1 * (step + 1);
        }
        EXPECT_LE(arrived, one.seconds) << one.apart << " " << one.share;
        for (size_t i = 1; i < w.size(); i++)
            EXPECT_LE(std::hypot((double)(w.x[i] - start.x[i]), (double)(w.y[i] - start.y[i])), 0.05) << i;
    }
}

enum place { crossing, door, corridor, head_on, narrow };

/* Two blocks cross at right angles, 60 pass a door, two groups meet in a corridor of 6 m, or in the open. A
   part of them has share 0, the others 0.1, 0.5 and 1. In a narrow corridor of 2.1 m, all have 0.5. */
struct mixed {
    world w;
    std::vector<double> x, y, from_x, from_y, way_x, way_y, mean, back;
    std::vector<float> share;
    double gate = 0, beyond = 0, pace = 1.3, deepest = 0, kept = 0, of_kept = 0;
    bool backs_off = false;

    mixed(uint64_t seed, place where, double stubborn) {
        uint64_t state = seed;
        const double radius = where == door ? 0.25 : 0.4;
        w.most = 16;
        const auto block = [&](double at_x, double at_y, double ux, double uy, int along, int across,
                               double apart) {
            for (int i = 0; i < along; i++)
                for (int j = 0; j < across; j++) {
                    const double u = (i - 0.5 * (along - 1)) * apart, v = (j - 0.5 * (across - 1)) * apart;
                    const double px = at_x + u * ux - v * uy + (double)draw_between(&state, -0.01, 0.01),
                                 py = at_y + u * uy + v * ux + (double)draw_between(&state, -0.01, 0.01);
                    const bool is_stubborn = (double)draw_between(&state, 0, 1) < stubborn;
                    const uint32_t which = draw_below(&state, 3);
                    const double part = is_stubborn                     ? 0
                                        : where == narrow || which == 1 ? 0.5
                                        : which == 0                    ? 0.1
                                                                        : 1;
                    w.add(px, py, 0, 0, radius, 1.8, part);
                    x.push_back(px), y.push_back(py), way_x.push_back(ux), way_y.push_back(uy);
                }
        };
        const auto walls = [&](double half) {
            w.walls = {wall_between(-400, half, 400, half), wall_between(-400, -half, 400, -half)};
        };
        if (where == door) {
            block(-6, 0, 1, 0, 10, 6, 0.8);
            w.walls = {wall_between(0, 0.6, 0, 40), wall_between(0, -40, 0, -0.6)};
            gate = 0.6 - radius, beyond = 12;
        } else if (where == crossing) {
            block(-14, 0, 1, 0, 5, 10, 2), block(0, -14, 0, 1, 5, 10, 2);
            beyond = 34;
        } else if (where == head_on) {
            block(-10, 0, 1, 0, 5, 10, 1.1), block(10, 0, -1, 0, 5, 10, 1.1);
            beyond = 26;
        } else if (where == corridor) {
            block(-12, 0, 1, 0, 8, 5, 1.1), block(12, 0, -1, 0, 8, 5, 1.1);
            walls(3), beyond = 28;
        } else {
            block(-7.5, 0, 1, 0, 10, 2, 1), block(7.5, 0, -1, 0, 10, 2, 1);
            walls(1.05), beyond = 25, pace = 1.5, w.horizon = 1, w.most = 10;
            std::fill(w.yielding.begin(), w.yielding.end(), 1.0f);
        }
        from_x = x, from_y = y, share = w.share;
        mean.assign(x.size(), 1), back.assign(x.size(), 0);
    }
    /* An agent that is blocked backs off: for 2 s it goes back to the right as fast as it can, and does not
       give way. The mean of its progress over about 2 s says whether it is blocked. See docs/choose.md. */
    void back_off(size_t i) {
        if (mean[i] < 0.1)
            mean[i] = 1, back[i] = 2;
        w.share[i] = back[i] > 0 ? 0 : share[i];
        if (back[i] <= 0)
            return;
        const float wish_x = w.wish_x[i], wish_y = w.wish_y[i];
        const float per = w.speed[i] * 0.70710678f / std::hypot(wish_x, wish_y);
        w.wish_x[i] = per * (wish_y - wish_x), w.wish_y[i] = -per * (wish_x + wish_y);
    }
    /* Makes a step. Returns how many have not arrived. */
    size_t go() {
        size_t left = 0;
        const double sine = std::sin(0.15), cosine = std::cos(0.15), step = (double)w.step;
        for (size_t i = 0; i < x.size(); i++) {
            double to_x = from_x[i] + 1000 * way_x[i] - x[i], to_y = from_y[i] + 1000 * way_y[i] - y[i];
            if (gate > 0 && x[i] < 0.3)
                to_x = 0.4 - x[i], to_y = std::clamp(y[i], -gate, gate) - y[i];
            const double far = std::hypot(to_x, to_y), per = far > 1 ? pace / far : pace;
            w.wish_x[i] = (float)(per * (cosine * to_x + sine * to_y));
            w.wish_y[i] = (float)(per * (cosine * to_y - sine * to_x));
            w.x[i] = (float)x[i], w.y[i] = (float)y[i];
            if (backs_off)
                back_off(i);
        }
        EXPECT_EQ(WAY_OK, w.ask(true));
        for (size_t i = 0; i < x.size(); i++) {
            if (back[i] > 0)
                back[i] -= step;
            else
                mean[i] += ((double)w.progress[i] - mean[i]) * step / 2;
            w.vx[i] = w.new_x[i], w.vy[i] = w.new_y[i];
            x[i] += (double)w.vx[i] * step, y[i] += (double)w.vy[i] * step;
            w.x[i] = (float)x[i], w.y[i] = (float)y[i];
            const bool is_there = (x[i] - from_x[i]) * way_x[i] + (y[i] - from_y[i]) * way_y[i] > beyond;
            left += !is_there;
            if (w.share[i] == 0 && !is_there) {
                const double square = (double)(w.wish_x[i] * w.wish_x[i] + w.wish_y[i] * w.wish_y[i]);
                kept += (double)(w.vx[i] * w.wish_x[i] + w.vy[i] * w.wish_y[i]) / square, of_kept += 1;
            }
        }
        deepest = std::max(deepest, w.deepest());
        return left;
    }
};

TEST(shares, crowds_of_mixed_shares_arrive) {
    for (const bool is_door : {false, true})
        for (const double stubborn : {0.1, 0.3}) {
            double kept = 0, of_kept = 0;
            for (uint64_t k = 0; k < support::draws(8); k++) {
                mixed crowd(support::seed_for(143, k), is_door ? door : crossing, stubborn);
                size_t left = 1, steps = 0;
                for (; left > 0 && steps < 3000; steps++)
                    left = crowd.go();
                EXPECT_EQ(0u, left) << "door " << is_door << ", share 0: " << stubborn << ", seed " << k;
                EXPECT_LE(crowd.deepest, 0.05 + 1e-4) << is_door << " " << stubborn << " " << k;
                kept += crowd.kept, of_kept += crowd.of_kept;
            }
            /* in the open, those with share 0 nearly keep their preferred velocities */
            EXPECT_GE(kept / of_kept, is_door ? 0.2 : 0.95) << is_door << " " << stubborn;
        }
}

/* Two groups with mixed shares meet. Without backing off, some agents are carried along for ever, in half of
   the runs in the corridor. */
TEST(shares, agents_that_back_off_when_blocked_pass_groups_of_mixed_shares) {
    for (const place where : {corridor, head_on})
        for (const double stubborn : {0.1, 0.3})
            for (uint64_t k = 0; k < (support::small_size() ? 2u : 16u); k++) {
                mixed crowd(support::seed_for(149, k), where, stubborn);
                crowd.backs_off = true;
                size_t left = 1, steps = 0;
                for (; left > 0 && steps < 2000; steps++)
                    left = crowd.go();
                EXPECT_EQ(0u, left) << where << ", share 0: " << stubborn << ", seed " << k;
                EXPECT_LE(crowd.deepest, 0.05 + 1e-4) << where << " " << stubborn << " " << k;
            }
}

/* Two groups of 20 meet in a corridor of 2.6 diameters. */
TEST(shares, groups_that_yield_and_back_off_pass_each_other_in_a_narrow_corridor) {
    size_t arrived = 0, all = 0;
    for (uint64_t k = 0; k < (support::small_size() ? 1u : 16u); k++) {
        mixed crowd(support::seed_for(150, k), narrow, 0);
        crowd.backs_off = true;
        size_t left = 1, steps = 0;
        for (; left > 0 && steps < 6000; steps++)
            left = crowd.go();
        EXPECT_LE(crowd.deepest, 0.05 + 1e-4) << k;
        arrived += crowd.w.size() - left, all += crowd.w.size();
    }
    EXPECT_GE(arrived, 0.95 * (double)all);
}

TEST(shares, a_swarm_of_mixed_shares_changes_sides) {
    for (uint64_t k = 0; k < support::draws(3); k++) {
        uint64_t state = support::seed_for(144, k);
        sphere w(80);
        std::vector<float> share;
        for (size_t i = 0; i < w.size(); i++)
            share.push_back((float)(draw_below(&state, 5) == 0 ? 0 : 0.1 + 0.4 * draw_below(&state, 3)));
        size_t steps = 0, left = 1;
        double deepest = 0;
        for (; left > 0 && steps < 2000; steps++) {
            left = w.set_preferred();
            way_avoid3d_in in = w.in();
            in.share.data = in.runner_share.data = share.data();
            const way_avoid3d_out out = w.out();
            const way_avoidance how = w.how();
            ASSERT_EQ(WAY_OK, way_avoid3d(&in, &out, &how));
            w.move();
            deepest = std::max(deepest, w.deepest());
        }
        EXPECT_EQ(0u, left) << k;
        EXPECT_LE(deepest, 0.05 + 1e-5) << k;
    }
}

/* No limit of the speed ---------------------------------------------------------------------------------- */

const float speeds[] = {2, 1e3f, 1e6f, 1e8f, 1e9f, 1e12f, 1e20f, FLT_MAX};

TEST(shares, without_a_speed_limit_no_wall_throws_an_agent) {
    for (const float speed : speeds)
        for (const double from : {2.0, 0.5, 0.31}) {
            world w;
            w.walls = {wall_between(0, -5, 0, 5)};
            w.add(from, 0, 0, 0, 0.3, (double)speed);
            w.wish_y[0] = 1;
            ASSERT_EQ(WAY_OK, w.ask(false));
            EXPECT_EQ(0.0f, w.new_x[0]) << speed << " " << from;
            EXPECT_EQ(1.0f, w.new_y[0]) << speed << " " << from;
        }
    for (const float speed : speeds) { /* a point that walks into the wall keeps a small distance */
        world w;
        w.walls = {wall_between(0, -50, 0, 50)};
        w.add(1, 0, 0, 0, 0, (double)speed);
        for (int step = 0; step < 50; step++) {
            w.wish_x[0] = -1, w.wish_y[0] = 0.5f;
            w.go();
            ASSERT_GT(w.x[0], 0.0f) << speed;
        }
        EXPECT_LT(w.x[0], 1e-3f) << speed;
    }
}

TEST(shares, without_a_speed_limit_pairs_do_not_pass_through_each_other) {
    for (const float speed : speeds)
        for (const bool in_space : {false, true}) {
            swarm s;
            s.speed = speed;
            s.add({0, 0, 0}, {1, 0, 0}, {1, 0, 0}, 0.4), s.add({6, 0.01, 0}, {-1, 0, 0}, {-1, 0, 0}, 0.4);
            for (int step = 0; step < 100; step++) {
                if (in_space)
                    ASSERT_EQ(WAY_OK, s.ask());
                else {
                    way_avoid2d_in in = {};
                    in.chaser_x = in.runner_x = way_in(s.at[0].data()),
                    in.chaser_y = in.runner_y = way_in(s.at[1].data());
                    in.chaser_vx = in.runner_vx = way_in(s.v[0].data());
                    in.chaser_vy = in.runner_vy = way_in(s.v[1].data());
                    in.preferred_vx = way_in(s.wish[0].data()), in.preferred_vy = way_in(s.wish[1].data());
                    in.radius = in.runner_radius = way_in(s.radius.data()),
                    in.chaser_speed = way_same(&s.speed);
                    way_avoid2d_out out = {};
                    out.velocity_x.data = s.next[0].data(), out.velocity_y.data = s.next[1].data();
                    s.next[2] = {0, 0};
                    const way_avoidance how = s.how();
                    ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
                }
                s.move();
                ASSERT_LE(s.deepest(), 0.05 + 1e-6) << speed << " " << in_space;
            }
            EXPECT_GT(s.at[0][0], 5.0) << speed << " " << in_space;
        }
}

/* Gaps --------------------------------------------------------------------------------------------------- */

/* With an overlap of 0, agents keep a gap of 5 % where there is room. But an agent also passes between two
   posts, or between a post and a wall, if it just fits. It never overlaps. */
TEST(shares, an_agent_passes_every_gap_that_it_fits_through) {
    for (const double room : {0.001, 0.01, 0.04, 0.05, 0.1})
        for (const float overlap : {0.0f, 0.02f, 0.05f})
            for (const bool has_wall : {false, true})
                for (int turned = 0; turned < 24; turned++) {
                    const double angle = 0.2617993877991494 * turned + 0.007, c = std::cos(angle),
                                 s = std::sin(angle);
                    world w;
                    w.overlap = overlap;
                    const double half = 0.4 + room / 2, start_x = -2, start_y = 0.03;
                    double x = start_x * c - start_y * s, y = start_x * s + start_y * c;
                    w.add(x, y, 0, 0, 0.4, 1.8);
                    const auto post = [&](double side) {
                        w.add(-s * side * (half + 0.3), c * side * (half + 0.3), 0, 0, 0.3, 0, 0);
                    };
                    post(1);
                    if (has_wall)
                        w.walls = {wall_between(s * half - 9 * c, -c * half - 9 * s, s * half + 9 * c,
                                                -c * half + 9 * s)};
                    else
                        post(-1);
                    int steps = 0;
                    double deepest = 0;
                    for (; steps < 400 && x * c + y * s < 1.5; steps++) {
                        w.wish_for(0, 6 * c, 6 * s, 1.3);
                        ASSERT_EQ(WAY_OK, w.ask(false));
                        w.vx[0] = w.new_x[0], w.vy[0] = w.new_y[0];
                        x += 0.1 * (double)w.vx[0], y += 0.1 * (double)w.vy[0];
                        w.x[0] = (float)x, w.y[0] = (float)y;
                        deepest = std::max(deepest, w.deepest());
                    }
                    EXPECT_LT(steps, 150) << room << " " << overlap << " " << has_wall << " " << turned;
                    EXPECT_LE(deepest, (double)overlap + 1e-6) << room << " " << overlap << " " << turned;
                }
}

/* In space a ball passes the hole between three balls. */
TEST(shares, a_ball_passes_every_hole_that_it_fits_through) {
    for (const double room : {0.002, 0.01, 0.05})
        for (int turned = 0; turned < 6; turned++) {
            shared_swarm s;
            s.overlap = 0, s.speed = 1.8f;
            s.join({-2, 0.02, 0.01}, {0, 0, 0}, {0, 0, 0}, 0.4, 0.5);
            /* touching one another, so that there is no other way but round all three */
            for (int k = 0; k < 3; k++) {
                const double angle = 2.0943951023931953 * k + 0.3 * turned, far = 0.4 + 2.7 + room;
                s.join({0, far * std::cos(angle), far * std::sin(angle)}, {0, 0, 0}, {0, 0, 0}, 2.7, 0);
            }
            int steps = 0;
            for (; steps < 400 && s.at[0][0] < 1.5; steps++) {
                const double dx = 6 - s.at[0][0], dy = -s.at[1][0], dz = -s.at[2][0],
                             far = std::hypot(dx, dy, dz);
                s.wish[0][0] = (float)(1.3 * dx / far), s.wish[1][0] = (float)(1.3 * dy / far),
                s.wish[2][0] = (float)(1.3 * dz / far);
                s.solve();
                for (size_t k = 0; k < 3; k++)
                    for (size_t i = 1; i < 4; i++)
                        s.next[k][i] = 0;
                s.move();
                for (size_t i = 1; i < 4; i++)
                    ASSERT_GE(
                        std::hypot(s.at[0][0] - s.at[0][i], s.at[1][0] - s.at[1][i], s.at[2][0] - s.at[2][i]),
                        3.1 - 1e-6);
            }
            EXPECT_LT(steps, 200) << room << " " << turned;
        }
}

/* An agent with an overlap of 0 passes one post with a gap of 5 % of the sum of the radii. */
TEST(shares, agents_keep_a_gap_where_there_is_room) {
    for (int k = 0; k < 41; k++) {
        world w;
        w.overlap = 0;
        w.add(-4, 0.02 * (k - 20) + 0.003, 0, 0, 0.4, 1.8), w.add(0, 0, 0, 0, 0.3, 0, 0);
        for (int step = 0; step < 100 && w.x[0] < 2; step++) {
            w.wish_for(0, 6, 0, 1.3);
            w.go();
            ASSERT_GE(std::hypot((double)w.x[0], (double)w.y[0]), 0.7 / 0.95 - 1e-4) << k << " " << step;
        }
        EXPECT_GE(w.x[0], 2) << k;
    }
}

/* Walls can turn a velocity after the neighbours were avoided. Steps are long here, and walls cross, so that
   this happens often. Even then no pair overlaps. */
TEST(shares, a_wall_that_stops_an_agent_does_not_push_it_into_another) {
    size_t turned = 0;
    for (uint64_t k = 0; k < support::draws(20000); k++) {
        uint64_t state = support::seed_for(145, k);
        world w;
        w.overlap = 0, w.most = WAY_AVOIDED_MAX, w.step = draw_below(&state, 2) == 0 ? 1.0f : 10.0f;
        for (int i = 0; i < 24; i++) {
            const double x = (double)draw_between(&state, -3, 3), y = (double)draw_between(&state, -3, 3);
            const double dx = (double)draw_between(&state, -4, 4), dy = (double)draw_between(&state, -4, 4);
            w.walls.push_back(wall_between(x, y, x + dx, y + dy));
        }
        while (w.size() < 8) {
            const double x = (double)draw_between(&state, -3, 3), y = (double)draw_between(&state, -3, 3);
            w.add(x, y, (double)draw_between(&state, -1, 1), (double)draw_between(&state, -1, 1), 0.2, 3);
            if (w.deepest() > 0)
                for (std::vector<float> *column :
                     {&w.x, &w.y, &w.vx, &w.vy, &w.wish_x, &w.wish_y, &w.radius, &w.speed, &w.share,
                      &w.yielding, &w.new_x, &w.new_y, &w.progress})
                    column->pop_back();
            w.self.resize(w.size()), w.status.resize(w.size());
        }
        for (int step = 0; step < 3; step++) {
            for (size_t i = 0; i < w.size(); i++)
                w.wish_x[i] = draw_between(&state, -3, 3), w.wish_y[i] = draw_between(&state, -3, 3);
            ASSERT_LE(w.go(), 1e-5) << k << " " << step;
            for (size_t i = 0; i < w.size(); i++)
                turned += w.new_x[i] != w.wish_x[i];
        }
    }
    EXPECT_GT(turned, 1000u);
}

/* Candidates without velocities -------------------------------------------------------------------------- */

/* If candidates and agents have the same position columns, candidates without velocities have those of the
   agents. With other positions they stand. */
TEST(shares, agents_among_themselves_need_no_runner_velocities) {
    world w;
    uint64_t state = support::seed_for(146, 0);
    for (int i = 0; i < 60; i++)
        w.add((double)draw_between(&state, -6, 6), (double)draw_between(&state, -6, 6),
              (double)draw_between(&state, -1, 1), (double)draw_between(&state, -1, 1), 0.3);
    ASSERT_EQ(WAY_OK, w.ask(false));
    const std::vector<float> x = w.new_x, y = w.new_y;
    const way_avoid2d_out out = w.out();
    for (const bool has_crowd : {false, true}) {
        way_avoid2d_in in = w.in();
        way_avoidance how = w.how();
        w.make_crowd();
        how.crowd2d = has_crowd ? (const way_crowd2d *)w.memory.data() : nullptr;
        in.runner_vx = in.runner_vy = way_column();
        ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
        EXPECT_EQ(x, w.new_x);
        EXPECT_EQ(y, w.new_y);
        const std::vector<float> same_x = w.x; /* other columns: the candidates stand */
        in.runner_x.data = same_x.data();
        ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
        EXPECT_NE(x, w.new_x);
    }
    /* each agent's new velocity would be read as its neighbours' velocities */
    way_avoid2d_in in = w.in();
    in.runner_vx = in.runner_vy = way_column();
    way_avoid2d_out over = out;
    over.velocity_x.data = w.vx.data();
    const way_avoidance how = w.how();
    EXPECT_EQ(WAY_ERROR_OVERLAP, way_avoid2d(&in, &over, &how));
}

TEST(shares, balls_among_themselves_need_no_runner_velocities) {
    swarm s;
    uint64_t state = support::seed_for(147, 0);
    for (int i = 0; i < 60; i++) {
        const std::array<double, 3> at = draw_vector(&state, 3), v = draw_vector(&state, 1);
        s.add(at, v, v, 0.3);
    }
    ASSERT_EQ(WAY_OK, s.ask());
    const std::vector<float> x = s.next[0], z = s.next[2];
    way_avoid3d_in in = s.in();
    in.runner_vx = in.runner_vy = in.runner_vz = way_column();
    const way_avoid3d_out out = s.out();
    const way_avoidance how = s.how();
    ASSERT_EQ(WAY_OK, way_avoid3d(&in, &out, &how));
    EXPECT_EQ(x, s.next[0]);
    EXPECT_EQ(z, s.next[2]);
}

} // namespace
