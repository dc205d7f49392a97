/* Sight: choose2d and neighbours2d with walls, which hide candidates from choosers. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "draw.h"
#include "support.h"
#include "truth/truth.h"

namespace {

#if WAY_HAS_QUAD
using wide = truth::quad;
#else
using wide = long double;
#endif

struct place {
    wide x, y;
};

wide turn_of(place a, place b, place c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

bool is_between(place a, place b, place c) {
    return (a.x < b.x ? a.x : b.x) <= c.x && c.x <= (a.x < b.x ? b.x : a.x) &&
           (a.y < b.y ? a.y : b.y) <= c.y && c.y <= (a.y < b.y ? b.y : a.y);
}

int sign(wide a) { return a < 0 ? -1 : a > 0 ? 1 : 0; }

/* Are the bounding boxes of a line and a wall apart? */
bool are_apart(const double p[2], const double q[2], const way_wall &w) {
    const double a[2] = {w.ax, w.ay}, b[2] = {w.bx, w.by};
    for (int k = 0; k < 2; k++)
        if (std::max(p[k], q[k]) < std::min(a[k], b[k]) || std::max(a[k], b[k]) < std::min(p[k], q[k]))
            return true;
    return false;
}

/* The reference: do two closed segments touch? By the turns of each three of their ends. */
bool is_cut(place p, place q, const way_wall &w) {
    const place a = {w.ax, w.ay}, b = {w.bx, w.by};
    const wide across = (q.x - p.x) * (b.y - a.y) - (q.y - p.y) * (b.x - a.x);
    if ((w.sides > 0 && across < 0) || (w.sides < 0 && across > 0))
        return false;
    const int at_a = sign(turn_of(p, q, a)), at_b = sign(turn_of(p, q, b)), at_p = sign(turn_of(a, b, p)),
              at_q = sign(turn_of(a, b, q));
    if (at_a * at_b < 0 && at_p * at_q < 0)
        return true;
    return (at_a == 0 && is_between(p, q, a)) || (at_b == 0 && is_between(p, q, b)) ||
           (at_p == 0 && is_between(a, b, p)) || (at_q == 0 && is_between(a, b, q));
}

struct scene {
    std::vector<float> x, y, facing_x, facing_y, speed,
        radius;                                      /* of the choosers; radius: of turning circles */
    std::vector<float> cx, cy, vx, vy, weight, size; /* of the candidates */
    std::vector<uint32_t> present;
    std::vector<way_wall> walls;
    float range = INFINITY, arc = -1, bonus = 0;
    int points = 0;
    bool weighs = false;
};

/* The share of a candidate that is seen. The points are computed in doubles, as choose.h says. */
float share_of(const scene &s, size_t i, size_t j) {
    const int points = s.points > 1 && s.size[j] > 0 ? s.points : 1;
    const double dx = (double)s.cx[j] - s.x[i], dy = (double)s.cy[j] - s.y[i],
                 length = std::sqrt(dx * dx + dy * dy),
                 across = points > 1 ? (double)s.size[j] / (points - 1) : 0;
    int seen = 0;
    for (int k = 0; k < points; k++) {
        const double off = (2 * k + 1 - points) * across;
        double x = s.cx[j], y = s.cy[j];
        if (points > 1 && length > 0)
            x -= dy / length * off, y += dx / length * off;
        else if (points > 1)
            y += off;
        const double p[2] = {s.x[i], s.y[i]}, q[2] = {x, y};
        bool is_hidden = false;
        for (const way_wall &w : s.walls)
            is_hidden = is_hidden || (!are_apart(p, q, w) && is_cut({p[0], p[1]}, {x, y}, w));
        seen += !is_hidden;
    }
    return (float)seen / (float)points;
}

struct answers {
    std::vector<uint32_t> target;
    std::vector<float> cost, seen;
    std::vector<int32_t> status;
    std::vector<std::vector<way_neighbour>> lists;
    std::vector<std::vector<float>> shares;
};

bool is_same(const answers &a, const answers &b, size_t *where) {
    for (size_t k = 0; k < a.target.size(); k++)
        if (a.target[k] != b.target[k] || std::memcmp(&a.cost[k], &b.cost[k], 4) != 0 ||
            a.seen[k] != b.seen[k]) {
            *where = k;
            return false;
        }
    return a.status == b.status && a.shares == b.shares;
}

