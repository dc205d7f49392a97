/* Rays against triangles by tinybvh (https://github.com/jbikker/tinybvh): its tree with eight children for AVX2. */
#ifndef RIVAL_TINYBVH_H
#define RIVAL_TINYBVH_H

#include <cstddef>
#include <cstdint>

struct rival_tinybvh;

/* Builds the tree of high quality. The nine coordinates of a triangle lie next to each other, `stride` bytes after
   those of the triangle before. */
rival_tinybvh *rival_tinybvh_build(const float *triangle, size_t stride, size_t count);

/* Casts rays one by one: with `any`, hit[i] tells whether ray i hits something; otherwise distance and row of the
   first hit are stored, or +inf and UINT32_MAX. */
void rival_tinybvh_cast(const rival_tinybvh *tree, const float *const from[3], const float *const to[3],
                        size_t rays, bool any, float *distance, uint32_t *hit);

#endif
