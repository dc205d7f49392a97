/* The loop around shortest_path2d, cut_off2d and home2d. A vehicle follows the answer for a step by march2d,
   its pose is rounded as the columns are, and it asks again. The new length or time is the old one less the
   step.

   Each answer may miss its goal by the tolerance of formation.h. The length of the path may grow by this
   tolerance, and the time of cut_off2d by the time in which the distance closes by twice as much.
   In two cases a rounding can decide between two paths, so the answer may change by more:

   - The old path misses its goal by more than a quarter of the tolerance. Such a path ends near the edge of
     what the tolerance allows, and a rounding can take it over this edge. With different radii, only a path at
     the edge itself counts: half of the tolerance less an eighth of a step's.
   - The squad of cut_off2d has to wait until the path exists, or the runner is nearly as fast as the meeting
     moves away. Then the time of the meeting is a steep function of the poses. It changes by less than a
     quarter turn. */
#include <cmath>

#include "episodes.h"
#include "formation/driving.h"
#include "scene.h"

namespace {

using namespace scene;
using driving::side_of_first;
using driving::side_of_last;

const double PI = 3.14159265358979;

vec turned(const vec &a, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    return {{a.at[0] * c - a.at[1] * s, a.at[0] * s + a.at[1] * c, 0}};
}
vec left_of(const vec &heading) { return {{-heading.at[1], heading.at[0], 0}}; }
vec unit(const vec &a) { return a * (1 / size(a)); }
double size_sum(const vec &a) { return std::fabs(a.at[0]) + std::fabs(a.at[1]); }

struct pose {
    vec place, heading; /* a unit vector */
};

/* Drives an arc of `angle` >= 0. `side` is 1 to the left and -1 to the right. */
pose after_arc(const pose &from, double radius, double angle, double side) {
    const vec centre = from.place + left_of(from.heading) * (side * radius);
    const vec heading = turned(from.heading, side * angle);
    return {centre - left_of(heading) * (side * radius), heading};
}
pose after_straight(const pose &from, double length) {
    return {from.place + from.heading * length, from.heading};
}

/* A path as it was returned, and the poses at its ends */
struct plan {
    pose start, goal;
    double radius, end_radius, arc1, middle, arc2, total;
    int32_t word;
};

/* Reads the path of an answer. The names of the start's columns begin with `place`. */
plan plan_of(episodes::call &ask, const char *place, const pose &goal) {
    const bool has_end = ask.behaviour == way_behaviour_named("shortest_path2d");
    const double radius = ask["radius"], end_radius = has_end ? ask["end_radius"] : 0;
    return {{get(ask, place, 2), unit(get(ask, "heading_", 2))},
            {goal.place, unit(goal.heading)},
            radius,
            end_radius > 0 ? end_radius : radius,
            ask.got("arc1"),
            ask.got("middle"),
            ask.got("arc2"),
            ask.got("total"),
            (int32_t)ask.got("word")};
}

/* The pose where the last arc begins, driven from the start */
pose joint_of(const plan &p) {
    const double side = side_of_first(p.word);
    const pose left = after_arc(p.start, p.radius, p.arc1 / p.radius, side);
    return p.word < WAY_LRL ? after_straight(left, p.middle)
                            : after_arc(left, p.radius, p.middle / p.radius, -side);
}

/* How far the end of the path is from the goal: in metres, and in radians of the heading */
struct miss {
    double place, heading;
};
miss miss_of(const plan &p) {
    const pose end = after_arc(joint_of(p), p.end_radius, p.arc2 / p.end_radius, side_of_last(p.word));
    return {size(end.place - p.goal.place), size(end.heading - p.goal.heading)};
}

/* How far a path may miss its goal, in metres: the tolerance of formation.h, and the rounding of the lengths.
   `steps` is the number of steps whose errors the tolerance covers. */
double tolerance_for(const plan &p, const episodes::call &ask, double steps) {
    const double radius = std::fmax(p.radius, p.end_radius);
    const vec a = p.start.place, b = p.goal.place;
    const vec from = a + left_of(p.start.heading) * (side_of_first(p.word) * p.radius),
              to = b + left_of(p.goal.heading) * (side_of_last(p.word) * p.end_radius);
    const double places = ask.positions == episodes::DOUBLES ? size_sum(b - a) : size_sum(a) + size_sum(b);
    return std::fmin(steps * (0x1p-17 * radius + 0x1p-20 * places), radius / 8) + 0x1p-19 * size(to - from) +
           0x1p-21 * (p.total + 2 * PI * radius);
}

bool has_two_radii(const plan &p) { return p.radius < p.end_radius || p.end_radius < p.radius; }

/* The tolerance of formation.h. Circles of different radii may overlap by half of it. */
double tolerance_of(const plan &p, const episodes::call &ask) {
    const double most = tolerance_for(p, ask, 16), turns = p.arc1 / (2 * PI * p.radius);
    return has_two_radii(p) ? most - (most - tolerance_for(p, ask, 1)) * turns * turns : most;
}

/* Is the end of the path near enough to the goal? The lengths of the arcs are rounded, too. */
bool arrives(const plan &p, double tolerance) {
    const miss by = miss_of(p);
    return by.place <= tolerance && by.heading <= 0x1p-18 + 0x1p-21 * (p.total + 2 * PI * p.radius) /
                                                                std::fmin(p.radius, p.end_radius);
}

/* Does a rounding decide whether the path exists? */
bool is_at_the_edge(const plan &p, const episodes::call &ask, double tolerance) {
    const miss by = miss_of(p);
    const double inside = has_two_radii(p) ? tolerance / 2 - tolerance_for(p, ask, 1) / 8 : tolerance / 4;
    return by.place > inside || by.heading > 0x1p-20;
}

/* Moves along the path for `step` and takes over the new pose. */
void follow(episodes::call &ask, episodes::call &march, const plan &p, const char *place, double step) {
    put(march, "", p.start.place, 2);
    put(march, "heading_", p.start.heading, 2);
    put(march, "target_", p.goal.place, 2);
    put(march, "target_heading_", p.goal.heading, 2);
    march["radius"] = p.radius;
    march["end_radius"] = p.end_radius;
    march["step"] = step;
    for (const char *part : {"word", "arc1", "middle", "arc2"})
        march[part] = ask.got(part);
    march.ask();
    put(ask, place, answer(march, "next_", 2), 2);
    put(ask, "heading_", answer(march, "next_heading_", 2), 2);
    ask.keep();
}

/* The scenes --------------------------------------------------------------------------------------------- */

double side_of(episodes::episode &e) { return e.one_in(2) ? 1 : -1; }
double angle_or_0(episodes::episode &e) { return e.one_in(3) ? 0 : e.between(0, 2 * PI); }

/* A goal: on the own turning circle, at the end of a path of any word, close by, or anywhere */
pose draw_goal(episodes::episode &e, const pose &start, double radius) {
    const double side = side_of(e);
    pose at = start;
    switch (e.below(6)) {
    case 0: return after_arc(start, radius, angle_or_0(e), side);
    case 1:
        at = after_arc(at, radius, angle_or_0(e), side);
        at = after_straight(at, e.one_in(3) ? 0 : radius * e.log_between(1e-4, 10));
        return after_arc(at, radius, angle_or_0(e), side_of(e));
    case 2:
        at = after_arc(at, radius, angle_or_0(e) / 2, side);
        at = after_arc(at, radius, e.between(PI, 2 * PI), -side);
        return after_arc(at, radius, angle_or_0(e) / 2, side);
    case 3: {
        const double near = e.log_between(1e-6, 1);
        at.place = at.place + random_direction(e, 2) * (near * radius);
        return {at.place, turned(at.heading, e.between(-1, 1) * near)};
    }
    default:
        at.place = at.place + random_direction(e, 2) * (radius * e.between(0, 8));
        return {at.place, random_direction(e, 2)};
    }
}

/* A radius that is much larger than the unit of the columns' coordinates */
double draw_radius(episodes::episode &e, const episodes::call &ask) {
    return std::fmax(e.log_between(0.2, 50), 0x1p14 * ask.place_ulp(e.away()));
}

/* shortest_path2d ---------------------------------------------------------------------------------------- */

void follow_shortest(episodes::episode &e) {
    episodes::call ask("shortest_path2d", e), march("march2d", e);
    const double radius = draw_radius(e, ask), step = (float)(radius * e.log_between(0.01, 0.5));
    const pose start = {random_place(e, 100, 2), random_direction(e, 2)};
    const pose goal = draw_goal(e, start, radius);
    put(ask, "", start.place, 2);
    put(ask, "heading_", start.heading, 2);
    put(ask, "target_", goal.place, 2);
    put(ask, "target_heading_", goal.heading, 2);
    ask["radius"] = radius;
    ask["end_radius"] = e.one_in(4) ? radius * e.log_between(0.25, 4) : 0;
    ask.keep();
    plan old = {};
    while (e.next_step()) {
        ask.ask();
        const plan now = plan_of(ask, "", {get(ask, "target_", 2), get(ask, "target_heading_", 2)});
        const double tolerance = tolerance_of(now, ask);
        const double wanted = std::fmax(0, old.total - step);
        const bool is_free = e.steps() == 1 || is_at_the_edge(old, ask, tolerance);
        if (!e.holds(ask.status() == (now.total > 0 ? WAY_MET : WAY_THERE), "wrong status", WAY_MET,
                     ask.status(), ask) ||
            !e.holds(arrives(now, tolerance), "the path misses its target", tolerance, miss_of(now).place,
                     ask) ||
            !e.holds(is_free || now.total <= wanted + tolerance, "the path is longer", wanted, now.total,
                     ask))
            return;
        if (now.total == 0)
            return;
        follow(ask, march, now, "", step);
        old = now;
    }
}

TEST(shortest_path2d, comes_a_step_nearer_in_each_step) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { follow_shortest(e); });
}

