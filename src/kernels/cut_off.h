/* The shortest path whose end lies on a runner's course, reached no later than the runner: the smallest T
   with L(T) <= s T, where L(T) is the length of turning.h's shortest path to where the runner is after T.

   Each word by itself, from the time at which a straight line would get there, as long as it is before the best
   of the words so far. What is left of it, f = L - s T, leaps only where an arc ends (a turn of nothing, or a
   whole one) and where the word begins or ends to exist; each is the next root of an equation of first or
   second degree in T. Between those, with w = w0 + v T from centre to centre:

       with a straight   f is convex, as v.t, by which L changes, grows: the straight's heading t turns towards
                         v all the time. A step of Newton's from before the first root does not pass it.
       of three arcs     L = r (2 b + const) - s T with b = 2 pi - 2 asin(|w| / 4 r), so f is concave: where it
                         is above 0 at the start of a piece, it has a root there if it is not at the end.

   So no moment is passed but in the few roundings of the time about a leap. It ends where further steps would change no
   agent of the vector: what an agent gets does not depend on its neighbours. */

#define runner_at WAY_LOCAL(runner_at)
#define chase_of WAY_LOCAL(chase_of)
#define begin_chase WAY_LOCAL(begin_chase)
#define end_chase WAY_LOCAL(end_chase)
#define first_moment WAY_LOCAL(first_moment)
#define first_of_word WAY_LOCAL(first_of_word)
#define first_by_straight WAY_LOCAL(first_by_straight)
#define first_by_arc WAY_LOCAL(first_by_arc)
#define way_to_line WAY_LOCAL(way_to_line)
#define way_to_circle WAY_LOCAL(way_to_circle)
#define sooner WAY_LOCAL(sooner)
#define side_of WAY_LOCAL(side_of)

#define CUT_OFF_STEPS 48

WAY_INLINE wide_vector runner_at(wide_vector runner, wide_vector v, flanes time) {
    /* rounded as it is given out */
    vector place = wide_narrow(wide_add_scaled(runner, v, w_widen(time), 2), 2);
    return (wide_vector){w_widen(place.x), w_widen(place.y), runner.z};
}

/* What all words need. */
typedef struct chase_of {
    poses p;                /* the way is the one at the start until the moment is known */
    const float *const *in; /* the columns, at i */
    size_t i;
    wide_vector course;     /* the unit vector along v, or 0 */
    flanes speed, per_pace; /* 1 / |v|, or infinite */
    flanes least_closing;   /* what the squad is faster by, or 0 */
    flanes first, longest;  /* no moment before the one, nor after the other */
    flanes rounded;         /* how long the runner takes for a rounding of its place */
    mask looking;           /* there may be a moment */
} chase_of;

/* b where it is ahead and sooner. */
WAY_INLINE flanes sooner(flanes a, flanes b) {
    return f_select(m_and(f_lt(f_set(0.0f), b), f_lt(b, a)), b, a);
}

/* How far along the course w gets to where a straight along h begins: w.perp(h) = k, and it is ahead. */
WAY_INLINE flanes way_to_line(wide_vector w, wide_vector course, wide_vector h, wide k, flanes radius) {
    flanes way =
        f_div(w_narrow(w_sub(k, cross2(h.x, h.y, w.x, w.y))), w_narrow(cross2(h.x, h.y, course.x, course.y)));
    flanes straight = f_add(w_narrow(wide_dot(w, h, 2)), f_mul(way, w_narrow(wide_dot(course, h, 2))));
    return f_select(f_lt(f_mul(radius, f_set(-0x1p-10f)), straight), way, f_set(INFINITY));
}

/* How far along the course w gets to where it is as long as the root of `square`. */
WAY_INLINE flanes way_to_circle(wide_vector w, wide_vector course, wide square) {
    const flanes zero = f_set(0.0f);
    wide aside = cross2(course.x, course.y, w.x, w.y);
    flanes c = w_narrow(w_sub(wide_dot(w, w, 2), square)), b = w_narrow(wide_dot(w, course, 2));
    flanes disc = w_narrow(w_sub(square, w_mul(aside, aside)));
    flanes root = f_sqrt(above_zero(disc)), most = f_add(f_abs(b), root);
    /* in where it comes closer, or out: neither quotient cancels */
    mask outside = f_lt(zero, c), comes = f_lt(b, zero);
    flanes in = f_select(m_and(comes, f_le(zero, disc)), f_div(c, most), f_set(INFINITY));
    flanes out = f_select(comes, most, f_div(f_negate(c), most));
    return f_select(outside, in, out);
}

