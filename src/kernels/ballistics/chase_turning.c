/* Finds the earliest meeting with a runner on a circle, and estimates the circle from three positions. p(t)
   is the vector from the chaser's start to the runner, D is |p|, s is the chaser's speed, and R is its reach.
   They meet at the first t at which g is 0 or negative:

       g(t) = D - R - s t.

   D has the period T of the circle. In each period, D rises from its least to its largest value. D' is
   largest when the line of sight is a tangent of the runner's circle or of the circle with the same centre
   through the chaser. If D' never exceeds s, then g only falls, and has one root. Otherwise g is least in
   each period at the time `a` when D' rises through s. At these times, g falls by s T from period to period,
   so the first period with g <= 0 is known without a search. In the period before, g rises from above 0, and
   then falls through its only root.

   With w the turn rate, positions are r + v sin(w t) / w + n (1 - cos(w t)) / w, where n is v after a quarter
   turn to the left. The form with sines and cosines of half the angle has no cancellation for small w. Both
   precisions compute in doubles. */
#define WAY_FAMILY "kernels/ballistics/chase_turning.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

#if WAY_WIDE_IS_DOUBLE

#include "kernels/wide_angle.h"

#define INPUT(column) IN_chase_turning2d_##column
#define CIRCLE_STEPS 300
#define FULL_TURN 0x1.921fb54442d18p+2

typedef struct circle_chase {
    wide_vector r, v; /* position and velocity of the runner, relative to the chaser */
    wide rate, speed, reach;
} circle_chase;

typedef struct circle_moment {
    wide_vector p;
    wide distance, slope, bend; /* D, D', D'' */
} circle_moment;

WAY_INLINE circle_moment circle_at(const circle_chase *c, wide time) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    const wide_vector x_axis = {one, zero, zero};
    wide_vector half = wide_turned(x_axis, w_mul(w_mul(c->rate, time), w_set(0.5)));
    wide per = w_div(w_add(half.y, half.y), c->rate); /* 2 sin(w t / 2) / w */
    wide sine = w_mul(per, half.x), rise = w_mul(per, half.y);
    wide cosine = w_mul(w_sub(half.x, half.y), w_add(half.x, half.y)), both = w_mul(half.x, half.y);
    wide_vector left = wide_perpendicular(c->v);
    circle_moment m;
    m.p = wide_add_scaled(wide_add_scaled(c->r, c->v, sine, 2), left, rise, 2);
    wide_vector u = wide_add_scaled(wide_scale(c->v, cosine, 2), left, w_add(both, both), 2);
    m.distance = w_sqrt(wide_dot(m.p, m.p, 2));
    wide per_distance = w_div(one, w_select(w_lt(zero, m.distance), m.distance, one));
    m.slope = w_mul(wide_dot(m.p, u, 2), per_distance);
    wide turned = w_mul(c->rate, wide_dot(m.p, wide_perpendicular(u), 2));
    wide square = w_sub(w_add(wide_dot(u, u, 2), turned), w_mul(m.slope, m.slope));
    m.bend = w_mul(square, per_distance);
    return m;
}

