/* Finds the acceleration with which a chaser reaches a runner. r is the separation, v is the runner's
   velocity relative to the chaser, and the unit of acceleration is the chaser's largest acceleration.

   Meeting: the earliest root of t^2 / 2 = |r + v t|. With u = 1 / t, it is the largest root of the quartic
   u^2 |r u + v|^2 - 1/4, whose derivative is u times a quadratic. So the quartic has at most one minimum at u
   > 0; a formula gives it. If the quartic is 0 or negative at this minimum, the answer is its only root
   beyond the minimum. Otherwise it is the only root before the minimum.

   Positions are rounded, and just before a meeting the thrust cannot make up for this any more. So a ship
   meets the runner at this minimum if the lack |r + v t| - t^2 / 2 is at most 2^-19 of the largest coordinate
   there, and the way t^2 / 2 at most 16 times as long. If the runner is within about three such lengths, there
   may be no minimum; the ship then meets the runner when it is nearest. In steps of dt, positions drift by up
   to e / dt in a second (e: see below), and thrust makes up for this drift only if it has about (e / dt) /
   acceleration seconds. So if dt is given, the lack may also be (e / dt)^2 / acceleration, but at most 128 e.

   Matching: for a time T, let h = r + v T / 2. Along h, the chaser accelerates and then brakes equally hard;
   across h it brakes evenly. Let k be v T / 2. To match in the time T in this way, the chaser needs the
   acceleration

       2 / T^2 sqrt(2 h.h + k.k + 2 sqrt((h.h)^2 + (h.k)^2)).

   The longer T is, the less acceleration is needed. So there is only one T for which the needed acceleration
   is 1, the largest possible. By Minkowski's inequality, no other pair of perpendicular axes, each with its
   own acceleration and braking, needs less. Along h, B is the acceleration and q is the time of the turn:

       B (2 q - T) = v.h / |h|,   B (q^2 - T^2 / 2) = -r.h / |h|.

   With steps of dt, T is a whole number of steps. In the step in which the chaser turns, the acceleration
   differs, so that both sums stay exact. Sums cancel near the end of a flight, so both precisions compute in
   doubles.

   Near the runner, a step may be shorter than the rounding e of the caller's positions, or of the product of
   a velocity and dt. The ship then does not move as planned, and would plan the same step for ever. So a ship
   that is near the runner brakes as soon as its steps are at most 2 e, and is there once it rests. A ship that
   thrusts from rest covers up to 1.5 (e / dt)^2 / acceleration before its steps are long enough on all axes.
   So "near" is 2 e and this way, but at most 18 e. Velocities are rounded too, by 2^-24 of their sizes. A ship
   that moves by so little is there only if it is near without the rounding of the products. Farther away, it
   brakes first. */
#define WAY_FAMILY "kernels/pursuit/thrust.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

#if WAY_WIDE_IS_DOUBLE

/* The separation and the relative velocity, in units of the chaser's acceleration, and their sizes. */
typedef struct journey {
    wide_vector r, v;
    wide distance, speed;
    wide grazing;     /* the distance at which a ship that passes meets the runner */
    wide rounding;    /* e */
    wide near, rest;  /* a ship that matches has arrived up to this distance and this speed, */
    wide close, slow; /* or up to these */
} journey;

WAY_INLINE wide largest_coordinate(agents a, int k, int dims) {
    wide_vector p = load_wide_vector(a, k, dims);
    wide most = w_larger(w_abs(p.x), w_abs(p.y));
    return dims == 3 ? w_larger(most, w_abs(p.z)) : most;
}

WAY_INLINE wide places_of(agents a, int dims) {
    return w_larger(largest_coordinate(a, COLUMN(dims, thrust, chaser_x), dims),
                    largest_coordinate(a, COLUMN(dims, thrust, runner_x), dims));
}

/* Returns the distance up to which a ship is near the runner if positions are rounded by e. */
WAY_INLINE wide near_for(wide e, wide step) {
    widemask steps = w_lt(w_set(0.0), step);
    wide more = w_div(w_mul(e, w_set(1.5)), w_select(steps, step, w_set(1.0)));
    return w_mul(e, w_add(w_set(2.0), w_keep(steps, w_smaller(more, w_set(16.0)))));
}

