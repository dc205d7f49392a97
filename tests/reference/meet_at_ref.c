/* Computes how a chaser meets the runner at a given time. As in tracking with prediction in "Two Basic
   Kinematics Problems", the chaser goes straight to the runner's position after this time. Here the chaser's
   speed is chosen so that the chaser arrives exactly then. The platform carries the chaser all the time. With
   a reach, the way is shorter by the reach. */
#include "reference/real.h"

#include "waylay/base.h"

static void meet_at(const real *in, real *out, int dims) {
    const real *chaser = in, *runner = in + dims, *runner_v = in + 2 * dims, *carrier = in + 3 * dims + 2;
    real time = in[3 * dims], reach = in[3 * dims + 1], most = in[4 * dims + 2];
    real *point = out, *velocity = out + dims, *speed = out + 2 * dims, *distance = speed + 1,
         *status = speed + 2;

    int valid = isfinite(time) && isfinite(reach) && reach >= 0 && most > -INFINITY;
    real after = time > 0 ? time : 0, way[3], own = 0, far = 0;
    for (int k = 0; k < dims; k++) {
        valid = valid && isfinite(chaser[k]) && isfinite(runner[k]) && isfinite(runner_v[k]) &&
                isfinite(carrier[k]);
        point[k] = runner[k] + runner_v[k] * after;
        velocity[k] = 0;
        real taken_to = chaser[k] + carrier[k] * after;
        way[k] = point[k] - taken_to;
        own += way[k] * way[k];
        far += (point[k] - chaser[k]) * (point[k] - chaser[k]);
    }
    own = sqrt(own);
    *distance = sqrt(far);
    if (!valid) {
        for (int k = 0; k < dims; k++)
            point[k] = 0;
        *speed = *distance = INFINITY;
        *status = WAY_INVALID;
        return;
    }

    if (time <= 0) {
        *status = own <= reach ? WAY_THERE : WAY_LATE;
        *speed = own <= reach ? 0 : INFINITY;
        return;
    }
    *speed = own > reach ? (own - reach) / time : 0;
    *status = *speed <= most || *speed == 0 ? WAY_MET : most > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    real goes = *speed <= most ? *speed : most > 0 ? most : 0;
    for (int k = 0; k < dims && goes > 0; k++)
        velocity[k] = way[k] / own * goes;
}

void REFERENCE(meet_at2d)(const real *in, real *out) { meet_at(in, out, 2); }
void REFERENCE(meet_at3d)(const real *in, real *out) { meet_at(in, out, 3); }
