/* Tests what a caller can do with the API: mistakes, error texts and numbers, the choice of instruction sets,
   the self-description, and threads. */
#include <gtest/gtest.h>

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <cstddef>
#include <cstring>
#include <set>
#include <thread>
#include <type_traits>
#include <vector>

#include "alone.h"
#include "valid_call.h"

extern "C" int way_header_alone_c(void);
bool way_header_alone_cpp();

namespace {

const char *program = "api_test";

#define EXPECT_REFUSED(result, call)                                                                         \
    do {                                                                                                     \
        EXPECT_EQ(result, (call).run()) << (call).behaviour->name;                                           \
        EXPECT_TRUE((call).wrote_nothing()) << (call).behaviour->name;                                       \
    } while (0)

/* In a long batch, the library separately solves the agents before the first whole cache line and after the
   last one. If outputs overwrite inputs, it must solve each of these agents only once. */
TEST(api, long_batches_in_place_solve_each_agent_once) {
    const size_t count = 4099;
    std::vector<float> x(count + 16), y(count + 16), to_x(count), to_y(count);
    for (size_t off = 0; off < 16; off++) {
        for (size_t i = 0; i < count; i++) {
            x[off + i] = static_cast<float>(i % 97) - 40;
            y[off + i] = static_cast<float>(i % 89) + 0.5f;
        }
        way_perpendicular2d_in in = {};
        in.vector_x.data = &x[off];
        in.vector_y.data = &y[off];
        way_perpendicular2d_out apart = {}, place = {};
        apart.perpendicular_x.data = to_x.data();
        apart.perpendicular_y.data = to_y.data();
        place.perpendicular_x.data = &x[off];
        place.perpendicular_y.data = &y[off];
        way_batch batch = {};
        batch.count = count;
        ASSERT_EQ(way_perpendicular2d(&in, &apart, &batch), WAY_OK);
        ASSERT_EQ(way_perpendicular2d(&in, &place, &batch), WAY_OK);
        ASSERT_EQ(std::memcmp(&x[off], to_x.data(), count * sizeof(float)), 0) << off;
        ASSERT_EQ(std::memcmp(&y[off], to_y.data(), count * sizeof(float)), 0) << off;
    }
}

TEST(api, correct_calls_write_every_output) {
    for (const way_behaviour *behaviour : behaviours()) {
        valid_call call(behaviour);
        EXPECT_EQ(WAY_OK, call.run());
        for (const std::vector<uint32_t> &column : call.outputs)
            for (uint32_t word : column)
                EXPECT_NE(+valid_call::untouched, word) << behaviour->name;
    }
}

/* The calls that are named after behaviours, such as way_seek2d, in a form that takes arrays of columns.
   way_run does not use these calls. */
struct named_call {
    const char *name;
    way_result (*call)(const way_column *in, const way_column_out *out, const way_batch *batch);
};
#define BEGIN(id, family, summary, source)                                                                   \
    {#id, [](const way_column *in, const way_column_out *out, const way_batch *batch) {                      \
         return way_##id(reinterpret_cast<const way_##id##_in *>(in),                                        \
                         reinterpret_cast<const way_##id##_out *>(out), batch);                              \
     }},
const named_call named_calls[] = {
#include "registry/behaviours.def"
};

TEST(api, null_arguments_are_refused) {
    for (const way_behaviour *behaviour : behaviours()) {
        valid_call call(behaviour);
        EXPECT_EQ(WAY_ERROR_NULL, way_run(behaviour, nullptr, call.out.data(), &call.batch));
        EXPECT_EQ(WAY_ERROR_NULL, way_run(behaviour, call.in.data(), nullptr, &call.batch));
        EXPECT_EQ(WAY_ERROR_NULL, way_run(behaviour, call.in.data(), call.out.data(), nullptr));
        EXPECT_TRUE(call.wrote_nothing());
    }
    for (const named_call &named : named_calls) {
        valid_call call(way_behaviour_named(named.name));
        EXPECT_EQ(WAY_ERROR_NULL, named.call(nullptr, call.out.data(), &call.batch)) << named.name;
        EXPECT_EQ(WAY_ERROR_NULL, named.call(call.in.data(), nullptr, &call.batch)) << named.name;
        EXPECT_EQ(WAY_ERROR_NULL, named.call(call.in.data(), call.out.data(), nullptr)) << named.name;
    }
}

TEST(api, missing_inputs_are_refused) {
    for (const way_behaviour *behaviour : behaviours())
        for (size_t k = 0; k < behaviour->input_count; k++) {
            valid_call call(behaviour);
            call.in[k] = way_column();
            if (behaviour->inputs[k].required)
                EXPECT_REFUSED(WAY_ERROR_MISSING, call);
            else
                EXPECT_EQ(WAY_OK, call.run()) << behaviour->inputs[k].name;
        }
}

TEST(api, every_behaviour_has_a_status) {
    for (const way_behaviour *behaviour : behaviours()) {
        size_t statuses = 0;
        for (size_t k = 0; k < behaviour->output_count; k++)
            statuses += behaviour->outputs[k].type == WAY_STATUS;
        EXPECT_EQ(1u, statuses) << behaviour->name;
    }
}

TEST(api, misaligned_columns_are_refused) {
    for (const way_behaviour *behaviour : behaviours())
        for (ptrdiff_t off : {1, 2, 3}) {
            for (size_t k = 0; k < behaviour->input_count; k++) {
                valid_call data(behaviour, 37), stride(behaviour, 37), negative(behaviour, 37);
                data.in[k].data = (const char *)data.in[k].data + off;
                EXPECT_REFUSED(WAY_ERROR_ALIGNMENT, data);
                stride.in[k].gap = off;
                EXPECT_REFUSED(WAY_ERROR_ALIGNMENT, stride);
                negative.in[k].gap = -8 - off;
                EXPECT_REFUSED(WAY_ERROR_ALIGNMENT, negative);
            }
            for (size_t o = 0; o < behaviour->output_count; o++) {
                valid_call data(behaviour, 37), stride(behaviour, 37);
                data.out[o].data = (char *)data.out[o].data + off;
                EXPECT_REFUSED(WAY_ERROR_ALIGNMENT, data);
                stride.out[o].gap = off;
                EXPECT_REFUSED(WAY_ERROR_ALIGNMENT, stride);
            }
            std::vector<uint32_t> target(64);
            valid_call data(behaviour, 37), stride(behaviour, 37);
            data.batch.targets.row = way_column_of((const char *)target.data() + off, 4, WAY_SINGLE);
            data.batch.targets.runner_count = 37;
            EXPECT_REFUSED(WAY_ERROR_ALIGNMENT, data);
            stride.batch.targets.row = way_at(target.data(), 4 + off);
            stride.batch.targets.runner_count = 37;
            EXPECT_REFUSED(WAY_ERROR_ALIGNMENT, stride);
        }
}

