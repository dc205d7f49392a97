/* Runs the built program as a user does. Each test runs it in a folder of its own. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
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

/* One row of inputs of intercept2d: the runner rests 10 m away, and the chaser's speed is 5 m/s. */
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

    /* A shell reads `words`, so they may contain redirections and pipes. */
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

    /* Expects one line with `saying` on standard error, exit code 2, and no new file. */
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

    /* Expects that intercept2d refuses an input file with this content and creates no out.csv. */
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

/* For every behaviour, the numbers that the program prints read back to the bits of the library's answers. */
TEST_F(program, numbers_read_back_to_the_same_bits) {
    const size_t rows = support::draws(5000);
    for (size_t b = 0; behaviour_at(b) != nullptr; b++) {
        const way_behaviour *behaviour = behaviour_at(b);
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
                draw_agent(&dice, behaviour, i % 3 == 0 ? 16 : 0, values.data());
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
                columns.push_back(way_at(column.data(), 4));
            std::vector<way_column_out> results;
            for (std::vector<uint32_t> &column : out)
                results.push_back(way_to(column.data(), 4));
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
                    else if (behaviour->outputs[k].type == WAY_WORD)
                        EXPECT_EQ(field, way_word_name(static_cast<int32_t>(expected))) << lines[i + 1];
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

/* The test uses perpendicular2d because it returns a vector's x unchanged. The expected text is printf's,
   with the fewest digits that read back to the same float, and with an exponent only beyond 6 digits. */
TEST_F(program, floats_are_printed_with_the_fewest_digits) {
    std::vector<float> numbers;
    uint64_t dice = support::seed_for(11);
    for (uint32_t exponent = 0; exponent < 255; exponent++)
        for (int32_t by = -2; by <= 2; by++)
            numbers.push_back(support::float_of((exponent << 23) + static_cast<uint32_t>(by)));
    for (int power = -45; power < 39; power++)
        for (int digits : {1, 2, 9, 10, 12, 99, 123, 999, 1234567})
            numbers.push_back(
                std::strtof((std::to_string(digits) + "e" + std::to_string(power)).c_str(), nullptr));
    for (size_t i = 0; i < support::draws(20000); i++) {
        numbers.push_back(support::float_of(static_cast<uint32_t>(draw_bits(&dice))));
        numbers.push_back(static_cast<float>(draw_below(&dice, 100000000)) / 1024);
    }
    std::string text = "vector_x,vector_y\n";
    std::vector<float> expected;
    for (float number : numbers) {
        if (!(std::fabs(number) <= 3.4e38f))
            continue;
        char cell[48];
        snprintf(cell, sizeof cell, "%.9g,0\n", static_cast<double>(number));
        text += cell;
        expected.push_back(number);
    }
    write("in.csv", text);
    std::vector<std::string> lines = split(run("perpendicular2d in.csv").out, '\n');
    ASSERT_EQ(lines.size(), expected.size() + 1);
    for (size_t i = 0; i < expected.size(); i++) {
        const std::string got = split(lines[i + 1], ',').at(3);
        ASSERT_EQ(std::strtof(got.c_str(), nullptr), expected[i]) << lines[i + 1];
        char printed[48];
        int digits = 1;
        while (snprintf(printed, sizeof printed, "%.*e", digits - 1, static_cast<double>(expected[i])),
               std::strtof(printed, nullptr) != expected[i])
            digits++;
        snprintf(printed, sizeof printed, "%.*g", std::max(digits, 6), static_cast<double>(expected[i]));
        if (std::fabs(expected[i]) < 1.17549435e-38f)
            snprintf(printed, sizeof printed, "%.*g", digits, static_cast<double>(expected[i]));
        ASSERT_TRUE(got == printed || got.size() < std::string(printed).size()) << got << " " << printed;
    }
}

TEST_F(program, refuses_numbers_that_no_float_holds) {
    for (const char *bad :
         {"1e400", "-1e400", "1e39", "3.4028236e38", "+1e400", "1000000000000000000000000000000000000000"})
        expect_refusal_of(header + "\n" + easy_row + "\n0,0," + bad + ",10,0,0,0\n",
                          "in.csv:3: column chaser_speed: found \"" + std::string(bad) +
                              "\", expected a number of at most 3.4028235e+38, or inf");
    expect_refusal("intercept2d --set reach=1e400",
                   "--set: column reach: found \"1e400\", expected a number of at most");
    write("walls.csv", "ax,ay,bx,by\n1,2,-1e400,4\n");
    write("balls.csv", "ball_x,ball_y,ball_vx,ball_vy\n0,0,1,1\n");
    expect_refusal("sweep_walls2d balls.csv --walls walls.csv",
                   "walls.csv:2: column bx: found \"-1e400\", expected a number of at most");
    /* a number below the float range rounds to 0 or to the smallest float */
    write("in.csv", "vector_x,vector_y\n1e-400,-1e-400\n1e-46,8e-46\n3.4028235e38,-"
                    "340282356779733661637539395458142568447\n");
    EXPECT_EQ(run("perpendicular2d in.csv").out,
              "vector_x,vector_y,perpendicular_x,perpendicular_y,status\n1e-400,-1e-400,0,0,met\n"
              "1e-46,8e-46,-1e-45,0,met\n"
              "3.4028235e38,-340282356779733661637539395458142568447,3.4028235e+38,3.4028235e+38,met\n");
}

TEST_F(program, refuses_zero_bytes) {
    const std::string zero(1, '\0');
    expect_refusal_of("chaser_x" + zero + "z" + header.substr(8) + "\n" + easy_row + "\n",
                      "in.csv:1: field 1: found a zero byte");
    expect_refusal_of(header + ",no" + zero + "te\n" + easy_row + ",\n",
                      "in.csv:1: field 8: found a zero byte");
    expect_refusal_of(header + "\n" + easy_row + "\n0,0,5" + zero + ",10,0,0,0\n",
                      "in.csv:3: field 3: found a zero byte");
    expect_refusal_of(header + ",note\n" + easy_row + ",\"a" + zero + "\"\n",
                      "in.csv:2: field 8: found a zero byte");
    write("balls.csv", "ball_x,ball_y,ball_vx,ball_vy\n0,0,1,1\n");
    write("walls.csv", "ax" + zero + ",ay,bx,by\n1,2,3,4\n");
    expect_refusal("sweep_walls2d balls.csv --walls walls.csv", "walls.csv:1: field 1: found a zero byte");
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

/* Targets ------------------------------------------------------------------------------------------------ */

/* The program and the library give the same answers for the same list of targets. A row has no target if its
   target field is -1, empty, or a number beyond the last row. The test reads runners from the input file
   itself, from a pipe, and from a separate file with other columns. */
TEST_F(program, targets_name_rows_as_in_the_library) {
    const size_t rows = 10000, runner_rows = 777;
    const way_behaviour *behaviour = way_behaviour_named("intercept2d");
    for (bool own_file : {false, true}) {
        const size_t count = own_file ? runner_rows : rows;
        uint64_t dice = support::seed_for(12, own_file);
        std::vector<std::vector<float>> in(behaviour->input_count, std::vector<float>(rows));
        std::vector<uint32_t> target(rows);
        std::string text = own_file ? "note," : "target,note,", runners_text = "id";
        auto is_runners = [&](size_t k) { return behaviour->inputs[k].side == WAY_RUNNER; };
        for (size_t k = 0; k < behaviour->input_count; k++) {
            (own_file && is_runners(k) ? runners_text : text) += (own_file && is_runners(k) ? "," : "") +
                                                                 std::string(behaviour->inputs[k].name) +
                                                                 (own_file && is_runners(k) ? "" : ",");
        }
        text += own_file ? " target \n" : "last\n";
        runners_text += "\n";
        for (size_t i = 0; i < rows; i++) {
            std::vector<float> values(behaviour->input_count);
            draw_agent(&dice, behaviour, i % 3 == 0 ? 16 : 0, values.data());
            std::string named;
            uint32_t die = draw_below(&dice, 20);
            target[i] = die < 16 ? draw_below(&dice, static_cast<uint32_t>(count)) : UINT32_MAX;
            named = die < 16    ? std::to_string(target[i])
                    : die == 16 ? ""
                    : die == 17 ? " -1"
                    : die == 18 ? std::to_string(count + draw_below(&dice, 5))
                                : "99999999999999999999";
            text += own_file ? "," : named + ",,";
            runners_text += i < runner_rows ? "r" + std::to_string(i) : "";
            for (size_t k = 0; k < behaviour->input_count; k++) {
                char number[32];
                snprintf(number, sizeof number, "%.9g", static_cast<double>(values[k]));
                in[k][i] = values[k];
                if (!own_file || !is_runners(k))
                    text += number + std::string(",");
                else if (i < runner_rows)
                    runners_text += std::string(",") + number;
            }
            text += own_file ? named + "\n" : "\n";
            runners_text += i < runner_rows ? "\n" : "";
        }
        std::vector<way_column> columns;
        for (const std::vector<float> &column : in)
            columns.push_back(way_at(column.data(), 4));
        std::vector<std::vector<uint32_t>> out(behaviour->output_count, std::vector<uint32_t>(rows));
        std::vector<way_column_out> results;
        for (std::vector<uint32_t> &column : out)
            results.push_back(way_to(column.data(), 4));
        way_batch batch = {};
        batch.count = rows;
        batch.targets.row.data = target.data();
        batch.targets.runner_count = count;
        ASSERT_EQ(way_run(behaviour, columns.data(), results.data(), &batch), WAY_OK);

        write("in.csv", text);
        write("runners.csv", runners_text);
        const std::string words = own_file ? " --runners runners.csv" : "";
        outcome result = run("intercept2d in.csv --svg picture.svg" + words);
        ASSERT_EQ(result.code, 0) << result.err;
        EXPECT_EQ(run("intercept2d -" + words, "cat in.csv | ").out, result.out);
        std::vector<std::string> lines = split(result.out, '\n'), before = split(text, '\n');
        ASSERT_EQ(lines.size(), rows + 1);
        for (size_t i = 0; i < rows; i++) {
            ASSERT_EQ(lines[i + 1].rfind(before[i + 1] + ",", 0), 0u) << lines[i + 1];
            std::vector<std::string> cells = split(lines[i + 1].substr(before[i + 1].size() + 1), ',');
            ASSERT_EQ(cells.size(), behaviour->output_count);
            for (size_t k = 0; k + 1 < behaviour->output_count; k++)
                ASSERT_EQ(support::bits_of(std::strtof(cells[k].c_str(), nullptr)), out[k][i])
                    << lines[i + 1];
            ASSERT_EQ(cells.back(), way_status_word(static_cast<int32_t>(out.back()[i]))) << lines[i + 1];
        }
        std::string picture = read("picture.svg");
        EXPECT_NE(picture.find(" no target"), std::string::npos);
        EXPECT_EQ(picture.find("nan"), std::string::npos);
    }
}

TEST_F(program, set_gives_one_target_for_all) {
    write("in.csv", "chaser_x\n0\n2\n");
    write("runners.csv", "runner_x,name\n5,a\n10,b\n");
    const std::string rest =
        " --set chaser_y=0 --set chaser_speed=5 --set runner_y=0 --set runner_vx=0 --set runner_vy=0";
    std::vector<std::string> lines =
        split(run("intercept2d in.csv --runners runners.csv --set target=1" + rest).out, '\n');
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[1], "0,2,10,0,5,0,inf,10,met");
    EXPECT_EQ(lines[2], "2,1.6,10,0,5,0,inf,8,met");
    /* a file without rows has no targets */
    write("runners.csv", "runner_x,name\n");
    lines = split(run("intercept2d in.csv --runners runners.csv --set target=0" + rest).out, '\n');
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[1], "0,inf,0,0,0,0,0,inf,no_target");
}

TEST_F(program, invalid_targets_are_refused) {
    auto refuse = [&](const std::string &content, const std::string &words, const std::string &saying) {
        write("in.csv", content);
        expect_refusal(words + " -o out.csv", saying);
    };
    const std::string chasers = "chaser_x,chaser_y,chaser_speed",
                      runners = "runner_x,runner_y,runner_vx,runner_vy";
    for (const char *bad : {"0.5", "-2", "one", "1e3", "+1", "0x1", "1 2", "-"})
        refuse(header + ",target\n" + easy_row + "," + bad + "\n", "intercept2d in.csv",
               "in.csv:2: column target: found \"" + std::string(bad) +
                   "\", expected the number of a row, counted from 0; for no target, -1 or nothing");
    refuse("vector_x,vector_y,target\n1,2,0\n", "perpendicular2d in.csv",
           "in.csv:1: column target: perpendicular2d has no runners");
    refuse("vector_x,vector_y\n1,2\n", "perpendicular2d in.csv --runners in.csv",
           "--runners: perpendicular2d has no runners");
    refuse("vector_x,vector_y\n1,2\n", "perpendicular2d in.csv --set target=0",
           "perpendicular2d has no input \"target\"");
    refuse(header + ",target,target\n", "intercept2d in.csv",
           "in.csv:1: column target: the header has it twice");
    refuse(header + ",target\n", "intercept2d in.csv --set target=1",
           "column target: given in the file and with --set");
    refuse(chasers + ",target\n0,0,5,0\n", "intercept2d in.csv", "in.csv:1: column runner_x: missing");
    write("runners.csv", runners + "\n10,0,0,0\n");
    refuse(chasers + "\n0,0,5\n", "intercept2d in.csv --runners runners.csv",
           "in.csv:1: column target: missing");
    refuse(header + ",target\n", "intercept2d in.csv --runners runners.csv",
           "in.csv:1: column runner_x: found here, but the runners are read from runners.csv");
    refuse(chasers + ",target\n", "intercept2d in.csv --runners none.csv", "none.csv: cannot be read: ");
    write("runners.csv", "runner_x,runner_y,runner_vx\n10,0,0\n");
    refuse(chasers + ",target\n", "intercept2d in.csv --runners runners.csv",
           "runners.csv:1: column runner_vy: missing, and the runners of intercept2d need it");
    refuse(chasers + ",target\n",
           "intercept2d in.csv --runners runners.csv --set runner_vy=0 --set runner_x=1",
           "runners.csv:1: column runner_x: given in the file and with --set");
    write("runners.csv", runners + "\n10,0,0,0\n10,0,up,0\n");
    refuse(chasers + ",target\n", "intercept2d in.csv --runners runners.csv",
           "runners.csv:3: column runner_vx: found \"up\", expected a number");
    write("runners.csv", runners + ", runner_x\n");
    refuse(chasers + ",target\n", "intercept2d in.csv --runners runners.csv",
           "runners.csv:1: column runner_x: the header has it twice");
    write("runners.csv", "");
    refuse(chasers + ",target\n", "intercept2d in.csv --runners runners.csv", "runners.csv:1: found nothing");
    expect_refusal("check --runners runners.csv", "--runners does not go with check");
}

/* Choices ------------------------------------------------------------------------------------------------ */

const std::string candidates = "name,runner_x,runner_y,runner_vx,runner_vy\n"
                               "p,1,0,0,0\nq,12,0,1,0\nr,48,0,-3,0\n";

TEST_F(program, chooses_from_another_file) {
    write("in.csv", "id,chaser_x,chaser_y,chaser_speed\na,0,0,5\nb,10,0,5\nc,50,0,5\n");
    write("others.csv", candidates);
    EXPECT_EQ(run("choose2d in.csv --candidates others.csv").out,
              "id,chaser_x,chaser_y,chaser_speed,target,cost,status\n"
              "a,0,0,5,0,1,met\nb,10,0,5,1,2,met\nc,50,0,5,2,2,met\n");
    EXPECT_EQ(run("choose2d in.csv --candidates others.csv --by time --best 2").out,
              "id,chaser_x,chaser_y,chaser_speed,target,cost,target2,cost2,status\n"
              "a,0,0,5,0,0.2,1,3,met\nb,10,0,5,1,0.5,0,1.8,met\nc,50,0,5,2,1,1,6.3333335,met\n");
    EXPECT_EQ(run("choose2d in.csv --candidates others.csv --set range_to=1.5").out,
              "id,chaser_x,chaser_y,chaser_speed,target,cost,status\n"
              "a,0,0,5,0,1,met\nb,10,0,5,-1,inf,no_target\nc,50,0,5,-1,inf,no_target\n");
    /* candidate r is behind c and moves away, so c makes a half turn, drives, and turns back to its wanted
       heading */
    EXPECT_EQ(run("choose2d in.csv --candidates others.csv --by turning --set heading_x=1 --set heading_y=0 "
                  "--set radius=1 --set wanted_heading_x=1")
                  .out,
              "id,chaser_x,chaser_y,chaser_speed,target,cost,status\n"
              "a,0,0,5,0,0.2,met\nb,10,0,5,1,0.4999999,met\nc,50,0,5,2,4.1415925,met\n");
    /* intercept2d reads the answer of choose2d as its input */
    EXPECT_EQ(run("choose2d in.csv --candidates others.csv | '" WAYLAY_PROGRAM
                  "' intercept2d --drop status,cost --runners others.csv")
                  .out,
              "id,chaser_x,chaser_y,chaser_speed,target," + answers +
                  "\na,0,0,5,0,0.2,1,0,5,0,inf,1,met\nb,10,0,5,1,0.5,12.5,0,5,0,inf,2.5,met\n"
                  "c,50,0,5,2,1,45,0,-5,0,inf,5,met\n");
    /* a file without rows has no targets */
    write("others.csv", "runner_x,runner_y\n");
    EXPECT_EQ(split(run("choose2d in.csv --candidates others.csv").out, '\n').back(),
              "c,50,0,5,-1,inf,no_target");
}

TEST_F(program, units_do_not_choose_themselves) {
    write("in.csv", "chaser_x,chaser_y,chaser_z\n0,0,0\n10,0,0\n50,0,0\n10,0,0\n");
    const std::string head = "chaser_x,chaser_y,chaser_z,target,cost,status\n";
    EXPECT_EQ(run("choose3d in.csv").out,
              head + "0,0,0,1,10,met\n10,0,0,3,0,met\n50,0,0,1,40,met\n10,0,0,1,0,met\n");
    EXPECT_EQ(run("choose3d in.csv --set self=-1").out,
              head + "0,0,0,0,0,met\n10,0,0,1,0,met\n50,0,0,2,0,met\n10,0,0,1,0,met\n");
}

/* Returns the text of a CSV file. The numbers of the file read back to the same bits. */
std::string table(const std::vector<std::string> &names, const std::vector<std::vector<float>> &columns) {
    std::string text;
    for (size_t k = 0; k < names.size(); k++)
        text += (k > 0 ? "," : "") + names[k];
    for (size_t i = 0; i < columns[0].size(); i++)
        for (size_t k = 0; k < columns.size(); k++) {
            char number[32];
            snprintf(number, sizeof number, "%c%.9g", k > 0 ? ',' : '\n', static_cast<double>(columns[k][i]));
            text += number;
        }
    return text + "\n";
}

std::vector<std::vector<float>> drawn(uint64_t *dice, const std::vector<float> &most, size_t rows) {
    std::vector<std::vector<float>> columns(most.size(), std::vector<float>(rows));
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < most.size(); k++)
            columns[k][i] = draw_between(dice, most[k] < 0 ? most[k] : 0, most[k] < 0 ? -most[k] : most[k]);
    return columns;
}

