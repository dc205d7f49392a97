/* Compares field2d with a naive Dijkstra: random grids, corners, clearances, several fields, fields that are
   continued over several calls and fields that are repaired after costs have changed. */
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "draw.h"
#include "support.h"
#include "waylay/waylay.h"

namespace {

const int step_x[8] = {1, 1, 0, -1, -1, -1, 0, 1}, step_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};
const uint32_t none = UINT32_MAX;

/* A grid with its goals and all the settings of a call. */
struct grid {
    uint32_t width = 0, height = 0, straight = 5, diagonal = 7, fields = 1;
    bool cut = false;
    std::vector<uint8_t> costs;
    std::vector<way_goal> goals;
    std::vector<float> clearances = std::vector<float>(1, 0);

    size_t size() const { return (size_t)width * height; }
};

/* What a call answers. */
struct answers {
    std::vector<uint32_t> cost;
    std::vector<int8_t> next;
    std::vector<int32_t> status;

    bool operator==(const answers &other) const {
        return cost == other.cost && next == other.next && status == other.status;
    }
};

/* The reference, from the header: the nearest unsettled cell is searched for among all cells, every time. */
struct dijkstra {
    const grid &g;
    uint32_t field;
    std::vector<char> open;
    std::vector<double> cost; /* whole numbers */

    dijkstra(const grid &of, uint32_t number) : g(of), field(number), open(of.size()), cost(of.size()) {
        for (size_t i = 0; i < g.size(); i++)
            open[i] = is_open((int)(i % g.width), (int)(i / g.width));
        cost.assign(g.size(), std::numeric_limits<double>::infinity());
        solve();
    }
    bool is_wall(int x, int y) const {
        return x < 0 || y < 0 || x >= (int)g.width || y >= (int)g.height ||
               g.costs[(size_t)y * g.width + (size_t)x] == 0;
    }
    bool is_open(int x, int y) const {
        const double clearance = (double)g.clearances[field];
        const int reach = (int)clearance + 1;
        for (int b = y - reach; b <= y + reach; b++)
            for (int a = x - reach; a <= x + reach; a++) {
                const double dx = std::fmax(std::abs(a - x) - 0.5, 0),
                             dy = std::fmax(std::abs(b - y) - 0.5, 0);
                if (is_wall(a, b) && dx * dx + dy * dy < clearance * clearance)
                    return false;
            }
        return !is_wall(x, y);
    }
    bool open_at(int x, int y) const {
        return x >= 0 && y >= 0 && x < (int)g.width && y < (int)g.height &&
               open[(size_t)y * g.width + (size_t)x] != 0;
    }
    /* Returns the cell that a step leads to, or -1 if the step is not allowed. */
    int after(size_t cell, int step) const {
        const int x = (int)(cell % g.width), y = (int)(cell / g.width);
        const int a = x + step_x[step], b = y + step_y[step];
        const int corners = open_at(a, y) + open_at(x, b);
        return open_at(a, b) && (step % 2 == 0 || corners >= (g.cut ? 1 : 2)) ? b * (int)g.width + a : -1;
    }
    double price(int step, int to) const {
        return (double)(step % 2 == 0 ? g.straight : g.diagonal) * g.costs[(size_t)to];
    }
    void solve() {
        std::vector<char> settled(g.size());
        for (const way_goal &goal : g.goals) {
            const size_t cell = (size_t)goal.y * g.width + goal.x;
            if (goal.field == field && open[cell] != 0)
                cost[cell] = std::fmin(cost[cell], goal.cost);
        }
        for (;;) {
            size_t best = g.size();
            for (size_t i = 0; i < g.size(); i++)
                if (!settled[i] && std::isfinite(cost[i]) && (best == g.size() || cost[i] < cost[best]))
                    best = i;
            if (best == g.size())
                return;
            settled[best] = 1;
            for (int step = 0; step < 8; step++) { /* steps may be walked both ways */
                const int from = after(best, step);
                if (from >= 0)
                    cost[(size_t)from] = std::fmin(cost[(size_t)from], cost[best] + price(step, (int)best));
            }
        }
    }
    int8_t next_of(size_t cell) const {
        if (!(cost[cell] <= WAY_FIELD_FAR))
            return -1;
        for (const way_goal &goal : g.goals)
            if (goal.field == field && (size_t)goal.y * g.width + goal.x == cell && goal.cost == cost[cell])
                return 8;
        for (int step = 0; step < 8; step++) {
            const int to = after(cell, step);
            if (to >= 0 && cost[(size_t)to] + price(step, to) == cost[cell])
                return (int8_t)step;
        }
        return 9; /* never right */
    }
    void append(answers *all) const {
        int32_t status = WAY_NO_TARGET;
        for (const way_goal &goal : g.goals)
            if (goal.field == field && open[(size_t)goal.y * g.width + goal.x] != 0)
                status = WAY_MET;
        for (size_t i = 0; i < g.size(); i++) {
            const bool far = cost[i] > WAY_FIELD_FAR;
            if (far && std::isfinite(cost[i]))
                status = WAY_OUT_OF_RANGE;
            all->cost.push_back(far ? none : (uint32_t)cost[i]);
            all->next.push_back(next_of(i));
        }
        all->status.push_back(status);
    }
};

