/* Computes closing, predict and evade. closing follows interception by closing time in "Chasing and Evading":
   with the separation S and the relative velocity V, the time is t = |S| / |V|, and the chaser moves straight
   towards the target's position after t. predict follows pure tracking with prediction in "Two Basic
   Kinematics Problems": the time is interpolated from the distance, and the chaser moves towards the target's
   position after this time. In evade, the runner moves away from the chaser's position after the same
   time. */
#include "reference/real.h"

#include "waylay/base.h"

static real length(const real *a, int dims) {
    real sum = 0;
    for (int k = 0; k < dims; k++)
        sum += a[k] * a[k];
    return sqrt(sum);
}

static int all_finite(const real *a, int count) {
    for (int k = 0; k < count; k++)
        if (!isfinite(a[k]))
            return 0;
    return 1;
}

/* Writes the outputs of an invalid agent: time, point, velocity, status. */
static void invalid(real *out, int dims) {
    for (int k = 0; k < 2 * dims + 1; k++)
        out[k] = 0;
    out[2 * dims + 1] = WAY_INVALID;
}

/* Moves towards the position of `other` after `time`, or away from this position. */
static void aim(const real *mover, real speed, const real *other, const real *velocity, real time, int sign,
                real dt, real *out, int dims) {
    real *point = out + 1, *answer = out + 1 + dims, *status = out + 1 + 2 * dims, u[3];
    out[0] = time;
    for (int k = 0; k < dims; k++) {
        point[k] = other[k] + velocity[k] * time;
        u[k] = sign * (point[k] - mover[k]);
        answer[k] = 0;
    }
    real far = length(u, dims);
    if (far == 0) {
        *status = WAY_THERE;
        return;
    }
    if (speed <= 0) {
        *status = WAY_IMMOBILE;
        return;
    }
    if (dt > 0 && speed * dt > far)
        speed = far / dt;
    for (int k = 0; k < dims; k++)
        answer[k] = u[k] / far * speed;
    *status = WAY_MET;
}

static void closing(const real *in, real *out, int dims) {
    const real *chaser = in, *own = in + dims, *runner = in + 2 * dims + 1, *velocity = in + 3 * dims + 1;
    real speed = in[2 * dims], horizon = in[4 * dims + 1], dt = in[4 * dims + 2], S[3], V[3];
    if (!all_finite(in, 4 * dims + 1) || !(horizon >= 0) || !isfinite(dt) || dt < 0) {
        invalid(out, dims);
        return;
    }
    for (int k = 0; k < dims; k++) {
        S[k] = chaser[k] - runner[k];
        V[k] = own[k] - velocity[k];
    }
    real time = length(S, dims) > 0 ? length(S, dims) / length(V, dims) : 0;
    int late = time > horizon || isinf(time);
    if (time > horizon)
        time = horizon;
    if (isinf(time))
        time = 0;
    aim(chaser, speed, runner, velocity, time, 1, dt, out, dims);
    if (late && out[2 * dims + 1] == WAY_MET)
        out[2 * dims + 1] = WAY_LATE;
}

/* predict and evade have the same columns in the same order: the moving agent, its speed, the other agent,
   its velocity, the distances, the longest lead time. */
static void predict(const real *in, real *out, int dims, int sign, real dt) {
    const real *mover = in, *other = in + dims + 1, *velocity = in + 2 * dims + 1, *lead = in + 3 * dims + 1;
    real near = lead[0], far = lead[1], longest = lead[2], S[3];
    if (!all_finite(in, 3 * dims + 4) || !isfinite(dt) || dt < 0) {
        invalid(out, dims);
        return;
    }
    for (int k = 0; k < dims; k++)
        S[k] = other[k] - mover[k];
    real distance = length(S, dims), part = distance > near ? 1 : 0;
    if (far != near)
        part = fmin(fmax((distance - near) / (far - near), 0), 1);
    aim(mover, in[dims], other, velocity, part * longest, sign, dt, out, dims);
}

void REFERENCE(closing2d)(const real *in, real *out) { closing(in, out, 2); }
void REFERENCE(closing3d)(const real *in, real *out) { closing(in, out, 3); }
void REFERENCE(predict2d)(const real *in, real *out) { predict(in, out, 2, 1, in[10]); }
void REFERENCE(predict3d)(const real *in, real *out) { predict(in, out, 3, 1, in[13]); }
void REFERENCE(evade2d)(const real *in, real *out) { predict(in, out, 2, -1, 0); }
void REFERENCE(evade3d)(const real *in, real *out) { predict(in, out, 3, -1, 0); }