/* cut_off2d ---------------------------------------------------------------------------------------------- */

/* How fast the length of the path grows if its goal moves with velocity v. For a path with a straight, this
   is the part of v along the straight. For three arcs, it is the part of v along the line through the ends of
   the middle arc, divided by the cosine of the angle between this line and the heading there. */
double growth_of(const plan &p, const vec &v) {
    const pose joint = joint_of(p);
    if (p.word < WAY_LRL)
        return dot(joint.heading, v);
    const double half = p.middle / p.radius / 2;
    return dot(turned(joint.heading, side_of_first(p.word) * half), v) / std::cos(half);
}

void draw_chase(episodes::episode &e, episodes::call &ask, double speed) {
    const double radius = draw_radius(e, ask), pace = e.one_in(4) ? 0 : speed * e.between(0, 0.9);
    const pose start = {random_place(e, 100, 2), random_direction(e, 2)};
    const pose goal = draw_goal(e, start, radius);
    put(ask, "chaser_", start.place, 2);
    put(ask, "heading_", start.heading, 2);
    put(ask, "runner_", goal.place, 2);
    put(ask, "runner_v", (e.one_in(2) ? goal.heading : random_direction(e, 2)) * pace, 2);
    if (pace == 0 || e.one_in(2))
        put(ask, "wanted_heading_", goal.heading, 2);
    ask["chaser_speed"] = speed;
    ask["radius"] = radius;
    ask.keep();
}

