/* Follows a line or a circle as "Vector Field Path Following" does: every place has a course angle, and the
   vehicle turns at the rate of the course along its way, plus the error of its heading over a length. Here
   the course angle is the one that the header describes: arcs of 9 / 8 of the tightest turn, and a sine that
   falls in proportion to the distance near the path. Written with angles. */
#include "reference/real.h"

#include "waylay/formation.h"

typedef struct vehicle {
    real x, y, course, radius, step, look;
} vehicle;

/* The field at one distance from the path: the angle towards the path, and its derivative. */
typedef struct field {
    real angle, slope, ahead;
} field;

static real greater(real a, real b) { return a > b ? a : b; }

/* Writes the vehicle that starts with in[0]; `dt` is s. Returns whether its numbers are in range. */
static int read_vehicle(vehicle *v, const real *in, real dt) {
    v->x = in[0], v->y = in[1];
    if (!(in[2] != 0 || in[3] != 0) || !(in[5] > 0) || !(dt >= 0))
        return 0;
    v->course = atan2(in[3], in[2]);
    v->step = in[4] > 0 ? in[4] * dt : 0;
    v->radius = greater(in[5], v->step);
    v->look = greater(v->radius / 8, v->step);
    return 1;
}

static field field_at(real distance, real bend, real length) {
    field f = {0, 0, 0};
    real joint = bend > 0 ? atan2(length * bend, (real)1) : 0; /* where sine and arc have the same slope */
    if (distance < length * sin(joint)) {
        f.angle = asin(distance / length);
        f.slope = 1 / (length * cos(f.angle));
        f.ahead = length * cos(f.angle);
        return f;
    }
    /* the arc has turned from the joint on */
    real fallen = (distance - length * sin(joint)) * bend, cosine = cos(joint) - fallen;
    f.angle = cosine > 0 ? acos(fmin(cosine, 1)) : PI / 2;
    f.slope = cosine > 0 && bend > 0 ? bend / sin(f.angle) : 0;
    f.ahead = cosine > 0 && sin(f.angle) > 0 ? distance * cosine / sin(f.angle) : 0;
    return f;
}

/* Returns the turn for a vehicle whose heading is `error` to the left of the path. `left` is its distance to
   the left of the path, and the path turns to the left by `spin` per length. */
static real turn_of(const vehicle *v, real error, real left, real spin, real bend, field *f) {
    *f = field_at(fabs(left), bend, 2 * v->look);
    real wanted = left > 0 ? -f->angle : f->angle;
    real leads = spin * cos(error) - f->slope * sin(error);
    real by = wanted - error;
    while (by > PI)
        by -= 2 * PI;
    while (by <= -PI)
        by += 2 * PI;
    real turn = v->radius * (leads + by / v->look);
    return turn > 1 ? 1 : turn < -1 ? -1 : turn;
}

static void drive(const vehicle *v, real turn, real *out) {
    real by = turn * v->step / v->radius, half = by / 2;
    real chord = half == 0 ? v->step : v->step * sin(half) / half;
    out[0] = v->x + chord * cos(v->course + half);
    out[1] = v->y + chord * sin(v->course + half);
    out[2] = cos(v->course + by);
    out[3] = sin(v->course + by);
}

static int all_finite(const real *in, int count) {
    for (int k = 0; k < count; k++)
        if (!isfinite(in[k]))
            return 0;
    return 1;
}

/* Returns how far before the corner the turn into the next leg begins. */
static real turn_begins(const vehicle *v, real change, real leg, real next_leg) {
    real sharp = change > PI / 2 ? PI - change : change, length = 2 * v->look, bend = 8 / (9 * v->radius);
    real joint = atan2(length * bend, (real)1), before = length;
    if (sharp > joint)
        before = (length * sin(joint) + (cos(joint) - cos(sharp)) / bend) / sin(sharp);
    return fmin(before, fmin(leg, next_leg) / 2);
}

void REFERENCE(follow_line2d)(const real *in, real *out) {
    vehicle v;
    for (int k = 0; k < 9; k++)
        out[k] = k == 4 ? INFINITY : 0;
    out[9] = WAY_INVALID;
    int known = in[10] > -INFINITY && in[11] > -INFINITY;
    int last = known && (in[10] == INFINITY || in[11] == INFINITY);
    if (!all_finite(in, 10) || !known || !(last || all_finite(in + 10, 2)) || !isfinite(in[12]) ||
        !read_vehicle(&v, in, in[12]))
        return;
    real ex = in[8] - in[6], ey = in[9] - in[7], leg = sqrt(ex * ex + ey * ey);
    if (leg == 0) {
        drive(&v, 0, out + 5);
        out[1] = in[8], out[2] = in[9], out[4] = 0;
        out[9] = in[4] > 0 ? WAY_DEGENERATE : WAY_IMMOBILE;
        return;
    }
    ex /= leg, ey /= leg;
    real x = in[0] - in[6], y = in[1] - in[7], left = ex * y - ey * x, gone = ex * x + ey * y;
    real error = atan2(ex * sin(v.course) - ey * cos(v.course), ex * cos(v.course) + ey * sin(v.course));
    field f;
    out[0] = turn_of(&v, error, left, 0, 8 / (9 * v.radius), &f);
    drive(&v, out[0], out + 5);
    out[0] *= in[5] / v.radius;
    out[1] = in[0] + ey * left + ex * f.ahead;
    out[2] = in[1] - ex * left + ey * f.ahead;
    out[3] = left;
    out[4] = leg - gone;
    real nx = last ? 0 : in[10] - in[8], ny = last ? 0 : in[11] - in[9], next = sqrt(nx * nx + ny * ny);
    if (next > 0)
        out[4] -= turn_begins(&v, fabs(atan2(ex * ny - ey * nx, ex * nx + ey * ny)), leg, next);
    out[9] = !(in[4] > 0) ? WAY_IMMOBILE : out[4] <= v.step ? WAY_THERE : WAY_MET;
}

void REFERENCE(follow_circle2d)(const real *in, real *out) {
    vehicle v;
    for (int k = 0; k < 8; k++)
        out[k] = 0;
    out[8] = WAY_INVALID;
    if (!all_finite(in, 11) || !(in[8] >= 0) || !read_vehicle(&v, in, in[10]))
        return;
    real x = in[0] - in[6], y = in[1] - in[7], distance = sqrt(x * x + y * y), side = in[9] < 0 ? -1 : 1;
    /* at the centre, the circle is to the right for a counter-clockwise round */
    real out_angle = distance > 0 ? atan2(y, x) : v.course - side * PI / 2;
    real error = side * (v.course - out_angle) - PI / 2;
    error = atan2(sin(error), cos(error));
    real round = greater(in[8], v.radius), inside = round - distance;
    real bend = inside > 0 ? 8 * (round - v.radius) / (9 * v.radius * round) : 8 / (9 * v.radius);
    field f;
    out[0] = side * turn_of(&v, error, inside, 1 / greater(distance, v.radius / 4), bend, &f);
    drive(&v, out[0], out + 4);
    out[0] *= in[5] / v.radius;
    out[1] = in[6] + in[8] * cos(out_angle);
    out[2] = in[7] + in[8] * sin(out_angle);
    out[3] = distance - in[8];
    out[8] = !(in[4] > 0) ? WAY_IMMOBILE : in[8] >= v.radius ? WAY_MET : WAY_NO_PATH;
}
