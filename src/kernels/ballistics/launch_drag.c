/* Finds the shots that hit a runner of constant velocity under gravity and linear drag. Let f be the drag, r
   the vector from the muzzle to the runner, and v the runner's velocity minus the platform's. g is the
   gravity as a vector that points upwards:

       k = g + f * (platform - wind),
       even(t) = (1 - e^(-f t)) / f,   fall(t) = (t - even(t)) / f,
       D(t) = r + v t + fall(t) k.

   A shell with the velocity u, relative to the platform, is at the runner after t if even(t) u = D(t). So the
   shell of speed s hits at the positive roots of F:

       F(t) = D(t)^2 - s^2 even(t)^2.

   Without drag, even(t) = t and fall(t) = t^2 / 2, and F is the polynomial of arc2d. F is a sum of 1, t, t^2,
   e^(-f t), t e^(-f t) and e^(-2 f t). Each of these steps removes one exponential:

       F1 = F' + 2 f F,   F2 = F1' + f F1,   F3 = F2' + f F2.

   So F3 is a polynomial of degree 2. e^(f t) F2 is monotone between the roots of F3, and likewise for F1 and
   F. So between two neighbouring roots of F3, F2 has at most one root, and so on. Therefore no shot is
   missed. There are at most five. */
#define WAY_FAMILY "kernels/ballistics/launch_drag.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

#if WAY_WIDE_IS_DOUBLE

#include "kernels/ballistics/fading.h"
#if LANES == 1
#include "kernels/ballistics/square_drag.h"
#endif

/* Times of meetings are sought between these limits, in seconds. */
#define DRAG_SOONEST 0x1p-80
#define DRAG_LATEST 0x1p70

typedef struct drag_shot {
    wide_vector r, v, k;
    wide_vector last_v, last_k; /* last_v is v + k / f, the runner's velocity in the end, and last_k is k /
                                   f */
    wide f, square;             /* the drag and s^2 */
    wide cubic[3];              /* the coefficients of F3 */
    wide latest;                /* the latest time of a meeting that counts */
    wide soonest;               /* no shell can hit before this time */
    wide end;                   /* F, F1 and F2 keep their signs after this time */
    int dims, drags;            /* 1: some lane has drag */
} drag_shot;

/* even(t), e^(-f t), D(t) and its derivative. */
typedef struct drag_moment {
    wide even, rest;
    wide_vector way, speed;
} drag_moment;

WAY_INLINE wide_vector wide_select_vector(widemask m, wide_vector a, wide_vector b) {
    return (wide_vector){w_select(m, a.x, b.x), w_select(m, a.y, b.y), w_select(m, a.z, b.z)};
}

WAY_INLINE drag_moment drag_moment_at(const drag_shot *c, wide t) {
    const int dims = c->dims;
    const wide one = w_set(1.0), f = c->f, x = w_mul(f, t);
    const widemask ends = w_le(w_set(64.0), x), late = w_le(one, x);
    const wide per = w_div(one, w_select(late, f, one));
    fading of = {one, w_set(0.5)};
    if (c->drags) /* saves time; without drag the result is the same */
        of = fading_of(w_select(ends, w_set(64.0), x));
    drag_moment m;
    m.even = w_select(ends, per, w_mul(t, of.p1));
    wide fall = w_select(ends, w_mul(w_sub(t, m.even), per), w_mul(w_mul(t, t), of.p2));
    m.rest = w_keep(w_lt(x, w_set(64.0)), w_sub(one, w_mul(f, m.even)));
    /* if in the end the runner moves like the falling shell, the terms of D would cancel at late times */
    wide_vector way = wide_add_scaled(wide_add_scaled(c->r, c->v, t, dims), c->k, fall, dims);
    wide_vector end = wide_add_scaled(c->r, c->last_v, t, dims);
    end = wide_add_scaled(end, c->last_k, w_negate(m.even), dims);
    m.way = wide_select_vector(late, end, way);
    wide_vector speed = wide_add_scaled(c->v, c->k, m.even, dims);
    wide_vector last = wide_add_scaled(c->last_v, c->last_k, w_negate(m.rest), dims);
    m.speed = wide_select_vector(late, last, speed);
    return m;
}

/* The value of F, F1 or F2 at a time, and its slope. */
typedef struct drag_value {
    wide value, slope;
} drag_value;

