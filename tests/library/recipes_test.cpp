/* The recipes of docs/which-behaviour.md give the right answers. The truths here are searches, simulations
   and sums in doubles; none uses the formula of the call. */
#include "library/recipes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

namespace {

using function = std::function<double(double)>;
const double forever = INFINITY;

/* The lowest point of a convex function in 0 .. end. */
double lowest_of(const function &f, double end) {
    double from = 0, to = end;
    for (int k = 0; k < 200; k++) {
        const double a = from + (to - from) / 3, b = to - (to - from) / 3;
        (f(a) < f(b) ? to : from) = f(a) < f(b) ? b : a;
    }
    return (from + to) / 2;
}

/* Where f changes its sign between `from` and `to`. */
double crossing_of(const function &f, double from, double to) {
    const bool is_positive = f(from) > 0;
    for (int k = 0; k < 200; k++) {
        const double middle = (from + to) / 2;
        ((f(middle) > 0) == is_positive ? from : to) = middle;
    }
    return (from + to) / 2;
}

/* The first t in 0 .. end with f(t) <= 0, for a convex f; infinite if f stays above 0. NaN: a near miss, in
   which floats may decide either way, or f still falls at `end`. */
double first_of(const function &f, double end) {
    if (f(0) <= 0)
        return 0;
    const double lowest = lowest_of(f, end);
    if (std::fabs(f(lowest)) < 1e-2 || (f(lowest) > 0 && lowest > 0.9 * end))
        return NAN;
    return f(lowest) > 0 ? forever : crossing_of(f, 0, lowest);
}

class dice {
  public:
    float in(double low, double high) {
        return (float)std::uniform_real_distribution<double>(low, high)(generator);
    }
    body any(double far, double fast) {
        return {in(-far, far), in(-far, far), in(-fast, fast), in(-fast, fast)};
    }

