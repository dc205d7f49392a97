/* Decides when a ray or a moving ball meets a triangle in space, in plain C. Each decision is the sign of a
   sum, which is computed in doubles, and again in twins (double_double.h) if rounding could change it.

   A ray hits a triangle if it passes all three edges on the same side. For an edge from w to w + e, relative to
   the start, this side is the sign of d . (w x e). Two triangles with a common edge compare the same number,
   up to its sign, so no ray passes between them.

   A ball meets the surface around a triangle at a distance of the radius: two copies of the triangle, a
   cylinder around each edge, and a ball around each corner. Source: the library's own method. */
#define WAY_ISA scalar
#define WAY_PRECISION exact
#include "choose/triangle_flight.h"

#include <math.h>
#include <string.h>

#include "choose/cast_columns.h"

/* Vectors ------------------------------------------------------------------------------------------------ */

WAY_INLINE twin3 sub3(twin3 a, twin3 b, int exact) {
    return (twin3){t_sub(a.x, b.x, exact), t_sub(a.y, b.y, exact), t_sub(a.z, b.z, exact)};
}

WAY_INLINE twin3 times3(twin3 a, twin by, int exact) {
    return (twin3){t_mul(a.x, by, exact), t_mul(a.y, by, exact), t_mul(a.z, by, exact)};
}

/* The exact products are functions, because each one is as long as a whole decision in doubles. */
WAY_OUT_OF_LINE twin dot3_exactly(twin3 a, twin3 b) {
    return twin_add(twin_dot(a.x, a.y, b.x, b.y), twin_mul(a.z, b.z));
}

WAY_INLINE twin dot3(twin3 a, twin3 b, int exact) {
    return exact ? dot3_exactly(a, b) : twin_of(a.x.hi * b.x.hi + a.y.hi * b.y.hi + a.z.hi * b.z.hi);
}

WAY_OUT_OF_LINE twin3 cross3_exactly(twin3 a, twin3 b) {
    return (twin3){twin_cross(a.y, a.z, b.y, b.z), twin_cross(a.z, a.x, b.z, b.x),
                   twin_cross(a.x, a.y, b.x, b.y)};
}

WAY_INLINE twin3 cross3(twin3 a, twin3 b, int exact) {
    if (exact)
        return cross3_exactly(a, b);
    return (twin3){t_cross(a.y, a.z, b.y, b.z, 0), t_cross(a.z, a.x, b.z, b.x, 0),
                   t_cross(a.x, a.y, b.x, b.y, 0)};
}

WAY_INLINE twin3 negative3(twin3 a) { return (twin3){twin_negate(a.x), twin_negate(a.y), twin_negate(a.z)}; }

/* Returns an upper bound of the length. The product of the sizes of two vectors is an upper bound of the
   terms of their product. */
WAY_INLINE double size3(twin3 a) { return fabs(a.x.hi) + fabs(a.y.hi) + fabs(a.z.hi); }

/* Is a vector with terms of this size 0? */
WAY_INLINE int is_zero3(twin3 a, double size, int exact, int *open) {
    int own = 0;
    const int x = twin_sign(a.x, size, exact, &own), y = twin_sign(a.y, size, exact, &own),
              z = twin_sign(a.z, size, exact, &own), zero = (x | y | z) == 0;
    *open |= zero & own;
    return zero;
}

/* A triangle, relative to the start of a flight ---------------------------------------------------------- */

typedef struct triangle_ahead {
    twin3 w[3]; /* the corners */
    twin3 e[3]; /* e[k] leads from corner k to the next one */
    twin3 n;    /* perpendicular to the triangle, towards its front; twice its area long */
    double size_w[3], size_e[3], size_n;
} triangle_ahead;

WAY_INLINE twin3 corner_from(const way_flight *f, const float at[3], int exact) {
    if (!exact)
        return (twin3){twin_of(at[0] - f->at.x.hi - f->at.x.lo), twin_of(at[1] - f->at.y.hi - f->at.y.lo),
                       twin_of(at[2] - f->at.z.hi - f->at.z.lo)};
    return sub3((twin3){twin_of(at[0]), twin_of(at[1]), twin_of(at[2])}, f->at, 1);
}

