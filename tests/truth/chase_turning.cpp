/* Computes the exact answers of chase_turning2d and estimate2d, and tests them with cases solved by hand,
   with a dense search that knows no formula, and together. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "agents.h"
#include "truth/truth.h"

namespace {

using namespace truth;
using agents::one_agent;

const int chaser = 0, speed = 2, runner = 3, velocity = 5, rate = 7, reach = 8, horizon = 9, inputs = 10;
const int status = 5;

bool is_in_stated_range(float x) {
    const double size = std::fabs((double)x);
    return size == 0 || (size >= 1e-6 && size <= 1e6);
}

void solve(const float *in, answer *out) {
    take_reference(in, out);
    for (int k = 0; k < horizon; k++)
        out->not_judged |= !is_in_stated_range(in[k]);
    for (int k = 0; k < 2; k++)
        out->not_judged |= !is_in_stated_range(in[runner + k] - in[chaser + k]);
    if (out->not_judged || (int)out->value[status] == WAY_INVALID)
        return;
    /* how far rounding moves the answer, and whether it jumps */
    double moved = 0;
    const double time = (double)out->value[0];
    for (int k : {speed, reach, velocity, rate})
        for (double by : {-1e-11, 1e-11}) {
            double given[inputs], got[status + 1];
            std::copy(in, in + inputs, given);
            given[k] *= 1 + by;
            if (k == reach)
                given[k] += by * (std::fabs((double)in[runner] - (double)in[chaser]) +
                                  std::fabs((double)in[runner + 1] - (double)in[chaser + 1]));
            given[k] = k == reach ? std::fmax(given[k], 0) : given[k];
            way_reference_named("chase_turning2d")(given, got);
            out->not_judged |= got[status] != (double)out->value[status];
            if (!std::isinf(time) && !std::isinf(got[0]))
                moved = std::fmax(moved, std::fabs(got[0] - time));
        }
    out->not_judged |= moved > 1e-6 * time;
    const double pace = std::hypot((double)in[velocity], (double)in[velocity + 1]);
    out->ulp_scale[0] = larger(out->value[0], (quad)(0x1p19 * moved));
    const quad far = magnitude((quad)in[runner]) + magnitude((quad)in[runner + 1]) +
                     magnitude((quad)in[chaser]) + magnitude((quad)in[chaser + 1]);
    for (int k = 1; k < 3; k++)
        out->ulp_scale[k] = larger(far, (quad)pace * out->ulp_scale[0]);
    for (int k = 3; k < 5; k++)
        out->ulp_scale[k] =
            larger(magnitude((quad)in[speed]), (quad)(0x1p19 * moved * pace) * (quad)in[speed] /
                                                   larger((quad)in[speed] * out->value[0], 1e-6));
}

void typical(uint64_t *random, float *in) {
    for (int k : {chaser, chaser + 1, runner, runner + 1})
        in[k] = draw_between(random, -200, 200);
    for (int k : {velocity, velocity + 1})
        in[k] = draw_between(random, -30, 30);
    in[speed] = draw_between(random, 1, 40);
    in[rate] = draw_between(random, -1, 1);
    in[reach] = draw_below(random, 2) ? 0 : draw_between(random, 0, 20);
    in[horizon] = draw_below(random, 2) ? INFINITY : draw_between(random, 0, 60);
}

/* Draws slow chasers of fast runners, circles around the chaser, slow and quick turns, and standing ones. */
void edges(uint64_t *random, float *in) {
    typical(random, in);
    in[horizon] = INFINITY;
    if (draw_below(random, 2))
        in[speed] = std::fabs(any_size(random, -6, 6));
    if (draw_below(random, 2))
        in[rate] = any_size(random, -18, 5);
    if (draw_below(random, 3) == 0) { /* the middle of the circle is near the chaser */
        const float off = draw_between(random, -3, 3);
        in[runner] = in[chaser] + in[velocity + 1] / in[rate] + off;
        in[runner + 1] = in[chaser + 1] - in[velocity] / in[rate];
    }
    if (draw_below(random, 8) == 0)
        in[rate] = 0;
    if (draw_below(random, 10) == 0)
        in[velocity] = in[velocity + 1] = 0;
    else if (draw_below(random, 10) == 0)
        in[speed] = 0;
    else if (draw_below(random, 4) == 0)
        in[speed] = beside(random, std::hypot(in[velocity], in[velocity + 1]));
}

