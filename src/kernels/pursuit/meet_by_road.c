/* Finds the earliest meeting of a chaser with the speed s off a road and w > s on the road. Let X be the
   distance from the chaser to the runner along the road, d the chaser's distance from the road, and Y the
   runner's distance from it. The fastest route by road joins and leaves the road at an angle from the road's
   normal whose sine is s / w (Snell's law). Let C be sqrt(w w - s s). If |X| C >= (d + |Y|) s, the route by
   road takes the time

       (|X| s + (d + |Y|) C) / (s w).

   Otherwise the straight route is at least as fast. X and Y are linear in the time t. So the chaser can reach
   the runner by road at all t >= 0 for which four expressions p + q t are 0 or negative, one for each pair of
   signs of X and Y:

       p = +-X s + (d +- Y) C,   q = +-X' s +- Y' C - s w.

   These t form one interval. The condition for the road may fail at the start of the interval and hold only
   later. When it begins to hold, the straight route is still at least as fast as the road. So in this case
   the meeting on the straight route comes first. If the condition never holds, the road leads to no meeting.

   The terms of p and of q can cancel, so both precisions compute in doubles. */
#define WAY_FAMILY "kernels/pursuit/meet_by_road.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

#if WAY_WIDE_IS_DOUBLE

#define INPUT(column) IN_meet_by_road2d_##column

/* The chaser and the runner, relative to the road. */
typedef struct roadside {
    wide_vector along, aside;  /* unit vectors; `aside` is to the left of `along` */
    wide speed, fast, closing; /* s, w, C; C is 0 if the road is not faster */
    wide off;                  /* the chaser's distance to the left of the road */
    wide x, y, vx, vy;         /* X and Y at time 0 with signs, and their derivatives */
    wide rounding;             /* the distance up to which a meeting may fail because of rounding */
} roadside;

/* A route that reaches the runner at `time`. If there is no such route, `time` is +inf. */
typedef struct road_way {
    wide time;
    wide lacks; /* above 0: the road is surely too short at its first time */
} road_way;

/* The points at which a route joins and leaves the road. */
typedef struct road_points {
    wide_vector join, leave;
} road_points;

WAY_INLINE roadside roadside_of(agents a) {
    const wide zero = w_set(0.0);
    wide_vector heading = load_wide_vector(a, INPUT(road_heading_x), 2);
    wide_vector from_road = between_wide(a, INPUT(road_x), INPUT(chaser_x), 2);
    wide_vector runner = between_wide(a, INPUT(road_x), INPUT(runner_x), 2);
    wide_vector apart = between_wide(a, INPUT(chaser_x), INPUT(runner_x), 2);
    wide_vector v = load_wide_vector(a, INPUT(runner_vx), 2);
    wide square = wide_dot(heading, heading, 2);
    wide length = w_sqrt(w_select(w_lt(zero, square), square, w_set(1.0)));
    roadside b;
    b.along = (wide_vector){w_div(heading.x, length), w_div(heading.y, length), zero};
    b.aside = wide_perpendicular(b.along);
    b.speed = load_wide(a, INPUT(chaser_speed));
    b.fast = load_wide(a, INPUT(road_speed));
    wide gain = w_mul(w_sub(b.fast, b.speed), w_add(b.fast, b.speed));
    b.closing = w_sqrt(w_keep(w_lt(b.speed, b.fast), gain));
    b.off = wide_dot(b.aside, from_road, 2);
    b.x = wide_dot(b.along, apart, 2);
    b.y = wide_dot(b.aside, runner, 2);
    b.vx = wide_dot(b.along, v, 2);
    b.vy = wide_dot(b.aside, v, 2);
    wide_vector chaser = load_wide_vector(a, INPUT(chaser_x), 2),
                other = load_wide_vector(a, INPUT(runner_x), 2);
    wide places = w_add(w_add(w_abs(chaser.x), w_abs(chaser.y)), w_add(w_abs(other.x), w_abs(other.y)));
    b.rounding = w_mul(places, w_set(0x1p-21));
    return b;
}

/* The times from `first` to `last`, at which none of the four expressions p + q t is positive. */
typedef struct road_times {
    wide first, last;
} road_times;

