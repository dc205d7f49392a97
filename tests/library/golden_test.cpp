/* Tests that every behaviour's answers have the recorded hashes, on every instruction set of this machine and
   in the emulation of 16 lanes. `waylay check --write-golden tests/golden.txt` writes a new file of
   hashes. */
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support.h"
#include "bit_check.h"

namespace {

const std::string &golden_file() {
    static const std::string all = [] {
        std::stringstream text;
        text << std::ifstream(WAYLAY_GOLDEN, std::ios::binary).rdbuf();
        return text.str();
    }();
    return all;
}

std::string hash_text(uint64_t hash) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    return text;
}

void expect_golden(const way_behaviour *behaviour, way_precision precision) {
    SCOPED_TRACE(std::string(behaviour->name) + " " + bit_check_precision(precision));
    std::vector<uint64_t> memory(bit_check_bytes(behaviour, BIT_CHECK_AGENTS) / sizeof(uint64_t) + 1);
    bit_check t = {behaviour, precision, BIT_CHECK_SEED, BIT_CHECK_AGENTS, nullptr, memory.data()};
    bit_finding finding = bit_check_run(&t);
    EXPECT_EQ(finding.of.verdict, LAID_RIGHT)
        << finding.isa << ", " << finding.layout << ", row " << finding.of.agent << " of " << finding.count
        << ", " << behaviour->outputs[finding.of.output].name << ": expected "
        << hash_text(finding.of.expected) << ", got " << hash_text(finding.of.got)
        << "; all of it: waylay check";
    uint64_t golden;
    ASSERT_TRUE(bit_check_golden(golden_file().c_str(), behaviour->name, precision, &golden))
        << "no such line in " WAYLAY_GOLDEN;
    EXPECT_EQ(hash_text(finding.hash), hash_text(golden));
}

class golden : public testing::TestWithParam<const way_behaviour *> {};

TEST_P(golden, hashes_match_the_golden_file) {
    expect_golden(GetParam(), WAY_EXACT);
    expect_golden(GetParam(), WAY_FAST);
}

std::vector<const way_behaviour *> all_behaviours() {
    std::vector<const way_behaviour *> all;
    for (size_t i = 0; behaviour_at(i) != nullptr; i++)
        all.push_back(behaviour_at(i));
    return all;
}

INSTANTIATE_TEST_SUITE_P(all, golden, testing::ValuesIn(all_behaviours()),
                         [](const auto &info) { return std::string(info.param->name); });

TEST(golden_file, has_one_line_for_each_behaviour_and_precision) {
    std::multiset<std::string> expected, found;
    for (const way_behaviour *behaviour : all_behaviours())
        for (const char *precision : {"exact", "fast"})
            expected.insert(std::string(behaviour->name) + " " + precision);
    std::istringstream lines(golden_file());
    for (std::string line; std::getline(lines, line);)
        if (line[0] != '#')
            found.insert(line.substr(0, line.rfind(' ')));
    EXPECT_EQ(found, expected);
}

const std::string one = "0123456789abcdef", two = "fedcba9876543210";

TEST(golden_file, is_read_strictly) {
    uint64_t hash = 0;
    for (const std::string end : {"\n", "\r\n"}) {
        const std::vector<std::string> good = {"seek2d exact " + one + end + "seek2d fast " + two + end,
                                               "seek2d fast " + two + end + "seek2d exact " + one,
                                               "# seek2d exact " + two + end + end + "seek2d exact " + one +
                                                   end + "seek2d fast " + two};
        for (const std::string &text : good) {
            ASSERT_TRUE(bit_check_golden(text.c_str(), "seek2d", WAY_EXACT, &hash)) << text;
            EXPECT_EQ(hash, 0x0123456789abcdefu) << text;
            ASSERT_TRUE(bit_check_golden(text.c_str(), "seek2d", WAY_FAST, &hash)) << text;
            EXPECT_EQ(hash, 0xfedcba9876543210u) << text;
        }
    }
    const std::vector<std::string> bad = {"",
                                          "seek2d",
                                          "seek2d exact",
                                          "exact " + one,
                                          "seek2d fast " + one,
                                          "seek2d exact" + one,
                                          "seek2d exact " + one + "0",
                                          "seek2d exact  " + one,
                                          "seek2d  exact " + one,
                                          " seek2d exact " + one,
                                          "seek2d exact " + one.substr(1),
                                          "seek2d exact 0x23456789abcdef12",
                                          "seek2d exact 0123456789ABCDEF",
                                          "seek2d exactly " + one,
                                          "# seek2d exact " + one,
                                          "seek2d\nexact " + one,
                                          "seek2d exact \n" + one};
    for (const std::string &text : bad)
        EXPECT_FALSE(bit_check_golden(text.c_str(), "seek2d", WAY_EXACT, &hash)) << text;
}

TEST(golden_file, distinguishes_names_with_a_common_prefix) {
    const std::string text =
        "seek2d_far exact " + two + "\nseek exact " + two + "\nseek2d exact " + one + "\n";
    uint64_t hash = 0;
    ASSERT_TRUE(bit_check_golden(text.c_str(), "seek2d", WAY_EXACT, &hash));
    EXPECT_EQ(hash, 0x0123456789abcdefu);
    for (const char *other : {"see", "seek2", "seek2d_", "seek2d_far_away", "far", "d exact"})
        EXPECT_FALSE(bit_check_golden(text.c_str(), other, WAY_EXACT, &hash)) << other;
}

} // namespace
