/* Computes one step on each axis, the sign of the difference of two tile coordinates. */
#define WAY_FAMILY "kernels/pursuit/tile_step.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/pursuit/tile_common.h"

WAY_INLINE tile_step_answers tile_step(agents a) {
    ilanes x = load_int(a, IN_tile_step_chaser_x), y = load_int(a, IN_tile_step_chaser_y);
    ilanes to_x = load_int(a, IN_tile_step_runner_x), to_y = load_int(a, IN_tile_step_runner_y);
    ilanes step_x = tile_sign(x, to_x), step_y = tile_sign(y, to_y);
    if (a.given) {
        const ilanes zero = i_set(0), least = i_set(INT32_MIN), most = i_set(INT32_MAX);
        mask towards = i_eq(load_int(a, IN_tile_step_away), zero);
        ilanes away_x = tile_sign(to_x, x), away_y = tile_sign(to_y, y);
        away_x = i_select(m_or(i_eq(x, least), i_eq(x, most)), zero, away_x);
        away_y = i_select(m_or(i_eq(y, least), i_eq(y, most)), zero, away_y);
        step_x = i_select(towards, step_x, away_x);
        step_y = i_select(towards, step_y, away_y);
    }
    mask there = m_and(i_eq(x, to_x), i_eq(y, to_y));
    return (tile_step_answers){step_x, step_y,
                               i_keep(there, i_set(WAY_THERE))}; /* WAY_MET, which is 0, in all other lanes */
}

#define NAME tile_step
#define SOLVE(a) tile_step(a)
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_tile_step, tile_step, exact)
