/* Mistakes of a caller that once went on without a word: a forgotten number of runners is refused, and
   way_check reports what no call can refuse. */
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support.h"
#include "waylay/waylay.h"

namespace {

struct unit {
    float x, y, vx, vy, speed;
    uint32_t side, hits;
};

struct army {
    std::vector<unit> units;
    std::vector<uint32_t> target;
    std::vector<float> velocity;
    way_lead2d_in in = {};
    way_lead2d_out out = {};
    way_batch batch = {};

    explicit army(size_t n) : units(n), target(n), velocity(n) {
        for (size_t i = 0; i < n; i++)
            units[i] = {float(3 * i), float(i % 5), 1, float(i % 3), 4 + float(i % 4), uint32_t(i % 2), 3},
            target[i] = uint32_t((i + 1) % n);
        unit *u = units.data();
        in.chaser_x = in.runner_x = way_at(&u->x, sizeof *u);
        in.chaser_y = in.runner_y = way_at(&u->y, sizeof *u);
        in.runner_vx = way_at(&u->vx, sizeof *u), in.runner_vy = way_at(&u->vy, sizeof *u);
        in.chaser_speed = way_at(&u->speed, sizeof *u);
        out.velocity_x = way_out(velocity.data());
        batch.count = n, batch.targets.row = way_in(target.data()), batch.targets.runner_count = n;
    }
};

TEST(forgotten_counts, targets_without_a_number_of_runners_are_refused) {
    for (size_t n : {1, 5, 16, 17, 300}) {
        army a(n);
        const char *fault = nullptr;
        a.batch.fault = &fault, a.batch.targets.runner_count = 0;
        EXPECT_EQ(WAY_ERROR_COUNT, way_lead2d(&a.in, &a.out, &a.batch));
        ASSERT_NE(nullptr, fault);
        EXPECT_STREQ("targets.runner_count", fault);
        /* the only agent with a row is the last one of the call, or is found by a map */
        std::fill(a.target.begin(), a.target.end(), WAY_NO_ROW);
        a.target[n - 1] = 0;
        EXPECT_EQ(WAY_ERROR_COUNT, way_lead2d(&a.in, &a.out, &a.batch));
        const uint32_t rows[1] = {7};
        a.batch.targets.row_of = rows, a.batch.targets.map_size = 1;
        EXPECT_EQ(WAY_ERROR_COUNT, way_lead2d(&a.in, &a.out, &a.batch));
        a.batch.targets.map_size = 0; /* now the map has no row for any agent */
        EXPECT_EQ(WAY_OK, way_lead2d(&a.in, &a.out, &a.batch));
    }
}

TEST(forgotten_counts, a_call_in_which_no_agent_has_a_target_needs_no_runners) {
    army a(20);
    std::vector<int32_t> status(20, -1);
    a.out.status = way_out(status.data());
    std::fill(a.target.begin(), a.target.end(), WAY_NO_ROW);
    a.batch.targets.runner_count = 0;
    EXPECT_EQ(WAY_OK, way_lead2d(&a.in, &a.out, &a.batch));
    EXPECT_EQ(std::vector<int32_t>(20, WAY_NO_TARGET), status);
    a.target[3] = 3; /* an agent that is not in the call does not matter */
    a.batch.first = 4, a.batch.count = 16;
    EXPECT_EQ(WAY_OK, way_lead2d(&a.in, &a.out, &a.batch));
    const uint32_t list[2] = {3, 5};
    a.batch.index = list, a.batch.first = 0, a.batch.count = 2;
    EXPECT_EQ(WAY_ERROR_COUNT, way_lead2d(&a.in, &a.out, &a.batch));
}

TEST(way_check, finds_a_field_that_is_read_as_an_array) {
    army a(30);
    const char *column = "?";
    EXPECT_EQ(nullptr, way_check("lead2d", &a.in, 30, 30, &column));
    EXPECT_EQ(nullptr, column);
    a.in.chaser_speed = way_in(&a.units[0].speed); /* WAY_OK: the speeds of other columns */
    EXPECT_EQ(WAY_OK, way_lead2d(&a.in, &a.out, &a.batch));
    EXPECT_NE(nullptr, way_check("lead2d", &a.in, 30, 30, &column));
    EXPECT_STREQ("chaser_speed", column);
    EXPECT_NE(nullptr, way_check("lead2d", &a.in, 30, 30, nullptr));
}

/* Two fields of the same records, both read as arrays. */
TEST(way_check, finds_arrays_that_overlap) {
    const char *column = nullptr;
    std::vector<float> x(20), y(20);
    way_choose2d_in in = WAY_INIT;
    in.chaser_x = way_in(&x[0]), in.chaser_y = way_in(&x[1]);
    in.runner_x = way_in(&x[2]), in.runner_y = way_in(y.data());
    EXPECT_NE(nullptr, way_check("choose2d", &in, 5, 5, &column));
    EXPECT_STREQ("chaser_y", column);
    in.chaser_y = way_in(y.data());
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 5, 5, &column))
        << "the choosers are some of the candidates";
    in.range_from = way_in(&x[7]), in.range_to = way_in(&x[8]);
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 5, 5, &column)) << "neighbouring limits of ranges";
    in.runner_y = way_in(&x[12]);
    EXPECT_NE(nullptr, way_check("choose2d", &in, 5, 5, &column)) << "from 8 on, 5 elements";
    in.runner_y = way_in(&x[13]);
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 5, 5, &column)) << "one array after another";
}

