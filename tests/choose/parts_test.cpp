/* Tests calls that read several tables. They have the bits of one table with all rows, for any division of
   the choosers and the candidates into parts, for any layout of each part's columns, with and without a crowd,
   and for any split of the call. */
#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "draw.h"
#include "support.h"

namespace {

/* Random rows of a call, in one table. A column that is not given has no cells. */
struct table {
    const way_behaviour *call; /* choose2d, choose3d, avoid2d or avoid3d */
    int dims;
    size_t rows[2]; /* choosers and candidates */
    std::vector<std::vector<uint32_t>> cells;

    const way_column_info &info(size_t k) const { return call->inputs[k]; }
    size_t column(const std::string &name) const {
        size_t k = 0;
        while (name != info(k).name)
            k++;
        return k;
    }
    std::vector<way_column> in() const {
        std::vector<way_column> all(cells.size(), way_column WAY_INIT);
        for (size_t k = 0; k < cells.size(); k++)
            if (!cells[k].empty())
                all[k].data = cells[k].data();
        return all;
    }
};

uint32_t bits_of(float number) {
    uint32_t bits;
    std::memcpy(&bits, &number, 4);
    return bits;
}

uint32_t default_of(const way_column_info &info) {
    return info.type == WAY_FLOAT ? bits_of((float)info.fallback) : (uint32_t)info.fallback;
}

uint32_t draw_cell(uint64_t *state, const table &t, const way_column_info &info) {
    if (info.type == WAY_ROW)
        return draw_below(state, (uint32_t)t.rows[1] + 2);
    if (info.type == WAY_MASK)
        return draw_below(state, 8);
    if (info.type == WAY_COUNT)
        return draw_below(state, 2);
    if (draw_below(state, 97) == 0)
        return bits_of(draw_special(state));
    if (info.axis > 0)
        return bits_of(draw_between(state, -20, 20));
    return bits_of(draw_typical(state, &info));
}

table draw_table(uint64_t *state, const char *name, size_t choosers, size_t runners) {
    table t = {way_behaviour_named(name), name[std::strlen(name) - 2] - '0', {choosers, runners}, {}};
    t.cells.resize(t.call->input_count);
    for (size_t k = 0; k < t.cells.size(); k++) {
        const way_column_info &info = t.info(k);
        const bool is_needed = info.required || info.required_by != 0;
        if (!is_needed && draw_below(state, 2) == 0)
            continue;
        t.cells[k].resize(t.rows[info.side == WAY_RUNNER]);
        for (uint32_t &cell : t.cells[k])
            cell = draw_cell(state, t, info);
    }
    return t;
}

/* One side of a table, divided into parts. */
struct division {
    std::deque<std::vector<char>> memory;
    std::deque<std::vector<way_column>> in;
    std::deque<std::vector<way_column_out>> out;
    std::vector<way_search_part> parts;
    std::vector<size_t> first;
};

char *more(division &d, size_t bytes) {
    d.memory.emplace_back(bytes + 16);
    return d.memory.back().data();
}

/* Lays out some cells: tight, backwards, as doubles, through rows, or in pages. */
way_column lay(uint64_t *state, division &d, const uint32_t *cells, size_t count, bool is_float) {
    const uint32_t layout = draw_below(state, 5);
    if (layout == 1) {
        char *memory = more(d, 12 * count);
        for (size_t i = 0; i < count; i++)
            std::memcpy(memory + 12 * (count - 1 - i), cells + i, 4);
        way_column column = way_at((const float *)(const void *)memory, 12);
        column.data = memory + 12 * (count - 1), column.gap = -16;
        return column;
    }
    if (layout == 2 && is_float) {
        double *memory = (double *)(void *)more(d, 8 * count);
        for (size_t i = 0; i < count; i++) {
            float number;
            std::memcpy(&number, cells + i, 4);
            memory[i] = (double)number;
        }
        return way_in(memory);
    }
    uint32_t *memory = (uint32_t *)(void *)more(d, 4 * count);
    way_column column = way_in(memory);
    if (layout == 3) {
        uint32_t *row = (uint32_t *)(void *)more(d, 4 * count);
        for (size_t i = 0; i < count; i++) {
            row[i] = (uint32_t)(count - 1 - i);
            memory[row[i]] = cells[i];
        }
        column.rows = row;
        return column;
    }
    std::memcpy(memory, cells, 4 * count);
    if (layout == 4) {
        const char **page = (const char **)(void *)more(d, sizeof(char *) * (count / 8 + 1));
        for (size_t p = 0; p <= count / 8; p++)
            page[p] = (const char *)(memory + 8 * p);
        column.data = page, column.page = 8;
    }
    return column;
}

/* Divides one side into parts, some of them empty. A part may lack a column: then the table gets the column's
   default in the rows of this part. */
division divide(uint64_t *state, table &t, int side, size_t count) {
    division d;
    size_t at = 0;
    for (size_t p = 0; p < count; p++) {
        const size_t left = t.rows[side] - at, even = t.rows[side] / count + 1,
                     drawn = p + 1 == count              ? left
                             : draw_below(state, 4) == 0 ? 0
                                                         : draw_below(state, (uint32_t)(3 * even)),
                     rows = drawn < left ? drawn : left;
        d.first.push_back(at);
        d.in.emplace_back(t.cells.size(), way_column WAY_INIT);
        for (size_t k = 0; k < t.cells.size(); k++) {
            const way_column_info &info = t.info(k);
            if ((info.side == WAY_RUNNER) != (side == 1) || t.cells[k].empty() || rows == 0)
                continue;
            /* the first rows keep every column, so that a crowd of the parts has the table's columns */
            if (at > 0 && !info.required && info.required_by == 0 && draw_below(state, 4) == 0)
                std::fill_n(t.cells[k].begin() + (ptrdiff_t)at, rows, default_of(info));
            else
                d.in.back()[k] = lay(state, d, &t.cells[k][at], rows, info.type == WAY_FLOAT);
        }
        d.out.emplace_back(t.call->output_count + 1, way_column_out WAY_INIT);
        d.parts.push_back({rows == 0 ? nullptr : d.in.back().data(), d.out.back().data(), rows});
        at += rows;
    }
    return d;
}

/* The outputs of all choosers, as bits; 0xdddddddd: not written. */
typedef std::vector<std::vector<uint32_t>> outputs;

size_t ranks_of(const way_behaviour *call, size_t k, int best) {
    return call->outputs[k].ranks > 1 && best > 1 ? (size_t)best : 1;
}

outputs room_for(const table &t, int best) {
    outputs all(t.call->output_count);
    for (size_t k = 0; k < all.size(); k++)
        all[k].assign(t.rows[0] * ranks_of(t.call, k, best), 0xddddddddu);
    return all;
}

std::vector<way_column_out> out_of(outputs &all) {
    std::vector<way_column_out> out(all.size() + 1, way_column_out WAY_INIT);
    for (size_t k = 0; k < all.size(); k++)
        out[k].data = all[k].data();
    return out;
}

/* Gives each part memory for its outputs: tight, with gaps, as doubles, or none. */
void lay_outputs(uint64_t *state, const table &t, division &d, int best) {
    for (size_t p = 0; p < d.parts.size(); p++)
        for (size_t k = 0; k < t.call->output_count; k++) {
            const size_t count = d.parts[p].count * ranks_of(t.call, k, best);
            const uint32_t layout = draw_below(state, 8);
            char *memory = more(d, 16 * count);
            std::memset(memory, 0xdd, 16 * count);
            way_column_out &out = d.out[p][k];
            out = {memory, 0, nullptr, 0, 0};
            if (layout == 0 && k + 1 < t.call->output_count)
                out.data = nullptr;
            else if (layout < 3)
                out.gap = 12;
            else if (layout < 5 && t.call->outputs[k].type == WAY_FLOAT)
                out.type = WAY_DOUBLE, out.gap = layout == 3 ? 0 : 8;
        }
}

/* Compares the outputs of the parts with those of the table. */
void compare(const table &t, const division &d, const outputs &expected, int best, const std::string &how) {
    for (size_t p = 0; p < d.parts.size(); p++)
        for (size_t k = 0; k < t.call->output_count; k++) {
            const way_column_out &out = d.out[p][k];
            const size_t ranks = ranks_of(t.call, k, best);
            for (size_t e = 0; out.data != nullptr && e < d.parts[p].count * ranks; e++) {
                const bool is_double = out.type == WAY_DOUBLE;
                const char *at = (const char *)out.data + (ptrdiff_t)e * (out.gap + (is_double ? 8 : 4));
                uint32_t bits;
                double number;
                std::memcpy(&bits, at, 4);
                std::memcpy(&number, at, is_double ? 8 : 4);
                const uint32_t wanted = expected[k][d.first[p] * ranks + e];
                if (is_double && wanted != 0xddddddddu)
                    bits = bits_of((float)number);
                ASSERT_EQ(wanted, bits)
                    << how << ": " << t.call->name << ", part " << p << " of " << d.parts.size() << ", "
                    << t.call->outputs[k].name << ", element " << e;
            }
        }
}

template <class options> void use(options *how, const division &own, const division &other) {
    how->chaser_parts = own.parts.data(), how->chaser_part_count = own.parts.size();
    how->runner_parts = other.parts.data(), how->runner_part_count = other.parts.size();
}

way_result run(const table &t, const way_column *in, const way_column_out *out, const way_choice &how) {
    return way_run(t.call, in, out, &how);
}
way_result run(const table &t, const way_column *in, const way_column_out *out, const way_avoidance &how) {
    return way_run(t.call, in, out, &how);
}

template <class options> void lend(options *how, int dims, const std::vector<uint64_t> &memory) {
    how->crowd2d = dims == 2 ? (const way_crowd2d *)(const void *)memory.data() : nullptr;
    how->crowd3d = dims == 3 ? (const way_crowd3d *)(const void *)memory.data() : nullptr;
}

std::vector<uint64_t> room_for_crowd(const table &t) {
    return std::vector<uint64_t>((t.dims == 2 ? way_crowd2d_bytes(t.rows[1]) : way_crowd3d_bytes(t.rows[1])) /
                                 8);
}

/* Makes a crowd of the parts of the columns of choose2d or choose3d. */
std::vector<uint64_t> crowd_of(const table &t, const division &other) {
    std::vector<uint64_t> memory = room_for_crowd(t);
    way_choice choice = WAY_INIT;
    choice.runner_parts = other.parts.data(), choice.runner_part_count = other.parts.size();
    const size_t bytes = 8 * memory.size();
    EXPECT_EQ(WAY_OK, t.dims == 2
                          ? way_make_crowd2d_of_parts(&choice, (way_crowd2d *)(void *)memory.data(), bytes)
                          : way_make_crowd3d_of_parts(&choice, (way_crowd3d *)(void *)memory.data(), bytes));
    return memory;
}

size_t parts_for(uint64_t *state) {
    static const size_t counts[] = {1, 2, 3, 5, 17, 33, 90};
    return counts[draw_below(state, 7)];
}

/* Compares a call of all choosers and calls of some of them with the call of one table. */
template <class options>
void check(uint64_t *state, const table &t, division &own, const division &other, options how, int best,
           const std::string &name) {
    outputs expected = room_for(t, best);
    std::vector<way_column> in = t.in();
    for (size_t k = 0; k < in.size(); k++) { /* a crowd of the parts lacks what all parts lack */
        const auto lacks = [k](const std::vector<way_column> &part) { return part[k].data == nullptr; };
        if (t.info(k).side == WAY_RUNNER && std::all_of(other.in.begin(), other.in.end(), lacks))
            in[k] = way_column WAY_INIT;
    }
    std::vector<way_column_out> out = out_of(expected);
    how.count = t.rows[0], how.runner_count = t.rows[1];
    ASSERT_EQ(WAY_OK, run(t, in.data(), out.data(), how));

    use(&how, own, other);
    how.runner_count = 0;
    lay_outputs(state, t, own, best);
    ASSERT_EQ(WAY_OK, run(t, nullptr, nullptr, how));
    ASSERT_NO_FATAL_FAILURE(compare(t, own, expected, best, name));

    lay_outputs(state, t, own, best);
    how.first = draw_below(state, (uint32_t)t.rows[0] + 1), how.count = t.rows[0] - how.first;
    ASSERT_EQ(WAY_OK, run(t, nullptr, nullptr, how));
    how.count = how.first, how.first = 0;
    ASSERT_EQ(WAY_OK, run(t, nullptr, nullptr, how));
    ASSERT_NO_FATAL_FAILURE(compare(t, own, expected, best, name + ", split"));

    std::vector<uint32_t> index;
    for (size_t i = 0; i < t.rows[0]; i++)
        index.push_back((uint32_t)(t.rows[0] - 1 - i));
    lay_outputs(state, t, own, best);
    how.count = t.rows[0], how.index = index.data();
    ASSERT_EQ(WAY_OK, run(t, nullptr, nullptr, how));
    ASSERT_NO_FATAL_FAILURE(compare(t, own, expected, best, name + ", index"));
}

TEST(parts, neighbours_may_lack_the_statuses_of_some_parts) {
    float x[5] = {0, 1, 4, 9, 16}, zero = 0;
    way_choose2d_in in[2] = {};
    for (int p = 0; p < 2; p++) {
        in[p].chaser_x = in[p].runner_x = way_in(x + 3 * p);
        in[p].chaser_y = in[p].runner_y = way_same(&zero);
    }
    int32_t status[3] = {-1, -1, -1};
    const way_column_out to = way_out(status);
    for (const int given : {0, 1}) {
        const way_search_part parts[2] = {{&in[0].chaser_x, given == 0 ? &to : nullptr, 3},
                                          {&in[1].chaser_x, given == 1 ? &to : nullptr, 2}};
        way_choice how = {};
        how.count = 5, how.chaser_parts = how.runner_parts = parts;
        how.chaser_part_count = how.runner_part_count = 2;
        way_neighbour list[40];
        size_t offset[6];
        way_neighbours lists = {};
        lists.list = list, lists.capacity = 40, lists.offset = offset;
        EXPECT_EQ(WAY_OK, way_neighbours2d(nullptr, &how, &lists));
        EXPECT_EQ(20u, offset[5]);
        EXPECT_EQ(WAY_MET, status[0]);
        EXPECT_EQ(WAY_MET, status[given == 0 ? 2 : 1]);
        status[0] = status[1] = status[2] = -1;
    }
}

TEST(parts, choices_have_the_bits_of_one_table) {
    for (size_t n = 0; n < support::draws(480); n++) {
        uint64_t state = support::seed_for(810, n);
        const bool in_space = n % 3 == 2;
        table t = draw_table(&state, in_space ? "choose3d" : "choose2d", 1 + draw_below(&state, 60),
                             draw_below(&state, 400));
        way_choice choice = WAY_INIT;
        choice.cost = (int32_t)draw_below(&state, in_space ? 2 : 3);
        choice.best = (int32_t)draw_below(&state, 9);
        division own = divide(&state, t, 0, parts_for(&state)),
                 other = divide(&state, t, 1, parts_for(&state));
        const way_wall wall = {-30, 0, 30, 3, 0};
        if (!in_space && draw_below(&state, 4) == 0)
            choice.walls = &wall, choice.wall_count = 1, choice.sight_points = 3;
        for (const std::string &isa : support::isa_names()) {
            const support::use_isa used(isa);
            const std::string how = "draw " + std::to_string(n) + ", " + isa;
            check(&state, t, own, other, choice, choice.best, how);
            way_choice in_crowd = choice;
            const std::vector<uint64_t> memory = crowd_of(t, other);
            lend(&in_crowd, t.dims, memory);
            check(&state, t, own, other, in_crowd, choice.best, how + ", crowd");
            if (HasFatalFailure())
                return;
        }
    }
}

/* Makes a crowd of the candidates of an avoidance. Its columns are those of choose2d or choose3d. */
std::vector<uint64_t> crowd_to_avoid(const table &t, const division &other) {
    const way_behaviour *choose = way_behaviour_named(t.dims == 2 ? "choose2d" : "choose3d");
    const table named = {choose, t.dims, {t.rows[0], t.rows[1]}, {}};
    division columns;
    columns.parts = other.parts;
    for (size_t p = 0; p < other.parts.size(); p++) {
        columns.in.emplace_back(choose->input_count, way_column WAY_INIT);
        for (const char *name : {"runner_x", "runner_y", "runner_z", "runner_mask", "runner_world"})
            if (t.dims == 3 || name[7] != 'z')
                columns.in.back()[named.column(name)] = other.in[p][t.column(name)];
        columns.parts[p].in = columns.in.back().data();
    }
    return crowd_of(named, columns);
}

TEST(parts, avoidance_has_the_bits_of_one_table) {
    for (size_t n = 0; n < support::draws(240); n++) {
        uint64_t state = support::seed_for(811, n);
        table t = draw_table(&state, n % 3 == 2 ? "avoid3d" : "avoid2d", 1 + draw_below(&state, 60),
                             draw_below(&state, 200));
        way_avoidance how = WAY_INIT;
        how.most = draw_below(&state, 33);
        division own = divide(&state, t, 0, parts_for(&state)),
                 other = divide(&state, t, 1, parts_for(&state));
        const way_wall wall = {-30, 0, 30, 3, 0};
        if (t.dims == 2 && draw_below(&state, 2) == 0)
            how.walls = &wall, how.wall_count = 1, how.wall_origin_x = draw_below(&state, 2) ? 0.25 : 0.0;
        for (const std::string &isa : support::isa_names()) {
            const support::use_isa used(isa);
            const std::string name = "draw " + std::to_string(n) + ", " + isa;
            check(&state, t, own, other, how, 1, name);
            if (how.wall_origin_x == 0.0) {
                way_avoidance in_crowd = how;
                const std::vector<uint64_t> memory = crowd_to_avoid(t, other);
                lend(&in_crowd, t.dims, memory);
                check(&state, t, own, other, in_crowd, 1, name + ", crowd");
            }
            if (HasFatalFailure())
                return;
        }
    }
}

/* The lists of a call. */
struct lists {
    std::vector<size_t> offset;
    std::vector<way_neighbour> list;
    std::vector<uint32_t> rows;
    std::vector<float> squares;
    way_neighbours to = WAY_INIT;

