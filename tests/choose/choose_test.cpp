/* Tests choices. Rows, costs and statuses have the bits of a naive search in doubles (choose_scenes.h). This
   holds on every instruction set, with and without a crowd, for any split, layout and thread. The last tests
   are about refused calls. */
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "pursuit/chase_regimes.h"
#include "choose_checks.h"
#include "crowd/search.h"
#include "support.h"

namespace {

using namespace choosing;

/* In the usual size, the scenes have more than 10^8 pairs of a chooser and a candidate. The test also counts
   answers with a target, because scenes must not be empty. */
TEST(choose, rows_match_the_naive_search) {
    double pairs = 0;
    size_t met = 0, choosers = 0, wrong = 0;
    const auto run = [&](size_t scenes, size_t n, size_t m, bool special, uint64_t kind) {
        for (size_t k = 0; k < scenes && wrong == 0; k++) {
            const scene s = draw_scene(support::seed_for(kind, k), n, m, special);
            wrong += check(s);
            pairs += (double)n * (double)m;
            const answers expected = naive(s);
            choosers += n;
            met += (size_t)std::count(expected.status.begin(), expected.status.end(), WAY_MET);
        }
    };
    run(support::draws(6400), 17, 400, false, 1);
    run(support::draws(6400), 17, 300, true, 2);
    run(support::draws(320), 33, 5000, false, 3);
    for (size_t m : {0, 1, 2, 15, 16, 17, 31, 255, 256, 257, 4095, 4096, 4097})
        run(support::draws(64), 5, m, m % 2 != 0, 4 + m);
    EXPECT_EQ(0u, wrong);
    EXPECT_GT(pairs, support::small_size() ? 3e6 : 1e8);
    EXPECT_GT(met * 4, choosers * 3 / 2);
    RecordProperty("pairs", std::to_string((long long)pairs));
}

/* Tests chases in which floats cannot decide whether a meeting exists. In some scenes, masks leave each
   chooser one candidate. In the other scenes, all runners are candidates. */
template <int D> void check_hard_meetings() {
    using chase_regimes::reach_kind;
    size_t wrong = 0;
    for (const auto &regime : chase_regimes::regimes<D>())
        for (const reach_kind kind : {reach_kind::none, reach_kind::typical, reach_kind::contact})
            for (size_t k = 0; k < support::draws(640) && !regime.platform && wrong == 0; k++) {
                uint64_t state = support::seed_for(9, k, D);
                scene s;
                s.dims = D, s.cost = WAY_BY_TIME, s.choosers = s.runners = 32, s.seed = k;
                s.name = std::string("chases of ") + regime.name;
                const columns c = s.at();
                s.cells.resize((size_t)c.count);
                for (int column : {c.speed, c.reach, c.mask, c.runner_mask})
                    s.cells[(size_t)column].resize(32);
                for (size_t i = 0; i < 32; i++) {
                    const auto it = regime.draw(&state, kind);
                    for (int axis = 0; axis < D; axis++) {
                        s.cells[(size_t)axis].push_back(it.chaser[axis]);
                        s.cells[(size_t)(c.runner + axis)].push_back(it.runner[axis]);
                        s.cells[(size_t)(c.course + axis)].push_back(it.velocity[axis]);
                    }
                    s.cells[(size_t)c.speed][i] = it.speed;
                    s.cells[(size_t)c.reach][i] = it.reach;
                    s.put_word(c.mask, i, k % 4 ? 1u << i : UINT32_MAX);
                    s.put_word(c.runner_mask, i, 1u << i);
                }
                if (kind == reach_kind::none && k % 2 == 0)
                    s.cells[(size_t)c.reach].clear();
                wrong += check(s);
            }
    EXPECT_EQ(0u, wrong);
}

TEST(choose, even_candidates_match_the_naive_search) {
    size_t wrong = 0;
    for (size_t k = 0; k < support::draws(2400) && wrong == 0; k++)
        for (const size_t runners : {64, 300, 1700})
            wrong += check(draw_even(support::seed_for(61, k), 24, runners));
    EXPECT_EQ(0u, wrong);
}

TEST(choose, undecided_meetings_match_intercept) {
    check_hard_meetings<2>();
    check_hard_meetings<3>();
}

/* This test constructs equal costs, because random positions hardly ever give them. */
TEST(choose, equal_costs_go_to_the_lower_row) {
    const std::vector<float> x = {3, 0, -3, 5, 3, 0, 0}, y = {4, 5, 4, 0, -4, -5, 0};
    const float zero = 0;
    way_choose2d_in in = {};
    in.chaser_x = in.chaser_y = way_same(&zero);
    in.runner_x.data = x.data(), in.runner_y.data = y.data();
    for (const bool with_crowd : {false, true})
        for (const std::string &isa : support::isa_names()) {
            const support::use_isa use(isa);
            std::vector<uint64_t> memory(way_crowd2d_bytes(6) / 8 + 1);
            uint32_t target[8], chosen[1] = {4};
            const float bonus = 0, more = 1e-6f;
            way_choose2d_out out = {};
            out.target = way_out(target);
            way_choice choice = {};
            choice.count = 1, choice.runner_count = 6, choice.best = 8;
            if (with_crowd) {
                ASSERT_EQ(WAY_OK, way_make_crowd2d(&in, 6, (way_crowd2d *)memory.data(), 8 * memory.size()));
                choice.crowd2d = (const way_crowd2d *)memory.data();
            }
            ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &choice));
            for (uint32_t k = 0; k < 8; k++)
                EXPECT_EQ(k < 6 ? k : UINT32_MAX, target[k]) << isa;
            way_choose2d_in holding = in;
            holding.present.data = chosen;
            for (const float *by : {&bonus, &more}) {
                holding.bonus.data = by;
                ASSERT_EQ(WAY_OK, way_choose2d(&holding, &out, &choice));
                const uint32_t expected[] = {4, 0, 1, 2, 3, 5};
                for (uint32_t k = 0; k < 6; k++)
                    EXPECT_EQ(expected[k], target[k]) << isa;
            }
        }
}

/* A search skips leaves of the crowd that are farther away than its best candidate so far. After the crowd is
   built, the test moves the candidates of distant leaves to the chooser's position. Most answers must not
   change. Some do change, because the search may visit a distant leaf before it finds the best candidate: it
   visits all leaves within the bound that the first leaf gives. */
