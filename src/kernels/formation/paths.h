/* Computes paths of a mover that turns on circles. h and g are the unit headings at start and target. perp(h)
   is h turned left by a right angle. A side is 1 for a left turn, -1 for a right turn. r1 and r2 are radii:

       centres     c1 = start + side1 * r1 * perp(h), c2 = target + side2 * r2 * perp(g), w = c2 - c1.
       straight    Let t be the straight's unit vector, and k = side2 * r2 - side1 * r1. Then
                   w = l t + k perp(t), so
                       l = sqrt(w.w - k k),   t = (l w - k perp(w)) / w.w.
                   The straight is the outer tangent if both turns are to the same side, else the inner one.
       three arcs  The middle arc turns to the other side. Its centre m is 2 r from both other centres:
                       m - c1 = w / 2 + side * sqrt(4 r r - w.w / 4) * perp(w) / |w|.
                   Of the two solutions, this file uses the one whose middle arc turns by more than half a
                   turn, as in every shortest path.
       arcs        The angles are those from h to t, and from t to g.

   Angles are computed only for the lengths of the arcs. The terms of w and of l can cancel, so w and l are
   computed in wide lanes. A word is a kind of path, after L. E. Dubins. For example, LSL is a left arc, a
   straight and a left arc. */
#ifndef WAY_PATHS_H
#define WAY_PATHS_H

#include "kernels/formation/path_poses.h"

/* `leaving` is the heading between the first and the second part. `joining` is the heading between the second
   and the third part. */
typedef struct turning_path {
    vector leaving, joining;
    flanes arc1, middle, arc2, total; /* the total is infinite if no such path exists */
    ilanes word;
    flanes overlap; /* set by path_by_straight: by how much the circles may overlap */
} turning_path;

/* Returns a mask with the same value in all lanes. */
WAY_INLINE mask all_or_none(int all) { return f_lt(f_set(0.0f), f_set(all ? 1.0f : 0.0f)); }

/* Returns side * r, the signed radius: the radius, negated for a right turn. */
WAY_INLINE wide signed_radius(wide radius, int right) { return right ? w_negate(radius) : radius; }

/* Returns the vector from centre to centre minus the vector from start to target. turn1 and turn2 are signed
   radii. */
WAY_INLINE wide_vector to_centres(const poses *p, wide turn1, wide turn2) {
    return (wide_vector){w_sub(w_mul(p->h.y, turn1), w_mul(p->g.y, turn2)),
                         w_sub(w_mul(p->g.x, turn2), w_mul(p->h.x, turn1)), p->h.z};
}

WAY_INLINE wide_vector between_centres(const poses *p, wide turn1, wide turn2) {
    wide_vector to = to_centres(p, turn1, turn2);
    return (wide_vector){w_add(p->way.x, to.x), w_add(p->way.y, to.y), to.z};
}

/* Returns the relative error up to which squared lengths count as equal. */
WAY_INLINE float as_good_as_touching(void) { return WAY_WIDE_IS_DOUBLE ? 0x1p-36f : 0x1p-19f; }

/* Returns the sine of an arc. In the lanes of `sure`, this is a.sine. In the other lanes, it is `sine`, which
   was computed in wide lanes as if the arc turned left; its sign changes if the arc turns right. An arc that
   differs from 0 or from a full turn only by rounding counts as 0. */
WAY_INLINE flanes settled_sine(unit_angle a, mask sure, flanes sine, mask right) {
    const flanes nothing = f_mul(a.cosine, f_set(WAY_WIDE_IS_DOUBLE ? 0x1p-32f : 0x1p-19f));
    flanes settled = f_keep(f_le(nothing, f_abs(sine)), f_select(right, f_negate(sine), sine));
    return f_select(sure, a.sine, settled);
}

/* Is the arc shorter than a full turn by at most `tolerance`? If so, the mover has probably passed the end of
   the arc by a rounding error, and should not drive the whole circle. */
