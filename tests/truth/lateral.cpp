/* Throwing at a level speed: the interception's truth in the level plane, and the height in its time. */
#include <cmath>

#include "truth/intercept.h"
#include "truth/truth.h"

namespace {

using namespace truth;

bool named(quad x) { return x == 0 || (magnitude(x) >= 1e-6 && magnitude(x) <= 1e6); }

/* from, to, level speed, gravity or apex, to's velocity. */
template <int D, bool solves_gravity> void solve(const float *in, answer *out) {
    const float *from = in, *to = in + D, *to_v = in + 2 * D + 2;
    quad given = in[2 * D + 1];
    truth_intercept::chase<2> chase = {};
    for (int k = 0; k < D; k += 2) {
        chase.chaser[k / 2] = from[k];
        chase.runner[k / 2] = to[k];
        chase.velocity[k / 2] = to_v[k];
    }
    chase.speed = in[2 * D];
    truth_intercept::meeting<2> exact = truth_intercept::solve(chase);
    quad s = exact.speed, y = (quad)to[1] - (quad)from[1], t = exact.time;
    bool met = exact.status == WAY_MET, there = exact.status == WAY_THERE;
    out->either = exact.touching || !truth_intercept::in_range(chase) || !named(given) || (met && !named(t)) ||
                  !named(y) || !named((quad)to_v[1]) || !named(s);
    quad *point = out->value + 1, *velocity = point + D, *last = velocity + D, *status = last + 1;
    out->value[0] = met ? t : there && y == 0 ? (quad)0 : (quad)INFINITY;
    out->counted_at[0] = t;
    if (!met)
        t = 0;
    for (int k = 0; k < D; k++) {
        quad moved = (quad)to_v[k] * t;
        point[k] = (quad)to[k] + moved;
        out->counted_at[1 + k] = larger(magnitude((quad)to[k]), magnitude(moved));
        velocity[k] = met && k != 1 ? exact.velocity[k / 2] : (quad)0;
        out->counted_at[1 + D + k] = s;
    }
    quad moved = (quad)to_v[1] * t, climb = y + moved, terms = larger(magnitude(y), magnitude(moved));
    quad *up = &velocity[1], *up_at = &out->counted_at[2 + D], *last_at = &out->counted_at[1 + 2 * D];
    if (solves_gravity) {
        quad rise = root(larger(climb, 0) + given), fall = root(larger(-climb, 0) + given);
        quad pace = met ? (rise + fall) / t : (quad)0, size = given + magnitude(climb);
        quad times = 1 + (size > 0 ? terms / size : (quad)0);
        *up = 2 * rise * pace;
        *last = 2 * pace * pace;
        *up_at = *up * times;
        *last_at = *last * times;
        out->either = out->either || (met && terms > 0 && size < 1e-4 * terms);
    } else {
        quad fallen = given * t / 2;
        *up = met ? climb / t + fallen : (quad)0;
        *up_at = met ? larger(terms / t, fallen) : (quad)0;
        *last = (quad)from[1] + (*up > 0 ? *up * *up / (2 * given) : (quad)0);
        /* what the upward speed is off by, as a height */
        *last_at =
            larger(larger(magnitude((quad)from[1]), magnitude(*last)), larger(*up, 0) * *up_at / given);
    }
    *status = there && y != 0 ? WAY_DEGENERATE : exact.status;
}

template <int D> void typical(uint64_t *random, float *in) {
    for (int k = 0; k < D; k++) {
        in[k] = scene_between(random, -100, 100);
        in[D + k] = scene_between(random, -100, 100);
        in[2 * D + 2 + k] = scene_between(random, -8, 8);
    }
    in[2 * D] = scene_between(random, 10, 40);
    in[2 * D + 1] = scene_between(random, 1, 20);
}

template <int D> void still(uint64_t *random, float *in) {
    typical<D>(random, in);
    for (int k = 0; k < D; k++)
        in[2 * D + 2 + k] = 0;
}

template <int D> void sizes(uint64_t *random, float *in) {
    for (int k = 0; k < 3 * D + 2; k++)
        in[k] = any_size(random, -12, 12);
    in[2 * D] = std::fabs(in[2 * D]);
    in[2 * D + 1] = std::fabs(in[2 * D + 1]);
}

/* Nearly as fast as it, straight above, at the same height, at the same place. */
template <int D> void edges(uint64_t *random, float *in) {
    typical<D>(random, in);
    for (int k = 0; k < D; k++)
        if (scene_below(random, 2))
            in[D + k] = scene_below(random, 2) ? in[k] : beside(random, in[k]);
    double pace = std::fabs((double)in[2 * D + 2]);
    if (D == 3)
        pace = std::hypot(pace, (double)in[2 * D + 4]);
    if (scene_below(random, 2))
        in[2 * D] = beside(random, (float)pace);
    if (scene_below(random, 8) == 0)
        in[2 * D] = 0;
}

template <int D> void add_all(const char *lateral, const char *gravity) {
    for (const entry &e : {entry{lateral, "typical", typical<D>, true, solve<D, false>},
                           entry{lateral, "still", still<D>, false, solve<D, false>},
                           entry{lateral, "any size", sizes<D>, true, solve<D, false>},
                           entry{lateral, "edges", edges<D>, true, solve<D, false>},
                           entry{gravity, "typical", typical<D>, true, solve<D, true>},
                           entry{gravity, "still", still<D>, false, solve<D, true>},
                           entry{gravity, "any size", sizes<D>, true, solve<D, true>},
                           entry{gravity, "edges", edges<D>, true, solve<D, true>}})
        entries().push_back(e);
}

const bool added = [] {
    add_all<2>("launch_lateral2d", "launch_gravity2d");
    add_all<3>("launch_lateral3d", "launch_gravity3d");
    return true;
}();

} // namespace
