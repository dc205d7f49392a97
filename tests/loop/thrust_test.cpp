/* The loop around thrust2d and thrust3d. With match 0, a ship that follows the answer meets the runner at the
   stated time, and the time falls by the step. With match 1 and dt, the ship comes to rest at the runner in
   the stated time and never passes the runner. For comparison, the test also counts the rules that games
   use. */
#include "episodes.h"
#include "scene.h"

namespace {

using namespace scene;

/* Moves the ship for a step under a constant acceleration, and the runner along; rounds as columns do. */
void move(episodes::call &ask, const vec &push, double t, int dims) {
    const vec v = get(ask, "chaser_v", dims), w = get(ask, "runner_v", dims);
    put(ask, "chaser_", get(ask, "chaser_", dims) + v * t + push * (t * t / 2), dims);
    put(ask, "runner_", get(ask, "runner_", dims) + w * t, dims);
    put(ask, "chaser_v", v + push * t, dims);
    ask.keep();
}

void start(episodes::episode &e, episodes::call &ask, int dims) {
    put(ask, "chaser_", random_place(e, 200, dims), dims);
    put(ask, "runner_", random_place(e, 200, dims), dims);
    put(ask, "chaser_v", rounded(random_direction(e, dims) * e.between(0, 30)), dims);
    put(ask, "runner_v", rounded(random_direction(e, dims) * (e.one_in(2) ? 0 : e.between(0, 20))), dims);
    ask["acceleration"] = (float)e.log_between(0.5, 30);
    ask.keep();
}

void play_stop(episodes::episode &e) {
    const int dims = 2 + (int)e.below(2);
    episodes::call ask(dims == 2 ? "thrust2d" : "thrust3d", e);
    start(e, ask, dims);
    ask["match"] = 1;
    ask["dt"] = (float)(1.0 / 60);
    /* half of the ships start at the runner's velocity: then they never need to pass it */
    const bool straight = e.one_in(2);
    if (straight)
        put(ask, "chaser_v", get(ask, "runner_v", dims), dims);
    const double dt = ask["dt"], most = ask["acceleration"];
    const vec first = get(ask, "runner_", dims) - get(ask, "chaser_", dims);
    const vec unit = first * (1 / size(first));
    double planned = 0, ulps = 0;
    ask.ask();
    planned = ask.got("time");
    while (ask.status() == WAY_MET && e.next_step(20000)) {
        const vec push = answer(ask, "acceleration_", dims);
        if (!e.holds(size(push) <= most * (1 + 0x1p-21), "thrusts too much", most, size(push), ask))
            return;
        move(ask, push, dt, dims);
        const vec r = get(ask, "runner_", dims) - get(ask, "chaser_", dims);
        const double away = size_max(get(ask, "runner_", dims)) + size(first);
        ulps = std::fmax(ulps, ask.place_ulp(away) + 0x1p-23 * size(get(ask, "chaser_v", dims)) * dt);
        /* each step may round both positions and the velocity */
        const double passes = 8 * ulps * std::sqrt((double)e.steps() + 1);
        if (straight && !e.holds(dot(r, unit) >= -passes, "passes the runner", 0, -dot(r, unit), ask))
            return;
        ask.ask();
        const double gone = (double)e.steps() * dt, slack = 8 * dt + 4 * std::sqrt(8 * passes / most);
        if (ask.status() == WAY_MET && gone > planned * 1.0001 + slack) {
            const double left = size(r),
                         speed = size(get(ask, "runner_v", dims) - get(ask, "chaser_v", dims));
            e.holds(left <= 8 * passes && speed <= 2 * passes / dt, "is not there in time", planned, gone,
                    ask);
            return;
        }
    }
    e.holds(ask.status() == WAY_THERE || ask.status() == WAY_MET, "the status changes", WAY_THERE,
            ask.status(), ask);
}

TEST(thrust, stops_at_the_runner_and_never_passes_it) { episodes::play(episodes::STEPS, play_stop); }

void play_meet(episodes::episode &e) {
    const int dims = 2 + (int)e.below(2);
    episodes::call ask(dims == 2 ? "thrust2d" : "thrust3d", e);
    start(e, ask, dims);
    const double dt = e.log_between(1.0 / 240, 0.25);
    ask.ask();
    while (ask.status() == WAY_MET && e.next_step(5000)) {
        const double old = ask.got("time"), step = std::fmin(dt, old);
        const vec push = answer(ask, "acceleration_", dims);
        const vec r = get(ask, "runner_", dims) - get(ask, "chaser_", dims);
        const vec v = get(ask, "runner_v", dims) - get(ask, "chaser_v", dims);
        const double speeds = size(get(ask, "runner_v", dims)) + size(get(ask, "chaser_v", dims));
        const double metres = 4 * ask.place_ulp(size_max(get(ask, "runner_", dims)) + size(r)) +
                              0x1p-21 * (size(r) + (speeds + ask["acceleration"] * old) * old);
        const vec gap = r + v * old;
        const double pace = ask["acceleration"] * old - dot(gap, v) / size(gap);
        move(ask, push, step, dims);
        if (old <= dt) {
            const double apart = size(get(ask, "runner_", dims) - get(ask, "chaser_", dims));
            e.holds(apart <= 8 * metres + 4 * ulp(old) * speeds, "they do not meet", 0, apart, ask);
            return;
        }
        ask.ask();
        const double wanted = old - dt, rounding = 4 * metres / pace + 8 * ulp(old);
        /* from here on, positions are rounded by more than the thrust can make up for */
        const double places =
            e.columns() == episodes::DOUBLES
                ? size(r)
                : std::fmax(size_max(get(ask, "chaser_", dims)), size_max(get(ask, "runner_", dims)));
        if (std::fmax(64 * metres, 0x1.1p-14 * places) > ask["acceleration"] * wanted * wanted)
            return;
        if (!(pace > 0) || rounding > wanted / 4 || pace * pace < 64 * metres * ask["acceleration"])
            continue;
        if (!e.holds(std::fabs(ask.got("time") - wanted) <= rounding, "the time jumps", wanted,
                     ask.got("time"), ask))
            return;
    }
}

TEST(thrust, comes_a_step_nearer_in_each_step) { episodes::play(episodes::STEPS, play_meet); }

/* The loop of the header: the ship thrusts until the time is at most one and a half steps. Rounding in columns
   of floats does not make it miss the runner and fly a second approach. */
void follow_to_the_hit(episodes::episode &e, episodes::call &ask, double dt, int dims) {
    const double most = ask["acceleration"];
    ask.ask();
    const double first = ask.got("time");
    while (ask.got("time") > 1.5 * dt && e.next_step(100000)) {
        const double old = ask.got("time");
        const vec push = answer(ask, "acceleration_", dims);
        if (!e.holds(size(push) <= most * (1 + 0x1p-20), "thrusts too much", most, size(push), ask))
            return;
        move(ask, push, dt, dims);
        ask.ask();
        const double gone = (double)e.steps() * dt, end = gone + ask.got("time");
        if (!e.holds(ask.got("time") < old + 10 * dt && end < 1.2 * first + 1, "flies a second approach", old,
                     ask.got("time"), ask))
            return;
    }
    const double left = ask.got("time");
    move(ask, answer(ask, "acceleration_", dims), left, dims);
    const double speeds = size(get(ask, "chaser_v", dims)) + size(get(ask, "runner_v", dims));
    const double step = ask["dt"] * ask["dt"] * most;
    const double places =
        std::fmax(size_max(get(ask, "chaser_", dims)), size_max(get(ask, "runner_", dims))) * 0x1p-23;
    const double rounding = std::fmax(places, speeds * ask["dt"] * 0x1p-23);
    const double reach = std::fmax(16 * places, step > 0 ? rounding * std::fmin(128, rounding / step) : 0);
    const double apart = size(get(ask, "runner_", dims) - get(ask, "chaser_", dims));
    e.holds(apart <= 1.5 * reach, "misses the runner", reach, apart, ask);
}

void play_hit(episodes::episode &e, double away, double hertz, bool moves) {
    const int dims = 2 + (int)e.below(2);
    episodes::call ask(dims == 2 ? "thrust2d" : "thrust3d", e);
    const double most = e.log_between(0.5, 30), far = e.log_between(3, 100), dt = (float)(1 / hertz);
    const double quick = std::sqrt(most * far);
    const vec middle = random_direction(e, dims) * away;
    put(ask, "chaser_", middle, dims);
    put(ask, "runner_", middle + random_direction(e, dims) * far, dims);
    put(ask, "chaser_v", random_direction(e, dims) * (e.between(0, 1.5) * quick), dims);
    if (moves)
        put(ask, "runner_v", random_direction(e, dims) * (e.between(0, 0.7) * quick), dims);
    ask["acceleration"] = (float)most;
    follow_to_the_hit(e, ask, dt, dims);
}

/* Ship and runner start near the origin with a common velocity. They fly kilometres until they meet, so each
   step of floats rounds their positions by more and more. With doubles, each step rounds their velocities.
   The call knows dt. */
void play_fast_hit(episodes::episode &e) {
    const int dims = 2 + (int)e.below(2);
    episodes::call ask(dims == 2 ? "thrust2d" : "thrust3d", e);
    const double fastest = e.columns() == episodes::FLOATS ? 200 : 4000,
                 dt = e.number & 4 ? 1.0 / 240 : 1.0 / 60;
    vec together = random_direction(e, dims) * (fastest * std::sqrt(e.between(0.1, dims)));
    put(ask, "runner_", random_direction(e, dims) * e.log_between(5, 500), dims);
    put(ask, "runner_v", together, dims);
    put(ask, "chaser_v", together + random_direction(e, dims) * e.between(0, 30), dims);
    ask["acceleration"] = (float)e.log_between(0.5, 30), ask["dt"] = dt;
    ask.keep();
    follow_to_the_hit(e, ask, ask["dt"], dims);
}

TEST(thrust, meets_the_runner_in_one_approach) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) {
        const double away[] = {2000, 300, 0};
        play_hit(e, away[e.number / 16 % 3], e.number & 4 ? 240 : 60, false);
    });
}
TEST(thrust, meets_a_moving_runner_in_one_approach) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) {
        const bool far = e.one_in(2);
        play_hit(e, far ? 2000 : 300, far ? 60 : 240, true);
    });
}