way_choose2d_in columns_of(const scene &s) {
    way_choose2d_in in = {};
    in.chaser_x = way_in(s.x.data()), in.chaser_y = way_in(s.y.data());
    in.chaser_speed = way_in(s.speed.data()), in.radius = way_in(s.radius.data());
    in.heading_x = in.facing_x = way_in(s.facing_x.data());
    in.heading_y = in.facing_y = way_in(s.facing_y.data());
    in.present = way_in(s.present.data()), in.bonus = way_same(&s.bonus);
    in.range_to = way_same(&s.range), in.arc = way_same(&s.arc);
    in.runner_x = way_in(s.cx.data()), in.runner_y = way_in(s.cy.data());
    in.runner_vx = way_in(s.vx.data()), in.runner_vy = way_in(s.vy.data());
    in.runner_radius = way_in(s.size.data());
    if (s.weighs)
        in.weight = way_in(s.weight.data());
    return in;
}

/* How a call searches: in a crowd or all candidates, in a tree of walls or in their list. */
struct search {
    bool crowd, tree;
};

answers ask(const scene &s, way_cost cost, int best, size_t most, search by) {
    const size_t n = s.x.size(), candidates = s.cx.size();
    answers a;
    a.target.resize(n * (size_t)best), a.cost.resize(n * (size_t)best), a.seen.resize(n * (size_t)best);
    a.status.resize(n);
    const way_choose2d_in in = columns_of(s);
    way_choose2d_out out = {};
    out.target = way_out(a.target.data()), out.cost = way_out(a.cost.data()),
    out.seen = way_out(a.seen.data());
    out.status = way_out(a.status.data());
    std::vector<uint64_t> crowd(way_crowd2d_bytes(candidates) / 8 + 1),
        tree(way_wall_tree_bytes(s.walls.size()) / 8 + 1);
    const char *fault = nullptr;
    way_choice how = {};
    how.count = n, how.runner_count = candidates, how.cost = cost, how.best = best, how.fault = &fault;
    how.walls = s.walls.data(), how.wall_count = s.walls.size(), how.sight_points = s.points;
    if (by.crowd) {
        way_choose2d_in held = in;
        if (cost == WAY_BY_DISTANCE) /* without velocities, a crowd can be a grid */
            held.runner_vx = held.runner_vy = {};
        how.crowd2d = (way_crowd2d *)crowd.data();
        EXPECT_EQ(WAY_OK, way_make_crowd2d(&held, candidates, (way_crowd2d *)crowd.data(), 8 * crowd.size()));
    }
    if (by.tree) {
        how.wall_tree = (way_wall_tree *)tree.data();
        EXPECT_EQ(WAY_OK, way_make_wall_tree(s.walls.data(), s.walls.size(), (way_wall_tree *)tree.data(),
                                             8 * tree.size()));
    }
    EXPECT_EQ(WAY_OK, way_choose2d(&in, &out, &how)) << (fault ? fault : "");
    if (cost != WAY_BY_DISTANCE)
        return a;
    std::vector<size_t> offset(n + 1);
    std::vector<way_neighbour> list(way_neighbours_capacity(n, candidates, most) + 1);
    std::vector<float> shares(list.size());
    std::vector<int32_t> status(n);
    way_neighbours lists = {};
    lists.most = most, lists.list = list.data(), lists.capacity = list.size(), lists.offset = offset.data();
    lists.seen = shares.data(), lists.status = way_out(status.data());
    EXPECT_EQ(WAY_OK, way_neighbours2d(&in, &how, &lists)) << (fault ? fault : "");
    a.status.insert(a.status.end(), status.begin(), status.end());
    for (size_t i = 0; i < n; i++) {
        a.lists.emplace_back(list.begin() + (ptrdiff_t)offset[i], list.begin() + (ptrdiff_t)offset[i + 1]);
        a.shares.emplace_back(shares.begin() + (ptrdiff_t)offset[i],
                              shares.begin() + (ptrdiff_t)offset[i + 1]);
        for (const way_neighbour &one : a.lists.back())
            a.shares.back().push_back((float)one.row), a.shares.back().push_back(one.distance);
    }
    return a;
}

