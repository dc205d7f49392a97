/* Tests follow2d and way_wall_cells: single agents, and crowds that find their way with avoid2d among walls. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "draw.h"
#include "support.h"
#include "waylay/waylay.h"

namespace {

/* A grid of cells of 1 m, with its field and the walls around its closed cells. */
struct maze {
    uint32_t width, height;
    std::vector<uint8_t> costs;
    std::vector<way_goal> goals;
    std::vector<uint32_t> cost;
    std::vector<int8_t> next;
    std::vector<uint64_t> memory;
    std::vector<way_wall> walls;
    way_field field = WAY_INIT;

    /* '#' is a wall, 'G' a goal, any other letter is open */
    explicit maze(const std::vector<std::string> &rows)
        : width((uint32_t)rows[0].size()), height((uint32_t)rows.size()) {
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < width; x++) {
                costs.push_back(rows[y][x] == '#' ? 0 : 1);
                if (rows[y][x] == 'G')
                    goals.push_back({x, y, 0, 0});
            }
        solve();
        surround();
    }
    void solve() {
        const size_t cells = costs.size();
        cost.resize(cells), next.resize(cells);
        memory.resize(way_field2d_bytes(width, height) / 8);
        field.width = width, field.height = height, field.costs = costs.data();
        field.goals = goals.data(), field.goal_count = goals.size();
        field.cost = cost.data(), field.next = next.data();
        field.memory = memory.data(), field.bytes = memory.size() * 8;
        EXPECT_EQ(WAY_OK, way_field2d(&field));
    }
    bool is_open(int64_t x, int64_t y) const {
        return x >= 0 && y >= 0 && x < width && y < height && costs[(size_t)(y * width + x)] != 0;
    }
    bool is_open_at(double x, double y) const {
        return is_open((int64_t)std::floor(x), (int64_t)std::floor(y));
    }
    int8_t step_at(double x, double y) const { return next[(size_t)y * width + (size_t)x]; }
    /* One wall for each run of edges between an open cell and a closed one. */
    void surround() {
        for (int64_t y = 0; y <= height; y++)
            for (int64_t x = 0; x < width;) {
                int64_t end = x;
                while (end < width && is_open(end, y) != is_open(end, y - 1))
                    end++;
                if (end > x)
                    walls.push_back({(float)x, (float)y, (float)end, (float)y, 0});
                x = end > x ? end : x + 1;
            }
        for (int64_t x = 0; x <= width; x++)
            for (int64_t y = 0; y < height;) {
                int64_t end = y;
                while (end < height && is_open(x, end) != is_open(x - 1, end))
                    end++;
                if (end > y)
                    walls.push_back({(float)x, (float)y, (float)x, (float)end, 0});
                y = end > y ? end : y + 1;
            }
    }
};

/* Agents that walk to the goals of a maze and leave there. */
struct walkers {
    maze *m;
    float radius = 0.3f, speed = 1.5f, horizon = 1, dt = 0.1f;
    uint32_t sight = 0;
    bool avoids = true;
    std::vector<float> x, y, vx, vy, wish_x, wish_y, go_x, go_y;
    std::vector<int32_t> status;
    size_t crossed = 0, arrived = 0;

    explicit walkers(maze *of) : m(of) {}

