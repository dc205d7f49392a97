/* Avoidance: what scenes of many agents come to, the best velocities beside a search among all vertices in 113 bits, the same
   bits however it is called, and what is refused. */
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <numeric>
#include <thread>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "draw.h"
#include "reference/reference.h"
#include "crossing.h"
#include "support.h"
#include "waylay/waylay.h"

namespace {

/* Agents that avoid each other. */
struct world {
    std::vector<float> x, y, vx, vy, wish_x, wish_y, radius, speed, share, new_x, new_y;
    std::vector<uint32_t> self;
    std::vector<int32_t> status;
    std::vector<uint64_t> memory;
    std::vector<way_neighbour> list;
    std::vector<size_t> offset;
    float horizon = 2, step = 0.1f, range = INFINITY;
    size_t most = 10;

    size_t size() const { return x.size(); }
    void add(double at_x, double at_y, double go_x, double go_y, double r = 0.5, double fast = 1.5,
             double part = 0.5) {
        x.push_back((float)at_x), y.push_back((float)at_y), vx.push_back((float)go_x),
            vy.push_back((float)go_y);
        wish_x.push_back((float)go_x), wish_y.push_back((float)go_y), radius.push_back((float)r);
        speed.push_back((float)fast), share.push_back((float)part);
        self.push_back((uint32_t)self.size());
        new_x.push_back(-77), new_y.push_back(-77), status.push_back(-77);
    }
    way_avoid2d_in in() const {
        way_avoid2d_in all = {};
        all.chaser_x.data = all.runner_x.data = x.data(), all.chaser_y.data = all.runner_y.data = y.data();
        all.chaser_vx.data = all.runner_vx.data = vx.data(),
        all.chaser_vy.data = all.runner_vy.data = vy.data();
        all.preferred_vx.data = wish_x.data(), all.preferred_vy.data = wish_y.data();
        all.chaser_speed.data = speed.data(), all.radius.data = all.runner_radius.data = radius.data();
        all.share.data = all.runner_share.data = share.data(), all.self.data = self.data();
        all.horizon = way_same(&horizon), all.step = way_same(&step), all.range_to = way_same(&range);
        return all;
    }
    way_avoid2d_out out() {
        way_avoid2d_out all = {};
        all.velocity_x.data = new_x.data(), all.velocity_y.data = new_y.data(),
        all.status.data = status.data();
        return all;
    }
    way_avoidance how() const {
        way_avoidance all = {};
        all.count = all.runner_count = size(), all.most = most;
        return all;
    }
    void make_crowd() {
        way_choose2d_in read = {};
        read.runner_x.data = x.data(), read.runner_y.data = y.data();
        memory.resize(way_crowd2d_bytes(size()) / 8 + 1);
        ASSERT_EQ(WAY_OK, way_crowd2d(&read, size(), memory.data(), 8 * memory.size()));
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
            all.crowd = memory.data(), all.crowd_bytes = 8 * memory.size();
        }
        return way_avoid2d(&from, &to, &all);
    }
    /* One step; how deep, as a part of the radii's sum, the deepest two overlap after it. */
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
    /* Somewhat to the right of where it wants to go, as on a pavement. */
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

/* Scenes ----------------------------------------------------------------------------------------------------- */

/* What touches within rounding of floats. */
const double touching = 1e-3;

TEST(avoid, two_head_on_pass_on_the_same_side) {
    for (const double off : {0.0, 1e-3, -0.2})
        for (const bool is_right : {false, true}) {
            world w;
            w.horizon = 6;
            w.add(-8, 0, 1, 0), w.add(8, off, -1, 0);
            double side = 0;
            for (int k = 0; k < 200; k++) {
                for (const size_t i : {0, 1}) {
                    const double x = i == 0 ? 8 : -8, y = i == 0 ? 0 : off;
                    is_right ? w.wish_right(i, x, y, 1) : w.wish_for(i, x, y, 1);
                }
                ASSERT_LE(w.go(), touching);
                if (std::fabs(w.x[0] - w.x[1]) < 0.3f)
                    side = (double)(w.y[0] - w.y[1]);
            }
            if (off == 0 &&
                !is_right) { /* as in the paper: nothing says which side, and both stand in front of each other */
                EXPECT_LT(w.x[0], w.x[1]);
                EXPECT_EQ(0.0f, w.y[0]);
                continue;
            }
            EXPECT_GE(std::fabs(side), 0.99) << off;
            EXPECT_TRUE(!is_right || off != 0 || side < 0) << "it was to go on the right";
            EXPECT_NEAR(8, (double)w.x[0], 0.1);
            EXPECT_NEAR(-8, (double)w.x[1], 0.1);
        }
}

/* Both do the same, turned round, to the bit. */
TEST(avoid, two_that_are_alike_share_alike) {
    uint64_t state = 5;
    for (int k = 0; k < 2000; k++) {
        world w;
        const double x = (double)draw_between(&state, -3, 3), y = (double)draw_between(&state, -3, 3);
        const double vx = (double)draw_between(&state, -1, 1), vy = (double)draw_between(&state, -1, 1);
        w.add(x, y, vx, vy, 0.7), w.add(-x, -y, -vx, -vy, 0.7);
        ASSERT_EQ(WAY_OK, w.ask(false));
        EXPECT_EQ(w.new_x[0], -w.new_x[1]);
        EXPECT_EQ(w.new_y[0], -w.new_y[1]);
    }
}

/* All want through one point, and press: nobody overlaps in any step, whether it keeps to the right or not. Those who do get
   through. */
TEST(avoid, a_hundred_on_a_circle_change_sides) {
    for (const bool is_right : {false, true}) {
        world w;
        const size_t n = 100;
        std::vector<double> goal_x, goal_y;
        for (size_t i = 0; i < n; i++) {
            const double angle = 6.283185307179586 * (double)i / (double)n, far = 30;
            goal_x.push_back(-far * std::cos(angle)), goal_y.push_back(-far * std::sin(angle));
            w.add(far * std::cos(angle), far * std::sin(angle), 0, 0);
        }
        double deepest = 0;
        size_t met = 0, cornered = 0, steps = 0;
        for (bool is_there = false; !is_there && steps < (is_right ? 3000 : 600); steps++) {
            is_there = true;
            for (size_t i = 0; i < n; i++) {
                is_right ? w.wish_right(i, goal_x[i], goal_y[i], 1) : w.wish_for(i, goal_x[i], goal_y[i], 1);
                is_there &= std::hypot((double)w.x[i] - goal_x[i], (double)w.y[i] - goal_y[i]) < 1;
            }
            deepest = std::max(deepest, w.go());
            met += (size_t)std::count(w.status.begin(), w.status.end(), WAY_MET);
            cornered += (size_t)std::count(w.status.begin(), w.status.end(), WAY_NO_PATH);
        }
        EXPECT_LE(deepest, 2e-5);
        EXPECT_GT(met, n * 100);
        EXPECT_GT(cornered, n);
        EXPECT_TRUE(!is_right || steps < 3000);
        std::printf("   %s: %zu steps, overlaps of at most %.2g of the radii, %zu times cornered\n",
                    is_right ? "on the right" : "straight", steps, deepest, cornered);
    }
}

/* Through the middle of a circle, where all press: nobody overlaps in any step. 500 until all are across; in full size
   10,000 for 2,500 steps, by when they have met there. */
TEST(avoid, thousands_cross_a_circle) {
    const struct {
        size_t count, steps;
        bool is_across;
    } cases[] = {{500, 2000, true}, {10000, 2500, false}};
    for (const auto &one : cases) {
        if (support::small_size() && !one.is_across)
            continue;
        crossing all(one.count);
        size_t steps = 0, pairs = 0, left = 1;
        double deepest = 0, gone = 0;
        for (; left > 0 && steps < one.steps; steps++) {
            left = all.go();
            pairs += all.overlaps(touching, &deepest);
        }
        for (size_t i = 0; i < all.count(); i++)
            gone += std::hypot(all.x[i] + all.goal_x[i], all.y[i] + all.goal_y[i]) / (double)all.count();
        EXPECT_TRUE(all.is_right);
        EXPECT_EQ(0u, pairs) << "the deepest " << deepest << " of a radius";
        EXPECT_TRUE(left == 0 || !one.is_across) << left;
        EXPECT_GT(gone, 100) << "metres from where they were, on the average";
        std::printf("   %zu agents, %zu steps, %zu overlaps, the deepest of %.2g of a radius\n", all.count(),
                    steps, pairs, deepest);
        /* the count sees two that overlap */
        all.x[1] = all.x[0] + 1.998 * (double)all.radius, all.y[1] = all.y[0];
        EXPECT_LE(1u, all.overlaps(touching, &deepest));
        EXPECT_LT(touching, deepest);
    }
}

/* Who overlaps is apart after a step, if it is fast enough. */
TEST(avoid, who_overlaps_parts) {
    uint64_t state = 11;
    for (int k = 0; k < 500; k++) {
        world w;
        for (int i = 0; i < 2; i++)
            w.add((double)draw_between(&state, -0.2, 0.2), (double)draw_between(&state, -0.2, 0.2),
                  (double)draw_between(&state, -1, 1), (double)draw_between(&state, -1, 1), 0.5, 20);
        EXPECT_LE(w.go(), 1e-5);
        EXPECT_EQ(WAY_MET, w.status[0]);
    }
    for (int pairs = 1; pairs <= 8; pairs++) { /* at one place, at rest or with one velocity */
        world w;
        for (int i = 0; i < 2 * pairs; i++)
            w.add(3, 4, pairs % 2, 0, 0.5, 3), w.wish_x.back() = 0;
        double deepest = 1;
        for (int step = 0; step < 100; step++)
            deepest = w.go();
        EXPECT_LE(deepest, touching) << pairs;
    }
}

/* Forty drawn to one point, at which there is room for one. */
TEST(avoid, a_crush_stays_finite_and_parts_again) {
    world w;
    uint64_t state = 13;
    for (int i = 0; i < 40; i++)
        w.add((double)draw_between(&state, -1, 1), (double)draw_between(&state, -1, 1), 0, 0);
    size_t cornered = 0;
    for (int step = 0; step < 200; step++) {
        for (size_t i = 0; i < 40; i++)
            w.wish_for(i, 0, 0, 1);
        w.go();
        cornered += (size_t)std::count(w.status.begin(), w.status.end(), WAY_NO_PATH);
        for (size_t i = 0; i < 40; i++)
            ASSERT_LE(std::hypot((double)w.vx[i], (double)w.vy[i]), 1.5 * (1 + 1e-6));
    }
    EXPECT_GT(cornered, 40u);
    for (int step = 0; step < 200; step++) {
        for (size_t i = 0; i < 40; i++)
            w.wish_x[i] = w.wish_y[i] = 0;
        w.go();
    }
    EXPECT_LE(w.deepest(), touching);
}

/* A pillar does not give way: who comes does all of it. */
TEST(avoid, walks_round_what_stands) {
    for (const double share : {0.0, 0.5}) {
        world w;
        w.add(-6, 0.01, 1, 0), w.add(0, 0, 0, 0, 1, 0, share);
        w.horizon = 3;
        double least = 9;
        for (int step = 0; step < 200; step++) {
            w.wish_for(0, 6, 0, 1);
            w.go();
            least = std::min(least, std::hypot((double)w.x[0], (double)w.y[0]));
        }
        EXPECT_NEAR(6, (double)w.x[0], 0.1);
        EXPECT_EQ(0.0f, w.x[1]);
        if (share == 0) {
            EXPECT_GE(least, 1.5 * (1 - touching));
        }
    }
    world w; /* the shares of a pair are parts of their sum; nobody's are nobody's */
    w.add(-2, 0, 1, 0, 0.5, 1.5, 3), w.add(0, 0.1, 0, 0, 0.5, 1.5, 1);
    ASSERT_EQ(WAY_OK, w.ask(false));
    const double first = std::hypot((double)w.new_x[0] - 1, (double)w.new_y[0]),
                 second = std::hypot((double)w.new_x[1], (double)w.new_y[1]);
    EXPECT_GT(second, 1e-3);
    EXPECT_NEAR(3, first / second, 1e-5);
    w.share = {0, 0};
    ASSERT_EQ(WAY_OK, w.ask(false));
    EXPECT_EQ(1.0f, w.new_x[0]);
    EXPECT_EQ(0.0f, w.new_y[0]);
}

/* Somebody comes faster than it can flee, and does not give way: it flees as fast as it can. */
TEST(avoid, flees_from_what_comes) {
    for (const double gap : {0.01, -0.1}) {
        world w;
        w.add(0, 0, 0, 0, 0.5, 1.5), w.add(1 + gap, 0, -5, 0, 0.5, 5, 0);
        ASSERT_EQ(WAY_OK, w.ask(false));
        EXPECT_EQ(WAY_NO_PATH, w.status[0]);
        EXPECT_NEAR(1.5, std::hypot((double)w.new_x[0], (double)w.new_y[0]), 1e-6);
        EXPECT_LT(w.new_x[0], -1.4f);
        w.vx[1] = 0; /* and leaves alone what stands */
        ASSERT_EQ(WAY_OK, w.ask(false));
        EXPECT_NEAR(gap > 0 ? 0 : -1, (double)w.new_x[0], 1e-5);
    }
}

/* The best velocity ------------------------------------------------------------------------------------------ */

using real = way_quad;

real root(real a) {
    if (a <= 0)
        return 0;
    real r = (real)std::sqrt((double)a);
    if (r == 0)
        return 0;
    for (int k = 0; k < 3; k++)
        r = (r + a / r) / 2;
    return r;
}

struct point {
    real x, y;
};
struct plane { /* n.v >= c */
    point n;
    real c;
};

real dot(point a, point b) { return a.x * b.x + a.y * b.y; }

/* The nearest point of the boundary of the set of relative velocities that lead to a touch within T, by the paper's words: of
   the disc and of the two tangents from the origin, those points that are on the boundary. */
bool plane_of(const world &w, size_t i, size_t j, plane &to) {
    const point d = {(real)w.x[j] - (real)w.x[i], (real)w.y[j] - (real)w.y[i]},
                v = {(real)w.vx[i] - (real)w.vx[j], (real)w.vy[i] - (real)w.vy[j]};
    const real r = (real)w.radius[i] + (real)w.radius[j], dd = dot(d, d);
    const real t = dd > r * r ? (real)w.horizon : (real)w.step;
    const point centre = {d.x / t, d.y / t}, off = {v.x - centre.x, v.y - centre.y};
    const real length = root(dot(off, off)), big = (real)1e30;
    if (length == 0)
        return false;
    const point around = {off.x / length, off.y / length};
    const point on_disc = {centre.x + around.x * r / t, centre.y + around.y * r / t};
    real best = big;
    point n = {0, 0}, nearest = {0, 0};
    bool is_tie = false;
    const auto offer = [&](point at, point out) {
        const point way = {at.x - v.x, at.y - v.y};
        const real far = dot(way, way);
        const real apart = far - best, close = (real)1e-14 * (1 + far);
        is_tie = apart < close &&
                 (is_tie || (apart > -close && std::fabs((double)(out.x * n.y - out.y * n.x)) > 1e-7));
        if (far < best)
            best = far, n = out, nearest = at;
    };
    if (dd <= r * r)
        offer(on_disc, around);
    else {
        const real leg = root(dd - r * r);
        /* the arc ends where the tangents touch: seen from the centre nearer to 0 than they are */
        if (dot(around, d) <= -r)
            offer(on_disc, around);
        for (const int side : {1, -1}) {
            const point along = {(d.x * leg - side * d.y * r) / dd, (d.y * leg + side * d.x * r) / dd};
            const real at = dot(v, along), least = leg / t; /* legs begin where they touch the disc */
            const real here = at > least ? at : least;
            offer({here * along.x, here * along.y}, {-side * along.y, side * along.x});
        }
    }
    const real part = (real)w.share[i] / ((real)w.share[i] + (real)w.share[j]);
    const point at = {(real)w.vx[i] + part * (nearest.x - v.x), (real)w.vy[i] + part * (nearest.y - v.y)};
    to = {n, dot(n, at)};
    return !is_tie; /* a side is as good as the other */
}

/* The share of the gap; where the agent cannot come so far, it is none. */
bool gap_of(const world &w, size_t i, size_t j, plane &to) {
    const point d = {(real)w.x[j] - (real)w.x[i], (real)w.y[j] - (real)w.y[i]};
    const real r = (real)w.radius[i] + (real)w.radius[j], far = root(dot(d, d));
    const real part = (real)w.share[i] / ((real)w.share[i] + (real)w.share[j]);
    if (far == 0 || r - far > r / 1024)
        return false;
    to = {{-d.x / far, -d.y / far}, far > r ? -(far - r) * part / (real)w.step : 0};
    if (w.share[j] == 0) /* comes as it does */
        to.c += to.n.x * (real)w.vx[j] + to.n.y * (real)w.vy[j];
    return true;
}

real lack_of(const std::vector<plane> &all, point v) {
    real most = -1e30;
    for (const plane &one : all) {
        const real lack = one.c - dot(one.n, v);
        most = lack > most ? lack : most;
    }
    return most;
}

/* Points at which two lines a.n.v = a.c cross; and of a line and the circle. */
bool cross(const plane &a, const plane &b, point &at) {
    const real det = a.n.x * b.n.y - a.n.y * b.n.x;
    if (det == 0)
        return false;
    at = {(a.c * b.n.y - b.c * a.n.y) / det, (a.n.x * b.c - b.n.x * a.c) / det};
    return true;
}

void circle(const plane &a, real speed, std::vector<point> &to) {
    const real nn = dot(a.n, a.n);
    if (nn == 0)
        return;
    const point foot = {a.n.x * a.c / nn, a.n.y * a.c / nn};
    const real rest = speed * speed - dot(foot, foot);
    if (rest < 0)
        return;
    const real half = root(rest / nn);
    to.push_back({foot.x - a.n.y * half, foot.y + a.n.x * half});
    to.push_back({foot.x + a.n.y * half, foot.y - a.n.x * half});
}

struct truth {
    bool is_feasible = false;
    real distance = 1e30; /* to the wish, of the best that is in all half-planes and the disc */
    real lack = 1e30;     /* least largest one */
};

/* Every point at which any two of these cross: edges, the circle, and the lines on which two lack the same. */
truth search_vertices(const std::vector<plane> &all, const std::vector<plane> &firm, point wish, real speed) {
    const real slack = (real)1e-20 * speed;
    std::vector<point> some = {wish};
    std::vector<plane> lines = all;
    truth best;
    const real far = root(dot(wish, wish));
    if (far > speed)
        some.push_back({wish.x * speed / far, wish.y * speed / far});
    lines.insert(lines.end(), firm.begin(), firm.end());
    for (const plane &one : lines) {
        const real off = one.c - dot(one.n, wish);
        some.push_back({wish.x + off * one.n.x, wish.y + off * one.n.y});
        some.push_back({one.n.x * speed, one.n.y * speed});
    }
    for (size_t i = 0; i < all.size(); i++)
        for (size_t j = 0; j < i; j++)
            lines.push_back({{all[i].n.x - all[j].n.x, all[i].n.y - all[j].n.y}, all[i].c - all[j].c});
    for (size_t i = 0; i < lines.size(); i++) {
        circle(lines[i], speed, some);
        point at;
        for (size_t j = 0; j < i; j++)
            if (cross(lines[i], lines[j], at))
                some.push_back(at);
    }
    for (const point v : some) {
        if (dot(v, v) > speed * speed * (1 + (real)1e-20) || lack_of(firm, v) > slack)
            continue;
        const real lack = lack_of(all, v);
        const point off = {v.x - wish.x, v.y - wish.y};
        best.lack = lack < best.lack ? lack : best.lack;
        if (lack > slack)
            continue;
        best.is_feasible = true;
        const real distance = root(dot(off, off));
        best.distance = distance < best.distance ? distance : best.distance;
    }
    return best;
}

/* The answer misses what is best by the rounding of the velocity and of the numbers that led to it. */
TEST(avoid, the_velocity_is_the_best_of_all_vertices) {
    size_t feasible = 0, cornered = 0, run_over = 0, judged = 0;
    double worst = 0;
    for (uint64_t k = 0; k < support::draws(20000); k++) {
        uint64_t state = support::seed_for(71, k);
        world w;
        const size_t n = 2 + draw_below(&state, k % 8 == 0 ? 9 : 5);
        const double size = (double)draw_between(&state, 0.5, 6);
        const bool is_coarse = draw_below(&state, 3) == 0;
        const auto at = [&](double most) {
            const double number = (double)draw_between(&state, -most, most);
            return is_coarse ? std::round(2 * number) / 2 : number;
        };
        w.horizon = draw_between(&state, 0.5, 5);
        for (size_t i = 0; i < n; i++) {
            w.add(at(size), at(size), at(1), at(1), (double)draw_between(&state, 0, 1),
                  (double)draw_between(&state, 0.2, 2), (double)draw_between(&state, 0, 1));
            w.wish_x[i] = (float)at(2), w.wish_y[i] = (float)at(2);
            if (i > 0 && draw_below(&state, 8) == 0)
                w.share[i] = 0;
        }
        w.most = 12;
        ASSERT_EQ(WAY_OK, w.ask(k % 2 != 0));
        std::vector<plane> all, firm;
        bool is_sure = true;
        for (size_t j = 1; j < n; j++) {
            plane one;
            is_sure &= plane_of(w, 0, j, one);
            all.push_back(one);
            if (gap_of(w, 0, j, one))
                firm.push_back(one);
        }
        if (!is_sure)
            continue;
        judged++;
        const real speed = (real)w.speed[0];
        const point wish = {(real)w.wish_x[0], (real)w.wish_y[0]}, got = {(real)w.new_x[0], (real)w.new_y[0]};
        const truth best = search_vertices(all, firm, wish, speed);
        const double distance =
            (double)root((got.x - wish.x) * (got.x - wish.x) + (got.y - wish.y) * (got.y - wish.y));
        const double bound = 4e-7 * w.speed[0], lack = (double)lack_of(all, got);
        ASSERT_LE(std::hypot((double)got.x, (double)got.y), (double)speed * (1 + 2e-7));
        if (best.lack > 1e29) { /* somebody comes who cannot be got out of the way of */
            ASSERT_EQ(WAY_NO_PATH, w.status[0]) << k;
            run_over++;
            continue;
        }
        ASSERT_LE((double)lack_of(firm, got), bound) << k;
        if (w.status[0] == WAY_MET) {
            feasible++;
            ASSERT_TRUE(best.is_feasible || (double)best.lack < bound) << k;
            ASSERT_LE(lack, bound) << k;
            if (best.is_feasible) {
                ASSERT_LE(distance, (double)best.distance + bound) << k;
            }
            worst = std::max(worst, lack / (double)speed);
        } else {
            ASSERT_EQ(WAY_NO_PATH, w.status[0]);
            cornered++;
            ASSERT_TRUE(!best.is_feasible || (double)best.lack > -bound) << k;
            ASSERT_LE(lack, (double)best.lack + bound) << k;
            std::vector<plane> relaxed = all; /* of all that lack no more, the nearest to the wish */
            for (plane &one : relaxed)
                one.c -= best.lack + (real)0x1p-40 * speed;
            const truth nearest = search_vertices(relaxed, firm, wish, speed);
            ASSERT_LE(distance, (double)nearest.distance + bound) << k;
            worst = std::max(worst, (lack - (double)best.lack) / (double)speed);
        }
    }
    EXPECT_GT(feasible * 5, judged);
    EXPECT_GT(cornered * 50, judged);
    std::printf("   %zu feasible, %zu cornered; lacks at most %.3g of the speed more than the best\n",
                feasible, cornered, worst);
}

/* The same bits ---------------------------------------------------------------------------------------------- */

world draw_world(uint64_t seed, size_t n, bool special) {
    uint64_t state = seed;
    world w;
    const bool is_lattice = draw_below(&state, 2) == 0;
    const double size = 0.6 * std::sqrt((double)n) * (double)draw_between(&state, 0.3, 3);
    for (size_t i = 0; i < n; i++) {
        const auto at = [&] {
            const double number = (double)draw_between(&state, -size, size);
            return is_lattice ? std::round(number) : number;
        };
        const double x = at(), y = at();
        /* one after the other: what is drawn must not depend on the order of arguments */
        const double vx = (double)draw_between(&state, -1, 1), vy = (double)draw_between(&state, -1, 1);
        const double radius = (double)draw_between(&state, 0.1, 0.6);
        const double speed = (double)draw_between(&state, -0.1, 2);
        w.add(x, y, vx, vy, radius, speed, (double)draw_below(&state, 3));
    }
    w.most = 1 + draw_below(&state, WAY_AVOIDED_MAX);
    if (draw_below(&state, 2))
        w.range = draw_between(&state, 0.5, 3);
    for (std::vector<float> *column :
         {&w.x, &w.y, &w.vx, &w.vy, &w.wish_x, &w.wish_y, &w.radius, &w.speed, &w.share})
        for (float &cell : *column)
            if (special && draw_below(&state, 12) == 0)
                cell = draw_special(&state);
    return w;
}

TEST(avoid, bits_are_the_same_however_it_is_called) {
    for (uint64_t k = 0; k < support::draws(640); k++) {
        world w = draw_world(support::seed_for(72, k), 150, k % 2 != 0);
        std::vector<float> x, y;
        std::vector<int32_t> status;
        for (const std::string &isa : support::isa_names()) {
            const support::use_isa use(isa);
            w.make_crowd();
            const way_neighbours lists = w.make_lists();
            for (int how = 0; how < 5; how++) {
                std::fill(w.new_x.begin(), w.new_x.end(), -9.0f),
                    std::fill(w.status.begin(), w.status.end(), -9);
                const way_avoid2d_in in = w.in();
                const way_avoid2d_out out = w.out();
                way_avoidance call = w.how();
                std::vector<uint32_t> order;
                if (how == 1 || how >= 3)
                    call.crowd = w.memory.data(), call.crowd_bytes = 8 * w.memory.size();
                if (how == 2)
                    call.neighbours = &lists;
                if (how == 3) { /* by a list, backwards */
                    for (size_t i = w.size(); i > 0; i--)
                        order.push_back((uint32_t)(i - 1));
                    call.index = order.data();
                }
                if (how == 4) { /* in parts, by threads */
                    std::vector<std::thread> threads;
                    std::atomic<size_t> next{0}, refused{0};
                    for (int t = 0; t < 3; t++)
                        threads.emplace_back([&] {
                            for (size_t first; (first = next.fetch_add(13)) < w.size();) {
                                way_avoidance part = call;
                                part.first = first, part.count = std::min<size_t>(13, w.size() - first);
                                refused += way_avoid2d(&in, &out, &part) != WAY_OK;
                            }
                        });
                    for (std::thread &thread : threads)
                        thread.join();
                    ASSERT_EQ(0u, refused);
                } else
                    ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &call));
                if (x.empty())
                    x = w.new_x, y = w.new_y, status = w.status;
                for (size_t i = 0; i < w.size(); i++) {
                    ASSERT_EQ(support::bits_of(x[i]), support::bits_of(w.new_x[i]))
                        << isa << " " << how << " " << i;
                    ASSERT_EQ(support::bits_of(y[i]), support::bits_of(w.new_y[i]))
                        << isa << " " << how << " " << i;
                    ASSERT_EQ(status[i], w.status[i]) << isa << " " << how << " " << i;
                    ASSERT_TRUE(std::isfinite(w.new_x[i]) && std::isfinite(w.new_y[i])) << i;
                }
            }
        }
    }
}

