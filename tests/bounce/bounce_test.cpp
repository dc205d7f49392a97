/* Tests balls that bounce off walls, and discs that bounce off each other. */
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "agents.h"
#include "truth/truth.h"

namespace {

agents::one_agent among(std::vector<way_wall> walls,
                        std::initializer_list<std::pair<const char *, float>> inputs) {
    agents::one_agent q("bounce2d");
    q.walls = std::move(walls);
    q.slack = 2e-3f; /* more than the skin by which balls stay off walls */
    for (const auto &input : inputs)
        q[input.first] = input.second;
    return q;
}

/* Expects these outputs: next position, next velocity, bounces, status. */
void expect(const agents::one_agent &q, float x, float y, float vx, float vy, int32_t bounces,
            way_status status) {
    for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
        std::vector<float> got = q.answer(precision);
        EXPECT_NEAR(x, got[0], q.slack) << q.story(got);
        EXPECT_NEAR(y, got[1], q.slack) << q.story(got);
        EXPECT_NEAR(vx, got[2], 1e-5) << q.story(got);
        EXPECT_NEAR(vy, got[3], 1e-5) << q.story(got);
        EXPECT_EQ(bounces, (int32_t)support::bits_of(got[4])) << q.story(got);
        EXPECT_EQ(status, agents::status_of(got)) << q.story(got);
    }
}

const way_wall upright = {10, -50, 10, 50, 0};

TEST(bounce2d, no_wall_in_the_way) {
    expect(among({}, {{"ball_vx", 3}, {"dt", 2}}), 6, 0, 3, 0, 0, WAY_MET);
    expect(among({upright}, {{"ball_vx", -3}, {"dt", 2}}), -6, 0, -3, 0, 0, WAY_MET);
    expect(among({upright}, {{"ball_vx", 3}, {"dt", 0}}), 0, 0, 3, 0, 0, WAY_MET);
}

TEST(bounce2d, off_one_wall) {
    expect(among({upright}, {{"ball_vx", 6}, {"ball_vy", 2}, {"dt", 2}}), 8, 4, -6, 2, 1, WAY_MET);
    expect(among({upright}, {{"ball_vx", 6}, {"radius", 1}, {"dt", 2}}), 6, 0, -6, 0, 1, WAY_MET);
}

TEST(bounce2d, restitution_and_friction) {
    expect(among({upright}, {{"ball_vx", 10}, {"ball_vy", 4}, {"dt", 2}, {"restitution", 0.5f}}), 5, 8, -5, 4,
           1, WAY_MET);
    expect(among({upright}, {{"ball_vx", 10}, {"ball_vy", 4}, {"dt", 2}, {"friction", 0.25f}}), 0, 7, -10, 3,
           1, WAY_MET);
    expect(among({upright}, {{"ball_vx", 10}, {"ball_vy", 4}, {"dt", 3}, {"restitution", 0}}), 10, 12, 0, 4,
           1, WAY_MET);
}

TEST(bounce2d, back_and_forth_up_to_the_limit) {
    std::vector<way_wall> two = {{0, -50, 0, 50, 0}, upright};
    expect(among(two, {{"ball_x", 5}, {"ball_vx", 10}, {"dt", 3}}), 5, 0, -10, 0, 3, WAY_MET);
    agents::one_agent many = among(two, {{"ball_x", 5}, {"ball_vx", 1000}, {"dt", 3}});
    EXPECT_EQ(WAY_LATE, agents::status_of(many.answer()));
    EXPECT_EQ(16, (int32_t)support::bits_of(many.answer()[4]));
}

TEST(bounce2d, sliding_along_a_wall) {
    agents::one_agent q = among({upright}, {{"ball_x", 9}, {"radius", 1}, {"ball_vy", 5}, {"dt", 2}});
    expect(q, 9, 10, 0, 5, 0, WAY_MET);
}

TEST(bounce2d, leaves_a_right_corner) {
    expect(among({upright, {-50, 10, 50, 10, 0}}, {{"ball_vx", 5}, {"ball_vy", 5}, {"dt", 3}}), 5, 5, -5, -5,
           2, WAY_MET);
}

TEST(bounce2d, no_speed_tunnels) {
    for (float speed : {1e2f, 1e4f, 1e6f, 1e9f}) {
        std::vector<float> got = among({{10, -5, 10, 5, 0}}, {{"ball_vx", speed}, {"dt", 1}}).answer();
        EXPECT_LT(got[0], 10);
        EXPECT_EQ(-speed, got[2]);
    }
}