WAY_INLINE twin3 edge_between(const float from[3], const float to[3], int exact) {
    return (twin3){t_between(from[0], to[0], exact), t_between(from[1], to[1], exact),
                   t_between(from[2], to[2], exact)};
}

WAY_INLINE triangle_ahead triangle_from(const way_flight *f, const way_triangle *t, int exact) {
    const float corner[3][3] = {{t->ax, t->ay, t->az}, {t->bx, t->by, t->bz}, {t->cx, t->cy, t->cz}};
    triangle_ahead a;
    for (int k = 0; k < 3; k++) {
        a.w[k] = corner_from(f, corner[k], exact);
        a.e[k] = edge_between(corner[k], corner[(k + 1) % 3], exact);
        a.size_w[k] = size3(a.w[k]);
        a.size_e[k] = size3(a.e[k]);
    }
    a.n = cross3(a.e[0], negative3(a.e[2]), exact);
    a.size_n = a.size_e[0] * a.size_e[2];
    return a;
}

/* Is the start over or below the triangle, as seen along n? */
WAY_INLINE int is_over_face(const triangle_ahead *a, int exact, int *open) {
    int own = 0;
    for (int k = 0; k < 3; k++) {
        const twin s = dot3(a->n, cross3(a->w[k], a->e[k], exact), exact);
        if (twin_sign(s, a->size_n * a->size_w[k] * a->size_e[k], exact, &own) < 0)
            return 0;
    }
    if (is_zero3(a->n, a->size_n, exact, &own))
        return 0;
    *open |= own;
    return 1;
}

/* Rays --------------------------------------------------------------------------------------------------- */

/* When does a ray meet a segment from w to w + e? */
WAY_INLINE ray_verdict meet_edge(const way_flight *f, twin3 w, twin3 e, int exact, twin *t) {
    const double size_w = size3(w), size_d = size3(f->d), size_c = size3(e) * size_d;
    const twin3 c = cross3(f->d, e, exact), m = cross3(w, f->d, exact);
    int open = 0;
    if (is_zero3(c, size_c, exact, &open)) {
        if (!is_zero3(m, size_w * size_d, exact, &open))
            return open ? RAY_UNDECIDED : RAY_MISSES;
        const twin first = dot3(w, f->d, exact), last = t_add(first, dot3(e, f->d, exact), exact),
                   near = first.hi < last.hi ? first : last, far = first.hi < last.hi ? last : first;
        const double size = size_w * size_d + size_c;
        const int reached = twin_sign(far, size, exact, &open), begun = twin_sign(near, size, exact, &open);
        if (open)
            return RAY_UNDECIDED;
        *t = begun <= 0 ? twin_of(0.0) : t_div(near, dot3(f->d, f->d, exact), exact);
        return reached < 0 ? RAY_MISSES : RAY_HITS;
    }
    const twin square = dot3(c, c, exact), along = dot3(m, c, exact),
               over = dot3(cross3(w, e, exact), c, exact);
    const double size = size_w * size_d * size_c;
    const int aside = twin_sign(dot3(w, c, exact), size_w * size_c, exact, &open),
              begun = twin_sign(over, size_w * size3(e) * size_c, exact, &open),
              after = twin_sign(along, size, exact, &open),
              before = twin_sign(t_sub(square, along, exact), size + size_c * size_c, exact, &open);
    if (open)
        return RAY_UNDECIDED;
    *t = begun == 0 ? twin_of(0.0) : t_div(over, square, exact);
    return aside != 0 || begun < 0 || after < 0 || before < 0 ? RAY_MISSES : RAY_HITS;
}

/* When does a ray in the plane of a triangle meet it? */
WAY_INLINE ray_verdict meet_in_plane(const way_flight *f, const triangle_ahead *a, int exact, twin *t) {
    ray_verdict found = RAY_MISSES;
    int open = 0;
    if (is_over_face(a, exact, &open) && !open) {
        *t = twin_of(0.0);
        return RAY_HITS;
    }
    for (int k = 0; k < 3; k++) {
        twin at = twin_of(0.0);
        const ray_verdict is = meet_edge(f, a->w[k], a->e[k], exact, &at);
        open |= is == RAY_UNDECIDED;
        way_keep_earlier(is, at, &found, t);
    }
    return open ? RAY_UNDECIDED : found;
}

