/* Moves balls among walls that move: see bounce.c and wall_moving.h. A bounce reflects the ball's velocity
   relative to the wall.

   Among walls that stand still, a ball that has bounced MOST_BOUNCES times and meets another wall stops
   there. Among moving walls it cannot stop, because the walls move on. Instead, it moves with the wall of its
   last bounce. If a second wall moves into the ball, the wall pushes it without a bounce, and the ball slides
   along both walls. If the two walls come from opposite sides, the ball cannot get out of the way and is
   crushed. crushed.h finds where it ends. */
#ifndef WAY_BOUNCE_MOVING_H
#define WAY_BOUNCE_MOVING_H

#include "kernels/bounce/crushed.h"
#include "kernels/bounce/voyage.h"
#include "kernels/bounce/wall_moving.h"

/* The caller rounds the walls' positions after the call, which moves them slightly. So a ball already counts
   as beyond a wall if its distance from the wall's line is below WALLS_OFF times the wall's largest
   coordinate. */
#define WALLS_OFF 0x1p-22

typedef struct ride {
    voyage trip;
    const way_wall_list *list;
    wide whole;            /* dt */
    wide wall_vx, wall_vy; /* of the wall touched last, else of a wall near at the start, else 0 */
    wide nx, ny;           /* the unit normal of the last contact */
    mask pushed, crushed;  /* pushed: the ball has touched a wall that moves */
} ride;

/* The next contacts of balls with walls. */
typedef struct ride_contact {
    first_wall first;
    contact at;
    wide vx, vy; /* the wall's velocity */
    mask hit;
} ride_contact;

WAY_INLINE wide now_of(const ride *r) { return w_sub(r->whole, r->trip.left); }

/* Finds the next contact within the time left, for the balls in `moving`. The walls with the first `skips`
   numbers of `skip` are left out. */
WAY_OUT_OF_LINE void next_contact(const ride *r, mask moving, const int32_t *skip, int skips,
                                  ride_contact *to) {
    const touch_rules rules = {.has_radius = 1,
                               .sided = 1,
                               .sums = SUMS_PLAIN,
                               .timed = 1,
                               .horizon = r->trip.left,
                               .graze = w_set(GRAZE),
                               .moving = 1};
    const among_walls s = {r->list, r->trip.b, moving, now_of(r), r->trip.left, r->whole, skip, skips};
    first_touch how = first_touch_of_none();
    to->first = first_moving_wall(&s, rules, 1, &how);
    to->hit = m_and(moving, i_lt(i_set(-1), to->first.number));
    const wide_vector v = velocities_of(r->list, to->first.number);
    to->vx = v.x;
    to->vy = v.y;
    to->at = first_contact(ball_seen_from(s.b, v.x, v.y, s.now), to->first.time, &how);
}

/* Moves the balls in `hit` to their contact and gives them the velocity v. */
WAY_INLINE void ride_to(ride *r, const ride_contact *c, mask hit, wide_vector v) {
    const wide zero = w_set(0.0);
    const widemask hits = wide_where(hit);
    voyage *trip = &r->trip;
    ball *b = &trip->b;
    wide time = w_keep(hits, c->at.time), rest = w_sub(trip->left, time);
    trip->left = w_select(w_lt(zero, rest), rest, zero);
    b->x = w_add(b->x, w_mul(b->vx, time));
    b->y = w_add(b->y, w_mul(b->vy, time));
    b->vx = w_select(hits, v.x, b->vx);
    b->vy = w_select(hits, v.y, b->vy);
    r->wall_vx = w_select(hits, c->vx, r->wall_vx);
    r->wall_vy = w_select(hits, c->vy, r->wall_vy);
    r->nx = w_select(hits, c->at.nx, r->nx);
    r->ny = w_select(hits, c->at.ny, r->ny);
    mask moves = m_narrow(w_lt(zero, w_add(w_abs(c->vx), w_abs(c->vy))));
    r->pushed = m_or(r->pushed, m_and(hit, moves));
}