TEST(bounce2d, one_sided_walls_let_through) {
    expect(among({{10, -50, 10, 50, -1}}, {{"ball_vx", 10}, {"dt", 2}}), 20, 0, 10, 0, 0, WAY_MET);
    expect(among({{10, -50, 10, 50, 1}}, {{"ball_vx", 10}, {"dt", 2}}), 0, 0, -10, 0, 1, WAY_MET);
}

TEST(bounce2d, invalid) {
    agents::one_agent q = among({upright}, {{"ball_vx", 10}, {"dt", 2}});
    for (size_t k = 0; k < q.in.size(); k++)
        for (float bad : {NAN, INFINITY, -INFINITY}) {
            agents::one_agent wrong = q;
            wrong.in[k] = bad;
            expect(wrong, 0, 0, 0, 0, 0, WAY_INVALID);
        }
    for (auto bad :
         {std::make_pair("dt", -1.0f), {"radius", -1.0f}, {"restitution", -0.1f}, {"friction", 1.1f}}) {
        agents::one_agent wrong = q;
        wrong[bad.first] = bad.second;
        expect(wrong, 0, 0, 0, 0, 0, WAY_INVALID);
    }
}

/* A room with every kind of corner: obtuse, right, acute and reflex. Inside are a post and a bar that touches
   a wall. */
const std::vector<way_wall> room = {
    {-100, -80, 90, -100, 0}, {90, -100, 100, 70, 0},  {100, 70, 20, 60, 0},          {20, 60, 10, 15, 0},
    {10, 15, 0, 62, 0},       {0, 62, -99, 95, 0},     {-99, 95, -80, 0, 0},          {-80, 0, -100, -80, 0},
    {50, -20, 50, -20, 0},    {-60, -30, -20, -10, 0}, {55, -96.315788f, 40, -60, 0},
};

/* Is the point inside the room? Counts how often a ray from the point crosses the outline; odd means
   inside. */
bool is_within(double x, double y) {
    bool odd = false;
    for (size_t k = 0; k < 8; k++) {
        double ax = room[k].ax, ay = room[k].ay, bx = room[k].bx, by = room[k].by;
        if ((ay > y) != (by > y) && x < ax + (bx - ax) * (y - ay) / (by - ay))
            odd = !odd;
    }
    return odd;
}

struct drift {
    double gained = 0, lost = 0, mean = 0;
    size_t bounces = 0, stopped = 0, escaped = 0;
};

/* Lets balls of many sizes and speeds fly in the room. Some balls slide along walls, some fly at corners. */
enum flight { BOUNCING, SLIDING, STICKING };

drift fly(size_t count, int steps, way_precision precision, flight how = BOUNCING) {
    agents::drawn_agents s("bounce2d", count, 12);
    s.walls = room;
    uint64_t random = support::seed_for(52, count);
    std::vector<double> first(count);
    for (size_t i = 0; i < count; i++) {
        float *row = s.row(i);
        do {
            row[0] = draw_between(&random, -100, 100);
            row[1] = draw_between(&random, -100, 100);
        } while (!is_within(row[0], row[1]));
        double angle = draw_between(&random, 0, 6.28),
               speed = i % 10 == 0 ? 3000 : draw_between(&random, 1, 200);
        row[2] = (float)(speed * std::cos(angle));
        row[3] = (float)(speed * std::sin(angle));
        const way_wall &w = room[i % 8];
        if (i % 3 == 0) { /* the ball flies at a corner */
            double dx = w.ax - row[0], dy = w.ay - row[1], length = std::hypot(dx, dy);
            row[2] = (float)(speed * dx / length);
            row[3] = (float)(speed * dy / length);
        } else if (i % 3 == 1 && i % 2) { /* the ball flies along a wall */
            double dx = w.bx - w.ax, dy = w.by - w.ay, length = std::hypot(dx, dy);
            row[0] = (float)((w.ax + w.bx) / 2 - 0.01 * dy / length);
            row[1] = (float)((w.ay + w.by) / 2 + 0.01 * dx / length);
            row[2] = (float)(speed * dx / length);
            row[3] = (float)(speed * dy / length);
        }
        if (how == SLIDING) { /* the ball begins within the skin or slightly outside, and is slow or fast */
            const way_wall &side = room[i % 8];
            double dx = side.bx - side.ax, dy = side.by - side.ay, length = std::hypot(dx, dy);
            double nearest = precision == WAY_EXACT ? 1e-5 : 1e-4;
            double off = draw_between(&random, nearest, 5e-4), along = i % 16 < 8 ? 1 : -20;
            row[0] = (float)((side.ax + side.bx) / 2 - off * dy / length);
            row[1] = (float)((side.ay + side.by) / 2 + off * dx / length);
            row[2] = (float)(along * dx / length);
            row[3] = (float)(along * dy / length);
        }
        row[4] = 1.0f / 60;
        row[5] = i % 4 == 0 ? 0 : draw_between(&random, 0, 0.005);
        row[6] = how == STICKING ? 0 : 1;
        row[7] = 0;
        first[i] = (double)row[2] * row[2] + (double)row[3] * row[3];
    }
    drift d;
    for (int step = 0; step < steps; step++) {
        s.solve(precision);
        for (size_t i = 0; i < count; i++) {
            std::copy(s.got(i), s.got(i) + 4, s.row(i));
            d.bounces += support::bits_of(s.got(i)[4]);
            d.stopped += s.status(i) == WAY_LATE;
            d.escaped += !is_within(s.got(i)[0], s.got(i)[1]);
        }
    }
    for (size_t i = 0; i < count; i++) {
        const float *row = s.row(i);
        double change = ((double)row[2] * row[2] + (double)row[3] * row[3]) / first[i] - 1;
        d.gained = std::fmax(d.gained, change);
        d.lost = std::fmax(d.lost, -change);
        d.mean += change / (double)count;
    }
    std::printf("%zu balls, %d steps: %zu bounces, %zu times stopped by the limit, %zu outside; energy at "
                "most %+.3g and -%.3g, "
                "in the mean %+.3g\n",
                count, steps, d.bounces, d.stopped, d.escaped, d.gained, d.lost, d.mean);
    return d;
}

