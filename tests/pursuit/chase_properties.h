/* Tests properties of interceptions in 2D and 3D. Each function tests one property on random chases. */
#ifndef WAYLAY_TESTS_CHASE_PROPERTIES_H
#define WAYLAY_TESTS_CHASE_PROPERTIES_H

#include <gtest/gtest.h>

#include <algorithm>
#include <cfloat>

#include "chase_batch.h"
#include "chase_regimes.h"
#include "reference/reference.h"
#include "support.h"

namespace chase_properties {

using namespace chase_batch;
using chase_regimes::load;
using chase_regimes::vec;

const double ulp = 0x1p-23; /* the largest ulp of a float, relative to the float */

/* Draws `count` random chases, or fewer in the small size of the tests. */
template <int D>
std::vector<chase<D>> typical_chases(size_t count, uint64_t salt, bool with_horizon = false) {
    uint64_t random = support::seed_for(salt, D);
    std::vector<chase<D>> chases(support::draws(count));
    for (chase<D> &c : chases) {
        draw_agent(&random, behaviour<D>(), 0, (float *)(void *)&c);
        switch (draw_below(&random, 4)) {
        case 0: c.reach = 0; break;
        case 1: c.speed = (float)load<D>(c.velocity).length() * (1 + (float)draw_below(&random, 3)); break;
        default: break;
        }
        if (draw_below(&random, 2) == 0)
            for (float &p : c.platform)
                p = 0;
        if (!with_horizon)
            c.horizon = INFINITY;
        c.range = INFINITY;
    }
    return chases;
}

/* Draws chases whose finite inputs are multiples of 1/64, so that sums of a few of them are exact. */
template <int D> std::vector<chase<D>> dyadic_chases(size_t count, uint64_t salt) {
    std::vector<chase<D>> chases = typical_chases<D>(count, salt);
    for (chase<D> &c : chases)
        for (size_t k = 0; k < behaviour<D>()->input_count; k++) {
            float &x = ((float *)(void *)&c)[k];
            if (std::isfinite(x))
                x = (float)(std::floor((double)x * 64) / 64);
        }
    return chases;
}

template <int D>
std::vector<answer<D>> solve_all(const std::vector<chase<D>> &chases, way_precision p = WAY_EXACT) {
    std::vector<answer<D>> answers(chases.size());
    solve_all_of(chases.data(), answers.data(), chases.size(), given::all, p);
    return answers;
}

template <int D> std::string story(const chase<D> &c, const answer<D> &a) {
    return "\n  inputs   " + inputs_of(c) + "\n  got      " + outputs_of(a) +
           "\n  seed     WAYLAY_SEED=" + std::to_string(support::seed());
}

/* The chase relative to the chaser and its platform, in doubles. */
template <int D> struct seen {
    vec<D> r, v;
    double s, R;
    explicit seen(const chase<D> &c)
        : r(load<D>(c.runner) - load<D>(c.chaser)), v(load<D>(c.velocity) - load<D>(c.platform)),
          s(std::max(0.0, (double)c.speed)), R((double)c.reach) {}
    double distance(double t) const { return (r + v * t).length(); }
    /* the distance at t minus the chaser's reach and travel until t; it is 0 at a meeting */
    double gap(double t) const { return distance(t) - (s * t + R); }
    double blur(double t) const { return 16 * ulp * (v.length() + s) * t + 1e-12 * (r.length() + R); }
};

/* For all inputs, even invalid ones, the outputs are numbers in range and agree with the status. */
template <int D> void expect_sane(uint32_t hardness, way_precision precision) {
    uint64_t random = support::seed_for(101, hardness, precision);
    std::vector<chase<D>> chases(support::draws(50000));
    for (chase<D> &c : chases)
        draw_agent(&random, behaviour<D>(), hardness, (float *)(void *)&c);
    std::vector<answer<D>> answers = solve_all(chases, precision);
    for (size_t i = 0; i < chases.size(); i++) {
        const chase<D> &c = chases[i];
        const answer<D> &a = answers[i];
        ASSERT_NE(nullptr, way_status_word(a.status)) << story(c, a);
        ASSERT_NE(WAY_NO_TARGET, a.status) << story(c, a);
        ASSERT_GE(a.time, 0.0f) << story(c, a);
        ASSERT_FALSE(std::signbit(a.time)) << story(c, a);
        ASSERT_GE(a.latest, 0.0f) << story(c, a);
        bool reached = a.status == WAY_MET || a.status == WAY_THERE || a.status == WAY_OUT_OF_RANGE;
        if (reached) {
            ASSERT_LE(a.time, c.horizon) << story(c, a);
            ASSERT_LT(a.time, INFINITY) << story(c, a);
        } else {
            ASSERT_EQ(INFINITY, a.time) << story(c, a);
            ASSERT_EQ(0.0f, a.latest) << story(c, a);
        }
        ASSERT_TRUE(a.status != WAY_THERE || a.time == 0) << story(c, a);
        for (int j = 0; j < D; j++) {
            ASSERT_FALSE(std::isnan(a.point[j])) << story(c, a);
            ASSERT_FALSE(std::isnan(a.velocity[j])) << story(c, a);
            if (a.status != WAY_MET && a.status != WAY_OUT_OF_RANGE) {
                ASSERT_EQ(0.0f, a.velocity[j]) << story(c, a);
                ASSERT_EQ(a.status == WAY_INVALID ? 0.0f : c.runner[j], a.point[j]) << story(c, a);
            }
        }
        bool sound = c.reach >= 0 && c.horizon > -INFINITY && c.range >= 0;
        for (size_t k = 0; k < behaviour<D>()->input_count; k++) {
            const float *x = (const float *)(const void *)&c + k;
            sound = sound && (std::isfinite(*x) || x == &c.horizon || x == &c.range);
        }
        ASSERT_TRUE(sound || a.status == WAY_INVALID) << story(c, a);
    }
}

template <int D> void expect_never_negative() {
    for (uint32_t hardness : {0u, 10u, 40u, 80u})
        for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
            expect_sane<D>(hardness, precision);
            if (testing::Test::HasFatalFailure())
                return;
        }
}

