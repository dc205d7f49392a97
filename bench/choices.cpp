/* Measures choices by distance and by time, of 16,384 choosers among 16,384 candidates and of other sizes,
   with agents spread evenly and in eight clusters. By turning, 4,096 choosers choose among 4,096 candidates.
   Each round builds the crowd again. nanoflann's tree is measured too, if available. Also measures lists,
   avoidance and assignments. Each round measures all rows. Prints medians and minima. usage:
       waylay_choices [--quick]
       waylay_choices --crowds [SEEDS]     see crowds.cpp
       waylay_choices --crossing [STEPS]   10,000 agents cross a circle; counts overlaps, also with RVO2
       waylay_choices --growth [ROUNDS]    calls of 1,000 to 1,000,000 agents, for bench/results/growth.txt
       waylay_choices --threads [ROUNDS]   compares a call with two halves of the call on two threads */
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#if defined(WAY_NANOFLANN)
#include <nanoflann.hpp>
#endif

#if defined(WAY_RVO2)
#include <RVO.h>
#endif

#if defined(WAY_LAP)
#include <lapjv.h>
#endif

#include "bench_crowds.h"
#include "crossing.h"
#include "draw.h"
#include "waylay/waylay.h"

#if defined(WAY_LAPJV)
double rival_lapjv(int n, const float *cost, int *column, int *row, float *u, float *v);
#endif
#if defined(WAY_LAP1015)
void rival_lap1015(int n, const float *cost, int *column);
#endif