/* The time by which a chase that followed `old` for a step may be later than planned, in seconds. The search
   sees the runner move from one float to the next, so this time is a part of it. */
double delay_of(const plan &old, const plan &now, const episodes::call &ask, double speed, const vec &v,
                double time) {
    const double tolerance = tolerance_of(old, ask), quarter_turn = PI / 2 * now.radius / speed;
    const double closing = std::fmin(speed - growth_of(old, v), speed + size(v));
    const bool waits = now.total < speed * time * (1 - 0x1p-20);
    if (waits || closing < speed / 16)
        return quarter_turn;
    const double unit = size(v) > 0 ? 4 * ask.place_ulp(size_max(old.goal.place)) / size(v) : 0;
    return std::fmin(2 * tolerance / closing + unit + 0x1p-20 * time, quarter_turn);
}

void follow_cut_off(episodes::episode &e) {
    episodes::call ask("cut_off2d", e), march("march2d", e);
    const double speed = (float)e.log_between(0.5, 40);
    draw_chase(e, ask, speed);
    const double dt = (float)(ask["radius"] / speed * e.log_between(0.004, 0.25));
    const vec v = get(ask, "runner_v", 2);
    vec runner = get(ask, "runner_", 2); /* its own position is not rounded */
    plan old = {};
    double last = 0;
    while (e.next_step()) {
        ask.ask();
        const plan now =
            plan_of(ask, "chaser_", {answer(ask, "target_", 2), answer(ask, "target_heading_", 2)});
        if (!e.holds(ask.status() == WAY_MET || ask.status() == WAY_THERE, "wrong status", WAY_MET,
                     ask.status(), ask))
            return;
        const double time = ask.got("time"), wanted = std::fmax(0, last - dt);
        const double tolerance = tolerance_of(now, ask);
        const bool is_free = e.steps() == 1 || is_at_the_edge(old, ask, tolerance);
        if (!e.holds(arrives(now, tolerance), "the path misses its target", tolerance, miss_of(now).place,
                     ask) ||
            !e.holds(is_free || time <= wanted + delay_of(old, now, ask, speed, v, last), "the time is later",
                     wanted, time, ask))
            return;
        if (ask.status() == WAY_THERE)
            return;
        const double moved = std::fmin(time, dt);
        follow(ask, march, now, "chaser_", speed * moved);
        runner = runner + v * moved;
        put(ask, "runner_", runner, 2);
        ask.keep();
        last = time;
        old = now;
    }
}

