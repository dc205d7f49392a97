/* The loop that a game puts around a call: ask, follow the answer for one step, round as the caller's arrays
   do, ask again. A test of this folder plays episodes of this loop:

       TEST(arrive2d, never_passes_its_goal) {
           episodes::play(steps, [](episodes::episode &e) {
               episodes::call arrive("arrive2d", e);
               arrive["to_x"] = e.place(100), arrive["chaser_speed"] = e.between(1, 9);
               while (e.next_step()) {
                   arrive.ask();
                   arrive["chaser_x"] += arrive.got("velocity_x") * dt;
                   if (!e.holds(arrive["chaser_x"] <= arrive["to_x"], "passes its goal", ..., arrive))
                       return;
               }
           });
       }

   The episode's number decides about the columns (floats or doubles), the precision, and how far from the
   origin everything happens. Every sixteen episodes have each combination once. */
#ifndef WAYLAY_TESTS_EPISODES_H
#define WAYLAY_TESTS_EPISODES_H

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "support.h"

namespace episodes {

/* A column keeps numbers as floats or as doubles. */
enum numbers { FLOATS, DOUBLES };

class call;

class episode {
  public:
    /* Episodes that share a number have the same start, whatever the precision and the columns. */
    explicit episode(size_t n) : number(n), random(support::seed_for(n / 16, 0x10095)) {}

    numbers columns() const { return number & 1 ? DOUBLES : FLOATS; }
    way_precision precision() const { return number & 2 ? WAY_FAST : WAY_EXACT; }
    /* m: the distance of the scene from the origin: 0, 1 km, 60 km, or, in doubles, 10^7 m */
    double away() const {
        static const double distance[4] = {0, 1e3, 6e4, 6e4};
        size_t k = number >> 2 & 3;
        return k == 3 && columns() == DOUBLES ? 1e7 : distance[k];
    }

    double between(double low, double high) { return (double)draw_between(&random, low, high); }
    uint32_t below(uint32_t bound) { return draw_below(&random, bound); }
    bool one_in(uint32_t n) { return below(n) == 0; }
    /* A coordinate of the scene, whose middle is away() from the origin on each axis */
    double place(double size) { return away() + between(-size, size); }
    /* A number whose logarithm is uniformly distributed */
    double log_between(double low, double high) { return std::exp(between(std::log(low), std::log(high))); }
    /* A direction in `dims` dimensions */
    void direction(double *unit, int dims) {
        double square = 0;
        do {
            square = 0;
            for (int k = 0; k < dims; k++) {
                unit[k] = between(-1, 1);
                square += unit[k] * unit[k];
            }
        } while (!(square > 1e-4 && square <= 1));
        for (int k = 0; k < dims; k++)
            unit[k] /= std::sqrt(square);
    }

    /* Counts a step. Returns false after `most` steps: then the episode is over. */
    bool next_step(size_t most = 10000) { return ++step <= most; }
    size_t steps() const { return step; }

    /* Prints the failing step if `is_so` is false. A test ends the episode then. */
    bool holds(bool is_so, const char *what, double expected, double got, const call &asked);

    const size_t number;
    bool failed = false;

  private:
    uint64_t random;
    size_t step = 0;
};

/* One agent of a behaviour. Inputs keep their numbers as the caller's columns do: positions in floats or
   doubles, everything else in floats. */
class call {
  public:
    call(const char *name, const episode &e) : call(name, e.columns(), e.precision()) {}
    call(const char *name, numbers columns, way_precision with)
        : behaviour(way_behaviour_named(name)), positions(columns), precision(with) {
        if (behaviour == nullptr)
            std::abort();
        for (size_t k = 0; k < behaviour->input_count; k++) {
            const way_column_info &column = behaviour->inputs[k];
            in.push_back(column.required ? 0.0 : column.fallback);
        }
        out.resize(behaviour->output_count);
    }

    /* An input by the name of its column. Assign any double: ask() rounds it as the column does. */
    double &operator[](const char *column) { return in[index(behaviour->inputs, in.size(), column)]; }
    /* An input after rounding */
    double kept(const char *column) { return rounded(index(behaviour->inputs, in.size(), column)); }

    double got(const char *column) const { return out[index(behaviour->outputs, out.size(), column)]; }
    int32_t status() const { return (int32_t)got("status"); }

    /* Rounds all inputs as the columns do. */
    void keep() {
        for (size_t k = 0; k < in.size(); k++)
            in[k] = rounded(k);
    }

