/* Tests the stored walls around a chooser, a vector at a time. Each test has two answers: "may cut
   the line" and "certainly cuts it". */
#ifndef WAY_SHADOW_LANES_H
#define WAY_SHADOW_LANES_H

#include "crowd/sight.h"
#include "lanes/sixteen.h"

/* SUM_ERROR: an upper bound of the relative error of a sum of two products of differences. SUM_LEAST: an
   upper bound of errors by underflow. */
#define SUM_ERROR 0x1p-21f
#define SUM_LEAST 0x1p-100f

/* A vector of walls, as seen from the start of a line: see way_sight. */
typedef struct walls_seen {
    flanes wx, wy, ex, ey, k, of_k, sides;
} walls_seen;

WAY_INLINE walls_seen walls_from(float x, float y, flanes ax, flanes ay, flanes bx, flanes by, flanes sides) {
    walls_seen w = {.wx = f_sub(ax, f_set(x)),
                    .wy = f_sub(ay, f_set(y)),
                    .ex = f_sub(bx, ax),
                    .ey = f_sub(by, ay),
                    .sides = sides};
    const flanes one = f_mul(w.wx, w.ey), other = f_mul(w.wy, w.ex);
    w.k = f_sub(one, other);
    w.of_k = f_add(f_mul(f_add(f_abs(one), f_abs(other)), f_set(SUM_ERROR)), f_set(SUM_LEAST));
    return w;
}

WAY_INLINE walls_seen walls_kept(const way_sight *s, int at) {
    return (walls_seen){f_load(s->near_walls->wx + at),   f_load(s->near_walls->wy + at),
                        f_load(s->near_walls->ex + at),   f_load(s->near_walls->ey + at),
                        f_load(s->near_walls->k + at),    f_load(s->near_walls->of_k + at),
                        f_load(s->near_walls->sides + at)};
}

/* Which walls may cut the line along d, and which certainly do? For the crossing, see wall_crossing.h. If `n`
   is within its error, its sign may be wrong; then the signs of m and k are wrong, too. */
WAY_INLINE mask test_walls(const walls_seen *w, flanes dx, flanes dy, mask *certain) {
    const flanes error = f_set(SUM_ERROR), least = f_set(SUM_LEAST);
    const flanes n1 = f_mul(dx, w->ey), n2 = f_mul(dy, w->ex), m1 = f_mul(w->wx, dy), m2 = f_mul(w->wy, dx);
    const flanes n = f_sub(n1, n2), size = f_abs(n), m = f_flip(f_sub(m1, m2), n), k = f_flip(w->k, n);
    const flanes of_n = f_add(f_mul(f_add(f_abs(n1), f_abs(n2)), error), least),
                 of_m = f_add(f_mul(f_add(f_abs(m1), f_abs(m2)), error), least);
    const flanes rest = f_sub(size, m), left = f_sub(size, k), twice = f_add(of_n, of_n);
    const flanes edge = f_negate(f_add(of_m, twice)), end = f_negate(f_add(w->of_k, twice));
    const mask is_sure = f_lt(of_n, size), is_back = m_and(is_sure, f_lt(f_flip(w->sides, n), f_set(0.0f)));
    const mask across = m_and(f_le(edge, m), f_le(edge, rest)), ahead = m_and(f_le(end, k), f_le(end, left));
    const mask may = m_andnot(m_and(across, ahead), is_back);
    const mask inside = m_and(f_le(of_m, m), f_le(f_add(of_m, of_n), rest)),
               reached = m_and(f_le(w->of_k, k), f_le(f_add(w->of_k, of_n), left));
    *certain = m_and(m_and(may, is_sure), m_and(inside, reached));
    return may;
}

typedef enum way_shade { SHADE_NONE, SHADE_OF_A_WALL, SHADE_UNDECIDED } way_shade;

/* Does one of the stored walls cut the line along d? */
WAY_INLINE way_shade shade_of_kept(const way_sight *s, float x, float y) {
    way_shade is = SHADE_NONE;
    for (int at = 0; at < s->count; at += LANES) {
        const walls_seen w = walls_kept(s, at);
        mask certain;
        if (!m_any(test_walls(&w, f_set(x), f_set(y), &certain)))
            continue;
        if (m_any(certain))
            return SHADE_OF_A_WALL;
        is = SHADE_UNDECIDED;
    }
    return is;
}

#endif
