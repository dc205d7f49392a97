/* Computes a body in flight, after "Two Basic Kinematics Problems". The body's position is p + v t, minus g
   t^2 / 2 for the height. The body lands at the later root of the height's quadratic equation. */
#include "reference/real.h"

#include "waylay/base.h"

static void flight(const real *in, real *out, int dims) {
    const real *body = in, *v = in + dims;
    real g = in[2 * dims], t = in[2 * dims + 1], height = in[2 * dims + 2];
    real *point = out, *velocity = out + dims, *landing = out + 2 * dims, *status = landing + 1;
    int valid = g >= 0;
    for (int k = 0; k < 2 * dims + 3; k++)
        valid = valid && isfinite(in[k]);
    *landing = INFINITY;
    for (int k = 0; k < dims; k++) {
        point[k] = valid ? body[k] + v[k] * t - (k == 1 ? g * t * t / 2 : 0) : 0;
        velocity[k] = valid ? v[k] - (k == 1 ? g * t : 0) : 0;
    }
    if (!valid) {
        *status = WAY_INVALID;
        return;
    }
    /* -g/2 t^2 + v t + c = 0 */
    real t1, t2, c = body[1] - height, last = -1;
    if (g == 0) {
        if (v[1] < 0)
            last = c / -v[1];
    } else if (REFERENCE(quadratic)(-g / 2, v[1], c, &t1, &t2))
        last = fmax(t1, t2);
    if (last >= 0)
        *landing = last;
    *status = last >= 0 ? WAY_MET : WAY_TOO_SLOW;
}

void REFERENCE(flight2d)(const real *in, real *out) { flight(in, out, 2); }
void REFERENCE(flight3d)(const real *in, real *out) { flight(in, out, 3); }
