/* The loop around slew2d and slew3d. In each step, the barrel gets next_heading, the target moves on, all
   are rounded as their columns are, and the gun asks again. The new time is the old one less the step. It
   may differ by

       8 ulp of the time + 4 E / S + 2 R / (s M)     E = 2^-22 + 2 R / D (1 + v / (s P))

   R are the roundings of the positions and 2^-22 of the ways, D is the lesser distance of the target, now
   or at the hit, v and s are the speeds of the target and the shell, P is how fast the time of fire grows
   with the time of the hit, and S is how fast the barrel gains on the direction of the shot. If shells fall, E
   is divided by M, by which the way of a flight grows with its time. Once the time is below the step, the
   gun fires: exactly once, and the shell hits. */
#include "episodes.h"
#include "scene.h"

namespace {

using namespace scene;

double turn_between(const vec &a, const vec &b) {
    return std::atan2(a.at[0] * b.at[1] - a.at[1] * b.at[0], dot(a, b));
}

struct turret {
    double rate, shell, dt, half = 4; /* half: of the arc */
    double gravity = 0;
    vec facing, v;
};

/* Where a shell must aim that hits the target at `hit`, as a way from the gun: the target's place, raised by
   the fall. `way` is the way for a near time, which selects one of the two flights. */
vec aim_at(const turret &g, const vec &apart, double hit, const vec &way) {
    vec at = apart + g.v * hit;
    if (g.gravity > 0) {
        const double ss = g.shell * g.shell, rest = ss - g.gravity * at.at[1];
        const double root = std::sqrt(std::fmax(rest * rest - g.gravity * g.gravity * dot(at, at), 0));
        const bool flat = ss >= g.gravity * way.at[1];
        const double square =
            flat ? 2 * dot(at, at) / (rest + root) : 2 * (rest + root) / (g.gravity * g.gravity);
        at.at[1] += g.gravity / 2 * square;
    }
    return at;
}

/* Is the target out of the shells' reach just before the hit? Then it comes into reach at the hit, and a
   rounding of a position decides when. */
bool comes_into_reach(const turret &g, const vec &apart, double hit) {
    const vec before = apart + g.v * (hit - 1e-5 * (hit + 1e-3));
    return g.gravity * (before.at[1] + size(before)) > g.shell * g.shell;
}

/* By how much the way of a flight grows, per second and divided by the shell's speed: 1 without gravity */
double growth(const turret &g, const vec &way) {
    return std::fabs(1 - g.gravity * way.at[1] / (g.shell * g.shell));
}

/* How fast the direction of the shot turns as the time of fire grows, at the hit, by a difference. The rate
   is +inf if the runner is so near that a small step changes it. */
double rate_of_direction(const episodes::call &ask, const turret &g, const vec &apart, const vec &aim) {
    const double hit = ask.got("hit"), s = g.shell, small = 1e-5 * (hit + 1e-3);
    const vec before = aim_at(g, apart, hit - small, aim), after = aim_at(g, apart, hit + small, aim);
    const double fired = 2 * small - (size(after) - size(before)) / s;
    return fired > 0 ? turn_between(before, after) / fired : (double)INFINITY;
}

/* Fires at the time of the answer, and follows the shell: how far is it from the target when it should
   hit? */
double miss(const episodes::call &ask, const turret &g, const vec &apart) {
    const double flight = ask.got("hit") - ask.got("time");
    vec shell = answer(ask, "direction_", 2) * (g.shell * flight);
    shell.at[1] -= g.gravity / 2 * flight * flight;
    return size(shell - (apart + g.v * ask.got("hit")));
}

void shoot(episodes::episode &e, bool limited, bool falls) {
    episodes::call ask("slew2d", e);
    turret g;
    g.rate = (float)e.log_between(0.05, 6);
    g.shell = (float)e.log_between(20, 500);
    g.dt = (float)e.log_between(1.0 / 240, 0.1);
    g.v = rounded(random_direction(e, 2) * (e.one_in(4) ? 0 : e.between(0, e.one_in(4) ? 2 * g.shell : 40)));
    g.facing = rounded(random_direction(e, 2));
    g.gravity = falls ? (float)e.between(1, 20) : 0;
    ask["turn_rate"] = g.rate, ask["speed"] = g.shell, ask["dt"] = g.dt, ask["gravity"] = g.gravity;
    vec heading = random_direction(e, 2);
    if (limited) {
        const double cosine = (float)e.between(-0.98, 0.98);
        g.half = std::acos(cosine);
        ask["arc"] = cosine;
        put(ask, "facing_", g.facing, 2);
        const double at = std::atan2(g.facing.at[1], g.facing.at[0]) + e.between(-g.half, g.half);
        heading = vec{{std::cos(at), std::sin(at), 0}};
    }
    const vec muzzle = random_place(e, 10, 2);
    put(ask, "", muzzle, 2);
    put(ask, "heading_", heading, 2);
    put(ask, "runner_", muzzle + random_direction(e, 2) * e.log_between(5, 1000), 2);
    put(ask, "runner_v", g.v, 2);
    ask.ask();
    while (ask.status() == WAY_MET && e.next_step(3000)) {
        const vec at = get(ask, "runner_", 2), apart = at - get(ask, "", 2);
        const double old = ask.got("time"), turn = ask.got("turn"), hit = ask.got("hit");
        const vec next = answer(ask, "next_heading_", 2), was = get(ask, "heading_", 2);
        const double metres = 2 * ask.place_ulp(size_max(at)) + 0x1p-22 * (size(apart) + size(g.v) * hit);
        const vec way = answer(ask, "direction_", 2) * (g.shell * (hit - old));
        const vec aim = aim_at(g, apart, hit, way);
        const double far = std::fmin(size(aim), size(apart));

        /* the barrel turns as it should: at most at its rate, towards the shot, never out of its arc */
        const double by = turn_between(was, next), most = g.rate * g.dt;
        if (!e.holds(most > 3 || std::fabs(by) <= most + 1e-6, "turns too fast", most, by, ask) ||
            !e.holds(most > 3 || by * turn >= -1e-6, "turns away", turn, by, ask) ||
            !e.holds(std::fabs(turn_between(g.facing, next)) <= g.half + 1e-6, "leaves the arc", g.half,
                     turn_between(g.facing, next), ask))
            return;
        if (limited) {
            const double from = turn_between(g.facing, was), to = from + turn;
            if (!e.holds(std::fabs(to) <= g.half + 2e-6, "turns through the blocked sector", g.half, to, ask))
                return;
        }
        if (old < g.dt) { /* fires in this step, and only here */
            const double off = miss(ask, g, apart), fall = g.gravity * (hit - old) * (hit - old);
            const double allowed = 4 * metres + 1e-6 * (size(aim) + fall);
            const double speeds = g.shell + size(g.v) + g.gravity * (hit - old);
            e.holds(off <= allowed + 8 * ulp(hit) * speeds, "misses", 0, off, ask);
            return;
        }
        const double gains = g.rate - std::fabs(rate_of_direction(ask, g, apart, way));
        put(ask, "runner_", at + g.v * g.dt, 2);
        put(ask, "heading_", next, 2);
        ask.ask();
        const double m = growth(g, way), pace = std::fabs(m - dot(aim, g.v) / (size(aim) * g.shell));
        const double wanted = old - g.dt;
        const double angle = (0x1p-22 + 2 * metres / far * (1 + size(g.v) / (g.shell * pace))) / m;
        /* too near a tangent or the muzzle, a rounding decides */
        if (comes_into_reach(g, apart, hit) || !std::isfinite(gains) || angle > 1e-3 || std::fabs(gains) < 0.02 * g.rate + 100 * angle)
            continue;
        const double turning = std::fabs(rate_of_direction(ask, g, apart + g.v * g.dt, way));
        const double slope = std::fmin(std::fabs(gains), turning > 0 ? turning : g.rate);
        const double rounding =
            8 * ulp(old) + 4 * angle / (limited ? slope : std::fabs(gains)) + 2 * metres / (g.shell * m);
        /* a target that passes through the muzzle may be hit there by a rounding */
        const double shot = g.shell * (ask.got("hit") - ask.got("time"));
        if (rounding > wanted / 4 || shot < 2 * metres)
            continue;
        if (!e.holds(ask.status() == WAY_MET, "the status changes", WAY_MET, ask.status(), ask) ||
            !e.holds(ask.got("time") <= wanted + rounding, "the time does not fall", wanted, ask.got("time"),
                     ask) ||
            !e.holds(std::fabs(ask.got("time") - wanted) <= rounding, "the time jumps", wanted,
                     ask.got("time"), ask))
            return;
    }
}

TEST(slew2d, fires_once_and_hits) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { shoot(e, false, false); });
}

