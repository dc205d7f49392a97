/* Moves balls among walls for a time dt, from one contact to the next, with at most MOST_BOUNCES bounces.
   Each ball keeps a small distance from the walls, the skin, which is wider than the rounding error. Some
   balls cannot keep this distance, for example between walls at an acute angle, and rounding to float could
   move them through a wall. So the rounded position is tested before it is stored, in three cases: when its
   last stretch begins, the ball is nearer to a wall than the skin; the ball has reached the limit of bounces;
   or the ball started so near a wall that rounding could hide on which side of the wall it is. If a wall
   separates the rounded position from the last contact, another position is stored: see stay_inside. */
#define WAY_FAMILY "kernels/bounce/bounce.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/bounce/voyage.h"

/* Returns the next float towards 0; the result for 0 is 0. */
WAY_INLINE flanes nearer_zero(flanes a) {
    flanes size = f_abs(a), step = f_add(f_mul(size, f_set(0x1p-24f)), f_set(0x1p-149f));
    return f_flip(f_keep(f_lt(f_set(0.0f), size), f_sub(size, step)), a);
}

/* The fast precision computes in floats, in which the squared speed of a fast ball could overflow. So
   slow_down divides the speed by a power of two, multiplies *left by the same power, and returns the
   power. */
WAY_INLINE wide slow_down(ball *b, wide *left) {
    wide speed_unit = w_set(1.0);
    if (WAY_WIDE_IS_DOUBLE)
        return speed_unit;
    const wide pace = w_larger(w_abs(b->vx), w_abs(b->vy));
    speed_unit = w_select(w_lt(w_set(0x1p20), pace), w_set(0x1p40), speed_unit);
    speed_unit = w_select(w_lt(w_set(0x1p43), pace), w_set(0x1p60), speed_unit);
    const wide share = w_div(w_set(1.0), speed_unit);
    b->vx = w_mul(b->vx, share);
    b->vy = w_mul(b->vy, share);
    *left = w_mul(*left, speed_unit);
    return speed_unit;
}

/* Moves each ball to its last contact; a ball without a contact stays at its position. Sets trip->left to the
   time that remains after this contact, or to 0 if the ball has reached the limit of bounces. `state` is
   STARTS or HELD_OFF; returns the next state. If the next state is NEAR_A_WALL, no ball has moved. With 16
   lanes, travel is a separate function, so that later code can reuse its stack. With fewer lanes, the
   variables of travel and of later code fit on the stack together, and a separate function would be
   slower. */
#if LANES == 16
#define BOUNCE_APART WAY_APART
#else
#define BOUNCE_APART WAY_INLINE
#endif
BOUNCE_APART voyage_state travel(voyage *trip, wall_search *search, const way_wall_list *walls,
                                 voyage_state state) {
    const wide zero = w_set(0.0);
    const mask valid = trip->valid;
    wide left = trip->left, speed_unit = trip->speed_unit;
    ball b = trip->b;
    ilanes bounces = i_set(0);
    mask capped = f_lt(f_set(0.0f), f_set(0.0f)), moving = valid;
    widemask touching = w_lt(zero, zero);
    first_touch how;
    for (int n = 0; n <= MOST_BOUNCES; n++) {
        touch_rules rules = {.has_radius = 1,
                             .sided = 1,
                             .sums = SUMS_PLAIN,
                             .timed = 1,
                             .horizon = left,
                             .graze = w_set(GRAZE)};
        how = first_touch_of_none();
        first_wall first = first_wall_of(search, b, walls, moving, left, rules, SKIN, &how);
        if (n == 0 && state == STARTS && m_any(m_narrow(first.near)))
            return NEAR_A_WALL;
        touching = w_or(w_andnot(touching, wide_where(moving)), first.touching);
        mask hit = m_and(moving, i_lt(i_set(-1), first.number));
        if (n == MOST_BOUNCES)
            capped = hit;
        if (n == MOST_BOUNCES || !m_any(hit))
            break;
        contact c = first_contact(b, first.time, &how);
        widemask hits = wide_where(hit);
        wide time = w_keep(hits, c.time), rest = w_sub(left, time);
        wide_vector v = bounce_off(b, c, trip->one_plus_restitution, trip->friction);
        left = w_select(w_lt(zero, rest), rest, zero);
        b.x = w_add(b.x, w_mul(b.vx, time));
        b.y = w_add(b.y, w_mul(b.vy, time));
        b.vx = w_select(hits, v.x, b.vx);
        b.vy = w_select(hits, v.y, b.vy);
        speed_unit = w_mul(speed_unit, slow_down(&b, &left));
        bounces = i_count(hit, bounces);
        moving = hit;
    }
    trip->b = b;
    trip->speed_unit = speed_unit;
    trip->left = w_select(wide_where(capped), zero, left);
    trip->capped = capped;
    trip->touching = touching;
    trip->bounces = bounces;
    return ENDED;
}
#undef BOUNCE_APART