TEST(choose, distant_leaves_are_skipped) {
    for (const std::string &isa : support::isa_names())
        for (const int dims : {2, 3}) {
            const support::use_isa use(isa);
            uint64_t state = support::seed_for(10, (uint64_t)dims);
            scene s;
            s.dims = dims, s.choosers = 40, s.runners = 3000, s.name = "far leaves";
            const columns c = s.at();
            s.cells.resize((size_t)c.count);
            for (int k = 0; k < dims; k++) {
                for (size_t i = 0; i < s.choosers; i++)
                    s.cells[(size_t)k].push_back(draw_between(&state, -120, 120));
                for (size_t r = 0; r < s.runners; r++)
                    s.cells[(size_t)(c.runner + k)].push_back(draw_between(&state, -100, 100));
            }
            const answers expected = naive(s);
            const std::vector<way_column> in = s.in();
            std::vector<uint64_t> memory(crowd_bytes(s) / 8 + 1);
            ASSERT_EQ(WAY_OK, make_crowd(s, in.data(), memory.data(), 8 * memory.size()));
            answers got(s.choosers, 1);
            const std::vector<way_column_out> out = got.out();
            size_t moved = 0;
            for (size_t i = 0; i < s.choosers; i++) {
                std::vector<uint64_t> changed = memory;
                const way_crowd *crowd = (const way_crowd *)(const void *)changed.data();
                float *leaf = const_cast<float *>(way_crowd_cells(crowd)) + crowd->leaf;
                for (uint32_t k = 0; k < crowd->leaves; k++, leaf += LEAF_CELLS(dims)) {
                    double square = 0;
                    for (int axis = 0; axis < dims; axis++) {
                        const float *row = leaf + WAY_LEAF * axis, at = s.cell(axis, i, 0);
                        const float low = *std::min_element(row, row + WAY_LEAF),
                                    high = *std::max_element(row, row + WAY_LEAF);
                        const double apart = (double)std::max({low - at, at - high, 0.0f});
                        square += apart * apart;
                    }
                    if (std::sqrt(square) <= 1.001 * (double)expected.cost[i])
                        continue;
                    moved++;
                    for (int axis = 0; axis < dims; axis++)
                        std::fill_n(leaf + WAY_LEAF * axis, (size_t)WAY_LEAF, s.cell(axis, i, 0));
                }
                way_choice choice = choice_of(s);
                choice.first = i, choice.count = 1;
                lend_crowd(dims, changed.data(), &choice);
                ASSERT_EQ(WAY_OK, choose(s, in.data(), out.data(), choice));
            }
            size_t seen = 0;
            for (size_t i = 0; i < s.choosers; i++)
                seen += got.target[i] != expected.target[i];
            EXPECT_LE(seen, s.choosers / 6) << isa;
            EXPECT_GT(moved, s.choosers * 3000 / 16 * 8 / 10);
        }
}

/* Makes a crowd of candidates at these places, and returns the sum of the longest sides of the leaves' boxes.
   Weights keep a crowd in the plane from being sorted into a grid. */
double sides_of_leaves(int dims, const std::vector<float> *places) {
    scene s;
    s.dims = dims, s.runners = places[0].size();
    const columns c = s.at();
    s.cells.resize((size_t)c.count);
    for (int k = 0; k < dims; k++)
        s.cells[(size_t)(c.runner + k)] = places[k];
    s.cells[(size_t)c.weight].assign(s.runners, 1);
    const std::vector<way_column> in = s.in();
    std::vector<uint64_t> memory(crowd_bytes(s) / 8 + 1);
    EXPECT_EQ(WAY_OK, make_crowd(s, in.data(), memory.data(), 8 * memory.size()));
    const way_crowd *made = (const way_crowd *)(const void *)memory.data();
    const float *leaf = way_crowd_cells(made) + made->leaf;
    double sum = 0;
    for (uint32_t k = 0; k < made->leaves; k++, leaf += LEAF_CELLS(dims)) {
        float longest = 0;
        for (int axis = 0; axis < dims; axis++) {
            const float *row = leaf + WAY_LEAF * axis;
            longest = std::max(longest, *std::max_element(row, row + WAY_LEAF) -
                                            *std::min_element(row, row + WAY_LEAF));
        }
        sum += (double)longest;
    }
    return sum;
}

/* Leaves are as small in tiny clusters as in wide ones, also while sixteen candidates are far away. Then the upper
   bits of the positions, relative to the whole box, do not suffice to sort candidates. */
TEST(choose, leaves_are_small_in_every_crowd) {
    for (const std::string &isa : support::isa_names())
        for (const int dims : {2, 3}) {
            const support::use_isa use(isa);
            const int across = dims == 2 ? 8 : 4;
            /* the leaves' sides in parts of the width of 64 clusters, which are 1 apart */
            const auto sides = [&](float width, float far) {
                uint64_t state = support::seed_for(62, (uint64_t)dims);
                std::vector<float> places[3];
                for (int k = 0, apart = 1; k < dims; k++, apart *= across) {
                    for (int i = 0; i < 64 * 128; i++)
                        places[k].push_back((float)(i / apart % across) + draw_between(&state, 0, width));
                    places[k].insert(places[k].end(), 16, far);
                }
                return sides_of_leaves(dims, places) / (double)width;
            };
            const double wide = sides(0.1f, 10);
            for (const float width : {1e-2f, 1e-3f, 3e-4f, 1e-4f, 3e-5f, 1e-5f})
                for (const float far : {10.0f, 1e3f, 1e6f, 1e18f})
                    EXPECT_LT(sides(width, far), 1.2 * wide)
                        << isa << ", " << dims << " dimensions, " << width << ", " << far;
        }
}

/* A chooser leaves its present target only for a candidate that is better by more than the bonus. */
TEST(choose, keeps_its_target_for_a_bonus) {
    const float zero = 0, x[] = {8, 6}, y[] = {0, 0};
    const uint32_t present = 0;
    for (const float bonus : {1.0f, 2.0f, std::nextafter(2.0f, 0.0f), 3.0f, INFINITY}) {
        way_choose2d_in in = {};
        way_choose2d_out out = {};
        way_choice choice = {};
        uint32_t target;
        float cost;
        in.chaser_x = in.chaser_y = way_same(&zero);
        in.runner_x.data = x, in.runner_y.data = y;
        in.present.data = &present, in.bonus.data = &bonus;
        out.target.data = &target, out.cost.data = &cost;
        choice.count = 1, choice.runner_count = 2;
        ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &choice));
        EXPECT_EQ(bonus >= 2 ? 0u : 1u, target) << bonus;
        EXPECT_EQ(bonus >= 2 ? 8.0f : 6.0f, cost) << bonus; /* the reported cost does not include the bonus */
    }
}

/* The speed is so small that the discriminant is 0 as a float. So its root and all times are 0. A lower bound
   of the time must not exclude candidates here. All times are equal, so the lowest row wins. */
TEST(choose, almost_zero_speeds_exclude_no_candidate) {
    scene s;
    s.cost = WAY_BY_TIME, s.choosers = 2, s.runners = 64, s.name = "crawling";
    const columns c = s.at();
    s.cells.resize((size_t)c.count);
    s.cells[0] = s.cells[1] = {0, 0};
    s.cells[(size_t)c.speed] = {0x1p-73f, 1};
    s.cells[(size_t)c.runner].assign(32, 0.1f);
    s.cells[(size_t)c.runner].resize(64, 0.05f);
    for (const int column : {c.runner + 1, c.course, c.course + 1})
        s.cells[(size_t)column].assign(64, 0);
    const answers expected = naive(s);
    ASSERT_EQ(std::vector<uint32_t>({0, 32}), expected.target);
    ASSERT_EQ(0.0f, expected.cost[0]);
    EXPECT_EQ(0u, check(s));
}

/* No candidate appears twice in the answer, and a present target that is no longer a candidate does not
   appear. */
TEST(choose, a_present_target_may_no_longer_exist) {
    const float zero = 0, x[] = {1, NAN, 2, 3}, y[] = {0, 0, 0, 0};
    for (const bool with_crowd : {false, true})
        for (const uint32_t present : {1u, 4u, 5u, UINT32_MAX}) {
            way_choose2d_in in = {};
            way_choose2d_out out = {};
            way_choice choice = {};
            uint32_t target[8];
            uint64_t memory[512];
            in.chaser_x = in.chaser_y = way_same(&zero);
            in.runner_x.data = x, in.runner_y.data = y;
            in.present.data = &present;
            out.target = way_out(target);
            choice.count = 1, choice.runner_count = 4, choice.best = 8;
            ASSERT_EQ(WAY_OK, way_make_crowd2d(&in, 4, (way_crowd2d *)memory, sizeof memory));
            if (with_crowd)
                choice.crowd2d = (const way_crowd2d *)memory;
            ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &choice));
            const uint32_t expected[] = {0, 2, 3, UINT32_MAX};
            for (size_t k = 0; k < 4; k++)
                EXPECT_EQ(expected[k], target[k]) << present;
        }
}

/* Layouts ------------------------------------------------------------------------------------------------ */

