/* Ranks and files: worked by hand, at the edges, and whole formations on the march. */
#include <gtest/gtest.h>

#include <cmath>

#include "ask.h"

namespace {

using ask::question;
using ask::scene;

/* One behind the other ----------------------------------------------------------------------------------- */

question line(float x, float y, float hx, float hy, float offset) {
    return {
        "line2d",
        {{"rank_x", x}, {"rank_y", y}, {"rank_heading_x", hx}, {"rank_heading_y", hy}, {"offset", offset}}};
}

question file(float x, float y, float ahead_x, float ahead_y, float spacing = 2, float hx = 0, float hy = 0) {
    question q = {"file2d",
                  {{"x", x},
                   {"y", y},
                   {"spacing", spacing},
                   {"ahead_x", ahead_x},
                   {"ahead_y", ahead_y},
                   {"ahead_heading_x", hx},
                   {"ahead_heading_y", hy}}};
    q.slack = 1e-6f;
    return q;
}

question rank(std::initializer_list<float> own, std::initializer_list<float> ahead, float half_width = 3,
              float spacing = 2) {
    question q("rank2d");
    std::copy(own.begin(), own.end(), q.in.begin());
    q["half_width"] = half_width;
    q["spacing"] = spacing;
    std::copy(ahead.begin(), ahead.end(), q.in.begin() + 6);
    return q;
}

TEST(line2d, is_square_to_the_heading_and_centred) {
    line(10, 20, 0, 1, 3).expect({13, 20}, WAY_MET);
    line(10, 20, 0, 5, -3).expect({7, 20}, WAY_MET);
    line(10, 20, 2, 0, 3).expect({10, 17}, WAY_MET);
    line(10, 20, 3, 4, 5).expect({14, 17}, WAY_MET);
    line(10, 20, 3, 4, 0).expect({10, 20}, WAY_MET);
}

TEST(line2d, invalid_inputs_say_so) {
    ask::expect_invalid_inputs_say_so(line(1, 2, 3, 4, 5), {0, 0});
    line(1, 2, 0, -0.0f, 5).expect({0, 0}, WAY_INVALID);
}

TEST(file2d, stops_at_touching_distance) {
    file(0, 0, 0, 5).expect({0, 3, 0, 1}, WAY_MET);
    file(-3, -4, 3, 4).expect({3 - 1.2f, 4 - 1.6f, 0.6f, 0.8f}, WAY_MET);
    file(0, 0, 0, 2).expect({0, 0, 0, 1}, WAY_MET);
    /* nearer than that it makes room */
    file(0, 1, 0, 2).expect({0, 0, 0, 1}, WAY_MET);
    file(0, 0, 0, 5, 0).expect({0, 5, 0, 1}, WAY_MET);
    /* one that heads across or away changes nothing */
    for (float hx : {-1.0f, 0.0f, 7.0f})
        file(0, 0, 0, 5, 2, hx, 1).expect({0, 3, 0, 1}, WAY_MET);
    file(0, 0, 0, 5, 2, 1, 0).expect({0, 3, 0, 1}, WAY_MET);
}

TEST(file2d, is_held_behind_one_that_turned_round) {
    file(0, 0, 0, 5, 2, 0, -1).expect({0, 7, 0, -1}, WAY_MET);
    file(0, 0, 0, 5, 2, 3, -4).expect({-1.2f, 5 + 1.6f, 0.6f, -0.8f}, WAY_MET);
    /* the way to it is forwards, but it headed the other way so far */
    question q = file(0, 0, 5, 0, 2, 3, -4);
    q["heading_y"] = 1;
    q.expect({5 - 1.2f, 1.6f, 0.6f, -0.8f}, WAY_MET);
}

TEST(file2d, at_the_same_place_the_heading_says_where_behind_is) {
    file(1, 2, 1, 2, 2, 0, 3).expect({1, 0, 0, 1}, WAY_MET);
    file(1, 2, 1, 2, 2).expect({1, 2, 0, 0}, WAY_DEGENERATE);
    file(1, 2, 1, 2, 2, -0.0f, 1e-30f).expect({1, 2, 0, 0}, WAY_DEGENERATE);
}

TEST(file2d, invalid_inputs_say_so) {
    ask::expect_invalid_inputs_say_so(file(0, 0, 0, 5, 2, 0, 1), {0, 0, 0, 0});
    file(0, 0, 0, 5, -1).expect({0, 0, 0, 0}, WAY_INVALID);
}

TEST(rank2d, follows_straight_on) {
    rank({0, 0, 0, 1}, {0, 3, 0, 1}).expect({0, 1, 0, 1}, WAY_MET);
    rank({0, 0, 0, 1}, {0, 3, 0, 1}, 0).expect({0, 1, 0, 1}, WAY_MET);
}

/* The rank ahead has turned a quarter about its right end: so has that behind it, about its own, which goes
   first. */
TEST(rank2d, the_inner_unit_goes_first) {
    /* ahead: middle (3, 5) heading right, its right unit at (3, 2); own right unit at (3, 0): straight below
       it */
    rank({0, 0, 0, 1}, {3, 5, 1, 0}).expect({0, 0, 0, 1}, WAY_MET);
    /* to the left, the mirror image */
    rank({0, 0, 0, 1}, {-3, 5, -1, 0}).expect({0, 0, 0, 1}, WAY_MET);
    /* its right unit at (6, 4), 5 m from the own one at (3, 0) along (3, 4): that comes to (4.8, 2.4), and
       the middle 3 m to the left of it */
    question q = rank({0, 0, 0, 1}, {6, 7, 1, 0});
    q.slack = 1e-6f;
    q.expect({4.8f - 2.4f, 2.4f + 1.8f, 0.6f, 0.8f}, WAY_MET);
    q = rank({0, 0, 0, 1}, {-6, 7, -1, 0});
    q.slack = 1e-6f;
    q.expect({-4.8f + 2.4f, 2.4f + 1.8f, -0.6f, 0.8f}, WAY_MET);
}

TEST(rank2d, is_held_behind_one_that_turned_round) {
    rank({0, 0, 0, 1}, {0, 2, 0, -1}).expect({0, 4, 0, -1}, WAY_MET);
    question q = rank({0, 0, 0, 1}, {0, 2, 0.001f, -1});
    q.slack = 4e-6f;
    q.expect({-0.002f, 4, 0.001f, -1}, WAY_MET);
    /* its middle is forwards of where the rank ahead heads now, but it headed the other way so far */
    q = rank({0, 0, 0, 1}, {5, 0, 0.6f, -0.8f}, 0);
    q.slack = 4e-6f;
    q.expect({5 - 1.2f, 1.6f, 0.6f, -0.8f}, WAY_MET);
}

TEST(rank2d, invalid_inputs_say_so) {
    question right = rank({0, 0, 0, 1}, {0, 3, 0, 1});
    ask::expect_invalid_inputs_say_so(right, {0, 0, 0, 0});
    for (const char *column : {"half_width", "spacing"}) {
        question q = right;
        q[column] = -1;
        q.expect({0, 0, 0, 0}, WAY_INVALID);
    }
    rank({0, 0, 0, 0}, {0, 3, 0, 1}).expect({0, 0, 0, 0}, WAY_INVALID);
    rank({0, 0, 0, 1}, {0, 3, 0, -0.0f}).expect({0, 0, 0, 0}, WAY_INVALID);
}

/* Against the reference, and in a mirror ----------------------------------------------------------------- */

void expect_agrees(const char *name, double within) {
    scene s(name, 100000, 721);
    s.solve();
    size_t other = 0;
    for (size_t i = 0; i < s.count; i++) {
        std::vector<double> exact = s.reference(i);
        bool off = false;
        for (size_t k = 0; k + 1 < exact.size(); k++)
            off |= std::fabs(exact[k] - (double)s.got(i)[k]) > within;
        other += off;
        ASSERT_EQ((int32_t)exact.back(), s.status(i)) << s.story(i);
    }
    EXPECT_LE(other, 2u) << "a unit or a rank that is as good as square to what is ahead";
}

TEST(line2d, agrees_with_the_chapter) { expect_agrees("line2d", 6e-5); }
TEST(file2d, agrees_with_the_chapter) { expect_agrees("file2d", 6e-5); }
TEST(rank2d, agrees_with_the_chapter) { expect_agrees("rank2d", 6e-5); }

/* Columns of y and of what points sideways; offsets go to the other side. */
void expect_mirrors(const char *name, std::initializer_list<int> turned) {
    for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
        scene s(name, 50000, 722), mirror(name, 50000, 722);
        for (size_t i = 0; i < s.count; i++)
            for (int k : turned)
                mirror.row(i)[k] = -s.row(i)[k];
        s.solve(precision);
        mirror.solve(precision);
        for (size_t i = 0; i < s.count; i++) {
            for (size_t k = 0; k + 1 < s.behaviour->output_count; k++)
                ASSERT_EQ(s.got(i)[k] * (k % 2 ? -1.0f : 1.0f), mirror.got(i)[k]) << s.story(i);
            ASSERT_EQ(s.status(i), mirror.status(i)) << s.story(i);
        }
    }
}