/* Returns F, F1 or F2 if no lane has drag. F is a polynomial, F1 its derivative, and F2 its second one. The
   bits are those of drag_value_at, in which even(t) is then t and e^(-f t) is 1. */
WAY_OUT_OF_LINE drag_value still_value_at(const drag_shot *c, int level, wide t) {
    const int dims = c->dims;
    const wide two = w_set(2.0), fall = w_mul(w_mul(t, t), w_set(0.5));
    const wide_vector way = wide_add_scaled(wide_add_scaled(c->r, c->v, t, dims), c->k, fall, dims);
    const wide_vector speed = wide_add_scaled(c->v, c->k, t, dims);
    const wide squared = w_mul(c->square, t);
    wide curve = w_add(wide_dot(speed, speed, dims), wide_dot(way, c->k, dims));
    curve = w_sub(curve, c->square);
    curve = w_add(curve, curve);
    if (level == 2)
        return (drag_value){curve, w_add(w_mul(c->cubic[1], t), c->cubic[0])};
    const wide slope = w_mul(two, w_sub(wide_dot(way, speed, dims), squared));
    if (level == 1)
        return (drag_value){slope, curve};
    return (drag_value){w_sub(wide_dot(way, way, dims), w_mul(squared, t)), slope};
}

/* Returns F, F1 or F2 (level 0, 1, 2). */
WAY_OUT_OF_LINE drag_value drag_value_at(const drag_shot *c, int level, wide t) {
    const int dims = c->dims;
    const wide f = c->f, two = w_set(2.0);
    const drag_moment m = drag_moment_at(c, t);
    wide squared = w_mul(c->square, m.even);
    wide miss = w_sub(wide_dot(m.way, m.way, dims), w_mul(squared, m.even));
    wide slope = w_mul(two, w_sub(wide_dot(m.way, m.speed, dims), w_mul(squared, m.rest)));
    if (level == 0)
        return (drag_value){miss, slope};
    wide curve = w_add(wide_dot(m.speed, m.speed, dims), w_mul(m.rest, wide_dot(m.way, c->k, dims)));
    curve = w_sub(curve, w_mul(w_mul(c->square, m.rest), w_sub(m.rest, w_mul(f, m.even))));
    curve = w_add(curve, curve);
    if (level == 1)
        return (drag_value){w_add(slope, w_mul(w_mul(two, f), miss)),
                            w_add(curve, w_mul(w_mul(two, f), slope))};
    wide second =
        w_add(w_add(curve, w_mul(w_mul(w_set(3.0), f), slope)), w_mul(w_mul(two, w_mul(f, f)), miss));
    wide third = w_add(w_mul(w_add(w_mul(c->cubic[2], t), c->cubic[1]), t), c->cubic[0]);
    return (drag_value){second, w_sub(third, w_mul(f, second))};
}

WAY_INLINE drag_value value_at(const drag_shot *c, int level, wide t) {
    return c->drags ? drag_value_at(c, level, t) : still_value_at(c, level, t);
}

/* Is exactly one of the two set? */
WAY_INLINE widemask differs(widemask a, widemask b) { return w_or(w_andnot(a, b), w_andnot(b, a)); }

/* Returns a time between two times: their mean if the span is short, their geometric mean if it is long. */
WAY_INLINE wide drag_middle(wide low, wide high) {
    widemask is_long = w_lt(w_mul(low, w_set(4.0)), high);
    return w_select(is_long, w_mul(w_sqrt(low), w_sqrt(high)), w_mul(w_add(low, high), w_set(0.5)));
}

/* Where F, F1 or F2 is known to be above 0, or not. */
typedef struct drag_side {
    wide time;
    widemask above;
} drag_side;

WAY_INLINE drag_side drag_side_at(const drag_shot *c, int level, wide t) {
    return (drag_side){t, w_lt(w_set(0.0), value_at(c, level, t).value)};
}

/* Returns the root of F, F1 or F2 (level 0, 1, 2) between two times. If the function has the same sign at
   both, returns the later time. Uses Newton steps. If a step would leave the span, and in each eighth step,
   uses the middle of the span instead. It also uses the middle of a long span if a step is long: far above
   all roots, Newton steps would only halve the time. */