/* Sets the rounding of a step, and what follows from it. e is at least 2^-14 of the way of a step. */
WAY_INLINE void set_rounding(journey *j, agents a, widemask able, wide per, wide dt, int dims) {
    wide_vector own = load_wide_vector(a, COLUMN(dims, thrust, chaser_vx), dims);
    wide_vector other = load_wide_vector(a, COLUMN(dims, thrust, runner_vx), dims);
    wide places = places_of(a, dims);
    wide speeds = w_add(w_sqrt(wide_dot(own, own, dims)), w_sqrt(wide_dot(other, other, dims)));
    dt = w_keep(able, dt);
    wide step = w_mul(dt, dt);
    wide still = w_larger(w_mul(w_mul(places, per), w_set(0x1p-23)), w_mul(step, w_set(0x1p-14)));
    j->rounding = w_larger(still, w_mul(w_mul(w_mul(speeds, per), w_set(0x1p-23)), dt));
    j->near = near_for(j->rounding, step);
    j->close = near_for(still, step);
    widemask steps = w_lt(w_set(0.0), step);
    wide drift = w_div(w_mul(j->rounding, j->rounding), w_select(steps, step, w_set(1.0)));
    drift = w_smaller(drift, w_mul(j->rounding, w_set(128.0)));
    j->grazing = w_larger(j->grazing, w_keep(steps, drift));
    j->rest = w_mul(dt, w_set(0x1p-20));
    j->slow = w_add(w_mul(w_mul(speeds, per), w_set(0x1p-22)), j->rest);
}

/* Returns the lanes in which a ship that matches has arrived. */
WAY_INLINE widemask has_matched(const journey *j) {
    widemask close = w_and(w_le(j->distance, j->close), w_le(j->speed, j->slow));
    return w_or(close, w_and(w_le(j->distance, j->near), w_le(j->speed, j->rest)));
}

/* A number that falls to 0 or below at some time, and its slope. */
typedef struct lack {
    wide value, slope;
} lack;

/* Returns |r + v t| - t^2 / 2. */
WAY_INLINE lack lack_of_meeting(const journey *j, wide t, int dims) {
    wide_vector gap = wide_add_scaled(j->r, j->v, t, dims);
    wide size = w_sqrt(wide_dot(gap, gap, dims));
    wide away = w_keep(w_lt(w_set(0.0), size), w_div(wide_dot(gap, j->v, dims), size));
    return (lack){w_sub(size, w_mul(w_mul(t, t), w_set(0.5))), w_sub(away, t)};
}

/* The vector h at a time T, its size H, and S = sqrt(H^2 + (k.h / H)^2). */
typedef struct leg {
    wide_vector h;
    wide size, push, hv, shift;
} leg;

WAY_INLINE leg leg_of(const journey *j, wide time, int dims) {
    wide half = w_mul(time, w_set(0.5));
    leg l;
    l.h = wide_add_scaled(j->r, j->v, half, dims);
    wide square = wide_dot(l.h, l.h, dims);
    l.size = w_sqrt(square);
    l.hv = wide_dot(l.h, j->v, dims);
    l.shift = w_keep(w_lt(w_set(0.0), l.size), w_div(w_mul(half, l.hv), l.size));
    l.push = w_sqrt(w_add(square, w_mul(l.shift, l.shift)));
    return l;
}

/* Returns (the acceleration that T needs - 1) * T^2 / 2. */
WAY_INLINE lack lack_of_matching(const journey *j, wide time, int dims) {
    const leg l = leg_of(j, time, dims);
    wide half = w_mul(time, w_set(0.5)), k = w_mul(j->speed, half), kv = w_mul(k, j->speed);
    wide two = w_mul(l.size, l.push);
    wide square = w_add(w_mul(k, k), w_mul(w_set(2.0), w_add(w_mul(l.size, l.size), two)));
    wide need = w_sqrt(square);
    wide turn = w_mul(w_mul(l.shift, w_add(kv, l.hv)), w_set(0.5));
    wide rise = w_keep(w_lt(w_set(0.0), l.push), w_div(w_add(w_mul(l.size, l.hv), turn), l.push));
    rise = w_add(w_mul(w_set(2.0), w_add(l.hv, rise)), kv);
    wide slope = w_sub(w_div(w_mul(rise, w_set(0.5)), need), time);
    return (lack){w_sub(need, w_mul(w_mul(time, time), w_set(0.5))), slope};
}

