/* Steering as in any book on games: the angle between the two, no more of it than the turn rate allows. */
#include "reference/reference.h"

#include <math.h>

#include "waylay/waylay.h"

static double dot(const double *a, const double *b, int dims) {
    double sum = 0;
    for (int k = 0; k < dims; k++)
        sum += a[k] * b[k];
    return sum;
}

/* Outputs: velocity, next heading, status. */
static void answer(double *out, int dims, const double *direction, double speed, int status) {
    for (int k = 0; k < dims; k++) {
        out[k] = direction[k] * speed;
        out[dims + k] = direction[k];
    }
    out[2 * dims] = status;
}

static void steer(const double *in, double *out, int dims) {
    const double nowhere[3] = {0, 0, 0}, *rate = in + 2 * dims;
    double heading[3] = {0, 0, 0}, wanted[3] = {0, 0, 0}, across[3], turned[3];
    for (int k = 0; k < 2 * dims + 2; k++)
        if (!isfinite(in[k]) || (k >= 2 * dims && in[k] < 0)) {
            answer(out, dims, nowhere, 0, WAY_INVALID);
            return;
        }
    double length = sqrt(dot(in, in, dims)), speed = sqrt(dot(in + dims, in + dims, dims));
    for (int k = 0; k < dims; k++) {
        heading[k] = length > 0 ? in[k] / length : 0;
        wanted[k] = speed > 0 ? in[dims + k] / speed : 0;
    }
    if (speed == 0 || length == 0) {
        answer(out, dims, speed == 0 ? heading : wanted, speed, WAY_MET);
        return;
    }
    double cosine = dot(heading, wanted, dims), sine, most = rate[0] * rate[1];
    for (int k = 0; k < dims; k++)
        across[k] = wanted[k] - heading[k] * cosine;
    sine = sqrt(dot(across, across, dims));
    if (most >= 3.14159265358979323846 || atan2(sine, cosine) <= most) {
        answer(out, dims, wanted, speed, WAY_MET);
        return;
    }
    if (sine == 0) { /* straight behind: to the left, about z, or about x where it is steep */
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

void way_reference_steer2d(const double *in, double *out) { steer(in, out, 2); }
void way_reference_steer3d(const double *in, double *out) { steer(in, out, 3); }
