/* The ranks of a formation, one rank of all formations at a time. With a the heading of what is ahead,
   right(a) to its right and u the way to what is ahead:

       line    place = rank + offset right(a)
       file    next = ahead - spacing u                          u from the unit to the one ahead of it
       rank    next = ahead + inner (right(a) - right(u)) - spacing u
                                                                 u from the inner unit to the one ahead of it,
       inner   half the width to the right where a points to the right of the way between the ranks,
               to the left where it points to the left of it

   What follows comes to touch what it follows, in a straight line, so that it never moves further than that
   does. Where there is no way, u = a. */

#define wide_unit WAY_LOCAL(wide_unit)
#define wide_square WAY_LOCAL(wide_square)
#define has_length WAY_LOCAL(has_length)
#define right_of WAY_LOCAL(right_of)
#define no_length WAY_LOCAL(no_length)
#define wide_select WAY_LOCAL(wide_select)

WAY_INLINE wide wide_square(wide_vector a) { return wide_dot(a, a, 2); }

WAY_INLINE wide_vector wide_unit(wide_vector a) {
    wide per = per_root(wide_square(a));
    return (wide_vector){w_mul(a.x, per), w_mul(a.y, per), a.z};
}

WAY_INLINE mask has_length(wide_vector a) {
    flanes square = w_narrow(wide_square(a));
    return m_and(f_le(f_set(FLT_MIN), square), f_lt(square, f_set(0x1p126f)));
}

WAY_INLINE wide_vector right_of(wide_vector a) { return (wide_vector){a.y, w_negate(a.x), a.z}; }

WAY_INLINE void WAY_LOCAL(line2d_lanes)(WAY_LANES_ARGUMENTS) {
    (void)options;
    const float *const *rank = in + IN_line2d_rank_x;
    wide_vector a = wide_load(rank + 2, i, 2);
    flanes offset = f_load(in[IN_line2d_offset] + i);
    flanes sizes = f_add(size_of_place(rank, i), f_abs(offset));
    mask valid = m_and(has_length(a), f_lt(sizes, f_set(0x1p126f)));
    wide_vector place = wide_add_scaled(wide_load(rank, i, 2), right_of(wide_unit(a)), w_widen(offset), 2);
    WAY_PUT_VECTOR(line2d, place_x, vector_keep(valid, wide_narrow(place, 2), 2), 2);
    WAY_PUT(i, line2d, status, i_select(valid, i_set(WAY_MET), i_set(WAY_INVALID)));
}
WAY_KERNEL(line2d)

WAY_INLINE widemask no_length(wide_vector a) { return w_lt(wide_square(a), w_set(FLT_MIN)); }

WAY_INLINE wide_vector wide_select(widemask m, wide_vector a, wide_vector b) {
    return (wide_vector){w_select(m, a.x, b.x), w_select(m, a.y, b.y), b.z};
}

WAY_INLINE void WAY_LOCAL(file2d_lanes)(WAY_LANES_ARGUMENTS) {
    const flanes zero = f_set(0.0f), most = f_set(0x1p126f);
    const float *const *own = in + IN_file2d_x, *const *ahead = in + IN_file2d_ahead_x;
    flanes spacing = f_load(in[IN_file2d_spacing] + i);
    wide_vector way = wide_between(ahead, own, i, 2);
    flanes sizes = f_add(f_add(size_of_place(own, i), size_of_place(ahead, i)), w_narrow(wide_square(way)));
    mask valid = m_and(f_le(zero, spacing), f_lt(f_add(sizes, spacing), most));
    widemask none = no_length(way);
    if (options) {
        wide_vector a = wide_load(in + IN_file2d_ahead_heading_x, i, 2);
        wide_vector h = wide_load(in + IN_file2d_heading_x, i, 2);
        valid = m_and(valid, f_lt(f_add(w_narrow(wide_square(a)), w_narrow(wide_square(h))), most));
        way = wide_select(none, wide_select(no_length(a), h, a), way);
        none = no_length(way);
    }
    wide_vector u = wide_unit(way);
    wide_vector next = wide_add_scaled(wide_load(ahead, i, 2), u, w_negate(w_widen(spacing)), 2);
    mask lost = m_narrow(none);
    mask moves = m_andnot(valid, lost);
    vector stays = vector_keep(valid, vector_load(own, i, 2), 2);
    ilanes status = i_select(lost, i_set(WAY_DEGENERATE), i_set(WAY_MET));
    WAY_PUT_VECTOR(file2d, next_x, vector_select(moves, wide_narrow(next, 2), stays, 2), 2);
    WAY_PUT_VECTOR(file2d, next_heading_x, vector_keep(moves, wide_narrow(u, 2), 2), 2);
    WAY_PUT(i, file2d, status, i_select(valid, status, i_set(WAY_INVALID)));
}
WAY_KERNEL(file2d)

WAY_INLINE void WAY_LOCAL(rank2d_lanes)(WAY_LANES_ARGUMENTS) {
    (void)options;
    const flanes zero = f_set(0.0f);
    const float *const *own = in + IN_rank2d_x, *const *ahead = in + IN_rank2d_ahead_x;
    flanes half = f_load(in[IN_rank2d_half_width] + i), spacing = f_load(in[IN_rank2d_spacing] + i);
    wide_vector h = wide_load(own + 2, i, 2), a = wide_load(ahead + 2, i, 2);
    wide_vector between = wide_between(ahead, own, i, 2);
    flanes squares = f_add(w_narrow(wide_square(between)), f_add(f_mul(half, half), f_mul(spacing, spacing)));
    flanes sizes = f_add(f_add(size_of_place(own, i), size_of_place(ahead, i)), squares);
    mask valid = m_and(m_and(has_length(h), has_length(a)), f_lt(sizes, f_set(0x1p124f)));
    valid = m_and(valid, m_and(f_le(zero, half), f_le(zero, spacing)));
    h = wide_unit(h);
    a = wide_unit(a);

    wide turn = cross2(a.x, a.y, between.x, between.y);
    wide inner = w_widen(half);
    inner = w_select(w_lt(turn, w_set(0.0)), w_negate(inner), inner);
    inner = w_keep(w_or(w_lt(turn, w_set(0.0)), w_lt(w_set(0.0), turn)), inner);
    wide_vector way = wide_add_scaled(between, wide_sub(right_of(a), right_of(h), 2), inner, 2);
    wide_vector u = wide_select(no_length(way), a, wide_unit(way));
    wide_vector next =
        wide_add_scaled(wide_load(ahead, i, 2), wide_sub(right_of(a), right_of(u), 2), inner, 2);
    next = wide_add_scaled(next, u, w_negate(w_widen(spacing)), 2);
    WAY_PUT_VECTOR(rank2d, next_x, vector_keep(valid, wide_narrow(next, 2), 2), 2);
    WAY_PUT_VECTOR(rank2d, next_heading_x, vector_keep(valid, wide_narrow(u, 2), 2), 2);
    WAY_PUT(i, rank2d, status, i_select(valid, i_set(WAY_MET), i_set(WAY_INVALID)));
}
WAY_KERNEL(rank2d)
