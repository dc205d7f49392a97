/* For one time and one word (a kind of path, see paths.h), computes two things: the path from the chaser to
   the runner's position at this time, and how long it takes from then until the path's length jumps. The
   length jumps only when the angle of an arc passes 0 or a full turn, or when the path begins or ceases to
   exist. The time of each jump is a root of an equation of first or second degree in the time. */
#ifndef WAY_CUT_OFF_MOMENT_H
#define WAY_CUT_OFF_MOMENT_H

#include "kernels/formation/paths.h"

/* The data of a search that are the same for all words. */
typedef struct chase {
    poses p;                        /* the poses at time 0 */
    agents a;                       /* the input columns */
    wide_vector course;             /* the unit vector along the runner's velocity v, or 0 if v is 0 */
    flanes speed, per_runner_speed; /* the chaser's speed s, and 1 / |v| (infinity if v is 0) */
    flanes least_closing;           /* the chaser's speed minus the runner's, or 0 if this is below 0 */
    flanes first, longest;          /* the search looks for a time from `first` to `longest` */
    flanes from_size;               /* the sum of the absolute values of the chaser's coordinates */
    flanes rounded;                 /* the time in which the runner moves by a rounding error */
    mask looking;                   /* lanes in which a meeting time may exist */
} chase;

/* A heading relative to the runner's course: their cross product and their dot product. */
typedef struct bearing {
    flanes aside, along;
} bearing;

/* The data of the search for one word, which has three arcs, or two arcs and a straight. */
typedef struct word_sought {
    poses p; /* the poses at the time that is tested */
    wide_vector runner, v, from;
    wide turn1, turn2;
    wide distance; /* between the centres; without the tolerance, the word would begin or cease to exist at
                      this distance */
    flanes radius;
    bearing leaving, joining; /* the headings at the start and at the target, relative to the runner's
                                 course */
    int arcs, right1, right2;
} word_sought;

/* The path at one time, and the lengths of the search's next steps. */
typedef struct moment {
    wide_vector w;
    turning_path path;
    flanes f, until;     /* f of cut_off_search.h, and the time until the length jumps */
    flanes least, nudge; /* the shortest step, and the shortest step past a jump */
    mask reached, exactly;
    mask shy; /* lanes in which `until` ends shortly before the jump */
} moment;

/* Returns the runner's position, rounded to floats like the output. */
WAY_INLINE vector runner_at(wide_vector runner, wide_vector v, flanes time) {
    return wide_narrow(wide_add_scaled(runner, v, w_widen(time), 2), 2);
}

/* Sets the poses for a meeting at `place`. `from` is the chaser's position, and `from_size` the sum of the
   absolute values of its coordinates. */
WAY_INLINE void meet_at_place(poses *p, vector place, wide_vector from, flanes from_size) {
    p->way = wide_sub(wide_widen(place, 2), from, 2);
    tolerate(p, f_add(vector_size(place, 2), from_size));
}

/* Returns b if b is above 0 and smaller than a, else a. */
WAY_INLINE flanes nearer_ahead(flanes a, flanes b) {
    return f_select(m_and(f_lt(f_set(0.0f), b), f_lt(b, a)), b, a);
}

WAY_INLINE bearing bearing_of(wide_vector h, wide_vector course) {
    return (bearing){w_narrow(cross2(h.x, h.y, course.x, course.y)), w_narrow(wide_dot(course, h, 2))};
}

/* Returns how far the runner moves until the arc at a heading h is so near a full turn that it can be left
   out (see can_do_without). Returns infinity if the straight along h would then have a negative length. The
   arc is a full turn if `off` = k - w.perp(h) is 0, where w is the vector between the circles' centres. This
   function uses only three quarters of the tolerance of can_do_without, so that after this distance the arc
   can be left out in spite of rounding. */
WAY_INLINE flanes distance_to_line(const poses *p, bearing b, wide off, wide k, int minus, flanes ahead) {
    flanes full = f_div(w_narrow(off), b.aside), straight = max0(f_add(ahead, f_mul(full, b.along)));
    flanes gap = w_narrow(k), length = f_sqrt(f_add(f_mul(straight, straight), f_mul(gap, gap)));
    flanes reach = f_mul(reach_of(p, length), f_set(0.75f));
    if (WAY_WIDE_IS_DOUBLE) /* the exact precision, whose tolerance is for the arc's angle */
        reach = f_mul(reach, f_div(straight, f_larger(length, f_set(FLT_MIN))));
    wide by = w_widen(reach);
    flanes distance = f_div(w_narrow(minus ? w_sub(off, by) : w_add(off, by)), b.aside);
    mask forwards = f_lt(f_mul(w_narrow(p->r1), f_set(-0x1p-10f)), f_add(ahead, f_mul(distance, b.along)));
    return f_select(forwards, distance, f_set(INFINITY));
}

