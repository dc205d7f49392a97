/* Computes when two moving rectangles touch, and how far apart they are now. Rectangles overlap if and only
   if they overlap on each of four axes: along and across each heading. On an axis, d is the difference of the
   centres, v the difference of the velocities, and e half the sum of both extents:

       |d + v t| <= e holds from (|d| - e) / closing to (|d| + e) / closing, with closing = -v d / |d|.

   The rectangles touch in the intersection of the four intervals. The headings g and h may have any length.
   All numbers of all axes are multiplied by |g| |h|, so that the only division comes last:

       along g     d = |h| d.g,   e = (|g| |h| length_g + |g.h| length_h + |g x h| width_h) / 2.

   If the rectangles are apart, the gap is the least distance of a corner of one rectangle from the other
   rectangle. If they overlap, the depth is the least e - |d|. To find a point in both, both rectangles are
   shrunk by the same factor until they only touch. This factor is the largest |d| / e.

   A pair is undecided if rounding could change one of its comparisons. An undecided pair is computed again in
   twins, where a number below 2^-90 of its terms counts as 0. Source: David Eberly, "Dynamic Collision
   Detection using Oriented Bounding Boxes". */
#define WAY_FAMILY "kernels/bounce/touch_boxes.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#if LANES > 1 /* only plain C computes in twins */
#define ROUNDED_TWINS
#endif
#include "kernels/bounce/double_double.h"
#include "kernels/bounce/walls.h"

/* A rectangle. `length` and `width` are halves. */
typedef struct box {
    wide x, y, vx, vy, hx, hy, length, width;
} box;

/* In floats, headings get a length near 1, so that no product underflows. */
WAY_INLINE box load_box(agents a, int k) {
    const wide half = w_set(0.5);
    box b = {load_wide(a, k),
             load_wide(a, k + 1),
             load_wide(a, k + 2),
             load_wide(a, k + 3),
             load_wide(a, k + 4),
             load_wide(a, k + 5),
             w_mul(half, load_wide(a, k + 6)),
             w_mul(half, load_wide(a, k + 7))};
    if (!WAY_WIDE_IS_DOUBLE) {
        const wide size = w_add(w_abs(b.hx), w_abs(b.hy));
        b.hx = w_div(b.hx, size);
        b.hy = w_div(b.hy, size);
    }
    return b;
}

WAY_INLINE mask box_is_sound(agents a, int k) {
    flanes length = load(a, k + 6), width = load(a, k + 7), size = f_add(f_abs(length), f_abs(width));
    for (int j = 0; j < 6; j++)
        size = f_add(size, f_abs(load(a, k + j)));
    const mask no_less = m_and(f_le(f_set(0.0f), length), f_le(f_set(0.0f), width));
    return m_and(no_less, f_lt(size, f_set((float)WALL_ROOM)));
}

/* Two rectangles: the differences of their centres and velocities, and the products of their headings. */
typedef struct pair {
    box b, c;
    twin dx, dy, vx, vy;
    twin of_b, of_c, both; /* |g|, |h|, |g| |h| */
    twin along, across;    /* g.h, g x h */
    wide slack, drift;     /* bounds of errors of lengths (slack) and speeds (drift), times |g| |h| */
} pair;

