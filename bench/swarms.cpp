/* way_avoid3d next to RVO2-3D (https://github.com/snape/RVO2-3D, -DWAYLAY_RVO2_3D= its folder src): the velocities of sparse scenes, where
   the same constraints bind, and balls on a sphere that change sides. `waylay_swarms` */
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include <RVO.h>

#include "draw.h"
#include "waylay/waylay.h"

namespace {

using vec3 = std::array<double, 3>;

struct swarm {
    std::vector<double> at[3];
    std::vector<float> v[3], wish[3], next[3];
    std::vector<uint32_t> self;
    std::vector<int32_t> status;
    float radius = 0.5f, speed = 1.5f, step = 0.1f, horizon = 2, overlap = 0.05f;

    size_t size() const { return self.size(); }
    void add(const vec3 &where, const vec3 &velocity, const vec3 &go) {
        for (size_t k = 0; k < 3; k++) {
            at[k].push_back((double)(float)where[k]), v[k].push_back((float)velocity[k]);
            wish[k].push_back((float)go[k]), next[k].push_back(0);
        }
        self.push_back((uint32_t)self.size()), status.push_back(0);
    }
    bool ask() {
        way_avoid3d_in in = {};
        in.chaser_x = in.runner_x = way_at_double(at[0].data(), 8),
        in.chaser_y = in.runner_y = way_at_double(at[1].data(), 8);
        in.chaser_z = in.runner_z = way_at_double(at[2].data(), 8);
        in.chaser_vx.data = in.runner_vx.data = v[0].data(),
        in.chaser_vy.data = in.runner_vy.data = v[1].data();
        in.chaser_vz.data = in.runner_vz.data = v[2].data(), in.preferred_vx.data = wish[0].data();
        in.preferred_vy.data = wish[1].data(), in.preferred_vz.data = wish[2].data(),
        in.self.data = self.data();
        in.radius = in.runner_radius = way_same(&radius), in.chaser_speed = way_same(&speed),
        in.step = way_same(&step);
        in.horizon = way_same(&horizon), in.overlap = way_same(&overlap);
        way_avoid3d_out out = {};
        out.velocity_x.data = next[0].data(), out.velocity_y.data = next[1].data(),
        out.velocity_z.data = next[2].data();
        out.status.data = status.data();
        way_avoidance how = {};
        how.count = how.runner_count = size();
        return way_avoid3d(&in, &out, &how) == WAY_OK;
    }
    void fill(RVO::RVOSimulator &all) const {
        const auto at_i = [](const auto *a, size_t i) {
            return RVO::Vector3((float)a[0][i], (float)a[1][i], (float)a[2][i]);
        };
        all.setTimeStep(step);
        for (size_t i = 0; i < size(); i++) {
            all.addAgent(at_i(at, i), 1000, 10, horizon, radius, speed, at_i(v, i));
            all.setAgentPrefVelocity(i, at_i(wish, i));
        }
    }
    double deepest() const {
        double most = 0;
        for (size_t i = 0; i < size(); i++)
            for (size_t j = 0; j < i; j++)
                most = std::max(
                    most, 1 - std::hypot(at[0][i] - at[0][j], at[1][i] - at[1][j], at[2][i] - at[2][j]) /
                                  (2 * (double)radius));
        return most;
    }
};

vec3 draw(uint64_t *state, double most) {
    vec3 all;
    for (double &one : all)
        one = (double)draw_between(state, -most, most);
    return all;
}

void compare_sparse() {
    size_t agents = 0, equal = 0;
    std::vector<double> far;
    for (uint64_t k = 0; k < 20000; k++) {
        uint64_t state = k;
        swarm s;
        s.overlap = 1;
        for (int i = 0; i < 6; i++) {
            const vec3 at = draw(&state, 3), v = draw(&state, 0.8), go = draw(&state, 0.8);
            s.add(at, v, go);
        }
        RVO::RVOSimulator all;
        s.fill(all);
        if (!s.ask())
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

/* Until each is within 1 m of the other side. */
void cross_sphere(size_t n, bool is_ours) {
    swarm s;
    const double turn = 2.399963229728653, radius = 6 + 0.8 * std::sqrt((double)n);
    std::vector<vec3> goal;
    for (size_t i = 0; i < n; i++) {
        const double z = 1 - 2 * ((double)i + 0.5) / (double)n, ring = std::sqrt(1 - z * z),
                     angle = turn * (double)i;
        const vec3 at = {radius * ring * std::cos(angle), radius * ring * std::sin(angle), radius * z};
        goal.push_back({-at[0], -at[1], -at[2]});
        s.add(at, {0, 0, 0}, {0, 0, 0});
    }
    RVO::RVOSimulator all;
    s.fill(all);
    double deepest = 0;
    size_t steps = 0, left = n;
    for (; left > 0 && steps < 8000; steps++) {
        left = 0;
        for (size_t i = 0; i < n; i++) {
            double to[3];
            for (size_t k = 0; k < 3; k++)
                to[k] = goal[i][k] - s.at[k][i];
            const double off = std::hypot(to[0], to[1], to[2]), per = off > 1 ? 1.2 / off : 1.2;
            left += off > 1;
            for (size_t k = 0; k < 3; k++)
                s.wish[k][i] = (float)(per * to[k]);
            all.setAgentPrefVelocity(i, RVO::Vector3(s.wish[0][i], s.wish[1][i], s.wish[2][i]));
        }
        if (is_ours)
            s.ask();
        else
            all.doStep();
        for (size_t i = 0; i < n; i++) {
            const RVO::Vector3 there = all.getAgentPosition(i);
            const double theirs[3] = {(double)there.x(), (double)there.y(), (double)there.z()};
            for (size_t k = 0; k < 3; k++) {
                s.v[k][i] = s.next[k][i];
                s.at[k][i] = is_ours ? s.at[k][i] + (double)s.v[k][i] * (double)s.step : theirs[k];
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
