/* Computes lead tracking, after "Two Basic Kinematics Problems". O is the runner's position after one second.
   A sphere around O, whose radius is the chaser's speed, cuts the line from the chaser A to the runner B at P
   = A + alpha AB. The smaller alpha is used; if it is below 1, the chaser meets the runner after 1 / (1 -
   alpha) seconds. With a reach no such sphere exists, so the reference of the interception gives the time. We
   add these inputs: the horizon, the range, the platform, the time until the next call, and the limits of the
   lead time. The platform's velocity is subtracted from the runner's. */
#include "reference/real.h"

#include "waylay/base.h"

reference REFERENCE(intercept2d), REFERENCE(intercept3d);

/* The columns of one agent by name. seen_v is the runner's velocity relative to the platform. */
typedef struct pursuit {
    int dims;
    const real *chaser, *runner, *runner_v, *carrier;
    real speed, horizon, range, reach, dt, longest, factor;
    real seen_v[3], apart;
} pursuit;

static pursuit read_pursuit(const real *in, int dims) {
    const real *options = in + 3 * dims + 1, *last = options + 3 + dims;
    pursuit p = {.dims = dims,
                 .chaser = in,
                 .speed = in[dims] > 0 ? in[dims] : 0,
                 .runner = in + dims + 1,
                 .runner_v = in + 2 * dims + 1,
                 .horizon = options[0],
                 .range = options[1],
                 .reach = options[2],
                 .carrier = options + 3,
                 .dt = last[0],
                 .longest = last[1],
                 .factor = last[2]};
    real square = 0;
    for (int k = 0; k < dims; k++) {
        p.seen_v[k] = p.runner_v[k] - p.carrier[k];
        square += (p.runner[k] - p.chaser[k]) * (p.runner[k] - p.chaser[k]);
    }
    p.apart = sqrt(square);
    return p;
}

static int is_valid(const real *in, pursuit p) {
    int valid = isfinite(in[p.dims]) && p.range >= 0 && p.horizon > -INFINITY && isfinite(p.reach) &&
                p.reach >= 0 && isfinite(p.dt) && p.dt >= 0 && p.longest >= 0 && isfinite(p.factor) &&
                p.factor >= 0;
    for (int k = 0; k < p.dims; k++)
        valid = valid && isfinite(p.runner[k]) && isfinite(p.chaser[k]) && isfinite(p.runner_v[k]) &&
                isfinite(p.carrier[k]);
    return valid;
}

/* Returns the distance that the chaser must go to have the runner within reach after `time`. Sets `way` to
   the vector to the runner at that time, and `length` to its length. */
static real way_after(pursuit p, real time, real *way, real *length) {
    real square = 0;
    for (int k = 0; k < p.dims; k++) {
        way[k] = p.runner[k] - p.chaser[k] + p.seen_v[k] * time;
        square += way[k] * way[k];
    }
    *length = sqrt(square);
    return *length > p.reach ? *length - p.reach : 0;
}

/* Finds the time with the sphere, if the runner is not within reach yet. Returns 0 if chaser and runner do
   not meet. */
static int by_sphere(pursuit p, real *seconds) {
    real a = 0, b = 0, c = -p.speed * p.speed;
    for (int k = 0; k < p.dims; k++) {
        real ab = p.runner[k] - p.chaser[k], from_o = p.chaser[k] - (p.runner[k] + p.seen_v[k]);
        a += ab * ab;
        b += 2 * ab * from_o;
        c += from_o * from_o;
    }
    real delta = b * b - 4 * a * c;
    if (delta < 0)
        return 0;
    real alpha = (-b - sqrt(delta)) / 2 / a;
    *seconds = 1 / (1 - alpha);
    return alpha < 1;
}

static int by_interception(pursuit p, const real *in, real *seconds) {
    real chase[16], answer[10];
    for (int k = 0; k < 3 * p.dims + 1; k++)
        chase[k] = in[k];
    real *options = chase + 3 * p.dims + 1;
    options[0] = p.reach;
    options[1] = options[2 + p.dims] = INFINITY;
    for (int k = 0; k < p.dims; k++)
        options[2 + k] = p.carrier[k];
    (p.dims == 2 ? REFERENCE(intercept2d) : REFERENCE(intercept3d))(chase, answer);
    *seconds = answer[0];
    return isfinite(*seconds);
}

/* Writes the point and the velocity of a chaser that goes straight to the runner's position after `lead`. The
   speed is limited so that this position comes within reach after `within` at the earliest. */
static void aim(pursuit p, real lead, real within, real *point, real *velocity) {
    real way[3], length, left = way_after(p, lead, way, &length), pace = p.speed;
    if (within > 0 && left < pace * within)
        pace = left / within;
    for (int k = 0; k < p.dims; k++) {
        point[k] = p.runner[k] + p.runner_v[k] * lead;
        velocity[k] = length > 0 ? way[k] / length * pace : 0;
    }
}

static void lead(const real *in, real *out, int dims) {
    pursuit p = read_pursuit(in, dims);
    real *point = out + 1, *velocity = out + 1 + dims, *gone = out + 1 + 2 * dims, *status = gone + 1;
    real seconds = 0, way[3], length;
    out[0] = *gone = INFINITY;
    for (int k = 0; k < dims; k++)
        velocity[k] = point[k] = 0;
    if (!is_valid(in, p)) {
        *status = WAY_INVALID;
        return;
    }
    *gone = p.apart;
    for (int k = 0; k < dims; k++)
        point[k] = p.runner[k];
    if (p.apart <= p.reach) {
        *status = p.horizon >= 0 ? WAY_THERE : WAY_LATE;
        if (p.horizon >= 0)
            out[0] = 0;
        if (p.horizon >= 0 && p.dt > 0)
            aim(p, fmin(p.dt * p.factor, p.longest), p.dt, point, velocity);
    } else {
        int found = p.reach > 0 ? by_interception(p, in, &seconds) : by_sphere(p, &seconds);
        *status = found ? WAY_MET : p.speed > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
        if (found && seconds > p.horizon)
            *status = WAY_LATE;
    }
    if (*status == WAY_MET) {
        real time = seconds, square = 0;
        if (p.dt > 0 && way_after(p, p.dt, way, &length) <= p.speed * p.dt)
            time = p.dt;
        aim(p, fmin(time * p.factor, p.longest), fmin(time, p.dt), point, velocity);
        for (int k = 0; k < dims; k++) {
            real to = p.runner[k] + p.runner_v[k] * seconds - p.chaser[k];
            square += to * to;
        }
        out[0] = seconds;
        *gone = sqrt(square);
    } else if (p.apart > p.reach)
        aim(p, 0, p.dt, point, velocity);
    if ((*status == WAY_MET || *status == WAY_THERE) && *gone > p.range)
        *status = WAY_OUT_OF_RANGE;
}

void REFERENCE(lead2d)(const real *in, real *out) { lead(in, out, 2); }
void REFERENCE(lead3d)(const real *in, real *out) { lead(in, out, 3); }
