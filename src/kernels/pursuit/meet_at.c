/* Computes a meeting at a given time T. With a = r + v T, relative to the platform, and R the reach:

       speed = (|a| - R) / T,   velocity = speed a / |a|.

   The terms of a cancel if the runner comes to the chaser's position. But errors are measured against |r| / T
   + |v|, so floats are precise enough. With options, all sums are computed in wide lanes, for two reasons:
   |a| - R cancels if |a| is close to R, and the speed is compared with a limit. */
#define WAY_FAMILY "kernels/pursuit/meet_at.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

#define INPUT(dims, column) COLUMN(dims, meet_at, column)

/* The vector from the chaser to the runner at the time T, relative to the ground and to the platform. */
typedef struct appointment {
    vector seen;     /* relative to the ground */
    wide_vector own; /* the vector relative to the platform; set only with options */
    mask plain;      /* set if all options of the agent have their defaults */
    flanes seen_square, own_square;
    flanes time, after; /* T, and T with 0 in place of negative times */
} appointment;

typedef struct kept {
    vector point, velocity;
    flanes speed, distance;
    ilanes status;
} kept;

WAY_INLINE mask is_plain(agents a, int dims) {
    vector platform = load_vector(a, INPUT(dims, platform_vx), dims);
    flanes none = f_add(load(a, INPUT(dims, reach)), vector_size(platform, dims));
    return m_and(f_le(f_abs(none), f_set(0.0f)), f_le(f_set(INFINITY), load(a, INPUT(dims, chaser_speed))));
}

WAY_INLINE appointment appointment_of(agents a, int dims) {
    flanes time = load(a, INPUT(dims, time)), after = max0(time);
    vector gone = vector_scale(load_vector(a, INPUT(dims, runner_vx), dims), after, dims);
    appointment of = {.time = time, .after = after};
    of.seen = vector_add(between(a, INPUT(dims, chaser_x), INPUT(dims, runner_x), dims), gone, dims);
    of.seen_square = of.own_square = vector_dot(of.seen, of.seen, dims);
    if (a.given) {
        wide_vector r = between_wide(a, INPUT(dims, chaser_x), INPUT(dims, runner_x), dims);
        wide_vector v = load_wide_vector(a, INPUT(dims, runner_vx), dims);
        v = wide_sub(v, load_wide_vector(a, INPUT(dims, platform_vx), dims), dims);
        of.own = wide_add_scaled(r, v, w_widen(after), dims);
        of.own_square = w_narrow(wide_dot(of.own, of.own, dims));
        if (WAY_WIDE_IS_DOUBLE) {
            of.plain = is_plain(a, dims);
            of.own_square = f_select(of.plain, of.seen_square, of.own_square);
        }
    }
    return of;
}

/* length: the distance to cover until the runner is within reach. way: the vector of the chaser's move. all:
   the chaser covers the whole length. sound: the options are valid. */
typedef struct stretch {
    flanes length;
    vector way;
    mask moves, all, sound;
} stretch;

/* Returns the stretch of an agent without options. The speed is unlimited, so the chaser covers the whole
   length. */
WAY_INLINE stretch whole_way(appointment of) {
    flanes length = f_sqrt(of.own_square);
    mask moves = f_lt(f_set(0.0f), of.own_square), any = f_le(length, length);
    return (stretch){length, of.seen, moves, any, any};
}

