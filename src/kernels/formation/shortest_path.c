/* Finds the shortest path from one pose to another on turning circles. The six kinds of a path, called words,
   are ranked in floats. If rounding could change the ranking, all words are computed again in wide lanes. If
   rounding cannot change the ranking, but the best path is not accurate enough, only this path is computed
   again. */
#define WAY_FAMILY "kernels/formation/shortest_path.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/formation/paths_in_floats.h"
#include "kernels/formation/path_six_words.h"

WAY_INLINE mask begins_right(ilanes word) {
    return m_or(m_or(i_eq(word, i_set(WAY_RSR)), i_eq(word, i_set(WAY_RSL))), i_eq(word, i_set(WAY_RLR)));
}

WAY_INLINE mask ends_right(ilanes word) {
    return m_or(m_or(i_eq(word, i_set(WAY_RSR)), i_eq(word, i_set(WAY_LSR))), i_eq(word, i_set(WAY_RLR)));
}

WAY_INLINE flanes places_of_ends(agents a) {
    return f_add(size_of_place(a, IN_shortest_path2d_x), size_of_place(a, IN_shortest_path2d_target_x));
}

WAY_INLINE poses load_ends(agents a, flanes *r1, flanes *r2) {
    *r1 = load(a, IN_shortest_path2d_radius);
    *r2 = load_end_radius(a, IN_shortest_path2d_end_radius, *r1);
    poses p = load_poses(a, IN_shortest_path2d_x, IN_shortest_path2d_target_x, *r1, *r2);
    tolerate(&p, places_of_ends(a));
    return p;
}

WAY_INLINE route way_of(agents a, const poses *p, turning_path path, wide turn1, wide turn2) {
    return route_of(*p, path, turn1, turn2, load_wide_vector(a, IN_shortest_path2d_x, 2),
                    load_wide_vector(a, IN_shortest_path2d_target_x, 2));
}

WAY_INLINE route go_shortest(agents a) {
    flanes r1, r2;
    poses p = load_ends(a, &r1, &r2);
    turning_path path = shortest_path(&p, has(a, IN_shortest_path2d_end_radius));
    mask right1 = begins_right(path.word), right2 = ends_right(path.word);
    return way_of(a, &p, path, w_widen(f_select(right1, f_negate(r1), r1)),
                  w_widen(f_select(right2, f_negate(r2), r2)));
}

/* Returns the path of `word`, which is a word with a straight. */
WAY_INLINE route go_by(agents a, ilanes word) {
    flanes r1, r2;
    poses p = load_ends(a, &r1, &r2);
    mask right1 = begins_right(word), right2 = ends_right(word);
    wide turn1 = w_widen(f_select(right1, f_negate(r1), r1)),
         turn2 = w_widen(f_select(right2, f_negate(r2), r2));
    turning_path path = path_by_straight(&p, turn1, turn2, between_centres(&p, turn1, turn2), right1, right2,
                                         word, has(a, IN_shortest_path2d_end_radius));
    return way_of(a, &p, path, turn1, turn2);
}

/* The best path so far, and the total of the second best path. */
typedef struct word_ranking {
    turning_path best;
    flanes turn1, turn2, square, second;
    mask sure;
} word_ranking;

/* Compares a word's path with the best path so far. `there` is set in lanes in which the path exists. `sure`
   is set in lanes in which rounding can neither change `there` nor turn an arc of 0 into a full turn. */
WAY_INLINE void rank_path(word_ranking *r, float_path path, flanes turn1, flanes turn2, mask there,
                          mask sure) {
    path.path.total = f_select(there, path.path.total, f_set(INFINITY));
    mask better = f_lt(path.path.total, r->best.total);
    r->second = f_smaller(r->second, f_larger(r->best.total, path.path.total));
    r->best = shorter_path(r->best, path.path);
    r->turn1 = f_select(better, turn1, r->turn1);
    r->turn2 = f_select(better, turn2, r->turn2);
    r->square = f_select(better, path.square, r->square);
    r->sure = m_and(r->sure, sure);
}

WAY_INLINE void rank_straight(word_ranking *r, const float_poses *p, flanes radii_square, vector aside,
                              int right1, int right2, way_word word) {
    flanes turn1 = right1 ? f_negate(p->r1) : p->r1, turn2 = right2 ? f_negate(p->r2) : p->r2;
    float_path path =
        float_straight(p, turn1, turn2, vector_add(p->way, aside, 2), right1, right2, i_set(word));
    mask there = f_lt(f_set(0.0f), path.square),
         firm = f_lt(f_mul(radii_square, f_set(0x1p-7f)), f_abs(path.square));
    rank_path(r, path, turn1, turn2, there, m_and(firm, m_or(path.sure, f_lt(path.square, f_set(0.0f)))));
}

/* Compares a path of three arcs with the best path, in the lanes in which it may be shorter. The middle arc
   turns by at least pi (2 - |w| / 4 r), so in all other lanes a path of three arcs is longer. */
