/* conflicts2d and conflicts3d: which pairs of moving agents come too close to each other. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <vector>

#include "reference/reference.h"
#include "draw.h"
#include "support.h"
#include "truth/truth.h"

namespace {

using truth::quad;

struct agent {
    double x, y, z;
    float vx, vy, vz, radius, height, horizon, age;
    uint32_t world = 0;
};

struct pair {
    uint32_t first, second;
    float in, out, closest, distance;
};

struct answer {
    std::vector<pair> pairs;
    std::vector<int32_t> status;
    way_result result;
    size_t needed, answered;
    const char *fault;
};

template <class T> way_column column(const T *first) { return way_at(first, sizeof(agent)); }

/* Lists the conflicts whose first agent is first .. first + count - 1. */
answer part_of(const std::vector<agent> &agents, int dims, size_t first, size_t count, size_t capacity) {
    static const agent nobody = {};
    const agent *a = agents.empty() ? &nobody : agents.data();
    answer to = {{}, std::vector<int32_t>(agents.size() + 1, -1), WAY_OK, 0, 0, nullptr};
    std::vector<pair> found(capacity + 1);
    std::vector<size_t> offset(count + 1, 99);
    const ptrdiff_t size = sizeof(pair);
    way_conflicts2d_out out = {};
    out.first = way_to(&found[0].first, size), out.second = way_to(&found[0].second, size);
    out.time_in = way_to(&found[0].in, size), out.time_out = way_to(&found[0].out, size);
    out.closest_time = way_to(&found[0].closest, size),
    out.closest_distance = way_to(&found[0].distance, size);
    out.status = way_out(to.status.data());
    way_conflicts lists = {};
    lists.first = first, lists.count = count, lists.agent_count = agents.size();
    lists.capacity = capacity, lists.offset = offset.data(), lists.fault = &to.fault;
    lists.bytes = dims == 3 ? way_conflicts3d_bytes(agents.size()) : way_conflicts2d_bytes(agents.size());
    std::vector<uint64_t> memory(lists.bytes / 8 + 1);
    lists.memory = memory.data();
    const bool has_worlds =
        std::any_of(agents.begin(), agents.end(), [](const agent &one) { return one.world != 0; });
    if (dims == 3) {
        const way_conflicts3d_in in = {column(&a->x),
                                       column(&a->y),
                                       column(&a->z),
                                       column(&a->vx),
                                       column(&a->vy),
                                       column(&a->vz),
                                       column(&a->radius),
                                       column(&a->height),
                                       column(&a->horizon),
                                       column(&a->age),
                                       has_worlds ? column(&a->world) : way_column()};
        to.result = way_conflicts3d(&in, &out, &lists);
    } else {
        const way_conflicts2d_in in = {column(&a->x),      column(&a->y),
                                       column(&a->vx),     column(&a->vy),
                                       column(&a->radius), column(&a->horizon),
                                       column(&a->age),    has_worlds ? column(&a->world) : way_column()};
        to.result = way_conflicts2d(&in, &out, &lists);
    }
    to.needed = lists.needed;
    to.answered = lists.answered;
    if (to.result == WAY_OK || to.result == WAY_ERROR_CAPACITY)
        to.pairs.assign(found.begin(), found.begin() + (ptrdiff_t)offset[lists.answered]);
    for (size_t i = 0; i < lists.answered; i++)
        for (size_t k = offset[i]; k < offset[i + 1]; k++)
            EXPECT_EQ(first + i, found[k].first);
    return to;
}

answer conflicts_of(const std::vector<agent> &agents, int dims) {
    answer to = part_of(agents, dims, 0, agents.size(), agents.size() * agents.size());
    EXPECT_EQ(WAY_OK, to.result) << (to.fault ? to.fault : "");
    return to;
}

/* One pair in 113 bits, from the definition: between two times both are at the same height, and the squared
   distance, a parabola, is least at one of them or at its vertex. */
