/* Tests positions in doubles. The library computes an agent's positions relative to the agent's own position,
   so accuracy does not drop far from the origin. The tests compare answers with 113-bit arithmetic.
   layouts_test converts positions in the same way and compares the bits of the answers. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "reference/reference.h"
#include "truth/truth.h"
#include "valid_call.h"

namespace {

const size_t counts[] = {1, 2, 3, 5, 8, 13, 16, 17, 40, 131, 1030};

bool has_places(const way_behaviour *behaviour) {
    bool some = false;
    for (size_t k = 0; k < behaviour->input_count; k++)
        some = some || behaviour->inputs[k].axis != 0;
    return some && !behaviour->walls;
}

class doubles : public testing::TestWithParam<const way_behaviour *> {};

std::vector<const way_behaviour *> those_with_places() {
    std::vector<const way_behaviour *> all;
    for (const way_behaviour *behaviour : behaviours())
        if (has_places(behaviour))
            all.push_back(behaviour);
    return all;
}

INSTANTIATE_TEST_SUITE_P(all, doubles, testing::ValuesIn(those_with_places()),
                         [](const auto &info) { return std::string(info.param->name); });

/* Agents are 1e9 m from the origin, and some are only millimetres apart. The answers differ from exact
   arithmetic on the given doubles by at most the stated ulps. */
template <int D> void expect_exact_far_out(const char *name) {
    const way_behaviour *behaviour = way_behaviour_named(name);
    const size_t n = support::draws(100000);
    uint64_t random = support::seed_for(D, 77);
    std::vector<std::vector<double>> place(2 * D, std::vector<double>(n)), point(D, std::vector<double>(n));
    std::vector<std::vector<float>> number(behaviour->input_count, std::vector<float>(n));
    std::vector<std::vector<float>> answer(behaviour->output_count, std::vector<float>(n));
    std::vector<way_column> in(behaviour->input_count);
    std::vector<way_column_out> out(behaviour->output_count);
    for (size_t i = 0; i < n; i++) {
        for (int d = 0; d < D; d++) {
            place[(size_t)d][i] = 1e9 * (d + 1) / 3 + (double)draw_between(&random, -1e6, 1e6);
            place[(size_t)(D + d)][i] = place[(size_t)d][i] + (double)draw_between(&random, -5e-3, 5e-3);
            number[(size_t)(2 * D + 1 + d)][i] = draw_between(&random, -1e-2, 1e-2);
        }
        number[D][i] = draw_between(&random, 1e-3, 2e-2);
    }
    for (size_t k = 0; k < (size_t)(3 * D + 1); k++)
        in[k] = k < (size_t)D                           ? way_at(place[k].data(), 8)
                : k > (size_t)D && k <= (size_t)(2 * D) ? way_at(place[k - 1].data(), 8)
                                                        : way_at(number[k].data(), 4);
    for (size_t o = 0; o < out.size(); o++)
        out[o] = way_to(answer[o].data(), 4);
    for (size_t d = 0; d < D; d++)
        out[1 + d] = way_to(point[d].data(), 8);
    way_batch batch = {};
    batch.count = n;
    ASSERT_EQ(WAY_OK, way_run(behaviour, in.data(), out.data(), &batch));

    double worst_time = 0, worst_velocity = 0, worst_point = 0;
    size_t met = 0, either = 0;
    for (size_t i = 0; i < n; i++) {
        std::vector<way_quad> exact(behaviour->input_count), truth(behaviour->output_count);
        for (size_t k = 0; k < exact.size(); k++)
            exact[k] = k < (size_t)D                           ? (way_quad)place[k][i]
                       : k > (size_t)D && k <= (size_t)(2 * D) ? (way_quad)place[k - 1][i]
                       : k < (size_t)(3 * D + 1)               ? (way_quad)number[k][i]
                                                               : (way_quad)behaviour->inputs[k].fallback;
        way_quad_reference_named(name)(exact.data(), truth.data());
        int32_t status;
        std::memcpy(&status, &answer[out.size() - 1][i], 4);
        way_quad a = -exact[D] * exact[D], r = 0, rv = 0;
        for (int d = 0; d < D; d++) {
            way_quad v = exact[(size_t)(2 * D + 1 + d)],
                     apart = exact[(size_t)(D + 1 + d)] - exact[(size_t)d];
            a += v * v;
            rv += apart * v;
            r += apart * apart;
        }
        way_quad discriminant = rv * rv - a * r;
        /* if the discriminant is too close to zero, 48 bits cannot decide its sign */
        if (truth::magnitude(discriminant) < rv * rv * (way_quad)0x1p-20) {
            either++;
            continue;
        }
        ASSERT_EQ((int32_t)truth[out.size() - 1], status) << "agent " << i;
        if (status != WAY_MET)
            continue;
        met++;
        worst_time = std::max(worst_time, truth::ulps(answer[0][i], truth[0], truth[0]));
        for (int d = 0; d < D; d++) {
            const size_t o = (size_t)(1 + d);
            worst_velocity = std::max(worst_velocity, truth::ulps(answer[o + D][i], truth[o + D], exact[D]));
            way_quad apart = truth::magnitude(exact[(size_t)(D + 1 + d)] - exact[(size_t)d]),
                     way = truth::magnitude(exact[(size_t)(2 * D + 1 + d)] * truth[0]),
                     off = truth::magnitude((way_quad)point[(size_t)d][i] - truth[o]),
                     coordinate = (way_quad)(std::nextafter(std::fabs(point[(size_t)d][i]), INFINITY) -
                                             std::fabs(point[(size_t)d][i]));
            way_quad term = apart > way ? apart : way;
            off -= coordinate; /* allow two roundings to double, half an ulp each */
            worst_point =
                std::max(worst_point, off > 0 ? (double)(off / (way_quad)truth::ulp_of(term)) : 0.0);
        }
    }
    std::printf("   %s: %zu met, %zu open; worst time %.2f ulp, velocity %.2f, point %.2f\n", name, met,
                either, worst_time, worst_velocity, worst_point);
    EXPECT_GT(met, n / 4);
    EXPECT_LT(either, n / 1000 + 5);
    EXPECT_LE(worst_time, 4.01);
    EXPECT_LE(worst_velocity, 5.01);
    EXPECT_LE(worst_point, 6.01);
}

