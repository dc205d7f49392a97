/* Tests that the library decides without error whether a meeting exists. From integers, the test builds
   grazing chases, in which the chaser can meet the runner at one instant only. The test changes the inputs of
   such chases by one float, and sets horizons at the meeting time or next to it. The expected statuses are
   computed with integers of any size, and the expected times with 4000 bits. */
#include <gtest/gtest.h>

#include "agents.h"
#include "chase_batch.h"
#include "chase_regimes.h"
#include "whole_numbers.h"

namespace {

using namespace chase_batch;
using chase_regimes::nudged;

whole units(const whole &a) { /* scales a product of two floats to the unit of a product of three */
    return a << 149;
}

/* The exact answer to a chase. judge() computes the times with 4000 bits. */
struct judged {
    int32_t status;
    bool latest_infinite;
    double time, latest; /* rounded once, from 4000 bits */
    double time_error(float got) const { return std::fabs((double)got - time); }
};

class fraction {
  public:
    fraction() { mpf_init2(number, 4000); }
    explicit fraction(const whole &a) : fraction() { mpf_set_z(number, a.number); }
    fraction(const fraction &other) : fraction() { mpf_set(number, other.number); }
    fraction &operator=(const fraction &other) {
        mpf_set(number, other.number);
        return *this;
    }
    ~fraction() { mpf_clear(number); }
    double value() const {
        return mpf_get_d(number);
    } /* rounds towards 0; 53 bits are enough to count ulps of floats */
    mpf_t number;
};

double quotient(const fraction &a, const fraction &b) {
    fraction q;
    mpf_div(q.number, a.number, b.number);
    return q.value();
}

/* Solves |r + v t| = s t + R. Squared, this is f(t) = a t^2 + 2 b t + c = 0, and f is positive before the
   meeting. */
template <int D> judged judge(const chase<D> &of, bool with_options) {
    whole a, b, c, s(of.speed > 0 ? of.speed : 0.0f), R(with_options ? of.reach : 0.0f);
    a = a - s * s;
    b = b - s * R;
    c = c - R * R;
    for (int k = 0; k < D; k++) {
        whole r = whole(of.runner[k]) - whole(of.chaser[k]), v(of.velocity[k]);
        if (with_options)
            v = v - whole(of.platform[k]);
        a = a + v * v;
        b = b + r * v;
        c = c + r * r;
    }
    whole disc = b * b - a * c, h;
    judged j = {WAY_MET, a.sign() <= 0, 0, 0};
    if (c.sign() <= 0) {
        j.status = with_options && of.horizon < 0 ? WAY_LATE : WAY_THERE;
        return j;
    }
    bool met = a.sign() < 0 || (b.sign() < 0 && disc.sign() >= 0);
    if (!met) {
        j.status = of.speed > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
        return j;
    }
    fraction root(disc), top(b), size(b), A(a), C(c);
    mpf_sqrt(root.number, root.number);
    mpf_abs(size.number, size.number);
    mpf_add(size.number, size.number, root.number); /* |b| + sqrt(b^2 - a c) */
    mpf_neg(top.number, A.number);
    j.time = b.sign() < 0 ? quotient(C, size) : quotient(size, top);
    j.latest = a.sign() > 0 ? quotient(size, A) : INFINITY;
    if (with_options && of.horizon < INFINITY) {
        /* a meeting is in time if f(h) <= 0, or if f has its minimum before h */
        whole h(of.horizon);
        whole at_h = a * h * h + units(b * h) + units(b * h) + units(units(c));
        bool turns_before = a.sign() > 0 && (units(b) + a * h).sign() > 0;
        if (of.horizon < 0 || !(at_h.sign() <= 0 || turns_before))
            j.status = WAY_LATE;
    }
    return j;
}

uint64_t pick(uint64_t *random, uint64_t below) { return draw_below(random, (uint32_t)below); }
int64_t around(uint64_t *random, int bits) { /* a random integer with up to `bits` bits and a sign */
    int64_t most = (int64_t)1 << (1 + pick(random, (uint64_t)bits));
    int64_t x = (int64_t)(draw_bits(random) % (uint64_t)most);
    return pick(random, 2) ? x : -x;
}

/* Draws D perpendicular integer vectors. Returns their common length, which is an integer. */
template <int D> int64_t frame(uint64_t *random, int64_t (*axis)[D]);
template <> int64_t frame<2>(uint64_t *random, int64_t (*axis)[2]) {
    int64_t m = 1 + (int64_t)pick(random, 30), n = (int64_t)pick(random, 30);
    axis[0][0] = m * m - n * n, axis[0][1] = 2 * m * n;
    if (pick(random, 2))
        std::swap(axis[0][0], axis[0][1]);
    axis[1][0] = -axis[0][1], axis[1][1] = axis[0][0];
    return m * m + n * n;
}
/* In 3D, the vectors are the rows of the rotation by an integer quaternion. */
template <> int64_t frame<3>(uint64_t *random, int64_t (*axis)[3]) {
    int64_t w = 1 + (int64_t)pick(random, 6), x = around(random, 3), y = around(random, 3),
            z = around(random, 3);
    int64_t turn[3][3] = {{w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)},
                          {2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)},
                          {2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z}};
    std::copy(&turn[0][0], &turn[0][0] + 9, &axis[0][0]);
    return w * w + x * x + y * y + z * z;
}

