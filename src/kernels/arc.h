/* A shell, or a chaser without gravity, and a runner of constant acceleration: with r the separation, v the
   runner's velocity less the platform's and a its acceleration less the shell's, they meet where |r + v t + a
   t^2 / 2| = s t (see lanes_quartic.h), and the velocity that gets it there is r / t + v + a t / 2.

   Floats would shift the edge of the range and every answer near it by a thousandth, and find meetings that
   are none: WAY_FAST is the same kernel. */

#if WAY_WIDE_IS_DOUBLE

#include "lanes/lanes_quartic.h"

#define arcs WAY_LOCAL(arcs)
#define arcs_of WAY_LOCAL(arcs_of)
#define arc_velocity WAY_LOCAL(arc_velocity)

typedef struct arcs {
    flanes time, last;
    vector point, velocity, last_velocity;
    ilanes count, status;
} arcs;

WAY_INLINE vector arc_velocity(wide_vector r, wide_vector v, wide_vector a, wide t, int dims) {
    wide_vector u = wide_add_scaled(v, a, w_mul(t, w_set(0.5)), dims);
    return wide_narrow(wide_add_scaled(u, r, w_div(w_set(1.0), t), dims), dims);
}

/* The columns of the runner's place and velocity, its acceleration, and what else must hold for the answer to
   be valid. */
WAY_INLINE arcs arcs_of(const float *const *runner, const float *const *runner_v, vector runner_a, size_t i,
                        wide_vector r, wide_vector v, wide_vector a, flanes speed, unsigned bounded,
                        flanes horizon, mask sound, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    meetings m = quartic_meetings(r, v, a, w_widen(above_zero(speed)), w_widen(horizon), dims);
    mask able = f_lt(zero, speed), in_time = f_le(zero, zero);
    sound = m_and(sound, f_lt(f_abs(speed), infinity));
    if (bounded) {
        sound = m_and(sound, f_lt(f_set(-INFINITY), horizon));
        in_time = f_le(zero, horizon);
    }
    m.any = m_and(m.any, able);

    arcs b;
    mask there = m_andnot(in_time, m.apart), met = m_and(m.any, m.apart);
    mask more = m_and(m.any, m_or(there, i_lt(i_set(1), m.count)));
    b.time = f_keep(met, w_narrow(m.first));
    b.velocity = vector_keep(met, arc_velocity(r, v, a, m.first, dims), dims);
    b.last = w_narrow(m.last);
    b.last_velocity = vector_keep(more, arc_velocity(r, v, a, m.last, dims), dims);
    vector gone = vector_load(runner_v, i, dims);
    gone = vector_add(gone, vector_scale(runner_a, f_mul(b.time, f_set(0.5f)), dims), dims);
    b.point = vector_add(vector_load(runner, i, dims), vector_scale(gone, b.time, dims), dims);

    flanes found = f_add(vector_size(b.velocity, dims), vector_size(b.last_velocity, dims));
    found = f_add(found, vector_size(b.point, dims));
    mask valid = m_and(m_and(m.valid, sound), f_lt(found, infinity));
    met = m_and(met, valid);
    more = m_and(more, valid);
    b.time = f_select(m_and(valid, m_or(met, there)), f_keep(met, b.time), infinity);
    b.point = vector_keep(valid, b.point, dims);
    b.velocity = vector_keep(met, b.velocity, dims);
    b.last = f_select(more, b.last, infinity);
    b.last_velocity = vector_keep(more, b.last_velocity, dims);
    b.count = i_keep(m_and(valid, m.any), m.count);
    b.status =
        i_select(m_or(m.ever, m_andnot(f_le(zero, zero), m.apart)), i_set(WAY_LATE), i_set(WAY_TOO_SLOW));
    b.status = i_select(able, b.status, i_set(WAY_IMMOBILE));
    b.status = i_select(met, i_set(WAY_MET), b.status);
    b.status = i_select(there, i_set(WAY_THERE), b.status);
    b.status = i_select(valid, b.status, i_set(WAY_INVALID));
    return b;
}