TEST(api, outputs_with_one_value_for_all_are_refused) {
    for (const way_behaviour *behaviour : behaviours())
        for (size_t o = 0; o < behaviour->output_count; o++) {
            valid_call call(behaviour);
            call.out[o].gap = -4;
            EXPECT_REFUSED(WAY_ERROR_STRIDE, call);
        }
}

TEST(api, absent_columns_may_have_any_stride) {
    for (const way_behaviour *behaviour : behaviours()) {
        valid_call call(behaviour);
        call.out[0].data = nullptr;
        call.out[0].gap = 3;
        for (size_t k = 0; k < behaviour->input_count; k++)
            if (!behaviour->inputs[k].required)
                call.in[k] = way_column_of(nullptr, 5, WAY_SINGLE);
        EXPECT_EQ(WAY_OK, call.run());
    }
}

TEST(api, counts_beyond_memory_are_refused) {
    for (const way_behaviour *behaviour : behaviours()) {
        const size_t pairs[][2] = {{0, SIZE_MAX},
                                   {SIZE_MAX, 1},
                                   {SIZE_MAX, SIZE_MAX},
                                   {1, SIZE_MAX},
                                   {SIZE_MAX / 2 + 1, SIZE_MAX / 2 + 1},
                                   {SIZE_MAX / 4, 1}};
        for (const size_t *pair : pairs) {
            valid_call call(behaviour);
            call.batch.first = pair[0];
            call.batch.count = pair[1];
            EXPECT_REFUSED(WAY_ERROR_COUNT, call);
        }
    }
}

TEST(api, missing_walls_are_refused) {
    for (const way_behaviour *behaviour : behaviours()) {
        valid_call nothing(behaviour), misplaced(behaviour);
        nothing.batch.walls = nullptr;
        nothing.batch.wall_count = 1;
        EXPECT_REFUSED(WAY_ERROR_NULL, nothing);
        misplaced.batch.walls = (const way_wall *)(uintptr_t)2;
        EXPECT_REFUSED(WAY_ERROR_ALIGNMENT, misplaced);
    }
}

TEST(api, wrong_drag_tables_are_refused) {
    const float speed[] = {0, 100, 340, 400}, coefficient[] = {0.1f, 0.2f, 0, 0.3f};
    const float apart = 1;
    const char *const speeds = "drag_table.speed", *const coefficients = "drag_table.coefficient";
    struct {
        const char *fault;
        way_result result;
        std::array<float, 4> speed, coefficient;
    } wrong[] = {
        {speeds, WAY_ERROR_TABLE, {0, 100, 100, 400}, {1, 1, 1, 1}}, /* not ascending */
        {speeds, WAY_ERROR_TABLE, {0, 100, 99, 400}, {1, 1, 1, 1}},
        {speeds, WAY_ERROR_TABLE, {-1, 100, 340, 400}, {1, 1, 1, 1}},
        {speeds, WAY_ERROR_TABLE, {NAN, 100, 340, 400}, {1, 1, 1, 1}},
        {speeds, WAY_ERROR_TABLE, {0, 100, NAN, 400}, {1, 1, 1, 1}},
        {speeds, WAY_ERROR_TABLE, {0, 100, 340, INFINITY}, {1, 1, 1, 1}},
        {coefficients, WAY_ERROR_TABLE, {0, 100, 340, 400}, {1, 1, -1e-3f, 1}},
        {coefficients, WAY_ERROR_TABLE, {0, 100, 340, 400}, {1, NAN, 1, 1}},
        {coefficients, WAY_ERROR_TABLE, {0, 100, 340, 400}, {1, 1, 1, INFINITY}},
    };
    const char *fault = nullptr;
    for (const way_behaviour *behaviour : behaviours()) {
        valid_call call(behaviour);
        call.batch.fault = &fault;
        way_drag_table table = {speed, coefficient, 4};
        call.batch.drag_table = &table;
        for (auto &one : wrong) {
            table = {one.speed.data(), one.coefficient.data(), 4};
            EXPECT_REFUSED(one.result, call);
            EXPECT_STREQ(one.fault, fault);
        }
        table = {nullptr, coefficient, 4};
        EXPECT_REFUSED(WAY_ERROR_NULL, call);
        EXPECT_STREQ(speeds, fault);
        table = {speed, nullptr, 4};
        EXPECT_REFUSED(WAY_ERROR_NULL, call);
        EXPECT_STREQ(coefficients, fault);
        table = {speed, (const float *)((uintptr_t)&apart + 2), 4};
        EXPECT_REFUSED(WAY_ERROR_ALIGNMENT, call);
        table = {speed, coefficient, 0};
        EXPECT_REFUSED(WAY_ERROR_COUNT, call);
        EXPECT_STREQ("drag_table.count", fault);
        for (size_t count : {1, 4}) {
            table = {speed, coefficient, count};
            EXPECT_EQ(WAY_OK, call.run()) << behaviour->name;
        }
    }
}

TEST(api, wall_origins_that_are_not_finite_are_refused) {
    for (const way_behaviour *behaviour : behaviours())
        for (double nowhere : {(double)NAN, (double)INFINITY, -(double)INFINITY})
            for (int axis = 0; axis < 2; axis++) {
                valid_call call(behaviour);
                const char *fault = "none";
                call.batch.fault = &fault;
                (axis == 0 ? call.batch.wall_origin_x : call.batch.wall_origin_y) = nowhere;
                if (!behaviour->walls) {
                    EXPECT_EQ(WAY_OK, call.run()) << behaviour->name << " does not read it";
                    continue;
                }
                EXPECT_REFUSED(WAY_ERROR_ORIGIN, call);
                EXPECT_STREQ(axis == 0 ? "wall_origin_x" : "wall_origin_y", fault);
            }
}

TEST(api, unknown_precisions_are_refused) {
    for (const way_behaviour *behaviour : behaviours())
        for (int32_t precision : {-1, 2, 3, INT_MAX, INT_MIN}) {
            valid_call call(behaviour);
            call.batch.precision = precision;
            EXPECT_REFUSED(WAY_ERROR_PRECISION, call);
        }
}

