/* Checks rules of the sources that a compiler does not check, for example unique file names, short functions,
   and headers that compile alone. */
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "waylay/waylay.h"

namespace {

namespace fs = std::filesystem;

const fs::path source = WAYLAY_SOURCE;

std::vector<fs::path> files_of(const fs::path &folder, const std::string &ending = "") {
    std::vector<fs::path> files;
    for (const auto &entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && (ending.empty() || entry.path().extension() == ending))
            files.push_back(entry.path());
    return files;
}

/* Returns the files with kernels of behaviours, without the headers that kernels share. */
std::vector<fs::path> kernel_files() {
    std::vector<fs::path> files;
    for (const fs::path &file : files_of(source / "kernels", ".c"))
        if (file.parent_path() != source / "kernels") // kernels/exact_meeting.c is no family
            files.push_back(file);
    return files;
}

std::vector<std::string> lines_of(const fs::path &file) {
    std::ifstream in(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

/* Returns the number of lines of the longest function. In this project, a function's opening line starts in
   column 0, and its closing brace is a line of its own. */
size_t longest_function(const std::vector<std::string> &lines) {
    size_t longest = 0, begun = 0;
    bool in = false;
    for (size_t k = 0; k < lines.size(); k++) {
        const std::string &line = lines[k];
        if (!in && !line.empty() && line[0] != ' ' && line[0] != '#' && line.back() == '{' &&
            line.find(')') != std::string::npos) {
            in = true;
            begun = k;
        }
        if (in && line == "}") {
            longest = std::max(longest, k - begun + 1);
            in = false;
        }
    }
    return longest;
}

size_t longest_macro(const std::vector<std::string> &lines) {
    size_t longest = 0, now = 0;
    for (const std::string &line : lines) {
        now++;
        longest = std::max(longest, now);
        if (line.empty() || line.back() != '\\')
            now = 0;
    }
    return longest;
}

/* Is this a folder of a build or an installation, which git ignores? */
bool is_made(const fs::path &folder) {
    const std::string name = folder.filename().string();
    return name[0] == '.' || name == "out" || name == "build" || name.rfind("build-", 0) == 0;
}

TEST(source_rules, the_root_has_at_most_twelve_folders) {
    size_t folders = 0;
    for (const auto &entry : fs::directory_iterator(source / ".."))
        folders += entry.is_directory() && !is_made(entry.path());
    EXPECT_LE(folders, 12u);
    EXPECT_GT(folders, 5u);
}

TEST(source_rules, every_file_of_src_is_in_a_folder) {
    for (const auto &entry : fs::directory_iterator(source))
        EXPECT_TRUE(entry.is_directory()) << entry.path();
}

/* With unique names, an editor's search by file name finds the right file. An example may have the name of
   the kernel that it shows. */
TEST(source_rules, no_two_sources_have_the_same_name) {
    std::map<std::string, fs::path> by_name;
    for (const char *folder : {"src", "include", "cli", "bench", "examples", "bindings", "tests"})
        for (const fs::path &file : files_of(source / ".." / folder)) {
            const std::string ending = file.extension().string();
            if (ending != ".c" && ending != ".h" && ending != ".cpp" && ending != ".hpp" && ending != ".def")
                continue;
            const bool is_example = std::string(folder) == "examples";
            const std::string name = (is_example ? "examples/" : "") + file.filename().string();
            const auto [other, is_new] = by_name.emplace(name, file);
            EXPECT_TRUE(is_new) << file << " and " << other->second;
        }
    EXPECT_GT(by_name.size(), 200u);
}

TEST(source_rules, kernels_are_short) {
    size_t kernels = 0;
    for (const fs::path &file : files_of(source / "kernels")) {
        const std::vector<std::string> lines = lines_of(file);
        kernels++;
        EXPECT_LE(longest_function(lines), 60u) << file;
        /* define_call.h is no kernel: its macros define the public functions. A macro of an entry file is a list
           of columns without code. */
        if (file.filename() != "define_call.h" && file.extension() != ".def") {
            EXPECT_LE(longest_macro(lines), 5u) << file;
        }
    }
    EXPECT_GT(kernels, 40u);
}

TEST(source_rules, no_name_carries_a_suffix) {
    for (const fs::path &file : files_of(source))
        for (const std::string &line : lines_of(file))
            EXPECT_EQ(std::string::npos, line.find("WAY_LOCAL")) << file;
}

/* The library solves agents in blocks. The more stack a kernel uses, the fewer floats a block has for its
   rows. A block must have room for a vector of agents with every column and, for positions in doubles, two
   more floats per axis. Otherwise, a block would have 0 agents, and the call would never end. */
TEST(source_rules, blocks_of_the_deepest_kernels_hold_a_vector) {
    const size_t lanes = 16;
    size_t floats[3] = {};
    const char *const names[] = {"ROWS_FLOATS", "DEEP_KERNELS_ROWS_FLOATS", "DEEPEST_KERNELS_ROWS_FLOATS"};
    for (const std::string &line : lines_of(source / "call/walk.c"))
        for (size_t depth = 0; depth < 3; depth++)
            if (line.rfind(std::string("#define ") + names[depth] + " ", 0) == 0)
                floats[depth] = std::stoul(line.substr(line.find_last_of(' ')));
    size_t kernels = 0, deepest = 0;
    for (const fs::path &file : kernel_files()) {
        std::string name;
        size_t depth = 0;
        for (const std::string &line : lines_of(file)) {
            if (line.rfind("#define NAME ", 0) == 0)
                name = line.substr(13), depth = 0;
            else if (line.rfind("#define STACK_USE ", 0) == 0 || line == "#define LONG_RUNNING 1")
                depth = std::max(depth, std::stoul(line.substr(line.find_last_of(' '))));
            else if (line == "#include \"kernels/loop.h\"") {
                const way_behaviour *behaviour = way_behaviour_named(name.c_str());
                ASSERT_NE(nullptr, behaviour) << file << ": " << name;
                int axes = 0;
                for (size_t k = 0; k < behaviour->input_count; k++)
                    axes = std::max(axes, behaviour->inputs[k].axis);
                const size_t columns = behaviour->input_count + behaviour->output_count;
                EXPECT_GE(4 * floats[depth], lanes * (4 * columns + 8 * (size_t)axes + 1)) << name;
                kernels++, deepest += depth == 2;
            }
        }
    }
    EXPECT_GT(kernels, 50u);
    EXPECT_GT(deepest, 0u);
}

/* The line after each #include of loop.h defines the public call, so that a search for the call's name finds
   the kernel. Only a kernel with one precision uses its exact loop for WAY_FAST, too. */
TEST(source_rules, a_call_is_defined_after_its_loop) {
    size_t calls = 0;
    for (const fs::path &file : kernel_files()) {
        std::string name, expected;
        bool is_one_precision = false;
        for (const std::string &line : lines_of(file)) {
            if (!expected.empty()) {
                const std::string with_walls = "DEFINE_CALL_WITH_WALLS" + expected.substr(11);
                EXPECT_EQ(way_behaviour_named(name.c_str())->walls ? with_walls : expected, line) << file;
                expected.clear();
                calls++;
            }
            if (line.rfind("#define NAME ", 0) == 0)
                name = line.substr(13), is_one_precision = false;
            is_one_precision |= line == "#define ONE_PRECISION 1";
            if (line == "#include \"kernels/loop.h\"")
                expected = "DEFINE_CALL(way_" + name + ", " + name + ", " +
                           (is_one_precision ? "exact" : "fast") + ")";
        }
        EXPECT_TRUE(expected.empty()) << file;
    }
    EXPECT_GT(calls, 50u);
}

/* Only the loop and the packer write to memory. A kernel returns its answers. */
TEST(source_rules, kernels_do_not_store) {
    for (const fs::path &file : kernel_files())
        for (const std::string &line : lines_of(file))
            for (const char *word : {"f_store", "i_store", "f_stream", "->out", "stride"})
                EXPECT_EQ(std::string::npos, line.find(word)) << file << ": " << line;
}

TEST(source_rules, every_header_stands_alone) {
    for (const char *folder : {"registry", "call", "isa", "lanes", "kernels", "walls", "crowd", "choose"})
        for (const fs::path &file : files_of(source / folder, ".h")) {
            const fs::path name = file.filename();
            if (name == "loop.h" || name == "undecided.h")
                continue; /* loop.h and undecided.h are templates, included once per behaviour */
            if (std::regex_match(name.string(), std::regex("(lanes|moves)_(1|4|8|16|fast)\\.h")))
                continue; /* lanes.h and moves.h include one of these */
            const std::string include = fs::relative(file, source).string();
            const std::string command =
                "echo '#include \"" + include +
                "\"' | " WAYLAY_CC
                " -std=c11 -O1 -ffp-contract=off -fsyntax-only -Wall -Wextra -Werror -DWAY_ISA=scalar"
                " -DWAY_PRECISION=exact -I'" +
                source.string() + "' -I'" + source.string() + "/../include' -x c -";
            EXPECT_EQ(0, std::system(command.c_str())) << include;
        }
}

/* Returns the names of a struct's fields in a file. The names are the matches of `field` in the lines from
   `begin` to the next closing brace. */
std::vector<std::string> fields_of(const fs::path &file, const std::string &begin, const std::string &field) {
    std::vector<std::string> fields;
    bool in = false;
    std::smatch found;
    for (const std::string &line : lines_of(file)) {
        if (in && line.find('}') != std::string::npos)
            return fields;
        if (in && std::regex_search(line, found, std::regex(field)))
            fields.push_back(found[1]);
        in = in || line.find(begin) != std::string::npos;
    }
    return fields;
}

/* The columns of C# hold this struct, which is written by hand. If it lacked a field, the library would read
   beyond its end. */
TEST(source_rules, bindings_by_hand_have_every_field) {
    const fs::path root = source / "..", cs = root / "bindings/unity/Waylay.cs";
    const auto raw = fields_of(cs, "unsafe struct RawColumn", R"(public \S+ (\w+);)");
    for (const std::string name : {"way_column", "way_column_out"}) {
        const auto c =
            fields_of(root / "include/waylay/base.h", "typedef struct " + name + " {", R"((\w+);)");
        EXPECT_LE(3u, c.size()) << name;
        EXPECT_EQ(c, raw) << name;
    }
    for (const std::string column : {"Column", "WholeColumn", "ColumnOut", "WholeColumnOut"})
        EXPECT_EQ("raw", fields_of(cs, "unsafe struct " + column, R"(public \S+ (\w+);)").at(0)) << column;
}

} // namespace
