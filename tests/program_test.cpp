/* The program as a person meets it: the real binary in a folder of its own. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support.h"

namespace {

const std::string header = "chaser_x,chaser_y,chaser_speed,runner_x,runner_y,runner_vx,runner_vy";
const std::string answers = "time,point_x,point_y,velocity_x,velocity_y,latest,distance,status";

/* A runner that stands 10 m away, a chaser of 5 m/s. */
const std::string easy_row = "0,0,5,10,0,0,0";
const std::string easy_answer = "2,10,0,5,0,inf,10,met";

struct outcome {
    int code;
    std::string out, err;
};

std::vector<std::string> split(const std::string &text, char at) {
    std::vector<std::string> parts;
    std::stringstream stream(text);
    for (std::string part; std::getline(stream, part, at);)
        parts.push_back(part);
    return parts;
}

class program : public testing::Test {
  protected:
    void SetUp() override {
        std::string pattern = testing::TempDir() + "/waylay-program-XXXXXX";
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        folder = pattern;
    }

    void TearDown() override {
        for (const std::string &name : files())
            unlink((folder + "/" + name).c_str());
        rmdir(folder.c_str());
    }

    std::string path(const std::string &name) const { return folder + "/" + name; }

    void write(const std::string &name, const std::string &text) const {
        std::ofstream(path(name), std::ios::binary) << text;
    }

    std::string read(const std::string &name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    std::set<std::string> files() const {
        std::set<std::string> names;
        DIR *listing = opendir(folder.c_str());
        for (dirent *entry; (entry = readdir(listing)) != nullptr;)
            if (std::string(entry->d_name) != "." && std::string(entry->d_name) != "..")
                names.insert(entry->d_name);
        closedir(listing);
        return names;
    }

    /* `words` are the shell's: redirections and pipes may follow. */
    outcome run(const std::string &words, const std::string &before = "") const {
        std::string command = "cd '" + folder + "' && { " + before + "'" WAYLAY_PROGRAM "' " + words +
                              "; } > stdout.kept 2> stderr.kept";
        int status = std::system(command.c_str());
        outcome result = {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("stdout.kept"),
                          read("stderr.kept")};
        unlink(path("stdout.kept").c_str());
        unlink(path("stderr.kept").c_str());
        return result;
    }

    /* One line on standard error that says `saying`, exit 2, and no file but those that were there. */
    void expect_refusal(const std::string &words, const std::string &saying) const {
        std::set<std::string> before = files();
        outcome result = run(words);
        EXPECT_EQ(result.code, 2) << words;
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << words << "\n" << result.err;
        EXPECT_EQ(result.err.rfind("waylay: ", 0), 0u) << result.err;
        EXPECT_NE(result.err.find(saying), std::string::npos)
            << "expected: " << saying << "\nfound: " << result.err;
        EXPECT_EQ(files(), before) << words;
    }

    /* The same for a file's content, read with -o out.csv. */
    void expect_refusal_of(const std::string &content, const std::string &saying,
                           const std::string &words = "") const {
        write("in.csv", content);
        expect_refusal("intercept2d in.csv -o out.csv " + words, saying);
    }

    std::string folder;
};

std::string last_word(const std::string &text, const std::string &line_start) {
    for (const std::string &line : split(text, '\n'))
        if (line.rfind(line_start, 0) == 0) {
            std::stringstream words(line.substr(line_start.size()));
            std::string word;
            words >> word;
            return word;
        }
    return "";
}

/* Answers ------------------------------------------------------------------------------------------------ */

TEST_F(program, answers_one_chase) {
    write("in.csv", header + "\n" + easy_row + "\n");
    outcome result = run("intercept2d in.csv");
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.out, header + "," + answers + "\n" + easy_row + "," + easy_answer + "\n");
    EXPECT_EQ(result.err, "");
}

/* For every behaviour: the library's own bits, through text and back. */
TEST_F(program, numbers_read_back_to_the_same_bits) {
    const size_t rows = support::draws(5000);
    for (size_t b = 0; way_behaviour_at(b) != nullptr; b++) {
        const way_behaviour *behaviour = way_behaviour_at(b);
        for (int precision : {WAY_EXACT, WAY_FAST}) {
            uint64_t dice = support::seed_for(b);
            std::vector<std::vector<float>> in(behaviour->input_count, std::vector<float>(rows));
            std::vector<std::vector<uint32_t>> out(behaviour->output_count, std::vector<uint32_t>(rows));
            std::ostringstream text;
            for (size_t k = 0; k < behaviour->input_count; k++)
                text << (k > 0 ? "," : "") << behaviour->inputs[k].name;
            text << "\n";
            for (size_t i = 0; i < rows; i++) {
                std::vector<float> values(behaviour->input_count);
                scene_agent(&dice, behaviour, i % 3 == 0 ? 16 : 0, values.data());
                for (size_t k = 0; k < values.size(); k++) {
                    in[k][i] = values[k];
                    char number[32];
                    if (behaviour->inputs[k].type == WAY_FLOAT)
                        snprintf(number, sizeof number, "%.9g", static_cast<double>(values[k]));
                    else
                        snprintf(number, sizeof number, "%d",
                                 static_cast<int32_t>(support::bits_of(values[k])));
                    text << (k > 0 ? "," : "") << number;
                }
                text << "\n";
            }
            std::vector<way_column> columns;
            for (const std::vector<float> &column : in)
                columns.push_back({column.data(), 0});
            std::vector<way_column_out> results;
            for (std::vector<uint32_t> &column : out)
                results.push_back({column.data(), 0});
            way_batch batch = {};
            batch.count = rows;
            batch.precision = precision;
            ASSERT_EQ(way_run(behaviour, columns.data(), results.data(), &batch), WAY_OK);

            write("in.csv", text.str());
            outcome result = run(std::string(behaviour->name) + " in.csv -o out.csv --precision " +
                                 (precision == WAY_FAST ? "fast" : "exact"));
            ASSERT_EQ(result.code, 0) << result.err;
            std::vector<std::string> lines = split(read("out.csv"), '\n');
            ASSERT_EQ(lines.size(), rows + 1);
            for (size_t i = 0; i < rows; i++) {
                std::vector<std::string> fields = split(lines[i + 1], ',');
                ASSERT_EQ(fields.size(), behaviour->input_count + behaviour->output_count) << lines[i + 1];
                for (size_t k = 0; k < behaviour->output_count; k++) {
                    const std::string &field = fields[behaviour->input_count + k];
                    uint32_t expected = out[k][i];
                    if (behaviour->outputs[k].type == WAY_STATUS)
                        EXPECT_EQ(field, way_status_word(static_cast<int32_t>(expected))) << lines[i + 1];
                    else if (behaviour->outputs[k].type == WAY_INT)
                        EXPECT_EQ(field, std::to_string(static_cast<int32_t>(expected))) << lines[i + 1];
                    else
                        EXPECT_EQ(support::bits_of(std::strtof(field.c_str(), nullptr)), expected)
                            << behaviour->outputs[k].name << " of " << lines[i + 1];
                }
            }
        }
    }
}