TEST(thrust, meets_a_runner_that_flies_fast_in_one_approach) {
    episodes::play(episodes::STEPS, play_fast_hit);
}

/* A ship that follows the answers says that it is there, at rest, whatever the rounding of the positions. */
void play_dock(episodes::episode &e, double away) {
    const int dims = 2 + (int)e.below(2);
    episodes::call ask(dims == 2 ? "thrust2d" : "thrust3d", e);
    const vec middle = {{away, away, dims == 3 ? away : 0}};
    put(ask, "chaser_", middle + random_direction(e, dims) * e.log_between(0.1, 50), dims);
    put(ask, "runner_", middle, dims);
    put(ask, "chaser_v", random_direction(e, dims) * e.between(0, 8), dims);
    if (e.one_in(4))
        put(ask, "runner_v", random_direction(e, dims) * e.between(0, 8), dims);
    const bool uneven = e.one_in(2);
    ask["acceleration"] = (float)e.log_between(away > 5e4 ? 5 : 0.5, 30);
    ask["match"] = 1, ask["dt"] = 1.0 / 60;
    ask.ask();
    const double planned = ask.got("time"), most = ask["acceleration"];
    double gone = 0, rounding = 0;
    while (ask.status() == WAY_MET && e.next_step(100000)) {
        const double dt = ask.kept("dt");
        move(ask, answer(ask, "acceleration_", dims), dt, dims);
        gone += dt;
        rounding =
            std::fmax(0x1p-14 * most * dt * dt, 0x1p-23 * std::fmax(size_max(get(ask, "chaser_", dims)),
                                                                    size_max(get(ask, "runner_", dims))));
        if (uneven)
            ask["dt"] = e.between(0.005, 0.04);
        ask.ask();
        if (!e.holds(gone <= 1.5 * planned + 60, "does not come to rest", planned, gone, ask))
            return;
    }
    const vec r = get(ask, "runner_", dims) - get(ask, "chaser_", dims);
    const vec v = get(ask, "runner_v", dims) - get(ask, "chaser_v", dims);
    const double speeds = size(get(ask, "runner_v", dims)) + size(get(ask, "chaser_v", dims));
    if (e.holds(ask.status() == WAY_THERE, "the status changes", WAY_THERE, ask.status(), ask) &&
        e.holds(size(r) <= 18 * rounding * 1.0001, "is not at the runner", 0, size(r), ask))
        e.holds(size(v) <= 0x1p-22 * speeds + 0x1p-20 * most * ask["dt"] * 1.0001, "does not rest", 0,
                size(v), ask);
}

