/* The large test of choices, in 2D and 3D. The test has 10^8 pairs of chooser and candidate by distance, as
   many by time, and a tenth of that by turning. Rows, costs and statuses must have the bits of the naive
   search in choose_scenes.h. On every instruction set of this machine, calls search all candidates and search
   crowds that any instruction set has built. The choosers are solved in one call, in parts, with lists of
   choosers, and with 1, 2 and 4 threads. The test prints the number of pairs, and of choosers with different
   answers. */
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <thread>

#include "choose_checks.h"

namespace {

using namespace choosing;

/* Solves the choosers in parts of random size. In scenes with an odd seed, a list names them in reverse
   order. */
answers ask_in_parts(const scene &s, const std::vector<way_column> &in, way_choice choice, uint64_t *state) {
    answers got(s.choosers, s.best);
    const std::vector<way_column_out> out = got.out();
    std::vector<uint32_t> list(s.choosers);
    for (size_t i = 0; i < s.choosers; i++)
        list[i] = (uint32_t)(s.choosers - 1 - i);
    for (size_t first = 0; first < s.choosers; first += choice.count) {
        choice.first = first;
        choice.count = std::min<size_t>(s.choosers - first, 1 + draw_below(state, 70));
        choice.index = s.seed % 2 ? list.data() : nullptr;
        EXPECT_EQ(WAY_OK, choose(s, in.data(), out.data(), choice));
    }
    return got;
}

answers ask_by_threads(const scene &s, const std::vector<way_column> &in, const way_choice &choice,
                       size_t count) {
    answers got(s.choosers, s.best);
    const std::vector<way_column_out> out = got.out();
    std::atomic<size_t> next{0}, refused{0};
    std::vector<std::thread> threads;
    for (size_t k = 0; k < count; k++)
        threads.emplace_back([&] {
            for (size_t first; (first = next.fetch_add(13)) < s.choosers;) {
                way_choice part = choice;
                part.first = first, part.count = std::min<size_t>(13, s.choosers - first);
                refused += choose(s, in.data(), out.data(), part) != WAY_OK;
            }
        });
    for (std::thread &thread : threads)
        thread.join();
    EXPECT_EQ(0u, refused);
    return got;
}

struct tally {
    double pairs = 0;
    size_t scenes = 0, calls = 0, wrong = 0, choosers = 0, met = 0;
};

void compare(tally *sum, const scene &s, const answers &expected, const answers &got,
             const std::string &how) {
    sum->wrong += differences(s, expected, got, how);
    sum->calls++;
}

/* Compares every way to make the call with one naive search. */
void try_scene(tally *sum, const scene &s) {
    const answers expected = naive(s);
    const std::vector<way_column> in = s.in();
    const std::vector<std::string> isas = support::isa_names();
    uint64_t state = s.seed;
    sum->pairs += (double)s.choosers * (double)s.runners;
    sum->scenes++;
    sum->choosers += s.choosers;
    sum->met += (size_t)std::count(expected.status.begin(), expected.status.end(), WAY_MET);
    for (size_t k = 0; k < isas.size(); k++) {
        const std::unique_ptr<crowd> sorted = crowd_by(isas[(k + s.seed) % isas.size()], s, in);
        const support::use_isa use(isas[k]);
        way_choice choice = choice_of(s);
        compare(sum, s, expected, ask(s, in, choice), isas[k]);
        if (sum->scenes % 4 == 0)
            compare(sum, s, expected, ask_in_parts(s, in, choice, &state), isas[k] + " in parts");
        sorted->lend(&choice);
        compare(sum, s, expected, ask_in_parts(s, in, choice, &state), isas[k] + " in parts with a crowd");
        for (const size_t threads : {1, 2, 4})
            compare(sum, s, expected, ask_by_threads(s, in, choice, threads),
                    isas[k] + " by " + std::to_string(threads) + " threads");
    }
}

/* Tries scenes of each layout in turn. draw_scene adds masks, arcs, ranges, weights, present targets, and
   runners up to twenty times as fast as choosers. Every seventh scene has extreme or invalid numbers. */
void prove(way_cost cost, double pairs) {
    static const layout turns[] = {UNIFORM, CLUSTERS, LINE, POINT, FAR_OFF, LATTICE, TWINS, SLANTED};
    const double wanted = support::small_size() ? pairs / 500 : pairs;
    const size_t n = support::small_size() ? 40 : 400, m = support::small_size() ? 500 : 5000;
    const int spaces = cost == WAY_BY_TURNING ? 1 : 2;
    tally sum;
    for (uint64_t k = 0; sum.wrong == 0 && (sum.pairs < wanted || k % 8 != 0); k++) {
        wish as;
        as.cost = cost;
        as.how = turns[k % 8];
        as.dims = 2 + (int)(k / 8) % spaces;
        try_scene(&sum, draw_scene(support::seed_for(51, k, (uint64_t)cost), n, m, k % 7 == 6, as));
    }
    std::string tables;
    for (const std::string &isa : support::isa_names())
        tables += " " + isa;
    static const char *const names[] = {"distance", "time", "turning"};
    std::printf(
        "   by %s: %.0f pairs in %zu scenes, %zu comparisons under%s, whole, in parts and by 1, 2 and 4 "
        "threads: %zu differences\n",
        names[cost], sum.pairs, sum.scenes, sum.calls, tables.c_str(), sum.wrong);
    EXPECT_EQ(0u, sum.wrong);
    EXPECT_GE(sum.pairs, wanted);
    EXPECT_GT(sum.met * 3, sum.choosers);
}

TEST(choose_pairs, rows_by_distance_match_the_naive_search) { prove(WAY_BY_DISTANCE, 1e8); }
TEST(choose_pairs, rows_by_time_match_the_naive_search) { prove(WAY_BY_TIME, 1e8); }
TEST(choose_pairs, rows_by_turning_match_the_naive_search) { prove(WAY_BY_TURNING, 1e7); }

} // namespace
