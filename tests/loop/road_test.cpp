/* The loop around meet_by_road2d. The chaser goes a step on its way over open ground and road, both positions
   are rounded as their columns are, and the chaser asks again. The new time is the old one less the step. It
   may differ by

       8 ulp of the time + 1.5 R / (s P)     R = roundings of the positions + 2^-21 of the distances

   s is the chaser's speed off the road, and P = 1 - the rate at which the least time to the runner's position
   grows, when they meet. If P is near 0, a rounding decides whether they meet. */
#include "episodes.h"
#include "scene.h"

namespace {

using namespace scene;

struct ground {
    vec road, along, v;
    double s, w, dt;
    double off(const vec &p) const {
        return along.at[0] * (p.at[1] - road.at[1]) - along.at[1] * (p.at[0] - road.at[0]);
    }
};

/* Goes along the legs of the answer for a while. */
vec onward(const episodes::call &ask, const ground &g, vec at, double seconds) {
    const vec legs[3] = {answer(ask, "join_", 2), answer(ask, "leave_", 2), answer(ask, "point_", 2)};
    for (int k = 0; k < 3; k++) {
        const double far = size(legs[k] - at), pace = k == 1 ? g.w : g.s;
        if (far > pace * seconds)
            return at + (legs[k] - at) * (pace * seconds / far);
        at = legs[k];
        seconds -= far / pace;
    }
    return at;
}

/* Returns P at the meeting for the slower of the two ways, or 0 if the straight way bends too much. */
double pace_of(const episodes::call &ask, const ground &g, const vec &chaser, double seconds) {
    const vec point = answer(ask, "point_", 2), join = answer(ask, "join_", 2), r = point - chaser;
    if (size(join - point) > 0) {
        const double sine = g.s / g.w, cosine = std::sqrt((1 - sine) * (1 + sine));
        const double ahead = dot(r, g.along) < 0 ? -1 : 1, vx = dot(g.v, g.along) * ahead;
        const double vy = g.along.at[0] * g.v.at[1] - g.along.at[1] * g.v.at[0];
        const double y = g.off(point), small = 1e-4 * (1 + std::fabs(g.off(chaser)));
        return 1 - (vx * sine + (std::fabs(y) < small ? std::fabs(vy) : y < 0 ? -vy : vy) * cosine) / g.s;
    }
    const double away = dot(r, g.v) / size(r), across = dot(g.v, g.v) - away * away, pace = 1 - away / g.s;
    return seconds * across > pace * g.s * size(r) / 4 ? 0 : pace;
}

void hunt(episodes::episode &e) {
    episodes::call ask("meet_by_road2d", e);
    ground g;
    g.s = (float)e.log_between(0.5, 20);
    g.w = (float)(g.s * e.between(0.8, 8));
    g.dt = (float)e.log_between(1.0 / 240, 0.25);
    g.along = random_direction(e, 2);
    const vec heading = rounded(g.along);
    g.along = heading * (1 / size(heading));
    g.road = random_place(e, 50, 2);
    const vec chaser = e.one_in(4) ? g.road + g.along * e.between(-100, 100) : random_place(e, 100, 2);
    const bool on_road = e.one_in(3);
    const vec runner = on_road ? g.road + g.along * e.between(-100, 100) : random_place(e, 100, 2);
    const vec way = on_road ? g.along * (e.one_in(2) ? 1 : -1) : random_direction(e, 2);
    g.v = rounded(way * (e.one_in(4) ? 0 : e.between(0, g.w)));
    ask["chaser_speed"] = g.s, ask["road_speed"] = g.w;
    put(ask, "road_heading_", heading, 2);
    put(ask, "road_", g.road, 2);
    put(ask, "chaser_", chaser, 2);
    put(ask, "runner_", runner, 2);
    put(ask, "runner_v", g.v, 2);
    ask.ask();
    g.road = get(ask, "road_", 2);
    while (ask.status() == WAY_MET && e.next_step(2000)) {
        const vec from = get(ask, "chaser_", 2), target = get(ask, "runner_", 2);
        const double old = ask.got("time"), dt = std::fmin(g.dt, old);
        const double far = size(target - from) + size(g.road - from) + (size(g.v) + g.w) * dt;
        const double metres = 3 * ask.place_ulp(size_max(from) + g.w * dt) + 0x1p-21 * far;
        const double seconds = 1.5 * metres / g.s, pace = pace_of(ask, g, from, seconds);
        put(ask, "chaser_", onward(ask, g, from, dt), 2);
        put(ask, "runner_", target + g.v * dt, 2);
        ask.keep();
        if (old <= g.dt) { /* the last step: they meet in it */
            const double apart = size(get(ask, "runner_", 2) - get(ask, "chaser_", 2));
            e.holds(apart <= 4 * metres + 8 * ulp(old) * (g.w + size(g.v)), "they do not meet", 0, apart,
                    ask);
            return;
        }
        ask.ask();
        const double wanted = old - g.dt, rounding = seconds / pace + 8 * ulp(old);
        if (!(pace > 0.01) || rounding > wanted / 4)
            continue;
        if (!e.holds(ask.status() == WAY_MET, "the status changes", WAY_MET, ask.status(), ask) ||
            !e.holds(std::fabs(ask.got("time") - wanted) <= rounding, "the time jumps", wanted,
                     ask.got("time"), ask))
            return;
    }
}

TEST(meet_by_road2d, comes_a_step_nearer_in_each_step) { episodes::play(episodes::STEPS, hunt); }

/* Long hunts of runners that are faster than the chaser off the road. The chaser often only just reaches such
   a runner. Rounding must not make it miss, because the next plan would take many times as long. */
TEST(meet_by_road2d, does_not_lose_a_runner_by_rounding) {
    uint64_t state = support::seed_for(0x40ad);
    const size_t hunts = support::draws(3200);
    size_t lost = 0;
    std::string first_story;
    for (size_t n = 0; n < hunts;) {
        episodes::call ask("meet_by_road2d", episodes::FLOATS, WAY_EXACT);
        ground g;
        const double turn = (double)draw_between(&state, 0, 6.28f),
                     way = (double)draw_between(&state, 0, 6.28f);
        g.s = (double)draw_between(&state, 1, 4), g.w = (double)draw_between(&state, 5, 30);
        g.dt = (double)draw_between(&state, 0.003f, 0.05f);
        g.v =
            rounded(vec{{std::cos(way), std::sin(way), 0}} * (g.s * (double)draw_between(&state, 1.02f, 3)));
        ask["road_heading_x"] = std::cos(turn), ask["road_heading_y"] = std::sin(turn);
        for (const char *column : {"road_x", "road_y", "chaser_x", "chaser_y", "runner_x", "runner_y"})
            ask[column] = (double)draw_between(&state, -30, 30);
        ask["chaser_speed"] = g.s, ask["road_speed"] = g.w;
        put(ask, "runner_v", g.v, 2);
        ask.ask();
        const double planned = ask.got("time");
        if (ask.status() != WAY_MET || planned < 50 || planned > 250)
            continue;
        n++;
        double gone = 0;
        while (ask.status() == WAY_MET && ask.got("time") > g.dt && gone < 1.1 * planned) {
            put(ask, "chaser_", onward(ask, g, get(ask, "chaser_", 2), g.dt), 2);
            put(ask, "runner_", get(ask, "runner_", 2) + g.v * g.dt, 2);
            gone += g.dt;
            ask.ask();
        }
        const bool late = gone >= 1.1 * planned;
        if (late && lost++ == 0)
            first_story = "hunt " + std::to_string(n) + "\n" + ask.story();
    }
    std::printf("%zu of %zu runners are lost\n", lost, hunts);
    EXPECT_LE(lost * 50, hunts) << first_story;
}

} // namespace
