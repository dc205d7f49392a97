#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* Computes the interval of time in which two rectangles overlap on one axis. `half` is half of both extents.
   */
static void overlap(real d, real v, real half, real *enter, real *leave, real *gap) {
    real lead = fabs(d) - half, closing = d < 0 ? v : -v, pace = fabs(closing);
    real first = closing > 0 ? lead / pace : lead > 0 ? INFINITY : 0;
    real last = closing > 0 ? (fabs(d) + half) / pace : closing < 0 ? -lead / pace : INFINITY;
    *enter = first > *enter ? first : *enter;
    *leave = last < *leave ? last : *leave;
    *gap = lead > *gap ? lead : *gap;
}

/* The loop has neither the axis nor the point, and its gap is the largest gap of an axis, which is less than
   the distance of two corners. */
void plain_touch_boxes2d(const float *const *in, void *const *out, size_t count) {
    float *time = out[0], *gap = out[1];
    int32_t *status = out[6];
    for (size_t i = 0; i < count; i++) {
        real gx = in[4][i], gy = in[5][i], hx = in[12][i], hy = in[13][i];
        real of_g = 1 / sqrt(gx * gx + gy * gy), of_h = 1 / sqrt(hx * hx + hy * hy);
        gx *= of_g, gy *= of_g, hx *= of_h, hy *= of_h;
        real dx = in[8][i] - in[0][i], dy = in[9][i] - in[1][i], vx = in[10][i] - in[2][i],
             vy = in[11][i] - in[3][i];
        real along = fabs(gx * hx + gy * hy), across = fabs(gx * hy - gy * hx);
        real l = in[6][i] / 2, w = in[7][i] / 2, m = in[14][i] / 2, n = in[15][i] / 2;
        real enter = 0, leave = INFINITY, most = -INFINITY;
        overlap(gx * dx + gy * dy, gx * vx + gy * vy, l + along * m + across * n, &enter, &leave, &most);
        overlap(gx * dy - gy * dx, gx * vy - gy * vx, w + across * m + along * n, &enter, &leave, &most);
        overlap(hx * dx + hy * dy, hx * vx + hy * vy, m + along * l + across * w, &enter, &leave, &most);
        overlap(hx * dy - hy * dx, hx * vy - hy * vx, n + across * l + along * w, &enter, &leave, &most);
        int met = enter <= leave && enter < (real)INFINITY;
        time[i] = met ? enter : (real)INFINITY;
        gap[i] = most;
        status[i] = met ? most <= 0 ? WAY_THERE : WAY_MET : WAY_TOO_SLOW;
    }
}