/* Asks once about a target that flies almost straight away or straight at the gun, so that its direction says
   little about its distance. The hit has to be where the target is at `hit`. */
void shoot_along_the_line(episodes::episode &e, const char *name, int dims) {
    episodes::call ask(name, e);
    turret g;
    g.shell = (float)e.log_between(5, 500);
    const vec muzzle = random_place(e, 10, dims), line = random_direction(e, dims);
    const double aside = std::exp(e.between(std::log(1e-7), 0)), way = e.one_in(3) ? -1 : 1;
    const double speeds[] = {e.between(0, 40), g.shell, g.shell * (1 - std::exp(e.between(-14, 0))),
                             g.shell * (1 + std::exp(e.between(-14, 0)))};
    g.v = rounded((line + random_direction(e, dims) * aside) * (way * speeds[e.below(4)]));
    const vec heading = e.one_in(4) ? line : random_direction(e, dims);
    put(ask, "", muzzle, dims);
    put(ask, "runner_", muzzle + line * e.log_between(5, 5000), dims);
    put(ask, "runner_v", g.v, dims);
    put(ask, "heading_", heading, dims);
    put(ask, "facing_", heading + random_direction(e, dims), dims);
    ask["arc"] = e.one_in(3) ? -1 : std::cos(e.between(0.2, 3));
    ask["turn_rate"] = e.one_in(8) ? 0 : e.log_between(0.02, 6);
    ask["speed"] = g.shell, ask["gravity"] = g.gravity = e.one_in(64) ? (float)e.between(1, 20) : 0;
    ask.ask();
    if (ask.status() != WAY_MET)
        return;
    const double t = ask.got("hit"), flight = t - ask.got("time"), fall = g.gravity * flight * flight / 2;
    const vec apart = get(ask, "runner_", dims) - get(ask, "", dims);
    vec shell = answer(ask, "direction_", dims) * (g.shell * flight);
    shell.at[1] -= fall;
    const vec target = apart + g.v * t;
    const double off = size(shell - target), speed = g.shell + size(g.v) + g.gravity * flight;
    const double allowed = ulp(t) * speed + 0x1p-22 * (size(target) + fall) + ask.place_ulp(e.away());
    e.holds(off <= allowed, "the shell is not at the target at `hit`", allowed, off, ask);
}

