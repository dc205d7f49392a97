/* Computes the exact answers of launch_angle2d, and tests it with cases solved by hand and by flying the
   throw. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "agents.h"
#include "truth/truth.h"

namespace {

using namespace truth;
using agents::drawn_agents;
using agents::one_agent;

const int from = 0, to = 2, direction = 4, gravity = 6, own = 7;

bool is_in_stated_range(quad x) { return x == 0 || (magnitude(x) >= 1e-6 && magnitude(x) <= 1e6); }

/* Returns the sum of the terms of a x b, and sets `close` if they almost cancel. */
quad terms(const quad *a, const quad *b, bool *close) {
    const quad sum = magnitude(a[0] * b[1]) + magnitude(a[1] * b[0]),
               value = magnitude(a[0] * b[1] - a[1] * b[0]);
    *close |= value > 0 && value < 1e-10 * sum;
    return value > 0 ? sum / value : (quad)1;
}

/* The case is not judged if rounding decides whether the target is on the barrel's line, or the
   acceleration. */
void solve(const float *in, answer *out) {
    take_reference(in, out);
    quad r[2], u[2], b[2] = {in[own], (quad)in[own + 1] - (quad)in[gravity]};
    for (int k = 0; k < 2; k++) {
        r[k] = (quad)in[to + k] - (quad)in[from + k];
        u[k] = in[direction + k];
        out->not_judged |= !is_in_stated_range(r[k]) || !is_in_stated_range(b[k]);
    }
    for (int k = 0; k < own + 2; k++)
        out->not_judged |= !is_in_stated_range((quad)in[k]);
    if (out->not_judged || out->value[4] == WAY_INVALID)
        return;
    const quad lost =
        terms(u, r, &out->not_judged) + terms(u, b, &out->not_judged) + terms(r, b, &out->not_judged);
    const quad growth = larger(1, 0x1p-24 * lost);
    for (int k = 0; k < 4; k++)
        out->ulp_scale[k] = out->value[k] < INFINITY ? magnitude(out->value[k]) * growth : (quad)1;
}

void typical(uint64_t *random, float *in) {
    for (int k = 0; k < direction; k++)
        in[k] = draw_between(random, -100, 100);
    for (int k = direction; k < gravity; k++)
        in[k] = draw_between(random, -1, 1);
    in[gravity] = draw_between(random, 1, 20);
    for (int k = own; k < own + 2; k++)
        in[k] = draw_below(random, 3) ? draw_between(random, -5, 5) : 0;
}

void plain(uint64_t *random, float *in) {
    typical(random, in);
    in[own] = in[own + 1] = 0;
}

/* Draws targets almost on the barrel's line, throws almost straight up, and no gravity. */
void edges(uint64_t *random, float *in) {
    typical(random, in);
    if (draw_below(random, 2)) {
        const float far = draw_between(random, -50, 50);
        for (int k = 0; k < 2; k++)
            in[to + k] = beside(random, in[from + k] + in[direction + k] * far);
    }
    if (draw_below(random, 3) == 0)
        in[direction] = draw_below(random, 2) ? 0 : draw_between(random, -1e-4f, 1e-4f);
    if (draw_below(random, 4) == 0)
        in[own] = 0;
    if (draw_below(random, 6) == 0)
        in[to] = in[from];
    if (draw_below(random, 8) == 0)
        in[to + 1] = in[from + 1];
    if (draw_below(random, 8) == 0)
        in[gravity] = in[own + 1];
}

void sizes(uint64_t *random, float *in) {
    for (int k = 0; k < own + 2; k++)
        in[k] = any_size(random, -18, 18);
}

const truth::add entries({
    {"launch_angle2d", "typical", typical, true, solve},
    {"launch_angle2d", "no options", plain, false, solve},
    {"launch_angle2d", "edges", edges, true, solve},
    {"launch_angle2d", "any size", sizes, true, solve},
});

one_agent shot(float x, float y, float degrees, float g) {
    const double angle = (double)degrees * 3.14159265358979 / 180;
    return {"launch_angle2d",
            {{"to_x", x},
             {"to_y", y},
             {"direction_x", (float)std::cos(angle)},
             {"direction_y", (float)std::sin(angle)},
             {"gravity", g}}};
}

TEST(launch_angle2d, speeds_of_the_textbook) {
    const float rows[4][5] = {{40, 5, 60, 22.098597f, 3.620139f},
                              {40, -5, 30, 19.299319f, 2.393246f},
                              {12, 8, 45, 18.792552f, 0.903047f},
                              {250, 0, 75, 70.035705f, 13.791905f}};
    for (const float *row : rows) {
        const std::vector<float> got = shot(row[0], row[1], row[2], 9.81f).answer();
        EXPECT_NEAR((double)row[3], (double)got[0], 2e-6 * (double)row[3]);
        EXPECT_NEAR((double)row[4], (double)got[1], 2e-6 * (double)row[4]);
    }
    shot(100, 20, 10, 9.81f).expect({INFINITY, INFINITY, 0, 0}, WAY_NO_PATH); /* above the barrel's line */
}

TEST(launch_angle2d, worked_by_hand) {
    one_agent q("launch_angle2d", {{"to_x", 40}, {"direction_x", 3}, {"direction_y", 3}, {"gravity", 10}});
    q.expect({20, 2.8284271f, 14.142136f, 14.142136f}, WAY_MET);
    q["shell_ax"] =
        -10; /* the wind blows back along the throw's other axis: straight below the target's line */
    q.expect({INFINITY, INFINITY, 0, 0}, WAY_NO_PATH);
    q["shell_ax"] = 0, q["direction_x"] = -3;
    q.expect({INFINITY, INFINITY, 0, 0}, WAY_NO_PATH); /* points away */
    q["direction_x"] = 0, q["to_x"] = 0, q["to_y"] = 5;
    q.expect({INFINITY, INFINITY, 0, 0}, WAY_DEGENERATE); /* straight up */
    q["to_y"] = 0;
    q.expect({0, 0, 0, 0}, WAY_THERE);
    q["direction_y"] = 0;
    q.expect({INFINITY, INFINITY, 0, 0}, WAY_INVALID);
}

TEST(launch_angle2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(shot(40, 5, 60, 9.81f), {INFINITY, INFINITY, 0, 0});
}

/* The body flies to the target, at the returned time. */
TEST(launch_angle2d, the_throw_hits) {
    drawn_agents s("launch_angle2d", 20000, 63);
    s.solve();
    size_t hits = 0;
    for (size_t i = 0; i < s.count; i++) {
        if (s.status(i) != WAY_MET)
            continue;
        const float *row = s.row(i), *got = s.got(i);
        const double t = (double)got[1],
                     b[2] = {(double)row[own], (double)row[own + 1] - (double)row[gravity]};
        for (int k = 0; k < 2; k++) {
            const double fall = b[k] * t * t / 2, way = (double)got[2 + k] * t;
            ASSERT_NEAR((double)row[to + k], (double)row[from + k] + way + fall,
                        1e-6 * (100 + std::fabs(fall) + std::fabs(way)))
                << s.story(i);
        }
        hits++;
    }
    EXPECT_GT(hits, 4000u);
}

} // namespace
