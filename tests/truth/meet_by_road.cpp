/* Computes the exact answers of meet_by_road2d, and tests it with cases solved by hand, with the source's
   case and with a search that knows no formula. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "agents.h"
#include "truth/truth.h"

namespace {

using namespace truth;
using agents::drawn_agents;
using agents::one_agent;

const int chaser = 0, speed = 2, road = 3, heading = 5, fast = 7, runner = 8, velocity = 10, horizon = 12,
          inputs = 13;

bool is_in_stated_range(quad x) {
    quad size = magnitude(x);
    return size == 0 || (size >= 1e-12 && size <= 1e12);
}

/* A number and the sum of its terms' magnitudes, by which rounding changes it. */
struct sum {
    quad value = 0, terms = 0;
    void operator+=(quad x) { value += x, terms += magnitude(x); }
    void operator+=(const sum &x) { value += x.value, terms += x.terms; }
    sum operator*(quad k) const { return {value * k, terms * magnitude(k)}; }
    bool is_close() const { return terms > 0 && magnitude(value) < 1e-12 * terms; }
};

/* Returns the product of the vector from `from` to `a`, or of `a`, with (x, y). */
sum product(const float *a, const float *from, quad x, quad y) {
    sum s;
    s += ((quad)a[0] - (from != nullptr ? (quad)from[0] : (quad)0)) * x;
    s += ((quad)a[1] - (from != nullptr ? (quad)from[1] : (quad)0)) * y;
    return s;
}

/* The time at which the road's way reaches the runner, how far rounding moves it, and whether rounding
   decides about it. */
struct by_road {
    quad time = INFINITY, moved = 0;
    bool close = false;
};

by_road road_time(const float *in, quad ux, quad uy, quad margin = 0) {
    by_road way;
    const quad s = in[speed], w = in[fast];
    if (!(w > s && s > 0))
        return way;
    const quad C = root((w - s) * (w + s));
    sum off = product(in + chaser, in + road, -uy, ux), y = product(in + runner, in + road, -uy, ux);
    sum x = product(in + runner, in + chaser, ux, uy);
    sum vx = product(in + velocity, nullptr, ux, uy), vy = product(in + velocity, nullptr, -uy, ux);
    off.value = magnitude(off.value);
    quad first = 0, last = INFINITY;
    for (int k = 0; k < 4; k++) {
        const quad side = k & 1 ? -1 : 1, above = k & 2 ? -1 : 1;
        sum p = off * C, q;
        p += x * (side * s);
        p += y * (above * C);
        p += -margin * w;
        q += vx * (side * s);
        q += vy * (above * C);
        q += -s * w;
        way.close |= q.is_close();
        if (q.value == 0) {
            way.close |= p.is_close();
            if (p.value > 0)
                last = -1;
            continue;
        }
        const quad t = -p.value / q.value, moved = (p.terms + magnitude(t) * q.terms) / magnitude(q.value);
        if (q.value < 0 && t > first) {
            first = t;
            way.moved = moved;
        } else if (q.value > 0)
            last = std::min(last, t);
    }
    way.close |= magnitude(first - last) < 1e-12 * (first + way.moved);
    if (first > last)
        return way;
    sum far = x, near = off;
    far += vx * first;
    sum beside = y;
    beside += vy * first;
    near.value += magnitude(beside.value), near.terms += beside.terms;
    const quad left = magnitude(far.value) * C - near.value * s;
    const quad terms = (far.terms + magnitude(vx.value) * way.moved) * C + near.terms * s;
    way.close |= magnitude(left) < 1e-6 * terms && left != 0; /* the straight way is as fast up to 1e-12 */
    if (left >= 0)
        way.time = first;
    return way;
}

