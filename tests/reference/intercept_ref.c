/* Computes the interception, after Mike Oberberger, "Interception of Two Moving Objects in 2D Space", by the
   law of cosines in the triangle of chaser, runner and meeting point. The names and the order of the edge
   cases are those of the article. In space the three points span a plane, so the law holds unchanged. We add
   these inputs and outputs: the reach R (the triangle's side from the chaser has the length s t + R), the
   platform (its velocity is subtracted from the runner's), the horizon, the latest meeting, the distance, the
   range, and a status for each return of the article. The sums of squares keep the rounding errors of their
   additions, so that two nearly equal speeds do not count as equal, nor do a distance and a reach that are
   nearly equal. */
#include "reference/real.h"

#include "waylay/base.h"

/* The columns of one agent by name. */
typedef struct chase {
    int dims;
    const real *chaser, *runner, *runner_velocity, *platform_velocity;
    real speed, reach, horizon, range;
    const real *in;
    real *time, *point, *velocity, *latest, *distance, *status;
} chase;

static chase read_chase(const real *in, real *out, int dims) {
    const real *runner = in + dims + 1, *options = runner + 2 * dims;
    real *point = out + 1, *others = point + 2 * dims;
    return (chase){.dims = dims,
                   .in = in,
                   .chaser = in,
                   .speed = in[dims],
                   .runner = runner,
                   .runner_velocity = runner + dims,
                   .reach = options[0],
                   .horizon = options[1],
                   .platform_velocity = options + 2,
                   .range = options[2 + dims],
                   .time = out,
                   .point = point,
                   .velocity = point + dims,
                   .latest = others,
                   .distance = others + 1,
                   .status = others + 2};
}

static real dot(const real *a, const real *b, int dims) {
    real sum = 0;
    for (int k = 0; k < dims; k++)
        sum += a[k] * b[k];
    return sum;
}

/* Writes the distance from the chaser's current position to the point. Also tests the range. */
static void tell_distance(chase c) {
    real away[3];
    for (int k = 0; k < c.dims; k++)
        away[k] = c.point[k] - c.chaser[k];
    *c.distance = sqrt(dot(away, away, c.dims));
    if (*c.status == WAY_INVALID)
        *c.distance = INFINITY;
    if ((*c.status == WAY_MET || *c.status == WAY_THERE) && *c.distance > c.range)
        *c.status = WAY_OUT_OF_RANGE;
}

static void no_interception(chase c, way_status why) {
    *c.time = INFINITY;
    for (int k = 0; k < c.dims; k++) {
        c.point[k] = why == WAY_INVALID ? 0 : c.runner[k];
        c.velocity[k] = 0;
    }
    *c.latest = 0;
    *c.status = why;
    tell_distance(c);
}

/* A sum, and the sum of the rounding errors of its additions (Neumaier). */
typedef struct exact_sum {
    real sum, lost;
} exact_sum;

static exact_sum plus(exact_sum a, real x) {
    real sum = a.sum + x;
    real lost = fabs(a.sum) < fabs(x) ? (x - sum) + a.sum : (a.sum - sum) + x;
    return (exact_sum){sum, a.lost + lost};
}

/* Writes the law of cosines as a t^2 + b t + c = 0: (s t + R)^2 = d^2 + (v t)^2 - 2 t D.V, where D is the
   vector from the runner to the chaser. Inputs: the chaser's position and speed, the runner's position and
   velocity, the reach, the horizon, the platform's velocity. */
void REFERENCE(law_of_cosines)(const real *in, int dims, real *a, real *b, real *c) {
    const real *runner = in + dims + 1, *velocity = runner + dims, *platform = velocity + dims + 2;
    real speed = in[dims] > 0 ? in[dims] : 0, reach = velocity[dims];
    exact_sum speeds = {speed * speed, 0}, nearer = {speed * reach, 0}, distances = {reach * reach, 0};
    for (int k = 0; k < dims; k++) {
        real v = velocity[k] - platform[k], from_runner = in[k] - runner[k];
        speeds = plus(speeds, -v * v);
        nearer = plus(nearer, from_runner * v);
        distances = plus(distances, -from_runner * from_runner);
    }
    *a = speeds.sum + speeds.lost;
    *b = 2 * (nearer.sum + nearer.lost);
    *c = distances.sum + distances.lost;
}

static int has_valid_inputs(chase c) {
    for (int k = 0; k < c.dims; k++)
        if (!isfinite(c.chaser[k]) || !isfinite(c.runner[k]) || !isfinite(c.runner_velocity[k]) ||
            !isfinite(c.platform_velocity[k]))
            return 0;
    return isfinite(c.speed) && isfinite(c.reach) && c.reach >= 0 && c.horizon > -INFINITY && c.range >= 0;
}

static void intercept(chase of) {
    if (!has_valid_inputs(of)) {
        no_interception(of, WAY_INVALID);
        return;
    }

    real speed = of.speed > 0 ? of.speed : 0;
    real from_runner[3], velocity[3];
    for (int k = 0; k < of.dims; k++) {
        from_runner[k] = of.chaser[k] - of.runner[k];
        velocity[k] = of.runner_velocity[k] - of.platform_velocity[k];
    }
    real distance = sqrt(dot(from_runner, from_runner, of.dims));
    real runner_speed = sqrt(dot(velocity, velocity, of.dims));

    real a, b, c, t1, t2;
    REFERENCE(law_of_cosines)(of.in, of.dims, &a, &b, &c);

    /* the runner is within reach already */
    if (c >= 0) {
        if (of.horizon < 0) {
            no_interception(of, WAY_LATE);
            return;
        }
        *of.time = 0;
        for (int k = 0; k < of.dims; k++) {
            of.point[k] = of.runner[k];
            of.velocity[k] = 0;
        }
        *of.latest = INFINITY;
        if (a < 0)
            *of.latest = REFERENCE(quadratic)(a, b, c, &t1, &t2) ? fmax(fmax(t1, t2), 0) : 0;
        *of.status = WAY_THERE;
        tell_distance(of);
        return;
    }

    real time, latest;
    way_status unmet = speed > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    if (runner_speed == 0) { /* no triangle: the chaser goes straight to the runner */
        if (speed == 0) {
            no_interception(of, unmet);
            return;
        }
        time = (distance - of.reach) / speed;
        latest = INFINITY;
    } else {
        if (!REFERENCE(quadratic)(a, b, c, &t1, &t2) || (t1 < 0 && t2 < 0)) {
            no_interception(of, unmet);
            return;
        }
        if (t1 > 0 && t2 > 0)
            time = fmin(t1, t2);
        else
            time = fmax(t1, t2);
        latest = a < 0 ? fmax(t1, t2) : INFINITY;
    }
    if (time > of.horizon) {
        no_interception(of, WAY_LATE);
        return;
    }

    *of.time = time;
    /* the chaser goes straight to the runner's position at that time, but only until it is within reach */
    real share = speed / (speed * time + of.reach);
    for (int k = 0; k < of.dims; k++) {
        of.point[k] = of.runner[k] + of.runner_velocity[k] * time;
        of.velocity[k] = speed > 0 ? share * (velocity[k] * time - from_runner[k]) : 0;
    }
    *of.latest = latest;
    *of.status = WAY_MET;
    tell_distance(of);
}

void REFERENCE(intercept2d)(const real *in, real *out) { intercept(read_chase(in, out, 2)); }
void REFERENCE(intercept3d)(const real *in, real *out) { intercept(read_chase(in, out, 3)); }
