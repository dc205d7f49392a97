/* The self-description as JSON, read by a parser that is not ours, says what the structs say. */
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "valid_call.h"

namespace {

using nlohmann::json;

const json &description() {
    static const json parsed = json::parse(way_describe_json());
    return parsed;
}

/* A number, or the name of one that JSON has not. */
double number(const json &value) {
    if (value == "inf")
        return std::numeric_limits<double>::infinity();
    return value == "nan" ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

std::set<std::string> keys(const json &object) {
    std::set<std::string> all;
    for (const auto &item : object.items())
        all.insert(item.key());
    return all;
}

const json &values_of(const char *name) { return description().at("types").at(name).at("values"); }

TEST(describe, every_call_gives_the_same_static_text) {
    EXPECT_EQ(way_describe_json(), way_describe_json());
    EXPECT_EQ(way_version(), description().at("version"));
    EXPECT_EQ(keys(description()), (std::set<std::string>{"version", "types", "behaviours"}));
}

/* Keys and columns once each: a parser would keep one of two and say nothing. */
TEST(describe, no_key_is_there_twice) {
    std::vector<std::set<std::string>> open;
    const json whole = json::parse(way_describe_json(), [&](int, json::parse_event_t event, json &parsed) {
        if (event == json::parse_event_t::object_start)
            open.emplace_back();
        if (event == json::parse_event_t::object_end)
            open.pop_back();
        if (event == json::parse_event_t::key) {
            EXPECT_TRUE(open.back().insert(parsed.get<std::string>()).second) << parsed;
        }
        return true;
    });
    EXPECT_EQ(whole, description());
}

void expect_column(const way_column_info &column, const json &said, bool is_input) {
    SCOPED_TRACE(column.name);
    std::set<std::string> expected = {"name", "meaning", "unit", "type", "axis", "default"};
    EXPECT_EQ(column.name, said.at("name"));
    EXPECT_EQ(column.meaning, said.at("meaning"));
    EXPECT_EQ(column.unit, said.at("unit"));
    EXPECT_EQ((int)column.type, values_of("way_type").at(said.at("type").get<std::string>()));
    EXPECT_EQ(column.fallback, number(said.at("default")));
    const std::string axis = said.at("axis");
    const char *const axes[] = {"", "x", "y", "z"};
    EXPECT_EQ(axes[column.axis], axis);
    EXPECT_TRUE(axis.empty() || column.type == WAY_FLOAT);
    if (is_input) {
        expected.insert({"side", "required", "low", "high"});
        EXPECT_EQ((int)column.side, values_of("way_side").at(said.at("side").get<std::string>()));
        EXPECT_EQ(column.required != 0, said.at("required").get<bool>());
        EXPECT_EQ(column.low, number(said.at("low")));
        EXPECT_EQ(column.high, number(said.at("high")));
    } else {
        expected.insert("bound");
        EXPECT_EQ(column.bound, number(said.at("bound")));
    }
    EXPECT_EQ(expected, keys(said));
}

TEST(describe, behaviours_are_those_of_the_structs) {
    const json &said = description().at("behaviours");
    std::map<std::string, std::string> family_of;
#define BEGIN(behaviour, family, summary, source) family_of[#behaviour] = #family;
#include "registry/behaviours.def"
    ASSERT_EQ(behaviours().size(), said.size());
    for (size_t i = 0; i < said.size(); i++) {
        const way_behaviour *behaviour = way_behaviour_at(i);
        SCOPED_TRACE(behaviour->name);
        const json &here = said[i];
        EXPECT_EQ(keys(here), (std::set<std::string>{"name", "family", "summary", "source", "walls", "inputs",
                                                     "outputs"}));
        EXPECT_EQ(behaviour->name, here.at("name"));
        EXPECT_EQ(family_of.at(behaviour->name), here.at("family"));
        EXPECT_EQ(behaviour->summary, here.at("summary"));
        EXPECT_EQ(behaviour->source, here.at("source"));
        EXPECT_EQ(behaviour->walls != 0, here.at("walls").get<bool>());
        ASSERT_EQ(behaviour->input_count, here.at("inputs").size());
        ASSERT_EQ(behaviour->output_count, here.at("outputs").size());
        for (size_t k = 0; k < behaviour->input_count; k++)
            expect_column(*way_behaviour_input(behaviour, k), here.at("inputs")[k], true);
        for (size_t k = 0; k < behaviour->output_count; k++)
            expect_column(*way_behaviour_output(behaviour, k), here.at("outputs")[k], false);
    }
}

TEST(describe, statuses_words_and_results_are_all_there) {
    for (const auto &status : values_of("way_status").items())
        EXPECT_STREQ(status.key().c_str(), way_status_word(status.value()));
    EXPECT_EQ(nullptr, way_status_word((int32_t)values_of("way_status").size()));
    for (const auto &word : values_of("way_word").items())
        EXPECT_STREQ(word.key().c_str(), way_word_name(word.value()));
    EXPECT_EQ(nullptr, way_word_name((int32_t)values_of("way_word").size() - 1)); /* none is -1 */
    const std::string no_such = way_result_string((way_result)1000000);
    std::set<int> results;
    for (const auto &result : values_of("way_result").items()) {
        EXPECT_NE(no_such, way_result_string((way_result)result.value().get<int>())) << result.key();
        results.insert(result.value().get<int>());
    }
    EXPECT_EQ(values_of("way_result").size(), results.size());
    EXPECT_EQ(no_such, way_result_string((way_result)results.size()));
}

/* Fields in their order, of which none is forgotten that would not fit between two others. */
TEST(describe, structs_have_their_sizes_and_fields) {
    const json &types = description().at("types");
    EXPECT_EQ(sizeof(void *), types.at("pointer").at("size"));
    size_t structs = 0;
    for (const auto &type : types.items()) {
        SCOPED_TRACE(type.key());
        if (!type.value().contains("fields"))
            continue;
        structs++;
        std::map<size_t, size_t> fields; /* by offset */
        for (const auto &field : type.value().at("fields").items())
            EXPECT_TRUE(
                fields.insert({field.value().at("offset"), field.value().at("size").get<size_t>()}).second);
        size_t reached = 0;
        for (const auto &[offset, size] : fields) {
            EXPECT_GE(offset, reached);
            EXPECT_LT(offset - reached, sizeof(double)) << "a field before " << offset << "?";
            reached = offset + size;
        }
        const size_t size = type.value().at("size");
        EXPECT_LE(reached, size);
        EXPECT_LT(size - reached, sizeof(double)) << "a field at the end?";
    }
    EXPECT_EQ(22u, structs);
    EXPECT_EQ(sizeof(way_batch), types.at("way_batch").at("size"));
    EXPECT_EQ(offsetof(way_batch, walls), types.at("way_batch").at("fields").at("walls").at("offset"));
    EXPECT_EQ(sizeof(way_wall), types.at("way_wall").at("size"));
    EXPECT_EQ(sizeof(way_column), types.at("way_column").at("size"));
    EXPECT_EQ(sizeof(way_status), types.at("way_status").at("size"));
}

/* What a program that was compiled with a shorter way_column_info goes by. */
TEST(describe, columns_are_found_by_the_librarys_own_size) {
    for (const way_behaviour *behaviour : behaviours()) {
        EXPECT_EQ(sizeof(way_behaviour), behaviour->size);
        EXPECT_EQ(sizeof(way_column_info), behaviour->column_size);
        for (size_t k = 0; k < behaviour->input_count; k++)
            EXPECT_EQ((const char *)behaviour->inputs + k * behaviour->column_size,
                      (const char *)way_behaviour_input(behaviour, k));
        for (size_t k = 0; k < behaviour->output_count; k++)
            EXPECT_EQ((const char *)behaviour->outputs + k * behaviour->column_size,
                      (const char *)way_behaviour_output(behaviour, k));
        EXPECT_EQ(nullptr, way_behaviour_input(behaviour, behaviour->input_count));
        EXPECT_EQ(nullptr, way_behaviour_input(behaviour, SIZE_MAX));
        EXPECT_EQ(nullptr, way_behaviour_output(behaviour, behaviour->output_count));
    }
    EXPECT_EQ(nullptr, way_behaviour_input(nullptr, 0));
    EXPECT_EQ(nullptr, way_behaviour_output(nullptr, 0));
}

} // namespace