WAY_INLINE road_times times_by_road(roadside b, wide rounding) {
    const wide zero = w_set(0.0), pace = w_mul(b.speed, b.fast);
    const wide x = w_mul(b.x, b.speed), y = w_mul(b.y, b.closing);
    const wide vx = w_mul(b.vx, b.speed), vy = w_mul(b.vy, b.closing);
    const wide base = w_sub(w_mul(rounding, b.fast), w_mul(w_abs(b.off), b.closing));
    const wide sums[2] = {w_add(x, y), w_sub(x, y)}, rates[2] = {w_add(vx, vy), w_sub(vx, vy)};
    road_times met = {zero, w_set(INFINITY)};
    for (int k = 0; k < 4; k++) {
        const int ahead = k < 2;
        wide p = ahead ? w_sub(base, sums[k % 2]) : w_add(base, sums[k % 2]); /* -p */
        wide q = w_sub(ahead ? rates[k % 2] : w_negate(rates[k % 2]), pace);
        widemask falls = w_lt(q, zero);
        wide t = w_div(p, q);
        met.first = w_larger(w_keep(falls, t), met.first);
        met.last = w_select(w_andnot(w_lt(t, met.last), falls), t, met.last);
    }
    return met;
}

/* Returns the route by road that ends at the first of these times. */
WAY_INLINE road_way way_by_road(roadside b, road_times met) {
    const wide zero = w_set(0.0);
    const widemask exists = w_and(w_lt(zero, b.closing), w_le(met.first, met.last));
    road_way way = {.time = w_select(exists, met.first, w_set(INFINITY))};
    wide t = w_keep(w_lt(way.time, w_set(INFINITY)), way.time);
    wide x = w_add(b.x, w_mul(b.vx, t)), y = w_abs(w_add(b.y, w_mul(b.vy, t))), off = w_abs(b.off);
    const wide across = w_mul(w_add(off, y), b.speed), along = w_mul(w_abs(x), b.closing);
    widemask long_enough = w_le(across, along);
    way.lacks = w_sub(w_mul(across, w_set(1 - 0x1p-44)), along);
    way.time = w_select(long_enough, way.time, w_set(INFINITY));
    return way;
}

/* Returns the points of the route by road that reaches the runner at the time t. */
WAY_INLINE road_points points_on_road(agents a, roadside b, wide t) {
    const wide zero = w_set(0.0);
    wide x = w_add(b.x, w_mul(b.vx, t)), y = w_abs(w_add(b.y, w_mul(b.vy, t))), off = w_abs(b.off);
    wide slant = w_div(b.speed, w_select(w_lt(zero, b.closing), b.closing, w_set(1.0)));
    /* as distances along the road from the chaser's foot on the road */
    wide join = w_flip(w_mul(off, slant), x), leave = w_sub(x, w_flip(w_mul(y, slant), x));
    wide_vector chaser = load_wide_vector(a, INPUT(chaser_x), 2);
    wide_vector foot = wide_add_scaled(chaser, b.aside, w_negate(b.off), 2);
    return (road_points){wide_add_scaled(foot, b.along, join, 2), wide_add_scaled(foot, b.along, leave, 2)};
}

/* Returns the first t >= 0 with |r + v t| = s t, or +inf: see meeting.h. */
WAY_INLINE wide first_straight(wide s, wide_vector r, wide_vector v) {
    const wide zero = w_set(0.0);
    wide_vector k = wide_cross(r, v, 2);
    wide ss = w_mul(s, s), rr = wide_dot(r, r, 2), b = wide_dot(r, v, 2), lead = speed_lead(ss, v, 2);
    wide disc = discriminant(w_mul(ss, rr), wide_cross_square(k, 2), b, lead, rr);
    widemask comes = w_lt(b, zero), real = w_le(zero, disc);
    wide sum = w_add(w_abs(b), w_sqrt(w_keep(real, disc)));
    wide t = w_div(w_select(comes, rr, sum), w_select(comes, sum, lead));
    widemask met = w_and(real, w_or(comes, w_lt(zero, lead)));
    return w_select(w_and(met, w_lt(zero, sum)), t, w_set(INFINITY));
}

/* If a runner with the speed v > s passes and is missed by at most `rounding`: returns the time at which |r +
   v t| - s t is least. Otherwise returns +inf. */
