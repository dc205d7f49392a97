/* Computes the ranks of formations. One call moves the same rank of all formations. g is the heading of the
   unit or rank ahead (for `wheel`, the wanted heading), h is the rank's own heading, right(g) is g turned
   right by a right angle, and u is the direction to the unit or rank ahead:

       line    place = rank + offset * right(g).
       file    next = ahead - spacing * u, with u from the unit to the one ahead of it.
       rank    next = ahead + inner * (right(g) - right(u)) - spacing * u,
               with u from the inner unit to the one ahead of it.
       inner   is half the width, positive if g points to the right of the vector between the ranks, and
               negative if g points to its left.

   The follower moves in a straight line until its distance to the unit or rank ahead is the spacing. So it
   never moves farther than the unit or rank ahead. If the two are at the same position, u = g.

   If the course is narrower than half the width + 1.2 * spacing * sqrt(ranks), `rank` is computed in another
   way:

       rank    next = aim + inner * (right(g) - right(u)) - bar * u,
               with u from the pivot to the pivot's aim.
       inner   is computed as above, but from a half width of at most
               max(0, course_radius - 1.2 * spacing * sqrt(ranks)).
       aim     = ahead + spacing / 2 * g, a point in front of the rank ahead.
       bar     = 3/2 * spacing * (1 - |g x u| / 2).

   The unit at `inner` (the pivot) of each rank is then on a circle that is wide enough for the ranks behind
   it. Because the aim is in front of the rank ahead, a rank turns later than that rank. Because `bar` is
   shorter in turns, ranks with different headings stay together. tests/formation/rows_test.cpp tests this
   rule.

       wheel   way = |wanted - middle| + half * |g - h|. This is an upper bound of every unit's way.
               share = min(1, step * catch_up / way).
               next = middle + share * (wanted - middle).
               The next heading is h, turned towards g by an angle whose chord is share * |g - h|.

   A unit at the offset o moves by |share * (wanted - middle) + o * (right(next heading) - right(h))|. The
   length of this move is at most share * way, so it is at most step * catch_up. The rank catches up because
   an arc is longer than its chord: each call reduces |wanted - middle| + half * (the angle from h to g) by at
   least step * catch_up. This sum is at most pi / 2 * way.

       pack    Unit k stands on ring r, with 3 r (r - 1) < k <= 3 r (r + 1). The ring, a hexagon, holds 6 r
               units. c(s) is the unit vector at s sixths of a turn. On side s, the j-th unit from the corner
               is at middle + spacing * (r c(s) + j c(s + 2)). */
#define WAY_FAMILY "kernels/formation/ranks.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/formation/path_poses.h"

WAY_INLINE wide wide_square(wide_vector a) { return wide_dot(a, a, 2); }

WAY_INLINE wide_vector wide_unit(wide_vector a) {
    wide per = per_root(wide_square(a));
    return (wide_vector){w_mul(a.x, per), w_mul(a.y, per), a.z};
}

WAY_INLINE mask has_length(wide_vector a) {
    flanes square = w_narrow(wide_square(a));
    return m_and(f_le(f_set(FLT_MIN), square), f_lt(square, f_set(0x1p126f)));
}

WAY_INLINE widemask no_length(wide_vector a) { return w_lt(wide_square(a), w_set(FLT_MIN)); }

WAY_INLINE wide_vector right_of(wide_vector a) { return (wide_vector){a.y, w_negate(a.x), a.z}; }

/* A unit's position in its rank, in floats. */
typedef struct standing {
    vector place;
    flanes square; /* the heading's square; floats are precise enough if it is neither tiny nor huge */
} standing;

WAY_INLINE standing stand_in_line(agents a) {
    vector heading = load_vector(a, IN_line2d_rank_heading_x, 2), rank = load_vector(a, IN_line2d_rank_x, 2);
    flanes square = vector_dot(heading, heading, 2), by = f_div(load(a, IN_line2d_offset), f_sqrt(square));
    vector place = {f_add(rank.x, f_mul(heading.y, by)), f_sub(rank.y, f_mul(heading.x, by)), rank.z};
    /* `square` is NaN if the position is not finite */
    return (standing){place, f_add(square, f_mul(f_add(place.x, place.y), f_set(0.0f)))};
}

WAY_INLINE line2d_answers line2d(standing s) { return (line2d_answers){XY(s.place), i_set(WAY_MET)}; }