/* Returns the root of D' = s between `low`, where D' <= s, and `high`, where D' is largest. */
WAY_APART wide rises_through(const circle_chase *c, wide low, wide high, widemask looking) {
    const wide zero = w_set(0.0), one = w_set(1.0), half = w_set(0.5), small = w_set(0x1p-50);
    /* on a straight line with the speed v, D' reaches s at s d / (v sqrt(v^2 - s^2)) after the time of the
       least distance d */
    wide vv = wide_dot(c->v, c->v, 2), left = w_mul(vv, w_sub(vv, w_mul(c->speed, c->speed)));
    wide root = w_sqrt(w_select(w_lt(zero, left), left, one));
    wide soon = w_div(w_mul(c->speed, circle_at(c, low).distance), root);
    wide least = w_add(w_mul(w_abs(low), w_set(0x1p-40)), w_set(0x1p-100));
    wide t = w_add(low, w_select(w_lt(soon, least), least, soon));
    t = w_select(w_lt(t, high), t, w_add(low, w_mul(half, w_sub(high, low))));
    for (int step = 0; step < CIRCLE_STEPS && m_any(m_narrow(looking)); step++) {
        circle_moment m = circle_at(c, t);
        widemask fast = w_lt(c->speed, m.slope);
        high = w_select(fast, t, high);
        low = w_select(fast, low, t);
        wide go = w_div(w_sub(m.slope, c->speed), m.bend), next = w_sub(t, go);
        wide middle = w_add(low, w_mul(half, w_sub(high, low)));
        widemask inside = w_and(w_lt(low, next), w_lt(next, high));
        next = w_select(inside, next, middle);
        if (step > 8 && step % 3 == 0)
            next = middle;
        wide size = w_abs(t);
        widemask close = w_le(w_sub(high, low), w_mul(small, size));
        close = w_or(close, w_and(inside, w_le(w_abs(go), w_mul(small, size))));
        looking = w_andnot(looking, close);
        t = w_select(looking, next, t);
    }
    return t;
}

/* Returns the root of g between `low`, where g > 0, and `high`, where g <= 0. The times are counted from
   `start`. */
WAY_APART wide falls_through(const circle_chase *c, wide start, wide low, wide high, widemask looking) {
    const wide half = w_set(0.5), small = w_set(0x1p-51);
    wide t = low;
    for (int step = 0; step < CIRCLE_STEPS && m_any(m_narrow(looking)); step++) {
        circle_moment m = circle_at(c, t);
        wide way = w_add(c->reach, w_mul(c->speed, w_add(start, t)));
        wide left = w_sub(m.distance, way);
        widemask met = w_le(left, w_set(0.0));
        high = w_select(met, t, high);
        low = w_select(met, low, t);
        wide go = w_div(left, w_sub(m.slope, c->speed)), next = w_sub(t, go);
        wide middle = w_add(low, w_mul(half, w_sub(high, low)));
        widemask inside = w_and(w_lt(low, next), w_lt(next, high));
        next = w_select(inside, next, middle);
        if (step > 8 && step % 3 == 0)
            next = middle;
        wide size = w_add(start, t);
        widemask close = w_le(w_sub(high, low), w_mul(small, size));
        close = w_or(close, w_and(inside, w_le(w_abs(go), w_mul(small, size))));
        looking = w_andnot(looking, close);
        t = w_select(looking, next, t);
    }
    return t;
}

/* Rounds x up to an integer, for x from 0 to 2^51. */
WAY_INLINE wide whole_from(wide x) {
    const wide large = w_set(0x1p52);
    wide near = w_sub(w_add(x, large), large);
    return w_select(w_lt(near, x), w_add(near, w_set(1.0)), near);
}

