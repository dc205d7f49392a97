/* Finds the first moment at which a gun can fire a shot that hits. The barrel turns at most at the rate w,
   and the shell flies straight at the speed s. Let p(T) be the vector from the gun to the runner at the time
   T of the hit. The shot has to leave at

       t(T) = T - |p(T)| / s, in the direction of p(T).

   The barrel reaches this direction in time if the angle that it turns is at most w t(T). The hits with t >=
   0 form one or two branches. The first branch starts at the first hit and goes forward in time. If the
   runner is faster than the shell, it can also run into a shell from behind. These shots are the second
   branch, which starts at the last hit and goes back in time. On a branch, t rises with the distance S from
   the start of the branch. The angle A between p and its direction at the start also rises, by less than half
   a turn. o is the angle from the barrel to this direction. If the barrel turns against the runner's motion,
   the excess w t - (o - A) only rises. If the barrel turns with the motion, the excess w t - (o + A) has an
   extremum where the direction turns at the rate w. Let y be the cosine of the angle between p and the
   runner's velocity v, and d the least distance. Let m be v / s. Let s' be +1 on the first branch, and -1 on
   the second one. The extrema are the roots of

       v (1 - y^2) = w d (s' - m y).

   So the excess rises, may fall between the two roots, and rises again. Each of these pieces has at most one
   root; Newton steps within a bracket find it. An arc of traverse cuts a branch into at most two segments,
   one for each stay inside the arc. Without an arc there are also two segments, one for each direction in
   which the barrel can turn. Each segment has its own offset o.

   Differences of angles cancel, so both precisions compute in doubles. Shells that fall are in slew_fall.h.
   */
#define WAY_FAMILY "kernels/ballistics/slew.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

#if WAY_WIDE_IS_DOUBLE

#include "kernels/ballistics/slew_fall.h"

#define INPUT(column) IN_slew2d_##column
#define SLEW_STEPS 120
#define SLEW_TURN 0x1.921fb54442d18p+2
#define SLEW_ROUNDED 0x1p-44 /* the largest rounding error of a sum of angles */

/* A vector in the plane. It takes less stack than a vector with z. */
typedef struct slew_pair {
    wide x, y;
} slew_pair;

WAY_INLINE wide_vector slew_vector(slew_pair a) { return (wide_vector){a.x, a.y, w_set(0.0)}; }

/* The gun, from its inputs. */
typedef struct slewing_gun {
    slew_pair runner, v, heading, facing; /* runner: relative to the gun */
    wide rate, speed;                     /* w and s */
    wide cosine;                          /* cosine of half the arc */
    widemask limited;
} slewing_gun;

/* A branch of hits, mirrored so that the runner moves to the left. */
typedef struct slew_branch {
    slew_pair from, by;            /* the vector p at S = 0, and its derivative */
    wide sense, mirrored;          /* `sense` is +1 or -1, and `mirrored` a number with the sign of the
                                      mirror */
    wide square, along;            /* |from|^2, from . by */
    wide x, d, v, rest;            /* x and d are `from` along and across the motion, v is |v|, and `rest` is
                                      |from| - |x| */
    wide slow, fast, m, per_speed; /* sense - m, sense + m, v / s, 1 / s */
    wide rises_to, falls_to;       /* S at the extrema of the excess */
    wide top, last_angle;          /* `top` is the largest S, and last_angle the limit of A for infinite S */
    widemask lasts;                /* set if the branch reaches every t */
    wide rate;
} slew_branch;

typedef struct slew_moment {
    wide time, angle, time_rate, angle_rate;
} slew_moment;

/* A shot: the time of fire, S, and the angle by which the barrel turns to the left. If there is no shot, time
   is +inf. */
typedef struct slew_shot {
    wide time, s, turn, end; /* end: S at which the target leaves the arc */
} slew_shot;

/* A part of a branch, and the angle from the barrel to the direction at S = 0. */
typedef struct slew_segment {
    wide begin, end, offset;
    wide meets; /* S at which the barrel meets the target's direction, if they turn towards each other */
    widemask exists;
} slew_segment;