TEST(doubles, millimetres_apart_a_million_kilometres_out) {
    expect_exact_far_out<2>("intercept2d");
    expect_exact_far_out<3>("intercept3d");
}

/* Balls are in a room 10,000 km from the origin. The answers are compared with exact arithmetic on the given
   doubles. The positions are chosen so that their differences from wall_origin are floats, because the
   library rounds these differences to float. */
TEST(doubles, balls_meet_walls_as_exactly_far_out) {
    const way_behaviour *behaviour = way_behaviour_named("sweep_walls2d");
    const size_t n = support::draws(20000);
    const double origin[2] = {1e7, -3e6};
    uint64_t random = support::seed_for(78, n);
    std::vector<double> place[2], point[2];
    std::vector<float> course[2], time(n);
    std::vector<int32_t> status(n), wall(n);
    for (size_t i = 0; i < n; i++)
        for (size_t d = 0; d < 2; d++) {
            const float from_walls = std::round(draw_between(&random, -80, 80) * 1024) / 1024;
            place[d].push_back(origin[d] + (double)from_walls);
            course[d].push_back(draw_between(&random, -20, 20));
            point[d].push_back(0);
        }
    way_sweep_walls2d_in in = {};
    way_sweep_walls2d_out out = {};
    in.ball_x = way_in(place[0].data()), in.ball_y = way_in(place[1].data());
    in.ball_vx = way_in(course[0].data()), in.ball_vy = way_in(course[1].data());
    out.time = way_out(time.data()), out.status = way_out(status.data()), out.wall = way_out(wall.data());
    out.point_x = way_out(point[0].data()), out.point_y = way_out(point[1].data());
    way_batch batch = {};
    batch.count = n, batch.wall_origin_x = origin[0], batch.wall_origin_y = origin[1];
    give_sample_walls(&batch);
    ASSERT_EQ(WAY_OK, way_sweep_walls2d(&in, &out, &batch));
    way_quad_reference_wall_in(batch.walls, batch.wall_count);
    double worst_time = 0, worst_point = 0;
    size_t met = 0, either = 0;
    for (size_t i = 0; i < n; i++) {
        std::vector<way_quad> exact(behaviour->input_count), truth(behaviour->output_count);
        for (size_t k = 0; k < exact.size(); k++)
            exact[k] = k < 2   ? (way_quad)place[k][i] - (way_quad)origin[k]
                       : k < 4 ? (way_quad)course[k - 2][i]
                               : (way_quad)behaviour->inputs[k].fallback;
        way_quad_reference_named("sweep_walls2d")(exact.data(), truth.data());
        if ((int32_t)truth[6] != status[i] || (int32_t)truth[5] != wall[i]) {
            either++; /* the case is so close that rounding decides */
            continue;
        }
        if (status[i] != WAY_MET)
            continue;
        met++;
        worst_time = std::max(worst_time, truth::ulps(time[i], truth[0], truth[0]));
        const way_quad scale = truth::magnitude(exact[0]) + truth::magnitude(exact[1]) +
                               truth::magnitude(exact[2] * truth[0]) + truth::magnitude(exact[3] * truth[0]);
        for (size_t d = 0; d < 2; d++) {
            way_quad off = truth::magnitude((way_quad)point[d][i] - (way_quad)origin[d] - truth[1 + d]);
            off -= (way_quad)0x1p-30; /* allow half an ulp of the double */
            worst_point =
                std::max(worst_point, off > 0 ? (double)(off / (way_quad)truth::ulp_of(scale)) : 0.0);
        }
    }
    std::printf("   %zu met, %zu open; worst time %.2f ulp, point %.2f\n", met, either, worst_time,
                worst_point);
    EXPECT_GT(met, n / 4);
    EXPECT_LT(either, n / 1000 + 5);
    EXPECT_LE(worst_time, 1.01);
    EXPECT_LE(worst_point, 1.01);
}

