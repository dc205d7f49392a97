/* Steers as in any book on games: the heading turns towards the wanted direction, but by at most the turn
   rate times the time step. */
#include "reference/real.h"

#include "waylay/base.h"

static real dot(const real *a, const real *b, int dims) {
    real sum = 0;
    for (int k = 0; k < dims; k++)
        sum += a[k] * b[k];
    return sum;
}

/* Writes the outputs: velocity, next heading, status. */
static void answer(real *out, int dims, const real *direction, real speed, int status) {
    for (int k = 0; k < dims; k++) {
        out[k] = direction[k] * speed;
        out[dims + k] = direction[k];
    }
    out[2 * dims] = status;
}

static void steer(const real *in, real *out, int dims) {
    const real nowhere[3] = {0, 0, 0}, *rate = in + 2 * dims;
    real heading[3] = {0, 0, 0}, wanted[3] = {0, 0, 0}, across[3], turned[3];
    for (int k = 0; k < 2 * dims + 2; k++)
        if (!isfinite(in[k]) || (k >= 2 * dims && in[k] < 0)) {
            answer(out, dims, nowhere, 0, WAY_INVALID);
            return;
        }
    real length = sqrt(dot(in, in, dims)), speed = sqrt(dot(in + dims, in + dims, dims));
    for (int k = 0; k < dims; k++) {
        heading[k] = length > 0 ? in[k] / length : 0;
        wanted[k] = speed > 0 ? in[dims + k] / speed : 0;
    }
    if (speed == 0 || length == 0) {
        answer(out, dims, speed == 0 ? heading : wanted, speed, WAY_MET);
        return;
    }
    real cosine = dot(heading, wanted, dims), sine, most = rate[0] * rate[1];
    for (int k = 0; k < dims; k++)
        across[k] = wanted[k] - heading[k] * cosine;
    sine = sqrt(dot(across, across, dims));
    if (most >= PI || atan2(sine, cosine) <= most) {
        answer(out, dims, wanted, speed, WAY_MET);
        return;
    }
    if (sine == 0) { /* straight behind: turn left, about z, or about x if the heading is steep */
        int steep = heading[2] * heading[2] > 0.5;
        across[0] = steep ? 0 : -heading[1];
        across[1] = steep ? -heading[2] : heading[0];
        across[2] = steep ? heading[1] : 0;
        sine = sqrt(dot(across, across, dims));
    }
    for (int k = 0; k < dims; k++)
        turned[k] = heading[k] * cos(most) + across[k] / sine * sin(most);
    answer(out, dims, turned, speed, WAY_LATE);
}

void REFERENCE(steer2d)(const real *in, real *out) { steer(in, out, 2); }
void REFERENCE(steer3d)(const real *in, real *out) { steer(in, out, 3); }