template <int D> void expect_arrives_at_its_own_speed() {
    std::vector<chase<D>> chases = typical_chases<D>(50000, 102);
    std::vector<answer<D>> answers = solve_all(chases);
    size_t met = 0;
    for (size_t i = 0; i < chases.size(); i++) {
        const chase<D> &c = chases[i];
        const answer<D> &a = answers[i];
        if (a.status != WAY_MET)
            continue;
        met++;
        seen<D> s(c);
        double t = (double)a.time;
        vec<D> u = load<D>(a.velocity);
        ASSERT_NEAR(s.s, u.length(), 5 * ulp * s.s) << story(c, a);
        ASSERT_NEAR(s.R, (s.r + (s.v - u) * t).length(), s.blur(t)) << story(c, a);
        for (int j = 0; j < D; j++) {
            double place = (double)c.runner[j], moved = (double)c.velocity[j] * t;
            ASSERT_NEAR(place + moved, (double)a.point[j],
                        2 * ulp * std::max(std::fabs(place), std::fabs(moved)))
                << story(c, a);
        }
    }
    EXPECT_GT(met, chases.size() / 4);
}

template <int D> void expect_no_earlier_meeting() {
    std::vector<chase<D>> chases = typical_chases<D>(20000, 103);
    std::vector<answer<D>> answers = solve_all(chases);
    for (size_t i = 0; i < chases.size(); i++) {
        const chase<D> &c = chases[i];
        const answer<D> &a = answers[i];
        seen<D> s(c);
        if (a.status == WAY_THERE) {
            ASSERT_LE(s.gap(0), s.blur(0)) << story(c, a);
            continue;
        }
        double end = a.status == WAY_MET ? (double)a.time : 1e6;
        ASSERT_GT(s.gap(0), 0) << story(c, a);
        for (double share = 0x1p-20; share < 0.9999; share += share < 0.05 ? share : 0.07)
            ASSERT_GT(s.gap(share * end), -s.blur(share * end)) << share << story(c, a);
    }
}

/* At each time from `time` to `latest`, the chaser can be at the runner's position. After `latest`, it
   cannot. */
