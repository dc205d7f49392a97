/* The loop around throws and arcs. A body flies for a step, its position is rounded as its column is, and its
   velocity to floats. Asked again with the body's present speed, one of the answers is the old time less the
   step. It may differ by

       the bound of each time + R / pace     R = roundings of positions + 4 ulp of velocities * time

   where pace is how fast the distance to the target shrinks, at the meeting, for a body that could go at its
   present speed in any direction. If pace is close to 0, two answers are about to become one, and a rounding
   decides whether they exist. Then the episode goes on without a check. */
#include "episodes.h"
#include "scene.h"

namespace {

using namespace scene;

struct shot {
    vec target_v, target_a, platform, own; /* own: the body's acceleration, with gravity */
    double dt;
};

/* Returns how much the answer at `time` may change, or +inf if its meeting is about to disappear. r is the
   vector from the body to the target, and speed is the body's, relative to the platform. */
double rounding_of(const shot &c, const vec &r, double speed, double time, double metres, double ulps) {
    const vec v = c.target_v - c.platform, a = c.target_a - c.own;
    const vec then = r + v * time + a * (time * time / 2), course = v + a * time;
    const double length = size(then), pace = std::fabs(speed - dot(then, course) / length);
    const double seconds = metres / pace, bend = dot(course, course) / length + size(a);
    if (!(length > 0) || !(pace > 0) || seconds * bend > pace / 4 || seconds > time / 4)
        return INFINITY;
    return 1.5 * seconds + ulps * ulp(time);
}

double metres_of(const episodes::call &ask, const vec &body, const vec &target, const vec &velocity,
                 const shot &c, double time) {
    const double v = ulp(size(velocity) + size(c.own) * c.dt),
                 tv = ulp(size(c.target_v) + size(c.target_a) * c.dt);
    double metres = 3 * ask.place_ulp(std::fmax(size_max(body), size_max(target)) + size(velocity) * c.dt) +
                    (4 * v + 2 * tv) * time;
    if (ask.precision == WAY_FAST)
        metres += 0x1p-20 * (size(target - body) + (size(velocity) + size(c.target_v)) * time);
    return metres;
}

/* Moves a body under constant acceleration. The velocity of the body is stored in floats. */
void fly(vec &place, vec &velocity, const vec &acceleration, double dt) {
    place = place + velocity * dt + acceleration * (dt * dt / 2);
    velocity = rounded(velocity + acceleration * dt);
}

/* An answer: the columns of its time and of its velocity */
struct choice {
    const char *time, *velocity;
};

choice nearest(const episodes::call &ask, std::initializer_list<choice> choices, double wanted) {
    choice best = *choices.begin();
    for (const choice &one : choices)
        if (std::fabs(ask.got(one.time) - wanted) < std::fabs(ask.got(best.time) - wanted))
            best = one;
    return best;
}

const std::initializer_list<choice> SHOTS = {{"time", "velocity_"},
                                             {"second_time", "second_velocity_"},
                                             {"third_time", "third_velocity_"},
                                             {"high_time", "high_velocity_"}};

/* A shell on its way to a moving target. After each step its velocity is the answer's, if there is one. */
void follow_arc(episodes::episode &e, int dims) {
    episodes::call ask(dims == 3 ? "arc3d" : "arc2d", e);
    shot c;
    c.dt = (float)e.log_between(1.0 / 120, 0.5);
    vec body = random_place(e, 100, dims), target = random_place(e, 100, dims);
    c.target_v = e.one_in(3) ? vec{} : rounded(random_direction(e, dims) * e.log_between(1, 40));
    c.target_a = e.one_in(3) ? vec{} : rounded(random_direction(e, dims) * e.log_between(0.1, 10));
    if (e.one_in(3))
        c.platform = rounded(random_direction(e, dims) * e.log_between(1, 20));
    const double gravity = (float)(e.one_in(4) ? 0 : e.log_between(1, 20));
    ask["gravity"] = gravity;
    c.own.at[1] = -gravity;
    put(ask, "platform_v", c.platform, dims);
    ask["shell_speed"] = (float)e.log_between(5, 100);
    put(ask, "muzzle_", body, dims);
    put(ask, "runner_", target, dims);
    put(ask, "runner_v", c.target_v, dims);
    put(ask, "runner_a", c.target_a, dims);
    ask.ask();
    if (ask.status() != WAY_MET)
        return;
    choice of = SHOTS.begin()[e.below((uint32_t)SHOTS.size())];
    if (!std::isfinite(ask.got(of.time)))
        of = SHOTS.begin()[0];
    double old = ask.got(of.time), metres = 0; /* metres: how far the shell is off its course */
    vec velocity = rounded(answer(ask, of.velocity, dims) + c.platform);
    while (e.next_step(2000)) {
        body = get(ask, "muzzle_", dims), target = get(ask, "runner_", dims);
        metres += metres_of(ask, body, target, velocity, c, old);
        const double dt = std::fmin(c.dt, old);
        fly(body, velocity, c.own, dt);
        fly(target, c.target_v, c.target_a, dt);
        put(ask, "muzzle_", body, dims);
        put(ask, "runner_", target, dims);
        put(ask, "runner_v", c.target_v, dims);
        ask["shell_speed"] = size(velocity - c.platform);
        ask.keep();
        body = get(ask, "muzzle_", dims), target = get(ask, "runner_", dims);
        if (old <= c.dt) {
            const double apart = size(target - body);
            e.holds(apart <= 2 * metres + 4 * ulp(old) * (size(velocity) + size(c.target_v)), "it misses", 0,
                    apart, ask);
            return;
        }
        ask.ask();
        const double wanted = old - c.dt;
        const double rounding = rounding_of(c, target - body, size(velocity - c.platform), wanted, metres, 4);
        old = wanted;
        if (rounding == INFINITY)
            continue;
        if (ask.status() == WAY_THERE && wanted <= rounding)
            return;
        of = nearest(ask, SHOTS, wanted);
        if (!e.holds(std::fabs(ask.got(of.time) - wanted) <= rounding,
                     "no answer is the old one less the step", wanted, ask.got(of.time), ask))
            return;
        old = ask.got(of.time);
        velocity = rounded(answer(ask, of.velocity, dims) + c.platform);
        metres = 0;
    }
}

TEST(arc2d, has_the_shell_in_flight_among_its_answers) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { follow_arc(e, 2); });
}

