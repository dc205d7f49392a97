/* Tests many worlds in one call. The answers have the bits of one call for each world, on every instruction
   set, with and without a crowd. A search looks only at its own world, which a counter shows. */
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "avoid_world.h"
#include "choose_checks.h"
#include "search_steps.h"

namespace {

using namespace choosing;

/* The rows of each world: of the choosers, and of the candidates. */
struct members {
    std::vector<uint32_t> choosers, runners;
};

std::map<uint32_t, members> worlds_of(const scene &s) {
    const columns c = s.at();
    std::map<uint32_t, members> all;
    for (size_t i = 0; i < s.choosers; i++)
        all[s.world(c.world, i)].choosers.push_back((uint32_t)i);
    for (size_t r = 0; r < s.runners; r++)
        all[s.world(c.runner_world, r)].runners.push_back((uint32_t)r);
    return all;
}

/* Returns a row of the whole scene as a row of this world, or no row. */
uint32_t row_in(const members &of, uint32_t row) {
    const auto at = std::lower_bound(of.runners.begin(), of.runners.end(), row);
    return at != of.runners.end() && *at == row ? (uint32_t)(at - of.runners.begin()) : UINT32_MAX;
}

/* Returns the scene of one world alone. */
scene alone(const scene &s, const members &of) {
    const columns c = s.at();
    scene one = s;
    one.choosers = of.choosers.size(), one.runners = of.runners.size();
    for (int k = 0; k < c.count; k++) {
        std::vector<float> &cells = one.cells[(size_t)k];
        const std::vector<uint32_t> &rows = c.is_runners(k) ? of.runners : of.choosers;
        if (cells.empty())
            continue;
        cells.clear();
        for (const uint32_t row : rows)
            cells.push_back(s.cells[(size_t)k][row]);
        for (size_t i = 0; (k == c.present || k == c.self) && i < rows.size(); i++)
            one.put_word(k, i, row_in(of, s.word(k, rows[i])));
    }
    one.cells[(size_t)c.world].clear(), one.cells[(size_t)c.runner_world].clear();
    return one;
}

/* Answers each world in a call of its own. */
answers world_by_world(const scene &s) {
    answers all(s.choosers, s.best);
    for (const auto &world : worlds_of(s)) {
        const members &of = world.second;
        if (of.choosers.empty())
            continue;
        const scene one = alone(s, of);
        const std::vector<way_column> in = one.in();
        const crowd sorted(one, in.data());
        way_choice choice = choice_of(one);
        sorted.lend(&choice);
        const answers got = ask(one, in, choice);
        for (size_t i = 0; i < one.choosers; i++) {
            const size_t to = of.choosers[i];
            all.status[to] = got.status[i];
            for (size_t j = 0; j < (size_t)s.best; j++) {
                const uint32_t row = got.target[i * (size_t)s.best + j];
                all.target[to * (size_t)s.best + j] = row == UINT32_MAX ? row : of.runners[row];
                all.cost[to * (size_t)s.best + j] = got.cost[i * (size_t)s.best + j];
            }
        }
    }
    return all;
}

/* Draws a scene of these worlds: a world for each size, with sizes[k] candidates. Rows are shuffled, and
   numbers of worlds are scattered. A chooser is in any of the worlds, or in one without candidates. */
scene draw_of_sizes(uint64_t seed, const std::vector<uint32_t> &sizes, size_t choosers, bool special) {
    uint64_t state = seed ^ 0x776f726c64;
    std::vector<uint32_t> of, numbers;
    for (size_t k = 0; k < sizes.size(); k++) {
        numbers.push_back(k == 0 ? UINT32_MAX : k == 1 ? 0 : (uint32_t)k * 2654435761u);
        of.insert(of.end(), sizes[k], numbers[k]);
    }
    for (size_t i = of.size(); i > 1; i--)
        std::swap(of[i - 1], of[draw_below(&state, (uint32_t)i)]);
    scene s = draw_scene(seed, choosers, of.size(), special);
    const columns c = s.at();
    numbers.push_back(77);
    s.cells[(size_t)c.world].resize(choosers), s.cells[(size_t)c.runner_world].resize(of.size());
    for (size_t i = 0; i < choosers; i++)
        s.put_word(c.world, i, numbers[draw_below(&state, (uint32_t)numbers.size())]);
    for (size_t r = 0; r < of.size(); r++)
        s.put_word(c.runner_world, r, of[r]);
    return s;
}

TEST(worlds, each_has_the_answers_of_its_own_call) {
    const std::vector<std::vector<uint32_t>> sizes = {{1, 2, 15, 16, 17, 31, 40},   {22, 22, 22, 22, 22, 22},
                                                      {127, 128, 129, 3, 0, 1},     {700, 30, 300, 1, 272, 9},
                                                      std::vector<uint32_t>(60, 1), {0, 4500, 2}};
    size_t wrong = 0;
    for (uint64_t k = 0; k < support::draws(384) && wrong == 0; k++) {
        const scene s =
            draw_of_sizes(support::seed_for(581, k), sizes[k % sizes.size()], 60, k / sizes.size() % 2 == 1);
        const answers expected = world_by_world(s);
        const std::vector<way_column> in = s.in();
        for (const std::string &isa : support::isa_names()) {
            const std::unique_ptr<crowd> sorted = crowd_by(isa, s, in);
            const support::use_isa use(isa);
            way_choice choice = choice_of(s);
            wrong += differences(s, expected, ask(s, in, choice), isa);
            sorted->lend(&choice);
            wrong += differences(s, expected, ask(s, in, choice), isa + " with a crowd");
            EXPECT_TRUE(sorted->is_guarded());
        }
        wrong += differences(s, naive(s), expected, "world by world");
    }
    EXPECT_EQ(0u, wrong);
}

/* Many choosers that are the candidates follow the order of the crowd: see way_next_choosers. */
TEST(worlds, choosers_that_are_the_candidates_find_others_of_their_world) {
    enum { EACH = 20, COUNT = 40000 };
    std::vector<float> x(COUNT), y(COUNT);
    std::vector<uint32_t> world(COUNT), whole(COUNT), single(EACH), memory_row(EACH);
    uint64_t state = support::seed_for(582, 0);
    for (size_t i = 0; i < COUNT; i++)
        x[i] = draw_between(&state, 0, 10), y[i] = draw_between(&state, 0, 10), world[i] = i % (COUNT / EACH);
    way_choose2d_in in = {};
    way_choose2d_out out = {};
    way_choice choice = {};
    std::vector<uint64_t> memory(way_crowd2d_bytes(COUNT) / 8 + 1);
    in.chaser_x.data = in.runner_x.data = x.data(), in.chaser_y.data = in.runner_y.data = y.data();
    in.chaser_world.data = in.runner_world.data = world.data();
    out.target = way_out(whole.data());
    choice.count = choice.runner_count = COUNT, choice.crowd2d = (way_crowd2d *)memory.data();
    ASSERT_EQ(WAY_OK, way_make_crowd2d(&in, COUNT, (way_crowd2d *)memory.data(), 8 * memory.size()));
    ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &choice));
    const int step = (COUNT / EACH - 1) * 4; /* a world's rows are COUNT / EACH apart */
    for (uint32_t w = 0; w < COUNT / EACH; w++) {
        in.chaser_x = in.runner_x = {x.data() + w, step, nullptr, 0, 0};
        in.chaser_y = in.runner_y = {y.data() + w, step, nullptr, 0, 0};
        in.chaser_world = in.runner_world = way_column();
        out.target = way_out(single.data());
        choice.count = choice.runner_count = EACH, choice.crowd2d = nullptr;
        ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &choice));
        for (uint32_t i = 0; i < EACH; i++)
            ASSERT_EQ(w + single[i] * (COUNT / EACH), whole[w + i * (COUNT / EACH)]) << "world " << w;
    }
}