TEST(cut_off2d, comes_a_step_nearer_in_each_step) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { follow_cut_off(e); });
}

/* A thousand vehicles ------------------------------------------------------------------------------------ */

/* Where a fleet drives: around (away, -away). In doubles, positions are relative to the vehicle. */
const struct place {
    episodes::numbers columns;
    double away;
} places[] = {{episodes::FLOATS, 0},    {episodes::DOUBLES, 0},    {episodes::FLOATS, 300},
              {episodes::FLOATS, 3000}, {episodes::DOUBLES, 3000}, {episodes::DOUBLES, 1e7}};

struct fleet {
    size_t late = 0, jumps = 0, arrived = 0, count = 0;
    std::string first; /* the first jump or delay */
    void note(bool is_wrong, double gone, const episodes::call &ask) {
        if (is_wrong && first.empty())
            first = "number " + std::to_string(count) + " of seed " + std::to_string(support::seed()) +
                    ", after " + support::both(gone) + "\n" + ask.story();
    }
    void print(const char *name, const place &where, way_precision precision) const {
        std::printf("%s, %s, %g m away, %s: %zu of %zu arrive, %zu late, %zu jumps\n", name,
                    where.columns == episodes::DOUBLES ? "doubles" : "floats", where.away,
                    precision == WAY_FAST ? "fast" : "exact", arrived, count, late, jumps);
    }
};

vec place_around(uint64_t *state, const place &where, double size) {
    const double x = (double)draw_between(state, -1, 1), y = (double)draw_between(state, -1, 1);
    return {{where.away + x * size, y * size - where.away, 0}};
}
vec draw_heading(uint64_t *state) {
    return turned({{1, 0, 0}}, (double)draw_between(state, -3.1415927f, 3.1415927f));
}