void expect_columns(const std::string &out, size_t rows, size_t before,
                    const std::vector<const void *> &expected) {
    std::vector<std::string> lines = split(out, '\n');
    ASSERT_EQ(lines.size(), rows + 1);
    for (size_t i = 1; i < lines.size(); i++) {
        std::vector<std::string> cells = split(lines[i], ',');
        ASSERT_EQ(cells.size(), before + expected.size() + 1) << lines[i];
        for (size_t k = 0; k < expected.size(); k++) {
            uint32_t bits = static_cast<const uint32_t *>(expected[k])[i - 1];
            const std::string &cell = cells[before + k];
            bool is_row = lines[0].find("target") != std::string::npos && k % 2 == 0;
            uint32_t found = is_row ? static_cast<uint32_t>(std::strtol(cell.c_str(), nullptr, 10))
                                    : support::bits_of(std::strtof(cell.c_str(), nullptr));
            ASSERT_EQ(found, bits) << lines[i];
        }
    }
}

/* The program's choices equal the library's, although the program reads the rows in several batches. */
TEST_F(program, chooses_as_the_library_does) {
    const size_t rows = 9000, count = 500;
    uint64_t dice = support::seed_for(13, 0);
    auto chasers = drawn(&dice, {500, 500, 20, 200, 8, -1, -1, 30}, rows);
    auto runners = drawn(&dice, {500, 500, -10, -10, 2}, count);
    for (float &speed : chasers[2])
        speed = speed < 2 ? 0 : speed;
    write("in.csv", table({"chaser_x", "chaser_y", "chaser_speed", "range_to", "reach", "heading_x",
                           "heading_y", "radius"},
                          chasers));
    write("others.csv", table({"runner_x", "runner_y", "runner_vx", "runner_vy", "weight"}, runners));
    for (const char *by : {"distance", "time", "turning"}) {
        way_choose2d_in in = {};
        in.chaser_x.data = chasers[0].data(), in.chaser_y.data = chasers[1].data();
        in.chaser_speed.data = chasers[2].data(), in.range_to.data = chasers[3].data();
        in.reach.data = chasers[4].data(), in.radius.data = chasers[7].data();
        in.heading_x.data = chasers[5].data(), in.heading_y.data = chasers[6].data();
        in.runner_x.data = runners[0].data(), in.runner_y.data = runners[1].data();
        in.runner_vx.data = runners[2].data(), in.runner_vy.data = runners[3].data();
        in.weight.data = runners[4].data();
        std::vector<uint32_t> target(3 * rows), cost(3 * rows), of_rank[6];
        way_choose2d_out out = {};
        out.target.data = target.data(), out.cost.data = cost.data();
        way_choice choice = {};
        choice.count = rows, choice.runner_count = count, choice.best = 3;
        choice.cost = by[0] == 'd' ? WAY_BY_DISTANCE : by[1] == 'i' ? WAY_BY_TIME : WAY_BY_TURNING;
        ASSERT_EQ(way_choose2d(&in, &out, &choice), WAY_OK);
        std::vector<const void *> expected;
        for (size_t k = 0; k < 6; k++) {
            for (size_t i = 0; i < rows; i++)
                of_rank[k].push_back((k % 2 == 0 ? target : cost)[3 * i + k / 2]);
            expected.push_back(of_rank[k].data());
        }
        outcome result = run(std::string("choose2d in.csv --candidates others.csv --best 3 --by ") + by);
        ASSERT_EQ(result.code, 0) << result.err;
        expect_columns(result.out, rows, 8, expected);
    }
}

struct crowd_outcome {
    std::vector<float> x, y, progress;
};
/* Returns the library's velocities. The agents are also the candidates, and the walls have no tree. */
crowd_outcome avoided2d(const std::vector<std::vector<float>> &units, const std::vector<way_wall> &walls) {
    const size_t rows = units[0].size();
    const float radius = 0.75f, wall_horizon = 1.5f;
    std::vector<uint32_t> self(rows);
    for (size_t i = 0; i < rows; i++)
        self[i] = static_cast<uint32_t>(i);
    way_avoid2d_in in = {};
    in.chaser_x.data = in.runner_x.data = units[0].data(),
    in.chaser_y.data = in.runner_y.data = units[1].data();
    in.chaser_vx.data = in.runner_vx.data = units[2].data(),
    in.chaser_vy.data = in.runner_vy.data = units[3].data();
    in.preferred_vx.data = units[4].data(), in.preferred_vy.data = units[5].data();
    in.chaser_speed.data = units[6].data(), in.overlap.data = units[7].data();
    in.radius = in.runner_radius = way_same(&radius), in.wall_horizon = way_same(&wall_horizon);
    in.self.data = self.data();
    crowd_outcome moved = {std::vector<float>(rows), std::vector<float>(rows), std::vector<float>(rows)};
    way_avoid2d_out out = {};
    out.velocity_x.data = moved.x.data(), out.velocity_y.data = moved.y.data();
    out.progress.data = moved.progress.data();
    way_avoidance avoidance = {};
    avoidance.count = avoidance.runner_count = rows;
    avoidance.most = 5;
    avoidance.walls = walls.data(), avoidance.wall_count = walls.size();
    EXPECT_EQ(way_avoid2d(&in, &out, &avoidance), WAY_OK);
    return moved;
}

TEST_F(program, reads_a_table_of_drag) {
    const std::string call = "launch_drag2d guns.csv --only time,velocity_x,velocity_y,status ";
    write("guns.csv",
          "muzzle_x,muzzle_y,shell_speed,runner_x,runner_y,runner_vx,runner_vy,gravity,drag_area\n"
          "0,0,60,90,0,0,0,9,0.01\n");
    write("half.csv", "coefficient, speed\n0.5,10\n0.5,100\n");
    const outcome by_table = run(call + "--drag-table half.csv"), without = run(call);
    EXPECT_EQ(by_table.code, 0) << by_table.err;
    EXPECT_NE(by_table.out, without.out);
    const auto number_after = [](const std::string &out, const std::string &area) {
        return std::strtod(out.c_str() + out.find("," + area + ",") + area.size() + 2, nullptr);
    };
    write("guns.csv",
          "muzzle_x,muzzle_y,shell_speed,runner_x,runner_y,runner_vx,runner_vy,gravity,drag_area\n"
          "0,0,60,90,0,0,0,9,0.005\n");
    const outcome half = run(call);
    EXPECT_NEAR(number_after(half.out, "0.005"), number_after(by_table.out, "0.01"), 1e-5)
        << by_table.out << half.out;

    const auto refused = [&](const std::string &table, const std::string &message) {
        write("drag.csv", table);
        expect_refusal(call + "--drag-table drag.csv", message);
    };
    refused("speed,coefficient\n100,0.2\n90,0.3\n",
            "drag.csv:3: column speed: found \"90\", expected a higher speed than in the row before");
    refused("speed,coefficient\n100,0.2\n100,0.3\n", "drag.csv:3: column speed: found \"100\"");
    refused("speed,coefficient\n-1,0.2\n",
            "drag.csv:2: column speed: found \"-1\", expected a finite number of at least 0");
    refused("speed,coefficient\n0,nan\n", "drag.csv:2: column coefficient: found \"nan\"");
    refused("speed,coefficient\n0,-0.1\n", "drag.csv:2: column coefficient: found \"-0.1\"");
    refused("speed,mach\n0,1\n", "drag.csv:1: column \"mach\"");
    refused("speed\n0\n", "drag.csv:1: column coefficient: missing");
    refused("speed,coefficient\n", "drag.csv:1: found no rows");
    write("drag.csv", "speed,coefficient\n0,1\n");
    write("arcs.csv", "muzzle_x\n0\n");
    expect_refusal("arc2d arcs.csv --drag-table drag.csv", "--drag-table: arc2d has no column drag_area");
}

/* The program's velocities equal the library's: without walls, with a few walls, and with enough walls that
   the program makes a tree. */
TEST_F(program, avoids_as_the_library_does) {
    const size_t rows = 5000;
    uint64_t dice = support::seed_for(13, 1);
    auto units = drawn(&dice, {150, 150, -3, -3, -3, -3, 4, 1}, rows);
    write("in.csv", table({"chaser_x", "chaser_y", "chaser_vx", "chaser_vy", "preferred_vx", "preferred_vy",
                           "chaser_speed", "overlap"},
                          units));
    const std::string words = "avoid2d in.csv --set radius=0.75 --nearest 5 --set wall_horizon=1.5";
    std::vector<std::string> outs;
    for (size_t count : {0u, 9u, 300u}) {
        auto ends = drawn(&dice, {150, 150, -20, -20}, count);
        std::vector<way_wall> walls(count);
        std::string file = "sides,ax,ay,bx,by\n";
        for (size_t i = 0; i < count; i++) {
            const int32_t sides = static_cast<int32_t>(i % 3) - 1;
            walls[i] = {ends[0][i], ends[1][i], ends[0][i] + ends[2][i], ends[1][i] + ends[3][i], sides};
            char line[128];
            snprintf(line, sizeof line, "%d,%.9g,%.9g,%.9g,%.9g\n", sides, static_cast<double>(walls[i].ax),
                     static_cast<double>(walls[i].ay), static_cast<double>(walls[i].bx),
                     static_cast<double>(walls[i].by));
            file += line;
        }
        write("walls.csv", file);
        const crowd_outcome moved = avoided2d(units, walls);
        outcome result = run(words + (count > 0 ? " --walls walls.csv" : ""));
        ASSERT_EQ(result.code, 0) << result.err;
        expect_columns(result.out, rows, 8, {moved.x.data(), moved.y.data(), moved.progress.data()});
        outs.push_back(result.out);
    }
    EXPECT_NE(outs[0], outs[1]);
    EXPECT_NE(outs[1], outs[2]);
}

TEST_F(program, avoids_in_space_as_the_library_does) {
    const size_t rows = 5000;
    const float radius = 0.75f, overlap = 0;
    uint64_t dice = support::seed_for(13, 4);
    auto units = drawn(&dice, {40, 40, 40, -3, -3, -3, -3, -3, -3, 4}, rows);
    write("in.csv", table({"chaser_x", "chaser_y", "chaser_z", "chaser_vx", "chaser_vy", "chaser_vz",
                           "preferred_vx", "preferred_vy", "preferred_vz", "chaser_speed"},
                          units));
    std::vector<uint32_t> self(rows);
    for (size_t i = 0; i < rows; i++)
        self[i] = static_cast<uint32_t>(i);
    way_avoid3d_in in = {};
    in.chaser_x.data = units[0].data(), in.chaser_y.data = units[1].data(),
    in.chaser_z.data = units[2].data();
    in.chaser_vx.data = units[3].data(), in.chaser_vy.data = units[4].data(),
    in.chaser_vz.data = units[5].data();
    in.preferred_vx.data = units[6].data(), in.preferred_vy.data = units[7].data(),
    in.preferred_vz.data = units[8].data();
    in.runner_x = in.chaser_x, in.runner_y = in.chaser_y, in.runner_z = in.chaser_z;
    in.runner_vx = in.chaser_vx, in.runner_vy = in.chaser_vy, in.runner_vz = in.chaser_vz;
    in.chaser_speed.data = units[9].data(), in.self.data = self.data();
    in.radius = in.runner_radius = way_same(&radius), in.overlap = way_same(&overlap);
    std::vector<float> x(rows), y(rows), z(rows), progress(rows);
    way_avoid3d_out out = {};
    out.velocity_x.data = x.data(), out.velocity_y.data = y.data(), out.velocity_z.data = z.data();
    out.progress.data = progress.data();
    way_avoidance avoidance = {};
    avoidance.count = avoidance.runner_count = rows;
    ASSERT_EQ(way_avoid3d(&in, &out, &avoidance), WAY_OK);
    outcome result = run("avoid3d in.csv --set radius=0.75 --set overlap=0");
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.out.find(",velocity_x,velocity_y,velocity_z,progress,status\n"), std::string::npos);
    expect_columns(result.out, rows, 10, {x.data(), y.data(), z.data(), progress.data()});
}

/* The assignment minimises the sum of the distances, or the largest distance. For this, some choosers get a
   candidate that is not their nearest. */
TEST_F(program, assigns_one_slot_to_each_unit) {
    write("in.csv", "id,chaser_x,chaser_y\na,0,0\nb,1,0\nc,30,40\n");
    write("slots.csv", "runner_x,runner_y\n1,0\n3,0\n");
    const std::string head = "id,chaser_x,chaser_y,target,cost,status\n";
    EXPECT_EQ(run("assign in.csv --candidates slots.csv").out,
              head + "a,0,0,0,1,met\nb,1,0,1,2,met\nc,30,40,-1,inf,no_target\n");
    EXPECT_EQ(run("assign in.csv --candidates slots.csv --set capacity=2").out,
              head + "a,0,0,0,1,met\nb,1,0,0,0,met\nc,30,40,1,48.259712,met\n");
    EXPECT_EQ(run("assign in.csv --candidates slots.csv --set range_to=1.5").out,
              head + "a,0,0,-1,inf,no_target\nb,1,0,0,0,met\nc,30,40,-1,inf,no_target\n");
    EXPECT_EQ(run("assign in.csv --candidates slots.csv --nearest 1").out,
              head + "a,0,0,-1,inf,no_target\nb,1,0,0,0,met\nc,30,40,1,48.259712,met\n");
    /* with a bonus, both keep the slots that they have */
    write("in.csv", "chaser_x,chaser_y,present\n0,0,1\n3,0,0\n");
    write("slots.csv", "runner_x,runner_y\n1,0\n2,0\n");
    EXPECT_EQ(run("assign in.csv --candidates slots.csv").out,
              "chaser_x,chaser_y,present,target,cost,status\n0,0,1,0,1,met\n3,0,0,1,1,met\n");
    EXPECT_EQ(run("assign in.csv --candidates slots.csv --set bonus=9").out,
              "chaser_x,chaser_y,present,target,cost,status\n0,0,1,1,2,met\n3,0,0,0,2,met\n");
    /* distances 5 and 0 have the smaller sum; distances 3 and 4 have the smaller maximum */
    write("in.csv", "chaser_x,chaser_y\n0,0\n3,0\n");
    write("slots.csv", "runner_x,runner_y\n3,0\n3,4\n");
    EXPECT_EQ(run("assign in.csv --candidates slots.csv --least sum").out,
              "chaser_x,chaser_y,target,cost,status\n0,0,1,5,met\n3,0,0,0,met\n");
    EXPECT_EQ(run("assign in.csv --candidates slots.csv --least largest").out,
              "chaser_x,chaser_y,target,cost,status\n0,0,0,3,met\n3,0,1,4,met\n");
    /* two choosers with damage 4 are enough for health 6; the third takes the next candidate */
    write("in.csv", "chaser_x,chaser_y,damage\n1,0,4\n2,0,4\n3,0,4\n");
    write("slots.csv", "runner_x,runner_y,health\n0,0,6\n9,0,20\n");
    EXPECT_EQ(run("assign in.csv --candidates slots.csv").out,
              "chaser_x,chaser_y,damage,target,cost,status\n1,0,4,0,1,met\n2,0,4,0,2,met\n3,0,4,1,6,met\n");
    EXPECT_EQ(run("assign in.csv --candidates slots.csv --set capacity=1").out,
              "chaser_x,chaser_y,damage,target,cost,status\n1,0,4,0,1,met\n2,0,4,-1,inf,no_target\n"
              "3,0,4,1,6,met\n");
    expect_refusal("assign in.csv --candidates slots.csv --set unserved=3",
                   "unserved cannot be used together with health");
    /* the second unit stays where it is, because that costs less; then a slot needs two units */
    write("in.csv", "chaser_x,chaser_y,unserved\n1,0,4\n20,0,4\n");
    write("slots.csv", "runner_x,runner_y,capacity\n0,0,2\n");
    EXPECT_EQ(run("assign in.csv --candidates slots.csv").out,
              "chaser_x,chaser_y,unserved,target,cost,status\n1,0,4,0,1,met\n20,0,4,-1,inf,no_target\n");
    EXPECT_EQ(run("assign in.csv --candidates slots.csv --set at_least=2").out,
              "chaser_x,chaser_y,unserved,target,cost,status\n1,0,4,0,1,met\n20,0,4,0,20,met\n");
    write("in.csv", "chaser_x,chaser_y,damage\n1,0,4\n2,0,4\n3,0,4\n");
    write("slots.csv", "runner_x,runner_y\n0,0\n");
    expect_refusal("assign in.csv --candidates slots.csv", "damage needs a column health of the candidates");
    /* no row is assigned to itself */
    write("in.csv", "chaser_x,chaser_y\n0,0\n10,0\n11,0\n");
    EXPECT_EQ(run("assign in.csv").out, "chaser_x,chaser_y,target,cost,status\n0,0,1,10,met\n10,0,2,1,met\n"
                                        "11,0,0,11,met\n");
    write("slots.csv", "runner_x,runner_y\n");
    EXPECT_EQ(split(run("assign in.csv --candidates slots.csv").out, '\n').back(), "11,0,-1,inf,no_target");
    write("in.csv", "chaser_x,chaser_y\n");
    EXPECT_EQ(run("assign in.csv --candidates slots.csv").out, "chaser_x,chaser_y,target,cost,status\n");
    expect_refusal("assign in.csv --candidates slots.csv --least cost",
                   "--least: found \"cost\", expected sum or largest");
    expect_refusal("assign in.csv --candidates slots.csv --by time", "--by does not go with assign");
    write("in.csv", "chaser_x,chaser_y\n0,0\n0,up\n");
    expect_refusal("assign in.csv --candidates slots.csv -o out.csv",
                   "in.csv:3: column chaser_y: found \"up\"");
}

/* The program's assignment equals the library's, although the program reads the rows in several batches. */
TEST_F(program, assigns_as_the_library_does) {
    const size_t rows = 5000, slots = 600, each = 4;
    uint64_t dice = support::seed_for(13, 2);
    auto units = drawn(&dice, {500, 500}, rows);
    auto places = drawn(&dice, {500, 500}, slots);
    write("in.csv", table({"chaser_x", "chaser_y"}, units));
    write("slots.csv", table({"runner_x", "runner_y"}, places));
    way_choose2d_in in = {};
    in.chaser_x.data = units[0].data(), in.chaser_y.data = units[1].data();
    in.runner_x.data = places[0].data(), in.runner_y.data = places[1].data();
    std::vector<way_neighbour> list(2 * rows * each);
    std::vector<size_t> offset(rows + 1);
    way_neighbours lists = {};
    lists.most = each, lists.list = list.data(), lists.capacity = list.size(), lists.offset = offset.data();
    way_choice choice = {};
    choice.count = rows, choice.runner_count = slots;
    ASSERT_EQ(way_neighbours2d(&in, &choice, &lists), WAY_OK);
    way_assign_in costs = {};
    costs.row = way_at(&list[0].row, sizeof list[0]), costs.cost = way_at(&list[0].distance, sizeof list[0]);
    std::vector<uint32_t> target(rows), cost(rows);
    way_assign_out out = {};
    out.target.data = target.data(), out.cost.data = cost.data();
    std::vector<uint64_t> memory(way_assign_bytes(rows, slots, offset[rows]) / 8 + 1);
    way_assignment how = {};
    how.count = rows, how.runner_count = slots, how.offset = offset.data();
    how.memory = memory.data(), how.bytes = memory.size() * 8;
    ASSERT_EQ(way_assign(&costs, &out, &how), WAY_OK);
    EXPECT_EQ(how.served, slots);
    outcome result = run("assign in.csv --candidates slots.csv --nearest 4");
    ASSERT_EQ(result.code, 0) << result.err;
    expect_columns(result.out, rows, 2, {target.data(), cost.data()});
}

