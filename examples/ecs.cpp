// Uses waylay with an entity-component system. waylay reads and writes the components in place: marines have
// arrays of x/y pairs, drones are an array of structs. Each marine chases the drone whose number is in the
// marine's AI component. ecs.c is the same program in C.
#include <cstdio>
#include <vector>

#include "waylay/waylay.hpp"

namespace {

struct vec2 {
    float x, y;
};
struct ai {
    uint32_t target;
    float boldness;
};
struct drone {
    vec2 position, velocity;
    float fuel;
};

constexpr uint32_t nobody = UINT32_MAX;

} // namespace

int main() {
    const std::vector<vec2> position = {{0, 0}, {40, 0}, {10, 10}};
    const std::vector<ai> mind = {{0, 0.5f}, {1, 0.9f}, {nobody, 0.1f}};
    const std::vector<drone> drones = {{{30, 40}, {0, -4}, 9}, {{100, 0}, {9, 0}, 5}};
    const float marine_speed = 5.0f, touch = 0.5f;
    std::vector<vec2> velocity(position.size());
    std::vector<float> eta(position.size());
    std::vector<way::status> status(position.size());

    way_intercept2d_in in = {};
    in.chaser_x = way::in(position, &vec2::x);
    in.chaser_y = way::in(position, &vec2::y);
    in.chaser_speed = way::same(marine_speed);
    in.runner_x = way::in(drones, &drone::position, &vec2::x);
    in.runner_y = way::in(drones, &drone::position, &vec2::y);
    in.runner_vx = way::in(drones, &drone::velocity, &vec2::x);
    in.runner_vy = way::in(drones, &drone::velocity, &vec2::y);
    in.reach = way::same(touch);
    way_intercept2d_out out = {};
    out.time = way::out(eta);
    out.velocity_x = way::out(velocity, &vec2::x);
    out.velocity_y = way::out(velocity, &vec2::y);
    out.status = way::out(status);

    const auto batch = way::batch(position.size()).targets(way::in(mind, &ai::target), drones.size());
    const way::result result = way::run(in, out, batch);
    if (result != way::result::ok) {
        std::fprintf(stderr, "%s\n", way::text(result));
        return 1;
    }
    for (size_t i = 0; i < position.size(); i++)
        std::printf("marine %zu: %s, %.3f s, go (%.3f, %.3f)\n", i, way::text(status[i]), (double)eta[i],
                    (double)velocity[i].x, (double)velocity[i].y);
    return 0;
}
