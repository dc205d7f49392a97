/* Makes a valid call of any behaviour. The call owns its columns, and tests change one thing at a time. */
#ifndef WAYLAY_TESTS_VALID_CALL_H
#define WAYLAY_TESTS_VALID_CALL_H

#include <algorithm>
#include <vector>

#include "support.h"

struct valid_call {
    explicit valid_call(const way_behaviour *the_behaviour, size_t the_agents = 37, uint32_t hardness = 0)
        : behaviour(the_behaviour), agents(the_agents), in(the_behaviour->input_count, way_column()),
          out(the_behaviour->output_count, way_column_out()) {
        uint64_t random = support::seed_for(agents, hardness);
        inputs.assign(behaviour->input_count, std::vector<float>(agents));
        outputs.assign(behaviour->output_count, std::vector<uint32_t>(agents, untouched));
        std::vector<float> row(behaviour->input_count);
        for (size_t i = 0; i < agents; i++) {
            draw_agent(&random, behaviour, hardness, row.data());
            for (size_t k = 0; k < row.size(); k++)
                inputs[k][i] = row[k];
        }
        for (size_t k = 0; k < in.size(); k++)
            in[k].data = inputs[k].data();
        for (size_t o = 0; o < out.size(); o++)
            out[o].data = outputs[o].data();
        batch.count = agents;
        give_sample_walls(&batch);
    }
    way_result run() { return way_run(behaviour, in.data(), out.data(), &batch); }
    bool wrote_nothing() const {
        for (const std::vector<uint32_t> &column : outputs)
            for (uint32_t word : column)
                if (word != untouched)
                    return false;
        return true;
    }
    void wipe() {
        for (std::vector<uint32_t> &column : outputs)
            std::fill(column.begin(), column.end(), untouched);
    }

    static constexpr uint32_t untouched = 0x5a5a5a5au;
    const way_behaviour *behaviour;
    size_t agents;
    std::vector<std::vector<float>> inputs;
    std::vector<std::vector<uint32_t>> outputs;
    std::vector<way_column> in;
    std::vector<way_column_out> out;
    way_batch batch = {};
};

/* Draws a number of one of these kinds: 0 integers, 1 a game's sizes, 2 and 3 any size, 4 the smallest, 5
   large, else extreme or invalid. */
inline float number_of_kind(uint64_t *dice, uint32_t kind) {
    switch (kind) {
    case 0: return (float)draw_below(dice, 9) - 4;
    case 1: return draw_between(dice, -10, 10);
    case 2: return std::ldexp(draw_between(dice, -1, 1), (int)draw_below(dice, 120) - 60);
    case 3: return std::ldexp(draw_between(dice, -1, 1), (int)draw_below(dice, 250) - 140);
    case 4: return std::ldexp(draw_between(dice, -1, 1), (int)draw_below(dice, 30) - 145);
    case 5: return std::ldexp(draw_between(dice, -1, 1), (int)draw_below(dice, 60));
    default: return draw_special(dice);
    }
}

inline std::vector<const way_behaviour *> behaviours() {
    std::vector<const way_behaviour *> all;
    for (size_t i = 0; behaviour_at(i) != nullptr; i++)
        all.push_back(behaviour_at(i));
    return all;
}

#endif
