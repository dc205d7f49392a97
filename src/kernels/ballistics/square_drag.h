/* Finds the shots that hit a runner of constant velocity under gravity, quadratic drag and linear drag, one
   agent at a time in plain C. In the frame of the air, a shell of velocity a has the acceleration

       gravity - (f + k C(|a|) |a|) a
   and stays in a vertical plane. C is 1, or is read from a table of coefficients. For a time t, Newton steps
   find the launch velocity that brings the shell to the runner at t. A flight, and its derivatives with
   respect to the launch velocity, are integrated by the Runge-Kutta method of the fourth order. Let S(t) be
   the speed of this launch, relative to the platform. A shell of speed s hits at the times t with S(t) = s.

   First, S is computed roughly, by flights of few steps, at several times between two bounds. If S - s
   changes its sign between two neighbouring times, there is a meeting between them. S may also have a minimum
   or a maximum between two times. If this extremum may be on the other side of s, it is computed, and there
   can be a meeting before it and one after it. Last, Newton steps compute the time and the launch velocity of
   the meetings that are returned, by flights of many steps.

   The bounds of the time. The earliest time follows from the distance that a shell can cover: drag reduces
   its speed, and gravity can add to it. Let w be the speed at which a falling shell no longer accelerates. In
   a frame that falls at the speed w, a shell of speed q loses speed at least at the rate f + k C max(q, w) / 2,
   so it covers a limited distance. The runner is within this distance between two roots of a quadratic
   equation. If w is large, another bound is better, the time after which the shell is certainly below the
   runner: up to the time w / gravity, a shell falls by at least gravity t^2 / 3.

   Each 1 / k that the runner is farther from the shell's course needs a speed about e times as high. So between
   two neighbouring times at which S is computed, the runner moves by at most 1 / k in the falling frame. */
#ifndef WAY_SQUARE_DRAG_H
#define WAY_SQUARE_DRAG_H

#include "kernels/ballistics/air_flight.h"

enum {
    AIR_NODES_LEAST = 8,    /* the times at which S is computed: at least this number, */
    AIR_NODES_MOST = 128,   /* and more until they are at most 16 % apart, up to this number, and as many
                               again until the runner moves by at most 1 / k between them */
    AIR_SPANS = 6,          /* the largest number of meetings */
    AIR_FINE = 8,           /* a fine flight has this many times the steps of a rough one */
    AIR_ROUGH_OF_TABLE = 2, /* the same for rough flights with a table, because it has kinks */
    AIR_CORRECTIONS = 12,   /* Newton steps for the launch at one time */
    AIR_REFINEMENTS = 60
};

/* The launch whose shell is at the runner at `time`. `start` is its velocity through the air, in the vertical
   plane, and `change` the derivative of `start` with respect to the time. `velocity` is relative to the
   platform, `size` is |velocity|, which is S(time), and `slope` the derivative of S. */
typedef struct air_launch {
    double time, start[2], change[2], size, slope, velocity[3];
    int lost;
} air_launch;

/* Solves P xy = v, where P is the matrix of a position's derivatives. */
static inline void air_solve(const air_state *place, const double *v, double *xy) {
    const double *p = place->of + 2, per = 1 / (p[0] * p[3] - p[1] * p[2]);
    xy[0] = (v[0] * p[3] - v[1] * p[2]) * per;
    xy[1] = (p[0] * v[1] - p[1] * v[0]) * per;
}

/* Where the runner is at a time: the horizontal direction from the muzzle (east, north), and the position in
   the vertical plane of this direction. In 2D, the direction is that of x. */
typedef struct air_aim {
    double east, north, place[2];
} air_aim;

static inline air_aim air_aim_at(const air_shot *c, double t) {
    const double x = c->r[0] + c->u[0] * t, y = c->r[1] + c->u[1] * t, z = c->r[2] + c->u[2] * t;
    const double over = air_size(x, z);
    if (c->dims == 2 || !(over > 0))
        return (air_aim){1, 0, {x, y}};
    return (air_aim){x / over, z / over, {over, y}};
}

/* Sets `velocity`, `size` and `slope` of a launch, whose `start` and `change` are set. */
static inline void air_set_size(const air_shot *c, const air_aim *aim, air_launch *l) {
    const double turn = c->dims == 3 && aim->place[0] > 0
                            ? (aim->east * c->u[2] - aim->north * c->u[0]) / aim->place[0] * l->start[0]
                            : 0;
    const double changes[3] = {aim->east * l->change[0] - aim->north * turn, l->change[1],
                               aim->north * l->change[0] + aim->east * turn};
    l->velocity[0] = aim->east * l->start[0] - c->c[0];
    l->velocity[1] = l->start[1] - c->c[1];
    l->velocity[2] = aim->north * l->start[0] - c->c[2];
    l->size = air_size3(l->velocity);
    l->slope = 0;
    for (int k = 0; k < 3 && l->size > 0; k++)
        l->slope += l->velocity[k] / l->size * changes[k];
}

