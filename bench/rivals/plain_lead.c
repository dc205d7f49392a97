#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* Columns are parameters of a function that is not inlined, because gcc honours `restrict` best that way. */
__attribute__((noinline)) static void
lead2d(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
       const float *restrict speed, const float *restrict runner_x, const float *restrict runner_y,
       const float *restrict runner_vx, const float *restrict runner_vy, float *restrict time,
       float *restrict point_x, float *restrict point_y, float *restrict velocity_x,
       float *restrict velocity_y, float *restrict distance, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - chaser_x[i], ry = runner_y[i] - chaser_y[i];
        real vx = runner_vx[i], vy = runner_vy[i], s = speed[i] > 0 ? speed[i] : 0;
        real a = s * s - (vx * vx + vy * vy), b = rx * vx + ry * vy, c = rx * rx + ry * ry;
        real disc = b * b + a * c, t = INFINITY;
        if (c == 0)
            t = 0;
        else if (disc >= 0) {
            real root = sqrt(disc);
            if (b < 0)
                t = c / (root - b);
            else if (a > 0)
                t = (b + root) / a;
        }
        int met = t < INFINITY;
        real after = met ? t : 0, far = sqrt(c);
        real ux = rx + vx * after;
        real uy = ry + vy * after;
        real along = met ? t : s > 0 ? far / s : 0;
        real scale = along > 0 ? 1 / along : 0;
        time[i] = t;
        point_x[i] = runner_x[i] + vx * after;
        velocity_x[i] = ux * scale;
        point_y[i] = runner_y[i] + vy * after;
        velocity_y[i] = uy * scale;
        distance[i] = met ? s * t : far;
        status[i] = c == 0 ? WAY_THERE : met ? WAY_MET : s > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    }
}

void plain_lead2d(const float *const *in, void *const *out, size_t count) {
    lead2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], out[0], out[1], out[2], out[3], out[4],
           out[5], out[6]);
}

/* Columns are parameters of a function that is not inlined, because gcc honours `restrict` best that way. */
__attribute__((noinline)) static void
lead3d(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
       const float *restrict chaser_z, const float *restrict speed, const float *restrict runner_x,
       const float *restrict runner_y, const float *restrict runner_z, const float *restrict runner_vx,
       const float *restrict runner_vy, const float *restrict runner_vz, float *restrict time,
       float *restrict point_x, float *restrict point_y, float *restrict point_z, float *restrict velocity_x,
       float *restrict velocity_y, float *restrict velocity_z, float *restrict distance,
       int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - chaser_x[i], ry = runner_y[i] - chaser_y[i], rz = runner_z[i] - chaser_z[i];
        real vx = runner_vx[i], vy = runner_vy[i], vz = runner_vz[i], s = speed[i] > 0 ? speed[i] : 0;
        real a = s * s - (vx * vx + vy * vy + vz * vz), b = rx * vx + ry * vy + rz * vz,
             c = rx * rx + ry * ry + rz * rz;
        real disc = b * b + a * c, t = INFINITY;
        if (c == 0)
            t = 0;
        else if (disc >= 0) {
            real root = sqrt(disc);
            if (b < 0)
                t = c / (root - b);
            else if (a > 0)
                t = (b + root) / a;
        }
        int met = t < INFINITY;
        real after = met ? t : 0, far = sqrt(c);
        real ux = rx + vx * after;
        real uy = ry + vy * after;
        real uz = rz + vz * after;
        real along = met ? t : s > 0 ? far / s : 0;
        real scale = along > 0 ? 1 / along : 0;
        time[i] = t;
        point_x[i] = runner_x[i] + vx * after;
        velocity_x[i] = ux * scale;
        point_y[i] = runner_y[i] + vy * after;
        velocity_y[i] = uy * scale;
        point_z[i] = runner_z[i] + vz * after;
        velocity_z[i] = uz * scale;
        distance[i] = met ? s * t : far;
        status[i] = c == 0 ? WAY_THERE : met ? WAY_MET : s > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    }
}

void plain_lead3d(const float *const *in, void *const *out, size_t count) {
    lead3d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], out[0], out[1],
           out[2], out[3], out[4], out[5], out[6], out[7], out[8]);
}
