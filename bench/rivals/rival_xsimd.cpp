/* Computes the all-float formula of plain.c in xsimd, for the best architecture that compiler flags allow. */
#include "rival.h"

#include <limits>

#include <xsimd/xsimd.hpp>

void RIVAL(const rival_columns *columns, size_t count) {
    using lanes = xsimd::batch<float>;
    using words = xsimd::batch<int32_t>;
    const rival_columns in = *columns;
    const lanes zero(0.0f);
    const lanes one(1.0f);
    const lanes infinity(std::numeric_limits<float>::infinity());
    /* A mask of floats can only select floats, so the status words are selected as bits in float lanes. */
    const lanes met_word = xsimd::bitwise_cast<lanes>(words(RIVAL_MET));
    const lanes there_word = xsimd::bitwise_cast<lanes>(words(RIVAL_THERE));
    const lanes too_slow_word = xsimd::bitwise_cast<lanes>(words(RIVAL_TOO_SLOW));

    for (size_t i = 0; i < count; i += lanes::size) {
        const lanes runner_x = lanes::load_unaligned(in.runner_x + i);
        const lanes runner_y = lanes::load_unaligned(in.runner_y + i);
        const lanes vx = lanes::load_unaligned(in.runner_vx + i);
        const lanes vy = lanes::load_unaligned(in.runner_vy + i);
        const lanes s = lanes::load_unaligned(in.chaser_speed + i);
        const lanes rx = runner_x - lanes::load_unaligned(in.chaser_x + i);
        const lanes ry = runner_y - lanes::load_unaligned(in.chaser_y + i);

        const lanes c = xsimd::fma(rx, rx, ry * ry);
        const lanes b = xsimd::fma(rx, vx, ry * vy);
        const lanes k = xsimd::fms(rx, vy, ry * vx);
        const lanes ss = s * s;
        const lanes minus_a = xsimd::fnma(vx, vx, xsimd::fnma(vy, vy, ss));
        const lanes disc = xsimd::fms(ss, c, k * k);
        const lanes root = xsimd::sqrt(xsimd::max(disc, zero));
        const lanes q = xsimd::abs(b) + root;

        const auto closing = b < zero;
        const lanes t = xsimd::select(closing, c, q) / xsimd::select(closing, q, minus_a);
        const auto there = c == zero;
        const auto met = (c > zero) & (disc >= zero) & (closing | (minus_a > zero));

        const lanes met_time = xsimd::select(met, t, zero);
        const lanes per_square = xsimd::select(met, one / c, zero);
        const lanes point_x = xsimd::fma(vx, met_time, runner_x);
        const lanes point_y = xsimd::fma(vy, met_time, runner_y);
        const lanes velocity_x = xsimd::fms(root, rx, k * ry) * per_square;
        const lanes velocity_y = xsimd::fma(root, ry, k * rx) * per_square;
        const lanes word = xsimd::select(met, met_word, xsimd::select(there, there_word, too_slow_word));

        xsimd::select(met | there, met_time, infinity).store_unaligned(in.time + i);
        point_x.store_unaligned(in.point_x + i);
        point_y.store_unaligned(in.point_y + i);
        velocity_x.store_unaligned(in.velocity_x + i);
        velocity_y.store_unaligned(in.velocity_y + i);
        xsimd::bitwise_cast<words>(word).store_unaligned(in.status + i);
    }
}
