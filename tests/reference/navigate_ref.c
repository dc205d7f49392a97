/* Computes proportional navigation, after Paul Zarchan, "Tactical and Strategic Missile Guidance". Like the
   book's two-dimensional simulation, this file uses the plane of the engagement, the angle of the line of
   sight and the rate of this angle. N' is the gain, Vc the closing speed and V the chaser's speed. The true
   law commands an acceleration of N' * Vc * rate, perpendicular to the line of sight. The pure law commands
   N' * V * rate, perpendicular to the chaser's velocity. The augmented law adds N' / 2 times the part of
   the target's acceleration that is perpendicular to the line of sight. In space, the plane is spanned by
   the line of sight and the relative velocity. */
#include "reference/real.h"

#include "waylay/base.h"

static real dot(const real *a, const real *b, int dims) {
    real sum = 0;
    for (int k = 0; k < dims; k++)
        sum += a[k] * b[k];
    return sum;
}

/* Writes two axes of the engagement's plane. If r and v are parallel, any plane will do, as the rate is 0. */
static void span_plane(const real *r, const real *v, int dims, real axis[2][3]) {
    real distance = sqrt(dot(r, r, dims)), across = 0;
    for (int k = 0; k < 3; k++)
        axis[0][k] = axis[1][k] = 0;
    if (dims == 2) {
        axis[0][0] = axis[1][1] = 1;
        return;
    }
    for (int k = 0; k < dims; k++)
        axis[0][k] = r[k] / distance;
    for (int k = 0; k < dims; k++)
        axis[1][k] = v[k] - axis[0][k] * dot(axis[0], v, dims);
    across = sqrt(dot(axis[1], axis[1], dims));
    for (int k = 0; k < dims && across > 0; k++)
        axis[1][k] /= across;
}

static void navigate(const real *in, real *out, int dims, int pure) {
    const real *chaser = in, *chaser_v = in + dims, *runner = in + 2 * dims, *runner_v = in + 3 * dims;
    const real *runner_a = in + 4 * dims + 2; /* not for the pure law */
    real gain = in[4 * dims], limit = in[4 * dims + 1], r[3], v[3], axis[2][3];
    real *closing = out + dims, *status = out + dims + 1;
    int valid = isfinite(gain) && limit >= 0;
    for (int k = 0; k < dims; k++) {
        r[k] = runner[k] - chaser[k];
        v[k] = runner_v[k] - chaser_v[k];
        valid = valid && isfinite(r[k]) && isfinite(v[k]) && isfinite(chaser_v[k]) &&
                (pure || isfinite(runner_a[k]));
        out[k] = 0;
    }
    *closing = 0;
    if (!valid) {
        *status = WAY_INVALID;
        return;
    }
    real distance = sqrt(dot(r, r, dims));
    if (distance == 0) {
        *status = WAY_THERE;
        return;
    }
    *closing = -dot(r, v, dims) / distance;
    if (pure ? dot(chaser_v, chaser_v, dims) == 0 : *closing <= 0) {
        *status = pure ? WAY_IMMOBILE : WAY_TOO_SLOW;
        return;
    }
    *status = WAY_MET;

    /* the rest is computed in the plane, with the names of the book */
    span_plane(r, v, dims, axis);
    real RTM1 = dot(r, axis[0], dims), RTM2 = dot(r, axis[1], dims);
    real VTM1 = dot(v, axis[0], dims), VTM2 = dot(v, axis[1], dims);
    real VM1 = dot(chaser_v, axis[0], dims), VM2 = dot(chaser_v, axis[1], dims);
    real XLAM = atan2(RTM2, RTM1), XLAMD = (RTM1 * VTM2 - RTM2 * VTM1) / (distance * distance);
    real angle = XLAM, XNC = gain * *closing * XLAMD;
    if (pure) {
        angle = atan2(VM2, VM1);
        XNC = gain * sqrt(VM1 * VM1 + VM2 * VM2) * XLAMD;
    }
    real AM1 = -XNC * sin(angle), AM2 = XNC * cos(angle), length = 0;
    for (int k = 0; k < dims; k++) {
        out[k] = AM1 * axis[0][k] + AM2 * axis[1][k];
        if (!pure)
            out[k] += gain / 2 * (runner_a[k] - r[k] / distance * (dot(runner_a, r, dims) / distance));
        length += out[k] * out[k];
    }
    length = sqrt(length);
    for (int k = 0; k < dims && length > limit; k++)
        out[k] *= limit / length;
}

void REFERENCE(navigate2d)(const real *in, real *out) { navigate(in, out, 2, 0); }
void REFERENCE(navigate3d)(const real *in, real *out) { navigate(in, out, 3, 0); }
void REFERENCE(navigate_pure2d)(const real *in, real *out) { navigate(in, out, 2, 1); }
void REFERENCE(navigate_pure3d)(const real *in, real *out) { navigate(in, out, 3, 1); }