TEST(arc3d, has_the_shell_in_flight_among_its_answers) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { follow_arc(e, 3); });
}

/* A chaser that turns to the answer of each call: the earliest time is the old one less the step. */
void chase_accelerating(episodes::episode &e, int dims) {
    episodes::call ask(dims == 3 ? "chase_accelerating3d" : "chase_accelerating2d", e);
    shot c;
    c.dt = (float)e.log_between(1.0 / 120, 0.5);
    vec body = random_place(e, 100, dims), target = random_place(e, 100, dims);
    const double speed = (float)e.log_between(2, 50);
    c.target_v = e.one_in(4) ? vec{} : rounded(random_direction(e, dims) * (speed * e.between(0, 2)));
    c.target_a = e.one_in(4) ? vec{} : rounded(random_direction(e, dims) * e.log_between(0.01, 10));
    ask["chaser_speed"] = speed;
    put(ask, "chaser_", body, dims);
    put(ask, "runner_", target, dims);
    put(ask, "runner_v", c.target_v, dims);
    put(ask, "runner_a", c.target_a, dims);
    ask.ask();
    while (ask.status() == WAY_MET && e.next_step(2000)) {
        body = get(ask, "chaser_", dims), target = get(ask, "runner_", dims);
        const double old = ask.got("time"), dt = std::fmin(c.dt, old);
        vec velocity = answer(ask, "velocity_", dims);
        const double metres = metres_of(ask, body, target, velocity, c, old);
        fly(body, velocity, vec{}, dt);
        fly(target, c.target_v, c.target_a, dt);
        put(ask, "chaser_", body, dims);
        put(ask, "runner_", target, dims);
        put(ask, "runner_v", c.target_v, dims);
        ask.keep();
        body = get(ask, "chaser_", dims), target = get(ask, "runner_", dims);
        if (old <= c.dt) {
            const double apart = size(target - body);
            e.holds(apart <= 2 * metres + 4 * ulp(old) * (speed + size(c.target_v)), "they do not meet", 0,
                    apart, ask);
            return;
        }
        ask.ask();
        const double wanted = old - c.dt;
        const double rounding = rounding_of(c, target - body, speed, wanted, metres, 4);
        if (rounding == INFINITY)
            continue;
        if (ask.status() == WAY_THERE && wanted <= rounding)
            return;
        if (!e.holds(ask.status() == WAY_MET, "the status changes", WAY_MET, ask.status(), ask) ||
            !e.holds(ask.got("time") <= wanted + rounding, "the time is more than the old one less the step",
                     wanted, ask.got("time"), ask))
            return;
    }
}

