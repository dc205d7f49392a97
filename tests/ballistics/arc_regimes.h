/* Draws shots at moving targets in several regimes. The fields of a shot are in the order of the inputs of
   arc2d and arc3d in the registry. */
#ifndef WAYLAY_TESTS_ARC_REGIMES_H
#define WAYLAY_TESTS_ARC_REGIMES_H

#include <cmath>
#include <cstring>
#include <vector>

#include "draw.h"

namespace arc_regimes {

template <int D> struct shot {
    float muzzle[D], speed, runner[D], velocity[D], gravity;
    float acceleration[D], platform[D], horizon, shell[D];

    /* The acceleration of the target relative to the shell, in doubles */
    double relative(int k) const {
        return (double)acceleration[k] + (k == 1 ? (double)gravity : 0) - (double)shell[k];
    }
};

/* Returns the speed with which a shell meets the target at time t. */
template <int D> double speed_at(const shot<D> &s, double t) {
    double square = 0;
    for (int k = 0; k < D; k++) {
        double a = s.relative(k);
        double u = ((double)s.runner[k] - (double)s.muzzle[k]) / t + (double)s.velocity[k] -
                   (double)s.platform[k] + a * t / 2;
        square += u * u;
    }
    return std::sqrt(square);
}

/* Returns approximately the least speed with which a shell can meet the target. Sets `when` to the meeting's
   time. */
template <int D> double least_speed(const shot<D> &s, double *when = nullptr) {
    double best = 1, step = 2;
    for (int k = -30; k <= 30; k++)
        if (speed_at(s, std::exp2(k / 2.0)) < speed_at(s, best))
            best = std::exp2(k / 2.0);
    double low = best / step, high = best * step;
    for (int k = 0; k < 100; k++) {
        double a = low + (high - low) * 0.381966, b = low + (high - low) * 0.618034;
        (speed_at(s, a) < speed_at(s, b) ? high : low) = speed_at(s, a) < speed_at(s, b) ? b : a;
    }
    if (when != nullptr)
        *when = low;
    return speed_at(s, low);
}

template <int D> void game(uint64_t *random, shot<D> &s) {
    s = shot<D>();
    for (int k = 0; k < D; k++) {
        s.muzzle[k] = draw_between(random, -100, 100);
        s.runner[k] = draw_between(random, -100, 100);
        s.velocity[k] = draw_between(random, -15, 15);
    }
    s.gravity = draw_between(random, 5, 20);
    s.speed = draw_between(random, 20, 80);
    s.horizon = INFINITY;
}

/* Draws shots with all options: target and shell accelerate, and the platform moves. */
template <int D> void everything(uint64_t *random, shot<D> &s) {
    game(random, s);
    for (int k = 0; k < D; k++) {
        s.acceleration[k] = draw_between(random, -5, 5);
        s.platform[k] = draw_between(random, -10, 10);
        s.shell[k] = draw_between(random, -5, 5);
    }
}

template <int D> void artillery(uint64_t *random, shot<D> &s) {
    game(random, s);
    for (int k = 0; k < D; k++) {
        s.muzzle[k] = k == 1 ? draw_between(random, 0, 500) : draw_between(random, -10000, 10000);
        s.runner[k] = k == 1 ? draw_between(random, 0, 1500) : draw_between(random, -10000, 10000);
        s.velocity[k] = k == 1 ? 0 : draw_between(random, -30, 30);
    }
    s.gravity = 9.81f;
    s.speed = draw_between(random, 40, 1200);
}

/* Draws shots whose speed is above or below the least speed that meets the target, by a fraction from 1/2
   down to 2^-24. */
template <int D> void nearly(uint64_t *random, shot<D> &s) {
    void (*const draw[])(uint64_t *, shot<D> &) = {game<D>, everything<D>, artillery<D>};
    draw[draw_below(random, 3)](random, s);
    double off = std::exp2(-(double)draw_between(random, 1, 24));
    s.speed = (float)(least_speed(s) * (draw_below(random, 2) ? 1 + off : 1 - off));
}

/* Draws targets that move straight towards the gun, up to a hundred times as fast as the shell. Half of them
   come from above, where four meetings are possible. */
template <int D> void closing(uint64_t *random, shot<D> &s) {
    game(random, s);
    double pace = std::exp2((double)draw_between(random, 3, 12)), distance = 0;
    if (draw_below(random, 2))
        s.runner[1] = s.muzzle[1] + 3 * std::fabs(s.runner[1]);
    for (int k = 0; k < D; k++)
        distance = std::hypot(distance, (double)s.runner[k] - (double)s.muzzle[k]);
    for (int k = 0; k < D; k++)
        s.velocity[k] = (float)(((double)s.muzzle[k] - (double)s.runner[k]) / distance * pace) +
                        draw_between(random, -5, 5);
    if (draw_below(random, 2))
        s.speed = draw_between(random, 1, 200);
}

/* Draws shots and converts their lengths and times to other units. The factors are not powers of two. */
template <int D> void scaled(uint64_t *random, shot<D> &s) {
    if (draw_below(random, 2))
        everything(random, s);
    else
        artillery(random, s);
    double metre = std::exp2((double)draw_between(random, -20, 20));
    double second = std::exp2((double)draw_between(random, -10, 10));
    auto by = [](float &x, double factor) { x = (float)((double)x * factor); };
    for (int k = 0; k < D; k++) {
        by(s.muzzle[k], metre);
        by(s.runner[k], metre);
        by(s.velocity[k], metre / second);
        by(s.platform[k], metre / second);
        by(s.acceleration[k], metre / second / second);
        by(s.shell[k], metre / second / second);
    }
    by(s.speed, metre / second);
    by(s.gravity, metre / second / second);
}

/* Draws edge cases: little or no gravity, targets that fall with the shell, and targets straight above or
   below, at the same height or at the same position. */
template <int D> void edges(uint64_t *random, shot<D> &s) {
    game(random, s);
    switch (draw_below(random, 6)) {
    case 0: s.gravity = std::exp2(-draw_between(random, 5, 40)); break;
    case 1: s.gravity = 0; break;
    case 2: /* the target falls with the shell */
        s.acceleration[1] = -s.gravity;
        for (int k = 0; k < D; k += 2) /* and both are in the same wind */
            s.acceleration[k] = s.shell[k] = draw_between(random, 0, 3);
        s.speed = draw_between(random, 1, 40);
        break;
    case 3:
        for (int k = 0; k < D; k += 2)
            s.runner[k] = s.muzzle[k], s.velocity[k] = 0;
        break;
    case 4: s.runner[1] = s.muzzle[1], s.velocity[1] = 0; break;
    default:
        for (int k = 0; k < D; k++)
            s.velocity[k] *= 0;
    }
}

/* Is separation * acceleration / speed^2 in the range that the header states? */
template <int D> bool is_stated(const shot<D> &s) {
    double distance = 0, acceleration = 0;
    for (int k = 0; k < D; k++) {
        distance = std::hypot(distance, (double)s.runner[k] - (double)s.muzzle[k]);
        double a = s.relative(k);
        acceleration = std::hypot(acceleration, a);
    }
    double far = distance * acceleration / ((double)s.speed * (double)s.speed);
    return far >= 1e-9 && far <= 1e9;
}

/* Draws shots whose numbers have independent magnitudes, in the whole range that the header states. */
template <int D> void any_size(uint64_t *random, shot<D> &s) {
    auto size = [&] {
        double x = std::exp2((double)draw_between(random, -29.5f, 29.5f));
        return (float)(draw_below(random, 2) ? x : -x);
    };
    do {
        s = shot<D>();
        for (int k = 0; k < D; k++) {
            s.runner[k] = size(), s.velocity[k] = size(), s.acceleration[k] = size();
            if (draw_below(random, 4) == 0)
                s.muzzle[k] = size();
            if (draw_below(random, 4) == 0)
                s.platform[k] = size();
            if (draw_below(random, 4) == 0)
                s.shell[k] = size();
        }
        if (draw_below(random, 2))
            s.gravity = std::fabs(size());
        s.speed = std::fabs(size());
        s.horizon = INFINITY;
    } while (!is_stated(s));
}

/* Draws targets that turn round or hover near the gun, with up to four meetings close to each other. */
template <int D> void turning(uint64_t *random, shot<D> &s) {
    do {
        game(random, s);
        double when = (double)draw_between(random, 0.5f, 8);
        double near = std::exp2((double)draw_between(random, -20, 4));
        double slow = std::exp2((double)draw_between(random, -20, 2));
        for (int k = 0; k < D; k++) {
            s.muzzle[k] = 0;
            s.acceleration[k] = draw_below(random, 2) ? draw_between(random, -5, 5) : 0;
            s.shell[k] = draw_below(random, 2) ? draw_between(random, -5, 5) : 0;
            double a = s.relative(k);
            double v = (double)draw_between(random, -1, 1) * slow - a * when;
            double off = (double)draw_between(random, -1, 1) * near;
            s.velocity[k] = (float)v;
            s.runner[k] = (float)(off - v * when - a * when * when / 2);
        }
        s.speed = (float)(std::exp2((double)draw_between(random, -8, 8)) * std::fmax(near / when, slow / 8));
    } while (!is_stated(s));
}

/* Draws targets that fall past the gun and come back past it, with a sideways speed near the shell's speed.
   At both passes, the shell just meets the target or just misses it. */
template <int D> void twice(uint64_t *random, shot<D> &s) {
    do {
        game(random, s);
        double fall = std::exp2((double)draw_between(random, 3, 27));
        double share = std::exp2(-(double)draw_between(random, 0.1f, 30));
        double off = std::exp2(-(double)draw_between(random, 1, 24));
        double level = (double)s.speed * (draw_below(random, 2) ? 1 - off : 1 + off);
        double side = D == 3 ? (double)draw_between(random, -1, 1) : 0;
        for (int k = 0; k < D; k++)
            s.muzzle[k] = s.runner[k] = 0;
        s.runner[1] = (float)(fall * fall / 2 / (double)s.gravity * share);
        s.velocity[1] = (float)-fall;
        s.velocity[0] = (float)(level * std::sqrt(1 - side * side));
        if (D == 3)
            s.velocity[D - 1] = (float)(level * side);
    } while (!is_stated(s));
}

/* Draws shots straight up that just reach the height of the target, exactly. Most targets also move sideways,
   often very slowly. Lengths and times are scaled by powers of two. */
template <int D> void touching(uint64_t *random, shot<D> &s) {
    s = shot<D>();
    int metre = (int)draw_below(random, 21) - 10, second = (int)draw_below(random, 11) - 5;
    float size = (float)(1 + draw_below(random, 1000));
    for (int k = 0; k < D; k++)
        s.muzzle[k] = s.runner[k] = (float)draw_below(random, 1000);
    s.runner[1] = s.muzzle[1] + size * size / 4; /* the height that a shell reaches: speed^2 / (2 gravity) */
    s.speed = size;
    s.gravity = 2;
    s.horizon = INFINITY;
    if (draw_below(random, 4) != 0)
        s.velocity[0] = std::ldexp(draw_between(random, -1, 1), -(int)draw_below(random, 40));
    for (int k = 0; k < D; k++) {
        s.muzzle[k] = std::ldexp(s.muzzle[k], metre);
        s.runner[k] = std::ldexp(s.runner[k], metre);
        s.velocity[k] = std::ldexp(s.velocity[k], metre - second);
    }
    s.speed = std::ldexp(s.speed, metre - second);
    s.gravity = std::ldexp(s.gravity, metre - 2 * second);
}

template <int D> struct regime {
    const char *name;
    void (*draw)(uint64_t *random, shot<D> &s);
};

template <int D> std::vector<regime<D>> regimes() {
    return {{"game", game<D>},     {"everything", everything<D>}, {"artillery", artillery<D>},
            {"nearly", nearly<D>}, {"closing", closing<D>},       {"scaled", scaled<D>},
            {"edges", edges<D>},   {"any size", any_size<D>},     {"turning", turning<D>},
            {"twice", twice<D>},   {"touching", touching<D>}};
}

} // namespace arc_regimes

#endif