/* When does a ray without a radius, or a point, meet a triangle? */
WAY_INLINE ray_verdict meet_thin(const way_flight *f, const triangle_ahead *a, int sides, int exact,
                                 twin *t) {
    const double size_d = size3(f->d);
    int open = 0, lowest = 0, highest = 0;
    for (int k = 0; k < 3; k++) {
        const twin v = dot3(f->d, cross3(a->w[k], a->e[k], exact), exact);
        const int sign = twin_sign(v, size_d * a->size_w[k] * a->size_e[k], exact, &open);
        lowest = sign < lowest ? sign : lowest;
        highest = sign > highest ? sign : highest;
    }
    if (lowest < 0 && highest > 0)
        return RAY_MISSES;
    const twin pace = dot3(f->d, a->n, exact), gap = dot3(a->w[0], a->n, exact);
    const int leads = twin_sign(pace, size_d * a->size_n, exact, &open),
              ahead = twin_sign(gap, a->size_w[0] * a->size_n, exact, &open) * leads;
    if (ahead < 0 || way_is_transparent(sides, -leads))
        return RAY_MISSES;
    if (open)
        return RAY_UNDECIDED;
    if (leads != 0) {
        if (lowest * leads < 0 || highest * leads < 0 || (f->is_sweep && ahead == 0))
            return RAY_MISSES;
        *t = ahead == 0 ? twin_of(0.0) : t_div(gap, pace, exact);
        return RAY_HITS;
    }
    if (f->is_sweep || twin_sign(gap, a->size_w[0] * a->size_n, exact, &open) != 0)
        return RAY_MISSES;
    return meet_in_plane(f, a, exact, t);
}

/* Balls -------------------------------------------------------------------------------------------------- */

/* Returns the vector from the nearest point of the triangle to a centre. w are the corners, relative to the
   centre. */