/* The slow path for a vector: lanes in which floats are not precise enough are computed in doubles. */
WAY_INLINE line2d_answers line2d_in_doubles(agents a) {
    standing s = stand_in_line(a);
    mask serve = floats_serve_square(s.square);
    wide_vector heading = load_wide_vector(a, IN_line2d_rank_heading_x, 2);
    flanes offset = load(a, IN_line2d_offset);
    flanes sizes = f_add(size_of_place(a, IN_line2d_rank_x), f_abs(offset));
    mask valid = m_and(has_length(heading), f_lt(sizes, f_set(0x1p126f)));
    wide_vector place = wide_add_scaled(load_wide_vector(a, IN_line2d_rank_x, 2),
                                        right_of(wide_unit(heading)), w_widen(offset), 2);
    vector answer = vector_select(serve, s.place, vector_keep(valid, wide_narrow(place, 2), 2), 2);
    return (line2d_answers){XY(answer), i_select(m_or(serve, valid), i_set(WAY_MET), i_set(WAY_INVALID))};
}

#define NAME line2d
#define SUMS standing
#define SUM(a) stand_in_line(a)
#define FINISH(a, sums, roots) line2d(sums)
#define AHEAD 1
#define ANY_UNDECIDED(a, sums, roots) !m_all(floats_serve_square((sums).square))
#define DECIDED_VECTOR(a) line2d_in_doubles(a)
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_line2d, line2d, exact)

/* The next position of a unit that follows another one, in floats. If both units are at the same position,
   only the slow path can compute it. */
typedef struct following {
    vector next, u;
    flanes size;
} following;

WAY_INLINE following follow_in_file(agents a) {
    vector way = between(a, IN_file2d_x, IN_file2d_ahead_x, 2);
    flanes spacing = load(a, IN_file2d_spacing);
    flanes square = vector_dot(way, way, 2), per = f_div(f_set(1.0f), f_sqrt(square));
    vector u = vector_scale(way, per, 2);
    vector next = vector_sub(load_vector(a, IN_file2d_ahead_x, 2), vector_scale(u, spacing, 2), 2);
    flanes size = f_add(f_add(square, per), spacing);
    if (a.given) { /* headings must be finite, even if the call does not use them */
        vector heading = load_vector(a, IN_file2d_ahead_heading_x, 2),
               h = load_vector(a, IN_file2d_heading_x, 2);
        size = f_add(size, f_add(vector_dot(heading, heading, 2), vector_dot(h, h, 2)));
    }
    return (following){next, u, size};
}

WAY_INLINE mask serves_file(agents a, following f) {
    mask usable = f_le(f_set(0.0f), load(a, IN_file2d_spacing));
    return m_and(usable, floats_serve(f.size));
}

WAY_INLINE file2d_answers file2d(following f) {
    return (file2d_answers){XY(f.next), XY(f.u), i_set(WAY_MET)};
}

/* The slow path for a vector: lanes in which floats are not precise enough are computed in doubles. */
WAY_INLINE file2d_answers file2d_in_doubles(agents a) {
    const flanes zero = f_set(0.0f), most = f_set(0x1p126f);
    const int own = IN_file2d_x, ahead = IN_file2d_ahead_x;
    flanes spacing = load(a, IN_file2d_spacing);
    wide_vector way = between_wide(a, own, ahead, 2);
    flanes sizes = f_add(f_add(size_of_place(a, own), size_of_place(a, ahead)), w_narrow(wide_square(way)));
    mask valid = m_and(f_le(zero, spacing), f_lt(f_add(sizes, spacing), most));
    widemask none = no_length(way);
    if (a.given) {
        wide_vector heading = load_wide_vector(a, IN_file2d_ahead_heading_x, 2);
        wide_vector h = load_wide_vector(a, IN_file2d_heading_x, 2);
        flanes squares = f_add(w_narrow(wide_square(heading)), w_narrow(wide_square(h)));
        valid = m_and(valid, f_lt(squares, most));
        way = wide_select(none, wide_select(no_length(heading), h, heading), way);
        none = no_length(way);
    }
    wide_vector u = wide_unit(way);
    wide_vector next = wide_add_scaled(load_wide_vector(a, ahead, 2), u, w_negate(w_widen(spacing)), 2);
    mask lost = m_narrow(none);
    mask moves = m_andnot(valid, lost);
    vector stays = vector_keep(valid, load_vector(a, own, 2), 2);
    following f = follow_in_file(a);
    mask serve = serves_file(a, f);
    vector to = vector_select(serve, f.next, vector_select(moves, wide_narrow(next, 2), stays, 2), 2);
    vector heading = vector_select(serve, f.u, vector_keep(moves, wide_narrow(u, 2), 2), 2);
    ilanes status = i_select(lost, i_set(WAY_DEGENERATE), i_set(WAY_MET));
    status = i_select(m_or(serve, valid), status, i_set(WAY_INVALID));
    return (file2d_answers){XY(to), XY(heading), i_select(serve, i_set(WAY_MET), status)};
}

