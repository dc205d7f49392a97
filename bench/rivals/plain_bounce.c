#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* Columns are parameters of a function that is not inlined, because gcc honours `restrict` best that way. */
__attribute__((noinline)) static void
sweep2d(size_t count, const float *restrict ball_x, const float *restrict ball_y,
        const float *restrict ball_vx, const float *restrict ball_vy, const float *restrict wall_ax,
        const float *restrict wall_ay, const float *restrict wall_bx, const float *restrict wall_by,
        float *restrict time, float *restrict point_x, float *restrict point_y, float *restrict normal_x,
        float *restrict normal_y, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real dx = wall_bx[i] - wall_ax[i], dy = wall_by[i] - wall_ay[i];
        real rx = ball_x[i] - wall_ax[i], ry = ball_y[i] - wall_ay[i], vx = ball_vx[i], vy = ball_vy[i];
        real height = dx * ry - dy * rx, rise = dx * vy - dy * vx;
        real t = rise != 0 ? -height / rise : -1, u = rise != 0 ? (vy * rx - vx * ry) / rise : -1;
        int met = t > 0 && u >= 0 && u <= 1;
        real across = (height > 0 ? 1 : -1) / sqrt(dx * dx + dy * dy);
        time[i] = met ? t : INFINITY;
        point_x[i] = met ? wall_ax[i] + u * dx : 0;
        point_y[i] = met ? wall_ay[i] + u * dy : 0;
        normal_x[i] = met ? -dy * across : 0;
        normal_y[i] = met ? dx * across : 0;
        status[i] = met ? WAY_MET : vx != 0 || vy != 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    }
}

void plain_sweep2d(const float *const *in, void *const *out, size_t count) {
    sweep2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], out[0], out[1], out[2], out[3],
            out[4], out[5]);
}

/* Returns the first wall that a point meets before `*time`, or -1. Sets `*time` to the meeting's time. */
static int first_wall(real x, real y, real vx, real vy, real *time) {
    int first = -1;
    for (size_t k = 0; k < plain_wall_count; k++) {
        const way_wall *w = &plain_walls[k];
        real dx = w->bx - w->ax, dy = w->by - w->ay, rx = x - w->ax, ry = y - w->ay;
        real rise = dx * vy - dy * vx, height = dx * ry - dy * rx;
        if (height * rise >= 0 || height * (real)w->sides < 0)
            continue;
        real t = -height / rise;
        if (t >= *time)
            continue;
        real u = vy * rx - vx * ry; /* `rise` times the meeting's fraction of the way from a to b */
        if (rise > 0 ? u < 0 || u > rise : u > 0 || u < rise)
            continue;
        *time = t;
        first = (int)k;
    }
    return first;
}

/* Computes the normal of a wall that points to the side of (x, y). */
static void normal_of(const way_wall *w, real x, real y, real *nx, real *ny) {
    real dx = w->bx - w->ax, dy = w->by - w->ay;
    real left = dx * (y - w->ay) - dy * (x - w->ax);
    real across = (left > 0 ? 1 : -1) / sqrt(dx * dx + dy * dy);
    *nx = -dy * across;
    *ny = dx * across;
}

__attribute__((noinline)) static void
sweep_walls2d(size_t count, const float *restrict ball_x, const float *restrict ball_y,
              const float *restrict ball_vx, const float *restrict ball_vy, float *restrict time,
              float *restrict point_x, float *restrict point_y, float *restrict normal_x,
              float *restrict normal_y, int32_t *restrict wall, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real x = ball_x[i], y = ball_y[i], vx = ball_vx[i], vy = ball_vy[i], t = INFINITY;
        int first = first_wall(x, y, vx, vy, &t);
        real nx = 0, ny = 0;
        if (first >= 0)
            normal_of(&plain_walls[first], x, y, &nx, &ny);
        time[i] = t;
        point_x[i] = first >= 0 ? x + vx * t : 0;
        point_y[i] = first >= 0 ? y + vy * t : 0;
        normal_x[i] = nx;
        normal_y[i] = ny;
        wall[i] = first;
        status[i] = first >= 0 ? WAY_MET : vx != 0 || vy != 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    }
}

