/* Makes scenes of balls that avoid each other in 3D. Tests use them, and waylay_swarms compares them with
   RVO2-3D. */
#ifndef SWARM_H
#define SWARM_H

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "draw.h"
#include "waylay/waylay.h"

struct swarm {
    std::vector<double> at[3];
    std::vector<float> v[3], wish[3], next[3], radius;
    std::vector<uint32_t> self;
    std::vector<int32_t> status;
    std::vector<uint64_t> memory;
    float speed = 1.5f, step = 0.1f, horizon = 2, overlap = 0.05f;
    size_t most = 10;

    size_t size() const { return radius.size(); }
    void add(const std::array<double, 3> &where, const std::array<double, 3> &velocity,
             const std::array<double, 3> &go, double r) {
        for (size_t k = 0; k < 3; k++) {
            at[k].push_back((double)(float)where[k]), v[k].push_back((float)velocity[k]),
                wish[k].push_back((float)go[k]);
            next[k].push_back(-77);
        }
        radius.push_back((float)r), self.push_back((uint32_t)self.size()), status.push_back(-77);
    }
    way_avoid3d_in in() const {
        way_avoid3d_in all = {};
        way_column *const chaser[] = {&all.chaser_x, &all.chaser_y, &all.chaser_z};
        way_column *const runner[] = {&all.runner_x, &all.runner_y, &all.runner_z};
        for (size_t k = 0; k < 3; k++)
            *chaser[k] = *runner[k] = way_at(at[k].data(), 8);
        all.chaser_vx.data = all.runner_vx.data = v[0].data(),
        all.chaser_vy.data = all.runner_vy.data = v[1].data(),
        all.chaser_vz.data = all.runner_vz.data = v[2].data(), all.preferred_vx.data = wish[0].data(),
        all.preferred_vy.data = wish[1].data(), all.preferred_vz.data = wish[2].data();
        all.radius.data = all.runner_radius.data = radius.data(), all.self.data = self.data();
        all.chaser_speed = way_same(&speed), all.dt = way_same(&step),
        all.neighbour_horizon = way_same(&horizon), all.overlap = way_same(&overlap);
        return all;
    }
    way_avoid3d_out out() {
        way_avoid3d_out all = {};
        all.velocity_x.data = next[0].data(), all.velocity_y.data = next[1].data(),
        all.velocity_z.data = next[2].data(), all.status.data = status.data();
        return all;
    }
    way_avoidance how() const {
        way_avoidance all = {};
        all.count = all.runner_count = size(), all.most = most;
        return all;
    }
    way_result ask() {
        const way_avoid3d_in from = in();
        const way_avoid3d_out to = out();
        const way_avoidance all = how();
        return way_avoid3d(&from, &to, &all);
    }
    /* Moves all balls at their new velocities. */
    void move() {
        for (size_t k = 0; k < 3; k++)
            for (size_t i = 0; i < size(); i++)
                v[k][i] = next[k][i], at[k][i] += (double)v[k][i] * (double)step;
    }
    /* Returns the deepest overlap of two balls, as a fraction of the sum of their radii. */
    double deepest() const {
        double most_deep = 0;
        for (size_t i = 0; i < size(); i++)
            for (size_t j = 0; j < i; j++) {
                const double sum = (double)radius[i] + (double)radius[j];
                most_deep = std::max(
                    most_deep,
                    1 - std::hypot(at[0][i] - at[0][j], at[1][i] - at[1][j], at[2][i] - at[2][j]) / sum);
            }
        return most_deep;
    }
};

/* A swarm of balls on a sphere. Each ball wants to go to the opposite side. */
struct sphere : swarm {
    std::vector<std::array<double, 3>> goal;

    explicit sphere(size_t n) {
        const double turn = 2.399963229728653, far = 6 + 0.8 * std::sqrt((double)n);
        for (size_t i = 0; i < n; i++) {
            const double z = 1 - 2 * ((double)i + 0.5) / (double)n, ring = std::sqrt(1 - z * z),
                         angle = turn * (double)i;
            const std::array<double, 3> where = {far * ring * std::cos(angle), far * ring * std::sin(angle),
                                                 far * z};
            goal.push_back({-where[0], -where[1], -where[2]});
            add(where, {0, 0, 0}, {0, 0, 0}, 0.5);
        }
    }
    /* Sets the preferred velocities. Returns how many balls are farther than 1 m from their goals. */
    size_t set_preferred() {
        size_t left = 0;
        for (size_t i = 0; i < size(); i++) {
            double to[3];
            for (size_t k = 0; k < 3; k++)
                to[k] = goal[i][k] - at[k][i];
            const double off = std::hypot(to[0], to[1], to[2]), per = off > 1 ? 1.2 / off : 1.2;
            left += off > 1;
            for (size_t k = 0; k < 3; k++)
                wish[k][i] = (float)(per * to[k]);
        }
        return left;
    }
};

inline std::array<double, 3> draw_vector(uint64_t *state, double most) {
    std::array<double, 3> all;
    for (double &one : all)
        one = (double)draw_between(state, -most, most);
    return all;
}

#endif
