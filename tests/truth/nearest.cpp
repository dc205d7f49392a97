/* Computes the exact answers of nearest2d, and tests nearest2d with cases solved by hand and with a check
   that no point of the course is nearer. */
#include <algorithm>
#include <cmath>

#include "agents.h"
#include "truth/truth.h"

namespace {

using namespace truth;
using agents::one_agent;

enum { chaser, runner = 2, velocity = 4, horizon = 6 };

bool is_in_stated_range(quad x) {
    quad size = magnitude(x);
    return size == 0 || (size >= 1e-12 && size <= 1e12);
}

quad length(quad x, quad y) { return root(x * x + y * y); }

/* A case is not judged if rounding decides whether the runner passes now, or at the horizon. */
void solve(const float *in, answer *out) {
    quad rx = (quad)in[runner] - (quad)in[chaser], ry = (quad)in[runner + 1] - (quad)in[chaser + 1];
    quad vx = in[velocity], vy = in[velocity + 1], speed = length(vx, vy), apart = length(rx, ry);
    quad toward = -(rx * vx + ry * vy), margin = 0x1p-50 * apart * speed, end = (quad)in[horizon];
    take_reference(in, out);
    for (quad size : {apart, speed, out->value[0], out->value[3]})
        out->not_judged |= !is_in_stated_range(size);
    for (int k = 0; k < horizon; k++)
        out->not_judged |= !is_in_stated_range(in[k]);
    quad scale = speed > 0 ? apart / speed : (quad)0;
    bool passes = toward != 0 && magnitude(toward) <= margin;
    bool ends = speed > 0 && !std::isinf(in[horizon]) && magnitude(toward - end * speed * speed) <= margin;
    out->not_judged |= passes || (ends && toward - end * speed * speed != 0);
    out->not_judged |= !std::isinf(in[horizon]) && !is_in_stated_range(end);
    out->ulp_scale[0] = larger(out->value[0], 0x1p-27 * scale);
    for (int k = 0; k < 2; k++)
        out->ulp_scale[1 + k] =
            larger(magnitude((quad)in[runner + k]), magnitude((quad)in[velocity + k] * out->ulp_scale[0]));
    out->ulp_scale[3] = larger(out->value[3], 0x1p-27 * apart);
}

void typical(uint64_t *random, float *in) {
    for (int k = 0; k < 4; k++)
        in[k] = draw_between(random, -1e4, 1e4);
    for (int k = velocity; k < horizon; k++)
        in[k] = draw_between(random, -30, 30);
    in[horizon] = draw_below(random, 2) ? INFINITY : draw_between(random, 0, 600);
}

void sizes(uint64_t *random, float *in) {
    for (int k = 0; k < horizon; k++)
        in[k] = any_size(random, -30, 30);
    in[horizon] = draw_below(random, 2) ? INFINITY : std::fabs(any_size(random, -30, 30));
}

/* Draws runners whose course goes through the chaser or just past the chaser, near the origin and far from
   it. */
void past(uint64_t *random, float *in) {
    typical(random, in);
    float far = draw_below(random, 2) ? 0.0f : draw_between(random, -1e6, 1e6);
    float seconds = draw_between(random, 0.1, 100);
    for (int k = 0; k < 2; k++) {
        in[chaser + k] += far;
        in[runner + k] = beside(random, in[chaser + k] - in[velocity + k] * seconds);
    }
}

/* Draws runners that pass now, because the separation is exactly or nearly perpendicular to the velocity. */
void abeam(uint64_t *random, float *in) {
    typical(random, in);
    float times = draw_between(random, 1, 50);
    for (int k = 0; k < 2; k++) {
        in[chaser + k] = (float)draw_below(random, 2000);
        in[velocity + k] = (float)draw_below(random, 60) - 30;
    }
    in[runner] = in[chaser] - in[velocity + 1] * times;
    in[runner + 1] = in[chaser + 1] + in[velocity] * times;
    if (draw_below(random, 2))
        in[runner] = beside(random, in[runner]);
}

/* Draws horizons near the time of the approach, equal positions, runners at rest, and motion along an
   axis. */
void edges(uint64_t *random, float *in) {
    typical(random, in);
    for (int k = 0; k < horizon; k++)
        if (draw_below(random, 4) == 0)
            in[k] = k == runner || k == runner + 1 ? in[k - 2] : 0;
    double vv = std::pow((double)in[velocity], 2) + std::pow((double)in[velocity + 1], 2);
    double toward = ((double)in[chaser] - (double)in[runner]) * (double)in[velocity] +
                    ((double)in[chaser + 1] - (double)in[runner + 1]) * (double)in[velocity + 1];
    if (draw_below(random, 2) && vv > 0)
        in[horizon] = beside(random, (float)std::max(0.0, toward / vv));
    if (draw_below(random, 8) == 0)
        in[horizon] = 0;
}

template <void (*draw)(uint64_t *, float *)> void without(uint64_t *random, float *in) {
    draw(random, in);
    in[horizon] = INFINITY;
}

const add more({
    {"nearest2d", "typical", typical, true, solve},
    {"nearest2d", "typical_plain", without<typical>, false, solve},
    {"nearest2d", "sizes", sizes, true, solve},
    {"nearest2d", "past", past, true, solve},
    {"nearest2d", "past_plain", without<past>, false, solve},
    {"nearest2d", "abeam", abeam, true, solve},
    {"nearest2d", "edges", edges, true, solve},
});

one_agent passing(float runner_x, float runner_y, float vx, float vy, float end = INFINITY) {
    return {"nearest2d",
            {{"chaser_x", 1},
             {"chaser_y", 2},
             {"runner_x", runner_x},
             {"runner_y", runner_y},
             {"runner_vx", vx},
             {"runner_vy", vy},
             {"horizon", end}}};
}

TEST(nearest2d, worked_by_hand) {
    passing(11, 5, -2, 0).expect({5, 1, 5, 3}, WAY_MET);
    passing(11, 5, -2, 0, 3).expect({3, 5, 5, 5}, WAY_LATE);
    passing(11, 5, -2, 0, 5).expect({5, 1, 5, 3}, WAY_MET);
    passing(4, 6, 3, 4).expect({0, 4, 6, 5}, WAY_THERE);  /* the runner moves away */
    passing(4, 6, 0, 0).expect({0, 4, 6, 5}, WAY_THERE);  /* the runner is at rest */
    passing(4, 6, -4, 3).expect({0, 4, 6, 5}, WAY_THERE); /* the runner passes now */
    passing(4, 6, -3, -4).expect({1, 1, 2, 0}, WAY_MET);  /* the course goes through the chaser */
    passing(1, 2, -3, -4).expect({0, 1, 2, 0}, WAY_THERE);
    passing(4, 6, -3, -4, 0).expect({0, 4, 6, 5}, WAY_LATE);
}

TEST(nearest2d, invalid_inputs_say_so) {
    for (float bad : {NAN, INFINITY, -INFINITY})
        for (int k = 0; k < horizon; k++) {
            one_agent agent = passing(4, 6, -3, -4);
            agent.in[(size_t)k] = bad;
            agent.expect({0, 0, 0, INFINITY}, WAY_INVALID);
        }
    passing(4, 6, -3, -4, -1).expect({0, 0, 0, INFINITY}, WAY_INVALID);
    passing(4, 6, -3, -4, NAN).expect({0, 0, 0, INFINITY}, WAY_INVALID);
}

/* Checks the answer without a formula. No sampled point of the course is nearer. */
TEST(nearest2d, no_point_of_the_course_is_nearer) {
    uint64_t random = 24;
    for (int n = 0; n < 2000; n++) {
        float in[horizon + 1];
        (n % 2 ? typical : past)(&random, in);
        one_agent agent("nearest2d");
        std::copy(in, in + horizon + 1, agent.in.begin());
        std::vector<float> got = agent.answer();
        double last = std::isinf(in[horizon]) ? 2.0 * (double)got[0] + 10 : (double)in[horizon];
        for (int k = 0; k <= 1000; k++) {
            double t = last * k / 1000;
            double x = (double)in[runner] + (double)in[velocity] * t - (double)in[chaser];
            double y = (double)in[runner + 1] + (double)in[velocity + 1] * t - (double)in[chaser + 1];
            ASSERT_GE(std::hypot(x, y), (double)got[3] * (1 - 1e-6) - 1e-9)
                << agent.story(got) << " at " << t;
        }
    }
}

} // namespace
