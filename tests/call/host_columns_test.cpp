/* Tests columns as a host (a program that calls the library) has them: other element types, columns by rows
   or in pages, targets that are entities, runners in several tables. A call with a fault in such a column is
   refused. tests/layouts/layouts_test.cpp checks the answers of valid calls in every layout. Here, only the
   last tests check answers: of calls with runners in several tables, and of calls whose outputs overwrite the
   targets. */
#include <gtest/gtest.h>

#include "valid_call.h"

namespace {

struct spoiled {
    const char *what;
    way_result result;
    void (*spoil)(valid_call &call);
};

uint32_t numbers[64];
way_part parts[2];

void *pages[4];

const uint32_t *misaligned_rows() { return (const uint32_t *)(const void *)((const char *)numbers + 2); }
way_column misaligned_column() { return way_column_of((const char *)numbers + 2, 4, WAY_SINGLE); }

void have_parts(valid_call &call) {
    static std::vector<way_column> columns;
    columns = call.in;
    parts[0] = {columns.data(), call.agents, way_column()};
    call.batch.targets.parts = parts;
    call.batch.targets.part_count = 1;
    call.batch.targets.row.data = call.batch.targets.part.data = numbers;
}

/* Mistakes in a call of intercept2d. Input 3 is a runner column, and output 7 is the status. */
const spoiled mistakes[] = {
    {"an input of no type", WAY_ERROR_TYPE, [](valid_call &c) { c.in[0].type = 3; }},
    {"an input of type -1", WAY_ERROR_TYPE, [](valid_call &c) { c.in[2].type = -1; }},
    {"an output of halves", WAY_ERROR_TYPE, [](valid_call &c) { c.out[0].type = WAY_HALF; }},
    {"a status of doubles", WAY_ERROR_TYPE, [](valid_call &c) { c.out[7].type = WAY_DOUBLE; }},
    {"a page of -1", WAY_ERROR_TYPE, [](valid_call &c) { c.in[0].page = -1; }},
    {"an output's page of -1", WAY_ERROR_TYPE, [](valid_call &c) { c.out[0].page = -1; }},
    {"one double for all outputs", WAY_ERROR_STRIDE,
     [](valid_call &c) { c.out[0] = way_to((double *)c.out[0].data, 0); }},
    {"a half's odd address", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) { c.in[2] = way_at((const way_half *)((const char *)c.in[2].data + 1), 2); }},
    {"a half's odd stride", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) { c.in[2] = way_at((const way_half *)c.in[2].data, 3); }},
    {"a double's address 2 bytes off", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) { c.in[2] = way_at((const double *)((const char *)c.in[2].data + 2), 8); }},
    {"rows 2 bytes off", WAY_ERROR_ALIGNMENT, [](valid_call &c) { c.in[0].rows = misaligned_rows(); }},
    {"a half's rows 2 bytes off", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) {
         c.in[2] = way_at((const way_half *)c.in[2].data, 2), c.in[2].rows = misaligned_rows();
     }},
    {"an output's rows 2 bytes off", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) { c.out[0].rows = misaligned_rows(); }},
    {"targets' rows 2 bytes off", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) { c.batch.targets.row.data = numbers, c.batch.targets.row.rows = misaligned_rows(); }},
    {"pages' addresses 4 bytes off", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) {
         c.in[0] = {(const char *)pages + 4, 0, nullptr, WAY_SINGLE, 64};
     }},
    {"an output's pages' addresses 4 bytes off", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) {
         c.out[0] = {(char *)pages + 4, 0, nullptr, WAY_SINGLE, 64};
     }},
    {"generations' pages' addresses 4 bytes off", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) {
         c.batch.targets.row.data = numbers;
         c.batch.targets.runner_generation = {(const char *)pages + 4, 0, nullptr, WAY_SINGLE, 64};
     }},
    {"an agent beyond agent_count", WAY_ERROR_INDEX,
     [](valid_call &c) { c.batch.agent_count = c.agents - 1; }},
    {"`first` beyond agent_count", WAY_ERROR_INDEX,
     [](valid_call &c) { c.batch.agent_count = c.agents, c.batch.first = c.agents + 1, c.batch.count = 0; }},
    {"an agent in `index` beyond agent_count", WAY_ERROR_INDEX,
     [](valid_call &c) {
         numbers[20] = 36;
         c.batch.index = numbers, c.batch.agent_count = 36, c.batch.count = 21;
     }},
    {"targets of doubles", WAY_ERROR_TYPE,
     [](valid_call &c) { c.batch.targets.row.data = numbers, c.batch.targets.row.type = WAY_DOUBLE; }},
    {"misaligned generations", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) {
         c.batch.targets.row.data = numbers, c.batch.targets.runner_generation = misaligned_column();
     }},
    {"misaligned generations of targets", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) {
         c.batch.targets.row.data = numbers, c.batch.targets.generation = misaligned_column();
     }},
    {"a misaligned map", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) {
         c.batch.targets.row.data = numbers,
         c.batch.targets.row_of = (const uint32_t *)misaligned_column().data;
     }},
    {"a map without targets", WAY_ERROR_MISSING, [](valid_call &c) { c.batch.targets.row_of = numbers; }},
    {"generations without targets", WAY_ERROR_MISSING,
     [](valid_call &c) {
         c.batch.targets.generation.data = c.batch.targets.runner_generation.data = numbers;
     }},
    {"targets' generations alone", WAY_ERROR_MISSING,
     [](valid_call &c) { c.batch.targets.row.data = c.batch.targets.generation.data = numbers; }},
    {"runners' generations alone", WAY_ERROR_MISSING,
     [](valid_call &c) { c.batch.targets.row.data = c.batch.targets.runner_generation.data = numbers; }},
    {"a misaligned map of parts", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) { have_parts(c), c.batch.targets.part_of = misaligned_rows(); }},
    {"parts without targets", WAY_ERROR_MISSING,
     [](valid_call &c) { have_parts(c), c.batch.targets.row = c.batch.targets.part = way_column(); }},
    {"a NULL list of parts", WAY_ERROR_NULL,
     [](valid_call &c) { have_parts(c), c.batch.targets.parts = nullptr; }},
    {"no number of the part", WAY_ERROR_MISSING,
     [](valid_call &c) { have_parts(c), c.batch.targets.part = way_column(); }},
    {"a part without columns", WAY_ERROR_NULL,
     [](valid_call &c) { have_parts(c), parts[0].columns = nullptr; }},
    {"a part that lacks a column", WAY_ERROR_MISSING,
     [](valid_call &c) { have_parts(c), const_cast<way_column *>(parts[0].columns)[3].data = nullptr; }},
    {"a part's halves 1 byte off", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) {
         have_parts(c);
         const_cast<way_column *>(parts[0].columns)[3] =
             way_at((const way_half *)((const char *)numbers + 1), 2);
     }},
    {"a part's column of no type", WAY_ERROR_TYPE,
     [](valid_call &c) { have_parts(c), const_cast<way_column *>(parts[0].columns)[3].type = 9; }},
    {"a part's odd generations", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) { have_parts(c), parts[0].generation = misaligned_column(); }},
    {"a column of no type that parts replace, with an odd gap", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) { have_parts(c), c.in[3].type = 69, c.in[3].gap = 5; }},
    {"an output over a part's column", WAY_ERROR_OVERLAP,
     [](valid_call &c) { have_parts(c), c.out[0].data = const_cast<void *>(c.in[3].data); }},
    {"an output of doubles over a runner's column", WAY_ERROR_OVERLAP,
     [](valid_call &c) {
         c.batch.targets.row.data = numbers, c.batch.targets.runner_count = 1;
         c.out[0] = way_to((double *)(void *)((char *)const_cast<void *>(c.in[3].data) - 4), 8);
         c.batch.count = 1;
     }},
    {"an output over the second word of a runner's doubles", WAY_ERROR_OVERLAP,
     [](valid_call &c) {
         c.batch.targets.row.data = numbers, c.batch.targets.runner_count = 2, c.batch.count = 2;
         c.in[5] = way_at((const double *)c.in[5].data, 12);
         c.out[0] = way_column_out_of((char *)const_cast<void *>(c.in[5].data) + 4, 12, WAY_SINGLE);
     }},
    {"an output over the second of a runner's halves", WAY_ERROR_OVERLAP,
     [](valid_call &c) {
         c.batch.targets.row.data = numbers, c.batch.targets.runner_count = 2, c.batch.count = 2;
         c.out[0] = way_column_out_of(const_cast<void *>(c.in[5].data), 8, WAY_SINGLE);
         c.in[5] = way_at((const way_half *)c.in[5].data + 1, 8);
     }},
    {"an output by rows over the runner's", WAY_ERROR_OVERLAP,
     [](valid_call &c) {
         c.batch.targets.row.data = numbers, c.batch.targets.runner_count = c.agents;
         c.in[3].rows = c.out[0].rows = numbers;
         c.out[0].data = const_cast<void *>(c.in[3].data);
     }},
};