TEST(bounce2d, a_closed_room_holds_its_balls) {
    bool small = support::draws(1000) < 1000;
    drift d = fly(small ? 500 : 10000, small ? 500 : 10000, WAY_EXACT);
    EXPECT_EQ(0u, d.escaped);
    EXPECT_LE(d.gained, 0) << "no ball gains energy";
    EXPECT_LE(d.lost, 1e-2);
    EXPECT_GT(d.bounces, (size_t)1000);
}

/* Rounding does not move a ball through a wall, even if the ball slides along the wall for a long time. */
TEST(bounce2d, a_closed_room_holds_what_slides) {
    int steps = support::draws(1000) < 1000 ? 300 : 5000;
    for (flight how : {SLIDING, STICKING})
        for (way_precision precision : {WAY_EXACT, WAY_FAST})
            EXPECT_EQ(0u, fly(1000, steps, precision, how).escaped) << how << " " << precision;
}

TEST(bounce2d, a_closed_room_holds_its_balls_fast) {
    drift d = fly(1000, support::draws(1000) < 1000 ? 200 : 2000, WAY_FAST);
    EXPECT_EQ(0u, d.escaped);
}

/* A call changes the speed by at most 2 ulp. The squared speed, computed in doubles, never increases. */
TEST(bounce2d, speed_is_kept) {
    agents::drawn_agents s("bounce2d", support::draws(200000), 9);
    s.walls = room;
    for (size_t i = 0; i < s.count; i++) {
        s.row(i)[6] = 1;
        s.row(i)[7] = 0;
    }
    s.solve();
    double lost = 0;
    size_t bounced = 0;
    for (size_t i = 0; i < s.count; i++) {
        double vx = s.row(i)[2], vy = s.row(i)[3], next_vx = s.got(i)[2], next_vy = s.got(i)[3];
        double before = vx * vx + vy * vy, after = next_vx * next_vx + next_vy * next_vy;
        if (support::bits_of(s.got(i)[4]) > 0) {
            bounced++;
            lost += 1 - std::sqrt(after / before);
        }
        double ulp = std::ldexp(1.0, std::ilogb(std::sqrt(before)) - 23);
        ASSERT_LE(after, before) << s.story(i);
        ASSERT_LE(std::sqrt(before) - std::sqrt(after), 2 * ulp) << s.story(i);
    }
    std::printf("%zu of %zu bounced: each lost %.3g of its speed in the mean\n", bounced, s.count,
                lost / (double)bounced);
    EXPECT_LE(lost, 5e-8 * (double)bounced) << "as the header has it";
}

/* A room of any shape at any position. is_strictly_within() decides exactly which balls are outside. A centre
   on a wall counts as outside. */
struct far_room {
    std::string name;
    std::vector<way_wall> walls;
};

/* Returns on which side of the wall the point is: 1 on the left of the line from a to b, -1 on the right,
   else 0. */