static twin3 from_nearest(const triangle_ahead *a) {
    int open = 0;
    twin3 best = {{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
    twin least = twin_of(INFINITY);
    if (is_over_face(a, 1, &open)) {
        const twin share = t_div(dot3(a->w[0], a->n, 1), dot3(a->n, a->n, 1), 1);
        return negative3(times3(a->n, share, 1));
    }
    for (int k = 0; k < 3; k++) {
        const twin ee = dot3(a->e[k], a->e[k], 1), along = twin_negate(dot3(a->w[k], a->e[k], 1));
        twin at = twin_of(0.0);
        if (ee.hi > 0.0)
            at = along.hi <= 0.0 ? at : along.hi >= ee.hi ? twin_of(1.0) : t_div(along, ee, 1);
        const twin3 away = sub3(negative3(a->w[k]), times3(a->e[k], at, 1), 1);
        const twin square = dot3(away, away, 1);
        if (!(square.hi < least.hi))
            continue;
        least = square;
        best = away;
    }
    return best;
}

/* Does the ball touch or overlap the triangle at the start? */
WAY_INLINE int touches_now(const way_flight *f, const triangle_ahead *a, int exact, int *open) {
    const twin square = twin_product(f->radius, f->radius);
    int own = 0, in_face = 0, touches = 0;
    if (is_over_face(a, exact, &in_face)) {
        const twin gap = dot3(a->w[0], a->n, exact), far = t_mul(gap, gap, exact),
                   near = t_mul(square, dot3(a->n, a->n, exact), exact);
        const double size = a->size_w[0] * a->size_n;
        const int sign = twin_sign(t_sub(far, near, exact), size * size + near.hi, exact, &in_face);
        touches |= sign <= 0 && !in_face;
        own |= in_face && sign <= 0;
    }
    for (int k = 0; k < 3; k++) {
        const twin3 m = cross3(a->w[k], a->e[k], exact);
        const twin ee = dot3(a->e[k], a->e[k], exact), along = twin_negate(dot3(a->w[k], a->e[k], exact)),
                   wide = t_mul(square, ee, exact), ww = dot3(a->w[k], a->w[k], exact);
        const double size = a->size_w[k] * a->size_e[k];
        int side = 0, end = 0;
        const int near =
                      twin_sign(t_sub(dot3(m, m, exact), wide, exact), size * size + wide.hi, exact, &side),
                  after = twin_sign(along, size, exact, &side),
                  before = twin_sign(t_sub(ee, along, exact), size + ee.hi, exact, &side),
                  corner = twin_sign(t_sub(ww, square, exact), ww.hi + square.hi, exact, &end);
        const int along_side = ee.hi > 0.0 && near <= 0 && after >= 0 && before >= 0;
        touches |= (along_side && !side) | (corner <= 0 && !end);
        own |= (along_side && side) | (corner <= 0 && end);
    }
    *open |= own && !touches;
    return touches;
}

/* When does the ball meet the copy of the triangle on the side of the start? */
WAY_INLINE ray_verdict meet_face(const way_flight *f, const triangle_ahead *a, int exact, twin *t) {
    int open = 0;
    const twin pace = dot3(f->d, a->n, exact), gap = dot3(a->w[0], a->n, exact), nn = dot3(a->n, a->n, exact),
               square = twin_product(f->radius, f->radius), near = t_mul(square, nn, exact);
    const double size_d = size3(f->d), size = a->size_w[0] * a->size_n;
    const int leads = twin_sign(pace, size_d * a->size_n, exact, &open),
              ahead = twin_sign(gap, size, exact, &open) * leads,
              apart =
                  twin_sign(t_sub(t_mul(gap, gap, exact), near, exact), size * size + near.hi, exact, &open);
    if (ahead < 0 || apart < 0)
        return RAY_MISSES;
    if (open)
        return RAY_UNDECIDED;
    if (ahead <= 0 || apart <= 0 || is_zero3(a->n, a->size_n, exact, &open))
        return RAY_MISSES;
    const twin reach = t_mul(twin_of(f->radius), t_sqrt(nn, exact), exact),
               at = t_div(t_sub(t_abs(gap, exact), reach, exact), t_abs(pace, exact), exact);
    for (int k = 0; k < 3; k++) {
        const twin s = dot3(a->n, cross3(a->w[k], a->e[k], exact), exact),
                   g = dot3(a->n, cross3(f->d, a->e[k], exact), exact);
        const double size_e = a->size_n * a->size_e[k];
        if (twin_sign(t_sub(s, t_mul(at, g, exact), exact), size_e * (a->size_w[k] + fabs(at.hi) * size_d),
                      exact, &open) < 0)
            return RAY_MISSES;
    }
    *t = at;
    return open ? RAY_UNDECIDED : RAY_HITS;
}

/* When does the ball meet the cylinder around edge k? */
WAY_INLINE ray_verdict meet_cylinder(const way_flight *f, const triangle_ahead *a, int k, int exact,
                                     twin *t) {
    int open = 0;
    const twin3 w = a->w[k], e = a->e[k], m = cross3(e, w, exact), n = cross3(f->d, e, exact);
    const twin ee = dot3(e, e, exact), square = twin_product(f->radius, f->radius),
               wide = t_mul(square, ee, exact), nn = dot3(n, n, exact), b = dot3(m, n, exact),
               c = t_sub(dot3(m, m, exact), wide, exact), h = dot3(w, n, exact),
               reach = t_mul(square, nn, exact), rest = t_sub(reach, t_mul(h, h, exact), exact);
    const double size_d = size3(f->d), size_m = a->size_w[k] * a->size_e[k], size_n = size_d * a->size_e[k],
                 size_h = a->size_w[k] * size_n;
    const int passes = twin_sign(rest, reach.hi + size_h * size_h, exact, &open),
              comes = twin_sign(b, size_m * size_n, exact, &open),
              apart = twin_sign(c, size_m * size_m + wide.hi, exact, &open);
    if (passes < 0 || comes > 0 || apart < 0)
        return RAY_MISSES;
    if (open)
        return RAY_UNDECIDED;
    if (comes >= 0 || apart <= 0)
        return RAY_MISSES;
    const twin root = passes > 0 ? t_sqrt(t_mul(ee, rest, exact), exact) : twin_of(0.0),
               at = t_div(c, t_sub(root, b, exact), exact),
               along = t_sub(t_mul(at, dot3(f->d, e, exact), exact), dot3(w, e, exact), exact);
    const double size = size_m + fabs(at.hi) * size_n;
    const int after = twin_sign(along, size, exact, &open),
              before = twin_sign(t_sub(ee, along, exact), size + ee.hi, exact, &open);
    *t = at;
    return after < 0 || before < 0 ? RAY_MISSES : open ? RAY_UNDECIDED : RAY_HITS;
}

/* When does the ball meet corner k? */
WAY_INLINE ray_verdict meet_corner(const way_flight *f, const triangle_ahead *a, int k, int exact, twin *t) {
    int open = 0;
    const twin3 w = a->w[k], aside = cross3(w, f->d, exact);
    const twin square = twin_product(f->radius, f->radius), ww = dot3(w, w, exact),
               c = t_sub(ww, square, exact), b = dot3(w, f->d, exact),
               reach = t_mul(square, dot3(f->d, f->d, exact), exact),
               rest = t_sub(reach, dot3(aside, aside, exact), exact);
    const double size = a->size_w[k] * size3(f->d);
    const int passes = twin_sign(rest, reach.hi + size * size, exact, &open),
              comes = twin_sign(b, size, exact, &open), apart = twin_sign(c, ww.hi + square.hi, exact, &open);
    if (passes < 0 || comes < 0 || apart < 0)
        return RAY_MISSES;
    if (open)
        return RAY_UNDECIDED;
    if (comes <= 0 || apart <= 0)
        return RAY_MISSES;
    const twin root = passes > 0 ? t_sqrt(rest, exact) : twin_of(0.0);
    *t = t_div(c, t_add(root, b, exact), exact);
    return RAY_HITS;
}

/* Does a ball that touches the triangle at the start come nearer? */
static int comes_nearer(const way_flight *f, const triangle_ahead *a) {
    const twin3 away = from_nearest(a);
    int open = 0;
    return twin_sign(dot3(away, f->d, 1), size3(away) * size3(f->d), 1, &open) < 0;
}

/* The parts of the surface around a triangle: a copy of the triangle, three cylinders and three balls. */
enum { PIECES = 7 };

WAY_INLINE ray_verdict meet_piece(const way_flight *f, const triangle_ahead *a, int piece, int exact,
                                  twin *t) {
    return piece == 0  ? meet_face(f, a, exact, t)
           : piece < 4 ? meet_cylinder(f, a, piece - 1, exact, t)
                       : meet_corner(f, a, piece - 4, exact, t);
}

WAY_OUT_OF_LINE ray_verdict meet_piece_exactly(const way_flight *f, const triangle_ahead *a, int piece,
                                               twin *t) {
    return meet_piece(f, a, piece, 1, t);
}

/* Does a triangle with these `sides` let the ball pass through? */
WAY_INLINE int lets_pass(const way_flight *f, const triangle_ahead *a, int sides, int exact, int *open) {
    int side = -twin_sign(dot3(a->w[0], a->n, exact), a->size_w[0] * a->size_n, exact, open);
    if (side == 0 && !f->is_sweep)
        side = -twin_sign(dot3(f->d, a->n, exact), size3(f->d) * a->size_n, exact, open);
    return way_is_transparent(sides, side);
}

/* When does a ball with a radius meet a triangle? */
WAY_INLINE ray_verdict meet_wide(const way_flight *f, const triangle_ahead *a, int sides, twin *t) {
    int open = 0;
    if (sides != 0) {
        const int passes = lets_pass(f, a, sides, 0, &open);
        if (open)
            return RAY_UNDECIDED;
        if (passes)
            return RAY_MISSES;
    }
    const int touches = touches_now(f, a, 0, &open);
    if (open || (touches && f->is_sweep))
        return RAY_UNDECIDED;
    *t = twin_of(0.0);
    if (touches)
        return RAY_HITS;
    ray_verdict found = RAY_MISSES;
    for (int k = 0; k < PIECES; k++) {
        twin at = twin_of(0.0);
        const ray_verdict is = meet_piece(f, a, k, 0, &at);
        open |= is == RAY_UNDECIDED;
        way_keep_earlier(is, at, &found, t);
    }
    return open ? RAY_UNDECIDED : found;
}

WAY_OUT_OF_LINE int touches_exactly(const way_flight *f, const triangle_ahead *a) {
    int open = 0;
    return touches_now(f, a, 1, &open);
}

/* Computes the meeting again in twins. Decisions that doubles have made are kept; only the time is computed
   again in any case. */
WAY_OUT_OF_LINE ray_verdict meet_wide_exactly(const way_flight *f, const way_triangle *triangle, twin *t) {
    const triangle_ahead a = triangle_from(f, triangle, 1), rounded = triangle_from(f, triangle, 0);
    int open = 0;
    if (triangle->sides != 0 && lets_pass(f, &a, triangle->sides, 1, &open))
        return RAY_MISSES;
    int touches = touches_now(f, &rounded, 0, &open);
    if (open)
        touches = touches_exactly(f, &a);
    *t = twin_of(0.0);
    if (touches)
        return f->is_sweep && !comes_nearer(f, &a) ? RAY_MISSES : RAY_HITS;
    ray_verdict found = RAY_MISSES;
    for (int k = 0; k < PIECES; k++) {
        twin at = twin_of(0.0);
        ray_verdict is = meet_piece(f, &rounded, k, 0, &at);
        if (is == RAY_MISSES || (is == RAY_HITS && found == RAY_HITS && at.hi > t->hi * (1.0 + WAY_NEAR)))
            continue;
        is = meet_piece_exactly(f, &a, k, &at);
        way_keep_earlier(is, at, &found, t);
    }
    return found;
}

WAY_OUT_OF_LINE ray_verdict meet_thin_exactly(const way_flight *f, const way_triangle *triangle, twin *t) {
    const triangle_ahead a = triangle_from(f, triangle, 1);
    return meet_thin(f, &a, triangle->sides, 1, t);
}

ray_verdict way_meet_triangle(const way_flight *f, const way_triangle *triangle, int exact, twin *t) {
    if (exact)
        return f->radius > 0.0 ? meet_wide_exactly(f, triangle, t) : meet_thin_exactly(f, triangle, t);
    const triangle_ahead a = triangle_from(f, triangle, 0);
    return f->radius > 0.0 ? meet_wide(f, &a, triangle->sides, t) : meet_thin(f, &a, triangle->sides, 0, t);
}

/* Where they meet ---------------------------------------------------------------------------------------- */

static void set_unit(double x, double y, double z, double unit[3]) {
    double d[3] = {x, y, z}, power[2];
    way_scale3(d, power);
    const double length = way_sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (int k = 0; k < 3; k++)
        unit[k] = d[k] / length + 0.0; /* + 0.0: no -0 */
}

/* Sets the normal to the side from which the ray comes, or to the direction from which it comes if it moves in
   the plane of the triangle. Returns 0 if doubles do not suffice. */
static int set_face_normal(const way_flight *f, const triangle_ahead *a, int exact, double unit[3]) {
    int open = 0;
    const int leads = twin_sign(dot3(f->d, a->n, exact), size3(f->d) * a->size_n, exact, &open);
    if (open || (!exact && size3(a->n) <= TWIN_LEAST * a->size_n))
        return 0;
    if (leads == 0)
        set_unit(-f->d.x.hi, -f->d.y.hi, -f->d.z.hi, unit);
    else
        set_unit(-a->n.x.hi * leads, -a->n.y.hi * leads, -a->n.z.hi * leads, unit);
    return 1;
}

way_landing way_land_on(const way_flight *f, const way_triangle *triangle, twin t) {
    way_landing l;
    const twin3 move = times3(f->d, t, 1);
    triangle_ahead a = triangle_from(f, triangle, f->radius > 0.0);
    twin3 to = move;
    int is_set = 0;
    if (f->radius > 0.0) {
        triangle_ahead then = a;
        for (int k = 0; k < 3; k++) {
            then.w[k] = sub3(a.w[k], move, 1);
            then.size_w[k] = size3(then.w[k]);
        }
        const twin3 away = from_nearest(&then);
        const double square = dot3(away, away, 1).hi;
        is_set = square > 0x1p-60 * f->radius * f->radius;
        if (is_set)
            set_unit(away.x.hi, away.y.hi, away.z.hi, l.normal);
        if (t.hi > 0.0 || f->is_sweep)
            to = sub3(move, away, 1);
    }
    if (!is_set && !set_face_normal(f, &a, f->radius > 0.0, l.normal)) {
        a = triangle_from(f, triangle, 1);
        set_face_normal(f, &a, 1, l.normal);
    }
    l.to = to;
    return l;
}
