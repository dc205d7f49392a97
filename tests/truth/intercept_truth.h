/* What is exactly right of the interception: the naive reference on the given floats in numbers of 113 bits, in
   which all sums and products of comparable floats that decide anything are exact. */
#ifndef WAYLAY_TESTS_TRUTH_INTERCEPT_H
#define WAYLAY_TESTS_TRUTH_INTERCEPT_H

#include <cmath>
#include <cstdint>

#include "truth/truth.h"
#include "waylay/waylay.h"

namespace truth_intercept {

using truth::quad;

template <int D> struct chase {
    float chaser[D], speed, runner[D], velocity[D];
    float reach, horizon, platform[D]; /* the truth knows no horizon, */
    float range = INFINITY;            /* and no range */
};

template <int D> struct answer {
    float time, point[D], velocity[D], latest, distance;
    int32_t status;
};

template <int D> struct meeting {
    int32_t status; /* met, there, too slow or immobile */
    bool touching;  /* the discriminant is within 2^-100 of its terms: either answer will do */
    bool latest_infinite;
    quad time, latest;
    quad point[D], point_term[D]; /* and the largest term of its sum */
    quad velocity[D], speed;
    quad distance,
        distance_term; /* from the chaser's place now to the point, and the largest of it and its terms */
};

/* From an agent's inputs, by the numbers of its columns: At::chaser, At::speed, ... The horizon is another matter. */
template <int D, class At> chase<D> chase_of(const float *in) {
    chase<D> chase = {};
    for (int k = 0; k < D; k++) {
        chase.chaser[k] = in[At::chaser + k];
        chase.runner[k] = in[At::runner + k];
        chase.velocity[k] = in[At::velocity + k];
        chase.platform[k] = in[At::platform + k];
    }
    chase.speed = in[At::speed];
    chase.reach = in[At::reach];
    chase.horizon = INFINITY;
    return chase;
}

template <int D> meeting<D> solve(const chase<D> &given);

/* Does the header promise its bounds here? */
template <int D> bool in_range(const chase<D> &given);

/* What an answer is worth: errors in ulps as the header counts them, -1 where there is nothing to count. */
struct verdict {
    bool wrong;    /* a yes or no, or an answer that is not what a missed runner gets */
    bool touching; /* not counted */
    double time, latest, point, velocity, length, distance;
};

template <int D> verdict judge(const chase<D> &given, const meeting<D> &exact, const answer<D> &got);

} // namespace truth_intercept

#endif
