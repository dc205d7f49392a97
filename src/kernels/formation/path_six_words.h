/* Finds the shortest of the paths of all six words (kinds of path, see paths.h), in wide lanes. */
#ifndef WAY_PATH_SIX_WORDS_H
#define WAY_PATH_SIX_WORDS_H

#include "kernels/formation/paths.h"

/* Returns b if b is shorter than a, else a. */
WAY_INLINE turning_path shorter_path(turning_path a, turning_path b) {
    mask better = f_lt(b.total, a.total);
    return (turning_path){vector_select(better, b.leaving, a.leaving, 2),
                          vector_select(better, b.joining, a.joining, 2),
                          f_select(better, b.arc1, a.arc1),
                          f_select(better, b.middle, a.middle),
                          f_select(better, b.arc2, a.arc2),
                          f_select(better, b.total, a.total),
                          i_select(better, b.word, a.word),
                          f_select(better, b.overlap, a.overlap)};
}

/* Replaces `best` by the path of this word if that is shorter. LSL is tried first, so it always replaces
   `best`. The code of each word is inlined: this needs much stack, but takes only two thirds of the time of
   separate functions. */
WAY_INLINE void try_straight(const poses *p, int right1, int right2, way_word word, unsigned several,
                             turning_path *best) {
    wide turn1 = signed_radius(p->r1, right1), turn2 = signed_radius(p->r2, right2);
    turning_path path = path_by_straight(p, turn1, turn2, between_centres(p, turn1, turn2),
                                         all_or_none(right1), all_or_none(right2), i_set(word), several);
    *best = word == WAY_LSL ? path : shorter_path(*best, path);
}

/* Replaces `best` by a path of three arcs if that is shorter. `several` is set if the two radii may differ;
   in lanes in which they differ, there is no path of three arcs. */
WAY_INLINE void try_arc(const poses *p, int to_right, way_word word, unsigned several, turning_path *best) {
    wide turn = signed_radius(p->r1, to_right);
    wide_vector w = between_centres(p, turn, turn);
    mask near = m_narrow(w_lt(wide_dot(w, w, 2), w_mul(w_set(17.0), w_mul(turn, turn))));
    if (!m_any(near))
        return;
    turning_path path = path_by_arc(p, to_right, w, word);
    if (several) {
        mask same = m_narrow(w_and(w_le(p->r1, p->r2), w_le(p->r2, p->r1)));
        path.total = f_select(same, path.total, f_set(INFINITY));
    }
    *best = shorter_path(*best, path);
}

WAY_INLINE turning_path shortest_path(const poses *p, unsigned several) {
    turning_path best;
    try_straight(p, 0, 0, WAY_LSL, several, &best);
    try_straight(p, 1, 1, WAY_RSR, several, &best);
    try_straight(p, 0, 1, WAY_LSR, several, &best);
    try_straight(p, 1, 0, WAY_RSL, several, &best);
    try_arc(p, 0, WAY_LRL, several, &best);
    try_arc(p, 1, WAY_RLR, several, &best);
    return best;
}

#endif