namespace {

struct agents {
    std::vector<float> x, y, z, vx, vy, vz, speed;
};

enum class lie { uniform, clusters };

/* Draws agents that are about 5 m apart. In eight clusters, the average density is the same. */
agents draw_agents(size_t count, lie how, uint64_t seed) {
    uint64_t state = seed, centre_state = 77;
    const double side = 5 * std::sqrt((double)count);
    float centre[16];
    for (float &at : centre)
        at = draw_between(&centre_state, 0, 8 * side);
    agents all;
    for (size_t i = 0; i < count; i++) {
        float at[2];
        const uint32_t which = draw_below(&state, 8);
        for (int k = 0; k < 2; k++) {
            at[k] = draw_between(&state, 0, side);
            if (how == lie::clusters) {
                double sum = 0; /* approximately a normal distribution */
                for (int n = 0; n < 12; n++)
                    sum += (double)draw_between(&state, -0.5, 0.5);
                at[k] = centre[2 * which + (uint32_t)k] + (float)(sum * side / 12);
            }
        }
        all.x.push_back(at[0]), all.y.push_back(at[1]), all.z.push_back(draw_between(&state, 0, 10));
        all.vx.push_back(draw_between(&state, -3, 3)), all.vy.push_back(draw_between(&state, -3, 3));
        all.vz.push_back(0);
        all.speed.push_back(draw_between(&state, 4, 6));
    }
    return all;
}

struct row {
    std::string name;
    size_t choosers; /* choosers or pairs; times are divided by this number */
    std::function<void()> run;
    std::vector<double> ns;
    double median() const {
        std::vector<double> sorted = ns;
        std::sort(sorted.begin(), sorted.end());
        return sorted[sorted.size() / 2];
    }
    double least() const { return *std::min_element(ns.begin(), ns.end()); }
};

std::vector<row> rows;
bool is_right = true;
volatile uint32_t sink;

way_choose2d_in columns_of(const agents &choosers, const agents &candidates) {
    way_choose2d_in in = {};
    in.chaser_x.data = choosers.x.data(), in.chaser_y.data = choosers.y.data();
    in.chaser_speed.data = choosers.speed.data();
    in.runner_x.data = candidates.x.data(), in.runner_y.data = candidates.y.data();
    in.runner_vx.data = candidates.vx.data(), in.runner_vy.data = candidates.vy.data();
    static const float radius = 5; /* m, the turning radius */
    in.heading_x.data = choosers.vx.data(), in.heading_y.data = choosers.vy.data();
    in.radius = way_same(&radius);
    return in;
}

#if defined(WAY_NANOFLANN)
struct cloud {
    const agents *of;
    size_t kdtree_get_point_count() const { return of->x.size(); }
    float kdtree_get_pt(size_t i, size_t k) const { return k == 0 ? of->x[i] : of->y[i]; }
    template <class box> bool kdtree_get_bbox(box &) const { return false; }
};
using tree =
    nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, cloud>, cloud, 2, uint32_t>;
#endif

struct job {
    agents choosers, candidates;
    way_choose2d_in in;
    std::vector<uint64_t> memory;
    std::vector<uint32_t> best;
    std::vector<size_t> offset;
    std::vector<way_neighbour> neighbours;
    job(size_t count, lie how)
        : choosers(draw_agents(count, how, 1)), candidates(draw_agents(count, how, 2)),
          in(columns_of(choosers, candidates)), memory(way_crowd2d_bytes(count) / 8 + 1), best(count * 8) {}
    size_t bytes() const { return 8 * memory.size(); }
    void build() {
        way_choose2d_in read = in;
        is_right &=
            way_make_crowd2d(&read, candidates.x.size(), (way_crowd2d *)memory.data(), bytes()) == WAY_OK;
    }
    void build_for_distance() { /* a choice by distance reads no velocities */
        const way_column vx = in.runner_vx;
        in.runner_vx.data = nullptr;
        build();
        in.runner_vx = vx;
    }
    /* Lists the `most` nearest candidates of each chooser (0: all), or all within `radius` metres. Returns
       the number of list elements. */
    size_t list(size_t some, size_t most, const float *radius) {
        way_choose2d_in read = in;
        way_choice choice = {};
        way_neighbours to = {};
        if (radius != nullptr)
            read.range_to = way_same(radius);
        offset.resize(some + 1), neighbours.resize(some * 24);
        to.most = most, to.list = neighbours.data(), to.capacity = neighbours.size(),
        to.offset = offset.data();
        choice.count = some, choice.crowd2d = (const way_crowd2d *)memory.data();
        is_right &= way_neighbours2d(&read, &choice, &to) == WAY_OK;
        sink = neighbours[offset[some] - 1].row;
        return offset[some];
    }
#if defined(WAY_NANOFLANN)
    void list_by_tree(size_t some, size_t most) {
        const cloud points{&candidates};
        const tree index(2, points, nanoflann::KDTreeSingleIndexAdaptorParams(10));
        std::vector<uint32_t> row(most);
        std::vector<float> square(most);
#if NANOFLANN_VERSION >= 0x150
        std::vector<nanoflann::ResultItem<uint32_t, float>> found;
        const nanoflann::SearchParameters how;
#else
        std::vector<std::pair<uint32_t, float>> found;
        const nanoflann::SearchParams how;
#endif
        size_t count = 0;
        for (size_t i = 0; i < some; i++) {
            const float at[2] = {choosers.x[i], choosers.y[i]};
            if (most > 0)
                count += index.knnSearch(at, most, row.data(), square.data());
            else
                count += index.radiusSearch(at, 81.0f, found, how);
        }
        sink = (uint32_t)count;
    }
#endif
    way_result choose_some(way_cost cost, bool with_crowd, size_t first, size_t some, int k) {
        way_choose2d_out out = {};
        way_choice choice = {};
        out.target = way_out(best.data()), choice.best = k;
        choice.first = first, choice.count = some;
        choice.runner_count = candidates.x.size();
        choice.cost = cost;
        if (with_crowd)
            choice.crowd2d = (const way_crowd2d *)memory.data();
        return way_choose2d(&in, &out, &choice);
    }
    void choose(way_cost cost, bool with_crowd, size_t some, int k) {
        is_right &= choose_some(cost, with_crowd, 0, some, k) == WAY_OK;
        sink = best[some - 1];
    }
};

/* Agents that would walk through each other; each avoids up to ten neighbours. step_all first builds the
   crowd, then makes a step of all agents. */
struct walkers {
    agents all;
    std::vector<float> go_x, go_y, next_x, next_y;
    std::vector<uint32_t> self;
    std::vector<uint64_t> memory;
    float radius = 1, speed = 6, horizon = 3, step = 0.1f, range = 15;
    explicit walkers(size_t count)
        : all(draw_agents(count, lie::uniform, 3)), next_x(count), next_y(count),
          memory(way_crowd2d_bytes(count) / 8 + 1) {
        for (size_t i = 0; i < count; i++) {
            self.push_back((uint32_t)i);
            go_x.push_back(1.5f * all.vx[i]), go_y.push_back(1.5f * all.vy[i]);
        }
    }
    void build() {
        way_choose2d_in places = {};
        places.runner_x.data = all.x.data(), places.runner_y.data = all.y.data();
        is_right &=
            way_make_crowd2d(&places, self.size(), (way_crowd2d *)memory.data(), 8 * memory.size()) == WAY_OK;
    }
    way_result step_some(size_t first, size_t count) {
        way_avoid2d_in in = {};
        way_avoid2d_out out = {};
        way_avoidance how = {};
        in.chaser_x.data = in.runner_x.data = all.x.data(),
        in.chaser_y.data = in.runner_y.data = all.y.data();
        in.chaser_vx.data = in.runner_vx.data = all.vx.data();
        in.chaser_vy.data = in.runner_vy.data = all.vy.data();
        in.preferred_vx.data = go_x.data(), in.preferred_vy.data = go_y.data();
        in.radius = in.runner_radius = way_same(&radius), in.chaser_speed = way_same(&speed);
        in.neighbour_horizon = way_same(&horizon), in.dt = way_same(&step), in.range_to = way_same(&range);
        in.self.data = self.data();
        out.velocity_x.data = next_x.data(), out.velocity_y.data = next_y.data();
        how.first = first, how.count = count, how.runner_count = self.size();
        how.crowd2d = (const way_crowd2d *)memory.data();
        return way_avoid2d(&in, &out, &how);
    }
    void step_all() {
        build();
        is_right &= step_some(0, self.size()) == WAY_OK;
        sink = (uint32_t)next_x[0];
    }
};

#if defined(WAY_RVO2)
/* RVO2's step also moves the agents, so put_back moves the agents back before each step. */
struct rvo2_walkers {
    const walkers &of;
    RVO::RVOSimulator all;
    explicit rvo2_walkers(const walkers &w) : of(w) {
        all.setTimeStep(w.step);
        for (size_t i = 0; i < w.self.size(); i++)
            all.addAgent(RVO::Vector2(w.all.x[i], w.all.y[i]), w.range, 10, w.horizon, w.horizon, w.radius,
                         w.speed);
        put_back();
    }
    void put_back() {
        for (size_t i = 0; i < of.self.size(); i++) {
            all.setAgentPosition(i, RVO::Vector2(of.all.x[i], of.all.y[i]));
            all.setAgentVelocity(i, RVO::Vector2(of.all.vx[i], of.all.vy[i]));
            all.setAgentPrefVelocity(i, RVO::Vector2(of.go_x[i], of.go_y[i]));
        }
    }
};
#endif

/* An assignment with as many slots as choosers. Slots are at random positions, like the choosers, or in ranks
   and files next to the choosers. The costs are a matrix of distances or, if `nearest` is not 0, lists of the
   nearest slots. Each assignment first computes the costs from the positions. */
struct sharing {
    agents choosers, slots;
    size_t nearest;
    std::vector<float> cost;
    std::vector<uint32_t> target;
    std::vector<way_neighbour> list;
    std::vector<size_t> offset;
    std::vector<uint64_t> crowd, memory;
    double sum = 0;
    size_t served = 0;
    sharing(size_t count, bool is_formation, size_t some)
        : choosers(draw_agents(count, lie::uniform, 5)), slots(draw_agents(count, lie::uniform, 6)),
          nearest(some), cost(some > 0 ? 0 : count * count), target(count), list(some * count + 2 * count),
          offset(count + 1), crowd(way_crowd2d_bytes(count) / 8 + 1),
          memory(way_assign_bytes(count, count, (some > 0 ? some : count) * count) / 8 + 1) {
        const size_t file = (size_t)std::sqrt((double)count);
        for (size_t j = 0; is_formation && j < count; j++) {
            slots.x[j] = 6 * (float)file + 2 * (float)(j % file);
            slots.y[j] = 2 * (float)(j / file);
        }
    }
    void form_costs() {
        const size_t n = target.size();
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                const float x = slots.x[j] - choosers.x[i], y = slots.y[j] - choosers.y[i];
                cost[i * n + j] = std::sqrt(x * x + y * y);
            }
    }
    void assign(way_aim aim) {
        way_choose2d_in places = columns_of(choosers, slots);
        way_assign_in in = {};
        way_assign_out out = {};
        way_choice choice = {};
        way_neighbours near = {};
        way_assignment how = {};
        how.count = how.runner_count = choice.count = choice.runner_count = target.size();
        how.aim = aim, how.memory = memory.data(), how.bytes = 8 * memory.size();
        out.target.data = target.data();
        if (nearest > 0) {
            places.runner_vx.data = places.runner_vy.data = nullptr;
            choice.crowd2d = (const way_crowd2d *)crowd.data();
            near.list = list.data(), near.capacity = list.size(), near.offset = offset.data(),
            near.most = nearest;
            is_right &= way_make_crowd2d(&places, target.size(), (way_crowd2d *)crowd.data(),
                                         8 * crowd.size()) == WAY_OK;
            is_right &= way_neighbours2d(&places, &choice, &near) == WAY_OK;
            in.row = way_at(&list[0].row, 8), in.cost = way_at(&list[0].distance, 8),
            how.offset = offset.data();
        } else {
            form_costs();
            in.cost.data = cost.data();
        }
        is_right &= way_assign(&in, &out, &how) == WAY_OK;
        sum = how.sum, served = how.served;
    }
    double sum_of_targets() const {
        double all = 0;
        for (size_t i = 0; i < target.size(); i++)
            all += (double)cost[i * target.size() + target[i]];
        return all;
    }
    /* Takes over a rival's answer, which is the slot of each chooser. */
    void take(const std::vector<int> &column) {
        std::copy(column.begin(), column.end(), target.begin());
        sum = sum_of_targets(), served = column.size();
    }
#if defined(WAY_LAPJV)
    void assign_by_lapjv() {
        const size_t n = target.size();
        std::vector<int> column(n), of(n);
        std::vector<float> u(n), v(n);
        form_costs();
        rival_lapjv((int)n, cost.data(), column.data(), of.data(), u.data(), v.data());
        take(column);
    }
#endif
#if defined(WAY_LAP1015)
    void assign_by_lap1015() {
        std::vector<int> column(target.size());
        form_costs();
        rival_lap1015((int)column.size(), cost.data(), column.data());
        take(column);
    }
#endif
#if defined(WAY_LAP)
    void assign_by_lap() {
        const size_t n = target.size();
        std::vector<double> wide(n * n);
        std::vector<double *> line(n);
        std::vector<int> column(n), of(n);
        form_costs();
        std::copy(cost.begin(), cost.end(), wide.begin());
        for (size_t i = 0; i < n; i++)
            line[i] = &wide[i * n];
        is_right &= lapjv_internal((unsigned)n, line.data(), column.data(), of.data()) == 0;
        take(column);
    }
#endif
    /* The simple solution: each chooser takes the nearest free slot. */
    void take_greedily() {
        const size_t n = target.size();
        std::vector<bool> taken(n);
        form_costs();
        sum = 0, served = n;
        for (size_t i = 0; i < n; i++) {
            size_t best = n;
            for (size_t j = 0; j < n; j++)
                if (!taken[j] && (best == n || cost[i * n + j] < cost[i * n + best]))
                    best = j;
            taken[best] = true;
            target[i] = (uint32_t)best;
            sum += (double)cost[i * n + best];
        }
    }
};