/* Counts the leaves and boxes at which a search looks, per chooser. All worlds are at about the same
   positions, or all agents are at one point. */
double steps_in(size_t worlds, size_t each, bool one_point, size_t most) {
    scene s;
    uint64_t state = support::seed_for(583, one_point);
    s.choosers = s.runners = worlds * each;
    const columns c = s.at();
    s.cells.resize((size_t)c.count);
    for (const int k : {0, 1, c.runner, c.runner + 1})
        for (size_t i = 0; i < s.runners; i++)
            s.cells[(size_t)k].push_back(one_point ? 5 : draw_between(&state, 0, 20));
    s.cells[(size_t)c.world].resize(s.choosers);
    for (size_t i = 0; i < s.runners; i++)
        s.put_word(c.world, i, (uint32_t)(i % worlds));
    s.cells[(size_t)c.runner_world] = s.cells[(size_t)c.world];
    const std::vector<way_column> in = s.in();
    const crowd sorted(s, in.data());
    way_choice choice = choice_of(s);
    choice.count = 2000;
    sorted.lend(&choice);
    return (double)count_steps(in.data(), &choice, 2, most) / (double)choice.count;
}

TEST(worlds, a_search_looks_only_at_its_own_world) {
    for (const bool one_point : {false, true})
        for (const size_t most : {0, 10}) {
            EXPECT_LE(steps_in(4096, 22, one_point, most), 3);  /* 22 candidates are in two or three leaves */
            EXPECT_LE(steps_in(40, 1000, one_point, most), 30); /* of the 63 leaves of a world */
        }
}

