// A wolf hunts a deer, with waylay in the C++ of flecs.
#include <flecs.h>

#include <cstdio>
#include <cstdlib>

#include "waylay_flecs.h"

struct Position { float x, y; };
struct Velocity { float x, y; };
struct Steer { float x, y; }; // the next velocity, because other units still read this one
struct Speed { float mps; };
struct Target { flecs::entity_t unit; };

static way_flecs_tables runners; // static: zero-initialised

static void must(way_result result, const char *const *fault) { // a pointer, because the call writes it
    if (result != WAY_OK)
        std::fprintf(stderr, "waylay: %s: %s\n", *fault, way_result_string(result)), std::abort();
}

static void list_runners(flecs::iter &tables) {
    way_flecs_begin(&runners);
    while (tables.next()) {
        const ecs_iter_t *it = tables.c_ptr();
        way_lead2d_in *in = way_flecs_add_runners(&runners, it, way_lead2d_in);
        in->runner_x = way_flecs_in(it, 0, Position, x), in->runner_y = way_flecs_in(it, 0, Position, y);
        in->runner_vx = way_flecs_in(it, 1, Velocity, x), in->runner_vy = way_flecs_in(it, 1, Velocity, y);
    }
}

static void lead(flecs::iter &tables) {
    while (tables.next()) {
        const ecs_iter_t *it = tables.c_ptr();
        const char *fault = ""; // gets the name of a wrong column
        way_lead2d_in in = WAY_INIT;
        in.chaser_x = way_flecs_in(it, 0, Position, x), in.chaser_y = way_flecs_in(it, 0, Position, y);
        in.chaser_speed = way_flecs_in(it, 1, Speed, mps);
        way_lead2d_out out = WAY_INIT;
        out.velocity_x = way_flecs_out(it, 3, Steer, x), out.velocity_y = way_flecs_out(it, 3, Steer, y);
        way_batch batch = WAY_INIT;
        batch.fault = &fault;
        way_flecs_set_batch(&runners, way_lead2d_in, it, 2, Target, unit, &batch);
        must(way_lead2d(&in, &out, &batch), &fault);
    }
}

static void move(flecs::iter &it, size_t, Position &p, Velocity &v, const Steer &s) {
    v = {s.x, s.y};
    p.x += v.x * it.delta_time(), p.y += v.y * it.delta_time();
}

int main() {
    flecs::world w;
    const flecs::entity deer = w.entity().set(Position{10, 0}).set(Velocity{0, 3}).set(Steer{0, 3});
    const flecs::entity wolf = w.entity().set(Position{0, 0}).set(Velocity{0, 0}).set(Steer{0, 0})
                                   .set(Speed{5}).set(Target{deer.id()});
    w.system<const Position, const Velocity>("ListRunners").kind(flecs::PreUpdate).run(list_runners);
    w.system<const Position, const Speed, const Target, Steer>("Lead")
        .write<Steer>() // a barrier: Move, which reads Steer, waits until all threads have read all positions
        .multi_threaded().run(lead);
    w.system<Position, Velocity, const Steer>("Move").kind(flecs::PostUpdate).multi_threaded().each(move);
    w.set_threads(2);
    for (int second = 0; second < 2; second++)
        w.progress(1);
    const Position p = wolf.get<Position>(), q = deer.get<Position>();
    std::printf("wolf %.1f %.1f, deer %.1f %.1f\n", p.x, p.y, q.x, q.y); // wolf 8.0 6.0, deer 10.0 6.0
}