/* Two armies face each other in ranks and files. Each unit chooses its eight nearest enemies, so all choose
   among the front ranks. As many units attack an enemy as are needed to kill it, and the others wait. The lists
   are made once. */
struct armies {
    agents units;
    std::vector<uint32_t> side, enemies, list, target;
    std::vector<float> cost, health;
    std::vector<uint64_t> memory;
    armies(size_t count, size_t files)
        : side(count), enemies(count), list(8 * count), target(count), cost(8 * count), health(count, 4.0f),
          memory(way_assign_bytes(count, count, 8 * count) / 8 + 1) {
        uint64_t state = 2;
        for (size_t i = 0; i < count; i++) {
            const bool is_left = i < count / 2;
            const size_t number = i % (count / 2);
            const float back = 2.5f * (float)(number / files), along = 3.0f * (float)(number % files);
            units.x.push_back((is_left ? 20 - back : 80 + back) + draw_between(&state, -0.5, 0.5));
            units.y.push_back(along + (is_left ? 0 : 6) + draw_between(&state, -0.5, 0.5));
            side[i] = is_left ? 1 : 2, enemies[i] = 3 - side[i];
        }
        way_choose2d_in in = {};
        in.chaser_x.data = in.runner_x.data = units.x.data(),
        in.chaser_y.data = in.runner_y.data = units.y.data();
        in.runner_mask.data = side.data(), in.chaser_mask.data = enemies.data();
        way_choose2d_out out = {};
        out.target.data = list.data(), out.cost.data = cost.data();
        way_choice choice = {};
        choice.count = choice.runner_count = count, choice.best = 8;
        is_right &= way_choose2d(&in, &out, &choice) == WAY_OK;
    }
    void assign() {
        way_assign_in in = {};
        in.row.data = list.data(), in.cost.data = cost.data(), in.health.data = health.data();
        way_assign_out out = {};
        out.target.data = target.data();
        way_assignment how = {};
        how.count = how.runner_count = target.size(), how.each = 8;
        how.memory = memory.data(), how.bytes = 8 * memory.size();
        is_right &= way_assign(&in, &out, &how) == WAY_OK;
    }
};

