/* Computes flights under gravity, quadratic drag and linear drag, by the Runge-Kutta method of the fourth order.
   See square_drag.h. */
#ifndef WAY_AIR_FLIGHT_H
#define WAY_AIR_FLIGHT_H

#include "lanes/vectors.h"

#include "waylay/base.h"

enum {
    AIR_STEPS_MOST = 64, /* the largest number of steps in the first part of a rough flight */
    AIR_SPLITS = 512,    /* a step is split into no more parts than this */
    AIR_STEEP = 6, /* shells slide in rows in which a difference of two speeds fades to e^-6 in a step */
    AIR_CUTS = 12  /* corrections of the time at which the speed reaches a kink, or a slide ends */
};

/* Where a table of coefficients is read. `row` is how many of the table's speeds are at most the last speed
   read. If is_held is 1, this row stays in use, even if the speed leaves it. Its coefficient is then that of
   the row's end. */
typedef struct air_reading {
    size_t row;
    int is_held;
} air_reading;

/* The runner's way and velocity and the platform's velocity are relative to the air. In the plane, z is 0. */
typedef struct air_shot {
    double r[3], u[3], c[3];
    double speed, gravity, linear, square; /* s, gravity, f, k */
    double sink, calm;                     /* w, and w / gravity: after this time, a fall becomes steady */
    double fast, far, runs;                /* upper bound of the first speed; |r|; |u| */
    double from, until;                    /* the bounds of the time of a meeting */
    double stride;                         /* the longest time between two times at which S is computed */
    double horizon;
    const way_drag_table *table; /* NULL: coefficient 1 */
    air_reading *at;             /* where the table is read */
    double close;                /* a bound of the relative error of rough flights */
    int dims, rough, fine;       /* factors of the number of steps: of rough flights, of fine ones */
} air_shot;

/* The position or the velocity of a shell in the vertical plane of its flight, x and y, and their derivatives
   with respect to the launch velocity: dx/dx, dy/dx, dx/dy, dy/dy. */
typedef struct air_state {
    double of[6];
} air_state;

static inline double air_smaller(double a, double b) { return a < b ? a : b; }
static inline double air_larger(double a, double b) { return a > b ? a : b; }
static inline double air_size(double x, double y) { return w_sqrt(x * x + y * y); }
static inline double air_size3(const double *a) { return w_sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]); }

/* Sets *row to the number of the table's speeds that are at most `speed`. The search starts at the present
   row. */
static inline void air_find_row(const way_drag_table *table, double speed, size_t *row) {
    while (*row < table->count && (double)table->speed[*row] <= speed)
        ++*row;
    while (*row > 0 && speed < (double)table->speed[*row - 1])
        --*row;
}

/* Returns k C at this speed, and sets its derivative with respect to the speed. */
static inline double air_square(const air_shot *c, double speed, double *slope) {
    const way_drag_table *const table = c->table;
    *slope = 0;
    if (table == NULL)
        return c->square;
    if (!c->at->is_held)
        air_find_row(table, speed, &c->at->row);
    const size_t row = c->at->row, last = table->count - 1;
    if (row == 0 || row > last)
        return c->square * (double)table->coefficient[row == 0 ? 0 : last];
    const double from = (double)table->speed[row - 1], to = (double)table->speed[row];
    const double low = (double)table->coefficient[row - 1], high = (double)table->coefficient[row];
    if (speed < from || to < speed)
        return c->square * (speed < from ? low : high);
    const double rise = (high - low) / (to - from);
    *slope = c->square * rise;
    return c->square * (low + rise * (speed - from));
}

/* Returns f + k C |a| for a shell of this speed. */
static inline double air_slows(const air_shot *c, double speed) {
    double slope;
    return c->linear + air_square(c, speed, &slope) * speed;
}

/* Returns the derivative with respect to time of each value in `at`, which holds a velocity. */
static inline air_state air_rates(const air_shot *c, const air_state *at) {
    double slope;
    const double *v = at->of, size = air_size(v[0], v[1]), square = air_square(c, size, &slope);
    const double more = size > 0 ? (square + slope * size) / size : 0, slows = c->linear + square * size;
    const double along_x = more * (v[0] * v[2] + v[1] * v[3]), along_y = more * (v[0] * v[4] + v[1] * v[5]);
    return (air_state){{-slows * v[0], -slows * v[1] - c->gravity, -slows * v[2] - along_x * v[0],
                        -slows * v[3] - along_x * v[1], -slows * v[4] - along_y * v[0],
                        -slows * v[5] - along_y * v[1]}};
}

