/* Finds the earliest point of a runner's course that a chaser reaches no later than the runner, if the chaser
   turns on circles no tighter than a radius and may have any heading at the end.

   Lengths are in radii here. Seen from the chaser, x is ahead, and y is to the side, mirrored so that y >= 0.
   The turning circle on this side has the centre (0, 1). For a point (x, y) and a reach R there are these
   paths:

       first       An arc, and a straight towards the point. Let tt = x x + y y - 2 y. The straight's line
                   touches the circle at the distance t = sqrt(tt) from the point. If the arc's angle is
                   2 w, then tan(w) = y / (x + t) = (t - x) / (y - 2). The path ends R short of the
                   point, so it exists if t >= R.
       the arc     If t < R, the arc itself comes within reach. If its angle is 2 w, then
                   tan(w) = C / (2 x + S), where C = x x + y y - R R and S S = 4 x x - C (C + 4 - 4 y).
       second      For a point inside the circle: an arc to the other side, and an arc of more than half a
                   turn. The two arcs share a point Q. By the maximum principle, the line from Q to the end
                   of the path passes through (x, y). Let m be the distance from Q to (x, y). The power of
                   (x, y) gives 2 m m + R m = E, where E = x x + y y + 2 y. The second arc turns by
                   2 pi - 2 asin((m + R) / 2). If the first arc's angle is 2 w, u = tan(w) solves
                   u u (K + y + 1) - 2 x u + K - y - 1 = 0, where K = (E + 2 - m m) / 2.

   Let f(T) = L(T) - s T, where L is the length of the shortest path to the runner's position after T. f jumps
   only where the runner enters or leaves a circle. So the runner's course is cut at these points, and where
   y = 0. In each piece:

       first       f is convex, because the straight turns towards the runner's velocity all the time. So
                   Newton steps do not pass a root.
       the arc     They meet when the chaser on its circle comes within reach. The second derivative of the
                   squared distance has a lower bound, which gives steps that do not pass a root.
       second      f is concave. If f is above 0 where the runner enters, and 0 or negative where it leaves,
                   there is one root, otherwise none. */
#define WAY_FAMILY "kernels/formation/home.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/formation/path_poses.h"

#define HOME_STEPS 96

/* The times at which the runner enters and leaves a circle. Both are infinite if the runner does not enter
   the circle. */
typedef struct crossing {
    flanes in, out;
} crossing;

enum { RIMS = 4 };

/* The data of a search, in radii and seconds, unless the unit is stated. */
typedef struct homing {
    agents a;
    wide_vector h, from, runner, v; /* h is the chaser's unit heading; from, runner and v are in metres and
                                       m/s */
    wide_vector place, pace; /* position and velocity of the runner at time 0, as the chaser sees it, in radii
                                and chaser speeds */
    wide per_radius;
    flanes radius, rate, span;     /* radius is in m, rate in radii a second, and span is 1 / rate */
    flanes reach, tolerance;       /* both in radii */
    flanes rounded;                /* s: the time in which the runner moves by a rounding error */
    flanes least_closing, longest; /* longest: s */
    mask near_enough;              /* set if the reach is larger than the tolerance */
    mask valid;                    /* lanes with valid inputs and a speed above 0, which are searched */
    flanes alone;                  /* s: when the runner comes within reach of a chaser that does not move */
    /* On each side of the chaser there are two circles. The path `first` does not reach a runner inside the
       first circle. The arc alone comes within reach of a runner inside the second circle. */
    crossing rim[RIMS];
    crossing side[2]; /* when the runner enters and leaves the two turning circles */
    flanes changes;   /* s: when the runner passes from one side of the chaser to the other */
} homing;

/* What the chaser sees at one time. */
typedef struct sight {
    vector target; /* m: the runner's position, rounded to floats like the output */
    wide x, y;     /* radii; y >= 0 */
    wide square;   /* x x + y y */
    mask right;    /* set if the runner is to the right */
} sight;

/* A path, in radii. The tangent of half the first arc's angle is part / whole. */
typedef struct arc_and_straight {
    flanes part, whole, arc, straight, total;
    mask by_arc; /* the arc itself comes within reach */
} arc_and_straight;

typedef struct two_arcs {
    flanes part, whole, arc1;       /* the first arc, negative if no such path exists */
    flanes chord, height, arc2, to; /* the second arc; `to` is the vector from its start to the runner */
    flanes total;
} two_arcs;

