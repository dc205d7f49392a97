/* Computes the exact answers of slew2d, and tests it with cases solved by hand and with a dense search that
   knows no formula. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "agents.h"
#include "truth/truth.h"

namespace {

using namespace truth;
using agents::one_agent;

const int muzzle = 0, heading = 2, rate = 4, speed = 5, runner = 6, velocity = 8, platform = 10, facing = 12,
          arc = 14, horizon = 15, dt = 16, gravity = 17, inputs = 18;
const int time_ = 0, hit = 1, direction = 2, turn = 4, next = 5, track = 7, status = 8, outputs = 9;

bool is_in_stated_range(float x) {
    const double size = std::fabs((double)x);
    return size == 0 || (size >= 1e-6 && size <= 1e6);
}

/* Returns how far answers move if the rate, the heading, the target's velocity and the arc change by 1e-11:
   errors of 1e-13 are below it, and answers that jump are not judged. */
bool moved_by_rounding(const float *in, const answer &exact, double *moved) {
    const double small = 1e-11;
    std::fill(moved, moved + outputs, 0.0);
    for (int change = 0; change < 8; change++) {
        double given[inputs], got[outputs];
        std::copy(in, in + inputs, given);
        const double by = change % 2 ? small : -small;
        if (change / 2 == 0) {
            given[rate] *= 1 + by;
            given[speed] *= 1 + by / 16;
        } else if (change / 2 == 1) {
            const double x = given[heading], y = given[heading + 1];
            given[heading] = x - by * y, given[heading + 1] = y + by * x;
        } else if (change / 2 == 2) {
            given[velocity] *= 1 + by;
        } else if (given[arc] > -1)
            given[arc] += by;
        else
            continue;
        way_reference_named("slew2d")(given, got);
        if (got[status] != (double)exact.value[status])
            return false;
        if (got[time_] == INFINITY)
            continue;
        for (int k = 0; k < status; k++) {
            const double was = (double)exact.value[k];
            if (std::isinf(got[k]) != std::isinf(was))
                return false;
            if (!std::isinf(was))
                moved[k] = std::fmax(moved[k], std::fabs(got[k] - was));
        }
    }
    const double size = (double)exact.value[time_] + (double)exact.value[hit];
    return !(moved[time_] > 1e-6 * size || moved[direction] + moved[direction + 1] > 1e-3);
}

void solve(const float *in, answer *out) {
    take_reference(in, out);
    for (int k = 0; k < horizon; k++)
        out->not_judged |= k != arc && !is_in_stated_range(in[k]);
    for (int k = 0; k < 2; k++)
        out->not_judged |= !is_in_stated_range(in[runner + k] - in[muzzle + k]) ||
                           !is_in_stated_range(in[velocity + k] - in[platform + k]);
    out->not_judged |= !is_in_stated_range(in[gravity]);
    /* the reference does not know targets that move straight up or down */
    out->not_judged |=
        in[gravity] > 0 && in[velocity] == in[platform] && in[velocity + 1] != in[platform + 1];
    double moved[outputs];
    if (out->not_judged || (int)out->value[status] == WAY_INVALID)
        return;
    if (!moved_by_rounding(in, *out, moved)) {
        out->not_judged = true;
        return;
    }
    const double least[status] = {0, 0, 1, 1, 1, 1, 1, 0};
    for (int k = 0; k < status; k++)
        out->ulp_scale[k] =
            std::isinf((double)out->value[k])
                ? (quad)1
                : larger(larger(magnitude(out->value[k]), (quad)least[k]), (quad)(0x1p20 * moved[k]));
    if (in[gravity] > 0 && out->value[time_] < (quad)INFINITY) {
        /* rounding of the target's position, seen from the muzzle */
        const quad way = (out->value[hit] - out->value[time_]) * in[speed];
        const quad far =
            std::hypot((double)in[runner] - in[muzzle], (double)in[runner + 1] - in[muzzle + 1]) +
            out->value[hit] *
                std::hypot((double)in[velocity] - in[platform], (double)in[velocity + 1] - in[platform + 1]);
        for (int k = direction; k <= turn; k++)
            out->ulp_scale[k] = larger(out->ulp_scale[k], (quad)0x1p-24 * far / way);
        /* rounding of the middle of all times of hits, from which the reference measures times in double */
        const double level = in[velocity] - in[platform], climb = (double)in[velocity + 1] - in[platform + 1],
                     middle = ((double)in[speed] * in[speed] * std::fabs(climb) / in[gravity] +
                               (double)far * std::hypot(level, climb)) /
                              (level * level);
        out->ulp_scale[track] = larger(out->ulp_scale[track], (quad)0x1p-25 * middle);
    }
    const quad limit = in[horizon];
    const quad when = out->value[time_] < (quad)INFINITY ? out->value[time_] : limit;
    out->not_judged |= limit < (quad)INFINITY && magnitude(when - limit) < 1e-9 * magnitude(limit) &&
                       out->value[time_] < (quad)INFINITY;
}

