/* The loop around intercept, lead, meet_at and latest. The chaser follows the answer for a step, the runner
   goes on, both are rounded as their columns are, and the chaser asks again. The new time is the old one less
   the step. It may differ by

       4 ulp of each time + R / (s - w)     R = roundings of the positions + 2^-21 of both steps

   because a chaser that is R metres behind needs R / (s - w) seconds more. s is the chaser's speed, and w the
   part of the runner's velocity, relative to the platform, that points away from the chaser when they meet.
   With WAY_FAST, R also has 2^-20 of |r| + (s + |w|) time. */
#include "episodes.h"
#include "scene.h"

namespace {

using namespace scene;

enum { ASK_INTERCEPT, ASK_LEAD };

struct chase {
    double s, reach, dt;
    vec runner_v, platform;
};

/* Returns the largest difference between the new time and the old one less the step, or +inf if the runner
   runs away too fast for any bound: then a rounding decides whether they meet at all. */
double rounding_of(const chase &c, const vec &r, double time, double metres, double old) {
    vec w = c.runner_v - c.platform;
    vec then = r + w * time;
    double length = size(then), away = dot(then, w) / length, pace = c.s - away;
    double seconds = metres / pace, across = std::sqrt(std::fmax(0, dot(w, w) - away * away));
    /* behind time, `away` grows by across^2 / length a second */
    if (!(length > 0) || !(pace > 0) || seconds * across * across > pace * length / 4)
        return INFINITY;
    return seconds + 8 * ulp(old) + 1e-37;
}

double metres_of(const episodes::call &ask, const chase &c, const vec &chaser, const vec &runner,
                 double time) {
    double at = std::fmax(size_max(chaser), size_max(runner)) + c.s * c.dt;
    double metres = 3 * ask.place_ulp(at) + 0x1p-21 * c.dt * (c.s + size(c.runner_v) + size(c.platform));
    if (ask.precision == WAY_FAST)
        metres += 0x1p-20 * (size(runner - chaser) + (c.s + size(c.runner_v - c.platform)) * time);
    return metres;
}

void draw_chase(episodes::episode &e, episodes::call &ask, chase &c, int dims) {
    c.s = (float)e.log_between(0.5, 40);
    c.dt = (float)e.log_between(1.0 / 240, 0.25);
    vec chaser = random_place(e, 100, dims), runner = random_place(e, 100, dims);
    vec way = random_direction(e, dims);
    double pace = 0;
    switch (e.below(8)) {
    case 0: break; /* stands */
    case 1: pace = c.s; break;
    case 2: /* like velocities: the runner flees straight away, a little slower or faster */
        way = (runner - chaser) * (1 / size(runner - chaser));
        pace = c.s * e.between(0.98, 1.001);
        break;
    case 3: /* grazing: the largest speed at which a runner in this direction can be met */
    {
        vec from = (chaser - runner) * (1 / size(runner - chaser));
        double sine = std::sqrt(std::fmax(0, 1 - dot(way, from) * dot(way, from)));
        pace = dot(way, from) > 0 ? c.s / std::fmax(sine, 0.05) * (1 - e.log_between(1e-9, 1e-2)) : c.s / 2;
        break;
    }
    case 4: pace = c.s * e.between(1, 4); break;
    default: pace = c.s * e.between(0, 1);
    }
    c.runner_v = rounded(way * pace);
    c.platform = e.one_in(4) ? rounded(random_direction(e, dims) * (c.s * e.between(0, 0.5))) : vec{};
    c.reach = e.one_in(3) ? (float)e.log_between(0.01, 5) : 0;
    put(ask, "chaser_", chaser, dims);
    put(ask, "runner_", runner, dims);
    put(ask, "runner_v", c.runner_v, dims);
    put(ask, "platform_v", c.platform, dims);
    if (std::strncmp(ask.behaviour->name, "meet_at", 7) != 0)
        ask["chaser_speed"] = c.s;
    ask["reach"] = c.reach;
    ask.keep();
}

void go_on(episodes::call &ask, const chase &c, double dt, int dims) {
    put(ask, "chaser_", get(ask, "chaser_", dims) + (answer(ask, "velocity_", dims) + c.platform) * dt, dims);
    put(ask, "runner_", get(ask, "runner_", dims) + c.runner_v * dt, dims);
    ask.keep();
}

void chase_earliest(episodes::episode &e, int dims, int which) {
    const char *name =
        which == ASK_LEAD ? (dims == 3 ? "lead3d" : "lead2d") : (dims == 3 ? "intercept3d" : "intercept2d");
    episodes::call ask(name, e);
    chase c;
    draw_chase(e, ask, c, dims);
    if (which == ASK_LEAD)
        ask["dt"] = c.dt;
    ask.ask();
    while (ask.status() == WAY_MET && e.next_step(3000)) {
        vec chaser = get(ask, "chaser_", dims), runner = get(ask, "runner_", dims);
        const double old = ask.got("time"), metres = metres_of(ask, c, chaser, runner, old);
        const double rounding = rounding_of(c, runner - chaser, old, metres, old);
        if (old <= c.dt) { /* the last step: they meet in it */
            go_on(ask, c, which == ASK_LEAD ? c.dt : old, dims);
            const double apart = size(get(ask, "runner_", dims) - get(ask, "chaser_", dims)) - c.reach;
            const double w = size(c.runner_v - c.platform);
            if (which == ASK_INTERCEPT || w <= c.s)
                e.holds(apart <= 2 * metres + 4 * ulp(old) * (c.s + w), "they do not meet", c.reach, apart,
                        ask);
            return;
        }
        go_on(ask, c, c.dt, dims);
        ask.ask();
        if (rounding == INFINITY)
            continue;
        const double wanted = old - c.dt;
        if (ask.status() == WAY_THERE && wanted <= rounding)
            return;
        if (!e.holds(ask.status() == WAY_MET, "the status changes", WAY_MET, ask.status(), ask) ||
            !e.holds(std::fabs(ask.got("time") - wanted) <= rounding, "the time jumps", wanted,
                     ask.got("time"), ask))
            return;
    }
}

TEST(intercept2d, comes_a_step_nearer_in_each_step) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { chase_earliest(e, 2, ASK_INTERCEPT); });
}