TEST_P(doubles, without_runners_no_runner_is_read) {
    const way_behaviour *behaviour = GetParam();
    if (!reads_runners(behaviour))
        return;
    for (size_t n : counts) {
        valid_call call(behaviour, n, 0);
        std::vector<std::vector<double>> place(behaviour->input_count, std::vector<double>(n, 1e9)),
            out(behaviour->output_count, std::vector<double>(n, -1));
        std::vector<uint32_t> target(n, WAY_NO_ROW);
        for (size_t k = 0; k < behaviour->input_count; k++)
            if (behaviour->inputs[k].axis != 0)
                call.in[k] = way_at(place[k].data(), 8);
        for (size_t o = 0; o < behaviour->output_count; o++)
            if (behaviour->outputs[o].axis != 0)
                call.out[o] = way_to(out[o].data(), 8);
        call.batch.targets.row.data = target.data();
        for (const std::string &isa : support::isa_names()) {
            support::use_isa under(isa);
            ASSERT_EQ(WAY_OK, call.run());
            for (size_t o = 0; o < behaviour->output_count; o++)
                for (size_t i = 0; i < n; i++)
                    if (behaviour->outputs[o].axis != 0)
                        ASSERT_EQ(behaviour->outputs[o].fallback, out[o][i]);
                    else
                        ASSERT_EQ(fallback_cell(&behaviour->outputs[o]), call.outputs[o][i]);
        }
    }
}

/* Solves a call in which every float input, or only every other one, is a column of doubles. The elements of
   a column are `step` elements apart. Outputs are laid out in the same way. Returns the answers. */
