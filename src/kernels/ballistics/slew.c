/* Finds the first moment at which a gun can fire a shot that hits. The barrel turns at most at the rate w,
   and the shell flies straight at the speed s. Let p(T) be the runner, seen from the gun, at the time T of
   the hit. The shot has to leave at

       t(T) = T - |p(T)| / s    in the direction of p(T)

   and the barrel reaches this direction in time if the angle that it turns is at most w t(T). The hits
   with t >= 0 are one or two branches: those from the first one on, and, if the runner is faster than the
   shell, those of shots with which the runner catches up, from the last one back. On a branch, t rises with the
   distance S from its start, and the angle A of p from its direction at the start rises, too, by less than a
   half turn. If the barrel turns towards the runner's motion, what it lacks, w t - (o - A), only rises. If it
   turns with the motion, the excess w t - (o + A) has an extremum where the direction turns at the rate w.
   With y = the cosine of the angle between p and the runner's velocity v, d = the least distance, s' = +1 on
   the first branch and -1 on the second one, and m = v / s, these extrema are the roots of

       v (1 - y^2) = w d (s' - m y)

   So the excess rises, may fall between the two roots, and rises again. Each of these pieces has at most one
   root, which Newton steps within a bracket find. An arc of traverse cuts a branch into at most two segments,
   and without an arc the barrel can turn either way; both are two offsets o.

   Differences of angles cancel, so both precisions compute in doubles. */
#define WAY_FAMILY "kernels/ballistics/slew.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

#if WAY_WIDE_IS_DOUBLE

#include "kernels/wide_angle.h"

#define INPUT(column) IN_slew2d_##column
#define SLEW_STEPS 120
#define SLEW_TURN 0x1.921fb54442d18p+2
#define SLEW_ROUNDED 0x1p-44 /* what rounding may change of a sum of angles */

/* The gun, as its inputs say. The vectors of the edges are the ends of the arc of traverse. */
typedef struct slewing_gun {
    wide_vector runner, v, heading, facing; /* the runner, seen from the gun */
    wide rate, speed;                       /* w and s */
    wide cosine, sine, half;                /* of half the arc */
    widemask limited;
} slewing_gun;

/* A branch of hits, mirrored so that the runner moves to the left. */
typedef struct slew_branch {
    wide_vector from, by;          /* p at S = 0, and its derivative */
    wide start, sense, mirrored;   /* T at S = 0; +1 or -1; a number with the sign of the mirror */
    wide square, along, cross;     /* |from|^2, from . by, from x by >= 0 */
    wide x, d, v, rest;            /* from = (x, d), along the motion and beside it; |from| - |x| */
    wide slow, fast, m, per_speed; /* sense - m, sense + m, v / s, 1 / s */
    wide rises_to, falls_to;       /* S at the extrema of the excess */
    wide top, last_angle;          /* the largest S, and A after all S */
    widemask lasts;                /* is every t reached? */
    wide rate;
} slew_branch;

typedef struct slew_moment {
    wide time, angle, time_rate, angle_rate;
} slew_moment;

/* A shot: the time of fire, S, and how far the barrel turns to the left; time is +inf if there is none. */
typedef struct slew_shot {
    wide time, s, turn, end; /* end: S at which the target leaves the arc */
} slew_shot;

/* A part of a branch, and the angle from the barrel to the direction at S = 0. */
typedef struct slew_segment {
    wide begin, end, offset;
    widemask exists;
} slew_segment;

WAY_INLINE wide w_min(wide a, wide b) { return w_select(w_lt(a, b), a, b); }
WAY_INLINE wide w_max(wide a, wide b) { return w_select(w_lt(a, b), b, a); }

