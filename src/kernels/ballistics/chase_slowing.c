/* Finds the earliest meeting of a chaser with a runner that slows down on a line: see slowing.h. Let p be the
   chaser's foot on the line, h the chaser's distance from the foot, and D the distance to the runner after t.
   s is the chaser's speed, R its reach and tau its reaction time. They meet at the first t at which the
   excess is 0 or negative:

       excess(t) = D - (R + s (t - tau)), D = sqrt(h^2 + (way - p)^2).

   As functions of `way`, t is convex, because the runner slows down, and D is also convex. Until the runner
   passes the foot, D falls, and the excess falls too. After that, the derivative of the excess with respect
   to `way` has the sign of -q:

       q = s / speed - (way - p) / D.

   q is convex, because 1 / speed is convex and (way - p) / D is concave. So the excess falls, may rise, and
   falls again. The excess has a lowest point in between only if q has a root, and Newton steps from the foot
   reach the first root without passing it. If the excess at this lowest point is 0 or negative, the first
   meeting is before the point. Otherwise it is after the point, while the runner moves or after it has
   stopped. Each of these intervals has one root.

   The runner may also come within reach while the chaser still waits during its reaction time: then they meet
   at that moment. Differences of distances cancel, so both precisions compute in doubles. */
#define WAY_FAMILY "kernels/ballistics/chase_slowing.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

#if WAY_WIDE_IS_DOUBLE

#include "kernels/ballistics/slowing.h"

#define INPUT(column) IN_chase_slowing2d_##column

typedef struct slowing_chase {
    slowing_law law;
    wide_vector r, along;  /* the vector from the chaser to the runner, and the runner's direction */
    wide foot, off, apart; /* p, h, and D at time 0, as at the top of this file */
    wide speed, base;      /* s, and R - s tau */
    wide reach, reaction;
} slowing_chase;

/* Returns the lanes that are not in m. */
WAY_INLINE widemask not_in(widemask m) { return w_andnot(w_le(w_set(0.0), w_set(0.0)), m); }

WAY_INLINE slowing_chase slowing_chase_of(agents a) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    slowing_chase c;
    wide_vector v = load_wide_vector(a, INPUT(runner_vx), 2);
    wide speed = w_sqrt(wide_dot(v, v, 2));
    widemask moves = w_lt(zero, speed);
    wide size = w_select(moves, speed, one);
    c.along = (wide_vector){w_select(moves, w_div(v.x, size), one), w_keep(moves, w_div(v.y, size)), zero};
    c.r = between_wide(a, INPUT(chaser_x), INPUT(runner_x), 2);
    c.foot = w_negate(wide_dot(c.r, c.along, 2));
    c.off = w_abs(cross2(c.r.x, c.r.y, c.along.x, c.along.y));
    c.apart = w_sqrt(wide_dot(c.r, c.r, 2));
    c.law = slowing_law_of(speed, w_widen(load_or(a, INPUT(slowing), 0.0f)),
                           w_widen(load_or(a, INPUT(friction), 0.0f)));
    wide own = load_wide(a, INPUT(chaser_speed));
    c.speed = w_keep(w_lt(zero, own), own);
    c.reach = w_widen(load_or(a, INPUT(reach), 0.0f));
    c.reaction = w_widen(load_or(a, INPUT(reaction_time), 0.0f));
    c.base = w_sub(c.reach, w_mul(c.speed, c.reaction));
    return c;
}

/* A value and its slope. The value is the excess at a time, or the remaining distance to a position. */
typedef struct excess {
    wide value, slope;
} excess;

WAY_INLINE wide distance_at(const slowing_chase *c, wide way) {
    wide beyond = w_sub(way, c->foot);
    return w_sqrt(w_add(w_mul(c->off, c->off), w_mul(beyond, beyond)));
}

WAY_INLINE excess excess_at(const slowing_chase *c, wide time, wide place, widemask by_place) {
    rolled now = rolled_until(c->law, time);
    wide distance = distance_at(c, now.way), beyond = w_sub(now.way, c->foot);
    wide away = w_keep(w_lt(w_set(0.0), distance), w_div(beyond, distance));
    excess e = {w_sub(distance, w_add(c->base, w_mul(c->speed, time))),
                w_sub(w_mul(now.speed, away), c->speed)};
    e.value = w_select(by_place, w_sub(place, now.way), e.value);
    e.slope = w_select(by_place, w_negate(now.speed), e.slope);
    return e;
}

/* A time span: the excess is above 0 at the start, and 0 or negative at the end. */
typedef struct span {
    wide low, high, place;
    widemask by_place;
} span;

/* Returns the root in the span, by Newton steps. If a step would leave the span, and in each fourth step, the
   span is halved instead. */
