// Frames of a strategy game in the C++ of flecs, on several threads. 4,000 units of two sides in three archetypes choose
// enemies, keep them until another one is much nearer, and walk towards them, round each other and round walls.
#include <flecs.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "waylay_flecs.h"

struct Position { float x, y; };
struct Velocity { float x, y; };
struct Wish { float x, y; };  // the velocity towards the enemy
struct Steer { float x, y; }; // the next velocity, which hits neither a unit nor a wall
struct Body { float radius, speed; };
struct Side { uint32_t own, seen; }; // bits
struct Enemy { flecs::entity_t unit; uint32_t row; };
struct Tank {};
struct Scout {};

static const way_wall walls[] = {{100, 0, 100, 90, 0}, {100, 110, 100, 200, 0}, {60, 60, 70, 140, 0}, {140, 60, 130, 140, 0}};
static way_flecs_tables targets, bodies, runners; // static: zero-initialised
static std::vector<uint64_t> crowd_memory;
static way_crowd2d *crowd; // a search tree of `targets`, or null
static bool uses_crowd;

static void must(way_result result, const char *const *fault) { // a pointer, because the call writes it
    if (result != WAY_OK)
        std::fprintf(stderr, "waylay: %s: %s\n", *fault, way_result_string(result)), std::abort();
}

// Runs on one thread, before all systems that read the lists. Three calls read the units, so there are three lists.
static void list_units(flecs::iter &tables) {
    way_flecs_begin(&targets), way_flecs_begin(&bodies), way_flecs_begin(&runners);
    while (tables.next()) {
        const ecs_iter_t *it = tables.c_ptr();
        way_choose2d_in *target = way_flecs_add_candidates(&targets, it, way_choose2d_in);
        target->runner_x = way_flecs_in(it, 0, Position, x), target->runner_y = way_flecs_in(it, 0, Position, y);
        target->runner_mask = way_flecs_in(it, 3, Side, own);
        way_avoid2d_in *body = way_flecs_add_candidates(&bodies, it, way_avoid2d_in);
        body->runner_x = target->runner_x, body->runner_y = target->runner_y;
        body->runner_vx = way_flecs_in(it, 1, Velocity, x), body->runner_vy = way_flecs_in(it, 1, Velocity, y);
        body->runner_radius = way_flecs_in(it, 2, Body, radius);
        way_seek2d_in *runner = way_flecs_add_runners(&runners, it, way_seek2d_in);
        runner->runner_x = target->runner_x, runner->runner_y = target->runner_y;
    }
    crowd = nullptr;
    if (uses_crowd) {
        const char *fault = "";
        way_choose2d_in in = WAY_INIT;
        way_choice how = WAY_INIT;
        how.fault = &fault;
        way_flecs_set_choose2d(&targets, nullptr, &in, nullptr, &how);
        const size_t bytes = way_crowd2d_bytes(way_rows_of_parts(how.runner_parts, how.runner_part_count));
        crowd_memory.resize((bytes + 7) / 8);
        crowd = reinterpret_cast<way_crowd2d *>(crowd_memory.data());
        must(way_make_crowd2d_of_parts(&how, crowd, bytes), &fault);
    }
}

static void choose(flecs::iter &tables) {
    const float range = 150, bonus = 5;
    while (tables.next()) {
        const ecs_iter_t *it = tables.c_ptr();
        flecs::field<Enemy> enemy = tables.field<Enemy>(2);
        for (auto i : tables)
            enemy[i].row = way_flecs_row(&targets, enemy[i].unit); // in this frame; a dead unit has no row
        const char *fault = "";
        way_choose2d_in in = WAY_INIT;
        in.chaser_x = way_flecs_in(it, 0, Position, x), in.chaser_y = way_flecs_in(it, 0, Position, y);
        in.chaser_mask = way_flecs_in(it, 1, Side, seen), in.range_to = way_same(&range);
        in.present = way_flecs_in(it, 2, Enemy, row), in.bonus = way_same(&bonus);
        way_choose2d_out out = WAY_INIT;
        out.target = way_flecs_out(it, 2, Enemy, row);
        way_choice how = WAY_INIT;
        how.fault = &fault, how.crowd2d = crowd;
        way_flecs_set_choose2d(&targets, it, &in, &out, &how);
        must(way_choose2d(&in, &out, &how), &fault);
        for (auto i : tables)
            enemy[i].unit = way_flecs_entity(&targets, enemy[i].row);
    }
}

static void approach(flecs::iter &tables) {
    while (tables.next()) {
        const ecs_iter_t *it = tables.c_ptr();
        const char *fault = "";
        way_seek2d_in in = WAY_INIT;
        in.chaser_x = way_flecs_in(it, 0, Position, x), in.chaser_y = way_flecs_in(it, 0, Position, y);
        in.chaser_speed = way_flecs_in(it, 1, Body, speed);
        way_seek2d_out out = WAY_INIT;
        out.velocity_x = way_flecs_out(it, 3, Wish, x), out.velocity_y = way_flecs_out(it, 3, Wish, y);
        way_batch batch = WAY_INIT;
        batch.fault = &fault;
        way_flecs_set_batch(&runners, way_seek2d_in, it, 2, Enemy, unit, &batch);
        must(way_seek2d(&in, &out, &batch), &fault);
    }
}