by_road straight_time(const float *in) {
    by_road way;
    quad r[2], v[2], rr = 0, rv = 0, vv = 0;
    for (int k = 0; k < 2; k++) {
        r[k] = (quad)in[runner + k] - (quad)in[chaser + k];
        v[k] = in[velocity + k];
        rr += r[k] * r[k], rv += r[k] * v[k], vv += v[k] * v[k];
    }
    const quad s = in[speed], lead = s * s - vv, cross = r[0] * v[1] - r[1] * v[0];
    const quad disc = s * s * rr - cross * cross, size = (s * s + vv) * rr;
    way.close = (magnitude(disc) < 1e-12 * size && size > 0 && disc != 0) ||
                (lead != 0 && magnitude(lead) < 1e-13 * (s * s + vv)) ||
                (rv != 0 && magnitude(rv) < 1e-13 * root(rr * vv));
    if (disc < 0 || !(s > 0))
        return way;
    const quad sum = magnitude(rv) + root(disc);
    if (rv < 0)
        way.time = rr / sum;
    else if (lead > 0)
        way.time = sum / lead;
    way.moved = way.time < INFINITY && disc > 0 ? way.time * size / (root(disc) * sum) : (quad)0;
    return way;
}

/* Does a meeting that only rounding forbids take the place of a meeting at `time`, which is much later? */
bool hardly_misses(const float *in, quad ux, quad uy, quad time) {
    quad places = 0, rv = 0, vv = 0, r[2], v[2];
    for (int k = 0; k < 2; k++) {
        places += magnitude(in[chaser + k]) + magnitude(in[runner + k]);
        r[k] = (quad)in[runner + k] - (quad)in[chaser + k], v[k] = in[velocity + k];
        rv += r[k] * v[k], vv += v[k] * v[k];
    }
    const quad margin = places * 0x1p-21, s = in[speed];
    if (!(s > 0 && vv > s * s))
        return false;
    quad soon = road_time(in, ux, uy, margin).time;
    if (rv < 0) {
        const quad faster = root(vv - s * s), aside = magnitude(r[0] * v[1] - r[1] * v[0]) / vv;
        if (aside * faster + s * rv / vv <= margin * (1 + 1e-9))
            soon = std::min(soon, -rv / vv + s * aside / faster);
    }
    return (8 * soon * s + 256 * margin) * (1 - 1e-9) < time * s;
}

void solve(const float *in, answer *out) {
    take_reference(in, out);
    const quad length =
        root((quad)in[heading] * (quad)in[heading] + (quad)in[heading + 1] * (quad)in[heading + 1]);
    for (int k = 0; k < horizon; k++)
        out->not_judged |= !is_in_stated_range(in[k]);
    if (!(length > 0) || out->not_judged)
        return;
    const quad ux = (quad)in[heading] / length, uy = (quad)in[heading + 1] / length, time = out->value[0];
    const by_road way = road_time(in, ux, uy), straight = straight_time(in);
    const quad earliest = std::min(way.time, straight.time);
    out->not_judged |= way.close || straight.close || hardly_misses(in, ux, uy, earliest);
    out->not_judged |= earliest < INFINITY && magnitude(way.time - straight.time) < 1e-11 * earliest;
    out->not_judged |= earliest < INFINITY && magnitude(earliest - (quad)in[horizon]) < 1e-11 * earliest;
    for (int k = 0; k < 2; k++)
        out->not_judged |= !is_in_stated_range((quad)in[runner + k] - (quad)in[chaser + k]);
    if (time == INFINITY)
        return;
    const by_road &taken = way.time < straight.time ? way : straight;
    out->ulp_scale[0] = larger(time, 0x1p-24 * taken.moved);
    const quad slant =
        way.time < straight.time
            ? (quad)in[speed] / root(((quad)in[fast] - (quad)in[speed]) * ((quad)in[fast] + (quad)in[speed]))
            : (quad)0;
    quad apart = 0, places = 0, gone = 0;
    for (int k = 0; k < 2; k++) {
        gone += magnitude((quad)in[velocity + k] * out->ulp_scale[0]);
        places +=
            magnitude((quad)in[chaser + k]) + magnitude((quad)in[runner + k]) + magnitude((quad)in[road + k]);
        apart += magnitude((quad)in[chaser + k] - (quad)in[road + k]);
    }
    for (int k = 0; k < 2; k++) {
        out->ulp_scale[5 + k] =
            larger(magnitude((quad)in[runner + k]), magnitude((quad)in[velocity + k] * out->ulp_scale[0]));
        out->ulp_scale[1 + k] = out->ulp_scale[3 + k] =
            larger(out->ulp_scale[5 + k], way.time < straight.time ? places + gone + apart * slant : (quad)0);
    }
}

