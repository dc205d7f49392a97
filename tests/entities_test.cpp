/* Columns as hosts have them: elements found by rows or in pages, halves and doubles, targets that are entities, runners in
   several tables. Each call must give the bits of the same agents in tight columns, and touch nothing else. */
#include <gtest/gtest.h>

#include <deque>

#include "valid_call.h"

namespace {

const uint8_t guard = 0xa5;
const size_t counts[] = {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 31, 33, 100, 129, 300, 1100};

/* IEEE binary16 of a number that is one; below the normal ones, too. */
uint16_t half_of(float number) {
    uint32_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    float size = std::fabs(number);
    if (size != size)
        return (uint16_t)(sign | 0x7e00);
    if (size == INFINITY)
        return (uint16_t)(sign | 0x7c00);
    if (size < 0x1p-14f)
        return (uint16_t)(sign | (uint16_t)(size * 0x1p24f));
    return (uint16_t)(sign | (bits >> 13 & 0x3ff) | ((bits >> 23 & 0xff) - 112) << 10);
}

/* The nearest number towards 0 that a half holds; infinities and the like stay what they are. */
float as_half(float number) {
    uint32_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    if (number != number || std::fabs(number) == INFINITY)
        return number;
    if (std::fabs(number) >= 65536.0f)
        return number < 0 ? -65504.0f : 65504.0f;
    if (std::fabs(number) < 0x1p-14f)
        return std::trunc(number * 0x1p24f) * 0x1p-24f;
    bits &= ~0x1fffu;
    std::memcpy(&number, &bits, sizeof number);
    return number;
}

/* A valid call whose columns are moved elsewhere, one by one. */
struct moved_call : valid_call {
    moved_call(const way_behaviour *the_behaviour, size_t the_agents, uint64_t seed)
        : valid_call(the_behaviour, the_agents, 24), random(support::seed_for(seed, the_agents)),
          where(behaviour->output_count) {}

    bool is_runner(size_t k) const { return behaviour->inputs[k].side == WAY_RUNNER; }
    bool is_number(size_t k) const { return behaviour->inputs[k].type == WAY_FLOAT; }

    std::vector<uint32_t> shuffled(size_t n, size_t of) {
        std::vector<uint32_t> list(of);
        for (size_t i = 0; i < of; i++) {
            size_t j = draw_below(&random, (uint32_t)i + 1);
            list[i] = list[j];
            list[j] = (uint32_t)i;
        }
        list.resize(n);
        return list;
    }

    uint8_t *lend(size_t bytes) {
        memory.emplace_back(bytes + 64, guard);
        return memory.back().data() + (64 - (uintptr_t)memory.back().data() % 64) % 64;
    }

    /* Right before it is run: the tight columns' answers, by plain C. */
    void work_out() {
        {
            support::use_isa plain("scalar");
            wipe();
            ASSERT_EQ(WAY_OK, run());
        }
        truth = outputs;
    }

    /* Where output o's element of agent i will be. */
    void expect_at(size_t o, size_t i, void *place, bool is_double = false) {
        where[o].push_back({i, (uint8_t *)place, is_double});
    }

    void expect_answers(const std::string &trace) {
        for (const std::string &isa : support::isa_names()) {
            support::use_isa under(isa);
            std::deque<std::vector<uint8_t>> before = memory;
            ASSERT_EQ(WAY_OK, run()) << trace;
            for (size_t o = 0; o < where.size(); o++)
                for (const answer &a : where[o]) {
                    uint32_t got;
                    double number;
                    std::memcpy(&got, a.place, 4);
                    if (a.is_double) {
                        std::memcpy(&number, a.place, 8);
                        float single = (float)number;
                        ASSERT_EQ((double)single, number) << trace;
                        std::memcpy(&got, &single, 4);
                    }
                    ASSERT_EQ(truth[o][a.agent], got)
                        << trace << ", " << isa << ", " << behaviour->outputs[o].name << " of agent "
                        << a.agent;
                    std::memset(a.place, guard, a.is_double ? 8 : 4);
                }
            ASSERT_EQ(before, memory) << trace << ", " << isa << ": something else was written";
        }
    }

