/* Tests balls that moving walls crush: where they end, and that no wall leaves one behind, in the loop of a
   game whose plates close, reverse and open again. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "agents.h"

namespace {

using walls = std::vector<way_wall>;
using velocities = std::vector<way_wall_velocity>;

agents::one_agent ball_among(const walls &of, const velocities &with,
                             std::initializer_list<std::pair<const char *, float>> inputs) {
    agents::one_agent q("bounce2d", inputs);
    q.walls = of, q.velocities = with;
    return q;
}

void expect_crushed(const agents::one_agent &q, float x, float y, float vx, float vy) {
    const std::vector<float> got = q.answer();
    EXPECT_EQ(WAY_CRUSHED, agents::status_of(got)) << q.story(got);
    EXPECT_NEAR(x, got[0], 1e-3) << q.story(got);
    EXPECT_NEAR(y, got[1], 1e-3) << q.story(got);
    EXPECT_NEAR(vx, got[2], 1e-5) << q.story(got);
    EXPECT_NEAR(vy, got[3], 1e-5) << q.story(got);
}

const velocities closing = {{0, 1}, {0, -1}, {3, 0}};
const walls lying = {{-9, -0.5f, 9, -0.5f, 0}, {-9, 0.5f, 9, 0.5f, 0}, {-1, -9, -1, 9, 0}};

/* The ball is not in the middle before the call: it is nearer to the wall at rest. */
TEST(crushed, a_ball_ends_in_the_middle_between_two_walls) {
    const agents::one_agent q =
        ball_among({{0, -50, 0, 50, 0}, {1.1f, -50, 1.1f, 50, 0}}, {{0, 0}, {-4, 0}},
                   {{"ball_x", 0.144f}, {"ball_vy", 3}, {"radius", 0.7f}, {"dt", 0.2f}});
    expect_crushed(q, 0.15f, q.answer()[1], -2, 0);
}

TEST(crushed, a_third_wall_pushes_the_ball_along_the_middle) {
    expect_crushed(
        ball_among(lying, closing, {{"ball_x", -0.25f}, {"ball_vx", 3}, {"radius", 0.5f}, {"dt", 0.45f}}),
        0.85f, 0, 3, 0);
}

/* The third wall and a fourth one leave less room than the ball's diameter, and more than the first two. */
TEST(crushed, walls_crush_from_four_sides) {
    walls four = lying;
    velocities with = closing;
    four.push_back({0.75f, -9, 0.75f, 9, 0}), with.push_back({-1, 0});
    expect_crushed(ball_among(four, with, {{"radius", 0.5f}, {"dt", 0.35f}}), 0.225f, 0, 1, 0);
}

/* Three walls close in: the ball goes to the centre of the largest circle between them. */
TEST(crushed, walls_crush_from_three_sides) {
    walls three;
    velocities with;
    for (int k = 0; k < 3; k++) {
        const double x = std::cos(0.3 + 2.0943951 * k), y = std::sin(0.3 + 2.0943951 * k);
        three.push_back(
            {(float)(x - 20 * y), (float)(y + 20 * x), (float)(x + 20 * y), (float)(y - 20 * x), 0});
        with.push_back({(float)(-(k + 1) * x), (float)(-(k + 1) * y)});
    }
    /* with the distances 0.8, 0.6 and 0.4 from 0, this centre is 0.6 from each wall: n . (x, y) = 0.2, 0, -0.2 */
    const double x = (0.2 * std::cos(0.3) - 0.2 * std::cos(0.3 + 4.1887902)) / 1.5,
                 y = (0.2 * std::sin(0.3) - 0.2 * std::sin(0.3 + 4.1887902)) / 1.5;
    expect_crushed(ball_among(three, with, {{"radius", 0.9f}, {"dt", 0.2f}}), (float)x, (float)y,
                   (float)(5 * x), (float)(5 * y));
}

/* Two plates with a new velocity each in every phase, and a wall that sometimes comes from the side. The plates
   stay a tenth of a unit apart. Returns the number of frames with a crushed ball; -1: the ball is lost. */
