/* Compares way_avoid3d with RVO2-3D (https://github.com/snape/RVO2-3D; -DWAYLAY_RVO2_3D names its folder
   src). Compares the velocities in sparse scenes, where both have the same constraints, and the steps in
   which balls cross a sphere. usage: waylay_swarms */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <RVO.h>

#include "swarm.h"

namespace {

/* Sets up an RVO2-3D simulator with the balls of s. */
void fill(RVO::RVOSimulator &all, const swarm &s) {
    const auto at_i = [](const auto *a, size_t i) {
        return RVO::Vector3((float)a[0][i], (float)a[1][i], (float)a[2][i]);
    };
    all.setTimeStep(s.step);
    for (size_t i = 0; i < s.size(); i++) {
        all.addAgent(at_i(s.at, i), 1000, 10, s.horizon, s.radius[i], s.speed, at_i(s.v, i));
        all.setAgentPrefVelocity(i, at_i(s.wish, i));
    }
}

void compare_sparse() {
    size_t agents = 0, equal = 0;
    std::vector<double> far;
    for (uint64_t k = 0; k < 20000; k++) {
        uint64_t state = k;
        swarm s;
        s.overlap = 1;
        for (int i = 0; i < 6; i++) {
            const auto at = draw_vector(&state, 3), v = draw_vector(&state, 0.8),
                       go = draw_vector(&state, 0.8);
            s.add(at, v, go, 0.5);
        }
        RVO::RVOSimulator all;
        fill(all, s);
        if (s.ask() != WAY_OK)
            std::puts("REFUSED");
        all.doStep();
        for (size_t i = 0; i < s.size(); i++) {
            if (s.status[i] != WAY_MET)
                continue;
            const RVO::Vector3 v = all.getAgentVelocity(i);
            far.push_back(std::hypot((double)v.x() - (double)s.next[0][i],
                                     (double)v.y() - (double)s.next[1][i],
                                     (double)v.z() - (double)s.next[2][i]));
            agents++, equal += far.back() <= 1e-6;
        }
    }
    std::sort(far.begin(), far.end());
    std::printf("sparse scenes: of %zu velocities that serve, %zu within 1e-6 of RVO2-3D's; 99.9 %% within "
                "%.2g, the farthest %.2g\n",
                agents, equal, far[far.size() * 999 / 1000], far.back());
}

/* Runs until each ball is within 1 m of its goal on the other side. */
void cross_sphere(size_t n, bool is_ours) {
    sphere s(n);
    RVO::RVOSimulator all;
    fill(all, s);
    double deepest = 0;
    size_t steps = 0, left = n;
    for (; left > 0 && steps < 8000; steps++) {
        left = s.set_preferred();
        if (is_ours) {
            if (s.ask() != WAY_OK)
                std::puts("REFUSED");
            s.move();
        } else {
            for (size_t i = 0; i < n; i++)
                all.setAgentPrefVelocity(i, RVO::Vector3(s.wish[0][i], s.wish[1][i], s.wish[2][i]));
            all.doStep();
            for (size_t i = 0; i < n; i++) {
                const RVO::Vector3 there = all.getAgentPosition(i);
                s.at[0][i] = (double)there.x(), s.at[1][i] = (double)there.y(),
                s.at[2][i] = (double)there.z();
            }
        }
        deepest = std::max(deepest, s.deepest());
    }
    std::printf("%-8s %4zu balls change sides of a sphere: %zu steps, %zu not there, overlaps of at most "
                "%.3f of the radii's sum\n",
                is_ours ? "waylay" : "RVO2-3D", n, steps, left, deepest);
}

} // namespace

int main() {
    compare_sparse();
    for (const size_t n : {60, 300})
        for (const bool is_ours : {true, false})
            cross_sphere(n, is_ours);
}
