/* Declares the search for the first triangle that a ray or a ball meets. Sixteen triangles or boxes are tested at
   a time, in floats, with bounds of all rounding errors. cast3d.c decides about the triangles that the search
   cannot leave out. */
#ifndef WAY_CAST3D_INTERNAL_H
#define WAY_CAST3D_INTERNAL_H

#include "isa/isa.h"
#include "walls/triangle_tree.h"

/* There is room for the candidates of two leaves. */
enum { WAY_AHEAD3D = 2 * WAY_TRIANGLE_FAN };

/* A ray or a ball in the search, and the triangles that it may meet first. The unit of a time t is the length of
   the direction d, whose largest component is from 0.5 to 1. */
typedef struct way_beam3d {
    float at[3], d[3];
    float slack;  /* an upper bound of the errors of `at` */
    float radius; /* rounded up */
    float until;  /* an upper bound of the time of the first hit, below 2^66 */
    float sure;   /* the range, rounded down */
    uint32_t masks;
    int32_t any;        /* 1: the search ends at the first certain hit */
    int32_t is_certain; /* is a certain hit known? */
    int32_t count;
    float from[WAY_AHEAD3D]; /* a lower bound of the time */
    uint32_t row[WAY_AHEAD3D];
    uint32_t seat[WAY_AHEAD3D]; /* 16 times the number of its leaf in the tree, plus its lane */
    unsigned char certain[WAY_AHEAD3D];
    struct way_decider *decider; /* see cast3d.c */
} way_beam3d;

/* Makes room for the candidates of another leaf. */
void way_settle_beam3d(way_beam3d *beam);

/* The functions of one instruction set. */
typedef struct way_triangle_lanes {
    void (*see_leaf)(way_beam3d *beam, const way_triangle_leaf *leaf);
    void (*see_tree)(way_beam3d *beam, const way_triangle_tree *tree);
} way_triangle_lanes;
WAY_EACH_TABLE(WAY_DECLARE_LANES, way_triangle_lanes)

#endif