#define NAME file2d
#define SUMS following
#define SUM(a) follow_in_file(a)
#define FINISH(a, sums, roots) file2d(sums)
#define AHEAD 1
#define ANY_UNDECIDED(a, sums, roots) !m_all(serves_file(a, sums))
#define DECIDED_VECTOR(a) file2d_in_doubles(a)
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_file2d, file2d, exact)

/* How a rank follows. `pivot` is the offset of the unit that moves first. */
typedef struct rank_shape {
    wide pivot;
    widemask narrow;
    mask valid;
} rank_shape;

WAY_INLINE rank_shape shape_of_rank(agents a, flanes half, flanes spacing) {
    const flanes none = f_set(0.0f);
    rank_shape shape = {w_widen(half), w_lt(w_set(0.0), w_set(0.0)), f_le(none, half)};
    if (a.given) {
        flanes radius = load(a, IN_rank2d_course_radius), ranks = load(a, IN_rank2d_ranks);
        wide room = w_mul(w_mul(w_set(1.2), w_widen(spacing)), w_sqrt(w_widen(ranks)));
        wide fitted = w_larger(w_sub(w_widen(radius), room), w_set(0.0));
        fitted = w_keep(w_lt(w_set(0.0), w_widen(ranks)), fitted);
        shape.narrow = w_and(w_lt(w_set(0.0), w_widen(radius)), w_lt(fitted, shape.pivot));
        shape.pivot = w_select(shape.narrow, fitted, shape.pivot);
        mask sizes = m_and(f_lt(radius, f_set(0x1p62f)), f_lt(ranks, f_set(0x1p62f)));
        shape.valid = m_and(m_and(shape.valid, sizes), m_and(f_le(none, radius), f_le(none, ranks)));
    }
    return shape;
}

/* The first stage of rank2d and wheel2d: two unit vectors. */
typedef struct headings {
    wide_vector h, g;
    wide chord, distance; /* only for wheel2d: |g - h| and |wanted - middle| */
} headings;

WAY_INLINE headings rank_headings(agents a) {
    const wide none = w_set(0.0);
    return (headings){wide_unit(load_wide_vector(a, IN_rank2d_heading_x, 2)),
                      wide_unit(load_wide_vector(a, IN_rank2d_ahead_heading_x, 2)), none, none};
}

WAY_INLINE rank2d_answers rank2d(agents a, headings of) {
    const int own = IN_rank2d_x, ahead = IN_rank2d_ahead_x;
    flanes half = load(a, IN_rank2d_half_width), spacing = load(a, IN_rank2d_spacing);
    wide_vector own_heading = load_wide_vector(a, IN_rank2d_heading_x, 2);
    wide_vector ahead_heading = load_wide_vector(a, IN_rank2d_ahead_heading_x, 2);
    wide_vector apart = between_wide(a, own, ahead, 2);
    flanes squares = f_add(w_narrow(wide_square(apart)), f_add(f_mul(half, half), f_mul(spacing, spacing)));
    flanes sizes = f_add(f_add(size_of_place(a, own), size_of_place(a, ahead)), squares);
    mask valid =
        m_and(m_and(has_length(own_heading), has_length(ahead_heading)), f_lt(sizes, f_set(0x1p124f)));
    rank_shape shape = shape_of_rank(a, half, spacing);
    valid = m_and(valid, m_and(shape.valid, f_le(f_set(0.0f), spacing)));
    wide_vector h = of.h, g = of.g;

    wide turn = cross2(g.x, g.y, apart.x, apart.y);
    wide inner = shape.pivot;
    inner = w_select(w_lt(turn, w_set(0.0)), w_negate(inner), inner);
    inner = w_keep(w_or(w_lt(turn, w_set(0.0)), w_lt(w_set(0.0), turn)), inner);
    wide_vector way = wide_add_scaled(apart, wide_sub(right_of(g), right_of(h), 2), inner, 2);
    wide bar = w_widen(spacing), lead = w_mul(w_set(0.5), bar);
    if (a.given)
        way = wide_select(shape.narrow, wide_add_scaled(way, g, lead, 2), way);
    wide_vector u = wide_select(no_length(way), g, wide_unit(way));
    wide_vector next =
        wide_add_scaled(load_wide_vector(a, ahead, 2), wide_sub(right_of(g), right_of(u), 2), inner, 2);
    if (a.given) {
        wide longer =
            w_mul(w_add(bar, lead), w_sub(w_set(1.0), w_mul(w_set(0.5), w_abs(cross2(g.x, g.y, u.x, u.y)))));
        bar = w_select(shape.narrow, longer, bar);
        next = wide_select(shape.narrow, wide_add_scaled(next, g, lead, 2), next);
    }
    next = wide_add_scaled(next, u, w_negate(bar), 2);
    return (rank2d_answers){XY(vector_keep(valid, wide_narrow(next, 2), 2)),
                            XY(vector_keep(valid, wide_narrow(u, 2), 2)),
                            i_select(valid, i_set(WAY_MET), i_set(WAY_INVALID))};
}