bool expected(const agent &a, const agent &b, int dims, quad times[4]) {
    const quad rx = (b.x + (quad)b.vx * b.age) - (a.x + (quad)a.vx * a.age),
               ry = (b.y + (quad)b.vy * b.age) - (a.y + (quad)a.vy * a.age),
               rz = (b.z + (quad)b.vz * b.age) - (a.z + (quad)a.vz * a.age);
    const quad vx = (quad)b.vx - a.vx, vy = (quad)b.vy - a.vy, vz = (quad)b.vz - a.vz;
    const quad R = std::fmax(a.radius, b.radius), H = std::fmax(a.height, b.height);
    const float horizon = std::fmax(a.horizon, b.horizon);
    quad from = 0, under_from = 1, to = std::isinf(horizon) ? 1 : (quad)horizon,
         under_to = std::isinf(horizon) ? 0 : 1, end = INFINITY;
    if (dims == 3) {
        const bool outside = truth::magnitude(rz) >= H;
        const quad closing = rz < 0 ? vz : -vz, away = truth::magnitude(rz);
        if (outside && closing <= 0)
            return false;
        if (outside)
            from = away - H, under_from = closing;
        if (closing != 0) {
            const quad leaves = closing > 0 ? away + H : H - away, pace = truth::magnitude(closing);
            end = leaves / pace;
            if (leaves * under_to < to * pace)
                to = leaves, under_to = pace;
        }
        if (outside && !(from * under_to < to * under_from))
            return false;
    }
    const auto f = [&](quad over, quad under) {
        const quad x = rx * under + vx * over, y = ry * under + vy * over;
        return x * x + y * y - R * R * under * under;
    };
    const quad rv = rx * vx + ry * vy, vv = vx * vx + vy * vy, k = rx * vy - ry * vx, c = f(0, 1);
    const quad disc = R * R * vv - k * k;
    const bool is = rv * under_from + vv * from >= 0 ? f(from, under_from) < 0
                    : rv * under_to + vv * to <= 0   ? f(to, under_to) < 0
                                                     : disc > 0;
    if (!is)
        return false;
    const quad root = truth::root(disc), start = c < 0 || rv >= 0 ? 0 : c / (root - rv);
    const quad leaves = vv == 0 ? (quad)INFINITY : rv <= 0 ? (root - rv) / vv : -c / (rv + root);
    times[0] = truth::larger(start, from / under_from);
    times[1] = leaves < end ? leaves : end;
    times[2] = rv < 0 ? -rv / vv : 0;
    times[3] = rv < 0 ? truth::magnitude(k) / truth::root(vv) : truth::root(rx * rx + ry * ry);
    return true;
}

/* Compares all pairs with the definition. Returns the number of conflicts. */
size_t expect_all_pairs(const std::vector<agent> &agents, int dims, size_t *judged) {
    const answer got = conflicts_of(agents, dims);
    size_t at = 0;
    for (uint32_t i = 0; i < agents.size(); i++)
        for (uint32_t j = i + 1; j < agents.size(); j++) {
            quad times[4];
            const agent &a = agents[i], &b = agents[j];
            const bool is = a.world == b.world && expected(a, b, dims, times);
            const bool listed =
                at < got.pairs.size() && got.pairs[at].first == i && got.pairs[at].second == j;
            ++*judged;
            if (is != listed) {
                ADD_FAILURE() << dims << "D, agents " << i << " and " << j << ": "
                              << (is ? "missed" : "wrongly listed");
                return at;
            }
            if (!is)
                continue;
            const pair &p = got.pairs[at++];
            const quad speed = truth::root(((quad)b.vx - a.vx) * ((quad)b.vx - a.vx) +
                                           ((quad)b.vy - a.vy) * ((quad)b.vy - a.vy));
            const quad away = std::hypot(b.x - a.x, b.y - a.y) + 20.0, per = speed > 0 ? 1 / speed : 0;
            const quad scale[4] = {truth::larger(times[0], std::fmax(a.radius, b.radius) * per),
                                   truth::larger(times[1], std::fmax(a.radius, b.radius) * per),
                                   truth::larger(times[2], away * per), truth::larger(times[3], away)};
            const float values[4] = {p.in, p.out, p.closest, p.distance};
            for (int k = 0; k < 4; k++)
                if ((double)values[k] != (double)times[k]) {
                    EXPECT_LE(truth::ulps(values[k], times[k], scale[k]), 1)
                        << k << " of " << i << ", " << j << ": " << (double)times[k] << " " << values[k];
                }
        }
    EXPECT_EQ(at, got.pairs.size());
    return at;
}

