/* Makes agents of any behaviour and their answers: one agent by column names, or many random agents in one
   call. */
#ifndef WAYLAY_TESTS_AGENTS_H
#define WAYLAY_TESTS_AGENTS_H

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "reference/reference.h"
#include "support.h"

namespace agents {

class one_agent {
  public:
    /* An input that is not named has its default, or 0 if it has no default. */
    one_agent(const char *name, std::initializer_list<std::pair<const char *, float>> inputs = {})
        : behaviour(way_behaviour_named(name)) {
        if (behaviour == nullptr)
            std::abort();
        for (size_t k = 0; k < behaviour->input_count; k++)
            in.push_back(behaviour->inputs[k].required
                             ? 0.0f
                             : support::float_of(fallback_cell(&behaviour->inputs[k])));
        for (const auto &input : inputs)
            (*this)[input.first] = input.second;
    }

    float &operator[](const std::string &column) {
        for (size_t k = 0; k < behaviour->input_count; k++)
            if (column == behaviour->inputs[k].name)
                return in[k];
        std::abort();
    }

    /* Makes the call. Returns the outputs in the order of the registry. */
    std::vector<float> answer(way_precision precision = WAY_EXACT) const {
        std::vector<float> out(behaviour->output_count);
        std::vector<way_column> columns;
        std::vector<way_column_out> results;
        for (const float &value : in)
            columns.push_back(way_at(&value, 4));
        for (float &value : out)
            results.push_back(way_to(&value, 4));
        way_batch batch = {};
        batch.count = 1;
        batch.precision = precision;
        batch.walls = walls.data();
        batch.wall_count = walls.size();
        batch.drag_table = drag_table;
        batch.wall_velocity = velocities.empty() ? nullptr : velocities.data();
        if (way_run(behaviour, columns.data(), results.data(), &batch) != WAY_OK)
            std::abort();
        return out;
    }

    /* Expects the floats, within 4 ulps, and the status, in both precisions. */
    void expect(std::initializer_list<float> floats, way_status status) const {
        for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
            std::vector<float> got = answer(precision);
            ASSERT_EQ(floats.size() + 1, got.size());
            for (size_t k = 0; k < floats.size(); k++) {
                float expected = floats.begin()[k];
                if (!(std::fabs(got[k] - expected) <= slack)) {
                    EXPECT_FLOAT_EQ(expected, got[k]) << behaviour->outputs[k].name << story(got);
                }
            }
            EXPECT_STREQ(way_status_word(status), way_status_word((int32_t)support::bits_of(got.back())))
                << story(got);
        }
    }

    std::string story(const std::vector<float> &got) const {
        std::string text = std::string("\n  ") + behaviour->name + "\n  inputs  ";
        for (size_t k = 0; k < in.size(); k++)
            text += std::string(" ") + behaviour->inputs[k].name + "=" + support::both((double)in[k]);
        text += "\n  got     ";
        for (size_t k = 0; k + 1 < got.size(); k++)
            text += std::string(" ") + behaviour->outputs[k].name + "=" + support::both((double)got[k]);
        return text + " status=" + std::to_string((int32_t)support::bits_of(got.back())) +
               "\n  seed     WAYLAY_SEED=" + std::to_string(support::seed());
    }

    const way_behaviour *behaviour;
    std::vector<float> in;
    std::vector<way_wall> walls; /* the batch's walls */
    const way_drag_table *drag_table = nullptr;
    std::vector<way_wall_velocity> velocities; /* their velocities; empty: they stand still */
    float slack = 0;                           /* expect() also accepts an absolute error up to this value */
};

inline int32_t status_of(const std::vector<float> &answer) {
    return (int32_t)support::bits_of(answer.back());
}

/* Expects the first float outputs, within 1e-5 of their size plus 1, and the status, in both precisions. */
inline void expect_close(const one_agent &q, std::initializer_list<float> floats, way_status status) {
    for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
        std::vector<float> got = q.answer(precision);
        for (size_t k = 0; k < floats.size(); k++)
            EXPECT_TRUE(floats.begin()[k] == got[k] ||
                        std::fabs(floats.begin()[k] - got[k]) < 1e-5f * (1 + std::fabs(got[k])))
                << q.behaviour->outputs[k].name << ": expected " << floats.begin()[k] << q.story(got);
        EXPECT_STREQ(way_status_word(status), way_status_word(status_of(got))) << q.story(got);
    }
}

/* Rows of inputs and their answers, computed in one call. */
struct drawn_agents {
    drawn_agents(const char *name, size_t agents, uint64_t salt)
        : behaviour(way_behaviour_named(name)), count(agents) {
        uint64_t random = support::seed_for(salt, agents);
        in.resize(count * behaviour->input_count);
        out.resize(count * behaviour->output_count);
        for (size_t i = 0; i < count; i++)
            draw_agent(&random, behaviour, 0, row(i));
    }
    float *row(size_t i) { return &in[i * behaviour->input_count]; }
    const float *got(size_t i) const { return &out[i * behaviour->output_count]; }
    int32_t status(size_t i) const { return (int32_t)support::bits_of(got(i)[behaviour->output_count - 1]); }
    void solve(way_precision precision = WAY_EXACT) {
        std::vector<way_column> columns;
        std::vector<way_column_out> results;
        for (size_t k = 0; k < behaviour->input_count; k++)
            columns.push_back(way_at(&in[k], 4 * behaviour->input_count));
        for (size_t k = 0; k < behaviour->output_count; k++)
            results.push_back(way_to(&out[k], 4 * behaviour->output_count));
        way_batch batch = {};
        batch.count = count;
        batch.precision = precision;
        batch.walls = walls.data();
        batch.wall_count = walls.size();
        batch.wall_velocity = velocities.empty() ? nullptr : velocities.data();
        if (way_run(behaviour, columns.data(), results.data(), &batch) != WAY_OK)
            std::abort();
    }
    /* Returns the reference's answer to row i. */
    std::vector<double> reference(size_t i) {
        std::vector<double> given(row(i), row(i) + behaviour->input_count), answer(behaviour->output_count);
        way_reference_wall_in(walls.data(), walls.size());
        way_reference_wall_velocity_in(velocities.empty() ? nullptr : velocities.data());
        way_reference_named(behaviour->name)(given.data(), answer.data());
        return answer;
    }
    std::string story(size_t i) {
        one_agent q(behaviour->name);
        q.in.assign(row(i), row(i) + behaviour->input_count);
        return q.story(std::vector<float>(got(i), got(i) + behaviour->output_count));
    }

    const way_behaviour *behaviour;
    size_t count;
    std::vector<float> in, out;
    std::vector<way_wall> walls;               /* the batch's walls */
    std::vector<way_wall_velocity> velocities; /* their velocities; empty: they stand still */
};

/* Sets one input at a time to NaN, +inf or -inf, and expects `invalid` and WAY_INVALID. Only inputs whose
   names begin with `but` may be +inf. */
inline void expect_invalid_inputs_say_so(const one_agent &right, std::initializer_list<float> invalid,
                                         const std::string &but = "") {
    ASSERT_EQ(WAY_MET, status_of(right.answer())) << right.story(right.answer());
    for (size_t k = 0; k < right.in.size(); k++)
        for (float bad : {NAN, -NAN, INFINITY, -INFINITY, support::float_of(0x7f800001u)})
            if (but.empty() || bad != INFINITY ||
                std::strncmp(right.behaviour->inputs[k].name, but.c_str(), but.size()) != 0) {
                one_agent q = right;
                q.in[k] = bad;
                q.expect(invalid, WAY_INVALID);
            }
}

} // namespace agents

#endif
