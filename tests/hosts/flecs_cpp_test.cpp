// Tests waylay_flecs.h in C++: a field that is read as another component of the same size ends the program. The page's
// systems choose the nearest enemies and avoid their neighbours. Without a barrier, several threads are refused.
#include <flecs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

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

static void must(way_result result, const char *const *fault) { // a pointer, because the call writes it
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

static void move(flecs::iter &it, size_t, Position &p, Velocity &v, const Steer &s) {
    v = {s.x, s.y};
    p.x += v.x * it.delta_time(), p.y += v.y * it.delta_time();
}

// Two units of one side and an enemy in another table.
static bool chooses_the_nearest_enemy(int threads) {
    flecs::world w;
    const flecs::entity a = w.entity().set(Position{0, 0}).set(Side{1, 2}).set(Nearest{});
    const flecs::entity b = w.entity().set(Position{1, 0}).set(Side{1, 2}).set(Nearest{});
    const flecs::entity c = w.entity().set(Position{9, 0}).set(Side{2, 1}).set(Nearest{}).set(Radius{1});
    w.system<const Position, const Side>("ListAll").kind(flecs::PreUpdate).run(list_all);
    w.system<const Position, const Side, Nearest>("ChooseNearest").write<Nearest>().multi_threaded().run(choose_nearest);
    w.set_threads(threads);
    w.progress(1);
    return a.get<Nearest>().unit == c && b.get<Nearest>().unit == c && c.get<Nearest>().unit == b;
}

// Walkers in two tables that walk through each other. Returns the sum of their places after 3 seconds.
static double walkers_pass(int threads, bool has_barrier) {
    way_flecs_free_tables(&neighbours);
    flecs::world w;
    std::vector<flecs::entity> walkers;
    for (int i = 0; i < 400; i++) {
        const float side = i % 2 ? -1.0f : 1.0f, x = side * (10 + 1.5f * static_cast<float>(i / 40));
        walkers.push_back(w.entity().set(Position{x, 1.5f * static_cast<float>(i / 2 % 20) + 0.1f * side})
            .set(Velocity{0, 0}).set(Radius{0.5f}).set(Wish{-2 * side, 0}).set(Steer{0, 0}));
        if (i % 2)
            walkers.back().set(Speed{2});
    }
    if (has_barrier) {
        w.system<const Position, const Velocity, const Radius>("ListNeighbours").kind(flecs::PreUpdate)
            .run(list_neighbours); // on one thread
        w.system<const Position, const Velocity, const Radius, const Wish, Steer>("AvoidNeighbours")
            .write<Steer>() // the barrier: Move, which reads Steer, waits for all threads
            .multi_threaded().run(avoid_neighbours);
        w.system<Position, Velocity, const Steer>("Move").kind(flecs::PostUpdate).multi_threaded().each(move);
        w.set_threads(threads);
    } else {
        w.system<const Position, const Velocity, const Radius>("ListNeighbours").kind(flecs::PreUpdate).run(list_neighbours);
        w.system<const Position, const Velocity, const Radius, const Wish, Steer>("AvoidNeighbours").multi_threaded()
            .run(avoid_neighbours);
        w.system<Position, Velocity, const Steer>("Move").kind(flecs::PostUpdate).multi_threaded().each(move);
        w.set_threads(threads);
    }
    double sum = 0;
    for (int frame = 0; frame < 30; frame++)
        w.progress(0.1f);
    for (size_t i = 0; i < walkers.size(); i++)
        sum += static_cast<double>(i + 1) * walkers[i].get<Position>().x;
    return sum;
}

// A system makes a unit in each frame, before units are listed, and perhaps declares it.
static bool makes_units(bool declares) {
    way_flecs_free_tables(&all);
    flecs::world w;
    const auto make = [](flecs::iter &it) {
        while (it.next()) {}
        it.world().entity().set(Position{1, 0}).set(Side{2, 1}).set(Nearest{});
    };
    const flecs::entity first = w.entity().set(Position{0, 0}).set(Side{1, 2}).set(Nearest{});
    if (declares)
        w.system("Make").kind(flecs::OnLoad).write<Position>().run(make);
    else
        w.system("Make").kind(flecs::OnLoad).run(make);
    w.system<const Position, const Side>("ListAll").kind(flecs::PreUpdate).run(list_all);
    w.system<const Position, const Side, Nearest>("ChooseNearest").write<Nearest>().multi_threaded().run(choose_nearest);
    w.set_threads(2);
    for (int frame = 0; frame < 9; frame++)
        w.progress(1);
    return all.rows == 10 && first.get<Nearest>().unit != 0;
}

// A system that only reads one component, and perhaps writes to it.
static bool reads_or_writes(bool writes) {
    flecs::world w;
    w.entity().set(Position{1, 2}).set(Velocity{0, 0});
    w.system<const Position, Velocity>().run([writes](flecs::iter &tables) {
        while (tables.next()) {
            way_flecs_in(tables.c_ptr(), 0, Position, x), way_flecs_out(tables.c_ptr(), 1, Velocity, x);
            if (writes)
                way_flecs_out(tables.c_ptr(), 0, Position, x);
        }
    });
    w.progress(1);
    return false;
}

// A field of one of two components, which have different sizes, and one of a pair with a wildcard.
static bool reads_several_components() {
    flecs::world w;
    const flecs::entity likes = w.entity();
    w.entity().set(Position{1, 2}), w.entity().set(Radius{4});
    w.entity().set_second<Position>(likes, Position{16, 2}), w.entity().set_second<Radius>(likes, Radius{32});
    float sum = 0;
    const auto read = [&sum](flecs::iter &tables) {
        while (tables.next()) {
            const ecs_iter_t *it = tables.c_ptr();
            const bool is_position = ecs_get_typeid(it->world, ecs_field_id(it, 0)) == tables.world().id<Position>();
            const way_column column = is_position ? way_flecs_in(it, 0, Position, x) : way_flecs_in(it, 0, Radius, m);
            sum += *static_cast<const float *>(column.data);
        }
    };
    w.query_builder<>().with<Position>().or_().with<Radius>().build().run(read);
    w.query_builder<>().with(likes, flecs::Wildcard).build().run(read);
    return sum == 1 + 4 + 16 + 32;
}

static bool ends(void (*read)(const ecs_iter_t *), bool (*run)() = nullptr) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        if (!std::freopen("/dev/null", "w", stdout) || !std::freopen("/dev/null", "w", stderr))
            _exit(2);
        if (run != nullptr)
            _exit(run());
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
        !ends(nullptr, [] { return reads_or_writes(false); }),
        ends(nullptr, [] { return reads_or_writes(true); }),
        reads_several_components(),
        chooses_the_nearest_enemy(1),
        chooses_the_nearest_enemy(2),
        makes_units(true),
        ends(nullptr, [] { return makes_units(false); }),
        walkers_pass(1, true) == walkers_pass(2, true),
        walkers_pass(1, true) == walkers_pass(1, false), // one thread needs no barrier
        ends(nullptr, [] { return walkers_pass(2, false) != 0; }),
    };
    int wrong = 0;
    for (bool is_right : right)
        wrong += !is_right;
    std::printf("flecs in C++: %zu checks, %d wrong\n", sizeof right / sizeof *right, wrong);
    return wrong != 0;
}
