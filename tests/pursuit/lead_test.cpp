/* Tests lead pursuit with cases solved by hand, a comparison with the law of sines, and simulations until the
   catch. If no interception exists, lead chases straight at the runner. */
#include <cfloat>

#include "agents.h"

namespace {

using agents::drawn_agents;
using agents::one_agent;

one_agent lead(float speed, float x, float y, float vx, float vy) {
    return {
        "lead2d",
        {{"chaser_speed", speed}, {"runner_x", x}, {"runner_y", y}, {"runner_vx", vx}, {"runner_vy", vy}}};
}

TEST(lead2d, meets_when_intercept2d_meets) {
    lead(5, 4, 0, 0, 3).expect({1, 4, 3, 4, 3, 5}, WAY_MET);
    lead(5, 10, 0, -5, 0).expect({1, 5, 0, 5, 0, 5}, WAY_MET); /* head-on */
    /* directly behind the runner */
    lead(7, 0, -10, 0, -2).expect({2, 0, -14, 0, -7, 14}, WAY_MET);
    lead(5, 8, 6, -5, 0).expect({1.25f, 1.75f, 6, 1.4f, 4.8f, 6.25f}, WAY_MET); /* equal speeds */
}

TEST(lead2d, chases_runners_out_of_reach_and_says_so) {
    lead(5, 6, 8, 6, 8).expect({INFINITY, 6, 8, 3, 4, 10}, WAY_TOO_SLOW);
    lead(5, 6, 8, 3, 4).expect({INFINITY, 6, 8, 3, 4, 10}, WAY_TOO_SLOW); /* equal speeds, straight away */
    lead(5, 0, 10, 20, 0).expect({INFINITY, 0, 10, 0, 5, 10}, WAY_TOO_SLOW);
}

TEST(lead2d, same_position_is_there) { lead(5, 0, 0, 3, 4).expect({0, 0, 0, 0, 0, 0}, WAY_THERE); }

TEST(lead2d, immobile_chasers_wait) {
    for (float speed : {0.0f, -3.0f}) {
        lead(speed, 6, 8, 1, 0).expect({INFINITY, 6, 8, 0, 0, 10}, WAY_IMMOBILE);
        lead(speed, 6, 8, -3, -4).expect({2, 0, 0, 0, 0, 0}, WAY_MET); /* the runner comes to the chaser */
    }
}

TEST(lead2d, beyond_the_horizon_it_chases) {
    one_agent q = lead(5, 4, 0, 0, 3);
    q["horizon"] = 1;
    q.expect({1, 4, 3, 4, 3, 5}, WAY_MET);
    q["horizon"] = 0.5f;
    q.expect({INFINITY, 4, 0, 5, 0, 4}, WAY_LATE);
}

TEST(lead2d, out_of_range_is_a_status_and_keeps_the_answer) {
    one_agent q = lead(5, 4, 0, 0, 3);
    q["range"] = 5;
    q.expect({1, 4, 3, 4, 3, 5}, WAY_MET);
    q["range"] = 4.5f;
    q.expect({1, 4, 3, 4, 3, 5}, WAY_OUT_OF_RANGE);
    q["range"] = 0;
    q.expect({1, 4, 3, 4, 3, 5}, WAY_OUT_OF_RANGE);
    q["range"] = -1;
    q.expect({INFINITY, 0, 0, 0, 0, INFINITY}, WAY_INVALID);
}

TEST(lead2d, reach_and_platform_match_intercept2d) {
    one_agent q = lead(5, 10, 0, 0, 0);
    q["reach"] = 5;
    q.expect({1, 10, 0, 5, 0, 10}, WAY_MET);
    q["platform_vx"] = 5;
    q.expect({0.5f, 10, 0, 5, 0, 10}, WAY_MET);
    q["reach"] = 10;
    q.expect({0, 10, 0, 0, 0, 10}, WAY_THERE);
    one_agent away = lead(5, 6, 8, 6, 8);
    away["reach"] = 5;
    away.expect({INFINITY, 6, 8, 3, 4, 10}, WAY_TOO_SLOW);
    away["platform_vx"] = 6;
    away["platform_vy"] = 8;
    away.expect({1, 12, 16, 3, 4, 20}, WAY_MET);
}

TEST(lead2d, arrives_rather_than_overshoots) {
    one_agent q = lead(15, 0.1f, 0, 0, 0);
    q["dt"] = 0.02f;
    q.expect({0.1f / 15, 0.1f, 0, 5, 0, 0.1f}, WAY_MET);
    q["reach"] = 0.05f;
    q.expect({0.05f / 15, 0.1f, 0, 2.5f, 0, 0.1f}, WAY_MET);
    q["dt"] = 0.001f;
    q.expect({0.05f / 15, 0.1f, 0, 15, 0, 0.1f}, WAY_MET);
    /* the aim is the runner's position at the end of the step */
    one_agent runs = lead(15, 1, 0, 5, 0);
    runs["dt"] = 0.2f;
    runs.expect({0.1f, 2, 0, 10, 0, 1.5f}, WAY_MET);
    runs["platform_vx"] = 5;
    runs.expect({1.0f / 15, 2, 0, 5, 0, 4.0f / 3}, WAY_MET);
    /* a runner that passes the chaser before the end of the step is met on its way */
    one_agent passes = lead(5, 8, 0, -10, 0);
    passes["dt"] = 4;
    passes.expect({8.0f / 15, 8 - 16.0f / 3, 0, 5, 0, 8.0f / 3}, WAY_MET);
    /* without a meeting, the aim is the runner's position now */
    one_agent away = lead(5, 3, 4, 6, 8);
    away["dt"] = 2;
    away.expect({INFINITY, 3, 4, 1.5f, 2, 5}, WAY_TOO_SLOW);
}

TEST(lead2d, a_chaser_at_the_runner_stays) {
    one_agent q = lead(10, 0, 0, 3, 4);
    q.expect({0, 0, 0, 0, 0, 0}, WAY_THERE);
    q["dt"] = 0.5f;
    q.expect({0, 1.5f, 2, 3, 4, 0}, WAY_THERE);
    q["reach"] = 2;
    q.expect({0, 1.5f, 2, 0.6f, 0.8f, 0}, WAY_THERE);
    q["reach"] = 3;
    q.expect({0, 1.5f, 2, 0, 0, 0}, WAY_THERE);
    q["reach"] = 0;
    q["chaser_speed"] = 1;
    q.expect({0, 1.5f, 2, 0.6f, 0.8f, 0}, WAY_THERE);
    q["lead_factor"] = 0;
    q.expect({0, 0, 0, 0, 0, 0}, WAY_THERE);
}

TEST(lead2d, the_lead_time_is_cut_and_damped) {
    one_agent q = lead(5, 4, 0, 0, 3);
    q["longest_lead"] = 1;
    q.expect({1, 4, 3, 4, 3, 5}, WAY_MET);
    q["longest_lead"] = 0;
    q.expect({1, 4, 0, 5, 0, 5}, WAY_MET);
    q["longest_lead"] = INFINITY;
    q["lead_factor"] = 0;
    q.expect({1, 4, 0, 5, 0, 5}, WAY_MET);
    one_agent far = lead(5, 8, 0, 0, 3);
    far["longest_lead"] = 1;
    far.expect({2, 8, 3, 5 * 8 / std::sqrt(73.0f), 5 * 3 / std::sqrt(73.0f), 10}, WAY_MET);
    far["longest_lead"] = 50;
    far["lead_factor"] = 0.5f;
    far.expect({2, 8, 3, 5 * 8 / std::sqrt(73.0f), 5 * 3 / std::sqrt(73.0f), 10}, WAY_MET);
    far["range"] = 9;
    far.expect({2, 8, 3, 5 * 8 / std::sqrt(73.0f), 5 * 3 / std::sqrt(73.0f), 10}, WAY_OUT_OF_RANGE);
    /* with a lead time of 0, lead equals seek, and slows down like seek */
    one_agent near = lead(5, 4, 0, 0, 3);
    near["lead_factor"] = 0;
    near["dt"] = 2;
    near.expect({1, 4, 0, 2, 0, 5}, WAY_MET);
}

TEST(lead2d, invalid_options_are_invalid) {
    for (const char *column : {"reach", "dt", "longest_lead", "lead_factor"})
        for (float bad : {-1.0f, -FLT_MIN, (float)NAN, -INFINITY}) {
            one_agent q = lead(5, 4, 0, 0, 3);
            q[column] = bad;
            q.expect({INFINITY, 0, 0, 0, 0, INFINITY}, WAY_INVALID);
        }
    for (const char *column : {"reach", "dt", "lead_factor", "platform_vx", "platform_vy"}) {
        one_agent q = lead(5, 4, 0, 0, 3);
        q[column] = INFINITY;
        q.expect({INFINITY, 0, 0, 0, 0, INFINITY}, WAY_INVALID);
    }
}

TEST(lead2d, invalid_inputs_say_so) {
    one_agent q = lead(5, 4, 0, 0, 3);
    for (size_t k = 0; k < 7; k++)
        for (float bad : {NAN, INFINITY, -INFINITY}) {
            one_agent spoilt = q;
            spoilt.in[k] = bad;
            spoilt.expect({INFINITY, 0, 0, 0, 0, INFINITY}, WAY_INVALID);
        }
}

TEST(lead3d, in_space) {
    one_agent q("lead3d", {{"chaser_speed", 13}, {"runner_x", 4}, {"runner_z", 12}, {"runner_vy", 3}});
    q["runner_vy"] = 0;
    q["runner_vx"] = 8, q["runner_vz"] = 24; /* the runner is twice as fast and runs straight away */
    float far = std::sqrt(160.0f);
    q.expect({INFINITY, 4, 0, 12, 13 * 4 / far, 0, 13 * 12 / far, far}, WAY_TOO_SLOW);
    one_agent across("lead3d", {{"chaser_speed", 13}, {"runner_x", 5}, {"runner_vy", 12}});
    across.expect({1, 5, 12, 0, 5, 12, 0, 13}, WAY_MET);
}

template <int D> void expect_agrees_with_the_textbook() {
    drawn_agents s(D == 2 ? "lead2d" : "lead3d", 100000, 41);
    s.solve();
    const size_t dt = 4 * D + 4;
    size_t met = 0;
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> expected = s.reference(i);
        ASSERT_EQ((int32_t)expected.back(), s.status(i)) << s.story(i);
        met += s.status(i) == WAY_MET;
        if (s.status(i) != WAY_MET)
            continue;
        /* skip cases in which, after dt, the runner is almost exactly as far away as the chaser can reach */
        const float *row = s.row(i);
        double size = (double)row[D], beyond = 0;
        for (int k = 0; k < D; k++) {
            double w = (double)row[2 * D + 1 + k] - (double)row[3 * D + 4 + k];
            double r = (double)row[D + 1 + k] - (double)row[k];
            beyond = std::hypot(beyond, r + w * (double)row[dt]);
        }
        beyond -= (double)row[3 * D + 3];
        if (std::fabs(beyond - size * (double)row[dt]) < 1e-5 * (beyond + size * (double)row[dt]))
            continue;
        /* with nearly equal speeds, the textbook's formula loses digits even in doubles */
        ASSERT_NEAR(expected[0], (double)s.got(i)[0], 1e-5 * expected[0]) << s.story(i);
        for (int k = 0; k < D; k++)
            ASSERT_NEAR(expected[1 + D + k], (double)s.got(i)[1 + D + k], 1e-5 * size) << s.story(i);
    }
    EXPECT_GT(met, s.count / 20);
}