WAY_APART wide root_in(const slowing_chase *c, span in, widemask looking) {
    wide t = in.low;
    for (int step = 0; step < 44 && m_any(m_narrow(looking)); step++) {
        excess e = excess_at(c, t, in.place, in.by_place);
        widemask above = w_lt(w_set(0.0), e.value);
        in.low = w_select(w_and(looking, above), t, in.low);
        in.high = w_select(w_and(looking, not_in(above)), t, in.high);
        wide next = w_sub(t, w_div(e.value, e.slope));
        widemask inside = w_and(w_le(in.low, next), w_le(next, in.high));
        if (step % 8 == 7)
            inside = w_and(inside, w_le(w_set(0x1p90), in.high));
        next = w_select(inside, next, w_mul(w_add(in.low, in.high), w_set(0.5)));
        wide change = w_abs(w_sub(next, t)), gap = w_sub(in.high, in.low);
        t = w_select(looking, next, t);
        widemask closed = w_le(gap, w_mul(next, w_set(0x1p-46)));
        closed = w_or(closed, w_and(inside, w_le(change, w_mul(next, w_set(0x1p-38)))));
        looking = w_andnot(looking, closed);
    }
    return t;
}

/* After the runner has passed the foot, the excess may fall to a lowest point and then rise: the time of this
   point. */
typedef struct lowest {
    wide time;
    widemask exists;
} lowest;

WAY_APART lowest least_excess(const slowing_chase *c) {
    const wide zero = w_set(0.0), one = w_set(1.0), end = rolled_until(c->law, c->law.stop).way;
    widemask looking =
        w_and(w_lt(c->speed, c->law.speed), w_or(w_lt(c->foot, end), w_le(w_set(INFINITY), c->law.stop)));
    widemask ahead = w_and(looking, w_lt(zero, c->foot));
    widemask endless = w_le(w_set(INFINITY), c->law.stop);
    span to_foot = {zero, w_select(endless, w_set(0x1p100), c->law.stop), c->foot, ahead};
    lowest found = {w_keep(ahead, root_in(c, to_foot, ahead)), w_lt(one, zero)};

    /* a lower bound of the root: as if the runner kept the speed that it has at the foot */
    rolled now = rolled_until(c->law, found.time);
    wide ratio = w_div(c->speed, w_select(w_lt(zero, now.speed), now.speed, one));
    widemask faster = w_and(w_lt(zero, now.speed), w_lt(ratio, one));
    wide rest = w_sqrt(w_keep(faster, w_mul(w_sub(one, ratio), w_add(one, ratio))));
    wide past = w_div(w_mul(c->off, ratio), w_select(faster, rest, one));
    wide more = w_div(w_sub(past, w_sub(now.way, c->foot)), w_select(faster, now.speed, one));
    looking = w_and(looking, faster);
    found.time = w_add(found.time, w_keep(w_and(looking, w_lt(zero, more)), more));
    for (int step = 0; step < 32 && m_any(m_narrow(looking)); step++) {
        now = rolled_until(c->law, found.time);
        wide beyond = w_sub(now.way, c->foot);
        beyond = w_keep(w_lt(zero, beyond), beyond); /* the runner has passed the foot, whatever rounding
                                                        says */
        wide distance = w_sqrt(w_add(w_mul(c->off, c->off), w_mul(beyond, beyond)));
        wide per = w_div(one, distance), slow = w_div(one, now.speed);
        wide away = w_select(w_lt(zero, distance), w_mul(beyond, per), one);
        wide q = w_sub(w_mul(c->speed, slow), away);
        wide bend = w_mul(w_mul(c->off, per), w_mul(w_mul(c->off, per), per));
        wide brake = w_add(c->law.slowing, w_mul(c->law.friction, now.speed));
        wide rise = w_sub(w_mul(w_mul(c->speed, brake), w_mul(w_mul(slow, slow), slow)), bend);
        widemask there = w_and(w_le(q, w_set(0x1p-48)), w_lt(zero, now.speed));
        widemask goes_on = w_and(w_lt(rise, zero), w_lt(zero, now.speed));
        found.exists = w_or(found.exists, w_and(looking, there));
        looking = w_and(looking, w_andnot(goes_on, there));
        wide step_on = w_div(w_mul(q, slow), w_negate(rise));
        found.time = w_add(found.time, w_keep(looking, step_on));
        widemask still = w_le(step_on, w_mul(found.time, w_set(0x1p-50)));
        found.exists = w_or(found.exists, w_and(looking, still));
        looking = w_andnot(looking, still);
    }
    found.exists = w_or(found.exists, looking);
    return found;
}