WAY_INLINE mask just_misses(unit_angle a, flanes tolerance) {
    return m_and(f_lt(a.sine, f_set(0.0f)), f_lt(f_negate(a.sine), f_mul(a.cosine, tolerance)));
}

/* Returns the arc, or an arc of 0 if it just misses a full turn. */
WAY_INLINE unit_angle or_nothing(unit_angle a, flanes tolerance) {
    a.sine = f_select(just_misses(a, tolerance), f_set(0.0f), a.sine);
    return a;
}

/* Returns the tolerance of the first and of the last of three arcs. `per_diameter` is 1 / (2 r). */
WAY_INLINE flanes tolerance_of_arcs(const poses *p, flanes per_diameter) {
    return f_add(p->turn_tolerance, f_mul(p->place_tolerance, per_diameter));
}

/* Returns how far a straight may be from the circle that it should touch. `length` is the distance between
   the centres of the two circles. */
WAY_INLINE flanes reach_of(const poses *p, flanes length) {
    return f_add(p->place_tolerance, f_mul(p->turn_tolerance, length));
}

/* Can the arc be left out of a path with a straight? `heading` is the heading at the arc's outer end,
   `between` the vector from centre to centre, and `off` is k. In the exact precision, the arc can be left out
   if it is so near a full turn that the path then misses the other circle by at most `reach`. In the fast
   precision, the arc is inaccurate if the circles almost touch. So there, the arc can be left out if the
   straight along `heading` leads forwards and passes the other circle at a distance of at most `reach`. */
WAY_INLINE mask can_do_without(unit_angle a, vector heading, vector between, flanes off, flanes per_length,
                               flanes reach) {
    if (WAY_WIDE_IS_DOUBLE)
        return just_misses(a, f_mul(reach, per_length));
    const flanes zero = f_set(0.0f);
    mask misses = m_and(f_lt(a.sine, zero), f_lt(zero, a.cosine));
    mask forwards = f_lt(f_negate(reach), f_dot(heading, between));
    return m_and(m_and(misses, forwards), f_lt(f_abs(f_sub(f_cross(heading, between), off)), reach));
}

WAY_INLINE flanes arc_of(unit_angle a, flanes radius) {
    return f_mul(radius, angle_of_unit(a.sine, a.cosine));
}

/* Returns the sine of the angle from h to t, computed in wide lanes: h x t = (l h x w - k h.w) / w.w. */
WAY_INLINE flanes sine_to_tangent(wide_vector h, wide_vector w, wide k, wide straight, flanes per_ww) {
    wide a = cross2(h.x, h.y, w.x, w.y), b = wide_dot(h, w, 2);
    return f_mul(w_narrow(w_sub(w_mul(straight, a), w_mul(k, b))), per_ww);
}

/* A path of two arcs and a straight: the arcs, and the heading and length of the straight. */
typedef struct bent_line {
    unit_angle first, last;
    vector t;
    flanes straight;
} bent_line;

/* Returns the arc that turns from the heading at the start to the heading at the target, or an arc of 0 if it
   just misses. `turn` is the angle to the left, and `sine` its sine from wide lanes. */
WAY_INLINE unit_angle whole_turn(const poses *p, unit_angle turn, flanes sine, mask right) {
    const flanes tolerance = f_add(p->turn_tolerance, p->turn_tolerance);
    turn.sine = f_select(right, f_negate(turn.sine), turn.sine);
    turn.sine = settled_sine(turn, is_sure_arc(turn, tolerance), sine, right);
    return or_nothing(turn, tolerance);
}

WAY_INLINE unit_angle angle_select(mask m, unit_angle a, unit_angle b) {
    return (unit_angle){f_select(m, a.sine, b.sine), f_select(m, a.cosine, b.cosine)};
}

/* Leaves out an arc: in the lanes of `along_h` the first arc, because the straight has the heading of the
   start, and in the lanes of `along_g` the last arc, because the straight has the heading of the target. The
   other arc then makes the whole turn. */
