/* Computes paths on turning circles in floats. Floats are accurate enough for an agent if nothing cancels,
   and if no arc is near the jump between 0 and a full turn. For the mathematics, and for all other lanes, see
   paths.h.

   With u = 2^-24, headings differ from unit vectors by at most 5 u. So the error of w is at most u (|way| +
   14 r). If w.w - k k is above r r / 2, this error turns t by at most about 20 u. Points move by at most 20 u
   of the radius, and lengths change by at most 5 u of the circle's circumference. */
#ifndef WAY_PATHS_IN_FLOATS_H
#define WAY_PATHS_IN_FLOATS_H

#include "kernels/inputs.h"
#include "kernels/formation/paths.h"
#include "kernels/formation/path_route.h"

/* `sure` is set in lanes in which all sizes are in the range where floats are precise enough. */
typedef struct float_poses {
    vector place, last, h, g, way;
    flanes r1, r2;
    flanes tolerance; /* tolerance of an arc's angle on the smaller circle, see paths.h */
    mask sure;
} float_poses;

typedef struct float_path {
    turning_path path;
    flanes square; /* w.w - k k, which may cancel; for three arcs see float_arcs */
    mask sure;
} float_path;

typedef struct float_route {
    route way;
    mask sure;
} float_route;

WAY_INLINE float_poses load_float_poses(agents a, int start, int target, flanes r1, flanes r2) {
    const flanes one = f_set(1.0f), most = f_set(0x1p60f), least = f_set(0x1p-30f);
    vector place = load_vector(a, start, 2), last = load_vector(a, target, 2);
    vector h = load_vector(a, start + 2, 2), g = load_vector(a, target + 2, 2),
           way = vector_sub(last, place, 2);
    flanes per_h = f_div(one, f_sqrt(f_dot(h, h))), per_g = f_div(one, f_sqrt(f_dot(g, g)));
    flanes sizes = f_add(f_add(per_h, per_g), f_add(f_dot(way, way), f_mul(r1, r2)));
    return (float_poses){place,
                         last,
                         vector_scale(h, per_h, 2),
                         vector_scale(g, per_g, 2),
                         way,
                         r1,
                         r2,
                         f_set(0.0f),
                         m_and(f_lt(sizes, most), m_and(f_lt(least, r1), f_lt(least, r2)))};
}

/* Returns the path of a word with a straight. The path is meaningful only if `square` is above 0. */
WAY_INLINE float_path float_straight(const float_poses *p, flanes turn1, flanes turn2, vector w, int right1,
                                     int right2, ilanes word) {
    flanes k = f_sub(turn2, turn1), ww = f_dot(w, w), square = f_sub(ww, f_mul(k, k)),
           straight = f_sqrt(square);
    flanes per_ww = f_div(f_set(1.0f), ww), along = f_mul(straight, per_ww), off = f_mul(k, per_ww);
    vector t = {f_add(f_mul(w.x, along), f_mul(w.y, off)), f_sub(f_mul(w.y, along), f_mul(w.x, off)), w.z};
    unit_angle first = angle_between(p->h, t, turn1, right1), last = angle_between(t, p->g, turn2, right2);
    flanes arc1 = f_mul(p->r1, angle_of_unit(first.sine, first.cosine));
    flanes arc2 = f_mul(p->r2, angle_of_unit(last.sine, last.cosine));
    return (float_path){{t, t, arc1, straight, arc2, f_add(f_add(arc1, straight), arc2), word, f_set(0.0f)},
                        square,
                        m_and(is_sure_arc(first, p->tolerance), is_sure_arc(last, p->tolerance))};
}

/* Returns a path of three arcs. `per_radius` is 1 / (2 r). The path is meaningful only if `square`, the
   squared distance of m from w, is above 0. The result's `square` is at most 2 w.w. */
WAY_INLINE float_path float_arcs(const float_poses *p, flanes per_radius, vector w, int right,
                                 way_word word) {
    const flanes four = f_mul(f_set(4.0f), f_mul(p->r1, p->r1)), half = f_set(0.5f);
    flanes ww = f_dot(w, w), quarter = f_mul(f_set(0.25f), ww), square = f_sub(four, quarter);
    flanes height = f_sqrt(square), length = f_sqrt(ww), up = f_div(height, length);
    up = right ? f_negate(up) : up;
    flanes per = right ? f_negate(per_radius) : per_radius, per_four = f_mul(per_radius, per_radius);
    vector over = {f_negate(f_mul(w.y, up)), f_mul(w.x, up), w.z}, ahead = vector_scale(w, half, 2);
    vector leaving = {f_negate(f_mul(f_add(over.y, ahead.y), per)), f_mul(f_add(over.x, ahead.x), per), w.z};
    vector joining = {f_negate(f_mul(f_sub(over.y, ahead.y), per)), f_mul(f_sub(over.x, ahead.x), per), w.z};
    unit_angle first = angle_between(p->h, leaving, up, right),
               last = angle_between(joining, p->g, up, right);
    flanes sine = f_negate(f_mul(f_mul(height, length), per_four));
    flanes middle = angle_of_unit(sine, f_mul(f_sub(square, quarter), per_four));
    flanes arc1 = f_mul(p->r1, angle_of_unit(first.sine, first.cosine));
    flanes arc2 = f_mul(p->r1, angle_of_unit(last.sine, last.cosine));
    middle = f_mul(p->r1, middle);
    return (float_path){
        {leaving, joining, arc1, middle, arc2, f_add(f_add(arc1, middle), arc2), i_set(word), f_set(0.0f)},
        f_smaller(square, f_add(ww, ww)),
        m_and(is_sure_arc(first, p->tolerance), is_sure_arc(last, p->tolerance))};
}

/* Returns the outputs for a path. Each point is a position plus or minus vectors as long as a radius. */
WAY_INLINE route float_route_of(const float_poses *p, turning_path path, flanes turn1, flanes turn2) {
    const flanes none = f_set(0.0f);
    vector h = vector_scale(p->h, turn1, 2), g = vector_scale(p->g, turn2, 2);
    vector out = vector_scale(path.leaving, turn1, 2), in = vector_scale(path.joining, turn2, 2);
    vector centre1 = {f_sub(p->place.x, h.y), f_add(p->place.y, h.x), none};
    vector centre2 = {f_sub(p->last.x, g.y), f_add(p->last.y, g.x), none};
    return (route){centre1,   {f_add(centre1.x, out.y), f_sub(centre1.y, out.x), none},
                   centre2,   {f_add(centre2.x, in.y), f_sub(centre2.y, in.x), none},
                   path.arc1, path.middle,
                   path.arc2, path.total,
                   path.word, i_set(WAY_MET)};
}

WAY_INLINE route route_select(mask m, route a, route b) {
    return (route){vector_select(m, a.centre1, b.centre1, 2),
                   vector_select(m, a.exit, b.exit, 2),
                   vector_select(m, a.centre2, b.centre2, 2),
                   vector_select(m, a.entry, b.entry, 2),
                   f_select(m, a.arc1, b.arc1),
                   f_select(m, a.middle, b.middle),
                   f_select(m, a.arc2, b.arc2),
                   f_select(m, a.total, b.total),
                   i_select(m, a.word, b.word),
                   i_select(m, a.status, b.status)};
}

#endif