    lists(size_t choosers, size_t capacity, bool unsorted)
        : offset(choosers + 1), list(capacity), rows(capacity), squares(capacity) {
        to.list = list.data(), to.offset = offset.data(), to.capacity = capacity, to.unsorted = unsorted;
        if (unsorted)
            to.rows = rows.data(), to.squares = squares.data();
    }
};

void expect_same(const lists &a, const lists &b, const std::string &how) {
    ASSERT_EQ(a.to.answered, b.to.answered) << how;
    ASSERT_EQ(a.to.needed, b.to.needed) << how;
    ASSERT_EQ(a.offset, b.offset) << how;
    const size_t used = a.offset.back();
    ASSERT_EQ(0, std::memcmp(a.list.data(), b.list.data(), a.to.unsorted ? 0 : 8 * used)) << how;
    ASSERT_TRUE(
        std::equal(a.rows.begin(), a.rows.begin() + (a.to.unsorted ? (ptrdiff_t)used : 0), b.rows.begin()));
    for (size_t e = 0; a.to.unsorted && e < used; e++)
        ASSERT_EQ(bits_of(a.squares[e]), bits_of(b.squares[e])) << how;
}

TEST(parts, lists_of_neighbours_have_the_bits_of_one_table) {
    for (size_t n = 0; n < support::draws(240); n++) {
        uint64_t state = support::seed_for(812, n);
        table t = draw_table(&state, n % 3 == 2 ? "choose3d" : "choose2d", 1 + draw_below(&state, 60),
                             draw_below(&state, 300));
        const way_behaviour *call = way_behaviour_named(t.dims == 2 ? "neighbours2d" : "neighbours3d");
        division own = divide(&state, t, 0, parts_for(&state)),
                 other = divide(&state, t, 1, parts_for(&state));
        std::vector<int32_t> expected(t.rows[0], -5), status(t.rows[0]);
        std::vector<way_column_out> outs(own.parts.size(), way_column_out WAY_INIT);
        const size_t capacity = draw_below(&state, 4) ? 2 * t.rows[0] * t.rows[1] + 8 : 40;
        for (const bool with_crowd : {false, true})
            for (const bool unsorted : {false, true}) {
                const std::string how = "draw " + std::to_string(n) + (unsorted ? ", unsorted" : "");
                const std::vector<way_column> in = t.in();
                std::vector<uint64_t> memory = crowd_of(t, other);
                way_choice choice = WAY_INIT;
                choice.count = t.rows[0], choice.runner_count = t.rows[1];
                if (with_crowd)
                    lend(&choice, t.dims, memory);
                lists whole(t.rows[0], capacity, unsorted), parts(t.rows[0], capacity, unsorted);
                whole.to.status = way_out(expected.data());
                way_listing listing = {&choice, &whole.to};
                const way_result result = way_run(call, in.data(), nullptr, &listing);
                std::fill(status.begin(), status.end(), -5);
                for (size_t p = 0; p < own.parts.size(); p++) {
                    outs[p] = way_out(status.data() + own.first[p]);
                    own.parts[p].out = &outs[p];
                }
                use(&choice, own, other);
                listing.lists = &parts.to;
                ASSERT_EQ(result, way_run(call, nullptr, nullptr, &listing)) << how;
                ASSERT_NO_FATAL_FAILURE(expect_same(whole, parts, how));
                for (size_t i = 0; i < whole.to.answered; i++)
                    ASSERT_EQ(expected[i], status[i]) << how;
            }
    }
}

/* Units in several tables, which choose among themselves. */
struct units {
    std::vector<std::vector<float>> x, y, vx, vy;
    std::vector<size_t> count;

