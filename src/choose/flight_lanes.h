/* Tests rays against triangles in vectors of floats, with bounds of all rounding errors. One ray can be tested
   against several triangles, or several rays against one triangle. Source: the test is that of Moeller and
   Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection". */
#ifndef WAY_FLIGHT_LANES_H
#define WAY_FLIGHT_LANES_H

#include "choose/cast3d_internal.h"
#include "choose/ray_packets.h"
#include "lanes/vectors.h"

/* PART: an upper bound of the relative error of a sum of a few products. TINY: an upper bound of errors by
   underflow. HUGE_SIZE: if terms are larger, a product may overflow. */
#define PART 0x1p-20f
#define TINY 0x1p-100f
#define HUGE_SIZE 1e36f

WAY_INLINE vector load3(const float (*from)[WAY_TRIANGLE_FAN], int at) {
    return (vector){f_load(from[0] + at), f_load(from[1] + at), f_load(from[2] + at)};
}

/* Rays, one per lane. See way_beam3d. */
typedef struct lane_rays {
    vector at, d;
    flanes slack, until, sure;
    ilanes masks;
} lane_rays;

/* Triangles, one per lane: corner a, the edges e and g from a to b and to c, n = e x g, and the sizes of these
   vectors. `part` is an upper bound of the errors of n times a direction. */
typedef struct lane_triangles {
    vector a, e, g, n;
    flanes sizes, area, part, sides; /* sizes: of e plus of g; area: of e times of g */
    ilanes masks;
} lane_triangles;

WAY_INLINE lane_triangles triangles_at(const way_triangle_leaf *leaf, int k) {
    lane_triangles t = {
        .a = load3(leaf->a, k), .sides = f_load(leaf->sides + k), .masks = i_load(leaf->masks + k)};
    t.e = vector_sub(load3(leaf->b, k), t.a, 3);
    t.g = vector_sub(load3(leaf->c, k), t.a, 3);
    t.n = vector_cross(t.e, t.g, 3);
    const flanes of_e = vector_size(t.e, 3), of_g = vector_size(t.g, 3);
    t.sizes = f_add(of_e, of_g);
    t.area = f_mul(of_e, of_g);
    t.part = f_add(f_mul(t.area, f_set(PART)), f_set(TINY));
    return t;
}

/* How rays pass triangles. A ray may hit its triangle if `open` is true; `inside` says that it certainly passes
   through it, if it is also ahead. The time of the hit is gap / size, with the errors of_gap and of_size. */
typedef struct lane_passes {
    mask open, inside, is_sound;
    flanes gap, of_gap, size, of_size;
} lane_passes;

/* For rays without a radius. Let w be the vector from the start to corner a. The ray meets the plane at t =
   (w.n) / (d.n). With r = d x w, it meets the triangle if -g.r / (d.n) and e.r / (d.n) are at least 0, and their
   sum is at most 1. A lane is left out only if a number is certainly negative, so NaN leaves no lane out. */
WAY_INLINE lane_passes pass_triangles(lane_rays b, lane_triangles t) {
    const flanes tiny = f_set(TINY), slack = f_mul(f_set(4.0f), b.slack), zero = f_set(0.0f);
    const vector w = vector_sub(t.a, b.at, 3), r = vector_cross(b.d, w, 3);
    const flanes pace = vector_dot(b.d, t.n, 3), first = f_negate(f_flip(vector_dot(t.g, r, 3), pace)),
                 second = f_flip(vector_dot(t.e, r, 3), pace), gap = f_flip(vector_dot(w, t.n, 3), pace),
                 size = f_abs(pace), third = f_sub(f_sub(size, first), second);
    const flanes of_w = vector_size(w, 3),
                 of_side = f_add(f_mul(f_add(f_add(f_mul(of_w, f_set(PART)), slack), tiny), t.sizes), tiny);
    const flanes of_third = f_add(f_add(of_side, of_side), t.part);
    const flanes of_gap = f_add(f_add(f_mul(t.part, of_w), f_mul(slack, t.area)), tiny);
    /* if a product may have overflowed, the numbers with w.n are not used */
    const mask is_sound = f_le(f_mul(t.area, of_w), f_set(HUGE_SIZE));
    const mask misses =
        m_or(m_or(f_lt(first, f_negate(of_side)), f_lt(second, f_negate(of_side))),
             m_or(f_lt(third, f_negate(of_third)), m_and(is_sound, f_lt(gap, f_negate(of_gap)))));
    const mask is_sure = f_lt(t.part, size), is_back = m_and(is_sure, f_lt(zero, f_flip(t.sides, pace)));
    const mask is_out = m_or(m_or(misses, is_back), i_apart(t.masks, b.masks));
    const mask inside =
        m_and(m_and(m_and(is_sure, is_sound), m_and(f_le(of_side, first), f_le(of_side, second))),
              m_and(f_le(of_third, third), f_le(of_gap, gap)));
    return (lane_passes){m_andnot(f_le(zero, zero), is_out), inside, is_sound, gap, of_gap, size, t.part};
}

WAY_INLINE lane_hits time_passes(lane_rays b, const lane_passes *p) {
    const flanes begin = f_keep(p->is_sound, f_div(f_sub(p->gap, p->of_gap), f_add(p->size, p->of_size))),
                 end = f_div(f_add(p->gap, p->of_gap), f_sub(p->size, p->of_size));
    return (lane_hits){m_and(p->open, f_le(begin, b.until)), m_and(p->inside, f_le(end, b.sure)),
                       f_larger(f_set(0.0f), begin), end};
}

/* The size of a list of children that are not yet visited. */
enum { STOPS = WAY_TRIANGLE_LEVELS * (WAY_TRIANGLE_FAN - 1) + WAY_TRIANGLE_FAN };

/* Brings the first lines of a node or a leaf into the cache: the search reads it soon. */
WAY_INLINE void fetch_child(const way_triangle_node *nodes, const way_triangle_leaf *leaves, uint32_t child) {
#if defined(__GNUC__)
    const char *at = child & WAY_TRIANGLE_IS_LEAF ? (const char *)(leaves + (child & ~WAY_TRIANGLE_IS_LEAF))
                                                  : (const char *)(nodes + child);
    for (int line = 0; line < 8; line++)
        __builtin_prefetch(at + 64 * line);
#else
    (void)nodes, (void)leaves, (void)child;
#endif
}

#endif