TEST_F(program, prints_the_shortest_number_that_reads_back) {
    write("in.csv",
          header + "\n0.1,0,16777216,0.1,0,0,0\n0,0,3,1,0,0,0\n0,0,1,0.000001,0,0,0\n0,0,0,-0.5,-0,0,0\n");
    std::vector<std::string> lines = split(run("intercept2d in.csv").out, '\n');
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_NE(lines[1].find(",0,0.1,0,"), std::string::npos) << lines[1];
    EXPECT_NE(lines[2].find(",0.33333334,1,0,3,0,inf,1,met"), std::string::npos) << lines[2];
    EXPECT_NE(lines[3].find(",1e-06,1e-06,"), std::string::npos) << lines[3];
    EXPECT_NE(lines[4].find(",inf,-0.5,"), std::string::npos) << lines[4];
}

TEST_F(program, other_columns_pass_through_in_their_place) {
    write("in.csv", "\"a, b\"," + header +
                        ", c \n"
                        "\"say \"\"hi\"\", twice\"," +
                        easy_row +
                        ",  spaced \n"
                        "\"two\nlines\"," +
                        easy_row +
                        ",\n"
                        "\"needless\"," +
                        easy_row + ",\xc3\xa9\n");
    EXPECT_EQ(run("intercept2d in.csv").out, "\"a, b\"," + header + ", c ," + answers +
                                                 "\n"
                                                 "\"say \"\"hi\"\", twice\"," +
                                                 easy_row + ",  spaced ," + easy_answer +
                                                 "\n"
                                                 "\"two\nlines\"," +
                                                 easy_row + ",," + easy_answer +
                                                 "\n"
                                                 "needless," +
                                                 easy_row + ",\xc3\xa9," + easy_answer + "\n");
}

TEST_F(program, known_columns_keep_their_text) {
    const std::string row = "0.000,-0 , 5.0,+10,0e0,.0,0.";
    write("in.csv", header + "\n" + row + "\n");
    EXPECT_EQ(run("intercept2d in.csv").out, header + "," + answers + "\n" + row + "," + easy_answer + "\n");
}

TEST_F(program, reads_from_a_pipe_and_writes_to_one) {
    std::string expected = header + "," + answers + "\n" + easy_row + "," + easy_answer + "\n";
    write("in.csv", header + "\n" + easy_row + "\n");
    EXPECT_EQ(run("intercept2d - -o -", "cat in.csv | ").out, expected);
    EXPECT_EQ(run("intercept2d", "cat in.csv | ").out, expected);
    EXPECT_EQ(run("intercept2d - < in.csv | cat").out, expected);
}

TEST_F(program, a_pipe_closed_early_leaves_nothing_behind) {
    run("intercept2d '" WAYLAY_FOOTBALL_CSV "' --svg picture.svg | head -1");
    EXPECT_EQ(files(), std::set<std::string>{});
}

TEST_F(program, set_gives_one_value_for_all) {
    write("in.csv", "runner_x\n10\n20\n");
    outcome result =
        run("intercept2d in.csv --set chaser_x=0 --set chaser_y=0 --set=chaser_speed=5 --set runner_y=0 "
            "--set runner_vx=0 --set runner_vy=-0 --set reach=5 --set horizon=2.5");
    EXPECT_EQ(result.err, "");
    std::vector<std::string> lines = split(result.out, '\n');
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[1].rfind("10,1,10,0,", 0), 0u) << lines[1];
    EXPECT_NE(lines[1].find(",met"), std::string::npos) << lines[1];
    EXPECT_EQ(lines[2].rfind("20,inf,", 0), 0u);
    EXPECT_NE(lines[2].find(",late"), std::string::npos);
}

TEST_F(program, takes_line_ends_marks_and_blank_lines_as_they_come) {
    std::string expected = header + "," + answers + "\n" + easy_row + "," + easy_answer + "\n" + easy_row +
                           "," + easy_answer + "\n";
    for (const char *end : {"\n", "\r\n", "\r"})
        for (const char *mark : {"", "\xef\xbb\xbf"})
            for (bool ends : {true, false}) {
                std::string e = end;
                write("in.csv",
                      mark + (e + header) + e + e + easy_row + e + "  \t" + e + easy_row + (ends ? e : ""));
                EXPECT_EQ(run("intercept2d in.csv").out, expected);
            }
}