/* The columns of a scene in several layouts: records, lists of rows, pages, doubles or halves. */
struct laid {
    std::vector<std::vector<unsigned char>> bytes;
    std::vector<std::vector<uint32_t>> rows;
    std::vector<std::vector<const void *>> pages;
    std::vector<way_column> in;
};

void lay_out(scene &s, size_t turn, laid &to) {
    const columns c = s.at();
    to.bytes.resize(s.cells.size()), to.rows.resize(s.cells.size()), to.pages.resize(s.cells.size());
    to.in = s.in();
    for (size_t k = 0; k < s.cells.size(); k++) {
        std::vector<float> &cells = s.cells[k];
        const size_t n = cells.size();
        const bool is_word = (int)k == c.mask || (int)k == c.present || (int)k == c.self ||
                             (int)k == c.runner_mask || (int)k == c.world || (int)k == c.runner_world;
        /* far off, the positions in doubles would be relative to an origin */
        const bool is_far =
            (int)k >= c.runner && (int)k < c.runner + s.dims &&
            std::none_of(cells.begin(), cells.end(), [](float x) { return std::fabs(x) <= 65536; });
        way_column &column = to.in[k];
        if (n == 0)
            continue;
        const size_t how = (k + turn) % (is_word || is_far ? 3 : 5);
        to.bytes[k].assign(24 * n + 64, 0xee);
        unsigned char *data = to.bytes[k].data();
        if (how == 0) { /* records in reverse order */
            for (size_t i = 0; i < n; i++)
                std::memcpy(data + 12 * (n - 1 - i), &cells[i], 4);
            column = way_column_of(data + 12 * (n - 1), -12, WAY_SINGLE);
        } else if (how == 1) { /* a list of rows */
            for (size_t i = 0; i < n; i++)
                to.rows[k].push_back((uint32_t)((i * 7 + 3) % n));
            if (n % 7 == 0)
                for (size_t i = 0; i < n; i++)
                    to.rows[k][i] = (uint32_t)(n - 1 - i);
            for (size_t i = 0; i < n; i++)
                std::memcpy(data + 8 * to.rows[k][i], &cells[i], 4);
            column = way_by_rows(way_column_of(data, 8, WAY_SINGLE), to.rows[k].data());
        } else if (how == 2) { /* pages of 5 elements */
            for (size_t i = 0; i < n; i++)
                std::memcpy(data + 20 * (i / 5) + 4 * (i % 5), &cells[i], 4);
            for (size_t i = 0; i < n; i += 5)
                to.pages[k].push_back(data + 20 * (i / 5));
            column = way_column{to.pages[k].data(), 0, nullptr, 0, 5};
        } else if (how == 3) { /* doubles that the library rounds to the scene's floats */
            for (size_t i = 0; i < n; i++) {
                const double number = (double)cells[i] * (1.0 + 0x1p-40);
                std::memcpy(data + 16 * i, &number, 8);
            }
            column = way_at((const double *)(const void *)data, 16);
        } else { /* halves; the scene's cells are set to their values */
            for (size_t i = 0; i < n; i++) {
                const uint16_t half =
                    (uint16_t)(0x3c00u + (support::bits_of(cells[i]) >> 9 & 0x3fffu) % 0x1800u);
                const uint32_t bits = ((half & 0x7fffu) << 13) + 0x38000000u;
                cells[i] = support::float_of(bits);
                std::memcpy(data + 6 * i, &half, 2);
            }
            column = way_at((const way_half *)(const void *)data, 6);
        }
    }
}

TEST(choose, columns_may_have_any_layout) {
    for (size_t k = 0; k < support::draws(640); k++) {
        scene s = draw_scene(support::seed_for(11, k), 19, 90, false);
        uint64_t state = k;
        if (k % 4 == 1)
            draw_worlds(&state, s);
        laid columns;
        lay_out(s, k, columns);
        const answers expected = naive(s);
        for (const std::string &isa : support::isa_names()) {
            const support::use_isa use(isa);
            way_choice choice = choice_of(s);
            ASSERT_EQ(0u, differences(s, expected, ask(s, columns.in, choice), isa));
            const crowd sorted(s, columns.in.data());
            ASSERT_EQ(WAY_OK, sorted.result());
            sorted.lend(&choice);
            ASSERT_EQ(0u, differences(s, expected, ask(s, columns.in, choice), isa + " with a crowd"));
        }
    }
}

TEST(choose, any_split_gives_the_same_answers) {
    for (size_t k = 0; k < support::draws(320); k++) {
        const scene s = draw_scene(support::seed_for(12, k), 100, 300, k % 2 != 0);
        const answers expected = naive(s);
        const std::vector<way_column> in = s.in();
        const crowd sorted(s, in.data());
        uint64_t state = k;
        answers got(s.choosers, s.best), listed(s.choosers, s.best);
        const std::vector<way_column_out> out = got.out(), list_out = listed.out();
        std::vector<uint32_t> list;
        for (uint32_t i = 0; i < s.choosers; i++)
            list.push_back((i * 37 + 5) % 100);
        for (size_t first = 0; first < s.choosers;) {
            way_choice choice = choice_of(s);
            const size_t left = s.choosers - first;
            choice.first = first;
            choice.count = std::min<size_t>(left, 1 + draw_below(&state, 40));
            if (draw_below(&state, 2))
                sorted.lend(&choice);
            ASSERT_EQ(WAY_OK, choose(s, in.data(), out.data(), choice));
            choice.index = list.data();
            ASSERT_EQ(WAY_OK, choose(s, in.data(), list_out.data(), choice));
            first += choice.count;
        }
        ASSERT_EQ(0u, differences(s, expected, got, "in parts"));
        ASSERT_EQ(0u, differences(s, expected, listed, "by a list"));
    }
}

/* Many choosers in the places of the candidates are handled in the order of the crowd. Here some have no place,
   others are not in the crowd, and a call may be for a part of them. Each gets the answer that it gets in a call
   for few, and no other row is written. */
TEST(choose, many_among_themselves_get_the_answers_of_few) {
    const size_t n = 70001, later = 300;
    for (int kind = 0; kind < 8; kind++) {
        uint64_t state = support::seed_for(63, (uint64_t)kind);
        scene s;
        s.dims = 2 + kind % 2, s.cost = kind & 2 ? WAY_BY_TIME : WAY_BY_DISTANCE, s.best = 1 + kind / 4;
        s.choosers = n, s.runners = n - later;
        const columns c = s.at();
        s.cells.resize((size_t)c.count);
        for (int k = 0; k < s.dims; k++)
            for (size_t i = 0; i < n; i++) {
                const float at = draw_between(&state, -500, 500);
                s.cells[(size_t)k].push_back(i % 97 == 0 ? NAN : kind / 4 ? at * at * at : at);
                s.cells[(size_t)(c.course + k)].push_back(draw_between(&state, -1, 1));
            }
        s.cells[(size_t)c.speed].assign(n, 2);
        std::vector<way_column> in = s.in();
        for (int k = 0; k < s.dims; k++)
            in[(size_t)(c.runner + k)] = in[(size_t)k];
        const crowd sorted(s, in.data());
        way_choice choice = choice_of(s);
        sorted.lend(&choice);
        answers few(n, s.best);
        const std::vector<way_column_out> few_out = few.out();
        for (choice.first = 0; choice.first < n; choice.first += choice.count) {
            choice.count = std::min<size_t>(9999, n - choice.first);
            ASSERT_EQ(WAY_OK, choose(s, in.data(), few_out.data(), choice));
        }
        for (const size_t first : {0, 1234}) {
            answers many(n, s.best);
            const std::vector<way_column_out> out = many.out();
            choice.first = first, choice.count = n - 2 * first;
            ASSERT_EQ(WAY_OK, choose(s, in.data(), out.data(), choice));
            answers expected = few;
            for (size_t i = 0; i < n; i++)
                if (i < first || i >= n - first) {
                    expected.status[i] = -7;
                    std::fill_n(&expected.target[i * (size_t)s.best], s.best, 0xdeadu);
                    std::fill_n(&expected.cost[i * (size_t)s.best], s.best, -7.0f);
                }
            ASSERT_EQ(0u, differences(s, expected, many, "many"));
            EXPECT_EQ(0, std::count(few.status.begin(), few.status.end(), -7));
        }
    }
}