void typical(uint64_t *random, float *in) {
    for (int k : {muzzle, muzzle + 1, runner, runner + 1})
        in[k] = draw_between(random, -500, 500);
    for (int k : {heading, heading + 1, facing, facing + 1})
        in[k] = draw_between(random, -1, 1);
    for (int k : {velocity, velocity + 1})
        in[k] = draw_between(random, -40, 40);
    for (int k : {platform, platform + 1})
        in[k] = draw_below(random, 2) ? 0 : draw_between(random, -10, 10);
    in[rate] = std::exp(draw_between(random, std::log(0.02), std::log(6)));
    in[speed] = draw_between(random, 20, 400);
    in[arc] = draw_below(random, 2) ? -1 : draw_between(random, -1, 1);
    in[horizon] = draw_below(random, 2) ? INFINITY : draw_between(random, 0, 60);
    in[dt] = draw_below(random, 2) ? 0 : draw_between(random, 0, 0.5);
    in[gravity] = 0;
}

void no_options(uint64_t *random, float *in) {
    typical(random, in);
    for (int k = platform; k < arc; k++)
        in[k] = 0;
    in[arc] = -1, in[horizon] = INFINITY, in[dt] = 0;
}

/* Draws runners about as fast as the shell or faster. */
void fast_runners(uint64_t *random, float *in) {
    typical(random, in);
    in[speed] = draw_between(random, 5, 40);
    in[horizon] = INFINITY;
    if (draw_below(random, 3) == 0) {
        in[velocity] = 0, in[velocity + 1] = in[speed];
        in[platform] = in[platform + 1] = 0;
    }
    if (draw_below(random, 2)) { /* it comes near the gun */
        const float k = draw_between(random, 1, 20), aside = draw_between(random, -30, 30);
        in[runner] = in[muzzle] - in[velocity] * k + aside;
        in[runner + 1] = in[muzzle + 1] - in[velocity + 1] * k;
    }
}

/* Draws runners that pass close by, so that their direction turns faster than the barrel. */
void close_passes(uint64_t *random, float *in) {
    typical(random, in);
    const float k = draw_between(random, -3, 20), aside = any_size(random, -8, 5);
    in[platform] = in[platform + 1] = 0;
    in[runner] = in[muzzle] - in[velocity] * k - aside;
    in[runner + 1] = in[muzzle + 1] - in[velocity + 1] * k + aside;
    if (draw_below(random, 2)) { /* the barrel is on the runner, or opposite */
        const float way = draw_below(random, 2) ? 1.0f : -1.0f;
        in[heading] = way * (in[runner] - in[muzzle]),
        in[heading + 1] = way * (in[runner + 1] - in[muzzle + 1]);
    }
    if (draw_below(random, 4) == 0) /* an arc that ends at the barrel */
        in[arc] = beside(
            random, (in[facing] * in[heading] + in[facing + 1] * in[heading + 1]) /
                        (std::hypot(in[facing], in[facing + 1]) * std::hypot(in[heading], in[heading + 1])));
    in[horizon] = INFINITY;
}

