/* Declares turning_bound(), which runs plain C's lower bound of the time to cut off one candidate by
   turning. */
#ifndef TURNING_BOUND_H
#define TURNING_BOUND_H

#ifdef __cplusplus
extern "C" {
#endif

/* A chooser's position, speed and turning columns, and a candidate's position and velocity. */
typedef struct turning_pair {
    float place[2], speed, turning[5], runner[2], velocity[2];
} turning_pair;

/* Returns the lower bound, or +inf if the chooser can never cut off the candidate. */
float turning_bound(const turning_pair *pair);

#ifdef __cplusplus
}
#endif

#endif