/* Corrects a launch by one Newton step, so that its shell is nearer to the runner at its time. The step
   changes the launch at most to half or to three times its size. Returns the size of the step, relative to
   the launch plus the shell's speed, or infinity if the step had to be shortened. A launch that is much too
   fast is not changed. */
WAY_OUT_OF_LINE double air_correct(const air_shot *c, air_launch *l, air_plan plan) {
    const air_aim aim = air_aim_at(c, l->time);
    air_state place, now;
    air_fly(c, l->start, l->time, plan, &place, &now);
    const double lacks[2] = {aim.place[0] - place.of[0], aim.place[1] - place.of[1]};
    const double drifts[2] = {aim.east * c->u[0] + aim.north * c->u[2] - now.of[0], c->u[1] - now.of[1]};
    double step[2];
    air_solve(&place, lacks, step);
    air_solve(&place, drifts, l->change);
    const double old = air_size(l->start[0], l->start[1]), size = air_size(step[0], step[1]);
    const double gains = step[0] * l->start[0] + step[1] * l->start[1];
    const double limit = (gains > 0 ? 2 : 0.5) * old + c->speed * 0x1p-10,
                 part = size <= limit ? 1 : limit / size;
    const double x = l->start[0] + part * step[0], y = l->start[1] + part * step[1];
    const double most = 20 * (c->fast + c->runs);
    double error = part < 1 ? INFINITY : size / (old + c->speed);
    if (!(x * x + y * y < most * most))
        error = 0; /* or NaN */
    else
        l->start[0] = x, l->start[1] = y;
    air_set_size(c, &aim, l);
    return error;
}

/* Corrects a launch until a step is at most `enough`. Returns 0 if AIR_CORRECTIONS steps are not enough. */
static inline int air_settles(const air_shot *c, air_launch *l, int fine, double enough) {
    air_plan plan = air_plan_of(c, l->start, l->time, fine);
    for (int n = 0; n < AIR_CORRECTIONS; n++) {
        if (air_correct(c, l, plan) <= enough)
            return 1;
        /* if rough flights do not converge, fine ones do; from the fifth step on, the plan must stay the
           same */
        if (n < 5)
            plan = air_plan_of(c, l->start, l->time, n < 3 ? fine : c->fine);
    }
    return 0;
}

/* Guesses a launch for its time if no launch at a near time is known. The guess treats the flight as a
   straight line with drag, until the fall is steady, and adds about the height that a shell loses which is
   dropped at rest. */
static inline void air_guess(const air_shot *c, air_launch *l) {
    const air_aim aim = air_aim_at(c, l->time);
    const double part = l->time / c->calm, flown = l->time / w_sqrt(1 + part * part);
    const double dropped = c->gravity * l->time * l->time / (w_sqrt(1 + part * part) + 1);
    const double fall = aim.place[1] + dropped, way = air_size(aim.place[0], fall);
    const double loss = air_smaller(c->square * way, 64), y = loss / 128;
    double power = (1 + y) / (1 - y);
    for (int n = 0; n < 6; n++)
        power *= power; /* about e^loss */
    const double more = loss > 0x1p-10 ? (power - 1) / loss : 1 + 0.5 * loss;
    const double most = air_larger(1, 1.5 * (c->fast + c->runs) * flown / way);
    l->start[0] = aim.place[0] * air_smaller(more, most) / flown;
    l->start[1] = fall * air_smaller(more, most) / flown;
}

/* Returns the launch at `time`, which is near the time of `from`. `bend` is the second derivative of (start *
   time). Fine flights are used if `fine` is set, or if the launch is about as fast as the shell. If no launch
   is found, it counts as too fast. */
static inline air_launch air_next(const air_shot *c, const air_launch *from, double time, const double *bend,
                                  int fine) {
    air_launch l = *from;
    const double later = time - from->time;
    double start[2];
    for (int k = 0; k < 2; k++) {
        const double way = from->start[k] * from->time, grows = from->start[k] + from->time * from->change[k];
        start[k] = (way + later * (grows + 0.5 * later * bend[k])) / time;
    }
    const double size = air_size(start[0], start[1]), old = air_size(from->start[0], from->start[1]);
    l.time = time;
    if (from->lost)
        air_guess(c, &l);
    else if (0.2 * old < size && size < 4 * old)
        l.start[0] = start[0], l.start[1] = start[1];
    l.lost = !air_settles(c, &l, c->rough, 0.02);
    if (!l.lost && (fine || w_abs(l.size - c->speed) < c->close * c->speed))
        air_settles(c, &l, c->fine, 1e-4);
    if (l.lost)
        l.size = 100 * c->fast, l.slope = 0;
    return l;
}