/* Returns the root between two times, by Newton steps. If a step would leave the span, and in each eighth
   step, the span is halved instead. */
WAY_INLINE wide root_between(const journey *j, wide low, wide high, widemask looking, int match, int dims) {
    wide t = low;
    for (int step = 0; step < 56 && m_any(m_narrow(looking)); step++) {
        lack l = match ? lack_of_matching(j, t, dims) : lack_of_meeting(j, t, dims);
        widemask above = w_lt(w_set(0.0), l.value);
        low = w_select(w_and(looking, above), t, low);
        high = w_select(w_andnot(looking, above), t, high);
        wide next = w_sub(t, w_div(l.value, l.slope));
        widemask inside = w_and(w_le(low, next), w_le(next, high));
        if (step % 8 == 7)
            inside = w_lt(next, next);
        next = w_select(inside, next, w_mul(w_add(low, high), w_set(0.5)));
        wide change = w_abs(w_sub(next, t));
        t = w_select(looking, next, t);
        widemask closed = w_le(w_sub(high, low), w_mul(next, w_set(0x1p-48)));
        closed = w_or(closed, w_and(inside, w_le(change, w_mul(next, w_set(0x1p-44)))));
        looking = w_andnot(looking, closed);
    }
    return t;
}

/* Returns the time of the meeting. Sets `grazes` in the lanes in which the ship passes the runner so near that
   it counts as a meeting. */
WAY_INLINE wide time_to_meet(const journey *j, widemask looking, widemask *grazes, int dims) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    wide rr = wide_dot(j->r, j->r, dims), b = wide_dot(j->r, j->v, dims);
    wide high = w_add(j->speed, w_sqrt(w_add(w_mul(j->speed, j->speed), w_add(j->distance, j->distance))));
    wide low = w_div(w_add(j->distance, j->distance), high);
    wide kk = wide_cross_square(wide_cross(j->r, j->v, dims), dims);
    wide inner = w_sub(w_mul(b, b), w_mul(w_set(8.0), kk));
    widemask dips = w_and(w_lt(b, zero), w_le(zero, inner));
    wide sum = w_sub(w_sqrt(w_keep(dips, inner)), w_mul(w_set(3.0), b));
    wide dip = w_div(w_mul(w_set(4.0), rr), w_select(dips, sum, one));
    wide_vector gap = wide_add_scaled(j->r, j->v, dip, dims);
    widemask before = w_le(w_sqrt(wide_dot(gap, gap, dims)), w_mul(w_mul(dip, dip), w_set(0.5)));
    widemask after = w_and(w_andnot(dips, before), w_lt(low, dip));
    low = w_select(after, dip, low);
    before = w_and(w_and(dips, before), w_lt(dip, high));
    high = w_select(before, dip, high);
    wide vv = w_select(w_lt(b, zero), w_mul(j->speed, j->speed), one);
    wide pass = w_select(dips, dip, w_div(w_negate(b), vv));
    wide left = lack_of_meeting(j, pass, dims).value, thrust = w_mul(w_mul(pass, pass), w_set(0x1p-5));
    widemask near = w_and(w_le(left, j->grazing), w_le(thrust, j->grazing));
    *grazes = w_and(w_and(looking, w_lt(zero, pass)), w_and(w_lt(zero, left), near));
    return w_select(*grazes, pass, root_between(j, low, high, w_andnot(looking, *grazes), 0, dims));
}

WAY_INLINE wide time_to_match(const journey *j, widemask looking, int dims) {
    wide square = w_mul(j->speed, j->speed), four = w_mul(w_set(4.0), j->distance);
    wide low = w_div(four, w_add(j->speed, w_sqrt(w_add(square, four))));
    wide high = w_add(w_mul(w_set(1.5), j->speed), w_sqrt(w_add(w_mul(w_set(2.25), square), four)));
    return root_between(j, w_larger(low, j->speed), high, looking, 1, dims);
}

