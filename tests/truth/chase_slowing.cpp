/* Computes the exact answers of chase_slowing2d, and tests it with cases solved by hand and with a search
   that knows no formula. The truth looks for the first meeting in doubles, at many times and at every dip
   of the distance that is missing, and refines it in 113 bits. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "agents.h"
#include "truth/truth.h"

namespace {

using namespace truth;
using agents::one_agent;

const int chaser = 0, own = 2, runner = 3, velocity = 5, slowing = 7, friction = 8, reach = 9, reaction = 10,
          horizon = 11, inputs = 12;

quad root_of(quad x) { return root(x); }
double root_of(double x) { return std::sqrt(x); }

/* The scene in numbers of type N. */
template <class N> struct scene {
    N r[2], unit[2] = {1, 0}, v, a, f, s, R, tau, stop;

    explicit scene(const float *in) : a(in[slowing]), f(in[friction]), R(in[reach]), tau(in[reaction]) {
        for (int k = 0; k < 2; k++)
            r[k] = (N)in[runner + k] - (N)in[chaser + k];
        v = root_of((N)in[velocity] * (N)in[velocity] + (N)in[velocity + 1] * (N)in[velocity + 1]);
        for (int k = 0; k < 2 && v > 0; k++)
            unit[k] = (N)in[velocity + k] / v;
        s = in[own] > 0 ? (N)in[own] : (N)0;
        stop = v == 0   ? (N)0
               : a == 0 ? (N)INFINITY
               : f == 0 ? v / a
                        : (N)(std::log1p((double)(f * v / a)) / (double)f);
        for (int n = 0; n < 3 && stop > 0 && stop < INFINITY && f > 0 && f * stop < 60; n++)
            stop += speed_at(stop) / a; /* the speed's slope at the stop is -a */
    }
    N speed_at(N t) const { return f == 0 ? v - a * t : v - (v + a / f) * lost(f * t); }
    N rolled_by(N t) const {
        t = std::min(t, stop);
        const N x = f * t;
        if (x < 0.1) {
            N p1 = 0, p2 = 0, term = 1;
            for (int n = 1; n < 22; n++) {
                p1 += term / n;
                p2 += term / n / (n + 1);
                term *= -x / n;
            }
            return t * (v * p1 - a * t * p2);
        }
        const N even = lost(x) / f;
        return v * even - a * (t - even) / f;
    }
    N distance_at(N t) const {
        const N way = rolled_by(t), x = r[0] + unit[0] * way, y = r[1] + unit[1] * way;
        return root_of(x * x + y * y);
    }
    N missing_at(N t) const { return distance_at(t) - R - s * std::max(t - tau, (N)0); }
    /* The rate at which the distance that is missing falls */
    N pace_at(N t) const {
        const N way = rolled_by(t), x = r[0] + unit[0] * way, y = r[1] + unit[1] * way,
                far = root_of(x * x + y * y);
        const N along = far > 0 ? (x * unit[0] + y * unit[1]) / far : (N)0;
        return (t > tau ? s : (N)0) - (t < stop ? speed_at(t) * along : (N)0);
    }
};