WAY_INLINE void rank_arcs(word_ranking *r, const float_poses *p, flanes per_radius, vector aside, int right,
                          way_word word) {
    vector w = vector_add(p->way, aside, 2);
    flanes length = f_sqrt(f_dot(w, w)), turn = right ? f_negate(p->r1) : p->r1;
    flanes least = f_sub(f_mul(p->r1, f_set(0x1.92p+2f)), f_mul(length, f_set(0x1.92p-1f)));
    mask may = m_and(f_lt(length, f_mul(p->r1, f_set(4 + 0x1p-8f))), f_lt(least, r->best.total));
    may = m_and(may, m_and(f_le(p->r1, p->r2), f_le(p->r2, p->r1)));
    if (!m_any(may))
        return;
    float_path path = float_arcs(p, per_radius, w, right, word);
    mask there = m_and(may, f_lt(f_set(0.0f), path.square));
    mask sure = m_and(path.sure, f_lt(f_mul(f_mul(p->r1, p->r1), f_set(0x1p-5f)), path.square));
    rank_path(r, path, turn, turn, there, m_or(sure, m_andnot(r->sure, may)));
}

/* `decided`: lanes whose word is known; `near`: lanes whose path is also precise enough. */
typedef struct float_ranking {
    route way;
    mask decided, near;
} float_ranking;

WAY_INLINE float_ranking go_shortest_in_floats(agents a) {
    const flanes infinity = f_set(INFINITY), zero = f_set(0.0f);
    flanes r1 = load(a, IN_shortest_path2d_radius),
           r2 = load_end_radius(a, IN_shortest_path2d_end_radius, r1);
    float_poses p = load_float_poses(a, IN_shortest_path2d_x, IN_shortest_path2d_target_x, r1, r2);
    vector one = {f_mul(p.h.y, p.r1), f_negate(f_mul(p.h.x, p.r1)), zero};
    vector two = {f_mul(p.g.y, p.r2), f_negate(f_mul(p.g.x, p.r2)), zero};
    vector less = vector_sub(one, two, 2), more = vector_add(one, two, 2);
    vector less2 = vector_sub(two, one, 2), more2 = {f_negate(more.x), f_negate(more.y), zero};
    flanes radii = f_add(p.r1, p.r2), radii_square = f_mul(radii, radii),
           per_diameter = f_div(f_set(0.5f), p.r1);
    /* the straight of a firm word (see rank_straight) is longer than 2^-3.5 radii and 2^-3.5 |w| */
    flanes place = f_div(tolerance_of(f_larger(p.r1, p.r2), places_of_ends(a)), radii);
    p.tolerance = f_mul(f_add(place, f_set(WAY_TURN_LOST)), f_set(12.0f));
    p.sure = m_and(p.sure, m_and(f_lt(p.tolerance, f_set(0x1p-6f)),
                                 f_lt(f_mul(place, f_set(WAY_DRIFT)), f_set(0x1p-9f))));
    word_ranking r = {.best.total = infinity, .second = infinity, .sure = p.sure};
    r.turn1 = r.turn2 = r.square = zero;
    rank_straight(&r, &p, radii_square, less, 0, 0, WAY_LSL);
    rank_straight(&r, &p, radii_square, less2, 1, 1, WAY_RSR);
    rank_straight(&r, &p, radii_square, more, 0, 1, WAY_LSR);
    rank_straight(&r, &p, radii_square, more2, 1, 0, WAY_RSL);
    rank_arcs(&r, &p, per_diameter, less, 0, WAY_LRL);
    rank_arcs(&r, &p, per_diameter, less2, 1, WAY_RLR);
    flanes margin = f_mul(f_add(r.best.total, radii), f_set(0x1p-14f));
    mask decided = m_and(r.sure, f_lt(f_add(r.best.total, margin), r.second));
    /* in the fast precision, wide lanes are not more precise than floats, so every decided path is precise
       enough */
    mask near =
        WAY_WIDE_IS_DOUBLE ? m_and(decided, f_lt(f_mul(radii_square, f_set(0x1p-3f)), r.square)) : decided;
    return (float_ranking){float_route_of(&p, r.best, r.turn1, r.turn2), decided, near};
}

/* The two slow paths are not inlined, so that they use the same part of the stack. */
WAY_APART void find_path_again(agents a, float_ranking *of) {
    of->way = route_select(of->near, of->way, go_by(a, of->way.word));
}

WAY_APART void find_word_again(agents a, mask decided, float_ranking *of) {
    of->way = route_select(decided, of->way, go_shortest(a));
}

WAY_INLINE void settle_shortest(agents a, float_ranking *of) {
    mask straight = i_lt(of->way.word, i_set(WAY_LRL)),
         decided = m_or(of->near, m_and(of->decided, straight));
    if (m_any(m_andnot(decided, of->near)))
        find_path_again(a, of);
    if (!m_all(decided))
        find_word_again(a, decided, of);
}

WAY_INLINE route go_the_shortest(agents a) {
    float_ranking of = go_shortest_in_floats(a);
    if (WAY_USUALLY(m_all(of.near)))
        return of.way;
    float_ranking undecided = of;
    settle_shortest(a, &undecided);
    return undecided.way;
}

WAY_INLINE shortest_path2d_answers shortest_path2d(route r) {
    return (shortest_path2d_answers){XY(r.centre1), XY(r.exit), XY(r.centre2), XY(r.entry), r.arc1,
                                     r.middle,      r.arc2,     r.total,       r.word,      r.status};
}

#define NAME shortest_path2d
#define SOLVE(a) shortest_path2d(go_the_shortest(a))
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#include "kernels/loop.h"
DEFINE_CALL(way_shortest_path2d, shortest_path2d, fast)