TEST(intercept3d, comes_a_step_nearer_in_each_step) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { chase_earliest(e, 3, ASK_INTERCEPT); });
}

TEST(lead2d, comes_a_step_nearer_in_each_step) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { chase_earliest(e, 2, ASK_LEAD); });
}

TEST(lead3d, comes_a_step_nearer_in_each_step) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { chase_earliest(e, 3, ASK_LEAD); });
}

/* The squad's member that arrives at a given time: the required speed stays, and the member arrives. */
void keep_appointment(episodes::episode &e, int dims) {
    episodes::call ask(dims == 3 ? "meet_at3d" : "meet_at2d", e);
    chase c;
    draw_chase(e, ask, c, dims);
    ask["time"] = (float)e.log_between(0.1, 30);
    ask.ask();
    while (ask.status() == WAY_MET && e.next_step(3000)) {
        const vec chaser = get(ask, "chaser_", dims), runner = get(ask, "runner_", dims);
        const double old = ask["time"], speed = ask.got("speed");
        c.s = speed;
        const double metres =
            metres_of(ask, c, chaser, runner, old) + ulp(old) * (speed + size(c.runner_v) + size(c.platform));
        if (old <= c.dt) {
            go_on(ask, c, old, dims);
            const double apart = size(get(ask, "runner_", dims) - get(ask, "chaser_", dims)) - c.reach;
            e.holds(apart <= metres + 4 * ulp(c.reach), "they do not meet", c.reach, apart, ask);
            return;
        }
        go_on(ask, c, c.dt, dims);
        ask["time"] = old - c.dt;
        ask.ask();
        /* at the end, a rounding of the position is a large part of the way */
        const double rounding = 1.5 * metres / (old - c.dt) + 8 * ulp(speed);
        if (!e.holds(ask.status() == WAY_MET || c.reach > 0, "the status changes", WAY_MET, ask.status(),
                     ask) ||
            !e.holds(std::fabs(ask.got("speed") - speed) <= rounding, "the required speed jumps", speed,
                     ask.got("speed"), ask))
            return;
    }
}