WAY_OUT_OF_LINE wide drag_root(const drag_shot *c, int level, const drag_side *from, const drag_side *to) {
    const wide zero = w_set(0.0);
    const widemask above = from->above;
    const wide enough = w_set(level == 0 ? 0x1p-38 : 0x1p-20);
    wide low = from->time, high = to->time;
    widemask looking = differs(above, to->above);
    wide t = w_select(looking, drag_middle(low, high), high);
    for (int step = 0; step < 100 && m_any(m_narrow(looking)); step++) {
        const drag_value m = value_at(c, level, t);
        const widemask after = differs(above, w_lt(zero, m.value));
        low = w_select(after, low, t);
        high = w_select(after, t, high);
        wide next = w_sub(t, w_div(m.value, m.slope)), change = w_abs(w_sub(next, t));
        widemask steps = w_or(w_le(high, w_mul(low, w_set(4.0))), w_le(change, w_mul(t, w_set(0.125))));
        steps = w_and(steps, w_and(w_le(low, next), w_le(next, high)));
        if (step % 8 == 7)
            steps = w_lt(zero, zero);
        if (m_any(m_narrow(w_andnot(looking, steps))))
            next = w_select(steps, next, drag_middle(low, high));
        t = w_select(looking, next, t);
        widemask closed = w_le(w_sub(high, low), w_mul(high, w_set(0x1p-50)));
        closed = w_or(closed, w_and(steps, w_le(change, w_mul(next, enough))));
        looking = w_andnot(looking, closed);
    }
    return t;
}

WAY_INLINE wide drag_limited(const drag_shot *c, wide t) {
    t = w_select(w_lt(c->soonest, t), t, c->soonest); /* also takes c->soonest if t is NaN */
    return w_select(w_lt(t, c->end), t, c->end);
}

/* Sets the two roots of a t^2 + b t + e, in order, as times within the limits. */
WAY_INLINE void drag_turns(const drag_shot *c, const wide of[3], wide roots[2]) {
    const wide a = of[2], b = of[1], e = of[0];
    wide inner = w_sub(w_mul(b, b), w_mul(w_mul(w_set(4.0), a), e));
    wide larger = w_mul(w_set(-0.5), w_add(b, w_flip(w_sqrt(w_keep(w_lt(w_set(0.0), inner), inner)), b)));
    wide first = drag_limited(c, w_div(larger, a)), second = drag_limited(c, w_div(e, larger));
    roots[0] = w_select(w_lt(first, second), first, second);
    roots[1] = w_select(w_lt(first, second), second, first);
}

/* The meetings up to c->latest, and the velocities for the first and the last meeting. */
typedef struct drag_meetings {
    wide first, last;
    vector velocity, last_velocity;
    ilanes count;
    widemask ever;
} drag_meetings;

/* Sets the times between which F1 has at most one root, for lanes without drag. F2 has degree 2. */
WAY_APART void still_bends(const drag_shot *c, wide bends[6]) {
    const int dims = c->dims;
    wide least = w_sub(w_add(wide_dot(c->v, c->v, dims), wide_dot(c->r, c->k, dims)), c->square);
    const wide terms[3] = {w_add(least, least), w_mul(w_set(6.0), wide_dot(c->v, c->k, dims)),
                           w_mul(w_set(3.0), wide_dot(c->k, c->k, dims))};
    bends[0] = c->soonest, bends[3] = bends[4] = bends[5] = c->end;
    drag_turns(c, terms, bends + 1);
}

/* Sets the times between which F1 has at most one root, for lanes with drag. */
WAY_APART void drag_bends(const drag_shot *c, wide bends[6]) {
    const widemask drags = w_lt(w_set(0.0), c->f);
    wide roots[2];
    drag_turns(c, c->cubic, roots);
    drag_side from = drag_side_at(c, 2, c->soonest);
    for (int n = 0; n < 3; n++) {
        drag_side to = drag_side_at(c, 2, n == 2 ? c->end : roots[n]);
        from.above = w_or(w_and(from.above, drags), w_andnot(to.above, drags)); /* skips the other lanes */
        bends[n + 1] = w_select(drags, drag_root(c, 2, &from, &to), bends[n + 1]);
        from = to;
    }
}

/* Replaces these times by the times between which F has at most one root. */
WAY_APART void drag_spans(const drag_shot *c, wide times[6]) {
    const int spans = c->drags ? 4 : 3; /* without drag, the fourth span is empty */
    drag_side from = drag_side_at(c, 1, times[0]);
    for (int n = 0; n < spans; n++) {
        const drag_side to = drag_side_at(c, 1, times[n + 1]);
        times[n + 1] = drag_root(c, 1, &from, &to);
        from = to;
    }
}