    units(uint64_t *state, const std::vector<size_t> &counts) : count(counts) {
        for (const size_t some : counts) {
            for (auto *column : {&x, &y, &vx, &vy}) {
                column->emplace_back(some + 1);
                for (float &cell : column->back())
                    cell = draw_between(state, -20, 20);
            }
        }
    }
    std::vector<float> gathered(const std::vector<std::vector<float>> &column,
                                const std::vector<size_t> &of) const {
        std::vector<float> all;
        for (const size_t k : of)
            all.insert(all.end(), column[k].begin(), column[k].begin() + (ptrdiff_t)count[k]);
        return all;
    }
};

/* The tables of choosers and of candidates are some of the same tables, in different orders. */
TEST(parts, a_chooser_is_never_its_own_candidate) {
    const std::vector<std::vector<size_t>> orders[] = {
        {{0, 1, 2, 3}, {0, 1, 2, 3}}, {{0, 1, 2}, {2, 3, 0}}, {{1}, {0, 1}}, {{0, 1}, {1}}, {{3, 0}, {2, 1}}};
    for (size_t n = 0; n < support::draws(96); n++)
        for (const auto &order : orders) {
            uint64_t state = support::seed_for(813, n);
            const units u(&state, {40, 1 + draw_below(&state, 3), 700, 5 * draw_below(&state, 2)});
            std::vector<float> own_x = u.gathered(u.x, order[0]), own_y = u.gathered(u.y, order[0]),
                               x = u.gathered(u.x, order[1]), y = u.gathered(u.y, order[1]);
            std::vector<uint32_t> self, expected(own_x.size(), 7), target(own_x.size(), 8);
            std::vector<way_choose2d_in> in(8, way_choose2d_in WAY_INIT);
            std::vector<way_choose2d_out> out(4, way_choose2d_out WAY_INIT);
            std::vector<way_search_part> own, other;
            for (const size_t k : order[0]) {
                size_t row = 0, q = 0;
                for (; q < order[1].size() && order[1][q] != k; q++)
                    row += u.count[order[1][q]];
                for (size_t i = 0; i < u.count[k]; i++)
                    self.push_back(q < order[1].size() ? (uint32_t)(row + i) : WAY_NO_ROW);
                const size_t at = own.size();
                in[at].chaser_x = way_in(u.x[k].data()), in[at].chaser_y = way_in(u.y[k].data());
                out[at].target = way_out(target.data() + self.size() - u.count[k]);
                own.push_back({&in[at].chaser_x, &out[at].target, u.count[k]});
            }
            for (const size_t k : order[1]) {
                way_choose2d_in &one = in[4 + other.size()];
                one.runner_x = way_in(u.x[k].data()), one.runner_y = way_in(u.y[k].data());
                other.push_back({&one.chaser_x, nullptr, u.count[k]});
            }
            way_choose2d_in whole = WAY_INIT;
            way_choose2d_out to = WAY_INIT;
            way_choice choice = WAY_INIT;
            whole.chaser_x = way_in(own_x.data()), whole.chaser_y = way_in(own_y.data());
            whole.runner_x = way_in(x.data()), whole.runner_y = way_in(y.data()),
            whole.self = way_in(self.data());
            to.target = way_out(expected.data());
            choice.count = own_x.size(), choice.runner_count = x.size();
            ASSERT_EQ(WAY_OK, way_choose2d(&whole, &to, &choice));
            choice.chaser_parts = own.data(), choice.chaser_part_count = own.size();
            choice.runner_parts = other.data(), choice.runner_part_count = other.size();
            std::vector<uint64_t> memory(way_crowd2d_bytes(x.size()) / 8);
            auto *crowd = (way_crowd2d *)(void *)memory.data();
            for (const bool with_crowd : {false, true}) {
                if (with_crowd) {
                    ASSERT_EQ(WAY_OK, way_make_crowd2d_of_parts(&choice, crowd, 8 * memory.size()));
                    choice.crowd2d = crowd;
                }
                std::fill(target.begin(), target.end(), 8u);
                ASSERT_EQ(WAY_OK, way_choose2d(nullptr, nullptr, &choice));
                ASSERT_EQ(expected, target);
            }
            /* all in range, in any order: the fastest search is that of choosers that are the candidates */
            const float range = 2;
            for (auto &one : in)
                one.range_to = way_same(&range);
            whole.range_to = way_same(&range);
            for (auto &part : own)
                part.out = nullptr;
            lists a(own_x.size(), 300000, true), b(own_x.size(), 300000, true);
            ASSERT_EQ(WAY_OK, way_neighbours2d(nullptr, &choice, &a.to));
            way_choice single = WAY_INIT;
            single.count = own_x.size(), single.crowd2d = choice.crowd2d;
            ASSERT_EQ(WAY_OK, way_neighbours2d(&whole, &single, &b.to));
            ASSERT_NO_FATAL_FAILURE(expect_same(a, b, "units"));
            EXPECT_TRUE(own_x.size() < 100 || a.offset.back() > 0);
        }
}

TEST(parts, one_side_in_one_table) {
    uint64_t state = support::seed_for(814, 0);
    const units u(&state, {9, 4, 6});
    const std::vector<float> x = u.gathered(u.x, {0, 1, 2}), y = u.gathered(u.y, {0, 1, 2});
    std::vector<uint32_t> self, expected(9), found(9);
    way_choose2d_in in[4] = {WAY_INIT, WAY_INIT, WAY_INIT, WAY_INIT};
    way_choose2d_out out = WAY_INIT;
    way_search_part parts[3];
    for (size_t k = 0; k < 3; k++) {
        in[k].chaser_x = in[k].runner_x = way_in(u.x[k].data());
        in[k].chaser_y = in[k].runner_y = way_in(u.y[k].data());
        parts[k] = {&in[k].chaser_x, &out.target, u.count[k]};
    }
    way_choice choice = WAY_INIT;
    /* choosers of table 0, candidates of all tables: chooser i is row i of all parts */
    out.target = way_out(expected.data());
    in[3].chaser_x = in[3].runner_x = way_in(x.data()), in[3].chaser_y = in[3].runner_y = way_in(y.data());
    choice.count = 9, choice.runner_count = x.size();
    ASSERT_EQ(WAY_OK, way_choose2d(&in[3], &out, &choice));
    out.target = way_out(found.data());
    choice.runner_parts = parts, choice.runner_part_count = 3, choice.runner_count = 0;
    ASSERT_EQ(WAY_OK, way_choose2d(&in[0], &out, &choice));
    EXPECT_EQ(expected, found);
    /* choosers of a part, candidates in one table: the table of that part */
    choice = WAY_INIT;
    in[3] = in[0];
    out.target = way_out(expected.data());
    choice.count = 9, choice.runner_count = 9;
    ASSERT_EQ(WAY_OK, way_choose2d(&in[3], &out, &choice));
    out.target = way_out(found.data());
    choice.chaser_parts = parts, choice.chaser_part_count = 1;
    ASSERT_EQ(WAY_OK, way_choose2d(&in[3], nullptr, &choice));
    EXPECT_EQ(expected, found);
}

/* A part of the choosers has more rows than the candidates' part with its columns, and single values are no
   columns of agents. */
TEST(parts, only_rows_of_a_table_are_its_agents) {
    const float x[5] = {0, 1, 2, 3, 4}, far_off[2] = {3.5f, 5}, y = 0, point = 4;
    uint32_t target[5];
    way_choose2d_in in = WAY_INIT, other = WAY_INIT;
    way_choose2d_out out = WAY_INIT;
    in.chaser_x = in.runner_x = way_in(x), in.chaser_y = in.runner_y = way_same(&y);
    other.runner_x = way_in(far_off), other.runner_y = way_same(&y);
    out.target = way_out(target);
    const way_search_part own = {&in.chaser_x, &out.target, 5};
    const way_search_part candidates[2] = {{&in.chaser_x, nullptr, 3}, {&other.chaser_x, nullptr, 2}};
    way_choice choice = WAY_INIT;
    choice.count = 5, choice.chaser_parts = &own, choice.chaser_part_count = 1;
    choice.runner_parts = candidates, choice.runner_part_count = 2;
    ASSERT_EQ(WAY_OK, way_choose2d(nullptr, nullptr, &choice));
    EXPECT_EQ((std::vector<uint32_t>{1, 0, 1, 3, 3}), std::vector<uint32_t>(target, target + 5));
    in.chaser_x = other.runner_x = way_same(&point), in.runner_x = way_in(x);
    ASSERT_EQ(WAY_OK, way_choose2d(nullptr, nullptr, &choice));
    EXPECT_EQ((std::vector<uint32_t>{3, 3, 3, 3, 3}), std::vector<uint32_t>(target, target + 5));
}

/* Every `step`-th body of an array from body `begin` on, `count` bodies. */
struct slice {
    ptrdiff_t begin, step, count;
};

struct body {
    float x, y, z, vx, vy, vz;
};

/* Sets the position and velocity columns of one side: those whose names begin with `side`. */
void set_bodies(std::vector<way_column> *in, const way_behaviour *call, const std::string &side,
                const body *first, ptrdiff_t step) {
    static const char *const names[] = {"x", "y", "z", "vx", "vy", "vz"};
    for (size_t k = 0; k < call->input_count; k++)
        for (size_t field = 0; field < 6; field++)
            if (call->inputs[k].name == side + names[field])
                (*in)[k] = way_at(&first->x + field, step * (ptrdiff_t)sizeof(body));
}

division slices_of(const table &t, int side, const std::vector<body> &bodies, const std::vector<slice> &all) {
    static const float speed = 6, radius = 0.75f;
    division d;
    size_t rows = 0;
    for (const slice &one : all) {
        const body *first = bodies.data() + one.begin;
        d.in.emplace_back(t.call->input_count, way_column WAY_INIT);
        std::vector<way_column> *in = &d.in.back();
        set_bodies(in, t.call, side == 0 ? "chaser_" : "runner_", first, one.step);
        if (side == 0) {
            set_bodies(in, t.call, "preferred_", first, one.step);
            (*in)[t.column("chaser_speed")] = way_same(&speed);
        }
        if (t.call->name[0] == 'a')
            (*in)[t.column(side == 0 ? "radius" : "runner_radius")] = way_same(&radius);
        d.out.emplace_back(t.call->output_count + 1, way_column_out WAY_INIT);
        d.parts.push_back({in->data(), d.out.back().data(), (size_t)one.count});
        d.first.push_back(rows);
        rows += (size_t)one.count;
    }
    return d;
}

/* The row of each chooser: that of the first part of the candidates that holds the chooser's body. */
std::vector<uint32_t> rows_of(const std::vector<slice> &choosers, const std::vector<slice> &candidates) {
    std::vector<uint32_t> self;
    for (const slice &own : choosers)
        for (ptrdiff_t i = 0; i < own.count; i++) {
            ptrdiff_t before = 0;
            uint32_t row = WAY_NO_ROW;
            for (const slice &other : candidates) {
                const ptrdiff_t far = own.begin - other.begin, within = (far + own.step * i) / other.step;
                if (far % other.step == 0 && own.step % other.step == 0 && far + own.step * i >= 0 &&
                    within < other.count && row == WAY_NO_ROW)
                    row = (uint32_t)(before + within);
                before += other.count;
            }
            self.push_back(row);
        }
    return self;
}

/* What to ask: a choice by this cost, lists of neighbours or an avoidance, and for which choosers. */
struct question {
    int32_t cost;
    bool lists, has_parts; /* has_parts: the choosers are in parts, too */
    const std::vector<uint64_t> *crowd;
    size_t first;
    const uint32_t *index;
};

/* Returns all answers as bits. */
std::vector<uint32_t> ask(const table &t, division &own, const division &other, const question &q) {
    outputs all = room_for(t, 2);
    for (size_t p = 0; p < own.parts.size(); p++) {
        for (size_t k = 0; k < t.call->output_count; k++)
            own.out[p][k].data = all[k].data() + own.first[p] * ranks_of(t.call, k, 2);
        own.parts[p].out = q.lists ? nullptr : own.out[p].data();
    }
    const way_column *in = q.has_parts ? nullptr : own.in[0].data();
    const way_column_out *out = q.has_parts ? nullptr : own.out[0].data();
    lists found(t.rows[0], 3 * 2 * t.rows[0] + 6, false);
    found.to.most = 3;
    const auto call = [&](auto how) {
        how.first = q.first, how.count = t.rows[0] - q.first, how.index = q.index;
        how.runner_parts = other.parts.data(), how.runner_part_count = other.parts.size();
        if (q.has_parts)
            how.chaser_parts = own.parts.data(), how.chaser_part_count = own.parts.size();
        if (q.crowd != nullptr)
            lend(&how, t.dims, *q.crowd);
        return how;
    };
    way_choice choice = WAY_INIT;
    choice.cost = q.cost, choice.best = 2;
    choice = call(choice);
    const way_listing listing = {&choice, &found.to};
    EXPECT_EQ(WAY_OK, t.call->name[0] == 'a' ? run(t, in, out, call(way_avoidance WAY_INIT))
                      : q.lists ? way_run(way_behaviour_named(t.dims == 2 ? "neighbours2d" : "neighbours3d"),
                                          in, nullptr, &listing)
                                : run(t, in, out, choice));
    std::vector<uint32_t> bits;
    for (const auto &column : all)
        bits.insert(bits.end(), column.begin(), column.end());
    for (size_t e = 0; q.lists && e < found.offset[t.rows[0] - q.first]; e++)
        bits.push_back(found.list[e].row);
    return bits;
}

/* The candidates are in several tables, and the choosers are slices of these tables: a thread's chunk, every
   second record, or records from the last to the first. Some choosers are in no table. */
TEST(parts, slices_of_the_candidates_know_their_rows) {
    const std::vector<slice> candidates[] = {
        {{10, 1, 40}, {50, 1, 120}, {170, 1, 25}}, /* chunks of one array */
        {{60, 1, 120}, {200, 1, 0}, {200, 1, 25}, {10, 1, 40}},
        {{61, 2, 50}, {10, 1, 40}},
        {{60, 1, 30}, {60, 1, 120}}, /* bodies that are listed twice */
        {{60, 1, 120}}};
    const std::vector<slice> choosers[] = {
        {{60, 1, 50}},   {{0, 1, 62}},  {{61, 3, 30}},
        {{100, 1, 110}}, {{65, 4, 25}}, {{60, 1, 20}, {12, 2, 10}, {205, 1, 30}, {250, 1, 7}},
        {{179, -1, 60}}};
    const struct {
        const char *name;
        int32_t cost;
        bool lists;
    } calls[] = {{"choose2d", WAY_BY_DISTANCE, false},
                 {"choose2d", WAY_BY_TIME, false},
                 {"choose3d", WAY_BY_DISTANCE, false},
                 {"choose3d", WAY_BY_TIME, false},
                 {"choose2d", WAY_BY_DISTANCE, true},
                 {"choose3d", WAY_BY_DISTANCE, true},
                 {"avoid2d", 0, false},
                 {"avoid3d", 0, false}};
    uint64_t state = support::seed_for(816, 0);
    std::vector<body> bodies(300);
    for (body &one : bodies)
        one = {draw_between(&state, 0, 60), draw_between(&state, 0, 60), draw_between(&state, 0, 9),
               draw_between(&state, -3, 3), draw_between(&state, -3, 3), draw_between(&state, -3, 3)};
    for (const auto &call : calls)
        for (const auto &all : candidates)
            for (const auto &some : choosers)
                for (int kind = 0; kind < 8;
                     kind++) { /* with a crowd, in parts, an index or a first chooser */
                    const std::vector<uint32_t> self = rows_of(some, all);
                    size_t runners = 0;
                    for (const slice &one : all)
                        runners += (size_t)one.count;
                    table t = {way_behaviour_named(call.name),
                               call.name[std::strlen(call.name) - 2] - '0',
                               {self.size(), runners},
                               {}};
                    division own = slices_of(t, 0, bodies, some), other = slices_of(t, 1, bodies, all);
                    const std::vector<uint64_t> crowd =
                        call.name[0] == 'a' ? crowd_to_avoid(t, other) : crowd_of(t, other);
                    std::vector<uint32_t> index;
                    for (size_t i = 0; i < self.size(); i++)
                        index.push_back((uint32_t)(11 * i % self.size()));
                    const bool has_parts = kind / 2 % 2 || some.size() > 1, has_index = kind / 4 % 2;
                    const question q = {call.cost, call.lists,
                                        has_parts, kind % 2 ? &crowd : nullptr,
                                        3,         has_index ? index.data() : nullptr};
                    const std::vector<uint32_t> found = ask(t, own, other, q);
                    const auto state_rows = [&](const std::vector<uint32_t> &rows) {
                        for (size_t p = 0; p < some.size(); p++)
                            own.in[p][t.column("self")] = way_in(rows.data() + own.first[p]);
                    };
                    const std::vector<uint32_t> none(self.size(), WAY_NO_ROW);
                    const std::string how =
                        std::string(call.name) + ", candidates " + std::to_string(&all - candidates) +
                        ", choosers " + std::to_string(&some - choosers) + ", kind " + std::to_string(kind);
                    state_rows(self);
                    ASSERT_EQ(ask(t, own, other, q), found) << how;
                    state_rows(none);
                    if (std::count(self.begin(), self.end(), WAY_NO_ROW) < (ptrdiff_t)self.size() - 3) {
                        ASSERT_NE(ask(t, own, other, q), found) << how;
                    }
                }
}

/* Slices must have the same rows on all axes, and the same type. */
TEST(parts, slices_that_are_other_places_are_no_candidates) {
    std::vector<body> bodies(20);
    for (size_t i = 0; i < bodies.size(); i++)
        bodies[i] = {(float)(i * i), 0, 0, 0, 0, 0};
    uint32_t target = 77;
    way_choose2d_in in = WAY_INIT, other = WAY_INIT;
    way_choose2d_out out = WAY_INIT;
    other.runner_x = way_at(&bodies[0].x, sizeof(body)), other.runner_y = way_at(&bodies[0].y, sizeof(body));
    const way_search_part part = {&other.chaser_x, nullptr, 20};
    way_choice choice = WAY_INIT;
    choice.count = 1, choice.runner_parts = &part, choice.runner_part_count = 1;
    out.target = way_out(&target);
    in.chaser_x = way_at(&bodies[5].x, sizeof(body)), in.chaser_y = way_at(&bodies[5].y, sizeof(body));
    ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &choice));
    EXPECT_EQ(4u, target) << "chooser 0 is candidate 5";
    in.chaser_y = way_at(&bodies[6].y, sizeof(body));
    ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &choice));
    EXPECT_EQ(5u, target) << "y is that of another body";
    in.chaser_y = way_at(&bodies[5].z, sizeof(body));
    ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &choice));
    EXPECT_EQ(5u, target) << "z instead of y";
}

