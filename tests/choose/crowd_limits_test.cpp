/* Mistakes with a crowd that once read or wrote other rows, and costs that mean "not allowed". */
#include <cfloat>
#include <cmath>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "waylay/waylay.h"

namespace {

/* Memory for a crowd of points on a row, which the caller owns. */
struct row_of_points {
    std::vector<float> x, y;
    std::vector<uint64_t> memory;
    way_choose2d_in in = {};
    const way_crowd2d *crowd = nullptr;

    explicit row_of_points(size_t n) : x(n), y(n, 0.0f), memory((way_crowd2d_bytes(n) + 7) / 8) {
        for (size_t i = 0; i < n; i++)
            x[i] = float(i);
        in.chaser_x = in.runner_x = way_in(x.data()), in.chaser_y = in.runner_y = way_in(y.data());
        way_crowd2d *to = (way_crowd2d *)memory.data();
        EXPECT_EQ(WAY_OK, way_make_crowd2d(&in, n, to, 8 * memory.size()));
        crowd = to;
    }
};

/* A stale crowd: half of the units have left, and the columns are shorter than the crowd. */
TEST(crowd_limits, a_crowd_larger_than_the_columns_is_refused) {
    row_of_points all(1000);
    const char *fault = nullptr;
    std::vector<uint32_t> target(500, 7);
    way_choose2d_out out = {};
    out.target = way_out(target.data());
    way_choice choice = {};
    choice.count = 500, choice.runner_count = 500, choice.crowd2d = all.crowd, choice.fault = &fault;
    EXPECT_EQ(WAY_ERROR_COUNT, way_choose2d(&all.in, &out, &choice));
    EXPECT_STREQ("runner_count", fault);
    EXPECT_EQ(std::vector<uint32_t>(500, 7), target);
    for (size_t count : {size_t(0), size_t(1000), size_t(2000)}) { /* 0: a choice reads only the crowd */
        choice.runner_count = count;
        EXPECT_EQ(WAY_OK, way_choose2d(&all.in, &out, &choice)) << count;
    }
    way_avoid2d_in avoid = {};
    way_avoid2d_out velocity = {};
    std::vector<float> still(1000, 0.0f), vx(1000, 9.0f);
    const float speed = 1;
    avoid.chaser_x = avoid.runner_x = way_in(all.x.data()),
    avoid.chaser_y = avoid.runner_y = way_in(all.y.data());
    avoid.chaser_vx = avoid.chaser_vy = avoid.preferred_vx = avoid.preferred_vy = way_in(still.data());
    avoid.chaser_speed = way_same(&speed), velocity.velocity_x = way_out(vx.data());
    way_avoidance how = {};
    how.count = 500, how.crowd2d = all.crowd, how.fault = &fault;
    for (size_t count : {size_t(500), size_t(999)}) {
        fault = nullptr, how.runner_count = count;
        EXPECT_EQ(WAY_ERROR_COUNT, way_avoid2d(&avoid, &velocity, &how)) << count;
        ASSERT_NE(nullptr, fault);
        EXPECT_STREQ("runner_count", fault);
    }
    EXPECT_EQ(9.0f, vx[0]);
    how.runner_count = 1000;
    EXPECT_EQ(WAY_OK, way_avoid2d(&avoid, &velocity, &how));
}

/* Choosers beyond row 2^32 do not follow the crowd's order: its rows have 32 bits. The columns begin 2^32
   rows before their memory, so that row 2^32 + i is element i. */
TEST(crowd_limits, choosers_beyond_row_2_to_the_32_get_their_own_rows) {
    if (sizeof(size_t) < 8)
        GTEST_SKIP() << "rows have 32 bits";
    const size_t n = 40000, far = (size_t)UINT32_MAX + 1;
    row_of_points all(n);
    std::vector<uint32_t> near(n, 7), expected(n, 7);
    const auto moved = [&](const void *data) { return (const void *)((uintptr_t)data - 4 * far); };
    way_choose2d_in in = all.in;
    way_choose2d_out out = {};
    way_choice choice = {};
    choice.count = n, choice.runner_count = n, choice.crowd2d = all.crowd;
    std::vector<uint32_t> none(1, WAY_NO_ROW);
    in.self = way_same(none.data());
    out.target = way_out(expected.data());
    ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &choice));
    in.chaser_x.data = in.runner_x.data = moved(all.x.data());
    in.chaser_y.data = in.runner_y.data = moved(all.y.data());
    out.target.data = (void *)moved(near.data());
    choice.first = far;
    ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &choice));
    EXPECT_EQ(expected, near);
}

/* Many units on one spawn point: all candidates are equally near, and the lowest row wins. A search that
   looked at all ties would compare 10^10 pairs here. */
