/* Moves a scene tick by tick, with its runners in three tables. The hash of its state must equal the hash of
   the same scene with one table. This must hold for every split of the chasers, and with one thread or
   several. In each tick, some runners die, and new runners reuse their rows. */
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "support.h"

namespace {

const size_t chasers = 290, ticks = 4; /* more chasers than the library solves in one block */
const float dt = 0.25f;

struct runner {
    float x, y, vx, vy;
    uint32_t generation;
};

template <typename place> struct scene {
    struct table { /* each table has a different layout */
        std::vector<runner> all;
        std::vector<place> x, y;
        std::vector<way_column> in;
    };
    std::vector<table> tables;
    bool is_flat;
    uint64_t random = support::seed_for(19, sizeof(place));
    std::vector<place> x = std::vector<place>(chasers), y = x, point_x = x, point_y = x;
    std::vector<float> vx = std::vector<float>(chasers), vy = vx, time = vx, speed = vx;
    std::vector<int32_t> status = std::vector<int32_t>(chasers);
    std::vector<uint32_t> part = std::vector<uint32_t>(chasers), row = part, meant = part;

    static constexpr double away = sizeof(place) == 8 ? 1e9 : 0;
    static constexpr size_t sizes[] = {97, 40, 203};

    explicit scene(bool the_flat) : tables(the_flat ? 1 : 3), is_flat(the_flat) {
        for (size_t p = 0; p < 3; p++)
            for (size_t i = 0; i < sizes[p]; i++) {
                table &t = tables[is_flat ? 0 : p];
                t.all.push_back({});
                t.x.push_back(0), t.y.push_back(0);
                be_born(t, t.all.size() - 1);
            }
        for (size_t i = 0; i < chasers; i++) {
            x[i] = (place)(away + (double)draw_between(&random, -500, 500));
            y[i] = (place)(away + (double)draw_between(&random, -500, 500));
            speed[i] = draw_between(&random, 5, 40);
            choose(i);
        }
    }

    void be_born(table &t, size_t i) {
        runner &r = t.all[i];
        t.x[i] = (place)(away + (double)draw_between(&random, -500, 500));
        t.y[i] = (place)(away + (double)draw_between(&random, -500, 500));
        r.vx = draw_between(&random, -20, 20), r.vy = draw_between(&random, -20, 20);
        r.generation++;
    }

    /* Returns the table and the row of runner `i` of table `p`. If `is_flat`, there is only one table. */
    std::pair<table &, size_t> at(size_t p, size_t i) {
        for (size_t before = 0; is_flat && before < p; before++)
            i += sizes[before];
        return {tables[is_flat ? 0 : p], i};
    }

    void choose(size_t chaser) {
        const uint32_t p = draw_below(&random, 4), i = draw_below(&random, p < 3 ? (uint32_t)sizes[p] : 1);
        const bool is_nobody = p == 3;
        part[chaser] = is_flat && !is_nobody ? 0 : p;
        row[chaser] = is_nobody ? UINT32_MAX : (uint32_t)at(p, i).second;
        meant[chaser] = is_nobody ? 0 : at(p, i).first.all[at(p, i).second].generation;
    }

    static way_column column(const std::vector<float> &v) { return way_at(v.data(), 4); }
    static way_column column(const std::vector<double> &v) { return way_at(v.data(), 8); }
    static way_column_out column_out(std::vector<float> &v) { return way_to(v.data(), 4); }
    static way_column_out column_out(std::vector<double> &v) { return way_to(v.data(), 8); }

    /* Solves the chasers of one tick. `split` gets a function and calls it with ranges (first, count). */
    template <typename splitter> void solve(const splitter &split) {
        way_intercept2d_in in = {};
        way_intercept2d_out out = {};
        way_batch batch = {};
        std::vector<way_part> parts;
        std::vector<way_intercept2d_in> of_parts(tables.size());
        for (size_t p = 0; p < tables.size(); p++) {
            table &t = tables[p];
            const ptrdiff_t size = sizeof(runner);
            of_parts[p].runner_x = column(t.x), of_parts[p].runner_y = column(t.y);
            of_parts[p].runner_vx = way_at(&t.all[0].vx, size),
            of_parts[p].runner_vy = way_at(&t.all[0].vy, size);
            if (p == 1 && sizeof(place) == 4) { /* table 1 has its positions in records */
                for (size_t i = 0; i < t.all.size(); i++)
                    t.all[i].x = (float)t.x[i], t.all[i].y = (float)t.y[i];
                of_parts[p].runner_x = way_at(&t.all[0].x, size),
                of_parts[p].runner_y = way_at(&t.all[0].y, size);
            }
            parts.push_back({(const way_column *)(const void *)&of_parts[p], t.all.size(),
                             way_at(&t.all[0].generation, size)});
        }
        if (is_flat) {
            in = of_parts[0];
            batch.targets.runner_generation = parts[0].generation;
            batch.targets.runner_count = parts[0].count;
        } else {
            batch.targets.parts = parts.data();
            batch.targets.part_count = (uint32_t)parts.size();
            batch.targets.part.data = part.data();
        }
        in.chaser_x = column(x), in.chaser_y = column(y), in.chaser_speed.data = speed.data();
        out.time.data = time.data(), out.velocity_x.data = vx.data(), out.velocity_y.data = vy.data();
        out.point_x = column_out(point_x), out.point_y = column_out(point_y), out.status.data = status.data();
        batch.targets.row.data = row.data();
        batch.targets.generation.data = meant.data();
        split([&](size_t first, size_t count) {
            way_batch some = batch;
            some.first = first, some.count = count;
            EXPECT_EQ(WAY_OK, way_intercept2d(&in, &out, &some));
        });
    }

    void move() {
        for (size_t i = 0; i < chasers; i++)
            x[i] += (place)(vx[i] * dt), y[i] += (place)(vy[i] * dt);
        for (size_t p = 0; p < 3; p++)
            for (size_t r = 0; r < sizes[p]; r++) {
                auto [t, i] = at(p, r);
                t.x[i] += (place)(t.all[i].vx * dt), t.y[i] += (place)(t.all[i].vy * dt);
                if (draw_below(&random, 9) == 0)
                    be_born(t, i);
            }
        for (size_t i = 0; i < chasers; i++)
            if (draw_below(&random, 5) == 0)
                choose(i);
    }

    template <typename splitter> uint64_t play(const splitter &split, size_t *gone = nullptr) {
        uint64_t hash = FNV_START;
        for (size_t tick = 0; tick < ticks; tick++) {
            solve(split);
            for (const std::vector<place> *of : {&x, &y, &point_x, &point_y})
                hash = fnv_hash(hash, of->data(), sizeof(place) * chasers);
            for (const std::vector<float> *of : {&time, &vx, &vy})
                hash = fnv_hash(hash, of->data(), 4 * chasers);
            hash = fnv_hash(hash, status.data(), 4 * chasers);
            for (size_t i = 0; gone != nullptr && i < chasers; i++)
                *gone += status[i] == WAY_NO_TARGET && row[i] != UINT32_MAX;
            move();
        }
        return hash;
    }
};

template <typename place> constexpr size_t scene<place>::sizes[];

template <typename place> class runner_tables : public testing::Test {};
using places = testing::Types<float, double>;
TYPED_TEST_SUITE(runner_tables, places);

const auto in_one_call = [](const auto &solve) { solve(0, chasers); };

TYPED_TEST(runner_tables, three_have_the_hash_of_one_at_any_split) {
    support::use_isa plain("scalar");
    size_t gone = 0;
    const uint64_t expected = scene<TypeParam>(true).play(in_one_call, &gone);
    EXPECT_GT(gone, chasers / 20); /* chasers whose target died and whose target's row has a new runner */
    for (const std::string &isa : support::isa_names()) {
        support::use_isa under(isa);
        ASSERT_EQ(expected, scene<TypeParam>(true).play(in_one_call)) << isa;
        for (size_t cut = 0; cut <= chasers; cut += support::small_size() ? 7 : 1)
            ASSERT_EQ(expected, scene<TypeParam>(false).play([cut](const auto &solve) {
                solve(0, cut);
                solve(cut, chasers - cut);
            })) << isa
                << ", cut at " << cut;
        for (size_t each : {1u, 3u, 15u, 16u, 17u, 64u, 255u, 257u})
            ASSERT_EQ(expected, scene<TypeParam>(false).play([each](const auto &solve) {
                for (size_t first = chasers; first > 0;
                     first -= std::min(first, each)) /* begins with the last chasers */
                    solve(first - std::min(first, each), std::min(first, each));
            })) << isa
                << ", " << each << " at a time";
    }
}

TYPED_TEST(runner_tables, three_have_the_hash_of_one_by_several_threads) {
    const uint64_t expected = scene<TypeParam>(true).play(in_one_call);
    for (size_t each : {7u, 16u, 50u})
        for (size_t workers : {2u, 5u})
            ASSERT_EQ(expected, scene<TypeParam>(false).play([each, workers](const auto &solve) {
                std::atomic<size_t> next(0);
                std::vector<std::thread> threads;
                for (size_t worker = 0; worker < workers; worker++)
                    threads.emplace_back([&] {
                        for (size_t first; (first = next.fetch_add(each)) < chasers;)
                            solve(first, std::min(each, chasers - first));
                    });
                for (std::thread &thread : threads)
                    thread.join();
            })) << each
                << " at a time, " << workers << " threads";
}

} // namespace