void edges(uint64_t *random, float *in) {
    switch (draw_below(random, 3)) {
    case 0: close_passes(random, in); break;
    case 1: fast_runners(random, in); break;
    default: typical(random, in);
    }
    if (draw_below(random, 3) == 0)
        in[rate] = draw_below(random, 2) ? 0 : std::fabs(any_size(random, -20, 10));
    if (draw_below(random, 4) == 0)
        in[velocity] = in[velocity + 1] = in[platform] = in[platform + 1] = 0;
    if (draw_below(random, 4) == 0)
        in[arc] = draw_below(random, 2) ? 1 : draw_between(random, 0.99, 1);
    if (draw_below(random, 6) == 0)
        in[arc] = -1 + 1e-3f * draw_between(random, 0, 1);
    if (draw_below(random, 8) == 0)
        in[draw_below(random, arc)] = 0;
    if (draw_below(random, 8) == 0)
        in[draw_below(random, arc)] *= any_size(random, -10, 10);
}

/* Draws shells that fall. Some targets are out of reach now, some move away from it, some are near. */
void falling_shells(uint64_t *random, float *in) {
    typical(random, in);
    in[gravity] = draw_between(random, 1, 20);
    in[speed] = draw_between(random, 20, draw_below(random, 2) ? 120.0f : 400.0f);
    if (draw_below(random, 4) == 0) {
        const float k = draw_between(random, 1, 20), aside = draw_between(random, -30, 30);
        in[platform] = in[platform + 1] = 0;
        in[runner] = in[muzzle] - in[velocity] * k + aside;
        in[runner + 1] = in[muzzle + 1] - in[velocity + 1] * k - aside;
    }
    if (draw_below(random, 6) == 0)
        in[velocity] = in[velocity + 1] = in[platform] = in[platform + 1] = 0;
    if (draw_below(random, 8) == 0) /* as fast as the shell, or faster */
        in[speed] = draw_between(random, 5, 40);
    if (draw_below(random, 16) == 0)
        in[rate] = 0;
    if (draw_below(random, 8) == 0)
        in[arc] = draw_between(random, 0.95, 1);
}

/* Draws shells that fall, and fast targets that come into reach and pass the gun. Shots are possible before
   and after the pass. */
void falling_passes(uint64_t *random, float *in) {
    falling_shells(random, in);
    in[speed] = draw_between(random, 8, 40);
    const float k = draw_between(random, 4, 25), near = any_size(random, -12, 5);
    in[platform] = in[platform + 1] = 0;
    in[runner] = in[muzzle] - in[velocity] * k + near;
    in[runner + 1] = in[muzzle + 1] - in[velocity + 1] * k - near;
}

const truth::add entries({
    {"slew2d", "falling shells", falling_shells, true, solve},
    {"slew2d", "falling shells at targets that pass", falling_passes, true, solve},
    {"slew2d", "typical", typical, true, solve},
    {"slew2d", "typical, no options", no_options, false, solve},
    {"slew2d", "runners as fast as shells", fast_runners, true, solve},
    {"slew2d", "close passes", close_passes, true, solve},
    {"slew2d", "edges", edges, true, solve},
});

one_agent gun() {
    return {"slew2d",
            {{"heading_x", 1},
             {"turn_rate", 0.5f},
             {"speed", 100},
             {"runner_x", 0},
             {"runner_y", 50},
             {"dt", 1}}};
}

const float half_turn = 3.14159265f, sine = 0.479425539f, cosine = 0.877582562f;

