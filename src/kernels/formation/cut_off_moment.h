/* For one time and one word (a kind of path, see paths.h), computes the path from the chaser to the runner's
   position at this time, and how long it takes until the path's length jumps. The length jumps only if an
   arc's angle passes 0 or a full turn, or if the path begins or ceases to exist. The time of each jump is a
   root of an equation of first or second degree in the time. */
#ifndef WAY_CUT_OFF_MOMENT_H
#define WAY_CUT_OFF_MOMENT_H

#include "kernels/formation/paths.h"

/* The data of a search that are the same for all words. */
typedef struct chase {
    poses p;                        /* the poses at time 0 */
    agents a;                       /* the input columns */
    wide_vector course;             /* the unit vector along the runner's velocity v, or 0 if v is 0 */
    flanes speed, per_runner_speed; /* the chaser's speed s; 1 / |v|, or infinity if v is 0 */
    flanes least_closing;           /* the chaser's speed minus the runner's, or 0 if this is below 0 */
    flanes first, longest;          /* the search is for a time from `first` to `longest` */
    flanes rounded;                 /* the time in which the runner moves by a rounding error */
    mask looking;                   /* lanes in which such a time may exist */
} chase;

/* A heading relative to the runner's course: their cross product and their dot product. */
typedef struct bearing {
    flanes aside, along;
} bearing;

/* The data of the search for one word, which has three arcs, or two arcs and a straight. */
typedef struct word_sought {
    poses p; /* the poses at the time under test */
    wide_vector runner, v, from;
    wide turn1, turn2;
    wide square; /* the squared distance of the centres at which the word begins or ceases to exist */
    flanes radius;
    bearing leaving, joining; /* the bearings of the headings at the start and at the target */
    int arcs, right1, right2;
} word_sought;

/* The path at one time, and the lengths of the search's next steps. */
typedef struct moment {
    wide_vector w;
    turning_path path;
    flanes f, until;     /* f: see cut_off_search.h; until: the time until the length jumps */
    flanes least, nudge; /* least: the shortest step; nudge: the shortest step past a jump */
    mask reached, exactly;
} moment;

WAY_INLINE wide_vector runner_at(wide_vector runner, wide_vector v, flanes time) {
    /* the position is rounded to floats, like the output */
    vector place = wide_narrow(wide_add_scaled(runner, v, w_widen(time), 2), 2);
    return (wide_vector){w_widen(place.x), w_widen(place.y), runner.z};
}

/* Returns b if b is above 0 and smaller than a, else a. */
WAY_INLINE flanes nearer_ahead(flanes a, flanes b) {
    return f_select(m_and(f_lt(f_set(0.0f), b), f_lt(b, a)), b, a);
}

WAY_INLINE bearing bearing_of(wide_vector h, wide_vector course) {
    return (bearing){w_narrow(cross2(h.x, h.y, course.x, course.y)), w_narrow(wide_dot(course, h, 2))};
}

/* Returns how far the runner moves along its course until w.perp(h) = k. w is the vector between the circles'
   centres. Returns infinity if the path's straight along h would then have a negative length. */
WAY_INLINE flanes distance_to_line(wide_vector w, wide_vector h, bearing b, wide k, flanes ahead,
                                   flanes radius) {
    flanes distance = f_div(w_narrow(w_sub(k, cross2(h.x, h.y, w.x, w.y))), b.aside);
    flanes straight = f_add(ahead, f_mul(distance, b.along));
    return f_select(f_lt(f_mul(radius, f_set(-0x1p-10f)), straight), distance, f_set(INFINITY));
}

/* Returns how far the runner moves along its course until the squared length of w is `square`. */
WAY_INLINE flanes distance_to_circle(wide_vector w, wide_vector course, wide square) {
    const flanes zero = f_set(0.0f);
    wide aside = cross2(course.x, course.y, w.x, w.y);
    flanes c = w_narrow(w_sub(wide_dot(w, w, 2), square)), b = w_narrow(wide_dot(w, course, 2));
    flanes disc = w_narrow(w_sub(square, w_mul(aside, aside)));
    flanes root = f_sqrt(max0(disc)), most = f_add(f_abs(b), root);
    /* in: the end of w enters the circle; out: the end of w leaves the circle; `most` is a sum, so that no
       digits cancel */
    mask outside = f_lt(zero, c), comes = f_lt(b, zero);
    flanes in = f_select(m_and(comes, f_le(zero, disc)), f_div(c, most), f_set(INFINITY));
    flanes out = f_select(comes, most, f_div(f_negate(c), most));
    return f_select(outside, in, out);
}

WAY_INLINE flanes distance_to_change(const chase *c, const word_sought *word, wide_vector w) {
    const wide turn1 = word->turn1;
    const poses *p = &word->p;
    flanes distance = f_set(INFINITY);
    if (word->arcs) {
        wide_vector a = {w_sub(w.x, w_mul(w_mul(w_set(2.0), turn1), p->h.y)),
                         w_add(w.y, w_mul(w_mul(w_set(2.0), turn1), p->h.x)), w.z};
        wide_vector b = {w_add(w.x, w_mul(w_mul(w_set(2.0), turn1), p->g.y)),
                         w_sub(w.y, w_mul(w_mul(w_set(2.0), turn1), p->g.x)), w.z};
        wide twice = w_mul(w_set(4.0), w_mul(p->r1, p->r1));
        distance = nearer_ahead(distance, distance_to_circle(a, c->course, twice));
        distance = nearer_ahead(distance, distance_to_circle(b, c->course, twice));
        return nearer_ahead(distance, distance_to_circle(w, c->course, word->square));
    }
    wide k = w_sub(word->turn2, turn1);
    vector apart = wide_narrow(w, 2);
    flanes ahead = f_dot(apart, p->hf), behind = f_dot(apart, p->gf);
    distance = nearer_ahead(distance, distance_to_line(w, p->h, word->leaving, k, ahead, word->radius));
    distance = nearer_ahead(distance, distance_to_line(w, p->g, word->joining, k, behind, word->radius));
    if (word->right1 != word->right2)
        distance = nearer_ahead(distance, distance_to_circle(w, c->course, word->square));
    return distance;
}

WAY_INLINE moment look_at(const chase *c, word_sought *word, flanes time) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    const flanes rounding = f_set(WAY_WIDE_IS_DOUBLE ? 0x1p-23f : 0x1p-21f);
    moment m;
    word->p.way = wide_sub(runner_at(word->runner, word->v, time), word->from, 2);
    m.w = between_centres(&word->p, word->turn1, word->turn2);
    m.path = word->arcs ? path_by_arc(&word->p, word->right1, m.w, WAY_LRL)
                        : path_by_straight(&word->p, word->turn1, word->turn2, m.w, all_or_none(word->right1),
                                           all_or_none(word->right2), i_set(WAY_LSL));
    flanes reach = f_mul(c->speed, time);
    m.f = f_sub(m.path.total, reach);
    flanes slack = f_mul(reach, f_set(0x1p-21f));
    m.least = f_mul(time, rounding);
    m.nudge = f_add(c->rounded, m.least);
    m.reached = f_le(m.f, slack);
    m.exactly = m_and(m.reached, f_le(f_negate(slack), m.f));
    flanes until = f_mul(distance_to_change(c, word, m.w), c->per_runner_speed);
    m.until = f_select(f_lt(zero, until), until, infinity);
    return m;
}

#endif
