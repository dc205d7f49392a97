/* Computes throws from one position to another. launch_apex follows the key code of "Two Basic Kinematics
   Problems" line by line. launch_speed uses the textbook formula for the angle of elevation, tan = (s^2 +-
   sqrt(s^4 - g (g h^2 + 2 y s^2))) / (g h), for the level distance h and the height y. launch_reach finds the
   furthest and the slowest throw by bisection over all throws. */
#include "reference/real.h"

#include "waylay/base.h"

/* Writes the unit vector of the level part of b - a, or the x axis if this part is 0. Returns the length of
   the level part. */
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

/* Writes the velocity of a throw at the angle with this tangent. If the tangent is infinite, the throw is
   vertical. */
static void throw_at(real tangent, real speed, const real *along, int dims, real *velocity) {
    real cosine = isinf(tangent) ? 0 : 1 / sqrt(1 + tangent * tangent);
    real sine = isinf(tangent) ? (tangent > 0 ? 1 : -1) : tangent * cosine;
    for (int k = 0; k < dims; k++)
        velocity[k] = k == 1 ? speed * sine : speed * cosine * along[k];
}

/* Returns the number under the root in both tangents. The number is below 0 if the tangents do not exist. */
static real under_root(real h, real y, real s, real g) {
    return s * s > g * y ? s * s * s * s - g * (g * h * h + 2 * y * s * s) : -1;
}

/* Computes both tangents; returns 0 if they do not exist. */
static int tangents(real h, real y, real s, real g, real *low, real *high) {
    real under = under_root(h, y, s, g);
    if (under < 0)
        return 0;
    *low = h > 0 ? (s * s - sqrt(under)) / (g * h) : y > 0 ? (real)INFINITY : -(real)INFINITY;
    *high = h > 0 ? (s * s + sqrt(under)) / (g * h) : (real)INFINITY;
    return 1;
}

/* Returns the status of a throw at the speed in[2 dims]: WAY_MET if the tangents exist. */
static int throw_status(const real *in, int dims, real h, real *low, real *high) {
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
    int status = throw_status(in, dims, h, &low, &high);
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
            else /* vertical: the low arc ends at the first pass of the target, the high arc at the last */
                *time[arc] = arc == 0 && y > 0 ? (up - root) / g : (up + root) / g;
        }
    }
    out[2 * dims + 2] = status;
}

void REFERENCE(launch_speed2d)(const real *in, real *out) { launch_speed(in, out, 2); }
void REFERENCE(launch_speed3d)(const real *in, real *out) { launch_speed(in, out, 3); }

enum { HALVINGS = 120 };

/* Finds the furthest of all throws that reach the height y, and returns its range. `ahead` and `up` are the
   components of this throw's unit direction. The furthest throw arrives at a right angle to its start
   direction. The angle is smaller for a flatter throw and larger for a steeper throw. At the arrival, the
   body falls at the speed sqrt((s up)^2 - 2 g y), so the flight takes (s up + this speed) / g. */
static real furthest(real y, real s, real g, real *ahead, real *up) {
    real flat[2] = {1, 0}, steep[2] = {0, 1}, fall = 0;
    for (int k = 0; k < HALVINGS; k++) {
        real x = flat[0] + steep[0], z = flat[1] + steep[1], size = sqrt(x * x + z * z);
        *ahead = x / size;
        *up = z / size;
        real square = s * *up * s * *up - 2 * g * y;
        int too_flat = square < 0 || s * *ahead * s * *ahead > s * *up * sqrt(square);
        fall = sqrt(fmax(square, 0));
        real *side = too_flat ? flat : steep;
        side[0] = *ahead;
        side[1] = *up;
    }
    return s * *ahead * (s * *up + fall) / g;
}

/* Returns the slowest speed at which a throw arrives. 2 sqrt(g * distance) is an upper bound. */
static real slowest(real h, real y, real g) {
    real low = 0, high = 2 * sqrt(g * sqrt(h * h + y * y));
    for (int k = 0; k < HALVINGS; k++) {
        real middle = (low + high) / 2;
        if (under_root(h, y, middle, g) >= 0)
            high = middle;
        else
            low = middle;
    }
    return high;
}

static void launch_reach(const real *in, real *out, int dims) {
    real along[3], h = level(in, in + dims, dims, along), y = in[dims + 1] - in[1];
    real s = in[2 * dims], g = in[2 * dims + 1], low, high;
    real *range = out, *far = out + 1, *least_speed = far + dims, *least = least_speed + 1,
         *least_time = least + dims;
    int status = throw_status(in, dims, h, &low, &high);
    *range = 0;
    *least_speed = *least_time = status == WAY_INVALID ? INFINITY : 0;
    for (int k = 0; k < dims; k++)
        far[k] = least[k] = 0;
    out[2 * dims + 3] = status;
    if (status == WAY_INVALID)
        return;
    if (s > 0 && s * s >= 2 * g * y) {
        real ahead, up;
        *range = furthest(y, s, g, &ahead, &up);
        for (int k = 0; k < dims; k++)
            far[k] = k == 1 ? s * up : s * ahead * along[k];
    }
    if (status == WAY_THERE)
        return;
    if (h == 0 && y < 0) { /* straight below: the body falls without a throw */
        *least_time = sqrt(-2 * y / g);
        return;
    }
    *least_speed = slowest(h, y, g);
    tangents(h, y, *least_speed, g, &low, &high);
    /* at the slowest speed both tangents are equal, except for the last bisection step */
    real tangent = (low + high) / 2;
    throw_at(tangent, *least_speed, along, dims, least);
    *least_time = h > 0 ? h * sqrt(1 + tangent * tangent) / *least_speed : *least_speed / g;
}

void REFERENCE(launch_reach2d)(const real *in, real *out) { launch_reach(in, out, 2); }
void REFERENCE(launch_reach3d)(const real *in, real *out) { launch_reach(in, out, 3); }