WAY_INLINE wide passing_time(wide s, wide_vector r, wide_vector v, wide rounding) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    wide lead = speed_lead(w_mul(s, s), v, 2), b = wide_dot(r, v, 2), vv = wide_dot(v, v, 2);
    widemask comes = w_and(w_lt(b, zero), w_lt(lead, zero));
    vv = w_select(comes, vv, one);
    wide root = w_sqrt(w_select(comes, w_negate(lead), one));
    wide aside = w_div(w_abs(cross2(r.x, r.y, v.x, v.y)), vv), passes = w_div(w_negate(b), vv);
    wide miss = w_sub(w_mul(aside, root), w_mul(s, passes));
    wide t = w_add(passes, w_div(w_mul(s, aside), root));
    return w_select(w_and(comes, w_le(miss, rounding)), t, w_set(INFINITY));
}

/* The two ways to meet: by road, and straight. */
typedef struct road_choice {
    road_way way;
    wide straight;
} road_choice;

/* A chaser that asks in each frame must not lose a runner that it only just reaches because its position was
   rounded: the next hunt would be much longer. So if the answer is much later than a meeting that fails by at
   most the rounding, replaces the answer by this meeting. */
WAY_OUT_OF_LINE void keep_meeting(agents a, road_choice *of) {
    const roadside b = roadside_of(a);
    const wide_vector r = between_wide(a, INPUT(chaser_x), INPUT(runner_x), 2);
    const wide_vector v = load_wide_vector(a, INPUT(runner_vx), 2);
    widemask fast = w_lt(w_mul(b.speed, b.speed), wide_dot(v, v, 2));
    const road_way near = way_by_road(b, times_by_road(b, b.rounding));
    const wide passes = passing_time(b.speed, r, v, b.rounding);
    wide time = w_smaller(of->way.time, of->straight), soon = w_smaller(near.time, passes);
    wide late = w_add(w_mul(w_mul(soon, b.speed), w_set(8.0)), w_mul(b.rounding, w_set(256.0)));
    widemask hardly = w_and(fast, w_lt(late, w_mul(time, b.speed)));
    of->way.time = w_select(hardly, near.time, of->way.time);
    of->straight = w_select(hardly, passes, of->straight);
}

/* May keep_meeting change a lane? This test divides nothing. It is sure, but not sharp: it allows for twice
   the rounding R, and for the errors of all sums. If p grows by -E, a time -p / q changes by at most E / |q|.
   `least` is the smallest |q|. So the road is never possible if (first - last) least > 2 E, and its first
   time is at least first - E / least. If the road is too short at `first`, it can be long enough before only
   if it lacks at most the change in between. The runner is missed by more than R if the cross product
   |r x v| sqrt(v v - s s) is above R v v - s r.v. A meeting on the straight route is never later than the
   time at which the runner passes. */
WAY_INLINE mask may_hardly_meet(roadside b, road_times met, road_choice of, wide_vector r, wide_vector v) {
    const wide zero = w_set(0.0), s = b.speed, two = w_set(2.0);
    const wide vv = wide_dot(v, v, 2), lead = speed_lead(w_mul(s, s), v, 2), dot = wide_dot(r, v, 2);
    wide time = w_smaller(of.way.time, of.straight), slack = w_mul(b.rounding, two);
    wide sizes = w_mul(w_add(w_add(w_abs(b.off), w_abs(b.x)), w_abs(b.y)), w_set(0x1p-48));
    wide error = w_mul(w_add(slack, sizes), b.fast), pace = w_mul(s, b.fast);
    wide vx = w_mul(b.vx, s), vy = w_mul(b.vy, b.closing);
    wide least =
        w_smaller(w_abs(w_sub(w_abs(w_add(vx, vy)), pace)), w_abs(w_sub(w_abs(w_sub(vx, vy)), pace)));
    widemask never = w_lt(w_mul(two, error), w_mul(w_sub(met.first, met.last), least));
    wide soonest = w_mul(w_mul(s, w_set(8.0)), w_sub(w_mul(met.first, least), error));
    soonest = w_add(soonest, w_mul(w_mul(b.rounding, w_set(256.0)), least));
    widemask sure = w_or(never, w_le(w_mul(w_mul(time, s), least), soonest));
    sure = w_or(sure, w_le(b.closing, zero));
    wide slope = w_add(w_mul(w_abs(b.vy), s), w_mul(w_abs(b.vx), b.closing));
    widemask exists = w_le(met.first, met.last);
    sure = w_or(sure, w_and(exists, w_lt(w_mul(w_mul(slope, two), error), w_mul(of.way.lacks, least))));
    wide aside = wide_cross_square(wide_cross(r, v, 2), 2), ahead = w_sub(w_mul(slack, vv), w_mul(s, dot));
    widemask passes = w_and(w_lt(dot, zero), w_le(w_set(INFINITY), of.straight));
    passes = w_andnot(passes, w_lt(w_mul(ahead, ahead), w_mul(aside, w_negate(lead))));
    widemask hardly = w_andnot(w_lt(w_mul(s, s), vv), w_andnot(sure, passes));
    return m_narrow(w_and(w_lt(zero, s), hardly));
}

