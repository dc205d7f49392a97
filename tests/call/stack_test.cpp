/* Measures the stack of calls. The limits are 16 KiB for a batch, 24 KiB for avoidance (26 with several tables) and 1 to 3 KiB for one
   agent. A thread fills the stack below its own frame with a pattern, makes the call, and finds the lowest
   byte that the call has overwritten. */
#include <gtest/gtest.h>

#include <pthread.h>

#include "alone.h"
#include "support.h"

namespace {

const size_t promised = 16 << 10, promised_to_avoid = 24 << 10, promised_alone = 1 << 10, painted = 192 << 10,
             thread_stack = 1 << 20;
const uint64_t paint = 0xa5a5a5a5a5a5a5a5u;

struct agents {
    const way_behaviour *behaviour;
    std::vector<uint32_t> memory, list, target;
    std::vector<way_column> in;
    std::vector<way_column_out> out;
    way_batch batch;
    way_result result;
    const struct doubt *doubt; /* if not NULL, every agent has this chase */
};

/* A chase that a kernel's loop cannot decide, so that the kernel decides it on the slow path. */
struct doubt {
    const char *what;
    float chaser_y, runner_x, runner_y, runner_vx, runner_vy, chaser_speed, horizon;
    bool is_whole; /* the chase is also undecided without options */
};
const doubt no_doubt = {"sure", 0, 10, 0, 1, 0, 5, INFINITY, false};
const doubt doubts[] = {
    {"grazes but for a hair", 0, 3, 4, 0x1p-39f, -81920, 49152, INFINITY, true},
    {"grazes", 0, 3, 4, 0, -81920, 49152, INFINITY, true},
    {"as fast and almost abreast, in long numbers", 0x1p-40f, -0x1p+22f, 3 * 0x1p+20f, 3, 4, 5, INFINITY,
     true},
    {"a horizon at the time", 0, 10, 0, 0, 0, 5, 2, false},
    {"a horizon at the time, in long numbers", 0x1p-100f, 0x1.4p+60f, 0x1p-149f, 0x1p-149f, 0, 0x1.4p+59f, 2,
     false},
};

/* Returns the lowest address of the stack that a call overwrites. */
__attribute__((noinline)) char *lowest_of(void (*call)(void *), void *what) {
    char *here = (char *)__builtin_frame_address(0), *end = here - painted;
    end -= (uintptr_t)end % sizeof paint;
    for (volatile uint64_t *p = (uint64_t *)end; (char *)p < here - 512; p++)
        *p = paint;
    call(what);
    volatile uint64_t *p = (uint64_t *)end;
    while (*p == paint)
        p++;
    return (char *)p;
}

/* Returns the bytes of stack that a call uses, including this function's frame. */
__attribute__((noinline)) size_t depth_of(void (*call)(void *), void *what) {
    return (size_t)((char *)__builtin_frame_address(0) - lowest_of(call, what));
}

void run(void *what) {
    agents *a = (agents *)what;
    a->result = way_run(a->behaviour, a->in.data(), a->out.data(), &a->batch);
}

enum layout {
    tight,
    page_by_page,
    pairs,
    records,
    listed,
    after_targets,
    records_of_targets,
    some_for_all,
    all_for_all
};
const char *const layout_name[] = {
    "tight",         "page by page",       "pairs",        "records",    "by a list",
    "after targets", "records of targets", "some for all", "all for all"};
const size_t layouts = sizeof layout_name / sizeof layout_name[0];

/* How many optional inputs are passed. */
enum options { none, one, all };

void make_doubtful(const way_behaviour *behaviour, const doubt &d, float *row) {
    for (size_t k = 0; k < behaviour->input_count; k++) {
        const std::string name = behaviour->inputs[k].name;
        row[k] = name == "chaser_y"       ? d.chaser_y
                 : name == "runner_x"     ? d.runner_x
                 : name == "runner_y"     ? d.runner_y
                 : name == "runner_vx"    ? d.runner_vx
                 : name == "runner_vy"    ? d.runner_vy
                 : name == "chaser_speed" ? d.chaser_speed
                 : name == "horizon"      ? d.horizon
                 : name == "range"        ? INFINITY
                                          : 0.0f;
    }
}

/* Agents that take a kernel's slow path, with and without options, among sample_walls. */
struct cell {
    const char *column;
    float value;
};
struct {
    const char *behaviour;
    std::vector<cell> cells;
} const careful[] = {
    {"sweep2d", /* a point on the wall's line; further balls graze a post, a wall's end or a disc */
     {{"ball_x", 0},
      {"ball_y", 0},
      {"ball_vx", 0},
      {"ball_vy", 1},
      {"wall_ax", 2},
      {"wall_ay", 2},
      {"wall_bx", 4},
      {"wall_by", 4}}},
    {"sweep2d",
     {{"ball_x", 0},
      {"ball_y", 0},
      {"ball_vx", 0},
      {"ball_vy", 1},
      {"wall_ax", 2},
      {"wall_ay", 9},
      {"wall_bx", 2},
      {"wall_by", 9},
      {"radius", 2},
      {"horizon", 50}}},
    {"sweep_walls2d", {{"ball_x", 2.5f}, {"ball_y", -75}, {"ball_vx", 0}, {"ball_vy", 1}, {"radius", 2}}},
    {"sweep_walls2d", {{"ball_x", 7}, {"ball_y", 30}, {"ball_vx", 0}, {"ball_vy", 1}, {"radius", 2}}},
    {"bounce2d", {{"ball_x", 2.5f}, {"ball_y", -75}, {"ball_vx", 1}, {"ball_vy", -1}, {"dt", 1}}},
    {"bounce_discs2d",
     {{"ball_x", 0},
      {"ball_y", 0},
      {"ball_vx", 0},
      {"ball_vy", 0},
      {"other_x", 10},
      {"other_y", 2},
      {"other_vx", -1},
      {"other_vy", 0},
      {"radius", 1},
      {"other_radius", 1}}},
    {"touch_boxes2d", /* sides that touch */
     {{"chaser_x", 0},
      {"chaser_y", 0},
      {"chaser_heading_x", 1},
      {"chaser_heading_y", 0},
      {"chaser_length", 2},
      {"chaser_width", 2},
      {"runner_x", 2},
      {"runner_y", 0},
      {"runner_heading_x", 1},
      {"runner_heading_y", 0},
      {"runner_length", 2},
      {"runner_width", 2}}},
};

/* Does the behaviour use integers to decide a chase that its loop leaves undecided? */
bool settles_chases(const way_behaviour *behaviour) {
    const std::string name = behaviour->name;
    return name.rfind("intercept", 0) == 0 || name.rfind("lead", 0) == 0;
}

/* Makes row i an agent that takes this behaviour's slow path, if the table `careful` has one for i % 4. */
void take_care(const way_behaviour *behaviour, size_t i, float *row) {
    size_t turn = 0;
    for (const auto &some : careful)
        if (std::strcmp(some.behaviour, behaviour->name) == 0 && ++turn == i % 4)
            for (const cell &cell : some.cells)
                for (size_t k = 0; k < behaviour->input_count; k++)
                    if (std::strcmp(behaviour->inputs[k].name, cell.column) == 0)
                        row[k] = cell.value;
}

/* Lays out a call. Groups of neighbouring columns form records. In the layout `page_by_page`, all columns
   begin at the same offset of a page. */
void lay(agents *a, layout way, options given, size_t count, int32_t precision) {
    const way_behaviour *behaviour = a->behaviour;
    const size_t inputs = behaviour->input_count, columns = inputs + behaviour->output_count, page = 1024;
    size_t fields = way == pairs ? 2 : way == records || way == records_of_targets ? 4 : 1;
    size_t step = (count + 2 * page - 1) / page * page + (way == page_by_page ? 0 : 17);
    a->memory.assign(step * (columns + 4) + page, 0);
    uint32_t *data = a->memory.data();
    while (way == page_by_page && (uintptr_t)data % 4096 != 0)
        data++;
    a->in.assign(inputs, way_column());
    a->out.assign(behaviour->output_count, way_column_out());
    for (size_t k = 0; k < columns; k++) {
        bool input = k < inputs;
        size_t field = input ? k : k - inputs, ends = input ? inputs : columns - inputs;
        size_t first = field / fields * fields, width = std::min(fields, ends - first);
        uint32_t *column = data + (input ? first : inputs + first) * step + (field - first);
        if (input)
            a->in[k] = way_at(column, (ptrdiff_t)(4 * width));
        else
            a->out[k - inputs] = way_to(column, (ptrdiff_t)(4 * width));
    }
    uint64_t random = support::seed_for(count, (uint64_t)way);
    std::vector<float> row(inputs);
    for (size_t i = 0; i < count; i++) {
        draw_agent(&random, behaviour, 4, row.data());
        take_care(behaviour, i, row.data());
        if (a->doubt != nullptr)
            make_doubtful(behaviour, *a->doubt, row.data());
        for (size_t k = 0; k < inputs; k++)
            std::memcpy((char *)a->in[k].data + (a->in[k].gap + 4) * (ptrdiff_t)i, &row[k], 4);
    }
    bool is_first = true;
    for (size_t k = 0; k < inputs; k++) {
        if (way == all_for_all || (way == some_for_all && k % 2 == 0))
            a->in[k] = way_column_of(a->in[k].data, 0, WAY_SINGLE);
        if (behaviour->inputs[k].required || given == all)
            continue;
        if (given == none || !is_first)
            a->in[k].data = nullptr;
        is_first = false;
    }
    a->batch = way_batch();
    a->batch.count = count;
    a->batch.precision = precision;
    give_sample_walls(&a->batch);
    a->list.clear();
    a->target.clear();
    for (size_t i = 0; i < count; i++) {
        a->list.push_back((uint32_t)(count - 1 - i));
        a->target.push_back(i % 5 == 0 ? UINT32_MAX : (uint32_t)(i / 2));
    }
    if (way == listed)
        a->batch.index = a->list.data();
    if (way == after_targets || way == records_of_targets) {
        a->batch.targets.row.data = a->target.data();
        a->batch.targets.runner_count = count;
    }
}

/* Returns the names of all instruction sets except emulated16, which exists only for tests and is not
   optimised. */
std::vector<std::string> tables() {
    std::vector<std::string> names = support::isa_names();
    names.erase(std::remove(names.begin(), names.end(), "emulated16"), names.end());
    return names;
}

/* Makes calls before the measurement, because the loader uses stack at the first call of a C library
   function. */
void call_all_once() {
    agents a = agents();
    a.behaviour = behaviour_at(0);
    for (size_t way = 0; way < layouts; way++)
        for (size_t count : {5, 600}) {
            lay(&a, (layout)way, one, count, WAY_EXACT);
            run(&a);
        }
}

void every_batch(size_t *deepest, size_t *calls) {
    static const way_wall_velocity velocities[SAMPLE_WALLS] = {{9, 2}, {-30, 5}, {0, -40}, {0, 0}, {20, 0}};
    agents a = agents();
    for (const std::string &isa : tables()) {
        support::use_isa use(isa);
        size_t most = 0;
        std::string where;
        for (size_t b = 0; (a.behaviour = behaviour_at(b)) != nullptr; b++)
            for (int32_t precision : {WAY_EXACT, WAY_FAST})
                for (size_t way = 0; way < layouts; way++)
                    for (options given : {none, one, all})
                        for (size_t count :
                             {(size_t)5, (size_t)131, (size_t)(way == page_by_page ? 2085 : 600)}) {
                            lay(&a, (layout)way, given, count, precision);
                            size_t depth = depth_of(run, &a);
                            if (a.behaviour->walls) { /* the same walls, but they move */
                                a.batch.wall_velocity = velocities;
                                depth = std::max(depth, depth_of(run, &a));
                                a.batch.wall_velocity = nullptr;
                            }
                            ++*calls;
                            EXPECT_EQ(WAY_OK, a.result) << a.behaviour->name << ", " << layout_name[way];
                            EXPECT_LE(depth, promised)
                                << a.behaviour->name << ", " << isa << ", precision " << precision << ", "
                                << layout_name[way] << ", " << count << " agents";
                            if (depth > most) {
                                most = depth;
                                where = std::string(a.behaviour->name) + ", " + layout_name[way];
                            }
                        }
        std::printf("   %s: at most %zu bytes of stack: %s\n", isa.c_str(), most, where.c_str());
        *deepest = std::max(*deepest, most);
    }
}

/* Measures undecided agents, which the kernel solves in separate functions. */
void every_doubt(size_t *deepest, size_t *calls) {
    agents a = agents();
    for (const std::string &isa : tables()) {
        support::use_isa use(isa);
        size_t most = 0;
        for (const char *name : {"intercept2d", "intercept3d", "lead2d", "lead3d", "latest2d", "latest3d"}) {
            a.behaviour = way_behaviour_named(name);
            for (options given : {none, all}) {
                a.doubt = &no_doubt;
                lay(&a, tight, given, 600, WAY_EXACT);
                size_t without = depth_of(run, &a);
                for (const doubt &d : doubts) {
                    a.doubt = &d;
                    for (size_t way = 0; way < layouts; way++)
                        for (size_t count :
                             {(size_t)5, (size_t)131, (size_t)(way == page_by_page ? 2085 : 600)}) {
                            lay(&a, (layout)way, given, count, WAY_EXACT);
                            size_t depth = depth_of(run, &a);
                            ++*calls;
                            EXPECT_EQ(WAY_OK, a.result);
                            EXPECT_LE(depth, promised) << name << ", " << isa << ", " << d.what << ", "
                                                       << layout_name[way] << ", " << count << " agents";
                            if (way == tight && count == 600 && (d.is_whole || given == all)) {
                                EXPECT_LT(without + 512, depth)
                                    << name << ", " << isa << ", " << d.what << ": not in whole numbers";
                            }
                            most = std::max(most, depth);
                        }
                }
            }
        }
        std::printf("   %s: at most %zu bytes of stack\n", isa.c_str(), most);
        *deepest = std::max(*deepest, most);
    }
}

/* One agent, and the function that solves it. */
struct lonely {
    const alone *by;
    std::vector<uint32_t> agent, answer;
    way_result result;
    char *here; /* the frame of ask(), which makes the call */
};

void ask(void *what) {
    lonely *one = (lonely *)what;
    one->here = (char *)__builtin_frame_address(0);
    one->result = one->by->one(one->agent.data(), one->answer.data(), sample_walls(), SAMPLE_WALLS);
}

/* Draws a random agent, an agent that takes a slow path, or an undecided agent. Half of the agents have the
   default options. */
void draw_lonely(uint64_t *random, const way_behaviour *behaviour, size_t i, uint32_t *agent) {
    const size_t doubted = sizeof doubts / sizeof doubts[0];
    std::vector<float> row(behaviour->input_count);
    draw_agent(random, behaviour, i % 3 == 0 ? 40 : 0, row.data());
    take_care(behaviour, i, row.data());
    if (i < 2 * doubted && settles_chases(behaviour))
        make_doubtful(behaviour, doubts[i / 2], row.data());
    std::memcpy(agent, row.data(), 4 * row.size());
    for (size_t k = 0; k < row.size(); k++)
        if (i % 2 == 0 && !behaviour->inputs[k].required)
            agent[k] = fallback_cell(&behaviour->inputs[k]);
}

/* Returns the stack size that the header states for a call of one agent. */
size_t promised_of_one(const way_behaviour *behaviour) {
    const std::string name = behaviour->name;
    if (settles_chases(behaviour) || name.compare(0, 6, "latest") == 0 || name.compare(0, 4, "slew") == 0)
        return 3 * promised_alone;
    if (name.compare(0, 11, "launch_drag") == 0)
        return 5 * promised_alone;
    for (const char *twice :
         {"sweep2d", "sweep_walls2d", "bounce2d", "touch_boxes2d", "cut_off2d", "home2d", "arc3d"})
        if (name == twice)
            return 2 * promised_alone;
    return promised_alone;
}

void every_call_of_one(size_t *deepest, size_t *calls) {
    size_t doubtful = 0;
    for (const alone &by : every_alone) {
        const way_behaviour *behaviour = way_behaviour_named(by.name);
        lonely one = {&by, std::vector<uint32_t>(behaviour->input_count),
                      std::vector<uint32_t>(behaviour->output_count), WAY_OK, nullptr};
        uint64_t random = support::seed_for(behaviour->input_count);
        for (size_t i = 0; i < 200; i++) {
            draw_lonely(&random, behaviour, i, one.agent.data());
            const char *lowest = lowest_of(ask, &one);
            const size_t depth = (size_t)(one.here - lowest);
            EXPECT_EQ(WAY_OK, one.result);
            EXPECT_LE(depth, promised_of_one(behaviour)) << by.name << ", row " << i;
            doubtful += depth > promised_alone;
            *deepest = std::max(*deepest, depth);
            ++*calls;
        }
    }
    EXPECT_LT(0u, doubtful) << "no chase was undecided";
}

void bodies(size_t *deepest, size_t *calls) {
    static uint64_t memory[4096];
    static float x[20], v[20];
    static way_wall walls[300];
    static uint64_t tree[4096];
    for (const std::string &isa : tables()) {
        support::use_isa use(isa);
        for (size_t i = 0; i < 20; i++)
            x[i] = (float)i, v[i] = i % 2 ? 1.0f : -1.0f;
        for (size_t w = 0; w < 300; w++)
            walls[w] = {(float)w, 5, (float)w + 1, 5, 0};
        ASSERT_LE(way_wall_tree_bytes(300), sizeof tree);
        ASSERT_EQ(WAY_OK, way_make_wall_tree(walls, 300, (way_wall_tree *)(void *)tree, sizeof tree));
        size_t depth = depth_of(
            [](void *) {
                const float half = 0.4f, two = 2;
                way_bounce_all2d_in in = {};
                way_bounce_all2d_out out = {};
                way_bodies all = {};
                in.ball_x = in.ball_y = way_in(x), in.ball_vx = in.ball_vy = way_in(v);
                in.radius = way_same(&half), in.dt = way_same(&two);
                out.next_x = way_out(x), out.next_vx = way_out(v);
                all.count = 20, all.memory = memory, all.bytes = sizeof memory;
                all.walls = walls, all.wall_count = 300, all.wall_tree = (const way_wall_tree *)(void *)tree;
                EXPECT_EQ(WAY_OK, way_bounce_all2d(&in, &out, &all));
                EXPECT_GT(all.events, 0u);
            },
            nullptr);
        EXPECT_LE(depth, promised) << isa;
        *deepest = std::max(*deepest, depth);
        ++*calls;
    }
}

/* Rays among 300 walls and 400 discs, with and without a tree and a crowd, with and without a radius. */
void rays(size_t *deepest, size_t *calls) {
    enum { count = 400 };
    static uint64_t tree[4096], crowd[8192];
    static float x[count], y[count], dx[count], radius[count], away[count];
    static way_wall walls[300];
    static way_cast how;
    uint64_t random = support::seed();
    for (size_t i = 0; i < count; i++) {
        x[i] = draw_between(&random, 0, 100), y[i] = draw_between(&random, 0, 100);
        dx[i] = draw_between(&random, -1, 1), radius[i] = i % 2 ? draw_between(&random, 0, 1) : 0;
    }
    for (way_wall &wall : walls) {
        wall.ax = draw_between(&random, 0, 100), wall.ay = draw_between(&random, 0, 100);
        wall.bx = wall.ax + 3, wall.by = wall.ay + draw_between(&random, -3, 3);
    }
    way_choose2d_in places = {};
    places.runner_x = way_in(x), places.runner_y = way_in(y);
    ASSERT_LE(way_crowd2d_bytes(count), sizeof crowd);
    for (const std::string &isa : tables()) {
        support::use_isa use(isa);
        ASSERT_EQ(WAY_OK, way_make_wall_tree(walls, 300, (way_wall_tree *)(void *)tree, sizeof tree));
        ASSERT_EQ(WAY_OK, way_make_crowd2d(&places, count, (way_crowd2d *)(void *)crowd, sizeof crowd));
        for (int searches : {0, 1}) {
            how = {};
            how.count = how.runner_count = count, how.walls = walls, how.wall_count = 300;
            how.wall_tree = searches ? (const way_wall_tree *)(void *)tree : nullptr;
            how.crowd2d = searches ? (const way_crowd2d *)(void *)crowd : nullptr;
            size_t depth = depth_of(
                [](void *) {
                    const float one = 1;
                    way_cast2d_in in = {};
                    way_cast2d_out out = {};
                    in.x = in.runner_x = way_in(x), in.y = in.runner_y = way_in(y);
                    in.direction_x = way_in(dx), in.direction_y = way_same(&one);
                    in.radius = in.runner_radius = way_in(radius), out.distance = way_out(away);
                    EXPECT_EQ(WAY_OK, way_cast2d(&in, &out, &how));
                },
                nullptr);
            EXPECT_LE(depth, promised) << isa;
            *deepest = std::max(*deepest, depth);
            ++*calls;
        }
    }
}

/* Rays and balls among 2,000 triangles, with and without a tree, with and without a radius. */
void flights(size_t *deepest, size_t *calls) {
    enum { count = 400, triangles = 2000 };
    static std::vector<uint64_t> tree;
    static float x[count], dx[count], radius[count], away[count];
    static std::vector<way_triangle> mesh;
    static way_cast_triangles how;
    uint64_t random = support::seed();
    for (size_t i = 0; i < count; i++) {
        x[i] = draw_between(&random, 0, 100), dx[i] = draw_between(&random, -1, 1);
        radius[i] = i % 2 ? draw_between(&random, 0, 1) : 0;
    }
    mesh.resize(triangles);
    for (way_triangle &t : mesh)
        for (int k = 0; k < 9; k++)
            (&t.ax)[k] =
                k < 3 ? draw_between(&random, 0, 100) : (&t.ax)[k % 3] + draw_between(&random, -9, 9);
    how = {};
    how.count = count, how.triangles = mesh.data(), how.triangle_count = triangles;
    tree.resize(way_triangle_tree_bytes(triangles) / 8 + 1);
    for (const std::string &isa : tables()) {
        support::use_isa use(isa);
        for (int searches : {1, 0}) {
            const size_t depth = depth_of(
                [](void *search) {
                    const auto to = (way_triangle_tree *)(void *)tree.data();
                    EXPECT_EQ(WAY_OK, way_make_triangle_tree(mesh.data(), triangles, to, 8 * tree.size()));
                    how.triangle_tree = search ? to : nullptr;
                    const float one = 1;
                    way_cast3d_in in = {};
                    way_cast3d_out out = {};
                    in.x = in.y = in.z = way_in(x), in.direction_x = in.direction_y = way_in(dx);
                    in.direction_z = way_same(&one), in.radius = way_in(radius);
                    out.distance = way_out(away), out.normal_z = way_out(x);
                    EXPECT_EQ(WAY_OK, way_cast3d(&in, &out, &how));
                    way_sweep3d_in balls = {};
                    way_sweep3d_out met = {};
                    balls.ball_x = balls.ball_y = balls.ball_z = way_in(dx), balls.radius = in.radius;
                    balls.ball_vx = balls.ball_vy = balls.ball_vz = way_in(x), met.time = way_out(away);
                    EXPECT_EQ(WAY_OK, way_sweep3d(&balls, &met, &how));
                },
                searches ? &how : nullptr);
            EXPECT_LE(depth, promised) << isa;
            *deepest = std::max(*deepest, depth);
            ++*calls;
        }
    }
}

bool in_parts; /* are agents in two tables? */

/* What 400 choosers see among 300 walls, with and without a tree and a crowd, by each cost, and in lists. */
void sights(size_t *deepest, size_t *calls) {
    enum { count = 400 };
    static uint64_t tree[4096], crowd[8192];
    static float x[count], y[count], dx[count], share[8 * count];
    static way_wall walls[300];
    static way_choice how;
    uint64_t random = support::seed();
    for (size_t i = 0; i < count; i++) {
        x[i] = draw_between(&random, 0, 100), y[i] = draw_between(&random, 0, 100);
        dx[i] = draw_between(&random, -1, 1);
    }
    for (way_wall &wall : walls) {
        wall.ax = draw_between(&random, 0, 100), wall.ay = draw_between(&random, 0, 100);
        wall.bx = wall.ax + 3, wall.by = wall.ay + draw_between(&random, -3, 3);
    }
    way_choose2d_in places = {};
    places.runner_x = way_in(x), places.runner_y = way_in(y);
    places.runner_vx = places.runner_vy = way_in(dx);
    const bool turns = way_behaviour_named("cut_off2d") != nullptr;
    const int costs = turns ? 3 : 2;
    for (const std::string &isa : tables()) {
        support::use_isa use(isa);
        ASSERT_EQ(WAY_OK, way_make_wall_tree(walls, 300, (way_wall_tree *)(void *)tree, sizeof tree));
        ASSERT_EQ(WAY_OK, way_make_crowd2d(&places, count, (way_crowd2d *)(void *)crowd, sizeof crowd));
        for (int k = 0; k < 2 * (costs + 1); k++) {
            how = {};
            how.count = how.runner_count = count, how.walls = walls, how.wall_count = 300,
            how.sight_points = 3;
            how.wall_tree = k % 2 ? (const way_wall_tree *)(void *)tree : nullptr;
            how.crowd2d = k % 2 ? (const way_crowd2d *)(void *)crowd : nullptr;
            how.best = 8, how.cost = k / 2;
            const auto ask = [](void *) {
                static size_t offset[count + 1];
                static way_neighbour list[count * 40];
                const float one = 1;
                way_choose2d_in in = {};
                way_choose2d_out out = {};
                in.chaser_x = in.runner_x = way_in(x), in.chaser_y = in.runner_y = way_in(y);
                in.runner_vx = in.runner_vy = in.heading_x = way_in(dx), in.heading_y = way_same(&one);
                in.chaser_speed = in.radius = in.runner_radius = way_same(&one);
                out.seen = way_out(share);
                way_search_part part[2] = {{&in.chaser_x, &out.target, count / 2},
                                           {&in.chaser_x, &out.target, count / 2}};
                if (in_parts) {
                    how.chaser_parts = how.runner_parts = part;
                    how.chaser_part_count = how.runner_part_count = 2;
                }
                if (how.cost <= WAY_BY_TURNING &&
                    (how.cost < WAY_BY_TURNING || way_behaviour_named("cut_off2d"))) {
                    EXPECT_EQ(WAY_OK, way_choose2d(&in, &out, &how));
                    return;
                }
                way_neighbours lists = {};
                how.cost = 0;
                lists.most = 8, lists.list = list, lists.capacity = count * 40, lists.offset = offset;
                part[0].out = part[1].out = nullptr;
                EXPECT_EQ(WAY_OK, way_neighbours2d(&in, &how, &lists));
            };
            in_parts = false;
            size_t depth = depth_of(ask, nullptr);
            if (how.cost == WAY_BY_TURNING && turns) { /* cut_off2d takes most of the stack */
                how.wall_count = 0, how.wall_tree = nullptr;
                EXPECT_LE(depth, depth_of(ask, nullptr) + 512) << isa;
                continue;
            }
            EXPECT_LE(depth, promised) << isa << ", cost " << k / 2;
            in_parts = true, how.cost = k / 2;
            const size_t deeper = depth_of(ask, nullptr);
            EXPECT_LE(deeper, promised + 2048) << isa << ", cost " << k / 2 << ", in two tables";
            *deepest = std::max(*deepest, deeper);
            *calls += 2;
        }
    }
}

void waypoints(size_t *deepest, size_t *calls) {
    static float x[1000];
    for (const std::string &isa : tables()) {
        support::use_isa use(isa);
        size_t depth = depth_of(
            [](void *) {
                way_path2d path = {};
                path.heading_x = path.target_heading_x = 1;
                path.target_x = path.middle = 100;
                path.radius = 1;
                way_march2d_out out = {};
                out.next_x.data = x;
                EXPECT_EQ(401u, way_waypoints2d_one_count(&path, 0.25f));
                EXPECT_EQ(WAY_OK, way_waypoints2d_one(&path, 0.25f, &out));
                const float spacing = 0.25f;
                const way_waypoints2d_in in = support::columns_of_paths(&path, 0, &spacing);
                size_t offset[3];
                way_waypoints2d_out lists_out = {};
                way_waypoints lists = {};
                lists_out.next_x.data = x;
                lists.count = 2, lists.capacity = 802, lists.offset = offset;
                EXPECT_EQ(WAY_OK, way_waypoints2d(&in, &lists_out, &lists));
            },
            nullptr);
        EXPECT_LE(depth, promised) << isa;
        *deepest = std::max(*deepest, depth);
        ++*calls;
    }
}

template <class In, class Out, class Call>
void solve_avoidance(const In *in, const Out *out, way_avoidance how, Call call) {
    way_search_part part[2] = {{&in->chaser_x, &out->velocity_x, how.count / 2},
                               {&in->chaser_x, &out->velocity_x, how.count / 2}};
    if (in_parts) {
        how.chaser_parts = how.runner_parts = part;
        how.chaser_part_count = how.runner_part_count = 2;
    }
    EXPECT_EQ(WAY_OK, call(in, out, &how));
}

/* Measures avoidance of 400 crowded agents on 20 m x 20 m with 32 neighbours each: in 2D among walls, and in
   3D, in one table and in two. */
void avoidance(size_t *deepest, size_t *calls) {
    enum { count = 400, wall_count = 40 };
    static float x[count], y[count], z[count], vx[count], vy[count], go[count];
    static way_wall walls[wall_count];
    uint64_t random = support::seed();
    for (size_t i = 0; i < count; i++) {
        x[i] = draw_between(&random, 0, 20), y[i] = draw_between(&random, 0, 20);
        z[i] = draw_between(&random, 0, 4);
        vx[i] = draw_between(&random, -2, 2), vy[i] = draw_between(&random, -2, 2);
    }
    for (way_wall &wall : walls) {
        wall.ax = draw_between(&random, 0, 20), wall.ay = draw_between(&random, 0, 20);
        wall.bx = wall.ax + 1, wall.by = wall.ay + draw_between(&random, -1, 1);
    }
    for (const std::string &isa : tables()) {
        support::use_isa use(isa);
        for (void (*call)(void *) : {+[](void *) {
                                         static const float radius = 0.5f, speed = 3;
                                         way_avoid2d_in in = {};
                                         way_avoid2d_out out = {};
                                         way_avoidance how = {};
                                         in.chaser_x = in.runner_x = way_in(x);
                                         in.chaser_y = in.runner_y = way_in(y);
                                         in.chaser_vx = in.preferred_vx = in.runner_vx = way_in(vx);
                                         in.chaser_vy = in.preferred_vy = in.runner_vy = way_in(vy);
                                         in.radius = in.runner_radius = way_same(&radius);
                                         in.chaser_speed = way_same(&speed);
                                         out.velocity_x = way_out(go);
                                         how.count = how.runner_count = count;
                                         how.most = WAY_AVOIDED_MAX;
                                         how.walls = walls, how.wall_count = wall_count;
                                         solve_avoidance(&in, &out, how, way_avoid2d);
                                     },
                                     +[](void *) {
                                         static const float radius = 0.5f, speed = 3;
                                         way_avoid3d_in in = {};
                                         way_avoid3d_out out = {};
                                         way_avoidance how = {};
                                         in.chaser_x = in.runner_x = way_in(x);
                                         in.chaser_y = in.runner_y = way_in(y);
                                         in.chaser_z = in.runner_z = way_in(z);
                                         in.chaser_vx = in.preferred_vx = in.runner_vx = way_in(vx);
                                         in.chaser_vy = in.preferred_vy = in.runner_vy = way_in(vy);
                                         in.chaser_vz = in.preferred_vz = in.runner_vz = way_in(vx);
                                         in.radius = in.runner_radius = way_same(&radius);
                                         in.chaser_speed = way_same(&speed);
                                         out.velocity_x = way_out(go);
                                         how.count = how.runner_count = count;
                                         how.most = WAY_AVOIDED_MAX;
                                         solve_avoidance(&in, &out, how, way_avoid3d);
                                     }}) {
            for (const bool parts : {false, true}) {
                in_parts = parts;
                const size_t depth = depth_of(call, nullptr);
                EXPECT_LE(depth, promised_to_avoid + (parts ? 2048 : 0)) << isa;
                *deepest = std::max(*deepest, depth);
                ++*calls;
            }
        }
    }
}

struct work {
    void (*of)(size_t *, size_t *);
    size_t deepest, calls;
};

/* Runs `of` on a thread whose stack has room for the pattern. The loader and the choice of an instruction set
   run before, so their stack is not counted. */
void on_a_thread(const char *what, void (*of)(size_t *, size_t *)) {
#if defined(WAYLAY_STACK_IS_OPEN)
    GTEST_SKIP() << "kernels as in a debugger, or sanitizers, take what they take";
#endif
    work work = {of, 0, 0};
    pthread_attr_t attributes;
    pthread_t thread;
    call_all_once();
    ASSERT_EQ(0, pthread_attr_init(&attributes));
    ASSERT_EQ(0, pthread_attr_setstacksize(&attributes, thread_stack));
    ASSERT_EQ(0, pthread_create(
                     &thread, &attributes,
                     [](void *given) -> void * {
                         struct work *w = (struct work *)given;
                         w->of(&w->deepest, &w->calls);
                         return nullptr;
                     },
                     &work));
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    EXPECT_LT(1000u, work.deepest) << "nothing was measured";
    std::printf("   %s: %zu calls, at most %zu bytes of stack\n", what, work.calls, work.deepest);
}

TEST(stack, a_batch_takes_16_kib_at_most) { on_a_thread("batches", every_batch); }
TEST(stack, undecided_batches_take_16_kib_at_most) { on_a_thread("doubts", every_doubt); }
TEST(stack, a_call_of_one_agent_takes_1_to_5_kib_at_most) { on_a_thread("one agent", every_call_of_one); }
TEST(stack, avoidance_takes_24_kib_at_most) { on_a_thread("avoidance", avoidance); }
TEST(stack, bodies_take_16_kib_at_most) { on_a_thread("bodies", bodies); }
TEST(stack, rays_take_16_kib_at_most) { on_a_thread("rays", rays); }
TEST(stack, rays_and_balls_in_space_take_16_kib_at_most) { on_a_thread("rays in space", flights); }
TEST(stack, sights_take_16_kib_at_most) { on_a_thread("sights", sights); }
TEST(stack, waypoints_take_16_kib_at_most) { on_a_thread("waypoints", waypoints); }

} // namespace
