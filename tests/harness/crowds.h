/* Makes scenes in which crowds must arrive: doors, corridors, crossings and RVO2's examples. Tests run these
   scenes, and `waylay_choices --crowds` compares them with RVO2. */
#ifndef CROWDS_H
#define CROWDS_H

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "draw.h"
#include "waylay/waylay.h"

namespace crowds {

struct vec {
    double x, y;
};

struct scene {
    std::string name;
    std::vector<vec> start;
    std::vector<vec> goal;
    std::vector<way_wall> walls;
    double gate = 0; /* half the width of a door at x = 0 that all agents pass towards +x; 0: no door */
    /* an agent has arrived once it is more than `beyond` from its start, measured along the line to its goal;
       if `beyond` is 0, while it is within `near` of its goal */
    double beyond = 0;
    double near = 0;
    float radius = 0.4f, speed = 1.8f, pace = 1.5f, step = 0.1f, horizon = 2, wall_horizon = 0.5f, range = 8;
    size_t most = 16;
    double noise = 0.01; /* the largest random offset of a start position on each axis, in metres */
};

inline way_wall wall(double ax, double ay, double bx, double by) {
    return {(float)ax, (float)ay, (float)bx, (float)by, 0};
}

/* Adds a block of agents around `at`. The block has `along` ranks in the direction of motion, with `across`
   agents each. */
inline void add_block(scene &s, vec at, vec way, int along, int across, double apart) {
    for (int i = 0; i < along; i++)
        for (int j = 0; j < across; j++) {
            const double u = (i - 0.5 * (along - 1)) * apart, v = (j - 0.5 * (across - 1)) * apart;
            const vec from = {at.x + u * way.x - v * way.y, at.y + u * way.y + v * way.x};
            s.start.push_back(from);
            s.goal.push_back({from.x + 1000 * way.x, from.y + 1000 * way.y});
        }
}

inline scene door(double width) {
    scene s;
    s.name = "door " + std::to_string(width).substr(0, 3) + " m";
    add_block(s, {-8, 0}, {1, 0}, 10, 10, 1.1);
    s.walls = {wall(0, width / 2, 0, 40), wall(0, -40, 0, -width / 2)};
    s.gate = width / 2;
    s.beyond = 16;
    return s;
}

inline scene corridor() {
    scene s;
    s.name = "corridor 6 m";
    add_block(s, {-12, 0}, {1, 0}, 8, 5, 1.1);
    add_block(s, {12, 0}, {-1, 0}, 8, 5, 1.1);
    s.walls = {wall(-400, 3, 400, 3), wall(-400, -3, 400, -3)};
    s.beyond = 28;
    return s;
}

inline scene four_groups() {
    scene s;
    s.name = "four groups";
    for (const vec way : {vec{1, 0}, vec{0, 1}, vec{-1, 0}, vec{0, -1}})
        add_block(s, {-12 * way.x, -12 * way.y}, way, 5, 5, 1.2);
    s.beyond = 28;
    return s;
}

inline scene head_on() {
    scene s;
    s.name = "head-on";
    add_block(s, {-10, 0}, {1, 0}, 5, 10, 1.1);
    add_block(s, {10, 0}, {-1, 0}, 5, 10, 1.1);
    s.beyond = 26;
    return s;
}

inline scene right_angles() {
    scene s;
    s.name = "right angles";
    add_block(s, {-10, 0}, {1, 0}, 5, 10, 1.1);
    add_block(s, {0, -10}, {0, 1}, 5, 10, 1.1);
    s.beyond = 26;
    return s;
}

inline scene files() {
    scene s;
    s.name = "two files";
    add_block(s, {-14, 0}, {1, 0}, 20, 1, 1.1);
    add_block(s, {0, -14}, {0, 1}, 20, 1, 1.1);
    s.beyond = 30;
    return s;
}

/* The next two scenes are RVO2's examples Circle and Blocks. */
inline scene circle() {
    scene s;
    s.name = "RVO2's Circle";
    for (int i = 0; i < 250; i++) {
        const double angle = 6.283185307179586 * i / 250;
        s.start.push_back({200 * std::cos(angle), 200 * std::sin(angle)});
        s.goal.push_back({-s.start.back().x, -s.start.back().y});
    }
    s.radius = 1.5f, s.speed = 2, s.pace = 1, s.step = 0.25f, s.horizon = 10, s.range = 15, s.most = 10;
    s.near = 1.5, s.noise = 1e-4;
    return s;
}

inline scene blocks(bool with_walls) {
    scene s;
    s.name = with_walls ? "RVO2's Blocks" : "Blocks without blocks";
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            for (const vec side : {vec{1, 1}, vec{-1, 1}, vec{1, -1}, vec{-1, -1}}) {
                s.start.push_back({side.x * (55 + 10 * i), side.y * (55 + 10 * j)});
                s.goal.push_back({-75 * side.x, -75 * side.y});
            }
    for (const vec side : {vec{1, 1}, vec{-1, 1}, vec{1, -1}, vec{-1, -1}}) {
        const double x = side.x, y = side.y;
        if (with_walls)
            for (const way_wall &one :
                 {wall(10 * x, 10 * y, 40 * x, 10 * y), wall(40 * x, 10 * y, 40 * x, 40 * y),
                  wall(40 * x, 40 * y, 10 * x, 40 * y), wall(10 * x, 40 * y, 10 * x, 10 * y)})
                s.walls.push_back(one);
    }
    s.radius = 2, s.speed = 2, s.pace = 1, s.step = 0.25f, s.horizon = 5, s.range = 15, s.most = 10;
    s.near = 20, s.noise = 1e-4;
    return s;
}

inline std::vector<scene> all_scenes() {
    return {door(1.6),      door(2.4), corridor(), four_groups(), head_on(),
            right_angles(), files(),   circle(),   blocks(false), blocks(true)};
}

constexpr std::array<double, 4> turns = {0, 0.1, 0.2, 0.4};

/* A crowd in a scene. Either way_avoid2d moves the crowd or, for comparison, another library does. */
class crowd {
  public:
    std::vector<double> x, y;
    std::vector<float> fx, fy, vx, vy, wish_x, wish_y, new_x, new_y;
    std::vector<uint32_t> self;
    std::vector<int32_t> status;
    std::vector<bool> has_arrived;
    float overlap = 0.05f, yielding = 0;
    bool is_double = true, is_right = true;
    double deepest = 0;   /* the deepest overlap so far, relative to the sum of the radii */
    size_t crossings = 0; /* how often a centre crossed a wall */