TEST(way_check, finds_one_array_for_two_axes) {
    const char *column = nullptr;
    std::vector<float> x(20, 3.0f), y(20);
    way_choose2d_in in = WAY_INIT;
    in.chaser_x = way_in(x.data()), in.chaser_y = way_in(y.data());
    in.runner_x = in.runner_y = way_in(x.data());
    EXPECT_NE(nullptr, way_check("choose2d", &in, 20, 20, &column));
    EXPECT_STREQ("runner_y", column);
    in.runner_x = in.runner_y = way_in(y.data());
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 20, 20, &column)) << "zeros";
    in.runner_x = in.runner_y = way_same(x.data());
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 20, 20, &column)) << "one number for all";
    const std::vector<double> wide(20, 3.0);
    in.runner_x = in.runner_y = way_in(wide.data());
    EXPECT_NE(nullptr, way_check("choose2d", &in, 20, 20, &column)) << "doubles";
    in.runner_x = way_in(x.data()), in.runner_y = way_in(y.data());
    in.runner_vx = in.runner_vy = way_in(y.data());
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 20, 20, &column)) << "all rest";
    in.runner_vx = in.runner_vy = way_same(x.data());
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 20, 20, &column)) << "one velocity for all";
    in.runner_vx = in.runner_vy = way_in(x.data());
    EXPECT_NE(nullptr, way_check("choose2d", &in, 20, 20, &column)) << "velocities";
    EXPECT_STREQ("runner_vy", column);
    way_avoid3d_in avoid = WAY_INIT;
    avoid.chaser_x = way_in(x.data()), avoid.chaser_y = way_in(y.data()), avoid.radius = way_same(x.data());
    avoid.chaser_vx = avoid.preferred_vx = way_in(x.data());
    EXPECT_EQ(nullptr, way_check("avoid3d", &avoid, 20, 0, &column)) << "an agent moves as it prefers";
    avoid.chaser_vz = avoid.chaser_vx;
    EXPECT_NE(nullptr, way_check("avoid3d", &avoid, 20, 0, &column));
    EXPECT_STREQ("chaser_vz", column);
    avoid.chaser_vz = way_column(), avoid.preferred_vy = way_in(x.data());
    EXPECT_NE(nullptr, way_check("avoid3d", &avoid, 20, 0, &column));
    EXPECT_STREQ("preferred_vy", column);
}

TEST(way_check, finds_whole_numbers_in_a_column_of_floats) {
    army a(30);
    const char *column = nullptr;
    const uint32_t speed = 5;
    a.in.chaser_speed = way_same(&speed);
    EXPECT_EQ(WAY_OK, way_lead2d(&a.in, &a.out, &a.batch));
    EXPECT_NE(nullptr, way_check("lead2d", &a.in, 30, 30, &column));
    EXPECT_STREQ("chaser_speed", column);
    a.in.chaser_speed = way_at(&a.units[0].hits, sizeof(unit));
    EXPECT_NE(nullptr, way_check("lead2d", &a.in, 30, 30, &column));
    EXPECT_STREQ("chaser_speed", column);
}