void add_sharing(const std::string &name, sharing &s) {
    rows.push_back({name, s.target.size(), [&s] { s.assign(WAY_LEAST_SUM); }, {}});
}

/* Solves the same assignment by every available method. */
struct ways {
    std::string name;
    sharing ours, greedy, lapjv, lap1015, lap;
    ways(const std::string &what, size_t count, bool is_formation)
        : name(what), ours(count, is_formation, 0), greedy(ours), lapjv(ours), lap1015(ours), lap(ours) {}
    void add() {
        const size_t n = ours.target.size();
        add_sharing(name, ours);
        rows.push_back({name + ", greedily", n, [this] { greedy.take_greedily(); }, {}});
#if defined(WAY_LAPJV)
        rows.push_back({name + ", src-d/lapjv", n, [this] { lapjv.assign_by_lapjv(); }, {}});
#endif
#if defined(WAY_LAP1015)
        rows.push_back({name + ", LAP1015", n, [this] { lap1015.assign_by_lap1015(); }, {}});
#endif
#if defined(WAY_LAP)
        rows.push_back({name + ", gatagat/lap", n, [this] { lap.assign_by_lap(); }, {}});
#endif
    }
    void say_line(const char *which, const sharing &other, const row &of) const {
        std::printf("%-27s %-12s %9.2f ms  least %9.2f  %.6f of the least sum\n", name.c_str(), which,
                    of.median() * (double)of.choosers * 1e-6, of.least() * (double)of.choosers * 1e-6,
                    other.sum / ours.sum);
    }
    void say_table() const;
};

void add_rows(const std::string &where, job &j, size_t n) {
    static const char *const costs[] = {"distance", "time"};
    for (int cost = 0; cost < 2; cost++)
        rows.push_back({where + "/" + costs[cost],
                        n,
                        [&j, cost, n] {
                            if (cost == 0)
                                j.build_for_distance();
                            else
                                j.build();
                            j.choose((way_cost)cost, true, n, 1);
                        },
                        {}});
#if defined(WAY_NANOFLANN)
    rows.push_back({where + "/nanoflann", n, [&j, n] { j.list_by_tree(n, 1); }, {}});
#endif
}

/* Returns the CPU time of this thread, so that other processes on the core count less. */
double now() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

const row &find(const std::string &name) {
    for (const row &one : rows)
        if (one.name == name)
            return one;
    std::abort();
}

