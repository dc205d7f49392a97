/* Tests avoidance. Crowds arrive, and no agent crosses a wall. A search of all vertices in 113 bits confirms
   that each velocity is the best one. Every way to make the call gives the same bits, and calls with wrong
   arguments are refused. */
#include <gtest/gtest.h>

#include <atomic>
#include <cfloat>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <thread>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "avoid_world.h"
#include "crowds.h"
#include "draw.h"
#include "reference/reference.h"
#include "crossing.h"
#include "swarm.h"
#include "support.h"
#include "waylay/waylay.h"

namespace {

/* Scenes ------------------------------------------------------------------------------------------------- */

/* A relative overlap below this comes from rounding and counts as touching. */
const double touching = 1e-3;

TEST(avoid2d, two_head_on_pass_on_the_same_side) {
    for (const double off : {0.0, 1e-3, -0.2})
        for (const bool is_right : {false, true}) {
            world w;
            w.horizon = 6;
            w.add(-8, 0, 1, 0), w.add(8, off, -1, 0);
            double side = 0;
            for (int k = 0; k < 200; k++) {
                for (const size_t i : {0, 1}) {
                    const double x = i == 0 ? 8 : -8, y = i == 0 ? 0 : off;
                    is_right ? w.wish_right(i, x, y, 1) : w.wish_for(i, x, y, 1);
                }
                ASSERT_LE(w.go(), touching);
                if (std::fabs(w.x[0] - w.x[1]) < 0.3f)
                    side = (double)(w.y[0] - w.y[1]);
            }
            if (off == 0 &&
                /* as in the paper: without a preferred side, both agents stop in front of each other */
                !is_right) {
                EXPECT_LT(w.x[0], w.x[1]);
                EXPECT_EQ(0.0f, w.y[0]);
                continue;
            }
            EXPECT_GE(std::fabs(side), 0.99) << off;
            EXPECT_TRUE(!is_right || off != 0 || side < 0) << "it was to go on the right";
            EXPECT_NEAR(8, (double)w.x[0], 0.1);
            EXPECT_NEAR(-8, (double)w.x[1], 0.1);
        }
}

/* The positions and velocities of the two agents are exactly opposite, so their new velocities are, too. */
TEST(avoid2d, equal_agents_share_equally) {
    uint64_t state = 5;
    for (int k = 0; k < 2000; k++) {
        world w;
        const double x = (double)draw_between(&state, -3, 3), y = (double)draw_between(&state, -3, 3);
        const double vx = (double)draw_between(&state, -1, 1), vy = (double)draw_between(&state, -1, 1);
        w.add(x, y, vx, vy, 0.7), w.add(-x, -y, -vx, -vy, 0.7);
        ASSERT_EQ(WAY_OK, w.ask(false));
        EXPECT_EQ(w.new_x[0], -w.new_x[1]);
        EXPECT_EQ(w.new_y[0], -w.new_y[1]);
    }
}

/* All agents go through one point and press on each other. No overlap exceeds 5 %, the default of
   `overlap`. */
TEST(avoid2d, a_hundred_on_a_circle_change_sides) {
    for (const bool is_right : {false, true}) {
        world w;
        const size_t n = 100;
        std::vector<double> goal_x, goal_y;
        for (size_t i = 0; i < n; i++) {
            const double angle = 6.283185307179586 * (double)i / (double)n, far = 30;
            goal_x.push_back(-far * std::cos(angle)), goal_y.push_back(-far * std::sin(angle));
            w.add(far * std::cos(angle), far * std::sin(angle), 0, 0);
        }
        double deepest = 0;
        size_t met = 0, cornered = 0, steps = 0;
        for (bool is_there = false; !is_there && steps < (is_right ? 3000 : 600); steps++) {
            is_there = true;
            for (size_t i = 0; i < n; i++) {
                is_right ? w.wish_right(i, goal_x[i], goal_y[i], 1) : w.wish_for(i, goal_x[i], goal_y[i], 1);
                is_there &= std::hypot((double)w.x[i] - goal_x[i], (double)w.y[i] - goal_y[i]) < 1;
            }
            deepest = std::max(deepest, w.go());
            met += (size_t)std::count(w.status.begin(), w.status.end(), WAY_MET);
            cornered += (size_t)std::count(w.status.begin(), w.status.end(), WAY_NO_PATH);
        }
        EXPECT_LE(deepest, 0.05 + 1e-4);
        EXPECT_GT(met, n * 100);
        EXPECT_GT(cornered, n);
        EXPECT_TRUE(!is_right || steps < 3000);
        std::printf("   %s: %zu steps, overlaps of at most %.2g of the radii, %zu times cornered\n",
                    is_right ? "on the right" : "straight", steps, deepest, cornered);
    }
}

/* All agents cross the middle of a circle, and all arrive. WAYLAY_TEST_SIZE=full adds a run of 10,000
   agents. */
TEST(avoid2d, thousands_cross_a_circle_and_arrive) {
    for (const size_t count : {500, 10000}) {
        const char *size = std::getenv("WAYLAY_TEST_SIZE");
        if (count == 10000 && !(size != nullptr && std::strcmp(size, "full") == 0))
            continue;
        crossing all(count);
        size_t steps = 0, left = 1;
        double deepest = 0;
        for (; left > 0 && steps < 3 * count + 500; steps++) {
            left = all.go();
            all.overlaps(touching, &deepest);
        }
        EXPECT_TRUE(all.is_right);
        EXPECT_EQ(0u, left) << "not across after " << steps << " steps";
        EXPECT_LE(deepest, 0.1 * (1 + touching)) << "of a radius: 5 % of the sum of two";
        std::printf("   %zu agents, %zu steps, overlaps of at most %.2g of a radius\n", all.count(), steps,
                    deepest);
        /* overlaps() must count a pair that is moved to overlap */
        all.x[1] = all.x[0] + 1.998 * (double)all.radius, all.y[1] = all.y[0];
        EXPECT_LE(1u, all.overlaps(touching, &deepest));
        EXPECT_LT(touching, deepest);
    }
}

/* Crowds ------------------------------------------------------------------------------------------------- */

/* The largest coordinate of a scene's starts and goals. Each call rounds the four coordinates of a pair to
   floats, which changes each of them by at most 2^-24 of this largest coordinate. So the pair's distance
   changes by less than 2^-22 of it. */
double largest_of(const crowds::scene &scene) {
    double largest = 0;
    for (const std::vector<crowds::vec> &places : {scene.start, scene.goal})
        for (const crowds::vec &at : places)
            largest = std::max({largest, std::fabs(at.x), std::fabs(at.y)});
    return largest;
}

void arrives(const crowds::scene &scene, float overlap) {
    for (const double turn : crowds::turns)
        for (size_t k = 0; k < 16; k++) {
            /* the small size runs two crowds: turn 0 with positions as doubles, turn 0.1 with positions as
               floats */
            if (support::small_size() && !(turn < 0.15 && k == (size_t)(10 * turn + 0.5)))
                continue;
            crowds::crowd c(scene, turn, support::seed_for(73, k));
            c.overlap = overlap, c.is_double = k % 2 == 0;
            const size_t steps = crowds::run(c, 15000);
            EXPECT_TRUE(c.is_right);
            EXPECT_EQ(0u, c.left()) << scene.name << ", turned by " << turn << ", seed " << k << ": after "
                                    << steps << " steps these have not arrived";
            const double sum = 2 * (double)scene.radius,
                         rounding = c.is_double ? 0x1p-22 * largest_of(scene) : 1e-4;
            EXPECT_LE(c.deepest, (double)overlap + rounding / sum) << scene.name << " " << turn << " " << k;
            EXPECT_EQ(0u, c.crossings) << scene.name << " " << turn << " " << k;
        }
}

TEST(avoid2d, a_crowd_passes_a_door) {
    arrives(crowds::door(1.6), 0.05f);
    arrives(crowds::door(2.4), 0.05f);
}

/* 60 people in rows of eight press through a door, each towards its middle. If they yield, they pass fast and
   without long pauses. Otherwise the narrow doors of the list pass 0.53 and 0.45 people a second, with pauses
   of up to 29 s. */
TEST(avoid2d, people_who_yield_pass_narrow_doors_without_long_pauses) {
    const struct {
        double width, flow;
        float radius;
    } doors[] = {
        {0.8, 0.9, 0.25f}, {1.0, 1.6, 0.25f}, {1.2, 2.2, 0.25f}, {1.2, 0.8, 0.4f}, {1.6, 1.35, 0.4f}};
    for (const auto &door : doors) {
        double flow = 0, longest = 0;
        const uint64_t seeds = support::small_size() ? 4 : 16; /* the flow of one seed varies by 10 % */
        for (uint64_t k = 0; k < seeds; k++) {
            crowds::scene s;
            const double radius = (double)door.radius, apart = 2.4 * radius;
            for (int i = 0; i < 60; i++) {
                const double x = -2 - radius - apart * (i / 8), y = apart * (i % 8 - 3.5);
                s.start.push_back({x, y}), s.goal.push_back({x + 1000, y});
            }
            s.walls = {crowds::wall(0, door.width / 2, 0, 40), crowds::wall(0, -40, 0, -door.width / 2)};
            s.gate = door.width / 2, s.beyond = 1000;
            s.radius = door.radius, s.pace = 1.3f, s.horizon = 1, s.most = 10;
            crowds::crowd c(s, 0.15, support::seed_for(148, k));
            c.yielding = 1;
            std::vector<double> passed;
            std::vector<bool> has_passed(c.size());
            for (int step = 1; step <= 1500 && passed.size() < c.size(); step++) {
                for (size_t i = 0; i < c.size(); i++) {
                    const bool is_in_front = c.x[i] > 0 || std::fabs(c.y[i]) < door.width / 2 - radius;
                    const double x = is_in_front ? 1 : -c.x[i], y = is_in_front ? 0 : -c.y[i],
                                 per = 1.3 / std::hypot(x, y);
                    c.wish_x[i] = (float)(per * (x * std::cos(0.15) + y * std::sin(0.15)));
                    c.wish_y[i] = (float)(per * (y * std::cos(0.15) - x * std::sin(0.15)));
                }
                c.choose(), c.move();
                for (size_t i = 0; i < c.size(); i++)
                    if (!has_passed[i] && c.x[i] > 0.5)
                        has_passed[i] = true, passed.push_back(0.1 * step);
            }
            ASSERT_EQ(c.size(), passed.size()) << door.width << ", seed " << k;
            EXPECT_TRUE(c.is_right);
            EXPECT_LE(c.deepest, 0.05 + 1e-6) << door.width << ", seed " << k;
            EXPECT_EQ(0u, c.crossings) << door.width << ", seed " << k;
            for (size_t i = 1; i < passed.size(); i++)
                longest = std::max(longest, passed[i] - passed[i - 1]);
            flow += (double)(passed.size() - 1) / (passed.back() - passed.front()) / (double)seeds;
        }
        std::printf("   %.1f m, radius %.2f: %.2f a second, pauses of at most %.1f s\n", door.width,
                    (double)door.radius, flow, longest);
        EXPECT_GE(flow, door.flow) << door.width;
        EXPECT_LE(longest, 6) << door.width;
    }
}

/* An agent of radius 0.25 at rest at 0, 0 prefers (wish, 0) and yields. A neighbour of the same radius is at
   x, y. Returns the agent's new velocity. */
crowds::vec next_to_one(double x, double y, double vx, double yielding, double wish = 0.5) {
    world w;
    w.add(0, 0, 0, 0, 0.25, 1.8);
    w.add(x, y, vx, 0, 0.25, 1.8);
    w.wish_x[0] = (float)wish;
    w.yielding[0] = (float)yielding;
    EXPECT_EQ(WAY_OK, w.ask(false));
    return {(double)w.new_x[0], (double)w.new_y[0]};
}

TEST(avoid2d, an_agent_yields_to_neighbours_ahead_and_holds_against_those_behind) {
    /* ahead, in 0.52 m: 0.52 to 0.535 m within a step of 0.1 s, of which the agent makes 0.9 */
    EXPECT_NEAR(-0.9 * 0.015 / 0.1, next_to_one(0.52, 0, 0, 1).x, 1e-4);
    /* half as much: from 0.51 to 0.5175 m, and 0.7 of the change */
    EXPECT_NEAR(-0.7 * 0.0075 / 0.1, next_to_one(0.51, 0, 0, 0.5).x, 1e-4);
    /* behind, faster than the preferred velocity: half of the change, and with `yielding` a tenth, which the
       preferred velocity makes anyway */
    EXPECT_NEAR(0.5 * 2.1, next_to_one(-0.49, 0, 2, 0).x, 1e-4);
    EXPECT_EQ(0.5, next_to_one(-0.49, 0, 2, 1).x);
    /* at the side: it gives way to one on its right, and holds against one on its left */
    EXPECT_GT(next_to_one(0, -0.49, 0, 1).y, next_to_one(0, -0.49, 0, 0).y + 0.005);
    EXPECT_LT(-next_to_one(0, 0.49, 0, 1).y, -next_to_one(0, 0.49, 0, 0).y - 0.005);
    /* the effect begins at 1.2 sums of the radii, and agents that rest are as without it */
    EXPECT_EQ(next_to_one(0.601, 0, 0, 0).x, next_to_one(0.601, 0, 0, 1).x);
    EXPECT_LT(next_to_one(0.57, 0, -1, 1).x, next_to_one(0.57, 0, -1, 0).x);
    EXPECT_EQ(next_to_one(0.49, 0, 0, 0, 0).x, next_to_one(0.49, 0, 0, 1, 0).x);
    /* with a tenth of a resting agent's way, the effect is a tenth: radius 0.25, horizon 2 */
    EXPECT_NEAR(-0.54 * 0.0135 / 0.1, next_to_one(0.49, 0, 0, 1, 0.0125).x, 1e-4);
}

TEST(avoid2d, two_crowds_pass_each_other_in_a_corridor) { arrives(crowds::corridor(), 0.05f); }

TEST(avoid2d, crowds_cross_in_the_open) {
    for (const crowds::scene &one :
         {crowds::four_groups(), crowds::head_on(), crowds::right_angles(), crowds::files()})
        arrives(one, 0.05f);
}

TEST(avoid2d, rvo2s_examples_arrive) {
    arrives(crowds::circle(), 0.05f);
    arrives(crowds::blocks(false), 0.05f);
    arrives(crowds::blocks(true), 0.05f);
}

TEST(avoid2d, crowds_that_never_overlap_arrive_too) {
    for (const crowds::scene &one : crowds::all_scenes())
        if (!(support::small_size() && one.start.size() > 100) && !(support::small_size() && one.pace < 1.5f))
            arrives(one, 0);
}

world draw_world(uint64_t seed, size_t n, bool special);

/* Among discs of different sizes, avoidance takes the neighbours whose edges are nearest. The expected answer
   comes from lists of neighbours in this order, which the test finds by searching all agents. In half of the
   scenes, a few discs are much larger than all others, and agents see only some of the candidates. */
TEST(avoid2d, neighbours_are_the_nearest_by_their_edges) {
    for (uint64_t k = 0; k < support::draws(640); k++) {
        world w = draw_world(support::seed_for(79, k), 150 + 100 * (k % 5), false);
        uint64_t state = support::seed_for(80, k);
        w.range = k % 3 == 0 ? draw_between(&state, 2, 20) : INFINITY;
        std::vector<uint32_t> mask(w.size(), 3), runner_mask(w.size(), 3);
        for (float &radius : w.radius)
            if (draw_below(&state, k % 2 ? 12 : 40) == 0)
                radius = k % 2 ? draw_between(&state, 1, 6) : draw_between(&state, 2, 60);
        for (size_t i = 0; k % 2 == 0 && i < w.size(); i++)
            mask[i] = 1 + draw_below(&state, 3), runner_mask[i] = 1 + draw_below(&state, 3);
        way_avoid2d_in in = w.in();
        in.chaser_mask = way_in(mask.data()), in.runner_mask = way_in(runner_mask.data());
        const way_avoid2d_out out = w.out();
        way_avoidance how = w.how();
        way_choose2d_in places = {};
        places.runner_x = in.runner_x, places.runner_y = in.runner_y, places.runner_mask = in.runner_mask;
        std::vector<uint64_t> crowd(way_crowd2d_bytes(w.size()) / 8 + 1);
        ASSERT_EQ(WAY_OK, way_make_crowd2d(&places, w.size(), (way_crowd2d *)crowd.data(), 8 * crowd.size()));
        how.crowd2d = k / 2 % 2 == 0 ? (const way_crowd2d *)crowd.data() : nullptr;
        ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
        const std::vector<float> x = w.new_x, y = w.new_y;
        std::vector<way_neighbour> list;
        std::vector<size_t> offset = {0};
        for (size_t i = 0; i < w.size(); i++) {
            std::vector<std::pair<double, uint32_t>> near;
            for (size_t j = 0; j < w.size(); j++) {
                const double dx = (double)w.x[j] - (double)w.x[i], dy = (double)w.y[j] - (double)w.y[i],
                             apart = std::sqrt(dx * dx + dy * dy);
                if (j != i && (mask[i] & runner_mask[j]) && apart <= (double)w.range)
                    near.push_back({apart - (double)w.radius[j], (uint32_t)j});
            }
            std::sort(near.begin(), near.end());
            near.resize(std::min(near.size(), w.most));
            for (const auto &one : near)
                list.push_back({one.second, 0});
            offset.push_back(list.size());
        }
        way_neighbours lists = {};
        lists.list = list.data(), lists.offset = offset.data(), lists.answered = w.size();
        how.neighbours = &lists, how.crowd2d = nullptr;
        ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
        for (size_t i = 0; i < w.size(); i++) {
            ASSERT_EQ(x[i], w.new_x[i]) << k << " " << i;
            ASSERT_EQ(y[i], w.new_y[i]) << k << " " << i;
        }
    }
}

/* A tank that does not give way drives through infantry. If neighbours are ordered by edges, all soldiers
   make room: the tank passes at its full speed. If lists are ordered by centres, soldiers with nearer centres
   displace the tank from some lists. These soldiers do not move, so they stop the tank. No overlap exceeds
   the limit. */
TEST(avoid2d, infantry_gives_way_to_a_tank) {
    double deepest[2] = {0, 0};
    for (const bool by_centres : {false, true}) {
        world w;
        w.horizon = 4, w.most = 6;
        w.add(-14, 0, 1.2, 0, 4, 1.2, 0);
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++)
                w.add(2.0 * i + 0.1 * j, 2.0 * (j - 3.5), 0, 0, 0.4, 3);
        for (int step = 0; step < 300; step++) {
            w.wish_x[0] = 1.2f, w.wish_y[0] = 0;
            const way_neighbours lists = w.make_lists();
            const way_avoid2d_in in = w.in();
            const way_avoid2d_out out = w.out();
            way_avoidance how = w.how();
            how.neighbours = by_centres ? &lists : nullptr;
            ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
            for (size_t i = 0; i < w.size(); i++) {
                w.vx[i] = w.new_x[i], w.vy[i] = w.new_y[i];
                w.x[i] += w.vx[i] * w.step, w.y[i] += w.vy[i] * w.step;
            }
            for (size_t i = 1; i < w.size(); i++) /* measured in soldiers' radii */
                deepest[by_centres] =
                    std::max(deepest[by_centres],
                             (4.4 - std::hypot((double)(w.x[i] - w.x[0]), (double)(w.y[i] - w.y[0]))) / 0.4);
        }
        if (by_centres)
            EXPECT_LT(w.x[0], 0.0f);
        else
            EXPECT_GT(w.x[0], 21.9f);
    }
    std::printf("   touched by edges %.3f, by centres %.3f of a radius deep\n", deepest[0], deepest[1]);
    EXPECT_LE(deepest[0], 0.01);
    EXPECT_LE(deepest[1], 0.05 * 4.4 / 0.4);
}

