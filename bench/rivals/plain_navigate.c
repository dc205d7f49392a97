#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* Columns are parameters of a function that is not inlined, because gcc honours `restrict` best that way. */
__attribute__((noinline)) static void
navigate2d(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
           const float *restrict chaser_vx, const float *restrict chaser_vy, const float *restrict runner_x,
           const float *restrict runner_y, const float *restrict runner_vx, const float *restrict runner_vy,
           float *restrict acceleration_x, float *restrict acceleration_y, float *restrict closing,
           int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - chaser_x[i], ry = runner_y[i] - chaser_y[i];
        real vx = runner_vx[i] - chaser_vx[i], vy = runner_vy[i] - chaser_vy[i];
        real rr = rx * rx + ry * ry, rv = rx * vx + ry * vy;
        real k_z = (rx * vy - ry * vx) / rr;
        real gain = -3 * rv / rr;
        int able = rv < 0;
        gain = rr > 0 && able ? gain : 0;
        acceleration_x[i] = rr > 0 ? -gain * k_z * ry : 0;
        acceleration_y[i] = rr > 0 ? gain * k_z * rx : 0;
        closing[i] = rr > 0 ? -rv / sqrt(rr) : 0;
        status[i] = rr == 0 ? WAY_THERE : able ? WAY_MET : WAY_TOO_SLOW;
    }
}

void plain_navigate2d(const float *const *in, void *const *out, size_t count) {
    navigate2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], out[0], out[1], out[2], out[3]);
}

/* Columns are parameters of a function that is not inlined, because gcc honours `restrict` best that way. */
__attribute__((noinline)) static void
navigate3d(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
           const float *restrict chaser_z, const float *restrict chaser_vx, const float *restrict chaser_vy,
           const float *restrict chaser_vz, const float *restrict runner_x, const float *restrict runner_y,
           const float *restrict runner_z, const float *restrict runner_vx, const float *restrict runner_vy,
           const float *restrict runner_vz, float *restrict acceleration_x, float *restrict acceleration_y,
           float *restrict acceleration_z, float *restrict closing, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - chaser_x[i], ry = runner_y[i] - chaser_y[i], rz = runner_z[i] - chaser_z[i];
        real vx = runner_vx[i] - chaser_vx[i], vy = runner_vy[i] - chaser_vy[i],
             vz = runner_vz[i] - chaser_vz[i];
        real rr = rx * rx + ry * ry + rz * rz, rv = rx * vx + ry * vy + rz * vz;
        real k_z = (rx * vy - ry * vx) / rr;
        real k_x = (ry * vz - rz * vy) / rr, k_y = (rz * vx - rx * vz) / rr;
        real gain = -3 * rv / rr;
        int able = rv < 0;
        gain = rr > 0 && able ? gain : 0;
        acceleration_x[i] = rr > 0 ? gain * (k_y * rz - k_z * ry) : 0;
        acceleration_y[i] = rr > 0 ? gain * (k_z * rx - k_x * rz) : 0;
        acceleration_z[i] = rr > 0 ? gain * (k_x * ry - k_y * rx) : 0;
        closing[i] = rr > 0 ? -rv / sqrt(rr) : 0;
        status[i] = rr == 0 ? WAY_THERE : able ? WAY_MET : WAY_TOO_SLOW;
    }
}

void plain_navigate3d(const float *const *in, void *const *out, size_t count) {
    navigate3d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], in[10], in[11],
               out[0], out[1], out[2], out[3], out[4]);
}

/* Columns are parameters of a function that is not inlined, because gcc honours `restrict` best that way. */
__attribute__((noinline)) static void
navigate_pure2d(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
                const float *restrict chaser_vx, const float *restrict chaser_vy,
                const float *restrict runner_x, const float *restrict runner_y,
                const float *restrict runner_vx, const float *restrict runner_vy,
                float *restrict acceleration_x, float *restrict acceleration_y, float *restrict closing,
                int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - chaser_x[i], ry = runner_y[i] - chaser_y[i];
        real vx = runner_vx[i] - chaser_vx[i], vy = runner_vy[i] - chaser_vy[i];
        real rr = rx * rx + ry * ry, rv = rx * vx + ry * vy;
        real k_z = (rx * vy - ry * vx) / rr;
        real gain = 3;
        int able = chaser_vx[i] != 0 || chaser_vy[i] != 0;
        gain = rr > 0 && able ? gain : 0;
        acceleration_x[i] = rr > 0 ? -gain * k_z * chaser_vy[i] : 0;
        acceleration_y[i] = rr > 0 ? gain * k_z * chaser_vx[i] : 0;
        closing[i] = rr > 0 ? -rv / sqrt(rr) : 0;
        status[i] = rr == 0 ? WAY_THERE : able ? WAY_MET : WAY_IMMOBILE;
    }
}

void plain_navigate_pure2d(const float *const *in, void *const *out, size_t count) {
    navigate_pure2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], out[0], out[1], out[2],
                    out[3]);
}

/* Columns are parameters of a function that is not inlined, because gcc honours `restrict` best that way. */
__attribute__((noinline)) static void navigate_pure3d(
    size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
    const float *restrict chaser_z, const float *restrict chaser_vx, const float *restrict chaser_vy,
    const float *restrict chaser_vz, const float *restrict runner_x, const float *restrict runner_y,
    const float *restrict runner_z, const float *restrict runner_vx, const float *restrict runner_vy,
    const float *restrict runner_vz, float *restrict acceleration_x, float *restrict acceleration_y,
    float *restrict acceleration_z, float *restrict closing, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - chaser_x[i], ry = runner_y[i] - chaser_y[i], rz = runner_z[i] - chaser_z[i];
        real vx = runner_vx[i] - chaser_vx[i], vy = runner_vy[i] - chaser_vy[i],
             vz = runner_vz[i] - chaser_vz[i];
        real rr = rx * rx + ry * ry + rz * rz, rv = rx * vx + ry * vy + rz * vz;
        real k_z = (rx * vy - ry * vx) / rr;
        real k_x = (ry * vz - rz * vy) / rr, k_y = (rz * vx - rx * vz) / rr;
        real gain = 3;
        int able = chaser_vx[i] != 0 || chaser_vy[i] != 0 || chaser_vz[i] != 0;
        gain = rr > 0 && able ? gain : 0;
        acceleration_x[i] = rr > 0 ? gain * (k_y * chaser_vz[i] - k_z * chaser_vy[i]) : 0;
        acceleration_y[i] = rr > 0 ? gain * (k_z * chaser_vx[i] - k_x * chaser_vz[i]) : 0;
        acceleration_z[i] = rr > 0 ? gain * (k_x * chaser_vy[i] - k_y * chaser_vx[i]) : 0;
        closing[i] = rr > 0 ? -rv / sqrt(rr) : 0;
        status[i] = rr == 0 ? WAY_THERE : able ? WAY_MET : WAY_IMMOBILE;
    }
}

void plain_navigate_pure3d(const float *const *in, void *const *out, size_t count) {
    navigate_pure3d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], in[10],
                    in[11], out[0], out[1], out[2], out[3], out[4]);
}