template <int D> void expect_latest_is_the_last() {
    std::vector<chase<D>> chases = typical_chases<D>(20000, 104);
    std::vector<answer<D>> answers = solve_all(chases);
    size_t finite = 0;
    for (size_t i = 0; i < chases.size(); i++) {
        const chase<D> &c = chases[i];
        const answer<D> &a = answers[i];
        if (a.status != WAY_MET && a.status != WAY_THERE)
            continue;
        seen<D> s(c);
        double from = (double)a.time, to = (double)a.latest;
        ASSERT_GE(to, from * (1 - 8 * ulp)) << story(c, a);
        ASSERT_EQ(to == INFINITY, s.v.dot(s.v) <= s.s * s.s) << story(c, a);
        if (to == INFINITY)
            to = 2 * from + 1e6;
        else {
            finite++;
            ASSERT_NEAR(0, s.gap(to), s.blur(to)) << story(c, a);
            for (double more = 1e-3; more < 1e3; more *= 10)
                ASSERT_GT(s.gap(to * (1 + more)), -s.blur(to * (1 + more))) << story(c, a);
        }
        for (double share = 0; share <= 1; share += 0.1)
            ASSERT_LT(s.gap(from + share * (to - from)), s.blur(to)) << story(c, a);
    }
    EXPECT_GT(finite, chases.size() / 20);
}

template <int D>
void expect_same_bits(const answer<D> &a, const answer<D> &b, const chase<D> &c, const char *what) {
    ASSERT_EQ(a.status, b.status) << what << story(c, b);
    ASSERT_EQ(a.time, b.time) << what << story(c, b);
    ASSERT_EQ(a.latest, b.latest) << what << story(c, b);
    for (int j = 0; j < D; j++) {
        ASSERT_EQ(a.point[j], b.point[j]) << what << story(c, b);
        ASSERT_EQ(a.velocity[j], b.velocity[j]) << what << story(c, b);
    }
}

/* If all inputs are mirrored on an axis, the answers have the same bits except for signs on that axis. */
template <int D> void expect_mirrors() {
    std::vector<chase<D>> chases = typical_chases<D>(20000, 105), mirrored = chases;
    for (int axis = 0; axis < D; axis++) {
        for (size_t i = 0; i < chases.size(); i++) {
            mirrored[i] = chases[i];
            for (float *x :
                 {mirrored[i].chaser, mirrored[i].runner, mirrored[i].velocity, mirrored[i].platform})
                x[axis] = -x[axis];
        }
        std::vector<answer<D>> a = solve_all(chases), b = solve_all(mirrored);
        for (size_t i = 0; i < chases.size(); i++) {
            b[i].point[axis] = -b[i].point[axis];
            b[i].velocity[axis] = -b[i].velocity[axis];
            expect_same_bits(a[i], b[i], chases[i], "mirrored");
            if (testing::Test::HasFatalFailure())
                return;
        }
    }
}

/* Compares the answers before and after an exact rotation of the inputs. Each answer is within its error
   bound, so two answers differ by at most twice the bound. */
template <int D>
void expect_close(const answer<D> &a, const answer<D> &b, const chase<D> &c, double scale, const char *what) {
    ASSERT_EQ(a.status, b.status) << what << story(c, b);
    double bound = c.reach > 0 ? 32 : 8;
    ASSERT_LE(support::ulps_apart(a.time, b.time), bound) << what << story(c, b);
    ASSERT_LE(support::ulps_apart(a.latest, b.latest), bound) << what << story(c, b);
    double moved = a.status == WAY_MET ? load<D>(c.velocity).length() * (double)a.time : 0;
    for (int j = 0; j < D; j++) {
        ASSERT_NEAR((double)a.velocity[j], (double)b.velocity[j], 10 * ulp * std::fabs((double)c.speed))
            << what << story(c, b);
        ASSERT_NEAR((double)a.point[j], (double)b.point[j], scale * (load<D>(c.runner).length() + moved))
            << what << story(c, b);
    }
}

/* Moves y to x, z to y, and x to the last axis. */
template <int D> void rotate_axes(float *x) { std::rotate(x, x + 1, x + D); }