/* What each chooser answers if it is asked about the candidates that it sees, and about no others. */
answers expected(const scene &s, way_cost cost, int best, size_t most, size_t *hidden) {
    answers all;
    std::vector<int32_t> list_status;
    for (size_t i = 0; i < s.x.size(); i++) {
        scene one;
        std::vector<uint32_t> row;
        std::vector<float> share;
        for (size_t j = 0; j < s.cx.size(); j++) {
            const float seen = share_of(s, i, j);
            *hidden += seen == 0;
            if (seen == 0)
                continue;
            one.cx.push_back(s.cx[j]), one.cy.push_back(s.cy[j]), one.vx.push_back(s.vx[j]);
            one.vy.push_back(s.vy[j]), one.weight.push_back(s.weight[j]), one.size.push_back(s.size[j]);
            row.push_back((uint32_t)j), share.push_back(seen);
        }
        one.x = {s.x[i]}, one.y = {s.y[i]}, one.facing_x = {s.facing_x[i]}, one.facing_y = {s.facing_y[i]};
        one.speed = {s.speed[i]}, one.radius = {s.radius[i]}, one.range = s.range, one.arc = s.arc;
        one.bonus = s.bonus, one.weighs = s.weighs, one.present = {WAY_NO_ROW};
        for (size_t k = 0; k < row.size(); k++)
            if (row[k] == s.present[i])
                one.present = {(uint32_t)k};
        const answers a = ask(one, cost, best, most, {false, false});
        for (size_t k = 0; k < (size_t)best; k++) {
            const bool is_there = a.target[k] != WAY_NO_ROW;
            all.target.push_back(is_there ? row[a.target[k]] : WAY_NO_ROW);
            all.cost.push_back(a.cost[k]);
            all.seen.push_back(is_there ? share[a.target[k]] : 0);
        }
        all.status.push_back(a.status[0]);
        if (cost != WAY_BY_DISTANCE)
            continue;
        list_status.push_back(a.status[1]);
        all.shares.emplace_back();
        for (const way_neighbour &n : a.lists[0])
            all.shares.back().push_back(share[n.row]);
        for (const way_neighbour &n : a.lists[0])
            all.shares.back().push_back((float)row[n.row]), all.shares.back().push_back(n.distance);
    }
    all.status.insert(all.status.end(), list_status.begin(), list_status.end());
    return all;
}

enum { KINDS = 7 };

/* Scenes: 0: walls at random; 1: whole numbers, so that lines go through ends, along walls and start or end
   on walls, some of which have length 0; 2: far from the origin; 3: closed rooms; 4: so many walls that no
   chooser can keep all of them; 5: tiny; 6: candidates that are seen past a wall by a hair. */
scene drawn(uint64_t *random, int kind, size_t choosers, size_t candidates) {
    scene s;
    const float shift = kind == 2 ? 1e6f : 0, scale = kind == 5 ? 0x1p-70f : 1;
    const auto between = [&](float low, float high) { return draw_between(random, low, high); };
    const auto whole = [&](int most) {
        return (float)((int)draw_below(random, 2 * (uint32_t)most + 1) - most);
    };
    const auto coordinate = [&](bool moves) {
        return (kind == 1 ? whole(8) : between(0, 100) + (moves ? shift : 0)) * scale;
    };
    const int walls = kind == 4 ? 300 : 40;
    for (int i = 0; i < walls && kind != 3; i++) {
        const auto sides = (int32_t)draw_below(random, 3) - 1;
        const float x = coordinate(true), y = coordinate(false);
        if (kind == 1)
            s.walls.push_back({x, y, whole(8), whole(8), sides});
        else
            s.walls.push_back({x, y, x + between(-15, 15) * scale, y + between(-15, 15) * scale, sides});
    }
    if (kind == 1) {
        s.walls.push_back({3, 3, 3, 3, 0});
        s.walls.push_back({-2, 0, -2, 0, 1});
    }
    for (int i = 0; i <= 4 && kind == 3; i++)
        for (int j = 0; j < 4; j++) {
            const float at = 25.0f * (float)i, from = 25.0f * (float)j;
            s.walls.push_back({at, from, at, from + 25, 0});
            s.walls.push_back({from, at, from + 25, at, draw_below(random, 4) ? 0 : 1});
        }
    for (size_t i = 0; i < choosers; i++) {
        s.x.push_back(coordinate(true)), s.y.push_back(coordinate(false));
        s.facing_x.push_back(between(-1, 1)), s.facing_y.push_back(between(-1, 1));
        s.speed.push_back(between(1, 20)), s.radius.push_back(between(5, 50));
        s.present.push_back(draw_below(random, 3) ? WAY_NO_ROW : draw_below(random, (uint32_t)candidates));
    }
    for (size_t j = 0; j < candidates; j++) {
        s.cx.push_back(coordinate(true)), s.cy.push_back(coordinate(false));
        s.vx.push_back(between(-10, 10)), s.vy.push_back(between(-10, 10));
        s.weight.push_back(between(0.5f, 2)),
            s.size.push_back(draw_below(random, 4) ? between(0, 3) * scale : 0);
    }
    for (size_t j = 0; kind == 6 && j < candidates;
         j++) { /* on the line through a chooser and the end of a wall */
        const size_t i = draw_below(random, (uint32_t)choosers);
        const way_wall &w = s.walls[draw_below(random, (uint32_t)s.walls.size())];
        const float part = between(0.5f, 3);
        s.cx[j] = s.x[i] + (w.ax - s.x[i]) * part, s.cy[j] = s.y[i] + (w.ay - s.y[i]) * part;
    }
    s.points = draw_below(random, 3) ? 0 : 2 + (int)draw_below(random, 4);
    s.range = draw_below(random, 2) ? INFINITY : 40 * scale;
    s.arc = draw_below(random, 3) ? -1.0f : 0.5f;
    s.bonus = draw_below(random, 2) ? 0.0f : 5.0f;
    s.weighs = draw_below(random, 3) == 0;
    return s;
}