    crowd(const scene &what, double turn, uint64_t seed)
        : s(what), turn_sine(std::sin(turn)), turn_cosine(std::cos(turn)) {
        uint64_t state = seed;
        const size_t n = s.start.size();
        for (size_t i = 0; i < n; i++) {
            x.push_back(s.start[i].x + (double)draw_between(&state, -s.noise, s.noise));
            y.push_back(s.start[i].y + (double)draw_between(&state, -s.noise, s.noise));
            self.push_back((uint32_t)i);
        }
        for (std::vector<float> *column : {&fx, &fy, &vx, &vy, &wish_x, &wish_y, &new_x, &new_y})
            column->assign(n, 0);
        has_arrived.assign(n, false), status.assign(n, 0);
        memory.resize(way_crowd2d_bytes(n) / 8 + 1);
        round_positions();
    }

    size_t size() const { return x.size(); }

    size_t left() const { return (size_t)std::count(has_arrived.begin(), has_arrived.end(), false); }

    void set_preferred() {
        for (size_t i = 0; i < size(); i++) {
            vec to = s.goal[i];
            if (s.gate > 0 && x[i] < 0.3) {
                const double free = s.gate - (double)s.radius;
                to = {0.4, std::clamp(y[i], -free, free)};
            }
            const double dx = to.x - x[i], dy = to.y - y[i], far = std::sqrt(dx * dx + dy * dy);
            const double per = far > 1 ? (double)s.pace / far : (double)s.pace;
            wish_x[i] = (float)(per * (turn_cosine * dx + turn_sine * dy));
            wish_y[i] = (float)(per * (turn_cosine * dy - turn_sine * dx));
        }
    }

