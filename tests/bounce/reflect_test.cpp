/* Tests quarter turns, projections and reflections with cases solved by hand, edge cases, and a million
   random cases. */
#include "agents.h"

#include <cfloat>
#include <cmath>
#include <cstring>

#include "in_chunks.h"
#include "valid_call.h"

namespace {

using agents::drawn_agents;
using agents::one_agent;

one_agent perpendicular(float x, float y, int32_t clockwise = 0) {
    one_agent q("perpendicular2d", {{"vector_x", x}, {"vector_y", y}});
    q["clockwise"] = support::float_of((uint32_t)clockwise);
    return q;
}

one_agent project2d(float vx, float vy, float ax, float ay) {
    return {"project2d", {{"vector_x", vx}, {"vector_y", vy}, {"axis_x", ax}, {"axis_y", ay}}};
}

one_agent reflect2d(float vx, float vy, float nx, float ny) {
    return {"reflect2d", {{"velocity_x", vx}, {"velocity_y", vy}, {"normal_x", nx}, {"normal_y", ny}}};
}

one_agent reflect3d(float vx, float vy, float vz, float nx, float ny, float nz) {
    return {"reflect3d",
            {{"velocity_x", vx},
             {"velocity_y", vy},
             {"velocity_z", vz},
             {"normal_x", nx},
             {"normal_y", ny},
             {"normal_z", nz}}};
}

one_agent reflect_wall(float vx, float vy, float ax, float ay, float bx, float by) {
    return {"reflect_wall2d",
            {{"velocity_x", vx},
             {"velocity_y", vy},
             {"wall_ax", ax},
             {"wall_ay", ay},
             {"wall_bx", bx},
             {"wall_by", by}}};
}

TEST(perpendicular2d, both_turns) {
    perpendicular(2, 3).expect({-3, 2}, WAY_MET);
    perpendicular(2, 3, 1).expect({3, -2}, WAY_MET);
    perpendicular(2, 3, -1).expect({3, -2}, WAY_MET);
    perpendicular(2, 3, INT32_MIN).expect({3, -2}, WAY_MET);
}

TEST(perpendicular2d, no_minus_zero) {
    for (int32_t clockwise : {0, 1})
        for (float x : {0.0f, -0.0f, 5.0f})
            for (float y : {0.0f, -0.0f, 5.0f})
                for (float cell : perpendicular(x, y, clockwise).answer())
                    EXPECT_FALSE(cell == 0 && std::signbit(cell)) << x << " " << y << " " << clockwise;
}

TEST(perpendicular2d, smallest_and_largest_floats) {
    perpendicular(FLT_MAX, FLT_TRUE_MIN).expect({-FLT_TRUE_MIN, FLT_MAX}, WAY_MET);
    perpendicular(-FLT_MAX, FLT_MAX).expect({-FLT_MAX, -FLT_MAX}, WAY_MET);
}

TEST(perpendicular2d, invalid_inputs_say_so) {
    for (float bad : {NAN, INFINITY, -INFINITY}) {
        perpendicular(bad, 1).expect({0, 0}, WAY_INVALID);
        perpendicular(1, bad, 1).expect({0, 0}, WAY_INVALID);
    }
}

TEST(project2d, signs_as_the_source_explains) {
    /* the angle between the vectors is acute, obtuse, right, acute, and obtuse after the vector is
       reversed */
    project2d(3, 4, 10, 0).expect({3, 3, 0}, WAY_MET);
    project2d(-3, 4, 10, 0).expect({-3, -3, 0}, WAY_MET);
    project2d(0, 4, 10, 0).expect({0, 0, 0}, WAY_MET);
    project2d(3, 4, 1, 1).expect({7 / std::sqrt(2.0f), 3.5f, 3.5f}, WAY_MET);
    project2d(-3, -4, 1, 1).expect({-7 / std::sqrt(2.0f), -3.5f, -3.5f}, WAY_MET);
    /* a reversed axis changes the sign of the length, but not the projected vector */
    project2d(3, 4, -1, -1).expect({-7 / std::sqrt(2.0f), 3.5f, 3.5f}, WAY_MET);
}

/* Tests all vectors and axes with components -1, -0, 0 and 1, for example (0, 1) along (-1, 0). */
TEST(project2d, no_minus_zero) {
    const float some[] = {-1, -0.0f, 0, 1};
    for (way_precision precision : {WAY_EXACT, WAY_FAST})
        for (int k = 0; k < 256; k++) {
            one_agent q = project2d(some[k % 4], some[k / 4 % 4], some[k / 16 % 4], some[k / 64]);
            std::vector<float> got = q.answer(precision);
            for (size_t column = 0; column < 3; column++)
                EXPECT_NE(0x80000000u, support::bits_of(got[column])) << q.story(got);
        }
}

TEST(project2d, an_axis_without_length) {
    project2d(3, 4, 0, 0).expect({0, 0, 0}, WAY_DEGENERATE);
    project2d(3, 4, 1e-20f, 0).expect({0, 0, 0}, WAY_DEGENERATE);
    project2d(0, 0, 3, 4).expect({0, 0, 0}, WAY_MET);
}

TEST(project2d, overflows_are_invalid) {
    project2d(1e30f, 0, 1e30f, 0).expect({0, 0, 0}, WAY_INVALID);
    project2d(1e38f, 0, 1e-18f, 0).expect({0, 0, 0}, WAY_INVALID);
    project2d(1, 0, 1e30f, 0).expect({0, 0, 0}, WAY_INVALID);
    project2d(0, 1, 1e30f, 0).expect({0, 0, 0}, WAY_INVALID);
}

TEST(project2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(project2d(3, 4, 2, 1), {0, 0, 0});
}

TEST(project3d, along_an_axis_of_any_length) {
    one_agent q("project3d", {{"vector_x", 1}, {"vector_y", 2}, {"vector_z", 3}});
    q["axis_x"] = 2, q["axis_y"] = 3, q["axis_z"] = 6;
    q.expect({26.0f / 7, 52.0f / 49, 78.0f / 49, 156.0f / 49}, WAY_MET);
    q["axis_x"] = q["axis_y"] = q["axis_z"] = 0;
    q.expect({0, 0, 0, 0}, WAY_DEGENERATE);
}

TEST(project3d, invalid_inputs_say_so) {
    one_agent q("project3d", {{"vector_x", 1}, {"vector_y", 2}, {"vector_z", 3}});
    q["axis_x"] = 2, q["axis_y"] = 3, q["axis_z"] = 6;
    agents::expect_invalid_inputs_say_so(q, {0, 0, 0, 0});
}

TEST(reflect_wall2d, the_worked_example) {
    reflect_wall(4, 2, 14, 4, 6, 12).expect({-2, -4}, WAY_MET);
    reflect_wall(4, 2, 6, 12, 14, 4).expect({-2, -4}, WAY_MET);
    reflect2d(4, 2, -8, -8).expect({-2, -4}, WAY_MET); /* the normal as the source computes it */
}

TEST(reflect2d, floor_and_wall_turn_one_component) {
    for (float length : {1.0f, -3.0f, 1e-10f, 1e15f}) {
        reflect2d(3, -4, 0, length).expect({3, 4}, WAY_MET);
        reflect2d(3, -4, length, 0).expect({-3, -4}, WAY_MET);
    }
}

TEST(reflect2d, head_on_grazing_and_standing) {
    reflect2d(3, -4, 3, -4).expect({-3, 4}, WAY_MET);
    reflect2d(3, -4, 4, 3).expect({3, -4}, WAY_MET); /* the velocity is along the wall */
    reflect_wall(8, 6, 0, 0, 4, 3).expect({8, 6}, WAY_MET);
    reflect2d(0, 0, 4, 3).expect({0, 0}, WAY_MET);
    for (float cell : reflect2d(-0.0f, -0.0f, 4, 3).answer())
        EXPECT_FALSE(std::signbit(cell)) << cell;
}

TEST(reflect2d, a_normal_without_length_changes_nothing) {
    one_agent q = reflect2d(3, -4, 0, -0.0f);
    q.expect({3, -4}, WAY_DEGENERATE);
    q["restitution"] = 0.5f, q["friction"] = 0.5f;
    q.expect({3, -4}, WAY_DEGENERATE);
    q["restitution"] = INFINITY;
    q.expect({0, 0}, WAY_INVALID);
    q = reflect2d(INFINITY, 0, 0, 0);
    q.expect({0, 0}, WAY_INVALID);
}

TEST(reflect_wall2d, ends_that_coincide_change_nothing) {
    reflect_wall(3, -4, 7, 8, 7, 8).expect({3, -4}, WAY_DEGENERATE);
    reflect_wall(3, -4, 0, 0, -0.0f, 0).expect({3, -4}, WAY_DEGENERATE);
}

/* A normal may have any length except 0, in both precisions, because the library uses doubles if floats are
   not accurate enough. */
TEST(reflect2d, the_shortest_and_the_longest_normals) {
    for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
        for (float length : {FLT_TRUE_MIN, 1e-19f, 1e19f, FLT_MAX}) {
            std::vector<float> got = reflect2d(3, -4, 0, length).answer(precision);
            EXPECT_EQ(3, got[0]);
            EXPECT_EQ(4, got[1]);
            EXPECT_EQ(WAY_MET, agents::status_of(got));
        }
        /* the dot product of velocity and normal overflows in floats for the first value, but not for the
           second */
        for (float velocity : {4e10f, 4e-20f}) {
            std::vector<float> loud = reflect2d(0, velocity, 0, 1e30f).answer(precision);
            EXPECT_EQ(-velocity, loud[1]);
            EXPECT_EQ(WAY_MET, agents::status_of(loud));
        }
    }
}