TEST(sight, the_best_are_the_best_of_those_that_are_seen) {
    uint64_t random = support::seed_for(1, 0);
    size_t pairs = 0, hidden = 0, where = 0;
    for (size_t wanted = support::draws(300000), round = 0; pairs < wanted; round++) {
        const int kind = (int)(round % KINDS), best = round % 3 == 0 ? 1 : WAY_CHOICES_MAX;
        const scene s = drawn(&random, kind, 20, round % 2 ? 300 : 90);
        const auto cost = round / KINDS % 5 == 3   ? WAY_BY_TIME
                          : round / KINDS % 5 == 4 ? WAY_BY_TURNING
                                                   : WAY_BY_DISTANCE;
        const size_t most = round % 4 == 0 ? 0 : round % 4 == 1 ? 40 : 5;
        const answers right = expected(s, cost, best, most, &hidden);
        pairs += s.x.size() * s.cx.size();
        for (const std::string &isa : support::isa_names()) {
            support::use_isa use(isa);
            for (int how = 0; how < 4; how++)
                ASSERT_TRUE(is_same(right, ask(s, cost, best, most, {how % 2 == 1, how > 1}), &where))
                    << isa << ", scene " << round << ", kind " << kind << ", cost " << cost << ", search "
                    << how << ", answer " << where;
        }
    }
    std::printf("%zu pairs of a chooser and a candidate, %zu of them hidden\n", pairs, hidden);
    EXPECT_GT(hidden, pairs / 5);
    EXPECT_LT(hidden, pairs - pairs / 20);
}

/* Many candidates in a large crowd, which have to be searched beyond the walls nearby. */
TEST(sight, searches_go_on_beyond_what_is_hidden) {
    uint64_t random = support::seed_for(2, 0);
    size_t hidden = 0, where = 0;
    for (int round = 0; round < 4; round++) {
        scene s = drawn(&random, round % 2 ? 3 : 0, 12, support::draws(6000) < 3000 ? 2000 : 6000);
        s.points = 0, s.range = INFINITY, s.weighs = round > 1;
        const answers right = expected(s, WAY_BY_DISTANCE, 8, 30, &hidden);
        for (const std::string &isa : support::isa_names()) {
            support::use_isa use(isa);
            for (int how = 0; how < 4; how++)
                ASSERT_TRUE(is_same(right, ask(s, WAY_BY_DISTANCE, 8, 30, {how % 2 == 1, how > 1}), &where))
                    << isa << ", scene " << round << ", search " << how << ", answer " << where;
        }
    }
}

