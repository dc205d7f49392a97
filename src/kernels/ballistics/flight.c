/* Computes the position p + v t - g t^2 / 2 and the velocity v - g t of a thrown body under gravity g, where
   y is the height. Let c be the body's height above the wanted height, and disc = v.y^2 + 2 g c. The body
   lands, that is, it falls through the wanted height, at

       t = (|v.y| + sqrt(disc)) / g if v.y is 0 or more, 2 c / (|v.y| + sqrt(disc)) if v.y is below 0.

   These formulas follow "Two Basic Kinematics Problems" (solving parabolas). Cancellation can occur only in
   the terms of `disc`. If they cancel because the wanted height is near the top of an upward flight, `disc`
   is computed again in wide lanes. Everything else is computed in floats. */
#define WAY_FAMILY "kernels/ballistics/flight.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

#define INPUT(dims, column) COLUMN(dims, flight, column)

typedef struct flying {
    vector point, velocity;
    flanes landing;
    mask valid;
    ilanes status;
} flying;

WAY_INLINE wide wide_disc(agents a, int dims) {
    wide g = load_wide(a, INPUT(dims, gravity)), vy = load_wide(a, INPUT(dims, body_vy));
    wide above = load_wide(a, INPUT(dims, body_y));
    if (has(a, INPUT(dims, height)))
        above = w_sub(above, load_wide(a, INPUT(dims, height)));
    return w_add(w_mul(vy, vy), w_mul(w_add(g, g), above));
}

WAY_INLINE flanes height_above(agents a, int dims) {
    flanes y = load(a, INPUT(dims, body_y));
    return has(a, INPUT(dims, height)) ? f_sub(y, load(a, INPUT(dims, height))) : y;
}

/* Returns disc. If v.y^2 and 2 g c cancel, disc may be too inaccurate for its root, or have the wrong sign.
   For a falling body this does not matter: the root is added to a larger number, or the body never lands. */
WAY_INLINE flanes landing_disc(agents a, int dims) {
    flanes vy = load(a, INPUT(dims, body_vy)), gravity = load(a, INPUT(dims, gravity));
    flanes disc = f_add(f_mul(vy, vy), f_mul(f_add(gravity, gravity), height_above(a, dims)));
#if WAY_WIDE_IS_DOUBLE
    flanes bound = f_larger(f_mul(disc, f_set(0x1p5f)), f_mul(disc, f_set(-0x1p18f)));
    mask cancels = f_lt(bound, f_mul(vy, f_abs(vy)));
    if (!WAY_USUALLY(!m_any(cancels)))
        disc = f_select(cancels, w_narrow(wide_disc(again(a), dims)), disc);
#endif
    return disc;
}

/* Returns all answers, which are meaningless in invalid lanes. */
WAY_INLINE flying fly_unmasked(agents a, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    flanes gravity = load(a, INPUT(dims, gravity)), t = load(a, INPUT(dims, time));
    vector place = load_vector(a, INPUT(dims, body_x), dims), v = load_vector(a, INPUT(dims, body_vx), dims);
    flanes fallen = f_mul(gravity, t);
    flying b = {.velocity = {v.x, f_sub(v.y, fallen), v.z}};
    b.point = vector_add(place, vector_scale(v, t, dims), dims);
    b.point.y = f_sub(b.point.y, f_mul(f_mul(fallen, f_set(0.5f)), t));

    flanes disc = landing_disc(a, dims), c = height_above(a, dims);
    mask falls = f_lt(v.y, zero);
    flanes w = f_add(f_abs(v.y), f_sqrt(disc)), twice = f_add(c, c);
    flanes landing = f_div(f_select(falls, twice, w), f_select(falls, w, gravity));
    /* if gravity is 0 or -0, the body may never land, or stay at the wanted height; the result is then
       infinity */
    b.landing = f_select(f_le(zero, landing), landing, infinity);
    b.status = i_except(f_lt(b.landing, infinity), i_set(WAY_TOO_SLOW));
    flanes sum = f_add(vector_sum(b.point, dims), disc);
    b.valid = f_le(f_mul(sum, zero), gravity); /* all numbers are finite, and gravity is at least 0 */
    return b;
}

WAY_INLINE flying fly(agents a, int dims) {
    flying b = fly_unmasked(a, dims);
    if (WAY_USUALLY(m_all(b.valid)))
        return b;
    b = fly_unmasked(again(a), dims);
    b.point = vector_keep(b.valid, b.point, dims);
    b.velocity = vector_keep(b.valid, b.velocity, dims);
    b.landing = f_select(b.valid, b.landing, f_set(INFINITY));
    b.status = i_select(b.valid, b.status, i_set(WAY_INVALID));
    return b;
}

WAY_INLINE flight2d_answers flight2d(flying b) {
    return (flight2d_answers){XY(b.point), XY(b.velocity), b.landing, b.status};
}

#define NAME flight2d
#define SOLVE(a) flight2d(fly(a, 2))
#include "kernels/loop.h"
DEFINE_CALL(way_flight2d, flight2d, fast)

WAY_INLINE flight3d_answers flight3d(flying b) {
    return (flight3d_answers){XYZ(b.point), XYZ(b.velocity), b.landing, b.status};
}

#define NAME flight3d
#define SOLVE(a) flight3d(fly(a, 3))
#include "kernels/loop.h"
DEFINE_CALL(way_flight3d, flight3d, fast)
