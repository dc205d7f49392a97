/* Measures lists of all neighbours within a radius, sorted and unsorted, of points that are spread evenly or in
   eight clusters. Each round builds the crowd again. With a checkout of TreeNSearch in WAYLAY_RIVALS, the same
   points go through it in the same rounds, on one thread. Prints medians and minima. usage:
       waylay_lists [ROUNDS] */
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#if defined(WAY_TREENSEARCH)
#include <TreeNSearch>
#endif

#include "draw.h"
#include "waylay/waylay.h"

namespace {

double now() {
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

struct times {
    std::vector<double> ns;
    template <class F> void add(size_t points, F &&run) {
        const double before = now();
        run();
        ns.push_back((now() - before) / (double)points);
    }
    double median() {
        std::sort(ns.begin(), ns.end());
        return ns[ns.size() / 2];
    }
    double least() const { return *std::min_element(ns.begin(), ns.end()); }
};

struct cloud {
    int dims;
    size_t count;
    float radius;
    std::vector<float> at; /* x, y, z of each point */
    std::vector<uint64_t> memory;
    std::vector<uint32_t> rows;
    std::vector<way_neighbour> list;
    std::vector<size_t> offset;
    bool is_right = true;

    cloud(int dims, size_t count, double wanted, bool in_clusters)
        : dims(dims), count(count), at(3 * count),
          memory((dims == 2 ? way_crowd2d_bytes(count) : way_crowd3d_bytes(count)) / 8 + 1),
          offset(count + 1) {
        uint64_t state = 1;
        const double side = 100, pi = 3.14159265358979;
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < (size_t)dims; k++) {
                float x = draw_between(&state, 0, (float)side);
                if (in_clusters) /* a cluster has half of a cell's side */
                    x = x / 4 + (i >> k & 1 ? 62.5f : 12.5f);
                at[3 * i + k] = x;
            }
        const double density = (double)count / std::pow(side, dims);
        radius = (float)(dims == 2 ? std::sqrt(wanted / density / pi)
                                   : std::cbrt(wanted / density / (pi * 4 / 3)));
    }
    void search(bool unsorted) {
        way_choose3d_in in = WAY_INIT;
        way_choose2d_in plane = WAY_INIT;
        way_choice choice = WAY_INIT;
        way_neighbours lists = WAY_INIT;
        in.chaser_x = in.runner_x = way_at(&at[0], 12), in.chaser_y = in.runner_y = way_at(&at[1], 12);
        in.chaser_z = in.runner_z = way_at(&at[2], 12), in.range_to = way_same(&radius);
        plane.chaser_x = plane.runner_x = in.chaser_x, plane.chaser_y = plane.runner_y = in.chaser_y;
        plane.range_to = in.range_to, choice.count = count;
        lists.unsorted = unsorted, lists.offset = offset.data(), lists.capacity = rows.size();
        lists.rows = rows.data(), lists.list = list.data();
        way_result result;
        if (dims == 2) {
            auto *crowd = (way_crowd2d *)memory.data();
            result = way_make_crowd2d(&plane, count, crowd, 8 * memory.size());
            choice.crowd2d = crowd;
            result = result == WAY_OK ? way_neighbours2d(&plane, &choice, &lists) : result;
        } else {
            auto *crowd = (way_crowd3d *)memory.data();
            result = way_make_crowd3d(&in, count, crowd, 8 * memory.size());
            choice.crowd3d = crowd;
            result = result == WAY_OK ? way_neighbours3d(&in, &choice, &lists) : result;
        }
        if (result == WAY_ERROR_CAPACITY && rows.empty()) {
            rows.resize(2 * lists.needed + 4 * count), list.resize(rows.size());
            return;
        }
        is_right &= result == WAY_OK;
    }
};

bool measure(int dims, size_t count, double wanted, bool in_clusters, int rounds) {
    cloud c(dims, count, wanted, in_clusters);
    times unsorted, sorted;
    c.search(true);
#if defined(WAY_TREENSEARCH)
    times rival;
    tns::TreeNSearch search;
    search.set_search_radius(c.radius), search.set_n_threads(1);
    const int set = search.add_point_set(c.at.data(), (int)count);
    search.set_active_search(set, set, true);
#endif
    for (int round = 0; round < rounds; round++) {
        unsorted.add(count, [&] { c.search(true); });
        sorted.add(count, [&] { c.search(false); });
#if defined(WAY_TREENSEARCH)
        rival.add(count, [&] { search.run(); });
#endif
    }
    std::printf("%dD %6zu %-8s %4.1f neighbours: unsorted median %4.0f least %4.0f, sorted %4.0f %4.0f", dims,
                count, in_clusters ? "clusters" : "even", (double)c.offset[count] / (double)count,
                unsorted.median(), unsorted.least(), sorted.median(), sorted.least());
#if defined(WAY_TREENSEARCH)
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += (size_t)search.get_neighborlist(set, set, (int)i).size();
    std::printf(", TreeNSearch %4.0f %4.0f (%.1f neighbours), unsorted in parts of it %.2f", rival.median(),
                rival.least(), (double)found / (double)count, unsorted.median() / rival.median());
#endif
    std::printf("\n");
    return c.is_right;
}

} // namespace

int main(int count, char **word) {
    const int rounds = count > 1 ? std::max(1, std::atoi(word[1])) : 21;
    bool is_right = true;
    std::printf("%s, one core: ns a point, with the crowd\n", way_isa());
    for (const int dims : {2, 3})
        for (const size_t points : {16384, 131072})
            for (const bool in_clusters : {false, true})
                for (const double wanted : {10.0, 30.0})
                    is_right &= measure(dims, points, in_clusters ? wanted / 4 : wanted, in_clusters, rounds);
    std::puts(is_right ? "" : "a call was refused");
    return !is_right;
}
