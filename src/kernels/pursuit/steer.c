/* Turns a heading towards a wanted velocity by at most the angle a = rate dt. e is the unit heading, and g is
   the unit vector of the wanted velocity. b is the angle from e to g, and n is the unit vector at a right
   angle to e, on the side of g:

       tan(b/2) = sin b / (1 + cos b), or (1 - cos b) / sin b if cos b < 0.
       The direction of g is reached if b <= a, that is, if tan(b/2) <= tan(a/2).
       Otherwise the new heading is e cos a + n sin a.

   Only sin b = |e x g| suffers from cancellation, so it is computed in wide lanes from the exact inputs.
   Everything else is computed in floats; the sine and the cosine of a / 2 are polynomials. If g is opposite
   to e, the turn is to the left. In 3D, the axis of this left turn is z, or x if the heading is steeper than
   45 degrees. */
#define WAY_FAMILY "kernels/pursuit/steer.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/angle.h"
#include "kernels/answers.h"

/* Two values: sin b, and the unit vector n, which is the product of `way` and `per_length`. */
typedef struct across {
    vector way;
    flanes per_length, sine;
} across;

WAY_INLINE across across2(wide_vector heading, wide_vector wanted, wide per_both, vector e) {
    const flanes one = f_set(1.0f);
    flanes k = w_narrow(w_mul(cross2(heading.x, heading.y, wanted.x, wanted.y), per_both));
    flanes left = f_select(f_lt(k, f_set(0.0f)), f_set(-1.0f), one);
    return (across){{f_negate(e.y), e.x, e.z}, left, f_abs(k)};
}

WAY_INLINE across across3(wide_vector heading, wide_vector wanted, wide per_both, vector e) {
    flanes kx = w_narrow(w_mul(cross2(heading.y, heading.z, wanted.y, wanted.z), per_both));
    flanes ky = w_narrow(w_mul(cross2(heading.z, heading.x, wanted.z, wanted.x), per_both));
    flanes kz = w_narrow(w_mul(cross2(heading.x, heading.y, wanted.x, wanted.y), per_both));
    vector n = {f_sub(f_mul(ky, e.z), f_mul(kz, e.y)), f_sub(f_mul(kz, e.x), f_mul(kx, e.z)),
                f_sub(f_mul(kx, e.y), f_mul(ky, e.x))};
    flanes square = vector_dot(n, n, 3);
    mask straight = f_lt(square, f_set(FLT_MIN));

    flanes zz = f_mul(e.z, e.z);
    mask steep = f_lt(f_set(0.5f), zz);
    const flanes zero = f_set(0.0f);
    vector left =
        vector_select(steep, (vector){zero, f_negate(e.z), e.y}, (vector){f_negate(e.y), e.x, zero}, 3);
    flanes left_square = f_add(f_mul(e.y, e.y), f_select(steep, zz, f_mul(e.x, e.x)));

    flanes length = f_sqrt(f_select(straight, left_square, square));
    return (across){vector_select(straight, left, n, 3), f_div(f_set(1.0f), length),
                    f_select(straight, zero, length)};
}

typedef struct steered {
    vector velocity, heading;
    ilanes status;
} steered;

WAY_INLINE steered steer(agents a, int dims) {
    const flanes zero = f_set(0.0f), one = f_set(1.0f), tiny = f_set(FLT_MIN);
    const flanes pi = f_set(3.14159274f); /* the first float above pi */
    flanes rate = load(a, COLUMN(dims, steer, turn_rate)), dt = load(a, COLUMN(dims, steer, dt));
    vector heading = load_vector(a, COLUMN(dims, steer, heading_x), dims);
    vector wanted = load_vector(a, COLUMN(dims, steer, wanted_x), dims);
    flanes hh = vector_dot(heading, heading, dims), ww = vector_dot(wanted, wanted, dims);
    mask able = m_and(m_and(f_le(zero, rate), f_le(zero, dt)), f_lt(f_add(rate, dt), f_set(INFINITY)));
    mask valid = m_and(able, f_lt(f_add(hh, ww), f_set(0x1p126f)));

    mask wants = f_le(tiny, ww);
    flanes speed = f_sqrt(ww);
    flanes per_heading = f_keep(f_le(tiny, hh), f_div(one, f_sqrt(hh)));
    flanes per_wanted = f_keep(wants, f_div(one, speed));
    vector e = vector_scale(heading, per_heading, dims), g = vector_scale(wanted, per_wanted, dims);
    wide_vector wide_heading = load_wide_vector(a, COLUMN(dims, steer, heading_x), dims);
    wide_vector wide_wanted = load_wide_vector(a, COLUMN(dims, steer, wanted_x), dims);
    wide per_both = w_widen(f_mul(per_heading, per_wanted));
    across n = dims == 3 ? across3(wide_heading, wide_wanted, per_both, e)
                         : across2(wide_heading, wide_wanted, per_both, e);

    flanes angle = f_mul(rate, dt);
    mask half_turn = f_le(pi, angle);
    half_angle half = half_angle_of(f_mul(f_select(half_turn, pi, angle), f_set(0.5f)));
    flanes cosine = vector_dot(e, g, dims);
    mask behind = f_lt(cosine, zero);
    flanes rise = f_select(behind, f_sub(one, cosine), n.sine);
    flanes run = f_select(behind, n.sine, f_add(one, cosine));
    /* if the heading or the wanted velocity is 0, rise is 0 and run is 1, so that the lane counts as reached
       */
    mask reached = m_or(half_turn, f_le(f_mul(rise, half.cosine), f_mul(run, half.sine)));

    flanes ahead = f_mul(f_sub(half.cosine, half.sine), f_add(half.cosine, half.sine));
    flanes aside = f_mul(f_mul(f_add(half.sine, half.sine), half.cosine), n.per_length);
    vector turned = vector_add(vector_scale(e, ahead, dims), vector_scale(n.way, aside, dims), dims);
    vector there = vector_select(wants, g, e, dims);
    vector velocity = vector_select(reached, wanted, vector_scale(turned, speed, dims), dims);
    ilanes status = i_select(reached, i_set(WAY_MET), i_set(WAY_LATE));
    return (steered){vector_keep(m_and(valid, wants), velocity, dims),
                     vector_keep(valid, vector_select(reached, there, turned, dims), dims),
                     i_select(valid, status, i_set(WAY_INVALID))};
}

WAY_INLINE steer2d_answers steer2d(steered s) {
    return (steer2d_answers){XY(s.velocity), XY(s.heading), s.status};
}

#define NAME steer2d
#define SOLVE(a) steer2d(steer(a, 2))
#include "kernels/loop.h"
DEFINE_CALL(way_steer2d, steer2d, fast)

WAY_INLINE steer3d_answers steer3d(steered s) {
    return (steer3d_answers){XYZ(s.velocity), XYZ(s.heading), s.status};
}

#define NAME steer3d
#define SOLVE(a) steer3d(steer(a, 3))
#include "kernels/loop.h"
DEFINE_CALL(way_steer3d, steer3d, fast)
