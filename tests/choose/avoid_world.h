/* Makes crowds of agents that avoid each other in the plane, with the columns of the call. */
#ifndef AVOID_WORLD_H
#define AVOID_WORLD_H

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "waylay/waylay.h"

struct world {
    std::vector<float> x, y, vx, vy, wish_x, wish_y, radius, speed, share, yielding, new_x, new_y, progress;
    std::vector<uint32_t> self;
    std::vector<int32_t> status;
    std::vector<uint64_t> memory;
    std::vector<way_neighbour> list;
    std::vector<size_t> offset;
    float horizon = 2, step = 0.1f, range = INFINITY, overlap = 0.05f, wall_horizon = 0.5f;
    size_t most = 10;
    std::vector<way_wall> walls;

    size_t size() const { return x.size(); }
    void add(double at_x, double at_y, double go_x, double go_y, double r = 0.5, double fast = 1.5,
             double part = 0.5) {
        x.push_back((float)at_x), y.push_back((float)at_y), vx.push_back((float)go_x),
            vy.push_back((float)go_y);
        wish_x.push_back((float)go_x), wish_y.push_back((float)go_y), radius.push_back((float)r);
        speed.push_back((float)fast), share.push_back((float)part), yielding.push_back(0);
        self.push_back((uint32_t)self.size());
        new_x.push_back(-77), new_y.push_back(-77), progress.push_back(-77), status.push_back(-77);
    }
    way_avoid2d_in in() const {
        way_avoid2d_in all = {};
        all.chaser_x.data = all.runner_x.data = x.data(), all.chaser_y.data = all.runner_y.data = y.data();
        all.chaser_vx.data = all.runner_vx.data = vx.data(),
        all.chaser_vy.data = all.runner_vy.data = vy.data();
        all.preferred_vx.data = wish_x.data(), all.preferred_vy.data = wish_y.data();
        all.chaser_speed.data = speed.data(), all.radius.data = all.runner_radius.data = radius.data();
        all.share.data = all.runner_share.data = share.data(), all.self.data = self.data();
        all.neighbour_horizon = way_same(&horizon), all.dt = way_same(&step), all.range_to = way_same(&range);
        all.overlap = way_same(&overlap), all.wall_horizon = way_same(&wall_horizon);
        all.yielding.data = yielding.data();
        return all;
    }
    way_avoid2d_out out() {
        way_avoid2d_out all = {};
        all.velocity_x.data = new_x.data(), all.velocity_y.data = new_y.data(),
        all.progress.data = progress.data(), all.status.data = status.data();
        return all;
    }
    way_avoidance how() const {
        way_avoidance all = {};
        all.count = all.runner_count = size(), all.most = most;
        all.walls = walls.data(), all.wall_count = walls.size();
        return all;
    }
    void make_crowd() {
        way_choose2d_in read = {};
        read.runner_x.data = x.data(), read.runner_y.data = y.data();
        memory.resize(way_crowd2d_bytes(size()) / 8 + 1);
        ASSERT_EQ(WAY_OK, way_make_crowd2d(&read, size(), (way_crowd2d *)memory.data(), 8 * memory.size()));
    }
    way_neighbours make_lists() {
        const way_avoid2d_in from = in();
        way_choose2d_in read = {};
        way_choice choice = {};
        way_neighbours lists = {};
        read.chaser_x = read.runner_x = from.chaser_x, read.chaser_y = read.runner_y = from.chaser_y;
        read.self = from.self, read.range_to = from.range_to;
        choice.count = choice.runner_count = size();
        list.resize((size() + 1) * WAY_AVOIDED_MAX), offset.resize(size() + 1);
        lists.most = most, lists.list = list.data(), lists.capacity = list.size(),
        lists.offset = offset.data();
        EXPECT_EQ(WAY_OK, way_neighbours2d(&read, &choice, &lists));
        return lists;
    }
    way_result ask(bool with_crowd) {
        const way_avoid2d_in from = in();
        const way_avoid2d_out to = out();
        way_avoidance all = how();
        if (with_crowd) {
            make_crowd();
            all.crowd2d = (const way_crowd2d *)memory.data();
        }
        return way_avoid2d(&from, &to, &all);
    }
    /* Makes one step. Returns the deepest overlap of two agents after the step, relative to the sum of their
       radii. */
    double go() {
        EXPECT_EQ(WAY_OK, ask(true));
        for (size_t i = 0; i < size(); i++) {
            vx[i] = new_x[i], vy[i] = new_y[i];
            x[i] += vx[i] * step, y[i] += vy[i] * step;
        }
        return deepest();
    }
    double deepest() const {
        double most_deep = 0;
        for (size_t i = 0; i < size(); i++)
            for (size_t j = 0; j < i; j++) {
                const double sum = (double)radius[i] + (double)radius[j];
                const double apart = std::hypot((double)x[i] - (double)x[j], (double)y[i] - (double)y[j]);
                most_deep = std::max(most_deep, (sum - apart) / sum);
            }
        return most_deep;
    }
    /* Prefers a velocity slightly to the right of the direction to the goal, so that agents pass on the
       right. */
    void wish_right(size_t i, double to_x, double to_y, double fast) {
        wish_for(i, to_x, to_y, fast);
        const float x_then = wish_x[i];
        wish_x[i] += 0.2f * wish_y[i];
        wish_y[i] -= 0.2f * x_then;
    }
    void wish_for(size_t i, double to_x, double to_y, double fast) {
        const double dx = to_x - (double)x[i], dy = to_y - (double)y[i], far = std::hypot(dx, dy);
        const double pace = far > fast * (double)step ? fast / far : 1 / (double)step;
        wish_x[i] = (float)(dx * pace), wish_y[i] = (float)(dy * pace);
    }
};

inline way_wall wall_between(double ax, double ay, double bx, double by, int sides = 0) {
    return {(float)ax, (float)ay, (float)bx, (float)by, sides};
}

#endif