TEST(way_check, finds_candidates_without_a_number) {
    army a(30);
    way_choose2d_in in = {};
    way_avoid2d_in avoid = {};
    const char *column = nullptr;
    in.chaser_x = in.runner_x = a.in.chaser_x, in.chaser_y = in.runner_y = a.in.chaser_y;
    in.runner_mask = in.chaser_mask = way_at(&a.units[0].side, sizeof(unit)); /* masks are whole numbers */
    avoid.chaser_x = avoid.runner_x = a.in.chaser_x, avoid.chaser_y = avoid.runner_y = a.in.chaser_y;
    for (const char *call : {"choose2d", "neighbours2d"}) {
        EXPECT_EQ(nullptr, way_check(call, &in, 30, 30, &column)) << call;
        EXPECT_NE(nullptr, way_check(call, &in, 30, 0, &column)) << call;
        EXPECT_STREQ("runner_count", column);
    }
    const float half = 0.5f;
    avoid.radius = way_same(&half);
    EXPECT_EQ(nullptr, way_check("avoid2d", &avoid, 30, 30, &column));
    EXPECT_NE(nullptr, way_check("avoid2d", &avoid, 30, 0, &column));
    EXPECT_STREQ("runner_count", column);
    EXPECT_EQ(nullptr, way_check("avoid2d", &avoid, 0, 0, &column));
    const float bits = support::float_of(7u);
    avoid.radius = way_same(&bits);
    EXPECT_NE(nullptr, way_check("avoid2d", &avoid, 30, 30, &column));
    EXPECT_STREQ("radius", column);
    EXPECT_NE(nullptr, way_check("no such call", &avoid, 30, 30, &column));
    EXPECT_NE(nullptr, way_check("avoid2d", nullptr, 30, 30, &column));
}

TEST(way_check, finds_an_arc_in_degrees_and_an_avoidance_of_points) {
    army a(30);
    way_choose2d_in in = {};
    way_avoid2d_in avoid = {};
    const char *column = nullptr;
    const std::vector<float> arcs = {0.5f, 60, 1};
    in.chaser_x = in.runner_x = a.in.chaser_x, in.chaser_y = in.runner_y = a.in.chaser_y,
    in.arc = way_in(arcs.data());
    EXPECT_NE(nullptr, way_check("choose2d", &in, 3, 30, &column));
    EXPECT_STREQ("arc", column);
    in.arc = way_same(&arcs[2]);
    EXPECT_NE(nullptr, way_check("choose2d", &in, 3, 30, &column)) << "an arc that faces nowhere";
    EXPECT_STREQ("arc", column);
    in.facing_x = in.facing_y = way_same(&arcs[0]);
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 3, 30, &column));
    const float round = -1, nothing = 0;
    in.arc = way_same(&round), in.facing_x = in.facing_y = way_column(), in.bonus = way_same(&nothing);
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 3, 30, &column)) << "a full circle, and no bonus";
    in.bonus = way_same(&arcs[0]);
    EXPECT_NE(nullptr, way_check("choose2d", &in, 3, 30, &column)) << "a bonus for no present target";
    EXPECT_STREQ("bonus", column);
    in.bonus = way_column();
    avoid.chaser_x = avoid.runner_x = a.in.chaser_x, avoid.chaser_y = avoid.runner_y = a.in.chaser_y;
    EXPECT_NE(nullptr, way_check("avoid2d", &avoid, 30, 30, &column));
    EXPECT_STREQ("radius", column);
    avoid.chaser_x = avoid.chaser_y = way_column(); /* the radii may be in other tables */
    EXPECT_EQ(nullptr, way_check("avoid2d", &avoid, 30, 30, &column));
    avoid.chaser_x = avoid.runner_x, avoid.chaser_y = avoid.runner_y;
    avoid.runner_x = avoid.runner_y = way_column();
    EXPECT_EQ(nullptr, way_check("avoid2d", &avoid, 30, 0, &column));
}

