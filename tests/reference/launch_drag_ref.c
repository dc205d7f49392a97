/* Finds the shots through air as a game would search: for one moment after the other, how fast would a shell
   have to leave the muzzle to be at the target at that moment? If this needed speed is above the shell's
   speed at one moment and below it at the next, bisection finds the shot between the two. Under linear drag,
   a velocity u in still air carries a body as far as u (1 - exp(-f t)) / f. Under quadratic drag, velocities
   are tried and corrected, and each try computes a flight in small steps. */
#include "reference/real.h"

#include "waylay/base.h"

typedef struct air_shot {
    const real *muzzle, *runner, *velocity, *platform, *wind;
    real gravity, drag, square;
    int dims;
} air_shot;

/* Computes a flight for a time, in steps by the midpoint method. Sets the position at the end, and returns by
   how much the shell would be farther to the side for each m/s across its course. */
static real fly(const air_shot *c, const real *start, real time, real *place) {
    const int steps = 200;
    real v[3] = {0}, dt = time / steps, aside = 1, sum = 0;
    for (int k = 0; k < c->dims; k++)
        v[k] = start[k], place[k] = 0;
    for (int n = 0; n < steps; n++) {
        real middle[3], side = aside;
        for (int half = 0; half < 2; half++) {
            const real *at = half ? middle : v;
            real fast = 0, h = half ? dt : dt / 2, next[3];
            for (int k = 0; k < c->dims; k++)
                fast += at[k] * at[k];
            real slows = c->drag + c->square * sqrt(fast);
            for (int k = 0; k < c->dims; k++)
                next[k] = v[k] - h * (slows * at[k] + (k == 1 ? c->gravity : 0));
            if (half)
                for (int k = 0; k < c->dims; k++)
                    place[k] += dt * middle[k];
            for (int k = 0; k < c->dims; k++)
                middle[k] = next[k];
            side = aside / (1 + h * slows);
        }
        for (int k = 0; k < c->dims; k++)
            v[k] = middle[k];
        sum += dt * (aside + side) / 2;
        aside = side;
    }
    return sum;
}

/* Like `needed`, for quadratic drag. A velocity that is much too fast, or that the corrections do not find,
   counts as too fast. */
static real needed_in_air(const air_shot *c, real t, real speed, real *velocity) {
    real start[3] = {0}, size = 0, square = 0;
    for (int k = 0; k < c->dims; k++)
        start[k] = (c->runner[k] - c->muzzle[k]) / t + c->velocity[k] - c->wind[k] +
                   (k == 1 ? c->gravity * t / 2 : 0);
    int found = 0;
    for (int n = 0; n < 60 && !found && size < 100 * (speed * speed + 1000); n++) {
        real place[3], per = fly(c, start, t, place), most = 0;
        size = 0;
        for (int k = 0; k < c->dims; k++) {
            real lacks = c->runner[k] - c->muzzle[k] + (c->velocity[k] - c->wind[k]) * t - place[k];
            start[k] += lacks / per;
            most = fmax(most, fabs(lacks / per));
            size += start[k] * start[k];
        }
        found = most < 1e-7 * sqrt(size);
    }
    if (!found)
        return 100 * speed;
    for (int k = 0; k < c->dims; k++) {
        velocity[k] = start[k] + c->wind[k] - c->platform[k];
        square += velocity[k] * velocity[k];
    }
    return sqrt(square) - speed;
}

/* Sets the launch velocity that hits at t, and returns its size minus the shell's speed. */
static real needed(const air_shot *c, real t, real speed, real *velocity) {
    real x = c->drag * t, even = t, fall = t * t / 2, square = 0;
    if (c->square > 0)
        return needed_in_air(c, t, speed, velocity);
    if (x > 0 && x < 1e-2) { /* here the terms of the formula would cancel */
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
                  in[5 * dims + 4],
                  dims};
    real own = in[dims], horizon = in[4 * dims + 2], v[3], far = 0, speeds = fabs(own);
    real *point = out + 1, *first = point + dims, *last = first + dims;
    real *meetings = last + 1 + dims, *status = meetings + 1;
    int valid = c.gravity >= 0 && c.drag >= 0 && c.square >= 0 && horizon > -INFINITY;
    for (int k = 0; k < 5 * dims + 5; k++)
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
    real step = c.square > 0 ? 1.05 : 1.01, end = c.square > 0 ? 20000 * before : 1e14;
    for (int n = 0; own > 0 && n < 4000 && before < end; n++) {
        real t = before * step;
        int above = needed(&c, before, own, v) > 0;
        if (above != (needed(&c, t, own, v) > 0)) {
            real low = before, high = t;
            for (int halving = 0; halving < (c.square > 0 ? 40 : 110); halving++) {
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
