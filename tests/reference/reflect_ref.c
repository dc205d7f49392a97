/* Computes the quarter turn, the projection and the reflection, step by step after Twinsen, "Vector Geometry
   in Game Programming, 2". S is the velocity, and n' is the unit normal of the wall. Then n = (-S.n') n'
   points off the wall, T = S + n is along the wall, and F = n + T is the reflected velocity. Restitution
   scales n, and friction reduces T. */
#include "reference/real.h"

#include "waylay/base.h"

void REFERENCE(perpendicular2d)(const real *in, real *out) {
    real x = in[0], y = in[1];
    int clockwise = in[2] != 0;
    out[0] = out[1] = 0;
    out[2] = WAY_INVALID;
    if (!isfinite(x) || !isfinite(y))
        return;
    out[0] = clockwise ? y : -y;
    out[1] = clockwise ? -x : x;
    out[2] = WAY_MET;
}

static int are_finite(const real *a, int count) {
    for (int k = 0; k < count; k++)
        if (!isfinite(a[k]))
            return 0;
    return 1;
}

static real inner_product(const real *a, const real *b, int dims) {
    real sum = 0;
    for (int k = 0; k < dims; k++)
        sum += a[k] * b[k];
    return sum;
}

/* Projects a vector on an axis. Inputs: vector, axis. Outputs: length, projection. */
static void project(const real *in, real *out, int dims) {
    const real *b = in, *a = in + dims;
    real unit[3] = {0, 0, 0}, m = sqrt(inner_product(a, a, dims));
    for (int k = 0; k <= dims; k++)
        out[k] = 0;
    out[dims + 1] = WAY_INVALID;
    if (!are_finite(in, 2 * dims))
        return;
    out[dims + 1] = WAY_DEGENERATE;
    if (m == 0)
        return;
    for (int k = 0; k < dims; k++)
        unit[k] = a[k] / m;
    out[0] = inner_product(b, unit, dims);
    for (int k = 0; k < dims; k++)
        out[1 + k] = out[0] * unit[k];
    out[dims + 1] = WAY_MET;
}

void REFERENCE(project2d)(const real *in, real *out) { project(in, out, 2); }
void REFERENCE(project3d)(const real *in, real *out) { project(in, out, 3); }

static void reflect(const real *velocity, const real *normal, real restitution, real friction, real *out,
                    int dims) {
    real unit[3] = {0, 0, 0}, lengthN = sqrt(inner_product(normal, normal, dims));
    for (int k = 0; k < dims; k++)
        out[k] = 0;
    out[dims] = WAY_INVALID;
    if (!are_finite(velocity, dims) || !are_finite(normal, dims) || !isfinite(restitution) || restitution < 0)
        return;
    if (!(friction >= 0 && friction <= 1))
        return;
    if (lengthN == 0) {
        for (int k = 0; k < dims; k++)
            out[k] = velocity[k];
        out[dims] = WAY_DEGENERATE;
        return;
    }
    for (int k = 0; k < dims; k++)
        unit[k] = normal[k] / lengthN;
    real length = -inner_product(velocity, unit, dims);
    for (int k = 0; k < dims; k++) {
        real n = length * unit[k], along = velocity[k] + n;
        out[k] = restitution * n + (1 - friction) * along;
    }
    out[dims] = WAY_MET;
}

void REFERENCE(reflect2d)(const real *in, real *out) { reflect(in, in + 2, in[4], in[5], out, 2); }
void REFERENCE(reflect3d)(const real *in, real *out) { reflect(in, in + 3, in[6], in[7], out, 3); }

void REFERENCE(reflect_wall2d)(const real *in, real *out) {
    real bx = in[2] - in[4], by = in[3] - in[5];
    real normal[2] = {-by, bx};
    reflect(in, normal, in[6], in[7], out, 2);
}