void ways::say_table() const {
    say_line("waylay", ours, find(name));
    say_line("greedily", greedy, find(name + ", greedily"));
#if defined(WAY_LAPJV)
    say_line("src-d/lapjv", lapjv, find(name + ", src-d/lapjv"));
#endif
#if defined(WAY_LAP1015)
    say_line("LAP1015", lap1015, find(name + ", LAP1015"));
#endif
#if defined(WAY_LAP)
    say_line("gatagat/lap", lap, find(name + ", gatagat/lap"));
#endif
}

/* Returns the median of all rounds' ratios of two rows' times. */
double ratio(const std::string &a, const std::string &b) {
    const row &one = find(a), &other = find(b);
    std::vector<double> parts;
    for (size_t i = 0; i < one.ns.size(); i++)
        parts.push_back(one.ns[i] / other.ns[i]);
    std::sort(parts.begin(), parts.end());
    return parts[parts.size() / 2];
}

void say(const char *what, double seen, double wanted) {
    std::printf("%-58s %7.3f  wants at most %.3g%s\n", what, seen, wanted, seen <= wanted ? "" : "  MISSED");
}

void say_crossing(const char *who, size_t steps, size_t left, size_t pairs, double deepest, double ns) {
    std::printf(
        "%-8s %5zu steps, %5zu not across; overlaps beyond 1e-3 of a radius: %zu, the deepest %.2g of it; "
        "%.2f ms a step\n",
        who, steps, left, pairs, deepest, ns * 1e-6 / (double)std::max<size_t>(1, steps));
}

/* Runs until all agents have crossed, for at most `most` steps. RVO2 runs the same scene for the same number
   of steps. */
void cross(size_t most) {
    crossing ours(10000);
    size_t left = 1, pairs = 0, steps = 0;
    double deepest = 0, ns = 0;
#if defined(WAY_RVO2)
    crossing theirs(10000);
    RVO::RVOSimulator all;
    size_t rvo2_left = 1, rvo2_pairs = 0;
    double rvo2_deepest = 0, rvo2_ns = 0;
    all.setTimeStep(theirs.step);
    for (size_t i = 0; i < theirs.count(); i++)
        all.addAgent(RVO::Vector2((float)theirs.x[i], (float)theirs.y[i]), theirs.range, 10, theirs.horizon,
                     theirs.horizon, theirs.radius, theirs.speed);
#endif
    for (; left > 0 && steps < most; steps++) {
        double before = now();
        left = ours.go();
        ns += now() - before;
        pairs += ours.overlaps(1e-3, &deepest);
#if defined(WAY_RVO2)
        rvo2_left = theirs.wish();
        for (size_t i = 0; i < theirs.count(); i++)
            all.setAgentPrefVelocity(i, RVO::Vector2(theirs.wish_x[i], theirs.wish_y[i]));
        before = now();
        all.doStep();
        rvo2_ns += now() - before;
        for (size_t i = 0; i < theirs.count(); i++)
            theirs.x[i] = (double)all.getAgentPosition(i).x(),
            theirs.y[i] = (double)all.getAgentPosition(i).y();
        rvo2_pairs += theirs.overlaps(1e-3, &rvo2_deepest);
#endif
    }
    is_right &= ours.is_right;
    say_crossing("waylay", steps, left, pairs, deepest, ns);
#if defined(WAY_RVO2)
    say_crossing("RVO2", steps, rvo2_left, rvo2_pairs, rvo2_deepest, rvo2_ns);
#endif
}

/* Growth: the same question for more and more agents at the same density -------------------------------- */

struct shots {
    agents chasers, runners;
    std::vector<float> result[6];
    std::vector<int32_t> status;
    explicit shots(size_t count)
        : chasers(draw_agents(count, lie::uniform, 8)), runners(draw_agents(count, lie::uniform, 9)),
          status(count) {
        for (auto &column : result)
            column.resize(count);
    }
    way_result meet_some(size_t first, size_t count) {
        way_intercept2d_in in = {};
        way_intercept2d_out out = {};
        way_batch batch = {};
        in.chaser_x = way_in(chasers.x.data()), in.chaser_y = way_in(chasers.y.data());
        in.chaser_speed = way_in(chasers.speed.data());
        in.runner_x = way_in(runners.x.data()), in.runner_y = way_in(runners.y.data());
        in.runner_vx = way_in(runners.vx.data()), in.runner_vy = way_in(runners.vy.data());
        out.time = way_out(result[0].data()), out.status = way_out(status.data());
        out.point_x = way_out(result[1].data()), out.point_y = way_out(result[2].data());
        out.velocity_x = way_out(result[3].data()), out.velocity_y = way_out(result[4].data());
        batch.first = first, batch.count = count;
        return way_intercept2d(&in, &out, &batch);
    }
    void meet() {
        is_right &= meet_some(0, status.size()) == WAY_OK;
        sink = (uint32_t)status[0];
    }
};