/* With a crowd, runner_count may be 0, also if only the choosers are in parts. */
TEST(parts, a_crowd_counts_the_candidates_of_one_table) {
    const float x[5] = {0, 3, 7, 20, 20.5f}, y[5] = {0, 1, 0, 0, 0}, vx[5] = {1, -1, 1, -1, 1}, speed = 2;
    const float radius[5] = {0.5f, 1, 0.5f, 2, 0.25f};
    const way_wall wall = {5, 0, 5, 9, 0};
    uint64_t memory[600];
    auto *crowd = (way_crowd2d *)(void *)memory;
    for (const bool has_parts : {false, true}) {
        uint32_t target[5];
        float seen[5], velocity[10];
        way_choose2d_in in = WAY_INIT;
        way_choose2d_out out = WAY_INIT;
        way_choice choice = WAY_INIT;
        in.chaser_x = in.runner_x = way_in(x), in.chaser_y = in.runner_y = way_in(y);
        in.runner_radius = way_in(radius), out.target = way_out(target), out.seen = way_out(seen);
        ASSERT_EQ(WAY_OK, way_make_crowd2d(&in, 5, crowd, sizeof memory));
        const way_search_part part = {&in.chaser_x, &out.target, 5};
        const auto set = [&](auto *how, const way_search_part *own) {
            how->count = 5, how->crowd2d = crowd;
            if (has_parts)
                how->chaser_parts = own, how->chaser_part_count = 1;
        };
        set(&choice, &part);
        choice.walls = &wall, choice.wall_count = 1, choice.sight_points = 9;
        ASSERT_EQ(WAY_OK, way_choose2d(&in, &out, &choice));
        EXPECT_EQ((std::vector<uint32_t>{1, 0, 0, 4, 3}), std::vector<uint32_t>(target, target + 5))
            << has_parts;
        EXPECT_TRUE(seen[2] > 0 && seen[2] < 1) << seen[2] << ": the wall hides some points of the disc";
        way_avoid2d_in agents = WAY_INIT;
        way_avoid2d_out to = WAY_INIT;
        way_avoidance how = WAY_INIT;
        agents.chaser_x = agents.runner_x = in.chaser_x, agents.chaser_y = agents.runner_y = in.chaser_y;
        agents.chaser_vx = agents.preferred_vx = way_in(vx), agents.radius = way_in(radius);
        agents.chaser_vy = agents.preferred_vy = way_in(y), agents.chaser_speed = way_same(&speed);
        to.velocity_x = way_out(velocity), to.velocity_y = way_out(velocity + 5);
        const way_search_part own = {&agents.chaser_x, &to.velocity_x, 5};
        set(&how, &own);
        ASSERT_EQ(WAY_OK, way_avoid2d(&agents, &to, &how));
        std::vector<float> found(velocity, velocity + 10);
        how.chaser_parts = nullptr, how.chaser_part_count = 0, how.runner_count = 5;
        ASSERT_EQ(WAY_OK, way_avoid2d(&agents, &to, &how));
        EXPECT_EQ(std::vector<float>(velocity, velocity + 10), found) << has_parts;
    }
}