std::vector<agent> drawn(uint64_t *random, size_t count, int kind) {
    std::vector<agent> agents(count);
    const auto whole = [&](int most) {
        return (float)((int)draw_below(random, 2 * (uint32_t)most + 1) - most);
    };
    for (agent &a : agents) {
        const auto between = [&](double low, double high) { return draw_between(random, low, high); };
        a = {between(0, 1000),
             between(0, 1000),
             between(0, 100),
             between(-20, 20),
             between(-20, 20),
             between(-3, 3),
             30,
             10,
             20,
             0};
        if (kind ==
            1) /* whole numbers: many pairs that only just touch, in the plane, in height and in time */
            a = {whole(12),
                 whole(12),
                 whole(6),
                 whole(3),
                 whole(3),
                 whole(2),
                 5,
                 1 + (float)draw_below(random, 3),
                 (float)draw_below(random, 6),
                 draw_below(random, 4) ? 0 : whole(2)};
        if (kind == 2) /* far from the origin, and agents with properties of their own */
            a = {1e7 + between(0, 500),
                 -3e6 + between(0, 500),
                 between(0, 60),
                 between(-20, 20),
                 between(-20, 20),
                 between(-3, 3),
                 between(0, 30),
                 between(0, 10),
                 draw_below(random, 20) ? between(0, 20) : INFINITY,
                 between(0, 5)};
        if (kind == 3) /* lanes exactly one radius apart, and speeds along them */
            a = {10 * (double)draw_below(random, 3),
                 between(0, 100),
                 0,
                 0,
                 between(-5, 5),
                 0,
                 10,
                 1,
                 between(0, 30),
                 0};
    }
    if (kind == 4) /* each second agent passes the one before it exactly at the radius, or 2^-20 m off */
        for (size_t i = 0; i < count; i++) {
            const int m = 2 + (int)draw_below(random, 999), n = 1 + (int)draw_below(random, (uint32_t)m - 1);
            const double x = m * m - n * n, y = 2 * m * n, size = m * m + n * n,
                         side = 1 + draw_below(random, 4);
            const double pace = 1 + draw_below(random, 4),
                         off = std::ldexp((double)draw_below(random, 3) - 1, -20);
            agent &a = agents[i];
            a = {whole(1000), whole(1000), 0, 0, 0, 0, (float)(size * side), 1, 100, 0};
            if (i % 2 == 0)
                continue;
            const agent &b = agents[i - 1];
            a.x = b.x - side * y - 4 * pace * x + off, a.y = b.y + side * x - 4 * pace * y;
            a.vx = (float)(pace * x), a.vy = (float)(pace * y);
            agents[i - 1].radius = a.radius;
        }
    return agents;
}

/* Gives each agent a world: one of a few, or one of many, of which each has two agents at one position. */
void put_in_worlds(std::vector<agent> *agents, uint64_t *random, bool many) {
    const uint32_t numbers[] = {0, UINT32_MAX, 7, 0x80000000u};
    for (size_t i = 0; i < agents->size(); i++) {
        (*agents)[i].world = many ? (uint32_t)(i / 2) * 2654435761u : numbers[draw_below(random, 4)];
        if (many)
            (*agents)[i].x = (*agents)[i].y = (*agents)[i].z = 5;
    }
}

TEST(conflicts, all_pairs_in_113_bits) {
#if !WAY_HAS_QUAD
    GTEST_SKIP() << "this compiler has no floating type of 113 bits";
#endif
    uint64_t random = support::seed_for(1, 0);
    size_t judged = 0, found = 0;
    for (size_t wanted = support::draws(1000000), round = 0; judged < wanted; round++) {
        std::vector<agent> agents =
            drawn(&random, round < 8 ? round : 60 + draw_below(&random, 200), (int)(round / 2 % 5));
        for (size_t i = 0; round % 3 == 2 && i < agents.size(); i += 40) /* a few are much larger */
            agents[i].radius *= 16, agents[i].height *= 16;
        if (round % 7 == 6)
            put_in_worlds(&agents, &random, false);
        found += expect_all_pairs(agents, 2 + (int)(round % 2), &judged);
    }
    std::printf("%zu pairs, %zu in conflict\n", judged, found);
    EXPECT_GT(found, judged / 50);
}

