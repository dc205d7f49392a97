/* Tests lists of walls. The answers do not depend on which walls a search visits: they have the same bits
   with and without a tree, on every instruction set, and if each wall is tested alone. */
#include <algorithm>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <map>

#include "agents.h"
#include "support.h"
#include "valid_call.h"

namespace {

struct scene {
    std::string name;
    std::vector<way_wall> walls;
    double x = 0, y = 0; /* the scene's centre */
};

/* A tree in memory that begins `off` bytes after the start of a cache line. */
struct tree {
    explicit tree(const std::vector<way_wall> &walls, size_t off = 0)
        : bytes(way_wall_tree_bytes(walls.size())), room(bytes + 256, 0xa5) {
        at = room.data() + 128;
        at += (64 - (uintptr_t)at % 64) % 64 + off;
        made = way_make_wall_tree(walls.data(), walls.size(), (way_wall_tree *)at, bytes);
    }
    const way_wall_tree *get() const { return (const way_wall_tree *)at; }
    bool wrote_outside() const {
        for (const unsigned char *p = room.data(); p < room.data() + room.size(); p++)
            if ((p < at || p >= at + bytes) && *p != 0xa5)
                return true;
        return false;
    }
    size_t bytes;
    std::vector<unsigned char> room;
    unsigned char *at;
    way_result made;
};

/* Makes scenes of many kinds, each with `count` walls. */
std::vector<scene> scenes(size_t count) {
    std::vector<scene> all;
    uint64_t dice = support::seed_for(4100, count);
    auto within = [&](double most) { return draw_between(&dice, -most, most); };
    auto make = [&](const char *name, double x, double y, const std::function<way_wall(size_t)> &wall) {
        all.push_back({std::string(name) + ", " + std::to_string(count), {}, x, y});
        for (size_t k = 0; k < count; k++)
            all.back().walls.push_back(wall(k));
    };
    auto sides = [&] { return (int32_t)draw_below(&dice, 3) - 1; };
    auto anywhere = [&](double x, double y, double long_, int32_t s) -> way_wall {
        float ax = (float)x + within(100), ay = (float)y + within(100);
        return {ax, ay, ax + within(long_), ay + within(long_), s};
    };
    make("anywhere", 0, 0, [&](size_t) { return anywhere(0, 0, 20, 0); });
    make("one-sided", 0, 0, [&](size_t) { return anywhere(0, 0, 20, sides()); });
    make("1,000 km out", 1e6, -1e6, [&](size_t) { return anywhere(1e6, -1e6, 20, sides()); });
    make("10 km out", -1e4, 1e4, [&](size_t) { return anywhere(-1e4, 1e4, 5, 0); });
    make("lattice", 0, 0,
         [&](size_t) -> way_wall { /* walls share ends, and ends are on the boundaries of the tree's boxes */
                                   float x = 10.0f * (float)(int)within(10),
                                         y = 10.0f * (float)(int)within(10);
                                   bool up = draw_below(&dice, 2) == 0;
                                   return {x, y, x + (up ? 0.0f : 10.0f), y + (up ? 10.0f : 0.0f), 0};
         });
    make("clusters and a long thin wall", 0, 0, [&](size_t k) -> way_wall {
        if (k == count / 2)
            return {-1e5f, -1e4f, 1e5f, 1.00001e4f, 0};
        float x = k % 3 == 0 ? 50.0f : -70.0f, y = k % 3 == 1 ? 20.0f : -40.0f;
        return {x + within(0.5), y + within(0.5), x + within(0.5), y + within(0.5), sides()};
    });
    make("in a row", 0, 0, [&](size_t) -> way_wall {
        float x = within(100);
        return {x, 3, x + within(5), 3, 0};
    });
    make("one on another", 0, 0, [&](size_t k) -> way_wall {
        return {-10, (float)(k % 2), 10, (float)(k % 2), 0};
    });
    make("posts", 0, 0, [&](size_t) -> way_wall {
        float x = within(100), y = within(100);
        return {x, y, x, y, 0};
    });
    make("invalid walls", 0, 0, [&](size_t k) -> way_wall {
        const float bad[] = {NAN, INFINITY, -INFINITY, 2e18f, -1.2e18f};
        way_wall w = anywhere(0, 0, 30, sides());
        float *end[] = {&w.ax, &w.ay, &w.bx, &w.by};
        if (k % 2 == 0)
            *end[k / 2 % 4] = bad[k % 5];
        return w;
    });
    make("none that stops", 0, 0, [&](size_t) -> way_wall { return {NAN, 0, 0, 1, 0}; });
    make("of all sizes", 0, 0, [&](size_t k) -> way_wall {
        double size = std::pow(10, (double)(k % 16) - 6);
        float x = within(10), y = within(10);
        return {x, y, x + within(size), y + within(size), 0};
    });
    return all;
}

/* Draws balls among the walls. The balls begin anywhere, on walls or close to walls. They move along walls,
   from one end to another or not at all, and some make huge steps. */
void draw_balls(agents::drawn_agents *s, const scene &where) {
    uint64_t dice = support::seed_for(4200, where.walls.size(), s->count);
    bool bounces = std::string(s->behaviour->name) == "bounce2d";
    for (size_t i = 0; i < s->count; i++) {
        float *row = s->row(i);
        draw_agent(&dice, s->behaviour, i % 16 == 15 ? 24 : 0, row);
        row[0] += (float)where.x;
        row[1] += (float)where.y;
        if (!where.walls.empty() && i % 2 == 0) {
            const way_wall &w = where.walls[draw_below(&dice, (uint32_t)where.walls.size())],
                           &v = where.walls[draw_below(&dice, (uint32_t)where.walls.size())];
            float part = i % 4 == 0 ? 1 : draw_between(&dice, -0.1, 1.1);
            row[0] = w.ax + part * (w.bx - w.ax);
            row[1] = w.ay + part * (w.by - w.ay);
            if (i % 8 < 4) {
                row[2] = i % 3 == 0 ? w.bx - w.ax : v.bx - row[0];
                row[3] = i % 3 == 0 ? w.by - w.ay : v.by - row[1];
            }
            if (i % 8 > 2)
                row[0] += draw_between(&dice, -1e-3, 1e-3);
        }
        if (i % 11 == 0)
            row[2] = row[3] = 0;
        if (i % 7 == 0)
            row[i % 2 == 0 ? 2 : 3] = 0;
        row[bounces ? 5 : 4] *= i % 3 == 0 ? 0.0f : i % 5 == 0 ? 1e-3f : 1.0f;
        if (bounces && i % 9 == 0)
            row[4] = i % 2 == 0 ? 1e3f : 1e9f;
    }
}

/* Returns all outputs of these balls. Passes the optional inputs only if `options`. */
std::vector<float> answers(const agents::drawn_agents &s, const std::vector<way_wall> &walls,
                           const way_wall_tree *wall_tree, way_precision precision, bool options) {
    const size_t inputs = s.behaviour->input_count, outputs = s.behaviour->output_count;
    std::vector<float> out(s.count * outputs);
    std::vector<way_column> columns(inputs);
    std::vector<way_column_out> results;
    for (size_t k = 0; k < inputs; k++)
        if (options || s.behaviour->inputs[k].required)
            columns[k] = way_at(&s.in[k], 4 * (ptrdiff_t)inputs);
    for (size_t k = 0; k < outputs; k++)
        results.push_back(way_to(&out[k], 4 * (ptrdiff_t)outputs));
    way_batch batch = {};
    batch.count = s.count;
    batch.precision = precision;
    batch.walls = walls.data();
    batch.wall_count = walls.size();
    batch.wall_tree = wall_tree;
    EXPECT_EQ(WAY_OK, way_run(s.behaviour, columns.data(), results.data(), &batch));
    return out;
}

void expect_the_same(const std::vector<float> &expected, const std::vector<float> &got,
                     const agents::drawn_agents &s, const std::string &where) {
    const size_t outputs = s.behaviour->output_count;
    for (size_t i = 0; i < s.count; i++)
        if (std::memcmp(&expected[i * outputs], &got[i * outputs], 4 * outputs) != 0) {
            agents::one_agent q(s.behaviour->name);
            q.in.assign(&s.in[i * s.behaviour->input_count],
                        &s.in[i * s.behaviour->input_count] + q.in.size());
            ADD_FAILURE() << where << ", ball " << i
                          << q.story(std::vector<float>(&got[i * outputs], &got[i * outputs] + outputs));
            return;
        }
}

void expect_a_tree_changes_nothing(const char *name) {
    for (size_t count : {size_t{0}, size_t{1}, size_t{16}, size_t{64}, size_t{65}, size_t{257}, size_t{1500}})
        for (const scene &where : scenes(count)) {
            agents::drawn_agents s(name, support::small_size() ? (count > 300 ? 48 : 112) : 2000, 4300);
            draw_balls(&s, where);
            const tree lent(where.walls);
            ASSERT_EQ(WAY_OK, lent.made);
            ASSERT_FALSE(lent.wrote_outside()) << where.name;
            for (way_precision precision : {WAY_EXACT, WAY_FAST})
                for (bool options : {false, true}) {
                    std::vector<float> expected;
                    std::vector<std::string> isas = support::isa_names();
                    std::reverse(isas.begin(), isas.end()); /* the fastest first */
                    for (const std::string &isa : isas) {
                        support::use_isa use(isa);
                        for (const way_wall_tree *with : {(const way_wall_tree *)nullptr, lent.get()}) {
                            /* in the small size, only the first instruction set goes without a tree */
                            if (support::small_size() && with == nullptr && !expected.empty())
                                continue;
                            std::vector<float> got = answers(s, where.walls, with, precision, options);
                            if (expected.empty())
                                expected = got;
                            expect_the_same(expected, got, s,
                                            where.name + ", " + isa + (with != nullptr ? ", tree" : "") +
                                                (options ? ", options" : "") +
                                                (precision == WAY_FAST ? ", fast" : ""));
                        }
                    }
                    if (testing::Test::HasFailure())
                        return;
                }
        }
}

TEST(wall_tree, sweep_walls2d_has_the_same_bits_with_a_tree) {
    expect_a_tree_changes_nothing("sweep_walls2d");
}
TEST(wall_tree, bounce2d_has_the_same_bits_with_a_tree) { expect_a_tree_changes_nothing("bounce2d"); }

/* Balls and walls of any magnitude. Every eighth ball begins at a wall's end. */
struct wild {
    wild(const way_behaviour *behaviour, uint64_t seed)
        : call(behaviour, 1 + draw_below(&seed, 60)), walls(1) {
        const uint32_t of_places = draw_below(&seed, 7), of_paces = 1 + draw_below(&seed, 6);
        const double most_restitution = draw_below(&seed, 4) ? 1 : 200;
        const auto place = [&] { return number_of_kind(&seed, of_places); };
        walls.resize(1 + draw_below(&seed, draw_below(&seed, 3) ? 70 : 300));
        for (size_t k = 0; k < walls.size(); k++) {
            walls[k] = {place(), place(), place(), place(), (int32_t)draw_below(&seed, 3) - 1};
            if (k > 0 && draw_below(&seed, 2))
                walls[k].ax = walls[k - 1].bx, walls[k].ay = walls[k - 1].by;
        }
        for (size_t k = 0; k < call.inputs.size(); k++) {
            const std::string name = behaviour->inputs[k].name;
            for (float &cell : call.inputs[k])
                cell = k < 2                   ? place()
                       : k < 4                 ? number_of_kind(&seed, of_paces)
                       : name == "restitution" ? draw_between(&seed, 0, most_restitution)
                       : name == "friction"    ? draw_between(&seed, 0, 1)
                       : name == "radius" && draw_below(&seed, 3) == 0 ? 0.0f
                                                                       : std::fabs(place());
        }
        for (size_t i = 0; i < call.agents; i += 8) {
            const way_wall &wall = walls[draw_below(&seed, (uint32_t)walls.size())];
            call.inputs[0][i] = wall.ax, call.inputs[1][i] = wall.ay;
        }
        call.batch.walls = walls.data(), call.batch.wall_count = walls.size();
    }
    valid_call call;
    std::vector<way_wall> walls;
};

/* Tests magnitudes for which products of floats underflow or overflow, for example tiny velocities and the
   speed of light. */
void expect_one_answer_at_any_magnitude(const char *name, size_t scenes) {
    for (size_t n = 0; n < support::draws(scenes); n++)
        for (const way_precision precision : {WAY_EXACT, WAY_FAST}) {
            wild one(way_behaviour_named(name), support::seed_for(4300, n));
            one.call.batch.precision = precision;
            for (size_t k = 4; k < one.call.in.size(); k++)
                if (n >> (k - 4) & 1 && !one.call.behaviour->inputs[k].required)
                    one.call.in[k].data = nullptr;
            const tree index(one.walls);
            std::vector<std::vector<uint32_t>> expected;
            for (const std::string &isa : support::isa_names())
                for (const way_wall_tree *tree : {(const way_wall_tree *)nullptr, index.get()}) {
                    support::use_isa under(isa);
                    one.call.batch.wall_tree = index.made == WAY_OK ? tree : nullptr;
                    one.call.wipe();
                    ASSERT_EQ(WAY_OK, one.call.run());
                    if (expected.empty())
                        expected = one.call.outputs;
                    ASSERT_EQ(expected, one.call.outputs)
                        << name << " " << isa << (tree != nullptr ? ", tree" : "") << ", precision "
                        << precision << ", scene " << n;
                }
        }
}

TEST(walls, sweep_walls2d_has_one_answer_at_any_magnitude) {
    expect_one_answer_at_any_magnitude("sweep_walls2d", 25600);
}
TEST(walls, bounce2d_has_one_answer_at_any_magnitude) {
    expect_one_answer_at_any_magnitude("bounce2d", 6400);
}

/* A column of zeros gives the same bits as no radius column. */
TEST(walls, a_radius_of_0_is_a_point) {
    const way_behaviour *behaviour = way_behaviour_named("sweep_walls2d");
    for (size_t n = 0; n < support::draws(6400); n++)
        for (const way_precision precision : {WAY_EXACT, WAY_FAST}) {
            wild none(behaviour, support::seed_for(4301, n));
            none.call.batch.precision = precision;
            none.call.in[4].data = none.call.in[5].data = nullptr;
            for (const std::string &isa : support::isa_names()) {
                support::use_isa under(isa);
                none.call.in[4].data = nullptr;
                none.call.wipe();
                ASSERT_EQ(WAY_OK, none.call.run());
                const std::vector<std::vector<uint32_t>> expected = none.call.outputs;
                std::fill(none.call.inputs[4].begin(), none.call.inputs[4].end(), 0.0f);
                none.call.in[4].data = none.call.inputs[4].data();
                none.call.wipe();
                ASSERT_EQ(WAY_OK, none.call.run());
                ASSERT_EQ(expected, none.call.outputs)
                    << isa << ", precision " << precision << ", scene " << n;
            }
        }
}

/* A ball that is solved alone, without a radius, has the same bits as in a batch with a radius column of
   zeros. */
TEST(sweep2d, a_radius_of_0_is_a_point) {
    const way_behaviour *behaviour = way_behaviour_named("sweep2d");
    for (size_t n = 0; n < support::draws(6400); n++) {
        uint64_t dice = support::seed_for(4302, n);
        const uint32_t of_places = draw_below(&dice, 6), of_paces = draw_below(&dice, 6);
        valid_call given(behaviour, 64);
        std::vector<std::vector<uint32_t>> cells(64, std::vector<uint32_t>(given.inputs.size()));
        for (size_t k = 0; k < given.inputs.size(); k++)
            for (size_t i = 0; i < 64; i++) {
                float &cell = given.inputs[k][i];
                const uint32_t usual = fallback_cell(&behaviour->inputs[k]);
                cell = number_of_kind(&dice, k == 2 || k == 3 ? of_paces : of_places);
                if (!behaviour->inputs[k].required)
                    std::memcpy(&cell, &usual, 4);
                else if (k > 3 && draw_below(&dice, 4) == 0)
                    cell = given.inputs[k - 4][i]; /* the wall's ends repeat numbers of the ball */
                std::memcpy(&cells[i][k], &cell, 4);
            }
        for (const std::string &isa : support::isa_names()) {
            support::use_isa under(isa);
            ASSERT_EQ(WAY_OK, given.run());
            for (size_t i = 0; i < 64; i++) {
                std::vector<uint32_t> alone(given.outputs.size());
                ASSERT_EQ(WAY_OK, way_run_one(behaviour, cells[i].data(), alone.data(), nullptr, 0));
                for (size_t o = 0; o < alone.size(); o++)
                    ASSERT_EQ(given.outputs[o][i], alone[o])
                        << isa << " " << behaviour->outputs[o].name << ", " << n << ", " << i;
            }
        }
    }
}

/* The search misses no wall. The expected answers come from sweep2d, one call for each wall. */
TEST(sweep_walls2d, the_first_wall_matches_sweep2d_on_each_wall) {
    size_t met = 0, judged = 0;
    for (size_t count : {size_t{7}, size_t{40}, size_t{150}})
        for (const scene &where : scenes(count)) {
            agents::drawn_agents s("sweep_walls2d", support::small_size() ? 96 : 1500, 4400);
            draw_balls(&s, where);
            const tree lent(where.walls);
            const std::vector<float> out = answers(s, where.walls, lent.get(), WAY_EXACT, true);
            agents::drawn_agents one("sweep2d", s.count * count, 1);
            const size_t outputs = s.behaviour->output_count;
            for (size_t i = 0; i < s.count; i++)
                for (size_t k = 0; k < count; k++) {
                    const way_wall &w = where.walls[k];
                    const float *ball = s.row(i), ends[] = {w.ax, w.ay, w.bx, w.by};
                    float *row = one.row(i * count + k);
                    std::copy(ball, ball + 4, row);
                    std::copy(ends, ends + 4, row + 4);
                    row[8] = ball[4];
                    row[9] = ball[5];
                    std::memcpy(&row[10], &w.sides, 4);
                    row[11] = row[12] = 0; /* the wall's velocity */
                }
            one.solve();
            for (size_t i = 0; i < s.count; i++) {
                const float *got = &out[i * outputs];
                int32_t status = (int32_t)support::bits_of(got[outputs - 1]),
                        number = (int32_t)support::bits_of(got[5]);
                if (status == WAY_INVALID)
                    continue;
                float least = INFINITY;
                for (size_t k = 0; k < count; k++)
                    if (one.status(i * count + k) == WAY_MET || one.status(i * count + k) == WAY_THERE)
                        least = std::min(least, one.got(i * count + k)[0]);
                judged++;
                met += least < INFINITY;
                EXPECT_LE(support::ulps_apart(least, got[0]), 1) << where.name << s.story(i);
                if (number >= 0) {
                    EXPECT_LE(support::ulps_apart(one.got(i * count + (size_t)number)[0], got[0]), 1)
                        << where.name << s.story(i);
                }
                if (testing::Test::HasFailure())
                    return;
            }
        }
    EXPECT_GT(met, judged / 4);
}

/* Adds walls that no ball can reach, before and between the other walls of the list. */
TEST(bounce2d, walls_far_away_change_nothing) {
    for (const scene &near : scenes(48)) {
        if (near.name.find("long thin") != std::string::npos ||
            near.name.find("all sizes") != std::string::npos)
            continue;
        agents::drawn_agents s("bounce2d", support::small_size() ? 160 : 2000, 4500);
        draw_balls(&s, near);
        const float middle[] = {(float)near.x, (float)near.y, 0, 0, 0, 0, 0};
        const float reach[] = {150, 150, 300, 300, 1, 5, 1};
        for (size_t i = 0; i < s.count; i++)
            for (int k = 0; k < 7; k++)
                if (std::fabs(s.row(i)[k] - middle[k]) > reach[k])
                    s.row(i)[k] = middle[k];
        std::vector<way_wall> more;
        uint64_t dice = support::seed_for(4501);
        for (const way_wall &w : near.walls) {
            for (int k = 0; k < 9; k++) {
                float x = (float)near.x + (k % 2 == 0 ? 3000.0f : -3000.0f) + draw_between(&dice, -100, 100),
                      y = (float)near.y + draw_between(&dice, -100, 100);
                more.push_back({x, y, x + 20, y + 10, k % 3 - 1});
            }
            more.push_back(w);
        }
        const tree lent(more);
        ASSERT_EQ(WAY_OK, lent.made);
        for (const std::string &isa : support::isa_names()) {
            support::use_isa use(isa);
            const std::vector<float> expected = answers(s, near.walls, nullptr, WAY_EXACT, true);
            expect_the_same(expected, answers(s, more, nullptr, WAY_EXACT, true), s, near.name + ", " + isa);
            expect_the_same(expected, answers(s, more, lent.get(), WAY_EXACT, true), s,
                            near.name + ", tree, " + isa);
        }
    }
}

/* Checks that the tree has every wall: a ball directly in front of a wall must meet that wall. */
TEST(wall_tree, every_wall_is_found) {
    for (size_t side : {size_t{9}, size_t{17}, size_t{70}}) {
        std::vector<way_wall> walls;
        for (size_t k = 0; k < side * side; k++) {
            float x = (float)(k * 37 % (side * side) % side), y = (float)(k * 37 % (side * side) / side);
            walls.push_back({x, y, x, y + 0.5f, 0});
        }
        agents::drawn_agents s("sweep_walls2d", walls.size(), 4600);
        for (size_t k = 0; k < walls.size(); k++) {
            const float row[] = {walls[k].ax - 0.25f, walls[k].ay + 0.25f, 1, 0, 0, INFINITY};
            std::copy(row, row + 6, s.row(k));
        }
        const tree lent(walls);
        const std::vector<float> out = answers(s, walls, lent.get(), WAY_EXACT, false);
        for (size_t k = 0; k < walls.size(); k++) {
            ASSERT_EQ(k, support::bits_of(out[7 * k + 5]));
            ASSERT_EQ(0.25f, out[7 * k]);
        }
    }
}

TEST(wall_tree, memory_that_is_too_small_or_misaligned_is_refused) {
    const scene where = scenes(300)[0];
    const size_t bytes = way_wall_tree_bytes(300);
    std::vector<unsigned char> room(bytes + 64, 0x5a);
    unsigned char *at = room.data() + (64 - (uintptr_t)room.data() % 64) % 64;
    auto untouched = [&] { return std::count(room.begin(), room.end(), 0x5a) == (ptrdiff_t)room.size(); };
    for (size_t less : {size_t{1}, size_t{64}, bytes})
        EXPECT_EQ(WAY_ERROR_MEMORY,
                  way_make_wall_tree(where.walls.data(), 300, (way_wall_tree *)at, bytes - less));
    for (size_t off : {1, 2, 4})
        EXPECT_EQ(WAY_ERROR_ALIGNMENT,
                  way_make_wall_tree(where.walls.data(), 300, (way_wall_tree *)(at + off), bytes));
    EXPECT_EQ(WAY_ERROR_NULL, way_make_wall_tree(where.walls.data(), 300, nullptr, bytes));
    EXPECT_EQ(WAY_ERROR_NULL, way_make_wall_tree(nullptr, 300, (way_wall_tree *)at, bytes));
    EXPECT_EQ(WAY_ERROR_ALIGNMENT,
              way_make_wall_tree((const way_wall *)((const char *)where.walls.data() + 2), 299,
                                 (way_wall_tree *)at, bytes));
    EXPECT_EQ(WAY_ERROR_COUNT,
              way_make_wall_tree(where.walls.data(), (size_t)INT32_MAX + 1, (way_wall_tree *)at, bytes));
    EXPECT_TRUE(untouched());
    EXPECT_EQ(0u, way_wall_tree_bytes((size_t)INT32_MAX + 1));
}

TEST(wall_tree, nothing_is_written_outside_its_memory) {
    for (size_t count : {0, 1, 15, 16, 17, 255, 256, 257, 4096, 4097, 5000})
        for (size_t off : {0, 8, 24, 56}) {
            const scene where = scenes(count)[count % 12];
            const tree lent(where.walls, off);
            EXPECT_EQ(WAY_OK, lent.made);
            EXPECT_FALSE(lent.wrote_outside()) << where.name << ", " << off << " bytes off";
            EXPECT_LE(lent.bytes, 1400 + 60 * count);
        }
}

TEST(wall_tree, a_tree_of_other_walls_is_refused) {
    const scene where = scenes(100)[0];
    tree lent(where.walls);
    valid_call call(way_behaviour_named("bounce2d"));
    call.batch.walls = where.walls.data();
    call.batch.wall_count = 99;
    call.batch.wall_tree = lent.get();
    EXPECT_EQ(WAY_ERROR_MEMORY, call.run());
    call.batch.wall_count = 100;
    call.batch.wall_tree = (const way_wall_tree *)(lent.at + 4);
    EXPECT_EQ(WAY_ERROR_ALIGNMENT, call.run());
    call.batch.wall_tree = lent.get();
    std::memset(lent.at, 0, 16);
    EXPECT_EQ(WAY_ERROR_MEMORY, call.run());
    EXPECT_TRUE(call.wrote_nothing());
}

/* The tree contains no addresses, so a copy works at another address. */
TEST(wall_tree, may_be_copied) {
    const scene where = scenes(400)[5];
    agents::drawn_agents s("bounce2d", 200, 4700);
    draw_balls(&s, where);
    const tree lent(where.walls);
    std::vector<uint64_t> copy(lent.bytes / 8 + 9);
    for (size_t off : {0, 1, 5}) {
        std::memcpy(copy.data() + off, lent.at, lent.bytes);
        const std::vector<way_wall> elsewhere = where.walls;
        expect_the_same(answers(s, where.walls, lent.get(), WAY_EXACT, true),
                        answers(s, elsewhere, (const way_wall_tree *)(copy.data() + off), WAY_EXACT, true), s,
                        "a copy");
    }
}

} // namespace
