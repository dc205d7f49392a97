/* Computes the speed of a throw at a given angle by the formula of the textbooks,

       v^2 = g x^2 / (2 cos^2(angle) (x tan(angle) - y))

   in a frame that is turned so that the whole acceleration g points down. */
#include "reference/real.h"

#include "waylay/base.h"

void REFERENCE(launch_angle2d)(const real *in, real *out) {
    real ax = in[7], ay = in[8] - in[6], g = sqrt(ax * ax + ay * ay);
    real rx = in[2] - in[0], ry = in[3] - in[1], length = sqrt(in[4] * in[4] + in[5] * in[5]);
    int valid = length > 0;
    for (int k = 0; k < 9; k++)
        valid = valid && isfinite(in[k]);
    out[0] = out[1] = INFINITY;
    out[2] = out[3] = 0;
    out[4] = WAY_INVALID;
    if (!valid)
        return;
    if (rx == 0 && ry == 0) {
        out[0] = out[1] = 0;
        out[4] = WAY_THERE;
        return;
    }
    real ux = in[4] / length, uy = in[5] / length;
    real down_x = g > 0 ? ax / g : 0, down_y = g > 0 ? ay / g : -1;
    /* the turned frame: x across the acceleration, y against it */
    real x = -down_y * rx + down_x * ry, cosine = -down_y * ux + down_x * uy;
    /* x sin(angle) - y cos(angle), which no turn of the frame changes */
    real above = (rx * in[5] - ry * in[4]) / length;
    out[4] = in[4] * ry == in[5] * rx && in[4] * ay == in[5] * ax ? WAY_DEGENERATE : WAY_NO_PATH;
    if (cosine < 0) {
        x = -x;
        cosine = -cosine;
        above = -above;
    }
    if (!(x > 0 && cosine > 0 && above > 0 && g > 0) || out[4] == WAY_DEGENERATE)
        return;
    real v = sqrt(g * x * x / (2 * cosine * above));
    out[0] = v;
    out[1] = x / (v * cosine);
    out[2] = v * ux;
    out[3] = v * uy;
    out[4] = WAY_MET;
}