/* Are all numbers finite, and small enough that nothing overflows? */
WAY_INLINE mask is_sound(agents a, roadside b, wide_vector r, flanes horizon) {
    wide_vector from_road = between_wide(a, INPUT(road_x), INPUT(chaser_x), 2);
    wide squares = w_add(wide_dot(r, r, 2), wide_dot(from_road, from_road, 2));
    squares = w_add(squares, w_add(w_mul(b.vx, b.vx), w_mul(b.vy, b.vy)));
    squares = w_add(squares, w_add(w_mul(b.speed, b.speed), w_mul(b.fast, b.fast)));
    flanes heading = vector_size(load_vector(a, INPUT(road_heading_x), 2), 2);
    mask headed = m_and(f_lt(f_set(0.0f), heading), f_lt(heading, f_set(INFINITY)));
    mask sound = m_and(headed, m_narrow(w_lt(squares, w_set(0x1p126))));
    return m_and(sound, f_lt(f_set(-INFINITY), horizon));
}

WAY_INLINE meet_by_road2d_answers meet_by_road2d(agents a) {
    const wide zero = w_set(0.0), most = w_set(FLT_MAX);
    const roadside b = roadside_of(a);
    wide_vector r = between_wide(a, INPUT(chaser_x), INPUT(runner_x), 2);
    wide_vector v = load_wide_vector(a, INPUT(runner_vx), 2);
    flanes horizon = load_or(a, INPUT(horizon), INFINITY);
    mask valid = is_sound(a, b, r, horizon);

    const road_times met = times_by_road(b, zero);
    road_choice of = {way_by_road(b, met), first_straight(b.speed, r, v)};
    if (m_any(m_and(valid, may_hardly_meet(b, met, of, r, v)))) {
        road_choice kept = of;
        keep_meeting(again(a), &kept);
        of = kept;
    }
    widemask by_road = w_lt(of.way.time, of.straight);
    wide time = w_select(by_road, of.way.time, of.straight);
    widemask apart = w_le(w_set(FLT_MIN), wide_dot(r, r, 2));
    time = w_keep(apart, time);
    widemask able = w_lt(zero, b.speed), ever = w_and(able, w_le(time, most));
    mask there = m_andnot(valid, m_narrow(apart)), meets = m_and(valid, m_narrow(ever));
    mask reached = m_and(m_or(there, meets), f_le(w_narrow(time), horizon));
    wide after = w_keep(w_le(time, most), time);
    vector point = wide_narrow(wide_add_scaled(load_wide_vector(a, INPUT(runner_x), 2), v, after, 2), 2);
    const road_points on = points_on_road(a, b, after);
    mask on_road = m_narrow(w_and(by_road, apart));
    vector join = vector_select(on_road, wide_narrow(on.join, 2), point, 2);
    vector leave = vector_select(on_road, wide_narrow(on.leave, 2), point, 2);

    ilanes status = i_select(m_narrow(able), i_set(WAY_TOO_SLOW), i_set(WAY_IMMOBILE));
    status = i_select(m_or(there, meets), i_set(WAY_LATE), status);
    status = i_select(reached, i_select(there, i_set(WAY_THERE), i_set(WAY_MET)), status);
    return (meet_by_road2d_answers){
        f_select(reached, w_narrow(time), f_set(INFINITY)),
        XY(vector_keep(reached, join, 2)),
        XY(vector_keep(reached, leave, 2)),
        XY(vector_keep(reached, point, 2)),
        i_select(valid, status, i_set(WAY_INVALID)),
    };
}

#endif

#define NAME meet_by_road2d
#define SOLVE(a) meet_by_road2d(a)
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_meet_by_road2d, meet_by_road2d, exact)