TEST(reflect2d, a_long_normal_changes_no_neighbour) {
    drawn_agents alone("reflect2d", 1000, 70);
    alone.solve();
    for (size_t stranger = 0; stranger < 64; stranger++) {
        drawn_agents s("reflect2d", 1000, 70);
        for (size_t i = stranger; i < s.count; i += 64)
            s.row(i)[2] = i % 3 ? 1e25f : 0.0f, s.row(i)[3] = 0;
        s.solve();
        for (size_t i = 0; i < s.count; i++) {
            if (i % 64 == stranger)
                continue;
            ASSERT_EQ(0, std::memcmp(alone.got(i), s.got(i), 3 * sizeof(float))) << s.story(i);
        }
    }
}

TEST(reflect2d, restitution_and_friction) {
    one_agent q = reflect2d(3, -4, 0, 2);
    q["restitution"] = 0.5f;
    q.expect({3, 2}, WAY_MET);
    q["friction"] = 0.25f;
    q.expect({2.25f, 2}, WAY_MET);
    q["restitution"] = 2; /* a bumper adds speed */
    q.expect({2.25f, 8}, WAY_MET);
    q["restitution"] = 0, q["friction"] = 0;
    q.expect({3, 0}, WAY_MET); /* the ball slides */
    q["friction"] = 1;
    q.expect({0, 0}, WAY_MET); /* the ball stops */
}

