/* A thrown body under gravity g, y being the height: p + v t - g t^2 / 2 and v - g t. With c its height above the one
   asked for and disc = v.y^2 + 2 g c, it comes down through it at

       t = (v.y + sqrt(disc)) / g where it goes up,  2 c / (sqrt(disc) - v.y) where it goes down

   after "Two Basic Kinematics Problems" (solving parabolas). Only disc and c cancel, which are formed in wide lanes and
   rounded once; the rest is float. */
#include "kernels/agents.h"
#include "kernels/answers.h"

typedef struct flying {
    vector point, velocity;
    flanes landing;
    ilanes status;
} flying;

WAY_INLINE flying fly(agents a, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    flanes gravity = load(a, COLUMN(flight, gravity)), t = load(a, COLUMN(flight, time));
    vector place = load_vector(a, COLUMN(flight, body_x), dims),
           v = load_vector(a, COLUMN(flight, body_vx), dims);
    flying b;
    flanes fallen = f_mul(gravity, t);
    b.point = vector_add(place, vector_scale(v, t, dims), dims);
    b.point.y = f_sub(b.point.y, f_mul(f_mul(fallen, f_set(0.5f)), t));
    b.velocity = v;
    b.velocity.y = f_sub(v.y, fallen);

    flanes height = load_or(a, COLUMN(flight, height), 0.0f);
    wide g = w_widen(gravity), vy = load_wide(a, COLUMN(flight, body_vy));
    wide above = w_sub(load_wide(a, COLUMN(flight, body_y)), w_widen(height));
    flanes disc = w_narrow(w_add(w_mul(vy, vy), w_mul(w_add(g, g), above))), c = w_narrow(above);
    mask falls = f_lt(v.y, zero), comes = m_and(f_le(zero, disc), m_or(f_le(zero, c), f_le(zero, v.y)));
    flanes root = f_sqrt(f_keep(comes, disc));
    flanes landing =
        f_div(f_select(falls, f_add(c, c), f_add(v.y, root)), f_select(falls, f_sub(root, v.y), gravity));
    /* without gravity it may never, or be there for good; and gravity may be -0 */
    comes = m_and(comes, m_and(f_le(zero, landing), f_le(landing, f_set(FLT_MAX))));

    flanes sum = f_add(f_add(vector_size(place, dims), vector_size(v, dims)), f_add(gravity, f_abs(t)));
    flanes found =
        f_add(f_add(vector_size(b.point, dims), vector_size(b.velocity, dims)), f_add(f_abs(c), f_abs(disc)));
    mask valid = m_and(f_le(zero, gravity), f_lt(f_add(sum, found), infinity));
    comes = m_and(comes, valid);
    b.point = vector_keep(valid, b.point, dims);
    b.velocity = vector_keep(valid, b.velocity, dims);
    b.landing = f_select(comes, f_keep(comes, landing), infinity);
    b.status = i_select(comes, i_set(WAY_MET), i_set(WAY_TOO_SLOW));
    b.status = i_select(valid, b.status, i_set(WAY_INVALID));
    return b;
}

WAY_INLINE flight2d_answers flight2d(flying b) {
    return (flight2d_answers){XY(b.point), XY(b.velocity), b.landing, b.status};
}

#define NAME flight2d
#define SOLVE(a) flight2d(fly(a, 2))
#include "kernels/loop.h"

WAY_INLINE flight3d_answers flight3d(flying b) {
    return (flight3d_answers){XYZ(b.point), XYZ(b.velocity), b.landing, b.status};
}

#define NAME flight3d
#define SOLVE(a) flight3d(fly(a, 3))
#include "kernels/loop.h"