TEST(crowd_limits, a_hundred_thousand_units_on_one_point_choose_the_lowest_row) {
    const size_t n = 100000;
    std::vector<float> x(n, 3.0f), y(n, -2.0f);
    std::vector<uint64_t> memory((way_crowd2d_bytes(n) + 7) / 8);
    std::vector<uint32_t> target(n);
    std::vector<float> cost(n);
    way_choose2d_in in = {};
    in.chaser_x = in.runner_x = way_in(x.data()), in.chaser_y = in.runner_y = way_in(y.data());
    way_crowd2d *crowd = (way_crowd2d *)memory.data();
    ASSERT_EQ(WAY_OK, way_make_crowd2d(&in, n, crowd, 8 * memory.size()));
    way_choose2d_out out = {};
    out.target = way_out(target.data()), out.cost = way_out(cost.data());
    way_choice choice = {};
    choice.count = choice.runner_count = n, choice.crowd2d = crowd;
    ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &choice));
    for (size_t i = 0; i < n; i++) {
        ASSERT_EQ(i == 0 ? 1u : 0u, target[i]) << i;
        ASSERT_EQ(0.0f, cost[i]) << i;
    }
}

/* A cost of FLT_MAX forbids a pair, as an infinite one does. It was a number once, and all costs were rounded
   to its unit: 85 instead of 24. */
TEST(assign, a_cost_of_flt_max_is_not_allowed) {
    for (float forbidden : {FLT_MAX, -FLT_MAX, float(INFINITY), float(NAN)}) {
        const size_t n = 3;
        float cost[3][3] = {{forbidden, 1, 7}, {2, forbidden, 9}, {forbidden, 3, 5}};
        std::vector<uint32_t> target(n);
        std::vector<uint64_t> memory((way_assign_bytes(n, n, n * n) + 7) / 8);
        way_assign_in in = {};
        way_assign_out out = {};
        way_assignment how = {};
        in.cost = way_in(cost[0]), out.target = way_out(target.data());
        how.count = how.runner_count = n, how.memory = memory.data(), how.bytes = 8 * memory.size();
        ASSERT_EQ(WAY_OK, way_assign(&in, &out, &how));
        EXPECT_EQ(8, how.sum) << forbidden;
        EXPECT_EQ(0, how.gap) << forbidden;
        EXPECT_EQ(std::vector<uint32_t>({1, 0, 2}), target) << forbidden;
    }
}

TEST(walls, the_wrong_argument_about_walls_is_named) {
    const way_wall wall = {0, 0, 1, 0, 0};
    const float one = 1;
    const char *fault = nullptr;
    alignas(8) char memory[256] = {};
    way_bounce2d_in in = {};
    way_bounce2d_out out = {};
    for (way_column *column = (way_column *)&in; column < (way_column *)(&in + 1); column++)
        *column = way_same(&one);
    way_batch batch = {};
    batch.count = 1, batch.walls = &wall, batch.wall_count = 1, batch.fault = &fault;
    batch.wall_tree = (const way_wall_tree *)memory; /* no tree */
    EXPECT_EQ(WAY_ERROR_MEMORY, way_bounce2d(&in, &out, &batch));
    EXPECT_STREQ("wall_tree", fault);
    batch.wall_tree = nullptr, batch.wall_count = (size_t)INT32_MAX + 1;
    EXPECT_EQ(WAY_ERROR_COUNT, way_bounce2d(&in, &out, &batch));
    EXPECT_STREQ("wall_count", fault);
    way_avoid2d_in avoid = {};
    way_avoid2d_out velocity = {};
    for (way_column way_avoid2d_in::*column :
         {&way_avoid2d_in::chaser_x, &way_avoid2d_in::chaser_y, &way_avoid2d_in::chaser_vx,
          &way_avoid2d_in::chaser_vy, &way_avoid2d_in::preferred_vx, &way_avoid2d_in::preferred_vy,
          &way_avoid2d_in::chaser_speed})
        avoid.*column = way_same(&one);
    way_avoidance how = {};
    how.count = 1, how.walls = &wall, how.wall_count = (size_t)INT32_MAX + 1, how.fault = &fault;
    EXPECT_EQ(WAY_ERROR_COUNT, way_avoid2d(&avoid, &velocity, &how));
    EXPECT_STREQ("wall_count", fault);
    how.wall_count = 1, how.wall_tree = (const way_wall_tree *)memory;
    EXPECT_EQ(WAY_ERROR_MEMORY, way_avoid2d(&avoid, &velocity, &how));
    EXPECT_STREQ("wall_tree", fault);
}

} // namespace
