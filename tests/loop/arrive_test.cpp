/* The loop around arrive2d and arrive3d: the agent never passes its goal, and it gets there. "Never" allows
   for two roundings: the caller's of the new position, and 4 ulp of the velocity, which is 2^-21 of the step.
   The agent ends at its goal with WAY_THERE, in time. */
#include "episodes.h"

namespace {

const char *const AXES[3] = {"chaser_x", "chaser_y", "chaser_z"};
const char *const GOALS[3] = {"to_x", "to_y", "to_z"};
const char *const SPEEDS[3] = {"velocity_x", "velocity_y", "velocity_z"};

/* A goal at up to 100 m, a tick of 1/120 to 1/4 s, with and without a slowing radius. */
void arrive(episodes::episode &e, int dims) {
    episodes::call go(dims == 3 ? "arrive3d" : "arrive2d", e);
    const double dt = (double)(float)e.log_between(1.0 / 120, 0.25);
    double start[3] = {0, 0, 0}, goal[3] = {0, 0, 0};
    go["chaser_speed"] = (float)e.log_between(0.5, 30);
    go["slowing_radius"] = e.one_in(3) ? 0 : e.log_between(0.1, 20);
    go["dt"] = dt;
    for (int k = 0; k < dims; k++) {
        go[AXES[k]] = e.place(50);
        go[GOALS[k]] = e.one_in(4) ? go[AXES[k]] : e.place(50);
    }
    go.keep();
    double slack = 0, far = 0;
    for (int k = 0; k < dims; k++) {
        start[k] = go[AXES[k]], goal[k] = go[GOALS[k]];
        slack += go.place_ulp(std::fmax(std::fabs(start[k]), std::fabs(goal[k])));
        far += (goal[k] - start[k]) * (goal[k] - start[k]);
    }
    far = std::sqrt(far);
    const double tick = go["chaser_speed"] * dt;
    const double most = 100 + 2 * (far + go["slowing_radius"] * (1 + std::log(64))) / tick;
    double left = far;
    while (e.next_step((size_t)1e9)) {
        go.ask();
        if (go.status() == WAY_THERE)
            return;
        if (!e.holds(go.status() == WAY_MET, "the status is not WAY_MET", WAY_MET, go.status(), go) ||
            !e.holds((double)e.steps() <= most, "the agent does not come to rest", most, (double)e.steps(),
                     go))
            return;
        double distance = 0, along = 0, ulp = 0;
        bool moves = false;
        for (int k = 0; k < dims; k++) {
            const double before = go[AXES[k]];
            go[AXES[k]] = before + go.got(SPEEDS[k]) * dt;
            go.keep();
            moves |= go[AXES[k]] != before;
            ulp = std::fmax(ulp, go.place_ulp(before));
            const double gap = goal[k] - go[AXES[k]];
            distance += gap * gap;
            along += gap * (goal[k] - start[k]) / far;
        }
        distance = std::sqrt(distance);
        const double rounding = slack + 0x1p-21 * left;
        if (!e.holds(distance <= left + rounding, "the distance to the goal grows", left, distance, go) ||
            !e.holds(along >= -rounding, "the agent passes its goal", 0, along, go))
            return;
        if (!moves) { /* the header: positions in floats need steps of more than half a unit */
            e.holds(tick / 64 <= ulp * std::sqrt((double)dims), "the agent stops on the way", 0, distance,
                    go);
            return;
        }
        left = distance;
    }
}

TEST(arrive2d, never_passes_its_goal_and_ends) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { arrive(e, 2); });
}

TEST(arrive3d, never_passes_its_goal_and_ends) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { arrive(e, 3); });
}

} // namespace
