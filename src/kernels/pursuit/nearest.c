/* Finds when the runner is nearest to the chaser: t solves r.v + v.v t = 0 and is clamped to the range from 0
   to the horizon. The terms of r.v cancel if the runner is at its nearest point now, and r and v t cancel if
   the runner comes close. So r.v and r + v t are computed in wide lanes. */
#define WAY_FAMILY "kernels/pursuit/nearest.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"

typedef struct passing {
    wide_vector r, v; /* the vector from the chaser to the runner, and the runner's velocity */
    wide toward;      /* -r.v, which is above 0 if the runner comes nearer */
    wide vv;
} passing;

WAY_INLINE passing passing_of(agents a) {
    wide_vector r = between_wide(a, IN_nearest2d_chaser_x, IN_nearest2d_runner_x, 2);
    wide_vector v = load_wide_vector(a, IN_nearest2d_runner_vx, 2);
    return (passing){r, v, w_negate(wide_dot(r, v, 2)), wide_dot(v, v, 2)};
}

WAY_INLINE nearest2d_answers nearest(agents a, passing c) {
    widemask comes = w_and(w_lt(w_set(0.0), c.toward), w_le(w_set(FLT_MIN), c.vv));
    wide t = w_keep(comes, w_div(c.toward, c.vv));
    ilanes status = i_select(m_narrow(comes), i_set(WAY_MET), i_set(WAY_THERE));

    /* below this bound nothing overflows, and no result is NaN */
    flanes sizes = f_add(w_narrow(wide_dot(c.r, c.r, 2)), w_narrow(c.vv));
    mask valid = f_lt(sizes, f_set(0x1p126f));
    if (has(a, IN_nearest2d_horizon)) {
        wide horizon = load_wide(a, IN_nearest2d_horizon);
        widemask late = w_lt(horizon, t);
        t = w_select(late, horizon, t);
        status = i_select(m_narrow(late), i_set(WAY_LATE), status);
        valid = m_and(valid, m_narrow(w_le(w_set(0.0), horizon)));
    }

    wide_vector apart = wide_add_scaled(c.r, c.v, t, 2);
    wide_vector point = wide_add_scaled(load_wide_vector(a, IN_nearest2d_runner_x, 2), c.v, t, 2);
    return (nearest2d_answers){
        f_keep(valid, w_narrow(t)),
        XY(vector_keep(valid, wide_narrow(point, 2), 2)),
        f_select(valid, f_sqrt(w_narrow(wide_dot(apart, apart, 2))), f_set(INFINITY)),
        i_select(valid, status, i_set(WAY_INVALID)),
    };
}

#define NAME nearest2d
#define SUMS passing
#define SUM(a) passing_of(a)
#define FINISH(a, sums, roots) nearest(a, sums)
#define AHEAD (LANES >= 8)
#include "kernels/loop.h"
DEFINE_CALL(way_nearest2d, nearest2d, fast)
