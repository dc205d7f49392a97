/* Finds the shots through air as a game would search: for one moment after the other, how fast would a shell
   have to leave the muzzle to be at the target by then? Between two moments at which the needed speed is on
   different sides of the shell's, the span is halved. Under linear drag, a velocity u in still air carries a
   body as far as u (1 - exp(-f t)) / f. */
#include "reference/real.h"

#include "waylay/base.h"

typedef struct air_shot {
    const real *muzzle, *runner, *velocity, *platform, *wind;
    real gravity, drag;
    int dims;
} air_shot;

/* Sets the launch velocity that hits at t, and returns its size less the shell's speed. */
static real needed(const air_shot *c, real t, real speed, real *velocity) {
    real x = c->drag * t, even = t, fall = t * t / 2, square = 0;
    if (x > 0 && x < 1e-2) { /* the closed form would cancel */
        real term = 1;
        even = fall = 0;
        for (int n = 1; n < 16; n++) {
            even += t * term / n;
            fall += t * t * term / n / (n + 1);
            term *= -x / n;
        }
    } else if (x > 0) {
        even = lost(x) / c->drag;
        fall = (t - even) / c->drag;
    }
    for (int k = 0; k < c->dims; k++) {
        real pull = c->drag * (c->platform[k] - c->wind[k]) + (k == 1 ? c->gravity : 0);
        real way = c->runner[k] - c->muzzle[k] + (c->velocity[k] - c->platform[k]) * t + pull * fall;
        velocity[k] = way / even;
        square += velocity[k] * velocity[k];
    }
    return sqrt(square) - speed;
}

static void launch_drag(const real *in, real *out, int dims) {
    air_shot c = {in,
                  in + dims + 1,
                  in + 2 * dims + 1,
                  in + 3 * dims + 2,
                  in + 4 * dims + 3,
                  in[3 * dims + 1],
                  in[5 * dims + 3],
                  dims};
    real own = in[dims], horizon = in[4 * dims + 2], v[3], far = 0, speeds = fabs(own);
    real *point = out + 1, *first = point + dims, *last = first + dims;
    real *meetings = last + 1 + dims, *status = meetings + 1;
    int valid = c.gravity >= 0 && c.drag >= 0 && horizon > -INFINITY;
    for (int k = 0; k < 5 * dims + 4; k++)
        valid = valid && (k == 4 * dims + 2 || isfinite(in[k]));
    for (real *x = out; x < status; x++)
        *x = 0;
    out[0] = *last = INFINITY;
    *status = WAY_INVALID;
    if (!valid)
        return;
    for (int k = 0; k < dims; k++) {
        far += fabs(c.runner[k] - c.muzzle[k]);
        speeds += fabs(c.velocity[k]) + fabs(c.platform[k]) + fabs(c.wind[k]);
    }
    int there = far == 0, ever = there, count = 0;
    real gains = c.gravity + c.drag * speeds;
    real before = there ? 1e-8 * speeds / fmax(gains, 1e-8)
                        : fmin(far / fmax(speeds, 1e-30), sqrt(far / fmax(gains, 1e-30))) / 64;
    before = fmax(before, 1e-20);
    for (int n = 0; own > 0 && n < 4000 && before < 1e14; n++) {
        real t = before * 1.01;
        int above = needed(&c, before, own, v) > 0;
        if (above != (needed(&c, t, own, v) > 0)) {
            real low = before, high = t;
            for (int step = 0; step < 110; step++) {
                real middle = (low + high) / 2;
                if ((needed(&c, middle, own, v) > 0) == above)
                    low = middle;
                else
                    high = middle;
            }
            ever = 1;
            if (high <= horizon) {
                *last = high;
                if (count == 0)
                    out[0] = high;
                count++;
            }
        }
        before = t;
    }
    *meetings = count;
    *status = !(own > 0) ? WAY_IMMOBILE : ever ? WAY_LATE : WAY_TOO_SLOW;
    if (count > (there ? 0 : 1))
        needed(&c, *last, own, last + 1);
    else
        *last = INFINITY;
    if (there)
        out[0] = horizon >= 0 ? 0 : (real)INFINITY;
    else if (count > 0)
        needed(&c, out[0], own, first);
    if (!(out[0] < INFINITY))
        return;
    *status = there ? WAY_THERE : WAY_MET;
    for (int k = 0; k < dims; k++)
        point[k] = c.runner[k] + c.velocity[k] * out[0];
}

void REFERENCE(launch_drag2d)(const real *in, real *out) { launch_drag(in, out, 2); }
void REFERENCE(launch_drag3d)(const real *in, real *out) { launch_drag(in, out, 3); }