#if defined(__x86_64__)
TEST(avoid, the_callers_mode_changes_no_bit) {
    world w = draw_world(5, 100, true);
    ASSERT_EQ(WAY_OK, w.ask(true));
    const std::vector<float> x = w.new_x, y = w.new_y;
    const way_avoid2d_in in = w.in();
    const way_avoid2d_out out = w.out();
    const way_avoidance how = w.how();
    for (const unsigned mode : {0x9fc0u, 0x7f80u, 0x5f80u, 0x3f80u, 0xffc0u}) {
        _mm_setcsr(mode);
        way_avoid2d(&in, &out, &how);
        const unsigned after = _mm_getcsr();
        _mm_setcsr(0x1f80);
        EXPECT_EQ(mode, after);
        EXPECT_EQ(0, std::memcmp(x.data(), w.new_x.data(), 400));
        EXPECT_EQ(0, std::memcmp(y.data(), w.new_y.data(), 400));
    }
}
#endif

/* These bits are those of all machines and compilers: a hash of 3,000 agents, of whom an eighth has numbers that break things. */
TEST(avoid, bits_are_golden) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint64_t k = 0; k < 20; k++) {
        world w = draw_world(1000 + k, 150, k % 2 != 0);
        ASSERT_EQ(WAY_OK, w.ask(true));
        for (size_t i = 0; i < w.size(); i++)
            for (const uint32_t word :
                 {support::bits_of(w.new_x[i]), support::bits_of(w.new_y[i]), (uint32_t)w.status[i]})
                hash = (hash ^ word) * 0x100000001b3u;
    }
    EXPECT_EQ(0x29cac29dd94732fcu, hash) << std::hex << hash;
}