TEST(thrust, says_that_it_is_there_at_the_origin) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { play_dock(e, 0); });
}
TEST(thrust, says_that_it_is_there_far_away) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) {
        const double away[] = {1e3, 1e4, 1e5};
        play_dock(e, away[e.number / 16 % 3]);
    });
}

/* Moves a body for a step, as C does with velocities of type T: the products have the same type. */
template <typename T> void follow(vec *place, vec *velocity, const vec &push, double dt, int dims) {
    const T t = (T)dt;
    for (int k = 0; k < dims; k++) {
        const T v = (T)velocity->at[k], a = (T)push.at[k];
        place->at[k] += (double)(v * t + (T)0.5 * a * t * t);
        velocity->at[k] = (double)(v + a * t);
    }
}

/* A ship docks at a station that flies with a constant velocity; positions are doubles. Each step of the
   ship and of the station rounds its product with dt to a float, or, in doubles, the call rounds the
   velocities. The ship says that it is there; once it takes the station's velocity, it stays there. It may
   be late by half: at 240 steps a second and 8,000 m/s, velocities are so coarse that it flies up to a
   quarter longer. */
void play_station(episodes::episode &e, double hertz, double fastest) {
    const int dims = 2 + (int)e.below(2);
    episodes::call ask(dims == 2 ? "thrust2d" : "thrust3d", episodes::DOUBLES, e.precision());
    const double most = (float)e.between(0.5, 20), dt = (float)(1 / hertz);
    vec station = random_direction(e, dims) * 10, ship = random_direction(e, dims) * 50, none;
    vec w = rounded(random_direction(e, dims) * e.log_between(fastest / 10, fastest));
    vec u = rounded(w + random_direction(e, dims) * (0.3 * std::sqrt(50 * most)));
    auto asks = [&] {
        put(ask, "chaser_", ship, dims), put(ask, "chaser_v", u, dims);
        put(ask, "runner_", station, dims), put(ask, "runner_v", w, dims);
        ask.ask();
        return ask.status();
    };
    auto moves = [&] {
        auto step = e.columns() == episodes::FLOATS ? follow<float> : follow<double>;
        step(&ship, &u, answer(ask, "acceleration_", dims), dt, dims);
        step(&station, &w, none, dt, dims);
    };
    ask["acceleration"] = most, ask["match"] = 1, ask["dt"] = dt;
    asks();
    const double planned = ask.got("time");
    while (ask.status() == WAY_MET && (double)e.steps() * dt <= planned * 1.5 + 10 * dt && e.next_step(30000))
        moves(), asks();
    const vec seen = get(ask, "runner_v", dims) - get(ask, "chaser_v", dims);
    const double speeds = size(u) + size(w), r = size(station - ship), v = size(seen), step = most * dt * dt;
    auto near = [&](double e) { return e * (2 + std::fmin(16, 1.5 * e / step)) * 1.0001; };
    const double still = 0x1p-14 * step, rounding = std::fmax(still, 0x1p-23 * speeds * dt);
    const double rest = 0x1p-20 * most * dt * 1.0001, slow = rest + 0x1p-22 * speeds * 1.0001;
    if (!e.holds(ask.status() == WAY_THERE, "is not there in time", planned, (double)e.steps() * dt, ask) ||
        !e.holds(r <= near(rounding), "is not at the station", near(rounding), r, ask) ||
        !e.holds(v <= (r <= near(still) ? slow : rest), "does not rest", 0, v, ask))
        return;
    u = w;
    for (double gone = 0; gone < 2; gone += dt) {
        moves();
        if (!e.holds(asks() == WAY_THERE, "leaves the station", WAY_THERE, ask.status(), ask))
            return;
    }
}

