/* Contains the code that tile_step.c and tile_line.c share. Tile coordinates are integers. */
#ifndef WAY_TILE_COMMON_H
#define WAY_TILE_COMMON_H

#include "lanes/vectors.h"

/* Returns the sign of b - a: -1, 0 or 1. */
WAY_INLINE ilanes tile_sign(ilanes a, ilanes b) {
    return i_sub(i_count(i_lt(a, b), i_set(0)), i_count(i_lt(b, a), i_set(0)));
}

#endif