TEST(slew2d, worked_by_hand) {
    one_agent q = gun();
    q.slack = 1e-6f;
    q.expect({half_turn, half_turn + 0.5f, 0, 1, half_turn / 2, cosine, sine, INFINITY}, WAY_MET);
    q["heading_x"] = -4; /* any length, and to the right */
    q.expect({half_turn, half_turn + 0.5f, 0, 1, -half_turn / 2, -cosine, sine, INFINITY}, WAY_MET);
    q["heading_x"] = 0, q["heading_y"] = -1; /* straight behind: to the left */
    q.expect({2 * half_turn, 2 * half_turn + 0.5f, 0, 1, half_turn, sine, -cosine, INFINITY}, WAY_MET);
    q["heading_y"] = 1;
    q.expect({0, 0.5f, 0, 1, 0, 0, 1, INFINITY}, WAY_MET);
    q["turn_rate"] = 0;
    q.expect({0, 0.5f, 0, 1, 0, 0, 1, INFINITY}, WAY_MET);
    q["heading_x"] = 1, q["heading_y"] = 0; /* a gun that does not turn */
    q.expect({INFINITY, INFINITY, 0, 0, 0, 1, 0, 0}, WAY_TOO_SLOW);
    q["runner_x"] = 30, q["runner_vy"] = -10; /* waits for the runner, and tracks it for no time */
    q.expect({4.7f, 5, 1, 0, 0, 1, 0, 4.7f}, WAY_MET);
    q["horizon"] = 4.6f;
    q.expect({INFINITY, INFINITY, 0, 0, 0, 1, 0, 0}, WAY_LATE);
    q["horizon"] = INFINITY, q["speed"] = 0;
    q.expect({INFINITY, INFINITY, 0, 0, 0, 1, 0, 0}, WAY_IMMOBILE);
    q["speed"] = 100, q["runner_x"] = q["runner_y"] = 0;
    q.expect({0, 0, 1, 0, 0, 1, 0, 0}, WAY_THERE);
}

TEST(slew2d, the_step_ends_at_the_direction) {
    one_agent q = gun();
    q["dt"] = 4;
    q.slack = 1e-6f;
    q.expect({half_turn, half_turn + 0.5f, 0, 1, half_turn / 2, 0, 1, INFINITY}, WAY_MET);
    q["turn_rate"] = 100, q["dt"] = 1000;
    EXPECT_EQ(1.0f, q.answer()[6]);
}

TEST(slew2d, never_turns_through_the_blocked_sector) {
    one_agent q = gun(); /* the arc: 3/4 of the circle around +x; the target is behind on the left */
    q["heading_x"] = -1, q["heading_y"] = -1;
    q["runner_x"] = -50, q["runner_y"] = 50;
    q["facing_x"] = 3, q["arc"] = -0.70710683f; /* just below -sqrt(1/2) */
    q.slack = 1e-5f;
    std::vector<float> got = q.answer();
    EXPECT_EQ(WAY_MET, agents::status_of(got));
    EXPECT_NEAR(1.5 * (double)half_turn, (double)got[turn], 1e-6); /* the long way */
    q["arc"] = -1;
    EXPECT_NEAR(-0.5 * (double)half_turn, (double)q.answer()[turn], 1e-6); /* the short way */
    q["arc"] = -0.7f; /* now the target is just outside */
    EXPECT_EQ(WAY_TOO_SLOW, agents::status_of(q.answer()));
    q["runner_vx"] = 1, q["turn_rate"] = 50; /* it enters the arc at the left edge, where the barrel waits */
    got = q.answer();
    EXPECT_EQ(WAY_MET, agents::status_of(got));
    EXPECT_NEAR(-0.7, (double)got[direction], 1e-6);
    const double edge = std::acos(-0.7), y = 50, x = -0.7 * y / std::sin(edge);
    EXPECT_NEAR(x + 50, (double)got[hit], 1e-4);
    EXPECT_NEAR(edge - -0.75 * (double)pi, (double)got[turn], 1e-6);
    EXPECT_LT((double)got[turn] / 50, (double)got[time_] / 2); /* it waits */
    EXPECT_EQ(INFINITY, got[track]);
    q["turn_rate"] = 0.5f; /* the barrel is slower than the target */
    got = q.answer();
    EXPECT_NEAR((double)got[turn], 0.5 * (double)got[time_], 1e-5);
    EXPECT_GT(got[direction], -0.69f);
    q["turn_rate"] = 50, q["facing_x"] = 0; /* no direction, no arc */
    EXPECT_LT((double)q.answer()[time_], 0.1);
}

TEST(slew2d, a_faster_runner_flies_into_the_shell) {
    one_agent q = gun();
    q["speed"] = 10, q["runner_x"] = -100, q["runner_y"] = 0, q["runner_vx"] = 20;
    q.slack = 1e-5f; /* it passes the gun at 5 s, and reaches a shell fired now at 10 s */
    q.expect({0, 10, 1, 0, 0, 1, 0, 5}, WAY_MET);
    q["runner_x"] = 100;
    q.expect({INFINITY, INFINITY, 0, 0, 0, 1, 0, 0}, WAY_TOO_SLOW);
}