TEST(chase_accelerating2d, comes_a_step_nearer_in_each_step) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { chase_accelerating(e, 2); });
}

TEST(chase_accelerating3d, comes_a_step_nearer_in_each_step) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { chase_accelerating(e, 3); });
}

struct throw_of {
    const char *name[2]; /* in the plane, in space */
    bool is_moving, has_gravity, has_apex, is_level, has_two;
};

const throw_of SPEED = {{"launch_speed2d", "launch_speed3d"}, false, true, false, false, true};
const throw_of APEX = {{"launch_apex2d", "launch_apex3d"}, false, true, true, false, false};
const throw_of LATERAL = {{"launch_lateral2d", "launch_lateral3d"}, true, true, false, true, false};
const throw_of GRAVITY = {{"launch_gravity2d", "launch_gravity3d"}, true, false, true, true, false};

const std::initializer_list<choice> THROWS = {{"time", "velocity_"}, {"high_time", "high_velocity_"}};

vec level(vec v) {
    v.at[1] = 0;
    return v;
}

/* A thrown body that asks again for the same kind of throw. With an apex, only as long as the body rises:
   a call with an apex always throws upwards. */
void follow_throw(episodes::episode &e, const throw_of &kind, int dims) {
    episodes::call ask(kind.name[dims - 2], e);
    shot c;
    c.dt = (float)e.log_between(1.0 / 120, 0.5);
    vec body = random_place(e, 100, dims), target = random_place(e, 100, dims);
    if (e.one_in(6))
        target.at[1] = body.at[1];
    put(ask, "from_", body, dims);
    put(ask, "to_", target, dims);
    double gravity = (float)e.log_between(1, 20);
    if (kind.is_moving && e.one_in(2)) {
        c.target_v = rounded(random_direction(e, dims) * e.log_between(1, 20));
        put(ask, "to_v", c.target_v, dims);
    }
    if (kind.has_gravity)
        ask["gravity"] = gravity;
    if (kind.has_apex)
        ask["apex"] = e.one_in(8) ? 0 : e.log_between(0.1, 50);
    const char *pace = kind.is_level ? "level_speed" : "speed";
    if (kind.is_level || kind.has_two)
        ask[pace] = (float)e.log_between(5, 100);
    ask.ask();
    if (ask.status() != WAY_MET)
        return;
    const bool is_high = kind.has_two && e.one_in(2);
    double old = ask.got(is_high ? "high_time" : "time"), metres = 0;
    vec velocity = rounded(answer(ask, is_high ? "high_velocity_" : "velocity_", dims));
    if (!kind.has_gravity)
        gravity = ask.got("gravity");
    const double top = ask[axis("from_", 1).c_str()] + velocity.at[1] * velocity.at[1] / (2 * gravity);
    while (e.next_step(2000)) {
        c.own.at[1] = -gravity;
        body = get(ask, "from_", dims), target = get(ask, "to_", dims);
        metres += metres_of(ask, body, target, velocity, c, old) + ulp(old) * size(velocity);
        const double dt = std::fmin(c.dt, old);
        if (kind.has_apex) {
            metres += ulp(top - body.at[1]) + 4 * ask.place_ulp(top) + 8 * ulp(velocity.at[1]) * old +
                      0x1p-20 * old * std::fabs(velocity.at[1]);
            if (velocity.at[1] - gravity * dt <= 0.05 * size(velocity)) /* close to the top, or after it */
                return;
        }
        fly(body, velocity, c.own, dt);
        target = target + c.target_v * dt;
        put(ask, "from_", body, dims);
        put(ask, "to_", target, dims);
        ask.keep();
        body = get(ask, "from_", dims), target = get(ask, "to_", dims);
        if (old <= c.dt) {
            const double apart = size(target - body);
            e.holds(apart <= 2 * metres + 16 * ulp(old) * (size(velocity) + size(c.target_v)) +
                                 8 * ulp(size(velocity)) * old,
                    "it misses", 0, apart, ask);
            return;
        }
        const double wanted = old - c.dt, meets = target.at[1] + c.target_v.at[1] * wanted;
        if (kind.has_two)
            ask[pace] = size(velocity);
        if (kind.has_apex)
            ask["apex"] = std::fmax(0, body.at[1] + velocity.at[1] * velocity.at[1] / (2 * gravity) -
                                           std::fmax(body.at[1], meets));
        ask.ask();
        double rounding;
        if (kind.is_level) {
            shot flat = c;
            flat.own = vec{}, flat.target_v = level(c.target_v);
            rounding = rounding_of(flat, level(target - body), ask[pace], wanted, metres, 8);
        } else if (kind.has_apex) {
            const double down = std::sqrt(
                std::fmax(0, velocity.at[1] * velocity.at[1] - 2 * gravity * (target.at[1] - body.at[1])));
            rounding = 2 * metres / velocity.at[1] + 2 * metres / down + 8 * ulp(old);
            if (2 * metres > 0.1 * down * down / gravity)
                rounding = INFINITY;
        } else
            rounding = rounding_of(c, target - body, ask[pace], wanted, metres, 16);
        if (rounding == INFINITY) {
            if (kind.is_level || kind.has_apex)
                return;
            old = wanted;
            continue;
        }
        const choice of = kind.has_two ? nearest(ask, THROWS, wanted) : *THROWS.begin();
        const double got = ask.got(of.time);
        if (ask.status() == WAY_THERE && wanted <= rounding)
            return;
        if (!e.holds(ask.status() == WAY_MET, "the status changes", WAY_MET, ask.status(), ask) ||
            !e.holds(std::fabs(got - wanted) <= rounding, "no answer is the old one less the step", wanted,
                     got, ask))
            return;
        if (!kind.has_gravity) {
            /* the gravity that takes the body over the top and to the meeting in the time that is left */
            const double up = velocity.at[1] * velocity.at[1] / (2 * gravity);
            const double down = std::fmax(0, up - (meets - body.at[1]));
            const double off = gravity * (4 * metres / (up + std::sqrt(up * down)) +
                                          (down > 0 ? 4 * metres / (down + std::sqrt(up * down)) : 0) +
                                          4 * rounding / wanted) +
                               64 * ulp(gravity);
            if (down < 8 * metres)
                return;
            if (!e.holds(std::fabs(ask.got("gravity") - gravity) <= off, "the gravity jumps", gravity,
                         ask.got("gravity"), ask))
                return;
            gravity = ask.got("gravity");
        }
        velocity = rounded(answer(ask, of.velocity, dims));
        old = got, metres = 0;
    }
}