int side_of(const way_wall &w, float x, float y) {
    double dx = (double)w.bx - (double)w.ax, dy = (double)w.by - (double)w.ay, px = (double)x - (double)w.ax,
           py = (double)y - (double)w.ay, one = dx * py, other = dy * px;
    if (std::fabs(one - other) > 1e-14 * (std::fabs(one) + std::fabs(other)))
        return one > other ? 1 : -1;
    using truth::quad;
    quad h = ((quad)w.bx - (quad)w.ax) * ((quad)y - (quad)w.ay) -
             ((quad)w.by - (quad)w.ay) * ((quad)x - (quad)w.ax);
    return h > 0 ? 1 : h < 0 ? -1 : 0;
}

bool is_strictly_within(const std::vector<way_wall> &outline, float x, float y) {
    bool odd = false;
    for (const way_wall &w : outline) {
        int side = side_of(w, x, y);
        if (side == 0 && std::fmin(w.ax, w.bx) <= x && x <= std::fmax(w.ax, w.bx) &&
            std::fmin(w.ay, w.by) <= y && y <= std::fmax(w.ay, w.by))
            return false;
        if ((w.ay > y) != (w.by > y) && (w.by > w.ay) == (side > 0))
            odd = !odd;
    }
    return odd;
}

/* Makes a room from its corners, which are in units of `size` around (x, y), and rotated by `turn`. */
far_room room_of(std::string name, double x, double y, double size, double turn,
                 const std::vector<std::pair<double, double>> &corners, int32_t sides) {
    far_room r = {std::move(name), {}};
    std::vector<std::pair<float, float>> at;
    for (const auto &c : corners)
        at.push_back({(float)(x + size * (c.first * std::cos(turn) - c.second * std::sin(turn))),
                      (float)(y + size * (c.first * std::sin(turn) + c.second * std::cos(turn)))});
    for (size_t k = 0; k < at.size(); k++) {
        const auto &a = at[k], &b = at[(k + 1) % at.size()];
        r.walls.push_back({a.first, a.second, b.first, b.second, sides});
    }
    return r;
}

struct escapes {
    size_t steps = 0, out = 0, stopped = 0, halted = 0;
};

/* Moves balls in a room and counts those that escape. A ball that has left the room starts again. */
escapes hold(const far_room &room, double size, size_t count, int steps, float radius, float restitution,
             float friction, uint64_t salt, way_precision precision = WAY_EXACT) {
    agents::drawn_agents s("bounce2d", count, salt);
    s.walls = room.walls;
    uint64_t random = support::seed_for(salt, count);
    std::vector<std::pair<float, float>> inside;
    auto begin = [&](size_t i) {
        float *row = s.row(i);
        for (int tries = 0; tries < 100000; tries++) {
            const way_wall &w = room.walls[draw_below(&random, (uint32_t)room.walls.size())],
                           &v = room.walls[draw_below(&random, (uint32_t)room.walls.size())];
            double share = (double)draw_between(&random, 0, 1),
                   along = std::pow((double)draw_between(&random, 0, 1), 1 + i % 5);
            double px = w.ax + along * (w.bx - w.ax), py = w.ay + along * (w.by - w.ay);
            share *= i % 3 == 0 ? 1e-4 : 1; /* a third of the balls begin close to a wall */
            row[0] = (float)(px + share * (v.ax - px));
            row[1] = (float)(py + share * (v.ay - py));
            if (is_strictly_within(room.walls, row[0], row[1]))
                break;
        }
        double angle = (double)draw_between(&random, 0, 6.2831853),
               speed = size * (i % 7 == 0 ? 30 : (double)draw_between(&random, 0.001, 2));
        row[2] = (float)(speed * std::cos(angle));
        row[3] = (float)(speed * std::sin(angle));
        if (i % 4 == 0) { /* a quarter of the balls fly at a corner */
            const way_wall &w = room.walls[i / 4 % room.walls.size()];
            double dx = (double)w.ax - row[0], dy = (double)w.ay - row[1], length = std::hypot(dx, dy);
            if (length > 0) {
                row[2] = (float)(speed * dx / length);
                row[3] = (float)(speed * dy / length);
            }
        }
        row[4] = 1.0f / 60;
        row[5] = radius;
        row[6] = restitution;
        row[7] = friction;
    };
    for (size_t i = 0; i < count; i++)
        begin(i);
    escapes e;
    for (int step = 0; step < steps; step++) {
        s.solve(precision);
        for (size_t i = 0; i < count; i++) {
            e.steps++;
            e.stopped += s.status(i) == WAY_LATE;
            if (!is_strictly_within(room.walls, s.got(i)[0], s.got(i)[1])) {
                if (e.out++ == 0)
                    std::printf("%s out%s\n", room.name.c_str(), s.story(i).c_str());
                begin(i);
                continue;
            }
            bool moves = std::hypot((double)s.row(i)[2], (double)s.row(i)[3]) / 60 >
                         2e-7 * (std::fabs((double)s.row(i)[0]) + std::fabs((double)s.row(i)[1]));
            e.halted +=
                moves && s.status(i) == WAY_MET && s.got(i)[0] == s.row(i)[0] && s.got(i)[1] == s.row(i)[1];
            std::copy(s.got(i), s.got(i) + 4, s.row(i));
            double speed = std::hypot((double)s.row(i)[2], (double)s.row(i)[3]);
            if (speed < 1e-4 * size)
                begin(i); /* the ball has stopped, so it starts again */
        }
    }
    return e;
}