TEST_F(program, a_header_alone_gives_a_header_alone) {
    write("in.csv", header);
    outcome result = run("intercept2d in.csv --svg picture.svg");
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.out, header + "," + answers + "\n");
    EXPECT_NE(read("picture.svg").find("</svg>"), std::string::npos);
}

TEST_F(program, infinities_and_nans_are_words) {
    write("in.csv",
          header + ",horizon\n" + easy_row + ",inf\n" + easy_row + ",Infinity\nnan,0,5,10,0,-inf,0,1\n");
    std::vector<std::string> lines = split(run("intercept2d in.csv").out, '\n');
    ASSERT_EQ(lines.size(), 4u);
    EXPECT_EQ(lines[1], easy_row + ",inf," + easy_answer);
    EXPECT_EQ(lines[2], easy_row + ",Infinity," + easy_answer);
    EXPECT_EQ(lines[3], "nan,0,5,10,0,-inf,0,1,inf,0,0,0,0,0,inf,invalid");
}

/* Real input --------------------------------------------------------------------------------------------- */

TEST_F(program, every_football_row_has_its_answer) {
    outcome result = run("intercept2d '" WAYLAY_FOOTBALL_CSV "' -o out.csv --svg picture.svg");
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, "");
    std::ifstream source(WAYLAY_FOOTBALL_CSV);
    std::vector<std::string> solved = split(read("out.csv"), '\n');
    size_t rows = 0;
    for (std::string line; std::getline(source, line); rows++) {
        ASSERT_LT(rows, solved.size());
        EXPECT_EQ(solved[rows].rfind(line + ",", 0), 0u) << line;
    }
    EXPECT_EQ(rows, solved.size());
    EXPECT_EQ(rows, 3901u);
    std::string picture = read("picture.svg");
    EXPECT_EQ(picture.rfind("<svg xmlns=\"http://www.w3.org/2000/svg\"", 0), 0u);
    EXPECT_NE(picture.find("2,000 of 3,900 rows drawn"), std::string::npos);
    EXPECT_EQ(picture.find("nan"), std::string::npos);
    EXPECT_EQ(picture.find("inf\""), std::string::npos);
}

TEST_F(program, every_isa_writes_the_same_file) {
    std::string first;
    for (const std::string &isa : support::isa_names()) {
        outcome result = run("intercept2d '" WAYLAY_FOOTBALL_CSV "' -o - --isa " + isa);
        if (result.code == 2) /* a table that only the tests have */
            continue;
        first = first.empty() ? result.out : first;
        EXPECT_EQ(result.out, first) << isa;
    }
    EXPECT_FALSE(first.empty());
}

TEST_F(program, large_files_need_little_memory) {
    {
        std::ofstream file(path("in.csv"), std::ios::binary);
        file << header << ",note\n";
        for (int i = 0; i < 200000; i++)
            file << i % 977 << ".25," << i % 31 << ",5," << i % 89 << ",7,1.5," << i % 7 << ",\"row, " << i
                 << "\"\n";
    }
    ASSERT_EQ(run("intercept2d in.csv -o out.csv --svg picture.svg").code, 0);
    struct rusage usage;
    ASSERT_EQ(getrusage(RUSAGE_CHILDREN, &usage), 0);
    EXPECT_LT(usage.ru_maxrss, 64 * 1024);
    std::ifstream out(path("out.csv"), std::ios::binary);
    EXPECT_EQ(std::count(std::istreambuf_iterator<char>(out), {}, '\n'), 200001);
}

/* Refusals ----------------------------------------------------------------------------------------------- */

TEST_F(program, refuses_words_where_numbers_belong) {
    for (const char *bad : {"fast", "", " ", "5m", "5 5", "0x10", "1e", "--5", "5,0"}) {
        std::string cell = std::string(bad) == "5,0" ? "\"5,0\"" : bad;
        expect_refusal_of(header + "\n" + easy_row + "\n0,0," + cell + ",10,0,0,0\n",
                          "in.csv:3: column chaser_speed: found \"" + std::string(bad) +
                              "\", expected a number");
    }
}

TEST_F(program, line_numbers_are_those_of_the_file) {
    expect_refusal_of(header + ",note\r\n\r\n" + easy_row +
                          ",\"three\r\nlines\nhere\"\r\n0,0,5,10,0,0,?,\r\n",
                      "in.csv:6: column runner_vy: found \"?\"");
    expect_refusal_of("note," + header + "\n\"a\nb\",0,0,5,10,?,0,0\n",
                      "in.csv:3: column runner_y: found \"?\"");
}

TEST_F(program, what_was_found_stays_on_one_line) {
    expect_refusal_of(header + "\n0,0,\"five\nor\033[2Jsix\",10,0,0,0\n",
                      "in.csv:2: column chaser_speed: found \"five?or");
    expect_refusal_of(header + "\n0,0," + std::string(100000, 'x') + ",10,0,0,0\n",
                      "xxx...\", expected a number");
}

TEST_F(program, refuses_errors_far_into_a_file_and_keeps_the_old_answer) {
    std::string text = header + "\n";
    for (int i = 0; i < 20000; i++)
        text += easy_row + "\n";
    write("out.csv", "precious\n");
    expect_refusal_of(text + "0,0,5,10,0,0\n", "in.csv:20002: found 6 fields, expected 7 as in the header");
    EXPECT_EQ(read("out.csv"), "precious\n");
}

TEST_F(program, refuses_rows_of_the_wrong_length) {
    expect_refusal_of(header + "\n" + easy_row + "\n1,2,3\n", "in.csv:3: found 3 fields, expected 7");
    expect_refusal_of(header + "\n" + easy_row + ",8\n", "in.csv:2: found 8 fields, expected 7");
}