/* t and A at S, and their derivatives. |p| = |x| + d^2 / (|p| + |x|), so that nothing cancels if s = v. */
WAY_INLINE slew_moment slew_moment_at(const slew_branch *b, wide s) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    wide x = w_add(b->x, w_mul(b->v, s)), dd = w_mul(b->d, b->d);
    wide distance = w_sqrt(w_add(w_mul(x, x), dd)), sum = w_add(distance, w_abs(x));
    wide rest = w_div(dd, w_select(w_lt(zero, sum), sum, one));
    widemask ahead = w_le(zero, x);
    wide skipped = w_keep(w_and(ahead, w_lt(b->x, zero)), w_add(b->x, b->x));
    wide per = w_div(one, w_select(w_lt(zero, distance), distance, one));
    slew_moment now;
    wide lost = w_add(skipped, w_sub(rest, b->rest));
    now.time = w_sub(w_mul(w_select(ahead, b->slow, b->fast), s), w_mul(lost, b->per_speed));
    now.angle = wide_angle(w_add(b->square, w_mul(b->along, s)), w_mul(b->cross, s));
    now.time_rate = w_sub(b->sense, w_mul(b->m, w_mul(x, per)));
    now.angle_rate = w_mul(w_mul(b->d, b->v), w_mul(per, per));
    return now;
}

/* Sets the extrema of the excess: y^2 - m k y + (sense k - 1) = 0, with k = d w / v. */
WAY_INLINE void find_extrema(slew_branch *b) {
    const wide zero = w_set(0.0), one = w_set(1.0), half = w_set(0.5), never = w_set(INFINITY);
    widemask moves = w_lt(zero, b->v);
    wide per_v = w_div(one, w_select(moves, b->v, one));
    wide k = w_mul(w_mul(b->d, b->rate), per_v), mk = w_mul(b->m, k);
    wide constant = w_sub(w_mul(b->sense, k), one);
    wide disc = w_sub(w_mul(mk, mk), w_mul(w_set(4.0), constant));
    wide larger = w_mul(half, w_add(mk, w_sqrt(w_keep(w_lt(zero, disc), disc))));
    wide smaller = w_div(constant, w_select(w_lt(zero, larger), larger, one));
    widemask falls = w_and(w_and(w_lt(zero, disc), w_lt(smaller, one)), moves);
    wide least = w_mul(w_sqrt(b->square), w_set(0x1p-48));
    for (int later = 0; later < 2; later++) {
        wide y = later ? larger : smaller;
        wide across =
            w_select(w_lt(one, k), w_sub(one, w_mul(y, y)), w_mul(k, w_sub(b->sense, w_mul(b->m, y))));
        wide x = w_div(w_mul(y, b->d), w_sqrt(w_select(w_lt(zero, across), across, zero)));
        /* also where it is the quotient of two zeros: the runner passes through the muzzle */
        widemask sure = w_le(least, w_abs(x));
        x = w_select(sure, x, later ? least : w_negate(least));
        wide s = w_mul(w_sub(x, b->x), per_v);
        s = w_select(falls, s, w_select(b->lasts, w_negate(never), never));
        if (later)
            b->falls_to = s;
        else
            b->rises_to = s;
    }
}

