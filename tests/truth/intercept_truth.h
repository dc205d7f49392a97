/* Computes the exact answer of the interception with the naive reference in 113-bit numbers. With 113 bits,
   all sums and products that decide the status are exact if the floats have similar magnitudes. */
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
    float reach, horizon, platform[D]; /* solve() ignores the horizon */
    float range = INFINITY;            /* solve() ignores the range, too */
};

template <int D> struct answer {
    float time, point[D], velocity[D], latest, distance;
    int32_t status;
};

template <int D> struct meeting {
    int32_t status; /* met, there, too slow or immobile */
    bool touching;  /* the discriminant is below 2^-100 of its terms, so either answer is accepted */
    bool latest_infinite;
    quad time, latest;
    quad point[D], point_term[D]; /* point_term: the larger of |runner| and |velocity * time| */
    quad velocity[D], speed;
    /* distance: from the chaser's present position to the point; distance_term: the largest of the distance
       and its terms */
    quad distance, distance_term;
};

/* Makes a chase from an agent's inputs. `At` has the column numbers: At::chaser, At::speed and so on. The
   chase has no horizon. */
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

/* Do the header's bounds apply to this chase? */
template <int D> bool in_range(const chase<D> &given);

/* The errors of an answer in ulps, as the header counts them. An error is -1 if there is nothing to count. */
struct verdict {
    /* wrong: an output is NaN, the status or an infinite `latest` is wrong, or without a meeting an output is
       not the documented one */
    bool wrong;
    bool touching; /* meeting.touching is true, so the chase does not count */
    double time, latest, point, velocity, length, distance;
};

template <int D> verdict judge(const chase<D> &given, const meeting<D> &exact, const answer<D> &got);

} // namespace truth_intercept

#endif
