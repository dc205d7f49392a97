/* cast3d: which triangle a ray hits first. */
#include <algorithm>
#include <random>

#include "triangle_scenes.h"

namespace {

using namespace triangles;

void expect_equal(const std::vector<hit> &a, const std::vector<hit> &b, const std::string &what) {
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); i++)
        ASSERT_EQ(0, std::memcmp(&a[i], &b[i], sizeof a[i])) << what << ", ray " << i;
}

TEST(cast3d, all_rays_in_113_bits) {
#if !WAY_HAS_QUAD
    GTEST_SKIP() << "this compiler has no floating type of 113 bits";
#endif
    uint64_t random = support::seed_for(1, 0);
    size_t judged = 0, hits = 0;
    for (size_t wanted = support::draws(1000000), round = 0; judged < wanted; round++) {
        const scene s = drawn(&random, (int)(round % KINDS), false);
        const std::vector<hit> got = fly(s, false, round % 4 < 2 ? TREE : LIST),
                               any = fly(s, false, round % 4 < 2 ? LIST : TREE, true);
        judged += s.rays.size() * s.triangles.size();
        hits += judge(s, false, got, round);
        for (size_t i = 0; i < got.size(); i++)
            EXPECT_EQ(got[i].kind, any[i].kind);
        if (HasFailure())
            return;
    }
    std::printf("%zu pairs of a ray and a triangle, %zu hits\n", judged, hits);
    EXPECT_GT(hits, judged / 200);
}

/* A floor of n x n squares with two triangles each. It is so flat that a steep ray crosses it once. */
std::vector<way_triangle> floor_of(uint64_t *random, int n, float size, float far) {
    std::vector<float> height((size_t)(n + 1) * (size_t)(n + 1));
    for (float &h : height)
        h = draw_between(random, 0, 0.1 * size);
    std::vector<way_triangle> floor;
    const auto corner = [&](int i, int j, float *to) {
        to[0] = far + (float)i * size, to[1] = (float)j * size, to[2] = height[(size_t)(i * (n + 1) + j)];
    };
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int half = 0; half < 2; half++) {
                float at[9]; /* both triangles have the diagonal from (i + 1, j) to (i, j + 1) */
                corner(i + half, j, at);
                corner(i + 1, j + half, at + 3);
                corner(i, j + 1, at + 6);
                floor.push_back(triangle_of(at, 0, 0));
            }
    std::shuffle(floor.begin(), floor.end(), std::minstd_rand((unsigned)draw_below(random, 1000)));
    return floor;
}

TEST(cast3d, no_ray_passes_between_triangles_that_share_an_edge_or_a_corner) {
    uint64_t random = support::seed_for(3, 0);
    size_t rays = 0;
    for (const float far : {0.0f, 1000.0f, 1e5f})
        for (const float size : {1.0f, 0.01f, 37.0f}) {
            scene s;
            const int n = 12;
            s.triangles = floor_of(&random, n, size, far);
            for (size_t i = 0; i < support::draws(20000); i++) {
                const way_triangle &t = s.triangles[draw_below(&random, (uint32_t)s.triangles.size())];
                const double share = i % 3 ? draw_between(&random, 0, 1) : 0,
                             aim[3] = {t.ax + share * ((double)t.bx - t.ax),
                                       t.ay + share * ((double)t.by - t.ay),
                                       t.az + share * ((double)t.bz - t.az)};
                const double inner = size * n;
                if (aim[0] < far + size / 2 || aim[0] > far + inner - size || aim[1] < size / 2 ||
                    aim[1] > inner - size)
                    continue; /* near the floor's own edge */
                ray r = {aim[0] + size * (double)draw_between(&random, -4, 4),
                         aim[1] + size * (double)draw_between(&random, -4, 4),
                         size * draw_between(&random, 3, 30),
                         0,
                         0,
                         0,
                         INFINITY,
                         0,
                         ~0u};
                if (i % 3 == 1)
                    r.x = (float)r.x, r.y = (float)r.y;
                if (i % 4 == 0) /* straight down */
                    r.x = aim[0], r.y = aim[1];
                r.dx = aim[0] - r.x, r.dy = aim[1] - r.y, r.dz = aim[2] - r.z;
                if (i % 2) /* rounded to floats, so that the ray passes beside the point */
                    r.dx = (float)r.dx, r.dy = (float)r.dy, r.dz = (float)r.dz;
                s.rays.push_back(r);
            }
            rays += s.rays.size();
            const std::vector<hit> list = fly(s, false, LIST), any = fly(s, false, TREE, true);
            for (const std::string &isa : support::isa_names()) {
                support::use_isa use(isa);
                expect_equal(list, fly(s, false, TREE), isa);
            }
            for (size_t i = 0; i < s.rays.size(); i++) {
                ASSERT_EQ(WAY_TRIANGLE, list[i].kind) << far << ", " << size << ", ray " << i;
                ASSERT_EQ(WAY_TRIANGLE, any[i].kind) << far << ", " << size << ", ray " << i;
            }
        }
    EXPECT_GT(rays, support::draws(60000));
}

