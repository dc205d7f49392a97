/* Checks every bound in the registry against the exact answers of truth/truth.h, regime by regime.
   WAYLAY_TRUTH_INPUTS sets the number of agents per regime. WAYLAY_TRUTH_CLIMB sets the number of rounds of
   the test `climbed`, which starts from the worst agents. WAYLAY_SEED changes the random agents.
   intercept_truth_test.cpp tests the bounds of the interception. */
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <sstream>

#include "in_chunks.h"
#include "support.h"
#include "truth/truth.h"

namespace {

const size_t chunk = 4096;

size_t inputs_per_regime() {
    const char *given = std::getenv("WAYLAY_TRUTH_INPUTS");
    return given != nullptr ? std::strtoull(given, nullptr, 0) : support::draws(50000);
}

/* The worst error of one output, and the agent that has it. */
struct worst {
    double ulps = 0;
    std::vector<float> in, got;
    truth::answer exact;
};

struct tally {
    size_t judged = 0, not_judged = 0, wrong = 0, over = 0;
    std::map<int32_t, size_t> statuses;
    std::vector<worst> outputs;
    std::vector<worst> mistakes;
};

std::string cell_text(way_type type, float cell) {
    if (type == WAY_FLOAT)
        return support::both(cell);
    int32_t whole;
    std::memcpy(&whole, &cell, sizeof whole);
    const char *word = type == WAY_STATUS ? way_status_word(whole)
                       : type == WAY_WORD ? way_word_name(whole)
                                          : nullptr;
    return word != nullptr ? word : std::to_string(whole);
}

std::string story(const way_behaviour *behaviour, const worst &w) {
    std::string text = "\n  inputs  ";
    for (size_t k = 0; k < w.in.size(); k++)
        text += std::string(" ") + behaviour->inputs[k].name + "=" +
                cell_text(behaviour->inputs[k].type, w.in[k]);
    text += "\n  expected";
    for (size_t k = 0; k < w.got.size(); k++) {
        double value = (double)w.exact.value[k];
        text += std::string(" ") + behaviour->outputs[k].name + "=";
        text += behaviour->outputs[k].type == WAY_FLOAT ? support::both(value) : std::to_string((int)value);
    }
    text += "\n  got     ";
    for (size_t k = 0; k < w.got.size(); k++)
        text += std::string(" ") + behaviour->outputs[k].name + "=" +
                cell_text(behaviour->outputs[k].type, w.got[k]);
    return text + "\n  seed     WAYLAY_SEED=" + std::to_string(support::seed());
}

/* Returns the error of `got` in ulps, or infinity for a NaN or a wrong integer. */
double error_of(const way_column_info &column, float got, const truth::answer &exact, size_t k) {
    if (column.type != WAY_FLOAT) {
        int32_t whole;
        std::memcpy(&whole, &got, sizeof whole);
        return (truth::quad)whole == exact.value[k] ? 0 : INFINITY;
    }
    double value = (double)exact.value[k];
    if (std::isnan(got))
        return INFINITY;
    if (std::isinf(value) || std::isinf(got) || column.bound == 0)
        return (double)got == value ? 0 : INFINITY;
    return truth::ulps(got, exact.value[k], exact.ulp_scale[k]);
}

void solve_all(const way_behaviour *behaviour, const truth::entry &entry, const std::vector<float> &in,
               std::vector<float> &got, size_t count) {
    std::vector<way_column> columns(behaviour->input_count);
    std::vector<way_column_out> outputs(behaviour->output_count);
    for (size_t k = 0; k < columns.size(); k++) {
        bool given = behaviour->inputs[k].required || entry.options;
        columns[k] = way_at(given ? &in[k] : nullptr, (ptrdiff_t)(4 * columns.size()));
    }
    for (size_t k = 0; k < outputs.size(); k++)
        outputs[k] = way_to(&got[k], (ptrdiff_t)(4 * outputs.size()));
    way_batch batch = {};
    batch.count = count;
    give_sample_walls(&batch);
    ASSERT_EQ(WAY_OK, way_run(behaviour, columns.data(), outputs.data(), &batch));
}

void see(tally &t, const way_behaviour *behaviour, const truth::entry &entry, const float *in,
         const float *got) {
    truth::answer exact;
    exact.behaviour = behaviour;
    exact.got = got;
    entry.solve(in, &exact);
    if (exact.not_judged) {
        t.not_judged++;
        return;
    }
    t.judged++;
    worst here = {0, std::vector<float>(in, in + behaviour->input_count),
                  std::vector<float>(got, got + behaviour->output_count), exact};
    bool wrong = false;
    for (size_t k = 0; k < behaviour->output_count; k++) {
        const way_column_info &column = behaviour->outputs[k];
        if (column.type == WAY_STATUS) {
            int32_t status;
            std::memcpy(&status, &got[k], sizeof status);
            t.statuses[status]++;
        }
        here.ulps = error_of(column, got[k], exact, k);
        wrong |= std::isinf(here.ulps);
        t.over += here.ulps > column.bound;
        if (here.ulps > t.outputs[k].ulps)
            t.outputs[k] = here;
    }
    t.wrong += wrong;
    if (wrong && t.mistakes.size() < 2)
        t.mistakes.push_back(here);
}

class bounds_truth : public testing::TestWithParam<size_t> {};

TEST_P(bounds_truth, hold) {
#if !WAY_HAS_QUAD
    GTEST_SKIP() << "this compiler has no floating type of 113 bits";
#endif
    const truth::entry &entry = truth::entries()[GetParam()];
    const way_behaviour *behaviour = way_behaviour_named(entry.behaviour);
    ASSERT_NE(nullptr, behaviour) << entry.behaviour;
    tally sum;
    sum.outputs.resize(behaviour->output_count);
    std::mutex joining;
    uint64_t name = fnv_hash(FNV_START, entry.behaviour, std::strlen(entry.behaviour));
    name = fnv_hash(name, entry.regime, std::strlen(entry.regime));
    support::in_chunks(inputs_per_regime(), chunk, [&](size_t at, size_t count) {
        uint64_t random = support::seed_for(name, at);
        std::vector<float> in(count * behaviour->input_count), got(count * behaviour->output_count);
        for (size_t i = 0; i < count; i++)
            entry.draw(&random, &in[i * behaviour->input_count]);
        solve_all(behaviour, entry, in, got, count);
        tally part;
        part.outputs.resize(behaviour->output_count);
        for (size_t i = 0; i < count; i++)
            see(part, behaviour, entry, &in[i * behaviour->input_count], &got[i * behaviour->output_count]);
        std::lock_guard<std::mutex> lock(joining);
        sum.judged += part.judged;
        sum.not_judged += part.not_judged;
        sum.wrong += part.wrong;
        sum.over += part.over;
        for (const auto &status : part.statuses)
            sum.statuses[status.first] += status.second;
        for (size_t k = 0; k < part.outputs.size(); k++)
            if (part.outputs[k].ulps > sum.outputs[k].ulps)
                sum.outputs[k] = part.outputs[k];
        sum.mistakes.insert(sum.mistakes.end(), part.mistakes.begin(), part.mistakes.end());
    });

    std::printf("%-16s %-18s %9zu judged, %zu not;", entry.behaviour, entry.regime, sum.judged,
                sum.not_judged);
    for (const auto &status : sum.statuses)
        std::printf(" %s %zu", way_status_word(status.first), status.second);
    std::printf("; worst ulps:");
    for (size_t k = 0; k < sum.outputs.size(); k++)
        if (behaviour->outputs[k].bound > 0)
            std::printf(" %s %.3g", behaviour->outputs[k].name, sum.outputs[k].ulps);
    std::printf("; wrong %zu\n", sum.wrong);
    std::fflush(stdout);

    EXPECT_GT(sum.judged, sum.not_judged) << "most of a regime must be judged";
    for (size_t i = 0; i < sum.mistakes.size() && i < 2; i++)
        ADD_FAILURE() << "wrong" << story(behaviour, sum.mistakes[i]);
    for (size_t k = 0; k < sum.outputs.size(); k++)
        EXPECT_LE(sum.outputs[k].ulps, behaviour->outputs[k].bound)
            << behaviour->outputs[k].name << story(behaviour, sum.outputs[k]);
}

/* Climbing. Random inputs are seldom the worst inputs. So the test changes the worst rows of each output
   slightly, and keeps a changed row if its error is larger. The columns keep the magnitudes and signs of the
   regime. Few columns change at a time, so that a regime's structure (equal positions, zeros) survives. */

size_t rounds_of_climbing() {
    const char *given = std::getenv("WAYLAY_TRUTH_CLIMB");
    return given != nullptr ? std::strtoull(given, nullptr, 0) : support::small_size() ? 2 : 10;
}

/* Do the numbers of a row depend on each other, for example a path and the distance along it? Climbing does
   not change such rows number by number, but draws them again as a whole. */
bool is_of_one_piece(const truth::entry &entry) {
    return entry.behaviour == std::string("march2d") || entry.regime == std::string("in line");
}

const size_t climbers = 6; /* the number of rows that are kept for each output */

/* Returns the number of rows per round. The first round draws four times as many. */
size_t rows_of_each_round() { return support::small_size() ? 96 : 512; }

struct column_range {
    float least = INFINITY, most = 0; /* the range of nonzero finite magnitudes */
    bool below = false, above = false, fixed = true;
    uint32_t first = 0;
};

struct climber {
    double worth = -1;
    std::vector<float> in;
};

std::vector<column_range> ranges_of(const std::vector<float> &in, size_t columns) {
    std::vector<column_range> ranges(columns);
    for (size_t i = 0; i < in.size(); i++) {
        column_range &range = ranges[i % columns];
        float size = std::fabs(in[i]);
        if (i < columns)
            range.first = support::bits_of(in[i]);
        range.fixed = range.fixed && support::bits_of(in[i]) == range.first;
        range.below = range.below || in[i] < 0;
        range.above = range.above || in[i] > 0;
        if (size > 0 && size < INFINITY) {
            range.least = std::fmin(range.least, size);
            range.most = std::fmax(range.most, size);
        }
    }
    return ranges;
}

/* Returns another number of the same kind: a neighbouring float, a float that is a little larger or smaller,
   or a newly drawn one. */
float other_number(uint64_t *random, float x, float drawn, const column_range &range) {
    if (x == 0 || !std::isfinite(x) || draw_below(random, 8) == 0)
        return draw_below(random, 4) ? x : drawn;
    float to;
    if (draw_below(random, 2))
        to = truth::beside(random, x);
    else
        to = (float)((double)x * (1 + (double)draw_between(random, -1, 1) *
                                          std::ldexp(1.0, -(int)draw_below(random, 20))));
    float size = std::fabs(to);
    bool in_range = size >= range.least && size <= range.most && (to > 0 ? range.above : range.below);
    return in_range ? to : x;
}

TEST_P(bounds_truth, climbed) {
#if !WAY_HAS_QUAD
    GTEST_SKIP() << "this compiler has no floating type of 113 bits";
#endif
    const truth::entry &entry = truth::entries()[GetParam()];
    const way_behaviour *behaviour = way_behaviour_named(entry.behaviour);
    ASSERT_NE(nullptr, behaviour) << entry.behaviour;
    const size_t columns = behaviour->input_count, outputs = behaviour->output_count;
    uint64_t name = fnv_hash(FNV_START, entry.behaviour, std::strlen(entry.behaviour));
    uint64_t random = support::seed_for(fnv_hash(name, entry.regime, std::strlen(entry.regime)), 1);

    tally sum;
    sum.outputs.resize(outputs);
    std::vector<std::vector<climber>> best(outputs);
    std::vector<column_range> ranges;
    std::vector<float> drawn, in, got;
    for (size_t round = 0; round <= rounds_of_climbing(); round++) {
        size_t count = (round == 0 ? 4 : 1) * rows_of_each_round();
        in.resize(count * columns);
        got.assign(count * outputs, 0);
        for (size_t i = 0; i < count; i++)
            entry.draw(&random, &in[i * columns]);
        if (round == 0) {
            drawn = in;
            ranges = ranges_of(in, columns);
        } else if (!is_of_one_piece(entry)) {
            for (size_t i = 0; i < count; i++) {
                const std::vector<climber> &from = best[i % outputs];
                if (from.empty())
                    continue;
                const climber &parent = from[draw_below(&random, (uint32_t)from.size())];
                float *row = &in[i * columns];
                const float *other =
                    &drawn[draw_below(&random, (uint32_t)(drawn.size() / columns)) * columns];
                std::copy(parent.in.begin(), parent.in.end(), row);
                for (uint32_t changes = 1 + draw_below(&random, 3); changes > 0; changes--) {
                    size_t k = draw_below(&random, (uint32_t)columns);
                    if (!ranges[k].fixed)
                        row[k] = behaviour->inputs[k].type == WAY_FLOAT
                                     ? other_number(&random, row[k], other[k], ranges[k])
                                     : other[k];
                }
            }
        }
        solve_all(behaviour, entry, in, got, count);
        for (size_t i = 0; i < count; i++) {
            const float *row = &in[i * columns];
            tally one;
            one.outputs.resize(outputs);
            see(one, behaviour, entry, row, &got[i * outputs]);
            sum.judged += one.judged;
            sum.wrong += one.wrong;
            sum.mistakes.insert(sum.mistakes.end(), one.mistakes.begin(), one.mistakes.end());
            for (size_t k = 0; k < outputs; k++) {
                if (one.outputs[k].ulps > sum.outputs[k].ulps)
                    sum.outputs[k] = one.outputs[k];
                if (behaviour->outputs[k].bound == 0 || one.outputs[k].ulps == 0)
                    continue;
                std::vector<climber> &kept = best[k];
                climber here = {one.outputs[k].ulps, std::vector<float>(row, row + columns)};
                if (kept.size() < climbers)
                    kept.push_back(here);
                else {
                    climber &least =
                        *std::min_element(kept.begin(), kept.end(), [](const climber &a, const climber &b) {
                            return a.worth < b.worth;
                        });
                    if (here.worth > least.worth)
                        least = here;
                }
            }
        }
    }

    std::printf("%-16s %-18s %9zu climbed; worst ulps:", entry.behaviour, entry.regime, sum.judged);
    for (size_t k = 0; k < outputs; k++)
        if (behaviour->outputs[k].bound > 0)
            std::printf(" %s %.3g of %g", behaviour->outputs[k].name, sum.outputs[k].ulps,
                        behaviour->outputs[k].bound);
    std::printf("; wrong %zu\n", sum.wrong);
    std::fflush(stdout);

    for (size_t i = 0; i < sum.mistakes.size() && i < 2; i++)
        ADD_FAILURE() << "wrong" << story(behaviour, sum.mistakes[i]);
    for (size_t k = 0; k < outputs; k++)
        EXPECT_LE(sum.outputs[k].ulps, behaviour->outputs[k].bound)
            << behaviour->outputs[k].name << story(behaviour, sum.outputs[k]);
}

std::string name_of(const testing::TestParamInfo<size_t> &info) {
    const truth::entry &entry = truth::entries()[info.param];
    std::string name = std::string(entry.behaviour) + "_" + entry.regime;
    for (char &c : name)
        c = std::isalnum((unsigned char)c) ? c : '_';
    return name;
}

std::vector<size_t> every_entry() {
    std::vector<size_t> all;
    for (size_t i = 0; i < truth::entries().size(); i++)
        all.push_back(i);
    return all;
}

/* Each stated bound has a test that enforces it. A bound of 0 says that a float is exact. A behaviour with
   such a bound needs a truth in this folder, because error_of then requires equality. */
TEST(bounds, every_behaviour_with_a_bound_has_a_truth_test) {
    const std::set<std::string> elsewhere = {"intercept2d", "intercept3d"};
    std::set<std::string> held;
    for (const truth::entry &entry : truth::entries())
        held.insert(entry.behaviour);
    for (size_t i = 0; behaviour_at(i) != nullptr; i++) {
        const way_behaviour *behaviour = behaviour_at(i);
        bool here = held.count(behaviour->name) > 0;
        EXPECT_TRUE(here || elsewhere.count(behaviour->name)) << behaviour->name;
        for (size_t k = 0; k < behaviour->output_count; k++) {
            const way_column_info &column = behaviour->outputs[k];
            bool may_be_exact = column.type != WAY_FLOAT || here;
            bool may_be_bounded = column.type == WAY_FLOAT;
            EXPECT_TRUE(column.bound == 0 ? may_be_exact : column.bound > 0 && may_be_bounded)
                << behaviour->name << " " << column.name;
        }
    }
}

/* Returns the comment that follows the declaration of an output column in the header. */
std::string comment_of(const std::string &header, const std::string &behaviour, const std::string &column) {
    size_t at = header.find("typedef struct way_" + behaviour + "_out {");
    size_t end = header.find("} way_" + behaviour + "_out;", at);
    if (at == std::string::npos || end == std::string::npos)
        return "";
    std::string body = header.substr(at, end - at);
    size_t comment = 0;
    for (size_t from = 0; (from = body.find("way_column_out", from)) != std::string::npos; from++) {
        size_t semicolon = body.find(';', from);
        std::string names = body.substr(from + 14, semicolon - from - 14) + ",";
        for (char &c : names)
            c = c == '\n' ? ' ' : c;
        if (names.find(" " + column + ",") == std::string::npos)
            continue;
        comment = body.find("/*", semicolon);
        return body.substr(comment, body.find("*/", comment) - comment);
    }
    return "";
}

TEST(bounds, the_header_states_the_bounds_of_the_registry) {
    const std::string text = support::public_headers();
    ASSERT_FALSE(text.empty()) << WAYLAY_HEADERS;
    for (size_t i = 0; behaviour_at(i) != nullptr; i++) {
        const way_behaviour *behaviour = behaviour_at(i);
        for (size_t k = 0; k < behaviour->output_count; k++) {
            std::string comment = comment_of(text, behaviour->name, behaviour->outputs[k].name);
            double bound = behaviour->outputs[k].bound;
            char words[32];
            std::snprintf(words, sizeof words, " %g ulp", bound);
            std::string where = std::string(behaviour->name) + " " + behaviour->outputs[k].name;
            EXPECT_EQ(bound > 0, comment.find(words) != std::string::npos)
                << where << ": " << bound << " ulp; the header: " << comment;
            EXPECT_EQ(bound == 0 && behaviour->outputs[k].type == WAY_FLOAT,
                      comment.find(" exact") != std::string::npos)
                << where << ": " << bound << " ulp; the header: " << comment;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(regimes, bounds_truth, testing::ValuesIn(every_entry()), name_of);

} // namespace
