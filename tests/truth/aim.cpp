/* Computes the exact answers of closing, predict and evade. */
#include <algorithm>
#include <cmath>

#include "truth/truth.h"

namespace {

using namespace truth;

/* Is x 0 or within the magnitudes that the header states? */
bool is_in_stated_range(quad x) {
    quad size = magnitude(x);
    return size == 0 || (size >= 1e-12 && size <= 1e12);
}

/* Sets the ulp_scale of the time (to `most`), of the point and of the velocity. */
template <int D>
void count(const float *mover, float speed, const float *other, const float *velocity, quad most,
           answer *out) {
    quad toward[D], v[D], r[D], time = out->value[0];
    out->ulp_scale[0] = most;
    for (int k = 0; k < D; k++) {
        v[k] = velocity[k];
        r[k] = (quad)other[k] - (quad)mover[k];
        toward[k] = r[k] + v[k] * time;
        out->ulp_scale[1 + k] = larger(magnitude(other[k]), magnitude(v[k] * most));
    }
    quad lead = length<D>(v) * most;
    quad distance = length<D>(toward), apart = length<D>(r), pace = speed > 0 ? speed : 0.0f;
    out->not_judged |= !is_in_stated_range(distance) || !is_in_stated_range(apart) ||
                       !is_in_stated_range(time) || !is_in_stated_range(lead) || !is_in_stated_range(pace);
    /* the aim's error is too large to decide whether the agent is there */
    out->not_judged |= distance < 1e-6 * (apart + lead) && apart + lead > 0;
    for (int k = 0; k < D; k++)
        out->ulp_scale[1 + D + k] = distance > 0 ? pace * (apart + lead) / distance : 0;
}

/* The inputs are chaser, its velocity, its speed, runner, its velocity, horizon, dt. */
template <int D> void solve_closing(const float *in, answer *out) {
    const float *chaser = in, *own = in + D, *runner = in + 2 * D + 1, *velocity = in + 3 * D + 1;
    float given[4 * D + 3], horizon = in[4 * D + 1], dt = in[4 * D + 2];
    quad r[D], w[D], *status = &out->value[2 * D + 1];
    for (int k = 0; k < D; k++) {
        r[k] = (quad)runner[k] - (quad)chaser[k];
        w[k] = (quad)velocity[k] - (quad)own[k];
        out->not_judged |= !is_in_stated_range(velocity[k]);
    }
    quad distance = length<D>(r), closing = length<D>(w), time = 0;
    out->not_judged |= !is_in_stated_range(closing) || !is_in_stated_range(dt) ||
                       (!std::isinf(horizon) && !is_in_stated_range(horizon));
    if (distance > 0 && closing > 0)
        time = distance / closing;
    /* if the time is almost the horizon, both statuses are accepted */
    bool as_good = time > 0 && magnitude(time / horizon - 1) < 1e-6;
    int32_t got;
    std::memcpy(&got, &out->got[2 * D + 1], sizeof got);
    std::copy(in, in + 4 * D + 3, given);
    if (as_good && (got != WAY_LATE || time <= horizon))
        given[4 * D + 1] = INFINITY;
    take_reference(given, out);
    if (as_good && got == WAY_LATE && *status == WAY_MET)
        *status = WAY_LATE;
    count<D>(chaser, in[2 * D], runner, velocity, out->value[0], out);
}

/* The inputs are agent, its speed, the other agent, its velocity, near, far, longest, dt. */
template <int D, bool timed> void solve_predict(const float *in, answer *out) {
    const float *mover = in, *other = in + D + 1, *velocity = in + 2 * D + 1, *given = in + 3 * D + 1;
    float dt = timed ? given[3] : 0;
    quad r[D], near = given[0], far = given[1], longest = given[2];
    for (int k = 0; k < D; k++) {
        r[k] = (quad)other[k] - (quad)mover[k];
        out->not_judged |= !is_in_stated_range(velocity[k]);
    }
    out->not_judged |= !is_in_stated_range(near) || !is_in_stated_range(far) ||
                       !is_in_stated_range(longest) || !is_in_stated_range(dt) ||
                       !is_in_stated_range(far - near);
    quad distance = length<D>(r), most = longest;
    if (far != near)
        most = longest * (1 + (distance + magnitude(near)) / magnitude(far - near));
    else
        out->not_judged |= magnitude(distance - near) < 1e-6 * near && distance != near;
    take_reference(in, out);
    count<D>(mover, in[D], other, velocity, most, out);
}

float sized(uint64_t *random) { return any_size(random, -36, 36); }

template <int D> struct closing {
    enum { own = D, speed = 2 * D, runner = 2 * D + 1, velocity = 3 * D + 1, horizon = 4 * D + 1 };

    static void typical(uint64_t *random, float *in) {
        for (int k = 0; k < D; k++) {
            in[k] = draw_between(random, -1e4, 1e4);
            in[runner + k] = draw_between(random, -1e4, 1e4);
            in[own + k] = draw_between(random, -30, 30);
            in[velocity + k] = draw_between(random, -30, 30);
        }
        in[speed] = draw_between(random, 0.1, 50);
        in[horizon] = draw_below(random, 2) ? INFINITY : draw_between(random, 0, 600);
        in[horizon + 1] = draw_below(random, 4) ? 0 : draw_between(random, 0.001, 1000);
    }

    static void sizes(uint64_t *random, float *in) {
        for (int k = 0; k < 4 * D + 1; k++)
            in[k] = sized(random);
        in[speed] = std::fabs(in[speed]);
        in[horizon] = draw_below(random, 2) ? INFINITY : std::fabs(sized(random));
        in[horizon + 1] = draw_below(random, 2) ? 0 : std::fabs(sized(random));
    }

    /* Draws nearly equal velocities, for which the aim is far away. Some velocities are equal, and some
       horizons are near the lead time. */
    static void abreast(uint64_t *random, float *in) {
        typical(random, in);
        bool alike = draw_below(random, 8) == 0;
        for (int k = 0; k < D; k++)
            in[velocity + k] = alike ? in[own + k] : beside(random, in[own + k]);
        if (draw_below(random, 4) == 0) {
            double rr = 0, ww = 0;
            for (int k = 0; k < D; k++) {
                rr += std::pow((double)in[runner + k] - (double)in[k], 2);
                ww += std::pow((double)in[velocity + k] - (double)in[own + k], 2);
            }
            in[horizon] = ww > 0 ? beside(random, (float)std::sqrt(rr / ww)) : 100;
        }
    }

    /* Draws agents that are close together, on axes, at the same position or at rest. Some aims are near the
       chaser. */
    static void close(uint64_t *random, float *in) {
        typical(random, in);
        for (int k = 0; k < D; k++) {
            if (draw_below(random, 3))
                in[runner + k] = draw_below(random, 2) ? beside(random, in[k]) : in[k];
            if (draw_below(random, 3) == 0)
                in[own + k] = 0;
            if (draw_below(random, 3) == 0)
                in[velocity + k] = -(in[runner + k] - in[k]) * draw_between(random, 0.9, 1.1);
        }
        if (draw_below(random, 8) == 0)
            in[speed] = draw_between(random, -2, 0);
    }
};

template <int D, bool timed> struct predict {
    enum { speed = D, other = D + 1, velocity = 2 * D + 1, near = 3 * D + 1, far, longest, dt };

    static void typical(uint64_t *random, float *in) {
        for (int k = 0; k < D; k++) {
            in[k] = draw_between(random, -1e4, 1e4);
            in[other + k] = draw_between(random, -1e4, 1e4);
            in[velocity + k] = draw_between(random, -30, 30);
        }
        in[speed] = draw_between(random, 0.1, 50);
        in[near] = draw_below(random, 4) ? draw_between(random, 0, 5000) : 0;
        in[far] = draw_between(random, 5000, 30000);
        in[longest] = draw_between(random, 0, 600);
        if (timed)
            in[dt] = draw_below(random, 4) ? 0 : draw_between(random, 0.001, 1000);
    }

    static void sizes(uint64_t *random, float *in) {
        for (int k = 0; k < 3 * D + 1; k++)
            in[k] = sized(random);
        in[speed] = std::fabs(in[speed]);
        for (int k = 0; k < D; k++)
            in[velocity + k] = any_size(random, -18, 18);
        for (int k = near; k <= far; k++)
            in[k] = std::fabs(sized(random));
        in[longest] = std::fabs(any_size(random, -18, 18));
        if (timed)
            in[dt] = draw_below(random, 2) ? 0 : std::fabs(sized(random));
    }

    /* Draws distances on or near the steep ramp between near_distance and far_distance, or next to a jump. */
    static void steep(uint64_t *random, float *in) {
        typical(random, in);
        double rr = 0;
        for (int k = 0; k < D; k++)
            rr += std::pow((double)in[other + k] - (double)in[k], 2);
        float distance = (float)std::sqrt(rr), width = std::ldexp(distance, -1 - (int)draw_below(random, 24));
        float part = draw_below(random, 3) ? draw_between(random, -0.5, 1.5) : (float)draw_below(random, 2);
        in[near] = beside(random, distance - part * width);
        in[far] = draw_below(random, 8) ? in[near] + width : in[near] - draw_between(random, 0, 1) * width;
    }

    static void close(uint64_t *random, float *in) {
        typical(random, in);
        in[near] = 0;
        in[far] = draw_between(random, 0, 100);
        for (int k = 0; k < D; k++) {
            if (draw_below(random, 3))
                in[other + k] = draw_below(random, 2) ? beside(random, in[k]) : in[k];
            if (draw_below(random, 3) == 0)
                in[velocity + k] = -(in[other + k] - in[k]) * draw_between(random, 0, 2);
        }
        if (draw_below(random, 8) == 0)
            in[speed] = draw_between(random, -2, 0);
    }
};

const truth::add entries({
    {"closing2d", "typical", closing<2>::typical, true, solve_closing<2>},
    {"closing2d", "any size", closing<2>::sizes, true, solve_closing<2>},
    {"closing2d", "abreast", closing<2>::abreast, true, solve_closing<2>},
    {"closing2d", "close", closing<2>::close, true, solve_closing<2>},
    {"closing3d", "typical", closing<3>::typical, true, solve_closing<3>},
    {"closing3d", "any size", closing<3>::sizes, true, solve_closing<3>},
    {"closing3d", "abreast", closing<3>::abreast, true, solve_closing<3>},
    {"closing3d", "close", closing<3>::close, true, solve_closing<3>},
    {"predict2d", "typical", predict<2, true>::typical, true, solve_predict<2, true>},
    {"predict2d", "any size", predict<2, true>::sizes, true, solve_predict<2, true>},
    {"predict2d", "steep", predict<2, true>::steep, true, solve_predict<2, true>},
    {"predict2d", "close", predict<2, true>::close, true, solve_predict<2, true>},
    {"predict3d", "typical", predict<3, true>::typical, true, solve_predict<3, true>},
    {"predict3d", "any size", predict<3, true>::sizes, true, solve_predict<3, true>},
    {"predict3d", "steep", predict<3, true>::steep, true, solve_predict<3, true>},
    {"predict3d", "close", predict<3, true>::close, true, solve_predict<3, true>},
    {"evade2d", "typical", predict<2, false>::typical, false, solve_predict<2, false>},
    {"evade2d", "any size", predict<2, false>::sizes, false, solve_predict<2, false>},
    {"evade2d", "steep", predict<2, false>::steep, false, solve_predict<2, false>},
    {"evade2d", "close", predict<2, false>::close, false, solve_predict<2, false>},
    {"evade3d", "typical", predict<3, false>::typical, false, solve_predict<3, false>},
    {"evade3d", "any size", predict<3, false>::sizes, false, solve_predict<3, false>},
    {"evade3d", "steep", predict<3, false>::steep, false, solve_predict<3, false>},
    {"evade3d", "close", predict<3, false>::close, false, solve_predict<3, false>},
});

} // namespace
