/* Loads the start pose and the target pose of a mover that turns on circles: the headings as unit vectors,
   the vector from the start to the target, and the radii of the circles at the start and at the target. */
#ifndef WAY_PATH_POSES_H
#define WAY_PATH_POSES_H

#include "kernels/inputs.h"
#include "kernels/angle.h"
#include "waylay/formation.h"

typedef struct poses {
    wide_vector h, g; /* the unit heading h at the start, and g at the target */
    vector hf, gf;    /* the headings h and g in floats */
    wide_vector way;  /* from the start to the target */
    wide r1, r2;
    /* How far an answer may miss the target: see paths.h. place and drift: m; turn: rad. All are 0 if only
       rounding errors are allowed. */
    flanes place_tolerance, drift_tolerance, turn_tolerance;
    mask valid;
} poses;

/* The errors of poses that a caller stores in floats or takes from march2d: for headings in radians, for
   coordinates as a fraction of them. */
#define WAY_TURN_LOST 0x1p-19f
#define WAY_PLACE_LOST 0x1p-21f

/* Returns how far a path may miss a target: the error of the coordinates, whose absolute values add up to
   `places`, plus the error of the two headings, each of which moves the centre of a circle. The result is at
   most a sixteenth of the radius, because the rules of paths.h hold for small angles. */
WAY_INLINE flanes tolerance_of(flanes radius, flanes places) {
    flanes lost = f_add(f_mul(radius, f_set(2.0f * WAY_TURN_LOST)), f_mul(places, f_set(WAY_PLACE_LOST)));
    return f_smaller(lost, f_mul(radius, f_set(0.0625f)));
}

/* The errors of thousands of steps on one arc, as a multiple of the error of a step */
#define WAY_DRIFT 16.0f

/* Returns the tolerance for the errors of all steps on an arc. `place` is the result of tolerance_of. */
WAY_INLINE flanes drift_of(flanes radius, flanes place) {
    return f_smaller(f_mul(place, f_set(WAY_DRIFT)), f_mul(radius, f_set(0.0625f)));
}

/* Lets the path miss the target by the errors of the caller's poses. */
WAY_INLINE void tolerate(poses *p, flanes places) {
    const flanes radius = f_larger(w_narrow(p->r1), w_narrow(p->r2));
    p->place_tolerance = tolerance_of(radius, places);
    p->drift_tolerance = drift_of(radius, p->place_tolerance);
    p->turn_tolerance = f_set(WAY_TURN_LOST);
}

WAY_INLINE wide_vector wide_select(widemask m, wide_vector a, wide_vector b) {
    return (wide_vector){w_select(m, a.x, b.x), w_select(m, a.y, b.y), b.z};
}

/* Makes poses from headings h and g of any length. `places` is the sum of the absolute values of all
   coordinates of the two positions. */
WAY_INLINE poses poses_of(wide_vector h, wide_vector g, wide_vector way, flanes places, flanes radius,
                          flanes end_radius) {
    const flanes tiny = f_set(FLT_MIN), most = f_set(0x1p125f), zero = f_set(0.0f);
    wide hh = wide_dot(h, h, 2), gg = wide_dot(g, g, 2);
    flanes squares = w_narrow(w_add(w_add(hh, gg), wide_dot(way, way, 2)));
    flanes radii = f_add(f_mul(radius, radius), f_mul(end_radius, end_radius));
    mask bounded = f_lt(f_add(f_add(squares, f_mul(radii, f_set(16.0f))), places), most);
    mask headed = m_and(f_le(tiny, w_narrow(hh)), f_le(tiny, w_narrow(gg)));
    mask turns = m_and(m_and(f_lt(zero, radius), f_le(tiny, f_mul(radius, radius))),
                       m_and(f_lt(zero, end_radius), f_le(tiny, f_mul(end_radius, end_radius))));
    wide per_h = per_root(hh), per_g = per_root(gg);
    wide_vector along = wide_scale(h, per_h, 2), last = wide_scale(g, per_g, 2);
    return (poses){along,
                   last,
                   wide_narrow(along, 2),
                   wide_narrow(last, 2),
                   way,
                   w_widen(radius),
                   w_widen(end_radius),
                   zero,
                   zero,
                   zero,
                   m_and(bounded, m_and(headed, turns))};
}

/* Returns the sum of the absolute values of a position's coordinates. */
WAY_INLINE flanes size_of_place(agents a, int k) { return vector_size(load_vector(a, k, 2), 2); }

/* Loads the poses. `start` and `target` are the column numbers of the positions' x. Each of these two columns
   is followed by the columns of y and of the heading. */
WAY_INLINE poses load_poses(agents a, int start, int target, flanes radius, flanes end_radius) {
    return poses_of(load_wide_vector(a, start + 2, 2), load_wide_vector(a, target + 2, 2),
                    between_wide(a, start, target, 2),
                    f_add(size_of_place(a, start), size_of_place(a, target)), radius, end_radius);
}

/* Returns the radius at the target: column k, or `radius` in lanes in which column k is 0 or not given. */
WAY_INLINE flanes load_end_radius(agents a, int k, flanes radius) {
    if (!has(a, k))
        return radius;
    flanes given = load(a, k);
    mask same = m_and(f_le(given, f_set(0.0f)), f_le(f_set(0.0f), given));
    return f_select(same, radius, given);
}

#endif