WAY_INLINE pair pair_of(agents a, int exact) {
    pair p = {.b = load_box(a, IN_touch_boxes2d_chaser_x), .c = load_box(a, IN_touch_boxes2d_runner_x)};
    const twin gx = twin_of(p.b.hx), gy = twin_of(p.b.hy), hx = twin_of(p.c.hx), hy = twin_of(p.c.hy);
    p.dx = t_between(p.b.x, p.c.x, exact);
    p.dy = t_between(p.b.y, p.c.y, exact);
    p.vx = t_between(p.b.vx, p.c.vx, exact);
    p.vy = t_between(p.b.vy, p.c.vy, exact);
    p.of_b = t_sqrt(t_dot(gx, gy, gx, gy, exact), exact);
    p.of_c = t_sqrt(t_dot(hx, hy, hx, hy, exact), exact);
    p.both = t_mul(p.of_b, p.of_c, exact);
    p.along = t_dot(gx, gy, hx, hy, exact);
    p.across = t_cross(gx, gy, hx, hy, exact);
    const wide unit = w_mul(w_set(exact ? 0x1p-90 : 0x1p-48), p.both.hi);
    const wide extent = w_add(w_add(p.b.length, p.b.width), w_add(p.c.length, p.c.width));
    p.slack = w_mul(unit, w_add(w_add(w_abs(p.dx.hi), w_abs(p.dy.hi)), extent));
    p.drift = w_mul(unit, w_add(w_abs(p.vx.hi), w_abs(p.vy.hi)));
    return p;
}

/* The values of one axis. d, closing and e are as at the top of this file, and `lead` is |d| - e. */
typedef struct axis {
    twin d, closing, e, lead;
} axis;

/* The axes: along and across the chaser's heading, then along and across the runner's. */
enum { ALONG_CHASER, ACROSS_CHASER, ALONG_RUNNER, ACROSS_RUNNER, AXES };

/* Returns half the extent of a rectangle on the axis along a heading, or across it, times |g| |h|. On the
   axis along the heading, `near` is |g.h| and `far` is |g x h|. */
WAY_INLINE twin extent_of(const pair *p, wide own, wide length, wide width, twin near, twin far, int exact) {
    const twin other = t_add(t_mul(near, twin_of(length), exact), t_mul(far, twin_of(width), exact), exact);
    return t_add(t_mul(p->both, twin_of(own), exact), other, exact);
}

WAY_INLINE axis axis_of(const pair *p, int k, int exact) {
    const box own = k < ALONG_RUNNER ? p->b : p->c, other = k < ALONG_RUNNER ? p->c : p->b;
    const twin hx = twin_of(own.hx), hy = twin_of(own.hy), by = k < ALONG_RUNNER ? p->of_c : p->of_b;
    const twin along = t_abs(p->along, exact), across = t_abs(p->across, exact);
    const int is_along = k % 2 == 0;
    axis a;
    a.d = t_mul(by, is_along ? t_dot(hx, hy, p->dx, p->dy, exact) : t_cross(hx, hy, p->dx, p->dy, exact),
                exact);
    a.closing = t_mul(
        by, is_along ? t_dot(hx, hy, p->vx, p->vy, exact) : t_cross(hx, hy, p->vx, p->vy, exact), exact);
    a.closing = t_flip(t_flip(a.closing, a.d.hi, exact), w_set(-1.0), exact);
    a.e = is_along ? extent_of(p, own.length, other.length, other.width, along, across, exact)
                   : extent_of(p, own.width, other.length, other.width, across, along, exact);
    a.lead = t_sub(t_abs(a.d, exact), a.e, exact);
    if (exact) { /* numbers below their error count as 0 */
        a.lead = t_keep(w_lt(p->slack, w_abs(a.lead.hi)), a.lead, 1);
        a.closing = t_keep(w_lt(p->drift, w_abs(a.closing.hi)), a.closing, 1);
    }
    return a;
}

/* What later steps read of an axis, after its interval has been added. */
typedef struct kept_axis {
    twin d;
    wide e, lead;
} kept_axis;

/* The intersection of the four intervals. If several axes are equally good, the first one counts. */
typedef struct box_leads {
    kept_axis axes[AXES];
    twin in, in_pace, last, last_pace; /* the intersection begins at in / in_pace and ends at last /
                                          last_pace */
    twin worst;                        /* the largest lead, which is at most 0 if the rectangles overlap
                                          now */
    wide enters;                       /* the axis on which the rectangles begin to overlap last */
    widemask never, undecided;
} box_leads;

