/* Compares sweep2d in the fast precision with numbers of 113 bits. Errors are measured in ulps of the numbers
   that docs/accuracy.md, "Sweep", states: the time is counted at `reach` / `approach`. The reach is the largest
   of the radius, the distance that the ball moves, and its distances from the wall's ends; the approach is its
   speed towards the wall along the normal at the contact. Not the magnitudes of positions, but these two
   numbers say how much of a float is left after the differences. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "support.h"
#include "truth/truth.h"

namespace {

using truth::quad;

enum { TIME, POINT_X, POINT_Y, NORMAL_X, NORMAL_Y, FLOATS };
const double bounds[FLOATS] = {5, 5, 5, 2, 2};

struct regime_tally {
    size_t judged = 0, other = 0, grazes = 0, near_ends = 0, missed = 0;
    double worst[FLOATS] = {};
    std::vector<float> row[FLOATS];
};

/* Sets the numbers at which ulps are counted. Sets *near_end if a disc meets the face so near an end that it
   meets the end at the same time, but for rounding. Returns false if the ball only just touches an end. */
bool scales_of(const float *in, const truth::answer &exact, quad *scale, bool *near_end) {
    const quad *v = exact.value, px = (quad)in[0] - in[4], py = (quad)in[1] - in[5], qx = (quad)in[0] - in[6],
               qy = (quad)in[1] - in[7];
    const quad vx = (quad)in[2] - in[11], vy = (quad)in[3] - in[12], speed = truth::root(vx * vx + vy * vy);
    const quad approach = -(v[NORMAL_X] * vx + v[NORMAL_Y] * vy), radius = in[8];
    quad reach = truth::larger(radius, speed * v[TIME]);
    reach = truth::larger(reach, truth::root(px * px + py * py));
    reach = truth::larger(reach, truth::root(qx * qx + qy * qy));
    if (approach * approach * radius <= (quad)0x1p-18 * reach * speed * speed && radius > 0)
        return false;
    const quad time = reach / approach;
    quad place = time * (speed + truth::larger(truth::magnitude(in[11]), truth::magnitude(in[12])));
    for (int k = 0; k < 8; k++)
        if (k != 2 && k != 3)
            place = truth::larger(place, truth::magnitude(in[k]));
    *near_end = false;
    for (int k = 4; k < 8; k += 2) {
        const quad ex = v[POINT_X] - in[k] - (quad)in[11] * v[TIME],
                   ey = v[POINT_Y] - in[k + 1] - (quad)in[12] * v[TIME];
        const quad off = ex * ex + ey * ey;
        *near_end |= off <= (quad)0x1p-19 * radius * reach && off > (quad)1e-28 * reach * reach;
    }
    scale[TIME] = time;
    scale[POINT_X] = scale[POINT_Y] = place;
    scale[NORMAL_X] = scale[NORMAL_Y] = radius > 0 ? truth::larger(1, time * speed / radius) : (quad)1;
    return true;
}

TEST(fast_sweep2d, errors_are_in_proportion_to_reach_and_approach) {
#if !WAY_HAS_QUAD
    GTEST_SKIP() << "this compiler has no floating type of 113 bits";
#endif
    const way_behaviour *sweep = way_behaviour_named("sweep2d");
    ASSERT_NE(nullptr, sweep);
    const size_t count = support::draws(100000), inputs = sweep->input_count, outputs = sweep->output_count;
    for (const truth::entry &entry : truth::entries()) {
        const std::string regime = entry.regime;
        if (std::strcmp(entry.behaviour, "sweep2d") != 0 || regime.find("almost") != std::string::npos ||
            regime == "points off a hair")
            continue;
        std::vector<float> in(count * inputs), got(count * outputs);
        uint64_t random = support::seed_for(fnv_hash(FNV_START, entry.regime, regime.size()), 7);
        for (size_t i = 0; i < count; i++)
            entry.draw(&random, &in[i * inputs]);
        std::vector<way_column> columns(inputs);
        std::vector<way_column_out> outs(outputs);
        for (size_t k = 0; k < inputs; k++)
            columns[k] = way_at(sweep->inputs[k].required || entry.options ? &in[k] : nullptr,
                                (ptrdiff_t)(4 * inputs));
        for (size_t k = 0; k < outputs; k++)
            outs[k] = way_to(&got[k], (ptrdiff_t)(4 * outputs));
        way_batch batch = {};
        batch.count = count, batch.precision = WAY_FAST;
        ASSERT_EQ(WAY_OK, way_run(sweep, columns.data(), outs.data(), &batch));
        regime_tally t;
        for (size_t i = 0; i < count; i++) {
            const float *row = &in[i * inputs], *answer = &got[i * outputs];
            truth::answer exact;
            exact.behaviour = sweep;
            exact.got = answer;
            entry.solve(row, &exact);
            int32_t status;
            std::memcpy(&status, answer + FLOATS, sizeof status);
            if (exact.not_judged ||
                std::any_of(row, row + 13, [](float x) { return x > 1e4f && x < INFINITY; }))
                continue;
            quad scale[FLOATS];
            bool near_end = false;
            const bool met = exact.value[FLOATS] == WAY_MET;
            const bool grazes = met && !scales_of(row, exact, scale, &near_end);
            if ((quad)status != exact.value[FLOATS]) {
                t.other++;
                t.missed += met && !grazes && status == WAY_TOO_SLOW;
                continue;
            }
            t.grazes += grazes;
            if (!met || grazes)
                continue;
            t.judged++;
            t.near_ends += near_end;
            for (int k = 0; k < (near_end ? POINT_X : FLOATS); k++) {
                const double ulps = truth::ulps(answer[k], exact.value[k], scale[k]);
                if (ulps > t.worst[k]) {
                    t.worst[k] = ulps;
                    t.row[k].assign(row, row + inputs);
                }
            }
        }
        std::printf("%-18s %7zu judged, %zu near an end, %zu only just touch, %zu otherwise decided; worst "
                    "ulps: time %.3g "
                    "point %.3g %.3g normal %.3g %.3g\n",
                    entry.regime, t.judged, t.near_ends, t.grazes, t.other, t.worst[0], t.worst[1],
                    t.worst[2], t.worst[3], t.worst[4]);
        EXPECT_GT(t.judged, 0u) << regime;
        EXPECT_EQ(0u, t.missed) << regime << ": a ball passes a wall that it does not only just touch";
        for (int k = 0; k < FLOATS; k++) {
            std::string numbers;
            for (float x : t.row[k])
                numbers += " " + support::both((double)x);
            EXPECT_LE(t.worst[k], bounds[k]) << regime << " " << sweep->outputs[k].name << numbers;
        }
    }
}

} // namespace