void typical(uint64_t *random, float *in) {
    for (int k : {chaser, chaser + 1, road, road + 1, runner, runner + 1})
        in[k] = draw_between(random, -500, 500);
    for (int k : {heading, heading + 1})
        in[k] = draw_between(random, -1, 1);
    for (int k : {velocity, velocity + 1})
        in[k] = draw_between(random, -15, 15);
    in[speed] = draw_between(random, 1, 20);
    in[fast] = draw_between(random, 5, 60);
    in[horizon] = draw_below(random, 2) ? INFINITY : draw_between(random, 0, 100);
}

void sizes(uint64_t *random, float *in) {
    for (int k = 0; k < horizon; k++)
        in[k] = any_size(random, -30, 30);
    in[speed] = std::fabs(in[speed]);
    in[fast] = draw_below(random, 4) ? in[speed] * draw_between(random, 1, 40) : in[fast];
    in[horizon] = INFINITY;
}

/* Draws a runner on the road that runs along it, slower than the chaser on the road, as fast or faster. */
void along(uint64_t *random, float *in) {
    typical(random, in);
    const float ways[4][2] = {{1, 0}, {0, 1}, {3, 4}, {-5, 12}};
    const float *way = ways[draw_below(random, 4)], far = std::floor(draw_between(random, -300, 300));
    for (int k = 0; k < 2; k++) {
        in[road + k] = std::floor(in[road + k]);
        in[heading + k] = way[k];
        in[runner + k] = in[road + k] + way[k] * far;
    }
    const float pace = draw_between(random, -60, 60);
    for (int k = 0; k < 2; k++)
        in[velocity + k] = way[k] * pace / std::hypot(way[0], way[1]);
    if (draw_below(random, 3) == 0) /* the chaser is on the road as well */
        for (int k = 0; k < 2; k++)
            in[chaser + k] = in[road + k] - way[k] * std::floor(draw_between(random, -300, 300));
    if (draw_below(random, 4) == 0)
        in[fast] = beside(random, std::fabs(pace));
}

/* Draws roads on which the best way is almost the straight way, and roads that are hardly faster. */
void edges(uint64_t *random, float *in) {
    typical(random, in);
    in[heading] = draw_below(random, 2) ? 1.0f : -2.0f;
    in[heading + 1] = 0;
    in[velocity] = in[velocity + 1] = 0;
    if (draw_below(random, 2))
        in[velocity + draw_below(random, 2)] = draw_between(random, -15, 15);
    in[fast] = in[speed] * draw_between(random, 1, 3);
    const double s = (double)in[speed], w = (double)in[fast];
    const double C = std::sqrt((w - s) * (w + s));
    const double both = std::fabs((double)in[chaser + 1] - (double)in[road + 1]) +
                        std::fabs((double)in[runner + 1] - (double)in[road + 1]);
    in[runner] = (float)((double)in[chaser] + both * s / C * (1 + (draw_below(random, 2) ? 1e-3 : 0.1)));
    if (draw_below(random, 4) == 0)
        in[fast] = beside(random, in[speed]);
    if (draw_below(random, 4) == 0)
        in[horizon] = draw_between(random, 0, 200);
    if (draw_below(random, 8) == 0)
        in[draw_below(random, horizon)] = 0;
    if (draw_below(random, 16) == 0)
        in[runner] = in[chaser], in[runner + 1] = in[chaser + 1];
}