/* The output of targets may overwrite the input of present targets. The call does not write outputs that the
   caller does not request. */
TEST(choose, outputs_may_overwrite_inputs) {
    for (size_t k = 0; k < support::draws(320); k++) {
        scene s = draw_scene(support::seed_for(13, k), 50, 200, false);
        s.best = 1;
        const columns c = s.at();
        s.cells[(size_t)c.present].resize(s.choosers);
        for (size_t i = 0; i < s.choosers; i++)
            s.put_word(c.present, i, (uint32_t)(i * 5 % 210));
        const answers expected = naive(s);
        std::vector<way_column> in = s.in();
        std::vector<float> over = s.cells[(size_t)c.present];
        in[(size_t)c.present].data = over.data();
        std::vector<way_column_out> out(4);
        out[0] = way_to(over.data(), 4);
        ASSERT_EQ(WAY_OK, choose(s, in.data(), out.data(), choice_of(s)));
        ASSERT_EQ(0, std::memcmp(over.data(), expected.target.data(), 4 * s.choosers));
    }
}

/* Calls, threads and processors -------------------------------------------------------------------------- */

TEST(choose, threads_share_a_crowd) {
    for (const way_cost cost : {WAY_BY_DISTANCE, WAY_BY_TIME, WAY_BY_TURNING}) {
        scene s;
        for (uint64_t k = 0; s.choosers == 0 || s.cost != cost; k++)
            s = draw_scene(support::seed_for(14, k), 400, 1000, false);
        const answers expected = naive(s);
        const std::vector<way_column> in = s.in();
        const crowd sorted(s, in.data());
        std::vector<std::thread> threads;
        answers got(s.choosers, s.best);
        const std::vector<way_column_out> out = got.out();
        std::atomic<size_t> next{0}, refused{0};
        for (int k = 0; k < 4; k++)
            threads.emplace_back([&] {
                for (size_t first; (first = next.fetch_add(7)) < s.choosers;) {
                    way_choice choice = choice_of(s);
                    choice.first = first, choice.count = std::min<size_t>(7, s.choosers - first);
                    sorted.lend(&choice);
                    refused += choose(s, in.data(), out.data(), choice) != WAY_OK;
                }
            });
        for (std::thread &thread : threads)
            thread.join();
        EXPECT_EQ(0u, refused);
        EXPECT_EQ(0u, differences(s, expected, got, "by four threads"));
    }
}

#if defined(__x86_64__)
TEST(choose, the_callers_mode_changes_no_bit) {
    for (size_t k = 0; k < support::draws(320); k++) {
        const scene s = draw_scene(support::seed_for(15, k), 20, 120, k % 2 != 0);
        const answers expected = naive(s);
        const std::vector<way_column> in = s.in();
        for (const unsigned mode : {0x9fc0u, 0x7f80u, 0x5f80u, 0x3f80u, 0xffc0u}) {
            std::vector<uint64_t> memory(crowd_bytes(s) / 8 + 1);
            answers got(s.choosers, s.best), alone(s.choosers, s.best);
            const std::vector<way_column_out> out = got.out(), alone_out = alone.out();
            way_choice choice = choice_of(s);
            _mm_setcsr(mode);
            make_crowd(s, in.data(), memory.data(), 8 * memory.size());
            choose(s, in.data(), alone_out.data(), choice);
            lend_crowd(s.dims, memory.data(), &choice);
            choose(s, in.data(), out.data(), choice);
            const unsigned after = _mm_getcsr();
            _mm_setcsr(0x1f80);
            ASSERT_EQ(mode, after);
            ASSERT_EQ(0u, differences(s, expected, got, "in another mode with a crowd"));
            ASSERT_EQ(0u, differences(s, expected, alone, "in another mode"));
        }
    }
}
#endif

/* The best candidates of a chooser are consecutive elements of the output column, in every layout. */
TEST(choose, the_best_are_lists_in_any_layout) {
    const scene s = [] {
        scene one;
        for (uint64_t k = 0; one.best < 2 || one.dims == 3 || one.choosers < 40; k++)
            one = draw_scene(support::seed_for(18, k), 60, 90, false);
        return one;
    }();
    const std::vector<way_column> in = s.in();
    answers plain(s.choosers, s.best);
    ASSERT_EQ(WAY_OK, choose(s, in.data(), plain.out().data(), choice_of(s)));
    const size_t n = plain.target.size(), best = (size_t)s.best;
    std::vector<uint32_t> spaced(3 * n, 7), by_row(n), paged(n + 3, 7), rows(n);
    std::vector<double> wide(n);
    std::vector<void *> pages;
    for (size_t k = 0; k < n; k++)
        rows[k] = (uint32_t)(n - 1 - k);
    for (size_t k = 0; k < n; k += 3)
        pages.push_back(paged.data() + k);
    std::vector<way_column_out> out = plain.out();
    const auto chosen = [&](const way_column_out &target, const way_column_out &cost) {
        out[0] = target, out[1] = cost;
        return choose(s, in.data(), out.data(), choice_of(s));
    };
    ASSERT_EQ(WAY_OK, chosen(way_to(spaced.data(), 12), way_out(wide.data())));
    for (size_t k = 0; k < n; k++) {
        ASSERT_EQ(plain.target[k], spaced[3 * k]);
        ASSERT_EQ((double)plain.cost[k], wide[k]);
        ASSERT_EQ(7u, spaced[3 * k + 1]);
    }
    ASSERT_EQ(WAY_OK, chosen(way_to_rows(by_row.data(), 4, rows.data()), {pages.data(), 0, nullptr, 0, 3}));
    for (size_t k = 0; k < n; k++) {
        ASSERT_EQ(plain.target[k], by_row[n - 1 - k]);
        ASSERT_EQ(support::bits_of(plain.cost[k]), paged[k]);
    }
    /* also with an index, the elements of chooser i begin at best * i */
    const std::vector<uint32_t> index = {31, 3, 8};
    way_choice some = choice_of(s);
    some.index = index.data(), some.count = index.size();
    answers few(s.choosers, s.best);
    ASSERT_EQ(WAY_OK, choose(s, in.data(), few.out().data(), some));
    for (size_t i = 0; i < s.choosers; i++)
        for (size_t k = best * i; k < best * i + best; k++)
            ASSERT_EQ(std::count(index.begin(), index.end(), i) ? plain.target[k] : 0xdeadu, few.target[k]);
    /* an assignment can use these outputs as its lists */
    way_assign_in lists = {};
    way_assignment how = {};
    std::vector<uint64_t> memory(way_assign_bytes(s.choosers, s.runners, n) / 8 + 1);
    std::vector<uint32_t> got(s.choosers);
    way_assign_out taken = {};
    lists.row = way_in(plain.target.data()), lists.cost = way_in(plain.cost.data());
    taken.target = way_out(got.data());
    how.count = s.choosers, how.runner_count = s.runners, how.each = best;
    how.memory = memory.data(), how.bytes = 8 * memory.size();
    ASSERT_EQ(WAY_OK, way_assign(&lists, &taken, &how));
    for (size_t i = 0; i < s.choosers; i++) {
        const auto first = plain.target.begin() + (ptrdiff_t)(best * i);
        EXPECT_TRUE(got[i] == UINT32_MAX || std::count(first, first + s.best, got[i]) == 1) << i;
    }
}

