/* Computes the exact answers of arrive, and tests arrive with cases solved by hand and properties. The error
   of the velocity is measured in ulps of the speed. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "agents.h"
#include "truth/truth.h"

namespace {

using namespace truth;
using agents::drawn_agents;
using agents::one_agent;

/* The column numbers in D dimensions. */
template <int D> struct column {
    enum { speed = D, to = D + 1, radius = 2 * D + 1, dt = 2 * D + 2 };
};

bool is_outside(quad size) { return size != 0 && (size < 1e-18 || size > 1e18); }

template <int D> void solve(const float *in, answer *out) {
    take_reference(in, out);
    const quad distance = out->ulp_scale[D] = out->value[D];
    for (int k = 0; k < D; k++)
        out->ulp_scale[k] = std::max(length<D>(out->value), (quad)1e-30);
    out->not_judged = is_outside(distance) || is_outside(magnitude((quad)in[column<D>::speed])) ||
                      is_outside((quad)in[column<D>::radius]) || is_outside((quad)in[column<D>::dt]);
}

template <int D> void typical(uint64_t *random, float *in) {
    for (int k = 0; k < column<D>::radius; k++)
        in[k] = draw_between(random, -1e4, 1e4);
    in[column<D>::speed] = draw_between(random, 0.1, 50);
    in[column<D>::radius] = draw_between(random, 0, 2e4);
    in[column<D>::dt] = draw_below(random, 4) ? draw_between(random, 0.001, 1000) : 0;
}

template <int D> void sizes(uint64_t *random, float *in) {
    for (int k = 0; k < column<D>::radius; k++)
        in[k] = any_size(random, -59, 59);
    for (int k : {column<D>::speed, column<D>::radius, column<D>::dt})
        in[k] = std::fabs(any_size(random, -59, 59));
}

/* Draws agents that are close to the target, so that the difference has few digits. Some are on axes, at the
   same position, slow, or without a radius. */
template <int D> void close(uint64_t *random, float *in) {
    typical<D>(random, in);
    for (int k = 0; k < D; k++)
        in[column<D>::to + k] = draw_below(random, 3) ? beside(random, in[k]) : in[k];
    in[column<D>::radius] = draw_below(random, 4) ? draw_between(random, 0, 0.01) : 0;
    if (draw_below(random, 8) == 0)
        in[column<D>::speed] = draw_between(random, -2, 0);
}

/* Draws agents whose distance is almost the radius, almost the last step, or almost both. */
template <int D> void edges(uint64_t *random, float *in) {
    typical<D>(random, in);
    quad r[D];
    for (int k = 0; k < D; k++)
        r[k] = (quad)in[column<D>::to + k] - (quad)in[k];
    const double distance = (double)length<D>(r);
    if (draw_below(random, 2))
        in[column<D>::radius] = beside(random, (float)distance);
    if (draw_below(random, 2))
        in[column<D>::dt] = beside(random, (float)(std::max(distance, (double)in[column<D>::radius]) /
                                                   (double)in[column<D>::speed]));
}

template <int D, void (*draw)(uint64_t *, float *)> void without_dt(uint64_t *random, float *in) {
    draw(random, in);
    in[column<D>::dt] = 0;
}

const truth::add entries({
    {"arrive2d", "typical", typical<2>, true, solve<2>},
    {"arrive2d", "typical, no dt", without_dt<2, typical<2>>, false, solve<2>},
    {"arrive2d", "any size", sizes<2>, true, solve<2>},
    {"arrive2d", "any size, no dt", without_dt<2, sizes<2>>, false, solve<2>},
    {"arrive2d", "close", close<2>, true, solve<2>},
    {"arrive2d", "edges", edges<2>, true, solve<2>},
    {"arrive3d", "typical", typical<3>, true, solve<3>},
    {"arrive3d", "typical, no dt", without_dt<3, typical<3>>, false, solve<3>},
    {"arrive3d", "any size", sizes<3>, true, solve<3>},
    {"arrive3d", "any size, no dt", without_dt<3, sizes<3>>, false, solve<3>},
    {"arrive3d", "close", close<3>, true, solve<3>},
    {"arrive3d", "edges", edges<3>, true, solve<3>},
});

/* Solved by hand ----------------------------------------------------------------------------------------- */

one_agent arrive(float x, float y, float speed, float radius, float dt = 0) {
    return {"arrive2d",
            {{"chaser_x", x},
             {"chaser_y", y},
             {"chaser_speed", speed},
             {"to_x", 4},
             {"to_y", 6},
             {"slowing_radius", radius},
             {"dt", dt}}};
}

TEST(arrive2d, slows_down_within_the_radius) {
    arrive(1, 2, 10, 0).expect({6, 8, 5}, WAY_MET);
    arrive(1, 2, 10, 2.5f).expect({6, 8, 5}, WAY_MET);
    arrive(1, 2, 10, 5).expect({6, 8, 5}, WAY_MET);
    arrive(1, 2, 10, 10).expect({3, 4, 5}, WAY_MET);
    arrive(1, 2, 10, 40).expect({0.75f, 1, 5}, WAY_MET);
    arrive(7, 10, 10, 10).expect({-3, -4, 5}, WAY_MET);
}

TEST(arrive2d, stops_at_the_place) {
    arrive(4, 6, 10, 10).expect({0, 0, 0}, WAY_THERE);
    arrive(4, 6, 0, 10).expect({0, 0, 0}, WAY_THERE);
    arrive(4, 6, 10, 0, 1).expect({0, 0, 0}, WAY_THERE);
}

