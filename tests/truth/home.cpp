/* Checks answers of home2d in 113 bits. At the returned time, the shortest path to the runner's position must
   be short enough. home_test.cpp checks that no earlier time is sufficient, with the naive reference, which
   samples moments. */
#include <cmath>

#include "truth/path_truth.h"

namespace {

using namespace truth_paths;

void solve(const float *in, answer *out) {
    const float *got = out->got;
    int32_t status;
    std::memcpy(&status, &got[11], sizeof status);
    out->not_judged = status != WAY_MET && status != WAY_THERE;
    if (out->not_judged)
        return;
    const quad time = got[0], speed = in[4], radius = in[5], reach = in[11];
    const vec at = vec{in[6], in[7]} + vec{in[8], in[9]} * time, from = {in[0], in[1]};
    vec h = {in[2], in[3]};
    h = h * (1 / length(h));
    /* to the runner's position, as the library sees it: in floats */
    quad standing[12], path[12];
    std::copy(in, in + 12, standing);
    standing[6] = (float)at.x, standing[7] = (float)at.y, standing[8] = standing[9] = 0;
    way_quad_reference_home_at(standing, time, path);
    const vec to = vec{standing[6], standing[7]} - from;
    const quad x = dot(h, to) / radius, y = magnitude(cross(h, to)) / radius, r = reach / radius;
    const quad places = magnitude(from.x) + magnitude(from.y) + magnitude(in[6]) + magnitude(in[7]);
    const quad near = 4 * (0x1p-17 + places / radius * 0x1p-20), far = root(x * x + (y - 1) * (y - 1));
    /* the tolerance decides about the path, or the path is a steep function of the position */
    out->not_judged = magnitude(far - (1 - r)) < near || (r > 0 && magnitude(far - 1) < near) ||
                      magnitude(root(x * x + y * y) - r) < near || y < near || (r > 0 && r < near) ||
                      magnitude(far * far - 1 - r * r) < 1e-3 * (1 + r * r) || x * x + y * y < near;
    const quad turn = 2 * pi * radius, total = path[8];
    const bool second = path[7] > 0;
    out->not_judged |= second && (path[7] < (pi + 0.1) * radius || path[5] < near * radius);
    out->not_judged |= r > 0 && far < 1 + r && (path[6] == 0 || second) &&
                       magnitude(far - 1) > r * 0.98; /* the arc grazes the runner's circle */
    const bool early = total < speed * time * (1 - 2 * 0x1p-20);
    out->not_judged |= !early && total < speed * time * (1 - 0x1p-21);
    const quad scale = total + turn;
    const quad values[] = {total > speed * time ? total / speed : time,
                           path[1],
                           path[2],
                           path[3],
                           path[4],
                           path[5],
                           path[6],
                           path[7],
                           total,
                           path[9],
                           early       ? total / time
                           : total > 0 ? speed
                                       : 0,
                           (quad)(total == 0 && time == 0 ? WAY_THERE : WAY_MET)};
    const quad reaches = magnitude(from.x) + magnitude(from.y) + length(to) + reach + turn;
    const quad counted[] = {scale / speed,
                            reaches,
                            reaches,
                            1,
                            1,
                            scale,
                            scale,
                            scale,
                            scale,
                            scale,
                            larger(speed, scale / larger(time, 1e-9))};
    for (int k = 0; k < 12; k++)
        out->value[k] = values[k], out->ulp_scale[k] = k < 11 ? counted[k] : 0;
}

void missile(uint64_t *random, float *in, double far) {
    for (int k = 0; k < 12; k++)
        in[k] = draw_between(random, -1, 1);
    for (int k : {0, 1, 6, 7})
        in[k] = draw_between(random, 0, far);
    in[4] = draw_between(random, 8, 15);
    in[5] = draw_between(random, 5, 50);
    in[8] *= 5, in[9] *= 5;
    if (draw_below(random, 8) == 0)
        in[8] = in[9] = 0;
    in[10] = INFINITY;
    in[11] = draw_below(random, 2) ? 0 : draw_between(random, 0.1f, 20);
}

void typical(uint64_t *random, float *in) { missile(random, in, 1000); }
void close(uint64_t *random, float *in) { missile(random, in, 60); }

/* Draws runners that are about as fast as the chaser. */
void fast(uint64_t *random, float *in) {
    missile(random, in, 1000);
    draw_pace(random, in);
}

const truth::add entries({
    {"home2d", "typical", typical, true, solve},
    {"home2d", "close", close, true, solve},
    {"home2d", "fast runners", fast, true, solve},
});

} // namespace