void plain_sweep_walls2d(const float *const *in, void *const *out, size_t count) {
    sweep_walls2d(count, in[0], in[1], in[2], in[3], out[0], out[1], out[2], out[3], out[4], out[5], out[6]);
}

/* The loop moves a ball slightly off each wall that the ball meets, so that rounding does not move the ball
   through this wall. The ball may get through a neighbouring wall instead. */
__attribute__((noinline)) static void bounce2d(size_t count, const float *restrict ball_x,
                                               const float *restrict ball_y, const float *restrict ball_vx,
                                               const float *restrict ball_vy, const float *restrict dt,
                                               float *restrict next_x, float *restrict next_y,
                                               float *restrict next_vx, float *restrict next_vy,
                                               int32_t *restrict bounces, int32_t *restrict status) {
    const real off = 1e-4f;
    const int most = 16;
    for (size_t i = 0; i < count; i++) {
        real x = ball_x[i], y = ball_y[i], vx = ball_vx[i], vy = ball_vy[i], left = dt[i];
        int bounced = 0, late = 0;
        for (;;) {
            real t = left;
            int first = first_wall(x, y, vx, vy, &t);
            if (first < 0)
                break;
            if (bounced == most) {
                late = 1;
                left = 0;
                break;
            }
            real nx, ny;
            normal_of(&plain_walls[first], x, y, &nx, &ny);
            real across = vx * nx + vy * ny;
            x += vx * t + nx * off;
            y += vy * t + ny * off;
            vx -= 2 * across * nx;
            vy -= 2 * across * ny;
            left -= t;
            bounced++;
        }
        next_x[i] = x + vx * left;
        next_y[i] = y + vy * left;
        next_vx[i] = vx;
        next_vy[i] = vy;
        bounces[i] = bounced;
        status[i] = late ? WAY_LATE : WAY_MET;
    }
}

void plain_bounce2d(const float *const *in, void *const *out, size_t count) {
    bounce2d(count, in[0], in[1], in[2], in[3], in[4], out[0], out[1], out[2], out[3], out[4], out[5]);
}

/* The two discs have the same mass. */
__attribute__((noinline)) static void
bounce_discs2d(size_t count, const float *restrict ball_x, const float *restrict ball_y,
               const float *restrict ball_vx, const float *restrict ball_vy, const float *restrict radius,
               const float *restrict other_x, const float *restrict other_y, const float *restrict other_vx,
               const float *restrict other_vy, const float *restrict other_radius, float *restrict time,
               float *restrict change_x, float *restrict change_y, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = other_x[i] - ball_x[i], ry = other_y[i] - ball_y[i];
        real vx = other_vx[i] - ball_vx[i], vy = other_vy[i] - ball_vy[i],
             reach = radius[i] + other_radius[i];
        real a = vx * vx + vy * vy, b = rx * vx + ry * vy, c = rx * rx + ry * ry - reach * reach;
        real disc = b * b - a * c, t = INFINITY, x = 0, y = 0;
        int touching = c <= 0, met = b < 0 && (touching || disc >= 0);
        if (met) {
            t = touching ? 0 : c / (sqrt(disc) - b);
            real nx = rx + vx * t, ny = ry + vy * t;
            real push = (vx * nx + vy * ny) / (nx * nx + ny * ny);
            x = push * nx;
            y = push * ny;
        }
        time[i] = t;
        change_x[i] = x;
        change_y[i] = y;
        status[i] = met ? touching ? WAY_THERE : WAY_MET : WAY_TOO_SLOW;
    }
}

void plain_bounce_discs2d(const float *const *in, void *const *out, size_t count) {
    bounce_discs2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], out[0],
                   out[1], out[2], out[3]);
}