/* The map has a wall with a swamp beside it, water, and cells without a path. */
TEST_F(program, writes_the_field_of_a_map) {
    const std::string rows = "..@.@\n.S@WT\n.G@..\n.....\n";
    write("in.map", "type octile\nheight 4\nwidth 5\nmap\n" + rows);
    const outcome result = run("field2d in.map --goal 3,2");
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, "x,y,cost,next\n0,0,32,1\n1,0,30,2\n2,0,-1,-1\n3,0,-1,-1\n4,0,-1,-1\n"
                          "0,1,27,1\n1,1,25,2\n2,1,-1,-1\n3,1,-1,-1\n4,1,-1,-1\n"
                          "0,2,22,1\n1,2,20,2\n2,2,-1,-1\n3,2,0,8\n4,2,5,4\n"
                          "0,3,20,0\n1,3,15,0\n2,3,10,0\n3,3,5,6\n4,3,7,5\n");
    const outcome cut = run("field2d in.map --goal 3,2 --costs 10,14 --cut-corners");
    EXPECT_NE(cut.out.find("\n1,2,28,1\n"), std::string::npos) << cut.out;
    const outcome wide = run("field2d in.map --goal 0,3 --goal 4,3,1 --clearance 0.5 -o out.csv");
    EXPECT_EQ(wide.code, 0) << wide.err;
    EXPECT_NE(read("out.csv").find("\n3,3,6,0\n4,3,1,8\n"), std::string::npos);
}

/* follow2d reads the field that field2d has written. A missing goal column means the centre of the cell. */
TEST_F(program, rows_follow_the_field_of_a_map) {
    write("in.map", "type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n");
    EXPECT_EQ(0, run("field2d in.map --goal 3,2 -o field.csv").code);
    write("in.csv", "chaser_x,chaser_y,chaser_speed\n7,1,3\n1,1,3\n7,5,3\n-99,0,3\n1,1,0\n");
    const outcome result = run("follow2d in.csv --field field.csv --cell 2");
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, "chaser_x,chaser_y,chaser_speed,velocity_x,velocity_y,status\n7,1,3,0,3,met\n"
                          "1,1,3,3,0,met\n7,5,3,0,0,there\n-99,0,3,0,0,no_path\n1,1,0,0,0,immobile\n");
    const outcome point = run("follow2d in.csv --field field.csv --cell 2 --set goal_x=6.5 --set goal_y=5");
    EXPECT_NE(point.out.find("\n7,5,3,-3,0,met\n"), std::string::npos) << point.out;
    const outcome other = run("follow2d in.csv --field field.csv --cell 2 --set field=1");
    EXPECT_NE(other.out.find("\n7,1,3,0,0,no_target\n"), std::string::npos) << other.out;
}

TEST_F(program, wrong_fields_are_refused) {
    write("in.csv", "chaser_x,chaser_y,chaser_speed\n1,1,3\n");
    write("field.csv", "x,y,cost,next\n0,0,5,0\n1,0,0,8\n");
    const std::string end = " -o out.csv";
    expect_refusal("follow2d in.csv" + end, "expected --field FILE.csv");
    expect_refusal("follow2d in.csv --field none.csv" + end, "none.csv: cannot be read");
    expect_refusal("follow2d in.csv --field field.csv --cell 0" + end, "--cell: found \"0\"");
    expect_refusal("follow2d in.csv --field field.csv --sight 65" + end, "--sight: found \"65\"");
    expect_refusal("follow2d in.csv --field field.csv --drop chaser_speed" + end, "chaser_speed");
    expect_refusal("avoid2d in.csv --field field.csv" + end, "--field does not go with avoid2d");
    const std::string head = "x,y,cost,next\n";
    const std::string wrong[][2] = {
        {"", "found no cells"},
        {head, "found no cells"},
        {"x,y,cost\n", "wrong.csv:1: column next: missing"},
        {"x,cost,y,next\n", "wrong.csv:1: column \"cost\""},
        {head + "0,0,0,8\n0,0,0,8\n", "cell 0,0: the file has it twice"},
        {head + "0,0,0,8\n1,1,0,8\n", "cell 1,0: missing"},
        {head + "0,0,0,9\n", "wrong.csv:2: column next: found \"9\", expected a whole number from -1 to 8"},
        {head + "0,0,-2,8\n", "wrong.csv:2: column cost: found \"-2\""},
        {head + "16000,0,0,8\n", "wrong.csv:2: column x: found \"16000\""},
        {head + "0,0,-1,8\n", "wrong.csv:2: column next: found 8, but cost is -1"},
        {head + "0,0,5,0\n", "cell 0,0: next is 0, where no cell has a path"}};
    for (const auto &field : wrong) {
        write("wrong.csv", field[0]);
        expect_refusal("follow2d in.csv --field wrong.csv" + end, field[1]);
    }
}

TEST_F(program, wrong_maps_and_goals_are_refused) {
    const std::string head = "type octile\nheight 2\nwidth 3\nmap\n";
    write("in.map", head + "..@\n...\n");
    const std::string goal = " --goal 0,0 -o out.csv";
    expect_refusal("field2d in.map -o out.csv", "expected --goal X,Y");
    expect_refusal("field2d in.map --goal 2,0 -o out.csv", "--goal 2,0: the cell is closed");
    expect_refusal("field2d in.map --goal 0,2 -o out.csv", "outside of the map, which has 3 x 2 cells");
    expect_refusal("field2d in.map --goal 0 -o out.csv", "--goal: found \"0\"");
    expect_refusal("field2d in.map --goal -1,0 -o out.csv", "--goal: found \"-1,0\"");
    expect_refusal("field2d in.map --clearance 1" + goal, "--goal 0,0: the cell is closed by the clearance");
    expect_refusal("field2d in.map --costs 5,11" + goal, "--costs: found \"5,11\"");
    expect_refusal("field2d in.map --clearance x" + goal, "--clearance: found \"x\"");
    expect_refusal("field2d none.map" + goal, "none.map: No such file");
    expect_refusal("intercept2d in.csv --goal 0,0", "--goal does not go with intercept2d");
    const std::string wrong[][2] = {
        {"", "line 1: expected type"},
        {"type hex\n", "line 1: type: found \"hex\""},
        {"type octile\nheight 0\n", "line 2: height: found \"0\""},
        {"type octile\nheight 2\nmap\n", "line 3: expected a line with the width"},
        {head + "...\n", "line 5: the map ends after 1 rows, expected 2"},
        {head + "..\n...\n", "line 5: found 2 cells, expected 3"},
        {head + "...\n..x\n", "line 6, column 3: found \"x\""},
        {head + "...\n...\n...\n", "line 7: found more than 2 rows"}};
    for (const auto &map : wrong) {
        write("wrong.map", map[0]);
        expect_refusal("field2d wrong.map" + goal, map[1]);
    }
}

/* The program prints one row for each waypoint, and one row for a path without waypoints. The paths fill
   several batches. */
TEST_F(program, lists_waypoints_as_the_library_does) {
    const size_t rows = 5000;
    std::vector<float> length(rows), spacing(rows);
    std::string in = "squad,target_x,middle,spacing\n";
    for (size_t i = 0; i < rows; i++) {
        length[i] = (float)(i % 40), spacing[i] = i % 9 == 5 ? 0 : (float)(1 + i % 7);
        in += "s" + std::to_string(i) + "," + std::to_string(i % 40) + "," + std::to_string(i % 40) + "," +
              std::to_string((int)spacing[i]) + "\n";
    }
    write("in.csv", in);
    const float zero = 0, one = 1;
    const int32_t word = WAY_LSL;
    way_waypoints2d_in columns = {};
    columns.x = columns.y = columns.heading_y = columns.target_y = columns.target_heading_y = way_same(&zero);
    columns.heading_x = columns.target_heading_x = columns.radius = way_same(&one);
    columns.arc1 = columns.arc2 = way_same(&zero), columns.word = way_same(&word);
    columns.target_x = columns.middle = way_in(length.data()), columns.spacing = way_in(spacing.data());
    way_waypoints lists = {};
    std::vector<size_t> offset(rows + 1);
    lists.count = rows, lists.offset = offset.data();
    lists.capacity = way_waypoints2d_capacity(&columns, &lists);
    std::vector<float> x(lists.capacity);
    std::vector<int32_t> status(rows);
    way_waypoints2d_out out = {};
    out.next_x = way_out(x.data()), out.status = way_out(status.data());
    ASSERT_EQ(WAY_OK, way_waypoints2d(&columns, &out, &lists));
    const std::string set = " --set x=0 --set y=0 --set heading_x=1 --set heading_y=0 --set target_y=0"
                            " --set target_heading_x=1 --set target_heading_y=0 --set radius=1 --set word=LSL"
                            " --set arc1=0 --set arc2=0";
    const outcome result = run("waypoints2d in.csv" + set);
    ASSERT_EQ(result.code, 0) << result.err;
    const std::vector<std::string> lines = split(result.out, '\n');
    EXPECT_EQ(lines[0], "squad,target_x,middle,spacing,next_x,next_y,next_heading_x,next_heading_y,"
                        "next_distance,status");
    size_t at = 1;
    for (size_t i = 0; i < rows; i++) {
        for (size_t k = offset[i]; k < std::max(offset[i + 1], offset[i] + 1); k++, at++) {
            ASSERT_LT(at, lines.size());
            const std::vector<std::string> cells = split(lines[at], ',');
            ASSERT_EQ(10u, cells.size()) << lines[at];
            ASSERT_EQ("s" + std::to_string(i), cells[0]);
            ASSERT_EQ(way_status_word(status[i]), cells[9]);
            if (k == offset[i + 1])
                ASSERT_EQ("", cells[4] + cells[5] + cells[8]) << lines[at];
            else
                ASSERT_EQ(x[k], std::stof(cells[4])) << lines[at];
        }
    }
    EXPECT_EQ(lines.size(), at);
    /* the second path has more waypoints than the program makes at a time */
    write("in.csv", "target_x,middle,spacing\n10,10,1\n1200000,1200000,1\n20,20,1\n");
    ASSERT_EQ(0, run("waypoints2d in.csv -o out.csv" + set).code);
    std::ifstream many(path("out.csv"));
    std::string line, last;
    size_t count = 0;
    for (; std::getline(many, line); last = line)
        count++;
    EXPECT_EQ(1u + 11 + 1200001 + 21, count);
    EXPECT_EQ("20,20,1,20,0,1,0,20,met", last);
    write("in.csv", "target_x,middle\n10,10\n");
    expect_refusal("waypoints2d in.csv" + set, "in.csv:1: column spacing: missing, and waypoints2d needs it");
    write("in.csv", "target_x,middle,spacing\n10,10,far\n");
    expect_refusal("waypoints2d in.csv" + set, "in.csv:2: column spacing: found \"far\", expected a number");
    expect_refusal("waypoints2d in.csv --candidates in.csv", "--candidates does not go with waypoints2d");
}

/* A mask has 32 bits. A mask is written as a signed or unsigned decimal number or in hexadecimal, in the
   input file, in the candidates' file or after --set. -1 sets all bits. */
TEST_F(program, many_worlds_are_one_file) {
    write("worlds.csv", "chaser_x,chaser_y,chaser_world\n0,0,4294967295\n1,0,0\n5,0,4294967295\n9,0,0\n"
                        "3,0,7\n");
    write("others.csv", "runner_x,runner_y,runner_world\n1,0,0\n2,0,4294967295\n8,0,0\n");
    EXPECT_EQ("chaser_x,chaser_y,chaser_world,target,cost,status\n0,0,4294967295,2,5,met\n1,0,0,3,8,met\n"
              "5,0,4294967295,0,5,met\n9,0,0,1,8,met\n3,0,7,-1,inf,no_target\n",
              run("choose2d worlds.csv").out);
    EXPECT_EQ("chaser_x,chaser_y,chaser_world,target,cost,status\n0,0,4294967295,1,2,met\n1,0,0,0,0,met\n"
              "5,0,4294967295,-1,inf,no_target\n9,0,0,2,1,met\n3,0,7,-1,inf,no_target\n",
              run("assign worlds.csv --candidates others.csv").out);
    write("walkers.csv", "chaser_x,chaser_y,chaser_vx,chaser_vy,preferred_vx,preferred_vy,chaser_world\n"
                         "0,0,1,0,1,0,5\n3,0,-1,0,-1,0,6\n");
    EXPECT_EQ("0,0,1,0,1,0,5,1,0,1,no_target",
              split(run("avoid2d walkers.csv --set chaser_speed=1 --set radius=0.5").out, '\n')[1]);
    write("ships.csv", "x,y,vx,vy,world\n0,0,1,0,7\n9,0,-1,0,8\n9,0,-1,0,7\n");
    const std::vector<std::string> pairs =
        split(run("conflicts2d ships.csv --set radius=1 --set horizon=60").out, '\n');
    EXPECT_EQ(2u, pairs.size());
    EXPECT_NE(std::string::npos, pairs[1].find("0,2,4,5,4.5,0"));
    write("balls.csv", "ball_x,ball_y,ball_vx,ball_vy,world\n0,0,1,0,7\n9,0,-1,0,8\n9,0,-1,0,7\n");
    EXPECT_NE(
        std::string::npos,
        run("bounce_all2d balls.csv --set radius=1 --set dt=9").out.find("9,0,-1,0,8,0,0,-1,0,0,met\n"));
    write("bridge.csv", "chaser_x,chaser_y,chaser_vx,chaser_vy,preferred_vx,preferred_vy,height\n"
                        "0,0,1,0,1,0,0\n3,0,-1,0,-1,0,4\n");
    const std::string walk = "avoid2d bridge.csv --set chaser_speed=1 --set radius=0.5 --set step_height=";
    EXPECT_EQ("0,0,1,0,1,0,0,1,0,1,no_target", split(run(walk + "3.9").out, '\n')[1]);
    EXPECT_EQ(std::string::npos, split(run(walk + "4").out, '\n')[1].find("no_target"));
}

TEST_F(program, masks_are_numbers_of_32_bits) {
    const std::string chosen = "chaser_x,chaser_y,target,cost,status\n0,0,1,2,met\n";
    write("in.csv", "chaser_x,chaser_y\n0,0\n");
    write("others.csv", "runner_x,runner_y,runner_mask\n1,0,0x7fffffff\n2,0,2147483648\n");
    for (const char *mask : {"0x80000000", "2147483648", "-2147483648", "+2147483648"})
        EXPECT_EQ(run("choose2d in.csv --candidates others.csv --set chaser_mask=" + std::string(mask)).out,
                  chosen)
            << mask;
    for (const char *mask : {"4294967295", "-1", "0xff", "0XFF", "0xffffffff", " 255 ", "1"}) {
        EXPECT_EQ(
            split(run("choose2d in.csv --candidates others.csv --set 'chaser_mask=" + std::string(mask) + "'")
                      .out,
                  '\n')
                .back(),
            "0,0,0,1,met")
            << mask;
        write("masked.csv", "chaser_x,chaser_y,chaser_mask\n0,0," + std::string(mask) + "\n");
        EXPECT_EQ(split(run("choose2d masked.csv --candidates others.csv").out, '\n').back(),
                  "0,0," + std::string(mask) + ",0,1,met")
            << mask;
    }
    for (const char *mask : {"4294967296", "0x100000000", "-2147483649", "0x", "0xg1", "0x-1", "-0x1", "1.5",
                             "1e3", "all", ""}) {
        const std::string saying = "column chaser_mask: found \"" + std::string(mask) +
                                   "\", expected a whole number of 32 bits, such as 5, -1 or 0xff";
        write("masked.csv", "chaser_x,chaser_y,chaser_mask\n0,0," + std::string(mask) + "\n");
        expect_refusal("choose2d masked.csv --candidates others.csv", "masked.csv:2: " + saying);
        expect_refusal("choose2d in.csv --candidates others.csv --set 'chaser_mask=" + std::string(mask) +
                           "'",
                       "--set: " + saying);
    }
    write("others.csv", "runner_x,runner_y,capacity\n1,0,4294967295\n2,0,0x0\n");
    write("in.csv", "chaser_x,chaser_y\n0,0\n9,0\n");
    EXPECT_EQ(run("assign in.csv --candidates others.csv").out,
              "chaser_x,chaser_y,target,cost,status\n0,0,0,1,met\n9,0,0,8,met\n");
    /* a tile is a signed number, so it may not be hexadecimal */
    write("in.csv", "chaser_x,chaser_y,runner_x,runner_y\n0,0,0xff,0\n");
    expect_refusal("tile_step in.csv", "in.csv:2: column runner_x: found \"0xff\", expected a whole number");
}

/* If each row searched all candidates, this test would take half a minute. */
TEST_F(program, assigns_many_rows_in_seconds) {
    const size_t rows = 120000;
    uint64_t dice = support::seed_for(13, 3);
    write("in.csv", table({"chaser_x", "chaser_y"}, drawn(&dice, {500, 500}, rows)));
    const auto begin = std::chrono::steady_clock::now();
    const outcome result = run("assign in.csv --nearest 3 -o out.csv");
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_LT(seconds.count(), 10);
    EXPECT_EQ(split(read("out.csv"), '\n').size(), rows + 1);
}

TEST_F(program, invalid_choices_are_refused) {
    auto refuse = [&](const std::string &content, const std::string &words, const std::string &saying) {
        write("in.csv", content);
        expect_refusal(words + " -o out.csv", saying);
    };
    const std::string places = "chaser_x,chaser_y\n0,0\n";
    write("others.csv", candidates);
    refuse(places, "choose2d in.csv --candidates others.csv --best 9",
           "--best: found \"9\", expected a whole number from 1 to 8");
    refuse(places, "choose2d in.csv --by speed", "--by: found \"speed\", expected distance, time or turning");
    refuse("chaser_x,chaser_y,chaser_z\n0,0,0\n", "choose3d in.csv --by turning",
           "--by: turning does not go with choose3d");
    refuse(places, "choose2d in.csv --by turning --set chaser_speed=5 --candidates others.csv",
           "in.csv:1: column heading_x: missing, and choose2d needs it");
    refuse("chaser_x\n", "avoid2d in.csv --nearest 33",
           "--nearest: found \"33\", expected a whole number from 1 to 32");
    refuse(places, "choose2d in.csv --nearest 4", "--nearest does not go with choose2d");
    refuse(places, "avoid2d in.csv --best 4", "--best does not go with avoid2d");
    refuse(places, "avoid3d in.csv --best 4", "--best does not go with avoid3d");
    refuse("chaser_x\n", "avoid3d in.csv --nearest 33",
           "--nearest: found \"33\", expected a whole number from 1 to 32");
    refuse(places, "choose2d in.csv --runners others.csv", "--runners does not go with choose2d");
    refuse(places, "intercept2d in.csv --candidates others.csv", "--candidates does not go with intercept2d");
    refuse(places, "choose2d in.csv --precision fast", "--precision does not go with choose2d");
    refuse(places, "choose2d in.csv --by time --candidates others.csv",
           "in.csv:1: column chaser_speed: missing, and choose2d needs it");
    refuse(places, "choose2d in.csv --set target=0", "choose2d has no input \"target\"");
    refuse("chaser_x,chaser_y,target\n", "choose2d in.csv --candidates others.csv",
           "in.csv:1: column target: choose2d writes a column of that name");
    refuse("chaser_x,chaser_y,runner_x\n", "choose2d in.csv --candidates others.csv",
           "in.csv:1: column runner_x: found here, but the runners are read from others.csv");
    refuse(places, "choose2d in.csv --candidates in.csv", "in.csv:1: column runner_x: missing");
    refuse(
        places, "choose2d in.csv --candidates others.csv --set present=first",
        "--set: column present: found \"first\", expected a whole number of 32 bits, such as 5, -1 or 0xff");
    write("others.csv", candidates + "s,0,zero,0,0\n");
    refuse(places, "choose2d in.csv --candidates others.csv",
           "others.csv:5: column runner_y: found \"zero\", expected a number");
    refuse("chaser_x,chaser_y\n0,0\n0,up\n", "choose2d in.csv", "in.csv:3: column chaser_y: found \"up\"");
    EXPECT_EQ(read("in.csv"), "chaser_x,chaser_y\n0,0\n0,up\n");
}

