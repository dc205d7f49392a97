/* Computes the times of candidates for choices BY_TURNING. First, a lower bound on the time of each
   candidate's cut_off2d path is computed from the cells of a leaf. The cut_off2d kernel then computes the
   times of the few candidates that could win, a vector at a time. docs/accuracy.md, "Choosing", proves the
   bounds. */
#ifndef WAY_TURNING_TIME_H
#define WAY_TURNING_TIME_H

#include <float.h>

#include "lanes/sixteen.h"
#include "lanes/vectors.h"
#include "crowd/search.h"

#define WAY_FAMILY "kernels/formation/cut_off.def"
#include "kernels/family_columns.h"
#undef WAY_FAMILY
#undef WAY_FAMILY_COLUMNS_H

/* Candidates as seen from a chooser: relative position, velocity and distance. `off` is the sum of the
   chooser's free_distance, which covers the tolerance of a path, and of a bound of the rounding errors of
   lengths and of the heading. `slack` is a bound of the rounding errors of speeds, and of the part of the
   tolerance that grows with the length of the path. */
typedef struct bearings {
    vector to, course;
    flanes distance, off, slack;
} bearings;

/* Returns a lower bound on the time of a straight path. The distance is a convex function of time, so it is
   never below its tangent at time 0. A candidate that can never be met is removed from `open`. */
WAY_INLINE flanes straight_time(const way_chooser *c, const bearings *a, mask *open) {
    const flanes least = f_set(0x1p-60f), zero = f_set(0.0f);
    flanes far = max0(f_sub(a->distance, a->off));
    flanes flees = f_div(vector_dot(a->to, a->course, 2), f_larger(a->distance, least));
    flanes closing = f_add(f_sub(f_set(c->pace), flees), a->slack);
    *open = m_andnot(*open, m_and(f_lt(zero, far), f_le(closing, zero)));
    return f_div(far, f_larger(closing, least));
}

/* Returns a lower bound on the time of a path that has the heading (x, y) at one of its ends. If r is
   the turning radius, a path of length l deviates from this heading sideways by at most l * l / (2 * r). A
   path that moves backwards contains at least half a turn. */
WAY_INLINE flanes turned_time(const way_chooser *c, const bearings *a, flanes x, flanes y) {
    const flanes zero = f_set(0.0f);
    flanes aside = f_sub(f_mul(a->to.x, y), f_mul(a->to.y, x));
    flanes drift = f_sub(f_mul(a->course.x, y), f_mul(a->course.y, x));
    flanes ahead = f_add(f_mul(a->to.x, x), f_mul(a->to.y, y));
    flanes along = f_add(f_mul(a->course.x, x), f_mul(a->course.y, y));
    aside = max0(f_sub(f_abs(aside), a->off));
    drift = f_add(f_abs(drift), a->slack);
    flanes twice = f_add(aside, aside), bent = f_mul(f_set(c->bend), twice);
    flanes swerved = f_div(twice, f_add(drift, f_sqrt(f_add(f_mul(drift, drift), bent))));
    flanes behind = max0(f_sub(f_sub(zero, ahead), a->off));
    flanes comes = f_div(behind, f_add(max0(along), a->slack));
    return f_larger(swerved, f_smaller(comes, f_set(c->half_turn)));
}

/* Returns the unit vector of the runner's velocity, or 0 if the square of the velocity is too small. */
WAY_INLINE vector course_of(const bearings *a) {
    flanes square = vector_dot(a->course, a->course, 2);
    mask moves = f_le(f_set(0x1p-100f), square);
    flanes length = f_sqrt(f_select(moves, square, f_set(1.0f)));
    return (vector){f_keep(moves, f_div(a->course.x, length)), f_keep(moves, f_div(a->course.y, length)),
                    f_set(0.0f)};
}

/* Returns a lower bound on the cut-off time of each candidate of a vector. The bound is 0 if the runner is
   too fast for a better bound. */
