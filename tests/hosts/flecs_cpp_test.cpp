// Tests waylay_flecs.h in C++: a field that is read as another component of the same size ends the program. The page's
// systems choose the nearest enemies and avoid their neighbours.
#include <flecs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "waylay_flecs.h"

namespace here { struct Position { float x, y; }; }
namespace there { struct Position { float x, y; }; }
struct Speed { float mps; };
struct Unused { float x, y; }; // no component of the world

struct Position { float x, y; };
struct Velocity { float x, y; };
struct Wish { float x, y; };
struct Steer { float x, y; };
struct Radius { float m; };
struct Side { uint32_t own, seen; }; // bits
struct Nearest { flecs::entity_t unit; uint32_t row; };
static way_flecs_tables all, neighbours; // static: zero-initialised

static void must(way_result result, const char *const *fault) {
    if (result != WAY_OK)
        std::fprintf(stderr, "waylay: %s: %s\n", *fault, way_result_string(result)), std::abort();
}

static void list_all(flecs::iter &tables) {
    way_flecs_begin(&all);
    while (tables.next()) {
        const ecs_iter_t *it = tables.c_ptr();
        way_choose2d_in *in = way_flecs_add_candidates(&all, it, way_choose2d_in);
        in->runner_x = way_flecs_in(it, 0, Position, x), in->runner_y = way_flecs_in(it, 0, Position, y);
        in->runner_mask = way_flecs_in(it, 1, Side, own);
    }
}

static void choose_nearest(flecs::iter &tables) {
    while (tables.next()) {
        const ecs_iter_t *it = tables.c_ptr();
        const char *fault = "";
        way_choose2d_in in = WAY_INIT;
        in.chaser_x = way_flecs_in(it, 0, Position, x), in.chaser_y = way_flecs_in(it, 0, Position, y);
        in.chaser_mask = way_flecs_in(it, 1, Side, seen);
        way_choose2d_out out = WAY_INIT;
        out.target = way_flecs_out(it, 2, Nearest, row);
        way_choice how = WAY_INIT;
        how.fault = &fault;
        way_flecs_set_choose2d(&all, it, &in, &out, &how);
        must(way_choose2d(&in, &out, &how), &fault);
        flecs::field<Nearest> nearest = tables.field<Nearest>(2);
        for (auto i : tables)
            nearest[i].unit = way_flecs_entity(&all, nearest[i].row); // 0: no unit
    }
}

static void list_neighbours(flecs::iter &tables) {
    way_flecs_begin(&neighbours);
    while (tables.next()) {
        const ecs_iter_t *it = tables.c_ptr();
        way_avoid2d_in *in = way_flecs_add_candidates(&neighbours, it, way_avoid2d_in);
        in->runner_x = way_flecs_in(it, 0, Position, x), in->runner_y = way_flecs_in(it, 0, Position, y);
        in->runner_vx = way_flecs_in(it, 1, Velocity, x), in->runner_vy = way_flecs_in(it, 1, Velocity, y);
        in->runner_radius = way_flecs_in(it, 2, Radius, m);
    }
}

static void avoid_neighbours(flecs::iter &tables) {
    const float fastest = 3;
    while (tables.next()) {
        const ecs_iter_t *it = tables.c_ptr();
        const char *fault = "";
        way_avoid2d_in in = WAY_INIT;
        in.dt = way_same(&it->delta_time), in.chaser_speed = way_same(&fastest);
        in.chaser_x = way_flecs_in(it, 0, Position, x), in.chaser_y = way_flecs_in(it, 0, Position, y);
        in.chaser_vx = way_flecs_in(it, 1, Velocity, x), in.chaser_vy = way_flecs_in(it, 1, Velocity, y);
        in.radius = way_flecs_in(it, 2, Radius, m);
        in.preferred_vx = way_flecs_in(it, 3, Wish, x), in.preferred_vy = way_flecs_in(it, 3, Wish, y);
        way_avoid2d_out out = WAY_INIT;
        out.velocity_x = way_flecs_out(it, 4, Steer, x), out.velocity_y = way_flecs_out(it, 4, Steer, y);
        way_avoidance how = WAY_INIT;
        how.fault = &fault;
        way_flecs_set_avoid2d(&neighbours, it, &in, &how);
        must(way_avoid2d(&in, &out, &how), &fault);
    }
}

// Two units of one side and an enemy in another table.
static bool chooses_the_nearest_enemy() {
    flecs::world w;
    const flecs::entity a = w.entity().set(Position{0, 0}).set(Side{1, 2}).set(Nearest{});
    const flecs::entity b = w.entity().set(Position{1, 0}).set(Side{1, 2}).set(Nearest{});
    const flecs::entity c = w.entity().set(Position{9, 0}).set(Side{2, 1}).set(Nearest{}).set(Radius{1});
    w.system<const Position, const Side>("ListAll").kind(flecs::PreUpdate).run(list_all);
    w.system<const Position, const Side, Nearest>("ChooseNearest").run(choose_nearest);
    w.progress(1);
    return a.get<Nearest>().unit == c && b.get<Nearest>().unit == c && c.get<Nearest>().unit == b;
}

// Two walkers that walk towards each other.
static bool avoids_the_other_walker() {
    flecs::world w;
    for (float side : {-1.0f, 1.0f})
        w.entity().set(Position{4 * side, 0.1f * side}).set(Velocity{-2 * side, 0}).set(Radius{0.5f})
            .set(Wish{-2 * side, 0}).set(Steer{0, 0});
    w.system<const Position, const Velocity, const Radius>("ListNeighbours").kind(flecs::PreUpdate)
        .run(list_neighbours);
    w.system<const Position, const Velocity, const Radius, const Wish, Steer>("AvoidNeighbours")
        .run(avoid_neighbours);
    w.progress(0.1f);
    bool turns = true;
    w.each([&](const Wish &wish, const Steer &steer) {
        turns &= steer.y * wish.x < 0 && steer.x * wish.x > 0; // to the side on which it already is
    });
    return turns;
}

static bool ends(void (*read)(const ecs_iter_t *)) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        if (!std::freopen("/dev/null", "w", stdout) || !std::freopen("/dev/null", "w", stderr))
            _exit(2);
        flecs::world w;
        w.component<there::Position>();
        w.entity().set(here::Position{1, 2}).set(Speed{3});
        w.query<here::Position, Speed>().run([read](flecs::iter &tables) {
            while (tables.next())
                read(tables.c_ptr());
        });
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status);
}

int main() {
    using Alias = here::Position;
    const bool right[] = {
        !ends([](const ecs_iter_t *it) { way_flecs_in(it, 0, here::Position, x); }),
        !ends([](const ecs_iter_t *it) { way_flecs_out(it, 0, Alias, x), way_flecs_in(it, 1, Speed, mps); }),
        ends([](const ecs_iter_t *it) { way_flecs_in(it, 0, there::Position, x); }),
        ends([](const ecs_iter_t *it) { way_flecs_out(it, 0, there::Position, y); }),
        ends([](const ecs_iter_t *it) { way_flecs_in(it, 0, Speed, mps); }),
        !ends([](const ecs_iter_t *it) { way_flecs_in(it, 0, Unused, x); }),
        chooses_the_nearest_enemy(),
        avoids_the_other_walker(),
    };
    int wrong = 0;
    for (bool is_right : right)
        wrong += !is_right;
    std::printf("flecs in C++: %zu checks, %d wrong\n", sizeof right / sizeof *right, wrong);
    return wrong != 0;
}