/* A flight that matches in the time T: along h with the acceleration `first` at the start, and across h. */
typedef struct burn {
    wide time, turn, first;
    wide_vector along, across;
} burn;

WAY_INLINE burn burn_of(const journey *j, wide time, int dims) {
    const leg l = leg_of(j, time, dims);
    widemask known = w_lt(w_set(0.0), l.size);
    wide per = w_keep(known, w_div(w_set(1.0), l.size)), speed = w_mul(l.hv, per);
    burn b;
    b.time = time;
    b.along = wide_scale(l.h, per, dims);
    b.across = wide_add_scaled(j->v, b.along, w_negate(speed), dims);
    b.across = wide_scale(b.across, w_div(w_set(1.0), time), dims);
    b.first = w_div(w_mul(w_set(2.0), w_add(l.size, l.push)), w_mul(time, time));
    b.turn = w_keep(known, w_mul(w_add(time, w_div(speed, b.first)), w_set(0.5)));
    return b;
}

WAY_INLINE wide whole(wide a) { return w_sub(w_add(a, w_set(0x1.8p52)), w_set(0x1.8p52)); }
WAY_INLINE wide whole_up(wide a) {
    wide near = whole(a);
    return w_select(w_lt(near, a), w_add(near, w_set(1.0)), near);
}
WAY_INLINE wide whole_down(wide a) {
    wide near = whole(a);
    return w_select(w_lt(a, near), w_sub(near, w_set(1.0)), near);
}

/* Changes a flight of n steps of dt so that the acceleration is constant in each step. Returns the square of
   the largest acceleration, or +inf if n is 1 and this step misses the runner by more than rounding errors. A
   slow chaser that is at the runner stops in one step; otherwise rounding would keep it moving. */
WAY_INLINE wide put_steps(const journey *j, burn *b, wide n, wide dt, int dims) {
    const wide zero = w_set(0.0), one = w_set(1.0), half = w_set(0.5);
    wide speed = w_div(wide_dot(j->v, b->along, dims), dt);
    wide way = w_div(wide_dot(j->r, b->along, dims), w_mul(dt, dt));
    wide at = whole_down(w_div(b->turn, dt)), last = w_sub(n, one);
    at = w_select(w_lt(last, at), last, at);
    at = w_keep(w_lt(zero, at), at); /* number of the step in which the chaser turns */
    wide left = w_sub(n, at);
    wide pairs = w_add(w_mul(at, w_add(at, one)), w_mul(left, w_sub(left, one)));
    widemask several = w_lt(zero, pairs);
    wide sum = w_add(w_mul(speed, w_add(at, half)), way);
    wide full = w_keep(several, w_div(w_add(sum, sum), pairs));
    wide other = w_sub(speed, w_mul(full, w_sub(w_add(w_add(at, at), one), n)));
    b->first = w_select(w_lt(zero, at), full, other);
    wide largest = w_larger(w_abs(full), w_abs(other));
    wide_vector h = wide_add_scaled(j->r, j->v, w_mul(b->time, half), dims);
    wide rounding = w_mul(w_add(j->distance, w_mul(j->speed, dt)), w_set(0x1p-20));
    widemask stops = w_and(w_le(j->distance, zero), w_le(j->speed, w_mul(dt, w_set(0x1p-10))));
    widemask misses = w_andnot(w_lt(rounding, w_sqrt(wide_dot(h, h, dims))), w_or(several, stops));
    wide need = w_add(w_mul(largest, largest), wide_dot(b->across, b->across, dims));
    return w_select(misses, w_set(INFINITY), need);
}

/* The chaser's present acceleration, and the times at which it turns and arrives. */
typedef struct answer {
    wide time, turn;
    wide_vector now;
} answer;

WAY_INLINE answer start_of(const burn *b, int dims) {
    return (answer){b->time, b->turn, wide_add_scaled(b->across, b->along, b->first, dims)};
}

/* Tries the next four numbers of steps. Returns the answer for the least one that needs no larger
   acceleration than 1. */
