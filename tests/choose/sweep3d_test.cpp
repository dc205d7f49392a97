/* sweep3d: when a moving ball meets the first of many triangles. */
#include "triangle_scenes.h"

namespace {

using namespace triangles;

TEST(sweep3d, all_balls_in_113_bits) {
#if !WAY_HAS_QUAD
    GTEST_SKIP() << "this compiler has no floating type of 113 bits";
#endif
    uint64_t random = support::seed_for(5, 0);
    size_t judged = 0, hits = 0;
    for (size_t wanted = support::draws(1000000), round = 0; judged < wanted; round++) {
        const scene s = drawn(&random, (int)(round % KINDS), true);
        const std::vector<hit> list = fly(s, true, LIST), tree = fly(s, true, TREE),
                               any = fly(s, true, TREE, true);
        ASSERT_EQ(0, std::memcmp(list.data(), tree.data(), list.size() * sizeof list[0]));
        judged += s.rays.size() * s.triangles.size();
        hits += judge(s, true, list, round);
        for (size_t i = 0; i < list.size(); i++)
            EXPECT_EQ(list[i].kind, any[i].kind);
        if (HasFailure())
            return;
    }
    std::printf("%zu pairs of a ball and a triangle, %zu hits\n", judged, hits);
    EXPECT_GT(hits, judged / 300);
}

/* The distance of a moving ball from a triangle is a convex function of the time. So bisection finds its least
   value, and the time at which it falls to the radius, without any formula for faces, edges and corners. */
TEST(sweep3d, the_distance_falls_to_the_radius) {
#if !WAY_HAS_QUAD
    GTEST_SKIP() << "this compiler has no floating type of 113 bits";
#endif
    uint64_t random = support::seed_for(6, 0);
    size_t hits = 0;
    for (size_t round = 0; round < support::draws(3200); round++) {
        scene s = drawn(&random, round % 2 ? 4 : 3, true, 1);
        s.rays.resize(1);
        s.triangles[0].sides = 0, s.triangles[0].mask = 0;
        ray &r = s.rays[0];
        const way_triangle &t = s.triangles[0];
        r.most = INFINITY, r.radius += 0.5f;
        r.dx = t.ax - r.x + draw_between(&random, -3, 3), r.dy = t.ay - r.y + draw_between(&random, -3, 3);
        r.dz = t.az - r.z + draw_between(&random, -3, 3);
        const corners c = corners_of(s, r, s.triangles[0]);
        const vec d = {r.dx, r.dy, r.dz};
        const auto distance_at = [&](quad t) {
            const vec away = d * t - nearest_to(d * t, c);
            return truth::root(dot(away, away));
        };
        quad low = 0, high = 20;
        for (int i = 0; i < 180; i++) {
            const quad one = low + (high - low) / 3, two = high - (high - low) / 3;
            (distance_at(one) < distance_at(two) ? high : low) =
                distance_at(one) < distance_at(two) ? two : one;
        }
        const quad closest = low, R = r.radius, least = distance_at(closest), now = distance_at(0);
        if (least > R - (quad)1e-9 && least < R + (quad)1e-9)
            continue; /* bisection does not decide whether they only just touch */
        const hit got = fly(s, true, LIST)[0];
        const bool meets = least < R && (now > R || (closest > (quad)1e-9 && now > least));
        if (now <= R) {
            EXPECT_EQ(meets ? WAY_THERE : WAY_TOO_SLOW, got.status) << round;
            continue;
        }
        ASSERT_EQ(meets ? WAY_MET : WAY_TOO_SLOW, got.status) << round;
        if (!meets)
            continue;
        hits++;
        low = 0, high = closest;
        for (int i = 0; i < 120; i++)
            (distance_at((low + high) / 2) > R ? low : high) = (low + high) / 2;
        EXPECT_LE(truth::ulps(got.distance, high, high), 1) << round;
    }
    EXPECT_GT(hits, support::draws(3200) / 4);
}

const ray falling = {0, 0, 5, 0, 0, -2, INFINITY, 1, ~0u};
const way_triangle flat = {-4, -4, 0, 4, -4, 0, 0, 4, 0, 0, 0}; /* its front is up */

TEST(sweep3d, a_ball_lands_on_a_floor) {
    const hit got = one(falling, {flat}, true);
    EXPECT_EQ(2, got.distance) << "seconds";
    EXPECT_EQ(0u, got.row);
    EXPECT_EQ(0, got.point[2]);
    EXPECT_EQ(1, got.normal[2]);
    EXPECT_EQ(WAY_MET, got.status);
    ray r = falling;
    r.most = 2;
    EXPECT_EQ(2, one(r, {flat}, true).distance);
    r.most = 2 - 0x1p-50;
    EXPECT_EQ(WAY_TOO_SLOW, one(r, {flat}, true).status);
    r.most = -1;
    EXPECT_EQ(WAY_TOO_SLOW, one(r, {flat}, true).status);
    r.most = NAN;
    EXPECT_EQ(WAY_INVALID, one(r, {flat}, true).status);
    r = falling, r.dz = 0;
    EXPECT_EQ(WAY_IMMOBILE, one(r, {flat}, true).status);
    r.dz = 1.1e18;
    EXPECT_EQ(WAY_INVALID, one(r, {flat}, true).status);
    EXPECT_EQ(WAY_TOO_SLOW, one(falling, {}, true).status);
}

/* A ball that has bounced leaves the triangle although it still touches or overlaps it. */
TEST(sweep3d, a_ball_that_touches_stops_only_if_it_comes_nearer) {
    for (double z : {1.0, 0.5, 1e-9}) {
        ray r = falling;
        r.z = z;
        EXPECT_EQ(WAY_THERE, one(r, {flat}, true).status) << z;
        EXPECT_EQ(0, one(r, {flat}, true).distance);
        EXPECT_EQ(0, one(r, {flat}, true).point[2]);
        r.dz = 2;
        EXPECT_EQ(WAY_TOO_SLOW, one(r, {flat}, true).status) << z;
        r.dz = 0, r.dx = 1;
        EXPECT_EQ(WAY_TOO_SLOW, one(r, {flat}, true).status) << "it slides";
        r.dz = -0x1p-60;
        EXPECT_EQ(WAY_THERE, one(r, {flat}, true).status) << z;
    }
    ray r = falling;
    r.z = 0;
    EXPECT_EQ(WAY_TOO_SLOW, one(r, {flat}, true).status) << "its centre is on the triangle";
    r.y = -4.5; /* at an edge */
    EXPECT_EQ(WAY_TOO_SLOW, one(r, {flat}, true).status) << "past the edge";
    r.dy = 1;
    EXPECT_EQ(WAY_THERE, one(r, {flat}, true).status);
    EXPECT_EQ(-1, one(r, {flat}, true).normal[1]);
}

TEST(sweep3d, points_and_sides) {
    ray r = falling;
    r.radius = 0;
    EXPECT_EQ(2.5f, one(r, {flat}, true).distance);
    r.z = 0;
    EXPECT_EQ(WAY_TOO_SLOW, one(r, {flat}, true).status) << "on the triangle";
    r = {-9, 0, 0, 1, 0, 0, INFINITY, 0, ~0u};
    EXPECT_EQ(WAY_TOO_SLOW, one(r, {flat}, true).status) << "in its plane";
    r.radius = 1;
    EXPECT_NEAR(7 - std::sqrt(1.25), one(r, {flat}, true).distance, 1e-6) << "a ball meets the edge";
    way_triangle t = flat;
    t.sides = 1;
    EXPECT_EQ(2, one(falling, {t}, true).distance);
    EXPECT_LT(one(r, {t}, true).distance, 7) << "in the plane: from both sides";
    t.sides = -1;
    EXPECT_EQ(WAY_TOO_SLOW, one(falling, {t}, true).status);
    t.sides = 0, t.mask = 2;
    r = falling, r.mask = 5;
    EXPECT_EQ(WAY_TOO_SLOW, one(r, {t}, true).status);
    const way_triangle line = {-1, 0, 0, 3, 0, 0, 1, 0, 0, 0, 0};
    EXPECT_EQ(2, one(falling, {line}, true).distance);
    r = falling, r.radius = 0;
    EXPECT_EQ(WAY_TOO_SLOW, one(r, {line}, true).status);
}

/* A ball that bounces off the inside of a box for thousands of steps stays in the box. */
TEST(sweep3d, a_ball_stays_in_a_box) {
    std::vector<way_triangle> box;
    for (int axis = 0; axis < 3; axis++)
        for (float at : {-3.0f, 3.0f})
            for (int half = 0; half < 2; half++) {
                float corner[9];
                for (int k = 0; k < 3; k++) {
                    corner[3 * k + axis] = at;
                    corner[3 * k + (axis + 1) % 3] = (k == half) == (half == 0) ? -3.0f : 3.0f;
                    corner[3 * k + (axis + 2) % 3] = (k == 2) == (half == 0) ? 3.0f : -3.0f;
                }
                box.push_back(triangle_of(corner, 0, 0));
            }
    uint64_t random = support::seed_for(7, 0);
    for (float radius : {0.0f, 0.5f}) {
        ray r = {0.1, 0.2, 0.3, 5, 3, 4, 1, radius, ~0u};
        for (size_t step = 0; step < support::draws(20000); step++) {
            const hit got = one(r, box, true);
            const double time = got.row == WAY_NO_ROW ? 1 : got.distance;
            double *at = &r.x, *v = &r.dx, along = 0;
            for (int k = 0; k < 3; k++)
                along += v[k] * got.normal[k];
            for (int k = 0; k < 3;
                 k++) { /* a point keeps a small distance, as it meets no triangle it is on */
                at[k] = (float)(at[k] + v[k] * time + (got.row == WAY_NO_ROW ? 0 : 1e-5 * got.normal[k]));
                v[k] = (float)(v[k] - 2 * along * got.normal[k] + (double)draw_between(&random, -1e-3, 1e-3));
                ASSERT_LT(std::fabs(at[k]), 3.001 - radius) << step;
            }
        }
    }
}

} // namespace