/* `fault` names the first column or field that is wrong. */
TEST(host_columns, fault_names_the_wrong_column) {
    const struct {
        const char *name;
        void (*spoil)(valid_call &call);
    } mistakes_of[] = {
        {"chaser_speed", [](valid_call &c) { c.in[2].data = nullptr; }},
        {"runner_vy", [](valid_call &c) { c.in[6].type = 9; }},
        {"platform_vx", [](valid_call &c) { c.in[9].gap = 3; }},
        {"velocity_y", [](valid_call &c) { c.out[4].gap = -4; }},
        {"status", [](valid_call &c) { c.out[7].type = WAY_DOUBLE; }},
        {"targets.row", [](valid_call &c) { c.batch.targets.row = misaligned_column(); }},
        {"targets.row", [](valid_call &c) { c.batch.targets.row_of = numbers; }},
        {"targets.runner_generation",
         [](valid_call &c) { c.batch.targets.row.data = c.batch.targets.generation.data = numbers; }},
        {"targets.generation",
         [](valid_call &c) { c.batch.targets.row.data = c.batch.targets.runner_generation.data = numbers; }},
        {"targets.row_of",
         [](valid_call &c) {
             c.batch.targets.row.data = numbers, c.batch.targets.row_of = misaligned_rows();
         }},
        {"targets.part_of",
         [](valid_call &c) { have_parts(c), c.batch.targets.part_of = misaligned_rows(); }},
        {"targets.row",
         [](valid_call &c) { have_parts(c), c.batch.targets.row = c.batch.targets.part = way_column(); }},
        {"targets.part", [](valid_call &c) { have_parts(c), c.batch.targets.part = way_column(); }},
        {"runner_x",
         [](valid_call &c) { have_parts(c), const_cast<way_column *>(parts[0].columns)[3].data = nullptr; }},
        {"index", [](valid_call &c) { c.batch.index = misaligned_rows(); }},
        {"wall_count", [](valid_call &c) { c.batch.wall_count = (size_t)INT32_MAX + 1; }},
        {"count", [](valid_call &c) { c.batch.count = SIZE_MAX; }},
        {"count", [](valid_call &c) { c.batch.agent_count = c.agents - 1; }},
        {"precision", [](valid_call &c) { c.batch.precision = 2; }},
        {"point_x",
         [](valid_call &c) {
             c.batch.targets.row.data = numbers, c.batch.targets.runner_count = c.agents;
             c.out[1].data = const_cast<void *>(c.in[4].data);
         }},
    };
    for (const auto &mistake : mistakes_of) {
        valid_call call(way_behaviour_named("intercept2d"), 37);
        const char *fault = "none";
        call.batch.fault = &fault;
        ASSERT_EQ(WAY_OK, call.run());
        EXPECT_STREQ("none", fault);
        mistake.spoil(call);
        EXPECT_NE(WAY_OK, call.run()) << mistake.name;
        EXPECT_STREQ(mistake.name, fault);
    }
}