answers expected(const grid &g) {
    answers all;
    for (uint32_t k = 0; k < g.fields; k++)
        dijkstra(g, k).append(&all);
    return all;
}

/* A call with the memory that it needs. */
struct call {
    std::vector<uint64_t> memory;
    answers got;
    way_field how = WAY_INIT;
    int calls = 0;

    explicit call(const grid &g, size_t budget = 0) {
        how.bytes = way_field2d_bytes(g.width, g.height);
        memory.assign(how.bytes / 8, 0xdddddddddddddddd);
        got.cost.assign(g.size() * g.fields, 1), got.next.assign(g.size() * g.fields, 77);
        got.status.assign(g.fields, 99);
        how.width = g.width, how.height = g.height, how.costs = g.costs.data();
        how.goals = g.goals.data(), how.goal_count = g.goals.size(), how.field_count = g.fields;
        how.straight = g.straight, how.diagonal = g.diagonal, how.cut_corners = g.cut;
        how.clearances = g.clearances.data(), how.memory = memory.data(), how.budget = budget;
        how.cost = got.cost.data(), how.next = got.next.data(), how.status = got.status.data();
    }
    void finish(way_result result) {
        ASSERT_EQ(WAY_OK, result);
        for (calls = 1; how.done < how.field_count; calls++) {
            ASSERT_NE(0u, how.budget);
            ASSERT_LE(how.taken, how.budget + 40 + how.width / 8);
            ASSERT_EQ(WAY_OK, way_field2d_continue(&how));
        }
    }
    void solve() { finish(way_field2d(&how)); }
};

/* Draws a grid of one of five kinds of costs. */
grid draw_grid(uint64_t *state) {
    grid g;
    g.width = 1 + draw_below(state, 24), g.height = 1 + draw_below(state, 24);
    g.fields = 1 + draw_below(state, 3);
    g.cut = draw_below(state, 2) == 0;
    const uint32_t kind = draw_below(state, 5), walls = draw_below(state, 60);
    for (size_t i = 0; i < g.size(); i++) {
        const uint32_t cost[5] = {1, 1 + draw_below(state, 255), 1 + draw_below(state, 3), 200,
                                  draw_below(state, 20) == 0 ? 255u : 1u};
        g.costs.push_back((uint8_t)(draw_below(state, 100) < walls ? 0 : cost[kind]));
    }
    const uint32_t straight = 1 + draw_below(state, 100);
    const uint32_t pairs[6][2] = {{5, 7},          {10000, 14142},
                                  {1, 1},          {1, 2},
                                  {65535, 131070}, {straight, straight + draw_below(state, straight + 1)}};
    const uint32_t pair = draw_below(state, 6);
    g.straight = pairs[pair][0], g.diagonal = pairs[pair][1];
    for (uint32_t k = draw_below(state, 8); k-- > 0;) {
        const uint32_t start[5] = {0, 0, draw_below(state, 400), draw_below(state, 1000000),
                                   WAY_FIELD_FAR - draw_below(state, 100000)};
        g.goals.push_back({draw_below(state, g.width), draw_below(state, g.height),
                           start[draw_below(state, 5)], draw_below(state, g.fields)});
    }
    g.clearances.clear();
    for (uint32_t k = 0; k < g.fields; k++) {
        const float some[4] = {0, 0, (float)draw_below(state, 8) / 2, draw_between(state, 0, 3.5)};
        g.clearances.push_back(some[draw_below(state, 4)]);
    }
    return g;
}

