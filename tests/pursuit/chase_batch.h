/* Solves interceptions in 2D and 3D with one template. The fields of a chase and of an answer are in the
   registry's order, so an array of chases or answers can be the columns of a call. */
#ifndef WAYLAY_TESTS_CHASE_BATCH_H
#define WAYLAY_TESTS_CHASE_BATCH_H

#include <cstdio>
#include <string>
#include <vector>

#include "truth/intercept_truth.h"
#include "support.h"

namespace chase_batch {

using truth_intercept::answer;
using truth_intercept::chase;

template <int D> const way_behaviour *behaviour() {
    static const way_behaviour *found = way_behaviour_named(D == 2 ? "intercept2d" : "intercept3d");
    static_assert(sizeof(chase<D>) == 4 * (4 * D + 4) && sizeof(answer<D>) == 4 * (2 * D + 4), "no gaps");
    if (found == nullptr || found->input_count != 4 * D + 4 || found->output_count != 2 * D + 4)
        std::abort();
    return found;
}

enum class given { all, required };

template <int D>
void solve_all_of(const chase<D> *chases, answer<D> *answers, size_t count, given which = given::all,
                  way_precision precision = WAY_EXACT) {
    const way_behaviour *b = behaviour<D>();
    std::vector<way_column> in(b->input_count, way_column());
    std::vector<way_column_out> out(b->output_count, way_column_out());
    for (size_t k = 0; k < in.size(); k++)
        if (which == given::all || b->inputs[k].required)
            in[k] = way_at((const float *)(const void *)chases + k, sizeof *chases);
    for (size_t o = 0; o < out.size(); o++)
        out[o] = way_to((float *)(void *)answers + o, sizeof *answers);
    way_batch batch = {};
    batch.count = count;
    batch.precision = precision;
    if (way_run(b, in.data(), out.data(), &batch) != WAY_OK)
        std::abort();
}

template <int D> answer<D> solve_one(const chase<D> &one, way_precision precision = WAY_EXACT) {
    answer<D> got;
    solve_all_of(&one, &got, 1, given::all, precision);
    return got;
}

template <int D> std::string inputs_of(const chase<D> &c) {
    std::string text;
    for (size_t k = 0; k < behaviour<D>()->input_count; k++)
        text += std::string(k > 0 ? " " : "") + behaviour<D>()->inputs[k].name + "=" +
                support::hex((double)((const float *)(const void *)&c)[k]);
    return text;
}

template <int D> std::string outputs_of(const answer<D> &a) {
    std::string text;
    for (size_t o = 0; o + 1 < behaviour<D>()->output_count; o++)
        text += std::string(behaviour<D>()->outputs[o].name) + "=" +
                support::both((double)((const float *)(const void *)&a)[o]) + " ";
    const char *word = way_status_word(a.status);
    return text + "status=" + (word != nullptr ? word : std::to_string(a.status));
}

} // namespace chase_batch

#endif