/* Returns 2 atan(part / whole). For part >= 0 the angle is from 0 to a full turn. */
WAY_INLINE flanes turn_of(flanes part, flanes whole) {
    const flanes half = f_set(0x1.921fb6p+1f);
    flanes a = f_abs(part), b = f_abs(whole);
    mask steep = f_lt(b, a);
    flanes quotient = f_div(f_select(steep, b, a), f_larger(f_select(steep, a, b), f_set(FLT_MIN)));
    flanes angle = twice_atan(quotient);
    angle = f_select(steep, f_sub(half, angle), angle);
    angle = f_select(f_lt(whole, f_set(0.0f)), f_sub(f_set(0x1.921fb6p+2f), angle), angle);
    return f_flip(angle, part);
}

/* Returns the sine and cosine of the angle whose half has the tangent part / whole. */
WAY_INLINE unit_angle unit_of(flanes part, flanes whole) {
    flanes size = f_larger(f_larger(f_abs(part), f_abs(whole)), f_set(FLT_MIN));
    flanes a = f_div(part, size), b = f_div(whole, size), aa = f_mul(a, a), bb = f_mul(b, b);
    flanes per = f_div(f_set(1.0f), f_larger(f_add(aa, bb), f_set(FLT_MIN)));
    return (unit_angle){f_mul(f_mul(f_add(a, a), b), per), f_mul(f_sub(bb, aa), per)};
}

WAY_INLINE wide root0(wide a) { return w_keep(w_lt(w_set(FLT_MIN), a), w_sqrt(a)); }

/* Returns a vector as the chaser sees it: x ahead, y to the left. */
WAY_INLINE wide_vector as_seen(wide_vector h, wide_vector a) {
    return (wide_vector){wide_dot(h, a, 2), cross2(h.x, h.y, a.x, a.y), a.z};
}

WAY_INLINE sight sight_of_target(const homing *c, vector target) {
    wide_vector to = as_seen(c->h, wide_sub(wide_widen(target, 2), c->from, 2));
    sight s;
    s.target = target;
    s.x = w_mul(to.x, c->per_radius);
    wide y = w_mul(to.y, c->per_radius);
    widemask right = w_lt(y, w_set(0.0));
    s.right = m_narrow(right);
    s.y = w_select(right, w_negate(y), y);
    s.square = w_add(w_mul(s.x, s.x), w_mul(y, y));
    return s;
}

WAY_INLINE sight look_at(const homing *c, flanes time) {
    return sight_of_target(c, wide_narrow(wide_add_scaled(c->runner, c->v, w_widen(time), 2), 2));
}

/* Returns the tolerance of a path that begins with this arc. The chaser leaves the first arc as soon as a
   second arc from there would reach the target within the tolerance. If the tolerance stayed the same along
   the second arc, the next rounding of the caller's position would often cost a full turn. So the tolerance
   grows to four times itself. */
WAY_INLINE flanes tolerance_at(flanes tolerance, flanes arc) {
    flanes grown = f_sub(f_set(4.0f), f_mul(arc, f_set(3.0f / 0x1.921fb6p+2f)));
    return f_larger(tolerance, f_smaller(f_mul(tolerance, grown), f_set(0.0625f)));
}

/* Returns the path of an arc and a straight; total is infinite if it does not exist. A point that is inside
   the circle by at most the tolerance counts as a point on the circle. */
WAY_INLINE arc_and_straight first_path(const homing *c, const sight *s, flanes tolerance) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), infinity = f_set(INFINITY);
    flanes x = w_narrow(s->x), y = w_narrow(s->y);
    flanes tt = w_narrow(w_sub(s->square, w_add(s->y, s->y)));
    flanes tangent = f_sqrt(max0(tt)), centre = f_sqrt(max0(f_add(one, tt)));
    mask inside = f_lt(tt, zero), behind = f_lt(x, zero), above = f_lt(one, y);
    arc_and_straight p;
    p.part = f_select(behind, f_sub(tangent, x), y);
    p.whole = f_select(behind, w_narrow(w_sub(s->y, w_set(2.0))), f_add(x, tangent));
    /* uses the angle at the circle's centre, because the point is on the circle */
    flanes below = f_add(centre, f_sub(one, y)), over = f_add(centre, f_sub(y, one));
    p.part = f_select(inside, f_select(above, over, f_abs(x)), p.part);
    p.whole = f_select(inside, f_select(above, x, f_flip(below, x)), p.whole);
    p.straight = max0(f_sub(tangent, c->reach));
    p.by_arc = m_and(c->near_enough, f_lt(tt, f_mul(c->reach, c->reach)));
    if (m_any(p.by_arc)) {
        const wide two = w_set(2.0), four = w_set(4.0), reach = w_widen(c->reach);
        wide gap = w_sub(s->square, w_mul(reach, reach)), x2 = w_mul(two, s->x);
        wide most = w_sub(w_add(gap, four), w_mul(four, s->y));
        wide left = w_sub(w_mul(x2, x2), w_mul(gap, most)), root = root0(left);
        widemask back = w_lt(x2, w_set(0.0));
        flanes part = w_narrow(w_select(back, w_sub(root, x2), gap));
        flanes whole = w_narrow(w_select(back, w_negate(most), w_add(root, x2)));
        /* if the arc only just comes within reach, use the angle at the circle's centre */
        mask hits = m_and(p.by_arc, m_narrow(w_lt(w_set(0.0), left)));
        p.part = f_select(hits, f_larger(part, zero), p.part);
        p.whole = f_select(hits, whole, p.whole);
        p.straight = f_select(p.by_arc, zero, p.straight);
    }
    p.arc = turn_of(p.part, p.whole);
    flanes inner = f_sub(f_sub(one, c->reach), tolerance_at(tolerance, p.arc));
    p.total = f_select(f_le(inner, centre), f_add(p.arc, p.straight), infinity);
    return p;
}