/* Drives to a pose within 30 m, 0.25 m a step, on circles of 5 m. */
void drive(uint64_t *state, const place &where, way_precision precision, fleet *all) {
    const double step = 0.25, half_turn = PI * 5;
    episodes::call ask("shortest_path2d", where.columns, precision),
        march("march2d", where.columns, precision);
    put(ask, "", place_around(state, where, 30), 2);
    put(ask, "target_", place_around(state, where, 30), 2);
    put(ask, "heading_", draw_heading(state), 2);
    put(ask, "target_heading_", draw_heading(state), 2);
    ask["radius"] = 5;
    ask.keep();
    double last = INFINITY, first = 0, gone = 0;
    bool is_late = false, jumps = false;
    while (!is_late) {
        ask.ask();
        const plan now = plan_of(ask, "", {get(ask, "target_", 2), get(ask, "target_heading_", 2)});
        if (gone == 0)
            first = now.total;
        jumps |= now.total > last - step + half_turn;
        is_late = gone + now.total > first + half_turn;
        all->note(is_late || jumps, gone, ask);
        if (ask.status() == WAY_THERE)
            break;
        follow(ask, march, now, "", step);
        gone += step;
        last = now.total;
    }
    all->late += is_late, all->jumps += jumps, all->arrived += ask.status() == WAY_THERE, all->count++;
}

/* Chases a runner from 2 to 10 m, 60 times a second, on circles of 4.2 m. */
void chase(uint64_t *state, const place &where, way_precision precision, fleet *all) {
    const double dt = 1.0 / 60, speed = 5, radius = (float)(speed / 1.2), half_turn = PI * radius / speed;
    episodes::call ask("cut_off2d", where.columns, precision), march("march2d", where.columns, precision);
    const vec from = place_around(state, where, 3);
    vec runner = from + draw_heading(state) * (double)draw_between(state, 2, 10);
    const vec v = rounded(draw_heading(state) * (double)draw_between(state, 0, 2.5f));
    put(ask, "chaser_", from, 2);
    put(ask, "runner_", runner, 2);
    put(ask, "heading_", draw_heading(state), 2);
    put(ask, "runner_v", v, 2);
    ask["radius"] = radius;
    ask["chaser_speed"] = speed;
    ask.keep();
    double last = INFINITY, first = 0, gone = 0;
    bool is_late = false, jumps = false;
    while (!is_late) {
        ask.ask();
        const plan now =
            plan_of(ask, "chaser_", {answer(ask, "target_", 2), answer(ask, "target_heading_", 2)});
        const double time = ask.got("time"), moved = std::fmin(time, dt);
        if (gone == 0)
            first = time;
        jumps |= time > last - dt + half_turn;
        is_late = gone + time > first + half_turn;
        all->note(is_late || jumps, gone, ask);
        if (ask.status() == WAY_THERE || time <= dt)
            break;
        follow(ask, march, now, "chaser_", speed * moved);
        runner = runner + v * moved;
        put(ask, "runner_", runner, 2);
        ask.keep();
        gone += moved;
        last = time;
    }
    all->late += is_late, all->jumps += jumps, all->arrived += !is_late, all->count++;
}

/* Homes in on a runner that begins inside the turning circles or up to 10 m away, 60 times a second. No
   chaser is late by a fiftieth of half a turn, and each path ends within reach of the runner. */