/* Two launches between whose times S - s changes its sign. `narrow` is set next to an extremum of S, where
   rough flights may not find the meeting. */
typedef struct air_span {
    air_launch low, high;
    int narrow;
} air_span;

typedef struct air_spans {
    air_span span[AIR_SPANS];
    int count;
} air_spans;

/* Returns the plan of the flights that find a meeting. Steep flights get twice as many steps, because their
   drag changes suddenly at the top. */
static inline air_plan air_hit_plan(const air_shot *c, const air_launch *l) {
    const int steep = 16 * l->start[0] * l->start[0] < l->start[1] * l->start[1];
    return air_plan_of(c, l->start, l->time, steep ? 2 * c->fine : c->fine);
}

/* Returns the launch of the meeting in a span. Newton steps correct the launch and the time together. If a
   step would leave the span, its middle is used instead. Rough flights come first, then fine ones. */
static inline air_launch air_hit(const air_shot *c, const air_span *span) {
    const int above = span->low.size > c->speed;
    const double part = (span->low.size - c->speed) / (span->low.size - span->high.size);
    double low = span->low.time, high = span->high.time, last = high - low;
    const double t = low + part * last;
    const air_launch *const near = part < 0.5 ? &span->low : &span->high;
    air_launch l = *near;
    for (int k = 0; k < 2; k++)
        l.start[k] += l.change[k] * (t - near->time);
    l.time = t, l.lost = 1;
    int fine = 0, is_near = span->narrow;
    air_plan plan = {0};
    for (int n = 0; n < AIR_REFINEMENTS; n++) {
        if (!fine && (is_near || n == 5)) {
            fine = 1, plan = air_hit_plan(c, &l);
            const double room =
                c->table != NULL && !span->narrow ? 0.5 * (span->high.time - span->low.time) : 0;
            low = span->low.time - room, high = span->high.time + room, last = high - low;
        }
        const double error = air_correct(c, &l, fine ? plan : air_plan_of(c, l.start, l.time, c->rough));
        if (!(error < 0.05))
            continue;
        if ((l.size > c->speed) == above)
            low = l.time;
        else
            high = l.time;
        const double step = (c->speed - l.size) / l.slope;
        const int inside =
            low <= l.time + step && l.time + step <= high && (n < 5 || w_abs(step) < 0.7 * last);
        const double by = inside ? step : 0.5 * (low + high) - l.time;
        last = w_abs(by);
        if (fine && error < 1e-5 && (last <= 1e-9 * l.time || high - low <= 1e-9 * high)) {
            l.lost = !(w_abs(l.size - c->speed) < 1e-5 * c->speed);
            break;
        }
        l.time += by;
        for (int k = 0; k < 2; k++)
            l.start[k] += by * l.change[k];
        is_near = error < 0x1p-6 && last < 0x1p-6 * l.time;
    }
    return l;
}

static inline void air_note(air_spans *s, const air_launch *low, const air_launch *high, int narrow) {
    if (s->count < AIR_SPANS)
        s->span[s->count++] = (air_span){*low, *high, narrow};
}

/* The launches `from` and `to` are on the same side of s. At `from`, S moves towards s, and at `to` away from
   s; one of the two may be lost, so too fast. Searches for the extremum of S between them. If the extremum is on the other side of s, notes a span on
   each side of it. */
WAY_OUT_OF_LINE void air_turn(const air_shot *c, const air_launch *from, const air_launch *to,
                              const double *bend, air_spans *s) {
    const double side = from->size > c->speed ? 1 : -1, gap = to->time - from->time;
    /* without an inflection, S stays on this side of its tangents at `from` and `to` */
    const double meets = (to->size - from->size - to->slope * gap) / (from->slope - to->slope);
    if (!from->lost && !to->lost &&
        side * (from->size + from->slope * meets - c->speed) > c->close * c->speed)
        return;
    air_launch low = *from, high = *to;
    for (int n = 0; n < 24; n++) {
        const double span = high.time - low.time;
        double part = low.slope / (low.slope - high.slope);
        if (n % 3 == 2 || !(part > 0.01 && part < 0.99))
            part = 0.5;
        const air_launch turn = air_next(c, &low, low.time + span * part, bend, 1);
        if (!(side * (turn.size - c->speed) > 0)) {
            air_note(s, from, &turn, 1);
            air_note(s, &turn, to, 1);
            return;
        }
        if (!(span > 1e-7 * turn.time) || w_abs(turn.slope) * span < 0x1p-30 * c->speed)
            return;
        if (turn.lost ? low.size > high.size : side * turn.slope < 0)
            low = turn;
        else
            high = turn;
    }
}