template <void (*draw)(uint64_t *, float *)> void without(uint64_t *random, float *in) {
    draw(random, in);
    in[horizon] = INFINITY;
}

const truth::add entries({
    {"meet_by_road2d", "typical", typical, true, solve},
    {"meet_by_road2d", "typical, no horizon", without<typical>, false, solve},
    {"meet_by_road2d", "any size", sizes, true, solve},
    {"meet_by_road2d", "along the road", along, true, solve},
    {"meet_by_road2d", "edges", edges, true, solve},
});

/* The source's case: open ground 5 m/s, road 20 m/s, a target at 10 m/s along the road. */
one_agent hunter() {
    return {"meet_by_road2d",
            {{"chaser_y", 20},
             {"chaser_speed", 5},
             {"road_x", -7},
             {"road_heading_x", 1},
             {"road_speed", 20},
             {"runner_x", 20},
             {"runner_vx", 10}}};
}

/* How long the hunter needs if it joins the road at `join`, or +inf */
double time_by(double join) {
    const double to_road = std::hypot(join, 20.0) / 5, target = 20 + 10 * to_road;
    return to_road + (target > join ? (target - join) / (20 - 10) : (join - target) / (20 + 10));
}

/* The program of the source searches from the target's place ahead and finds 11.314 s. Joining the road
   behind the target is earlier. */
TEST(meet_by_road2d, joins_behind_the_target_of_the_source) {
    double ahead = INFINITY, anywhere = INFINITY, join = 0;
    for (int k = -20000; k <= 100000; k++) {
        const double x = k * 1e-3, time = time_by(x);
        if (time < anywhere)
            anywhere = time, join = x;
        if (x >= 20 && time < ahead)
            ahead = time;
    }
    EXPECT_NEAR(11.314, ahead, 5e-4);
    EXPECT_NEAR(9.74597, anywhere, 1e-5);
    std::vector<float> got = hunter().answer();
    EXPECT_NEAR(anywhere, (double)got[0], 1e-5);
    EXPECT_NEAR(join, (double)got[1], 1e-3);
    EXPECT_NEAR(5.1640, (double)got[1], 1e-4);
    hunter().expect({9.7459667f, 5.1639778f, 0, 117.459667f, 0, 117.459667f, 0}, WAY_MET);
}

TEST(meet_by_road2d, worked_by_hand) {
    one_agent q = hunter();
    q["runner_vx"] = 0, q["chaser_speed"] = 3, q["road_speed"] = 5, q["chaser_y"] = 4, q["runner_x"] = 13;
    q.slack = 1e-6f;
    q.expect({1.6666667f + 2, 3, 0, 13, 0, 13, 0}, WAY_MET); /* sine 3/5 */
    q["runner_x"] = 33, q["runner_y"] = -8;
    q.expect({9.8f, 3, 0, 27, 0, 33, -8}, WAY_MET);
    q["runner_y"] = 8; /* back to the side from which it came */
    q.expect({9.8f, 3, 0, 27, 0, 33, 8}, WAY_MET);
    q["horizon"] = 9.7f;
    q.expect({INFINITY, 0, 0, 0, 0, 0, 0}, WAY_LATE);
    q["horizon"] = INFINITY, q["runner_x"] = 0, q["runner_y"] = -2;
    q.expect({2, 0, -2, 0, -2, 0, -2}, WAY_MET); /* across the road */
    q["runner_y"] = 4;
    q.expect({0, 0, 4, 0, 4, 0, 4}, WAY_THERE);
    q["runner_x"] = 10, q["chaser_speed"] = 0;
    q.expect({INFINITY, 0, 0, 0, 0, 0, 0}, WAY_IMMOBILE);
    q["chaser_speed"] = 3, q["runner_vx"] = 6; /* faster than the road, and flees */
    q.expect({INFINITY, 0, 0, 0, 0, 0, 0}, WAY_TOO_SLOW);
    q["runner_vx"] = 4; /* only the road is fast enough */
    EXPECT_EQ(WAY_MET, agents::status_of(q.answer()));
    q["road_speed"] = 3.9f;
    q.expect({INFINITY, 0, 0, 0, 0, 0, 0}, WAY_TOO_SLOW);
}

