/* Computes the exact answers of touches of rectangles. Decisions too close to call are not judged here, and
   neither are exact ties: tests/bounce/boxes_test.cpp judges these in whole numbers. */
#include <cmath>

#include "truth/truth.h"

namespace {

using namespace truth;

/* Two numbers of the reference, which has 113 bits, are equal if they differ by less than `nothing`. Axes
   whose times differ by less than `tie` are equally good. */
const quad nothing = 1e-28, tie = 1e-11;

struct axes {
    quad lead[4], far[4], half[4], closing[4];
};

/* Fills the numbers of each axis with unit vectors. Returns false if an input is invalid. */
bool axes_of(const float *in, axes *to) {
    quad g[2] = {in[4], in[5]}, h[2] = {in[12], in[13]};
    quad of_g = length<2>(g), of_h = length<2>(h);
    quad dx = (quad)in[8] - in[0], dy = (quad)in[9] - in[1], vx = (quad)in[10] - in[2],
         vy = (quad)in[11] - in[3];
    if (!(of_g > 0) || !(of_h > 0))
        return false;
    quad near = magnitude(g[0] * h[0] + g[1] * h[1]) / (of_g * of_h),
         far = magnitude(g[0] * h[1] - g[1] * h[0]) / (of_g * of_h);
    for (int k = 0; k < 4; k++) {
        const quad *own = k < 2 ? g : h;
        quad size = k < 2 ? of_g : of_h, x = own[0] / size, y = own[1] / size;
        if (k % 2 == 1) {
            quad old = x;
            x = -y, y = old;
        }
        int mine = k < 2 ? 6 : 14, other = k < 2 ? 14 : 6;
        quad d = x * dx + y * dy, v = x * vx + y * vy, along = k % 2 == 0 ? near : far,
             across = k % 2 == 0 ? far : near;
        to->half[k] = ((quad)in[mine + k % 2] + along * in[other] + across * in[other + 1]) / 2;
        to->far[k] = magnitude(d);
        to->lead[k] = to->far[k] - to->half[k];
        to->closing[k] = d < 0 ? v : -v;
    }
    return true;
}

bool is_close(quad a, quad b, quad size, quad margin) { return magnitude(a - b) <= margin * size; }

/* Does the point (x, y) lie in the rectangle of the columns `in` at this time, up to its rounding? */
bool lies_in(const float *in, quad x, quad y, quad time, quad slack) {
    quad h[2] = {in[4], in[5]}, size = length<2>(h);
    quad dx = x - in[0] - time * in[2], dy = y - in[1] - time * in[3];
    return magnitude(dx * h[0] + dy * h[1]) / size <= (quad)in[6] / 2 + slack &&
           magnitude(dx * h[1] - dy * h[0]) / size <= (quad)in[7] / 2 + slack;
}

void solve_boxes(const float *in, answer *out) {
    take_reference(in, out);
    const int status = status_of(*out);
    out->ulp_scale[1] = out->value[1];
    axes a;
    if (status == WAY_INVALID || status == WAY_DEGENERATE || !axes_of(in, &a))
        return;
    quad reach = 0, speed = 0, extent = 0, worst = a.lead[0], enter = 0, leave = INFINITY;
    for (int k : {0, 1, 8, 9})
        reach = larger(reach, magnitude(in[k]));
    for (int k : {2, 3, 10, 11})
        speed = larger(speed, magnitude(in[k]));
    for (int k : {6, 7, 14, 15})
        extent = larger(extent, magnitude(in[k]));
    const quad size = 4 * (reach + extent);
    for (int k = 0; k < 4; k++) {
        out->not_judged |= is_close(a.lead[k], 0, size, nothing);
        out->not_judged |= a.closing[k] != 0 && is_close(a.closing[k], 0, speed, nothing);
        worst = larger(worst, a.lead[k]);
        if (a.lead[k] > 0 && a.closing[k] > 0)
            enter = larger(enter, a.lead[k] / a.closing[k]);
        if (a.closing[k] != 0) {
            quad end = (a.closing[k] > 0 ? a.far[k] + a.half[k] : -a.lead[k]) / magnitude(a.closing[k]);
            leave = end < leave ? end : leave;
        }
    }
    const quad time = worst > 0 ? enter : 0;
    if (worst > 0)
        out->not_judged |= is_close(enter, leave, enter + magnitude(leave), 1e-26) ||
                           is_close(enter, in[16], enter, nothing * 100);
    out->ulp_scale[0] = time;
    out->ulp_scale[2] = out->ulp_scale[3] = 1;
    out->ulp_scale[4] = out->ulp_scale[5] = larger(larger(reach, extent), speed * time);
    if (status != WAY_MET && status != WAY_THERE)
        return;
    /* Equally good axes and parallel sides: any of the axes, and any point in both rectangles. */
    int best = 0, rivals = 0, ratios = 0;
    quad most = 0;
    for (int k = 0; k < 4; k++)
        most = larger(most, a.half[k] > 0 ? a.far[k] / a.half[k] : 0);
    for (int k = 0; k < 4; k++) {
        bool is_best = worst > 0 ? a.lead[k] > 0 && is_close(a.lead[k], time * a.closing[k], a.lead[k], tie)
                                 : is_close(a.lead[k], worst, size, tie);
        rivals += is_best;
        ratios += a.half[k] > 0 && is_close(a.far[k], most * a.half[k], size, tie);
        best = is_best ? k : best;
    }
    quad dot = (quad)in[4] * in[12] + (quad)in[5] * in[13],
         cross = (quad)in[4] * in[13] - (quad)in[5] * in[12];
    const bool is_parallel = dot == 0 || cross == 0;
    const quad slack = 4 * ulp_of(out->ulp_scale[4]);
    const bool is_inside = lies_in(in, out->got[4], out->got[5], time, slack) &&
                           lies_in(in + 8, out->got[4], out->got[5], time, slack);
    if (rivals > 1 || a.far[best] == 0) /* an axis on which both centres are equal has two directions */
        out->value[2] = out->got[2], out->value[3] = out->got[3];
    if (is_inside && (rivals > 1 || is_parallel || (worst <= 0 && (ratios > 1 || most < tie))))
        out->value[4] = out->got[4], out->value[5] = out->got[5];
}

void typical(uint64_t *random, float *in) {
    for (int k = 0; k < 16; k++)
        in[k] = draw_between(random, -20, 20);
    for (int k : {6, 7, 14, 15})
        in[k] = draw_below(random, 8) ? draw_between(random, 0, 6) : 0;
    in[16] = draw_below(random, 2) ? INFINITY : draw_between(random, 0, 5);
}

/* Places the runner so that it meets a random point near the chaser's edge. */
void aimed(uint64_t *random, float *in) {
    typical(random, in);
    double time = draw_between(random, 0, 4), size = std::hypot(in[4], in[5]);
    double l = draw_between(random, -1, 1), w = draw_between(random, -1, 1),
           edge = draw_between(random, 0.98, 1.02);
    (draw_below(random, 2) ? l : w) = draw_below(random, 2) ? edge : -edge;
    double px = (l * in[6] * in[4] - w * in[7] * in[5]) / (2 * size),
           py = (l * in[6] * in[5] + w * in[7] * in[4]) / (2 * size);
    double of = std::hypot(in[12], in[13]), a = draw_below(random, 2) ? 0.5 : -0.5,
           b = draw_below(random, 2) ? 0.5 : -0.5;
    px -= (a * in[14] * in[12] - b * in[15] * in[13]) / of;
    py -= (a * in[14] * in[13] + b * in[15] * in[12]) / of;
    in[8] = (float)(in[0] + px - time * (in[10] - (double)in[2]));
    in[9] = (float)(in[1] + py - time * (in[11] - (double)in[3]));
}

/* Draws rectangles on a road: equal or opposite headings, and velocities along them. */
void on_a_road(uint64_t *random, float *in) {
    typical(random, in);
    const float sides[] = {1, -1, 2, 0.5f};
    float turn = sides[draw_below(random, 4)], x = in[4], y = in[5];
    const bool crosses = draw_below(random, 4) == 0;
    in[12] = crosses ? -y * turn : x * turn;
    in[13] = crosses ? x * turn : y * turn;
    for (int k : {0, 8}) {
        float pace = draw_below(random, 4) ? draw_between(random, 0, 3) : 0;
        in[k + 2] = pace * in[k + 4];
        in[k + 3] = pace * in[k + 5];
    }
}

/* Draws small whole numbers, so that sides and corners often touch exactly. */
void squares(uint64_t *random, float *in) {
    const float headings[][2] = {{1, 0}, {0, 1}, {3, 4}, {-4, 3}, {5, 12}, {1, 1}, {-1, 1}, {8, -6}};
    for (int k = 0; k < 16; k++)
        in[k] = (float)draw_below(random, 9) - 4;
    for (int k : {4, 12}) {
        const float *h = headings[draw_below(random, 8)];
        in[k] = h[0], in[k + 1] = h[1];
        in[k + 2] = (float)draw_below(random, 5);
        in[k + 3] = (float)draw_below(random, 5);
    }
    in[16] = draw_below(random, 2) ? INFINITY : (float)draw_below(random, 4) - 0.5f;
}

/* Draws rectangles whose nearest parts are far closer than they are large. */
void close_by(uint64_t *random, float *in) {
    aimed(random, in);
    double time = std::ldexp(1.0, -(int)draw_below(random, 40));
    for (int k : {10, 11})
        in[k] = beside(random, in[k]);
    in[8] = (float)(in[8] + time);
}

void of_any_size(uint64_t *random, float *in) {
    for (int k = 0; k < 16; k++)
        in[k] = any_size(random, -29, 29);
    for (int k : {6, 7, 14, 15})
        in[k] = std::fabs(in[k]);
    in[16] = INFINITY;
}

const truth::add entries({
    {"touch_boxes2d", "typical", typical, true, solve_boxes},
    {"touch_boxes2d", "aimed", aimed, true, solve_boxes},
    {"touch_boxes2d", "on a road", on_a_road, true, solve_boxes},
    {"touch_boxes2d", "squares", squares, true, solve_boxes},
    {"touch_boxes2d", "close by", close_by, true, solve_boxes},
    {"touch_boxes2d", "of any size", of_any_size, true, solve_boxes},
});

} // namespace