TEST(lead2d, agrees_with_the_textbook) { expect_agrees_with_the_textbook<2>(); }
TEST(lead3d, agrees_with_the_textbook) { expect_agrees_with_the_textbook<3>(); }

/* The law of sines --------------------------------------------------------------------------------------- */

int by_sines(double x, double y, double vx, double vy, double speed, double *time) {
    double separation[] = {x, y}, velocity[] = {vx, vy};
    return way_reference_lead_by_sines(separation, velocity, speed, 2, time);
}

TEST(lead_by_sines, the_cases_of_the_source) {
    double t = 0;
    /* acute angle: the runner comes nearer; its velocity has the components 3 and 4 along and across the line
       of sight */
    EXPECT_EQ(0, by_sines(10, 0, -3, 4, 3.9, &t));
    EXPECT_EQ(1, by_sines(10, 0, -3, 4, 4, &t));
    EXPECT_NEAR(10.0 / 3, t, 1e-6);
    EXPECT_EQ(2, by_sines(10, 0, -3, 4, 4.5, &t));
    EXPECT_NEAR(10 / (3 + std::sqrt(4.5 * 4.5 - 16)), t, 1e-12);
    EXPECT_EQ(1, by_sines(10, 0, -3, 4, 5, &t));
    EXPECT_NEAR(10.0 / 6, t, 1e-12);
    EXPECT_EQ(1, by_sines(10, 0, -3, 4, 6, &t));
    /* right angle: the runner moves across the line of sight */
    EXPECT_EQ(0, by_sines(10, 0, 0, 4, 4, &t));
    EXPECT_EQ(1, by_sines(10, 0, 0, 4, 5, &t));
    EXPECT_NEAR(10.0 / 3, t, 1e-12);
    /* obtuse angle: the runner moves away */
    EXPECT_EQ(0, by_sines(10, 0, 3, 4, 5, &t));
    EXPECT_EQ(0, by_sines(10, 0, 3, 4, 4, &t));
    EXPECT_EQ(1, by_sines(10, 0, 3, 4, std::sqrt(41.0), &t));
    EXPECT_NEAR(10.0 / 2, t, 1e-9);
    /* angles 0 and 180 degrees: the runner moves along the line of sight */
    EXPECT_EQ(1, by_sines(10, 0, -3, 0, 5, &t));
    EXPECT_NEAR(10.0 / 8, t, 1e-12);
    EXPECT_EQ(1, by_sines(10, 0, 3, 0, 5, &t));
    EXPECT_NEAR(10.0 / 2, t, 1e-12);
    /* the runner rests, so there is no triangle */
    EXPECT_EQ(1, by_sines(3, 4, 0, 0, 5, &t));
    EXPECT_NEAR(1, t, 1e-12);
}