int episode(uint64_t seed, double turn, float radius, float restitution, float dt) {
    const double x = std::cos(turn), y = std::sin(turn);
    uint64_t random = seed;
    double at[3] = {-0.8, 0.8, -3},
           v[3] = {0, 0, 0}; /* the distances of the walls from 0 along their normals */
    agents::one_agent q("bounce2d", {{"dt", dt}, {"radius", radius}, {"restitution", restitution}});
    int crushed = 0;
    for (int frame = 0; frame < 80; frame++) {
        if (frame % 20 == 0)
            for (int k = 0; k < 2; k++)
                v[k] = (double)draw_below(&random, 5) - 2;
        if (frame % 20 == 0)
            v[2] = at[2] < -3 ? 2 : at[2] > 2 ? -2 : (double)draw_below(&random, 5) - 2;
        if (at[1] + v[1] * (double)dt - at[0] - v[0] * (double)dt < 0.1)
            v[0] = v[1] = 0;
        q.walls.clear(), q.velocities.clear();
        for (int k = 0; k < 3; k++) {
            const double nx = k < 2 ? x : -y, ny = k < 2 ? y : x;
            q.walls.push_back({(float)(at[k] * nx - 50 * ny), (float)(at[k] * ny + 50 * nx),
                               (float)(at[k] * nx + 50 * ny), (float)(at[k] * ny - 50 * nx), 0});
            q.velocities.push_back({(float)(v[k] * nx), (float)(v[k] * ny)});
            at[k] += v[k] * (double)dt;
        }
        const std::vector<float> got = q.answer();
        crushed += agents::status_of(got) == WAY_CRUSHED;
        const double across = x * (double)got[0] + y * (double)got[1],
                     along = x * (double)got[1] - y * (double)got[0];
        if (!(across > at[0] && across < at[1] && along > at[2])) {
            ADD_FAILURE() << "frame " << frame << ", walls at " << at[0] << " " << at[1] << " " << at[2]
                          << ", ball at " << across << " " << along << q.story(got);
            return -1;
        }
        std::copy(got.begin(), got.begin() + 4, q.in.begin());
    }
    return crushed;
}

TEST(crushed, plates_that_close_and_open_lose_no_ball) {
    uint64_t random = support::seed_for(170, 0);
    size_t frames = 0, lost = 0;
    for (size_t i = 0; i < support::draws(8000) && lost < 3; i++) {
        const float radius = i % 3 ? 0.5f : draw_between(&random, 0.05f, 0.9f);
        const float restitution = i % 2 ? 1 : draw_between(&random, 0, 1);
        const int crushed = episode(random, i % 4 ? draw_between(&random, -3, 3) : 0, radius, restitution,
                                    i % 5 ? 0.05f : draw_between(&random, 0.01f, 0.1f));
        lost += crushed < 0;
        frames += crushed > 0 ? (size_t)crushed : 0;
    }
    std::printf("balls are crushed in %zu frames, %zu lost\n", frames, lost);
    EXPECT_GT(frames, support::draws(8000));
}

/* A wall of a room: the points p with n.p > off are inside. */
struct side {
    double nx, ny, off;
};

double depth_in(const std::vector<side> &room, double x, double y) {
    double least = INFINITY;
    for (const side &s : room)
        least = std::fmin(least, s.nx * x + s.ny * y - s.off);
    return least;
}

/* Returns the radius of the largest circle in the room. */
double room_in(const std::vector<side> &room) {
    double most = -INFINITY;
    for (size_t i = 2; i < room.size(); i++)
        for (size_t j = 1; j < i; j++)
            for (size_t k = 0; k < j; k++) {
                const side a = room[i], b = room[j], c = room[k];
                const double x1 = a.nx - b.nx, y1 = a.ny - b.ny, x2 = a.nx - c.nx, y2 = a.ny - c.ny;
                const double whole = x1 * y2 - y1 * x2, off1 = a.off - b.off, off2 = a.off - c.off;
                if (std::fabs(whole) > 1e-9)
                    most = std::fmax(most, depth_in(room, (off1 * y2 - y1 * off2) / whole,
                                                    (x1 * off2 - off1 * x2) / whole));
            }
    return most;
}

/* The walls of a convex room move on their own, each along its normal. A ball stays in the room while the
   room has any space. Returns the number of frames with a crushed ball. */