/* Adds the interval of axis k. */
WAY_INLINE void add_axis(box_leads *o, axis a, int k, int exact) {
    const wide zero = w_set(0.0), number = w_set(k);
    const twin distance = t_abs(a.d, exact), pace = t_abs(a.closing, exact);
    const widemask apart = w_lt(zero, a.lead.hi), closes = w_lt(zero, a.closing.hi);
    o->axes[k] = (kept_axis){a.d, a.e.hi, a.lead.hi};
    o->never = w_or(o->never, w_andnot(apart, closes));
    widemask later = t_lt(t_mul(o->in, a.closing, exact), t_mul(a.lead, o->in_pace, exact), exact);
    later = w_and(w_and(apart, closes), later);
    o->in = t_select(later, a.lead, o->in, exact);
    o->in_pace = t_select(later, a.closing, o->in_pace, exact);
    o->enters = w_select(later, number, o->enters);

    const twin end = t_select(closes, t_add(distance, a.e, exact), twin_negate(a.lead), exact);
    widemask sooner = t_lt(t_mul(end, o->last_pace, exact), t_mul(o->last, pace, exact), exact);
    sooner = w_and(w_lt(zero, pace.hi), sooner);
    o->last = t_select(sooner, end, o->last, exact);
    o->last_pace = t_select(sooner, pace, o->last_pace, exact);

    o->worst = k == 0 ? a.lead : t_select(t_lt(o->worst, a.lead, exact), a.lead, o->worst, exact);
}

/* Could rounding change the sign of a lead or of a closing speed? If the differences of velocities are
   floats, `rounded` is 0: products are then exact, and the sign of the closing speed is right. */
WAY_INLINE widemask is_undecided_axis(const pair *p, axis a, int k, wide rounded) {
    const box own = k < ALONG_RUNNER ? p->b : p->c;
    const wide by = k < ALONG_RUNNER ? p->of_c.hi : p->of_b.hi;
    const wide x = k % 2 == 0 ? own.hx : own.hy, y = k % 2 == 0 ? own.hy : own.hx;
    const wide terms = w_add(w_abs(w_mul(x, p->vx.hi)), w_abs(w_mul(y, p->vy.hi)));
    return w_or(w_le(w_abs(a.lead.hi), p->slack),
                w_lt(w_abs(a.closing.hi), w_mul(rounded, w_mul(by, terms))));
}

static WAY_NEVER_INLINED void set_overlap(const pair *p, int exact, box_leads *o) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    const wide lost_x = w_sub(p->vx.hi, w_widen(w_narrow(p->vx.hi))),
               lost_y = w_sub(p->vy.hi, w_widen(w_narrow(p->vy.hi)));
    const wide rounded = w_keep(w_lt(zero, w_add(w_abs(lost_x), w_abs(lost_y))), w_set(0x1p-50));
    o->in = o->last_pace = twin_of(zero);
    o->in_pace = o->last = twin_of(one);
    o->worst = twin_of(zero);
    o->enters = zero;
    o->never = o->undecided = w_lt(zero, zero);
    WAY_UNROLLED for (int k = 0; k < AXES; k++) {
        const axis a = axis_of(p, k, exact);
        add_axis(o, a, k, exact);
        if (WAY_WIDE_IS_DOUBLE && !exact)
            o->undecided = w_or(o->undecided, is_undecided_axis(p, a, k, rounded));
    }
}

/* The time of the first touch, whether there is a touch, and whether it is before the horizon. */
typedef struct box_meeting {
    wide time;
    widemask touching, ever, in_time, undecided;
} box_meeting;

