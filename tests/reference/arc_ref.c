/* Computes the arc to a moving target and the chase of an accelerating runner by a search. gap_at evaluates
   |r + v t + a t^2 / 2| - s t at many times, and each change of its sign is bisected to the last bit. The
   search is slow and uses no algebra. The search misses two meetings if both are between two neighbouring
   times. */
#include "reference/real.h"

#include "waylay/base.h"

enum { RUNGS = 4000, ARCS_MOST = 4 };

static const real STEP = 1.0069316688518; /* the 4000th root of 1e12 */

typedef struct course {
    real r[3], v[3], a[3], speed;
    int dims;
} course;

/* Returns the distance from the start to the target's position after t, minus the shell's flight length. */
static real gap_at(const course *c, real t) {
    real square = 0;
    for (int k = 0; k < c->dims; k++) {
        real gone = c->r[k] + c->v[k] * t + c->a[k] * t * t / 2;
        square += gone * gone;
    }
    return sqrt(square) - c->speed * t;
}

static int find(const course *c, real horizon, real *found) {
    real distance = gap_at(c, 0), scale = 0, low = 0;
    int count = 0;
    for (int k = 0; k < c->dims; k++)
        scale = fmax(scale, fmax(fabs(c->v[k]), sqrt(fabs(c->a[k]) * distance)));
    /* from 1e-5 times to 1e7 times a rough estimate of the shortest time */
    real t = distance / (c->speed + scale) * 1e-5, last = 1;
    for (int rung = 0; rung <= RUNGS && count < ARCS_MOST; rung++, t *= STEP) {
        real now = gap_at(c, t);
        if ((now < 0) != (last < 0)) {
            real left = low, right = t;
            for (int halving = 0; halving < 100; halving++) {
                real middle = (left + right) / 2;
                if ((gap_at(c, middle) < 0) == (last < 0))
                    left = middle;
                else
                    right = middle;
            }
            if (right <= horizon)
                found[count++] = right;
        }
        last = now;
        low = t;
    }
    return count;
}

/* Writes the start velocity of a shell that arrives after t. */
static void aim(const course *c, real t, real *velocity) {
    for (int k = 0; k < c->dims; k++)
        velocity[k] = c->r[k] / t + c->v[k] + c->a[k] * t / 2;
}

/* Writes the outputs: time, point, velocity, last time, velocity for the last time, if `all` is set the
   second and the third time with their velocities, count, status. The present counts as a meeting if the
   target is at the muzzle. */
static void answer(const course *c, const real *runner, const real *runner_v, const real *runner_a,
                   real horizon, int valid, int all, real *out) {
    int dims = c->dims, count = 0;
    real *point = out + 1, *velocity = point + dims, *last = velocity + dims, *last_velocity = last + 1;
    real *middle = last_velocity + dims, *meetings = middle + (all ? 2 * dims + 2 : 0);
    real *status = meetings + 1, times[ARCS_MOST], t = 0;
    for (int k = 0; out + k <= status; k++)
        out[k] = 0;
    out[0] = *last = INFINITY;
    for (int k = 0; all && k < 2; k++)
        middle[k * (dims + 1)] = INFINITY;
    for (int k = 0; k < dims; k++)
        valid = valid && isfinite(c->r[k]) && isfinite(c->v[k]) && isfinite(c->a[k]);
    if (!valid || !isfinite(c->speed) || !(horizon > -INFINITY)) {
        *status = WAY_INVALID;
        return;
    }
    if (c->speed > 0 && gap_at(c, 0) > 0)
        count = find(c, horizon, times);
    *meetings = count;
    *status = c->speed > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    if (gap_at(c, 0) == 0) {
        *status = horizon >= 0 ? WAY_THERE : WAY_LATE;
        out[0] = horizon >= 0 ? 0 : INFINITY;
    } else if (count > 0) {
        *status = WAY_MET;
        out[0] = t = times[0];
        aim(c, t, velocity);
    } else if (c->speed > 0 && find(c, INFINITY, times) > 0)
        *status = WAY_LATE;
    if (count > 1) {
        *last = times[count - 1];
        aim(c, *last, last_velocity);
    }
    for (int k = 0, next = out[0] > 0; all && k < 2 && next < count - 1; k++, next++) {
        middle[k * (dims + 1)] = times[next];
        aim(c, times[next], middle + k * (dims + 1) + 1);
    }
    for (int k = 0; k < dims; k++)
        point[k] = runner[k] + runner_v[k] * t + runner_a[k] * t * t / 2;
}

static void arc(const real *in, real *out, int dims) {
    const real *muzzle = in, *runner = in + dims + 1, *runner_v = runner + dims, *gravity = runner_v + dims;
    const real *runner_a = gravity + 1, *platform = runner_a + dims, *shell_a = platform + dims + 1;
    course c = {.speed = in[dims], .dims = dims};
    for (int k = 0; k < dims; k++) {
        c.r[k] = runner[k] - muzzle[k];
        c.v[k] = runner_v[k] - platform[k];
        c.a[k] = runner_a[k] - (shell_a[k] - (k == 1 ? *gravity : 0));
    }
    answer(&c, runner, runner_v, runner_a, platform[dims], *gravity >= 0, 1, out);
}

void REFERENCE(arc2d)(const real *in, real *out) { arc(in, out, 2); }
void REFERENCE(arc3d)(const real *in, real *out) { arc(in, out, 3); }

static void chase(const real *in, real *out, int dims) {
    const real *chaser = in, *runner = in + dims + 1, *runner_v = runner + dims, *runner_a = runner_v + dims;
    course c = {.speed = in[dims], .dims = dims};
    for (int k = 0; k < dims; k++) {
        c.r[k] = runner[k] - chaser[k];
        c.v[k] = runner_v[k];
        c.a[k] = runner_a[k];
    }
    answer(&c, runner, runner_v, runner_a, runner_a[dims], 1, 0, out);
}

void REFERENCE(chase_accelerating2d)(const real *in, real *out) { chase(in, out, 2); }
void REFERENCE(chase_accelerating3d)(const real *in, real *out) { chase(in, out, 3); }
