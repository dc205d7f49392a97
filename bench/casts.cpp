/* Measures cast2d, cast3d and sight: beams among 32 to 10,000 walls compared with a plain loop, lidars among walls
   and discs, a camera and scattered rays over 262,088 triangles (also by tinybvh, if it is there), and the eight nearest candidates that choosers see among 500 walls, compared
   with the eight nearest without walls. Each round measures all rows. Prints medians and minima of CPU time.
   usage: waylay_casts [--quick]; on one core: taskset -c 1 waylay_casts */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "draw.h"
#ifdef WAY_TINYBVH
#include "rival_tinybvh.h"
#endif
#include "waylay/waylay.h"

namespace {

struct row {
    std::string name;
    double parts; /* times are divided by this number */
    const char *unit;
    std::function<void()> run;
    std::vector<double> ns;
};

bool is_right = true;

void must(way_result result) { is_right = is_right && result == WAY_OK; }

/* Returns the CPU time of this thread, so that other processes on the core count less. */
double now() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

std::vector<float> draw_column(uint64_t *dice, size_t count, double low, double high) {
    std::vector<float> column;
    for (size_t i = 0; i < count; i++)
        column.push_back(draw_between(dice, low, high));
    return column;
}

/* Walls of up to 35 m in a square of 2 * half by 2 * half, with a tree. */
struct plan {
    std::vector<way_wall> walls;
    std::vector<uint64_t> memory;
    plan(size_t count, double half) {
        uint64_t dice = 1;
        while (walls.size() < count) {
            const float x = draw_between(&dice, -half, half), y = draw_between(&dice, -half, half),
                        along = draw_between(&dice, -25, 25), up = draw_between(&dice, -25, 25);
            walls.push_back({x, y, x + along, y + up, 0});
        }
        const size_t bytes = way_wall_tree_bytes(count);
        memory.resize(bytes / 8 + 1);
        must(way_make_wall_tree(walls.data(), count, (way_wall_tree *)memory.data(), bytes));
    }
    const way_wall_tree *tree() const { return (const way_wall_tree *)memory.data(); }
};

/* The half side of a square in which walls are as dense as in waylay_walls. */
double half_of(size_t walls) { return 100 * std::sqrt((double)walls / 32); }

struct beams {
    plan among;
    std::vector<float> x, y, dx, dy, distance, point_x, point_y, normal_x, normal_y;
    std::vector<int32_t> kind, status;
    std::vector<uint32_t> hit, self;
    std::vector<float> disc_x, disc_y, disc_radius;
    std::vector<uint64_t> memory;
    way_cast2d_in in = {};
    way_cast2d_out out = {};
    way_cast how = {};

