/* Tests the lane functions ("words"). The files of every width have the same words. Each word gives the bits
   of plain C, on every instruction set of this machine and in the emulation of 16 lanes. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <set>

#include "lanes_words.h"
#include "support.h"
#include "isa/isa.h"

namespace {

using support::both;

const size_t lanes_max = WAY_LANES_MAX;

/* Returns the words of each instruction set. */
std::map<std::string, const lanes_words *> tables() {
    std::map<std::string, const lanes_words *> all;
#define ENTER_WORDS(isa, words) all[#isa] = &words##_##isa;
    WAY_EACH_TABLE(ENTER_WORDS, lanes_words)
#undef ENTER_WORDS
    return all;
}

/* What the width files say ----------------------------------------------------------------------------- */

/* Appends the names of a file's words (its inline functions), in order. Appends nothing if the file
   does not exist. */
void add_words_of_file(const std::string &name, std::vector<std::string> &words) {
    std::ifstream file(std::string(WAYLAY_LANES) + "/" + name + ".h");
    std::string line;
    while (std::getline(file, line)) {
        size_t open = line.find('(');
        const bool is_inline = line.rfind("static inline ", 0) == 0 || line.rfind("WAY_INLINE ", 0) == 0;
        if (!is_inline || open == std::string::npos)
            continue;
        size_t name = open;
        while (std::isalnum((unsigned char)line[name - 1]) || line[name - 1] == '_')
            name--;
        std::string word = line.substr(name, open - name);
        if (word.size() > 2 && word[1] == '_' && std::strchr("fmiw", word[0]) != nullptr)
            words.push_back(word);
    }
}

/* Returns the words of a width. The words are in two files, lanes_*.h and moves_*.h. */
std::vector<std::string> words_of_width(const std::string &width) {
    std::vector<std::string> words;
    add_words_of_file("lanes_" + width, words);
    add_words_of_file("moves_" + width, words);
    return words;
}

/* Describes the first difference of two lists. Returns "" if they are equal. */
std::string difference(const std::vector<std::string> &expected, const std::vector<std::string> &got) {
    size_t k = 0;
    while (k < expected.size() && k < got.size() && expected[k] == got[k])
        k++;
    if (k == expected.size() && k == got.size())
        return "";
    auto at = [k](const std::vector<std::string> &words) { return k < words.size() ? words[k] : "the end"; };
    return "word " + std::to_string(k + 1) + " should be " + at(expected) + " and is " + at(got);
}

TEST(lanes, every_width_has_the_same_words_in_the_same_order) {
    std::vector<std::string> words = words_of_width("1");
    ASSERT_FALSE(words.empty()) << "no words in " << WAYLAY_LANES;
    EXPECT_EQ(words.size(), std::set<std::string>(words.begin(), words.end()).size());
    for (const char *width : {"4", "8", "16"})
        EXPECT_EQ("", difference(words, words_of_width(width))) << "lanes_" << width << ".h";
}

TEST(lanes, every_word_is_tested) {
    for (const auto &table : tables()) {
        std::vector<std::string> tested;
        for (size_t k = 0; k < table.second->count; k++)
            tested.push_back(table.second->word[k].name);
        EXPECT_EQ("", difference(words_of_width("1"), tested)) << table.first << " in lanes_words.c";
    }
}

TEST(lanes, every_instruction_set_is_tested) {
    for (const std::string &isa : support::isa_names())
        EXPECT_EQ(1u, tables().count(isa)) << isa;
}

/* What the words do ------------------------------------------------------------------------------------ */

