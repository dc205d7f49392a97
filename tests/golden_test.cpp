/* Every behaviour's answers are the ones in git, on every table that runs here, the emulated 16-lane one
   included. `waylay check --write-golden tests/golden` rewrites those files. */
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support.h"
#include "bit_check.h"

namespace {

std::string golden_file(const way_behaviour *behaviour) {
    std::ifstream file(std::string(WAYLAY_GOLDEN) + "/" + behaviour->name + ".txt", std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
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
    ASSERT_TRUE(bit_check_golden(golden_file(behaviour).c_str(), precision, &golden))
        << "no such line in " WAYLAY_GOLDEN;
    EXPECT_EQ(hash_text(finding.hash), hash_text(golden));
}

class golden : public testing::TestWithParam<const way_behaviour *> {};

TEST_P(golden, hashes_are_those_in_git) {
    expect_golden(GetParam(), WAY_EXACT);
    expect_golden(GetParam(), WAY_FAST);
}

std::vector<const way_behaviour *> all_behaviours() {
    std::vector<const way_behaviour *> all;
    for (size_t i = 0; way_behaviour_at(i) != nullptr; i++)
        all.push_back(way_behaviour_at(i));
    return all;
}

INSTANTIATE_TEST_SUITE_P(all, golden, testing::ValuesIn(all_behaviours()),
                         [](const auto &info) { return std::string(info.param->name); });

TEST(golden_files, are_one_a_behaviour) {
    size_t files = 0;
    for (const auto &entry : std::filesystem::directory_iterator(WAYLAY_GOLDEN)) {
        EXPECT_NE(way_behaviour_named(entry.path().stem().c_str()), nullptr) << entry.path();
        files++;
    }
    EXPECT_EQ(files, all_behaviours().size());
}

TEST(golden_files, are_read_strictly) {
    const std::string one = "0123456789abcdef", two = "fedcba9876543210";
    uint64_t hash = 0;
    for (const std::string end : {"\n", "\r\n"}) {
        const std::vector<std::string> good = {
            "exact " + one + end + "fast " + two + end, "fast " + two + end + "exact " + one,
            "# exact " + two + end + end + "exact " + one + end + "fast " + two};
        for (const std::string &text : good) {
            ASSERT_TRUE(bit_check_golden(text.c_str(), WAY_EXACT, &hash)) << text;
            EXPECT_EQ(hash, 0x0123456789abcdefu) << text;
            ASSERT_TRUE(bit_check_golden(text.c_str(), WAY_FAST, &hash)) << text;
            EXPECT_EQ(hash, 0xfedcba9876543210u) << text;
        }
    }
    const std::vector<std::string> bad = {"",
                                          "exact",
                                          "fast " + one,
                                          "exact" + one,
                                          "exact " + one + "0",
                                          "exact  " + one,
                                          " exact " + one,
                                          "exact " + one.substr(1),
                                          "exact 0x23456789abcdef12",
                                          "exact 0123456789ABCDEF",
                                          "exactly " + one,
                                          "# exact " + one,
                                          "exact \n" + one};
    for (const std::string &text : bad)
        EXPECT_FALSE(bit_check_golden(text.c_str(), WAY_EXACT, &hash)) << text;
}

} // namespace