#define ARC(name, dims)                                                                                      \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS) {                                           \
        const float *const *runner = in + IN_##name##_runner_x, *const *runner_v =                           \
                                                                    in + IN_##name##_runner_vx;              \
        const float *const *runner_a = in + IN_##name##_runner_ax;                                           \
        wide_vector r = wide_between(runner, in + IN_##name##_muzzle_x, i, dims);                            \
        wide_vector v = wide_load(runner_v, i, dims), a = {w_set(0.0), w_set(0.0), w_set(0.0)};              \
        vector own = {f_set(0.0f), f_set(0.0f), f_set(0.0f)};                                                \
        flanes horizon = f_set(FLT_MAX);                                                                     \
        if (options) {                                                                                       \
            v = wide_sub(v, wide_load(in + IN_##name##_platform_vx, i, dims), dims);                         \
            a = wide_load(runner_a, i, dims);                                                                \
            own = vector_load(runner_a, i, dims);                                                            \
            horizon = f_load(in[IN_##name##_horizon] + i);                                                   \
        }                                                                                                    \
        flanes gravity = f_load(in[IN_##name##_gravity] + i);                                                \
        a.y = w_add(a.y, w_widen(gravity));                                                                  \
        arcs b = arcs_of(runner, runner_v, own, i, r, v, a, f_load(in[IN_##name##_shell_speed] + i),         \
                         options, horizon, f_le(f_set(0.0f), gravity), dims);                                \
        WAY_PUT(f, name, time, b.time);                                                                      \
        WAY_PUT_VECTOR(name, point_x, b.point, dims);                                                        \
        WAY_PUT_VECTOR(name, velocity_x, b.velocity, dims);                                                  \
        WAY_PUT(f, name, high_time, b.last);                                                                 \
        WAY_PUT_VECTOR(name, high_velocity_x, b.last_velocity, dims);                                        \
        WAY_PUT(i, name, meetings, b.count);                                                                 \
        WAY_PUT(i, name, status, b.status);                                                                  \
    }                                                                                                        \
    WAY_LONG_KERNEL(name)

#define CHASE(name, dims)                                                                                    \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS) {                                           \
        const float *const *runner = in + IN_##name##_runner_x, *const *runner_v =                           \
                                                                    in + IN_##name##_runner_vx;              \
        const float *const *runner_a = in + IN_##name##_runner_ax;                                           \
        wide_vector r = wide_between(runner, in + IN_##name##_chaser_x, i, dims);                            \
        flanes horizon = options ? f_load(in[IN_##name##_horizon] + i) : f_set(FLT_MAX);                     \
        arcs b =                                                                                             \
            arcs_of(runner, runner_v, vector_load(runner_a, i, dims), i, r, wide_load(runner_v, i, dims),    \
                    wide_load(runner_a, i, dims), f_load(in[IN_##name##_chaser_speed] + i), options,         \
                    horizon, f_le(f_set(0.0f), f_set(0.0f)), dims);                                          \
        WAY_PUT(f, name, time, b.time);                                                                      \
        WAY_PUT_VECTOR(name, point_x, b.point, dims);                                                        \
        WAY_PUT_VECTOR(name, velocity_x, b.velocity, dims);                                                  \
        WAY_PUT(f, name, latest, b.last);                                                                    \
        WAY_PUT_VECTOR(name, latest_velocity_x, b.last_velocity, dims);                                      \
        WAY_PUT(i, name, meetings, b.count);                                                                 \
        WAY_PUT(i, name, status, b.status);                                                                  \
    }                                                                                                        \
    WAY_LONG_KERNEL(name)

#else

/* The exact kernel, which both tables of this instruction set then hold. */
#define ARC(name, dims)                                                                                      \
    static void WAY_LOCAL(name)(const way_block *block) { WAY_JOIN(name, exact)(block); }
#define CHASE ARC

#endif

ARC(arc2d, 2)
ARC(arc3d, 3)
CHASE(chase_accelerating2d, 2)
CHASE(chase_accelerating3d, 3)

#undef ARC
#undef CHASE
