/* Computes the position of a body that bounces on a level floor. The body hits the floor at t1 with the speed
   u, and leaves it with e u. Let f be 2 e u / g. The k-th flight after that takes f e^(k - 1), so n flights
   take f (1 + e + ... + e^(n - 1)). Squaring gives the powers e^(2^k), and from them follow the sums of 2^k
   terms. Nothing cancels in these steps. The number of whole flights is then found bit by bit, from the
   highest bit down. If e is below 1, all flights together take f / (1 - e); then the body rests. All of this
   is computed in doubles. */
#define WAY_FAMILY "kernels/ballistics/bouncing.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

#if WAY_WIDE_IS_DOUBLE

#define INPUT(dims, column) COLUMN(dims, bouncing, column)
#define FLIGHT_BITS 22
#define RESTING 0x7fffffff

typedef struct bouncing_body {
    wide above, vy; /* height above the floor, and the vertical speed */
    wide landing;
    ilanes bounces;
    mask valid, rests;
} bouncing_body;

WAY_APART bouncing_body bouncing_after(wide h, wide vy, wide g, wide time, wide e) {
    const wide zero = w_set(0.0), one = w_set(1.0), half = w_set(0.5), infinity = w_set(INFINITY);
    widemask falls = w_lt(zero, g), rises = w_le(zero, vy);
    wide u = w_sqrt(w_add(w_mul(vy, vy), w_mul(w_add(g, g), h))), size = w_add(u, w_abs(vy));
    wide per_g = w_div(one, w_select(falls, g, one));
    wide t1 = w_select(rises, w_mul(size, per_g), w_div(w_add(h, h), w_select(w_lt(zero, size), size, one)));
    t1 = w_select(w_andnot(rises, falls), infinity, t1);
    widemask bounced = w_le(t1, time);
    wide left = w_sub(w_keep(bounced, time), w_keep(bounced, t1));
    wide up = w_mul(e, u), flight = w_mul(w_add(up, up), per_g);
    flight = w_select(falls, flight, w_select(w_lt(zero, up), infinity, zero));

    wide power[FLIGHT_BITS], sums[FLIGHT_BITS], p = e, sum = one;
    widemask more = w_and(bounced, w_le(flight, left));
    int bits = 0;
    for (; bits < FLIGHT_BITS && m_any(m_narrow(more)); bits++) {
        power[bits] = p;
        sums[bits] = sum;
        sum = w_mul(sum, w_add(one, p));
        p = w_mul(p, p);
        more = w_and(more, w_le(w_mul(flight, sum), left));
    }
    /* all flights take flight / (1 - e); very short flights also count as rest */
    widemask rests = w_and(bounced, w_le(flight, w_mul(w_sub(one, e), left)));
    rests = w_or(rests, more);
    wide gone = zero, kept = one;
    ilanes bounces = i_set(1);
    for (int k = bits - 1; k >= 0; k--) {
        wide next = w_add(gone, w_mul(w_mul(flight, kept), sums[k]));
        widemask whole = w_and(bounced, w_le(next, left));
        gone = w_select(whole, next, gone);
        kept = w_select(whole, w_mul(kept, power[k]), kept);
        bounces = i_add(bounces, i_keep(m_narrow(whole), i_set((int32_t)((uint32_t)1 << k))));
    }

    /* the flight from the start, or the flight at the wanted time */
    wide s = w_select(bounced, w_sub(left, gone), time), v = w_select(bounced, w_mul(up, kept), vy);
    wide fallen = w_mul(g, s), start = w_select(bounced, zero, h);
    bouncing_body b;
    b.above = w_add(start, w_mul(s, w_sub(v, w_mul(half, fallen))));
    b.above = w_keep(w_lt(zero, b.above), b.above);
    b.vy = w_sub(v, fallen);
    b.landing = w_select(bounced, w_add(t1, w_add(gone, w_mul(flight, kept))), t1);
    b.bounces = i_keep(m_narrow(bounced), bounces);
    /* false if the body is on the floor without speed, from the start or after the first bounce */
    widemask moved = w_lt(zero, u);
    wide last = w_select(w_lt(zero, up), one, zero);
    b.rests = m_narrow(rests);
    b.above = w_select(rests, zero, b.above);
    b.vy = w_select(rests, zero, b.vy);
    b.landing = w_select(rests, infinity, b.landing);
    ilanes at_rest = i_select(m_narrow(w_lt(zero, last)), i_set(RESTING), i_keep(m_narrow(moved), i_set(1)));
    b.bounces = i_select(b.rests, at_rest, b.bounces);
    return b;
}