/* Like travel. At the limit of bounces, `left` keeps the time that remains. */
WAY_OUT_OF_LINE voyage_state travel_among_moving(ride *r, voyage_state state) {
    voyage *trip = &r->trip;
    const mask none = f_lt(f_set(0.0f), f_set(0.0f));
    mask moving = trip->valid;
    ride_contact c;
    trip->bounces = i_set(0);
    trip->capped = r->pushed = r->crushed = none;
    trip->touching = wide_where(none);
    r->nx = r->ny = w_set(0.0);
    for (int n = 0; n <= MOST_BOUNCES; n++) {
        next_contact(r, moving, NULL, 0, &c);
        if (n == 0 && state == STARTS && m_any(m_narrow(c.first.near)))
            return NEAR_A_WALL;
        trip->touching = w_or(w_andnot(trip->touching, wide_where(moving)), c.first.touching);
        if (n == MOST_BOUNCES)
            trip->capped = c.hit;
        if (n == MOST_BOUNCES || !m_any(c.hit))
            break;
        const ball seen = ball_seen_from(trip->b, c.vx, c.vy, w_set(0.0));
        wide_vector v = bounce_off(seen, c.at, trip->one_plus_restitution, trip->friction);
        v.x = w_add(v.x, c.vx);
        v.y = w_add(v.y, c.vy);
        ride_to(r, &c, c.hit, v);
        trip->bounces = i_count(c.hit, trip->bounces);
        moving = c.hit;
    }
    return ENDED;
}

/* Moves the balls at the limit of bounces with the walls, for the time left. */
WAY_SELDOM void ride_with_walls(ride *r) {
    ball *b = &r->trip.b;
    const widemask capped = wide_where(r->trip.capped);
    const wide half = w_set(0.5);
    mask pressed = r->trip.capped;
    ride_contact c;
    b->vx = w_select(capped, r->wall_vx, b->vx);
    b->vy = w_select(capped, r->wall_vy, b->vy);
    for (int n = 0; n < MOST_BOUNCES; n++) {
        next_contact(r, pressed, NULL, 0, &c);
        pressed = c.hit;
        if (!m_any(pressed))
            return;
        const wide nx = c.at.nx, ny = c.at.ny;
        const wide limit = dot2(c.vx, c.vy, nx, ny), last = dot2(r->wall_vx, r->wall_vy, r->nx, r->ny);
        const wide push = w_sub(limit, dot2(b->vx, b->vy, nx, ny));
        const wide one_x = w_add(b->vx, w_mul(push, nx)), one_y = w_add(b->vy, w_mul(push, ny));
        /* does the new velocity press the ball against the previous wall, which it still touches? */
        const wide pace = w_add(w_add(w_abs(one_x), w_abs(one_y)), w_add(w_abs(last), w_abs(limit)));
        const wide slow = w_mul(w_set(GRAZE), pace);
        widemask against = w_lt(dot2(one_x, one_y, r->nx, r->ny), w_sub(last, slow));
        against = w_and(against, w_le(dot2(b->vx, b->vy, r->nx, r->ny), w_add(last, slow)));
        const wide turn = cross2(r->nx, r->ny, nx, ny);
        const widemask crushed = w_and(against, w_le(w_abs(turn), w_set(LEAST_TURN)));
        const wide two_x = w_div(w_sub(w_mul(last, ny), w_mul(limit, r->ny)), turn);
        const wide two_y = w_div(w_sub(w_mul(limit, r->nx), w_mul(last, nx)), turn);
        wide_vector v = {w_select(against, two_x, one_x), w_select(against, two_y, one_y), w_set(0.0)};
        v.x = w_select(crushed, w_mul(half, w_add(b->vx, one_x)), v.x);
        v.y = w_select(crushed, w_mul(half, w_add(b->vy, one_y)), v.y);
        ride_to(r, &c, pressed, v);
        const mask now_crushed = m_and(pressed, m_narrow(crushed));
        r->crushed = m_or(r->crushed, now_crushed);
        pressed = m_andnot(pressed, now_crushed);
    }
    b->vx = w_select(wide_where(pressed), r->wall_vx, b->vx);
    b->vy = w_select(wide_where(pressed), r->wall_vy, b->vy);
    r->crushed = m_or(r->crushed, pressed);
}

