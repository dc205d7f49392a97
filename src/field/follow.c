/* Gives agents the velocities that follow a field. Positions are in cells, from the corner of cell 0, 0. */
#include <math.h>
#include <string.h>

#include "call/check.h"
#include "field/field_internal.h"
#include "isa/fpenv.h"

enum { NEAR = 4 };

#define CORNER 0.125
/* in cells: a line is free only if no closed cell is nearer than this, which covers rounded positions */
#define SLACK 0x1p-12
/* In cells: a line of sight keeps this distance from closed cells. An agent of radius 0.5 that touches a
   corner would otherwise stand there for ever if its preferred velocity is turned by up to 0.25 rad: where
   it sees past the corner, the turned velocity leads back, and where it does not, forward. */
#define MARGIN 0.125

typedef struct point {
    double x, y;
} point;

/* The parts of a field that an agent reads. */
typedef struct guide {
    const uint8_t *costs;
    const uint32_t *cost;
    const int8_t *next;
    int32_t width, height, sight, has_goal;
    point goal;
} guide;

static const signed char step_x[8] = {1, 1, 0, -1, -1, -1, 0, 1}, step_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

static int is_inside(const guide *g, int32_t x, int32_t y) {
    return x >= 0 && y >= 0 && x < g->width && y < g->height;
}

static size_t element(const guide *g, int32_t x, int32_t y) {
    return (size_t)y * (size_t)g->width + (size_t)x;
}

/* Does a path lead from this cell to a goal? */
static int is_free(const guide *g, int32_t x, int32_t y) {
    return is_inside(g, x, y) && g->cost[element(g, x, y)] != UINT32_MAX;
}

static int is_no_wall(const guide *g, int32_t x, int32_t y) {
    return is_inside(g, x, y) && g->costs[element(g, x, y)] != 0;
}

/* Returns the number of the cell that contains a coordinate, limited to -2 to `count` + 1. */
static int32_t cell_at(double at, int32_t count) {
    const double near = at < -1 ? -1 : at > count ? count : at;
    const int32_t whole = (int32_t)near;
    return near < whole ? whole - 1 : whole;
}

static point middle_of_cell(int32_t x, int32_t y) { return (point){x + 0.5, y + 0.5}; }

/* Is every cell free that is within `margin` of the straight line from a to b? With `past_closed`, every cell
   that is no wall counts as free. */
static int is_way_free(const guide *g, point a, point b, double margin, int past_closed) {
    const point low = a.x <= b.x ? a : b, high = a.x <= b.x ? b : a;
    const double rise = high.x > low.x ? (high.y - low.y) / (high.x - low.x) : 0;
    const int32_t first = cell_at(low.x - margin, g->width), last = cell_at(high.x + margin, g->width);
    for (int32_t x = first; x <= last; x++) {
        const double from = x - margin > low.x ? x - margin : low.x;
        const double to = x + 1 + margin < high.x ? x + 1 + margin : high.x;
        double y0 = low.y + (from - low.x) * rise, y1 = low.y + (to - low.x) * rise;
        if (!(high.x - low.x > SLACK)) /* a steep line: all of it is in these columns */
            y0 = low.y, y1 = high.y;
        const double top = y0 < y1 ? y0 : y1, bottom = y0 < y1 ? y1 : y0;
        const int32_t end = cell_at(bottom + margin, g->height);
        for (int32_t y = cell_at(top - margin, g->height); y <= end; y++)
            if (past_closed ? !is_no_wall(g, x, y) : !is_free(g, x, y))
                return 0;
    }
    return 1;
}

/* Returns the next point on the path of a cell: the centre of the next cell, or the goal. */
static point after(const guide *g, int32_t x, int32_t y) {
    const int8_t step = g->next[element(g, x, y)];
    if (step >= 0 && step < 8)
        return middle_of_cell(x + step_x[step], y + step_y[step]);
    const int is_here =
        g->has_goal && cell_at(g->goal.x, g->width) == x && cell_at(g->goal.y, g->height) == y;
    return is_here ? g->goal : middle_of_cell(x, y);
}

/* Returns the point that an agent in an open cell heads for, if it only follows the steps. A diagonal step
   past a closed cell leads through the open cell on the other side of the corner. */
static point straight_on(const guide *g, int32_t x, int32_t y) {
    const int8_t step = g->next[element(g, x, y)];
    const point to = after(g, x, y);
    if (step < 0 || step > 7 || step % 2 == 0)
        return to;
    const int beside = is_free(g, x + step_x[step], y), above = is_free(g, x, y + step_y[step]);
    if (beside && above)
        return to;
    const double in = beside ? CORNER : -CORNER; /* the agent's distance from the corner */
    return (point){x + (step_x[step] > 0) + in * step_x[step], y + (step_y[step] > 0) - in * step_y[step]};
}

