/* Computes arrival, after Craig W. Reynolds, "Steering Behaviors For Autonomous Characters". The speed is
   proportional to the length of the offset to the target, and is clipped to the full speed. The velocity is
   along the offset. The time step is our addition: a chaser that would pass the target within the step
   arrives at the end of the step. With a time step, the speed is at least a 64th of the full speed, because a
   chaser whose speed is proportional to the distance never arrives. */
#include "reference/real.h"

#include "waylay/base.h"

static void arrive(const real *in, real *out, int dims) {
    const real *position = in, *target = in + dims + 1;
    real max_speed = in[dims], slowing_radius = in[2 * dims + 1], dt = in[2 * dims + 2];
    real *velocity = out, *distance = out + dims, *status = out + dims + 1;
    real offset[3], length = 0;
    int valid =
        isfinite(max_speed) && isfinite(slowing_radius) && slowing_radius >= 0 && isfinite(dt) && dt >= 0;
    for (int k = 0; k < dims; k++) {
        offset[k] = target[k] - position[k];
        length += offset[k] * offset[k];
        velocity[k] = 0;
        valid = valid && isfinite(offset[k]);
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
    if (max_speed <= 0) {
        *status = WAY_IMMOBILE;
        return;
    }
    real speed = max_speed;
    if (length < slowing_radius)
        speed = max_speed * (length / slowing_radius);
    if (dt > 0)
        speed = fmax(speed, max_speed / 64);
    if (speed * dt > length)
        speed = length / dt;
    for (int k = 0; k < dims; k++)
        velocity[k] = speed / length * offset[k];
    *status = WAY_MET;
}

void REFERENCE(arrive2d)(const real *in, real *out) { arrive(in, out, 2); }
void REFERENCE(arrive3d)(const real *in, real *out) { arrive(in, out, 3); }