/* Makes rooms at the distance `far` from the origin. The corners can be floats, because neighbouring floats
   there differ by less than a thousandth of the room. */
std::vector<far_room> rooms_at(double far, double size) {
    std::vector<far_room> rooms;
    std::vector<std::pair<double, double>> hall;
    for (const way_wall &w : room)
        if (hall.size() < 8)
            hall.push_back({w.ax / 200.0, w.ay / 200.0});
    const double tip = 0.1 / 57.29577951;
    const std::vector<std::pair<double, double>> wedge = {{0, 0}, {1, -std::tan(tip)}, {1, std::tan(tip)}};
    const std::vector<std::pair<double, double>> square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
                                                 sharp = {{0, 0}, {1, 0.02}, {0.3, 0.3}};
    int kind = 0;
    for (double angle : {0.6, 2.1, 3.9, 5.3})
        for (const auto &corners : {hall, wedge, square, sharp}) {
            char name[80];
            std::snprintf(name, sizeof name, "%g m, %g m out, shape %d, turned %g", size, far, kind % 4,
                          angle);
            rooms.push_back(room_of(name, far * std::cos(angle), far * std::sin(angle), size,
                                    angle * 1.7 + (corners.size() == 4 ? 0 : 0.3), corners,
                                    kind % 3 == 0 ? (corners.size() == 8 ? 0 : 1) : 0));
            kind++;
        }
    return rooms;
}

void expect_holds(double far, double size) {
    escapes sum;
    uint64_t salt = 900;
    for (const far_room &r : rooms_at(far, size))
        for (float radius : {0.0f, 0.001f, 0.05f})
            for (int how = 0; how < 3; how++) {
                escapes e = hold(r, size, 48, (int)support::draws(400), radius * (float)size,
                                 how == 0   ? 1.0f
                                 : how == 1 ? 0.7f
                                            : 0.0f,
                                 how == 1 ? 0.1f : 0.0f, salt++);
                sum.steps += e.steps;
                sum.out += e.out;
                sum.stopped += e.stopped;
                sum.halted += e.halted;
            }
    std::printf("rooms of %g m, %g km out: %zu steps, %zu out, %zu stopped by the limit, %zu halted\n", size,
                far / 1000, sum.steps, sum.out, sum.stopped, sum.halted);
    EXPECT_EQ(0u, sum.out);
    if (far <= 1e4) { /* near the origin, balls also keep moving, except in corners */
        EXPECT_LE(sum.halted, sum.steps / 500);
    }
}

TEST(bounce2d, rooms_at_the_origin_hold_their_balls) { expect_holds(0, 100); }
TEST(bounce2d, rooms_1_km_out_hold_their_balls) { expect_holds(1e3, 100); }
TEST(bounce2d, small_rooms_1_km_out_hold_their_balls) { expect_holds(1e3, 10); }
TEST(bounce2d, rooms_10_km_out_hold_their_balls) { expect_holds(1e4, 100); }
TEST(bounce2d, rooms_100_km_out_hold_their_balls) { expect_holds(1e5, 100); }
TEST(bounce2d, rooms_1000_km_out_hold_their_balls) { expect_holds(1e6, 100); }

/* A room of 20 m with a pillar, measured from its own corner. */
const std::vector<way_wall> cell = {{0, 0, 20, 0, 0}, {20, 0, 20, 20, 0}, {20, 20, 0, 20, 0},
                                    {0, 20, 0, 0, 0}, {8, 9, 12, 8, 0},   {12, 8, 11, 12, 0},
                                    {11, 12, 8, 9, 0}};