TEST(api, unknown_behaviours_are_refused) {
    valid_call call(behaviour_at(0));
    way_behaviour copy = *behaviour_at(0);
    copy.name = "no_such_behaviour";
    EXPECT_EQ(WAY_ERROR_BEHAVIOUR, way_run(&copy, call.in.data(), call.out.data(), &call.batch));
    EXPECT_TRUE(call.wrote_nothing());
    EXPECT_NE(WAY_OK, way_run(nullptr, call.in.data(), call.out.data(), &call.batch));
    EXPECT_TRUE(call.wrote_nothing());
    EXPECT_EQ(nullptr, way_behaviour_named("no_such_behaviour"));
    EXPECT_EQ(nullptr, way_behaviour_named(""));
    EXPECT_EQ(nullptr, behaviour_at(behaviours().size()));
    EXPECT_EQ(nullptr, behaviour_at(SIZE_MAX));
}

TEST(api, an_empty_batch_is_ok_and_writes_nothing) {
    for (const way_behaviour *behaviour : behaviours()) {
        valid_call call(behaviour);
        call.batch.count = 0;
        call.batch.first = 5;
        EXPECT_REFUSED(WAY_OK, call);
    }
}

TEST(api, calls_without_outputs_are_ok) {
    for (const way_behaviour *behaviour : behaviours()) {
        valid_call call(behaviour);
        for (way_column_out &column : call.out)
            column.data = nullptr;
        EXPECT_REFUSED(WAY_OK, call);
    }
}

TEST(api, every_result_has_its_own_text) {
    std::set<std::string> sentences;
    for (int result = WAY_OK; result <= WAY_ERROR_TABLE; result++) {
        const char *sentence = way_result_string((way_result)result);
        ASSERT_NE(nullptr, sentence);
        EXPECT_FALSE(std::string(sentence).empty());
        sentences.insert(sentence);
    }
    EXPECT_EQ(18, WAY_ERROR_TABLE);
    EXPECT_EQ((size_t)WAY_ERROR_TABLE + 1, sentences.size());
    ASSERT_NE(nullptr, way_result_string((way_result)19));
    EXPECT_EQ(0u, sentences.count(way_result_string((way_result)19)));
}

TEST(api, statuses_have_words) {
    const char *words[] = {"met",       "there",        "too_slow",   "immobile", "late",   "invalid",
                           "no_target", "out_of_range", "degenerate", "no_path",  "crushed"};
    EXPECT_EQ(10, WAY_CRUSHED);
    for (int32_t status = 0; status < 11; status++)
        EXPECT_STREQ(words[status], way_status_word(status));
    for (int32_t status : {-1, 11, 12, INT_MAX, INT_MIN})
        EXPECT_EQ(nullptr, way_status_word(status));
}

TEST(api, path_words_have_names) {
    const char *names[] = {"none", "LSL", "RSR", "LSR", "RSL", "LRL", "RLR"};
    EXPECT_EQ(-1, WAY_NO_WORD);
    EXPECT_EQ(5, WAY_RLR);
    for (int32_t word = -1; word < 6; word++)
        EXPECT_STREQ(names[word + 1], way_word_name(word));
    for (int32_t word : {-2, 6, 7, INT_MAX, INT_MIN})
        EXPECT_EQ(nullptr, way_word_name(word));
}

TEST(api, version_matches_the_header) {
    EXPECT_STREQ(WAY_VERSION_STRING, way_version());
    EXPECT_EQ(std::string(WAY_VERSION_STRING), std::to_string(WAY_VERSION_MAJOR) + "." +
                                                   std::to_string(WAY_VERSION_MINOR) + "." +
                                                   std::to_string(WAY_VERSION_PATCH));
}

/* Instruction sets --------------------------------------------------------------------------------------- */

TEST(isa, names_are_known_and_start_with_scalar) {
    const std::set<std::string> known = {"scalar", "emulated16", "sse2", "avx2", "avx512", "neon", "simd128"};
    std::vector<std::string> names = support::isa_names();
    ASSERT_GE(names.size(), 2u);
    EXPECT_EQ("scalar", names[0]);
#if defined(WAY_EMULATED16)
    EXPECT_EQ("emulated16", names[1]);
#endif
    for (const std::string &name : names)
        EXPECT_EQ(1u, known.count(name)) << name;
    EXPECT_EQ(names.size(), std::set<std::string>(names.begin(), names.end()).size());
    EXPECT_EQ(nullptr, way_isa_name(names.size()));
    EXPECT_EQ(nullptr, way_isa_name(SIZE_MAX));
}

TEST(isa, every_set_can_be_chosen_and_null_chooses_the_best) {
    std::vector<std::string> names = support::isa_names();
    for (const std::string &name : names) {
        EXPECT_EQ(WAY_OK, way_set_isa(name.c_str()));
        EXPECT_EQ(name, way_isa());
    }
    EXPECT_EQ(WAY_OK, way_set_isa("scalar"));
    EXPECT_EQ(WAY_OK, way_set_isa(nullptr));
    EXPECT_EQ(names.back(), way_isa());
}

TEST(isa, unknown_names_are_refused_and_change_nothing) {
    ASSERT_EQ(WAY_OK, way_set_isa("scalar"));
    for (const char *name : {"", "SSE2", "avx", "avx1024", "scalar ", "no_such_thing"}) {
        EXPECT_EQ(WAY_ERROR_ISA, way_set_isa(name)) << name;
        EXPECT_STREQ("scalar", way_isa());
    }
    way_set_isa(nullptr);
}

/* Returns the instruction set that a process with this WAYLAY_ISA uses, or "" if no process can be
   started. */
std::string isa_of_a_process(const std::string &variable) {
    std::string command =
        "WAYLAY_ISA='" + variable + "' " WAYLAY_EMULATOR " '" + program + "' --print-isa 2>/dev/null";
    FILE *pipe = popen(command.c_str(), "r");
    if (pipe == nullptr)
        return "";
    char line[64] = "";
    if (std::fgets(line, sizeof line, pipe) != nullptr)
        line[std::strcspn(line, "\n")] = 0;
    return pclose(pipe) == 0 ? line : "";
}

TEST(isa, the_environment_chooses_at_first_use) {
    std::vector<std::string> names = support::isa_names();
    if (isa_of_a_process("").empty())
        GTEST_SKIP() << "this machine cannot start another process of this program";
    for (const std::string &name : names)
        EXPECT_EQ(name, isa_of_a_process(name));
    for (const char *name : {"", "no_such_thing", "SCALAR"})
        EXPECT_EQ(names.back(), isa_of_a_process(name)) << name;
}