/* Worlds of agents that meet in a circle, in one call, and each in a call of its own. */
TEST(worlds, crowds_avoid_as_if_each_were_alone) {
    enum { WORLDS = 5, EACH = 12 };
    const int steps = support::small_size() ? 300 : 5000;
    struct world all, single[WORLDS];
    std::vector<uint32_t> number;
    for (uint32_t i = 0; i < WORLDS * EACH; i++) {
        const uint32_t w = i % WORLDS, k = i / WORLDS;
        const double angle = 6.2831853 * k / EACH, far = 4 + 0.01 * w;
        for (struct world *to : {&all, &single[w]})
            to->add(far * std::cos(angle), far * std::sin(angle), 0, 0, k == 3 ? 1.7 : 0.4 + 0.02 * k, 1.5,
                    k % 5 == 0 ? 0.1 : 0.5);
        number.push_back(w == 0 ? UINT32_MAX : w == 1 ? 0 : 1000 - w);
    }
    all.walls = {wall_between(-1, -6, -1, -0.5), wall_between(-1, 6, -1, 1)};
    for (struct world &one : single)
        one.walls = all.walls;
    for (int step = 0; step < steps; step++) {
        const bool has_crowd = step % 3 != 0;
        for (struct world *of : {&all, &single[0], &single[1], &single[2], &single[3], &single[4]})
            for (size_t i = 0; i < of->size(); i++) {
                const double side = step / 200 % 2 ? 4 : -4;
                const size_t k = of == &all ? i / WORLDS : i;
                of->wish_for(i, side * std::cos(6.2831853 * (double)k / EACH),
                             side * std::sin(6.2831853 * (double)k / EACH), 1.4);
            }
        way_avoid2d_in in = all.in();
        const way_avoid2d_out out = all.out();
        way_avoidance how = all.how();
        in.chaser_world = in.runner_world = way_in(number.data());
        way_choose2d_in read = {};
        read.runner_x = in.runner_x, read.runner_y = in.runner_y, read.runner_world = in.runner_world;
        all.memory.resize(way_crowd2d_bytes(all.size()) / 8 + 1);
        ASSERT_EQ(WAY_OK, way_make_crowd2d(&read, all.size(), (way_crowd2d *)all.memory.data(),
                                           8 * all.memory.size()));
        how.crowd2d = has_crowd ? (const way_crowd2d *)all.memory.data() : nullptr;
        ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
        for (uint32_t w = 0; w < WORLDS; w++)
            ASSERT_EQ(WAY_OK, single[w].ask(!has_crowd));
        for (size_t i = 0; i < all.size(); i++) {
            struct world &one = single[i % WORLDS];
            const size_t k = i / WORLDS;
            ASSERT_EQ(0, std::memcmp(&one.new_x[k], &all.new_x[i], 4)) << "step " << step << ", agent " << i;
            ASSERT_EQ(0, std::memcmp(&one.new_y[k], &all.new_y[i], 4)) << "step " << step << ", agent " << i;
            ASSERT_EQ(one.status[k], all.status[i]);
        }
        for (struct world *of : {&all, &single[0], &single[1], &single[2], &single[3], &single[4]})
            for (size_t i = 0; i < of->size(); i++) {
                of->vx[i] = of->new_x[i], of->vy[i] = of->new_y[i];
                of->x[i] += of->vx[i] * of->step, of->y[i] += of->vy[i] * of->step;
            }
    }
}

