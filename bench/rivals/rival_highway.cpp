/* Computes the all-float formula of plain.c in Google Highway, for the target that compiler flags select. */
#include "rival.h"

#include <limits>

#include <hwy/highway.h>

#if defined(__AVX512F__)
static_assert(HWY_STATIC_TARGET == HWY_AVX3, "the flags do not make Highway use 512 bits");
#elif defined(__AVX2__)
static_assert(HWY_STATIC_TARGET == HWY_AVX2, "the flags do not make Highway use 256 bits");
#endif

namespace hn = hwy::HWY_NAMESPACE;

void RIVAL(const rival_columns *columns, size_t count) {
    const rival_columns in = *columns;
    const hn::ScalableTag<float> lanes;
    const hn::RebindToSigned<decltype(lanes)> words;
    const auto zero = hn::Zero(lanes);
    const auto infinity = hn::Set(lanes, std::numeric_limits<float>::infinity());

    for (size_t i = 0; i < count; i += hn::Lanes(lanes)) {
        const auto runner_x = hn::LoadU(lanes, in.runner_x + i);
        const auto runner_y = hn::LoadU(lanes, in.runner_y + i);
        const auto vx = hn::LoadU(lanes, in.runner_vx + i);
        const auto vy = hn::LoadU(lanes, in.runner_vy + i);
        const auto s = hn::LoadU(lanes, in.chaser_speed + i);
        const auto rx = hn::Sub(runner_x, hn::LoadU(lanes, in.chaser_x + i));
        const auto ry = hn::Sub(runner_y, hn::LoadU(lanes, in.chaser_y + i));

        const auto c = hn::MulAdd(rx, rx, hn::Mul(ry, ry));
        const auto b = hn::MulAdd(rx, vx, hn::Mul(ry, vy));
        const auto k = hn::MulSub(rx, vy, hn::Mul(ry, vx));
        const auto ss = hn::Mul(s, s);
        const auto minus_a = hn::NegMulAdd(vx, vx, hn::NegMulAdd(vy, vy, ss));
        const auto disc = hn::MulSub(ss, c, hn::Mul(k, k));
        const auto root = hn::Sqrt(hn::Max(disc, zero));
        const auto q = hn::Add(hn::Abs(b), root);

        const auto closing = hn::Lt(b, zero);
        const auto t = hn::Div(hn::IfThenElse(closing, c, q), hn::IfThenElse(closing, q, minus_a));
        const auto there = hn::Eq(c, zero);
        const auto reachable = hn::Or(closing, hn::Gt(minus_a, zero));
        const auto met = hn::And(hn::And(hn::Gt(c, zero), hn::Ge(disc, zero)), reachable);

        const auto met_time = hn::IfThenElseZero(met, t);
        const auto per_square = hn::IfThenElseZero(met, hn::Div(hn::Set(lanes, 1.0f), c));
        const auto point_x = hn::MulAdd(vx, met_time, runner_x);
        const auto point_y = hn::MulAdd(vy, met_time, runner_y);
        const auto velocity_x = hn::Mul(hn::MulSub(root, rx, hn::Mul(k, ry)), per_square);
        const auto velocity_y = hn::Mul(hn::MulAdd(root, ry, hn::Mul(k, rx)), per_square);
        const auto unmet = hn::IfThenElse(hn::RebindMask(words, there), hn::Set(words, RIVAL_THERE),
                                          hn::Set(words, RIVAL_TOO_SLOW));

        hn::StoreU(hn::IfThenElse(hn::Or(met, there), met_time, infinity), lanes, in.time + i);
        hn::StoreU(point_x, lanes, in.point_x + i);
        hn::StoreU(point_y, lanes, in.point_y + i);
        hn::StoreU(velocity_x, lanes, in.velocity_x + i);
        hn::StoreU(velocity_y, lanes, in.velocity_y + i);
        hn::StoreU(hn::IfThenZeroElse(hn::RebindMask(words, met), unmet), words, in.status + i);
    }
}
