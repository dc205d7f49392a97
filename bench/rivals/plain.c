/* This is clean scalar C for the compiler's vectoriser: one loop over columns, without aliasing, with selects
   instead of branches. RIVAL_REAL is float (the formula of the fast precision) or double (about the accuracy
   of the exact precision).

   Solves |r + v t| = s t. The roots are written so that cancellation happens only in c, b, k and disc. */
#include "rival.h"

#include <math.h>
#include <tgmath.h>

typedef RIVAL_REAL real;

/* Columns are parameters of a function that is not inlined, because compilers honour `restrict` best that
   way. Otherwise compilers insert 72 overlap tests. */
__attribute__((noinline)) static void
plain(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
      const float *restrict chaser_speed, const float *restrict runner_x, const float *restrict runner_y,
      const float *restrict runner_vx, const float *restrict runner_vy, float *restrict time,
      float *restrict point_x, float *restrict point_y, float *restrict velocity_x,
      float *restrict velocity_y, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = (real)runner_x[i] - chaser_x[i];
        real ry = (real)runner_y[i] - chaser_y[i];
        real vx = runner_vx[i];
        real vy = runner_vy[i];
        real s = chaser_speed[i];

        real c = rx * rx + ry * ry;
        real b = rx * vx + ry * vy;
        real k = rx * vy - ry * vx;
        real minus_a = (s * s - vy * vy) - vx * vx;
        real disc = s * s * c - k * k;
        real root = sqrt(disc > 0 ? disc : (real)0);
        real q = fabs(b) + root;

        int closing = b < 0;
        real t = (closing ? c : q) / (closing ? q : minus_a);
        int there = c == 0;
        int met = (c > 0) & (disc >= 0) & (closing | (minus_a > 0));

        real met_time = met ? t : (real)0;
        real per_square = met ? 1 / c : (real)0;
        time[i] = (float)(met | there ? met_time : (real)INFINITY);
        point_x[i] = (float)(runner_x[i] + vx * met_time);
        point_y[i] = (float)(runner_y[i] + vy * met_time);
        velocity_x[i] = (float)((root * rx - k * ry) * per_square);
        velocity_y[i] = (float)((root * ry + k * rx) * per_square);
        status[i] = met ? RIVAL_MET : there ? RIVAL_THERE : RIVAL_TOO_SLOW;
    }
}

void RIVAL(const rival_columns *c, size_t count) {
    plain(count, c->chaser_x, c->chaser_y, c->chaser_speed, c->runner_x, c->runner_y, c->runner_vx,
          c->runner_vy, c->time, c->point_x, c->point_y, c->velocity_x, c->velocity_y, c->status);
}