double double_of(uint64_t bits) {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

double special_double(uint64_t *random) {
    /* w_narrow rounds doubles to floats, so the values are near the limits of floats and between floats */
    static const double values[] = {
        0x1.fffffep127, /* the largest float */
        0x1.fffffefffffffp127,
        0x1.ffffffp127, /* the least double that rounds to infinity */
        0x1p-126,       /* the least normal float */
        0x1.fffffep-127,
        0x1.ffffffp-127,
        0x1p-149, /* the least float */
        0x1.0000000000001p-150,
        0x1p-150,     /* halfway between the least float and 0 */
        0x1.000001p0, /* this and the next double are halfway between two floats: one rounds down, one up */
        0x1.000003p0,
        0x1.0000010000001p0,
        0x1.fffffffffffffp1023, /* the largest double */
        0x1p-1022,
        0x0.0000000000001p-1022,
    };
    switch (draw_below(random, 4)) {
    case 0: return values[draw_below(random, sizeof values / sizeof values[0])];
    case 1: return -values[draw_below(random, sizeof values / sizeof values[0])];
    case 2:
        return double_of(0x7ff0000000000000u | draw_bits(random) >> 63 << 63 | draw_below(random, 3) << 18);
    default: return draw_special(random);
    }
}

/* Where test values come from. `mixed` chooses one of the other sources for each value. */
enum class source { special, any_bits, typical, mixed };

source draw_source(uint64_t *random, source from) {
    return from == source::mixed ? (source)draw_below(random, 3) : from;
}

float draw_float(uint64_t *random, source from) {
    switch (draw_source(random, from)) {
    case source::special: return draw_special(random);
    case source::any_bits: return support::float_of((uint32_t)draw_bits(random));
    default: return draw_between(random, -1000, 1000);
    }
}

double draw_double(uint64_t *random, source from) {
    switch (draw_source(random, from)) {
    case source::special: return special_double(random);
    case source::any_bits: return double_of(draw_bits(random));
    default: return (double)draw_between(random, -1000, 1000) * (double)draw_between(random, -1000, 1000);
    }
}

/* Never draws INT32_MAX, because a word that adds 1 would overflow. */
int32_t draw_int(uint64_t *random, source from) {
    static const int32_t values[] = {0, 1, -1, 2, INT32_MAX - 1, INT32_MIN};
    switch (draw_source(random, from)) {
    case source::special: return values[draw_below(random, sizeof values / sizeof values[0])];
    case source::any_bits: return std::min((int32_t)draw_bits(random), INT32_MAX - 1);
    default: return (int32_t)draw_below(random, 16);
    }
}

/* One set of inputs. Floats and integers begin 4 bytes after an aligned address, so that no vector is
   aligned. */
struct inputs {
    alignas(64) float a[1 + 3 * lanes_max], b[1 + lanes_max], c[1 + lanes_max];
    alignas(64) int32_t p[1 + lanes_max], q[1 + lanes_max];
    alignas(64) double x[lanes_max], y[lanes_max];

    void draw(uint64_t *random, source from) {
        for (float &value : a)
            value = draw_float(random, from);
        for (size_t lane = 0; lane < lanes_max; lane++) {
            bool equal = draw_below(random, 8) == 0;
            b[1 + lane] = equal ? a[1 + lane] : draw_float(random, from);
            c[1 + lane] = draw_float(random, from);
            p[1 + lane] = draw_int(random, from);
            q[1 + lane] = draw_int(random, from);
            x[lane] = draw_double(random, from);
            y[lane] = equal ? x[lane] : draw_double(random, from);
        }
    }
    lanes_inputs given() const { return {a + 1, b + 1, c + 1, p + 1, q + 1, x, y}; }
};

/* The memory of a word's results, between guards. A word with _stream in its name gets an address that is a
   multiple of 64. Any other word gets an address that is aligned only to 4 bytes. */
struct answers {
    static const size_t words = LANES_OUT_BYTES / 4;
    alignas(64) unsigned char memory[64 + LANES_OUT_BYTES + 64];
    size_t start;

    void run(const lanes_word &word, const lanes_inputs &in) {
        start = std::strstr(word.name, "_stream") != nullptr ? 64 : 60;
        std::memset(memory, 0x5a, sizeof memory);
        word.run(&in, memory + start);
    }
    bool guards_intact() const {
        auto touched = [](unsigned char byte) { return byte != 0x5a; };
        return std::none_of(memory, memory + start, touched) &&
               std::none_of(memory + start + LANES_OUT_BYTES, memory + sizeof memory, touched);
    }
    uint32_t bits(size_t k) const { return at<uint32_t>(k); }
    float as_float(size_t k) const { return at<float>(k); }
    double as_double(size_t k) const { return at<double>(k); }

  private:
    template <class T> T at(size_t k) const {
        T value;
        std::memcpy(&value, memory + start + k * sizeof value, sizeof value);
        return value;
    }
};

template <class T> bool same_number(T expected, T got) {
    if (std::isnan(expected) || std::isnan(got))
        return std::isnan(expected) && std::isnan(got);
    return std::memcmp(&expected, &got, sizeof got) == 0;
}

/* Does lanes_1.h allow this result, although plain C has another one? If a or b is a NaN, it allows a, b and
   any NaN. If a and b are 0 or -0, it allows 0 and -0. */
template <class T> bool either(T a, T b, T got) {
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(got) || got == a || got == b;
    return a == 0 && b == 0 && got == 0;
}

bool left_open(const std::string &word, const lanes_inputs &in, size_t lane, const answers &got) {
    if (word == "w_larger" || word == "w_smaller") { /* both are defined only for numbers >= 0 except -0 */
        double x = in.x[lane], y = in.y[lane];
        if (x < 0 || y < 0)
            return true;
        bool minus = std::signbit(x) || std::signbit(y);
        return (std::isnan(x) || std::isnan(y) || minus) && either(x, y, got.as_double(lane));
    }
    return false;
}

std::string bits_and_number(uint32_t bits) {
    char text[32];
    std::snprintf(text, sizeof text, "%08x ", bits);
    return text + both(support::float_of(bits));
}

/* Describes the first wrong result. Returns "" if all results are right. */
std::string compare(const std::string &isa, const lanes_word &word, const lanes_inputs &in,
                    const answers &expected, const answers &got) {
    std::string text;
    size_t count = word.answer == LANES_DOUBLES ? lanes_max : answers::words, k = 0;
    for (; k < count && text.empty(); k++) {
        bool right = word.answer == LANES_BITS     ? expected.bits(k) == got.bits(k)
                     : word.answer == LANES_FLOATS ? same_number(expected.as_float(k), got.as_float(k))
                                                   : same_number(expected.as_double(k), got.as_double(k));
        if (right || left_open(word.name, in, k, got))
            continue;
        text =
            word.answer == LANES_DOUBLES
                ? "expected " + both(expected.as_double(k)) + ", got " + both(got.as_double(k))
                : "expected " + bits_and_number(expected.bits(k)) + ", got " + bits_and_number(got.bits(k));
        text = "answer " + std::to_string(k) + ": " + text;
    }
    if (!got.guards_intact())
        text += " and wrote outside";
    if (text.empty())
        return "";
    size_t lane = (k - 1) % lanes_max;
    if (std::strcmp(word.name, "f_store_pairs") == 0)
        lane = (k - 1) / 2;
    else if (std::strcmp(word.name, "f_load_pairs") == 0)
        text += ", of pair " + both(in.a[2 * lane]) + " " + both(in.a[2 * lane + 1]);
    return isa + " " + word.name + ", " + text + "\n  lane " + std::to_string(lane) +
           ": a=" + both(in.a[lane]) + " b=" + both(in.b[lane]) + " c=" + both(in.c[lane]) +
           " p=" + std::to_string(in.p[lane]) + " q=" + std::to_string(in.q[lane]) +
           " x=" + both(in.x[lane]) + " y=" + both(in.y[lane]) +
           "\n  WAYLAY_SEED=" + std::to_string(support::seed()) + " lanes_test --gtest_filter=*/" + isa;
}

class lanes_words_on : public testing::TestWithParam<std::string> {};

TEST_P(lanes_words_on, each_word_alone_is_plain_c) {
    const std::string isa = GetParam();
    ASSERT_EQ(1u, tables().count(isa));
    const lanes_words &truth = lanes_words_scalar, &tested = *tables()[isa];
    ASSERT_EQ(truth.count, tested.count);
    std::set<std::string> wrong; /* one report per word */
    uint64_t random = support::seed_for(0);
    inputs values;
    answers expected, got;
    /* each round tests 16 values of every word; half of the 640,000 values are typical */
    const size_t rounds = support::draws(40000);
    for (size_t round = 0; round < rounds; round++) {
        const source sources[] = {source::special, source::typical, source::any_bits, source::typical,
                                  source::mixed,   source::typical, source::mixed,    source::typical};
        values.draw(&random, sources[round % 8]);
        lanes_inputs in = values.given();
        for (size_t k = 0; k < truth.count; k++) {
            if (wrong.count(truth.word[k].name) != 0)
                continue;
            expected.run(truth.word[k], in);
            got.run(tested.word[k], in);
            std::string story = compare(isa, tested.word[k], in, expected, got);
            if (!story.empty()) {
                wrong.insert(truth.word[k].name);
                ADD_FAILURE() << story;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(machine, lanes_words_on, testing::ValuesIn(support::isa_names()),
                         [](const testing::TestParamInfo<std::string> &isa) { return isa.param; });

} // namespace
