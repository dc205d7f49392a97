// Tests waylay_entt.hpp as a game uses it: `scripts/proof/hosts.sh` builds this file with EnTT's sources.
#include <entt/entt.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <type_traits>
#include <vector>

#include "waylay_entt.hpp"

struct position { float x, y; };
struct velocity { float x, y; };
struct target { entt::entity unit; };
struct aim { float time; };
struct sticky { // its pool keeps gaps where components were removed
    static constexpr auto in_place_delete = true;
    float x, y;
};
static int checks, wrong;

static void expect(bool holds, const char *what) {
    checks++, wrong += !holds;
    if (!holds)
        std::printf("EnTT: wrong: %s\n", what);
}

// Each tower is at 0, and shoots at its target with 10 m/s. Units have a position and a velocity, towers a
// position and a target.
static void shoot(entt::registry &r, way::entity_targets &targets) {
    std::vector<entt::entity> unit, tower;
    for (auto e : r.view<position, velocity>()) unit.push_back(e);
    for (auto e : r.view<position, target, aim>()) tower.push_back(e);
    const way::rows unit_at = way::order_in(r.storage<position>(), unit);
    const way::rows unit_v = way::order_in(r.storage<velocity>(), unit);
    const way::rows tower_at = way::order_in(r.storage<position>(), tower);
    const way::rows tower_t = way::order_in(r.storage<target>(), tower);
    const way::rows tower_a = way::order_in(r.storage<aim>(), tower);
    targets.find(unit.data(), unit.size());
    way::pages x(r, &position::x, unit_at), y(r, &position::y, unit_at);
    way::pages vx(r, &velocity::x, unit_v), vy(r, &velocity::y, unit_v);
    way::pages own_x(r, &position::x, tower_at), own_y(r, &position::y, tower_at);
    way::pages whom(r, &target::unit, tower_t);
    way::pages time(r, &aim::time, tower_a);
    const float shot = 10;
    way_intercept2d_in in = {};
    in.chaser_x = own_x, in.chaser_y = own_y, in.chaser_speed = way_same(&shot);
    in.runner_x = x, in.runner_y = y, in.runner_vx = vx, in.runner_vy = vy;
    way_intercept2d_out out = {};
    out.time = time;
    const char *fault = nullptr;
    const way::result result = way::run(in, out, targets.batch(tower.size(), whom).naming(fault));
    if (result != way::result::ok)
        std::printf("EnTT: intercept2d: %s: %s\n", fault != nullptr ? fault : "", way::text(result));
    expect(result == way::result::ok, "intercept2d");
}

static entt::entity new_unit(entt::registry &r, float x) {
    const entt::entity e = r.create();
    r.emplace<position>(e, x, 0.0f), r.emplace<velocity>(e, 0.0f, 0.0f);
    return e;
}

static entt::entity new_tower(entt::registry &r, entt::entity whom) {
    const entt::entity e = r.create();
    r.emplace<position>(e, 0.0f, 0.0f), r.emplace<target>(e, whom), r.emplace<aim>(e, -1.0f);
    return e;
}

static void a_world_without_units() {
    entt::registry r;
    way::entity_targets targets;
    shoot(r, targets); // neither units nor towers
    const entt::entity tower = new_tower(r, entt::null), other = new_tower(r, entt::entity{0});
    shoot(r, targets);
    expect(r.get<aim>(tower).time == INFINITY && r.get<aim>(other).time == INFINITY, "no unit yet: no target");
    const entt::entity unit = new_unit(r, 20);
    r.get<target>(tower).unit = unit;
    shoot(r, targets);
    expect(r.get<aim>(tower).time == 2 && r.get<aim>(other).time == INFINITY, "a unit at 20 m");
    r.destroy(unit);
    shoot(r, targets);
    expect(r.get<aim>(tower).time == INFINITY, "the last unit was destroyed");
    const entt::entity next = new_unit(r, 30);
    expect(entt::to_entity(next) == entt::to_entity(unit) && next != unit, "EnTT uses the number again");
    shoot(r, targets);
    expect(r.get<aim>(tower).time == INFINITY, "another unit with the number of the destroyed one");
    r.get<target>(tower).unit = next;
    shoot(r, targets);
    expect(r.get<aim>(tower).time == 3, "the next unit");
    r.destroy(tower), r.destroy(other);
    shoot(r, targets); // units without towers
}