/* Balls among 1,000 walls with a tree. The walls are as dense as in waylay_walls. */
struct balls {
    agents all;
    std::vector<way_wall> walls;
    std::vector<uint64_t> memory;
    std::vector<float> result[4];
    explicit balls(size_t count) : all(draw_agents(count, lie::uniform, 10)) {
        const double side = 1100, wide = 5 * std::sqrt((double)count);
        uint64_t state = 11;
        while (walls.size() < 1000) {
            const float x = draw_between(&state, 0, side), y = draw_between(&state, 0, side);
            walls.push_back({x, y, x + draw_between(&state, -25, 25), y + draw_between(&state, -25, 25), 0});
        }
        for (size_t i = 0; i < count; i++) {
            all.x[i] *= (float)(side / wide), all.y[i] *= (float)(side / wide);
            all.vx[i] *= 10, all.vy[i] *= 10;
        }
        const size_t bytes = way_wall_tree_bytes(walls.size());
        memory.resize(bytes / 8 + 1);
        is_right &=
            way_make_wall_tree(walls.data(), walls.size(), (way_wall_tree *)memory.data(), bytes) == WAY_OK;
        for (auto &column : result)
            column.resize(count);
    }
    void bounce() {
        static const float dt = 1;
        way_bounce2d_in in = {};
        way_bounce2d_out out = {};
        way_batch batch = {};
        in.ball_x = way_in(all.x.data()), in.ball_y = way_in(all.y.data());
        in.ball_vx = way_in(all.vx.data()), in.ball_vy = way_in(all.vy.data()), in.dt = way_same(&dt);
        out.next_x = way_out(result[0].data()), out.next_y = way_out(result[1].data());
        out.next_vx = way_out(result[2].data()), out.next_vy = way_out(result[3].data());
        batch.count = all.x.size();
        batch.walls = walls.data(), batch.wall_count = walls.size(),
        batch.wall_tree = (const way_wall_tree *)memory.data();
        is_right &= way_bounce2d(&in, &out, &batch) == WAY_OK;
        sink = (uint32_t)(int32_t)result[0][0];
    }
};

/* A question to the library or a rival. `begin` makes the data of n agents and returns the timed function. */
struct question {
    std::string name;
    size_t most; /* the largest number of agents for which the memory suffices */
    std::function<std::function<void()>(size_t)> begin;
    double last = 0;
};

std::vector<question> questions() {
    const size_t any = SIZE_MAX, squared = 10000; /* values of `most`; squared: a cost for each pair */
    auto even = [](size_t n) {
        auto j = std::make_shared<job>(n, lie::uniform);
        j->in = columns_of(j->choosers, j->candidates);
        return j;
    };
    std::vector<question> all = {
        {"interception", any, [](size_t n) { return [s = std::make_shared<shots>(n)] { s->meet(); }; }},
        {"walls", any, [](size_t n) { return [b = std::make_shared<balls>(n)] { b->bounce(); }; }},
        {"choice", any,
         [even](size_t n) {
             return [j = even(n), n] { j->build_for_distance(), j->choose(WAY_BY_DISTANCE, true, n, 1); };
         }},
        {"neighbours", any,
         [even](size_t n) { return [j = even(n), n] { j->build_for_distance(), j->list(n, 10, nullptr); }; }},
        {"avoidance", any, [](size_t n) { return [w = std::make_shared<walkers>(n)] { w->step_all(); }; }},
        {"assignment by lists", any,
         [](size_t n) {
             return [s = std::make_shared<sharing>(n, false, 16)] { s->assign(WAY_LEAST_SUM); };
         }},
        {"assignment", squared, [](size_t n) {
             return [s = std::make_shared<sharing>(n, false, 0)] { s->assign(WAY_LEAST_SUM); };
         }}};
#if defined(WAY_NANOFLANN)
    all.push_back(
        {"choice, nanoflann", any, [even](size_t n) { return [j = even(n), n] { j->list_by_tree(n, 1); }; }});
    all.push_back({"neighbours, nanoflann", any,
                   [even](size_t n) { return [j = even(n), n] { j->list_by_tree(n, 10); }; }});
#endif
#if defined(WAY_RVO2)
    /* The time includes putting the agents back, which is less than 1 % of a step. */
    all.push_back({"avoidance, RVO2", any, [](size_t n) {
                       auto of = std::make_shared<walkers>(n);
                       auto theirs = std::make_shared<rvo2_walkers>(*of);
                       return [of, theirs] { theirs->put_back(), theirs->all.doStep(); };
                   }});
#endif
#if defined(WAY_LAPJV)
    all.push_back({"assignment, src-d/lapjv", squared, [](size_t n) {
                       return [s = std::make_shared<sharing>(n, false, 0)] { s->assign_by_lapjv(); };
                   }});
#endif
#if defined(WAY_LAP1015)
    all.push_back({"assignment, LAP1015", squared, [](size_t n) {
                       return [s = std::make_shared<sharing>(n, false, 0)] { s->assign_by_lap1015(); };
                   }});
#endif
    return all;
}