    struct answer {
        size_t agent;
        uint8_t *place;
        bool is_double;
    };
    uint64_t random;
    std::deque<std::vector<uint8_t>> memory;
    std::deque<std::vector<uint32_t>> lists;
    std::deque<std::vector<const void *>> pages;
    std::vector<std::vector<answer>> where;
    std::vector<std::vector<uint32_t>> truth;
};

class hosts : public testing::TestWithParam<const way_behaviour *> {};
class hosts_of_runners : public hosts {};

/* Each column in an order of its own, in records of its own width, some in pages. */
TEST_P(hosts, elements_are_found_by_rows_and_pages) {
    for (size_t n : counts)
        for (int paged = 0; paged < 3; paged++) { /* none, all, some */
            moved_call call(GetParam(), n, 1);
            call.work_out();
            for (size_t c = 0; c < call.in.size() + call.out.size(); c++) {
                const bool is_input = c < call.in.size();
                const size_t k = is_input ? c : c - call.in.size(), held = n + 5,
                             stride = 4 * (1 + draw_below(&call.random, 5));
                call.lists.push_back(call.shuffled(n, held));
                const std::vector<uint32_t> &rows = call.lists.back();
                const bool has_rows = paged != 1 || draw_below(&call.random, 2),
                           has_pages = paged == 1 || (paged == 2 && draw_below(&call.random, 2));
                const size_t page = has_pages ? size_t(1) << draw_below(&call.random, 6) : held;
                call.pages.emplace_back();
                for (size_t first = 0; first < held; first += page)
                    call.pages.back().push_back(call.lend(page * stride));
                for (size_t i = 0; i < n; i++) {
                    const size_t row = has_rows ? rows[i] : i;
                    uint8_t *place = (uint8_t *)call.pages.back()[row / page] + row % page * stride;
                    if (is_input)
                        std::memcpy(place, &call.inputs[k][i], 4);
                    else
                        call.expect_at(k, i, place);
                }
                void *data = has_pages ? (void *)call.pages.back().data() : (void *)call.pages.back()[0];
                way_column_out column = way_to(data, (ptrdiff_t)stride);
                column.rows = has_rows ? rows.data() : nullptr;
                column.page = has_pages ? (int32_t)page : 0;
                if (is_input)
                    call.in[k] = {column.data, column.gap, column.rows, column.type, column.page};
                else
                    call.out[k] = column;
            }
            call.expect_answers(std::to_string(n) + " agents, pages " + std::to_string(paged));
        }
}

/* Halves, and doubles that are floats, of all columns but places; outputs that are doubles. */
TEST_P(hosts, halves_and_doubles_are_floats) {
    for (size_t n : counts) {
        moved_call call(GetParam(), n, 2);
        std::vector<int> type(call.in.size());
        for (size_t k = 0; k < call.in.size(); k++) {
            type[k] = call.is_number(k) ? (int)draw_below(&call.random, 3) : 0;
            if (type[k] == WAY_DOUBLE && call.behaviour->inputs[k].axis != 0 && !call.behaviour->walls)
                type[k] = WAY_HALF;
            for (float &number : call.inputs[k])
                if (type[k] == WAY_HALF)
                    number = as_half(number);
        }
        call.work_out();
        for (size_t k = 0; k < call.in.size(); k++) {
            const size_t size = type[k] == WAY_DOUBLE ? 8
                                : type[k] == WAY_HALF ? 2
                                                      : 4,
                         stride = size * (1 + draw_below(&call.random, 3));
            const bool is_same = draw_below(&call.random, 8) == 0 && n == 1;
            uint8_t *data = call.lend(n * stride);
            for (size_t i = 0; i < n; i++) {
                double number = (double)call.inputs[k][i];
                uint16_t half = half_of(call.inputs[k][i]);
                std::memcpy(data + i * stride,
                            size == 8   ? (const void *)&number
                            : size == 2 ? (const void *)&half
                                        : (const void *)&call.inputs[k][i],
                            size);
            }
            ptrdiff_t step = is_same ? 0 : (ptrdiff_t)stride;
            call.in[k] = type[k] == WAY_DOUBLE ? way_at_double((const double *)(const void *)data, step)
                         : type[k] == WAY_HALF ? way_at_half((const uint16_t *)(const void *)data, step)
                                               : way_at(data, step);
        }
        for (size_t o = 0; o < call.out.size(); o++) {
            const bool is_double =
                call.behaviour->outputs[o].type == WAY_FLOAT && draw_below(&call.random, 2);
            const size_t size = is_double ? 8 : 4, stride = size * (1 + draw_below(&call.random, 3));
            uint8_t *data = call.lend(n * stride);
            call.out[o] = is_double ? way_to_double((double *)(void *)data, (ptrdiff_t)stride)
                                    : way_to(data, (ptrdiff_t)stride);
            for (size_t i = 0; i < n; i++)
                call.expect_at(o, i, data + i * stride, is_double);
        }
        call.expect_answers(std::to_string(n) + " agents");
    }
}

/* Entities of which numbers lead to rows, some gone, some of no such row, in one table or in three. */
struct entity_call : moved_call {
    entity_call(const way_behaviour *the_behaviour, size_t n, uint64_t seed)
        : moved_call(the_behaviour, n, seed), runners(n), flat(n, UINT32_MAX), handle(2 * n) {}

