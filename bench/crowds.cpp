/* Measures how crowds arrive: runs the scenes of tests/harness/crowds.h with way_avoid2d, once with the
   default overlap and once without overlap. If -DWAYLAY_RVO2 names RVO2's sources, runs RVO2 too, and
   compares velocities in sparse scenes, where both have the same constraints. usage: waylay_choices --crowds
   [SEEDS] */
#include "crowds.h"

#include <cstdio>

#if defined(WAY_RVO2)
#include <RVO.h>
#endif

#include "bench_crowds.h"

namespace {

struct outcome {
    std::vector<size_t> steps;
    size_t jams = 0, crossings = 0;
    double deepest = 0;
    size_t median() {
        std::sort(steps.begin(), steps.end());
        return steps[steps.size() / 2];
    }
    void add(const crowds::crowd &c, size_t taken) {
        steps.push_back(taken), jams += c.left() > 0, crossings += c.crossings,
            deepest = std::max(deepest, c.deepest);
    }
};

constexpr size_t most_steps = 8500;

#if defined(WAY_RVO2)
/* Adds way_avoid2d's walls to RVO2. Walls that join end to end become one counterclockwise obstacle. */
void add_walls(RVO::RVOSimulator &all, const std::vector<way_wall> &walls) {
    for (size_t k = 0; k < walls.size();) {
        std::vector<RVO::Vector2> shape = {RVO::Vector2(walls[k].ax, walls[k].ay),
                                           RVO::Vector2(walls[k].bx, walls[k].by)};
        size_t next = k + 1;
        for (; next < walls.size() && walls[next].ax == walls[next - 1].bx &&
               walls[next].ay == walls[next - 1].by;
             next++)
            if (walls[next].bx != walls[k].ax || walls[next].by != walls[k].ay)
                shape.push_back(RVO::Vector2(walls[next].bx, walls[next].by));
        float area = 0;
        for (size_t i = 0; i < shape.size(); i++)
            area += RVO::det(shape[i], shape[(i + 1) % shape.size()]);
        if (area < 0)
            std::reverse(shape.begin(), shape.end());
        all.addObstacle(shape);
        k = next;
    }
    all.processObstacles();
}

size_t run_rvo2(crowds::crowd &c) {
    const crowds::scene &s = c.what();
    RVO::RVOSimulator all;
    all.setTimeStep(s.step);
    for (size_t i = 0; i < c.size(); i++)
        all.addAgent(RVO::Vector2((float)c.x[i], (float)c.y[i]), s.range, s.most, s.horizon, s.horizon,
                     s.radius, s.speed);
    add_walls(all, s.walls);
    size_t steps = 0;
    for (; c.left() > 0 && steps < most_steps; steps++) {
        c.set_preferred();
        for (size_t i = 0; i < c.size(); i++)
            all.setAgentPrefVelocity(i, RVO::Vector2(c.wish_x[i], c.wish_y[i]));
        all.doStep();
        for (size_t i = 0; i < c.size(); i++)
            c.x[i] = (double)all.getAgentPosition(i).x(), c.y[i] = (double)all.getAgentPosition(i).y();
        c.look();
    }
    return steps;
}

/* Compares the velocities of one step in scenes with few agents and much room. */
void compare_sparse() {
    size_t agents = 0, ordinary = 0, equal = 0;
    double farthest = 0;
    for (uint64_t k = 0; k < 20000; k++) {
        uint64_t state = k;
        crowds::scene s;
        s.noise = 0, s.range = 30, s.most = 8;
        for (int i = 0; i < 6; i++) {
            const double x = (double)draw_between(&state, -4, 4), y = (double)draw_between(&state, -4, 4);
            s.start.push_back({x, y}), s.goal.push_back({-x, -y});
        }
        RVO::RVOSimulator all;
        all.setTimeStep(s.step);
        crowds::crowd c(s, 0, k), plain(s, 0, k);
        plain.overlap = 1;
        for (crowds::crowd *one : {&c, &plain}) {
            uint64_t same = state;
            for (size_t i = 0; i < c.size(); i++) {
                one->x[i] = (double)(float)one->x[i], one->y[i] = (double)(float)one->y[i];
                one->vx[i] = draw_between(&same, -1, 1), one->vy[i] = draw_between(&same, -1, 1);
            }
            one->set_preferred();
            one->choose();
        }
        for (size_t i = 0; i < c.size(); i++) {
            all.addAgent(RVO::Vector2((float)c.x[i], (float)c.y[i]), s.range, s.most, s.horizon, s.horizon,
                         s.radius, s.speed);
            all.setAgentVelocity(i, RVO::Vector2(c.vx[i], c.vy[i]));
            all.setAgentPrefVelocity(i, RVO::Vector2(c.wish_x[i], c.wish_y[i]));
        }
        all.doStep();
        for (size_t i = 0; i < c.size(); i++) {
            if (plain.status[i] != WAY_MET)
                continue;
            const RVO::Vector2 v = all.getAgentVelocity(i);
            const double far =
                std::hypot((double)v.x() - (double)plain.new_x[i], (double)v.y() - (double)plain.new_y[i]);
            agents++, farthest = std::max(farthest, far), equal += far <= 1e-6;
            ordinary += c.new_x[i] == plain.new_x[i] && c.new_y[i] == plain.new_y[i];
        }
    }
    std::printf("sparse scenes: of %zu velocities that serve, %zu within 1e-6 of RVO2's (overlap 1), the "
                "farthest %.2g; by default "
                "%zu have the bits of overlap 1\n",
                agents, equal, farthest, ordinary);
}
#endif

} // namespace

void run_crowds(size_t seeds) {
    std::puts("median steps until all arrive (jams, deepest overlap in parts of the radii's sum)\n"
              "scene                    turn   by default            no overlap            RVO2              "
              "    default, none / RVO2");
    for (const crowds::scene &scene : crowds::all_scenes())
        for (const double turn : crowds::turns) {
            outcome all[3];
            for (size_t k = 0; k < seeds; k++) {
                for (const int which : {0, 1}) {
                    crowds::crowd c(scene, turn, 1000 + k);
                    c.overlap = which == 0 ? 0.05f : 0.0f;
                    all[which].add(c, crowds::run(c, most_steps));
                }
#if defined(WAY_RVO2)
                crowds::crowd theirs(scene, turn, 1000 + k);
                all[2].add(theirs, run_rvo2(theirs));
#endif
            }
            std::printf("%-24s %.1f", scene.name.c_str(), turn);
            for (outcome &one : all)
                if (!one.steps.empty())
                    std::printf("   %5zu (%zu, %.4f)   ", one.median(), one.jams, one.deepest);
            if (!all[2].steps.empty())
                std::printf("   %.2f %.2f", (double)all[0].median() / (double)all[2].median(),
                            (double)all[1].median() / (double)all[2].median());
            std::printf("%s\n", all[0].crossings + all[1].crossings > 0 ? "  WALLS CROSSED" : "");
            std::fflush(stdout);
        }
#if defined(WAY_RVO2)
    compare_sparse();
#endif
}
