/* Paths of a mover that turns on circles. With h and g the unit headings at the start and at the target,
   perp(h) to the left of h, a side of +1 where a circle is turned to the left and -1 to the right, and r1 and
   r2 the radii:

       centres     c1 = start + side1 r1 perp(h)     c2 = target + side2 r2 perp(g)     w = c2 - c1
       straight    with k = side2 r2 - side1 r1 and t the unit vector along it, w = l t + k perp(t), so that
                       l = sqrt(w.w - k k)     t = (l w - k perp(w)) / w.w
                   which is the outer tangent of circles on the same side and the inner one of others alike
       third arc   about m, 2 r from both centres, turned the other way:
                       m - c1 = w / 2 + side sqrt(4 r r - w.w / 4) perp(w) / |w|
                   which is the one of the two that turns by more than half a turn, as the shortest path does
       arcs        the angles from h to t, and from t to g

   No angle is looked at before the arcs' lengths; w and l, which cancel, are wide. */

#define poses WAY_LOCAL(poses)
#define path_of WAY_LOCAL(path_of)
#define end_radius_of WAY_LOCAL(end_radius_of)
#define poses_of WAY_LOCAL(poses_of)
#define size_of_place WAY_LOCAL(size_of_place)
#define take_poses WAY_LOCAL(take_poses)
#define all_or_none WAY_LOCAL(all_or_none)
#define turn_to WAY_LOCAL(turn_to)
#define to_centres WAY_LOCAL(to_centres)
#define between_centres WAY_LOCAL(between_centres)
#define arc_between WAY_LOCAL(arc_between)
#define as_good_as_touching WAY_LOCAL(as_good_as_touching)
#define path_by_straight WAY_LOCAL(path_by_straight)
#define try_word WAY_LOCAL(try_word)
#define try_arc WAY_LOCAL(try_arc)
#define path_by_arc WAY_LOCAL(path_by_arc)
#define shorter_path WAY_LOCAL(shorter_path)
#define shortest_path WAY_LOCAL(shortest_path)

typedef struct poses {
    wide_vector h, g; /* unit vectors */
    wide_vector way;  /* from the start to the target */
    wide r1, r2;
    mask valid;
} poses;

/* Of headings of any length, and of places whose coordinates have absolute values of this sum. */
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
    return (poses){{w_mul(h.x, per_h), w_mul(h.y, per_h), h.z},
                   {w_mul(g.x, per_g), w_mul(g.y, per_g), g.z},
                   way,
                   w_widen(radius),
                   w_widen(end_radius),
                   m_and(bounded, m_and(headed, turns))};
}

WAY_INLINE flanes size_of_place(const float *const *place, size_t i) {
    vector a = vector_load(place, i, 2);
    return f_add(f_abs(a.x), f_abs(a.y));
}

/* The start is columns of its place and heading, and so is the target. */
WAY_INLINE poses take_poses(const float *const *start, const float *const *target, size_t i, flanes radius,
                            flanes end_radius) {
    return poses_of(wide_load(start + 2, i, 2), wide_load(target + 2, i, 2),
                    wide_between(target, start, i, 2),
                    f_add(size_of_place(start, i), size_of_place(target, i)), radius, end_radius);
}

/* 0 is as large as the other one. */
WAY_INLINE flanes end_radius_of(flanes radius, flanes given) {
    mask same = m_and(f_le(given, f_set(0.0f)), f_le(f_set(0.0f), given));
    return f_select(same, radius, given);
}

/* One path: the headings between its first part and its second, and between its second and its third. */
typedef struct path_of {
    vector leaving, joining;
    flanes arc1, middle, arc2, total;
    ilanes word;
} path_of;

/* The same for all lanes. */
WAY_INLINE mask all_or_none(int all) { return f_lt(f_set(0.0f), f_set(all ? 1.0f : 0.0f)); }

/* side r */
WAY_INLINE wide turn_to(widemask right, wide radius) { return w_select(right, w_negate(radius), radius); }

/* What the way between the places lacks of that between the circles' centres. */
WAY_INLINE wide_vector to_centres(const poses *p, wide turn1, wide turn2) {
    return (wide_vector){w_sub(w_mul(p->h.y, turn1), w_mul(p->g.y, turn2)),
                         w_sub(w_mul(p->g.x, turn2), w_mul(p->h.x, turn1)), p->h.z};
}

WAY_INLINE wide_vector between_centres(const poses *p, wide turn1, wide turn2) {
    wide_vector to = to_centres(p, turn1, turn2);
    return (wide_vector){w_add(p->way.x, to.x), w_add(p->way.y, to.y), to.z};
}