TEST_F(program, refuses_headers_that_do_not_fit) {
    expect_refusal_of("frame,chaser_x\n1,2\n", "in.csv:1: column chaser_y: missing");
    expect_refusal_of("frame,chaser_x\n1,2\n", "the file has: frame, chaser_x");
    expect_refusal_of("frame,chaser_x\n1,2\n", "--set chaser_y=VALUE");
    expect_refusal_of(header + ",chaser_x\n", "in.csv:1: column chaser_x: it is there twice");
    expect_refusal_of(header + ",status\n",
                      "in.csv:1: column status: intercept2d writes a column of that name");
    expect_refusal_of(header + ",reach\n" + easy_row + ",1\n",
                      "column reach: given in the file and with --set", "--set reach=1");
    expect_refusal_of("", "found nothing, expected a header");
    expect_refusal_of("\n\r\n \n", "found nothing, expected a header");
}

TEST_F(program, refuses_broken_quotes) {
    expect_refusal_of(header + ",note\n" + easy_row + ",\"open\n" + easy_row + ",\n",
                      "in.csv:2: a quote that is opened");
    expect_refusal_of(header + ",note\n" + easy_row + ",a\"b\n", "in.csv:2: field 8: a quote inside a field");
    expect_refusal_of(header + ",note\n" + easy_row + ",\"" + std::string(5000000, 'x'),
                      "in.csv:2: a row of more than");
}

TEST_F(program, refuses_files_that_it_cannot_read) {
    expect_refusal("intercept2d missing.csv -o out.csv", "missing.csv: cannot be read: ");
    expect_refusal("intercept2d . -o out.csv", ".: cannot be read: ");
    if (geteuid() != 0) {
        write("in.csv", header + "\n");
        chmod(path("in.csv").c_str(), 0);
        expect_refusal("intercept2d in.csv -o out.csv", "in.csv: cannot be read: ");
    }
}

TEST_F(program, refuses_places_that_it_cannot_write) {
    write("in.csv", header + "\n" + easy_row + "\n");
    expect_refusal("intercept2d in.csv -o nowhere/out.csv", "nowhere/out.csv: cannot be written: ");
    expect_refusal("intercept2d in.csv -o .", ".: cannot be written: ");
    expect_refusal("intercept2d in.csv -o out.csv --svg nowhere/picture.svg",
                   "nowhere/picture.svg: cannot be written: ");
    expect_refusal("intercept2d in.csv -o out.csv --svg out.csv", "cannot go to the same place");
    expect_refusal("check --write-golden nowhere", "nowhere/intercept2d.txt: cannot be written: ");
}

TEST_F(program, notices_a_full_disk) {
    if (access("/dev/full", W_OK) != 0)
        GTEST_SKIP() << "no /dev/full here";
    write("in.csv", header + "\n" + easy_row + "\n");
    expect_refusal("intercept2d in.csv -o /dev/full", "/dev/full: cannot be written: ");
    expect_refusal("intercept2d '" WAYLAY_FOOTBALL_CSV "' -o /dev/full", "/dev/full: cannot be written: ");
    expect_refusal("intercept2d in.csv > /dev/full", "standard output: cannot be written: ");
    expect_refusal("intercept2d in.csv -o out.csv --svg /dev/full", "/dev/full: cannot be written: ");
    for (const char *verb :
         {"list", "describe intercept2d", "--help", "--version", "demo --units 9 --seconds 0.1"})
        expect_refusal(std::string(verb) + " > /dev/full", "standard output: cannot be written: ");
    struct stat full;
    ASSERT_EQ(stat("/dev/full", &full), 0);
    EXPECT_TRUE(S_ISCHR(full.st_mode));
}

TEST_F(program, refuses_command_lines_that_make_no_sense) {
    expect_refusal("intercept", "no behaviour \"intercept\": there are intercept2d, ");
    expect_refusal("describe intercept", "no behaviour \"intercept\"");
    expect_refusal("describe", "which behaviour?");
    expect_refusal("intercept2d --frobnicate", "no option --frobnicate");
    expect_refusal("intercept2d -x", "no option -x");
    expect_refusal("intercept2d a.csv b.csv", "one word too many: \"b.csv\"");
    expect_refusal("intercept2d a.csv -o", "-o: expected a value");
    expect_refusal("intercept2d -o a -o b", "--out is given twice");
    expect_refusal("intercept2d --quiet=yes", "--quiet takes no value");
    expect_refusal("intercept2d --precision double", "expected exact or fast");
    expect_refusal("intercept2d --set speed=1", "intercept2d has no input \"speed\": it has chaser_x, ");
    expect_refusal("intercept2d --set reach", "expected column=value");
    expect_refusal("intercept2d --set reach=far", "column reach: found \"far\", expected a number");
    expect_refusal("intercept2d --set reach=1 --set reach=2", "column reach is given twice");
    expect_refusal("list --svg picture.svg", "--svg does not go with list");
    expect_refusal("check --agents none", "--agents: found \"none\"");
    expect_refusal("check --golden", "--golden: expected a value");
    expect_refusal("check --golden . --seed 1", "--seed does not go with --golden");
    expect_refusal("check --agents 7 --write-golden .", "--agents does not go with --write-golden");
    expect_refusal("check --write-golden . --golden .", "--write-golden does not go with --golden");
    expect_refusal("demo --golden .", "--golden does not go with demo");
    expect_refusal("demo --units 1", "--units: found \"1\"");
    expect_refusal("demo --seconds nan", "--seconds: found \"nan\"");
    for (const char *verb : {"intercept2d", "list", "describe intercept2d", "check", "demo"})
        expect_refusal(std::string(verb) + " --isa mmx",
                       "no instruction set \"mmx\" here: this machine runs scalar");
}

