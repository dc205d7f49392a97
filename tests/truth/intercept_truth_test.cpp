/* Checks the header's bounds of the interception against exact arithmetic, regime by regime.
   WAYLAY_TRUTH_INPUTS sets the number of chases per regime and kind of reach. WAYLAY_SEED changes the random
   chases. */
#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>

#include "pursuit/chase_batch.h"
#include "pursuit/chase_regimes.h"
#include "in_chunks.h"
#include "truth/intercept_truth.h"
#include "support.h"

namespace {

using namespace chase_batch;
using chase_regimes::reach_kind;
using chase_regimes::regime;

/* Returns the registry's bound of this output, in ulps. */
double bound_of(const char *output) {
    const way_behaviour *behaviour = way_behaviour_named("intercept2d");
    for (size_t k = 0; k < behaviour->output_count; k++)
        if (std::strcmp(behaviour->outputs[k].name, output) == 0)
            return behaviour->outputs[k].bound;
    return 0;
}

const double time_bound = bound_of("time"), point_bound = bound_of("point_x"),
             velocity_bound = bound_of("velocity_x"), distance_bound = bound_of("distance");

const size_t chunk = 4096;

size_t inputs_per_kind(int dimensions) {
    const char *given = std::getenv("WAYLAY_TRUTH_INPUTS");
    if (given != nullptr)
        return std::strtoull(given, nullptr, 0);
    return support::draws(dimensions == 2 ? 600000 : 120000);
}

template <int D> std::string numbers_of(const truth_intercept::meeting<D> &exact) {
    const char *word = way_status_word(exact.status);
    std::string text = "time=" + support::both((double)exact.time) +
                       " latest=" + support::both(exact.latest_infinite ? INFINITY : (double)exact.latest);
    for (int i = 0; i < D; i++)
        text += std::string(" velocity_") + "xyz"[i] + "=" + support::both((double)exact.velocity[i]);
    return text + " status=" + word + (exact.touching ? " (touching)" : "");
}

/* The worst error of one kind, and the chase that has it. */
template <int D> struct worst {
    double ulps = 0;
    chase<D> where = {};
    answer<D> got = {};
    void see(double error, const chase<D> &c, const answer<D> &a) {
        if (error > ulps) {
            ulps = error;
            where = c;
            got = a;
        }
    }
    void join(const worst &other) { see(other.ulps, other.where, other.got); }
};

template <int D> struct tally {
    size_t chases = 0, outside = 0, touching = 0, met = 0, there = 0, wrong = 0;
    size_t over_time = 0, over_latest = 0, over_point = 0, over_velocity = 0;
    worst<D> time, latest, point, velocity, length, distance;
    std::vector<std::pair<chase<D>, answer<D>>> mistakes;

    void see(const chase<D> &c, const answer<D> &got) {
        chases++;
        if (!truth_intercept::in_range(c)) {
            outside++;
            return;
        }
        truth_intercept::meeting<D> exact = truth_intercept::solve(c);
        truth_intercept::verdict v = truth_intercept::judge(c, exact, got);
        touching += v.touching;
        met += exact.status == WAY_MET;
        there += exact.status == WAY_THERE;
        if (v.wrong) {
            wrong++;
            if (mistakes.size() < 3)
                mistakes.push_back({c, got});
        }
        over_time += v.time > time_bound;
        over_latest += v.latest > time_bound;
        over_point += v.point > point_bound;
        over_velocity += v.velocity > velocity_bound || v.length > velocity_bound;
        time.see(v.time, c, got);
        latest.see(v.latest, c, got);
        point.see(v.point, c, got);
        velocity.see(v.velocity, c, got);
        length.see(v.length, c, got);
        distance.see(v.distance, c, got);
    }

    void join(const tally &other) {
        chases += other.chases;
        outside += other.outside;
        touching += other.touching;
        met += other.met;
        there += other.there;
        wrong += other.wrong;
        over_time += other.over_time;
        over_latest += other.over_latest;
        over_point += other.over_point;
        over_velocity += other.over_velocity;
        time.join(other.time);
        latest.join(other.latest);
        point.join(other.point);
        velocity.join(other.velocity);
        length.join(other.length);
        distance.join(other.distance);
        mistakes.insert(mistakes.end(), other.mistakes.begin(), other.mistakes.end());
    }
};

template <int D> void draw(const regime<D> &of, reach_kind kind, size_t at, std::vector<chase<D>> &chases) {
    uint64_t name = fnv_hash(FNV_START, of.name, std::strlen(of.name));
    uint64_t random = support::seed_for(name, (uint64_t)kind * 16 + D, at);
    for (chase<D> &c : chases)
        c = of.draw(&random, kind);
}

template <int D> tally<D> measure(const regime<D> &of, reach_kind kind) {
    tally<D> sum;
    std::mutex joining;
    given which = kind == reach_kind::none && !of.platform ? given::required : given::all;
    support::in_chunks(inputs_per_kind(D), chunk, [&](size_t at, size_t count) {
        std::vector<chase<D>> chases(count);
        std::vector<answer<D>> answers(count);
        draw(of, kind, at, chases);
        solve_all_of(chases.data(), answers.data(), count, which);
        tally<D> part;
        for (size_t i = 0; i < count; i++)
            part.see(chases[i], answers[i]);
        std::lock_guard<std::mutex> lock(joining);
        sum.join(part);
    });
    return sum;
}

template <int D> std::string story(const char *what, const chase<D> &c, const answer<D> &got) {
    return std::string("\n  ") + what + "\n  inputs   " + inputs_of(c) + "\n  exact    " +
           numbers_of(truth_intercept::solve(c)) + "\n  got      " + outputs_of(got) +
           "\n  seed     WAYLAY_SEED=" + std::to_string(support::seed());
}

template <int D> void expect_within_bounds(const regime<D> &of) {
#if !WAY_HAS_QUAD
    GTEST_SKIP() << "this compiler has no floating type of 113 bits";
#endif
    const struct {
        const char *name;
        reach_kind kind;
    } kinds[] = {
        {"no reach", reach_kind::none}, {"reach", reach_kind::typical}, {"contact", reach_kind::contact}};
    for (const auto &k : kinds) {
        tally<D> t = measure(of, k.kind);
        std::printf(
            "%dD %-20s %-8s %9zu chases, %8zu met %7zu there; worst ulps: time %.3g latest %.3g point %.3g "
            "velocity %.3g length %.3g distance %.3g; wrong %zu, touching %zu, out of range %zu\n",
            D, of.name, k.name, t.chases, t.met, t.there, t.time.ulps, t.latest.ulps, t.point.ulps,
            t.velocity.ulps, t.length.ulps, t.distance.ulps, t.wrong, t.touching, t.outside);
        std::fflush(stdout);
        EXPECT_EQ(0u, t.wrong) << k.name << ": a wrong yes or no";
        for (size_t i = 0; i < t.mistakes.size() && i < 3; i++)
            ADD_FAILURE() << story("a wrong yes or no", t.mistakes[i].first, t.mistakes[i].second);
        EXPECT_LE(t.time.ulps, time_bound)
            << k.name << ", " << t.over_time << " of " << t.chases << story("time", t.time.where, t.time.got);
        EXPECT_LE(t.latest.ulps, time_bound) << k.name << ", " << t.over_latest << " of " << t.chases
                                             << story("latest", t.latest.where, t.latest.got);
        EXPECT_LE(t.point.ulps, point_bound) << k.name << ", " << t.over_point << " of " << t.chases
                                             << story("point", t.point.where, t.point.got);
        EXPECT_LE(t.velocity.ulps, velocity_bound) << k.name << ", " << t.over_velocity << " of " << t.chases
                                                   << story("velocity", t.velocity.where, t.velocity.got);
        EXPECT_LE(t.length.ulps, velocity_bound)
            << k.name << story("length of the velocity", t.length.where, t.length.got);
        EXPECT_LE(t.distance.ulps, distance_bound)
            << k.name << story("distance", t.distance.where, t.distance.got);
    }
}

class intercept2d_truth : public testing::TestWithParam<regime<2>> {};
class intercept3d_truth : public testing::TestWithParam<regime<3>> {};

TEST_P(intercept2d_truth, exact_keeps_its_bounds) { expect_within_bounds(GetParam()); }
TEST_P(intercept3d_truth, exact_keeps_its_bounds) { expect_within_bounds(GetParam()); }

template <int D> std::string name_of(const testing::TestParamInfo<regime<D>> &info) {
    return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(regimes, intercept2d_truth, testing::ValuesIn(chase_regimes::regimes<2>()),
                         name_of<2>);
INSTANTIATE_TEST_SUITE_P(regimes, intercept3d_truth, testing::ValuesIn(chase_regimes::regimes<3>()),
                         name_of<3>);

/* The fast precision returns no NaN and no negative time in any regime. */
template <int D> void expect_fast_is_sane() {
    for (const regime<D> &of : chase_regimes::regimes<D>())
        for (reach_kind kind : {reach_kind::none, reach_kind::typical, reach_kind::contact}) {
            std::vector<chase<D>> chases(support::draws(20000));
            std::vector<answer<D>> answers(chases.size());
            draw(of, kind, 1, chases);
            solve_all_of(chases.data(), answers.data(), chases.size(), given::all, WAY_FAST);
            for (size_t i = 0; i < chases.size(); i++) {
                const answer<D> &a = answers[i];
                bool sane = a.time >= 0 && a.latest >= 0 && way_status_word(a.status) != nullptr;
                for (int j = 0; j < D; j++)
                    sane = sane && a.point[j] == a.point[j] && a.velocity[j] == a.velocity[j];
                ASSERT_TRUE(sane) << of.name << "\n  inputs   " << inputs_of(chases[i]) << "\n  got      "
                                  << outputs_of(a);
            }
        }
}

TEST(intercept2d_truth_fast, no_nan_and_never_negative) { expect_fast_is_sane<2>(); }
TEST(intercept3d_truth_fast, no_nan_and_never_negative) { expect_fast_is_sane<3>(); }

/* Tests the fast precision at game scale with speeds that differ by at least a tenth. For 99.9 % of the
   agents, the relative error of the time is at most 1e-4. */
template <int D> void expect_fast_is_close(reach_kind kind) {
#if !WAY_HAS_QUAD
    GTEST_SKIP() << "this compiler has no floating type of 113 bits";
#endif
    std::vector<chase<D>> chases(support::draws(200000)), kept;
    draw(chase_regimes::regimes<D>()[0], kind, 2, chases);
    for (const chase<D> &c : chases) {
        double ratio = (double)c.speed / chase_regimes::load<D>(c.velocity).length();
        if (ratio < 0.9 || ratio > 1.1)
            kept.push_back(c);
    }
    std::vector<answer<D>> answers(kept.size());
    solve_all_of(kept.data(), answers.data(), kept.size(), given::all, WAY_FAST);
    std::vector<double> errors;
    size_t other_way = 0;
    for (size_t i = 0; i < kept.size(); i++) {
        truth_intercept::meeting<D> exact = truth_intercept::solve(kept[i]);
        if (exact.touching)
            continue;
        if (exact.status != answers[i].status) {
            other_way++;
            errors.push_back(INFINITY);
        } else if (exact.status == WAY_MET)
            errors.push_back(std::fabs((double)answers[i].time - (double)exact.time) / (double)exact.time);
    }
    std::sort(errors.begin(), errors.end());
    auto at = [&](double share) { return errors[(size_t)(share * (double)(errors.size() - 1))]; };
    std::printf("%dD fast, game scale, speeds apart: %zu chases; relative error of time: median %.2g, 90 %% "
                "%.2g, 99 %% "
                "%.2g, 99.9 %% %.2g, 99.99 %% %.2g, worst %.2g; judged the other way: %zu\n",
                D, errors.size(), at(0.5), at(0.9), at(0.99), at(0.999), at(0.9999), at(1), other_way);
    EXPECT_LE(at(0.999), 1e-4);
}

TEST(intercept2d_truth_fast, typical_times_within_1e_4) { expect_fast_is_close<2>(reach_kind::none); }
TEST(intercept3d_truth_fast, typical_times_within_1e_4) { expect_fast_is_close<3>(reach_kind::none); }
TEST(intercept2d_truth_fast, typical_times_with_reach_within_1e_4) {
    expect_fast_is_close<2>(reach_kind::typical);
}

} // namespace
