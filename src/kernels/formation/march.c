/* Computes the pose of a mover after a given distance along a path from turning_path.c or shortest_path.c.
   For an arc of radius r, s and c are the sine and cosine of half the arc's angle. h is the heading at the
   start of the arc, and perp(h) is h turned left by a right angle:

       moved by   2 r s (c h + side * s * perp(h)).
       heads      (c c - s s) h + side * 2 s c * perp(h).

   Nothing cancels, so both precisions use floats. Poses on the first two parts of the path are computed from
   the start, and poses on the last part backwards from the target. So both end poses have exactly the bits of
   the inputs. A straight leads from the computed end of the first arc to the computed start of the last arc,
   so it fits both arcs in spite of rounding. */
#define WAY_FAMILY "kernels/formation/march.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/formation/path_poses.h"

typedef struct mover {
    vector place, heading;
} mover;

/* The path that the inputs describe, and the distance to move along the path. */
typedef struct marching {
    mover first, last; /* the poses at the path's ends */
    flanes radius, end_radius, arc1, middle, arc2, total;
    flanes distance, step;
    mask none, known, curved; /* none: no path exists; known: a path exists; curved: it has three arcs */
    flanes side1, side2;      /* side of the first and of the last arc, 1 for a left turn and -1 for a right
                                 turn */
} marching;

/* Returns the pose after `length` along an arc, in reverse if `backwards` is set. The arc may be a full
   turn. */
WAY_INLINE mover drive_arc(mover from, flanes length, flanes radius, flanes side, int backwards) {
    half_angle half = half_turn_of(f_div(length, radius));
    if (backwards)
        half.sine = f_negate(half.sine);
    vector h = from.heading, left = {f_negate(f_mul(side, h.y)), f_mul(side, h.x), h.z};
    flanes chord = f_mul(f_add(radius, radius), half.sine);
    vector way = vector_add(vector_scale(h, half.cosine, 2), vector_scale(left, half.sine, 2), 2);
    flanes cosine = f_mul(f_sub(half.cosine, half.sine), f_add(half.cosine, half.sine));
    flanes sine = f_mul(f_add(half.sine, half.sine), half.cosine);
    return (mover){vector_add(from.place, vector_scale(way, chord, 2), 2),
                   vector_add(vector_scale(h, cosine, 2), vector_scale(left, sine, 2), 2)};
}

WAY_INLINE mask heading_is_long_enough(vector heading) {
    flanes square = vector_dot(heading, heading, 2);
    return m_and(f_le(f_set(FLT_MIN), square), f_lt(square, f_set(0x1p126f)));
}

WAY_INLINE vector unit_heading(vector heading) {
    return vector_scale(heading, f_div(f_set(1.0f), f_sqrt(vector_dot(heading, heading, 2))), 2);
}

WAY_INLINE flanes between_0_and(flanes most, flanes a) {
    const flanes zero = f_set(0.0f);
    flanes least = f_select(f_lt(zero, a), a, zero);
    return f_select(f_lt(most, least), most, least);
}

WAY_INLINE mover load_mover(agents a, int k) {
    return (mover){load_vector(a, k, 2), load_vector(a, k + 2, 2)};
}

WAY_INLINE marching load_marching(agents a) {
    const flanes one = f_set(1.0f), minus = f_set(-1.0f);
    marching m = {.first = load_mover(a, IN_march2d_x), .last = load_mover(a, IN_march2d_target_x)};
    m.radius = load(a, IN_march2d_radius);
    m.end_radius = load_end_radius(a, IN_march2d_end_radius, m.radius);
    m.arc1 = load(a, IN_march2d_arc1);
    m.middle = load(a, IN_march2d_middle);
    m.arc2 = load(a, IN_march2d_arc2);
    m.total = f_add(f_add(m.arc1, m.middle), m.arc2);
    m.distance = load(a, IN_march2d_distance);
    m.step = load_or(a, IN_march2d_step, 0.0f);
    ilanes word = load_int(a, IN_march2d_word);
    m.none = i_eq(word, i_set(WAY_NO_WORD));
    m.known = m_and(i_lt(i_set(WAY_NO_WORD), word), i_lt(word, i_set(WAY_RLR + 1)));
    m.curved = m_and(m.known, i_lt(i_set(WAY_RSL), word));
    mask both = m_or(i_eq(word, i_set(WAY_RSR)), i_eq(word, i_set(WAY_RLR)));
    m.side1 = f_select(m_or(both, i_eq(word, i_set(WAY_RSL))), minus, one);
    m.side2 = f_select(m_or(both, i_eq(word, i_set(WAY_LSR))), minus, one);
    return m;
}

