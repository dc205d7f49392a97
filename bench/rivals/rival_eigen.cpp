/* Computes the all-float formula of plain.c in Eigen's array expressions. The loop works on slices that fit
   the first-level cache, because temporaries of whole columns would go through memory at every operation. */
#include "rival.h"

#include <limits>

/* Each build has its own namespace, so that the linker does not merge templates compiled with different
   flags. */
#define EIGEN_JOIN_(a, b) a##b
#define EIGEN_JOIN(a, b) EIGEN_JOIN_(a, b)
#define Eigen EIGEN_JOIN(Eigen_, RIVAL)
#include <Eigen/Core>

void RIVAL(const rival_columns *columns, size_t count) {
    using slice = Eigen::Array<float, RIVAL_LANES, 1>;
    using words = Eigen::Array<int32_t, RIVAL_LANES, 1>;
    using in = Eigen::Map<const slice>;
    using out = Eigen::Map<slice>;
    const rival_columns column = *columns;
    const float infinity = std::numeric_limits<float>::infinity();

    for (size_t i = 0; i < count; i += RIVAL_LANES) {
        const in runner_x(column.runner_x + i), runner_y(column.runner_y + i);
        const in vx(column.runner_vx + i), vy(column.runner_vy + i);
        const in s(column.chaser_speed + i);
        const slice rx = runner_x - in(column.chaser_x + i);
        const slice ry = runner_y - in(column.chaser_y + i);

        const slice c = rx * rx + ry * ry;
        const slice b = rx * vx + ry * vy;
        const slice k = rx * vy - ry * vx;
        const slice minus_a = (s * s - vy * vy) - vx * vx;
        const slice disc = s * s * c - k * k;
        const slice root = disc.max(0.0f).sqrt();
        const slice q = b.abs() + root;

        /* Eigen's select uses no packets, and its conditional loads prevent vectorisation. A functor of
           loaded values can be vectorised, so the code below uses functors instead. */
        const slice closing = b.unaryExpr([](float x) { return x < 0 ? 1.0f : 0.0f; });
        const slice above = closing * c + (1.0f - closing) * q;
        const slice below = closing * q + (1.0f - closing) * minus_a;
        const slice t = above / below;
        const slice inverse = c.inverse();
        const slice real =
            c.binaryExpr(disc, [](float x, float y) { return ((x > 0) & (y >= 0)) ? 1.0f : 0.0f; });
        const slice ahead =
            b.binaryExpr(minus_a, [](float x, float y) { return ((x < 0) | (y > 0)) ? 1.0f : 0.0f; });
        const slice met = real * ahead;
        auto where = [](float mask, float x) { return mask > 0 ? x : 0.0f; };
        const slice met_time = met.binaryExpr(t, where);
        const slice per_square = met.binaryExpr(inverse, where);

        const slice answered =
            met.binaryExpr(c, [](float m, float x) { return ((m > 0) | (x == 0)) ? 1.0f : 0.0f; });
        out(column.time + i) = answered.binaryExpr(
            met_time, [infinity](float mask, float x) { return mask > 0 ? x : infinity; });
        out(column.point_x + i) = runner_x + vx * met_time;
        out(column.point_y + i) = runner_y + vy * met_time;
        out(column.velocity_x + i) = (root * rx - k * ry) * per_square;
        out(column.velocity_y + i) = (root * ry + k * rx) * per_square;
        Eigen::Map<words>(column.status + i) = met.binaryExpr(c, [](float m, float x) -> int32_t {
            return m > 0 ? RIVAL_MET : x == 0 ? RIVAL_THERE : RIVAL_TOO_SLOW;
        });
    }
}