WAY_INLINE bent_line without_an_arc(const poses *p, bent_line b, wide_vector w, mask along_h, mask along_g,
                                    mask right1, mask right2) {
    const flanes zero = f_set(0.0f);
    const unit_angle nothing = {zero, f_set(1.0f)};
    unit_angle turn = angle_between(p->hf, p->gf, zero, 0);
    flanes sine = w_narrow(cross2(p->h.x, p->h.y, p->g.x, p->g.y));
    b.first = angle_select(along_g, whole_turn(p, turn, sine, right1), b.first);
    b.last = angle_select(along_h, whole_turn(p, turn, sine, right2), b.last);
    b.first = angle_select(along_h, nothing, b.first);
    b.last = angle_select(along_g, nothing, b.last);
    b.t = vector_select(along_h, p->hf, vector_select(along_g, p->gf, b.t, 2), 2);
    wide_vector along = wide_widen(vector_select(along_h, p->hf, p->gf, 2), 2);
    flanes straight = max0(w_narrow(wide_dot(w, along, 2)));
    b.straight = f_select(m_or(along_h, along_g), straight, b.straight);
    return b;
}

/* Returns by how much two circles may overlap and still count as touching. Each step on an arc adds its
   rounding errors to the overlap, so the tolerance grows along the first arc. On circles of one radius, a path
   of three arcs is an exact path past the overlap if the first arc is at least half a turn. If the first arc is
   shorter, there is no exact path, so the tolerance begins to grow at half a turn. On circles of different
   radii, which occur only if `several` is set, there is never such a path. So the tolerance begins to grow at a
   full turn. It grows fastest there, because most vehicles begin such a path with nearly a full turn. */
WAY_INLINE flanes overlap_of(const poses *p, unit_angle first, flanes arc1, unsigned several) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), place = p->place_tolerance;
    flanes share = f_select(f_lt(first.cosine, zero), max0(first.sine), one);
    share = f_keep(f_le(zero, first.sine), share);
    if (several) {
        flanes r1 = w_narrow(p->r1), r2 = w_narrow(p->r2);
        flanes turns = f_div(arc1, f_mul(r1, f_set(0x1.921fb6p+2f)));
        mask same = m_and(f_le(r1, r2), f_le(r2, r1));
        share = f_select(same, share, f_sub(one, f_mul(turns, turns)));
    }
    return f_add(place, f_mul(f_sub(p->drift_tolerance, place), share));
}

/* Returns the path of a word with a straight. w is the vector from centre to centre. `several` is set if the
   two radii may differ. */