    beams(size_t walls, double half) : among(walls, half) {
        how.walls = among.walls.data(), how.wall_count = among.walls.size(), how.wall_tree = among.tree();
    }
    void fill() {
        const size_t n = x.size();
        for (auto *column : {&distance, &point_x, &point_y, &normal_x, &normal_y})
            column->resize(n);
        kind.resize(n), status.resize(n), hit.resize(n);
        in.x = way_in(x.data()), in.y = way_in(y.data());
        in.direction_x = way_in(dx.data()), in.direction_y = way_in(dy.data());
        out.distance = way_out(distance.data()), out.kind = way_out(kind.data());
        out.row = way_out(hit.data()), out.status = way_out(status.data());
        out.point_x = way_out(point_x.data()), out.point_y = way_out(point_y.data());
        out.normal_x = way_out(normal_x.data()), out.normal_y = way_out(normal_y.data());
        how.count = n;
    }
    /* Beams from random places in random directions. */
    static std::shared_ptr<beams> scattered(size_t count, size_t walls) {
        const double half = half_of(walls);
        auto b = std::make_shared<beams>(walls, half);
        uint64_t dice = 7;
        b->x = draw_column(&dice, count, -half, half), b->y = draw_column(&dice, count, -half, half);
        b->dx = draw_column(&dice, count, -1, 1), b->dy = draw_column(&dice, count, -1, 1);
        b->fill();
        return b;
    }
    /* Each robot is a disc, and its beams go evenly around it. */
    static std::shared_ptr<beams> lidars(size_t robots, size_t each, size_t walls) {
        const double half = half_of(walls), turn = 6.283185307179586;
        auto b = std::make_shared<beams>(walls, half);
        uint64_t dice = 9;
        b->disc_x = draw_column(&dice, robots, -half, half),
        b->disc_y = draw_column(&dice, robots, -half, half);
        b->disc_radius = draw_column(&dice, robots, 0.2, 0.5);
        for (size_t i = 0; i < robots; i++)
            for (size_t k = 0; k < each; k++) {
                const double angle = turn * (double)k / (double)each;
                b->x.push_back(b->disc_x[i]), b->y.push_back(b->disc_y[i]);
                b->dx.push_back((float)std::cos(angle)), b->dy.push_back((float)std::sin(angle));
                b->self.push_back((uint32_t)i);
            }
        b->fill();
        b->in.runner_x = way_in(b->disc_x.data()), b->in.runner_y = way_in(b->disc_y.data());
        b->in.runner_radius = way_in(b->disc_radius.data()), b->in.self = way_in(b->self.data());
        b->how.runner_count = robots;
        return b;
    }
    void build_crowd() {
        const size_t bytes = way_crowd2d_bytes(disc_x.size());
        way_choose2d_in discs = {};
        discs.runner_x = in.runner_x, discs.runner_y = in.runner_y;
        memory.resize(bytes / 8 + 1);
        must(way_make_crowd2d(&discs, disc_x.size(), (way_crowd2d *)memory.data(), bytes));
        how.crowd2d = (const way_crowd2d *)memory.data();
    }
    void cast(bool tree, int32_t any, size_t count) {
        how.wall_tree = tree ? among.tree() : nullptr;
        how.any = any, how.count = count;
        must(way_cast2d(&in, &out, &how));
    }
    /* The loop that a programmer would write: the nearest wall in floats, without tests for rounding. */
    void cast_plainly(size_t count) {
        const size_t walls = among.walls.size();
        const way_wall *wall = among.walls.data();
        for (size_t i = 0; i < count; i++) {
            float best = INFINITY;
            uint32_t which = WAY_NO_ROW;
            for (size_t k = 0; k < walls; k++) {
                const float ex = wall[k].bx - wall[k].ax, ey = wall[k].by - wall[k].ay,
                            wx = wall[k].ax - x[i], wy = wall[k].ay - y[i], n = dx[i] * ey - dy[i] * ex,
                            t = (wx * ey - wy * ex) / n, s = (wx * dy[i] - wy * dx[i]) / n;
                if (t >= 0 && s >= 0 && s <= 1 && t < best)
                    best = t, which = (uint32_t)k;
            }
            hit[i] = which;
            distance[i] = best * std::sqrt(dx[i] * dx[i] + dy[i] * dy[i]);
            point_x[i] = x[i] + best * dx[i], point_y[i] = y[i] + best * dy[i];
            if (which != WAY_NO_ROW) {
                const float ex = wall[which].bx - wall[which].ax, ey = wall[which].by - wall[which].ay,
                            length = std::sqrt(ex * ex + ey * ey),
                            side = dx[i] * ey - dy[i] * ex < 0 ? -1.0f : 1.0f;
                normal_x[i] = -ey * side / length, normal_y[i] = ex * side / length;
            }
        }
    }
};

/* A terrain of 362 x 362 squares of 1 m, and over it a camera with 256 x 192 rays, or as many rays in random
   directions. */
struct camera {
    std::vector<way_triangle> terrain;
    std::vector<uint64_t> memory;
    std::vector<float> x, y, z, dx, dy, dz, distance;
    std::vector<uint32_t> hit;
    way_cast3d_in in = {};
    way_cast3d_out out = {};
    way_cast_triangles how = {};
    camera(float height, double pitch, bool is_scattered) {
        const int side = 362, wide = 256, high = 192;
        std::vector<float> up;
        uint64_t dice = 5;
        for (int j = 0; j <= side; j++)
            for (int i = 0; i <= side; i++)
                up.push_back((float)(8 * std::sin(i * 0.05) * std::cos(j * 0.07)) +
                             draw_between(&dice, -0.3, 0.3));
        for (int j = 0; j < side; j++)
            for (int i = 0; i < side; i++) {
                const auto a = (size_t)(j * (side + 1) + i), c = a + (size_t)side + 2;
                const auto x0 = (float)i, y0 = (float)j, x1 = x0 + 1, y1 = y0 + 1;
                terrain.push_back({x0, y0, up[a], x1, y0, up[a + 1], x1, y1, up[c], 0, 0});
                terrain.push_back({x0, y0, up[a], x1, y1, up[c], x0, y1, up[c - 1], 0, 0});
            }
        memory.resize(way_triangle_tree_bytes(terrain.size()) / 8 + 1);
        must(way_make_triangle_tree(terrain.data(), terrain.size(), (way_triangle_tree *)memory.data(),
                                    8 * memory.size()));
        for (int j = 0; j < high; j++)
            for (int i = 0; i < wide; i++) { /* towards (1, 1) */
                const double a = (2 * (i + 0.5) / wide - 1), b = (1 - 2 * (j + 0.5) / high) * high / wide,
                             along = std::cos(pitch) - b * std::sin(pitch), half = std::sqrt(0.5);
                x.push_back(60), y.push_back(60), z.push_back(height);
                dx.push_back((float)(half * (along + a))), dy.push_back((float)(half * (along - a)));
                dz.push_back((float)(std::sin(pitch) + b * std::cos(pitch)));
            }
        if (is_scattered) {
            for (auto *column : {&x, &y})
                *column = draw_column(&dice, x.size(), 0, side);
            for (auto *column : {&dx, &dy, &dz})
                *column = draw_column(&dice, x.size(), -1, 1);
        }
        distance.resize(x.size()), hit.resize(x.size());
        in.x = way_in(x.data()), in.y = way_in(y.data()), in.z = way_in(z.data());
        in.direction_x = way_in(dx.data()), in.direction_y = way_in(dy.data()),
        in.direction_z = way_in(dz.data());
        out.distance = way_out(distance.data()), out.row = way_out(hit.data());
        how.count = x.size(), how.triangles = terrain.data(), how.triangle_count = terrain.size();
        how.triangle_tree = (const way_triangle_tree *)memory.data();
#ifdef WAY_TINYBVH
        rival = rival_tinybvh_build(&terrain[0].ax, sizeof terrain[0], terrain.size());
#endif
    }
#ifdef WAY_TINYBVH
    rival_tinybvh *rival = nullptr;
    void cast_by_rival(bool any) {
        const float *from[] = {x.data(), y.data(), z.data()}, *to[] = {dx.data(), dy.data(), dz.data()};
        rival_tinybvh_cast(rival, from, to, x.size(), any, distance.data(), hit.data());
    }
#endif
    void cast(int32_t any) {
        how.any = any;
        must(way_cast3d(&in, &out, &how));
    }
};

/* Choosers that are candidates, too, and walls in 1 km2. */
struct lookers {
    size_t count;
    plan among;
    std::vector<float> x, y;
    std::vector<way_neighbour> list;
    std::vector<size_t> offset;
    std::vector<uint64_t> memory;
    way_choose2d_in in = {};
    way_choice choice = {};
    explicit lookers(size_t n, size_t walls) : count(n), among(walls, 500) {
        uint64_t dice = 3;
        x = draw_column(&dice, n, -500, 500), y = draw_column(&dice, n, -500, 500);
        in.chaser_x = in.runner_x = way_in(x.data()), in.chaser_y = in.runner_y = way_in(y.data());
        list.resize(way_neighbours_capacity(n, n, 8)), offset.resize(n + 1),
            memory.resize(way_crowd2d_bytes(n) / 8 + 1);
        choice.count = choice.runner_count = n;
        choice.crowd2d = (const way_crowd2d *)memory.data();
    }
    void look(bool walls) {
        must(way_make_crowd2d(&in, count, (way_crowd2d *)memory.data(), way_crowd2d_bytes(count)));
        choice.walls = walls ? among.walls.data() : nullptr;
        choice.wall_count = walls ? among.walls.size() : 0;
        choice.wall_tree = walls ? among.tree() : nullptr;
        way_neighbours lists = {};
        lists.most = 8, lists.list = list.data(), lists.capacity = list.size(), lists.offset = offset.data();
        must(way_neighbours2d(&in, &choice, &lists));
    }
};

} // namespace