/* Returns the path of two arcs by the formula, even if its first arc is negative. */
WAY_INLINE two_arcs second_path(const homing *c, const sight *s) {
    const wide zero = w_set(0.0), one = w_set(1.0), half = w_set(0.5);
    const wide reach = w_widen(c->reach);
    wide e = w_add(s->square, w_add(s->y, s->y));
    wide sum = w_add(reach, root0(w_add(w_mul(reach, reach), w_mul(w_set(8.0), e))));
    wide m = w_div(w_add(e, e), w_select(w_lt(w_set(FLT_MIN), sum), sum, one)), mm = w_mul(m, m);
    wide k = w_mul(half, w_add(w_sub(e, mm), w_set(2.0)));
    wide root = root0(w_sub(w_add(e, one), w_mul(k, k)));
    widemask behind = w_lt(s->x, zero);
    wide part = w_select(behind, w_mul(half, w_sub(mm, s->square)), w_add(s->x, root));
    wide whole = w_select(behind, w_sub(root, s->x), w_add(k, w_add(s->y, one)));
    wide chord = w_mul(half, w_add(m, reach));
    two_arcs p;
    p.part = w_narrow(part), p.whole = w_narrow(whole), p.to = w_narrow(m);
    p.chord = w_narrow(chord);
    p.height = w_narrow(root0(w_sub(one, w_mul(chord, chord))));
    p.arc1 = turn_of(p.part, p.whole);
    p.arc2 = f_sub(f_set(0x1.921fb6p+2f), turn_of(p.chord, p.height));
    p.total = f_add(p.arc1, p.arc2);
    return p;
}

/* Returns the times at which w + v time enters and leaves the circle of this radius around 0. */
WAY_INLINE crossing crossing_of(wide_vector w, wide_vector v, wide radius) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    wide aside = cross2(v.x, v.y, w.x, w.y), vv = wide_dot(v, v, 2), rr = w_mul(radius, radius);
    flanes apart = w_narrow(w_sub(wide_dot(w, w, 2), rr)), b = w_narrow(wide_dot(w, v, 2)), a = w_narrow(vv);
    flanes left = w_narrow(w_sub(w_mul(rr, vv), w_mul(aside, aside)));
    flanes root = f_sqrt(max0(left)), most = f_add(f_abs(b), root);
    mask comes = f_lt(b, zero), outside = f_lt(zero, apart), hits = f_le(zero, left);
    mask meets = m_and(m_and(comes, hits), f_lt(zero, a));
    flanes in = f_select(outside, f_select(meets, f_div(apart, most), infinity), zero);
    flanes out = f_select(comes, f_div(most, a), f_div(f_negate(apart), most));
    out = f_select(m_and(outside, m_andnot(outside, meets)), infinity, out);
    out = f_select(f_lt(zero, most), out, infinity);
    return (crossing){in, out};
}

/* Returns the times at which the runner enters and leaves the circle of this radius around (0, middle), or
   infinity if `radius` is negative. */
WAY_INLINE crossing crossing_around(const homing *c, wide middle, flanes radius) {
    const flanes infinity = f_set(INFINITY);
    const wide_vector w = {c->place.x, w_sub(c->place.y, middle), c->place.z};
    const mask none = f_lt(radius, f_set(0.0f));
    crossing x = crossing_of(w, c->pace, w_widen(radius));
    return (crossing){f_select(none, infinity, f_mul(x.in, c->span)),
                      f_select(none, infinity, f_mul(x.out, c->span))};
}

