/* Computes steps on tiles, after "Chasing and Evading". tile_step moves on each axis separately. tile_line
   follows a straight line of tiles after Jack Bresenham, here computed by division. Of the tiles next to the
   line, it takes the tile nearest to the line or, of two equally near tiles, the one nearer to the target. */
#include "reference/real.h"

#include "waylay/base.h"

void REFERENCE(tile_step)(const real *in, real *out) {
    const real *chaser = in, *runner = in + 2;
    for (int axis = 0; axis < 2; axis++) {
        real step = 0;
        if (chaser[axis] > runner[axis])
            step = -1;
        else if (chaser[axis] < runner[axis])
            step = 1;
        if (in[4] != 0) {
            step = -step;
            if (chaser[axis] == INT32_MAX || chaser[axis] == INT32_MIN)
                step = 0;
        }
        out[axis] = step;
    }
    out[2] = chaser[0] == runner[0] && chaser[1] == runner[1] ? WAY_THERE : WAY_MET;
}

/* Writes the tile of the line from `from` to `to` after `steps` steps. */
static void tile_of(const real *from, const real *to, real steps, real *tile) {
    real span_x = to[0] - from[0], span_y = to[1] - from[1];
    int along = fabs(span_x) >= fabs(span_y) ? 0 : 1, across = 1 - along;
    real longer = fmax(fabs(span_x), fabs(span_y)), shorter = fmin(fabs(span_x), fabs(span_y));
    tile[along] = from[along] + (to[along] < from[along] ? -steps : steps);
    /* floor(q + 1/2) in integers, so that the quotient is not rounded */
    real twice = 2 * steps * shorter + longer, aside = longer > 0 ? floor(twice / (2 * longer)) : 0;
    while (aside * 2 * longer > twice)
        aside--;
    while ((aside + 1) * 2 * longer <= twice && longer > 0)
        aside++;
    tile[across] = from[across] + (to[across] < from[across] ? -aside : aside);
}

void REFERENCE(tile_line)(const real *in, real *out) {
    const real *chaser = in, *runner = in + 2, *from = in + 4;
    const real most = 33554432; /* 2^25 */
    real longest = fmax(fabs(runner[0] - chaser[0]), fabs(runner[1] - chaser[1]));
    real span = fmax(fabs(runner[0] - from[0]), fabs(runner[1] - from[1]));
    real gone = span == fabs(runner[0] - from[0]) ? fabs(chaser[0] - from[0]) : fabs(chaser[1] - from[1]);
    real here[2], next[2];

    if (span <= most && gone <= span) {
        tile_of(from, runner, gone, here);
        if (here[0] != chaser[0] || here[1] != chaser[1])
            from = chaser;
    } else
        from = chaser;
    if (from == chaser)
        gone = 0;
    out[0] = out[1] = 0;
    out[2] = from[0];
    out[3] = from[1];
    out[4] = WAY_MET;
    if (longest > most)
        out[4] = WAY_INVALID;
    else if (longest == 0)
        out[4] = WAY_THERE;
    else {
        tile_of(from, runner, gone + 1, next);
        out[0] = next[0] - chaser[0];
        out[1] = next[1] - chaser[1];
    }
}
