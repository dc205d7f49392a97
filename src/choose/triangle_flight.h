/* Declares rays and balls in flight, and what they meet in space. A flight starts at o and has the direction d;
   its points are o + t d with t >= 0. */
#ifndef WAY_FLIGHT_H
#define WAY_FLIGHT_H

#include <math.h>
#include <string.h>

#include "choose/cast_internal.h"
#include "kernels/bounce/wall_crossing.h"
#include "walls/triangle_tree.h"

/* Two times within WAY_NEAR of each other are compared in twins. */
#define WAY_NEAR 0x1p-20

/* A vector in space. */
typedef struct twin3 {
    twin x, y, z;
} twin3;

typedef struct way_flight {
    twin3 at;            /* the start, relative to the triangles' origin */
    twin3 d;             /* the direction, scaled by a power of two, so that its longest axis is 0.5 to 1 */
    double power[2];     /* d is the caller's direction times both factors */
    double radius, most; /* most: the range in m, or the horizon in s */
    double last;         /* the same as a time t */
    uint32_t mask;
    int32_t is_sweep; /* 1: they meet when the distance falls to the radius; 0: if it is at most the radius */
} way_flight;

/* When does the flight meet the triangle? If `exact` is 1, computes in twins and always decides. */
ray_verdict way_meet_triangle(const way_flight *f, const way_triangle *triangle, int exact, twin *t);

/* Where a flight meets a triangle: the vector from the start to the point of contact, and the normal. If a ray
   with a radius touches the triangle at the start, the vector is 0. */
typedef struct way_landing {
    twin3 to;
    double normal[3]; /* a unit vector away from the triangle */
} way_landing;

way_landing way_land_on(const way_flight *f, const way_triangle *triangle, twin t);

/* Multiplies a vector by two powers of two, so that its largest component is from 0.5 to 1. This is exact,
   except that bits of a smaller component below 2^-1074 are lost. */
static inline void way_scale3(double d[3], double power[2]) {
    const double size = twin_larger(twin_larger(fabs(d[0]), fabs(d[1])), fabs(d[2]));
    power[0] = size >= 0x1p-500 && size <= 0x1p500 ? 1.0 : size < 1.0 ? 0x1p600 : 0x1p-600;
    power[1] = way_power_of(size * power[0]);
    for (int k = 0; k < 3; k++)
        d[k] = d[k] * power[0] * power[1];
}

#endif
