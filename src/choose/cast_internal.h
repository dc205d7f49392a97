/* Declares the search for the first hit of a ray. Sixteen walls, discs or boxes are tested at a time, in
   floats, with bounds of all rounding errors. cast.c decides which of the remaining walls and discs is hit
   first. */
#ifndef WAY_CAST_INTERNAL_H
#define WAY_CAST_INTERNAL_H

#include "crowd/search.h"
#include "walls/wall_tree.h"

/* Returns the power of two that takes a size from 2^-500 to 2^500 to a number from 0.5 to 1. */
static inline double way_power_of(double size) {
    uint64_t bits;
    double power;
    memcpy(&bits, &size, sizeof bits);
    bits = (2045 - (bits >> 52)) << 52; /* the exponent bits */
    memcpy(&power, &bits, sizeof power);
    return power;
}

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
    float widest;                    /* an upper bound of the radii; discs with a larger one are left out */
    float error;                     /* an upper bound of the errors of a crowd's centres */
    uint32_t runners;
} way_disc_columns;

/* Reduces the list of candidates of a beam. Called when the list is full. */
void way_settle_beam(way_beam *beam);

/* Of the discs in the set `bits`, returns those that the ray can hit, and stores their radii. */
unsigned way_hittable(const way_beam *beam, const way_disc_columns *of, const float *leaf, unsigned bits,
                      float *radius);

/* Returns the masks of a disc, or 0 if no ray can hit it. Sets the radius. */
uint32_t way_disc_of(const way_disc_columns *of, uint32_t row, float *radius);

/* A block of rays: the inputs, and what is derived from them. A direction is scaled by a power of two, so that its
   larger component is from 0.5 to 1. Then the hits that packets find: see beam_packets.h. */
typedef struct way_ray_block {
    double x[WAY_BEAMS], y[WAY_BEAMS], dx[WAY_BEAMS], dy[WAY_BEAMS], range[WAY_BEAMS], radius[WAY_BEAMS];
    double length[WAY_BEAMS];                    /* length of the direction */
    double wall_x[WAY_BEAMS], wall_y[WAY_BEAMS]; /* the start, relative to the walls' origin: twins */
    double wall_x_lo[WAY_BEAMS], wall_y_lo[WAY_BEAMS];
    float self[WAY_BEAMS], masks[WAY_BEAMS];
    float row[WAY_BEAMS];    /* uint32_t: the row of the hit */
    unsigned plain;          /* bits of the rays that packets can search */
    unsigned settled;        /* bits of the rays whose hit is known */
    unsigned hits, on_discs; /* bits of the rays with a hit, and with a disc as this hit */
} way_ray_block;

enum { LARGE_CELLS = WAY_LEAF * (LEAF_ROW(2) + 1) };

/* What a block of rays is searched in: a tree of walls and a crowd of discs, or NULL. */
typedef struct way_obstacles {
    const way_wall_tree *walls;
    const way_crowd *crowd;
    const way_disc_columns *columns;
    /* The few discs that are much larger than those of `columns`, in leaves that are not in the crowd. A leaf has
       only the rows up to LEAF_ROW(2), so it takes LARGE_CELLS. */
    const way_disc_columns *large_columns;
    const float *large;
    size_t large_leaves;
    int any;
    float near[2]; /* rays whose starts are within this distance may share a packet: among walls, and discs */
} way_obstacles;

/* The walls that rays without a radius hit, as doubles. w leads from the start to the wall's first end, and e
   from there to its other end. */
typedef struct way_wall_hits {
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
    /* Sets what is derived from the inputs of the rays that packets can search. */
    void (*prepare_block)(way_ray_block *rays, double origin_x, double origin_y);
    void (*see_rays)(way_ray_block *rays, const way_obstacles *in);
    /* Computes distances, points and normals in doubles. Returns the bits of those rays whose answers
       rounding cannot change. */
    unsigned (*meet_walls)(const way_ray_block *rays, const way_wall_hits *hits, way_hit_block *to);
} way_cast_lanes;
WAY_EACH_TABLE(WAY_DECLARE_LANES, way_cast_lanes)

#endif