/* Columns ------------------------------------------------------------------------------------------------ */

TEST_F(program, columns_may_be_dropped_and_renamed) {
    write("in.csv",
          "\"a,b\",x,status,time," + header.substr(9) + ",note\n7,0,old,1," + easy_row.substr(2) + ",hi\n");
    const std::string rest = header.substr(9), cells = easy_row.substr(2);
    EXPECT_EQ(run("intercept2d in.csv --rename x=chaser_x --drop status,time").out,
              "\"a,b\",chaser_x," + rest + ",note," + answers + "\n7,0," + cells + ",hi," + easy_answer +
                  "\n");
    EXPECT_EQ(run("intercept2d in.csv --drop time --rename x=chaser_x --rename=status=status_before "
                  "--drop=note")
                  .out,
              "\"a,b\",chaser_x,status_before," + rest + "," + answers + "\n7,0,old," + cells + "," +
                  easy_answer + "\n");
    EXPECT_EQ(run("intercept2d in.csv --rename 'x=chaser_x,status=say \"ab\",time=before' --drop note").out,
              "\"a,b\",chaser_x,\"say \"\"ab\"\"\",before," + rest + "," + answers + "\n7,0,old,1," + cells +
                  "," + easy_answer + "\n");
    /* a dropped input gets its default or the value of --set; two columns can swap their names; all columns
       can be dropped */
    write("in.csv", header + ",reach\n0,0,5,10,0,0,0,5\n");
    EXPECT_EQ(run("intercept2d in.csv --drop reach").out,
              header + "," + answers + "\n" + easy_row + "," + easy_answer + "\n");
    EXPECT_NE(run("intercept2d in.csv --drop reach --set reach=2.5").out.find(easy_row + ",1.5,10"),
              std::string::npos);
    write("in.csv", "chaser_y,chaser_x,chaser_speed,runner_x,runner_y,runner_vx,runner_vy\n1,2,5,2,6,0,0\n");
    EXPECT_NE(run("intercept2d in.csv").out.find("1,2,5,2,6,0,0,1,2,6,"), std::string::npos);
    EXPECT_NE(run("intercept2d in.csv --rename chaser_x=chaser_y --rename chaser_y=chaser_x")
                  .out.find("chaser_x,chaser_y,chaser_speed,"),
              std::string::npos);
    write("in.csv", "vector_x,vector_y\n3,4\n");
    EXPECT_EQ(run("perpendicular2d in.csv --drop vector_x,vector_y --set vector_x=1 --set vector_y=2").out,
              "perpendicular_x,perpendicular_y,status\n-2,1,met\n");
    write("in.csv", header + ",target\n" + easy_row + ",hill\n");
    EXPECT_EQ(run("intercept2d in.csv --rename target=place").out,
              header + ",place," + answers + "\n" + easy_row + ",hill," + easy_answer + "\n");
}

/* A list renames all of its columns. Once it renamed the first one to "reach,hz=horizon", without a word. */
TEST_F(program, a_list_renames_all_its_columns) {
    write("in.csv", header + ",far,hz\n0,0,5,30,0,0,3,2,1\n");
    const std::string apart = run("intercept2d in.csv --rename far=reach --rename hz=horizon").out;
    EXPECT_NE(apart.find("late"), std::string::npos) << apart;
    EXPECT_EQ(run("intercept2d in.csv --rename far=reach,hz=horizon").out, apart);
}

TEST_F(program, invalid_drops_and_renames_are_refused) {
    auto refuse = [&](const std::string &words, const std::string &saying) {
        write("in.csv", header + ",note\n" + easy_row + ",\n");
        expect_refusal("intercept2d in.csv -o out.csv " + words, saying);
    };
    refuse("--drop nobody", "in.csv:1: --drop: no column \"nobody\"; the file has: chaser_x, ");
    refuse("--rename nobody=chaser_y", "in.csv:1: --rename: no column \"nobody\"");
    refuse("--drop chaser_x", "in.csv:1: column chaser_x: missing");
    refuse("--rename note=chaser_x", "column chaser_x: the header has it twice");
    for (const char *name : {"time", "raech", "status_before"})
        refuse(std::string("--rename note=") + name,
               std::string("--rename: found \"") + name +
                   "\", expected a new name that is an input of intercept2d");
    write("agents.csv", "chaser_x,chaser_y,far\n0,0,1\n");
    expect_refusal("avoid2d agents.csv --rename far=target",
                   "expected a new name that is an input of avoid2d");
    refuse("--rename runner_x=time", "in.csv:1: column time: intercept2d writes a column of that name");
    refuse("--drop note --rename note=n", "column \"note\" is given twice");
    refuse("--drop note,,note", "--drop: found \"note,,note\", expected column,column");
    refuse("--drop ''", "--drop: found \"\", expected column,column");
    refuse("--rename note", "--rename: found \"note\", expected old=new");
    refuse("--rename =note", "--rename: found \"=note\", expected old=new");
    refuse("--rename note=", "--rename: found \"note=\", expected old=new");
    refuse("--rename note=reach=", "--rename: found \"note=reach=\", expected old=new");
    refuse("--rename note=reach=x", "--rename: found \"note=reach=x\", expected old=new");
    refuse("--rename note=reach,", "--rename: found \"note=reach,\", expected old=new");
    refuse("--rename note=reach,hz", "--rename: found \"hz\", expected old=new");
    write("in.csv", header + ",time,status,b\n");
    expect_refusal("intercept2d in.csv --drop status --rename time=b",
                   "in.csv:1: --rename: there are two columns \"b\" then");
    expect_refusal("intercept2d in.csv --rename time=c --rename status=c",
                   "in.csv:1: --rename: there are two columns \"c\" then");
    expect_refusal("list --drop a", "--drop does not go with list");
    expect_refusal("list --rename a=b", "--rename does not go with list");
}

/* The columns of the chosen row are copied to the answers: a user reads identities, not row numbers. */
TEST_F(program, brings_columns_of_the_chosen_row) {
    write("ships.csv", "mmsi,name,chaser_x,chaser_y\n201,A,0,0\n202,\"B, jr\",10,0\n203,C,0,500\n");
    EXPECT_EQ(run("choose2d ships.csv --bring mmsi,name --best 2 --only target").out,
              "mmsi,name,chaser_x,chaser_y,target,target_mmsi,target_name,target2_mmsi,target2_name\n"
              "201,A,0,0,1,202,\"B, jr\",203,C\n202,\"B, jr\",10,0,0,201,A,203,C\n"
              "203,C,0,500,0,201,A,202,\"B, jr\"\n");
    /* from the file of candidates, also in the order of the words and without a candidate */
    write("ports.csv", "depth,runner_x,runner_y,port\n12,1,0,Turku\n9,400,0,Oulu\n");
    EXPECT_EQ(run("choose2d ships.csv --candidates ports.csv --bring port,depth --set range_to=20 "
                  "--only cost --drop name")
                  .out,
              "mmsi,chaser_x,chaser_y,cost,target_port,target_depth\n201,0,0,1,Turku,12\n"
              "202,10,0,9,Turku,12\n203,0,500,inf,,\n");
    EXPECT_EQ(run("assign ships.csv --candidates ports.csv --bring port --drop name").out,
              "mmsi,chaser_x,chaser_y,target,cost,status,target_port\n201,0,0,0,1,met,Turku\n"
              "202,10,0,1,390,met,Oulu\n203,0,500,-1,inf,no_target,\n");
    /* a behaviour brings the columns of its target, and conflicts those of the second agent */
    write("in.csv", "id,target," + header + "\na,1,0,0,5,0,0,0,0\nb,0,0,0,5,10,0,0,0\nc,-1,0,0,5,1,1,0,0\n");
    EXPECT_EQ(run("intercept2d in.csv --bring id --only status").out,
              "id,target," + header +
                  ",status,target_id\na,1,0,0,5,0,0,0,0,met,b\nb,0,0,0,5,10,0,0,0,there,a\n"
                  "c,-1,0,0,5,1,1,0,0,no_target,\n");
    write("in.csv", "id,x,y,vx,vy\na,0,0,5,0\nb,80,1,-5,0\n");
    EXPECT_EQ(run("conflicts2d in.csv --set radius=10 --set horizon=60 --bring id --only second").out,
              "id,x,y,vx,vy,second,second_id\na,0,0,5,0,1,b\n");
    /* many rows pass through several batches */
    std::string many = "id,chaser_x,chaser_y\n";
    for (int i = 0; i < 9000; i++)
        many += "n" + std::to_string(i) + "," + std::to_string(i * i) + ",0\n";
    write("in.csv", many);
    const std::vector<std::string> lines = split(run("choose2d in.csv --bring id --only target").out, '\n');
    ASSERT_EQ(lines.size(), 9001u);
    for (int i = 1; i < 3000; i++) { /* below 2^23 the squares are exact */
        const std::string one = std::to_string(i - 1);
        ASSERT_EQ(lines[static_cast<size_t>(i) + 1],
                  "n" + std::to_string(i) + "," + std::to_string(i * i) + ",0," + one + ",n" + one);
    }
    expect_refusal("choose2d ships.csv --bring mmis",
                   "ships.csv:1: --bring: no column \"mmis\"; did you mean mmsi?; the file has: mmsi, ");
    expect_refusal("choose2d ships.csv --candidates ports.csv --bring mmsi",
                   "ports.csv:1: --bring: no column \"mmsi\"");
    expect_refusal("choose2d ships.csv --bring mmsi,mmsi", "--bring: column \"mmsi\" is given twice");
    expect_refusal("choose2d ships.csv --bring mmsi --rename name=chaser_mask", "found \"A\"");
    expect_refusal("perpendicular2d ships.csv --bring mmsi", "perpendicular2d has no targets");
    expect_refusal("waypoints2d ships.csv --bring mmsi", "waypoints2d has no targets");
    expect_refusal("avoid2d ships.csv --bring mmsi", "--bring does not go with avoid2d");
    write("in.csv", header + "\n" + easy_row + "\n");
    expect_refusal("intercept2d in.csv --bring chaser_x", "in.csv:1: --bring: a column target is missing");
    write("ships.csv", "mmsi,target_mmsi,chaser_x,chaser_y\n1,2,0,0\n");
    expect_refusal("choose2d ships.csv --bring mmsi",
                   "column target_mmsi: --bring writes a column of that name");
}

TEST_F(program, scale_multiplies_a_column) {
    write("in.csv", "speed_kn," + header.substr(0, 17) +
                        ",runner_x,runner_y,runner_vx,runner_vy\n10,0,0,51.4444,0,0,0\n");
    const outcome result =
        run("intercept2d in.csv --scale speed_kn=0.514444 --rename speed_kn=chaser_speed --only time");
    EXPECT_EQ(result.out, "chaser_speed,chaser_x,chaser_y,runner_x,runner_y,runner_vx,runner_vy,time\n"
                          "5.14444,0,0,51.4444,0,0,0,10\n")
        << result.err;
    /* a factor is applied in double, and to several columns; text in quotes is read alike */
    write("in.csv", header + "\n\"0\",0,5,0.01,0,0,0\n");
    EXPECT_NE(run("intercept2d in.csv --scale runner_x=1e3,chaser_speed=-1 --scale chaser_x=2")
                  .out.find("0,0,-5,10,0,0,0,"),
              std::string::npos);
    /* the candidates' columns, under their own names */
    write("guns.csv", "km_x,km_y\n0,0\n");
    write("units.csv", "km_x,km_y\n0.5,0\n0.25,0\n");
    EXPECT_EQ(run("choose2d guns.csv --candidates units.csv --scale km_x=1000 "
                  "--rename km_x=chaser_x,km_y=chaser_y,km_x=runner_x,km_y=runner_y --only target,cost")
                  .out,
              "chaser_x,chaser_y,target,cost\n0,0,1,250\n");
    write("in.csv", header + ",note\n" + easy_row + ",3\n");
    auto refuse = [&](const std::string &words, const std::string &saying) {
        expect_refusal("intercept2d in.csv -o out.csv " + words, saying);
    };
    refuse("--scale note=2", "--scale: column \"note\" is not an input of intercept2d: name its input");
    refuse("--scale nota=2", "in.csv:1: --scale: no column \"nota\"; did you mean note?");
    refuse("--set horizon=9 --rename note=reach --scale reach=2",
           "--scale: \"reach\" is a new name of --rename; expected the name in the file's first line, note");
    refuse("--scale runner_x", "--scale: found \"runner_x\", expected column=factor");
    for (const char *factor : {"0", "1e38", "-1e38"})
        refuse(std::string("--scale runner_x=") + factor,
               std::string("--scale: column runner_x: found \"") + factor +
                   "\", expected a number from -1e30 to 1e30 that is not 0");
    refuse("--scale runner_x=knots", "--scale: column runner_x: found \"knots\"");
    refuse("--scale runner_x=2,runner_x=2", "--scale: column \"runner_x\" is given twice");
    write("in.csv", header + "\n0,0,5,1e38,0,0,0\n");
    refuse("--scale runner_x=100", "in.csv:2: column runner_x: found \"1e38\" (--scale: times 100), expected "
                                   "a number of at most 3.4028235e+38, or inf");
    write("in.csv", header + "\n0,0,5,far,0,0,0\n");
    refuse("--scale runner_x=100", "in.csv:2: column runner_x: found \"far\", expected a number\n");
    write("in.csv", "chaser_x,chaser_y,chaser_mask\n0,0,1\n");
    expect_refusal("choose2d in.csv --scale chaser_mask=2",
                   "--scale: column chaser_mask: its values are not numbers");
}

TEST_F(program, polar_reads_course_and_speed) {
    /* Courses count clockwise from y, north; the bits at right angles are exact. */
    write("in.csv", "vector_course,length\n0,2\n90,2\n180,2\n270,2\n450,2\n-90,2\n30,2\n");
    expect_refusal("perpendicular2d in.csv --polar vector_course,length",
                   "in.csv:1: --polar: perpendicular2d reads no velocity from this file");
    const std::vector<std::string> lines = split(
        run("perpendicular2d in.csv --polar vector_course,length,vector_x --drop vector_course,length").out,
        '\n');
    /* the perpendicular of x, y is -y, x */
    EXPECT_EQ(lines.at(1), "-2,0,met");
    EXPECT_EQ(lines.at(2), "0,2,met");
    EXPECT_EQ(lines.at(4).substr(lines.at(4).find(',') + 1), "-2,met");
    EXPECT_EQ(lines.at(5), lines.at(2));
    EXPECT_EQ(lines.at(6), lines.at(4));
    EXPECT_EQ(lines.at(7), "-1.7320508,1,met");
    /* every course agrees with the C library's sine and cosine to the last bit but one */
    std::string text = "course,speed\n";
    for (int i = -800; i < 800; i++)
        text += std::to_string(i) + ".3,1\n";
    write("in.csv", text);
    const std::vector<std::string> all =
        split(run("perpendicular2d in.csv --polar course,speed,vector_x").out, '\n');
    ASSERT_EQ(all.size(), 1601u);
    for (size_t i = 1; i < all.size(); i++) {
        const std::vector<std::string> cells = split(all[i], ',');
        const double angle = std::strtod(cells[0].c_str(), nullptr) * 3.14159265358979323846 / 180;
        EXPECT_NEAR(std::strtod(cells[2].c_str(), nullptr), -std::cos(angle), 7e-8) << all[i];
        EXPECT_NEAR(std::strtod(cells[3].c_str(), nullptr), std::sin(angle), 7e-8) << all[i];
    }
    /* ships as they are reported: metres, degrees and knots; each looks for the other that it meets first */
    write("ships.csv",
          "mmsi,lon_m,lat_m,course_deg,speed_kn\n201,0,0,90,10\n202,1000,0,270,10\n203,0,500,0,20\n");
    EXPECT_EQ(
        run("choose2d ships.csv --by time --rename lon_m=chaser_x,lat_m=chaser_y --scale speed_kn=0.514444 "
            "--polar course_deg,speed_kn --set chaser_speed=15 --bring mmsi --only cost")
            .out,
        "mmsi,chaser_x,chaser_y,course_deg,speed_kn,cost,target_mmsi\n201,0,0,90,10,49.64149,202\n"
        "202,1000,0,270,10,49.64149,201\n203,0,500,0,20,35.48557,201\n");
    /* two vectors from the same columns, and from the file of runners */
    write("crowd.csv", "chaser_x,chaser_y,course,speed\n0,0,90,1\n5,0,270,1\n");
    EXPECT_EQ(
        run("avoid2d crowd.csv --polar course,speed --polar course,speed,preferred_vx --set chaser_speed=2 "
            "--set radius=0.5")
            .code,
        0);
    write("guns.csv", "chaser_x,chaser_y,chaser_speed,target\n0,0,5,0\n");
    write("units.csv", "runner_x,runner_y,course,speed\n10,0,180,3\n");
    const std::string met =
        run("intercept2d guns.csv --runners units.csv --polar course,speed --only point_y").out;
    EXPECT_EQ(split(met, '\n').back(), "0,0,5,0,-7.5");
    auto refuse = [&](const std::string &words, const std::string &saying) {
        expect_refusal("intercept2d guns.csv --runners units.csv " + words, saying);
    };
    refuse("--polar course", "--polar: found \"course\", expected course,speed or course,speed,input");
    refuse("--polar course,speed,a,b", "--polar: found \"course,speed,a,b\"");
    refuse("--polar course,speed,runner_x", "expected the x of a vector that intercept2d reads: runner_vx, ");
    write("units.csv", "runner_x,runner_y,course,speed,runner_vy\n10,0,180,3,1\n");
    refuse("--polar course,speed", "column runner_vy: given with --polar, and also in the file");
    write("in.csv", header + ",course,speed\n" + easy_row + ",0,1\n");
    expect_refusal("intercept2d in.csv --drop runner_vx,runner_vy --polar course,spede",
                   "in.csv:1: --polar: no column \"spede\"; did you mean speed?");
    write("units.csv", "runner_x,runner_y,course,speed\n10,0,east,3\n");
    refuse("--polar course,speed", "units.csv:2: column course: found \"east\", expected a number");
}

/* Every column of every behaviour may have an empty cell. The row then is invalid, and the others keep their
   answers. */