/* Floors ------------------------------------------------------------------------------------------------ */

/* Many agents on three floors that lie on top of each other: in one call, and each floor in a call of its
   own. The heights of the candidates are those of the agents, as a column or by default. */
TEST(floors, crowds_avoid_as_if_each_were_alone) {
    enum { FLOORS = 3, EACH = 16 };
    const int steps = support::small_size() ? 300 : 5000;
    struct world all, single[FLOORS];
    std::vector<float> height;
    const float step_height = 2.5f;
    for (uint32_t i = 0; i < FLOORS * EACH; i++) {
        const uint32_t w = i % FLOORS, k = i / FLOORS;
        const double angle = 6.2831853 * k / EACH, far = 4 + 0.01 * w;
        for (struct world *to : {&all, &single[w]})
            to->add(far * std::cos(angle), far * std::sin(angle), 0, 0, k == 3 ? 1.7 : 0.3 + 0.02 * k, 1.5,
                    k % 5 == 0 ? 0.1 : 0.5);
        height.push_back(3 * (float)w - 3 + 0.01f * (float)(k % 7)); /* a floor is not quite level */
    }
    all.walls = {wall_between(-1, -6, -1, -0.5), wall_between(-1, 6, -1, 1)};
    for (struct world &one : single)
        one.walls = all.walls;
    for (int step = 0; step < steps; step++) {
        for (struct world *of : {&all, &single[0], &single[1], &single[2]})
            for (size_t i = 0; i < of->size(); i++) {
                const double side = step / 200 % 2 ? 4 : -4, k = (double)(of == &all ? i / FLOORS : i);
                of->wish_for(i, side * std::cos(6.2831853 * k / EACH), side * std::sin(6.2831853 * k / EACH),
                             1.4);
            }
        way_avoid2d_in in = all.in();
        const way_avoid2d_out out = all.out();
        way_avoidance how = all.how();
        in.height = way_in(height.data()), in.step_height = way_same(&step_height);
        if (step % 2 == 0)
            in.runner_height = in.height;
        all.make_crowd();
        how.crowd2d = step % 3 != 0 ? (const way_crowd2d *)all.memory.data() : nullptr;
        ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
        for (struct world &one : single)
            ASSERT_EQ(WAY_OK, one.ask(step % 3 == 0));
        for (size_t i = 0; i < all.size(); i++) {
            struct world &one = single[i % FLOORS];
            const size_t k = i / FLOORS;
            ASSERT_EQ(0, std::memcmp(&one.new_x[k], &all.new_x[i], 4)) << "step " << step << ", agent " << i;
            ASSERT_EQ(0, std::memcmp(&one.new_y[k], &all.new_y[i], 4)) << "step " << step << ", agent " << i;
            ASSERT_EQ(one.status[k], all.status[i]);
        }
        for (struct world *of : {&all, &single[0], &single[1], &single[2]})
            for (size_t i = 0; i < of->size(); i++) {
                of->vx[i] = of->new_x[i], of->vy[i] = of->new_y[i];
                of->x[i] += of->vx[i] * of->step, of->y[i] += of->vy[i] * of->step;
            }
    }
}

/* The answer for one agent if it could see only the candidates that are near it in height. */
struct answer_of_one {
    float x, y, progress;
    int32_t status;
};

