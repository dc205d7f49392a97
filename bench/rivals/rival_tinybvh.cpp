/* See rival_tinybvh.h. */
#include "rival_tinybvh.h"

#include <cmath>
#include <cstring>
#include <vector>

#define TINYBVH_IMPLEMENTATION
#include "tiny_bvh.h"

struct rival_tinybvh {
    std::vector<tinybvh::bvhvec4> corners;
    tinybvh::BVH8_CPU tree;
};

rival_tinybvh *rival_tinybvh_build(const float *triangle, size_t stride, size_t count) {
    auto *made = new rival_tinybvh;
    for (size_t i = 0; i < count; i++) {
        float at[9];
        std::memcpy(at, reinterpret_cast<const char *>(triangle) + stride * i, sizeof at);
        for (int k = 0; k < 9; k += 3)
            made->corners.emplace_back(at[k], at[k + 1], at[k + 2], 0.0f);
    }
    made->tree.BuildHQ(made->corners.data(), static_cast<uint32_t>(count));
    return made;
}

void rival_tinybvh_cast(const rival_tinybvh *made, const float *const from[3], const float *const to[3],
                        size_t rays, bool any, float *distance, uint32_t *hit) {
    for (size_t i = 0; i < rays; i++) {
        const tinybvh::bvhvec3 start(from[0][i], from[1][i], from[2][i]), way(to[0][i], to[1][i], to[2][i]);
        tinybvh::Ray ray(start, way);
        if (any) {
            hit[i] = made->tree.IsOccluded(ray);
            continue;
        }
        made->tree.Intersect(ray);
        const bool is_hit = ray.hit.t < 1e29f;
        distance[i] = is_hit ? ray.hit.t : INFINITY;
        hit[i] = is_hit ? ray.hit.prim : UINT32_MAX;
    }
}
