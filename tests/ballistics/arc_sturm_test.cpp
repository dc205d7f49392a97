/* Tests that the library finds every meeting of an arc and no other. A meeting is a root of a quartic. Sturm
   sequences in integers of any size count the roots exactly. The sequences also show that the first and last
   roots are within an ulp of the library's times. */
#include <gtest/gtest.h>

#include <mutex>

#include "arc_regimes.h"
#include "in_chunks.h"
#include "support.h"
#include "whole_numbers.h"

namespace {

using arc_regimes::shot;

typedef std::vector<whole> polynomial; /* coefficients, the constant term first */

/* Removes leading zero coefficients and common factors of two. */
void tidy(polynomial &p) {
    while (!p.empty() && p.back().sign() == 0)
        p.pop_back();
    mp_bitcnt_t shared = ~(mp_bitcnt_t)0;
    for (const whole &term : p)
        if (term.sign() != 0)
            shared = std::min(shared, mpz_scan1(term.number, 0));
    for (whole &term : p)
        mpz_tdiv_q_2exp(term.number, term.number, shared);
}

class sturm {
  public:
    explicit sturm(polynomial p) {
        tidy(p);
        polynomial slope;
        for (size_t i = 1; i < p.size(); i++) {
            slope.push_back(p[i]);
            mpz_mul_ui(slope.back().number, slope.back().number, i);
        }
        tidy(slope);
        chain.push_back(std::move(p));
        while (!slope.empty()) {
            chain.push_back(std::move(slope));
            slope = rest(chain[chain.size() - 2], chain.back());
        }
    }
    /* Returns the number of distinct roots between `low` and `high`, which must not be roots. */
    int roots(float low, float high) const { return changes(low) - changes(high); }