/* Walls -------------------------------------------------------------------------------------------------- */

/* Does the segment from p to q cross the wall from a side that the wall stops? */
bool crosses(const way_wall &w, double px, double py, double qx, double qy) {
    const double dx = (double)w.bx - (double)w.ax, dy = (double)w.by - (double)w.ay;
    const double from = dx * (py - (double)w.ay) - dy * (px - (double)w.ax);
    const double to = dx * (qy - (double)w.ay) - dy * (qx - (double)w.ax);
    if ((from > 0) == (to > 0) || (w.sides > 0 && from < 0) || (w.sides < 0 && from > 0))
        return false;
    const double part = from / (from - to);
    const double ahead =
        (px + part * (qx - px) - (double)w.ax) * dx + (py + part * (qy - py) - (double)w.ay) * dy;
    return ahead > 0 && ahead < dx * dx + dy * dy;
}

/* Walls at all angles cross, touch, and leave gaps narrower than an agent. Agents want to go through the
   walls, and they press on each other. In the usual test size, the agents make a million steps in all. */
TEST(avoid2d, no_centre_crosses_a_wall) {
    const size_t agents = 100, rounds = support::draws(32);
    size_t crossings = 0, steps = 0, sided = 0;
    for (size_t round = 0; round < rounds; round++) {
        uint64_t state = support::seed_for(74, round);
        const bool is_double = round % 2 == 0, has_tree = round % 3 != 0;
        const double far = round % 4 == 3 ? 1000 : 0; /* distance from the origin */
        world w;
        w.most = 8;
        for (int k = 0; k < 200; k++) {
            const double x = far + (double)draw_between(&state, -25, 25),
                         y = (double)draw_between(&state, -25, 25);
            const double dx = (double)draw_between(&state, -4, 4), dy = (double)draw_between(&state, -4, 4);
            const int sides = (int)draw_below(&state, 6);
            w.walls.push_back(wall_between(x, y, x + dx, y + dy, sides == 1 ? 1 : sides == 2 ? -1 : 0));
            /* the new wall begins at the end of another wall */
            if (draw_below(&state, 3) == 0 && w.walls.size() > 1) {
                w.walls.back().ax = w.walls[w.walls.size() - 2].bx,
                w.walls.back().ay = w.walls[w.walls.size() - 2].by;
            }
        }
        std::vector<uint64_t> tree(way_wall_tree_bytes(w.walls.size()) / 8 + 1);
        ASSERT_EQ(WAY_OK, way_make_wall_tree(w.walls.data(), w.walls.size(), (way_wall_tree *)tree.data(),
                                             8 * tree.size()));
        std::vector<double> x, y;
        for (size_t i = 0; i < agents; i++) {
            x.push_back(far + (double)draw_between(&state, -25, 25)),
                y.push_back((double)draw_between(&state, -25, 25));
            w.add(x[i], y[i], 0, 0, i % 4 == 0 ? 0 : (double)draw_between(&state, 0.05, 0.8), 3);
            if (!is_double)
                x[i] = (double)w.x[i], y[i] = (double)w.y[i];
        }
        for (int step = 0; step < 320; step++) {
            for (size_t i = 0; i < agents; i++) {
                if (step % 40 == 0)
                    w.wish_x[i] = draw_between(&state, -3, 3), w.wish_y[i] = draw_between(&state, -3, 3);
            }
            way_avoid2d_in in = w.in();
            if (is_double) {
                in.chaser_x = in.runner_x = way_at(x.data(), 8);
                in.chaser_y = in.runner_y = way_at(y.data(), 8);
            }
            const way_avoid2d_out out = w.out();
            way_avoidance how = w.how();
            how.wall_tree = has_tree ? (const way_wall_tree *)tree.data() : nullptr;
            ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
            for (size_t i = 0; i < agents; i++, steps++) {
                const double from_x = x[i], from_y = y[i];
                w.vx[i] = w.new_x[i], w.vy[i] = w.new_y[i];
                if (is_double)
                    x[i] += (double)w.vx[i] * (double)w.step, y[i] += (double)w.vy[i] * (double)w.step;
                w.x[i] += w.vx[i] * w.step, w.y[i] += w.vy[i] * w.step;
                if (!is_double)
                    x[i] = (double)w.x[i], y[i] = (double)w.y[i];
                for (const way_wall &one : w.walls) {
                    crossings += crosses(one, from_x, from_y, x[i], y[i]);
                    way_wall both = one;
                    both.sides = 0;
                    sided += one.sides != 0 && crosses(both, from_x, from_y, x[i], y[i]);
                }
            }
        }
    }
    EXPECT_EQ(0u, crossings) << "of " << steps << " steps";
    EXPECT_LE(1u, sided) << "walls were to be crossed from the side that they do not stop";
    std::printf("   %zu agent-steps among 200 walls, %zu crossings, %zu from the open side\n", steps,
                crossings, sided);
}

/* An agent that walks into a slanted wall moves along it at almost the speed component parallel to the
   wall. */
TEST(avoid2d, slides_along_a_wall) {
    for (const float radius : {0.0f, 0.4f}) {
        world w;
        w.walls = {wall_between(-50, 0, 50, 0)};
        w.add(-20, 3, 0, 0, (double)radius, 1.5);
        for (int k = 0; k < 300; k++) {
            w.wish_x[0] = 1, w.wish_y[0] = -1;
            w.go();
        }
        EXPECT_GT(w.x[0], 9.0f) << radius;
        EXPECT_NEAR((double)radius, (double)w.y[0], 0.01);
    }
}

/* Agents meet head-on on the same wall, and all of them prefer to move into the wall. They get past each other:
   those with the wall on their left move out. */
TEST(avoid2d, agents_pass_each_other_along_a_wall) {
    for (const float overlap : {0.0f, 0.05f})
        for (const double above : {1.0, -1.0})
            for (const size_t each : {1, 3})
                for (const double into : {0.3, 0.6, 1.2}) {
                    world w;
                    w.overlap = overlap;
                    w.walls = {wall_between(-50, 0, 50, 0)};
                    for (size_t i = 0; i < 2 * each; i++)
                        w.add(i % 2 ? 3 + (double)i : -3 - (double)i, 0.4 * above, 0, 0, 0.4, 1.5);
                    for (int step = 0; step < 400; step++) {
                        for (size_t i = 0; i < w.size(); i++)
                            w.wish_x[i] = i % 2 ? -1 : 1, w.wish_y[i] = (float)(-above * into);
                        ASSERT_LE(w.go(), (double)overlap + 1e-5) << above << " " << each << " " << into;
                    }
                    for (size_t i = 0; i < w.size(); i++)
                        EXPECT_GT(i % 2 ? -w.x[i] : w.x[i], 5.0f) << above << " " << each << " " << into;
                }
}

/* An agent walks exactly against the end of a wall, or against a corner of two walls. It gets past on the
   right. */
TEST(avoid2d, an_agent_passes_a_corner_that_it_walks_exactly_against) {
    for (const bool has_corner : {false, true})
        for (const int sign : {1, -1}) {
            world w;
            w.walls = {wall_between(0, 0, sign * 9, sign * 9)};
            if (has_corner)
                w.walls = {wall_between(0, 0, sign * 30, 0), wall_between(0, sign * 30, 0, 0)};
            w.add(sign * -3, sign * -3, 0, 0, 0.4, 1.5);
            for (int step = 0; step < 200; step++) {
                w.wish_x[0] = w.wish_y[0] = (float)sign;
                w.go();
            }
            EXPECT_GT(w.x[0] * (float)sign, 3.0f) << has_corner << " " << sign;
            EXPECT_LE(w.y[0] * (float)sign, has_corner ? -0.38f : w.x[0] * (float)sign - 0.5f);
        }
}

/* Far from the origin, the distance kept from a wall is large, because floats are far apart there. An agent
   that starts on the wall moves off it, but never faster than it can. */
TEST(avoid2d, leaves_a_wall_far_away_no_faster_than_it_can) {
    const float far = 0x1p20f;
    world w;
    w.walls = {wall_between((double)far - 50, (double)far, (double)far + 50, (double)far)};
    w.add((double)far, (double)far, 0, 0, 0, 1.5);
    for (int k = 0; k < 50; k++) {
        w.wish_x[0] = 1, w.wish_y[0] = -1;
        w.go();
        ASSERT_LE(std::hypot((double)w.new_x[0], (double)w.new_y[0]), 1.5 * (1 + 1e-6)) << k;
        ASSERT_GE(w.y[0], far) << k;
    }
}

/* An agent does not pass a gap narrower than its diameter minus the allowed overlap. An agent passes a gap 5
   % wider than its diameter. */
TEST(avoid2d, passes_a_gap_that_is_wide_enough) {
    for (const double width : {0.75, 0.84}) {
        world w;
        w.walls = {wall_between(0, width / 2, 0, 9), wall_between(0, -9, 0, -width / 2)};
        w.add(-5, 0.3, 0, 0, 0.4, 1.5);
        for (int k = 0; k < 200; k++) {
            w.wish_for(0, 5, 0, 1.4);
            w.go();
        }
        EXPECT_EQ(width > 0.8, w.x[0] > 4) << width << " " << w.x[0];
        EXPECT_TRUE(width > 0.8 || w.x[0] < 0) << w.x[0];
    }
}

TEST(avoid2d, a_sided_wall_stops_its_own_side) {
    for (const int sides : {1, -1}) /* the wall goes from (0, -5) to (0, 5), so its left side is x < 0 */
        for (const double from : {-3.0, 3.0}) {
            world w;
            w.walls = {wall_between(0, -5, 0, 5, sides)};
            w.add(from, 0, 0, 0, 0.4, 1.5);
            for (int k = 0; k < 100; k++) {
                w.wish_for(0, -from, 0, 1.4);
                w.go();
            }
            const bool is_stopped = (from < 0) == (sides > 0);
            EXPECT_EQ(is_stopped, (from < 0) == (w.x[0] < 0)) << sides << " " << from;
        }
}

/* A wall behind another wall changes no bit of the velocity. Neither does an invalid wall, nor a wall out of
   reach. */
TEST(avoid2d, a_wall_behind_a_wall_pulls_no_agent) {
    uint64_t state = 17;
    for (int k = 0; k < 300; k++) {
        world w;
        const double gap = (double)draw_between(&state, 0.01, 0.6);
        w.add((double)draw_between(&state, -2, 2), gap, (double)draw_between(&state, -1, 1),
              (double)draw_between(&state, -1, 1), 0.4, 1.5);
        w.walls = {wall_between(-9, 0, 9, 0)};
        ASSERT_EQ(WAY_OK, w.ask(false));
        const float x = w.new_x[0], y = w.new_y[0];
        /* this wall begins directly behind the first wall, slightly to the side of the agent; without the
           first wall, this wall would push the agent away */
        const double aside = (double)draw_between(&state, 0.05, 0.3) * (k % 2 == 0 ? 1 : -1),
                     from = (double)w.x[0] + aside;
        w.walls.push_back(wall_between(from, -0.01, from + 5 * aside, -2));
        w.walls.push_back(wall_between(0, NAN, 3, 0.1));
        w.walls.push_back(wall_between(0, 40, 3, 40));
        w.walls.push_back({0, 0.1f, 2e18f, 0.1f, 0});
        ASSERT_EQ(WAY_OK, w.ask(false));
        EXPECT_EQ(x, w.new_x[0]) << k;
        EXPECT_EQ(y, w.new_y[0]) << k;
    }
}