template <int D> void solve_estimate(const float *in, answer *out) {
    take_reference(in, out);
    for (int k = 0; k < 3 * D + 2; k++)
        out->not_judged |= !is_in_stated_range(in[k]);
    const quad t2 = in[3 * D], t1 = in[3 * D + 1];
    quad late[D], early[D], dot = 0, ll = 0, ee = 0;
    for (int k = 0; k < D; k++) {
        late[k] = (quad)in[k] - (quad)in[D + k], early[k] = (quad)in[D + k] - (quad)in[2 * D + k];
        dot += late[k] * early[k], ll += late[k] * late[k], ee += early[k] * early[k];
    }
    const quad fast2 = root(ll) / t2, fast1 = root(ee) / t1, fast = larger(fast1, fast2);
    /* straight back, rounding decides about the side, and near it an arc is much longer than its chord */
    out->not_judged |= dot < 0 && ll * ee - dot * dot <= 1e-12 * ll * ee;
    out->not_judged |= magnitude(out->value[3 * D]) * larger(t1, t2) > 6.2;
    const quad turning = larger(length<D>(&out->value[2 * D]), fast * (1 + t2 / t1));
    for (int k = 0; k < D; k++) {
        out->ulp_scale[D + k] = fast / (t1 + t2) * 4;
        out->ulp_scale[k] = fast * (1 + t2 / (t1 + t2));
        out->ulp_scale[2 * D + k] = turning;
    }
    out->ulp_scale[3 * D] = larger(magnitude(out->value[3 * D]), (D == 3 ? 0x1p-20 : 0x1p-27) / (t1 + t2));
}

template <int D> void positions(uint64_t *random, float *in) {
    for (int k = 0; k < 3 * D; k++)
        in[k] = draw_between(random, -100, 100);
    if (draw_below(random, 2)) /* small steps */
        for (int k = D; k < 3 * D; k++)
            in[k] = in[k - D] + draw_between(random, -2, 2);
    in[3 * D] = draw_between(random, 0.01, 1);
    in[3 * D + 1] = draw_below(random, 2) ? in[3 * D] : draw_between(random, 0.01, 1);
    const bool stops = draw_below(random, 8) == 0, straight = draw_below(random, 8) == 0;
    for (int k = 0; k < D; k++) {
        if (stops)
            in[D + k] = in[k];
        if (straight)
            in[2 * D + k] = 2 * in[D + k] - in[k];
    }
}

const truth::add entries({
    {"chase_turning2d", "typical", typical, true, solve},
    {"chase_turning2d", "edges", edges, true, solve},
    {"estimate2d", "positions", positions<2>, true, solve_estimate<2>},
    {"estimate3d", "positions", positions<3>, true, solve_estimate<3>},
});

one_agent hunter() {
    return {"chase_turning2d", {{"chaser_speed", 1}, {"runner_y", -10}, {"runner_vx", 10}, {"turn_rate", 1}}};
}

TEST(chase_turning2d, worked_by_hand) {
    one_agent q = hunter(); /* the runner circles the chaser at 10 m */
    std::vector<float> got = q.answer();
    EXPECT_EQ(WAY_MET, agents::status_of(got));
    EXPECT_FLOAT_EQ(10, got[0]);
    EXPECT_NEAR(10 * std::sin(10.0), (double)got[1], 1e-5);
    EXPECT_NEAR(-10 * std::cos(10.0), (double)got[2], 1e-5);
    EXPECT_NEAR(std::sin(10.0), (double)got[3], 1e-6);
    q["reach"] = 4;
    EXPECT_FLOAT_EQ(6, q.answer()[0]);
    q["horizon"] = 5;
    q.expect({INFINITY, 0, 0, 0, 0}, WAY_LATE);
    q["reach"] = 10;
    q.expect({0, 0, -10, 0, 0}, WAY_THERE);
    q = hunter();
    q["chaser_speed"] = 0;
    q.expect({INFINITY, 0, 0, 0, 0}, WAY_IMMOBILE);
    q["chaser_y"] = 10 + 1e-3f; /* half a turn later, the runner comes by */
    q["reach"] = 0.01f;
    EXPECT_NEAR((double)pi, (double)q.answer()[0], 1e-2);
    q = hunter();
    q["turn_rate"] = 0;
    q.expect({INFINITY, 0, 0, 0, 0}, WAY_TOO_SLOW);
    q["runner_vx"] = -0.5f;
    EXPECT_NEAR(10 / std::sqrt(0.75), (double)q.answer()[0], 1e-5);
    q["turn_rate"] = 1e-12f;
    EXPECT_NEAR(10 / std::sqrt(0.75), (double)q.answer()[0], 1e-5);
}

TEST(chase_turning2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(hunter(), {INFINITY, 0, 0, 0, 0}, "horizon");
    one_agent q = hunter();
    q["reach"] = -1;
    q.expect({INFINITY, 0, 0, 0, 0}, WAY_INVALID);
}