WAY_APART void slew_branch_of(const slewing_gun *g, wide start, wide sense, slew_branch *b) {
    const wide zero = w_set(0.0), one = w_set(1.0), never = w_set(INFINITY);
    wide_vector from = wide_add_scaled(g->runner, g->v, start, 2), by = wide_scale(g->v, sense, 2);
    wide cross = cross2(g->runner.x, g->runner.y, by.x, by.y);
    b->mirrored = w_select(w_lt(cross, zero), w_set(-1.0), one);
    from.y = w_flip(from.y, b->mirrored);
    by.y = w_flip(by.y, b->mirrored);
    b->from = from, b->by = by;
    b->start = start, b->sense = sense, b->rate = g->rate;
    wide vv = wide_dot(by, by, 2), v = w_sqrt(vv);
    widemask moves = w_lt(zero, v);
    wide per_v = w_div(one, w_select(moves, v, one));
    b->square = wide_dot(from, from, 2);
    b->along = wide_dot(from, by, 2);
    b->cross = w_abs(cross);
    b->v = v;
    b->x = w_keep(moves, w_mul(b->along, per_v));
    b->d = w_select(moves, w_mul(b->cross, per_v), w_sqrt(b->square));
    wide size = w_abs(b->x), far = w_sqrt(w_add(w_mul(b->x, b->x), w_mul(b->d, b->d)));
    wide sum = w_add(far, size);
    b->rest = w_div(w_mul(b->d, b->d), w_select(w_lt(zero, sum), sum, one));
    b->per_speed = w_div(one, g->speed);
    b->m = w_mul(v, b->per_speed);
    /* 1 - m = (s^2 - v^2) / (s (s + v)) */
    wide lead = speed_lead(w_mul(g->speed, g->speed), by, 2);
    wide less = w_div(lead, w_mul(g->speed, w_add(g->speed, v))), more = w_add(one, b->m);
    widemask ascends = w_lt(zero, sense);
    b->slow = w_select(ascends, less, w_negate(more));
    b->fast = w_select(ascends, more, w_negate(less));
    b->lasts = w_and(ascends, w_lt(zero, lead));
    find_extrema(b);
    /* t rises while sense - m y > 0; if s = v it rises without end, and hits beyond 2^40 are left out */
    wide beyond = w_mul(w_mul(w_set(0x1p40), w_add(far, b->d)), per_v);
    wide across = w_mul(w_sub(b->m, one), w_add(b->m, one));
    wide x = w_div(w_flip(b->d, sense), w_sqrt(w_select(w_lt(zero, across), across, zero)));
    wide top = w_mul(w_sub(x, b->x), per_v);
    b->top = w_select(b->lasts, never, w_min(w_max(top, zero), beyond));
    b->last_angle = wide_angle(b->along, b->cross);
}

/* Returns S at which p has the direction e, or +inf. */
WAY_INLINE wide slew_passes(const slew_branch *b, wide_vector e) {
    const wide zero = w_set(0.0);
    wide left = cross2(b->from.x, b->from.y, e.x, e.y), right = cross2(e.x, e.y, b->by.x, b->by.y);
    widemask inside = w_and(w_le(zero, left), w_lt(zero, right));
    return w_select(inside, w_div(left, w_select(inside, right, w_set(1.0))), w_set(INFINITY));
}

