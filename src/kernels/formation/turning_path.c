/* Computes the path from one pose to another on turning circles, as in the chapter "Techniques for Formation
   Movement Using Steering Circles". */
#define WAY_FAMILY "kernels/formation/turning_path.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/formation/paths_in_floats.h"

/* Returns the word for the sides of the first and the last circle: LSL, RSR, LSR or RSL (see way_word). */
WAY_INLINE ilanes word_of_sides(mask right1, mask right2) {
    ilanes same = i_select(right1, i_set(WAY_RSR), i_set(WAY_LSL));
    ilanes other = i_select(right1, i_set(WAY_RSL), i_set(WAY_LSR));
    ilanes from_left = i_select(right2, other, same), from_right = i_select(right2, same, other);
    return i_select(right1, from_right, from_left);
}

WAY_INLINE wide turn_of(widemask right, wide radius) { return w_select(right, w_negate(radius), radius); }

/* Returns the path of the chapter, computed in wide lanes. Each circle is on the side of its pose on which
   the other pose lies. If the circles would overlap, both change sides. */
WAY_INLINE route turn_and_go(agents a) {
    const wide zero = w_set(0.0);
    const int start = IN_turning_path2d_x, target = IN_turning_path2d_target_x;
    flanes radius = load(a, IN_turning_path2d_radius);
    poses p = load_poses(a, start, target, radius, radius);

    wide ahead = cross2(p.h.x, p.h.y, p.way.x, p.way.y), behind = cross2(p.way.x, p.way.y, p.g.x, p.g.y);
    widemask right1 = w_lt(ahead, zero), right2 = w_lt(behind, zero);
    /* if a pose has the other straight ahead or behind, its circle is on the other circle's side; if both do,
       both circles are on the left */
    widemask even1 = w_andnot(w_le(ahead, zero), right1), even2 = w_andnot(w_le(behind, zero), right2);
    widemask turns_right1 = w_or(right1, w_and(even1, right2)),
             turns_right2 = w_or(right2, w_and(even2, right1));
    wide turn1 = turn_of(turns_right1, p.r1), turn2 = turn_of(turns_right2, p.r1);
    wide_vector aside = to_centres(&p, turn1, turn2), w = between_centres(&p, turn1, turn2);
    widemask overlap = w_lt(wide_dot(w, w, 2), w_mul(w_set(4.0), w_mul(p.r1, p.r1)));
    turn1 = w_select(overlap, w_negate(turn1), turn1);
    turn2 = w_select(overlap, w_negate(turn2), turn2);
    w.x = w_select(overlap, w_sub(p.way.x, aside.x), w.x);
    w.y = w_select(overlap, w_sub(p.way.y, aside.y), w.y);
    mask is_right1 = m_narrow(w_lt(turn1, zero)), is_right2 = m_narrow(w_lt(turn2, zero));

    turning_path path =
        path_by_straight(&p, turn1, turn2, w, is_right1, is_right2, word_of_sides(is_right1, is_right2), 0);
    return route_of(p, path, turn1, turn2, load_wide_vector(a, start, 2), load_wide_vector(a, target, 2));
}

/* Returns the path of the chapter, computed in floats. In lanes of `sure`, a path always exists. */
WAY_INLINE float_route turn_and_go_in_floats(agents a) {
    flanes radius = load(a, IN_turning_path2d_radius), rr = f_mul(radius, radius),
           four = f_mul(rr, f_set(4.0f));
    float_poses p = load_float_poses(a, IN_turning_path2d_x, IN_turning_path2d_target_x, radius, radius);

    flanes ahead = f_cross(p.h, p.way), behind = f_cross(p.way, p.g);
    flanes turn1 = f_flip(radius, ahead), turn2 = f_flip(radius, behind);
    vector aside = {f_sub(f_mul(p.h.y, turn1), f_mul(p.g.y, turn2)),
                    f_sub(f_mul(p.g.x, turn2), f_mul(p.h.x, turn1)), p.way.z};
    vector between = vector_add(p.way, aside, 2);
    flanes apart = f_dot(between, between), over = f_keep(f_lt(apart, four), f_set(-1.0f));
    mask sure = m_and(p.sure, f_lt(f_mul(four, f_set(0x1p-17f)), f_abs(f_sub(apart, four))));
    turn1 = f_flip(turn1, over);
    turn2 = f_flip(turn2, over);
    vector w = {f_add(p.way.x, f_flip(aside.x, over)), f_add(p.way.y, f_flip(aside.y, over)), p.way.z};
    flanes side = f_smaller(f_mul(ahead, ahead), f_mul(behind, behind));
    sure = m_and(sure, f_lt(f_mul(f_dot(w, w), f_set(0x1p-34f)), side));

    float_path go =
        float_straight(&p, turn1, turn2, w, -1, -1, word_of_sides(f_minus(turn1), f_minus(turn2)));
    sure = m_and(m_and(sure, go.sure), f_lt(f_mul(rr, f_set(0.5f)), go.square));
    return (float_route){float_route_of(&p, go.path, turn1, turn2), sure};
}

WAY_INLINE route settle_turning(agents a) {
    float_route quick = turn_and_go_in_floats(a);
    return route_select(quick.sure, quick.way, turn_and_go(a));
}

WAY_INLINE turning_path2d_answers turning_path2d(route r) {
    return (turning_path2d_answers){XY(r.centre1), XY(r.exit), XY(r.centre2), XY(r.entry), r.arc1,
                                    r.middle,      r.arc2,     r.total,       r.word,      r.status};
}

#define NAME turning_path2d
#define SUMS float_route
#define SUM(a) turn_and_go_in_floats(a)
#define AHEAD 0
#define ANY_UNDECIDED(a, sums, roots) !m_all((sums).sure)
#define DECIDED_VECTOR(a) turning_path2d(settle_turning(a))
#define FINISH(a, sums, roots) turning_path2d((sums).way)
#include "kernels/loop.h"
DEFINE_CALL(way_turning_path2d, turning_path2d, fast)