TEST(line2d, left_and_right_are_mirror_images_to_the_bit) { expect_mirrors("line2d", {1, 3, 4}); }
TEST(file2d, left_and_right_are_mirror_images_to_the_bit) { expect_mirrors("file2d", {1, 4, 6, 8}); }
TEST(rank2d, left_and_right_are_mirror_images_to_the_bit) { expect_mirrors("rank2d", {1, 3, 7, 9}); }

/* Formations on the march -------------------------------------------------------------------------------- */

enum { RANKS = 20, FILES = 10 };
const float spacing = 2, half_width = spacing * (FILES - 1) / 2;

struct columns {
    explicit columns(size_t n) : x(n), y(n), hx(n), hy(n) {}
    std::vector<float> x, y, hx, hy;
};

/* Squads that walk from pose to pose by shortest paths, each with its ranks behind it in both styles: the
   units of the columns rank by rank and within it file by file, and the poses of the rows rank by rank. */
struct army {
    explicit army(size_t the_squads, uint64_t salt, bool mirror = false)
        : squads(the_squads), from(squads), to(squads), at(squads), units(squads * FILES * RANKS),
          row_units(units.x.size()), rows(squads * RANKS), radius(squads), distance(squads), arcs(3 * squads),
          total(squads), word(squads), offset(squads * FILES), squad_of(squads * FILES) {
        uint64_t random = support::seed_for(salt);
        float up = mirror ? -1.0f : 1.0f;
        for (size_t i = 0; i < squads; i++) {
            float angle = scene_between(&random, 0, 6.2831853), later = scene_between(&random, 0, 6.2831853);
            from.x[i] = scene_between(&random, 0, 400), from.y[i] = up * scene_between(&random, 0, 400);
            to.x[i] = scene_between(&random, 0, 400), to.y[i] = up * scene_between(&random, 0, 400);
            from.hx[i] = std::cos(angle), from.hy[i] = up * std::sin(angle);
            to.hx[i] = std::cos(later), to.hy[i] = up * std::sin(later);
            radius[i] = scene_between(&random, 20, 60);
        }
        for (size_t file = 0; file < FILES; file++)
            for (size_t i = 0; i < squads; i++) {
                offset[i * FILES + file] = up * spacing * ((float)file - (FILES - 1) / 2.0f);
                squad_of[i * FILES + file] = (uint32_t)i;
            }
        at = from;
        plan();
        for (size_t r = 0; r < RANKS; r++) /* they stand as on a parade, behind their heading */
            for (size_t i = 0; i < squads; i++) {
                float back = spacing * (float)r;
                rows.x[r * squads + i] = from.x[i] - back * from.hx[i];
                rows.y[r * squads + i] = from.y[i] - back * from.hy[i];
                rows.hx[r * squads + i] = from.hx[i], rows.hy[r * squads + i] = from.hy[i];
            }
        for (size_t r = 0; r < RANKS; r++)
            put_in_line(rows, r * squads, units, r);
        for (size_t u = 0; u < units.x.size(); u++)
            units.hx[u] = from.hx[u / FILES % squads], units.hy[u] = from.hy[u / FILES % squads];
    }