/* Refused calls ------------------------------------------------------------------------------------------ */

struct call {
    std::vector<float> numbers = std::vector<float>(64, 1.0f);
    std::vector<uint64_t> memory = std::vector<uint64_t>(way_crowd2d_bytes(8) / 8 + 2);
    std::vector<uint32_t> target = std::vector<uint32_t>(16, 7);
    way_choose2d_in in = {};
    way_choose2d_out out = {};
    way_choice choice = {};
    call() {
        for (way_column *column : {&in.chaser_x, &in.chaser_y, &in.chaser_speed, &in.runner_x, &in.runner_y,
                                   &in.runner_vx, &in.runner_vy, &in.heading_x, &in.heading_y, &in.radius})
            column->data = numbers.data();
        out.target.data = target.data();
        choice.count = choice.runner_count = 8;
        EXPECT_EQ(WAY_OK, build());
    }
    way_result build() { return way_make_crowd2d(&in, 8, (way_crowd2d *)memory.data(), 8 * memory.size()); }
    void lend() { choice.crowd2d = (const way_crowd2d *)memory.data(); }
};

TEST(choose, refuses_mistakes_and_writes_nothing) {
    const support::refusal<call> cases[] = {
        {"nothing wrong", WAY_OK, [](call &) {}},
        {"a crowd", WAY_OK, [](call &c) { c.lend(); }},
        {"no place", WAY_ERROR_MISSING, [](call &c) { c.in.chaser_y.data = nullptr; }},
        {"no speed by time", WAY_ERROR_MISSING,
         [](call &c) { c.choice.cost = WAY_BY_TIME, c.in.chaser_speed.data = nullptr; }},
        {"no velocity by time", WAY_ERROR_MISSING,
         [](call &c) { c.choice.cost = WAY_BY_TIME, c.in.runner_vx.data = nullptr; }},
        {"a crowd without velocities by time", WAY_ERROR_MISSING,
         [](call &c) {
             c.in.runner_vx.data = nullptr;
             EXPECT_EQ(WAY_OK, c.build());
             c.lend(), c.choice.cost = WAY_BY_TIME;
         }},
        {"a crowd without the choice's masks", WAY_ERROR_MISSING,
         [](call &c) { c.lend(), c.in.runner_mask.data = c.numbers.data(); }},
        {"a crowd without the choice's masks, and its number of candidates", WAY_ERROR_MISSING,
         [](call &c) {
             c.lend(), c.choice.runner_count = 0;
             c.in.runner_mask.data = c.numbers.data();
         }},
        {"a crowd without the choice's weights", WAY_ERROR_MISSING,
         [](call &c) { c.lend(), c.in.weight.data = c.numbers.data(); }},
        {"a choice without the crowd's masks and weights", WAY_OK,
         [](call &c) {
             c.in.runner_mask.data = c.in.weight.data = c.numbers.data();
             EXPECT_EQ(WAY_OK, c.build());
             c.lend(), c.in.runner_mask = c.in.weight = way_column();
         }},
        {"all by turning", WAY_OK, [](call &c) { c.choice.cost = WAY_BY_TURNING; }},
        {"no speed by turning", WAY_ERROR_MISSING,
         [](call &c) { c.choice.cost = WAY_BY_TURNING, c.in.chaser_speed.data = nullptr; }},
        {"no heading by turning", WAY_ERROR_MISSING,
         [](call &c) { c.choice.cost = WAY_BY_TURNING, c.in.heading_x.data = nullptr; }},
        {"half a heading by turning", WAY_ERROR_MISSING,
         [](call &c) { c.choice.cost = WAY_BY_TURNING, c.in.heading_y.data = nullptr; }},
        {"no radius by turning", WAY_ERROR_MISSING,
         [](call &c) { c.choice.cost = WAY_BY_TURNING, c.in.radius.data = nullptr; }},
        {"no velocity by turning", WAY_ERROR_MISSING,
         [](call &c) { c.choice.cost = WAY_BY_TURNING, c.in.runner_vy.data = nullptr; }},
        {"a crowd without velocities by turning", WAY_ERROR_MISSING,
         [](call &c) {
             c.in.runner_vx.data = nullptr;
             EXPECT_EQ(WAY_OK, c.build());
             c.lend(), c.choice.cost = WAY_BY_TURNING;
         }},
        {"a radius of no type", WAY_ERROR_TYPE,
         [](call &c) {
             c.in.radius = {c.numbers.data(), 0, nullptr, 3, 0};
         }},
        {"a wanted heading between", WAY_ERROR_ALIGNMENT,
         [](call &c) { c.in.wanted_heading_y.data = (const char *)c.numbers.data() + 2; }},
        {"a cost below all", WAY_ERROR_COST, [](call &c) { c.choice.cost = -1; }},
        {"no runner", WAY_ERROR_MISSING, [](call &c) { c.in.runner_x.data = nullptr; }},
        {"an unknown cost", WAY_ERROR_COST, [](call &c) { c.choice.cost = 3; }},
        {"an unknown type", WAY_ERROR_TYPE,
         [](call &c) {
             c.in.weight = {c.numbers.data(), 0, nullptr, 3, 0};
         }},
        {"a mask of doubles", WAY_ERROR_TYPE,
         [](call &c) {
             c.in.chaser_mask = {c.numbers.data(), 0, nullptr, 1, 0};
         }},
        {"a target of doubles", WAY_ERROR_TYPE, [](call &c) { c.out.target.type = WAY_DOUBLE; }},
        {"a cost of halves", WAY_ERROR_TYPE,
         [](call &c) {
             c.out.cost = {c.target.data(), 0, nullptr, 2, 0};
         }},
        {"an address between", WAY_ERROR_ALIGNMENT,
         [](call &c) { c.in.chaser_x.data = (const char *)c.numbers.data() + 2; }},
        {"an output that is one for all", WAY_ERROR_STRIDE, [](call &c) { c.out.target.gap = -4; }},
        {"a list between", WAY_ERROR_ALIGNMENT,
         [](call &c) {
             c.choice.index = (const uint32_t *)(const void *)((const char *)c.target.data() + 1);
         }},
        {"two best", WAY_OK, [](call &c) { c.choice.best = 2; }},
        {"nine best", WAY_ERROR_COUNT, [](call &c) { c.choice.best = 9; }},
        {"best below 0", WAY_ERROR_COUNT, [](call &c) { c.choice.best = -1; }},
        {"too many with two best", WAY_ERROR_COUNT,
         [](call &c) { c.choice.best = 2, c.choice.count = SIZE_MAX / 8 + 1; }},
        {"the second best over a runner's column", WAY_ERROR_OVERLAP,
         [](call &c) { c.choice.best = 2, c.in.runner_mask.data = c.target.data() + 15; }},
        {"crowds in space and in the plane", WAY_ERROR_MEMORY,
         [](call &c) { c.lend(), c.choice.crowd3d = (const way_crowd3d *)c.memory.data(); }},
        {"too many", WAY_ERROR_COUNT, [](call &c) { c.choice.count = SIZE_MAX; }},
        {"too many runners", WAY_ERROR_COUNT, [](call &c) { c.choice.runner_count = UINT32_MAX; }},
        {"an output over a runner's column", WAY_ERROR_OVERLAP,
         [](call &c) { c.in.runner_mask.data = c.target.data() + 4; }},
        {"memory between", WAY_ERROR_ALIGNMENT,
         [](call &c) {
             c.lend(), c.choice.crowd2d = (const way_crowd2d *)((const char *)c.memory.data() + 4);
         }},
        {"no crowd there", WAY_ERROR_MEMORY, [](call &c) { c.lend(), c.memory[0] ^= 1; }},
        {"a crowd in space", WAY_ERROR_MEMORY,
         [](call &c) {
             way_choose3d_in in = {};
             c.memory.resize(way_crowd3d_bytes(8) / 8 + 1);
             in.runner_x = in.runner_y = in.runner_z = c.in.runner_x;
             EXPECT_EQ(WAY_OK, way_make_crowd3d(&in, 8, (way_crowd3d *)c.memory.data(), 8 * c.memory.size()));
             c.lend();
         }},
    };
    for (const auto &one : cases) {
        call c;
        one.spoil(c);
        EXPECT_EQ(one.expected, way_choose2d(&c.in, &c.out, &c.choice)) << one.what;
        if (one.expected != WAY_OK) {
            EXPECT_EQ(std::vector<uint32_t>(16, 7), c.target) << one.what;
        }
    }
    call c;
    c.out.target.data = nullptr; /* no output is wanted */
    EXPECT_EQ(WAY_OK, way_choose2d(&c.in, &c.out, &c.choice));
    EXPECT_EQ(std::vector<uint32_t>(16, 7), c.target);
    EXPECT_EQ(WAY_ERROR_NULL, way_choose2d(nullptr, &c.out, &c.choice));
    EXPECT_EQ(WAY_ERROR_NULL, way_choose2d(&c.in, nullptr, &c.choice));
    EXPECT_EQ(WAY_ERROR_NULL, way_choose2d(&c.in, &c.out, nullptr));
}

