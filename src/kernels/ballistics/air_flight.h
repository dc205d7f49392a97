/* Computes flights under gravity, quadratic drag and linear drag, by the Runge-Kutta method of the fourth order.
   See square_drag.h. */
#ifndef WAY_AIR_FLIGHT_H
#define WAY_AIR_FLIGHT_H

#include "lanes/vectors.h"

#include "waylay/base.h"

enum {
    AIR_STEPS_MOST = 64, /* the largest number of steps in the first part of a rough flight */
    AIR_SPLITS = 512,    /* a step is split into no more parts than this */
    AIR_STAYS = 24,      /* after this number of parts in one row, the speed counts as steady */
    AIR_CUTS = 4,        /* Newton steps for the time at which the speed reaches a kink */
    AIR_NO_ROW = -1
};

/* Where a table of coefficients is read. `row` is how many of the table's speeds are at most the last speed
   read. If is_held is 1, this row stays in use, even if the speed leaves it. Its coefficient is then that of
   the row's end. If is_steady is 1, the shell falls at a speed between two very close speeds of the table, and
   k C is read from the line through (speed, square) with the slope `slope`. `steady` is the row in which the
   last step ended in this way. */
typedef struct air_reading {
    size_t row, steady;
    int is_held, is_steady;
    double speed, square, slope;
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
    if (c->at->is_steady) {
        *slope = c->at->slope;
        return c->at->square + *slope * (speed - c->at->speed);
    }
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

/* Continues a flight by one Runge-Kutta step of the length h. */
static inline void air_step(const air_shot *c, air_state *place, air_state *now, double h) {
    air_state next;
    const air_state one = air_rates(c, now);
    for (int k = 0; k < 6; k++)
        next.of[k] = now->of[k] + 0.5 * h * one.of[k];
    const air_state two = air_rates(c, &next);
    for (int k = 0; k < 6; k++)
        next.of[k] = now->of[k] + 0.5 * h * two.of[k];
    const air_state three = air_rates(c, &next);
    for (int k = 0; k < 6; k++)
        next.of[k] = now->of[k] + h * three.of[k];
    const air_state four = air_rates(c, &next);
    for (int k = 0; k < 6; k++) {
        const double twice = two.of[k] + three.of[k];
        place->of[k] += h * (now->of[k] + h * (1.0 / 6.0) * (one.of[k] + twice));
        now->of[k] += h * (1.0 / 6.0) * (one.of[k] + twice + (twice + four.of[k]));
    }
}

/* Returns by how much the speed grows in a second. */
static inline double air_gains(const air_shot *c, const air_state *now, double speed) {
    const double *v = now->of;
    return speed > 0 ? -air_slows(c, speed) * speed - c->gravity * v[1] / speed : c->gravity;
}

/* Continues a flight by a step of at most the length h, which ends when the speed reaches a kink of the table.
   `after` is the speed at the end of the whole step. Returns the length of the step. The speed during the step
   is first taken as a parabola, which has the right speed at both ends and the right slope at the start. Then
   Newton steps correct the length. */
static inline double air_step_to(const air_shot *c, air_state *place, air_state *now, double h, double after,
                                 double kink) {
    const air_state from = *place, was = *now;
    const double before = air_size(was.of[0], was.of[1]), gap = kink - before;
    const double slope = h * air_gains(c, &was, before),
                 root = slope * slope + 4 * (after - before - slope) * gap;
    double part = 2 * gap / (slope + (gap < 0 ? -w_sqrt(root) : w_sqrt(root)));
    if (!(part > 0 && part < 1))
        part = air_larger(0, gap / (after - before));
    for (int n = 0; n < AIR_CUTS; n++) {
        *place = from, *now = was;
        if (!(part > 0))
            return 0;
        air_step(c, place, now, part * h);
        const double speed = air_size(now->of[0], now->of[1]), misses = speed - kink;
        const double better = part - misses / (h * air_gains(c, now, speed));
        if (w_abs(misses) <= 0x1p-36 * kink || !(better > 0 && better < 1))
            break;
        part = better;
    }
    return part * h;
}

/* The shell has a speed that hardly changes any more, in a row that is too narrow for steps of the length h.
   Reads k C from a line that is less steep than the row, through the speed at which the drag balances the
   gravity. */
static inline void air_set_steady(const air_shot *c, const air_state *now, double speed, double h) {
    const way_drag_table *const table = c->table;
    const size_t row = c->at->row;
    const double one = c->square * (double)table->coefficient[row - 1],
                 other = c->square * (double)table->coefficient[row];
    const double balance = (-c->gravity * now->of[1] / speed / speed - c->linear) / speed;
    c->at->speed = speed;
    c->at->square = air_larger(air_smaller(one, other), air_smaller(balance, air_larger(one, other)));
    c->at->slope = air_larger(0, (1 / h - c->linear - 2 * c->at->square * speed) / (speed * speed));
    c->at->is_steady = 1;
}

/* Continues a flight by one step, which is split into parts. A part ends where the speed enters another row of
   the table, and before a difference of two speeds has faded by more than the share `most`. A part also ends
   where the speed stops falling or rising, if the speed is then in another row, or leaves the row later in the
   step. */
WAY_OUT_OF_LINE void air_step_by_rows(const air_shot *c, air_state *place, air_state *now, double h,
                                      double most) {
    const way_drag_table *const table = c->table;
    double before = air_size(now->of[0], now->of[1]);
    air_find_row(table, before, &c->at->row);
    c->at->is_held = 1;
    int stays = c->at->steady == c->at->row ? AIR_STAYS : 0;
    for (int n = 0; n < AIR_SPLITS && h > 0; n++) {
        const size_t row = c->at->row;
        const double low = row > 0 ? (double)table->speed[row - 1] : -1,
                     high = row < table->count ? (double)table->speed[row] : INFINITY;
        const air_state from = *place, was = *now;
        double slope, after, part = 1;
        const double square = air_square(c, air_larger(low, air_smaller(before, high)), &slope),
                     fades = w_abs(c->linear + before * (2 * square + slope * before)),
                     gains = air_gains(c, &was, before);
        const int is_last = n == AIR_SPLITS - 1, is_steep = fades * h > most;
        if (is_steep && !is_last && stays < AIR_STAYS)
            part = most / (fades * h);
        else if (is_steep && row > 0 && row < table->count)
            air_set_steady(c, now, before, h);
        else
            c->at->is_held = !is_last;
        stays++;
        for (;;) {
            *place = from, *now = was;
            air_step(c, place, now, part * h);
            after = air_size(now->of[0], now->of[1]);
            const double turn = gains / (gains - air_gains(c, now, after)),
                         extreme = before + 0.5 * part * h * gains * turn;
            const int leaves = after < low || after > high, has_turn = turn > 0 && turn < 1,
                      is_back = leaves && (after > high) != (gains > 0),
                      is_out = has_turn && (extreme < low || extreme > high);
            if (is_last || c->at->is_steady || part < 0x1p-20 || !(is_back || (is_out && !leaves)))
                break;
            part *= has_turn ? turn : 0.5;
        }
        if (is_last || c->at->is_steady || !(after < low || after > high)) { /* or NaN */
            before = after;
            h -= part * h;
            continue;
        }
        *place = from, *now = was;
        h -= air_step_to(c, place, now, part * h, after, after < low ? low : high);
        before = air_size(now->of[0], now->of[1]);
        c->at->row = after < low ? row - 1 : row + 1;
        stays = 0;
        while (after > high && c->at->row < table->count && before >= (double)table->speed[c->at->row])
            ++c->at->row;
        while (after < low && c->at->row > 0 && before <= (double)table->speed[c->at->row - 1])
            --c->at->row;
    }
    c->at->steady = c->at->is_steady ? c->at->row : (size_t)AIR_NO_ROW;
    c->at->is_held = c->at->is_steady = 0;
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
    c->at->steady = (size_t)AIR_NO_ROW;
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