    void plan() {
        way_shortest_path2d_in in = {};
        in.x = {from.x.data(), 0}, in.y = {from.y.data(), 0};
        in.heading_x = {from.hx.data(), 0}, in.heading_y = {from.hy.data(), 0};
        in.target_x = {to.x.data(), 0}, in.target_y = {to.y.data(), 0};
        in.target_heading_x = {to.hx.data(), 0}, in.target_heading_y = {to.hy.data(), 0};
        in.radius = {radius.data(), 0};
        way_shortest_path2d_out out = {};
        out.arc1 = {&arcs[0], 12}, out.middle = {&arcs[1], 12}, out.arc2 = {&arcs[2], 12};
        out.total = {total.data(), 0}, out.word = {word.data(), 0};
        way_batch batch = {};
        batch.count = squads;
        ASSERT_EQ(WAY_OK, way_shortest_path2d(&in, &out, &batch));
    }

    void put_in_line(const columns &poses, size_t pose, columns &places, size_t r) {
        way_line2d_in in = {};
        in.rank_x = {&poses.x[pose], 0}, in.rank_y = {&poses.y[pose], 0};
        in.rank_heading_x = {&poses.hx[pose], 0}, in.rank_heading_y = {&poses.hy[pose], 0};
        in.offset = {offset.data(), 0};
        way_line2d_out out = {};
        size_t first = r * squads * FILES;
        out.place_x = {&places.x[first], 0}, out.place_y = {&places.y[first], 0};
        way_batch batch = {};
        batch.count = squads * FILES;
        batch.target = {squad_of.data(), 0};
        batch.target_count = squads;
        ASSERT_EQ(WAY_OK, way_line2d(&in, &out, &batch));
    }