TEST(slew2d, shells_that_fall_worked_by_hand) {
    one_agent q = gun(); /* 20^2 / 10 = 40 m is the longest range, at 45 degrees */
    q["turn_rate"] = (float)pi / 16, q["speed"] = 20, q["gravity"] = 10, q["dt"] = 1;
    q["runner_x"] = 40 * 0.8660254f, q["runner_y"] = 0;
    q.slack = 2e-5f; /* sin(2 a) = 0.866: at 30 or at 60 degrees; the barrel is at 0 */
    const float flight30 = 2, root3 = 1.7320508f;
    float low = (float)pi / 6, first = low / ((float)pi / 16), step = (float)pi / 16;
    q.expect({first, first + flight30, root3 / 2, 0.5f, low, std::cos(step), std::sin(step), INFINITY},
             WAY_MET);
    q["heading_x"] = 0, q["heading_y"] = 1; /* the steep one hits after 6.1 s, the flat one after 7.3 s */
    q.expect({first, first + 2 * root3, 0.5f, root3 / 2, -low, std::sin(step), std::cos(step), INFINITY},
             WAY_MET);
    q["turn_rate"] = 4 * step,
    q["dt"] = 0.25f; /* now the steep one hits after 4.1 s, the flat one after 3.3 s */
    q.expect({first / 2, first / 2 + flight30, root3 / 2, 0.5f, -2 * low, std::sin(step), std::cos(step),
              INFINITY},
             WAY_MET);
    q["facing_y"] = 1, q["arc"] = 0.7f; /* the arc allows only the steep one */
    q.expect(
        {first / 4, first / 4 + 2 * root3, 0.5f, root3 / 2, -low, std::sin(step), std::cos(step), INFINITY},
        WAY_MET);
    q["arc"] = -1, q["runner_x"] = 40.1f; /* beyond the range */
    q.expect({INFINITY, INFINITY, 0, 0, 0, 0, 1, 0}, WAY_TOO_SLOW);
    q["heading_x"] = 1, q["heading_y"] = 1, q["runner_x"] = 60, q["runner_vx"] = -5; /* it comes into range */
    const std::vector<float> got = q.answer();
    EXPECT_EQ(WAY_MET, agents::status_of(got));
    EXPECT_NEAR(4 - 2 * std::sqrt(2.0), (double)got[time_],
                0.2); /* in range at 4 s; the flight takes 2.83 s */
}

/* A target that falls straight down next to the gun does not move sideways. */
TEST(slew2d, hits_a_target_that_moves_vertically) {
    one_agent q = gun();
    q["speed"] = 40, q["gravity"] = 9.81f, q["turn_rate"] = 0.3f;
    q["runner_x"] = 20, q["runner_y"] = 300, q["runner_vy"] = -15;
    const std::vector<float> got = q.answer();
    ASSERT_EQ(WAY_MET, agents::status_of(got));
    const double flight = (double)got[hit] - (double)got[time_], at = 300 - 15 * (double)got[hit];
    EXPECT_NEAR(20, 40 * flight * (double)got[direction], 1e-3);
    EXPECT_NEAR(at, 40 * flight * (double)got[direction + 1] - 9.81 / 2 * flight * flight, 1e-3);
    EXPECT_LE(std::fabs((double)got[turn]), 0.3 * (double)got[time_] + 1e-5);
}

/* Hard cases of shells that fall: a target that comes into reach, and can be hit again after it has passed; a
   barrel that does not turn, which the target's direction crosses slowly; and a second steep shot that hits
   first, but is not the first steep one. */