TEST(slew2d, hits_when_it_says) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { shoot_along_the_line(e, "slew2d", 2); });
}

TEST(slew2d, fires_shells_that_fall) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { shoot(e, e.number / 16 % 2, true); });
}

TEST(slew2d, waits_and_turns_within_its_arc) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { shoot(e, true, false); });
}

double angle_between(const vec &a, const vec &b) {
    const vec c = {{a.at[1] * b.at[2] - a.at[2] * b.at[1], a.at[2] * b.at[0] - a.at[0] * b.at[2],
                    a.at[0] * b.at[1] - a.at[1] * b.at[0]}};
    return std::atan2(size(c), dot(a, b));
}

void shoot_in_space(episodes::episode &e, bool falls) {
    episodes::call ask("slew3d", e);
    turret g;
    g.rate = (float)e.log_between(0.05, 6);
    g.shell = (float)e.log_between(20, 500);
    g.dt = (float)e.log_between(1.0 / 240, 0.1);
    g.v = rounded(random_direction(e, 3) * (e.one_in(4) ? 0 : e.between(0, e.one_in(4) ? 2 * g.shell : 40)));
    g.gravity = falls ? (float)e.between(1, 20) : 0;
    ask["turn_rate"] = g.rate, ask["speed"] = g.shell, ask["dt"] = g.dt, ask["gravity"] = g.gravity;
    const vec muzzle = random_place(e, 10, 3);
    put(ask, "", muzzle, 3);
    put(ask, "heading_", random_direction(e, 3), 3);
    put(ask, "runner_", muzzle + random_direction(e, 3) * e.log_between(5, 1000), 3);
    put(ask, "runner_v", g.v, 3);
    ask.ask();
    while (ask.status() == WAY_MET && e.next_step(3000)) {
        const vec at = get(ask, "runner_", 3), apart = at - get(ask, "", 3);
        const double old = ask.got("time"), turn = ask.got("turn"), hit = ask.got("hit"), s = g.shell;
        const vec next = answer(ask, "next_heading_", 3), was = get(ask, "heading_", 3);
        const double metres = 2 * ask.place_ulp(size_max(at)) + 0x1p-22 * (size(apart) + size(g.v) * hit);
        const vec shot = answer(ask, "direction_", 3), way = shot * (s * (hit - old));
        const vec aim = aim_at(g, apart, hit, way);
        const double far = std::fmin(size(aim), size(apart)), by = angle_between(was, next);
        const double left = angle_between(next, shot), most = std::fmin(g.rate * g.dt, turn);
        if (!e.holds(std::fabs(by - most) <= 1e-6 + 1e-3 * (turn > 3), "turns too fast or too slowly", most,
                     by, ask) ||
            !e.holds(std::fabs(left + by - turn) <= 2e-6, "turns a longer way", turn, left + by, ask))
            return;
        if (old < g.dt) { /* fires in this step, and only here */
            const double fall = g.gravity * (hit - old) * (hit - old);
            const double off = size(way - vec{{0, fall / 2, 0}} - (apart + g.v * hit));
            const double allowed = 4 * metres + 1e-6 * (size(aim) + fall),
                         speeds = s + size(g.v) + g.gravity * (hit - old);
            e.holds(off <= allowed + 8 * ulp(hit) * speeds, "misses", 0, off, ask);
            return;
        }
        /* how fast the barrel gains on the direction of the shot, at the hit */
        const double small = 1e-5 * (hit + 1e-3);
        const vec before = aim_at(g, apart, hit - small, way), after = aim_at(g, apart, hit + small, way);
        const double fired = 2 * small - (size(after) - size(before)) / s;
        const double gains = g.rate - (angle_between(was, after) - angle_between(was, before)) / fired;
        put(ask, "runner_", at + g.v * g.dt, 3);
        put(ask, "heading_", next, 3);
        ask.ask();
        const double m = growth(g, way), pace = std::fabs(m - dot(aim, g.v) / (size(aim) * s)),
                     wanted = old - g.dt;
        const double angle = (0x1p-22 + 2 * metres / far * (1 + size(g.v) / (s * pace))) / m;
        const double rounding = 8 * ulp(old) + 4 * angle / gains + 2 * metres / (s * m);
        /* too near a tangent or the muzzle, a rounding decides; and a barrel nearly straight behind turns any
           way round */
        if (comes_into_reach(g, apart, hit) || !(fired > 0) || angle > 1e-3 || turn > 3 || gains < 0.02 * g.rate + 100 * angle ||
            rounding > wanted / 4)
            continue;
        if (!e.holds(ask.status() == WAY_MET, "the status changes", WAY_MET, ask.status(), ask) ||
            !e.holds(std::fabs(ask.got("time") - wanted) <= rounding, "the time jumps", wanted,
                     ask.got("time"), ask))
            return;
    }
}

TEST(slew3d, hits_when_it_says) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { shoot_along_the_line(e, "slew3d", 3); });
}

TEST(slew3d, fires_once_and_hits) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { shoot_in_space(e, false); });
}

TEST(slew3d, fires_shells_that_fall) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { shoot_in_space(e, true); });
}

} // namespace