/* Agents in several tables: the defaults of runner_vx, runner_vy and runner_height are the agents' own. */
TEST(parts, agents_avoid_each_other_across_tables) {
    for (size_t n = 0; n < support::draws(64); n++) {
        uint64_t state = support::seed_for(815, n);
        const units u(&state, {30, 0, 20, 15});
        const std::vector<float> x = u.gathered(u.x, {0, 1, 2, 3}), y = u.gathered(u.y, {0, 1, 2, 3}),
                                 vx = u.gathered(u.vx, {0, 1, 2, 3}), vy = u.gathered(u.vy, {0, 1, 2, 3});
        const float speed = 30, radius = 1, step = 0.5f;
        std::vector<float> height(x), go_x(65), go_y(65), to_x(65), to_y(65);
        way_avoid2d_in whole = WAY_INIT, in[4];
        way_avoid2d_out out = WAY_INIT, outs[4];
        way_search_part parts[4];
        const auto fill = [&](way_avoid2d_in *one, const float *px, const float *py, const float *pvx,
                              const float *pvy, const float *h) {
            *one = WAY_INIT;
            one->chaser_x = one->runner_x = way_in(px), one->chaser_y = one->runner_y = way_in(py);
            one->chaser_vx = one->preferred_vx = way_in(pvx),
            one->chaser_vy = one->preferred_vy = way_in(pvy);
            one->chaser_speed = way_same(&speed), one->radius = one->runner_radius = way_same(&radius);
            one->height = way_in(h), one->step_height = way_same(&step);
        };
        for (float &h : height)
            h = draw_between(&state, 0, 1.5);
        fill(&whole, x.data(), y.data(), vx.data(), vy.data(), height.data());
        out.velocity_x = way_out(go_x.data()), out.velocity_y = way_out(go_y.data());
        size_t at = 0;
        for (size_t k = 0; k < 4; at += u.count[k++]) {
            fill(&in[k], u.x[k].data(), u.y[k].data(), u.vx[k].data(), u.vy[k].data(), height.data() + at);
            outs[k] = WAY_INIT;
            outs[k].velocity_x = way_out(to_x.data() + at), outs[k].velocity_y = way_out(to_y.data() + at);
            parts[k] = {&in[k].chaser_x, &outs[k].velocity_x, u.count[k]};
        }
        way_avoidance how = WAY_INIT;
        how.count = how.runner_count = 65;
        ASSERT_EQ(WAY_OK, way_avoid2d(&whole, &out, &how));
        how.chaser_parts = how.runner_parts = parts, how.chaser_part_count = how.runner_part_count = 4;
        ASSERT_EQ(WAY_OK, way_avoid2d(nullptr, nullptr, &how));
        ASSERT_EQ(go_x, to_x);
        ASSERT_EQ(go_y, to_y);
        /* the velocities are read for other agents, so they cannot be outputs */
        const char *fault = nullptr;
        size_t part = 0;
        how.fault = &fault, how.fault_part = &part;
        outs[2].velocity_y = way_out(const_cast<float *>(u.vx[3].data()));
        EXPECT_EQ(WAY_ERROR_OVERLAP, way_avoid2d(nullptr, nullptr, &how));
        EXPECT_STREQ("velocity_y", fault);
        EXPECT_EQ(2u, part);
    }
}