/* Balls in the cell, in records. Positions have the type `number`. */
template <class number> struct cell_of_balls {
    struct ball {
        number x, y;
        float vx, vy, radius, time;
        number point_x, point_y;
        int32_t bounces, wall, status;
    };
    std::vector<ball> balls;
    way_batch batch = {};

    cell_of_balls(double x, double y, way_precision precision) {
        uint64_t random = support::seed_for(37, 13);
        for (size_t i = 0; i < 211; i++) {
            ball b = {};
            do {
                b.radius = draw_between(&random, 0.125f, 0.25f);
                b.x = (number)(x + (double)draw_between(&random, 0.5f, 19.5f));
                b.y = (number)(y + (double)draw_between(&random, 0.5f, 19.5f));
            } while (std::hypot((double)b.x - x - 10, (double)b.y - y - 10) < 4);
            const float speed = i % 9 == 0 ? 700.0f : 25.0f;
            b.vx = draw_between(&random, -speed, speed), b.vy = draw_between(&random, -speed, speed);
            balls.push_back(b);
        }
        batch.count = balls.size(), batch.precision = precision;
        batch.walls = cell.data(), batch.wall_count = cell.size();
        batch.wall_origin_x = x, batch.wall_origin_y = y;
    }
    static ptrdiff_t size() { return sizeof(ball); }
    void move() {
        static const float step = 0.0625f;
        ball *b = balls.data();
        way_bounce2d_in in = {};
        way_bounce2d_out out = {};
        in.ball_x = way_at(&b->x, size()), in.ball_y = way_at(&b->y, size());
        in.ball_vx = way_at(&b->vx, size()), in.ball_vy = way_at(&b->vy, size());
        in.radius = way_at(&b->radius, size()), in.dt = way_same(&step);
        out.next_x = way_to(&b->x, size()), out.next_y = way_to(&b->y, size());
        out.next_vx = way_to(&b->vx, size()), out.next_vy = way_to(&b->vy, size());
        out.bounces = way_to(&b->bounces, size()), out.status = way_to(&b->status, size());
        ASSERT_EQ(WAY_OK, way_bounce2d(&in, &out, &batch));
    }
    void sweep() {
        ball *b = balls.data();
        way_sweep_walls2d_in in = {};
        way_sweep_walls2d_out out = {};
        in.ball_x = way_at(&b->x, size()), in.ball_y = way_at(&b->y, size());
        in.ball_vx = way_at(&b->vx, size()), in.ball_vy = way_at(&b->vy, size());
        in.radius = way_at(&b->radius, size());
        out.time = way_to(&b->time, size()), out.wall = way_to(&b->wall, size());
        out.point_x = way_to(&b->point_x, size()), out.point_y = way_to(&b->point_y, size());
        ASSERT_EQ(WAY_OK, way_sweep_walls2d(&in, &out, &batch));
    }
};

/* The same balls are in a room at the origin, with positions in floats, and in a copy of this room far away,
   with positions in doubles. Both rooms are 20 m wide and hold their balls, and the balls have the same
   positions relative to their room, to the bit. */
TEST(bounce2d, a_room_far_from_the_origin_keeps_its_width) {
    const double places[][2] = {{1e6, -1e6}, {-1e7, 3.3e6}, {1048576.125, 1e7}, {0, 1e6}};
    for (const std::string &isa : support::isa_names())
        for (way_precision precision : {WAY_EXACT, WAY_FAST})
            for (const auto &place : places) {
                support::use_isa under(isa);
                cell_of_balls<float> near(0, 0, precision);
                cell_of_balls<double> far(place[0], place[1], precision);
                double low = 20, high = 0;
                size_t bounces = 0;
                for (int step = 0; step < 200; step++) {
                    near.sweep(), far.sweep();
                    near.move(), far.move();
                    for (size_t i = 0; i < near.balls.size(); i++) {
                        const auto &n = near.balls[i];
                        const auto &f = far.balls[i];
                        const double x = f.x - place[0], y = f.y - place[1];
                        ASSERT_TRUE(x > 0 && x < 20 && y > 0 && y < 20) << isa << " " << i << " leaks";
                        ASSERT_EQ((double)n.x, x) << isa << " " << place[0] << ", ball " << i;
                        ASSERT_EQ((double)n.y, y) << isa << " " << place[0] << ", ball " << i;
                        ASSERT_EQ(support::bits_of(n.vx), support::bits_of(f.vx));
                        ASSERT_EQ(support::bits_of(n.vy), support::bits_of(f.vy));
                        ASSERT_EQ(n.bounces, f.bounces);
                        ASSERT_EQ(n.status, f.status);
                        ASSERT_EQ(support::bits_of(n.time), support::bits_of(f.time));
                        ASSERT_EQ(n.wall, f.wall);
                        ASSERT_EQ((double)n.point_x + place[0], f.point_x);
                        ASSERT_EQ((double)n.point_y + place[1], f.point_y);
                        low = std::fmin(low, x - (double)n.radius);
                        high = std::fmax(high, x + (double)n.radius);
                        bounces += (size_t)n.bounces;
                    }
                }
                EXPECT_GT(bounces, (size_t)1000);
                EXPECT_LT(low, 0.02) << "the room is as wide as its walls";
                EXPECT_GT(high, 19.98);
            }
}

