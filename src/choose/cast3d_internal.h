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

/* The inputs of a block of rays: the start, the direction, the radius, the range or the horizon, and masks. */
enum { WAY_FLIGHTS = 32, WAY_PACKET3D = 16 };
typedef struct way_flight_block {
    double in[8][WAY_FLIGHTS];
    float masks[WAY_FLIGHTS];
} way_flight_block;

/* The hits of sixteen rays of a block, which are searched together: see flight_packets.h. */
typedef struct way_packet_hits {
    float seat[WAY_PACKET3D]; /* uint32_t: see way_beam3d */
    unsigned settled, hits;   /* bits of the rays whose hit is known; and of those with a hit */
} way_packet_hits;

/* What packets are searched in. Rays that start within `near` of each other may share a packet; `size` is the
   largest coordinate of a triangle. */
typedef struct way_packet_scene {
    const way_triangle_tree *tree;
    double origin[3];
    float near, size;
    int any;
} way_packet_scene;

/* The answers of a block: the distance or the time, the point and the normal; and the bits of integers. */
typedef struct way_landing_block {
    double out[7][WAY_FLIGHTS];
    float row[WAY_FLIGHTS], status[WAY_FLIGHTS], kind[WAY_FLIGHTS];
} way_landing_block;

/* The functions of one instruction set. */
typedef struct way_triangle_lanes {
    void (*see_leaf)(way_beam3d *beam, const way_triangle_leaf *leaf);
    void (*see_tree)(way_beam3d *beam, const way_triangle_tree *tree);
    /* Finds the hits of the rays `first` to `first` + 15 of a block. */
    void (*see_flights)(const way_flight_block *block, size_t first, const way_packet_scene *in,
                        way_packet_hits *hits);
    /* Computes the distances, points and normals of the settled rays with a hit. Returns the bits of those whose
       answers rounding cannot change. */
    unsigned (*land_packet)(const way_flight_block *block, size_t first, const way_packet_scene *in,
                            const way_packet_hits *hits, way_landing_block *to);
} way_triangle_lanes;
WAY_EACH_TABLE(WAY_DECLARE_LANES, way_triangle_lanes)

#endif
