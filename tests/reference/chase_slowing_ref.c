/* Finds the first meeting with a rolling ball as teams of robots do: for one moment after the other, where is
   the ball, and can the player be there by then? If the player is too late at one moment and in time at the
   next, bisection finds the meeting between the two. The ball moves by the law of the textbooks: speed' =
   -(slowing + friction speed) until it stops. */
#include "reference/real.h"

#include "waylay/base.h"

typedef struct ball {
    real speed, slowing, friction, stop;
} ball;

static real speed_at(const ball *b, real t) {
    if (b->friction == 0)
        return b->speed - b->slowing * t;
    return b->speed - (b->speed + b->slowing / b->friction) * lost(b->friction * t);
}

static real rolled_by(const ball *b, real t) {
    t = fmin(t, b->stop);
    real x = b->friction * t;
    if (x == 0)
        return b->speed * t - b->slowing * t * t / 2;
    if (x < 1e-3) { /* here the terms of the formula would cancel */
        real p1 = 0, p2 = 0, term = 1;
        for (int n = 1; n < 16; n++) {
            p1 += term / n;
            p2 += term / n / (n + 1);
            term *= -x / n;
        }
        return t * (b->speed * p1 - b->slowing * t * p2);
    }
    return b->speed * lost(x) / b->friction - b->slowing * (t - lost(x) / b->friction) / b->friction;
}

/* Returns when the ball stops. */
static real stop_of(const ball *b) {
    if (!(b->speed > 0))
        return 0;
    if (b->slowing == 0)
        return INFINITY;
    if (b->friction == 0)
        return b->speed / b->slowing;
    real low = 0, high = b->speed / b->slowing;
    for (int step = 0; step < 200 && low < high; step++) {
        real middle = (low + high) / 2;
        if (speed_at(b, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* Returns the distance of the ball at t from the nearest position that the player can reach by t. */
static real missing(const ball *b, const real *r, const real *unit, real speed, real reach, real reaction,
                    real t) {
    real way = rolled_by(b, t), x = r[0] + unit[0] * way, y = r[1] + unit[1] * way;
    return sqrt(x * x + y * y) - reach - speed * fmax(0, t - reaction);
}

void REFERENCE(chase_slowing2d)(const real *in, real *out) {
    const real *chaser = in, *runner = in + 3, *v = in + 5;
    real own = in[2], reach = in[9], reaction = in[10], horizon = in[11], speed = fmax(own, 0);
    ball b = {sqrt(v[0] * v[0] + v[1] * v[1]), in[7], in[8], 0};
    int valid = horizon > -INFINITY && in[7] >= 0 && in[8] >= 0 && reach >= 0 && reaction >= 0;
    for (int k = 0; k < 11; k++)
        valid = valid && isfinite(in[k]);
    out[0] = INFINITY;
    out[1] = out[2] = out[3] = out[4] = 0;
    out[5] = WAY_INVALID;
    if (!valid)
        return;
    b.stop = stop_of(&b);
    real r[2] = {runner[0] - chaser[0], runner[1] - chaser[1]}, unit[2] = {1, 0};
    for (int k = 0; k < 2 && b.speed > 0; k++)
        unit[k] = v[k] / b.speed;
    /* after this time, the player is at the ball if they meet at all */
    real gain = b.stop < INFINITY || b.friction > 0 ? speed : speed - b.speed;
    real most = b.friction > 0      ? rolled_by(&b, fmin(b.stop, 80 / b.friction))
                : b.stop < INFINITY ? rolled_by(&b, b.stop)
                                    : 0;
    real apart = sqrt(r[0] * r[0] + r[1] * r[1]);
    real last = gain > 0 ? reaction + (apart + most + b.speed * reaction) / gain * 1.001
                         : apart / fmax(b.speed, 1e-30) * 4;
    const int moments = 4000;
    real before = 0, time = INFINITY;
    for (int n = 0; n <= moments; n++) {
        real t = last * n / moments * n / moments * n / moments;
        if (missing(&b, r, unit, speed, reach, reaction, t) <= 0) {
            for (int step = 0; step < 200 && n > 0; step++) {
                real middle = (before + t) / 2;
                if (missing(&b, r, unit, speed, reach, reaction, middle) <= 0)
                    t = middle;
                else
                    before = middle;
            }
            time = t;
            break;
        }
        before = t;
    }
    out[5] = own > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    if (time == INFINITY)
        return;
    out[5] = WAY_LATE;
    if (time > horizon)
        return;
    out[0] = time;
    out[5] = time == 0 ? WAY_THERE : WAY_MET;
    real way = rolled_by(&b, time), then[2], distance = 0;
    for (int k = 0; k < 2; k++) {
        out[1 + k] = runner[k] + unit[k] * way;
        then[k] = r[k] + unit[k] * way;
        distance += then[k] * then[k];
    }
    distance = sqrt(distance);
    for (int k = 0; k < 2; k++)
        out[3 + k] = time > 0 && distance > reach * (1 + 1e-12) ? speed * then[k] / distance : 0;
}