/* Does a chooser at the origin see a candidate at (8, 0)? All ways to search must agree. */
float share_past(const std::vector<way_wall> &walls, float x = 0, float size = 0, int points = 0) {
    scene s;
    s.x = {x}, s.y = {0}, s.facing_x = {1}, s.facing_y = {0}, s.speed = {1}, s.radius = {1};
    s.present = {WAY_NO_ROW}, s.cx = {8}, s.cy = {0}, s.vx = s.vy = {0}, s.weight = {1}, s.size = {size};
    s.walls = walls, s.points = points;
    const answers a = ask(s, WAY_BY_DISTANCE, 1, 1, {false, false});
    for (int how = 1; how < 4; how++) {
        const answers b = ask(s, WAY_BY_DISTANCE, 1, 1, {how % 2 == 1, how > 1});
        EXPECT_EQ(a.target, b.target);
        EXPECT_EQ(a.seen, b.seen);
    }
    EXPECT_EQ(a.seen[0] > 0 ? 0u : WAY_NO_ROW, a.target[0]);
    EXPECT_EQ(a.seen[0] > 0 ? WAY_MET : WAY_NO_TARGET, a.status[0]);
    return a.seen[0];
}

TEST(sight, touching_a_wall_is_a_cut) {
    EXPECT_EQ(1, share_past({}));
    EXPECT_EQ(0, share_past({{4, -1, 4, 1, 0}}));
    EXPECT_EQ(0, share_past({{4, 0, 4, 1, 0}})) << "at an end of the wall";
    EXPECT_EQ(1, share_past({{4, 0x1p-100f, 4, 1, 0}})) << "past an end of the wall";
    EXPECT_EQ(0, share_past({{3, 0, 5, 0, 0}})) << "along the wall";
    EXPECT_EQ(0, share_past({{-9, 0, 20, 0, 0}})) << "the whole line is on the wall";
    EXPECT_EQ(0, share_past({{8, 0, 20, 0, 0}})) << "the candidate is at an end, and the wall leads away";
    EXPECT_EQ(1, share_past({{8.5f, 0, 20, 0, 0}}));
    EXPECT_EQ(1, share_past({{-9, 0, -1, 0, 0}})) << "the wall is behind the chooser";
    EXPECT_EQ(0, share_past({{4, 0, 4, 0, 0}})) << "a wall of length 0 is a point";
    EXPECT_EQ(0, share_past({{0, 0, 0, 0, 0}}));
    EXPECT_EQ(0, share_past({{8, 0, 8, 0, 0}}));
    EXPECT_EQ(1, share_past({{4, 1, 4, 1, 0}}));
    EXPECT_EQ(0, share_past({{0, -1, 0, 1, 0}})) << "the chooser is on the wall";
    EXPECT_EQ(0, share_past({{8, -1, 8, 1, 0}})) << "the candidate is on the wall";
    EXPECT_EQ(1, share_past({{9, -1, 9, 1, 0}})) << "the wall is behind the candidate";
    EXPECT_EQ(1, share_past({{NAN, -1, 4, 1, 0}, {4, -INFINITY, 4, 1, 0}})) << "such walls have no effect";
}

TEST(sight, walls_with_one_side_are_transparent_from_behind) {
    EXPECT_EQ(0, share_past({{4, -1, 4, 1, 1}})) << "the chooser is on the left of the wall";
    EXPECT_EQ(1, share_past({{4, -1, 4, 1, -1}}));
    EXPECT_EQ(0, share_past({{4, 0, 4, 1, 1}})) << "at its end";
    EXPECT_EQ(1, share_past({{4, 0, 4, 1, -1}})) << "at its end, from behind";
    EXPECT_EQ(1, share_past({{4, 1, 4, -1, 1}}));
    EXPECT_EQ(0, share_past({{4, 1, 4, -1, -1}}));
    EXPECT_EQ(0, share_past({{3, 0, 5, 0, 1}})) << "along the wall";
    EXPECT_EQ(0, share_past({{0, -1, 0, 1, 1}})) << "the chooser is on it, and the line leads to its back";
    EXPECT_EQ(1, share_past({{0, -1, 0, 1, -1}})) << "the line leads to its front";
    EXPECT_EQ(1, share_past({{8, -1, 8, 1, -1}})) << "the candidate is on it";
}

TEST(sight, a_chooser_at_the_candidate_sees_it_if_no_wall_is_there) {
    EXPECT_EQ(1, share_past({{4, -1, 4, 1, 0}}, 8));
    EXPECT_EQ(0, share_past({{8, -1, 8, 1, 0}}, 8));
    EXPECT_EQ(0, share_past({{8, 0, 8, 0, 1}}, 8));
    EXPECT_EQ(0, share_past({{7, 0, 9, 0, -1}}, 8));
    EXPECT_EQ(1, share_past({{7, 1, 9, 1, 0}}, 8));
}