/* Returns the first time at which they meet, or +inf. */
WAY_APART wide first_on_circle(const circle_chase *c, widemask works) {
    const wide zero = w_set(0.0), one = w_set(1.0), infinity = w_set(INFINITY);
    wide vv = wide_dot(c->v, c->v, 2), rv = wide_dot(c->r, c->v, 2), rr = wide_dot(c->r, c->r, 2);
    wide rate = w_abs(c->rate), period = w_div(w_set(FULL_TURN), rate);
    /* r + n / w is the vector to the centre of the circle */
    wide per_rate = w_div(one, c->rate);
    wide_vector left = wide_perpendicular(c->v), middle = wide_add_scaled(c->r, left, per_rate, 2);
    wide rn = wide_dot(c->r, left, 2), v = w_sqrt(vv), radius = w_mul(v, w_abs(per_rate));
    wide far = w_sqrt(wide_dot(middle, middle, 2));

    /* at the least distance, p' has no part along p; w t is then the angle of (across, ahead) */
    wide across = w_add(w_mul(rn, c->rate), vv), ahead = w_negate(w_mul(rv, rate));
    wide angle = w_flip(wide_angle(across, w_abs(ahead)), ahead);
    wide nearest = w_div(angle, rate);
    /* the largest D' comes later, by the angle whose sine is sqrt(|far^2 - radius^2|) / larger */
    wide power = w_add(rr, w_mul(w_add(rn, rn), per_rate));
    wide tangent = w_sqrt(w_abs(power)), least = w_select(w_lt(far, radius), far, radius);
    wide steepest = w_add(nearest, w_div(wide_angle(least, tangent), rate));
    wide fastest = w_select(w_lt(far, radius), w_mul(rate, far), v);
    widemask escapes = w_and(works, w_lt(c->speed, fastest));

    /* D has the same value after each period, so g falls by s T per period; compute the period of the root */
    wide fall = w_mul(c->speed, period), apart = w_sqrt(rr);
    widemask moves = w_lt(zero, c->speed);
    wide a = zero, lacks = w_sub(apart, c->reach);
    widemask in_first = works; /* can the root be before the time `a`? */
    if (m_any(m_narrow(escapes))) {
        wide turning = rises_through(c, nearest, steepest, escapes);
        turning = w_select(w_lt(turning, zero), w_add(turning, period), turning);
        turning = w_select(w_lt(turning, period), turning, w_sub(turning, period));
        a = w_keep(escapes, turning);
        circle_moment m = circle_at(c, a);
        wide way = w_add(c->reach, w_mul(c->speed, a)), left = w_sub(m.distance, way);
        left = w_keep(w_lt(w_mul(w_add(m.distance, way), w_set(0x1p-46)), left), left);
        lacks = w_select(escapes, left, lacks);
    }
    in_first = w_and(escapes, w_le(lacks, zero));
    wide k = w_div(lacks, w_select(moves, fall, one));
    widemask ever = w_or(in_first, w_and(moves, w_lt(k, w_set(0x1p50))));
    widemask meets = w_and(works, ever);
    wide turns = w_sub(whole_from(w_keep(w_andnot(meets, in_first), k)), one);
    turns = w_keep(w_and(w_lt(zero, turns), meets), turns);
    wide low = w_select(in_first, zero, a), high = w_select(in_first, a, w_add(a, period));

    /* a smaller upper bound if the chaser is faster and the turn is slow */
    wide closing = w_sub(c->speed, v);
    widemask faster = w_andnot(w_lt(zero, closing), escapes);
    wide by_speed = w_div(w_mul(w_sub(apart, c->reach), w_set(1 + 0x1p-40)), w_select(faster, closing, one));
    high = w_select(w_and(faster, w_lt(by_speed, high)), by_speed, high);

    wide base = w_mul(turns, period);
    wide t = falls_through(c, base, low, high, meets);
    return w_select(meets, w_add(base, t), infinity);
}