static void avoid(flecs::iter &tables) {
    while (tables.next()) {
        const ecs_iter_t *it = tables.c_ptr();
        const char *fault = "";
        way_avoid2d_in in = WAY_INIT;
        in.dt = way_same(&it->delta_time);
        in.chaser_x = way_flecs_in(it, 0, Position, x), in.chaser_y = way_flecs_in(it, 0, Position, y);
        in.chaser_vx = way_flecs_in(it, 1, Velocity, x), in.chaser_vy = way_flecs_in(it, 1, Velocity, y);
        in.radius = way_flecs_in(it, 2, Body, radius), in.chaser_speed = way_flecs_in(it, 2, Body, speed);
        in.preferred_vx = way_flecs_in(it, 3, Wish, x), in.preferred_vy = way_flecs_in(it, 3, Wish, y);
        way_avoid2d_out out = WAY_INIT;
        out.velocity_x = way_flecs_out(it, 4, Steer, x), out.velocity_y = way_flecs_out(it, 4, Steer, y);
        way_avoidance how = WAY_INIT;
        how.fault = &fault, how.crowd2d = crowd; // the two lists have the same units in the same order
        how.walls = walls, how.wall_count = sizeof walls / sizeof *walls;
        way_flecs_set_avoid2d(&bodies, it, &in, &how);
        must(way_avoid2d(&in, &out, &how), &fault);
    }
}

static void move(flecs::iter &it, size_t, Position &p, Velocity &v, const Steer &s) {
    v = {s.x, s.y};
    p.x += v.x * it.delta_time(), p.y += v.y * it.delta_time();
}

static void add_systems(flecs::world &w, int threads) {
    w.system<const Position, const Velocity, const Body, const Side>("ListUnits").kind(flecs::PreUpdate).run(list_units);
    w.system<const Position, const Side, Enemy>("Choose").multi_threaded().run(choose);
    w.system<const Position, const Body, const Enemy, Wish>("Approach").multi_threaded().run(approach);
    w.system<const Position, const Velocity, const Body, const Wish, Steer>("Avoid")
        .write<Steer>() // the barrier: Move, which reads Steer, waits until no thread reads a list any more
        .multi_threaded().run(avoid);
    w.system<Position, Velocity, const Steer>("Move").kind(flecs::PostUpdate).multi_threaded().each(move);
    w.set_threads(threads);
}

// Runs 40 frames, in each of which a few units die. Returns a hash of all positions.
static uint64_t play(int threads, bool with_crowd) {
    uses_crowd = with_crowd;
    flecs::world w;
    std::vector<flecs::entity> units;
    uint32_t dice = 12345;
    const auto draw = [&dice](float from, float to) {
        dice = dice * 1664525u + 1013904223u;
        return from + (to - from) * static_cast<float>(dice >> 8) / 16777216.0f;
    };
    for (int i = 0; i < 4000; i++) {
        const uint32_t side = static_cast<uint32_t>(i % 2);
        const float x = draw(2, 55), y = draw(2, 198);
        const flecs::entity unit = w.entity().set(Position{side ? 200 - x : x, y}).set(Velocity{0, 0}).set(Wish{0, 0})
            .set(Steer{0, 0}).set(Body{draw(0.3f, 0.5f), draw(2, 4)}).set(Side{1u << side, 2u >> side}).set(Enemy{0, 0});
        if (i % 3 == 0)
            unit.add<Tank>();
        if (i % 3 == 1)
            unit.add<Scout>();
        units.push_back(unit);
    }
    add_systems(w, threads);
    const auto began = std::chrono::steady_clock::now();
    for (int frame = 0; frame < 40; frame++) {
        w.progress(0.1f);
        units[static_cast<size_t>(frame) * 97].destruct();
    }
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
    uint64_t hash = 14695981039346656037u;
    for (const flecs::entity unit : units) {
        if (!unit.is_alive())
            continue;
        uint64_t bits;
        std::memcpy(&bits, &unit.get<Position>(), sizeof bits);
        hash = (hash ^ bits) * 1099511628211u, hash ^= hash >> 29;
    }
    std::printf("threads: %d, %s crowd: %.1f ms per frame, %016llx\n", threads, with_crowd ? "a" : "no", took.count() / 40,
                static_cast<unsigned long long>(hash));
    return hash;
}

int main() {
    const uint64_t one = play(1, true), two = play(2, true), plain = play(1, false);
    std::printf("the bytes are: %s\n", one == two && one == plain ? "the same" : "DIFFERENT");
    way_flecs_free_tables(&targets), way_flecs_free_tables(&bodies), way_flecs_free_tables(&runners);
    return one != two || one != plain;
}