WAY_INLINE flanes sooner_after(flanes best, flanes time, flanes after) {
    return f_select(m_and(f_lt(after, time), f_lt(time, best)), time, best);
}

/* Returns the next time after `time` at which the length may jump, or at which its formula changes. */
WAY_INLINE flanes next_change(const homing *c, flanes time) {
    flanes next = sooner_after(f_set(INFINITY), c->changes, time);
    for (int k = 0; k < RIMS; k++) {
        next = sooner_after(next, c->rim[k].in, time);
        next = sooner_after(next, c->rim[k].out, time);
    }
    return next;
}

/* Returns a step, in units of `span`, that does not pass the time at which the chaser on its first arc comes
   within reach. */
WAY_INLINE flanes step_on_arc(const homing *c, const sight *s, flanes time) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), two = f_set(2.0f);
    flanes angle = f_mul(time, c->rate);
    half_angle half = half_turn_of(f_smaller(angle, f_set(0x1.921fb6p+2f)));
    flanes sine = f_mul(f_mul(two, half.sine), half.cosine),
           cosine = f_sub(one, f_mul(two, f_mul(half.sine, half.sine)));
    flanes x = f_sub(sine, w_narrow(s->x)), y = f_sub(f_sub(one, cosine), w_narrow(s->y));
    flanes vy = w_narrow(c->pace.y);
    vy = f_select(s->right, f_negate(vy), vy);
    flanes ux = f_sub(cosine, w_narrow(c->pace.x)), uy = f_sub(sine, vy);
    flanes rr = f_mul(c->reach, c->reach);
    flanes far = max0(f_sub(f_add(f_mul(x, x), f_mul(y, y)), rr));
    flanes grows = f_mul(two, f_add(f_mul(x, ux), f_mul(y, uy)));
    flanes bend = f_mul(two, f_add(one, f_sqrt(f_add(one, rr))));
    flanes root = f_sqrt(f_add(f_mul(grows, grows), f_mul(f_mul(two, bend), far)));
    flanes falling = f_div(f_mul(two, far), f_larger(f_sub(root, grows), f_set(FLT_MIN)));
    return f_select(f_lt(zero, grows), f_div(f_add(grows, root), bend), falling);
}

/* Returns the first time at which an arc, with or without a straight, is short enough. Returns `best` if
   there is no such time before `best`. */
WAY_APART flanes first_by_straight(const homing *c, flanes best) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), infinity = f_set(INFINITY);
    flanes time = zero, low = zero, high = infinity, f_low = zero, f_high = zero;
    flanes before = zero; /* after a jump: a time before the last jump */
    mask looking = m_and(c->valid, f_lt(zero, best)), leapt = m_andnot(looking, looking);
    for (int step = 0; step < HOME_STEPS && m_any(looking); step++) {
        sight s = look_at(c, time);
        arc_and_straight p = first_path(c, &s, c->tolerance);
        flanes reach = f_mul(time, c->rate), f = f_sub(p.total, reach);
        flanes slack = f_mul(reach, f_set(0x1p-22f)), least = f_mul(time, f_set(0x1p-23f));
        mask reached = f_le(f, slack);
        mask found = m_and(reached, m_or(f_le(time, zero), f_le(f_negate(slack), f)));
        /* if the step went past a jump, the first moment may be between the jump and this time */
        mask over = m_and(m_and(reached, leapt), f_lt(low, before));
        low = f_select(over, before, low), f_low = f_select(over, infinity, f_low);
        high = f_select(reached, time, high), f_high = f_select(reached, f, f_high);
        low = f_select(reached, low, time), f_low = f_select(reached, f_low, f);
        mask between = f_lt(high, infinity);
        found = m_or(found, m_and(between, f_le(f_sub(high, low), least)));
        found = m_and(found, looking);
        best = f_select(m_and(found, f_lt(high, best)), high, best);
        looking = m_andnot(looking, found);

        unit_angle t = unit_of(p.part, p.whole);
        wide sine = w_widen(f_select(s.right, f_negate(t.sine), t.sine));
        wide along = dot2(c->pace.x, c->pace.y, w_widen(t.cosine), sine);
        flanes closing = f_larger(w_narrow(w_sub(w_set(1.0), along)), c->least_closing);
        flanes go = f_select(f_lt(zero, closing), f_div(f, closing), infinity);
        mask near_arc = m_and(c->near_enough, f_lt(f_mul(p.straight, f_set(256.0f)), one));
        if (m_any(near_arc)) {
            /* the step is at least the error of the positions */
            flanes known = f_mul(f_add(one, c->reach), f_set(0x1p-21f));
            flanes on_arc = f_larger(step_on_arc(c, &s, time), known);
            go = f_select(near_arc, f_select(p.by_arc, on_arc, f_smaller(on_arc, go)), go);
            go = f_select(f_lt(p.total, infinity), go, infinity);
        }
        flanes next = f_add(time, f_larger(f_mul(go, c->span), least));
        flanes change = next_change(c, time);
        leapt = m_andnot(f_le(change, next), between);
        flanes nudge = f_add(c->rounded, f_mul(change, f_set(0x1p-22f)));
        before = f_sub(change, nudge);
        next = f_select(leapt, f_add(change, nudge), next);
        flanes chord = f_add(low, f_mul(f_sub(high, low), f_div(f_low, f_sub(f_low, f_high))));
        flanes middle = f_add(low, f_mul(f_sub(high, low), f_set(0.5f)));
        chord = f_select(m_and(f_lt(low, chord), f_lt(chord, high)), chord, middle);
        next = f_select(between, step % 4 == 3 ? middle : chord, next);
        looking = m_and(looking, m_and(f_lt(next, best), f_lt(next, c->longest)));
        time = f_select(looking, next, time);
    }
    return best;
}