WAY_INLINE wide side_of(wide radius, int right) { return right ? w_negate(radius) : radius; }

/* The first moment of one word, where that is before `best`. Of three arcs, or else with a straight. */
WAY_INLINE flanes first_of_word(const chase_of *c, int arcs, int right1, int right2, flanes best) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY), half = f_set(0.5f);
    const flanes rounding = f_set(WAY_WIDE_IS_DOUBLE ? 0x1p-23f : 0x1p-21f);
    poses p = c->p;
    const flanes radius = w_narrow(p.r1);
    const float *const *course = c->in + IN_cut_off2d_runner_x;
    const wide_vector runner = wide_load(course, c->i, 2), v = wide_load(course + 2, c->i, 2);
    const wide_vector from = wide_load(c->in + IN_cut_off2d_x, c->i, 2);
    wide turn1 = side_of(p.r1, right1), turn2 = side_of(p.r1, right2);
    wide k = w_sub(turn2, turn1), rr = w_mul(p.r1, p.r1);
    wide square = w_mul(w_set(arcs ? 16.0 : 4.0), rr); /* of the length of w where the word begins or ends */
    flanes time = c->first, low = zero, high = infinity, over = zero, under = zero, same = zero, goal = zero,
           margin = zero;
    mask looking = m_and(c->looking, f_lt(time, best)), leapt = looking, at_end = f_lt(time, zero);
    for (int step = 0; step < CUT_OFF_STEPS && m_any(looking); step++) {
        p.way = wide_sub(runner_at(runner, v, time), from, 2);
        wide_vector w = between_centres(&p, turn1, turn2);
        path_of path = arcs ? path_by_arc(&p, right1, w, WAY_LRL)
                            : path_by_straight(&p, turn1, turn2, w, all_or_none(right1), all_or_none(right2),
                                               i_set(WAY_LSL));
        flanes reach = f_mul(c->speed, time), left = f_sub(path.total, reach);
        flanes slack = f_mul(reach, f_set(0x1p-21f));
        flanes least = f_mul(time, rounding), nudge = f_add(c->rounded, least);
        mask reached = f_le(left, slack), exactly = m_and(reached, f_le(f_negate(slack), left));
        /* how long until the word changes */
        flanes way = infinity;
        if (arcs) {
            wide_vector a = {w_sub(w.x, w_mul(w_mul(w_set(2.0), turn1), p.h.y)),
                             w_add(w.y, w_mul(w_mul(w_set(2.0), turn1), p.h.x)), w.z};
            wide_vector b = {w_add(w.x, w_mul(w_mul(w_set(2.0), turn1), p.g.y)),
                             w_sub(w.y, w_mul(w_mul(w_set(2.0), turn1), p.g.x)), w.z};
            wide twice = w_mul(w_set(4.0), rr);
            way = sooner(way, way_to_circle(a, c->course, twice));
            way = sooner(way, way_to_circle(b, c->course, twice));
            way = sooner(way, way_to_circle(w, c->course, square));
        } else {
            way = sooner(way, way_to_line(w, c->course, p.h, k, radius));
            way = sooner(way, way_to_line(w, c->course, p.g, k, radius));
            if (right1 != right2)
                way = sooner(way, way_to_circle(w, c->course, square));
        }
        flanes until = f_mul(way, c->per_pace);
        until = f_select(f_lt(zero, until), until, infinity);
        /* r const, of three arcs; where another one is found at a piece's end, a rounding took it past that: back,
           by more each time */
        flanes rest = zero, back = zero;
        mask other = at_end, passed = at_end, kept = reached;
        if (arcs) {
            rest = f_sub(path.total, f_add(path.middle, path.middle));
            other = f_lt(radius, f_abs(f_sub(rest, same)));
            back = f_sub(time, f_mul(f_sub(time, low), margin));
            passed = m_andnot(m_and(at_end, other), reached);
            passed = m_and(passed, m_and(f_lt(low, back), f_lt(back, time)));
            margin = f_select(passed, f_mul(margin, f_set(32.0f)), margin);
            kept = m_or(reached, passed);
        }

        mask bracketed = f_lt(high, infinity);
        /* short enough after a leap, or just so: there is nothing before */
        mask first = m_and(looking, m_or(exactly, m_andnot(m_and(reached, leapt), bracketed)));
        best = f_select(m_and(first, f_lt(time, best)), time, best);
        high = f_select(reached, time, high);
        under = f_select(reached, left, under);
        low = f_select(kept, low, time);
        over = f_select(kept, over, left);
        bracketed = f_lt(high, infinity);

        /* between two moments, by the chord and by halves in turn */
        flanes gap = f_sub(high, low);
        flanes part = step % 2 ? half : f_div(over, f_sub(over, under));
        flanes between = f_add(low, f_mul(gap, part));
        between =
            f_select(m_and(f_lt(low, between), f_lt(between, high)), between, f_add(low, f_mul(gap, half)));
        mask closed = m_and(bracketed, m_or(f_le(gap, least), m_or(f_le(between, low), f_le(high, between))));
        best = f_select(m_and(m_and(looking, closed), f_lt(high, best)), high, best);

        /* or on to where the word changes, and with a straight no further than Newton's step */
        flanes next, leap = f_add(time, f_add(until, nudge));
        mask leaps;
        if (arcs) {
            flanes end = f_sub(f_add(time, until), f_mul(nudge, f_set(8.0f)));
            mask still = f_le(infinity, c->per_pace);
            end = f_select(still, f_add(time, f_div(left, c->speed)), end);
            end = f_select(f_lt(end, best), end, best);
            /* there it leaps; but not from where a change that was none, or another piece, is left behind */
            flanes rest_of_way = f_add(f_sub(goal, time), f_mul(nudge, f_set(32.0f)));
            mask is_end = m_andnot(m_and(at_end, f_le(until, rest_of_way)), other);
            mask ends = m_andnot(m_and(f_lt(left, infinity), f_lt(f_add(time, nudge), end)), is_end);
            next = f_select(ends, end, leap);
            same = f_select(ends, rest, same);
            goal = f_select(ends, f_add(time, until), goal);
            margin = f_select(ends, f_set(0x1p-18f), margin);
            next = f_select(passed, back, next);
            ends = m_or(ends, passed);
            leaps = m_andnot(f_le(zero, time), ends);
            at_end = ends;
            looking = m_andnot(looking, m_andnot(f_le(best, next), m_or(ends, bracketed)));
        } else {
            wide towards = dot2(v.x, v.y, w_widen(path.joining.x), w_widen(path.joining.y));
            flanes closing = w_narrow(w_sub(w_widen(c->speed), towards));
            closing = f_larger(closing, c->least_closing);
            flanes newton = f_select(f_lt(zero, closing), f_div(left, closing), infinity);
            newton = f_larger(newton, least);
            leaps = f_le(until, newton);
            next = f_select(leaps, leap, f_add(time, newton));
            looking = m_andnot(looking, m_andnot(f_le(best, next), bracketed));
        }
        leapt = m_andnot(leaps, bracketed);
        next = f_select(bracketed, between, next);
        looking = m_and(m_andnot(looking, m_or(first, closed)), f_lt(next, c->longest));
        time = f_select(looking, next, time);
    }
    /* where steps ran out, what is known */
    return f_select(m_and(looking, f_lt(high, best)), high, best);
}