WAY_INLINE answer in_steps(const journey *j, wide time, wide dt, widemask looking, int dims) {
    wide n = whole_up(w_sub(w_div(time, dt), w_set(0x1p-12)));
    n = w_larger(n, w_set(1.0));
    burn b = burn_of(j, w_mul(n, dt), dims);
    wide need = put_steps(j, &b, n, dt, dims);
    answer found = start_of(&b, dims);
    for (int more = 1; more < 4; more++) {
        looking = w_andnot(looking, w_le(need, w_set(1 + 0x1p-22)));
        if (!m_any(m_narrow(looking)))
            break;
        n = w_add(n, w_set(1.0));
        b = burn_of(j, w_mul(n, dt), dims);
        need = put_steps(j, &b, n, dt, dims);
        answer longer = start_of(&b, dims);
        found.time = w_select(looking, longer.time, found.time);
        found.turn = w_select(looking, longer.turn, found.turn);
        found.now = wide_choose(looking, longer.now, found.now, dims);
    }
    return found;
}

/* Replaces the answer of a ship that is near the runner and whose steps are hardly longer than the rounding
   of positions: it brakes. */
WAY_INLINE void brake_near(const journey *j, wide dt, widemask looking, answer *found, int dims) {
    widemask creeps = w_le(w_mul(j->speed, dt), w_add(j->rounding, j->rounding));
    widemask stops = w_and(looking, w_and(creeps, w_le(j->distance, j->near)));
    if (!m_any(m_narrow(stops)))
        return;
    wide n = w_larger(whole_up(w_div(w_keep(stops, j->speed), dt)), w_set(1.0)), time = w_mul(n, dt);
    found->time = w_select(stops, time, found->time);
    found->turn = w_select(stops, w_set(0.0), found->turn);
    found->now = wide_choose(stops, wide_scale(j->v, w_div(w_set(1.0), time), dims), found->now, dims);
}

WAY_INLINE answer answer_of_match(const journey *j, wide dt, widemask looking, int dims) {
    const wide one = w_set(1.0);
    wide time = w_select(looking, time_to_match(j, looking, dims), one);
    burn b = burn_of(j, time, dims);
    answer found = start_of(&b, dims);
    /* if the ship does not turn round, the direction of h is mostly rounding error, but does not matter */
    wide edge = w_mul(time, w_set(0x1p-20));
    widemask even = w_or(w_le(b.turn, edge), w_le(w_sub(time, edge), b.turn));
    found.now = wide_choose(even, wide_scale(j->v, w_div(one, time), dims), found.now, dims);
    widemask steps = w_and(w_and(looking, w_lt(w_set(0.0), dt)), w_lt(time, w_mul(dt, w_set(0x1p30))));
    if (m_any(m_narrow(steps))) {
        wide step = w_select(steps, dt, one);
        answer stepped = in_steps(j, w_select(steps, time, one), step, steps, dims);
        found.time = w_select(steps, stepped.time, found.time);
        found.turn = w_select(steps, stepped.turn, found.turn);
        found.now = wide_choose(steps, stepped.now, found.now, dims);
        brake_near(j, step, steps, &found, dims);
    }
    edge = w_mul(found.time, w_set(0x1p-20));
    even = w_or(w_le(found.turn, edge), w_le(w_sub(found.time, edge), found.turn));
    wide_vector k = wide_cross(j->r, j->v, dims);
    wide sizes = w_mul(w_mul(j->distance, j->speed), w_set(0x1p-20));
    widemask parallel = w_le(w_sqrt(wide_cross_square(k, dims)), sizes);
    found.turn = w_select(even, w_set(0.0), found.turn);
    found.turn = w_select(parallel, found.turn, w_set(INFINITY));
    return found;
}

WAY_INLINE answer answer_of_meeting(const journey *j, widemask looking, int dims) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    widemask grazes;
    wide time = w_select(looking, time_to_meet(j, looking, &grazes, dims), one);
    wide_vector gap = wide_add_scaled(j->r, j->v, time, dims);
    wide size = w_sqrt(wide_dot(gap, gap, dims)), full = w_select(w_lt(zero, size), size, one);
    wide per = w_select(grazes, w_div(one, full), w_div(w_set(2.0), w_mul(time, time)));
    return (answer){time, w_set(INFINITY), wide_scale(gap, per, dims)};
}

typedef struct thrusting {
    flanes time;
    vector acceleration;
    flanes reverse;
    ilanes status;
} thrusting;