TEST(reflect2d, restitution_and_friction_out_of_range) {
    for (const char *name : {"reflect2d", "reflect3d", "reflect_wall2d"}) {
        one_agent q(name, {{"velocity_x", 3}});
        q.in[q.in.size() - 3] = 1; /* a component of the normal, or of the wall's end */
        std::vector<float> fine = q.answer();
        ASSERT_EQ(WAY_MET, agents::status_of(fine)) << q.story(fine);
        for (float bad : {-1.0f, -FLT_TRUE_MIN, INFINITY, NAN}) {
            one_agent r = q, f = q;
            r["restitution"] = bad;
            f["friction"] = bad;
            EXPECT_EQ(WAY_INVALID, agents::status_of(r.answer())) << name << " " << bad;
            EXPECT_EQ(WAY_INVALID, agents::status_of(f.answer())) << name << " " << bad;
        }
        q["friction"] = std::nextafter(1.0f, 2.0f);
        EXPECT_EQ(WAY_INVALID, agents::status_of(q.answer())) << name;
    }
}

TEST(reflect2d, invalid_inputs_say_so) {
    agents::expect_invalid_inputs_say_so(reflect2d(3, -4, 2, 1), {0, 0});
    agents::expect_invalid_inputs_say_so(reflect3d(3, -4, 5, 2, 1, -1), {0, 0, 0});
    agents::expect_invalid_inputs_say_so(reflect_wall(3, -4, 2, 1, 7, 8), {0, 0});
}

