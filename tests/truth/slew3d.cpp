/* The exact answers of slew3d are those of the reference, which finds the shots in double and refines them to
   113 bits. The call is also compared with a dense search that knows no formula, and with slew2d. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "agents.h"
#include "truth/truth.h"

namespace {

using namespace truth;
using agents::one_agent;

const int muzzle = 0, heading = 3, rate = 6, speed = 7, runner = 8, velocity = 11, platform = 14, facing = 17,
          arc = 20, horizon = 21, dt = 22, gravity = 23, inputs = 24;
const int time_ = 0, hit = 1, direction = 2, turn = 5, status = 9, outputs = 10;

bool is_in_stated_range(float x) {
    const double size = std::fabs((double)x);
    return size == 0 || (size >= 1e-6 && size <= 1e6);
}

/* Returns how far answers move if the rate and the heading change by 1e-11. */
bool moved_by_rounding(const float *in, const answer &exact, double *moved) {
    const double small = 1e-11;
    std::fill(moved, moved + outputs, 0.0);
    for (int change = 0; change < 6; change++) {
        double given[inputs], got[outputs];
        std::copy(in, in + inputs, given);
        const double by = change % 2 ? small : -small;
        if (change < 2) {
            given[rate] *= 1 + by;
            given[speed] *= 1 + by / 16;
        } else if (change >= 4)
            given[arc] = given[arc] > -1 ? given[arc] + by : given[arc];
        else
            for (int k = 0; k < 3; k++) /* turned about (1, 1, 1) */
                given[heading + k] +=
                    by * ((double)in[heading + (k + 1) % 3] - (double)in[heading + (k + 2) % 3]);
        way_reference_named("slew3d")(given, got);
        if (got[status] != (double)exact.value[status])
            return false;
        if (got[time_] == INFINITY)
            continue;
        for (int k = 0; k < status; k++)
            moved[k] = std::fmax(moved[k], std::fabs(got[k] - (double)exact.value[k]));
    }
    const double size = (double)exact.value[time_] + (double)exact.value[hit];
    return !(moved[time_] > 1e-6 * size ||
             moved[direction] + moved[direction + 1] + moved[direction + 2] > 1e-3);
}

void solve(const float *in, answer *out) {
    take_reference(in, out);
    for (int k = 0; k < horizon; k++)
        out->not_judged |= k != arc && !is_in_stated_range(in[k]);
    const bool moves_level = in[velocity] != in[platform] || in[velocity + 2] != in[platform + 2];
    /* the reference does not know targets that move straight up or down */
    out->not_judged |= !is_in_stated_range(in[gravity]) ||
                       (in[gravity] > 0 && !moves_level && in[velocity + 1] != in[platform + 1]);
    for (int k = 0; k < 3; k++)
        out->not_judged |= !is_in_stated_range(in[runner + k] - in[muzzle + k]) ||
                           !is_in_stated_range(in[velocity + k] - in[platform + k]);
    double moved[outputs];
    if (out->not_judged || (int)out->value[status] == WAY_INVALID)
        return;
    if (!moved_by_rounding(in, *out, moved)) {
        out->not_judged = true;
        return;
    }
    for (int k = 0; k < status; k++) {
        const quad least = k < 2 ? (quad)0 : (quad)1;
        out->ulp_scale[k] = std::isinf((double)out->value[k])
                                ? (quad)1
                                : larger(larger(magnitude(out->value[k]), least), (quad)(0x1p20 * moved[k]));
    }
    const quad limit = in[horizon], when = out->value[time_];
    out->not_judged |=
        limit < (quad)INFINITY && when < (quad)INFINITY && magnitude(when - limit) < 1e-9 * magnitude(limit);
}

void typical(uint64_t *random, float *in) {
    for (int k = 0; k < 3; k++) {
        in[muzzle + k] = draw_between(random, -500, 500);
        in[runner + k] = draw_between(random, -500, 500);
        in[heading + k] = draw_between(random, -1, 1);
        in[facing + k] = draw_between(random, -1, 1);
        in[velocity + k] = draw_between(random, -40, 40);
    }
    const bool moves = draw_below(random, 2);
    for (int k = 0; k < 3; k++)
        in[platform + k] = moves ? draw_between(random, -10, 10) : 0;
    in[rate] = std::exp(draw_between(random, std::log(0.02f), std::log(6.0f)));
    in[speed] = draw_between(random, 20, 400);
    in[horizon] = draw_below(random, 2) ? INFINITY : draw_between(random, 0, 60);
    in[dt] = draw_below(random, 2) ? 0 : draw_between(random, 0, 0.5);
    in[arc] = draw_below(random, 2) ? -1 : draw_between(random, -1, 1);
    in[gravity] = 0;
}