TEST(host_columns, wrong_types_targets_and_parts_are_refused) {
    const way_behaviour *behaviour = way_behaviour_named("intercept2d");
    for (const spoiled &mistake : mistakes) {
        valid_call call(behaviour, 37);
        const std::vector<std::vector<float>> before = call.inputs;
        mistake.spoil(call);
        EXPECT_EQ(mistake.result, call.run()) << mistake.what;
        EXPECT_TRUE(call.wrote_nothing()) << mistake.what;
        EXPECT_EQ(before, call.inputs) << mistake.what;
        std::fill(std::begin(numbers), std::end(numbers), 0u);
    }
}

/* A world that is still empty: no part exists, so no agent has a target, and no column `part` is needed. */
TEST(host_columns, no_parts_need_no_column_part) {
    const way_behaviour *behaviour = way_behaviour_named("intercept2d");
    for (const size_t agents : {1, 3, 40, 400})
        for (const bool has_mask : {false, true}) {
            valid_call call(behaviour, agents);
            std::vector<uint32_t> target(agents, 0);
            static const way_part none = {};
            call.batch.targets.parts = &none, call.batch.targets.part_count = 0;
            call.batch.targets.row.data = target.data();
            call.batch.targets.mask = has_mask ? 0xffff : 0;
            for (size_t k = 3; k < 7; k++)
                call.in[k] = way_column();
            ASSERT_EQ(WAY_OK, call.run()) << agents;
            for (size_t i = 0; i < agents; i++)
                ASSERT_EQ(WAY_NO_TARGET, (int32_t)call.outputs[7][i]) << agents << " " << i;
        }
}