/* Returns the weighted mean of the next points of the four cells around the agent, or the next point of the
   agent's own cell if the mean is not usable. */
static point mixture(const guide *g, point at, int32_t x, int32_t y) {
    const point own = straight_on(g, x, y);
    const int32_t left = cell_at(at.x - 0.5, g->width), top = cell_at(at.y - 0.5, g->height);
    const double right_part = at.x - 0.5 - left, low_part = at.y - 0.5 - top;
    const int closed = !is_free(g, left, top) + !is_free(g, left + 1, top) + !is_free(g, left, top + 1) +
                       !is_free(g, left + 1, top + 1);
    point sum = {0, 0};
    double all = 0;
    for (int32_t k = 0; k < 4; k++) {
        const int32_t a = left + k % 2, b = top + k / 2;
        const int is_across = a != x && b != y; /* true if the agent may not be able to reach this cell
                                                   directly */
        if (!is_free(g, a, b) || (is_across && closed > 0))
            continue;
        const point to = after(g, a, b);
        const double weight = (k % 2 ? right_part : 1 - right_part) * (k / 2 ? low_part : 1 - low_part);
        sum.x += weight * to.x, sum.y += weight * to.y;
        all += weight;
    }
    if (!(all > 0))
        return own;
    const point to = {sum.x / all, sum.y / all};
    const double dx = to.x - at.x, dy = to.y - at.y;
    return dx * dx + dy * dy >= 0.0625 && is_way_free(g, at, to, SLACK, 0) ? to : own;
}

/* Returns the farthest point of the path that the agent can reach in a straight line with MARGIN on both sides.
   If there is no such point, returns the result of mixture. */
static point seen(const guide *g, point at, int32_t x, int32_t y, int32_t sight) {
    point best = mixture(g, at, x, y);
    for (int32_t k = 0; k < sight; k++) {
        const int8_t step = g->next[element(g, x, y)];
        const point to = after(g, x, y);
        if (!is_way_free(g, at, to, MARGIN, 0))
            break;
        best = to;
        if (step < 0 || step > 7)
            break;
        x += step_x[step], y += step_y[step];
    }
    return best;
}

/* Finds the nearest cell with a path whose centre can be reached in a straight line without walls. */
static int nearest_free(const guide *g, point at, int32_t x, int32_t y, point *to) {
    double best = INFINITY;
    if (at.x < -NEAR || at.y < -NEAR || at.x > g->width + NEAR || at.y > g->height + NEAR)
        return 0;
    for (int32_t b = y - NEAR; b <= y + NEAR; b++)
        for (int32_t a = x - NEAR; a <= x + NEAR; a++) {
            if (!is_free(g, a, b))
                continue;
            const point centre = middle_of_cell(a, b);
            const double dx = centre.x - at.x, dy = centre.y - at.y, away = dx * dx + dy * dy;
            if (away >= best)
                continue;
            if (is_no_wall(g, x, y) && !is_way_free(g, at, centre, SLACK, 1))
                continue;
            best = away;
            *to = centre;
        }
    return best < INFINITY;
}

/* Shortens a step that would enter a closed cell, and a long step that leads beyond its target. */
static double step_limit(const guide *g, point at, point to, double distance, double step) {
    const double part = step / distance;
    if (step <= distance)
        return step;
    const point end = {at.x + (to.x - at.x) * part, at.y + (to.y - at.y) * part};
    return step <= 0.5 && is_way_free(g, at, end, SLACK, 0) ? step : distance;
}

/* Returns an agent's status, and sets its velocity. `step` is the distance in cells that the agent covers
   until the next call, or 0. An agent whose distance from its goal is at most `rounded` cells is at the
   goal. */
static int32_t follow(const guide *g, point at, double speed, double step, double rounded, point *velocity) {
    const int32_t x = cell_at(at.x, g->width), y = cell_at(at.y, g->height);
    point to;
    int is_last = 0;
    if (is_free(g, x, y)) {
        const int8_t next = g->next[element(g, x, y)];
        is_last = next < 0 || next > 7;
        const int32_t far = step <= 0.5 ? 0 : step < WAY_FIELD_SIGHT ? (int32_t)step + 1 : WAY_FIELD_SIGHT;
        to = is_last ? after(g, x, y) : seen(g, at, x, y, far > g->sight ? far : g->sight);
    } else if (!nearest_free(g, at, x, y, &to))
        return WAY_NO_PATH;
    const double dx = to.x - at.x, dy = to.y - at.y, distance = way_sqrt(dx * dx + dy * dy);
    if (distance <= (is_last ? rounded : 0)) /* the agent is at a goal, or at a corner of closed cells */
        return WAY_THERE;
    double now = speed;
    if (step > 0) {
        const double far = is_last && step > distance ? distance : step_limit(g, at, to, distance, step);
        now = far < step ? speed * (far / step) : speed;
    }
    *velocity = (point){dx / distance * now, dy / distance * now};
    return WAY_MET;
}