WAY_INLINE bouncing_body bouncing_of(agents a, int dims) {
    const wide zero = w_set(0.0);
    wide y = load_wide(a, INPUT(dims, body_y)), floor = w_widen(load_or(a, INPUT(dims, height), 0.0f));
    wide g = load_wide(a, INPUT(dims, gravity)), time = load_wide(a, INPUT(dims, time));
    wide e = w_widen(load_or(a, INPUT(dims, restitution), 1.0f)), vy = load_wide(a, INPUT(dims, body_vy));
    vector place = load_vector(a, INPUT(dims, body_x), dims), v = load_vector(a, INPUT(dims, body_vx), dims);
    flanes sizes = f_add(vector_size(place, dims), vector_size(v, dims));
    wide size = w_add(w_widen(sizes), w_add(w_add(g, time), w_abs(floor)));
    widemask sound = w_and(w_lt(size, w_set(0x1p126)), w_and(w_le(zero, g), w_le(zero, time)));
    sound = w_and(sound, w_and(w_le(zero, e), w_le(e, w_set(1.0))));
    wide h = w_sub(y, floor);
    /* by rounding, a body on the floor may be slightly below the floor */
    h = w_keep(w_and(sound, w_lt(zero, h)), h);
    bouncing_body b =
        bouncing_after(h, w_keep(sound, vy), w_keep(sound, g), w_keep(sound, time), w_keep(sound, e));
    b.above = w_add(w_keep(sound, floor), b.above);
    b.valid = m_narrow(sound);
    return b;
}

WAY_INLINE vector bouncing_point(agents a, bouncing_body b, int dims) {
    wide_vector place = load_wide_vector(a, INPUT(dims, body_x), dims);
    place = wide_add_scaled(place, load_wide_vector(a, INPUT(dims, body_vx), dims),
                            load_wide(a, INPUT(dims, time)), dims);
    place.y = b.above;
    return vector_keep(b.valid, wide_narrow(place, dims), dims);
}

WAY_INLINE vector bouncing_velocity(agents a, bouncing_body b, int dims) {
    vector v = load_vector(a, INPUT(dims, body_vx), dims);
    v.y = w_narrow(b.vy);
    return vector_keep(b.valid, v, dims);
}

WAY_INLINE flanes bouncing_landing(bouncing_body b) {
    widemask soon = w_le(b.landing, w_set(FLT_MAX));
    return f_select(m_and(b.valid, m_narrow(soon)), w_narrow(b.landing), f_set(INFINITY));
}

WAY_INLINE ilanes bouncing_status(bouncing_body b) {
    ilanes status = i_select(b.rests, i_set(WAY_THERE), i_set(WAY_MET));
    return i_select(b.valid, status, i_set(WAY_INVALID));
}

WAY_INLINE bouncing2d_answers bouncing2d(agents a) {
    bouncing_body b = bouncing_of(a, 2);
    return (bouncing2d_answers){XY(bouncing_point(a, b, 2)), XY(bouncing_velocity(a, b, 2)),
                                i_keep(b.valid, b.bounces), bouncing_landing(b), bouncing_status(b)};
}

WAY_INLINE bouncing3d_answers bouncing3d(agents a) {
    bouncing_body b = bouncing_of(a, 3);
    return (bouncing3d_answers){XYZ(bouncing_point(a, b, 3)), XYZ(bouncing_velocity(a, b, 3)),
                                i_keep(b.valid, b.bounces), bouncing_landing(b), bouncing_status(b)};
}

#endif

#define NAME bouncing2d
#define SOLVE(a) bouncing2d(a)
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_bouncing2d, bouncing2d, exact)

#define NAME bouncing3d
#define SOLVE(a) bouncing3d(a)
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_bouncing3d, bouncing3d, exact)
