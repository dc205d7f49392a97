/* cast2d: what a ray hits first. */
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "draw.h"
#include "reference/reference.h"
#include "support.h"
#include "truth/truth.h"

namespace {

using truth::quad;

struct ray {
    double x, y, dx, dy, range;
    float radius;
    uint32_t mask, self;
};

struct disc {
    double x, y;
    float radius;
    uint32_t mask;
};

struct hit {
    float distance;
    int32_t kind;
    uint32_t row;
    float px, py, nx, ny;
    int32_t status;
};

struct scene {
    std::vector<ray> rays;
    std::vector<disc> discs;
    std::vector<way_wall> walls;
    double origin_x = 0, origin_y = 0;
};

template <class T> way_column of_ray(const T *first) { return way_at(first, sizeof(ray)); }
template <class T> way_column of_disc(const T *first) { return way_at(first, sizeof(disc)); }
template <class T> way_column_out of_hit(T *first) { return way_to(first, sizeof(hit)); }

way_cast2d_in columns_of(const scene &s) {
    static const disc no_disc = {};
    const ray *r = s.rays.data();
    const disc *d = s.discs.empty() ? &no_disc : s.discs.data();
    return {of_ray(&r->x),     of_ray(&r->y),      of_ray(&r->dx),      of_ray(&r->dy),
            of_ray(&r->range), of_ray(&r->radius), of_ray(&r->self),    of_ray(&r->mask),
            of_disc(&d->x),    of_disc(&d->y),     of_disc(&d->radius), of_disc(&d->mask)};
}

std::vector<hit> cast(const scene &s, bool searches, bool any = false) {
    std::vector<hit> hits(s.rays.size());
    const way_cast2d_in in = columns_of(s);
    hit *h = hits.data();
    const way_cast2d_out out = {of_hit(&h->distance), of_hit(&h->kind), of_hit(&h->row), of_hit(&h->px),
                                of_hit(&h->py),       of_hit(&h->nx),   of_hit(&h->ny),  of_hit(&h->status)};
    way_choose2d_in places = {};
    places.runner_x = in.runner_x, places.runner_y = in.runner_y, places.runner_mask = in.runner_mask;
    std::vector<uint64_t> crowd(way_crowd2d_bytes(s.discs.size()) / 8 + 1),
        tree(way_wall_tree_bytes(s.walls.size()) / 8 + 1);
    const char *fault = nullptr;
    way_cast how = {};
    how.count = s.rays.size(), how.runner_count = s.discs.size(), how.any = any, how.fault = &fault;
    how.walls = s.walls.data(), how.wall_count = s.walls.size();
    how.wall_origin_x = s.origin_x, how.wall_origin_y = s.origin_y;
    if (searches) {
        const auto to = (way_crowd2d *)crowd.data();
        EXPECT_EQ(WAY_OK, way_make_crowd2d(&places, s.discs.size(), to, 8 * crowd.size()));
        const auto of_walls = (way_wall_tree *)tree.data();
        EXPECT_EQ(WAY_OK, way_make_wall_tree(s.walls.data(), s.walls.size(), of_walls, 8 * tree.size()));
        how.wall_tree = of_walls;
        how.crowd2d = to;
    }
    EXPECT_EQ(WAY_OK, way_cast2d(&in, &out, &how)) << (fault ? fault : "");
    return hits;
}

/* The reference: the first t >= 0, or -1, by exact predicates in 113 bits. */
quad first_on_disc(quad fx, quad fy, quad dx, quad dy, quad reach) {
    const quad c = fx * fx + fy * fy - reach * reach, b = fx * dx + fy * dy, k = fx * dy - fy * dx,
               dd = dx * dx + dy * dy, disc = reach * reach * dd - k * k;
    if (c <= 0)
        return 0;
    return b >= 0 || disc < 0 ? (quad)-1 : c / (truth::root(disc) - b);
}

quad first_on_wall(const ray &r, const way_wall &w, quad ox, quad oy) {
    const quad wx = w.ax - ox, wy = w.ay - oy, ex = (quad)w.bx - w.ax, ey = (quad)w.by - w.ay, dx = r.dx,
               dy = r.dy;
    quad k = wx * ey - wy * ex, m = wx * dy - wy * dx, n = dx * ey - dy * ex;
    if (n == 0) {
        const quad a = wx * dx + wy * dy, b = a + ex * dx + ey * dy, near = a < b ? a : b,
                   far = a < b ? b : a;
        if (k != 0 || m != 0 || far < 0)
            return -1;
        return near < 0 ? (quad)0 : near / (dx * dx + dy * dy);
    }
    if ((w.sides > 0 && n < 0) || (w.sides < 0 && n > 0))
        return -1;
    if (n < 0)
        k = -k, m = -m, n = -n;
    return k < 0 || m < 0 || m > n ? (quad)-1 : k / n;
}

/* A wall as seen by a ray with a radius: the distance to the segment, less the radius, falls to 0. The four
   pieces of its outline are tested in turn. */
quad first_on_wide_wall(const ray &r, const way_wall &w, quad ox, quad oy) {
    const quad wx = w.ax - ox, wy = w.ay - oy, ex = (quad)w.bx - w.ax, ey = (quad)w.by - w.ay, dx = r.dx,
               dy = r.dy, R = r.radius, ee = ex * ex + ey * ey;
    const quad side = wx * ey - wy * ex, n = dx * ey - dy * ex;
    const int from = side > 0 ? 1 : side < 0 ? -1 : n > 0 ? 1 : n < 0 ? -1 : 0;
    if ((w.sides > 0 && from < 0) || (w.sides < 0 && from > 0))
        return -1;
    const quad along = -(wx * ex + wy * ey);
    if (ee > 0 && side * side <= R * R * ee && along >= 0 && along <= ee)
        return 0;
    quad best = first_on_disc(-wx, -wy, dx, dy, R), other = first_on_disc(-wx - ex, -wy - ey, dx, dy, R);
    if (other >= 0 && (best < 0 || other < best))
        best = other;
    for (int s = -1; s <= 1 && ee > 0; s += 2) {
        const quad share = s * R / truth::root(ee), ax = wx - ey * share, ay = wy + ex * share;
        const quad k = ax * ey - ay * ex, m = ax * dy - ay * dx;
        const quad t = n != 0 ? k / n : -1, at = n != 0 ? m / n : -1;
        if (n != 0 && t >= 0 && at >= 0 && at <= 1 && (best < 0 || t < best))
            best = t;
    }
    return best;
}

struct expected_hit {
    int32_t kind = WAY_NOTHING;
    uint32_t row = WAY_NO_ROW;
    quad t = -1;
};

expected_hit expected(const scene &s, const ray &r) {
    expected_hit best;
    const quad dd = (quad)r.dx * r.dx + (quad)r.dy * r.dy;
    const auto take = [&](quad t, int32_t kind, uint32_t row) {
        if (t < 0 || (std::isfinite(r.range) && t * t * dd > (quad)r.range * r.range))
            return;
        if (best.kind == WAY_NOTHING || t < best.t * (1 - (quad)0x1p-80)) /* else they count as equal */
            best.kind = kind, best.row = row, best.t = t;
    };
    for (size_t i = 0; i < s.walls.size(); i++)
        take((r.radius > 0 ? first_on_wide_wall : first_on_wall)(r, s.walls[i], r.x - (quad)s.origin_x,
                                                                 r.y - (quad)s.origin_y),
             WAY_WALL, (uint32_t)i);
    for (size_t i = 0; i < s.discs.size(); i++)
        if (i != r.self && (r.mask & s.discs[i].mask))
            take(first_on_disc(r.x - (quad)s.discs[i].x, r.y - (quad)s.discs[i].y, r.dx, r.dy,
                               (quad)r.radius + s.discs[i].radius),
                 WAY_DISC, (uint32_t)i);
    return best;
}

scene drawn(uint64_t *random, int kind) {
    scene s;
    const auto between = [&](double low, double high) { return (double)draw_between(random, low, high); };
    const auto whole = [&](int most) {
        return (double)((int)draw_below(random, 2 * (uint32_t)most + 1) - most);
    };
    const bool far = kind == 2, exact = kind == 1 || kind == 3;
    const double shift = far ? 1e6 : 0;
    for (int i = 0; i < 30; i++) {
        const auto sides = (int32_t)draw_below(random, 3) - 1;
        if (exact)
            s.walls.push_back({(float)whole(6), (float)whole(6), (float)whole(6), (float)whole(6), sides});
        else {
            const float x = (float)(between(0, 100) + shift), y = (float)between(0, 100);
            s.walls.push_back({x, y, x + (float)between(-9, 9), y + (float)between(-9, 9), sides});
        }
    }
    for (int i = 0; i < 100; i++)
        s.discs.push_back(
            exact ? disc{whole(9), whole(9), (float)draw_below(random, 3), 1 + draw_below(random, 3)}
                  : disc{between(0, 100) + shift, between(0, 100), (float)between(0, 2),
                         1 + draw_below(random, 3)});
    for (int i = 0; i < 20; i++) {
        ray r = {between(0, 100) + shift,
                 between(0, 100),
                 between(-1, 1),
                 between(-1, 1),
                 INFINITY,
                 0,
                 1 + draw_below(random, 3),
                 draw_below(random, 4) ? WAY_NO_ROW : draw_below(random, 100)};
        if (exact)
            r.x = whole(9), r.y = whole(9), r.dx = whole(4), r.dy = whole(4);
        if (r.dx == 0 && r.dy == 0)
            r.dx = 1;
        if (kind == 3) /* a radius that touches whole numbers: distances of 5, 13 and so on */
            r.radius = (float)draw_below(random, 3);
        if (kind == 4)
            r.radius = (float)between(0, 1);
        if (draw_below(random, 3) == 0)
            r.range = exact ? (double)draw_below(random, 9) : between(0, 50);
        s.rays.push_back(r);
    }
    if (kind == 5) /* rays that only just touch discs: tangents in whole numbers, or 2^-20 m off */
        for (ray &r : s.rays) {
            const int m = 2 + (int)draw_below(random, 99), n = 1 + (int)draw_below(random, (uint32_t)m - 1);
            const double x = m * m - n * n, y = 2 * m * n, size = m * m + n * n,
                         off = std::ldexp((double)draw_below(random, 3) - 1, -20);
            disc &d = s.discs[&r - s.rays.data()];
            d = {whole(1000), whole(1000), (float)size, 7};
            r.x = d.x - y - 4 * x + off, r.y = d.y + x - 4 * y, r.dx = x, r.dy = y, r.mask = 7;
        }
    return s;
}

/* Makes some discs much larger than all others. The search keeps up to 32 such discs apart. */
void enlarge_some(scene *s, uint64_t *random) {
    const uint32_t some[] = {1, 17, 32, 33};
    for (uint32_t left = some[draw_below(random, 4)]; left > 0; left--) {
        disc &d = s->discs[draw_below(random, (uint32_t)s->discs.size())];
        d.radius = 5 + (float)draw_below(random, 4);
    }
}

TEST(cast2d, all_rays_in_113_bits) {
#if !WAY_HAS_QUAD
    GTEST_SKIP() << "this compiler has no floating type of 113 bits";
#endif
    uint64_t random = support::seed_for(1, 0);
    size_t judged = 0, hits = 0, touching = 0;
    for (size_t wanted = support::draws(1000000), round = 0; judged < wanted; round++) {
        const scene s = drawn(&random, (int)(round % 6));
        const std::vector<hit> got = cast(s, round % 4 < 2), other = cast(s, round % 4 >= 2),
                               any = cast(s, round % 2, true);
        ASSERT_EQ(0, std::memcmp(got.data(), other.data(), got.size() * sizeof got[0]));
        for (size_t i = 0; i < s.rays.size(); i++) {
            const ray &r = s.rays[i];
            const expected_hit e = expected(s, r);
            judged += s.walls.size() + s.discs.size();
            ASSERT_EQ(e.kind, got[i].kind) << "scene " << round << ", ray " << i;
            EXPECT_EQ(e.kind != WAY_NOTHING, any[i].kind != WAY_NOTHING);
            if (e.kind == WAY_NOTHING) {
                EXPECT_EQ(INFINITY, got[i].distance);
                continue;
            }
            ASSERT_EQ(e.row, got[i].row) << "scene " << round << ", ray " << i;
            hits++;
            const quad length = truth::root((quad)r.dx * r.dx + (quad)r.dy * r.dy), distance = e.t * length;
            touching += distance == 0;
            if ((double)distance != (double)got[i].distance) {
                EXPECT_LE(truth::ulps(got[i].distance, distance, distance), 1) << got[i].distance;
            }
            EXPECT_NEAR(1, std::hypot(got[i].nx, got[i].ny), 1e-6);
            const quad px = r.x + e.t * r.dx, py = r.y + e.t * r.dy, back = distance > 0 ? r.radius : 0;
            EXPECT_NEAR((double)(px - back * got[i].nx), got[i].px, 1e-6 * (std::fabs((double)px) + 1));
            EXPECT_NEAR((double)(py - back * got[i].ny), got[i].py, 1e-6 * (std::fabs((double)py) + 1));
        }
    }
    std::printf("%zu pairs of a ray and a wall or disc, %zu hits, %zu at distance 0\n", judged, hits,
                touching);
    EXPECT_GT(hits, judged / 2000);
}

/* Scenes with trees of three levels: the trees, the crowds and the instruction sets do not change an
   answer. */
TEST(cast2d, searches_find_what_lists_find) {
    uint64_t random = support::seed_for(2, 0);
    size_t hits = 0;
    for (size_t round = 0; round < 6; round++) {
        scene s = drawn(&random, (int)round);
        const size_t walls = support::draws(3000) < 1000 ? 300 : 3000;
        while (s.walls.size() < walls) {
            const scene more = drawn(&random, (int)round);
            s.walls.insert(s.walls.end(), more.walls.begin(), more.walls.end());
            s.discs.insert(s.discs.end(), more.discs.begin(), more.discs.end());
            s.rays.insert(s.rays.end(), more.rays.begin(), more.rays.end());
        }
        for (way_wall &w : s.walls) { /* further apart, so that rays go far */
            w.ax *= 4, w.ay *= 4;
            w.bx = w.ax + (w.bx - w.ax / 4) / 4, w.by = w.ay + (w.by - w.ay / 4) / 4;
        }
        for (disc &d : s.discs)
            d.x *= 4, d.y *= 4, d.radius /= 4;
        if (round % 2)
            enlarge_some(&s, &random);
        const std::vector<hit> expected = cast(s, false);
        for (const std::string &isa : support::isa_names()) {
            support::use_isa use(isa);
            const std::vector<hit> got = cast(s, true), any = cast(s, true, true);
            for (size_t i = 0; i < s.rays.size(); i++) {
                ASSERT_EQ(0, std::memcmp(&expected[i], &got[i], sizeof got[i]))
                    << isa << ", scene " << round << ", ray " << i;
                ASSERT_EQ(expected[i].kind == WAY_NOTHING, any[i].kind == WAY_NOTHING);
                hits += got[i].kind != WAY_NOTHING;
            }
        }
    }
    EXPECT_GT(hits, 100u);
}

/* Fans of beams from common or neighbouring starts, as those of a lidar. `width` is the width of a fan. */
std::vector<ray> fans(const std::vector<ray> &from, bool exact, double width) {
    std::vector<ray> rays;
    for (size_t fan = 0; fan < from.size(); fan++)
        for (int i = 0; i < 25; i++) {
            ray r = from[(fan + (size_t)i) % from.size()]; /* for the range and the mask */
            const ray &seed = from[fan];
            const double step = exact ? (double)(i - 12) : width * (i - 12) / 25;
            r.x = seed.x, r.y = seed.y, r.self = seed.self;
            r.radius = i % 20 == 19 ? r.radius : 0;
            if (exact) /* through whole numbers, so through ends of walls */
                r.dx = seed.dx != 0 ? 9 * seed.dx : step, r.dy = seed.dx != 0 ? seed.dy + step : 9 * seed.dy;
            else
                r.dx = seed.dx - step * seed.dy, r.dy = seed.dy + step * seed.dx;
            if (fan % 4 == 3) /* a bar of parallel beams */
                r.x += exact ? i % 3 : 0.02 * i, r.dx = seed.dx, r.dy = seed.dy;
            if (r.dx == 0 && r.dy == 0)
                r.dx = 1;
            rays.push_back(r);
        }
    return rays;
}

/* Packets of beams have the answers of single beams, with all instruction sets. */
TEST(cast2d, fans_of_beams_find_what_lists_find) {
    uint64_t random = support::seed_for(3, 0);
    for (size_t round = 0; round < 12; round++) {
        scene s = drawn(&random, (int)(round % 6));
        const bool exact = round % 6 == 1 || round % 6 == 3;
        while (s.walls.size() < (round < 6 ? 300u : 1500u)) {
            const scene more = drawn(&random, (int)(round % 6));
            s.walls.insert(s.walls.end(), more.walls.begin(), more.walls.end());
            s.discs.insert(s.discs.end(), more.discs.begin(), more.discs.end());
        }
        for (size_t i = 0; i < s.walls.size() && exact; i++) { /* further apart */
            const auto off = (float)(8 * (int)(i / 7 % 9) - 32);
            s.walls[i].ax += off, s.walls[i].bx += off, s.discs[i % s.discs.size()].x += off;
        }
        for (size_t i = 0; i < s.walls.size(); i += 9)
            s.walls[i] = s.walls[i / 2]; /* some walls are there twice */
        for (disc &d : s.discs)
            d.radius *= exact ? 1 : 0.25f;
        if (round % 4 == 1)
            enlarge_some(&s, &random);
        s.rays = fans(s.rays, exact, round % 2 ? 0.1 : 2);
        if (round % 4 == 2)
            s.discs.clear();
        if (round % 4 == 3)
            s.origin_x = 0.125, s.origin_y = -1e-9;
        const std::vector<hit> expected = cast(s, false);
        size_t hits = 0;
        for (const std::string &isa : support::isa_names()) {
            support::use_isa use(isa);
            const std::vector<hit> got = cast(s, true), any = cast(s, true, true);
            for (size_t i = 0; i < s.rays.size(); i++) {
                ASSERT_EQ(0, std::memcmp(&expected[i], &got[i], sizeof got[i]))
                    << isa << ", scene " << round << ", ray " << i;
                ASSERT_EQ(expected[i].kind == WAY_NOTHING, any[i].kind == WAY_NOTHING);
                hits += got[i].kind != WAY_NOTHING;
            }
        }
        EXPECT_GT(hits, s.rays.size() / 20) << round;
    }
}

hit one_ray(const ray &r, const std::vector<way_wall> &walls, const std::vector<disc> &discs) {
    scene s;
    s.rays = {r}, s.walls = walls, s.discs = discs;
    const hit a = cast(s, false)[0], b = cast(s, true)[0];
    EXPECT_EQ(0, std::memcmp(&a, &b, sizeof a));
    return a;
}

const ray east = {0, 0, 3, 0, INFINITY, 0, ~0u, WAY_NO_ROW};

TEST(cast2d, walls_have_ends_and_sides) {
    const hit wall = one_ray(east, {{9, -1, 9, 1, 0}}, {});
    EXPECT_EQ(9, wall.distance) << "metres, not lengths of the direction";
    EXPECT_EQ(WAY_WALL, wall.kind);
    EXPECT_EQ(0u, wall.row);
    EXPECT_EQ(9, wall.px);
    EXPECT_EQ(-1, wall.nx);
    EXPECT_EQ(WAY_MET, wall.status);
    EXPECT_EQ(9, one_ray(east, {{9, 0, 9, 1, 0}}, {}).distance) << "an end is a hit";
    EXPECT_EQ(INFINITY, one_ray(east, {{9, 0x1p-100f, 9, 1, 0}}, {}).distance);
    EXPECT_EQ(4, one_ray(east, {{9, 0, 4, 0, 0}}, {}).distance) << "along the wall";
    EXPECT_EQ(-1, one_ray(east, {{9, 0, 4, 0, 0}}, {}).nx);
    EXPECT_EQ(7, one_ray(east, {{7, 0, 7, 0, 0}}, {}).distance) << "a post";
    EXPECT_EQ(0, one_ray(east, {{0, -1, 0, 1, 0}}, {}).distance);
    EXPECT_EQ(WAY_THERE, one_ray(east, {{0, -1, 0, 1, 0}}, {}).status);
    EXPECT_EQ(9, one_ray(east, {{9, -1, 9, 1, 1}}, {}).distance) << "from the left";
    EXPECT_EQ(INFINITY, one_ray(east, {{9, -1, 9, 1, -1}}, {}).distance) << "from behind";
    const hit nothing = one_ray(east, {}, {});
    EXPECT_EQ(WAY_NO_TARGET, nothing.status);
    EXPECT_EQ(WAY_NO_ROW, nothing.row);
    EXPECT_EQ(WAY_NOTHING, nothing.kind);
}

TEST(cast2d, misses_by_the_last_bit_are_misses) {
    for (double off : {0x1p-50, -0x1p-50}) {
        ray r = east;
        r.dx = 1, r.dy = 1 + off;
        const bool is_hit = off > 0;
        EXPECT_EQ(is_hit ? WAY_WALL : WAY_NOTHING, one_ray(r, {{5, 5, 5, 9, 0}}, {}).kind);
    }
}

/* Rays that are aimed at points in doubles hit about half of them. A near miss must not hide a wall, and has no
   distance that a range could allow. */
TEST(cast2d, points_that_a_ray_just_misses_are_not_there) {
    uint64_t random = support::seed_for(1271);
    const auto draw = [&] { return 1000 * 0x1p-53 * (double)(draw_bits(&random) >> 11); };
    size_t hits = 0;
    const size_t draws = support::draws(100000);
    for (size_t k = 0; k < draws; k++) {
        ray r = east;
        r.x = draw(), r.y = draw();
        const disc at = {draw(), draw(), 0, ~0u};
        r.dx = at.x - r.x, r.dy = at.y - r.y;
        const bool is_hit = first_on_disc((quad)r.x - at.x, (quad)r.y - at.y, r.dx, r.dy, 0) >= 0;
        hits += is_hit;
        ASSERT_EQ(is_hit ? WAY_DISC : WAY_NOTHING, one_ray(r, {}, {at}).kind) << k;
    }
    EXPECT_GT(hits, draws / 4);
    EXPECT_LT(hits, draws / 4 * 3);
}

TEST(cast2d, discs_masks_and_self) {
    EXPECT_EQ(6, one_ray(east, {}, {{8, 0, 2, ~0u}}).distance);
    EXPECT_EQ(-1, one_ray(east, {}, {{8, 0, 2, ~0u}}).nx);
    EXPECT_EQ(8, one_ray(east, {}, {{8, 2, 2, ~0u}}).distance) << "only just touching";
    EXPECT_EQ(0, one_ray(east, {}, {{1, 0, 2, ~0u}}).distance) << "from inside";
    EXPECT_EQ(INFINITY, one_ray(east, {}, {{-9, 0, 2, ~0u}}).distance);
    ray other = east;
    other.mask = 2;
    EXPECT_EQ(INFINITY, one_ray(other, {}, {{8, 0, 2, 5}}).distance);
    other = east, other.self = 0;
    EXPECT_EQ(1u, one_ray(other, {}, {{0, 0, 2, 1}, {8, 0, 2, 1}}).row);
    EXPECT_EQ(1u, one_ray(east, {}, {{9, 0, 2, 1}, {8, 0, 2, 1}, {8, 0, 2, 1}}).row) << "the lower row";
    EXPECT_EQ(WAY_WALL, one_ray(east, {{8, -1, 8, 1, 0}}, {{10, 0, 2, 1}}).kind) << "walls before discs";
    other = east, other.radius = 1;
    EXPECT_EQ(5, one_ray(other, {}, {{8, 0, 2, 1}}).distance);
    EXPECT_EQ(8, one_ray(other, {{9, -5, 9, 5, 0}}, {}).distance);
    EXPECT_EQ(9, one_ray(other, {{9, 1, 9, 5, 0}}, {}).distance) << "its edge touches the end";
    other.range = 7.5;
    EXPECT_EQ(INFINITY, one_ray(other, {{9, -5, 9, 5, 0}}, {}).distance);
    other.range = 8;
    EXPECT_EQ(8, one_ray(other, {{9, -5, 9, 5, 0}}, {}).distance) << "at the range";
}

TEST(cast2d, rays_hit_the_discs_of_all_worlds) {
    std::vector<float> x(400), far(400);
    std::vector<uint32_t> world(400);
    for (size_t i = 0; i < 400; i++)
        x[i] = (float)i, world[i] = (uint32_t)i % 2;
    const float zero = 0, one = 1, half = 0.25f;
    way_choose2d_in places = {};
    places.runner_x = way_in(x.data()), places.runner_y = way_same(&zero),
    places.runner_world = way_in(world.data());
    std::vector<uint64_t> memory(way_crowd2d_bytes(400) / 8 + 1);
    const auto crowd = (way_crowd2d *)memory.data();
    ASSERT_EQ(WAY_OK, way_make_crowd2d(&places, 400, crowd, 8 * memory.size()));
    way_cast2d_in in = {};
    way_cast2d_out out = {};
    way_cast how = {};
    in.x = way_in(x.data()), in.y = way_same(&one), in.direction_x = way_same(&zero);
    const float down = -1;
    in.direction_y = way_same(&down), in.runner_x = places.runner_x, in.runner_y = places.runner_y;
    in.runner_radius = way_same(&half), out.distance = way_out(far.data());
    how.count = 400, how.crowd2d = crowd;
    ASSERT_EQ(WAY_OK, way_cast2d(&in, &out, &how));
    EXPECT_EQ(std::vector<float>(400, 0.75f), far);
}

TEST(cast2d, directions_of_any_length) {
    for (double length : {(double)0x1p-149f, 1e-30, 1.0, (double)3.4028235e38f, 1e-300, 1e300}) {
        ray r = east;
        r.dx = length;
        EXPECT_EQ(9, one_ray(r, {{9, 0, 9, 1, 0}}, {}).distance) << length;
        EXPECT_EQ(6, one_ray(r, {}, {{8, 0, 2, 1}}).distance) << length;
    }
}

TEST(cast2d, invalid_rays_say_so) {
    std::vector<ray> rays(9, east);
    rays[0].x = NAN, rays[1].y = INFINITY, rays[2].dx = NAN, rays[3].dx = 0, rays[4].dy = INFINITY;
    rays[5].range = -1, rays[6].radius = -1, rays[7].radius = NAN, rays[8].range = NAN;
    for (const ray &r : rays) {
        const hit got = one_ray(r, {{9, -1, 9, 1, 0}}, {{5, 0, 1, 1}});
        EXPECT_EQ(WAY_INVALID, got.status);
        EXPECT_EQ(INFINITY, got.distance);
        EXPECT_EQ(WAY_NO_ROW, got.row);
    }
    EXPECT_EQ(2u, one_ray(east, {{NAN, 1, 2, 3, 0}}, {{NAN, 0, 1, 1}, {5, 0, -1, 1}, {7, 0, 1, 1}}).row);
}

/* Rays and discs that are all far from 0: the positions in a crowd are then relative to a point near the discs. */
TEST(cast2d, a_crowd_far_from_0_changes_nothing) {
    uint64_t state = support::seed_for(17, 0);
    for (double away : {499712.0, -5400576.0, 1e9}) {
        scene s;
        const auto draw = [&](double size) { return away + (double)draw_between(&state, -size, size); };
        for (int i = 0; i < 400; i++)
            s.discs.push_back({draw(50), draw(50), draw_between(&state, 0.1, 1), ~0u});
        for (int i = 0; i < 320; i++) { /* fans of sixteen, which form packets, and single rays */
            const double x = i % 16 == 0 || i < 160 ? draw(60) : s.rays.back().x,
                         y = i % 16 == 0 || i < 160 ? draw(60) : s.rays.back().y;
            s.rays.push_back({x, y, 1, 0.02 * (i % 16) - 0.16, INFINITY, 0, ~0u, WAY_NO_ROW});
        }
        const std::vector<hit> expected = cast(s, false);
        size_t hits = 0;
        for (const std::string &isa : support::isa_names()) {
            support::use_isa use(isa);
            const std::vector<hit> got = cast(s, true);
            for (size_t i = 0; i < s.rays.size(); i++) {
                ASSERT_EQ(0, std::memcmp(&expected[i], &got[i], sizeof got[i]))
                    << isa << " " << away << " " << i;
                hits += got[i].kind == WAY_DISC;
            }
        }
        EXPECT_GT(hits, s.rays.size() / 4);
    }
}

} // namespace
