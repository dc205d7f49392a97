/* Whole numbers of tiles: what the step and the line share. */
#ifndef WAY_TILE_COMMON_H
#define WAY_TILE_COMMON_H

#include "lanes/vectors.h"

/* -1, 0 or 1: from a towards b. */
WAY_INLINE ilanes tile_sign(ilanes a, ilanes b) {
    return i_sub(i_count(i_lt(a, b), i_set(0)), i_count(i_lt(b, a), i_set(0)));
}

#endif