TEST(reflect2d, overflows_are_invalid) {
    one_agent q = reflect2d(1e38f, -1e38f, 0, 1);
    q["restitution"] = 1e30f;
    q.expect({0, 0}, WAY_INVALID);
}

TEST(reflect3d, off_walls_at_an_angle) {
    reflect3d(1, 2, 3, 0, 0, -5).expect({1, 2, -3}, WAY_MET);
    reflect3d(1, 0, 0, 1, 1, 0).expect({0, -1, 0}, WAY_MET);
    reflect3d(1, 2, 3, 1, 1, 1).expect({-3, -2, -1}, WAY_MET);
    one_agent q = reflect3d(1, 2, 3, 0, 0, 0);
    q.expect({1, 2, 3}, WAY_DEGENERATE);
    q = reflect3d(1, 2, 3, 0, 0, 1);
    q["restitution"] = 0, q["friction"] = 1;
    q.expect({0, 0, 0}, WAY_MET);
}

/* The properties, on walls at random --------------------------------------------------------------------- */

double length_of(const double *a, size_t dims) {
    double square = 0;
    for (size_t k = 0; k < dims; k++)
        square += a[k] * a[k];
    return std::sqrt(square);
}

/* Returns the unit normal of a row. */
std::vector<double> normal_of(const float *row, size_t dims, bool wall) {
    std::vector<double> n(dims);
    for (size_t k = 0; k < dims; k++)
        n[k] = (double)row[dims + k];
    if (wall)
        n = {(double)row[3] - (double)row[5], (double)row[4] - (double)row[2]};
    double length = length_of(n.data(), dims);
    for (double &c : n)
        c /= length;
    return n;
}

/* Returns the ulp of a float of magnitude x. The float must not be subnormal. */
double ulp_at(double x) { return std::ldexp(1.0, std::ilogb(x) - 23); }

/* A reflection keeps the angle and the speed, and a second reflection restores the velocity. The tolerance is
   16 ulp of the speed after one reflection, and 32 ulp after two. */
void expect_mirrors(const char *name, uint64_t salt) {
    const size_t part = 10000;
    std::atomic<size_t> seen{0};
    support::in_chunks(support::draws(1000000), part, [&](size_t at, size_t count) {
        drawn_agents s(name, count, support::seed_for(salt, at));
        size_t dims = s.behaviour->output_count - 1, columns = s.behaviour->input_count;
        bool wall = columns != 2 * dims + 2;
        for (size_t i = 0; i < count; i++)
            s.row(i)[columns - 2] = 1, s.row(i)[columns - 1] = 0;
        drawn_agents back = s;
        s.solve();
        for (size_t i = 0; i < count; i++)
            std::copy(s.got(i), s.got(i) + dims, back.row(i));
        back.solve();
        for (size_t i = 0; i < count; i++) {
            ASSERT_EQ(WAY_MET, s.status(i)) << s.story(i);
            std::vector<double> n = normal_of(s.row(i), dims, wall), in(dims), out(dims);
            double across_in = 0, across_out = 0;
            for (size_t k = 0; k < dims; k++) {
                in[k] = (double)s.row(i)[k], out[k] = (double)s.got(i)[k];
                across_in += in[k] * n[k], across_out += out[k] * n[k];
            }
            double speed = length_of(in.data(), dims), ulp = ulp_at(speed);
            ASSERT_LE(std::fabs(across_in + across_out), 16 * ulp) << s.story(i);
            for (size_t k = 0; k < dims; k++) {
                double along_in = in[k] - across_in * n[k], along_out = out[k] - across_out * n[k];
                ASSERT_LE(std::fabs(along_in - along_out), 16 * ulp) << s.story(i);
                ASSERT_LE(std::fabs((double)back.got(i)[k] - in[k]), 32 * ulp) << s.story(i);
            }
            ASSERT_LE(std::fabs(length_of(out.data(), dims) - speed), 16 * ulp) << s.story(i);
            seen++;
        }
    });
    EXPECT_EQ(support::draws(1000000), seen);
}