/* Returns the first shot of a segment. */
WAY_APART slew_shot first_of_segment(const slew_branch *b, const slew_segment *part, wide met_at) {
    const wide zero = w_set(0.0), one = w_set(1.0), half = w_set(0.5), infinity = w_set(INFINITY);
    const wide rate = b->rate;
    wide begin = w_select(part->exists, part->begin, zero), end = w_min(part->end, b->top);
    widemask exists = w_and(part->exists, w_le(begin, end));
    if (!m_any(m_narrow(exists)))
        return (slew_shot){infinity, zero, zero, end};
    slew_moment m = slew_moment_at(b, begin);
    wide turn = w_add(part->offset, m.angle), excess = w_sub(w_mul(rate, m.time), w_abs(turn));
    wide slope = w_add(w_mul(rate, m.time_rate), w_flip(m.angle_rate, w_negate(turn)));
    widemask closing = w_lt(turn, zero), at_once = w_and(exists, w_le(zero, excess));
    widemask open = w_andnot(exists, at_once);

    /* After `latest`, every direction is reached. */
    widemask lasts = w_and(b->lasts, w_lt(zero, rate));
    wide most = w_select(closing, w_negate(turn), w_add(part->offset, b->last_angle));
    wide pace = w_mul(rate, b->slow);
    wide latest = w_select(lasts, w_div(most, w_select(lasts, pace, one)), infinity);

    wide reach = w_select(closing, w_min(met_at, latest), b->rises_to);
    wide first = w_min(reach, end);
    widemask tries = w_and(open, w_and(w_le(begin, first), w_lt(first, infinity)));
    slew_moment f = slew_moment_at(b, w_keep(tries, first));
    wide at_first = w_add(part->offset, f.angle), allowed = w_mul(rate, f.time);
    wide slack = w_mul(w_set(SLEW_ROUNDED), w_add(w_abs(part->offset), w_add(f.angle, allowed)));
    /* where the two meet there is a shot, whatever rounding says */
    widemask sure = w_and(closing, w_le(met_at, end));
    widemask found = w_and(tries, w_or(sure, w_le(w_abs(at_first), w_add(allowed, slack))));
    begin = w_select(w_and(found, w_lt(allowed, w_abs(at_first))), first, begin);

    /* the last piece, in which the excess rises again */
    widemask tail = w_and(w_andnot(w_andnot(open, found), closing), lasts);
    wide low = w_max(begin, b->falls_to), high = w_min(end, latest);
    tail = w_and(tail, w_le(low, high));
    if (m_any(m_narrow(tail))) {
        slew_moment h = slew_moment_at(b, w_keep(tail, high));
        wide at_high = w_add(part->offset, h.angle), reached = w_mul(rate, h.time);
        wide more = w_mul(w_set(SLEW_ROUNDED), w_add(w_abs(part->offset), w_add(h.angle, reached)));
        tail = w_and(tail, w_le(at_high, w_add(reached, more)));
        wide end_slope = w_sub(w_mul(rate, h.time_rate), h.angle_rate);
        begin = w_select(tail, low, begin);
        first = w_select(tail, high, first);
        excess = w_select(tail, w_sub(reached, at_high), excess);
        slope = w_select(tail, end_slope, slope);
    } else
        high = first;
    found = w_and(w_or(found, tail), open);

    low = begin, high = first;
    wide s = w_sub(w_select(tail, high, low), w_div(excess, slope));
    s = w_select(w_and(w_lt(low, s), w_lt(s, high)), s, w_add(low, w_mul(half, w_sub(high, low))));
    s = w_select(found, s, begin);
    wide time = m.time;
    widemask looking = found;
    for (int step = 0; step < SLEW_STEPS && m_any(m_narrow(looking)); step++) {
        m = slew_moment_at(b, s);
        wide angle = w_add(part->offset, m.angle), ready = w_mul(rate, m.time);
        excess = w_sub(ready, w_abs(angle));
        wide turning = w_flip(m.angle_rate, w_negate(angle)), settled = w_mul(rate, m.time_rate);
        slope = w_add(settled, turning);
        widemask enough = w_le(zero, excess);
        high = w_select(enough, s, high);
        low = w_select(enough, low, s);
        wide go = w_div(excess, slope), next = w_sub(s, go),
             middle = w_add(low, w_mul(half, w_sub(high, low)));
        widemask inside = w_and(w_lt(low, next), w_lt(next, high));
        next = w_select(inside, next, middle);
        if (step > 8 && step % 3 == 0)
            next = middle;
        widemask close = w_le(w_abs(excess), w_mul(w_set(0x1p-51), w_add(ready, w_abs(angle))));
        close = w_or(close, w_le(w_sub(high, low), w_mul(w_set(0x1p-51), high)));
        close = w_or(close, w_and(inside, w_le(w_abs(go), w_mul(w_set(0x1p-51), s))));
        /* the more certain of the two: by the barrel's turn, or by the runner's way */
        wide by_turn = w_div(w_abs(angle), w_select(w_lt(zero, rate), rate, one));
        widemask turns = w_and(w_lt(m.angle_rate, settled), w_lt(zero, rate));
        time = w_select(looking, w_select(turns, by_turn, m.time), time);
        turn = w_select(looking, angle, turn);
        looking = w_andnot(looking, close);
        s = w_select(looking, next, s);
    }
    time = w_select(w_or(found, at_once), w_max(time, zero), infinity);
    return (slew_shot){time, s, turn, end};
}

