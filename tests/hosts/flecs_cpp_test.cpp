// Tests waylay_flecs.h in C++: a field that is read as another component of the same size ends the program.
#include <flecs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "waylay_flecs.h"

namespace here { struct Position { float x, y; }; }
namespace there { struct Position { float x, y; }; }
struct Speed { float mps; };
struct Unused { float x, y; }; // no component of the world

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
    };
    int wrong = 0;
    for (bool is_right : right)
        wrong += !is_right;
    std::printf("flecs in C++: %zu checks, %d wrong\n", sizeof right / sizeof *right, wrong);
    return wrong != 0;
}