TEST(parts, refusals_name_the_field_and_the_part) {
    const float x[4] = {0, 1, 2, 3};
    uint32_t target[8];
    way_choose2d_in in[3] = {WAY_INIT, WAY_INIT, WAY_INIT};
    way_choose2d_out out[3] = {WAY_INIT, WAY_INIT, WAY_INIT};
    way_search_part parts[3];
    for (size_t k = 0; k < 3; k++) {
        in[k].chaser_x = in[k].chaser_y = in[k].runner_x = in[k].runner_y = way_in(x);
        out[k].target = way_out(target);
        parts[k] = {&in[k].chaser_x, &out[k].target, 2};
    }
    const char *fault = nullptr;
    size_t part = 77;
    way_choice choice = WAY_INIT;
    choice.count = 6, choice.fault = &fault, choice.fault_part = &part;
    choice.chaser_parts = choice.runner_parts = parts;
    choice.chaser_part_count = choice.runner_part_count = 3;
    const auto expect = [&](way_result result, const char *name, size_t where, auto change) {
        const way_choice before = choice;
        const way_search_part parts_before[3] = {parts[0], parts[1], parts[2]};
        const way_choose2d_in in_before[3] = {in[0], in[1], in[2]};
        const way_choose2d_out out_before[3] = {out[0], out[1], out[2]};
        change();
        fault = nullptr, part = 77;
        EXPECT_EQ(result, way_choose2d(nullptr, nullptr, &choice)) << name;
        EXPECT_STREQ(name, fault);
        EXPECT_EQ(where, part) << name;
        choice = before;
        std::copy_n(parts_before, 3, parts), std::copy_n(in_before, 3, in), std::copy_n(out_before, 3, out);
    };
    const size_t no_part = SIZE_MAX;
    expect(WAY_OK, nullptr, no_part, [] {});
    expect(WAY_ERROR_MISSING, "chaser_y", 1, [&] { in[1].chaser_y = WAY_INIT; });
    expect(WAY_ERROR_MISSING, "runner_x", 2, [&] { in[2].runner_x = WAY_INIT; });
    expect(WAY_OK, nullptr, no_part, [&] {
        in[2].runner_x = WAY_INIT, parts[2] = {nullptr, nullptr, 0}, choice.count = 4;
    });
    expect(WAY_ERROR_MISSING, "runner_vx", 0, [&] {
        choice.cost = WAY_BY_TIME;
        for (auto &one : in)
            one.chaser_speed = way_same(x);
    });
    expect(WAY_ERROR_ALIGNMENT, "weight", 1,
           [&] { in[1].weight = way_in((const float *)(const void *)((const char *)x + 1)); });
    expect(WAY_ERROR_TYPE, "runner_mask", 2,
           [&] { in[2].runner_mask = way_in((const double *)(const void *)x); });
    expect(WAY_ERROR_TYPE, "chaser_x", 0, [&] { in[0].chaser_x.page = -1; }); /* the library's own mark */
    expect(WAY_ERROR_STRIDE, "target", 2, [&] { out[2].target = way_to(target, 0); });
    expect(WAY_ERROR_OVERLAP, "target", 1, [&] { out[1].target.data = const_cast<float *>(x + 1); });
    expect(WAY_OK, nullptr, no_part, [&] { /* the call does not write this part */
                                           out[2].target.data = const_cast<float *>(x + 1), choice.count = 4;
    });
    expect(WAY_ERROR_NULL, "chaser_parts", 2, [&] { parts[2].in = nullptr; });
    expect(WAY_ERROR_NULL, "runner_parts", 0, [&] {
        static way_search_part others[1] = {{nullptr, nullptr, 3}};
        choice.runner_parts = others, choice.runner_part_count = 1;
    });
    expect(WAY_ERROR_NULL, "out", 1, [&] { parts[1].out = nullptr; });
    expect(WAY_ERROR_NULL, "chaser_parts", no_part, [&] { choice.chaser_parts = nullptr; });
    expect(WAY_ERROR_NULL, "runner_parts", no_part, [&] { choice.runner_parts = nullptr; });
    expect(WAY_ERROR_COUNT, "count", no_part, [&] { choice.count = 7; });
    expect(WAY_ERROR_COUNT, "count", no_part, [&] { choice.first = 1; });
    expect(WAY_ERROR_COUNT, "runner_parts", no_part, [&] { parts[1].count = UINT32_MAX; });
    static const uint32_t index[6] = {0, 1, 5, 4, 6, 0};
    expect(WAY_ERROR_INDEX, "index", no_part, [&] { choice.index = index; });
    expect(WAY_OK, nullptr, no_part, [&] { choice.index = index, choice.count = 4; });
    expect(WAY_ERROR_NULL, "in", no_part,
           [&] { choice.runner_parts = nullptr, choice.runner_part_count = 0; });
    uint64_t memory[600];
    auto *crowd = (way_crowd2d *)(void *)memory;
    ASSERT_EQ(WAY_OK, way_make_crowd2d_of_parts(&choice, crowd, sizeof memory));
    for (const size_t too_few : {0, 2}) /* a target would be a row of no part */
        expect(WAY_ERROR_COUNT, "runner_parts", no_part,
               [&] { choice.crowd2d = crowd, choice.runner_part_count = too_few; });
    EXPECT_EQ(WAY_ERROR_MEMORY, way_make_crowd2d_of_parts(&choice, crowd, 64));
    EXPECT_STREQ("bytes", fault);
    in[1].runner_y = WAY_INIT;
    EXPECT_EQ(WAY_ERROR_MISSING, way_make_crowd2d_of_parts(&choice, crowd, sizeof memory));
    EXPECT_STREQ("runner_y", fault);
    EXPECT_EQ(1u, part);
    EXPECT_EQ(WAY_ERROR_NULL, way_make_crowd2d_of_parts(nullptr, crowd, sizeof memory));
}