void home(uint64_t *state, const place &where, way_precision precision, fleet *all) {
    const double dt = 1.0 / 60, speed = 5, radius = (float)(speed / 1.2), half_turn = PI * radius / speed;
    episodes::call ask("home2d", where.columns, precision), march("march2d", where.columns, precision);
    const vec from = place_around(state, where, 3);
    vec runner = from + draw_heading(state) * (double)draw_between(state, 0.5f, 10);
    const vec v = rounded(draw_heading(state) * (double)draw_between(state, 0, 4));
    put(ask, "chaser_", from, 2);
    put(ask, "runner_", runner, 2);
    put(ask, "heading_", draw_heading(state), 2);
    put(ask, "runner_v", v, 2);
    ask["radius"] = radius;
    ask["chaser_speed"] = speed;
    ask["reach"] = draw_below(state, 2) ? (double)draw_between(state, 0, 1) : 0;
    ask.keep();
    double last = INFINITY, first = 0, gone = 0, late = 0.02 * half_turn;
    bool is_late = false, jumps = false, met = false;
    while (!is_late && !met) {
        ask.ask();
        met = ask.status() == WAY_THERE;
        if (!met && ask.status() != WAY_MET) {
            is_late = true;
            all->note(true, gone, ask);
            break;
        }
        const plan now =
            plan_of(ask, "chaser_", {answer(ask, "target_", 2), answer(ask, "target_heading_", 2)});
        const double time = ask.got("time"), moved = std::fmin(time, dt);
        const double tolerance = 2 * tolerance_for(now, ask, 1);
        const double off = size(answer(ask, "target_", 2) - (runner + v * time));
        if (gone == 0)
            first = time;
        /* the length of two arcs is a steep function of the place if the second is hardly half a turn */
        if (now.arc2 > 0 && now.arc2 < 1.2 * PI * radius)
            late = 0.1 * half_turn;
        jumps |= time > last - dt + late || off > ask["reach"] + 2 * tolerance;
        jumps |= !arrives(now, tolerance);
        is_late = gone + time > first + late;
        all->note(is_late || jumps, gone, ask);
        met |= time <= dt;
        if (met)
            break;
        follow(ask, march, now, "chaser_", ask.got("speed") * moved);
        runner = runner + v * moved;
        put(ask, "runner_", runner, 2);
        ask.keep();
        gone += moved;
        last = time;
    }
    all->late += is_late, all->jumps += jumps, all->arrived += met, all->count++;
}

template <class One> void send(const char *name, size_t count, uint64_t salt, const One &one) {
    for (const place &where : places)
        for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
            fleet all;
            for (size_t i = 0; i < support::draws(count); i++) {
                uint64_t state = support::seed_for(salt, i);
                one(&state, where, precision, &all);
            }
            all.print(name, where, precision);
            EXPECT_TRUE(all.late == 0 && all.jumps == 0 && all.arrived == all.count) << all.first;
        }
}

TEST(shortest_path2d, a_thousand_vehicles_are_not_late) { send("shortest_path2d", 1000, 0x5201, drive); }
TEST(cut_off2d, five_hundred_chases_are_not_late) { send("cut_off2d", 500, 0x5202, chase); }

TEST(home2d, missiles_hit_when_they_said_and_never_circle) { send("home2d", 500, 0x5203, home); }

/* Slow missiles far from the origin, at targets that stand inside their turning circles or near them. On the
   way, positions in floats are rounded by far more than the tolerance of one call. */
TEST(home2d, rounding_costs_no_extra_turn) {
    const size_t missiles = support::draws(4000);
    for (size_t i = 0; i < missiles; i++) {
        uint64_t state = support::seed_for(0x5204, i);
        const double away = i % 4 ? 1e4 : 1e3, dt = 1.0 / 60;
        episodes::call ask("home2d", episodes::FLOATS, WAY_EXACT),
            march("march2d", episodes::FLOATS, WAY_EXACT);
        for (const char *column : {"chaser_x", "chaser_y", "runner_x", "runner_y"})
            ask[column] = away + (double)draw_between(&state, -10, 10);
        put(ask, "heading_", draw_heading(&state), 2);
        ask["chaser_speed"] = (double)draw_between(&state, 1, 10);
        ask["radius"] = (double)draw_between(&state, 0.5f, 8);
        ask.ask();
        const double first = ask.got("time"), turn = 2 * PI * ask.kept("radius") / ask.kept("chaser_speed");
        for (double gone = dt; ask.status() == WAY_MET && ask.got("time") > dt; gone += dt) {
            const plan now =
                plan_of(ask, "chaser_", {answer(ask, "target_", 2), answer(ask, "target_heading_", 2)});
            follow(ask, march, now, "chaser_", ask.got("speed") * dt);
            ask.keep();
            ask.ask();
            ASSERT_LE(gone + ask.got("time"), first + turn / 3) << "missile " << i << "\n" << ask.story();
        }
    }
}

/* Rows --------------------------------------------------------------------------------------------------- */