/* Finds floats `to` and `from` with to - from = x 2^by. Returns false if the numbers are not floats. */
bool as_difference(int64_t x, int by, uint64_t *random, float *to, float *from) {
    if (pick(random, 3) == 0 && (double)(float)x == (double)x) {
        *to = std::ldexp((float)x, by), *from = 0;
        return true;
    }
    int drop = (int)pick(random, 30);
    int64_t near = ((x >> drop) + (int64_t)pick(random, 3) - 1) * (INT64_C(1) << drop), rest = near - x;
    *to = std::ldexp((float)near, by), *from = std::ldexp((float)rest, by);
    return (int64_t)(float)near == near && (int64_t)(float)rest == rest;
}

/* Draws a grazing chase. At the meeting, r + v t = (s t + R) n with a unit vector n, and the component of v
   along n is s. */
template <int D> bool touching(uint64_t *random, bool with_options, chase<D> *of) {
    int64_t axis[D][D], length = frame<D>(random, axis);
    int kind = (int)pick(random, 4), bits = 2 + (int)pick(random, 20);
    int64_t s = 1 + std::abs(around(random, bits)),
            R = with_options && kind < 3 ? std::abs(around(random, 12)) : 0;
    int64_t m[2] = {around(random, bits), around(random, bits)}, u = 1 + (int64_t)pick(random, 1 << 12);
    int finer = (int)pick(random, 30);
    if (with_options && kind == 2)
        s = 0;
    int64_t r[D], v[D];
    for (int k = 0; k < D; k++) {
        int64_t aside = 0;
        for (int j = 1; j < D; j++)
            aside += m[j - 1] * axis[j][k];
        v[k] = s * axis[0][k] * (INT64_C(1) << finer) +
               aside; /* v is nearly parallel to n if `finer` is large */
        if (pick(random, 2) == 0 && finer > 24)
            return false;
        r[k] = R * axis[0][k] - u * aside;
    }
    int lengths = -(int)pick(random, 30), speeds = -(int)pick(random, 30) - finer;
    *of = chase<D>();
    of->speed = std::ldexp((float)(s * length), speeds + finer);
    of->reach = std::ldexp((float)(R * length), lengths);
    if ((double)(float)(s * length) != (double)(s * length))
        return false;
    for (int k = 0; k < D; k++) {
        if (!as_difference(r[k], lengths, random, &of->runner[k], &of->chaser[k]))
            return false;
        if (with_options && pick(random, 2)) {
            if (!as_difference(v[k], speeds, random, &of->velocity[k], &of->platform[k]))
                return false;
        } else if (of->velocity[k] = std::ldexp((float)v[k], speeds), (int64_t)(float)v[k] != v[k])
            return false;
    }
    of->horizon = of->range = INFINITY;
    return true;
}