void no_options(uint64_t *random, float *in) {
    typical(random, in);
    for (int k = platform; k < horizon; k++)
        in[k] = 0;
    in[arc] = -1, in[horizon] = INFINITY, in[dt] = 0;
}

/* Draws targets about as fast as the shell or faster, and targets that pass close by. */
void close_and_fast(uint64_t *random, float *in) {
    typical(random, in);
    in[horizon] = INFINITY;
    if (draw_below(random, 2))
        in[speed] = draw_between(random, 5, 60);
    const float k = draw_between(random, -3, 20);
    for (int j = 0; j < 3; j++) {
        in[runner + j] = in[muzzle + j] - (in[velocity + j] - in[platform + j]) * k + any_size(random, -6, 5);
    }
    const uint32_t kind = draw_below(random, 4);
    for (int j = 0; j < 3 && kind < 2; j++) /* the barrel is on the target, or opposite */
        in[heading + j] = (kind ? 1.0f : -1.0f) * (in[runner + j] - in[muzzle + j]);
    if (draw_below(random, 8) == 0)
        in[rate] = draw_below(random, 2) ? 0 : std::fabs(any_size(random, -12, 8));
    if (draw_below(random, 8) == 0)
        for (int j = 0; j < 3; j++)
            in[velocity + j] = 0;
}

/* Draws shells that fall. Some targets are out of reach now, some move away from it, some are near. */
void falling_shells(uint64_t *random, float *in) {
    typical(random, in);
    in[gravity] = draw_between(random, 1, 20);
    in[speed] = draw_between(random, 20, draw_below(random, 2) ? 120.0f : 400.0f);
    const float k = draw_between(random, 1, 20), aside = draw_between(random, -30, 30);
    const bool passes = draw_below(random, 4) == 0, stands = draw_below(random, 6) == 0;
    for (int j = 0; j < 3; j++) {
        if (passes)
            in[platform + j] = 0, in[runner + j] = in[muzzle + j] - in[velocity + j] * k + aside;
        if (stands)
            in[velocity + j] = in[platform + j] = 0;
    }
    if (draw_below(random, 8) == 0)
        in[speed] = draw_between(random, 5, 40);
    if (draw_below(random, 16) == 0)
        in[rate] = 0;
    if (draw_below(random, 3) == 0) /* a howitzer: the arc allows steep shots only */
        in[facing + 1] = 2, in[arc] = draw_between(random, 0.6f, 0.95f);
}

const truth::add entries({
    {"slew3d", "falling shells", falling_shells, true, solve},
    {"slew3d", "typical", typical, true, solve},
    {"slew3d", "no options", no_options, false, solve},
    {"slew3d", "close and fast", close_and_fast, true, solve},
});

one_agent gun() {
    return {"slew3d", {{"heading_z", 1}, {"turn_rate", 0.5f}, {"speed", 100}, {"runner_y", 50}, {"dt", 1}}};
}

const float half_turn = 3.14159265f, sine = 0.479425539f, cosine = 0.877582562f;

TEST(slew3d, worked_by_hand) {
    one_agent q = gun();
    q.slack = 1e-6f;
    q.expect({half_turn, half_turn + 0.5f, 0, 1, 0, half_turn / 2, 0, sine, cosine}, WAY_MET);
    q["heading_z"] = 0, q["heading_y"] = -3; /* straight behind: to the left about z */
    q.expect({2 * half_turn, 2 * half_turn + 0.5f, 0, 1, 0, half_turn, sine, -cosine, 0}, WAY_MET);
    q["heading_y"] = 7;
    q.expect({0, 0.5f, 0, 1, 0, 0, 0, 1, 0}, WAY_MET);
    q["turn_rate"] = 0;
    q.expect({0, 0.5f, 0, 1, 0, 0, 0, 1, 0}, WAY_MET);
    q["heading_x"] = 7, q["heading_y"] = 0; /* a gun that does not turn */
    q.expect({INFINITY, INFINITY, 0, 0, 0, 0, 1, 0, 0}, WAY_TOO_SLOW);
    q["speed"] = -1;
    q.expect({INFINITY, INFINITY, 0, 0, 0, 0, 1, 0, 0}, WAY_IMMOBILE);
    q["speed"] = 100, q["turn_rate"] = 0.5f, q["horizon"] = 3.1f;
    q.expect({INFINITY, INFINITY, 0, 0, 0, 0, 1, 0, 0}, WAY_LATE);
    q["runner_y"] = 0;
    q.expect({0, 0, 1, 0, 0, 0, 1, 0, 0}, WAY_THERE);
}