/* In a row whose coefficient rises steeply, a falling shell soon slides along the row: its speed is that at
   which drag balances gravity along the path, and follows the shell's direction. Let L be the rate at which a
   difference of two speeds fades, and G the rate at which the speed of the balance grows. The shell's speed is
   less than that of the balance by G / L. Returns the sliding speed of a shell of the velocity v in the present
   row, and sets G. */
static inline double air_sliding_speed(const air_shot *c, const double *v, double *gains) {
    const way_drag_table *const table = c->table;
    const size_t row = c->at->row;
    const double from = (double)table->speed[row - 1], to = (double)table->speed[row];
    const double low = c->square * (double)table->coefficient[row - 1],
                 rise = (c->square * (double)table->coefficient[row] - low) / (to - from);
    const double size = air_size(v[0], v[1]), down = -c->gravity * v[1] / size,
                 side = c->gravity * v[0] / size;
    double speed = size, fades = 1;
    for (int n = 0; n < 3; n++) {
        const double square = low + rise * (speed - from);
        fades = c->linear + speed * (2 * square + rise * speed);
        speed += (down - (c->linear + square * speed) * speed) / fades;
    }
    *gains = side * side / (fades * speed);
    return speed - *gains / fades;
}

/* Returns air_rates of a shell that slides. */
static inline air_state air_sliding_rates(const air_shot *c, const air_state *at) {
    double gains;
    const double *v = at->of, size = air_size(v[0], v[1]), fall = c->gravity / (size * size);
    air_sliding_speed(c, v, &gains);
    const double slows = -gains / size - fall * v[1], more = (gains / size + 2 * fall * v[1]) / (size * size);
    const double along_x = more * (v[0] * v[2] + v[1] * v[3]) - fall * v[3],
                 along_y = more * (v[0] * v[4] + v[1] * v[5]) - fall * v[5];
    return (air_state){{-slows * v[0], -slows * v[1] - c->gravity, -slows * v[2] - along_x * v[0],
                        -slows * v[3] - along_x * v[1], -slows * v[4] - along_y * v[0],
                        -slows * v[5] - along_y * v[1]}};
}

static inline air_state air_rates_of(const air_shot *c, const air_state *at, int slides) {
    return slides ? air_sliding_rates(c, at) : air_rates(c, at);
}

/* Continues a flight by one Runge-Kutta step of the length h, in which the shell slides or not. */
static inline void air_step_of(const air_shot *c, air_state *place, air_state *now, double h, int slides) {
    air_state next;
    const air_state one = air_rates_of(c, now, slides);
    for (int k = 0; k < 6; k++)
        next.of[k] = now->of[k] + 0.5 * h * one.of[k];
    const air_state two = air_rates_of(c, &next, slides);
    for (int k = 0; k < 6; k++)
        next.of[k] = now->of[k] + 0.5 * h * two.of[k];
    const air_state three = air_rates_of(c, &next, slides);
    for (int k = 0; k < 6; k++)
        next.of[k] = now->of[k] + h * three.of[k];
    const air_state four = air_rates_of(c, &next, slides);
    for (int k = 0; k < 6; k++) {
        const double twice = two.of[k] + three.of[k];
        place->of[k] += h * (now->of[k] + h * (1.0 / 6.0) * (one.of[k] + twice));
        now->of[k] += h * (1.0 / 6.0) * (one.of[k] + twice + (twice + four.of[k]));
    }
}

static inline void air_step(const air_shot *c, air_state *place, air_state *now, double h) {
    air_step_of(c, place, now, h, 0);
}

/* Returns by how much the speed grows in a second. */
static inline double air_gains(const air_shot *c, const air_state *now, double speed) {
    const double *v = now->of;
    return speed > 0 ? -air_slows(c, speed) * speed - c->gravity * v[1] / speed : c->gravity;
}

/* Continues a flight by a step of at most the length h, which ends when the speed reaches a kink of the table.
   `after` is the speed at the end of the whole step. Returns the length of the step. The speed during the step
   is first taken as a parabola, which has the right speed at both ends and the right slope at the start. Then
   Newton steps correct the length, or halvings where a Newton step would leave the bounds. */