/* What is refused -------------------------------------------------------------------------------------------- */

TEST(avoid, says_what_is_wrong_with_an_agent) {
    const float nan = std::nanf(""), inf = INFINITY;
    struct {
        way_column way_avoid2d_in::*column;
        float number;
        way_status status;
    } const cases[] = {
        {&way_avoid2d_in::chaser_x, nan, WAY_INVALID},
        {&way_avoid2d_in::chaser_y, 2e18f, WAY_INVALID},
        {&way_avoid2d_in::chaser_vx, inf, WAY_INVALID},
        {&way_avoid2d_in::chaser_vy, nan, WAY_INVALID},
        {&way_avoid2d_in::preferred_vx, nan, WAY_INVALID},
        {&way_avoid2d_in::preferred_vy, inf, WAY_INVALID},
        {&way_avoid2d_in::chaser_speed, nan, WAY_INVALID},
        {&way_avoid2d_in::chaser_speed, inf, WAY_INVALID},
        {&way_avoid2d_in::chaser_speed, -1, WAY_MET},
        {&way_avoid2d_in::radius, -1, WAY_INVALID},
        {&way_avoid2d_in::radius, nan, WAY_INVALID},
        {&way_avoid2d_in::horizon, 0, WAY_INVALID},
        {&way_avoid2d_in::horizon, nan, WAY_INVALID},
        {&way_avoid2d_in::horizon, inf, WAY_MET},
        {&way_avoid2d_in::step, 0, WAY_INVALID},
        {&way_avoid2d_in::step, nan, WAY_INVALID},
        {&way_avoid2d_in::share, -1, WAY_INVALID},
        {&way_avoid2d_in::share, nan, WAY_INVALID},
        {&way_avoid2d_in::range_to, nan, WAY_INVALID},
        {&way_avoid2d_in::range_to, 1, WAY_NO_TARGET},
        {&way_avoid2d_in::chaser_mask, 0, WAY_NO_TARGET},
        {&way_avoid2d_in::runner_x, nan, WAY_NO_TARGET},
        {&way_avoid2d_in::runner_vx, nan, WAY_NO_TARGET},
        {&way_avoid2d_in::runner_vy, inf, WAY_NO_TARGET},
        {&way_avoid2d_in::runner_radius, -1, WAY_NO_TARGET},
        {&way_avoid2d_in::runner_share, nan, WAY_NO_TARGET},
        {&way_avoid2d_in::runner_mask, 0, WAY_NO_TARGET},
    };
    for (const auto &one : cases) {
        const float zero = 0, five = 2, unit = 1;
        float x = 7, y = 7;
        int32_t status = -1;
        way_avoid2d_in in = {};
        in.chaser_x = in.chaser_y = in.chaser_vy = in.preferred_vy = in.runner_y = way_same(&zero);
        in.chaser_vx = in.preferred_vx = in.chaser_speed = in.radius = way_same(&unit),
        in.runner_x = way_same(&five);
        in.*one.column = way_same(&one.number);
        way_avoid2d_out out = {};
        out.velocity_x.data = &x, out.velocity_y.data = &y, out.status.data = &status;
        way_avoidance how = {};
        how.count = how.runner_count = 1;
        ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
        EXPECT_EQ(one.status, status) << &one - cases;
        if (one.status == WAY_INVALID || one.number == -1) {
            EXPECT_TRUE(one.status == WAY_NO_TARGET || (x == 0 && y == 0)) << &one - cases;
        }
        if (one.status == WAY_NO_TARGET) {
            EXPECT_TRUE(x == 1 && y == 0) << &one - cases;
        }
    }
}