/* Sets the optional columns to their defaults. The optional columns begin at column 7. */
void spare_orders(float *row) {
    const way_behaviour *behaviour = way_behaviour_named("lead2d");
    for (size_t k = 7; k < behaviour->input_count; k++)
        row[k] = (float)behaviour->inputs[k].fallback;
}

TEST(lead_by_sines, agrees_with_lead2d) {
    drawn_agents s("lead2d", 100000, 43);
    for (size_t i = 0; i < s.count; i++)
        spare_orders(s.row(i));
    s.solve();
    size_t agree = 0;
    for (size_t i = 0; i < s.count; i++) {
        const float *row = s.row(i);
        double t = INFINITY;
        int found = by_sines((double)row[3] - (double)row[0], (double)row[4] - (double)row[1], row[5], row[6],
                             row[2], &t);
        if (found > 0 && s.status(i) == WAY_MET) {
            ASSERT_NEAR(t, (double)s.got(i)[0], 2e-5 * t) << s.story(i);
            agree++;
        } else
            agree += found == 0 && s.status(i) == WAY_TOO_SLOW;
    }
    EXPECT_GE(agree, s.count - 2); /* the law of sines may decide a touching case differently */
}

/* Simulations until the catch ---------------------------------------------------------------------------- */

struct flight {
    std::vector<double> caught; /* the time of the catch in seconds; infinite if there is no catch */
    std::vector<float> predicted;
};

