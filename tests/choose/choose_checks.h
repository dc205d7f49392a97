/* Functions that the tests of choices use to make calls and to compare the answers with the naive search of
   choose_scenes.h. */
#ifndef CHOOSE_CHECKS_H
#define CHOOSE_CHECKS_H

#include <gtest/gtest.h>

#include <memory>

#include "choose_scenes.h"
#include "support.h"

namespace choosing {

/* A crowd in memory of exactly the required size. The memory begins at any multiple of 8 bytes and has a
   guard behind it. */
class crowd {
  public:
    crowd(const scene &s, const way_column *in, size_t shift = 0)
        : dims_(s.dims), bytes_(crowd_bytes(s)), words_(bytes_ / 8 + 16 + shift, guard),
          begin_(words_.data() + shift) {
        result_ = make_crowd(s, in, begin_, bytes_);
    }
    void lend(way_choice *to) const { lend_crowd(dims_, begin_, to); }
    way_result result() const { return result_; }
    bool is_guarded() const {
        const char *after = (const char *)begin_ + bytes_,
                   *end = (const char *)(words_.data() + words_.size());
        bool right = true;
        for (const char *byte = after; byte < end; byte++)
            right &= *byte == (char)0x5a;
        for (const uint64_t *word = words_.data(); word < begin_; word++)
            right &= *word == guard;
        return right;
    }

  private:
    static constexpr uint64_t guard = 0x5a5a5a5a5a5a5a5a;
    int dims_;
    size_t bytes_;
    std::vector<uint64_t> words_;
    uint64_t *begin_;
    way_result result_;
};

inline way_choice choice_of(const scene &s) {
    way_choice choice = {};
    choice.count = s.choosers;
    choice.runner_count = s.runners;
    choice.cost = s.cost;
    return choice;
}

/* Returns the number of choosers with a different answer, and reports the first one. */
inline size_t differences(const scene &s, const answers &expected, const answers &got,
                          const std::string &how) {
    size_t wrong = 0;
    const columns c = s.at();
    for (size_t i = 0; i < s.choosers; i++) {
        const size_t at = i * (size_t)s.best, size = (size_t)s.best;
        if (got.status[i] == expected.status[i] &&
            std::memcmp(&got.target[at], &expected.target[at], 4 * size) == 0 &&
            std::memcmp(&got.cost[at], &expected.cost[at], 4 * size) == 0)
            continue;
        if (wrong++ > 0)
            continue;
        std::string text = how + ", scene " + std::to_string(s.seed) + " (" + s.name + ", " +
                           std::to_string(s.dims) + " dimensions, by " + s.by() + "), chooser " +
                           std::to_string(i) + ": status " + std::to_string(got.status[i]) + ", expected " +
                           std::to_string(expected.status[i]);
        for (size_t j = 0; j < size; j++)
            text += "\n  row " + std::to_string((int32_t)got.target[at + j]) + " at " +
                    support::both((double)got.cost[at + j]) + ", expected row " +
                    std::to_string((int32_t)expected.target[at + j]) + " at " +
                    support::both((double)expected.cost[at + j]);
        for (int k = 0; k < c.count; k++)
            if (!c.is_runners(k) && !s.cells[(size_t)k].empty())
                text += "\n  column " + std::to_string(k) + ": " + support::both((double)s.cell(k, i, 0));
        ADD_FAILURE() << text;
    }
    return wrong;
}

inline answers naive(const scene &s) {
    answers expected(s.choosers, s.best);
    for (size_t i = 0; i < s.choosers; i++)
        search_naively(s, i, expected);
    return expected;
}

inline answers ask(const scene &s, const std::vector<way_column> &in, const way_choice &choice) {
    answers got(s.choosers, s.best);
    const std::vector<way_column_out> out = got.out();
    EXPECT_EQ(WAY_OK, choose(s, in.data(), out.data(), choice));
    return got;
}

/* Returns a crowd that is built with the given instruction set. */
inline std::unique_ptr<crowd> crowd_by(const std::string &isa, const scene &s,
                                       const std::vector<way_column> &in) {
    const support::use_isa use(isa);
    auto sorted = std::make_unique<crowd>(s, in.data(), s.seed % 8);
    EXPECT_EQ(WAY_OK, sorted->result());
    return sorted;
}

/* Checks every instruction set, with a search of all candidates and with a crowd. The crowd may be built with
   another instruction set. */
inline size_t check(const scene &s) {
    const answers expected = naive(s);
    const std::vector<way_column> in = s.in();
    const std::vector<std::string> isas = support::isa_names();
    size_t wrong = 0;
    for (size_t k = 0; k < isas.size(); k++) {
        const std::unique_ptr<crowd> sorted = crowd_by(isas[(k + s.seed) % isas.size()], s, in);
        const support::use_isa use(isas[k]);
        way_choice choice = choice_of(s);
        wrong += differences(s, expected, ask(s, in, choice), isas[k]);
        sorted->lend(&choice);
        wrong += differences(s, expected, ask(s, in, choice), isas[k] + " with a crowd");
        EXPECT_TRUE(sorted->is_guarded());
    }
    return wrong;
}

} // namespace choosing

#endif