/* A choice in 3D cannot use WAY_BY_TURNING. */
TEST(choose, in_space_there_is_no_turning) {
    const float one = 1;
    uint32_t target = 7;
    way_choose3d_in in = {};
    way_choose3d_out out = {};
    way_choice choice = {};
    in.chaser_x = in.chaser_y = in.chaser_z = in.chaser_speed = way_same(&one);
    in.runner_x = in.runner_y = in.runner_z = in.runner_vx = in.runner_vy = in.runner_vz = way_same(&one);
    out.target.data = &target;
    choice.count = choice.runner_count = 1;
    choice.cost = WAY_BY_TURNING;
    EXPECT_EQ(WAY_ERROR_COST, way_choose3d(&in, &out, &choice));
    EXPECT_EQ(7u, target);
    choice.cost = WAY_BY_TIME;
    EXPECT_EQ(WAY_OK, way_choose3d(&in, &out, &choice));
}

TEST(choose, refuses_memory_that_is_too_small) {
    for (const size_t runners : {0, 1, 16, 17, 1000}) {
        const size_t bytes = way_crowd2d_bytes(runners);
        std::vector<float> place(runners + 1, 2.0f);
        std::vector<uint64_t> memory(bytes / 8 + 2, 3);
        const std::vector<uint64_t> before = memory;
        way_choose2d_in in = {};
        in.runner_x.data = in.runner_y.data = place.data();
        EXPECT_EQ(WAY_ERROR_MEMORY, way_make_crowd2d(&in, runners, (way_crowd2d *)memory.data(), bytes - 1));
        EXPECT_EQ(WAY_ERROR_ALIGNMENT,
                  way_make_crowd2d(&in, runners, (way_crowd2d *)((char *)memory.data() + 4), bytes));
        EXPECT_EQ(WAY_ERROR_NULL, way_make_crowd2d(&in, runners, nullptr, bytes));
        EXPECT_EQ(WAY_ERROR_NULL, way_make_crowd2d(nullptr, runners, (way_crowd2d *)memory.data(), bytes));
        EXPECT_EQ(before, memory);
        EXPECT_EQ(WAY_OK, way_make_crowd2d(&in, runners, (way_crowd2d *)memory.data(), bytes));
    }
    EXPECT_EQ(0u, way_crowd2d_bytes(UINT32_MAX));
    EXPECT_EQ(0u, way_crowd3d_bytes(SIZE_MAX));
    uint64_t memory[64];
    way_choose3d_in in = {};
    EXPECT_EQ(WAY_ERROR_COUNT, way_make_crowd3d(&in, UINT32_MAX, (way_crowd3d *)memory, sizeof memory));
    EXPECT_EQ(WAY_ERROR_MISSING, way_make_crowd3d(&in, 5, (way_crowd3d *)memory, sizeof memory));
}