TEST_F(program, alone_it_prints_the_usage_and_fails) {
    outcome result = run("");
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err.rfind("Usage: waylay ", 0), 0u);
    EXPECT_EQ(run("--help").out, result.err);
    EXPECT_EQ(run("help").out, result.err);
    EXPECT_EQ(run("--version").out, "waylay " WAY_VERSION_STRING "\n");
}

/* Files -------------------------------------------------------------------------------------------------- */

TEST_F(program, input_and_output_may_be_one_file) {
    write("data.csv", header + "\n" + easy_row + "\n");
    chmod(path("data.csv").c_str(), 0640);
    ASSERT_EQ(symlink("data.csv", path("link.csv").c_str()), 0);
    EXPECT_EQ(run("intercept2d link.csv -o link.csv").code, 0);
    EXPECT_EQ(read("data.csv"), header + "," + answers + "\n" + easy_row + "," + easy_answer + "\n");
    EXPECT_EQ(files(), (std::set<std::string>{"data.csv", "link.csv"}));
    struct stat there;
    ASSERT_EQ(lstat(path("link.csv").c_str(), &there), 0);
    EXPECT_TRUE(S_ISLNK(there.st_mode));
    ASSERT_EQ(stat(path("data.csv").c_str(), &there), 0);
    EXPECT_EQ(there.st_mode & 0777, 0640u);
}

TEST_F(program, devices_and_pipes_are_written_to_directly) {
    write("in.csv", header + "\n" + easy_row + "\n");
    ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    outcome result = run("intercept2d in.csv -o pipe & cat pipe; wait");
    EXPECT_EQ(result.out, header + "," + answers + "\n" + easy_row + "," + easy_answer + "\n");
    struct stat there;
    ASSERT_EQ(stat(path("pipe").c_str(), &there), 0);
    EXPECT_TRUE(S_ISFIFO(there.st_mode));
    EXPECT_EQ(run("intercept2d in.csv -o /dev/null").code, 0);
    ASSERT_EQ(stat("/dev/null", &there), 0);
    EXPECT_TRUE(S_ISCHR(there.st_mode));
}

TEST_F(program, a_signal_leaves_no_file_behind) {
    for (int number : {SIGINT, SIGTERM}) {
        int ends[2];
        ASSERT_EQ(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            dup2(ends[0], 0);
            close(ends[0]);
            close(ends[1]);
            if (chdir(folder.c_str()) == 0)
                execl(WAYLAY_PROGRAM, "waylay", "intercept2d", "-", "-o", "out.csv", "--svg", "picture.svg",
                      nullptr);
            _exit(127);
        }
        close(ends[0]);
        /* Both temporary files are there once it waits for its input. */
        for (int i = 0; i < 1000 && files().size() < 2; i++)
            usleep(10000);
        EXPECT_EQ(files().size(), 2u);
        EXPECT_EQ(files().count("out.csv"), 0u);
        kill(child, number);
        int status = 0;
        waitpid(child, &status, 0);
        close(ends[1]);
        EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == number);
        EXPECT_EQ(files(), std::set<std::string>{});
    }
}

/* Pictures ----------------------------------------------------------------------------------------------- */

TEST_F(program, pictures_survive_any_numbers) {
    std::string text = header + "\n";
    for (const char *row : {"3e38,-3e38,5,-3e38,3e38,0,0", "nan,0,5,10,0,0,0", "0,0,5,10,0,-inf,0",
                            "0,0,0,0,0,0,0", "1e-40,0,1,0,1e-40,0,0", "0,0,5,10,0,4.9999995,0"}) {
        text += std::string(row) + "\n";
        for (const std::string &content : {header + "\n" + row + "\n", text}) {
            write("in.csv", content);
            ASSERT_EQ(run("intercept2d in.csv -o /dev/null --svg picture.svg").code, 0) << content;
            std::string picture = read("picture.svg");
            EXPECT_NE(picture.find("</svg>"), std::string::npos);
            EXPECT_EQ(picture.find("nan"), std::string::npos) << content;
            EXPECT_EQ(picture.find("inf"), std::string::npos) << content;
            EXPECT_LT(picture.size(), 20000u) << content;
        }
    }
}

TEST_F(program, pictures_count_what_became_of_all_rows) {
    write("in.csv", header + "\n" + easy_row + "\n0,0,0,10,0,0,0\n0,0,1,10,0,5,0\n1,1,0,1,1,5,0\n");
    ASSERT_EQ(run("intercept2d in.csv -o /dev/null --svg picture.svg").code, 0);
    EXPECT_NE(read("picture.svg").find("4 rows: 1 met, 1 there, 1 too slow, 1 immobile"), std::string::npos);
}

/* The other verbs ---------------------------------------------------------------------------------------- */

TEST_F(program, list_and_describe_tell_of_every_behaviour_and_column) {
    std::string list = run("list").out;
    for (size_t b = 0; way_behaviour_at(b) != nullptr; b++) {
        const way_behaviour *behaviour = way_behaviour_at(b);
        EXPECT_NE(list.find(behaviour->name), std::string::npos);
        EXPECT_NE(list.find(behaviour->summary), std::string::npos);
        std::string description = run(std::string("describe ") + behaviour->name).out;
        EXPECT_NE(description.find(behaviour->source), std::string::npos);
        for (size_t k = 0; k < behaviour->input_count; k++) {
            EXPECT_NE(description.find(std::string("\n  ") + behaviour->inputs[k].name + " "),
                      std::string::npos);
            EXPECT_NE(description.find(behaviour->inputs[k].meaning), std::string::npos);
        }
        for (size_t k = 0; k < behaviour->output_count; k++)
            EXPECT_NE(description.find(std::string("\n  ") + behaviour->outputs[k].name + " "),
                      std::string::npos);
    }
}

