#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* Repeats "where would a shot hit that leaves once the barrel has turned there", as a user would write it. It
   finds a shot, but not always the first one, and none if the direction turns faster than the barrel. */
__attribute__((noinline)) static void
slew2d(size_t count, const float *restrict gun_x, const float *restrict gun_y,
       const float *restrict heading_x, const float *restrict heading_y, const float *restrict turn_rate,
       const float *restrict speed, const float *restrict runner_x, const float *restrict runner_y,
       const float *restrict runner_vx, const float *restrict runner_vy, float *restrict time,
       float *restrict hit, float *restrict direction_x, float *restrict direction_y, float *restrict turn,
       float *restrict next_x, float *restrict next_y, float *restrict track, int32_t *restrict status) {
    const real pi = (real)3.14159265358979;
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - gun_x[i], ry = runner_y[i] - gun_y[i];
        real vx = runner_vx[i], vy = runner_vy[i], s = speed[i], rate = turn_rate[i];
        real a = vx * vx + vy * vy - s * s, from = atan2((real)heading_y[i], (real)heading_x[i]);
        real wait = 0, flight = 0, angle = 0, x = 0, y = 0;
        int found = 0;
        for (int step = 0; step < 40; step++) {
            real px = rx + vx * wait, py = ry + vy * wait, b = px * vx + py * vy, c = px * px + py * py;
            real disc = b * b - a * c;
            if (!(disc >= 0) || (a >= 0 && b >= 0))
                break;
            flight = b < 0 ? c / (sqrt(disc) - b) : (b + sqrt(disc)) / -a;
            x = px + vx * flight;
            y = py + vy * flight;
            angle = atan2(y, x) - from;
            angle = angle > pi ? angle - 2 * pi : angle < -pi ? angle + 2 * pi : angle;
            real needs = fabs(angle) / rate;
            found = fabs(needs - wait) <= (real)1e-6 * needs;
            wait = needs;
            if (found)
                break;
        }
        real far = sqrt(x * x + y * y);
        time[i] = found ? wait : (real)INFINITY;
        hit[i] = found ? wait + flight : (real)INFINITY;
        direction_x[i] = found ? x / far : 0;
        direction_y[i] = found ? y / far : 0;
        turn[i] = found ? angle : 0;
        real size = sqrt(heading_x[i] * heading_x[i] + heading_y[i] * heading_y[i]);
        next_x[i] = heading_x[i] / size;
        next_y[i] = heading_y[i] / size;
        track[i] = time[i];
        status[i] = found ? WAY_MET : WAY_TOO_SLOW;
    }
}

void plain_slew2d(const float *const *in, void *const *out, size_t count) {
    slew2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], out[0], out[1],
           out[2], out[3], out[4], out[5], out[6], out[7], out[8]);
}

__attribute__((noinline)) static void slew3d(size_t count, const float *const *in, void *const *out) {
    const float *restrict gun_x = in[0], *restrict gun_y = in[1], *restrict gun_z = in[2];
    const float *restrict heading_x = in[3], *restrict heading_y = in[4], *restrict heading_z = in[5];
    const float *restrict turn_rate = in[6], *restrict speed = in[7], *restrict runner_x = in[8];
    const float *restrict runner_y = in[9], *restrict runner_z = in[10], *restrict runner_vx = in[11];
    const float *restrict runner_vy = in[12], *restrict runner_vz = in[13];
    float *restrict time = out[0], *restrict hit = out[1], *restrict direction_x = out[2];
    float *restrict direction_y = out[3], *restrict direction_z = out[4], *restrict turn = out[5];
    float *restrict next_x = out[6], *restrict next_y = out[7], *restrict next_z = out[8];
    int32_t *restrict status = out[9];
    for (size_t i = 0; i < count; i++) {
        real rx = runner_x[i] - gun_x[i], ry = runner_y[i] - gun_y[i], rz = runner_z[i] - gun_z[i];
        real vx = runner_vx[i], vy = runner_vy[i], vz = runner_vz[i], s = speed[i], rate = turn_rate[i];
        real hx = heading_x[i], hy = heading_y[i], hz = heading_z[i];
        real length = sqrt(hx * hx + hy * hy + hz * hz), a = vx * vx + vy * vy + vz * vz - s * s;
        real wait = 0, flight = 0, angle = 0, x = 0, y = 0, z = 0;
        int found = 0;
        hx /= length, hy /= length, hz /= length;
        for (int step = 0; step < 40; step++) {
            real px = rx + vx * wait, py = ry + vy * wait, pz = rz + vz * wait;
            real b = px * vx + py * vy + pz * vz, c = px * px + py * py + pz * pz, disc = b * b - a * c;
            if (!(disc >= 0) || (a >= 0 && b >= 0))
                break;
            flight = b < 0 ? c / (sqrt(disc) - b) : (b + sqrt(disc)) / -a;
            x = px + vx * flight, y = py + vy * flight, z = pz + vz * flight;
            real cx = hy * z - hz * y, cy = hz * x - hx * z, cz = hx * y - hy * x;
            angle = atan2(sqrt(cx * cx + cy * cy + cz * cz), hx * x + hy * y + hz * z);
            real needs = angle / rate;
            found = fabs(needs - wait) <= (real)1e-6 * needs;
            wait = needs;
            if (found)
                break;
        }
        real far = sqrt(x * x + y * y + z * z);
        time[i] = found ? wait : (real)INFINITY;
        hit[i] = found ? wait + flight : (real)INFINITY;
        direction_x[i] = found ? x / far : 0;
        direction_y[i] = found ? y / far : 0;
        direction_z[i] = found ? z / far : 0;
        turn[i] = found ? angle : 0;
        next_x[i] = hx;
        next_y[i] = hy;
        next_z[i] = hz;
        status[i] = found ? WAY_MET : WAY_TOO_SLOW;
    }
}

void plain_slew3d(const float *const *in, void *const *out, size_t count) { slew3d(count, in, out); }
