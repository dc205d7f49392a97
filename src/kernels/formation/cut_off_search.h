/* Finds the first moment of a word (a kind of path, see paths.h): the smallest T with L(T) <= s T. L(T) is
   the length of this word's path to the runner's position after T. The search starts at the meeting time of a
   straight line.

   f = L - s T jumps only when the angle of an arc passes 0 or a full turn, or when the word begins or ceases
   to exist. The times of the jumps are roots of equations of first or second degree. A piece is the time
   between two jumps. In a piece, the vector from centre to centre is w = w0 + v T, and the word is one of two
   kinds:

       with a straight   The slope of L is v.t, where t is the straight's heading. The slope grows, because t
                         turns towards v all the time. So f is convex, and a Newton step from a time before
                         the first root does not pass this root.
       of three arcs     f = r (2 b + const) - s T with b = 2 pi - 2 asin(|w| / 4 r). So f is concave. If f is
                         above 0 at the start of a piece and 0 or negative at its end, the piece has a root.

   So no moment is missed, except within a few rounding errors of a jump's time. A step changes only agents
   whose search has not ended, so an agent's answer does not depend on the other agents of the vector. */
#ifndef WAY_CUT_OFF_SEARCH_H
#define WAY_CUT_OFF_SEARCH_H

#include "kernels/formation/cut_off_moment.h"

#define CUT_OFF_STEPS 48

/* The state of a search. `low` and `high` bracket a root: f is above 0 at `low`, and 0 or negative at `high`.
   `high` is infinite until such a time is found. */
typedef struct search {
    flanes best, time;
    flanes low, high, f_low, f_high;
    mask looking, leapt; /* leapt: set if the last step passed a jump */
    mask at_end;         /* three arcs: set if the search tests the end of a piece */
    flanes constant;     /* for three arcs: r const, the term of L that is the same in the whole piece */
    flanes goal,
        margin; /* for three arcs, the end of this piece, and a step back as a fraction of the time since
                   `low` */
} search;

/* Returns the next step of a search that has no bracket yet. */
typedef struct onward {
    flanes next;
    mask leaps;
} onward;

/* Returns a Newton step. If this step would reach the next jump, returns a step just past the jump
   instead. */
WAY_INLINE onward on_by_straight(const chase *c, const word_sought *word, const search *s, const moment *m) {
    wide towards = dot2(word->v.x, word->v.y, w_widen(m->path.joining.x), w_widen(m->path.joining.y));
    flanes closing = w_narrow(w_sub(w_widen(c->speed), towards));
    closing = f_larger(closing, c->least_closing);
    flanes newton = f_select(f_lt(f_set(0.0f), closing), f_div(m->f, closing), f_set(INFINITY));
    newton = f_larger(newton, m->least);
    flanes leap = f_add(s->time, f_add(m->until, m->nudge));
    mask leaps = f_le(m->until, newton);
    return (onward){f_select(leaps, leap, f_add(s->time, newton)), leaps};
}

/* More state for words of three arcs. Rounding can move the search past the end of a piece into the next one.
   The search then steps back, each time by a larger step. */
typedef struct arcs_end {
    flanes constant, back; /* r const; the time to which the search steps back */
    mask other, passed;    /* the time is in another piece; the search steps back */
} arcs_end;

WAY_INLINE arcs_end look_at_end(const word_sought *word, search *s, const moment *m) {
    arcs_end end;
    end.constant = f_sub(m->path.total, f_add(m->path.middle, m->path.middle));
    end.other = f_lt(word->radius, f_abs(f_sub(end.constant, s->constant)));
    end.back = f_sub(s->time, f_mul(f_sub(s->time, s->low), s->margin));
    end.passed = m_andnot(m_and(s->at_end, end.other), m->reached);
    end.passed = m_and(end.passed, m_and(f_lt(s->low, end.back), f_lt(end.back, s->time)));
    s->margin = f_select(end.passed, f_mul(s->margin, f_set(32.0f)), s->margin);
    return end;
}

/* Returns a step to the end of the piece or, if the search is at the end already, a step past the jump. */
WAY_INLINE onward on_by_arcs(const chase *c, search *s, const moment *m, arcs_end at) {
    const flanes time = s->time, nudge = m->nudge;
    flanes end = f_sub(f_add(time, m->until), f_mul(nudge, f_set(8.0f)));
    mask still = f_le(f_set(INFINITY), c->per_runner_speed);
    end = f_select(still, f_add(time, f_div(m->f, c->speed)), end);
    end = f_select(f_lt(end, s->best), end, s->best);
    /* at the end of the piece the search steps past the jump, unless there is no jump any more or the search
       is in another piece */
    flanes rest = f_add(f_sub(s->goal, time), f_mul(nudge, f_set(32.0f)));
    mask is_end = m_andnot(m_and(s->at_end, f_le(m->until, rest)), at.other);
    mask ends = m_andnot(m_and(f_lt(m->f, f_set(INFINITY)), f_lt(f_add(time, nudge), end)), is_end);
    flanes next = f_select(ends, end, f_add(time, f_add(m->until, nudge)));
    s->constant = f_select(ends, at.constant, s->constant);
    s->goal = f_select(ends, f_add(time, m->until), s->goal);
    s->margin = f_select(ends, f_set(0x1p-18f), s->margin);
    next = f_select(at.passed, at.back, next);
    s->at_end = m_or(ends, at.passed);
    return (onward){next, m_andnot(f_le(f_set(0.0f), time), s->at_end)};
}

