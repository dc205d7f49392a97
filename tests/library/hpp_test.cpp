/* Tests waylay.hpp. Its columns equal hand-written columns, dangling columns do not compile, and every
   behaviour and every enum value of the C header is available. */
#include "waylay/waylay.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <type_traits>
#include <vector>

#include "valid_call.h"

bool way_header_alone_hpp();

namespace {

struct vec3 {
    float x, y, z;
};
struct placed {
    vec3 position;
};
struct unit : placed {
    vec3 velocity;
    float speed;
    uint32_t prey;
    way::status status;
    double exact;
    bool is_red;
    float go() const { return speed; }
};

/* A view like std::span, which C++17 lacks. */
template <class T> struct view {
    using element_type = T;
    T *first;
    size_t length;
    T *data() const { return first; }
    size_t size() const { return length; }
};

/* A view without element_type, so waylay.hpp cannot tell it from a container. */
struct silent_view {
    float *first;
    float *data() const { return first; }
    size_t size() const { return 1; }
};

/* A container that has element_type, like a view. */
struct owner {
    using element_type = float;
    std::vector<float> own;
    const float *data() const { return own.data(); }
    size_t size() const { return own.size(); }
};

/* What compiles, and what does not ----------------------------------------------------------------------- */

template <class... A> using in_t = decltype(way::in(std::declval<A>()...));
template <class... A> using out_t = decltype(way::out(std::declval<A>()...));
template <class... A> using same_t = decltype(way::same(std::declval<A>()...));
template <class A> using agents_t = decltype(std::declval<way::batch>().agents(std::declval<A>()));
template <class A> using among_t = decltype(std::declval<way::batch>().among(std::declval<A>()));

template <class, template <class...> class What, class... A> constexpr bool compiles_ = false;
template <template <class...> class What, class... A>
constexpr bool compiles_<std::void_t<What<A...>>, What, A...> = true;
template <template <class...> class What, class... A> constexpr bool compiles = compiles_<void, What, A...>;

using units = std::vector<unit>;
using floats = std::vector<float>;
using to_float = float unit::*;
using to_vec3 = vec3 unit::*;
using in_vec3 = float vec3::*;

/* An input column can be made from a pointer, or from a container that outlives the column. */
static_assert(compiles<in_t, float *> && compiles<in_t, const float *> && compiles<in_t, const int32_t *>);
static_assert(compiles<in_t, float (&)[3]> && compiles<in_t, floats &> && compiles<in_t, const floats &>);
static_assert(compiles<in_t, unit *, to_float> && compiles<in_t, const units &, to_float>);
static_assert(compiles<in_t, units &, to_vec3, in_vec3> && compiles<in_t, std::array<unit, 3> &, to_float>);
static_assert(compiles<in_t, units &, decltype(&unit::prey)> &&
              compiles<in_t, units &, decltype(&unit::status)>);
static_assert(compiles<in_t, view<const float>> && compiles<in_t, view<unit>, to_float>);
/* Columns that would dangle do not compile. */
static_assert(!compiles<in_t, floats> && !compiles<in_t, const floats> && !compiles<in_t, units, to_float>);
static_assert(!compiles<in_t, std::array<float, 3>> && !compiles<in_t, units, to_vec3, in_vec3>);
static_assert(!compiles<in_t, owner> && compiles<in_t, owner &>);
static_assert(!compiles<in_t, silent_view> && compiles<in_t, silent_view &>);
static_assert(compiles<same_t, float &> && compiles<same_t, const float &> &&
              compiles<same_t, unit &, to_float>);
static_assert(!compiles<same_t, float> && !compiles<same_t, const float> &&
              !compiles<same_t, unit, to_float>);
static_assert(!compiles<out_t, floats> && !compiles<out_t, units, to_float> && compiles<out_t, view<float>>);
static_assert(compiles<agents_t, std::vector<uint32_t> &> && !compiles<agents_t, std::vector<uint32_t>>);
static_assert(compiles<agents_t, view<const uint32_t>> && !compiles<agents_t, std::vector<int32_t> &>);
static_assert(compiles<among_t, std::vector<way_wall> &> && !compiles<among_t, std::vector<way_wall>>);
/* Elements of other types do not compile. */
static_assert(!compiles<in_t, units &> && !compiles<in_t, units &, to_vec3> && !compiles<in_t, bool *>);
static_assert(compiles<in_t, double *> && compiles<in_t, units &, decltype(&unit::exact)>);
static_assert(compiles<out_t, double *> && compiles<same_t, double &> && !compiles<same_t, double>);
static_assert(!compiles<in_t, long double *> && !compiles<in_t, int64_t *> && !compiles<in_t, int16_t *>);
static_assert(!compiles<in_t, units &, decltype(&unit::is_red)> &&
              !compiles<in_t, units &, decltype(&unit::go)>);
static_assert(!compiles<in_t, std::vector<vec3> &, to_float>);
/* Outputs cannot be constant. */
static_assert(compiles<out_t, float *> && compiles<out_t, floats &> &&
              compiles<out_t, units &, to_vec3, in_vec3>);
static_assert(!compiles<out_t, const float *> && !compiles<out_t, const floats &>);
static_assert(!compiles<out_t, const units &, to_float> && !compiles<out_t, view<const float>>);

/* No function throws. */
static_assert(noexcept(way::in(std::declval<units &>(),
                               &unit::speed)) &&noexcept(way::same(std::declval<float &>())));
static_assert(noexcept(way::out(std::declval<units &>(), &unit::speed)) &&noexcept(way::batch(3).fast()));
static_assert(noexcept(way::run(std::declval<way_seek2d_in &>(), std::declval<way_seek2d_out &>(),
                                way::batch(3))));

/* Numbers ------------------------------------------------------------------------------------------------ */

#define MATCH_way_result(it, enumerator) static_assert((int)way::result::it == enumerator);
#define MATCH_way_status(it, enumerator) static_assert((int)way::status::it == enumerator);
#define MATCH_way_word(it, enumerator) static_assert((int)way::word::it == enumerator);
#define MATCH_way_hit_kind(it, enumerator) static_assert((int)way::hit::it == enumerator);
#define MATCH_way_precision(it, enumerator)
#define MATCH_way_element(it, enumerator)
#define MATCH_way_cost(it, enumerator)
#define MATCH_way_aim(it, enumerator)
#define MATCH_way_type(it, enumerator)
#define MATCH_way_side(it, enumerator)
#define MATCH_way_kind(it, enumerator)
#define VALUE(owner, word, number, enumerator) MATCH_##owner(word, enumerator)
#include "registry/abi.def"

TEST(hpp, texts_match_c) {
    EXPECT_STREQ("ok", way::text(way::result::ok));
    EXPECT_STREQ(way_result_string(WAY_ERROR_OVERLAP), way::text(way::result::overlap));
    EXPECT_STREQ("too_slow", way::text(way::status::too_slow));
    EXPECT_STREQ("none", way::text(way::word::none));
    EXPECT_EQ(nullptr, way::text(static_cast<way::status>(1000)));
}

/* Columns ------------------------------------------------------------------------------------------------ */

template <class Column> bool is(const Column &got, const Column &expected) {
    return std::memcmp(&got, &expected, sizeof got) == 0;
}

TEST(hpp, columns_match_those_written_by_hand) {
    units all(3);
    const units &some = all;
    std::array<float, 3> tight = {};
    float plain[3] = {};
    const ptrdiff_t stride = sizeof(unit);
    EXPECT_TRUE(is(way::in(all, &unit::speed), way_at(&all[0].speed, stride)));
    EXPECT_TRUE(is(way::in(some.data() + 1, &unit::prey), way_at(&all[1].prey, stride)));
    EXPECT_TRUE(is(way::in(some, &unit::velocity, &vec3::z), way_at(&all[0].velocity.z, stride)));
    EXPECT_TRUE(is(way::in(all, &placed::position, &vec3::y), way_at(&all[0].position.y, stride)));
    EXPECT_TRUE(is(way::in(view<unit>{all.data(), 3}, &unit::speed), way_at(&all[0].speed, stride)));
    EXPECT_TRUE(is(way::in(tight), way_at(&tight[0], 4)));
    EXPECT_TRUE(is(way::in(plain), way_at(plain, 4)));
    EXPECT_TRUE(is(way::in(all, &unit::exact), way_at(&all[0].exact, stride)));
    EXPECT_TRUE(is(way::out(all, &unit::exact), way_to(&all[0].exact, stride)));
    EXPECT_TRUE(is(way::same(all[0], &unit::exact), way_at(&all[0].exact, 0)));
    const uint32_t order[] = {2, 0, 1};
    EXPECT_TRUE(is(way::by_rows(way::in(all, &unit::speed), order), way_rows(&all[0].speed, stride, order)));
    EXPECT_TRUE(
        is(way::by_rows(way::out(all, &unit::speed), order), way_to_rows(&all[0].speed, stride, order)));
    EXPECT_TRUE(is(way::out(all, &unit::velocity, &vec3::x), way_to(&all[0].velocity.x, stride)));
    EXPECT_TRUE(is(way::out(all.data(), &unit::status), way_to(&all[0].status, stride)));
    EXPECT_TRUE(is(way::out(view<float>{plain, 3}), way_to(plain, 4)));
    EXPECT_TRUE(is(way::out(tight), way_to(tight.data(), 4)));
    EXPECT_TRUE(is(way::same(plain[1]), way_same(&plain[1])));
    EXPECT_TRUE(is(way::same(all[1], &unit::velocity, &vec3::y), way_same(&all[1].velocity.y)));
}

/* One line takes all coordinates of a vector, whatever the vector is made of. */
TEST(hpp, vectors_give_one_column_for_each_coordinate) {
    struct mixed {
        int id;
        vec3 at;
        double wide[3];
        std::array<float, 3> other;
        float rest;
    };
    std::vector<mixed> units(3);
    std::vector<vec3> plain(2);
    const auto expect = [](const auto &column, const void *data, size_t stride, int32_t type) {
        EXPECT_EQ(column.data, data);
        EXPECT_EQ(column.gap, static_cast<ptrdiff_t>(stride - (type == WAY_DOUBLE ? 8 : 4)));
        EXPECT_EQ(column.type, type);
    };
    way_intercept3d_in in = {};
    way_intercept3d_out out = {};
    std::tie(in.chaser_x, in.chaser_y, in.chaser_z) = way::xyz(units, &mixed::at);
    std::tie(in.runner_x, in.runner_y, in.runner_z) = way::xyz(units, &mixed::wide);
    std::tie(in.runner_vx, in.runner_vy, in.runner_vz) = way::xyz(units, &mixed::other);
    std::tie(out.point_x, out.point_y, out.point_z) = way::to_xyz(plain);
    std::tie(out.velocity_x, out.velocity_y) = way::to_xy(units, &mixed::at);
    expect(in.chaser_x, &units[0].at.x, sizeof(mixed), WAY_SINGLE);
    expect(in.chaser_y, &units[0].at.y, sizeof(mixed), WAY_SINGLE);
    expect(in.chaser_z, &units[0].at.z, sizeof(mixed), WAY_SINGLE);
    expect(in.runner_x, &units[0].wide[0], sizeof(mixed), WAY_DOUBLE);
    expect(in.runner_z, &units[0].wide[2], sizeof(mixed), WAY_DOUBLE);
    expect(in.runner_vy, &units[0].other[1], sizeof(mixed), WAY_SINGLE);
    expect(out.point_y, &plain[0].y, sizeof(vec3), WAY_SINGLE);
    expect(out.point_z, &plain[0].z, sizeof(vec3), WAY_SINGLE);
    expect(out.velocity_y, &units[0].at.y, sizeof(mixed), WAY_SINGLE);
    const std::vector<vec3> none;
    const auto [x, y] = way::xy(none);
    EXPECT_NE(x.data, nullptr) << "an input without elements is not missing";
    EXPECT_NE(y.data, nullptr);
    std::vector<vec3> no_room;
    EXPECT_EQ(std::get<2>(way::to_xyz(no_room)).data, nullptr);
}

TEST(hpp, null_is_a_missing_column_and_an_empty_container_is_not) {
    const float *no_floats = nullptr;
    const unit *no_units = nullptr;
    unit *nowhere = nullptr;
    EXPECT_EQ(nullptr, way::in(no_floats).data);
    EXPECT_EQ(nullptr, way::in(no_units, &unit::velocity, &vec3::x).data);
    EXPECT_EQ(nullptr, way::out(nowhere, &unit::velocity, &vec3::x).data);
    units empty;
    EXPECT_NE(nullptr, way::in(empty, &unit::speed).data);
    EXPECT_EQ(nullptr, way::out(empty, &unit::speed).data);

    /* a call with three guns and an empty container of targets */
    const std::vector<vec3> guns(3, vec3{1, 2, 3});
    const std::vector<uint32_t> targets(3, UINT32_MAX), forgotten = {0, 1, UINT32_MAX};
    const float speed = 9;
    std::vector<way::status> status(3, way::status::met);
    way_intercept2d_in in = {};
    in.chaser_x = way::in(guns, &vec3::x), in.chaser_y = way::in(guns, &vec3::y);
    in.chaser_speed = way::same(speed);
    in.runner_x = way::in(empty, &placed::position, &vec3::x);
    in.runner_y = way::in(empty, &placed::position, &vec3::y);
    in.runner_vx = way::in(empty, &unit::velocity, &vec3::x);
    in.runner_vy = way::in(empty, &unit::velocity, &vec3::y);
    way_intercept2d_out out = {};
    out.status = way::out(status);
    EXPECT_EQ(way::result::ok,
              way::run(in, out, way::batch(guns.size()).targets(way::in(targets), empty.size())));
    EXPECT_EQ(std::vector<way::status>(3, way::status::no_target), status);
    EXPECT_EQ(way::result::count, way::run(in, out, way::batch(guns.size()).targets(way::in(forgotten), 0)));
    in.runner_x = way::in(no_units, &placed::position, &vec3::x);
    EXPECT_EQ(way::result::missing,
              way::run(in, out, way::batch(guns.size()).targets(way::in(targets), empty.size())));

    /* a call without agents */
    way_seek2d_in seek = {};
    seek.chaser_x = seek.chaser_y = seek.chaser_speed = seek.runner_x = seek.runner_y =
        way::in(empty, &unit::speed);
    way_seek2d_out to = {};
    to.velocity_x = way::out(empty, &unit::speed);
    EXPECT_EQ(way::result::ok, way::run(seek, to, way::batch(empty.size())));
    const std::vector<uint32_t> nobody;
    EXPECT_EQ(way::result::ok, way::run(seek, to, way::batch(7).agents(nobody)));
}

TEST(hpp, batches_hold_what_was_set) {
    const std::vector<uint32_t> list = {2, 0};
    const std::array<way_wall, 2> walls = {};
    const uint32_t prey = 1;
    uint64_t memory = 0;
    const way_wall_tree *tree = (const way_wall_tree *)&memory;
    const way::batch plain(7);
    EXPECT_EQ(0u, plain.first);
    EXPECT_EQ(7u, plain.count);
    EXPECT_EQ(nullptr, plain.index);
    EXPECT_EQ(nullptr, plain.way_batch::targets.row.data);
    EXPECT_EQ(WAY_EXACT, plain.precision);
    const way_batch full = way::batch(7)
                               .agents(list)
                               .targets(way::same(prey), 9)
                               .fast()
                               .among(walls)
                               .walls_from(3, 4)
                               .in_tree(tree);
    EXPECT_EQ(0u, full.first);
    EXPECT_EQ(2u, full.count);
    EXPECT_EQ(list.data(), full.index);
    EXPECT_EQ(&prey, full.targets.row.data);
    EXPECT_EQ(9u, full.targets.runner_count);
    EXPECT_EQ(WAY_FAST, full.precision);
    EXPECT_EQ(walls.data(), full.walls);
    EXPECT_EQ(2u, full.wall_count);
    EXPECT_EQ(tree, full.wall_tree);
    EXPECT_EQ(3.0, full.wall_origin_x);
    EXPECT_EQ(4.0, full.wall_origin_y);
    const way::batch part = way::batch(7).range(3, 4);
    EXPECT_EQ(3u, part.first);
    EXPECT_EQ(4u, part.count);
    const way_choice seen = way::choice(7, 8).among(walls).walls_from(3, 4).in_tree(tree).seen_at(5);
    EXPECT_EQ(walls.data(), seen.walls);
    EXPECT_EQ(2u, seen.wall_count);
    EXPECT_EQ(tree, seen.wall_tree);
    EXPECT_EQ(3.0, seen.wall_origin_x);
    EXPECT_EQ(4.0, seen.wall_origin_y);
    EXPECT_EQ(5, seen.sight_points);
}

/* Behaviours --------------------------------------------------------------------------------------------- */

/* Every behaviour of the registry gives the same answers through its structs as through the C call. */
TEST(hpp, every_behaviour_runs_with_the_same_bits) {
    size_t number = 0;
#define BEGIN(name, family, summary, source)                                                                 \
    {                                                                                                        \
        valid_call c(behaviour_at(number)), cpp(behaviour_at(number));                                       \
        way_##name##_in in = {};                                                                             \
        way_##name##_out out = {};                                                                           \
        std::memcpy(static_cast<void *>(&in), cpp.in.data(), sizeof in);                                     \
        std::memcpy(static_cast<void *>(&out), cpp.out.data(), sizeof out);                                  \
        EXPECT_EQ(WAY_OK, c.run());                                                                          \
        EXPECT_EQ(way::result::ok, way::run(in, out, cpp.batch)) << #name;                                   \
        EXPECT_EQ(c.outputs, cpp.outputs) << #name;                                                          \
        EXPECT_EQ(way::result::precision, way::run(in, out,                                                  \
                                                   [&] {                                                     \
                                                       way_batch bad = cpp.batch;                            \
                                                       bad.precision = 77;                                   \
                                                       return bad;                                           \
                                                   }()))                                                     \
            << #name;                                                                                        \
        number++;                                                                                            \
    }
#include "registry/behaviours.def"
    EXPECT_EQ(number, behaviours().size());
}

float between(uint64_t *random, int low, int high) {
    return (float)low + (float)draw_below(random, (uint32_t)(high - low) * 64) / 64;
}

/* Nested structs, an index list and targets give the same bits as in C. */
TEST(hpp, units_meet_as_they_do_in_c) {
    uint64_t random = support::seed();
    const size_t count = 300;
    units cpp(count);
    for (unit &one : cpp) {
        one = {};
        one.position = {between(&random, -99, 99), between(&random, -99, 99), 0};
        one.velocity = {between(&random, -9, 9), between(&random, -9, 9), 0};
        one.speed = between(&random, 1, 20);
        one.prey = draw_below(&random, (uint32_t)count + 5);
    }
    units c = cpp;
    std::vector<vec3> cpp_go(count), c_go(count);
    std::vector<uint32_t> list;
    for (uint32_t i = 0; i < count; i += 1 + i % 3)
        list.push_back(i);

    way_intercept2d_in in = {};
    in.chaser_x = way_at(&c[0].position.x, sizeof(unit)),
    in.chaser_y = way_at(&c[0].position.y, sizeof(unit));
    in.chaser_speed = way_at(&c[0].speed, sizeof(unit));
    in.runner_x = in.chaser_x, in.runner_y = in.chaser_y;
    in.runner_vx = way_at(&c[0].velocity.x, sizeof(unit)),
    in.runner_vy = way_at(&c[0].velocity.y, sizeof(unit));
    way_intercept2d_out out = {};
    out.velocity_x = way_to(&c_go[0].x, sizeof(vec3)), out.velocity_y = way_to(&c_go[0].y, sizeof(vec3));
    out.time = way_to(&c_go[0].z, sizeof(vec3)), out.status = way_to(&c[0].status, sizeof(unit));
    way_batch batch = {};
    batch.count = list.size(), batch.index = list.data();
    batch.targets.row = way_at(&c[0].prey, sizeof(unit)), batch.targets.runner_count = count;
    ASSERT_EQ(WAY_OK, way_intercept2d(&in, &out, &batch));

    way_intercept2d_in in2 = {};
    in2.chaser_x = way::in(cpp, &unit::position, &vec3::x),
    in2.chaser_y = way::in(cpp, &unit::position, &vec3::y);
    in2.chaser_speed = way::in(cpp, &unit::speed);
    in2.runner_x = in2.chaser_x, in2.runner_y = in2.chaser_y;
    in2.runner_vx = way::in(cpp, &unit::velocity, &vec3::x),
    in2.runner_vy = way::in(cpp, &unit::velocity, &vec3::y);
    way_intercept2d_out out2 = {};
    out2.velocity_x = way::out(cpp_go, &vec3::x), out2.velocity_y = way::out(cpp_go, &vec3::y);
    out2.time = way::out(cpp_go, &vec3::z), out2.status = way::out(cpp, &unit::status);
    ASSERT_EQ(
        way::result::ok,
        way::run(in2, out2, way::batch(count).agents(list).targets(way::in(cpp, &unit::prey), cpp.size())));
    EXPECT_EQ(0, std::memcmp(c_go.data(), cpp_go.data(), count * sizeof(vec3)));
    size_t met = 0;
    for (size_t i = 0; i < count; i++) {
        EXPECT_EQ(c[i].status, cpp[i].status);
        met += cpp_go[i].z > 0 && cpp_go[i].z < INFINITY;
    }
    EXPECT_GT(met, count / 4);
}

TEST(hpp, the_header_stands_alone) { EXPECT_TRUE(way_header_alone_hpp()); }

/* Choosing ----------------------------------------------------------------------------------------------- */

struct ship {
    float x, y, vx, vy;
    uint32_t target;
};

template <class Out> void choose_among(const std::vector<ship> &ships, way_choose2d_in *in, Out *out) {
    in->chaser_x = in->runner_x = way::in(ships, &ship::x);
    in->chaser_y = in->runner_y = way::in(ships, &ship::y);
    in->runner_vx = way::in(ships, &ship::vx), in->runner_vy = way::in(ships, &ship::vy);
    (void)out;
}

TEST(hpp, crowds_and_scratch_own_their_memory) {
    std::vector<ship> ships;
    for (int i = 0; i < 400; i++)
        ships.push_back({(float)(i * 7 % 60), (float)(i * 11 % 17), 1, 0, 0});
    way_choose2d_in in = {};
    way_choose2d_out out = {}, expected_out = {};
    choose_among(ships, &in, &out);
    std::vector<uint32_t> got(400), expected(400);
    out.target = way::out(got), expected_out.target = way::out(expected);
    static_assert(!std::is_copy_constructible_v<way::owned_crowd2d> &&
                  !std::is_copy_assignable_v<way::owned_crowd2d> &&
                  !std::is_copy_constructible_v<way::scratch>);
    static_assert(std::is_nothrow_move_constructible_v<way::owned_crowd3d> &&
                  std::is_nothrow_move_assignable_v<way::scratch>);

    way::owned_crowd2d crowd;
    EXPECT_EQ(nullptr, (const way_crowd2d *)crowd);
    const void *before = nullptr;
    for (const size_t n : {50, 400, 60}) {
        ASSERT_EQ(way::result::ok, crowd.build(in, n));
        EXPECT_TRUE(n != 60 || (const void *)(const way_crowd2d *)crowd == before) << "the memory is kept";
        before = (const way_crowd2d *)crowd;
        ASSERT_EQ(way::result::ok, way::run(in, out, way::choice(n, n).in_crowd(crowd)));
        ASSERT_EQ(way::result::ok, way::run(in, expected_out, way::choice(n, n)));
        EXPECT_EQ(expected, got);
    }
    way::owned_crowd2d moved(std::move(crowd));
    EXPECT_EQ(before, (const way_crowd2d *)moved);
    EXPECT_EQ(nullptr, (const way_crowd2d *)crowd); // NOLINT: a moved crowd holds none
    crowd = std::move(moved);
    EXPECT_EQ(before, (const way_crowd2d *)crowd);
    ASSERT_EQ(way::result::ok, way::run(in, out, way::choice(60, 60).in_crowd(crowd)));
    way_choose2d_in wrong = in;
    wrong.runner_y = {};
    EXPECT_EQ(way::result::missing, crowd.build(wrong, 60));
    EXPECT_EQ(nullptr, (const way_crowd2d *)crowd) << "a refused call leaves no crowd";

    way::scratch memory;
    EXPECT_EQ(0u, memory.size());
    ASSERT_EQ(way::result::ok, memory.reserve(17));
    EXPECT_EQ(3u, memory.size());
    ASSERT_EQ(way::result::ok, memory.reserve(8));
    EXPECT_EQ(3u, memory.size()) << "it never shrinks";
    EXPECT_EQ(way::result::memory, memory.reserve(SIZE_MAX / 2 - 7));
    EXPECT_EQ(0u, memory.size());
    EXPECT_EQ(nullptr, memory.data());
    ASSERT_EQ(way::result::ok, memory.reserve(way_assign_bytes(2, 2, 4)));
    const float cost[] = {5, 1, 2, 9};
    way_assign_in costs = {};
    way_assign_out taken = {};
    costs.cost = way::in(cost), taken.target = way::out(got);
    way::assignment sharing(2, 2, memory);
    ASSERT_EQ(way::result::ok, way::run(costs, taken, sharing));
    EXPECT_EQ((std::vector<uint32_t>{1, 0}), (std::vector<uint32_t>{got[0], got[1]}));
    const way::scratch other(std::move(memory));
    EXPECT_GT(other.size(), 0u);
    EXPECT_EQ(0u, memory.size()); // NOLINT: moved memory has no room
}

/* Two tables of ships, one behind the other in memory, have the answers of one table. */
TEST(hpp, tables_are_parts) {
    std::vector<ship> ships;
    for (int i = 0; i < 90; i++)
        ships.push_back({(float)(i * 7 % 60), (float)(i * 11 % 17), 1, 0, 0});
    const std::vector<ship> tanks(ships.begin(), ships.begin() + 30), jeeps(ships.begin() + 30, ships.end());
    std::vector<uint32_t> expected(90), got(90);
    way_choose2d_in whole = {}, in[2] = {};
    way_choose2d_out out = {}, outs[2] = {};
    choose_among(ships, &whole, &out);
    choose_among(tanks, &in[0], &outs[0]);
    choose_among(jeeps, &in[1], &outs[1]);
    out.target = way::out(expected);
    outs[0].target = way_out(got.data()), outs[1].target = way_out(got.data() + 30);
    ASSERT_EQ(way::result::ok, way::run(whole, out, way::choice(90, 90)));
    const way_search_part parts[] = {way::part(in[0], outs[0], 30), way::part(in[1], outs[1], 60)};
    const std::vector<way_search_part> tables(parts, parts + 2), none;
    const char *fault = nullptr;
    size_t part = 0;
    way::choice choice(90, 0);
    choice.choosers_in(tables).candidates_in(tables).naming(fault, part);
    ASSERT_EQ(way::result::ok, way::run(way_choose2d_in{}, way_choose2d_out{}, choice));
    EXPECT_EQ(expected, got);
    way::owned_crowd2d crowd;
    ASSERT_EQ(way::result::ok, crowd.build(way::choice(0, 0).candidates_in(tables)));
    std::fill(got.begin(), got.end(), 99u);
    ASSERT_EQ(way::result::ok, way::run(way_choose2d_in{}, way_choose2d_out{}, choice.in_crowd(crowd)));
    EXPECT_EQ(expected, got);
    in[1].chaser_y = {};
    EXPECT_EQ(way::result::missing, way::run(way_choose2d_in{}, way_choose2d_out{}, choice));
    EXPECT_STREQ("chaser_y", fault);
    EXPECT_EQ(1u, part);
    /* no tables: no candidates */
    choice = way::choice(90, 90);
    ASSERT_EQ(way::result::ok, way::run(whole, out, choice.candidates_in(none)));
    EXPECT_EQ(std::vector<uint32_t>(90, WAY_NO_ROW), expected);
}

TEST(hpp, choices_lists_avoidance_and_assignments_match_c) {
    std::vector<ship> ships;
    for (int i = 0; i < 59; i++)
        ships.push_back({(float)(i * 7 % 60), (float)(i * 11 % 17), 1, (float)(i % 3 - 1), 0});
    const size_t n = ships.size();
    const float speed = 3, radius = 0.25f;
    way_choose2d_in in = {};
    way_choose2d_out out = {}, expected_out = {};
    choose_among(ships, &in, &out);
    in.chaser_speed = way::same(speed);

    std::vector<uint32_t> got(n), expected(n);
    std::vector<uint64_t> memory((way_crowd2d_bytes(n) + 7) / 8);
    const way::crowd2d crowd(memory);
    ASSERT_EQ(way::result::ok, way::make_crowd(in, n, crowd));
    out.target = way::out(got), expected_out.target = way::out(expected);
    ASSERT_EQ(way::result::ok, way::run(in, out, way::choice(n, n).by(way::cost::time).in_crowd(crowd)));
    way_choice choice = {};
    choice.count = choice.runner_count = n, choice.cost = WAY_BY_TIME;
    ASSERT_EQ(WAY_OK, way_choose2d(&in, &expected_out, &choice));
    EXPECT_EQ(expected, got);

    const std::vector<uint32_t> two = {7, 3};
    std::vector<uint32_t> some(n, 99);
    out.target = way::out(some);
    ASSERT_EQ(way::result::ok, way::run(in, out, way::choice(n, n).by(way::cost::time).agents(two)));
    for (size_t i = 0; i < n; i++)
        EXPECT_EQ(i == 3 || i == 7 ? expected[i] : 99u, some[i]) << i;
    out.target = way::out(got);

    std::vector<way_neighbour> room(way_neighbours_capacity(n, n, 4));
    std::vector<size_t> offsets(n + 1);
    way::neighbours near(room, offsets);
    near.nearest(4);
    ASSERT_EQ(way::result::ok, way::run(in, way::choice(n, n), near));
    ASSERT_EQ(n, near.answered);
    for (size_t i = 0; i < n; i++) {
        ASSERT_EQ(4u, near.of(i).size());
        for (const way_neighbour &one : near.of(i))
            EXPECT_NE(i, one.row);
    }

    std::vector<uint64_t> scratch((way_assign_bytes(n, n, offsets[n]) + 7) / 8);
    way_assign_in costs = {};
    way_assign_out taken = {};
    costs.row = way::in(room, &way_neighbour::row), costs.cost = way::in(room, &way_neighbour::distance);
    taken.target = way::out(got);
    way::assignment sharing(n, n, scratch);
    ASSERT_EQ(way::result::ok, way::run(costs, taken, sharing.of_lists(near).with(way::aim::least_largest)));
    EXPECT_GT(sharing.served, n / 2);

    way_avoid2d_in avoid = {};
    way_avoid2d_out go = {};
    std::vector<float> vx(n), vy(n), same_vx(n), same_vy(n);
    avoid.chaser_x = avoid.runner_x = in.chaser_x, avoid.chaser_y = avoid.runner_y = in.chaser_y;
    avoid.chaser_vx = avoid.preferred_vx = avoid.runner_vx = in.runner_vx;
    avoid.chaser_vy = avoid.preferred_vy = avoid.runner_vy = in.runner_vy;
    avoid.chaser_speed = way::same(speed), avoid.radius = avoid.runner_radius = way::same(radius);
    go.velocity_x = way::out(vx), go.velocity_y = way::out(vy);
    ASSERT_EQ(way::result::ok, way::run(avoid, go, way::avoidance(n, n).nearest(4).in_crowd(crowd)));
    go.velocity_x = way::out(same_vx), go.velocity_y = way::out(same_vy);
    ASSERT_EQ(way::result::ok, way::run(avoid, go, way::avoidance(n, n).of_lists(near)));
    EXPECT_EQ(same_vx, vx);
    EXPECT_EQ(same_vy, vy);

    const float zero = 0, one = 1, middle[] = {50, 20}, spacing = 10;
    const int32_t word = WAY_LSL;
    float at[9];
    std::vector<size_t> starts(3);
    way_waypoints2d_in paths = {};
    way_waypoints2d_out to = {};
    paths.x = paths.y = paths.heading_y = paths.target_y = paths.target_heading_y = way::same(zero);
    paths.arc1 = paths.arc2 = way::same(zero), paths.heading_x = paths.target_heading_x = way::same(one);
    paths.radius = way::same(one), paths.word = way::same(word), paths.spacing = way::same(spacing);
    paths.target_x = paths.middle = way_in(middle), to.next_x = way_out(at);
    way::waypoints lists(2, 9, starts);
    ASSERT_EQ(way::result::ok, way::run(paths, to, lists));
    EXPECT_EQ(2u, lists.answered);
    EXPECT_EQ((std::vector<size_t>{0, 6, 9}), starts);
    EXPECT_EQ(10, at[7]);

    float x[] = {0, 3}, v[] = {2, 0};
    std::vector<std::uint64_t> of_bodies(way_bounce_all2d_bytes(2) / 8 + 1);
    way_bounce_all2d_in balls = {};
    way_bounce_all2d_out next = {};
    way_bodies bodies = {};
    balls.ball_x = way::in(x), balls.ball_vx = way::in(v), balls.ball_y = balls.ball_vy = way::same(zero);
    balls.radius = balls.dt = way::same(one), next.next_x = way::out(x);
    bodies.count = 2, bodies.memory = of_bodies.data(), bodies.bytes = 8 * of_bodies.size();
    ASSERT_EQ(way::result::ok, way::run(balls, next, bodies));
    EXPECT_EQ(1, x[0]);
    EXPECT_EQ(4, x[1]);

    const way_wall wall = {7, -1, 7, 1, 0};
    way_cast2d_in rays = {};
    way_cast2d_out seen = {};
    way_cast cast = {};
    std::int32_t kind[] = {9};
    rays.x = rays.y = rays.direction_y = way::same(zero), rays.direction_x = way::same(one);
    seen.kind = way::out(kind), cast.count = 1, cast.walls = &wall, cast.wall_count = 1;
    ASSERT_EQ(way::result::ok, way::run(rays, seen, cast));
    EXPECT_EQ(way::hit::wall, way::hit(kind[0]));

    const way_triangle triangle = {7, -1, -1, 7, 1, -1, 7, 0, 1, 0, 0};
    way_cast3d_in rays3d = {};
    way_cast3d_out seen3d = {};
    way_cast_triangles cast3d = {};
    rays3d.x = rays3d.y = rays3d.z = rays3d.direction_y = rays3d.direction_z = way::same(zero);
    rays3d.direction_x = way::same(one), seen3d.kind = way::out(kind);
    cast3d.count = 1, cast3d.triangles = &triangle, cast3d.triangle_count = 1;
    ASSERT_EQ(way::result::ok, way::run(rays3d, seen3d, cast3d));
    EXPECT_EQ(way::hit::triangle, way::hit(kind[0]));
    way_sweep3d_in balls3d = {};
    way_sweep3d_out met3d = {};
    std::uint32_t of_ball[] = {7};
    balls3d.ball_x = balls3d.ball_y = balls3d.ball_z = balls3d.ball_vy = balls3d.ball_vz = way::same(zero);
    balls3d.ball_vx = way::same(one), met3d.triangle = way::out(of_ball);
    ASSERT_EQ(way::result::ok, way::run(balls3d, met3d, cast3d));
    EXPECT_EQ(0u, of_ball[0]);

    const support::open_field<4, 1, 1> open;
    way_follow2d_in followers = {};
    way_follow2d_out ways = {};
    way_following how = {};
    followers.chaser_x = way::in(x), followers.chaser_y = followers.chaser_speed = way::same(one);
    ways.velocity_x = way::out(v), how.count = 2, how.field = &open.field, how.cell = 1, how.origin_y = 0.5;
    ASSERT_EQ(way::result::ok, way::run(followers, ways, how));
    EXPECT_EQ(-1, v[0]);

    std::uint32_t second[] = {7};
    std::vector<std::uint64_t> of_ships(way_conflicts3d_bytes(2) / 8 + 1);
    way_conflicts pairs = {};
    pairs.count = pairs.agent_count = 2, pairs.capacity = 1, pairs.offset = starts.data();
    pairs.memory = of_ships.data(), pairs.bytes = 8 * of_ships.size();
    way_conflicts2d_in boats = {};
    way_conflicts2d_out met = {};
    boats.x = way::in(x), boats.y = boats.vx = boats.vy = way::same(zero);
    const float wide = 5;
    boats.radius = way::same(wide), boats.horizon = way::same(one), met.second = way::out(second);
    ASSERT_EQ(way::result::ok, way::run(boats, met, pairs));
    EXPECT_EQ(1u, second[0]);
    way_conflicts3d_in planes = {};
    planes.x = boats.x, planes.y = planes.z = planes.vx = planes.vy = planes.vz = boats.y;
    planes.radius = boats.radius, planes.height = planes.horizon = boats.horizon;
    ASSERT_EQ(way::result::ok, way::run(planes, met, pairs));
    EXPECT_EQ((std::vector<size_t>{0, 1, 1}), starts);

    const char *fault = nullptr;
    avoid.chaser_speed = way_column();
    EXPECT_EQ(way::result::missing, way::run(avoid, go, way::avoidance(n, n).naming(fault)));
    EXPECT_STREQ("chaser_speed", fault);
    EXPECT_EQ(way::result::cost, way::run(in, out, way::choice(n, n).by(way::cost(9)).naming(fault)));
    EXPECT_STREQ("cost", fault);
    way_seek2d_in seek = {};
    EXPECT_EQ(way::result::missing, way::run(seek, way_seek2d_out(), way::batch(1).naming(fault)));
    EXPECT_STREQ("chaser_x", fault);
}

/* What the compiler says --------------------------------------------------------------------------------- */

/* The numbers of lines and of errors that the compiler prints for a function with this body. */
struct messages {
    size_t lines = 0, errors = 0;
};
messages compiled(const std::string &body) {
    const std::string source = testing::TempDir() + "waylay_hpp_" + std::to_string(getpid()) + ".cpp";
    std::ofstream(source) << "#include \"waylay/waylay.hpp\"\n#include <vector>\n"
                             "struct unit { float x; bool red; float go() const { return x; } };\n"
                             "way::result f(std::vector<unit> &u, std::vector<long long> &longs,\n"
                             "    const std::vector<float> &constant, way_seek2d_in in, way_seek2d_out out,\n"
                             "    way_flee2d_out other) {\n" +
                                 body + "\nreturn way::run(in, out, way::batch(3)); }\n";
    const std::string command = "LC_ALL=C " WAYLAY_CXX " -std=c++17 -fsyntax-only -I" WAYLAY_INCLUDE
                                " -Wno-unused-parameter " +
                                source + " 2>&1";
    messages all;
    FILE *said = popen(command.c_str(), "r");
    for (char line[4096]; said != nullptr && std::fgets(line, sizeof line, said) != nullptr;) {
        all.lines++;
        all.errors += std::strstr(line, "error:") != nullptr;
    }
    if (said != nullptr)
        pclose(said);
    std::remove(source.c_str());
    return all;
}

TEST(hpp, a_wrong_type_gives_one_short_error) {
    EXPECT_EQ(
        0u, compiled("in.chaser_x = way::in(u, &unit::x); (void)longs; (void)constant; (void)other;").lines);
    for (const char *mistake :
         {"in.chaser_x = way::in(longs);", "in.chaser_x = way::in(u);",
          "in.chaser_x = way::in(u, &unit::red);", "in.chaser_x = way::in(u, &unit::go);",
          "in.chaser_x = way::same(3.0f);", "in.chaser_x = way_in(longs.data());",
          "out.velocity_x = way::out(constant);", "return way::run(in, other, way::batch(3));",
          "return way::run(in, out, 3);", "return way::run(in, out, way::choice(3, 3));",
          /* an element of four bytes that is not a number */
          "struct four { float x; }; std::vector<four> fours; in.chaser_x = way::in(fours);",
          /* a crowd, a tree of walls and bare memory cannot replace each other */
          "way_choice c; const way_crowd3d *space = nullptr; c.crowd2d = space;",
          "way_choice c; const way_wall_tree *tree = nullptr; c.crowd2d = tree;",
          "way_avoidance a; const way_crowd2d *crowd = nullptr; a.wall_tree = crowd;",
          "static uint64_t memory[99]; way::batch(3).in_tree(memory);",
          "way_wall_tree *tree = nullptr; way_make_crowd2d(nullptr, 0, tree, 0);"}) {
        const messages said = compiled(mistake);
        EXPECT_EQ(1u, said.errors) << mistake;
        EXPECT_LE(said.lines, 24u) << mistake;
    }
}

} // namespace