/* Finds the spans of all meetings between the bounds of the time. Stops after the horizon if a meeting has
   been found. */
WAY_OUT_OF_LINE void air_look(const air_shot *c, air_spans *s) {
    double growth = c->until / c->from, bend[2] = {0, 0};
    const double stride = air_larger(c->stride, (c->until - c->from) / AIR_NODES_MOST);
    for (int n = 1; n < AIR_NODES_LEAST || (growth > 1.16 && n < AIR_NODES_MOST); n *= 2)
        growth = w_sqrt(growth);
    air_launch before = {.time = c->from, .lost = 1};
    before = air_next(c, &before, c->from, bend, 0);
    s->count = 0;
    while (before.time < c->until) {
        const double later = air_smaller(before.time * growth, before.time + stride),
                     time = later < 0.999999 * c->until ? later : c->until, gap = time - before.time;
        const air_launch now = air_next(c, &before, time, bend, 0);
        const double side = before.size > c->speed ? 1 : -1;
        const int falls = before.lost || side * before.slope < 0, rises = now.lost || side * now.slope > 0;
        if ((before.size > c->speed) != (now.size > c->speed))
            air_note(s, &before, &now, 0);
        else if (falls && rises && !(before.lost && now.lost))
            air_turn(c, &before, &now, bend, s);
        for (int k = 0; k < 2; k++) {
            const double grew = before.start[k] + before.time * before.change[k];
            bend[k] = (now.start[k] + now.time * now.change[k] - grew) / gap;
        }
        before = now;
        if (s->count > 0 && time > 1.05 * c->horizon)
            break;
    }
}

/* Returns ln(1 + x), or slightly more. y is the 64th root of 1 + x, and ln y is at most (y - 1) / sqrt(y). */
static inline double air_log(double x) {
    double y = 1 + x;
    for (int n = 0; n < 6; n++)
        y = w_sqrt(y);
    return x > 0x1p-20 ? 64 * (y - 1) / w_sqrt(y) : x;
}

/* Returns w, the speed at which a falling shell no longer accelerates, for k C = `square`. */
static inline double air_sink(const air_shot *c, double square) {
    return 2 * c->gravity / (c->linear + w_sqrt(c->linear * c->linear + 4 * square * c->gravity));
}

