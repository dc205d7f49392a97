/* Tests bounce_all2d where scenes are hard: bodies that touch, lose energy, are wedged in, start inside of
   each other, or whose numbers are not valid; and calls that are refused. */
#include "many_bodies.h"

namespace {

using bodies::gas;
using bodies::rack;
using bodies::room;
using bodies::scene;

/* Collisions that could go on for ever ------------------------------------------------------------------ */

TEST(bounce_all2d_edges, a_rack_that_touches_ends) {
    uint64_t random = support::seed_for(581);
    size_t most = 0;
    for (size_t n = 0; n < support::draws(3000); n++) {
        scene<float> s = rack<float>(0);
        const float keeps = n % 3 == 0 ? 1 : draw_between(&random, 0, 1);
        s.y[0] += draw_between(&random, -0.02, 0.02), s.vx[0] *= draw_between(&random, 0.5, 10);
        for (float &e : s.restitution)
            e = keeps;
        const double energy = s.energy();
        s.step_for(1);
        most = std::max(most, s.of.events);
        ASSERT_EQ(0u, s.not_met()) << s.y[0] << " " << s.vx[0] << " " << keeps;
        ASSERT_LT(s.energy(), energy * (1 + 1e-6));
        ASSERT_LT(s.overlap(), 1e-6);
        ASSERT_EQ(0u, s.outside(0, 2.54, 0, 1.27));
    }
    std::printf("at most %zu collisions\n", most);
    EXPECT_LT(most, 10000u);
}

/* Balls with a low restitution in a row: the first collides with the second infinitely often in exact
   numbers, if the restitution is below 0.07 for three and higher for more. */
TEST(bounce_all2d_edges, losing_energy_does_not_go_on_for_ever) {
    for (size_t balls : {3, 8, 30, 100})
        for (double keeps : {0.0, 0.1, 0.25, 0.5, 0.7, 0.9}) {
            scene<double> s;
            for (size_t k = 0; k < balls; k++)
                s.add((double)k * 2.01, 0.001 * (double)(k % 2),
                      k == 0           ? 5
                      : k + 1 == balls ? -5
                                       : 0,
                      0, 1, 1, keeps);
            const double energy = s.energy();
            s.step_for(10);
            EXPECT_EQ(0u, s.not_met()) << balls << " " << keeps;
            EXPECT_LT(s.of.events, 2000 * balls) << balls << " " << keeps;
            EXPECT_LE(s.energy(), energy);
            EXPECT_LT(s.overlap(), 1e-6);
        }
}

/* A restitution of 8 multiplies the closing speed by 64 in each collision. Bodies then cross more and more
   cells, which must not take more and more time, and must not hide a body. Above 1e9 m/s, positions are only
   known to within a body. */
TEST(bounce_all2d_edges, bodies_that_gain_speed_end) {
    double fastest = 0;
    for (double keeps : {1.5, 3.0, 8.0})
        for (double slow : {0.0, 1e-9, 1.0})
            for (size_t most : {10, 20, 40, 80, 160, 2000}) {
                scene<double> s;
                for (int k = 0; k < 40; k++)
                    s.add(3 * k, 0.1 * (k % 3), k % 2 == 0 ? slow : -1, 0.25 * slow, 1, 1, keeps);
                s.walls = room(-10, -10, 130, 10);
                s.of.most_events = most;
                s.step_for(100);
                EXPECT_EQ(most, s.of.events) << keeps << " " << slow;
                const double speed = std::sqrt(s.energy());
                if (speed > 1 && speed < 1e9) { /* 0: all are too fast for any number */
                    EXPECT_LT(s.overlap(), 1e-6) << keeps << " " << slow << " " << most;
                    EXPECT_EQ(0u, s.outside(-10, 130, -10, 10));
                    fastest = std::max(fastest, speed);
                }
            }
    EXPECT_GT(fastest, 1e6);
}

TEST(bounce_all2d_edges, a_body_wedged_between_walls_ends) {
    for (double keeps : {0.0, 0.5, 1.0})
        for (double friction : {0.0, 0.5}) {
            /* a corridor as wide as the disc, one that is narrower, one that gets narrower, a corner of 1
               degree and one of 45 degrees */
            const std::vector<std::vector<way_wall>> places = {
                {{-5, -0.5f, 50, -0.5f, 0}, {-5, 0.5f, 50, 0.5f, 0}},
                {{-5, -0.4f, 50, -0.4f, 0}, {-5, 0.4f, 50, 0.4f, 0}},
                {{-5, -0.5f, 50, -0.49999f, 0}, {-5, 0.5f, 50, 0.5f, 0}},
                {{-5, -0.6f, 50, -0.4f, 0}, {-5, 0.6f, 50, 0.4f, 0}},
                {{-50, -50, 1, 1, 0}, {-50, 50, 1, -1, 0}},
            };
            for (size_t p = 0; p < places.size(); p++) {
                scene<double> s;
                s.walls = places[p];
                s.add(0, 0, 3, 0.3, 0.5, 1, keeps, friction);
                const double energy = s.energy();
                for (int k = 0; k < 20; k++) {
                    s.step_for(0.05);
                    ASSERT_EQ(0u, s.not_met()) << p << " " << keeps << " " << friction << " step " << k;
                    ASSERT_LE(s.energy(), energy * (1 + 1e-12));
                    ASSERT_LT(std::fabs(s.y[0]), 0.5) << p;
                }
            }
        }
}

TEST(bounce_all2d_edges, the_limit_of_events) {
    scene<double> s;
    s.walls = room(-1, -1, 1, 1);
    s.add(-0.5, 0, 0, 0, 0.2), s.add(0.9, 0, -4, 0, 0.1, INFINITY), s.add(-0.5, 0.6, 0.25, 0, 0.1);
    s.of.most_events = 500;
    s.step_for(1); /* the heavy body presses the first one against the wall */
    EXPECT_EQ(500u, s.of.events);
    EXPECT_LT(s.of.time, 1);
    EXPECT_GT(s.of.time, 0.1);
    for (int32_t status : s.status)
        EXPECT_EQ(WAY_LATE, status);
    EXPECT_NEAR(-0.5 + 0.25 * s.of.time, s.x[2], 1e-12);
    EXPECT_NEAR(0.9 - 4 * s.of.time, s.x[1], 1e-12);
    EXPECT_LT(s.overlap(), 1e-9);
    EXPECT_GE(s.x[0], -0.8 - 1e-9);
    scene<double> again = s;
    again.of.most_events = 0; /* by default, the limit is higher, but there is one */
    again.step_for(1);
    EXPECT_EQ(103000u, again.of.events);
    /* a limit that is just reached is not an error */
    scene<double> one;
    one.add(0, 0, 1, 0, 0.5), one.add(3, 0, 0, 0, 0.5);
    one.of.most_events = 1;
    one.step_for(4);
    EXPECT_EQ(0u, one.not_met());
    EXPECT_EQ(4, one.of.time);
}

/* The loop of a game ------------------------------------------------------------------------------------ */

/* A game feeds the answers back, rounded to floats. No body may pass a wall, and none may gain energy. */
template <class T>
void expect_to_stay(std::vector<way_wall> walls, double ox, double oy, double radius, double keeps,
                    double limit, size_t frames, uint64_t seed) {
    scene<T> s;
    s.walls = walls;
    s.of.wall_origin_x = ox, s.of.wall_origin_y = oy;
    for (int k = 0; k < 24; k++)
        s.add(ox + (double)draw_between(&seed, 1, 2), oy + (double)draw_between(&seed, -0.4, 0.4),
              (double)draw_between(&seed, -9, 9), (double)draw_between(&seed, -9, 9), k % 2 ? radius : 0, 1,
              keeps);
    const double energy = s.energy();
    for (size_t k = 0; k < frames; k++) {
        s.step_for(1.0 / 60);
        for (size_t i = 0; i < s.count(); i++) {
            const double x = (double)s.x[i] - ox, y = (double)s.y[i] - oy;
            for (const way_wall &w : walls) {
                const double side = ((double)w.bx - (double)w.ax) * (y - (double)w.ay) -
                                    ((double)w.by - (double)w.ay) * (x - (double)w.ax);
                ASSERT_GT(side, 0) << "body " << i << " in frame " << k;
            }
        }
        ASSERT_EQ(0u, s.not_met());
    }
    EXPECT_LT(s.energy(), energy * (1 + limit));
}

TEST(bounce_all2d_edges, no_body_leaves_a_closed_room) {
    const size_t frames = support::small_size() ? 300 : 20000;
    const std::vector<way_wall> square = room(0, -1, 3, 1);
    const std::vector<way_wall> slanted = {{0.1f, -0.97f, 3.3f, -1.31f, 0},
                                           {3.3f, -1.31f, 2.7f, 1.1f, 0},
                                           {2.7f, 1.1f, 0.7f, 1.9f, 0},
                                           {0.7f, 1.9f, 0.1f, -0.97f, 0}};
    const std::vector<way_wall> acute = {{-9, -1, 5, -0.99f, 0}, {5, -0.99f, 5, 1, 0}, {5, 1, -9, -1, 0}};
    for (const auto &walls : {square, slanted, acute})
        for (double keeps : {1.0, 0.8, 0.0}) {
            expect_to_stay<float>(walls, 0, 0, 0.05, keeps, 1e-5, frames, support::seed_for(582));
            expect_to_stay<double>(walls, 0, 0, 0.05, keeps, 1e-9, frames / 4, support::seed_for(583));
            expect_to_stay<double>(walls, 1e6, -3e6, 0.05, keeps, 1e-9, frames / 4, support::seed_for(584));
        }
}

TEST(bounce_all2d_edges, a_body_slides_along_a_wall_for_ever) {
    const size_t frames = support::small_size() ? 2000 : 100000;
    for (double radius : {0.0, 0.25})
        for (double keeps : {0.0, 1.0}) {
            scene<float> s;
            s.walls = {{-100, -37, 100, 36, 0}};
            s.add(0, 3, 1, -9, radius, 1, keeps);
            for (size_t k = 0; k < frames; k++) {
                s.step_for(0.01);
                const double height =
                    (200 * ((double)s.y[0] + 37) - 73 * ((double)s.x[0] + 100)) / std::hypot(200, 73);
                ASSERT_GT(height, radius > 0 ? radius - 1e-7 : 0) << k;
                if ((double)s.x[0] > 90 || (double)s.x[0] < -90 || (double)s.y[0] > 50)
                    s.vx[0] = -s.vx[0], s.vy[0] = -s.vy[0];
            }
            EXPECT_LE(s.energy(), 82 * (1 + 1e-5));
            EXPECT_GT(s.energy(), 1);
        }
}

/* Floats cannot hold where such bodies are. Rounding must not add up to an overlap. */
TEST(bounce_all2d_edges, bodies_that_move_together_do_not_sink_into_each_other) {
    uint64_t random = support::seed_for(592);
    const size_t frames = support::small_size() ? 300 : 6000;
    const auto between = [&](double lo, double hi) {
        return (double)draw_between(&random, (float)lo, (float)hi);
    };
    for (size_t n = 0; n < support::draws(300); n++) {
        scene<float> s;
        const double x = between(-4, 4), y = between(-4, 4), vx = between(-1, 1), vy = between(-1, 1);
        const double one = between(0.2, 1), other = between(0.2, 1), turn = between(-1, 1);
        const double aside = std::sqrt(1 - turn * turn) * (n % 2 ? 1 : -1);
        s.add(x, y, vx, vy, one, 1, 0);
        s.add(x + (one + other) * turn, y + (one + other) * aside, vx, vy, other, 1, 0);
        if (n % 3 == 2)
            s.mass[n / 3 % 2] = INFINITY;
        const double first = std::fmax(s.overlap(), 0);
        for (size_t k = 0; k < frames; k++) {
            s.step_for(1 / 60.0);
            if (std::fabs(s.x[0] + s.vx[0]) > 5)
                s.vx[0] = s.vx[1] = -s.vx[0];
            if (std::fabs(s.y[0] + s.vy[0]) > 5)
                s.vy[0] = s.vy[1] = -s.vy[0];
        }
        ASSERT_LE(s.overlap(), first + 1e-12) << n;
    }
}

/* Discs of 6 cm whose positions are rounded by 1 mm. Which bodies a search meets by chance depends on the number
   of rows, and must not matter. */
TEST(bounce_all2d_edges, bodies_that_are_ignored_do_not_change_how_others_are_rounded) {
    uint64_t random = support::seed_for(593);
    const auto between = [&](double lo, double hi) {
        return (double)draw_between(&random, (float)lo, (float)hi);
    };
    for (size_t n = 0; n < support::draws(3000); n++) {
        const double x = 10000 + between(-60, 60), y = between(0, 1000), aside = between(-0.05, 0.05);
        const double apart = std::sqrt(std::pow(2 * 0.0622 + between(0, 1e-4), 2) - aside * aside);
        std::vector<float> next[2];
        for (size_t ignored : {0u, 2997u}) {
            scene<double> s;
            s.add(x, y, 0, 0, 0.0622), s.add(x - apart - 0.05, y + aside, 1, 0, 0.0622);
            s.add(x + 0.128, y, 0, 0, 0.0622);
            for (size_t k = 0; k < ignored; k++)
                s.add(NAN, 0, 0, 0, 0.0622);
            s.memory.resize(way_bounce_all2d_bytes(s.count()) / 8 + 1);
            std::vector<float> to(s.count());
            const double dt = 0.05;
            way_bounce_all2d_in in = {};
            in.ball_x = way_in(s.x.data()), in.ball_y = way_in(s.y.data()), in.ball_vx = way_in(s.vx.data());
            in.ball_vy = way_in(s.vy.data()), in.radius = way_in(s.radius.data()), in.dt = way_same(&dt);
            std::vector<float> to_y(s.count());
            way_bounce_all2d_out out = {};
            out.next_x = way_out(to.data());
            if (n % 2 == 0 || ignored == 0) /* whether one axis is asked for must not change the other one */
                out.next_y = way_out(to_y.data());
            s.of.count = s.count(), s.of.memory = s.memory.data(), s.of.bytes = 8 * s.memory.size();
            ASSERT_EQ(WAY_OK, way_bounce_all2d(&in, &out, &s.of));
            next[ignored > 0].assign(to.begin(), to.begin() + 3);
        }
        ASSERT_EQ(next[0], next[1]) << n;
    }
}

/* A wall of pieces that are as short as the spacing of floats: many of them are near a point. */
TEST(bounce_all2d_edges, a_point_slides_along_a_wall_of_tiny_pieces) {
    scene<float> s;
    const double piece = 0.001, slope = -0.3;
    for (int k = 0; k < 4000; k++)
        s.walls.push_back({(float)(1e4 + k * piece), (float)(1e4 + k * piece * slope),
                           (float)(1e4 + (k + 1) * piece), (float)(1e4 + (k + 1) * piece * slope), 0});
    s.add(1e4 + 1.2, 1e4 - 0.36 + 0.02, 0.03, -0.06, 0, 1, 0);
    for (int frame = 0; frame < 1200 && s.x[0] < 10003.5f; frame++) {
        s.step_for(1 / 60.0);
        s.vy[0] -= 0.0005f;
        ASSERT_GT((double)s.y[0] - 1e4, slope * ((double)s.x[0] - 1e4) - 0.01) << frame;
    }
}

/* A body that keeps none of its speed towards a wall slides along it, in few collisions and at a constant
   speed, although rounding gives it a tiny speed towards the wall. */
TEST(bounce_all2d_edges, a_slide_is_one_collision) {
    uint64_t random = support::seed_for(588);
    for (size_t n = 0; n < support::draws(3000); n++) {
        scene<double> s;
        const float x = draw_between(&random, -9, 9), y = draw_between(&random, -9, 9);
        s.walls = {{-1024 * x, -1024 * y, 1024 * x, 1024 * y, 0}};
        const double size = std::hypot((double)x, (double)y), ux = (double)x / size, uy = (double)y / size;
        const double radius = n % 2 ? 0.5 : 0, along = (double)draw_between(&random, 1, 3);
        s.add(-2 * uy, 2 * ux, along * ux + 2 * uy, along * uy - 2 * ux, radius, 1, 0);
        size_t events = 0;
        for (int step = 0; step < 50; step++) {
            s.step_for(0.1);
            events += s.of.events;
        }
        ASSERT_LE(events, 2u) << n;
        ASSERT_NEAR(along, std::hypot(s.vx[0], s.vy[0]), 1e-12) << n;
        ASSERT_GE(ux * s.y[0] - uy * s.x[0], radius > 0 ? radius - 1e-9 : 0) << n;
    }
}

TEST(bounce_all2d_edges, a_slide_has_no_friction_and_is_not_counted) {
    scene<double> s;
    s.walls = {{-9, 0, 9, 0, 0}};
    s.add(0, 0.5, 1, -1e-7, 0.5, 1, 0, 0.5), s.add(-5, 0.5, 1, -1e-3, 0.5, 1, 0, 0.5);
    s.step_for(1);
    EXPECT_NEAR(1, s.vx[0], 1e-12);
    EXPECT_EQ(0, s.bounces[0]);
    EXPECT_NEAR(0.5, s.vx[1], 1e-12);
    EXPECT_EQ(1, s.bounces[1]);
}

/* Near the corner of two walls at a very acute angle, no float lies between them. */
TEST(bounce_all2d_edges, a_point_in_a_corner_without_floats_keeps_its_side) {
    for (double slope : {1e-7, 1e-6, 1e-5}) {
        scene<float> s;
        s.walls = {{0, 1, 100, 1, 0}, {100, (float)(1 + 100 * slope), 0, 1, 0}};
        s.add(50, 1 + 25 * slope, -10, 0, 0);
        s.of.most_events = 2000;
        for (int step = 0; step < 40; step++) {
            s.step_for(0.3);
            const double top = 1 + ((double)s.walls[1].ay - 1) * (double)s.x[0] / 100;
            ASSERT_GT((double)s.y[0], 1) << slope << " " << step;
            ASSERT_LT((double)s.y[0], top) << slope << " " << step;
        }
    }
}

TEST(bounce_all2d_edges, no_speed_passes_a_wall) {
    for (double speed : {1e3, 1e6, 1e9, 1e12})
        for (double radius : {0.0, 0.5}) {
            scene<double> s;
            s.walls = {{10, -5, 10, 5, 0}};
            s.add(-3, 0.25, speed, 0, radius), s.add(-speed, 2, speed * 1.5, 0, radius);
            s.step_for(1);
            EXPECT_LT(s.x[0], 10);
            EXPECT_LT(s.x[1], 10);
            EXPECT_EQ(-speed, s.vx[0]);
            EXPECT_EQ(1, s.bounces[0]);
            /* one that comes from so far that its position is rounded, and stops at the wall */
            scene<double> at = s;
            at.x = {-1.1 * speed}, at.y = {1}, at.vx = {1.5 * speed}, at.vy = {0}, at.dt = 1;
            at.radius.resize(1), at.mass.resize(1), at.restitution.resize(1), at.friction.resize(1);
            at.walls.push_back({-2, -5, -2, 5, -1}); /* stops it on its way back, beyond the limit */
            at.of.most_events = 1;
            ASSERT_EQ(WAY_OK, at.step());
            EXPECT_LT(at.x[0], 10) << speed;
            EXPECT_NEAR(10 - radius, at.x[0], 1e-9) << speed;
        }
}

/* Defined answers --------------------------------------------------------------------------------------- */

TEST(bounce_all2d_edges, two_balls_and_a_wall) {
    scene<float> s;
    s.walls = {{10, -5, 10, 5, 0}};
    s.add(0, 0, 4, 0, 1), s.add(4, 0, 0, 0, 1);
    s.step_for(
        3); /* they meet at 0.5 s, the second one is back from the wall at 1.75 s and meets the first */
    EXPECT_EQ(2.0f, s.x[0] - 0 * s.x[1]) << s.x[1];
    EXPECT_EQ(2, s.bounces[0]);
    EXPECT_EQ(3, s.bounces[1]);
    EXPECT_EQ(3u, s.of.events);
}

TEST(bounce_all2d_edges, restitutions_are_multiplied_and_walls_count_as_1) {
    scene<double> s;
    s.walls = {{-9, -1, 9, -1, 0}};
    s.add(0, 0, 2, 0, 0.5, 1, 0.5), s.add(2, 0, 0, 0, 0.5, 3, 0.8), s.add(-5, 2, 1, -2, 0.5, 1, 0.25, 0.75);
    s.step_for(3);
    /* closing at 2, then separating at 0.4 * 2; the momentum is 2 */
    EXPECT_NEAR(0.8, s.vx[1] - s.vx[0], 1e-12);
    EXPECT_NEAR(2, s.vx[0] + 3 * s.vx[1], 1e-12);
    EXPECT_NEAR(0.25, s.vx[2], 1e-12);
    EXPECT_NEAR(0.5, s.vy[2], 1e-12);
}

TEST(bounce_all2d_edges, collisions_at_the_same_time_have_an_order) {
    /* the middle one is hit from both sides at 1 s: first by row 0, then by row 2 */
    scene<double> s;
    s.add(-3, 0, 1, 0, 1, 1, 0), s.add(0, 0, 0, 0, 1), s.add(3, 0, -1, 0, 1);
    s.of.most_events = 1;
    s.step_for(2);
    EXPECT_EQ(1, s.of.time);
    EXPECT_EQ(1, s.bounces[0]);
    EXPECT_EQ(1, s.bounces[1]);
    EXPECT_EQ(0, s.bounces[2]);
    /* a pair with a higher row, and a wall: the lower row first, and a body before a wall */
    scene<double> two;
    two.walls = {{10, -5, 10, 5, 0}, {20, -5, 20, 5, 0}};
    two.add(18, 0, 1, 0, 1), two.add(8, 0, 1, 0, 1), two.add(8, 3, 1, -1, 1);
    for (size_t most = 1; most <= 3; most++) {
        scene<double> t = two;
        t.of.most_events = most;
        t.step_for(1.5);
        EXPECT_EQ(1, t.bounces[0]) << most; /* at 1 s: row 0 hits a wall, rows 1 and 2 meet, row 1 a wall */
        EXPECT_EQ((int)most - 1, t.bounces[1]) << most;
        EXPECT_EQ(most > 1 ? 1 : 0, t.bounces[2]) << most;
    }
    /* two walls: the lower number first */
    scene<double> corner;
    corner.walls = {{-9, 0, 9, 0, 0}, {0, -9, 0, 9, 0}};
    corner.add(2, 2, -1, -1, 1);
    corner.of.most_events = 1;
    corner.step_for(2);
    EXPECT_EQ(1, corner.vy[0]);
    EXPECT_EQ(-1, corner.vx[0]);
}

TEST(bounce_all2d_edges, bodies_that_start_inside_of_each_other) {
    scene<double> s;
    s.add(0, 0, 1, 0, 1), s.add(0.5, 0, -1, 0, 1);  /* they come closer: they part at once */
    s.add(9, 0, -1, 0, 1), s.add(9.5, 0, 1, 0, 1);  /* they part already */
    s.add(20, 0, 3, 0, 1), s.add(20, 0, 1, 0, 1);   /* with the same centre: no line between them */
    s.add(40, 0, 0, 0, 1), s.add(40.5, 0, 0, 0, 1); /* at rest */
    s.step_for(0.5);
    const double x[] = {-0.5, 1, 8.5, 10, 21.5, 20.5, 40, 40.5};
    const int bounces[] = {1, 1, 0, 0, 0, 0, 0, 0};
    for (size_t i = 0; i < 8; i++) {
        EXPECT_EQ(x[i], s.x[i]) << i;
        EXPECT_EQ(bounces[i], s.bounces[i]) << i;
    }
    scene<double>
        wall; /* deep in a wall: one comes closer, one leaves, one slides, one has its centre on it */
    wall.walls = {{0, -9, 0, 9, 0}};
    wall.add(0.25, -6, -1, 0, 1), wall.add(0.25, -3, 1, 0, 1), wall.add(0.25, 0, 0, 1, 1),
        wall.add(0, 6, 1, 0, 1);
    wall.step_for(0.5);
    const double expected[] = {0.75, 0.75, 0.25, 0.5};
    for (size_t i = 0; i < 4; i++)
        EXPECT_EQ(expected[i], wall.x[i]) << i;
}

TEST(bounce_all2d_edges, points) {
    scene<double> s;
    s.walls = {{8, 0, 8, 0, 0}, {10, -5, 10, 5, 0}, {4, -9, 4, -5, 0}};
    s.add(0, 0, 4, 0, 0);   /* past the post, which has no length, back from the wall */
    s.add(20, 0, -1, 0, 0); /* meets no point */
    s.add(19, 0, 1, 0, 0);
    s.add(4, -12, 0, 2, 0);                        /* along the line of a wall: does not meet it */
    s.add(30, 0, 0, 0, 1), s.add(33, 0, -2, 0, 0); /* a point hits a disc */
    s.step_for(3);
    EXPECT_NEAR(8, s.x[0], 1e-9);
    EXPECT_EQ(1, s.bounces[0]);
    EXPECT_EQ(17, s.x[1]);
    EXPECT_EQ(22, s.x[2]);
    EXPECT_EQ(-6, s.y[3]);
    EXPECT_EQ(26, s.x[4]);
    EXPECT_EQ(31, s.x[5]);
    scene<double> post; /* a disc does hit the post */
    post.walls = {{8, 0, 8, 0, 0}};
    post.add(0, 0, 4, 0, 1);
    post.step_for(3);
    EXPECT_EQ(2, post.x[0]);
}

TEST(bounce_all2d_edges, walls_that_stop_one_side) {
    scene<double> s;
    s.walls = {{10, -50, 10, 50, -1}, {20, -50, 20, 50, 1}};
    s.add(0, 0, 12, 0, 1), s.add(22, 20, -12, 0, 1);
    s.step_for(2);
    EXPECT_EQ(14, s.x[0]); /* through the first wall, back from the second */
    EXPECT_EQ(12, -s.vx[0]);
    EXPECT_EQ(14, s.x[1]); /* through the second wall, back from the first */
}

TEST(bounce_all2d_edges, heavy_bodies_keep_their_velocity) {
    scene<double> s;
    s.walls = {{5, -9, 5, 9, 0}};
    s.add(0, 0, 1, 0, 1, INFINITY), s.add(4, 0, -2, 0, 1, INFINITY), s.add(0, 5, -1, 0, 1, INFINITY),
        s.add(-4, 5, 0, 0, 1, 2), s.add(0, 8, 9, 0, 1, INFINITY);
    s.step_for(3);
    EXPECT_EQ(3, s.x[0]); /* two of them pass through each other */
    EXPECT_EQ(-2, s.x[1]);
    EXPECT_EQ(-3, s.x[2]);
    EXPECT_EQ(-6, s.x[3]); /* pushed at twice the speed after 2 s */
    EXPECT_EQ(-2, s.vx[3]);
    EXPECT_EQ(27, s.x[4]); /* and through walls */
    EXPECT_EQ(0u, s.not_met());
}

TEST(bounce_all2d_edges, bodies_that_are_not_valid_take_no_part) {
    const double bad[][3] = {{0, NAN, 0},      {1, INFINITY, 0}, {2, -INFINITY, 0}, {3, NAN, 0}, {4, -1, 0},
                             {4, NAN, 0},      {5, 0, 0},        {5, -1, 0},        {5, NAN, 0}, {6, -0.5, 0},
                             {6, NAN, 0},      {6, INFINITY, 0}, {7, -0.1, 0},      {7, 1.1, 0}, {7, NAN, 0},
                             {4, INFINITY, 0}, {0, 1e19, 0}};
    for (const double *b : bad) {
        scene<double> s;
        s.add(-3, 0, 2, 0, 1), s.add(0, 0, 0, 0, 1), s.add(3, 0, 0, 0, 1);
        std::vector<double> *columns[] = {&s.x,      &s.y,    &s.vx,          &s.vy,
                                          &s.radius, &s.mass, &s.restitution, &s.friction};
        (*columns[(size_t)b[0]])[1] = b[1];
        s.step_for(1);
        EXPECT_EQ(WAY_MET, s.status[0]);
        EXPECT_EQ(WAY_INVALID, s.status[1]) << b[0] << " " << b[1];
        EXPECT_EQ(0, s.x[1]);
        EXPECT_EQ(0, s.bounces[1]);
        EXPECT_EQ(-1, s.x[0]);
        EXPECT_EQ(0, s.bounces[0]);
    }
    for (double dt : {-1.0, (double)NAN, (double)INFINITY, 0.0}) {
        scene<double> s;
        s.add(-3, 1, 2, 0, 1);
        s.step_for(dt);
        EXPECT_EQ(dt == 0 ? WAY_MET : WAY_INVALID, s.status[0]);
        EXPECT_EQ(dt == 0 ? -3 : 0, s.x[0]);
    }
}

TEST(bounce_all2d_edges, mixed_sizes_and_speeds_give_the_answer_of_all_pairs) {
    /* One huge body, one that crosses everything, thousands of small ones. With bodies that are far apart,
       the cells are wide and every body is tested with every other one. */
    for (int far = 0; far < 2; far++) {
        scene<double> s;
        uint64_t seed = support::seed_for(585);
        const size_t row = support::small_size() ? 12 : 40;
        s.add(-60, 0, 3, 0, 50), s.add(0, 700, 0.1, -4000, 0.01);
        for (size_t k = 0; k < row * row; k++)
            s.add((double)(k % row) + 1, (double)(k / row), (double)draw_between(&seed, -1, 1),
                  (double)draw_between(&seed, -1, 1), 0.05 + 0.4 * (double)draw_between(&seed, 0, 1), 1e-3);
        const double energy = s.energy();
        if (far) {
            s.add(1e14, 0, 0, 0, 1);
        }
        for (int k = 0; k < 10; k++)
            s.step_for(0.1);
        static std::vector<double> first;
        if (far) {
            s.x.pop_back();
            EXPECT_EQ(first, s.x);
        }
        first = s.x;
        EXPECT_LT(s.overlap(), 1e-9);
        EXPECT_NEAR(1, s.energy() / energy, 1e-12);
        EXPECT_EQ(0u, s.not_met());
    }
}

/* Numbers of every kind: NaN, infinities, denormals, the largest floats, equal ones, and ordinary ones. */
template <class T> void expect_answers_of_any_numbers(uint64_t seed, size_t scenes) {
    for (size_t n = 0; n < scenes; n++) {
        scene<T> s;
        uint64_t random = seed + n;
        const uint32_t hardness = 1 + draw_below(&random, 12), count = 1 + draw_below(&random, 12);
        const auto any = [&](double low, double high) {
            const float special = draw_special(&random), usual = draw_between(&random, low, high);
            return draw_below(&random, 12) < hardness ? (double)usual : (double)special;
        };
        for (uint32_t i = 0; i < count; i++) {
            double v[8];
            const double low[] = {-3, -3, -5, -5, 0, 0.1, 0, 0}, high[] = {3, 3, 5, 5, 1, 3, 1.2, 1};
            for (int k = 0; k < 8; k++)
                v[k] = any(low[k], high[k]);
            s.add(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
        }
        for (uint32_t w = draw_below(&random, 20); w > 0; w--) {
            float end[4];
            for (float &e : end)
                e = (float)any(-4, 4);
            s.walls.push_back({end[0], end[1], end[2], end[3], (int32_t)draw_below(&random, 3) - 1});
        }
        std::vector<uint64_t> memory(way_wall_tree_bytes(s.walls.size()) / 8 + 1);
        way_wall_tree *tree = (way_wall_tree *)(void *)memory.data();
        ASSERT_EQ(WAY_OK, way_make_wall_tree(s.walls.data(), s.walls.size(), tree, 8 * memory.size()));
        s.of.most_events = 300;
        for (int step = 0; step < 3; step++) {
            scene<T> with = s;
            with.tree = tree;
            s.step_for(any(0, 1)), with.dt = s.dt;
            ASSERT_EQ(WAY_OK, with.step());
            ASSERT_LE(s.of.events, 300u);
            for (size_t i = 0; i < s.count(); i++) {
                ASSERT_TRUE(std::isfinite(s.x[i]) && std::isfinite(s.y[i]) && std::isfinite(s.vx[i]) &&
                            std::isfinite(s.vy[i]))
                    << "scene " << n;
                ASSERT_TRUE(s.status[i] == WAY_MET || s.status[i] == WAY_LATE || s.status[i] == WAY_INVALID);
                ASSERT_EQ(s.x[i], with.x[i]) << "scene " << n << ", body " << i;
                ASSERT_EQ(s.vy[i], with.vy[i]) << "scene " << n << ", body " << i;
            }
        }
    }
}

TEST(bounce_all2d_edges, any_numbers_have_an_answer) {
    expect_answers_of_any_numbers<float>(support::seed_for(586), support::draws(10000));
    expect_answers_of_any_numbers<double>(support::seed_for(587), support::draws(10000));
}

/* Calls that are refused -------------------------------------------------------------------------------- */

struct call {
    float x[2] = {0, 3}, y[2] = {0, 0}, vx[2] = {1, 0}, vy[2] = {0, 0}, r[2] = {1, 1}, dt = 1,
          next[2] = {7, 7};
    int32_t status[2] = {7, 7};
    uint64_t memory[256];
    way_wall wall = {9, -9, 9, 9, 0};
    const char *fault = nullptr;
    way_bounce_all2d_in in = {};
    way_bounce_all2d_out out = {};
    way_bodies of = {};

    call() {
        in.ball_x = way_in(x), in.ball_y = way_in(y), in.ball_vx = way_in(vx), in.ball_vy = way_in(vy);
        in.radius = way_in(r), in.dt = way_same(&dt), out.next_x = way_out(next),
        out.status = way_out(status);
        of.count = 2, of.memory = memory, of.bytes = sizeof memory, of.fault = &fault;
        of.walls = &wall, of.wall_count = 1;
    }
};

TEST(bounce_all2d_edges, calls_with_a_mistake_are_refused_and_name_it) {
    const struct {
        const char *name;
        way_result result;
        void (*spoil)(call &);
    } mistakes[] = {
        {"ball_x", WAY_ERROR_MISSING, [](call &c) { c.in.ball_x.data = nullptr; }},
        {"radius", WAY_ERROR_MISSING, [](call &c) { c.in.radius.data = nullptr; }},
        {"dt", WAY_ERROR_MISSING, [](call &c) { c.in.dt.data = nullptr; }},
        {"mass", WAY_ERROR_TYPE, [](call &c) { c.in.mass = way_in(c.r), c.in.mass.type = 9; }},
        {"world", WAY_ERROR_TYPE, [](call &c) { c.in.world = way_in(c.r), c.in.world.type = WAY_DOUBLE; }},
        {"next_x", WAY_ERROR_STRIDE, [](call &c) { c.out.next_x.gap = -4; }},
        {"bounces", WAY_ERROR_TYPE, [](call &c) { c.out.bounces = way_out((double *)c.memory); }},
        {"memory", WAY_ERROR_NULL, [](call &c) { c.of.memory = nullptr; }},
        {"memory", WAY_ERROR_ALIGNMENT, [](call &c) { c.of.memory = (char *)c.memory + 4; }},
        {"bytes", WAY_ERROR_MEMORY, [](call &c) { c.of.bytes = way_bounce_all2d_bytes(2) - 1; }},
        {"count", WAY_ERROR_COUNT, [](call &c) { c.of.count = ((size_t)1 << 30) + 1; }},
        {"walls", WAY_ERROR_NULL, [](call &c) { c.of.walls = nullptr; }},
        {"wall_tree", WAY_ERROR_MEMORY, [](call &c) { c.of.wall_tree = (way_wall_tree *)(void *)c.memory; }},
        {"wall_origin_y", WAY_ERROR_ORIGIN, [](call &c) { c.of.wall_origin_y = NAN; }},
    };
    call right;
    ASSERT_EQ(WAY_OK, way_bounce_all2d(&right.in, &right.out, &right.of));
    ASSERT_LE(way_bounce_all2d_bytes(2), sizeof right.memory);
    EXPECT_EQ(WAY_ERROR_NULL, way_bounce_all2d(&right.in, &right.out, nullptr));
    for (const auto &m : mistakes) {
        call c;
        std::memset(c.memory, 0, sizeof c.memory);
        m.spoil(c);
        EXPECT_EQ(m.result, way_bounce_all2d(&c.in, &c.out, &c.of)) << m.name;
        EXPECT_STREQ(m.name, c.fault);
        EXPECT_EQ(7, c.next[0]);
        EXPECT_EQ(7, c.status[0]);
    }
}

TEST(bounce_all2d_edges, no_bodies_and_one) {
    call none;
    none.of.count = 0;
    EXPECT_EQ(WAY_OK, way_bounce_all2d(&none.in, &none.out, &none.of));
    EXPECT_EQ(0u, none.of.events);
    EXPECT_EQ(7, none.next[0]);
    scene<float> s;
    s.walls = room(0, 0, 4, 4);
    s.add(1, 1, 4, 0, 0.5);
    s.step_for(1);
    EXPECT_EQ(1, s.bounces[0]);
    EXPECT_EQ(2, s.x[0]);
}

TEST(bounce_all2d_edges, dt_is_one_for_all) {
    scene<float> s;
    const float dt[3] = {1, 2, 1};
    s.add(0, 0, 1, 0, 0.5), s.add(0, 9, 1, 0, 0.5), s.add(0, 18, 1, 0, 0.5);
    std::vector<uint64_t> memory(way_bounce_all2d_bytes(3) / 8 + 1);
    std::vector<int32_t> status(3);
    way_bounce_all2d_in in = {};
    in.ball_x = way_in(s.x.data()), in.ball_y = way_in(s.y.data()), in.ball_vx = way_in(s.vx.data());
    in.ball_vy = way_in(s.vy.data()), in.radius = way_in(s.radius.data()), in.dt = way_in(dt);
    way_bounce_all2d_out out = {};
    out.next_x = way_out(s.x.data()), out.status = way_out(status.data());
    way_bodies of = {};
    of.count = 3, of.memory = memory.data(), of.bytes = 8 * memory.size();
    ASSERT_EQ(WAY_OK, way_bounce_all2d(&in, &out, &of));
    EXPECT_EQ((std::vector<int32_t>{WAY_MET, WAY_INVALID, WAY_MET}), status);
    EXPECT_EQ((std::vector<float>{1, 0, 1}), s.x);
}

} // namespace