/* For a runner inside the turning circle on this side, returns the first time at which a path of two arcs is
   short enough. Returns `best` if there is no such time before `best`. */
WAY_APART flanes first_by_arcs(const homing *c, int right, flanes best) {
    const flanes zero = f_set(0.0f), half_turn = f_set(0x1.921fb4p+1f), enough = f_set(8.0f);
    flanes low = c->side[right].in, high = c->side[right].out;
    if (m_any(c->near_enough)) {
        /* crosses the circle around the centre on the other side */
        crossing around = crossing_around(c, w_set(right ? 1.0 : -1.0), f_sub(f_set(3.0f), c->reach));
        mask narrow = c->near_enough;
        low = f_select(m_and(narrow, f_lt(low, around.in)), around.in, low);
        high = f_select(m_and(narrow, f_lt(around.out, high)), around.out, high);
        high = f_keep(f_lt(c->reach, f_set(2.0f)), high);
    }
    high = f_smaller(high, f_mul(enough, c->span));
    high = f_smaller(best, high);
    mask looking = m_and(c->valid, m_and(f_lt(low, high), f_lt(half_turn, f_mul(high, c->rate))));
    flanes least_low = f_mul(half_turn, c->span);
    low = f_select(f_lt(low, least_low), least_low, low);
    looking = m_and(looking, f_lt(low, high));
    if (!m_any(looking))
        return best;
    flanes f_low = zero, f_high = zero, time = high;
    for (int step = 0; step < HOME_STEPS && m_any(looking); step++) {
        sight s = look_at(c, time);
        two_arcs p = second_path(c, &s);
        flanes reach = f_mul(time, c->rate), f = f_sub(p.total, reach);
        flanes slack = f_mul(reach, f_set(0x1p-22f));
        mask real = f_le(f_mul(c->tolerance, f_set(-0.5f)), p.arc1);
        mask reached = m_and(real, f_le(f, slack));
        if (step == 0)
            looking = m_and(looking, reached);
        high = f_select(reached, time, high), f_high = f_select(reached, f, f_high);
        low = f_select(reached, low, time);
        f_low = f_select(reached, f_low, f_select(real, max0(f), zero));
        mask closed = f_le(f_sub(high, low), f_mul(high, f_set(0x1p-23f)));
        closed = m_or(closed, m_and(reached, f_le(f_negate(slack), f)));
        mask found = m_and(looking, closed);
        best = f_select(m_and(found, f_lt(high, best)), high, best);
        looking = m_andnot(looking, found);
        flanes chord = f_add(low, f_mul(f_sub(high, low), f_div(f_low, f_sub(f_low, f_high))));
        flanes middle = f_add(low, f_mul(f_sub(high, low), f_set(0.5f)));
        mask inside = m_and(f_lt(zero, f_low), m_and(f_lt(low, chord), f_lt(chord, high)));
        time = f_select(looking, f_select(inside, step % 2 ? middle : chord, middle), time);
    }
    return f_select(m_and(looking, f_lt(high, best)), high, best);
}