  private:
    /* Returns the remainder of a / b, with the opposite sign and times a positive factor. */
    static polynomial rest(polynomial a, const polynomial &b) {
        while (a.size() >= b.size()) {
            whole lead = a.back();
            size_t shift = a.size() - b.size();
            if (b.back().sign() < 0)
                mpz_neg(lead.number, lead.number);
            for (whole &term : a)
                mpz_mul(term.number, term.number, b.back().number);
            if (b.back().sign() < 0)
                for (whole &term : a)
                    mpz_neg(term.number, term.number);
            for (size_t i = 0; i < b.size(); i++)
                mpz_submul(a[i + shift].number, lead.number, b[i].number);
            tidy(a);
        }
        for (whole &term : a)
            mpz_neg(term.number, term.number);
        return a;
    }
    static int sign_at(const polynomial &p, float x) {
        if (x == 0)
            return p.front().sign();
        if (std::isinf(x))
            return p.back().sign();
        int exponent;
        float fraction = std::frexp(x, &exponent);
        long mantissa = (long)std::ldexp(fraction, 24);
        exponent -= 24; /* x = mantissa 2^exponent; if exponent < 0, `shift` scales the other terms instead */
        whole sum = p.back();
        unsigned shift = 0;
        for (size_t i = p.size() - 1; i-- > 0;) {
            mpz_mul_si(sum.number, sum.number, mantissa);
            if (exponent >= 0)
                mpz_mul_2exp(sum.number, sum.number, (unsigned)exponent);
            else
                shift += (unsigned)-exponent;
            sum = sum + (p[i] << shift);
        }
        return sum.sign();
    }
    int changes(float x) const {
        int count = 0, last = 0;
        for (const polynomial &p : chain) {
            int sign = sign_at(p, x);
            count += sign != 0 && last != 0 && sign != last;
            last = sign != 0 ? sign : last;
        }
        return count;
    }
    std::vector<polynomial> chain;
};

/* Near a tangent, the header allows an error as if the speed were wrong by one part in 7e13, which is
   2^-46. */
const int sliver = 46;

/* Returns the quartic whose roots are the meetings of a shot. The shot's speed is changed by the fraction
   `off` * 2^-sliver. */
template <int D> sturm meetings_of(const shot<D> &s, long off = 0) {
    polynomial p(5);
    double v = 0;
    for (int k = 0; k < D; k++) {
        whole r = whole(s.runner[k]) - whole(s.muzzle[k]);
        whole u = whole(s.velocity[k]) - whole(s.platform[k]), a = whole(s.acceleration[k]);
        if (k == 1)
            a = a + whole(s.gravity);
        a = a - whole(s.shell[k]);
        p[0] = p[0] + (r * r << 2);
        p[1] = p[1] + (r * u << 3);
        p[2] = p[2] + (u * u + a * r << 2);
        p[3] = p[3] + (a * u << 2);
        p[4] = p[4] + a * a;
        v = std::hypot(v, (double)s.velocity[k] - (double)s.platform[k]);
    }
    whole speed = whole(s.speed) << sliver;
    /* if the target is faster than the shell, the change is a fraction of the target's speed */
    double parts = (double)off * std::fmax(1, v / (double)s.speed);
    whole change = whole(s.speed);
    mpz_mul_si(change.number, change.number, (long)parts);
    speed = speed + change;
    for (whole &term : p)
        term = term << 2 * sliver;
    p[2] = p[2] - (speed * speed << 2);
    return sturm(p);
}

struct tally {
    size_t meetings[5] = {}, count_in_sliver = 0, time_in_sliver = 0;
    void add(const tally &other) {
        for (int k = 0; k < 5; k++)
            meetings[k] += other.meetings[k];
        count_in_sliver += other.count_in_sliver;
        time_in_sliver += other.time_in_sliver;
    }
};

struct said {
    float time, last, second = INFINITY, third = INFINITY;
    int32_t meetings, status;
};

/* Is the root number `n`, counted from 1, within an ulp of `time`? */
bool is_root(const sturm &of, int n, float time) {
    return of.roots(0, std::nextafter(time, 0.0f)) < n && of.roots(0, std::nextafter(time, INFINITY)) >= n;
}

template <int D> void judge(const shot<D> &s, const said &got, bool has_middle, tally &t) {
    sturm exact = meetings_of(s);
    const float never = INFINITY;
    int meetings = exact.roots(0, never);
    t.meetings[meetings]++;
    auto story = [&] {
        std::string text = "\n  inputs  ";
        for (size_t k = 0; k < sizeof s / sizeof(float); k++)
            text += " " + support::hex((double)((const float *)(const void *)&s)[k]);
        return text + "\n  got      time=" + support::both((double)got.time) +
               " last=" + support::both((double)got.last) + " second=" + support::both((double)got.second) +
               " third=" + support::both((double)got.third) + " meetings=" + std::to_string(got.meetings) +
               " exact " + std::to_string(meetings) +
               "\n  seed     WAYLAY_SEED=" + std::to_string(support::seed());
    };
    if (meetings != got.meetings) {
        int fewer = meetings_of(s, -1).roots(0, never), more = meetings_of(s, 1).roots(0, never);
        EXPECT_NE(fewer, more) << "a shot missed or invented" << story();
        t.count_in_sliver++;
        return;
    }
    ASSERT_EQ(meetings > 0 ? WAY_MET : WAY_TOO_SLOW, got.status) << story();
    if (meetings == 0)
        return;
    /* with a faster shell, the first meeting is sooner and the last meeting is later */
    float before = std::nextafter(got.time, 0.0f), after = std::nextafter(got.time, never);
    if (exact.roots(0, before) != 0 || exact.roots(0, after) == 0) {
        EXPECT_TRUE(meetings_of(s, -1).roots(0, before) == 0 && meetings_of(s, 1).roots(0, after) > 0)
            << "the first time" << story();
        t.time_in_sliver++;
    }
    if (meetings == 1) {
        ASSERT_EQ(never, got.last) << story();
        return;
    }
    if (has_middle) {
        ASSERT_EQ(meetings > 2, got.second < never) << story();
        ASSERT_EQ(meetings > 3, got.third < never) << story();
        for (int n = 2; n < meetings; n++) {
            const float middle = n == 2 ? got.second : got.third;
            if (!is_root(exact, n, middle)) {
                /* with a faster shell, the second meeting is later and the third sooner, or the reverse */
                EXPECT_TRUE(is_root(meetings_of(s, -1), n, middle) || is_root(meetings_of(s, 1), n, middle) ||
                            (meetings_of(s, -1).roots(0, middle) >= n) !=
                                (meetings_of(s, 1).roots(0, middle) >= n))
                    << "a middle time" << story();
                t.time_in_sliver++;
            }
        }
    }
    before = std::nextafter(got.last, 0.0f), after = std::nextafter(got.last, never);
    if (exact.roots(after, never) != 0 || exact.roots(before, never) == 0) {
        EXPECT_TRUE(meetings_of(s, -1).roots(after, never) == 0 && meetings_of(s, 1).roots(before, never) > 0)
            << "the last time" << story();
        t.time_in_sliver++;
    }
}

/* Solves the shots. columns[k] is the number of the shot's field that is input k. */
template <int D>
void solve(const way_behaviour *behaviour, const std::vector<int> &columns, const std::vector<shot<D>> &shots,
           std::vector<said> &got) {
    std::vector<way_column> in;
    std::vector<way_column_out> out(behaviour->output_count);
    for (int k : columns)
        in.push_back(way_at((const float *)(const void *)shots.data() + k, sizeof shots[0]));
    out[0] = way_to(&got[0].time, sizeof got[0]);
    out[1 + 2 * D] = way_to(&got[0].last, sizeof got[0]);
    if (out.size() > 4 + 3 * D) {
        out[2 + 3 * D] = way_to(&got[0].second, sizeof got[0]);
        out[3 + 4 * D] = way_to(&got[0].third, sizeof got[0]);
    }
    out[out.size() - 2] = way_to(&got[0].meetings, sizeof got[0]);
    out[out.size() - 1] = way_to(&got[0].status, sizeof got[0]);
    way_batch batch = {};
    batch.count = shots.size();
    ASSERT_EQ(behaviour->input_count, in.size());
    ASSERT_EQ(WAY_OK, way_run(behaviour, in.data(), out.data(), &batch));
}

/* Compares a behaviour with the Sturm sequences. If `straight`, shells fly straight, and gravity becomes part
   of the target's acceleration. */
template <int D> void expect_exact(const char *name, bool straight, size_t usual) {
    const way_behaviour *behaviour = way_behaviour_named(name);
    std::vector<int> columns;
    for (int k = 0; k < 6 * D + 3; k++)
        if (!straight || k <= 3 * D || (k > 3 * D + 1 && k <= 4 * D + 1) || k == 5 * D + 2)
            columns.push_back(k);
    for (const arc_regimes::regime<D> &regime : arc_regimes::regimes<D>()) {
        tally sum;
        std::mutex joining;
        size_t count = support::draws(usual);
        uint64_t salt = fnv_hash(FNV_START, regime.name, std::strlen(regime.name)) + D + straight;
        support::in_chunks(count, 1024, [&](size_t at, size_t chunk) {
            uint64_t random = support::seed_for(salt, at);
            std::vector<shot<D>> shots(chunk);
            std::vector<said> got(chunk);
            for (shot<D> &s : shots) {
                regime.draw(&random, s);
                if (straight) { /* add gravity to the target's acceleration */
                    s.acceleration[1] += s.gravity;
                    s.gravity = 0;
                    std::fill(s.platform, s.platform + D, 0.0f);
                    std::fill(s.shell, s.shell + D, 0.0f);
                }
            }
            solve<D>(behaviour, columns, shots, got);
            tally part;
            for (size_t i = 0; i < chunk; i++)
                judge<D>(shots[i], got[i], !straight, part);
            std::lock_guard<std::mutex> lock(joining);
            sum.add(part);
        });
        std::printf(
            "%-20s %-11s %6zu shots: %zu without, %zu once, %zu twice, %zu thrice, %zu four times; in the "
            "sliver: %zu counts, %zu times\n",
            name, regime.name, count, sum.meetings[0], sum.meetings[1], sum.meetings[2], sum.meetings[3],
            sum.meetings[4], sum.count_in_sliver, sum.time_in_sliver);
        if (std::strcmp(regime.name, "touching") != 0) {
            EXPECT_LE(sum.count_in_sliver + sum.time_in_sliver, count / 1000) << regime.name;
        }
    }
}

TEST(arc3d, meetings_match_sturms_sequences) { expect_exact<3>("arc3d", false, 100000); }
TEST(arc2d, meetings_match_sturms_sequences) { expect_exact<2>("arc2d", false, 20000); }
TEST(chase_accelerating3d, meetings_match_sturms_sequences) {
    expect_exact<3>("chase_accelerating3d", true, 100000);
}
TEST(chase_accelerating2d, meetings_match_sturms_sequences) {
    expect_exact<2>("chase_accelerating2d", true, 20000);
}

/* Checks the Sturm sequences with polynomials whose roots are known. */
TEST(sturm, counts_known_roots) {
    auto of = [](std::initializer_list<int> terms) {
        polynomial p;
        for (int term : terms) {
            p.emplace_back();
            mpz_set_si(p.back().number, term);
        }
        return sturm(p);
    };
    sturm four = of({24, -50, 35, -10, 1}), twice = of({4, -12, 13, -6, 1}), none = of({4, 0, 5, 0, 1});
    EXPECT_EQ(4, four.roots(0, INFINITY)); /* the roots are 1, 2, 3, 4 */
    EXPECT_EQ(2, four.roots(1.5f, 3.5f));
    EXPECT_EQ(1, four.roots(0x1.fffffep+1f, INFINITY));
    EXPECT_EQ(2, twice.roots(0, INFINITY)); /* the roots are 1, 1, 2, 2 */
    EXPECT_EQ(1, twice.roots(1.5f, INFINITY));
    EXPECT_EQ(0, none.roots(0, INFINITY));
    EXPECT_EQ(0, of({24, 50, 35, 10, 1}).roots(0, INFINITY));
}

} // namespace