/* Replaces `place`, a ball's float position at the end of its voyage, if a wall separates `place` from the
   last contact. Tries three positions: first the end of the voyage, moved slightly off the wall near which
   the ball started, then the last contact, then `start`. Uses the first one that no wall separates from the
   last contact. If it was unsure at the start on which side of a wall the ball is, `start` also replaces a
   position that a wall separates from `start`. Only lanes in `near` are tested. */
WAY_SELDOM void stay_inside(const voyage *trip, const vector *start, wall_search *search,
                            const way_wall_list *walls, mask near, vector *place) {
    const ball *b = &trip->b;
    const holding *held = &trip->held;
    const wide zero = w_set(0.0);
    wide x = w_add(b->x, w_mul(b->vx, trip->left)), y = w_add(b->y, w_mul(b->vy, trip->left));
    wide length = w_sqrt(dot2(held->x, held->y, held->x, held->y));
    wide scale = w_keep(w_lt(zero, length), w_div(held->small_distance, length));
    const vector others[] = {
        {.x = w_narrow(w_add(x, w_mul(scale, held->x))), .y = w_narrow(w_add(y, w_mul(scale, held->y)))},
        {.x = w_narrow(b->x), .y = w_narrow(b->y)},
        *start,
    };
    mask parted = m_narrow(walls_part(search, b->x, b->y, *place, walls, near, 0));
    for (int k = 0; k < 3 && m_any(parted); k++) {
        *place = vector_select(parted, others[k], *place, 2);
        if (k < 2)
            parted = m_and(parted, m_narrow(walls_part(search, b->x, b->y, *place, walls, near, 0)));
    }
    if (WAY_WIDE_IS_DOUBLE && m_any(m_narrow(held->side_was_unsure))) {
        widemask out = walls_part(search, w_widen(start->x), w_widen(start->y), *place, walls, near, 1);
        *place = vector_select(m_narrow(w_and(held->side_was_unsure, out)), *start, *place, 2);
    }
}

/* Removes energy that rounding has added: if the restitution is at most 1, but the speed has grown, each
   component of the velocity becomes the next float towards 0. */
WAY_INLINE vector gain_nothing(vector before, vector velocity, flanes restitution) {
    wide_vector now = wide_widen(velocity, 2), then = wide_widen(before, 2);
    wide energy = wide_dot(now, now, 2), first = wide_dot(then, then, 2);
    mask gained = m_and(m_narrow(w_lt(first, energy)), f_le(restitution, f_set(1.0f)));
    vector less = {nearer_zero(velocity.x), nearer_zero(velocity.y), f_set(0.0f)};
    return vector_select(gained, less, velocity, 2);
}

/* Returns the voyage at its start. */
WAY_INLINE voyage voyage_of(agents a) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), room = f_set((float)WALL_ROOM);
    flanes radius = load_or(a, IN_bounce2d_radius, 0.0f), dt = load(a, IN_bounce2d_dt);
    flanes restitution = load_or(a, IN_bounce2d_restitution, 1.0f);
    flanes friction = load_or(a, IN_bounce2d_friction, 0.0f);
    mask valid = ball_is_sound(a, IN_bounce2d_ball_x, radius);
    valid = m_and(valid, m_and(f_le(zero, dt), f_lt(dt, room)));
    valid = m_and(valid, m_and(f_le(zero, restitution), f_lt(restitution, room)));
    valid = m_and(valid, m_and(f_le(zero, friction), f_le(friction, one)));
    return (voyage){.b = ball_in_grains(load_ball(a, IN_bounce2d_ball_x, radius)),
                    .left = w_widen(f_keep(valid, dt)),
                    .one_plus_restitution = w_add(w_set(1.0), w_widen(restitution)),
                    .friction = w_widen(friction),
                    .held = {w_set(0.0), w_set(0.0), w_set(0.0), w_lt(w_set(0.0), w_set(0.0))},
                    .valid = valid};
}