TEST(avoid, refuses_what_is_wrong_and_writes_nothing) {
    struct call {
        world w;
        way_avoid2d_in in;
        way_avoid2d_out out;
        way_avoidance how;
        way_neighbours lists;
    };
    const support::refusal<call> cases[] = {
        {"nothing wrong", WAY_OK, [](call &) {}},
        {"no place", WAY_ERROR_MISSING, [](call &c) { c.in.chaser_x.data = nullptr; }},
        {"no speed", WAY_ERROR_MISSING, [](call &c) { c.in.chaser_speed.data = nullptr; }},
        {"no wish", WAY_ERROR_MISSING, [](call &c) { c.in.preferred_vy.data = nullptr; }},
        {"no candidate", WAY_ERROR_MISSING, [](call &c) { c.in.runner_y.data = nullptr; }},
        {"no candidate beside a crowd", WAY_ERROR_MISSING,
         [](call &c) {
             c.in.runner_y.data = nullptr;
             c.how.crowd = c.w.memory.data(), c.how.crowd_bytes = 8 * c.w.memory.size();
         }},
        {"too many neighbours", WAY_ERROR_COUNT, [](call &c) { c.how.most = WAY_AVOIDED_MAX + 1; }},
        {"too many", WAY_ERROR_COUNT, [](call &c) { c.how.count = SIZE_MAX; }},
        {"too many candidates", WAY_ERROR_COUNT, [](call &c) { c.how.runner_count = UINT32_MAX; }},
        {"fewer lists", WAY_ERROR_COUNT, [](call &c) { c.lists.answered = 1, c.how.neighbours = &c.lists; }},
        {"no lists", WAY_ERROR_NULL, [](call &c) { c.lists.list = nullptr, c.how.neighbours = &c.lists; }},
        {"a list between", WAY_ERROR_ALIGNMENT,
         [](call &c) {
             c.lists.list = (way_neighbour *)(void *)((char *)c.lists.list + 2), c.how.neighbours = &c.lists;
         }},
        {"a list's beginnings between", WAY_ERROR_ALIGNMENT,
         [](call &c) {
             c.lists.offset = (size_t *)(void *)((char *)c.lists.offset + 4), c.how.neighbours = &c.lists;
         }},
        {"no crowd", WAY_ERROR_MEMORY,
         [](call &c) { c.how.crowd = c.w.memory.data(), c.how.crowd_bytes = 8; }},
        {"velocities in place", WAY_ERROR_OVERLAP, [](call &c) { c.out.velocity_x.data = c.w.vx.data(); }},
        {"velocities of halves", WAY_ERROR_TYPE, [](call &c) { c.out.velocity_x.type = WAY_HALF; }},
        {"a mask of doubles", WAY_ERROR_TYPE,
         [](call &c) { c.in.chaser_mask = c.in.chaser_x, c.in.chaser_mask.type = WAY_DOUBLE; }},
        {"one velocity for all", WAY_ERROR_STRIDE, [](call &c) { c.out.velocity_y.gap = -4; }},
        {"a column between", WAY_ERROR_ALIGNMENT,
         [](call &c) { c.in.radius.data = (const char *)c.in.radius.data + 1; }},
    };
    for (const auto &one : cases) {
        call c;
        c.w = draw_world(3, 20, false);
        c.w.make_crowd();
        c.in = c.w.in(), c.out = c.w.out(), c.how = c.w.how(), c.lists = c.w.make_lists();
        one.spoil(c);
        EXPECT_EQ(one.expected, way_avoid2d(&c.in, &c.out, &c.how)) << one.what;
        if (one.expected != WAY_OK) {
            EXPECT_EQ(std::vector<float>(20, -77), c.w.new_x) << one.what;
            EXPECT_EQ(std::vector<int32_t>(20, -77), c.w.status) << one.what;
        }
    }
    world w = draw_world(3, 20, false);
    const way_avoid2d_in in = w.in();
    const way_avoid2d_out out = w.out();
    const way_avoidance how = w.how();
    EXPECT_EQ(WAY_ERROR_NULL, way_avoid2d(nullptr, &out, &how));
    EXPECT_EQ(WAY_ERROR_NULL, way_avoid2d(&in, nullptr, &how));
    EXPECT_EQ(WAY_ERROR_NULL, way_avoid2d(&in, &out, nullptr));
}

/* A list may name who is not there, or the agent itself. */
TEST(avoid, lists_of_nobody_are_read) {
    world w;
    w.add(0, 0, 1, 0), w.add(2, 0.1, -1, 0);
    const way_neighbour list[] = {{7, 1}, {UINT32_MAX, 1}, {0, 0}, {1, 2}, {0, 1}};
    const size_t offset[] = {0, 4, 4};
    way_neighbours lists = {};
    lists.list = const_cast<way_neighbour *>(list), lists.offset = const_cast<size_t *>(offset),
    lists.answered = 2;
    const way_avoid2d_in in = w.in();
    const way_avoid2d_out out = w.out();
    way_avoidance how = w.how();
    how.neighbours = &lists;
    ASSERT_EQ(WAY_OK, way_avoid2d(&in, &out, &how));
    EXPECT_EQ(WAY_MET, w.status[0]);
    EXPECT_EQ(WAY_NO_TARGET, w.status[1]);
    const float x = w.new_x[0], y = w.new_y[0];
    ASSERT_EQ(WAY_OK, w.ask(false));
    EXPECT_EQ(x, w.new_x[0]);
    EXPECT_EQ(y, w.new_y[0]);
}

} // namespace