  private:
    std::mt19937_64 generator{52};
};

double distance_at(body a, body b, double t) {
    return std::hypot(double(b.x) - a.x + (double(b.vx) - a.vx) * t,
                      double(b.y) - a.y + (double(b.vy) - a.vy) * t);
}

TEST(recipes, a_zone_is_entered_and_left) {
    dice any;
    int entered = 0, missed = 0, inside = 0;
    for (int k = 0; k < 5000; k++) {
        const body me = any.any(100, 10), other = any.any(100, 10);
        const float radius = any.in(5, 60);
        const function gap = [&](double t) { return distance_at(me, other, t) - radius; };
        const double enters = first_of(gap, 1e4);
        if (std::isnan(enters))
            continue;
        const way_intercept2d_answer pass = recipe_zone(me, other, radius);
        if (enters == forever) {
            EXPECT_EQ(pass.status, WAY_IMMOBILE) << k;
            missed++;
            continue;
        }
        const double leaves = crossing_of(gap, lowest_of(gap, 1e4), 1e4);
        EXPECT_EQ(pass.status, enters == 0 ? WAY_THERE : WAY_MET) << k;
        EXPECT_NEAR(pass.time, enters, 1e-5 * (1 + enters)) << k;
        EXPECT_NEAR(pass.latest, leaves, 1e-5 * (1 + leaves)) << k;
        (enters == 0 ? inside : entered)++;
    }
    EXPECT_GT(entered, 500);
    EXPECT_GT(missed, 500);
    EXPECT_GT(inside, 300);
    /* 250 and 300 knots at right angles: 1.852 km apart at the nearest, 9.26 km is the limit */
    const double knot = 1852.0 / 3600;
    const float v = float(250 * knot), w = float(300 * knot);
    const double relative = std::hypot(v, w), nearest = 165.162;
    const body me = {0, 0, v, 0}, other = {float(nearest * v + 1852 * w / relative),
                                           float(-nearest * w + 1852 * v / relative), 0, w};
    const way_intercept2d_answer pass = recipe_zone(me, other, 9260);
    EXPECT_NEAR(pass.time, 120.0, 0.01);
    EXPECT_NEAR(pass.latest, 210.324, 0.01);
    /* side by side at one velocity, inside: for ever */
    EXPECT_EQ(recipe_zone({0, 0, 3, 4}, {1, 0, 3, 4}, 2).latest, INFINITY);
}

TEST(recipes, a_robot_is_there_before_the_ball_or_starts_later) {
    dice any;
    int met = 0, not_met = 0;
    for (int k = 0; k < 5000; k++) {
        const body robot = any.any(50, 0), ball = any.any(50, 8);
        const float speed = any.in(1, 6), seconds = any.in(0, 5);
        /* the robot moves for t seconds, the ball for t + seconds */
        const function late = [&](double t) {
            return distance_at({robot.x, robot.y, 0, 0}, ball, t + seconds) - speed * t;
        };
        const double truth = first_of(late, 1e4);
        if (std::isnan(truth))
            continue;
        const way_intercept2d_answer run = recipe_head_start({robot.x, robot.y, 0, 0}, speed, ball, seconds);
        EXPECT_EQ(run.status == WAY_MET, truth != forever) << k;
        if (run.status != WAY_MET) {
            not_met++;
            continue;
        }
        met++;
        EXPECT_NEAR(run.time, truth, 1e-4 * (1 + truth)) << k;
        const double ball_x = ball.x + double(ball.vx) * (run.time + seconds);
        const double ball_y = ball.y + double(ball.vy) * (run.time + seconds);
        EXPECT_NEAR(run.point_x, ball_x, 1e-5 * (100 + std::fabs(ball_x))) << k;
        EXPECT_NEAR(run.point_y, ball_y, 1e-5 * (100 + std::fabs(ball_y))) << k;
        EXPECT_NEAR(robot.x + double(run.velocity_x) * run.time, ball_x, 1e-5 * (100 + std::fabs(ball_x)))
            << k;
    }
    EXPECT_GT(met, 1000);
    EXPECT_GT(not_met, 300);
}

TEST(recipes, a_shell_hits_in_the_wind) {
    dice any;
    int hit = 0;
    for (int k = 0; k < 2000; k++) {
        const float speed = any.in(20, 60), gravity = any.in(1, 10), wind_x = any.in(-6, 6),
                    wind_y = any.in(-1, 1);
        const body enemy = any.any(60, 5);
        const way_arc2d_answer shot = recipe_wind(speed, gravity, enemy, wind_x, wind_y);
        /* the speed that a shell needs to be at the enemy at t, less its own */
        const auto lack = [&](double t) {
            const double x = enemy.x + enemy.vx * t - wind_x * t * t / 2;
            const double y = enemy.y + enemy.vy * t + (double(gravity) - wind_y) * t * t / 2;
            return std::hypot(x, y) / t - speed;
        };
        double first = forever;
        for (double t = 0.005; t < 60 && first == forever; t += 0.005)
            if (lack(t) <= 0)
                first = crossing_of(lack, t - 0.0049999, t);
        if (shot.status != WAY_MET) {
            EXPECT_EQ(first, forever) << k;
            continue;
        }
        if (first == forever) /* the search stepped over two hits that are nearly one */
            continue;
        hit++;
        const double t = shot.time;
        EXPECT_NEAR(t, first, 1e-4 * (1 + first)) << k;
        EXPECT_NEAR(std::hypot(double(shot.velocity_x), double(shot.velocity_y)), speed, 1e-4) << k;
        EXPECT_NEAR(shot.velocity_x * t + wind_x * t * t / 2, shot.point_x, 1e-3) << k;
        EXPECT_NEAR(shot.velocity_y * t - (double(gravity) - wind_y) * t * t / 2, shot.point_y, 1e-3) << k;
        EXPECT_NEAR(enemy.x + enemy.vx * t, shot.point_x, 1e-3) << k;
    }
    EXPECT_GT(hit, 1000);
}

TEST(recipes, a_boat_crosses_a_current) {
    dice any;
    int met = 0;
    for (int k = 0; k < 3000; k++) {
        const body boat = any.any(50, 0), buoy = any.any(50, 2);
        const float speed = any.in(1, 6), current_x = any.in(-3, 3), current_y = any.in(-3, 3);
        const body drifting = {boat.x, boat.y, current_x, current_y};
        const double truth =
            first_of([&](double t) { return distance_at(drifting, buoy, t) - speed * t; }, 1e4);
        if (std::isnan(truth))
            continue;
        const way_intercept2d_answer steer = recipe_current(boat, speed, buoy, current_x, current_y);
        EXPECT_EQ(steer.status == WAY_MET, truth != forever) << k;
        if (steer.status != WAY_MET)
            continue;
        met++;
        const double t = steer.time, x = boat.x + (double(current_x) + steer.velocity_x) * t;
        EXPECT_NEAR(t, truth, 1e-4 * (1 + truth)) << k;
        EXPECT_NEAR(x, buoy.x + double(buoy.vx) * t, 1e-4 * (1 + std::fabs(x))) << k;
        EXPECT_NEAR(std::hypot(steer.velocity_x, steer.velocity_y), speed, 1e-5) << k;
    }
    EXPECT_GT(met, 1500);
}

TEST(recipes, negative_costs_give_the_largest_sum) {
    dice any;
    for (int k = 0; k < 300; k++) {
        float value[25], cost[25];
        for (float &v : value)
            v = std::floor(any.in(-20, 100));
        std::array<int, 5> order = {0, 1, 2, 3, 4};
        double most = -forever;
        do {
            double sum = 0;
            for (int i = 0; i < 5; i++)
                sum += value[5 * i + order[i]];
            most = std::max(most, sum);
        } while (std::next_permutation(order.begin(), order.end()));
        uint32_t target[5];
        way_assignment how = WAY_INIT;
        how.count = how.runner_count = 5;
        std::vector<uint64_t> memory(way_assign_bytes(5, 5, 25) / 8 + 1);
        how.memory = memory.data(), how.bytes = memory.size() * 8;
        ASSERT_EQ(recipe_largest_sum(value, cost, target, &how), WAY_OK);
        EXPECT_EQ(-how.sum, most) << k;
        double sum = 0;
        for (int i = 0; i < 5; i++)
            sum += value[5 * i + target[i]];
        EXPECT_EQ(sum, most) << k;
    }
}

TEST(recipes, a_player_meets_the_ball_before_it_is_out) {
    const way_wall line[4] = {
        {-50, -30, 50, -30, 0}, {50, -30, 50, 30, 0}, {50, 30, -50, 30, 0}, {-50, 30, -50, -30, 0}};
    dice any;
    int in_time = 0, late = 0;
    for (int k = 0; k < 5000; k++) {
        const body player = {any.in(-49, 49), any.in(-29, 29), 0, 0};
        const body ball = {any.in(-49, 49), any.in(-29, 29), any.in(-20, 20), any.in(-20, 20)};
        const float speed = any.in(4, 9);
        const double out = std::min((ball.vx > 0 ? 50.0 - ball.x : -50.0 - ball.x) / ball.vx,
                                    (ball.vy > 0 ? 30.0 - ball.y : -30.0 - ball.y) / ball.vy);
        const double truth =
            first_of([&](double t) { return distance_at(player, ball, t) - speed * t; }, 1e4);
        if (std::isnan(truth) || std::fabs(truth - out) < 1e-3)
            continue;
        const way_intercept2d_answer run = recipe_before_it_is_out(player, speed, ball, line);
        EXPECT_EQ(run.status, truth < out ? WAY_MET : truth < forever ? WAY_LATE : WAY_TOO_SLOW) << k;
        (run.status == WAY_MET ? in_time : late)++;
    }
    EXPECT_GT(in_time, 500);
    EXPECT_GT(late, 1000);
}

TEST(recipes, a_missile_that_turns_on_circles_hits) {
    dice any;
    for (int k = 0; k < 300; k++) {
        way_cut_off2d_agent missile;
        way_cut_off2d_agent_default(&missile);
        const double turn_rate = 0.8;
        const body runner = any.any(500, 30);
        missile.chaser_speed = any.in(60, 250), missile.radius = float(missile.chaser_speed / turn_rate);
        missile.heading_x = any.in(-1, 1), missile.heading_y = any.in(-1, 1);
        missile.runner_x = runner.x, missile.runner_y = runner.y;
        missile.runner_vx = runner.vx, missile.runner_vy = runner.vy;
        float time;
        recipe_missile(&missile, 0, &time);
        ASSERT_TRUE(std::isfinite(time)) << k;
        const float dt = 1.0f / 60;
        double x = 0, y = 0, angle = std::atan2(missile.heading_y, missile.heading_x);
        for (float t = dt; t < time; t += dt) { /* no step is longer, and no turn faster, than it can */
            const way_march2d_answer now = recipe_missile(&missile, t, &time);
            const double next = std::atan2(now.next_heading_y, now.next_heading_x);
            ASSERT_LE(std::hypot(now.next_x - x, now.next_y - y), missile.chaser_speed * dt * 1.001 + 1e-3)
                << k;
            ASSERT_LE(std::fabs(std::remainder(next - angle, 6.283185307179586)),
                      turn_rate * dt * 1.001 + 1e-4)
                << k;
            x = now.next_x, y = now.next_y, angle = next;
        }
        const way_march2d_answer end = recipe_missile(&missile, time, &time);
        EXPECT_NEAR(end.next_x, runner.x + double(runner.vx) * time, 0.01) << k;
        EXPECT_NEAR(end.next_y, runner.y + double(runner.vy) * time, 0.01) << k;
    }
}

TEST(recipes, cars_follow_waypoints) {
    const size_t count = 6, cars = 300;
    const float x[] = {0, 60, 60, 0, 30, 30, INFINITY}, y[] = {0, 0, 40, 40, 10, 10, INFINITY};
    std::vector<float> at[4];
    for (std::vector<float> &column : at)
        column.resize(cars);
    std::vector<uint32_t> segment(cars);
    std::vector<int32_t> status(cars);
    dice any;
    for (size_t i = 0; i < cars; i++) {
        at[0][i] = any.in(-20, 20), at[1][i] = any.in(-20, 20);
        at[2][i] = any.in(-1, 1), at[3][i] = any.in(-1, 1);
    }
    const fleet all = {
        cars, at[0].data(), at[1].data(), at[2].data(), at[3].data(), segment.data(), status.data(), 10, 5};
    std::vector<double> corner(cars, INFINITY), gone(cars);
    const float dt = 1.0f / 30;
    for (int step = 0; step < 1200; step++) {
        const std::vector<float> x0 = at[0], y0 = at[1];
        recipe_waypoints(&all, x, y, count, dt);
        for (size_t i = 0; i < cars; i++) {
            const double moved = std::hypot(at[0][i] - x0[i], at[1][i] - y0[i]);
            ASSERT_LE(moved, 10 * dt * 1.0001) << i;
            gone[i] += moved;
            corner[i] = std::fmin(corner[i], std::hypot(at[0][i] - 60, at[1][i] - 40));
        }
    }
    for (size_t i = 0; i < cars; i++) {
        EXPECT_EQ(count - 1, segment[i]) << i;
        EXPECT_NEAR(30, at[0][i], 0.7) << i; /* the last segment ends in the step that passes its end */
        EXPECT_NEAR(10, at[1][i], 0.7) << i;
        EXPECT_LE(corner[i], 0.5 * 5) << i;
        EXPECT_LE(gone[i], 60 + 40 + 60 + 43 + 60) << i;
    }
}

TEST(recipes, a_ball_bounces_under_gravity) {
    dice any;
    for (int k = 0; k < 1000; k++) {
        const body ball = {any.in(-10, 10), any.in(0.5, 10), any.in(-5, 5), any.in(-5, 5)};
        const float gravity = any.in(1, 10), restitution = any.in(0.3, 1), seconds = any.in(0, 8);
        /* the height in doubles: a fall, then bounces of e, e^2, ... of the first speed */
        const double g = gravity, e = restitution;
        double speed = std::sqrt(double(ball.vy) * ball.vy + 2 * g * ball.y), left = seconds, start = ball.vy;
        double height = ball.y, until = (ball.vy + speed) / g;
        while (left > until && speed * e >= 0.05)
            left -= until, speed *= e, start = speed, height = 0, until = 2 * speed / g;
        if (left > until) /* too slow to bounce again */
            height = 0, start = 0, left = 0;
        const body now = recipe_gravity_bounces(ball, gravity, restitution, seconds);
        EXPECT_NEAR(now.x, ball.x + double(ball.vx) * seconds, 1e-4) << k;
        EXPECT_NEAR(now.y, height + start * left - g * left * left / 2, 1e-4) << k;
        if (left > 1e-3 && until - left > 1e-3) { /* not at a bounce */
            EXPECT_NEAR(now.vy, start - g * left, 1e-4) << k;
        }
    }
    /* with restitution 1 the tops stay: 1,000 falls from 2 m */
    body ball = {0, 2, 0, 0};
    for (int k = 0; k < 1000; k++)
        ball = recipe_gravity_bounces(ball, 9.81f, 1, 1.0f / 3);
    EXPECT_NEAR(ball.y + ball.vy * ball.vy / (2 * 9.81), 2, 1e-3);
}

double distance_to(way_wall wall, double x, double y) {
    const double ax = double(wall.bx) - wall.ax, ay = double(wall.by) - wall.ay, px = x - wall.ax,
                 py = y - wall.ay;
    const double along = std::clamp((px * ax + py * ay) / (ax * ax + ay * ay), 0.0, 1.0);
    return std::hypot(px - along * ax, py - along * ay);
}

TEST(recipes, a_moving_paddle_hits_a_puck) {
    dice any;
    int hits = 0, misses = 0;
    for (int k = 0; k < 3000; k++) {
        const body puck = any.any(10, 5);
        const way_wall paddle = {any.in(-5, 5), any.in(-5, 5), any.in(-5, 5), any.in(-5, 5), 0};
        const float radius = any.in(0.1, 1), vx = any.in(-4, 4), vy = any.in(-4, 4);
        const auto gap = [&](double t) {
            return distance_to(paddle, puck.x + (double(puck.vx) - vx) * t,
                               puck.y + (double(puck.vy) - vy) * t) -
                   radius;
        };
        if (gap(0) < 0.01)
            continue;
        const double truth = first_of(gap, 100); /* the distance from a segment is convex */
        if (std::isnan(truth))
            continue;
        float time;
        const body after = recipe_paddle(puck, radius, paddle, vx, vy, &time);
        if (truth == forever) {
            EXPECT_EQ(time, INFINITY) << k;
            misses++;
            continue;
        }
        hits++;
        ASSERT_NEAR(time, truth, 1e-4 * (1 + truth)) << k;
        /* in the paddle's frame the speed stays, and the puck moves away */
        const double before_x = double(puck.vx) - vx, before_y = double(puck.vy) - vy;
        const double away_x = double(after.vx) - vx, away_y = double(after.vy) - vy;
        EXPECT_NEAR(std::hypot(away_x, away_y), std::hypot(before_x, before_y), 1e-5) << k;
        const double x = puck.x + before_x * time, y = puck.y + before_y * time;
        EXPECT_GT(distance_to(paddle, x + 1e-3 * away_x, y + 1e-3 * away_y), radius - 1e-5) << k;
        /* the change of velocity is along the normal: the component across it stays */
        const double ahead = 1e-4 / std::hypot(before_x, before_y);
        EXPECT_LT(gap(time + ahead), 1e-5) << k;
    }
    EXPECT_GT(hits, 300);
    EXPECT_GT(misses, 300);
    /* a paddle that comes at 2 m/s gives a resting puck 4 m/s */
    float time;
    EXPECT_NEAR(recipe_paddle({3, 0, 0, 0}, 1, {0, -1, 0, 1, 0}, 2, 0, &time).vx, 4, 1e-6);
    EXPECT_EQ(time, 1);
}

TEST(recipes, a_break_keeps_its_energy) {
    const float radius = 0.02858f;
    const way_wall table[4] = {
        {0, 0, 2.54f, 0, 0}, {2.54f, 0, 2.54f, 1.27f, 0}, {2.54f, 1.27f, 0, 1.27f, 0}, {0, 1.27f, 0, 0, 0}};
    std::vector<body> ball = {{0.6f, 0.635f, 8, 0}};
    for (int row = 0; row < 5; row++)
        for (int k = 0; k <= row; k++)
            ball.push_back({1.8f + float(row) * radius * 1.74f,
                            0.635f + (float(k) - float(row) / 2) * radius * 2.01f, 0, 0});
    std::vector<uint64_t> memory(way_bounce_all2d_bytes(16) / 8 + 1);
    EXPECT_GT(recipe_break(ball.data(), 16, radius, table, 1 / 60.0f, 180, memory.data(), 8 * memory.size()),
              60u);
    double energy = 0;
    for (const body &one : ball) {
        energy += double(one.vx) * double(one.vx) + double(one.vy) * double(one.vy);
        EXPECT_TRUE(one.x > 0 && one.x < 2.54f && one.y > 0 && one.y < 1.27f) << one.x << " " << one.y;
    }
    EXPECT_NEAR(64, energy, 64e-6);
}

/* Two agents 20 m apart change sides. Returns the seconds that they take, at most 60. */
double head_on_in_space(bool is_turned) {
    float at[2][3] = {{-10, 0, 0}, {10, 0, 0}}, velocity[2][3] = {}, preferred[2][3] = {}, next[2][3];
    const float speed = 1.5f, radius = 0.5f, dt = 0.1f;
    for (int step = 0; step < 600; step++) {
        bool is_done = true;
        for (int k = 0; k < 2; k++) {
            const float way[3] = {(k == 0 ? 10 : -10) - at[k][0], -at[k][1], -at[k][2]};
            const float far = std::sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
            const float pace = std::min(speed, far / dt) / std::max(far, 1e-9f);
            const float goal[3] = {way[0] * pace, way[1] * pace, way[2] * pace};
            is_done &= far < 0.2f;
            std::copy(goal, goal + 3, preferred[k]);
            if (is_turned && far > 2)
                recipe_head_on(goal, preferred[k]);
        }
        if (is_done)
            return step * double(dt);
        way_avoid3d_in in = WAY_INIT;
        in.chaser_x = way_at(&at[0][0], sizeof at[0]), in.chaser_y = way_at(&at[0][1], sizeof at[0]);
        in.chaser_z = way_at(&at[0][2], sizeof at[0]);
        in.chaser_vx = way_at(&velocity[0][0], sizeof at[0]),
        in.chaser_vy = way_at(&velocity[0][1], sizeof at[0]);
        in.chaser_vz = way_at(&velocity[0][2], sizeof at[0]);
        in.preferred_vx = way_at(&preferred[0][0], sizeof at[0]),
        in.preferred_vy = way_at(&preferred[0][1], sizeof at[0]);
        in.preferred_vz = way_at(&preferred[0][2], sizeof at[0]);
        in.chaser_speed = way_same(&speed), in.radius = in.runner_radius = way_same(&radius),
        in.dt = way_same(&dt);
        in.runner_x = in.chaser_x, in.runner_y = in.chaser_y, in.runner_z = in.chaser_z;
        in.runner_vx = in.chaser_vx, in.runner_vy = in.chaser_vy, in.runner_vz = in.chaser_vz;
        way_avoid3d_out out = WAY_INIT;
        out.velocity_x = way_to(&next[0][0], sizeof at[0]),
        out.velocity_y = way_to(&next[0][1], sizeof at[0]);
        out.velocity_z = way_to(&next[0][2], sizeof at[0]);
        way_avoidance how = WAY_INIT;
        how.count = how.runner_count = 2;
        EXPECT_EQ(way_avoid3d(&in, &out, &how), WAY_OK);
        for (int k = 0; k < 2; k++)
            for (int d = 0; d < 3; d++)
                velocity[k][d] = next[k][d], at[k][d] += next[k][d] * dt;
    }
    return 60;
}

TEST(recipes, two_agents_pass_head_on_in_space) {
    EXPECT_LT(head_on_in_space(true), 20);
    EXPECT_EQ(head_on_in_space(false), 60) << "the recipe is needed";
}

TEST(recipes, a_gun_has_a_range_and_no_reach) {
    dice any;
    int in_range = 0, out_of_range = 0;
    for (int k = 0; k < 2000; k++) {
        const body enemy = any.any(400, 20);
        way_intercept2d_agent gun;
        way_intercept2d_answer aim;
        way_intercept2d_agent_default(&gun);
        gun.chaser_speed = 100, gun.range = 300;
        gun.runner_x = enemy.x, gun.runner_y = enemy.y, gun.runner_vx = enemy.vx, gun.runner_vy = enemy.vy;
        way_intercept2d_one(&gun, &aim);
        const double flown = 100 * double(aim.time); /* m: where the bullet is */
        const double x = flown * aim.velocity_x / 100, y = flown * aim.velocity_y / 100;
        EXPECT_LT(
            std::hypot(x - enemy.x - enemy.vx * double(aim.time), y - enemy.y - enemy.vy * double(aim.time)),
            1e-2);
        EXPECT_EQ(aim.status, flown > 300 ? WAY_OUT_OF_RANGE : WAY_MET) << k;
        (aim.status == WAY_MET ? in_range : out_of_range)++;
        gun.reach = gun.range;
        way_intercept2d_one(&gun, &aim); /* a common mistake: it aims at where the enemy is now */
        EXPECT_EQ(aim.status == WAY_THERE, std::hypot(enemy.x, enemy.y) <= 300) << k;
    }
    EXPECT_GT(in_range, 500);
    EXPECT_GT(out_of_range, 500);
}

/* Chaser and runner have nearly the same velocity, and the runner is behind: `closing` leads away from it for
   ever, and `lead` meets it. Returns the seconds until they are within 0.5 m, at most 120. */
double like_velocities(bool is_lead) {
    const float dt = 1.0f / 60, speed = 10.5f;
    float x = 10, y = 0, vx = speed, vy = 0, ux = -30, uy = 10;
    for (int step = 0; step < 7200; step++) {
        if (std::hypot(ux - x, uy - y) < 0.5f)
            return step * double(dt);
        if (is_lead) {
            way_lead2d_agent dog;
            way_lead2d_answer run;
            way_lead2d_agent_default(&dog);
            dog.chaser_x = x, dog.chaser_y = y, dog.chaser_speed = speed, dog.dt = dt;
            dog.runner_x = ux, dog.runner_y = uy, dog.runner_vx = 9.9f;
            way_lead2d_one(&dog, &run);
            vx = run.velocity_x, vy = run.velocity_y;
        } else {
            way_closing2d_agent dog;
            way_closing2d_answer run;
            way_closing2d_agent_default(&dog);
            dog.chaser_x = x, dog.chaser_y = y, dog.chaser_vx = vx, dog.chaser_vy = vy,
            dog.chaser_speed = speed;
            dog.runner_x = ux, dog.runner_y = uy, dog.runner_vx = 9.9f, dog.dt = dt;
            way_closing2d_one(&dog, &run);
            vx = run.velocity_x, vy = run.velocity_y;
        }
        x += vx * dt, y += vy * dt, ux += 9.9f * dt;
    }
    return 120;
}

TEST(recipes, lead_meets_a_runner_of_a_like_velocity) {
    EXPECT_LT(like_velocities(true), 3);
    EXPECT_EQ(like_velocities(false), 120) << "the page says that closing never arrives";
}

} // namespace