    void choose() {
        way_choose2d_in places = {};
        way_avoid2d_in in = {};
        way_avoid2d_out out = {};
        way_avoidance how = {};
        in.chaser_x = is_double ? way_at(x.data(), sizeof(double)) : way_at(fx.data(), sizeof(float));
        in.chaser_y = is_double ? way_at(y.data(), sizeof(double)) : way_at(fy.data(), sizeof(float));
        in.runner_x = places.runner_x = in.chaser_x, in.runner_y = places.runner_y = in.chaser_y;
        in.chaser_vx.data = in.runner_vx.data = vx.data(), in.chaser_vy.data = in.runner_vy.data = vy.data();
        in.preferred_vx.data = wish_x.data(), in.preferred_vy.data = wish_y.data();
        in.radius = in.runner_radius = way_same(&s.radius), in.chaser_speed = way_same(&s.speed);
        in.neighbour_horizon = way_same(&s.horizon), in.dt = way_same(&s.step),
        in.range_to = way_same(&s.range);
        in.wall_horizon = way_same(&s.wall_horizon), in.overlap = way_same(&overlap);
        in.yielding = way_same(&yielding);
        in.self.data = self.data();
        out.velocity_x.data = new_x.data(), out.velocity_y.data = new_y.data();
        out.status.data = status.data();
        how.count = how.runner_count = size(), how.most = s.most;
        how.walls = s.walls.data(), how.wall_count = s.walls.size();
        how.crowd2d = (const way_crowd2d *)memory.data();
        is_right &=
            way_make_crowd2d(&places, size(), (way_crowd2d *)memory.data(), 8 * memory.size()) == WAY_OK;
        is_right &= way_avoid2d(&in, &out, &how) == WAY_OK;
    }

    /* Moves all agents at their new velocities. Updates arrivals and the deepest overlap. */
    void move() {
        for (size_t i = 0; i < size(); i++) {
            const vec from = {x[i], y[i]};
            vx[i] = new_x[i], vy[i] = new_y[i];
            x[i] += (double)vx[i] * (double)s.step, y[i] += (double)vy[i] * (double)s.step;
            if (!is_double)
                x[i] = (double)(float)x[i], y[i] = (double)(float)y[i];
            count_crossings(from, {x[i], y[i]});
        }
        round_positions();
        look();
    }

    void look() {
        for (size_t i = 0; i < size(); i++) {
            const double dx = s.goal[i].x - x[i], dy = s.goal[i].y - y[i];
            if (s.beyond > 0) {
                const double gx = s.goal[i].x - s.start[i].x, gy = s.goal[i].y - s.start[i].y;
                const double gone =
                    ((x[i] - s.start[i].x) * gx + (y[i] - s.start[i].y) * gy) / std::sqrt(gx * gx + gy * gy);
                has_arrived[i] = has_arrived[i] || gone > s.beyond;
            } else
                has_arrived[i] = dx * dx + dy * dy <= s.near * s.near;
        }
        measure();
    }

    const scene &what() const { return s; }

  private:
    scene s;
    double turn_sine, turn_cosine;
    std::vector<uint64_t> memory;
    std::vector<uint32_t> order;

    void round_positions() {
        for (size_t i = 0; i < size(); i++)
            fx[i] = (float)x[i], fy[i] = (float)y[i];
    }

    void count_crossings(vec p, vec q) {
        for (const way_wall &w : s.walls) {
            const double dx = (double)w.bx - (double)w.ax, dy = (double)w.by - (double)w.ay;
            const double from = dx * (p.y - (double)w.ay) - dy * (p.x - (double)w.ax);
            const double to = dx * (q.y - (double)w.ay) - dy * (q.x - (double)w.ax);
            if ((from > 0) == (to > 0))
                continue;
            const double part = from / (from - to);
            const double ahead = (p.x + part * (q.x - p.x) - (double)w.ax) * dx +
                                 (p.y + part * (q.y - p.y) - (double)w.ay) * dy;
            crossings += ahead > 0 && ahead < dx * dx + dy * dy;
        }
    }

    void measure() {
        if (order.empty())
            order = self;
        std::sort(order.begin(), order.end(), [this](uint32_t a, uint32_t b) { return x[a] < x[b]; });
        const double sum = 2 * (double)s.radius;
        for (size_t i = 0; i < order.size(); i++)
            for (size_t j = i + 1; j < order.size(); j++) {
                const double dx = x[order[j]] - x[order[i]], dy = y[order[j]] - y[order[i]];
                if (dx >= sum)
                    break;
                if (dx * dx + dy * dy < sum * sum)
                    deepest = std::max(deepest, 1 - std::sqrt(dx * dx + dy * dy) / sum);
            }
    }
};

/* Runs until all agents have arrived, or for `most` steps. Returns the number of steps. */
inline size_t run(crowd &c, size_t most) {
    size_t steps = 0;
    for (; c.left() > 0 && steps < most; steps++) {
        c.set_preferred();
        c.choose();
        c.move();
    }
    return steps;
}

} // namespace crowds

#endif