/* The angle from one direction to another, turning to the right or to the left. */
WAY_INLINE flanes arc_between(wide_vector from, wide_vector to, mask right) {
    flanes sine = w_narrow(cross2(from.x, from.y, to.x, to.y));
    return angle_of_turn(f_select(right, f_negate(sine), sine), w_narrow(wide_dot(from, to, 2)));
}

/* Of squares, how far they may be off. */
WAY_INLINE wide as_good_as_touching(void) { return w_set(WAY_WIDE_IS_DOUBLE ? 0x1p-36 : 0x1p-19); }

/* Infinite where there is none. w: from centre to centre. */
WAY_INLINE path_of path_by_straight(const poses *p, wide turn1, wide turn2, wide_vector w, mask right1,
                                    mask right2, ilanes word) {
    const wide touching = as_good_as_touching(), tiny = w_set(FLT_MIN);
    wide k = w_sub(turn2, turn1), kk = w_mul(k, k), ww = wide_dot(w, w, 2);
    wide square = w_sub(ww, kk);
    /* circles as good as touching each other touch, and those as good as one are one, left in no new
       direction */
    wide slack = w_mul(touching, kk);
    mask there = m_narrow(w_le(w_negate(slack), square));
    wide size = w_add(w_mul(p->r1, p->r1), wide_dot(p->way, p->way, 2));
    widemask one = w_or(w_le(ww, w_mul(w_mul(touching, touching), size)), w_lt(ww, tiny));
    widemask apart = w_lt(w_add(slack, tiny), square);
    wide straight = w_keep(apart, w_mul(square, per_root(square)));
    wide per_ww = per_number(ww);
    wide along = w_mul(straight, per_ww), aside = w_mul(k, per_ww);
    wide_vector t;
    t.x = w_select(one, p->h.x, w_add(w_mul(w.x, along), w_mul(w.y, aside)));
    t.y = w_select(one, p->h.y, w_sub(w_mul(w.y, along), w_mul(w.x, aside)));
    t.z = w.z;
    path_of path;
    path.leaving = path.joining = wide_narrow(t, 2);
    path.arc1 = f_mul(w_narrow(p->r1), arc_between(p->h, t, right1));
    path.arc2 = f_mul(w_narrow(p->r2), arc_between(t, p->g, right2));
    path.middle = f_select(m_narrow(one), f_set(0.0f), w_narrow(straight));
    path.total = f_select(there, f_add(f_add(path.arc1, path.middle), path.arc2), f_set(INFINITY));
    path.word = word;
    return path;
}

WAY_INLINE path_of path_by_arc(const poses *p, int to_right, wide_vector w, way_word word) {
    const wide side = w_set(to_right ? -1.0 : 1.0);
    const mask right = all_or_none(to_right);
    wide rr = w_mul(p->r1, p->r1);
    wide ww = wide_dot(w, w, 2), quarter = w_mul(w_set(0.25), ww);
    wide square = w_sub(w_mul(w_set(4.0), rr), quarter); /* of the height of m over w */
    wide slack = w_mul(as_good_as_touching(), rr);
    widemask apart = w_lt(w_add(w_mul(as_good_as_touching(), slack), w_set(FLT_MIN)), ww);
    widemask there = w_and(apart, w_le(w_negate(slack), square));
    wide height = w_keep(w_lt(w_add(slack, w_set(FLT_MIN)), square), w_mul(square, per_root(square)));
    wide per_length = per_root(ww);
    wide up = w_mul(side, w_mul(height, per_length)), half = w_set(0.5);
    wide per_radius = w_mul(half, w_mul(side, per_number(p->r1))); /* of 2 r */
    wide_vector over = {w_negate(w_mul(w.y, up)), w_mul(w.x, up), w.z};
    wide_vector ahead = {w_mul(w.x, half), w_mul(w.y, half), w.z};
    wide_vector leaving, joining;
    leaving.x = w_negate(w_mul(w_add(over.y, ahead.y), per_radius));
    leaving.y = w_mul(w_add(over.x, ahead.x), per_radius);
    joining.x = w_negate(w_mul(w_sub(over.y, ahead.y), per_radius));
    joining.y = w_mul(w_sub(over.x, ahead.x), per_radius);
    leaving.z = joining.z = w.z;
    path_of path;
    path.leaving = wide_narrow(leaving, 2);
    path.joining = wide_narrow(joining, 2);
    flanes radius = w_narrow(p->r1);
    path.arc1 = f_mul(radius, arc_between(p->h, leaving, right));
    path.arc2 = f_mul(radius, arc_between(joining, p->g, right));
    wide sine = w_negate(w_mul(height, w_mul(ww, per_length))); /* times 4 r r */
    path.middle = f_mul(radius, angle_of_turn(w_narrow(sine), w_narrow(w_sub(square, quarter))));
    path.total = f_select(m_narrow(there), f_add(f_add(path.arc1, path.middle), path.arc2), f_set(INFINITY));
    path.word = i_set(word);
    return path;
}

