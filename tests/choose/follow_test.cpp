/* Tests follow2d and way_wall_cells: single agents, and crowds with avoid2d among walls. */
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
    double turn = 0; /* rad: how far wishes are turned to the right */
    bool avoids = true, alone = false, seeks = false;
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
        how.count = x.size(), how.runner_count = alone ? 0 : x.size();
        how.walls = m->walls.data(), how.wall_count = m->walls.size();
        return way_avoid2d(&in, &out, &how);
    }
    void step() {
        ASSERT_EQ(WAY_OK, ask());
        double to_x = 0.5, to_y = 0.5; /* the middle of the goals */
        for (const way_goal &goal : m->goals)
            to_x += goal.x / (double)m->goals.size(), to_y += goal.y / (double)m->goals.size();
        for (size_t i = 0; i < x.size() && seeks; i++) {
            const double dx = to_x - (double)x[i], dy = to_y - (double)y[i];
            wish_x[i] = (float)((double)speed * dx / std::hypot(dx, dy));
            wish_y[i] = (float)((double)speed * dy / std::hypot(dx, dy));
        }
        for (size_t i = 0; i < x.size() && turn != 0; i++) {
            const double wish = (double)wish_x[i], up = (double)wish_y[i];
            wish_x[i] = (float)(wish * std::cos(turn) + up * std::sin(turn));
            wish_y[i] = (float)(up * std::cos(turn) - wish * std::sin(turn));
        }
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

/* Single walls, on 30 in 100 cells. */
std::vector<std::string> scattered(uint64_t *state, size_t width, size_t height) {
    std::vector<std::string> rows = open_room(width, height);
    for (std::string &row : rows)
        for (char &cell : row)
            cell = draw_below(state, 100) < 30 ? '#' : '.';
    return rows;
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

/* How many of 200 agents arrive, in all runs of a kind of maze. */
struct tally {
    const char *kind;
    size_t runs = 0, with_field = 0, with_seek = 0;
    explicit tally(const char *name) : kind(name) {}
    ~tally() {
        printf("  %s: %zu of %zu agents arrive with a field, %zu with seek alone\n", kind, with_field,
               200 * runs, with_seek);
    }
};

/* 200 agents that follow the field all arrive. Agents with the same start that head straight for the middle
   of the goals, for 100 s (40 s in the small size), are counted. None
   crosses a wall. */
void expect_all_arrive(const std::vector<std::string> &rows, uint64_t seed, double to_x, tally *t,
                       uint32_t sight = 0) {
    maze m(rows);
    for (const bool seeks : {false, true}) {
        walkers w(&m);
        w.sight = sight, w.seeks = seeks;
        w.place(seed, 200, 0, 0, to_x, (double)m.height);
        if (::testing::Test::HasFatalFailure())
            return;
        w.walk(!seeks ? 20000 : support::small_size() ? 400 : 1000);
        EXPECT_TRUE(seeks || w.arrived == 200) << t->kind << ", seed " << seed << ": " << w.arrived;
        EXPECT_EQ(0u, w.crossed) << t->kind << ", seed " << seed << ", sight " << sight;
        (seeks ? t->with_seek : t->with_field) += w.arrived;
    }
    t->runs++;
}

uint64_t seeds() { return support::small_size() ? 1 : 8; }

TEST(follow2d, crowds_pass_bars) {
    for (const size_t length : {1u, 2u, 4u, 6u, 10u, 20u}) {
        if (support::small_size() && length > 2 && length < 20)
            continue;
        const std::string kind = "bar of " + std::to_string(length) + " m";
        tally t(kind.c_str());
        for (uint64_t seed = 0; seed < seeds(); seed++)
            expect_all_arrive(bar(length), seed, 22, &t);
        EXPECT_TRUE(length < 6 || t.with_seek < t.with_field);
    }
}

TEST(follow2d, crowds_leave_traps) {
    tally t("trap");
    for (uint64_t seed = 0; seed < seeds(); seed++)
        expect_all_arrive(trap(), seed, 30, &t), expect_all_arrive(trap(), seed, 30, &t, 20);
    EXPECT_LT(t.with_seek, t.with_field);
}

TEST(follow2d, crowds_go_from_room_to_room) {
    tally t("rooms");
    for (uint64_t seed = 0; seed < seeds(); seed++)
        expect_all_arrive(rooms(), seed, 40, &t);
    EXPECT_LT(t.with_seek, t.with_field);
}

TEST(follow2d, crowds_leave_mazes) {
    tally t("maze of 3 m");
    for (uint64_t seed = 0; seed < seeds(); seed++)
        expect_all_arrive(tree(seed), seed, 49, &t);
    EXPECT_LT(t.with_seek, t.with_field);
}

/* Single agents ------------------------------------------------------------------------------------------ */

/* Agents that do not see each other, but slide along walls, arrive with any sight, even if they turn their
   wishes, as agents that meet others do. */
TEST(follow2d, agents_that_turn_their_wishes_pass_every_corner) {
    for (uint64_t seed = 0; seed < 5 * seeds(); seed++)
        for (const uint32_t sight : {0u, 2u, 8u, 20u})
            for (const double turn : {0.2, -0.15}) {
                uint64_t state = seed;
                std::vector<std::string> rows = scattered(&state, 16, 16);
                rows[8][8] = 'G';
                maze m(rows);
                walkers w(&m);
                w.alone = true, w.sight = sight, w.turn = turn, w.radius = 0.45f;
                for (uint32_t i = 0; i < 256; i += 3)
                    if (m.next[i] >= 0 && m.next[i] < 8)
                        w.add(i % 16 + 0.5, i / 16 + 0.5);
                w.walk(3000);
                EXPECT_EQ(0u, w.x.size()) << "seed " << seed << ", sight " << sight << ", turn " << turn;
                EXPECT_EQ(0u, w.crossed) << "seed " << seed << ", sight " << sight << ", turn " << turn;
            }
}

/* Without avoidance, agents of any speed and step stay in open cells and arrive. */
TEST(follow2d, agents_alone_never_enter_closed_cells) {
    for (uint64_t seed = 0; seed < 3 * seeds(); seed++)
        for (const uint32_t sight : {0u, 12u})
            for (const bool cuts : {false, true})
                for (const float dt : {0.04f, 0.1f, 1.0f, 3.0f}) {
                    uint64_t state = seed;
                    std::vector<std::string> rows = scattered(&state, 30, 20);
                    rows[10][15] = 'G';
                    maze m(rows);
                    m.field.cut_corners = cuts;
                    m.solve();
                    walkers w(&m);
                    w.avoids = false, w.dt = dt, w.sight = sight, w.radius = 0;
                    for (uint32_t i = 0; i < 600; i++)
                        if (m.next[i] >= 0)
                            w.add(i % 30 + (double)draw_between(&state, 0, 0.999),
                                  i / 30 + (double)draw_between(&state, 0, 0.999));
                    const size_t all = w.x.size();
                    w.walk((int)(200 / dt) + 100);
                    EXPECT_EQ(all, w.arrived) << seed << " " << sight << " " << cuts << " " << dt;
                    EXPECT_EQ(0u, w.crossed) << seed << " " << sight << " " << cuts << " " << dt;
                }
}

/* Asks for one agent. */
struct asked {
    float vx, vy;
    int32_t status;
};

asked ask_one(const maze &m, double x, double y, float speed, const float *goal, float dt,
              uint32_t number = 0) {
    asked got = {99, 99, 99};
    way_follow2d_in in = WAY_INIT;
    way_follow2d_out out = WAY_INIT;
    way_following how = WAY_INIT;
    in.chaser_x = way_in(&x), in.chaser_y = way_in(&y), in.chaser_speed = way_same(&speed);
    if (goal != nullptr)
        in.goal_x = way_same(&goal[0]), in.goal_y = way_same(&goal[1]);
    in.dt = way_same(&dt), in.field = way_same(&number);
    out.velocity_x = way_out(&got.vx), out.velocity_y = way_out(&got.vy), out.status = way_out(&got.status);
    how.count = 1, how.field = &m.field, how.cell = 1;
    EXPECT_EQ(WAY_OK, way_follow2d(&in, &out, &how));
    return got;
}

TEST(follow2d, the_goal_point_is_approached_straight_and_reached) {
    const maze m({"....", "...G", "...."});
    const float goal[2] = {3.25f, 1.75f};
    const asked near = ask_one(m, 3.75, 1.25, 2, goal, 0);
    EXPECT_FLOAT_EQ(-std::sqrt(2.0f), near.vx);
    EXPECT_FLOAT_EQ(std::sqrt(2.0f), near.vy);
    const asked last = ask_one(m, 3.5, 1.75, 2, goal, 1);
    EXPECT_EQ(-0.25f, last.vx);
    EXPECT_EQ(WAY_THERE, ask_one(m, 3.25, 1.75, 2, goal, 1).status);
    const float elsewhere[2] = {0, 0}; /* then the centre of the goal's cell */
    EXPECT_EQ(WAY_THERE, ask_one(m, 3.5, 1.5, 2, elsewhere, 0).status);
}

/* The middle of a cell of 0.7 m at 1000.3 m is no float, so no position equals it. */
template <class T> size_t agents_there(T origin, float cell, bool has_goal) {
    maze m({"....", "..G.", "...."});
    const size_t count = 33;
    std::vector<T> x(count), y(count);
    std::vector<float> vx(count), vy(count), speed(count);
    std::vector<int32_t> status(count);
    const T goal_x = origin + (T)(2.3 * (double)cell), goal_y = origin + (T)(1.9 * (double)cell);
    const float dt = 1 / 60.0f;
    uint64_t state = 0xf011;
    for (size_t i = 0; i < count; i++) {
        x[i] = origin + (T)((double)draw_between(&state, 0.1, 3.9) * (double)cell);
        y[i] = origin + (T)((double)draw_between(&state, 0.1, 2.9) * (double)cell);
        speed[i] = draw_between(&state, 0.5, 4);
    }
    way_follow2d_in in = WAY_INIT;
    way_follow2d_out out = WAY_INIT;
    way_following how = WAY_INIT;
    in.chaser_x = way_in(x.data()), in.chaser_y = way_in(y.data()), in.chaser_speed = way_in(speed.data());
    in.dt = way_same(&dt);
    if (has_goal)
        in.goal_x = way_same(&goal_x), in.goal_y = way_same(&goal_y);
    out.velocity_x = way_out(vx.data()), out.velocity_y = way_out(vy.data());
    out.status = way_out(status.data());
    how.count = count, how.field = &m.field, how.cell = cell;
    how.origin_x = how.origin_y = (double)origin;
    for (int step = 0; step < 2000; step++) {
        EXPECT_EQ(WAY_OK, way_follow2d(&in, &out, &how));
        for (size_t i = 0; i < count; i++)
            x[i] += (T)(vx[i] * dt), y[i] += (T)(vy[i] * dt);
    }
    size_t there = 0;
    for (size_t i = 0; i < count; i++) {
        const double aside = (double)x[i] - (double)origin - (has_goal ? 2.3 : 2.5) * (double)cell;
        there += status[i] == WAY_THERE && vx[i] == 0 && vy[i] == 0 && std::fabs(aside) < 2e-3;
    }
    return there;
}

TEST(follow2d, agents_are_there_at_any_goal) {
    for (const float cell : {1.0f, 0.7f, 3.5046f})
        for (const double origin : {0.0, 1000.3, -4321.7})
            for (const bool has_goal : {false, true}) {
                EXPECT_EQ(33u, agents_there<float>((float)origin, cell, has_goal)) << cell << " " << origin;
                EXPECT_EQ(33u, agents_there<double>(origin, cell, has_goal)) << cell << " " << origin;
            }
}

TEST(follow2d, statuses_say_why_an_agent_stands) {
    const maze m({"..#.", "..#G", "..#."});
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(WAY_NO_PATH, ask_one(m, -30, 1, 1, nullptr, 0).status);
    EXPECT_EQ(WAY_NO_PATH, ask_one(m, 1e30, 1, 1, nullptr, 0).status);
    EXPECT_EQ(WAY_NO_PATH, ask_one(m, 0.5, 1.5, 1, nullptr, 0).status) << "the wall is between";
    EXPECT_EQ(WAY_MET, ask_one(m, 2.5, 1.5, 1, nullptr, 0).status) << "out of the wall";
    EXPECT_EQ(WAY_IMMOBILE, ask_one(m, 3.5, 0.5, 0, nullptr, 0).status);
    EXPECT_EQ(WAY_NO_TARGET, ask_one(m, 3.5, 0.5, 1, nullptr, 0, 1).status);
    EXPECT_EQ(WAY_INVALID, ask_one(m, nan, 0.5, 1, nullptr, 0).status);
    EXPECT_EQ(WAY_INVALID, ask_one(m, 3.5, 0.5, 1, nullptr, -1).status);
    EXPECT_EQ(0, ask_one(m, nan, 0.5, 1, nullptr, 0).vx);
}

TEST(follow2d, wrong_arguments_are_named) {
    const maze m({"..G"});
    const float one[2] = {0.5f, 1};
    float velocity[2] = {99, 99};
    const char *fault = nullptr;
    const auto refused = [&](way_result result, const char *name, auto &&spoil) {
        way_follow2d_in in = WAY_INIT;
        way_follow2d_out out = WAY_INIT;
        way_following how = WAY_INIT;
        in.chaser_x = in.chaser_y = in.chaser_speed = way_in(one);
        out.velocity_x = way_out(velocity);
        how.count = 1, how.field = &m.field, how.cell = 1, how.fault = &fault, fault = "";
        spoil(&in, &out, &how);
        EXPECT_EQ(result, way_follow2d(&in, &out, &how)) << name;
        EXPECT_STREQ(name, fault);
        EXPECT_EQ(99, velocity[0]) << name;
    };
    using I = way_follow2d_in *;
    using O = way_follow2d_out *;
    using H = way_following *;
    const float nan = std::nanf("");
    const way_field no_costs = WAY_INIT;
    refused(WAY_ERROR_MISSING, "chaser_x", [](I in, O, H) { in->chaser_x.data = nullptr; });
    refused(WAY_ERROR_MISSING, "chaser_speed", [](I in, O, H) { in->chaser_speed.data = nullptr; });
    refused(WAY_ERROR_ALIGNMENT, "dt", [&](I in, O, H) { in->dt.data = (const char *)one + 1; });
    refused(WAY_ERROR_TYPE, "field", [&](I in, O, H) { in->field = way_in(one), in->field.type = 1; });
    refused(WAY_ERROR_STRIDE, "velocity_x", [](I, O out, H) { out->velocity_x.gap = -4; });
    refused(WAY_ERROR_NULL, "field", [](I, O, H how) { how->field = nullptr; });
    refused(WAY_ERROR_NULL, "field", [&](I, O, H how) { how->field = &no_costs; });
    refused(WAY_ERROR_COUNT, "cell", [](I, O, H how) { how->cell = 0; });
    refused(WAY_ERROR_COUNT, "sight", [](I, O, H how) { how->sight = 65; });
    refused(WAY_ERROR_ORIGIN, "origin_y", [&](I, O, H how) { how->origin_y = (double)nan; });
    EXPECT_EQ(WAY_ERROR_NULL, way_follow2d(nullptr, nullptr, nullptr));
}

/* Walls to cells ----------------------------------------------------------------------------------------- */

/* Does the segment touch the closed square? By clipping, in long double. */
bool touches(const way_wall &w, int x, int y) {
    long double from = 0, to = 1;
    const long double d[2] = {(long double)w.bx - (long double)w.ax, (long double)w.by - (long double)w.ay};
    const long double a[2] = {w.ax, w.ay}, low[2] = {(long double)x, (long double)y};
    for (int k = 0; k < 2; k++) {
        if (d[k] == 0) {
            if (a[k] < low[k] || a[k] > low[k] + 1)
                return false;
            continue;
        }
        const long double s = (low[k] - a[k]) / d[k], t = (low[k] + 1 - a[k]) / d[k];
        from = std::max(from, std::min(s, t)), to = std::min(to, std::max(s, t));
    }
    return from <= to;
}

TEST(wall_cells, a_cell_that_a_wall_touches_is_closed) {
    size_t more = 0, closed = 0;
    for (uint64_t seed = 0; seed < (support::small_size() ? 2000u : 200000u); seed++) {
        uint64_t state = seed;
        float at[4];
        for (float &number : at) {
            number = draw_between(&state, -4, 14);
            if (draw_below(&state, 3) == 0)
                number = std::round(number * 2) / 2; /* on edges and centres */
        }
        const way_wall wall = {at[0], at[1], at[2], at[3], 1};
        std::vector<uint8_t> costs(80, 7);
        ASSERT_EQ(WAY_OK, way_wall_cells(&wall, 1, 0, 0, 1, 10, 8, costs.data()));
        for (int i = 0; i < 80; i++) {
            const bool is_closed = costs[(size_t)i] == 0, must = touches(wall, i % 10, i / 10);
            ASSERT_TRUE(is_closed || !must) << seed << " cell " << i % 10 << " " << i / 10;
            more += is_closed && !must;
            closed += is_closed;
        }
    }
    EXPECT_LT(more, closed / 1000 + 2); /* cells that a wall misses by a rounding error */
}

TEST(wall_cells, walls_without_effect_and_wrong_arguments) {
    uint8_t costs[4] = {1, 1, 1, 1};
    const float inf = std::numeric_limits<float>::infinity();
    const way_wall walls[3] = {{inf, 0, 1, 1, 0}, {1e19f, 0, 1, 1, 0}, {-5, -5, 7, -5, 0}};
    EXPECT_EQ(WAY_OK, way_wall_cells(walls, 3, 0, 0, 1, 2, 2, costs));
    EXPECT_EQ(4, costs[0] + costs[1] + costs[2] + costs[3]);
    EXPECT_EQ(WAY_ERROR_NULL, way_wall_cells(nullptr, 1, 0, 0, 1, 2, 2, costs));
    EXPECT_EQ(WAY_ERROR_COUNT, way_wall_cells(walls, 3, 0, 0, 0, 2, 2, costs));
    EXPECT_EQ(WAY_ERROR_ORIGIN, way_wall_cells(walls, 3, (double)inf, 0, 1, 2, 2, costs));
    const way_wall far = {1000.5f, 20.5f, 1001.5f, 20.5f, 0};
    EXPECT_EQ(WAY_OK, way_wall_cells(&far, 1, 1000, 20, 2, 2, 2, costs));
    EXPECT_EQ(0, costs[0]);
    EXPECT_EQ(1, costs[1]);
}

} // namespace