/* Returns the distance from p to the nearest of many points of the wall that no other wall hides, or `most` if
   they are all farther away. */
double distance_to_visible(const std::vector<way_wall> &walls, size_t number, crowds::vec p, double most) {
    const way_wall &of = walls[number];
    const double dx = (double)of.bx - (double)of.ax, dy = (double)of.by - (double)of.ay;
    double nearest = most;
    for (int k = 0; k <= 400; k++) {
        const crowds::vec q = {(double)of.ax + dx * k / 400, (double)of.ay + dy * k / 400};
        const double distance = std::hypot(q.x - p.x, q.y - p.y);
        bool is_hidden = distance >= nearest;
        for (size_t j = 0; j < walls.size() && !is_hidden; j++)
            is_hidden = j != number && crosses(walls[j], p.x, p.y, q.x, q.y);
        nearest = is_hidden ? nearest : distance;
    }
    return nearest;
}

/* A wall that continues behind another wall, or beyond the end of it, still stops agents where they see it.
   Agents walk towards random points among walls that cross, that end on each other, and that stand one behind
   another, with steps of 0.1 to 0.8 s. */
TEST(avoid2d, agents_keep_off_the_parts_of_walls_that_they_see) {
    double deepest = 0;
    size_t met = 0;
    for (uint64_t k = 0; k < support::draws(640); k++) {
        uint64_t state = support::seed_for(181, k);
        world w;
        w.step = k % 4 == 0 ? 0.8f : 0.1f, w.wall_horizon = k % 3 == 0 ? 1.5f : 0.5f;
        for (int i = 0; i < 3 + (int)(k % 5); i++) {
            const double x = (double)draw_between(&state, -2, 2), y = (double)draw_between(&state, -2, 2);
            const double dx = (double)draw_between(&state, -5, 5), dy = (double)draw_between(&state, -5, 5);
            w.walls.push_back(wall_between(x - dx, y - dy, x + dx, y + dy));
            if (i % 3 == 2) { /* begins on the wall before, or a little behind it */
                const way_wall &before = w.walls[w.walls.size() - 2];
                w.walls.back().ax = 0.5f * (before.ax + before.bx) + draw_between(&state, -0.1, 0.1);
                w.walls.back().ay = 0.5f * (before.ay + before.by);
            }
        }
        const double radius = (double)draw_between(&state, 0.2, 0.5);
        w.add((double)draw_between(&state, -3, 3), (double)draw_between(&state, -3, 3), 0, 0, radius, 2);
        bool is_free = true;
        for (size_t i = 0; i < w.walls.size(); i++)
            is_free &= distance_to_visible(w.walls, i, {(double)w.x[0], (double)w.y[0]}, 9) > 1.05 * radius;
        double goal_x = 0, goal_y = 0;
        for (int step = 0; is_free && step < 100; step++) {
            if (step % 25 == 0)
                goal_x = (double)draw_between(&state, -3, 3), goal_y = (double)draw_between(&state, -3, 3);
            w.wish_for(0, goal_x, goal_y, 2);
            w.go();
            met += w.status[0] == WAY_MET;
            for (size_t i = 0; i < w.walls.size(); i++) {
                const double far = distance_to_visible(w.walls, i, {(double)w.x[0], (double)w.y[0]}, radius);
                ASSERT_GE(far, 0.95 * radius - 1e-4) << "seed " << k << ", step " << step << ", wall " << i;
                deepest = std::max(deepest, 1 - far / radius);
            }
        }
    }
    EXPECT_GT(met, support::draws(640) * 10);
    EXPECT_GT(deepest, 0.04) << "some agents were to press against a wall";
}

/* Wall 1 is not among the nearest 16, so it only turns the velocity of an agent that would cross it. The
   agent also keeps off the wall to which it is turned. */
TEST(avoid2d, turning_along_a_wall_keeps_off_the_nearer_walls) {
    world w;
    w.step = 0.5f;
    w.add(0, 0, 4, 0, 0.2, 4);
    w.walls = {wall_between(-3, -0.5, 1, -0.5), wall_between(1.4, -1.1, 1, 0.9)};
    for (int k = 0; k < 15; k++)
        w.walls.push_back(wall_between(-0.7, 0.08 * k - 0.4, -0.7, 0.08 * k - 0.35));
    w.go();
    EXPECT_LT(w.y[0], -0.2f) << "the agent was to turn";
    EXPECT_GE(w.y[0], -0.5f + 0.95f * 0.2f - 1e-5f);
}

double distance_to(const way_wall &w, double x, double y) {
    const double dx = (double)w.bx - (double)w.ax, dy = (double)w.by - (double)w.ay,
                 ahead = (x - (double)w.ax) * dx + (y - (double)w.ay) * dy, square = dx * dx + dy * dy,
                 part = std::fmin(std::fmax(square > 0 ? ahead / square : 0, 0), 1);
    return std::hypot(x - (double)w.ax - part * dx, y - (double)w.ay - part * dy);
}

/* Returns how far the first agent has moved into a wall beyond its overlap. */
double too_near(const world &w) {
    double most = 0;
    for (const way_wall &wall : w.walls)
        most = std::fmax(most, (1 - (double)w.overlap) * (double)w.radius[0] -
                                   distance_to(wall, (double)w.x[0], (double)w.y[0]));
    return most;
}

/* Agents walk along a wall into a corner with a wall that crosses the first one or ends behind it, so that the
   nearest point of the second wall may be hidden. */
TEST(avoid2d, keeps_off_a_wall_that_comes_from_behind_a_wall) {
    for (int degrees = 0; degrees <= 60; degrees += 10)
        for (const double behind : {0.0, 0.1, 0.5, 4.0})
            for (const int side : {-1, 1})
                for (int start = 0; start < 20; start++) {
                    const double along = std::cos(degrees / 57.3), down = std::sin(degrees / 57.3);
                    world w;
                    w.walls = {wall_between(0, -5, 0, 5), wall_between(-side * behind * along, behind * down,
                                                                       side * 4 * along, -4 * down)};
                    w.add(side * 0.301, 2 + 0.007 * start, 0, 0, 0.3, 1.4);
                    for (int k = 0; k < 40; k++) {
                        w.wish_x[0] = 0, w.wish_y[0] = -1.4f;
                        w.go();
                        ASSERT_LE(too_near(w), 0.003) << degrees << " " << behind << " " << side << " " << k;
                    }
                    EXPECT_LT(w.y[0], 0.8f) << degrees << " " << behind;
                }
}

/* One agent among random walls, some of which cross, meet in a point or end behind others */
TEST(avoid2d, one_agent_moves_into_no_wall_of_many) {
    size_t steps = 0;
    for (uint64_t k = 0; k < support::draws(3000); k++) {
        uint64_t state = support::seed_for(77, k);
        world w;
        w.step = draw_between(&state, 0.02f, 0.3f), w.overlap = draw_below(&state, 2) ? 0.05f : 0;
        const double size = 3;
        for (uint32_t i = 2 + draw_below(&state, 8); i > 0; i--) {
            const double x = (double)draw_between(&state, -size, size),
                         y = (double)draw_between(&state, -size, size);
            const bool joins = !w.walls.empty() && draw_below(&state, 3) == 0;
            w.walls.push_back(wall_between(
                joins ? (double)w.walls.back().bx : x, joins ? (double)w.walls.back().by : y,
                (double)draw_between(&state, -size, size), (double)draw_between(&state, -size, size)));
        }
        w.add((double)draw_between(&state, -size, size), (double)draw_between(&state, -size, size), 0, 0,
              (double)draw_between(&state, 0.1f, 0.5f), (double)draw_between(&state, 0.5f, 4));
        if (too_near(w) > 0)
            continue;
        double angle = (double)draw_between(&state, 0, 6.28f);
        for (int step = 0; step < 60; step++, steps++) {
            angle += step % 15 == 0 ? (double)draw_between(&state, -3, 3) : 0;
            w.wish_x[0] = (float)(4 * std::cos(angle)), w.wish_y[0] = (float)(4 * std::sin(angle));
            w.go();
            ASSERT_LE(too_near(w), 0.004) << "scene " << k << ", step " << step;
        }
    }
    EXPECT_GT(steps, support::draws(3000) * 10);
}

/* A tree of the walls changes no bit, even if some walls have special coordinates or have length 0. */
TEST(avoid2d, walls_have_the_same_bits_with_a_tree) {
    for (uint64_t k = 0; k < support::draws(96); k++) {
        uint64_t state = support::seed_for(75, k);
        world w;
        for (int i = 0; i < 60; i++)
            w.add((double)draw_between(&state, -8, 8), (double)draw_between(&state, -8, 8),
                  (double)draw_between(&state, -1, 1), (double)draw_between(&state, -1, 1),
                  (double)draw_between(&state, 0, 0.8), (double)draw_between(&state, 0, 4));
        for (uint32_t i = 0, n = 1 + draw_below(&state, 300); i < n; i++) {
            const double x = (double)draw_between(&state, -9, 9), y = (double)draw_between(&state, -9, 9);
            w.walls.push_back(wall_between(x, y, x + (double)draw_between(&state, -2, 2),
                                           y + (double)draw_between(&state, -2, 2),
                                           (int)draw_below(&state, 3) - 1));
            if (draw_below(&state, 16) == 0)
                w.walls.back().bx = draw_special(&state);
            if (draw_below(&state, 16) == 0)
                w.walls.back().bx = w.walls.back().ax, w.walls.back().by = w.walls.back().ay;
        }
        ASSERT_EQ(WAY_OK, w.ask(false));
        const std::vector<float> x = w.new_x, y = w.new_y;
        std::vector<uint64_t> tree(way_wall_tree_bytes(w.walls.size()) / 8 + 1);
        ASSERT_EQ(WAY_OK, way_make_wall_tree(w.walls.data(), w.walls.size(), (way_wall_tree *)tree.data(),
                                             8 * tree.size()));
        const way_avoid2d_in in = w.in();
        const way_avoid2d_out out = w.out();
        way_avoidance how = w.how();
        how.wall_tree = (const way_wall_tree *)tree.data();
        ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
        for (size_t i = 0; i < w.size(); i++) {
            ASSERT_EQ(support::bits_of(x[i]), support::bits_of(w.new_x[i])) << k << " " << i;
            ASSERT_EQ(support::bits_of(y[i]), support::bits_of(w.new_y[i])) << k << " " << i;
            ASSERT_TRUE(std::isfinite(w.new_x[i]) && std::isfinite(w.new_y[i]));
        }
    }
}

/* Moves a dense crowd and its walls 1,000 km and more from the origin. Positions are doubles in records, and
   the calls have lists or a tree, on every instruction set. The velocities have the bits of the same crowd at
   the origin. */
TEST(avoid2d, a_crowd_in_a_room_far_away_moves_as_at_the_origin) {
    uint64_t state = support::seed_for(76, 0);
    const double origin[2] = {-1e7, 1e6 + 0.125};
    world w;
    for (int k = 0; k < 70; k++) { /* enough walls for a tree */
        const double x = (double)draw_between(&state, 0, 20), y = (double)draw_between(&state, 0, 20);
        w.walls.push_back(wall_between(x, y, x + (double)draw_between(&state, -2, 2),
                                       y + (double)draw_between(&state, -2, 2),
                                       (int)draw_below(&state, 3) - 1));
    }
    for (int i = 0; i < 150; i++)
        w.add((double)draw_between(&state, 1, 19), (double)draw_between(&state, 1, 19),
              (double)draw_between(&state, -2, 2), (double)draw_between(&state, -2, 2),
              (double)draw_between(&state, 0.1, 0.5), 2);
    const way_neighbours lists = w.make_lists();
    std::vector<uint64_t> tree(way_wall_tree_bytes(w.walls.size()) / 8 + 1);
    ASSERT_EQ(WAY_OK, way_make_wall_tree(w.walls.data(), w.walls.size(), (way_wall_tree *)tree.data(),
                                         8 * tree.size()));
    std::vector<double> far;
    for (size_t i = 0; i < w.size(); i++)
        for (double number : {origin[0] + (double)w.x[i], origin[1] + (double)w.y[i], 0.0})
            far.push_back(number);
    for (const std::string &isa : support::isa_names())
        for (bool has_lists : {false, true})
            for (bool has_tree : {false, true}) {
                support::use_isa under(isa);
                way_avoid2d_in in = w.in();
                const way_avoid2d_out out = w.out();
                way_avoidance how = w.how();
                how.neighbours = has_lists ? &lists : nullptr;
                how.wall_tree = has_tree ? (const way_wall_tree *)tree.data() : nullptr;
                ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
                const std::vector<float> x = w.new_x, y = w.new_y;
                const std::vector<int32_t> status = w.status;
                in.chaser_x = in.runner_x = way_at(&far[0], 24);
                in.chaser_y = in.runner_y = way_at(&far[1], 24);
                in.self = way_column(); /* without `self`, agent i is candidate row i */
                how.wall_origin_x = origin[0], how.wall_origin_y = origin[1];
                w.new_x.assign(w.size(), -77), w.status.assign(w.size(), -77);
                ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
                EXPECT_EQ(status, w.status) << isa << has_lists << has_tree;
                EXPECT_LT(std::count(status.begin(), status.end(), WAY_NO_TARGET), 30);
                for (size_t i = 0; i < w.size(); i++) {
                    ASSERT_EQ(support::bits_of(x[i]), support::bits_of(w.new_x[i])) << isa << " " << i;
                    ASSERT_EQ(support::bits_of(y[i]), support::bits_of(w.new_y[i])) << isa << " " << i;
                }
            }
}

/* wall_origin is also subtracted from positions in floats. */
TEST(avoid2d, an_origin_is_subtracted_from_floats_too) {
    world here, there;
    for (world *w : {&here, &there}) {
        const double x = w == &there ? 4096 : 0, y = w == &there ? -512 : 0;
        w->add(x, y, 1, 0), w->add(x + 1.5, y + 0.25, -1, 0.5), w->add(x + 0.5, y - 1.5, 0, 1);
        w->walls.push_back(wall_between(-1, 0.75, 3, 0.75, 0));
    }
    ASSERT_EQ(WAY_OK, here.ask(false));
    const way_avoid2d_in in = there.in();
    const way_avoid2d_out out = there.out();
    way_avoidance how = there.how();
    how.wall_origin_x = 4096, how.wall_origin_y = -512;
    ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
    EXPECT_EQ(here.new_x, there.new_x);
    EXPECT_EQ(here.new_y, there.new_y);
    EXPECT_NE(here.new_x, here.wish_x);
}

/* Overlapping agents separate within one step, if they are fast enough. */
TEST(avoid2d, overlapping_agents_separate) {
    uint64_t state = 11;
    for (int k = 0; k < 500; k++) {
        world w;
        for (int i = 0; i < 2; i++)
            w.add((double)draw_between(&state, -0.2, 0.2), (double)draw_between(&state, -0.2, 0.2),
                  (double)draw_between(&state, -1, 1), (double)draw_between(&state, -1, 1), 0.5, 20);
        EXPECT_LE(w.go(), 1e-5);
        EXPECT_EQ(WAY_MET, w.status[0]);
    }
    for (int pairs = 1; pairs <= 8; pairs++) { /* all at one position, at rest or with the same velocity */
        world w;
        for (int i = 0; i < 2 * pairs; i++)
            w.add(3, 4, pairs % 2, 0, 0.5, 3), w.wish_x.back() = 0;
        double deepest = 1;
        for (int step = 0; step < 100; step++)
            deepest = w.go();
        EXPECT_LE(deepest, touching) << pairs;
    }
}

/* The distance of two overlapping agents is exactly what their relative velocity covers in a step, so their
   centres would meet. The velocity then has no direction, so they separate along the line through both. */