TEST_F(program, gaps_make_their_rows_invalid) {
    std::vector<const way_behaviour *> all;
    for (size_t b = 0; way_behaviour_at(b) != nullptr; b++)
        for (const char *name : {"choose2d", "choose3d", "avoid2d", "avoid3d", "bounce_all2d", "conflicts2d"})
            if (way_behaviour_at(b)->kind == WAY_BEHAVIOUR ||
                std::strcmp(way_behaviour_at(b)->name, name) == 0)
                if (all.empty() || all.back() != way_behaviour_at(b))
                    all.push_back(way_behaviour_at(b));
    uint64_t dice = support::seed_for(3);
    for (const way_behaviour *b : all) {
        const size_t inputs = b->input_count;
        size_t others = 0;
        std::vector<std::string> row;
        std::string names;
        for (size_t k = 0; k < inputs; k++) {
            const float value = draw_typical(&dice, &b->inputs[k]);
            row.push_back(b->inputs[k].type == WAY_FLOAT  ? std::to_string(value)
                          : b->inputs[k].type == WAY_WORD ? "LSL"
                                                          : std::to_string(static_cast<int>(value)));
            names += (k > 0 ? "," : "") + std::string(b->inputs[k].name);
        }
        std::string text = names + "\n";
        for (size_t gap = 0; gap <= inputs; gap++) {
            for (size_t k = 0; k < inputs; k++)
                text += (k > 0 ? "," : "") + (k == gap ? std::string(k % 2 ? " " : "NA") : row[k]);
            text += "\n";
        }
        write("in.csv", text);
        const std::string only = " in.csv --gaps invalid --only status";
        const outcome result = run(b->name + only);
        ASSERT_EQ(result.code, 0) << b->name << result.err;
        const std::vector<std::string> lines = split(result.out, '\n');
        if (std::strcmp(b->name, "conflicts2d") == 0)
            continue; /* its rows are pairs */
        ASSERT_EQ(lines.size(), inputs + 2) << b->name;
        for (size_t gap = 0; gap <= inputs; gap++) {
            const bool is_invalid = split(lines[gap + 1], ',').back() == "invalid";
            if (gap < inputs)
                EXPECT_TRUE(is_invalid) << b->name << ": " << b->inputs[gap].name;
            else
                others += !is_invalid;
        }
        EXPECT_LE(others, 1u);
    }
    /* a row with a gap is not a target */
    write("in.csv", "id,chaser_x,chaser_y\na,0,0\nb,1,\nc,9,0\n");
    EXPECT_EQ(run("choose2d in.csv --gaps invalid --bring id").out,
              "id,chaser_x,chaser_y,target,cost,status,target_id\na,0,0,2,9,met,c\nb,1,,-1,inf,invalid,\n"
              "c,9,0,0,9,met,a\n");
    write("slots.csv", "runner_x,runner_y,capacity\n1,0,\n5,0,1\n");
    EXPECT_EQ(run("assign in.csv --candidates slots.csv --gaps invalid --only target,status").out,
              "id,chaser_x,chaser_y,target,status\na,0,0,-1,no_target\nb,1,,-1,invalid\nc,9,0,1,met\n");
    expect_refusal("choose2d in.csv", "in.csv:3: column chaser_y: found \"\", expected a number");
    expect_refusal("choose2d in.csv --gaps zero", "--gaps: found \"zero\", expected invalid");
    write("in.csv", "chaser_x,chaser_y\n0,zero\n");
    expect_refusal("choose2d in.csv --gaps invalid", "in.csv:2: column chaser_y: found \"zero\"");
    write("in.csv", "x,y,vx,vy,radius,horizon\n0,0,0,0,5,9\n0,,0,0,5,9\n1,0,0,0,5,9\n");
    EXPECT_EQ(run("conflicts2d in.csv --gaps invalid --only second,status").out,
              "x,y,vx,vy,radius,horizon,second,status\n0,0,0,0,5,9,2,met\n0,,0,0,5,9,,invalid\n");
}

/* In a file with one column, an empty line is an empty cell. Other files, and calls without --gaps, skip it. */
TEST_F(program, gaps_are_empty_lines_in_a_file_with_one_column) {
    const std::string call =
        "seek2d in.csv --set chaser_y=0 --set chaser_speed=1 --set runner_x=9 --set runner_y=0 "
        "--only status";
    for (const char *end : {"\n", "\r\n", "\r"}) {
        const std::string e = end;
        write("in.csv", e + "chaser_x" + e + "1" + e + e + "\"3\"" + e + e + "\"\"" + e + e);
        EXPECT_EQ(run(call + " --gaps invalid").out,
                  "chaser_x,status\n1,met\n,invalid\n3,met\n,invalid\n,invalid\n,invalid\n");
        write("in.csv", "chaser_x" + e + e + "3" + e + e);
        EXPECT_EQ(run(call).out, "chaser_x,status\n3,met\n");
        write("in.csv", "chaser_x,note" + e + e + "3,4" + e + e);
        EXPECT_EQ(run(call + " --gaps invalid").out, "chaser_x,note,status\n3,4,met\n");
        write("runners.csv", "runner_x" + e + "7" + e + e + "8" + e);
        write("in.csv", "target" + e + "0" + e + "1" + e + "2" + e);
        EXPECT_EQ(
            run("seek2d in.csv --runners runners.csv --set chaser_x=0 --set chaser_y=0 --set chaser_speed=1 "
                "--set runner_y=0 --gaps invalid --only distance,status")
                .out,
            "target,distance,status\n0,7,met\n1,inf,invalid\n2,8,met\n");
    }
}

TEST_F(program, other_delimiters) {
    auto with = [](std::string text, char sign) {
        std::replace(text.begin(), text.end(), ',', sign);
        return text;
    };
    const std::string rows = header + ",note\n" + easy_row + ",";
    for (const std::string word : {"';'", "tab", "'\\t'", "'|'", ":"}) {
        const char sign = word.find('t') != std::string::npos ? '\t' : word[word[0] == '\''];
        write("in.csv", with(rows, sign) + "\"a" + sign + "b\"\n");
        EXPECT_EQ(run("intercept2d in.csv --delimiter " + word).out,
                  with(header + ",note," + answers + "\n" + easy_row + ",", sign) + "\"a" + sign + "b\"" +
                      sign + with(easy_answer, sign) + "\n");
    }
    /* a comma then is an ordinary letter, in every file */
    write("in.csv", "id;chaser_x;chaser_y\na,b;0;0\n");
    write("others.csv", "port;runner_x;runner_y\nc,d;1;0\n");
    EXPECT_EQ(run("choose2d in.csv --candidates others.csv --delimiter ';' --bring port").out,
              "id;chaser_x;chaser_y;target;cost;status;target_port\na,b;0;0;0;1;met;c,d\n");
    expect_refusal("choose2d in.csv", "(if \";\" separates its columns: --delimiter ';')");
    for (const char *sign : {"x", "''", "';;'", "'\"'"})
        expect_refusal(std::string("choose2d in.csv --delimiter ") + sign, "--delimiter: found ");
}

TEST_F(program, only_prints_the_outputs_that_it_names) {
    write("in.csv", header + ",status\n" + easy_row + ",old\n");
    EXPECT_EQ(run("intercept2d in.csv --only distance,time").out,
              header + ",status,distance,time\n" + easy_row + ",old,10,2\n");
    expect_refusal("intercept2d in.csv --only time,status",
                   "column status: intercept2d writes a column of that name");
    expect_refusal("intercept2d in.csv --only tiem",
                   "intercept2d has no output \"tiem\"; did you mean time?");
    expect_refusal("intercept2d in.csv --only time,", "intercept2d has no output \"\"");
    expect_refusal("intercept2d in.csv --only time,time", "--only: output time is given twice");
}

TEST_F(program, offers_what_can_follow) {
    EXPECT_EQ(run("complete inter").out, "intercept2d\nintercept3d\n");
    EXPECT_EQ(run("complete describe choose").out, "choose2d\nchoose3d\n");
    EXPECT_EQ(run("complete intercept2d --run").out, "--runners\n");
    EXPECT_EQ(run("complete choose2d in.csv --run").out, "");
    EXPECT_EQ(run("complete choose2d --set range_").out, "range_from=\nrange_to=\n");
    EXPECT_EQ(run("complete intercept2d --only time,st").out, "time,status\n");
    EXPECT_EQ(run("complete choose2d --by ''").out, "distance\ntime\nturning\n");
    EXPECT_EQ(run("complete intercept2d ma").out, "") << "the shell completes the file";
    for (size_t b = 0; behaviour_at(b) != nullptr; b++)
        EXPECT_NE(run("complete ''").out.find(std::string(behaviour_at(b)->name) + "\n"), std::string::npos);
    if (std::system("command -v bash > /dev/null") != 0)
        return;
    write("try", "PATH=" + std::string(WAYLAY_PROGRAM).substr(0, std::string(WAYLAY_PROGRAM).rfind('/')) +
                     ":$PATH\n. " WAYLAY_COMPLETION
                     "/waylay.bash\nCOMP_WORDS=(waylay intercept2d --on)\nCOMP_CWORD=2\n"
                     "_waylay\necho \"${COMPREPLY[@]}\"\n");
    EXPECT_EQ(run("list > /dev/null; bash try").out, "--only\n");
}

TEST_F(program, unmet_places_are_told) {
    write("in.csv", "chaser_x,chaser_y\n0,0\n");
    write("slots.csv", "runner_x,runner_y,at_least,capacity\n0,0,3,3\n");
    EXPECT_EQ(run("assign in.csv --candidates slots.csv").err,
              "unmet: 2 (places of at_least that no chooser fills)\n");
    EXPECT_EQ(run("assign in.csv --candidates slots.csv --quiet").err, "");
    write("slots.csv", "runner_x,runner_y,at_least\n0,0,1\n");
    EXPECT_EQ(run("assign in.csv --candidates slots.csv").err, "");
}

TEST_F(program, a_picture_is_no_png) {
    for (const char *name : {"a.png", "a.PNG", "b.c/a.jpg"})
        expect_refusal(std::string("race --svg ") + name,
                       "--svg: found \"" + std::string(name) + "\", expected the name of an SVG file");
}

/* Runs the example of docs/program.md, which prints the position on each path after 5 m. */
TEST_F(program, a_pipeline_marches_along_a_path) {
    write("poses.csv",
          "name,x,y,heading_x,heading_y,target_x,target_y,target_heading_x,target_heading_y,radius\n"
          "a,0,0,1,0,50,20,0,1,5\nb,0,0,1,0,-30,0,1,0,5\nc,1,2,0,1,1,2,0,1,5\nd,0,0,0,0,9,9,1,0,5\n");
    outcome result = run("shortest_path2d poses.csv | '" WAYLAY_PROGRAM "' march2d --set distance=5");
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.err, "");
    std::vector<std::string> lines = split(result.out, '\n');
    ASSERT_EQ(lines.size(), 5u) << result.out;
    EXPECT_EQ(lines[0].substr(lines[0].size() - 75),
              "total,word,next_x,next_y,next_heading_x,next_heading_y,next_distance,status");
    EXPECT_NE(lines[1].find(",LSL,"), std::string::npos) << lines[1];
    EXPECT_NE(lines[4].find(",none,"), std::string::npos) << lines[4];
    for (size_t row : {1, 2}) {
        std::vector<std::string> cells = split(lines[row], ',');
        EXPECT_EQ(cells.back(), "met") << lines[row];
        EXPECT_EQ(cells[cells.size() - 2], "5") << lines[row];
    }
    EXPECT_EQ(split(lines[3], ',').back(), "there");
    /* a second step would write next_x again */
    expect_refusal(
        "shortest_path2d poses.csv | '" WAYLAY_PROGRAM "' march2d --set distance=5 | '" WAYLAY_PROGRAM
        "' march2d --set distance=6",
        "column next_x: march2d writes a column of that name: --drop next_x, or --rename next_x=NEW");
}

TEST_F(program, bounce_all2d_moves_all_rows_together) {
    write("walls.csv", "ax,ay,bx,by\n12,-5,12,5\n");
    write("in.csv", "name,ball_x,ball_y,ball_vx,ball_vy,radius\na,0,0,4,0,1\nb,5,0,0,0,1\nc,9,0,0,0,1\n");
    const outcome got = run("bounce_all2d in.csv --walls walls.csv --set dt=2");
    EXPECT_EQ(0, got.code) << got.err;
    EXPECT_EQ("name,ball_x,ball_y,ball_vx,ball_vy,radius,next_x,next_y,next_vx,next_vy,bounces,status\n"
              "a,0,0,4,0,1,3,0,0,0,1,met\nb,5,0,0,0,1,7,0,0,0,2,met\nc,9,0,0,0,1,10,0,-4,0,2,met\n",
              got.out);
    /* more rows than a batch of the program has, and walls far away */
    std::string rows = "ball_x,ball_y,ball_vx,ball_vy,radius,restitution\n";
    for (int i = 0; i < 9000; i++)
        rows += std::to_string(1000000 + i) + ",5,-1,0,0.25,1\n";
    write("far.csv", "ax,ay,bx,by\n999999,0,999999,9\n");
    write("in.csv", rows);
    const outcome far = run("bounce_all2d in.csv --walls far.csv --set dt=1");
    EXPECT_EQ(0, far.code) << far.err;
    EXPECT_NE(far.out.find("\n1000000,5,-1,0,0.25,1,999999.5,5,-1,0,2,met\n"), std::string::npos)
        << far.out.substr(0, 200);
    EXPECT_NE(far.out.find("\n1008999,5,-1,0,0.25,1,1008998,5,-1,0,0,met\n"), std::string::npos);
    expect_refusal("bounce_all2d in.csv", "in.csv:1: column dt: missing, and bounce_all2d needs it");
    expect_refusal("bounce_all2d in.csv --candidates in.csv", "--candidates does not go with bounce_all2d");
}

/* march2d and waypoints2d read the answer of turning_path2d without --drop and --rename. The answer's
   `straight` is the `middle` of these two, and its status is left out. */
TEST_F(program, turning_paths_need_no_rename) {
    const std::string poses =
        "x,y,heading_x,heading_y,target_x,target_y,target_heading_x,target_heading_y,radius";
    write("poses.csv", poses + "\n0,0,1,0,50,0,1,0,5\n0,0,1,0,5,0,-1,0,5\n");
    ASSERT_EQ(0, run("turning_path2d poses.csv -o paths.csv").code);
    for (const char *call :
         {"march2d paths.csv --set distance=7", "waypoints2d paths.csv --set spacing=15"}) {
        outcome result = run(call);
        EXPECT_EQ(result.err, "");
        ASSERT_EQ(result.code, 0) << call;
        std::vector<std::string> lines = split(result.out, '\n');
        EXPECT_EQ(lines[0], poses +
                                ",centre1_x,centre1_y,exit_x,exit_y,centre2_x,centre2_y,entry_x,entry_y,arc1,"
                                "straight,arc2,total,word,next_x,next_y,next_heading_x,next_heading_y,"
                                "next_distance,status");
        EXPECT_EQ(split(lines[1], ',').size(), split(lines[0], ',').size()) << lines[1];
        /* 7 m along the straight; the waypoints at 0, 15, 30, 45 and 50 m */
        const bool marches = call[0] == 'm';
        EXPECT_NE(lines[marches ? 1 : 4].find(marches ? ",LSL,7,0,1,0,7,met" : ",LSL,45,0,1,0,45,met"),
                  std::string::npos)
            << result.out;
        if (!marches) {
            EXPECT_NE(lines[5].find(",LSL,50,0,1,0,50,met"), std::string::npos) << result.out;
        }
    }
    outcome same = run("march2d paths.csv --drop status --rename straight=middle --set distance=7");
    EXPECT_EQ(same.out.substr(same.out.find('\n')),
              run("march2d paths.csv --set distance=7").out.substr(same.out.find('\n') + 2));
    expect_refusal("march2d paths.csv --set distance=7 --set middle=50",
                   "paths.csv:1: column straight: given in the file and with --set");
    write("both.csv", "middle,straight,status\n1,2,met\n");
    expect_refusal("march2d both.csv", "column middle: the header has it twice, once as straight");
    write("both.csv", "straight,middle,status\n1,2,met\n");
    expect_refusal("march2d both.csv", "column middle: the header has it twice");
    /* behaviours that read no path keep their columns */
    write("in.csv", "vector_x,vector_y,straight\n3,4,x\n");
    EXPECT_EQ(run("perpendicular2d in.csv").out,
              "vector_x,vector_y,straight,perpendicular_x,perpendicular_y,status\n"
              "3,4,x,-4,3,met\n");
}

/* tile_line has no way away from the target, so it refuses the column of tile_step that asks for it. */
TEST_F(program, tile_line_does_not_ignore_away) {
    write("in.csv", "chaser_x,chaser_y,runner_x,runner_y,from_x,from_y,away\n0,0,5,3,0,0,1\n");
    expect_refusal("tile_line in.csv", "in.csv:1: column away: tile_line goes towards the target only");
    EXPECT_EQ(0, run("tile_line in.csv --drop away").code);
    EXPECT_NE(run("tile_step in.csv").out.find(",1,-1,-1,met"), std::string::npos);
}

TEST_F(program, help_tells_where_quiet_is_accepted) {
    EXPECT_NE(run("--help").out.find(
                  "--quiet                print no progress over the rows of FILE (not with demo, "
                  "race and scene)\n"),
              std::string::npos);
    for (const char *verb : {"demo", "race", "scene squad"})
        expect_refusal(std::string(verb) + " --quiet", "--quiet does not go with");
}

/* The program reads path words as text or as their numbers, and gives the same answers for both forms. */
TEST_F(program, path_words_are_printed_as_words) {
    const std::string names = "x,y,heading_x,heading_y,target_x,target_y,target_heading_x,target_heading_y,"
                              "radius,word,arc1,middle,arc2,distance";
    const std::string cells = "0,0,1,0,20,0,1,0,5,";
    std::vector<std::string> words = {"none", "LSL", "RSR", "LSR", "RSL", "LRL", "RLR"};
    std::string by_word = names + "\n", by_number = names + "\n";
    for (size_t i = 0; i < words.size(); i++) {
        by_word += cells + (i % 2 ? " " : "") + words[i] + ",3,4,5,6\n";
        by_number += cells + std::to_string(static_cast<int>(i) - 1) + ",3,4,5,6\n";
    }
    write("words.csv", by_word);
    write("numbers.csv", by_number);
    outcome first = run("march2d words.csv --drop word", ""), second;
    EXPECT_EQ(first.code, 2); /* a required input cannot be dropped */
    first = run("march2d words.csv");
    second = run("march2d numbers.csv");
    ASSERT_EQ(first.code, 0) << first.err;
    std::vector<std::string> lines = split(first.out, '\n'), others = split(second.out, '\n');
    ASSERT_EQ(lines.size(), 8u);
    ASSERT_EQ(others.size(), 8u);
    for (size_t i = 1; i < lines.size(); i++) {
        std::vector<std::string> a = split(lines[i], ','), b = split(others[i], ',');
        ASSERT_EQ(a.size(), 20u) << lines[i];
        EXPECT_TRUE(std::equal(a.begin() + 10, a.end(), b.begin() + 10, b.end())) << lines[i] << "\n"
                                                                                  << others[i];
    }
    EXPECT_EQ(split(lines[1], ',').back(), "no_path");
    for (const char *bad : {"lsl", "LSLL", "RRR", "no", "", "0.5", "met"}) {
        write("in.csv", names + "\n" + cells + bad + ",3,4,5,6\n");
        expect_refusal("march2d in.csv", "in.csv:2: column word: found \"" + std::string(bad) +
                                             "\", expected a kind of path, such as LSL");
    }
    for (const char *name : {"turning_path2d", "shortest_path2d", "cut_off2d", "march2d"})
        EXPECT_NE(run(std::string("describe ") + name)
                      .out.find("\nWords of a path: none LSL RSR LSR RSL LRL RLR\n"),
                  std::string::npos);
}

