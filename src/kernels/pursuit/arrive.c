/* Moves a chaser of speed v along the vector r to a position, and slows it down there (Craig W. Reynolds).
   The velocity is r v / |r| outside of the slowing radius R, and r v / R inside. The velocity is r / dt if
   the chaser would otherwise pass the position within the time step. So the velocity is r v divided by the
   largest of |r|, R and v dt. With this rule alone, the chaser would come nearer for ever without arriving.
   So if dt is set, R is limited to 64 |r|: then the speed is at least v / 64 until the position is one step
   away. Nothing cancels, so floats are accurate enough, also for WAY_EXACT. */
#define WAY_FAMILY "kernels/pursuit/arrive.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/pursuit/seek_common.h"

WAY_INLINE mask is_at_least_0(flanes a) { return m_and(f_le(f_set(0.0f), a), f_lt(a, f_set(INFINITY))); }

WAY_INLINE seeking arrive_slowly(agents a, int dims) {
    vector r = between(a, COLUMN(dims, arrive, chaser_x), COLUMN(dims, arrive, to_x), dims);
    flanes speed = load(a, COLUMN(dims, arrive, chaser_speed));
    flanes radius = load(a, COLUMN(dims, arrive, slowing_radius));
    flanes square = vector_dot(r, r, dims);
    seeking s = {.distance = f_sqrt(square)};
    /* below this bound, no quotient overflows if `square` is at least FLT_MIN */
    s.valid = f_lt(f_add(square, f_mul(speed, speed)), f_set(0x1p126f));
    s.valid = m_and(s.valid, is_at_least_0(radius));
    flanes longest;
    if (a.given) {
        flanes dt = load(a, COLUMN(dims, arrive, dt)), step = f_mul(speed, dt);
        flanes most = f_select(f_lt(f_set(0.0f), dt), f_mul(s.distance, f_set(64.0f)), radius);
        s.valid = m_and(s.valid, is_at_least_0(dt));
        longest = f_larger(f_larger(s.distance, f_smaller(radius, most)), step);
    } else
        longest = f_larger(s.distance, radius);
    s.there = f_lt(square, f_set(FLT_MIN));
    s.able = f_lt(f_set(0.0f), speed);
    mask moves = m_andnot(m_and(s.valid, s.able), s.there);
    s.velocity = vector_keep(moves, vector_scale(r, f_div(speed, longest), dims), dims);
    s.distance = f_select(s.valid, s.distance, f_set(INFINITY));
    return s;
}

WAY_INLINE arrive2d_answers arrive2d(seeking s) {
    return (arrive2d_answers){XY(s.velocity), s.distance, seek_status(s)};
}

#define NAME arrive2d
#define SOLVE(a) arrive2d(arrive_slowly(a, 2))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_arrive2d, arrive2d, exact)

WAY_INLINE arrive3d_answers arrive3d(seeking s) {
    return (arrive3d_answers){XYZ(s.velocity), s.distance, seek_status(s)};
}

#define NAME arrive3d
#define SOLVE(a) arrive3d(arrive_slowly(a, 3))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_arrive3d, arrive3d, exact)