TEST(meet_by_road2d, invalid_inputs_say_so) {
    one_agent q = hunter();
    agents::expect_invalid_inputs_say_so(q, {INFINITY, 0, 0, 0, 0, 0, 0}, "horizon");
    q["road_heading_x"] = 0;
    q.expect({INFINITY, 0, 0, 0, 0, 0, 0}, WAY_INVALID);
}

/* The least time to a place, by trying joining and leaving points: no formula of the kernel */
double least_time(const float *in, double px, double py) {
    const double length = std::hypot((double)in[heading], (double)in[heading + 1]);
    const double ux = (double)in[heading] / length, uy = (double)in[heading + 1] / length;
    auto along = [&](double x, double y) {
        return (x - (double)in[road]) * ux + (y - (double)in[road + 1]) * uy;
    };
    auto off = [&](double x, double y) {
        return (y - (double)in[road + 1]) * ux - (x - (double)in[road]) * uy;
    };
    const double a = along((double)in[chaser], (double)in[chaser + 1]), b = along(px, py);
    const double h = std::fabs(off((double)in[chaser], (double)in[chaser + 1])), k = std::fabs(off(px, py));
    const double s = (double)in[speed], w = (double)in[fast];
    double best = std::hypot(px - (double)in[chaser], py - (double)in[chaser + 1]) / s;
    if (!(w > 0))
        return best;
    /* the two ends do not depend on each other while the road between them is not empty */
    const int parts = 400;
    const double low = std::fmin(a, b), high = std::fmax(a, b);
    double least = INFINITY;
    for (int i = 0; i <= parts; i++) {
        const double x = low + (high - low) * i / parts, from_a = std::hypot(x - a, h) / s;
        const double to_b = std::hypot(x - b, k) / s;
        const double forth = a <= b ? from_a : to_b, rest = a <= b ? to_b : from_a;
        least = std::fmin(least, forth - x / w);
        best = std::fmin(best, least + x / w + rest);
    }
    return best;
}

/* No time before the answer suffices, and the answer's time does. */
TEST(meet_by_road2d, no_earlier_time_suffices) {
    uint64_t random = 59;
    size_t by_road = 0, met = 0;
    for (int n = 0; n < 1500; n++) {
        float in[inputs];
        typical(&random, in);
        in[horizon] = INFINITY;
        one_agent q("meet_by_road2d");
        std::copy(in, in + inputs, q.in.begin());
        const std::vector<float> got = q.answer();
        const bool meets = agents::status_of(got) == WAY_MET;
        const double last = meets ? (double)got[0] : 400;
        met += meets;
        by_road += meets && got[1] != got[5];
        for (int k = 0; k < 60; k++) {
            const double t = last * (meets ? k / 60.0 : std::pow(k / 60.0, 3));
            const double need = least_time(in, (double)in[runner] + (double)in[velocity] * t,
                                           (double)in[runner + 1] + (double)in[velocity + 1] * t);
            ASSERT_GE(need, t * (1 - 1e-6)) << q.story(got) << " at " << t;
        }
        if (meets) {
            const double legs =
                (std::hypot((double)got[1] - (double)in[chaser], (double)got[2] - (double)in[chaser + 1]) +
                 std::hypot((double)got[5] - (double)got[3], (double)got[6] - (double)got[4])) /
                    (double)in[speed] +
                std::hypot((double)got[3] - (double)got[1], (double)got[4] - (double)got[2]) /
                    (double)in[fast];
            ASSERT_NEAR(legs, (double)got[0], 1e-4 * (1 + legs)) << q.story(got);
        }
    }
    EXPECT_GT(met, 700u);
    EXPECT_GT(by_road, 200u);
}

} // namespace