TEST(slew3d, invalid_inputs_say_so) {
    one_agent q = gun();
    agents::expect_invalid_inputs_say_so(q, {INFINITY, INFINITY, 0, 0, 0, 0, 0, 0, 0}, "horizon");
    for (const char *column : {"turn_rate", "dt", "gravity"}) {
        one_agent bad = q;
        bad[column] = -1e-30f;
        bad.expect({INFINITY, INFINITY, 0, 0, 0, 0, 0, 0, 0}, WAY_INVALID);
    }
    q["heading_z"] = 0;
    q.expect({INFINITY, INFINITY, 0, 0, 0, 0, 0, 0, 0}, WAY_INVALID);
}

/* No input makes an output NaN. */
TEST(slew3d, no_output_is_nan) {
    const float values[] = {0, 1, -1, 100, -0.5f, 1e-45f, 1e18f, -1e-38f, 3e38f, INFINITY, -INFINITY, NAN};
    uint64_t random = support::seed_for(59, 33);
    for (size_t n = 0; n < support::draws(20000); n++) {
        one_agent q("slew3d");
        for (float &value : q.in)
            value = values[draw_below(&random, draw_below(&random, 3) ? 8 : 12)];
        const std::vector<float> got = q.answer();
        for (size_t k = 0; k + 1 < got.size(); k++)
            ASSERT_FALSE(std::isnan(got[k])) << q.story(got);
    }
}

/* In a plane, the answers are those of slew2d. */
TEST(slew3d, agrees_with_slew2d_in_a_plane) {
    uint64_t random = support::seed_for(59, 31);
    for (size_t n = 0; n < support::draws(20000); n++) {
        float in[inputs];
        (n % 2 ? typical : close_and_fast)(&random, in);
        one_agent space("slew3d"), plane("slew2d");
        std::copy(in, in + inputs, space.in.begin());
        space["arc"] = -1; /* in the plane, the barrel may have to turn the longer way round */
        space["gravity"] = n % 3 ? 0 : draw_between(&random, 1, 20);
        for (const char *column : {"z", "heading_z", "runner_z", "runner_vz", "platform_vz"})
            space[column] = 0;
        for (const char *column :
             {"x", "y", "heading_x", "heading_y", "turn_rate", "speed", "runner_x", "runner_y", "runner_vx",
              "runner_vy", "platform_vx", "platform_vy", "horizon", "dt", "gravity"})
            plane[column] = space[column];
        const std::vector<float> got = space.answer(), expected = plane.answer();
        ASSERT_EQ(agents::status_of(expected), agents::status_of(got))
            << space.story(got) << plane.story(expected);
        for (int k = 0; k < 2 && std::isfinite(expected[k]); k++)
            ASSERT_NEAR(expected[k], got[k], 1e-5 * (1e-3 + (double)expected[1]))
                << space.story(got) << plane.story(expected);
    }
}