WAY_INLINE flanes turning_time(const way_chooser *c, vector to, flanes square, vector course, flanes pace,
                               mask *open) {
    mask bounded = f_le(pace, f_set(0x1p41f));
    const vector from = {f_keep(bounded, course.x), f_keep(bounded, course.y), f_set(0.0f)};
    flanes distance = f_sqrt(square), off = f_mul(distance, f_set(0x1p-17f));
    const bearings a = {to, from, distance, f_add(f_set(c->free_distance), off),
                        f_mul(f_add(f_set(c->pace), pace), f_set(0x1p-14f))};
    mask met = *open;
    flanes time = straight_time(c, &a, &met);
    *open = m_andnot(*open, m_andnot(bounded, met));
    time = f_larger(time, turned_time(c, &a, f_set(c->course[0]), f_set(c->course[1])));
    vector end = {f_set(c->arriving[0]), f_set(c->arriving[1]), f_set(0.0f)};
    if (!c->arrives)
        end = course_of(&a);
    time = f_larger(time, turned_time(c, &a, end.x, end.y));
    return f_keep(bounded, time);
}

WAY_INLINE int has_same_bits(const float *a, const float *b) { return way_cell_bits(a) == way_cell_bits(b); }

/* Does this candidate equal the last waiting candidate, except for its row? If so, only the candidate with
   the lower row has to wait. */
WAY_INLINE int is_waiting_for_same(way_waiting *w, const float *leaf, int lane, float share) {
    const int j = w->count - 1;
    int are_same = j >= 0 && has_same_bits(&w->weight[j], &leaf[WAY_LEAF * LEAF_WEIGHT(2) + lane]);
    for (int k = 0; are_same && k < 2; k++)
        are_same = has_same_bits(&w->runner[k][j], &leaf[WAY_LEAF * (LEAF_PLACE + k) + lane]) &&
                   has_same_bits(&w->runner[2 + k][j], &leaf[WAY_LEAF * (LEAF_COURSE(2) + k) + lane]);
    const uint32_t row = way_cell_bits(&leaf[WAY_LEAF * LEAF_ROW(2) + lane]);
    if (are_same && row < w->row[j]) {
        w->row[j] = row;
        w->share[j] = share;
    }
    return are_same;
}

WAY_INLINE void wait_for_others(way_waiting *w, const float *leaf, int lane, float share) {
    const int j = w->count++;
    for (int k = 0; k < 2; k++) {
        w->runner[k][j] = leaf[WAY_LEAF * (LEAF_PLACE + k) + lane];
        w->runner[2 + k][j] = leaf[WAY_LEAF * (LEAF_COURSE(2) + k) + lane];
    }
    w->weight[j] = leaf[WAY_LEAF * LEAF_WEIGHT(2) + lane];
    w->share[j] = share;
    memcpy(&w->row[j], &leaf[WAY_LEAF * LEAF_ROW(2) + lane], sizeof w->row[j]);
}

#if !defined(WAY_WITHOUT_CUT_OFF)
extern const way_kernel WAY_JOIN(WAY_JOIN(way_cut_off2d, WAY_ISA), exact);

/* Writes the cut-off times of the waiting candidates, +inf for candidates that are never cut off. Unused
   lanes repeat the first candidate. */
WAY_SELDOM void cut_off_all(const way_chooser *c, float *time) {
    static const int column[CHOOSE_TURNED] = {
        IN_cut_off2d_chaser_x,         IN_cut_off2d_chaser_y,         IN_cut_off2d_heading_x,
        IN_cut_off2d_heading_y,        IN_cut_off2d_radius,           IN_cut_off2d_chaser_speed,
        IN_cut_off2d_wanted_heading_x, IN_cut_off2d_wanted_heading_y, IN_cut_off2d_horizon};
    const float value[CHOOSE_TURNED] = {c->place[0],   c->place[1],   c->turning[0],
                                        c->turning[1], c->turning[2], c->speed,
                                        c->turning[3], c->turning[4], c->horizon};
    _Alignas(64) float own[CHOOSE_TURNED][LANES];
    const float *in[IN_cut_off2d_COUNT];
    void *out[OUT_cut_off2d_COUNT] = {0};
    way_waiting *w = c->waiting;
    for (int k = 0; k < CHOOSE_TURNED; k++) {
        f_store(own[k], f_set(value[k]));
        in[column[k]] = own[k];
    }
    for (int k = 0; k < 4; k++) {
        in[IN_cut_off2d_runner_x + k] = w->runner[k];
        for (int j = w->count; j < LANES; j++)
            w->runner[k][j] = w->runner[k][0];
    }
    out[OUT_cut_off2d_time] = time;
    const way_block block = {
        .in = in, .out = out, .given = OPTIONS_cut_off2d, .count = LANES, .stores = WAY_PLAIN};
    WAY_JOIN(WAY_JOIN(way_cut_off2d, WAY_ISA), exact).solve(&block);
}
#endif

#endif