WAY_INLINE double lane_of(wide a, int lane) {
    double all[LANES];
    _Static_assert(sizeof a == sizeof all, "lanes are stored in order");
    memcpy(all, &a, sizeof all);
    return all[lane];
}

WAY_INLINE mask only_lane(int lane) {
    int32_t lanes[LANES] = {0};
    lanes[lane] = 1;
    return i_lt(i_set(0), i_load(lanes));
}

/* Returns the spot at which a crushed ball, the one in this lane, ends. The ball wishes to keep its velocity. */
WAY_SELDOM spot settle_crushed(ride *r, int lane) {
    const double left = lane_of(r->trip.left, lane);
    ball *b = &r->trip.b;
    const double x = lane_of(b->x, lane), y = lane_of(b->y, lane);
    const double vx = lane_of(b->vx, lane), vy = lane_of(b->vy, lane);
    const spot wish = {x + vx * left, y + vy * left, vx, vy};
    const mask here = only_lane(lane);
    spot at = wish;
    press p = {.count = 0};
    for (int n = 0; n < MOST_BOUNCES; n++) {
        ride_contact c;
        b->vx = w_select(wide_where(here), w_set(left > 0.0 ? (at.x - x) / left : 0.0), b->vx);
        b->vy = w_select(wide_where(here), w_set(left > 0.0 ? (at.y - y) / left : 0.0), b->vy);
        next_contact(r, here, p.numbers, p.count, &c);
        if (!m_any(c.hit))
            break;
        /* the ball at the contact, seen from the wall */
        ball seen = ball_seen_from(*b, c.vx, c.vy, now_of(r));
        seen.x = w_add(seen.x, w_mul(seen.vx, c.at.time));
        seen.y = w_add(seen.y, w_mul(seen.vy, c.at.time));
        const wide nx = c.at.nx, ny = c.at.ny, pace = dot2(c.vx, c.vy, nx, ny);
        const wide off = w_add(dot2(c.at.x, c.at.y, nx, ny), w_mul(pace, r->whole));
        const wide room = dot2(w_sub(seen.x, c.at.x), w_sub(seen.y, c.at.y), nx, ny);
        const pressing w = {lane_of(nx, lane), lane_of(ny, lane), lane_of(off, lane), lane_of(pace, lane),
                            lane_of(room, lane)};
        int32_t numbers[LANES];
        i_store(numbers, c.first.number);
        add_pressing(&p, at, w, numbers[lane]);
        at = spot_among(&p, wish);
    }
    return at;
}

/* Moves the crushed balls to where they end. */
WAY_SELDOM void settle_all_crushed(ride *r, vector *place, vector *velocity) {
    float to[4][LANES];
    f_store(to[0], place->x);
    f_store(to[1], place->y);
    f_store(to[2], velocity->x);
    f_store(to[3], velocity->y);
    const unsigned crushed = m_bits(r->crushed);
    for (int lane = 0; lane < LANES; lane++)
        if (crushed >> lane & 1) {
            const spot at = settle_crushed(r, lane);
            to[0][lane] = (float)at.x;
            to[1][lane] = (float)at.y;
            to[2][lane] = (float)at.vx;
            to[3][lane] = (float)at.vy;
        }
    place->x = f_load(to[0]);
    place->y = f_load(to[1]);
    velocity->x = f_load(to[2]);
    velocity->y = f_load(to[3]);
}

/* Moves balls that start too near a wall away from it, like hold_off, with the walls at the time 0. */
WAY_SELDOM void hold_off_moving(ride *r) {
    voyage *trip = &r->trip;
    const ball stays = {trip->b.x, trip->b.y, w_set(0.0), w_set(0.0), trip->b.radius};
    nearest_wall n = nearest_of_none();
    for (size_t k = 0; k < r->list->count; k++) {
        if (!moving_wall_stops(r->list, k))
            continue;
        const moving_wall m = moving_wall_at(r->list, k);
        const picked p = {m.at, size_of_moving(m, r->whole)};
        n = nearest_of(n, stays, p, i_set((int32_t)k), wide_where(trip->valid));
    }
    move_off(n, &trip->b, &trip->held);
    const wide_vector v = velocities_of(r->list, n.number);
    r->wall_vx = v.x;
    r->wall_vy = v.y;
}