WAY_INLINE mask march_is_valid(agents a, marching m) {
    const flanes zero = f_set(0.0f);
    mask lengths = m_and(m_and(f_le(zero, m.arc1), f_le(zero, m.middle)), f_le(zero, m.arc2));
    flanes places = f_add(size_of_place(a, IN_march2d_x), size_of_place(a, IN_march2d_target_x));
    flanes sizes = f_add(f_add(places, m.total), f_add(f_abs(m.distance), f_abs(m.step)));
    mask radii = m_and(f_lt(f_set(FLT_MIN), m.radius), f_lt(f_set(FLT_MIN), m.end_radius));
    mask sound =
        m_and(f_lt(f_add(sizes, f_add(m.radius, m.end_radius)), f_set(0x1p124f)), m_and(radii, lengths));
    sound =
        m_and(sound, m_and(heading_is_long_enough(m.first.heading), heading_is_long_enough(m.last.heading)));
    /* arcs above a full turn are invalid, because their angles would overflow */
    flanes turns = f_set(6.5f);
    sound =
        m_and(sound, m_and(f_le(m.arc1, f_mul(turns, m.radius)), f_le(m.arc2, f_mul(turns, m.end_radius))));
    sound = m_and(sound, f_le(f_select(m.curved, m.middle, zero), f_mul(turns, m.radius)));
    return m_and(sound, m_or(m.known, m.none));
}

/* Returns the pose at the distance `at` along the path. */
WAY_INLINE mover march_to(marching m, flanes at) {
    mover first = {m.first.place, unit_heading(m.first.heading)},
          last = {m.last.place, unit_heading(m.last.heading)};
    mover leaving = drive_arc(first, between_0_and(m.arc1, at), m.radius, m.side1, 0);
    mover joining = drive_arc(last, between_0_and(m.arc2, f_sub(m.total, at)), m.end_radius, m.side2, 1);
    flanes beyond = f_sub(at, m.arc1), part = between_0_and(f_set(1.0f), f_div(beyond, m.middle));
    vector across = vector_sub(joining.place, leaving.place, 2);
    mover straight = {vector_add(leaving.place, vector_scale(across, part, 2), 2), leaving.heading};
    flanes along = between_0_and(m.middle, f_keep(m.curved, beyond));
    mover arc = drive_arc(leaving, along, m.radius, f_negate(m.side1), 0);

    mask on_arc1 = m_or(f_le(at, m.arc1), m.none);
    mask on_arc2 = m_andnot(f_le(f_add(m.arc1, m.middle), at), on_arc1);
    on_arc2 = m_andnot(m_or(on_arc2, f_le(m.total, at)), m.none);
    vector place = vector_select(m.curved, arc.place, straight.place, 2);
    place = vector_select(on_arc1, leaving.place, place, 2);
    vector heading = vector_select(m.curved, arc.heading, straight.heading, 2);
    heading = vector_select(on_arc1, leaving.heading, heading, 2);
    return (mover){vector_select(on_arc2, joining.place, place, 2),
                   vector_select(on_arc2, joining.heading, heading, 2)};
}

WAY_INLINE march2d_answers march2d(agents a) {
    marching m = load_marching(a);
    mask valid = march_is_valid(a, m);
    flanes at = f_keep(m.known, between_0_and(m.total, f_add(m.distance, m.step)));
    mover then = march_to(m, at);
    ilanes status = i_select(f_le(m.total, at), i_set(WAY_THERE), i_set(WAY_MET));
    status = i_select(m.none, i_set(WAY_NO_PATH), status);
    status = i_select(valid, status, i_set(WAY_INVALID));
    return (march2d_answers){XY(vector_keep(valid, then.place, 2)), XY(vector_keep(valid, then.heading, 2)),
                             f_keep(valid, at), status};
}

#define NAME march2d
#define SOLVE(a) march2d(a)
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_march2d, march2d, exact)