WAY_INLINE chase_turning2d_answers chase_turning2d(agents a) {
    const wide zero = w_set(0.0), one = w_set(1.0), most = w_set(FLT_MAX);
    circle_chase c;
    c.r = between_wide(a, INPUT(chaser_x), INPUT(runner_x), 2);
    c.v = load_wide_vector(a, INPUT(runner_vx), 2);
    wide given_rate = load_wide(a, INPUT(turn_rate)), speed = load_wide(a, INPUT(chaser_speed));
    c.reach = w_widen(load_or(a, INPUT(reach), 0.0f));
    flanes horizon = load_or(a, INPUT(horizon), INFINITY);
    wide squares = w_add(wide_dot(c.r, c.r, 2), wide_dot(c.v, c.v, 2));
    squares = w_add(squares, w_add(w_mul(given_rate, given_rate), w_mul(speed, speed)));
    squares = w_add(squares, w_mul(c.reach, c.reach));
    widemask sound = w_and(w_lt(squares, w_set(0x1p126)), w_le(zero, c.reach));
    mask valid = m_and(m_narrow(sound), f_lt(f_set(-INFINITY), horizon));

    /* A runner moves on a straight line if its turn is too slow to matter within FLT_MAX seconds. */
    widemask turns = w_lt(zero, w_abs(given_rate));
    c.rate = w_select(w_and(sound, turns), given_rate, w_set(0x1p-210));
    widemask able = w_lt(zero, speed);
    c.speed = w_keep(w_and(sound, able), speed);
    wide rr = wide_dot(c.r, c.r, 2), reached = w_mul(c.reach, c.reach);
    widemask apart = w_and(w_le(w_set(FLT_MIN), rr), w_lt(reached, rr));
    widemask works = w_and(sound, apart);
    wide time = first_on_circle(&c, works);
    time = w_select(apart, time, zero);

    widemask ever = w_le(time, most);
    wide after = w_keep(ever, time), period = w_div(w_set(FULL_TURN), w_abs(c.rate));
    wide past = w_div(after, period), whole = w_sub(whole_from(past), one);
    whole = w_keep(w_and(w_lt(one, past), w_lt(past, w_set(0x1p50))), whole);
    wide phase = w_sub(after, w_mul(whole, period));
    circle_moment m = circle_at(&c, w_keep(w_lt(phase, w_add(period, period)), phase));
    wide_vector from = load_wide_vector(a, INPUT(chaser_x), 2);
    vector point = wide_narrow(wide_add_scaled(from, m.p, one, 2), 2);
    wide per = w_div(c.speed, w_select(w_lt(zero, m.distance), m.distance, one));
    vector velocity = vector_keep(m_narrow(apart), wide_narrow(wide_scale(m.p, per, 2), 2), 2);

    mask there = m_andnot(valid, m_narrow(apart)), meets = m_and(valid, m_narrow(ever));
    mask met = m_and(meets, f_le(w_narrow(time), horizon));
    ilanes status = i_select(m_narrow(able), i_set(WAY_TOO_SLOW), i_set(WAY_IMMOBILE));
    status = i_select(meets, i_set(WAY_LATE), status);
    status = i_select(met, i_select(there, i_set(WAY_THERE), i_set(WAY_MET)), status);
    return (chase_turning2d_answers){
        f_select(met, w_narrow(time), f_set(INFINITY)),
        XY(vector_keep(met, point, 2)),
        XY(vector_keep(met, velocity, 2)),
        i_select(valid, status, i_set(WAY_INVALID)),
    };
}

#undef INPUT
#define INPUT(dims, column) COLUMN(dims, estimate, column)

typedef struct estimated {
    wide_vector velocity, acceleration, turning;
    wide rate; /* turn rate; in the plane, positive to the left */
    mask valid;
} estimated;

/* With the chords c1 and c2 of the two steps, a parabola has the acceleration 2 (c2 / t2 - c1 / t1) / (t1 +
   t2). On a circle, the angle between the chords is half the angle of both arcs, and a chord is shorter than
   its arc by sin x / x, where x is half the angle of the arc. The present heading is the direction of c2,
   turned by x towards n. Here n is the unit vector of (c1 x c2) x c2. */
