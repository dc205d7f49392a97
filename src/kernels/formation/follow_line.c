/* Computes the turn with which a vehicle follows a line or a circle. Around the path there is a field: it
   gives each position a wanted direction. The vehicle turns towards this direction, and turns in addition as
   the field itself turns along the vehicle's way.

   Lengths are in radii R of the tightest turn. E is the vehicle's distance from the path, and x the angle
   by which the field's direction is turned from the path's direction towards the path:

       near the path                   sin(x) = E / L
       farther away, up to 90 degrees  cos(x) = H - E k, where H H = 1 + L L k k

   The second formula describes arcs of the radius 1 / k. The two parts meet at E = L L k / H with the same
   slope x' = dx / dE. With k = 8 / 9, the arcs are slightly wider than the tightest turn, so the vehicle can
   follow them and still correct errors. The line of the vehicle's heading passes through the path at the
   distance L, so near the path this is the rule of Park, Deyst and How. The turn is

       (the field's turn rate along the vehicle's heading) + (the angle to the field's direction) / l

   and at most 1. The distance from the path and the angle to the field's direction then shrink by the factor
   e over the lengths L and l. l is 1 / 8 or the length of the time step, whichever is larger, and L = 2 l, so
   that steps do not make the vehicle swing.

   For a circle of the radius q, the field also turns with the circle. Inside the circle, the vehicle's arcs
   turn in the same direction as the circle, so there k is 8 / 9 (1 - 1 / q). The differences of positions
   cancel, so both precisions compute in doubles. */
#define WAY_FAMILY "kernels/formation/follow_line.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

#if WAY_WIDE_IS_DOUBLE

#include "kernels/wide_angle.h"

#define FOLLOW_BEND (8.0 / 9)

/* A vehicle and its step. */
typedef struct follower {
    wide_vector place, heading; /* heading: a unit vector */
    wide radius;                /* m: R, at least the length of the step */
    wide step;                  /* m */
    wide part;                  /* the tightest turn's radius / R */
    wide squares;               /* the sum of the squared inputs */
    widemask moves;
    mask valid;
} follower;

/* The vehicle as seen from the path. */
typedef struct follow_view {
    wide along, aside;    /* the heading's part along the path, and to the left of the path */
    wide off;             /* distance from the path, in R: positive to the left */
    wide spin;            /* the path's curvature times R, positive to the left */
    wide k_left, k_right; /* k on the two sides of the path */
} follow_view;

typedef struct follow_turn {
    wide turn; /* times R */
    wide lead; /* in R: how far ahead the field's direction meets a straight path */
} follow_turn;

typedef struct follow_pose {
    wide_vector place, heading;
} follow_pose;

WAY_INLINE wide follow_smaller(wide a, wide b) { return w_select(w_lt(b, a), b, a); }
WAY_INLINE wide follow_larger(wide a, wide b) { return w_select(w_lt(a, b), b, a); }

/* Returns a, or 1 if a is not above 0. */
WAY_INLINE wide follow_above_0(wide a) { return w_select(w_lt(w_set(0.0), a), a, w_set(1.0)); }

WAY_INLINE wide_vector follow_select(widemask m, wide_vector a, wide_vector b) {
    return (wide_vector){w_select(m, a.x, b.x), w_select(m, a.y, b.y), a.z};
}

/* Returns the length l, in R. */
WAY_INLINE wide follow_look(follower f) { return follow_larger(w_set(0.125), w_div(f.step, f.radius)); }

/* Loads the columns that both behaviours have in common; `chaser` is the first of them. */
WAY_INLINE follower follower_of(agents a, int chaser, flanes dt) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    follower f;
    wide_vector heading = load_wide_vector(a, chaser + 2, 2);
    wide speed = load_wide(a, chaser + 4), radius = load_wide(a, chaser + 5), time = w_widen(dt);
    wide square = wide_dot(heading, heading, 2);
    f.place = load_wide_vector(a, chaser, 2);
    widemask headed = w_lt(zero, square);
    f.heading = wide_scale(heading, w_div(one, w_sqrt(w_select(headed, square, one))), 2);
    f.moves = w_lt(zero, speed);
    f.step = w_mul(w_keep(f.moves, speed), time);
    widemask curved = w_lt(zero, radius);
    wide tightest = w_select(curved, radius, one);
    f.radius = follow_larger(tightest, f.step);
    f.part = w_div(tightest, f.radius);
    f.squares = w_add(w_add(square, w_mul(speed, speed)), w_add(w_mul(radius, radius), w_mul(time, time)));
    f.squares = w_add(f.squares, w_mul(f.step, f.step));
    widemask placed = w_lt(w_add(w_abs(f.place.x), w_abs(f.place.y)), w_set(0x1p126));
    f.valid = m_and(m_narrow(w_and(placed, w_and(headed, curved))), f_le(f_set(0.0f), dt));
    return f;
}

