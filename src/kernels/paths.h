/* Paths of a mover that turns on circles. h and g are the unit headings at the start and at the target, and perp(h)
   is to the left of h. A side is +1 where a circle is turned to the left and -1 to the right; r1 and r2 are the
   radii:

       centres     c1 = start + side1 r1 perp(h)     c2 = target + side2 r2 perp(g)     w = c2 - c1
       straight    with k = side2 r2 - side1 r1 and t the unit vector along it, w = l t + k perp(t), so that
                       l = sqrt(w.w - k k)     t = (l w - k perp(w)) / w.w
                   This is the outer tangent of circles on the same side, and the inner one of the others.
       third arc   about m, 2 r from both centres, turned the other way:
                       m - c1 = w / 2 + side sqrt(4 r r - w.w / 4) perp(w) / |w|
                   This is the one of the two that turns by more than half a turn, as the shortest path does.
       arcs        the angles from h to t, and from t to g

   No angle is computed before the arcs' lengths are needed. w and l cancel, so they are wide. A word is a path's
   shape, as L. E. Dubins has it: LSL is left, straight, left. */
#ifndef WAY_PATHS_H
#define WAY_PATHS_H

#include "kernels/poses.h"

/* `leaving` is the heading between the first part and the second, `joining` the one between the second and the third.
   */
typedef struct turning_path {
    vector leaving, joining;
    flanes arc1, middle, arc2, total; /* the total is infinite where there is no such path */
    ilanes word;
} turning_path;

/* The same for all lanes. */
WAY_INLINE mask all_or_none(int all) { return f_lt(f_set(0.0f), f_set(all ? 1.0f : 0.0f)); }

/* side r: the radius, below 0 to the right. */
WAY_INLINE wide signed_radius(wide radius, int right) { return right ? w_negate(radius) : radius; }

/* What the way between the places lacks of that between the circles' centres. The turns are side r. */
WAY_INLINE wide_vector to_centres(const poses *p, wide turn1, wide turn2) {
    return (wide_vector){w_sub(w_mul(p->h.y, turn1), w_mul(p->g.y, turn2)),
                         w_sub(w_mul(p->g.x, turn2), w_mul(p->h.x, turn1)), p->h.z};
}

WAY_INLINE wide_vector between_centres(const poses *p, wide turn1, wide turn2) {
    wide_vector to = to_centres(p, turn1, turn2);
    return (wide_vector){w_add(p->way.x, to.x), w_add(p->way.y, to.y), to.z};
}

/* The angle from one direction to another, turning to the right or to the left. */
WAY_INLINE flanes arc_between(wide_vector from, wide_vector to, mask right) {
    flanes sine = w_narrow(cross2(from.x, from.y, to.x, to.y));
    return angle_of_turn(f_select(right, f_negate(sine), sine), w_narrow(wide_dot(from, to, 2)));
}

/* How far squares may be off, of themselves. */
WAY_INLINE wide as_good_as_touching(void) { return w_set(WAY_WIDE_IS_DOUBLE ? 0x1p-36 : 0x1p-19); }

/* w leads from centre to centre. */
WAY_INLINE turning_path path_by_straight(const poses *p, wide turn1, wide turn2, wide_vector w, mask right1,
                                         mask right2, ilanes word) {
    const wide touching = as_good_as_touching(), tiny = w_set(FLT_MIN);
    wide k = w_sub(turn2, turn1), kk = w_mul(k, k), ww = wide_dot(w, w, 2);
    wide square = w_sub(ww, kk);
    /* Circles as good as touching each other touch. Those as good as one are one, which is left in no new direction. */
    wide slack = w_mul(touching, kk);
    mask there = m_narrow(w_le(w_negate(slack), square));
    wide size = w_add(w_mul(p->r1, p->r1), wide_dot(p->way, p->way, 2));
    widemask one = w_or(w_le(ww, w_mul(w_mul(touching, touching), size)), w_lt(ww, tiny));
    widemask apart = w_lt(w_add(slack, tiny), square);
    wide straight = w_keep(apart, w_mul(square, per_root(square)));
    wide per_ww = per_number(ww);
    wide along = w_mul(straight, per_ww), aside = w_mul(k, per_ww);
    wide_vector t;
    t.x = w_select(one, p->h.x, w_add(w_mul(w.x, along), w_mul(w.y, aside)));
    t.y = w_select(one, p->h.y, w_sub(w_mul(w.y, along), w_mul(w.x, aside)));
    t.z = w.z;
    turning_path path;
    path.leaving = path.joining = wide_narrow(t, 2);
    path.arc1 = f_mul(w_narrow(p->r1), arc_between(p->h, t, right1));
    path.arc2 = f_mul(w_narrow(p->r2), arc_between(t, p->g, right2));
    path.middle = f_select(m_narrow(one), f_set(0.0f), w_narrow(straight));
    path.total = f_select(there, f_add(f_add(path.arc1, path.middle), path.arc2), f_set(INFINITY));
    path.word = word;
    return path;
}