    /* Rounds all inputs as the columns do, and calls the behaviour. */
    void ask() {
        std::vector<way_column> from(in.size());
        std::vector<way_column_out> to(out.size());
        std::vector<float> cell(in.size()), answer(out.size());
        keep();
        for (size_t k = 0; k < in.size(); k++) {
            if (behaviour->inputs[k].type != WAY_FLOAT)
                cell[k] = whole_cell(in[k]);
            else
                cell[k] = (float)in[k];
            from[k] = is_double(behaviour->inputs[k]) ? way_at(&in[k], 8) : way_at(&cell[k], 4);
        }
        for (size_t k = 0; k < out.size(); k++)
            to[k] = is_double(behaviour->outputs[k]) ? way_to(&out[k], 8) : way_to(&answer[k], 4);
        way_batch batch = {};
        batch.count = 1;
        batch.precision = precision;
        if (way_run(behaviour, from.data(), to.data(), &batch) != WAY_OK)
            std::abort();
        for (size_t k = 0; k < out.size(); k++) {
            if (behaviour->outputs[k].type != WAY_FLOAT)
                out[k] = (double)(int32_t)support::bits_of(answer[k]);
            else if (!is_double(behaviour->outputs[k]))
                out[k] = (double)answer[k];
        }
    }

    /* The unit in the last place of a position's column at `size` */
    double place_ulp(double size) const {
        size = std::fabs(size);
        return positions == DOUBLES ? std::nextafter(size, INFINITY) - size
                                    : (double)(std::nextafter((float)size, INFINITY) - (float)size);
    }

    std::string story() const {
        std::string text = std::string("  ") + behaviour->name + ", " +
                           (precision == WAY_FAST ? "WAY_FAST" : "WAY_EXACT") + ", positions in " +
                           (positions == DOUBLES ? "doubles" : "floats") + "\n  inputs  ";
        for (size_t k = 0; k < in.size(); k++)
            text += std::string(" ") + behaviour->inputs[k].name + "=" + support::hex(rounded(k));
        text += "\n  answer  ";
        for (size_t k = 0; k < out.size(); k++)
            text += std::string(" ") + behaviour->outputs[k].name + "=" + support::hex(out[k]);
        return text;
    }

    const way_behaviour *behaviour;
    const numbers positions;
    const way_precision precision;

  private:
    static size_t index(const way_column_info *columns, size_t count, const char *name) {
        for (size_t k = 0; k < count; k++)
            if (std::strcmp(columns[k].name, name) == 0)
                return k;
        std::fprintf(stderr, "no column %s\n", name);
        std::abort();
    }
    bool is_double(const way_column_info &column) const { return positions == DOUBLES && column.axis != 0; }
    double rounded(size_t k) const {
        const way_column_info &column = behaviour->inputs[k];
        return is_double(column) || column.type != WAY_FLOAT ? in[k] : (double)(float)in[k];
    }

    std::vector<double> in, out;
};

inline bool episode::holds(bool is_so, const char *what, double expected, double got, const call &asked) {
    if (is_so)
        return true;
    failed = true;
    const testing::TestInfo *test = testing::UnitTest::GetInstance()->current_test_info();
    ADD_FAILURE() << what << "\n  episode  " << number << ", step " << step << "\n"
                  << asked.story() << "\n  expected " << support::both(expected) << "\n  got      "
                  << support::both(got) << "\n  again    WAYLAY_SEED=" << support::seed()
                  << " WAYLAY_EPISODE=" << number
                  << " tests/loop_test --gtest_filter=" << test->test_suite_name() << "." << test->name();
    return false;
}

/* Plays episodes until they have `steps` steps together, and stops at the third that fails. WAYLAY_EPISODE
   selects one episode. In the small size, there are fewer steps. */
template <class Play> void play(size_t steps, const Play &one) {
    const char *only = std::getenv("WAYLAY_EPISODE");
    if (only != nullptr) {
        episode e(std::strtoull(only, nullptr, 0));
        one(e);
        return;
    }
    size_t failures = 0, number = 0, done = 0;
    for (; done < support::draws(steps) && failures < 3; number++) {
        episode e(number);
        one(e);
        failures += e.failed;
        done += e.steps() + 1;
    }
}

/* The number of steps that every test of this folder plays at full size */
enum : size_t { STEPS = 1000000 };

} // namespace episodes

#endif