/* b where it is shorter by any bit, else a. */
WAY_INLINE path_of shorter_path(path_of a, path_of b) {
    mask better = f_lt(b.total, a.total);
    return (path_of){vector_select(better, b.leaving, a.leaving, 2),
                     vector_select(better, b.joining, a.joining, 2),
                     f_select(better, b.arc1, a.arc1),
                     f_select(better, b.middle, a.middle),
                     f_select(better, b.arc2, a.arc2),
                     f_select(better, b.total, a.total),
                     i_select(better, b.word, a.word)};
}

/* Each word out of line, one after the other in the same stack: side by side in wide lanes they would take as much
   as all the rest of a call. The first one is the best so far. */
WAY_APART void try_word(const poses *p, int right1, int right2, way_word word, path_of *best) {
    wide turn1 = right1 ? w_negate(p->r1) : p->r1, turn2 = right2 ? w_negate(p->r2) : p->r2;
    path_of path = path_by_straight(p, turn1, turn2, between_centres(p, turn1, turn2), all_or_none(right1),
                                    all_or_none(right2), i_set(word));
    *best = word == WAY_LSL ? path : shorter_path(*best, path);
}

/* `several`: the radii may differ, and where they do, there is no path of three arcs. */
WAY_APART void try_arc(const poses *p, int to_right, way_word word, unsigned several, path_of *best) {
    wide turn = to_right ? w_negate(p->r1) : p->r1;
    path_of path = path_by_arc(p, to_right, between_centres(p, turn, turn), word);
    if (several) {
        mask same = m_narrow(w_and(w_le(p->r1, p->r2), w_le(p->r2, p->r1)));
        path.total = f_select(same, path.total, f_set(INFINITY));
    }
    *best = shorter_path(*best, path);
}

WAY_INLINE path_of shortest_path(const poses *p, unsigned several) {
    path_of best;
    try_word(p, 0, 0, WAY_LSL, &best);
    try_word(p, 1, 1, WAY_RSR, &best);
    try_word(p, 0, 1, WAY_LSR, &best);
    try_word(p, 1, 0, WAY_RSL, &best);
    try_arc(p, 0, WAY_LRL, several, &best);
    try_arc(p, 1, WAY_RLR, several, &best);
    return best;
}

#define path_points WAY_LOCAL(path_points)
#define left_of WAY_LOCAL(left_of)
#define points_of WAY_LOCAL(points_of)
#define points_of_word WAY_LOCAL(points_of_word)
#define path_status WAY_LOCAL(path_status)

typedef struct path_points {
    vector centre1, exit, centre2, entry;
} path_points;

/* So far to the left of a place, for somebody who looks that way. */
WAY_INLINE vector left_of(wide_vector place, wide_vector heading, wide by) {
    return (vector){w_narrow(w_sub(place.x, w_mul(heading.y, by))),
                    w_narrow(w_add(place.y, w_mul(heading.x, by))), f_set(0.0f)};
}

WAY_INLINE path_points points_of(poses p, path_of path, wide turn1, wide turn2, wide_vector start,
                                 wide_vector target) {
    wide_vector leaving = wide_widen(path.leaving, 2), joining = wide_widen(path.joining, 2);
    return (path_points){left_of(start, p.h, turn1), left_of(start, wide_sub(p.h, leaving, 2), turn1),
                         left_of(target, p.g, turn2), left_of(target, wide_sub(p.g, joining, 2), turn2)};
}

WAY_INLINE path_points points_of_word(poses p, path_of path, wide_vector start, wide_vector target) {
    mask both = i_eq(path.word, i_set(WAY_RSR)), arcs = i_eq(path.word, i_set(WAY_RLR));
    mask right1 = m_or(m_or(both, arcs), i_eq(path.word, i_set(WAY_RSL)));
    mask right2 = m_or(m_or(both, arcs), i_eq(path.word, i_set(WAY_LSR)));
    flanes r1 = w_narrow(p.r1), r2 = w_narrow(p.r2);
    return points_of(p, path, w_widen(f_select(right1, f_negate(r1), r1)),
                     w_widen(f_select(right2, f_negate(r2), r2)), start, target);
}

WAY_INLINE ilanes path_status(mask valid, flanes total) {
    ilanes status = i_select(f_lt(total, f_set(INFINITY)), i_set(WAY_MET), i_set(WAY_NO_PATH));
    status = i_select(f_le(total, f_set(0.0f)), i_set(WAY_THERE), status);
    return i_select(valid, status, i_set(WAY_INVALID));
}