    void add(double at_x, double at_y) {
        x.push_back((float)at_x), y.push_back((float)at_y);
        for (std::vector<float> *column : {&vx, &vy, &wish_x, &wish_y, &go_x, &go_y})
            column->push_back(0);
        status.push_back(0);
    }
    void remove(size_t i) {
        for (std::vector<float> *column : {&x, &y, &vx, &vy, &wish_x, &wish_y, &go_x, &go_y})
            (*column)[i] = column->back(), column->pop_back();
        status.pop_back();
        arrived++;
    }
    /* Places agents at random in open cells of a rectangle, apart from each other. */
    void place(uint64_t seed, size_t count, double x0, double y0, double x1, double y1) {
        uint64_t state = seed;
        for (int tries = 0; x.size() < count && tries < 100000; tries++) {
            const double a = (double)draw_between(&state, x0, x1), b = (double)draw_between(&state, y0, y1);
            const double edge = (double)radius;
            bool is_good = m->is_open_at(a, b) && m->step_at(a, b) >= 0;
            for (const double c : {a - edge, a + edge})
                for (const double d : {b - edge, b + edge})
                    is_good &= m->is_open_at(c, d);
            for (size_t i = 0; i < x.size() && is_good; i++)
                is_good = std::hypot(a - (double)x[i], b - (double)y[i]) > 2.02 * edge;
            if (is_good)
                add(a, b);
        }
        ASSERT_EQ(count, x.size());
    }
    way_result ask() {
        way_follow2d_in in = WAY_INIT;
        way_follow2d_out out = WAY_INIT;
        way_following how = WAY_INIT;
        in.chaser_x = way_in(x.data()), in.chaser_y = way_in(y.data());
        in.chaser_speed = way_same(&speed), in.dt = way_same(&dt);
        out.velocity_x = way_out(wish_x.data()), out.velocity_y = way_out(wish_y.data());
        out.status = way_out(status.data());
        how.count = x.size(), how.field = &m->field, how.cell = 1, how.sight = sight;
        return way_follow2d(&in, &out, &how);
    }
    way_result avoid() {
        way_avoid2d_in in = WAY_INIT;
        way_avoid2d_out out = WAY_INIT;
        way_avoidance how = WAY_INIT;
        in.chaser_x = in.runner_x = way_in(x.data()), in.chaser_y = in.runner_y = way_in(y.data());
        in.chaser_vx = in.runner_vx = way_in(vx.data()), in.chaser_vy = in.runner_vy = way_in(vy.data());
        in.preferred_vx = way_in(wish_x.data()), in.preferred_vy = way_in(wish_y.data());
        in.radius = in.runner_radius = way_same(&radius), in.chaser_speed = way_same(&speed);
        in.neighbour_horizon = way_same(&horizon), in.dt = way_same(&dt);
        out.velocity_x = way_out(go_x.data()), out.velocity_y = way_out(go_y.data());
        how.count = how.runner_count = x.size();
        how.walls = m->walls.data(), how.wall_count = m->walls.size();
        return way_avoid2d(&in, &out, &how);
    }
    void step() {
        ASSERT_EQ(WAY_OK, ask());
        go_x = wish_x, go_y = wish_y;
        if (avoids) {
            ASSERT_EQ(WAY_OK, avoid());
        }
        vx = go_x, vy = go_y;
        for (size_t i = 0; i < x.size(); i++) {
            x[i] += vx[i] * dt, y[i] += vy[i] * dt;
            crossed += !m->is_open_at((double)x[i], (double)y[i]);
        }
        for (size_t i = x.size(); i-- > 0;)
            if (m->is_open_at((double)x[i], (double)y[i]) && m->step_at((double)x[i], (double)y[i]) == 8)
                remove(i);
    }
    /* Walks until all have arrived. Returns the number of steps, or `most`. */
    int walk(int most) {
        int steps = 0;
        while (!x.empty() && steps < most && !::testing::Test::HasFatalFailure())
            step(), steps++;
        return steps;
    }
};

/* Mazes -------------------------------------------------------------------------------------------------- */

std::vector<std::string> open_room(size_t width, size_t height) {
    return std::vector<std::string>(height, std::string(width, '.'));
}

void fill(std::vector<std::string> *rows, size_t x, size_t y, size_t width, size_t height, char what) {
    for (size_t b = y; b < y + height; b++)
        for (size_t a = x; a < x + width; a++)
            (*rows)[b][a] = what;
}

/* A bar across the way, `length` long, and the goals behind it. */
std::vector<std::string> bar(size_t length) {
    std::vector<std::string> rows = open_room(50, 30);
    fill(&rows, 24, 15 - length / 2, 1, length, '#');
    fill(&rows, 48, 10, 2, 10, 'G');
    return rows;
}

/* A trap that is open to the side of the agents. */
std::vector<std::string> trap() {
    std::vector<std::string> rows = open_room(50, 30);
    fill(&rows, 12, 5, 20, 1, '#'), fill(&rows, 12, 24, 20, 1, '#'), fill(&rows, 32, 5, 1, 20, '#');
    fill(&rows, 48, 10, 2, 10, 'G');
    return rows;
}