template <int D> void expect_axes_are_equal() {
    std::vector<chase<D>> chases = typical_chases<D>(20000, 106), turned = chases;
    for (chase<D> &c : turned)
        for (float *x : {c.chaser, c.runner, c.velocity, c.platform})
            rotate_axes<D>(x);
    std::vector<answer<D>> a = solve_all(chases), b = solve_all(turned);
    for (size_t i = 0; i < chases.size(); i++) {
        rotate_axes<D>(a[i].point);
        rotate_axes<D>(a[i].velocity);
        expect_close(a[i], b[i], turned[i], 16 * ulp, "axes exchanged");
        if (testing::Test::HasFatalFailure())
            return;
    }
}

/* Rotates the chases by an angle of the 3-4-5 triangle and scales them by 5. This is exact for small
   integers. */
template <int D> void expect_rotates() {
    std::vector<chase<D>> chases = typical_chases<D>(20000, 107), turned = chases;
    auto turn = [](float *x) {
        float was = x[0];
        x[0] = 3 * was - 4 * x[1];
        x[1] = 4 * was + 3 * x[1];
        for (int j = 2; j < D; j++)
            x[j] *= 5;
    };
    for (size_t i = 0; i < chases.size(); i++) {
        chase<D> &c = chases[i];
        for (size_t k = 0; k < behaviour<D>()->input_count; k++) {
            float &x = ((float *)(void *)&c)[k];
            if (std::isfinite(x))
                x = std::floor(x);
        }
        c.speed += 0.5f; /* avoids ties, because rounding may decide them differently after a rotation */
        c.reach += 0.125f;
        turned[i] = c;
        for (float *x : {turned[i].chaser, turned[i].runner, turned[i].velocity, turned[i].platform})
            turn(x);
        turned[i].speed *= 5;
        turned[i].reach *= 5;
    }
    std::vector<answer<D>> a = solve_all(chases), b = solve_all(turned);
    for (size_t i = 0; i < chases.size(); i++) {
        answer<D> expected = a[i];
        turn(expected.point);
        turn(expected.velocity);
        expect_close(expected, b[i], turned[i], 64 * ulp, "turned");
        if (testing::Test::HasFatalFailure())
            return;
    }
}

/* If the unit of length changes by a power of two, the answers have the same digits. */
template <int D> void expect_scales_in_length() {
    std::vector<chase<D>> chases = typical_chases<D>(20000, 108), scaled = chases;
    for (int power : {-9, -1, 1, 6}) {
        float f = std::ldexp(1.0f, power);
        for (size_t i = 0; i < chases.size(); i++) {
            scaled[i] = chases[i];
            for (float *x : {scaled[i].chaser, scaled[i].runner, scaled[i].velocity, scaled[i].platform})
                for (int j = 0; j < D; j++)
                    x[j] *= f;
            scaled[i].speed *= f;
            scaled[i].reach *= f;
        }
        std::vector<answer<D>> a = solve_all(chases), b = solve_all(scaled);
        for (size_t i = 0; i < chases.size(); i++) {
            for (int j = 0; j < D; j++) {
                a[i].point[j] *= f;
                a[i].velocity[j] *= f;
            }
            expect_same_bits(a[i], b[i], scaled[i], "scaled in length");
            if (testing::Test::HasFatalFailure())
                return;
        }
    }
}

/* If the unit of time changes by a power of two, the answers have the same digits. */
template <int D> void expect_scales_in_time() {
    std::vector<chase<D>> chases = typical_chases<D>(20000, 109, true), scaled = chases;
    for (int power : {-7, -1, 1, 8}) {
        float f = std::ldexp(1.0f, power);
        for (size_t i = 0; i < chases.size(); i++) {
            scaled[i] = chases[i];
            for (float *x : {scaled[i].velocity, scaled[i].platform})
                for (int j = 0; j < D; j++)
                    x[j] *= f;
            scaled[i].speed *= f;
            scaled[i].horizon /= f;
        }
        std::vector<answer<D>> a = solve_all(chases), b = solve_all(scaled);
        for (size_t i = 0; i < chases.size(); i++) {
            a[i].time /= f;
            a[i].latest /= f;
            for (float &x : a[i].velocity)
                x *= f;
            expect_same_bits(a[i], b[i], scaled[i], "scaled in time");
            if (testing::Test::HasFatalFailure())
                return;
        }
    }
}

