/* Follows a bouncing body bounce by bounce. */
#include "reference/real.h"

#include "waylay/base.h"

static void bouncing(const real *in, real *out, int dims) {
    const real *place = in, *v = in + dims;
    real g = in[2 * dims], time = in[2 * dims + 1], floor_y = in[2 * dims + 2], e = in[2 * dims + 3];
    real *velocity = out + dims, *bounces = out + 2 * dims, *landing = bounces + 1, *status = bounces + 2;
    int valid = g >= 0 && time >= 0 && e >= 0 && e <= 1;
    for (int k = 0; k < 2 * dims + 4; k++)
        valid = valid && isfinite(in[k]);
    for (int k = 0; k <= 2 * dims; k++)
        out[k] = 0;
    *landing = INFINITY;
    *status = WAY_INVALID;
    if (!valid)
        return;
    *status = WAY_MET;
    for (int k = 0; k < dims; k++) {
        out[k] = place[k] + v[k] * time;
        velocity[k] = v[k];
    }
    real y = fmax(place[1] - floor_y, (real)0), vy = v[1], now = 0, count = 0;
    for (;;) {
        real u = sqrt(vy * vy + 2 * g * y), fall = INFINITY;
        if (g > 0)
            fall = vy >= 0 ? (vy + u) / g : 2 * y / (u - vy);
        else if (vy < 0)
            fall = y / -vy;
        real rest = e < 1 ? now + fall + 2 * e * u / g / (1 - e) : (real)INFINITY;
        int endless = g > 0 && count == 0 && time >= rest, stops = time >= now + fall && e * u == 0;
        if (endless || stops) {
            out[1] = floor_y;
            velocity[1] = 0;
            *bounces = e * u > 0 ? 0x7fffffff : u > 0 ? 1 : 0;
            *status = WAY_THERE;
            return;
        }
        if (now + fall > time) {
            real t = time - now;
            out[1] = floor_y + fmax(y + vy * t - g * t * t / 2, (real)0);
            velocity[1] = vy - g * t;
            *bounces = count;
            *landing = now + fall;
            return;
        }
        now += fall;
        y = 0;
        vy = e * u;
        count++;
    }
}

void REFERENCE(bouncing2d)(const real *in, real *out) { bouncing(in, out, 2); }
void REFERENCE(bouncing3d)(const real *in, real *out) { bouncing(in, out, 3); }