WAY_INLINE box_meeting meeting_of(pair p, box_leads o, wide horizon, int exact) {
    const wide zero = w_set(0.0);
    const twin first = t_mul(o.in, o.last_pace, exact), last = t_mul(o.last, o.in_pace, exact);
    const twin until = t_mul(twin_of(horizon), o.in_pace, exact);
    const wide left = t_sub(last, first, exact).hi, on = t_sub(until, o.in, exact).hi;
    const wide rough =
        w_add(w_mul(p.slack, w_add(o.in_pace.hi, o.last_pace.hi)), w_mul(p.drift, w_add(o.in.hi, o.last.hi)));
    const wide rough_on = w_add(w_mul(p.slack, w_set(2.0)), w_mul(p.drift, w_abs(horizon)));
    const widemask long_enough = w_le(exact ? w_negate(rough) : zero, left);
    box_meeting m = {.touching = w_le(o.worst.hi, zero)};
    m.ever = w_or(m.touching, w_andnot(long_enough, o.never));
    m.time = w_keep(w_andnot(m.ever, m.touching), w_div(o.in.hi, o.in_pace.hi));
    m.in_time = w_andnot(w_le(exact ? w_negate(rough_on) : zero, on), m.touching);
    m.in_time = w_and(m.ever, w_or(m.in_time, w_and(m.touching, w_le(zero, horizon))));
    m.undecided = o.undecided;
    if (WAY_WIDE_IS_DOUBLE && !exact) {
        const wide digits = w_set(0x1p26); /* a number this many times as large as its error is decided */
        widemask close = w_and(w_le(w_abs(left), w_mul(w_set(2.0), rough)), w_lt(zero, o.last_pace.hi));
        widemask few =
            w_or(w_lt(o.in.hi, w_mul(digits, p.slack)), w_lt(o.in_pace.hi, w_mul(digits, p.drift)));
        few = w_and(m.ever, w_or(few, w_le(w_abs(on), rough_on)));
        close = w_andnot(w_or(w_andnot(close, o.never), few), m.touching);
        m.undecided = w_or(m.undecided, w_or(close, w_lt(w_abs(o.worst.hi), w_mul(digits, p.slack))));
    }
    return m;
}

/* Returns how far x is beyond a half extent e, or 0. */
WAY_INLINE wide beyond(twin x, twin e, wide slack, int exact) {
    const wide zero = w_set(0.0), rest = t_sub(t_abs(x, exact), e, exact).hi;
    return w_keep(w_lt(exact ? slack : zero, rest), rest);
}

/* Returns the least squared distance from the corners of one rectangle to the other, times |g|^2 |h|^2. The
   axes are those of the other rectangle, which has the half extents ex and ey. (x, y) is the vector between
   the centres; a is half the length of the first rectangle, and b half its width. */
WAY_INLINE wide corner_square(twin x, twin y, twin ax, twin ay, twin bx, twin by, twin ex, twin ey,
                              wide slack, int exact) {
    wide least = w_set(0.0);
    WAY_UNROLLED for (int k = 0; k < 4; k++) {
        const twin x1 = k < 2 ? t_add(x, ax, exact) : t_sub(x, ax, exact);
        const twin y1 = k < 2 ? t_add(y, ay, exact) : t_sub(y, ay, exact);
        const wide dx = beyond(k % 2 ? t_add(x1, bx, exact) : t_sub(x1, bx, exact), ex, slack, exact);
        const wide dy = beyond(k % 2 ? t_add(y1, by, exact) : t_sub(y1, by, exact), ey, slack, exact);
        const wide square = dot2(dx, dy, dx, dy);
        least = k == 0 ? square : w_smaller(least, square);
    }
    return least;
}

/* Returns the distance of two rectangles that do not overlap. */
WAY_INLINE wide distance_of(pair p, box_leads o, int exact) {
    const twin l = twin_of(p.c.length), w = twin_of(p.c.width), m = twin_of(p.b.length),
               n = twin_of(p.b.width);
    const wide of_runner = corner_square(o.axes[ALONG_CHASER].d, o.axes[ACROSS_CHASER].d,
                                         t_mul(l, p.along, exact), t_mul(l, p.across, exact),
                                         twin_negate(t_mul(w, p.across, exact)), t_mul(w, p.along, exact),
                                         t_mul(m, p.both, exact), t_mul(n, p.both, exact), p.slack, exact);
    const wide of_chaser = corner_square(o.axes[ALONG_RUNNER].d, o.axes[ACROSS_RUNNER].d,
                                         t_mul(m, p.along, exact), twin_negate(t_mul(m, p.across, exact)),
                                         t_mul(n, p.across, exact), t_mul(n, p.along, exact),
                                         t_mul(l, p.both, exact), t_mul(w, p.both, exact), p.slack, exact);
    return w_div(w_sqrt(w_smaller(of_runner, of_chaser)), p.both.hi);
}