TEST(sight, the_share_is_that_of_points_from_edge_to_edge) {
    const std::vector<way_wall> right_half = {
        {4, -9, 4, 0.25f, 0}}; /* hides what is below y = 0.5 at x = 8 */
    EXPECT_EQ(0, share_past(right_half, 0, 2, 0)) << "by default the centre";
    EXPECT_EQ(0, share_past(right_half, 0, 2, 1));
    EXPECT_EQ(0.5f, share_past(right_half, 0, 2, 2)) << "both edges";
    EXPECT_EQ((float)1 / 3, share_past(right_half, 0, 2, 3));
    EXPECT_EQ(0.4f, share_past(right_half, 0, 2, 5)) << "-2, -1, 0, 1, 2";
    EXPECT_EQ(0, share_past(right_half, 0, 0.25f, 5));
    EXPECT_EQ(1, share_past({{4, 2, 4, 9, 0}}, 0, 2, 64));
    for (float size : {NAN, -1.0f, 2e18f})
        EXPECT_EQ(0, share_past(right_half, 0, size, 2)) << "such a radius counts as 0";
}

TEST(sight, no_wall_changes_nothing) {
    uint64_t random = support::seed_for(3, 0);
    for (int round = 0; round < 20; round++) {
        scene s = drawn(&random, 0, 40, 200);
        s.walls.clear();
        const answers none = ask(s, WAY_BY_DISTANCE, 8, 10, {round % 2 == 1, false});
        s.walls.push_back({1e6f, 1e6f, 2e6f, 1e6f, 0}); /* far away */
        const answers far = ask(s, WAY_BY_DISTANCE, 8, 10, {round % 2 == 1, round % 3 == 1});
        size_t where = 0;
        EXPECT_TRUE(is_same(none, far, &where));
        for (size_t k = 0; k < none.seen.size(); k++)
            EXPECT_EQ(none.target[k] == WAY_NO_ROW ? 0 : 1, none.seen[k]);
    }
}

TEST(sight, walls_can_be_measured_from_an_origin) {
    const double x = 1e7, y = 1e7 + 0.25, cx[2] = {1e7 + 8, 1e7 + 8}, cy[2] = {1e7 + 0.25, 1e7 + 4.25};
    const way_wall wall = {4, -1, 4, 0.25f, 0};
    uint32_t target[2];
    way_choose2d_in in = {};
    way_choose2d_out out = {};
    way_choice how = {};
    in.chaser_x = way_same(&x), in.chaser_y = way_same(&y);
    in.runner_x = way_in(cx), in.runner_y = way_in(cy), out.target = way_out(target);
    how.count = 1, how.runner_count = 2, how.best = 2, how.walls = &wall, how.wall_count = 1;
    how.wall_origin_x = 1e7, how.wall_origin_y = 1e7;
    ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &how));
    EXPECT_EQ(1u, target[0]);
    EXPECT_EQ(WAY_NO_ROW, target[1]);
}

/* The hash of the answers is the same on all machines and with all compilers. */
TEST(sight, answers_have_the_same_bits_everywhere) {
    const uint64_t expected = 0xb095c898d70e48f2;
    for (const std::string &isa : support::isa_names()) {
        support::use_isa use(isa);
        uint64_t hash = 0xcbf29ce484222325u, random = 1;
        const auto add = [&](uint32_t word) { hash = (hash ^ word) * 0x100000001b3u; };
        for (int kind = 0; kind < KINDS; kind++) {
            const answers a =
                ask(drawn(&random, kind, 50, 200), WAY_BY_DISTANCE, 8, 10, {kind % 2 == 1, kind > 3});
            for (size_t k = 0; k < a.target.size(); k++) {
                add(a.target[k]);
                add(support::bits_of(a.cost[k]));
                add(support::bits_of(a.seen[k]));
            }
        }
        EXPECT_EQ(expected, hash) << std::hex << hash << " " << isa;
    }
}

