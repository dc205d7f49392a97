/* Finds where crushed balls end, among walls that move.

   A wall that presses on a ball is replaced by a straight line: the tangent at the point where ball and wall
   touch, which moves with the wall. At the end of the call, the ball is to be in front of all these lines, as
   close as possible to the place where it wishes to be:

   1. If there is a place with enough room in front of every line, the ball goes to the nearest one.
   2. Otherwise, if two walls press from opposite sides, the ball goes to the middle between them. Other walls
      push it along the middle line. If they push from both ends of this line, the ball ends where it is
      equally far from two of them.
   3. Otherwise at least three walls close in on the ball. It goes to the place whose distance from the
      nearest line is largest. This place is equally far from three lines.

   The ball moves straight to its place. So its distance from each line changes evenly, from one number above 0
   to another, and no line passes the ball on the way. If the ball meets a wall that is not yet among the
   lines, this wall is added, and a new place is found. */
#ifndef WAY_CRUSHED_H
#define WAY_CRUSHED_H

#include <math.h>
#include <stdint.h>

/* Two walls are opposite if the sine of the angle between their normals is at most LEAST_TURN. */
#define LEAST_TURN 0x1p-10

/* If more walls press on a ball, the newest one replaces the one that is farthest from the ball's place. */
#define MOST_PRESSING 8

/* A wall that presses on the ball, as a line. */
typedef struct pressing {
    double nx, ny; /* the unit normal, from the wall to the ball */
    double off;    /* at the end of the call, a position p is n.p - off in front of the line */
    double pace;   /* the wall's speed along n */
    double room;   /* the ball's radius plus the skin, or less if the ball is nearer to the wall already */
} pressing;

typedef struct press {
    pressing walls[MOST_PRESSING];
    int32_t numbers[MOST_PRESSING];
    int count;
} press;

/* A place, and the ball's velocity there. */
typedef struct spot {
    double x, y, vx, vy;
} spot;

/* Returns the spot, moved by `way` times (x, y), with its velocity changed by `pace` times (x, y). */
static inline spot spot_moved(spot s, double way, double pace, double x, double y) {
    return (spot){s.x + way * x, s.y + way * y, s.vx + pace * x, s.vy + pace * y};
}

/* The distance of the spot from the line, and the speed at which this distance grows. */
static inline double gap_before(pressing w, spot s) { return w.nx * s.x + w.ny * s.y - w.off; }
static inline double gap_grows(pressing w, spot s) { return w.nx * s.vx + w.ny * s.vy - w.pace; }

/* Where a wall ends a rail: for the spot `at` of the rail, the gap and its growth; the gap grows by `slope`
   for each unit of the way along the rail. */
typedef struct rail_end {
    double way, gap, grows, slope;
} rail_end;

/* A straight way through `at` along (tx, ty), between the two ends that walls leave. */
typedef struct rail {
    spot at;
    double tx, ty;
    rail_end low, high;
    int shut; /* 1: a wall from the opposite side leaves no room on the whole rail */
} rail;

/* Returns the rail across (nx, ny). */
static inline rail rail_across(spot at, double nx, double ny) {
    return (rail){at, -ny, nx, {-INFINITY, 0.0, 0.0, 1.0}, {INFINITY, 0.0, 0.0, 1.0}, 0};
}

/* Ends the rail where the ball has no room before the wall. */
static inline void end_rail(rail *r, pressing w) {
    rail_end e = {.gap = gap_before(w, r->at), .grows = gap_grows(w, r->at)};
    e.slope = w.nx * r->tx + w.ny * r->ty;
    if (fabs(e.slope) <= LEAST_TURN) {
        r->shut |= w.nx * r->ty - w.ny * r->tx < 0.0 && e.gap < w.room;
        return;
    }
    e.way = (w.room - e.gap) / e.slope;
    if (e.slope > 0.0 && e.way > r->low.way)
        r->low = e;
    if (e.slope < 0.0 && e.way < r->high.way)
        r->high = e;
}

static inline int rail_is_closed(const rail *r) { return r->high.way < r->low.way; }

/* Returns the spot of the rail that is nearest to r->at. If the rail is closed, the spot is equally far from
   both walls. */
static inline spot spot_on_rail(const rail *r) {
    const rail_end low = r->low, high = r->high;
    if (rail_is_closed(r)) {
        const double slopes = low.slope - high.slope;
        return spot_moved(r->at, (high.gap - low.gap) / slopes, (high.grows - low.grows) / slopes, r->tx,
                          r->ty);
    }
    double way = 0.0, pace = 0.0;
    if (low.way >= 0.0) {
        way = low.way;
        pace = low.grows < 0.0 ? -low.grows / low.slope : 0.0;
    }
    if (high.way <= 0.0) {
        const double most = -high.grows / high.slope;
        way = high.way;
        pace = most < pace ? most : pace;
    }
    return spot_moved(r->at, way, pace, r->tx, r->ty);
}

