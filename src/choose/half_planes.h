/* Finds the best of the velocities that lie in a disc and in all given half-planes. Seidel's algorithm adds
   one half-plane at a time. avoid_space.c uses the algorithm in the disc that is the intersection of a plane
   and a ball. */
#ifndef WAY_HALF_PLANES_H
#define WAY_HALF_PLANES_H

#include "crowd/search.h"

typedef struct way_vec2 {
    double x, y;
} way_vec2;

static inline double way_dot2(way_vec2 a, way_vec2 b) { return a.x * b.x + a.y * b.y; }
static inline way_vec2 way_sub2(way_vec2 a, way_vec2 b) { return (way_vec2){a.x - b.x, a.y - b.y}; }
static inline way_vec2 way_scale2(double a, way_vec2 b) { return (way_vec2){a * b.x, a * b.y}; }
static inline way_vec2 way_left_of(way_vec2 a) { return (way_vec2){-a.y, a.x}; }

/* The velocities v with n.v >= c. n has length 1. */
typedef struct way_half_plane {
    way_vec2 n;
    double c;
} way_half_plane;

/* The neighbours of an agent in 2D, with one array per field, so that eight neighbours are computed at once.
   The last neighbour is repeated until the number is a multiple of eight. */
enum { WAY_AROUND = 32, WAY_EIGHT = 8 };

typedef struct way_around {
    double x[WAY_AROUND], y[WAY_AROUND];   /* position; form_cores makes it relative to the agent */
    double vx[WAY_AROUND], vy[WAY_AROUND]; /* velocity; form_cores subtracts it from the agent's */
    double radius[WAY_AROUND], share[WAY_AROUND];
    double square[WAY_AROUND];                                    /* squared distance */
    double part[WAY_AROUND], hurry[WAY_AROUND], soft[WAY_AROUND]; /* as in way_pair */
    double gives[WAY_AROUND]; /* how far the agent gives way, -1 to 1: see GIVES_FROM */
    /* the half-plane of each neighbour's core (c is -inf without a core), and later that of the horizon */
    double nx[WAY_AROUND], ny[WAY_AROUND], c[WAY_AROUND];
    uint32_t row[WAY_AROUND];
    int count;
} way_around;

/* A search in the disc around 0 for the point that is nearest to `aim` or, if `is_far` is set, farthest in
   the direction of `aim`. A point counts as inside a half-plane if it is outside by at most `slack`. */
typedef struct way_disc_search {
    way_vec2 aim;
    double radius, slack;
    int is_far;
} way_disc_search;

/* Directions count as parallel if the sine of their angle is below this. */
#define WAY_PARALLEL 0x1p-40

/* On entry, `best` is the best point for the half-planes before number `from`. Changes `best` to the best
   point for the first `count` half-planes, and returns `count`. If no point is in all of them, returns the
   number of the first half-plane that leaves none. */
int way_best_in_half_planes(const way_disc_search *s, const way_half_plane *all, int from, int count,
                            way_vec2 *best);

#endif