int main(int argc, char **argv) {
    const bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    std::vector<row> rows;
    for (const size_t walls : {32, 100, 1000, 10000}) {
        const auto b = beams::scattered(8192, walls);
        const std::string name = "cast2d, " + std::to_string(walls) + " walls";
        const size_t few = std::min<size_t>(8192, 2000000 / walls);
        rows.push_back({name + ", plain loop", (double)few, "ns", [b, few] { b->cast_plainly(few); }, {}});
        rows.push_back({name + ", list", (double)few, "ns", [b, few] { b->cast(false, 0, few); }, {}});
        rows.push_back({name + ", tree", 8192, "ns", [b] { b->cast(true, 0, 8192); }, {}});
        rows.push_back({name + ", tree, any", 8192, "ns", [b] { b->cast(true, 1, 8192); }, {}});
    }
    const auto robots = beams::lidars(1000, 100, 200);
    const auto scan = [robots] { robots->build_crowd(), robots->cast(true, 0, 100000); };
    rows.push_back({"1,000 lidars of 100 beams, 200 walls, 1,000 discs", 1e6, "ms", scan, {}});
    for (const size_t each : {100, 3600}) {
        const auto b = beams::lidars(100000 / each, each, 1000);
        b->how.runner_count = 0, b->in.self = way_column{};
        b->in.runner_x = b->in.runner_y = b->in.runner_radius = way_column{};
        const std::string name = "cast2d, 1000 walls, tree, lidars of " + std::to_string(each) + " beams";
        rows.push_back({name, (double)b->x.size(), "ns", [b] { b->cast(true, 0, b->x.size()); }, {}});
    }
    const struct {
        const char *name;
        float height;
        double pitch;
        bool is_scattered;
    } views[] = {
        {"high camera", 120, -0.8, false}, {"low camera", 16, -0.15, false}, {"scattered rays", 16, 0, true}};
    for (const auto &view : views) {
        const auto c = std::make_shared<camera>(view.height, view.pitch, view.is_scattered);
        const std::string name = std::string("cast3d, 262088 triangles, ") + view.name;
        const auto rays = (double)c->x.size();
        rows.push_back({name, rays, "ns", [c] { c->cast(0); }, {}});
        rows.push_back({name + ", any", rays, "ns", [c] { c->cast(1); }, {}});
#ifdef WAY_TINYBVH
        rows.push_back({name + ", tinybvh", rays, "ns", [c] { c->cast_by_rival(false); }, {}});
        rows.push_back({name + ", any, tinybvh", rays, "ns", [c] { c->cast_by_rival(true); }, {}});
#endif
    }
    const auto all = std::make_shared<lookers>(10000, 500);
    rows.push_back({"eight nearest of 10,000", 10000, "ns", [all] { all->look(false); }, {}});
    rows.push_back({"eight nearest that are seen, 500 walls", 10000, "ns", [all] { all->look(true); }, {}});
    for (int round = 0; round < (quick ? 3 : 41); round++)
        for (row &one : rows) {
            const double before = now();
            one.run();
            one.ns.push_back((now() - before) / one.parts);
        }
    std::printf("%s, one core: per beam, per frame or per chooser; crowds are built in each frame\n\n",
                way_isa());
    for (row &one : rows) {
        std::sort(one.ns.begin(), one.ns.end());
        std::printf("%s: %s median %.2f least %.2f\n", one.name.c_str(), one.unit, one.ns[one.ns.size() / 2],
                    one.ns[0]);
    }
    std::puts(is_right ? "" : "a call was refused");
    return !is_right;
}