/* Of three arcs, the first and the last to this side. */
WAY_INLINE turning_path path_by_arc(const poses *p, int to_right, wide_vector w, way_word word) {
    const wide side = w_set(to_right ? -1.0 : 1.0);
    const mask right = all_or_none(to_right);
    wide rr = w_mul(p->r1, p->r1);
    wide ww = wide_dot(w, w, 2), quarter = w_mul(w_set(0.25), ww);
    wide square = w_sub(w_mul(w_set(4.0), rr), quarter); /* of the height of m over w */
    wide slack = w_mul(as_good_as_touching(), rr);
    widemask apart = w_lt(w_add(w_mul(as_good_as_touching(), slack), w_set(FLT_MIN)), ww);
    widemask there = w_and(apart, w_le(w_negate(slack), square));
    wide height = w_keep(w_lt(w_add(slack, w_set(FLT_MIN)), square), w_mul(square, per_root(square)));
    wide per_length = per_root(ww);
    wide up = w_mul(side, w_mul(height, per_length)), half = w_set(0.5);
    wide per_radius = w_mul(half, w_mul(side, per_number(p->r1))); /* of 2 r */
    wide_vector over = {w_negate(w_mul(w.y, up)), w_mul(w.x, up), w.z};
    wide_vector ahead = {w_mul(w.x, half), w_mul(w.y, half), w.z};
    wide_vector leaving, joining;
    leaving.x = w_negate(w_mul(w_add(over.y, ahead.y), per_radius));
    leaving.y = w_mul(w_add(over.x, ahead.x), per_radius);
    joining.x = w_negate(w_mul(w_sub(over.y, ahead.y), per_radius));
    joining.y = w_mul(w_sub(over.x, ahead.x), per_radius);
    leaving.z = joining.z = w.z;
    turning_path path;
    path.leaving = wide_narrow(leaving, 2);
    path.joining = wide_narrow(joining, 2);
    flanes radius = w_narrow(p->r1);
    path.arc1 = f_mul(radius, arc_between(p->h, leaving, right));
    path.arc2 = f_mul(radius, arc_between(joining, p->g, right));
    wide sine = w_negate(w_mul(height, w_mul(ww, per_length))); /* times 4 r r */
    path.middle = f_mul(radius, angle_of_turn(w_narrow(sine), w_narrow(w_sub(square, quarter))));
    path.total = f_select(m_narrow(there), f_add(f_add(path.arc1, path.middle), path.arc2), f_set(INFINITY));
    path.word = i_set(word);
    return path;
}

/* b where it is shorter by any bit, else a. */
WAY_INLINE turning_path shorter_path(turning_path a, turning_path b) {
    mask better = f_lt(b.total, a.total);
    return (turning_path){vector_select(better, b.leaving, a.leaving, 2),
                          vector_select(better, b.joining, a.joining, 2),
                          f_select(better, b.arc1, a.arc1),
                          f_select(better, b.middle, a.middle),
                          f_select(better, b.arc2, a.arc2),
                          f_select(better, b.total, a.total),
                          i_select(better, b.word, a.word)};
}

/* The first word is the best so far. Side by side the words take much of the stack, and two thirds of the time that they
   take one after the other out of line. */
WAY_INLINE void try_straight(const poses *p, int right1, int right2, way_word word, turning_path *best) {
    wide turn1 = signed_radius(p->r1, right1), turn2 = signed_radius(p->r2, right2);
    turning_path path = path_by_straight(p, turn1, turn2, between_centres(p, turn1, turn2),
                                         all_or_none(right1), all_or_none(right2), i_set(word));
    *best = word == WAY_LSL ? path : shorter_path(*best, path);
}

/* `several`: the radii may differ, and where they do, there is no path of three arcs. */
WAY_INLINE void try_arc(const poses *p, int to_right, way_word word, unsigned several, turning_path *best) {
    wide turn = signed_radius(p->r1, to_right);
    turning_path path = path_by_arc(p, to_right, between_centres(p, turn, turn), word);
    if (several) {
        mask same = m_narrow(w_and(w_le(p->r1, p->r2), w_le(p->r2, p->r1)));
        path.total = f_select(same, path.total, f_set(INFINITY));
    }
    *best = shorter_path(*best, path);
}

WAY_INLINE turning_path shortest_path(const poses *p, unsigned several) {
    turning_path best;
    try_straight(p, 0, 0, WAY_LSL, &best);
    try_straight(p, 1, 1, WAY_RSR, &best);
    try_straight(p, 0, 1, WAY_LSR, &best);
    try_straight(p, 1, 0, WAY_RSL, &best);
    try_arc(p, 0, WAY_LRL, several, &best);
    try_arc(p, 1, WAY_RLR, several, &best);
    return best;
}

#endif
