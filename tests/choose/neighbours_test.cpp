/* Tests lists of neighbours. They have the bits of a naive search in doubles (choose_scenes.h), on every
   instruction set, with and without a crowd, for any split and any thread. Other tests are about
   caller-supplied memory that is too small, and about refusals. */
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "choose_scenes.h"
#include "support.h"

namespace {

using namespace choosing;

struct lists {
    std::vector<size_t> offset;
    std::vector<way_neighbour> list;
    std::vector<int32_t> status;
    size_t answered = 0, needed = 0;
    way_result result = WAY_OK;
};

lists naive(const scene &s, size_t most) {
    lists expected;
    scene unbiased = s;
    unbiased.cost = WAY_BY_DISTANCE;
    unbiased.cells[(size_t)s.at().bonus].clear();
    expected.offset.push_back(0);
    for (size_t i = 0; i < s.choosers; i++) {
        std::vector<std::pair<double, uint32_t>> all;
        const bool sound = is_sound(unbiased, i);
        double distance;
        for (size_t r = 0; sound && r < s.runners; r++)
            if (passes(s, i, r, distance))
                all.emplace_back(distance, (uint32_t)r);
        std::sort(all.begin(), all.end());
        if (most > 0 && all.size() > most)
            all.resize(most);
        expected.needed = std::max(expected.needed, expected.list.size() + 2 * all.size());
        for (const auto &one : all)
            expected.list.push_back({one.second, (float)one.first});
        expected.offset.push_back(expected.list.size());
        expected.status.push_back(!sound ? WAY_INVALID : all.empty() ? WAY_NO_TARGET : WAY_MET);
    }
    expected.answered = s.choosers;
    return expected;
}

way_result ask(const scene &s, const way_column *in, const way_choice &choice, way_neighbours &to) {
    return s.dims == 3 ? way_neighbours3d((const way_choose3d_in *)in, &choice, &to)
                       : way_neighbours2d((const way_choose2d_in *)in, &choice, &to);
}

/* Makes lists in memory of exactly `capacity` elements, with guards behind it. */
lists list_all(const scene &s, const way_column *in, way_choice choice, size_t most, size_t capacity) {
    const way_neighbour guard = {0x5a5a5a5a, -3};
    lists got;
    got.list.assign(capacity + 4, guard);
    got.offset.assign(choice.count + 3, 77);
    got.status.assign(s.choosers + 2, 78);
    way_neighbours to = {};
    to.most = most, to.list = got.list.data(), to.capacity = capacity, to.offset = got.offset.data();
    to.status = way_to(got.status.data(), 4);
    got.result = ask(s, in, choice, to);
    got.answered = to.answered, got.needed = to.needed;
    for (size_t k = capacity; k < capacity + 4; k++)
        EXPECT_TRUE(got.list[k].row == guard.row && got.list[k].distance == guard.distance)
            << "written outside";
    for (size_t k = to.answered + 1; k < got.offset.size(); k++)
        EXPECT_EQ(77u, got.offset[k]) << "the offset of a chooser that was not answered";
    return got;
}

/* Compares the lists of the choosers that the call has answered. Reports the first difference and returns 1,
   or returns 0. */
size_t differences(const scene &s, const lists &expected, const lists &got, const std::string &how) {
    for (size_t i = 0; i < got.answered; i++) {
        const size_t from = expected.offset[i], to = expected.offset[i + 1];
        if (got.offset[i] == from && got.offset[i + 1] == to && got.status[i] == expected.status[i] &&
            (from == to || std::memcmp(&got.list[from], &expected.list[from], 8 * (to - from)) == 0))
            continue;
        std::string text = how + ", scene " + std::to_string(s.seed) + " (" + s.name + ", " +
                           std::to_string(s.dims) + " dimensions), chooser " + std::to_string(i) +
                           ": status " + std::to_string(got.status[i]) + ", expected " +
                           std::to_string(expected.status[i]) + "; elements " +
                           std::to_string(got.offset[i]) + " to " + std::to_string(got.offset[i + 1]) +
                           ", expected " + std::to_string(from) + " to " + std::to_string(to);
        for (size_t j = from; j < to; j++)
            if (std::memcmp(&got.list[j], &expected.list[j], 8) != 0) {
                text += "\n  element " + std::to_string(j) + ": row " + std::to_string(got.list[j].row) +
                        " at " + support::both((double)got.list[j].distance) + ", expected row " +
                        std::to_string(expected.list[j].row) + " at " +
                        support::both((double)expected.list[j].distance);
                break;
            }
        ADD_FAILURE() << text;
        return 1;
    }
    return 0;
}

way_choose2d_in plane_of(const way_choose3d_in &in) {
    way_choose2d_in plane = {};
    plane.chaser_x = in.chaser_x, plane.chaser_y = in.chaser_y, plane.runner_x = in.runner_x;
    plane.runner_y = in.runner_y, plane.weight = in.weight, plane.range_from = in.range_from;
    plane.range_to = in.range_to;
    return plane;
}

way_choice choice_of(const scene &s) {
    way_choice choice = {};
    choice.count = s.choosers;
    choice.runner_count = s.runners;
    choice.cost = 5; /* neighbours do not read the cost */
    return choice;
}

struct crowd {
    std::vector<uint64_t> memory;
    int dims;
    crowd(const scene &s, const way_column *in) : memory(crowd_bytes(s) / 8 + 1), dims(s.dims) {
        EXPECT_EQ(WAY_OK, make_crowd(s, in, memory.data(), 8 * memory.size()));
    }
    void lend(way_choice *to) const { lend_crowd(dims, memory.data(), to); }
};

/* Checks every instruction set, without a crowd and with a crowd that another instruction set has built. The
   memory for the lists is larger than needed, exactly large enough, or too small. */
size_t check(const scene &s, size_t most) {
    const lists expected = naive(s, most);
    const std::vector<way_column> in = s.in();
    const std::vector<std::string> isas = support::isa_names();
    size_t wrong = 0;
    for (size_t k = 0; k < isas.size(); k++) {
        support::use_isa other(isas[(k + s.seed) % isas.size()]);
        const crowd sorted(s, in.data());
        const support::use_isa use(isas[k]);
        way_choice choice = choice_of(s);
        for (const bool with_crowd : {false, true}) {
            if (with_crowd)
                sorted.lend(&choice);
            const std::string how = isas[k] + (with_crowd ? " with a crowd" : "");
            for (const size_t capacity : {8 * expected.needed + 64, expected.needed}) {
                const lists got = list_all(s, in.data(), choice, most, capacity);
                EXPECT_EQ(WAY_OK, got.result) << how;
                EXPECT_EQ(s.choosers, got.answered) << how;
                EXPECT_EQ(expected.needed, got.needed) << how;
                wrong += got.result != WAY_OK || got.answered != s.choosers;
                wrong += differences(s, expected, got, how);
            }
            for (const size_t capacity : {expected.needed - 1, expected.needed / 2, (size_t)0}) {
                if (expected.needed == 0)
                    continue;
                const lists got = list_all(s, in.data(), choice, most, capacity);
                EXPECT_EQ(WAY_ERROR_CAPACITY, got.result) << how;
                EXPECT_EQ(expected.needed, got.needed) << how;
                EXPECT_LT(got.answered, s.choosers) << how;
                const size_t at = std::min(got.answered, s.choosers - 1);
                EXPECT_GT(2 * expected.offset[at + 1] - expected.offset[at], capacity) << "it would have fit";
                for (size_t i = got.answered; i < s.choosers; i++)
                    EXPECT_EQ(78, got.status[i]) << how;
                wrong += got.needed != expected.needed;
                wrong += differences(s, expected, got, how + ", cut");
            }
        }
    }
    return wrong;
}

scene draw(uint64_t seed, size_t choosers, size_t runners, bool special) {
    scene s = draw_scene(seed, choosers, runners, special);
    uint64_t state = seed ^ 0x9e3779b9;
    const columns c = s.at();
    if (s.cells[(size_t)c.to].empty() && draw_below(&state, 2) == 0)
        for (size_t i = 0; i < choosers; i++)
            s.cells[(size_t)c.to].push_back(draw_between(&state, 0, 60));
    if (draw_below(&state, 3) == 0)
        draw_worlds(&state, s);
    return s;
}

TEST(neighbours, lists_match_the_naive_search) {
    size_t wrong = 0, listed = 0;
    const auto run = [&](size_t scenes, size_t n, size_t m, bool special, uint64_t kind) {
        for (size_t k = 0; k < scenes && wrong == 0; k++) {
            const scene s = draw(support::seed_for(kind, k), n, m, special);
            const size_t mosts[] = {0, 1, 3, 8, 9, 17, 40, 400};
            const size_t most = mosts[k % 8];
            wrong += check(s, most);
            listed += naive(s, most).list.size();
        }
    };
    run(support::draws(1600), 17, 400, false, 31);
    run(support::draws(1600), 18, 300, true, 32);
    run(support::draws(64), 33, 3000, false, 33);
    for (size_t m : {0, 1, 2, 15, 16, 17, 63, 64, 65, 255, 256, 257})
        run(support::draws(64), 5, m, m % 2 != 0, 34 + m);
    EXPECT_EQ(0u, wrong);
    EXPECT_GT(listed, support::small_size() ? 10000u : 1000000u);
}

TEST(neighbours, lists_of_even_candidates_match_the_naive_search) {
    size_t wrong = 0;
    const size_t mosts[] = {1, 2, 10, 16, 32, 33, 0};
    for (size_t k = 0; k < support::draws(1400) && wrong == 0; k++)
        for (const size_t runners : {64, 300, 1700})
            wrong += check(draw_even(support::seed_for(62, k), 21, runners), mosts[k % 7]);
    EXPECT_EQ(0u, wrong);
}

/* The index has squares of 1 m here. Each chooser is at a corner of squares, and its range ends just before
   another corner, so that rounding decides which squares the search reads. An eighth of the candidates are
   near the end of a range. */
TEST(neighbours, ranges_that_end_at_a_square_match_the_naive_search) {
    uint64_t state = 65;
    scene s;
    s.name = "squares of 1 m";
    s.choosers = 40, s.runners = 2048;
    const columns c = s.at();
    s.cells.resize((size_t)c.count);
    for (size_t i = 0; i < s.choosers; i++) {
        for (int k = 0; k < 2; k++)
            s.cells[(size_t)(c.place + k)].push_back((float)(8 + draw_below(&state, 17)));
        s.cells[(size_t)c.to].push_back((float)(3 + i % 3) - (float)(i % 4) * 0x1p-16f);
    }
    for (size_t j = 0; j < s.runners; j++) {
        float at[2]; /* the first two candidates are at opposite corners */
        for (float &axis : at)
            axis = j < 2 ? 32.0f * (float)j : draw_between(&state, 0, 32);
        if (j >= s.runners / 8 * 7) {
            const size_t i = j % s.choosers, axis = j / s.choosers % 2;
            for (size_t k = 0; k < 2; k++)
                at[k] = s.cells[(size_t)c.place + k][i];
            at[axis] += s.cells[(size_t)c.to][i] + draw_between(&state, -1, 1) * 0x1p-16f;
        }
        for (size_t k = 0; k < 2; k++)
            s.cells[(size_t)c.runner + k].push_back(at[k]);
    }
    for (const size_t most : {0, 10, 33})
        EXPECT_EQ(0u, check(s, most)) << most;
}

/* Searches trees of three levels. Choosers are inside and far outside of the crowd. */
TEST(neighbours, lists_from_high_trees_match_the_naive_search) {
    size_t wrong = 0;
    const size_t mosts[] = {1, 10, 16, 17};
    for (size_t k = 0; k < support::draws(96) && wrong == 0; k++)
        wrong += check(draw(support::seed_for(63, k), 24, 4100 + 300 * (k % 8), false), mosts[k % 4]);
    EXPECT_EQ(0u, wrong);
}

/* The square of range_from is 0 in floats, but a candidate at the chooser's own position is still too
   near. */
TEST(neighbours, a_tiny_range_from_excludes_candidates_at_the_same_position) {
    const float tiny = 1e-20f;
    for (const bool in_tree : {false, true})
        for (const int dims : {2, 3}) {
            std::vector<float> x, y, z;
            uint64_t state = support::seed_for(64, (uint64_t)dims);
            for (size_t i = 0; i < 900; i++) {
                x.push_back(draw_between(&state, 0, 30) + (in_tree && i >= 450 ? 1000.0f : 0.0f));
                y.push_back(draw_between(&state, 0, 30)), z.push_back(1.0f);
            }
            way_choose3d_in in = {};
            in.chaser_x.data = in.runner_x.data = x.data(), in.chaser_y.data = in.runner_y.data = y.data();
            in.chaser_z.data = in.runner_z.data = z.data();
            in.range_from = way_same(&tiny);
            const uint32_t none = UINT32_MAX;
            in.self = way_same(&none);
            way_choose2d_in plane = {};
            plane.chaser_x = in.chaser_x, plane.chaser_y = in.chaser_y, plane.runner_x = in.runner_x;
            plane.runner_y = in.runner_y, plane.range_from = in.range_from, plane.self = in.self;
            std::vector<uint64_t> memory(
                (dims == 2 ? way_crowd2d_bytes(x.size()) : way_crowd3d_bytes(x.size())) / 8 + 1);
            way_choice choice = {};
            choice.count = x.size();
            if (dims == 2)
                ASSERT_EQ(WAY_OK, way_make_crowd2d(&plane, x.size(), (way_crowd2d *)memory.data(),
                                                   8 * memory.size()));
            else
                ASSERT_EQ(WAY_OK,
                          way_make_crowd3d(&in, x.size(), (way_crowd3d *)memory.data(), 8 * memory.size()));
            lend_crowd(dims, memory.data(), &choice);
            std::vector<way_neighbour> list(20 * x.size());
            std::vector<size_t> offset(x.size() + 1);
            way_neighbours to = {};
            to.most = 10, to.list = list.data(), to.capacity = list.size(), to.offset = offset.data();
            for (const std::string &isa : support::isa_names()) {
                const support::use_isa use(isa);
                ASSERT_EQ(WAY_OK, dims == 2 ? way_neighbours2d(&plane, &choice, &to)
                                            : way_neighbours3d(&in, &choice, &to));
                ASSERT_EQ(10 * x.size(), offset.back());
                for (size_t i = 0; i < offset.back(); i++)
                    ASSERT_GT(list[i].distance, 0.0f) << isa << ", " << dims << " dimensions";
                std::vector<float> cost(x.size(), -1.0f);
                way_choose2d_out out = {};
                out.cost = way_out(cost.data());
                way_choose3d_out out3 = {};
                out3.cost = out.cost;
                ASSERT_EQ(WAY_OK, dims == 2 ? way_choose2d(&plane, &out, &choice)
                                            : way_choose3d(&in, &out3, &choice));
                for (size_t i = 0; i < x.size(); i++)
                    ASSERT_EQ(list[offset[i]].distance, cost[i]) << isa << ", " << dims << " dimensions";
            }
        }
}

/* Unsorted lists ----------------------------------------------------------------------------------------- */

struct points {
    std::string name;
    int dims = 2;
    std::vector<float> x, y, z, weight, from, to;
};

/* Scenes whose choosers are the candidates. */
points draw_points(int kind, int dims, size_t count, uint64_t seed) {
    static const char *const names[] = {"even",     "clusters",   "a line",    "one position", "tiny",
                                        "far away", "own ranges", "with from", "some invalid", "a lattice"};
    uint64_t state = seed;
    points p;
    p.name = names[kind], p.dims = dims;
    const float scale = kind == 4 ? 1e-24f : 1.0f;
    for (size_t i = 0; i < count; i++) {
        float at[3];
        for (int k = 0; k < 3; k++) {
            at[k] = draw_between(&state, 0, 40);
            if (kind == 1)
                at[k] = 20.0f * (float)draw_below(&state, 3) + at[k] * draw_between(&state, 0, 0.1f);
            if (kind == 2)
                at[k] = k == 0 ? at[k] : 3.0f;
            if (kind == 3)
                at[k] = 7.0f;
            if (kind == 5)
                at[k] = 1e6f + std::floor(at[k]);
            if (kind == 9) /* many distances are exactly the range */
                at[k] = std::floor(at[k] / 3) * 3;
        }
        p.x.push_back(scale * at[0]), p.y.push_back(scale * at[1]), p.z.push_back(scale * at[2]);
        p.to.push_back(scale * (kind == 6 ? draw_between(&state, -1, 9) : kind == 3 ? 0.0f : 3.0f));
        p.from.push_back(kind == 7 ? scale * draw_between(&state, 0, 3) : 0.0f);
        if (kind == 8) /* a crowd with weights has no grid */
            p.weight.push_back(i % 5 == 0 ? -1.0f : 1.0f);
        if ((kind == 6 || kind == 8) && i % 7 == 0)
            p.x.back() = NAN;
        if (kind == 8 && i % 11 == 0)
            p.to.back() = NAN;
    }
    return p;
}

struct unsorted {
    std::vector<uint32_t> rows;
    std::vector<float> squares;
    std::vector<size_t> offset;
    std::vector<int32_t> status;
    size_t answered = 0, needed = 0;
    way_result result = WAY_OK;
};

unsorted ask_unsorted(const way_choose3d_in &in, int dims, way_choice choice, size_t capacity) {
    unsorted got;
    got.rows.assign(capacity + 4, 0x5a5a5a5a), got.squares.assign(capacity + 4, -3);
    got.offset.assign(choice.count + 1, 77), got.status.assign(choice.first + choice.count, 78);
    way_neighbours to = {};
    to.unsorted = 1, to.rows = got.rows.data(), to.squares = got.squares.data(), to.capacity = capacity;
    to.offset = got.offset.data(), to.status = way_to(got.status.data(), 4);
    const way_choose2d_in plane = plane_of(in);
    got.result = dims == 3 ? way_neighbours3d(&in, &choice, &to) : way_neighbours2d(&plane, &choice, &to);
    got.answered = to.answered, got.needed = to.needed;
    for (size_t k = capacity; k < capacity + 4; k++)
        EXPECT_TRUE(got.rows[k] == 0x5a5a5a5a && got.squares[k] == -3) << "written outside";
    return got;
}

/* Are the first `answered` lists the same? */
bool are_same(const unsorted &a, const unsorted &b, size_t answered) {
    for (size_t i = 0; i <= answered; i++)
        if (a.offset[i] != b.offset[i])
            return false;
    const size_t count = a.offset[answered];
    return std::memcmp(a.rows.data(), b.rows.data(), 4 * count) == 0 &&
           std::memcmp(a.squares.data(), b.squares.data(), 4 * count) == 0 &&
           std::memcmp(a.status.data(), b.status.data(), 4 * answered) == 0;
}

/* Returns 1 if a list of `got` has other candidates than the sorted list, or other squared distances. */
size_t other_candidates(const points &p, const unsorted &got, const lists &sorted) {
    for (size_t i = 0; i + 1 < got.offset.size(); i++) {
        std::vector<uint32_t> here, there;
        if (got.offset[i] != sorted.offset[i] || got.offset[i + 1] != sorted.offset[i + 1] ||
            got.status[i] != sorted.status[i])
            return 1;
        for (size_t j = got.offset[i]; j < got.offset[i + 1]; j++) {
            const size_t row = got.rows[j];
            const double to[3] = {(double)p.x[row] - (double)p.x[i], (double)p.y[row] - (double)p.y[i],
                                  p.dims == 3 ? (double)p.z[row] - (double)p.z[i] : 0.0};
            const double square = to[0] * to[0] + to[1] * to[1] + to[2] * to[2];
            if (std::fabs((double)got.squares[j] - square) > 3 * 0x1p-23 * square + 0x1p-147)
                return 1;
            here.push_back(got.rows[j]), there.push_back(sorted.list[j].row);
        }
        std::sort(here.begin(), here.end()), std::sort(there.begin(), there.end());
        if (here != there)
            return 1;
    }
    return 0;
}

/* One scene, searched in every way: with and without a crowd, all choosers together and one by one, on every
   instruction set, and in memory that is large, just enough, or too small. */
void check_unsorted(const points &p) {
    const size_t count = p.x.size();
    const std::string where =
        p.name + ", " + std::to_string(p.dims) + " dimensions, " + std::to_string(count);
    way_choose3d_in in = {};
    in.chaser_x = in.runner_x = way_in(p.x.data()), in.chaser_y = in.runner_y = way_in(p.y.data());
    in.chaser_z = in.runner_z = way_in(p.z.data()),
    in.weight = way_in(p.weight.empty() ? nullptr : p.weight.data());
    in.range_from = way_in(p.from.data()), in.range_to = way_in(p.to.data());
    const way_choose2d_in plane = plane_of(in);
    std::vector<uint64_t> memory((p.dims == 2 ? way_crowd2d_bytes(count) : way_crowd3d_bytes(count)) / 8 + 1);
    std::vector<uint32_t> index;
    for (size_t i = 0; i < count; i++)
        index.push_back((uint32_t)i);
    lists one_by_one; /* without a crowd */
    for (const bool in_crowd : {false, true}) {
        way_choice choice = {};
        choice.count = count, choice.runner_count = count;
        if (in_crowd) {
            ASSERT_EQ(WAY_OK,
                      p.dims == 2
                          ? way_make_crowd2d(&plane, count, (way_crowd2d *)memory.data(), 8 * memory.size())
                          : way_make_crowd3d(&in, count, (way_crowd3d *)memory.data(), 8 * memory.size()));
            lend_crowd(p.dims, memory.data(), &choice);
        }
        lists sorted;
        sorted.list.resize(2 * count * std::min<size_t>(count, 500) + 2), sorted.offset.resize(count + 1),
            sorted.status.resize(count);
        way_neighbours to = {};
        to.list = sorted.list.data(), to.capacity = sorted.list.size(), to.offset = sorted.offset.data();
        to.status = way_to(sorted.status.data(), 4);
        ASSERT_EQ(WAY_OK,
                  p.dims == 3 ? way_neighbours3d(&in, &choice, &to) : way_neighbours2d(&plane, &choice, &to));
        const size_t least = to.needed;
        if (!in_crowd)
            one_by_one = sorted;
        for (const std::string &isa : support::isa_names())
            for (const size_t capacity : {least, 2 * sorted.offset[count] + 4 * count, to.capacity}) {
                const support::use_isa use(isa);
                lists again = sorted;
                std::fill(again.list.begin(), again.list.end(), way_neighbour{0, -1});
                std::fill(again.offset.begin(), again.offset.end(), 5);
                to.list = again.list.data(), to.capacity = capacity, to.offset = again.offset.data();
                to.status = way_to(again.status.data(), 4);
                ASSERT_EQ(WAY_OK, p.dims == 3 ? way_neighbours3d(&in, &choice, &to)
                                              : way_neighbours2d(&plane, &choice, &to));
                EXPECT_EQ(least, to.needed) << where;
                EXPECT_TRUE(one_by_one.offset == again.offset && one_by_one.status == again.status &&
                            std::memcmp(again.list.data(), one_by_one.list.data(), 8 * again.offset[count]) ==
                                0)
                    << where << ", sorted, " << isa << ", " << capacity;
            }
        const size_t needed = sorted.offset[count];
        const unsorted first = ask_unsorted(in, p.dims, choice, 2 * needed + 4 * count);
        EXPECT_EQ(WAY_OK, first.result) << where;
        EXPECT_EQ(needed, first.needed) << where;
        EXPECT_EQ(0u, other_candidates(p, first, sorted)) << where << (in_crowd ? ", in a crowd" : "");
        for (size_t i = 0; !in_crowd && i < count; i++)
            for (size_t j = first.offset[i] + 1; j < first.offset[i + 1]; j++)
                ASSERT_LT(first.rows[j - 1], first.rows[j]) << where << ": without a crowd, rows ascend";
        for (const std::string &isa : support::isa_names()) {
            const support::use_isa use(isa);
            for (const size_t capacity : {needed, 2 * needed + 4 * count, 2 * needed + count}) {
                const unsorted again = ask_unsorted(in, p.dims, choice, capacity);
                EXPECT_EQ(WAY_OK, again.result) << where;
                EXPECT_TRUE(are_same(first, again, count)) << where << ", " << isa << ", " << capacity;
            }
            way_choice by_index = choice;
            by_index.index = index.data();
            EXPECT_TRUE(are_same(first, ask_unsorted(in, p.dims, by_index, needed), count))
                << where << ", one by one, " << isa;
            way_choice part = choice;
            part.first = count / 3, part.count = count / 2;
            const unsorted some = ask_unsorted(in, p.dims, part, 2 * needed + 4 * count);
            const size_t from = first.offset[part.first];
            for (size_t i = 0; i < part.count; i++)
                ASSERT_EQ(first.offset[part.first + i + 1] - from, some.offset[i + 1])
                    << where << ", " << isa;
            EXPECT_EQ(0, std::memcmp(some.rows.data(), first.rows.data() + from, 4 * some.offset[part.count]))
                << where << ", a part, " << isa;
        }
        const unsorted cut = ask_unsorted(in, p.dims, choice, needed / 2);
        EXPECT_EQ(needed > 0 ? WAY_ERROR_CAPACITY : WAY_OK, cut.result) << where;
        EXPECT_TRUE(are_same(first, cut, cut.answered)) << where << ", too small";
        if (needed > 0) {
            EXPECT_EQ(needed, cut.needed) << where;
            EXPECT_GT(first.offset[cut.answered + 1], needed / 2) << where << ": the next list would fit";
        }
    }
}

TEST(neighbours, unsorted_lists_have_the_same_candidates_in_the_order_of_the_crowd) {
    for (int kind = 0; kind < 10; kind++)
        for (const int dims : {2, 3})
            for (const size_t count : {1, 17, 300})
                check_unsorted(
                    draw_points(kind, dims, count, support::seed_for(71, (uint64_t)(kind + 10 * dims))));
    for (const int kind : {0, 6}) /* crowds with a grid */
        check_unsorted(draw_points(kind, 2, 2000, support::seed_for(72, (uint64_t)kind)));
    check_unsorted(draw_points(1, 3, 1500, support::seed_for(73, 0)));
}

TEST(neighbours, unsorted_lists_refuse_mistakes) {
    const float x[2] = {0, 1};
    uint32_t rows[4];
    size_t offset[3];
    const char *fault = nullptr;
    way_choose2d_in in = {};
    in.chaser_x = in.runner_x = in.chaser_y = in.runner_y = way_in(x);
    way_choice choice = {};
    choice.count = choice.runner_count = 2, choice.fault = &fault;
    way_neighbours to = {};
    to.unsorted = 1, to.capacity = 4, to.offset = offset;
    EXPECT_EQ(WAY_ERROR_NULL, way_neighbours2d(&in, &choice, &to));
    EXPECT_STREQ("rows", fault);
    to.rows = (uint32_t *)(void *)((char *)rows + 1);
    EXPECT_EQ(WAY_ERROR_ALIGNMENT, way_neighbours2d(&in, &choice, &to));
    EXPECT_STREQ("rows", fault);
    to.rows = rows, to.most = 1;
    EXPECT_EQ(WAY_ERROR_COUNT, way_neighbours2d(&in, &choice, &to));
    EXPECT_STREQ("most", fault);
    to.most = 0;
    float seen[4] = {-1, -1, -1, -1};
    const way_wall wall = {0.5f, -1, 0.5f, 9, 0};
    to.seen = seen; /* the shares are those of sorted lists */
    for (const size_t walls : {0, 1}) {
        choice.walls = &wall, choice.wall_count = walls;
        EXPECT_EQ(WAY_ERROR_BOTH, way_neighbours2d(&in, &choice, &to)) << walls << " walls";
        EXPECT_STREQ("seen", fault);
    }
    EXPECT_EQ(-1.0f, seen[0]);
    choice.wall_count = 0, to.seen = nullptr;
    EXPECT_EQ(WAY_OK, way_neighbours2d(&in, &choice, &to));
    EXPECT_EQ(2u, offset[2]);
}

/* The eight nearest neighbours are the eight best candidates by distance. */
TEST(neighbours, the_first_eight_match_a_choice) {
    for (size_t k = 0; k < support::draws(320); k++) {
        scene s = draw(support::seed_for(51, k), 30, 500, false);
        const columns c = s.at();
        s.cost = WAY_BY_DISTANCE, s.best = 8;
        for (const int column : {c.weight, c.present, c.bonus})
            s.cells[(size_t)column].clear();
        const std::vector<way_column> in = s.in();
        answers best(s.choosers, 8);
        way_choice choice = choice_of(s);
        choice.cost = WAY_BY_DISTANCE;
        ASSERT_EQ(WAY_OK, choose(s, in.data(), best.out().data(), choice));
        const lists got = list_all(s, in.data(), choice, 8, 16 * s.choosers);
        ASSERT_EQ(WAY_OK, got.result);
        for (size_t i = 0; i < s.choosers; i++) {
            ASSERT_EQ(best.status[i], got.status[i]);
            for (size_t j = 0; j < 8; j++) {
                const bool is_there = got.offset[i] + j < got.offset[i + 1];
                const way_neighbour one =
                    is_there ? got.list[got.offset[i] + j] : way_neighbour{UINT32_MAX, INFINITY};
                ASSERT_EQ(best.target[8 * i + j], one.row);
                ASSERT_EQ(best.cost[8 * i + j], one.distance);
            }
        }
    }
}

/* Because the memory is small, the test repeats the call for the choosers that are left until all lists are
   made. The test does so with and without an index. */
TEST(neighbours, any_split_gives_the_same_lists) {
    for (size_t k = 0; k < support::draws(160); k++) {
        const scene s = draw(support::seed_for(52, k), 60, 300, k % 2 != 0);
        const size_t most = k % 3 == 0 ? 0 : 1 + k % 20;
        const lists expected = naive(s, most);
        const std::vector<way_column> in = s.in();
        const crowd sorted(s, in.data());
        std::vector<uint32_t> list;
        for (uint32_t i = 0; i < s.choosers; i++)
            list.push_back((i * 37 + 5) % 60);
        size_t longest = 1;
        for (size_t i = 0; i < s.choosers; i++)
            longest = std::max(longest, expected.offset[i + 1] - expected.offset[i]);
        for (const bool listed : {false, true}) {
            std::vector<way_neighbour> memory(2 * longest + 5);
            std::vector<size_t> offset(s.choosers + 1);
            std::vector<int32_t> status(s.choosers);
            size_t calls = 0;
            for (size_t first = 0; first < s.choosers; calls++) {
                way_choice choice = choice_of(s);
                choice.first = first, choice.count = s.choosers - first;
                choice.index = listed ? list.data() : nullptr;
                if (k % 2)
                    sorted.lend(&choice);
                way_neighbours to = {};
                to.most = most, to.list = memory.data(), to.capacity = memory.size(),
                to.offset = offset.data();
                to.status = way_to(status.data(), 4);
                const way_result result = ask(s, in.data(), choice, to);
                ASSERT_EQ(to.answered == choice.count ? WAY_OK : WAY_ERROR_CAPACITY, result);
                ASSERT_GT(to.answered, 0u);
                for (size_t j = 0; j < to.answered; j++) {
                    const size_t i = listed ? list[first + j] : first + j;
                    const size_t from = expected.offset[i], size = expected.offset[i + 1] - from;
                    ASSERT_EQ(size, offset[j + 1] - offset[j]);
                    ASSERT_EQ(expected.status[i], status[i]);
                    for (size_t e = 0; e < size; e++)
                        ASSERT_EQ(0, std::memcmp(&expected.list[from + e], &memory[offset[j] + e], 8));
                }
                first += to.answered;
            }
            EXPECT_GT(expected.list.size() < 2 * memory.size() ? 100u : calls, 1u);
        }
    }
}

TEST(neighbours, threads_share_a_crowd) {
    const scene s = draw(support::seed_for(53, 1), 400, 1000, false);
    const lists expected = naive(s, 12);
    const std::vector<way_column> in = s.in();
    const crowd sorted(s, in.data());
    std::vector<std::thread> threads;
    std::atomic<size_t> next{0}, wrong{0};
    for (int k = 0; k < 4; k++)
        threads.emplace_back([&] {
            std::vector<way_neighbour> list(24 * 7);
            size_t offset[8];
            for (size_t first; (first = next.fetch_add(7)) < s.choosers;) {
                way_choice choice = choice_of(s);
                choice.first = first, choice.count = std::min<size_t>(7, s.choosers - first);
                sorted.lend(&choice);
                way_neighbours to = {};
                to.most = 12, to.list = list.data(), to.capacity = list.size(), to.offset = offset;
                wrong += ask(s, in.data(), choice, to) != WAY_OK;
                const size_t from = expected.offset[first],
                             size = expected.offset[first + choice.count] - from;
                wrong += offset[choice.count] != size ||
                         (size > 0 && std::memcmp(list.data(), &expected.list[from], 8 * size) != 0);
            }
        });
    for (std::thread &thread : threads)
        thread.join();
    EXPECT_EQ(0u, wrong);
    EXPECT_GT(expected.list.size(), 400u);
}

const uint32_t no_row = WAY_NO_ROW;

struct call {
    std::vector<float> numbers = std::vector<float>(64, 1.0f);
    std::vector<way_neighbour> list = std::vector<way_neighbour>(200, way_neighbour{9, 9});
    std::vector<size_t> offset = std::vector<size_t>(9, 5);
    std::vector<int32_t> status = std::vector<int32_t>(8, 6);
    way_choose2d_in in = {};
    way_choice choice = {};
    way_neighbours to = {};
    call() {
        for (way_column *column : {&in.chaser_x, &in.chaser_y, &in.runner_x, &in.runner_y})
            column->data = numbers.data();
        in.self = way_same(&no_row); /* so choosers may find themselves */
        to.list = list.data(), to.capacity = list.size(), to.offset = offset.data();
        to.status = way_to(status.data(), 4);
        choice.count = choice.runner_count = 8;
    }
};

TEST(neighbours, refuses_mistakes_and_writes_nothing) {
    const support::refusal<call> cases[] = {
        {"nothing wrong", WAY_OK, [](call &) {}},
        {"no chooser", WAY_OK, [](call &c) { c.choice.count = 0; }},
        {"no status wanted", WAY_OK, [](call &c) { c.to.status.data = nullptr; }},
        {"no offsets", WAY_ERROR_NULL, [](call &c) { c.to.offset = nullptr; }},
        {"no list", WAY_ERROR_NULL, [](call &c) { c.to.list = nullptr; }},
        {"no place", WAY_ERROR_MISSING, [](call &c) { c.in.chaser_y.data = nullptr; }},
        {"no runner", WAY_ERROR_MISSING, [](call &c) { c.in.runner_y.data = nullptr; }},
        {"a list between", WAY_ERROR_ALIGNMENT,
         [](call &c) { c.to.list = (way_neighbour *)(void *)((char *)c.list.data() + 4); }},
        {"offsets between", WAY_ERROR_ALIGNMENT,
         [](call &c) { c.to.offset = (size_t *)(void *)((char *)c.offset.data() + 2); }},
        {"a status that is one for all", WAY_ERROR_STRIDE, [](call &c) { c.to.status.gap = -4; }},
        {"a status of doubles", WAY_ERROR_TYPE, [](call &c) { c.to.status.type = WAY_DOUBLE; }},
        {"a status over a runner's column", WAY_ERROR_OVERLAP,
         [](call &c) { c.in.runner_mask.data = c.status.data() + 4; }},
        {"too many runners", WAY_ERROR_COUNT, [](call &c) { c.choice.runner_count = UINT32_MAX; }},
        {"no crowd there", WAY_ERROR_MEMORY,
         [](call &c) { c.choice.crowd2d = (const way_crowd2d *)c.offset.data(); }},
    };
    for (const auto &one : cases) {
        call c;
        one.spoil(c);
        EXPECT_EQ(one.expected, way_neighbours2d(&c.in, &c.choice, &c.to)) << one.what;
        if (one.expected != WAY_OK) {
            for (const way_neighbour &entry : c.list)
                EXPECT_EQ(9u, entry.row) << one.what;
            EXPECT_EQ(std::vector<size_t>(9, 5), c.offset) << one.what;
            EXPECT_EQ(std::vector<int32_t>(8, 6), c.status) << one.what;
        }
    }
    call c;
    EXPECT_EQ(WAY_ERROR_NULL, way_neighbours2d(nullptr, &c.choice, &c.to));
    EXPECT_EQ(WAY_ERROR_NULL, way_neighbours2d(&c.in, nullptr, &c.to));
    EXPECT_EQ(WAY_ERROR_NULL, way_neighbours2d(&c.in, &c.choice, nullptr));
    c.to.list = nullptr, c.to.capacity = 0; /* such a call asks for the required capacity */
    EXPECT_EQ(WAY_ERROR_CAPACITY, way_neighbours2d(&c.in, &c.choice, &c.to));
    EXPECT_EQ(7u * 8 + 16, c.to.needed);
    EXPECT_EQ(0u, c.to.answered);
}

/* If agents choose among themselves and `self` is missing, no agent is its own neighbour. If `self` is
   WAY_NO_ROW, every agent is. */
TEST(neighbours, self_is_the_chooser) {
    call c;
    for (size_t i = 0; i < 8; i++)
        c.numbers[i] = (float)i;
    const std::vector<float> elsewhere = c.numbers;
    const auto of_itself = [&] {
        size_t own = 0;
        EXPECT_EQ(WAY_OK, way_neighbours2d(&c.in, &c.choice, &c.to));
        for (size_t i = 0; i < c.choice.count; i++)
            for (size_t k = c.offset[i]; k < c.offset[i + 1]; k++)
                own += c.list[k].row == c.choice.first + i;
        return own;
    };
    c.in.self = way_column();
    EXPECT_EQ(0u, of_itself());
    EXPECT_EQ(7u, c.offset[1]);
    c.in.self = way_same(&no_row);
    EXPECT_EQ(8u, of_itself());
    c.in.self = way_column();
    c.in.runner_y = way_in(elsewhere.data());
    EXPECT_EQ(8u, of_itself());
    c.in.runner_y = c.in.chaser_y;
    c.choice.first = 3, c.choice.count = 4;
    EXPECT_EQ(0u, of_itself());
    std::vector<uint64_t> memory(way_crowd2d_bytes(8) / 8 + 1);
    ASSERT_EQ(WAY_OK, way_make_crowd2d(&c.in, 8, (way_crowd2d *)memory.data(), 8 * memory.size()));
    c.choice.crowd2d = (const way_crowd2d *)memory.data();
    EXPECT_EQ(0u, of_itself());
    c.in.runner_x = c.in.runner_y = way_column();
    EXPECT_EQ(4u, of_itself());
    const uint32_t index[3] = {6, 0, 2};
    size_t own = 0;
    c.in.runner_x = c.in.runner_y = c.in.chaser_y;
    c.choice.index = index, c.choice.first = 0, c.choice.count = 3;
    EXPECT_EQ(WAY_OK, way_neighbours2d(&c.in, &c.choice, &c.to));
    for (size_t i = 0; i < 3; i++)
        for (size_t k = c.offset[i]; k < c.offset[i + 1]; k++)
            own += c.list[k].row == index[i];
    EXPECT_EQ(0u, own);
    EXPECT_EQ(21u, c.offset[3]);
}

/* Any lists fit into the capacity that way_neighbours_capacity() returns. If every candidate is a neighbour,
   the lists fit into no smaller capacity. */
TEST(neighbours, the_stated_capacity_is_enough) {
    EXPECT_EQ(8u, alignof(way_neighbour));
    for (size_t most : {0, 1, 3, 8, 20}) {
        call c;
        const size_t capacity = way_neighbours_capacity(8, 8, most);
        c.to.most = most, c.to.capacity = capacity;
        c.list.resize(capacity);
        c.to.list = c.list.data();
        EXPECT_EQ(WAY_OK, way_neighbours2d(&c.in, &c.choice, &c.to)) << most;
        EXPECT_EQ(capacity, c.to.needed) << most;
        c.to.capacity--;
        EXPECT_EQ(WAY_ERROR_CAPACITY, way_neighbours2d(&c.in, &c.choice, &c.to)) << most;
    }
    EXPECT_EQ(0u, way_neighbours_capacity(0, 9, 1));
    EXPECT_EQ(0u, way_neighbours_capacity(9, 0, 1));
    EXPECT_EQ(0u, way_neighbours_capacity(SIZE_MAX / 16, 9, 2));
    EXPECT_EQ(0u, way_neighbours_capacity(SIZE_MAX / 4, SIZE_MAX / 4, 0));
}

/* The call does not read bonuses, present targets and speeds, so it accepts even invalid numbers in them. */
TEST(neighbours, reads_only_its_own_columns) {
    call c;
    const float bad = std::nanf("");
    const uint32_t present = 3;
    c.in.bonus = c.in.chaser_speed = c.in.reach = c.in.horizon = way_same(&bad);
    c.in.present = way_same(&present);
    ASSERT_EQ(WAY_OK, way_neighbours2d(&c.in, &c.choice, &c.to));
    for (size_t i = 0; i < 8; i++) {
        EXPECT_EQ(WAY_MET, c.status[i]);
        for (uint32_t j = 0; j < 8; j++)
            EXPECT_EQ(j, c.list[c.offset[i] + j].row);
    }
}

} // namespace