std::string story(const grid &g, uint64_t seed) {
    return "grid " + std::to_string(seed) + ": " + std::to_string(g.width) + " x " +
           std::to_string(g.height) + ", costs " + std::to_string(g.straight) + "," +
           std::to_string(g.diagonal) + (g.cut ? ", corners cut" : "");
}

TEST(field2d, is_dijkstras_on_random_grids) {
    const uint64_t grids = support::small_size() ? 300 : 10000;
    for (uint64_t seed = 0; seed < grids; seed++) {
        uint64_t state = seed;
        const grid g = draw_grid(&state);
        call c(g);
        c.solve();
        ASSERT_TRUE(c.got == expected(g)) << story(g, seed);
    }
}

/* Such fields have a search of their own. */
TEST(field2d, is_dijkstras_where_all_cells_cost_the_same) {
    for (uint64_t seed = 0; seed < (support::small_size() ? 200u : 5000u); seed++) {
        uint64_t state = 3000000 + seed;
        grid g = draw_grid(&state);
        for (uint8_t &cost : g.costs)
            cost = cost == 0 ? 0 : 1;
        g.straight = 2 + draw_below(&state, 20);
        g.diagonal = g.straight + draw_below(&state, g.straight + 1);
        call c(g, draw_below(&state, 2) == 0 ? 1 + draw_below(&state, 60) : 0);
        c.solve();
        ASSERT_TRUE(c.got == expected(g)) << story(g, seed);
    }
}

TEST(field2d, continued_calls_give_the_same_field) {
    int many = 0;
    for (uint64_t seed = 0; seed < (support::small_size() ? 100u : 2000u); seed++) {
        uint64_t state = 1000000 + seed;
        const grid g = draw_grid(&state);
        call whole(g), parts(g, 1 + draw_below(&state, 60));
        whole.solve(), parts.solve();
        ASSERT_TRUE(whole.got == parts.got) << story(g, seed);
        many += parts.calls > 3;
    }
    EXPECT_GT(many, 30);
}

TEST(field2d, a_budget_is_kept_on_a_large_grid) {
    grid g;
    g.width = 300, g.height = 200, g.costs.assign(g.size(), 1);
    g.goals = {{10, 10, 0, 0}};
    call c(g, 5000);
    c.solve();
    EXPECT_GT(c.calls, 12);
    EXPECT_EQ(7u * 189 + 5u * (289 - 189), c.got.cost.back());
}

/* The middle cell leads west for 95. Its south-east neighbour, a goal of 218, would give 218 + 7 * 19 = 351,
   which is 256 more. With costs of 18, all sums differ by less than 256. */
TEST(field2d, steps_are_right_where_sums_differ_by_256) {
    for (const uint8_t each : {18, 19}) {
        grid g;
        g.width = g.height = 3, g.costs.assign(9, each);
        g.goals = {{0, 1, 0, 0}, {2, 2, each == 18 ? 210u : 218u, 0}};
        call c(g);
        c.solve();
        EXPECT_EQ(5u * each, c.got.cost[4]);
        EXPECT_EQ(4, c.got.next[4]);
    }
}

TEST(field2d, an_update_gives_the_field_of_the_new_costs) {
    for (uint64_t seed = 0; seed < (support::small_size() ? 150u : 5000u); seed++) {
        uint64_t state = 2000000 + seed;
        grid g = draw_grid(&state);
        g.fields = 1, g.clearances.resize(1);
        for (way_goal &goal : g.goals)
            goal.field = 0;
        call c(g, draw_below(&state, 3) == 0 ? 1 + draw_below(&state, 60) : 0);
        c.solve();
        const uint32_t most = seed % 3 == 0 ? 255 : (uint32_t)(seed % 3);
        for (int round = 0; round < 4; round++) {
            const uint32_t x = draw_below(&state, g.width), y = draw_below(&state, g.height);
            const uint32_t across = draw_below(&state, g.width - x + 1), down = draw_below(&state, 4);
            const uint32_t rows = down < g.height - y ? down : g.height - y;
            for (uint32_t i = 0; i < across * rows; i++) {
                uint8_t *cost = &g.costs[(size_t)(y + i / across) * g.width + x + i % across];
                *cost = (uint8_t)(draw_below(&state, 3) == 0 ? 0 : 1 + draw_below(&state, most));
            }
            c.how.costs = g.costs.data();
            c.finish(way_field2d_update(&c.how, x, y, across, rows));
            ASSERT_TRUE(c.got == expected(g)) << story(g, seed) << ", round " << round;
        }
    }
}