TEST(avoid2d, overlapping_agents_whose_centres_would_meet_separate) {
    world w;
    w.step = 0.125f;
    w.add(0, 0, 2, 0, 0.5, 20), w.add(0.5, 0, -2, 0, 0.5, 20);
    EXPECT_LE(w.go(), 1e-5);
    EXPECT_FLOAT_EQ(-2, w.new_x[0]);
    EXPECT_FLOAT_EQ(2, w.new_x[1]);
    EXPECT_EQ(0, w.new_y[0]);
    EXPECT_EQ(0, w.new_y[1]);
}

/* Forty agents go to one point that has room for one agent. */
TEST(avoid2d, a_crush_stays_finite_and_parts_again) {
    world w;
    uint64_t state = 13;
    for (int i = 0; i < 40; i++)
        w.add((double)draw_between(&state, -1, 1), (double)draw_between(&state, -1, 1), 0, 0);
    size_t cornered = 0;
    for (int step = 0; step < 200; step++) {
        for (size_t i = 0; i < 40; i++)
            w.wish_for(i, 0, 0, 1);
        w.go();
        cornered += (size_t)std::count(w.status.begin(), w.status.end(), WAY_NO_PATH);
        for (size_t i = 0; i < 40; i++)
            ASSERT_LE(std::hypot((double)w.vx[i], (double)w.vy[i]), 1.5 * (1 + 1e-6));
    }
    EXPECT_GT(cornered, 40u);
    for (int step = 0; step < 200; step++) {
        for (size_t i = 0; i < 40; i++)
            w.wish_x[i] = w.wish_y[i] = 0;
        w.go();
    }
    EXPECT_LE(w.deepest(), touching);
}

/* A pillar does not give way, so the agent alone avoids the collision. */
TEST(avoid2d, walks_round_standing_agents) {
    for (const double share : {0.0, 0.5}) {
        world w;
        w.add(-6, 0.01, 1, 0), w.add(0, 0, 0, 0, 1, 0, share);
        w.horizon = 3;
        double least = 9;
        for (int step = 0; step < 200; step++) {
            w.wish_for(0, 6, 0, 1);
            w.go();
            least = std::min(least, std::hypot((double)w.x[0], (double)w.y[0]));
        }
        EXPECT_NEAR(6, (double)w.x[0], 0.1);
        EXPECT_EQ(0.0f, w.x[1]);
        if (share == 0) {
            EXPECT_GE(least, 1.5 * (1 - touching));
        }
    }
    world w; /* only the ratio of the two shares counts */
    w.add(-2, 0, 1, 0, 0.5, 1.5, 3), w.add(0, 0.1, 0, 0, 0.5, 1.5, 1);
    ASSERT_EQ(WAY_OK, w.ask(false));
    const double first = std::hypot((double)w.new_x[0] - 1, (double)w.new_y[0]),
                 second = std::hypot((double)w.new_x[1], (double)w.new_y[1]);
    EXPECT_GT(second, 1e-3);
    EXPECT_NEAR(3, first / second, 1e-5);
}

/* If a neighbour that does not give way comes faster than the agent can flee, the agent flees at full
   speed. */
TEST(avoid2d, flees_from_a_faster_neighbour) {
    for (const double gap : {0.01, -0.1}) {
        world w;
        w.add(0, 0, 0, 0, 0.5, 1.5), w.add(1 + gap, 0, -5, 0, 0.5, 5, 0);
        ASSERT_EQ(WAY_OK, w.ask(false));
        EXPECT_EQ(WAY_NO_PATH, w.status[0]);
        EXPECT_NEAR(1.5, std::hypot((double)w.new_x[0], (double)w.new_y[0]), 1e-6);
        EXPECT_LT(w.new_x[0], -1.4f);
        w.vx[1] = 0; /* if the neighbour rests, the agent moves only to end an overlap */
        ASSERT_EQ(WAY_OK, w.ask(false));
        EXPECT_NEAR(gap > 0 ? 0 : -1, (double)w.new_x[0], 1e-5);
    }
}

/* The best velocity -------------------------------------------------------------------------------------- */

using real = way_quad;

real root(real a) {
    if (a <= 0)
        return 0;
    real r = (real)std::sqrt((double)a);
    if (r == 0)
        return 0;
    for (int k = 0; k < 3; k++)
        r = (r + a / r) / 2;
    return r;
}

struct point {
    real x, y;
};
struct plane { /* the half-plane of velocities v with n.v >= c */
    point n;
    real c;
};

real dot(point a, point b) { return a.x * b.x + a.y * b.y; }

/* A pair always keeps the distance core_of(). If possible, it keeps the larger distance soft_of(). */
real core_of(const world &w, size_t i, size_t j) {
    return w.overlap < 1 ? (1 - (real)w.overlap) * ((real)w.radius[i] + (real)w.radius[j]) : 0;
}
real soft_of(const world &w, size_t i, size_t j) {
    const real sum = (real)w.radius[i] + (real)w.radius[j], soft = core_of(w, i, j) / (real)0.95L;
    return soft > sum ? soft : sum;
}

/* Returns the part of agent i in what it and agent j do to avoid each other. */
real part_of(const world &w, size_t i, size_t j) {
    const real shares = (real)w.share[i] + (real)w.share[j];
    return shares > 0 ? (real)w.share[i] / shares : (real)0.5;
}

/* Returns how far agent i gives way to agent j, -1 to 1: more the more agent j is ahead of its preferred
   velocity, and a little more on the right. */
real gives_of(const world &w, size_t i, size_t j) {
    const real x = (real)w.x[j] - (real)w.x[i], y = (real)w.y[j] - (real)w.y[i], far = root(x * x + y * y);
    const real wish_x = w.wish_x[i], wish_y = w.wish_y[i], wish = root(wish_x * wish_x + wish_y * wish_y);
    const real sum = (real)w.radius[i] + (real)w.radius[j], part = part_of(w, i, j);
    if (far == 0 || wish == 0 || part == 0 || part == 1 || far >= (real)1.2L * sum)
        return 0;
    const real walks = std::min(wish, (real)w.speed[i]) * (real)w.horizon,
               rests = walks < (real)w.radius[i] ? walks / (real)w.radius[i] : 1;
    const real near = std::min((real)1, ((real)1.2L - far / sum) / (real)0.15L);
    const real cosine = (wish_x * x + wish_y * y) / wish / far,
               sine_to_right = (wish_y * x - wish_x * y) / wish / far;
    const real along = cosine + (real)0.3L * sine_to_right;
    return (real)w.yielding[i] * rests * near * std::max((real)-1, std::min((real)1, along));
}

/* Computes the half-plane of a pair. For this, finds the point that is nearest to the pair's relative
   velocity on the boundary of the set of relative velocities that lead to a touch within `horizon`. As in the
   paper, the boundary consists of an arc of the disc and of parts of its two tangents from the origin.
   Returns false if two boundary points are equally near. */
bool plane_of(const world &w, size_t i, size_t j, double horizon, plane &to) {
    const point d = {(real)w.x[j] - (real)w.x[i], (real)w.y[j] - (real)w.y[i]},
                v = {(real)w.vx[i] - (real)w.vx[j], (real)w.vy[i] - (real)w.vy[j]};
    const real gives = gives_of(w, i, j), more = gives > 0 ? (real)0.07L * gives : 0;
    const real seen = std::min((real)1, 4 * part_of(w, i, j)),
               r = soft_of(w, i, j) * (1 - (1 - seen) / 256) * (1 + more);
    const real dd = dot(d, d), ahead = std::max(seen * (real)horizon, std::min((real)horizon, (real)w.step));
    const real t = dd > r * r ? ahead : (real)w.step;
    const point centre = {d.x / t, d.y / t}, off = {v.x - centre.x, v.y - centre.y};
    const real length = root(dot(off, off)), big = (real)1e30;
    if (length == 0)
        return false;
    const point around = {off.x / length, off.y / length};
    const point on_disc = {centre.x + around.x * r / t, centre.y + around.y * r / t};
    real best = big;
    point n = {0, 0}, nearest = {0, 0};
    bool is_tie = false;
    const auto offer = [&](point at, point out) {
        const point way = {at.x - v.x, at.y - v.y};
        const real far = dot(way, way);
        const real apart = far - best, close = (real)1e-14 * (1 + far);
        is_tie = apart < close &&
                 (is_tie || (apart > -close && std::fabs((double)(out.x * n.y - out.y * n.x)) > 1e-7));
        if (far < best)
            best = far, n = out, nearest = at;
    };
    if (dd <= r * r)
        offer(on_disc, around);
    else {
        const real leg = root(dd - r * r);
        /* the arc is the part of the circle between the tangent points that faces the origin */
        if (dot(around, d) <= -r)
            offer(on_disc, around);
        for (const int side : {1, -1}) {
            const point along = {(d.x * leg - side * d.y * r) / dd, (d.y * leg + side * d.x * r) / dd};
            const real at = dot(v, along), least = leg / t; /* only points at least this far out count */
            const real here = at > least ? at : least;
            offer({here * along.x, here * along.y}, {-side * along.y, side * along.x});
        }
    }
    const real part = part_of(w, i, j), most = part > (real)0.5 ? part : 1 - part,
               least = part > (real)0.5 ? part : (real)0.5;
    const point way = {nearest.x - v.x, nearest.y - v.y};
    const bool is_inside = dot(way, n) > 0; /* on a collision course */
    const real even = dd <= r * r ? least : is_inside ? part : most;
    const real does = std::max((real)0, std::min((real)1, even + (real)1.6L * gives * even * (1 - even)));
    const point at = {(real)w.vx[i] + does * way.x, (real)w.vy[i] + does * way.y};
    to = {n, dot(n, at)};
    return !is_tie; /* at a tie, either boundary point is correct */
}

/* Computes the half-plane of velocities with which agent i closes at most half of the gap (the pair's
   distance minus core_of()) in one step. The boundary moves with the pair's mean velocity, but velocity 0
   stays allowed for both agents. */
bool gap_of(const world &w, size_t i, size_t j, plane &to) {
    const point d = {(real)w.x[j] - (real)w.x[i], (real)w.y[j] - (real)w.y[i]};
    const real r = core_of(w, i, j), far = root(dot(d, d));
    if (far == 0 || r == 0 || r - far > r / 1024)
        return false;
    to.n = {-d.x / far, -d.y / far};
    const real gap = far > r ? (far - r) / (real)w.step : 0;
    const real comes = to.n.x * (real)w.vx[j] + to.n.y * (real)w.vy[j];
    const real drift = (comes + to.n.x * (real)w.vx[i] + to.n.y * (real)w.vy[i]) / 2;
    to.c = std::min(std::max(drift, -gap / 2), gap / 2) - gap / 2;
    return true;
}

real lack_of(const std::vector<plane> &all, point v) {
    real most = -1e30;
    for (const plane &one : all) {
        const real lack = one.c - dot(one.n, v);
        most = lack > most ? lack : most;
    }
    return most;
}

/* cross() finds the intersection of two lines n.v = c. circle() finds the intersections of such a line with
   the circle of the largest speed. */
bool cross(const plane &a, const plane &b, point &at) {
    const real det = a.n.x * b.n.y - a.n.y * b.n.x;
    if (det == 0)
        return false;
    at = {(a.c * b.n.y - b.c * a.n.y) / det, (a.n.x * b.c - b.n.x * a.c) / det};
    return true;
}

void circle(const plane &a, real speed, std::vector<point> &to) {
    const real nn = dot(a.n, a.n);
    if (nn == 0)
        return;
    const point foot = {a.n.x * a.c / nn, a.n.y * a.c / nn};
    const real rest = speed * speed - dot(foot, foot);
    if (rest < 0)
        return;
    const real half = root(rest / nn);
    to.push_back({foot.x - a.n.y * half, foot.y + a.n.x * half});
    to.push_back({foot.x + a.n.y * half, foot.y - a.n.x * half});
}

struct truth {
    bool is_feasible = false;
    real distance = 1e30; /* from the preferred velocity to the nearest allowed velocity */
    point at = {0, 0};    /* that velocity */
    real lack = 1e30;     /* the least value of lack_of() that a velocity can have */
};

/* Tries every intersection of two of these curves: the edges of the half-planes, the circle of the largest
   speed, and the lines on which two half-planes have the same lack. */
truth search_vertices(const std::vector<plane> &all, const std::vector<plane> &firm, point wish, real speed) {
    const real slack = (real)1e-20 * speed;
    std::vector<point> some = {wish};
    std::vector<plane> lines = all;
    truth best;
    const real far = root(dot(wish, wish));
    if (far > speed)
        some.push_back({wish.x * speed / far, wish.y * speed / far});
    lines.insert(lines.end(), firm.begin(), firm.end());
    for (const plane &one : lines) {
        const real off = one.c - dot(one.n, wish);
        some.push_back({wish.x + off * one.n.x, wish.y + off * one.n.y});
        some.push_back({one.n.x * speed, one.n.y * speed});
    }
    for (size_t i = 0; i < all.size(); i++)
        for (size_t j = 0; j < i; j++)
            lines.push_back({{all[i].n.x - all[j].n.x, all[i].n.y - all[j].n.y}, all[i].c - all[j].c});
    for (size_t i = 0; i < lines.size(); i++) {
        circle(lines[i], speed, some);
        point at;
        for (size_t j = 0; j < i; j++)
            if (cross(lines[i], lines[j], at))
                some.push_back(at);
    }
    for (const point v : some) {
        if (dot(v, v) > speed * speed * (1 + (real)1e-20) || lack_of(firm, v) > slack)
            continue;
        const real lack = lack_of(all, v);
        const point off = {v.x - wish.x, v.y - wish.y};
        best.lack = lack < best.lack ? lack : best.lack;
        if (lack > slack)
            continue;
        best.is_feasible = true;
        const real distance = root(dot(off, off));
        best.at = distance < best.distance ? v : best.at;
        best.distance = distance < best.distance ? distance : best.distance;
    }
    return best;
}

/* Does this velocity make about less than a quarter of the way that the preferred one makes? An agent with an
   overlap of 0 then gives up the larger distance from its neighbours if its way is free without. */
bool is_held_up(point v, point wish, real speed) {
    const real far = root(dot(wish, wish)), most = far > speed ? speed : far;
    return far > 0 && dot(v, wish) / far < (real)0.25001L * most;
}

/* The answer differs from the best velocity only because the velocity and intermediate results are
   rounded. */