/* The spans that hold the first and the last meeting up to c->latest, as far as they are known. */
typedef struct drag_search {
    drag_side low, high, last_low, last_high, from;
    widemask start, any; /* F was above 0 at the start; a meeting has been found */
} drag_search;

WAY_INLINE drag_side choose_side(widemask m, drag_side a, drag_side b) {
    return (drag_side){w_select(m, a.time, b.time), w_or(w_and(a.above, m), w_andnot(b.above, m))};
}

/* Searches the span from search->from to `until` for a meeting. */
WAY_OUT_OF_LINE void drag_look(const drag_shot *c, wide until, drag_search *search, drag_meetings *m) {
    drag_side to = drag_side_at(c, 0, until);
    m->ever = w_or(m->ever, differs(to.above, search->start));
    if (m_any(m_narrow(w_lt(c->latest, until))))
        to = drag_side_at(c, 0, w_select(w_lt(until, c->latest), until, drag_limited(c, c->latest)));
    const widemask one = differs(to.above, search->from.above);
    const widemask first = w_andnot(one, search->any);
    m->count = i_count(m_narrow(one), m->count);
    search->low = choose_side(first, search->from, search->low);
    search->high = choose_side(first, to, search->high);
    search->last_low = choose_side(one, search->from, search->last_low);
    search->last_high = choose_side(one, to, search->last_high);
    search->any = w_or(search->any, one);
    search->from = to;
}

WAY_APART void find_drag_meetings(const drag_shot *c, const wide times[6], drag_meetings *m) {
    const drag_side start = drag_side_at(c, 0, times[0]);
    drag_search search = {start, start, start, start, start, start.above, w_lt(start.time, start.time)};
    m->ever = search.any;
    m->count = i_set(0);
    for (int n = 1; n < 6; n++)
        drag_look(c, times[n], &search, m);
    m->first = drag_root(c, 0, &search.low, &search.high);
    m->last = drag_root(c, 0, &search.last_low, &search.last_high);
}

/* Sets the coefficients of F3, from u = f^2 r - k and w = f v + k. */
WAY_INLINE void set_drag_cubic(drag_shot *c) {
    const int dims = c->dims;
    wide_vector u = wide_sub(wide_scale(c->r, w_mul(c->f, c->f), dims), c->k, dims);
    wide_vector w = wide_scale(c->last_v, c->f, dims);
    w = wide_select_vector(w_lt(w_set(0.0), c->f), w, c->k);
    wide_vector z = wide_add_scaled(c->v, c->r, c->f, dims);
    wide_vector more = wide_add_scaled(u, w, w_set(4.0), dims);
    wide_vector most = wide_add_scaled(wide_scale(u, w_set(4.0), dims), w, w_set(10.0), dims);
    c->cubic[0] = w_mul(w_set(2.0), w_sub(wide_dot(z, more, dims), w_mul(c->f, c->square)));
    c->cubic[1] = wide_dot(w, most, dims);
    c->cubic[2] = w_mul(w_add(c->f, c->f), wide_dot(w, w, dims));
}

/* Sets the times before which and after which F, F1 and F2 have no root. The way grows at most by the speeds
   * t, plus half of the accelerations * t^2. Without drag, |k| t^2 / 2 is above (1 + sqrt(2)) (|r| + |v| t) +
   s t in the end, so F has no root there, real or complex. By the theorem of Gauss and Lucas, F1 and F2 have
   none there, either. */
WAY_INLINE void set_drag_limits(drag_shot *c, wide speed) {
    const int dims = c->dims;
    const wide far = w_sqrt(wide_dot(c->r, c->r, dims)), pace = w_sqrt(wide_dot(c->v, c->v, dims));
    const wide pull = w_sqrt(wide_dot(c->k, c->k, dims)), both = w_add(speed, pace);
    const wide root = w_sqrt(w_add(w_mul(both, both), w_mul(w_mul(w_set(2.0), pull), far)));
    const wide soonest = w_mul(w_div(far, w_add(both, root)), w_set(1.99));
    c->soonest = w_select(w_lt(w_set(DRAG_SOONEST), soonest), soonest, w_set(DRAG_SOONEST));
    c->soonest = w_select(w_lt(c->soonest, w_set(DRAG_LATEST)), c->soonest, w_set(DRAG_LATEST));
    const wide more = w_add(speed, w_mul(w_set(2.42), pace));
    const wide last = w_sqrt(w_add(w_mul(more, more), w_mul(w_mul(w_set(4.84), pull), far)));
    wide end = w_div(w_mul(w_add(more, last), w_set(1.01)), pull);
    end = w_select(w_lt(c->soonest, end), end, c->soonest);
    c->end =
        w_select(w_andnot(w_lt(end, w_set(DRAG_LATEST)), w_lt(w_set(0.0), c->f)), end, w_set(DRAG_LATEST));
}

