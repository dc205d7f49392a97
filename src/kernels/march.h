/* Where a mover is after so many metres of a path that turning.h found. With s and c the sine and cosine of
   half the angle of an arc, h the heading where it begins and perp(h) to its left:

       moved by     2 r s (c h + side s perp(h))     heads     (c c - s s) h + side 2 s c perp(h)

   Nothing cancels there, so floats do for both precisions. The first two parts are driven from the start, the
   last one backwards from the target, so that both poses are met to the bit; a straight is what lies between
   the exit that is driven to from one end and the entry from the other, so that both joints are met whatever
   was rounded. */

#define marching WAY_LOCAL(marching)
#define drive_arc WAY_LOCAL(drive_arc)
#define unit_heading WAY_LOCAL(unit_heading)
#define heading_is_long_enough WAY_LOCAL(heading_is_long_enough)
#define between_0_and WAY_LOCAL(between_0_and)

typedef struct marching {
    vector place, heading;
} marching;

/* `side` is 1 to the left and -1 to the right; backwards the length is negative. The angle may be a whole
   turn. */
WAY_INLINE marching drive_arc(marching from, flanes length, flanes radius, flanes side, int backwards) {
    half_angle half = half_turn_of(f_div(length, radius));
    if (backwards)
        half.sine = f_negate(half.sine);
    vector h = from.heading, left = {f_negate(f_mul(side, h.y)), f_mul(side, h.x), h.z};
    flanes chord = f_mul(f_add(radius, radius), half.sine);
    vector way = vector_add(vector_scale(h, half.cosine, 2), vector_scale(left, half.sine, 2), 2);
    flanes cosine = f_mul(f_sub(half.cosine, half.sine), f_add(half.cosine, half.sine));
    flanes sine = f_mul(f_add(half.sine, half.sine), half.cosine);
    return (marching){vector_add(from.place, vector_scale(way, chord, 2), 2),
                      vector_add(vector_scale(h, cosine, 2), vector_scale(left, sine, 2), 2)};
}

WAY_INLINE mask heading_is_long_enough(vector heading) {
    flanes square = vector_dot(heading, heading, 2);
    return m_and(f_le(f_set(FLT_MIN), square), f_lt(square, f_set(0x1p126f)));
}

WAY_INLINE vector unit_heading(vector heading) {
    return vector_scale(heading, f_div(f_set(1.0f), f_sqrt(vector_dot(heading, heading, 2))), 2);
}

WAY_INLINE flanes between_0_and(flanes most, flanes a) {
    const flanes zero = f_set(0.0f);
    flanes least = f_select(f_lt(zero, a), a, zero);
    return f_select(f_lt(most, least), most, least);
}

WAY_INLINE void WAY_LOCAL(march2d_lanes)(WAY_LANES_ARGUMENTS) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), minus = f_set(-1.0f);
    const float *const *start = in + IN_march2d_x, *const *target = in + IN_march2d_target_x;
    flanes radius = f_load(in[IN_march2d_radius] + i);
    flanes end_radius = options ? end_radius_of(radius, f_load(in[IN_march2d_end_radius] + i)) : radius;
    flanes arc1 = f_load(in[IN_march2d_arc1] + i), middle = f_load(in[IN_march2d_middle] + i);
    flanes arc2 = f_load(in[IN_march2d_arc2] + i);
    flanes distance = f_load(in[IN_march2d_distance] + i);
    flanes step = options ? f_load(in[IN_march2d_step] + i) : zero;
    ilanes word = i_load(in[IN_march2d_word] + i);
    marching first = {vector_load(start, i, 2), vector_load(start + 2, i, 2)};
    marching last = {vector_load(target, i, 2), vector_load(target + 2, i, 2)};

    mask none = i_eq(word, i_set(WAY_NO_WORD));
    mask known = m_and(i_lt(i_set(WAY_NO_WORD), word), i_lt(word, i_set(WAY_RLR + 1)));
    mask lengths = m_and(m_and(f_le(zero, arc1), f_le(zero, middle)), f_le(zero, arc2));
    flanes total = f_add(f_add(arc1, middle), arc2), reached = f_add(distance, step);
    flanes places = f_add(size_of_place(start, i), size_of_place(target, i));
    flanes sizes = f_add(f_add(places, total), f_add(f_abs(distance), f_abs(step)));
    mask radii = m_and(f_lt(f_set(FLT_MIN), radius), f_lt(f_set(FLT_MIN), end_radius));
    mask sound = m_and(f_lt(f_add(sizes, f_add(radius, end_radius)), f_set(0x1p124f)), m_and(radii, lengths));
    sound = m_and(sound, m_and(heading_is_long_enough(first.heading), heading_is_long_enough(last.heading)));
    /* a path's arcs are of a turn at most; any that are not would overflow their angles */
    flanes turns = f_set(6.5f);
    sound = m_and(sound, m_and(f_le(arc1, f_mul(turns, radius)), f_le(arc2, f_mul(turns, end_radius))));
    mask curved = m_and(known, i_lt(i_set(WAY_RSL), word));
    sound = m_and(sound, f_le(f_select(curved, middle, zero), f_mul(turns, radius)));
    mask valid = m_and(sound, m_or(known, none));

    mask both = m_or(i_eq(word, i_set(WAY_RSR)), i_eq(word, i_set(WAY_RLR)));
    flanes side1 = f_select(m_or(both, i_eq(word, i_set(WAY_RSL))), minus, one);
    flanes side2 = f_select(m_or(both, i_eq(word, i_set(WAY_LSR))), minus, one);
    first.heading = unit_heading(first.heading);
    last.heading = unit_heading(last.heading);
    flanes at = between_0_and(total, reached);
    at = f_keep(known, at);

    marching leaving = drive_arc(first, between_0_and(arc1, at), radius, side1, 0);
    marching joining = drive_arc(last, between_0_and(arc2, f_sub(total, at)), end_radius, side2, 1);
    flanes beyond = f_sub(at, arc1), part = between_0_and(one, f_div(beyond, middle));
    vector across = vector_sub(joining.place, leaving.place, 2);
    marching straight = {vector_add(leaving.place, vector_scale(across, part, 2), 2), leaving.heading};
    marching arc =
        drive_arc(leaving, between_0_and(middle, f_keep(curved, beyond)), radius, f_negate(side1), 0);

    mask on_arc1 = m_or(f_le(at, arc1), none);
    mask on_arc2 = m_andnot(m_or(m_andnot(f_le(f_add(arc1, middle), at), on_arc1), f_le(total, at)), none);
    vector place = vector_select(curved, arc.place, straight.place, 2);
    place = vector_select(on_arc1, leaving.place, place, 2);
    place = vector_select(on_arc2, joining.place, place, 2);
    vector heading = vector_select(curved, arc.heading, straight.heading, 2);
    heading = vector_select(on_arc1, leaving.heading, heading, 2);
    heading = vector_select(on_arc2, joining.heading, heading, 2);
    ilanes status = i_select(f_le(total, at), i_set(WAY_THERE), i_set(WAY_MET));
    status = i_select(none, i_set(WAY_NO_PATH), status);
    WAY_PUT_VECTOR(march2d, next_x, vector_keep(valid, place, 2), 2);
    WAY_PUT_VECTOR(march2d, next_heading_x, vector_keep(valid, heading, 2), 2);
    WAY_PUT(f, march2d, next_distance, f_keep(valid, at));
    WAY_PUT(i, march2d, status, i_select(valid, status, i_set(WAY_INVALID)));
}
WAY_KERNEL(march2d)