answer_of_one ask_alone(const struct world &w, const std::vector<float> &height,
                        const std::vector<float> &runner_height, float step, size_t agent) {
    std::vector<float> x, y, vx, vy, radius, share;
    uint32_t self = UINT32_MAX;
    for (size_t j = 0; j < w.size(); j++) {
        const double apart = (double)runner_height[j] - (double)height[agent];
        if (!std::isfinite(runner_height[j]) || !(std::fabs(apart) <= (double)step))
            continue;
        if (j == agent)
            self = (uint32_t)x.size();
        x.push_back(w.x[j]), y.push_back(w.y[j]), vx.push_back(w.vx[j]), vy.push_back(w.vy[j]);
        radius.push_back(w.radius[j]), share.push_back(w.share[j]);
    }
    answer_of_one got;
    way_avoid2d_in in = w.in();
    way_avoid2d_out out = {};
    way_avoidance how = w.how();
    in.runner_x = way_in(x.data()), in.runner_y = way_in(y.data()), in.runner_vx = way_in(vx.data());
    in.runner_vy = way_in(vy.data()), in.runner_radius = way_in(radius.data());
    in.runner_share = way_in(share.data()), in.self = way_same(&self);
    /* outputs are indexed by the agent, so they begin before the answer */
    std::vector<float> answer_x(w.size()), answer_y(w.size()), progress(w.size());
    std::vector<int32_t> status(w.size());
    out.velocity_x = way_out(answer_x.data()), out.velocity_y = way_out(answer_y.data());
    out.progress = way_out(progress.data()), out.status = way_out(status.data());
    how.first = agent, how.count = 1, how.runner_count = x.size();
    EXPECT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
    got = {answer_x[agent], answer_y[agent], progress[agent], status[agent]};
    return got;
}

/* Agents at any heights, of which many are exactly a step apart. A list of the nearest ten must be filled
   from the agent's floor, although nearer agents are on other floors. */
TEST(floors, an_agent_avoids_those_within_its_step) {
    size_t wrong = 0, differ = 0;
    for (uint64_t k = 0; k < support::draws(160) && wrong == 0; k++) {
        uint64_t state = support::seed_for(587, k);
        struct world w;
        std::vector<float> height, runner_height, steps;
        const size_t count = k % 4 == 0 ? 700 : 40;
        const double side = std::sqrt((double)count) * 0.7;
        for (size_t i = 0; i < count; i++) {
            w.add(draw_between(&state, 0, (float)side), draw_between(&state, 0, (float)side),
                  draw_between(&state, -1, 1), draw_between(&state, -1, 1),
                  k % 3 == 0 ? 0.3 : draw_between(&state, 0.1f, 0.5f));
            height.push_back(0.25f * (float)draw_below(&state, 24));
            runner_height.push_back(height[i]);
            const float special[] = {NAN, INFINITY, -INFINITY, FLT_MAX, -0.0f};
            if (draw_below(&state, 10) == 0)
                runner_height[i] = special[draw_below(&state, 5)];
            const float step[] = {0, 0.25f, 1, INFINITY};
            steps.push_back(step[draw_below(&state, draw_below(&state, 5) ? 3 : 4)]);
        }
        way_avoid2d_in in = w.in();
        const way_avoid2d_out out = w.out();
        in.height = way_in(height.data()), in.runner_height = way_in(runner_height.data());
        in.step_height = way_in(steps.data());
        w.make_crowd();
        for (const std::string &isa : support::isa_names())
            for (const int by : {0, 1, 2}) {
                const support::use_isa use(isa);
                way_avoidance how = w.how();
                struct world wide = w;
                wide.most = WAY_AVOIDED_MAX, wide.range = 1.2f;
                const way_neighbours lists = wide.make_lists();
                in.range_to = way_same(by == 2 ? &wide.range : &w.range);
                how.crowd2d = by == 1 ? (const way_crowd2d *)w.memory.data() : nullptr;
                how.neighbours = by == 2 ? &lists : nullptr;
                if (by == 2 &&
                    !std::all_of(w.radius.begin(), w.radius.end(), [&](float r) { return r == w.radius[0]; }))
                    continue; /* lists are in the order of centres, the search's in that of edges */
                ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
                for (size_t i = 0; i<count; i += count> 100 ? 9 : 1) {
                    struct world of = w;
                    of.range = by == 2 ? wide.range : w.range;
                    const answer_of_one one = ask_alone(of, height, runner_height, steps[i], i),
                                        blind = ask_alone(of, height, runner_height, INFINITY, i);
                    differ += one.x != blind.x;
                    const bool same = std::memcmp(&one.x, &w.new_x[i], 4) == 0 &&
                                      std::memcmp(&one.y, &w.new_y[i], 4) == 0 &&
                                      std::memcmp(&one.progress, &w.progress[i], 4) == 0 &&
                                      one.status == w.status[i];
                    wrong += !same;
                    if (!same)
                        ADD_FAILURE() << "draw " << k << ", agent " << i << ", " << isa << ", search " << by;
                    if (wrong > 0)
                        return;
                }
            }
    }
    EXPECT_GT(differ, support::draws(160));
}

