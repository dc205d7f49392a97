/* The loop around estimate2d and chase_turning2d. A runner moves on a circle. The chaser knows only its
   positions, of which it keeps the last three, at uneven times. In each step it estimates the circle, asks
   for the meeting, and goes there for a step. It ends within reach, at the time of its first answer, up to

       1.5 R / P + the error of the estimate

   R is what rounding changes of the positions, and P how fast the chaser comes nearer when they meet. */
#include "episodes.h"
#include "scene.h"

namespace {

using namespace scene;

/* The runner's motion in double: `phase` is the angle of its velocity. */
struct circle {
    vec middle;
    double radius, rate, phase;
    vec at(double t) const {
        const double a = phase + rate * t, side = rate < 0 ? -1 : 1;
        return middle + vec{{std::sin(a), -std::cos(a), 0}} * (radius * side);
    }
    vec velocity(double t) const {
        const double a = phase + rate * t;
        return vec{{std::cos(a), std::sin(a), 0}} * (radius * std::fabs(rate));
    }
};

circle random_circle(episodes::episode &e) {
    circle c;
    c.rate = (float)(e.log_between(0.05, 1.5) * (e.one_in(2) ? 1 : -1));
    c.radius = e.log_between(5, 200);
    c.phase = e.between(-3, 3);
    c.middle = random_place(e, 100, 2);
    return c;
}

/* The circle is known: each new time is the old one less the step. */
void follow(episodes::episode &e) {
    episodes::call ask("chase_turning2d", e);
    const circle c = random_circle(e);
    const double speed = (float)e.log_between(2, 60), dt = (float)e.log_between(1.0 / 240, 0.25);
    ask["chaser_speed"] = speed, ask["turn_rate"] = c.rate, ask["reach"] = e.one_in(2) ? 0 : e.between(0, 5);
    put(ask, "chaser_", random_place(e, 200, 2), 2);
    double now = 0;
    put(ask, "runner_", c.at(now), 2);
    put(ask, "runner_v", c.velocity(now), 2);
    ask.ask();
    while (ask.status() == WAY_MET && e.next_step(3000)) {
        const double old = ask.got("time"), pace = c.radius * std::fabs(c.rate);
        const vec from = get(ask, "chaser_", 2), point = answer(ask, "point_", 2), way = point - from;
        const vec v = c.velocity(now + old);
        const double closing = speed - dot(v, way) / std::fmax(size(way), 1e-9);
        const double metres = 3 * ask.place_ulp(size_max(from) + speed * old) +
                              0x1p-21 * (size(way) + pace * old) + 0x1p-22 * pace * old;
        if (old <= dt) {
            const double apart = size(from + answer(ask, "velocity_", 2) * old - c.at(now + old));
            e.holds(apart <= ask["reach"] + 4 * metres + 1e-6, "they do not meet", ask["reach"], apart, ask);
            return;
        }
        put(ask, "chaser_", from + answer(ask, "velocity_", 2) * dt, 2);
        now += dt;
        put(ask, "runner_", c.at(now), 2);
        put(ask, "runner_v", c.velocity(now), 2);
        ask.ask();
        const double wanted = old - dt, rounding = 8 * ulp(old) + 1.5 * metres / closing;
        /* a meeting that is almost a tangent: the curve of the way counts */
        const double bend = pace * std::fabs(c.rate) + pace * pace / std::fmax(size(way), 1e-9);
        if (!(closing > 0.05 * speed) || rounding * bend > closing / 4 || rounding > wanted / 4)
            continue;
        if (!e.holds(ask.status() == WAY_MET, "the status changes", WAY_MET, ask.status(), ask))
            return;
        /* a rounding turns an earlier pass, just out of reach, into a tangent */
        const vec sight = answer(ask, "point_", 2) - get(ask, "chaser_", 2);
        const vec then = c.velocity(now + ask.got("time"));
        const double touching = speed - dot(then, sight) / std::fmax(size(sight), 1e-9);
        if (ask.got("time") < wanted - rounding && touching * touching <= 16 * bend * metres)
            continue;
        if (!e.holds(std::fabs(ask.got("time") - wanted) <= rounding, "the time jumps", wanted,
                     ask.got("time"), ask))
            return;
    }
}

TEST(chase_turning2d, the_time_falls_by_the_step) { episodes::play(episodes::STEPS, follow); }

/* What a chaser needs until it meets a runner of which it knows only the last positions: with the estimated
   circle, or with the runner's last difference of positions and `lead`. */
double chase(episodes::episode &e, const circle &c, const vec &start, double speed, double dt,
             bool by_circle) {
    episodes::call seen("estimate2d", e), turn("chase_turning2d", e), lead("lead2d", e);
    vec at = start, ring[3] = {c.at(0), c.at(0), c.at(0)};
    double steps[2] = {dt, dt}, now = 0;
    for (int k = 0; k < 4000; k++) {
        const double step = dt * (k % 3 == 0 ? 1.5 : 0.75); /* frames are not even */
        vec velocity;
        if (k < 3) {
            velocity = (ring[0] - at) * (speed / size(ring[0] - at));
        } else {
            put(seen, "last_", ring[0], 2), put(seen, "before_", ring[1], 2),
                put(seen, "oldest_", ring[2], 2);
            seen["last_step"] = steps[0], seen["earlier_step"] = steps[1];
            seen.ask();
            episodes::call &ask = by_circle ? turn : lead;
            put(ask, "chaser_", at, 2), put(ask, "runner_", ring[0], 2);
            ask["chaser_speed"] = speed;
            const vec v = by_circle ? answer(seen, "turning_v", 2) : (ring[0] - ring[1]) * (1 / steps[0]);
            put(ask, "runner_v", v, 2);
            if (by_circle)
                ask["turn_rate"] = seen.got("turn_rate");
            ask.ask();
            velocity = answer(ask, "velocity_", 2);
        }
        at = at + velocity * step;
        now += step;
        if (size(at - c.at(now)) <= (speed + size(c.velocity(now))) * step)
            return now;
        ring[2] = ring[1], ring[1] = ring[0], ring[0] = c.at(now);
        steps[1] = steps[0], steps[0] = step;
    }
    return INFINITY;
}

TEST(estimate2d, a_chaser_that_knows_the_circle_needs_less_time) {
    double circles = 0, straight = 0;
    size_t lost = 0, count = 0;
    for (size_t n = 0; n < 16 * support::draws(600); n += 16) {
        episodes::episode e(n);
        circle c = random_circle(e);
        c.radius = e.between(10, 60);
        c.rate = e.between(0.3, 1.5) * (c.rate < 0 ? -1 : 1);
        const double speed = c.radius * std::fabs(c.rate) * e.between(0.6, 1.5);
        const vec start = c.middle + random_direction(e, 2) * e.between(0, 150);
        const double a = chase(e, c, start, speed, 0.05, true), b = chase(e, c, start, speed, 0.05, false);
        lost += std::isinf(a);
        if (std::isinf(a))
            continue;
        circles += a, straight += std::fmin(b, 200), count++; /* 200 s: a chase without an end */
    }
    EXPECT_EQ(0u, lost) << count << " chases";
    EXPECT_LT(circles, 0.5 * straight) << count << " chases";
    RecordProperty("ratio", std::to_string(circles / straight));
}

} // namespace