TEST(avoid2d, the_velocity_is_the_best_of_all_vertices) {
    size_t feasible = 0, cornered = 0, run_over = 0, judged = 0, halved = 0;
    double worst = 0;
    for (uint64_t k = 0; k < support::draws(20000); k++) {
        uint64_t state = support::seed_for(71, k);
        world w;
        const size_t n = 2 + draw_below(&state, k % 8 == 0 ? 9 : 5);
        const double size = (double)draw_between(&state, 0.5, 6);
        const bool is_coarse = draw_below(&state, 3) == 0;
        const auto at = [&](double most) {
            const double number = (double)draw_between(&state, -most, most);
            return is_coarse ? std::round(2 * number) / 2 : number;
        };
        w.horizon = draw_between(&state, 2, 12);
        for (size_t i = 0; i < n; i++) {
            /* drawn one by one, because compilers evaluate arguments in different orders */
            const double share = (double)draw_between(&state, 0, 1),
                         speed = (double)draw_between(&state, 0.2, 2),
                         radius = (double)draw_between(&state, 0, 1);
            const double vy = at(1), vx = at(1), y = at(size), x = at(size);
            w.add(x, y, vx, vy, radius, speed, share);
            w.wish_x[i] = (float)at(2), w.wish_y[i] = (float)at(2);
            if (i > 0 && draw_below(&state, 8) == 0)
                w.share[i] = 0;
        }
        w.most = 12;
        w.overlap = k % 4 == 1 ? 0.0f : k % 4 == 2 ? 0.3f : k % 4 == 3 ? 1.0f : 0.05f;
        w.yielding[0] = k % 3 == 0 ? 1.0f : k % 3 == 1 ? 0.25f : 0;
        ASSERT_EQ(WAY_OK, w.ask(k % 2 != 0));
        std::vector<plane> firm;
        bool is_sure = true;
        const auto planes = [&](double horizon) {
            std::vector<plane> all;
            for (size_t j = 1; j < n; j++) {
                plane one;
                is_sure &= plane_of(w, 0, j, horizon, one);
                all.push_back(one);
            }
            return all;
        };
        for (size_t j = 1; j < n; j++) {
            plane one;
            if (gap_of(w, 0, j, one))
                firm.push_back(one);
        }
        const real speed = (real)w.speed[0];
        const point wish = {(real)w.wish_x[0], (real)w.wish_y[0]}, got = {(real)w.new_x[0], (real)w.new_y[0]};
        const double bound = 4e-7 * w.speed[0];
        const double distance =
            (double)root((got.x - wish.x) * (got.x - wish.x) + (got.y - wish.y) * (got.y - wish.y));
        /* halve the horizon until a velocity is allowed; the last horizon is one step */
        std::vector<plane> all = planes((double)w.horizon);
        truth best = search_vertices(all, firm, wish, speed);
        bool is_certain = true;
        for (int half = 1; !best.is_feasible && best.lack < 1e29 && half < 8; half++) {
            const double time = (double)w.horizon / (1 << half), horizon = half < 7 ? time : 0;
            is_certain &= (double)best.lack > bound;
            all = planes(std::max(horizon, (double)w.step));
            best = search_vertices(all, firm, wish, speed);
            halved += best.is_feasible;
            if (horizon <= (double)w.step)
                break;
        }
        is_certain &= best.is_feasible ? true : (double)best.lack > bound;
        if (!is_sure || !is_certain)
            continue;
        judged++;
        const double lack = (double)lack_of(all, got);
        ASSERT_LE(std::hypot((double)got.x, (double)got.y), (double)speed * (1 + 2e-7));
        if (best.lack > 1e29) { /* no velocity keeps the cores of all pairs apart */
            ASSERT_EQ(WAY_NO_PATH, w.status[0]) << k;
            run_over++;
            continue;
        }
        ASSERT_LE((double)lack_of(firm, got), bound) << k;
        if (best.is_feasible) {
            if (w.overlap == 0 &&
                is_held_up(best.at, wish, speed)) /* may have given up the larger distance */
                continue;
            feasible++;
            ASSERT_LE(lack, bound) << k;
            ASSERT_LE(distance, (double)best.distance + bound) << k;
            worst = std::max(worst, lack / (double)speed);
        } else {
            /* of all velocities with the least lack, the answer must be the nearest to the preferred
               velocity */
            std::vector<plane> relaxed = all;
            for (plane &one : relaxed)
                one.c -= best.lack + (real)0x1p-40 * speed;
            const truth nearest = search_vertices(relaxed, firm, wish, speed);
            if (w.overlap == 0 && is_held_up(nearest.at, wish, speed))
                continue;
            cornered++;
            ASSERT_EQ(WAY_NO_PATH, w.status[0]);
            ASSERT_LE(lack, (double)best.lack + bound) << k;
            ASSERT_LE(distance, (double)nearest.distance + bound) << k;
            worst = std::max(worst, (lack - (double)best.lack) / (double)speed);
        }
    }
    EXPECT_GT(halved * 40, judged);
    EXPECT_GT(feasible * 5, judged);
    EXPECT_GT(cornered * 50, judged);
    std::printf("   %zu feasible, %zu cornered; lacks at most %.3g of the speed more than the best\n",
                feasible, cornered, worst);
}

/* The same bits ------------------------------------------------------------------------------------------ */

world draw_world(uint64_t seed, size_t n, bool special) {
    uint64_t state = seed;
    world w;
    const bool is_lattice = draw_below(&state, 2) == 0;
    const double size = 0.6 * std::sqrt((double)n) * (double)draw_between(&state, 0.3, 3);
    for (size_t i = 0; i < n; i++) {
        const auto at = [&] {
            const double number = (double)draw_between(&state, -size, size);
            return is_lattice ? std::round(number) : number;
        };
        const double x = at(), y = at();
        /* these are separate statements because C++ does not fix the order in which arguments are
           evaluated */
        const double vx = (double)draw_between(&state, -1, 1), vy = (double)draw_between(&state, -1, 1);
        const double radius = (double)draw_between(&state, 0.1, 0.6);
        const double speed = (double)draw_between(&state, -0.1, 2);
        w.add(x, y, vx, vy, radius, speed, (double)draw_below(&state, 3));
    }
    w.most = 1 + draw_below(&state, WAY_AVOIDED_MAX);
    if (draw_below(&state, 2))
        w.range = draw_between(&state, 0.5, 3);
    for (std::vector<float> *column :
         {&w.x, &w.y, &w.vx, &w.vy, &w.wish_x, &w.wish_y, &w.radius, &w.speed, &w.share})
        for (float &cell : *column)
            if (special && draw_below(&state, 12) == 0)
                cell = draw_special(&state);
    return w;
}

TEST(avoid2d, bits_are_the_same_however_it_is_called) {
    for (uint64_t k = 0; k < support::draws(640); k++) {
        world w = draw_world(support::seed_for(72, k), 150, k % 2 != 0);
        if (k % 2 == 0) /* lists are ordered by centres; with equal radii, this is the order by edges */
            std::fill(w.radius.begin(), w.radius.end(), w.radius[0]);
        for (size_t i = 0; i < w.size(); i++)
            w.yielding[i] = (float)(i % 3) / 2;
        std::vector<float> x, y;
        std::vector<int32_t> status;
        for (const std::string &isa : support::isa_names()) {
            const support::use_isa use(isa);
            w.make_crowd();
            const way_neighbours lists = w.make_lists();
            for (int how = 0; how < 5; how++) {
                std::fill(w.new_x.begin(), w.new_x.end(), -9.0f),
                    std::fill(w.status.begin(), w.status.end(), -9);
                const way_avoid2d_in in = w.in();
                const way_avoid2d_out out = w.out();
                way_avoidance call = w.how();
                std::vector<uint32_t> order;
                if (how == 1 || how >= 3)
                    call.crowd2d = (const way_crowd2d *)w.memory.data();
                if (how == 2 && k % 2 != 0)
                    continue;
                if (how == 2)
                    call.neighbours = &lists;
                if (how == 3) { /* with an index in reverse order */
                    for (size_t i = w.size(); i > 0; i--)
                        order.push_back((uint32_t)(i - 1));
                    call.index = order.data();
                }
                if (how == 4) { /* in parts, on several threads */
                    std::vector<std::thread> threads;
                    std::atomic<size_t> next{0}, refused{0};
                    for (int t = 0; t < 3; t++)
                        threads.emplace_back([&] {
                            for (size_t first; (first = next.fetch_add(13)) < w.size();) {
                                way_avoidance part = call;
                                part.first = first, part.count = std::min<size_t>(13, w.size() - first);
                                refused += way_avoid2d(&in, &out, &part) != WAY_OK;
                            }
                        });
                    for (std::thread &thread : threads)
                        thread.join();
                    ASSERT_EQ(0u, refused);
                } else
                    ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &call));
                if (x.empty())
                    x = w.new_x, y = w.new_y, status = w.status;
                for (size_t i = 0; i < w.size(); i++) {
                    ASSERT_EQ(support::bits_of(x[i]), support::bits_of(w.new_x[i]))
                        << isa << " " << how << " " << i;
                    ASSERT_EQ(support::bits_of(y[i]), support::bits_of(w.new_y[i]))
                        << isa << " " << how << " " << i;
                    ASSERT_EQ(status[i], w.status[i]) << isa << " " << how << " " << i;
                    ASSERT_TRUE(std::isfinite(w.new_x[i]) && std::isfinite(w.new_y[i])) << i;
                }
            }
        }
    }
}

#if defined(__x86_64__)
/* Many agents are handled in the order of the crowd, also those that have no place. */
TEST(avoid2d, many_get_the_answers_of_few) {
    world w = draw_world(support::seed_for(80, 1), 70001, true);
    w.most = 4;
    w.range = 2; /* some radii are huge, so without a range each search would look at all candidates */
    w.make_crowd();
    const way_avoid2d_in in = w.in();
    const way_avoid2d_out out = w.out();
    way_avoidance how = w.how();
    how.crowd2d = (const way_crowd2d *)w.memory.data();
    ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
    const std::vector<float> x = w.new_x, y = w.new_y;
    const std::vector<int32_t> status = w.status;
    std::fill(w.new_x.begin(), w.new_x.end(), -9.0f), std::fill(w.new_y.begin(), w.new_y.end(), -9.0f);
    for (how.first = 0; how.first < w.size(); how.first += how.count) {
        how.count = std::min<size_t>(9999, w.size() - how.first);
        ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
    }
    for (size_t i = 0; i < w.size(); i++) {
        ASSERT_EQ(support::bits_of(x[i]), support::bits_of(w.new_x[i])) << i;
        ASSERT_EQ(support::bits_of(y[i]), support::bits_of(w.new_y[i])) << i;
        ASSERT_EQ(status[i], w.status[i]) << i;
        ASSERT_NE(-77, status[i]) << i;
    }
}

TEST(avoid2d, the_callers_mode_changes_no_bit) {
    world w = draw_world(5, 100, true);
    ASSERT_EQ(WAY_OK, w.ask(true));
    const std::vector<float> x = w.new_x, y = w.new_y;
    const way_avoid2d_in in = w.in();
    const way_avoid2d_out out = w.out();
    const way_avoidance how = w.how();
    for (const unsigned mode : {0x9fc0u, 0x7f80u, 0x5f80u, 0x3f80u, 0xffc0u}) {
        _mm_setcsr(mode);
        way_avoid2d(&in, &out, &how);
        const unsigned after = _mm_getcsr();
        _mm_setcsr(0x1f80);
        EXPECT_EQ(mode, after);
        EXPECT_EQ(0, std::memcmp(x.data(), w.new_x.data(), 400));
        EXPECT_EQ(0, std::memcmp(y.data(), w.new_y.data(), 400));
    }
}
#endif

/* Eleven candidates that no agent can avoid lie nearer than one that comes head-on. */
TEST(avoid2d, invalid_candidates_take_no_place_of_others) {
    enum { COUNT = 13, LAST = COUNT - 1 };
    for (int kind = 0; kind < 5; kind++)
        for (bool has_list : {false, true}) {
            std::vector<float> x(COUNT, 0), y(COUNT), vx(COUNT, 0), vy(COUNT, 0), radius(COUNT, 0.5f),
                share(COUNT, 0.5f);
            for (size_t i = 0; i < COUNT; i++) {
                y[i] = 0.01f * (float)i;
                (kind == 0   ? vx
                 : kind == 1 ? radius
                 : kind == 2 ? share
                             : vy)[i] = kind == 1 || kind == 2 ? -1.0f : NAN;
                if (kind == 4)
                    x[i] = y[i] = NAN, vy[i] = 0;
            }
            for (size_t i : {(size_t)0, (size_t)LAST}) {
                x[i] = i == 0 ? 0.0f : 1.2f, y[i] = 0, vx[i] = i == 0 ? 1.0f : -1.0f, vy[i] = 0;
                radius[i] = share[i] = 0.5f;
            }
            const float wish = 1, none = 0, speed = 2;
            float go_x = 0, go_y = 0;
            int32_t status = -1;
            way_avoid2d_in in = WAY_INIT;
            way_avoid2d_out out = WAY_INIT;
            way_avoidance how = WAY_INIT;
            in.chaser_x = in.runner_x = way_in(x.data()), in.chaser_y = in.runner_y = way_in(y.data());
            in.chaser_vx = in.runner_vx = way_in(vx.data()), in.chaser_vy = in.runner_vy = way_in(vy.data());
            in.preferred_vx = way_same(&wish), in.preferred_vy = way_same(&none);
            in.chaser_speed = way_same(&speed);
            in.radius = in.runner_radius = way_in(radius.data());
            in.share = in.runner_share = way_in(share.data());
            out.velocity_x = way_out(&go_x), out.velocity_y = way_out(&go_y), out.status = way_out(&status);
            how.count = 1, how.runner_count = COUNT;
            std::vector<way_neighbour> list(COUNT + 20);
            for (size_t i = 0; i < list.size(); i++) /* the agent itself and missing rows come first */
                list[i].row = i < 10 ? 0 : i < 20 ? UINT32_MAX - (uint32_t)i : (uint32_t)i - 20;
            size_t offset[2] = {0, list.size()};
            way_neighbours lists = WAY_INIT;
            lists.list = list.data(), lists.capacity = list.size(), lists.offset = offset;
            lists.answered = 1;
            how.neighbours = has_list ? &lists : nullptr;
            ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
            EXPECT_NE(WAY_NO_TARGET, status) << kind << " " << has_list;
            EXPECT_GT(std::fabs(go_y) + std::fabs(go_x - wish), 0.1f) << kind << " " << has_list;
        }
}

/* The hash of the answers is the same on all machines and with all compilers. Half of the 20 crowds have
   extreme or invalid numbers. */
TEST(avoid2d, bits_are_golden) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint64_t k = 0; k < 20; k++) {
        world w = draw_world(1000 + k, 150, k % 2 != 0);
        w.overlap = k % 4 == 1 ? 0.0f : k % 4 == 2 ? 1.0f : 0.05f;
        uint64_t state = 2000 + k;
        for (int i = 0; k % 3 == 0 && i < 60; i++) {
            const double x = (double)draw_between(&state, -9, 9), y = (double)draw_between(&state, -9, 9);
            const double to_x = (double)draw_between(&state, -9, 9),
                         to_y = (double)draw_between(&state, -9, 9);
            w.walls.push_back(wall_between(x, y, to_x, to_y, (int)draw_below(&state, 3) - 1));
        }
        ASSERT_EQ(WAY_OK, w.ask(true));
        for (size_t i = 0; i < w.size(); i++)
            for (const uint32_t word :
                 {support::bits_of(w.new_x[i]), support::bits_of(w.new_y[i]), (uint32_t)w.status[i]})
                hash = (hash ^ word) * 0x100000001b3u;
    }
    EXPECT_EQ(0x1484f5af61124345u, hash) << std::hex << hash;
}

/* The output `progress` ---------------------------------------------------------------------------------- */

/* Returns what way_avoid2d_out says about `progress`, computed from a velocity. */
static double progress_from(double vx, double vy, double px, double py, double speed) {
    const double length = std::hypot(px, py), whole = length * std::min(length, speed);
    return whole > 0 ? std::clamp((vx * px + vy * py) / whole, -1.0, 1.0) : 1;
}

struct outcome_of_one {
    float x = -77, y = -77, progress = -77;
    int32_t status = -77;
};