TEST(choose, statuses_tell_what_is_wrong_with_a_chooser) {
    const float nan = std::nanf(""), inf = INFINITY, least = 0x1p-63f;
    struct {
        way_column way_choose2d_in::*column;
        float number;
        way_status expected[3]; /* the status by distance, by time and by turning */
    } const cases[] = {
        {&way_choose2d_in::chaser_x, nan, {WAY_INVALID, WAY_INVALID, WAY_INVALID}},
        {&way_choose2d_in::chaser_y, inf, {WAY_INVALID, WAY_INVALID, WAY_INVALID}},
        {&way_choose2d_in::chaser_x, 1.1e18f, {WAY_INVALID, WAY_INVALID, WAY_INVALID}},
        {&way_choose2d_in::chaser_speed, nan, {WAY_MET, WAY_INVALID, WAY_INVALID}},
        {&way_choose2d_in::chaser_speed, -1, {WAY_MET, WAY_NO_TARGET, WAY_NO_TARGET}},
        {&way_choose2d_in::reach, -1, {WAY_MET, WAY_INVALID, WAY_MET}},
        {&way_choose2d_in::reach, inf, {WAY_MET, WAY_INVALID, WAY_MET}},
        {&way_choose2d_in::horizon, nan, {WAY_MET, WAY_INVALID, WAY_INVALID}},
        {&way_choose2d_in::horizon, -1, {WAY_MET, WAY_NO_TARGET, WAY_NO_TARGET}},
        {&way_choose2d_in::horizon, -inf, {WAY_MET, WAY_INVALID, WAY_INVALID}},
        {&way_choose2d_in::horizon, -FLT_MAX, {WAY_MET, WAY_NO_TARGET, WAY_NO_TARGET}},
        {&way_choose2d_in::range_from, nan, {WAY_INVALID, WAY_INVALID, WAY_INVALID}},
        {&way_choose2d_in::range_from, inf, {WAY_NO_TARGET, WAY_NO_TARGET, WAY_NO_TARGET}},
        {&way_choose2d_in::range_to, nan, {WAY_INVALID, WAY_INVALID, WAY_INVALID}},
        {&way_choose2d_in::range_to, -1, {WAY_NO_TARGET, WAY_NO_TARGET, WAY_NO_TARGET}},
        {&way_choose2d_in::facing_x, inf, {WAY_INVALID, WAY_INVALID, WAY_INVALID}},
        {&way_choose2d_in::arc, nan, {WAY_INVALID, WAY_INVALID, WAY_INVALID}},
        {&way_choose2d_in::bonus, nan, {WAY_INVALID, WAY_INVALID, WAY_INVALID}},
        {&way_choose2d_in::bonus, -1, {WAY_INVALID, WAY_INVALID, WAY_INVALID}},
        {&way_choose2d_in::bonus, inf, {WAY_MET, WAY_MET, WAY_MET}},
        {&way_choose2d_in::chaser_mask, 0 /* no bits */, {WAY_NO_TARGET, WAY_NO_TARGET, WAY_NO_TARGET}},
        {&way_choose2d_in::weight, -1, {WAY_NO_TARGET, WAY_NO_TARGET, WAY_NO_TARGET}},
        {&way_choose2d_in::weight, nan, {WAY_NO_TARGET, WAY_NO_TARGET, WAY_NO_TARGET}},
        {&way_choose2d_in::weight, inf, {WAY_NO_TARGET, WAY_NO_TARGET, WAY_NO_TARGET}},
        {&way_choose2d_in::weight, 0, {WAY_MET, WAY_MET, WAY_MET}},
        {&way_choose2d_in::runner_mask, 0, {WAY_NO_TARGET, WAY_NO_TARGET, WAY_NO_TARGET}},
        {&way_choose2d_in::runner_x, nan, {WAY_NO_TARGET, WAY_NO_TARGET, WAY_NO_TARGET}},
        {&way_choose2d_in::runner_y, -1.1e18f, {WAY_NO_TARGET, WAY_NO_TARGET, WAY_NO_TARGET}},
        {&way_choose2d_in::runner_vx, nan, {WAY_MET, WAY_NO_TARGET, WAY_NO_TARGET}},
        {&way_choose2d_in::runner_vy, inf, {WAY_MET, WAY_NO_TARGET, WAY_NO_TARGET}},
        {&way_choose2d_in::heading_x, nan, {WAY_MET, WAY_MET, WAY_INVALID}},
        {&way_choose2d_in::heading_y, inf, {WAY_MET, WAY_MET, WAY_INVALID}},
        {&way_choose2d_in::heading_x, 0, {WAY_MET, WAY_MET, WAY_INVALID}},
        {&way_choose2d_in::heading_x, std::nextafter(least, 0.0f), {WAY_MET, WAY_MET, WAY_INVALID}},
        {&way_choose2d_in::heading_x, least, {WAY_MET, WAY_MET, WAY_MET}},
        {&way_choose2d_in::heading_x, -1e18f, {WAY_MET, WAY_MET, WAY_MET}},
        {&way_choose2d_in::radius, nan, {WAY_MET, WAY_MET, WAY_INVALID}},
        {&way_choose2d_in::radius, 0, {WAY_MET, WAY_MET, WAY_INVALID}},
        {&way_choose2d_in::radius, -1, {WAY_MET, WAY_MET, WAY_INVALID}},
        {&way_choose2d_in::radius, inf, {WAY_MET, WAY_MET, WAY_INVALID}},
        {&way_choose2d_in::radius, std::nextafter(least, 0.0f), {WAY_MET, WAY_MET, WAY_INVALID}},
        {&way_choose2d_in::radius, least, {WAY_MET, WAY_MET, WAY_MET}},
        {&way_choose2d_in::radius, 1e15f, {WAY_MET, WAY_MET, WAY_MET}},
        {&way_choose2d_in::radius,
         1e18f,
         {WAY_MET, WAY_MET, WAY_MET /* within the tolerance of this circle */}},
        {&way_choose2d_in::radius, 1e19f, {WAY_MET, WAY_MET, WAY_NO_TARGET}},
        {&way_choose2d_in::wanted_heading_x, nan, {WAY_MET, WAY_MET, WAY_INVALID}},
        {&way_choose2d_in::wanted_heading_y, inf, {WAY_MET, WAY_MET, WAY_INVALID}},
        {&way_choose2d_in::wanted_heading_x, 1, {WAY_MET, WAY_MET, WAY_MET}},
    };
    for (const auto &one : cases)
        for (const way_cost cost : {WAY_BY_DISTANCE, WAY_BY_TIME, WAY_BY_TURNING})
            for (const bool with_crowd : {false, true}) {
                const float zero = 0, five = 5, two = 2, one_metre = 1;
                std::vector<uint64_t> memory(way_crowd2d_bytes(3) / 8 + 1);
                way_choose2d_in in = {};
                way_choose2d_out out = {};
                way_choice choice = {};
                int32_t status = -1;
                in.chaser_x = in.chaser_y = in.runner_vx = in.runner_vy = way_same(&zero);
                in.chaser_speed = way_same(&two), in.runner_x = in.runner_y = way_same(&five);
                in.heading_x = in.radius = way_same(&one_metre), in.heading_y = way_same(&zero);
                in.*one.column = way_same(&one.number);
                out.status.data = &status;
                choice.count = 1, choice.runner_count = 3, choice.cost = cost;
                ASSERT_EQ(WAY_OK, way_make_crowd2d(&in, 3, (way_crowd2d *)memory.data(), 8 * memory.size()));
                if (with_crowd)
                    choice.crowd2d = (const way_crowd2d *)memory.data();
                ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &choice));
                EXPECT_EQ(one.expected[cost], status) << &one - cases << " " << cost << with_crowd;
            }
}

/* Choosers whose columns are a part of the candidates' memory are candidates: chooser i is candidate shift + step * i. */
TEST(choose, parts_of_the_candidates_know_their_rows) {
    struct unit {
        double x, y, z;
        float radius;
    };
    uint64_t state = support::seed_for(32, 0);
    std::vector<unit> units(300);
    for (unit &one : units)
        one = {(double)draw_between(&state, 0, 50), (double)draw_between(&state, 0, 50), 0, 0.5f};
    const size_t n = units.size();
    for (const std::string &isa : support::isa_names())
        for (const ptrdiff_t shift : {0, 1, 100, 299, 300, -1, -7})
            for (int kind = 0; kind < 24;
                 kind++) { /* with a crowd, single values of y, an index, every third unit */
                const support::use_isa use(isa);
                const bool has_crowd = kind % 2, is_line = kind / 2 % 2;
                const size_t step = kind >= 12 ? 3 : 1;
                /* candidates are the units from `low` on; choosers the `count` units from `low + shift` on */
                const size_t low = shift < 0 ? (size_t)-shift : 0, runners = n - low,
                             first = low + (size_t)shift, count = std::min<size_t>((n - first) / step, 50);
                std::vector<uint32_t> index;
                for (size_t i = 0; i < count; i++)
                    index.push_back((uint32_t)((7 * i) % count));
                const unit *own = units.data() + first, *other = units.data() + low;
                way_choose2d_in in = {};
                in.chaser_x = way_at(&own->x, step * sizeof(unit)),
                in.runner_x = way_at(&other->x, sizeof(unit));
                in.chaser_y = is_line ? way_same(&units[0].y) : way_at(&own->y, step * sizeof(unit));
                in.runner_y = is_line ? way_same(&units[0].y) : way_at(&other->y, sizeof(unit));
                std::vector<uint64_t> memory(way_crowd2d_bytes(runners) / 8 + 1);
                ASSERT_EQ(WAY_OK,
                          way_make_crowd2d(&in, runners, (way_crowd2d *)memory.data(), 8 * memory.size()));
                way_choice how = {};
                how.count = count, how.runner_count = runners,
                how.index = kind % 12 >= 8 ? index.data() : nullptr;
                how.crowd2d = has_crowd ? (const way_crowd2d *)memory.data() : nullptr;
                std::vector<uint32_t> rows, target(count), expected(count);
                for (size_t i = 0; i < count; i++)
                    rows.push_back(first + step * i >= low ? (uint32_t)(first + step * i - low) : WAY_NO_ROW);
                way_choose2d_out out = {};
                out.target = way_out(target.data());
                ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &how));
                in.self = way_in(rows.data()), out.target = way_out(expected.data());
                ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &how));
                EXPECT_EQ(expected, target) << isa << " " << shift << " " << kind;
                in.self = way_column();
                std::vector<size_t> offset(count + 1);
                std::vector<way_neighbour> list(count * runners + 1);
                way_neighbours to = {};
                to.offset = offset.data(), to.list = list.data(), to.capacity = list.size(), to.most = 3;
                ASSERT_EQ(WAY_OK, way_neighbours2d(&in, &how, &to));
                for (size_t i = 0; i < count; i++)
                    for (size_t k = offset[i]; k < offset[i + 1]; k++)
                        EXPECT_NE(list[k].row, rows[how.index != nullptr ? index[i] : i]);
                /* a ray from the middle of each disc leaves its own disc */
                std::vector<float> distance(count);
                const float one = 1, range = 1;
                way_cast2d_in rays = {};
                way_cast2d_out hits = {};
                rays.x = in.chaser_x, rays.y = in.chaser_y, rays.runner_x = in.runner_x,
                rays.runner_y = in.runner_y;
                rays.direction_x = rays.direction_y = way_same(&one), rays.range = way_same(&range);
                rays.runner_radius = way_at(&other->radius, sizeof(unit)),
                hits.distance = way_out(distance.data());
                way_cast cast = {};
                cast.count = count, cast.runner_count = runners, cast.crowd2d = how.crowd2d;
                ASSERT_EQ(WAY_OK, way_cast2d(&rays, &hits, &cast));
                const std::vector<float> unstated = distance;
                rays.self = way_in(rows.data());
                ASSERT_EQ(WAY_OK, way_cast2d(&rays, &hits, &cast));
                EXPECT_EQ(distance, unstated) << shift << " " << kind;
            }
    /* other places: x of one unit and y of the next */
    way_choose2d_in in = {};
    way_choose2d_out out = {};
    way_choice how = {};
    uint32_t target = 7;
    in.chaser_x = way_at(&units[3].x, sizeof(unit)), in.chaser_y = way_at(&units[4].y, sizeof(unit));
    in.runner_x = way_at(&units[0].x, sizeof(unit)), in.runner_y = way_at(&units[0].y, sizeof(unit));
    units[4].y = units[3].y;
    out.target = way_out(&target), how.count = 1, how.runner_count = 300;
    ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &how));
    EXPECT_EQ(3u, target);
}