/* Out of line like try_word: each kind of word in the same stack. */
WAY_APART flanes first_by_straight(const chase_of *c, int right1, int right2, flanes best) {
    return first_of_word(c, 0, right1, right2, best);
}

WAY_APART flanes first_by_arc(const chase_of *c, int right, flanes best) {
    return first_of_word(c, 1, right, right, best);
}

/* The two words of a pair are each other's mirror images and are looked at alike, so that mirrored scenes get
   mirrored answers. */
WAY_INLINE flanes first_moment(const chase_of *c) {
    flanes best = f_set(INFINITY);
    for (int pair = 0; pair < 3; pair++) {
        flanes before = best;
        for (int right = 0; right < 2; right++) {
            flanes one = pair == 2 ? first_by_arc(c, right, before)
                                   : first_by_straight(c, right, pair == 1 ? !right : right, before);
            best = f_select(f_lt(one, best), one, best);
        }
    }
    return best;
}

WAY_APART void begin_chase(const float *const *in, size_t i, unsigned options, chase_of *c) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY), tiny = f_set(FLT_MIN);
    const float *const *start = in + IN_cut_off2d_x, *const *course = in + IN_cut_off2d_runner_x;
    flanes radius = f_load(in[IN_cut_off2d_radius] + i), given_speed = f_load(in[IN_cut_off2d_speed] + i);
    flanes horizon = options ? f_load(in[IN_cut_off2d_horizon] + i) : infinity;
    c->in = in;
    c->i = i;
    const wide_vector v = wide_load(course + 2, i, 2);

    /* to arrive with the heading asked for, or the runner's, or the one towards it, or the one it has */
    wide_vector g = wide_load(start + 2, i, 2), apart = wide_between(course, start, i, 2);
    flanes squares = f_add(w_narrow(wide_dot(apart, apart, 2)), w_narrow(wide_dot(v, v, 2)));
    widemask is_apart = w_le(w_set(FLT_MIN), wide_dot(apart, apart, 2));
    g = (wide_vector){w_select(is_apart, apart.x, g.x), w_select(is_apart, apart.y, g.y), g.z};
    widemask moves = w_le(w_set(FLT_MIN), wide_dot(v, v, 2));
    g = (wide_vector){w_select(moves, v.x, g.x), w_select(moves, v.y, g.y), g.z};
    if (options) {
        wide_vector asked = wide_load(in + IN_cut_off2d_wanted_heading_x, i, 2);
        flanes square = w_narrow(wide_dot(asked, asked, 2));
        squares = f_add(squares, square);
        widemask asks = w_le(w_set(FLT_MIN), wide_dot(asked, asked, 2));
        g = (wide_vector){w_select(asks, asked.x, g.x), w_select(asks, asked.y, g.y), g.z};
    }
    poses p = poses_of(wide_load(start + 2, i, 2), g, apart,
                       f_add(size_of_place(start, i), size_of_place(course, i)), radius, radius);
    flanes sizes = f_add(squares, f_mul(given_speed, given_speed));
    p.valid = m_and(p.valid, m_and(f_lt(sizes, f_set(0x1p125f)), f_lt(f_set(-INFINITY), horizon)));
    flanes speed = f_select(f_lt(zero, given_speed), given_speed, zero);
    wide vv = wide_dot(v, v, 2);
    flanes runs = f_sqrt(w_narrow(vv)), both = f_add(speed, runs), faster = f_sub(speed, runs);
    c->p = p;
    c->speed = speed;
    wide per_pace = w_keep(moves, per_root(vv));
    c->course = (wide_vector){w_mul(v.x, per_pace), w_mul(v.y, per_pace), v.z};
    c->per_pace = f_select(f_lt(zero, w_narrow(per_pace)), w_narrow(per_pace), infinity);
    c->least_closing = above_zero(faster);
    c->longest = f_div(f_set(0x1p60f), f_select(f_lt(tiny, both), both, tiny));
    flanes places = size_of_place(course, i);
    c->rounded = f_mul(f_mul(places, w_narrow(per_pace)), f_set(0x1p-24f));

    /* straight there, in units of the squad's speed: no path is shorter */
    wide per_speed = w_widen(f_div(f_set(1.0f), f_select(f_lt(tiny, speed), speed, f_set(1.0f))));
    wide_vector pace = {w_mul(v.x, per_speed), w_mul(v.y, per_speed), v.z};
    wide aside = cross2(apart.x, apart.y, pace.x, pace.y), rr = wide_dot(apart, apart, 2);
    flanes disc = w_narrow(w_sub(rr, w_mul(aside, aside))), b = w_narrow(wide_dot(apart, pace, 2));
    flanes most = f_add(f_abs(b), f_sqrt(above_zero(disc)));
    flanes lead = w_narrow(w_sub(w_set(1.0), wide_dot(pace, pace, 2)));
    mask comes = f_lt(b, zero), ever = m_or(comes, f_lt(f_set(-0x1p-20f), lead));
    mask hopeless = m_andnot(f_lt(disc, f_mul(w_narrow(rr), f_set(-0x1p-18f))), f_le(zero, lead));
    flanes straight =
        f_select(comes, f_div(w_narrow(rr), most), f_select(f_lt(zero, lead), f_div(most, lead), zero));
    straight = f_sub(f_mul(f_mul(straight, f_set(1 - 0x1p-18f)), w_narrow(per_speed)),
                     f_mul(f_mul(places, f_set(0x1p-22f)), w_narrow(per_speed)));
    c->first = f_select(m_and(f_lt(zero, straight), f_lt(straight, c->longest)), straight, zero);
    c->looking = m_andnot(m_and(m_and(p.valid, f_lt(zero, speed)), ever), hopeless);
}