size_t squeeze_room(uint64_t *random, size_t count) {
    const double far = 60, turn = draw_between(random, -3, 3), x = draw_between(random, -99, 99);
    std::vector<side> room;
    for (size_t k = 0; k < count; k++) {
        const double angle =
            turn + 6.2831853 * ((double)k + (double)draw_between(random, -0.3f, 0.3f)) / (double)count;
        room.push_back(
            {std::cos(angle), std::sin(angle), std::cos(angle) * x - (double)draw_between(random, 1, 2)});
    }
    agents::one_agent q("bounce2d", {{"ball_x", (float)x}, {"ball_vx", draw_between(random, -3, 3)}});
    q["dt"] = draw_between(random, 0.01f, 0.2f);
    q["radius"] = draw_below(random, 4) ? draw_between(random, 0.05f, 0.9f) : 0;
    q["restitution"] = draw_below(random, 2) ? 1 : draw_between(random, 0, 1);
    std::vector<double> v(count);
    size_t crushed = 0;
    for (int frame = 0; frame < 100; frame++) {
        if (frame % 15 == 0)
            for (double &speed : v)
                speed = draw_below(random, 3) ? draw_between(random, -3, 3) : 0;
        std::vector<side> next = room;
        q.walls.clear(), q.velocities.clear();
        for (size_t k = 0; k < count; k++) {
            const side s = room[k];
            const double foot = s.off * s.nx, foot_y = s.off * s.ny, along = -s.ny * x;
            const double cx = foot - along * s.ny, cy = foot_y + along * s.nx;
            q.walls.push_back({(float)(cx + far * s.ny), (float)(cy - far * s.nx), (float)(cx - far * s.ny),
                               (float)(cy + far * s.nx), 0});
            q.velocities.push_back({(float)(v[k] * s.nx), (float)(v[k] * s.ny)});
            next[k].off += v[k] * (double)q["dt"];
        }
        const double space = room_in(next);
        if (space < 0.005 || space > 9) { /* the room turns back */
            for (double &speed : v)
                speed = space > 9 ? 1 : -1;
            continue;
        }
        const std::vector<float> got = q.answer();
        crushed += agents::status_of(got) == WAY_CRUSHED;
        if (std::hypot((double)got[0] - x, (double)got[1]) > far / 2)
            return crushed; /* near the ends of walls */
        EXPECT_GT(depth_in(next, got[0], got[1]), 0) << count << " walls, frame " << frame << q.story(got);
        if (testing::Test::HasFailure())
            return crushed;
        std::copy(got.begin(), got.begin() + 4, q.in.begin());
        room = next;
    }
    return crushed;
}

TEST(crushed, no_ball_leaves_a_room_of_moving_walls) {
    uint64_t random = support::seed_for(171, 0);
    size_t frames = 0;
    for (size_t i = 0; i < support::draws(3000) && !HasFailure(); i++)
        frames += squeeze_room(&random, 3 + i % 8);
    std::printf("balls are crushed in %zu frames\n", frames);
    EXPECT_GT(frames, support::draws(3000));
}

/* The bits depend neither on the instruction set nor on the other balls of the call. */
TEST(crushed, the_same_bits_everywhere) {
    uint64_t random = support::seed_for(172, 0);
    const std::string best = way_isa();
    size_t crushed = 0;
    for (int room = 0; room < 12; room++) {
        agents::drawn_agents s("bounce2d", support::draws(4000) / 12, 173 + (uint64_t)room);
        for (int k = 0; k < 3 + room; k++) {
            const double angle = (double)draw_between(&random, -0.2f, 0.2f) + 6.2831853 * k / (3 + room);
            const double x = std::cos(angle), y = std::sin(angle), v = draw_between(&random, -1, 3);
            s.walls.push_back(
                {(float)(x - 9 * y), (float)(y + 9 * x), (float)(x + 9 * y), (float)(y - 9 * x), 0});
            s.velocities.push_back({(float)(-v * x), (float)(-v * y)});
        }
        for (size_t i = 0; i < s.count; i++) {
            s.row(i)[0] = draw_between(&random, -0.6f, 0.6f),
            s.row(i)[1] = draw_between(&random, -0.6f, 0.6f);
            s.row(i)[4] = draw_between(&random, 0, 0.3f), s.row(i)[5] = draw_between(&random, 0, 1.2f);
        }
        s.solve();
        const std::vector<float> first = s.out;
        for (size_t i = 0; i < s.count; i++)
            crushed += s.status(i) == WAY_CRUSHED;
        for (size_t i = 0; way_isa_name(i) != nullptr; i++) {
            ASSERT_EQ(WAY_OK, way_set_isa(way_isa_name(i)));
            s.solve();
            EXPECT_EQ(0, std::memcmp(first.data(), s.out.data(), 4 * first.size())) << way_isa_name(i);
        }
        ASSERT_EQ(WAY_OK, way_set_isa(best.c_str()));
        for (size_t i = 0; i < s.count; i += 17) {
            agents::one_agent q("bounce2d");
            q.walls = s.walls, q.velocities = s.velocities;
            q.in.assign(s.row(i), s.row(i) + s.behaviour->input_count);
            const std::vector<float> got = q.answer();
            ASSERT_EQ(0, std::memcmp(got.data(), s.got(i), 4 * got.size())) << s.story(i);
        }
    }
    std::printf("%zu balls are crushed\n", crushed);
    EXPECT_GT(crushed, support::draws(4000) / 20);
}

} // namespace