TEST(slew2d, finds_rare_shots_of_shells_that_fall) {
    struct shot {
        float muzzle[2], heading[2], rate, speed, runner[2], velocity[2], facing[2], arc, dt, gravity;
        float times[2]; /* of fire and of the hit */
    };
    const shot rows[] = {
        {{-453.775757f, -92.7665482f},
         {0.350364059f, -0.664499521f},
         0.0367828645f,
         19.6113243f,
         {-644.062012f, 97.6749878f},
         {15.0404091f, -15.0526266f},
         {-0.0739543214f, -0.956093669f},
         -0.3842327f,
         0,
         15.1344595f,
         {12.6454499f, 12.8065397f}},
        {{429.226837f, -459.459747f},
         {-0.810582459f, -0.950860202f},
         0,
         320.089142f,
         {598.583313f, -236.442749f},
         {-21.6480751f, -26.9545727f},
         {0.709136128f, 0.267581642f},
         -1,
         0.321561426f,
         8.85800934f,
         {19.4681835f, 20.8234711f}},
        {{-314.797913f, -47.0405464f},
         {0.99415803f, 0.669409513f},
         2.76112533f,
         16.7883797f,
         {-359.668915f, 30.1033459f},
         {16.2567158f, -37.3139153f},
         {0.381561428f, -0.0233665053f},
         -0.318201363f,
         0.0190311726f,
         3.27086306f,
         {0.441579599f, 14.6215241f}},
    };
    for (const shot &row : rows) {
        one_agent q("slew2d", {{"x", row.muzzle[0]},
                               {"y", row.muzzle[1]},
                               {"turn_rate", row.rate},
                               {"speed", row.speed},
                               {"arc", row.arc},
                               {"dt", row.dt},
                               {"gravity", row.gravity}});
        for (int k = 0; k < 2; k++) {
            q.in[heading + k] = row.heading[k], q.in[facing + k] = row.facing[k];
            q.in[runner + k] = row.runner[k], q.in[velocity + k] = row.velocity[k];
        }
        const std::vector<float> got = q.answer();
        EXPECT_EQ(WAY_MET, agents::status_of(got)) << q.story(got);
        EXPECT_NEAR(row.times[0], got[time_], 2e-6f) << q.story(got);
        EXPECT_NEAR(row.times[1], got[hit], 2e-6f) << q.story(got);
    }
}

/* A target that falls straight down is never in the arc of a gun that looks ahead, nor in front of a barrel
   that does not turn. Far out, rounding must not hide this. */
TEST(slew2d, no_shot_at_a_target_that_falls_away) {
    one_agent q = gun();
    q["heading_x"] = -1, q["turn_rate"] = 1, q["gravity"] = 10;
    q["facing_x"] = -1, q["arc"] = 0.99f;
    q["runner_x"] = 300, q["runner_y"] = 100, q["runner_vy"] = -10;
    EXPECT_EQ(WAY_TOO_SLOW, agents::status_of(q.answer()));
    q["runner_vx"] = 1e-20f;
    EXPECT_EQ(WAY_TOO_SLOW, agents::status_of(q.answer()));
    q["heading_x"] = q["heading_y"] = 1, q["turn_rate"] = 0, q["facing_x"] = 0, q["runner_vx"] = 0;
    EXPECT_EQ(WAY_TOO_SLOW, agents::status_of(q.answer()));
}

/* Without gravity, the bits are those of a call that does not have the column. */
TEST(slew2d, gravity_of_0_is_no_gravity) {
    uint64_t random = support::seed_for(59, 7);
    for (size_t n = 0; n < 200; n++) {
        one_agent q("slew2d");
        typical(&random, q.in.data());
        const std::vector<float> got = q.answer();
        q["gravity"] = -0.0f;
        EXPECT_EQ(0, std::memcmp(got.data(), q.answer().data(), got.size() * sizeof(float))) << q.story(got);
        if (agents::status_of(got) != WAY_MET || got[hit] > 100 || got[track] < 100)
            continue;
        q["gravity"] = 1e-6f; /* almost none */
        EXPECT_NEAR((double)got[time_], (double)q.answer()[time_], 1e-3 * (1 + (double)got[hit]))
            << q.story(got);
    }
}

