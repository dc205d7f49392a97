/* Finds the point on the runner's course that is nearest to the chaser, by the formula of "Chasing and
   Evading". The course is a ray, or a segment if a horizon is given. The chaser is projected onto the
   course's line, and the projection is clamped to the course. */
#include "reference/real.h"

#include "waylay/base.h"

void REFERENCE(nearest2d)(const real *in, real *out) {
    const real *chaser = in, *runner = in + 2, *velocity = in + 4;
    real horizon = in[6], speed = sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
    int valid = horizon >= 0;
    for (int k = 0; k < 6; k++)
        valid = valid && isfinite(in[k]);
    if (!valid) {
        out[0] = out[1] = out[2] = 0;
        out[3] = INFINITY;
        out[4] = WAY_INVALID;
        return;
    }
    real along = 0; /* the distance from the runner to the projection, below 0 if it is behind the runner */
    if (speed > 0)
        along = (chaser[0] - runner[0]) * velocity[0] / speed + (chaser[1] - runner[1]) * velocity[1] / speed;
    real time = along > 0 ? along / speed : 0;
    out[4] = along > 0 ? WAY_MET : WAY_THERE;
    if (time > horizon) {
        time = horizon;
        out[4] = WAY_LATE;
    }
    real x = runner[0] + velocity[0] * time, y = runner[1] + velocity[1] * time;
    out[0] = time;
    out[1] = x;
    out[2] = y;
    out[3] = sqrt((x - chaser[0]) * (x - chaser[0]) + (y - chaser[1]) * (y - chaser[1]));
}