WAY_INLINE wide w_min(wide a, wide b) { return w_select(w_lt(a, b), a, b); }
WAY_INLINE wide w_max(wide a, wide b) { return w_select(w_lt(a, b), b, a); }

/* Reads the gun. Each step of the kernel reads the gun again, because keeping it in memory would take much
   stack. */
WAY_INLINE slewing_gun slewing_gun_of(agents a) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    wide_vector runner = between_wide(a, INPUT(x), INPUT(runner_x), 2);
    wide vx = load_wide(a, INPUT(runner_vx)), vy = load_wide(a, INPUT(runner_vy));
    wide speed = load_wide(a, INPUT(speed)), arc = w_widen(load_or(a, INPUT(arc), -1.0f));
    slewing_gun g;
    g.runner = (slew_pair){runner.x, runner.y};
    g.v = (slew_pair){w_sub(vx, w_widen(load_or(a, INPUT(platform_vx), 0.0f))),
                      w_sub(vy, w_widen(load_or(a, INPUT(platform_vy), 0.0f)))};
    g.heading = (slew_pair){load_wide(a, INPUT(heading_x)), load_wide(a, INPUT(heading_y))};
    g.facing =
        (slew_pair){w_widen(load_or(a, INPUT(facing_x), 0.0f)), w_widen(load_or(a, INPUT(facing_y), 0.0f))};
    g.rate = load_wide(a, INPUT(turn_rate));
    g.speed = w_select(w_lt(zero, speed), speed, one);
    wide size = dot2(g.facing.x, g.facing.y, g.facing.x, g.facing.y);
    g.limited = w_and(w_lt(w_set(-1.0), arc), w_lt(zero, size));
    g.cosine = w_min(arc, one);
    return g;
}