/* Rooms of 9 m with doors of 2 m. */
std::vector<std::string> rooms() {
    std::vector<std::string> rows = open_room(49, 29);
    for (const size_t x : {9u, 19u, 29u, 39u})
        fill(&rows, x, 0, 1, 29, '#');
    for (const size_t y : {9u, 19u})
        fill(&rows, 0, y, 49, 1, '#');
    for (const size_t x : {9u, 19u, 29u, 39u})
        for (const size_t y : {3u, 13u, 23u})
            fill(&rows, x, y, 1, 2, '.');
    for (const size_t x : {4u, 24u, 44u})
        fill(&rows, x, 9, 2, 1, '.'), fill(&rows, x, 19, 2, 1, '.');
    fill(&rows, 46, 12, 3, 5, 'G');
    return rows;
}

/* A maze with corridors of 3 m: a random tree of squares. */
std::vector<std::string> tree(uint64_t seed) {
    const size_t across = 12, down = 8;
    std::vector<std::string> rows(4 * down + 1, std::string(4 * across + 1, '#'));
    std::vector<size_t> stack = {0};
    std::vector<char> seen(across * down);
    uint64_t state = seed;
    seen[0] = 1;
    fill(&rows, 1, 1, 3, 3, '.');
    while (!stack.empty()) {
        const size_t here = stack.back(), x = here % across, y = here / across;
        std::vector<size_t> ways;
        if (x > 0 && !seen[here - 1])
            ways.push_back(here - 1);
        if (x + 1 < across && !seen[here + 1])
            ways.push_back(here + 1);
        if (y > 0 && !seen[here - across])
            ways.push_back(here - across);
        if (y + 1 < down && !seen[here + across])
            ways.push_back(here + across);
        if (ways.empty()) {
            stack.pop_back();
            continue;
        }
        const size_t to = ways[draw_below(&state, (uint32_t)ways.size())], a = to % across, b = to / across;
        seen[to] = 1;
        stack.push_back(to);
        fill(&rows, 4 * a + 1, 4 * b + 1, 3, 3, '.');
        fill(&rows, 4 * std::min(a, x) + 1, 4 * std::min(b, y) + 1, a == x ? 3 : 7, a == x ? 7 : 3, '.');
    }
    fill(&rows, 4 * across - 3, 4 * down - 3, 3, 3, 'G');
    return rows;
}

/* 200 agents arrive, and none crosses a wall. */
void expect_all_arrive(const std::vector<std::string> &rows, uint64_t seed, double to_x, const char *what,
                       uint32_t sight = 0) {
    maze m(rows);
    walkers w(&m);
    w.sight = sight;
    w.place(seed, 200, 0, 0, to_x, (double)m.height);
    if (::testing::Test::HasFatalFailure())
        return;
    const int most = 20000, steps = w.walk(most);
    EXPECT_EQ(200u, w.arrived) << what << ", seed " << seed << ", sight " << sight;
    EXPECT_EQ(0u, w.crossed) << what << ", seed " << seed << ", sight " << sight;
    if (getenv("WAYLAY_TALK"))
        printf("%s seed %d sight %u: %zu arrived, %zu crossed, %d steps\n", what, (int)seed, sight, w.arrived,
               w.crossed, steps);
}

uint64_t seeds() { return support::small_size() ? 1 : 8; }

TEST(follow2d, crowds_pass_bars) {
    for (uint64_t seed = 0; seed < seeds(); seed++)
        for (const size_t length : {1u, 2u, 6u, 20u})
            expect_all_arrive(bar(length), seed, 22, "bar");
}

TEST(follow2d, crowds_leave_traps) {
    for (uint64_t seed = 0; seed < seeds(); seed++)
        expect_all_arrive(trap(), seed, 30, "trap"), expect_all_arrive(trap(), seed, 30, "trap", 20);
}

TEST(follow2d, crowds_go_from_room_to_room) {
    for (uint64_t seed = 0; seed < seeds(); seed++)
        expect_all_arrive(rooms(), seed, 40, "rooms");
}

TEST(follow2d, crowds_leave_mazes) {
    for (uint64_t seed = 0; seed < seeds(); seed++)
        expect_all_arrive(tree(seed), seed, 49, "maze");
}

} // namespace