TEST(host_columns, other_fields_next_to_doubles_are_accepted) {
    struct soldier {
        double x, y;
        float vx, vy, next_x, next_y;
    } all[9] = {};
    valid_call call(way_behaviour_named("intercept2d"), 9);
    call.batch.targets.row.data = numbers, call.batch.targets.runner_count = 9;
    call.in[3] = way_at(&all[0].x, sizeof all[0]), call.in[4] = way_at(&all[0].y, sizeof all[0]);
    call.in[5] = way_at(&all[0].vx, sizeof all[0]), call.in[6] = way_at(&all[0].vy, sizeof all[0]);
    call.out[1] = way_to(&all[0].next_x, sizeof all[0]), call.out[2] = way_to(&all[0].next_y, sizeof all[0]);
    EXPECT_EQ(WAY_OK, call.run());
    call.out[1].data = (char *)&all[0].y + 4;
    EXPECT_EQ(WAY_ERROR_OVERLAP, call.run());
}

TEST(host_columns, correct_calls_are_accepted) {
    valid_call call(way_behaviour_named("intercept2d"), 37);
    call.batch.agent_count = 37;
    EXPECT_EQ(WAY_OK, call.run());
    valid_call some(call.behaviour, 37);
    numbers[0] = 36, numbers[1] = 9, numbers[2] = 0;
    some.batch.index = numbers, some.batch.agent_count = 37, some.batch.count = 3;
    EXPECT_EQ(WAY_OK, some.run());
    for (size_t o = 0; o < some.outputs.size(); o++)
        for (uint32_t i = 0; i < 37; i++)
            EXPECT_EQ(i == 36 || i == 9 || i == 0 ? call.outputs[o][i] : valid_call::untouched,
                      some.outputs[o][i]);
    std::fill(std::begin(numbers), std::end(numbers), 0u);
    have_parts(call);
    EXPECT_EQ(WAY_OK, call.run());
    call.batch.targets.part_count = 0; /* without parts, there are no runners */
    call.in[3] = way_column();
    EXPECT_EQ(WAY_OK, call.run());
    for (uint32_t status : call.outputs[7])
        EXPECT_EQ((uint32_t)WAY_NO_TARGET, status);
}

TEST(host_columns, parts_of_targets_are_ignored_if_the_runners_have_no_parts) {
    for (const std::string &isa : support::isa_names()) {
        support::use_isa under(isa);
        valid_call plain(way_behaviour_named("intercept2d"), 37), with(plain.behaviour, 37);
        const std::vector<uint32_t> parts(37, 7);
        for (uint32_t i = 0; i < 37; i++)
            numbers[i] = 36 - i;
        for (valid_call *call : {&plain, &with})
            call->batch.targets.row.data = numbers, call->batch.targets.runner_count = 37;
        with.batch.targets.part_of = parts.data(), with.batch.targets.map_size = parts.size();
        ASSERT_EQ(WAY_OK, plain.run());
        ASSERT_EQ(WAY_OK, with.run());
        EXPECT_EQ(plain.outputs, with.outputs) << isa;
    }
    std::fill(std::begin(numbers), std::end(numbers), 0u);
}

/* Runners in three tables give the same bits as in one table. In the first table, columns are tight. In the
   second, rows run backwards. In the third, all float columns except positions are doubles, and optional
   columns are omitted. */
