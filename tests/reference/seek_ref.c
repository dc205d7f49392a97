/* Moves an agent along the line of sight, after "Chasing and Evading". The velocity of seek is the unit
   vector from the chaser to its target, times the speed. flee is the same, but leads away from the chaser. */
#include "reference/real.h"

#include "waylay/base.h"

/* seek and flee have the same columns in the same order: the moving agent, its speed, the other agent. */
static void seek(const real *in, real *out, int dims, int sign, real dt) {
    const real *mover = in, *other = in + dims + 1;
    real speed = in[dims], *velocity = out, *distance = out + dims, *status = out + dims + 1;
    real u[3], length = 0;
    int valid = isfinite(speed) && isfinite(dt) && dt >= 0;
    for (int k = 0; k < dims; k++) {
        u[k] = sign * (other[k] - mover[k]);
        length += u[k] * u[k];
        velocity[k] = 0;
        valid = valid && isfinite(u[k]);
    }
    length = sqrt(length);
    *distance = INFINITY;
    if (!valid) {
        *status = WAY_INVALID;
        return;
    }
    *distance = length;
    if (length == 0) {
        *status = WAY_THERE;
        return;
    }
    if (speed <= 0) {
        *status = WAY_IMMOBILE;
        return;
    }
    if (dt > 0 && speed * dt > length)
        speed = length / dt;
    for (int k = 0; k < dims; k++)
        velocity[k] = u[k] / length * speed;
    *status = WAY_MET;
}

void REFERENCE(seek2d)(const real *in, real *out) { seek(in, out, 2, 1, in[5]); }
void REFERENCE(seek3d)(const real *in, real *out) { seek(in, out, 3, 1, in[7]); }
void REFERENCE(flee2d)(const real *in, real *out) { seek(in, out, 2, -1, 0); }
void REFERENCE(flee3d)(const real *in, real *out) { seek(in, out, 3, -1, 0); }
