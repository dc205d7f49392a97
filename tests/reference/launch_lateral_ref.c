/* Computes throws of a given level speed, after "Two Basic Kinematics Problems". The level part of a throw is
   a straight motion at constant speed. So its first meeting with a target that moves straight is an
   interception in the level plane. The vertical part takes the same time t. If the gravity is known, the
   upward speed is y / t + g t / 2, because the document gives the height after t as y = v t - g t^2 / 2. If
   the top is known, the throw is the document's throw over this top, under the gravity for which the throw
   takes the time t. */
#include "reference/real.h"

#include "waylay/base.h"

reference REFERENCE(launch_apex2d), REFERENCE(launch_apex3d), REFERENCE(intercept2d);

/* Returns the time at which the level part meets the target, and stores the status. */
static real meet_level(const real *from, const real *to, const real *to_v, real speed, int dims,
                       int *status) {
    real z = dims == 3 ? from[2] : 0, to_z = dims == 3 ? to[2] : 0, to_vz = dims == 3 ? to_v[2] : 0;
    const real in[] = {from[0], z, speed, to[0], to_z, to_v[0], to_vz, 0, INFINITY, 0, 0, INFINITY};
    real out[8];
    REFERENCE(intercept2d)(in, out);
    *status = (int)out[7];
    return out[0];
}

/* Returns the gravity under which the throw with this apex takes `time`, and stores the upward speed. The
   throw is computed under a gravity of 1 first, and this gravity is then corrected by the ratio of the times.
   If rise and fall are 0, no such gravity exists, and the result is 0. */
static real gravity_for(const real *from, const real *to, real apex, real time, int dims, real *upward) {
    real given[8], thrown[7], gravity = 1;
    *upward = 0;
    for (int k = 0; k < dims; k++) {
        given[k] = from[k];
        given[dims + k] = to[k];
    }
    given[2 * dims + 1] = apex;
    for (int step = 0; step < 4; step++) {
        given[2 * dims] = gravity;
        if (dims == 2)
            REFERENCE(launch_apex2d)(given, thrown);
        else
            REFERENCE(launch_apex3d)(given, thrown);
        if (thrown[dims + 3] != WAY_MET)
            return 0;
        *upward = thrown[2];
        if (step < 3)
            gravity *= thrown[0] / time * (thrown[0] / time);
    }
    return gravity;
}

/* Inputs: from, to, level speed, gravity or apex, the velocity of `to`. Outputs: time, point, velocity, top
   or gravity, status. */
static void throw_level(const real *in, real *out, int dims, int solves_gravity) {
    const real *from = in, *to = in + dims, *to_v = in + 2 * dims + 2;
    real speed = in[2 * dims], given = in[2 * dims + 1];
    real *time = out, *point = out + 1, *velocity = point + dims, *last = velocity + dims, *status = last + 1;
    int valid = solves_gravity ? given >= 0 : given > 0, met;
    for (int k = 0; k < 3 * dims + 2; k++)
        valid = valid && isfinite(in[k]);
    for (int k = 0; k < dims; k++) {
        point[k] = valid ? to[k] : 0;
        velocity[k] = 0;
    }
    *time = INFINITY;
    *last = valid && !solves_gravity ? from[1] : 0;
    if (!valid) {
        *status = WAY_INVALID;
        return;
    }
    real t = meet_level(from, to, to_v, speed, dims, &met);
    *status = met;
    if (met == WAY_THERE && from[1] == to[1])
        *time = 0;
    else if (met == WAY_THERE)
        *status = WAY_DEGENERATE;
    if (met != WAY_MET)
        return;
    *time = t;
    for (int k = 0; k < dims; k++) {
        point[k] = to[k] + to_v[k] * t;
        velocity[k] = (to[k] - from[k] + to_v[k] * t) / t;
    }
    if (solves_gravity)
        *last = gravity_for(from, point, given, t, dims, &velocity[1]);
    else {
        velocity[1] += given * t / 2;
        if (velocity[1] > 0)
            *last = from[1] + velocity[1] * velocity[1] / (2 * given);
    }
}

void REFERENCE(launch_lateral2d)(const real *in, real *out) { throw_level(in, out, 2, 0); }
void REFERENCE(launch_lateral3d)(const real *in, real *out) { throw_level(in, out, 3, 0); }
void REFERENCE(launch_gravity2d)(const real *in, real *out) { throw_level(in, out, 2, 1); }
void REFERENCE(launch_gravity3d)(const real *in, real *out) { throw_level(in, out, 3, 1); }