/* Returns the time at which two agents with separation r and relative velocity w come within `radius`, or
   infinity if that is after `step`. */
double capture(double rx, double ry, double wx, double wy, double radius, double step) {
    double a = wx * wx + wy * wy, b = rx * wx + ry * wy, c = rx * rx + ry * ry - radius * radius;
    if (c <= 0)
        return 0;
    double disc = b * b - a * c, t = b < 0 && disc >= 0 ? c / (std::sqrt(disc) - b) : INFINITY;
    return t <= step ? t : INFINITY;
}

/* Simulates runners that fly straight, and faster chasers. One call per step steers all chasers. */
flight fly(const char *name, size_t count, double radius, double step, size_t steps) {
    uint64_t random = support::seed_for(47, count);
    const way_behaviour *behaviour = way_behaviour_named(name);
    bool leads = std::strcmp(name, "lead2d") == 0;
    std::vector<float> x(count), y(count), speed(count), rx(count), ry(count), vx(count), vy(count);
    std::vector<float> time(count), go_x(count), go_y(count);
    std::vector<double> at_x(count), at_y(count), from_x(count), from_y(count);
    for (size_t i = 0; i < count; i++) {
        at_x[i] = (double)draw_between(&random, -50, 50);
        at_y[i] = (double)draw_between(&random, -50, 50);
        from_x[i] = (double)draw_between(&random, -50, 50);
        from_y[i] = (double)draw_between(&random, -50, 50);
        vx[i] = draw_between(&random, -10, 10);
        vy[i] = draw_between(&random, -10, 10);
        speed[i] = std::hypot(vx[i], vy[i]) * draw_between(&random, 1.2, 4) + 1;
    }
    flight f = {std::vector<double>(count, INFINITY), {}};
    const float longest = (float)step;
    for (size_t k = 0; k < steps; k++) {
        double now = (double)k * step;
        for (size_t i = 0; i < count; i++) {
            x[i] = (float)at_x[i], y[i] = (float)at_y[i];
            rx[i] = (float)(from_x[i] + (double)vx[i] * now),
            ry[i] = (float)(from_y[i] + (double)vy[i] * now);
        }
        std::vector<way_column> in = {way_at(x.data(), 4), way_at(y.data(), 4), way_at(speed.data(), 4),
                                      way_at(rx.data(), 4), way_at(ry.data(), 4)};
        std::vector<way_column_out> out(behaviour->output_count, way_column_out());
        if (leads)
            in.insert(in.end(), {way_at(vx.data(), 4), way_at(vy.data(), 4)});
        in.resize(behaviour->input_count, way_column());
        if (!leads)
            in.back() = way_same(&longest);
        if (leads)
            out[0].data = time.data();
        out[leads ? 3 : 0].data = go_x.data();
        out[leads ? 4 : 1].data = go_y.data();
        way_batch batch = {};
        batch.count = count;
        EXPECT_EQ(WAY_OK, way_run(behaviour, in.data(), out.data(), &batch));
        if (k == 0)
            f.predicted = time;
        for (size_t i = 0; i < count; i++) {
            if (std::isinf(f.caught[i]))
                f.caught[i] =
                    now + capture(from_x[i] + (double)vx[i] * now - at_x[i],
                                  from_y[i] + (double)vy[i] * now - at_y[i], (double)vx[i] - (double)go_x[i],
                                  (double)vy[i] - (double)go_y[i], radius, step);
            at_x[i] += (double)go_x[i] * step;
            at_y[i] += (double)go_y[i] * step;
        }
    }
    return f;
}