/* Returns the number of the axis with the largest lead. */
WAY_INLINE wide deepest_axis(box_leads o) {
    wide number = w_set(0.0), most = o.axes[0].lead;
    WAY_UNROLLED for (int k = 1; k < AXES; k++) {
        const widemask deeper = w_lt(most, o.axes[k].lead);
        most = w_select(deeper, o.axes[k].lead, most);
        number = w_select(deeper, w_set(k), number);
    }
    return number;
}

WAY_INLINE wide lesser(wide a, wide b) { return w_select(w_lt(a, b), a, b); }
WAY_INLINE wide greater(wide a, wide b) { return w_select(w_lt(b, a), a, b); }

/* Returns the largest |d| / e of rectangles that overlap, and the number of its axis. It is at most 1, except
   for a |d| - e that counts as 0. Two segments on one line have an axis without extent, which is left out. */
WAY_INLINE wide widest_axis(box_leads o, wide *number) {
    wide distance = w_set(0.0), room = w_set(1.0);
    *number = w_set(0.0);
    WAY_UNROLLED for (int k = 0; k < AXES; k++) {
        const wide d = w_abs(o.axes[k].d.hi), e = o.axes[k].e;
        const widemask wider = w_and(w_lt(w_set(0.0), e), w_lt(w_mul(distance, e), w_mul(d, room)));
        distance = w_select(wider, d, distance);
        room = w_select(wider, e, room);
        *number = w_select(wider, w_set(k), *number);
    }
    return lesser(w_div(distance, room), w_set(1.0));
}

/* The unit vector of an axis from the chaser to the runner. */
typedef struct unit_axis {
    wide x, y, sign;
    widemask of_chaser, across;
} unit_axis;

WAY_INLINE unit_axis axis_normal(pair p, box_leads o, wide number) {
    unit_axis n = {.of_chaser = w_lt(number, w_set(ALONG_RUNNER))};
    n.across = w_or(w_and(w_lt(w_set(ALONG_CHASER), number), n.of_chaser), w_lt(w_set(ALONG_RUNNER), number));
    const wide hx = w_select(n.of_chaser, p.b.hx, p.c.hx), hy = w_select(n.of_chaser, p.b.hy, p.c.hy),
               length = w_select(n.of_chaser, p.of_b.hi, p.of_c.hi);
    n.sign = w_select(n.of_chaser, w_select(n.across, o.axes[ACROSS_CHASER].d.hi, o.axes[ALONG_CHASER].d.hi),
                      w_select(n.across, o.axes[ACROSS_RUNNER].d.hi, o.axes[ALONG_RUNNER].d.hi));
    n.x = w_flip(w_div(w_select(n.across, w_negate(hy), hx), length), n.sign);
    n.y = w_flip(w_div(w_select(n.across, hx, hy), length), n.sign);
    return n;
}

/* Returns `size` with the sign of `sign`, or 0 if `sign` is 0. */
WAY_INLINE wide signed_by(wide size, wide sign) {
    return w_keep(w_lt(w_set(0.0), w_abs(sign)), w_flip(size, sign));
}

typedef struct spot {
    wide x, y;
} spot;

/* Returns the point, relative to the chaser's centre, at which the rectangles touch at this time if all
   extents are multiplied by `scale`. One rectangle owns the axis: one of its sides touches the other
   rectangle, at the corner that is nearest along the axis. If a side of the other rectangle is parallel to
   it, the answer is the middle of the common part. */