/* The position of the origin does not matter. */
template <int D> void expect_translates() {
    std::vector<chase<D>> chases = dyadic_chases<D>(20000, 110), moved = chases;
    for (chase<D> &c : moved)
        for (int j = 0; j < D; j++) {
            c.chaser[j] += 512.0f * (float)(j + 1);
            c.runner[j] += 512.0f * (float)(j + 1);
        }
    std::vector<answer<D>> a = solve_all(chases), b = solve_all(moved);
    for (size_t i = 0; i < chases.size(); i++) {
        for (int j = 0; j < D; j++)
            a[i].point[j] = b[i].point[j]; /* not compared: the moved point is rounded differently */
        expect_same_bits(a[i], b[i], moved[i], "translated");
        if (testing::Test::HasFatalFailure())
            return;
    }
}

/* If the same wind is added to the velocities of runner and platform, the chase stays the same. */
template <int D> void expect_galilean() {
    std::vector<chase<D>> chases = dyadic_chases<D>(20000, 111), carried = chases;
    uint64_t random = support::seed_for(112);
    for (chase<D> &c : carried)
        for (int j = 0; j < D; j++) {
            float wind = ((float)draw_below(&random, 2001) - 1000.0f) / 64;
            c.velocity[j] += wind;
            c.platform[j] += wind;
        }
    std::vector<answer<D>> a = solve_all(chases), b = solve_all(carried);
    for (size_t i = 0; i < chases.size(); i++) {
        for (int j = 0; j < D; j++)
            a[i].point[j] = b[i].point[j]; /* not compared: the wind moves the point */
        expect_same_bits(a[i], b[i], carried[i], "carried");
        if (testing::Test::HasFatalFailure())
            return;
    }
}

/* The horizon excludes later meetings and does not change earlier ones. */
template <int D> void expect_horizon_only_cuts() {
    std::vector<chase<D>> chases = typical_chases<D>(20000, 113, true), endless = chases;
    for (chase<D> &c : endless)
        c.horizon = INFINITY;
    std::vector<answer<D>> a = solve_all(endless), b = solve_all(chases);
    size_t late = 0;
    for (size_t i = 0; i < chases.size(); i++) {
        const chase<D> &c = chases[i];
        if (a[i].time <= c.horizon || a[i].time == INFINITY) {
            expect_same_bits(a[i], b[i], c, "within the horizon");
        } else {
            late++;
            /* without a meeting, the point is the runner's position */
            answer<D> unmet = {INFINITY, {}, {}, 0, b[i].distance, WAY_LATE};
            std::copy(c.runner, c.runner + D, unmet.point);
            expect_same_bits(unmet, b[i], c, "beyond the horizon");
        }
        if (testing::Test::HasFatalFailure())
            return;
    }
    EXPECT_GT(late, chases.size() / 50);
}

/* Is the chase insensitive to rounding? If so, the signs and most digits of its terms survive
   cancellation. */
template <int D> bool well_conditioned(const chase<D> &c) {
    seen<D> s(c);
    double rr = s.r.dot(s.r), vv = s.v.dot(s.v), a = vv - s.s * s.s, b = s.r.dot(s.v) - s.s * s.R,
           cc = rr - s.R * s.R;
    auto clear = [](double x, double terms) { return std::fabs(x) > 1e-3 * terms; };
    return clear(a, vv + s.s * s.s) && clear(b, std::sqrt(rr * vv) + s.s * s.R) &&
           clear(cc, rr + s.R * s.R) && clear(b * b - a * cc, b * b + std::fabs(a * cc));
}

