#include <cstdio>
#include <vector>
#include "waylay/waylay.hpp"

struct marine { float x, y; };
struct prey { float x, y, vx, vy; };
struct order { float time, x, y; way::status status; };

int main() {
    const std::vector<marine> marines = {{0, 0}, {9, 1}, {4, 8}};
    const std::vector<prey> runners = {{3, 4, 0, 0}, {9, 5, 2, 0}, {40, 8, 9, 0}}; // their targets
    std::vector<order> orders(marines.size());
    const float speed = 5;

    way_intercept2d_in in = {};
    in.chaser_x = way::in(marines, &marine::x), in.chaser_y = way::in(marines, &marine::y);
    in.chaser_speed = way::same(speed);
    in.runner_x = way::in(runners, &prey::x), in.runner_y = way::in(runners, &prey::y);
    in.runner_vx = way::in(runners, &prey::vx), in.runner_vy = way::in(runners, &prey::vy);
    way_intercept2d_out out = {};
    out.time = way::out(orders, &order::time);
    out.velocity_x = way::out(orders, &order::x), out.velocity_y = way::out(orders, &order::y);
    out.status = way::out(orders, &order::status);
    if (way::run(in, out, way::batch(marines.size())) != way::result::ok)
        return 1;

    for (const order &go : orders)
        std::printf("%-8s %5.2f s, go (%5.2f, %5.2f)\n", way::text(go.status), go.time, go.x, go.y);
}