/* Returns the segments of a branch: one for each way to turn, or one for each time in the arc. */
WAY_APART void slew_segments(const slewing_gun *g, const slew_branch *b, slew_segment part[2]) {
    const wide zero = w_set(0.0), infinity = w_set(INFINITY), turn = w_set(SLEW_TURN);
    const wide nearly = w_set(0x1p-40);
    wide_vector heading = g->heading, facing = g->facing;
    heading.y = w_flip(heading.y, b->mirrored);
    facing.y = w_flip(facing.y, b->mirrored);
    wide offset = wide_turn(heading, b->from);
    wide lift = w_keep(w_lt(offset, zero), turn);
    part[0] = part[1] = (slew_segment){zero, infinity, offset, w_le(zero, zero)};
    if (m_any(m_narrow(g->limited))) {
        wide barrel = wide_turn(facing, heading), target = wide_turn(facing, b->from);
        wide_vector leftmost = {w_sub(w_mul(facing.x, g->cosine), w_mul(facing.y, g->sine)),
                                w_add(w_mul(facing.x, g->sine), w_mul(facing.y, g->cosine)), zero};
        wide_vector rightmost = {w_add(w_mul(facing.x, g->cosine), w_mul(facing.y, g->sine)),
                                 w_sub(w_mul(facing.y, g->cosine), w_mul(facing.x, g->sine)), zero};
        wide excess = w_sub(w_sub(target, barrel), offset);
        wide lifted = w_keep(w_lt(w_set(4.0), w_abs(excess)), w_flip(turn, excess));
        wide before = w_sub(w_negate(g->half), target), left = w_sub(g->half, target);
        wide enters = slew_passes(b, rightmost), leaves = slew_passes(b, leftmost);
        leaves = w_keep(w_lt(nearly, w_abs(left)), leaves);
        widemask outside = w_lt(nearly, before);
        lift = w_select(g->limited, lifted, lift);
        wide begin = w_keep(outside, enters);
        part[0].begin = w_keep(g->limited, begin);
        part[0].end = w_select(g->limited, leaves, infinity);
        widemask reaches = w_and(w_le(w_negate(nearly), left), w_lt(begin, infinity));
        part[0].exists = w_or(w_andnot(part[0].exists, g->limited), w_and(g->limited, reaches));
        part[1].begin = w_keep(g->limited, enters);
        widemask again = w_and(w_lt(before, w_negate(nearly)), w_lt(enters, infinity));
        part[1].exists = w_or(w_andnot(part[1].exists, g->limited), w_and(g->limited, again));
    }
    part[0].offset = w_add(offset, lift);
    part[1].offset = w_add(offset, w_sub(lift, turn));
}

WAY_INLINE slew_segment slew_segment_select(widemask m, slew_segment a, slew_segment b) {
    return (slew_segment){w_select(m, a.begin, b.begin), w_select(m, a.end, b.end),
                          w_select(m, a.offset, b.offset), w_or(w_and(a.exists, m), w_andnot(b.exists, m))};
}

/* The answer of a branch. */
typedef struct slew_result {
    wide time, hit, turn, track;
    wide_vector direction;
} slew_result;

WAY_APART slew_result first_of_branch(const slewing_gun *g, const slew_branch *b, widemask exists) {
    const wide zero = w_set(0.0), one = w_set(1.0), infinity = w_set(INFINITY);
    slew_segment part[2];
    slew_segments(g, b, part);
    wide_vector heading = g->heading;
    heading.y = w_flip(heading.y, b->mirrored);
    wide meets = slew_passes(b, heading);
    /* first the segment with the smaller turn, as the other one is rarely earlier */
    widemask swapped = w_lt(w_abs(part[1].offset), w_abs(part[0].offset));
    slew_segment near = slew_segment_select(swapped, part[1], part[0]);
    slew_segment far = slew_segment_select(swapped, part[0], part[1]);
    near.exists = w_and(near.exists, exists);
    far.exists = w_and(far.exists, exists);
    /* the barrel and the runner come to the same direction if they are less than a half turn apart */
    wide near_meets = w_select(w_lt(w_negate(near.offset), w_set(4.0)), meets, infinity);
    wide far_meets = w_select(w_lt(w_negate(far.offset), w_set(4.0)), meets, infinity);
    slew_shot shot = first_of_segment(b, &near, near_meets);
    wide least = w_sub(w_abs(far.offset), w_keep(w_lt(far.offset, zero), b->last_angle));
    far.exists = w_and(
        far.exists, w_le(w_mul(least, w_set(1 - 0x1p-40)), w_mul(b->rate, w_min(shot.time, w_set(0x1p900)))));
    far.exists = w_and(far.exists, w_lt(zero, shot.time));
    slew_shot other = first_of_segment(b, &far, far_meets);
    /* a tie goes to the left */
    widemask left = w_lt(zero, w_flip(b->mirrored, w_select(swapped, w_set(-1.0), one)));
    widemask second = w_or(w_lt(other.time, shot.time), w_andnot(w_le(other.time, shot.time), left));
    slew_result r;
    r.time = w_select(second, other.time, shot.time);
    wide s = w_select(second, other.s, shot.s), end = w_select(second, other.end, shot.end);
    r.turn = w_flip(w_select(second, other.turn, shot.turn), b->mirrored);
    s = w_keep(w_lt(r.time, infinity), s);
    r.hit = w_add(b->start, w_mul(b->sense, s));
    wide_vector p = wide_add_scaled(b->from, b->by, s, 2);
    wide pp = wide_dot(p, p, 2);
    widemask apart = w_lt(zero, pp);
    p.x = w_select(apart, p.x, b->from.x), p.y = w_select(apart, p.y, b->from.y);
    wide size = w_sqrt(w_select(apart, pp, b->square));
    wide per = w_div(one, w_select(w_lt(zero, size), size, one));
    r.direction = (wide_vector){w_mul(p.x, per), w_flip(w_mul(p.y, per), b->mirrored), zero};
    /* it tracks until the direction turns faster than the barrel, or leaves the arc */
    wide until =
        w_select(w_lt(s, b->rises_to), w_min(end, b->rises_to), w_select(w_lt(s, b->falls_to), s, end));
    widemask ends = w_lt(until, infinity);
    r.track = w_select(ends, w_max(slew_moment_at(b, w_keep(ends, until)).time, r.time), infinity);
    return r;
}

