/* "Two Basic Kinematics Problems": the level part of a throw is a straight way at constant speed, so the
   first time at which that meets a target which moves straight is a quadratic's root; the height is what is
   left, and has that time. */
#include "reference/real.h"

#include "waylay/waylay.h"

/* The first time at which speed t is the level distance; below 0 where there is none. */
static real level_time(const real *r, const real *v, real speed) {
    real a = v[0] * v[0] + v[2] * v[2] - speed * speed, b = 2 * (r[0] * v[0] + r[2] * v[2]);
    real c = r[0] * r[0] + r[2] * r[2], t1 = -1, t2 = -1;
    if (c == 0)
        return 0;
    if (!REFERENCE(quadratic)(a, b, c, &t1, &t2))
        return -1;
    if (t1 > 0 && (t1 <= t2 || t2 <= 0))
        return t1;
    return t2;
}

/* in: from, to, level speed, gravity or apex, to's velocity; out: time, point, velocity, top or gravity,
   status */
static void throw_level(const real *in, real *out, int dims, int solves_gravity) {
    const real *from = in, *to = in + dims, *to_v = in + 2 * dims + 2;
    real speed = in[2 * dims] > 0 ? in[2 * dims] : 0, given = in[2 * dims + 1], r[3] = {0, 0, 0},
           v[3] = {0, 0, 0};
    real *time = out, *point = out + 1, *velocity = point + dims, *last = velocity + dims,
           *status = last + 1;
    int valid = solves_gravity ? given >= 0 : given > 0;
    for (int k = 0; k < 3 * dims + 2; k++)
        valid = valid && isfinite(in[k]);
    for (int k = 0; k < dims; k++) {
        r[k] = to[k] - from[k];
        v[k] = to_v[k];
        point[k] = valid ? to[k] : 0;
        velocity[k] = 0;
    }
    *time = INFINITY;
    *last = valid && !solves_gravity ? from[1] : 0;
    if (!valid) {
        *status = WAY_INVALID;
        return;
    }
    real t = level_time(r, v, speed);
    if (t < 0) {
        *status = speed > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
        return;
    }
    if (t == 0) {
        *status = r[1] == 0 ? WAY_THERE : WAY_DEGENERATE;
        if (r[1] == 0)
            *time = 0;
        return;
    }
    real height = r[1] + v[1] * t, gravity = given;
    real rise = fmax(height, 0) + given, fall = fmax(-height, 0) + given;
    if (solves_gravity) {
        real roots = (sqrt(rise) + sqrt(fall)) / t;
        gravity = 2 * roots * roots;
        *last = gravity;
    }
    for (int k = 0; k < dims; k++) {
        point[k] = to[k] + v[k] * t;
        velocity[k] = (r[k] + v[k] * t) / t;
    }
    velocity[1] = solves_gravity ? sqrt(2 * gravity * rise) : height / t + gravity * t / 2;
    if (!solves_gravity && velocity[1] > 0)
        *last = from[1] + velocity[1] * velocity[1] / (2 * gravity);
    *time = t;
    *status = WAY_MET;
}

void REFERENCE(launch_lateral2d)(const real *in, real *out) { throw_level(in, out, 2, 0); }
void REFERENCE(launch_lateral3d)(const real *in, real *out) { throw_level(in, out, 3, 0); }
void REFERENCE(launch_gravity2d)(const real *in, real *out) { throw_level(in, out, 2, 1); }
void REFERENCE(launch_gravity3d)(const real *in, real *out) { throw_level(in, out, 3, 1); }