TEST_F(program, check_agrees_with_itself) {
    const std::string check = support::small_size() ? "check --agents 40" : "check --agents 200";
    outcome first = run(check);
    EXPECT_EQ(first.code, 0) << first.out << first.err;
    EXPECT_EQ(first.err, "");
    EXPECT_EQ(last_word(first.out, "all ").size(), 16u) << first.out;
    EXPECT_EQ(run(check).out, first.out);
    for (size_t b = 0; way_behaviour_at(b) != nullptr; b++)
        EXPECT_EQ(last_word(first.out, std::string(way_behaviour_at(b)->name) + " "), "exact");
    /* The hash says nothing of the tables, and everything of the scenes. */
    EXPECT_EQ(last_word(run(check + " --isa scalar").out, "all "), last_word(first.out, "all "));
    EXPECT_NE(last_word(run(check + " --seed 2").out, "all "), last_word(first.out, "all "));
}

/* Written under one table, compared under all, or, in the small size, under one. */
TEST_F(program, check_writes_golden_files_and_compares_with_them) {
    outcome written = run("check --isa scalar --write-golden .");
    ASSERT_EQ(written.code, 0) << written.err;
    outcome compared = run(support::small_size() ? "check --isa scalar --golden ." : "check --golden .");
    std::set<std::string> names;
    for (size_t b = 0; way_behaviour_at(b) != nullptr; b++) {
        std::string name = way_behaviour_at(b)->name;
        names.insert(name + ".txt");
        for (const char *precision : {"exact ", "fast "}) {
            std::string hash = last_word(read(name + ".txt"), precision);
            EXPECT_EQ(hash.size(), 16u) << name;
            for (const std::string &out : {written.out, compared.out})
                EXPECT_NE(out.find(" " + hash + "  same bits"), std::string::npos) << out;
        }
    }
    EXPECT_EQ(files(), names);

    std::string count = std::to_string(2 * names.size());
    EXPECT_EQ(compared.code, 0) << compared.err;
    EXPECT_EQ(compared.err, "");
    EXPECT_NE(compared.out.find("\ngolden         " + count + " of " + count + " agree with .\n"),
              std::string::npos)
        << compared.out;

    /* A wrong hash, a file without the other, no file at all. */
    auto hash_of = [&](const char *file, const char *precision) { return last_word(read(file), precision); };
    std::string exact2d = hash_of("intercept2d.txt", "exact "), fast2d = hash_of("intercept2d.txt", "fast ");
    std::string exact3d = hash_of("intercept3d.txt", "exact "), fast3d = hash_of("intercept3d.txt", "fast ");
    std::string exact_step = hash_of("tile_step.txt", "exact "),
                fast_step = hash_of("tile_step.txt", "fast ");
    std::string other = exact2d;
    other[15] = other[15] == '0' ? '1' : '0';
    write("intercept2d.txt", "fast " + fast2d + "\r\nexact " + other);
    write("intercept3d.txt", "exact " + exact3d + "\n");
    unlink(path("tile_step.txt").c_str());
    outcome wrong = run("check --isa scalar --golden=.");
    EXPECT_EQ(wrong.code, 1);
    EXPECT_EQ(wrong.err, "waylay: intercept2d exact: expected " + other + " as in ./intercept2d.txt, got " +
                             exact2d +
                             "\nwaylay: intercept3d fast: expected the hash in ./intercept3d.txt, got " +
                             fast3d + ": the file has no such line\n" +
                             "waylay: tile_step exact: expected the hash in ./tile_step.txt, got " +
                             exact_step + ": No such file or directory\n" +
                             "waylay: tile_step fast: expected the hash in ./tile_step.txt, got " +
                             fast_step + ": No such file or directory\n");
    EXPECT_EQ(last_word(wrong.out, "golden         " + std::to_string(2 * names.size() - 4) + " of "), count);
}

TEST_F(program, demo_ends_in_the_same_state_under_every_isa) {
    for (const char *precision : {"exact", "fast"}) {
        std::string first;
        for (const std::string &isa : support::isa_names()) {
            outcome result =
                run("demo --units 777 --seconds 3 --precision " + std::string(precision) + " --isa " + isa);
            if (result.code == 2) /* a table that only the tests have */
                continue;
            std::string state = last_word(result.out, "state ");
            EXPECT_EQ(state.size(), 16u) << result.out;
            first = first.empty() ? state : first;
            EXPECT_EQ(state, first) << isa;
            EXPECT_NE(result.out.find(isa), std::string::npos);
            EXPECT_NE(last_word(result.out, "catches "), "0");
        }
        EXPECT_FALSE(first.empty());
        EXPECT_NE(last_word(run("demo --units 777 --seconds 3 --seed 2").out, "state "), first);
    }
}

/* What can be hit is, by arcs that end in time order, and what cannot is said to be. */
TEST_F(program, scene_arcs_draws_its_arcs) {
    outcome result = run("scene arcs --svg arcs.svg");
    EXPECT_EQ(0, result.code) << result.err;
    std::istringstream lines(result.out);
    size_t met = 0, slow = 0;
    for (std::string line; std::getline(lines, line);) {
        double first = 0, last = 0;
        if (line.find("too_slow") != std::string::npos) {
            slow++;
            continue;
        }
        met++;
        ASSERT_EQ(1, std::sscanf(line.c_str() + line.find("first"), "first %lf", &first)) << line;
        ASSERT_EQ(1, std::sscanf(line.c_str() + line.find("last"), "last %lf", &last)) << line;
        EXPECT_GT(first, 0) << line;
        EXPECT_GT(last, first) << line;
    }
    EXPECT_EQ(8u, met) << result.out;
    EXPECT_EQ(2u, slow) << result.out;
    std::string picture = read("arcs.svg");
    EXPECT_NE(picture.find("</svg>"), std::string::npos);
    EXPECT_EQ(picture.find("nan"), std::string::npos);
    EXPECT_EQ(picture.find("inf"), std::string::npos);
    EXPECT_EQ(2, run("scene").code);
    EXPECT_EQ(2, run("scene nothing").code);
}