WAY_INLINE wide_vector load_wide_or_0(agents a, int k, int dims) {
    return wide_widen((vector){load_or(a, k, 0.0f), load_or(a, k + 1, 0.0f),
                               dims == 3 ? load_or(a, k + 2, 0.0f) : f_set(0.0f)},
                      dims);
}

WAY_APART void set_drag_shot(agents a, drag_shot *c, int dims) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    c->dims = dims;
    const wide_vector platform = load_wide_or_0(a, COLUMN(dims, launch_drag, platform_vx), dims);
    const wide_vector runner = load_wide_vector(a, COLUMN(dims, launch_drag, runner_vx), dims);
    const wide_vector wind = load_wide_or_0(a, COLUMN(dims, launch_drag, wind_x), dims);
    const wide gravity = load_wide(a, COLUMN(dims, launch_drag, gravity));
    const wide own = load_wide(a, COLUMN(dims, launch_drag, shell_speed));
    const wide speed = w_keep(w_lt(zero, own), own);
    c->f = w_widen(load_or(a, COLUMN(dims, launch_drag, drag), 0.0f));
    c->square = w_mul(speed, speed);
    c->r = between_wide(a, COLUMN(dims, launch_drag, muzzle_x), COLUMN(dims, launch_drag, runner_x), dims);
    c->v = wide_sub(runner, platform, dims);
    wide_vector carried = wide_sub(platform, wind, dims);
    c->k = wide_scale(carried, c->f, dims);
    c->k.y = w_add(c->k.y, gravity);
    const widemask drags = w_lt(zero, c->f);
    const wide sinks = w_keep(drags, w_div(gravity, w_select(drags, c->f, one)));
    c->last_v = wide_sub(runner, wind, dims), c->last_k = carried;
    c->last_v.y = w_add(c->last_v.y, sinks), c->last_k.y = w_add(c->last_k.y, sinks);
    c->latest = w_widen(load_or(a, COLUMN(dims, launch_drag, horizon), FLT_MAX));
    c->drags = m_any(m_narrow(drags));
    set_drag_limits(c, speed);
    set_drag_cubic(c);
}

typedef struct drag_answers {
    flanes time, last;
    vector point, velocity, last_velocity;
    ilanes count, status;
} drag_answers;

WAY_OUT_OF_LINE void set_drag_velocity(const drag_shot *c, wide t, vector *velocity) {
    const drag_moment m = drag_moment_at(c, t);
    *velocity = wide_narrow(wide_scale(m.way, w_div(w_set(1.0), m.even), c->dims), c->dims);
}

/* Which lanes have inputs that the kernel can compute with? */
WAY_INLINE mask drag_valid(agents a, const drag_shot *c) {
    const flanes zero = f_set(0.0f), most = f_set(0x1p60f);
    const flanes gravity = load(a, COLUMN(c->dims, launch_drag, gravity));
    const flanes drag = load_or(a, COLUMN(c->dims, launch_drag, drag), 0.0f);
    const flanes horizon = load_or(a, COLUMN(c->dims, launch_drag, horizon), INFINITY);
    const flanes own = load(a, COLUMN(c->dims, launch_drag, shell_speed));
    wide squares = w_add(wide_dot(c->r, c->r, c->dims), wide_dot(c->v, c->v, c->dims));
    squares = w_add(squares, wide_dot(c->last_v, c->last_v, c->dims));
    squares = w_add(squares, wide_dot(c->last_k, c->last_k, c->dims));
    mask valid = m_and(m_narrow(w_lt(squares, w_set(0x1p250))), f_lt(f_abs(own), most));
    valid = m_and(valid, m_and(f_le(zero, gravity), f_lt(gravity, most)));
    const flanes square = load_or(a, COLUMN(c->dims, launch_drag, drag_area), 0.0f);
    valid = m_and(valid, m_and(f_le(zero, drag), f_lt(drag, most)));
    valid = m_and(valid, m_and(f_le(zero, square), f_lt(square, most)));
    return m_and(valid, f_lt(f_set(-INFINITY), horizon));
}