/* Returns w for a table of coefficients: the highest, if there are several. */
static inline double air_sink_of_table(const air_shot *c) {
    const way_drag_table *const table = c->table;
    size_t row = table->count - 1;
    double low = (double)table->speed[row];
    if (air_slows(c, low) * low < c->gravity)
        return air_sink(c, c->square * (double)table->coefficient[row]);
    double high = low;
    for (; low > 0 && !(air_slows(c, low) * low < c->gravity); row--)
        high = low, low = row > 0 ? (double)table->speed[row - 1] : 0;
    for (int n = 0; n < 40; n++) {
        const double middle = 0.5 * (low + high);
        if (air_slows(c, middle) * middle < c->gravity)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* Sets the smallest and the largest value of k C up to this speed. */
static inline void air_set_range(const air_shot *c, double speed, double *least, double *most) {
    *least = *most = c->square;
    for (size_t row = 0; c->table != NULL && row < c->table->count; row++) {
        const double square = c->square * (double)c->table->coefficient[row];
        *least = row == 0 ? square : air_smaller(*least, square);
        *most = row == 0 ? square : air_larger(*most, square);
        if ((double)c->table->speed[row] > speed)
            break;
    }
}

/* Sets the earliest time at which a shell can be at the runner, or slightly less. A shell covers at most ln(1
   + k fast t) / k + gravity t^2 / 2. Each step moves the time on to the earliest moment at which shell and
   runner could meet if drag did not reduce the shell's speed any more. */
static inline void air_set_first(air_shot *c, double least) {
    double t = 0;
    for (int n = 0; n < 12; n++) {
        const double x = least * c->fast * t, way = x > 0x1p-20 ? air_log(x) / least : c->fast * t;
        const double gap = c->far - way - (c->runs + 0.5 * c->gravity * t) * t;
        const double speed = c->fast / (1 + x) + c->runs + c->gravity * t;
        if (gap > 0)
            t += 2 * gap / (speed + w_sqrt(speed * speed + 2 * c->gravity * gap));
    }
    c->from = 0.999 * t;
}

/* Sets the latest time of a meeting if there is gravity: by the fall, and in the frame that falls at the
   speed w. If this frame gives a later earliest time, sets that time, too. */
static inline void air_set_falls(air_shot *c, double least, double most) {
    /* the height from which a shell falls is at most that of a shell without drag */
    const double rise = c->fast / c->gravity, pull = c->gravity / 3;
    const double drop = c->far + rise * (c->runs + 0.5 * c->fast);
    const double down = (c->runs + w_sqrt(c->runs * c->runs + 4 * pull * drop)) / (2 * pull);
    double last = down <= air_sink(c, most) / c->gravity ? down + rise : INFINITY;
    const double slows = c->linear + 0.5 * least * c->sink, more = 0.5 * least * c->fast / slows,
                 reach = (more > 0x1p-20 ? 2 * air_log(more) / least : c->fast / slows) + c->sink / slows;
    const double v[3] = {c->u[0], c->u[1] + c->sink, c->u[2]}, vv = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    const double along = v[0] * c->r[0] + v[1] * c->r[1] + v[2] * c->r[2];
    const double left = (reach - c->far) * (reach + c->far), inner = along * along + vv * left;
    const int is_bounded = vv > 0 && reach < INFINITY;
    if (is_bounded && !(inner >= 0))
        last = 0;
    else if (is_bounded) {
        const double root = w_sqrt(inner), comes = (-along - root) / vv;
        last = air_smaller(last, (root - along) / vv);
        if (left < 0)
            c->from = air_larger(c->from, comes);
    }
    c->until = last < INFINITY ? last : 64 * c->calm;
}

/* Sets the two times between which all meetings are. */
static inline void air_set_limits(air_shot *c) {
    double least, most;
    air_set_range(c, air_larger(c->fast, c->sink), &least, &most);
    air_set_first(c, least);
    const double way = c->fast / least, root = w_sqrt(way + 4 * c->runs * c->far);
    /* without gravity, a shell covers at most sqrt(fast t / k), and at most fast / f */
    const double z = (w_sqrt(way) + root) / (2 * c->runs);
    c->until = c->runs > 0 ? z * z : c->from * 0x1p24;
    if (c->runs > 0 && c->linear > 0)
        c->until = air_smaller(c->until, (c->far + c->fast / c->linear) / c->runs);
    if (c->gravity > 0)
        air_set_falls(c, least, most);
    c->until = air_smaller(1.001 * c->until, 0x1p60);
    const double sinks = c->sink < INFINITY ? c->sink : 0;
    c->stride = 1 / (most * air_size3((double[]){c->u[0], c->u[1] + sinks, c->u[2]}));
    if (!(c->far > 0))
        c->from = c->until * 0x1p-20;
    c->from = air_larger(c->from, 0x1p-300);
}

/* The first and the last meeting up to the horizon, their number, and whether there is a meeting at any time.
   */
typedef struct air_hits {
    air_launch first, last;
    int count, ever;
} air_hits;

/* Finds the meetings. The caller has set the inputs in `c`; this function sets all other members. */
WAY_OUT_OF_LINE void air_find(air_shot *c, air_hits *hits) {
    air_spans s;
    air_reading at = {0, 0};
    c->at = &at;
    c->rough = c->table != NULL ? AIR_ROUGH_OF_TABLE : 1, c->fine = AIR_FINE;
    c->close = 0.1;
    c->sink = c->gravity > 0 ? c->table != NULL ? air_sink_of_table(c) : air_sink(c, c->square) : 0;
    c->calm = c->gravity > 0 ? c->sink / c->gravity : c->linear > 0 ? 1 / c->linear : INFINITY;
    c->fast = c->speed + air_size3(c->c), c->far = air_size3(c->r), c->runs = air_size3(c->u);
    *hits = (air_hits){.count = 0};
    air_set_limits(c);
    if (!(c->from < c->until))
        return;
    air_look(c, &s);
    for (int n = 0; n < s.count; n++) {
        const air_launch hit = air_hit(c, &s.span[n]);
        if (hit.lost)
            continue;
        hits->ever = 1;
        if (!(hit.time <= c->horizon))
            return;
        hits->last = hit;
        if (hits->count++ == 0)
            hits->first = hit;
    }
}

#endif