/* The order of the document, whose scene is not published: lead best and seek worst on the straight target;
   on the erratic one, in the mean, predict best and lead worst. Of three seeds, so that it is no seed's. */
TEST_F(program, race_comes_out_in_the_order_of_the_document) {
    for (const char *seed : {"1", "2", "3"}) {
        outcome result = run(std::string("race --svg race.svg --seed ") + seed);
        ASSERT_EQ(result.code, 0) << result.err;
        std::map<std::string, std::vector<double>> times;
        std::istringstream lines(result.out);
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::string course;
            words >> course;
            for (double seconds; words >> seconds;)
                times[course].push_back(seconds);
        }
        const std::vector<double> &straight = times["straight"], &erratic = times["erratic"];
        ASSERT_EQ(straight.size(), 5u) << result.out;
        ASSERT_EQ(erratic.size(), 5u) << result.out;
        EXPECT_EQ(times["circling"].size(), 5u) << result.out;
        enum { seek, predict, closing, lead, navigate };
        EXPECT_LT(straight[lead], straight[predict]) << result.out;
        EXPECT_LT(straight[predict], straight[seek]) << result.out;
        EXPECT_LT(erratic[predict], erratic[seek]) << result.out;
        EXPECT_LT(erratic[seek], erratic[lead]) << result.out;
        EXPECT_NE(read("race.svg").find("</svg>"), std::string::npos);
    }
}

/* Walls -------------------------------------------------------------------------------------------------- */

TEST_F(program, walls_come_from_a_file) {
    const std::string names = "ball_x,ball_y,ball_vx,ball_vy";
    write("balls.csv", names + "\n0,0,1,1\n0,0,-1,1\n");
    write("walls.csv", "\xef\xbb\xbf by, sides,bx,ax,ay\r\n 40,0,0,40,0\r\n\r\n10 ,1,0,10,0\r\n");
    outcome result = run("sweep_walls2d balls.csv --walls walls.csv");
    EXPECT_EQ(result.err, "");
    EXPECT_EQ(result.out, names + ",time,point_x,point_y,normal_x,normal_y,wall,status\n"
                                  "0,0,1,1,5,5,5,-0.70710677,-0.70710677,1,met\n"
                                  "0,0,-1,1,inf,0,0,0,0,-1,too_slow\n");
    /* what is open from this side leaves the one behind it; without sides both are shut */
    write("walls.csv", "by,sides,bx,ax,ay\n40,0,0,40,0\n10,-1,0,10,0\n");
    result = run("sweep_walls2d balls.csv --walls=walls.csv");
    EXPECT_NE(result.out.find("0,0,1,1,20,20,20,-0.70710677,-0.70710677,0,met\n"), std::string::npos)
        << result.out;
    write("walls.csv", "ax,ay,bx,by\n10,0,0,10");
    EXPECT_NE(run("sweep_walls2d balls.csv --walls walls.csv").out.find("0,0,1,1,5,5,5,"), std::string::npos);
    EXPECT_NE(run("sweep_walls2d balls.csv").out.find("0,0,1,1,inf,0,0,0,0,-1,too_slow\n"),
              std::string::npos);
}

/* More than there is room for at first; the last of them counts. */
TEST_F(program, walls_may_be_many) {
    std::string walls = "ax,ay,bx,by\n";
    for (int i = 0; i < 3000; i++)
        walls += std::to_string(5000 - i) + ",-1," + std::to_string(5000 - i) + ",1\n";
    write("walls.csv", walls);
    write("balls.csv", "ball_x,ball_y,ball_vx,ball_vy\n0,0,1,0\n");
    outcome result = run("sweep_walls2d balls.csv --walls walls.csv");
    EXPECT_NE(result.out.find("0,0,1,0,2001,2001,0,-1,0,2999,met\n"), std::string::npos) << result.out;
}

TEST_F(program, walls_bounce_balls_back) {
    write("walls.csv", "ax,ay,bx,by\n8,-8,8,8\n");
    write("balls.csv", "ball_x,ball_y,ball_vx,ball_vy,dt\n0,0,2,1,5\n");
    outcome result = run("bounce2d balls.csv --walls walls.csv");
    ASSERT_EQ(result.code, 0) << result.err;
    std::vector<std::string> cells = split(split(result.out, '\n').at(1), ',');
    ASSERT_EQ(cells.size(), 11u) << result.out;
    EXPECT_NEAR(std::stod(cells[5]), 6, 1e-4);
    EXPECT_NEAR(std::stod(cells[6]), 5, 1e-6);
    EXPECT_EQ(cells[7] + "," + cells[8] + "," + cells[9] + "," + cells[10], "-2,1,1,met");
}

