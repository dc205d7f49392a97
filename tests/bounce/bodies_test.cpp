/* Tests bounce_all2d: many bodies among walls, with every collision in its order. */
#include "many_bodies.h"

#include <array>
#include <cstring>

#include "reference/reference.h"

namespace {

using bodies::gas;
using bodies::rack;
using bodies::room;
using bodies::scene;

/* A break, in steps of dt ------------------------------------------------------------------------------- */

struct broken {
    double energy = 0, overlap = 0;
    size_t out = 0, late = 0, events = 0;
};

template <class T> broken play(scene<T> s, double dt, double seconds) {
    broken b;
    const double first = s.energy();
    for (double left = seconds; left > 1e-9; left -= dt) {
        s.step_for(dt);
        b.energy = std::fmax(b.energy, std::fabs(s.energy() / first - 1));
        b.overlap = std::fmax(b.overlap, s.overlap());
        b.out += s.outside(0, 2.54, 0, 1.27);
        b.late += s.not_met();
        b.events += s.of.events;
    }
    return b;
}

template <class T> void expect_a_fair_break(const char *type) {
    for (double gap : {1e-3, 1e-5, 0.0})
        for (double dt : {0.05, 1.0 / 60, 0.2, 1.0, 3.0}) {
            const broken b = play(rack<T>(gap), dt, support::small_size() ? 3 : 30);
            std::printf("%s, gap %g m, dt %.3g s: %zu collisions, energy within %.2g, overlap %.2g m\n", type,
                        gap, dt, b.events, b.energy, b.overlap);
            EXPECT_LT(b.energy, 1e-6);
            EXPECT_LT(b.overlap, 1e-6);
            EXPECT_EQ(0u, b.out);
            EXPECT_EQ(0u, b.late);
            EXPECT_GT(b.events, 60u);
        }
}

TEST(bounce_all2d, a_break_keeps_its_energy_and_its_balls) {
    expect_a_fair_break<double>("doubles");
    expect_a_fair_break<float>("floats");
}

/* The exact loop over events ---------------------------------------------------------------------------- */

using collision = way_reference_collision;

template <class T> std::vector<way_quad> inputs_of(const scene<T> &s) {
    std::vector<way_quad> in;
    for (size_t i = 0; i < s.count(); i++)
        for (T value : {s.x[i], s.y[i], s.vx[i], s.vy[i], s.radius[i], s.dt, s.mass[i], s.restitution[i],
                        s.friction[i]})
            in.push_back((way_quad)value);
    return in;
}

template <class T>
std::vector<collision> exact_events(const scene<T> &s, size_t most, std::vector<way_quad> *bodies) {
    std::vector<collision> list(most);
    *bodies = inputs_of(s);
    way_quad_reference_wall_in(s.walls.data(), s.walls.size());
    list.resize(way_quad_reference_bounce_all2d(bodies->data(), s.count(), most, list.data()));
    return list;
}

/* How far are the bodies from where they are exactly, if they move on from the last collision? */
template <class T>
double farthest(const scene<T> &s, const std::vector<way_quad> &exact, const std::vector<collision> &list) {
    const double on = s.of.time - (list.empty() ? (double)s.dt : list.back().time);
    double most = 0;
    for (size_t i = 0; i < s.count(); i++)
        most = std::fmax(most, std::hypot((double)(s.x[i] - exact[9 * i] - exact[9 * i + 2] * on),
                                          (double)(s.y[i] - exact[9 * i + 1] - exact[9 * i + 3] * on)));
    return most;
}

TEST(bounce_all2d, follows_the_exact_loop_over_events) {
    uint64_t random = support::seed_for(571);
    double worst = 0;
    for (double gap : {1e-3, 1e-5})
        for (double jitter : {0.0, 0.4}) {
            scene<double> start = rack<double>(gap);
            for (size_t i = 0; i < start.count(); i++)
                start.x[i] += jitter * gap * (double)draw_between(&random, -1, 1);
            start.y[0] += 0.004; /* off the middle, so that no two collisions are at the same time */
            start.dt = 3;
            for (size_t most = 1; most <= 10; most++) {
                std::vector<way_quad> exact;
                const std::vector<collision> list = exact_events(start, most, &exact);
                scene<double> s = start;
                s.of.most_events = most;
                ASSERT_EQ(WAY_OK, s.step());
                ASSERT_EQ(most, s.of.events);
                worst = std::fmax(worst, farthest(s, exact, list));
            }
        }
    std::printf("positions at each of the first ten collisions: within %.2g m\n", worst);
    EXPECT_LT(worst, 1e-6);
}

double distance_from(const way_wall &w, double x, double y) {
    const double dx = (double)w.bx - (double)w.ax, dy = (double)w.by - (double)w.ay;
    double part = ((x - (double)w.ax) * dx + (y - (double)w.ay) * dy) / (dx * dx + dy * dy);
    part = part > 0 ? part < 1 ? part : 1 : 0;
    return std::hypot(x - (double)w.ax - part * dx, y - (double)w.ay - part * dy);
}

/* A scene of two to eight bodies among up to six walls. */
scene<double> scattered(uint64_t *random) {
    scene<double> s;
    const uint32_t count = 2 + draw_below(random, 7), walls = draw_below(random, 7);
    for (uint32_t w = 0; w < walls; w++) {
        const float x = draw_between(random, -6, 6), y = draw_between(random, -6, 6);
        s.walls.push_back({x, y, x + draw_between(random, -4, 4), y + draw_between(random, -4, 4),
                           (int32_t)draw_below(random, 3) - 1});
    }
    for (uint32_t i = 0; i < count; i++)
        for (int tries = 0; tries < 50; tries++) {
            s.add((double)draw_between(random, -5, 5), (double)draw_between(random, -5, 5),
                  (double)draw_between(random, -3, 3), (double)draw_between(random, -3, 3),
                  draw_below(random, 8) == 0 ? 0 : (double)draw_between(random, 0.05, 1),
                  draw_below(random, 16) == 0 ? INFINITY : (double)draw_between(random, 0.1, 9),
                  draw_below(random, 4) == 0 ? (double)draw_between(random, 0, 1) : 1,
                  draw_below(random, 4) == 0 ? (double)draw_between(random, 0, 1) : 0);
            if (s.overlap() == 0)
                break;
            s.x.pop_back(), s.y.pop_back(), s.vx.pop_back(), s.vy.pop_back();
            s.radius.pop_back(), s.mass.pop_back(), s.restitution.pop_back(), s.friction.pop_back();
        }
    s.dt = 4;
    return s;
}

TEST(bounce_all2d, misses_no_first_collision) {
    uint64_t random = support::seed_for(572);
    size_t met = 0, scenes = 0, wrong = 0;
    double worst = 0;
    for (; scenes < (support::small_size() ? 5000 : 1000000); scenes++) {
        const scene<double> start = scattered(&random);
        std::vector<way_quad> exact;
        const std::vector<collision> list = exact_events(start, 1, &exact);
        scene<double> s = start;
        s.of.most_events = 1;
        ASSERT_EQ(WAY_OK, s.step());
        met += list.size();
        const double off = farthest(s, exact, list);
        worst = std::fmax(worst, off);
        if (list.size() != s.of.events || !(off < 1e-6)) {
            ASSERT_LT(++wrong, 5u);
            ADD_FAILURE() << "scene " << scenes << ": " << s.of.events << " collisions at " << s.of.time
                          << " s, exact: " << list.size() << ", off by " << off << " m";
        }
    }
    std::printf("%zu scenes, %zu with a collision, %zu wrong, positions within %.2g m\n", scenes, met, wrong,
                worst);
    EXPECT_GT(met, scenes / 2);
}

/* What does not change ---------------------------------------------------------------------------------- */

TEST(bounce_all2d, pairs_keep_their_momentum) {
    uint64_t random = support::seed_for(573);
    double worst = 0;
    size_t met = 0;
    for (size_t n = 0; n < support::draws(20000); n++) {
        scene<float> s;
        for (int k = 0; k < 2; k++)
            s.add((double)draw_between(&random, -2, 2), (double)draw_between(&random, -2, 2),
                  (double)draw_between(&random, -4, 4), (double)draw_between(&random, -4, 4), 0.5,
                  (double)draw_between(&random, 0.1, 1), (double)draw_between(&random, 0, 1));
        double before[2] = {0, 0}, after[2] = {0, 0};
        for (size_t k = 0; k < 2; k++)
            before[0] += (double)s.mass[k] * (double)s.vx[k],
                before[1] += (double)s.mass[k] * (double)s.vy[k];
        s.step_for(1);
        for (size_t k = 0; k < 2; k++)
            after[0] += (double)s.mass[k] * (double)s.vx[k], after[1] += (double)s.mass[k] * (double)s.vy[k];
        met += s.of.events;
        worst = std::fmax(worst, std::hypot(after[0] - before[0], after[1] - before[1]));
    }
    std::printf("%zu pairs met, momentum within %.2g\n", met, worst);
    EXPECT_LT(worst, 1e-6);
    EXPECT_GT(met, support::draws(20000) / 8);
}

TEST(bounce_all2d, few_collisions_can_be_reversed) {
    uint64_t random = support::seed_for(574);
    double worst = 0;
    size_t reversed = 0;
    for (size_t n = 0; n < support::draws(20000); n++) {
        scene<double> start = scattered(&random);
        for (size_t i = 0; i < start.count(); i++)
            start.restitution[i] = 1, start.friction[i] = 0;
        bool is_clear = start.overlap() == 0;
        for (way_wall &w : start.walls) {
            w.sides = 0;
            for (size_t i = 0; i < start.count(); i++)
                is_clear &= distance_from(w, start.x[i], start.y[i]) > start.radius[i];
        }
        if (!is_clear)
            continue;
        scene<double> s = start;
        ASSERT_EQ(WAY_OK, s.step());
        if (s.of.events == 0 || s.of.events > 5)
            continue;
        for (size_t i = 0; i < s.count(); i++)
            s.vx[i] = -s.vx[i], s.vy[i] = -s.vy[i];
        ASSERT_EQ(WAY_OK, s.step());
        reversed++;
        for (size_t i = 0; i < s.count(); i++)
            worst = std::fmax(worst, std::hypot(s.x[i] - start.x[i], s.y[i] - start.y[i]));
    }
    std::printf("%zu scenes reversed, positions within %.2g m\n", reversed, worst);
    EXPECT_LT(worst, 1e-6);
    EXPECT_GT(reversed, support::draws(20000) / 8);
}

TEST(bounce_all2d, a_room_full_of_discs) {
    const size_t discs = support::small_size() ? 1000 : 10000, frames = support::small_size() ? 60 : 1000;
    scene<double> s;
    const double width = gas(&s, discs, 0.5, support::seed_for(575)), first = s.energy();
    double overlap = 0;
    size_t events = 0;
    for (size_t k = 0; k < frames; k++) {
        s.step_for(1.0 / 60);
        events += s.of.events;
        ASSERT_EQ(0u, s.outside(0, width, 0, width));
        ASSERT_EQ(0u, s.not_met());
        if (k % 20 == 0 || k + 1 == frames)
            overlap = std::fmax(overlap, s.overlap());
    }
    const double energy = std::fabs(s.energy() / first - 1);
    std::printf("%zu discs, %zu frames, %zu collisions: energy within %.2g, overlap %.2g m\n", discs, frames,
                events, energy, overlap);
    EXPECT_LT(energy, 1e-6);
    EXPECT_LT(overlap, 1e-6);
    EXPECT_GT(events, discs);
}

template <class T> uint64_t hash_of(const scene<T> &s) {
    uint64_t hash = 14695981039346656037u;
    for (const std::vector<T> *column : {&s.x, &s.y, &s.vx, &s.vy})
        for (T value : *column) {
            unsigned char bytes[sizeof(T)];
            std::memcpy(bytes, &value, sizeof(T));
            for (unsigned char byte : bytes)
                hash = (hash ^ byte) * 1099511628211u;
        }
    return hash;
}

TEST(bounce_all2d, the_same_bits_with_every_instruction_set) {
    std::vector<uint64_t> hashes;
    for (const std::string &isa : support::isa_names()) {
        const support::use_isa use(isa);
        scene<float> s;
        gas(&s, 1000, 0.4, 576); /* always the same scene */
        for (int k = 0; k < 20; k++)
            s.step_for(0.02);
        hashes.push_back(hash_of(s));
    }
    for (uint64_t hash : hashes)
        EXPECT_EQ(0x6c160c9ddb51f39eu, hash);
}

/* Discs move along x in their lanes at 1 m/s. All numbers are multiples of 2^-10 and exact, so the answer of
   one call must have the same bits as the answers of many. */
scene<double> lanes(size_t rows, size_t discs) {
    scene<double> s;
    uint64_t random = support::seed_for(577);
    s.walls = room(0, 0, (float)discs, (float)rows);
    for (size_t row = 0; row < rows; row++)
        for (size_t k = 0; k < discs; k++) {
            const double off = (double)draw_below(&random, 256) / 1024;
            s.add((double)k + 0.375 + off, (double)row + 0.5, draw_below(&random, 2) ? 1 : -1, 0, 0.25);
        }
    return s;
}

TEST(bounce_all2d, the_same_bits_in_one_call_and_in_many) {
    const size_t rows = support::small_size() ? 20 : 100, frames = support::small_size() ? 50 : 1000;
    const double dt = 0.015625;
    scene<double> whole = lanes(rows, 100), frame = lanes(rows, 100), some = lanes(rows, 100);
    whole.step_for(dt * (double)frames);
    for (size_t k = 0; k < frames; k++)
        frame.step_for(dt);
    for (size_t k = 0, left = frames; left > 0; k++) {
        const size_t part = std::min<size_t>(left, 1 + k % 7);
        some.step_for(dt * (double)part);
        left -= part;
    }
    EXPECT_GT(whole.of.events, rows * 50);
    EXPECT_EQ(hash_of(whole), hash_of(frame));
    EXPECT_EQ(hash_of(whole), hash_of(some));
}

/* Worlds in the same room and at the same positions, and each world in a call of its own. */
template <class T> void move_worlds(uint64_t seed, int steps) {
    const size_t worlds = 2 + seed % 4;
    const uint32_t numbers[] = {UINT32_MAX, 0, 7, 0x80000000u, 12345};
    std::vector<scene<T>> own(worlds);
    scene<T> all;
    std::vector<std::pair<size_t, size_t>> rows; /* world and body of each row */
    for (size_t w = 0; w < worlds; w++) {
        if (w == 1)
            own[w] = bodies::rack<T>(1e-3);
        else
            bodies::gas(&own[w], w == 2 ? 1 : 30, 0.2, seed / 4 + w / 3);
        own[w].walls = bodies::room(0, 0, 2.54f, 2.54f);
        for (size_t i = 0; i < own[w].count(); i++) {
            own[w].restitution[i] = (T)(i % 3 == 0 ? 0.5 : 1);
            rows.insert(rows.begin() + (ptrdiff_t)draw_below(&seed, (uint32_t)rows.size() + 1), {w, i});
        }
        own[w].x[0] = w == 3 ? (T)NAN : own[w].x[0];
    }
    std::vector<size_t> next(worlds);
    for (auto &row : rows) { /* the order of a world's bodies stays */
        const scene<T> &s = own[row.first];
        const size_t i = row.second = next[row.first]++;
        all.add((double)s.x[i], (double)s.y[i], (double)s.vx[i], (double)s.vy[i], (double)s.radius[i], 1,
                (double)s.restitution[i]);
        all.world.push_back(numbers[row.first]);
    }
    all.walls = own[0].walls;
    for (int step = 0; step < steps; step++) {
        size_t events = 0;
        double time = INFINITY;
        all.of.most_events = step % 5 == 4 ? 3 : 0;
        all.step_for(0.05);
        for (scene<T> &s : own) {
            s.of.most_events = all.of.most_events;
            s.step_for(0.05);
            events += s.of.events, time = std::fmin(time, s.of.time);
        }
        ASSERT_EQ(events, all.of.events);
        ASSERT_EQ(time, all.of.time);
        for (size_t row = 0; row < rows.size(); row++) {
            const scene<T> &s = own[rows[row].first];
            const size_t i = rows[row].second;
            for (const auto of : {&scene<T>::x, &scene<T>::y, &scene<T>::vx, &scene<T>::vy})
                ASSERT_EQ(0, std::memcmp(&(s.*of)[i], &(all.*of)[row], sizeof(T)))
                    << "seed " << seed << ", step " << step << ", row " << row;
            ASSERT_EQ(s.bounces[i], all.bounces[row]);
            ASSERT_EQ(s.status[i], all.status[row]);
        }
    }
}

TEST(bounce_all2d, each_world_moves_as_in_its_own_call) {
    for (uint64_t k = 0; k < support::draws(64); k++) {
        move_worlds<float>(support::seed_for(585, k), 100);
        move_worlds<double>(support::seed_for(586, k), 100);
    }
}

/* Bodies of different worlds meet in one point, and each world has a time step of its own. */
TEST(bounce_all2d, worlds_pass_through_each_other) {
    std::vector<float> x = {0, 4, 2, 2}, y(4), vx = {1, -1, 0, 3}, vy(4), dt = {2, 2, 1, 1};
    std::vector<uint32_t> world = {5, 6, UINT32_MAX, 0};
    std::vector<int32_t> status(4);
    const float radius = 1;
    std::vector<uint64_t> memory(way_bounce_all2d_bytes(4) / 8 + 1);
    way_bounce_all2d_in in = {};
    way_bounce_all2d_out out = {};
    way_bodies of = {};
    in.ball_x = way_in(x.data()), in.ball_y = way_in(y.data()), in.ball_vx = way_in(vx.data());
    in.ball_vy = way_in(vy.data()), in.radius = way_same(&radius), in.dt = way_in(dt.data());
    in.world = way_in(world.data());
    out.next_x = way_out(x.data()), out.next_vx = way_out(vx.data()), out.status = way_out(status.data());
    of.count = 4, of.memory = memory.data(), of.bytes = way_bounce_all2d_bytes(4);
    ASSERT_EQ(WAY_OK, way_bounce_all2d(&in, &out, &of));
    EXPECT_EQ((std::vector<float>{2, 2, 2, 5}), x);
    EXPECT_EQ((std::vector<float>{1, -1, 0, 3}), vx);
    EXPECT_EQ((std::vector<int32_t>(4, WAY_MET)), status);
    EXPECT_EQ(0u, of.events);
    EXPECT_EQ(1, of.time);
}

TEST(bounce_all2d, the_same_bits_with_a_tree_of_walls) {
    scene<double> s;
    const double width = gas(&s, 400, 0.2, support::seed_for(578));
    uint64_t random = support::seed_for(579);
    for (int k = 0; k < 200; k++) { /* posts and bars between the cells of the lattice */
        const float x = (float)(width * draw_below(&random, 20) / 20),
                    y = (float)(width * draw_below(&random, 20) / 20);
        s.walls.push_back({x, y, x + (k % 2 ? 0.05f : 0), y, (int32_t)draw_below(&random, 3) - 1});
    }
    scene<double> with = s;
    std::vector<uint64_t> memory(way_wall_tree_bytes(s.walls.size()) / 8 + 1);
    way_wall_tree *tree = (way_wall_tree *)(void *)memory.data();
    ASSERT_EQ(WAY_OK, way_make_wall_tree(s.walls.data(), s.walls.size(), tree, 8 * memory.size()));
    with.tree = tree;
    for (int k = 0; k < 30; k++) {
        s.step_for(0.05), with.step_for(0.05);
        ASSERT_EQ(hash_of(s), hash_of(with));
    }
    EXPECT_EQ(0u, s.outside(0, width, 0, width));
}

} // namespace