/* Sets the times at which the formulas change. */
WAY_INLINE void find_changes(homing *c) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), infinity = f_set(INFINITY);
    flanes rr = f_mul(c->reach, c->reach);
    /* Some paths to points just inside a circle exist only because of the tolerance. The search for them
       begins when the runner is just inside the circle, and ends when it is well inside. */
    flanes touching = f_sub(one, c->reach), well = f_mul(c->tolerance, f_set(0.5f));
    flanes hardly = f_mul(c->tolerance, f_set(0.125f)), outer = f_sqrt(f_add(one, rr));
    for (int right = 0; right < 2; right++) {
        wide middle = w_set(right ? -1.0 : 1.0);
        c->side[right] = crossing_around(c, middle, one);
        crossing *rim = &c->rim[2 * right];
        rim[0].in = crossing_around(c, middle, f_sub(touching, well)).in;
        rim[0].out = crossing_around(c, middle, f_sub(touching, hardly)).out;
        rim[1] = (crossing){infinity, infinity};
        if (m_any(c->near_enough))
            rim[1] = crossing_around(c, middle, f_select(c->near_enough, outer, f_set(-1.0f)));
    }
    flanes y = w_narrow(c->place.y), vy = w_narrow(c->pace.y);
    flanes changes = f_mul(f_div(f_negate(y), vy), c->span);
    c->changes = f_select(f_lt(zero, changes), changes, infinity);
}

/* Returns the first time at which the runner would come within reach of a chaser that does not move, or
   infinity. */
WAY_INLINE flanes comes_by_itself(const homing *c) {
    const wide_vector v = as_seen(c->h, wide_scale(c->v, c->per_radius, 2));
    flanes enough = f_select(c->near_enough, c->reach, f_add(c->reach, f_mul(c->tolerance, f_set(0.5f))));
    const crossing near = crossing_of(c->place, v, w_widen(enough));
    flanes nudge = f_add(c->rounded, f_mul(near.in, f_set(0x1p-22f)));
    /* far from the origin, the nudge may be longer than the runner's way through the circle */
    flanes through = f_sub(near.out, f_keep(f_lt(near.in, f_set(INFINITY)), near.in));
    nudge = f_smaller(nudge, f_mul(through, f_set(0.5f)));
    return f_select(f_lt(f_set(0.0f), near.in), f_add(near.in, nudge), near.in);
}

WAY_APART mask begin_homing(agents a, homing *c) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), infinity = f_set(INFINITY), tiny = f_set(FLT_MIN);
    const int start = IN_home2d_chaser_x, runner = IN_home2d_runner_x;
    const flanes radius = load(a, IN_home2d_radius), given_speed = load(a, IN_home2d_chaser_speed);
    const flanes horizon = load_or(a, IN_home2d_horizon, INFINITY), reach = load_or(a, IN_home2d_reach, 0.0f);
    const wide_vector heading = load_wide_vector(a, IN_home2d_heading_x, 2);
    const wide_vector apart = between_wide(a, start, runner, 2);
    const flanes places = f_add(size_of_place(a, start), size_of_place(a, runner));
    const poses p = poses_of(heading, heading, apart, places, radius, radius);
    c->a = a;
    c->h = p.h;
    c->from = load_wide_vector(a, start, 2);
    c->runner = load_wide_vector(a, runner, 2);
    c->v = load_wide_vector(a, IN_home2d_runner_vx, 2);
    wide vv = wide_dot(c->v, c->v, 2);
    flanes sizes = f_add(f_add(w_narrow(vv), f_mul(given_speed, given_speed)), f_mul(reach, reach));
    flanes per = f_div(one, f_select(p.valid, radius, one));
    flanes most = f_mul(f_larger(reach, vector_size(wide_narrow(apart, 2), 2)), per);
    c->valid = m_and(m_and(p.valid, f_lt(sizes, f_set(0x1p125f))),
                     m_and(f_le(zero, reach), f_lt(most, f_set(0x1p60f))));
    c->valid = m_and(c->valid, f_lt(f_set(-INFINITY), horizon));
    flanes valid_radius = f_select(c->valid, radius, one);
    c->radius = valid_radius;
    c->per_radius = w_div(w_set(1.0), w_widen(valid_radius));
    c->place = as_seen(c->h, wide_scale(apart, c->per_radius, 2));
    flanes speed = f_select(f_lt(tiny, given_speed), given_speed, one);
    c->pace = as_seen(c->h, wide_scale(c->v, w_div(w_set(1.0), w_widen(speed)), 2));
    c->rate = f_div(speed, valid_radius);
    c->span = f_div(valid_radius, speed);
    c->reach = f_mul(reach, per);
    c->tolerance = f_mul(tolerance_of(valid_radius, places), per);
    c->near_enough = m_and(c->valid, f_lt(c->tolerance, c->reach));
    flanes runner_speed = f_sqrt(w_narrow(vv));
    c->rounded = f_div(f_mul(places, f_set(0x1p-24f)), f_larger(runner_speed, tiny));
    c->rounded = f_keep(f_lt(c->rounded, f_set(0x1p60f)), c->rounded);
    c->least_closing = max0(f_div(f_sub(speed, runner_speed), speed));
    c->longest = f_div(f_set(0x1p60f), f_larger(f_add(speed, runner_speed), tiny));
    const mask valid = c->valid;
    c->alone = f_select(valid, comes_by_itself(c), infinity);
    find_changes(c);
    c->valid = m_and(valid, f_lt(tiny, given_speed));
    return valid;
}

