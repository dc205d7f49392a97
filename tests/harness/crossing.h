/* Makes a scene of agents on rings around one point. Each agent goes to the opposite side. Tests and benches
   of avoidance use this scene. */
#ifndef CROSSING_H
#define CROSSING_H

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "waylay/waylay.h"

class crossing {
  public:
    /* Positions are doubles, because floats would be rounded at each step, and in thousands of steps in a
       crush the errors would add up to overlaps. */
    std::vector<double> x, y, goal_x, goal_y;
    std::vector<float> vx, vy, wish_x, wish_y, new_x, new_y;
    std::vector<uint32_t> self;
    float radius = 0.5f, speed = 2, pace = 1.5f, horizon = 2, step = 0.2f, range = 8;
    bool is_right = true; /* false: a call was refused */

    /* Rings are 2 m apart. Neighbours on a ring are at least 2 m apart, too. */
    explicit crossing(size_t count) {
        const double tau = 6.283185307179586, between = 2;
        const size_t rings = std::max<size_t>(1, count / 625), each = (count + rings - 1) / rings;
        for (size_t i = 0; i < count; i++) {
            const size_t ring = i / each;
            const double far = between * ((double)each / tau + 1 + (double)ring);
            const double angle = tau * ((double)(i % each) + (ring % 2 == 0 ? 0.0 : 0.5)) / (double)each;
            x.push_back(far * std::cos(angle)), y.push_back(far * std::sin(angle));
            goal_x.push_back(-x[i]), goal_y.push_back(-y[i]);
            self.push_back((uint32_t)i);
        }
        for (std::vector<float> *column : {&vx, &vy, &wish_x, &wish_y, &new_x, &new_y})
            column->assign(count, 0);
        memory.resize(way_crowd2d_bytes(count) / 8 + 1);
    }

    size_t count() const { return x.size(); }

    /* Sets the preferred velocities, which point slightly to the right of the goals. Returns the number of
       agents that have not arrived. */
    size_t wish() {
        size_t left = 0;
        for (size_t i = 0; i < count(); i++) {
            const double to_x = goal_x[i] - x[i], to_y = goal_y[i] - y[i],
                         far = std::sqrt(to_x * to_x + to_y * to_y);
            const double part = far > 1 ? (double)pace / far : (double)pace;
            wish_x[i] = (float)(part * (to_x + 0.2 * to_y)), wish_y[i] = (float)(part * (to_y - 0.2 * to_x));
            left += far > 5;
        }
        return left;
    }

    /* Makes one step of all agents. Returns the number of agents that had not arrived before the step. */
    size_t go() {
        const size_t left = wish();
        choose_velocities();
        for (size_t i = 0; i < count(); i++) {
            vx[i] = new_x[i], vy[i] = new_y[i];
            x[i] += (double)vx[i] * (double)step, y[i] += (double)vy[i] * (double)step;
        }
        return left;
    }

    void choose_velocities() {
        way_choose2d_in places = {};
        way_avoid2d_in in = {};
        way_avoid2d_out out = {};
        way_avoidance how = {};
        in.chaser_x = in.runner_x = places.runner_x = way_at(x.data(), sizeof(double));
        in.chaser_y = in.runner_y = places.runner_y = way_at(y.data(), sizeof(double));
        in.chaser_vx.data = in.runner_vx.data = vx.data(), in.chaser_vy.data = in.runner_vy.data = vy.data();
        in.preferred_vx.data = wish_x.data(), in.preferred_vy.data = wish_y.data();
        in.radius = in.runner_radius = way_same(&radius), in.chaser_speed = way_same(&speed);
        in.neighbour_horizon = way_same(&horizon), in.dt = way_same(&step), in.range_to = way_same(&range);
        in.self.data = self.data();
        out.velocity_x.data = new_x.data(), out.velocity_y.data = new_y.data();
        how.count = how.runner_count = count();
        how.crowd2d = (const way_crowd2d *)memory.data();
        is_right &=
            way_make_crowd2d(&places, count(), (way_crowd2d *)memory.data(), 8 * memory.size()) == WAY_OK;
        is_right &= way_avoid2d(&in, &out, &how) == WAY_OK;
    }

    /* Returns the number of pairs that overlap by more than `part` of a radius. Raises `deepest` to the
       deepest overlap, in radii. */
    size_t overlaps(double part, double *deepest) const {
        std::vector<uint32_t> order = self;
        std::sort(order.begin(), order.end(), [this](uint32_t a, uint32_t b) { return x[a] < x[b]; });
        size_t pairs = 0;
        for (size_t i = 0; i < order.size(); i++)
            for (size_t j = i + 1; j < order.size(); j++) {
                const double dx = x[order[j]] - x[order[i]], dy = y[order[j]] - y[order[i]],
                             apart = 2 * (double)radius;
                if (dx >= apart)
                    break;
                if (dx * dx + dy * dy >= apart * apart)
                    continue;
                const double deep = (apart - std::sqrt(dx * dx + dy * dy)) / (double)radius;
                *deepest = std::max(*deepest, deep);
                pairs += deep > part;
            }
        return pairs;
    }

  private:
    std::vector<uint64_t> memory;
};

#endif
