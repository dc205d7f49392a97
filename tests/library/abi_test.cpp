/* Tests that the ABI stays compatible with programs that are already built (docs/abi.md). The tests compare
   the exported functions, the soname, the structs and the values of the enums with
   tests/library/abi_record.txt. `library_test --write FILE` writes such a record. */
#include <gtest/gtest.h>

#include <cctype>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support.h"
#include "waylay/waylay.h"

namespace {

std::vector<std::string> words_of(const std::string &command, size_t which) {
    std::vector<std::string> words;
    FILE *pipe = popen(command.c_str(), "r");
    if (pipe == nullptr)
        return words;
    for (char line[1024]; std::fgets(line, sizeof line, pipe) != nullptr;) {
        std::istringstream in(line);
        std::string word;
        for (size_t k = 0; k <= which; k++)
            in >> word;
        if (in)
            words.push_back(word);
    }
    return pclose(pipe) == 0 ? words : std::vector<std::string>();
}

/* Each line of a record is one fact: "struct way_batch 72", "value WAY_MET 0", ... */
struct abi {
    std::map<std::string, std::string> facts; /* for example facts["struct way_batch"] is "72" */
    std::vector<std::string> order;

    void add(const std::string &fact, const std::string &value = "") {
        if (facts.insert({fact, value}).second)
            order.push_back(fact);
        else
            ADD_FAILURE() << fact << " is there twice";
    }
};

/* One fact of the headers. `number` is the size of a struct, the offset of a field or the value of an
   enumerator. `size` is the size of a field. The facts are in a table, because thousands of calls would take
   minutes to compile. */
struct layout_fact {
    const char *name;
    long number, size;
};
constexpr long none = -1;
#define STRUCT(name) {"struct " #name, sizeof(name), none},
#define FIELD(owner, name)                                                                                   \
    {"field " #owner "." #name, offsetof(owner, name), sizeof(((owner *)nullptr)->name)},
#define VALUE(owner, word, number, enumerator) {"value " #enumerator, (long)(enumerator), none},
const layout_fact layout_facts[] = {
#include "registry/abi.def"
#define BEGIN(name, family, summary, source)                                                                 \
    {"struct way_" #name "_in", sizeof(way_##name##_in), none},                                              \
        {"struct way_" #name "_out", sizeof(way_##name##_out), none},                                        \
        {"struct way_" #name "_agent", sizeof(way_##name##_agent), none},                                    \
        {"struct way_" #name "_answer", sizeof(way_##name##_answer), none},
#define IN(behaviour, column, ...)                                                                           \
    {"field way_" #behaviour "_in." #column, offsetof(way_##behaviour##_in, column), none},
#define OUT(behaviour, column, ...)                                                                          \
    {"field way_" #behaviour "_out." #column, offsetof(way_##behaviour##_out, column), none},
#include "registry/behaviours.def"
};

/* Returns the declarations of functions by name, each on one line: "way_result way_set_isa(const char
   *name);". */
std::map<std::string, std::string> declarations() {
    std::map<std::string, std::string> all;
    std::istringstream in(support::public_headers());
    std::string line, text;
    while (std::getline(in, line)) {
        if (line.rfind("WAY_API ", 0) != 0 && text.empty())
            continue;
        std::istringstream words(text.empty() ? line.substr(8) : line);
        for (std::string word; words >> word;)
            text += (text.empty() ? "" : " ") + word;
        if (text.back() != ';')
            continue;
        const size_t end = text.find('('), begin = text.find_last_of(" *", end) + 1;
        all[text.substr(begin, end - begin)] = text;
        text.clear();
    }
    return all;
}

abi abi_now() {
    abi now;
    const std::string library = WAYLAY_SHARED;
    for (const std::string &soname : words_of(WAYLAY_READELF " -d '" + library + "' | grep SONAME", 4))
        now.add("soname", soname.substr(1, soname.size() - 2)); /* without the brackets of readelf */
    const std::map<std::string, std::string> declared = declarations();
    const std::vector<std::string> shown = words_of(WAYLAY_NM " -D --defined-only '" + library + "'", 2);
    for (const std::string &name : std::set<std::string>(shown.begin(), shown.end()))
        if (name.rfind("way_", 0) == 0) /* other functions belong to a sanitizer */
            now.add("function " + name, declared.count(name) ? declared.at(name) : "in no header");
    for (const layout_fact &fact : layout_facts)
        now.add(fact.name, fact.size == none ? std::to_string(fact.number)
                                             : std::to_string(fact.number) + " " + std::to_string(fact.size));
    return now;
}

abi abi_of(const std::string &file) {
    abi recorded;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#')
            continue;
        std::istringstream words(line);
        std::string kind, name, value;
        words >> kind;
        if (kind != "soname")
            words >> name;
        std::getline(words >> std::ws, value);
        recorded.add(name.empty() ? kind : kind + " " + name, value);
    }
    return recorded;
}

/* May this fact change in this way? A struct may become longer if the library reports its size, and callers
   read only as much as they know. */
bool may_grow(const std::string &fact, const std::string &from, const std::string &to) {
    return (fact == "struct way_behaviour" || fact == "struct way_column_info") &&
           std::stoul(to) > std::stoul(from);
}

std::string as_list(const std::vector<std::string> &lines) {
    std::string text;
    for (size_t k = 0; k < lines.size() && k < 20; k++)
        text += "\n  " + lines[k];
    if (lines.size() > 20)
        text += "\n  and " + std::to_string(lines.size() - 20) + " more";
    return text;
}

TEST(abi, matches_the_record) {
    if (sizeof(void *) != 8)
        GTEST_SKIP() << "the record is of machines of 64 bits";
    const abi recorded = abi_of(WAYLAY_ABI_RECORD), now = abi_now();
    ASSERT_GT(recorded.facts.size(), 1000u) << WAYLAY_ABI_RECORD;
    ASSERT_EQ(1u, now.facts.count("soname")) << "no shared library, or no readelf";
    ASSERT_EQ(1u, now.facts.count("function way_version")) << "no nm";
    std::vector<std::string> broken, added;
    for (const std::string &fact : recorded.order) {
        const std::string &was = recorded.facts.at(fact);
        const auto found = now.facts.find(fact);
        if (found == now.facts.end())
            broken.push_back(fact + ": gone");
        else if (found->second != was)
            (fact == "soname" || may_grow(fact, was, found->second) ? added : broken)
                .push_back(fact + ": " + was + " is now " + found->second);
    }
    for (const std::string &fact : now.order)
        if (recorded.facts.count(fact) == 0)
            added.push_back(fact + (now.facts.at(fact).empty() ? "" : ": " + now.facts.at(fact)));
    const std::string soname = recorded.facts.at("soname");
    const bool is_new_version = soname != now.facts.at("soname");
    EXPECT_TRUE(broken.empty())
        << "programs that were built for " << soname << " no longer work:" << as_list(broken)
        << (is_new_version ? "\nThe soname is a new one, so it may be; write it down: "
                           : "\nIs it meant? After a release of that soname it takes a new WAY_VERSION_MINOR "
                             "(docs/abi.md). Write it down: ")
        << "sh scripts/maintain/renew.sh abi";
    EXPECT_TRUE(added.empty()) << "new, which breaks no caller:" << as_list(added)
                               << "\nWrite it down: sh scripts/maintain/renew.sh abi";
}

/* A program runs with every library that has the same soname. Before version 1.0, the soname contains the
   major and the minor version. From 1.0 on, it contains only the major version. */
TEST(abi, soname_has_the_version) {
    const abi now = abi_now();
    ASSERT_EQ(1u, now.facts.count("soname"));
    const std::string major = std::to_string(WAY_VERSION_MAJOR), minor = std::to_string(WAY_VERSION_MINOR);
    EXPECT_EQ("libwaylay.so." + (WAY_VERSION_MAJOR == 0 ? major + "." + minor : major),
              now.facts.at("soname"));
}

/* Returns the names that a program gets from the static library if it calls this function: those of the function's
   object file, of the files that this one refers to, and so on. */
std::set<std::string> linked_by(const std::string &function) {
    struct object {
        std::set<std::string> defined, needed;
    };
    std::vector<object> objects;
    std::map<std::string, size_t> owner;
    FILE *pipe = popen(WAYLAY_NM " -P '" WAYLAY_STATIC "'", "r"); /* "ARCHIVE[FILE]:", then "NAME TYPE ..." */
    for (char line[1024]; pipe != nullptr && std::fgets(line, sizeof line, pipe) != nullptr;) {
        std::istringstream in(line);
        std::string name, type;
        in >> name >> type;
        if (type.empty())
            objects.emplace_back();
        else if (!objects.empty() && type == "U")
            objects.back().needed.insert(name);
        else if (!objects.empty() && std::isupper((unsigned char)type[0])) {
            objects.back().defined.insert(name);
            owner[name] = objects.size() - 1;
        }
    }
    if (pipe != nullptr)
        pclose(pipe);
    std::set<std::string> linked;
    std::vector<std::string> wanted = {function};
    while (!wanted.empty()) {
        const std::string name = wanted.back();
        wanted.pop_back();
        const auto found = owner.find(name);
        if (found == owner.end() || linked.count(name) != 0)
            continue;
        const object &taken = objects[found->second];
        linked.insert(taken.defined.begin(), taken.defined.end());
        wanted.insert(wanted.end(), taken.needed.begin(), taken.needed.end());
    }
    return linked;
}

/* The loops for each instruction set are in one table per purpose, so that a program links only what it calls. */
TEST(library, a_program_links_only_what_it_calls) {
    const std::map<std::string, std::set<std::string>> tables_of = {
        {"way_seek2d", {}},
        {"way_choose2d", {"way_search", "way_near", "way_sight_lanes"}},
        {"way_neighbours3d", {"way_search", "way_near", "way_ranges", "way_sight_lanes"}},
        {"way_assign", {"way_assign_lanes"}},
        {"way_cast2d", {"way_cast_lanes"}},
        {"way_cast3d", {"way_triangle_lanes"}},
        {"way_avoid2d", {"way_search", "way_near", "way_avoid_lanes", "way_sight_lanes"}}};
    for (const auto &call : tables_of) {
        const std::set<std::string> linked = linked_by(call.first);
        EXPECT_EQ(1u, linked.count(call.first)) << "no nm, or no static library";
        for (const char *table :
             {"way_search", "way_near", "way_ranges", "way_assign_lanes", "way_avoid_lanes", "way_cast_lanes",
              "way_triangle_lanes", "way_sight_lanes"})
            EXPECT_EQ(call.second.count(table), linked.count(std::string(table) + "_scalar"))
                << call.first << ": " << table;
        EXPECT_EQ(call.first == "way_seek2d", linked.count("way_entry_seek2d") == 1) << call.first;
    }
}

int write(const char *file) {
    const abi now = abi_now();
    std::ofstream out(file);
    out << "# What programs count on that are already built, 64 bits: docs/abi.md. Made by "
           "scripts/maintain/renew.sh "
           "abi\n";
    for (const std::string &fact : now.order)
        out << fact << (now.facts.at(fact).empty() ? "" : " ") << now.facts.at(fact) << "\n";
    return out.flush() ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
    testing::InitGoogleTest(&argc, argv);
    if (argc == 3 && std::strcmp(argv[1], "--write") == 0)
        return write(argv[2]);
    return RUN_ALL_TESTS();
}