    void march(const float *step) {
        way_march2d_in in = {};
        in.x = {from.x.data(), 0}, in.y = {from.y.data(), 0};
        in.heading_x = {from.hx.data(), 0}, in.heading_y = {from.hy.data(), 0};
        in.target_x = {to.x.data(), 0}, in.target_y = {to.y.data(), 0};
        in.target_heading_x = {to.hx.data(), 0}, in.target_heading_y = {to.hy.data(), 0};
        in.radius = {radius.data(), 0}, in.word = {word.data(), 0};
        in.arc1 = {&arcs[0], 12}, in.middle = {&arcs[1], 12}, in.arc2 = {&arcs[2], 12};
        in.distance = {distance.data(), 0}, in.step = way_same(step);
        way_march2d_out out = {};
        out.next_x = {at.x.data(), 0}, out.next_y = {at.y.data(), 0};
        out.next_heading_x = {at.hx.data(), 0}, out.next_heading_y = {at.hy.data(), 0};
        out.next_distance = {distance.data(), 0};
        way_batch batch = {};
        batch.count = squads;
        ASSERT_EQ(WAY_OK, way_march2d(&in, &out, &batch));
    }

    /* The first rank about the formation's pose, and rank by rank what is behind it, in place. */
    void follow() {
        put_in_line(at, 0, units, 0);
        size_t width = squads * FILES;
        for (size_t u = 0; u < width; u++)
            units.hx[u] = at.hx[u / FILES], units.hy[u] = at.hy[u / FILES];
        way_batch batch = {};
        for (size_t r = 1; r < RANKS; r++) {
            size_t own = r * width, ahead = own - width;
            way_file2d_in in = {};
            in.x = {&units.x[own], 0}, in.y = {&units.y[own], 0}, in.spacing = way_same(&spacing);
            in.ahead_x = {&units.x[ahead], 0}, in.ahead_y = {&units.y[ahead], 0};
            in.ahead_heading_x = {&units.hx[ahead], 0}, in.ahead_heading_y = {&units.hy[ahead], 0};
            in.heading_x = {&units.hx[own], 0}, in.heading_y = {&units.hy[own], 0};
            way_file2d_out out = {};
            out.next_x = {&units.x[own], 0}, out.next_y = {&units.y[own], 0};
            out.next_heading_x = {&units.hx[own], 0}, out.next_heading_y = {&units.hy[own], 0};
            batch.count = width;
            ASSERT_EQ(WAY_OK, way_file2d(&in, &out, &batch));
        }
        for (size_t i = 0; i < squads; i++) {
            rows.x[i] = at.x[i], rows.y[i] = at.y[i];
            rows.hx[i] = at.hx[i], rows.hy[i] = at.hy[i];
        }
        put_in_line(rows, 0, row_units, 0);
        for (size_t r = 1; r < RANKS; r++) {
            size_t own = r * squads, ahead = own - squads;
            way_rank2d_in in = {};
            in.x = {&rows.x[own], 0}, in.y = {&rows.y[own], 0};
            in.heading_x = {&rows.hx[own], 0}, in.heading_y = {&rows.hy[own], 0};
            in.half_width = way_same(&half_width), in.spacing = way_same(&spacing);
            in.ahead_x = {&rows.x[ahead], 0}, in.ahead_y = {&rows.y[ahead], 0};
            in.ahead_heading_x = {&rows.hx[ahead], 0}, in.ahead_heading_y = {&rows.hy[ahead], 0};
            way_rank2d_out out = {};
            out.next_x = {&rows.x[own], 0}, out.next_y = {&rows.y[own], 0};
            out.next_heading_x = {&rows.hx[own], 0}, out.next_heading_y = {&rows.hy[own], 0};
            batch.count = squads;
            ASSERT_EQ(WAY_OK, way_rank2d(&in, &out, &batch));
            put_in_line(rows, own, row_units, r);
        }
    }

    double apart(const columns &c, size_t a, size_t b) const {
        return std::hypot((double)c.x[a] - (double)c.x[b], (double)c.y[a] - (double)c.y[b]);
    }
    size_t unit(size_t r, size_t squad, size_t file) const { return (r * squads + squad) * FILES + file; }

    size_t squads;
    columns from, to, at, units, row_units, rows;
    std::vector<float> radius, distance, arcs, total;
    std::vector<int32_t> word;
    std::vector<float> offset;
    std::vector<uint32_t> squad_of;
};