/* Trees of several levels, lists, any order of the triangles, calls in parts and all instruction sets have
   equal answers. */
TEST(cast3d, searches_find_what_lists_find) {
    uint64_t random = support::seed_for(2, 0);
    for (int round = 0; round < KINDS; round++) {
        scene s = drawn(&random, round, false);
        const size_t wanted = support::draws(20000) < 1000 ? 700 : 20000;
        while (s.triangles.size() < wanted) {
            const scene more = drawn(&random, round, false, 200);
            s.triangles.insert(s.triangles.end(), more.triangles.begin(), more.triangles.end());
            if (s.rays.size() < 400)
                s.rays.insert(s.rays.end(), more.rays.begin(), more.rays.end());
        }
        const bool is_exact = round == 1 || round == 3 || round == 7;
        for (size_t i = 0; i < s.triangles.size(); i++) { /* far apart, so that rays go far */
            float *at = &s.triangles[i].ax;
            for (int k = 0; k < 9; k++)
                at[k] += (float)(is_exact ? 8 * (int)(i / 7 % 5 - 2) : 3 * ((int)(i / 7 % 15) - 7)) *
                         (float)(k % 3 != (int)(i % 3));
        }
        const std::vector<hit> list = fly(s, false, LIST);
        scene other = s;
        std::vector<uint32_t> order(s.triangles.size());
        for (size_t i = 0; i < order.size(); i++)
            order[i] = (uint32_t)i;
        std::shuffle(order.begin(), order.end(), std::minstd_rand(7));
        for (size_t i = 0; i < order.size(); i++)
            other.triangles[i] = s.triangles[order[i]];
        const std::vector<hit> shuffled = fly(other, false, TREE);
        size_t hits = 0;
        for (size_t i = 0; i < list.size(); i++) {
            ASSERT_EQ(support::bits_of(list[i].distance), support::bits_of(shuffled[i].distance));
            hits += list[i].kind != WAY_NOTHING;
        }
        EXPECT_GT(hits, list.size() / 20) << round;
        for (const std::string &isa : support::isa_names()) {
            support::use_isa use(isa);
            expect_equal(list, fly(s, false, TREE), isa + ", scene " + std::to_string(round));
            const std::vector<hit> any = fly(s, false, TREE, true), all = fly(s, false, LIST, true);
            for (size_t i = 0; i < list.size(); i++) {
                ASSERT_EQ(list[i].kind, any[i].kind) << isa;
                ASSERT_EQ(list[i].kind, all[i].kind) << isa;
                ASSERT_EQ(WAY_NO_ROW, any[i].row);
            }
        }
        scene part = s;
        std::vector<hit> parts;
        for (size_t at = 0; at < s.rays.size(); at += 37) {
            part.rays.assign(s.rays.begin() + (ptrdiff_t)at,
                             s.rays.begin() + (ptrdiff_t)std::min(at + 37, s.rays.size()));
            const std::vector<hit> some = fly(part, false, TREE);
            parts.insert(parts.end(), some.begin(), some.end());
        }
        expect_equal(list, parts, "in parts");
    }
}