/* One agent at 0, 0 with radius 0.5 that prefers (preferred, 0). One neighbour of radius 0.5 at runner_x. */
static outcome_of_one ask_one(float preferred, float speed, float runner_x, float runner_vx, float present) {
    const float zero = 0, half = 0.5f, other = runner_x, course = runner_vx, wish = preferred, fast = speed,
                now = present;
    outcome_of_one got;
    way_avoid2d_in in = {};
    in.chaser_x = in.chaser_y = in.chaser_vy = in.preferred_vy = in.runner_y = way_same(&zero);
    in.chaser_vx = way_same(&now), in.preferred_vx = way_same(&wish), in.chaser_speed = way_same(&fast);
    in.radius = in.runner_radius = way_same(&half);
    in.runner_x = way_same(&other), in.runner_vx = way_same(&course);
    way_avoid2d_out out = {};
    out.velocity_x.data = &got.x, out.velocity_y.data = &got.y, out.progress.data = &got.progress;
    out.status.data = &got.status;
    way_avoidance how = {};
    how.count = how.runner_count = 1;
    EXPECT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
    return got;
}

TEST(avoid2d, progress_is_1_when_free_and_0_when_blocked) {
    const outcome_of_one free = ask_one(1, 2, 99, 0, 1), fast = ask_one(5, 2, 99, 0, 1),
                         rests = ask_one(0, 2, 99, 0, 0), pushed = ask_one(0, 2, 0.9f, -1, 0),
                         blocked = ask_one(1, 2, 1, 0, 0), back = ask_one(1, 2, 0.8f, -1, 0),
                         shoved = ask_one(0.01f, 2, 0.8f, -2, 0), lame = ask_one(1, 0, 1, -1, 0),
                         tiny = ask_one(1e-45f, 2, 99, 0, 0), huge = ask_one(FLT_MAX, FLT_MAX, NAN, 0, 0),
                         wrong = ask_one(1, 2, 99, 0, NAN);
    EXPECT_EQ(1, free.progress);
    EXPECT_EQ(1, fast.progress) << "as fast as it can";
    EXPECT_EQ(2, fast.x);
    EXPECT_EQ(1, rests.progress) << "a preferred velocity of 0";
    EXPECT_LT(pushed.x, 0);
    EXPECT_EQ(1, pushed.progress) << "a preferred velocity of 0, although pushed";
    EXPECT_LE(std::abs(blocked.x), 1e-6f);
    EXPECT_LE(std::abs(blocked.progress), 1e-6f);
    EXPECT_LT(back.x, 0);
    EXPECT_NEAR((double)std::max(-1.0f, back.x), (double)back.progress, 1e-6);
    EXPECT_LT(shoved.x, -0.01f);
    EXPECT_EQ(-1, shoved.progress) << "limited";
    EXPECT_EQ(1, lame.progress) << "chaser_speed 0: nothing of the way is lost";
    EXPECT_EQ(1, tiny.progress);
    EXPECT_EQ(1, huge.progress);
    EXPECT_EQ(WAY_INVALID, wrong.status);
    EXPECT_EQ(0, wrong.progress);
}

TEST(avoid2d, progress_follows_from_the_velocity) {
    size_t free = 0, slowed = 0, back = 0;
    for (uint64_t k = 0; k < 20; k++) {
        world w = draw_world(3000 + k, 150, false);
        w.ask(true);
        std::vector<float> progress(w.size(), -77);
        const way_avoid2d_in in = w.in();
        way_avoid2d_out out = {};
        out.progress.data = progress.data();
        const way_avoidance how = w.how();
        ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
        for (size_t i = 0; i < w.size(); i++) {
            if (w.status[i] == WAY_INVALID) {
                EXPECT_EQ(0, progress[i]);
                continue;
            }
            const double expected = progress_from((double)w.new_x[i], (double)w.new_y[i], (double)w.wish_x[i],
                                                  (double)w.wish_y[i], std::max(0.0, (double)w.speed[i]));
            EXPECT_NEAR(expected, (double)progress[i], 2e-6) << k << ' ' << i;
            EXPECT_TRUE(w.status[i] != WAY_NO_TARGET || progress[i] == 1) << k << ' ' << i;
            free += progress[i] == 1, slowed += progress[i] > 0 && progress[i] < 1, back += progress[i] < 0;
        }
    }
    EXPECT_GT(free, 100u);
    EXPECT_GT(slowed, 100u);
    EXPECT_GT(back, 10u);
}

/* What is refused ---------------------------------------------------------------------------------------- */

TEST(avoid2d, statuses_tell_what_is_wrong_with_an_agent) {
    const float nan = std::nanf(""), inf = INFINITY;
    struct {
        way_column way_avoid2d_in::*column;
        float number;
        way_status status;
    } const cases[] = {
        {&way_avoid2d_in::chaser_x, nan, WAY_INVALID},
        {&way_avoid2d_in::chaser_y, 2e18f, WAY_INVALID},
        {&way_avoid2d_in::chaser_vx, inf, WAY_INVALID},
        {&way_avoid2d_in::chaser_vy, nan, WAY_INVALID},
        {&way_avoid2d_in::preferred_vx, nan, WAY_INVALID},
        {&way_avoid2d_in::preferred_vy, inf, WAY_INVALID},
        {&way_avoid2d_in::chaser_speed, nan, WAY_INVALID},
        {&way_avoid2d_in::chaser_speed, inf, WAY_INVALID},
        {&way_avoid2d_in::chaser_speed, -1, WAY_MET},
        {&way_avoid2d_in::radius, -1, WAY_INVALID},
        {&way_avoid2d_in::radius, nan, WAY_INVALID},
        {&way_avoid2d_in::neighbour_horizon, 0, WAY_INVALID},
        {&way_avoid2d_in::neighbour_horizon, nan, WAY_INVALID},
        {&way_avoid2d_in::neighbour_horizon, inf, WAY_MET},
        {&way_avoid2d_in::dt, 0, WAY_MET},
        {&way_avoid2d_in::dt, -0.1f, WAY_INVALID},
        {&way_avoid2d_in::dt, nan, WAY_INVALID},
        {&way_avoid2d_in::dt, inf, WAY_MET},
        {&way_avoid2d_in::overlap, -0.01f, WAY_INVALID},
        {&way_avoid2d_in::overlap, 1.01f, WAY_INVALID},
        {&way_avoid2d_in::overlap, nan, WAY_INVALID},
        {&way_avoid2d_in::overlap, 1, WAY_MET},
        {&way_avoid2d_in::wall_horizon, 0, WAY_INVALID},
        {&way_avoid2d_in::wall_horizon, nan, WAY_INVALID},
        {&way_avoid2d_in::wall_horizon, inf, WAY_MET},
        {&way_avoid2d_in::yielding, -0.01f, WAY_INVALID},
        {&way_avoid2d_in::yielding, 1.01f, WAY_INVALID},
        {&way_avoid2d_in::yielding, nan, WAY_INVALID},
        {&way_avoid2d_in::yielding, 1, WAY_MET},
        {&way_avoid2d_in::share, -1, WAY_INVALID},
        {&way_avoid2d_in::share, nan, WAY_INVALID},
        {&way_avoid2d_in::range_to, nan, WAY_INVALID},
        {&way_avoid2d_in::range_to, 1, WAY_NO_TARGET},
        {&way_avoid2d_in::chaser_mask, 0, WAY_NO_TARGET},
        {&way_avoid2d_in::runner_x, nan, WAY_NO_TARGET},
        {&way_avoid2d_in::runner_vx, nan, WAY_NO_TARGET},
        {&way_avoid2d_in::runner_vy, inf, WAY_NO_TARGET},
        {&way_avoid2d_in::runner_radius, -1, WAY_NO_TARGET},
        {&way_avoid2d_in::runner_share, nan, WAY_NO_TARGET},
        {&way_avoid2d_in::runner_mask, 0, WAY_NO_TARGET},
    };
    for (const auto &one : cases) {
        const float zero = 0, five = 2, unit = 1;
        float x = 7, y = 7;
        int32_t status = -1;
        way_avoid2d_in in = {};
        in.chaser_x = in.chaser_y = in.chaser_vy = in.preferred_vy = in.runner_y = way_same(&zero);
        in.chaser_vx = in.preferred_vx = in.chaser_speed = in.radius = way_same(&unit),
        in.runner_x = way_same(&five);
        in.*one.column = way_same(&one.number);
        way_avoid2d_out out = {};
        out.velocity_x.data = &x, out.velocity_y.data = &y, out.status.data = &status;
        way_avoidance how = {};
        how.count = how.runner_count = 1;
        ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
        EXPECT_EQ(one.status, status) << &one - cases;
        if (one.status == WAY_INVALID || one.number == -1) {
            EXPECT_TRUE(one.status == WAY_NO_TARGET || (x == 0 && y == 0)) << &one - cases;
        }
        if (one.status == WAY_NO_TARGET) {
            EXPECT_TRUE(x == 1 && y == 0) << &one - cases;
        }
    }
}

/* Without `self`, agent i is candidate row i, so it does not avoid itself. */
TEST(avoid2d, agents_are_their_own_rows) {
    world w;
    for (int i = 0; i < 40; i++)
        w.add(3 * (i % 8), 3 * (i / 8), i % 3 - 1, i % 2);
    world forgotten = w;
    way_avoid2d_in in = w.in();
    way_avoid2d_out out = w.out(), same = forgotten.out();
    const way_avoidance how = w.how();
    ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
    in.self = way_column();
    ASSERT_EQ(WAY_OK, way_avoid2d(&in, &same, &how));
    EXPECT_EQ(w.new_x, forgotten.new_x);
    EXPECT_EQ(w.new_y, forgotten.new_y);
    EXPECT_EQ(w.status, forgotten.status);
    EXPECT_GT(std::count(w.status.begin(), w.status.end(), WAY_MET), 30);
}

/* Agents that are a part of the candidates' memory do not avoid themselves. */
TEST(avoid2d, parts_of_the_candidates_are_their_own_rows) {
    world w = draw_world(support::seed_for(81, 0), 200, false);
    way_avoid2d_in in = w.in();
    in.self = way_column();
    const way_avoid2d_out out = w.out();
    way_avoidance how = w.how();
    ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
    const std::vector<float> x = w.new_x, y = w.new_y;
    const auto move = [](way_column *column) { column->data = (const float *)column->data + 60; };
    for (way_column *column : {&in.chaser_x, &in.chaser_y, &in.chaser_vx, &in.chaser_vy, &in.preferred_vx,
                               &in.preferred_vy, &in.chaser_speed, &in.radius, &in.share, &in.yielding})
        move(column);
    how.count = 100;
    ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
    for (size_t i = 0; i < 100; i++) {
        ASSERT_EQ(support::bits_of(x[60 + i]), support::bits_of(w.new_x[i])) << i;
        ASSERT_EQ(support::bits_of(y[60 + i]), support::bits_of(w.new_y[i])) << i;
    }
}

/* The text that describes a refusal uses the names of avoidance's columns. */
/* If the candidates are the agents, missing radii and shares are those of the agents, also in parts. */
TEST(avoid2d, candidates_that_are_the_agents_have_their_radii_and_shares) {
    const float x[3] = {0, 4, 2}, y[3] = {0, 0.1f, 3}, vx[3] = {1, -1, 0}, vy[3] = {0, 0, -1}, speed = 2;
    const float radius[3] = {1, 0.5f, 0.75f}, share[3] = {0, 0.25f, 1};
    const auto ask = [&](bool is_said, bool has_parts) {
        std::array<float, 6> velocity{};
        way_avoid2d_in in = WAY_INIT;
        in.chaser_x = in.runner_x = way_in(x), in.chaser_y = in.runner_y = way_in(y);
        in.chaser_vx = in.preferred_vx = way_in(vx), in.chaser_vy = in.preferred_vy = way_in(vy);
        in.chaser_speed = way_same(&speed), in.radius = way_in(radius), in.share = way_in(share);
        if (is_said)
            in.runner_radius = in.radius, in.runner_share = in.share;
        way_avoid2d_out out = WAY_INIT;
        out.velocity_x = way_out(velocity.data()), out.velocity_y = way_out(velocity.data() + 3);
        way_avoidance how = WAY_INIT;
        how.count = how.runner_count = 3;
        const way_search_part part = {&in.chaser_x, &out.velocity_x, 3};
        if (has_parts)
            how.chaser_parts = how.runner_parts = &part, how.chaser_part_count = how.runner_part_count = 1;
        EXPECT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
        return velocity;
    };
    const std::array<float, 6> said = ask(true, false);
    EXPECT_EQ(0, said[3]) << "the first agent does not give way";
    EXPECT_GT(std::fabs(said[4]), 0.1f) << "the second one does";
    EXPECT_EQ(said, ask(false, false));
    EXPECT_EQ(said, ask(false, true));
    EXPECT_EQ(said, ask(true, true));
}

TEST(avoid2d, fault_names_the_wrong_column) {
    const struct {
        const char *name;
        void (*spoil)(way_avoid2d_in *in, way_avoidance *how);
    } mistakes[] = {
        {"preferred_vy", [](way_avoid2d_in *in, way_avoidance *) { in->preferred_vy = way_column(); }},
        {"neighbour_horizon", [](way_avoid2d_in *in, way_avoidance *) { in->neighbour_horizon.type = 7; }},
        {"runner_radius", [](way_avoid2d_in *in, way_avoidance *) { in->runner_radius.gap = 1; }},
        {"runner_y", [](way_avoid2d_in *in, way_avoidance *) { in->runner_y = way_column(); }},
        {"most", [](way_avoid2d_in *, way_avoidance *how) { how->most = WAY_AVOIDED_MAX + 1; }},
        {"runner_count", [](way_avoid2d_in *, way_avoidance *how) { how->runner_count = SIZE_MAX; }},
        {"count", [](way_avoid2d_in *, way_avoidance *how) { how->count = SIZE_MAX; }},
        {"wall_origin_x", [](way_avoid2d_in *, way_avoidance *how) { how->wall_origin_x = INFINITY; }},
        {"wall_origin_y", [](way_avoid2d_in *, way_avoidance *how) { how->wall_origin_y = NAN; }},
    };
    for (const auto &mistake : mistakes) {
        world w;
        w.add(0, 0, 1, 0), w.add(5, 0, -1, 0);
        way_avoid2d_in in = w.in();
        const way_avoid2d_out out = w.out();
        way_avoidance how = w.how();
        const char *fault = "none";
        how.fault = &fault;
        mistake.spoil(&in, &how);
        EXPECT_NE(WAY_OK, way_avoid2d(&in, &out, &how)) << mistake.name;
        EXPECT_STREQ(mistake.name, fault);
    }
}

/* A crowd far from 0, whose positions have an origin of their own, among walls that are measured from another point. All
   coordinates are multiples of 2^-10 m, so that no position is rounded. */
TEST(avoid2d, a_crowd_and_its_walls_may_have_different_origins) {
    const double origin[2] = {-1e7, 1e6 + 0.125};
    uint64_t state = support::seed_for(79, 0);
    const auto draw = [&] { return std::ldexp((double)draw_below(&state, 20 << 10), -10); };
    world w;
    std::vector<double> x, y;
    for (int i = 0; i < 150; i++) {
        w.add(draw(), draw(), (double)draw_between(&state, -2, 2), (double)draw_between(&state, -2, 2), 0.25,
              2);
        x.push_back(origin[0] + (double)w.x.back()), y.push_back(origin[1] + (double)w.y.back());
    }
    for (int k = 0; k < 30; k++)
        w.walls.push_back(wall_between(draw(), draw(), draw(), draw()));
    ASSERT_EQ(WAY_OK, w.ask(false));
    const std::vector<float> new_x = w.new_x, new_y = w.new_y;
    way_choose2d_in read = {};
    read.runner_x = way_in(x.data()), read.runner_y = way_in(y.data());
    w.memory.resize(way_crowd2d_bytes(w.size()) / 8 + 1);
    ASSERT_EQ(WAY_OK, way_make_crowd2d(&read, w.size(), (way_crowd2d *)w.memory.data(), 8 * w.memory.size()));
    way_avoid2d_in in = w.in();
    in.chaser_x = in.runner_x = read.runner_x, in.chaser_y = in.runner_y = read.runner_y;
    const way_avoid2d_out out = w.out();
    way_avoidance how = w.how();
    how.crowd2d = (const way_crowd2d *)w.memory.data();
    how.wall_origin_x = origin[0], how.wall_origin_y = origin[1];
    w.new_x.assign(w.size(), -77);
    ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
    EXPECT_EQ(new_x, w.new_x);
    EXPECT_EQ(new_y, w.new_y);
}