/* Rounding adds no energy at any speed, down to the smallest float. */
TEST(bounce2d, no_speed_gains_energy) {
    agents::drawn_agents s("bounce2d", support::draws(200000), 77);
    s.walls = room;
    uint64_t random = support::seed_for(78, s.count);
    for (size_t i = 0; i < s.count; i++) {
        float *row = s.row(i);
        const way_wall &w = room[i % 8];
        float dx = w.bx - w.ax, dy = w.by - w.ay, length = std::hypot(dx, dy);
        row[0] = (w.ax + w.bx) / 2 - 1e-5f * dy / length;
        row[1] = (w.ay + w.by) / 2 + 1e-5f * dx / length;
        int exponent = i % 2 ? -149 : -149 + (int)draw_below(&random, 30);
        row[2] = std::ldexp((float)draw_below(&random, 5) - 2, exponent);
        row[3] = std::ldexp((float)draw_below(&random, 5) - 2, exponent);
        row[4] = draw_between(&random, 0, 1e9);
        row[5] = i % 3 == 0 ? 0.01f : 0;
        row[6] = 1;
        row[7] = 0;
    }
    s.solve();
    size_t bounced = 0;
    for (size_t i = 0; i < s.count; i++) {
        double vx = s.row(i)[2], vy = s.row(i)[3], next_vx = s.got(i)[2], next_vy = s.got(i)[3];
        bounced += support::bits_of(s.got(i)[4]) > 0;
        ASSERT_LE(next_vx * next_vx + next_vy * next_vy, vx * vx + vy * vy) << s.story(i);
    }
    EXPECT_GT(bounced, s.count / 10);
}

agents::one_agent discs(std::initializer_list<std::pair<const char *, float>> inputs) {
    agents::one_agent q("bounce_discs2d", {{"radius", 1}, {"other_x", 10}, {"other_radius", 1}});
    for (const auto &input : inputs)
        q[input.first] = input.second;
    return q;
}

TEST(bounce_discs2d, head_on) {
    /* the ball stops, and the other disc goes on */
    discs({{"ball_vx", 4}}).expect({2, -4, 0}, WAY_MET);
    discs({{"ball_vx", 2}, {"other_vx", -2}}).expect({2, -4, 0}, WAY_MET);         /* both discs reverse */
    discs({{"ball_vx", 4}, {"other_mass", INFINITY}}).expect({2, -8, 0}, WAY_MET); /* as at a wall */
    discs({{"ball_vx", 4}, {"mass", INFINITY}}).expect({2, 0, 0}, WAY_MET);
    discs({{"ball_vx", 4}, {"mass", 3}}).expect({2, -2, 0}, WAY_MET);
    /* without restitution, both discs then move at the same velocity */
    discs({{"ball_vx", 4}, {"restitution", 0}}).expect({2, -2, 0}, WAY_MET);
}

TEST(bounce_discs2d, off_centre) {
    /* at the meeting, the vector from centre to centre is 2 * (0.8, 0.6), from the 3-4-5 triangle */
    agents::one_agent q = discs({{"ball_vx", 4.2f}, {"other_y", 1.2f}});
    q.slack = 1e-5f;
    q.expect({2, -4.2f * 0.64f, -4.2f * 0.48f}, WAY_MET);
}

TEST(bounce_discs2d, discs_that_miss_or_separate) {
    discs({{"ball_vx", 4}, {"other_y", 3}}).expect({INFINITY, 0, 0}, WAY_TOO_SLOW);
    discs({{"ball_vx", -4}}).expect({INFINITY, 0, 0}, WAY_TOO_SLOW);
    discs({}).expect({INFINITY, 0, 0}, WAY_TOO_SLOW);
    discs({{"other_x", 1}, {"ball_vx", 4}}).expect({0, -4, 0}, WAY_THERE);
    discs({{"other_x", 1}, {"ball_vx", -4}}).expect({INFINITY, 0, 0}, WAY_TOO_SLOW);
    discs({{"other_x", 0}, {"ball_vx", 4}}).expect({INFINITY, 0, 0}, WAY_TOO_SLOW); /* both at one position */
    discs({{"ball_vx", 4}, {"horizon", 1.5f}}).expect({INFINITY, 0, 0}, WAY_LATE);
}