/* Reported: two aircraft, a disc of 5 nautical miles and 1,000 feet above and below it. */
TEST(conflicts3d, a_cylinder_around_each_aircraft) {
    const struct {
        double x, y, z;
        float vx, vy, vz;
        bool conflict;
        float in, out;
    } rows[] = {{-24304.38102728, 22664.41458936, 0, 154.333333f, -128.611111f, 0, true, 120, 210.324007f},
                {-24304.38102728, 22664.41458936, 304.8, 154.333333f, -128.611111f, 0, false, 0, 0},
                {-24304.38102728, 22664.41458936, 609.6, 154.333333f, -128.611111f, -5, true, 120, 182.88f},
                {-24304.38102728, 22664.41458936, 1524, 154.333333f, -128.611111f, -5, false, 0, 0},
                {37040, 0, 0, -463, 0, 0, true, 60, 100},
                {37040, 9074.8, 152.4, -463, 0, 1, true, 76.02005f, 83.97995f}};
    for (const auto &row : rows) {
        const float height = 304.8f;
        const std::vector<agent> two = {{0, 0, 0, 0, 0, 0, 9260, height, INFINITY, 0},
                                        {row.x, row.y, row.z == 304.8 ? (double)height : row.z, row.vx,
                                         row.vy, row.vz, 9260, height, INFINITY, 0}};
        const answer got = conflicts_of(two, 3);
        ASSERT_EQ(row.conflict ? 1u : 0u, got.pairs.size()) << row.x << " " << row.z;
        if (row.conflict) {
            EXPECT_NEAR(row.in, got.pairs[0].in, 2e-3);
            EXPECT_NEAR(row.out, got.pairs[0].out, 2e-3);
        }
        EXPECT_EQ(row.conflict ? WAY_MET : WAY_NO_TARGET, got.status[0]);
        EXPECT_EQ(WAY_NO_TARGET, got.status[1]);
    }
}

TEST(conflicts2d, now_later_never_and_touching) {
    const agent still = {0, 0, 0, 0, 0, 0, 1, 0, 10, 0};
    agent other = still;
    const auto one = [&](double x, float vx) {
        other.x = x, other.vx = vx;
        return conflicts_of({still, other}, 2).pairs;
    };
    EXPECT_EQ(0u, one(1, 0).size()) << "only touching";
    EXPECT_EQ(0u, one(1, 2).size()) << "touching, and moving away";
    ASSERT_EQ(1u, one(1, -1).size()) << "touching, and coming closer";
    EXPECT_EQ(0, one(1, -1)[0].in);
    EXPECT_EQ(2, one(1, -1)[0].out);
    ASSERT_EQ(1u, one(0.5, 0).size()) << "in conflict for ever";
    EXPECT_EQ(INFINITY, one(0.5, 0)[0].out);
    EXPECT_EQ(0.5f, one(0.5, 0)[0].distance);
    EXPECT_EQ(0u, one(11, -1).size()) << "begins at the horizon";
    ASSERT_EQ(1u, one(10.75, -1).size()) << "begins before the horizon, and ends after it";
    EXPECT_EQ(9.75f, one(10.75, -1)[0].in);
    EXPECT_EQ(11.75f, one(10.75, -1)[0].out);
    EXPECT_EQ(10.75f, one(10.75, -1)[0].closest);
    other.age = 2; /* the position is two seconds old, so the agent is 2 m further now */
    EXPECT_EQ(1.75f, one(4.75, -1)[0].in);
}

TEST(conflicts, each_world_has_the_pairs_of_its_own_call) {
    uint64_t random = support::seed_for(3, 0);
    size_t pairs = 0;
    for (size_t k = 0; k < support::draws(120); k++) {
        std::vector<agent> agents = drawn(&random, 120, (int)(k % 5));
        put_in_worlds(&agents, &random, k % 6 == 5);
        const int dims = 2 + (int)(k % 2);
        const answer all = conflicts_of(agents, dims);
        std::map<uint32_t, std::vector<uint32_t>> worlds;
        for (uint32_t i = 0; i < agents.size(); i++)
            worlds[agents[i].world].push_back(i);
        std::vector<pair> expected;
        for (const auto &world : worlds) {
            std::vector<agent> own;
            for (const uint32_t i : world.second)
                own.push_back(agents[i]), own.back().world = 0;
            const answer one = conflicts_of(own, dims);
            for (pair p : one.pairs) {
                p.first = world.second[p.first], p.second = world.second[p.second];
                expected.push_back(p);
            }
            for (size_t i = 0; i < own.size(); i++)
                ASSERT_EQ(one.status[i], all.status[world.second[i]]);
        }
        std::sort(expected.begin(), expected.end(), [](const pair &a, const pair &b) {
            return a.first != b.first ? a.first < b.first : a.second < b.second;
        });
        ASSERT_EQ(expected.size(), all.pairs.size()) << "draw " << k;
        ASSERT_EQ(0, std::memcmp(expected.data(), all.pairs.data(), expected.size() * sizeof expected[0]));
        pairs += expected.size();
    }
    EXPECT_GT(pairs, 10 * support::draws(120));
}

