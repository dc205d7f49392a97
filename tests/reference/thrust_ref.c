/* Computes where a ship must thrust, from the definitions. Meeting: the first time at which full thrust
   covers the distance that remains without thrust. Matching: for each time T, the ship can split its thrust
   between the line h = r + v T / 2 and the directions across it; the least T that is enough is found by
   halving. Then the moments of the turn follow from two sums: of the thrust, and of the thrust weighted by
   its time. Near the runner, a ship that is slow for the rounding of positions brakes, and one that hardly
   misses the runner meets it. */
#include "reference/real.h"

#include "waylay/base.h"

typedef struct ship {
    real r[3], v[3]; /* relative, in units of the thrust */
    int dims;
    real rounding, near, rest; /* of a step; and how near and slow is a ship that has matched? */
    real close, slow;          /* or is it so close, and so slow? */
    real grazing;              /* a ship that misses the runner by less still meets it */
} ship;

/* A way of matching in the time T. */
typedef struct split {
    real along[3], across[3], thrust, turn, need;
} split;

static real dot(const real *a, const real *b, int dims) {
    real sum = 0;
    for (int k = 0; k < dims; k++)
        sum += a[k] * b[k];
    return sum;
}

static real length(const real *a, int dims) { return sqrt(dot(a, a, dims)); }

static real short_of(const ship *s, real t) {
    real gap[3] = {0};
    for (int k = 0; k < s->dims; k++)
        gap[k] = s->r[k] + s->v[k] * t;
    return length(gap, s->dims) - t * t / 2;
}

/* Accelerating by b for q and then braking by b until T changes the velocity by b (2 q - T), so q follows
   from b; the way that this makes is then a quadratic equation for b. */
static split split_of(const ship *s, real time) {
    split w = {{0}, {0}, 0, 0, 0};
    real h[3] = {0}, square = 0;
    for (int k = 0; k < s->dims; k++)
        h[k] = s->r[k] + s->v[k] * time / 2;
    real size = length(h, s->dims), speed = 0;
    for (int k = 0; k < s->dims && size > 0; k++) {
        w.along[k] = h[k] / size;
        speed += s->v[k] * w.along[k];
    }
    for (int k = 0; k < s->dims; k++) {
        w.across[k] = (s->v[k] - speed * w.along[k]) / time;
        square += w.across[k] * w.across[k];
    }
    /* b^2 T^2 / 4 - b |h| - speed^2 / 4 = 0 */
    w.thrust = 2 * (size + sqrt(size * size + time * time * speed * speed / 4)) / (time * time);
    w.turn = size > 0 ? (time + speed / w.thrust) / 2 : 0; /* no turn if h is 0 */
    w.need = sqrt(square + w.thrust * w.thrust);
    return w;
}