TEST(reflect2d, a_million_reflections_keep_the_speed) { expect_mirrors("reflect2d", 61); }
TEST(reflect3d, a_million_reflections_keep_the_speed) { expect_mirrors("reflect3d", 62); }
TEST(reflect_wall2d, a_million_reflections_keep_the_speed) { expect_mirrors("reflect_wall2d", 63); }

/* Restitution 0 removes the velocity across the wall. Friction 0 keeps the velocity along the wall, and
   friction 1 removes this velocity. */
TEST(reflect_wall2d, restitution_0_slides_and_friction_1_stops) {
    drawn_agents s("reflect_wall2d", 100000, 64);
    for (size_t i = 0; i < s.count; i++)
        s.row(i)[6] = 0, s.row(i)[7] = (float)(i % 2);
    s.solve();
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> n = normal_of(s.row(i), 2, true);
        double speed = std::hypot((double)s.row(i)[0], (double)s.row(i)[1]);
        double across = (double)s.got(i)[0] * n[0] + (double)s.got(i)[1] * n[1];
        double along = (double)s.row(i)[0] * n[1] - (double)s.row(i)[1] * n[0];
        double kept = (double)s.got(i)[0] * n[1] - (double)s.got(i)[1] * n[0];
        ASSERT_LE(std::fabs(across), 8 * ulp_at(speed)) << s.story(i);
        ASSERT_LE(std::fabs(kept - (i % 2 ? 0 : along)), 8 * ulp_at(speed)) << s.story(i);
        if (i % 2) {
            ASSERT_EQ(0, s.got(i)[0]) << s.story(i);
            ASSERT_EQ(0, s.got(i)[1]) << s.story(i);
        }
    }
}

/* A wall with swapped ends gives the same bits, even if a component is 0 or -0. So does a normal with the
   opposite sign. */
TEST(reflect_wall2d, order_of_the_ends_does_not_matter) {
    for (uint32_t hardness : {0u, 24u, 80u})
        for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
            drawn_agents walls("reflect_wall2d", 100000, 65), normals("reflect3d", 100000, 66);
            uint64_t random = support::seed_for(67, hardness);
            for (size_t i = 0; i < walls.count; i++) {
                draw_agent(&random, walls.behaviour, hardness, walls.row(i));
                draw_agent(&random, normals.behaviour, hardness, normals.row(i));
            }
            drawn_agents swapped = walls, turned = normals;
            for (size_t i = 0; i < walls.count; i++) {
                std::swap(swapped.row(i)[2], swapped.row(i)[4]);
                std::swap(swapped.row(i)[3], swapped.row(i)[5]);
                for (int k = 3; k < 6; k++)
                    turned.row(i)[k] = -turned.row(i)[k];
            }
            for (drawn_agents *s : {&walls, &swapped, &normals, &turned})
                s->solve(precision);
            for (size_t i = 0; i < walls.count; i++) {
                ASSERT_EQ(0, std::memcmp(walls.got(i), swapped.got(i), 3 * sizeof(float))) << walls.story(i);
                ASSERT_EQ(0, std::memcmp(normals.got(i), turned.got(i), 4 * sizeof(float)))
                    << normals.story(i);
            }
        }
}

/* If the units of the velocity and of the normal or wall change by powers of two, the digits of the answer do
   not change. */
TEST(reflect2d, powers_of_two_change_no_digits) {
    for (const char *name : {"reflect2d", "reflect3d", "reflect_wall2d"})
        for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
            drawn_agents s(name, 20000, 68);
            size_t dims = s.behaviour->output_count - 1, last = s.behaviour->input_count - 2;
            drawn_agents scaled = s;
            for (size_t i = 0; i < s.count; i++)
                for (size_t k = 0; k < last; k++)
                    scaled.row(i)[k] *= k < dims ? 0x1p20f : 0x1p-25f;
            s.solve(precision);
            scaled.solve(precision);
            for (size_t i = 0; i < s.count; i++)
                for (size_t k = 0; k < dims; k++)
                    ASSERT_EQ(s.got(i)[k] * 0x1p20f, scaled.got(i)[k]) << s.story(i);
        }
}

