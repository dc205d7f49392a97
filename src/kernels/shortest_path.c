/* From one pose to another on turning circles by the shortest path of all. */
#include "kernels/agents.h"
#include "kernels/answers.h"
#include "kernels/route.h"

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

WAY_INLINE shortest_path2d_answers shortest_path2d(route r) {
    return (shortest_path2d_answers){XY(r.centre1), XY(r.exit), XY(r.centre2), XY(r.entry), r.arc1,
                                     r.middle,      r.arc2,     r.total,       r.word,      r.status};
}

#define NAME shortest_path2d
#define SOLVE(a) shortest_path2d(go_shortest(a))
#define LONG 1
#define ALL_GIVEN 1
#include "kernels/loop.h"