/* Two agents that walk into each other: what each column means at its limits. */
TEST(floors, an_equal_step_is_near_and_bad_heights_are_refused) {
    struct world w;
    w.add(0, 0, 1, 0), w.add(2, 0, -1, 0);
    const way_avoid2d_out out = w.out();
    const auto ask = [&](float own, float other, float step) {
        const float heights[2] = {own, other};
        way_avoid2d_in in = w.in();
        in.height = way_in(heights), in.step_height = way_same(&step);
        in.runner_height = way_in(heights);
        way_avoidance how = w.how();
        EXPECT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
        return w.status[0];
    };
    const auto near = [&](float own, float other, float step) {
        const int32_t status = ask(own, other, step);
        EXPECT_TRUE(status == WAY_NO_TARGET || status == WAY_MET || status == WAY_NO_PATH);
        return status != WAY_NO_TARGET;
    };
    EXPECT_TRUE(near(0, 2.5f, 2.5f));
    EXPECT_TRUE(near(2.5f, 0, 2.5f));
    EXPECT_FALSE(near(0, std::nextafter(2.5f, 3.0f), 2.5f));
    EXPECT_FALSE(near(std::nextafter(2.5f, 3.0f), 0, 2.5f));
    EXPECT_TRUE(near(7, 7, 0));
    EXPECT_TRUE(near(-0.0f, 0, 0));
    EXPECT_FALSE(near(1, std::nextafter(1.0f, 2.0f), 0));
    EXPECT_TRUE(near(-FLT_MAX, FLT_MAX, INFINITY));
    EXPECT_FALSE(near(-FLT_MAX, FLT_MAX, FLT_MAX));
    EXPECT_FALSE(near(0, INFINITY, INFINITY));
    EXPECT_FALSE(near(0, NAN, INFINITY));
    EXPECT_EQ(WAY_INVALID, ask(NAN, 0, 1));
    EXPECT_EQ(WAY_INVALID, ask(INFINITY, 0, 1));
    EXPECT_EQ(WAY_INVALID, ask(0, 0, -1));
    EXPECT_EQ(WAY_INVALID, ask(0, 0, NAN));
    /* heights without a step, and a step without heights, change nothing */
    const float step = 0, heights[2] = {0, 99};
    for (const bool has_step : {false, true}) {
        way_avoid2d_in in = w.in();
        way_avoidance how = w.how();
        (has_step ? in.step_height : in.height) = has_step ? way_same(&step) : way_in(heights);
        ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
        EXPECT_NE(WAY_NO_TARGET, w.status[0]);
    }
    /* without heights of agents, candidates are compared with height 0 */
    way_avoid2d_in in = w.in();
    way_avoidance how = w.how();
    in.runner_height = way_in(heights), in.step_height = way_same(&step);
    ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
    EXPECT_EQ(WAY_NO_TARGET, w.status[0]);
    EXPECT_NE(WAY_NO_TARGET, w.status[1]);
}

} // namespace
