/* The bound of time by turning, as a leaf's of plain C. */
#ifndef TURNING_BOUND_H
#define TURNING_BOUND_H

#ifdef __cplusplus
extern "C" {
#endif

/* The chooser's place, speed and how it turns; the candidate's place and velocity. +inf: it is never cut off. */
typedef struct turning_pair {
    float place[2], speed, turning[5], runner[2], velocity[2];
} turning_pair;

float turning_bound(const turning_pair *pair);

#ifdef __cplusplus
}
#endif

#endif