/* Compares with the reference in both precisions. The tolerance is `ulps` ulps of the first vector's
   length. */
void expect_agrees_with_the_textbook(const char *name, double ulps) {
    for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
        drawn_agents s(name, 50000, 69);
        s.solve(precision);
        size_t floats = s.behaviour->output_count - 1;
        for (size_t i = 0; i < s.count; i++) {
            std::vector<double> expected = s.reference(i);
            double size = std::hypot((double)s.row(i)[0], (double)s.row(i)[1]);
            if (std::strchr(name, '3') != nullptr)
                size = std::hypot(size, (double)s.row(i)[2]);
            ASSERT_EQ((int32_t)expected.back(), s.status(i)) << s.story(i);
            for (size_t k = 0; k < floats; k++)
                ASSERT_NEAR(expected[k], (double)s.got(i)[k], ulp_at(size) * ulps) << s.story(i);
        }
    }
}

/* Expects exactly the numbers of the reference, which gets the integer column as a double. */
TEST(perpendicular2d, agrees_with_the_textbook) {
    drawn_agents s("perpendicular2d", 50000, 69);
    s.solve();
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> given = {(double)s.row(i)[0], (double)s.row(i)[1],
                                     (double)(int32_t)support::bits_of(s.row(i)[2])};
        double expected[3];
        way_reference_named("perpendicular2d")(given.data(), expected);
        ASSERT_EQ((float)expected[0], s.got(i)[0]) << s.story(i);
        ASSERT_EQ((float)expected[1], s.got(i)[1]) << s.story(i);
        ASSERT_EQ((int32_t)expected[2], s.status(i)) << s.story(i);
    }
}

TEST(project2d, agrees_with_the_textbook) { expect_agrees_with_the_textbook("project2d", 7); }
TEST(project3d, agrees_with_the_textbook) { expect_agrees_with_the_textbook("project3d", 7); }
TEST(reflect2d, agrees_with_the_textbook) { expect_agrees_with_the_textbook("reflect2d", 16); }
TEST(reflect3d, agrees_with_the_textbook) { expect_agrees_with_the_textbook("reflect3d", 16); }
TEST(reflect_wall2d, agrees_with_the_textbook) { expect_agrees_with_the_textbook("reflect_wall2d", 16); }

/* Tests normals and walls of every length, because some lengths need doubles. Whether a lane uses doubles
   must not depend on whether an option is passed. */
TEST(reflect, a_restitution_of_1_and_a_friction_of_0_change_no_bit) {
    for (const char *name : {"reflect2d", "reflect3d", "reflect_wall2d"})
        for (int exponent = -75; exponent <= 75; exponent++) {
            valid_call call(way_behaviour_named(name), 64);
            uint64_t dice = support::seed_for(912, (uint64_t)exponent);
            for (size_t k = 0; k < call.inputs.size(); k++) {
                const way_column_info &info = call.behaviour->inputs[k];
                for (float &cell : call.inputs[k])
                    cell = !info.required
                               ? (float)info.fallback
                               : std::ldexp(draw_between(&dice, -1, 1),
                                            std::strncmp(info.name, "velocity", 8) == 0 ? 3 : exponent);
            }
            for (const std::string &isa : support::isa_names()) {
                support::use_isa under(isa);
                call.wipe();
                ASSERT_EQ(WAY_OK, call.run());
                const std::vector<std::vector<uint32_t>> given = call.outputs;
                valid_call none = call;
                for (size_t k = 0; k < none.in.size(); k++)
                    none.in[k].data = call.behaviour->inputs[k].required ? call.inputs[k].data() : nullptr;
                for (size_t o = 0; o < none.out.size(); o++)
                    none.out[o].data = none.outputs[o].data();
                ASSERT_EQ(WAY_OK, none.run());
                ASSERT_EQ(given, none.outputs) << name << " " << isa << ", normals of 2^" << exponent;
            }
        }
}

} // namespace
