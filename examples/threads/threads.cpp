// Splits a batch among the threads of OpenMP and of oneTBB. Shows which grain size adds no cost, how the
// batch scales on this machine, and that every split gives the same bytes. usage: threads [--quick]. The exit
// code is 1 if bytes differ.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <vector>
#if defined(EXAMPLE_HAS_TBB)
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#endif

#include "waylay/waylay.hpp"

namespace {

struct army {
    std::vector<float> in_columns[7], time, go_x, go_y;
    std::vector<int32_t> status;
    way_intercept2d_in in = {};
    way_intercept2d_out out = {};

    explicit army(size_t count) : time(count), go_x(count), go_y(count), status(count) {
        const float range[7][2] = {{0, 4000}, {0, 4000}, {2, 14}, {0, 4000}, {0, 4000}, {-9, 9}, {-9, 9}};
        uint32_t dice = 1;
        for (int k = 0; k < 7; k++)
            for (size_t i = 0; i < count; i++) {
                dice = dice * 1664525 + 1013904223;
                float part = (float)(dice >> 8) / 16777216.0f;
                in_columns[k].push_back(range[k][0] + (range[k][1] - range[k][0]) * part);
            }
        in.chaser_x = way::in(in_columns[0]), in.chaser_y = way::in(in_columns[1]);
        in.chaser_speed = way::in(in_columns[2]);
        in.runner_x = way::in(in_columns[3]), in.runner_y = way::in(in_columns[4]);
        in.runner_vx = way::in(in_columns[5]), in.runner_vy = way::in(in_columns[6]);
        out.time = way::out(time), out.velocity_x = way::out(go_x), out.velocity_y = way::out(go_y);
        out.status = way::out(status);
    }
    // May run on any thread, because calls for different ranges write different memory.
    void solve(size_t first, size_t end) {
        (void)way::run(in, out, way::batch(end - first).range(first, end - first));
    }
};

struct split {
    std::string name;
    std::function<void(army &, size_t)> run;
    std::vector<double> us;
};

std::vector<split> splits(unsigned most_threads) {
    std::vector<split> all = {{"one call", [](army &a, size_t n) { a.solve(0, n); }, {}}};
    for (size_t grain : {256, 1024, 4096, 16384})
        all.push_back({"one thread, " + std::to_string(grain) + " a call",
                       [=](army &a, size_t n) {
                           for (size_t i = 0; i < n; i += grain)
                               a.solve(i, std::min(n, i + grain));
                       },
                       {}});
    for (unsigned threads = 2; threads <= most_threads; threads *= 2) {
        const std::string by = std::to_string(threads) + " threads, ";
#if defined(_OPENMP)
        all.push_back({"OpenMP, " + by + "equal parts",
                       [=](army &a, size_t n) {
#pragma omp parallel for schedule(static) num_threads(threads)
                           for (unsigned part = 0; part < threads; part++)
                               a.solve(n * part / threads, n * (part + 1) / threads);
                       },
                       {}});
#endif
#if defined(EXAMPLE_HAS_TBB)
        all.push_back({"oneTBB, " + by + "parts of 4096 and less",
                       [=](army &a, size_t n) {
                           tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
                           const tbb::blocked_range<size_t> agents(0, n, 4096);
                           tbb::parallel_for(agents, [&](const auto &r) { a.solve(r.begin(), r.end()); });
                       },
                       {}});
#endif
    }
    return all;
}

} // namespace

int main(int argc, char **) {
    const bool quick = argc > 1;
    bool same = true;
    for (size_t count : {10000, 100000, 1000000}) {
        army a(quick ? count / 10 : count), first(quick ? count / 10 : count);
        const size_t n = a.status.size();
        first.solve(0, n);
        std::vector<split> all = splits(std::max(2u, std::thread::hardware_concurrency()));
        for (int round = 0; round < (quick ? 3 : 41); round++)
            for (split &s : all) {
                a.time.assign(n, -1), a.go_x = a.go_y = a.time, a.status.assign(n, -1);
                const auto began = std::chrono::steady_clock::now();
                s.run(a, n);
                const auto took = std::chrono::steady_clock::now() - began;
                s.us.push_back(std::chrono::duration<double, std::micro>(took).count());
                same = same && a.time == first.time && a.go_x == first.go_x && a.go_y == first.go_y &&
                       a.status == first.status;
            }
        std::printf("%zu agents, %s: microseconds, median (least), times the speed of one call\n", n,
                    way_isa());
        for (split &s : all) {
            std::sort(s.us.begin(), s.us.end());
            std::printf("  %-38s %9.1f (%9.1f)  %5.2f\n", s.name.c_str(), s.us[s.us.size() / 2], s.us[0],
                        all[0].us[0] / s.us[0]);
        }
    }
    std::printf("%s\n", same ? "every split wrote the same bytes" : "BYTES DIFFER");
    return same ? 0 : 1;
}
