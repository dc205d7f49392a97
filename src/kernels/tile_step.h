/* One step on each axis: the sign of the difference, in whole numbers. */

#define tile_sign WAY_LOCAL(tile_sign)

/* -1, 0 or 1: from a towards b. */
WAY_INLINE ilanes tile_sign(ilanes a, ilanes b) {
    return i_sub(i_count(i_lt(a, b), i_set(0)), i_count(i_lt(b, a), i_set(0)));
}

WAY_INLINE void WAY_LOCAL(tile_step_lanes)(WAY_LANES_ARGUMENTS) {
    ilanes x = i_load(in[IN_tile_step_chaser_x] + i), y = i_load(in[IN_tile_step_chaser_y] + i);
    ilanes to_x = i_load(in[IN_tile_step_runner_x] + i), to_y = i_load(in[IN_tile_step_runner_y] + i);
    ilanes step_x = tile_sign(x, to_x), step_y = tile_sign(y, to_y);
    if (options) {
        const ilanes zero = i_set(0), least = i_set(INT32_MIN), most = i_set(INT32_MAX);
        mask towards = i_eq(i_load(in[IN_tile_step_away] + i), zero);
        ilanes away_x = tile_sign(to_x, x), away_y = tile_sign(to_y, y);
        away_x = i_select(m_or(i_eq(x, least), i_eq(x, most)), zero, away_x);
        away_y = i_select(m_or(i_eq(y, least), i_eq(y, most)), zero, away_y);
        step_x = i_select(towards, step_x, away_x);
        step_y = i_select(towards, step_y, away_y);
    }
    WAY_PUT(i, tile_step, step_x, step_x);
    WAY_PUT(i, tile_step, step_y, step_y);
    mask there = m_and(i_eq(x, to_x), i_eq(y, to_y));
    WAY_PUT(i, tile_step, status, i_keep(there, i_set(WAY_THERE))); /* else WAY_MET, which is 0 */
}
WAY_KERNEL(tile_step)