TEST(conflicts, lists_do_not_change_if_they_are_split) {
    uint64_t random = support::seed_for(2, 0);
    const std::vector<agent> agents = drawn(&random, 300, 0);
    for (int dims : {2, 3}) {
        const answer all = conflicts_of(agents, dims);
        std::vector<pair> parts;
        for (size_t first = 0; first < agents.size(); first += 77) {
            const answer part =
                part_of(agents, dims, first, std::min<size_t>(77, agents.size() - first), 9999);
            ASSERT_EQ(WAY_OK, part.result);
            parts.insert(parts.end(), part.pairs.begin(), part.pairs.end());
        }
        ASSERT_EQ(all.pairs.size(), parts.size());
        EXPECT_GT(parts.size(), 20u);
        EXPECT_EQ(0, std::memcmp(all.pairs.data(), parts.data(), parts.size() * sizeof parts[0]));
        const answer few = part_of(agents, dims, 0, agents.size(), all.pairs.size() / 2);
        EXPECT_EQ(WAY_ERROR_CAPACITY, few.result);
        EXPECT_STREQ("capacity", few.fault);
        EXPECT_EQ(all.pairs.size(), few.needed);
        EXPECT_LT(few.answered, agents.size());
        EXPECT_EQ(0, std::memcmp(all.pairs.data(), few.pairs.data(), few.pairs.size() * sizeof parts[0]));
        EXPECT_EQ(WAY_OK, part_of(agents, dims, 0, agents.size(), few.needed).result);
    }
}

TEST(conflicts, invalid_agents_have_none_and_say_so) {
    const agent right = {0, 0, 0, 0, 0, 0, 1, 1, 10, 0};
    std::vector<agent> agents(12, right);
    agents[1].x = NAN, agents[2].y = INFINITY, agents[3].vx = NAN, agents[4].radius = -1,
    agents[5].height = -1;
    agents[6].horizon = -1, agents[7].age = NAN, agents[8].z = 1e19, agents[9].radius = INFINITY;
    agents[10].vz = -INFINITY;
    const answer got = conflicts_of(agents, 3);
    ASSERT_EQ(1u, got.pairs.size());
    EXPECT_EQ(11u, got.pairs[0].second);
    EXPECT_EQ(WAY_MET, got.status[0]);
    for (size_t i = 1; i < 11; i++)
        EXPECT_EQ(WAY_INVALID, got.status[i]) << i;
    EXPECT_EQ(WAY_NO_TARGET, got.status[11]);
    EXPECT_TRUE(conflicts_of({}, 2).pairs.empty());
    EXPECT_EQ(300u * 299 / 2, conflicts_of(std::vector<agent>(300, right), 3).pairs.size())
        << "all on one spot";
}

TEST(conflicts2d, wrong_arguments_are_refused) {
    const float one = 1;
    size_t offset[3];
    uint64_t memory[200];
    const char *fault = nullptr;
    way_conflicts2d_in in = {way_same(&one), way_same(&one), way_same(&one), way_same(&one),
                             way_same(&one), way_same(&one), way_same(&one), {}};
    way_conflicts2d_out out = {};
    way_conflicts lists = {};
    lists.count = lists.agent_count = 2, lists.offset = offset, lists.memory = memory,
    lists.bytes = sizeof memory;
    lists.fault = &fault;
    const auto expect = [&](way_result result, const char *name, const way_conflicts2d_in *from,
                            const way_conflicts &how) {
        way_conflicts copy = how;
        EXPECT_EQ(result, way_conflicts2d(from, &out, &copy));
        EXPECT_STREQ(name, fault);
    };
    EXPECT_EQ(WAY_ERROR_NULL, way_conflicts2d(&in, &out, nullptr));
    expect(WAY_ERROR_NULL, "in", nullptr, lists);
    way_conflicts2d_in missing = in;
    missing.radius.data = nullptr;
    expect(WAY_ERROR_MISSING, "radius", &missing, lists);
    way_conflicts2d_in doubles = in;
    doubles.world = way_same(&one), doubles.world.type = WAY_DOUBLE;
    expect(WAY_ERROR_TYPE, "world", &doubles, lists);
    way_conflicts wrong = lists;
    wrong.memory = nullptr;
    expect(WAY_ERROR_NULL, "memory", &in, wrong);
    wrong = lists, wrong.bytes = way_conflicts2d_bytes(2) - 1;
    expect(WAY_ERROR_MEMORY, "bytes", &in, wrong);
    wrong = lists, wrong.first = 1;
    expect(WAY_ERROR_COUNT, "count", &in, wrong);
    wrong = lists, wrong.offset = nullptr;
    expect(WAY_ERROR_NULL, "offset", &in, wrong);
    EXPECT_EQ(0u, way_conflicts2d_bytes(SIZE_MAX));
}

} // namespace