/* Both have the same outputs in the same order. */
#define PUT_PATH(name, second, p, path, points)                                                              \
    do {                                                                                                     \
        mask found = m_and(p.valid, f_lt(path.total, f_set(INFINITY)));                                      \
        WAY_PUT_VECTOR(name, centre1_x, vector_keep(found, points.centre1, 2), 2);                           \
        WAY_PUT_VECTOR(name, exit_x, vector_keep(found, points.exit, 2), 2);                                 \
        WAY_PUT_VECTOR(name, centre2_x, vector_keep(found, points.centre2, 2), 2);                           \
        WAY_PUT_VECTOR(name, entry_x, vector_keep(found, points.entry, 2), 2);                               \
        WAY_PUT(f, name, arc1, f_keep(found, path.arc1));                                                    \
        WAY_PUT(f, name, second, f_keep(found, path.middle));                                                \
        WAY_PUT(f, name, arc2, f_keep(found, path.arc2));                                                    \
        WAY_PUT(f, name, total, f_select(found, path.total, f_set(INFINITY)));                               \
        WAY_PUT(i, name, word, i_select(found, path.word, i_set(WAY_NO_WORD)));                              \
        WAY_PUT(i, name, status, path_status(p.valid, path.total));                                          \
    } while (0)

/* The chapter's: each circle on the side on which the other pose lies, and both turned over where they would
   overlap. */
WAY_INLINE void WAY_LOCAL(turning_path2d_lanes)(WAY_LANES_ARGUMENTS) {
    (void)options;
    const wide zero = w_set(0.0);
    const float *const *start = in + IN_turning_path2d_x, *const *target = in + IN_turning_path2d_target_x;
    flanes radius = f_load(in[IN_turning_path2d_radius] + i);
    poses p = take_poses(start, target, i, radius, radius);

    wide ahead = cross2(p.h.x, p.h.y, p.way.x, p.way.y), behind = cross2(p.way.x, p.way.y, p.g.x, p.g.y);
    widemask right1 = w_lt(ahead, zero), right2 = w_lt(behind, zero);
    /* straight ahead or behind there is no side: the other one's, or the left */
    widemask even1 = w_andnot(w_le(ahead, zero), right1), even2 = w_andnot(w_le(behind, zero), right2);
    widemask first = w_or(right1, w_and(even1, right2)), second = w_or(right2, w_and(even2, right1));
    wide turn1 = turn_to(first, p.r1), turn2 = turn_to(second, p.r1);
    wide_vector aside = to_centres(&p, turn1, turn2), w = between_centres(&p, turn1, turn2);
    widemask overlap = w_lt(wide_dot(w, w, 2), w_mul(w_set(4.0), w_mul(p.r1, p.r1)));
    turn1 = w_select(overlap, w_negate(turn1), turn1);
    turn2 = w_select(overlap, w_negate(turn2), turn2);
    w.x = w_select(overlap, w_sub(p.way.x, aside.x), w.x);
    w.y = w_select(overlap, w_sub(p.way.y, aside.y), w.y);
    mask is_right1 = m_narrow(w_lt(turn1, zero)), is_right2 = m_narrow(w_lt(turn2, zero));

    ilanes same = i_select(is_right1, i_set(WAY_RSR), i_set(WAY_LSL));
    ilanes other = i_select(is_right1, i_set(WAY_RSL), i_set(WAY_LSR));
    ilanes from_left = i_select(is_right2, other, same), from_right = i_select(is_right2, same, other);
    path_of path = path_by_straight(&p, turn1, turn2, w, is_right1, is_right2,
                                    i_select(is_right1, from_right, from_left));
    path_points points = points_of(p, path, turn1, turn2, wide_load(start, i, 2), wide_load(target, i, 2));
    PUT_PATH(turning_path2d, straight, p, path, points);
}
WAY_KERNEL(turning_path2d)

WAY_INLINE void WAY_LOCAL(shortest_path2d_lanes)(WAY_LANES_ARGUMENTS) {
    const float *const *start = in + IN_shortest_path2d_x, *const *target = in + IN_shortest_path2d_target_x;
    flanes radius = f_load(in[IN_shortest_path2d_radius] + i);
    flanes end_radius =
        options ? end_radius_of(radius, f_load(in[IN_shortest_path2d_end_radius] + i)) : radius;
    poses p = take_poses(start, target, i, radius, end_radius);
    path_of path = shortest_path(&p, options);
    path_points points = points_of_word(p, path, wide_load(start, i, 2), wide_load(target, i, 2));
    PUT_PATH(shortest_path2d, middle, p, path, points);
}
WAY_LONG_KERNEL(shortest_path2d)

#undef PUT_PATH