TEST(sight, wrong_arguments_are_named) {
    const float zero = 0;
    const way_wall wall = {};
    uint32_t target[1];
    const char *fault = nullptr;
    way_choose2d_in in = {};
    way_choose2d_out out = {};
    way_choice how = {};
    in.chaser_x = in.chaser_y = in.runner_x = in.runner_y = way_same(&zero), out.target = way_out(target);
    how.count = how.runner_count = 1, how.fault = &fault;
    for (int points : {-1, WAY_SIGHT_MAX + 1}) {
        how.sight_points = points;
        EXPECT_EQ(WAY_ERROR_COUNT, way_choose2d(&in, &out, &how));
        EXPECT_STREQ("sight_points", fault);
    }
    how.sight_points = 0, how.wall_count = 1;
    EXPECT_EQ(WAY_ERROR_NULL, way_choose2d(&in, &out, &how));
    EXPECT_STREQ("walls", fault);
    how.walls = &wall;
    way_choose3d_in in_space = {};
    way_choose3d_out out_space = {};
    in_space.chaser_x = in_space.chaser_y = in_space.chaser_z = way_same(&zero);
    in_space.runner_x = in_space.runner_y = in_space.runner_z = way_same(&zero);
    out_space.target = way_out(target);
    EXPECT_EQ(WAY_ERROR_COUNT, way_choose3d(&in_space, &out_space, &how)) << "only in the plane";
    EXPECT_STREQ("wall_count", fault);
}

/* Agents in doubles beyond 65 km from 0, among walls that are measured from 0. All coordinates are multiples of 1/64 m,
   so the answers are those of the same scene at the origin. */
TEST(sight, doubles_far_from_0_see_past_walls_that_are_measured_from_0) {
    uint64_t random = support::seed_for(4, 0);
    const double away = 131072;
    const auto draw = [&] { return std::ldexp((double)draw_below(&random, 64 << 6), -6); };
    for (int round = 0; round < 40; round++) {
        std::vector<double> x, y, far_x, far_y;
        std::vector<way_wall> here, there;
        for (int i = 0; i < 200; i++) {
            x.push_back(draw()), y.push_back(draw());
            far_x.push_back(away + x.back()), far_y.push_back(-away - y.back());
        }
        for (int k = 0; k < 60; k++) {
            const float ax = (float)draw(), ay = -(float)draw(), bx = (float)draw(), by = -(float)draw();
            const int sides = (int)draw_below(&random, 3) - 1;
            here.push_back({ax, ay, bx, by, sides});
            there.push_back({ax + 131072.0f, ay - 131072.0f, bx + 131072.0f, by - 131072.0f, sides});
        }
        for (double &at : y)
            at = -at;
        std::vector<float> size(200, 0.5f), cost[6];
        std::vector<uint32_t> target[6];
        std::vector<uint64_t> crowd(way_crowd2d_bytes(200) / 8 + 1);
        for (size_t kind = 0; kind < 6; kind++) { /* 4, 5: the walls are measured from a point near them */
            const bool is_far = kind % 2 == 1 || kind >= 4, is_near = kind >= 4;
            way_choose2d_in in = {};
            way_choose2d_out out = {};
            way_choice how = {};
            in.chaser_x = in.runner_x = way_in(is_far ? far_x.data() : x.data());
            in.chaser_y = in.runner_y = way_in(is_far ? far_y.data() : y.data());
            in.runner_radius = way_in(size.data());
            cost[kind].resize(600), target[kind].resize(600);
            out.target = way_out(target[kind].data()), out.cost = way_out(cost[kind].data());
            how.count = how.runner_count = 200, how.best = 3, how.sight_points = round % 2 ? 3 : 1;
            how.walls = is_far && !is_near ? there.data() : here.data(), how.wall_count = here.size();
            how.wall_origin_x = is_near ? away : 0, how.wall_origin_y = is_near ? -away : 0;
            ASSERT_EQ(WAY_OK, way_make_crowd2d(&in, 200, (way_crowd2d *)crowd.data(), 8 * crowd.size()));
            how.crowd2d = kind == 2 || kind == 3 || kind == 5 ? (const way_crowd2d *)crowd.data() : nullptr;
            ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &how));
            EXPECT_EQ(target[0], target[kind]) << round << " " << kind;
            EXPECT_EQ(cost[0], cost[kind]) << round << " " << kind;
        }
        EXPECT_GT(std::count(target[0].begin(), target[0].end(), WAY_NO_ROW), 5);
    }
}

} // namespace