WAY_INLINE slew_result slew_select(widemask m, slew_result a, slew_result b) {
    return (slew_result){w_select(m, a.time, b.time),
                         w_select(m, a.hit, b.hit),
                         w_select(m, a.turn, b.turn),
                         w_select(m, a.track, b.track),
                         {w_select(m, a.direction.x, b.direction.x),
                          w_select(m, a.direction.y, b.direction.y), a.direction.z}};
}

WAY_INLINE slew2d_answers slew2d(agents a) {
    const wide zero = w_set(0.0), one = w_set(1.0), most = w_set(FLT_MAX);
    slewing_gun g;
    g.runner = between_wide(a, INPUT(muzzle_x), INPUT(runner_x), 2);
    g.v = load_wide_vector(a, INPUT(runner_vx), 2);
    g.v.x = w_sub(g.v.x, w_widen(load_or(a, INPUT(platform_vx), 0.0f)));
    g.v.y = w_sub(g.v.y, w_widen(load_or(a, INPUT(platform_vy), 0.0f)));
    g.heading = load_wide_vector(a, INPUT(heading_x), 2);
    g.facing.x = w_widen(load_or(a, INPUT(facing_x), 0.0f));
    g.facing.y = w_widen(load_or(a, INPUT(facing_y), 0.0f));
    g.facing.z = zero;
    g.rate = load_wide(a, INPUT(turn_rate));
    wide speed = load_wide(a, INPUT(shell_speed)), arc = w_widen(load_or(a, INPUT(arc), -1.0f));
    flanes horizon = load_or(a, INPUT(horizon), INFINITY), dt = load_or(a, INPUT(dt), 0.0f);

    wide hh = wide_dot(g.heading, g.heading, 2), cc = wide_dot(g.facing, g.facing, 2);
    wide rr = wide_dot(g.runner, g.runner, 2), vv = wide_dot(g.v, g.v, 2), ss = w_mul(speed, speed);
    wide squares = w_add(w_add(w_add(hh, cc), w_add(rr, vv)), w_add(ss, w_mul(g.rate, g.rate)));
    wide step = w_widen(dt);
    squares = w_add(squares, w_add(w_mul(arc, arc), w_mul(step, step)));
    widemask sound = w_and(w_lt(squares, w_set(0x1p126)), w_and(w_lt(zero, hh), w_le(zero, g.rate)));
    mask valid = m_and(m_narrow(w_and(sound, w_le(zero, step))), f_lt(f_set(-INFINITY), horizon));
    widemask able = w_lt(zero, speed), apart = w_le(w_set(FLT_MIN), rr);

    widemask works = w_and(sound, w_and(able, apart));
    g.speed = w_select(works, speed, one);
    g.limited = w_and(w_lt(w_set(-1.0), arc), w_lt(zero, cc));
    g.cosine = w_min(arc, one);
    g.sine = w_sqrt(w_keep(g.limited, w_mul(w_sub(one, g.cosine), w_add(one, g.cosine))));
    g.half = wide_angle(g.cosine, g.sine);

    /* the first and the last hit of a shot that leaves now */
    wide lead = speed_lead(w_mul(g.speed, g.speed), g.v, 2), b = wide_dot(g.runner, g.v, 2);
    wide cross = cross2(g.runner.x, g.runner.y, g.v.x, g.v.y);
    wide disc = discriminant(w_mul(w_mul(g.speed, g.speed), rr), w_mul(cross, cross), b, lead, rr);
    widemask comes = w_lt(b, zero), real = w_le(zero, disc), slower = w_lt(zero, lead);
    wide sum = w_add(w_abs(b), w_sqrt(w_keep(real, disc)));
    widemask some = w_and(w_lt(zero, sum), w_and(real, w_or(comes, slower)));
    wide start = w_div(w_select(comes, rr, sum), w_select(some, w_select(comes, sum, lead), one));
    works = w_and(works, some);
    start = w_keep(works, start);

    slew_branch branch;
    slew_branch_of(&g, start, one, &branch);
    slew_result r = first_of_branch(&g, &branch, works);
    widemask twice = w_and(works, w_lt(lead, zero));
    if (m_any(m_narrow(twice))) {
        wide last = w_div(sum, w_select(twice, w_negate(lead), one));
        slew_branch_of(&g, w_keep(twice, last), w_set(-1.0), &branch);
        slew_result late = first_of_branch(&g, &branch, twice);
        r = slew_select(w_lt(late.time, r.time), late, r);
    }

    wide_vector heading = wide_scale(g.heading, w_div(one, w_sqrt(w_select(w_lt(zero, hh), hh, one))), 2);
    r.time = w_keep(apart, r.time);
    r.hit = w_keep(apart, r.hit);
    r.turn = w_keep(apart, r.turn);
    r.track = w_keep(apart, r.track);
    r.direction.x = w_select(apart, r.direction.x, heading.x);
    r.direction.y = w_select(apart, r.direction.y, heading.y);

    widemask ever = w_and(w_le(r.time, most), w_le(r.hit, most));
    mask there = m_andnot(valid, m_narrow(apart)), meets = m_and(valid, m_narrow(w_and(works, ever)));
    mask reached = m_and(m_or(there, meets), f_le(w_narrow(r.time), horizon));
    ilanes status = i_select(m_narrow(able), i_set(WAY_TOO_SLOW), i_set(WAY_IMMOBILE));
    status = i_select(m_or(there, meets), i_set(WAY_LATE), status);
    status = i_select(reached, i_select(there, i_set(WAY_THERE), i_set(WAY_MET)), status);

    wide in_step = w_mul(g.rate, step), size = w_abs(r.turn);
    widemask arrives = w_le(size, in_step);
    wide_vector turned = wide_turned(heading, w_flip(w_min(in_step, size), r.turn));
    vector direction = wide_narrow(r.direction, 2), next = wide_narrow(turned, 2);
    next = vector_select(m_narrow(arrives), direction, next, 2);
    next = vector_select(reached, next, wide_narrow(heading, 2), 2);
    return (slew2d_answers){
        f_select(reached, w_narrow(r.time), f_set(INFINITY)),
        f_select(reached, w_narrow(r.hit), f_set(INFINITY)),
        XY(vector_keep(reached, direction, 2)),
        f_keep(reached, w_narrow(r.turn)),
        XY(vector_keep(valid, next, 2)),
        f_keep(reached, w_narrow(r.track)),
        i_select(valid, status, i_set(WAY_INVALID)),
    };
}

#endif

#define NAME slew2d
#define SOLVE(a) slew2d(a)
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_slew2d, slew2d, exact)