WAY_INLINE estimated estimate(agents a, int dims) {
    const wide zero = w_set(0.0), one = w_set(1.0), half = w_set(0.5);
    const wide_vector x_axis = {one, zero, zero};
    wide_vector late = between_wide(a, INPUT(dims, before_x), INPUT(dims, last_x), dims);
    wide_vector early = between_wide(a, INPUT(dims, oldest_x), INPUT(dims, before_x), dims);
    wide t2 = load_wide(a, INPUT(dims, last_step)), t1 = load_wide(a, INPUT(dims, earlier_step));
    wide ll = wide_dot(late, late, dims), ee = wide_dot(early, early, dims);
    wide squares = w_add(w_add(ll, ee), w_add(w_mul(t1, t1), w_mul(t2, t2)));
    widemask sound = w_and(w_lt(squares, w_set(0x1p126)), w_and(w_lt(zero, t1), w_lt(zero, t2)));
    t1 = w_select(sound, t1, one), t2 = w_select(sound, t2, one);
    wide per_t2 = w_div(one, t2), per_both = w_div(w_set(2.0), w_add(t1, t2));
    wide_vector v2 = wide_scale(late, per_t2, dims), v1 = wide_scale(early, w_div(one, t1), dims);
    estimated e;
    e.acceleration = wide_scale(wide_sub(v2, v1, dims), per_both, dims);
    e.velocity = wide_add_scaled(v2, e.acceleration, w_mul(half, t2), dims);

    wide_vector cross = wide_cross(early, late, dims);
    wide sine = w_sqrt(wide_cross_square(cross, dims)), chord = w_sqrt(ll);
    e.rate = w_mul(wide_angle(wide_dot(early, late, dims), sine), per_both);
    widemask moves = w_lt(zero, chord), turns = w_lt(zero, sine);
    wide_vector h = wide_scale(late, w_div(one, w_select(moves, chord, one)), dims), n;
    if (dims == 3) {
        n = wide_scale(wide_cross(cross, h, 3), w_div(one, w_select(turns, sine, one)), 3);
    } else {
        n = wide_perpendicular(h);
        e.rate = w_flip(e.rate, cross.z);
    }
    wide_vector turned2 = wide_turned(x_axis, w_mul(w_mul(e.rate, t2), half));
    wide_vector turned1 = wide_turned(x_axis, w_mul(w_mul(e.rate, t1), half));
    wide x2 = w_mul(w_mul(e.rate, t2), half), x1 = w_mul(w_mul(e.rate, t1), half);
    wide longer2 = w_select(w_lt(zero, w_abs(turned2.y)), w_div(x2, turned2.y), one);
    wide longer1 = w_select(w_lt(zero, w_abs(turned1.y)), w_div(x1, turned1.y), one);
    wide speed2 = w_mul(w_mul(chord, per_t2), longer2),
         speed1 = w_mul(w_sqrt(wide_dot(v1, v1, dims)), longer1);
    wide gain = w_mul(w_mul(w_sub(speed2, speed1), per_both), w_mul(half, t2));
    wide speed = w_add(speed2, gain);
    speed = w_keep(w_and(moves, w_lt(zero, speed)), speed);
    /* in space, the plane of a turn straight back is unknown, so the heading stays */
    widemask plane = dims == 3 ? turns : w_le(zero, zero);
    wide aside = w_keep(plane, turned2.y), ahead = w_select(plane, turned2.x, one);
    wide_vector heading = wide_add_scaled(wide_scale(h, ahead, dims), n, aside, dims);
    e.turning = wide_scale(heading, speed, dims);

    wide sizes =
        w_add(wide_dot(e.velocity, e.velocity, dims), wide_dot(e.acceleration, e.acceleration, dims));
    sizes = w_add(w_add(sizes, wide_dot(e.turning, e.turning, dims)), w_mul(e.rate, e.rate));
    e.valid = m_narrow(w_and(sound, w_lt(sizes, w_set(0x1p252))));
    return e;
}

WAY_INLINE estimate2d_answers estimate2d(estimated e) {
    return (estimate2d_answers){
        XY(vector_keep(e.valid, wide_narrow(e.velocity, 2), 2)),
        XY(vector_keep(e.valid, wide_narrow(e.acceleration, 2), 2)),
        XY(vector_keep(e.valid, wide_narrow(e.turning, 2), 2)),
        f_keep(e.valid, w_narrow(e.rate)),
        i_select(e.valid, i_set(WAY_MET), i_set(WAY_INVALID)),
    };
}

WAY_INLINE estimate3d_answers estimate3d(estimated e) {
    return (estimate3d_answers){
        XYZ(vector_keep(e.valid, wide_narrow(e.velocity, 3), 3)),
        XYZ(vector_keep(e.valid, wide_narrow(e.acceleration, 3), 3)),
        XYZ(vector_keep(e.valid, wide_narrow(e.turning, 3), 3)),
        f_keep(e.valid, w_narrow(e.rate)),
        i_select(e.valid, i_set(WAY_MET), i_set(WAY_INVALID)),
    };
}

#endif

#define NAME chase_turning2d
#define SOLVE(a) chase_turning2d(a)
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_chase_turning2d, chase_turning2d, exact)

#define NAME estimate2d
#define SOLVE(a) estimate2d(estimate(a, 2))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_estimate2d, estimate2d, exact)

#define NAME estimate3d
#define SOLVE(a) estimate3d(estimate(a, 3))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_estimate3d, estimate3d, exact)
