/* Finds when a shell hits a runner of constant acceleration. encounters_with (accelerating_common.h) gets the
   runner's velocity minus the platform's velocity, and the runner's acceleration minus the shell's. */
#define WAY_FAMILY "kernels/ballistics/arc.def"
#include "kernels/define_call.h"
#include "kernels/ballistics/accelerating_common.h"

#if WAY_WIDE_IS_DOUBLE

WAY_INLINE encounters arc_shots(agents at, int all, int dims) {
    target runner = {COLUMN(dims, arc, runner_x), COLUMN(dims, arc, runner_vx), vector_none()};
    wide_vector r = between_wide(at, COLUMN(dims, arc, muzzle_x), runner.x, dims);
    wide_vector v = load_wide_vector(at, runner.vx, dims), a = {w_set(0.0), w_set(0.0), w_set(0.0)};
    if (at.given) {
        v = wide_sub(v, load_wide_vector(at, COLUMN(dims, arc, platform_vx), dims), dims);
        a = load_wide_vector(at, COLUMN(dims, arc, runner_ax), dims);
        runner.acceleration = load_vector(at, COLUMN(dims, arc, runner_ax), dims);
    }
    if (has(at, COLUMN(dims, arc, shell_ax)))
        a = wide_sub(a, load_wide_vector(at, COLUMN(dims, arc, shell_ax), dims), dims);
    flanes gravity = load(at, COLUMN(dims, arc, gravity)), speed = load(at, COLUMN(dims, arc, shell_speed));
    a.y = w_add(a.y, w_widen(gravity));
    return encounters_with(at, runner, r, v, a, speed, load_or(at, COLUMN(dims, arc, horizon), FLT_MAX),
                           f_le(f_set(0.0f), gravity), all, dims);
}

WAY_INLINE arc2d_answers arc2d(encounters b) {
    return (arc2d_answers){b.time,
                           XY(b.point),
                           XY(b.velocity),
                           b.last,
                           XY(b.last_velocity),
                           b.between.second,
                           XY(b.between.second_velocity),
                           b.between.third,
                           XY(b.between.third_velocity),
                           b.count,
                           b.status};
}

WAY_INLINE arc3d_answers arc3d(encounters b) {
    return (arc3d_answers){b.time,
                           XYZ(b.point),
                           XYZ(b.velocity),
                           b.last,
                           XYZ(b.last_velocity),
                           b.between.second,
                           XYZ(b.between.second_velocity),
                           b.between.third,
                           XYZ(b.between.third_velocity),
                           b.count,
                           b.status};
}

/* If the shell has its own acceleration, a call may also compute the shots after the first and before the
   last. These shots need the most stack. So in such a call all other computations are separate functions,
   whose stack is free again when these shots are computed. */
static WAY_NEVER_INLINED void set_usual_2d(const agents *at, arc2d_answers *to) {
    *to = arc2d(arc_shots(*at, 0, 2));
}
static WAY_NEVER_INLINED void set_usual_3d(const agents *at, arc3d_answers *to) {
    *to = arc3d(arc_shots(*at, 0, 3));
}

WAY_INLINE arc2d_answers usual_2d(agents at) {
    arc2d_answers b;
    if (!has(at, IN_arc2d_shell_ax))
        return arc2d(arc_shots(at, 0, 2));
    set_usual_2d(&at, &b);
    return b;
}

WAY_INLINE arc3d_answers usual_3d(agents at) {
    arc3d_answers b;
    if (!has(at, IN_arc3d_shell_ax))
        return arc3d(arc_shots(at, 0, 3));
    set_usual_3d(&at, &b);
    return b;
}

/* Does a vector have an agent with more than two shots? If the target is at the muzzle now, this meeting does
   not count. In plain C, a compiler that sees how the numbers were computed would branch on each root. */
WAY_INLINE int any_middle(ilanes meetings, ilanes status) {
#if LANES == 1 && defined(__GNUC__)
    __asm__("" : "+r"(meetings), "+r"(status));
#endif
    const mask there = m_and(i_lt(status, i_set(WAY_THERE + 1)), i_lt(i_set(WAY_THERE - 1), status));
    return !WAY_USUALLY(!m_any(has_middle(meetings, there)));
}

/* Vectors with such shots are rare. So these vectors are computed a second time, with all their shots. */
WAY_SELDOM void put_all_2d(agents at, places to) { arc2d_put(arc2d(arc_shots(at, 1, 2)), to); }
WAY_SELDOM void put_all_3d(agents at, places to) { arc3d_put(arc3d(arc_shots(at, 1, 3)), to); }

#endif

/* GIVEN_1 and USUAL have a loop of their own. It serves calls that neither set the shell's acceleration nor
   ask for the meetings between the first and the last. */
#define WITHOUT_SHELL(name) (OPTIONS_##name & ((1u << IN_##name##_shell_ax) - 1))
#define BUT_MIDDLE(name) (ALL_OUTPUTS & ~((1u << OUT_##name##_meetings) - (1u << OUT_##name##_second_time)))

#define NAME arc2d
#define SOLVE(a) usual_2d(a)
#define RARELY(a, answers) (has(a, IN_arc2d_shell_ax) && any_middle(answers.meetings, answers.status))
#define PUT_RARE(a, to) put_all_2d(a, to)
#define GIVEN_1 WITHOUT_SHELL(arc2d)
#define GIVEN_2 OPTIONS_arc2d
#define USUAL BUT_MIDDLE(arc2d)
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_arc2d, arc2d, exact)

#define NAME arc3d
#define SOLVE(a) usual_3d(a)
#define RARELY(a, answers) (has(a, IN_arc3d_shell_ax) && any_middle(answers.meetings, answers.status))
#define PUT_RARE(a, to) put_all_3d(a, to)
#define GIVEN_1 WITHOUT_SHELL(arc3d)
#define GIVEN_2 OPTIONS_arc3d
#define USUAL BUT_MIDDLE(arc3d)
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_arc3d, arc3d, exact)
