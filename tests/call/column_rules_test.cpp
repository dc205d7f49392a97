/* Tests that the column rules of base.h hold in every call. Each column of each call is accepted in every
   permitted layout and refused in every other layout. */
#include <gtest/gtest.h>

#include <functional>

#include "support.h"

namespace {

enum { FLOAT, WORD };

/* One column of a call. The column is an input or an output, and `kind` is the kind of its elements. */
struct place {
    std::string name;
    int kind = FLOAT;
    way_column *in = nullptr;
    way_column_out *out = nullptr;
};

/* A call with a few agents. The answers are compared as 32-bit values. */
struct call {
    std::string name;
    std::vector<place> columns;
    std::function<way_result()> run;
    std::function<std::vector<uint32_t>()> answers;
};

const size_t agents = 5;
const float numbers[agents] = {1, 2, 3, 4, 5};
const uint16_t halves[agents] = {0x3c00, 0x4000, 0x4200, 0x4400, 0x4500}; /* the same numbers as halves */
const uint32_t words[agents] = {1, 2, 3, 4, 5}, zeros[agents + 1] = {0};

/* Adds all columns of a struct. The columns in `whole` hold integers, the other columns hold floats. */
template <class columns> void add_inputs(call *c, columns *in, const std::vector<way_column *> &whole) {
    for (size_t k = 0; k < sizeof *in / sizeof(way_column); k++) {
        way_column *one = (way_column *)(void *)in + k;
        const int kind = std::count(whole.begin(), whole.end(), one) ? WORD : FLOAT;
        one->data = kind == WORD ? (const void *)words : numbers;
        c->columns.push_back({"input " + std::to_string(k), kind, one, nullptr});
    }
}

template <class columns>
void add_outputs(call *c, columns *out, std::vector<uint32_t> *memory,
                 const std::vector<way_column_out *> &whole) {
    const size_t count = sizeof *out / sizeof(way_column_out);
    memory->assign(count * agents, 0);
    for (size_t k = 0; k < count; k++) {
        way_column_out *one = (way_column_out *)(void *)out + k;
        one->data = memory->data() + k * agents;
        const int kind = std::count(whole.begin(), whole.end(), one) ? WORD : FLOAT;
        c->columns.push_back({"output " + std::to_string(k), kind, nullptr, one});
    }
}

struct choosing2d {
    way_choose2d_in in = {};
    way_choose2d_out out = {};
    way_choice choice = {};
    std::vector<uint32_t> memory;
};

struct choosing3d {
    way_choose3d_in in = {};
    way_choose3d_out out = {};
    way_choice choice = {};
    std::vector<uint32_t> memory;
};

template <class of> std::vector<way_column *> whole_inputs(of *to) {
    return {&to->in.chaser_mask, &to->in.present,      &to->in.self,
            &to->in.runner_mask, &to->in.chaser_world, &to->in.runner_world};
}

/* Returns the output columns that hold integers. */
template <class of> std::vector<way_column_out *> whole_outputs(of *to) {
    return {&to->out.target, &to->out.status};
}

template <class of, class chooses> call choice_call(const std::string &name, of *to, chooses *choose) {
    call c;
    c.name = name;
    add_inputs(&c, &to->in, whole_inputs(to));
    add_outputs(&c, &to->out, &to->memory, whole_outputs(to));
    to->choice.count = to->choice.runner_count = agents;
    c.run = [to, choose] { return choose(&to->in, &to->out, &to->choice); };
    c.answers = [to] { return to->memory; };
    return c;
}

struct listing {
    std::vector<way_neighbour> list = std::vector<way_neighbour>(4 * agents * agents);
    std::vector<size_t> offset = std::vector<size_t>(agents + 1);
    std::vector<uint32_t> memory;
    way_neighbours to = {};
};

template <class of, class lists>
call neighbours_call(const std::string &name, of *from, listing *l, lists *neighbours) {
    call c;
    c.name = name;
    add_inputs(&c, &from->in, whole_inputs(from));
    l->memory.assign(agents, 0);
    l->to.list = l->list.data(), l->to.capacity = l->list.size(), l->to.offset = l->offset.data();
    l->to.status.data = l->memory.data();
    c.columns.push_back({"status", WORD, nullptr, &l->to.status});
    from->choice.count = from->choice.runner_count = agents;
    c.run = [from, l, neighbours] { return neighbours(&from->in, &from->choice, &l->to); };
    c.answers = [l] {
        std::vector<uint32_t> all = l->memory;
        for (size_t k = 0; k < l->offset[agents]; k++) {
            all.push_back(l->list[k].row);
            all.push_back(support::bits_of(l->list[k].distance));
        }
        return all;
    };
    return c;
}

/* Returns a call that makes a crowd. Such a call reads only the runner columns. */
template <class handle, class of, class makes, class sizes>
call crowd_call(const std::string &name, of *from, makes *make, sizes *bytes, way_column *first_runner,
                size_t runners) {
    call c;
    c.name = name;
    add_inputs(&c, &from->in, whole_inputs(from));
    std::vector<place> read;
    for (const place &one : c.columns)
        if (one.in >= first_runner && one.in < first_runner + runners)
            read.push_back(one);
    c.columns = read;
    from->memory.assign(bytes(agents) / 4 + 2, 0);
    c.run = [from, make, bytes] {
        const uintptr_t memory = ((uintptr_t)from->memory.data() + 7) / 8 * 8;
        return make(&from->in, agents, (handle *)memory, bytes(agents));
    };
    c.answers = [from] { return std::vector<uint32_t>(); };
    return c;
}

struct avoiding {
    way_avoid2d_in in = {};
    way_avoid2d_out out = {};
    way_avoidance how = {};
    std::vector<uint32_t> memory;
};

call avoid_call(avoiding *to) {
    call c;
    c.name = "avoid2d";
    add_inputs(
        &c, &to->in,
        {&to->in.chaser_mask, &to->in.self, &to->in.runner_mask, &to->in.chaser_world, &to->in.runner_world});
    add_outputs(&c, &to->out, &to->memory, {&to->out.status});
    to->how.count = to->how.runner_count = agents;
    c.run = [to] { return way_avoid2d(&to->in, &to->out, &to->how); };
    c.answers = [to] { return to->memory; };
    return c;
}

struct assigning {
    way_assign_in in = {};
    way_assign_out out = {};
    way_assignment how = {};
    std::vector<uint32_t> memory;
    std::vector<uint64_t> own = std::vector<uint64_t>(1000);
    size_t offset[agents + 1] = {0, 1, 2, 3, 4, 5};
};

/* `without`: columns that exclude others. */
call assign_call(assigning *to, const std::vector<way_column *> &without) {
    call c;
    c.name = "assign";
    add_inputs(&c, &to->in,
               {&to->in.row, &to->in.capacity, &to->in.present, &to->in.at_least, &to->in.chaser_world,
                &to->in.runner_world});
    for (way_column *one : without)
        one->data = nullptr;
    c.columns.erase(std::remove_if(c.columns.begin(), c.columns.end(),
                                   [](const place &of) { return of.in->data == nullptr; }),
                    c.columns.end());
    add_outputs(&c, &to->out, &to->memory, {&to->out.target, &to->out.status});
    to->how.count = agents, to->how.runner_count = agents, to->how.offset = to->offset;
    to->how.memory = to->own.data(), to->how.bytes = 8 * to->own.size();
    c.run = [to] { return way_assign(&to->in, &to->out, &to->how); };
    c.answers = [to] { return to->memory; };
    return c;
}

struct moved_bodies {
    way_bounce_all2d_in in = {};
    way_bounce_all2d_out out = {};
    way_bodies bodies = {};
    std::vector<uint32_t> memory;
    std::vector<uint64_t> own;
};

call bodies_call(moved_bodies *to) {
    call c;
    c.name = "bounce_all2d";
    add_inputs(&c, &to->in, {&to->in.world});
    add_outputs(&c, &to->out, &to->memory, {&to->out.bounces, &to->out.status});
    to->own.resize(way_bounce_all2d_bytes(agents) / 8 + 1);
    to->bodies.count = agents, to->bodies.memory = to->own.data(), to->bodies.bytes = 8 * to->own.size();
    c.run = [to] { return way_bounce_all2d(&to->in, &to->out, &to->bodies); };
    c.answers = [to] { return to->memory; };
    return c;
}

struct casting {
    way_cast2d_in in = {};
    way_cast2d_out out = {};
    way_cast how = {};
    std::vector<uint32_t> memory;
};

call cast_call(casting *to) {
    call c;
    c.name = "cast2d";
    add_inputs(&c, &to->in, {&to->in.self, &to->in.chaser_mask, &to->in.runner_mask});
    add_outputs(&c, &to->out, &to->memory, {&to->out.kind, &to->out.row, &to->out.status});
    to->how.count = to->how.runner_count = agents;
    c.run = [to] { return way_cast2d(&to->in, &to->out, &to->how); };
    c.answers = [to] { return to->memory; };
    return c;
}

struct casting_in_space {
    way_cast3d_in in = {};
    way_cast3d_out out = {};
    way_cast_triangles how = {};
    std::vector<uint32_t> memory;
};

call cast3d_call(casting_in_space *to) {
    static const way_triangle wide = {-99, -99, 1, 99, -99, 1, 0, 99, 2, 0, 0};
    call c;
    c.name = "cast3d";
    add_inputs(&c, &to->in, {&to->in.chaser_mask});
    add_outputs(&c, &to->out, &to->memory, {&to->out.kind, &to->out.row, &to->out.status});
    to->how.count = agents, to->how.triangles = &wide, to->how.triangle_count = 1;
    c.run = [to] { return way_cast3d(&to->in, &to->out, &to->how); };
    c.answers = [to] { return to->memory; };
    return c;
}

struct sweeping_in_space {
    way_sweep3d_in in = {};
    way_sweep3d_out out = {};
    way_cast_triangles how = {};
    std::vector<uint32_t> memory;
};

call sweep3d_call(sweeping_in_space *to) {
    static const way_triangle wide = {-99, -99, 1, 99, -99, 1, 0, 99, 2, 0, 0};
    call c;
    c.name = "sweep3d";
    add_inputs(&c, &to->in, {&to->in.chaser_mask});
    add_outputs(&c, &to->out, &to->memory, {&to->out.triangle, &to->out.status});
    to->how.count = agents, to->how.triangles = &wide, to->how.triangle_count = 1;
    c.run = [to] { return way_sweep3d(&to->in, &to->out, &to->how); };
    c.answers = [to] { return to->memory; };
    return c;
}

struct following {
    way_follow2d_in in = {};
    way_follow2d_out out = {};
    way_following how = {};
    support::open_field<8, 8, 7> open;
    std::vector<uint32_t> memory;
};

call follow_call(following *to) {
    call c;
    c.name = "follow2d";
    add_inputs(&c, &to->in, {&to->in.field});
    add_outputs(&c, &to->out, &to->memory, {&to->out.status});
    to->how.count = agents, to->how.field = &to->open.field, to->how.cell = 1;
    c.run = [to] { return way_follow2d(&to->in, &to->out, &to->how); };
    c.answers = [to] { return to->memory; };
    return c;
}

struct listed_paths {
    way_waypoints2d_in in = {};
    way_waypoints2d_out out = {};
    way_waypoints lists = {};
    std::vector<uint32_t> memory;
    size_t offset[3] = {0};
};

/* Returns a call of two paths with four waypoints each, so that its output columns have eight elements. */
call waypoints_call(listed_paths *to) {
    const size_t room = 8;
    call c;
    c.name = "waypoints2d";
    add_inputs(&c, &to->in, {&to->in.word});
    add_outputs(&c, &to->out, &to->memory, {&to->out.status});
    to->memory.assign(sizeof to->out / sizeof(way_column_out) * room, 0);
    for (place &one : c.columns)
        if (one.out != nullptr)
            one.out->data = to->memory.data() + (size_t)(one.out - &to->out.next_x) * room;
    to->lists.count = 2, to->lists.capacity = room, to->lists.offset = to->offset;
    c.run = [to] { return way_waypoints2d(&to->in, &to->out, &to->lists); };
    c.answers = [to] { return to->memory; };
    return c;
}

struct running {
    const way_behaviour *behaviour = nullptr;
    std::vector<way_column> in;
    std::vector<way_column_out> out;
    std::vector<uint32_t> memory;
    way_batch batch = {};
};

call run_call(running *to, const char *name) {
    call c;
    c.name = name;
    to->behaviour = way_behaviour_named(name);
    if (to->behaviour == nullptr)
        return c;
    to->in.resize(to->behaviour->input_count), to->out.resize(to->behaviour->output_count);
    to->memory.assign(to->out.size() * agents, 0);
    to->batch.count = agents;
    for (size_t k = 0; k < to->in.size(); k++) {
        const int kind = to->behaviour->inputs[k].type == WAY_FLOAT ? FLOAT : WORD;
        to->in[k].data = kind == WORD ? (const void *)words : numbers;
        c.columns.push_back({to->behaviour->inputs[k].name, kind, &to->in[k], nullptr});
    }
    for (size_t k = 0; k < to->out.size(); k++) {
        to->out[k].data = to->memory.data() + k * agents;
        const int kind = to->behaviour->outputs[k].type == WAY_FLOAT ? FLOAT : WORD;
        c.columns.push_back({to->behaviour->outputs[k].name, kind, nullptr, &to->out[k]});
    }
    c.run = [to] { return way_run(to->behaviour, to->in.data(), to->out.data(), &to->batch); };
    c.answers = [to] { return to->memory; };
    return c;
}

/* The fields of an input column or of an output column. */
struct fields {
    const void *data;
    ptrdiff_t gap;
    const uint32_t *rows;
    int32_t type, page;
};

way_result run_with(const call &c, const place &of, const fields &to) {
    if (of.in != nullptr) {
        const way_column before = *of.in;
        *of.in = {to.data, to.gap, to.rows, to.type, to.page};
        const way_result result = c.run();
        *of.in = before;
        return result;
    }
    const way_column_out before = *of.out;
    *of.out = {const_cast<void *>(to.data), to.gap, to.rows, to.type, to.page};
    const way_result result = c.run();
    *of.out = before;
    return result;
}

const char *beyond(const void *data, size_t bytes) { return (const char *)data + bytes; }

/* Tests every column of a call. In every permitted layout, the column gives the answers of the plain column.
   Every other layout is refused. */
void expect_rules(const call &c) {
    ASSERT_EQ(WAY_OK, c.run()) << c.name;
    const std::vector<uint32_t> expected = c.answers();
    for (const place &of : c.columns) {
        const fields plain =
            of.in != nullptr ? fields{of.in->data, of.in->gap, of.in->rows, of.in->type, of.in->page}
                             : fields{of.out->data, of.out->gap, of.out->rows, of.out->type, of.out->page};
        const std::string where = c.name + ", " + of.name;
        const void *page_of[2] = {plain.data, beyond(plain.data, 16)},
                   *addresses[4] = {plain.data, plain.data};
        uint32_t spaced[3 * agents] = {0};
        uint16_t spaced_halves[2 * agents] = {0};
        for (size_t i = 0; i < agents; i++) {
            std::memcpy(&spaced[3 * i], beyond(plain.data, 4 * i), 4);
            spaced_halves[2 * i] = halves[i];
        }
        const void *spaced_pages[2] = {spaced_halves, spaced_halves + 6};
        const auto refuses = [&](way_result result, const char *what, fields to) {
            EXPECT_EQ(result, run_with(c, of, to)) << where << ": " << what;
        };
        const auto takes = [&](const char *what, fields to) {
            EXPECT_EQ(WAY_OK, run_with(c, of, to)) << where << ": " << what;
            EXPECT_EQ(expected, c.answers()) << where << ": " << what;
        };
        takes("pages of four", {page_of, 0, nullptr, WAY_SINGLE, 4});
        if (of.in != nullptr)
            takes("a gap of 8", {spaced, 8, nullptr, WAY_SINGLE, 0});
        if (of.in != nullptr && of.kind == FLOAT) {
            takes("halves", {halves, 0, nullptr, WAY_HALF, 0});
            takes("halves with a gap of 2", {spaced_halves, 2, nullptr, WAY_HALF, 0});
            takes("halves with a gap of 2, in pages of three", {spaced_pages, 2, nullptr, WAY_HALF, 3});
            refuses(WAY_ERROR_ALIGNMENT, "a half at an odd address",
                    {beyond(halves, 1), 0, nullptr, WAY_HALF, 0});
            refuses(WAY_ERROR_ALIGNMENT, "halves with a gap of 1", {halves, 1, nullptr, WAY_HALF, 0});
            refuses(WAY_ERROR_ALIGNMENT, "halves with a gap of 1 in pages",
                    {spaced_pages, 1, nullptr, WAY_HALF, 3});
            refuses(WAY_ERROR_ALIGNMENT, "a double at 2", {beyond(spaced, 2), 0, nullptr, WAY_DOUBLE, 0});
        } else
            refuses(WAY_ERROR_TYPE, "halves", {halves, 0, nullptr, WAY_HALF, 0});
        if (of.kind == WORD)
            refuses(WAY_ERROR_TYPE, "words as doubles", {plain.data, 0, nullptr, WAY_DOUBLE, 0});
        if (of.out != nullptr)
            refuses(WAY_ERROR_STRIDE, "one for all", {plain.data, -4, nullptr, WAY_SINGLE, 0});
        refuses(WAY_ERROR_TYPE, "no type", {plain.data, 0, nullptr, 3, 0});
        refuses(WAY_ERROR_TYPE, "a negative page", {plain.data, 0, nullptr, WAY_SINGLE, -1});
        refuses(WAY_ERROR_ALIGNMENT, "an address of 2", {beyond(plain.data, 2), 0, nullptr, WAY_SINGLE, 0});
        refuses(WAY_ERROR_ALIGNMENT, "a gap of 2", {plain.data, 2, nullptr, WAY_SINGLE, 0});
        refuses(WAY_ERROR_ALIGNMENT, "pages with a gap of 2", {page_of, 2, nullptr, WAY_SINGLE, 4});
        refuses(WAY_ERROR_ALIGNMENT, "addresses of pages at 1",
                {beyond(addresses, 1), 0, nullptr, WAY_SINGLE, 4});
        if (sizeof(void *) == 8)
            refuses(WAY_ERROR_ALIGNMENT, "addresses of pages at 4",
                    {beyond(addresses, 4), 0, nullptr, WAY_SINGLE, 4});
        for (const size_t odd : {1, 2, 3})
            refuses(WAY_ERROR_ALIGNMENT, "rows at an odd address",
                    {plain.data, 0, (const uint32_t *)(const void *)beyond(zeros, odd), WAY_SINGLE, 0});
    }
    EXPECT_EQ(WAY_OK, c.run()) << c.name;
    EXPECT_EQ(expected, c.answers()) << c.name;
}

TEST(column_rules, hold_for_every_call) {
    choosing2d plane[5];
    choosing3d space[5];
    listing lists[2];
    avoiding avoided;
    assigning assigned, priced;
    moved_bodies moved;
    following followers;
    listed_paths paths;
    running runs[4];
    const bool turns = way_behaviour_named("cut_off2d") != nullptr;
    for (int32_t cost = WAY_BY_DISTANCE; cost <= (turns ? WAY_BY_TURNING : WAY_BY_TIME); cost++) {
        const call chooses = choice_call("choose2d", &plane[cost], way_choose2d);
        plane[cost].choice.cost = cost;
        expect_rules(chooses);
    }
    for (int32_t cost = WAY_BY_DISTANCE; cost <= WAY_BY_TIME; cost++) {
        const call chooses = choice_call("choose3d", &space[cost], way_choose3d);
        space[cost].choice.cost = cost;
        expect_rules(chooses);
    }
    expect_rules(neighbours_call("neighbours2d", &plane[3], &lists[0], way_neighbours2d));
    expect_rules(neighbours_call("neighbours3d", &space[3], &lists[1], way_neighbours3d));
    expect_rules(crowd_call<way_crowd2d>("crowd2d", &plane[4], way_make_crowd2d, way_crowd2d_bytes,
                                         &plane[4].in.runner_x, 6));
    expect_rules(crowd_call<way_crowd3d>("crowd3d", &space[4], way_make_crowd3d, way_crowd3d_bytes,
                                         &space[4].in.runner_x, 8));
    expect_rules(avoid_call(&avoided));
    expect_rules(assign_call(&assigned, {&assigned.in.unserved, &assigned.in.at_least}));
    expect_rules(assign_call(&priced, {&priced.in.health, &priced.in.damage, &priced.in.listed_damage}));
    expect_rules(bodies_call(&moved));
    casting rays;
    expect_rules(cast_call(&rays));
    casting_in_space rays3d;
    expect_rules(cast3d_call(&rays3d));
    sweeping_in_space balls3d;
    expect_rules(sweep3d_call(&balls3d));
    expect_rules(follow_call(&followers));
    expect_rules(waypoints_call(&paths));
    size_t at = 0;
    for (const char *name : {"intercept2d", "tile_step", "seek3d", "perpendicular2d"}) {
        const call one = run_call(&runs[at], name);
        if (runs[at++].behaviour != nullptr)
            expect_rules(one);
    }
}

} // namespace