TEST(thrust, docks_at_a_station_that_moves) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) {
        const double hertz[] = {20, 60, 240, 240}, fastest[] = {8000, 1000, 300, 30, 0.3};
        play_station(e, hertz[e.number / 4 % 4], fastest[e.number / 16 % 5]);
    });
}

struct journey {
    double time = 0, passed = 0;
};

enum rule { BRAKE_LATE, STOPPING_POINT, OURS };

/* Plays one ship until it is at the point and slow, for at most 100 s. The rules of games: thrust at the
   point, and brake as soon as the stopping distance is as long as the way; or thrust from the place where the
   ship would stop to the point. */
journey fly(double x, double vx, double vy, double dt, rule how) {
    const double most = 4;
    episodes::call ask("thrust2d", episodes::FLOATS, WAY_EXACT);
    ask["chaser_x"] = x, ask["chaser_vx"] = vx, ask["chaser_vy"] = vy;
    ask["acceleration"] = most, ask["match"] = 1, ask["dt"] = dt;
    ask.keep();
    journey way;
    for (; way.time < 100; way.time += dt) {
        const vec r = get(ask, "runner_", 2) - get(ask, "chaser_", 2), v = get(ask, "chaser_v", 2);
        way.passed = std::fmax(way.passed, -r.at[0]);
        if (size(r) < 0.1 && size(v) < 0.1)
            break;
        vec push;
        ask.ask();
        if (how == OURS)
            push = answer(ask, "acceleration_", 2);
        else if (how == BRAKE_LATE)
            push = size(v) > 0 && dot(v, v) / (2 * most) >= size(r)
                       ? v * (-std::fmin(most, size(v) / dt) / size(v))
                       : r * (most / size(r));
        else {
            const vec to = r - v * (size(v) / (2 * most));
            push = to * (most / size(to));
        }
        move(ask, rounded(push), dt, 2);
    }
    return way;
}

