/* Converts the path between two poses to outputs: the lengths of its parts, and the points that a mover
   steers by. For the mathematics see paths.h. */
#ifndef WAY_PATH_ROUTE_H
#define WAY_PATH_ROUTE_H

#include "kernels/inputs.h"
#include "kernels/formation/paths.h"

/* The outputs of turning_path2d and shortest_path2d, in their order. */
typedef struct route {
    vector centre1, exit, centre2, entry;
    flanes arc1, middle, arc2, total;
    ilanes word, status;
} route;

/* Returns the position at the distance `by` to the left of `place`, as seen along `heading`. */
WAY_INLINE vector left_of(wide_vector place, wide_vector heading, wide by) {
    return (vector){w_narrow(w_sub(place.x, w_mul(heading.y, by))),
                    w_narrow(w_add(place.y, w_mul(heading.x, by))), f_set(0.0f)};
}

WAY_INLINE ilanes path_status(mask valid, flanes total) {
    ilanes status = i_select(f_lt(total, f_set(INFINITY)), i_set(WAY_MET), i_set(WAY_NO_PATH));
    status = i_select(f_le(total, f_set(0.0f)), i_set(WAY_THERE), status);
    return i_select(valid, status, i_set(WAY_INVALID));
}

/* Returns the outputs for a path. turn1 and turn2 are the results of signed_radius. */
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

#endif