static real halved(const ship *s, real low, real high, int match) {
    for (int step = 0; step < 76 && low < high; step++) {
        real middle = (low + high) / 2;
        if (match ? split_of(s, middle).need > 1 : short_of(s, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

/* The shortage has at most one minimum after the first moment, where the derivative of its quartic is 0. */
static real first_meeting(const ship *s, int *grazes) {
    real rr = dot(s->r, s->r, s->dims), vv = dot(s->v, s->v, s->dims), b = dot(s->r, s->v, s->dims);
    real high = 2 * (sqrt(vv) + sqrt(sqrt(rr))), inner = 9 * b * b - 8 * rr * vv, low = 0;
    *grazes = 0;
    if (b < 0) {
        const int dips = inner >= 0;
        real pass = dips ? 4 * rr / (sqrt(inner) - 3 * b) : -b / vv, left = short_of(s, pass);
        *grazes = left > 0 && left <= s->grazing && pass * pass / 2 <= 16 * s->grazing;
        if (*grazes)
            return pass;
        if (dips && left <= 0)
            return halved(s, 0, pass, 0);
        if (dips)
            low = pass;
    }
    return halved(s, low, fmax(low, high), 0);
}

/* Returns the largest thrust of n steps, and sets the first one. In the step in which the ship turns, it
   thrusts by `between`. */
static real in_steps(const ship *s, split *w, real n, real dt, real *first) {
    real sum = dot(s->v, w->along, s->dims) / dt, moment = -dot(s->r, w->along, s->dims) / dt / dt;
    real at = fmax(0, fmin(n - 1, floor(w->turn / dt))), after = n - 1 - at;
    /* thrust (at - after) + between = sum;  the moments of the steps are their middles */
    real a = at - after, p = at * at / 2 - after * (at + 1 + n) / 2, q = at + (real)0.5;
    real full = n > 1 ? (moment - sum * q) / (p - a * q) : 0, between = sum - full * a;
    *first = at > 0 ? full : between;
    real most = fmax(fabs(full), fabs(between));
    return sqrt(most * most + dot(w->across, w->across, s->dims));
}

static void match(const ship *s, real dt, real *time, real *thrust, real *reverse) {
    real distance = length(s->r, s->dims), speed = length(s->v, s->dims);
    if (dt > 0 && distance <= s->near && speed * dt <= 2 * s->rounding) { /* brakes near the runner */
        *time = fmax(1, -floor(-speed / dt)) * dt;
        real square = 0;
        for (int k = 0; k < s->dims; k++) {
            thrust[k] = s->v[k] / *time;
            for (int i = 0; i < k; i++)
                square += (s->r[k] * s->v[i] - s->r[i] * s->v[k]) * (s->r[k] * s->v[i] - s->r[i] * s->v[k]);
        }
        *reverse = sqrt(square) <= 0x1p-20 * distance * speed ? 0 : (real)INFINITY;
        return;
    }
    *time = halved(s, speed, 2 * speed + 2 * sqrt(distance) + speed, 1);
    split w = split_of(s, *time);
    real first = w.thrust;
    int stepped = dt > 0 && *time < dt * 0x1p30;
    if (stepped) {
        real whole = *time / dt - 0x1p-12, n = -floor(-whole);
        n = fmax(n, 1);
        for (int more = 0; more < 4; more++, n += 1) {
            *time = n * dt;
            w = split_of(s, *time);
            real need = in_steps(s, &w, n, dt, &first), h[3] = {0};
            for (int k = 0; k < s->dims; k++)
                h[k] = s->r[k] + s->v[k] * *time / 2;
            int misses = n == 1 && length(h, s->dims) > 0x1p-20 * (distance + speed * dt) &&
                         !(distance == 0 && speed <= dt * 0x1p-10);
            if (!misses && need * need <= 1 + 0x1p-22)
                break;
        }
    }
    int even = w.turn <= *time * 0x1p-20 || w.turn >= *time * (1 - 0x1p-20);
    for (int k = 0; k < s->dims; k++)
        thrust[k] = even && !stepped ? s->v[k] / *time : first * w.along[k] + w.across[k];
    real square = 0;
    for (int k = 0; k < s->dims; k++)
        for (int i = 0; i < k; i++) {
            real cross = s->r[k] * s->v[i] - s->r[i] * s->v[k];
            square += cross * cross;
        }
    *reverse = sqrt(square) <= 0x1p-20 * distance * speed ? (even ? 0 : w.turn) : (real)INFINITY;
}

static real near_for(real rounding, real step) {
    real more = step > 0 ? fmin(16, (real)1.5 * rounding / step / step) : 0;
    return 2 * rounding + rounding * more;
}

static void set_rounding(ship *s, const real *in, real most, real dt) {
    const real *chaser = in, *own = in + s->dims, *runner = in + 2 * s->dims + 1, *v = runner + s->dims;
    real places = 0, unit = most > 0 ? most : 1, step = most > 0 ? dt : 0;
    for (int k = 0; k < s->dims; k++)
        places = fmax(places, fmax(fabs(chaser[k]), fabs(runner[k])));
    real speeds = (length(own, s->dims) + length(v, s->dims)) / unit;
    real still = fmax(0x1p-23 * places / unit, 0x1p-14 * step * step);
    s->rounding = fmax(still, 0x1p-23 * speeds * step);
    s->near = near_for(s->rounding, step);
    s->close = near_for(still, step);
    s->grazing = 0x1p-19 * places / unit;
    if (step > 0)
        s->grazing = fmax(s->grazing, s->rounding * fmin(128, s->rounding / step / step));
    s->rest = 0x1p-20 * step;
    s->slow = 0x1p-22 * speeds + 0x1p-20 * step;
}

static void thrust(const real *in, real *out, int dims) {
    const real *chaser = in, *own = in + dims, *runner = in + 2 * dims + 1, *v = in + 3 * dims + 1;
    real most = in[2 * dims], matches = in[4 * dims + 1], horizon = in[4 * dims + 2], dt = in[4 * dims + 3];
    int valid = (matches == 0 || matches == 1) && horizon > -INFINITY && dt >= 0 && isfinite(dt);
    for (int k = 0; k < 4 * dims + 1; k++)
        valid = valid && isfinite(in[k]);
    out[0] = out[dims + 1] = INFINITY;
    for (int k = 0; k < dims; k++)
        out[1 + k] = 0;
    out[dims + 2] = WAY_INVALID;
    if (!valid)
        return;
    ship s = {{0}, {0}, dims, 0, 0, 0, 0, 0, 0};
    set_rounding(&s, in, most, dt);
    int there = 1;
    for (int k = 0; k < dims; k++) {
        s.r[k] = runner[k] - chaser[k];
        s.v[k] = v[k] - own[k];
        there = there && s.r[k] == 0;
        s.r[k] /= most > 0 ? most : 1;
        s.v[k] /= most > 0 ? most : 1;
    }
    if (matches == 1) {
        real distance = length(s.r, dims), speed = length(s.v, dims);
        there = (distance <= s.near && speed <= s.rest) || (distance <= s.close && speed <= s.slow);
    }
    out[dims + 2] = there ? WAY_THERE : WAY_IMMOBILE;
    real time = 0, accelerate[3] = {0}, reverse = INFINITY;
    if (!there && !(most > 0))
        return;
    if (!there && matches == 1)
        match(&s, dt, &time, accelerate, &reverse);
    else if (!there) {
        int grazes;
        time = first_meeting(&s, &grazes);
        for (int k = 0; k < dims; k++)
            accelerate[k] = grazes ? (s.r[k] + s.v[k] * time) / (short_of(&s, time) + time * time / 2)
                                   : 2 * (s.r[k] / time + s.v[k]) / time;
    }
    if (time > horizon || time > (real)3.4028235e38)
        out[dims + 2] = time > (real)3.4028235e38 ? WAY_TOO_SLOW : WAY_LATE;
    if (time > horizon || time > (real)3.4028235e38)
        return;
    out[0] = time;
    for (int k = 0; k < dims; k++)
        out[1 + k] = accelerate[k] * most;
    out[dims + 1] = reverse;
    if (!there)
        out[dims + 2] = WAY_MET;
}

void REFERENCE(thrust2d)(const real *in, real *out) { thrust(in, out, 2); }
void REFERENCE(thrust3d)(const real *in, real *out) { thrust(in, out, 3); }