/* A crowd works for times only if all parts with candidates have velocities. */
TEST(parts, a_crowd_needs_the_velocities_of_all_parts) {
    const float x[2] = {0, 1}, speed = 9;
    uint32_t target[2];
    uint64_t memory[600];
    auto *crowd = (way_crowd2d *)(void *)memory;
    way_choose2d_in in[3] = {WAY_INIT, WAY_INIT, WAY_INIT};
    way_choose2d_out out = WAY_INIT;
    way_search_part parts[3];
    for (size_t k = 0; k < 3; k++) {
        in[k].chaser_x = in[k].chaser_y = in[k].runner_x = in[k].runner_y = way_in(x);
        in[k].runner_vx = in[k].runner_vy = way_in(x), in[k].chaser_speed = way_same(&speed);
        parts[k] = {&in[k].chaser_x, nullptr, k == 1 ? (size_t)0 : 2};
    }
    out.target = way_out(target);
    in[1].runner_vx = WAY_INIT; /* this part is empty */
    way_choice choice = WAY_INIT;
    choice.count = 2, choice.cost = WAY_BY_TIME, choice.runner_parts = parts, choice.runner_part_count = 3;
    ASSERT_EQ(WAY_OK, way_make_crowd2d_of_parts(&choice, crowd, sizeof memory));
    choice.crowd2d = crowd;
    EXPECT_EQ(WAY_OK, way_choose2d(&in[0], &out, &choice));
    in[2].runner_vy = WAY_INIT;
    const char *fault = nullptr;
    choice.fault = &fault;
    ASSERT_EQ(WAY_OK, way_make_crowd2d_of_parts(&choice, crowd, sizeof memory));
    EXPECT_EQ(WAY_ERROR_MISSING, way_choose2d(&in[0], &out, &choice));
    EXPECT_STREQ("crowd2d", fault); /* its velocities are missing */
    choice.cost = WAY_BY_DISTANCE;
    EXPECT_EQ(WAY_OK, way_choose2d(&in[0], &out, &choice));
    choice.runner_part_count = 0; /* no candidates */
    ASSERT_EQ(WAY_OK, way_make_crowd2d_of_parts(&choice, crowd, sizeof memory));
    EXPECT_EQ(WAY_OK, way_choose2d(&in[0], &out, &choice));
    EXPECT_EQ(WAY_NO_ROW, target[0]);
}

TEST(parts, rows_lead_to_parts) {
    const way_search_part parts[5] = {{nullptr, nullptr, 0},
                                      {nullptr, nullptr, 3},
                                      {nullptr, nullptr, 0},
                                      {nullptr, nullptr, 2},
                                      {nullptr, nullptr, 0}};
    EXPECT_EQ(5u, way_rows_of_parts(parts, 5));
    EXPECT_EQ(0u, way_rows_of_parts(parts, 1));
    const way_search_part huge[2] = {{nullptr, nullptr, SIZE_MAX}, {nullptr, nullptr, 2}};
    EXPECT_EQ(SIZE_MAX, way_rows_of_parts(huge, 2));
    const size_t expected[][3] = {{0, 1, 0}, {2, 1, 2}, {3, 3, 0}, {4, 3, 1}, {5, 5, 0}, {WAY_NO_ROW, 5, 0}};
    for (const auto &one : expected) {
        size_t within = 77;
        EXPECT_EQ(one[1], way_find_part(parts, 5, one[0], &within)) << one[0];
        EXPECT_EQ(one[2], within) << one[0];
        EXPECT_EQ(one[1], way_find_part(parts, 5, one[0], nullptr));
    }
}

} // namespace
