/* Declares the search for the first hit of a ray. Sixteen walls, discs or boxes are tested at a time, in
   floats, with bounds of all rounding errors. cast.c decides which of the remaining walls and discs is hit
   first. */
#ifndef WAY_CAST_INTERNAL_H
#define WAY_CAST_INTERNAL_H

#include "crowd/search.h"
#include "walls/wall_tree.h"

/* Does a ray hit something? */
typedef enum ray_verdict { RAY_MISSES, RAY_HITS, RAY_UNDECIDED } ray_verdict;

/* There is room for the candidates of two leaves. */
enum { WAY_SEEN = 32 };

/* A ray in the search, and the walls and discs that it may hit first. The unit of a time t is the length of
   the direction (dx, dy), whose larger component is from 0.5 to 1. */
typedef struct way_beam {
    float x, y, dx, dy;
    float slack;        /* upper bound of the errors of x and y */
    float radius;       /* radius of the ray, rounded up */
    float until;        /* an upper bound of the time of the first hit */
    float sure;         /* the range, rounded down */
    int32_t any;        /* 1 if the search ends at the first certain hit */
    int32_t is_certain; /* 1 if a certain hit is known */
    int32_t count;
    float from[WAY_SEEN];   /* lower bound of the time of the hit */
    uint32_t row[WAY_SEEN]; /* row of the wall or disc */
    unsigned char kind[WAY_SEEN], certain[WAY_SEEN];
    void *ray; /* the way_ray: see cast_meeting.h */
} way_beam;

/* The columns of the discs that the search reads. */
typedef struct way_disc_columns {
    const way_column *radii, *masks; /* `radii` is NULL if all discs have the radius `widest` */
    float widest;                    /* an upper bound of the radii */
    float error;                     /* an upper bound of the errors of a crowd's centres */
    uint32_t runners;
} way_disc_columns;

/* Reduces the list of candidates of a beam. Called when the list is full. */
void way_settle_beam(way_beam *beam);

/* Of the discs in the set `bits`, returns those that the ray can hit, and stores their radii. */
unsigned way_hittable(const way_beam *beam, const way_disc_columns *of, const float *leaf, unsigned bits,
                      float *radius);

/* The functions of one instruction set. */
typedef struct way_cast_lanes {
    void (*see_wall_list)(way_beam *beam, const way_wall_leaf *leaf, size_t leaves);
    void (*see_wall_tree)(way_beam *beam, const way_wall_tree *tree);
    void (*see_disc_list)(way_beam *beam, const float *leaf, size_t leaves, const way_disc_columns *of);
    void (*see_crowd)(way_beam *beam, const way_crowd *crowd, const way_disc_columns *of);
} way_cast_lanes;
WAY_EACH_TABLE(WAY_DECLARE_LANES, way_cast_lanes)

#endif
