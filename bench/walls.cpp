/* Measures sweep_walls2d and bounce2d with 8 to 10,000 walls, with a tree of the walls and without, compared
   with a plain loop. The room grows with the number of walls, so that the walls' length and density stay the
   same. For one interleaved run, prints medians and minima in ns per ball, and the speed-ups over the plain
   loop by medians and by minima. usage: waylay_walls [--quick] [walls ...]; on one core: taskset -c 1
   waylay_walls */
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "draw.h"
#include "plain.h"

const way_wall *plain_walls;
size_t plain_wall_count;

namespace {

/* A room of four walls with short walls inside. With 32 walls, it is the room of bench_data.cpp. */
std::vector<way_wall> walls_in(double side, size_t count) {
    const double sides[4][4] = {
        {-130, -105, 110, -125}, {110, -125, 135, 110}, {135, 110, -105, 130}, {-105, 130, -130, -105}};
    std::vector<way_wall> all;
    for (const auto &w : sides)
        all.push_back({static_cast<float>(side * w[0]), static_cast<float>(side * w[1]),
                       static_cast<float>(side * w[2]), static_cast<float>(side * w[3]), 0});
    uint64_t dice = 1;
    auto within = [&](double most) { return draw_between(&dice, -most, most); };
    while (all.size() < count) {
        float x = within(95 * side), y = within(95 * side);
        all.push_back({x, y, x + within(25), y + within(25), 0});
    }
    all.resize(count);
    return all;
}

constexpr size_t sets = 8; /* rounds use the sets in turn, so that no branch predictor learns the balls */

struct world {
    const way_behaviour *behaviour;
    std::vector<way_wall> walls;
    void *memory; /* memory of the tree */
    size_t balls;
    std::vector<std::vector<float>> in[sets];
    std::vector<std::vector<float>> out;
};

world world_of(const char *name, size_t count) {
    world w = {way_behaviour_named(name), {}, nullptr, 0, {}, {}};
    const double side = std::sqrt(static_cast<double>(std::max<size_t>(count, 32)) / 32);
    w.walls = walls_in(side, count);
    const size_t bytes = way_wall_tree_bytes(count);
    w.memory = std::malloc(bytes);
    if (w.memory == nullptr ||
        way_make_wall_tree(w.walls.data(), count, (way_wall_tree *)w.memory, bytes) != WAY_OK)
        std::exit(1);
    w.balls = std::min<size_t>(4096, std::max<size_t>(256, (size_t{1} << 18) / count / 16 * 16));
    uint64_t dice = count;
    float agent[32];
    for (auto &set : w.in) {
        set.assign(w.behaviour->input_count, std::vector<float>(w.balls));
        for (size_t i = 0; i < w.balls; i++) {
            draw_agent(&dice, w.behaviour, 0, agent);
            agent[0] *= static_cast<float>(side);
            agent[1] *= static_cast<float>(side);
            for (size_t k = 0; k < set.size(); k++)
                set[k][i] = agent[k];
        }
    }
    w.out.assign(w.behaviour->output_count, std::vector<float>(w.balls));
    return w;
}

void solve(world &w, size_t set, bool tree) {
    std::vector<way_column> in(w.behaviour->input_count);
    std::vector<way_column_out> out(w.behaviour->output_count);
    for (size_t k = 0; k < in.size(); k++)
        if (w.behaviour->inputs[k].required)
            in[k].data = w.in[set][k].data();
    for (size_t k = 0; k < out.size(); k++)
        out[k].data = w.out[k].data();
    way_batch batch = {};
    batch.count = w.balls;
    batch.walls = w.walls.data();
    batch.wall_count = w.walls.size();
    batch.wall_tree = tree ? (const way_wall_tree *)w.memory : nullptr;
    if (way_run(w.behaviour, in.data(), out.data(), &batch) != WAY_OK)
        std::exit(1);
}

void solve_plainly(world &w, size_t set) {
    std::vector<const float *> in;
    std::vector<void *> out;
    for (auto &column : w.in[set])
        in.push_back(column.data());
    for (auto &column : w.out)
        out.push_back(column.data());
    plain_walls = w.walls.data();
    plain_wall_count = w.walls.size();
    (std::strcmp(w.behaviour->name, "bounce2d") == 0 ? plain_bounce2d
                                                     : plain_sweep_walls2d)(in.data(), out.data(), w.balls);
}

double nanoseconds() {
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/* Prints a line of the table. Column 0 is the plain loop. Then come two columns for each instruction set,
   without the tree and with the tree. */
void measure(const char *name, size_t count, const std::vector<std::string> &isas, bool quick) {
    world w = world_of(name, count);
    std::vector<std::vector<double>> ns(1 + 2 * isas.size());
    for (int round = 0; round < (quick ? 2 : 48); round++)
        for (size_t c = 0; c < ns.size(); c++) {
            const size_t set = static_cast<size_t>(round) % sets;
            if (c > 0)
                way_set_isa(isas[(c - 1) / 2].c_str());
            const double start = nanoseconds();
            if (c == 0)
                solve_plainly(w, set);
            else
                solve(w, set, c % 2 == 0);
            ns[c].push_back((nanoseconds() - start) / static_cast<double>(w.balls));
        }
    way_set_isa(nullptr);
    for (auto &column : ns)
        std::sort(column.begin(), column.end());
    const double most = ns[0][ns[0].size() / 2], least = ns[0][0];
    std::printf("| %s | %zu | %.0f, %.0f |", name, count, most, least);
    for (size_t c = 1; c < ns.size(); c++) {
        const double median = ns[c][ns[c].size() / 2], minimum = ns[c][0];
        std::printf(" %.0f, %.0f: %.1f, %.1f |", median, minimum, most / median, least / minimum);
    }
    std::printf("\n");
    std::fflush(stdout);
    std::free(w.memory);
}

} // namespace

int main(int argc, char **argv) {
    bool quick = false;
    std::vector<size_t> counts;
    for (int i = 1; i < argc; i++)
        if (std::strcmp(argv[i], "--quick") == 0)
            quick = true;
        else
            counts.push_back(std::strtoul(argv[i], nullptr, 10));
    if (counts.empty())
        counts = {8, 32, 100, 1000, 10000};
    std::vector<std::string> isas;
    for (size_t i = 0; const char *isa = way_isa_name(i); i++)
        if (std::strcmp(isa, "emulated16") != 0)
            isas.push_back(isa);
    std::printf("ns per ball, median and minimum: times the plain loop, by medians and by minima\n\n"
                "| | walls | plain loop |");
    for (const std::string &isa : isas)
        std::printf(" %s | %s, tree |", isa.c_str(), isa.c_str());
    std::printf("\n|---|---:|---:|");
    for (size_t c = 0; c < 2 * isas.size(); c++)
        std::printf("---:|");
    std::printf("\n");
    for (const char *name : {"bounce2d", "sweep_walls2d"})
        for (size_t count : counts)
            measure(name, count, isas, quick);
}