/* Returns gcd(x, y), and finds u and w with x u + y w = gcd(x, y). */
int64_t euclid(int64_t x, int64_t y, int64_t *u, int64_t *w) {
    if (y == 0) {
        *u = x < 0 ? -1 : 1, *w = 0;
        return std::abs(x);
    }
    int64_t below, gcd = euclid(y, x % y, &below, u);
    *w = below, std::swap(*u, *w);
    *w -= x / y * *u;
    return gcd;
}

/* Draws `to` and `from` so that |to - from| equals `length`, or is very slightly longer or shorter. For this,
   to - from is 2^unit (m axis[0] + 2^finer e), where e is an integer vector and `finer` is at most 0. The dot
   product of axis[0] and e is 0, gcd or -gcd. The difference often has more digits than a double. */
template <int D> bool by_a_hair(uint64_t *random, float *to, float *from, float *length) {
    int64_t axis[D][D], n = frame<D>(random, axis), m = 1 + (int64_t)pick(random, 300), u, w;
    const int x = (int)pick(random, D), y = (x + 1) % D, finer = -(int)pick(random, 46),
              unit = -(int)pick(random, 20);
    const int64_t gcd = euclid(axis[0][x], axis[0][y], &u, &w), times = (int64_t)pick(random, 3) - 1,
                  aside = around(random, 12);
    if (gcd == 0)
        return false;
    for (int k = 0; k < D; k++) {
        int64_t e = (k == x ? times * u : k == y ? times * w : 0) + aside * axis[1][k];
        to[k] = std::ldexp((float)(m * axis[0][k]), unit);
        from[k] = std::ldexp((float)-e, unit + finer);
    }
    *length = std::ldexp((float)(m * n), unit);
    return m * n < 1 << 24;
}

/* Draws a chase in which the distance is almost the reach, or the runner's speed is almost the chaser's. */
template <int D> bool hardly_apart(uint64_t *random, chase<D> *of) {
    *of = chase<D>();
    of->horizon = of->range = INFINITY;
    of->speed = (float)pick(random, 40), of->reach = (float)pick(random, 3) * 0.25f;
    for (int k = 0; k < D; k++) {
        of->velocity[k] = (float)around(random, 5);
        of->runner[k] = (float)around(random, 9);
    }
    return pick(random, 2) ? by_a_hair<D>(random, of->runner, of->chaser, &of->reach)
                           : by_a_hair<D>(random, of->velocity, of->platform, &of->speed);
}

template <int D> bool in_stated_range(const chase<D> &c) {
    auto sound = [](double x) { return x == 0 || (x >= 1e-12 && x <= 1e15); };
    double r = 0, v = 0, s = c.speed > 0 ? (double)c.speed : 0.0;
    for (int k = 0; k < D; k++) {
        r = std::hypot(r, (double)c.runner[k] - (double)c.chaser[k]);
        v = std::hypot(v, (double)c.velocity[k] - (double)c.platform[k]);
    }
    return sound(r) && sound(v) && sound(s) && sound((double)c.reach) && sound(r * v) && sound(r * s);
}

/* For each input except the horizon, adds two copies of the chase. In one, this input is the next larger
   float, in the other the next smaller one. Leaves out copies beyond the stated range. */
template <int D> void add_neighbours(const chase<D> &c, bool with_options, std::vector<chase<D>> *chases) {
    const size_t inputs = (size_t)(with_options ? 4 * D + 3 : 3 * D + 1);
    for (size_t k = 0; k < inputs; k++)
        for (int way : {-1, 1}) {
            chase<D> near = c;
            float *x = (float *)(void *)&near + k;
            if (k == (size_t)(3 * D + 2)) /* expect_horizons_are_exact() tests the horizon */
                continue;
            *x = nudged(*x, way);
            if (near.reach >= 0 && near.speed >= 0 && (*x == 0 || std::fabs(*x) > 1e-30f) &&
                in_stated_range(near))
                chases->push_back(near);
        }
}