/* Turns a unit vector by an angle to the left. */
WAY_INLINE vector turned_by(vector h, unit_angle by) {
    return (vector){f_sub(f_mul(h.x, by.cosine), f_mul(h.y, by.sine)),
                    f_add(f_mul(h.y, by.cosine), f_mul(h.x, by.sine)), h.z};
}

/* A path as the outputs state it: lengths in radii, headings in the plane. */
typedef struct way_home {
    flanes arc1, middle, arc2, total;
    vector heading, target;
    ilanes word;
} way_home;

/* Returns the point at x ahead of the chaser and y to the side; both in radii. */
WAY_INLINE vector point_at(const homing *c, flanes x, flanes y, mask right) {
    y = f_select(right, f_negate(y), y);
    wide wx = w_mul(w_widen(x), w_widen(c->radius)), wy = w_mul(w_widen(y), w_widen(c->radius));
    wide_vector to = {w_sub(w_mul(c->h.x, wx), w_mul(c->h.y, wy)),
                      w_add(w_mul(c->h.y, wx), w_mul(c->h.x, wy)), wx};
    return wide_narrow(wide_add_scaled(c->from, to, w_set(1.0), 2), 2);
}

/* Returns the shortest path at one time. */
WAY_INLINE way_home shortest_home(const homing *c, const sight *s) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f);
    const arc_and_straight p = first_path(c, s, c->tolerance);
    const vector h = wide_narrow(c->h, 2);
    unit_angle t = unit_of(p.part, p.whole);
    unit_angle left = {f_select(s->right, f_negate(t.sine), t.sine), t.cosine};
    way_home w = {p.arc,
                  p.straight,
                  zero,
                  p.total,
                  turned_by(h, left),
                  s->target,
                  i_select(s->right, i_set(WAY_RSR), i_set(WAY_LSL))};
    const flanes x = w_narrow(s->x), y = w_narrow(s->y);
    if (m_any(f_lt(zero, c->reach))) {
        mask moves = f_lt(zero, c->reach);
        vector straight =
            point_at(c, f_sub(x, f_mul(c->reach, t.cosine)), f_sub(y, f_mul(c->reach, t.sine)), s->right);
        vector arc = point_at(c, t.sine, f_sub(one, t.cosine), s->right);
        vector end = vector_select(f_lt(zero, p.straight), straight, arc, 2);
        w.target = vector_select(moves, end, w.target, 2);
    }
    flanes tt = w_narrow(w_sub(s->square, w_add(s->y, s->y)));
    /* the search tries two arcs for points up to the circle, but rounding may move the point out of it */
    mask inside = m_and(f_lt(tt, c->tolerance), f_lt(f_set(0x1.8p+1f), w.total));
    if (m_any(inside)) {
        const two_arcs q = second_path(c, s);
        const flanes arc1 = max0(q.arc1), total = f_add(arc1, q.arc2);
        mask best = m_and(m_and(inside, f_le(f_mul(c->tolerance, f_set(-0.5f)), q.arc1)),
                          m_and(f_le(f_add(q.to, c->reach), f_set(2.0f + 0x1p-16f)), f_lt(total, w.total)));
        unit_angle first = unit_of(max0(q.part), q.whole), last = unit_of(q.chord, q.height);
        /* the heading at the end is the start heading, turned to the other side by the angle first + last */
        unit_angle away = {f_add(f_mul(first.sine, last.cosine), f_mul(first.cosine, last.sine)),
                           f_sub(f_mul(first.cosine, last.cosine), f_mul(first.sine, last.sine))};
        unit_angle by = {f_select(s->right, away.sine, f_negate(away.sine)), away.cosine};
        w.arc1 = f_select(best, arc1, w.arc1);
        w.middle = f_select(best, zero, w.middle);
        w.arc2 = f_select(best, q.arc2, w.arc2);
        w.total = f_select(best, total, w.total);
        w.heading = vector_select(best, turned_by(h, by), w.heading, 2);
        w.word = i_select(best, i_select(s->right, i_set(WAY_LSR), i_set(WAY_RSL)), w.word);
        flanes beyond = f_div(c->reach, f_larger(q.to, f_set(FLT_MIN)));
        flanes ix = first.sine, iy = f_sub(first.cosine, one);
        vector end = point_at(c, f_add(x, f_mul(f_sub(x, ix), beyond)), f_add(y, f_mul(f_sub(y, iy), beyond)),
                              s->right);
        end = vector_select(f_lt(zero, c->reach), end, s->target, 2);
        w.target = vector_select(best, end, w.target, 2);
    }
    return w;
}