/* Rays of cameras and bars of parallel rays: packets have the answers of single rays. */
TEST(cast3d, cameras_find_what_lists_find) {
    uint64_t random = support::seed_for(3, 0);
    for (int round = 0; round < KINDS; round++) {
        scene s = drawn(&random, round, false);
        const bool exact = round == 1 || round == 3 || round == 7;
        while (s.triangles.size() < 700) {
            const scene more = drawn(&random, round, false, 200);
            s.triangles.insert(s.triangles.end(), more.triangles.begin(), more.triangles.end());
        }
        for (size_t i = 0; i < s.triangles.size(); i += 9)
            s.triangles[i] = s.triangles[i / 2]; /* some triangles are there twice */
        const std::vector<ray> seeds = s.rays;
        s.rays.clear();
        for (size_t camera = 0; camera < seeds.size(); camera++)
            for (int i = 0; i < 49; i++) {
                ray r = seeds[(camera + (size_t)i) % seeds.size()]; /* for the range and the mask */
                const ray &seed = seeds[camera];
                const double step = exact ? 1 : camera % 2 ? 0.2 : 0.004;
                r.x = seed.x, r.y = seed.y, r.z = seed.z, r.radius = i % 20 == 19 ? r.radius : 0;
                r.dx = seed.dx * (exact ? 5 : 1) + step * (i % 7 - 3), r.dz = seed.dz * (exact ? 5 : 1);
                r.dy = seed.dy * (exact ? 5 : 1) + step * (i / 7 - 3);
                if (camera % 4 == 3)
                    r.z += 0.0625 * (i % 7), r.dx = seed.dx, r.dy = seed.dy, r.dz = seed.dz;
                if (r.dx == 0 && r.dy == 0 && r.dz == 0)
                    r.dx = 1;
                s.rays.push_back(r);
            }
        if (round == 4)
            s.origin[0] = 0.125, s.origin[1] = -1e-9;
        const std::vector<hit> list = fly(s, false, LIST);
        for (const std::string &isa : support::isa_names()) {
            support::use_isa use(isa);
            expect_equal(list, fly(s, false, TREE), isa + ", scene " + std::to_string(round));
            const std::vector<hit> any = fly(s, false, TREE, true);
            for (size_t i = 0; i < list.size(); i++)
                ASSERT_EQ(list[i].kind, any[i].kind) << isa;
        }
    }
}

const ray down = {0, 0, 5, 0, 0, -2, INFINITY, 0, ~0u};
const way_triangle flat = {-4, -4, 0, 4, -4, 0, 0, 4, 0, 0, 0}; /* its front is up */

TEST(cast3d, triangles_have_sides_edges_and_masks) {
    const hit got = one(down, {flat});
    EXPECT_EQ(5, got.distance) << "metres, not lengths of the direction";
    EXPECT_EQ(WAY_TRIANGLE, got.kind);
    EXPECT_EQ(0u, got.row);
    EXPECT_EQ(0, got.point[2]);
    EXPECT_EQ(1, got.normal[2]);
    EXPECT_EQ(WAY_MET, got.status);
    way_triangle t = flat;
    t.sides = 1;
    EXPECT_EQ(5, one(down, {t}).distance);
    t.sides = -1;
    EXPECT_EQ(INFINITY, one(down, {t}).distance) << "transparent from behind";
    ray up = down;
    up.z = -5, up.dz = 1;
    EXPECT_EQ(5, one(up, {t}).distance);
    EXPECT_EQ(-1, one(up, {t}).normal[2]);
    t.sides = 0, t.mask = 6;
    ray r = down;
    r.mask = 4;
    EXPECT_EQ(5, one(r, {t}).distance);
    r.mask = 1;
    EXPECT_EQ(INFINITY, one(r, {t}).distance);
    EXPECT_EQ(5, one(r, {flat}).distance) << "mask 0: all bits";
    r = down, r.y = -4;
    EXPECT_EQ(5, one(r, {flat}).distance) << "an edge is a hit";
    r.x = 4;
    EXPECT_EQ(5, one(r, {flat}).distance) << "a corner is a hit";
    r.x = 4 + 0x1p-40;
    EXPECT_EQ(INFINITY, one(r, {flat}).distance);
    r = down, r.z = 0;
    EXPECT_EQ(WAY_THERE, one(r, {flat}).status) << "on the triangle";
    r.z = -0x1p-60;
    EXPECT_EQ(WAY_NO_TARGET, one(r, {flat}).status);
    r = {-9, 0, 0, 1, 0, 0, INFINITY, 0, ~0u};
    EXPECT_EQ(7, one(r, {flat}).distance) << "in its plane";
    EXPECT_EQ(-1, one(r, {flat}).normal[0]);
    r = down, r.most = 5;
    EXPECT_EQ(5, one(r, {flat}).distance) << "at the range";
    r.most = 5 - 0x1p-50;
    EXPECT_EQ(WAY_NO_TARGET, one(r, {flat}).status);
    EXPECT_EQ(1u, one(down, {{0, 0, 0, 1, 0, 0, 1, 0, -1, 0, 0}, flat, flat}).row + 1) << "the lower row";
    const hit nothing = one(down, {});
    EXPECT_EQ(WAY_NO_TARGET, nothing.status);
    EXPECT_EQ(WAY_NO_ROW, nothing.row);
    EXPECT_EQ(WAY_NOTHING, nothing.kind);
}