/* Returns the outputs of another behaviour for the same chases. The behaviour gets the required inputs of the
   interception, and its reach and platform if the behaviour has such inputs. */
template <int D>
std::vector<float> answers_of(const std::string &name, const std::vector<chase<D>> &chases,
                              bool with_options) {
    const way_behaviour *b = way_behaviour_named((name + (D == 2 ? "2d" : "3d")).c_str());
    std::vector<float> answers(chases.size() * b->output_count);
    std::vector<way_column> in(b->input_count, way_column());
    std::vector<way_column_out> out(b->output_count, way_column_out());
    for (size_t k = 0; k < 3 * D + 1; k++)
        in[k] = way_at((const float *)(const void *)chases.data() + k, sizeof chases[0]);
    for (size_t k = 0; with_options && k < b->input_count; k++) {
        const std::string column = b->inputs[k].name;
        if (column == "reach")
            in[k] = way_at(&chases.data()->reach, sizeof chases[0]);
        else if (column.rfind("platform_v", 0) == 0)
            in[k] = way_at(&chases.data()->platform[column.back() - 'x'], sizeof chases[0]);
    }
    for (size_t o = 0; o < out.size(); o++)
        out[o] = way_to(answers.data() + o, 4 * b->output_count);
    way_batch batch = {};
    batch.count = chases.size();
    EXPECT_EQ(WAY_OK, way_run(b, in.data(), out.data(), &batch));
    return answers;
}

double ulp(double x) { return std::ldexp(1.0, std::max(std::ilogb(x), -126) - 23); }

struct tally {
    size_t chases = 0, touching = 0, met = 0, wrong = 0, inexact = 0, lead_wrong = 0;
    double worst = 0;
};

template <int D>
void see(const chase<D> &c, const judged &j, const answer<D> &got, const char *what, tally *t) {
    t->chases++;
    t->met += j.status == WAY_MET;
    if (got.status != j.status) {
        if (t->wrong++ < 3)
            ADD_FAILURE() << what << ": " << way_status_word(j.status) << "\n  inputs   " << inputs_of(c)
                          << "\n  got      " << outputs_of(got);
        return;
    }
    if (j.status != WAY_MET)
        return;
    double off = j.time_error(got.time) / ulp(j.time);
    if (j.latest_infinite != (got.latest == INFINITY))
        off = INFINITY;
    else if (!j.latest_infinite)
        off = std::fmax(off, std::fabs((double)got.latest - j.latest) / ulp(j.latest));
    t->worst = std::fmax(t->worst, off);
    if (off > 4 && t->inexact++ < 3)
        ADD_FAILURE() << what << ": " << off << " ulp, time " << support::both(j.time) << " latest "
                      << support::both(j.latest) << "\n  inputs   " << inputs_of(c) << "\n  got      "
                      << outputs_of(got);
}