/* Returns the earliest time, or +inf, for a runner that is out of reach now. */
WAY_INLINE wide first_meeting(const slowing_chase *c) {
    const wide zero = w_set(0.0), infinity = w_set(INFINITY);
    const widemask never = w_lt(zero, zero), endless = w_le(infinity, c->law.stop);
    lowest low = {zero, never};
    if (m_any(m_narrow(w_lt(c->speed, c->law.speed))))
        low = least_excess(c);
    widemask before = w_and(low.exists, w_le(excess_at(c, low.time, zero, never).value, zero));

    /* if the runner never stops, a faster chaser meets it in the end, and an equally fast chaser may meet it
       */
    wide far = w_negate(w_add(c->foot, c->base));
    widemask gains = w_or(w_lt(c->law.speed, c->speed), w_and(w_le(c->law.speed, c->speed), w_lt(far, zero)));
    wide end = w_select(endless, w_set(0x1p100), c->law.stop);
    wide stopped = distance_at(c, rolled_until(c->law, end).way);
    widemask reaches = w_le(stopped, w_add(c->base, w_mul(c->speed, end)));
    widemask moving = w_or(w_and(endless, gains), w_andnot(reaches, endless));
    span in = {w_keep(not_in(before), w_keep(low.exists, low.time)), w_select(before, low.time, end), zero,
               never};

    /* the runner comes within reach during the reaction time */
    wide chord = w_mul(w_sub(c->reach, c->off), w_add(c->reach, c->off));
    wide entry = w_sub(c->foot, w_sqrt(w_keep(w_lt(zero, chord), chord)));
    wide reacts = w_select(w_lt(c->reaction, end), c->reaction, end);
    widemask comes =
        w_and(w_le(zero, chord), w_and(w_lt(zero, entry), w_le(entry, rolled_until(c->law, reacts).way)));
    in.low = w_keep(not_in(comes), in.low);
    in.high = w_select(comes, reacts, in.high);
    in.place = w_keep(comes, entry);
    in.by_place = comes;

    widemask searched = w_or(comes, w_or(before, moving));
    wide time = root_in(c, in, searched);
    widemask waits = w_and(not_in(endless), w_lt(zero, c->speed));
    wide stands = w_div(w_sub(stopped, c->base), w_select(waits, c->speed, w_set(1.0)));
    return w_select(searched, time, w_select(waits, stands, infinity));
}

WAY_INLINE mask is_0_or_more(flanes a) { return m_and(f_le(f_set(0.0f), a), f_lt(a, f_set(0x1p60f))); }

WAY_INLINE chase_slowing2d_answers chase_slowing2d(agents a) {
    const wide zero = w_set(0.0), most = w_set(FLT_MAX);
    const slowing_chase c = slowing_chase_of(a);
    flanes horizon = load_or(a, INPUT(horizon), INFINITY);
    wide own = load_wide(a, INPUT(chaser_speed));
    wide squares = w_add(w_mul(c.apart, c.apart), w_add(w_mul(c.law.speed, c.law.speed), w_mul(own, own)));
    mask valid = m_and(m_narrow(w_lt(squares, w_set(0x1p120))), f_lt(f_set(-INFINITY), horizon));
    valid = m_and(valid, m_and(is_0_or_more(load_or(a, INPUT(slowing), 0.0f)),
                               is_0_or_more(load_or(a, INPUT(friction), 0.0f))));
    valid = m_and(valid, m_and(is_0_or_more(load_or(a, INPUT(reach), 0.0f)),
                               is_0_or_more(load_or(a, INPUT(reaction_time), 0.0f))));

    widemask there = w_le(zero, squares_left(w_mul(c.reach, c.reach), c.r, 2));
    wide time = w_keep(not_in(there), first_meeting(&c));
    widemask ever = w_le(time, most);
    wide after = w_keep(ever, time), way = rolled_until(c.law, after).way;
    wide_vector then = wide_add_scaled(c.r, c.along, way, 2);
    wide distance = distance_at(&c, way);
    widemask runs = w_andnot(w_lt(w_mul(c.reach, w_set(1 + 0x1p-40)), distance), there);
    wide scale = w_keep(runs, w_div(c.speed, distance));
    vector point = wide_narrow(wide_add_scaled(load_wide_vector(a, INPUT(runner_x), 2), c.along, way, 2), 2);

    mask found = m_and(valid, m_narrow(ever)), met = m_and(found, f_le(w_narrow(time), horizon));
    ilanes status = i_select(m_narrow(w_lt(zero, own)), i_set(WAY_TOO_SLOW), i_set(WAY_IMMOBILE));
    status = i_select(found, i_set(WAY_LATE), status);
    status = i_select(met, i_select(m_narrow(there), i_set(WAY_THERE), i_set(WAY_MET)), status);
    return (chase_slowing2d_answers){
        f_select(met, w_narrow(time), f_set(INFINITY)),
        XY(vector_keep(met, point, 2)),
        XY(vector_keep(met, wide_narrow(wide_scale(then, scale, 2), 2), 2)),
        i_select(valid, status, i_set(WAY_INVALID)),
    };
}

#endif

#define NAME chase_slowing2d
#define SOLVE(a) chase_slowing2d(a)
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_chase_slowing2d, chase_slowing2d, exact)