/* Self-description --------------------------------------------------------------------------------------- */

/* The structs of the header. For each behaviour, there is first a row for its input struct and a row for its
   output struct, both without a column name. Then each field has a row. */
struct header_row {
    const char *behaviour, *column;
    bool is_input;
    size_t number; /* the size of a struct, or the offset of a field */
};
#define BEGIN(behaviour, family, summary, source)                                                            \
    {#behaviour, nullptr, true, sizeof(way_##behaviour##_in)},                                               \
        {#behaviour, nullptr, false, sizeof(way_##behaviour##_out)},
#define IN(behaviour, column, ...) {#behaviour, #column, true, offsetof(way_##behaviour##_in, column)},
#define OUT(behaviour, column, ...) {#behaviour, #column, false, offsetof(way_##behaviour##_out, column)},
const header_row header_rows[] = {
#include "registry/behaviours.def"
};

TEST(registry, names_and_order_match_the_structs) {
    const header_row *row = header_rows, *end = std::end(header_rows);
    for (const way_behaviour *behaviour : behaviours()) {
        for (bool is_input : {true, false}) {
            ASSERT_NE(end, row) << behaviour->name;
            EXPECT_STREQ(row->behaviour, behaviour->name);
            EXPECT_EQ(behaviour, way_behaviour_named(row->behaviour));
            EXPECT_EQ(row->number, is_input ? behaviour->input_count * sizeof(way_column)
                                            : behaviour->output_count * sizeof(way_column_out));
            row++;
        }
        for (bool is_input : {true, false}) {
            const size_t count = is_input ? behaviour->input_count : behaviour->output_count;
            const size_t element = is_input ? sizeof(way_column) : sizeof(way_column_out);
            for (size_t k = 0; k < count; k++, row++) {
                ASSERT_TRUE(row != end && row->column != nullptr) << behaviour->name << " has more columns";
                EXPECT_EQ(is_input, row->is_input) << row->column;
                EXPECT_STREQ(row->column, (is_input ? behaviour->inputs : behaviour->outputs)[k].name);
                EXPECT_EQ(row->number, k * element) << behaviour->name << "." << row->column;
            }
        }
    }
    EXPECT_EQ(end, row);
}

TEST(registry, every_column_has_a_meaning) {
    const std::set<std::string> units = {"", "m", "s", "m/s", "m/s^2", "rad", "rad/s", "kg", "1/s", "1/m", "tiles"};
    std::set<std::string> names;
    for (const way_behaviour *behaviour : behaviours()) {
        EXPECT_TRUE(names.insert(behaviour->name).second) << behaviour->name;
        EXPECT_FALSE(std::string(behaviour->summary).empty());
        EXPECT_FALSE(std::string(behaviour->source).empty());
        EXPECT_GT(behaviour->input_count, 0u);
        EXPECT_GT(behaviour->output_count, 0u);
        std::set<std::string> columns;
        for (size_t k = 0; k < behaviour->input_count; k++) {
            const way_column_info &column = behaviour->inputs[k];
            EXPECT_TRUE(columns.insert(column.name).second) << column.name;
            EXPECT_FALSE(std::string(column.meaning).empty()) << column.name;
            EXPECT_EQ(1u, units.count(column.unit)) << column.name;
            EXPECT_NE(column.type, WAY_STATUS) << column.name;
            EXPECT_EQ(column.type == WAY_WORD, std::string(column.name) == "word");
            EXPECT_TRUE(column.side == WAY_CHASER || column.side == WAY_RUNNER) << column.name;
            EXPECT_TRUE(column.required == 0 || column.required == 1) << column.name;
            EXPECT_FALSE(std::isnan(column.fallback)) << column.name;
            EXPECT_LE(column.low, column.high) << column.name;
            EXPECT_TRUE(std::isfinite(column.low) && std::isfinite(column.high)) << column.name;
        }
        for (size_t o = 0; o < behaviour->output_count; o++) {
            const way_column_info &column = behaviour->outputs[o];
            EXPECT_TRUE(columns.insert(column.name).second) << column.name;
            EXPECT_FALSE(std::string(column.meaning).empty()) << column.name;
            EXPECT_EQ(1u, units.count(column.unit)) << column.name;
            EXPECT_EQ(column.type == WAY_STATUS, std::string(column.name) == "status");
            EXPECT_EQ(column.type == WAY_WORD, std::string(column.name) == "word");
            EXPECT_FALSE(std::isnan(column.fallback)) << column.name;
            EXPECT_TRUE(column.type != WAY_STATUS || column.fallback == (double)WAY_NO_TARGET);
        }
    }
}

/* The library writes a fallback as a float or integer of 4 bytes, and the self-description states it as a
   double. Both must be the same number. */
TEST(registry, fallbacks_fit_their_columns) {
    auto check = [](const way_column_info &column) {
        if (column.type == WAY_FLOAT) {
            EXPECT_EQ((double)(float)column.fallback, column.fallback) << column.name;
        } else {
            EXPECT_EQ(std::trunc(column.fallback), column.fallback) << column.name;
            EXPECT_LE(std::fabs(column.fallback), (double)INT32_MAX) << column.name;
        }
    };
    for (const way_behaviour *behaviour : behaviours()) {
        SCOPED_TRACE(behaviour->name);
        for (size_t k = 0; k < behaviour->input_count; k++)
            check(behaviour->inputs[k]);
        for (size_t o = 0; o < behaviour->output_count; o++)
            check(behaviour->outputs[o]);
    }
}

/* A column with one value for all runners has any number of rows, so any runner_count is valid. */
TEST(targets, way_no_row_is_no_target_for_every_count) {
    for (const way_behaviour *behaviour : behaviours()) {
        if (!reads_runners(behaviour))
            continue;
        valid_call call(behaviour, 37), untargeted(behaviour, 37);
        for (valid_call *each : {&call, &untargeted})
            for (size_t k = 0; k < behaviour->input_count; k++)
                if (behaviour->inputs[k].side == WAY_RUNNER)
                    each->in[k] = way_same(&each->inputs[k][0]);
        ASSERT_EQ(WAY_OK, untargeted.run());
        std::vector<uint32_t> targets(call.agents, UINT32_MAX - 1);
        targets[0] = targets[20] = UINT32_MAX;
        call.batch.targets.row.data = targets.data();
        for (uint64_t runners : {(uint64_t)UINT32_MAX, (uint64_t)UINT32_MAX + 1, (uint64_t)SIZE_MAX})
            for (const std::string &isa : support::isa_names()) {
                support::use_isa under(isa);
                call.batch.targets.runner_count = (size_t)std::min<uint64_t>(runners, SIZE_MAX);
                call.wipe();
                ASSERT_EQ(WAY_OK, call.run());
                for (size_t o = 0; o < behaviour->output_count; o++)
                    for (size_t i = 0; i < call.agents; i++) {
                        uint32_t expected = targets[i] == UINT32_MAX ? fallback_cell(&behaviour->outputs[o])
                                                                     : untargeted.outputs[o][i];
                        EXPECT_EQ(expected, call.outputs[o][i])
                            << behaviour->name << "." << behaviour->outputs[o].name << ", row " << i << ", "
                            << isa;
                    }
            }
    }
}

/* The status column may overwrite the target column, because each target is read before its chaser's status
   is written. Batches of several lengths show this. */
TEST(targets, statuses_may_overwrite_targets) {
    const way_behaviour *behaviour = way_behaviour_named("intercept2d");
    ASSERT_NE(nullptr, behaviour);
    for (size_t count : {size_t(37), size_t(273), size_t(4099)})
        for (const std::string &isa : support::isa_names()) {
            support::use_isa under(isa);
            valid_call call(behaviour, count);
            std::vector<uint32_t> targets(count);
            for (size_t i = 0; i < count; i++)
                targets[i] = static_cast<uint32_t>((i * 7 + 3) % count);
            call.batch.targets.row.data = targets.data();
            call.batch.targets.runner_count = count;
            ASSERT_EQ(WAY_OK, call.run());
            std::vector<std::vector<uint32_t>> apart(call.outputs.begin(), call.outputs.end());
            size_t status = behaviour->output_count - 1;
            ASSERT_STREQ("status", behaviour->outputs[status].name);
            call.out[status].data = targets.data();
            ASSERT_EQ(WAY_OK, call.run());
            for (size_t o = 0; o < behaviour->output_count; o++)
                for (size_t i = 0; i < count; i++)
                    ASSERT_EQ(apart[o][i], o == status ? targets[i] : call.outputs[o][i])
                        << behaviour->outputs[o].name << ", row " << i << " of " << count << ", " << isa;
        }
}

/* With an entity-component system, a natural mistake is to write the new velocity to the same column from
   which the call reads the targets' velocity. */
TEST(targets, a_velocity_that_is_read_cannot_be_an_output) {
    struct pair {
        float x, y;
    };
    const size_t count = 5000;
    std::vector<pair> place(count), velocity(count), before;
    std::vector<float> speed(count, 7.0f);
    std::vector<uint32_t> target(count);
    for (size_t i = 0; i < count; i++) {
        place[i] = {(float)(i * 37 % 4000), (float)(i * 101 % 3989)};
        velocity[i] = {(float)(i % 19) - 9, (float)(i % 17) - 8};
        target[i] = (uint32_t)(i * 7919 % count);
    }
    before = velocity;
    way_lead2d_in in = {};
    in.chaser_x = in.runner_x = way_at(&place[0].x, sizeof(pair));
    in.chaser_y = in.runner_y = way_at(&place[0].y, sizeof(pair));
    in.chaser_speed.data = speed.data();
    in.runner_vx = way_at(&velocity[0].x, sizeof(pair));
    in.runner_vy = way_at(&velocity[0].y, sizeof(pair));
    way_lead2d_out out = {};
    out.velocity_x = way_to(&velocity[0].x, sizeof(pair));
    out.velocity_y = way_to(&velocity[0].y, sizeof(pair));
    for (const std::string &isa : support::isa_names()) {
        support::use_isa under(isa);
        for (size_t part : {count, count / 5}) {
            for (size_t first = 0; first < count; first += part) {
                way_batch batch = {};
                batch.first = first;
                batch.count = part;
                batch.targets.row.data = target.data();
                batch.targets.runner_count = count;
                EXPECT_EQ(WAY_ERROR_OVERLAP, way_lead2d(&in, &out, &batch)) << isa << ", from " << first;
            }
            EXPECT_EQ(0, std::memcmp(before.data(), velocity.data(), count * sizeof(pair))) << isa;
        }
    }
}

/* Places each output over each runner column. The outputs overlap either end of the column, run forwards or
   backwards, or have a single agent. */
TEST(targets, outputs_over_runner_columns_are_refused) {
    const size_t agents = 37;
    const ptrdiff_t last = 4 * (ptrdiff_t)(agents - 1);
    struct view {
        ptrdiff_t data, stride; /* the output's address relative to runner 0, and its stride */
        size_t first, count, runners;
        bool listed;
    };
    const view refused[] = {
        {0, 4, 0, agents, agents, false},
        {0, 4, 0, agents, agents, false},
        {0, 4, 0, 1, 1, false},
        {0, 4, 36, 1, 37, false},
        {-4, 4, 0, 2, 1, false},
        {last, 4, 0, 1, 37, false},
        {last, -4, 0, agents, agents, false},
        {last, -4, 36, 1, 1, false},
        {0, 8, 3, 4, 7, false},
        {0, 8, 3, 1, 7, false},
        {0, 4, 30, 4, SIZE_MAX, false},
        {0, 4, 0, agents, agents, true},
        {0, 4, 0, agents, 1, true},
        {last, -4, 0, agents, agents, true},
    };
    size_t cases = 0;
    for (const way_behaviour *behaviour : behaviours())
        for (size_t k = 0; k < behaviour->input_count; k++)
            for (size_t o = 0; behaviour->inputs[k].side == WAY_RUNNER && o < behaviour->output_count; o++)
                for (const view &at : refused) {
                    valid_call call(behaviour, agents);
                    const std::vector<float> before = call.inputs[k];
                    std::vector<uint32_t> target(2 * agents), list(2 * agents);
                    call.out[o] =
                        way_column_out_of((char *)call.inputs[k].data() + at.data, at.stride, WAY_SINGLE);
                    call.batch.first = at.first;
                    call.batch.count = at.count;
                    call.batch.targets.row.data = target.data();
                    call.batch.targets.runner_count = at.runners;
                    call.batch.index = at.listed ? list.data() : nullptr;
                    SCOPED_TRACE(std::string(behaviour->inputs[k].name) + ", view " +
                                 std::to_string(&at - refused));
                    EXPECT_REFUSED(WAY_ERROR_OVERLAP, call);
                    EXPECT_EQ(0, std::memcmp(before.data(), call.inputs[k].data(), 4 * agents));
                    /* no output may overwrite a value that all runners share */
                    call.in[k] = way_column_of(call.in[k].data, 0, WAY_SINGLE);
                    call.out[o] = way_to(call.inputs[k].data(), 4);
                    call.batch.first = 0;
                    EXPECT_REFUSED(WAY_ERROR_OVERLAP, call);
                    /* a call without agents overwrites no input */
                    call.in[k].gap = 0;
                    call.batch.count = 0;
                    EXPECT_REFUSED(WAY_OK, call);
                    cases++;
                }
    EXPECT_GT(cases, 1000u);
}

/* Chasers and runners are in one array of structs. Each output is a field that is not an input, or is in
   records after the runners. The call is accepted and gives the answers of separate columns. */
TEST(targets, other_fields_and_agents_of_the_same_records_are_allowed) {
    const size_t agents = 41, runners = 23, rows = agents + runners;
    for (const way_behaviour *behaviour : behaviours()) {
        if (!reads_runners(behaviour))
            continue;
        size_t inputs = behaviour->input_count, outputs = behaviour->output_count, width = inputs + outputs;
        std::vector<uint32_t> target(agents);
        for (size_t i = 0; i < agents; i++)
            target[i] = (uint32_t)(i * 7 % runners);
        for (int beyond = 0; beyond < 2; beyond++)
            for (ptrdiff_t sign : {1, -1}) {
                valid_call apart(behaviour, agents), together(behaviour, agents);
                std::vector<uint32_t> memory(rows * width, valid_call::untouched);
                /* the address of a column in record `row`; if `beyond`, outputs use fields of runner columns,
                   but in the records after the runners */
                auto at = [&](size_t column, size_t row) {
                    size_t record = sign > 0 ? row : rows - 1 - row;
                    return memory.data() + record * width + column;
                };
                auto field = [&](size_t o) { return beyond ? (o + inputs - 1) % inputs : inputs + o; };
                for (size_t k = 0; k < inputs; k++) {
                    for (size_t i = 0; i < agents; i++)
                        std::memcpy(at(k, i), &together.inputs[k][i], 4);
                    if (!beyond || behaviour->inputs[k].side == WAY_RUNNER)
                        together.in[k] = way_at(at(k, 0), sign * 4 * (ptrdiff_t)width);
                }
                if (beyond && outputs > inputs)
                    continue;
                for (size_t o = 0; o < outputs; o++)
                    together.out[o] = way_to(at(field(o), beyond ? runners : 0), sign * 4 * (ptrdiff_t)width);
                for (valid_call *call : {&apart, &together}) {
                    call->batch.targets.row.data = target.data();
                    call->batch.targets.runner_count = runners;
                }
                for (const std::string &isa : support::isa_names()) {
                    support::use_isa under(isa);
                    ASSERT_EQ(WAY_OK, apart.run());
                    ASSERT_EQ(WAY_OK, together.run()) << behaviour->name << ", " << beyond << ", " << sign;
                    for (size_t o = 0; o < outputs; o++)
                        for (size_t i = 0; i < agents; i++)
                            ASSERT_EQ(apart.outputs[o][i], *at(field(o), i + (beyond ? runners : 0)))
                                << behaviour->name << "." << behaviour->outputs[o].name << ", row " << i;
                }
            }
    }
}

/* If there are no runners, no runner column is read, not even a single value for all. Here the runner columns
   are in a page without read access. */
TEST(targets, without_runners_no_runner_is_read) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *closed = mmap(nullptr, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(MAP_FAILED, closed);
    for (const way_behaviour *behaviour : behaviours()) {
        if (!reads_runners(behaviour))
            continue;
        for (size_t agents : {size_t(1), size_t(37), size_t(700), size_t(2100)})
            for (int same = 0; same < 2; same++) {
                valid_call call(behaviour, agents);
                std::vector<uint32_t> target(agents, WAY_NO_ROW);
                for (size_t k = 0; k < behaviour->input_count; k++)
                    if (behaviour->inputs[k].side == WAY_RUNNER)
                        call.in[k] =
                            way_column_of(closed, same ? 0 : (ptrdiff_t)(8 * (k % 3) + 4), WAY_SINGLE);
                call.batch.targets.row.data = target.data();
                for (const std::string &isa : support::isa_names()) {
                    support::use_isa under(isa);
                    call.wipe();
                    ASSERT_EQ(WAY_OK, call.run());
                    for (size_t o = 0; o < behaviour->output_count; o++)
                        for (size_t i = 0; i < agents; i++)
                            ASSERT_EQ(fallback_cell(&behaviour->outputs[o]), call.outputs[o][i])
                                << behaviour->name;
                }
            }
    }
    munmap(closed, page);
}

TEST(one, every_behaviour_has_a_call_for_one_agent) {
    ASSERT_EQ(behaviours().size(), (size_t)EVERY_ALONE);
    for (const way_behaviour *behaviour : behaviours())
        EXPECT_NE(nullptr, alone_named(behaviour->name)) << behaviour->name;
}

TEST(one, agents_start_from_the_defaults) {
    for (const alone &alone : every_alone) {
        const way_behaviour *behaviour = way_behaviour_named(alone.name);
        std::vector<uint32_t> agent(behaviour->input_count + 1, valid_call::untouched);
        ASSERT_EQ(WAY_OK, alone.agent_default(agent.data()));
        for (size_t k = 0; k < behaviour->input_count; k++)
            EXPECT_EQ(behaviour->inputs[k].required ? 0 : fallback_cell(&behaviour->inputs[k]), agent[k])
                << alone.name << "." << behaviour->inputs[k].name;
        EXPECT_EQ(valid_call::untouched, agent.back()) << alone.name;
    }
}

/* A batch that passes only the first `options` optional inputs. The test also solves each agent alone, and
   the agent's fields then hold the defaults of the omitted inputs. */
struct lonely_call : valid_call {
    lonely_call(const way_behaviour *behaviour, uint32_t hardness, size_t options, bool walls)
        : valid_call(behaviour, support::draws(3200), hardness) {
        for (size_t k = 0, seen = 0; k < in.size(); k++) {
            if (behaviour->inputs[k].required || seen++ < options)
                continue;
            const uint32_t usual = fallback_cell(&behaviour->inputs[k]);
            for (float &value : inputs[k])
                std::memcpy(&value, &usual, 4);
            in[k].data = nullptr;
        }
        if (!walls)
            batch.walls = nullptr, batch.wall_count = 0;
    }
    std::vector<uint32_t> agent(size_t i) const {
        std::vector<uint32_t> cells(inputs.size());
        for (size_t k = 0; k < inputs.size(); k++)
            std::memcpy(&cells[k], &inputs[k][i], 4);
        return cells;
    }
};

void expect_the_batchs_bits(const alone &alone, const lonely_call &call) {
    for (size_t i = 0; i < call.agents; i++) {
        const std::vector<uint32_t> asked = call.agent(i);
        std::vector<uint32_t> agent = asked, named(call.outputs.size() + 1, valid_call::untouched),
                              any = named;
        ASSERT_EQ(WAY_OK, alone.one(agent.data(), named.data(), call.batch.walls, call.batch.wall_count));
        ASSERT_EQ(WAY_OK, way_run_one(call.behaviour, agent.data(), any.data(), call.batch.walls,
                                      call.batch.wall_count));
        ASSERT_EQ(named, any) << alone.name << ", row " << i;
        ASSERT_EQ(asked, agent) << alone.name << ", row " << i;
        ASSERT_EQ(valid_call::untouched, named.back()) << alone.name << ", row " << i;
        for (size_t o = 0; o < call.outputs.size(); o++)
            ASSERT_EQ(call.outputs[o][i], named[o])
                << alone.name << "." << call.behaviour->outputs[o].name << ", row " << i;
    }
}

/* An omitted option gives the same bits as its default value. This is true in a batch and for one agent, on
   every instruction set, and for inputs of any magnitude. */
TEST(api, setting_a_default_changes_no_bit) {
    for (const way_behaviour *behaviour : behaviours())
        for (size_t n = 0; n < support::draws(6400); n++) {
            valid_call call(behaviour, 1 + n % 64);
            uint64_t dice = support::seed_for(911, n);
            std::vector<bool> is_default(call.in.size());
            for (size_t k = 0; k < call.in.size(); k++) {
                const way_column_info &info = behaviour->inputs[k];
                const uint32_t kind = draw_below(&dice, 2) ? 1 : draw_below(&dice, 7),
                               usual = fallback_cell(&info);
                is_default[k] = !info.required && draw_below(&dice, 3) > 0;
                for (float &cell : call.inputs[k])
                    if (is_default[k])
                        std::memcpy(&cell, &usual, 4);
                    else if (info.type == WAY_FLOAT)
                        cell = number_of_kind(&dice, kind);
            }
            for (const std::string &isa : support::isa_names())
                for (const way_precision precision : {WAY_EXACT, WAY_FAST}) {
                    support::use_isa under(isa);
                    call.batch.precision = precision;
                    for (size_t k = 0; k < call.in.size(); k++)
                        call.in[k].data = is_default[k] ? nullptr : call.inputs[k].data();
                    call.wipe();
                    ASSERT_EQ(WAY_OK, call.run());
                    const std::vector<std::vector<uint32_t>> left_out = call.outputs;
                    for (size_t k = 0; k < call.in.size(); k++)
                        call.in[k].data = call.inputs[k].data();
                    call.wipe();
                    ASSERT_EQ(WAY_OK, call.run());
                    ASSERT_EQ(left_out, call.outputs)
                        << behaviour->name << " " << isa << ", precision " << precision << ", call " << n;
                    std::vector<uint32_t> agent(call.in.size()), answer(call.out.size());
                    for (size_t k = 0; k < agent.size(); k++)
                        std::memcpy(&agent[k], &call.inputs[k][0], 4);
                    ASSERT_EQ(WAY_OK, way_run_one(behaviour, agent.data(), answer.data(),
                                                  behaviour->walls ? call.batch.walls : nullptr,
                                                  behaviour->walls ? call.batch.wall_count : 0));
                    for (size_t o = 0; o < answer.size() && precision == WAY_EXACT; o++)
                        ASSERT_EQ(call.outputs[o][0], answer[o])
                            << behaviour->name << " by itself, " << isa << ", call " << n;
                }
        }
}

TEST(one, has_the_bits_of_the_batch) {
    for (const alone &alone : every_alone)
        for (uint32_t hardness : {0u, 40u, 85u})
            for (size_t options : {size_t(0), size_t(1), SIZE_MAX})
                for (bool walls : {true, false}) {
                    const way_behaviour *behaviour = way_behaviour_named(alone.name);
                    if (!walls && !behaviour->walls)
                        continue;
                    lonely_call call(behaviour, hardness, options, walls);
                    ASSERT_EQ(WAY_OK, call.run());
                    expect_the_batchs_bits(alone, call);
                    if (HasFatalFailure())
                        return;
                }
}

TEST(one, refuses_missing_inputs_and_writes_nothing) {
    const size_t many = (size_t)INT32_MAX + 1;
    for (const alone &alone : every_alone) {
        const way_behaviour *behaviour = way_behaviour_named(alone.name);
        const way_wall *walls = sample_walls(), *odd_walls = (const way_wall *)((const char *)walls + 2);
        std::vector<uint32_t> agent(behaviour->input_count + 1), answer(behaviour->output_count + 1),
            wiped = answer;
        auto odd = [](std::vector<uint32_t> &cells) { return (uint32_t *)((char *)cells.data() + 1); };
        auto refuses = [&](way_result result, const uint32_t *asked, uint32_t *given, const way_wall *wall,
                           size_t count, bool of_walls) {
            if (!of_walls || behaviour->walls) {
                EXPECT_EQ(result, alone.one(asked, given, wall, count)) << alone.name;
            }
            EXPECT_EQ(result, way_run_one(behaviour, asked, given, wall, count)) << alone.name;
        };
        ASSERT_EQ(WAY_ERROR_NULL, alone.agent_default(nullptr));
        ASSERT_EQ(WAY_OK, alone.agent_default(agent.data()));
        refuses(WAY_ERROR_NULL, nullptr, answer.data(), nullptr, 0, false);
        refuses(WAY_ERROR_NULL, agent.data(), nullptr, nullptr, 0, false);
        refuses(WAY_ERROR_NULL, agent.data(), answer.data(), nullptr, 1, true);
        refuses(WAY_ERROR_ALIGNMENT, odd(agent), answer.data(), nullptr, 0, false);
        refuses(WAY_ERROR_ALIGNMENT, agent.data(), odd(answer), nullptr, 0, false);
        refuses(WAY_ERROR_ALIGNMENT, agent.data(), answer.data(), odd_walls, 1, true);
        refuses(WAY_ERROR_COUNT, agent.data(), answer.data(), walls, many, true);
        EXPECT_EQ(WAY_ERROR_NULL, way_run_one(nullptr, agent.data(), answer.data(), nullptr, 0));
        const way_behaviour copy = *behaviour;
        EXPECT_EQ(WAY_ERROR_BEHAVIOUR, way_run_one(&copy, agent.data(), answer.data(), nullptr, 0));
        EXPECT_EQ(wiped, answer) << alone.name;
    }
}

TEST(registry, named_entry_points_are_way_run) {
    for (const named_call &named : named_calls) {
        const way_behaviour *behaviour = way_behaviour_named(named.name);
        ASSERT_NE(nullptr, behaviour) << named.name;
        valid_call by_number(behaviour, 100), by_name(behaviour, 100);
        ASSERT_EQ(WAY_OK, by_number.run()) << named.name;
        ASSERT_EQ(WAY_OK, named.call(by_name.in.data(), by_name.out.data(), &by_name.batch)) << named.name;
        EXPECT_EQ(by_number.outputs, by_name.outputs) << named.name;
    }
}

TEST(registry, walls_are_read_exactly_if_the_registry_says_so) {
    size_t readers = 0;
    for (const way_behaviour *behaviour : behaviours()) {
        valid_call with(behaviour, 3000), without(behaviour, 3000);
        ASSERT_EQ(WAY_OK, with.run());
        without.batch.walls = nullptr;
        without.batch.wall_count = 0;
        ASSERT_EQ(WAY_OK, without.run());
        EXPECT_EQ(behaviour->walls != 0, with.outputs != without.outputs) << behaviour->name;
        readers += behaviour->walls != 0;
    }
    EXPECT_EQ(2u, readers);
}

/* Inputs are arbitrary bits, or numbers whose squares and products overflow. Such inputs are most likely to
   produce a NaN, and the bits of a NaN differ between machines. */
TEST(registry, no_input_gives_nan_or_different_bits_between_sets) {
    const size_t agents = support::draws(16384);
    for (size_t b = 0; behaviour_at(b) != nullptr; b++)
        for (uint32_t hardness : {20u, 50u, 80u, 85u, 1000u, 1001u})
            for (int32_t precision : {WAY_EXACT, WAY_FAST})
                for (bool options : {false, true}) {
                    valid_call call(behaviour_at(b), agents, hardness < 256 ? hardness : 0);
                    uint64_t random = support::seed_for(b, hardness, (uint64_t)precision);
                    for (std::vector<float> &column : call.inputs)
                        for (float &value : column) {
                            uint32_t bits = (uint32_t)draw_bits(&random);
                            if (hardness == 1000)
                                value = support::float_of(bits);
                            else if (hardness == 1001 && bits % 3 != 0) /* exponents near 0, +-63 and +-126 */
                                value =
                                    support::float_of((bits & 0x807fffffu) |
                                                      (127u + (bits % 5 - 2u) * 63u + bits / 8 % 3u) << 23);
                        }
                    for (size_t k = 0; k < call.in.size(); k++)
                        if (!options && !call.behaviour->inputs[k].required)
                            call.in[k].data = nullptr;
                    call.batch.precision = precision;
                    std::vector<std::vector<uint32_t>> plain;
                    for (const std::string &isa : support::isa_names()) {
                        support::use_isa use(isa);
                        ASSERT_EQ(WAY_OK, call.run());
                        if (plain.empty())
                            plain = call.outputs;
                        for (size_t k = 0; k < call.outputs.size(); k++)
                            for (size_t i = 0; i < agents; i++) {
                                bool nan = call.behaviour->outputs[k].type == WAY_FLOAT &&
                                           std::isnan(support::float_of(call.outputs[k][i]));
                                ASSERT_FALSE(nan || call.outputs[k][i] != plain[k][i])
                                    << call.behaviour->name << ", " << isa << ", precision " << precision
                                    << ", hardness " << hardness << ", row " << i << ", "
                                    << call.behaviour->outputs[k].name << ": " << std::hex
                                    << call.outputs[k][i] << ", plain C " << plain[k][i];
                            }
                    }
                }
}

TEST(header, stands_alone_in_c_and_in_cpp) {
    EXPECT_TRUE(way_header_alone_c());
    EXPECT_TRUE(way_header_alone_cpp());
    EXPECT_TRUE(std::is_standard_layout<way_batch>::value);
}

/* Threads ------------------------------------------------------------------------------------------------ */

TEST(threads, concurrent_callers_get_the_same_bits) {
    for (const way_behaviour *behaviour : behaviours()) {
        valid_call alone(behaviour, 3000, 20);
        ASSERT_EQ(WAY_OK, alone.run());
        std::atomic<int> different{0};
        std::atomic<bool> done{false};
        std::vector<std::thread> callers;
        for (int thread = 0; thread < 4; thread++)
            callers.emplace_back([&] {
                for (size_t repeat = 0; repeat < support::draws(50); repeat++) {
                    valid_call call(behaviour, 3000, 20);
                    different += call.run() != WAY_OK || call.outputs != alone.outputs;
                }
            });
        /* another thread changes the instruction set during the calls */
        std::thread changer([&] {
            std::vector<std::string> names = support::isa_names();
            for (size_t i = 0; !done; i++) {
                way_set_isa(names[i % names.size()].c_str());
                std::this_thread::yield();
            }
        });
        for (std::thread &caller : callers)
            caller.join();
        done = true;
        changer.join();
        way_set_isa(nullptr);
        EXPECT_EQ(0, different) << behaviour->name;
    }
}

TEST(threads, one_batch_split_over_threads_is_one_batch) {
    for (const way_behaviour *behaviour : behaviours()) {
        valid_call whole(behaviour, 10001), split(behaviour, 10001);
        ASSERT_EQ(WAY_OK, whole.run());
        std::vector<std::thread> jobs;
        const size_t share = 2501;
        for (size_t first = 0; first < split.agents; first += share)
            jobs.emplace_back([&, first] {
                way_batch batch = split.batch;
                batch.first = first;
                batch.count = std::min(share, split.agents - first);
                way_run(behaviour, split.in.data(), split.out.data(), &batch);
            });
        for (std::thread &job : jobs)
            job.join();
        EXPECT_EQ(whole.outputs, split.outputs) << behaviour->name;
    }
}

} // namespace

int main(int argc, char **argv) {
    program = argv[0];
    if (argc > 1 && std::strcmp(argv[1], "--print-isa") == 0) {
        std::puts(way_isa());
        return 0;
    }
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
