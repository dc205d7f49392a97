#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

void plain_steer2d(const float *const *in, void *const *out, size_t count) {
    const float *restrict heading_x = in[0], *restrict heading_y = in[1];
    const float *restrict wanted_x = in[2], *restrict wanted_y = in[3];
    const float *restrict turn_rate = in[4], *restrict dt = in[5];
    float *restrict velocity_x = out[0], *restrict velocity_y = out[1];
    float *restrict next_x = out[2], *restrict next_y = out[3];
    int32_t *restrict status = out[4];
    for (size_t i = 0; i < count; i++) {
        real hx = heading_x[i], hy = heading_y[i], wx = wanted_x[i], wy = wanted_y[i];
        real most = turn_rate[i] * dt[i], speed = sqrt(wx * wx + wy * wy), length = sqrt(hx * hx + hy * hy);
        real angle = atan2(hx * wy - hy * wx, hx * wx + hy * wy);
        if (fabs(angle) <= most || length == 0) {
            velocity_x[i] = wx;
            velocity_y[i] = wy;
            next_x[i] = speed > 0 ? wx / speed : hx / length;
            next_y[i] = speed > 0 ? wy / speed : hy / length;
            status[i] = WAY_MET;
        } else {
            real sine = sin(angle < 0 ? -most : most) / length, cosine = cos(most) / length;
            next_x[i] = hx * cosine - hy * sine;
            next_y[i] = hy * cosine + hx * sine;
            velocity_x[i] = next_x[i] * speed;
            velocity_y[i] = next_y[i] * speed;
            status[i] = WAY_LATE;
        }
    }
}

void plain_steer3d(const float *const *in, void *const *out, size_t count) {
    const float *restrict heading_x = in[0], *restrict heading_y = in[1], *restrict heading_z = in[2];
    const float *restrict wanted_x = in[3], *restrict wanted_y = in[4], *restrict wanted_z = in[5];
    const float *restrict turn_rate = in[6], *restrict dt = in[7];
    float *restrict velocity_x = out[0], *restrict velocity_y = out[1], *restrict velocity_z = out[2];
    float *restrict next_x = out[3], *restrict next_y = out[4], *restrict next_z = out[5];
    int32_t *restrict status = out[6];
    for (size_t i = 0; i < count; i++) {
        real hx = heading_x[i], hy = heading_y[i], hz = heading_z[i];
        real wx = wanted_x[i], wy = wanted_y[i], wz = wanted_z[i];
        real length = sqrt(hx * hx + hy * hy + hz * hz), speed = sqrt(wx * wx + wy * wy + wz * wz);
        if (length == 0 || speed == 0) {
            real x = speed > 0 ? wx : hx, y = speed > 0 ? wy : hy, z = speed > 0 ? wz : hz;
            real scale = length + speed > 0 ? 1 / (speed > 0 ? speed : length) : 0;
            next_x[i] = x * scale, next_y[i] = y * scale, next_z[i] = z * scale;
            velocity_x[i] = wx, velocity_y[i] = wy, velocity_z[i] = wz;
            status[i] = WAY_MET;
            continue;
        }
        hx /= length, hy /= length, hz /= length;
        real gx = wx / speed, gy = wy / speed, gz = wz / speed;
        real cosine = hx * gx + hy * gy + hz * gz, most = turn_rate[i] * dt[i];
        real nx = gx - hx * cosine, ny = gy - hy * cosine, nz = gz - hz * cosine;
        real sine = sqrt(nx * nx + ny * ny + nz * nz);
        if (atan2(sine, cosine) <= most) {
            next_x[i] = gx, next_y[i] = gy, next_z[i] = gz;
            velocity_x[i] = wx, velocity_y[i] = wy, velocity_z[i] = wz;
            status[i] = WAY_MET;
        } else {
            if (sine == 0) {
                nx = -hy, ny = hx, nz = 0;
                sine = sqrt(nx * nx + ny * ny);
            }
            real ahead = cos(most), aside = sin(most) / sine;
            next_x[i] = hx * ahead + nx * aside;
            next_y[i] = hy * ahead + ny * aside;
            next_z[i] = hz * ahead + nz * aside;
            velocity_x[i] = next_x[i] * speed, velocity_y[i] = next_y[i] * speed,
            velocity_z[i] = next_z[i] * speed;
            status[i] = WAY_LATE;
        }
    }
}
