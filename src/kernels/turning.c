/* From one pose to another on turning circles: the chapter's path, and the shortest of all. paths.h has the
   mathematics. */
#include "kernels/agents.h"
#include "kernels/answers.h"
#include "kernels/paths.h"

/* A path, and the points that a mover steers by: what a caller gets. Both behaviours have these outputs in this
   order. */
typedef struct route {
    vector centre1, exit, centre2, entry;
    flanes arc1, middle, arc2, total;
    ilanes word, status;
} route;

/* The place so far to the left of another, for somebody who looks that way. */
WAY_INLINE vector left_of(wide_vector place, wide_vector heading, wide by) {
    return (vector){w_narrow(w_sub(place.x, w_mul(heading.y, by))),
                    w_narrow(w_add(place.y, w_mul(heading.x, by))), f_set(0.0f)};
}

WAY_INLINE ilanes path_status(mask valid, flanes total) {
    ilanes status = i_select(f_lt(total, f_set(INFINITY)), i_set(WAY_MET), i_set(WAY_NO_PATH));
    status = i_select(f_le(total, f_set(0.0f)), i_set(WAY_THERE), status);
    return i_select(valid, status, i_set(WAY_INVALID));
}

/* The turns are side r. */
WAY_INLINE route route_of(poses p, turning_path path, wide turn1, wide turn2, wide_vector start,
                          wide_vector target) {
    wide_vector leaving = wide_widen(path.leaving, 2), joining = wide_widen(path.joining, 2);
    mask found = m_and(p.valid, f_lt(path.total, f_set(INFINITY)));
    return (route){
        .centre1 = vector_keep(found, left_of(start, p.h, turn1), 2),
        .exit = vector_keep(found, left_of(start, wide_sub(p.h, leaving, 2), turn1), 2),
        .centre2 = vector_keep(found, left_of(target, p.g, turn2), 2),
        .entry = vector_keep(found, left_of(target, wide_sub(p.g, joining, 2), turn2), 2),
        .arc1 = f_keep(found, path.arc1),
        .middle = f_keep(found, path.middle),
        .arc2 = f_keep(found, path.arc2),
        .total = f_select(found, path.total, f_set(INFINITY)),
        .word = i_select(found, path.word, i_set(WAY_NO_WORD)),
        .status = path_status(p.valid, path.total),
    };
}

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

WAY_INLINE route go_shortest(agents a) {
    const int start = IN_shortest_path2d_x, target = IN_shortest_path2d_target_x;
    const int end = IN_shortest_path2d_end_radius;
    flanes radius = load(a, IN_shortest_path2d_radius);
    poses p = load_poses(a, start, target, radius, load_end_radius(a, end, radius));
    turning_path path = shortest_path(&p, has(a, end));

    mask both = i_eq(path.word, i_set(WAY_RSR)), arcs = i_eq(path.word, i_set(WAY_RLR));
    mask right1 = m_or(m_or(both, arcs), i_eq(path.word, i_set(WAY_RSL)));
    mask right2 = m_or(m_or(both, arcs), i_eq(path.word, i_set(WAY_LSR)));
    flanes r1 = w_narrow(p.r1), r2 = w_narrow(p.r2);
    wide turn1 = w_widen(f_select(right1, f_negate(r1), r1));
    wide turn2 = w_widen(f_select(right2, f_negate(r2), r2));
    return route_of(p, path, turn1, turn2, load_wide_vector(a, start, 2), load_wide_vector(a, target, 2));
}

WAY_INLINE turning_path2d_answers turning_path2d(route r) {
    return (turning_path2d_answers){XY(r.centre1), XY(r.exit), XY(r.centre2), XY(r.entry), r.arc1,
                                    r.middle,      r.arc2,     r.total,       r.word,      r.status};
}

#define NAME turning_path2d
#define SOLVE(a) turning_path2d(turn_and_go(a))
#include "kernels/loop.h"

WAY_INLINE shortest_path2d_answers shortest_path2d(route r) {
    return (shortest_path2d_answers){XY(r.centre1), XY(r.exit), XY(r.centre2), XY(r.entry), r.arc1,
                                     r.middle,      r.arc2,     r.total,       r.word,      r.status};
}

#define NAME shortest_path2d
#define SOLVE(a) shortest_path2d(go_shortest(a))
#define LONG 1
#include "kernels/loop.h"