/* Returns the answers. All are 0 if the voyage is not valid or a number overflows. */
WAY_INLINE bounce2d_answers answers_of(const voyage *trip, vector place, vector velocity, ilanes status) {
    const flanes zero = f_set(0.0f);
    flanes all = f_add(f_add(f_abs(place.x), f_abs(place.y)), f_add(f_abs(velocity.x), f_abs(velocity.y)));
    mask sound = m_and(trip->valid, f_lt(all, f_set(INFINITY)));
    return (bounce2d_answers){
        f_keep(sound, f_add(place.x, zero)),    f_keep(sound, f_add(place.y, zero)),
        f_keep(sound, f_add(velocity.x, zero)), f_keep(sound, f_add(velocity.y, zero)),
        i_keep(sound, trip->bounces),           i_select(sound, status, i_set(WAY_INVALID))};
}

WAY_INLINE bounce2d_answers bounce(agents a) {
    vector start = load_vector(a, IN_bounce2d_ball_x, 2), before = load_vector(a, IN_bounce2d_ball_vx, 2);
    voyage trip = voyage_of(a);
    const mask valid = trip.valid;
    trip.speed_unit = slow_down(&trip.b, &trip.left);
    wall_search search; /* all searches share this struct, because it takes much of the stack */
    for (voyage_state state = STARTS; (state = travel(&trip, &search, a.walls, state)) == NEAR_A_WALL;) {
        hold_off(&search, &trip.b, &trip.held, a.walls, valid);
        state = HELD_OFF;
    }
    vector place = {.x = w_narrow(w_add(trip.b.x, w_mul(trip.b.vx, trip.left))),
                    .y = w_narrow(w_add(trip.b.y, w_mul(trip.b.vy, trip.left)))};
    /* if all walls are at least a skin away, rounding the position does not move the ball into one */
    mask near = m_and(valid, m_or(trip.capped, m_narrow(w_or(trip.touching, trip.held.side_was_unsure))));
    if (m_any(near))
        stay_inside(&trip, &start, &search, a.walls, near, &place);
    vector velocity = {.x = w_narrow(w_mul(trip.b.vx, trip.speed_unit)),
                       .y = w_narrow(w_mul(trip.b.vy, trip.speed_unit))};
    velocity = gain_nothing(before, velocity, load_or(a, IN_bounce2d_restitution, 1.0f));
    return answers_of(&trip, place, velocity, i_select(trip.capped, i_set(WAY_LATE), i_set(WAY_MET)));
}

#if WAY_WIDE_IS_DOUBLE
#include "kernels/bounce/bounce_moving.h"

/* Like bounce. */
WAY_INLINE bounce2d_answers bounce_among_moving(agents a) {
    const wide zero = w_set(0.0);
    vector start = load_vector(a, IN_bounce2d_ball_x, 2), before = load_vector(a, IN_bounce2d_ball_vx, 2);
    ride r = {.trip = voyage_of(a), .list = a.walls, .wall_vx = zero, .wall_vy = zero};
    voyage *trip = &r.trip;
    r.whole = trip->left;
    trip->speed_unit = w_set(1.0);
    for (voyage_state state = STARTS; (state = travel_among_moving(&r, state)) == NEAR_A_WALL;) {
        hold_off_moving(&r);
        state = HELD_OFF;
    }
    vector velocity = {.x = w_narrow(trip->b.vx), .y = w_narrow(trip->b.vy)};
    if (m_any(trip->capped))
        ride_with_walls(&r);
    vector place = {.x = w_narrow(w_add(trip->b.x, w_mul(trip->b.vx, trip->left))),
                    .y = w_narrow(w_add(trip->b.y, w_mul(trip->b.vy, trip->left)))};
    mask near = m_or(trip->capped, m_narrow(w_or(trip->touching, trip->held.side_was_unsure)));
    near = m_and(trip->valid, m_andnot(near, r.crushed));
    if (m_any(near))
        stay_inside_moving(&r, &start, near, &place);
    if (m_any(r.crushed))
        settle_all_crushed(&r, &place, &velocity);
    flanes restitution = load_or(a, IN_bounce2d_restitution, 1.0f);
    velocity =
        vector_select(m_or(r.pushed, r.crushed), velocity, gain_nothing(before, velocity, restitution), 2);
    ilanes status = i_select(trip->capped, i_set(WAY_LATE), i_set(WAY_MET));
    return answers_of(trip, place, velocity, i_select(r.crushed, i_set(WAY_CRUSHED), status));
}
#define OTHER(a) bounce_among_moving(a)
#define TAKES_OTHER(block) ((block)->walls->velocity != NULL)
#endif

#define NAME bounce2d
#define SUMS bounce2d_answers
#define SUM(a) bounce(a)
#define FINISH(a, sums, roots) (sums)
#define AHEAD 0
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define STACK_USE 2
#include "kernels/loop.h"
DEFINE_CALL_WITH_WALLS(way_bounce2d, bounce2d, fast)
