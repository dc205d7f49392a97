/* Balls, walls, and which of them count: what sweeping and bouncing share. */
#ifndef WAY_WALLS_H
#define WAY_WALLS_H

#include "kernels/agents.h"

typedef struct ball {
    wide x, y, vx, vy, radius;
} ball;

/* A wall's ends a and b, the way d from a to b, and the side that it stops: 0 is both, 1 left, -1 right. Only where
   balls are round, `length` is |d|. */
typedef struct wall {
    wide ax, ay, bx, by, dx, dy, length, side;
} wall;

/* Within 2^60 nothing overflows in double. Balls beyond are not valid, walls beyond stop nothing. */
#define WALL_ROOM 0x1p60

/* The columns of place and velocity, from the one of x on. */
WAY_INLINE ball load_ball(agents a, int k, flanes radius) {
    return (ball){load_wide(a, k), load_wide(a, k + 1), load_wide(a, k + 2), load_wide(a, k + 3),
                  w_widen(radius)};
}

/* Is that ball within the room, and does its radius mean something? */
WAY_INLINE mask ball_is_sound(agents a, int k, flanes radius) {
    flanes place = f_add(f_abs(load(a, k)), f_abs(load(a, k + 1)));
    flanes pace = f_add(f_abs(load(a, k + 2)), f_abs(load(a, k + 3)));
    return m_and(f_lt(f_add(f_add(place, pace), f_abs(radius)), f_set((float)WALL_ROOM)),
                 f_le(f_set(0.0f), radius));
}

WAY_INLINE wall wall_between(wide ax, wide ay, wide bx, wide by, wide side, int round) {
    wide dx = w_sub(bx, ax), dy = w_sub(by, ay);
    wide length = round ? w_sqrt(dot2(dx, dy, dx, dy)) : w_set(0.0);
    return (wall){ax, ay, bx, by, dx, dy, length, side};
}

/* A wall's largest coordinate; the room where that is beyond, or no number. */
WAY_INLINE double wall_size(const way_wall *w) {
    const float ends[] = {w->ax, w->ay, w->bx, w->by};
    double largest = 0.0;
    for (int k = 0; k < 4; k++) {
        double size = ends[k] < 0.0f ? -(double)ends[k] : (double)ends[k];
        if (!(size < WALL_ROOM))
            return WALL_ROOM;
        largest = largest < size ? size : largest;
    }
    return largest;
}

/* Is all of a wall in the room? Its bits tell, which leaves the lanes alone. */
WAY_INLINE int wall_stops(const way_wall *w) {
    const float ends[] = {w->ax, w->ay, w->bx, w->by};
    uint32_t bits[4];
    memcpy(bits, ends, sizeof bits);
    int in = 1;
    for (int k = 0; k < 4; k++)
        in &= (bits[k] & 0x7fffffffu) < 0x5d800000u; /* 2^60 */
    return in;
}

/* The same wall for all lanes. */
WAY_INLINE wall wall_same(const way_wall *w, int round) {
    double side = w->sides > 0 ? 1.0 : w->sides < 0 ? -1.0 : 0.0;
    return wall_between(w_set(w->ax), w_set(w->ay), w_set(w->bx), w_set(w->by), w_set(side), round);
}

typedef struct picked {
    wall wall;
    wide size; /* its largest coordinate */
} picked;

/* Each lane's wall by its number; where that is below 0, a wall of no length. */
WAY_INLINE picked wall_pick(const way_wall *walls, ilanes number, int round) {
    int32_t numbers[LANES];
    float ax[LANES], ay[LANES], bx[LANES], by[LANES], side[LANES], sizes[LANES];
    i_store(numbers, number);
    for (int l = 0; l < LANES; l++) {
        way_wall w = {0};
        if (numbers[l] >= 0)
            w = walls[numbers[l]];
        ax[l] = w.ax;
        ay[l] = w.ay;
        bx[l] = w.bx;
        by[l] = w.by;
        side[l] = w.sides > 0 ? 1.0f : w.sides < 0 ? -1.0f : 0.0f;
        sizes[l] = (float)wall_size(&w);
    }
    wall w = wall_between(w_load(ax), w_load(ay), w_load(bx), w_load(by), w_widen(f_load(side)), round);
    return (picked){w, w_load(sizes)};
}

/* A mask of doubles from one of floats. */
WAY_INLINE widemask wide_where(mask m) { return w_lt(w_set(0.0), w_widen(f_keep(m, f_set(1.0f)))); }

#endif