/* Returns the path of a chaser that waits, in the lanes in which it is near its target and has to wait: the
   runner comes by itself, or the chaser would be early. In other lanes, returns the path w. A chaser near a
   runner that stands goes on, because this runner would never come. */
WAY_INLINE way_home waiting_home(const homing *c, const sight *s, flanes time, way_home w) {
    const flanes zero = f_set(0.0f), enough = f_add(c->reach, c->tolerance);
    mask near = f_le(w_narrow(s->square), f_mul(enough, enough));
    mask early = f_lt(w.total, f_mul(f_mul(time, c->rate), f_set(1 - 0x1p-20f)));
    mask there = m_and(near, m_or(early, f_le(c->alone, time)));
    vector end = vector_select(f_lt(zero, c->reach), wide_narrow(c->from, 2), s->target, 2);
    w.arc1 = f_select(there, zero, w.arc1);
    w.middle = f_select(there, zero, w.middle);
    w.arc2 = f_select(there, zero, w.arc2);
    w.total = f_select(there, zero, w.total);
    w.heading = vector_select(there, wide_narrow(c->h, 2), w.heading, 2);
    w.target = vector_select(there, end, w.target, 2);
    w.word = i_select(there, i_set(WAY_LSL), w.word);
    return w;
}

WAY_APART home2d_answers end_homing(agents a, const homing *c, flanes time, mask valid) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY), radius = c->radius;
    const mask ends = f_lt(time, infinity);
    time = f_keep(ends, time);
    const sight s = look_at(c, time);
    const way_home w = waiting_home(c, &s, time, shortest_home(c, &s));
    const flanes given_speed = load(a, IN_home2d_chaser_speed);
    const flanes horizon = load_or(a, IN_home2d_horizon, INFINITY);
    const mask moves = f_lt(f_set(FLT_MIN), given_speed);
    flanes reach = f_mul(time, f_keep(moves, c->rate));
    /* a path that is longer by the tolerance is also correct */
    flanes slack = f_add(c->tolerance, f_mul(f_add(reach, w.total), f_set(0x1p-20f)));
    mask found = m_and(m_and(valid, ends), f_le(w.total, f_add(reach, slack)));
    /* as seen by a chaser with a speed of almost 0, the runner is infinitely fast */
    found = m_and(found, f_lt(f_mul(w.total, radius), infinity));
    mask late = m_andnot(found, f_le(time, horizon)), met = m_andnot(found, late);
    mask there = m_and(f_le(w.total, zero), f_le(time, zero));
    ilanes status = i_select(moves, i_set(WAY_TOO_SLOW), i_set(WAY_IMMOBILE));
    status = i_select(met, i_select(there, i_set(WAY_THERE), i_set(WAY_MET)), status);
    status = i_select(late, i_set(WAY_LATE), status);
    mask early = f_lt(w.total, f_mul(reach, f_set(1 - 0x1p-20f)));
    flanes slower = f_div(f_mul(w.total, radius), f_larger(time, f_set(FLT_MIN)));
    flanes speed = f_select(early, slower, f_keep(f_lt(zero, w.total), f_keep(moves, given_speed)));
    return (home2d_answers){
        f_select(met, time, infinity),
        XY(vector_keep(met, w.target, 2)),
        XY(vector_keep(met, w.heading, 2)),
        f_keep(met, f_mul(w.arc1, radius)),
        f_keep(met, f_mul(w.middle, radius)),
        f_keep(met, f_mul(w.arc2, radius)),
        f_select(met, f_mul(w.total, radius), infinity),
        i_select(met, w.word, i_set(WAY_NO_WORD)),
        f_keep(met, speed),
        i_select(valid, status, i_set(WAY_INVALID)),
    };
}

WAY_INLINE home2d_answers home2d(agents a) {
    homing c;
    const mask valid = begin_homing(a, &c);
    flanes best = first_by_straight(&c, c.alone);
    flanes left = first_by_arcs(&c, 0, best), right = first_by_arcs(&c, 1, best);
    return end_homing(a, &c, f_smaller(left, right), valid);
}

#define NAME home2d
#define SOLVE(a) home2d(a)
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_home2d, home2d, exact)