TEST(way_check, finds_an_avoidance_with_radii_of_one_side) {
    const std::vector<float> x = {0, 3, 9, 4}, y = {1, 2, 2, 0}, pillars = {7, 7, 8, 1};
    const std::vector<uint32_t> own = {WAY_NO_ROW, 1}, none = {WAY_NO_ROW, WAY_NO_ROW};
    const float half = 0.5f, zero = 0;
    const char *column = nullptr;
    way_avoid2d_in in = WAY_INIT;
    in.chaser_x = in.runner_x = way_in(x.data()), in.chaser_y = in.runner_y = way_in(y.data());
    in.radius = way_same(&half);
    EXPECT_EQ(nullptr, way_check("avoid2d", &in, 4, 4, &column)) << "the candidates have the agents' radii";
    in.runner_radius = in.radius;
    EXPECT_EQ(nullptr, way_check("avoid2d", &in, 4, 4, &column));
    in.radius = way_column();
    EXPECT_NE(nullptr, way_check("avoid2d", &in, 4, 4, &column)) << "agents without radii";
    EXPECT_STREQ("radius", column);
    in.radius = way_same(&zero);
    EXPECT_EQ(nullptr, way_check("avoid2d", &in, 4, 4, &column)) << "points by intent";
    /* agents that are some of the candidates: their radii as candidates are 0 */
    in.radius = way_same(&half), in.runner_radius = way_column();
    in.chaser_x = way_in(&x[1]), in.chaser_y = way_in(&y[1]);
    EXPECT_NE(nullptr, way_check("avoid2d", &in, 2, 4, &column));
    EXPECT_STREQ("runner_radius", column);
    in.radius = way_same(&zero);
    EXPECT_EQ(nullptr, way_check("avoid2d", &in, 2, 4, &column)) << "points";
    in.radius = way_same(&half), in.runner_radius = in.radius;
    EXPECT_EQ(nullptr, way_check("avoid2d", &in, 2, 4, &column));
    /* other bodies may be points */
    in.runner_radius = way_column(), in.runner_x = way_in(pillars.data());
    EXPECT_EQ(nullptr, way_check("avoid2d", &in, 2, 4, &column)) << "points to avoid";
    in.self = way_in(none.data());
    EXPECT_EQ(nullptr, way_check("avoid2d", &in, 2, 4, &column)) << "no agent is a candidate";
    in.self = way_in(own.data());
    EXPECT_NE(nullptr, way_check("avoid2d", &in, 2, 4, &column)) << "the second agent is a candidate";
    EXPECT_STREQ("runner_radius", column);
}

/* Candidates with the agents' numbers in other memory: each agent would choose itself. */
TEST(way_check, finds_candidates_that_are_a_copy_of_the_agents) {
    const std::vector<float> x = {0, 3, 9, 4}, y = {1, 2, 2, 0}, height = {5, 5, 5, 5};
    std::vector<float> x_copy = x, y_copy = y;
    const std::vector<double> wide(x.begin(), x.end());
    const std::vector<uint32_t> own = {0, 1, 2, 3};
    const char *column = nullptr;
    way_choose2d_in in = WAY_INIT;
    in.chaser_x = way_in(x.data()), in.chaser_y = way_in(y.data());
    in.runner_x = way_in(x_copy.data()), in.runner_y = way_in(y_copy.data());
    for (const char *call : {"choose2d", "neighbours2d"}) {
        EXPECT_NE(nullptr, way_check(call, &in, 4, 4, &column)) << call;
        EXPECT_STREQ("runner_x", column);
    }
    in.runner_x = in.chaser_x;
    EXPECT_NE(nullptr, way_check("choose2d", &in, 4, 4, &column)) << "a copy on one axis";
    EXPECT_STREQ("runner_y", column);
    in.runner_x = way_in(wide.data());
    EXPECT_NE(nullptr, way_check("choose2d", &in, 4, 4, &column)) << "doubles";
    in.self = way_in(own.data());
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 4, 4, &column)) << "their own rows are stated";
    in.self = way_column();
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 3, 4, &column)) << "other counts";
    y_copy[3] = 1;
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 4, 4, &column)) << "other places";
    y_copy[3] = y[3];
    in.chaser_x = in.runner_x = way_in(height.data());
    in.chaser_y = in.runner_y = way_in(y.data());
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 4, 4, &column)) << "the same columns";
    const std::vector<float> one_place(height), level = {2, 2, 2, 2};
    in.runner_x = way_in(one_place.data()), in.chaser_y = in.runner_y = way_in(level.data());
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 4, 4, &column)) << "all at one place";

    const float half = 0.5f;
    way_avoid3d_in avoid = WAY_INIT;
    avoid.chaser_x = way_in(x.data()), avoid.chaser_y = way_in(y.data()), avoid.chaser_z = way_same(&half);
    avoid.runner_x = way_in(x_copy.data()), avoid.runner_y = way_in(y_copy.data());
    avoid.runner_z = avoid.chaser_z, avoid.radius = way_same(&half);
    EXPECT_NE(nullptr, way_check("avoid3d", &avoid, 4, 4, &column));
    EXPECT_STREQ("runner_x", column);
    /* the call excludes the candidates at the agents' own places */
    const std::vector<uint32_t> enemies = {2, 2, 1, 1}, team = {1, 1, 2, 2};
    in.chaser_x = way_in(x.data()), in.chaser_y = way_in(y.data());
    in.runner_x = way_in(x_copy.data()), in.runner_y = way_in(y_copy.data());
    EXPECT_NE(nullptr, way_check("choose2d", &in, 4, 4, &column));
    in.range_from = way_same(&half);
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 4, 4, &column)) << "not nearer than this";
    in.range_from = way_column();
    in.chaser_mask = avoid.chaser_mask = way_in(enemies.data());
    in.runner_mask = avoid.runner_mask = way_in(team.data());
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 4, 4, &column)) << "masks without the own team";
    EXPECT_EQ(nullptr, way_check("avoid3d", &avoid, 4, 4, &column)) << "masks without the own team";
    way_cast2d_in rays = WAY_INIT;
    rays.x = way_in(x.data()), rays.y = way_in(y.data());
    rays.runner_x = way_in(x_copy.data()), rays.runner_y = way_in(y_copy.data());
    EXPECT_NE(nullptr, way_check("cast2d", &rays, 4, 4, &column));
    rays.runner_x = rays.x, rays.runner_y = rays.y;
    EXPECT_EQ(nullptr, way_check("cast2d", &rays, 4, 4, &column));
}

