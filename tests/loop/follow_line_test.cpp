/* The loop around follow_line2d and follow_circle2d. A vehicle asks, goes a step, its pose is rounded as the
   columns are, and it asks again. From every start it comes to its path within a bounded length, does not
   pass it, and stays on it with a steady turn. It never circles, and every path of segments ends.

   R is the radius, and L the length of waylay/formation.h over which distances fall. */
#include <vector>

#include "episodes.h"
#include "scene.h"

namespace {

using namespace scene;

const double PI = 3.14159265358979;

/* How a game goes a step: it takes over the next pose, or integrates the turn by itself */
enum mover { NEXT_POSE, OWN_STEPS, OWN_STEPS_WITHOUT_DT };

struct ride {
    double radius, speed, dt, step, length; /* length: L */
    double noise; /* m: what rounding of the positions adds to a distance, see noise_of */
    mover moves;
    double turned = 0; /* rad: the sum of all turns */
};

vec unit(const vec &a) { return a * (1 / size(a)); }
double cross(const vec &a, const vec &b) { return a.at[0] * b.at[1] - a.at[1] * b.at[0]; }

/* Draws a vehicle that turns by 0.001 to `most` rad per step. */
ride draw_ride(episodes::episode &e, episodes::call &ask, double most) {
    ride r;
    r.dt = (float)e.log_between(1.0 / 60, 0.1);
    r.speed = (float)e.log_between(1, 30);
    r.step = r.speed * r.dt;
    r.radius = (float)(r.step / e.log_between(0.001, most));
    r.moves = (mover)e.below(3);
    if (r.moves == OWN_STEPS_WITHOUT_DT && r.step > r.radius / 8)
        r.moves = OWN_STEPS;
    r.length = 2 * std::fmax(r.step, std::fmax(r.radius, r.step) / 8);
    ask["chaser_speed"] = r.speed, ask["radius"] = r.radius;
    ask["dt"] = r.moves == OWN_STEPS_WITHOUT_DT ? 0 : r.dt;
    return r;
}

/* A rounded position is off by at most an ulp. If all steps are rounded to the same side, the vehicle stays
   so far from the line that it comes back by as much in each step. */
double noise_of(const ride &r, double place_ulp) { return place_ulp * (4 + r.length / r.step); }

/* Goes a step with the present answer. */
void go(episodes::call &ask, ride *r) {
    const vec heading = unit(get(ask, "heading_", 2));
    vec place = get(ask, "chaser_", 2), turned;
    if (r->moves == NEXT_POSE) {
        turned = answer(ask, "next_heading_", 2);
        place = answer(ask, "next_", 2);
    } else {
        const double by = ask.got("turn") * r->step / r->radius, c = std::cos(by), s = std::sin(by);
        turned = vec{{heading.at[0] * c - heading.at[1] * s, heading.at[0] * s + heading.at[1] * c, 0}};
        const vec middle = heading + turned; /* the speed of the middle of the step */
        place = place + unit(middle) * r->step;
    }
    r->turned += std::fabs(std::atan2(cross(heading, turned), dot(heading, turned)));
    put(ask, "chaser_", place, 2);
    put(ask, "heading_", turned, 2);
    ask.keep();
}

/* Returns by how much rounding changes the turn. */
double turn_noise(const ride &r, double far) {
    const double tight = std::fmax(r.radius, r.step);
    return 4 * r.noise / r.length * tight / (r.length / 2) + 1e-4 + 1e-6 * far / tight;
}

/* follow_line2d ------------------------------------------------------------------------------------------ */

struct beside_line {
    double off, aside; /* distance to the left of the line, and the heading's part to the left */
    bool back;         /* does the vehicle head back? */
};
beside_line look(episodes::call &ask, const vec &from, const vec &along) {
    const vec heading = unit(get(ask, "heading_", 2));
    return {cross(along, get(ask, "chaser_", 2) - from), cross(along, heading), dot(along, heading) < 0};
}

void follow_a_line(episodes::episode &e) {
    episodes::call ask("follow_line2d", e);
    ride r = draw_ride(e, ask, e.one_in(4) ? 1 : 0.1);
    const double tight = std::fmax(r.radius, r.step);
    const vec from = random_place(e, 100, 2), direction = random_direction(e, 2);
    put(ask, "from_", from, 2);
    put(ask, "to_", from + direction * 1000, 2);
    const double start = tight * (e.one_in(5) ? 0 : e.log_between(0.01, 20)) * (e.one_in(2) ? 1 : -1);
    const vec left = {{-direction.at[1], direction.at[0], 0}};
    put(ask, "chaser_", from + left * start + direction * e.between(0, 900), 2);
    put(ask, "heading_", e.one_in(4) ? direction * -1 : random_direction(e, 2), 2);
    ask.keep();
    const vec first = get(ask, "from_", 2), along = unit(get(ask, "to_", 2) - first);
    r.noise = noise_of(r, ask.place_ulp(size_max(get(ask, "chaser_", 2)) + 1000 + 50 * tight));
    if (r.noise > 0.02 * r.length)
        return;
    /* rounding of the headings is an error of the distance, too */
    const double near = 1e-3 * tight + 4 * r.noise;
    const double longest = std::fabs(start) + 6 * tight + 9 * r.length + r.step;
    double gone = 0, passed = 0, side = 0, last = 0, change = 0, came = 0;
    size_t calm = 0;
    while (e.next_step(200000)) {
        ask.ask();
        const beside_line now = look(ask, first, along);
        const double turn = ask.got("turn");
        const bool on_line =
            std::fabs(now.off) <= near && std::fabs(now.aside) <= 2e-3 + 8 * r.noise / r.length && !now.back;
        if (side == 0 && !now.back && std::fabs(turn) < 0.95 * r.radius / tight && gone > 0)
            side = now.off > 0 ? 1 : -1; /* from here on, the vehicle is on its way onto the line */
        passed = std::fmax(passed, -side * now.off);
        if (calm == 0 && on_line)
            calm = 1, came = gone;
        if (calm > 0) {
            if (gone > came + 4 * r.length)
                change = std::fmax(change, std::fabs(turn - last));
            last = turn;
            if (!e.holds(on_line, "leaves the line", near, now.off, ask) ||
                !e.holds(change < 0.02 + turn_noise(r, 1000), "the turn is not steady", 0, change, ask))
                return;
            if (calm++ > 300 || gone > longest + 40 * tight)
                break;
        }
        if (!e.holds(calm > 0 || gone <= longest, "does not come to the line", longest, gone, ask) ||
            !e.holds(r.turned <= 6.9 || calm > 0, "circles", 6.9, r.turned, ask))
            return;
        go(ask, &r);
        gone += r.step;
    }
    const double most = 0.005 * tight + 0.08 * r.step + 4 * r.noise;
    e.holds(passed <= most, "passes the line", most, passed, ask);
}

TEST(follow_line2d, comes_to_the_line_from_anywhere_and_stays) {
    episodes::play(episodes::STEPS, follow_a_line);
}

/* A path of segments ------------------------------------------------------------------------------------- */

enum path_kind { LONG_LEGS, ANY_LEGS, SHORT_LEGS, KINDS };

std::vector<vec> draw_path(episodes::episode &e, path_kind kind, double radius) {
    const size_t count = 3 + e.below(8);
    std::vector<vec> path = {random_place(e, 50, 2)};
    double direction = e.between(-PI, PI);
    while (path.size() < count) {
        double leg = radius * (kind == LONG_LEGS ? e.between(4, 24) : e.log_between(0.01, 20));
        if (kind == SHORT_LEGS)
            leg = e.one_in(4) ? 0 : radius * e.between(0, 1);
        path.push_back(path.back() + vec{{leg * std::cos(direction), leg * std::sin(direction), 0}});
        direction += e.one_in(4) ? PI : e.between(-PI, PI);
    }
    return path;
}

void follow_a_path(episodes::episode &e) {
    episodes::call ask("follow_line2d", e);
    ride r = draw_ride(e, ask, e.one_in(4) ? 1 : 0.1);
    const double tight = std::fmax(r.radius, r.step);
    const path_kind kind = (path_kind)e.below(KINDS);
    const std::vector<vec> path = draw_path(e, kind, tight);
    const bool ask_again = e.one_in(2); /* after the end of a segment: in the same step */
    double legs = 0;
    for (size_t k = 1; k < path.size(); k++)
        legs += size(path[k] - path[k - 1]);
    vec start = path[0];
    if (kind != LONG_LEGS)
        start = start + random_direction(e, 2) * (3 * tight);
    const vec heading = kind == LONG_LEGS ? unit(path[1] - path[0]) : random_direction(e, 2);
    put(ask, "chaser_", start, 2);
    put(ask, "heading_", heading, 2);
    ask.keep();
    const double longest = legs + 6 * tight * (double)path.size() + 10 * tight;
    std::vector<double> nearest(path.size(), INFINITY);
    double gone = 0;
    size_t segment = 0;
    const double nowhere = INFINITY;
    while (segment + 1 < path.size() && e.next_step(1000000)) {
        put(ask, "from_", path[segment], 2);
        put(ask, "to_", path[segment + 1], 2);
        const bool more = segment + 2 < path.size();
        put(ask, "after_", more ? path[segment + 2] : vec{{nowhere, nowhere, 0}}, 2);
        ask.ask();
        const int32_t status = ask.status();
        const bool over = status == WAY_THERE || status == WAY_DEGENERATE;
        if (!e.holds(over || status == WAY_MET, "wrong status", WAY_MET, status, ask))
            return;
        segment += over;
        if (over && ask_again)
            continue;
        go(ask, &r);
        gone += r.step;
        for (size_t k = 0; k < path.size(); k++)
            nearest[k] = std::fmin(nearest[k], size(get(ask, "chaser_", 2) - path[k]));
        if (!e.holds(gone <= longest, "does not end", longest, gone, ask))
            return;
    }
    if (kind == LONG_LEGS && r.step <= 0.1 * r.radius)
        for (size_t k = 0; k < path.size(); k++)
            if (!e.holds(nearest[k] <= 0.6 * r.radius + r.step, "misses a waypoint", 0.6 * r.radius,
                         nearest[k], ask))
                return;
}

TEST(follow_line2d, every_path_ends_and_passes_its_waypoints) {
    episodes::play(episodes::STEPS, follow_a_path);
}

/* Follows the waypoints of a path of turning circles. The path is less tight than the vehicle's circles. */
void follow_waypoints(episodes::episode &e) {
    episodes::call plan("home2d", episodes::FLOATS, WAY_EXACT), ask("follow_line2d", e);
    ride r = draw_ride(e, ask, 0.1);
    const double tight = r.radius, wide = tight * e.between(1.25, 4);
    const vec start = {{e.between(-50, 50), e.between(-50, 50), 0}};
    put(plan, "chaser_", start, 2);
    put(plan, "heading_", random_direction(e, 2), 2);
    put(plan, "runner_", start + random_direction(e, 2) * (tight * e.between(0, 30)), 2);
    plan["radius"] = wide, plan["chaser_speed"] = 1;
    plan.ask();
    way_path2d path = WAY_INIT;
    path.x = (float)plan["chaser_x"], path.y = (float)plan["chaser_y"];
    path.heading_x = (float)plan["heading_x"], path.heading_y = (float)plan["heading_y"];
    path.target_x = (float)plan.got("target_x"), path.target_y = (float)plan.got("target_y");
    path.target_heading_x = (float)plan.got("target_heading_x");
    path.target_heading_y = (float)plan.got("target_heading_y");
    path.radius = (float)plan["radius"], path.word = (int32_t)plan.got("word");
    path.arc1 = (float)plan.got("arc1"), path.middle = (float)plan.got("middle");
    path.arc2 = (float)plan.got("arc2");
    const float spacing = (float)(tight * e.between(0.3, 0.8));
    const size_t count = way_waypoints2d_one_count(&path, spacing);
    std::vector<float> x(count + 1, INFINITY),
        y(count + 1, INFINITY); /* the last element: no segment follows */
    way_march2d_out out = WAY_INIT;
    out.next_x = way_out(x.data()), out.next_y = way_out(y.data());
    if (count < 2 || way_waypoints2d_one(&path, spacing, &out) != WAY_OK)
        return;
    put(ask, "chaser_", start, 2);
    put(ask, "heading_", get(plan, "heading_", 2), 2);
    ask.keep();
    double gone = 0;
    for (size_t k = 0; k + 1 < count && e.next_step(1000000);) {
        const vec from = {{x[k], y[k], 0}}, to = {{x[k + 1], y[k + 1], 0}};
        put(ask, "from_", from, 2);
        put(ask, "to_", to, 2);
        put(ask, "after_", vec{{x[k + 2], y[k + 2], 0}}, 2);
        ask.ask();
        k += ask.status() != WAY_MET;
        const double off = ask.got("cross_track"), most = 0.25 * tight + r.step;
        if (!e.holds(std::fabs(off) <= most, "leaves the path", most, off, ask) ||
            !e.holds(gone <= 1.1 * plan.got("total") + tight, "does not end", plan.got("total"), gone, ask))
            return;
        go(ask, &r);
        gone += r.step;
    }
}

TEST(follow_line2d, follows_the_waypoints_of_turning_circles) {
    episodes::play(episodes::STEPS, follow_waypoints);
}

/* follow_circle2d ---------------------------------------------------------------------------------------- */

double draw_circle(episodes::episode &e, double tight) {
    switch (e.below(4)) {
    case 0: return tight;
    case 1: return tight * e.between(1, 1.2);
    case 2: return tight * e.between(0, 1);
    default: return tight * e.log_between(1, 100);
    }
}

void follow_a_circle(episodes::episode &e) {
    episodes::call ask("follow_circle2d", e);
    ride r = draw_ride(e, ask, e.one_in(4) ? 1 : 0.1);
    const double tight = std::fmax(r.radius, r.step), circle = (float)draw_circle(e, tight);
    const double round = std::fmax(circle, tight), way = e.one_in(2) ? 1 : -1;
    const vec centre = random_place(e, 100, 2);
    const double start = e.one_in(8)   ? 0
                         : e.one_in(2) ? round * e.between(0, 1)
                                       : round * e.log_between(0.9, 3);
    put(ask, "centre_", centre, 2);
    put(ask, "chaser_", centre + random_direction(e, 2) * start, 2);
    put(ask, "heading_", random_direction(e, 2), 2);
    ask["circle_radius"] = circle, ask["direction"] = way;
    ask.keep();
    const vec middle = get(ask, "centre_", 2);
    r.noise = noise_of(r, ask.place_ulp(size_max(middle) + 4 * round));
    if (r.noise > 0.02 * r.length)
        return;
    /* a game that goes straight pieces cuts the circle's arcs */
    const double cut = r.moves == NEXT_POSE ? 0 : r.step * r.step / 4 / round;
    const double near = 2e-3 * tight + 4 * r.noise + cut;
    const double longest = std::fabs(start - round) + 14 * round + 20 * r.length;
    double gone = 0;
    for (size_t calm = 0; calm < 400 && e.next_step(1000000);) {
        ask.ask();
        const vec from = get(ask, "chaser_", 2) - middle, heading = unit(get(ask, "heading_", 2));
        const double off = size(from) - round, ahead = way * cross(from, heading);
        const double wanted = way * r.radius / round, turn = ask.got("turn");
        const double steady = 0.06 + turn_noise(r, round) + 8 * cut / r.length * tight / r.length;
        const int32_t status = circle >= tight ? WAY_MET : WAY_NO_PATH;
        if (!e.holds(ask.status() == status, "wrong status", status, ask.status(), ask))
            return;
        if (gone > longest) { /* now it is on the circle, goes the right way and turns steadily */
            calm++;
            if (!e.holds(std::fabs(off) <= near, "is not on the circle", near, off, ask) ||
                !e.holds(ahead > 0, "goes round the wrong way", way, ahead, ask) ||
                !e.holds(std::fabs(turn - wanted) <= steady, "the turn is not steady", wanted, turn, ask))
                return;
        }
        go(ask, &r);
        gone += r.step;
    }
}

TEST(follow_circle2d, comes_to_the_circle_from_anywhere_and_stays) {
    episodes::play(episodes::STEPS, follow_a_circle);
}

} // namespace