/* Returns the turn, at most 1 to either side. */
WAY_INLINE follow_turn turn_in_field(follow_view v, wide look) {
    const wide zero = w_set(0.0), one = w_set(1.0), two = w_set(2.0);
    wide far = w_abs(v.off), length = w_mul(two, look);
    widemask left = w_lt(zero, v.off);
    wide k = w_select(left, v.k_left, v.k_right), kl = w_mul(k, length), kkll = w_mul(kl, kl);
    wide h = w_sqrt(w_add(one, kkll)), fall = w_mul(far, k);
    widemask near = w_lt(w_mul(fall, h), kkll), arc = w_lt(fall, h);

    /* `less` is 1 - cos(x) on the arcs, without cancellation */
    wide less = w_sub(fall, w_div(kkll, w_add(one, h)));
    less = follow_smaller(one, w_keep(w_lt(zero, less), less));
    wide near_sine = w_keep(near, w_div(far, length));
    wide other = w_sqrt(
        w_select(near, w_mul(w_sub(one, near_sine), w_add(one, near_sine)), w_mul(less, w_sub(two, less))));
    wide cosine = w_select(near, other, w_sub(one, less)), sine = w_select(near, near_sine, other);
    wide slope = w_div(w_select(near, one, k), w_select(near, w_mul(length, cosine), follow_above_0(sine)));
    slope = w_keep(w_or(near, arc), slope);

    wide aside = w_select(left, w_negate(sine), sine);
    wide leads = w_sub(w_mul(v.spin, v.along), w_mul(slope, v.aside));
    /* the sum with 0 is never -0, so a vehicle that heads straight back turns to the left */
    wide cross = w_add(cross2(v.along, v.aside, cosine, aside), zero);
    wide angle = w_flip(wide_angle(dot2(v.along, v.aside, cosine, aside), w_abs(cross)), cross);
    wide turn = follow_smaller(one, w_add(leads, w_div(angle, look)));
    wide ahead = w_div(w_mul(far, cosine), follow_above_0(sine));
    return (follow_turn){follow_larger(w_set(-1.0), turn), w_select(near, w_mul(length, cosine), ahead)};
}

/* Returns the pose after the step. The chord of an arc of the angle 2 b is the arc times sin(b) / b. */
WAY_INLINE follow_pose follow_step(follower f, wide turn) {
    const wide one = w_set(1.0), half = w_set(0.5);
    wide angle = w_mul(turn, w_div(f.step, f.radius)), b = w_mul(half, angle), bb = w_mul(b, b);
    wide_vector middle = wide_turned(f.heading, b);
    widemask small = w_lt(w_abs(b), w_set(0x1p-6));
    wide sine = cross2(f.heading.x, f.heading.y, middle.x, middle.y);
    wide quotient = w_div(sine, w_select(small, one, b));
    wide series =
        w_sub(one, w_mul(w_mul(bb, w_set(0x1.5555555555555p-3)), w_sub(one, w_mul(bb, w_set(0.05)))));
    wide chord = w_mul(f.step, w_select(small, series, quotient));
    return (follow_pose){wide_add_scaled(f.place, middle, chord, 2), wide_turned(f.heading, angle)};
}

/* follow_line2d ------------------------------------------------------------------------------------------ */

#define LINE(column) IN_follow_line2d_##column

/* A segment, and the turn into the segment after it. */
typedef struct follow_segment {
    wide_vector along; /* a unit vector */
    wide length;       /* m */
    wide corner;       /* m: from the start of the turn to the end of the segment */
    wide squares;
    widemask line; /* false if both ends have the same position */
} follow_segment;

/* Returns the distance from the corner, in R, at which a vehicle on the segment has the direction of the
   field around the segment after it. c and s are the cosine and the sine of the change of course. For changes
   of course above 90 degrees, the vehicle would leave the segment far from the corner. So for these, the
   function uses 180 degrees minus the change. */