/* Returns how far the runner moves along its course until the squared length of w is `square`. */
WAY_INLINE flanes distance_to_circle(wide_vector w, wide_vector course, wide square) {
    const flanes zero = f_set(0.0f);
    wide aside = cross2(course.x, course.y, w.x, w.y);
    flanes c = w_narrow(w_sub(wide_dot(w, w, 2), square)), b = w_narrow(wide_dot(w, course, 2));
    flanes disc = w_narrow(w_sub(square, w_mul(aside, aside)));
    flanes root = f_sqrt(max0(disc)), most = f_add(f_abs(b), root);
    /* the end of w enters the circle at `in` and leaves it at `out`; `most` is a sum, so that no digits
       cancel */
    mask outside = f_lt(zero, c), comes = f_lt(b, zero);
    flanes in = f_select(m_and(comes, f_le(zero, disc)), f_div(c, most), f_set(INFINITY));
    flanes out = f_select(comes, most, f_div(f_negate(c), most));
    return f_select(outside, in, out);
}

/* Returns how far the runner moves until the circles become one. Few courses lead there. */
WAY_INLINE flanes distance_to_one_circle(const chase *c, const word_sought *word, wide_vector w) {
    flanes at = f_add(word->p.drift_tolerance, word->p.drift_tolerance);
    flanes aside = w_narrow(cross2(c->course.x, c->course.y, w.x, w.y));
    if (WAY_USUALLY(!m_any(f_le(f_abs(aside), at))))
        return f_set(INFINITY);
    wide wide_at = w_widen(at);
    return distance_to_circle(w, c->course, w_mul(wide_at, wide_at));
}

/* Returns the square of the distance between the centres at which the word begins or ceases to exist. */
WAY_INLINE wide square_at_end(const word_sought *word, flanes miss) {
    wide tolerance = w_widen(miss);
    wide at = word->arcs ? w_add(word->distance, tolerance) : w_sub(word->distance, tolerance);
    return w_mul(at, at);
}

/* Returns a heading turned to the left by a small angle. */
WAY_INLINE wide_vector turned(wide_vector h, wide angle) {
    return (wide_vector){w_sub(h.x, w_mul(angle, h.y)), w_add(h.y, w_mul(angle, h.x)), h.z};
}

/* Returns the vector from the middle circle to the other end of w, if the path keeps the heading h. */
WAY_INLINE wide_vector beyond_middle(wide_vector w, wide_vector h, wide twice) {
    return (wide_vector){w_sub(w.x, w_mul(twice, h.y)), w_add(w.y, w_mul(twice, h.x)), w.z};
}

/* How far the runner moves until the path's length jumps. In the lanes of `hidden`, the word does not exist
   until then, and the tolerance for its circles may change on the way. */
typedef struct change {
    flanes distance;
    mask hidden;
} change;

/* Returns how far the runner moves until the arc at a heading h is so near a full turn that it can be left
   out, if the circles then overlap by at most the tolerance, otherwise infinity. The straight has the length 0
   and is perpendicular to w, so the arc is a full turn where w is perpendicular to h. `ahead` is h.w, `apart`
   is |k| minus the part of w across h, and `reach` how far the path may miss. */
WAY_INLINE flanes distance_to_touching(const word_sought *word, bearing b, flanes ahead, flanes apart,
                                       flanes reach) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY), size = f_abs(b.along);
    flanes aside = f_mul(ahead, word->right1 ? b.aside : f_negate(b.aside));
    /* the overlap at this place, times the size of b.along */
    flanes overlap = f_add(f_mul(apart, size), f_if_minus(b.along, f_negate(aside), aside));
    mask touches = m_and(f_lt(f_negate(f_mul(reach, size)), overlap),
                         f_lt(overlap, f_mul(f_add(word->p.drift_tolerance, reach), size)));
    if (WAY_USUALLY(!m_any(touches)))
        return infinity;
    if (!WAY_WIDE_IS_DOUBLE)
        reach = f_keep(f_lt(overlap, f_mul(reach, size)), reach);
    flanes distance = f_div(f_negate(f_add(ahead, reach)), b.along);
    return f_select(m_and(touches, f_lt(zero, distance)), distance, infinity);
}

/* Returns the next jump of a word of two sides (LSR or RSL). `distance` leads to the nearest jump of an arc.
   The word begins to exist where its circles overlap by `overlap`, which follows from the first arc at this
   moment (see overlap_of). Far from this place the first arc may be another, so the search looks again where
   the circles begin to overlap by the smallest tolerance, and where they overlap by the largest one. */
