/* Throwing: the times from their quadratics in t^2, the velocities from the way and the time. */
#include <cfloat>
#include <cmath>

#include "truth/truth.h"

namespace {

using namespace truth;

/* The magnitudes for which the header states its bounds. */
bool named(quad x) { return x == 0 || (magnitude(x) >= 1e-6 && magnitude(x) <= 1e6); }

/* from, to, two numbers. */
template <int D> struct throwing {
    quad d[D], level = 0, dd = 0;
    explicit throwing(const float *in) {
        for (int k = 0; k < D; k++) {
            d[k] = (quad)in[D + k] - (quad)in[k];
            dd += d[k] * d[k];
            level += k == 1 ? (quad)0 : d[k] * d[k];
        }
        level = root(level);
    }
    /* the velocity that is there after t, and how it is counted */
    void arrive(quad t, quad g, quad speed, quad *velocity, quad *counted_at) const {
        for (int k = 0; k < D; k++) {
            velocity[k] = t > 0 ? d[k] / t + (k == 1 ? g * t / 2 : (quad)0) : (quad)0;
            counted_at[k] = speed;
        }
    }
};

template <int D> void apex(const float *in, answer *out) {
    throwing<D> a(in);
    quad g = in[2 * D], h = in[2 * D + 1], y = a.d[1];
    quad rise = (y > 0 ? y : 0) + h, fall = (y < 0 ? -y : 0) + h;
    quad up = root(2 * rise / g), t = up + root(2 * fall / g);
    quad *time = out->value, *velocity = out->value + 1, *rest = out->value + 1 + D;
    out->either = !named(a.level) || !named(y) || !named(h) || !named(g) || !named(t);
    *time = out->counted_at[0] = t;
    rest[0] = out->counted_at[1 + D] = up;
    rest[1] = larger((quad)in[1], (quad)in[D + 1]) + h;
    out->counted_at[2 + D] = larger(magnitude(rest[1] - h), h);
    rest[2] = WAY_MET;
    if (t == 0) {
        bool same = a.level == 0;
        *time = rest[0] = same ? (quad)0 : (quad)INFINITY;
        rest[2] = same ? WAY_THERE : WAY_DEGENERATE;
    }
    quad speed = t > 0 ? root(a.level * a.level / (t * t) + 2 * g * rise) : (quad)0;
    a.arrive(t, g, speed, velocity, &out->counted_at[1]);
    velocity[1] = g * up;
}

template <int D> void by_speed(const float *in, answer *out) {
    throwing<D> a(in);
    quad s = in[2 * D], g = in[2 * D + 1], y = a.d[1];
    quad b = s * s - g * y, disc = b * b - g * g * a.dd, S = root(disc);
    quad *status = &out->value[2 * D + 2];
    out->either = !named(a.level) || !named(y) || !named(s) || !named(g) ||
                  (s > 0 && a.dd > 0 && !named(g * root(a.dd) / (s * s))) ||
                  (s > 0 && magnitude(disc) <= 4e-14 * s * s * magnitude(b));
    bool met = s > 0 && b > 0 && disc >= 0 && a.dd > 0;
    *status = a.dd == 0 ? WAY_THERE : s <= 0 ? WAY_IMMOBILE : met ? WAY_MET : WAY_TOO_SLOW;
    for (int arc = 0; arc < 2; arc++) {
        quad t = !met ? (quad)0 : arc == 0 ? root(2 * a.dd / (b + S)) : root(2 * (b + S)) / g;
        int at = arc * (D + 1);
        out->value[at] = met || a.dd == 0 ? t : (quad)INFINITY;
        out->counted_at[at] = t;
        a.arrive(t, g, s, &out->value[at + 1], &out->counted_at[at + 1]);
    }
}

template <int D> void reach(const float *in, answer *out) {
    throwing<D> a(in);
    quad s = in[2 * D], g = in[2 * D + 1], y = a.d[1], over = s * s - 2 * g * y;
    answer throws;
    by_speed<D>(in, &throws);
    out->either = throws.either || (s > 0 && magnitude(over) <= 1e-14 * s * s);
    bool gets_up = s > 0 && over >= 0;
    quad *far = out->value + 1, *least_speed = far + D, *least = least_speed + 1, *least_time = least + D;
    quad range = gets_up ? s * root(over) / g : (quad)0;
    out->value[0] = range;
    out->counted_at[0] = larger(range, s * s / g);
    for (int k = 0; k < D; k++) {
        quad along = a.level > 0 ? a.d[k] / a.level : k == 0 ? (quad)1 : (quad)0;
        quad across = root(over) * along, length = root(s * s + over);
        far[k] = !gets_up ? (quad)0 : (k == 1 ? s : across) * s / length;
        out->counted_at[1 + k] = s;
    }
    /* y + |d| loses nothing that 113 bits would miss */
    quad distance = root(a.dd), climb = y < 0 ? a.level * a.level / (distance - y) : y + distance;
    *least_speed = a.dd > 0 ? root(g * climb) : (quad)0;
    *least_time = root(2 * distance / g);
    out->counted_at[1 + D] = *least_speed;
    out->counted_at[2 + 2 * D] = *least_time;
    a.arrive(*least_time, g, *least_speed, least, &out->counted_at[2 + D]);
    if (a.dd > 0)
        least[1] = climb / *least_time;
    out->value[2 * D + 3] = throws.value[2 * D + 2];
}

template <int D, int strong> void typical(uint64_t *random, float *in) {
    for (int k = 0; k < 2 * D; k++)
        in[k] = scene_between(random, -100, 100);
    in[2 * D + strong] = scene_between(random, 1, 20); /* gravity */
    in[2 * D + 1 - strong] = scene_between(random, 0, strong ? 100 : 30);
}

template <int D, int strong> void sizes(uint64_t *random, float *in) {
    typical<D, strong>(random, in);
    for (int k = 0; k < 2 * D; k++)
        in[k] = any_size(random, -19, 19);
    int size = (int)scene_below(random, 24) - 12;
    for (int k = 0; k < 2 * D && scene_below(random, 2); k++)
        in[k] = std::ldexp(scene_between(random, -1, 1), size);
    for (int k = 2 * D; k < 2 * D + 2; k++)
        in[k] = std::fabs(any_size(random, -14, 14));
}

/* On one level, straight above or below, without a top, at the same place, at no speed. */
template <int D, int strong> void edges(uint64_t *random, float *in) {
    typical<D, strong>(random, in);
    for (int k = 0; k < D; k++)
        if (scene_below(random, 2))
            in[D + k] = scene_below(random, 3) ? in[k] : beside(random, in[k]);
    if (scene_below(random, 4) == 0)
        in[2 * D + 1 - strong] = 0;
}

/* Speeds that just reach it, or just do not. */
template <int D> void just(uint64_t *random, float *in) {
    if (scene_below(random, 3) == 0)
        sizes<D, 1>(random, in);
    else
        typical<D, 1>(random, in);
    throwing<D> a(in);
    quad y = a.d[1], distance = root(a.dd), climb = y < 0 ? a.level * a.level / (distance - y) : y + distance;
    quad up = scene_below(random, 4) ? climb : 2 * y;
    in[2 * D] = beside(random, (float)root(up * (quad)in[2 * D + 1]));
    if (scene_below(random, 4) == 0)
        in[2 * D] *= 1 + scene_between(random, -1e-4, 1e-4);
}

const truth::add entries({
    {"launch_apex2d", "typical", typical<2, 0>, false, apex<2>},
    {"launch_apex2d", "any size", sizes<2, 0>, false, apex<2>},
    {"launch_apex2d", "edges", edges<2, 0>, false, apex<2>},
    {"launch_apex3d", "typical", typical<3, 0>, false, apex<3>},
    {"launch_apex3d", "any size", sizes<3, 0>, false, apex<3>},
    {"launch_apex3d", "edges", edges<3, 0>, false, apex<3>},
    {"launch_speed2d", "typical", typical<2, 1>, false, by_speed<2>},
    {"launch_speed2d", "any size", sizes<2, 1>, false, by_speed<2>},
    {"launch_speed2d", "edges", edges<2, 1>, false, by_speed<2>},
    {"launch_speed2d", "just", just<2>, false, by_speed<2>},
    {"launch_speed3d", "typical", typical<3, 1>, false, by_speed<3>},
    {"launch_speed3d", "any size", sizes<3, 1>, false, by_speed<3>},
    {"launch_speed3d", "edges", edges<3, 1>, false, by_speed<3>},
    {"launch_speed3d", "just", just<3>, false, by_speed<3>},
    {"launch_reach2d", "typical", typical<2, 1>, false, reach<2>},
    {"launch_reach2d", "any size", sizes<2, 1>, false, reach<2>},
    {"launch_reach2d", "edges", edges<2, 1>, false, reach<2>},
    {"launch_reach2d", "just", just<2>, false, reach<2>},
    {"launch_reach3d", "typical", typical<3, 1>, false, reach<3>},
    {"launch_reach3d", "any size", sizes<3, 1>, false, reach<3>},
    {"launch_reach3d", "edges", edges<3, 1>, false, reach<3>},
    {"launch_reach3d", "just", just<3>, false, reach<3>},
});

} // namespace