WAY_INLINE spot spot_of(pair p, unit_axis n, wide time, wide scale) {
    const wide zero = w_set(0.0), half = w_set(0.5);
    const wide rx = w_add(p.dx.hi, w_mul(p.vx.hi, time)), ry = w_add(p.dy.hi, w_mul(p.vy.hi, time));
    const wide cross = w_select(n.of_chaser, p.across.hi, w_negate(p.across.hi));
    /* the signs of g.n and g'.n, where g is the heading of the other rectangle, and g' is g turned left by a
       quarter turn */
    const wide on_g = w_flip(w_select(n.across, cross, p.along.hi), n.sign);
    const wide on_turned = w_flip(w_select(n.across, p.along.hi, w_negate(cross)), n.sign);
    const wide g = w_select(n.of_chaser, p.of_c.hi, p.of_b.hi);
    const wide gx = w_div(w_select(n.of_chaser, p.c.hx, p.b.hx), g),
               gy = w_div(w_select(n.of_chaser, p.c.hy, p.b.hy), g);
    wide length = w_mul(scale, w_select(n.of_chaser, p.c.length, p.b.length)),
         width = w_mul(scale, w_select(n.of_chaser, p.c.width, p.b.width));
    wide own = w_select(n.of_chaser, w_select(n.across, p.b.length, p.b.width),
                        w_select(n.across, p.c.length, p.c.width));
    own = w_mul(scale, own);

    const wide toward = w_select(n.of_chaser, w_set(-1.0), w_set(1.0));
    const wide l = signed_by(w_mul(toward, length), on_g), w = signed_by(w_mul(toward, width), on_turned);
    spot m = {w_add(w_keep(n.of_chaser, rx), w_sub(w_mul(l, gx), w_mul(w, gy))),
              w_add(w_keep(n.of_chaser, ry), w_add(w_mul(l, gy), w_mul(w, gx)))};
    const wide spread =
        w_add(w_keep(w_le(w_abs(on_g), zero), length), w_keep(w_le(w_abs(on_turned), zero), width));
    const wide at = cross2(n.x, n.y, m.x, m.y);
    const wide centre = w_select(n.of_chaser, zero, cross2(n.x, n.y, rx, ry));
    const wide from = greater(w_sub(centre, own), w_sub(at, spread)),
               to = lesser(w_add(centre, own), w_add(at, spread));
    /* a corner may lie beyond the owner's side if two axes are equally good up to rounding */
    const wide corner = greater(w_sub(centre, own), lesser(w_add(centre, own), at));
    const wide touch = w_select(w_lt(zero, spread), w_mul(half, w_add(from, to)), corner);
    const wide shift = w_sub(touch, at);
    return (spot){w_sub(m.x, w_mul(shift, n.y)), w_add(m.y, w_mul(shift, n.x))};
}

typedef struct touched {
    flanes time, gap;
    vector axis, point;
    ilanes status;
    mask undecided;
} touched;

/* set_overlap and the functions after it are not inlined, so that they use the same part of the stack. */
static WAY_NEVER_INLINED void set_pair(const agents *a, int exact, pair *p) { *p = pair_of(*a, exact); }

static WAY_NEVER_INLINED void set_distance(const pair *p, const box_leads *o, int exact, wide *distance) {
    *distance = distance_of(*p, *o, exact);
}

typedef struct touch_spot {
    wide x, y, axis_x, axis_y;
} touch_spot;

static WAY_NEVER_INLINED void set_touch(const pair *p, const box_leads *o, const box_meeting *m,
                                        touch_spot *c) {
    wide widest;
    const wide ratio = widest_axis(*o, &widest);
    const unit_axis n = axis_normal(*p, *o, w_select(m->touching, deepest_axis(*o), o->enters));
    const unit_axis at = axis_normal(*p, *o, w_select(m->touching, widest, o->enters));
    const spot s = spot_of(*p, at, m->time, w_select(m->touching, ratio, w_set(1.0)));
    *c = (touch_spot){w_add(w_add(p->b.x, w_mul(p->b.vx, m->time)), s.x),
                      w_add(w_add(p->b.y, w_mul(p->b.vy, m->time)), s.y), n.x, n.y};
}