/* Nobody treads on anybody: of a file in the column style each touches the one ahead, of a rank in the row
   style each touches its neighbours, and none is nearer to any other of it. Floats of 400 m are 3e-5 m
   apart. */
TEST(formations, no_two_units_of_a_file_or_a_rank_are_closer_than_touching) {
    const double rounding = 2e-4;
    army all(support::draws(512), 723);
    size_t pairs = 0, frames = 0;
    double nearest_file = INFINITY, nearest_row = INFINITY, nearest_rows = INFINITY;
    const float step = 2;
    for (int frame = 0; frame < 480; frame++) {
        all.march(&step);
        all.follow();
        if (frame % 10 != 0)
            continue;
        frames++;
        for (size_t i = 0; i < all.squads; i++)
            for (size_t file = 0; file < FILES; file++)
                for (size_t r = 0; r < RANKS; r++) {
                    size_t u = all.unit(r, i, file);
                    if (r > 0) {
                        ASSERT_NEAR((double)spacing, all.apart(all.units, u, all.unit(r - 1, i, file)),
                                    rounding);
                        nearest_rows =
                            std::fmin(nearest_rows, all.apart(all.row_units, u, all.unit(r - 1, i, file)));
                    }
                    for (size_t other = 0; other < r; other++, pairs++)
                        nearest_file =
                            std::fmin(nearest_file, all.apart(all.units, u, all.unit(other, i, file)));
                    for (size_t other = 0; other < file; other++, pairs++) {
                        double off = all.apart(all.row_units, u, all.unit(r, i, other));
                        ASSERT_NEAR((double)spacing * (double)(file - other), off, rounding);
                        nearest_row = std::fmin(nearest_row, off);
                    }
                }
    }
    std::printf("%zu pairs of %zu squads in %zu frames, %g m to touch: nearest of a file %.6f, of a rank "
                "%.6f, of ranks "
                "behind each other %.6f\n",
                pairs, all.squads, frames, (double)spacing, nearest_file, nearest_row, nearest_rows);
    EXPECT_GE(nearest_file, (double)spacing - rounding);
    EXPECT_GE(nearest_row, (double)spacing - rounding);
    /* where the inner side changes */
    EXPECT_GE(nearest_rows, 0.99 * (double)spacing);
    for (size_t i = 0; i < all.squads; i++)
        ASSERT_EQ(all.to.x[i], all.at.x[i]);
}

/* Turned round where they stand: at once every rank is behind the one before it, seen along the new
   heading. */
TEST(formations, the_last_rank_is_held_behind_the_first) {
    army all(64, 724);
    const float none = 0;
    all.follow();
    for (float turn : {3.14159265f, 2.5f, -1.8f}) {
        for (size_t i = 0; i < all.squads; i++) {
            float c = std::cos(turn), s = std::sin(turn), x = all.at.hx[i], y = all.at.hy[i];
            all.at.hx[i] = c * x - s * y, all.at.hy[i] = s * x + c * y;
        }
        all.follow();
        for (size_t i = 0; i < all.squads; i++) {
            auto behind = [&](const columns &c, size_t last, size_t first) {
                return ((double)c.x[first] - (double)c.x[last]) * (double)all.at.hx[i] +
                       ((double)c.y[first] - (double)c.y[last]) * (double)all.at.hy[i];
            };
            for (size_t file = 0; file < FILES; file++)
                ASSERT_GT(behind(all.units, all.unit(RANKS - 1, i, file), all.unit(0, i, file)),
                          (double)spacing);
            ASSERT_GT(behind(all.rows, (RANKS - 1) * all.squads + i, i), (double)spacing);
        }
        all.march(&none); /* back to the pose of the path */
        all.follow();
    }
}

/* A whole march, and its mirror image: every unit of every frame, to the bit. */
TEST(formations, left_and_right_turns_mirror_each_other) {
    army all(128, 725), mirror(128, 725, true);
    const float step = 0.75f;
    for (int frame = 0; frame < 600; frame++) {
        all.march(&step);
        mirror.march(&step);
        all.follow();
        mirror.follow();
        if (frame % 20 != 0)
            continue;
        for (size_t u = 0; u < all.units.x.size(); u++) {
            ASSERT_EQ(all.units.x[u], mirror.units.x[u]) << frame << " " << u;
            ASSERT_EQ(all.units.y[u], -mirror.units.y[u]) << frame << " " << u;
            ASSERT_EQ(all.row_units.x[u], mirror.row_units.x[u]) << frame << " " << u;
            ASSERT_EQ(all.row_units.y[u], -mirror.row_units.y[u]) << frame << " " << u;
        }
    }
}

} // namespace