/* Returns t and A at S, and their derivatives. Computes |p| as |x| + d^2 / (|p| + |x|), so that nothing
   cancels if s = v. */
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
    now.angle = wide_angle(w_add(b->square, w_mul(b->along, s)), w_mul(w_mul(b->d, b->v), s));
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
    b->rises_to = b->falls_to = never; /* avoids a warning: gcc for Arm does not see that both are set
                                          below */
    for (int later = 0; later < 2; later++) {
        wide y = later ? larger : smaller;
        wide across =
            w_select(w_lt(one, k), w_sub(one, w_mul(y, y)), w_mul(k, w_sub(b->sense, w_mul(b->m, y))));
        wide x = w_div(w_mul(y, b->d), w_sqrt(w_select(w_lt(zero, across), across, zero)));
        /* true also if the quotient is 0 / 0, because the runner passes through the muzzle */
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

WAY_APART void slew_branch_of(agents a, wide start, wide sense, slew_branch *b) {
    const slewing_gun gun = slewing_gun_of(a), *g = &gun;
    const wide zero = w_set(0.0), one = w_set(1.0), never = w_set(INFINITY);
    wide_vector v0 = slew_vector(g->v), by = wide_scale(v0, sense, 2);
    wide_vector from = wide_add_scaled(slew_vector(g->runner), v0, start, 2);
    wide cross = cross2(g->runner.x, g->runner.y, by.x, by.y);
    b->mirrored = w_select(w_lt(cross, zero), w_set(-1.0), one);
    from.y = w_flip(from.y, b->mirrored);
    by.y = w_flip(by.y, b->mirrored);
    b->from = (slew_pair){from.x, from.y}, b->by = (slew_pair){by.x, by.y};
    b->sense = sense, b->rate = g->rate;
    wide vv = wide_dot(by, by, 2), v = w_sqrt(vv);
    widemask moves = w_lt(zero, v);
    wide per_v = w_div(one, w_select(moves, v, one));
    b->square = wide_dot(from, from, 2);
    b->along = wide_dot(from, by, 2);
    cross = w_abs(cross);
    b->v = v;
    b->x = w_keep(moves, w_mul(b->along, per_v));
    b->d = w_select(moves, w_mul(cross, per_v), w_sqrt(b->square));
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
    /* t rises while sense - m y > 0. If s = v, t rises without end, and hits beyond 2^40 are left out */
    wide beyond = w_mul(w_mul(w_set(0x1p40), w_add(far, b->d)), per_v);
    wide across = w_mul(w_sub(b->m, one), w_add(b->m, one));
    wide x = w_div(w_flip(b->d, sense), w_sqrt(w_select(w_lt(zero, across), across, zero)));
    wide top = w_mul(w_sub(x, b->x), per_v);
    b->top = w_select(b->lasts, never, w_min(w_max(top, zero), beyond));
    b->last_angle = wide_angle(b->along, cross);
}

/* Returns the S at which p has the direction e, or +inf. */
WAY_INLINE wide slew_passes(const slew_branch *b, wide_vector e) {
    const wide zero = w_set(0.0);
    wide left = cross2(b->from.x, b->from.y, e.x, e.y), right = cross2(e.x, e.y, b->by.x, b->by.y);
    widemask inside = w_and(w_le(zero, left), w_lt(zero, right));
    return w_select(inside, w_div(left, w_select(inside, right, w_set(1.0))), w_set(INFINITY));
}

/* A piece of a segment in which the excess rises from below 0, and the start of the search for its root. */
typedef struct slew_piece {
    wide low, high, s;
    wide turn, time, end; /* `turn` and `time` are those at `low`; at `end` the target leaves the arc */
    widemask found, at_once;
} slew_piece;

/* The excess at S, its derivative, and its largest rounding error. */
typedef struct slew_excess {
    slew_moment now;
    wide turn, value, slope, slack;
} slew_excess;

WAY_INLINE slew_excess slew_excess_at(const slew_branch *b, wide offset, wide s) {
    slew_excess e = {.now = slew_moment_at(b, s)};
    wide ready = w_mul(b->rate, e.now.time);
    e.turn = w_add(offset, e.now.angle);
    e.value = w_sub(ready, w_abs(e.turn));
    e.slope = w_add(w_mul(b->rate, e.now.time_rate), w_flip(e.now.angle_rate, w_negate(e.turn)));
    e.slack = w_mul(w_set(SLEW_ROUNDED), w_add(w_abs(offset), w_add(e.now.angle, ready)));
    return e;
}

/* Handles the last piece, in which the excess rises again. `latest` is a time after which the excess is above
   0. */
WAY_INLINE void slew_last_piece(const slew_branch *b, wide offset, wide latest, widemask tries,
                                slew_piece *p) {
    wide low = w_max(p->low, b->falls_to), high = w_min(p->end, latest);
    tries = w_and(tries, w_le(low, high));
    if (!m_any(m_narrow(tries)))
        return;
    slew_excess e = slew_excess_at(b, offset, w_keep(tries, high));
    tries = w_and(tries, w_le(w_negate(e.slack), e.value));
    p->low = w_select(tries, low, p->low);
    p->high = w_select(tries, high, p->high);
    p->s = w_select(tries, w_sub(high, w_div(e.value, e.slope)), p->s);
    p->found = w_or(p->found, tries);
}

/* Finds the piece with the first shot of a segment. */
WAY_APART void slew_first_piece(const slew_branch *b, const slew_segment *part, slew_piece *p) {
    const wide zero = w_set(0.0), one = w_set(1.0), infinity = w_set(INFINITY);
    p->low = w_select(part->exists, part->begin, zero);
    p->end = w_min(part->end, b->top);
    widemask exists = w_and(part->exists, w_le(p->low, p->end));
    slew_excess e = slew_excess_at(b, part->offset, p->low);
    widemask closing = w_lt(e.turn, zero);
    p->turn = e.turn, p->time = e.now.time;
    p->at_once = w_and(exists, w_le(zero, e.value));
    widemask open = w_andnot(exists, p->at_once);

    /* After the time `latest`, the barrel reaches the direction of every shot of the segment. */
    widemask lasts = w_and(b->lasts, w_lt(zero, b->rate));
    wide most = w_select(closing, w_negate(e.turn), w_add(part->offset, b->last_angle));
    wide latest = w_div(most, w_select(lasts, w_mul(b->rate, b->slow), one));
    latest = w_select(lasts, latest, infinity);

    wide reach = w_select(closing, w_min(part->meets, latest), b->rises_to);
    p->high = w_min(reach, p->end);
    p->s = w_sub(p->low, w_div(e.value, e.slope));
    widemask tries = w_and(open, w_and(w_le(p->low, p->high), w_lt(p->high, infinity)));
    slew_excess f = slew_excess_at(b, part->offset, w_keep(tries, p->high));
    /* if barrel and target meet, there is a shot, whatever rounding says */
    widemask sure = w_and(closing, w_le(part->meets, p->end));
    p->found = w_and(tries, w_or(sure, w_le(w_negate(f.slack), f.value)));
    widemask last = w_andnot(w_andnot(w_and(open, lasts), p->found), closing);
    p->low = w_select(w_and(p->found, w_lt(f.value, zero)), p->high, p->low);
    slew_last_piece(b, part->offset, latest, last, p);
}

/* Returns the shot at the root of a piece, or at its start. */
WAY_APART slew_shot slew_root_of(const slew_branch *b, wide offset, const slew_piece *p) {
    const wide zero = w_set(0.0), one = w_set(1.0), half = w_set(0.5), least = w_set(0x1p-51);
    wide low = p->low, high = p->high, s = p->s;
    s = w_select(w_and(w_lt(low, s), w_lt(s, high)), s, w_add(low, w_mul(half, w_sub(high, low))));
    s = w_select(p->found, s, p->low);
    slew_shot shot = {p->time, s, p->turn, p->end};
    const widemask slews = w_lt(zero, b->rate);
    const wide per_rate = w_div(one, w_select(slews, b->rate, one));
    widemask looking = p->found;
    for (int step = 0; step < SLEW_STEPS && m_any(m_narrow(looking)); step++) {
        slew_excess e = slew_excess_at(b, offset, s);
        widemask enough = w_le(zero, e.value);
        high = w_select(enough, s, high);
        low = w_select(enough, low, s);
        wide go = w_div(e.value, e.slope), next = w_sub(s, go);
        wide middle = w_add(low, w_mul(half, w_sub(high, low)));
        widemask inside = w_and(w_lt(low, next), w_lt(next, high));
        next = w_select(inside, next, middle);
        if (step > 8 && step % 3 == 0)
            next = middle;
        widemask close = w_le(w_abs(e.value), w_mul(least, w_add(w_abs(e.turn), w_abs(e.turn))));
        close = w_or(close, w_le(w_sub(high, low), w_mul(least, high)));
        close = w_or(close, w_and(inside, w_le(w_abs(go), w_mul(least, s))));
        /* lanes whose time is computed from the barrel's turn, which is more accurate there than the runner's
           path */
        widemask turns = w_and(w_lt(e.now.angle_rate, w_mul(b->rate, e.now.time_rate)), slews);
        wide time = w_select(turns, w_mul(w_abs(e.turn), per_rate), e.now.time);
        shot.time = w_select(looking, time, shot.time);
        shot.turn = w_select(looking, e.turn, shot.turn);
        shot.s = w_select(looking, s, shot.s);
        looking = w_andnot(looking, close);
        s = w_select(looking, next, s);
    }
    shot.time = w_select(w_or(p->found, p->at_once), w_max(shot.time, zero), w_set(INFINITY));
    return shot;
}

/* Returns the first shot of a segment. */
WAY_INLINE slew_shot first_of_segment(const slew_branch *b, const slew_segment *part) {
    const wide zero = w_set(0.0);
    if (!m_any(m_narrow(part->exists)))
        return (slew_shot){w_set(INFINITY), zero, zero, zero};
    slew_piece piece;
    slew_first_piece(b, part, &piece);
    return slew_root_of(b, part->offset, &piece);
}

WAY_INLINE slew_segment slew_segment_select(widemask m, slew_segment a, slew_segment b) {
    return (slew_segment){w_select(m, a.begin, b.begin), w_select(m, a.end, b.end),
                          w_select(m, a.offset, b.offset), w_select(m, a.meets, b.meets),
                          w_or(w_and(a.exists, m), w_andnot(b.exists, m))};
}

/* Sets the segments of a branch: one for each direction of turn, or one for each stay inside the arc. `near`
   is the segment with the smaller turn, and `far` the other one. Returns the lanes in which `near` belongs to
   the second direction or to the second stay. */
WAY_APART widemask slew_segments(agents a, const slew_branch *b, slew_segment *near, slew_segment *far) {
    const slewing_gun gun = slewing_gun_of(a), *g = &gun;
    slew_segment part[2];
    const wide zero = w_set(0.0), one = w_set(1.0), infinity = w_set(INFINITY), turn = w_set(SLEW_TURN);
    const wide nearly = w_set(0x1p-40);
    wide_vector heading = slew_vector(g->heading), facing = slew_vector(g->facing);
    wide_vector from = slew_vector(b->from);
    heading.y = w_flip(heading.y, b->mirrored);
    facing.y = w_flip(facing.y, b->mirrored);
    wide offset = wide_turn(heading, from), meets = slew_passes(b, heading);
    wide lift = w_keep(w_lt(offset, zero), turn);
    part[0] = part[1] = (slew_segment){zero, infinity, offset, meets, w_le(zero, zero)};
    if (m_any(m_narrow(g->limited))) {
        wide barrel = wide_turn(facing, heading), target = wide_turn(facing, from);
        wide cosine = g->cosine, square = w_mul(w_sub(one, cosine), w_add(one, cosine));
        wide sine = w_sqrt(w_keep(g->limited, square)), half = wide_angle(cosine, sine);
        wide_vector leftmost = {w_sub(w_mul(facing.x, cosine), w_mul(facing.y, sine)),
                                w_add(w_mul(facing.x, sine), w_mul(facing.y, cosine)), zero};
        wide_vector rightmost = {w_add(w_mul(facing.x, cosine), w_mul(facing.y, sine)),
                                 w_sub(w_mul(facing.y, cosine), w_mul(facing.x, sine)), zero};
        wide excess = w_sub(w_sub(target, barrel), offset);
        wide lifted = w_keep(w_lt(w_set(4.0), w_abs(excess)), w_flip(turn, excess));
        wide before = w_sub(w_negate(half), target), left = w_sub(half, target);
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
    for (int k = 0; k < 2; k++) /* used only if the two directions are less than half a turn apart */
        part[k].meets = w_select(w_lt(w_negate(part[k].offset), w_set(4.0)), meets, infinity);
    widemask swapped = w_lt(w_abs(part[1].offset), w_abs(part[0].offset));
    *near = slew_segment_select(swapped, part[1], part[0]);
    *far = slew_segment_select(swapped, part[0], part[1]);
    return swapped;
}

/* The answer from one branch of hits. */
typedef struct slew_result {
    wide time, hit, turn, track;
    wide x, y; /* the direction */
} slew_result;

/* Keeps the shot if it is earlier than the result. In lanes in which `wins` is set, also keeps it if it is
   equally early. */
WAY_APART void slew_take_shot(const slew_branch *b, const slew_shot *shot, widemask wins, slew_result *r) {
    const wide zero = w_set(0.0), one = w_set(1.0), infinity = w_set(INFINITY);
    const widemask ever = w_lt(shot->time, infinity), ties = w_and(wins, w_le(shot->time, r->time));
    const widemask earlier = w_and(ever, w_or(ties, w_lt(shot->time, r->time)));
    wide s = w_keep(earlier, shot->s);
    r->time = w_select(earlier, shot->time, r->time);
    r->turn = w_select(earlier, w_flip(shot->turn, b->mirrored), r->turn);
    wide_vector p = wide_add_scaled(slew_vector(b->from), slew_vector(b->by), s, 2);
    wide pp = wide_dot(p, p, 2);
    widemask apart = w_lt(zero, pp);
    p.x = w_select(apart, p.x, b->from.x), p.y = w_select(apart, p.y, b->from.y);
    wide size = w_sqrt(w_select(apart, pp, b->square));
    wide per = w_div(one, w_select(w_lt(zero, size), size, one));
    wide flight = w_mul(w_keep(apart, size), b->per_speed);
    r->hit = w_select(earlier, w_add(shot->time, flight), r->hit);
    r->x = w_select(earlier, w_mul(p.x, per), r->x);
    r->y = w_select(earlier, w_flip(w_mul(p.y, per), b->mirrored), r->y);
    /* the barrel follows until the direction turns faster than the barrel, or leaves the arc */
    wide until = w_select(w_lt(s, b->falls_to), s, shot->end);
    until = w_select(w_lt(s, b->rises_to), w_min(shot->end, b->rises_to), until);
    widemask ends = w_lt(until, infinity);
    wide last = slew_moment_at(b, w_keep(ends, until)).time;
    last = w_select(ends, w_max(last, shot->time), infinity);
    r->track = w_select(earlier, last, r->track);
}

WAY_APART void first_of_branch(agents a, const slew_branch *b, widemask exists, slew_result *r) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    slew_segment near, far;
    const widemask swapped = slew_segments(a, b, &near, &far);
    near.exists = w_and(near.exists, exists);
    slew_shot shot = first_of_segment(b, &near);
    slew_take_shot(b, &shot, w_lt(one, zero), r);
    wide least = w_sub(w_abs(far.offset), w_keep(w_lt(far.offset, zero), b->last_angle));
    wide allowed = w_mul(b->rate, w_min(shot.time, w_set(0x1p900)));
    far.exists = w_and(w_and(far.exists, exists), w_lt(zero, shot.time));
    far.exists = w_and(far.exists, w_le(w_mul(least, w_set(1 - 0x1p-40)), allowed));
    shot = first_of_segment(b, &far);
    /* if two shots are equally early, the barrel turns left */
    wide side = w_flip(b->mirrored, w_select(swapped, one, w_set(-1.0)));
    slew_take_shot(b, &shot, w_lt(zero, side), r);
}

/* The first and the last hit of a shot that is fired now, and whether these hits exist. */
typedef struct slew_question {
    wide first, last;
    widemask works, twice;
} slew_question;

WAY_INLINE mask slew_is_sound(agents a) {
    wide_vector runner = between_wide(a, INPUT(x), INPUT(runner_x), 2);
    wide_vector heading = load_wide_vector(a, INPUT(heading_x), 2),
                v = load_wide_vector(a, INPUT(runner_vx), 2);
    wide speed = load_wide(a, INPUT(speed)), rate = load_wide(a, INPUT(turn_rate));
    wide arc = w_widen(load_or(a, INPUT(arc), -1.0f)), step = w_widen(load_or(a, INPUT(dt), 0.0f));
    wide px = w_widen(load_or(a, INPUT(platform_vx), 0.0f)),
         py = w_widen(load_or(a, INPUT(platform_vy), 0.0f));
    wide fx = w_widen(load_or(a, INPUT(facing_x), 0.0f)), fy = w_widen(load_or(a, INPUT(facing_y), 0.0f));
    wide hh = wide_dot(heading, heading, 2), squares = w_add(hh, wide_dot(runner, runner, 2));
    squares = w_add(squares, w_add(wide_dot(v, v, 2), dot2(px, py, px, py)));
    squares = w_add(squares, w_add(dot2(fx, fy, fx, fy), dot2(speed, rate, speed, rate)));
    squares = w_add(squares, dot2(arc, step, arc, step));
    wide gravity = w_widen(load_or(a, INPUT(gravity), 0.0f));
    squares = w_add(squares, w_mul(gravity, gravity));
    const wide zero = w_set(0.0);
    widemask sound = w_and(w_lt(squares, w_set(0x1p126)), w_and(w_lt(zero, hh), w_le(zero, rate)));
    flanes horizon = load_or(a, INPUT(horizon), INFINITY);
    sound = w_and(sound, w_and(w_le(zero, step), w_le(zero, gravity)));
    return m_and(m_narrow(sound), f_lt(f_set(-INFINITY), horizon));
}

WAY_APART mask slew_question_of(agents a, slew_question *q) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    const slewing_gun g = slewing_gun_of(a);
    wide_vector runner = slew_vector(g.runner), v = slew_vector(g.v);
    wide rr = wide_dot(runner, runner, 2);
    widemask works = w_and(w_lt(zero, load_wide(a, INPUT(speed))), w_le(w_set(FLT_MIN), rr));
    works = w_and(works, w_lt(w_add(rr, wide_dot(v, v, 2)), w_set(0x1p130)));
    wide ss = w_mul(g.speed, g.speed), lead = speed_lead(ss, v, 2), b = wide_dot(runner, v, 2);
    wide cross = cross2(runner.x, runner.y, v.x, v.y);
    wide disc = discriminant(w_mul(ss, rr), w_mul(cross, cross), b, lead, rr);
    widemask comes = w_lt(b, zero), real = w_le(zero, disc), slower = w_lt(zero, lead);
    wide sum = w_add(w_abs(b), w_sqrt(w_keep(real, disc)));
    widemask some = w_and(w_lt(zero, sum), w_and(real, w_or(comes, slower)));
    wide start = w_div(w_select(comes, rr, sum), w_select(some, w_select(comes, sum, lead), one));
    q->works = w_and(works, some);
    q->first = w_keep(q->works, start);
    q->twice = w_and(q->works, w_lt(lead, zero));
    q->last = w_keep(q->twice, w_div(sum, w_select(q->twice, w_negate(lead), one)));
    return slew_is_sound(a);
}