WAY_INLINE wide distance_of_turn(wide look, wide c, wide s) {
    const wide one = w_set(1.0), k = w_set(FOLLOW_BEND);
    wide length = w_add(look, look), kl = w_mul(k, length), kkll = w_mul(kl, kl),
         h = w_sqrt(w_add(one, kkll));
    wide cosine = w_abs(c), sine = w_abs(s), less = w_div(w_mul(sine, sine), w_add(one, cosine));
    widemask sharp = w_lt(w_mul(kl, cosine), sine);
    wide arc = w_div(w_add(w_div(kkll, w_add(one, h)), less), w_mul(k, w_select(sharp, sine, one)));
    return w_select(sharp, arc, length);
}

WAY_INLINE follow_segment segment_of(agents a, follower f) {
    const wide zero = w_set(0.0), one = w_set(1.0), infinity = w_set(INFINITY);
    wide_vector to = between_wide(a, LINE(from_x), LINE(to_x), 2);
    wide after_x = w_widen(load_or(a, LINE(after_x), INFINITY));
    wide after_y = w_widen(load_or(a, LINE(after_y), INFINITY));
    widemask known = w_and(w_lt(w_set(-INFINITY), after_x), w_lt(w_set(-INFINITY), after_y));
    widemask ends = w_and(known, w_or(w_le(infinity, after_x), w_le(infinity, after_y)));
    wide_vector after = {w_sub(after_x, load_wide(a, LINE(to_x))), w_sub(after_y, load_wide(a, LINE(to_y))),
                         zero};
    wide square = wide_dot(to, to, 2), next_square = w_select(ends, zero, wide_dot(after, after, 2));
    widemask exists = w_lt(zero, square), corner = w_lt(zero, next_square);
    follow_segment s;
    s.squares = w_add(square, next_square);
    s.length = w_sqrt(w_keep(exists, square));
    s.along = wide_scale(to, w_div(one, follow_above_0(s.length)), 2);
    s.line = exists;
    wide next_length = w_sqrt(w_keep(corner, next_square)),
         per_length = w_div(one, follow_above_0(next_length));
    after = (wide_vector){w_mul(w_keep(corner, after.x), per_length),
                          w_mul(w_keep(corner, after.y), per_length), zero};
    wide turn = distance_of_turn(follow_look(f), wide_dot(s.along, after, 2),
                                 cross2(s.along.x, s.along.y, after.x, after.y));
    wide most = w_mul(w_set(0.5), follow_smaller(s.length, next_length));
    s.corner = follow_smaller(most, w_mul(f.radius, turn));
    return s;
}

WAY_INLINE follow_line2d_answers follow_line2d(agents a) {
    const wide zero = w_set(0.0), bend = w_set(FOLLOW_BEND);
    follower f = follower_of(a, LINE(chaser_x), load_or(a, LINE(dt), 0.0f));
    follow_segment s = segment_of(a, f);
    wide_vector way = between_wide(a, LINE(from_x), LINE(chaser_x), 2);
    wide_vector left = wide_perpendicular(s.along);
    wide off = wide_dot(left, way, 2), gone = wide_dot(s.along, way, 2);
    wide remaining = w_sub(w_sub(s.length, gone), s.corner);
    wide squares = w_add(w_add(f.squares, s.squares), wide_dot(way, way, 2));
    mask valid = m_and(f.valid, m_narrow(w_lt(squares, w_set(0x1p126))));

    follow_view v = {wide_dot(s.along, f.heading, 2),
                     wide_dot(left, f.heading, 2),
                     w_div(off, f.radius),
                     zero,
                     bend,
                     bend};
    follow_turn t = turn_in_field(v, follow_look(f));
    t.turn = w_select(s.line, t.turn, zero);
    follow_pose next = follow_step(f, t.turn);
    wide_vector point = wide_add_scaled(f.place, left, w_negate(off), 2);
    point = wide_add_scaled(point, s.along, w_mul(f.radius, t.lead), 2);
    point = follow_select(s.line, point, load_wide_vector(a, LINE(to_x), 2));

    ilanes status = i_select(m_narrow(w_le(remaining, f.step)), i_set(WAY_THERE), i_set(WAY_MET));
    status = i_select(m_narrow(s.line), status, i_set(WAY_DEGENERATE));
    status = i_select(m_narrow(f.moves), status, i_set(WAY_IMMOBILE));
    return (follow_line2d_answers){
        f_keep(valid, w_narrow(w_mul(t.turn, f.part))),
        XY(vector_keep(valid, wide_narrow(point, 2), 2)),
        f_keep(valid, w_narrow(off)),
        f_select(valid, w_narrow(remaining), f_set(INFINITY)),
        XY(vector_keep(valid, wide_narrow(next.place, 2), 2)),
        XY(vector_keep(valid, wide_narrow(next.heading, 2), 2)),
        i_select(valid, status, i_set(WAY_INVALID)),
    };
}