TEST(host_columns, runners_in_several_tables_give_the_answers_of_one_table) {
    size_t left_out = 0;
    for (const way_behaviour *behaviour : behaviours()) {
        const auto is_runners = [&](size_t k) { return behaviour->inputs[k].side == WAY_RUNNER; };
        for (const std::string &isa : support::isa_names())
            for (const size_t agents : {5u, 31u, 300u}) {
                support::use_isa under(isa);
                valid_call one(behaviour, agents), three(behaviour, agents);
                const size_t from[] = {0, agents / 3, agents - agents / 3, agents};
                std::vector<uint32_t> target(agents), row(agents), part(agents), backwards(agents);
                for (size_t i = 0; i < agents; i++) {
                    target[i] = (uint32_t)(i * 7 % (agents + 1)); /* the number `agents` names no runner */
                    part[i] = target[i] < from[1] ? 0 : target[i] < from[2] ? 1 : 2;
                    row[i] = target[i] - (uint32_t)from[part[i]];
                    backwards[i] = (uint32_t)(agents - 1 - i);
                }
                std::vector<std::vector<float>> reversed(one.inputs);
                std::vector<std::vector<double>> doubles(one.inputs.size());
                std::vector<way_column> columns[3];
                for (std::vector<way_column> &all : columns)
                    all.resize(one.inputs.size());
                bool has_runners = false;
                for (size_t k = 0; k < one.inputs.size(); k++) {
                    const way_column_info &info = behaviour->inputs[k];
                    if (!is_runners(k))
                        continue;
                    has_runners = true;
                    std::vector<float> &column = one.inputs[k];
                    const bool is_left_out = !info.required;
                    if (is_left_out) {
                        left_out++;
                        for (size_t i = from[2]; i < agents; i++) {
                            const int32_t number = (int32_t)info.fallback;
                            const float usual = (float)info.fallback;
                            memcpy(&column[i], info.type == WAY_INT ? (const void *)&number : &usual, 4);
                        }
                    }
                    for (size_t i = 0; i < agents; i++)
                        reversed[k][agents - 1 - i] = column[i];
                    doubles[k].assign(column.begin(), column.end());
                    columns[0][k].data = column.data();
                    columns[1][k].data = reversed[k].data();
                    columns[1][k].rows = backwards.data() + from[1];
                    if (info.axis == 0 && info.type == WAY_FLOAT)
                        columns[2][k] = way_at(doubles[k].data() + from[2], sizeof(double));
                    else
                        columns[2][k].data = column.data() + from[2];
                    if (is_left_out)
                        columns[2][k].data = nullptr;
                    three.in[k] = way_column();
                }
                if (!has_runners)
                    continue;
                one.batch.targets.row.data = target.data(), one.batch.targets.runner_count = agents;
                way_part parts[4] = {}; /* the last one is empty, and has no columns */
                const std::vector<way_column> none(behaviour->input_count);
                for (size_t p = 0; p < 3; p++)
                    parts[p].columns = columns[p].data(), parts[p].count = from[p + 1] - from[p];
                parts[3].columns = none.data();
                three.batch.targets.parts = parts, three.batch.targets.part_count = 4;
                three.batch.targets.row.data = row.data(), three.batch.targets.part.data = part.data();
                ASSERT_EQ(WAY_OK, one.run());
                ASSERT_EQ(WAY_OK, three.run());
                ASSERT_EQ(one.outputs, three.outputs) << behaviour->name << " " << isa << " " << agents;
            }
    }
    EXPECT_GT(left_out, 0u);
}

/* An agent's output may overwrite the agent's own target number, generation or part, at any agent count. */
TEST(host_columns, answers_may_overwrite_the_targets) {
    for (const way_behaviour *behaviour : behaviours()) {
        if (std::none_of(behaviour->inputs, behaviour->inputs + behaviour->input_count,
                         [](const way_column_info &info) { return info.side == WAY_RUNNER; }))
            continue;
        for (const std::string &isa : support::isa_names())
            for (size_t agents : {1u, 3u, 5u, 7u, 9u, 13u, 17u, 21u, 31u, 33u, 37u, 300u})
                for (int which = 0; which < 4; which++) {
                    support::use_isa under(isa);
                    std::vector<uint32_t> target(agents), meant(agents), part(agents, 0), generation(agents);
                    for (size_t i = 0; i < agents; i++)
                        target[i] = (uint32_t)(i * 7 % agents), generation[i] = (uint32_t)(i * 5),
                        meant[i] = target[i] * 5 + (i % 8 == 3); /* every eighth target no longer exists */
                    auto make = [&](valid_call &call) {
                        call.batch.targets.row.data = target.data();
                        call.batch.targets.generation.data = meant.data();
                        parts[0] = {call.in.data(), agents, way_at(generation.data(), 4)};
                        if (which >= 2) {
                            call.batch.targets.parts = parts, call.batch.targets.part_count = 1;
                            call.batch.targets.part.data = part.data();
                        } else
                            call.batch.targets.runner_generation = parts[0].generation,
                            call.batch.targets.runner_count = agents;
                    };
                    valid_call apart(behaviour, agents), over(behaviour, agents);
                    make(apart);
                    ASSERT_EQ(WAY_OK, apart.run());
                    make(over);
                    std::vector<uint32_t> &overwritten = which == 0   ? target
                                                         : which == 1 ? meant
                                                         : which == 2 ? part
                                                                      : target;
                    const size_t o = behaviour->output_count - 1;
                    over.out[o].data = overwritten.data();
                    ASSERT_EQ(WAY_OK, over.run());
                    ASSERT_EQ(apart.outputs[o], overwritten)
                        << behaviour->name << " " << isa << " " << agents << " agents, way " << which;
                    for (size_t k = 0; k < o; k++)
                        ASSERT_EQ(apart.outputs[k], over.outputs[k]) << behaviour->name << " " << isa;
                }
    }
}

} // namespace
