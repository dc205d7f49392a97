/* Tests tile_step and tile_line with worked examples, in every octant, and with walks to the end. */
#include <gtest/gtest.h>

#include <algorithm>

#include "reference/reference.h"
#include "support.h"

namespace {

struct tile {
    int32_t x, y;
};
bool operator==(tile a, tile b) { return a.x == b.x && a.y == b.y; }
std::ostream &operator<<(std::ostream &to, tile a) { return to << "(" << a.x << ", " << a.y << ")"; }
tile operator+(tile a, tile b) { return {a.x + b.x, a.y + b.y}; }

struct stepped {
    tile step;
    int32_t status;
};

stepped tile_step(tile chaser, tile runner, const int32_t *away = nullptr) {
    stepped answer = {{99, 99}, 99};
    way_tile_step_in in = {};
    in.chaser_x.data = &chaser.x;
    in.chaser_y.data = &chaser.y;
    in.runner_x.data = &runner.x;
    in.runner_y.data = &runner.y;
    in.away.data = away;
    way_tile_step_out out = {};
    out.step_x.data = &answer.step.x;
    out.step_y.data = &answer.step.y;
    out.status.data = &answer.status;
    way_batch batch = {};
    batch.count = 1;
    EXPECT_EQ(WAY_OK, way_tile_step(&in, &out, &batch));
    return answer;
}

struct walker {
    tile at, from;
    int32_t status = 99;
};

/* Moves the walker one tile along the line. The call overwrites the walker's numbers. */
tile walk(walker *w, tile runner) {
    tile step = {99, 99};
    way_tile_line_in in = {};
    in.chaser_x.data = &w->at.x;
    in.chaser_y.data = &w->at.y;
    in.runner_x.data = &runner.x;
    in.runner_y.data = &runner.y;
    in.from_x.data = &w->from.x;
    in.from_y.data = &w->from.y;
    way_tile_line_out out = {};
    out.step_x.data = &step.x;
    out.step_y.data = &step.y;
    out.next_from_x.data = &w->from.x;
    out.next_from_y.data = &w->from.y;
    out.status.data = &w->status;
    way_batch batch = {};
    batch.count = 1;
    EXPECT_EQ(WAY_OK, way_tile_line(&in, &out, &batch));
    w->at = w->at + step;
    return step;
}

std::vector<tile> path(tile from, tile to) {
    walker w = {from, from};
    std::vector<tile> tiles = {from};
    while (!(w.at == to) && tiles.size() < 1000) {
        walk(&w, to);
        tiles.push_back(w.at);
    }
    return tiles;
}

std::vector<int32_t> rows_of(const std::vector<tile> &tiles) {
    std::vector<int32_t> rows;
    for (tile t : tiles)
        rows.push_back(t.y);
    return rows;
}

TEST(tile_step, goes_diagonally_first) {
    EXPECT_EQ((tile{1, 1}), tile_step({0, 0}, {5, 2}).step);
    EXPECT_EQ((tile{-1, 1}), tile_step({9, -3}, {-5, 2}).step);
    EXPECT_EQ((tile{1, 0}), tile_step({0, 2}, {5, 2}).step);
    EXPECT_EQ((tile{0, -1}), tile_step({5, 3}, {5, 2}).step);
    EXPECT_EQ(WAY_MET, tile_step({5, 3}, {5, 2}).status);
}

TEST(tile_step, stays_on_the_target) {
    EXPECT_EQ((tile{0, 0}), tile_step({5, 3}, {5, 3}).step);
    EXPECT_EQ(WAY_THERE, tile_step({5, 3}, {5, 3}).status);
}

TEST(tile_step, away_is_the_opposite) {
    int32_t away = 1, towards = 0;
    EXPECT_EQ((tile{-1, -1}), tile_step({0, 0}, {5, 2}, &away).step);
    EXPECT_EQ((tile{1, 1}), tile_step({0, 0}, {5, 2}, &towards).step);
    EXPECT_EQ((tile{0, 1}), tile_step({5, 3}, {5, 2}, &away).step);
}

TEST(tile_step, never_leaves_the_numbers) {
    int32_t away = -7, most = INT32_MAX, least = INT32_MIN;
    EXPECT_EQ((tile{0, 0}), tile_step({most, least}, {0, 0}, &away).step);
    EXPECT_EQ((tile{1, 1}), tile_step({most - 1, 6}, {0, 0}, &away).step);
    EXPECT_EQ((tile{-1, 1}), tile_step({most, least}, {least, most}).step);
}

TEST(tile_line, knights_moves) {
    /* if the line passes halfway between two tiles, the walker takes the tile nearer to the target */
    EXPECT_EQ((std::vector<tile>{{0, 0}, {1, 1}, {2, 1}}), path({0, 0}, {2, 1}));
    EXPECT_EQ((std::vector<tile>{{2, 1}, {1, 0}, {0, 0}}), path({2, 1}, {0, 0}));
    EXPECT_EQ((std::vector<tile>{{0, 0}, {-1, -1}, {-1, -2}}), path({0, 0}, {-1, -2}));
}

TEST(tile_line, slope_one_half_moves_aside_every_other_step) {
    std::vector<tile> tiles = path({1, 1}, {11, 6});
    EXPECT_EQ((std::vector<int32_t>{1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6}), rows_of(tiles));
    /* on the way back, the other of the two tiles is nearer to the target */
    EXPECT_EQ((std::vector<int32_t>{6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1}), rows_of(path({11, 6}, {1, 1})));
}

TEST(tile_line, straight_and_diagonal) {
    EXPECT_EQ((std::vector<tile>{{0, 0}, {1, 0}, {2, 0}, {3, 0}}), path({0, 0}, {3, 0}));
    EXPECT_EQ((std::vector<tile>{{0, 0}, {0, -1}, {0, -2}}), path({0, 0}, {0, -2}));
    EXPECT_EQ((std::vector<tile>{{0, 0}, {-1, 1}, {-2, 2}, {-3, 3}}), path({0, 0}, {-3, 3}));
}

/* For every target in a square, the number of steps is the larger of the distances along x and y. The path
   stays within half a tile of the line and ends on the target. The mirrored target has the mirrored path. */
TEST(tile_line, every_octant_is_straight_and_ends_on_the_target) {
    for (int32_t x = -23; x <= 23; x++)
        for (int32_t y = -23; y <= 23; y++) {
            std::vector<tile> tiles = path({0, 0}, {x, y}), mirrored = path({0, 0}, {-x, y});
            int32_t longer = std::max(std::abs(x), std::abs(y));
            ASSERT_EQ((size_t)longer + 1, tiles.size()) << x << " " << y;
            EXPECT_EQ((tile{x, y}), tiles.back());
            for (size_t k = 0; k < tiles.size(); k++) {
                /* twice the distance from the line along the shorter axis, multiplied by `longer` */
                int32_t aside = std::abs(x) >= std::abs(y)
                                    ? 2 * (tiles[k].y * std::abs(x) - y * std::abs(tiles[k].x))
                                    : 2 * (tiles[k].x * std::abs(y) - x * std::abs(tiles[k].y));
                EXPECT_LE(std::abs(aside), longer) << x << " " << y << " after " << k;
                EXPECT_EQ((tile{-tiles[k].x, tiles[k].y}), mirrored[k]);
            }
        }
}

TEST(tile_line, retargets_at_any_step) {
    uint64_t random = support::seed_for(31);
    for (int trial = 0; trial < 2000; trial++) {
        tile to = {(int32_t)draw_below(&random, 41) - 20, (int32_t)draw_below(&random, 41) - 20};
        walker w = {{0, 0}, {0, 0}};
        int before = (int)draw_below(&random, 12);
        for (int k = 0; k < before; k++)
            walk(&w, to);
        to = {(int32_t)draw_below(&random, 41) - 20, (int32_t)draw_below(&random, 41) - 20};
        int32_t left = std::max(std::abs(to.x - w.at.x), std::abs(to.y - w.at.y));
        for (int32_t k = 0; k < left; k++) {
            tile step = walk(&w, to);
            EXPECT_LE(std::max(std::abs(step.x), std::abs(step.y)), 1);
        }
        EXPECT_EQ(to, w.at);
        EXPECT_EQ((tile{0, 0}), walk(&w, to));
        EXPECT_EQ(WAY_THERE, w.status);
    }
}

TEST(tile_line, an_invalid_state_starts_again) {
    walker w = {{3, 4}, {INT32_MIN, INT32_MAX}};
    EXPECT_EQ((tile{1, 1}), walk(&w, {13, 9}));
    EXPECT_EQ((tile{3, 4}), w.from);
}

TEST(tile_line, too_far_is_invalid_and_stays) {
    walker w = {{0, 0}, {0, 0}};
    EXPECT_EQ((tile{0, 0}), walk(&w, {(1 << 25) + 1, 0}));
    EXPECT_EQ(WAY_INVALID, w.status);
    EXPECT_EQ((tile{1, 0}), walk(&w, {1 << 25, 0}));
    EXPECT_EQ(WAY_MET, w.status);
}

/* Compares with the naive reference for distances from one tile to the largest numbers. */
void expect_agrees_with_the_textbook(const char *name) {
    const way_behaviour *behaviour = way_behaviour_named(name);
    way_reference *reference = way_reference_named(name);
    uint64_t random = support::seed_for(77);
    for (int i = 0; i < 20000; i++) {
        float row[6];
        draw_agent(&random, behaviour, i % 2 ? 20 : 0, row);
        double in[6], expected[5];
        int32_t got[5];
        way_column columns[6] = {};
        way_column_out outputs[5] = {};
        for (size_t k = 0; k < behaviour->input_count; k++) {
            int32_t cell;
            std::memcpy(&cell, &row[k], sizeof cell);
            in[k] = cell;
            columns[k].data = &row[k];
        }
        for (size_t k = 0; k < behaviour->output_count; k++)
            outputs[k].data = &got[k];
        way_batch batch = {};
        batch.count = 1;
        ASSERT_EQ(WAY_OK, way_run(behaviour, columns, outputs, &batch));
        reference(in, expected);
        for (size_t k = 0; k < behaviour->output_count; k++)
            ASSERT_EQ(expected[k], (double)got[k])
                << behaviour->outputs[k].name << " of " << in[0] << " " << in[1] << " to " << in[2] << " "
                << in[3] << " from " << in[4] << " " << in[5];
    }
}

TEST(tile_step, agrees_with_the_textbook) { expect_agrees_with_the_textbook("tile_step"); }
TEST(tile_line, agrees_with_the_textbook) { expect_agrees_with_the_textbook("tile_line"); }

} // namespace