/* Returns the first time at which nothing is missing, or +inf; -1 if rounding decides. */
double first_time(const scene<double> &c) {
    const double fades = c.f > 0 ? std::min(c.stop, 60 / c.f) : c.stop, apart = c.distance_at(0);
    const double foot = -(c.r[0] * c.unit[0] + c.r[1] * c.unit[1]);
    std::vector<double> times = {0, c.tau};
    double last = fades;
    if (!(fades < INFINITY))
        last = c.s > c.v ? c.tau + 1.001 * (apart + c.v * c.tau) / (c.s - c.v)
                         : 50 * (apart + c.s * c.tau) / std::max(c.v, 1e-30);
    for (int n = 1; n <= 80; n++) {
        times.push_back(last * n / 80);
        times.push_back(last * std::pow(n / 80.0, 4));
        times.push_back(last * (1 - std::pow(n / 80.0, 3)));
    }
    if (foot > 0) /* near the foot the distance may dip for a short time only */
        for (int n = -30; n <= 30; n++) {
            const double x = foot + std::copysign(std::pow(n / 15.0, 4), (double)n) * (apart - foot * 0.99);
            const double inner = c.v * c.v - 2 * c.a * x;
            if (x > 0 && inner > 0)
                times.push_back(2 * x / (c.v + std::sqrt(inner)));
        }
    std::sort(times.begin(), times.end());
    const double scale = 1e-9;
    std::vector<double> values;
    for (double t : times)
        values.push_back(c.missing_at(t));
    for (size_t n = 0; n < times.size(); n++) {
        const double t = times[n], missing = values[n], size = c.distance_at(t) + c.R + c.s * t;
        if (missing > 0) {
            /* what is missing falls at first, and then rises: find the bottom between */
            const double begin = n > 0 ? times[n - 1] : t, edge = 1e-9 * (t - begin);
            if (t > begin && c.pace_at(begin + edge) >= 0 && c.pace_at(t - edge) <= 0) {
                double low = begin, high = t;
                for (int step = 0; step < 90; step++) {
                    const double third = (high - low) / 3;
                    if (c.missing_at(low + third) <= c.missing_at(high - third))
                        high -= third;
                    else
                        low += third;
                }
                const double bottom = (low + high) / 2, least = c.missing_at(bottom);
                if (std::fabs(least) <= scale * size)
                    return -1;
                if (least < 0) {
                    low = begin, high = bottom;
                    for (int step = 0; step < 60; step++)
                        (c.missing_at((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
                    return high;
                }
            }
            continue;
        }
        if (n == 0)
            return 0;
        double low = times[n - 1], high = t;
        for (int step = 0; step < 60; step++)
            (c.missing_at((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
        return high;
    }
    if (!(fades < INFINITY))
        return INFINITY;
    return c.s > 0 ? c.tau + (c.distance_at(fades) - c.R) / c.s : INFINITY;
}

bool is_in_stated_range(quad x) { return x == 0 || (magnitude(x) >= 1e-6 && magnitude(x) <= 1e6); }

void solve(const float *in, answer *out) {
    out->value[0] = INFINITY;
    bool valid = in[slowing] >= 0 && in[friction] >= 0 && in[reach] >= 0 && in[reaction] >= 0;
    for (int k = 0; k < horizon; k++) {
        valid &= std::isfinite(in[k]);
        out->not_judged |= !is_in_stated_range((quad)in[k]);
    }
    out->value[5] = WAY_INVALID;
    if (!valid || out->not_judged)
        return;
    const scene<double> rough(in);
    const scene<quad> c(in);
    for (int k = 0; k < 2; k++)
        out->not_judged |= !is_in_stated_range(c.r[k]);
    const quad now = c.distance_at(0) - c.R;
    out->not_judged |= now != 0 && magnitude(now) < 1e-13 * c.R;
    const double found = now <= 0 ? 0 : first_time(rough);
    out->not_judged |= found < 0 || (found < INFINITY && found > 1e6);
    out->value[5] = in[own] > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    if (found == INFINITY) {
        /* a runner as fast as the chaser, or one that just touches the reach of a chaser that stands */
        const quad off = magnitude(c.r[0] * c.unit[1] - c.r[1] * c.unit[0]);
        out->not_judged |= c.s == 0 && magnitude(off - c.R) < 1e-9 * (c.distance_at(0) + c.R);
        out->not_judged |= c.a == 0 && c.f == 0 && magnitude(c.s - c.v) < 1e-5 * c.v;
        return;
    }
    if (out->not_judged)
        return;
    quad t = found, pace = 0;
    for (int step = 0; step < 3 && now > 0; step++) {
        pace = c.pace_at(t);
        const quad slope = pace > 0 ? pace : (quad)1, change = c.missing_at(t) / slope;
        out->not_judged |= magnitude(change) > 1e-3 * t;
        t += change;
    }
    const quad size = c.distance_at(t) + c.R + (c.s + c.v) * t;
    out->not_judged |= now > 0 && !(pace * t > 1e-5 * size);
    out->not_judged |= magnitude(t - c.tau) < 1e-9 * t && c.s > 0;
    out->not_judged |= magnitude(t - (quad)in[horizon]) < 1e-6 * t;
    out->value[5] = WAY_LATE;
    if (t > (quad)in[horizon])
        return;
    out->value[5] = now > 0 ? WAY_MET : WAY_THERE;
    out->value[0] = t;
    out->ulp_scale[0] = now > 0 ? larger(t, 0x1p-20 * size / pace) : (quad)1;
    const quad way = c.rolled_by(t), far = c.distance_at(t);
    out->not_judged |= now > 0 && far > c.R && far < c.R * (1 + 1e-9) && c.s > 0;
    for (int k = 0; k < 2; k++) {
        out->value[1 + k] = (quad)in[runner + k] + c.unit[k] * way;
        out->ulp_scale[1 + k] =
            larger(magnitude((quad)in[runner + k]), way + c.v * 0x1p-20 * out->ulp_scale[0]);
        out->value[3 + k] =
            now > 0 && far > c.R * (1 + 1e-10) ? c.s * (c.r[k] + c.unit[k] * way) / far : (quad)0;
        out->ulp_scale[3 + k] = larger(c.s, (quad)1e-30);
    }
    /* a direction is only known if the runner is not at the chaser's place */
    out->not_judged |= now > 0 && far > c.R && far < 1e-7 * (c.distance_at(0) + way);
}

void typical(uint64_t *random, float *in) {
    for (int k : {0, 1, 3, 4})
        in[k] = draw_between(random, -40, 40);
    for (int k : {5, 6})
        in[k] = draw_between(random, -12, 12);
    in[own] = draw_below(random, 16) ? draw_between(random, 0.3f, 8) : 0;
    in[slowing] = draw_below(random, 3) ? draw_between(random, 0.05f, 2) : 0;
    in[friction] = draw_below(random, 3) ? draw_between(random, 0.02f, 1.5f) : 0;
    in[reach] = draw_below(random, 3) ? draw_between(random, 0, 1.5f) : 0;
    in[reaction] = draw_below(random, 3) ? draw_between(random, 0, 2) : 0;
    in[horizon] = draw_below(random, 3) ? INFINITY : draw_between(random, 0, 30);
}

void plain(uint64_t *random, float *in) {
    typical(random, in);
    in[slowing] = in[friction] = in[reach] = in[reaction] = 0;
    in[horizon] = INFINITY;
}

/* Draws runners that pass near the chaser, mostly too fast for it, so that a short moment decides. */
void passing(uint64_t *random, float *in) {
    typical(random, in);
    in[own] = draw_between(random, 0.1f, 2);
    const double far = (double)draw_between(random, 1, 30), v = std::hypot((double)in[5], (double)in[6]);
    const double aside = (double)draw_between(random, -2, 2);
    for (int k = 0; k < 2; k++)
        in[chaser + k] = (float)((double)in[runner + k] + (double)in[velocity + k] / v * far +
                                 (k ? 1 : -1) * (double)in[velocity + 1 - k] / v * aside);
    if (draw_below(random, 2))
        in[reaction] = draw_between(random, 0, 2) * (float)(far / v);
    in[horizon] = INFINITY;
}

/* Draws one law only, small and large ones, runners at rest and chasers that are as fast as the runner. */
void laws(uint64_t *random, float *in) {
    typical(random, in);
    const float small = std::fabs(any_size(random, -16, 4));
    switch (draw_below(random, 6)) {
    case 0: in[slowing] = small, in[friction] = 0; break;
    case 1: in[friction] = small, in[slowing] = 0; break;
    case 2: in[friction] = small; break;
    case 3: in[slowing] = small; break;
    case 4: in[velocity] = in[velocity + 1] = 0; break;
    default: in[own] = std::hypot(in[velocity], in[velocity + 1]) * draw_between(random, 0.9f, 1.1f);
    }
    if (draw_below(random, 4) == 0) /* straight ahead or straight behind */
        for (int k = 0; k < 2; k++)
            in[chaser + k] = in[runner + k] + in[velocity + k] * (draw_below(random, 2) ? 2.0f : -1.0f);
}

/* Draws runners that a chaser can only just meet as they pass, or only just not: then the lowest excess
   decides between an early and a late meeting. */
void grazing(uint64_t *random, float *in) {
    passing(random, in);
    in[reaction] = 0;
    if (draw_below(random, 2))
        in[friction] = draw_between(random, 0.2f, 3);
    const scene<double> c(in);
    double least = INFINITY;
    const double end = std::min(c.stop, 3 * c.distance_at(0) / c.v);
    for (int n = 1; n < 400; n++) {
        const double t = end * n / 400, speed = (c.distance_at(t) - c.R) / t;
        const double next = (c.distance_at(t + end / 400) - c.R) / (t + end / 400);
        least = std::min(least, speed);
        if (next > speed)
            break;
    }
    in[own] = (float)(std::max(least, 1e-3) * (1 + (draw_below(random, 2) ? 1 : -1) *
                                                       std::pow(10.0, (double)draw_between(random, -5, -2))));
}

const truth::add entries({
    {"chase_slowing2d", "typical", typical, true, solve},
    {"chase_slowing2d", "no options", plain, false, solve},
    {"chase_slowing2d", "passing", passing, true, solve},
    {"chase_slowing2d", "grazing", grazing, true, solve},
    {"chase_slowing2d", "laws", laws, true, solve},
});

one_agent ball(float x, float y, float speed, float v, float a) {
    return {"chase_slowing2d",
            {{"chaser_x", x}, {"chaser_y", y}, {"chaser_speed", speed}, {"runner_vx", v}, {"slowing", a}}};
}

/* Eight balls of robot football, found by steps of 0.1 ms and halving */
TEST(chase_slowing2d, meets_balls_that_roll_and_stand) {
    const float rows[8][7] = {{7, 3, 0.8f, 2, 0.4f, 4.536899f, 4.957107f},
                              {7, 3, 1.5f, 2, 0.4f, 2.809482f, 4.040326f},
                              {-4, 0, 0.5f, 2, 0.4f, 18, 5},
                              {0, 6, 0.3f, 2, 0.4f, 26.034166f, 5},
                              {-1, 1, 1.2f, 3, 0.249f, 15.915406f, 18.072289f},
                              {2, -4, 0.6f, 1, 0.217f, 6.685911f, 2.304147f},
                              {10, 0, 0.2f, 4, 0.5f, 2.87189f, 9.425622f},
                              {16.5f, 1, 2, 4, 0.5f, 3.186137f, 10.20668f}};
    for (const float *row : rows) {
        const one_agent q = ball(row[0], row[1], row[2], row[3], row[4]);
        const std::vector<float> got = q.answer();
        EXPECT_EQ(WAY_MET, agents::status_of(got)) << q.story(got);
        EXPECT_NEAR((double)row[5], (double)got[0], 2e-6 * (double)row[5]) << q.story(got);
        EXPECT_NEAR((double)row[6], (double)got[1], 2e-6 * (double)row[6]) << q.story(got);
    }
}

TEST(chase_slowing2d, worked_by_hand) {
    one_agent q = ball(-4, 0, 0.5f, 2, 0.4f);
    q.slack = 1e-6f;
    q.expect({18, 5, 0, 0.5f, 0}, WAY_MET);
    q["reaction_time"] = 3, q["reach"] = 1;
    q.expect({19, 5, 0, 0.5f, 0}, WAY_MET);
    q["horizon"] = 18.5f;
    q.expect({INFINITY, 0, 0, 0, 0}, WAY_LATE);
    q["horizon"] = INFINITY, q["chaser_speed"] = 0;
    q.expect({INFINITY, 0, 0, 0, 0}, WAY_IMMOBILE);
    q["chaser_x"] = 2.8f, q["reach"] = 1; /* the ball comes: 2 t - 0.2 t^2 = 1.8 */
    q.expect({1, 1.8f, 0, 0, 0}, WAY_MET);
    q["chaser_speed"] = 9; /* and the chaser still reacts */
    q.expect({1, 1.8f, 0, 0, 0}, WAY_MET);
    q["chaser_x"] = 0.5f;
    q.expect({0, 0, 0, 0, 0}, WAY_THERE);
    q = ball(-1, 0, 1, 2, 0);
    q.expect({INFINITY, 0, 0, 0, 0}, WAY_TOO_SLOW);
    q["friction"] = 0.5f;                                 /* stands at 4 */
    q.expect({4.5987048f, 3.5987048f, 0, 1, 0}, WAY_MET); /* t = 1 + 4 (1 - exp(-t / 2)) */
}

TEST(chase_slowing2d, invalid_inputs_say_so) {
    one_agent q = ball(7, 3, 0.8f, 2, 0.4f);
    agents::expect_invalid_inputs_say_so(q, {INFINITY, 0, 0, 0, 0}, "horizon");
    for (const char *column : {"slowing", "friction", "reach", "reaction_time"}) {
        one_agent bad = q;
        bad[column] = -1e-3f;
        bad.expect({INFINITY, 0, 0, 0, 0}, WAY_INVALID);
    }
}

/* No formula: the law is integrated in small steps, and at no step before the answer is the runner in
   reach. */
TEST(chase_slowing2d, no_earlier_moment_suffices) {
    uint64_t random = 61;
    size_t met = 0;
    for (int n = 0; n < 600; n++) {
        float in[inputs];
        (n % 2 ? typical : passing)(&random, in);
        in[horizon] = INFINITY;
        one_agent q("chase_slowing2d");
        std::copy(in, in + inputs, q.in.begin());
        const std::vector<float> got = q.answer();
        met += agents::status_of(got) == WAY_MET;
        const double last = std::fmin((double)got[0], 60), dt = 1e-3;
        double x = (double)in[runner], y = (double)in[runner + 1];
        double vx = (double)in[velocity], vy = (double)in[velocity + 1];
        for (double t = 0; t < last - 2 * dt; t += dt) {
            const double apart = std::hypot(x - (double)in[chaser], y - (double)in[chaser + 1]);
            const double ran = (double)in[own] * std::fmax(0, t - (double)in[reaction]);
            ASSERT_GE(apart - (double)in[reach] - ran, -2e-2) << q.story(got) << " at " << t;
            const double v = std::hypot(vx, vy), brake = (double)in[slowing] + (double)in[friction] * v;
            const double left = v > 0 ? std::fmax(0, v - brake * dt) / v : 0;
            x += vx * (1 + left) / 2 * dt, y += vy * (1 + left) / 2 * dt;
            vx *= left, vy *= left;
        }
        if (got[0] < 60) {
            const double apart = std::hypot(x - (double)got[1], y - (double)got[2]);
            ASSERT_LE(apart, 0.05) << q.story(got);
        }
    }
    EXPECT_GT(met, 400u);
}

} // namespace
