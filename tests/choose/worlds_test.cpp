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
            to->add(far * std::cos(angle), far * std::sin(angle), 0, 0, 0.4 + 0.02 * k, 1.5,
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

} // namespace