#define NAME rank2d
#define SUMS headings
#define SUM(a) rank_headings(a)
#define FINISH(a, sums, roots) rank2d(a, sums)
#define AHEAD (LANES >= 8)
#include "kernels/loop.h"
DEFINE_CALL(way_rank2d, rank2d, fast)

/* Returns h turned by the angle whose chord on the unit circle is `chord`: to the right in lanes of `right`,
   else to the left. */
WAY_INLINE wide_vector wide_turn(wide_vector h, wide chord, widemask right) {
    const wide half = w_set(0.5), one = w_set(1.0);
    wide versed = w_mul(w_mul(chord, chord), half); /* 1 - cosine */
    wide sine = w_mul(chord, w_sqrt(w_larger(w_sub(one, w_mul(versed, half)), w_set(0.0))));
    wide_vector along = wide_scale(h, w_sub(one, versed), 2);
    return wide_add_scaled(along, right_of(h), w_select(right, sine, w_negate(sine)), 2);
}

WAY_INLINE headings wheel_headings(agents a) {
    wide_vector h = wide_unit(load_wide_vector(a, IN_wheel2d_heading_x, 2));
    wide_vector g = wide_unit(load_wide_vector(a, IN_wheel2d_wanted_heading_x, 2));
    return (headings){h, g, w_sqrt(wide_square(wide_sub(g, h, 2))),
                      w_sqrt(wide_square(between_wide(a, IN_wheel2d_x, IN_wheel2d_wanted_x, 2)))};
}

WAY_INLINE wheel2d_answers wheel2d(agents a, headings of) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), two = f_set(2.0f);
    const int own = IN_wheel2d_x, wanted = IN_wheel2d_wanted_x;
    flanes half = load(a, IN_wheel2d_half_width), step = load(a, IN_wheel2d_step);
    flanes catch_up = load_or(a, IN_wheel2d_catch_up, 2.0f);
    wide_vector own_heading = load_wide_vector(a, IN_wheel2d_heading_x, 2);
    wide_vector wanted_heading = load_wide_vector(a, IN_wheel2d_wanted_heading_x, 2);
    wide_vector apart = between_wide(a, own, wanted, 2);
    flanes squares = f_add(w_narrow(wide_square(apart)), f_add(f_mul(half, half), f_mul(step, step)));
    flanes sizes = f_add(f_add(size_of_place(a, own), size_of_place(a, wanted)), squares);
    mask valid =
        m_and(m_and(has_length(own_heading), has_length(wanted_heading)), f_lt(sizes, f_set(0x1p124f)));
    valid = m_and(valid, m_and(f_le(zero, half), f_le(zero, step)));
    valid = m_and(valid, m_and(f_le(one, catch_up), f_le(catch_up, two)));
    wide_vector h = of.h, g = of.g;

    wide way = w_add(of.distance, w_mul(w_widen(half), of.chord));
    wide reach = w_mul(w_widen(step), w_widen(catch_up));
    widemask arrives = w_le(way, reach);
    wide share = w_div(reach, way); /* the share is below 1 if the rank does not arrive */
    widemask right =
        w_lt(cross2(own_heading.x, own_heading.y, wanted_heading.x, wanted_heading.y), w_set(0.0));
    wide_vector heading = wide_select(arrives, g, wide_turn(h, w_mul(of.chord, share), right));
    wide_vector next = wide_add_scaled(load_wide_vector(a, own, 2), apart, share, 2);
    next = wide_select(arrives, load_wide_vector(a, wanted, 2), next);
    wide chord_left = w_sqrt(wide_square(wide_sub(g, heading, 2)));
    wide behind = w_add(w_mul(of.distance, w_sub(w_set(1.0), share)), w_mul(w_widen(half), chord_left));
    return (wheel2d_answers){XY(vector_keep(valid, wide_narrow(next, 2), 2)),
                             XY(vector_keep(valid, wide_narrow(heading, 2), 2)),
                             f_keep(m_andnot(valid, m_narrow(arrives)), w_narrow(behind)),
                             i_select(valid, i_set(WAY_MET), i_set(WAY_INVALID))};
}

