/* Computes the quadratic Bezier curve of "Two Basic Kinematics Problems": P_t = (1 - t)^2 A + 2 t (1 - t)
   P_ctrl + t^2 B. The velocity is the derivative of P_t, divided by the duration. bezier_tick computes the
   velocity that takes a body to the point P_t within dt. */
#include "reference/real.h"

#include "waylay/base.h"

reference REFERENCE(launch_apex2d), REFERENCE(launch_apex3d);

static real sample(const real *points, int dims, int k, real t) {
    const real *a = points, *control = points + dims, *b = points + 2 * dims;
    return (1 - t) * (1 - t) * a[k] + 2 * t * (1 - t) * control[k] + t * t * b[k];
}

static int are_finite(const real *in, int count) {
    for (int k = 0; k < count; k++)
        if (!isfinite(in[k]))
            return 0;
    return 1;
}

/* Writes the outputs: point, velocity, direction, status. */
static void bezier(const real *in, real *out, int dims) {
    real t = fmin(fmax(in[3 * dims], 0), 1), duration = in[3 * dims + 1], length = 0;
    int valid = are_finite(in, 3 * dims + 2) && duration > 0;
    for (int k = 0; k < dims; k++) {
        const real *a = in, *control = in + dims, *b = in + 2 * dims;
        real slope = 2 * (1 - t) * (control[k] - a[k]) + 2 * t * (b[k] - control[k]);
        out[k] = valid ? sample(in, dims, k, t) : 0;
        out[dims + k] = valid ? slope / duration : 0;
        length += slope * slope;
    }
    for (int k = 0; k < dims; k++)
        out[2 * dims + k] = valid && length > 0 ? out[dims + k] * duration / sqrt(length) : 0;
    out[3 * dims] = !valid ? WAY_INVALID : length > 0 ? WAY_MET : WAY_DEGENERATE;
}

void REFERENCE(bezier2d)(const real *in, real *out) { bezier(in, out, 2); }
void REFERENCE(bezier3d)(const real *in, real *out) { bezier(in, out, 3); }

/* Writes the outputs: point, velocity, status. */
static void tick(const real *in, real *out, int dims) {
    real t = fmin(fmax(in[4 * dims], 0), 1), dt = in[4 * dims + 1];
    int valid = are_finite(in, 4 * dims + 2) && dt > 0;
    for (int k = 0; k < dims; k++) {
        out[k] = valid ? sample(in + dims, dims, k, t) : 0;
        out[dims + k] = valid ? (out[k] - in[k]) / dt : 0;
    }
    out[2 * dims] = valid ? WAY_MET : WAY_INVALID;
}

void REFERENCE(bezier_tick2d)(const real *in, real *out) { tick(in, out, 2); }
void REFERENCE(bezier_tick3d)(const real *in, real *out) { tick(in, out, 3); }

/* Writes the control point of a parabola, at which the tangents at its two ends meet. The point is halfway
   between the ends, at the height y + v T / 2, where y is the height of the first end, v the upward speed
   there, and T the duration of the throw. All gravities give the same point, so the gravity here is 1. */
static void apex(const real *in, real *out, int dims) {
    real thrown[7], h = in[2 * dims], given[8];
    int valid = are_finite(in, 2 * dims + 1) && h >= 0;
    for (int k = 0; k < 2 * dims; k++)
        given[k] = in[k];
    given[2 * dims] = 1;
    given[2 * dims + 1] = h;
    if (dims == 2)
        REFERENCE(launch_apex2d)(given, thrown);
    else
        REFERENCE(launch_apex3d)(given, thrown);
    real rising = isinf(thrown[0]) ? 0 : thrown[2] * thrown[0] / 2;
    for (int k = 0; k < dims; k++)
        out[k] = !valid ? 0 : k == 1 ? in[1] + rising : (in[k] + in[dims + k]) / 2;
    out[dims] = valid ? WAY_MET : WAY_INVALID;
}

void REFERENCE(bezier_apex2d)(const real *in, real *out) { apex(in, out, 2); }
void REFERENCE(bezier_apex3d)(const real *in, real *out) { apex(in, out, 3); }