/* Labels beyond the limit are not summed up: the sums would wrap. */
TEST(field2d, an_update_stops_at_the_limit) {
    grid g;
    g.width = 26, g.height = 1, g.straight = 65535, g.diagonal = 131070;
    g.costs.assign(26, 1);
    std::fill(g.costs.begin() + 20, g.costs.end(), uint8_t(255));
    g.goals = {{0, 0, WAY_FIELD_FAR - 100000000, 0}};
    call c(g);
    c.solve();
    std::fill(g.costs.begin() + 1, g.costs.end(), uint8_t(255));
    c.finish(way_field2d_update(&c.how, 1, 0, 19, 1));
    EXPECT_TRUE(c.got == expected(g));
    EXPECT_EQ(WAY_OUT_OF_RANGE, c.got.status[0]);
}

/* Grids at the limit of costs, some of which have the largest steps. */
TEST(field2d, an_update_forgets_cells_that_were_out_of_range) {
    for (uint64_t seed = 0; seed < 300; seed++) {
        uint64_t state = seed;
        grid g;
        g.width = 2 + draw_below(&state, 8), g.height = 1 + draw_below(&state, 6);
        const bool is_long = seed % 3 == 0;
        if (is_long)
            g.width = 30, g.height = 1, g.straight = 65535, g.diagonal = 131070;
        const uint32_t most = is_long ? 255 : 3, near = is_long ? 300000000 : 60;
        const auto draw_cost = [&](uint32_t walls) {
            return draw_below(&state, walls) == 0 ? uint8_t(0) : uint8_t(1 + draw_below(&state, most));
        };
        for (uint32_t i = 0; i < g.width * g.height; i++)
            g.costs.push_back(draw_cost(is_long ? 100 : 4));
        g.goals = {{draw_below(&state, g.width), draw_below(&state, g.height),
                    WAY_FIELD_FAR - draw_below(&state, near), 0}};
        call c(g);
        c.solve();
        for (int change = 0; change < 10; change++) {
            const uint32_t x = draw_below(&state, g.width), y = draw_below(&state, g.height);
            const uint32_t across = is_long ? 1 + draw_below(&state, g.width - x) : 1;
            for (uint32_t k = x; k < x + across; k++)
                g.costs[y * g.width + k] = draw_cost(is_long ? 100 : 3);
            c.finish(way_field2d_update(&c.how, x, y, across, 1));
            ASSERT_TRUE(c.got == expected(g)) << story(g, seed) << ", change " << change;
        }
    }
}

/* The way down becomes as cheap as the way round. The first cell's cost stays, but its step becomes the lower
   number. */
TEST(field2d, an_update_changes_steps_beside_changed_costs) {
    grid g;
    g.width = 3, g.height = 5;
    g.costs = {1, 1, 1, 1, 0, 1, 1, 0, 9, 1, 0, 1, 1, 1, 1};
    g.goals = {{2, 4, 0, 0}};
    call c(g);
    c.solve();
    EXPECT_EQ(40u, c.got.cost[2]);
    EXPECT_EQ(4, c.got.next[2]);
    g.costs[8] = 5;
    c.how.costs = g.costs.data();
    c.finish(way_field2d_update(&c.how, 2, 2, 1, 1));
    EXPECT_EQ(40u, c.got.cost[2]);
    EXPECT_EQ(2, c.got.next[2]);
}

/* A change far from the goal must not cost a new field. */
TEST(field2d, a_small_update_takes_few_cells) {
    grid g;
    g.width = g.height = 400, g.costs.assign(g.size(), 1);
    g.goals = {{0, 0, 0, 0}};
    call c(g);
    c.solve();
    const size_t whole = c.how.taken;
    g.costs[380 * 400 + 350] = 0;
    c.how.costs = g.costs.data();
    c.finish(way_field2d_update(&c.how, 350, 380, 1, 1));
    EXPECT_LT(c.how.taken, whole / 20);
    call fresh(g);
    fresh.solve();
    EXPECT_TRUE(fresh.got == c.got);
}