WAY_INLINE change change_of_two_sides(const chase *c, const word_sought *word, wide_vector w, flanes overlap,
                                      flanes distance) {
    const flanes least = word->p.place_tolerance, most = word->p.drift_tolerance;
    wide ww = wide_dot(w, w, 2), at_most = square_at_end(word, most),
         aside = cross2(c->course.x, c->course.y, w.x, w.y);
    mask hidden = m_narrow(w_lt(ww, at_most)), apart = m_narrow(w_le(square_at_end(word, least), ww));
    mask enters =
        m_narrow(w_and(w_lt(wide_dot(w, c->course, 2), w_set(0.0)), w_lt(w_mul(aside, aside), at_most)));
    flanes at = f_select(m_or(hidden, enters), most, f_select(apart, least, overlap));
    flanes end = distance_to_circle(w, c->course, square_at_end(word, at));
    return (change){f_select(hidden, end, nearer_ahead(distance, end)), hidden};
}

/* Returns the next jump. An arc already jumps shortly before a full
   turn, when it is near enough to a full turn to be left out (see paths.h). */
WAY_INLINE change next_change(const chase *c, const word_sought *word, wide_vector w, flanes overlap) {
    const poses *p = &word->p;
    const mask none = all_or_none(0);
    flanes distance = f_set(INFINITY);
    if (word->arcs) {
        wide angle = w_widen(tolerance_of_arcs(p, f_div(f_set(0.5f), word->radius)));
        angle = word->right1 ? w_negate(angle) : angle;
        wide twice = w_add(word->turn1, word->turn1), square = w_mul(twice, twice);
        wide_vector a = beyond_middle(w, turned(p->h, w_negate(angle)), twice);
        wide_vector b = beyond_middle(w, turned(p->g, angle), w_negate(twice));
        distance = nearer_ahead(distance, distance_to_circle(a, c->course, square));
        distance = nearer_ahead(distance, distance_to_circle(b, c->course, square));
        wide end = square_at_end(word, p->place_tolerance);
        return (change){nearer_ahead(distance, distance_to_circle(w, c->course, end)), none};
    }
    vector apart = wide_narrow(w, 2);
    wide k = w_sub(word->turn2, word->turn1);
    flanes ahead1 = f_dot(apart, p->hf), ahead2 = f_dot(apart, p->gf);
    wide off1 = w_sub(k, cross2(p->h.x, p->h.y, w.x, w.y)), off2 = w_sub(k, cross2(p->g.x, p->g.y, w.x, w.y));
    if (word->right1 != word->right2) {
        flanes twice = f_add(word->radius, word->radius), reach = f_mul(reach_of(p, twice), f_set(0.75f));
        flanes apart1 = w_narrow(word->right1 ? off1 : w_negate(off1)),
               apart2 = w_narrow(word->right1 ? off2 : w_negate(off2));
        distance = distance_to_touching(word, word->leaving, ahead1, apart1, reach);
        distance = nearer_ahead(distance, distance_to_touching(word, word->joining, ahead2, apart2, reach));
    }
    distance = nearer_ahead(distance, distance_to_line(p, word->leaving, off1, k, !word->right1, ahead1));
    distance = nearer_ahead(distance, distance_to_line(p, word->joining, off2, k, word->right2, ahead2));
    if (word->right1 == word->right2)
        return (change){nearer_ahead(distance, distance_to_one_circle(c, word, w)), none};
    return change_of_two_sides(c, word, w, overlap, distance);
}

WAY_INLINE moment look_at(const chase *c, word_sought *word, flanes time) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    const flanes rounding = f_set(WAY_WIDE_IS_DOUBLE ? 0x1p-23f : 0x1p-21f);
    moment m;
    meet_at_place(&word->p, runner_at(word->runner, word->v, time), word->from, c->from_size);
    m.w = between_centres(&word->p, word->turn1, word->turn2);
    m.path = word->arcs ? path_by_arc(&word->p, word->right1, m.w, WAY_LRL)
                        : path_by_straight(&word->p, word->turn1, word->turn2, m.w, all_or_none(word->right1),
                                           all_or_none(word->right2), i_set(WAY_LSL), 0);
    flanes reach = f_mul(c->speed, time);
    m.f = f_sub(m.path.total, reach);
    flanes slack = f_mul(reach, f_set(0x1p-21f));
    m.least = f_mul(time, rounding);
    m.nudge = f_add(c->rounded, m.least);
    m.reached = f_le(m.f, slack);
    m.exactly = m_and(m.reached, f_le(f_negate(slack), m.f));
    change next = next_change(c, word, m.w, m.path.overlap);
    flanes until = f_mul(next.distance, c->per_runner_speed);
    until = f_select(f_lt(zero, until), until, infinity);
    m.shy = m_and(next.hidden, f_lt(f_mul(time, f_set(0x1p-8f)), until));
    m.until = f_select(m.shy, f_mul(until, f_set(1 - 0x1p-9f)), until);
    return m;
}

#endif