WAY_APART slew2d_answers slew_answers_of(agents a, const slew_result *result, widemask works, mask valid) {
    const wide zero = w_set(0.0), one = w_set(1.0), most = w_set(FLT_MAX);
    slew_result r = *result;
    wide_vector heading = load_wide_vector(a, INPUT(heading_x), 2);
    wide_vector runner = between_wide(a, INPUT(x), INPUT(runner_x), 2);
    flanes horizon = load_or(a, INPUT(horizon), INFINITY);
    wide hh = wide_dot(heading, heading, 2);
    heading = wide_scale(heading, w_div(one, w_sqrt(w_select(w_lt(zero, hh), hh, one))), 2);
    widemask apart = w_le(w_set(FLT_MIN), wide_dot(runner, runner, 2));
    r.time = w_keep(apart, r.time);
    r.hit = w_keep(apart, r.hit);
    r.turn = w_keep(apart, r.turn);
    r.track = w_keep(apart, r.track);
    wide_vector shot = {w_select(apart, r.x, heading.x), w_select(apart, r.y, heading.y), zero};

    widemask ever = w_and(w_le(r.time, most), w_le(r.hit, most));
    mask there = m_andnot(valid, m_narrow(apart)), meets = m_and(valid, m_narrow(w_and(works, ever)));
    mask reached = m_and(m_or(there, meets), f_le(w_narrow(r.time), horizon));
    mask able = f_lt(f_set(0.0f), load(a, INPUT(speed)));
    ilanes status = i_select(able, i_set(WAY_TOO_SLOW), i_set(WAY_IMMOBILE));
    status = i_select(m_or(there, meets), i_set(WAY_LATE), status);
    status = i_select(reached, i_select(there, i_set(WAY_THERE), i_set(WAY_MET)), status);

    wide in_step = w_mul(load_wide(a, INPUT(turn_rate)), w_widen(load_or(a, INPUT(dt), 0.0f)));
    wide size = w_abs(r.turn);
    widemask arrives = w_le(size, in_step);
    wide_vector turned = wide_turned(heading, w_flip(w_min(in_step, size), r.turn));
    vector direction = wide_narrow(shot, 2), next = wide_narrow(turned, 2);
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

/* Searches the branches of shells that fly straight. */
WAY_APART void slew_straight(agents a, const slew_question *q, slew_result *r) {
    slew_branch branch;
    slew_branch_of(a, q->first, w_set(1.0), &branch);
    first_of_branch(a, &branch, q->works, r);
    if (m_any(m_narrow(q->twice))) {
        slew_branch_of(a, q->last, w_set(-1.0), &branch);
        first_of_branch(a, &branch, q->twice, r);
    }
}

/* Which guns have shells that fall? */
WAY_INLINE widemask slew_falls(agents a) {
    return w_lt(w_set(0.0), w_widen(load_or(a, INPUT(gravity), 0.0f)));
}

WAY_INLINE slew2d_answers slew2d(agents a) {
    const wide zero = w_set(0.0);
    slew_question q;
    slew_result r = {w_set(INFINITY), zero, zero, zero, zero, zero};
    const mask valid = slew_question_of(a, &q);
    slew_straight(a, &q, &r);
    return slew_answers_of(a, &r, q.works, valid);
}

#if FALL_HERE
WAY_INLINE wide_vector slew_unit(slew_pair p) {
    return wide_scale(slew_vector(p), w_div(w_set(1.0), fall_above_0(w_sqrt(dot2(p.x, p.y, p.x, p.y)))), 2);
}

/* Sets the result of the guns whose shells fall. */
WAY_APART void slew_under_gravity(agents a, slew_question *q, slew_result *r) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    const slewing_gun plain = slewing_gun_of(a);
    const widemask falls = slew_falls(a);
    fall_gun g;
    g.runner = slew_vector(plain.runner), g.v = slew_vector(plain.v);
    g.heading = slew_unit(plain.heading), g.facing = slew_unit(plain.facing);
    g.rate = plain.rate, g.speed = plain.speed, g.gravity = w_widen(load_or(a, INPUT(gravity), 0.0f));
    wide sine = w_mul(w_sub(one, plain.cosine), w_add(one, plain.cosine));
    g.half = wide_angle(plain.cosine, w_sqrt(w_keep(w_lt(zero, sine), sine)));
    g.limited = plain.limited;
    g.asks = fall_asks(falls, g.runner, g.v, load_wide(a, INPUT(speed)));
    g.plane = 1;
    fall_shot shot;
    fall_first_shot(&g, &shot);
    const wide_vector d = shot.direction;
    const wide turn = w_select(g.limited, w_sub(wide_turn(g.facing, d), wide_turn(g.facing, g.heading)),
                               wide_turn(g.heading, d));
    r->time = w_select(falls, shot.time, r->time);
    r->hit = w_select(falls, shot.hit, r->hit);
    r->turn = w_select(falls, turn, r->turn);
    r->track = w_select(falls, shot.track, r->track);
    r->x = w_select(falls, d.x, r->x), r->y = w_select(falls, d.y, r->y);
    q->works = w_or(w_andnot(q->works, falls), g.asks);
}

WAY_INLINE slew2d_answers slew2d_falling(agents a) {
    const wide zero = w_set(0.0);
    slew_question q;
    slew_result r = {w_set(INFINITY), zero, zero, zero, zero, zero};
    const mask valid = slew_question_of(a, &q);
    slew_under_gravity(a, &q, &r);
    return slew_answers_of(a, &r, q.works, valid);
}
#endif

#endif

/* Guns whose shells fall are answered one by one in plain C, because vectors would need too much stack. */
#define NAME slew2d
#define SUMS slew2d_answers
#define SUM(a) slew2d(a)
#define FINISH(a, sums, roots) (sums)
#define AHEAD 0
#define ANSWERED 1
#define ANY_UNDECIDED(a, sums, roots) m_any(m_narrow(slew_falls(a)))
#define UNDECIDED(a, sums, roots) m_narrow(slew_falls(a))
#define DECIDE way_slew2d_falling
#define DECIDED(a) slew2d_falling(a)
#define LONG_RUNNING 1
#define STACK_USE 2
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_slew2d, slew2d, exact)
