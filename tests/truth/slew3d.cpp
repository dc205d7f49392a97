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

const int muzzle = 0, heading = 3, rate = 6, speed = 7, runner = 8, velocity = 11, platform = 14,
          horizon = 17, dt = 18, inputs = 19;
const int time_ = 0, hit = 1, direction = 2, turn = 5, status = 9, outputs = 10;

bool is_in_stated_range(float x) {
    const double size = std::fabs((double)x);
    return size == 0 || (size >= 1e-6 && size <= 1e6);
}

/* Returns how far answers move if the rate and the heading change by 1e-11. */
bool moved_by_rounding(const float *in, const answer &exact, double *moved) {
    const double small = 1e-11;
    std::fill(moved, moved + outputs, 0.0);
    for (int change = 0; change < 4; change++) {
        double given[inputs], got[outputs];
        std::copy(in, in + inputs, given);
        const double by = change % 2 ? small : -small;
        if (change < 2) {
            given[rate] *= 1 + by;
            given[speed] *= 1 + by / 16;
        } else
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
        out->not_judged |= !is_in_stated_range(in[k]);
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
        in[velocity + k] = draw_between(random, -40, 40);
    }
    const bool moves = draw_below(random, 2);
    for (int k = 0; k < 3; k++)
        in[platform + k] = moves ? draw_between(random, -10, 10) : 0;
    in[rate] = std::exp(draw_between(random, std::log(0.02f), std::log(6.0f)));
    in[speed] = draw_between(random, 20, 400);
    in[horizon] = draw_below(random, 2) ? INFINITY : draw_between(random, 0, 60);
    in[dt] = draw_below(random, 2) ? 0 : draw_between(random, 0, 0.5);
}

void no_options(uint64_t *random, float *in) {
    typical(random, in);
    for (int k = platform; k < horizon; k++)
        in[k] = 0;
    in[horizon] = INFINITY, in[dt] = 0;
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

const truth::add entries({
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
    for (const char *column : {"turn_rate", "dt"}) {
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
        for (const char *column : {"z", "heading_z", "runner_z", "runner_vz", "platform_vz"})
            space[column] = 0;
        for (const char *column :
             {"x", "y", "heading_x", "heading_y", "turn_rate", "speed", "runner_x", "runner_y", "runner_vx",
              "runner_vy", "platform_vx", "platform_vy", "horizon", "dt"})
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
        q["horizon"] = INFINITY;
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

} // namespace