/* Can the gun hit with a shot at t? Tries both meetings of this shot. No formula of the kernel. */
bool can_fire(const double *in, double t, double slack) {
    double r[3], v[3], vv = 0, rv = 0, rr = 0, hh = 0;
    for (int k = 0; k < 3; k++) {
        v[k] = in[velocity + k] - in[platform + k];
        r[k] = in[runner + k] - in[muzzle + k] + v[k] * t;
        vv += v[k] * v[k], rv += r[k] * v[k], rr += r[k] * r[k], hh += in[heading + k] * in[heading + k];
    }
    const double a = vv - in[speed] * in[speed], disc = rv * rv - a * rr;
    if (disc < 0 || !(in[speed] > 0))
        return false;
    for (int side = -1; side <= 1; side += 2) {
        const double sum = -rv + (rv < 0 ? 1 : -1) * std::sqrt(disc), flight = side < 0 ? sum / a : rr / sum;
        if (!(flight > 0 && flight < 1e9))
            continue;
        double p[3], pp = 0, ph = 0;
        for (int k = 0; k < 3; k++)
            p[k] = r[k] + v[k] * flight, pp += p[k] * p[k], ph += p[k] * in[heading + k];
        const double x = p[1] * in[heading + 2] - p[2] * in[heading + 1],
                     y = p[2] * in[heading] - p[0] * in[heading + 2],
                     z = p[0] * in[heading + 1] - p[1] * in[heading];
        if (std::atan2(std::sqrt(x * x + y * y + z * z), ph) <= in[rate] * t + slack)
            return true;
    }
    return false;
}

/* No moment before the answer's has a shot, and the answer's has one. */
TEST(slew3d, no_earlier_shot_exists) {
    uint64_t random = support::seed_for(59, 32);
    size_t met = 0, none = 0;
    for (size_t n = 0; n < support::draws(20000); n++) {
        one_agent q("slew3d");
        (n % 3 ? close_and_fast : typical)(&random, q.in.data());
        q["horizon"] = INFINITY, q["arc"] = -1;
        const std::vector<float> got = q.answer();
        const std::vector<double> in(q.in.begin(), q.in.end());
        const bool fires = agents::status_of(got) == WAY_MET;
        met += fires, none += !fires;
        const double flight = (double)got[hit] - (double)got[time_];
        if (fires && got[hit] < 1e6f && flight * in[speed] > 1 + 1e-3 * (double)got[hit]) {
            ASSERT_TRUE(can_fire(in.data(), (double)got[time_], 1e-4 + 1e-6 * in[rate] * (double)got[time_]))
                << q.story(got);
        }
        const double last = std::fmin(fires ? (double)got[time_] : 200.0, 1e4);
        for (int k = 0; k < 400; k++) {
            const double t = last * (k + 0.5) / 400 * (1 - 1e-6);
            ASSERT_FALSE(can_fire(in.data(), t, -1e-6)) << q.story(got) << " at " << t;
        }
    }
    EXPECT_GT(met, 300u);
    EXPECT_GT(none, 5u);
}

/* The cone of 30 degrees around +x. The target comes into it, and the barrel waits at its edge. */
TEST(slew3d, shots_stay_in_the_arc) {
    one_agent q = gun();
    q["heading_x"] = 1, q["heading_z"] = 0, q["turn_rate"] = 3;
    q["runner_x"] = 10, q["runner_y"] = -100, q["runner_vx"] = 20;
    q["facing_x"] = 2, q["arc"] = 0.8660254f;
    const std::vector<float> got = q.answer();
    ASSERT_EQ(WAY_MET, agents::status_of(got));
    EXPECT_NEAR(0.8660254, (double)got[direction], 1e-6);
    EXPECT_NEAR((173.20508 - 10) / 20, (double)got[hit], 1e-4);
    EXPECT_NEAR(half_turn / 6, got[turn], 1e-6);
    q["runner_vx"] = -20;
    EXPECT_EQ(WAY_TOO_SLOW, agents::status_of(q.answer()));
    q["facing_x"] = 0; /* no middle, no arc */
    EXPECT_EQ(WAY_MET, agents::status_of(q.answer()));
}

TEST(slew3d, no_shot_at_a_target_that_falls_away) {
    one_agent q("slew3d");
    q["heading_x"] = -1, q["turn_rate"] = 1, q["gravity"] = 10, q["speed"] = 100;
    q["facing_x"] = -1, q["arc"] = 0.9f;
    q["runner_x"] = 300, q["runner_y"] = 100, q["runner_vy"] = -10;
    EXPECT_EQ(WAY_TOO_SLOW, agents::status_of(q.answer()));
    q["facing_x"] = 0, q["turn_rate"] = 0;
    EXPECT_EQ(WAY_TOO_SLOW, agents::status_of(q.answer()));
}

/* Can the gun of `in` hit before `until` with a shell that falls and that is fired at t? Looks for flights in
   small steps. A flat shell overtakes the target where it hits; a steep one is overtaken. No formula of the
   kernel. */