template <int D> void expect_grazings_are_decided(bool with_options) {
    uint64_t random = support::seed_for(71, D, with_options);
    std::vector<chase<D>> chases;
    std::vector<bool> touch;
    for (size_t built = 0; built < support::draws(3000);) {
        chase<D> c;
        const bool by_a_hair = with_options && built % 2 == 1;
        if (!(by_a_hair ? hardly_apart<D>(&random, &c) : touching<D>(&random, with_options, &c)) ||
            !in_stated_range(c))
            continue;
        built++;
        touch.resize(chases.size(), false);
        touch.push_back(!by_a_hair);
        chases.push_back(c);
        add_neighbours(c, with_options, &chases);
    }
    touch.resize(chases.size(), false);
    tally t;
    std::vector<answer<D>> answers(chases.size()), plain(chases.size());
    solve_all_of(chases.data(), answers.data(), chases.size(), given::all);
    solve_all_of(chases.data(), plain.data(), chases.size(), given::required);
    std::vector<float> lead = answers_of<D>("lead", chases, with_options),
                       latest = answers_of<D>("latest", chases, with_options);
    for (size_t i = 0; i < chases.size(); i++) {
        const chase<D> &c = chases[i];
        judged j = judge(c, with_options);
        t.touching += touch[i];
        see(c, j, answers[i], touch[i] ? "just touching" : "almost touching", &t);
        if (!with_options) {
            ASSERT_EQ(0, std::memcmp(&answers[i], &plain[i], sizeof plain[i]))
                << inputs_of(c) << "\n  got      " << outputs_of(answers[i]) << "\n  without  "
                << outputs_of(plain[i]);
        }
        const float *last = &latest[i * (2 * D + 4)];
        ASSERT_EQ(answers[i].status, (int32_t)support::bits_of(last[2 * D + 3])) << inputs_of(c);
        ASSERT_EQ(support::bits_of(answers[i].latest), support::bits_of(last[0])) << inputs_of(c);
        const float *led = &lead[i * (2 * D + 3)];
        int32_t status;
        std::memcpy(&status, led + 2 * D + 2, 4);
        t.lead_wrong += status != j.status;
        if (status == WAY_MET && j.status == WAY_MET) {
            ASSERT_EQ(support::bits_of(answers[i].distance), support::bits_of(led[2 * D + 1]))
                << inputs_of(c);
            ASSERT_EQ(0, std::memcmp(led, &answers[i], 4 * (2 * D + 1))) << inputs_of(c);
        }
    }
    EXPECT_EQ(0u, t.lead_wrong);
    EXPECT_EQ(0u, t.wrong);
    EXPECT_EQ(0u, t.inexact);
    std::printf(
        "%dD%s: %zu chases, %zu of them just touch, %zu met; wrong %zu, by lead %zu; over 4 ulp %zu, worst "
        "%.3g ulp\n",
        D, with_options ? " with reach and platform" : "", t.chases, t.touching, t.met, t.wrong, t.lead_wrong,
        t.inexact, t.worst);
}

TEST(intercept2d_grazing, is_decided_exactly) { expect_grazings_are_decided<2>(false); }
TEST(intercept3d_grazing, is_decided_exactly) { expect_grazings_are_decided<3>(false); }
TEST(intercept2d_grazing, is_decided_exactly_with_reach_and_platform) {
    expect_grazings_are_decided<2>(true);
}
TEST(intercept3d_grazing, is_decided_exactly_with_reach_and_platform) {
    expect_grazings_are_decided<3>(true);
}

/* With r = (3, 4), s = 49152, v = (2^-39, -81920), the chaser misses by less than a float's last digit. */
TEST(intercept2d_grazing, the_smallest_miss_is_a_miss) {
    way_intercept2d_agent a = support::agent_default(way_intercept2d_agent_default);
    a.runner_x = 3, a.runner_y = 4, a.chaser_speed = 49152;
    a.runner_vx = 0x1p-39f, a.runner_vy = -81920;
    EXPECT_EQ(WAY_TOO_SLOW, support::answer_of(way_intercept2d_one, a).status);
    a.runner_vx = 0;
    EXPECT_EQ(WAY_MET, support::answer_of(way_intercept2d_one, a).status);
    a.runner_vx = -0x1p-39f;
    EXPECT_EQ(WAY_MET, support::answer_of(way_intercept2d_one, a).status);
}

/* The speeds are equal, and the runner is exactly abreast, or very slightly ahead or behind. */
TEST(intercept3d_grazing, equal_speeds_abreast) {
    for (float hair : {-0x1p-40f, 0.0f, 0x1p-40f}) {
        chase<3> c = {};
        c.speed = 5, c.horizon = c.range = INFINITY;
        c.velocity[0] = 3, c.velocity[1] = 4;
        c.runner[0] = -4 * 0x1p+20f, c.runner[1] = 3 * 0x1p+20f;
        c.chaser[1] = hair; /* in doubles, the difference of the positions loses `hair` */
        judged j = judge(c, true);
        EXPECT_EQ(hair > 0 ? WAY_MET : WAY_TOO_SLOW, j.status);
        EXPECT_EQ(j.status, solve_one(c).status) << hair;
        std::swap(c.chaser, c.runner);
        c.velocity[0] = -3, c.velocity[1] = -4;
        EXPECT_EQ(judge(c, true).status, solve_one(c).status) << hair;
    }
}