#define LOOP_OF_THROW(name, kind, dims)                                                                      \
    TEST(name, has_the_body_in_flight_among_its_answers) {                                                   \
        episodes::play(episodes::STEPS, [](episodes::episode &e) { follow_throw(e, kind, dims); });          \
    }

LOOP_OF_THROW(launch_speed2d, SPEED, 2)
LOOP_OF_THROW(launch_speed3d, SPEED, 3)
LOOP_OF_THROW(launch_apex2d, APEX, 2)
LOOP_OF_THROW(launch_apex3d, APEX, 3)
LOOP_OF_THROW(launch_lateral2d, LATERAL, 2)
LOOP_OF_THROW(launch_lateral3d, LATERAL, 3)
LOOP_OF_THROW(launch_gravity2d, GRAVITY, 2)
LOOP_OF_THROW(launch_gravity3d, GRAVITY, 3)

/* The body on the slowest throw that reaches its target: no throw needs more than its present speed. */
void follow_slowest(episodes::episode &e, int dims) {
    episodes::call ask(dims == 3 ? "launch_reach3d" : "launch_reach2d", e);
    const double dt = (float)e.log_between(1.0 / 120, 0.5), gravity = (float)e.log_between(1, 20);
    vec body = random_place(e, 100, dims);
    put(ask, "from_", body, dims);
    put(ask, "to_", random_place(e, 100, dims), dims);
    ask["gravity"] = gravity, ask["speed"] = 1;
    ask.ask();
    vec velocity = rounded(answer(ask, "least_velocity_", dims));
    double left = ask.got("least_time"), metres = 0;
    while (left > dt && e.next_step(2000)) {
        body = get(ask, "from_", dims);
        const vec target = get(ask, "to_", dims);
        fly(body, velocity, {{0, -gravity, 0}}, dt);
        put(ask, "from_", body, dims);
        ask["speed"] = size(velocity);
        ask.ask();
        left -= dt;
        body = get(ask, "from_", dims);
        shot c;
        c.dt = dt, c.own.at[1] = -gravity;
        metres += metres_of(ask, body, target, velocity, c, left + dt);
        /* a body that is `metres` off its course needs this much more speed */
        const double more = metres / left + metres * gravity / size(velocity) + 16 * ulp(size(velocity));
        if (!e.holds(ask.got("least_speed") <= size(velocity) + more, "the slowest throw is too fast",
                     size(velocity), ask.got("least_speed"), ask))
            return;
    }
}

