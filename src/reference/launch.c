/* Throwing. By the top: "Two Basic Kinematics Problems", its key code, line by line. By the speed: the
   textbook's angle of elevation, tan = (s^2 +- sqrt(s^4 - g (g h^2 + 2 y s^2))) / (g h), over the level
   distance h and the height y. */
#include "reference/real.h"

#include "waylay/waylay.h"

/* Unit vector of the level part of b - a, along x where there is none; returns its length. */
static real level(const real *a, const real *b, int dims, real *along) {
    real x = b[0] - a[0], z = dims == 3 ? b[2] - a[2] : 0, h = sqrt(x * x + z * z);
    along[0] = h > 0 ? x / h : 1;
    along[1] = 0;
    along[2] = h > 0 ? z / h : 0;
    return h;
}

static int are_finite(const real *in, int count) {
    for (int k = 0; k < count; k++)
        if (!isfinite(in[k]))
            return 0;
    return 1;
}

static void launch_apex(const real *in, real *out, int dims) {
    const real *source = in, *target = in + dims;
    real g = in[2 * dims], h = in[2 * dims + 1];
    real *time = out, *velocity = out + 1, *rise_time = out + 1 + dims, *top = rise_time + 1,
           *status = top + 1;
    *time = *rise_time = INFINITY;
    *top = 0;
    for (int k = 0; k < dims; k++)
        velocity[k] = 0;
    if (!are_finite(in, 2 * dims + 2) || !(g > 0) || h < 0) {
        *status = WAY_INVALID;
        return;
    }
    real highest = fmax(source[1], target[1]) + h;
    real displacement_up = highest - source[1], displacement_down = highest - target[1];
    real velocity_up = sqrt(2 * g * displacement_up);
    real time_up = velocity_up / g, time_down = sqrt(2 * displacement_down / g);
    *top = highest;
    if (time_up + time_down == 0) {
        real along[3], distance = level(source, target, dims, along);
        if (distance == 0)
            *time = *rise_time = 0;
        *status = distance == 0 ? WAY_THERE : WAY_DEGENERATE;
        return;
    }
    *time = time_up + time_down;
    *rise_time = time_up;
    for (int k = 0; k < dims; k++)
        velocity[k] = k == 1 ? velocity_up : (target[k] - source[k]) / *time;
    *status = WAY_MET;
}

void REFERENCE(launch_apex2d)(const real *in, real *out) { launch_apex(in, out, 2); }
void REFERENCE(launch_apex3d)(const real *in, real *out) { launch_apex(in, out, 3); }

/* The throw at an angle whose tangent is given; straight up where that is infinite. */
static void throw_at(real tangent, real speed, const real *along, int dims, real *velocity) {
    real cosine = isinf(tangent) ? 0 : 1 / sqrt(1 + tangent * tangent);
    real sine = isinf(tangent) ? copysign(1, tangent) : tangent * cosine;
    for (int k = 0; k < dims; k++)
        velocity[k] = k == 1 ? speed * sine : speed * cosine * along[k];
}

/* Both tangents, or 0 where there are none. */
static int tangents(real h, real y, real s, real g, real *low, real *high) {
    real root = s * s * s * s - g * (g * h * h + 2 * y * s * s);
    if (root < 0 || s * s - g * y <= 0)
        return 0;
    *low = h > 0 ? (s * s - sqrt(root)) / (g * h) : y > 0 ? INFINITY : -INFINITY;
    *high = h > 0 ? (s * s + sqrt(root)) / (g * h) : INFINITY;
    return 1;
}

/* Status of a throw at this speed, WAY_MET where the tangents are there to be used. */
static int judge(const real *in, int dims, real h, real *low, real *high) {
    real y = in[dims + 1] - in[1], s = in[2 * dims], g = in[2 * dims + 1];
    if (!are_finite(in, 2 * dims + 2) || !(g > 0))
        return WAY_INVALID;
    if (h == 0 && y == 0)
        return WAY_THERE;
    if (s <= 0)
        return WAY_IMMOBILE;
    return tangents(h, y, s, g, low, high) ? WAY_MET : WAY_TOO_SLOW;
}

static void launch_speed(const real *in, real *out, int dims) {
    real along[3], h = level(in, in + dims, dims, along), y = in[dims + 1] - in[1];
    real s = in[2 * dims], g = in[2 * dims + 1], low = 0, high = 0;
    int status = judge(in, dims, h, &low, &high);
    real *time[2] = {out, out + dims + 1}, tangent[2];
    tangent[0] = low;
    tangent[1] = high;
    for (int arc = 0; arc < 2; arc++) {
        real *velocity = time[arc] + 1;
        *time[arc] = status == WAY_THERE ? 0 : INFINITY;
        for (int k = 0; k < dims; k++)
            velocity[k] = 0;
        if (status == WAY_MET) {
            throw_at(tangent[arc], s, along, dims, velocity);
            real up = velocity[1], root = sqrt(fmax(0, up * up - 2 * g * y));
            if (h > 0)
                *time[arc] = h / (s / sqrt(1 + tangent[arc] * tangent[arc]));
            else /* straight up or down: the first time there going low, the last one going high */
                *time[arc] = arc == 0 && y > 0 ? (up - root) / g : (up + root) / g;
        }
    }
    out[2 * dims + 2] = status;
}

void REFERENCE(launch_speed2d)(const real *in, real *out) { launch_speed(in, out, 2); }
void REFERENCE(launch_speed3d)(const real *in, real *out) { launch_speed(in, out, 3); }

static void launch_reach(const real *in, real *out, int dims) {
    real along[3], h = level(in, in + dims, dims, along), y = in[dims + 1] - in[1];
    real s = in[2 * dims], g = in[2 * dims + 1], low, high;
    real *range = out, *far = out + 1, *least_speed = far + dims, *least = least_speed + 1,
           *least_time = least + dims;
    int status = judge(in, dims, h, &low, &high);
    *range = 0;
    *least_speed = *least_time = status == WAY_INVALID ? INFINITY : 0;
    for (int k = 0; k < dims; k++)
        far[k] = least[k] = 0;
    out[2 * dims + 3] = status;
    if (status == WAY_INVALID)
        return;
    if (s > 0 && s * s >= 2 * g * y) {
        *range = s / g * sqrt(s * s - 2 * g * y);
        throw_at(s / sqrt(s * s - 2 * g * y), s, along, dims, far);
    }
    if (status != WAY_THERE) {
        /* halfway between straight up and straight at it */
        real distance = hypot(h, y), elevation = atan2(y, h);
        real angle = (elevation + 2 * atan(1)) / 2;
        *least_speed = sqrt(g * (y + distance));
        throw_at(tan(angle), *least_speed, along, dims, least);
        *least_time = sqrt(2 * distance / g);
    }
}

void REFERENCE(launch_reach2d)(const real *in, real *out) { launch_reach(in, out, 2); }
void REFERENCE(launch_reach3d)(const real *in, real *out) { launch_reach(in, out, 3); }
