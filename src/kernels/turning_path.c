/* From one pose to another on turning circles by the chapter's path. */
#include "kernels/agents.h"
#include "kernels/answers.h"
#include "kernels/route.h"

/* LSL, RSR, LSR or RSL. */
WAY_INLINE ilanes word_of_sides(mask right1, mask right2) {
    ilanes same = i_select(right1, i_set(WAY_RSR), i_set(WAY_LSL));
    ilanes other = i_select(right1, i_set(WAY_RSL), i_set(WAY_LSR));
    ilanes from_left = i_select(right2, other, same), from_right = i_select(right2, same, other);
    return i_select(right1, from_right, from_left);
}

WAY_INLINE wide turn_of(widemask right, wide radius) { return w_select(right, w_negate(radius), radius); }

/* The chapter's: each circle is on the side on which the other pose lies. Where they would overlap, both are turned
   over. */
WAY_INLINE route turn_and_go(agents a) {
    const wide zero = w_set(0.0);
    const int start = IN_turning_path2d_x, target = IN_turning_path2d_target_x;
    flanes radius = load(a, IN_turning_path2d_radius);
    poses p = load_poses(a, start, target, radius, radius);

    wide ahead = cross2(p.h.x, p.h.y, p.way.x, p.way.y), behind = cross2(p.way.x, p.way.y, p.g.x, p.g.y);
    widemask right1 = w_lt(ahead, zero), right2 = w_lt(behind, zero);
    /* straight ahead or behind there is no side: it takes the other one's, or the left */
    widemask even1 = w_andnot(w_le(ahead, zero), right1), even2 = w_andnot(w_le(behind, zero), right2);
    widemask first = w_or(right1, w_and(even1, right2)), second = w_or(right2, w_and(even2, right1));
    wide turn1 = turn_of(first, p.r1), turn2 = turn_of(second, p.r1);
    wide_vector aside = to_centres(&p, turn1, turn2), w = between_centres(&p, turn1, turn2);
    widemask overlap = w_lt(wide_dot(w, w, 2), w_mul(w_set(4.0), w_mul(p.r1, p.r1)));
    turn1 = w_select(overlap, w_negate(turn1), turn1);
    turn2 = w_select(overlap, w_negate(turn2), turn2);
    w.x = w_select(overlap, w_sub(p.way.x, aside.x), w.x);
    w.y = w_select(overlap, w_sub(p.way.y, aside.y), w.y);
    mask is_right1 = m_narrow(w_lt(turn1, zero)), is_right2 = m_narrow(w_lt(turn2, zero));

    turning_path path =
        path_by_straight(&p, turn1, turn2, w, is_right1, is_right2, word_of_sides(is_right1, is_right2));
    return route_of(p, path, turn1, turn2, load_wide_vector(a, start, 2), load_wide_vector(a, target, 2));
}

WAY_INLINE turning_path2d_answers turning_path2d(route r) {
    return (turning_path2d_answers){XY(r.centre1), XY(r.exit), XY(r.centre2), XY(r.entry), r.arc1,
                                    r.middle,      r.arc2,     r.total,       r.word,      r.status};
}

#define NAME turning_path2d
#define SOLVE(a) turning_path2d(turn_and_go(a))
#include "kernels/loop.h"