    /* Truth: the runner's row of each agent, or nobody. */
    void work_out_flat() {
        batch.target.data = flat.data();
        batch.target_count = runners;
        work_out();
        batch.target = way_column();
    }

    size_t runners;
    std::vector<uint32_t> flat, handle, row_of, part_of, generation, part_column;
    std::vector<way_column> columns[3];
};

TEST_P(hosts_of_runners, targets_are_entities) {
    size_t gone = 0, missing = 0;
    for (size_t n : counts)
        for (uint32_t way = 0; way < 32; way++) {
            const bool masked = way & 1, mapped = way & 2, aged = way & 4, keeps = way & 8, wide = way & 16;
            entity_call call(GetParam(), n, 3 + way);
            const size_t entities = mapped ? 2 * n + 3 : n;
            call.row_of.assign(entities, UINT32_MAX);
            std::vector<uint32_t> entity_of(n), rows = call.shuffled(n, entities);
            for (size_t r = 0; r < n; r++) { /* runner r is entity ... */
                entity_of[r] = mapped ? rows[r] : (uint32_t)r;
                if (!mapped || draw_below(&call.random, 10) != 0)
                    call.row_of[entity_of[r]] = (uint32_t)r;
                call.generation.push_back(draw_below(&call.random, 3));
            }
            std::vector<uint32_t> meant(n);
            for (size_t i = 0; i < n; i++) {
                const size_t runner = draw_below(&call.random, (uint32_t)n);
                uint32_t number = entity_of[runner], version = draw_below(&call.random, 4096);
                meant[i] = call.generation[runner];
                bool somebody = call.row_of[number] != UINT32_MAX;
                if (aged && draw_below(&call.random, 4) == 0) {
                    meant[i] += 7;
                    somebody = false;
                    gone++;
                }
                if (draw_below(&call.random, 8) == 0) {
                    number = masked ? 0xfffff : (uint32_t)entities + draw_below(&call.random, 3);
                    somebody = false;
                    missing++;
                }
                if (somebody)
                    call.flat[i] = (uint32_t)runner;
                uint32_t target = masked ? number | version << 20 : number;
                if (draw_below(&call.random, 16) == 0) {
                    target = UINT32_MAX;
                    call.flat[i] = UINT32_MAX;
                }
                call.handle[wide ? 2 * i : i] = target;
            }
            call.work_out_flat();
            call.batch.target = way_at(call.handle.data(), wide ? 8 : 4);
            call.batch.target_mask = masked ? 0xfffff : 0;
            call.batch.target_row = mapped ? call.row_of.data() : nullptr;
            call.batch.target_rows = entities;
            if (aged) {
                call.batch.target_generation.data = meant.data();
                call.batch.generation.data = call.generation.data();
            }
            call.batch.keep_nobody = keeps;
            for (size_t o = 0; o < call.out.size(); o++) {
                uint8_t *data = call.lend(4 * n);
                call.out[o].data = data;
                for (size_t i = 0; i < n; i++)
                    if (!keeps || call.flat[i] != UINT32_MAX)
                        call.expect_at(o, i, data + 4 * i);
            }
            call.expect_answers(std::to_string(n) + " agents, way " + std::to_string(way));
        }
    EXPECT_GT(gone, 1000u);
    EXPECT_GT(missing, 1000u);
}

TEST_P(hosts_of_runners, runners_are_in_several_tables) {
    const way_behaviour *behaviour = GetParam();
    for (size_t n : counts)
        for (uint32_t way = 0; way < 16; way++) {
            const bool mapped = way & 1, aged = way & 2, lone = way & 4, keeps = way & 8;
            entity_call call(behaviour, n, 50 + way);
            /* runner r is row `row[r]` of table `table[r]` */
            std::vector<uint32_t> table(n), row(n), filled(3);
            for (size_t r = 0; r < n; r++) {
                table[r] = lone ? 1 : draw_below(&call.random, 3);
                row[r] = filled[table[r]]++;
                call.generation.push_back(draw_below(&call.random, 3));
            }
            std::vector<uint32_t> meant(n), target(n), part(n), ages[3];
            for (size_t i = 0; i < n; i++) {
                const uint32_t runner = draw_below(&call.random, (uint32_t)n),
                               nobody = draw_below(&call.random, 12);
                call.flat[i] = runner;
                target[i] = mapped ? runner : row[runner];
                part[i] = table[runner];
                meant[i] = call.generation[runner];
                if (nobody > 2 || (nobody == 0 && !aged))
                    continue;
                call.flat[i] = UINT32_MAX;
                if (nobody == 0)
                    meant[i]++;
                else if (mapped)
                    target[i] = (uint32_t)n + nobody;
                else if (nobody == 1)
                    target[i] = filled[part[i]];
                else
                    part[i] = 3;
            }
            call.work_out_flat();
            way_part parts[3] = {};
            for (uint32_t p = 0; p < 3; p++) {
                call.columns[p].assign(behaviour->input_count, way_column());
                const size_t fields = 1 + p, stride = 4 * fields;
                for (size_t k = 0; k < behaviour->input_count; k++) {
                    if (!call.is_runner(k))
                        continue;
                    const bool shares = p > 0 && k % fields != 0 && call.is_runner(k - 1) &&
                                        call.columns[p][k - 1].data != nullptr;
                    uint8_t *data = shares ? (uint8_t *)call.columns[p][k - 1].data + 4
                                           : call.lend((filled[p] + 2) * stride);
                    for (size_t r = 0; r < n; r++)
                        if (table[r] == p)
                            std::memcpy(data + row[r] * stride, &call.inputs[k][r], 4);
                    call.columns[p][k] = way_at(data, (ptrdiff_t)stride);
                }
                for (size_t r = 0; r < n; r++)
                    if (table[r] == p)
                        ages[p].push_back(call.generation[r]);
                parts[p] = {call.columns[p].data(), filled[p], way_column()};
                if (aged)
                    parts[p].generation.data = ages[p].data();
            }
            for (size_t k = 0; k < behaviour->input_count; k++)
                if (call.is_runner(k))
                    call.in[k] = way_column();
            call.batch.parts = parts;
            call.batch.part_count = 3;
            call.batch.target.data = target.data();
            call.batch.part.data = part.data();
            if (mapped) {
                call.batch.target_row = row.data();
                call.batch.target_part = table.data();
                call.batch.target_rows = n;
                call.batch.part = way_column();
            }
            if (aged)
                call.batch.target_generation.data = meant.data();
            call.batch.keep_nobody = keeps;
            for (size_t o = 0; o < call.out.size(); o++) {
                uint8_t *data = call.lend(4 * n);
                call.out[o].data = data;
                for (size_t i = 0; i < n; i++)
                    if (!keeps || call.flat[i] != UINT32_MAX)
                        call.expect_at(o, i, data + 4 * i);
            }
            call.expect_answers(std::to_string(n) + " agents, way " + std::to_string(way));
        }
}

/* What is refused, and writes nothing ---------------------------------------------------------------------- */

struct spoiled {
    const char *what;
    way_result result;
    void (*spoil)(valid_call &call);
};

uint32_t numbers[64];
way_part parts_of_none[2];

way_column odd_numbers() { return way_at((const char *)numbers + 2, 4); }

void have_parts(valid_call &call) {
    static std::vector<way_column> columns;
    columns = call.in;
    parts_of_none[0] = {columns.data(), call.agents, way_column()};
    call.batch.parts = parts_of_none;
    call.batch.part_count = 1;
    call.batch.target.data = call.batch.part.data = numbers;
}

/* Of intercept2d: input 3 is a runner's, output 7 the status. */
const spoiled mistakes[] = {
    {"an input of no type", WAY_ERROR_TYPE, [](valid_call &c) { c.in[0].type = 3; }},
    {"an input of type -1", WAY_ERROR_TYPE, [](valid_call &c) { c.in[2].type = -1; }},
    {"an output of halves", WAY_ERROR_TYPE, [](valid_call &c) { c.out[0].type = WAY_HALF; }},
    {"a status of doubles", WAY_ERROR_TYPE, [](valid_call &c) { c.out[7].type = WAY_DOUBLE; }},
    {"a page of -1", WAY_ERROR_TYPE, [](valid_call &c) { c.in[0].page = -1; }},
    {"an output's page of -1", WAY_ERROR_TYPE, [](valid_call &c) { c.out[0].page = -1; }},
    {"one double for all outputs", WAY_ERROR_STRIDE,
     [](valid_call &c) { c.out[0] = way_to_double((double *)c.out[0].data, 0); }},
    {"a half's odd address", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) { c.in[2] = way_at_half((const uint16_t *)((const char *)c.in[2].data + 1), 2); }},
    {"a half's odd stride", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) { c.in[2] = way_at_half((const uint16_t *)c.in[2].data, 3); }},
    {"a double at 2", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) { c.in[2] = way_at_double((const double *)((const char *)c.in[2].data + 2), 8); }},
    {"an agent beyond", WAY_ERROR_INDEX, [](valid_call &c) { c.batch.agent_count = c.agents - 1; }},
    {"a first one beyond", WAY_ERROR_INDEX,
     [](valid_call &c) { c.batch.agent_count = c.agents, c.batch.first = c.agents + 1, c.batch.count = 0; }},
    {"one of a list beyond", WAY_ERROR_INDEX,
     [](valid_call &c) {
         numbers[20] = 36;
         c.batch.index = numbers, c.batch.agent_count = 36, c.batch.count = 21;
     }},
    {"targets of doubles", WAY_ERROR_TYPE,
     [](valid_call &c) { c.batch.target.data = numbers, c.batch.target.type = WAY_DOUBLE; }},
    {"odd generations", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) { c.batch.target.data = numbers, c.batch.generation = odd_numbers(); }},
    {"odd generations of targets", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) { c.batch.target.data = numbers, c.batch.target_generation = odd_numbers(); }},
    {"an odd map", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) {
         c.batch.target.data = numbers, c.batch.target_row = (const uint32_t *)odd_numbers().data;
     }},
    {"parts without targets", WAY_ERROR_NULL,
     [](valid_call &c) { have_parts(c), c.batch.target = way_column(); }},
    {"parts that are not there", WAY_ERROR_NULL,
     [](valid_call &c) { have_parts(c), c.batch.parts = nullptr; }},
    {"no number of the part", WAY_ERROR_MISSING,
     [](valid_call &c) { have_parts(c), c.batch.part = way_column(); }},
    {"a part without columns", WAY_ERROR_NULL,
     [](valid_call &c) { have_parts(c), parts_of_none[0].columns = nullptr; }},
    {"a part that lacks a column", WAY_ERROR_MISSING,
     [](valid_call &c) {
         have_parts(c), const_cast<way_column *>(parts_of_none[0].columns)[3].data = nullptr;
     }},
    {"a part's halves at 1", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) {
         have_parts(c);
         const_cast<way_column *>(parts_of_none[0].columns)[3] =
             way_at_half((const uint16_t *)((const char *)numbers + 1), 2);
     }},
    {"a part's column of no type", WAY_ERROR_TYPE,
     [](valid_call &c) { have_parts(c), const_cast<way_column *>(parts_of_none[0].columns)[3].type = 9; }},
    {"a part's odd generations", WAY_ERROR_ALIGNMENT,
     [](valid_call &c) { have_parts(c), parts_of_none[0].generation = odd_numbers(); }},
    {"an output over a part's column", WAY_ERROR_OVERLAP,
     [](valid_call &c) { have_parts(c), c.out[0].data = const_cast<void *>(c.in[3].data); }},
    {"an output of doubles over a runner's column", WAY_ERROR_OVERLAP,
     [](valid_call &c) {
         c.batch.target.data = numbers, c.batch.target_count = 1;
         c.out[0] = way_to_double((double *)(void *)((char *)const_cast<void *>(c.in[3].data) - 4), 8);
         c.batch.count = 1;
     }},
    {"an output over the second word of a runner's doubles", WAY_ERROR_OVERLAP,
     [](valid_call &c) {
         c.batch.target.data = numbers, c.batch.target_count = 2, c.batch.count = 2;
         c.in[5] = way_at_double((const double *)c.in[5].data, 12);
         c.out[0] = way_to((char *)const_cast<void *>(c.in[5].data) + 4, 12);
     }},
    {"an output over the second of a runner's halves", WAY_ERROR_OVERLAP,
     [](valid_call &c) {
         c.batch.target.data = numbers, c.batch.target_count = 2, c.batch.count = 2;
         c.out[0] = way_to(const_cast<void *>(c.in[5].data), 8);
         c.in[5] = way_at_half((const uint16_t *)c.in[5].data + 1, 8);
     }},
    {"an output by rows over the runner's", WAY_ERROR_OVERLAP,
     [](valid_call &c) {
         c.batch.target.data = numbers, c.batch.target_count = c.agents;
         c.in[3].rows = c.out[0].rows = numbers;
         c.out[0].data = const_cast<void *>(c.in[3].data);
     }},
};