bool can_lob(const double *in, double t, bool steep, double until) {
    const double s = in[speed], g = in[gravity];
    double before = 1, hh = 0, ff = 0;
    for (int k = 0; k < 3; k++)
        hh += in[heading + k] * in[heading + k], ff += in[facing + k] * in[facing + k];
    for (int n = 1; n <= 1500; n++) {
        const double flight = 1e-3 * std::expm1(n * 8e-3), part = flight * s;
        if (t + flight > until)
            return false;
        double p[3], pp = 0, ph = 0, pf = 0;
        for (int k = 0; k < 3; k++) {
            p[k] = in[runner + k] - in[muzzle + k] + (in[velocity + k] - in[platform + k]) * (t + flight);
            p[k] += k == 1 ? g * flight * flight / 2 : 0;
            pp += p[k] * p[k], ph += p[k] * in[heading + k], pf += p[k] * in[facing + k];
        }
        const double size = std::sqrt(pp), now = size - part;
        const bool crosses = steep ? before < 0 && now >= 0 : before >= 0 && now < 0;
        before = now;
        if (!crosses)
            continue;
        /* the direction is that of a step's end: it is right to within a step */
        const double close = 1e-3 + 16e-3 * (1 + g * flight / s);
        const double turn = std::acos(std::fmin(1, ph / (size * std::sqrt(hh))));
        const double edge = in[arc] > -1 && ff > 0 ? std::acos(std::fmin(1, in[arc])) : 4;
        const double aside = ff > 0 ? std::acos(std::fmin(1, pf / (size * std::sqrt(ff)))) : 0;
        if (turn <= in[rate] * t - close && aside <= edge - close)
            return true;
    }
    return false;
}

/* The answer is the first flat or the first steep shot, whichever hits first, and the shell hits. */
TEST(slew3d, no_earlier_falling_shell_exists) {
    uint64_t random = support::seed_for(59, 34);
    size_t flat = 0, lobbed = 0, none = 0;
    for (size_t n = 0; n < support::draws(2000); n++) {
        one_agent q("slew3d");
        falling_shells(&random, q.in.data());
        q["horizon"] = INFINITY;
        const std::vector<float> got = q.answer();
        const std::vector<double> in(q.in.begin(), q.in.end());
        const bool fires = agents::status_of(got) == WAY_MET;
        const double flight = fires ? (double)got[hit] - (double)got[time_] : 0;
        double off = 0, closing = in[speed];
        for (int k = 0; k < 3; k++) {
            const double d = (double)got[direction + k], v = in[velocity + k] - in[platform + k];
            const double at = d * in[speed] * flight - (k == 1 ? in[gravity] / 2 * flight * flight : 0);
            const double to = in[runner + k] - in[muzzle + k] + v * (double)got[hit];
            off = std::fmax(off, fires ? std::fabs(at - to) : 0);
            closing -= d * (v + (k == 1 ? in[gravity] * flight : 0));
        }
        ASSERT_LE(off, 1e-3 + 1e-5 * in[speed] * (fires ? (double)got[hit] : 0)) << q.story(got);
        const bool is_steep = fires && closing < 0;
        /* a shot that is fired at the least time of fire is of both kinds */
        const bool is_both = fires && std::fabs(closing) < 1e-3 * in[speed];
        flat += fires && !is_steep, lobbed += is_steep, none += !fires;
        for (const bool steep : {false, true})
            for (int k = 0; k < 40; k++) {
                /* none of its kind before; and the first one of the other kind does not hit earlier */
                const bool same = is_both || steep == is_steep;
                const double last = !fires ? 60 : same ? (double)got[time_] : (double)got[hit];
                const double until = !fires || (same && !is_both) ? INFINITY : (double)got[hit];
                const double t = std::fmin(last, 1e3) * (k + 0.5) / 40;
                ASSERT_FALSE(can_lob(in.data(), t, steep, until * (1 - 1e-4))) << q.story(got) << " at " << t;
                if (fires && can_lob(in.data(), t, steep, INFINITY))
                    break;
            }
    }
    EXPECT_GT(flat, 8u);
    EXPECT_GT(lobbed, 2u);
    EXPECT_GT(none, 2u);
}

} // namespace
