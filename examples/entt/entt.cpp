// Uses waylay in EnTT: 50,000 units chase one another. Components stay in the registry's pages, and waylay
// gets only the pages' addresses. The pools of a view are in different orders, so each needs a list of rows.
// The pools of an owning group are in the same order and need no lists.
#include <entt/entt.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "host.h"
#include "waylay_entt.hpp"

struct position { float x, y; };
struct velocity { float x, y; };
struct steer { float x, y; };
struct speed { float mps; };
struct target { entt::entity unit; };
constexpr size_t units = 50000;
constexpr int rounds = 31;

struct orders { // for each pool, the agents' rows; empty if the pool is in the agents' order
    way::rows position, velocity, speed, target, steer;
};

static void lead(entt::registry &r, const entt::entity *agents, size_t count, const orders &o,
                 way::entity_targets &targets) {
    targets.find(agents, count);
    way::pages x(r, &position::x, o.position), y(r, &position::y, o.position);
    way::pages vx(r, &velocity::x, o.velocity), vy(r, &velocity::y, o.velocity);
    way::pages mps(r, &speed::mps, o.speed);
    way::pages unit(r, &target::unit, o.target);
    way::pages go_x(r, &steer::x, o.steer), go_y(r, &steer::y, o.steer);
    way_lead2d_in in = {};
    in.chaser_x = in.runner_x = x, in.chaser_y = in.runner_y = y, in.chaser_speed = mps;
    in.runner_vx = vx, in.runner_vy = vy;
    way_lead2d_out out = {};
    out.velocity_x = go_x, out.velocity_y = go_y;
    way::result result = way::run(in, out, targets.batch(count, unit));
    if (result != way::result::ok)
        std::fprintf(stderr, "waylay: %s\n", way::text(result)), std::abort();
}

#include "by_hand.hpp"

int main() {
    entt::registry r;
    std::vector<entt::entity> all(units);
    r.create(all.begin(), all.end());
    std::vector<entt::entity> order = all;
    auto shuffled = [&]() -> std::vector<entt::entity> & {
        for (size_t i = units; i > 1; i--)
            std::swap(order[i - 1], order[(size_t)draw(0, (float)i)]);
        return order;
    };
    for (auto e : shuffled()) r.emplace<position>(e, draw(0, 4000), draw(0, 4000));
    for (auto e : shuffled()) r.emplace<velocity>(e, draw(-9, 9), draw(-9, 9));
    for (auto e : shuffled()) r.emplace<speed>(e, draw(2, 14));
    for (auto e : shuffled()) r.emplace<target>(e, all[(size_t)draw(0, units)]), r.emplace<steer>(e);
    for (size_t i = 0; i < units; i += 100) // removes targets and reuses their numbers
        r.destroy(all[i]), (void)r.create();
    way::entity_targets targets;
    std::vector<entt::entity> agents;
    orders o;
    auto find_orders = [&] { // needed again after a component is added or removed
        auto view = r.view<position, velocity, speed, target, steer>();
        agents.assign(view.begin(), view.end());
        o = {way::order_in(r.storage<position>(), agents), way::order_in(r.storage<velocity>(), agents),
             way::order_in(r.storage<speed>(), agents), way::order_in(r.storage<target>(), agents),
             way::order_in(r.storage<steer>(), agents)};
    };
    auto by_view = [&] { lead(r, agents.data(), agents.size(), o, targets); };
    measure(r, [&] { find_orders(), by_view(); }, "a view, its lists made again");
    measure(r, by_view, "a view, pools in different orders");
    const uint64_t viewed = hash_of(r, all);
    auto group = r.group<position, velocity, speed, target, steer>();
    measure(r, [&] { lead(r, r.storage<position>().data(), group.size(), {}, targets); }, "an owning group");
    const uint64_t grouped = hash_of(r, all);
    std::printf("view %016llx, group %016llx: %s\n", (unsigned long long)viewed, (unsigned long long)grouped,
                viewed == grouped ? "the same" : "DIFFERENT");
    return viewed != grouped;
}
