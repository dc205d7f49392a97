/* This file compiles only if the C++ header compiles alone and first, as C++17 with the strictest warnings,
   without exceptions and RTTI. */
#include "waylay/waylay.hpp"

bool way_header_alone_hpp();

bool way_header_alone_hpp() {
    struct pair {
        float x, y;
    };
    struct few {
        pair at[2];
        const pair *data() const { return at; }
        pair *data() { return at; }
        int size() const { return 2; }
    };
    static few places = {{{1, 2}, {3, 4}}};
    static float speed = 1;
    static way::status status[2];
    way_seek2d_in in = {};
    in.chaser_x = way::in(places, &pair::x), in.chaser_y = way::in(&places.at[0], &pair::y);
    in.chaser_speed = way::same(speed);
    in.runner_x = in.runner_y = way::same(speed);
    way_seek2d_out out = {};
    out.velocity_x = way::out(places, &pair::x), out.status = way::out(status);
    const way::result result = way::run(in, out, way::batch(2).range(1, 1).fast());
    return result == way::result::ok && status[1] == way::status::met && way::text(result) != nullptr;
}