TEST(cast3d, triangles_without_area_are_lines_and_points) {
    const way_triangle line = {-1, 0, 0, 3, 0, 0, 1, 0, 0, 1, 0}, point = {0, 0, 2, 0, 0, 2, 0, 0, 2, 0, 0};
    EXPECT_EQ(5, one(down, {line}).distance);
    EXPECT_EQ(3, one(down, {point}).distance);
    ray r = down;
    r.y = 0x1p-30;
    EXPECT_EQ(INFINITY, one(r, {line, point}).distance);
    r.radius = 1;
    EXPECT_NEAR(2, one(r, {line, point}).distance, 1e-6);
    EXPECT_EQ(1u, one(r, {line, point}).row);
    r.radius = 0, r.y = 0, r.x = 3;
    EXPECT_EQ(5, one(r, {line}).distance);
    r.x = 3.5;
    EXPECT_EQ(INFINITY, one(r, {line}).distance);
}

TEST(cast3d, a_ray_with_a_radius_is_a_ball) {
    ray r = down;
    r.radius = 1;
    EXPECT_EQ(4, one(r, {flat}).distance);
    EXPECT_EQ(0, one(r, {flat}).point[2]);
    r.y = -5;
    EXPECT_EQ(5, one(r, {flat}).distance) << "it just touches the edge";
    r.y = -5 - 0x1p-40;
    EXPECT_EQ(INFINITY, one(r, {flat}).distance);
    r.y = 0, r.z = 0.5;
    EXPECT_EQ(0, one(r, {flat}).distance) << "it overlaps the triangle";
    EXPECT_EQ(WAY_THERE, one(r, {flat}).status);
    r.y = 4.25, r.z = 5; /* beyond the corner */
    EXPECT_EQ(5 - std::sqrt(1 - 0.0625f), one(r, {flat}).distance);
}

/* The triangle lies 2.4 above the ball, whose radius is 0.2 and which does not move upwards. */
TEST(cast3d, a_ball_does_not_hit_the_line_of_a_sliver) {
    const way_triangle sliver = {14.5536213f,
                                 10.5973721f,
                                 -0.0060005188f,
                                 14.5536213f,
                                 10.5969315f,
                                 -3.18638134f,
                                 14.5536213f,
                                 10.5969315f,
                                 -5.18637228f,
                                 0,
                                 0};
    const ray ball = {14.831459f, 8.1905508f, -4.30825043f, -0.0988006592f, 5.96046448e-08f, 0.000732421875f,
                      INFINITY,   0.2f,       ~0u};
    for (const bool sweeps : {false, true}) {
        EXPECT_EQ(WAY_NOTHING, one(ball, {sliver}, sweeps).kind);
        ray higher = ball;
        higher.y = 10.5969315f;
        EXPECT_EQ(WAY_TRIANGLE, one(higher, {sliver}, sweeps).kind);
    }
}

TEST(cast3d, directions_and_sizes_of_any_magnitude) {
    for (double length : {(double)0x1p-149f, 1e-30, 1.0, (double)3.4028235e38f, 1e-300, 5e-324, 1e300})
        for (float radius : {0.0f, 1.0f}) {
            ray r = down;
            r.dz = -length, r.radius = radius;
            EXPECT_EQ(5 - radius, one(r, {flat}).distance) << length;
        }
    for (float size : {1e-18f, 1e-9f, 1.0f, 1e9f, 2e17f}) {
        way_triangle t = flat;
        for (int k = 0; k < 9; k++)
            (&t.ax)[k] *= size;
        ray r = down;
        r.z *= (double)size, r.x = size;
        EXPECT_EQ((float)(5 * (double)size), one(r, {t}).distance) << size;
        r.x = 4.5 * (double)size;
        EXPECT_EQ(INFINITY, one(r, {t}).distance) << size;
        r.radius = size;
        EXPECT_EQ(INFINITY, one(r, {t}).distance) << size;
        r.x = 0;
        EXPECT_NEAR(4 * (double)size, one(r, {t}).distance, 1e-6 * (double)size) << size;
    }
}

TEST(cast3d, invalid_rays_say_so_and_invalid_triangles_have_no_effect) {
    std::vector<ray> rays(11, down);
    rays[0].x = NAN, rays[1].y = INFINITY, rays[2].dx = NAN, rays[3].dz = 0, rays[4].dy = INFINITY;
    rays[5].most = -1, rays[6].radius = -1, rays[7].radius = NAN, rays[8].most = NAN, rays[9].z = 1.1e18;
    rays[10].radius = INFINITY;
    for (const ray &r : rays) {
        const hit got = one(r, {flat});
        EXPECT_EQ(WAY_INVALID, got.status);
        EXPECT_EQ(INFINITY, got.distance);
        EXPECT_EQ(WAY_NO_ROW, got.row);
        EXPECT_EQ(0, got.point[0]);
    }
    way_triangle nan = flat, infinite = flat, huge = flat;
    nan.by = NAN, infinite.cz = -INFINITY, huge.ax = -3.4028235e38f;
    EXPECT_EQ(3u, one(down, {nan, infinite, huge, flat}).row);
    EXPECT_EQ(WAY_NO_ROW, one(down, {nan, infinite, huge}).row);
}

