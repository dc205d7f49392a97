/* Draws random chases in 2D and 3D whose answers are difficult. Most are constructed from the geometry of the
   meeting. */
#ifndef WAYLAY_TESTS_CHASE_REGIMES_H
#define WAYLAY_TESTS_CHASE_REGIMES_H

#include <cmath>
#include <ostream>
#include <vector>

#include "truth/intercept_truth.h"
#include "draw.h"

namespace chase_regimes {

enum class reach_kind { none, typical, contact }; /* contact: the runner is almost exactly a reach away */

inline double uniform(uint64_t *random, double low, double high) {
    return low + (high - low) * ((double)(draw_bits(random) >> 11) * 0x1p-53);
}

/* Draws a log-uniform number: values between 1 and 10 are as likely as values between 10 and 100. */
inline double scaled(uint64_t *random, double low, double high) {
    return std::exp(uniform(random, std::log(low), std::log(high)));
}

inline double sign(uint64_t *random) { return draw_below(random, 2) == 0 ? 1.0 : -1.0; }

/* Returns the float that is `floats` floats above x, or below x if `floats` is negative. */
inline float nudged(float x, int floats) {
    for (; floats > 0; floats--)
        x = std::nextafter(x, INFINITY);
    for (; floats < 0; floats++)
        x = std::nextafter(x, -INFINITY);
    return x;
}

inline int few(uint64_t *random) { return (int)draw_below(random, 9) - 4; }

template <int D> struct vec {
    double at[D];
    double dot(const vec &o) const {
        double sum = 0;
        for (int i = 0; i < D; i++)
            sum += at[i] * o.at[i];
        return sum;
    }
    double length() const { return std::sqrt(dot(*this)); }
    vec operator*(double f) const {
        vec a = *this;
        for (double &x : a.at)
            x *= f;
        return a;
    }
    vec operator+(const vec &o) const {
        vec a = *this;
        for (int i = 0; i < D; i++)
            a.at[i] += o.at[i];
        return a;
    }
    vec operator-(const vec &o) const { return *this + o * -1.0; }
    void store(float *to) const {
        for (int i = 0; i < D; i++)
            to[i] = (float)at[i];
    }
};

template <int D> vec<D> load(const float *from) {
    vec<D> a;
    for (int i = 0; i < D; i++)
        a.at[i] = (double)from[i];
    return a;
}

template <int D> vec<D> in_box(uint64_t *random, double low, double high) {
    vec<D> a;
    for (double &x : a.at)
        x = uniform(random, low, high);
    return a;
}

template <int D> vec<D> direction(uint64_t *random) {
    for (;;) {
        vec<D> a = in_box<D>(random, -1, 1);
        double length = a.length();
        if (length > 0.1 && length <= 1)
            return a * (1 / length);
    }
}

/* Draws a direction perpendicular to u. */
template <int D> vec<D> across(uint64_t *random, const vec<D> &u) {
    for (;;) {
        vec<D> a = direction<D>(random);
        a = a - u * a.dot(u);
        double length = a.length();
        if (length > 0.1)
            return a * (1 / length);
    }
}

struct scale {
    double place, length, speed; /* upper limits of the coordinates, the distance and the speed */
    double least_length, least_speed;
};

const scale game = {1e4, 1e4, 50, 0.1, 0.1};

/* A chase under construction. The constructor draws the chaser's position and a typical reach. */
template <int D> struct builder {
    uint64_t *random;
    truth_intercept::chase<D> it = {};
    vec<D> chaser;

    builder(uint64_t *the_random, const scale &of, reach_kind kind) : random(the_random) {
        it.horizon = INFINITY;
        /* if the chaser is at the origin, the separation keeps all its digits */
        chaser = draw_below(random, 3) == 0 ? vec<D>() * 0.0 : in_box<D>(random, 0, of.place);
        chaser.store(it.chaser);
        chaser = load<D>(it.chaser);
        if (kind == reach_kind::typical)
            it.reach = (float)(of.length * (draw_below(random, 2) == 0 ? uniform(random, 0, 0.2)
                                                                       : scaled(random, 1e-5, 1)));
    }

    void separate(const vec<D> &r) { (chaser + r).store(it.runner); }

    void close_up(reach_kind kind) {
        if (kind != reach_kind::contact)
            return;
        double apart = (load<D>(it.runner) - load<D>(it.chaser)).length();
        if (draw_below(random, 2) == 0)
            it.reach = nudged((float)apart, few(random));
        else
            it.reach = (float)(apart * (1 - sign(random) * scaled(random, 0x1p-24, 0.5)));
    }
};

template <int D> truth_intercept::chase<D> open_field(uint64_t *random, const scale &of, reach_kind kind) {
    builder<D> b(random, of, kind);
    b.separate(draw_below(random, 2) == 0
                   ? in_box<D>(random, 0, of.place) - b.chaser
                   : direction<D>(random) * scaled(random, of.least_length, of.length));
    (direction<D>(random) * uniform(random, of.least_speed, of.speed)).store(b.it.velocity);
    b.it.speed = (float)uniform(random, of.least_speed, of.speed);
    switch (draw_below(random, 64)) {
    case 0: b.it.speed = 0; break;
    case 1: (direction<D>(random) * 0.0).store(b.it.velocity); break;
    case 2: b.separate(direction<D>(random) * 0.0); break;
    case 3: b.it.velocity[0] = b.it.speed; break;
    default: break;
    }
    b.close_up(kind);
    return b.it;
}

template <int D> truth_intercept::chase<D> game_scale(uint64_t *random, reach_kind kind) {
    return open_field<D>(random, game, kind);
}

/* Makes the runner as fast as the chaser, exactly or up to a few floats. Some runners move along an axis. */
template <int D> void match_speed(builder<D> &b) {
    if (draw_below(b.random, 3) == 0) {
        float speed = (float)uniform(b.random, 0.1, 50);
        for (float &v : b.it.velocity)
            v = 0;
        b.it.velocity[draw_below(b.random, D)] = sign(b.random) > 0 ? speed : -speed;
        b.it.speed = draw_below(b.random, 2) == 0 ? speed : nudged(speed, few(b.random));
    } else {
        (direction<D>(b.random) * uniform(b.random, 0.1, 50)).store(b.it.velocity);
        b.it.speed = nudged((float)load<D>(b.it.velocity).length(), few(b.random));
    }
}

template <int D> truth_intercept::chase<D> near_equal(uint64_t *random, reach_kind kind) {
    builder<D> b(random, game, kind);
    match_speed(b);
    b.separate(direction<D>(random) * scaled(random, 0.1, 1e4));
    b.close_up(kind);
    return b.it;
}

/* Draws nearly equal speeds and a runner abreast of the chaser. r is the separation, v the runner's velocity,
   s the chaser's speed, and R the reach. Then r.v is also nearly s R. */
template <int D> truth_intercept::chase<D> near_equal_abreast(uint64_t *random, reach_kind kind) {
    builder<D> b(random, game, kind);
    match_speed(b);
    vec<D> v = load<D>(b.it.velocity);
    vec<D> ahead = v * (1 / v.length());
    double apart = scaled(random, 0.1, 1e4);
    double lead = draw_below(random, 4) == 0 ? 0 : sign(random) * apart * scaled(random, 0x1p-40, 1);
    b.separate(across<D>(random, ahead) * apart + ahead * ((double)b.it.reach + lead));
    b.close_up(kind);
    return b.it;
}

/* Makes a chase in which the runner just touches the circle that the chaser can reach: v = s u + w and r = R
   u - w t, with a unit vector u and with w perpendicular to u. */
template <int D> void graze(builder<D> &b, double speed, double runner_more, double apart) {
    vec<D> u = direction<D>(b.random), w = across<D>(b.random, u) * runner_more;
    b.it.speed = (float)speed;
    speed = (double)b.it.speed;
    (u * speed + w).store(b.it.velocity);
    w = load<D>(b.it.velocity) - u * speed;
    b.separate(u * (double)b.it.reach - w * (apart / runner_more));
    if (draw_below(b.random, 2) == 0)
        b.it.speed = (float)(speed * (1 + sign(b.random) * scaled(b.random, 0x1p-24, 0x1p-5)));
    else
        b.it.speed = nudged(b.it.speed, few(b.random));
}

template <int D> truth_intercept::chase<D> near_grazing(uint64_t *random, reach_kind kind) {
    builder<D> b(random, game, kind);
    double speed = uniform(random, 0.1, 50);
    graze(b, speed, speed * scaled(random, 0.01, 10), scaled(random, 0.1, 1e4));
    b.close_up(kind);
    return b.it;
}

/* Draws chases that graze exactly, in integers: r = (3, 4) m and 3 v_y - 4 v_x = 5 s. Then changes the speed
   by -1, 0 or 1. */
template <int D> truth_intercept::chase<D> grazing_lattice(uint64_t *random, reach_kind kind) {
    builder<D> b(random, game, kind);
    int side = (int)sign(random);
    float m = (float)(1 + draw_below(random, 1u << (2 + draw_below(random, 18))));
    int vx = (int)draw_below(random, 1u << (2 + draw_below(random, 17)));
    int s = 1 + (int)draw_below(random, 1u << (2 + draw_below(random, 17)));
    while ((5 * s + 4 * vx) % 3 != 0)
        s++;
    int vy = (5 * s + 4 * vx) / 3;
    for (float &x : b.it.chaser)
        x = 0;
    b.it.runner[0] = 3 * m, b.it.runner[1] = 4 * m;
    b.it.velocity[0] = (float)(-vx * side), b.it.velocity[1] = (float)(-vy * side);
    b.it.speed = (float)(s + (int)draw_below(random, 3) - 1);
    b.close_up(kind);
    return b.it;
}

template <int D> truth_intercept::chase<D> slow_chaser(uint64_t *random, reach_kind kind) {
    builder<D> b(random, game, kind);
    double runner_speed = uniform(random, 1, 50);
    double speed = runner_speed * scaled(random, 1e-4, 1);
    b.it.speed = (float)speed;
    vec<D> v = direction<D>(random) * runner_speed;
    v.store(b.it.velocity);
    /* most runners pass close enough for a meeting */
    double time = scaled(random, 0.1, 1e3);
    double miss = (speed * time + (double)b.it.reach) * uniform(random, 0, 1.2);
    b.separate(direction<D>(random) * miss - v * time);
    b.close_up(kind);
    return b.it;
}

template <int D> truth_intercept::chase<D> slow_grazing(uint64_t *random, reach_kind kind) {
    builder<D> b(random, game, kind);
    double speed = scaled(random, 5e-3, 5);
    graze(b, speed, speed * scaled(random, 10, 1e4), scaled(random, 0.1, 1e4));
    b.close_up(kind);
    return b.it;
}

template <int D> truth_intercept::chase<D> far_away(uint64_t *random, reach_kind kind) {
    builder<D> b(random, game, kind);
    (in_box<D>(random, 1e6, 1.01e6) * 1.0).store(b.it.chaser);
    b.chaser = load<D>(b.it.chaser);
    b.separate(direction<D>(random) * scaled(random, 0.5, 1e4));
    (direction<D>(random) * uniform(random, 0.1, 50)).store(b.it.velocity);
    b.it.speed = (float)uniform(random, 0.1, 50);
    b.close_up(kind);
    return b.it;
}

template <int D> truth_intercept::chase<D> tiny(uint64_t *random, reach_kind kind) {
    return open_field<D>(random, {1e-6, 1e-6, 1e-6, 1e-8, 1e-7}, kind);
}

template <int D> truth_intercept::chase<D> huge(uint64_t *random, reach_kind kind) {
    return open_field<D>(random, {1e9, 1e9, 1e6, 1e4, 1e3}, kind);
}

template <int D> truth_intercept::chase<D> on_a_platform(uint64_t *random, reach_kind kind) {
    truth_intercept::chase<D> it = game_scale<D>(random, kind);
    (direction<D>(random) * uniform(random, 0, 30)).store(it.platform);
    return it;
}

/* Draws a platform with which the speeds are nearly equal. */
template <int D> truth_intercept::chase<D> platform_near_equal(uint64_t *random, reach_kind kind) {
    truth_intercept::chase<D> it = near_equal<D>(random, kind);
    vec<D> platform = direction<D>(random) * uniform(random, 0, 30);
    platform.store(it.platform);
    (load<D>(it.velocity) + load<D>(it.platform)).store(it.velocity);
    return it;
}

template <int D> truth_intercept::chase<D> whole_numbers(uint64_t *random, reach_kind kind) {
    truth_intercept::chase<D> it = {};
    auto whole = [&] { return (float)draw_below(random, 25) - 12.0f; };
    for (int i = 0; i < D; i++) {
        it.chaser[i] = whole();
        it.runner[i] = whole();
        it.velocity[i] = whole();
    }
    it.speed = whole();
    it.horizon = INFINITY;
    it.reach = kind == reach_kind::none ? 0.0f : std::fabs(whole());
    return it;
}

template <int D> struct regime {
    const char *name;
    truth_intercept::chase<D> (*draw)(uint64_t *random, reach_kind kind);
    bool platform;
    friend void PrintTo(const regime &the, std::ostream *to) { *to << the.name; }
};

template <int D> const std::vector<regime<D>> &regimes() {
    static const std::vector<regime<D>> all = {
        {"game_scale", game_scale<D>, false},
        {"near_equal", near_equal<D>, false},
        {"near_equal_abreast", near_equal_abreast<D>, false},
        {"near_grazing", near_grazing<D>, false},
        {"grazing_lattice", grazing_lattice<D>, false},
        {"slow_chaser", slow_chaser<D>, false},
        {"slow_grazing", slow_grazing<D>, false},
        {"far_away", far_away<D>, false},
        {"tiny", tiny<D>, false},
        {"huge", huge<D>, false},
        {"on_a_platform", on_a_platform<D>, true},
        {"platform_near_equal", platform_near_equal<D>, true},
        {"whole_numbers", whole_numbers<D>, false},
    };
    return all;
}

} // namespace chase_regimes

#endif