/* Prints a line per question and count. Omits counts that may take longer than 20 s or too much memory. */
void grow(size_t rounds) {
    static const size_t counts[] = {1000, 3000, 10000, 30000, 100000, 300000, 1000000};
    std::vector<question> asked = questions();
    std::printf(
        "%s, one core, one thread: ns per agent, with all building, medians and minima of %zu rounds\n\n"
        "| question | agents | median | least |\n|---|---:|---:|---:|\n",
        way_isa(), rounds);
    for (const size_t count : counts)
        for (question &q : asked) {
            if (10 * q.last > 20e9 || count > q.most)
                continue;
            row one = {q.name, count, q.begin(count), {}};
            one.run(); /* not timed, because it touches the memory for the first time */
            const size_t repeat = std::max<size_t>(1, 30000 / count);
            for (size_t round = 0; round < rounds; round++) {
                const double before = now();
                for (size_t k = 0; k < repeat; k++)
                    one.run();
                q.last = (now() - before) / (double)repeat;
                one.ns.push_back(q.last / (double)count);
            }
            std::printf("| %s | %zu | %.2f | %.2f |\n", q.name.c_str(), count, one.median(), one.least());
            std::fflush(stdout);
        }
}

/* Threads: each of two solves half of the agents of a call. The crowd is built before. ------------------ */

/* Compares a call on one thread with two halves of the call on two threads: the bytes of the answers, and the
   least wall-clock time of all rounds. */
template <class Some, class Bytes>
void halve(const char *name, size_t count, size_t rounds, Some some, Bytes bytes) {
    using clock = std::chrono::steady_clock;
    double least[2] = {INFINITY, INFINITY};
    std::string answers[2];
    for (size_t round = 0; round < rounds; round++)
        for (const size_t threads : {1, 2}) {
            way_result result[2] = {WAY_OK, WAY_OK};
            const auto begin = clock::now();
            if (threads == 1)
                result[0] = some(0, count);
            else {
                std::thread other([&] { result[1] = some(count / 2, count - count / 2); });
                result[0] = some(0, count / 2);
                other.join();
            }
            const double ns = std::chrono::duration<double, std::nano>(clock::now() - begin).count();
            least[threads - 1] = std::min(least[threads - 1], ns / (double)count);
            is_right &= result[0] == WAY_OK && result[1] == WAY_OK;
            answers[threads - 1] =
                bytes(); /* bytes() also clears the arrays, so that the next run must write all answers */
        }
    const bool is_same = answers[0] == answers[1];
    is_right &= is_same;
    std::printf("| %s | %zu | %.2f | %.2f | %.2f | %s |\n", name, count, least[0], least[1],
                least[0] / least[1], is_same ? "the same" : "DIFFERENT");
}

/* Returns the bytes of an array, and clears the array. */
template <class Number> std::string taken(std::vector<Number> &from) {
    std::string bytes(reinterpret_cast<const char *>(from.data()), from.size() * sizeof(Number));
    std::fill(from.begin(), from.end(), Number{});
    return bytes;
}

void run_threads(size_t rounds) {
    const size_t n = 100000;
    std::printf(
        "%s: ns per agent by the clock, least of %zu rounds\n\n| question | agents | one thread | two "
        "threads | times as fast | bytes |\n|---|---:|---:|---:|---:|---|\n",
        way_isa(), rounds);
    shots fired(n);
    halve(
        "interception", n, rounds, [&](size_t first, size_t count) { return fired.meet_some(first, count); },
        [&] {
            std::string all = taken(fired.status);
            for (auto &column : fired.result)
                all += taken(column);
            return all;
        });
    job choosing(n, lie::uniform);
    choosing.in = columns_of(choosing.choosers, choosing.candidates);
    choosing.build_for_distance();
    halve(
        "choice", n, rounds,
        [&](size_t first, size_t count) {
            return choosing.choose_some(WAY_BY_DISTANCE, true, first, count, 1);
        },
        [&] { return taken(choosing.best); });
    walkers walking(n);
    walking.build();
    halve(
        "avoidance", n, rounds, [&](size_t first, size_t count) { return walking.step_some(first, count); },
        [&] { return taken(walking.next_x) + taken(walking.next_y); });
}

} // namespace

