#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* A missile with a turning radius, as a user would write it from the source: the shortest path to the runner's
   place at one moment after the other, the first moment that suffices, and halving. */
static const real half_turn = 3.14159265f;

typedef struct path {
    real arc1, straight, arc2, total, cosine, sine;
} path;

/* Returns the path to (x, y), in radii: x ahead, y >= 0 to the side. */
static inline path path_to(real x, real y) {
    real far = sqrt(x * x + (y - 1) * (y - 1)), at = atan2(x, 1 - y);
    path p = {0, 0, 0, 0, 1, 0};
    at = at < 0 ? at + 2 * half_turn : at;
    if (far >= 1) {
        real arc = at - acos(1 / far);
        p.arc1 = arc < -1e-5f ? arc + 2 * half_turn : arc < 0 ? 0 : arc;
        p.straight = sqrt(far * far - 1);
        p.cosine = cos(p.arc1), p.sine = sin(p.arc1);
    } else {
        real apart = sqrt(x * x + (y + 1) * (y + 1)), half = (apart * apart - 1) / 2;
        real angle = (1 + apart * apart - half) / (2 * apart);
        p.arc1 = atan2(x, y + 1) + acos(fmin(angle, (real)1));
        p.arc2 = 2 * half_turn - 2 * asin(fmin(sqrt(half) / 2, (real)1));
        p.cosine = cos(p.arc2 - p.arc1), p.sine = sin(p.arc2 - p.arc1);
    }
    p.total = p.arc1 + p.straight + p.arc2;
    return p;
}

__attribute__((noinline)) static void home2d(size_t count, const float *const *in, void *const *out) {
    const float *restrict chaser_x = in[0], *restrict chaser_y = in[1], *restrict heading_x = in[2];
    const float *restrict heading_y = in[3], *restrict speed = in[4], *restrict radius = in[5];
    const float *restrict runner_x = in[6], *restrict runner_y = in[7], *restrict runner_vx = in[8];
    const float *restrict runner_vy = in[9];
    float *restrict time = out[0], *restrict target_x = out[1], *restrict target_y = out[2];
    float *restrict to_hx = out[3], *restrict to_hy = out[4], *restrict arc1 = out[5];
    float *restrict middle = out[6], *restrict arc2 = out[7], *restrict total = out[8];
    int32_t *restrict word = out[9], *restrict status = out[11];
    float *restrict pace = out[10];
    for (size_t i = 0; i < count; i++) {
        real hx = heading_x[i], hy = heading_y[i], size = sqrt(hx * hx + hy * hy), r = radius[i];
        real s = speed[i], before = 0, t = 0, side = 1;
        hx /= size, hy /= size;
        path p;
        int found = 0;
        for (int n = 0; n < 300 && found < 24; n++) {
            real now = found ? (before + t) / 2 : n * n * (real)0.02;
            real dx = (runner_x[i] + runner_vx[i] * now - chaser_x[i]) / r;
            real dy = (runner_y[i] + runner_vy[i] * now - chaser_y[i]) / r;
            real x = hx * dx + hy * dy, y = hx * dy - hy * dx;
            path here = path_to(x, fabs(y));
            if (here.total * r <= s * now) {
                t = now, p = here, side = y < 0 ? -1 : 1;
                found += found == 0;
            } else
                before = now;
            found += found > 0;
        }
        if (!found)
            p = (path){0, 0, 0, INFINITY, 0, 0};
        time[i] = found ? t : (real)INFINITY;
        target_x[i] = found ? runner_x[i] + runner_vx[i] * t : 0;
        target_y[i] = found ? runner_y[i] + runner_vy[i] * t : 0;
        to_hx[i] = hx * p.cosine - side * hy * p.sine;
        to_hy[i] = hy * p.cosine + side * hx * p.sine;
        arc1[i] = p.arc1 * r;
        middle[i] = p.straight * r;
        arc2[i] = p.arc2 * r;
        total[i] = p.total * r;
        word[i] = !found       ? WAY_NO_WORD
                  : p.arc2 > 0 ? (side < 0 ? WAY_LSR : WAY_RSL)
                  : side < 0   ? WAY_RSR
                               : WAY_LSL;
        pace[i] = found ? s : 0;
        status[i] = found ? WAY_MET : WAY_TOO_SLOW;
    }
}

void plain_home2d(const float *const *in, void *const *out, size_t count) { home2d(count, in, out); }