/* How moving_walls_part decides. LOOSE: a position also counts as separated if the caller's rounding could
   move it beyond the wall. STRICT: it does not. EXACT_START: (x, y) is a position in floats at the time 0,
   and its side is computed without error, as with `exact` of walls_part. */
enum { LOOSE, STRICT, EXACT_START };

/* The ball goes from (x, y) at the time `now` to `place` at the end of the call. Does a wall that stops the
   ball come between the two? See walls_part. */
WAY_SELDOM widemask moving_walls_part(const ride *r, wide x, wide y, wide now, vector place, mask search,
                                      int how) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    widemask parted = w_lt(zero, zero);
    for (size_t k = 0; k < r->list->count; k++) {
        if (!moving_wall_stops(r->list, k))
            continue;
        const moving_wall m = moving_wall_at(r->list, k);
        const way_there t = {w_sub(x, w_mul(m.vx, now)), w_sub(y, w_mul(m.vy, now)),
                             w_sub(w_widen(place.x), w_mul(m.vx, r->whole)),
                             w_sub(w_widen(place.y), w_mul(m.vy, r->whole))};
        const ball moves = {t.x, t.y, w_sub(t.to_x, t.x), w_sub(t.to_y, t.y), zero};
        const mask near = m_and(search, may_come_near(moves, r->list->walls + k, one));
        if (!m_any(near))
            continue;
        const wide off = w_mul(w_mul(w_set(WALLS_OFF), size_of_moving(m, r->whole)), m.at.length);
        widemask parts = wall_parts(t, m.at, how == EXACT_START, how == LOOSE ? &off : NULL);
        parted = w_or(parted, w_and(parts, wide_where(near)));
    }
    return parted;
}

/* Like stay_inside (bounce.c), for the balls in `near`, which are not yet crushed. The last two positions that
   are tried move with the wall touched last. If no position is on the ball's side of all walls, the ball is
   crushed. */
WAY_SELDOM void stay_inside_moving(ride *r, const vector *start, mask near, vector *place) {
    const ball *b = &r->trip.b;
    const holding *held = &r->trip.held;
    const wide zero = w_set(0.0), left = r->trip.left, now = now_of(r);
    const wide from_x = w_widen(start->x), from_y = w_widen(start->y);
    wide x = w_add(b->x, w_mul(b->vx, left)), y = w_add(b->y, w_mul(b->vy, left));
    wide length = w_sqrt(dot2(held->x, held->y, held->x, held->y));
    wide scale = w_keep(w_lt(zero, length), w_div(held->small_distance, length));
    const vector others[] = {
        {.x = w_narrow(w_add(x, w_mul(scale, held->x))), .y = w_narrow(w_add(y, w_mul(scale, held->y)))},
        {.x = w_narrow(w_add(b->x, w_mul(r->wall_vx, left))),
         .y = w_narrow(w_add(b->y, w_mul(r->wall_vy, left)))},
        {.x = w_narrow(w_add(from_x, w_mul(r->wall_vx, r->whole))),
         .y = w_narrow(w_add(from_y, w_mul(r->wall_vy, r->whole)))},
    };
    mask parted = m_narrow(moving_walls_part(r, b->x, b->y, now, *place, near, LOOSE));
    for (int k = 0; k < 3 && m_any(parted); k++) {
        *place = vector_select(parted, others[k], *place, 2);
        if (k < 2)
            parted = m_and(parted, m_narrow(moving_walls_part(r, b->x, b->y, now, *place, parted, LOOSE)));
    }
    const mask unsure = m_and(near, m_narrow(held->side_was_unsure));
    if (m_any(unsure)) {
        widemask out = moving_walls_part(r, from_x, from_y, zero, *place, unsure, EXACT_START);
        *place = vector_select(m_and(unsure, m_narrow(out)), others[2], *place, 2);
    }
    if (!m_any(parted))
        return;
    widemask out = moving_walls_part(r, from_x, from_y, zero, *place, parted, STRICT);
    r->crushed = m_or(r->crushed, m_and(parted, m_narrow(out)));
}

#endif