// Numbers up to the largest, and versions that wrap around.
static void high_numbers_and_versions() {
    entt::registry r;
    way::entity_targets targets;
    using traits = entt::entt_traits<entt::entity>;
    const entt::entity high = r.create(traits::construct(traits::entity_mask - 1, traits::version_mask - 1));
    r.emplace<position>(high, 50.0f, 0.0f), r.emplace<velocity>(high, 0.0f, 0.0f);
    const entt::entity tower = new_tower(r, high), other = new_tower(r, traits::construct(traits::entity_mask - 1, 0));
    shoot(r, targets);
    expect(r.get<aim>(tower).time == 5 && r.get<aim>(other).time == INFINITY, "the largest number");
    entt::entity unit = new_unit(r, 10);
    for (int k = 0; k < 5000; k++) { // more than the 4,096 versions
        const entt::entity before = unit;
        r.destroy(unit), unit = new_unit(r, 10);
        if (k % 1000 == 0) {
            r.get<target>(tower).unit = before, r.get<target>(other).unit = unit;
            shoot(r, targets);
            expect(r.get<aim>(tower).time == INFINITY && r.get<aim>(other).time == 1, "versions");
        }
    }
}

// The pool of `sticky` keeps tombstones, which are no runners.
static void tombstones() {
    entt::registry r;
    std::vector<entt::entity> unit(4);
    r.create(unit.begin(), unit.end());
    for (int i = 3; i >= 0; i--) r.emplace<sticky>(unit[(size_t)i], 10.0f, 0.0f);
    const entt::entity whom[2] = {entt::null, unit[3]};
    auto &pool = r.storage<sticky>();
    pool.erase(unit[0]), pool.erase(unit[2]);
    expect(pool.size() == 4 && entt::to_entity(pool.data()[1]) == 3, "EnTT keeps a list of its gaps in the gaps");
    way::entity_targets targets;
    targets.find(pool.data(), pool.size());
    way::pages x(r, &sticky::x), y(r, &sticky::y);
    const float shot = 10, zero = 0;
    float time[2] = {-1, -1};
    way_intercept2d_in in = {};
    in.chaser_x = in.chaser_y = in.runner_vx = in.runner_vy = way_same(&zero), in.chaser_speed = way_same(&shot);
    in.runner_x = x, in.runner_y = y;
    way_intercept2d_out out = {};
    out.time = way_out(time);
    const uint32_t *numbers = reinterpret_cast<const uint32_t *>(whom);
    const way::result result = way::run(in, out, targets.batch(2, way_in(numbers)));
    expect(result == way::result::ok && time[0] == INFINITY && time[1] == 1, "gaps are no runners");
}

// Every second unit chooses the nearest unit. Unit i is at i * i.
static void units_do_not_choose_themselves() {
    entt::registry r;
    std::vector<entt::entity> unit, chooser;
    for (int i = 0; i < 3000; i++) unit.push_back(new_unit(r, static_cast<float>(i * i)));
    for (size_t i = 0; i < unit.size(); i += 2) chooser.push_back(unit[i]);
    chooser.push_back(r.create()), r.emplace<position>(chooser.back(), 26.0f, 0.0f); // no candidate
    way::entity_targets all;
    all.find(unit.data(), unit.size());
    const way::rows self = all.rows_of(chooser.data(), chooser.size());
    const way::rows at = way::order_in(r.storage<position>(), unit), own = way::order_in(r.storage<position>(), chooser);
    way::pages x(r, &position::x, at), y(r, &position::y, at), own_x(r, &position::x, own), own_y(r, &position::y, own);
    std::vector<uint32_t> row(chooser.size());
    way_choose2d_in in = {};
    in.chaser_x = own_x, in.chaser_y = own_y, in.runner_x = x, in.runner_y = y, in.self = way_in(self.data());
    way_choose2d_out out = {};
    out.target = way_out(row.data());
    way_choice how = {};
    how.count = chooser.size(), how.runner_count = unit.size();
    expect(way_choose2d(&in, &out, &how) == WAY_OK, "choose2d");
    int right = 0;
    for (uint32_t k = 0; k + 1 < chooser.size(); k++) right += row[k] == (k == 0 ? 1 : 2 * k - 1);
    expect(right == 1500 && row.back() == 5, "each chooses the unit before it, the first one the second, the other the sixth");
}