static inline double air_step_to(const air_shot *c, air_state *place, air_state *now, double h, double after,
                                 double kink) {
    const air_state from = *place, was = *now;
    const double before = air_size(was.of[0], was.of[1]), gap = kink - before;
    const double slope = h * air_gains(c, &was, before),
                 root = slope * slope + 4 * (after - before - slope) * gap;
    double part = 2 * gap / (slope + (gap < 0 ? -w_sqrt(root) : w_sqrt(root))), low = 0, high = 1;
    if (!(part > 0 && part < 1))
        part = air_larger(0, gap / (after - before));
    for (int n = 0; part > 0; n++) {
        *place = from, *now = was;
        air_step(c, place, now, part * h);
        const double speed = air_size(now->of[0], now->of[1]), misses = speed - kink;
        if (w_abs(misses) <= 0x1p-36 * kink || n == AIR_CUTS)
            return part * h;
        if ((misses < 0) == (gap < 0))
            high = part;
        else
            low = part;
        const double better = part - misses / (h * air_gains(c, now, speed));
        part = better > low && better < high ? better : 0.5 * (low + high);
    }
    *place = from, *now = was;
    return 0;
}

/* Gives a shell this speed. The speed then does not depend on the launch, so the derivatives of the velocity
   have no part along it. */
static inline void air_set_speed(air_state *now, double speed) {
    double *v = now->of;
    const double square = v[0] * v[0] + v[1] * v[1], ratio = speed / w_sqrt(square);
    for (int k = 2; k < 6; k += 2) {
        const double along = (v[k] * v[0] + v[k + 1] * v[1]) / square;
        v[k] -= along * v[0], v[k + 1] -= along * v[1];
    }
    v[0] *= ratio, v[1] *= ratio;
}

/* Continues a flight by a step of at most the length h in a row in which the coefficient rises steeply, if
   the shell has its sliding speed. The step ends where this speed leaves the row. Returns the length of the
   step, or 0 if the shell does not slide. */
WAY_OUT_OF_LINE double air_slide(const air_shot *c, air_state *place, air_state *now, double h) {
    const double low = (double)c->table->speed[c->at->row - 1], high = (double)c->table->speed[c->at->row],
                 slack = 0x1p-8 * (high - low), size = air_size(now->of[0], now->of[1]);
    double gains, speed = air_sliding_speed(c, now->of, &gains);
    if (!(w_abs(size - speed) <= slack && speed >= low - slack && speed <= high + slack))
        return 0;
    air_set_speed(now, speed);
    const air_state from = *place, was = *now;
    double part = 1, inside = 0, outside = 1;
    for (int n = 0;; n++) {
        *place = from, *now = was;
        air_step_of(c, place, now, part * h, 1);
        speed = air_sliding_speed(c, now->of, &gains);
        const int leaves = !(speed >= low - slack && speed <= high + slack);
        if ((n == 0 && !leaves) || n == AIR_CUTS)
            break;
        if (leaves)
            outside = part;
        else
            inside = part;
        part = 0.5 * (inside + outside);
    }
    if (part < 1) {
        c->at->row += speed < 0.5 * (low + high) ? -1 : 1;
        speed = speed < 0.5 * (low + high) ? low : high;
    }
    air_set_speed(now, speed);
    return part * h;
}

/* Continues a flight by one step, which is split into parts. A part ends where the speed enters another row of
   the table, and before a difference of two speeds has faded by more than the share `most`. A part also ends
   where the speed stops falling or rising, if the speed is then in another row, or leaves the row later in the
   step. Where a shell slides, no further parts are needed. */
