/* The best velocity in a disc that lies in all given half-planes. The algorithm is Seidel's and adds one
   half-plane at a time. avoid_space.c uses it on the cut of a plane with a ball. */
#ifndef WAY_HALF_PLANES_H
#define WAY_HALF_PLANES_H

#include "choose/search.h"

typedef struct way_vec2 {
    double x, y;
} way_vec2;

static inline double way_dot2(way_vec2 a, way_vec2 b) { return a.x * b.x + a.y * b.y; }
static inline way_vec2 way_sub2(way_vec2 a, way_vec2 b) { return (way_vec2){a.x - b.x, a.y - b.y}; }
static inline way_vec2 way_scale2(double a, way_vec2 b) { return (way_vec2){a * b.x, a * b.y}; }
static inline way_vec2 way_left_of(way_vec2 a) { return (way_vec2){-a.y, a.x}; }

/* n.v >= c, with n of length 1. */
typedef struct way_half_plane {
    way_vec2 n;
    double c;
} way_half_plane;

/* Finds the point of the disc around 0 that is nearest to `aim`, or with `is_far` the farthest in the
   direction of `aim`. A point outside a half-plane by up to `slack` counts as inside. */
typedef struct way_disc_search {
    way_vec2 aim;
    double radius, slack;
    int is_far;
} way_disc_search;

/* Directions count as parallel if the sine of their angle is less. */
#define WAY_PARALLEL 0x1p-40

/* On entry, `best` is the best point for the half-planes before `from`; on return, for the first `count`.
   Returns `count`, or the number of the first half-plane that leaves no point. */
int way_best_in_half_planes(const way_disc_search *s, const way_half_plane *all, int from, int count,
                            way_vec2 *best);

#endif