/* Sets *at to the spot with enough room before all walls that is nearest to `wish`. Returns 0 if there is no
   such spot. */
static inline int find_roomy_spot(const press *p, spot wish, spot *at) {
    *at = wish;
    for (int k = 0; k < p->count; k++) {
        const pressing w = p->walls[k];
        if (gap_before(w, *at) >= w.room)
            continue;
        const double grows = gap_grows(w, wish), way = w.room - gap_before(w, wish);
        rail r = rail_across(spot_moved(wish, way, grows < 0.0 ? -grows : 0.0, w.nx, w.ny), w.nx, w.ny);
        for (int j = 0; j < k; j++)
            end_rail(&r, p->walls[j]);
        if (r.shut || rail_is_closed(&r))
            return 0;
        *at = spot_on_rail(&r);
    }
    return 1;
}

/* Sets *at to the spot in the middle between the two opposite walls that are closest together, or to `wish` if
   no walls are opposite. Returns 1 if these two leave too little room, and all other walls leave enough. */
static inline int find_middle_spot(const press *p, spot wish, spot *at) {
    rail middle = rail_across(wish, 0.0, 0.0);
    double narrowest = INFINITY, room = 0.0;
    for (int k = 1; k < p->count; k++)
        for (int j = 0; j < k; j++) {
            const pressing a = p->walls[k], b = p->walls[j];
            const double gap_a = gap_before(a, wish), gap_b = gap_before(b, wish);
            if (a.nx * b.nx + a.ny * b.ny >= 0.0 || fabs(a.nx * b.ny - a.ny * b.nx) > LEAST_TURN ||
                gap_a + gap_b >= narrowest)
                continue;
            narrowest = gap_a + gap_b;
            room = a.room + b.room;
            /* everywhere on this rail, the distances from both walls are equal */
            const double nx = 0.5 * (a.nx - b.nx), ny = 0.5 * (a.ny - b.ny),
                         twice = 2.0 * (nx * nx + ny * ny);
            const double way = (gap_b - gap_a) / twice,
                         pace = (gap_grows(b, wish) - gap_grows(a, wish)) / twice;
            middle = rail_across(spot_moved(wish, way, pace, nx, ny), nx, ny);
        }
    for (int k = 0; k < p->count; k++)
        end_rail(&middle, p->walls[k]);
    *at = spot_on_rail(&middle);
    return narrowest < (1.0 + LEAST_TURN) * room && !rail_is_closed(&middle);
}

static inline double least_gap(const press *p, spot at) {
    double least = INFINITY;
    for (int k = 0; k < p->count; k++) {
        const double gap = gap_before(p->walls[k], at);
        least = gap < least ? gap : least;
    }
    return least;
}

/* Returns the spot whose distance from the nearest line is largest, among the spots that are equally far from
   three lines. Returns `best` if no spot is clearly better. */
static inline spot inmost_spot(const press *p, spot best) {
    double most = least_gap(p, best);
    most += LEAST_TURN * fabs(most);
    for (int i = 2; i < p->count; i++)
        for (int j = 1; j < i; j++)
            for (int k = 0; k < j; k++) {
                const pressing a = p->walls[i], b = p->walls[j], c = p->walls[k];
                const double x1 = a.nx - b.nx, y1 = a.ny - b.ny, off1 = a.off - b.off,
                             pace1 = a.pace - b.pace;
                const double x2 = a.nx - c.nx, y2 = a.ny - c.ny, off2 = a.off - c.off,
                             pace2 = a.pace - c.pace;
                const double whole = x1 * y2 - y1 * x2;
                const spot at = {(off1 * y2 - y1 * off2) / whole, (x1 * off2 - off1 * x2) / whole,
                                 (pace1 * y2 - y1 * pace2) / whole, (x1 * pace2 - pace1 * x2) / whole};
                const double least = least_gap(p, at);
                if (whole != 0.0 && least > most) {
                    most = least;
                    best = at;
                }
            }
    return best;
}

/* Returns the ball's spot at the end of the call. */
static inline spot spot_among(const press *p, spot wish) {
    spot at;
    if (find_roomy_spot(p, wish, &at) || find_middle_spot(p, wish, &at))
        return at;
    return inmost_spot(p, at);
}

/* Adds a wall to those that press on the ball, which ends at the spot `at` without this wall. */
static inline void add_pressing(press *p, spot at, pressing w, int32_t number) {
    int slot = p->count;
    if (slot < MOST_PRESSING)
        p->count++;
    else {
        slot = 0;
        for (int k = 1; k < MOST_PRESSING; k++)
            slot = gap_before(p->walls[k], at) > gap_before(p->walls[slot], at) ? k : slot;
    }
    p->walls[slot] = w;
    p->numbers[slot] = number;
}

#endif