TEST_F(program, accepts_any_line_end_byte_order_mark_and_blank_lines) {
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

TEST_F(program, a_header_without_rows_gives_a_header) {
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

TEST_F(program, every_row_of_the_football_data_is_answered) {
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
        if (result.code == 2) /* this instruction set exists only in tests, not in the program */
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

TEST_F(program, messages_stay_on_one_line) {
    expect_refusal_of(header + "\n0,0,\"five\nor\033[2Jsix\",10,0,0,0\n",
                      "in.csv:2: column chaser_speed: found \"five\\x0aor\\x1b[2Jsix\"");
    expect_refusal_of(header + "\n0,0," + std::string(100000, 'x') + ",10,0,0,0\n",
                      "xxx...\", expected a number");
}

/* The test uses characters that affect a terminal: C0, DEL, C1 (as a byte and as a character), and characters
   that reverse or hide text. */
TEST_F(program, control_characters_of_the_input_do_not_reach_the_terminal) {
    const std::pair<const char *, const char *> controls[] = {
        {"\x1b[2J", "\\x1b[2J"},     {"\x07", "\\x07"},           {"\x7f", "\\x7f"},
        {"\x9b", "\\x9b"},           {"\xc2\x9b", "\\u009b"},     {"\xc2\x85", "\\u0085"},
        {"\xe2\x80\xae", "\\u202e"}, {"\xe2\x81\xa6", "\\u2066"}, {"\xe2\x80\xa8", "\\u2028"},
        {"\xff", "\\xff"},           {"\xc0\x9b", "\\xc0\\x9b"},  {"\xe0\x82\x9b", "\\xe0\\x82\\x9b"}};
    for (const auto &control : controls) {
        std::string text = std::string("a") + control.first + "z",
                    safe = std::string("a") + control.second + "z";
        expect_refusal_of(text + ",b\n1,2\n", "the file has: " + safe + ", b (one");
        expect_refusal_of(header + "\n0,0," + text + ",10,0,0,0\n",
                          "found \"" + safe + "\", expected a number");
        expect_refusal("intercept2d --set '" + text + "=1'", "no input \"" + safe + "\"");
        expect_refusal("intercept2d '" + text + "'", safe + ": cannot be read");
    }
    expect_refusal_of("caf\xc3\xa9,\xe2\x82\xac,\xf0\x9f\x98\x80\n1,2,3\n",
                      "the file has: caf\xc3\xa9, \xe2\x82\xac, \xf0\x9f\x98\x80 (one");
    write("in.csv", std::string(100000, '\x1b') + "," + std::string(100000, 'x') + "\n");
    outcome result = run("intercept2d in.csv");
    EXPECT_EQ(result.code, 2);
    EXPECT_LT(result.err.size(), 1000u);
}

TEST_F(program, late_errors_keep_the_old_output) {
    std::string text = header + "\n";
    for (int i = 0; i < 20000; i++)
        text += easy_row + "\n";
    write("out.csv", "precious\n");
    expect_refusal_of(text + "0,0,5,10,0,0\n", "in.csv:20002: found 6 fields, expected 7 as in the header");
    EXPECT_EQ(read("out.csv"), "precious\n");
}

/* Text on standard output cannot be taken back. So the answers of all rows before the bad row stay there, and
   the error message says so. An output file is not created. */
TEST_F(program, a_bad_row_leaves_the_rows_before_it_on_standard_output_and_says_so) {
    const std::string answered = easy_row + "," + easy_answer + "\n";
    const std::pair<std::string, std::string> bad[] = {{"0,0,five,10,0,0,0\n", "found \"five\""},
                                                       {"0,0,5\n", "found 3 fields"},
                                                       {"0,0,1e400,10,0,0,0\n", "found \"1e400\""},
                                                       {"0,0,5,10,0,0,\"0\n", "a quote that is opened"},
                                                       {"0,0,5,10,0,0,0\"\n", "a quote inside a field"},
                                                       {std::string("0,0,5,10,0,0,\0\n", 16), "a zero byte"}};
    for (size_t rows : {0, 1, 2, 4095, 4096, 4097, 10000})
        for (const auto &row : bad) {
            std::string text = header + "\n", expected = header + "," + answers + "\n";
            for (size_t i = 0; i < rows; i++) {
                text += easy_row + "\n";
                expected += answered;
            }
            write("in.csv", text + row.first);
            for (const char *words :
                 {"intercept2d in.csv", "intercept2d - -o - < in.csv", "intercept2d in.csv -o /dev/stdout"}) {
                outcome result = run(words);
                EXPECT_EQ(result.code, 2);
                EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
                EXPECT_NE(result.err.find(row.second), std::string::npos) << result.err;
                bool says = result.err.find("; standard output has the answers of the ") != std::string::npos;
                EXPECT_EQ(says, rows > 0) << result.err;
                EXPECT_EQ(result.out, rows > 0 ? expected : "") << words << " " << rows;
            }
            outcome to_file = run("intercept2d in.csv -o out.csv");
            EXPECT_EQ(to_file.code, 2);
            EXPECT_EQ(to_file.err.find("standard output"), std::string::npos) << to_file.err;
            EXPECT_EQ(files(), std::set<std::string>{"in.csv"});
        }
    write("in.csv", header + "\n" + easy_row + "\n" + easy_row + "\n?\n");
    EXPECT_NE(run("intercept2d in.csv").err.find("; standard output has the answers of the 2 rows before\n"),
              std::string::npos);
}

TEST_F(program, refuses_rows_of_the_wrong_length) {
    expect_refusal_of(header + "\n" + easy_row + "\n1,2,3\n", "in.csv:3: found 3 fields, expected 7");
    expect_refusal_of(header + "\n" + easy_row + ",8\n", "in.csv:2: found 8 fields, expected 7");
}

TEST_F(program, refuses_wrong_headers) {
    expect_refusal_of("frame,chaser_x\n1,2\n", "in.csv:1: column chaser_y: missing");
    expect_refusal_of("frame,chaser_x\n1,2\n", "the file has: frame, chaser_x");
    expect_refusal_of("frame,chaser_x\n1,2\n", "--set chaser_y=VALUE");
    expect_refusal_of(header + ",chaser_x\n", "in.csv:1: column chaser_x: the header has it twice");
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

TEST_F(program, refuses_outputs_that_it_cannot_write) {
    write("in.csv", header + "\n" + easy_row + "\n");
    expect_refusal("intercept2d in.csv -o nowhere/out.csv", "nowhere/out.csv: cannot be written: ");
    expect_refusal("intercept2d in.csv -o .", ".: cannot be written: ");
    expect_refusal("intercept2d in.csv -o out.csv --svg nowhere/picture.svg",
                   "nowhere/picture.svg: cannot be written: ");
    expect_refusal("intercept2d in.csv -o out.csv --svg out.csv", "cannot go to the same place");
    expect_refusal("check --write-golden nowhere/golden.txt", "nowhere/golden.txt: cannot be written: ");
    expect_refusal("check --golden nowhere.txt", "nowhere.txt: cannot be read: ");
    expect_refusal("check --golden .", ".: cannot be read: ");
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

TEST_F(program, refuses_invalid_command_lines) {
    expect_refusal("intercept",
                   "no behaviour \"intercept\"; did you mean intercept2d? (waylay list prints them)");
    expect_refusal("describe intercept", "no behaviour \"intercept\"");
    expect_refusal("describe", "expected a behaviour");
    expect_refusal("intercept2d --frobnicate", "no option --frobnicate");
    expect_refusal("intercept2d -x", "no option -x");
    expect_refusal("intercept2d --quie", "no option --quie");
    expect_refusal("intercept2d -- --quiet", "--quiet: cannot be read");
    expect_refusal("intercept2d a.csv b.csv", "unexpected argument: \"b.csv\"");
    expect_refusal("intercept2d a.csv -o", "-o: expected a value");
    expect_refusal("intercept2d -o a -o b", "--out is given twice");
    expect_refusal("intercept2d --quiet=yes", "--quiet takes no value");
    expect_refusal("intercept2d --precision double", "expected exact or fast");
    expect_refusal("intercept2d --set speed=1",
                   "intercept2d has no input \"speed\"; did you mean chaser_speed?; it has chaser_x, ");
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

TEST_F(program, without_arguments_it_prints_the_usage_and_fails) {
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

TEST_F(program, outputs_must_be_different_files) {
    write("in.csv", header + "\n" + easy_row + "\n");
    write("there.csv", "precious\n");
    ASSERT_EQ(symlink("there.csv", path("link.csv").c_str()), 0);
    ASSERT_EQ(symlink("none.csv", path("dangling.csv").c_str()), 0);
    ASSERT_EQ(link(path("there.csv").c_str(), path("hard.csv").c_str()), 0);
    const std::string same = "the answer and the picture cannot go to the same place";
    for (const char *words :
         {"-o x --svg ./x", "-o ./x --svg x", "-o x --svg $PWD/x", "-o x --svg .//x",
          "-o there.csv --svg ./there.csv", "-o there.csv --svg link.csv", "-o link.csv --svg there.csv",
          "-o there.csv --svg hard.csv", "-o dangling.csv --svg none.csv", "-o none.csv --svg dangling.csv",
          "-o - --svg -", "--svg /dev/stdout", "-o /dev/stdout --svg -"})
        expect_refusal(std::string("intercept2d in.csv ") + words, same);
    expect_refusal("intercept2d in.csv --svg there.csv >> there.csv", same);
    EXPECT_EQ(read("there.csv"), "precious\n");
    EXPECT_EQ(run("intercept2d in.csv -o x --svg ./y").code, 0);
}

/* No output may be a file that is also read, except that the answers may replace the input file. */
TEST_F(program, an_output_must_not_be_an_input) {
    const std::string balls = "ball_x,ball_y,ball_vx,ball_vy\n0,0,1,1\n", walls = "ax,ay,bx,by\n10,0,0,10\n";
    write("in.csv", header + "\n" + easy_row + "\n");
    write("balls.csv", balls);
    write("walls.csv", walls);
    write("chasers.csv", "chaser_x,chaser_y,chaser_speed,target\n0,0,5,0\n");
    write("runners.csv", "runner_x,runner_y,runner_vx,runner_vy\n10,0,0,0\n");
    ASSERT_EQ(symlink("walls.csv", path("link.csv").c_str()), 0);
    expect_refusal("intercept2d in.csv -o out.csv --svg ./in.csv",
                   "in.csv: the picture cannot go to a file that is being read");
    expect_refusal("intercept2d -o out.csv --svg in.csv < in.csv",
                   "standard input: the picture cannot go to");
    expect_refusal("sweep_walls2d balls.csv --walls walls.csv -o ./walls.csv",
                   "walls.csv: the answer cannot go to a file that is being read");
    expect_refusal("sweep_walls2d balls.csv --walls walls.csv -o link.csv",
                   "walls.csv: the answer cannot go to");
    expect_refusal("intercept2d chasers.csv --runners runners.csv -o ./runners.csv",
                   "runners.csv: the answer cannot go to");
    expect_refusal("intercept2d in.csv >> in.csv",
                   "in.csv: the answer cannot go to a file that is being read");
    expect_refusal("intercept2d < in.csv >> in.csv", "standard input: the answer cannot go to");
    EXPECT_EQ(read("in.csv"), header + "\n" + easy_row + "\n");
    EXPECT_EQ(read("walls.csv"), walls);
    EXPECT_EQ(run("intercept2d in.csv -o ./in.csv").code, 0);
    EXPECT_EQ(run("sweep_walls2d balls.csv -o balls.csv < balls.csv").code, 0);
}

TEST_F(program, a_dangling_link_creates_its_file) {
    const std::string expected = header + "," + answers + "\n" + easy_row + "," + easy_answer + "\n";
    write("in.csv", header + "\n" + easy_row + "\n");
    ASSERT_EQ(symlink("second", path("first").c_str()), 0);
    ASSERT_EQ(symlink("out.csv", path("second").c_str()), 0);
    EXPECT_EQ(run("intercept2d in.csv -o first").code, 0);
    EXPECT_EQ(read("out.csv"), expected);
    for (const char *name : {"first", "second"}) {
        struct stat there;
        ASSERT_EQ(lstat(path(name).c_str(), &there), 0);
        EXPECT_TRUE(S_ISLNK(there.st_mode)) << name;
    }
    ASSERT_EQ(symlink("nowhere/out.csv", path("broken").c_str()), 0);
    expect_refusal("intercept2d in.csv -o broken", "broken: cannot be written: No such file");
    ASSERT_EQ(symlink("round", path("round").c_str()), 0);
    expect_refusal("intercept2d in.csv -o round", "round: cannot be written: Too many levels");
}

/* /dev/stdout must not be replaced, because other programs also write to it. */
TEST_F(program, standard_output_by_its_name_is_not_replaced) {
    write("in.csv", header + "\n" + easy_row + "\n");
    std::string command = "cd '" + folder +
                          "' && { echo before; '" WAYLAY_PROGRAM
                          "' intercept2d in.csv -o /dev/stdout; echo after; } > all.txt";
    ASSERT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(read("all.txt"),
              "before\n" + header + "," + answers + "\n" + easy_row + "," + easy_answer + "\nafter\n");
}

#ifdef __linux__
/* Makes open fail with O_TMPFILE, as on a file system without it. */
bool forbid_hidden_files() {
    const uint32_t tmpfile = O_TMPFILE & ~O_DIRECTORY;
    sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args) + 2 * 8),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, tmpfile, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    sock_fprog whole = {sizeof filter / sizeof filter[0], filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole) == 0;
}
#else
bool forbid_hidden_files() { return false; }
#endif

/* Runs the program until it has read one row, has opened out.csv and picture.svg, and waits for more input.
   is_alive() is false if the start failed. */
class at_work {
  public:
    at_work(const std::string &folder, bool may_hide) {
        int ends[2];
        if (pipe(ends) != 0)
            return;
        input = ends[1];
        std::string text = header + "\n" + easy_row + "\n";
        if (::write(input, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
            return;
        child = fork();
        if (child == 0) {
            rlimit no_core = {0, 0};
            setrlimit(RLIMIT_CORE, &no_core);
            for (int number = 1; number < 65; number++) /* because a background job ignores some signals */
                signal(number, SIG_DFL);
            dup2(ends[0], 0);
            close(ends[0]);
            close(ends[1]);
            if (chdir(folder.c_str()) == 0 && (may_hide || forbid_hidden_files()))
                execl(WAYLAY_PROGRAM, "waylay", "intercept2d", "-", "-o", "out.csv", "--svg", "picture.svg",
                      nullptr);
            _exit(127);
        }
        for (int i = 0, left = 1; i < 10000 && left > 0 && is_alive(); i++) {
            usleep(1000);
            ioctl(ends[0], FIONREAD, &left);
        }
        close(ends[0]);
    }

    bool is_alive() { return waitpid(child, &status, WNOHANG) == 0; }

    int end_by(int number) {
        kill(child, number);
        waitpid(child, &status, 0);
        close(input);
        return status;
    }

    int end_of_input() {
        close(input);
        waitpid(child, &status, 0);
        return status;
    }

    int input = -1, status = 0;
    pid_t child = -1;
};

bool has_hidden_files(const std::string &folder) {
#ifdef __linux__
    int fd = open(folder.c_str(), O_TMPFILE | O_WRONLY, 0600);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
#else
    (void)folder;
    return false;
#endif
}

/* Does this signal end a process that has no handler for it? In qemu's user emulation, the last real-time
   signals do not. */
bool ends_a_process(int number) {
    const pid_t child = fork();
    if (child == 0) {
        raise(number);
        _exit(0);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFSIGNALED(status);
}

/* Sends each signal that ends a process, once while the output files have no names and once while they have
   temporary names. */
TEST_F(program, no_signal_leaves_a_file_behind) {
    std::vector<int> ending = {
        SIGHUP,  SIGINT,  SIGQUIT,   SIGTRAP,  SIGABRT, SIGUSR1,   SIGUSR2,
        SIGPIPE, SIGALRM, SIGTERM,   SIGXCPU,  SIGPROF, SIGVTALRM, SIGSYS,
#ifdef __linux__
        SIGIO,   SIGPWR,  SIGSTKFLT, SIGRTMIN,
#endif
    };
#ifdef __linux__
    if (ends_a_process(SIGRTMAX))
        ending.push_back(SIGRTMAX);
#endif
    size_t tried = 0;
    for (bool may_hide : {true, false}) {
        bool hides = may_hide && has_hidden_files(folder);
        std::vector<int> numbers = ending;
        if (hides)
            numbers.push_back(SIGKILL);
        for (int number : numbers) {
            at_work job(folder, may_hide);
            if (!job.is_alive()) {
                EXPECT_TRUE(!may_hide && WIFEXITED(job.status) && WEXITSTATUS(job.status) == 127) << number;
                continue;
            }
            EXPECT_EQ(files().size(), hides ? 0u : 2u) << number;
            EXPECT_EQ(files().count("out.csv"), 0u);
            int status = job.end_by(number);
            EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == number) << number << " " << status;
            EXPECT_EQ(files(), std::set<std::string>{}) << number;
            for (const std::string &name : files())
                unlink(path(name).c_str());
            tried++;
        }
        for (int number : {SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGXFSZ}) {
            at_work job(folder, may_hide);
            if (!job.is_alive())
                continue;
            kill(job.child, number);
            int status = job.end_of_input();
            EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << number;
            EXPECT_EQ(files(), (std::set<std::string>{"out.csv", "picture.svg"})) << number;
            EXPECT_EQ(read("out.csv"), header + "," + answers + "\n" + easy_row + "," + easy_answer + "\n");
            for (const std::string &name : files())
                unlink(path(name).c_str());
        }
    }
    EXPECT_GE(tried, ending.size());
}

/* The program replaces an existing file and keeps its permissions, whether it writes to unnamed files or to
   files with temporary names. */
TEST_F(program, a_complete_file_replaces_the_old_one) {
    for (bool may_hide : {true, false}) {
        write("out.csv", "old\n");
        chmod(path("out.csv").c_str(), 0640);
        at_work job(folder, may_hide);
        if (!job.is_alive())
            continue;
        EXPECT_EQ(read("out.csv"), "old\n");
        int status = job.end_of_input();
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        EXPECT_EQ(read("out.csv"), header + "," + answers + "\n" + easy_row + "," + easy_answer + "\n");
        EXPECT_EQ(files(), (std::set<std::string>{"out.csv", "picture.svg"}));
        struct stat there;
        ASSERT_EQ(stat(path("out.csv").c_str(), &there), 0);
        EXPECT_EQ(there.st_mode & 0777, 0640u);
    }
}

TEST_F(program, a_file_size_limit_is_an_ordinary_error) {
    std::string text = header + "\n";
    for (int i = 0; i < 40000; i++)
        text += easy_row + "\n";
    write("in.csv", text);
    const std::string limited = "--version > /dev/null; }; ulimit -f 64; { '" WAYLAY_PROGRAM "' ";
    expect_refusal(limited + "intercept2d in.csv -o out.csv", "out.csv: cannot be written: ");
    outcome result = run(limited + "intercept2d in.csv > some.csv");
    EXPECT_EQ(result.code, 2);
    EXPECT_NE(result.err.find("standard output: cannot be written: "), std::string::npos) << result.err;
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

TEST_F(program, pictures_count_the_statuses_of_all_rows) {
    write("in.csv", header + "\n" + easy_row + "\n0,0,0,10,0,0,0\n0,0,1,10,0,5,0\n1,1,0,1,1,5,0\n");
    ASSERT_EQ(run("intercept2d in.csv -o /dev/null --svg picture.svg").code, 0);
    EXPECT_NE(read("picture.svg").find("4 rows: 1 met, 1 there, 1 too slow, 1 immobile"), std::string::npos);
}

/* The other verbs ---------------------------------------------------------------------------------------- */

TEST_F(program, list_and_describe_cover_every_behaviour_and_column) {
    std::string list = run("list").out;
    for (size_t b = 0; behaviour_at(b) != nullptr; b++) {
        const way_behaviour *behaviour = behaviour_at(b);
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

/* The help text has the columns of calls.def. */
TEST_F(program, conflicts_are_listed_pair_by_pair) {
    write("in.csv", "name,x,y,vx,vy\na,0,0,5,0\nb,8000,100,-5,0\nc,0,90000,0,0\nd,100,50,5,0\n");
    const outcome result = run("conflicts2d in.csv --set radius=1852 --set horizon=700");
    EXPECT_EQ(0, result.code);
    EXPECT_EQ(result.out,
              "name,x,y,vx,vy,first,second,time_in,time_out,closest_time,closest_distance,status\n"
              "a,0,0,5,0,0,1,615.0702,984.9298,800,100,met\n"
              "a,0,0,5,0,0,3,0,inf,0,111.8034,met\n"
              "b,8000,100,-5,0,1,3,604.8675,975.1325,790,50,met\n");
    expect_refusal("conflicts2d in.csv --set radius=1852",
                   "in.csv:1: column horizon: missing, and conflicts2d needs it");
}

TEST_F(program, cast2d_names_what_a_ray_hits) {
    write("walls.csv", "ax,ay,bx,by,sides\n9,-1,9,1,0\n5,3,5,9,-1\n");
    write("discs.csv", "runner_x,runner_y,runner_radius\n7,9,0\n8,5,1\n0,0,0.5\n");
    write("in.csv",
          "name,x,y,direction_x,direction_y,self\na,0,0,3,0,2\nb,0,5,2,0,-1\nc,0,-5,1,0,-1\nd,0,0,1,0,-1\n"
          "e,0,0,0,0,-1\n");
    const outcome got = run("cast2d in.csv --walls walls.csv --candidates discs.csv");
    EXPECT_EQ(0, got.code) << got.err;
    EXPECT_EQ(
        "name,x,y,direction_x,direction_y,self,distance,kind,row,point_x,point_y,normal_x,normal_y,status\n"
        "a,0,0,3,0,2,9,wall,0,9,0,-1,0,met\nb,0,5,2,0,-1,7,disc,1,7,5,-1,0,met\n"
        "c,0,-5,1,0,-1,inf,none,-1,0,0,0,0,no_target\nd,0,0,1,0,-1,0,disc,2,0,0,-1,0,there\n"
        "e,0,0,0,0,-1,inf,none,-1,0,0,0,0,invalid\n",
        got.out);
    write("far.csv", "ax,ay,bx,by\n1000009,-1,1000009,1\n");
    write("in.csv", "x,y,direction_x,direction_y,range\n1000000.25,0,2,0,9\n1000000.25,0,-1,0,9\n");
    EXPECT_EQ("x,y,direction_x,direction_y,range,distance,kind,row,point_x,point_y,normal_x,normal_y,status\n"
              "1000000.25,0,2,0,9,8.75,wall,0,1000009,0,-1,0,met\n"
              "1000000.25,0,-1,0,9,inf,none,-1,0,0,0,0,no_target\n",
              run("cast2d in.csv --walls far.csv").out);
    expect_refusal("cast2d in.csv --candidates walls.csv", "runner_x: missing");
    expect_refusal("cast2d in.csv --set runner_radius=2",
                   "column runner_radius: cast2d reads discs from --candidates FILE.csv");
}

TEST_F(program, cast3d_and_sweep3d_name_triangles) {
    write("tris.csv",
          "ax,ay,az,bx,by,bz,cx,cy,cz,sides,mask\n-9,-9,0,9,-9,0,0,9,0,0,0\n-9,-9,1,9,-9,1,0,9,1,-1,6\n");
    write("in.csv", "name,x,y,z,direction_x,direction_y,direction_z,chaser_mask\na,0,0,5,0,0,-2,-1\n"
                    "b,0,0,-5,0,0,1,4\nc,0,0,0.5,0,0,1,1\nd,0,0,0.5,0,0,0,1\n");
    EXPECT_EQ("name,x,y,z,direction_x,direction_y,direction_z,chaser_mask,distance,kind,row,point_x,point_y,"
              "point_z,normal_x,normal_y,normal_z,status\n"
              "a,0,0,5,0,0,-2,-1,5,triangle,0,0,0,0,0,0,1,met\n"
              "b,0,0,-5,0,0,1,4,5,triangle,0,0,0,0,0,0,-1,met\n"
              "c,0,0,0.5,0,0,1,1,inf,none,-1,0,0,0,0,0,0,no_target\n"
              "d,0,0,0.5,0,0,0,1,inf,none,-1,0,0,0,0,0,0,invalid\n",
              run("cast3d in.csv --triangles tris.csv").out);
    write("balls.csv", "ball_x,ball_y,ball_z,ball_vx,ball_vy,ball_vz\n0,0,5,0,0,-2\n0,0,5,0,0,2\n");
    EXPECT_EQ("ball_x,ball_y,ball_z,ball_vx,ball_vy,ball_vz,time,point_x,point_y,point_z,normal_x,normal_y,"
              "normal_z,triangle,status\n"
              "0,0,5,0,0,-2,2,0,0,0,0,0,1,0,met\n0,0,5,0,0,2,inf,0,0,0,0,0,0,-1,too_slow\n",
              run("sweep3d balls.csv --triangles tris.csv --set radius=1").out);
    write("far.csv", "ax,ay,az,bx,by,bz,cx,cy,cz\n1000000,1000000,9,1000009,1000000,9,1000000,1000009,9\n");
    write("in.csv",
          "x,y,z,direction_x,direction_y,direction_z\n1000001.25,1000001.5,20,0,0,-1\n0,0,20,0,0,-1\n");
    EXPECT_EQ("x,y,z,direction_x,direction_y,direction_z,distance,point_x,point_z,status\n"
              "1000001.25,1000001.5,20,0,0,-1,11,1000001.25,9,met\n0,0,20,0,0,-1,inf,0,0,no_target\n",
              run("cast3d in.csv --triangles far.csv --only distance,point_x,point_z,status").out);
    expect_refusal("cast3d in.csv", "cast3d: expected --triangles FILE.csv");
    write("few.csv", "ax,ay,az\n1,2,3\n");
    expect_refusal("cast3d in.csv --triangles few.csv",
                   "few.csv:1: column bx: missing, and triangles need it");
    expect_refusal("cast2d in.csv --triangles few.csv", "--triangles does not go with cast2d");
}

TEST_F(program, choose2d_chooses_what_is_seen) {
    write("walls.csv", "ax,ay,bx,by,sides\n2,-1,2,1,0\n1,3,4,3,-1\n");
    write("guards.csv", "name,chaser_x,chaser_y\na,0,0\nb,0,5\n");
    write("thieves.csv", "runner_x,runner_y,runner_radius\n3,0,0.5\n0,7,1\n3,1,0.5\n");
    EXPECT_EQ("name,chaser_x,chaser_y,target,cost,seen,target2,cost2,seen2,status\n"
              "a,0,0,1,7,1,-1,inf,0,met\nb,0,5,1,2,1,2,5,1,met\n",
              run("choose2d guards.csv --candidates thieves.csv --walls walls.csv --best 2").out);
    EXPECT_EQ("name,chaser_x,chaser_y,target,seen,status\na,0,0,2,0.33333334,met\nb,0,5,1,1,met\n",
              run("choose2d guards.csv --candidates thieves.csv --walls walls.csv --sight-points 3 "
                  "--only target,seen,status")
                  .out);
    EXPECT_EQ("name,chaser_x,chaser_y,target,cost,status\na,0,0,0,3,met\nb,0,5,1,2,met\n",
              run("choose2d guards.csv --candidates thieves.csv").out)
        << "without walls there is no column seen";
    write("far.csv", "ax,ay,bx,by\n1000002,-1,1000002,1\n");
    write("guards.csv", "chaser_x,chaser_y\n1000000.25,0\n");
    write("thieves.csv", "runner_x,runner_y\n1000003,0\n1000000.5,-3\n");
    EXPECT_EQ("chaser_x,chaser_y,target,cost,seen,status\n1000000.25,0,1,3.0103986,1,met\n",
              run("choose2d guards.csv --candidates thieves.csv --walls far.csv").out);
    expect_refusal("choose3d guards.csv --walls far.csv", "--walls: choose3d reads no walls");
    expect_refusal("choose2d guards.csv --sight-points 65",
                   "--sight-points: found \"65\", expected a whole number from 1 to 64");
}

TEST_F(program, help_of_a_choice_has_its_columns_and_its_options) {
    struct column {
        const char *call, *name, *unit, *meaning;
    };
    static const column columns[] = {
#define IN(call, name, type, side, reads, needs, fallback, unit, low, high, meaning)                         \
    {#call, #name, unit, meaning},
#include "registry/calls.def"
    };
    for (const std::string name :
         {"choose2d", "choose3d", "avoid2d", "avoid3d", "assign", "waypoints2d", "conflicts2d", "conflicts3d",
          "bounce_all2d", "cast2d", "cast3d", "sweep3d"}) {
        const std::string help = run(name + " --help").out, described = run("describe " + name).out;
        EXPECT_EQ(help.find("Usage: waylay " + name + " "), 0u) << help;
        EXPECT_NE(help.find(described), std::string::npos) << help;
        EXPECT_EQ(run("help " + name).out, help);
        EXPECT_EQ(run(name + " in.csv --best 3 --help").out, help) << "before the other options are read";
        size_t seen = 0;
        for (const column &one : columns) {
            const bool is_own = name != "assign" ? one.call == name
                                                 : std::strcmp(one.name, "health") == 0 ||
                                                       (std::strcmp(one.call, "choose2d") == 0 &&
                                                        std::strcmp(one.name, "range_to") == 0);
            if (!is_own)
                continue;
            seen++;
            const size_t at = help.find(std::string("\n  ") + one.name + " ");
            ASSERT_NE(at, std::string::npos) << name << ": " << one.name;
            const std::string line = help.substr(at + 1, help.find('\n', at + 1) - at - 1);
            EXPECT_NE(line.find(one.meaning), std::string::npos) << line;
            EXPECT_NE(line.find(std::string(" ") + one.unit + " "), std::string::npos) << line;
        }
        EXPECT_GE(seen, 2u) << name;
        EXPECT_EQ(help.find("\n  --candidates ") != std::string::npos,
                  name != "waypoints2d" && name != "bounce_all2d" && name.find("conflicts") != 0 &&
                      name != "cast3d" && name != "sweep3d");
        EXPECT_EQ(help.find("\n  --best ") != std::string::npos, name.find("choose") == 0);
        EXPECT_EQ(help.find("\n  --walls ") != std::string::npos,
                  name == "avoid2d" || name == "bounce_all2d" || name == "cast2d" || name == "choose2d");
        EXPECT_EQ(help.find("\n  --seed "), std::string::npos);
    }
    EXPECT_NE(run("choose2d --help").out.find("\n  chaser_speed      m/s     required by time, turning  "),
              std::string::npos);
    EXPECT_NE(run("choose3d --help").out.find(" required by time  "), std::string::npos);
    EXPECT_NE(run("avoid2d --help").out.find("\n  neighbour_horizon  s     2         "), std::string::npos);
    EXPECT_NE(run("intercept2d --help").out.find("\n  --runners "), std::string::npos);
    EXPECT_EQ(run("perpendicular2d --help").out.find("\n  --runners "), std::string::npos);
    EXPECT_EQ(run("check --help").out, run("--help").out);
}

TEST_F(program, describe_prints_bounds) {
    for (size_t b = 0; behaviour_at(b) != nullptr; b++) {
        const way_behaviour *behaviour = behaviour_at(b);
        std::string description = run(std::string("describe ") + behaviour->name).out;
        for (size_t k = 0; k < behaviour->output_count; k++) {
            const way_column_info &column = behaviour->outputs[k];
            char bound[32];
            snprintf(bound, sizeof bound, column.bound > 0 ? "  %g ulp  " : "  exact", column.bound);
            size_t line =
                description.find(std::string("\n  ") + column.name + " ", description.find("\nOutputs\n"));
            ASSERT_NE(line, std::string::npos) << column.name;
            std::string words = description.substr(line + 1, description.find('\n', line + 1) - line - 1);
            EXPECT_NE(words.find(bound), std::string::npos) << behaviour->name << ": " << words;
        }
    }
}

/* Checks intercept2d alone, to be fast. Another test checks all behaviours. */
TEST_F(program, check_agrees_with_itself) {
    const std::string check = "check intercept2d --agents 40";
    outcome first = run(check);
    EXPECT_EQ(first.code, 0) << first.out << first.err;
    EXPECT_EQ(first.err, "");
    EXPECT_EQ(last_word(first.out, "all ").size(), 16u) << first.out;
    EXPECT_EQ(run(check).out, first.out);
    for (size_t b = 0; behaviour_at(b) != nullptr; b++) {
        std::string name = behaviour_at(b)->name;
        EXPECT_EQ(last_word(first.out, name + " "), name == "intercept2d" ? "exact" : "") << name;
    }
    /* the hash depends on the inputs, not on the instruction set */
    EXPECT_EQ(last_word(run(check + " --isa scalar").out, "all "), last_word(first.out, "all "));
    EXPECT_NE(last_word(run(check + " --seed 2").out, "all "), last_word(first.out, "all "));
}

TEST_F(program, check_refuses_unknown_behaviours) {
    expect_refusal("check nothing", "no behaviour \"nothing\"");
    expect_refusal("check choose2d", "check: expected a behaviour, found the task choose2d");
    expect_refusal("check intercept2d intercept3d", "unexpected argument: \"intercept3d\"");
}

/* Writes the golden file with plain C and compares it with all instruction sets. */
TEST_F(program, check_writes_a_golden_file_and_compares_with_it) {
    outcome written = run("check tile_step --isa scalar --write-golden golden.txt");
    ASSERT_EQ(written.code, 0) << written.err;
    EXPECT_EQ(files(), std::set<std::string>{"golden.txt"});
    const std::string text = read("golden.txt");
    const std::string exact = last_word(text, "tile_step exact "), fast = last_word(text, "tile_step fast ");
    const std::string comment = text.substr(0, text.find('\n') + 1);
    EXPECT_EQ(comment[0], '#');
    EXPECT_EQ(text, comment + "tile_step exact " + exact + "\ntile_step fast " + fast + "\n");

    outcome compared = run("check tile_step --golden golden.txt");
    EXPECT_EQ(compared.code, 0) << compared.err;
    EXPECT_EQ(compared.err, "");
    EXPECT_NE(compared.out.find("\ngolden         2 of 2 agree with golden.txt\n"), std::string::npos)
        << compared.out;
    for (const std::string &hash : {exact, fast}) {
        EXPECT_EQ(hash.size(), 16u);
        for (const std::string &out : {written.out, compared.out})
            EXPECT_NE(out.find(" " + hash + "  same bits"), std::string::npos) << out;
    }

    /* The first file has a wrong hash. The second file has no line for tile_step exact. */
    std::string other = exact;
    other[15] = other[15] == '0' ? '1' : '0';
    write("golden.txt", "tile_step fast " + fast + "\r\ntile_step exact " + other);
    outcome wrong = run("check tile_step --isa scalar --golden=golden.txt");
    EXPECT_EQ(wrong.code, 1);
    EXPECT_EQ(wrong.err,
              "waylay: tile_step exact: expected " + other + " as in golden.txt, got " + exact + "\n");
    EXPECT_EQ(last_word(wrong.out, "golden         1 of "), "2");
    write("golden.txt",
          "tile_step2 exact " + exact + "\ntile_line exact " + exact + "\ntile_step fast " + fast + "\n");
    outcome missing = run("check tile_step --isa scalar --golden golden.txt");
    EXPECT_EQ(missing.code, 1);
    EXPECT_EQ(missing.err,
              "waylay: tile_step exact: expected a hash in golden.txt, found no line for it, got " + exact +
                  "\n");
}

TEST_F(program, demo_ends_in_the_same_state_under_every_isa) {
    for (const char *precision : {"exact", "fast"}) {
        std::string first;
        for (const std::string &isa : support::isa_names()) {
            outcome result =
                run("demo --units 777 --seconds 3 --precision " + std::string(precision) + " --isa " + isa);
            if (result.code == 2) /* this instruction set exists only in tests, not in the program */
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

/* Eight targets are hit, and each one's last arc takes longer than its first. Two targets are too_slow. */
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

/* The behaviours finish in the same order as in the source document, which does not publish its scene. Of
   those that chase the straight target, lead is fastest and seek is slowest. Of those that chase the erratic
   target, predict is fastest on average and lead is slowest. The test uses three seeds, so the order does not
   depend on one seed. */
TEST_F(program, race_ends_in_the_order_of_the_source) {
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
        ASSERT_EQ(straight.size(), 7u) << result.out;
        ASSERT_EQ(erratic.size(), 7u) << result.out;
        EXPECT_EQ(times["circling"].size(), 7u) << result.out;
        enum { seek, predict, closing, lead, navigate, estimate, home };
        EXPECT_LT(straight[lead], straight[predict]) << result.out;
        EXPECT_LT(straight[predict], straight[seek]) << result.out;
        EXPECT_LT(erratic[predict], erratic[seek]) << result.out;
        EXPECT_LT(erratic[seek], erratic[lead]) << result.out;
        const std::vector<double> &reported = times["reported"];
        ASSERT_EQ(reported.size(), 7u) << result.out;
        EXPECT_EQ(reported[seek], 4.07) << result.out;
        EXPECT_EQ(reported[predict], 3.73) << result.out;
        EXPECT_EQ(reported[lead], 3.59) << result.out;
        EXPECT_NEAR(straight[estimate], straight[lead], 0.02) << result.out;
        EXPECT_LT(straight[home], straight[seek]) << result.out;
        /* a target that follows at nearly the same velocity: closing and navigate never turn back */
        const std::string alike = result.out.substr(result.out.find("alike"));
        double seconds[7];
        ASSERT_EQ(std::sscanf(alike.c_str(), "alike %lf %lf never %lf never %lf %lf", &seconds[seek],
                              &seconds[predict], &seconds[lead], &seconds[estimate], &seconds[home]),
                  5)
            << result.out;
        EXPECT_LT(seconds[lead], 1) << result.out;
        EXPECT_LT(seconds[home], 3) << result.out;
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
    /* a wall that is open from this side lets the ball pass to the wall behind; without `sides`, both walls
       stop it */
    write("walls.csv", "by,sides,bx,ax,ay\n40,0,0,40,0\n10,-1,0,10,0\n");
    result = run("sweep_walls2d balls.csv --walls=walls.csv");
    EXPECT_NE(result.out.find("0,0,1,1,20,20,20,-0.70710677,-0.70710677,0,met\n"), std::string::npos)
        << result.out;
    write("walls.csv", "ax,ay,bx,by\n10,0,0,10");
    EXPECT_NE(run("sweep_walls2d balls.csv --walls walls.csv").out.find("0,0,1,1,5,5,5,"), std::string::npos);
    EXPECT_NE(run("sweep_walls2d balls.csv").out.find("0,0,1,1,inf,0,0,0,0,-1,too_slow\n"),
              std::string::npos);
}

/* Compares a room at 0 with the same room at more than 1,000 km. So far away, floats are at least 0.06 m
   apart, but the answers are exact because the program measures all positions from a corner of the room. */
TEST_F(program, a_room_far_away_keeps_its_shape) {
    const auto room_at = [](long x, long y) {
        const long corner[5][2] = {{0, 0}, {20, 0}, {20, 20}, {0, 20}, {0, 0}};
        std::string text = "ax,ay,bx,by\n1,nan,2,3\n";
        for (int k = 0; k < 4; k++)
            for (int end = 0; end < 2; end++)
                text += std::to_string(x + corner[k + end][0]) + "," +
                        std::to_string(y + corner[k + end][1]) + (end == 0 ? "," : "\n");
        return text;
    };
    const std::string names = "ball_x,ball_y,ball_vx,ball_vy", command =
                                                                   "bounce2d balls.csv --walls walls.csv "
                                                                   "--set dt=1 --set radius=0.25";
    const std::string answers = names + ",next_x,next_y,next_vx,next_vy,bounces,status\n";
    write("walls.csv", room_at(0, 0));
    write("balls.csv", names + "\n10.5,10,33,21\n2.125,19,0,-9\n3,nan,0,-9\n");
    EXPECT_EQ(answers + "10.5,10,33,21,4.500305,8.499847,33,-21,3,met\n"
                        "2.125,19,0,-9,2.125,10,0,-9,0,met\n"
                        "3,nan,0,-9,0,0,0,0,0,invalid\n",
              run(command).out);
    EXPECT_EQ((double)4.500305f, 1000004.5003051758 - 1e6);
    EXPECT_EQ((double)8.499847f, -6999991.500152588 + 7e6);
    write("walls.csv", room_at(1000000, -7000000));
    write("balls.csv", names + "\n1000010.5,-6999990,33,21\n1000002.125,-6999981,0,-9\n1000003,nan,0,-9\n");
    EXPECT_EQ(answers + "1000010.5,-6999990,33,21,1000004.5003051758,-6999991.500152588,33,-21,3,met\n"
                        "1000002.125,-6999981,0,-9,1000002.125,-6999990,0,-9,0,met\n"
                        "1000003,nan,0,-9,0,0,0,0,0,invalid\n",
              run(command).out);
    const std::string units = "chaser_x,chaser_y,chaser_vx,chaser_vy,preferred_vx,preferred_vy,chaser_speed";
    write("units.csv", units + "\n1000019.5,-6999990,1,0,1,0,1\n1000003,-6999990,1,0,1,0,1\n");
    EXPECT_EQ(units + ",velocity_x,velocity_y,progress,status\n"
                      "1000019.5,-6999990,1,0,1,0,1,0.5,0,0.5,met\n"
                      "1000003,-6999990,1,0,1,0,1,1,0,1,met\n",
              run("avoid2d units.csv --walls walls.csv --set radius=0.25").out)
        << "0.25 m from the wall in 0.5 s";
}

/* The file has more walls than the program's initial memory holds. The ball meets the last wall. */
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

TEST_F(program, walls_move) {
    write("walls.csv", "ax,ay,bx,by,sides,vx,vy\n8,-8,8,8,0,-2,0\n");
    write("balls.csv", "ball_x,ball_y,ball_vx,ball_vy,dt\n0,0,2,1,3\n");
    outcome result = run("bounce2d balls.csv --walls walls.csv");
    ASSERT_EQ(result.code, 0) << result.err;
    std::vector<std::string> cells = split(split(result.out, '\n').at(1), ',');
    EXPECT_NEAR(std::stod(cells[5]), -2, 1e-3);
    EXPECT_EQ(cells[7] + "," + cells[8] + "," + cells[9] + "," + cells[10], "-6,1,1,met");
    /* columns in any order, one of them missing, and many walls, which then have no tree */
    std::string many = "vx,ax,ay,bx,by\n";
    for (int i = 0; i < 99; i++)
        many += std::to_string(i - 98) + "," + std::to_string(2 * i + 2) + ",-9," +
                std::to_string(2 * i + 2) + ",9\n";
    write("walls.csv", many);
    write("ball.csv", "ball_x,ball_y,ball_vx,ball_vy\n0,0,1,0\n");
    EXPECT_NE(run("sweep_walls2d ball.csv --walls walls.csv").out.find("0,0,1,0,0.0202"), std::string::npos)
        << run("sweep_walls2d ball.csv --walls walls.csv").out;
    write("walls.csv", "ax,ay,bx,by,vx\n-2,-9,-2,9,1.5\n2,-9,2,9,-1.5\n");
    EXPECT_NE(run("bounce2d ball.csv --walls walls.csv --set dt=1 --set radius=1").out.find("crushed"),
              std::string::npos);
    write("sweeps.csv", "ball_x,ball_y,ball_vx,ball_vy,wall_ax,wall_ay,wall_bx,wall_by,wall_vx\n"
                        "0,0,1,0,10,-5,10,5,-4\n");
    EXPECT_NE(run("sweep2d sweeps.csv").out.find("-4,2,2,0,-1,0,met"), std::string::npos)
        << run("sweep2d sweeps.csv").out;
    write("walls.csv", "ax,ay,bx,by,vx\n1,2,3,4,fast\n");
    expect_refusal("bounce2d balls.csv --walls walls.csv",
                   "walls.csv:2: column vx: found \"fast\", expected a number");
    write("walls.csv", "ax,ay,bx,by,vx,vy\n1,2,3,4,0,1\n");
    write("units.csv", "chaser_x,chaser_y,chaser_vx,chaser_vy,radius,dt\n0,0,1,0,1,1\n");
    expect_refusal("avoid2d units.csv --walls walls.csv",
                   "walls.csv:1: columns vx, vy: the walls of avoid2d cannot move");
}

TEST_F(program, invalid_walls_are_refused) {
    write("balls.csv", "ball_x,ball_y,ball_vx,ball_vy\n0,0,1,1\n");
    auto refuse = [&](const std::string &walls, const std::string &saying) {
        write("walls.csv", walls);
        expect_refusal("sweep_walls2d balls.csv -o out.csv --walls walls.csv", saying);
    };
    refuse("", "walls.csv:1: found nothing, expected a header of ax, ay, bx, by");
    refuse("ax,ay,bx\n1,2,3\n", "walls.csv:1: column by: missing, and walls need it");
    refuse("ax,ay,bx,by,side\n1,2,3,4,0\n", "walls.csv:1: column \"side\": walls have the columns");
    refuse("ax,ay,bx,by,ax\n1,2,3,4,5\n", "walls.csv:1: column ax: the header has it twice");
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
    expect_refusal("avoid3d in.csv --walls walls.csv", "--walls: avoid3d reads no walls");
    expect_refusal("choose3d in.csv --walls walls.csv", "--walls: choose3d reads no walls");
    write("walls.csv", "ax,ay,bx\n1,2,3\n");
    expect_refusal("avoid2d in.csv --walls walls.csv", "walls.csv:1: column by: missing, and walls need it");
}

TEST_F(program, describe_mentions_walls) {
    const std::string saying = "To read walls: --walls FILE.csv\n";
    for (size_t b = 0; behaviour_at(b) != nullptr; b++) {
        const way_behaviour *behaviour = behaviour_at(b);
        bool says = run(std::string("describe ") + behaviour->name).out.find(saying) != std::string::npos;
        EXPECT_EQ(says, behaviour->walls != 0) << behaviour->name;
    }
    const std::string plane = run("describe avoid2d").out, space = run("describe avoid3d").out;
    EXPECT_NE(plane.find(saying), std::string::npos);
    EXPECT_NE(plane.find("wall_horizon"), std::string::npos);
    EXPECT_EQ(space.find("wall"), std::string::npos);
    EXPECT_NE(space.find("preferred_vz"), std::string::npos);
}

/* Scenes ------------------------------------------------------------------------------------------------- */

size_t count_of(const std::string &text, const std::string &part) {
    size_t count = 0;
    for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
        count++;
    return count;
}

TEST_F(program, unknown_scenes_are_refused) {
    expect_refusal("scene", "scene: which one? There is arcs, drones, football, squad");
    expect_refusal("scene golf", "no scene \"golf\": there is arcs, drones, football, squad");
    expect_refusal("scene football", "scene football: which file?");
    expect_refusal("scene football nowhere.csv", "nowhere.csv: cannot be read: ");
    expect_refusal("scene squad twice", "unexpected argument: \"twice\"");
    expect_refusal("scene squad --svg no/such/folder.svg", "no/such/folder.svg");
    expect_refusal("scene squad --agents 7", "--agents does not go with scene");
    expect_refusal("scene squad --units 7", "--units does not go with scene");
    expect_refusal("scene drones --svg drones.svg", "--svg does not go with scene");
}

/* A label's text, and a box that contains the label in any of the fonts. */
struct label {
    std::string text;
    double left, right, top, bottom;
};

double attribute(const std::string &line, const std::string &name) {
    const size_t at = line.find(" " + name + "=\"");
    return at == std::string::npos ? NAN : std::stod(line.substr(at + name.size() + 3));
}

std::vector<label> labels_of(const std::string &picture) {
    std::vector<label> all;
    for (const std::string &line : split(picture, '\n')) {
        if (line.rfind("<text class=\"label", 0) != 0)
            continue;
        label one;
        one.text = line.substr(line.find('>') + 1);
        one.text = one.text.substr(0, one.text.find('<'));
        const double size = 13, width = 0.64 * size * (double)one.text.size();
        const double x = attribute(line, "x"), y = attribute(line, "y");
        one.left = line.find("\"start\"") != std::string::npos ? x
                   : line.find("\"end\"") != std::string::npos ? x - width
                                                               : x - width / 2;
        one.right = one.left + width, one.top = y - 0.75 * size, one.bottom = y + 0.2 * size;
        all.push_back(one);
    }
    return all;
}

/* The picture shows one moment of a match: all players, one highlighted path, and labels that do not overlap.
   The printed times are those that the program's intercept2d gives for that moment. */
TEST_F(program, scene_football_shows_the_first_player_at_the_ball) {
    outcome result = run("scene football '" WAYLAY_FOOTBALL_CSV "' --svg football.svg");
    ASSERT_EQ(result.code, 0) << result.err;
    std::vector<std::string> told = split(result.out, '\n');
    ASSERT_EQ(told.size(), 1u + 20u) << result.out;
    ASSERT_EQ(told[0].rfind("after ", 0), 0u);
    const int frame = (int)std::lround(20 * std::stod(told[0].substr(6)));
    std::map<std::string, std::string> time; /* each player's time in this frame */
    for (const std::string &line :
         split(run("intercept2d '" WAYLAY_FOOTBALL_CSV "' --set reach=0.5").out, '\n')) {
        const std::vector<std::string> cell = split(line, ',');
        if (cell[0] == std::to_string(frame))
            time[cell[1]] = cell[9];
    }
    ASSERT_EQ(time.size(), 20u);
    double last = 0;
    std::map<std::string, std::string> reaching;
    std::string first;
    for (size_t i = 1; i < told.size(); i++) {
        char player[16], shown[16];
        ASSERT_EQ(sscanf(told[i].c_str(), "player %15s %15s s", player, shown), 2) << told[i];
        ASSERT_EQ(time.count(player), 1u) << told[i];
        char rounded[16];
        snprintf(rounded, sizeof rounded, "%.2f", std::stod(time[player]));
        EXPECT_STREQ(shown, rounded) << told[i];
        EXPECT_GE(std::stod(shown), last) << told[i];
        last = std::stod(shown);
        if (told[i].find("too_slow") == std::string::npos &&
            told[i].find("off the pitch") == std::string::npos) {
            reaching[player] = shown;
            first = first.empty() ? player : first;
        }
    }

    const std::string picture = read("football.svg");
    EXPECT_EQ(picture.rfind("<svg xmlns=\"http://www.w3.org/2000/svg\"", 0), 0u);
    EXPECT_NE(picture.find("prefers-color-scheme:dark"), std::string::npos);
    EXPECT_LT(picture.size(), 60000u);
    EXPECT_EQ(picture.find("nan"), std::string::npos);
    /* the whole picture, the pitch, and four small pictures */
    EXPECT_EQ(count_of(picture, "</svg>"), 1u + 1 + 4);
    EXPECT_EQ(count_of(picture, "<circle class=\"winner large\"") +
                  count_of(picture, "<circle class=\"player large\"") +
                  count_of(picture, "<circle class=\"far large\""),
              20u);
    EXPECT_EQ(count_of(picture, "<circle class=\"winner large\""), 1u);
    EXPECT_EQ(count_of(picture, "<circle class=\"player large\""), reaching.size() - 1);
    EXPECT_EQ(count_of(picture, "class=\"first arrow\""), 1u);

    const std::string data = WAYLAY_FOOTBALL_CSV;
    std::ifstream kept(data.substr(0, data.find("examples/data/")) + "docs/football.svg", std::ios::binary);
    EXPECT_TRUE(std::string(std::istreambuf_iterator<char>(kept), {}) == picture)
        << "docs/football.svg is not what the program draws: sh scripts/maintain/renew.sh pictures";

    const std::vector<label> labels = labels_of(picture);
    std::set<std::string> texts;
    for (const label &one : labels)
        texts.insert(one.text);
    EXPECT_EQ(texts.size(), 20u);
    for (const auto &[player, whole] : time)
        EXPECT_EQ(texts.count(reaching.count(player) ? player + ": " + reaching[player] + " s" : player), 1u)
            << player;
    EXPECT_NE(picture.find("player " + first + ", in " + reaching[first] + " s"), std::string::npos);
    for (size_t i = 0; i < labels.size(); i++)
        for (size_t j = 0; j < i; j++)
            EXPECT_TRUE(labels[i].right <= labels[j].left || labels[j].right <= labels[i].left ||
                        labels[i].bottom <= labels[j].top || labels[j].bottom <= labels[i].top)
                << labels[i].text << " covers " << labels[j].text;
}

/* Tests invalid files, a match in which no player reaches the ball, and a match with one player. */
TEST_F(program, scene_football_takes_any_match) {
    const std::string columns =
        "frame,player,chaser_x,chaser_y,chaser_speed,runner_x,runner_y,runner_vx,runner_vy\n";
    write("wrong.csv", columns + "0,7,1,2,fast,3,4,5,6\n");
    expect_refusal("scene football wrong.csv", "wrong.csv:2: column chaser_speed: found \"fast\"");
    write("infinite.csv", columns + "0,7,1,2,8,inf,4,5,6\n");
    expect_refusal("scene football infinite.csv", "expected a finite number");
    write("less.csv", "frame,player\n0,7\n");
    expect_refusal("scene football less.csv", "less.csv: column chaser_x: missing");
    write("empty.csv", columns);
    expect_refusal("scene football empty.csv", "empty.csv: found no row");
    write("none.csv", columns + "0,<b>&,1,2,0,90,60,99,0\n");
    ASSERT_EQ(run("scene football none.csv --svg none.svg").code, 0);
    EXPECT_NE(read("none.svg").find("no player, before it leaves the pitch"), std::string::npos);
    EXPECT_EQ(read("none.svg").find("<b>"), std::string::npos);
    write("one.csv", columns + "40,7,1,2,8,104,67,0,0\n");
    ASSERT_EQ(run("scene football one.csv --svg one.svg").code, 0);
    EXPECT_EQ(read("one.svg").find("nan"), std::string::npos);
    EXPECT_EQ(count_of(read("one.svg"), "class=\"first arrow\""), 1u);
}

/* Each frame prints a hash of the state. The hash depends on the precision, the seed and the number of units,
   but not on the instruction set. */
TEST_F(program, scene_drones_has_the_same_states_under_every_isa) {
    const std::string small = "scene drones --units 999 --seconds 4";
    std::set<std::string> ends;
    for (const std::string other : {"", " --precision fast", " --seed 2", " --units 998"}) {
        std::string first;
        for (const std::string &isa : support::isa_names()) {
            outcome result =
                run((other == " --units 998" ? "scene drones --seconds 4" : small) + other + " --isa " + isa);
            if (result.code == 2) /* this instruction set exists only in tests, not in the program */
                continue;
            first = first.empty() ? result.out : first;
            EXPECT_EQ(result.out, first) << isa;
        }
        std::vector<std::string> lines = split(first, '\n');
        ASSERT_EQ(lines.size(), 1u + 240u + 1u) << first;
        std::set<std::string> hashes;
        for (size_t frame = 1; frame <= 240; frame++) {
            ASSERT_EQ(lines[frame].size(), std::to_string(frame).size() + 1 + 16) << lines[frame];
            hashes.insert(lines[frame].substr(lines[frame].size() - 16));
        }
        EXPECT_EQ(hashes.size(), 240u);
        EXPECT_GT(std::stoi(last_word(first, "caught ")), 100);
        ends.insert(lines[240]);
    }
    EXPECT_EQ(ends.size(), 4u);
}

TEST_F(program, a_squad_marches_through_a_gate_and_round_a_corner) {
    for (const char *precision : {"exact", "fast"}) {
        std::string first;
        for (const std::string &isa : support::isa_names()) {
            outcome result =
                run("scene squad --svg squad.svg --precision " + std::string(precision) + " --isa " + isa);
            if (result.code == 2) /* this instruction set exists only in tests, not in the program */
                continue;
            ASSERT_EQ(result.code, 0) << result.err;
            first = first.empty() ? result.out : first;
            EXPECT_EQ(result.out, first) << isa;
        }
        std::string picture = read("squad.svg");
        EXPECT_EQ(count_of(picture, "<polyline"), 20u + 1); /* 20 units and the leader */
        EXPECT_EQ(count_of(picture, "<line"), 6u);
        EXPECT_EQ(count_of(picture, "<circle"), 6u * 20);
        EXPECT_EQ(count_of(picture, "</svg>"), 1u);
        EXPECT_EQ(picture.find("nan"), std::string::npos);
    }
    /* the last state of each seed, which is the same on every machine */
    const std::pair<std::string, std::string> last[] = {
        {"1", "724b57c6f5f73f42"}, {"2", "dcc01abae74f096d"}, {"3", "b57dfe56c9adc38d"}};
    for (const auto &[seed, state] : last) {
        std::vector<std::string> lines = split(run("scene squad --seed " + seed).out, '\n');
        ASSERT_GT(lines.size(), 4u) << seed;
        size_t through = 0, units = 0, crossed = 1;
        double apart = 0, after = 0, nearest = 0, waited = 0, stood = 0;
        ASSERT_EQ(
            sscanf(lines[lines.size() - 3].c_str(),
                   "%zu of %zu through the gate, %zu ways across a wall, all in their slots to %lf m after "
                   "%lf s",
                   &through, &units, &crossed, &apart, &after),
            5)
            << lines[lines.size() - 3];
        ASSERT_EQ(sscanf(lines[lines.size() - 2].c_str(),
                         "nearest two %lf m, leader waited %lf s, longest stand of a unit %lf s", &nearest,
                         &waited, &stood),
                  3)
            << lines[lines.size() - 2];
        EXPECT_EQ(through, 20u) << seed;
        EXPECT_EQ(units, 20u) << seed;
        EXPECT_EQ(crossed, 0u) << seed;
        EXPECT_LE(apart, 0.1) << seed;
        EXPECT_LT(after, 60) << seed;
        EXPECT_LT(waited, 10) << seed;
        EXPECT_GE(nearest, 2 * 0.4 - 0.02) << seed;
        EXPECT_LT(stood, 2) << seed;
        EXPECT_EQ(lines.back(), "state " + state) << seed;
    }
}

TEST_F(program, demo_draws_its_last_frame) {
    EXPECT_EQ(run("demo --units 50 --seconds 0.5 --svg picture.svg").code, 0);
    EXPECT_NE(read("picture.svg").find("50 of 50 rows drawn"), std::string::npos);
}

} // namespace