TEST(avoid2d, refuses_mistakes_and_writes_nothing) {
    struct call {
        world w;
        way_avoid2d_in in;
        way_avoid2d_out out;
        way_avoidance how;
        way_neighbours lists;
    };
    const support::refusal<call> cases[] = {
        {"nothing wrong", WAY_OK, [](call &) {}},
        {"no place", WAY_ERROR_MISSING, [](call &c) { c.in.chaser_x.data = nullptr; }},
        {"no speed", WAY_ERROR_MISSING, [](call &c) { c.in.chaser_speed.data = nullptr; }},
        {"no wish", WAY_ERROR_MISSING, [](call &c) { c.in.preferred_vy.data = nullptr; }},
        {"no candidate", WAY_ERROR_MISSING, [](call &c) { c.in.runner_y.data = nullptr; }},
        {"a crowd, but no candidate column", WAY_ERROR_MISSING,
         [](call &c) {
             c.in.runner_y.data = nullptr;
             c.how.crowd2d = (const way_crowd2d *)c.w.memory.data();
         }},
        {"too many neighbours", WAY_ERROR_COUNT, [](call &c) { c.how.most = WAY_AVOIDED_MAX + 1; }},
        {"too many", WAY_ERROR_COUNT, [](call &c) { c.how.count = SIZE_MAX; }},
        {"too many candidates", WAY_ERROR_COUNT, [](call &c) { c.how.runner_count = UINT32_MAX; }},
        {"fewer lists", WAY_ERROR_COUNT, [](call &c) { c.lists.answered = 1, c.how.neighbours = &c.lists; }},
        {"no lists", WAY_ERROR_NULL, [](call &c) { c.lists.list = nullptr, c.how.neighbours = &c.lists; }},
        {"a list between", WAY_ERROR_ALIGNMENT,
         [](call &c) {
             c.lists.list = (way_neighbour *)(void *)((char *)c.lists.list + 2), c.how.neighbours = &c.lists;
         }},
        {"a list's beginnings between", WAY_ERROR_ALIGNMENT,
         [](call &c) {
             c.lists.offset = (size_t *)(void *)((char *)c.lists.offset + 4), c.how.neighbours = &c.lists;
         }},
        {"walls at NULL", WAY_ERROR_NULL, [](call &c) { c.how.walls = nullptr, c.how.wall_count = 1; }},
        {"walls between", WAY_ERROR_ALIGNMENT,
         [](call &c) {
             c.how.walls = (const way_wall *)(const void *)((const char *)c.w.memory.data() + 2);
         }},
        {"too many walls", WAY_ERROR_COUNT,
         [](call &c) {
             c.how.walls = (const way_wall *)(const void *)c.w.memory.data(),
             c.how.wall_count = (size_t)INT32_MAX + 1;
         }},
        {"no wall tree", WAY_ERROR_MEMORY,
         [](call &c) { c.how.wall_tree = (const way_wall_tree *)c.w.memory.data(); }},
        {"a wall tree between", WAY_ERROR_ALIGNMENT,
         [](call &c) { c.how.wall_tree = (const way_wall_tree *)((const char *)c.w.memory.data() + 4); }},
        {"no crowd", WAY_ERROR_MEMORY,
         [](call &c) { c.how.crowd2d = (const way_crowd2d *)c.w.memory.data(), c.w.memory[0] ^= 1; }},
        {"velocities in place", WAY_ERROR_OVERLAP, [](call &c) { c.out.velocity_x.data = c.w.vx.data(); }},
        {"velocities of halves", WAY_ERROR_TYPE, [](call &c) { c.out.velocity_x.type = WAY_HALF; }},
        {"a mask of doubles", WAY_ERROR_TYPE,
         [](call &c) { c.in.chaser_mask = c.in.chaser_x, c.in.chaser_mask.type = WAY_DOUBLE; }},
        {"one velocity for all", WAY_ERROR_STRIDE, [](call &c) { c.out.velocity_y.gap = -4; }},
        {"a column between", WAY_ERROR_ALIGNMENT,
         [](call &c) { c.in.radius.data = (const char *)c.in.radius.data + 1; }},
    };
    for (const auto &one : cases) {
        call c;
        c.w = draw_world(3, 20, false);
        c.w.make_crowd();
        c.in = c.w.in(), c.out = c.w.out(), c.how = c.w.how(), c.lists = c.w.make_lists();
        one.spoil(c);
        EXPECT_EQ(one.expected, way_avoid2d(&c.in, &c.out, &c.how)) << one.what;
        if (one.expected != WAY_OK) {
            EXPECT_EQ(std::vector<float>(20, -77), c.w.new_x) << one.what;
            EXPECT_EQ(std::vector<int32_t>(20, -77), c.w.status) << one.what;
        }
    }
    world w = draw_world(3, 20, false);
    const way_avoid2d_in in = w.in();
    const way_avoid2d_out out = w.out();
    const way_avoidance how = w.how();
    EXPECT_EQ(WAY_ERROR_NULL, way_avoid2d(nullptr, &out, &how));
    EXPECT_EQ(WAY_ERROR_NULL, way_avoid2d(&in, nullptr, &how));
    EXPECT_EQ(WAY_ERROR_NULL, way_avoid2d(&in, &out, nullptr));
}

/* Returns the lists of two agents. The first list also names missing rows and the agent itself. The second
   list is empty. */
way_neighbours lists_with_odd_rows() {
    static way_neighbour list[] = {{7, 1}, {UINT32_MAX, 1}, {0, 0}, {1, 2}, {0, 1}};
    static size_t offset[] = {0, 4, 4};
    way_neighbours lists = {};
    lists.list = list, lists.offset = offset, lists.answered = 2;
    return lists;
}

/* A list may name a row that does not exist, or the agent itself. */
TEST(avoid2d, lists_may_name_missing_rows_and_the_agent_itself) {
    world w;
    w.add(0, 0, 1, 0), w.add(2, 0.1, -1, 0);
    way_neighbours lists = lists_with_odd_rows();
    const way_avoid2d_in in = w.in();
    const way_avoid2d_out out = w.out();
    way_avoidance how = w.how();
    how.neighbours = &lists;
    ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
    EXPECT_EQ(WAY_MET, w.status[0]);
    EXPECT_EQ(WAY_NO_TARGET, w.status[1]);
    const float x = w.new_x[0], y = w.new_y[0];
    ASSERT_EQ(WAY_OK, w.ask(false));
    EXPECT_EQ(x, w.new_x[0]);
    EXPECT_EQ(y, w.new_y[0]);
}

/* In space ----------------------------------------------------------------------------------------------- */

TEST(avoid3d, a_swarm_changes_sides_of_a_sphere) {
    for (const float overlap : {0.05f, 0.0f})
        for (const size_t n : {60, 300}) {
            sphere w(n);
            w.overlap = overlap;
            double deepest = 0;
            size_t steps = 0, left = n;
            for (; left > 0 && steps < 4000; steps++) {
                left = w.set_preferred();
                ASSERT_EQ(WAY_OK, w.ask());
                w.move();
                deepest = std::max(deepest, w.deepest());
            }
            EXPECT_EQ(0u, left) << n << " " << overlap;
            EXPECT_LE(deepest, (double)overlap + 1e-5);
            std::printf("   %zu balls, %zu steps, overlaps of at most %.2g\n", n, steps, deepest);
        }
}

TEST(avoid3d, two_head_on_pass) {
    swarm w;
    w.add({-8, 0, 0}, {1, 0, 0}, {1, 0, 0}, 0.5), w.add({8, 0, 0.01}, {-1, 0, 0}, {-1, 0, 0}, 0.5);
    for (int k = 0; k < 200; k++) {
        ASSERT_EQ(WAY_OK, w.ask());
        w.move();
        ASSERT_LE(w.deepest(), 1e-6);
    }
    EXPECT_GT(w.at[0][0], 5);
    EXPECT_LT(w.at[0][1], -5);
}

/* Pairs of balls at one position, at rest or with the same velocity. */
TEST(avoid3d, overlapping_balls_separate) {
    for (int pairs = 1; pairs <= 8; pairs++) {
        swarm w;
        for (int i = 0; i < 2 * pairs; i++)
            w.add({3, 4, 5}, {0, (double)(pairs % 2), 0}, {0, 0, 0}, 0.5);
        for (int step = 0; step < 100; step++) {
            ASSERT_EQ(WAY_OK, w.ask());
            w.move();
        }
        EXPECT_LE(w.deepest(), touching) << pairs;
    }
}

/* Two balls come from both sides along one line and do not give way. No velocity avoids both, because the
   boundary planes of their half-spaces are parallel. By symmetry, the ball between them keeps its position
   on the line. */
TEST(avoid3d, a_ball_between_two_others_is_cornered) {
    for (size_t axis = 0; axis < 3; axis++) {
        swarm w;
        std::array<double, 3> at = {}, v = {};
        w.add(at, v, v, 0.5);
        for (const double side : {1.0, -1.0}) {
            at[axis] = 2 * side, v[axis] = -1.4 * side;
            w.add(at, v, v, 0.5);
        }
        const float shares[] = {0.5f, 0, 0};
        way_avoid3d_in in = w.in();
        in.share.data = in.runner_share.data = shares;
        const way_avoid3d_out out = w.out();
        const way_avoidance how = w.how();
        ASSERT_EQ(WAY_OK, way_avoid3d(&in, &out, &how));
        EXPECT_EQ(WAY_NO_PATH, w.status[0]) << axis;
        EXPECT_NEAR(0, w.next[axis][0], 1e-6) << axis;
        EXPECT_LE(std::hypot((double)w.next[0][0], (double)w.next[1][0], (double)w.next[2][0]),
                  (double)w.speed * (1 + 1e-6));
    }
}

/* Balls yield to those ahead as discs do, but in space there is no right side. */
TEST(avoid3d, a_ball_yields_to_those_ahead_and_holds_against_those_behind) {
    const auto next_to = [](std::array<double, 3> place, double vz, float yielding) {
        swarm s;
        s.speed = 1.8f;
        s.add({0, 0, 0}, {0, 0, 0}, {0, 0, 0.5}, 0.25), s.add(place, {0, 0, vz}, {0, 0, 0}, 0.25);
        way_avoid3d_in in = s.in();
        in.yielding = way_same(&yielding);
        const way_avoid3d_out out = s.out();
        const way_avoidance how = s.how();
        EXPECT_EQ(WAY_OK, way_avoid3d(&in, &out, &how));
        return std::array<float, 3>{s.next[0][0], s.next[1][0], s.next[2][0]};
    };
    EXPECT_NEAR(-0.9 * 0.015 / 0.1, (double)next_to({0, 0, 0.52}, 0, 1)[2], 1e-4);
    EXPECT_NEAR(0.5 * 2.1, (double)next_to({0, 0, -0.49}, 2, 0)[2], 1e-4);
    EXPECT_EQ(0.5f, next_to({0, 0, -0.49}, 2, 1)[2]);
    EXPECT_EQ(next_to({0.49, 0, 0}, 0, 0), next_to({0.49, 0, 0}, 0, 1));
    const std::array<float, 3> invalid = next_to({0, 0, 3}, 0, 1.5f);
    EXPECT_EQ((std::array<float, 3>{0, 0, 0}), invalid);
}

TEST(avoid3d, lists_may_name_missing_rows_and_the_ball_itself) {
    swarm w;
    w.add({0, 0, 0}, {1, 0, 0}, {1, 0, 0}, 0.5), w.add({2, 0.1, 0}, {-1, 0, 0}, {-1, 0, 0}, 0.5);
    way_neighbours lists = lists_with_odd_rows();
    const way_avoid3d_in in = w.in();
    const way_avoid3d_out out = w.out();
    way_avoidance how = w.how();
    how.neighbours = &lists;
    ASSERT_EQ(WAY_OK, way_avoid3d(&in, &out, &how));
    EXPECT_EQ(WAY_MET, w.status[0]);
    EXPECT_EQ(WAY_NO_TARGET, w.status[1]);
    const float expected[] = {w.next[0][0], w.next[1][0], w.next[2][0]};
    ASSERT_EQ(WAY_OK, w.ask());
    for (size_t k = 0; k < 3; k++)
        EXPECT_EQ(expected[k], w.next[k][0]);
}

/* If all agents and velocities are in one plane and agents need not leave it to avoid each other, the 3D
   answer equals the 2D answer. The test uses a plane of each pair of axes. */
TEST(avoid3d, is_avoid2d_in_every_plane) {
    size_t compared = 0;
    for (uint64_t k = 0; k < support::draws(4000); k++) {
        uint64_t state = support::seed_for(76, k);
        const size_t n = 2 + draw_below(&state, 7), axis = k % 3;
        world w;
        swarm s;
        for (size_t i = 0; i < n; i++) {
            const std::array<double, 3> at = draw_vector(&state, 4), v = draw_vector(&state, 1),
                                        go = draw_vector(&state, 1);
            const double r = (double)draw_between(&state, 0, 0.8);
            w.add(at[0], at[1], v[0], v[1], r);
            w.wish_x.back() = (float)go[0], w.wish_y.back() = (float)go[1];
            std::array<double, 3> at3 = {}, v3 = {}, go3 = {};
            for (size_t j = 0; j < 2; j++)
                at3[(axis + j) % 3] = at[j], v3[(axis + j) % 3] = v[j], go3[(axis + j) % 3] = go[j];
            s.add(at3, v3, go3, r);
        }
        ASSERT_EQ(WAY_OK, w.ask(false));
        ASSERT_EQ(WAY_OK, s.ask());
        for (size_t i = 0; i < n; i++) {
            if (w.status[i] == WAY_NO_PATH || s.status[i] == WAY_NO_PATH)
                continue;
            ASSERT_EQ(w.status[i], s.status[i]) << k;
            ASSERT_NEAR(w.new_x[i], s.next[axis][i], 2e-6) << k << " " << i;
            ASSERT_NEAR(w.new_y[i], s.next[(axis + 1) % 3][i], 2e-6) << k << " " << i;
            ASSERT_NEAR(0, s.next[(axis + 2) % 3][i], 2e-6) << k << " " << i;
            compared++;
        }
    }
    EXPECT_GT(compared, support::draws(4000));
}

/* Returns the least distance of two balls within `time`, if their velocities are constant. */
double nearest_ahead(const swarm &w, size_t i, size_t j, const double *vi, const double *vj, double time) {
    double dd = 0, dv = 0, vv = 0;
    for (size_t k = 0; k < 3; k++) {
        const double d = w.at[k][j] - w.at[k][i], v = vj[k] - vi[k];
        dd += d * d, dv += d * v, vv += v * v;
    }
    const double t = vv > 0 ? std::clamp(-dv / vv, 0.0, time) : 0;
    return std::sqrt(std::max(0.0, dd + 2 * t * dv + t * t * vv));
}

/* If both balls of a pair take the velocities of the call, they do not touch within the horizon. A ball whose
   only neighbour does not give way takes the safe velocity nearest to its preferred velocity: the test tries
   300 velocities that are 2 % nearer, and all lead to a touch. */