/* Far from 0 -------------------------------------------------------------------------------------------- */

/* Positions in doubles, and the same scene near 0 in floats. */
struct far_scene {
    scene near;
    std::vector<std::vector<double>> places; /* the choosers' columns, then the candidates' */

    std::vector<way_column> in() const {
        const columns c = near.at();
        std::vector<way_column> all = near.in();
        for (size_t k = 0; k < (size_t)near.dims; k++) {
            all[(size_t)c.place + k] = way_in(places[k].data());
            all[(size_t)c.runner + k] = way_in(places[(size_t)near.dims + k].data());
        }
        return all;
    }
};

/* Draws agents within 900 m of each other. On each axis they are `away` from 0 and on the same side of 0. The last
   candidate is unused: its mask is empty, and it stays at 0. Candidate 1 is invalid. */
far_scene draw_far(uint64_t seed, int dims, way_cost cost, const double *away) {
    uint64_t state = seed;
    far_scene far;
    scene &s = far.near;
    const columns c(dims);
    s.dims = dims, s.cost = cost, s.choosers = 40, s.runners = 201 + 20 * draw_below(&state, 40);
    s.best = 1 + (int)draw_below(&state, 3), s.seed = seed, s.name = "far from 0";
    s.cells.resize((size_t)c.count);
    far.places.resize(2 * (size_t)dims);
    for (size_t k = 0; k < far.places.size(); k++) {
        const bool is_runners = k >= (size_t)dims;
        const size_t axis = k % (size_t)dims;
        for (size_t i = 0; i < (is_runners ? s.runners : s.choosers); i++) {
            const double at = std::ldexp((double)draw_below(&state, 900 << 14), -14);
            s.cells[(size_t)(is_runners ? c.runner : c.place) + axis].push_back(
                (float)std::copysign(at, away[axis]));
            far.places[k].push_back(std::copysign(std::fabs(away[axis]) + at, away[axis]));
        }
        if (is_runners) {
            far.places[k].back() = 0;
            far.places[k][1] = axis == 0 ? NAN : 0;
            s.cells[(size_t)c.runner + axis][1] = (float)far.places[k][1];
        }
    }
    if (s.moves())
        draw_motion(&state, s, 900);
    if (cost == WAY_BY_TURNING)
        draw_turning(&state, s, 900);
    draw_options(&state, s, 900);
    std::vector<float> &masks = s.cells[(size_t)c.runner_mask];
    for (size_t i = masks.size(); i < s.runners; i++)
        masks.push_back(0), s.put_word(c.runner_mask, i, UINT32_MAX);
    s.put_word(c.runner_mask, s.runners - 1, 0);
    return far;
}

std::vector<way_neighbour> list_neighbours(const scene &s, const std::vector<way_column> &in,
                                           way_choice how) {
    std::vector<size_t> offset(s.choosers + 1);
    std::vector<way_neighbour> list((s.choosers + 1) * s.runners);
    way_neighbours to = {};
    to.offset = offset.data(), to.list = list.data(), to.capacity = list.size();
    EXPECT_EQ(WAY_OK, s.dims == 3 ? way_neighbours3d((const way_choose3d_in *)in.data(), &how, &to)
                                  : way_neighbours2d((const way_choose2d_in *)in.data(), &how, &to));
    list.resize(offset.back());
    return list;
}

/* Choices and lists among doubles that are all far from 0, on one side of it, have the bits of the same scene near
   0. Floats could not hold these positions: at 5,400 km they are 0.5 m apart. */
TEST(choose, doubles_far_from_0_give_the_answers_of_the_same_scene_near_0) {
    const double aways[][3] = {{499712, 5400576, 66560}, {-66560, 1e3 * 1024, -1e6 * 1024}, {0, -5400576, 0}};
    size_t wrong = 0, found = 0;
    for (const std::string &isa : support::isa_names())
        for (uint64_t k = 0; k < support::draws(320) && wrong == 0; k++) {
            const int dims = 2 + (int)(k % 2);
            const way_cost cost = (way_cost)(k / 2 % (dims == 2 ? 3 : 2));
            const far_scene far = draw_far(support::seed_for(31, k), dims, cost, aways[k % 3]);
            const scene &s = far.near;
            const std::unique_ptr<crowd> sorted = crowd_by(isa, s, far.in());
            const support::use_isa use(isa);
            way_choice plain = choice_of(s), with_crowd = plain;
            sorted->lend(&with_crowd);
            const answers expected = ask(s, s.in(), plain);
            const std::vector<way_neighbour> list = list_neighbours(s, s.in(), plain);
            for (const way_choice *how : {&plain, &with_crowd}) {
                wrong += differences(s, expected, ask(s, far.in(), *how), isa);
                const std::vector<way_neighbour> got = list_neighbours(s, far.in(), *how);
                ASSERT_EQ(list.size(), got.size()) << k;
                ASSERT_EQ(0, std::memcmp(list.data(), got.data(), 8 * list.size())) << k;
            }
            found += list.size();
        }
    EXPECT_GT(found, 1000u);
}

/* If one candidate is near 0 or on the other side of 0, doubles are rounded to float. Up to 4,194 km floats are 0.25 m
   apart, then 0.5 m. */
TEST(choose, doubles_on_both_sides_of_0_are_rounded) {
    for (const double other : {65536.0, -70000.0, 3.0}) {
        const double at[2] = {4194000.3, 4194000.3}, runners[2] = {4194002.2, other};
        uint32_t target = 7;
        float cost = 0;
        way_choose2d_in in = {};
        way_choose2d_out out = {};
        way_choice how = {};
        in.chaser_x = in.chaser_y = way_in(at), in.runner_x = in.runner_y = way_in(runners);
        out.target = way_out(&target), out.cost = way_out(&cost), how.count = 1, how.runner_count = 2;
        ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &how));
        EXPECT_EQ(0u, target);
        EXPECT_EQ((float)(2.0 * std::sqrt(2.0)), cost);
    }
}

} // namespace
