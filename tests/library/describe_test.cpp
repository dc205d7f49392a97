/* Reads the self-description in JSON with an independent parser, and compares it with the structs and the
   calls. */
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <regex>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "draw.h"
#include "valid_call.h"

namespace {

using nlohmann::json;

const json &description() {
    static const json parsed = json::parse(way_describe_json());
    return parsed;
}

/* Returns the number of a JSON value. "inf" and "nan" stand for numbers that JSON lacks. */
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

TEST(describe, the_text_is_static) {
    EXPECT_EQ(way_describe_json(), way_describe_json());
    EXPECT_EQ(way_version(), description().at("version"));
    EXPECT_EQ(keys(description()), (std::set<std::string>{"version", "types", "behaviours", "calls"}));
}

/* In every JSON object, each key appears only once. If a key appeared twice, a parser would silently drop one
   of its values. */
TEST(describe, no_key_occurs_twice) {
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

TEST(describe, behaviours_match_the_structs) {
    const json &said = description().at("behaviours");
    std::map<std::string, std::string> family_of;
#define BEGIN(behaviour, family, summary, source) family_of[#behaviour] = #family;
#include "registry/behaviours.def"
    ASSERT_EQ(behaviours().size(), said.size());
    for (size_t i = 0; i < said.size(); i++) {
        const way_behaviour *behaviour = behaviour_at(i);
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

/* Calls: choosing, neighbours, crowds, avoidance, assignment --------------------------------------------- */

const json &call_named(const std::string &name) {
    for (const json &call : description().at("calls"))
        if (call.at("name") == name)
            return call;
    static const json none;
    ADD_FAILURE() << name;
    return none;
}

std::set<std::string> words_in(const json &list) { return list.get<std::set<std::string>>(); }

TEST(describe, calls_have_the_columns_of_their_structs) {
    std::vector<std::string> names;
    for (const json &call : description().at("calls")) {
        SCOPED_TRACE(call.at("name"));
        names.push_back(call.at("name"));
        EXPECT_EQ(keys(call), (std::set<std::string>{"name", "columns", "summary", "source", "walls",
                                                     "inputs", "outputs"}));
        EXPECT_FALSE(call.at("summary").get<std::string>().empty());
        EXPECT_FALSE(call.at("source").get<std::string>().empty());
        if (call.at("columns") != call.at("name")) {
            EXPECT_TRUE(call.at("inputs").empty());
            EXPECT_EQ(call.at("columns"), call_named(call.at("columns")).at("name"));
            continue;
        }
        for (const bool is_input : {true, false}) {
            const std::string owner = "way_" + names.back() + (is_input ? "_in" : "_out");
            const json &type = description().at("types").at(owner), &fields = type.at("fields");
            size_t reached = 0;
            for (const json &column : call.at(is_input ? "inputs" : "outputs")) {
                const std::string name = column.at("name");
                SCOPED_TRACE(name);
                std::set<std::string> expected = {"name", "meaning", "unit", "type", "axis", "default"};
                ASSERT_TRUE(fields.contains(name)) << owner;
                EXPECT_EQ(reached, fields.at(name).at("offset"));
                const size_t size = is_input ? sizeof(way_column) : sizeof(way_column_out);
                reached += size;
                EXPECT_FALSE(column.at("meaning").get<std::string>().empty());
                const bool is_number = column.at("type") == "float";
                EXPECT_TRUE(is_number ||
                            (std::set<std::string>{"row", "mask", "count", "status", "word"}.count(
                                 column.at("type")) == 1));
                if (is_input) {
                    expected.insert({"side", "read_by", "required_by", "low", "high"});
                    EXPECT_EQ(1u, (std::set<std::string>{"chaser", "runner", "element"}.count(
                                      column.at("side").get<std::string>())));
                    const std::set<std::string> readers = words_in(column.at("read_by"));
                    EXPECT_FALSE(readers.empty());
                    for (const std::string &word : words_in(column.at("required_by")))
                        EXPECT_EQ(1u, readers.count(word)) << word;
                    EXPECT_LT(number(column.at("low")), number(column.at("high")));
                } else
                    expected.insert({"ranks", "bound"});
                EXPECT_EQ(expected, keys(column));
            }
            EXPECT_EQ(type.at("size"), reached);
        }
    }
    EXPECT_EQ(names, (std::vector<std::string>{"choose2d", "neighbours2d", "crowd2d", "avoid2d",
                                               "conflicts2d", "choose3d", "neighbours3d", "crowd3d",
                                               "avoid3d", "conflicts3d", "assign", "bounce_all2d", "cast2d",
                                               "cast3d", "sweep3d", "follow2d", "waypoints2d"}));
}

/* Returns the text of this struct in the headers. */
std::string struct_text(const std::string &name) {
    const std::string all = support::public_headers(), begin = "typedef struct " + name + " {";
    const size_t first = all.find(begin), last = all.find("} " + name + ";", first);
    return first == std::string::npos || last == std::string::npos ? "" : all.substr(first, last - first);
}

/* Returns the number that the text of a default in a header stands for. */
double default_from(const std::string &text) {
    if (text == "all bits" || text == "none" || text == "UINT32_MAX")
        return 4294967295.0;
    return text == "+inf" ? std::numeric_limits<double>::infinity() : std::strtod(text.c_str(), nullptr);
}

/* The headers' comments also state the defaults. If a comment on two columns says "default 0 and +inf", 0 is
   the default of the first column and +inf the default of the second. */
TEST(describe, defaults_of_calls_match_the_headers) {
    static const std::regex fields("way_column\\s+([^;]+);\\s*/\\*((?:[^*]|\\*(?!/))*)\\*/"),
        defaults("default ([^;,:\\n]*)"), word("\\w+");
    size_t checked = 0;
    for (const std::string name : {"choose2d", "choose3d", "avoid2d", "avoid3d", "conflicts2d", "conflicts3d",
                                   "cast2d", "cast3d", "sweep3d", "bounce_all2d", "waypoints2d"}) {
        const std::string text = struct_text("way_" + name + "_in");
        std::map<std::string, std::string> found;
        for (std::sregex_iterator field(text.begin(), text.end(), fields), end; field != end; ++field) {
            const std::string names = (*field)[1], comment = (*field)[2];
            std::smatch match;
            if (!std::regex_search(comment, match, defaults))
                continue;
            std::string of_each = match[1], of_last = of_each;
            const size_t also = of_each.find(" and ");
            if (also != std::string::npos) {
                of_last = of_each.substr(also + 5);
                of_each = of_each.substr(0, also);
            }
            std::string last;
            for (std::sregex_iterator one(names.begin(), names.end(), word); one != end; ++one)
                found[last = one->str()] = of_each;
            found[last] = of_last;
        }
        for (const json &column : call_named(name).at("inputs")) {
            SCOPED_TRACE(name + ": " + column.at("name").get<std::string>());
            const auto in_header = found.find(column.at("name"));
            EXPECT_EQ(column.at("required_by").empty(), in_header != found.end());
            if (in_header == found.end())
                continue;
            std::string text = in_header->second;
            text.erase(text.find_last_not_of(" ") + 1);
            EXPECT_EQ(number(column.at("default")), default_from(text)) << text;
            checked++;
        }
    }
    EXPECT_GT(checked, 50u);
}

/* A call with a few agents and candidates. The columns have random values from their `low` to their
   `high`. */
struct drawn_call {
    static constexpr size_t agents = 40, candidates = 30, waypoints = 4000;
    std::string name;
    const json *columns; /* the descriptions of the inputs */
    std::vector<std::vector<uint32_t>> cells;
    std::vector<way_column> in;

    static uint32_t bits_of(float value) {
        uint32_t bits;
        std::memcpy(&bits, &value, 4);
        return bits;
    }

    /* unserved and at_least exclude health and damage. So an assignment has either the ones or the others. */
    bool is_excluded(const std::string &column, bool is_priced) const {
        const bool is_dealing = column == "health" || column.find("damage") != std::string::npos;
        return name == "assign" && (is_priced ? is_dealing : column == "unserved" || column == "at_least");
    }

    explicit drawn_call(const std::string &called, bool is_priced = false) : name(called) {
        columns = &call_named(call_named(called).at("columns")).at("inputs");
        uint64_t state = 1;
        for (const json &column : *columns) {
            const std::string type = column.at("type"), side = column.at("side");
            std::vector<uint32_t> drawn(side == "chaser"   ? agents
                                        : side == "runner" ? candidates
                                                           : agents * candidates);
            for (uint32_t &cell : drawn) {
                const float value = draw_between(&state, number(column.at("low")), number(column.at("high")));
                cell = type == "float" ? bits_of(value)
                       : type == "row" ? draw_below(&state, candidates)
                                       : (uint32_t)value;
            }
            cells.push_back(drawn);
            in.push_back(way_column{});
        }
        for (size_t k = 0; k < in.size(); k++)
            in[k].data = is_excluded((*columns)[k].at("name"), is_priced) ? nullptr : cells[k].data();
    }

    /* Sets all cells of column k to the column's default. */
    void use_default(size_t k) {
        const json &column = (*columns)[k], &fallback = column.at("default");
        const uint32_t cell =
            column.at("type") == "float" ? bits_of((float)number(fallback)) : fallback.get<uint32_t>();
        cells[k].assign(cells[k].size(), cell);
    }

    /* Fills column k with NaN, which no call accepts. */
    void spoil(size_t k) { cells[k].assign(cells[k].size(), 0x7fc00000u); }

    /* Makes the call, by its function or with way_run. Returns the result and, if it is WAY_OK, the answers
       as 32-bit values. */
    std::vector<uint32_t> solve(int32_t cost, bool runs = false) const {
        std::vector<uint32_t> answers(1 + 5 * agents + 5 * waypoints, 0);
        uint32_t *to = answers.data() + 1;
        const auto column = [&](size_t k) { return way_to(to + k * agents, 4); };
        way_choice choice = {};
        choice.count = agents, choice.runner_count = candidates, choice.cost = cost, choice.best = 2;
        const way_wall wall = {100, 0, 100, 500, 0};
        const way_triangle triangle = {-900, -900, 300, 900, -900, 300, 0, 900, -300, 0, 0};
        const way_avoidance avoidance = [] {
            way_avoidance all = {};
            all.count = agents;
            all.runner_count = candidates;
            return all;
        }();
        const bool in_plane = name.find("2d") != std::string::npos;
        if (in_plane)
            choice.walls = &wall, choice.wall_count = 1, choice.sight_points = 3;
        const auto in2d = (const way_choose2d_in *)in.data();
        const auto in3d = (const way_choose3d_in *)in.data();
        way_result result = WAY_ERROR_BEHAVIOUR;
        const auto run = [&](const way_column_out *out, const void *options) {
            return way_run(way_behaviour_named(name.c_str()), in.data(), out, options);
        };
        if (name.find("choose") == 0) {
            way_choose2d_out out2d = {};
            out2d.target = way_to(to, 4); /* two targets for each chooser */
            out2d.cost = way_to(to + 2 * agents, 4);
            out2d.status = column(4);
            out2d.seen = way_to(to + 5 * agents, 4);
            way_choose3d_out out3d = {};
            std::memcpy(&out3d, &out2d, sizeof out3d); /* without `seen` */
            result = runs       ? run(&out2d.target, &choice)
                     : in_plane ? way_choose2d(in2d, &out2d, &choice)
                                : way_choose3d(in3d, &out3d, &choice);
        } else if (name.find("neighbours") == 0) {
            std::vector<size_t> offset(agents + 1);
            std::vector<way_neighbour> list(2 * agents * candidates);
            way_neighbours near = {};
            near.list = list.data();
            near.capacity = list.size();
            near.offset = offset.data();
            near.status = column(0);
            const way_listing listing = {&choice, &near};
            result = runs       ? run(nullptr, &listing)
                     : in_plane ? way_neighbours2d(in2d, &choice, &near)
                                : way_neighbours3d(in3d, &choice, &near);
            for (size_t i = 0; result == WAY_OK && i < agents; i++)
                to[agents + i] = (uint32_t)offset[i + 1];
            if (result == WAY_OK)
                std::memcpy(to + 5 * agents, list.data(), offset[agents] * sizeof list[0]);
        } else if (name.find("crowd") == 0) {
            std::vector<uint64_t> memory(4096);
            result =
                in_plane
                    ? way_make_crowd2d(in2d, candidates, (way_crowd2d *)memory.data(), 8 * memory.size())
                    : way_make_crowd3d(in3d, candidates, (way_crowd3d *)memory.data(), 8 * memory.size());
        } else if (name == "avoid2d") {
            const way_avoid2d_out out = {column(0), column(1), column(2), column(3)};
            result = runs ? run(&out.velocity_x, &avoidance)
                          : way_avoid2d((const way_avoid2d_in *)in.data(), &out, &avoidance);
        } else if (name == "avoid3d") {
            const way_avoid3d_out out = {column(0), column(1), column(2), column(3), column(4)};
            result = runs ? run(&out.velocity_x, &avoidance)
                          : way_avoid3d((const way_avoid3d_in *)in.data(), &out, &avoidance);
        } else if (name == "assign") {
            std::vector<uint64_t> memory(way_assign_bytes(agents, candidates, agents * candidates) / 8 + 1);
            way_assignment how = {};
            how.count = agents;
            how.runner_count = candidates;
            how.memory = memory.data();
            how.bytes = 8 * memory.size();
            const way_assign_out out = {column(0), column(1), column(2)};
            result = runs ? run(&out.target, &how) : way_assign((const way_assign_in *)in.data(), &out, &how);
        } else if (name.find("conflicts") == 0) {
            size_t offset[agents + 1];
            std::vector<uint64_t> memory(way_conflicts3d_bytes(agents) / 8 + 1);
            way_conflicts lists = {};
            lists.count = lists.agent_count = agents, lists.capacity = waypoints, lists.offset = offset;
            lists.memory = memory.data(), lists.bytes = 8 * memory.size();
            way_conflicts2d_out out = {};
            out.status = column(0);
            const auto flat = [&](size_t k) { return way_to(to + 5 * agents + k * lists.capacity, 4); };
            out.first = flat(0), out.second = flat(1), out.time_in = flat(2);
            out.time_out = flat(3), out.closest_time = flat(4);
            result = runs       ? run(&out.first, &lists)
                     : in_plane ? way_conflicts2d((const way_conflicts2d_in *)in.data(), &out, &lists)
                                : way_conflicts3d((const way_conflicts3d_in *)in.data(), &out, &lists);
        } else if (name == "cast2d") {
            way_cast cast = {};
            cast.count = agents, cast.runner_count = candidates, cast.walls = &wall, cast.wall_count = 1;
            way_cast2d_out out = {};
            out.distance = column(0), out.kind = column(1), out.row = column(2), out.status = column(3);
            out.point_x = column(4);
            result =
                runs ? run(&out.distance, &cast) : way_cast2d((const way_cast2d_in *)in.data(), &out, &cast);
        } else if (name == "cast3d" || name == "sweep3d") {
            way_cast_triangles cast = {};
            cast.count = agents, cast.triangles = &triangle, cast.triangle_count = 1;
            way_cast3d_out out = {};
            way_sweep3d_out met = {};
            out.distance = met.time = column(0), out.status = met.status = column(1);
            out.row = met.triangle = column(2), out.point_x = met.point_x = column(3);
            out.normal_z = met.normal_z = column(4);
            result = name == "sweep3d" ? (runs ? run(&met.time, &cast)
                                               : way_sweep3d((const way_sweep3d_in *)in.data(), &met, &cast))
                                       : (runs ? run(&out.distance, &cast)
                                               : way_cast3d((const way_cast3d_in *)in.data(), &out, &cast));
        } else if (name == "bounce_all2d") {
            std::vector<uint64_t> memory(way_bounce_all2d_bytes(agents) / 8 + 1);
            way_bodies bodies = {};
            bodies.count = agents, bodies.memory = memory.data(), bodies.bytes = 8 * memory.size();
            const way_bounce_all2d_out out = {column(0), column(1), column(2),
                                              column(3), column(4), column(5)};
            result = runs ? run(&out.next_x, &bodies)
                          : way_bounce_all2d((const way_bounce_all2d_in *)in.data(), &out, &bodies);
        } else if (name == "follow2d") {
            const support::open_field<16, 16, 2> open;
            way_following how = {};
            how.count = agents, how.field = &open.field, how.cell = 1;
            const way_follow2d_out out = {column(0), column(1), column(2)};
            result = runs ? run(&out.velocity_x, &how)
                          : way_follow2d((const way_follow2d_in *)in.data(), &out, &how);
        } else if (name == "waypoints2d") {
            size_t offset[agents + 1];
            way_waypoints lists = {};
            lists.count = agents, lists.capacity = waypoints, lists.offset = offset;
            way_waypoints2d_out out = {};
            out.status = column(0);
            const auto flat = [&](size_t k) { return way_to(to + 5 * agents + k * lists.capacity, 4); };
            out.next_x = flat(0), out.next_y = flat(1), out.next_heading_x = flat(2);
            out.next_heading_y = flat(3), out.next_distance = flat(4);
            result = runs ? run(&out.next_x, &lists)
                          : way_waypoints2d((const way_waypoints2d_in *)in.data(), &out, &lists);
        }
        if (result != WAY_OK)
            answers.assign(1, 0);
        answers[0] = result;
        return answers;
    }
};

/* Returns the names that can appear in a call's read_by and required_by, each with the way_cost to pass.
   choose2d and choose3d have a name for each cost. Other calls have only their own name without 2d or 3d. */
std::vector<std::pair<std::string, int32_t>> readers_of(const std::string &name) {
    const std::string stem = name.substr(0, name.find_first_of("23"));
    if (stem != "choose")
        return {{stem, 0}};
    std::vector<std::pair<std::string, int32_t>> all = {{"distance", WAY_BY_DISTANCE}, {"time", WAY_BY_TIME}};
#if !defined(WAY_WITHOUT_CUT_OFF)
    if (name == "choose2d")
        all.push_back({"turning", WAY_BY_TURNING});
#endif
    return all;
}

/* Compares the description with the calls. A call without a required column is refused. A column that the
   call does not read changes nothing. A missing optional column acts like its default. */
TEST(describe, calls_read_and_require_the_described_columns) {
    size_t checked = 0;
    for (const json &call : description().at("calls"))
        for (const auto &[reader, cost] : readers_of(call.at("name"))) {
            const std::string name = call.at("name");
            const drawn_call unpriced(name), priced(name, true);
            const std::vector<uint32_t> expected = unpriced.solve(cost);
            ASSERT_EQ(WAY_OK, priced.solve(cost)[0]) << name << " by " << reader;
            ASSERT_EQ(WAY_OK, expected[0]) << name << " by " << reader;
            for (size_t k = 0; k < unpriced.in.size(); k++) {
                const bool is_priced = unpriced.in[k].data == nullptr;
                const drawn_call &whole = is_priced ? priced : unpriced;
                const json &column = (*whole.columns)[k];
                SCOPED_TRACE(name + " by " + reader + ": " + column.at("name").get<std::string>());
                const bool is_read = words_in(column.at("read_by")).count(reader) == 1,
                           is_required = words_in(column.at("required_by")).count(reader) == 1;
                drawn_call one(name, is_priced), other(name, is_priced);
                if (!is_read && name != "crowd2d" && name != "crowd3d") {
                    one.spoil(k);
                    EXPECT_EQ(expected, one.solve(cost)) << "is read";
                }
                one.in[k] = way_column{};
                for (size_t d = 0; column.at("name") == "health" && d < k; d++)
                    if ((*whole.columns)[d].at("name").get<std::string>().find("damage") != std::string::npos)
                        one.in[d] = way_column{}; /* damage is valid only together with health */
                const std::vector<uint32_t> without = one.solve(cost);
                EXPECT_EQ(is_required ? WAY_ERROR_MISSING : WAY_OK, without[0]);
                if (is_read && !is_required && column.at("default") != "nan" &&
                    (name != "assign" || is_priced)) {
                    other.use_default(k);
                    EXPECT_EQ(without, other.solve(cost)) << "has another default";
                }
                checked++;
            }
        }
    EXPECT_GT(checked, 250u);
}

bool is_listed(const std::string &call) { return call.find("crowd") != 0; }

/* way_run gives the answers of the call's function. */
TEST(describe, way_run_runs_every_call) {
    size_t checked = 0;
    for (const json &call : description().at("calls"))
        for (const auto &[reader, cost] : readers_of(call.at("name"))) {
            const std::string name = call.at("name");
            if (!is_listed(name))
                continue;
            SCOPED_TRACE(name + " by " + reader);
            const drawn_call one(name);
            EXPECT_EQ(WAY_OK, one.solve(cost, true)[0]);
            EXPECT_EQ(one.solve(cost), one.solve(cost, true));
            const way_behaviour *behaviour = way_behaviour_named(name.c_str());
            const way_column_out out[8] = {};
            float answer[8];
            EXPECT_EQ(WAY_ERROR_NULL, way_run(behaviour, one.in.data(), out, nullptr));
            EXPECT_EQ(WAY_ERROR_BEHAVIOUR, way_run_one(behaviour, answer, answer, nullptr, 0));
            checked++;
        }
    EXPECT_GT(checked, 9u);
}

/* way_behaviour_at lists all behaviours first, then the calls in the order of the description, except crowds.
   Both describe the same columns. */
TEST(describe, calls_are_listed_after_the_behaviours) {
    size_t at = description().at("behaviours").size();
    for (size_t i = 0; i < at; i++)
        EXPECT_EQ(WAY_BEHAVIOUR, way_behaviour_at(i)->kind);
    for (const json &call : description().at("calls")) {
        const std::string name = call.at("name");
        if (!is_listed(name))
            continue;
        SCOPED_TRACE(name);
        const way_behaviour *listed = way_behaviour_at(at++);
        ASSERT_NE(nullptr, listed);
        EXPECT_EQ(listed, way_behaviour_named(name.c_str()));
        EXPECT_EQ(WAY_CALL, listed->kind);
        EXPECT_EQ(name, listed->name);
        EXPECT_EQ(call.at("summary"), listed->summary);
        EXPECT_EQ(call.at("source"), listed->source);
        EXPECT_EQ(call.at("walls").get<bool>(), listed->walls != 0);
        EXPECT_EQ(1u, description().at("types").count(listed->options)) << listed->options;
        const json &inputs = call_named(call.at("columns")).at("inputs"), &outputs = call.at("outputs");
        ASSERT_EQ(inputs.size(), listed->input_count);
        ASSERT_EQ(outputs.size(), listed->output_count);
        for (size_t k = 0; k < inputs.size(); k++) {
            const way_column_info column = *way_behaviour_input(listed, k);
            json said = inputs[k];
            const std::set<std::string> needs = words_in(said.at("required_by")),
                                        reads = words_in(said.at("read_by"));
            uint32_t needed = 0, read = 0;
            for (const auto &[reader, cost] : readers_of(call.at("columns"))) {
                needed |= (uint32_t)needs.count(reader) << cost;
                read |= (uint32_t)reads.count(reader) << cost;
            }
            const bool chooses = call.at("columns").get<std::string>().find("choose") == 0;
            EXPECT_EQ(chooses ? needed : 0u, column.required_by) << column.name;
            EXPECT_EQ(chooses ? read : 0u, column.read_by) << column.name;
            said.erase("required_by"), said.erase("read_by");
            said["required"] = (needed & 1) != 0;
            if (std::isnan(column.fallback)) {
                EXPECT_EQ("nan", said.at("default"));
                continue;
            }
            expect_column(column, said, true);
        }
        for (size_t k = 0; k < outputs.size(); k++) {
            const way_column_info column = *way_behaviour_output(listed, k);
            json said = outputs[k];
            EXPECT_EQ(said.at("ranks").get<int32_t>(), column.ranks);
            said.erase("ranks");
            expect_column(column, said, false);
            const bool lists =
                name == "waypoints2d" || name.find("neighbours") == 0 || name.find("conflicts") == 0;
            EXPECT_EQ(lists && column.type != WAY_STATUS ? WAY_ELEMENT : WAY_CHASER, column.side);
        }
    }
    EXPECT_EQ(nullptr, way_behaviour_at(at));
    EXPECT_EQ(nullptr, way_behaviour_at(SIZE_MAX));
}

/* A column that is optional in several calls has the same default in all these calls. Columns with the same
   name but different units are different columns. */
TEST(describe, a_column_has_one_default) {
    std::map<std::string, std::map<json, std::string>> defaults;
    for (const char *kind : {"behaviours", "calls"})
        for (const json &call : description().at(kind))
            for (const json &column : call.at("inputs"))
                if (!column.value("required", false) && column.value("required_by", json::array()).empty() &&
                    column.contains("default"))
                    defaults[column.at("name").get<std::string>() + ", " +
                             column.at("unit").get<std::string>()][column.at("default")] = call.at("name");
    EXPECT_GT(defaults.size(), 20u);
    for (const auto &[column, values] : defaults)
        for (const auto &[value, call] : values)
            EXPECT_EQ(1u, values.size()) << column << " in " << call << ": " << value;
}

TEST(describe, rows_masks_and_counts_are_not_floats) {
    for (const json &call : description().at("calls")) {
        const std::string name = call.at("name");
        drawn_call one(name);
        for (size_t k = 0; k < one.in.size(); k++) {
            const json &column = (*one.columns)[k];
            if (name.find("crowd") == 0 && column.at("side") != "runner")
                continue;
            if (column.at("name") == "unserved") /* excludes `health`, which the call has */
                continue;
            std::vector<double> wide(one.cells[k].size(), 1.0);
            const way_column given = one.in[k];
            one.in[k] = way_at(wide.data(), 8);
            const uint32_t result = one.solve(WAY_BY_DISTANCE)[0];
            EXPECT_EQ(column.at("type") == "float" ? WAY_OK : WAY_ERROR_TYPE, result)
                << name << column.at("name");
            one.in[k] = given;
        }
    }
}

TEST(describe, statuses_words_and_results_are_complete) {
    for (const auto &status : values_of("way_status").items())
        EXPECT_STREQ(status.key().c_str(), way_status_word(status.value()));
    EXPECT_EQ(nullptr, way_status_word((int32_t)values_of("way_status").size()));
    for (const auto &word : values_of("way_word").items())
        EXPECT_STREQ(word.key().c_str(), way_word_name(word.value()));
    /* the words count from `none` = -1, so count - 1 is not a word */
    EXPECT_EQ(nullptr, way_word_name((int32_t)values_of("way_word").size() - 1));
    const std::string no_such = way_result_string((way_result)1000000);
    std::set<int> results;
    for (const auto &result : values_of("way_result").items()) {
        EXPECT_NE(no_such, way_result_string((way_result)result.value().get<int>())) << result.key();
        results.insert(result.value().get<int>());
    }
    EXPECT_EQ(values_of("way_result").size(), results.size());
    EXPECT_EQ(no_such, way_result_string((way_result)results.size()));
}

/* The description omits no field: fields do not overlap, and each gap between two fields is smaller than a
   double. */
TEST(describe, structs_have_their_sizes_and_fields) {
    const json &types = description().at("types");
    EXPECT_EQ(sizeof(void *), types.at("pointer").at("size"));
    size_t structs = 0;
    for (const auto &type : types.items()) {
        SCOPED_TRACE(type.key());
        if (!type.value().contains("fields"))
            continue;
        structs++;
        std::map<size_t, size_t> fields; /* sizes by offset */
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
    EXPECT_EQ(52u, structs);
    EXPECT_EQ(sizeof(way_batch), types.at("way_batch").at("size"));
    EXPECT_EQ(offsetof(way_batch, walls), types.at("way_batch").at("fields").at("walls").at("offset"));
    EXPECT_EQ(sizeof(way_wall), types.at("way_wall").at("size"));
    EXPECT_EQ(sizeof(way_column), types.at("way_column").at("size"));
    EXPECT_EQ(sizeof(way_status), types.at("way_status").at("size"));
}

/* An older header may have a shorter way_column_info. A program that is compiled with it still finds every
   column, because columns are column_size bytes apart, and column_size is the size in the library. */
TEST(describe, columns_are_found_by_column_size) {
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
