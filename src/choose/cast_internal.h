/* Declares the search for the first hit of a ray. Sixteen walls, discs or boxes are tested at a time, in
   floats, with bounds of all rounding errors. cast.c decides which of the remaining walls and discs is hit
   first. */
#ifndef WAY_CAST_INTERNAL_H
#define WAY_CAST_INTERNAL_H

#include "crowd/search.h"
#include "walls/wall_tree.h"

/* Does a ray hit something? */
typedef enum ray_verdict { RAY_MISSES, RAY_HITS, RAY_UNDECIDED } ray_verdict;

/* WAY_BEAMS: how many beams are searched together. WAY_SEEN: there is room for the candidates of two
   leaves. */
enum { WAY_BEAMS = 16, WAY_SEEN = 32 };

/* A ray in the search, and the walls and discs that it may hit first. The unit of a time t is the length of
   the direction (dx, dy), whose larger component is from 0.5 to 1. */
typedef struct way_beam {
    float x, y, dx, dy;
    float slack;          /* upper bound of the errors of x and y */
    float radius;         /* radius of the ray, rounded up */
    float until;          /* an upper bound of the time of the first hit */
    float sure;           /* the range, rounded down */
    int32_t any;          /* 1 if the search ends at the first certain hit */
    int32_t is_certain;   /* 1 if a certain hit is known */
    int32_t count, walls; /* candidates in the list; the first `walls` of them are walls, the others discs */
    float from[WAY_SEEN]; /* lower bound of the time of the hit */
    float row[WAY_SEEN];  /* uint32_t: row of the wall or disc */
    void *ray;            /* the way_ray: see cast_meeting.h */
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

/* Rays without a radius and the walls that they hit, as doubles. w leads from the start to the wall's first
   end, and e from there to its other end. */
typedef struct way_wall_hits {
    double x[WAY_BEAMS], y[WAY_BEAMS], dx[WAY_BEAMS], dy[WAY_BEAMS], length[WAY_BEAMS];
    double wx[WAY_BEAMS], wy[WAY_BEAMS], ex[WAY_BEAMS], ey[WAY_BEAMS];
} way_wall_hits;

/* The answers of a block of rays. */
typedef struct way_hit_block {
    double distance[WAY_BEAMS], x[WAY_BEAMS], y[WAY_BEAMS], normal_x[WAY_BEAMS], normal_y[WAY_BEAMS];
    float kind[WAY_BEAMS], row[WAY_BEAMS], status[WAY_BEAMS]; /* the bits of integers */
} way_hit_block;

/* The functions of one instruction set. */
typedef struct way_cast_lanes {
    void (*see_wall_list)(way_beam *beam, const way_wall_leaf *leaf, size_t leaves);
    void (*see_wall_tree)(way_beam *const *beams, int count, const way_wall_tree *tree);
    void (*see_disc_list)(way_beam *beam, const float *leaf, size_t leaves, const way_disc_columns *of);
    void (*see_crowd)(way_beam *const *beams, int count, const way_crowd *crowd, const way_disc_columns *of);
    /* Computes distances, points and normals in doubles. Returns the bits of those rays whose answers
       rounding cannot change. */
    unsigned (*meet_walls)(const way_wall_hits *hits, way_hit_block *to);
} way_cast_lanes;
WAY_EACH_TABLE(WAY_DECLARE_LANES, way_cast_lanes)

#endif