WAY_OUT_OF_LINE void air_step_by_rows(const air_shot *c, air_state *place, air_state *now, double h,
                                      double most) {
    const way_drag_table *const table = c->table;
    double before = air_size(now->of[0], now->of[1]);
    air_find_row(table, before, &c->at->row);
    c->at->is_held = 1;
    for (int n = 0; n < AIR_SPLITS && h > 0; n++) {
        const size_t row = c->at->row;
        const double low = row > 0 ? (double)table->speed[row - 1] : -1,
                     high = row < table->count ? (double)table->speed[row] : INFINITY;
        const air_state from = *place, was = *now;
        double slope, after, part = 1;
        const double square = air_square(c, air_larger(low, air_smaller(before, high)), &slope),
                     fades = c->linear + before * (2 * square + slope * before),
                     gains = air_gains(c, &was, before);
        if (fades * h > AIR_STEEP && slope > 0) {
            const double slid = air_slide(c, place, now, h);
            before = air_size(now->of[0], now->of[1]);
            h -= slid;
            if (slid > 0)
                continue;
        }
        const int is_last = n == AIR_SPLITS - 1;
        const double rate = fades < 0 ? -2 * fades : fades; /* growing differences need short parts */
        if (rate * h > most && !is_last)
            part = most / (rate * h);
        c->at->is_held = !is_last;
        for (;;) {
            *place = from, *now = was;
            air_step(c, place, now, part * h);
            after = air_size(now->of[0], now->of[1]);
            const double turn = gains / (gains - air_gains(c, now, after)),
                         extreme = before + 0.5 * part * h * gains * turn;
            const int leaves = after < low || after > high, has_turn = turn > 0 && turn < 1,
                      is_back = leaves && (after > high) != (gains > 0),
                      is_out = has_turn && (extreme < low || extreme > high);
            if (is_last || part < 0x1p-20 || !(is_back || (is_out && !leaves)))
                break;
            part *= has_turn ? turn : 0.5;
        }
        if (is_last || !(after < low || after > high)) { /* or NaN */
            before = after;
            h -= part * h;
            continue;
        }
        *place = from, *now = was;
        h -= air_step_to(c, place, now, part * h, after, after < low ? low : high);
        before = air_size(now->of[0], now->of[1]);
        c->at->row = after < low ? row - 1 : row + 1;
        while (after > high && c->at->row < table->count && before >= (double)table->speed[c->at->row])
            ++c->at->row;
        while (after < low && c->at->row > 0 && before <= (double)table->speed[c->at->row - 1])
            --c->at->row;
    }
    c->at->is_held = 0;
}

static inline void air_move(const air_shot *c, air_state *place, air_state *now, double h, double fades) {
    if (fades > 0)
        air_step_by_rows(c, place, now, h, fades);
    else
        air_step(c, place, now, h);
}

/* How a flight is divided into steps. In the first part, the speed falls, so each step is longer than the one
   before. In the second part, the fall becomes steady, and all steps have the same length. */
typedef struct air_plan {
    double part;     /* the first part, as a fraction of the time */
    int steps, even; /* `steps` is a power of two */
    double fades;    /* with a table: how much a difference of two speeds may fade in a step; otherwise 0 */
} air_plan;

/* Returns the plan of a flight with `fine` times as many steps as a rough flight. A step of the first part is
   at most 1.6 times as long as the step before. */
static inline air_plan air_plan_of(const air_shot *c, const double *launch, double time, int fine) {
    const double all = air_smaller(time, 16 * c->calm), first = air_smaller(all, c->calm);
    const double slows = air_slows(c, air_size(launch[0], launch[1]));
    const double loss = slows * first + first / c->calm;
    double growth = 1 + air_larger(slows * first, 1);
    air_plan plan = {first / all, fine, all > first ? fine * (1 + (int)((all - first) / (0.8 * c->calm))) : 0,
                     c->table == NULL ? 0
                     : fine < c->fine ? 1
                                      : 0.25};
    for (; loss > 0.25 && growth > 1.6 && plan.steps < AIR_STEPS_MOST * fine; plan.steps *= 2)
        growth = w_sqrt(growth);
    return plan;
}

/* Computes a flight of a given time from (0, 0). After 16 * calm, the fall counts as steady. */
static inline void air_fly(const air_shot *c, const double *launch, double time, air_plan plan,
                           air_state *place, air_state *now) {
    const double all = air_smaller(time, 16 * c->calm), first = plan.part * all;
    const double rate = air_larger(air_slows(c, air_size(launch[0], launch[1])), 1 / first);
    double growth = 1 + rate * first, done = 0;
    for (int n = plan.steps; n > 1; n /= 2)
        growth = w_sqrt(growth);
    *place = (air_state){{0}};
    *now = (air_state){{launch[0], launch[1], 1, 0, 0, 1}};
    double h = (growth - 1) / rate;
    for (int n = 1; n < plan.steps; n++, h *= growth) {
        air_move(c, place, now, h, plan.fades);
        done += h;
    }
    air_move(c, place, now, first - done, plan.fades);
    for (int n = 0; n < plan.even; n++)
        air_move(c, place, now, (all - first) / plan.even, plan.fades);
    for (int k = 0; k < 2; k++)
        place->of[k] += now->of[k] * (time - all);
}

#endif