WAY_INLINE turning_path path_by_straight(const poses *p, wide turn1, wide turn2, wide_vector w, mask right1,
                                         mask right2, ilanes word, unsigned several) {
    const flanes touching = f_set(as_good_as_touching()), tiny = f_set(FLT_MIN), zero = f_set(0.0f);
    wide k = w_sub(turn2, turn1), kk = w_mul(k, k), dot = wide_dot(w, w, 2);
    flanes square = w_narrow(w_sub(dot, kk)), ww = w_narrow(dot), off = w_narrow(k);
    flanes r1 = w_narrow(p->r1), r2 = w_narrow(p->r2);
    /* If the two circles touch up to the tolerance or the rounding error, they count as touching. If they are
       equal up to the tolerance or the rounding error, they count as one circle, and the straight keeps the
       heading of the start. */
    flanes slack = f_mul(touching, f_mul(off, off)), twice = f_abs(f_add(off, off));
    flanes size = f_larger(f_add(p->drift_tolerance, p->drift_tolerance), f_mul(touching, f_add(r1, r2)));
    mask one = m_and(f_le(ww, f_add(f_mul(size, size), tiny)), f_le(f_abs(off), size));
    flanes per_ww = f_div(f_set(1.0f), ww), length = f_sqrt(ww);
    bent_line b = {.straight = f_keep(f_lt(f_add(slack, tiny), square), f_sqrt(square))};
    vector between = wide_narrow(w, 2);
    const flanes reach = reach_of(p, length);
    /* circles with a small gap count as touching at the middle of the gap */
    off = f_select(f_lt(square, f_negate(slack)), f_flip(length, off), off);
    flanes along = f_mul(b.straight, per_ww), across = f_mul(off, per_ww);
    b.t.x = f_add(f_mul(between.x, along), f_mul(between.y, across));
    b.t.y = f_sub(f_mul(between.y, along), f_mul(between.x, across));
    b.t.z = zero;
    b.t = vector_select(one, p->hf, b.t, 2);
    b.first = angle_between(p->hf, b.t, zero, 0), b.last = angle_between(b.t, p->gf, zero, 0);
    b.first.sine = f_select(right1, f_negate(b.first.sine), b.first.sine);
    b.last.sine = f_select(right2, f_negate(b.last.sine), b.last.sine);
    mask sure1 = is_sure_arc(b.first, zero), sure2 = is_sure_arc(b.last, zero);
    const flanes about = f_add(reach, reach), per_length = f_mul(length, per_ww);
    mask along_h = m_or(one, can_do_without(b.first, p->hf, between, off, per_length, about)),
         along_g = can_do_without(b.last, p->gf, between, off, per_length, about);
    if (!m_all(m_andnot(m_and(sure1, sure2), m_or(along_h, along_g)))) {
        wide left = w_sub(dot, kk);
        wide straight = w_keep(w_lt(w_widen(f_add(slack, tiny)), left), w_mul(left, per_root(left)));
        flanes sine1 = sine_to_tangent(p->h, w, k, straight, per_ww);
        flanes sine2 = f_negate(sine_to_tangent(p->g, w, k, straight, per_ww));
        b.first.sine = settled_sine(b.first, sure1, f_select(one, zero, sine1), right1);
        b.last.sine = settled_sine(b.last, sure2, f_select(one, zero, sine2), right2);
        along_h = m_or(one, can_do_without(b.first, p->hf, between, off, per_length, reach));
        along_g = m_andnot(can_do_without(b.last, p->gf, between, off, per_length, reach), along_h);
        if (m_any(m_or(along_h, along_g)))
            b = without_an_arc(p, b, w, along_h, along_g, right1, right2);
    }
    turning_path path;
    path.leaving = path.joining = b.t;
    path.arc1 = arc_of(b.first, r1);
    path.arc2 = arc_of(b.last, r2);
    path.middle = f_select(one, zero, b.straight);
    path.overlap = overlap_of(p, b.first, path.arc1, several);
    mask there = f_le(f_negate(f_add(slack, f_mul(twice, path.overlap))), square);
    path.total = f_select(there, f_add(f_add(path.arc1, path.middle), path.arc2), f_set(INFINITY));
    path.word = word;
    return path;
}

/* The sines of the first and of the last of three arcs, computed in wide lanes. */
typedef struct two_sines {
    flanes first, last;
} two_sines;

WAY_INLINE two_sines sines_of_arcs(const poses *p, wide_vector w, wide ww, wide square, widemask high,
                                   int right) {
    wide height = w_keep(high, w_mul(square, per_root(square))), half = w_set(right ? -0.5 : 0.5);
    wide up = w_mul(height, per_root(ww)), per = w_mul(w_set(0.5), per_number(p->r1));
    wide_vector over = {w_negate(w_mul(w.y, up)), w_mul(w.x, up), w.z};
    wide_vector ahead = {w_mul(w.x, half), w_mul(w.y, half), w.z};
    wide_vector out = wide_perpendicular(wide_scale(wide_add_scaled(ahead, over, w_set(1.0), 2), per, 2));
    wide_vector in = wide_perpendicular(wide_scale(wide_sub(over, ahead, 2), per, 2));
    return (two_sines){w_narrow(cross2(p->h.x, p->h.y, out.x, out.y)),
                       w_narrow(cross2(in.x, in.y, p->g.x, p->g.y))};
}