/* If each disc is solved as the ball, momentum is conserved. With restitution 1, energy is conserved too. */
TEST(bounce_discs2d, both_sides_agree) {
    agents::drawn_agents s("bounce_discs2d", support::draws(200000), 4);
    agents::drawn_agents t("bounce_discs2d", s.count, 4);
    size_t met = 0;
    for (size_t i = 0; i < s.count; i++) {
        float *a = s.row(i), *b = t.row(i);
        for (int k = 0; k < 10; k++)
            a[k] *= k == 4 || k == 9 ? 4 : 1;
        a[10] = INFINITY;
        a[13] = 1;
        std::copy(a, a + 14, b);
        for (int k = 0; k < 5; k++)
            std::swap(b[k], b[5 + k]);
        std::swap(b[11], b[12]);
    }
    s.solve();
    t.solve();
    for (size_t i = 0; i < s.count; i++) {
        ASSERT_EQ(s.status(i), t.status(i)) << s.story(i);
        if (s.status(i) != WAY_MET)
            continue;
        met++;
        const float *a = s.row(i), *x = s.got(i), *y = t.got(i);
        ASSERT_EQ(x[0], y[0]) << s.story(i);
        double m1 = a[11], m2 = a[12], size = m1 * std::hypot(x[1], x[2]), energy = 0, after = 0;
        for (int k = 0; k < 2; k++) {
            ASSERT_NEAR(m1 * x[1 + k], -m2 * y[1 + k], 1e-5 * size) << s.story(i);
            energy += m1 * a[2 + k] * a[2 + k] + m2 * a[7 + k] * a[7 + k];
            after +=
                m1 * std::pow(a[2 + k] + (double)x[1 + k], 2) + m2 * std::pow(a[7 + k] + (double)y[1 + k], 2);
        }
        ASSERT_NEAR(energy, after, 1e-5 * energy) << s.story(i);
    }
    EXPECT_GT(met, s.count / 100);
}

/* Draws pairs of discs whose squares underflow. Alone, such a pair may be answered by a test in floats; next to a
   pair that meets, by the whole computation. */
TEST(bounce_discs2d, gives_the_same_answer_beside_a_pair_that_meets) {
    constexpr size_t pairs = 64;
    const float meets[10] = {0, 0, 1, 0, 1, 10, 0, -1, 0, 1};
    uint64_t random = 1;
    for (int round = 0; round < 100; round++) {
        std::vector<float> in[10], out[3];
        std::vector<int32_t> status(pairs);
        way_bounce_discs2d_in columns = WAY_INIT;
        way_bounce_discs2d_out answers = WAY_INIT;
        for (int k = 0; k < 10; k++) {
            const bool is_speed = k % 5 == 2 || k % 5 == 3;
            for (size_t i = 0; i < pairs; i++)
                in[k].push_back(i % 2      ? meets[k]
                                : is_speed ? truth::any_size(&random, 30, 58)
                                           : truth::any_size(&random, -80, -70));
            for (size_t i = 0; i < pairs && k % 5 == 4; i++)
                in[k][i] = std::fabs(in[k][i]);
            (&columns.ball_x)[k] = way_in(in[k].data());
        }
        for (int k = 0; k < 3; k++) {
            out[k].resize(pairs);
            (&answers.time)[k] = way_out(out[k].data());
        }
        answers.status = way_out(status.data());
        way_batch batch = WAY_INIT;
        batch.precision = round % 2 ? WAY_FAST : WAY_EXACT;
        batch.count = pairs;
        ASSERT_EQ(WAY_OK, way_bounce_discs2d(&columns, &answers, &batch));
        const std::vector<float> beside_others[3] = {out[0], out[1], out[2]};
        const std::vector<int32_t> status_beside_others = status;
        batch.count = 1;
        for (batch.first = 0; batch.first < pairs; batch.first += 2) {
            ASSERT_EQ(WAY_OK, way_bounce_discs2d(&columns, &answers, &batch));
            ASSERT_EQ(status_beside_others[batch.first], status[batch.first]) << batch.first;
            for (int k = 0; k < 3; k++)
                ASSERT_EQ(beside_others[k][batch.first], out[k][batch.first]) << batch.first;
        }
    }
}

} // namespace