std::vector<double> answers_at(const way_behaviour *behaviour, ptrdiff_t step, bool every_input,
                               bool every_output) {
    const size_t n = 131, room = n * (size_t)(step < 0 ? -step : step), first = step < 0 ? room - 1 : 0;
    valid_call call(behaviour, n, 16);
    std::vector<std::vector<double>> in(call.in.size(), std::vector<double>(room)), out(call.out.size());
    std::vector<std::vector<float>> singles(call.in.size(), std::vector<float>(room));
    const auto element = [&](size_t i) { return (size_t)((ptrdiff_t)first + (ptrdiff_t)i * step); };
    for (size_t k = 0; k < in.size(); k++) {
        const bool is_double = behaviour->inputs[k].type == WAY_FLOAT && (every_input || k % 2 == 0);
        for (size_t i = 0; i < n; i++) {
            in[k][element(i)] = (double)call.inputs[k][i] * (1 + 1e-9);
            singles[k][element(i)] = call.inputs[k][i];
        }
        call.in[k] = is_double ? way_at(&in[k][first], 8 * step) : way_at(&singles[k][first], 4 * step);
    }
    for (size_t o = 0; o < out.size(); o++) {
        out[o].assign(room, 42);
        if (behaviour->outputs[o].type == WAY_FLOAT && (every_output || o % 2 == 0))
            call.out[o] = way_to(&out[o][first], 8 * step);
        else
            call.out[o] = way_column_out_of(&out[o][first], 8 * step, WAY_SINGLE);
    }
    EXPECT_EQ(WAY_OK, call.run());
    std::vector<double> all;
    for (std::vector<double> &column : out) {
        for (size_t i = 0; i < n; i++) {
            all.push_back(column[element(i)]);
            column[element(i)] = 42;
        }
        EXPECT_EQ(room, (size_t)std::count(column.begin(), column.end(), 42.0)) << "what lies between";
    }
    return all;
}

TEST_P(doubles, strides_change_nothing) {
    for (bool every_input : {true, false})
        for (bool every_output : {true, false}) {
            const std::vector<double> tight = answers_at(GetParam(), 1, every_input, every_output);
            for (ptrdiff_t step : {2, 3, -1, -2}) {
                const std::vector<double> got = answers_at(GetParam(), step, every_input, every_output);
                EXPECT_EQ(0, memcmp(tight.data(), got.data(), sizeof(double) * tight.size()))
                    << GetParam()->name << " " << step << every_input << every_output;
            }
        }
}

TEST(doubles, positions_that_are_not_finite_are_invalid) {
    for (double nowhere : {(double)INFINITY, -(double)INFINITY, (double)NAN, 1e300}) {
        for (int which = 0; which < 4; which++) {
            double place[4] = {1e9, 2e9, 1e9 + 5, 2e9 + 7}, point[2] = {-1, -1};
            place[which] = nowhere;
            float speed = 2, course = 0;
            int32_t status = -1;
            way_intercept2d_in in = {};
            in.chaser_x = way_at(&place[0], 8), in.chaser_y = way_at(&place[1], 8);
            in.runner_x = way_at(&place[2], 8), in.runner_y = way_at(&place[3], 8);
            in.chaser_speed = way_same(&speed), in.runner_vx = in.runner_vy = way_same(&course);
            way_intercept2d_out out = {};
            out.point_x = way_to(&point[0], 8), out.point_y = way_to(&point[1], 8);
            way_batch batch = {};
            batch.count = 1;
            ASSERT_EQ(WAY_OK, way_intercept2d(&in, &out, &batch)); /* without a request for the status */
            EXPECT_EQ(0.0, point[0]);
            EXPECT_EQ(0.0, point[1]);
            out.status.data = &status;
            ASSERT_EQ(WAY_OK, way_intercept2d(&in, &out, &batch));
            EXPECT_EQ(WAY_INVALID, status);
        }
    }
}

} // namespace