WAY_APART void end_chase(WAY_LANES_ARGUMENTS, chase_of *c, flanes time) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    time = f_keep(f_lt(time, infinity), time);
    const float *const *course = in + IN_cut_off2d_runner_x;
    wide_vector at = runner_at(wide_load(course, i, 2), wide_load(course + 2, i, 2), time);
    c->p.way = wide_sub(at, wide_load(in + IN_cut_off2d_x, i, 2), 2);
    path_of path = shortest_path(&c->p, 0);
    const mask valid = c->p.valid;
    flanes reach = f_mul(c->speed, time), given_speed = f_load(in[IN_cut_off2d_speed] + i);
    flanes horizon = options ? f_load(in[IN_cut_off2d_horizon] + i) : infinity;

    mask in_reach = f_le(path.total, f_add(reach, f_mul(reach, f_set(0x1p-21f))));
    mask there = f_le(path.total, zero);
    mask found = m_and(m_and(valid, in_reach), f_lt(path.total, infinity));
    mask late = m_andnot(found, f_le(time, horizon));
    mask met = m_andnot(found, late);
    ilanes status = i_select(f_lt(zero, given_speed), i_set(WAY_TOO_SLOW), i_set(WAY_IMMOBILE));
    status =
        i_select(met, i_select(m_and(there, f_le(time, zero)), i_set(WAY_THERE), i_set(WAY_MET)), status);
    status = i_select(late, i_set(WAY_LATE), status);
    WAY_PUT(f, cut_off2d, time, f_select(met, time, infinity));
    WAY_PUT_VECTOR(cut_off2d, target_x, vector_keep(met, wide_narrow(at, 2), 2), 2);
    WAY_PUT_VECTOR(cut_off2d, target_heading_x, vector_keep(met, wide_narrow(c->p.g, 2), 2), 2);
    WAY_PUT(f, cut_off2d, arc1, f_keep(met, path.arc1));
    WAY_PUT(f, cut_off2d, middle, f_keep(met, path.middle));
    WAY_PUT(f, cut_off2d, arc2, f_keep(met, path.arc2));
    WAY_PUT(f, cut_off2d, total, f_select(met, path.total, infinity));
    WAY_PUT(i, cut_off2d, word, i_select(met, path.word, i_set(WAY_NO_WORD)));
    WAY_PUT(i, cut_off2d, status, i_select(valid, status, i_set(WAY_INVALID)));
}

WAY_INLINE void WAY_LOCAL(cut_off2d_lanes)(WAY_LANES_ARGUMENTS) {
    chase_of c;
    begin_chase(in, i, options, &c);
    flanes time = first_moment(&c);
    end_chase(in, i, to, j, options, wanted, stores, &c, time);
}
WAY_LONG_KERNEL(cut_off2d)

#undef CUT_OFF_STEPS