/* follow_circle2d ---------------------------------------------------------------------------------------- */

#define CIRCLE(column) IN_follow_circle2d_##column

/* A circle that is tighter than the tightest turn is replaced by a circle of the tightest turn. A vehicle at
   the centre is treated as if it were slightly to the right of the centre. */
WAY_INLINE follow_circle2d_answers follow_circle2d(agents a) {
    const wide zero = w_set(0.0), one = w_set(1.0), bend = w_set(FOLLOW_BEND);
    const flanes given_direction = load_or(a, CIRCLE(direction), 1.0f);
    follower f = follower_of(a, CIRCLE(chaser_x), load_or(a, CIRCLE(dt), 0.0f));
    wide circle = load_wide(a, CIRCLE(circle_radius)), direction = w_widen(given_direction);
    wide mirror = w_select(w_lt(direction, zero), w_set(-1.0), one);
    wide_vector way = between_wide(a, CIRCLE(centre_x), CIRCLE(chaser_x), 2);
    wide square = wide_dot(way, way, 2);
    widemask apart = w_lt(zero, square);
    wide distance = w_sqrt(w_keep(apart, square)), per = w_div(one, follow_above_0(distance));
    wide squares = w_add(w_add(f.squares, square), w_add(w_mul(circle, circle), w_abs(direction)));
    mask valid = m_and(f.valid, m_narrow(w_and(w_le(zero, circle), w_lt(squares, w_set(0x1p126)))));

    /* `out` leads away from the centre, and `along` goes round it */
    wide_vector right = wide_scale(wide_perpendicular(f.heading), w_negate(mirror), 2);
    wide_vector out = follow_select(apart, wide_scale(way, per, 2), right);
    wide_vector along = wide_scale(wide_perpendicular(out), mirror, 2);
    widemask wide_enough = w_le(f.radius, circle);
    wide followed = w_select(wide_enough, circle, f.radius);
    wide inner = w_mul(bend, w_div(w_sub(followed, f.radius), followed));
    wide spin = w_div(f.radius, follow_larger(distance, w_mul(f.radius, w_set(0.25))));
    follow_view v = {wide_dot(along, f.heading, 2),
                     w_negate(wide_dot(out, f.heading, 2)),
                     w_div(w_sub(followed, distance), f.radius),
                     spin,
                     inner,
                     bend};
    follow_turn t = turn_in_field(v, follow_look(f));
    t.turn = w_mul(t.turn, mirror);
    follow_pose next = follow_step(f, t.turn);
    wide_vector centre = load_wide_vector(a, CIRCLE(centre_x), 2);

    ilanes status = i_select(m_narrow(wide_enough), i_set(WAY_MET), i_set(WAY_NO_PATH));
    status = i_select(m_narrow(f.moves), status, i_set(WAY_IMMOBILE));
    return (follow_circle2d_answers){
        f_keep(valid, w_narrow(w_mul(t.turn, f.part))),
        XY(vector_keep(valid, wide_narrow(wide_add_scaled(centre, out, circle, 2), 2), 2)),
        f_keep(valid, w_narrow(w_sub(distance, circle))),
        XY(vector_keep(valid, wide_narrow(next.place, 2), 2)),
        XY(vector_keep(valid, wide_narrow(next.heading, 2), 2)),
        i_select(valid, status, i_set(WAY_INVALID)),
    };
}

#endif

#define NAME follow_line2d
#define SOLVE(a) follow_line2d(a)
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_follow_line2d, follow_line2d, exact)

#define NAME follow_circle2d
#define SOLVE(a) follow_circle2d(a)
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_follow_circle2d, follow_circle2d, exact)
