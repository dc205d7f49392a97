/* Proportional navigation as the textbooks draw it: the line of sight's rate of turn as a vector, crossed
   with the line of sight (true) or with the chaser's velocity (pure). After Paul Zarchan, "Tactical and
   Strategic Missile Guidance". */
#include "reference/real.h"

#include "waylay/waylay.h"

static void cross(const real a[3], const real b[3], real out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static real length(const real a[3]) { return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]); }

static void navigate(const real *in, real *out, int dims, int pure) {
    const real *chaser = in, *chaser_v = in + dims, *runner = in + 2 * dims, *runner_v = in + 3 * dims;
    real gain = in[4 * dims], limit = in[4 * dims + 1];
    real r[3] = {0}, v[3] = {0}, own[3] = {0}, spin[3], a[3] = {0};
    int valid = isfinite(gain) && limit >= 0;
    for (int k = 0; k < dims; k++) {
        r[k] = runner[k] - chaser[k];
        v[k] = runner_v[k] - chaser_v[k];
        own[k] = chaser_v[k];
        valid = valid && isfinite(r[k]) && isfinite(v[k]) && isfinite(own[k]);
        out[k] = 0;
    }
    real *closing = out + dims, *status = out + dims + 1;
    *closing = 0;
    real distance = length(r);
    if (!valid) {
        *status = WAY_INVALID;
        return;
    }
    if (distance == 0) {
        *status = WAY_THERE;
        return;
    }
    *closing = -(r[0] * v[0] + r[1] * v[1] + r[2] * v[2]) / distance;
    if (pure ? length(own) == 0 : *closing <= 0) {
        *status = pure ? WAY_IMMOBILE : WAY_TOO_SLOW;
        return;
    }
    cross(r, v, spin);
    for (int k = 0; k < 3; k++)
        spin[k] /= distance * distance;
    if (pure)
        cross(spin, own, a);
    else {
        real sight[3] = {r[0] / distance, r[1] / distance, r[2] / distance};
        cross(spin, sight, a);
        gain *= *closing;
    }
    real size = fabs(gain) * length(a);
    for (int k = 0; k < dims; k++)
        out[k] = gain * a[k] * (size > limit ? limit / size : 1);
    *status = WAY_MET;
}

void REFERENCE(navigate2d)(const real *in, real *out) { navigate(in, out, 2, 0); }
void REFERENCE(navigate3d)(const real *in, real *out) { navigate(in, out, 3, 0); }
void REFERENCE(navigate_pure2d)(const real *in, real *out) { navigate(in, out, 2, 1); }
void REFERENCE(navigate_pure3d)(const real *in, real *out) { navigate(in, out, 3, 1); }
