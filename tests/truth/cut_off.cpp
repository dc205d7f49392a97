/* Checks answers of cut_off2d in 113 bits. At the returned time, the shortest path to the runner's position
   must be short enough. cut_off_test.cpp checks that no earlier time is sufficient, with the naive reference,
   which samples moments. */
#include <cmath>

#include "truth/path_truth.h"

namespace {

using namespace truth_paths;

void solve(const float *in, answer *out) {
    const float *got = out->got;
    int32_t word, status;
    std::memcpy(&word, &got[9], sizeof word);
    std::memcpy(&status, &got[10], sizeof status);
    if (status != WAY_MET && status != WAY_THERE) {
        out->not_judged = true;
        return;
    }
    vec v = {in[8], in[9]}, runner = {in[6], in[7]}, g = {in[10], in[11]};
    if (length(g) == 0)
        g = v;
    if (length(g) == 0)
        g = runner - vec{in[0], in[1]};
    quad time = got[0], speed = in[4], gs = length(g);
    question a = {{in[0], in[1]}, {in[2], in[3]}, {got[1], got[2]}, g * (1 / gs), in[5], in[5]};
    a.h = a.h * (1 / length(a.h));
    vec at = runner + v * time;
    const choice exact = shortest(a, word);
    path path = exact.best;
    int best = exact.word;
    if (exact.near && is_right_within_tolerance(a, got + 5, word)) {
        std::copy(got + 5, got + 9, path.out + 8);
        best = word;
    }
    const quad values[] = {path.total() > speed * time ? path.total() / speed : time,
                           at.x,
                           at.y,
                           a.g.x,
                           a.g.y,
                           path.arc1(),
                           path.middle(),
                           path.arc2(),
                           path.total()};
    quad scale = path.total() + 2 * pi * a.r1;
    const quad counted[] = {scale / speed,
                            larger(magnitude(runner.x), magnitude(v.x * time)),
                            larger(magnitude(runner.y), magnitude(v.y * time)),
                            1,
                            1,
                            scale,
                            scale,
                            scale,
                            scale};
    for (int k = 0; k < 9; k++)
        out->value[k] = values[k], out->ulp_scale[k] = counted[k];
    out->value[9] = best;
    out->value[10] = path.total() == 0 && time == 0 ? WAY_THERE : WAY_MET;
}

void squad(uint64_t *random, float *in, double far) {
    for (int k = 0; k < 12; k++)
        in[k] = draw_between(random, -1, 1);
    for (int k : {0, 1, 6, 7})
        in[k] = draw_between(random, 0, far);
    in[4] = draw_between(random, 8, 15);
    in[5] = draw_between(random, 5, 50);
    in[8] *= 5, in[9] *= 5;
    if (draw_below(random, 2))
        in[10] = in[11] = 0;
    if (draw_below(random, 8) == 0)
        in[8] = in[9] = 0;
    in[12] = INFINITY;
}

void typical(uint64_t *random, float *in) { squad(random, in, 1000); }
void close(uint64_t *random, float *in) { squad(random, in, 60); }

/* Draws runners that are about as fast as the squad. */
void fast(uint64_t *random, float *in) {
    squad(random, in, 1000);
    draw_pace(random, in);
}

const truth::add entries({
    {"cut_off2d", "typical", typical, true, solve},
    {"cut_off2d", "close", close, true, solve},
    {"cut_off2d", "fast runners", fast, true, solve},
});

} // namespace
