/* The exact answer of the interception: the naive reference in 113-bit numbers. In these, all deciding sums
   and products of floats of similar magnitude are exact. */
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
    float reach, horizon, platform[D]; /* the truth ignores the horizon */
    float range = INFINITY;            /* and the range */
};

template <int D> struct answer {
    float time, point[D], velocity[D], latest, distance;
    int32_t status;
};

template <int D> struct meeting {
    int32_t status; /* met, there, too slow or immobile */
    bool touching;  /* the discriminant is within 2^-100 of its terms: either answer is accepted */
    bool latest_infinite;
    quad time, latest;
    quad point[D], point_term[D]; /* point_term: the largest term of the point's sum */
    quad velocity[D], speed;
    /* from the chaser's position now to the point; distance_term: the largest of it and its terms */
    quad distance, distance_term;
};

/* A chase from an agent's inputs. `At` has the column indices: At::chaser, At::speed and so on. The horizon
   is not read. */
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

/* Whether the header states its bounds for this chase. */
template <int D> bool in_range(const chase<D> &given);

/* The errors of an answer, in ulps as the header counts them; -1 if there is nothing to count. */
struct verdict {
    bool wrong;    /* the status is wrong, or the answer without a meeting is not the documented one */
    bool touching; /* not counted */
    double time, latest, point, velocity, length, distance;
};

template <int D> verdict judge(const chase<D> &given, const meeting<D> &exact, const answer<D> &got);

} // namespace truth_intercept

#endif