TEST(meet_at2d, keeps_its_speed_and_arrives) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { keep_appointment(e, 2); });
}

TEST(meet_at3d, keeps_its_speed_and_arrives) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { keep_appointment(e, 3); });
}

/* The chaser that waits as long as it can: the latest time is not less than the old one less the step. */
void chase_latest(episodes::episode &e, int dims) {
    episodes::call ask(dims == 3 ? "latest3d" : "latest2d", e);
    chase c;
    draw_chase(e, ask, c, dims);
    if (e.one_in(2))
        ask["horizon"] = (float)e.log_between(0.1, 60);
    const bool has_horizon = std::isfinite(ask["horizon"]);
    ask.ask();
    while (ask.status() == WAY_MET && e.next_step(1000)) {
        const vec chaser = get(ask, "chaser_", dims), runner = get(ask, "runner_", dims);
        const double old = ask.got("time"), after = std::isfinite(old) ? old : 0;
        double metres = metres_of(ask, c, chaser, runner, after);
        if (has_horizon)
            metres += ulp(ask["horizon"]) * (c.s + size(c.runner_v));
        if (old <= c.dt) {
            go_on(ask, c, old, dims);
            const double apart = size(get(ask, "runner_", dims) - get(ask, "chaser_", dims)) - c.reach;
            e.holds(apart <= 2 * metres + 4 * ulp(old) * (c.s + size(c.runner_v - c.platform)),
                    "they do not meet", c.reach, apart, ask);
            return;
        }
        /* the runner is farther away than the chaser can go from this time on */
        const vec w = c.runner_v - c.platform, then = runner - chaser + w * after;
        const double away = dot(then, w) / size(then), pace = away - c.s;
        const double across = std::sqrt(std::fmax(0, dot(w, w) - away * away)), seconds = metres / pace;
        const bool is_sure =
            std::isfinite(old) && size(then) > 0 && seconds * across * across <= pace * size(then) / 4;
        const double spare = (c.s - ask.got("speed")) * after; /* metres that the chaser could go farther */
        go_on(ask, c, c.dt, dims);
        if (has_horizon)
            ask["horizon"] = ask["horizon"] - c.dt;
        ask.ask();
        if (!std::isfinite(old)) {
            if (!e.holds(ask.status() == WAY_THERE || ask.got("time") == INFINITY, "the time jumps", INFINITY,
                         ask.got("time"), ask))
                return;
            continue;
        }
        const double wanted = old - c.dt;
        double rounding;
        if (spare > 3 * metres)
            rounding = 8 * ulp(old) + (has_horizon ? 2 * ulp(ask["horizon"]) : 0);
        else if (pace > 0 && is_sure)
            rounding = 8 * ulp(old) + 2 * seconds;
        else
            continue;
        if (ask.status() == WAY_THERE)
            continue;
        if (!e.holds(ask.status() == WAY_MET || wanted <= rounding, "the status changes", WAY_MET,
                     ask.status(), ask) ||
            !e.holds(ask.got("time") >= wanted - rounding, "the latest time is less", wanted, ask.got("time"),
                     ask))
            return;
    }
}

TEST(latest2d, is_not_less_after_a_step) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { chase_latest(e, 2); });
}

TEST(latest3d, is_not_less_after_a_step) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { chase_latest(e, 3); });
}

} // namespace