TEST(way_check, finds_masks_of_one_side) {
    army a(30);
    const std::vector<uint32_t> enemies = {1, 2, 2}, off = {2, 0, 2}, on = {1, WAY_NO_ROW, 1};
    const char *column = nullptr;
    way_choose2d_in in = {};
    in.chaser_x = in.runner_x = a.in.chaser_x, in.chaser_y = in.runner_y = a.in.chaser_y;
    in.chaser_mask = way_in(enemies.data());
    EXPECT_NE(nullptr, way_check("choose2d", &in, 3, 30, &column));
    EXPECT_STREQ("chaser_mask", column);
    in.runner_mask = way_in(enemies.data());
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 3, 3, &column));
    in.chaser_mask = way_column();
    const char *said = way_check("choose2d", &in, 3, 3, &column);
    ASSERT_NE(nullptr, said) << "masks of candidates alone";
    EXPECT_STREQ("runner_mask", column);
    EXPECT_NE(nullptr, strstr(said, "chaser_mask")) << said;
    EXPECT_EQ(nullptr, strstr(said, "facing")) << said;
    for (const auto &switches : {off, on}) {
        in.runner_mask = way_in(switches.data());
        EXPECT_EQ(nullptr, way_check("choose2d", &in, 3, 3, &column)) << "candidates that are on or off";
    }
    in.runner_mask = way_in(enemies.data()), in.chaser_x = in.chaser_y = way_column();
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 3, 3, &column)) << "choosers in other tables";
    in.chaser_x = in.runner_x, in.chaser_y = in.runner_y;
    in.runner_mask = way_column();
    for (const auto &switches : {off, on}) {
        in.chaser_mask = way_in(switches.data());
        EXPECT_EQ(nullptr, way_check("choose2d", &in, 3, 30, &column)) << "masks that turn agents on or off";
    }
    in.chaser_mask = way_in(enemies.data());
    in.runner_x = in.runner_y = way_column();
    EXPECT_EQ(nullptr, way_check("choose2d", &in, 3, 30, &column)) << "candidates in other tables";
    way_cast3d_in rays = {};
    rays.chaser_mask = way_in(enemies.data());
    EXPECT_EQ(nullptr, way_check("cast3d", &rays, 3, 0, &column)) << "triangles have masks of their own";
}

/* Right calls of every behaviour: arrays, x/y pairs, fields of structs next to arrays, one value for all. */
TEST(way_check, has_nothing_to_say_about_right_calls) {
    const size_t n = 64;
    for (size_t b = 0; behaviour_at(b) != nullptr; b++) {
        const way_behaviour *behaviour = behaviour_at(b);
        const size_t columns = behaviour->input_count;
        std::vector<float> arrays(columns * n, 1.0f), records(columns * n, 0.5f), zeros(n, 0.0f);
        for (int layout = 0; layout < 5; layout++) {
            std::vector<way_column> in(columns);
            for (size_t k = 0; k < columns; k++)
                in[k] = layout == 0   ? way_in(&arrays[k * n])
                        : layout == 1 ? way_at(&records[k], ptrdiff_t(4 * columns))
                        : layout == 2
                            ? (k % 2 ? way_in(&arrays[k * n]) : way_at(&records[k], ptrdiff_t(4 * columns)))
                        : layout == 3 ? way_same(&arrays[k])
                                      : way_in(zeros.data());
            if (columns == 1 && layout == 1)
                continue;
            const char *column = nullptr;
            EXPECT_EQ(nullptr, way_check(behaviour->name, in.data(), n, 0, &column))
                << behaviour->name << ", layout " << layout << ": " << (column ? column : "");
        }
    }
}

} // namespace