// Hunters keep their targets, although each frame brings units that are a bit nearer, and rows change when units die.
static void units_keep_their_targets() {
    struct hunter { entt::entity unit = entt::null; uint32_t row = WAY_NO_ROW; };
    entt::registry r;
    std::vector<entt::entity> prey, hunters, old;
    for (int i = 0; i < 200; i++) {
        const float x = 100 * static_cast<float>(i);
        old.push_back(new_unit(r, x + 50)), prey.push_back(new_unit(r, x)), hunters.push_back(r.create());
        r.emplace<position>(hunters.back(), x, 9.0f), r.emplace<hunter>(hunters.back());
    }
    way::entity_targets all;
    int kept = 0;
    for (int frame = 0; frame < 20; frame++) {
        for (size_t i = static_cast<size_t>(frame); i < prey.size() && frame > 0; i += 20) {
            r.get<position>(new_unit(r, 100 * static_cast<float>(i))).y = 1; // nearer than the target, by 1 m
            if (i % 3 == 0)
                r.destroy(old[i]);
        }
        std::vector<entt::entity> unit;
        for (auto e : r.view<position, velocity>()) unit.push_back(e);
        all.find(unit.data(), unit.size());
        const way::rows at = way::order_in(r.storage<position>(), unit), own = way::order_in(r.storage<position>(), hunters);
        const way::rows hunter_at = way::order_in(r.storage<hunter>(), hunters);
        r.view<hunter>().each([&](hunter &h) { h.row = all.row_of(h.unit); });
        way::pages x(r, &position::x, at), y(r, &position::y, at), own_x(r, &position::x, own), own_y(r, &position::y, own);
        way::pages row(r, &hunter::row, hunter_at);
        const float bonus = 5;
        way_choose2d_in in = {};
        in.chaser_x = own_x, in.chaser_y = own_y, in.runner_x = x, in.runner_y = y;
        in.present = row, in.bonus = way_same(&bonus);
        way_choose2d_out out = {};
        out.target = row;
        way_choice how = {};
        how.count = hunters.size(), how.runner_count = unit.size();
        expect(way_choose2d(&in, &out, &how) == WAY_OK, "choose2d with a target");
        r.view<hunter>().each([&](hunter &h) { h.unit = h.row == WAY_NO_ROW ? entt::null : unit[h.row]; });
        for (size_t i = 0; i < prey.size(); i++) kept += r.get<hunter>(hunters[i]).unit == prey[i];
    }
    expect(kept == 200 * 20, "hunters keep their targets");
    expect(all.row_of(entt::null) == WAY_NO_ROW && all.row_of(old[3]) == WAY_NO_ROW && all.row_of(hunters[0]) == WAY_NO_ROW &&
               all.row_of(prey[7]) != WAY_NO_ROW, "only agents have rows");
}

// An optional component has no column of all agents. This ends the program, also in release builds.
static void an_agent_without_the_component() {
    int pipes[2], status;
    char said[4096] = "";
    expect(pipe(pipes) == 0, "a pipe");
    std::fflush(stdout);
    if (fork() == 0) {
        dup2(pipes[1], 2);
        entt::registry r;
        const entt::entity agents[2] = {new_unit(r, 1), r.create()};
        way::order_in(r.storage<position>(), agents);
        _exit(0);
    }
    close(pipes[1]);
    expect(read(pipes[0], said, sizeof said - 1) > 0 && std::strstr(said, "order_in: an agent has no component") != nullptr,
           "an agent without the component");
    close(pipes[0]), wait(&status);
    expect(WIFSIGNALED(status), "the program ends");
}

// These would be columns of memory that is gone.
template <class... A> constexpr bool makes_pages = std::is_constructible_v<way::pages<position, float>, A...>;
static_assert(makes_pages<entt::registry &, float position::*, const way::rows &>);
static_assert(!makes_pages<entt::registry &, float position::*, way::rows>, "an order that is gone");
static_assert(std::is_convertible_v<way::pages<position, float> &, way_column>);
static_assert(!std::is_convertible_v<way::pages<position, float>, way_column>, "pages that are gone");
static_assert(!std::is_convertible_v<way::pages<position, float>, way_column_out>, "pages that are gone");

int main() {
    a_world_without_units();
    high_numbers_and_versions();
    units_keep_their_targets();
    tombstones();
    units_do_not_choose_themselves();
    an_agent_without_the_component();
    std::printf("EnTT: %d of %d checks hold\n", checks - wrong, checks);
    return wrong != 0;
}