/* Tests horizons at the meeting time rounded to a float, and up to two floats before and after it. */
template <int D> void expect_horizons_are_exact() {
    uint64_t random = support::seed_for(72, D);
    std::vector<chase<D>> chases;
    for (size_t built = 0; built < support::draws(4000);) {
        chase<D> c;
        bool with_options = built % 2 != 0;
        if (!touching<D>(&random, with_options, &c))
            continue;
        if (pick(&random, 2)) /* with a faster chaser, the meeting is not a mere touch */
            c.speed *= 1 + (float)pick(&random, 1000) * 0.001f;
        if (!in_stated_range(c))
            continue;
        c.horizon = INFINITY;
        judged j = judge(c, true);
        if (j.status != WAY_MET || !(j.time < 1e30) || j.time < 1e-30)
            continue;
        built++;
        for (int floats = -2; floats <= 2; floats++) {
            c.horizon = nudged((float)j.time, floats);
            chases.push_back(c);
        }
    }
    std::vector<answer<D>> answers(chases.size());
    solve_all_of(chases.data(), answers.data(), chases.size());
    tally t;
    size_t later = 0;
    for (size_t i = 0; i < chases.size(); i++) {
        judged j = judge(chases[i], true);
        see(chases[i], j, answers[i], "horizon", &t);
        later += answers[i].status == WAY_MET && answers[i].time > chases[i].horizon;
    }
    EXPECT_EQ(0u, t.wrong);
    EXPECT_EQ(0u, t.inexact);
    EXPECT_EQ(0u, later) << "times beyond the horizon";
    std::printf("%dD: %zu horizons, %zu met; wrong %zu, worst %.3g ulp\n", D, t.chases, t.met, t.wrong,
                t.worst);
}

TEST(intercept2d_grazing, horizons_are_judged_by_the_exact_time) { expect_horizons_are_exact<2>(); }
TEST(intercept3d_grazing, horizons_are_judged_by_the_exact_time) { expect_horizons_are_exact<3>(); }

/* For random chases, too, lead and interception give the same meeting point and distance. */
template <int D> void expect_lead_is_the_interception() {
    agents::drawn_agents s(D == 2 ? "lead2d" : "lead3d", 20000, 73);
    for (size_t i = 0; i < s.count; i++) {
        float *row = s.row(i);
        for (size_t k = 3 * D + 1; k < s.behaviour->input_count; k++)
            if (k < 3 * D + 3 || k >= 4 * D + 4 || i % 2)
                row[k] = (float)s.behaviour->inputs[k].fallback;
    }
    s.solve();
    size_t met = 0;
    for (size_t i = 0; i < s.count; i++) {
        chase<D> c = {};
        std::copy(s.row(i), s.row(i) + 3 * D + 1, (float *)(void *)&c);
        c.horizon = c.range = INFINITY;
        c.reach = s.row(i)[3 * D + 3];
        std::copy(s.row(i) + 3 * D + 4, s.row(i) + 4 * D + 4, c.platform);
        answer<D> a = solve_one(c);
        ASSERT_EQ(a.status, s.status(i)) << s.story(i);
        ASSERT_EQ(support::bits_of(a.distance), support::bits_of(s.got(i)[2 * D + 1])) << s.story(i);
        if (a.status == WAY_MET) {
            ASSERT_EQ(0, std::memcmp(&a, s.got(i), 4 * (2 * D + 1))) << s.story(i);
        }
        met += a.status == WAY_MET;
    }
    EXPECT_GT(met, s.count / 20);
}

TEST(lead2d, has_the_bits_of_intercept2d) { expect_lead_is_the_interception<2>(); }
TEST(lead3d, has_the_bits_of_intercept3d) { expect_lead_is_the_interception<3>(); }

} // namespace