TEST(lead2d, catches_a_straight_runner_at_the_stated_time) {
    const double step = 0.02;
    flight f = fly("lead2d", 2000, 1e-3, step, 2000);
    for (size_t i = 0; i < f.caught.size(); i++)
        if ((double)f.predicted[i] < 2000 * step - 1) {
            ASSERT_NEAR((double)f.predicted[i], f.caught[i], step) << "agent " << i;
        }
}

/* A chaser within 0.1 m catches its runner. Because seek may enter this circle from another side, it may
   catch the runner at most a hundredth of a millisecond earlier than lead. */
TEST(lead2d, is_never_beaten_by_seeking) {
    const size_t count = support::small_size() ? 2000 : 100000;
    flight leads = fly("lead2d", count, 0.1, 0.005, 1500), seeks = fly("seek2d", count, 0.1, 0.005, 1500);
    size_t earlier = 0, caught = 0;
    double worst = 0;
    for (size_t i = 0; i < count; i++) {
        ASSERT_LE(leads.caught[i], seeks.caught[i] + 1e-5)
            << "agent " << i << ", foretold " << leads.predicted[i];
        earlier += leads.caught[i] < seeks.caught[i];
        if (std::isfinite(leads.caught[i])) {
            caught++;
            worst = std::fmax(worst, leads.caught[i] - seeks.caught[i]);
        }
    }
    std::printf("%zu chases: lead caught %zu of them, %zu before seek; seek gained %.2g s at most\n", count,
                caught, earlier, worst);
    EXPECT_GT(earlier, count / 2);
}