TEST(cast3d, places_far_from_the_origin) {
    scene s;
    s.triangles = {flat}, s.rays = {down};
    s.origin[0] = 4e6, s.origin[1] = -3e6, s.origin[2] = 1e6;
    s.rays[0].x += 4e6, s.rays[0].y -= 3e6, s.rays[0].z += 1e6 + 1e-9;
    for (const search how : {LIST, TREE}) {
        const hit got = fly(s, false, how)[0];
        EXPECT_EQ((float)(5 + 1e-9), got.distance);
        EXPECT_EQ(4e6f, got.point[0]);
        EXPECT_EQ(1e6f, got.point[2]);
    }
}

TEST(cast3d, wrong_arguments_are_refused) {
    const float x = 0, one_float = 1;
    float away;
    const way_triangle *const flats = &flat;
    way_cast3d_in in = {};
    in.x = in.y = in.z = way_in(&x), in.direction_x = in.direction_y = in.direction_z = way_in(&one_float);
    way_cast3d_out out = {};
    out.distance = way_out(&away);
    const char *fault = nullptr;
    way_cast_triangles how = {};
    how.count = 1, how.triangles = flats, how.triangle_count = 1, how.fault = &fault;
    std::vector<uint64_t> memory(way_triangle_tree_bytes(1) / 8 + 1);
    const auto tree = (way_triangle_tree *)memory.data();
    const auto expect = [&](way_result result, const char *name, way_cast_triangles wrong) {
        EXPECT_EQ(result, way_cast3d(&in, &out, &wrong)) << name;
        EXPECT_STREQ(name, fault);
    };
    EXPECT_EQ(WAY_ERROR_NULL, way_cast3d(&in, &out, nullptr));
    EXPECT_EQ(WAY_OK, way_cast3d(&in, &out, &how));
    ASSERT_EQ(WAY_OK, way_make_triangle_tree(flats, 1, tree, 8 * memory.size()));
    EXPECT_EQ(WAY_ERROR_MEMORY, way_make_triangle_tree(flats, 1, tree, way_triangle_tree_bytes(1) - 1));
    EXPECT_EQ(WAY_ERROR_NULL, way_make_triangle_tree(nullptr, 1, tree, 8 * memory.size()));
    EXPECT_EQ(WAY_ERROR_COUNT, way_make_triangle_tree(flats, (size_t)INT32_MAX + 1, tree, 8));
    EXPECT_EQ(0u, way_triangle_tree_bytes((size_t)INT32_MAX + 1));
    way_cast_triangles wrong = how;
    wrong.triangles = nullptr, expect(WAY_ERROR_NULL, "triangles", wrong);
    wrong = how, wrong.triangles = (const way_triangle *)((const char *)flats + 2);
    expect(WAY_ERROR_ALIGNMENT, "triangles", wrong);
    wrong = how, wrong.triangle_tree = tree, wrong.triangle_count = 0;
    expect(WAY_ERROR_MEMORY, "triangle_tree", wrong);
    wrong = how, wrong.triangle_count = (size_t)INT32_MAX + 1,
    expect(WAY_ERROR_COUNT, "triangle_count", wrong);
    wrong = how, wrong.triangle_origin_y = NAN, expect(WAY_ERROR_ORIGIN, "triangle_origin_y", wrong);
    in.direction_z = {};
    expect(WAY_ERROR_MISSING, "direction_z", how);
}

/* The bits of the answers stay the same from version to version. */
TEST(cast3d, answers_keep_their_bits) {
    uint64_t random = 1, hash = fnv_hash(0, nullptr, 0);
    for (int round = 0; round < 2 * KINDS; round++) {
        const scene s = drawn(&random, round % KINDS, round >= KINDS, 100);
        for (const hit &h : fly(s, round >= KINDS, TREE))
            hash = fnv_hash_cells(hash, &h, sizeof h / 4);
    }
    EXPECT_EQ(0x982f458b8f5881a5ull, hash) << std::hex << hash;
}

} // namespace