TEST(arrive2d, speeds_of_0_or_less_are_immobile) {
    for (float speed : {0.0f, -0.0f, -3.0f})
        arrive(1, 2, speed, 10, 1).expect({0, 0, 5}, WAY_IMMOBILE);
}

TEST(arrive2d, never_overshoots_within_dt) {
    arrive(1, 2, 10, 0, 0.25f).expect({6, 8, 5}, WAY_MET);
    arrive(1, 2, 10, 0, 0.5f).expect({6, 8, 5}, WAY_MET);
    arrive(1, 2, 10, 0, 1).expect({3, 4, 5}, WAY_MET);
    arrive(1, 2, 10, 10, 1).expect({3, 4, 5}, WAY_MET);
    arrive(1, 2, 10, 10, 2).expect({1.5f, 2, 5}, WAY_MET);
    arrive(1, 2, 10, 10, -0.0f).expect({3, 4, 5}, WAY_MET);
}

TEST(arrive2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(arrive(1, 2, 10, 10, 1), {0, 0, INFINITY});
    for (float below : {-1.0f, -0x1p-149f}) {
        arrive(1, 2, 10, below).expect({0, 0, INFINITY}, WAY_INVALID);
        arrive(1, 2, 10, 10, below).expect({0, 0, INFINITY}, WAY_INVALID);
    }
    arrive(1e20f, 2, 10, 10).expect({0, 0, INFINITY}, WAY_INVALID);
    arrive(1, 2, 1e20f, 10).expect({0, 0, INFINITY}, WAY_INVALID);
}

TEST(arrive3d, worked_by_hand) {
    one_agent q("arrive3d", {{"chaser_x", 1}, {"chaser_speed", 14}, {"to_x", 3}, {"to_y", 3}, {"to_z", 6}});
    q.expect({4, 6, 12, 7}, WAY_MET);
    q["slowing_radius"] = 14;
    q.expect({2, 3, 6, 7}, WAY_MET);
    q["dt"] = 2;
    q.expect({1, 1.5f, 3, 7}, WAY_MET);
    q["to_x"] = 1, q["to_y"] = q["to_z"] = 0;
    q.expect({0, 0, 0, 0}, WAY_THERE);
    q["to_x"] = 3;
    agents::expect_invalid_inputs_say_so(q, {0, 0, 0, INFINITY});
}

/* Properties that need no formula ------------------------------------------------------------------------ */

/* Without a radius and a time step, arrive gives the bits of seek. */
template <int D> void expect_seek(const char *name, const char *seek) {
    drawn_agents arriving(name, 20000, 231), seeking(seek, 20000, 231);
    for (size_t i = 0; i < arriving.count; i++) {
        float *row = arriving.row(i);
        row[column<D>::radius] = row[column<D>::dt] = 0;
        std::copy(row, row + 2 * D + 1, seeking.row(i));
        seeking.row(i)[2 * D + 1] = 0; /* seek's dt */
    }
    arriving.solve();
    seeking.solve();
    EXPECT_EQ(0, std::memcmp(arriving.out.data(), seeking.out.data(), 4 * arriving.out.size())) << name;
}

TEST(arrive2d, is_seek_without_a_radius) { expect_seek<2>("arrive2d", "seek2d"); }
TEST(arrive3d, is_seek_without_a_radius) { expect_seek<3>("arrive3d", "seek3d"); }

/* Carts drive to their goals step by step. A cart is never faster than its speed, never faster than in the
   step before, and never passes its goal. At the end, every cart that had enough time stands at its goal. */
TEST(arrive2d, carts_stop_at_the_point_and_never_overshoot) {
    const double rounding = 4e-3; /* in metres, for coordinates up to 1e4 */
    drawn_agents carts("arrive2d", 2000, 232);
    for (size_t i = 0; i < carts.count; i++) {
        float *row = carts.row(i);
        row[2] += 20;
        row[5] = i % 8 ? row[5] / 100 : 0; /* in metres */
        row[6] = i % 4 ? row[6] / 100 : 4; /* in seconds */
    }
    carts.solve();
    std::vector<double> before(carts.count, INFINITY);
    size_t standing = 0, expected = 0;
    /* enough time is the time at full speed plus 20 time constants of radius / speed */
    for (size_t i = 0; i < carts.count; i++)
        expected += carts.got(i)[2] / carts.row(i)[2] + 20 * carts.row(i)[5] / carts.row(i)[2] <
                    400 * carts.row(i)[6];
    for (int step = 0; step < 400; step++) {
        for (size_t i = 0; i < carts.count; i++) {
            float *row = carts.row(i);
            const float *v = carts.got(i);
            const double pace = std::hypot((double)v[0], (double)v[1]);
            ASSERT_LE(pace, (double)row[2] * 1.000001) << carts.story(i);
            ASSERT_LE(pace, before[i] + rounding / (double)row[6]) << carts.story(i);
            before[i] = pace;
            double left[2], ahead = 0;
            for (int k = 0; k < 2; k++)
                left[k] = (double)row[3 + k] - (double)row[k];
            for (int k = 0; k < 2; k++) {
                row[k] += v[k] * row[6];
                ahead += ((double)row[3 + k] - (double)row[k]) * left[k];
            }
            ASSERT_GE(ahead, -rounding * std::hypot(left[0], left[1])) << carts.story(i);
        }
        carts.solve();
    }
    for (size_t i = 0; i < carts.count; i++)
        standing += (double)carts.got(i)[2] <= 2 * rounding;
    EXPECT_GT(expected, carts.count / 4);
    EXPECT_GE(standing, expected);
}

} // namespace
