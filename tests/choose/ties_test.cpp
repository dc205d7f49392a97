/* Tests searches among candidates that cost the same or nearly the same: many units on one spawn point, and
   distances whose squares no float holds. The answers are those of the naive search. A search looks at about
   as many nodes and leaves as among scattered units, which a counter in the search shows. */
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "choose_checks.h"
#include "search_steps.h"

namespace {

using namespace choosing;

enum place { SCATTERED, ONE_POINT, HUNDRED_POINTS, DENORMAL, TINY };
const char *const place_names[] = {"scattered", "one point", "100 points", "distances of 1e-39",
                                   "distances of 1e-10"};

/* Units in one of these places. Choosers are at the same places, or up to `apart` metres away. On points, all
   units of a scene have the same velocity. */
scene units(place where, way_cost cost, int dims, size_t count, int best, bool is_weighted, float apart) {
    scene s;
    uint64_t state = support::seed_for(120, (uint64_t)where);
    s.dims = dims, s.cost = cost, s.best = best, s.choosers = s.runners = count;
    s.name = std::string(place_names[where]) + (apart > 0 ? ", apart" : "");
    const columns c = s.at();
    s.cells.resize((size_t)c.count);
    const bool is_point = where == ONE_POINT || where == HUNDRED_POINTS;
    const float scale = where == DENORMAL ? 1e-39f : where == TINY ? 1e-10f : 1000;
    for (size_t i = 0; i < count; i++) {
        const int point = where == HUNDRED_POINTS ? (int)draw_between(&state, 0, 99.99f) : 0;
        for (int k = 0; k < dims; k++) {
            const float at = is_point ? 7.3f + 10.1f * (float)(k == 0 ? point % 10 : point / 10)
                                      : scale * draw_between(&state, 0, 1);
            s.cells[(size_t)(c.runner + k)].push_back(at);
            s.cells[(size_t)(c.place + k)].push_back(apart > 0 ? at + apart * draw_between(&state, -1, 1)
                                                               : at);
            if (s.moves())
                s.cells[(size_t)(c.course + k)].push_back(is_point ? 0.5f : draw_between(&state, -1, 1));
            if (cost == WAY_BY_TURNING)
                s.cells[(size_t)(c.heading + k)].push_back(draw_between(&state, -1, 1));
        }
        s.cells[(size_t)c.self].push_back(0);
        s.put_word(c.self, i, apart > 0 ? UINT32_MAX : (uint32_t)i);
        if (is_weighted)
            s.cells[(size_t)c.weight].push_back(draw_between(&state, 1, 2));
        if (s.moves())
            s.cells[(size_t)c.speed].push_back(3);
        if (cost == WAY_BY_TURNING)
            s.cells[(size_t)c.radius].push_back(5);
    }
    return s;
}

double steps_of(const scene &s, size_t choosers, size_t most) {
    const std::vector<way_column> in = s.in();
    const crowd sorted(s, in.data());
    way_choice choice = choice_of(s);
    choice.count = choosers, choice.best = s.best;
    sorted.lend(&choice);
    return (double)count_steps(in.data(), &choice, s.dims, most) / (double)choosers;
}

struct kind {
    const char *name;
    way_cost cost;
    int best;
    size_t most; /* above 0: lists of neighbours */
    bool is_weighted;
};

const kind kinds[] = {{"distance", WAY_BY_DISTANCE, 1, 0, false},
                      {"weighted distance", WAY_BY_DISTANCE, 1, 0, true},
                      {"the best four", WAY_BY_DISTANCE, 4, 0, false},
                      {"lists of ten", WAY_BY_DISTANCE, 1, 10, false},
                      {"time", WAY_BY_TIME, 1, 0, false},
                      {"the best four by time", WAY_BY_TIME, 4, 0, false},
                      {"turning", WAY_BY_TURNING, 1, 0, false}};

/* How many nodes, leaves and children may a chooser look at, of 1,250 leaves and 85 nodes of 20,000 units?
   If all ties had to be compared, it would be all of them. Tiny distances are harder, because no bound in
   floats tells the children of a node apart. 0: no promise, because these times really differ. */
double most_steps(const kind &k, place where, bool is_apart) {
    if (where == SCATTERED || where == ONE_POINT)
        return 50;
    if (k.cost == WAY_BY_TURNING)
        return where == HUNDRED_POINTS && !is_apart ? 300 : 0;
    if (k.cost == WAY_BY_TIME && is_apart)
        return 0;
    return where == HUNDRED_POINTS ? 60 : is_apart ? 0 : 500;
}

TEST(ties, few_boxes_are_looked_at) {
    const size_t count = 20000, choosers = support::small_size() ? 100 : 400;
    for (const kind &k : kinds)
        for (const int dims : {2, 3})
            for (const bool is_apart : {false, true})
                for (const place where : {SCATTERED, ONE_POINT, HUNDRED_POINTS, DENORMAL, TINY}) {
                    const double most = most_steps(k, where, is_apart);
                    if (most == 0 || (k.cost == WAY_BY_TURNING && dims == 3))
                        continue;
                    const scene s =
                        units(where, k.cost, dims, count, k.best, k.is_weighted, is_apart ? 150.0f : 0.0f);
                    EXPECT_LE(steps_of(s, choosers, k.most), most)
                        << k.name << ", " << dims << " dimensions, " << s.name;
                }
}

TEST(ties, rows_match_the_naive_search) {
    const size_t count = support::small_size() ? 600 : 3000;
    size_t wrong = 0;
    for (const kind &k : kinds)
        for (const int dims : {2, 3})
            for (const float apart : {0.0f, 1e-12f, 150.0f})
                for (const place where : {ONE_POINT, HUNDRED_POINTS, DENORMAL, TINY}) {
                    if (k.most > 0 || (k.cost == WAY_BY_TURNING && (dims == 3 || where >= DENORMAL)))
                        continue;
                    scene s = units(where, k.cost, dims, count, k.best, k.is_weighted, apart);
                    s.choosers = 60;
                    wrong += check(s);
                }
    EXPECT_EQ(0u, wrong);
}

/* A list is in order of distance and row, so it names the lowest rows of a point. */
TEST(ties, lists_match_the_naive_order) {
    for (const int dims : {2, 3})
        for (const size_t most : {1, 8, 10, 40})
            for (const place where : {ONE_POINT, HUNDRED_POINTS, DENORMAL}) {
                scene s = units(where, WAY_BY_DISTANCE, dims, 2000, 1, false, 0);
                const columns c = s.at();
                const std::vector<way_column> in = s.in();
                const crowd sorted(s, in.data());
                way_choice choice = choice_of(s);
                choice.first = 900, choice.count = 50;
                sorted.lend(&choice);
                std::vector<way_neighbour> list(51 * most);
                std::vector<size_t> offset(51);
                way_neighbours to = {};
                to.most = most, to.list = list.data(), to.capacity = list.size(), to.offset = offset.data();
                ASSERT_EQ(WAY_OK, dims == 2
                                      ? way_neighbours2d((const way_choose2d_in *)in.data(), &choice, &to)
                                      : way_neighbours3d((const way_choose3d_in *)in.data(), &choice, &to));
                for (size_t i = 0; i < 50; i++) {
                    std::vector<std::pair<double, uint32_t>> all;
                    for (size_t r = 0; r < s.runners; r++) {
                        double square = 0;
                        for (int k = 0; k < dims; k++) {
                            const double to_it =
                                (double)s.cell(c.runner + k, r, 0) - (double)s.cell(c.place + k, 900 + i, 0);
                            square += to_it * to_it;
                        }
                        if (r != 900 + i)
                            all.push_back({std::sqrt(square), (uint32_t)r});
                    }
                    std::partial_sort(all.begin(), all.begin() + (ptrdiff_t)most, all.end());
                    ASSERT_EQ(most, offset[i + 1] - offset[i]);
                    for (size_t k = 0; k < most; k++)
                        ASSERT_EQ(all[k].second, list[offset[i] + k].row)
                            << place_names[where] << ", " << dims << " dimensions, chooser " << i;
                }
            }
}

} // namespace