WAY_INLINE stretch limited_way(agents a, appointment of, int dims) {
    const wide none = w_set(0.0);
    flanes given_reach = load(a, INPUT(dims, reach)), most = load(a, INPUT(dims, chaser_speed));
    wide apart = w_sqrt(wide_dot(of.own, of.own, dims)), gap = w_sub(apart, w_widen(given_reach));
    gap = w_keep(w_lt(none, gap), gap);
    wide limit = w_mul(w_widen(max0(most)), w_widen(of.after));
    widemask all = w_le(gap, limit);
    wide goes = w_select(all, gap, limit);
    mask reaches = f_lt(f_set(0.0f), given_reach);
    stretch s;
    s.length = f_select(reaches, w_narrow(gap), f_sqrt(of.own_square));
    s.way = wide_narrow(wide_scale(of.own, w_div(goes, apart), dims), dims);
    s.moves = m_narrow(w_lt(none, goes));
    if (WAY_WIDE_IS_DOUBLE) { /* not needed if wide lanes are floats: in plain lanes, s.way then already
                                 equals of.seen */
        s.way = vector_select(of.plain, of.seen, s.way, dims);
        s.moves = m_or(of.plain, s.moves);
    }
    s.moves = m_and(s.moves, f_lt(f_set(0.0f), of.own_square));
    s.all = m_narrow(all);
    s.sound = m_and(m_and(f_le(f_set(0.0f), given_reach), f_lt(given_reach, f_set(INFINITY))),
                    f_lt(f_set(-INFINITY), most));
    return s;
}

WAY_INLINE kept meet_at(agents a, appointment of, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    stretch s = a.given ? limited_way(a, of, dims) : whole_way(of);
    mask ahead = f_lt(zero, of.time);
    flanes speed = f_div(s.length, of.time);
    /* below this bound nothing overflows, and no result is NaN */
    mask valid =
        m_and(f_lt(f_add(of.seen_square, of.own_square), f_set(0x1p126f)), f_lt(f_abs(of.time), infinity));
    valid = m_andnot(m_and(valid, s.sound), m_andnot(ahead, f_lt(speed, infinity)));

    mask there = m_andnot(f_le(s.length, zero), ahead);
    ilanes ways = i_select(s.all, i_set(WAY_MET), i_set(WAY_TOO_SLOW));
    if (a.given) {
        mask stuck = m_andnot(f_le(load(a, INPUT(dims, chaser_speed)), zero), s.all);
        ways = i_select(stuck, i_set(WAY_IMMOBILE), ways);
    }
    ilanes now = i_select(there, i_set(WAY_THERE), i_set(WAY_LATE));

    kept k;
    k.status = i_select(valid, i_select(ahead, ways, now), i_set(WAY_INVALID));
    k.speed = f_select(ahead, speed, f_select(there, zero, infinity));
    k.speed = f_else(valid, f_keep(valid, k.speed), infinity);
    mask moves = m_and(m_and(valid, ahead), s.moves);
    vector way = s.way;
    k.velocity =
        (vector){f_div(way.x, of.time), f_div(way.y, of.time), dims == 3 ? f_div(way.z, of.time) : way.z};
    k.velocity = vector_keep(moves, k.velocity, dims);
    vector gone = vector_scale(load_vector(a, INPUT(dims, runner_vx), dims), of.after, dims);
    k.point = vector_keep(valid, vector_add(load_vector(a, INPUT(dims, runner_x), dims), gone, dims), dims);
    k.distance = f_else(valid, f_keep(valid, f_sqrt(of.seen_square)), infinity);
    return k;
}

WAY_INLINE meet_at2d_answers meet_at2d(kept k) {
    return (meet_at2d_answers){XY(k.point), XY(k.velocity), k.speed, k.distance, k.status};
}

#define NAME meet_at2d
#define SUMS appointment
#define SUM(a) appointment_of(a, 2)
#define FINISH(a, sums, roots) meet_at2d(meet_at(a, sums, 2))
#define AHEAD (LANES >= 8)
#include "kernels/loop.h"
DEFINE_CALL(way_meet_at2d, meet_at2d, fast)

WAY_INLINE meet_at3d_answers meet_at3d(kept k) {
    return (meet_at3d_answers){XYZ(k.point), XYZ(k.velocity), k.speed, k.distance, k.status};
}

#define NAME meet_at3d
#define SUMS appointment
#define SUM(a) appointment_of(a, 3)
#define FINISH(a, sums, roots) meet_at3d(meet_at(a, sums, 3))
#define AHEAD (LANES >= 8)
#include "kernels/loop.h"
DEFINE_CALL(way_meet_at3d, meet_at3d, fast)
