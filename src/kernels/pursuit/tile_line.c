/* Finds the next tile of a Bresenham line, without an error term that is kept between calls. D and d are the
   longer and the shorter span of the line from its first tile to the target. k and m are the numbers of tiles
   that the chaser has gone along D and along d. After k tiles, the line is at m = floor(k d / D + 1/2). In
   other words, -D <= e < D, where e = 2 k d - 2 m D. So the current tile is on the line if e is in this
   range. If e + 2 d >= D, the next step is diagonal. For spans of at most 2^25, all of this is exact in
   doubles. */
#define WAY_FAMILY "kernels/pursuit/tile_line.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/pursuit/tile_common.h"

#if WAY_WIDE_IS_DOUBLE /* the inputs are integers, so one precision is enough */

WAY_INLINE tile_line_answers tile_line(agents a) {
    const wide zero = w_set(0.0), two = w_set(2.0), most = w_set(0x1p25);
    ilanes x = load_int(a, IN_tile_line_chaser_x), y = load_int(a, IN_tile_line_chaser_y);
    ilanes to_x = load_int(a, IN_tile_line_runner_x), to_y = load_int(a, IN_tile_line_runner_y);
    ilanes from_x = load_int(a, IN_tile_line_from_x), from_y = load_int(a, IN_tile_line_from_y);

    /* the span of the line from its first tile, and the tiles gone towards the target */
    wide span_x = w_sub(w_count(to_x), w_count(from_x)), span_y = w_sub(w_count(to_y), w_count(from_y));
    wide gone_x = w_sub(w_count(x), w_count(from_x)), gone_y = w_sub(w_count(y), w_count(from_y));
    gone_x = w_select(w_lt(span_x, zero), w_negate(gone_x), gone_x);
    gone_y = w_select(w_lt(span_y, zero), w_negate(gone_y), gone_y);
    span_x = w_abs(span_x);
    span_y = w_abs(span_y);
    widemask along_x = w_le(span_y, span_x);
    wide longer = w_select(along_x, span_x, span_y), shorter = w_select(along_x, span_y, span_x);
    wide k = w_select(along_x, gone_x, gone_y), m = w_select(along_x, gone_y, gone_x);
    wide e = w_mul(two, w_sub(w_mul(k, shorter), w_mul(m, longer)));
    widemask on = w_and(w_and(w_le(zero, k), w_le(k, longer)), w_le(longer, most));
    on = w_and(on, w_and(w_le(w_negate(longer), e), w_lt(e, longer)));

    /* if the tile is not on the line, a new line starts here */
    wide left_x = w_abs(w_sub(w_count(to_x), w_count(x))), left_y = w_abs(w_sub(w_count(to_y), w_count(y)));
    mask valid = m_narrow(w_and(w_le(left_x, most), w_le(left_y, most)));
    span_x = w_select(on, span_x, left_x);
    span_y = w_select(on, span_y, left_y);
    along_x = w_le(span_y, span_x);
    longer = w_select(along_x, span_x, span_y);
    shorter = w_select(along_x, span_y, span_x);
    mask diagonal = m_narrow(w_le(longer, w_add(w_keep(on, e), w_mul(two, shorter))));
    mask on_line = m_narrow(on), mainly_x = m_narrow(along_x);
    from_x = i_select(on_line, from_x, x);
    from_y = i_select(on_line, from_y, y);

    mask there = m_and(i_eq(x, to_x), i_eq(y, to_y)), moves = m_andnot(valid, there);
    ilanes way_x = tile_sign(from_x, to_x), way_y = tile_sign(from_y, to_y);
    ilanes status = i_keep(there, i_set(WAY_THERE)); /* WAY_MET, which is 0, in all other lanes */
    return (tile_line_answers){i_keep(m_and(moves, m_or(mainly_x, diagonal)), way_x),
                               i_keep(m_andnot(moves, m_andnot(mainly_x, diagonal)), way_y), from_x, from_y,
                               i_select(valid, status, i_set(WAY_INVALID))};
}

#endif

#define NAME tile_line
#define SOLVE(a) tile_line(a)
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_tile_line, tile_line, exact)
