/* Finds the speed k of a throw in the direction u from the start to a target at r, under the constant
   acceleration b, so r = k u t + b t^2 / 2. The cross product with u leaves only t, and the one with b leaves
   only k t:

       t^2 = 2 (u x r) / (u x b),   k t = (r x b) / (u x b).

   The cross products cancel, so both precisions compute in doubles. */
#define WAY_FAMILY "kernels/ballistics/launch_angle.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

#if WAY_WIDE_IS_DOUBLE

#define INPUT(column) IN_launch_angle2d_##column

WAY_INLINE launch_angle2d_answers launch_angle2d(agents a) {
    const wide zero = w_set(0.0), one = w_set(1.0);
    wide_vector u = load_wide_vector(a, INPUT(direction_x), 2);
    wide_vector r = between_wide(a, INPUT(from_x), INPUT(to_x), 2);
    wide_vector b = {w_widen(load_or(a, INPUT(shell_ax), 0.0f)),
                     w_sub(w_widen(load_or(a, INPUT(shell_ay), 0.0f)), load_wide(a, INPUT(gravity))), zero};
    wide falls = cross2(u.x, u.y, b.x, b.y), aside = cross2(u.x, u.y, r.x, r.y);
    wide along = cross2(r.x, r.y, b.x, b.y), size = w_sqrt(wide_dot(u, u, 2));
    widemask bends = w_lt(zero, w_abs(falls));
    wide per_falls = w_div(one, w_select(bends, falls, one));
    wide square = w_mul(w_add(aside, aside), per_falls), reaches = w_mul(along, per_falls);
    widemask hits = w_and(bends, w_and(w_lt(zero, square), w_lt(zero, reaches)));
    wide time = w_sqrt(w_select(hits, square, one)), scale = w_div(reaches, time);

    /* below this bound nothing overflows, and no result is NaN */
    wide squares = w_add(w_add(wide_dot(r, r, 2), wide_dot(b, b, 2)), wide_dot(u, u, 2));
    mask valid = m_narrow(w_and(w_lt(squares, w_set(0x1p126)), w_lt(zero, size)));
    mask there = m_and(valid, m_narrow(w_lt(wide_dot(r, r, 2), w_set(FLT_MIN))));
    flanes speed = w_narrow(w_mul(scale, size)), after = w_narrow(time);
    mask finite = f_lt(f_add(speed, after), f_set(INFINITY));
    mask met = m_andnot(m_and(m_and(valid, m_narrow(hits)), finite), there);
    mask straight = m_andnot(m_narrow(w_le(w_abs(aside), zero)), m_narrow(bends));
    ilanes status = i_select(straight, i_set(WAY_DEGENERATE), i_set(WAY_NO_PATH));
    status = i_select(met, i_set(WAY_MET), status);
    status = i_select(there, i_set(WAY_THERE), status);
    const flanes none = f_set(INFINITY);
    return (launch_angle2d_answers){
        f_select(there, f_set(0.0f), f_select(met, speed, none)),
        f_select(there, f_set(0.0f), f_select(met, after, none)),
        XY(vector_keep(met, wide_narrow(wide_scale(u, scale, 2), 2), 2)),
        i_select(valid, status, i_set(WAY_INVALID)),
    };
}

#endif

#define NAME launch_angle2d
#define SOLVE(a) launch_angle2d(a)
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_launch_angle2d, launch_angle2d, exact)