/* Columns ------------------------------------------------------------------------------------------------ */

static int is_number(double number) { return number - number == 0; }

/* Answers for one agent: velocity x and y as floats, and the status. */
static int32_t follow_row(const way_follow2d_in *in, const way_following *how, size_t row,
                          float velocity[2]) {
    const way_field *f = how->field;
    const double x = way_double_at(&in->chaser_x, row), y = way_double_at(&in->chaser_y, row);
    const double speed = way_double_at(&in->chaser_speed, row);
    const double dt = in->dt.data == NULL ? 0 : way_double_at(&in->dt, row);
    const uint32_t number = in->field.data == NULL ? 0 : way_word_at(&in->field, row);
    const int has_goal = in->goal_x.data != NULL && in->goal_y.data != NULL;
    const point goal = {has_goal ? way_double_at(&in->goal_x, row) : 0,
                        has_goal ? way_double_at(&in->goal_y, row) : 0};
    velocity[0] = velocity[1] = 0;
    if (!is_number(x) || !is_number(y) || !is_number(speed) || !is_number(dt) || dt < 0 ||
        !is_number(goal.x) || !is_number(goal.y))
        return WAY_INVALID;
    if (number >= (f->field_count == 0 ? 1 : f->field_count))
        return WAY_NO_TARGET;
    if (speed <= 0)
        return WAY_IMMOBILE;
    const size_t cells = (size_t)f->width * f->height;
    guide g = {f->costs,
               f->cost + number * cells,
               f->next + number * cells,
               (int32_t)f->width,
               (int32_t)f->height,
               (int32_t)how->sight,
               has_goal,
               {0, 0}};
    const double side = (double)how->cell;
    if (has_goal)
        g.goal = (point){(goal.x - how->origin_x) / side, (goal.y - how->origin_y) / side};
    const point at = {(x - how->origin_x) / side, (y - how->origin_y) / side};
    /* the caller's position is rounded, so it seldom equals the goal's */
    const int is_double = in->chaser_x.type == WAY_DOUBLE && in->chaser_y.type == WAY_DOUBLE;
    const double rounded = 0x1p-20 + (fabs(x) + fabs(y)) / side * (is_double ? 0x1p-51 : 0x1p-23);
    point v = {0, 0};
    const int32_t status = follow(&g, at, speed, speed * dt / side, rounded, &v);
    velocity[0] = (float)v.x, velocity[1] = (float)v.y;
    return status;
}

way_result way_follow2d(const way_follow2d_in *in, const way_follow2d_out *out,
                        const way_following *following) {
    enum { TOGETHER = 64 };
    if (following == NULL)
        return WAY_ERROR_NULL;
    const way_arguments arguments = {.in = (const way_column *)in,
                                     .out = (const way_column_out *)out,
                                     .fault = following->fault,
                                     .uses = FOR_FOLLOWING,
                                     .first = following->first,
                                     .count = following->count,
                                     .index = following->index,
                                     .following = following};
    const way_result result = way_check_arguments(&way_follow2d_entry, &arguments);
    if (result != WAY_OK)
        return result;
    way_fpenv caller = way_fpenv_enter();
    for (size_t done = 0; done < following->count; done += TOGETHER) {
        const size_t left = following->count - done, here = left < TOGETHER ? left : TOGETHER;
        const way_numbers numbers =
            way_numbers_from((way_numbers){following->index, 0}, following->first + done);
        float vx[TOGETHER], vy[TOGETHER], status[TOGETHER];
        for (size_t i = 0; i < here; i++) {
            float velocity[2];
            const int32_t word = follow_row(in, following, way_number(numbers, i), velocity);
            vx[i] = velocity[0], vy[i] = velocity[1];
            memcpy(&status[i], &word, sizeof word);
        }
        if (out->velocity_x.data != NULL)
            way_put_words(&out->velocity_x, numbers, here, vx, NULL);
        if (out->velocity_y.data != NULL)
            way_put_words(&out->velocity_y, numbers, here, vy, NULL);
        if (out->status.data != NULL)
            way_put_words(&out->status, numbers, here, status, NULL);
    }
    way_fpenv_leave(caller);
    return WAY_OK;
}