/* Pairs of poses whose shortest path has this total: x, y, heading, target x, y, heading, radius, total. The
   goals lie on the own turning circle. The last pair is a pose that march2d returned. */
const double rows[][10] = {
    {0.0, 0.0, 1.0, 0.0, 0.841470985, 0.459697694, 0.540302306, 0.841470985, 1.0, 1.0},
    {0.0, 0.0, 1.0, 0.0, 2.95520207, 0.446635109, 0.955336489, 0.295520207, 10.0, 3.0},
    {0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 6.123234e-17, 1.0, 1.0, 1.570796},
    {-3.73, -17.0, -0.485174238, -0.874417497, -20.9528324, -6.84614785, 0.530210977, 0.847865744, 10.0,
     31.9388},
    {-3.521, -12.007, -0.95113242, 0.308783289, -4.8585452, -8.28752991, 0.536655618, 0.843801368, 2.5,
     4.558379},
    {-3.803, -11.746, -0.835032842, -0.550200103, -18.9205203, -6.14190348, -0.274623189, 0.961551925, 10.0,
     18.75202},
    {-9.863, 10.577, -0.828754529, -0.559612304, -10.3962886, 10.0913488, -0.634494068, -0.772927731, 2.5,
     0.7238116},
    {16.228, -9.298, -0.517940406, -0.855416703, 34.6824837, -13.0689544, -0.140844967, 0.990031664, 10.0,
     38.27349},
    {-17.76, 11.963, -0.189444697, -0.981891393, -14.8976563, 13.9559344, -0.986618451, 0.163046102, 2.5,
     11.84802},
    {3.989, -2.104, -0.652441977, -0.757838681, -71.9263752, -1.95062343, -0.649374445, 0.760468822, 50.0,
     86.20144},
    {-13.731, -3.769, 0.148999372, -0.988837291, -15.6595248, -1.70130718, 0.976076498, -0.217427389, 2.5,
     12.70281},
    {-6.209, -15.346, -0.999684558, 0.0251154151, -5.53321874, -13.5869513, 0.759364184, -0.65066584, 1.0,
     3.824936},
    {19.705, 13.579, -0.348200305, -0.937420155, 16.5907059, -5.04328357, 0.0242453667, -0.999706038, 50.0,
     18.99492},
    {6.891, -3.916, 0.269800856, -0.962916143, 5.32107012, -3.39110952, 0.794691335, 0.607013741, 1.0,
     4.333278},
    {13.433, -13.436, -0.0810790624, 0.996707673, 6.06241102, -13.3793403, -0.0963924919, -0.995343402, 3.7,
     10.96636},
    {-16.269, -9.708, -0.996831543, -0.0795416537, -15.7996809, -17.0921352, 0.998880665, 0.0473013419, 3.7,
     11.50436},
    {-20.568429111918107, 14.891928609276977, -0.9764353036880493, 0.2158103585243225, -25.149838566263867,
     6.4413499197017785, 0.7136805653572083, -0.7004712820053101, 5.0, 12.915283203125},
};

TEST(shortest_path2d, a_goal_on_the_own_circle_takes_one_arc) {
    for (const episodes::numbers columns : {episodes::FLOATS, episodes::DOUBLES})
        for (way_precision precision : {WAY_EXACT, WAY_FAST})
            for (const auto &row : rows) {
                episodes::call ask("shortest_path2d", columns, precision);
                static const char *const names[] = {
                    "x",        "y",        "heading_x",        "heading_y",
                    "target_x", "target_y", "target_heading_x", "target_heading_y",
                    "radius"};
                for (size_t k = 0; k < 9; k++)
                    ask[names[k]] = row[k];
                ask.ask();
                EXPECT_NEAR(row[9], ask.got("total"), 1e-4 * row[8]) << ask.story();
            }
}

/* Chasers that followed cut_off2d for a sixtieth of a second, and the time that was left: chaser x, y,
   heading, runner x, y, velocity, speed, radius, time. An earlier time is right, too: the tolerance can give
   a shorter path. */
