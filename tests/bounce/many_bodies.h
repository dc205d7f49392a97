/* A scene of many bodies for tests of bounce_all2d. The numbers are of type T, float or double. */
#ifndef WAYLAY_TESTS_BODIES_H
#define WAYLAY_TESTS_BODIES_H

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support.h"

namespace bodies {

template <class T> struct scene {
    std::vector<T> x, y, vx, vy, radius, mass, restitution, friction;
    std::vector<uint32_t> world; /* empty if unused */
    std::vector<int32_t> bounces, status;
    std::vector<way_wall> walls;
    const way_wall_tree *tree = nullptr;
    std::vector<uint64_t> memory;
    T dt = 0;
    way_bodies of = {};

    void add(double px, double py, double pvx, double pvy, double r, double m = 1, double e = 1,
             double f = 0) {
        x.push_back((T)px), y.push_back((T)py), vx.push_back((T)pvx), vy.push_back((T)pvy);
        radius.push_back((T)r), mass.push_back((T)m), restitution.push_back((T)e), friction.push_back((T)f);
    }

    size_t count() const { return x.size(); }

    /* Moves all bodies, which the next step then starts from. */
    way_result step() {
        bounces.resize(count()), status.resize(count());
        const size_t bytes = way_bounce_all2d_bytes(count());
        memory.resize(bytes / 8 + 1);
        way_bounce_all2d_in in = {};
        in.ball_x = way_in(x.data()), in.ball_y = way_in(y.data());
        in.ball_vx = way_in(vx.data()), in.ball_vy = way_in(vy.data());
        in.radius = way_in(radius.data()), in.mass = way_in(mass.data()), in.dt = way_same(&dt);
        in.restitution = way_in(restitution.data()), in.friction = way_in(friction.data());
        in.world.data = world.empty() ? nullptr : world.data();
        way_bounce_all2d_out out = {};
        out.next_x = way_out(x.data()), out.next_y = way_out(y.data());
        out.next_vx = way_out(vx.data()), out.next_vy = way_out(vy.data());
        out.bounces = way_out(bounces.data()), out.status = way_out(status.data());
        of.count = count(), of.walls = walls.data(), of.wall_count = walls.size(), of.wall_tree = tree;
        of.memory = memory.data(), of.bytes = bytes;
        return way_bounce_all2d(&in, &out, &of);
    }

    void step_for(double time) {
        dt = (T)time;
        ASSERT_EQ(WAY_OK, step());
    }

    double energy() const {
        double sum = 0;
        for (size_t i = 0; i < count(); i++)
            if (mass[i] < (T)INFINITY)
                sum += (double)mass[i] * ((double)vx[i] * (double)vx[i] + (double)vy[i] * (double)vy[i]);
        return sum;
    }

    /* The deepest overlap of two bodies, in metres. */
    double overlap() const {
        double most = 0;
        std::vector<size_t> order(count());
        double widest = 0;
        for (size_t i = 0; i < count(); i++)
            order[i] = i, widest = std::fmax(widest, (double)radius[i]);
        std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return x[a] < x[b]; });
        for (size_t k = 0; k < count(); k++)
            for (size_t m = k + 1; m < count(); m++) {
                const size_t a = order[k], b = order[m];
                const double dx = (double)x[b] - (double)x[a], dy = (double)y[b] - (double)y[a];
                if (dx > 2 * widest)
                    break;
                most = std::fmax(most, (double)radius[a] + (double)radius[b] - std::hypot(dx, dy));
            }
        return most;
    }

    size_t outside(double lo_x, double hi_x, double lo_y, double hi_y) const {
        size_t out = 0;
        for (size_t i = 0; i < count(); i++)
            out +=
                !((double)x[i] > lo_x && (double)x[i] < hi_x && (double)y[i] > lo_y && (double)y[i] < hi_y);
        return out;
    }

    size_t not_met() const {
        size_t out = 0;
        for (int32_t s : status)
            out += s != WAY_MET;
        return out;
    }
};

inline std::vector<way_wall> room(float left, float bottom, float right, float top) {
    return {{left, bottom, right, bottom, 0},
            {right, bottom, right, top, 0},
            {right, top, left, top, 0},
            {left, top, left, bottom, 0}};
}

/* A billiard table with the cue ball and a rack of fifteen, which are `gap` metres apart. */
template <class T> scene<T> rack(double gap) {
    scene<T> s;
    const double r = 0.02858, apart = 2 * r + gap;
    s.walls = room(0, 0, 2.54f, 1.27f);
    s.add(0.6, 0.635, 8, 0, r);
    for (int row = 0; row < 5; row++)
        for (int k = 0; k <= row; k++)
            s.add(1.8 + row * apart * std::sqrt(0.75), 0.635 + (k - row / 2.0) * apart, 0, 0, r);
    return s;
}

/* A closed square room full of discs that move at random. Returns its width. */
template <class T> double gas(scene<T> *s, size_t discs, double filled, uint64_t seed) {
    const double r = 0.1, width = std::sqrt((double)discs * 3.14159265 * r * r / filled);
    const size_t row = (size_t)std::ceil(std::sqrt((double)discs));
    const double pitch = width / (double)row, play = pitch / 2 - r - 1e-4;
    s->walls = room(0, 0, (float)width, (float)width);
    for (size_t i = 0; i < discs; i++) {
        const double x = ((double)(i % row) + 0.5) * pitch, y = ((double)(i / row) + 0.5) * pitch;
        const double dx = (double)draw_between(&seed, -play, play),
                     dy = (double)draw_between(&seed, -play, play);
        const double vx = (double)draw_between(&seed, -2, 2), vy = (double)draw_between(&seed, -2, 2);
        s->add(x + dx, y + dy, vx, vy, r);
    }
    return (double)(float)width;
}

} // namespace bodies

#endif
