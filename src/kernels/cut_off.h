/* The shortest path whose end lies on a runner's course, reached no later than the runner: the smallest T
   with L(T) <= s T, where L(T) is the length of turning.h's shortest path to where the runner is after T.

   From T = 0 on it is looked for by steps that pass no place where a path with a straight is short enough: L
   changes by no more than the runner's speed v, so f / (s + v) is safe, with f = L - s T. Then by Newton's
   steps along the word at hand, whose length changes by v.t, with t the heading of its last part; where one
   of them gets beyond, what is between is halved as often as not. It ends where further steps would change no
   agent of the vector: what an agent gets does not depend on its neighbours. */

#define runner_at WAY_LOCAL(runner_at)

#define CUT_OFF_SAFE 8
#define CUT_OFF_STEPS 32

WAY_INLINE wide_vector runner_at(wide_vector runner, wide_vector v, flanes time) {
    /* rounded as it is given out */
    vector place = wide_narrow(wide_add_scaled(runner, v, w_widen(time), 2), 2);
    return (wide_vector){w_widen(place.x), w_widen(place.y), runner.z};
}

WAY_INLINE void WAY_LOCAL(cut_off2d_lanes)(WAY_LANES_ARGUMENTS) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY), half = f_set(0.5f), tiny = f_set(FLT_MIN);
    const float *const *start = in + IN_cut_off2d_x, *const *course = in + IN_cut_off2d_runner_x;
    flanes radius = f_load(in[IN_cut_off2d_radius] + i), given_speed = f_load(in[IN_cut_off2d_speed] + i);
    flanes horizon = options ? f_load(in[IN_cut_off2d_horizon] + i) : infinity;
    wide_vector from = wide_load(start, i, 2), runner = wide_load(course, i, 2);
    wide_vector v = wide_load(course + 2, i, 2);
    vector velocity = vector_load(course + 2, i, 2);

    /* to arrive with the heading asked for, or the runner's, or the one towards it, or the one it has */
    wide_vector g = wide_load(start + 2, i, 2), apart = wide_sub(runner, from, 2);
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
    mask valid = m_and(p.valid, m_and(f_lt(sizes, f_set(0x1p125f)), f_lt(f_set(-INFINITY), horizon)));
    flanes speed = f_select(f_lt(zero, given_speed), given_speed, zero);
    flanes runs = f_sqrt(w_narrow(wide_dot(v, v, 2))), both = f_add(speed, runs);
    /* no word closes by less than what the squad is faster by; where that is nothing, steps still end */
    flanes faster = f_sub(speed, runs), least = f_mul(speed, f_set(0x1p-20f)),
           some = f_mul(speed, f_set(0x1p-5f));
    flanes slowest = f_select(f_lt(faster, least), some, f_select(f_lt(faster, some), faster, some));
    flanes longest = f_div(f_set(0x1p60f), f_select(f_lt(tiny, both), both, tiny));

    flanes time = zero, low = zero, high = infinity, reach = zero;
    mask looking = valid;
    path_of path;
    for (int step = 0; step <= CUT_OFF_STEPS; step++) {
        p.way = wide_sub(runner_at(runner, v, time), from, 2);
        path = shortest_path(p, 0);
        reach = f_mul(speed, time);
        if (step == CUT_OFF_STEPS || !m_any(looking))
            break;
        flanes left = f_sub(path.total, reach), slack = f_mul(reach, f_set(0x1p-21f));
        mask reached = f_le(left, slack), exactly = m_and(reached, f_le(f_negate(slack), left));
        high = f_select(reached, time, high);
        low = f_select(reached, low, time);
        mask bracketed = f_lt(high, infinity);
        flanes middle = f_mul(f_add(low, f_select(bracketed, high, low)), half);
        flanes towards = f_add(f_mul(velocity.x, path.joining.x), f_mul(velocity.y, path.joining.y));
        flanes closing = f_sub(speed, towards);
        closing = f_select(f_lt(slowest, closing), closing, slowest);
        if (step < CUT_OFF_SAFE)
            closing = both;
        flanes ahead = f_add(time, f_div(left, closing));
        /* it stands for something only from below, and within what is left; all others halve */
        mask below = m_andnot(f_lt(time, ahead), reached);
        mask newton = m_and(below, f_lt(ahead, f_select(bracketed, high, longest)));
        if (step % 4 == 3)
            newton = m_andnot(newton, bracketed);
        flanes next = f_select(newton, ahead, f_select(bracketed, middle, time));
        next = f_select(exactly, time, next);
        next = f_select(f_lt(next, longest), next, time);
        mask moved = m_or(f_lt(next, time), f_lt(time, next));
        /* what is bracketed and does not move has nothing between low and high; safe steps may yet lead on */
        mask done = m_or(exactly, m_andnot(step < CUT_OFF_SAFE ? bracketed : valid, moved));
        mask closed = m_andnot(bracketed, step == CUT_OFF_STEPS - 1 ? exactly : m_or(exactly, moved));
        next = f_select(closed, high, next);
        time = f_select(looking, next, time);
        looking = m_andnot(looking, done);
    }

    mask in_reach = f_le(path.total, f_add(reach, f_mul(reach, f_set(0x1p-21f))));
    mask there = f_le(path.total, zero);
    mask found = m_and(m_and(valid, in_reach), f_lt(path.total, infinity));
    mask late = m_andnot(found, f_le(time, horizon));
    mask met = m_andnot(found, late);
    wide_vector at = runner_at(runner, v, time);
    ilanes status = i_select(f_lt(zero, given_speed), i_set(WAY_TOO_SLOW), i_set(WAY_IMMOBILE));
    status =
        i_select(met, i_select(m_and(there, f_le(time, zero)), i_set(WAY_THERE), i_set(WAY_MET)), status);
    status = i_select(late, i_set(WAY_LATE), status);
    WAY_PUT(f, cut_off2d, time, f_select(met, time, infinity));
    WAY_PUT_VECTOR(cut_off2d, target_x, vector_keep(met, wide_narrow(at, 2), 2), 2);
    WAY_PUT_VECTOR(cut_off2d, target_heading_x, vector_keep(met, wide_narrow(p.g, 2), 2), 2);
    WAY_PUT(f, cut_off2d, arc1, f_keep(met, path.arc1));
    WAY_PUT(f, cut_off2d, middle, f_keep(met, path.middle));
    WAY_PUT(f, cut_off2d, arc2, f_keep(met, path.arc2));
    WAY_PUT(f, cut_off2d, total, f_select(met, path.total, infinity));
    WAY_PUT(i, cut_off2d, word, i_select(met, path.word, i_set(WAY_NO_WORD)));
    WAY_PUT(i, cut_off2d, status, i_select(valid, status, i_set(WAY_INVALID)));
}
WAY_LONG_KERNEL(cut_off2d)

#undef CUT_OFF_SAFE
#undef CUT_OFF_STEPS