TEST(slew2d, invalid_inputs_say_so) {
    one_agent q = gun();
    agents::expect_invalid_inputs_say_so(q, {INFINITY, INFINITY, 0, 0, 0, 0, 0, 0}, "horizon");
    for (const char *column : {"turn_rate", "dt", "gravity"}) {
        one_agent bad = q;
        bad[column] = -1e-30f;
        bad.expect({INFINITY, INFINITY, 0, 0, 0, 0, 0, 0}, WAY_INVALID);
    }
    q["heading_x"] = 0;
    q.expect({INFINITY, INFINITY, 0, 0, 0, 0, 0, 0}, WAY_INVALID);
}

/* Can the gun hit with a shot at t? Tries both meetings of this shot. No formula of the kernel. */
bool can_fire(const double *in, double t, double slack) {
    const double rx = in[runner] - in[muzzle] + (in[velocity] - in[platform]) * t;
    const double ry = in[runner + 1] - in[muzzle + 1] + (in[velocity + 1] - in[platform + 1]) * t;
    const double vx = in[velocity] - in[platform], vy = in[velocity + 1] - in[platform + 1];
    const double a = vx * vx + vy * vy - in[speed] * in[speed], b = rx * vx + ry * vy, c = rx * rx + ry * ry;
    const double disc = b * b - a * c, zero_angle = std::atan2(in[heading + 1], in[heading]);
    if (disc < 0 || !(in[speed] > 0))
        return false;
    for (int side = -1; side <= 1; side += 2) {
        /* the stable form of the two roots, which also holds if a is 0 */
        const double sum = -b + (b < 0 ? 1 : -1) * std::sqrt(disc), flight = side < 0 ? sum / a : c / sum;
        if (!(flight > 0 && flight < 1e9))
            continue;
        const double at = std::atan2(ry + vy * flight, rx + vx * flight);
        double needs = std::fabs(std::remainder(at - zero_angle, 2 * (double)pi));
        if (in[arc] > -1 && (in[facing] != 0 || in[facing + 1] != 0)) {
            const double middle = std::atan2(in[facing + 1], in[facing]),
                         half = std::acos(std::fmin(in[arc], 1));
            const double target = std::remainder(at - middle, 2 * (double)pi);
            if (std::fabs(target) > half + slack)
                continue;
            needs = std::fabs(target - std::remainder(zero_angle - middle, 2 * (double)pi));
        }
        if (needs <= in[rate] * t + slack)
            return true;
    }
    return false;
}

/* No moment before the answer's has a shot, and the answer's has one. */
TEST(slew2d, no_earlier_shot_exists) {
    uint64_t random = support::seed_for(59, 6);
    size_t met = 0, none = 0;
    for (size_t n = 0; n < support::draws(20000); n++) {
        float drawn[inputs];
        (n % 4 == 0   ? typical
         : n % 4 == 1 ? fast_runners
         : n % 4 == 2 ? close_passes
                      : edges)(&random, drawn);
        drawn[horizon] = INFINITY;
        one_agent q("slew2d");
        std::copy(drawn, drawn + inputs, q.in.begin());
        const std::vector<float> got = q.answer();
        const double in[inputs] = {drawn[0],  drawn[1],  drawn[2],  drawn[3],  drawn[4],  drawn[5],
                                   drawn[6],  drawn[7],  drawn[8],  drawn[9],  drawn[10], drawn[11],
                                   drawn[12], drawn[13], drawn[14], drawn[15], drawn[16], 0};
        const bool fires = agents::status_of(got) == WAY_MET;
        met += fires, none += !fires;
        /* close to the gun, the direction changes within a float's rounding of the time */
        const double flight = (double)got[hit] - (double)got[time_];
        if (fires && got[hit] < 1e6f && flight * in[speed] > 1 + 1e-3 * (double)got[hit]) {
            ASSERT_TRUE(can_fire(in, (double)got[time_], 1e-4 + 1e-6 * in[rate] * (double)got[time_]))
                << q.story(got);
        }
        const double last = std::fmin(fires ? (double)got[time_] : 200.0, 1e4);
        for (int k = 0; k < 400; k++) {
            const double t = last * (k + 0.5) / 400 * (1 - 1e-6);
            ASSERT_FALSE(can_fire(in, t, -1e-6)) << q.story(got) << " at " << t;
        }
    }
    EXPECT_GT(met, 300u);
    EXPECT_GT(none, 10u);
}

} // namespace