/* Simulates frames with runners that keep their velocity. No chaser is farther from its runner at the end
   of a frame than at its beginning. Once a chaser can reach its runner within a frame, it stays at the
   runner. */
TEST(lead2d, never_falls_back_and_stays_at_the_runner) {
    const size_t count = 500, frames = 400;
    const float dt = 1 / 32.0f, reach = 0.25f;
    const way_behaviour *behaviour = way_behaviour_named("lead2d");
    uint64_t random = support::seed_for(48, count);
    std::vector<double> x(count), y(count), rx(count), ry(count);
    std::vector<float> in[7], go_x(count), go_y(count), reaches(count);
    std::vector<bool> there(count);
    for (std::vector<float> &column : in)
        column.resize(count);
    for (size_t i = 0; i < count; i++) {
        x[i] = (double)draw_between(&random, -20, 20), y[i] = (double)draw_between(&random, -20, 20);
        rx[i] = (double)draw_between(&random, -20, 20), ry[i] = (double)draw_between(&random, -20, 20);
        in[5][i] = draw_between(&random, -5, 5), in[6][i] = draw_between(&random, -5, 5);
        in[2][i] = std::hypot(in[5][i], in[6][i]) * draw_between(&random, 1.5, 4) + 5;
        reaches[i] = i % 2 ? reach : 0;
    }
    size_t arrived = 0;
    for (size_t k = 0; k < frames; k++) {
        for (size_t i = 0; i < count; i++) {
            in[0][i] = (float)x[i], in[1][i] = (float)y[i];
            in[3][i] = (float)rx[i], in[4][i] = (float)ry[i];
        }
        std::vector<way_column> columns(behaviour->input_count);
        for (size_t c = 0; c < 7; c++)
            columns[c].data = in[c].data();
        columns[9].data = reaches.data();
        columns[12] = way_same(&dt);
        std::vector<way_column_out> out(behaviour->output_count);
        out[3].data = go_x.data(), out[4].data = go_y.data();
        way_batch batch = {};
        batch.count = count;
        ASSERT_EQ(WAY_OK, way_run(behaviour, columns.data(), out.data(), &batch));
        arrived = 0;
        for (size_t i = 0; i < count; i++) {
            double before = std::hypot(rx[i] - x[i], ry[i] - y[i]);
            x[i] += (double)go_x[i] * (double)dt, y[i] += (double)go_y[i] * (double)dt;
            rx[i] += (double)in[5][i] * (double)dt, ry[i] += (double)in[6][i] * (double)dt;
            double after = std::hypot(rx[i] - x[i], ry[i] - y[i]);
            ASSERT_LE(std::fmax(after, (double)reaches[i]), std::fmax(before, (double)reaches[i]) + 1e-4)
                << "agent " << i << ", frame " << k;
            bool now = after <= (double)reaches[i] + 1e-4;
            ASSERT_TRUE(now || !there[i]) << "agent " << i << ", frame " << k << ": " << after;
            there[i] = now;
            arrived += now;
        }
    }
    EXPECT_EQ(count, arrived);
}

} // namespace
