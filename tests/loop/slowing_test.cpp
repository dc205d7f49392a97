/* The loop around chase_slowing2d. The runner rolls on by its law, the chaser reacts and then runs,
   positions and the runner's velocity are rounded as their columns are, and the chaser asks again. The new
   time is the old one less the step. It may differ by

       8 ulp of the time + 1.5 R / P     R = roundings of the positions + 2 ulp of the velocity * time

   P is the rate at which the chaser comes nearer when they meet. If P is near 0, a rounding decides whether
   they meet now or later. */
#include "episodes.h"
#include "scene.h"

namespace {

using namespace scene;

struct law {
    double slowing, friction;
    /* Moves a body of this speed for a while. Returns its way; changes its speed. */
    double roll(double *speed, double t) const {
        const double v = *speed, a = slowing, f = friction;
        if (f == 0) {
            t = a > 0 ? std::fmin(t, v / a) : t;
            *speed = std::fmax(0, v - a * t);
            return v * t - a * t * t / 2;
        }
        t = a > 0 ? std::fmin(t, std::log1p(f * v / a) / f) : t;
        const double even = -std::expm1(-f * t) / f;
        *speed = std::fmax(0, v - (a + f * v) * even);
        return v * even - a * (f * t < 1e-4 ? t * t / 2 * (1 - f * t / 3) : (t - even) / f);
    }
};

/* Returns P at the meeting, or 0 if it changes too fast for a bound. */
double pace_of(const episodes::call &ask, const law &how, const vec &chaser, const vec &v, double s,
               bool runs, double metres) {
    const vec point = answer(ask, "point_", 2), r = point - chaser;
    double speed = size(v);
    if (speed > 0)
        how.roll(&speed, ask.got("time"));
    const double far = size(r), away = far > 0 && size(v) > 0 ? dot(r, v) / far / size(v) * speed : 0;
    const double pace = (runs ? s : 0) - away;
    const double bend = how.slowing + how.friction * speed + (far > 0 ? speed * speed / far : INFINITY);
    return pace > 0 && metres * bend < pace * pace / 4 ? pace : 0;
}

void play_ball(episodes::episode &e) {
    episodes::call ask("chase_slowing2d", e);
    law how = {e.one_in(3) ? 0 : (float)e.log_between(0.05, 3),
               e.one_in(3) ? 0 : (float)e.log_between(0.02, 2)};
    const double s = (float)e.log_between(0.2, 9), dt = (float)e.log_between(1.0 / 240, 0.25);
    double reacts = e.one_in(2) ? 0 : (float)e.log_between(0.1, 2);
    put(ask, "chaser_", random_place(e, 20, 2), 2);
    put(ask, "runner_", random_place(e, 20, 2), 2);
    vec v = rounded(random_direction(e, 2) * (e.one_in(8) ? 0 : e.log_between(0.2, 15)));
    put(ask, "runner_v", v, 2);
    ask["slowing"] = how.slowing, ask["friction"] = how.friction;
    ask["chaser_speed"] = s, ask["reaction_time"] = reacts;
    ask["reach"] = e.one_in(2) ? 0 : (float)e.log_between(0.05, 1);
    ask.ask();
    while (ask.status() == WAY_MET && e.next_step(2000)) {
        const vec chaser = get(ask, "chaser_", 2), runner = get(ask, "runner_", 2);
        const double old = ask.got("time"), step = std::fmin(dt, old), fast = size(v);
        const vec own = answer(ask, "velocity_", 2);
        const double metres = 3 * ask.place_ulp(size_max(chaser) + size_max(runner - chaser)) +
                              0x1p-21 * (size(runner - chaser) + (s + fast) * dt) + 2 * ulp(fast) * old;
        const double pace = pace_of(ask, how, chaser, v, s, size(own) > 0, 1.5 * metres);
        double speed = fast;
        const double way = how.roll(&speed, step);
        if (fast > 0) {
            put(ask, "runner_", runner + v * (way / fast), 2);
            v = rounded(v * (speed / fast));
        }
        put(ask, "runner_v", v, 2);
        put(ask, "chaser_", chaser + own * std::fmax(0, step - reacts), 2);
        reacts = (float)std::fmax(0, reacts - step);
        ask["reaction_time"] = reacts;
        ask.keep();
        if (old <= dt) { /* the last step: they meet in it */
            const double apart = size(get(ask, "runner_", 2) - get(ask, "chaser_", 2)) - ask["reach"];
            e.holds(apart <= 4 * metres + 8 * ulp(old) * (s + fast), "they do not meet", 0, apart, ask);
            return;
        }
        ask.ask();
        const double wanted = old - dt, rounding = 1.5 * metres / pace + 8 * ulp(old);
        if (!(pace > 0) || rounding > wanted / 4)
            continue;
        if (!e.holds(ask.status() == WAY_MET, "the status changes", WAY_MET, ask.status(), ask) ||
            !e.holds(std::fabs(ask.got("time") - wanted) <= rounding, "the time jumps", wanted,
                     ask.got("time"), ask))
            return;
    }
}

TEST(chase_slowing2d, comes_a_step_nearer_in_each_step) { episodes::play(episodes::STEPS, play_ball); }

} // namespace