TEST(launch_reach2d, needs_at_most_the_speed_in_flight) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { follow_slowest(e, 2); });
}

TEST(launch_reach3d, needs_at_most_the_speed_in_flight) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { follow_slowest(e, 3); });
}

/* flight: the landing is the old one less the step. */
void follow_flight(episodes::episode &e, int dims) {
    episodes::call ask(dims == 3 ? "flight3d" : "flight2d", e);
    const double dt = (float)e.log_between(1.0 / 120, 0.5), gravity = (float)e.log_between(1, 20);
    put(ask, "body_", random_place(e, 100, dims), dims);
    put(ask, "body_v", random_direction(e, dims) * e.log_between(1, 100), dims);
    ask["gravity"] = gravity, ask["time"] = dt, ask["height"] = e.place(100);
    ask.ask();
    while (ask.status() == WAY_MET && e.next_step(2000)) {
        const double old = ask.got("landing"), wanted = old - dt, vy = ask["body_vy"];
        const double high = ask["body_y"] - ask["height"],
                     fall = std::sqrt(std::fmax(0, vy * vy + 2 * gravity * high));
        if (old <= dt) {
            ask["time"] = old;
            ask.ask();
            const double at = ask.got("point_y"), size_of = std::fabs(ask["height"]) + std::fabs(vy) * old;
            e.holds(std::fabs(at - ask["height"]) <=
                        8 * ask.place_ulp(size_of) + 8 * ulp(old) * fall + 8 * ulp(vy) * old,
                    "it lands elsewhere", ask["height"], at, ask);
            return;
        }
        const double metres =
            8 * ulp(std::fabs(vy) + gravity * dt) * old +
            8 * ask.place_ulp(std::fabs(ask["body_y"]) + std::fabs(ask["height"]) + std::fabs(vy) * dt) +
            ulp(dt) * std::fabs(vy) + 8 * ulp(std::fabs(vy) * dt + gravity * dt * dt);
        put(ask, "body_", answer(ask, "point_", dims), dims);
        put(ask, "body_v", answer(ask, "velocity_", dims), dims);
        ask.ask();
        if (metres * gravity > fall * fall / 8)
            continue;
        if (!e.holds(std::fabs(ask.got("landing") - wanted) <= 2 * metres / fall + 16 * ulp(old),
                     "the landing jumps", wanted, ask.got("landing"), ask))
            return;
    }
}

TEST(flight2d, lands_a_step_sooner_after_each_step) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { follow_flight(e, 2); });
}

TEST(flight3d, lands_a_step_sooner_after_each_step) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { follow_flight(e, 3); });
}

} // namespace