/* Makes the tested time an end of the bracket: the high end if f is 0 or negative at this time, otherwise the
   low end. In lanes of `back` the low end does not change. Returns the lanes whose first moment is found. */
WAY_INLINE mask narrow_bracket(search *s, const moment *m, mask back) {
    mask bracketed = f_lt(s->high, f_set(INFINITY));
    /* if f is 0 or negative right after a jump, or exactly 0, no earlier moment exists */
    mask far = f_lt(f_mul(s->time, f_set(0x1p-16f)), m->nudge);
    mask over = m_andnot(m_and(m->reached, s->leapt), bracketed);
    mask found = m_andnot(over, far);
    found = m_and(s->looking, m_or(m->exactly, found));
    s->best = f_select(m_and(found, f_lt(s->time, s->best)), s->time, s->best);
    s->high = f_select(m->reached, s->time, s->high);
    s->f_high = f_select(m->reached, m->f, s->f_high);
    s->low = f_select(back, s->low, s->time);
    /* if the runner is slow, this time is long after the jump, and the first moment may be between them */
    flanes before = f_sub(s->time, f_add(m->nudge, m->nudge));
    s->low = f_select(m_and(m_and(over, far), f_lt(s->low, before)), before, s->low);
    s->f_low = f_select(back, s->f_low, m->f);
    return found;
}

/* Returns a time inside the bracket, alternately by the chord and by halving. */
WAY_INLINE flanes split_bracket(const search *s, int step) {
    const flanes half = f_set(0.5f);
    flanes gap = f_sub(s->high, s->low);
    flanes part = step % 2 ? half : f_div(s->f_low, f_sub(s->f_low, s->f_high));
    flanes between = f_add(s->low, f_mul(gap, part));
    mask inside = m_and(f_lt(s->low, between), f_lt(between, s->high));
    return f_select(inside, between, f_add(s->low, f_mul(gap, half)));
}

WAY_INLINE void take_step(const chase *c, word_sought *word, search *s, int step) {
    const moment m = look_at(c, word, s->time);
    arcs_end end = {s->time, s->time, s->at_end, s->at_end}; /* the search reads this only for three arcs */
    mask back = m.reached;
    if (word->arcs) {
        end = look_at_end(word, s, &m);
        back = m_or(m.reached, end.passed);
    }
    mask found = narrow_bracket(s, &m, back);
    mask bracketed = f_lt(s->high, f_set(INFINITY));
    mask split = m_andnot(m_and(s->looking, bracketed), found), closed = split;
    flanes between = s->high;
    if (m_any(split)) { /* true for few vectors */
        between = split_bracket(s, step);
        mask ends = m_or(f_le(between, s->low), f_le(s->high, between));
        closed = m_and(split, m_or(f_le(f_sub(s->high, s->low), m.least), ends));
        s->best = f_select(m_and(closed, f_lt(s->high, s->best)), s->high, s->best);
    }

    onward on = word->arcs ? on_by_arcs(c, s, &m, end) : on_by_straight(c, word, s, &m);
    mask goes_on = word->arcs ? m_or(s->at_end, bracketed) : bracketed;
    s->looking = m_andnot(s->looking, m_andnot(f_le(s->best, on.next), goes_on));
    s->leapt = m_andnot(m_andnot(on.leaps, bracketed), m.shy);
    flanes next = f_select(bracketed, between, on.next);
    s->looking = m_and(m_andnot(s->looking, m_or(found, closed)), f_lt(next, c->longest));
    s->time = f_select(s->looking, next, s->time);
}

/* Returns the first moment of one word if it is before `best`, else `best`. */
WAY_INLINE flanes first_of_word(const chase *c, int arcs, int right1, int right2, flanes best) {
    const flanes zero = f_set(0.0f);
    const wide r = c->p.r1;
    word_sought word = {
        .p = c->p,
        .runner = load_wide_vector(c->a, IN_cut_off2d_runner_x, 2),
        .v = load_wide_vector(c->a, IN_cut_off2d_runner_vx, 2),
        .from = load_wide_vector(c->a, IN_cut_off2d_chaser_x, 2),
        .turn1 = signed_radius(r, right1),
        .turn2 = signed_radius(r, right2),
        .distance = w_mul(w_set(arcs ? 4.0 : 2.0), r),
        .radius = w_narrow(r),
        .leaving = bearing_of(c->p.h, c->course),
        .joining = bearing_of(c->p.g, c->course),
        .arcs = arcs,
        .right1 = right1,
        .right2 = right2,
    };
    mask looking = m_and(c->looking, f_lt(c->first, best));
    search s = {best, c->first, zero, f_set(INFINITY), zero, zero, looking, looking, f_lt(c->first, zero),
                zero, zero,     zero};
    for (int step = 0; step < CUT_OFF_STEPS && m_any(s.looking); step++)
        take_step(c, &word, &s, step);
    /* in a lane that has no steps left, s.high is the best known time */
    return f_select(m_and(s.looking, f_lt(s.high, s.best)), s.high, s.best);
}

#endif