const double chases[][11] = {
    {1.8503263, -0.431969255, 0.910988569, -0.412431657, -1.41377163, -0.276479244, 2.34673667, -0.259915382,
     5, 4.16666667, 1.92773},
    {2.54689026, 0.707026601, 0.959824085, 0.280602336, 3.14049506, 1.36569345, 1.61794603, -0.600433409, 5,
     4.16666667, 1.25174},
    {2.73098922, -0.904223859, 0.918065012, -0.396430314, -1.58522701, 0.736298919, 2.17412305, -0.828477919,
     5, 4.16666667, 2.06259},
    {2.81801939, -1.07928824, 0.810153723, -0.586217523, 2.75665832, -1.56604826, 1.67771614, -0.229974791, 5,
     4.16666667, 1.15519},
    {2.90030026, -0.972969711, 0.934453428, -0.356085658, -1.47652102, 0.694875062, 2.17412305, -0.828477919,
     5, 4.16666667, 2.01314},
    {3.11127257, -0.777655303, 0.993922412, -0.110082962, -0.787974715, -0.345789909, 2.34673667,
     -0.259915382, 5, 4.16666667, 1.66156},
    {3.15492558, -0.717929482, 0.90647018, -0.422269762, 5.41427135, -5.59836674, -0.0205408297,
     -0.0692066699, 5, 4.16666667, 2.04385},
    {3.1572845, -0.978865266, 0.915611863, -0.402063668, 4.34964323, -1.64263189, 1.16344607, -1.622908, 5,
     4.16666667, 0.445879},
    {3.28965569, -1.12133873, 0.934453428, -0.356085539, -1.29534435, 0.625835299, 2.17412305, -0.828477919,
     5, 4.16666667, 2.14776},
    {3.72536874, -0.412713736, 0.975971341, -0.217898875, 7.33585739, -4.11868286, -0.408003747, -1.21073914,
     5, 4.16666667, 1.39681},
    {3.44464684, -0.814578474, 0.993922412, -0.110082962, -0.514188826, -0.376113325, 2.34673667,
     -0.259915382, 5, 4.16666667, 1.68695},
    {3.36992788, -1.15192747, 0.934453428, -0.356085658, -1.18663836, 0.584411442, 2.17412305, -0.828477919,
     5, 4.16666667, 2.09582},
};

TEST(cut_off2d, a_missile_that_asks_again_does_not_orbit) {
    for (const episodes::numbers columns : {episodes::FLOATS, episodes::DOUBLES})
        for (way_precision precision : {WAY_EXACT, WAY_FAST})
            for (const auto &row : chases) {
                episodes::call ask("cut_off2d", columns, precision);
                static const char *const names[] = {"chaser_x",     "chaser_y", "heading_x", "heading_y",
                                                    "runner_x",     "runner_y", "runner_vx", "runner_vy",
                                                    "chaser_speed", "radius"};
                for (size_t k = 0; k < 10; k++)
                    ask[names[k]] = row[k];
                ask.ask();
                EXPECT_LE(ask.got("time"), row[10] + 2e-3) << ask.story();
            }
}

/* The same chasers with any heading at the meeting arrive no later than with the heading of cut_off2d. */
TEST(home2d, needs_no_longer_than_cut_off) {
    for (const episodes::numbers columns : {episodes::FLOATS, episodes::DOUBLES})
        for (way_precision precision : {WAY_EXACT, WAY_FAST})
            for (const auto &row : chases) {
                episodes::call ask("home2d", columns, precision);
                static const char *const names[] = {"chaser_x",     "chaser_y", "heading_x", "heading_y",
                                                    "runner_x",     "runner_y", "runner_vx", "runner_vy",
                                                    "chaser_speed", "radius"};
                for (size_t k = 0; k < 10; k++)
                    ask[names[k]] = row[k];
                ask.ask();
                EXPECT_EQ(+WAY_MET, ask.status()) << ask.story();
                EXPECT_LE(ask.got("time"), row[10] + 1e-4) << ask.story();
            }
}

} // namespace
