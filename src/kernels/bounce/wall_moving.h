/* Walls that move, each with its own constant velocity. Each wall is tested in its own frame, in which it
   stands still at its position at time 0. In this frame, the ball's position is shifted by the distance that
   the wall has moved, and its velocity is relative to the wall. There is no tree, because each wall has a
   frame of its own. Every wall of the list is tested, in the order of the list, so an answer depends neither
   on the lane count nor on other balls. Only exact kernels include this code. */
#ifndef WAY_WALL_MOVING_H
#define WAY_WALL_MOVING_H

#include "kernels/bounce/first_wall.h"
#include "kernels/bounce/wall_skin.h"

/* One wall of the list, in all lanes. */
typedef struct moving_wall {
    wall at; /* at time 0 */
    wide vx, vy;
    wide size; /* the wall's largest coordinate at time 0 */
} moving_wall;

WAY_INLINE moving_wall moving_wall_at(const way_wall_list *list, size_t number) {
    const way_wall *w = list->walls + number;
    const struct way_wall_velocity *v = list->velocity + number;
    const float x = fabsf(w->ax) > fabsf(w->bx) ? fabsf(w->ax) : fabsf(w->bx),
                y = fabsf(w->ay) > fabsf(w->by) ? fabsf(w->ay) : fabsf(w->by);
    moving_wall m = {
        .at = wall_same(w), .vx = w_set(v->vx), .vy = w_set(v->vy), .size = w_set(x > y ? x : y)};
    m.at.length = w_sqrt(dot2(m.at.dx, m.at.dy, m.at.dx, m.at.dy));
    return m;
}

/* Can wall k of the list stop balls? It can if its coordinates and its velocity are below WALL_ROOM. */
WAY_INLINE int moving_wall_stops(const way_wall_list *list, size_t number) {
    const struct way_wall_velocity *v = list->velocity + number;
    const way_wall way = {v->vx, v->vy, 0.0f, 0.0f, 0};
    return wall_stops(list->walls + number) && wall_stops(&way);
}

/* The velocities of the walls with these numbers, one number per lane; 0 for a negative number. */
WAY_INLINE wide_vector velocities_of(const way_wall_list *list, ilanes number) {
    const mask named = i_lt(i_set(-1), number);
    uint32_t numbers[LANES];
    flanes v[2];
    if (!m_any(named))
        return (wide_vector){w_set(0.0), w_set(0.0), w_set(0.0)};
    i_store((int32_t *)numbers, i_keep(named, number));
    f_gather((way_finder){.data = (const char *)list->velocity,
                          .stride = sizeof(struct way_wall_velocity),
                          .row = numbers},
             2, v);
    return (wide_vector){w_widen(f_keep(named, v[0])), w_widen(f_keep(named, v[1])), w_set(0.0)};
}

/* Returns the ball, seen at the time `now` from a wall with the velocity (vx, vy). */
WAY_INLINE ball ball_seen_from(ball b, wide vx, wide vy, wide now) {
    b.x = w_sub(b.x, w_mul(vx, now));
    b.y = w_sub(b.y, w_mul(vy, now));
    b.vx = w_sub(b.vx, vx);
    b.vy = w_sub(b.vy, vy);
    return b;
}

/* May the ball, seen from the wall, come near the wall within `time`? See wall_near.h. */
WAY_INLINE mask may_come_near(ball seen, const way_wall *w, wide time) {
    const lane_of_way way = way_until(seen, path_direction_of(seen), time);
    wall_row r = row_between(f_set(w->ax), f_set(w->ay), f_set(w->bx), f_set(w->by));
    r.lo_x = f_sub(f_set(w->ax < w->bx ? w->ax : w->bx), r.slack);
    r.hi_x = f_add(f_set(w->ax < w->bx ? w->bx : w->ax), r.slack);
    r.lo_y = f_sub(f_set(w->ay < w->by ? w->ay : w->by), r.slack);
    r.hi_y = f_add(f_set(w->ay < w->by ? w->by : w->ay), r.slack);
    mask near = comes_to(way, r.lo_x, r.hi_x, r.lo_y, r.hi_y);
    return m_any(near) ? m_and(near, comes_near(way, r)) : near;
}

/* A search of balls for walls, from the time `now` on, for the time `end`. If `whole` is above 0, balls keep
   a distance from each wall: SKIN times the largest coordinate that the wall has in the time `whole`. The walls
   with the first `skips` numbers of `skip` are left out. */
typedef struct among_walls {
    const way_wall_list *list;
    ball b;
    mask search;
    wide now, end, whole;
    const int32_t *skip;
    int skips;
} among_walls;

WAY_INLINE int is_skipped(const among_walls *s, size_t number) {
    for (int n = 0; n < s->skips; n++)
        if (s->skip[n] == (int32_t)number)
            return 1;
    return 0;
}

/* Returns an upper bound of the wall's coordinates between the times 0 and `whole`. */
WAY_INLINE wide size_of_moving(moving_wall m, wide whole) {
    return w_add(m.size, w_mul(w_larger(w_abs(m.vx), w_abs(m.vy)), whole));
}

/* Returns the first wall that each ball meets, by `rules`. See first_wall_of. */
WAY_INLINE first_wall first_moving_wall(const among_walls *s, touch_rules rules, int has_skin,
                                        first_touch *how) {
    first_wall first = first_of_none();
    for (size_t k = 0; k < s->list->count; k++) {
        if (!moving_wall_stops(s->list, k) || is_skipped(s, k))
            continue;
        const moving_wall m = moving_wall_at(s->list, k);
        ball seen = ball_seen_from(s->b, m.vx, m.vy, s->now);
        if (has_skin)
            seen.radius = w_add(seen.radius, w_mul(w_set(SKIN), size_of_moving(m, s->whole)));
        wide end = w_smaller(sooner_than(first.time), s->end);
        mask near = m_and(s->search, may_come_near(seen, s->list->walls + k, end));
        if (!m_any(near))
            continue;
        if (rules.sums == SUMS_EXACT) {
            rules.rest_vx = LO(twin_between(m.vx, s->b.vx));
            rules.rest_vy = LO(twin_between(m.vy, s->b.vy));
            rules.twin_error = twin_error_for(m.vx, m.vy);
        }
        rules.pace = w_add(w_add(w_abs(m.vx), w_abs(m.vy)), w_add(w_abs(s->b.vx), w_abs(s->b.vy)));
        touch t = wall_touch(seen, m.at, rules);
        first = first_with(first, how, wide_where(near), t, seen.radius, rules, i_set((int32_t)k));
    }
    return first;
}

/* Returns the balls that move relative to some wall that can stop them or, if there is no such wall, the
   balls that move. */
WAY_INLINE mask moves_past_walls(const way_wall_list *list, ball b) {
    const wide zero = w_set(0.0);
    widemask moves = w_lt(zero, w_add(w_abs(b.vx), w_abs(b.vy))), past = w_lt(zero, zero);
    int any = 0;
    for (size_t k = 0; k < list->count; k++) {
        if (!moving_wall_stops(list, k))
            continue;
        const struct way_wall_velocity *v = list->velocity + k;
        past =
            w_or(past, w_lt(zero, w_add(w_abs(w_sub(b.vx, w_set(v->vx))), w_abs(w_sub(b.vy, w_set(v->vy))))));
        any = 1;
    }
    return m_narrow(any ? past : moves);
}

#endif