TEST(field2d, a_clearance_closes_cells_near_walls) {
    grid g;
    g.width = 9, g.height = 3, g.costs.assign(g.size(), 1);
    g.costs[4] = 0; /* a wall in the first row */
    g.goals = {{8, 1, 0, 0}};
    for (const float clearance : {0.0f, 0.5f}) { /* half a cell is the distance of the next cell's centre */
        g.clearances = {clearance};
        call c(g);
        c.solve();
        EXPECT_EQ(40u, c.got.cost[9]) << clearance;
        EXPECT_EQ(none, c.got.cost[4]) << clearance;
    }
    g.clearances = {0.51f}; /* the rows at the border close, and with them the middle below the wall */
    call c(g);
    c.solve();
    EXPECT_EQ(none, c.got.cost[0]);
    EXPECT_EQ(none, c.got.cost[10]);
}

TEST(field2d, paths_that_cost_too_much_are_out_of_range) {
    grid g;
    g.width = 5000, g.height = 1, g.costs.assign(g.size(), 255);
    g.straight = 65535, g.diagonal = 131070;
    g.goals = {{0, 0, 0, 0}};
    call c(g);
    c.solve();
    const size_t last = WAY_FIELD_FAR / (65535u * 255);
    EXPECT_EQ(last * 65535 * 255, c.got.cost[last]);
    EXPECT_EQ(none, c.got.cost[last + 1]);
    EXPECT_EQ(-1, c.got.next[last + 1]);
    EXPECT_EQ(WAY_OUT_OF_RANGE, c.got.status[0]);
}

TEST(field2d, wrong_arguments_are_named) {
    grid g;
    g.width = 3, g.height = 2, g.costs.assign(6, 1);
    g.goals = {{0, 0, 0, 0}};
    const char *fault = nullptr;
    const auto refused = [&](way_result result, const char *name, auto &&spoil) {
        call c(g);
        c.how.fault = &fault, fault = "";
        spoil(&c.how);
        EXPECT_EQ(result, way_field2d(&c.how)) << name;
        EXPECT_STREQ(name, fault);
        EXPECT_EQ(77, c.got.next[0]) << name;
    };
    way_goal outside = {3, 0, 0, 0}, other = {0, 0, 0, 1}, far = {0, 0, WAY_FIELD_FAR + 1, 0};
    const float wide = 251, nan = std::nanf("");
    refused(WAY_ERROR_COUNT, "width", [](way_field *f) { f->width = 0; });
    refused(WAY_ERROR_COUNT, "width", [](way_field *f) { f->width = 16001; });
    refused(WAY_ERROR_COUNT, "height", [](way_field *f) { f->height = 0; });
    refused(WAY_ERROR_NULL, "costs", [](way_field *f) { f->costs = nullptr; });
    refused(WAY_ERROR_NULL, "goals", [](way_field *f) { f->goals = nullptr; });
    refused(WAY_ERROR_INDEX, "goals", [&](way_field *f) { f->goals = &outside; });
    refused(WAY_ERROR_INDEX, "goals", [&](way_field *f) { f->goals = &other; });
    refused(WAY_ERROR_COUNT, "goals", [&](way_field *f) { f->goals = &far; });
    refused(WAY_ERROR_COUNT, "straight", [](way_field *f) { f->straight = 65536; });
    refused(WAY_ERROR_COUNT, "diagonal", [](way_field *f) { f->diagonal = 4; });
    refused(WAY_ERROR_COUNT, "diagonal", [](way_field *f) { f->diagonal = 11; });
    refused(WAY_ERROR_COUNT, "clearances", [&](way_field *f) { f->clearances = &wide; });
    refused(WAY_ERROR_COUNT, "clearances", [&](way_field *f) { f->clearances = &nan; });
    refused(WAY_ERROR_NULL, "memory", [](way_field *f) { f->memory = nullptr; });
    refused(WAY_ERROR_ALIGNMENT, "memory", [](way_field *f) { f->memory = (char *)f->memory + 4; });
    refused(WAY_ERROR_MEMORY, "bytes", [](way_field *f) { f->bytes -= 1; });
    EXPECT_EQ(WAY_ERROR_NULL, way_field2d(nullptr));
    call c(g);
    EXPECT_EQ(WAY_ERROR_MEMORY, way_field2d_continue(&c.how));
    EXPECT_EQ(WAY_ERROR_MEMORY, way_field2d_update(&c.how, 0, 0, 1, 1));
    EXPECT_EQ(0u, way_field2d_bytes(16001, 1));
}

} // namespace