TEST(avoid3d, chosen_velocities_touch_nothing_within_the_horizon) {
    size_t pairs = 0, evades = 0;
    for (uint64_t k = 0; k < support::draws(3000); k++) {
        uint64_t state = support::seed_for(77, k);
        swarm w;
        const size_t n = 2 + draw_below(&state, 4);
        for (size_t i = 0; i < n; i++) {
            const double radius = (double)draw_between(&state, 0.1, 0.5);
            const std::array<double, 3> wish = draw_vector(&state, 0.8), v = draw_vector(&state, 0.8),
                                        at = draw_vector(&state, 2.5);
            w.add(at, v, wish, radius);
        }
        ASSERT_EQ(WAY_OK, w.ask());
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < i; j++) {
                const double sum = (double)w.radius[i] + (double)w.radius[j];
                double vi[3], vj[3];
                for (size_t axis = 0; axis < 3; axis++)
                    vi[axis] = (double)w.next[axis][i], vj[axis] = (double)w.next[axis][j];
                if (w.status[i] != WAY_MET || w.status[j] != WAY_MET ||
                    std::hypot(w.at[0][i] - w.at[0][j], w.at[1][i] - w.at[1][j], w.at[2][i] - w.at[2][j]) <
                        sum)
                    continue;
                pairs++;
                ASSERT_GE(nearest_ahead(w, i, j, vi, vj, 2), sum - 2e-5) << k;
            }
        /* a ball and its only neighbour, which does not give way */
        swarm one;
        const std::array<double, 3> wish = draw_vector(&state, 0.8), v_now = draw_vector(&state, 0.8);
        one.add({0, 0, 0}, v_now, wish, 0.3);
        std::array<double, 3> at = draw_vector(&state, 2);
        while (std::hypot(at[0], at[1], at[2]) < 0.8)
            at = draw_vector(&state, 2);
        one.add(at, draw_vector(&state, 0.5), {0, 0, 0}, 0.4);
        const float shares[] = {0.5f, 0};
        for (size_t axis = 0; axis < 3;
             axis++) /* avoidance computes the half-space at the present velocity, here the preferred one */
            one.v[axis][0] = one.wish[axis][0];
        way_avoid3d_in in = one.in();
        in.share.data = in.runner_share.data = shares;
        const way_avoid3d_out out = one.out();
        const way_avoidance how = one.how();
        ASSERT_EQ(WAY_OK, way_avoid3d(&in, &out, &how));
        double best = 0, other[3], v[3];
        for (size_t axis = 0; axis < 3; axis++) {
            v[axis] = (double)one.next[axis][0], other[axis] = (double)one.v[axis][1];
            best += (v[axis] - (double)one.wish[axis][0]) * (v[axis] - (double)one.wish[axis][0]);
        }
        if (one.status[0] != WAY_MET)
            continue;
        evades += best > 1e-8;
        const double sum = (double)one.radius[0] + (double)one.radius[1];
        ASSERT_GE(nearest_ahead(one, 0, 1, v, other, 2), sum - 2e-5) << k;
        for (int tried = 0; best > 1e-8 && tried < 300; tried++) {
            const std::array<double, 3> off = draw_vector(&state, 1);
            const double length = std::hypot(off[0], off[1], off[2]), part = 0.98 * std::sqrt(best) / length;
            for (size_t axis = 0; axis < 3; axis++)
                v[axis] = (double)one.wish[axis][0] + part * off[axis];
            if (std::hypot(v[0], v[1], v[2]) <= (double)one.speed) {
                ASSERT_LT(nearest_ahead(one, 0, 1, v, other, 2), sum)
                    << k << ": a velocity nearer to the preferred one serves";
            }
        }
    }
    EXPECT_GT(pairs, support::draws(3000));
    EXPECT_GT(evades * 40, support::draws(3000));
}

swarm draw_swarm(uint64_t seed, size_t n, bool special) {
    uint64_t state = seed;
    swarm w;
    const double size = 0.6 * std::cbrt((double)n) * (double)draw_between(&state, 0.5, 3);
    for (size_t i = 0; i < n; i++) {
        const std::array<double, 3> at = draw_vector(&state, size), v = draw_vector(&state, 1),
                                    go = draw_vector(&state, 2);
        w.add(at, v, go, (double)draw_between(&state, 0.1, 0.6));
    }
    w.most = 1 + draw_below(&state, WAY_AVOIDED_MAX);
    w.overlap = (float)draw_below(&state, 3) / 20;
    for (size_t k = 0; k < 3; k++)
        for (std::vector<float> *column : {&w.v[k], &w.wish[k], &w.radius})
            for (float &cell : *column)
                if (special && draw_below(&state, 20) == 0)
                    cell = draw_special(&state);
    return w;
}

TEST(avoid3d, bits_are_the_same_however_it_is_called) {
    for (uint64_t k = 0; k < support::draws(320); k++) {
        swarm w = draw_swarm(support::seed_for(78, k), 120, k % 2 != 0);
        ASSERT_EQ(WAY_OK, w.ask());
        const std::vector<float> x = w.next[0], y = w.next[1], z = w.next[2];
        const std::vector<int32_t> status = w.status;
        way_choose3d_in places = {};
        way_avoid3d_in in = w.in();
        places.runner_x = in.runner_x, places.runner_y = in.runner_y, places.runner_z = in.runner_z;
        w.memory.resize(way_crowd3d_bytes(w.size()) / 8 + 1);
        for (const std::string &isa : support::isa_names()) {
            const support::use_isa use(isa);
            ASSERT_EQ(WAY_OK, way_make_crowd3d(&places, w.size(), (way_crowd3d *)w.memory.data(),
                                               8 * w.memory.size()));
            const way_avoid3d_out out = w.out();
            way_avoidance how = w.how();
            how.crowd3d = (const way_crowd3d *)w.memory.data();
            for (how.first = 0; how.first < w.size(); how.first += 7) {
                how.count = std::min<size_t>(7, w.size() - how.first);
                ASSERT_EQ(WAY_OK, way_avoid3d(&in, &out, &how));
            }
            for (size_t i = 0; i < w.size(); i++) {
                ASSERT_EQ(support::bits_of(x[i]), support::bits_of(w.next[0][i])) << isa << " " << i;
                ASSERT_EQ(support::bits_of(y[i]), support::bits_of(w.next[1][i])) << isa << " " << i;
                ASSERT_EQ(support::bits_of(z[i]), support::bits_of(w.next[2][i])) << isa << " " << i;
                ASSERT_EQ(status[i], w.status[i]);
                ASSERT_TRUE(std::isfinite(x[i]) && std::isfinite(y[i]) && std::isfinite(z[i])) << i;
            }
        }
    }
}

TEST(avoid3d, bits_are_golden) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint64_t k = 0; k < 20; k++) {
        swarm w = draw_swarm(1000 + k, 150, k % 2 != 0);
        ASSERT_EQ(WAY_OK, w.ask());
        for (size_t i = 0; i < w.size(); i++)
            for (const uint32_t word : {support::bits_of(w.next[0][i]), support::bits_of(w.next[1][i]),
                                        support::bits_of(w.next[2][i]), (uint32_t)w.status[i]})
                hash = (hash ^ word) * 0x100000001b3u;
    }
    EXPECT_EQ(0x66241a019f6f3e86u, hash) << std::hex << hash;
}

TEST(avoid3d, progress_follows_from_the_velocity) {
    swarm s = draw_swarm(17, 200, false);
    std::vector<float> progress(s.size(), -77);
    const way_avoid3d_in in = s.in();
    way_avoid3d_out out = s.out();
    out.progress.data = progress.data();
    const way_avoidance how = s.how();
    ASSERT_EQ(WAY_OK, way_avoid3d(&in, &out, &how));
    size_t slowed = 0;
    for (size_t i = 0; i < s.size(); i++) {
        double square = 0, along = 0;
        for (size_t k = 0; k < 3; k++) {
            square += (double)s.wish[k][i] * (double)s.wish[k][i];
            along += (double)s.wish[k][i] * (double)s.next[k][i];
        }
        const double whole = std::sqrt(square) * std::min(std::sqrt(square), (double)s.speed);
        EXPECT_NEAR(std::clamp(along / whole, -1.0, 1.0), (double)progress[i], 2e-6) << i;
        slowed += progress[i] < 1;
    }
    EXPECT_GT(slowed, 20u);
}

TEST(avoid3d, refuses_walls_and_missing_columns) {
    swarm w = draw_swarm(3, 20, false);
    const way_avoid3d_out out = w.out();
    const way_wall wall = {0, 0, 1, 1, 0};
    way_avoid3d_in in = w.in();
    way_avoidance how = w.how();
    how.walls = &wall, how.wall_count = 1;
    EXPECT_EQ(WAY_ERROR_COUNT, way_avoid3d(&in, &out, &how));
    how = w.how();
    how.wall_origin_y = 1;
    EXPECT_EQ(WAY_ERROR_ORIGIN, way_avoid3d(&in, &out, &how));
    how = w.how();
    in.chaser_vz.data = nullptr;
    EXPECT_EQ(WAY_ERROR_MISSING, way_avoid3d(&in, &out, &how));
    in = w.in();
    in.runner_z.data = nullptr;
    EXPECT_EQ(WAY_ERROR_MISSING, way_avoid3d(&in, &out, &how));
    in = w.in();
    way_avoid3d_out same = out;
    same.velocity_z.data = w.v[2].data();
    EXPECT_EQ(WAY_ERROR_OVERLAP, way_avoid3d(&in, &same, &how));
    EXPECT_EQ(WAY_ERROR_NULL, way_avoid3d(nullptr, &out, &how));
    EXPECT_EQ(std::vector<int32_t>(20, -77), w.status);
}

/* Agents in doubles that are all far from 0 get the velocities of the same agents near 0, with and without a crowd
   or lists. */
TEST(avoid2d, doubles_far_from_0_move_as_at_the_origin) {
    const double away[2] = {499712, -5400576};
    uint64_t state = support::seed_for(77, 0);
    world w;
    for (int i = 0; i < 150; i++) {
        const auto draw = [&] { return std::ldexp((double)draw_below(&state, 12 << 10), -10); };
        w.add(draw(), -draw(), (double)draw_between(&state, -2, 2), (double)draw_between(&state, -2, 2),
              (double)draw_between(&state, 0.1, 0.5), 2);
    }
    std::vector<double> far_x, far_y;
    for (size_t i = 0; i < w.size(); i++)
        far_x.push_back(away[0] + (double)w.x[i]), far_y.push_back(away[1] + (double)w.y[i]);
    const way_neighbours lists = w.make_lists();
    std::vector<uint64_t> crowd(way_crowd2d_bytes(w.size()) / 8 + 1);
    way_choose2d_in places = {};
    places.runner_x = way_in(far_x.data()), places.runner_y = way_in(far_y.data());
    ASSERT_EQ(WAY_OK, way_make_crowd2d(&places, w.size(), (way_crowd2d *)crowd.data(), 8 * crowd.size()));
    for (const std::string &isa : support::isa_names())
        for (int kind = 0; kind < 3; kind++) {
            support::use_isa under(isa);
            way_avoid2d_in in = w.in();
            const way_avoid2d_out out = w.out();
            way_avoidance how = w.how();
            how.neighbours = kind == 1 ? &lists : nullptr;
            ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
            const std::vector<float> x = w.new_x, y = w.new_y;
            in.chaser_x = in.runner_x = places.runner_x, in.chaser_y = in.runner_y = places.runner_y;
            how.crowd2d = kind == 2 ? (const way_crowd2d *)crowd.data() : nullptr;
            w.new_x.assign(w.size(), -77);
            ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
            for (size_t i = 0; i < w.size(); i++) {
                ASSERT_EQ(support::bits_of(x[i]), support::bits_of(w.new_x[i])) << isa << kind << " " << i;
                ASSERT_EQ(support::bits_of(y[i]), support::bits_of(w.new_y[i])) << isa << kind << " " << i;
            }
        }
}

/* Agents in doubles 128 km from 0, among walls that are measured from 0: no centre crosses a wall, and a crowd
   changes no bit. */
TEST(avoid2d, doubles_far_from_0_never_cross_walls_that_are_measured_from_0) {
    const double away = 131072;
    uint64_t state = support::seed_for(78, 0);
    const auto draw = [&](double size) {
        return away + std::ldexp((double)draw_below(&state, (uint32_t)(size * 64)), -6);
    };
    world w;
    std::vector<double> x, y;
    for (int i = 0; i < 100; i++) {
        x.push_back(draw(20)), y.push_back(draw(20));
        w.add(0, 0, (double)draw_between(&state, -2, 2), (double)draw_between(&state, -2, 2), 0.25, 2);
    }
    for (int k = 0; k < 30; k++) {
        const double ax = draw(20), ay = draw(20);
        w.walls.push_back(wall_between(ax, ay, ax + (double)draw_between(&state, -3, 3), draw(20)));
    }
    const auto side_of = [](const way_wall &of, double px, double py) {
        return ((double)of.bx - of.ax) * (py - of.ay) - ((double)of.by - of.ay) * (px - of.ax);
    };
    std::vector<uint64_t> crowd(way_crowd2d_bytes(w.size()) / 8 + 1);
    way_choose2d_in places = {};
    places.runner_x = way_in(x.data()), places.runner_y = way_in(y.data());
    way_avoid2d_in in = w.in();
    in.chaser_x = in.runner_x = places.runner_x, in.chaser_y = in.runner_y = places.runner_y;
    const way_avoid2d_out out = w.out();
    way_avoidance how = w.how();
    size_t stopped = 0, crossings = 0;
    for (int step = 0; step < 50; step++) {
        how.crowd2d = nullptr;
        ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
        const std::vector<float> vx = w.new_x, vy = w.new_y;
        ASSERT_EQ(WAY_OK, way_make_crowd2d(&places, w.size(), (way_crowd2d *)crowd.data(), 8 * crowd.size()));
        how.crowd2d = (const way_crowd2d *)crowd.data();
        ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
        ASSERT_EQ(vx, w.new_x) << step;
        ASSERT_EQ(vy, w.new_y) << step;
        for (size_t i = 0; i < w.size(); i++) {
            const double to_x = x[i] + (double)w.step * (double)vx[i],
                         to_y = y[i] + (double)w.step * (double)vy[i];
            for (const way_wall &of : w.walls) {
                const double a = side_of(of, x[i], y[i]), b = side_of(of, to_x, to_y),
                             c = (to_x - x[i]) * ((double)of.ay - y[i]) -
                                 (to_y - y[i]) * ((double)of.ax - x[i]),
                             d = (to_x - x[i]) * ((double)of.by - y[i]) -
                                 (to_y - y[i]) * ((double)of.bx - x[i]);
                crossings += a * b < 0 && c * d < 0;
            }
            stopped += vx[i] != w.wish_x[i];
            x[i] = to_x, y[i] = to_y, w.vx[i] = vx[i], w.vy[i] = vy[i];
        }
    }
    EXPECT_EQ(0u, crossings);
    EXPECT_GT(stopped, 500u);
}

TEST(avoid3d, doubles_far_from_0_move_as_at_the_origin) {
    const double away[3] = {499712, 66560, -1e6 * 1024};
    swarm w = draw_swarm(55, 200, false);
    for (size_t k = 0; k < 3; k++)
        for (double &at : w.at[k])
            at = std::copysign(std::floor(std::fabs(at) * 1024) / 1024, away[k]);
    ASSERT_EQ(WAY_OK, w.ask());
    const std::vector<float> near[3] = {w.next[0], w.next[1], w.next[2]};
    for (size_t k = 0; k < 3; k++)
        for (double &at : w.at[k])
            at += away[k];
    ASSERT_EQ(WAY_OK, w.ask());
    for (size_t k = 0; k < 3; k++)
        EXPECT_EQ(near[k], w.next[k]);
}

} // namespace