TEST_F(program, walls_that_are_none_are_refused) {
    write("balls.csv", "ball_x,ball_y,ball_vx,ball_vy\n0,0,1,1\n");
    auto refuse = [&](const std::string &walls, const std::string &saying) {
        write("walls.csv", walls);
        expect_refusal("sweep_walls2d balls.csv -o out.csv --walls walls.csv", saying);
    };
    refuse("", "walls.csv:1: found nothing, expected a header of ax, ay, bx, by");
    refuse("ax,ay,bx\n1,2,3\n", "walls.csv:1: column by: missing, and walls need it");
    refuse("ax,ay,bx,by,side\n1,2,3,4,0\n", "walls.csv:1: column \"side\": walls have the columns");
    refuse("ax,ay,bx,by,ax\n1,2,3,4,5\n", "walls.csv:1: column ax: it is there twice");
    refuse("ax,ay,bx,by\n1,2,3,4\n1,2,3\n", "walls.csv:3: found 3 fields, expected 4 as in the header");
    refuse("ax,ay,bx,by\n1,2,3,4,5\n", "walls.csv:2: found 5 fields, expected 4 as in the header");
    refuse("ax,ay,bx,by\n1,2,3,4\n1,two,3,4\n", "walls.csv:3: column ay: found \"two\", expected a number");
    refuse("ax,ay,bx,by,sides\n1,2,3,4,0.5\n",
           "walls.csv:2: column sides: found \"0.5\", expected a whole number");
    refuse("ax,ay,bx,by\n1,2,3,\"4\n", "walls.csv:2: a quote that is opened in this row is never closed");
    expect_refusal("sweep_walls2d balls.csv --walls nothing.csv",
                   "nothing.csv: cannot be read: No such file");
    expect_refusal("sweep_walls2d balls.csv --walls .", ".: cannot be read: Is a directory");
    expect_refusal("sweep_walls2d balls.csv --walls", "--walls: expected a value after it");
    write("in.csv", header + "\n" + easy_row + "\n");
    expect_refusal("intercept2d in.csv --walls walls.csv", "--walls: intercept2d reads no walls");
    expect_refusal("check --walls walls.csv", "--walls does not go with check");
}

TEST_F(program, describe_tells_of_walls) {
    const std::string saying = "the batch's walls: --walls FILE.csv\n";
    for (size_t b = 0; way_behaviour_at(b) != nullptr; b++) {
        const way_behaviour *behaviour = way_behaviour_at(b);
        bool says = run(std::string("describe ") + behaviour->name).out.find(saying) != std::string::npos;
        EXPECT_EQ(says, behaviour->walls != 0) << behaviour->name;
    }
}

/* Scenes ------------------------------------------------------------------------------------------------- */

size_t count_of(const std::string &text, const std::string &part) {
    size_t count = 0;
    for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
        count++;
    return count;
}

TEST_F(program, scene_bounce_keeps_its_balls_and_their_speed) {
    for (const char *seed : {"1", "2", "3"})
        for (const char *precision : {"exact", "fast"}) {
            std::string first;
            for (const std::string &isa : support::isa_names()) {
                outcome result = run(std::string("scene bounce --svg bounce.svg --seed ") + seed +
                                     " --precision " + precision + " --isa " + isa);
                if (result.code == 2) /* a table that only the tests have */
                    continue;
                first = first.empty() ? result.out : first;
                EXPECT_EQ(result.out, first) << isa;
            }
            std::vector<std::string> lines = split(first, '\n');
            ASSERT_EQ(lines.size(), 8u) << first;
            for (size_t i = 2; i < lines.size(); i++) {
                std::istringstream words(lines[i]);
                size_t ball, bounces;
                double radius, way, speed;
                std::string outside;
                ASSERT_TRUE(words >> ball >> radius >> bounces >> way >> speed >> outside) << lines[i];
                EXPECT_EQ(ball, i - 2);
                EXPECT_GE(bounces, 2u) << lines[i];
                EXPECT_NEAR(way, 140, 1) << lines[i];
                EXPECT_NEAR(speed, 14, 1e-4) << lines[i];
                EXPECT_EQ(outside, "no") << lines[i];
            }
            std::string picture = read("bounce.svg");
            EXPECT_EQ(count_of(picture, "<polyline"), 6u);
            EXPECT_EQ(count_of(picture, "<line"), 10u); /* and the post */
            EXPECT_EQ(count_of(picture, "</svg>"), 1u);
        }
    EXPECT_NE(run("scene bounce --seed 1").out, run("scene bounce --seed 2").out);
}

TEST_F(program, scenes_that_are_none_are_refused) {
    expect_refusal("scene", "scene: which one? There is arcs, bounce, formation");
    expect_refusal("scene golf", "no scene \"golf\": there is arcs, bounce, formation");
    expect_refusal("scene bounce twice", "one word too many: \"twice\"");
    expect_refusal("scene bounce --svg no/such/folder.svg", "no/such/folder.svg");
    expect_refusal("scene bounce --agents 7", "--agents does not go with scene");
}

TEST_F(program, scene_formation_draws_columns_and_rows_side_by_side) {
    outcome result = run("scene formation --svg formation.svg");
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.out.find("9 ranks of 5, 2 m to touch"), std::string::npos) << result.out;
    std::string picture = read("formation.svg");
    size_t circles = 0, lines = 0;
    for (size_t at = 0; (at = picture.find("<circle", at)) != std::string::npos; at++)
        circles++;
    for (size_t at = 0; (at = picture.find("<polyline", at)) != std::string::npos; at++)
        lines++;
    /* in both: two turning circles, exit and entry, and six times 45 units; the way, and six times files or
       ranks */
    EXPECT_EQ(2u * (2 + 2 + 6 * 45), circles);
    EXPECT_EQ(2u + 6 * 5 + 6 * 9, lines);
    EXPECT_NE(picture.find("</svg>"), std::string::npos);
}

TEST_F(program, demo_draws_its_last_frame) {
    EXPECT_EQ(run("demo --units 50 --seconds 0.5 --svg picture.svg").code, 0);
    EXPECT_NE(read("picture.svg").find("50 of 50 rows drawn"), std::string::npos);
}

} // namespace
