/* Computes the latest meeting, after Mike Oberberger, "Interception of Two Moving Objects in 2D Space". The
   law of cosines gives two times, and the latest meeting is at the later one. A chaser that goes slower than
   its top speed can meet the runner at any time between the two times or, if only one of them is above 0, at
   any time after this one. The speed for a meeting time is the distance to the runner's position at this
   time, minus the reach, divided by the time. */
#include "reference/real.h"

#include "waylay/base.h"

reference REFERENCE(intercept2d), REFERENCE(intercept3d);

static void latest(const real *in, real *out, int dims) {
    const real *runner = in + dims + 1, *velocity = runner + dims, *options = velocity + dims;
    const real *carrier = options + 2;
    real reach = options[0], horizon = options[1], chase[16], met[10];
    real *point = out + 1, *chaser_velocity = point + dims, *speed = chaser_velocity + dims,
         *distance = speed + 1, *status = speed + 2;

    for (int k = 0; k < 4 * dims + 3; k++)
        chase[k] = in[k];
    chase[4 * dims + 3] = INFINITY;
    (dims == 2 ? REFERENCE(intercept2d) : REFERENCE(intercept3d))(chase, met);
    *out = *speed = 0;
    for (int k = 0; k < dims; k++) {
        point[k] = met[1 + k];
        chaser_velocity[k] = 0;
    }
    *distance = met[2 * dims + 2];
    *status = met[2 * dims + 3];
    if (*status != WAY_MET && *status != WAY_THERE)
        return;

    real last = met[2 * dims + 1], time = last < horizon ? last : horizon, after = isfinite(time) ? time : 0;
    real way[3], square = 0, far = 0, own = 0;
    for (int k = 0; k < dims; k++) {
        point[k] = runner[k] + velocity[k] * after;
        way[k] = runner[k] - in[k] + (velocity[k] - carrier[k]) * after;
        square += way[k] * way[k];
        far += (point[k] - in[k]) * (point[k] - in[k]);
        own += (velocity[k] - carrier[k]) * (velocity[k] - carrier[k]);
    }
    *out = time;
    *distance = sqrt(far);
    if (!isfinite(time)) {
        *speed = sqrt(own);
        for (int k = 0; k < dims; k++)
            chaser_velocity[k] = velocity[k] - carrier[k];
        return;
    }
    if (sqrt(square) <= reach || time <= 0)
        return;
    *speed = time < last ? (sqrt(square) - reach) / time : in[dims] > 0 ? in[dims] : 0;
    for (int k = 0; k < dims; k++)
        chaser_velocity[k] = way[k] / sqrt(square) * *speed;
}

void REFERENCE(latest2d)(const real *in, real *out) { latest(in, out, 2); }
void REFERENCE(latest3d)(const real *in, real *out) { latest(in, out, 3); }
