/* The loop around bouncing2d and bouncing3d. In each step, the body gets the position and the velocity after
   dt, rounded as its columns are. It never goes below the floor, and the time until it lands is the old one
   less dt, up to

       16 ulp of the time + 2 R / v     v = the speed at the landing

   R is 3 roundings of the height and 2 ulp of the vertical velocity multiplied by the time. If restitution is
   below 1, it comes to rest, and stays. */
#include "episodes.h"
#include "scene.h"

namespace {

using namespace scene;

void bounce(episodes::episode &e, const char *name, int dims) {
    episodes::call ask(name, e);
    const double g = (float)e.log_between(1, 30), dt = (float)e.log_between(1.0 / 240, 0.1);
    const double restitution = (float)(e.one_in(4) ? 1 : e.between(0, 0.95)), floor_at = e.place(1);
    ask["gravity"] = g, ask["restitution"] = restitution, ask["height"] = floor_at;
    put(ask, "body_", random_place(e, 20, dims), dims);
    ask["body_y"] = floor_at + e.between(0, 20);
    put(ask, "body_v", random_direction(e, dims) * e.between(0, 20), dims);
    ask.keep();
    const double floor_kept = ask.kept("height");
    int rested = 0;
    while (e.next_step(2000)) {
        ask["time"] = 0;
        ask.ask();
        const double landing = ask.got("landing"), vy = ask.got("velocity_y"), y = ask.got("point_y");
        ask["time"] = dt;
        ask.ask();
        if (!e.holds(ask.got("point_y") >= floor_kept - ask.place_ulp(floor_kept), "is below the floor",
                     floor_kept, ask.got("point_y"), ask) ||
            !e.holds(rested == 0 || ask.status() == WAY_THERE, "moves again", WAY_THERE, ask.status(), ask))
            return;
        rested += ask.status() == WAY_THERE;
        if (rested > 5)
            return;
        put(ask, "body_", answer(ask, "point_", dims), dims);
        put(ask, "body_v", answer(ask, "velocity_", dims), dims);
        if (landing <= dt)
            continue;
        const double metres = 3 * ask.place_ulp(std::fabs(y) + std::fabs(vy) * dt) + 2 * ulp(vy) * landing;
        ask["time"] = 0;
        ask.ask();
        const double speed = std::sqrt(vy * vy + 2 * g * std::fmax(y - floor_kept, 0));
        const double rounding = 16 * ulp(landing) + 2 * metres / speed;
        if (rounding < (landing - dt) / 4 &&
            !e.holds(std::fabs(ask.got("landing") - (landing - dt)) <= rounding, "the landing jumps",
                     landing - dt, ask.got("landing"), ask))
            return;
    }
}

TEST(bouncing2d, the_landing_comes_nearer_by_the_step) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { bounce(e, "bouncing2d", 2); });
}

TEST(bouncing3d, the_landing_comes_nearer_by_the_step) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { bounce(e, "bouncing3d", 3); });
}

} // namespace