template <int D> void expect_agrees_with_the_reference() {
    way_reference *reference = way_reference_named(behaviour<D>()->name);
    ASSERT_NE(nullptr, reference);
    std::vector<chase<D>> chases = typical_chases<D>(50000, 114, true);
    std::vector<answer<D>> answers = solve_all(chases);
    size_t compared = 0;
    for (size_t i = 0; i < chases.size(); i++) {
        const chase<D> &c = chases[i];
        const answer<D> &a = answers[i];
        double in[4 * D + 4], out[2 * D + 4];
        for (int k = 0; k < 4 * D + 4; k++)
            in[k] = (double)((const float *)(const void *)&c)[k];
        in[2 * D + 1 + D + 1] = INFINITY; /* first solve without the horizon, to skip times close to it */
        reference(in, out);
        double horizon = (double)c.horizon;
        if (!well_conditioned(c) || std::fabs(out[0] - horizon) < 1e-4 * horizon)
            continue;
        in[2 * D + 1 + D + 1] = horizon;
        reference(in, out);
        compared++;
        ASSERT_EQ((int32_t)out[2 * D + 3], a.status) << story(c, a);
        auto close = [](double x, double y, double scale) {
            return x == y || std::fabs(x - y) <= 1e-5 * scale;
        };
        double moved = a.status == WAY_MET ? load<D>(c.velocity).length() * out[0] : 0;
        ASSERT_TRUE(close(out[0], (double)a.time, out[0])) << out[0] << story(c, a);
        ASSERT_TRUE(close(out[2 * D + 1], (double)a.latest, out[2 * D + 1])) << out[2 * D + 1] << story(c, a);
        ASSERT_TRUE(close(out[2 * D + 2], (double)a.distance, out[2 * D + 2] + moved)) << story(c, a);
        for (int j = 0; j < D; j++) {
            ASSERT_TRUE(close(out[1 + j], (double)a.point[j], load<D>(c.runner).length() + moved))
                << story(c, a);
            ASSERT_TRUE(close(out[1 + D + j], (double)a.velocity[j], std::fabs((double)c.speed)))
                << story(c, a);
        }
    }
    EXPECT_GT(compared, chases.size() / 2);
}

/* One input at a time is NaN or infinite, with either sign. The answer must be the one that the header states
   for invalid inputs. */
template <int D> void expect_invalid_inputs_say_so() {
    chase<D> right = {};
    right.speed = 5;
    right.runner[0] = 8;
    right.velocity[1] = 3;
    right.horizon = INFINITY;
    ASSERT_EQ(WAY_MET, solve_one(right).status);
    const answer<D> invalid = {INFINITY, {}, {}, 0, INFINITY, WAY_INVALID};
    for (size_t k = 0; k < behaviour<D>()->input_count; k++)
        for (float bad : {NAN, -NAN, INFINITY, -INFINITY, support::float_of(0x7f800001u)}) {
            chase<D> c = right;
            float &x = ((float *)(void *)&c)[k];
            x = bad;
            if ((&x == &c.horizon || &x == &c.range) && bad == INFINITY)
                continue;
            for (way_precision precision : {WAY_EXACT, WAY_FAST})
                expect_same_bits(invalid, solve_one(c, precision), c, behaviour<D>()->inputs[k].name);
            /* the answer is the same if the runner is within reach */
            c.reach = &x == &c.reach ? c.reach : 100;
            expect_same_bits(invalid, solve_one(c), c, behaviour<D>()->inputs[k].name);
        }
    for (float reach : {-1.0f, -1e-30f, -FLT_MAX, -0x1p-149f}) {
        chase<D> c = right;
        c.reach = reach;
        expect_same_bits(invalid, solve_one(c), c, "a negative reach");
    }
    chase<D> c = right;
    c.reach = -0.0f;
    expect_same_bits(solve_one(right), solve_one(c), c, "a reach of -0");
}

template <int D> void expect_negative_speeds_are_none() {
    std::vector<chase<D>> chases = typical_chases<D>(5000, 115), still = chases;
    const float speeds[] = {-0.0f, -1.0f, -50.0f, -1e15f, -0x1p-149f, -FLT_MAX};
    for (size_t i = 0; i < chases.size(); i++) {
        if (i % 2 == 0)
            chases[i].reach = 3000;
        still[i] = chases[i];
        still[i].speed = 0;
        /* this negative speed may be outside the range for which the header states bounds */
        chases[i].speed = speeds[i % 5];
    }
    std::vector<answer<D>> a = solve_all(still), b = solve_all(chases);
    size_t met = 0;
    for (size_t i = 0; i < chases.size(); i++) {
        expect_same_bits(a[i], b[i], chases[i], "a negative speed");
        met += b[i].status == WAY_MET;
        if (testing::Test::HasFatalFailure())
            return;
    }
    EXPECT_GT(met, chases.size() / 200);
}

} // namespace chase_properties

#endif
