/* Tests calls in any floating-point mode, because an engine may flush denormals, round differently or trap.
   In every mode, the answers have the same bits. After a call, accepted or refused, the mode is unchanged. */
#include <gtest/gtest.h>

#include <functional>
#include <set>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "alone.h"
#include "valid_call.h"

#if defined(__x86_64__) || defined(__aarch64__)

namespace {

/* The control register ----------------------------------------------------------------------------------- */

#if defined(__x86_64__)
uint64_t get_mode() { return _mm_getcsr(); }
void set_mode(uint64_t mode) { _mm_setcsr((unsigned)mode); }
const uint64_t standard = 0x1f80;
const uint64_t roundings[] = {0, 0x2000, 0x4000, 0x6000}; /* to nearest, down, up, towards zero */
const uint64_t up = 0x4000;
const uint64_t flushes[] = {0, 0x8000, 0x0040, 0x8040}; /* flush nothing, results, inputs, or both */
/* traps: all masked, all enabled, all except inexact enabled; then all masked and all enabled again, with
   sticky flags set */
const uint64_t others[] = {0x1f80, 0, 0x1000, 0x1fbf, 0x003f};
#else
uint64_t get_mode() {
    uint64_t mode;
    __asm__ volatile("mrs %0, fpcr" : "=r"(mode) : : "memory");
    return mode;
}
void set_mode(uint64_t mode) { __asm__ volatile("msr fpcr, %0" : : "r"(mode) : "memory"); }
const uint64_t standard = 0;
const uint64_t roundings[] = {0, 1u << 22, 2u << 22, 3u << 22}; /* to nearest, up, down, towards zero */
const uint64_t up = 1u << 22;
const uint64_t flushes[] = {0, 1u << 24, 1u << 24 | 1u << 19}; /* flush nothing, floats, or also halves */
/* other bits: none, default NaN, the alternative half format, all traps, alternate behaviour; some machines
   lack the last two */
const uint64_t others[] = {0, 1u << 25, 1u << 26, 0x9f00, 0x3};
#endif

/* Runs `work` in this mode and returns the mode after `work`. No other code of the test runs in this mode. */
template <class Work> uint64_t under(uint64_t mode, const Work &work) {
    set_mode(mode);
    work();
    uint64_t after = get_mode();
    set_mode(standard);
    return after;
}

/* Returns the modes as this machine stores them. A machine drops the bits that it does not implement. */
std::vector<uint64_t> modes() {
    std::set<uint64_t> kept;
    for (uint64_t rounding : roundings)
        for (uint64_t flush : flushes)
            for (uint64_t other : others)
                kept.insert(under(rounding | flush | other, [] {}));
    return std::vector<uint64_t>(kept.begin(), kept.end());
}

class fpenv : public testing::Test {
  protected:
    void SetUp() override { set_mode(standard); }
};

/* Checks that modes take effect. If they did not, all other tests here would pass without checking
   anything. */
TEST_F(fpenv, modes_are_real) {
    volatile float denormal = 0x1p-140f, much = 0x1p40f, one = 1, little = 0x1p-30f, flushed = 1, rounded = 1;
    const uint64_t flush = flushes[sizeof flushes / sizeof flushes[0] - 1];
    under(standard | flush, [&] { flushed = denormal * much; });
    EXPECT_EQ(0, flushed);
    under(standard | up, [&] { rounded = one + little; });
    EXPECT_LT(1, rounded);
    EXPECT_GE(modes().size(), 16u);
}

/* Calls -------------------------------------------------------------------------------------------------- */

enum layout { tight, every_other, listed, after_targets, one_for_all };
const char *const layout_name[] = {"tight", "every other agent", "by a list", "after targets", "one for all"};

/* A valid call in one of the layouts for which the library has separate code. */
struct laid_call : valid_call {
    laid_call(const way_behaviour *behaviour, size_t agents, layout way, int32_t precision)
        : valid_call(behaviour, agents, 40) {
        batch.precision = precision;
        for (uint32_t i = 0; i < agents; i++) {
            list.push_back((uint32_t)agents - 1 - i);
            target.push_back(i % 5 == 0 ? UINT32_MAX : i / 2);
        }
        if (way == every_other) {
            for (way_column &column : in)
                column.gap = 4;
            batch.count = agents / 2;
        }
        if (way == listed)
            batch.index = list.data();
        if (way == after_targets) {
            batch.targets.row.data = target.data();
            batch.targets.runner_count = agents;
        }
        if (way == one_for_all)
            in[0] = way_column_of(in[0].data, 0, WAY_SINGLE);
    }
    std::vector<uint32_t> list, target;
};

void expect_same_bits_and_mode(size_t agents, layout way) {
    const std::vector<uint64_t> all_modes = modes();
    size_t variation = 0;
    for (const way_behaviour *behaviour : behaviours())
        for (int32_t precision : {WAY_EXACT, WAY_FAST}) {
            laid_call call(behaviour, agents, way, precision);
            way_set_isa("scalar");
            ASSERT_EQ(WAY_OK, call.run());
            const std::vector<std::vector<uint32_t>> plain = call.outputs;
            for (const std::string &isa : support::isa_names()) {
                support::use_isa use(isa);
                variation++;
                for (size_t m = 0; m < all_modes.size(); m++) {
                    uint64_t mode = all_modes[m];
                    if (!support::has_turn(m, variation, all_modes.size()))
                        continue;
                    call.wipe();
                    way_result result;
                    uint64_t after = under(mode, [&] { result = call.run(); });
                    ASSERT_EQ(WAY_OK, result);
                    ASSERT_EQ(mode, after) << behaviour->name << ", " << isa << ", " << layout_name[way];
                    ASSERT_TRUE(plain == call.outputs)
                        << behaviour->name << ", " << isa << ", precision " << precision << ", "
                        << layout_name[way] << ", mode 0x" << std::hex << mode << ": other bits";
                }
            }
        }
}

TEST_F(fpenv, keeps_bits_and_mode_of_tight_columns) { expect_same_bits_and_mode(333, tight); }
TEST_F(fpenv, keeps_bits_and_mode_of_strided_columns) { expect_same_bits_and_mode(333, every_other); }
TEST_F(fpenv, keeps_bits_and_mode_by_a_list) { expect_same_bits_and_mode(333, listed); }
TEST_F(fpenv, keeps_bits_and_mode_after_targets) { expect_same_bits_and_mode(333, after_targets); }
TEST_F(fpenv, keeps_bits_and_mode_of_one_value_for_all) { expect_same_bits_and_mode(333, one_for_all); }
/* This batch is so long that the library solves agents before the first whole cache line separately. */
TEST_F(fpenv, keeps_bits_and_mode_of_a_long_batch) { expect_same_bits_and_mode(2077, tight); }

TEST_F(fpenv, keeps_bits_and_mode_of_one_agent) {
    const std::vector<uint64_t> all_modes = modes();
    for (const alone &alone : every_alone) {
        valid_call call(way_behaviour_named(alone.name), 200, 40);
        std::vector<uint32_t> agent(call.inputs.size()), plain(call.outputs.size()), odd = plain;
        for (size_t i = 0; i < call.agents; i++) {
            for (size_t k = 0; k < call.inputs.size(); k++)
                std::memcpy(&agent[k], &call.inputs[k][i], 4);
            auto ask = [&](std::vector<uint32_t> &answer) {
                return alone.one(agent.data(), answer.data(), call.batch.walls, call.batch.wall_count);
            };
            ASSERT_EQ(WAY_OK, ask(plain));
            for (size_t m = 0; m < all_modes.size(); m++) {
                if (!support::has_turn(m, i, all_modes.size()))
                    continue;
                way_result result;
                ASSERT_EQ(all_modes[m], under(all_modes[m], [&] { result = ask(odd); }));
                ASSERT_EQ(WAY_OK, result);
                ASSERT_EQ(plain, odd) << alone.name << ", row " << i << ", mode " << all_modes[m];
            }
        }
    }
}

TEST_F(fpenv, keeps_bits_and_mode_of_the_defaults) {
    const std::vector<uint64_t> all_modes = modes();
    for (const alone &alone : every_alone) {
        std::vector<uint32_t> plain(way_behaviour_named(alone.name)->input_count), odd = plain;
        ASSERT_EQ(WAY_OK, alone.agent_default(plain.data()));
        for (uint64_t mode : all_modes) {
            ASSERT_EQ(mode, under(mode, [&] { alone.agent_default(odd.data()); }));
            ASSERT_EQ(plain, odd) << alone.name << ", mode " << mode;
        }
    }
}

TEST_F(fpenv, refusals_of_one_agent_keep_the_mode) {
    for (const alone &alone : every_alone)
        for (uint64_t mode : modes()) {
            way_result result;
            ASSERT_EQ(mode, under(mode, [&] { result = alone.one(nullptr, nullptr, nullptr, 0); }));
            ASSERT_EQ(WAY_ERROR_NULL, result) << alone.name;
        }
}

/* For waypoints, the library also computes in floating point how many there are and how far apart. Two paths
   are some metres long. The third path is so short that a mode which flushes denormals could set its spacing
   to zero. */
TEST_F(fpenv, keeps_bits_and_mode_of_waypoints) {
    way_path2d path = {};
    path.heading_x = path.target_heading_x = path.radius = 1;
    path.arc1 = 0;
    for (float length : {10.0f, 0.7f, 1e-37f})
        for (float spacing : {length / 10, length / 97, length / 0x1.8p+8f}) {
            path.middle = path.target_x = length;
            way_march2d_out out = {};
            float plain[400] = {}, odd[400] = {};
            out.next_distance.data = plain;
            const size_t count = way_waypoints2d_one_count(&path, spacing);
            ASSERT_LT(9u, count);
            ASSERT_GE(400u, count);
            ASSERT_EQ(WAY_OK, way_waypoints2d_one(&path, spacing, &out));
            out.next_distance.data = odd;
            for (uint64_t mode : modes()) {
                size_t got = 0;
                ASSERT_EQ(mode, under(mode, [&] { got = way_waypoints2d_one_count(&path, spacing); }));
                ASSERT_EQ(count, got) << length << " by " << spacing << ", mode 0x" << std::hex << mode;
                way_result result;
                ASSERT_EQ(mode, under(mode, [&] { result = way_waypoints2d_one(&path, spacing, &out); }));
                ASSERT_EQ(WAY_OK, result);
                ASSERT_EQ(0, std::memcmp(plain, odd, sizeof plain)) << length << " by " << spacing;
                float listed[400] = {};
                size_t offset[2] = {};
                const way_waypoints2d_in in = support::columns_of_paths(&path, 0, &spacing);
                way_waypoints2d_out to = {};
                way_waypoints lists = {};
                to.next_distance.data = listed;
                lists.count = 1, lists.offset = offset;
                ASSERT_EQ(mode, under(mode, [&] { got = way_waypoints2d_capacity(&in, &lists); }));
                ASSERT_EQ(count, got);
                lists.capacity = got;
                ASSERT_EQ(mode, under(mode, [&] { result = way_waypoints2d(&in, &to, &lists); }));
                ASSERT_EQ(WAY_OK, result);
                ASSERT_EQ(0, std::memcmp(plain, listed, sizeof plain)) << length << " by " << spacing;
            }
        }
}

TEST_F(fpenv, keeps_bits_and_mode_of_rays) {
    float x[40], y[40], dx[40], plain[80] = {}, odd[80] = {};
    for (int i = 0; i < 40; i++)
        x[i] = (float)i * 0.37f, y[i] = (float)(i % 7) * 1e-3f, dx[i] = (float)(i - 20) * 1e-39f;
    const float one = 1, size = 0.05f;
    const way_wall walls[] = {{-9, 3, 30, 4, 0}, {0, 1e-39f, 1e-39f, 2, 0}};
    way_cast2d_in in = {};
    way_cast2d_out out = {};
    way_cast how = {};
    in.x = in.runner_x = way_in(x), in.y = in.runner_y = way_in(y), in.runner_radius = way_same(&size);
    in.direction_x = way_in(dx), in.direction_y = way_same(&one);
    how.count = how.runner_count = 40, how.walls = walls, how.wall_count = 2;
    for (const std::string &isa : support::isa_names()) {
        support::use_isa use(isa);
        out.distance = way_out(plain), out.point_x = way_out(plain + 40);
        ASSERT_EQ(WAY_OK, way_cast2d(&in, &out, &how));
        out.distance = way_out(odd), out.point_x = way_out(odd + 40);
        for (uint64_t mode : modes()) {
            way_result result;
            ASSERT_EQ(mode, under(mode, [&] { result = way_cast2d(&in, &out, &how); })) << isa;
            ASSERT_EQ(WAY_OK, result);
            ASSERT_EQ(0, std::memcmp(plain, odd, sizeof plain)) << isa << ", mode 0x" << std::hex << mode;
        }
    }
}

TEST_F(fpenv, keeps_bits_and_mode_of_rays_and_balls_in_space) {
    float x[40], dx[40], plain[160] = {}, odd[160] = {};
    for (int i = 0; i < 40; i++)
        x[i] = (float)i * 0.37f, dx[i] = (float)(i - 20) * 1e-39f;
    const float one = 1, size = 0.05f;
    const way_triangle triangles[] = {{-9, -9, 3, 30, -9, 4, 9, 30, 3, 0, 0},
                                      {0, 1e-39f, 5, 1e-39f, 2, 6, 7, 7, 7, 0, 0}};
    way_cast3d_in in = {};
    way_cast3d_out out = {};
    way_cast_triangles how = {};
    in.x = in.y = way_in(x), in.z = way_in(dx), in.radius = way_same(&size);
    in.direction_x = in.direction_y = way_in(dx), in.direction_z = way_same(&one);
    how.count = 40, how.triangles = triangles, how.triangle_count = 2;
    way_sweep3d_in balls = {};
    way_sweep3d_out met = {};
    balls.ball_x = balls.ball_y = in.x, balls.ball_z = in.z, balls.radius = in.radius;
    balls.ball_vx = balls.ball_vy = in.direction_x, balls.ball_vz = in.direction_z;
    const auto solve = [&](float *to) {
        out.distance = way_out(to), out.point_x = way_out(to + 40), met.time = way_out(to + 80);
        met.normal_y = way_out(to + 120);
        const way_result result = way_cast3d(&in, &out, &how);
        return result == WAY_OK ? way_sweep3d(&balls, &met, &how) : result;
    };
    for (const std::string &isa : support::isa_names()) {
        support::use_isa use(isa);
        ASSERT_EQ(WAY_OK, solve(plain));
        for (uint64_t mode : modes()) {
            way_result result;
            ASSERT_EQ(mode, under(mode, [&] { result = solve(odd); })) << isa;
            ASSERT_EQ(WAY_OK, result);
            ASSERT_EQ(0, std::memcmp(plain, odd, sizeof plain)) << isa << ", mode 0x" << std::hex << mode;
        }
    }
}

/* Refusals ----------------------------------------------------------------------------------------------- */

struct spoilt {
    const char *what;
    way_result expected;
    std::function<void(valid_call &)> spoil;
};

/* Each check of the library that refuses a call has a row here. Two more rows are accepted calls that solve
   no agent. */
const spoilt refusals[] = {
    {"a column without a default", WAY_ERROR_MISSING,
     [](valid_call &call) {
         for (size_t k = 0; k < call.in.size(); k++)
             if (call.behaviour->inputs[k].required)
                 call.in[k].data = nullptr;
     }},
    {"an input's alignment", WAY_ERROR_ALIGNMENT, [](valid_call &call) { call.in[0].gap = 1; }},
    {"an output's alignment", WAY_ERROR_ALIGNMENT, [](valid_call &call) { call.out[0].gap = 2; }},
    {"the targets' alignment", WAY_ERROR_ALIGNMENT,
     [](valid_call &call) { call.batch.targets.row = way_at(call.inputs[0].data(), 3); }},
    {"the list's alignment", WAY_ERROR_ALIGNMENT,
     [](valid_call &call) { call.batch.index = (const uint32_t *)(const void *)((char *)&call + 1); }},
    {"one value for all as output", WAY_ERROR_STRIDE, [](valid_call &call) { call.out[0].gap = -4; }},
    {"a count", WAY_ERROR_COUNT, [](valid_call &call) { call.batch.count = SIZE_MAX; }},
    {"a first agent", WAY_ERROR_COUNT, [](valid_call &call) { call.batch.first = SIZE_MAX; }},
    {"a precision", WAY_ERROR_PRECISION, [](valid_call &call) { call.batch.precision = 7; }},
    {"an output that is a runner's", WAY_ERROR_OVERLAP,
     [](valid_call &call) {
         static const uint32_t targets[64] = {0};
         call.batch.targets.row.data = targets;
         call.batch.targets.runner_count = 1;
         for (size_t k = 0; k < call.in.size(); k++)
             if (call.behaviour->inputs[k].side == WAY_RUNNER)
                 call.out[0].data = call.inputs[k].data();
     }},
    {"no agent", WAY_OK, [](valid_call &call) { call.batch.count = 0; }},
    {"nothing wanted", WAY_OK,
     [](valid_call &call) {
         for (way_column_out &column : call.out)
             column.data = nullptr;
     }},
};

TEST_F(fpenv, refusals_keep_the_mode_and_write_nothing) {
    const std::vector<uint64_t> all_modes = modes();
    std::set<way_result> seen;
    for (const way_behaviour *behaviour : behaviours())
        for (const std::string &isa : support::isa_names()) {
            support::use_isa use(isa);
            auto expect = [&](const char *what, way_result expected, valid_call &call,
                              const std::function<way_result()> &run) {
                seen.insert(expected);
                for (uint64_t mode : all_modes) {
                    way_result result;
                    ASSERT_EQ(mode, under(mode, [&] { result = run(); })) << behaviour->name << ", " << what;
                    ASSERT_EQ(expected, result) << behaviour->name << ", " << what;
                }
                ASSERT_TRUE(call.wrote_nothing()) << behaviour->name << ", " << what;
            };
            for (const spoilt &one : refusals) {
                if (one.expected == WAY_ERROR_OVERLAP && !reads_runners(behaviour))
                    continue;
                valid_call call(behaviour, 37, 40);
                one.spoil(call);
                expect(one.what, one.expected, call, [&] { return call.run(); });
            }
            valid_call call(behaviour, 37, 40);
            const way_column *in = call.in.data();
            const way_column_out *out = call.out.data();
            const way_behaviour copy = *behaviour;
            expect("no inputs", WAY_ERROR_NULL, call,
                   [&] { return way_run(behaviour, nullptr, out, &call.batch); });
            expect("no outputs", WAY_ERROR_NULL, call,
                   [&] { return way_run(behaviour, in, nullptr, &call.batch); });
            expect("no batch", WAY_ERROR_NULL, call, [&] { return way_run(behaviour, in, out, nullptr); });
            expect("no behaviour", WAY_ERROR_NULL, call,
                   [&] { return way_run(nullptr, in, out, &call.batch); });
            expect("an unknown behaviour", WAY_ERROR_BEHAVIOUR, call,
                   [&] { return way_run(&copy, in, out, &call.batch); });
            expect("an unknown instruction set", WAY_ERROR_ISA, call, [] { return way_set_isa("abacus"); });
        }
    for (int result = WAY_OK; result <= WAY_ERROR_OVERLAP; result++)
        EXPECT_EQ(1u, seen.count((way_result)result)) << way_result_string((way_result)result);
}

/* The code that chooses an instruction set may use floating point. The choice must be the same in every
   mode. */
TEST_F(fpenv, choosing_a_table_keeps_the_mode) {
    const std::vector<std::string> names = support::isa_names();
    for (uint64_t mode : modes()) {
        const char *chosen = nullptr, *first = nullptr, *last = nullptr, *beyond = nullptr;
        EXPECT_EQ(mode, under(mode, [&] {
                      way_set_isa(nullptr);
                      chosen = way_isa();
                      first = way_isa_name(0);
                      last = way_isa_name(names.size() - 1);
                      beyond = way_isa_name(names.size());
                  }));
        EXPECT_EQ(names.back(), chosen);
        EXPECT_EQ(names.front(), first);
        EXPECT_EQ(names.back(), last);
        EXPECT_EQ(nullptr, beyond);
    }
}

} // namespace

#endif
