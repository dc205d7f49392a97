/* "Two Basic Kinematics Problems", lead tracking: where the sphere about O, the runner a second from now, of
   the chaser's speed cuts the line from the chaser A to the runner B: P = A + alpha AB. The smaller alpha,
   where it is below 1, is the answer: the runner is met after 1 / (1 - alpha) seconds. */
#include "reference/real.h"

#include "waylay/waylay.h"

static void lead(const real *in, real *out, int dims) {
    const real *chaser = in, *runner = in + dims + 1, *runner_v = in + 2 * dims + 1;
    real speed = in[dims] > 0 ? in[dims] : 0, horizon = in[3 * dims + 1], range = in[3 * dims + 2];
    real *time = out, *point = out + 1, *velocity = out + 1 + dims, *gone = out + 1 + 2 * dims,
         *status = gone + 1;

    real a = 0, b = 0, c = -speed * speed, distance;
    int valid = isfinite(in[dims]) && range >= 0 && horizon > -INFINITY;
    for (int k = 0; k < dims; k++) {
        real ab = runner[k] - chaser[k], from_o = chaser[k] - (runner[k] + runner_v[k]);
        valid = valid && isfinite(ab) && isfinite(runner_v[k]);
        a += ab * ab;
        b += 2 * ab * from_o;
        c += from_o * from_o;
        point[k] = runner[k];
        velocity[k] = 0;
    }
    distance = sqrt(a);
    *time = INFINITY;
    *gone = distance;
    if (!valid) {
        for (int k = 0; k < dims; k++)
            point[k] = 0;
        *gone = INFINITY;
        *status = WAY_INVALID;
        return;
    }

    int found = 0;
    real alpha = 0, delta = b * b - 4 * a * c;
    if (distance == 0) {
        if (horizon >= 0) {
            *time = 0;
            *status = WAY_THERE;
        } else
            *status = WAY_LATE;
        return;
    }
    if (delta >= 0) {
        alpha = (-b - sqrt(delta)) / 2 / a;
        found = alpha < 1;
    }
    *status = found ? WAY_MET : speed > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    real seconds = found ? 1 / (1 - alpha) : 0;
    if (found && seconds > horizon) {
        *status = WAY_LATE;
        found = 0;
    }
    for (int k = 0; k < dims; k++) {
        real aim = runner[k] + (found ? runner_v[k] * seconds : 0);
        if (found)
            velocity[k] = (aim - chaser[k]) / seconds;
        else
            velocity[k] = (runner[k] - chaser[k]) / distance * speed;
        point[k] = aim;
    }
    if (found) {
        *time = seconds;
        *gone = speed * seconds;
        if (*gone > range)
            *status = WAY_OUT_OF_RANGE;
    }
}

void REFERENCE(lead2d)(const real *in, real *out) { lead(in, out, 2); }
void REFERENCE(lead3d)(const real *in, real *out) { lead(in, out, 3); }