int main(int argc, char **argv) {
    if (argc > 1 && std::strcmp(argv[1], "--crossing") == 0) {
        cross(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 20000);
        return !is_right;
    }
    if (argc > 1 && std::strcmp(argv[1], "--crowds") == 0) {
        run_crowds(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 16);
        return 0;
    }
    if (argc > 1 && std::strcmp(argv[1], "--growth") == 0) {
        grow(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 7);
        return !is_right;
    }
    if (argc > 1 && std::strcmp(argv[1], "--threads") == 0) {
        run_threads(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 20);
        std::puts(is_right ? "" : "a call was refused, or two threads gave other bytes");
        return !is_right;
    }
    const bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    const size_t n = 16384, sizes[] = {4096, 8192, 16384, 32768, 65536};
    std::vector<job> uniform;
    for (size_t size : sizes)
        uniform.emplace_back(size, lie::uniform);
    for (job &j : uniform)
        j.in = columns_of(j.choosers, j.candidates);
    job clusters(n, lie::clusters), &usual = uniform[2];
    for (size_t k = 0; k < 5; k++)
        add_rows("uniform/" + std::to_string(sizes[k]), uniform[k], sizes[k]);
    add_rows("clusters/" + std::to_string(n), clusters, n);
    rows.push_back({"build", n, [&] { usual.build(); }, {}});
    rows.push_back({"eight", n, [&] { usual.build(), usual.choose(WAY_BY_DISTANCE, true, n, 8); }, {}});
    rows.push_back({"ten nearest", n, [&] { usual.build_for_distance(), usual.list(n, 10, nullptr); }, {}});
    rows.push_back({"ten nearest/clusters",
                    n,
                    [&] { clusters.build_for_distance(), clusters.list(n, 10, nullptr); },
                    {}});
    for (const bool with_crowd : {true, false})
        rows.push_back({with_crowd ? "turning/4096" : "turning/4096 past all",
                        4096,
                        [&uniform, with_crowd] {
                            uniform[0].build();
                            uniform[0].choose(WAY_BY_TURNING, with_crowd, 4096, 1);
                        },
                        {}});
    static const float radius = 9;
    rows.push_back({"within 9 m", n, [&] { usual.build_for_distance(), usual.list(n, 0, &radius); }, {}});
#if defined(WAY_NANOFLANN)
    rows.push_back({"ten nearest/nanoflann", n, [&] { usual.list_by_tree(n, 10); }, {}});
    rows.push_back({"within 9 m/nanoflann", n, [&] { usual.list_by_tree(n, 0); }, {}});
#endif
    static walkers crossing(10000);
    rows.push_back({"avoid", 10000, [] { crossing.step_all(); }, {}});
#if defined(WAY_RVO2)
    static rvo2_walkers rvo2(crossing);
    rows.push_back({"avoid/RVO2", 10000, [] { rvo2.all.doStep(); }, {}});
#endif
    static ways even("assign/500", 500, false), formed("assign/500 to a formation", 500, true),
        many("assign/1000 to a formation", 1000, true);
    static sharing largest(500, false, 0), listed(1000, false, 8), thousands(4096, false, 32);
    for (ways *one : {&even, &formed, &many})
        one->add();
    add_sharing("assign/1000, eight nearest", listed);
    add_sharing("assign/4096, 32 nearest", thousands);
    static armies facing(2400, 50);
    rows.push_back({"assign/2400 to as many as kill", 2400, [] { facing.assign(); }, {}});
    rows.push_back({"assign/500, the largest", 500, [] { largest.assign(WAY_LEAST_LARGEST); }, {}});
    rows.push_back({"brute/distance", 256 * n, [&] { usual.choose(WAY_BY_DISTANCE, false, 256, 1); }, {}});
    rows.push_back({"brute/time", 256 * n, [&] { usual.choose(WAY_BY_TIME, false, 256, 1); }, {}});
    for (int round = 0; round < (quick ? 3 : 41); round++)
        for (row &one : rows) {
#if defined(WAY_RVO2)
            rvo2.put_back();
#endif
            const double before = now();
            one.run();
            one.ns.push_back((now() - before) / (double)one.choosers);
        }
    std::printf("%s, one core: ns per chooser, with the building; of brute lanes per pair\n", way_isa());
    for (const row &one : rows)
        std::printf("%-28s median %8.3f  least %8.3f\n", one.name.c_str(), one.median(), one.least());
    say("distance, uniform: microseconds a chooser", find("uniform/16384/distance").median() / 1000, 0.25);
    say("eight clusters, in parts of uniform", ratio("clusters/16384/distance", "uniform/16384/distance"), 2);
    say("time, in parts of distance", ratio("uniform/16384/time", "uniform/16384/distance"), 3);
    say("time in clusters, in parts of distance", ratio("clusters/16384/time", "clusters/16384/distance"), 3);
#if defined(WAY_NANOFLANN)
    say("the ten nearest, in parts of nanoflann", ratio("ten nearest", "ten nearest/nanoflann"), 1);
    say("all within 9 m, in parts of nanoflann", ratio("within 9 m", "within 9 m/nanoflann"), 1);
#endif
#if defined(WAY_RVO2)
    say("avoidance of 10,000, in parts of RVO2", ratio("avoid", "avoid/RVO2"), 0.25);
#endif
    say("assignment, 500 by 500, costs included: ms", find("assign/500").median() * 500e-6, 1);
    say("assignment, 4,096 with 32 nearest, lists included: ms",
        find("assign/4096, 32 nearest").median() * 4096e-6, 33);
    say("assignment, 2,400 by damage and health: ms",
        find("assign/2400 to as many as kill").median() * 2400e-6, 10);
    for (const ways *one : {&even, &formed, &many})
        one->say_table();
    std::printf("of 4,096 with 32 nearest %zu are served\n", thousands.served);
    say("brute lanes by distance: ns a pair", find("brute/distance").median(), 0.6);
    double sum = 0, most = 0;
    for (const size_t size : sizes) {
        const double part =
            find("uniform/" + std::to_string(size) + "/distance").median() / std::log2((double)size);
        sum += part;
        most = std::max(most, part);
    }
    say("n log n from 4,096 to 65,536: the largest factor over the mean", most / (sum / 5), 1.15);
#if defined(WAY_NANOFLANN)
    say("distance, uniform, in parts of nanoflann",
        ratio("uniform/16384/distance", "uniform/16384/nanoflann"), 0.8);
    say("distance, clusters, in parts of nanoflann",
        ratio("clusters/16384/distance", "clusters/16384/nanoflann"), 0.8);
#endif
    std::puts(is_right ? "" : "a call was refused");
    return !is_right;
}