/* Sets the answers from the meetings and their velocities. */
WAY_APART drag_answers drag_answers_of(agents a, const drag_meetings *m, mask valid, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    const flanes horizon = load_or(a, COLUMN(dims, launch_drag, horizon), INFINITY);
    const mask able = f_lt(zero, load(a, COLUMN(dims, launch_drag, shell_speed)));
    const mask now = f_le(zero, horizon);
    const wide_vector r =
        between_wide(a, COLUMN(dims, launch_drag, muzzle_x), COLUMN(dims, launch_drag, runner_x), dims);
    const mask at_muzzle = m_narrow(w_le(wide_dot(r, r, dims), w_set(0.0))), there = m_and(at_muzzle, now);
    const mask any = m_and(able, m_and(now, i_lt(i_set(0), m->count)));
    mask met = m_andnot(any, at_muzzle), more = m_and(any, m_or(at_muzzle, i_lt(i_set(1), m->count)));

    wide_vector gone = load_wide_vector(a, COLUMN(dims, launch_drag, runner_vx), dims);
    wide_vector point = load_wide_vector(a, COLUMN(dims, launch_drag, runner_x), dims);
    const wide after = w_widen(f_keep(met, w_narrow(m->first)));
    drag_answers b;
    b.point = wide_narrow(wide_add_scaled(point, gone, after, dims), dims);
    b.velocity = vector_keep(met, m->velocity, dims);
    b.last_velocity = vector_keep(more, m->last_velocity, dims);
    flanes sizes = f_add(vector_size(b.velocity, dims), vector_size(b.last_velocity, dims));
    valid = m_and(valid, f_lt(f_add(sizes, vector_size(b.point, dims)), infinity));
    met = m_and(met, valid), more = m_and(more, valid);
    b.status = i_select(m_or(m_narrow(m->ever), at_muzzle), i_set(WAY_LATE), i_set(WAY_TOO_SLOW));
    b.status = i_select(able, b.status, i_set(WAY_IMMOBILE));
    b.status = i_select(met, i_set(WAY_MET), b.status);
    b.status = i_select(there, i_set(WAY_THERE), b.status);
    b.status = i_select(valid, b.status, i_set(WAY_INVALID));
    const mask found = m_and(valid, m_or(met, there));
    b.time = f_select(found, f_keep(met, w_narrow(m->first)), infinity);
    b.point = vector_keep(found, b.point, dims);
    b.velocity = vector_keep(met, b.velocity, dims);
    b.last = f_select(more, w_narrow(m->last), infinity);
    b.last_velocity = vector_keep(more, b.last_velocity, dims);
    b.count = i_keep(m_and(valid, any), m->count);
    return b;
}

/* Sets the meetings and their velocities. Returns the lanes with valid inputs. */
WAY_APART mask set_drag_meetings(agents a, drag_meetings *m, int dims) {
    drag_shot c;
    wide times[6];
    set_drag_shot(a, &c, dims);
    still_bends(&c, times);
    if (c.drags)
        drag_bends(&c, times);
    drag_spans(&c, times);
    find_drag_meetings(&c, times, m);
    set_drag_velocity(&c, m->first, &m->velocity);
    set_drag_velocity(&c, m->last, &m->last_velocity);
    return drag_valid(a, &c);
}

WAY_INLINE drag_answers drag_shots(agents a, int dims) {
    drag_meetings m;
    const mask valid = set_drag_meetings(a, &m, dims);
    return drag_answers_of(a, &m, valid, dims);
}

/* Plain C computes shots under quadratic drag one by one, because in lanes they would take too much stack. */
WAY_INLINE mask has_square_drag(agents a, int dims) {
    return f_lt(f_set(0.0f), load_or(a, COLUMN(dims, launch_drag, drag_area), 0.0f));
}

#if LANES == 1

WAY_INLINE void put_air_vector(double *to, wide_vector from) {
    to[0] = from.x, to[1] = from.y, to[2] = from.z;
}