#define NAME wheel2d
#define SUMS headings
#define SUM(a) wheel_headings(a)
#define FINISH(a, sums, roots) wheel2d(a, sums)
#define AHEAD (LANES >= 8)
#include "kernels/loop.h"
DEFINE_CALL(way_wheel2d, wheel2d, fast)

/* Rounds `a` down to an integer, for 0 <= a < 2^22. */
WAY_INLINE flanes whole(flanes a) {
    const flanes big = f_set(0x1p23f);
    flanes near = f_sub(f_add(a, big), big);
    return f_sub(near, f_keep(f_lt(a, near), f_set(1.0f)));
}

WAY_INLINE flanes is_odd(flanes a) { return f_sub(a, f_mul(f_set(2.0f), whole(f_mul(a, f_set(0.5f))))); }

/* The components of c(s) for s = 0 to 5: x as a multiple of 1/2, and y as a multiple of sqrt(3/4). */
WAY_INLINE flanes halves_along(flanes side) {
    flanes off = f_abs(f_sub(side, f_set(3.0f)));
    return f_sub(off, f_select(f_lt(off, f_set(1.5f)), f_set(2.0f), f_set(1.0f)));
}

WAY_INLINE flanes roots_up(flanes side) {
    const flanes three = f_set(3.0f);
    flanes up = f_flip(f_set(1.0f), f_sub(f_set(2.5f), side));
    return f_keep(m_and(f_lt(f_set(0.0f), side), m_or(f_lt(side, three), f_lt(three, side))), up);
}

WAY_INLINE pack2d_answers pack2d(agents a) {
    const flanes zero = f_set(0.0f), half = f_set(0.5f), one = f_set(1.0f), three = f_set(3.0f),
                 six = f_set(6.0f);
    vector middle = load_vector(a, IN_pack2d_middle_x, 2);
    flanes spacing = load(a, IN_pack2d_spacing), number = load(a, IN_pack2d_number);
    mask valid = m_and(f_le(zero, spacing), m_and(f_le(zero, number), f_lt(number, f_set(0x1p20f))));
    flanes k = whole(f_keep(valid, number));
    flanes square = f_div(f_larger(f_sub(k, f_set(0.25f)), zero), three); /* equals (r - 1/2)^2 for the first
                                                                             unit of a ring */
    flanes ring = whole(f_add(f_sqrt(square), half));
    flanes first = f_add(f_mul(f_mul(three, ring), f_sub(ring, one)), one);
    flanes on_ring = f_larger(f_sub(k, first), zero), turn = whole(f_div(on_ring, six));
    flanes side = f_sub(on_ring, f_mul(six, turn));
    /* the units of a side are numbered from its middle: the middle one, then alternately one before it and
       one after it */
    flanes off = whole(f_mul(f_add(turn, one), half));
    off = f_select(f_lt(zero, is_odd(f_add(turn, ring))), f_negate(off), off);
    flanes along = f_add(whole(f_mul(ring, half)), off), next = f_add(side, f_set(2.0f));
    next = f_sub(next, f_keep(f_le(six, next), six));
    flanes x = f_add(f_mul(ring, halves_along(side)), f_mul(along, halves_along(next)));
    flanes y = f_add(f_mul(ring, roots_up(side)), f_mul(along, roots_up(next)));
    vector place = {f_add(middle.x, f_mul(spacing, f_mul(x, half))),
                    f_add(middle.y, f_mul(spacing, f_mul(y, f_set(0.8660254f)))), middle.z};
    flanes sizes = f_add(size_of_place(a, IN_pack2d_middle_x), f_mul(spacing, f_add(ring, one)));
    valid = m_and(valid, f_lt(sizes, f_set(0x1p126f)));
    return (pack2d_answers){XY(vector_keep(valid, place, 2)),
                            i_select(valid, i_set(WAY_MET), i_set(WAY_INVALID))};
}

#define NAME pack2d
#define SOLVE(a) pack2d(a)
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_pack2d, pack2d, exact)