/* Returns the path of three arcs. The first and the last arc turn right if `right` is set. */
WAY_INLINE turning_path path_by_arc(const poses *p, int right, wide_vector w, way_word word) {
    const flanes touching = f_set(as_good_as_touching()), tiny = f_set(FLT_MIN), zero = f_set(0.0f);
    wide ww = wide_dot(w, w, 2), quarter = w_mul(w_set(0.25), ww);
    wide high = w_sub(w_mul(w_set(4.0), w_mul(p->r1, p->r1)), quarter); /* m's distance from the line along w,
                                                                           squared */
    flanes radius = w_narrow(p->r1), rr = f_mul(radius, radius), square = w_narrow(high),
           apart = w_narrow(ww);
    flanes slack = f_mul(touching, rr), per = f_div(f_set(0.5f), radius), per_four = f_mul(per, per);
    /* circles that end just short of the middle circle count as touching it */
    flanes missing = f_add(slack, f_mul(f_add(radius, radius), p->place_tolerance));
    mask there = m_and(f_lt(f_add(f_mul(touching, slack), tiny), apart), f_le(f_negate(missing), square));
    mask is_high = f_lt(f_add(slack, tiny), square);
    flanes height = f_keep(is_high, f_sqrt(square)), length = f_sqrt(apart), up = f_div(height, length);
    vector between = wide_narrow(w, 2), ahead = vector_scale(between, f_set(right ? -0.5f : 0.5f), 2);
    vector over = {f_negate(f_mul(between.y, up)), f_mul(between.x, up), zero};
    turning_path path;
    /* these headings are unit vectors even if the circles end just short of the middle circle */
    flanes unit = f_select(f_lt(square, f_negate(slack)), f_div(f_set(2.0f), length), per);
    path.leaving.x = f_negate(f_mul(f_add(over.y, ahead.y), unit));
    path.leaving.y = f_mul(f_add(over.x, ahead.x), unit);
    path.joining.x = f_negate(f_mul(f_sub(over.y, ahead.y), unit));
    path.joining.y = f_mul(f_sub(over.x, ahead.x), unit);
    path.leaving.z = path.joining.z = zero;
    unit_angle first = angle_between(p->hf, path.leaving, zero, right);
    unit_angle last = angle_between(path.joining, p->gf, zero, right);
    flanes tolerance = tolerance_of_arcs(p, per), more = zero;
    mask sure1 = is_sure_arc(first, tolerance), sure2 = is_sure_arc(last, tolerance);
    if (!m_all(m_and(sure1, sure2))) {
        widemask lasting = w_lt(w_widen(f_add(slack, tiny)), high);
        two_sines sines = sines_of_arcs(p, w, ww, high, lasting, right);
        first.sine = settled_sine(first, sure1, sines.first, all_or_none(right));
        last.sine = settled_sine(last, sure2, sines.last, all_or_none(right));
        /* leaves out an arc that just misses, and adds its angle to that of the middle arc */
        mask along_h = just_misses(first, tolerance), along_g = just_misses(last, tolerance);
        more = f_add(f_keep(along_h, first.sine), f_keep(along_g, last.sine));
        path.leaving = vector_select(along_h, p->hf, path.leaving, 2);
        path.joining = vector_select(along_g, p->gf, path.joining, 2);
        first = or_nothing(first, tolerance);
        last = or_nothing(last, tolerance);
    }
    unit_angle middle = {f_negate(f_mul(f_mul(height, length), per_four)),
                         f_mul(f_sub(square, w_narrow(quarter)), per_four)};
    path.arc1 = arc_of(first, radius);
    path.arc2 = arc_of(last, radius);
    path.middle = f_sub(arc_of(middle, radius), f_mul(radius, more));
    path.total = f_select(there, f_add(f_add(path.arc1, path.middle), path.arc2), f_set(INFINITY));
    path.word = i_set(word);
    path.overlap = zero;
    return path;
}

#endif