/* Returns a launch relative to the platform, at the shell's speed. */
WAY_INLINE vector air_velocity(const air_shot *c, const air_launch *l) {
    const wide per = l->size > 0 ? c->speed / l->size : 0;
    return wide_narrow(
        wide_scale((wide_vector){l->velocity[0], l->velocity[1], l->velocity[2]}, per, c->dims), c->dims);
}

/* Sets the meetings and their velocities under quadratic drag. */
WAY_OUT_OF_LINE void set_air_meetings(agents a, drag_meetings *m, int dims) {
    air_shot c = {.dims = dims, .table = a.walls != NULL ? a.walls->drag_table : NULL};
    air_hits hits;
    const wide_vector wind = load_wide_or_0(a, COLUMN(dims, launch_drag, wind_x), dims);
    const wide_vector runner = load_wide_vector(a, COLUMN(dims, launch_drag, runner_vx), dims);
    const wide_vector platform = load_wide_or_0(a, COLUMN(dims, launch_drag, platform_vx), dims);
    put_air_vector(
        c.r, between_wide(a, COLUMN(dims, launch_drag, muzzle_x), COLUMN(dims, launch_drag, runner_x), dims));
    put_air_vector(c.u, wide_sub(runner, wind, dims));
    put_air_vector(c.c, wide_sub(platform, wind, dims));
    c.gravity = load_wide(a, COLUMN(dims, launch_drag, gravity));
    c.linear = w_widen(load_or(a, COLUMN(dims, launch_drag, drag), 0.0f));
    c.square = w_widen(load_or(a, COLUMN(dims, launch_drag, drag_area), 0.0f));
    c.speed = load_wide(a, COLUMN(dims, launch_drag, shell_speed));
    c.horizon = w_widen(load_or(a, COLUMN(dims, launch_drag, horizon), FLT_MAX));
    air_find(&c, &hits);
    m->first = hits.first.time, m->last = hits.last.time;
    m->count = i_set(hits.count), m->ever = w_lt(w_set(0.0), w_set(hits.ever));
    m->velocity = air_velocity(&c, &hits.first), m->last_velocity = air_velocity(&c, &hits.last);
}

WAY_INLINE drag_answers air_shots(agents a, int dims) {
    drag_shot c;
    drag_meetings m = {.first = 0};
    set_drag_shot(a, &c, dims);
    const mask valid = drag_valid(a, &c);
    const mask shoots = f_lt(f_set(0.0f), load(a, COLUMN(dims, launch_drag, shell_speed)));
    if (m_any(m_and(valid, shoots)))
        set_air_meetings(a, &m, dims);
    return drag_answers_of(a, &m, valid, dims);
}

#endif

WAY_INLINE launch_drag2d_answers launch_drag2d(drag_answers b) {
    return (launch_drag2d_answers){b.time,  XY(b.point), XY(b.velocity), b.last, XY(b.last_velocity),
                                   b.count, b.status};
}

WAY_INLINE launch_drag3d_answers launch_drag3d(drag_answers b) {
    return (launch_drag3d_answers){b.time,  XYZ(b.point), XYZ(b.velocity), b.last, XYZ(b.last_velocity),
                                   b.count, b.status};
}

#endif

#define NAME launch_drag2d
#define SUMS drag_answers
#define SUM(a) drag_shots(a, 2)
#define FINISH(a, sums, roots) launch_drag2d(sums)
#define AHEAD 0
#define ANSWERED 1
#define DECIDE way_launch_drag2d_exactly
#define ANY_UNDECIDED(a, sums, roots) m_any(has_square_drag(a, 2))
#define UNDECIDED(a, sums, roots) has_square_drag(a, 2)
#define DECIDED(a) launch_drag2d(air_shots(a, 2))
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_launch_drag2d, launch_drag2d, exact)

#define NAME launch_drag3d
#define SUMS drag_answers
#define SUM(a) drag_shots(a, 3)
#define FINISH(a, sums, roots) launch_drag3d(sums)
#define AHEAD 0
#define ANSWERED 1
#define DECIDE way_launch_drag3d_exactly
#define ANY_UNDECIDED(a, sums, roots) m_any(has_square_drag(a, 3))
#define UNDECIDED(a, sums, roots) has_square_drag(a, 3)
#define DECIDED(a) launch_drag3d(air_shots(a, 3))
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_launch_drag3d, launch_drag3d, exact)