TEST(refusals, of_elements_entities_and_parts) {
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

TEST(refusals, but_not_of_other_fields_beside_doubles) {
    struct soldier {
        double x, y;
        float vx, vy, next_x, next_y;
    } all[9] = {};
    valid_call call(way_behaviour_named("intercept2d"), 9);
    call.batch.target.data = numbers, call.batch.target_count = 9;
    call.in[3] = way_at_double(&all[0].x, sizeof all[0]),
    call.in[4] = way_at_double(&all[0].y, sizeof all[0]);
    call.in[5] = way_at(&all[0].vx, sizeof all[0]), call.in[6] = way_at(&all[0].vy, sizeof all[0]);
    call.out[1] = way_to(&all[0].next_x, sizeof all[0]), call.out[2] = way_to(&all[0].next_y, sizeof all[0]);
    EXPECT_EQ(WAY_OK, call.run());
    call.out[1].data = (char *)&all[0].y + 4;
    EXPECT_EQ(WAY_ERROR_OVERLAP, call.run());
}

TEST(refusals, but_not_of_what_is_in_order) {
    valid_call call(way_behaviour_named("intercept2d"), 37);
    call.batch.agent_count = 37;
    EXPECT_EQ(WAY_OK, call.run());
    have_parts(call);
    EXPECT_EQ(WAY_OK, call.run());
    call.batch.part_count = 0; /* nobody is anywhere */
    call.in[3] = way_column();
    EXPECT_EQ(WAY_OK, call.run());
    for (uint32_t status : call.outputs[7])
        EXPECT_EQ((uint32_t)WAY_NO_TARGET, status);
}

std::vector<const way_behaviour *> those_with_runners() {
    std::vector<const way_behaviour *> all;
    for (const way_behaviour *behaviour : behaviours())
        if (reads_runners(behaviour))
            all.push_back(behaviour);
    return all;
}

INSTANTIATE_TEST_SUITE_P(all, hosts_of_runners, testing::ValuesIn(those_with_runners()),
                         [](const auto &info) { return std::string(info.param->name); });
INSTANTIATE_TEST_SUITE_P(all, hosts, testing::ValuesIn(behaviours()),
                         [](const auto &info) { return std::string(info.param->name); });

} // namespace