TEST(thrust, beside_the_rules_of_games) {
    uint64_t random = support::seed_for(59);
    const size_t ships = support::draws(1600);
    for (int sideways = 0; sideways < 2; sideways++) {
        journey sum[3];
        size_t late[3] = {0, 0, 0};
        for (size_t n = 0; n < ships; n++) {
            const double x = (double)draw_between(&random, -200, -20);
            const double vx = sideways ? 0 : (double)draw_between(&random, 0, 10),
                         vy = (double)draw_between(&random, -15, 15);
            for (rule how : {BRAKE_LATE, STOPPING_POINT, OURS}) {
                const journey way = fly(x, (float)vx, sideways ? (float)vy : 0, (float)(1.0 / 60), how);
                sum[how].time += way.time / (double)ships, late[how] += way.time >= 100;
                sum[how].passed = std::fmax(sum[how].passed, way.passed);
            }
        }
        const char *names[3] = {"brake late", "stopping point", "thrust2d"};
        for (rule how : {BRAKE_LATE, STOPPING_POINT, OURS})
            std::printf("%s, %-14s: %.3f s, passes by %.6f m, %zu of %zu do not arrive\n",
                        sideways ? "sideways" : "straight", names[how], sum[how].time, sum[how].passed,
                        late[how], ships);
        EXPECT_EQ(0u, late[OURS]);
        EXPECT_LT(sum[OURS].passed,
                  1e-3); /* roundings of positions and velocities, up to 200 m from the point */
        EXPECT_LT(sum[OURS].time, std::fmin(sum[BRAKE_LATE].time, sum[STOPPING_POINT].time));
        EXPECT_GT(sum[BRAKE_LATE].passed, 1e-3);
    }
}

} // namespace
