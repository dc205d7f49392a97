/* Cuts off a runner by a search. The shortest path to the runner's later position is computed for one time
   after another, until a path is short enough. Bisection then finds the first such time. No document
   describes this method; it is our own. */
#include "reference/real.h"

#include "waylay/formation.h"

reference REFERENCE(shortest_path2d);

enum { MOMENTS = 4000 };

/* Returns the length by which the path to the runner's position at `time` is too long to arrive on time.
   Stores the path in `path`. */
static real excess_length(const real *in, real time, real hx, real hy, real *path) {
    const real ends[] = {in[0], in[1], in[2], in[3], in[6] + in[8] * time, in[7] + in[9] * time,
                         hx,    hy,    in[5], 0};
    REFERENCE(shortest_path2d)(ends, path);
    return path[11] - in[4] * time;
}

void REFERENCE(cut_off2d)(const real *in, real *out) {
    real speed = in[4], horizon = in[12], hx = in[10], hy = in[11], path[14];
    const real none[] = {INFINITY, 0, 0, 0, 0, 0, 0, 0, INFINITY, WAY_NO_WORD, WAY_INVALID};
    for (int k = 0; k < 11; k++)
        out[k] = none[k];
    for (int k = 0; k < 12; k++)
        if (!isfinite(in[k]))
            return;
    if ((in[2] == 0 && in[3] == 0) || in[5] <= 0 || isnan(horizon) || horizon == -INFINITY)
        return;
    if (hx == 0 && hy == 0)
        hx = in[8], hy = in[9];
    if (hx == 0 && hy == 0)
        hx = in[6] - in[0], hy = in[7] - in[1];
    if (hx == 0 && hy == 0)
        hx = in[2], hy = in[3];
    real size = sqrt(hx * hx + hy * hy), runner_speed = sqrt(in[8] * in[8] + in[9] * in[9]);
    real start = excess_length(in, 0, hx, hy, path), time = 0;
    out[10] = speed > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    if (start > 0) {
        if (speed <= 0)
            return;
        /* where the search ends; the term 0.02 * speed matters if the chaser is about as fast as the runner
           */
        real longest_time = (start + 20 * in[5]) / fmax(speed - runner_speed, 0.02 * speed), low = 0;
        for (int k = 1; time == 0 && k <= MOMENTS; k++) {
            real moment = longest_time * k / MOMENTS * k / MOMENTS;
            if (excess_length(in, moment, hx, hy, path) <= 0)
                time = moment;
            else
                low = moment;
        }
        if (time == 0)
            return;
        for (int k = 0; k < 60; k++) {
            real middle = (low + time) / 2;
            if (excess_length(in, middle, hx, hy, path) <= 0)
                time = middle;
            else
                low = middle;
        }
    }
    if (time > horizon) {
        out[10] = WAY_LATE;
        return;
    }
    excess_length(in, time, hx, hy, path);
    const real found[] = {time,
                          in[6] + in[8] * time,
                          in[7] + in[9] * time,
                          hx / size,
                          hy / size,
                          path[8],
                          path[9],
                          path[10],
                          path[11],
                          path[12],
                          start > 0 ? WAY_MET : WAY_THERE};
    for (int k = 0; k < 11; k++)
        out[k] = found[k];
}