/* No time before the answer's suffices, and the answer's does. */
TEST(chase_turning2d, no_earlier_meeting_exists) {
    uint64_t random = support::seed_for(59, 5);
    size_t met = 0;
    for (size_t n = 0; n < support::draws(20000); n++) {
        one_agent q("chase_turning2d");
        (n % 2 ? typical : edges)(&random, q.in.data());
        q["horizon"] = INFINITY;
        const std::vector<float> got = q.answer();
        const float *in = q.in.data();
        const bool meets = agents::status_of(got) == WAY_MET;
        met += meets;
        if (agents::status_of(got) == WAY_THERE)
            continue;
        const double last = meets ? std::fmin((double)got[0], 1e4) : 300, w = (double)in[rate];
        auto lacks = [&](double t) {
            const double a = w * t, along = w != 0 ? std::sin(a) / w : t;
            const double half = std::sin(a / 2), rise = w != 0 ? 2 * half * half / w : 0;
            const double x = (double)in[runner] - (double)in[chaser] + (double)in[velocity] * along -
                             (double)in[velocity + 1] * rise;
            const double y = (double)in[runner + 1] - (double)in[chaser + 1] +
                             (double)in[velocity + 1] * along + (double)in[velocity] * rise;
            return std::hypot(x, y) - (double)in[reach] - std::fmax((double)in[speed], 0) * t;
        };
        const double pace = std::hypot((double)in[velocity], (double)in[velocity + 1]) + (double)in[speed];
        for (int k = 0; k < 600; k++)
            ASSERT_GT(lacks(last * (k + 0.5) / 600 * (1 - 1e-6)), -1e-4) << q.story(got);
        if (meets && got[0] < 1e5f) {
            ASSERT_LT(lacks((double)got[0]), 1e-4 + 1e-6 * pace * (double)got[0]) << q.story(got);
        }
    }
    EXPECT_GT(met, 300u);
}

/* Positions on a circle at uneven times, and then the meeting with the same circle */
TEST(estimate2d, knows_a_circle_and_a_parabola) {
    const double w = -0.7, v = 20, t1 = 0.3, t2 = 0.11, steps[3] = {-t1 - t2, -t2, 0};
    one_agent circle("estimate2d", {{"last_step", (float)t2}, {"earlier_step", (float)t1}}),
        parabola = circle;
    const char *stems[3] = {"oldest_", "before_", "last_"};
    for (int k = 0; k < 3; k++) {
        const double a = 1 + w * steps[k], s = steps[k];
        circle[stems[k] + std::string("x")] = (float)(v / w * std::sin(a));
        circle[stems[k] + std::string("y")] = (float)(-v / w * std::cos(a));
        parabola[stems[k] + std::string("x")] = (float)(3 * s + 5 * s * s / 2);
        parabola[stems[k] + std::string("y")] = (float)(-8 * s - 9.81 * s * s / 2);
    }
    std::vector<float> got = circle.answer();
    EXPECT_NEAR(w, (double)got[6], 1e-4);
    EXPECT_NEAR(v * std::cos(1.0), (double)got[4], 1e-3);
    EXPECT_NEAR(v * std::sin(1.0), (double)got[5], 1e-3);
    got = parabola.answer();
    EXPECT_NEAR(3, (double)got[0], 1e-4);
    EXPECT_NEAR(-8, (double)got[1], 1e-4);
    EXPECT_NEAR(5, (double)got[2], 1e-3);
    EXPECT_NEAR(-9.81, (double)got[3], 1e-3);
}

/* A helix without its axis: a circle in an oblique plane, with the same answers as in the plane */
TEST(estimate3d, knows_an_oblique_circle) {
    one_agent q("estimate3d", {{"last_step", 0.25f}, {"earlier_step", 0.5f}});
    const double w = 0.8, v = 10, steps[3] = {-0.75, -0.25, 0}, tilt = 0.6;
    const char *stems[3] = {"oldest_", "before_", "last_"};
    for (int k = 0; k < 3; k++) {
        const double a = w * steps[k], x = v / w * std::sin(a), y = -v / w * std::cos(a);
        q[stems[k] + std::string("x")] = (float)x;
        q[stems[k] + std::string("y")] = (float)(y * std::cos(tilt));
        q[stems[k] + std::string("z")] = (float)(y * std::sin(tilt));
    }
    const std::vector<float> got = q.answer();
    EXPECT_NEAR(v, (double)got[6], 1e-4);
    EXPECT_NEAR(0, (double)got[7], 1e-4);
    EXPECT_NEAR(0, (double)got[8], 1e-4);
    EXPECT_NEAR(w, (double)got[9], 1e-5);
}

TEST(estimate2d, a_unit_that_stands_has_no_turn) {
    one_agent q("estimate2d", {{"last_step", 1}, {"earlier_step", 1}, {"last_x", 5}, {"before_x", 5}});
    q.expect({-2.5f, 0, -5, 0, 0, 0, 0}, WAY_MET); /* it stopped */
    q["oldest_x"] = 5;
    q.expect({0, 0, 0, 0, 0, 0, 0}, WAY_MET);
    q["last_step"] = 0;
    q.expect({0, 0, 0, 0, 0, 0, 0}, WAY_INVALID);
    q["last_step"] = NAN;
    q.expect({0, 0, 0, 0, 0, 0, 0}, WAY_INVALID);
}

} // namespace