static WAY_NEVER_INLINED void set_meeting(const pair *p, const box_leads *o, const wide *horizon, int exact,
                                          box_meeting *m) {
    *m = meeting_of(*p, *o, *horizon, exact);
}

static WAY_NEVER_INLINED void touch_boxes_to(const agents *of, int exact, touched *to) {
    const agents a = *of;
    const int own = IN_touch_boxes2d_chaser_x, other = IN_touch_boxes2d_runner_x;
    const flanes infinity = f_set(INFINITY), zero = f_set(0.0f);
    const flanes horizon = load_or(a, IN_touch_boxes2d_horizon, INFINITY);
    mask valid = m_and(box_is_sound(a, own), box_is_sound(a, other));
    valid = m_and(valid, f_lt(f_set(-INFINITY), horizon));
    const mask turned = m_andnot(valid, m_or(is_zero(a, own + 4, 2), is_zero(a, other + 4, 2)));

    pair p;
    box_leads o;
    box_meeting m;
    wide number = lesser(w_widen(horizon), w_set(FLT_MAX)); /* first the horizon, then the distance */
    set_pair(&a, exact, &p);
    set_overlap(&p, exact, &o);
    set_meeting(&p, &o, &number, exact, &m);
    set_distance(&p, &o, exact, &number);
    const wide gap = w_select(m.touching, w_div(o.worst.hi, p.both.hi), number);
    const flanes when = w_narrow(m.time);
    vector axis = vector_none(), point = vector_none();
    const wide moved = w_mul(m.time, w_add(w_abs(p.b.vx), w_abs(p.b.vy)));
    const mask finite = f_lt(f_add(when, w_narrow(moved)), infinity);
    const mask ever = m_and(m_and(turned, finite), m_narrow(m.ever)), met = m_and(ever, m_narrow(m.in_time));
    if (m_any(met)) {
        touch_spot c;
        set_touch(&p, &o, &m, &c);
        axis = vector_keep(met, (vector){w_narrow(c.axis_x), w_narrow(c.axis_y), zero}, 2);
        point.x = f_keep(met, w_narrow(c.x));
        point.y = f_keep(met, w_narrow(c.y));
    }
    ilanes status = i_select(ever, i_set(WAY_LATE), i_set(WAY_TOO_SLOW));
    status = i_select(met, i_select(m_narrow(m.touching), i_set(WAY_THERE), i_set(WAY_MET)), status);
    status = i_select(valid, i_select(turned, status, i_set(WAY_DEGENERATE)), i_set(WAY_INVALID));
    *to = (touched){.time = f_select(met, when, infinity),
                    .gap = f_select(turned, w_narrow(gap), infinity),
                    .axis = axis,
                    .point = point,
                    .status = status,
                    .undecided = m_and(turned, m_narrow(m.undecided))};
}

WAY_INLINE touched touch_boxes(agents a, int exact) {
    touched t;
    touch_boxes_to(&a, exact, &t);
    return t;
}

WAY_INLINE touch_boxes2d_answers touch_boxes2d(touched t) {
    return (touch_boxes2d_answers){t.time, t.gap, XY(t.axis), XY(t.point), t.status};
}

#define NAME touch_boxes2d
#define SUMS touched
#define SUM(a) touch_boxes(a, 0)
#define FINISH(a, sums, roots) touch_boxes2d(sums)
#define AHEAD 0
#define STACK_USE 1
#define DECIDE way_touch_boxes2d_exactly
#define ANSWERED 1
#define ANY_UNDECIDED(a, sums, roots) m_any((sums).undecided)
#define UNDECIDED(a, sums, roots) (sums).undecided
#define DECIDED(a) touch_boxes2d(touch_boxes(a, 1))
#include "kernels/loop.h"
DEFINE_CALL(way_touch_boxes2d, touch_boxes2d, fast)
