/* Declares the lower bound of the time by turning for one candidate, as plain C computes it for a leaf. */
#ifndef TURNING_BOUND_H
#define TURNING_BOUND_H

#ifdef __cplusplus
extern "C" {
#endif

/* A chooser's position, speed and turning columns, and a candidate's position and velocity. */
typedef struct turning_pair {
    float place[2], speed, turning[5], runner[2], velocity[2];
} turning_pair;

/* Returns the bound, or +inf if the chooser can never cut off the candidate. */
float turning_bound(const turning_pair *pair);

#ifdef __cplusplus
}
#endif

#endif