WAY_INLINE thrusting thrust(agents a, int dims) {
    const wide zero = w_set(0.0), one = w_set(1.0), infinity = w_set(INFINITY);
    const int runner = COLUMN(dims, thrust, runner_x), match_column = COLUMN(dims, thrust, match);
    wide_vector r = between_wide(a, COLUMN(dims, thrust, chaser_x), runner, dims);
    wide_vector v = between_wide(a, COLUMN(dims, thrust, chaser_vx), COLUMN(dims, thrust, runner_vx), dims);
    wide most = load_wide(a, COLUMN(dims, thrust, acceleration));
    flanes horizon = load_or(a, COLUMN(dims, thrust, horizon), INFINITY);
    wide match = has(a, match_column) ? w_count(load_int(a, match_column)) : zero;
    wide dt = w_widen(load_or(a, COLUMN(dims, thrust, dt), 0.0f));
    wide squares = w_add(wide_dot(r, r, dims), w_add(wide_dot(v, v, dims), w_mul(most, most)));
    widemask sound = w_and(w_lt(squares, w_set(0x1p120)), w_and(w_le(zero, dt), w_lt(dt, w_set(0x1p60))));
    sound = w_and(sound, w_and(w_le(zero, match), w_le(match, one)));
    mask valid = m_and(m_narrow(sound), f_lt(f_set(-INFINITY), horizon));

    widemask able = w_and(sound, w_lt(zero, most)), matches = w_lt(zero, match);
    wide unit = w_select(able, most, one), per = w_div(one, unit);
    journey j = {.r = wide_scale(r, per, dims), .v = wide_scale(v, per, dims)};
    j.grazing = w_mul(w_mul(places_of(a, dims), per), w_set(0x1p-19));
    j.distance = w_sqrt(wide_dot(j.r, j.r, dims));
    j.speed = w_sqrt(wide_dot(j.v, j.v, dims));
    widemask apart = w_lt(zero, j.distance);
    if (has(a, match_column)) {
        set_rounding(&j, a, able, per, dt, dims);
        apart = w_or(w_andnot(apart, matches), w_andnot(matches, has_matched(&j)));
    }
    widemask goes = w_and(able, apart), both = w_and(goes, matches);

    answer found = answer_of_meeting(&j, w_andnot(goes, matches), dims);
    if (has(a, match_column) && m_any(m_narrow(both))) {
        answer matched = answer_of_match(&j, dt, both, dims);
        found.time = w_select(both, matched.time, found.time);
        found.turn = w_select(both, matched.turn, found.turn);
        found.now = wide_choose(both, matched.now, found.now, dims);
    }
    wide time = w_select(goes, found.time, w_select(apart, infinity, zero));
    mask there = m_andnot(valid, m_narrow(apart)), ever = m_or(there, m_narrow(w_le(time, w_set(FLT_MAX))));
    mask reached = m_and(m_and(valid, ever), f_le(w_narrow(time), horizon));
    mask met = m_andnot(reached, there);
    ilanes status = i_select(m_narrow(able), i_set(WAY_TOO_SLOW), i_set(WAY_IMMOBILE));
    status = i_select(ever, i_set(WAY_LATE), status);
    status = i_select(reached, i_select(there, i_set(WAY_THERE), i_set(WAY_MET)), status);
    return (thrusting){
        f_select(reached, w_narrow(time), f_set(INFINITY)),
        vector_keep(met, wide_narrow(wide_scale(found.now, unit, dims), dims), dims),
        f_select(met, w_narrow(found.turn), f_set(INFINITY)),
        i_select(valid, status, i_set(WAY_INVALID)),
    };
}

WAY_INLINE thrust2d_answers thrust2d(thrusting t) {
    return (thrust2d_answers){t.time, XY(t.acceleration), t.reverse, t.status};
}

WAY_INLINE thrust3d_answers thrust3d(thrusting t) {
    return (thrust3d_answers){t.time, XYZ(t.acceleration), t.reverse, t.status};
}

#endif

#define NAME thrust2d
#define SOLVE(a) thrust2d(thrust(a, 2))
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_thrust2d, thrust2d, exact)

#define NAME thrust3d
#define SOLVE(a) thrust3d(thrust(a, 3))
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_thrust3d, thrust3d, exact)
