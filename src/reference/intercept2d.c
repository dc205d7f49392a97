/* Mike Oberberger, "Interception of Two Moving Objects in 2D Space": the law of cosines on the triangle of
   chaser, runner and meeting point, with the article's names and its edge cases in its order. Added: the
   reach R, which makes the chaser's side s t + R long; the platform, whose velocity the runner's is measured
   against; the horizon; the latest meeting; and a status that says which of the article's returns it was. */
#include "reference/reference.h"

#include <math.h>

#include "waylay/waylay.h"

enum {
    CHASER_X,
    CHASER_Y,
    CHASER_SPEED,
    RUNNER_X,
    RUNNER_Y,
    RUNNER_VX,
    RUNNER_VY,
    REACH,
    HORIZON,
    PLATFORM_VX,
    PLATFORM_VY,
    RANGE
};
enum { TIME, POINT_X, POINT_Y, VELOCITY_X, VELOCITY_Y, LATEST, DISTANCE, STATUS };

/* From the chaser's place now to the point. */
static void tell_distance(const double *in, double *out) {
    out[DISTANCE] = sqrt((out[POINT_X] - in[CHASER_X]) * (out[POINT_X] - in[CHASER_X]) +
                         (out[POINT_Y] - in[CHASER_Y]) * (out[POINT_Y] - in[CHASER_Y]));
    if (out[STATUS] == WAY_INVALID)
        out[DISTANCE] = INFINITY;
    if ((out[STATUS] == WAY_MET || out[STATUS] == WAY_THERE) && out[DISTANCE] > in[RANGE])
        out[STATUS] = WAY_OUT_OF_RANGE;
}

static void no_interception(const double *in, double *out, way_status why) {
    out[TIME] = INFINITY;
    out[POINT_X] = why == WAY_INVALID ? 0 : in[RUNNER_X];
    out[POINT_Y] = why == WAY_INVALID ? 0 : in[RUNNER_Y];
    out[VELOCITY_X] = out[VELOCITY_Y] = 0;
    out[LATEST] = 0;
    out[STATUS] = why;
    tell_distance(in, out);
}

static int has_valid_inputs(const double *in) {
    for (int k = CHASER_X; k <= RANGE; k++)
        if (!isfinite(in[k]) && !((k == HORIZON || k == RANGE) && in[k] == INFINITY))
            return 0;
    return in[REACH] >= 0 && in[RANGE] >= 0;
}

void way_reference_intercept2d(const double *in, double *out) {
    if (!has_valid_inputs(in)) {
        no_interception(in, out, WAY_INVALID);
        return;
    }

    double speed = in[CHASER_SPEED] > 0 ? in[CHASER_SPEED] : 0;
    double reach = in[REACH];
    double from_runner_x = in[CHASER_X] - in[RUNNER_X], from_runner_y = in[CHASER_Y] - in[RUNNER_Y];
    double velocity_x = in[RUNNER_VX] - in[PLATFORM_VX], velocity_y = in[RUNNER_VY] - in[PLATFORM_VY];
    double distance = sqrt(from_runner_x * from_runner_x + from_runner_y * from_runner_y);
    double runner_speed = sqrt(velocity_x * velocity_x + velocity_y * velocity_y);

    /* the law of cosines, with D from the runner to the chaser: (s t + R)^2 = d^2 + (v t)^2 - 2 t D.V */
    double a = speed * speed - runner_speed * runner_speed;
    double b = 2 * (from_runner_x * velocity_x + from_runner_y * velocity_y) + 2 * speed * reach;
    double c = reach * reach - distance * distance;
    double t1, t2;

    /* already on top of the runner */
    if (distance <= reach) {
        if (in[HORIZON] < 0) {
            no_interception(in, out, WAY_LATE);
            return;
        }
        out[TIME] = 0;
        out[POINT_X] = in[RUNNER_X];
        out[POINT_Y] = in[RUNNER_Y];
        out[VELOCITY_X] = out[VELOCITY_Y] = 0;
        out[LATEST] = INFINITY;
        if (a < 0)
            out[LATEST] = way_reference_quadratic(a, b, c, &t1, &t2) ? fmax(fmax(t1, t2), 0) : 0;
        out[STATUS] = WAY_THERE;
        tell_distance(in, out);
        return;
    }

    double time, latest;
    way_status unmet = speed > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    if (runner_speed == 0) { /* no triangle: straight there */
        if (speed == 0) {
            no_interception(in, out, unmet);
            return;
        }
        time = (distance - reach) / speed;
        latest = INFINITY;
    } else {
        if (!way_reference_quadratic(a, b, c, &t1, &t2) || (t1 < 0 && t2 < 0)) {
            no_interception(in, out, unmet);
            return;
        }
        if (t1 > 0 && t2 > 0)
            time = fmin(t1, t2);
        else
            time = fmax(t1, t2);
        latest = a < 0 ? fmax(t1, t2) : INFINITY;
    }
    if (time > in[HORIZON]) {
        no_interception(in, out, WAY_LATE);
        return;
    }

    out[TIME] = time;
    out[POINT_X] = in[RUNNER_X] + in[RUNNER_VX] * time;
    out[POINT_Y] = in[RUNNER_Y] + in[RUNNER_VY] * time;
    /* towards where the runner is then, as the platform sees it, from which the reach is left over */
    double share = speed / (speed * time + reach);
    out[VELOCITY_X] = speed > 0 ? share * (velocity_x * time - from_runner_x) : 0;
    out[VELOCITY_Y] = speed > 0 ? share * (velocity_y * time - from_runner_y) : 0;
    out[LATEST] = latest;
    out[STATUS] = WAY_MET;
    tell_distance(in, out);
}
